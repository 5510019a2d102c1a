-- When a commission is expected: so many days after the booking, the departure or the return, as agreed with the vendor.
-- A commission carries that day and its vendor, so that what is expected and what is overdue is read from one index.
--
-- Locks: the vendor stands between a sale and its commission. Whoever changes a vendor's terms takes the vendor's row for
-- themselves, and waits for the sales that are being written with the terms from before; a sale that is recorded holds its
-- vendor by the reference, one whose dates or vendor change holds it by sales_15_hold_vendor. Several commissions are
-- locked in the order of their sales.

alter table public.commissions add column vendor_id uuid;
comment on column public.commissions.vendor_id is 'Filled by trigger: the vendor of the sale';
comment on column public.commissions.due_on is
  'Filled by trigger while unpaid: when the vendor is expected to pay; null when nothing is agreed or the day is not known';
alter table public.commissions disable trigger user;
update public.commissions c set vendor_id = s.vendor_id, due_on = null
from public.sales s where s.organization_id = c.organization_id and s.id = c.sales_id;
alter table public.commissions enable trigger user;
alter table public.commissions alter column vendor_id set not null;
create index commissions_organization_id_vendor_id_idx on public.commissions (organization_id, vendor_id, status, due_on)
  include (amount, received_amount);
-- It follows from sale and vendor now.
revoke update (due_on) on public.commissions from authenticated;

-- A trip without a return ends with its departure. Without the day to count from nothing is expected yet.
create function private.due_on(days integer, basis text, sale_date date, travel_date date, return_date date) returns date
language sql immutable set search_path = '' as $$
  select least(t.day, '2199-12-31')
  from (select days + case basis
    when 'booking' then sale_date when 'departure' then travel_date when 'return' then coalesce(return_date, travel_date) end) t(day)
  where t.day is not null
$$;

create or replace function private.fill_commission_date() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select s.sale_date, s.vendor_id into new.sale_date, new.vendor_id
  from public.sales s where s.organization_id = new.organization_id and s.id = new.sales_id;
  return new;
end $$;
drop trigger commissions_05_fill_date on public.commissions;
create trigger commissions_05_fill_date before insert on public.commissions
  for each row when (new.sale_date is null or new.vendor_id is null) execute function private.fill_commission_date();

create or replace function private.create_commission() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.commissions
    (organization_id, sales_id, agent_id, vendor_id, sale_date, due_on, amount, commission_split, agent_amount)
  select n.organization_id, n.id, n.agent_id, n.vendor_id, n.sale_date,
    private.due_on(v.expected_payment_days, v.expected_payment_basis, n.sale_date, n.travel_date, n.return_date),
    n.commission_amount, coalesce(t.commission_split, o.default_commission_split), 0
  from added n
  join public.organizations o on o.id = n.organization_id
  join public.vendors v on v.organization_id = n.organization_id and v.id = n.vendor_id
  left join public.user_terms t on t.organization_id = n.organization_id and t.user_id = n.agent_id;
  return null;
end $$;

create or replace function private.sync_commission() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.commissions c set
    sale_date = n.sale_date,
    vendor_id = n.vendor_id,
    due_on = case when c.status = 'unpaid' then d.due_on else c.due_on end,
    amount = case when c.status = 'unpaid' then n.commission_amount else c.amount end,
    agent_id = n.agent_id,
    -- Only a reassignment takes the other agent's split; editing keeps the one agreed at creation.
    commission_split = case when n.agent_id = c.agent_id then c.commission_split else (
      select t.commission_split from public.user_terms t
      where t.organization_id = n.organization_id and t.user_id = n.agent_id) end,
    status = case
      when n.status = 'cancelled' and c.status in ('unpaid', 'funds_received') then 'cancelled'
      -- When the commission counts as received: today, when the sale is paid. An organization setting
      -- would be one more condition here.
      when n.status = 'paid' and o.status = 'booked' and c.status = 'unpaid' then 'funds_received'
      else c.status end
  from changed n
  join replaced o on o.id = n.id
  join public.vendors v on v.organization_id = n.organization_id and v.id = n.vendor_id
  cross join lateral (select private.due_on(
    v.expected_payment_days, v.expected_payment_basis, n.sale_date, n.travel_date, n.return_date) as due_on) d
  where c.organization_id = n.organization_id and c.sales_id = n.id
    and ((o.status, o.commission_amount, o.agent_id, o.sale_date, o.vendor_id)
        is distinct from (n.status, n.commission_amount, n.agent_id, n.sale_date, n.vendor_id)
      or (o.travel_date, o.return_date) is distinct from (n.travel_date, n.return_date)
        and c.status = 'unpaid' and c.due_on is distinct from d.due_on);
  return null;
end $$;

-- The day follows from the sale and the vendor's terms, and is told there.
create or replace function private.write_commission_history() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  hidden constant text[] := '{id,organization_id,sales_id,sale_date,vendor_id,due_on,commission_split,agent_amount,created_at,
    updated_at}';
  before_row jsonb;
  after_row jsonb := to_jsonb(new) - hidden;
  fields text[];
  note text;
begin
  if tg_op = 'INSERT' then
    insert into public.commission_history
      (commission_id, organization_id, changed_by, change_type, new_status, new_data, notes)
    values (new.id, new.organization_id, private.acting_user(new.organization_id), 'create', new.status,
      jsonb_strip_nulls(after_row), 'Commission created with the sale');
    return null;
  end if;
  before_row := to_jsonb(old) - hidden;
  fields := array(select k from jsonb_each(after_row) e(k, v) where v is distinct from before_row -> k order by k);
  if cardinality(fields) = 0 then
    return null;
  end if;
  note := case
    when new.notes is distinct from old.notes and new.notes is not null then new.notes
    -- Inside another trigger the sale moved the commission.
    when new.status <> old.status and pg_trigger_depth() > 1 then
      case new.status when 'cancelled' then 'Sale cancelled' else 'Sale marked as paid' end
    when new.status = 'agent_paid' and old.status <> 'agent_paid' then 'Agent payment recorded'
    when new.status <> old.status then 'Status updated'
    when new.agent_id <> old.agent_id then 'Sale given to another agent'
    when new.amount <> old.amount then 'Amount follows the sale'
    else 'Details updated' end;
  insert into public.commission_history
    (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes)
  select new.id, new.organization_id, private.acting_user(new.organization_id),
    case when new.status <> old.status then 'status_change' else 'update' end, old.status, new.status,
    jsonb_object_agg(f, before_row -> f), jsonb_object_agg(f, after_row -> f), note
  from unnest(fields) f;
  return null;
end $$;

create function private.hold_vendor_of_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.vendors v where v.id = new.vendor_id and v.organization_id = new.organization_id for key share;
  return new;
end $$;

create function private.take_vendor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.vendors v where v.id = new.id for update;
  return new;
end $$;

create function private.move_due_dates() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform 1
  from changed n
  join replaced o on o.id = n.id
  join public.commissions c on c.organization_id = n.organization_id and c.vendor_id = n.id and c.status = 'unpaid'
  where (o.expected_payment_days, o.expected_payment_basis) is distinct from (n.expected_payment_days, n.expected_payment_basis)
  order by c.sales_id
  for no key update of c;
  if not found then
    return null;
  end if;
  update public.commissions c set due_on = d.due_on
  from changed n
  join replaced o on o.id = n.id
  join public.sales s on s.organization_id = n.organization_id and s.vendor_id = n.id
  cross join lateral (select private.due_on(
    n.expected_payment_days, n.expected_payment_basis, s.sale_date, s.travel_date, s.return_date) as due_on) d
  where c.organization_id = s.organization_id and c.sales_id = s.id and c.status = 'unpaid'
    and (o.expected_payment_days, o.expected_payment_basis) is distinct from (n.expected_payment_days, n.expected_payment_basis)
    and c.due_on is distinct from d.due_on;
  return null;
end $$;

revoke all on function private.due_on(integer, text, date, date, date), private.hold_vendor_of_sale(), private.take_vendor(),
  private.move_due_dates() from public, anon, authenticated;

create trigger sales_15_hold_vendor before update on public.sales
  for each row when ((old.sale_date, old.travel_date, old.return_date, old.vendor_id)
    is distinct from (new.sale_date, new.travel_date, new.return_date, new.vendor_id))
  execute function private.hold_vendor_of_sale();
create trigger vendors_20_take before update on public.vendors
  for each row when ((old.expected_payment_days, old.expected_payment_basis)
    is distinct from (new.expected_payment_days, new.expected_payment_basis))
  execute function private.take_vendor();
create trigger vendors_after_20_move_due_dates after update on public.vendors
  referencing old table as replaced new table as changed for each statement execute function private.move_due_dates();
