-- Who calls. Each answers null (or false) for an inactive user and for a revoked session, so everything shuts at once.
create function private.current_organization_id() returns uuid
language sql stable security definer set search_path = '' as $$
  select u.organization_id
  from public.users u
  where u.id = auth.uid()
    and u.is_active
    and exists (
      select 1 from auth.sessions s
      where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
        and s.user_id = u.id
        and (s.not_after is null or s.not_after > now())
    )
$$;
grant execute on function private.current_organization_id() to authenticated;

create function private.current_user_role() returns text
language sql stable security definer set search_path = '' as $$
  select u.role from public.users u where u.id = auth.uid() and u.organization_id = private.current_organization_id()
$$;

create function private.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.current_user_role() in ('owner', 'admin'), false)
$$;
grant execute on function private.is_admin() to authenticated;

create function private.is_owner() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.current_user_role() = 'owner', false)
$$;
grant execute on function private.is_owner() to authenticated;

-- The caller's organization even when inactive: only for reading one's own organization, so that the guard can say why.
create function private.own_organization_id() returns uuid
language sql stable security definer set search_path = '' as $$
  select u.organization_id from public.users u where u.id = auth.uid()
$$;
grant execute on function private.own_organization_id() to authenticated;

-- Today in the caller's organization: its time zone decides.
create function private.today() returns date
language sql stable security definer set search_path = '' as $$
  select (now() at time zone coalesce(
    (select o.time_zone from public.organizations o where o.id = private.own_organization_id()), 'UTC'))::date
$$;
grant execute on function private.today() to authenticated;

-- Who acts, as far as that is a person of this organization; null for a maintenance task of the operator.
create function private.acting_user(organization_id uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select u.id from public.users u where u.id = auth.uid() and u.organization_id = acting_user.organization_id
$$;

-- Is the caller's session still there? Also true for somebody without an organization.
create function private.has_live_session() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from auth.sessions s
    where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = auth.uid()
      and (s.not_after is null or s.not_after > now()))
$$;
grant execute on function private.has_live_session() to authenticated;

-- The caller's own address, once it is confirmed; null for everybody else.
create function private.confirmed_email() returns text
language sql stable security definer set search_path = '' as $$
  select lower(a.email) from auth.users a
  where a.id = auth.uid() and a.email_confirmed_at is not null and a.deleted_at is null and private.has_live_session()
$$;

-- "Marisol Vega"; somebody without a name here is an admin or the operator.
create function private.acting_name(organization_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select u.first_name || ' ' || u.last_name from public.users u where u.id = private.acting_user(acting_name.organization_id)),
    'An admin')
$$;

-- Totals by status, from the rollups. They, and the timelines and top lists that follow, run with the owner's rights,
-- because nobody else reads the rollups; what a caller may see is decided in one place, private.caller_scope. For a
-- caller without an organization (inactive, or a revoked session) there is nothing to add up: zeros and empty lists.

-- Whose rows the caller may add up: those of one agent, or (agent_id null) everybody's in the organization. organization_id is null
-- when nothing may be seen: no active caller, or an agent who asks for somebody else.
create function private.caller_scope(wanted_agent uuid default null, out organization_id uuid, out agent_id uuid, out zone text)
language plpgsql stable security definer set search_path = '' as $$
begin
  organization_id := private.current_organization_id();
  agent_id := wanted_agent;
  if not private.is_admin() then
    agent_id := auth.uid();
    if wanted_agent <> agent_id then
      organization_id := null;
    end if;
  end if;
  select o.time_zone into zone from public.organizations o where o.id = caller_scope.organization_id;
  zone := coalesce(zone, 'UTC');
end $$;

-- The caller's organization, for admins; null for everybody else.
create function private.admin_organization_id() returns uuid
language sql stable security definer set search_path = '' as $$
  select case when private.is_admin() then private.current_organization_id() end
$$;
