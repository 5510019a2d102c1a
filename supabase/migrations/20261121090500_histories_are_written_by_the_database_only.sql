-- Two histories. Triggers write them, nobody else: the API may only read, and only what it may read of the parent.
-- An update keeps the changed fields only. A commission's history never holds the agent's split or share, so a
-- sale that is given to another agent does not tell them what the first one earns.

create table public.sales_history (
  id uuid primary key default gen_random_uuid(),
  sales_id uuid not null,
  organization_id uuid not null,
  changed_by uuid,
  change_type text not null,
  previous_data jsonb,
  new_data jsonb,
  changed_fields text[] not null default '{}',
  notes text,
  created_at timestamptz not null default clock_timestamp(),
  constraint sales_history_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint sales_history_sales_id_fkey foreign key (sales_id, organization_id) references public.sales (id, organization_id),
  constraint sales_history_changed_by_fkey foreign key (changed_by, organization_id)
    references public.users (id, organization_id),
  constraint sales_history_change_type_known check (change_type in ('create', 'update', 'status_change'))
);
create index sales_history_sales_id_idx on public.sales_history (organization_id, sales_id, created_at desc, id);

create table public.commission_history (
  id uuid primary key default gen_random_uuid(),
  commission_id uuid not null,
  organization_id uuid not null,
  changed_by uuid,
  change_type text not null,
  previous_status text,
  new_status text not null,
  previous_data jsonb,
  new_data jsonb,
  notes text,
  created_at timestamptz not null default clock_timestamp(),
  constraint commission_history_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint commission_history_commission_id_fkey foreign key (commission_id, organization_id)
    references public.commissions (id, organization_id),
  constraint commission_history_changed_by_fkey foreign key (changed_by, organization_id)
    references public.users (id, organization_id),
  constraint commission_history_change_type_known check (change_type in ('create', 'update', 'status_change'))
);
create index commission_history_commission_id_idx
  on public.commission_history (organization_id, commission_id, created_at, id);

-- Who acts, as far as that is a person of this organization; null for a maintenance task of the operator.
create function private.acting_user(organization_id uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select u.id from public.users u where u.id = auth.uid() and u.organization_id = acting_user.organization_id
$$;

create function private.write_sales_history() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before_row jsonb;
  after_row jsonb := to_jsonb(new) - '{id,organization_id,created_at,updated_at}'::text[];
  fields text[];
begin
  if tg_op = 'INSERT' then
    insert into public.sales_history (sales_id, organization_id, changed_by, change_type, new_data, changed_fields, notes)
    values (new.id, new.organization_id, private.acting_user(new.organization_id), 'create', after_row,
      array(select k from jsonb_each(after_row) e(k, v) where v <> 'null' order by k), 'Sale created');
    return null;
  end if;
  before_row := to_jsonb(old) - '{id,organization_id,created_at,updated_at}'::text[];
  fields := array(select k from jsonb_each(after_row) e(k, v) where v is distinct from before_row -> k order by k);
  if cardinality(fields) = 0 then
    return null;
  end if;
  insert into public.sales_history
    (sales_id, organization_id, changed_by, change_type, previous_data, new_data, changed_fields, notes)
  select new.id, new.organization_id, private.acting_user(new.organization_id),
    case when 'status' = any (fields) then 'status_change' else 'update' end,
    jsonb_object_agg(f, before_row -> f), jsonb_object_agg(f, after_row -> f), fields,
    case when 'status' = any (fields) then 'Status changed from ' || old.status || ' to ' || new.status end
  from unnest(fields) f;
  return null;
end $$;

create function private.write_commission_history() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  hidden constant text[] :=
    '{id,organization_id,sales_id,commission_split,agent_amount,created_at,updated_at}';
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

-- A history is only ever added to, by whoever owns the tables as well.
create function private.keep_history() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse('History can be neither changed nor deleted.');
  return null;
end $$;

revoke all on function private.acting_user(uuid), private.write_sales_history(), private.write_commission_history(),
  private.keep_history() from public, anon, authenticated;

create trigger sales_after_10_write_history after insert or update on public.sales
  for each row execute function private.write_sales_history();
create trigger commissions_after_10_write_history after insert or update on public.commissions
  for each row execute function private.write_commission_history();
create trigger sales_history_keep before update or delete on public.sales_history
  for each row execute function private.keep_history();
create trigger commission_history_keep before update or delete on public.commission_history
  for each row execute function private.keep_history();

alter table public.sales_history enable row level security;
alter table public.commission_history enable row level security;
revoke all on public.sales_history, public.commission_history from public, anon, authenticated;
grant select on public.sales_history, public.commission_history to authenticated;

-- The parent's own policy decides: the sub-select runs with the caller's rights.
create policy "people read the history of the sales they may read" on public.sales_history
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or exists (
      select 1 from public.sales s where s.organization_id = sales_history.organization_id and s.id = sales_id))
  );
create policy "people read the history of the commissions they may read" on public.commission_history
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or exists (
      select 1 from public.commissions c where c.organization_id = commission_history.organization_id and c.id = commission_id))
  );
