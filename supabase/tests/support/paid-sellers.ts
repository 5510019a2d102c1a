import { sql } from './database';

/**
 * Pays sellers' shares of an agency, as a payout does, in cash.
 * @param where which of them, a condition of their commissions `c` and sales `s`
 * @param day the payment date of each, as an expression of the same
 */
export const paySellers = (
  organizationId: string,
  where: string,
  day = "date '2026-06-01'",
): Promise<unknown> =>
  sql(
    `select private.write_payments($1, g.ids, array_fill('cash'::text, array[cardinality(g.ids)]),
       array_fill(null::text, array[cardinality(g.ids)]), g.day, null, null)
     from (
       select ${day} as day, array_agg(h.id) as ids from public.commission_shares h
       join public.commissions c on c.id = h.commission_id
       join public.sales s on s.id = c.sales_id
       where h.organization_id = $1 and h.role = 'seller' and h.status = 'open' and ${where}
       group by 1) g`,
    [organizationId],
  );
