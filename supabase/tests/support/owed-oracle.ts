import { sql, sqlOne } from './database';

/** A manual receipt as a test recorded it; the database keeps of it only what counts now. */
export interface ManualReceipt {
  amount: number;
  writtenOff: number;
}

/** What a commission's money has come to; money in cents. */
export interface MoneyRow {
  id: string;
  saleId: string;
  vendor: string;
  agent: string;
  status: string;
  amount: number;
  share: number;
  due: string | null;
  received: number;
  takenBack: number;
  hasReceipt: boolean;
  /** What of it the agency knows: see `known`. */
  open: number;
  owed: number;
  agentPaid: boolean;
}

interface RawRow {
  id: string;
  saleId: string;
  vendor: string;
  agent: string;
  status: string;
  amount: number;
  share: number;
  saleDate: string;
  travelDate: string | null;
  returnDate: string | null;
  days: number | null;
  basis: string;
  brought: number;
  takenBack: number;
  writtenOff: number;
  /** What of a manual receipt its matches were told to take the place of. */
  replaced: number;
  parts: number;
  payments: number;
}

const shift = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

function dueDay({ days, basis, saleDate, travelDate, returnDate }: RawRow): string | null {
  if (days === null) return null;
  const from = { booking: saleDate, departure: travelDate, return: returnDate ?? travelDate }[basis];
  if (basis === 'before_departure') return travelDate && shift(travelDate, -days);
  return from ? shift(from, days) : null;
}

/**
 * What vendors owe an organization, from sales, terms of vendors, parts of deposits, payments to agents and the manual receipts of a
 * test: no column that the database computes is read.
 */
export async function moneyOf(
  organizationId: string,
  manual: ReadonlyMap<string, ManualReceipt>,
): Promise<{ rows: MoneyRow[]; today: string; since: string | null }> {
  const { since, today } = await sqlOne<{ since: string | null; today: string }>(
    `select receipts_tracked_since::text as since, (now() at time zone time_zone)::date::text as today
     from public.organizations where id = $1`,
    [organizationId],
  );
  const raw = await sql<RawRow>(
    `select c.id, s.id as "saleId", s.vendor_id as vendor, s.agent_id as agent, c.status, (c.amount * 100)::int as amount,
       (c.agent_amount * 100)::int as share, s.sale_date::text as "saleDate", s.travel_date::text as "travelDate",
       s.return_date::text as "returnDate", v.expected_payment_days as days, v.expected_payment_basis as basis,
       coalesce(sum(a.amount * 100) filter (where a.amount > 0), 0)::int as brought,
       coalesce(-sum(a.amount * 100) filter (where a.amount < 0), 0)::int as "takenBack",
       coalesce(sum(a.replaced_amount * 100), 0)::int as replaced,
       coalesce(sum(a.write_off_amount * 100), 0)::int as "writtenOff", count(a.id)::int as parts,
       (select count(*)::int from public.agent_payments p where p.commission_id = c.id) as payments
     from public.sales s
     join public.commissions c on c.sales_id = s.id
     join public.vendor_terms v on v.vendor_id = s.vendor_id
     left join public.bank_allocations a on a.commission_id = c.id
     where s.organization_id = $1 group by c.id, s.id, v.vendor_id`,
    [organizationId],
  );
  const rows = raw.map((row): MoneyRow => {
    // What was recorded stays as far as no deposit has taken its place: one that did may be taken back, and a later one stay.
    const word = manual.get(row.id);
    const recorded = Math.round((word?.amount ?? 0) * 100);
    const received = row.brought + Math.max(recorded - Math.max(row.replaced, row.brought), 0);
    const writtenOff = row.parts > 0 ? row.writtenOff : Math.round((word?.writtenOff ?? 0) * 100);
    const due = dueDay(row);
    const known = since === null ? row.status === 'unpaid' : (due ?? row.saleDate) >= since;
    const open = known && row.status !== 'cancelled' ? Math.max(row.amount - received - writtenOff, 0) : 0;
    return {
      id: row.id,
      saleId: row.saleId,
      vendor: row.vendor,
      agent: row.agent,
      status: row.status,
      amount: row.amount,
      share: row.share,
      due,
      received,
      takenBack: row.takenBack,
      hasReceipt: row.parts > 0 || word !== undefined,
      open,
      owed: due !== null && due < today ? open : 0,
      agentPaid: row.payments > 0,
    };
  });
  return { rows, today, since };
}

/** Adds up in cents; answers the amount as the database does. */
export const total = (rows: readonly MoneyRow[], of: (row: MoneyRow) => number): number =>
  rows.reduce((cents, row) => cents + of(row), 0) / 100;

/** What stands beside a sum that is owed. */
export function besideOwed(rows: readonly MoneyRow[]) {
  const paid = rows.filter(({ owed, agentPaid }) => owed > 0 && agentPaid);
  const short = rows.filter(({ owed, received }) => owed > 0 && received > 0);
  return {
    agents_paid: {
      count: paid.length,
      amount: total(paid, ({ owed }) => owed),
      advanced: total(paid, ({ share }) => share),
    },
    paid_short: { count: short.length, amount: total(short, ({ owed }) => owed) },
  };
}

/** The figure of what is owed, as dashboard, bank and vendor page answer it. */
export function owedFigure(rows: readonly MoneyRow[], since: string | null) {
  const owed = rows.filter((row) => row.owed > 0);
  return {
    count: owed.length,
    amount: total(owed, (row) => row.owed),
    ...besideOwed(owed),
    tracked_since: since,
  };
}

/** The bucket of something open. */
export function bucketOf({ due }: MoneyRow, today: string): string {
  if (due === null) return 'no_due_day';
  const days = (Date.parse(today) - Date.parse(due)) / 86_400_000;
  return days <= 0 ? 'not_due' : days <= 30 ? '0-30' : days <= 60 ? '31-60' : days <= 90 ? '61-90' : '90+';
}
