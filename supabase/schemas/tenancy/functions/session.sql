-- The caller: tenant (organization), role, session and what follows from them. Row-level security policies and security definer
-- functions decide access by these functions alone. They read the tables each time, never the claims of the access token but for
-- its user and session id: a deactivated user and a revoked session lose access at once, while the token is still valid.
-- Roles are owner, admin and agent; an owner may do what an admin may. What is called most is in PL/pgSQL, which keeps its plans for
-- a session: a function in SQL that cannot be inlined is planned at every call. What looks up by keys keeps its plan also within a page
-- that plans anew (plan_cache_mode), where planning takes longer than all of it.

create function private.current_organization_id() returns uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return (
    select u.organization_id
    from public.users u
    where u.id = auth.uid()
      and case when u.role = 'integration' then u.id::text = private.acting_key()
        else u.is_active
          and (exists (
            select 1 from auth.sessions s
            where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
              and s.user_id = u.id
              and (s.not_after is null or s.not_after > now()))
            or private.in_mode('acting'))
          and private.missing_factor() is null end);
end $$;
comment on function private.current_organization_id is 'The caller''s tenant; null for an inactive user, for a revoked or expired
  session, where a second factor is missing and for an API key outside of its requests, so everything built on it denies access. Policies call it, like the functions below, in a scalar subquery: evaluated once
  per statement, not once per row.';
grant execute on function private.current_organization_id() to authenticated;

create function private.current_user_role() returns text
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return (select u.role from public.users u where u.id = auth.uid() and u.organization_id = private.current_organization_id());
end $$;

create function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(private.current_user_role() in ('owner', 'admin', 'integration'), false);
end $$;
comment on function private.is_admin is 'An API key sees in its requests what an admin sees: those of its scopes are all that is asked in them
  (docs/product/integrations.md, API keys).';
grant execute on function private.is_admin() to authenticated;

create function private.is_owner() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(private.current_user_role() = 'owner', false);
end $$;
grant execute on function private.is_owner() to authenticated;

create function private.own_organization_id() returns uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return (
    select u.organization_id from public.users u
    where u.id = auth.uid() and not exists (select from private.agency_deletions d where d.organization_id = u.organization_id)
      and private.missing_factor() is null);
end $$;
comment on function private.own_organization_id is 'The caller''s tenant even when they are inactive or their session is revoked; null where
  a second factor is missing, and once it is being deleted.
  Only for reading the own organization (the app tells an inactive user why nothing opens) and its time zone; never to decide access
  to anything else.';
grant execute on function private.own_organization_id() to authenticated;

create function private.today() returns date
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return (now() at time zone coalesce(
    (select o.time_zone from public.organizations o where o.id = (select private.own_organization_id())), 'UTC'))::date;
end $$;
comment on function private.today is 'The current date in the time zone of the caller''s organization; in UTC for a caller without
  one.';
grant execute on function private.today() to authenticated;

create function private.acting_user(organization_id uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select u.id from public.users u where u.id = auth.uid() and u.organization_id = acting_user.organization_id);
end $$;
comment on function private.acting_user is 'The caller as the author of a change, for audit and history columns. Null for somebody
  outside this organization (a maintenance task of the operator): the foreign keys of those columns include the tenant.';

create function private.session_is_open() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from auth.sessions s
    where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = auth.uid()
      and (s.not_after is null or s.not_after > now()))
$$;
comment on function private.session_is_open is 'Whether the session of the access token exists and has not expired, be it without the code
  of a second factor.';

create function private.has_live_session() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.session_is_open() and private.missing_factor() is null
$$;
comment on function private.has_live_session is 'Whether the session of the access token exists, has not expired and lacks no second factor.
  Also true for a signed-in user without an organization, who may create one or accept an invitation.';
grant execute on function private.has_live_session() to authenticated;

create function private.confirmed_email() returns text
language sql stable security definer set search_path = '' as $$
  select lower(a.email) from auth.users a
  where a.id = auth.uid() and a.email_confirmed_at is not null and a.deleted_at is null and private.has_live_session()
$$;
comment on function private.confirmed_email is 'The caller''s confirmed e-mail address in lower case; null when it is not confirmed,
  the account deleted or the session revoked.';

create function private.acting_name(organization_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select u.first_name || ' ' || u.last_name from public.users u where u.id = private.acting_user(acting_name.organization_id)),
    'An admin')
$$;
comment on function private.acting_name is 'First and last name of the acting user for texts of notifications. Without one it was an
  admin or the operator.';

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
comment on function private.caller_scope is 'The rows that lists, totals and exports may read for the caller. Those functions are
  security definer (clients have no access to the rollups, and row-level security keeps conditions that are not leakproof out of the
  indexes), so this is their only access check. agent_id: the agent whose rows count, null for all of the organization; an agent
  always gets their own id. organization_id is null when nothing may be read (no active caller, or an agent asks for another agent):
  the callers then answer zeros and empty lists. zone: time zone of the organization.';

create function private.admin_organization_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when private.is_admin() then private.current_organization_id() end;
end $$;
comment on function private.admin_organization_id is 'The caller''s tenant for admins and owners, null for everybody else.';

create function private.exporting_organization_id(what text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.current_organization_id();
begin
  if caller_organization_id is null or not private.is_owner() then
    raise exception using errcode = '42501', message = 'permission denied for exports of ' || what;
  end if;
  return caller_organization_id;
end $$;
comment on function private.exporting_organization_id is 'The tenant of an owner, who may download what is exported of it; everybody else is refused before
  anything is looked up. what: named in the message.';

create function private.begin_acting(user_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  claims constant text := coalesce(current_setting('request.jwt.claims', true), '');
begin
  perform private.begin_mode('acting');
  perform set_config('request.jwt.claims', jsonb_build_object('sub', user_id, 'role', 'authenticated')::text, true);
  return claims;
end $$;
comment on function private.begin_acting is 'Lets the statements to come see what a person may see, who is not there: for what they are
  sent. Nothing may be written meanwhile. Nobody is let in by it: it is called by functions of service_role alone, and an inactive
  person sees nothing. Answers what end_acting takes.';

create function private.end_acting(claims text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.begin_mode('');
  perform set_config('request.jwt.claims', claims, true);
end $$;

create function private.picture_pattern(bucket text) returns text
language sql stable security definer set search_path = '' as $$
  select '^' || private.current_organization_id()::text
    || case bucket
      when 'avatars' then '/' || auth.uid()::text
      when 'logos' then case when private.is_owner() then '' end
      when 'vendors' then case when private.is_admin() then '/vendors' end end
    || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[.](jpg|jpeg|png|webp)$'
$$;
comment on function private.picture_pattern is 'Regular expression for the names of files the caller may list, add and remove in a
  storage bucket: everybody their own avatar, owners the logo of the organization, admins the logos of vendors (`bucket` is
  ''vendors'', files lie in the bucket logos below <organization>/vendors). Null, which matches nothing, for everybody else.';
grant execute on function private.picture_pattern(text) to authenticated;
