-- What a file holds, compared with what it says it is: where there are functions, document-check looks into each file that arrives,
-- and its version is nothing to anybody but its uploader until then. A file that nobody can look into is never shown.

create function private.announce_documents(document public.documents, uploaded_by uuid, everybody boolean) returns void
language sql volatile security definer set search_path = '' as $$
  select private.send_tags(array(
    select 'org:' || document.organization_id where everybody
    union all
    select 'user:' || announce_documents.uploaded_by where announce_documents.uploaded_by is not null
    union all
    (select 'user:' || u.id from public.users u
    where everybody and u.organization_id = document.organization_id and u.is_active and u.role not in ('owner', 'admin')
      and u.id is distinct from announce_documents.uploaded_by
      and private.is_document_for(document, document.organization_id, u.id, false)
    order by u.id limit 50)), 'documents')
$$;
comment on function private.announce_documents is 'Tag `documents`: to whoever uploaded a version, and with `everybody` to admins and
  to fifty of the others who may see the document.';

create function private.version_check(version public.document_versions) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('state', version.check_state, 'name', version.file_name, 'type', version.mime_type,
    'code', version.check_code, 'params', version.check_params,
    'is_late', version.check_state = 'checking' and version.created_at < now() - interval '15 minutes')
  where version.check_state <> 'accepted'
$$;
comment on function private.version_check is 'What its uploader is told of a version that is not accepted; null of one that is.';

create function private.pending_check(document public.documents) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.version_check(v)
  from public.document_versions v
  where v.organization_id = document.organization_id and v.document_id = document.id and v.check_state <> 'accepted'
    and v.uploaded_by = auth.uid() and not exists (
      select 1 from public.document_versions n
      where n.organization_id = v.organization_id and n.document_id = v.document_id and n.check_state = 'accepted'
        and n.number > v.number)
  order by v.number desc limit 1
$$;
comment on function private.pending_check is 'The same of the latest version that the caller uploaded, while nothing newer was
  accepted.';

create function private.begin_document_check(organization_id uuid, version_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into private.document_checks (version_id, organization_id)
  values (begin_document_check.version_id, begin_document_check.organization_id);
  perform private.call_function('document-check', jsonb_build_object('version_id', begin_document_check.version_id));
end $$;
comment on function private.begin_document_check is 'Asks the function to look into a file; the scheduled job asks again.';

create function private.document_bytes(organization_id uuid, version_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(o.version, o.id::text) from storage.objects o
  where o.bucket_id = 'documents'
    and o.name = private.document_file(document_bytes.organization_id, document_bytes.version_id)
$$;
comment on function private.document_bytes is 'Names the bytes of a version: another name, other bytes. Null where there are none.';

create function public.take_document_check(version_id uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  claimed private.document_checks;
begin
  update private.document_checks c set claimed_until = clock_timestamp() + interval '2 minutes'
  where c.version_id = (
    select k.version_id from private.document_checks k
    where (take_document_check.version_id is null or k.version_id = take_document_check.version_id) and k.claimed_until < clock_timestamp()
    order by k.claimed_until, k.begun_at limit 1 for update skip locked)
  returning c.* into claimed;
  return (
    select jsonb_build_object('version_id', v.id, 'path', private.document_file(v.organization_id, v.id), 'type', v.mime_type,
      'size', v.size, 'object_version', private.document_bytes(v.organization_id, v.id))
    from public.document_versions v
    where v.id = claimed.version_id);
end $$;
comment on function public.take_document_check is 'For the function document-check: a version to look into, its own for two minutes.
  {version_id, path, type, size, object_version}: `object_version` names the bytes, null where there are none. Null when nothing
  waits.';
grant execute on function public.take_document_check(uuid) to service_role;

create function public.document_checked(version_id uuid, object_version text, code text default null, params jsonb default '{}')
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  document public.documents;
  version public.document_versions;
begin
  select d.* into document
  from public.document_versions v join public.documents d on d.organization_id = v.organization_id and d.id = v.document_id
  where v.id = document_checked.version_id for no key update of d;
  select v.* into version from public.document_versions v
  where v.id = document_checked.version_id for no key update;
  if version.id is null or version.check_state <> 'checking' then
    return jsonb_build_object('state', version.check_state);
  elsif document_checked.object_version is distinct from private.document_bytes(version.organization_id, version.id) then
    -- Other bytes than those that were looked into.
    update private.document_checks c set claimed_until = '-infinity' where c.version_id = version.id;
    return jsonb_build_object('state', 'checking');
  elsif document_checked.object_version is null and document_checked.code is null then
    raise exception 'What is not there cannot be accepted.';
  end if;
  update public.document_versions v set check_state = case when document_checked.code is null then 'accepted' else 'refused' end,
    check_code = document_checked.code, check_params = coalesce(document_checked.params, '{}'), checked_at = now()
  where v.id = version.id;
  delete from private.document_checks c where c.version_id = version.id;
  if document_checked.code is null then
    update public.documents d set is_checked = true where d.id = document.id and not d.is_checked returning d.* into document;
    if not found then
      select d.* into document from public.documents d where d.id = version.document_id;
    end if;
  else
    insert into private.removed_document_files (name) values (private.document_file(version.organization_id, version.id))
    on conflict do nothing;
    insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id, code, params)
    select u.organization_id, u.id, 'document', 'The file of “' || document.title || '” was refused: it does not hold what it says.',
      'documents', document.id, 'document_refused', jsonb_build_object('title', document.title)
    from public.users u where u.id = version.uploaded_by and u.organization_id = document.organization_id and u.is_active;
  end if;
  perform private.announce_documents(document, version.uploaded_by, document_checked.code is null);
  return jsonb_build_object('state', case when document_checked.code is null then 'accepted' else 'refused' end);
end $$;
comment on function public.document_checked is 'What document-check found in the bytes that `object_version` names: without a `code`
  the version is accepted and shown, with one it is refused, told to whoever uploaded it, and its file removed. Bytes that are
  others by now are looked into again. Answers {state}. Idempotent.';
grant execute on function public.document_checked(uuid, text, text, jsonb) to service_role;

create view private.late_document_checks with (security_invoker = on) as
select c.version_id, c.organization_id from private.document_checks c
where c.told_at is null and c.begun_at < now() - interval '15 minutes';
comment on view private.late_document_checks is 'Checks of files that wait for more than 15 minutes, of which nobody was told yet.';

create function private.tell_late_document_checks_slice(organization_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  late record;
begin
  for late in
    update private.document_checks c set told_at = now()
    from private.late_document_checks l
    where l.organization_id = tell_late_document_checks_slice.organization_id and c.version_id = l.version_id and c.told_at is null
    returning c.version_id
  loop
    insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id, code, params)
    select u.organization_id, u.id, 'document', 'The file of “' || d.title || '” waits to be checked. Others see it as soon as it was.',
      'documents', d.id, 'document_waits', jsonb_build_object('title', d.title)
    from public.document_versions v
    join public.documents d on d.organization_id = v.organization_id and d.id = v.document_id
    join public.users u on u.organization_id = v.organization_id and u.id = v.uploaded_by and u.is_active
    where v.id = late.version_id;
  end loop;
  return false;
end $$;
comment on function private.tell_late_document_checks_slice is 'Tells who uploaded a file that it waits to be checked.';

create function private.keep_document_checks() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.serve_in_turn('tell_late_document_checks',
    array(select distinct l.organization_id from private.late_document_checks l), '1 second');
  if exists (select 1 from private.document_checks c where c.claimed_until < clock_timestamp()) then
    perform private.call_function('document-check');
  end if;
  delete from public.document_versions v
  where v.check_state = 'refused' and v.checked_at < now() - interval '7 days';
  delete from public.documents d
  where not d.is_checked and not exists (
    select 1 from public.document_versions v where v.organization_id = d.organization_id and v.document_id = d.id);
end $$;
comment on function private.keep_document_checks is 'Asks for the checks that wait, tells their uploaders after 15 minutes that they
  do, and forgets after a week what was refused.';
