set local check_function_bodies = off;

-- On hosted Supabase a policy, and a trigger that is dropped, lock tables of Auth, Storage and Realtime until this is committed. Whoever
-- comes meanwhile waits behind it, so it does not wait long itself: it gives up, nothing of it stays, and the next push tries again.
set local lock_timeout = '4s';

DROP POLICY "members read the versions of documents they may see" ON "public"."document_versions";

CREATE TABLE "private"."document_checks" ("version_id" uuid NOT NULL, "organization_id" uuid NOT NULL, "begun_at" timestamp with time zone NOT NULL DEFAULT now(), "claimed_until" timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone, "told_at" timestamp with time zone, CONSTRAINT "document_checks_pkey" PRIMARY KEY (version_id));

ALTER TABLE "private"."document_checks" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."document_versions" ADD COLUMN "check_state" text NOT NULL DEFAULT 'accepted'::text;

ALTER TABLE "public"."document_versions" ADD COLUMN "check_code" text;

ALTER TABLE "public"."document_versions" ADD COLUMN "check_params" jsonb NOT NULL DEFAULT '{}'::jsonb;

ALTER TABLE "public"."document_versions" ADD COLUMN "checked_at" timestamp with time zone;

ALTER TABLE "public"."documents" ADD COLUMN "is_checked" boolean NOT NULL DEFAULT true;

CREATE OR REPLACE FUNCTION private.announce_documents(document public.documents, uploaded_by uuid, everybody boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.announce_expiring_documents()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due record;
begin
  for due in
    select d as document, t.days
    from public.documents d
    join public.organizations o on o.id = d.organization_id
    cross join lateral (select d.expires_on - (now() at time zone o.time_zone)::date as days) t
    where d.is_checked and d.expires_on between current_date - 1 and current_date + 61 and t.days between 0 and 60
      and (d.announced_days is null or d.announced_days > 14 and t.days <= 14)
    order by d.id for no key update of d skip locked limit 500
  loop
    insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id, code, params)
    select u.organization_id, u.id, 'document', '“' || (due.document).title || '” expires '
      || case due.days when 0 then 'today' when 1 then 'tomorrow' else 'in ' || due.days || ' days' end || ', on '
      || to_char((due.document).expires_on, 'FMMon FMDD, YYYY') || '.', 'documents', (due.document).id, 'document_expires',
      jsonb_build_object('title', (due.document).title, 'days', due.days, 'on', (due.document).expires_on)
    from public.users u
    where u.organization_id = (due.document).organization_id and u.is_active and (u.role in ('owner', 'admin')
      or u.id = (due.document).member_id
      or u.id = (due.document).created_by and (due.document).visibility = 'record' and u.id in (
        select r.id from private.record_readers((due.document).record_type, (due.document).record_id) r))
    order by u.id;
    update public.documents d set announced_days = case when due.days <= 14 then 14 else 60 end
    where d.id = (due.document).id;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.begin_document_check(organization_id uuid, version_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.document_checks (version_id, organization_id)
  values (begin_document_check.version_id, begin_document_check.organization_id);
  perform private.call_function('document-check', jsonb_build_object('version_id', begin_document_check.version_id));
end $function$;

CREATE OR REPLACE FUNCTION private.customer_documents(organization_id uuid, customer uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('title', d.title, 'category', d.category, 'expires_on', d.expires_on,
    'booking_reference', s.booking_reference,
    'versions', (
      select jsonb_agg(jsonb_build_object('number', v.number, 'file_name', v.file_name, 'type', v.mime_type, 'size', v.size,
        'uploaded_at', v.created_at) order by v.number)
      from public.document_versions v
      where v.organization_id = d.organization_id and v.document_id = d.id and v.check_state = 'accepted'),
    'downloads', (
      select coalesce(jsonb_agg(jsonb_build_object('by', u.first_name || ' ' || u.last_name, 'number', l.details -> 'number',
        'at', l.created_at) order by l.created_at, l.id), '[]')
      from private.audit_log l left join public.users u on u.id = l.actor_id
      where l.organization_id = d.organization_id and l.subject_id = d.id and l.action = 'document_opened'))
    order by d.created_at, d.id), '[]')
  from public.documents d
  left join public.sales s on s.id = d.sale_id
  where d.organization_id = customer_documents.organization_id and d.is_checked and (d.customer_id = customer or s.customer_id = customer)
$function$;

CREATE OR REPLACE FUNCTION private.document_bytes(organization_id uuid, version_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(o.version, o.id::text) from storage.objects o
  where o.bucket_id = 'documents'
    and o.name = private.document_file(document_bytes.organization_id, document_bytes.version_id)
$function$;

CREATE OR REPLACE FUNCTION private.document_readers(document public.documents)
 RETURNS TABLE(user_id uuid, read_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select u.id, r.read_at
  from private.document_version(document) v
  join public.users u on u.organization_id = document.organization_id and u.is_active and u.id is distinct from v.uploaded_by
    and case document.visibility when 'everybody' then true when 'member' then u.id = document.member_id
      else u.role in ('owner', 'admin') end
  left join public.document_reads r on r.version_id = v.id and r.user_id = u.id
  where document.asks_to_read and document.is_checked
$function$;

CREATE OR REPLACE FUNCTION private.document_rows(organization_id uuid, ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'title', d.title, 'category', d.category, 'visibility', d.visibility,
    'expires_on', d.expires_on, 'asks_to_read', d.asks_to_read, 'version', d.version,
    'file', jsonb_build_object('id', v.id, 'number', v.number, 'name', v.file_name, 'type', v.mime_type, 'size', v.size),
    'check', private.pending_check(d), 'updated_at', v.created_at, 'updated_by', u.first_name || ' ' || u.last_name,
    'record', case when l.label is not null then
      jsonb_build_object('type', d.record_type, 'id', d.record_id, 'label', l.label) end,
    'member', case when m.id is not null then jsonb_build_object('id', m.id, 'name', m.first_name || ' ' || m.last_name) end,
    'may_change', private.may_change_document(d),
    'waits_for_me', auth.uid() in (select r.user_id from private.document_readers(d) r where r.read_at is null),
    'readers', case when d.asks_to_read and private.is_admin() then (
      select jsonb_build_object('asked', count(*), 'read', count(r.read_at)) from private.document_readers(d) r) end)
    order by i.n), '[]')
  from unnest(ids) with ordinality i(id, n)
  join public.documents d on d.organization_id = document_rows.organization_id and d.id = i.id
  cross join lateral private.document_version(d) v
  cross join lateral private.document_record_label(d) l(label)
  left join public.users u on u.id = v.uploaded_by
  left join public.users m on m.id = d.member_id
$function$;

CREATE OR REPLACE FUNCTION private.document_version(document public.documents)
 RETURNS public.document_versions
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select v.* from public.document_versions v
  where v.organization_id = document.organization_id and v.document_id = document.id
  order by v.check_state = 'accepted' desc, v.number desc limit 1
$function$;

CREATE OR REPLACE FUNCTION private.find_stray_document_files()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.removed_document_files (name)
  select o.name from storage.objects o
  where o.bucket_id = 'documents' and o.created_at < now() - interval '1 day'
    and not exists (
      select 1 from public.document_versions v
      where private.document_file(v.organization_id, v.id) = o.name and v.check_state <> 'refused')
    and not exists (select 1 from private.document_uploads u where private.document_file(u.organization_id, u.id) = o.name)
  on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION private.is_document_for(document public.documents, organization_id uuid, user_id uuid, is_admin boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(document.organization_id = organization_id and (document.is_checked or document.created_by = user_id)
    and (is_admin or case document.visibility
    when 'everybody' then true
    when 'member' then document.member_id = user_id
    when 'record' then (
      select a.organization_id = document.organization_id and (a.all_members or a.agent_id = user_id)
      from private.record_audience(document.record_type, document.record_id) a)
    else false end), false);
end $function$;

CREATE OR REPLACE FUNCTION private.keep_document_checks()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  late record;
begin
  for late in
    update private.document_checks c set told_at = now()
    where c.told_at is null and c.begun_at < now() - interval '15 minutes'
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
  if exists (select 1 from private.document_checks c where c.claimed_until < clock_timestamp()) then
    perform private.call_function('document-check');
  end if;
  delete from public.document_versions v
  where v.check_state = 'refused' and v.checked_at < now() - interval '7 days';
  delete from public.documents d
  where not d.is_checked and not exists (
    select 1 from public.document_versions v where v.organization_id = d.organization_id and v.document_id = d.id);
end $function$;

CREATE OR REPLACE FUNCTION private.keep_documents()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_expiring_documents();
  perform private.keep_document_checks();
  -- Once an hour: it looks at every file of the bucket.
  if extract(minute from clock_timestamp()) = 7 then
    perform private.find_stray_document_files();
  end if;
  perform private.remove_document_files();
end $function$;

CREATE OR REPLACE FUNCTION private.may_read_document_file(name text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.pending_check(document public.documents)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.version_check(v)
  from public.document_versions v
  where v.organization_id = document.organization_id and v.document_id = document.id and v.check_state <> 'accepted'
    and v.uploaded_by = auth.uid() and not exists (
      select 1 from public.document_versions n
      where n.organization_id = v.organization_id and n.document_id = v.document_id and n.check_state = 'accepted'
        and n.number > v.number)
  order by v.number desc limit 1
$function$;

CREATE OR REPLACE FUNCTION private.version_check(version public.document_versions)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('state', version.check_state, 'name', version.file_name, 'type', version.mime_type,
    'code', version.check_code, 'params', version.check_params,
    'is_late', version.check_state = 'checking' and version.created_at < now() - interval '15 minutes')
  where version.check_state <> 'accepted'
$function$;

CREATE OR REPLACE FUNCTION public.confirm_document_read(version_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  document public.documents;
  latest public.document_versions;
begin
  select d.* into document
  from public.document_versions v join public.documents d on d.id = v.document_id and d.organization_id = v.organization_id
  where v.organization_id = private.current_organization_id() and v.id = confirm_document_read.version_id
    and v.check_state = 'accepted' for share of d;
  if document.id is null or not private.may_see_document(document) then
    return private.command_result('This document does not exist.', null, 'document_not_found');
  end if;
  latest := private.document_version(document);
  if latest.id <> confirm_document_read.version_id then
    return private.command_result('There is a newer version. Open it first.', null, 'document_newer_version');
  elsif not exists (select 1 from private.document_readers(document) r where r.user_id = auth.uid()) then
    return private.command_result('This document does not ask you to confirm.', null, 'document_asks_nothing');
  end if;
  insert into public.document_reads (organization_id, document_id, version_id, user_id)
  values (document.organization_id, document.id, latest.id, auth.uid()) on conflict do nothing;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.document_checked(version_id uuid, object_version text, code text DEFAULT NULL::text, params jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.finish_document_upload(upload_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.get_document(document_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  document public.documents;
begin
  select d.* into document from public.documents d
  where d.organization_id = private.current_organization_id() and d.id = get_document.document_id;
  if document.id is null or not private.may_see_document(document) then
    return null;
  end if;
  return (private.document_rows(document.organization_id, array[document.id]) -> 0) || jsonb_build_object(
    'versions', (
      select jsonb_agg(jsonb_build_object('id', v.id, 'number', v.number, 'name', v.file_name, 'type', v.mime_type,
        'size', v.size, 'uploaded_at', v.created_at, 'uploaded_by', u.first_name || ' ' || u.last_name,
        'check', private.version_check(v)) order by v.number desc)
      from public.document_versions v left join public.users u on u.id = v.uploaded_by
      where v.organization_id = document.organization_id and v.document_id = document.id
        and (v.check_state = 'accepted' or v.uploaded_by = auth.uid())),
    'read_by', case when document.asks_to_read and private.is_admin() then (
      select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name, 'read_at', r.read_at)
        order by r.read_at is not null, lower(u.last_name), lower(u.first_name), u.id), '[]')
      from private.document_readers(document) r join public.users u on u.id = r.user_id) end,
    'downloads', case when private.is_admin() then (
      select coalesce(jsonb_agg(jsonb_build_object('by', o.name, 'number', o.number, 'at', o.created_at)
        order by o.created_at desc), '[]')
      from (
        select u.first_name || ' ' || u.last_name as name, (l.details ->> 'number')::int as number, l.created_at
        from private.audit_log l left join public.users u on u.id = l.actor_id
        where l.organization_id = document.organization_id and l.subject_id = document.id and l.action = 'document_opened'
        order by l.created_at desc, l.id desc limit 100) o) end);
end $function$;

CREATE OR REPLACE FUNCTION public.list_documents(state text DEFAULT 'all'::text, category text DEFAULT NULL::text, record_type text DEFAULT NULL::text, record_id uuid DEFAULT NULL::uuid, visibility text DEFAULT NULL::text, search text DEFAULT NULL::text, sort text DEFAULT 'expires_on'::text, descending boolean DEFAULT false, page integer DEFAULT 1, page_size integer DEFAULT 10)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  sees_all boolean := private.is_admin();
  today date := private.today();
  patterns text[] := private.search_patterns(private.normalize_search_text(private.cut_search(list_documents.search)));
  wanted text := case when list_documents.state in ('expiring', 'expired', 'to_read') then list_documents.state else 'all' end;
  key text := case when list_documents.sort in ('title', 'category', 'updated_at') then list_documents.sort else 'expires_on' end;
  down boolean := coalesce(list_documents.descending, false);
  page_no int := greatest(coalesce(list_documents.page, 1), 1);
  size int := least(greatest(coalesce(list_documents.page_size, 10), 1), 100);
  ids uuid[];
  total bigint;
  counts jsonb;
  to_confirm jsonb;
begin
  if private.has_too_many_search_words(patterns) then
    caller_organization_id := null;
  end if;
  with visible as materialized (
    select d.id, d.title, d.category, d.expires_on, f.created_at as updated_at,
      coalesce(d.expires_on between today and today + 60, false) as is_expiring, coalesce(d.expires_on < today, false) as is_expired,
      d.asks_to_read and exists (
        select 1 from private.document_readers(d) r where r.read_at is null and (sees_all or r.user_id = auth.uid())) as is_to_read
    from public.documents d
    cross join lateral (
      select v.file_name, v.created_at from public.document_versions v
      where v.organization_id = d.organization_id and v.document_id = d.id
      order by v.check_state = 'accepted' desc, v.number desc limit 1) f
    where d.organization_id = caller_organization_id and (d.is_checked or d.created_by = auth.uid())
      and (list_documents.category is null or d.category = list_documents.category)
      and (list_documents.visibility is null or d.visibility = list_documents.visibility)
      and (list_documents.record_type is null or d.record_type = list_documents.record_type
        or list_documents.record_type = 'members' and d.member_id is not null)
      and (list_documents.record_id is null or d.record_id = list_documents.record_id)
      and (sees_all or private.is_document_for(d, caller_organization_id, auth.uid(), false))
      -- The name of a record counts for those who see the record.
      and (patterns is null or private.normalize_search_text(concat_ws(' ', d.title, f.file_name,
        case when sees_all or d.visibility = 'record' then (
          select concat_ws(' ', c.first_name, c.last_name) from public.customers c where c.id = d.customer_id
          union all
          select v.name from public.vendors v where v.id = d.vendor_id
          union all
          select s.booking_reference from public.sales s where s.id = d.sale_id
          union all
          select s.booking_reference from public.commissions m join public.sales s on s.id = m.sales_id
          where m.id = d.commission_id) end)) like all (patterns))),
  chosen as (
    select * from visible v
    where case wanted when 'expiring' then v.is_expiring when 'expired' then v.is_expired when 'to_read' then v.is_to_read
      else true end)
  select (select jsonb_build_object('all', count(*), 'expiring', count(*) filter (where v.is_expiring),
      'expired', count(*) filter (where v.is_expired), 'to_read', count(*) filter (where v.is_to_read)) from visible v),
    (select count(*) from chosen),
    array(
      select c.id from chosen c
      order by
        case when key = 'expires_on' and not down then c.expires_on end,
        case when key = 'expires_on' and down then c.expires_on end desc nulls last,
        case when key = 'title' and not down then lower(c.title) when key = 'category' and not down then c.category end,
        case when key = 'title' and down then lower(c.title) when key = 'category' and down then c.category end desc,
        case when key = 'updated_at' and not down then c.updated_at end,
        case when key = 'updated_at' and down then c.updated_at end desc,
        lower(c.title), c.id
      limit size offset (page_no - 1)::bigint * size)
  into counts, total, ids;
  if list_documents.record_id is null then
    to_confirm := private.document_to_confirm(caller_organization_id);
  end if;
  return jsonb_build_object('rows', private.document_rows(caller_organization_id, ids), 'count', total, 'page', page_no,
    'page_size', size, 'total_pages', (total + size - 1) / size, 'counts', counts, 'to_confirm', to_confirm,
    'looks_into_files', private.has_functions());
end $function$;

CREATE OR REPLACE FUNCTION public.open_document(version_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.remind_document_readers(document_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  document public.documents;
  reminded int;
begin
  select d.* into document from public.documents d
  where d.organization_id = private.admin_organization_id() and d.id = remind_document_readers.document_id
    and private.may_see_document(d);
  if document.id is null then
    return case when private.is_admin() then private.command_result('This document does not exist.', null, 'document_not_found')
      else private.command_result('Only admins can remind others.', null, 'reminders_are_for_admins') end;
  end if;
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id, code, params)
  select document.organization_id, r.user_id, 'document',
    private.acting_name(document.organization_id) || ' asks you to read “' || document.title || '”.', 'documents', document.id,
    'asked_to_read', jsonb_build_object('by', private.acting_name(document.organization_id), 'title', document.title)
  from private.document_readers(document) r
  where r.read_at is null and r.user_id <> auth.uid() order by r.user_id;
  get diagnostics reminded = row_count;
  return private.command_result(null) || jsonb_build_object('reminded', reminded);
end $function$;

CREATE OR REPLACE FUNCTION public.search_everything(query text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  shown constant int := 3;
  scope record := private.caller_scope();
  admins_organization_id uuid := private.admin_organization_id();
  typed text := private.cut_search(query);
  words text[];
  amount numeric;
  customer_ids uuid[];
  exact_ids uuid[];
  sale_ids uuid[];
  worth_ids uuid[];
begin
  if scope.organization_id is null or btrim(typed) = '' then
    return '{}';
  end if;
  words := private.customer_words(typed);
  -- A number alone is part of a reference or of a phone number.
  amount := case when btrim(typed) !~ '^[\d]*$' then private.typed_amount(typed, scope.organization_id, true) end;
  exact_ids := private.find_sales_referenced(scope.organization_id, scope.agent_id, typed);
  customer_ids := private.find_customers_named(scope.organization_id, scope.agent_id, typed, 20, true);
  sale_ids := private.find_sales_anyhow(scope.organization_id, scope.agent_id, typed, amount, customer_ids, exact_ids);
  worth_ids := exact_ids || private.find_commissions_worth(scope.organization_id, scope.agent_id, amount, exact_ids);
  return (
    select coalesce(jsonb_object_agg(f.kind, f.rows), '{}')
    from (
      select 'exact' as kind, private.found_sales(exact_ids) as rows
      union all
      select 'customers', private.found_customers(customer_ids[:shown], scope.agent_id)
      union all
      select 'sales', private.found_sales(sale_ids[:shown])
      union all
      select 'commissions', private.found_commissions(worth_ids || array(select id from unnest(sale_ids) with ordinality s(id, n)
        where s.id <> all (worth_ids) order by s.n), worth_ids, shown)
      union all
      select 'vendors', private.found_vendors(private.find_vendors_named(admins_organization_id, words, shown, true))
      where admins_organization_id is not null
      union all
      select 'team', private.found_members(private.find_members_named(admins_organization_id, words, shown, true))
      where admins_organization_id is not null
      union all
      select 'documents', private.found_documents(private.find_named(
        'select d.id, private.name_document(d.title) as names, private.name_document(d.title) as document,
          coalesce(d.expires_on < private.today(), false) as archived, d.title as label from public.documents d
          where d.organization_id = $1 and d.is_checked' || case when scope.agent_id is null then ''
            else ' and private.is_document_for(d, $1, $2, false)' end,
        'null::date', words, shown, scope.organization_id, scope.agent_id))
      -- A further kind joins here: its rows, of what the caller may open; shell/src/search/kinds.ts shows it.
      union all
      select 'bank', private.found_bank_transactions(
        private.find_bank_transactions(admins_organization_id, typed, amount, shown))
      where admins_organization_id is not null) f
    where f.rows <> '[]');
end $function$;

CREATE OR REPLACE FUNCTION public.take_document_check(version_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

ALTER TABLE "private"."document_checks" ADD CONSTRAINT "document_checks_version_id_fkey" FOREIGN KEY (version_id, organization_id) REFERENCES public.document_versions(id, organization_id) ON DELETE CASCADE;

ALTER TABLE "public"."document_versions" ADD CONSTRAINT "document_versions_check_code_given" CHECK (((check_code IS NOT NULL) = (check_state = 'refused'::text)));

ALTER TABLE "public"."document_versions" ADD CONSTRAINT "document_versions_check_code_length" CHECK ((char_length(check_code) <= 40));

ALTER TABLE "public"."document_versions" ADD CONSTRAINT "document_versions_check_state_known" CHECK ((check_state = ANY (ARRAY['checking'::text, 'accepted'::text, 'refused'::text])));

CREATE INDEX document_checks_claimed_until_idx ON private.document_checks USING btree (claimed_until);

CREATE INDEX document_versions_refused_idx ON public.document_versions USING btree (checked_at) WHERE (check_state = 'refused'::text);

CREATE INDEX documents_is_checked_idx ON public.documents USING btree (organization_id) WHERE (NOT is_checked);

CREATE POLICY "members read the versions of documents they may see" ON "public"."document_versions" FOR SELECT TO "authenticated" USING ((((check_state = 'accepted'::text) OR (uploaded_by = ( SELECT auth.uid() AS uid))) AND (EXISTS ( SELECT 1
   FROM public.documents d
  WHERE ((d.id = document_versions.document_id) AND (d.organization_id = document_versions.organization_id))))));

COMMENT ON COLUMN "private"."document_checks"."claimed_until" IS 'Until then one call of the function works on it';

COMMENT ON COLUMN "private"."document_checks"."told_at" IS 'When whoever uploaded it was told that it waits';

COMMENT ON COLUMN "public"."document_versions"."check_code" IS 'Why it was refused; check_params are what the words of this code name';

COMMENT ON COLUMN "public"."document_versions"."check_state" IS 'checking: nobody has looked into the file yet; accepted; refused: the
  file is something else than it says, and is removed. What is not accepted is there for whoever uploaded it alone.';

COMMENT ON COLUMN "public"."documents"."is_checked" IS 'One of its versions was accepted. Until then it is there for whoever added it alone.';

COMMENT ON FUNCTION "private"."announce_documents"(public.documents, uuid, boolean) IS 'Tag `documents`: to whoever uploaded a version, and with `everybody` to admins and
  to fifty of the others who may see the document.';

COMMENT ON FUNCTION "private"."begin_document_check"(uuid, uuid) IS 'Asks the function to look into a file; the scheduled job asks again.';

COMMENT ON FUNCTION "private"."document_bytes"(uuid, uuid) IS 'Names the bytes of a version: another name, other bytes. Null where there are none.';

COMMENT ON FUNCTION "private"."document_version"(public.documents) IS 'The latest accepted version of a document; of one that has none, which only whoever
  added it sees, the latest.';

COMMENT ON FUNCTION "private"."find_stray_document_files"() IS 'Finds files no version and no upload knows: what arrived after it was
  given up, or after it was refused. Looks at those of more than a day.';

COMMENT ON FUNCTION "private"."keep_document_checks"() IS 'Asks for the checks that wait, tells their uploaders after 15 minutes that they
  do, and forgets after a week what was refused.';

COMMENT ON FUNCTION "private"."may_read_document_file"(text) IS 'Whether the caller may read a file now: it was accepted, they may see its
  document, and have opened this version within the last minute.';

COMMENT ON FUNCTION "private"."pending_check"(public.documents) IS 'The same of the latest version that the caller uploaded, while nothing newer was
  accepted.';

COMMENT ON FUNCTION "private"."version_check"(public.document_versions) IS 'What its uploader is told of a version that is not accepted; null of one that is.';

COMMENT ON FUNCTION "public"."document_checked"(uuid, text, text, jsonb) IS 'What document-check found in the bytes that `object_version` names: without a `code`
  the version is accepted and shown, with one it is refused, told to whoever uploaded it, and its file removed. Bytes that are
  others by now are looked into again. Answers {state}. Idempotent.';

COMMENT ON FUNCTION "public"."finish_document_upload"(uuid) IS 'Makes the uploaded file a document or a version; the rights are asked for
  again. Where there are functions it is `checking` until one has looked into it. Answers {success, document_id, check_state} or
  {success, error, field}. Idempotent.';

COMMENT ON FUNCTION "public"."list_documents"(text, text, text, uuid, text, text, text, boolean, integer, integer) IS '{rows, count, page, page_size, total_pages, counts: {all, expiring, expired, to_read},
  to_confirm, looks_into_files}: one page of documents. `state` is all, expiring (within 60 days), expired or to_read (an agent''s own, an admin''s of
  everybody); `counts` obey every filter but it. `record_type` ''members'' are those of one member. `to_confirm` is the first
  document that somebody has to read: {id, title, waits_for_me, names, count}. `looks_into_files`: what a file holds is checked.';

COMMENT ON FUNCTION "public"."take_document_check"(uuid) IS 'For the function document-check: a version to look into, its own for two minutes.
  {version_id, path, type, size, object_version}: `object_version` names the bytes, null where there are none. Null when nothing
  waits.';

COMMENT ON TABLE "private"."document_checks" IS 'Versions whose files are to be looked into by the function document-check.';

REVOKE ALL ON FUNCTION "private"."announce_documents"(public.documents, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."announce_documents"(public.documents, uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."begin_document_check"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."begin_document_check"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."document_bytes"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."document_bytes"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_document_checks"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_document_checks"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."pending_check"(public.documents) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."pending_check"(public.documents) TO "postgres";

REVOKE ALL ON FUNCTION "private"."version_check"(public.document_versions) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."version_check"(public.document_versions) TO "postgres";

REVOKE ALL ON FUNCTION "public"."document_checked"(uuid, text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."document_checked"(uuid, text, text, jsonb) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."take_document_check"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."take_document_check"(uuid) TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."document_checks" TO "postgres";
