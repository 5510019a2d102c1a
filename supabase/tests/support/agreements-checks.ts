import { isDeepStrictEqual } from 'node:util';
import { besideOf, factsOf, pursesOf, wrongStatements, type Beside, type Fact } from './agreements-facts';
import {
  basisOf,
  correctionsOf,
  duesOf,
  figuresOf,
  overridesOf,
  owed,
  type Due,
  type World,
  type WorldSale,
} from './agreements-world';
import { ask } from './bank';
import { sql } from './database';
import { SELLERS_SHARES } from './money-invariants';
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
  // Of a divided split the database says the blend.
  ...{ key, person, role, split: Math.round(split), gross: key === 'vendor/1' ? null : gross, cents, state },
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

/** Corrections by tier, paid and open together, and overrides, that are not what the year and the terms say now. */
function wrongBeside(world: World, beside: readonly Beside[]): unknown[] {
  return world.sales.flatMap((sale) => {
    const of = beside.filter((each) => each.sale === sale.id);
    const corrections = [...correctionsOf(world, sale)].flatMap(([key, agreed]) => {
      const told = sum(
        of.filter((each) => each.role === 'tier_correction' && each.key === key).map(({ cents }) => cents),
      );
      return told === agreed ? [] : [{ sale: sale.reference, key, corrected: told, agreed }];
    });
    const claims = overridesOf(world, sale);
    const isCapped = ({ person }: Beside) => (world.leads.get(person)?.cap ?? null) !== null;
    const overrides = [...new Set([...claims, ...of].map(({ key }) => key))].flatMap((key) => {
      // A share that is paid stays as it was: what is other afterwards is in corrections.
      if (sale.paid.has(key)) return [];
      // So does an override that was paid before its share: what is other then is in the purses.
      const paid = of.filter(
        (each) => each.key === key && each.role.startsWith('override') && each.state === 'paid',
      );
      const rows = (all: readonly { person: string; key: string; cents: number }[]) =>
        all
          .filter((each) => each.key === key && paid.every(({ person }) => person !== each.person))
          .map(({ person, cents }) => `${person} ${cents}`)
          .sort();
      const [told, agreed] = [
        rows(of.filter((each) => each.role.startsWith('override') && !isCapped(each))),
        rows(claims),
      ];
      return isDeepStrictEqual(told, agreed) ? [] : [{ sale: sale.reference, key, overrides: told, agreed }];
    });
    return [...corrections, ...overrides];
  });
}

/** What leads with a cap have in a year: what they were paid, and of the rest as much as the cap leaves. */
function wrongCaps(world: World, beside: readonly Beside[]): unknown[] {
  // What is written off after a payment is in corrections, not in the rows.
  if (world.sales.some(({ receipt, paid }) => receipt?.reduces && paid.size > 0)) return [];
  return [...world.leads].flatMap(([lead, { cap }]) => {
    if (cap === null) return [];
    const years = new Set(world.sales.map(({ day }) => day.slice(0, 4)));
    return [...years].flatMap((year) => {
      const sales = world.sales.filter(({ day }) => day.startsWith(year));
      const told = beside.filter((each) => each.person === lead && sales.some(({ id }) => id === each.sale));
      const paid = told.filter(({ state }) => state === 'paid');
      const raw = sales.flatMap((sale) =>
        overridesOf(world, sale, true)
          .filter(
            (claim) =>
              claim.person === lead && !paid.some((each) => each.sale === sale.id && each.key === claim.key),
          )
          .map((claim) => claim.cents),
      );
      const had = sum(paid.map((each) => each.cents));
      const [open, agreed] = [
        sum(told.map((each) => each.cents)) - had,
        Math.min(Math.max(cap - had, 0), sum(raw)),
      ];
      if (open === agreed) return [];
      // Share by share, as it can be read.
      const rows = sales.flatMap((sale) => {
        const reference = sale.reference;
        const claims = overridesOf(world, sale, true).filter(({ person }) => person === lead);
        return [
          ...new Set([...claims, ...told.filter((each) => each.sale === sale.id)].map(({ key }) => key)),
        ].map((key) => ({
          ...{ reference, key, claim: claims.find((each) => each.key === key)?.cents ?? 0 },
          told: told
            .filter((each) => each.sale === sale.id && each.key === key)
            .map(({ cents, state }) => `${cents} ${state}`),
        }));
      });
      return [{ lead, year, cap, had, open, agreed, rows }];
    });
  });
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
async function wrongPurses(world: World, beside: readonly Beside[]): Promise<unknown[]> {
  const recalls = await sql<{ sale: string; person: string; cents: number }>(
    `select c.sales_id as sale, l.agent_id as person, (l.amount * 100)::float8 as cents
     from public.payout_lines l join public.commissions c on c.id = l.commission_id
     where l.organization_id = $1 and l.kind = 'recall'`,
    [world.agency.organizationId],
  );
  const purses = await pursesOf(world.agency.organizationId);
  const wrong = world.sales.flatMap((sale) => {
    const lines = recalls.filter(
      (line) => line.sale === sale.id && line.cents < 0 && world.terms.has(line.person),
    );
    const back = -sum(lines.map(({ cents }) => cents));
    return back === sale.recalled ? [] : [{ sale: sale.reference, recalled: sale.recalled, told: back }];
  });
  const people = purses.flatMap(({ person, paid, carried, waiting, open }) => {
    // Of a lead with a cap it is the sum of the year that is judged.
    if (!world.terms.has(person) && world.leads.get(person)?.cap !== null) return [];
    const back = sum(recalls.filter((line) => line.person === person).map(({ cents }) => cents));
    const told = Math.round(paid + carried + waiting + open);
    // What is corrected by tier is judged share by share.
    const corrected = sum(
      beside
        .filter((each) => each.role === 'tier_correction' && each.person === person)
        .map(({ cents }) => cents),
    );
    const over = sum(
      world.sales
        .flatMap((sale) => overridesOf(world, sale))
        .filter((each) => each.person === person)
        .map(({ cents }) => cents),
    );
    const agreed = owed(world, person) + back + corrected + over;
    if (told === agreed) return [];
    const overrides = world.sales.flatMap((sale) => {
      const [rows, claims] = [beside.filter((each) => each.sale === sale.id), overridesOf(world, sale)].map(
        (all) =>
          all
            .filter((each) => each.person === person && !('role' in each && each.role === 'tier_correction'))
            .map(({ key, cents }) => `${key} ${cents}`)
            .sort(),
      );
      return isDeepStrictEqual(rows, claims) ? [] : [{ sale: sale.reference, rows, claims }];
    });
    return [{ person, ...{ paid, carried, waiting, open, told, agreed, overrides } }];
  });
  return [...wrong, ...people];
}

/** Shares as each person may read them: the own ones, all of them. */
async function wrongSight(
  world: World,
  facts: readonly Fact[],
  beside: readonly Beside[],
): Promise<unknown[]> {
  const wrong: unknown[] = [];
  for (const person of world.people) {
    const { data, error } = await person.api
      .from('commission_shares')
      .select('id, user_id, agent_amount')
      .neq('status', 'cancelled');
    if (error) throw new Error(error.message);
    const own = [
      ...facts.filter((fact) => fact.person === person.id && fact.state !== 'cancelled'),
      ...beside.filter((each) => each.person === person.id),
    ];
    const cents = sum(data.map(({ agent_amount }) => Math.round(agent_amount * 100)));
    if (data.some(({ user_id }) => user_id !== person.id) || cents !== sum(own.map((fact) => fact.cents)))
      wrong.push({ person: person.email, rows: data.length, cents, own: own.length });
  }
  return wrong;
}

/** What a report of all commissions says of the agency: what came, of it what people get by their shares, and what is kept. */
async function wrongAgency({ agency, sales }: World, beside: readonly Beside[]): Promise<unknown[]> {
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
  const over = sum(
    beside
      .filter(({ sale, key }) => key.startsWith('vendor/') && came.some(({ id }) => id === sale))
      .map(({ cents }) => cents),
  );
  const has = {
    n: standing.length,
    expected: sum(standing.map(({ commission }) => commission)),
    ...{ received, agents: people + over, agency: received - people - over },
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

interface Sum {
  count: number;
  amount: number;
  commission_amount?: number;
  agent_amount?: number;
}
interface SalesPage {
  count: number;
  by_status: Record<'total' | 'cancelled', Sum>;
}
interface CommissionsPage {
  stats: Record<'total' | 'cancelled', Sum>;
}
interface ByAgent {
  rows: { key: string; figures: { n: number; total: number; expected: number } }[];
}

const cents = (amount: number | undefined) => Math.round((amount ?? 0) * 100);

/** What lists and reports say to each person of their parts, and to the agency of the whole. */
async function wrongFigures(world: World, beside: readonly Beside[]): Promise<unknown[]> {
  const wrong: unknown[] = [];
  const { agency, people } = world;
  const { rows } = await ask<ByAgent>(agency.admin, 'run_report', {
    definition: { report: 'sales', basis: 'sale', group: 'agent', ...ALWAYS },
  });
  for (const person of [null, ...people]) {
    const by = person ?? agency.admin;
    const { by_status } = await ask<SalesPage>(by, 'list_sales', { page_size: 1 });
    const { stats } = await ask<CommissionsPage>(by, 'list_commissions', { page_size: 1 });
    // What stands: all that is listed less what is cancelled.
    const stands = (of: Record<'total' | 'cancelled', Sum>, name: keyof Sum) =>
      name === 'count'
        ? of.total.count - of.cancelled.count
        : cents(of.total[name]) - cents(of.cancelled[name]);
    const told = {
      ...{ sales: stands(by_status, 'count'), total: stands(by_status, 'amount') },
      ...{ expected: stands(by_status, 'commission_amount'), commissions: stands(stats, 'count') },
      ...{ amount: stands(stats, 'amount'), agents: stands(stats, 'agent_amount') },
    };
    const has = figuresOf(world, person?.id ?? null);
    // What people get is, of the agency, what all of them get, overrides too.
    const standing = new Set(world.sales.filter(({ gone }) => !gone).map(({ id }) => id));
    const over = beside.filter(({ sale, key }) => key.startsWith('vendor/') && standing.has(sale));
    if (!person) has.agents += sum(over.map((each) => each.cents));
    if (!isDeepStrictEqual(told, has)) wrong.push({ person: by.email, told, has });
    const row = rows.find(({ key }) => key === person?.id)?.figures;
    const report = [row?.n ?? 0, cents(row?.total), cents(row?.expected)];
    // A commission that was cancelled alone is none.
    const agreed = [has.sales, has.total, has.amount];
    if (person && !isDeepStrictEqual(report, agreed)) wrong.push({ person: by.email, report, agreed });
  }
  return wrong;
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

interface Others {
  kinds: Partial<Record<string, { count: number; amount: number }>>;
}

/** Commissions of other kinds, by kind, and what customers have paid of each sale. */
async function wrongOthers({ agency, sales, bonuses }: World): Promise<unknown[]> {
  const { kinds } = await ask<Others>(agency.admin, 'list_other_commissions');
  const of = (amounts: number[]) => (amounts.length > 0 ? [amounts.length, sum(amounts)] : [0, 0]);
  const has = {
    service_fee: of(sales.flatMap(({ fee, status }) => (fee > 0 && status !== 'cancelled' ? [fee] : []))),
    penalty: of(sales.flatMap(({ penalty }) => (penalty && !penalty.gone ? [penalty.amount] : []))),
    volume_bonus: of(bonuses.map(({ amount }) => amount)),
  };
  const told = Object.fromEntries(
    Object.keys(has).map((kind) => [kind, [kinds[kind]?.count ?? 0, cents(kinds[kind]?.amount)]]),
  );
  const payments = await sql<{ sale: string; cents: number }>(
    `select sales_id as sale, (sum(amount) * 100)::float8 as cents from public.customer_payments where organization_id = $1 group by 1`,
    [agency.organizationId],
  );
  const paid = new Map(payments.map(({ sale, cents: amount }) => [sale, amount]));
  return [
    ...(isDeepStrictEqual(told, has) ? [] : [{ others: told, has }]),
    ...sales
      .filter(({ id, customerPaid }) => (paid.get(id) ?? 0) !== customerPaid)
      .map(({ id, reference, customerPaid }) => ({
        sale: reference,
        customer: paid.get(id) ?? 0,
        has: customerPaid,
      })),
  ];
}

/** Everything that is not as the document says of what was done. */
export async function wrongCents(world: World): Promise<unknown[]> {
  const { organizationId } = world.agency;
  const [facts, beside] = await Promise.all([factsOf(organizationId), besideOf(organizationId)]);
  const bySale = new Map(
    world.sales.map((sale) => [sale, facts.filter((fact) => fact.sale === sale.id)] as const),
  );
  return [
    ...[...bySale].flatMap(([sale, of]) => [...wrongShares(sale, of), ...wrongSums(sale, of)]),
    ...(await wrongStatements(organizationId)),
    ...(await sql(SELLERS_SHARES, [[organizationId]])),
    ...(await faults(organizationId)),
    ...wrongBeside(world, beside),
    ...wrongCaps(world, beside),
    ...(await wrongPurses(world, beside)),
    ...(await wrongSight(world, facts, beside)),
    ...(await wrongTotals(world)),
    ...(await wrongFigures(world, beside)),
    ...(await wrongOthers(world)),
    ...(await wrongAgency(world, beside)),
  ];
}
