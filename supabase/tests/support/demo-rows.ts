import { sql, sqlOne } from './database';
import type { DemoPerson } from './demo-person';
import { sumOf } from './figure-tree';

/** One sale of the demo with its commission, as it stands in the tables. */
export interface DemoRow {
  id: string;
  commission: string;
  agent: string;
  vendor: string;
  customer: string;
  day: string;
  travel: string | null;
  back: string | null;
  createdAt: string;
  status: 'booked' | 'paid' | 'cancelled';
  state: 'unpaid' | 'funds_received' | 'agent_paid' | 'cancelled';
  total: number;
  gross: number;
  share: number;
  split: number;
  received: number;
  open: number;
  due: string | null;
  receivedOn: string | null;
  /** An admin holds it back from payouts. */
  held: boolean;
  /** The open payout it is in. */
  payout: string | null;
}

/** What an owner has chosen. */
export interface DemoChoices {
  commission_received_on: string;
  payout_hold_until: 'off' | 'departure' | 'return';
  payout_minimum_amount: number;
  receipts_tracked_since: string | null;
}

export interface Demo {
  person: DemoPerson;
  /** What this person may see. */
  rows: DemoRow[];
  choices: DemoChoices;
}

/** Open is told from amount, receipt and what was written off, not from the column of that name. */
export async function readDemo(person: DemoPerson): Promise<Demo> {
  const rows = await sql<DemoRow>(
    `select s.id, c.id as commission, c.agent_id as agent, s.vendor_id as vendor, s.customer_id as customer, s.sale_date::text as day,
       s.travel_date::text as travel, s.return_date::text as back, to_char(s.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.US') as "createdAt",
       s.status, c.status as state, s.total_amount::float8 as total, c.amount::float8 as gross, c.agent_amount::float8 as share, c.commission_split::float8 as split,
       coalesce(c.received_amount, 0)::float8 as received,
       case when c.status = 'cancelled' then 0
         else greatest(c.amount - coalesce(c.received_amount, 0) - c.written_off, 0) end::float8 as open,
       c.due_on::text as due, c.received_on::text as "receivedOn",
       exists (select from public.payout_holds h where h.commission_id = c.id) as held,
       (select l.batch_id from public.payout_lines l where l.commission_id = c.id and l.kind = 'commission') as payout
     from public.sales s join public.commissions c on c.sales_id = s.id
     where s.organization_id = $1`,
    [person.organizationId],
  );
  const choices = await sqlOne<DemoChoices>(
    `select o.commission_received_on, o.payout_hold_until, o.payout_minimum_amount::float8 as payout_minimum_amount,
       o.receipts_tracked_since::text as receipts_tracked_since
     from public.organizations o where o.id = $1`,
    [person.organizationId],
  );
  return { person, choices, rows: rows.filter(({ agent }) => person.isAdmin || agent === person.id) };
}

/** Why an agent cannot be paid for this now; null when it can (docs/product/payouts.md, What can be paid). */
export function obstacleOf(row: DemoRow, { choices, person }: Demo): string | null {
  const isReceived =
    row.state === 'funds_received' &&
    (choices.commission_received_on === 'sale_paid' || row.receivedOn !== null);
  const { departure, return: back } = { departure: row.travel, return: row.back ?? row.travel };
  const waitsUntil = { off: null, departure, return: back }[choices.payout_hold_until];
  if (row.held) return 'held';
  if (isReceived && waitsUntil !== null && waitsUntil > person.today) return 'travel';
  if (!isReceived) return 'vendor';
  return row.status === 'paid' ? null : 'customer';
}

/** Whose agents can be paid now. */
export const isReady = (row: DemoRow, demo: Demo): boolean =>
  row.state === 'funds_received' && obstacleOf(row, demo) === null;

/** Whether the agency knows what vendors pay of it (docs/product/reports.md, Aging). */
const isKnown = ({ state, due, day }: DemoRow, { choices }: Demo): boolean =>
  choices.receipts_tracked_since === null
    ? state === 'unpaid'
    : (due ?? day) >= choices.receipts_tracked_since;

/** What a vendor owes of it, past its due day. */
export const owedOf = (row: DemoRow, demo: Demo): number =>
  isKnown(row, demo) && row.due !== null && row.due < demo.person.today ? row.open : 0;

/** What a vendor will owe of it, up to its due day. */
export const notDueOf = (row: DemoRow, demo: Demo): number =>
  isKnown(row, demo) && row.due !== null && row.due >= demo.person.today ? row.open : 0;

/** What a vendor has not paid of it, without a day on which it is due. */
export const noDueDayOf = (row: DemoRow, demo: Demo): number =>
  isKnown(row, demo) && row.due === null ? row.open : 0;

/** What is owed of rows, and what is said beside it. */
export function owedFigures(rows: readonly DemoRow[], demo: Demo) {
  const owed = rows.filter((row) => owedOf(row, demo) > 0);
  const of = (some: readonly DemoRow[]) => ({
    count: some.length,
    amount: sumOf(some, (row) => owedOf(row, demo)),
  });
  const paid = owed.filter(({ state }) => state === 'agent_paid');
  return {
    ...of(owed),
    vendors: new Set(owed.map(({ vendor }) => vendor)).size,
    agents_paid: { ...of(paid), advanced: sumOf(paid, ({ share }) => share) },
    paid_short: of(owed.filter(({ received }) => received > 0)),
  };
}

/** Of what rows come to, what an answer tells at all. */
export function asTold(answer: unknown, rows: object): object {
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
  if (!isObject(answer)) return rows;
  return Object.fromEntries(
    Object.entries(rows)
      .filter(([key]) => key in answer)
      .map(([key, value]) => [
        key,
        isObject(value) ? asTold(answer[key as keyof object], value) : (value as unknown),
      ]),
  );
}
