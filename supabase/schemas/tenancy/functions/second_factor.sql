-- Second factors: an authenticator app beside the password. Auth keeps and checks them; here stand who needs one, who has one, and what
-- becomes of it. What a session without its code may do is in second_factor_claims.sql.

create function private.note_second_factor(member public.users, what text, action text, done_by uuid default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into private.second_factor_events (organization_id, user_id, what, done_by)
  values (member.organization_id, member.id, note_second_factor.what, note_second_factor.done_by);
  perform private.audit(member.organization_id, action, null, member.id, actor => coalesce(done_by, member.id));
end $$;
comment on function private.note_second_factor is 'Keeps what became of a second factor: for its person, who is told, and in the audit log.';

create function private.was_taken_away(user_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from private.second_factor_events e where e.user_id = was_taken_away.user_id
    and e.what in ('reset', 'recovered') and e.created_at > clock_timestamp() - interval '1 minute');
end $$;
comment on function private.was_taken_away is 'Whether a reset or a recovery code takes this person''s authenticators away just now.';

create function private.guard_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner_id constant uuid := coalesce(new.user_id, old.user_id);
begin
  if session_user = 'supabase_auth_admin' and private.has_factor(owner_id) and not private.was_taken_away(owner_id)
    and exists (select 1 from auth.users a where a.id = owner_id)
    and not exists (
      select 1 from auth.mfa_amr_claims c join auth.sessions s on s.id = c.session_id
      where s.user_id = owner_id and c.authentication_method = 'totp' and c.updated_at > clock_timestamp() - interval '15 minutes') then
    perform private.refuse('Confirm it is you: enter a code of your authenticator.', '', 'step_up_required');
  end if;
  return coalesce(new, old);
end $$;
comment on function private.guard_factor is 'Auth adds and removes authenticators for any session that a code has raised, however long ago: whoever
  found one open would add their own, and pass for its owner from then on. So both want a code of the last 15 minutes. Who runs the
  installation removes them by SQL.';

create function private.note_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner_id constant uuid := coalesce(new.user_id, old.user_id);
  member public.users;
begin
  select u.* into member from public.users u where u.id = owner_id;
  if member.id is null then
    return null;
  elsif tg_op = 'UPDATE' then
    perform private.note_second_factor(member, 'added', 'second_factor_added');
  elsif exists (select 1 from auth.users a where a.id = owner_id)
    and not private.was_taken_away(owner_id) then
    perform private.note_second_factor(member, 'removed', 'second_factor_removed');
    -- A token of before says for its hour that the code was entered: what the lost authenticator has opened ends with it, but for the
    -- session that has just confirmed the removal.
    delete from auth.sessions s where s.user_id = owner_id and s.factor_id = old.id and s.id is distinct from (
      select c.session_id from auth.mfa_amr_claims c join auth.sessions o on o.id = c.session_id
      where o.user_id = owner_id and c.authentication_method = 'totp' order by c.updated_at desc limit 1);
    perform private.send_tag('user:' || owner_id, 'account_changed');
  end if;
  return null;
end $$;
comment on function private.note_factor is 'Whatever way Auth is asked. What a reset or a recovery code takes away has its entry by then.';

create function public.get_second_factor() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.users;
  has_one constant boolean := private.has_factor(auth.uid());
  is_required boolean;
  codes jsonb;
begin
  if not private.session_is_open() then
    raise insufficient_privilege using message = 'This session is not valid any more';
  end if;
  select u.* into me from public.users u where u.id = auth.uid();
  is_required := private.needs_factor(me);
  if me.role = 'owner' and private.current_organization_id() is not null then
    select jsonb_build_object('left', count(*) filter (where c.used_at is null), 'made_on', max(c.made_at)) into codes
    from private.recovery_codes c where c.user_id = me.id;
  end if;
  return jsonb_build_object(
    'policy', coalesce((select o.second_factor_policy from public.organizations o where o.id = me.organization_id), 'optional'),
    'required', is_required,
    'has_factor', has_one,
    'aal', case when auth.jwt() ->> 'aal' = 'aal2' then 'aal2' else 'aal1' end,
    'confirmed_at', private.confirmed_at(),
    'step_up_until', case when (has_one or is_required) and private.stepped_up() then private.confirmed_at() + interval '15 minutes' end,
    'recovery', codes);
end $$;
comment on function public.get_second_factor is 'The caller''s own: {policy, required, has_factor, aal, confirmed_at, step_up_until,
  recovery: {left, made_on} of owners}. The one function that answers a session which lacks its second factor.';
grant execute on function public.get_second_factor() to authenticated;

create function public.list_second_factors() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
  answer jsonb;
begin
  if caller_organization_id is null then
    raise insufficient_privilege using message = 'Second factors of others are for admins and owners';
  end if;
  with people as (
    select u.id, u.role, u.first_name || ' ' || u.last_name as name, f.since, asked.created_at as asked_at, gone.created_at as reset_at,
      (select r.first_name || ' ' || r.last_name from public.users r where r.id = gone.done_by and r.organization_id = u.organization_id)
        as reset_by_name
    from public.users u
    left join lateral (
      select min(f.created_at) as since from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') f on true
    left join lateral (
      select e.created_at from private.second_factor_events e
      where e.user_id = u.id and e.organization_id = u.organization_id and e.what = 'asked' order by e.created_at desc limit 1) asked on true
    left join lateral (
      select e.created_at, e.done_by from private.second_factor_events e
      where e.user_id = u.id and e.organization_id = u.organization_id and e.what = 'reset' order by e.created_at desc limit 1) gone on true
    where u.organization_id = caller_organization_id and u.is_active)
  select jsonb_build_object(
    'policy', (select o.second_factor_policy from public.organizations o where o.id = caller_organization_id),
    'members', jsonb_agg(jsonb_build_object('user_id', p.id, 'name', p.name, 'role', p.role, 'has_factor', p.since is not null,
      'since', p.since, 'asked_at', p.asked_at, 'reset_at', p.reset_at, 'reset_by_name', p.reset_by_name) order by p.name, p.id),
    'everybody', jsonb_build_object('count', count(*), 'with_factor', count(p.since)),
    'admins', jsonb_build_object('count', count(*) filter (where p.role <> 'agent'),
      'with_factor', count(p.since) filter (where p.role <> 'agent')))
  into answer from people p;
  return answer;
end $$;
comment on function public.list_second_factors is 'Active members with when they set one up, were asked for one, had it reset, and how many
  have one: {policy, members, everybody: {count, with_factor}, admins: {…}}. For admins and owners.';
grant execute on function public.list_second_factors() to authenticated;

create function public.set_second_factor_policy(p_policy text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  agency public.organizations := private.lock_owned_agency();
begin
  if agency.id is null then
    return private.command_result('Only an owner can say who needs a second factor.', null, 'second_factor_policy_is_for_owners');
  elsif p_policy is null or p_policy not in ('optional', 'admins', 'all') then
    return private.command_result('Choose optional, admins or all.', 'p_policy', 'second_factor_policy_unknown');
  end if;
  perform private.require_step_up();
  if agency.second_factor_policy <> p_policy then
    update public.organizations o set second_factor_policy = p_policy where o.id = agency.id;
    perform private.audit(agency.id, 'second_factor_policy_changed', null, agency.id,
      private.audit_change('second_factor_policy', agency.second_factor_policy, p_policy));
  end if;
  return private.command_result(null);
end $$;
comment on function public.set_second_factor_policy is 'Who needs a second factor: optional, admins (owners too) or all. Whoever has none
  then is nobody until they have set one up.';
grant execute on function public.set_second_factor_policy(text) to authenticated;

create function public.begin_second_factor_reset(p_member_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  locked record;
  refusal jsonb;
begin
  select t.* into locked from private.lock_member(p_member_id) t;
  refusal := case
    when not private.is_owner() then private.command_result('Only an owner can reset a second factor.', null,
      'second_factor_reset_is_for_owners')
    when locked.refusal is not null then locked.refusal
    when (locked.member).id = auth.uid() then private.command_result('Remove your own authenticator in your profile.', null,
      'second_factor_reset_of_oneself')
    when not private.has_factor((locked.member).id) then private.command_result('This person has no second factor.', null,
      'second_factor_missing')
  end;
  if refusal is not null then
    return refusal;
  end if;
  perform private.require_step_up();
  perform private.note_second_factor(locked.member, 'reset', 'second_factor_reset', auth.uid());
  delete from auth.sessions s where s.user_id = (locked.member).id;
  return private.command_result(null);
end $$;
comment on function public.begin_second_factor_reset is 'An owner''s, for a member who has lost it: logs it, tells the member and ends their
  sessions. The Edge Function second-factor asks this as the owner, and removes the authenticators then, by Auth.';
grant execute on function public.begin_second_factor_reset(uuid) to authenticated;

create function public.ask_for_second_factor(p_member_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
  member public.users;
begin
  if caller_organization_id is null then
    return private.command_result('You do not have permission to change team members.', null, 'members_are_for_admins');
  end if;
  -- Two who ask at once ask one after the other.
  select u.* into member from public.users u
  where u.id = p_member_id and u.organization_id = caller_organization_id and u.is_active for no key update;
  if member.id is null then
    return private.command_result('This person is not in your organization.', null, 'member_not_found');
  elsif private.has_factor(member.id) then
    return private.command_result('This person has a second factor already.', null, 'second_factor_there');
  elsif exists (select 1 from private.second_factor_events e where e.user_id = member.id and e.organization_id = caller_organization_id
    and e.what = 'asked' and e.created_at > clock_timestamp() - interval '1 day') then
    return private.command_result('This person was asked within the last day.', null, 'second_factor_asked_today');
  end if;
  perform private.note_second_factor(member, 'asked', 'second_factor_asked', auth.uid());
  return private.command_result(null);
end $$;
comment on function public.ask_for_second_factor is 'Asks a member without a second factor to set one up, at most once a day.';
grant execute on function public.ask_for_second_factor(uuid) to authenticated;
