-- The history of sales: one entry per version, written by triggers only and append-only. The API reads the history of the sales
-- the caller may read. An update keeps the changed columns only. The agent's split and share are in no history, here or of
-- commissions (commissions/history.sql): an agent who takes over a sale must not learn what the previous one earned.
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
  version integer not null,
  comment text,
  constraint sales_history_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint sales_history_sales_id_fkey foreign key (sales_id, organization_id) references public.sales (id, organization_id),
  constraint sales_history_changed_by_fkey foreign key (changed_by, organization_id)
    references public.users (id, organization_id),
  constraint sales_history_change_type_known check (change_type in ('create', 'update', 'status_change')),
  constraint sales_history_comment_length check (char_length(comment) <= 5000)
);
alter table public.sales_history enable row level security;

create index sales_history_sales_id_idx on public.sales_history (organization_id, sales_id, created_at desc, id);
create unique index sales_history_version_key on public.sales_history (sales_id, version, organization_id);
-- For the redaction of an erased customer (private.redact_sales, erase_customer): entries with free texts or names, and entries
-- of sales whose paying customer was changed.
create index sales_history_texts_idx on public.sales_history (organization_id, sales_id)
  where comment is not null or new_data ->> 'notes' is not null or previous_data ->> 'notes' is not null
    or new_data ? 'travelers' or previous_data ? 'travelers';
create index sales_history_customers_idx on public.sales_history (organization_id, (previous_data ->> 'customer_id'))
  where previous_data ? 'customer_id';

comment on column public.sales_history.version is 'The version of the sale that this change made';
comment on column public.sales_history.comment is 'What a person typed about a change of status';

-- The policy of sales decides: the subquery runs with the caller's rights.
create policy "people read the history of the sales they may read" on public.sales_history
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or exists (
      select 1 from public.sales s where s.organization_id = sales_history.organization_id and s.id = sales_id))
  );

grant select on public.sales_history to authenticated;

create trigger sales_history_keep before update or delete on public.sales_history
  for each row execute function private.guard_history();

create trigger sales_history_truncate before truncate on public.sales_history
  for each statement execute function private.refuse_truncate();

-- Writes the entries of all rows of a statement at once. The full join behind offset 0 is explained at private.sync_commission.
create function private.write_sales_history() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ignored constant text[] := '{id,organization_id,created_at,updated_at,version,import_batch_id,import_row}';
  -- As private.acting_user, but looked up once per statement instead of once per row.
  actor record;
begin
  select u.id, u.organization_id into actor from public.users u where u.id = auth.uid();
  if tg_op = 'INSERT' then
    insert into public.sales_history
      (sales_id, organization_id, changed_by, change_type, new_data, changed_fields, notes, version)
    select n.id, n.organization_id, case when actor.organization_id = n.organization_id then actor.id end, 'create', r.data,
      array(select k from jsonb_each(r.data) e(k, v) where v <> 'null' order by k), 'Sale created', n.version
    from added n
    cross join lateral (select to_jsonb(n) - ignored - 'traveler_ids' || case when cardinality(n.traveler_ids) > 0
      then jsonb_build_object('travelers', private.traveler_names(n)) else '{}' end as data) r
    order by n.id;
    return null;
  end if;
  insert into public.sales_history
    (sales_id, organization_id, changed_by, change_type, previous_data, new_data, changed_fields, notes, comment, version)
  select n.id, n.organization_id, case when actor.organization_id = n.organization_id then actor.id end,
    case when n.status <> n.old_status then 'status_change' else 'update' end,
    c.previous_data, c.new_data, c.fields,
    case when n.status <> n.old_status then 'Status changed from ' || n.old_status || ' to ' || n.status end,
    case when n.status <> n.old_status then private.given_reason() end,
    n.version
  from (
    select n.id, n.organization_id, n.version, n.status, o.status as old_status,
      -- Travelers by name at this moment: later renames must not change the history.
      to_jsonb(o) - ignored - 'traveler_ids' || case when o.traveler_ids <> n.traveler_ids
        then jsonb_build_object('travelers', private.traveler_names(o)) else '{}' end as before,
      to_jsonb(n) - ignored - 'traveler_ids' || case when o.traveler_ids <> n.traveler_ids
        then jsonb_build_object('travelers', private.traveler_names(n)) else '{}' end as after
    from changed n full join replaced o on o.id = n.id offset 0) n
  cross join lateral (
    select jsonb_object_agg(e.key, n.before -> e.key) as previous_data, jsonb_object_agg(e.key, e.value) as new_data,
      array_agg(e.key order by e.key) as fields
    from jsonb_each(n.after) e
    -- Other travelers may have the same names: `travelers` is there only when the ids changed.
    where e.value is distinct from n.before -> e.key or e.key = 'travelers') c
  where c.fields is not null
  order by n.id;
  return null;
end $$;

create trigger sales_after_10_write_history_added after insert on public.sales
  referencing new table as added for each statement execute function private.write_sales_history();
create trigger sales_after_10_write_history_changed after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.write_sales_history();
