import { sql, sqlOne } from './database';
import type { Journal } from './money-journal';
import type { MoneyRow } from './owed-oracle';
import type { ReportRow } from './report-oracle';

/** A sale with its commission as the document says it: for reports, and for what vendors owe; money in cents. */
export interface JudgedRow extends ReportRow {
  commission: string;
  reference: string;
  split: number;
  /** Of the agent's payment for it alone, or by a payout. */
  paymentDay: string | null;
  /** What the share would be now, were the agent not paid yet. */
  shareNow: number;
  takenBack: number;
  recalls: Recall[];
}

/** What a vendor took back, by its day. */
export interface Recall {
  commission: string;
  day: string;
  agent: string;
  vendor: string;
  category: string;
  cancelled: boolean;
  back: number;
  agents: number;
}

/** What the tables say of a sale that nothing computes: who, when, how much, which steps were taken. */
interface Fact {
  commission: string;
  sale: string;
  reference: string;
  agent: string;
  vendor: string;
  category: string;
  customer: string;
  saleStatus: string;
  status: string;
  saleDate: string;
  travelDate: string | null;
  returnDate: string | null;
  total: number;
  gross: number;
  split: number;
  shareTold: number;
  days: number | null;
  basis: string;
  payment: number | null;
  paymentDay: string | null;
}

const factsOf = (organizationId: string) =>
  sql<Fact>(
    `select c.id as commission, s.id as sale, s.booking_reference as reference, s.agent_id as agent, s.vendor_id as vendor, v.category,
       s.customer_id as customer, s.status as "saleStatus", c.status, s.sale_date::text as "saleDate",
       s.travel_date::text as "travelDate", s.return_date::text as "returnDate", (s.total_amount * 100)::int as total,
       (c.amount * 100)::int as gross, c.commission_split::float8 as split, (c.agent_amount * 100)::int as "shareTold",
       t.expected_payment_days as days, t.expected_payment_basis as basis, (p.amount * 100)::int as payment,
       p.payment_date::text as "paymentDay"
     from public.sales s
     join public.commissions c on c.sales_id = s.id
     join public.vendors v on v.id = s.vendor_id
     join public.vendor_terms t on t.vendor_id = v.id
     left join public.agent_payments p on p.commission_id = c.id
     where s.organization_id = $1 order by s.booking_reference`,
    [organizationId],
  );

const recallsOf = (organizationId: string) =>
  sql<Recall>(
    `select r.commission_id as commission, r.posted_on::text as day, r.user_id as agent, r.vendor_id as vendor, v.category, r.cancelled,
       (r.taken_back * 100)::int as back, (r.agent_amount * 100)::int as agents
     from private.recall_parts r join public.vendors v on v.id = r.vendor_id where r.organization_id = $1`,
    [organizationId],
  );

const shift = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

function dueDay({ days, basis, saleDate, travelDate, returnDate }: Fact): string | null {
  if (days === null) return null;
  if (basis === 'before_departure') return travelDate && shift(travelDate, -days);
  const from = { booking: saleDate, departure: travelDate, return: returnDate ?? travelDate }[basis];
  return from ? shift(from, days) : null;
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
const shareOf = (gross: number, split: number) => Math.round((gross * split) / 100);

/** Sales with what the journal says of their money; and notes the due days that hold until something is paid in full. */
export async function judge(organizationId: string, journal: Journal): Promise<JudgedRow[]> {
  const recalls = await recallsOf(organizationId);
  return (await factsOf(organizationId)).map((fact): JudgedRow => {
    const { commission, gross, split, payment, paymentDay } = fact;
    const receipt = journal.receiptOf(commission);
    const writtenOff = journal.writtenOff(commission);
    const cancelled = fact.status === 'cancelled';
    const open = cancelled ? 0 : Math.max(gross - (receipt?.amount ?? 0) - writtenOff, 0);
    if (open > 0 || !journal.due.has(commission)) journal.due.set(commission, dueDay(fact));
    const due = journal.due.get(commission) ?? null;
    const shareNow = shareOf(gross - journal.writtenOff(commission, { reducing: true }), split);
    const share = journal.unclear.has(commission) ? fact.shareTold : (payment ?? shareNow);
    return {
      ...{ id: fact.sale, commission, reference: fact.reference, agent: fact.agent, vendor: fact.vendor },
      ...{
        category: fact.category,
        customer: fact.customer,
        saleStatus: fact.saleStatus,
        status: fact.status,
      },
      days: {
        sale: fact.saleDate,
        travel: fact.travelDate,
        due,
        received: receipt?.posted ?? null,
        paid: paymentDay,
      },
      ...{ total: fact.total, gross, received: receipt?.amount ?? null, split, writtenOff, open },
      ...{ share, shareNow, payment, paymentDay, takenBack: journal.takenBack(commission) },
      recalls: recalls.filter((recall) => recall.commission === commission),
      late: receipt && due ? daysBetween(due, receipt.day) : null,
    };
  });
}

/** The same rows as what vendors owe. */
export async function owedRows(organizationId: string, rows: readonly JudgedRow[]) {
  const { since, today } = await sqlOne<{ since: string | null; today: string }>(
    `select receipts_tracked_since::text as since, (now() at time zone time_zone)::date::text as today
     from public.organizations where id = $1`,
    [organizationId],
  );
  const owed = rows.map((row): MoneyRow => {
    const { due, sale } = row.days;
    const known = since === null ? row.status === 'unpaid' : (due ?? sale ?? '') >= since;
    const open = known ? row.open : 0;
    return {
      ...{ id: row.commission, saleId: row.id, vendor: row.vendor, agent: row.agent, status: row.status },
      ...{ amount: row.gross, share: row.share, due, received: row.received ?? 0, takenBack: row.takenBack },
      ...{ hasReceipt: row.received !== null, open, agentPaid: row.payment !== null },
      owed: due !== null && due < today ? open : 0,
    };
  });
  return { rows: owed, since, today };
}
