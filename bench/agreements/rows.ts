import type pg from 'pg';
import type { Agency } from '../database/fill';

/** Rows of a file that one call brings, as the browser sends sales. */
export const PORTION = 100;

const KINDS = [
  { kind: 'fare', amount: 2400, rate: 12 },
  { kind: 'taxes', amount: 310 },
  { kind: 'hotel', amount: 980, rate: 10 },
  { kind: 'insurance', amount: 140, rate: 30 },
  { kind: 'service_fee', amount: 60 },
] as const;

/** A file of so many sales as the browser sends it, each of five lines, with one customer for ten of them. */
export function importedRows(sales: number): Record<string, unknown>[] {
  return Array.from({ length: sales }, (_, n) => ({
    row_number: n + 1,
    booking_reference: `LN-${100_000 + n}`,
    ...{ customer_first_name: 'Line', customer_last_name: `Buyer ${n % Math.ceil(sales / 10)}` },
    ...{ vendor: `Liners ${n % 20}`, sale_date: `2026-0${1 + (n % 9)}-15` },
    lines: KINDS.map(({ kind, amount, ...earns }, line) => ({
      ...{ kind, amount: amount + (n % 100), text: `Part ${line + 1}` },
      ...earns,
    })),
  }));
}

/** The id of an agent of an agency, as bench/database/fill computes it. */
const agentId = (agency: string, number: string) => `md5('u' || ${agency} || '-' || ${number})::uuid`;

/**
 * A twentieth of the sales has a co-seller who gets 30 percent, with the share of the commission that goes with it; a tenth of these is open, and a quarter of those that
 * funds are here for was paid before the seller. Beside commissions that are filled without triggers.
 * @param without number of the agent who shares nobody's sale
 * @param withShares number of one who shares some
 */
export async function fillShares(
  client: pg.Client,
  { number, agents }: Agency,
  without: number,
  withShares: number,
): Promise<void> {
  await client.query(`create temporary table shared as
    select s.id, ${agentId(`'${number}'`, 'n')} as other from (
      select s.id, s.agent_id, case when abs(hashtext(s.id::text)) % 7 = 0 then ${withShares}
        else 1 + abs(hashtext(s.id::text)) % ${agents} end as n from public.sales s
      where abs(hashtext(s.id::text || 'shared')) % 20 = 0) s
    where s.n <> ${without} and ${agentId(`'${number}'`, 's.n')} <> s.agent_id`);
  await client.query('create index on shared (id)');
  await client.query(`update public.sales s
    set co_sellers = jsonb_build_array(jsonb_build_object('user_id', h.other, 'role', 'co_seller', 'percent', 30))
    from shared h where h.id = s.id`);
  await client.query(`update public.commissions c set share_percents = '{70,30}',
      agent_amount = round((private.parts_of(c.amount, '{70,30}'))[1] * c.commission_split / 100, 2),
      seller_paid = c.status = 'agent_paid'
    from shared h where h.id = c.sales_id`);
  await client.query(`insert into public.commission_shares (organization_id, commission_id, sales_id, user_id, role, place, percent, split,
      gross_part, agent_amount, counted_on, status, paid_on)
    select c.organization_id, c.id, c.sales_id, h.other, 'co_seller', 2, 30, t.commission_split, p.part,
      round(p.part * t.commission_split / 100, 2), c.sale_date,
      case when w.paid then 'paid' when c.status = 'cancelled' then 'cancelled' else 'open' end, case when w.paid then c.sale_date end
    from shared h join public.commissions c on c.sales_id = h.id join public.user_terms t on t.user_id = h.other
    cross join lateral (select c.status = 'agent_paid' or c.status = 'funds_received' and abs(hashtext(c.id::text)) % 4 = 0 as paid) w
    cross join lateral (select (private.parts_of(c.amount, '{70,30}'))[2] as part) p`);
}
