-- What a session has shown beside the password, by the claims of its token: `aal` (the level) and `amr` (which proof, and when). A session of
-- somebody who has a second factor is nobody's until its code was entered, and so is that of somebody who has none where the agency asks
-- for one. What moves money or opens an account asks for a code of the last 15 minutes besides.

create function private.has_factor(user_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from auth.mfa_factors f where f.user_id = has_factor.user_id and f.status = 'verified');
end $$;

create function private.needs_factor(member public.users) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(member.is_active and exists (
    select 1 from public.organizations o where o.id = member.organization_id
      and (o.second_factor_policy = 'all' or o.second_factor_policy = 'admins' and member.role <> 'agent')), false);
end $$;
comment on function private.needs_factor is 'Whether the policy of the agency asks this person for one.';

create function private.missing_factor() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.jwt() ->> 'aal' = 'aal2' or private.in_mode('acting') then
    return null;
  elsif private.has_factor(auth.uid()) then
    return 'code';
  end if;
  return (select 'factor' from public.users u where u.id = auth.uid() and private.needs_factor(u));
end $$;
comment on function private.missing_factor is 'What the caller still owes before they are somebody: ''code'' where they have a second factor and
  the session knows its password alone, ''factor'' where their agency asks for one and they have none; else null. Tables are read only for
  a session without a code.';

create function private.refuse_missing_factor() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  case private.missing_factor()
    when 'code' then
      perform private.refuse('Enter a code of your authenticator to go on.', '', 'second_factor_expected');
    when 'factor' then
      perform private.refuse('Your agency asks for a second factor. Set one up to go on.', '', 'second_factor_required');
    else null;
  end case;
end $$;
comment on function private.refuse_missing_factor is 'Says why nothing is answered. That nothing is does not depend on it.';
grant execute on function private.refuse_missing_factor() to authenticated;

create function private.confirmed_at() returns timestamptz
language sql stable set search_path = '' as $$
  select to_timestamp(max(case when jsonb_typeof(a.entry -> 'timestamp') = 'number' then (a.entry ->> 'timestamp')::numeric end)::double precision)
  from jsonb_array_elements(case when jsonb_typeof(auth.jwt() -> 'amr') = 'array' then auth.jwt() -> 'amr' else '[]' end) a(entry)
  where a.entry ->> 'method' = 'totp'
$$;
comment on function private.confirmed_at is 'When a code was entered last in this session, as the access token says; null for never.';

create function private.stepped_up() returns boolean
language sql stable set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal' = 'aal2'
    and private.confirmed_at() between now() - interval '15 minutes' and now() + interval '1 minute', false)
$$;
comment on function private.stepped_up is 'Whether a code was entered within the last 15 minutes, by clocks that differ by a minute at most.';

create function private.require_step_up() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.acting_key() is not null then
    perform private.refuse('A program cannot do this.', '', 'not_for_programs');
  elsif auth.uid() is null or private.in_mode('acting') or private.stepped_up() then
    return;
  elsif private.has_factor(auth.uid())
    or exists (select 1 from public.users u where u.id = auth.uid() and private.needs_factor(u)) then
    perform private.refuse('Confirm it is you: enter a code of your authenticator.', '', 'step_up_required');
  end if;
end $$;
comment on function private.require_step_up is 'Refuses what moves money or opens an account unless a code was entered within the last 15
  minutes. Somebody without a second factor, whose agency asks for none, passes. A job is nobody and passes.';
