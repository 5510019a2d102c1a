-- API keys (docs/product/integrations.md, API keys): owners make and revoke them. Each key is a member of its own, so that histories say who
-- did what; it has an account that nobody signs in with, and is somebody only within requests of the API (api_requests).

create function private.is_key_live(key private.api_keys) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return key.revoked_at is null
    and not exists (select from private.agency_deletions d where d.organization_id = key.organization_id)
    and (key.expires_on is null or key.expires_on >= (
      select (now() at time zone o.time_zone)::date from public.organizations o where o.id = key.organization_id));
end $$;
comment on function private.is_key_live is 'Whether who has this key is let in: not revoked, not expired, and its agency is not being deleted.';

create function private.owned_organization() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.current_organization_id() is null or not private.is_owner() then
    raise insufficient_privilege using message = 'API keys are for owners';
  end if;
  return private.current_organization_id();
end $$;
comment on function private.owned_organization is 'The agency of the caller, who is an owner; everybody else is refused before anything is looked up.';

create function private.add_program(organization_id uuid, name text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  new_id constant uuid := gen_random_uuid();
begin
  -- Auth reads its texts as empty, never as null. No address, no password, no identity, and banned besides.
  insert into auth.users (instance_id, id, aud, role, encrypted_password, raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
    confirmation_token, recovery_token, email_change, email_change_token_new, email_change_token_current, phone_change,
    phone_change_token, reauthentication_token, banned_until)
  values ('00000000-0000-0000-0000-000000000000', new_id, 'authenticated', 'authenticated', '', '{"provider": "none", "providers": []}',
    '{}', now(), now(), '', '', '', '', '', '', '', '', now() + interval '100 years');
  insert into public.users (id, organization_id, first_name, last_name, role, is_active)
  values (new_id, add_program.organization_id, add_program.name, '(program)', 'integration', false);
  return new_id;
end $$;
comment on function private.add_program is 'The member that a key acts as.';

create function public.create_api_key(name text, scopes text[], expires_on date default null, request_key uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant int := 20;
  caller_organization_id constant uuid := private.owned_organization();
  clean constant text := private.visible_text(regexp_replace(create_api_key.name, '\s+', ' ', 'g'));
  wanted constant text[] := array(select distinct s from unnest(create_api_key.scopes) s order by s);
  latest constant date := (private.today() + interval '2 years')::date;
  until constant date := coalesce(create_api_key.expires_on, latest);
  prefix constant text := 'ppk_' || encode(extensions.gen_random_bytes(2), 'hex');
  key constant text := prefix || '_' || encode(extensions.gen_random_bytes(20), 'hex');
  new_id uuid;
  refusal jsonb;
  answer jsonb;
begin
  perform private.require_step_up();
  if (private.lock_owned_agency()).id is null then
    raise insufficient_privilege using message = 'API keys are for owners';
  end if;
  answer := private.begin_request('create_api_key', request_key,
    jsonb_build_object('name', clean, 'scopes', wanted, 'expires_on', create_api_key.expires_on));
  if answer is not null then
    return answer || '{"key": null}';
  end if;
  refusal := case
    when clean is null then private.command_result('Enter a name for the key.', 'name', 'api_key_name_missing')
    when char_length(clean) > 60 then private.command_result('Use at most 60 characters.', 'name', 'text_too_long', '{"most": 60}')
    when exists (select from private.api_keys k where k.organization_id = caller_organization_id
      and lower(k.name) = lower(clean) and private.is_key_live(k)) then
      private.command_result('There is a key of this name already.', 'name', 'api_key_name_taken')
    when cardinality(wanted) = 0 or not coalesce(wanted <@ private.api_scopes(), false) then
      private.command_result('Choose what the key may read or write.', 'scopes', 'api_key_scopes_missing')
    when until not between private.today() and latest then
      private.command_result('Enter a day from today on, within two years.', 'expires_on', 'api_key_expiry_wrong')
    when (select count(*) from private.api_keys k where k.organization_id = caller_organization_id and private.is_key_live(k)) >= most then
      private.command_result('An agency has at most 20 keys. Revoke one that is not used any more.', null, 'api_keys_too_many')
  end;
  if refusal is not null then
    return refusal;
  end if;
  new_id := private.add_program(caller_organization_id, clean);
  insert into private.api_keys (id, organization_id, name, prefix, key_hash, scopes, expires_on, created_by)
  values (new_id, caller_organization_id, clean, prefix, encode(sha256(convert_to(key, 'UTF8')), 'hex'), wanted, until, auth.uid());
  insert into private.api_key_uses (key_id, organization_id) values (new_id, caller_organization_id);
  perform private.audit(caller_organization_id, 'api_key_made', null, new_id, jsonb_build_object('key', clean, 'prefix', prefix,
    'changes', jsonb_build_array(jsonb_build_object('field', 'scopes', 'before', null, 'after', array_to_string(wanted, ', ')))));
  answer := private.end_request(request_key, new_id, private.command_result(null) || jsonb_build_object('id', new_id));
  return answer || jsonb_build_object('key', key);
end $$;
comment on function public.create_api_key is 'Makes a key: {success, error, field, id, key}. The key itself is answered this once: a repetition of
  the request answers null for it. Without a day it works for two years, the longest there is. Owners, with a step up.';
grant execute on function public.create_api_key(text, text[], date, uuid) to authenticated;

create function private.saved_by_create_api_key(key_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', 'api_key', 'id', k.id, 'name', k.name)
  from private.api_keys k
  where k.organization_id = private.current_organization_id() and private.is_owner() and k.id = saved_by_create_api_key.key_id
$$;
comment on function private.saved_by_create_api_key is 'See private.saved_as.';

create function public.revoke_api_key(key_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.owned_organization();
  key private.api_keys;
begin
  select k.* into key from private.api_keys k
  where k.id = revoke_api_key.key_id and k.organization_id = caller_organization_id for update;
  if key.id is null then
    return private.command_result('This key is not there any more.', null, 'api_key_not_found');
  elsif key.revoked_at is null then
    update private.api_keys k set revoked_at = now(), revoked_by = auth.uid() where k.id = key.id;
    perform private.audit(caller_organization_id, 'api_key_revoked', null, key.id, jsonb_build_object('key', key.name, 'prefix', key.prefix));
  end if;
  return private.command_result(null);
end $$;
comment on function public.revoke_api_key is 'From its commit on nobody is let in with this key. Owners, without a step up: what is stolen is to be
  stopped at once.';
grant execute on function public.revoke_api_key(uuid) to authenticated;

create function public.get_api_keys() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
begin
  if caller_organization_id is null then
    raise insufficient_privilege using message = 'API keys are for owners, and admins see them';
  end if;
  return jsonb_build_object('keys', (
    select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name, 'prefix', k.prefix, 'scopes', k.scopes,
      'created_at', k.created_at, 'created_by', c.first_name || ' ' || c.last_name, 'expires_on', k.expires_on,
      'last_used_at', u.last_used_at, 'last_used_from', u.last_used_from,
      'revoked_at', k.revoked_at, 'revoked_by', r.first_name || ' ' || r.last_name) order by k.created_at desc, k.id), '[]')
    from private.api_keys k
    join private.api_key_uses u on u.key_id = k.id
    join public.users c on c.id = k.created_by
    left join public.users r on r.id = k.revoked_by
    where k.organization_id = caller_organization_id));
end $$;
comment on function public.get_api_keys is 'The keys of the caller''s agency, the newest first, revoked ones too: {keys: [{id, name, prefix, scopes,
  created_at, created_by, expires_on, last_used_at, last_used_from, revoked_at, revoked_by}]}. Owners, and admins, who only see them.';
grant execute on function public.get_api_keys() to authenticated;
