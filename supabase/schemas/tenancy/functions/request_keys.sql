create function private.forget_request_keys() returns void
language sql volatile security definer set search_path = '' as $$
  delete from private.request_keys k where k.created_at < now() - interval '31 days'
$$;
comment on function private.forget_request_keys is 'A day longer than the browser keeps a draft, and the key with it.';

create function private.saved_as(command text, record_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  saved jsonb;
begin
  execute format('select private.%I($1)', 'saved_by_' || command) into saved using record_id;
  return saved;
end $$;
comment on function private.saved_as is 'What a request has saved, as its author may see it now: {kind, id, name}; null when they
  may not. Each command says so itself, by a function private.saved_by_<command>(record_id) beside it.';

create function private.hidden_key(request_key uuid) returns uuid
language sql immutable set search_path = '' as $$
  select left(encode(sha256(uuid_send(request_key)), 'hex'), 32)::uuid
$$;
comment on function private.hidden_key is 'A key as it is kept: only who has the key itself, which is the form that drew it, can
  tell from the hashes what was sent.';

create function private.refuse_saved_already(saved jsonb, differs jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception using errcode = 'P0001', hint = 'saved_already',
    message = case when saved is null then 'Saved already.' else 'Saved already as ' || (saved ->> 'name') || '.' end,
    detail = (coalesce(saved, '{}') || jsonb_build_object('differs', differs,
      'code', case when saved is null then 'saved_already' else 'saved_already_as' end,
      'params', case when saved is null then '{}' else jsonb_build_object('name', saved -> 'name') end))::text;
end $$;
comment on function private.refuse_saved_already is 'Refuses what is sent with the key of something else. @saved what was saved
  (private.saved_as) @differs the fields that differ';

create function private.begin_request(command text, request_key uuid, sent jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.current_organization_id();
  content constant jsonb := jsonb_strip_nulls(case when jsonb_typeof(sent) = 'object' then sent else '{}' end);
  kept_key constant uuid := private.hidden_key(request_key);
  content_hash constant text := encode(sha256(convert_to(request_key || content::text, 'UTF8')), 'hex');
  content_parts constant jsonb := (
    select coalesce(jsonb_object_agg(e.key, left(md5(request_key || e.value::text), 4)), '{}') from jsonb_each(content) e);
  first private.request_keys;
begin
  if request_key is null or caller_organization_id is null then
    return null;
  end if;
  insert into private.request_keys as k (organization_id, user_id, key, command, hash, parts)
  values (caller_organization_id, auth.uid(), kept_key, begin_request.command, content_hash, content_parts)
  on conflict (organization_id, user_id, key) do update
    set command = excluded.command, hash = excluded.hash, parts = excluded.parts, created_at = excluded.created_at
    where k.answer is null;
  if found then
    return null;
  end if;
  select k.* into first from private.request_keys k
  where k.organization_id = caller_organization_id and k.user_id = auth.uid() and k.key = kept_key;
  if first.command = begin_request.command and first.hash = content_hash then
    return first.answer;
  end if;
  perform private.refuse_saved_already(private.saved_as(first.command, first.record_id), (
    select coalesce(jsonb_agg(f.name order by f.name), '[]')
    from (select jsonb_object_keys(first.parts) as name union select jsonb_object_keys(content_parts)) f
    where first.parts -> f.name is distinct from content_parts -> f.name));
  return null;
end $$;
comment on function private.begin_request is 'Takes the key for this request. Null: go on, and end with end_request. Else the answer
  that the first request with this key was given, to be given again; the same key with other content is refused. The row of the key
  lets a repetition wait for the first.';
grant execute on function private.begin_request(text, uuid, jsonb) to authenticated;

create function private.end_request(request_key uuid, record_id uuid, answer jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if request_key is not null then
    update private.request_keys k set answer = end_request.answer, record_id = end_request.record_id
    where k.organization_id = private.current_organization_id() and k.user_id = auth.uid()
      and k.key = private.hidden_key(request_key) and k.answer is null;
  end if;
  return end_request.answer;
end $$;
comment on function private.end_request is 'Keeps the answer of a request that was done, for its repetitions. @record_id what it
  saved, by whose name it is called.';
grant execute on function private.end_request(uuid, uuid, jsonb) to authenticated;
