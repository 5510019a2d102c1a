import { sql } from './database';
import { MONEY_INVARIANTS } from './money-invariants';
import type { Person } from './test-agency';
import { differences, misread, refresh } from './totals';

type Row = Record<string, unknown>;

/** What must hold of every row, as the rows that break it. `$1` is the list of organizations. */
export const INVARIANTS: Record<string, string> = {
  ...MONEY_INVARIANTS,
  'one commission a sale, with the same agent, date and amount': `
    select s.id, count(c.id) from public.sales s
    left join public.commissions c on c.sales_id = s.id and c.organization_id = s.organization_id
      and c.agent_id = s.agent_id and c.amount = s.commission_amount and c.sale_date = s.sale_date
    where s.organization_id = any ($1) group by s.id having count(c.id) <> 1`,
  'the share follows amount and split': `
    select c.id from public.commissions c
    where c.organization_id = any ($1) and c.agent_amount <> round(c.amount * c.commission_split / 100, 2)`,
  'a commission has the vendor of its sale and, unpaid, the day the vendor’s terms give': `
    select s.id from public.sales s
    join public.commissions c on c.sales_id = s.id join public.vendor_terms v on v.vendor_id = s.vendor_id
    where s.organization_id = any ($1) and (c.vendor_id <> s.vendor_id
      or c.status = 'unpaid' and c.due_on is distinct from private.due_on(
        v.expected_payment_days, v.expected_payment_basis, s.sale_date, s.travel_date, s.return_date))`,
  'a commission knows whether its sale is paid': `
    select s.id from public.sales s join public.commissions c on c.sales_id = s.id
    where s.organization_id = any ($1) and c.sale_paid <> (s.status = 'paid')`,
  'the commission stands where its sale allows': `
    select s.id, s.status, c.status from public.sales s join public.commissions c on c.sales_id = s.id
    where s.organization_id = any ($1) and not case s.status
      when 'booked' then c.status in ('unpaid', 'funds_received', 'cancelled')
      when 'paid' then c.status in ('funds_received', 'agent_paid', 'cancelled')
      else c.status = 'cancelled' end`,
  'one payment for every commission that is paid out, of its amount, to its agent, by an admin': `
    select c.id, c.status, count(p.id) from public.commissions c
    left join public.agent_payments p on p.commission_id = c.id
    where c.organization_id = any ($1)
    group by c.id having count(p.id) <> (c.status = 'agent_paid')::int
      or bool_or(p.id is not null and (p.amount <> c.agent_amount or p.agent_id <> c.agent_id
        or not exists (select 1 from public.users u where u.id = p.created_by
          and u.organization_id = c.organization_id and u.role in ('owner', 'admin'))))`,
  'rate and commission follow each other': `
    select s.id from public.sales s where s.organization_id = any ($1) and case s.commission_basis
      when 'rate' then s.commission_amount <> round(s.total_amount * s.commission_rate / 100, 2)
      when 'amount' then s.total_amount > 0
        and s.commission_rate <> round(s.commission_amount / s.total_amount * 100, 2) end`,
  'travelers are the rows that hold their references': `
    select s.id from public.sales s where s.organization_id = any ($1)
      and (s.traveler_ids is distinct from array(
        select t.customer_id from public.sale_travelers t where t.sale_id = s.id order by 1)
        or s.customer_id = any (s.traveler_ids))`,
  'the version is the number of entries, which are numbered without gaps, in the order of time': `
    select s.id, s.version from public.sales s
    join lateral (
      select count(*) as entries, max(h.version) as last, bool_and(h.in_order) as in_order from (
        select version, created_at >= lag(created_at, 1, created_at) over (order by version) as in_order
        from public.sales_history where sales_id = s.id) h
    ) h on true
    where s.organization_id = any ($1) and (h.entries <> s.version or h.last <> s.version or not h.in_order)`,
  'every entry names who did it, from the same organization': `
    select h.id from (
      select id, organization_id, changed_by from public.sales_history
      union all select id, organization_id, changed_by from public.commission_history) h
    where h.organization_id = any ($1) and not exists (
      select 1 from public.users u where u.id = h.changed_by and u.organization_id = h.organization_id)`,
  'an agent changed nothing but own sales': `
    select h.id from public.sales_history h join public.users u on u.id = h.changed_by
    where h.organization_id = any ($1) and u.role = 'agent' and u.id::text <> (
      select a.new_data ->> 'agent_id' from public.sales_history a
      where a.sales_id = h.sales_id and a.version <= h.version and a.new_data ? 'agent_id'
      order by a.version desc limit 1)`,
};

/** Ranges of days that sellers are added up over: all, months in whole and in part. */
const RANGES: [string, string][] = [
  ['1900-01-01', '2199-12-31'],
  ['2025-08-20', '2026-02-10'],
];

interface Entry {
  parent: string;
  type: string;
  previous: Row | null;
  next: Row;
}

/** Replays entries in order; says where one does not start from what the one before it left. */
function replay(entries: readonly Entry[], violations: string[]): Map<string, Row> {
  const states = new Map<string, Row>();
  for (const { parent, type, previous, next } of entries) {
    const state = states.get(parent);
    if ((type === 'create') !== (state === undefined)) violations.push(`${parent}: ${type} out of place`);
    for (const [field, value] of Object.entries(previous ?? {}))
      if (JSON.stringify(state?.[field] ?? null) !== JSON.stringify(value ?? null) && !isNoTravelers(value))
        violations.push(
          `${parent}.${field}: ${JSON.stringify(state?.[field])} became ${JSON.stringify(value)}`,
        );
    states.set(parent, { ...state, ...next });
  }
  return states;
}

/** What a history does not tell of a sale that has none: it began as the column does. */
const UNTOLD: Row = { travelers: [], lines: [], co_sellers: [], payment_plan: [], fee_amount: 0 };

const isNoTravelers = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

function compare(
  rows: readonly { id: string; row: Row }[],
  states: Map<string, Row>,
  violations: string[],
): void {
  for (const { id, row } of rows) {
    const state = states.get(id) ?? {};
    for (const field of new Set([...Object.keys(row), ...Object.keys(state)])) {
      const [kept, told] = [row[field] ?? null, state[field] ?? UNTOLD[field] ?? null];
      if (JSON.stringify(kept) !== JSON.stringify(told))
        violations.push(
          `${id}.${field} is ${JSON.stringify(kept)}, its history says ${JSON.stringify(told)}`,
        );
    }
  }
}

async function replayed(organizations: string[]): Promise<string[]> {
  const violations: string[] = [];
  const sales = await sql<Entry>(
    `select sales_id as parent, change_type as type, previous_data as previous, new_data as next
     from public.sales_history where organization_id = any ($1) order by sales_id, version`,
    [organizations],
  );
  compare(
    await sql(
      `select s.id, private.sale_content(s) - 'traveler_ids'
         || jsonb_build_object('travelers', private.traveler_names(s)) as row
       from public.sales s where s.organization_id = any ($1)`,
      [organizations],
    ),
    replay(sales, violations),
    violations,
  );
  const commissions = await sql<Entry>(
    `select commission_id as parent, change_type as type, previous_data as previous, new_data as next
     from public.commission_history where organization_id = any ($1) order by commission_id, created_at`,
    [organizations],
  );
  compare(
    await sql(
      `select c.id, to_jsonb(c) - private.derived_commission_columns() as row
       from public.commissions c where c.organization_id = any ($1)`,
      [organizations],
    ),
    replay(commissions, violations),
    violations,
  );
  return violations;
}

/** Every violated invariant of these organizations, in words; empty when all hold. */
export async function findViolations(organizations: string[]): Promise<string[]> {
  const violations = await replayed(organizations);
  const report = (rule: string, rows: unknown[]) => {
    if (rows.length > 0) violations.push(`${rule}: ${rows.length}, like ${JSON.stringify(rows[0])}`);
  };
  for (const [rule, statement] of Object.entries(INVARIANTS))
    report(rule, await sql(statement, [organizations]));
  // What the operations marked, and once the job has added it up: the next round begins with nothing stale.
  for (const when of ['while days are stale', 'once they are added up']) {
    for (const organization of organizations) {
      report(`the totals say what the rows say ${when}`, await differences(organization));
      report(`who reads totals is told what the rows say ${when}`, await misread(organization, RANGES));
    }
    await refresh();
  }
  return violations;
}

/** What a person sees of sales, and what they should: an admin all of the organization, an agent their own. */
export async function findVisibilityViolations(
  person: Person,
  organization: string,
  isAdmin: boolean,
): Promise<string[]> {
  const [expected] = await sql<{ count: number; amount: number | null }>(
    `select count(*)::int as count, coalesce(sum(total_amount), 0)::float as amount from public.sales
     where organization_id = $1 and ($2 or agent_id = $3)`,
    [organization, isAdmin, person.id],
  );
  const seen = await person.api.from('sales').select('id', { count: 'exact', head: true });
  const { data } = await person.api.rpc('get_sales_by_status', {});
  const { total } = data as unknown as { total: { count: number; amount: number } };
  return seen.count === expected?.count && total.count === expected.count && total.amount === expected.amount
    ? []
    : [`${person.email} sees ${JSON.stringify([seen.count, total])} of ${JSON.stringify(expected)}`];
}
