/** Commissions that say something else of their seller than the seller's share. `$1` is the list of organizations. */
export const SELLERS_SHARES = `
    select c.id, h.user_id, h.split, h.agent_amount, h.status from public.commissions c
    left join public.commission_shares h on h.organization_id = c.organization_id and h.commission_id = c.id and h.role = 'seller'
    where c.organization_id = any ($1)
      and (c.agent_id, c.share_percents[1], c.commission_split, c.split_parts, c.agent_amount, c.sale_date,
        case when c.seller_paid then 'paid' when c.status = 'cancelled' then 'cancelled' else 'open' end)
      is distinct from (h.user_id, h.percent, h.split, h.split_parts, h.agent_amount, h.counted_on, h.status)`;

/**
 * What must hold of money in every row and between rows, as the rows that break it. `$1` is the list of organizations. What single columns
 * may hold and how sale, commission and payment stand to each other is in concurrency-invariants.ts.
 */
export const MONEY_INVARIANTS: Record<string, string> = {
  'a receipt is whole, and of a commission that is not unpaid': `
    select c.id from public.commissions c where c.organization_id = any ($1)
      and (num_nulls(c.received_on, c.received_amount, c.received_how) not in (0, 3)
        or c.received_on is not null and c.status = 'unpaid')`,
  'the split of a commission is one that its agent has or had': `
    select c.id, c.commission_split from public.commissions c where c.organization_id = any ($1)
      and c.commission_split not in (
        select t.commission_split from public.user_terms t where t.user_id = c.agent_id
        union select h.previous_split from public.user_terms_history h where h.user_id = c.agent_id)`,
  'a commission has one share of its seller, and says the same': SELLERS_SHARES,
  'terms are what their history ends with': `
    select t.user_id from public.user_terms t
    cross join lateral (select h.commission_split from public.user_terms_history h
      where h.user_id = t.user_id order by h.changed_at desc, h.id limit 1) h
    where t.organization_id = any ($1) and t.commission_split <> h.commission_split`,
  'what agents were paid is the shares of what is paid out, agent by agent': `
    select coalesce(p.agent_id, c.agent_id), p.amount, c.amount from (
      select p.agent_id, sum(p.amount) as amount from public.agent_payments p
      where p.organization_id = any ($1) group by 1) p
    full join (
      select c.agent_id, sum(c.agent_amount) as amount from public.commissions c
      where c.organization_id = any ($1) and c.status = 'agent_paid' group by 1) c using (agent_id)
    where p.amount is distinct from c.amount`,
  'a void takes back all of one payment, once, and one line pays it again': `
    select v.id from public.payment_voids v
    left join public.payout_statements s on s.id = v.statement_id
    left join public.agent_payments p on p.id = v.payment_id and p.batch_id is null
    left join public.payout_lines l on l.id = v.line_id and l.kind = 'returned' and l.agent_id = v.agent_id
    where v.organization_id = any ($1) and (l.amount is distinct from -v.amount
      or coalesce(s.paid_amount, p.amount) is distinct from -v.amount or coalesce(s.agent_id, p.agent_id) <> v.agent_id)
    union all
    select l.id from public.payout_lines l where l.organization_id = any ($1) and l.kind = 'returned'
      and not exists (select 1 from public.payment_voids v where v.line_id = l.id)`,
  'nobody is paid more than the agency earned, nor for more than the sale': `
    select c.id from public.commissions c join public.sales s on s.id = c.sales_id
    where c.organization_id = any ($1)
      and (c.agent_amount > c.amount or s.total_amount > 0 and c.amount > s.total_amount)`,
  'a payment stands on a paid sale': `
    select p.id from public.agent_payments p join public.commissions c on c.id = p.commission_id
    join public.sales s on s.id = c.sales_id where p.organization_id = any ($1) and s.status <> 'paid'`,
  'what is in a scheduled payout is as it was scheduled': `
    select l.id from public.payout_lines l
    join public.payout_batches b on b.organization_id = l.organization_id and b.id = l.batch_id and b.status = 'scheduled'
    join public.commissions c on c.id = l.commission_id and l.kind = 'commission'
    where l.organization_id = any ($1)
      and (c.status, c.agent_amount, c.agent_id) is distinct from ('funds_received', l.amount, l.agent_id)`,
  'money is in the currency of the organization': `
    select s.id from public.sales s join public.organizations o on o.id = s.organization_id
    where s.organization_id = any ($1) and s.currency <> o.currency`,
  'a sale moves by its steps': `
    select h.id, h.previous_data, h.new_data from public.sales_history h
    where h.organization_id = any ($1) and h.new_data ? 'status' and h.previous_data is not null
      and (h.previous_data ->> 'status', h.new_data ->> 'status')
        not in (('booked', 'paid'), ('booked', 'cancelled'), ('paid', 'cancelled'))`,
  'a commission moves by its steps': `
    select h.id, h.previous_status, h.new_status from public.commission_history h
    where h.organization_id = any ($1) and h.previous_status <> h.new_status
      and (h.previous_status, h.new_status) not in (('unpaid', 'funds_received'), ('unpaid', 'cancelled'),
        ('funds_received', 'agent_paid'), ('funds_received', 'cancelled'))`,
  'the money of a sale stays as it is once the sale is not booked': `
    select h.id, h.changed_fields from public.sales_history h where h.organization_id = any ($1)
      and h.changed_fields && '{vendor_id,agent_id,currency,total_amount,commission_amount,commission_rate,commission_basis}'
      and exists (select 1 from public.sales_history b where b.sales_id = h.sales_id and b.version < h.version
        and b.new_data ->> 'status' in ('paid', 'cancelled'))`,
  'the amount and agent of a commission stay as they are once it is not unpaid': `
    select h.id from public.commission_history h where h.organization_id = any ($1)
      and h.previous_data ?| '{amount,agent_id}' and h.previous_status <> 'unpaid'`,
  'the customer of a sale that is not booked is changed by admins alone': `
    select h.id from public.sales_history h join public.users u on u.id = h.changed_by
    where h.organization_id = any ($1) and h.previous_data ? 'customer_id' and u.role = 'agent'
      and exists (select 1 from public.sales_history b where b.sales_id = h.sales_id and b.version < h.version
        and b.new_data ->> 'status' in ('paid', 'cancelled'))`,
  'a date before 1990 is entered and changed by admins alone': `
    select h.id from public.sales_history h join public.users u on u.id = h.changed_by
    cross join unnest('{sale_date,travel_date,return_date}'::text[]) k(key)
    where h.organization_id = any ($1) and u.role = 'agent' and h.new_data ? k.key
      and (h.new_data ->> k.key < '1990-01-01' or h.previous_data ->> k.key < '1990-01-01')`,
  'a sale is given away by admins alone': `
    select h.id from public.sales_history h join public.users u on u.id = h.changed_by
    where h.organization_id = any ($1) and h.previous_data ? 'agent_id' and u.role = 'agent'`,
  'funds are received by an admin, or by the sale that was paid': `
    select h.id from public.commission_history h join public.users u on u.id = h.changed_by
    where h.organization_id = any ($1) and h.previous_status = 'unpaid' and h.new_status = 'funds_received'
      and u.role = 'agent' and not exists (
        select 1 from public.commissions c join public.sales_history s on s.sales_id = c.sales_id
        where c.id = h.commission_id and s.new_data ->> 'status' = 'paid' and s.changed_by = h.changed_by)`,
  'each history begins once, with the creation': `
    select h.id from (
      select sales_id as id, count(*) filter (where change_type = 'create') as n from public.sales_history
      where organization_id = any ($1) group by 1
      union all
      select commission_id, count(*) filter (where change_type = 'create') from public.commission_history
      where organization_id = any ($1) group by 1) h
    where h.n <> 1`,
  'no row points out of its organization': `
    select s.id from public.sales s
    join public.customers c on c.id = s.customer_id join public.vendors v on v.id = s.vendor_id
    join public.users u on u.id = s.agent_id join public.commissions m on m.sales_id = s.id
    left join public.sale_travelers t on t.sale_id = s.id left join public.customers g on g.id = t.customer_id
    where s.organization_id = any ($1) and (s.organization_id <> all (array[c.organization_id, v.organization_id,
      u.organization_id, m.organization_id]) or g.organization_id <> s.organization_id)`,
  'an agent hears of each payout, and of no other': `
    select p.id from public.agent_payments p left join public.payment_voids v on v.payment_id = p.id
    where p.organization_id = any ($1)
      and (select count(*) from public.notifications n where n.type = 'payout' and n.commentable_id = p.commission_id
        and n.user_id = p.agent_id) <> (p.created_by <> p.agent_id)::int + coalesce((v.voided_by <> v.agent_id)::int, 0)
    union all
    select n.id from public.notifications n where n.organization_id = any ($1) and n.type = 'payout'
      and not exists (select 1 from public.agent_payments p where p.commission_id = n.commentable_id and p.agent_id = n.user_id)`,
  'a status is written once: no two entries say the same step': `
    select h.id, h.step from (
      select sales_id as id, new_data ->> 'status' as step from public.sales_history
      where organization_id = any ($1) and new_data ? 'status'
      union all
      select commission_id, new_status from public.commission_history
      where organization_id = any ($1) and previous_status is distinct from new_status) h
    group by 1, 2 having count(*) > 1`,
};
