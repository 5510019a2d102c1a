set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.bank_import_rows(organization_id uuid, ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'file_name', i.file_name, 'status', i.status,
    -- Deployed remotes know the formats of files alone.
    'format', case when i.connection_id is null then i.format else 'ofx' end,
    'account', jsonb_build_object('id', a.id, 'name', a.name, 'last_four', a.last_four), 'added', i.added, 'here', i.here,
    'broken', i.broken, 'created_at', i.created_at,
    -- What a connection brought says so in the place of a person.
    'created_by', jsonb_build_object('first_name', coalesce(u.first_name, i.file_name), 'last_name', coalesce(u.last_name, '')),
    'connection_id', i.connection_id,
    'settled', (select count(*) from public.bank_transactions t
      where t.organization_id = i.organization_id and t.import_id = i.id and t.status in ('matched', 'set_aside')),
    'paid_agents', (select count(distinct c.agent_id) from public.bank_transactions t
      join public.bank_allocations l on l.organization_id = t.organization_id and l.transaction_id = t.id
      join public.commissions c on c.id = l.commission_id
      join private.commissions_before_deposit b on b.commission_id = c.id
      where t.organization_id = i.organization_id and t.import_id = i.id and t.status = 'matched' and c.status = 'agent_paid' and b.status <> 'agent_paid'))
    order by n.n), '[]')
  from unnest(ids) with ordinality n(id, n)
  join public.bank_imports i on i.organization_id = bank_import_rows.organization_id and i.id = n.id
  join public.bank_accounts a on a.id = i.account_id
  left join public.users u on u.id = i.created_by
$function$;
