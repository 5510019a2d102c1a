-- Sales and commissions as people have them: each with the part that is theirs. Of the agency they are one, whole
-- (docs/product/agreements.md, Shares).

create function private.of_seller(h public.commission_shares) returns boolean
language sql immutable set search_path = '' as $$ select h.role = 'seller' and h.commission_id is not null $$;
comment on function private.of_seller is 'Whether a share is the one of the seller of a vendor''s commission.';

create view private.shares_beside_sellers as
select h.* from public.commission_shares h where h.role <> 'seller' or h.commission_id is null;
comment on view private.shares_beside_sellers is 'All shares but those of the sellers of vendors'' commissions: for readers that take the
  seller''s part from the commission.';

create function private.share_part(amount numeric, co_sellers jsonb, place integer) returns numeric
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return case when co_sellers = '[]' then amount else (private.parts_of(amount, private.share_percents(co_sellers)))[place] end;
end $$;
comment on function private.share_part is 'Of an amount of a sale what is one person''s; the seller''s place is 1.';

create view private.sales_by_share as
select s.id, h.organization_id, h.user_id as agent_id, s.agent_id as seller_id, s.customer_id, s.vendor_id, s.booking_reference,
  h.counted_on as sale_date, s.travel_date, s.return_date, s.status, s.created_at, s.group_id, h.percent as share_percent,
  case when h.percent = 100 then s.total_amount else private.share_part(s.total_amount, s.co_sellers, h.place) end as total_amount,
  case when h.percent = 100 then s.commission_amount else private.share_part(s.commission_amount, s.co_sellers, h.place) end as commission_amount
from public.commission_shares h
-- By its key alone, as below: before the planner knows young tables, it joins them by their agency.
join public.sales s on s.id = h.sales_id
where h.place is not null and h.commission_id is not null;
comment on view private.sales_by_share is 'A row for each sale and person who sold it (agent_id), with their part of the amounts.';

create function private.commission_part(amount numeric, share_percents numeric[], place integer) returns numeric
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return case when place is null then null when cardinality(share_percents) = 1 then amount
    else (private.parts_of(amount, share_percents))[place] end;
end $$;
comment on function private.commission_part is 'Of an amount of a commission what is one person''s; the seller''s place is 1, an override has none. Null
  where the commission is another one.';

create view private.commissions_by_share as
select c.id, h.organization_id, c.sales_id, h.user_id as agent_id, c.vendor_id, h.counted_on as sale_date, c.due_on, c.created_at, c.sale_paid,
  case when h.status = 'paid' then 'agent_paid' when h.status = 'cancelled' then 'cancelled'
    when c.status = 'agent_paid' then 'funds_received' else c.status end as status, c.status as whole_status, h.percent as share_percent,
  h.split as commission_split, private.commission_part(c.amount, c.share_percents, h.place) as amount, h.agent_amount,
  h.place, c.received_on, c.received_posted_on, private.commission_part(c.received_amount, c.share_percents, h.place) as received_amount,
  private.commission_part(c.written_off, c.share_percents, h.place) as written_off,
  private.commission_part(c.open_amount, c.share_percents, h.place) as open_amount, c.received_amount as whole_received,
  c.open_amount as whole_open, c.amount as whole_amount
from public.commission_shares h
join public.commissions c on c.id = h.commission_id
where h.place is not null;
comment on view private.commissions_by_share is 'A row for each vendor''s commission and person who has a share of it, with their part,
  split, amount and status: a share is paid by itself. whole_status, whole_received, whole_open and whole_amount are the commission''s: a seller''s share (place 1) that funds are here
  for is of a commission that funds are here for, which an index knows.';

create view private.commission_money_by_share as
select c.organization_id, c.id as commission_id, c.agent_id as payee_id, c.sales_id, c.vendor_id, c.whole_status as status, c.sale_date,
  c.due_on, c.created_at, c.sale_paid, c.amount, c.agent_amount, c.open_amount, coalesce(c.received_amount, 0) as received, c.received_on,
  c.written_off, w.known, case when w.open then c.open_amount else 0 end as open,
  case when w.owed then c.open_amount else 0 end as owed,
  case when w.owed and c.whole_received > 0 then c.open_amount else 0 end as paid_short,
  case when w.owed and c.status = 'agent_paid' then c.open_amount else 0 end as owed_agent_paid,
  case when w.owed and c.status = 'agent_paid' then c.agent_amount else 0 end as advanced, c.place, c.whole_open
from private.commissions_by_share c
join public.organizations o on o.id = c.organization_id
cross join lateral (select (now() at time zone o.time_zone)::date as today offset 0) d
cross join lateral (select case when o.receipts_tracked_since is null then c.whole_status = 'unpaid'
  else coalesce(c.due_on, c.sale_date) >= o.receipts_tracked_since end as known) k
cross join lateral (select k.known, k.known and c.whole_open > 0 as open,
  k.known and c.whole_open > 0 and coalesce(c.due_on < d.today, false) as owed) w;
comment on view private.commission_money_by_share is 'What private.commission_money says, a row for each commission and person who has a
  share of it, with their part. The status is the commission''s: of it one thing is open, whoever was paid.';

create view private.agents_beside as
select h.organization_id, h.commission_id, sum(h.agent_amount) as amount, coalesce(sum(h.agent_amount) filter (where h.status = 'paid'), 0) as paid
from private.shares_beside_sellers h
where h.commission_id is not null
group by h.organization_id, h.commission_id;
comment on view private.agents_beside is 'What all people beside its seller get of a vendor''s commission, with overrides, what is taken off others for them and
  corrections by tier, and what of it was paid; a row for each commission of which somebody gets any. With commissions.agent_amount, the
  seller''s, it is what the agency''s readers see as the agents'' share.';

create function private.shares_commissions(organization_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.shares_beside_sellers h where h.organization_id = shares_commissions.organization_id)
$$;
comment on function private.shares_commissions is 'Whether an organization has any share beside sellers''. Where it has none, figures
  are made from sales and commissions alone.';

create function private.has_shares(organization_id uuid, user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.commission_shares h
      where h.organization_id = has_shares.organization_id and h.user_id = has_shares.user_id and h.role in ('co_seller', 'referral'))
    or exists (select from public.sales s
      where s.organization_id = has_shares.organization_id and s.agent_id = has_shares.user_id and s.co_sellers <> '[]')
$$;
comment on function private.has_shares is 'Whether a person shares a sale with anybody. Who does not is counted as if there were no
  shares, from the same indexes.';

create function private.shared_sales(organization_id uuid, user_id uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(select h.sales_id from public.commission_shares h
    where h.organization_id = shared_sales.organization_id and h.user_id = shared_sales.user_id
      and h.role in ('co_seller', 'referral') and h.commission_id is not null)
$$;
comment on function private.shared_sales is 'The sales of others of which a person has a share.';

create function private.own_sales_condition(agent_id uuid, shared uuid[], agent_parameter text, shared_parameter text) returns text
language sql immutable set search_path = '' as $$
  select case when agent_id is null then '' when shared = '{}' then format(' and s.agent_id = %s', agent_parameter)
    else format(' and (s.agent_id = %s or s.id = any (%s))', agent_parameter, shared_parameter) end
$$;
comment on function private.own_sales_condition is 'That sales `s` are a person''s, sold or shared (private.shared_sales), as a condition;
  of who shares none it is the one an index knows. The parameters are named by their places.';
