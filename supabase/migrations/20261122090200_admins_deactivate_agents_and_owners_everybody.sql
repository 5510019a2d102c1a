-- Deactivation shuts every table at the person's next request (private.current_organization_id answers null); their
-- session stays, so that the guard can read their own row and say why.

create function public.set_member_active(member_id uuid, active boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  home uuid := private.current_organization_id();
  member public.users%rowtype;
  refusal text;
begin
  if home is null or not private.is_admin() then
    return jsonb_build_object('success', false, 'error', 'You do not have permission to change team members.');
  end if;
  select u.* into member from public.users u
  where u.id = set_member_active.member_id and u.organization_id = home
  for no key update;
  refusal := case
    when member.id is null then 'This person is not in your organization.'
    when set_member_active.active is null then 'Say whether the person is active.'
    when member.role <> 'agent' and not private.is_owner() then 'Only an owner can change admins and owners.'
  end;
  if refusal is not null then
    return jsonb_build_object('success', false, 'error', refusal);
  end if;
  begin
    update public.users u set is_active = set_member_active.active
    where u.id = member.id and u.is_active <> set_member_active.active;
  exception when raise_exception then
    -- The trigger that keeps an active owner says why.
    return jsonb_build_object('success', false, 'error', sqlerrm);
  end;
  return jsonb_build_object('success', true, 'error', null);
end $$;

revoke all on function public.set_member_active(uuid, boolean) from public, anon, authenticated;
grant execute on function public.set_member_active(uuid, boolean) to authenticated;
