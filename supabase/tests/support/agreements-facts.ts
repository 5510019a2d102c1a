import { sql } from './database';

/** A share as the tables have it; money in cents, percents in points. */
export interface Fact {
  sale: string;
  /** The commission, or the other one. */
  commission: string;
  /** Of a row of its own; the seller's share of a vendor's commission is the commission's. */
  share: string | null;
  kind: string;
  status: string;
  amount: number;
  key: string;
  person: string;
  role: string;
  percent: number;
  split: number;
  gross: number | null;
  cents: number;
  state: 'open' | 'paid' | 'cancelled';
}

/** Every share of every commission of an agency, by what the tables say. */
export const factsOf = (organizationId: string): Promise<Fact[]> =>
  sql<Fact>(
    `with parts as (
       select c.sales_id as sale, c.id as commission, null::uuid as share, 'vendor' as kind, c.status, c.amount, 'vendor/1' as key,
         c.agent_id as person, 'seller' as role, c.share_percents[1] as percent, c.commission_split as split, null::numeric as gross,
         c.agent_amount as cents, case when c.seller_paid or c.status = 'agent_paid' then 'paid'
           when c.status = 'cancelled' then 'cancelled' else 'open' end as state, c.organization_id
       from public.commissions c
       union all
       select h.sales_id, coalesce(h.commission_id, h.other_commission_id), h.id, coalesce(o.kind, 'vendor'), coalesce(o.status, c.status),
         coalesce(o.amount, c.amount), coalesce(o.kind, 'vendor') || '/' || h.place,
         h.user_id, h.role, h.percent, h.split, h.gross_part, h.agent_amount, h.status, h.organization_id
       from private.shares_beside_sellers h
       left join public.commissions c on c.id = h.commission_id
       left join public.other_commissions o on o.id = h.other_commission_id
       where h.place is not null)
     select sale, commission, share, kind, status, (amount * 100)::float8 as amount, key, person, role, (percent * 100)::float8 as percent,
       (split * 100)::float8 as split, (gross * 100)::float8 as gross, (cents * 100)::float8 as cents, state
     from parts where organization_id = $1 order by sale, key`,
    [organizationId],
  );

/** What is beside shares: overrides, what is taken off for them, and corrections by tier; money in cents. */
export interface Beside {
  sale: string;
  /** The commission, or the other one; its status. */
  commission: string;
  status: string;
  share: string;
  role: 'override' | 'override_charge' | 'tier_correction';
  person: string;
  /** The share under it. */
  key: string;
  cents: number;
  state: 'open' | 'paid';
}

export const besideOf = (organizationId: string): Promise<Beside[]> =>
  sql<Beside>(
    `select h.sales_id as sale, coalesce(h.commission_id, h.other_commission_id) as commission, coalesce(c.status, o.status) as status,
       h.id as share, h.role, h.user_id as person, coalesce(o.kind, 'vendor') || '/' || u.place as key,
       (h.agent_amount * 100)::float8 as cents, h.status as state
     from public.commission_shares h
     left join public.commission_shares u on u.id = h.under_share_id
     left join public.commissions c on c.id = h.commission_id
     left join public.other_commissions o on o.id = h.other_commission_id
     where h.organization_id = $1 and h.place is null and h.status <> 'cancelled' and h.agent_amount <> 0`,
    [organizationId],
  );

/** What one person was paid and has waiting, in cents: `open` is of shares that stand, `waiting` of lines that no paid payout holds. */
export interface Purse {
  person: string;
  paid: number;
  carried: number;
  waiting: number;
  open: number;
}

export const pursesOf = (organizationId: string): Promise<Purse[]> =>
  sql<Purse>(
    `select u.id as person,
       ((select coalesce(sum(s.paid_amount), 0) from public.payout_statements s where s.agent_id = u.id)
         + (select coalesce(sum(p.amount), 0) from public.agent_payments p where p.agent_id = u.id and p.batch_id is null)
         + (select coalesce(sum(v.amount), 0) from public.payment_voids v where v.agent_id = u.id)) * 100::float8 as paid,
       100::float8 * coalesce((select s.carried_out from public.payout_statements s where s.agent_id = u.id
         order by s.created_at desc, s.number desc limit 1), 0) as carried,
       100::float8 * (select coalesce(sum(l.amount), 0) from public.payout_lines l left join public.payout_batches b on b.id = l.batch_id
         where l.agent_id = u.id and l.kind not in ('commission', 'share', 'override')
           and coalesce(b.status, '') not in ('paid', 'discarded')) as waiting,
       100::float8 * ((select coalesce(sum(c.agent_amount), 0) from public.commissions c where c.agent_id = u.id
           and c.status in ('unpaid', 'funds_received') and not c.seller_paid)
         + (select coalesce(sum(h.agent_amount), 0) from private.shares_beside_sellers h where h.user_id = u.id and h.status = 'open')) as open
     from public.users u where u.organization_id = $1 order by u.id`,
    [organizationId],
  );

/** Statements that are not the sum of their lines, or do not go on where the one before ended. */
export const wrongStatements = (organizationId: string) =>
  sql(
    `select s.number, s.commission_amount, l.commissions, s.adjustment_amount, l.adjustments, s.carried_in, s.before, s.carried_out, s.paid_amount
     from (select t.*, lag(t.carried_out, 1, 0) over (partition by t.agent_id order by t.created_at, t.number) as before
       from public.payout_statements t where t.organization_id = $1) s
     cross join lateral (
       select coalesce(sum(l.amount) filter (where l.kind in ('commission', 'share')), 0) as commissions,
         coalesce(sum(l.amount) filter (where l.kind not in ('commission', 'share')), 0) as adjustments
       from public.payout_lines l where l.organization_id = s.organization_id and l.batch_id = s.batch_id and l.agent_id = s.agent_id) l
     where s.commission_amount <> l.commissions or s.adjustment_amount <> l.adjustments or s.carried_in <> s.before
       or s.commission_amount + s.adjustment_amount + s.carried_in <> s.paid_amount + s.carried_out`,
    [organizationId],
  );

/** Rows that are never changed, as text by table and id. */
const PAST: Record<string, string> = {
  sales_history: 'true',
  commission_history: 'true',
  payout_statements: 'true',
  payment_voids: 'true',
  agent_payments: 'true',
  commission_shares: `t.status = 'paid'`,
  // One that is only planned may be replaced.
  agreement_versions: 't.valid_from <= current_date',
};

export type Past = ReadonlyMap<string, string>;

export async function pastOf(organizationId: string): Promise<Past> {
  const rows = await sql<{ id: string; row: string }>(
    Object.entries(PAST)
      .map(
        ([table, where]) =>
          `select '${table} ' || t.id as id, to_jsonb(t)::text as row from public.${table} t where t.organization_id = $1 and ${where}`,
      )
      .join(' union all '),
    [organizationId],
  );
  return new Map(rows.map(({ id, row }) => [id, row]));
}

/** What was written before and is gone or says something else now. */
export const changedPast = (before: Past, now: Past): string[] =>
  [...before].flatMap(([id, row]) =>
    now.get(id) === row ? [] : [`${id} was ${row} and is ${now.get(id) ?? 'gone'}`],
  );
