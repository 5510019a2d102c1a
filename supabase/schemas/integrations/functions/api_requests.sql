-- Requests of the API (docs/product/integrations.md, API). The Edge Function `api` asks twice with the rights of service_role. The first call
-- judges the key and counts; it is committed before anything is told. The second makes its transaction the key's: its member is the caller,
-- its role that of everybody who is signed in, so that the same row-level security judges it; then it runs the one operation that was asked.
-- There is no token and no session: nothing that could be stolen, and a key that is revoked is let in nowhere from then on.

create function private.api_scopes() returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(s.scope order by s.place, s.scope)
  from (
    select min(r.place) as place, r.scope || a.access as scope
    from private.api_resources() r
    cross join lateral (values (':read'), (case when r.writes <> '{}' then ':write' end)) a(access)
    where a.access is not null
    group by r.scope || a.access) s
$$;
comment on function private.api_scopes is 'What a key may be allowed, in the order of the resources.';

create function private.api_scope(operation text) returns text
language sql immutable set search_path = '' as $$
  select r.scope || case when operation = any (r.writes) then ':write' else ':read' end
  from private.api_resources() r
  where operation in ('list_' || r.resource, 'get_' || r.noun) or operation = any (r.writes)
$$;
comment on function private.api_scope is 'What a key needs for an operation; null for none that there is.';
grant execute on function private.api_scope(text) to authenticated;

create function private.has_api_scope(scopes text[], needed text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(needed = any (scopes) or replace(needed, ':read', ':write') = any (scopes), false)
$$;
comment on function private.has_api_scope is 'Who may write may read.';

create function private.coarse_address(address text) returns text
language sql immutable set search_path = '' as $$
  select case when pg_input_is_valid(address, 'inet') then
    network(set_masklen(host(address::inet)::inet, case family(address::inet) when 4 then 24 else 48 end))::text end
$$;
comment on function private.coarse_address is 'The network of an address; null for what is none.';

create function public.begin_api_request(key_hash text, address text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant int := 300;
  key private.api_keys;
  used private.api_key_uses;
begin
  select k.* into key from private.api_keys k where k.key_hash = begin_api_request.key_hash;
  if key.id is null or not private.is_key_live(key) then
    return null;
  end if;
  update private.api_key_uses u set
    last_used_at = clock_timestamp(),
    last_used_from = private.coarse_address(begin_api_request.address),
    window_began_at = case when u.window_began_at > clock_timestamp() - interval '1 minute' then u.window_began_at else clock_timestamp() end,
    window_requests = case when u.window_began_at > clock_timestamp() - interval '1 minute' then u.window_requests else 0 end + 1
  where u.key_id = key.id
  returning u.* into used;
  return jsonb_build_object('key_id', key.id, 'allowed', used.window_requests <= most, 'limit', most,
    'remaining', greatest(most - used.window_requests, 0),
    'reset', greatest(ceil(extract(epoch from used.window_began_at + interval '1 minute' - clock_timestamp())), 1)::int);
end $$;
comment on function public.begin_api_request is 'Judges a key by its hash, notes its use and counts: {key_id, allowed, limit, remaining, reset in
  seconds}. Null for a key that lets nobody in, whyever.';
grant execute on function public.begin_api_request(text, text) to service_role;

create function public.become_api_key(key_id uuid, operation text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  key private.api_keys;
  needed constant text := private.api_scope(become_api_key.operation);
begin
  -- Not locked: revoking waits for nobody.
  select k.* into key from private.api_keys k where k.id = become_api_key.key_id;
  if key.id is null or not private.is_key_live(key) then
    perform private.refuse('This key lets nobody in.', '', 'api_key_unknown');
  elsif not private.has_api_scope(key.scopes, needed) then
    perform private.refuse('This key may not do that: it needs ' || coalesce(needed, 'more') || '.', '', 'api_scope_missing',
      jsonb_build_object('scope', coalesce(needed, 'more')));
  end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', key.id, 'role', 'authenticated')::text, true);
  perform private.begin_key(key.id);
  if needed like '%:read' then
    perform set_config('transaction_read_only', 'on', true);
  end if;
end $$;
comment on function public.become_api_key is 'Makes the transaction that of a key, if the key may do what is asked; what reads cannot write in it. Alone it
  does nothing: run_api_request goes on.';
grant execute on function public.become_api_key(uuid, text) to service_role;

create function public.run_api_request(key_id uuid, operation text, input jsonb default '{}') returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
begin
  perform public.become_api_key(run_api_request.key_id, run_api_request.operation);
  -- From here on with no more rights than anybody who is signed in.
  perform set_config('role', 'authenticated', true);
  return private.answer_api(run_api_request.operation, run_api_request.input);
end $$;
comment on function public.run_api_request is 'Runs one operation of the API as the member of a key. `input`: {id, query, body, version, request_key}.
  Its answer is the record or the page, with {replayed} beside what a repeated request had written before.';
grant execute on function public.run_api_request(uuid, text, jsonb) to service_role;

create function private.answer_api(operation text, input jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  record_id constant uuid := (input ->> 'id')::uuid;
  answer jsonb;
begin
  if private.api_scope(operation) like '%:write' then
    return private.write_for_api(operation, record_id, input);
  elsif operation like 'list_%' then
    return private.list_for_api(substr(operation, 6), input);
  end if;
  answer := private.record_for_api(substr(operation, 5), record_id);
  if answer is null then
    perform private.refuse('There is no such record.', '', 'api_record_not_found');
  end if;
  return jsonb_build_object('answer', answer);
end $$;
comment on function private.answer_api is 'Runs with the caller''s rights: policies decide what there is. What is somebody else''s is not there.';
grant execute on function private.answer_api(text, jsonb) to authenticated;
