-- Commissions: table, access, and the columns that follow from the sale and the vendor's terms. A commission comes with its sale
-- (sales/functions/state_machine creates and moves it); clients neither create nor delete one, and change status and notes only. That the
-- vendor's money is here is recorded by commissions/functions/receipts alone.
--
-- Denormalized columns, written by triggers, so that sums, filters and sorts need no join:
-- - sale_date: the day a commission counts for, that of its sale. It moves in the statement that moves the sale.
-- - vendor_id and due_on (see docs/decisions/010): due_on is so many days after booking, departure or return, by the vendor's
--   terms. What is expected and what is overdue is one scan of one index.
-- - sale_paid: an agent is paid once the funds were received and the customer has paid the sale. Who can be paid next, and what
--   is waited for, is one scan of one index.
--
-- Lock order: sale, vendor, commission; several commissions in the order of their sales. New terms lock the vendor's row FOR
-- UPDATE and so wait for sales that are being written with the old terms: a sale being recorded holds its vendor FOR KEY SHARE by
-- its foreign key, one whose dates or vendor change by sales_15_lock_vendor.

-- For clients that read commissions with their sale, customer, vendor and agent in one request. Row-level security of the caller
-- decides (security_invoker).
create view public.commissions_with_sale_date with (security_invoker = on) as
select
  c.id, c.organization_id, c.sales_id, c.agent_id, c.amount, c.commission_split, c.agent_amount, c.status, c.notes,
  c.due_on, c.received_amount, c.received_on, c.created_at, c.updated_at,
  s.sale_date, s.status as sale_status, s.booking_reference, s.total_amount,
  s.customer_id, k.first_name as customer_first_name, k.last_name as customer_last_name,
  s.vendor_id, v.name as vendor_name,
  a.first_name as agent_first_name, a.last_name as agent_last_name, a.avatar_url as agent_avatar_url
from public.commissions c
join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id
join public.customers k on k.organization_id = s.organization_id and k.id = s.customer_id
join public.vendors v on v.organization_id = s.organization_id and v.id = s.vendor_id
join public.users a on a.organization_id = c.organization_id and a.id = c.agent_id;

comment on view public.commissions_with_sale_date is
  'Commissions with what a list shows of their sale. Nullable: agent_avatar_url, due_on, notes, received_amount, received_on';

grant select on public.commissions_with_sale_date to authenticated;

create function private.fill_commission_date() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select s.sale_date, s.vendor_id into new.sale_date, new.vendor_id
  from public.sales s where s.organization_id = new.organization_id and s.id = new.sales_id;
  return new;
end $$;
comment on function private.fill_commission_date is 'For commissions that are inserted without them, by an operator or a seed.';

create function private.due_on(days integer, basis text, sale_date date, travel_date date, return_date date) returns date
language sql immutable set search_path = '' as $$
  select least(t.day, '2199-12-31')
  from (select case basis
    when 'before_departure' then travel_date - days
    when 'booking' then sale_date + days
    when 'departure' then travel_date + days
    when 'return' then coalesce(return_date, travel_date) + days end) t(day)
  where t.day is not null
$$;
comment on function private.due_on is 'When the vendor is expected to pay: days after booking, departure or return, or before
  departure (with the final payment). Without a return date a trip ends with its departure. Null when no terms are agreed or the day
  to count from is not known yet.';

create function private.lock_vendor_of_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.vendors v where v.id = new.vendor_id and v.organization_id = new.organization_id for key share;
  return new;
end $$;
comment on function private.lock_vendor_of_sale is 'FOR KEY SHARE, like a foreign key: the terms stay until the sale''s transaction
  ends. Before the commission is locked, and before the customers are: whoever waited for new terms and kept a merge waiting
  meanwhile could be in a deadlock.';

create function private.lock_vendor_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.vendors v where v.id = new.vendor_id for update;
  return new;
end $$;
comment on function private.lock_vendor_terms is 'FOR UPDATE: it waits for those who hold the vendor FOR KEY SHARE.';

create function private.follows_terms(c public.commissions) returns boolean
language sql immutable set search_path = '' as $$
  select c.open_amount > 0 or c.status = 'unpaid' and c.written_off = 0 and coalesce(c.received_amount, 0) = 0
$$;
comment on function private.follows_terms is 'Whether the due day follows sale and vendor: not once the vendor has paid all, or the
  rest was written off.';

create function private.move_due_dates() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform 1
  from changed n
  join replaced o on o.vendor_id = n.vendor_id
  join public.commissions c on c.organization_id = n.organization_id and c.vendor_id = n.vendor_id and private.follows_terms(c)
  where (o.expected_payment_days, o.expected_payment_basis) is distinct from (n.expected_payment_days, n.expected_payment_basis)
  order by c.sales_id
  for no key update of c;
  if not found then
    return null;
  end if;
  update public.commissions c set due_on = d.due_on
  from changed n
  join replaced o on o.vendor_id = n.vendor_id
  join public.sales s on s.organization_id = n.organization_id and s.vendor_id = n.vendor_id
  cross join lateral (select private.due_on(
    n.expected_payment_days, n.expected_payment_basis, s.sale_date, s.travel_date, s.return_date) as due_on) d
  where c.organization_id = s.organization_id and c.sales_id = s.id and private.follows_terms(c)
    and (o.expected_payment_days, o.expected_payment_basis) is distinct from (n.expected_payment_days, n.expected_payment_basis)
    and c.due_on is distinct from d.due_on;
  return null;
end $$;
comment on function private.move_due_dates is 'New terms of a vendor move the due dates of all its commissions that are not fully
  paid by it, locked first, in the order of their sales.';

create function private.follow_due_date() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.commissions c set due_on = d.due_on
  from public.sales s
  join public.vendor_terms v on v.organization_id = s.organization_id and v.vendor_id = s.vendor_id
  cross join lateral (select private.due_on(
    v.expected_payment_days, v.expected_payment_basis, s.sale_date, s.travel_date, s.return_date) as due_on) d
  where c.id = new.id and s.organization_id = new.organization_id and s.id = new.sales_id and c.due_on is distinct from d.due_on;
  return null;
end $$;
comment on function private.follow_due_date is 'A commission that is open again, because its receipt was taken back, is due by the
  dates and terms of now.';

create function private.share_base(c public.commissions, before public.commissions) returns numeric
language sql stable security definer set search_path = '' as $$
  select least(greatest(coalesce(c.received_amount, 0), c.amount - c.written_off), c.amount)
  from public.organizations o
  where o.id = c.organization_id and c.written_off > 0
    and case when c.written_off > before.written_off then o.agents_paid_on = 'received' else before.share_base is not null end
$$;
comment on function private.share_base is 'What the agent''s share is reckoned from; null: the whole amount. What is written off
  reduces it by the choice of when it was written off; what stays open reduces nothing.';
