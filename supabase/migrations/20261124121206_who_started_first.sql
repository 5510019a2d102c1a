set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.payout_approvers(b public.payout_batches)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (
    select jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url,
      'can_approve', c.changes is null, 'changes', coalesce(c.changes, '[]')) order by c.changes is not null, u.last_name, u.first_name, u.id)
    from public.users u
    cross join lateral (
      select jsonb_agg(jsonb_build_object('action', n.action, 'details', n.details - 'items', 'at', n.at) order by n.action = 'started' desc, n.at desc) as changes
      from (select x.* from private.unseen_changes(b) x where x.user_id = u.id
        order by x.action = 'started' desc, x.at desc limit 5) n) c
    where u.organization_id = o.id and u.is_active and u.role in ('owner', 'admin'))
  from public.organizations o
  where o.id = b.organization_id and o.payout_second_approval and b.status = 'draft'
$function$;
