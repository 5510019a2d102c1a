-- A commission falls into a range by the date of its sale. It carries that date, so that sums, sorts and filters need
-- no join, and a moved date moves the commission within the statement that moved it.

alter table public.commissions add column sale_date date;
comment on column public.commissions.sale_date is 'Filled by trigger: the date of the sale';
alter table public.commissions disable trigger user;
update public.commissions c set sale_date = s.sale_date
from public.sales s where s.organization_id = c.organization_id and s.id = c.sales_id;
alter table public.commissions enable trigger user;
alter table public.commissions alter column sale_date set not null;
create index commissions_organization_id_sale_date_idx on public.commissions (organization_id, sale_date desc, id);

create function private.fill_commission_date() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select s.sale_date into new.sale_date
  from public.sales s where s.organization_id = new.organization_id and s.id = new.sales_id;
  return new;
end $$;

-- Sales bring and move their commissions a statement at a time: a thousand imported sales are one insert of a
-- thousand commissions, and whatever follows commissions (the rollups) runs once.
create or replace function private.create_commission() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.commissions (organization_id, sales_id, agent_id, sale_date, amount, commission_split, agent_amount)
  select n.organization_id, n.id, n.agent_id, n.sale_date, n.commission_amount,
    coalesce(t.commission_split, o.default_commission_split), 0
  from added n
  join public.organizations o on o.id = n.organization_id
  left join public.user_terms t on t.organization_id = n.organization_id and t.user_id = n.agent_id;
  return null;
end $$;

create or replace function private.sync_commission() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.commissions c set
    sale_date = n.sale_date,
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
  where c.organization_id = n.organization_id and c.sales_id = n.id
    and (o.status, o.commission_amount, o.agent_id, o.sale_date)
      is distinct from (n.status, n.commission_amount, n.agent_id, n.sale_date);
  return null;
end $$;

-- The date is the sale's, and its history is told there.
create or replace function private.write_commission_history() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  hidden constant text[] :=
    '{id,organization_id,sales_id,sale_date,commission_split,agent_amount,created_at,updated_at}';
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

revoke all on function private.fill_commission_date() from public, anon, authenticated;

create trigger commissions_05_fill_date before insert on public.commissions
  for each row when (new.sale_date is null) execute function private.fill_commission_date();
drop trigger sales_after_20_create_commission on public.sales;
drop trigger sales_after_20_sync_commission on public.sales;
create trigger sales_after_20_create_commission after insert on public.sales
  referencing new table as added for each statement execute function private.create_commission();
create trigger sales_after_20_sync_commission after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.sync_commission();
