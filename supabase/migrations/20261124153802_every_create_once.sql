set local check_function_bodies = off;

DROP FUNCTION "public"."begin_bank_import"(uuid, text, text, text, integer, jsonb, text, text[]);

DROP FUNCTION "public"."begin_import"(text, text, text, text[], jsonb, integer);

DROP FUNCTION "public"."save_document"(uuid, integer, jsonb);

DROP FUNCTION "public"."start_document_upload"(jsonb, jsonb, uuid);

ALTER TABLE "public"."invitations" ADD COLUMN "mailed_at" timestamp with time zone;

CREATE OR REPLACE FUNCTION private.add_record(relation text, request_key uuid, input jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  columns constant text := (select string_agg(quote_ident(k), ', ') from jsonb_object_keys(input) k);
  new_id uuid;
begin
  execute format('insert into public.%1$I (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1) returning id',
    relation, columns) into new_id using input;
  return private.end_request(request_key, new_id, jsonb_build_object('id', new_id));
end $function$;

CREATE OR REPLACE FUNCTION private.begin_request(command text, request_key uuid, sent jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.check_customer(customer jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.check_record_input(check_customer.customer, '{
    "first_name": "text", "last_name": "text", "email": "text", "phone": "text", "notes": "text", "address_line_1": "text",
    "address_line_2": "text", "city": "text", "region": "text", "postal_code": "text", "country": "text",
    "birthday": "date", "more_emails": "json", "more_phones": "json", "emergency_name": "text", "emergency_phone": "text",
    "emergency_relation": "text", "tags": "list", "preferences": "json"}', 'customer')
$function$;

CREATE OR REPLACE FUNCTION private.check_vendor(vendor jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.check_record_input(check_vendor.vendor, '{
    "name": "text", "logo_url": "text", "email": "text", "phone": "text", "website": "text", "notes": "text",
    "default_commission_rate": "number", "category": "text", "contacts": "json", "address_line_1": "text",
    "address_line_2": "text", "city": "text", "region": "text", "postal_code": "text", "country": "text",
    "account_number": "text", "expected_payment_days": "integer", "expected_payment_basis": "text", "aliases": "list"}', 'vendor')
$function$;

CREATE OR REPLACE FUNCTION private.end_request(request_key uuid, record_id uuid, answer jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if request_key is not null then
    update private.request_keys k set answer = end_request.answer, record_id = end_request.record_id
    where k.organization_id = private.current_organization_id() and k.user_id = auth.uid()
      and k.key = private.hidden_key(request_key) and k.answer is null;
  end if;
  return end_request.answer;
end $function$;

CREATE OR REPLACE FUNCTION private.expect_same_message(message public.communications)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first public.communications;
  differs jsonb;
begin
  select c.* into first from public.communications c where c.id = message.id and c.author_id = auth.uid();
  if first.id is null then
    perform private.refuse('This message does not exist.');
  end if;
  select coalesce(jsonb_agg(f.name), '[]') into differs
  from (values ('body', first.body is distinct from message.body),
    ('record', (first.commentable_type, first.commentable_id) <> (message.commentable_type, message.commentable_id)),
    ('reply_to', first.thread_id <> message.thread_id)) f(name, is_other)
  where f.is_other;
  if differs <> '[]' then
    perform private.refuse_saved_already('{"name": "a message of yours"}', differs);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.free_key_of_upload()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.request_keys k
  where k.organization_id = old.organization_id and k.user_id = old.created_by and k.record_id = old.id
    and not exists (select 1 from public.document_versions v where v.id = old.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.hidden_key(request_key uuid)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select left(encode(sha256(uuid_send(request_key)), 'hex'), 32)::uuid
$function$;

CREATE OR REPLACE FUNCTION private.refuse_saved_already(saved jsonb, differs jsonb)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  raise exception using errcode = 'P0001', hint = 'saved_already',
    message = case when saved is null then 'Saved already.' else 'Saved already as ' || (saved ->> 'name') || '.' end,
    detail = (coalesce(saved, '{}') || jsonb_build_object('differs', differs))::text;
end $function$;

CREATE OR REPLACE FUNCTION private.saved_as(command text, record_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  saved jsonb;
begin
  execute format('select private.%I($1)', 'saved_by_' || command) into saved using record_id;
  return saved;
end $function$;

CREATE OR REPLACE FUNCTION private.saved_by_add_payout_adjustment(line_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_strip_nulls(jsonb_build_object('kind', 'payout', 'id', l.batch_id, 'name', 'a ' || l.kind || ' of ' || l.amount))
  from public.payout_lines l
  where l.organization_id = private.admin_organization_id() and l.id = saved_by_add_payout_adjustment.line_id
$function$;

CREATE OR REPLACE FUNCTION private.saved_by_begin_bank_import(import_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'bank_import', 'id', i.id, 'name', 'the import of ' || i.file_name)
  from public.bank_imports i
  where i.organization_id = private.admin_organization_id() and i.id = saved_by_begin_bank_import.import_id
$function$;

CREATE OR REPLACE FUNCTION private.saved_by_begin_import(batch_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'import', 'id', i.id, 'name', 'the import of ' || i.file_name)
  from public.import_batches i
  where i.organization_id = private.current_organization_id() and i.id = saved_by_begin_import.batch_id
    and (private.is_admin() or i.created_by = auth.uid())
$function$;

CREATE OR REPLACE FUNCTION private.saved_by_create_customer(customer_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'customer', 'id', c.id, 'name', c.first_name || ' ' || c.last_name)
  from public.customers c
  where c.organization_id = private.current_organization_id() and c.id = saved_by_create_customer.customer_id
$function$;

CREATE OR REPLACE FUNCTION private.saved_by_create_invitation(invitation_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'invitation', 'id', i.id, 'name', 'the invitation of ' || i.email)
  from public.invitations i
  where i.organization_id = private.current_organization_id() and private.is_admin() and i.id = saved_by_create_invitation.invitation_id
$function$;

CREATE OR REPLACE FUNCTION private.saved_by_create_sale(sale_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'sale', 'id', s.id, 'name', s.booking_reference)
  from public.sales s
  where s.organization_id = private.current_organization_id() and s.id = saved_by_create_sale.sale_id
    and (private.is_admin() or s.agent_id = auth.uid())
$function$;

CREATE OR REPLACE FUNCTION private.saved_by_create_vendor(vendor_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'vendor', 'id', v.id, 'name', v.name)
  from public.vendors v
  where v.organization_id = private.current_organization_id() and v.id = saved_by_create_vendor.vendor_id
$function$;

CREATE OR REPLACE FUNCTION private.saved_by_record_agent_payment(commission_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.saved_of_commission(commission_id, 'the payment of ')
$function$;

CREATE OR REPLACE FUNCTION private.saved_by_record_recall(commission_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.saved_of_commission(commission_id, 'what is taken back of ')
$function$;

CREATE OR REPLACE FUNCTION private.saved_by_record_receipt(commission_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.saved_of_commission(commission_id, 'the receipt of ')
$function$;

CREATE OR REPLACE FUNCTION private.saved_by_save_document(document_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'document', 'id', d.id, 'name', d.title)
  from public.documents d where d.id = saved_by_save_document.document_id and private.may_see_document(d)
$function$;

CREATE OR REPLACE FUNCTION private.saved_by_start_document_upload(version_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.saved_by_save_document(v.document_id) from public.document_versions v
  where v.id = saved_by_start_document_upload.version_id
$function$;

CREATE OR REPLACE FUNCTION private.saved_of_commission(commission_id uuid, what text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'commission', 'id', c.id, 'name', what || s.booking_reference)
  from public.commissions c
  join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id
  where c.organization_id = private.admin_organization_id() and c.id = saved_of_commission.commission_id
$function$;

CREATE OR REPLACE FUNCTION private.set_invitation_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  named text := new.raw_user_meta_data ->> 'invitation';
  is_mailed boolean := tg_op = 'UPDATE' and (new.confirmation_sent_at, new.recovery_sent_at)
    is distinct from (old.confirmation_sent_at, old.recovery_sent_at);
begin
  new.raw_user_meta_data := new.raw_user_meta_data - '{invited_to,invited_by,invited_until}'::text[];
  if is_mailed then
    -- Not waited for: whoever holds the invitation may be waiting for this account.
    update public.invitations i set mailed_at = now() where i.id in (
      select p.id from public.invitations p
      where p.id::text = named and p.email = new.email for no key update skip locked);
    new.raw_user_meta_data := new.raw_user_meta_data - 'invitation';
  elsif named is not null then
    new.raw_user_meta_data := new.raw_user_meta_data || coalesce((
      select jsonb_build_object('invited_to', o.name, 'invited_by', u.first_name || ' ' || u.last_name,
        'invited_until', to_char(i.expires_at at time zone o.time_zone, 'FMMonth FMDD, YYYY'))
      from private.pending_invitations(new.email) i
      join public.organizations o on o.id = i.organization_id
      join public.users u on u.id = i.invited_by
      where i.id::text = named), '{}');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.begin_bank_import(account_id uuid, file_name text, file_hash text, format text, total_lines integer, mapping jsonb DEFAULT '{}'::jsonb, identifier text DEFAULT NULL::text, headers text[] DEFAULT NULL::text[], request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  new_id uuid;
  answer jsonb := private.begin_request('begin_bank_import', request_key, jsonb_build_object('account_id', account_id,
    'file_name', file_name, 'file_hash', file_hash, 'format', format, 'total_lines', total_lines, 'mapping', mapping,
    'identifier', identifier, 'headers', headers));
begin
  if answer is not null then
    return answer;
  end if;
  if begin_bank_import.total_lines > 50000 then
    perform private.refuse('A file may have 50,000 lines. Split it, or export fewer months.', 'lines');
  elsif not exists (select 1 from public.bank_accounts a where a.id = begin_bank_import.account_id
    and a.organization_id = caller_organization_id and a.archived_at is null) then
    perform private.refuse('Choose the account of this file.', 'account_id');
  elsif octet_length(begin_bank_import.mapping::text) > 20000 then
    perform private.refuse('This mapping is too long.', 'mapping');
  end if;
  insert into public.bank_imports (organization_id, account_id, file_name, file_hash, format, total_lines, created_by)
  values (caller_organization_id, begin_bank_import.account_id, begin_bank_import.file_name, begin_bank_import.file_hash,
    begin_bank_import.format, begin_bank_import.total_lines, auth.uid())
  returning id into new_id;
  insert into private.bank_file_keys as k (organization_id, kind, key, separator, account_id, mapping)
  select caller_organization_id, t.kind, t.key, t.separator, begin_bank_import.account_id, coalesce(begin_bank_import.mapping, '{}')
  from (values ('number', private.bank_file_key('number', identifier, null), ''),
    ('headers', private.bank_file_key('headers', null, headers), left(coalesce(mapping ->> 'delimiter', ''), 1)))
    t(kind, key, separator)
  where t.key is not null
  on conflict (organization_id, kind, key, separator) do update
    set account_id = excluded.account_id, mapping = excluded.mapping, used_at = now();
  return private.end_request(request_key, new_id, jsonb_build_object('import_id', new_id));
end $function$;

CREATE OR REPLACE FUNCTION public.begin_import(kind text, file_name text, file_hash text, headers text[], mapping jsonb, total_rows integer, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.check_import_kind(begin_import.kind);
  batch_id uuid;
  answer jsonb := private.begin_request('begin_import', request_key, jsonb_build_object('kind', kind, 'file_name', file_name,
    'file_hash', file_hash, 'headers', headers, 'mapping', mapping, 'total_rows', total_rows));
begin
  if answer is not null then
    return answer;
  end if;
  insert into public.import_batches as i (organization_id, kind, file_name, file_hash, headers, mapping, total_rows)
  values (caller_organization_id, begin_import.kind, begin_import.file_name, begin_import.file_hash, begin_import.headers,
    begin_import.mapping, begin_import.total_rows)
  returning i.id into batch_id;
  return private.end_request(request_key, batch_id, jsonb_build_object('batch_id', batch_id));
end $function$;

CREATE OR REPLACE FUNCTION public.create_customer(customer jsonb, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  answer jsonb := private.begin_request('create_customer', request_key, create_customer.customer);
begin
  return coalesce(answer, private.add_record('customers', request_key,
    -- Required fields: null is refused by their constraints.
    private.check_customer('{"first_name": null, "last_name": null}'::jsonb || create_customer.customer)));
end $function$;

CREATE OR REPLACE FUNCTION public.create_invitation(email text, role text, commission_split numeric DEFAULT NULL::numeric, first_name text DEFAULT NULL::text, last_name text DEFAULT NULL::text, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  answer jsonb := private.begin_request('create_invitation', request_key, jsonb_build_object('email', lower(btrim(email)),
    'role', role, 'commission_split', commission_split, 'first_name', first_name, 'last_name', last_name));
  new_id uuid;
begin
  if answer is null then
    insert into public.invitations (email, role, commission_split, first_name, last_name)
    values (create_invitation.email, create_invitation.role, create_invitation.commission_split, create_invitation.first_name,
      create_invitation.last_name)
    returning id into new_id;
    answer := private.end_request(request_key, new_id, jsonb_build_object('id', new_id));
  end if;
  return answer || jsonb_build_object('mailed', exists (
    select 1 from public.invitations i where i.id = (answer ->> 'id')::uuid and i.mailed_at is not null));
end $function$;

CREATE OR REPLACE FUNCTION public.create_vendor(vendor jsonb, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  answer jsonb := private.begin_request('create_vendor', request_key, create_vendor.vendor);
begin
  return coalesce(answer, private.add_record('vendors', request_key,
    private.check_vendor('{"name": null}'::jsonb || create_vendor.vendor)));
end $function$;

CREATE OR REPLACE FUNCTION public.post_message(message_id uuid, commentable_type text, commentable_id uuid, body text, reply_to uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  parent public.communications;
  wanted public.communications;
  message public.communications;
  now_at constant timestamptz := clock_timestamp();
begin
  perform private.expect_record(commentable_type, commentable_id);
  if reply_to is not null then
    select c.* into parent from public.communications c where c.id = reply_to
      and c.commentable_type = post_message.commentable_type and c.commentable_id = post_message.commentable_id;
    if parent.id is null then
      perform private.refuse('This message does not exist.');
    end if;
  end if;
  wanted.id := message_id;
  wanted.organization_id := private.current_organization_id();
  wanted.commentable_type := post_message.commentable_type;
  wanted.commentable_id := post_message.commentable_id;
  wanted.thread_id := coalesce(parent.thread_id, message_id);
  wanted.thread_at := coalesce(parent.thread_at, now_at);
  wanted.author_id := auth.uid();
  wanted.body := btrim(post_message.body, E' \n\r\t');
  wanted.created_at := now_at;
  insert into public.communications select wanted.* on conflict (id) do nothing returning * into message;
  if message.id is null then
    perform private.expect_same_message(wanted);
    return;
  end if;
  perform private.mention(message);
  if parent.id is not null then
    perform private.notify_of_reply(message);
  end if;
  perform private.mark_read(message.organization_id, message.commentable_type, message.commentable_id, now_at);
  perform private.announce_conversation(message.commentable_type, message.commentable_id);
end $function$;

CREATE OR REPLACE FUNCTION public.save_document(document_id uuid, expected_version integer, document jsonb, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  locked record;
  checked record;
  wanted public.documents;
  answer jsonb := private.begin_request('save_document', request_key, coalesce(save_document.document, '{}')
    || jsonb_build_object('document_id', save_document.document_id, 'expected_version', save_document.expected_version));
begin
  if answer is not null then
    return answer;
  end if;
  select l.* into locked from private.lock_document(save_document.document_id) l;
  if locked.refusal is not null then
    return private.command_result(locked.refusal);
  elsif (locked.document).version is distinct from save_document.expected_version then
    return private.command_result('Somebody else has changed this document meanwhile. Close it and open it again.', 'version');
  end if;
  select c.* into checked from private.check_document(save_document.document) c;
  if checked.refusal is not null then
    return private.command_result(checked.refusal, checked.field);
  end if;
  wanted := checked.document;
  update public.documents d set title = wanted.title, category = wanted.category, customer_id = wanted.customer_id,
    sale_id = wanted.sale_id, commission_id = wanted.commission_id, vendor_id = wanted.vendor_id, visibility = wanted.visibility,
    member_id = wanted.member_id, asks_to_read = wanted.asks_to_read, expires_on = wanted.expires_on, version = d.version + 1,
    announced_days = case when d.expires_on is not distinct from wanted.expires_on then d.announced_days end
  where d.id = (locked.document).id;
  perform private.audit(wanted.organization_id, 'document_changed', wanted.customer_id, (locked.document).id,
    jsonb_build_object('visibility', wanted.visibility));
  return private.end_request(request_key, (locked.document).id, private.command_result(null));
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
  refusal text;
  answer jsonb := private.begin_request('start_document_upload', request_key, coalesce(start_document_upload.document, '{}')
    || jsonb_build_object('file', file, 'document_id', start_document_upload.document_id));
begin
  if answer is not null then
    return answer;
  end if;
  if start_document_upload.document_id is not null then
    select l.* into locked from private.lock_document(start_document_upload.document_id) l;
    refusal := locked.refusal;
  else
    select c.* into checked from private.check_document(coalesce(start_document_upload.document, '{}')) c;
    if checked.refusal is not null then
      return private.command_result(checked.refusal, checked.field);
    end if;
  end if;
  refusal := coalesce(refusal, case
    when name is null or char_length(name) > 255 then 'The file needs a name of at most 255 characters.'
    when not private.is_document_type(file ->> 'type') then
      'Documents are PDF files, pictures (JPEG, PNG, WebP, GIF), Office files and text.'
    when coalesce(bytes, 0) = 0 then 'The file is empty.'
    when bytes > 26214400 then 'The file is larger than 25 MB.'
    when (select count(*) from private.document_uploads u where u.organization_id = caller_organization_id
      and u.created_by = auth.uid()) >= most_unfinished then 'Too many uploads are unfinished. Cancel some, or try again tomorrow.'
  end);
  if refusal is not null then
    return private.command_result(refusal, 'file');
  end if;
  insert into private.document_uploads (organization_id, created_by, document, document_id, file_name, mime_type, size)
  values (caller_organization_id, auth.uid(),
    case when start_document_upload.document_id is null then start_document_upload.document end,
    start_document_upload.document_id, name, file ->> 'type', bytes)
  returning id into upload_id;
  return private.end_request(request_key, upload_id, private.command_result(null)
    || jsonb_build_object('upload_id', upload_id, 'path', private.document_file(caller_organization_id, upload_id)));
end $function$;

CREATE OR REPLACE FUNCTION public.update_customer(customer_id uuid, expected_version integer, customer jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.save_record('customers', 'customer', private.current_organization_id(), update_customer.customer_id,
    update_customer.expected_version, private.check_customer(update_customer.customer))
$function$;

CREATE OR REPLACE FUNCTION public.update_vendor(vendor_id uuid, expected_version integer, vendor jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.save_record('vendors', 'vendor', private.admin_organization_id(), update_vendor.vendor_id,
    update_vendor.expected_version, private.check_vendor(update_vendor.vendor))
$function$;

CREATE TRIGGER document_uploads_after_20_free_key AFTER DELETE ON private.document_uploads FOR EACH ROW EXECUTE FUNCTION private.free_key_of_upload();

COMMENT ON COLUMN "public"."invitations"."mailed_at" IS 'Filled by trigger: when a mail that names it left';

REVOKE ALL ON FUNCTION "private"."add_record"(text, uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_record"(text, uuid, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."check_customer"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."check_customer"(jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."check_record_input"(jsonb, jsonb, text) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."check_record_input"(jsonb, jsonb, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."check_vendor"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."check_vendor"(jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."expect_same_message"(public.communications) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."expect_same_message"(public.communications) TO "postgres";

REVOKE ALL ON FUNCTION "private"."free_key_of_upload"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."free_key_of_upload"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."hidden_key"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."hidden_key"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_saved_already"(jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refuse_saved_already"(jsonb, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_by_add_payout_adjustment"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_by_add_payout_adjustment"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_by_begin_bank_import"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_by_begin_bank_import"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_by_begin_import"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_by_begin_import"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_by_create_customer"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_by_create_customer"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_by_create_invitation"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_by_create_invitation"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_by_create_sale"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_by_create_sale"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_by_create_vendor"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_by_create_vendor"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_by_record_agent_payment"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_by_record_agent_payment"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_by_record_recall"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_by_record_recall"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_by_record_receipt"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_by_record_receipt"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_by_save_document"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_by_save_document"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_by_start_document_upload"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_by_start_document_upload"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_of_commission"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_of_commission"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."begin_bank_import"(uuid, text, text, text, integer, jsonb, text, text[], uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."begin_bank_import"(uuid, text, text, text, integer, jsonb, text, text[], uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."begin_import"(text, text, text, text[], jsonb, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."begin_import"(text, text, text, text[], jsonb, integer, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."create_customer"(jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_customer"(jsonb, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."create_invitation"(text, text, numeric, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_invitation"(text, text, numeric, text, text, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."create_vendor"(jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_vendor"(jsonb, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."save_document"(uuid, integer, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_document"(uuid, integer, jsonb, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."start_document_upload"(jsonb, jsonb, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."start_document_upload"(jsonb, jsonb, uuid, uuid) TO "authenticated", "postgres";

-- Keys of before are kept as their hashes, too. What they are keys of stays known.
update private.request_keys set key = private.hidden_key(key);
