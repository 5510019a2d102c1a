import { sql } from './database';

/** One sale with its commission, as it stands in the tables. */
export interface SaleRow {
  agent: string;
  vendor: string;
  customer: string;
  /** Of the sale. */
  day: string;
  status: string;
  commissionStatus: string;
  total: number;
  gross: number;
  share: number;
  /** What the receipt says; null where there is none. */
  received: number | null;
  /** Due before today. */
  late: boolean;
}

/** Rows added up. */
export interface Figure {
  count: number;
  total: number;
  gross: number;
  share: number;
}

export const rowsOf = (organizationId: string) =>
  sql<SaleRow>(
    `select s.agent_id as agent, s.vendor_id as vendor, s.customer_id as customer, s.sale_date::text as day, s.status,
       c.status as "commissionStatus", s.total_amount::float8 as total, c.amount::float8 as gross,
       c.agent_amount::float8 as share, c.received_amount::float8 as received,
       coalesce(c.due_on < (now() at time zone o.time_zone)::date, false) as late
     from public.sales s join public.commissions c on c.sales_id = s.id
     join public.organizations o on o.id = s.organization_id
     where s.organization_id = $1`,
    [organizationId],
  );

/** Adds up in whole cents. */
export function amountsOf(rows: readonly SaleRow[]): Figure {
  const sum = (of: 'total' | 'gross' | 'share') =>
    rows.reduce((cents, row) => cents + Math.round(row[of] * 100), 0) / 100;
  return { count: rows.length, total: sum('total'), gross: sum('gross'), share: sum('share') };
}
