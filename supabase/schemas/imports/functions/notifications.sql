-- What people are told of an import, once, when it ends.

create function private.notify_of_import(batch public.import_batches) returns void
language sql volatile security definer set search_path = '' as $$
  select private.write_notification(n.organization_id, n.agent_id, 'assignment', private.acting_name(n.organization_id)
    || ' imported ' || n.count || case n.count when 1 then ' sale' else ' sales' end || ' for you.', null, null, 'sales_imported_for_you',
    jsonb_build_object('by', private.acting_name(n.organization_id), 'count', n.count))
  from (
    select s.organization_id, s.agent_id, count(*) as count from public.sales s
    where s.import_batch_id = batch.id group by s.organization_id, s.agent_id order by s.agent_id) n;
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, code, params)
  select u.organization_id, u.id, 'sale_recorded', private.acting_name(u.organization_id) || ' imported ' || count(*)
    || case count(*) when 1 then ' sale.' else ' sales.' end, 'sales', 'sales_imported',
    jsonb_build_object('by', private.acting_name(u.organization_id), 'count', count(*))
  from public.sales s
  join public.users u on u.organization_id = s.organization_id and u.id <> s.agent_id
  where s.import_batch_id = batch.id
    and u.role in ('owner', 'admin') and u.is_active and u.hears_of_sales and u.id is distinct from auth.uid()
  group by u.organization_id, u.id
$$;
comment on function private.notify_of_import is 'To the agents for whom somebody else imported sales, when the import ends: how
  many.';
