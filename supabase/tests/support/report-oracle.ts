import { sql } from './database';

/** One sale with its commission and payment, as it stands in the tables; money in cents. */
export interface ReportRow {
  id: string;
  agent: string;
  vendor: string;
  category: string;
  customer: string;
  saleStatus: string;
  status: string;
  days: Record<'sale' | 'travel' | 'due' | 'received' | 'paid', string | null>;
  total: number;
  gross: number;
  received: number | null;
  share: number;
  writtenOff: number;
  open: number;
  /** From the due day to the receipt; null without one of them. */
  late: number | null;
  payment: number | null;
}

export interface Definition {
  report: string;
  basis?: string;
  group?: string;
  from: string;
  to: string;
  range: 'custom';
  agent_id?: string;
  vendor_id?: string;
  category?: string;
  status?: string;
}

export const reportRowsOf = (organizationId: string) =>
  sql<ReportRow>(
    `select s.id, s.agent_id as agent, s.vendor_id as vendor, v.category, s.customer_id as customer, s.status as "saleStatus", c.status,
       jsonb_build_object('sale', s.sale_date, 'travel', s.travel_date, 'due', c.due_on, 'received', c.received_posted_on,
         'paid', p.posted_on) as days,
       (s.total_amount * 100)::int as total, (c.amount * 100)::int as gross,
       (c.received_amount * 100)::int as received, (c.agent_amount * 100)::int as share, (c.written_off * 100)::int as "writtenOff",
       (c.open_amount * 100)::int as open, c.received_on - c.due_on as late, (p.amount * 100)::int as payment
     from public.sales s
     join public.commissions c on c.sales_id = s.id
     join public.vendors v on v.id = s.vendor_id
     left join public.agent_payments p on p.commission_id = c.id
     where s.organization_id = $1`,
    [organizationId],
  );

/** What the definition asks for, of rows that somebody may see. */
export function rowsAskedFor(rows: readonly ReportRow[], d: Definition): ReportRow[] {
  const isSales = d.report === 'sales';
  return rows.filter((row) => {
    const day = row.days[dayOf(d)];
    const status = isSales ? row.saleStatus : row.status;
    return (
      day !== null &&
      day >= d.from &&
      day <= d.to &&
      (d.status ? status === d.status : status !== 'cancelled') &&
      (!d.agent_id || row.agent === d.agent_id) &&
      (!d.vendor_id || row.vendor === d.vendor_id) &&
      (!d.category || row.category === d.category)
    );
  });
}

const dayOf = ({ report, basis }: Definition) =>
  (basis ?? (report === 'sales' ? 'sale' : 'received')) as keyof ReportRow['days'];

/** Adds rows up as the report should. */
export function figuresOf(rows: readonly ReportRow[], d: Definition) {
  const sum = (of: (row: ReportRow) => number) => rows.reduce((cents, row) => cents + of(row), 0) / 100;
  const count = (is: (row: ReportRow) => boolean) => rows.filter(is).length;
  const isSales = d.report === 'sales';
  // A sale that stands earns nothing once its commission was cancelled alone.
  const isLost = ({ status, saleStatus }: ReportRow) => status === 'cancelled' && saleStatus !== 'cancelled';
  const short = ({ gross, received }: ReportRow) =>
    received === null || received >= gross ? 0 : gross - received;
  const figures = {
    n: rows.length,
    total: isSales ? sum(({ total }) => total) : 0,
    expected: sum((row) => (isSales && isLost(row) ? 0 : row.gross)),
    received_n: 0,
    received: 0,
    taken_back: 0,
    net: 0,
    agents: 0,
    agency: 0,
    short_n: 0,
    short: 0,
    written_off: 0,
    open: 0,
    due_n: 0,
    late_n: 0,
    late_days: 0,
    paid: 0,
  };
  if (isSales) return figures;
  const received = sum((row) => row.received ?? 0);
  const agents = sum((row) => (row.received === null ? 0 : row.share));
  return {
    ...figures,
    received_n: count((row) => row.received !== null),
    received,
    net: received,
    agents,
    agency: Math.round((received - agents) * 100) / 100,
    short_n: count((row) => short(row) > 0),
    short: sum(short),
    written_off: sum((row) => row.writtenOff),
    open: sum((row) => row.open),
    due_n: count((row) => row.late !== null),
    late_n: count((row) => (row.late ?? 0) > 0),
    late_days: rows.reduce((days, row) => days + Math.max(row.late ?? 0, 0), 0),
    paid: dayOf(d) === 'paid' ? sum((row) => row.payment ?? 0) : 0,
  };
}

/** The group of a row. */
export function groupOf(row: ReportRow, d: Definition): string {
  if (d.group === 'month') return `${(row.days[dayOf(d)] ?? '').slice(0, 8)}01`;
  return row[d.group as 'agent' | 'vendor' | 'customer' | 'category'];
}
