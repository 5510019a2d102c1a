import { isDeepStrictEqual } from 'node:util';
import { factsOf, pursesOf, wrongStatements, type Fact } from './agreements-facts';
import { basisOf, duesOf, owed, type Due, type World, type WorldSale } from './agreements-world';
import { ask } from './bank';
import { sql } from './database';
import { ALWAYS } from './money-reports';
import { faults } from './payouts';

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

/** A share as both sides say it. */
const said = (
  { key, person, role, split }: Fact | Due,
  gross: number | null,
  cents: number,
  state: string,
) => ({
  ...{ key, person, role, split, gross: key === 'vendor/1' ? null : gross, cents, state },
});

/** Keeps what somebody has been paid since: what stands then is what they got. */
export async function keepPaid({ agency, sales }: World): Promise<void> {
  const facts = await factsOf(agency.organizationId);
  for (const sale of sales) {
    const dues = new Map(duesOf(sale).map((due) => [due.key, due.amount]));
    for (const { key, state, sale: id } of facts)
      if (id === sale.id && state === 'paid' && !sale.paid.has(key)) sale.paid.set(key, dues.get(key) ?? 0);
  }
}

/** Of one sale, the shares that are not what was agreed. A share that is gone is told only where somebody was paid for it. */
function wrongShares(sale: WorldSale, facts: readonly Fact[]): unknown[] {
  const told = facts
    .filter(({ state }) => state !== 'cancelled')
    .map((fact) => said(fact, fact.gross, fact.cents, fact.state));
  const agreed = duesOf(sale)
    .filter(({ key, live }) => live || sale.paid.has(key))
    .map((due) => {
      const paid = sale.paid.get(due.key);
      return said(due, due.gross, paid ?? due.amount, paid === undefined ? 'open' : 'paid');
    });
  // What was received short, before or after somebody was paid, or no longer is, is in corrections: a share that is paid stays as it was.
  const plain = (shares: typeof told) =>
    [...shares]
      .map((share) => (share.state === 'paid' ? { ...share, gross: null } : share))
      .sort((one, other) => one.key.localeCompare(other.key));
  // Only what differs, as it can be read.
  const without = (shares: typeof told, others: typeof told) =>
    plain(shares).filter((share) => !plain(others).some((other) => isDeepStrictEqual(share, other)));
  const [toldOnly, agreedOnly] = [without(told, agreed), without(agreed, told)];
  return toldOnly.length + agreedOnly.length > 0 || told.length !== agreed.length
    ? [{ sale: sale.reference, told: toldOnly, agreed: agreedOnly }]
    : [];
}

/** Each cent of a commission that stands is in one place: with people, or with the agency, which keeps nothing below zero. */
function wrongSums(sale: WorldSale, facts: readonly Fact[]): unknown[] {
  const dues = duesOf(sale).filter(({ live }) => live);
  return ['vendor', 'service_fee', 'penalty'].flatMap((kind) => {
    const of = dues.filter(({ key }) => key.startsWith(`${kind}/`));
    if (of.length === 0) return [];
    const basis =
      { vendor: basisOf(sale), service_fee: sale.fee, penalty: sale.penalty?.amount ?? 0 }[kind] ?? 0;
    const gross = sum(of.map((due) => due.gross));
    const commission = facts.find((fact) => fact.kind === kind)?.amount;
    const amount = kind === 'vendor' ? sale.commission : basis;
    const people = sum(of.map((due) => due.amount));
    return gross === basis && commission === amount && people <= basis
      ? []
      : [{ sale: sale.reference, kind, gross, basis, commission, amount, people }];
  });
}

/** What people were paid and have to come, against what they are owed. What vendors took back is told line by line, and adds up to what was said. */
async function wrongPurses(world: World): Promise<unknown[]> {
  const recalls = await sql<{ sale: string; person: string; cents: number }>(
    `select c.sales_id as sale, l.agent_id as person, (l.amount * 100)::float8 as cents
     from public.payout_lines l join public.commissions c on c.id = l.commission_id
     where l.organization_id = $1 and l.kind = 'recall'`,
    [world.agency.organizationId],
  );
  const purses = await pursesOf(world.agency.organizationId);
  const wrong = world.sales.flatMap((sale) => {
    const lines = recalls.filter((line) => line.sale === sale.id && line.cents < 0);
    const back = -sum(lines.map(({ cents }) => cents));
    return back === sale.recalled ? [] : [{ sale: sale.reference, recalled: sale.recalled, told: back }];
  });
  const people = purses.flatMap(({ person, paid, carried, waiting, open }) => {
    if (!world.terms.has(person)) return [];
    const back = sum(recalls.filter((line) => line.person === person).map(({ cents }) => cents));
    const told = Math.round(paid + carried + waiting + open);
    const agreed = owed(world, person) + back;
    return told === agreed ? [] : [{ person, ...{ paid, carried, waiting, open, told, agreed } }];
  });
  return [...wrong, ...people];
}

/** Shares as each person may read them: the own ones, all of them. */
async function wrongSight(world: World, facts: readonly Fact[]): Promise<unknown[]> {
  const wrong: unknown[] = [];
  for (const person of world.people) {
    const { data, error } = await person.api.from('commission_shares').select('id, user_id, agent_amount');
    if (error) throw new Error(error.message);
    const own = facts.filter((fact) => fact.share && fact.person === person.id);
    const cents = sum(data.map(({ agent_amount }) => Math.round(agent_amount * 100)));
    if (data.some(({ user_id }) => user_id !== person.id) || cents !== sum(own.map((fact) => fact.cents)))
      wrong.push({ person: person.email, rows: data.length, cents, own: own.length });
  }
  return wrong;
}

/** What a report of all commissions says of the agency: what came, of it what people get by their shares, and what is kept. */
async function wrongAgency({ agency, sales }: World): Promise<unknown[]> {
  const { total } = await ask<{ total: Record<string, number> }>(agency.admin, 'run_report', {
    definition: { report: 'performance', basis: 'sale', group: 'month', ...ALWAYS },
  });
  const standing = sales.filter(({ gone }) => !gone);
  const came = standing.filter(({ receipt }) => receipt !== null);
  const received = sum(came.map(({ receipt }) => receipt?.amount ?? 0));
  const people = sum(
    came.flatMap((sale) =>
      duesOf(sale).flatMap(({ key, amount }) =>
        key.startsWith('vendor/') ? [sale.paid.get(key) ?? amount] : [],
      ),
    ),
  );
  const has = {
    n: standing.length,
    expected: sum(standing.map(({ commission }) => commission)),
    ...{ received, agents: people, agency: received - people },
  };
  const told = {
    n: total['n'],
    ...Object.fromEntries(
      ['expected', 'received', 'agents', 'agency'].map((name) => [
        name,
        Math.round((total[name] ?? 0) * 100),
      ]),
    ),
  };
  return isDeepStrictEqual(told, has) ? [] : [{ report: told, has }];
}

interface SalesPage {
  count: number;
  by_status: { status: string; count: number; total_amount: number }[];
}

/** What lists say the agency sold: each sale once, whoever shares it. */
async function wrongTotals({ agency, people, sales }: World): Promise<unknown[]> {
  const wrong: unknown[] = [];
  for (const person of [agency.admin, ...people]) {
    const mine = sales.filter(
      ({ holders }) => person === agency.admin || holders.some((holder) => holder.person === person.id),
    );
    const { count } = await ask<SalesPage>(person, 'list_sales', { page_size: 1 });
    if (count !== mine.length) wrong.push({ person: person.email, sales: count, has: mine.length });
  }
  const [totals] = await sql<{ n: number; cents: number }>(
    `select count(*)::int as n, coalesce(sum(total_amount * 100), 0)::float8 as cents from public.sales where organization_id = $1`,
    [agency.organizationId],
  );
  const told = [totals?.n, totals?.cents];
  const has = [sales.length, sum(sales.map(({ total }) => total))];
  return isDeepStrictEqual(told, has) ? wrong : [...wrong, { totals: told, has }];
}

/** Everything that is not as the document says of what was done. */
export async function wrongCents(world: World): Promise<unknown[]> {
  const { organizationId } = world.agency;
  const facts = await factsOf(organizationId);
  const bySale = new Map(
    world.sales.map((sale) => [sale, facts.filter((fact) => fact.sale === sale.id)] as const),
  );
  return [
    ...[...bySale].flatMap(([sale, of]) => [...wrongShares(sale, of), ...wrongSums(sale, of)]),
    ...(await wrongStatements(organizationId)),
    ...(await faults(organizationId)),
    ...(await wrongPurses(world)),
    ...(await wrongSight(world, facts)),
    ...(await wrongTotals(world)),
    ...(await wrongAgency(world)),
  ];
}
