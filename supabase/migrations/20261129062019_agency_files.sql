set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION api_requests.check_request()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  as_of constant timestamp := (case when pg_is_in_recovery() then pg_last_xact_replay_timestamp() else clock_timestamp() end)
    at time zone 'utc';
begin
  -- No browser keeps an answer: its cache outlives the session.
  perform set_config('response.headers', '[{"cache-control": "no-store"}' || coalesce(format(
    ', {"x-as-of": "%s"}, {"access-control-expose-headers": "x-as-of"}', to_char(as_of, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')), '') || ']', true);
  perform api_requests.refuse_large_body();
  if pg_is_in_recovery() and auth.uid() is not null then
    if not private.has_live_session() then
      raise insufficient_privilege using message = 'This session is not valid any more';
    end if;
  end if;
  if auth.uid() is not null and current_setting('request.path', true) is distinct from '/rpc/get_second_factor' then
    perform private.refuse_missing_factor();
  end if;
  if exists (
    select 1
    from regexp_split_to_table(lower(current_setting('request.headers', true)::json ->> 'prefer'), '[,;]') as header(preference),
      regexp_replace(header.preference, '[^a-z0-9=_-]', '', 'g') as bare(preference)
    where bare.preference ~ '^count=' and bare.preference <> 'count=exact'
  ) then
    raise exception using errcode = 'P0001', hint = '',
      message = 'Ask for an exact count: an estimate would be made from rows that are not yours.',
      detail = '{"code": "count_is_exact", "params": {}}';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION api_requests.refuse_large_body()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  most constant int := 1048576;
  headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  told constant text := headers ->> 'content-length';
begin
  if current_setting('role', true) = 'service_role' or api_requests.takes_files(current_setting('request.path', true)) then
    return;
  elsif told is null and headers ->> 'transfer-encoding' is not null then
    raise sqlstate 'PT411' using message = 'Say how long the request is.', hint = '',
      detail = '{"code": "length_expected", "params": {}}';
  elsif told ~ '^[0-9]+$' and told::numeric > most then
    raise sqlstate 'PT413' using message = 'The request is larger than 1 MB.', hint = '',
      detail = '{"code": "request_too_large", "params": {}}';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION api_requests.takes_files(path text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select takes_files.path in ('/rpc/import_rows', '/rpc/check_import_rows', '/rpc/preview_bank_lines', '/rpc/import_bank_lines',
    '/rpc/finish_bank_import', '/rpc/save_vendor_statement', '/rpc/read_mailed_statement', '/rpc/save_bank_remittance')
$function$;

CREATE OR REPLACE FUNCTION private.agency_files(organization_id uuid, OUT bytes bigint, OUT files bigint, OUT most_bytes bigint, OUT most_files bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- "0" comes after "/": all names within the folder, found by their order.
  select coalesce(sum(case when jsonb_typeof(o.metadata -> 'size') = 'number' then (o.metadata ->> 'size')::bigint end), 0), count(*)
  into bytes, files
  from storage.objects o
  where o.name operator(pg_catalog.~>=~) (agency_files.organization_id || '/')
    and o.name operator(pg_catalog.~<~) (agency_files.organization_id || '0');
  most_bytes := private.file_limit('agency_files_bytes', 10737418240);
  most_files := private.file_limit('agency_files_count', 50000);
end $function$;

CREATE OR REPLACE FUNCTION private.file_limit(name text, preset bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when s.value ~ '^[0-9]{1,15}$' then s.value::bigint else file_limit.preset end
  from (select private.stored_secret(file_limit.name) as value) s
$function$;

CREATE OR REPLACE FUNCTION private.find_stray_pictures(bucket text)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select o.name from storage.objects o
    where o.bucket_id = find_stray_pictures.bucket and o.bucket_id in ('avatars', 'logos') and o.created_at < now() - interval '1 day'
      and not exists (select from public.users u where u.avatar_url = o.name and o.bucket_id = 'avatars'
        and u.id = case when pg_input_is_valid(split_part(o.name, '/', 2), 'uuid') then split_part(o.name, '/', 2)::uuid end)
      and not exists (select from public.organizations g where g.logo_url = o.name and o.bucket_id = 'logos'
        and g.id = case when pg_input_is_valid(split_part(o.name, '/', 1), 'uuid') then split_part(o.name, '/', 1)::uuid end)
      and not exists (select from public.vendors v where v.logo_url = o.name and o.bucket_id = 'logos'
        and v.organization_id = case when pg_input_is_valid(split_part(o.name, '/', 1), 'uuid') then split_part(o.name, '/', 1)::uuid end)
    order by o.created_at limit 100)
$function$;

CREATE OR REPLACE FUNCTION private.has_room_for_files(organization_id uuid, more bigint DEFAULT 1)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select f.bytes + has_room_for_files.more <= f.most_bytes and f.files < f.most_files
  from private.agency_files(has_room_for_files.organization_id) f
$function$;

CREATE OR REPLACE FUNCTION private.keep_pictures()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Once an hour: it looks at every picture.
  if extract(minute from clock_timestamp()) = 17 then
    perform private.sweep_pictures();
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.may_add_files()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.has_room_for_files(private.current_organization_id())
$function$;

CREATE OR REPLACE FUNCTION private.sweep_pictures()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.remove_stored_files('avatars', private.find_stray_pictures('avatars'));
  perform private.remove_stored_files('logos', private.find_stray_pictures('logos'));
end $function$;

CREATE OR REPLACE FUNCTION public.receive_mail(mail jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_a_day constant int := 500;
  most_waiting constant int := 50;
  address text := lower(mail ->> 'sender');
  message text := private.short_line(mail ->> 'message_id', 300);
  refused text := mail ->> 'refused';
  proven boolean := coalesce((mail ->> 'proven')::boolean, false);
  answer jsonb := '[]';
  box record;
  known private.incoming_mails;
  vendor uuid;
  of_vendor boolean;
begin
  if not coalesce(private.is_mail_address(address), false) or message = '' then
    return answer;
  end if;
  for box in
    select b.organization_id from private.mailboxes b
    where b.token in (select t from jsonb_array_elements_text(mail -> 'tokens') t limit 5)
    -- One after the other: a mail that is sent twice at once comes once.
    order by b.organization_id for no key update
  loop
    select m.* into known from private.incoming_mails m where m.organization_id = box.organization_id and m.message_id = message;
    vendor := private.vendor_of_sender(box.organization_id, address);
    of_vendor := vendor is not null and proven;
    -- Strangers have a number of their own: however many they send, mail of vendors comes.
    if known.id is null and not private.is_refused_sender(box.organization_id, address) and (
      select count(*) from private.incoming_mails m
      where m.organization_id = box.organization_id and m.received_at > now() - interval '1 day'
        and (m.vendor_id is not null) = of_vendor) < most_a_day then
      insert into private.incoming_mails (organization_id, message_id, sender, sender_name, subject, format, size, proven, vendor_id, state,
        code, params)
      select box.organization_id, message, address, private.short_line(mail ->> 'sender_name', 200),
        private.short_line(mail ->> 'subject', 300), mail ->> 'format', (mail ->> 'size')::int, proven, case when of_vendor then vendor end,
        case when r.code is null then 'stored' else 'refused' end, r.code, '{}'
      from (select coalesce(refused,
        case when not private.has_room_for_files(box.organization_id, (mail ->> 'size')::bigint) then 'files_full' end,
        case when not of_vendor and (
        select count(*) from private.incoming_mails m
        where m.organization_id = box.organization_id and m.state = 'waiting') >= most_waiting then 'too_many_wait' end) as code) r
      returning * into known;
      if known.state = 'refused' and known.vendor_id is not null then
        perform private.tell_of_mail(known);
      end if;
    end if;
    -- Its bytes have not all arrived: they are those of who sent it, whoever else writes its id.
    if known.state = 'stored' and (known.sender, known.proven, known.format, known.size)
      = (address, proven, mail ->> 'format', (mail ->> 'size')::int) then
      answer := answer || jsonb_build_object('mail_id', known.id, 'path', private.mail_file(known.organization_id, known.id));
    end if;
  end loop;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.start_document_upload(file jsonb, document jsonb DEFAULT NULL::jsonb, document_id uuid DEFAULT NULL::uuid, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

COMMENT ON FUNCTION "api_requests"."refuse_large_body"() IS 'Refuses requests of more than 1 MB, but of who serves the installation, and where files
  come in.';

COMMENT ON FUNCTION "api_requests"."takes_files"(text) IS 'Functions into which lines of files come.';

COMMENT ON FUNCTION "private"."agency_files"(uuid) IS 'What lies in Storage of an agency, and the most that may: 10 GB and 50,000 files, or what
  the settings agency_files_bytes and agency_files_count say.';

COMMENT ON FUNCTION "private"."file_limit"(text, bigint) IS 'A limit of the installation, kept like its other settings (Vault, or private.secrets), or
  the preset one.';

COMMENT ON FUNCTION "private"."find_stray_pictures"(text) IS 'Pictures that no row shows. Looks at those of more than a day: an upload comes before
  its row.';

COMMENT ON FUNCTION "private"."has_room_for_files"(uuid, bigint) IS 'Whether one more file, of so many bytes, fits. Storage tells no size before a file is
  there: uploads that are on their way at the limit pass it by their own sizes, and the next one is refused.';

COMMENT ON FUNCTION "private"."keep_pictures"() IS 'The scheduled job.';

COMMENT ON FUNCTION "private"."may_add_files"() IS 'Whether the caller''s agency has room for one more file.';

COMMENT ON FUNCTION "private"."sweep_pictures"() IS 'Removes pictures that no row shows: a hundred of a bucket at a time.';

REVOKE ALL ON FUNCTION "api_requests"."refuse_large_body"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "api_requests"."refuse_large_body"() TO "anon", "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "api_requests"."takes_files"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "api_requests"."takes_files"(text) TO "anon", "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."agency_files"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."agency_files"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."file_limit"(text, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."file_limit"(text, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_stray_pictures"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_stray_pictures"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_room_for_files"(uuid, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_room_for_files"(uuid, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_pictures"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_pictures"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."may_add_files"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_add_files"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."sweep_pictures"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sweep_pictures"() TO "postgres";

-- DATA: begin
drop policy "people add their own pictures" on storage.objects;
create policy "people add their own pictures" on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars' and name ~ (select private.picture_pattern('avatars')) and (select private.may_add_files()));
drop policy "owners add logos of their organization" on storage.objects;
create policy "owners add logos of their organization" on storage.objects for insert to authenticated
  with check (bucket_id = 'logos' and name ~ (select private.picture_pattern('logos')) and (select private.may_add_files()));
drop policy "admins add logos of their vendors" on storage.objects;
create policy "admins add logos of their vendors" on storage.objects for insert to authenticated
  with check (bucket_id = 'logos' and name ~ (select private.picture_pattern('vendors')) and (select private.may_add_files()));
drop policy "members add the files of uploads they have begun" on storage.objects;
create policy "members add the files of uploads they have begun" on storage.objects for insert to authenticated
  with check (bucket_id = 'documents' and private.may_add_document_file(name) and (select private.may_add_files()));
do $$
begin
  if to_regnamespace('cron') is not null then
    perform cron.schedule('keep-pictures', '59 seconds', 'select private.keep_pictures()');
  end if;
end $$;
-- DATA: end
