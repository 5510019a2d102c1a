-- Files of documents, in the private bucket documents: <organization>/<version>. A file is added by an upload that was begun before
-- (start_document_upload), and read within a minute after a record of it was committed (open_document): the policies on
-- storage.objects ask the functions of this file. Nobody removes files through Storage: the scheduled job does.

create function private.document_file(organization_id uuid, version_id uuid) returns text
language sql immutable set search_path = '' as $$ select organization_id::text || '/' || version_id::text $$;

create function private.remember_removed_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.removed_document_files (name)
  select private.document_file(old.organization_id, old.id)
  where tg_table_name = 'document_versions' or not exists (select 1 from public.document_versions v where v.id = old.id)
  on conflict do nothing;
  return null;
end $$;
comment on function private.remember_removed_file is 'An upload that ends or is given up, and a version that is deleted, leave a
  file behind.';

create function public.start_document_upload(file jsonb, document jsonb default null, document_id uuid default null,
  request_key uuid default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_unfinished constant int := 50;
  caller_organization_id uuid := private.current_organization_id();
  name text := private.visible_text(file ->> 'name');
  bytes bigint := case when file ->> 'size' ~ '^[0-9]{1,12}$' then (file ->> 'size')::bigint end;
  checked record;
  locked record;
  upload_id uuid;
  refusal jsonb;
  answer jsonb := private.begin_request('start_document_upload', request_key, coalesce(start_document_upload.document, '{}')
    || jsonb_build_object('file', file, 'document_id', start_document_upload.document_id));
begin
  if answer is not null then
    return answer;
  end if;
  if start_document_upload.document_id is not null then
    select l.* into locked from private.lock_document(start_document_upload.document_id) l;
    refusal := private.at_field(locked.refusal, 'file');
  else
    select c.* into checked from private.check_document(coalesce(start_document_upload.document, '{}')) c;
    if checked.refusal is not null then
      return checked.refusal;
    end if;
  end if;
  refusal := coalesce(refusal, case
    when name is null or char_length(name) > 255 then private.command_result('The file needs a name of at most 255 characters.',
      'file', 'file_name_wrong')
    when not private.is_document_type(file ->> 'type') then
      private.command_result('Documents are PDF files, pictures (JPEG, PNG, WebP, GIF), Office files and text.',
        'file', 'file_type_unknown')
    when coalesce(bytes, 0) = 0 then private.command_result('The file is empty.', 'file', 'file_empty')
    when bytes > 26214400 then private.command_result('The file is larger than 25 MB.', 'file', 'file_too_large')
    when not private.has_room_for_files(caller_organization_id, bytes) then
      private.command_result('Your agency’s space for files is full. Ask an owner to make room.', 'file', 'files_full')
    when (select count(*) from private.document_uploads u where u.organization_id = caller_organization_id
      and u.created_by = auth.uid()) >= most_unfinished then
        private.command_result('Too many uploads are unfinished. Cancel some, or try again tomorrow.', 'file', 'uploads_unfinished')
  end);
  if refusal is not null then
    return refusal;
  end if;
  insert into private.document_uploads (organization_id, created_by, document, document_id, file_name, mime_type, size)
  values (caller_organization_id, auth.uid(),
    case when start_document_upload.document_id is null then start_document_upload.document end,
    start_document_upload.document_id, name, file ->> 'type', bytes)
  returning id into upload_id;
  return private.end_request(request_key, upload_id, private.command_result(null)
    || jsonb_build_object('upload_id', upload_id, 'path', private.document_file(caller_organization_id, upload_id)));
end $$;
comment on function public.start_document_upload is 'Begins the upload of `file` ({name, type, size}) as a new document (see
  private.check_document) or, with `document_id`, as a new version, once for each `request_key`. Answers {success, upload_id, path}
  or {success, error, field}.';
grant execute on function public.start_document_upload(jsonb, jsonb, uuid, uuid) to authenticated;

create function private.saved_by_start_document_upload(version_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select private.saved_by_save_document(v.document_id) from public.document_versions v
      where v.id = saved_by_start_document_upload.version_id),
    (select jsonb_build_object('name', 'an upload that is not finished') from private.document_uploads u
      where u.id = saved_by_start_document_upload.version_id))
$$;
comment on function private.saved_by_start_document_upload is 'See private.saved_as.';

create function private.free_key_of_upload() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.request_keys k
  where k.organization_id = old.organization_id and k.user_id = old.created_by and k.record_id = old.id
    and not exists (select 1 from public.document_versions v where v.id = old.id);
  return null;
end $$;
comment on function private.free_key_of_upload is 'An upload that was given up has saved nothing: its key is free again.';

create function public.finish_document_upload(upload_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  upload private.document_uploads%rowtype;
  metadata jsonb;
  checked record;
  locked record;
  document public.documents;
  is_looked_into boolean;
begin
  select u.* into upload from private.document_uploads u
  where u.organization_id = caller_organization_id and u.created_by = auth.uid() and u.id = finish_document_upload.upload_id
  for update;
  if upload.id is null then
    return (
      select case when count(*) > 0 then private.command_result(null)
        else private.command_result('This upload does not exist any more. Begin again.', null, 'upload_not_found') end
        || jsonb_build_object('document_id', (array_agg(v.document_id))[1], 'check_state', max(v.check_state))
      from public.document_versions v
      where v.organization_id = caller_organization_id and v.uploaded_by = auth.uid() and v.id = finish_document_upload.upload_id);
  end if;
  select o.metadata into metadata from storage.objects o
  where o.bucket_id = 'documents' and o.name = private.document_file(caller_organization_id, upload.id);
  if metadata is null then
    return private.command_result('The file has not arrived. Try again.', 'file', 'file_not_arrived');
  elsif metadata ->> 'mimetype' is distinct from upload.mime_type or (metadata ->> 'size')::bigint <> upload.size then
    delete from private.document_uploads u where u.id = upload.id;
    return private.command_result('What arrived is not the file that was announced. Begin again.', 'file', 'file_differs');
  end if;
  is_looked_into := private.has_functions();
  if upload.document_id is not null then
    select l.* into locked from private.lock_document(upload.document_id) l;
    document := locked.document;
    if locked.refusal is not null then
      delete from private.document_uploads u where u.id = upload.id;
      return locked.refusal;
    end if;
  else
    select c.* into checked from private.check_document(upload.document) c;
    if checked.refusal is not null then
      delete from private.document_uploads u where u.id = upload.id;
      return checked.refusal;
    end if;
    document := checked.document;
    insert into public.documents (organization_id, title, category, customer_id, sale_id, commission_id, vendor_id, visibility,
      member_id, expires_on, asks_to_read, is_checked, created_by)
    values (caller_organization_id, document.title, document.category, document.customer_id, document.sale_id,
      document.commission_id, document.vendor_id, document.visibility, document.member_id, document.expires_on,
      document.asks_to_read, not is_looked_into, auth.uid())
    returning id into document.id;
  end if;
  -- The next try takes the place of what was refused.
  delete from public.document_versions v
  where v.organization_id = caller_organization_id and v.document_id = document.id and v.uploaded_by = auth.uid()
    and v.check_state = 'refused';
  insert into public.document_versions (id, organization_id, document_id, number, file_name, mime_type, size, uploaded_by,
    check_state)
  values (upload.id, caller_organization_id, document.id, 1 + coalesce((
      select max(v.number) from public.document_versions v
      where v.organization_id = caller_organization_id and v.document_id = document.id), 0),
    upload.file_name, upload.mime_type, upload.size, auth.uid(), case when is_looked_into then 'checking' else 'accepted' end);
  if is_looked_into then
    perform private.begin_document_check(caller_organization_id, upload.id);
  end if;
  delete from private.document_uploads u where u.id = upload.id;
  return private.command_result(null) || jsonb_build_object('document_id', document.id,
    'check_state', case when is_looked_into then 'checking' else 'accepted' end);
end $$;
comment on function public.finish_document_upload is 'Makes the uploaded file a document or a version; the rights are asked for
  again. Where there are functions it is `checking` until one has looked into it. Answers {success, document_id, check_state} or
  {success, error, field}. Idempotent.';
grant execute on function public.finish_document_upload(uuid) to authenticated;

create function public.cancel_document_upload(upload_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.document_uploads u
  where u.organization_id = private.current_organization_id() and u.created_by = auth.uid()
    and u.id = cancel_document_upload.upload_id;
  return private.command_result(null);
end $$;
comment on function public.cancel_document_upload is 'Gives an upload of the caller up. Idempotent.';
grant execute on function public.cancel_document_upload(uuid) to authenticated;

create function public.open_document(version_id uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  version public.document_versions%rowtype;
  document public.documents%rowtype;
begin
  select v.* into version from public.document_versions v
  where v.organization_id = private.current_organization_id() and v.id = open_document.version_id;
  select d.* into document from public.documents d
  where d.organization_id = version.organization_id and d.id = version.document_id for key share;
  if document.id is null or not private.may_see_document(document)
    or version.check_state <> 'accepted' and version.uploaded_by is distinct from auth.uid() then
    perform private.refuse('This document does not exist.', '', 'document_not_found');
  elsif version.check_state <> 'accepted' then
    perform private.refuse('Nobody reads this file before it was checked.', '', 'document_not_checked');
  end if;
  perform private.audit(document.organization_id, 'document_opened', coalesce(document.customer_id, (
    select s.customer_id from public.sales s where s.id = document.sale_id)), document.id,
    jsonb_build_object('number', version.number));
  return private.allow_disclosure('document', version.id);
end $$;
comment on function public.open_document is 'Records that the caller opens a version; its file can be read for a minute from then
  on. Answers the id of the disclosure.';
grant execute on function public.open_document(uuid) to authenticated;

create function private.may_read_document_file(name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  last_part text := split_part(name, '/', 2);
begin
  return pg_input_is_valid(last_part, 'uuid') and exists (
    select 1
    from public.document_versions v
    join public.documents d on d.organization_id = v.organization_id and d.id = v.document_id
    where v.id = last_part::uuid and v.organization_id = private.current_organization_id()
      and private.document_file(v.organization_id, v.id) = name and v.check_state = 'accepted' and private.may_see_document(d)
      and exists (
        select 1 from private.disclosures x
        where x.organization_id = v.organization_id and x.actor_id = auth.uid() and x.what = 'document'
          and x.subject_id = v.id and x.created_at > clock_timestamp() - interval '1 minute'));
end $$;
comment on function private.may_read_document_file is 'Whether the caller may read a file now: it was accepted, they may see its
  document, and have opened this version within the last minute.';
grant execute on function private.may_read_document_file(text) to authenticated;

create function private.may_add_document_file(name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  last_part text := split_part(name, '/', 2);
begin
  return pg_input_is_valid(last_part, 'uuid') and exists (
    select 1 from private.document_uploads u
    where u.id = last_part::uuid and u.organization_id = private.current_organization_id() and u.created_by = auth.uid()
      and u.created_at > now() - interval '1 day' and private.document_file(u.organization_id, u.id) = name);
end $$;
comment on function private.may_add_document_file is 'Whether the caller may add this file: of an upload they began within the last
  day.';
grant execute on function private.may_add_document_file(text) to authenticated;
