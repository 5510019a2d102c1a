-- Devices: the sessions of a person as browsers and systems. Auth keeps the sessions; what it does not know is who has been seen before,
-- and who is to be told. A session that is ended here is a row that Auth has no more: its refresh token is dead, and its access token,
-- though still valid, opens nothing (private.current_organization_id).

create function private.note_sign_in() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
declare
  device_name constant text := coalesce(private.device_words(new.user_agent), 'Another program');
  member public.users;
  is_known_person boolean;
  is_new boolean;
begin
  if tg_op = 'UPDATE' and device_name = coalesce(private.device_words(old.user_agent), 'Another program') then
    return null;
  end if;
  is_known_person := exists (select from private.known_devices k where k.user_id = new.user_id);
  insert into private.known_devices (user_id, device, session_id, told) values (new.user_id, device_name, new.id, is_known_person)
  on conflict do nothing;
  is_new := found and is_known_person;
  select u.* into member from public.users u where u.id = new.user_id;
  if member.id is not null then
    insert into private.audit_log (organization_id, actor_id, action, kind, subject_id, details, session_id, device)
    values (member.organization_id, member.id, 'member_signed_in', private.audit_kind('member_signed_in'), member.id,
      case when is_new then '{"new_device": true}' else '{}' end::jsonb, new.id, device_name);
  end if;
  return null;
end $$;
comment on function private.note_sign_in is 'An entry for each session that Auth opens, and for one that goes on with another browser or system,
  as a stolen one does. Not by private.audit: Auth asks, and nobody is signed in yet.';

create function private.device_id(session_id uuid) returns uuid
language sql immutable set search_path = '' as $$
  select md5('device ' || session_id::text)::uuid
$$;
comment on function private.device_id is 'What a list of devices calls a session. Its own id stays unsaid: it is the proof that a password was
  typed (ask_address_change), and whoever has another session of the person would read it there.';

create function public.tell_time_zone(time_zone text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  session auth.sessions;
  member public.users;
  device_name text;
  is_new boolean;
begin
  select s.* into session from auth.sessions s
  where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = auth.uid() and private.has_live_session();
  if session.id is null or not exists (select from pg_catalog.pg_timezone_names z where z.name = tell_time_zone.time_zone) then
    return private.command_result(null);
  end if;
  insert into private.session_zones (session_id, time_zone) values (session.id, tell_time_zone.time_zone) on conflict do nothing;
  if not found then
    return private.command_result(null);
  end if;
  device_name := coalesce(private.device_words(session.user_agent), 'Another program');
  -- A device that is new altogether was told already, without its zone.
  is_new := exists (select from private.known_devices k where k.user_id = session.user_id and k.device = device_name and k.time_zone <> '')
    and not exists (select from private.known_devices k where k.session_id = session.id and k.told);
  insert into private.known_devices (user_id, device, time_zone, session_id, told)
  values (session.user_id, device_name, tell_time_zone.time_zone, session.id, is_new) on conflict do nothing;
  if found and is_new then
    select u.* into member from public.users u where u.id = session.user_id;
    if member.id is not null then
      perform private.audit(member.organization_id, 'member_zone_new', null, member.id,
        jsonb_build_object('time_zone', tell_time_zone.time_zone));
    end if;
  end if;
  return private.command_result(null);
end $$;
comment on function public.tell_time_zone is 'What the browser says of where it is, once for each session; later ones, and zones that nobody
  knows, are ignored. A known browser in a zone where its person has not signed in before is told them like a new one.';
grant execute on function public.tell_time_zone(text) to authenticated;

create function public.list_my_devices() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'device', d.device, 'time_zone', d.time_zone, 'signed_in_at', d.created_at,
    'last_seen_at', d.last_seen_at, 'is_this', d.is_this, 'is_new', d.is_new) order by d.is_this desc, d.last_seen_at desc, d.id), '[]')
  from (
    select private.device_id(s.id) as id, coalesce(private.device_words(s.user_agent), 'Another program') as device, z.time_zone, s.created_at,
      greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc') as last_seen_at,
      s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid as is_this,
      exists (select from private.known_devices k where k.user_id = s.user_id and k.session_id = s.id and k.told) as is_new
    from auth.sessions s left join private.session_zones z on z.session_id = s.id
    where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now()) and private.current_organization_id() is not null
  ) d
$$;
comment on function public.list_my_devices is 'The caller''s own sessions, this one first, then by when Auth last saw them: [{id, device,
  time_zone, signed_in_at, last_seen_at, is_this, is_new}]. `last_seen_at` is when the session got new tokens last. No place is kept.';
grant execute on function public.list_my_devices() to authenticated;

create function public.end_my_sessions(session_id uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  agency constant uuid := private.current_organization_id();
  ended int;
begin
  if agency is null then
    return private.command_result('You do not belong to an organization.', null, 'not_in_organization');
  end if;
  delete from auth.sessions s
  where s.user_id = auth.uid() and s.id <> nullif(auth.jwt() ->> 'session_id', '')::uuid
    and (end_my_sessions.session_id is null or private.device_id(s.id) = end_my_sessions.session_id);
  get diagnostics ended = row_count;
  if ended > 0 then
    perform private.audit(agency, 'member_devices_ended', null, auth.uid(), jsonb_build_object('count', ended));
    perform private.send_tag('user:' || auth.uid(), 'account_changed');
  end if;
  return private.command_result(null) || jsonb_build_object('ended', ended);
end $$;
comment on function public.end_my_sessions is 'Ends one other session of the caller, or all others: {ended}. This one ends by signing out; a
  session that is somebody else''s or over already is none.';
grant execute on function public.end_my_sessions(uuid) to authenticated;

create function public.end_member_sessions(member_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  locked record;
  ended int;
begin
  select t.* into locked from private.lock_member(end_member_sessions.member_id) t;
  if locked.refusal is not null then
    return locked.refusal;
  elsif not private.is_owner() then
    return private.command_result('Only an owner can sign members out.', null, 'members_are_signed_out_by_owners');
  elsif (locked.member).id = auth.uid() then
    return private.command_result('Sign your own devices out in your profile.', null, 'own_devices_in_profile');
  end if;
  delete from auth.sessions s where s.user_id = (locked.member).id;
  get diagnostics ended = row_count;
  if ended > 0 then
    perform private.audit((locked.member).organization_id, 'member_signed_out', null, (locked.member).id, jsonb_build_object('count', ended));
    perform private.send_tag('user:' || (locked.member).id, 'account_changed');
  end if;
  return private.command_result(null) || jsonb_build_object('ended', ended);
end $$;
comment on function public.end_member_sessions is 'Owners end all sessions of a member, who is told by mail: {ended}.';
grant execute on function public.end_member_sessions(uuid) to authenticated;
