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
      (sales_id, organization_id, changed_by, change_type, new_data, changed_fields, notes, version, code)
    select n.id, n.organization_id, case when actor.organization_id = n.organization_id then actor.id end, 'create', r.data,
      array(select k from jsonb_each(r.data) e(k, v) where v <> 'null' order by k), 'Sale created', n.version, 'created'
    from added n
    -- What most sales do not have is not said of them.
    cross join lateral (select to_jsonb(n) - ignored - 'traveler_ids'
      - array(select e.key from (values ('lines', n.lines = '[]'), ('fee_amount', n.lines = '[]'),
        ('co_sellers', n.co_sellers = '[]'), ('payment_plan', n.payment_plan = '[]'),
        ('group_id', n.group_id is null)) e(key, nothing) where e.nothing)
      || case when cardinality(n.traveler_ids) > 0
        then jsonb_build_object('travelers', private.traveler_names(n)) else '{}' end as data) r
    order by n.id;
    return null;
  end if;
  insert into public.sales_history
    (sales_id, organization_id, changed_by, change_type, previous_data, new_data, changed_fields, notes, comment, version, code,
      params)
  select n.id, n.organization_id, case when actor.organization_id = n.organization_id then actor.id end,
    case when n.status <> n.old_status then 'status_change' else 'update' end,
    c.previous_data, c.new_data, c.fields,
    case when n.status <> n.old_status then 'Status changed from ' || n.old_status || ' to ' || n.status end,
    case when n.status <> n.old_status then private.given_reason() end,
    n.version,
    case when n.status <> n.old_status then 'status_changed' end,
    case when n.status <> n.old_status then jsonb_build_object('from', n.old_status, 'to', n.status) else '{}' end
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
comment on function private.write_sales_history is 'Writes the entries of all rows of a statement at once. The full join behind
  offset 0 is explained at private.sync_commission.';
