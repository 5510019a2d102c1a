-- A commission whose money has arrived is paid out once the customer has paid the sale as well. It carries whether that is
-- so: what an agent gets next, and what it waits for, is then read from one index, whatever the number of commissions.

alter table public.commissions add column sale_paid boolean not null default false;
comment on column public.commissions.sale_paid is 'Filled by trigger: whether the customer has paid the sale';
alter table public.commissions disable trigger user;
update public.commissions c set sale_paid = true
from public.sales s where s.organization_id = c.organization_id and s.id = c.sales_id and s.status = 'paid';
alter table public.commissions enable trigger user;

-- What an agent may be paid and what waits for the customer, then what waits for the vendor, the first to come first.
create index commissions_received_idx on public.commissions (organization_id, agent_id, sale_paid, received_on, sales_id)
  where status = 'funds_received';
create index commissions_awaited_idx on public.commissions (organization_id, agent_id, due_on, sales_id)
  where status = 'unpaid';
-- How much of both there is: the days that are not settled.
create index commissions_daily_by_agent_open_idx on private.commissions_daily_by_agent (organization_id, agent_id, status)
  where status in ('unpaid', 'funds_received');

create index sales_departures_idx on public.sales (organization_id, agent_id, travel_date, id)
  where status <> 'cancelled' and travel_date is not null;

create or replace function private.create_commission() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.commissions
    (organization_id, sales_id, agent_id, vendor_id, sale_date, sale_paid, due_on, amount, commission_split, agent_amount)
  select n.organization_id, n.id, n.agent_id, n.vendor_id, n.sale_date, n.status = 'paid',
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
    sale_paid = n.status = 'paid',
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

-- Columns of a commission that its history does not tell: they follow from the sale, whose history does, or from the
-- vendor's terms.
create function private.untold_commission_columns() returns text[]
language sql immutable set search_path = '' as $$
  select '{id,organization_id,sales_id,sale_date,sale_paid,vendor_id,due_on,commission_split,agent_amount,created_at,updated_at}'
    ::text[]
$$;

create or replace function private.write_commission_history() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before_row jsonb;
  after_row jsonb := to_jsonb(new) - private.untold_commission_columns();
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
  before_row := to_jsonb(old) - private.untold_commission_columns();
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

revoke all on function private.untold_commission_columns() from public, anon, authenticated;
