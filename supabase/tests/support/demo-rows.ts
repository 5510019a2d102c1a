import { partsOf } from './agreements-oracle';
import { sql, sqlOne } from './database';
import type { DemoPerson } from './demo-person';
import { sumOf } from './figure-tree';

/** One sale of the demo with its commission, as it stands in the tables: whole, or the part of one person. */
export interface DemoRow {
  id: string;
  commission: string;
  /** Whose part it is; of a whole one who sold it. */
  agent: string;
  seller: string;
  vendor: string;
  customer: string;
  day: string;
  travel: string | null;
  back: string | null;
  createdAt: string;
  status: 'booked' | 'paid' | 'cancelled';
  state: 'unpaid' | 'funds_received' | 'agent_paid' | 'cancelled';
  total: number;
  /** The total of the sale, also where the rest is of a part. */
  whole: number;
  gross: number;
  /** What the person gets of it; of a whole one what all people get. */
  share: number;
  split: number;
  received: number;
  open: number;
  writtenOff: number;
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
  /** What this person may see: admins each sale once, whole; an agent the parts that are theirs. */
  rows: DemoRow[];
  /** The parts of each person that this one may see: without a share a sale is one part, its seller's. */
  parts: DemoRow[];
  choices: DemoChoices;
}

/** Who has a part of it beside the seller, in their order. */
interface Beside {
  agent: string;
  percent: number;
  split: number;
  share: number;
  status: 'open' | 'paid' | 'cancelled';
}

/** A sale as it stands: `share` is its seller's. */
type StoredRow = Omit<DemoRow, 'seller' | 'whole'> & {
  sellerPaid: boolean;
  beside: Beside[];
  /** What people get of it who have no part: by overrides and corrections. */
  further: number;
};

/** The whole as the agency has it, and the part of each person: by percent to the cent, with their own amount and state. */
function readRow({ sellerPaid, beside, further, ...row }: StoredRow): { whole: DemoRow; parts: DemoRow[] } {
  const [seller, whole] = [row.agent, row.total];
  const rest = beside.reduce((points, { percent }) => points - percent * 100, 10_000);
  const points = [rest, ...beside.map(({ percent }) => percent * 100)].map(Math.round);
  const people: Pick<DemoRow, 'agent' | 'share' | 'split' | 'state'>[] = [
    { ...row, state: sellerPaid ? 'agent_paid' : row.state },
    ...beside.map(({ status, ...one }) => ({ ...one, state: stateOf(status, row.state) })),
  ];
  const of = (amount: number) => partsOf(Math.round(amount * 100), points).map((cents) => cents / 100);
  const [totals, gross, received] = [of(whole), of(row.gross), of(row.received)];
  const [open, writtenOff] = [of(row.open), of(row.writtenOff)];
  return {
    whole: { ...row, seller, whole, share: sumOf(people, ({ share }) => share) + further },
    parts: people.map(({ agent, share, split, state }, place) => ({
      ...{ ...row, seller, whole, agent, share, split, state },
      ...{ total: totals[place] ?? 0, gross: gross[place] ?? 0 },
      ...{ received: received[place] ?? 0, open: open[place] ?? 0 },
      writtenOff: writtenOff[place] ?? 0,
    })),
  };
}

/** A share is paid by itself; else it is what its commission is, of which the seller may be paid. */
function stateOf(share: Beside['status'], commission: DemoRow['state']): DemoRow['state'] {
  if (share === 'paid') return 'agent_paid';
  if (share === 'cancelled') return 'cancelled';
  return commission === 'agent_paid' ? 'funds_received' : commission;
}

/** Open is told from amount, receipt and what was written off, not from the column of that name; parts from the percents of the sale. */
export async function readDemo(person: DemoPerson): Promise<Demo> {
  const stored = await sql<StoredRow>(
    `select s.id, c.id as commission, c.agent_id as agent, s.vendor_id as vendor, s.customer_id as customer, s.sale_date::text as day,
       s.travel_date::text as travel, s.return_date::text as back, to_char(s.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.US') as "createdAt",
       s.status, c.status as state, s.total_amount::float8 as total, c.amount::float8 as gross, c.agent_amount::float8 as share, c.commission_split::float8 as split,
       coalesce(c.received_amount, 0)::float8 as received, c.seller_paid as "sellerPaid",
       (select coalesce(jsonb_agg(jsonb_build_object('agent', k.one ->> 'user_id', 'percent', (k.one ->> 'percent')::numeric, 'split', h.split,
           'share', h.agent_amount, 'status', h.status) order by k.n), '[]')
         from jsonb_array_elements(s.co_sellers) with ordinality k(one, n)
         left join public.commission_shares h on h.commission_id = c.id and h.place > 1 and h.user_id::text = k.one ->> 'user_id') as beside,
       (select coalesce(sum(h.agent_amount), 0)::float8 from public.commission_shares h where h.commission_id = c.id and h.place is null) as further,
       case when c.status = 'cancelled' then 0
         else greatest(c.amount - coalesce(c.received_amount, 0) - c.written_off, 0) end::float8 as open, c.written_off::float8 as "writtenOff",
       c.due_on::text as due, c.received_on::text as "receivedOn",
       exists (select from public.payout_holds h where h.share_id = (private.sellers_share(c.organization_id, c.id)).id) as held,
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
  const all = stored.map(readRow);
  const parts = all.flatMap((row) => row.parts).filter(({ agent }) => person.isAdmin || agent === person.id);
  return { person, choices, parts, rows: person.isAdmin ? all.map(({ whole }) => whole) : parts };
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
