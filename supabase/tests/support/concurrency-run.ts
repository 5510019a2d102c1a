import { untyped, type Person, type TestAgency } from './test-agency';
import { setStatus, tryCreate, tryUpdate, type Saved } from './sales';
import { Pick, type Operation } from './concurrency-plan';

/** What the people of one organization may point at. */
export type KnownIds = Record<Pick['from'], string[]> & { sales: string[] };

/** Who acts on what in a run of the concurrency test, and what came of it. */
export interface RunState {
  people: { person: Person; agency: TestAgency; isAdmin: boolean }[];
  /** By organization. Sales are all made so far. */
  knownIds: Map<TestAgency, KnownIds>;
  /** The version each person heard of last. */
  versions: Map<string, number>;
  /** What must never happen, and did. */
  violations: string[];
  /** How often each outcome came: a run that is refused throughout proves nothing. */
  outcomes: Map<string, number>;
}

interface Answer {
  status: number;
  data: unknown;
  error: { code: string; message: string } | null;
}

const at = <Value>(list: readonly Value[], number: number): Value => list[number % list.length] as Value;

/** The thing of this number: mostly of one's own organization, each tenth time of whichever. */
function choose(state: RunState, agency: TestAgency, from: keyof KnownIds, number: number): string {
  const own = state.knownIds.get(agency);
  const all = [...state.knownIds.values()].flatMap((knownIds) => knownIds[from]);
  return at(number % 10 === 0 || !own ? all : own[from], Math.floor(number / 10));
}

function resolve(
  state: RunState,
  agency: TestAgency,
  values: Record<string, unknown>,
): Record<string, unknown> {
  const entries = Object.entries(values).map(([key, value]) => [
    key,
    value instanceof Pick ? choose(state, agency, value.from, value.number) : value,
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** Refusals with words, permissions, and constraints; deadlocks, time-outs and failures of the server are none. */
const REFUSAL = /^(P0001|23502|23503|23514|42501|22P02|22003|22007|22008|PGRST\w*)$/;
/** The functions answer wrong values in words, never with what a cast says. */
const WORDS = /^(P0001|23503|23514|42501)$/;

/** An operation with its actor and the sale it is about, fixed before anything is sent. */
interface Step {
  operation: Operation;
  actor: RunState['people'][number];
  target: { id: string; agency: TestAgency };
  /** The version an edit started from. */
  started?: number;
}

/** Reads with the rights of the sale's owner, so that the actor knows what an attacker might have found out. */
const ofOwner = ({ agency }: Step['target'], table: string) => untyped(agency.owner.api, table);

async function pay({ operation, actor, target }: Step & { operation: { kind: 'pay' } }): Promise<Answer[]> {
  const { data } = await ofOwner(target, 'commissions').select('*').eq('sales_id', target.id).single();
  const commission = data as { id: string; agent_id: string; agent_amount: number };
  const payment = {
    commission_id: commission.id,
    agent_id: commission.agent_id,
    organization_id: actor.agency.organizationId,
    created_by: actor.person.id,
    amount: commission.agent_amount,
    payment_date: '2026-06-01',
    payment_method: 'cash',
    ...operation.wrong,
  };
  const once = () => actor.person.api.rpc('record_agent_payment', payment);
  return Promise.all(operation.twice ? [once(), once()] : [once()]);
}

async function forge({ operation, actor, target }: Step & { operation: { kind: 'forge' } }): Promise<Answer> {
  const table = (name: string) => untyped(actor.person.api, name);
  switch (operation.how) {
    case 'version':
      return table('sales').update({ version: 1 }).eq('id', target.id).select('id');
    case 'organization':
      return table('sales')
        .update({ organization_id: actor.agency.organizationId })
        .eq('id', target.id)
        .select('id');
    case 'history':
      return table('sales_history').update({ notes: 'never' }).eq('sales_id', target.id).select('id');
    case 'delete':
      return table('sales').delete().eq('id', target.id).select('id');
    case 'payment':
      return table('agent_payments').update({ amount: 1 }).eq('agent_id', actor.person.id).select('id');
    case 'traveler row':
      return table('sale_travelers').delete().eq('sale_id', target.id).select('sale_id');
  }
}

/** The version an editor starts from: what they heard of last, what stands there now, or one that never was. */
async function startingPoint(
  state: RunState,
  { actor, target }: Step,
  from: 'heard' | 'fresh' | 'never',
): Promise<number> {
  if (from === 'heard') return state.versions.get(`${actor.person.id} ${target.id}`) ?? 1;
  if (from === 'never') return 1_000;
  const { data } = await ofOwner(target, 'sales').select('version').eq('id', target.id).single();
  return (data as { version: number }).version;
}

async function execute(state: RunState, step: Step): Promise<Answer[]> {
  const { operation, target } = step;
  const { person, agency } = step.actor;
  const travelers = (numbers: number[] | null) => numbers?.map((n) => choose(state, agency, 'customers', n));
  const patch = (change: object) =>
    untyped(person.api, 'sales').update(change).eq('id', target.id).select('id');
  switch (operation.kind) {
    case 'read':
      return [await person.api.rpc(operation.what, {})];
    case 'create': {
      const sale = resolve(state, agency, operation.sale);
      if (!operation.plain) return [await tryCreate(person, sale, travelers(operation.travelers))];
      return [await untyped(person.api, 'sales').insert(sale).select('id, version').single()];
    }
    case 'edit': {
      step.started = await startingPoint(state, step, operation.from);
      const change = resolve(state, agency, operation.changes);
      const edit = tryUpdate(person, target.id, step.started, change, travelers(operation.travelers));
      if (!operation.savedAtOnce) return [await edit];
      const actor = state.people.find((other) => other.person === target.agency.owner) ?? step.actor;
      const [answer, other] = await Promise.all([
        edit,
        tryUpdate(actor.person, target.id, step.started, { notes: `Saved at once ${step.started}` }),
      ]);
      checkAnswer(state, { ...step, actor }, other);
      return [answer];
    }
    case 'patch':
      return [await patch(resolve(state, agency, operation.changes))];
    case 'move':
      if (operation.plain) return [await patch({ status: operation.status })];
      return [await setStatus(person, target.id, operation.status, operation.note)];
    case 'move commission': {
      const change = { status: operation.status, notes: operation.note };
      return [await untyped(person.api, 'commissions').update(change).eq('sales_id', target.id).select('id')];
    }
    case 'pay':
      return pay({ ...step, operation });
    case 'terms': {
      const terms = { expected_payment_days: operation.days, expected_payment_basis: operation.basis };
      const vendor = choose(state, agency, 'vendors', operation.vendor.number);
      return [
        await untyped(person.api, 'vendor_terms')
          .update(terms)
          .eq('vendor_id', vendor)
          .select('id:vendor_id, organization_id'),
      ];
    }
    case 'split': {
      const member = choose(state, agency, 'agents', operation.member.number);
      return [
        await person.api.rpc('set_member_split', { member_id: member, commission_split: operation.split }),
      ];
    }
    case 'leave': {
      // Away and back: their open sales are somebody else's from then on.
      const [member, heir] = [operation.member, operation.heir].map(({ number }) =>
        choose(state, agency, 'agents', number),
      );
      const set = (active: boolean) =>
        person.api.rpc('set_member_active', {
          member_id: member ?? '',
          active,
          ...(active ? {} : { reassign_to: heir ?? '' }),
        });
      return [await set(false), await set(true)];
    }
    case 'forge':
      return [await forge({ ...step, operation })];
  }
}

const count = (state: RunState, outcome: string) =>
  state.outcomes.set(outcome, (state.outcomes.get(outcome) ?? 0) + 1);

/** Looks at one answer as its sender could: what is refused, what is told, and what belongs to somebody else. */
function checkAnswer(
  state: RunState,
  { operation, actor, target, started = 0 }: Step,
  { status, data, error }: Answer,
): void {
  const { person, agency, isAdmin } = actor;
  const foreign = target.agency !== agency;
  const report = (what: string) =>
    state.violations.push(
      `${what}: ${JSON.stringify({ status, data, error, operation, person: person.email, sale: target.id }).slice(0, 900)}`,
    );
  if (error) {
    count(state, `${operation.kind}: refused`);
    const byFunction = operation.kind === 'edit' || (operation.kind === 'create' && !operation.plain);
    if (status >= 500 || !(byFunction ? WORDS : REFUSAL).test(error.code)) report('no refusal in words');
  } else if (operation.kind === 'read') {
    count(state, 'read: done');
  } else if (operation.kind === 'create') {
    const { id, version } = data as { id: string; version: number };
    state.knownIds.get(agency)?.sales.push(id);
    state.versions.set(`${person.id} ${id}`, version);
    count(state, 'create: done');
  } else if (operation.kind === 'pay') {
    const { success } = data as { success: boolean };
    count(state, `pay: ${success ? 'done' : 'refused'}`);
    if (success && (foreign || !isAdmin)) report('paid by a stranger');
  } else if (operation.kind === 'split' || operation.kind === 'leave') {
    const { success } = data as { success: boolean };
    count(state, `${operation.kind}: ${success ? 'done' : 'refused'}`);
    if (success && !isAdmin) report('members changed by an agent');
  } else if (Array.isArray(data) && data.length === 0) {
    // A plain request changes none of the rows one may not touch, and says so by answering none.
    count(state, `${operation.kind}: of nothing`);
  } else if (operation.kind === 'terms') {
    count(state, 'terms: done');
    const [{ organization_id: of } = {}] = data as { organization_id?: string }[];
    if (!isAdmin || of !== agency.organizationId) report('terms of somebody else’s vendor');
  } else if (operation.kind === 'forge' || foreign) {
    report('done to what is not theirs');
  } else {
    const { outcome = 'done', version } = data as Partial<Saved>;
    count(state, `${operation.kind}: ${outcome}`);
    if (outcome === 'saved' && Number(version) - started > 1) report('saved over a change nobody told of');
    if (outcome === 'conflict' && version === started) report('a conflict with nobody');
    if (version !== undefined) state.versions.set(`${person.id} ${target.id}`, version);
  }
}

/** The sale an operation is about. Half of the payments look for one that can be paid. */
async function chooseTarget(
  state: RunState,
  actor: Step['actor'],
  operation: Operation,
): Promise<Step['target']> {
  if (operation.kind === 'pay' && operation.on % 2 === 0) {
    const { data } = await untyped(actor.agency.owner.api, 'commissions_with_sale_date')
      .select('sales_id')
      .match({ status: 'funds_received', sale_status: 'paid' })
      .limit(1);
    const [found] = data as { sales_id: string }[];
    if (found) return { id: found.sales_id, agency: actor.agency };
  }
  const id = choose(state, actor.agency, 'sales', 'on' in operation ? operation.on : 0);
  const [agency = actor.agency] = [...state.knownIds].find(([, { sales }]) => sales.includes(id)) ?? [];
  return { id, agency };
}

/** Runs the plan with workers at the same time; a sale made by one is there for all once it is answered. */
export async function runOperations(
  state: RunState,
  plan: readonly Operation[],
  workers: number,
): Promise<void> {
  const worker = async (first: number) => {
    for (let index = first; index < plan.length; index += workers) {
      const operation = plan[index] as Operation;
      const actor = at(state.people, operation.by);
      const target = await chooseTarget(state, actor, operation);
      const step: Step = { operation, actor, target };
      for (const answer of await execute(state, step)) checkAnswer(state, step, answer);
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, first) => worker(first)));
}
