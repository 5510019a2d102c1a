set local check_function_bodies = off;

CREATE TABLE "private"."incoming_mails" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "message_id" text NOT NULL, "sender" text NOT NULL, "sender_name" text NOT NULL DEFAULT ''::text, "subject" text NOT NULL DEFAULT ''::text, "received_at" timestamp with time zone NOT NULL DEFAULT now(), "format" text NOT NULL, "size" integer NOT NULL, "proven" boolean NOT NULL, "state" text NOT NULL DEFAULT 'stored'::text, "code" text, "params" jsonb NOT NULL DEFAULT '{}'::jsonb, "vendor_id" uuid, "claimed_until" timestamp with time zone, "attempts" integer NOT NULL DEFAULT 0, CONSTRAINT "incoming_mails_format_known" CHECK ((format = ANY (ARRAY['mime'::text, 'json'::text]))), CONSTRAINT "incoming_mails_message_id_key" UNIQUE (organization_id, message_id), CONSTRAINT "incoming_mails_message_id_length" CHECK (((char_length(message_id) >= 1) AND (char_length(message_id) <= 300))), CONSTRAINT "incoming_mails_organization_id_id_key" UNIQUE (organization_id, id), CONSTRAINT "incoming_mails_pkey" PRIMARY KEY (id), CONSTRAINT "incoming_mails_reading_vendor" CHECK (((state <> ALL (ARRAY['reading'::text, 'done'::text])) OR (vendor_id IS NOT NULL))), CONSTRAINT "incoming_mails_size_range" CHECK ((size >= 0)), CONSTRAINT "incoming_mails_state_known" CHECK ((state = ANY (ARRAY['stored'::text, 'waiting'::text, 'reading'::text, 'done'::text, 'refused'::text]))), CONSTRAINT "incoming_mails_texts_length" CHECK (((char_length(sender_name) <= 200) AND (char_length(subject) <= 300))), CONSTRAINT "incoming_mails_texts_one_line" CHECK ((((message_id || sender_name) || subject) !~ '[[:cntrl:]]'::text)), CONSTRAINT "incoming_mails_sender_one" CHECK ((private.is_mail_address(sender) AND (sender = lower(sender)))));

ALTER TABLE "private"."incoming_mails" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."incoming_parts" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "mail_id" uuid NOT NULL, "number" integer NOT NULL, "file_name" text NOT NULL, "size" integer NOT NULL, "state" text NOT NULL DEFAULT 'reading'::text, "code" text, "params" jsonb NOT NULL DEFAULT '{}'::jsonb, "document_id" uuid, "statement_id" uuid, "claimed_until" timestamp with time zone, "attempts" integer NOT NULL DEFAULT 0, CONSTRAINT "incoming_parts_number_key" UNIQUE (organization_id, mail_id, number), CONSTRAINT "incoming_parts_number_range" CHECK (((number >= 1) AND (number <= 20))), CONSTRAINT "incoming_parts_organization_id_id_key" UNIQUE (organization_id, id), CONSTRAINT "incoming_parts_pkey" PRIMARY KEY (id), CONSTRAINT "incoming_parts_size_range" CHECK (((size >= 0) AND (size <= 26214400))), CONSTRAINT "incoming_parts_state_known" CHECK ((state = ANY (ARRAY['reading'::text, 'read'::text, 'to_read'::text, 'kept'::text, 'refused'::text]))), CONSTRAINT "incoming_parts_file_name_length" CHECK ((private.is_visible(file_name) AND (char_length(file_name) <= 200) AND (file_name !~ '[[:cntrl:]/\\]'::text))));

ALTER TABLE "private"."incoming_parts" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."mail_senders" ("organization_id" uuid NOT NULL, "address" text NOT NULL, "vendor_id" uuid, "said_by" uuid, "said_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "mail_senders_pkey" PRIMARY KEY (organization_id, address), CONSTRAINT "mail_senders_address_one" CHECK ((private.is_mail_address(address) AND (address = lower(address)))));

ALTER TABLE "private"."mail_senders" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."mailboxes" ("organization_id" uuid NOT NULL, "token" text NOT NULL, "renewed_at" timestamp with time zone, "renewed_by" uuid, CONSTRAINT "mailboxes_pkey" PRIMARY KEY (organization_id), CONSTRAINT "mailboxes_token_format" CHECK ((token ~ '^[0-9a-f]{24}$'::text)), CONSTRAINT "mailboxes_token_key" UNIQUE (token));

ALTER TABLE "private"."mailboxes" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."bank_remittances" ADD COLUMN "source" text NOT NULL DEFAULT 'file'::text;

CREATE OR REPLACE FUNCTION private.announce_incoming_mail()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.send_tag('org:' || new.organization_id, 'bank');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.find_stray_mail_files()
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select o.name from storage.objects o
    where o.bucket_id = 'mail' and o.created_at < now() - interval '1 hour'
      and not exists (
        select 1 from private.incoming_mails m
        where m.state <> 'refused' and o.name = private.mail_file(m.organization_id, m.id)
          and m.id = case when pg_input_is_valid(split_part(o.name, '/', 2), 'uuid') then split_part(o.name, '/', 2)::uuid end)
      and not exists (
        select 1 from private.incoming_parts p
        where p.state = 'reading' and o.name = private.mail_file(p.organization_id, p.mail_id, p.number)
          and p.mail_id = case when pg_input_is_valid(split_part(o.name, '/', 2), 'uuid') then split_part(o.name, '/', 2)::uuid end)
    order by o.created_at limit 100)
$function$;

CREATE OR REPLACE FUNCTION private.is_refused_sender(organization_id uuid, address text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select 1 from private.mail_senders s
    where s.organization_id = is_refused_sender.organization_id and s.address = is_refused_sender.address and s.vendor_id is null)
$function$;

CREATE OR REPLACE FUNCTION private.is_shared_host(domain text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select domain ~ ('(^|\.)(gmail|googlemail|google|outlook|hotmail|live|msn|yahoo|ymail|rocketmail|aol|icloud|me|mac|proton|protonmail|pm|gmx'
    || '|web|mail|email|zoho|yandex|fastmail|hey|tutanota|tuta|comcast|verizon|att|sbcglobal|bellsouth|cox|charter|earthlink|qq|163|126'
    || '|t-online|freenet|orange|wanadoo|free|laposte|libero|virgilio|btinternet|sky|rogers|bell|shaw|telus|optonline|juno'
    || '|facebook|instagram|linkedin|x|twitter|youtube|tiktok|wixsite|wordpress|blogspot|squarespace|weebly|github|linktr|mailchimp'
    || '|sendgrid|amazonses|hubspot|sharepoint|dropbox|onmicrosoft)\.[a-z]{2,6}(\.[a-z]{2})?$')
$function$;

CREATE OR REPLACE FUNCTION private.keep_mailbox()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  stopped record;
begin
  delete from private.incoming_mails m where m.received_at < now() - interval '90 days';
  for stopped in
    select m.id, m.attempts from private.incoming_mails m
    where m.state = 'reading' and coalesce(m.claimed_until, m.received_at + interval '30 seconds') < now() and not exists (
      select 1 from private.incoming_parts p where p.organization_id = m.organization_id and p.mail_id = m.id)
    order by m.claimed_until nulls first limit 20
  loop
    if stopped.attempts >= 3 then
      perform public.refuse_mail(stopped.id, 'mail_not_opened');
    else
      perform private.call_function('mailbox-read', jsonb_build_object('mail_id', stopped.id));
    end if;
  end loop;
  for stopped in
    select p.id, p.attempts from private.incoming_parts p
    join private.incoming_mails m on m.organization_id = p.organization_id and m.id = p.mail_id
    where p.state = 'reading' and coalesce(p.claimed_until, m.received_at + interval '30 seconds') < now()
    order by p.claimed_until nulls first limit 20
  loop
    if stopped.attempts >= 4 then
      perform public.finish_mail_part(stopped.id, '{"state": "refused", "code": "part_not_opened"}');
    else
      perform private.call_function('mailbox-read', jsonb_build_object('part_id', stopped.id));
    end if;
  end loop;
  if extract(minute from clock_timestamp()) = 11 then
    perform private.remove_stored_files('mail', private.find_stray_mail_files());
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_vendor_statement(organization_id uuid, vendor_id uuid, file_name text, lines jsonb, fees jsonb, left_out jsonb, document_id uuid, source text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refusal jsonb := private.check_statement(lines, fees, left_out);
  r public.bank_remittances;
begin
  if not exists (select 1 from public.vendors v
    where v.organization_id = keep_vendor_statement.organization_id and v.id = keep_vendor_statement.vendor_id) then
    return private.command_result('This vendor does not exist.', 'vendor_id', 'vendor_not_found');
  elsif refusal is not null then
    return refusal;
  end if;
  insert into public.bank_remittances (organization_id, vendor_id, file_name, document_id, fees, fee_amount, left_out, source, created_by)
  values (keep_vendor_statement.organization_id, keep_vendor_statement.vendor_id, left(keep_vendor_statement.file_name, 255),
    keep_vendor_statement.document_id, keep_vendor_statement.fees, private.sum_of_fees(fees), keep_vendor_statement.left_out,
    keep_vendor_statement.source, auth.uid())
  returning * into r;
  perform private.add_statement_lines(r, lines);
  return private.command_result(null) || jsonb_build_object('statement_id', r.id);
exception when foreign_key_violation then
  return private.command_result('This document does not exist.', 'document_id', 'document_not_found');
end $function$;

CREATE OR REPLACE FUNCTION private.mail_file(organization_id uuid, mail_id uuid, number integer DEFAULT 0)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select organization_id::text || '/' || mail_id::text || '/' || number::text $function$;

CREATE OR REPLACE FUNCTION private.mailbox_organization()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  organization_id uuid := private.admin_organization_id();
begin
  if organization_id is null then
    raise exception using errcode = '42501', message = 'permission denied for mailbox';
  end if;
  return organization_id;
end $function$;

CREATE OR REPLACE FUNCTION private.new_mailbox_token()
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select encode(extensions.gen_random_bytes(12), 'hex') $function$;

CREATE OR REPLACE FUNCTION private.redact_mailbox(organization_id uuid, pattern text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.mail_senders s where s.organization_id = redact_mailbox.organization_id and s.address ~* pattern;
  -- What they wrote themselves goes.
  delete from private.incoming_mails m where m.organization_id = redact_mailbox.organization_id and m.sender ~* pattern;
  update private.incoming_mails m set subject = private.redact(m.subject, pattern, 300),
    sender_name = private.redact(m.sender_name, pattern, 200), message_id = private.redact(m.message_id, pattern, 300)
  where m.organization_id = redact_mailbox.organization_id and concat_ws(chr(10), m.subject, m.sender_name, m.message_id) ~* pattern;
  update private.incoming_parts p set file_name = private.redact(p.file_name, pattern, 200),
    params = private.redact_json(p.params, pattern)
  where p.organization_id = redact_mailbox.organization_id and (p.file_name ~* pattern or p.params::text ~* pattern);
  update public.notifications n set message = private.redact(n.message, pattern, 1000), params = private.redact_json(n.params, pattern)
  where n.organization_id = redact_mailbox.organization_id and n.type = 'mail' and n.message ~* pattern;
end $function$;

CREATE OR REPLACE FUNCTION private.remove_document_files()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.document_uploads u where u.created_at < now() - interval '1 day';
  delete from private.removed_document_files f where not exists (
    select 1 from storage.objects o where o.bucket_id = 'documents' and o.name = f.name);
  perform private.remove_stored_files('documents', array(
    select f.name from private.removed_document_files f order by f.removed_at limit 100));
end $function$;

CREATE OR REPLACE FUNCTION private.remove_stored_files(bucket text, names text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if cardinality(names) = 0 then
    return;
  elsif to_regproc('net.http_delete') is not null and to_regclass('vault.decrypted_secrets') is not null then
    execute $call$
      select net.http_delete(
        url := u.decrypted_secret || '/storage/v1/object/' || $1 || '/' || n.name,
        headers := jsonb_build_object('Authorization', 'Bearer ' || k.decrypted_secret, 'apikey', k.decrypted_secret))
      from unnest($2) n(name), vault.decrypted_secrets u, vault.decrypted_secrets k
      where u.name = 'project_url' and k.name = 'service_role_key' $call$ using bucket, names;
  else
    perform set_config('storage.allow_delete_query', 'true', true);
    delete from storage.objects o where o.bucket_id = bucket and o.name = any (names);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.secret_key(name text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  key text := private.stored_secret(secret_key.name);
begin
  if key is null then
    perform private.refuse('What is encrypted cannot be read or written at the moment.', '', 'encryption_unavailable');
  end if;
  return key;
end $function$;

CREATE OR REPLACE FUNCTION private.settle_mail(mail_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mail private.incoming_mails;
begin
  -- Parts end at the same time.
  select m.* into mail from private.incoming_mails m where m.id = settle_mail.mail_id for no key update;
  if mail.state = 'reading' and not exists (select 1 from private.incoming_parts p
    where p.organization_id = mail.organization_id and p.mail_id = mail.id and p.state = 'reading') then
    update private.incoming_mails m set state = 'done', claimed_until = null where m.id = mail.id returning m.* into mail;
    perform private.tell_of_mail(mail);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.short_line(text text, most integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select left(btrim(regexp_replace(coalesce(text, ''), '[[:cntrl:][:space:]]+', ' ', 'g')), most)
$function$;

CREATE OR REPLACE FUNCTION private.stored_secret(name text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  stored text := (select s.value from private.secrets s where s.name = stored_secret.name);
begin
  if stored is null and to_regclass('vault.decrypted_secrets') is not null then
    execute 'select decrypted_secret from vault.decrypted_secrets where name = $1' into stored using stored_secret.name;
  end if;
  return stored;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_of_mail(mail private.incoming_mails)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  vendor_name text := (select v.name from public.vendors v where v.organization_id = mail.organization_id and v.id = mail.vendor_id);
  statements int;
  others int;
begin
  if mail.state = 'waiting' then
    if not exists (select 1 from private.incoming_mails m where m.organization_id = mail.organization_id and m.sender = mail.sender
      and m.state = 'waiting' and m.id <> mail.id) then
      perform private.notify_other_admins(mail.organization_id, 'mail', 'Mail from ' || mail.sender || ' waits: is it a vendor?', 'mailbox',
        mail.id, 'mail_waits', jsonb_build_object('sender', mail.sender));
    end if;
    return;
  end if;
  select count(*) filter (where p.state = 'read'), count(*) filter (where p.state in ('to_read', 'refused') or p.code = 'unreadable')
  into statements, others
  from private.incoming_parts p where p.organization_id = mail.organization_id and p.mail_id = mail.id;
  if statements > 0 then
    perform private.notify_other_admins(mail.organization_id, 'mail', vendor_name || ' sent '
      || case statements when 1 then 'a statement.' else statements || ' statements.' end, 'vendors', mail.vendor_id,
      'statements_came', jsonb_build_object('vendor', vendor_name, 'count', statements));
  end if;
  if others > 0 or mail.state = 'refused' then
    perform private.notify_other_admins(mail.organization_id, 'mail', 'A mail from ' || coalesce(vendor_name, mail.sender)
      || ' could not be read in full.', 'mailbox', mail.id, 'mail_not_read',
      jsonb_build_object('sender', coalesce(vendor_name, mail.sender)));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.vendor_domains(vendor public.vendors)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array(
    select distinct d.domain
    from unnest(array[
      lower(substring(vendor.email from '@([^@[:space:]]+)$')),
      lower(substring(vendor.website from '^[Hh][Tt][Tt][Pp][Ss]?://(?:[Ww][Ww][Ww]\.)?([A-Za-z0-9.-]+)'))]) d(domain)
    where d.domain ~ '\.' and not private.is_shared_host(d.domain))
$function$;

CREATE OR REPLACE FUNCTION private.vendor_of_sender(organization_id uuid, address text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with said as (
    select s.vendor_id from private.mail_senders s
    where s.organization_id = vendor_of_sender.organization_id and s.address = vendor_of_sender.address
  ), named as (
    select v.id from public.vendors v
    left join public.vendor_terms t on t.vendor_id = v.id and t.organization_id = v.organization_id
    where v.organization_id = vendor_of_sender.organization_id and (lower(v.email) = vendor_of_sender.address
      or exists (select 1 from jsonb_array_elements(t.contacts) c where lower(c ->> 'email') = vendor_of_sender.address))
  ), owning as (
    select v.id from public.vendors v
    where v.organization_id = vendor_of_sender.organization_id and exists (
      select 1 from unnest(private.vendor_domains(v)) d(domain)
      where split_part(vendor_of_sender.address, '@', 2) in (d.domain)
        or split_part(vendor_of_sender.address, '@', 2) like '%.' || private.escape_like(d.domain))
  )
  select case
    when exists (select 1 from said) then (select s.vendor_id from said s)
    when (select count(*) from named) > 0 then (select case when count(*) = 1 then (array_agg(n.id))[1] end from named n)
    else (select case when count(*) = 1 then (array_agg(o.id))[1] end from owning o) end
$function$;

CREATE OR REPLACE FUNCTION private.vendor_references(organization_id uuid, vendor_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(s.booking_reference), '[]')
  from (select s.booking_reference from public.sales s
    where s.organization_id = vendor_references.organization_id and s.vendor_id = vendor_references.vendor_id
    order by s.sale_date desc, s.id limit 5000) s
$function$;

CREATE OR REPLACE FUNCTION public.add_mail_parts(mail_id uuid, parts jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mail private.incoming_mails;
  part record;
begin
  select m.* into mail from private.incoming_mails m where m.id = add_mail_parts.mail_id and m.state = 'reading' for no key update;
  if mail.id is null or exists (
    select 1 from private.incoming_parts p where p.organization_id = mail.organization_id and p.mail_id = mail.id) then
    return;
  end if;
  for part in
    insert into private.incoming_parts (organization_id, mail_id, number, file_name, size, state, code)
    select mail.organization_id, mail.id, (e ->> 'number')::int, coalesce(private.visible_text(regexp_replace(
        private.short_line(e ->> 'file_name', 200), '[/\\]+', '_', 'g')), 'file'),
      (e ->> 'size')::int, case when e ->> 'code' is null then 'reading' else 'refused' end, e ->> 'code'
    from jsonb_array_elements(parts) e
    returning id, state
  loop
    if part.state = 'reading' then
      perform private.call_function('mailbox-read', jsonb_build_object('part_id', part.id));
    end if;
  end loop;
  perform private.settle_mail(mail.id);
end $function$;

CREATE OR REPLACE FUNCTION public.answer_waiting_mail(address text, vendor_id uuid DEFAULT NULL::uuid, remember boolean DEFAULT true)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.mailbox_organization();
  plain text := lower(btrim(answer_waiting_mail.address));
  mail record;
begin
  if not coalesce(private.is_mail_address(plain), false) then
    return private.command_result('This is no e-mail address.', 'address', 'mail_address_wrong');
  elsif answer_waiting_mail.vendor_id is not null and not exists (select 1 from public.vendors v
    where v.organization_id = caller_organization_id and v.id = answer_waiting_mail.vendor_id) then
    return private.command_result('This vendor does not exist.', 'vendor_id', 'vendor_not_found');
  end if;
  if answer_waiting_mail.remember then
    if (select count(*) from private.mail_senders s where s.organization_id = caller_organization_id) >= 1000 then
      return private.command_result('There are 1,000 senders already. Forget some.', 'address', 'mail_senders_full');
    end if;
    insert into private.mail_senders (organization_id, address, vendor_id, said_by)
    values (caller_organization_id, plain, answer_waiting_mail.vendor_id, auth.uid())
    on conflict on constraint mail_senders_pkey do update
    set vendor_id = excluded.vendor_id, said_by = excluded.said_by, said_at = now();
  end if;
  for mail in
    update private.incoming_mails m set vendor_id = answer_waiting_mail.vendor_id,
      state = case when answer_waiting_mail.vendor_id is null then 'refused' else 'reading' end,
      code = case when answer_waiting_mail.vendor_id is null then 'sender_refused' end
    where m.organization_id = caller_organization_id and m.sender = plain and m.state = 'waiting'
    returning m.id, m.state
  loop
    if mail.state = 'reading' then
      perform private.call_function('mailbox-read', jsonb_build_object('mail_id', mail.id));
    end if;
  end loop;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.erase_customer(customer_id uuid, confirmation text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  customer public.customers%rowtype;
  customer_ids uuid[];
  own_sale_ids uuid[];
  former_sale_ids uuid[];
  traveled_sale_ids uuid[];
  first_names text[];
  last_names text[];
  full_names text[];
  unique_names text[];
  contacts text[];
  any_name_pattern text;
  unique_pattern text;
  full_name_pattern text;
begin
  if caller_organization_id is null or not private.is_admin() then
    return private.command_result('Only admins can erase a customer.', null, 'erasure_is_for_admins');
  end if;
  perform private.lock_merges(caller_organization_id);
  -- Customers merged into this one, directly or not, are the same person.
  customer_ids := array(
    with recursive same as (
      select c.id from public.customers c where c.organization_id = caller_organization_id and c.id = erase_customer.customer_id
      union
      select c.id from public.customers c join same s on c.merged_into = s.id where c.organization_id = caller_organization_id)
    select s.id from same s);
  perform private.lock_customers(caller_organization_id, customer_ids);
  select c.* into customer from public.customers c
  where c.organization_id = caller_organization_id and c.id = erase_customer.customer_id;
  if customer.id is null or customer.merged_into is not null then
    return private.command_result('This customer does not exist.', null, 'customer_not_found');
  elsif customer.erased_at is not null then
    return jsonb_build_object('success', true, 'error', null, 'field', null);
  elsif btrim(coalesce(erase_customer.confirmation, '')) <> customer.first_name || ' ' || customer.last_name then
    return private.command_result('Type the customer''s full name to confirm.', 'confirmation', 'confirmation_wrong');
  end if;

  -- Present and former names, e-mail addresses and phone numbers. A name in a free text may be somebody else's, so there are
  -- three patterns:
  --   any_name_pattern: contacts, full names and single names; for sales the customer pays, whose notes are cleared anyway.
  --   full_name_pattern: contacts and full names; for sales the customer travels on.
  --   unique_pattern: contacts and full names that no other customer of the organization has; for everything else.
  select array_agg(p.first_name), array_agg(p.last_name) into first_names, last_names
  from (
    select c.first_name, c.last_name from public.customers c where c.id = any (customer_ids)
    union
    select r.former_name[1], r.former_name[2] from private.record_changes r
    where r.organization_id = caller_organization_id and r.record_id = any (customer_ids) and r.former_name is not null) p;
  contacts := array(
    select distinct btrim(t.value) from public.customers c
    cross join lateral (
      select c.email union all select c.phone
      union all select e ->> 'value' from jsonb_array_elements(c.more_emails || c.more_phones) e) t(value)
    where c.id = any (customer_ids) and char_length(btrim(t.value)) >= 6);
  full_names := array(select unnest(private.name_spellings(p.f, p.l)) from unnest(first_names, last_names) p(f, l));
  full_name_pattern := private.words_pattern(full_names || contacts);
  any_name_pattern := private.words_pattern(full_names || contacts
    || array(select p from unnest(first_names || last_names) p where char_length(p) >= 3));
  unique_names := array(
    select unnest(private.name_spellings(p.f, p.l)) from unnest(first_names, last_names) p(f, l)
    where not exists (
      select 1 from public.customers c
      where c.organization_id = caller_organization_id and lower(c.last_name) = lower(p.l) and lower(c.first_name) = lower(p.f)
        and c.id <> all (customer_ids) and c.erased_at is null));
  unique_pattern := private.words_pattern(unique_names || array(
    select w from unnest(contacts) w
    where not exists (
      select 1 from private.customer_search s
      where s.organization_id = caller_organization_id and s.customer_id <> all (customer_ids)
        and s.document like '%'
          || private.escape_like(private.normalize_search_text(w)) || '%')));

  own_sale_ids := array(
    select s.id from public.sales s
    where s.organization_id = caller_organization_id and s.customer_id = any (customer_ids));
  -- Sales that were theirs before the customer of the sale was changed.
  former_sale_ids := array(
    select distinct h.sales_id from public.sales_history h
    where h.organization_id = caller_organization_id and h.previous_data ? 'customer_id'
      and h.previous_data ->> 'customer_id' = any (customer_ids::text[]) and h.sales_id <> all (own_sale_ids));
  traveled_sale_ids := array(
    select t.sale_id from public.sale_travelers t
    where t.organization_id = caller_organization_id and t.customer_id = any (customer_ids)
      and t.sale_id <> all (own_sale_ids || former_sale_ids));

  perform private.begin_mode('erasing');
  delete from private.passports p where p.organization_id = caller_organization_id and p.customer_id = any (customer_ids);
  delete from public.customer_companions l
  where l.organization_id = caller_organization_id
    and (l.customer_id = any (customer_ids) or l.companion_id = any (customer_ids));
  update private.customer_merges m set moved = null,
    merged_name = case when m.merged_id = any (customer_ids) then 'Erased customer' else m.merged_name end
  where m.organization_id = caller_organization_id and (m.kept_id = any (customer_ids) or m.merged_id = any (customer_ids));
  perform private.clear_customer_conversations(caller_organization_id, customer_ids);
  perform private.erase_documents(caller_organization_id, customer_ids, own_sale_ids, unique_pattern);
  perform private.redact_sales(caller_organization_id, own_sale_ids, any_name_pattern, '{notes}');
  perform private.redact_sales(caller_organization_id, former_sale_ids, unique_pattern);
  perform private.redact_sales(caller_organization_id, traveled_sale_ids, full_name_pattern);
  if unique_pattern is not null then
    perform private.redact_sales(caller_organization_id, array(
      select s.id from public.sales s
      where s.organization_id = caller_organization_id
        and lower(s.booking_reference collate pg_catalog."pg_c_utf8") like any (array(
        select '%' || private.escape_like(lower(w collate pg_catalog."pg_c_utf8")) || '%'
        from unnest(unique_names) w))), unique_pattern);
    perform private.redact_sales(caller_organization_id, null, unique_pattern);
    update public.customers c set notes = private.redact(c.notes, unique_pattern),
      preferences = private.redact_json(c.preferences, unique_pattern, '{}', true),
      emergency_phone = case when c.emergency_name ~* unique_pattern then null else c.emergency_phone end,
      emergency_relation = case when c.emergency_name ~* unique_pattern then null else c.emergency_relation end,
      emergency_name = case when c.emergency_name ~* unique_pattern then null else c.emergency_name end
    where c.organization_id = caller_organization_id and c.id <> all (customer_ids)
      and (c.notes ~* unique_pattern or c.emergency_name ~* unique_pattern
        or c.preferences <> '{}' and c.preferences::text ~* unique_pattern);
    update public.vendor_terms v set notes = private.redact(v.notes, unique_pattern)
    where v.organization_id = caller_organization_id and v.notes ~* unique_pattern;
    update public.customer_companions l set relation = private.redact(l.relation, unique_pattern, 50)
    where l.organization_id = caller_organization_id and l.relation ~* unique_pattern;
    update private.customer_merges m set moved = private.redact_json(m.moved, unique_pattern, '{}', true)
    where m.organization_id = caller_organization_id and m.moved is not null and m.moved::text ~* unique_pattern;
    update public.import_batches i set file_name = private.redact(i.file_name, unique_pattern, 255)
    where i.organization_id = caller_organization_id and i.file_name ~* unique_pattern;
    perform private.redact_bank(caller_organization_id, unique_pattern);
    perform private.redact_mailbox(caller_organization_id, unique_pattern);
    perform private.redact_saved_reports(caller_organization_id, unique_pattern);
    perform private.redact_mails(caller_organization_id, unique_pattern);
  end if;
  update private.audit_log l set details = l.details - 'last_four'
  where l.organization_id = caller_organization_id and l.customer_id = any (customer_ids) and l.details ? 'last_four';
  update public.customers c set first_name = 'Erased', last_name = 'customer', email = null, phone = null, notes = null,
    address_line_1 = null, address_line_2 = null, city = null, region = null, postal_code = null, country = null,
    birthday = null, more_emails = '[]', more_phones = '[]', emergency_name = null, emergency_phone = null,
    emergency_relation = null, tags = '{}', preferences = '{}', archived_at = coalesce(c.archived_at, now()), erased_at = now()
  where c.id = any (customer_ids);
  perform private.begin_mode('');
  update private.record_changes r set former_name = null
  where r.organization_id = caller_organization_id and r.record_id = any (customer_ids) and r.former_name is not null;
  -- Rows of files that are being checked may name them.
  delete from private.import_check_rows r using public.users u
  where u.id = r.created_by and u.organization_id = caller_organization_id;
  -- The name of a tag that no customer has any more may be personal.
  delete from private.customer_counts n where n.organization_id = caller_organization_id and n.customers_count = 0;
  perform private.audit(caller_organization_id, 'customer_erased', customer.id, customer.id);
  return jsonb_build_object('success', true, 'error', null, 'field', null);
end $function$;

CREATE OR REPLACE FUNCTION public.finish_mail_part(part_id uuid, result jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  part private.incoming_parts;
  vendor uuid;
  document_id uuid;
  kept jsonb;
begin
  select p.* into part from private.incoming_parts p where p.id = finish_mail_part.part_id and p.state = 'reading' for no key update;
  if part.id is null then
    return;
  end if;
  vendor := (select m.vendor_id from private.incoming_mails m where m.organization_id = part.organization_id and m.id = part.mail_id);
  if result ->> 'type' is not null then
    insert into public.documents (organization_id, title, category, vendor_id, visibility)
    values (part.organization_id, part.file_name, 'statement', vendor, 'admins') returning id into document_id;
    -- Its file lies under the id of the part.
    insert into public.document_versions (id, organization_id, document_id, number, file_name, mime_type, size)
    values (part.id, part.organization_id, document_id, 1, part.file_name, result ->> 'type', part.size);
  end if;
  if result -> 'statement' is not null then
    kept := private.keep_vendor_statement(part.organization_id, vendor, part.file_name, result #> '{statement,lines}',
      result #> '{statement,fees}', result #> '{statement,left_out}', document_id, 'mailbox');
  end if;
  update private.incoming_parts p set document_id = made.id, statement_id = (kept ->> 'statement_id')::uuid,
    state = case when kept ->> 'success' = 'false' then 'kept' else result ->> 'state' end,
    code = case when kept ->> 'success' = 'false' then 'unreadable' else result ->> 'code' end,
    params = case when kept ->> 'success' = 'false' then jsonb_build_object('why', kept ->> 'error')
      else coalesce(result -> 'params', '{}') end
  from (select document_id) made(id) where p.id = part.id;
  perform private.settle_mail(part.mail_id);
end $function$;

CREATE OR REPLACE FUNCTION public.forget_mail_sender(address text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.mailbox_organization();
begin
  delete from private.mail_senders s
  where s.organization_id = caller_organization_id and s.address = lower(btrim(forget_mail_sender.address));
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.get_mailbox()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.mailbox_organization();
  domain text := nullif(btrim(private.stored_secret('mailbox_domain')), '');
begin
  insert into private.mailboxes (organization_id, token) values (caller_organization_id, private.new_mailbox_token())
  on conflict do nothing;
  return (
    select jsonb_build_object(
      'address', case when domain is not null and private.has_functions() then 'statements+' || b.token || '@' || domain end,
      'renewed_at', b.renewed_at,
      'renewed_by', (select u.first_name || ' ' || u.last_name from public.users u where u.id = b.renewed_by),
      'waiting', (
        select coalesce(jsonb_agg(jsonb_build_object('address', w.sender, 'name', w.name, 'count', w.count, 'latest_at', w.latest_at,
          'subjects', w.subjects, 'proven', w.proven, 'vendor', (
            select jsonb_build_object('id', v.id, 'name', v.name) from public.vendors v
            where v.organization_id = caller_organization_id and v.id = private.vendor_of_sender(caller_organization_id, w.sender)))
          order by w.latest_at desc, w.sender), '[]')
        from (
          select m.sender, (array_agg(m.sender_name order by m.received_at desc))[1] as name, count(*)::int,
            max(m.received_at) as latest_at, bool_and(m.proven) as proven,
            (array_agg(m.subject order by m.received_at desc))[1:3] as subjects
          from private.incoming_mails m where m.organization_id = caller_organization_id and m.state = 'waiting'
          group by m.sender) w),
      'senders', (
        select coalesce(jsonb_agg(jsonb_build_object('address', s.address, 'vendor', case when v.id is not null then
            jsonb_build_object('id', v.id, 'name', v.name) end, 'said_at', s.said_at,
          'said_by', (select u.first_name || ' ' || u.last_name from public.users u where u.id = s.said_by)) order by s.address), '[]')
        from private.mail_senders s left join public.vendors v on v.organization_id = s.organization_id and v.id = s.vendor_id
        where s.organization_id = caller_organization_id),
      'mails', (
        select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'sender', m.sender, 'sender_name', m.sender_name,
          'subject', m.subject, 'received_at', m.received_at, 'state', m.state, 'code', m.code, 'params', m.params,
          'vendor', case when v.id is not null then jsonb_build_object('id', v.id, 'name', v.name) end,
          'parts', (
            select coalesce(jsonb_agg(jsonb_build_object('number', p.number, 'file_name', p.file_name, 'state', p.state,
              'code', p.code, 'params', p.params, 'document_id', p.document_id, 'statement_id', p.statement_id)
              order by p.number), '[]')
            from private.incoming_parts p where p.organization_id = m.organization_id and p.mail_id = m.id))
          order by m.received_at desc, m.id), '[]')
        from (select x.* from private.incoming_mails x where x.organization_id = caller_organization_id
          order by x.received_at desc, x.id limit 50) m
        left join public.vendors v on v.organization_id = m.organization_id and v.id = m.vendor_id))
    from private.mailboxes b where b.organization_id = caller_organization_id);
end $function$;

CREATE OR REPLACE FUNCTION public.get_vendor_statement(statement_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r public.bank_remittances := private.statement_of_vendor(get_vendor_statement.statement_id);
  compared private.compared_line[];
begin
  if r.id is null then
    return null;
  end if;
  -- A sale that was entered since is found.
  if r.deposit_id is null then
    perform private.match_remittance(r.id);
  end if;
  compared := array(select c from private.compare_statement(r) c);
  return (
    select jsonb_build_object('id', r.id, 'vendor', jsonb_build_object('id', v.id, 'name', v.name), 'file_name', r.file_name,
      'document_id', r.document_id, 'status', private.statement_status(r), 'version', r.version, 'total', r.total_amount,
      'fee', r.fee_amount, 'fees', r.fees, 'left_out', r.left_out, 'expected_on', r.expected_on, 'source', r.source, 'created_at', r.created_at,
      'created_by', (select u.first_name || ' ' || u.last_name from public.users u where u.id = r.created_by),
      'deposit', (
        select jsonb_build_object('id', t.id, 'amount', t.amount, 'booked_on', t.booked_on, 'text', t.text, 'matched', t.status = 'matched')
        from public.bank_transactions t
        where t.organization_id = r.organization_id and t.id = coalesce(r.deposit_id, (
          select t.id from public.bank_transactions t
          cross join lateral private.expected_statements(r.organization_id, array[t.id]) e
          where r.state = 'expected' and t.organization_id = r.organization_id and t.vendor_id = r.vendor_id
            and t.status in ('open', 'suggested') and t.amount between 0.01 and r.total_amount and e.remittance_id = r.id
          order by t.booked_on, t.id limit 1))),
      'lines', (
        select coalesce(jsonb_agg(jsonb_build_object('kind', l.kind, 'line', l.line_number, 'reference', l.reference, 'name', l.name,
          'dates', l.dates, 'gross', l.gross, 'text', l.note, 'amount', l.amount, 'ours', l.ours,
          'commission', shown.commission) order by l.line_number nulls last, l.commission_id), '[]')
        from unnest(compared) l
        left join (
          select (c ->> 'commission_id')::uuid as id, c as commission
          from jsonb_array_elements(private.bank_commission_rows(r.organization_id, array(
            select distinct x.commission_id from unnest(compared) x where x.commission_id is not null))) c) shown on shown.id = l.commission_id))
    from public.vendors v where v.organization_id = r.organization_id and v.id = r.vendor_id);
end $function$;

CREATE OR REPLACE FUNCTION public.keep_mail(mail_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mail private.incoming_mails;
begin
  update private.incoming_mails m set state = case when m.vendor_id is null then 'waiting' else 'reading' end
  where m.id = keep_mail.mail_id and m.state = 'stored' returning m.* into mail;
  if mail.state = 'reading' then
    perform private.call_function('mailbox-read', jsonb_build_object('mail_id', mail.id));
  elsif mail.state = 'waiting' then
    perform private.tell_of_mail(mail);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_mailed_document(part_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.mailbox_organization();
begin
  update private.incoming_parts p set state = 'kept', code = 'no_statement'
  where p.organization_id = caller_organization_id and p.id = keep_mailed_document.part_id and p.state = 'to_read';
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.list_mailed_statements(vendor_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.mailbox_organization();
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'file_name', p.file_name, 'version_id', f.id,
      'path', private.document_file(f.organization_id, f.id), 'received_at', m.received_at) order by m.received_at desc, p.number), '[]')
    from private.incoming_parts p
    join private.incoming_mails m on m.organization_id = p.organization_id and m.id = p.mail_id
    join public.documents d on d.organization_id = p.organization_id and d.id = p.document_id
    cross join lateral private.document_version(d) f
    where p.organization_id = caller_organization_id and p.state = 'to_read' and m.vendor_id = list_mailed_statements.vendor_id);
end $function$;

CREATE OR REPLACE FUNCTION public.list_vendor_statements(vendor_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
begin
  return jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'file_name', r.file_name, 'status', private.statement_status(r),
        'amount', r.total_amount - r.fee_amount, 'created_at', r.created_at, 'expected_on', r.expected_on)
        order by r.created_at desc, r.id), '[]')
      from (select x.* from public.bank_remittances x
        where x.organization_id = caller_organization_id and x.vendor_id = list_vendor_statements.vendor_id
        order by x.created_at desc, x.id limit 20) r),
    'count', (select count(*) from public.bank_remittances x
      where x.organization_id = caller_organization_id and x.vendor_id = list_vendor_statements.vendor_id),
    'references', private.vendor_references(caller_organization_id, list_vendor_statements.vendor_id));
end $function$;

CREATE OR REPLACE FUNCTION public.read_mailed_statement(part_id uuid, lines jsonb, fees jsonb DEFAULT '[]'::jsonb, left_out jsonb DEFAULT '[]'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.mailbox_organization();
  part private.incoming_parts;
  answer jsonb;
begin
  select p.* into part from private.incoming_parts p
  where p.organization_id = caller_organization_id and p.id = read_mailed_statement.part_id for no key update;
  if part.statement_id is not null then
    return private.command_result(null) || jsonb_build_object('statement_id', part.statement_id);
  elsif part.state is distinct from 'to_read' then
    return private.command_result('This file is no longer there.', null, 'mailed_file_not_found');
  end if;
  answer := private.keep_vendor_statement(caller_organization_id, m.vendor_id, part.file_name, read_mailed_statement.lines,
    read_mailed_statement.fees, read_mailed_statement.left_out, part.document_id, 'mailbox')
  from private.incoming_mails m where m.organization_id = caller_organization_id and m.id = part.mail_id;
  if answer ->> 'success' = 'true' then
    update private.incoming_parts p set state = 'read', code = null, statement_id = (answer ->> 'statement_id')::uuid where p.id = part.id;
  end if;
  return answer;
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
    if known.id is null and not private.is_refused_sender(box.organization_id, address) and (
      select count(*) from private.incoming_mails m
      where m.organization_id = box.organization_id and m.received_at > now() - interval '1 day') < most_a_day then
      vendor := private.vendor_of_sender(box.organization_id, address);
      insert into private.incoming_mails (organization_id, message_id, sender, sender_name, subject, format, size, proven, vendor_id, state,
        code, params)
      select box.organization_id, message, address, private.short_line(mail ->> 'sender_name', 200),
        private.short_line(mail ->> 'subject', 300), mail ->> 'format', (mail ->> 'size')::int, proven, case when proven then vendor end,
        case when r.code is null then 'stored' else 'refused' end, r.code, '{}'
      from (select coalesce(refused, case when (vendor is null or not proven) and (
        select count(*) from private.incoming_mails m
        where m.organization_id = box.organization_id and m.state = 'waiting') >= most_waiting then 'too_many_wait' end) as code) r
      returning * into known;
      if known.state = 'refused' and known.vendor_id is not null then
        perform private.tell_of_mail(known);
      end if;
    end if;
    if known.state = 'stored' then
      answer := answer || jsonb_build_object('mail_id', known.id, 'path', private.mail_file(known.organization_id, known.id));
    end if;
  end loop;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_mail(mail_id uuid, code text, params jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mail private.incoming_mails;
begin
  update private.incoming_mails m set state = 'refused', code = refuse_mail.code, params = refuse_mail.params, claimed_until = null
  where m.id = refuse_mail.mail_id and m.state = 'reading' returning m.* into mail;
  if mail.id is not null then
    perform private.tell_of_mail(mail);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.renew_mailbox_token()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.mailbox_organization();
begin
  insert into private.mailboxes as b (organization_id, token, renewed_at, renewed_by)
  values (caller_organization_id, private.new_mailbox_token(), now(), auth.uid())
  on conflict (organization_id) do update
  set token = excluded.token, renewed_at = excluded.renewed_at, renewed_by = excluded.renewed_by;
  perform private.audit(caller_organization_id, 'mailbox_renewed', null, null);
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.save_vendor_statement(vendor_id uuid, file_name text, lines jsonb, fees jsonb DEFAULT '[]'::jsonb, left_out jsonb DEFAULT '[]'::jsonb, document_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.keep_vendor_statement(private.bank_organization(), save_vendor_statement.vendor_id, save_vendor_statement.file_name,
    save_vendor_statement.lines, save_vendor_statement.fees, save_vendor_statement.left_out, save_vendor_statement.document_id, 'file');
end $function$;

CREATE OR REPLACE FUNCTION public.take_mail(mail_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mail private.incoming_mails;
begin
  update private.incoming_mails m set claimed_until = now() + interval '3 minutes', attempts = m.attempts + 1
  where m.id = take_mail.mail_id and m.state = 'reading' and coalesce(m.claimed_until < now(), true) and not exists (
    select 1 from private.incoming_parts p where p.organization_id = m.organization_id and p.mail_id = m.id)
  returning m.* into mail;
  return case when mail.id is not null then jsonb_build_object('path', private.mail_file(mail.organization_id, mail.id),
    'format', mail.format, 'subject', mail.subject) end;
end $function$;

CREATE OR REPLACE FUNCTION public.take_mail_part(part_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  part private.incoming_parts;
begin
  update private.incoming_parts p set claimed_until = now() + interval '3 minutes', attempts = p.attempts + 1
  where p.id = take_mail_part.part_id and p.state = 'reading' and coalesce(p.claimed_until < now(), true) returning p.* into part;
  return (
    select jsonb_build_object('path', private.mail_file(part.organization_id, part.mail_id, part.number), 'file_name', part.file_name,
      'document_path', private.document_file(part.organization_id, part.id), 'attempts', part.attempts,
      'money', jsonb_build_object('currency', o.currency, 'notation', o.amount_notation),
      'references', private.vendor_references(part.organization_id, m.vendor_id))
    from private.incoming_mails m join public.organizations o on o.id = m.organization_id
    where m.organization_id = part.organization_id and m.id = part.mail_id);
end $function$;

ALTER TABLE "private"."incoming_mails" ADD CONSTRAINT "incoming_mails_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "private"."incoming_mails" ADD CONSTRAINT "incoming_mails_vendor_id_fkey" FOREIGN KEY (vendor_id, organization_id) REFERENCES public.vendors(id, organization_id) ON DELETE CASCADE;

ALTER TABLE "private"."incoming_parts" ADD CONSTRAINT "incoming_parts_document_id_fkey" FOREIGN KEY (organization_id, document_id) REFERENCES public.documents(organization_id, id) ON DELETE SET NULL (document_id);

ALTER TABLE "private"."incoming_parts" ADD CONSTRAINT "incoming_parts_mail_id_fkey" FOREIGN KEY (organization_id, mail_id) REFERENCES private.incoming_mails(organization_id, id) ON DELETE CASCADE;

ALTER TABLE "private"."incoming_parts" ADD CONSTRAINT "incoming_parts_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "private"."incoming_parts" ADD CONSTRAINT "incoming_parts_statement_id_fkey" FOREIGN KEY (organization_id, statement_id) REFERENCES public.bank_remittances(organization_id, id) ON DELETE SET NULL (statement_id);

ALTER TABLE "private"."mail_senders" ADD CONSTRAINT "mail_senders_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "private"."mail_senders" ADD CONSTRAINT "mail_senders_said_by_fkey" FOREIGN KEY (said_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "private"."mail_senders" ADD CONSTRAINT "mail_senders_vendor_id_fkey" FOREIGN KEY (vendor_id, organization_id) REFERENCES public.vendors(id, organization_id) ON DELETE CASCADE;

ALTER TABLE "private"."mailboxes" ADD CONSTRAINT "mailboxes_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "private"."mailboxes" ADD CONSTRAINT "mailboxes_renewed_by_fkey" FOREIGN KEY (renewed_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "public"."bank_remittances" ADD CONSTRAINT "bank_remittances_source_known" CHECK ((source = ANY (ARRAY['file'::text, 'mailbox'::text])));

CREATE INDEX incoming_mails_organization_id_received_at_idx ON private.incoming_mails USING btree (organization_id, received_at DESC, id);

CREATE INDEX incoming_mails_reading_idx ON private.incoming_mails USING btree (claimed_until) WHERE (state = 'reading'::text);

CREATE INDEX incoming_mails_received_at_idx ON private.incoming_mails USING btree (received_at);

CREATE INDEX incoming_mails_vendor_id_idx ON private.incoming_mails USING btree (vendor_id, organization_id);

CREATE INDEX incoming_parts_document_id_idx ON private.incoming_parts USING btree (organization_id, document_id) WHERE (document_id IS NOT NULL);

CREATE INDEX incoming_parts_reading_idx ON private.incoming_parts USING btree (claimed_until) WHERE (state = 'reading'::text);

CREATE INDEX incoming_parts_statement_id_idx ON private.incoming_parts USING btree (organization_id, statement_id) WHERE (statement_id IS NOT NULL);

CREATE INDEX mail_senders_said_by_idx ON private.mail_senders USING btree (said_by, organization_id);

CREATE INDEX mail_senders_vendor_id_idx ON private.mail_senders USING btree (vendor_id, organization_id);

CREATE INDEX mailboxes_renewed_by_idx ON private.mailboxes USING btree (renewed_by, organization_id);

CREATE TRIGGER incoming_mails_after_50_announce AFTER INSERT OR UPDATE OF state ON private.incoming_mails FOR EACH ROW EXECUTE FUNCTION private.announce_incoming_mail();

COMMENT ON COLUMN "public"."bank_remittances"."source" IS 'Where it came from: a file that somebody gave, or the statement mailbox';

COMMENT ON FUNCTION "private"."announce_incoming_mail"() IS 'Open pages of the bank ask again.';

COMMENT ON FUNCTION "private"."find_stray_mail_files"() IS 'Bytes that nobody needs any more: of mails that are gone or refused, and of parts
  that were read.';

COMMENT ON FUNCTION "private"."is_shared_host"(text) IS 'Whether this domain, or what it is part of, belongs to a host where anybody may have an
  address or a page: public mail, networks, page builders. There only a whole address says who writes.';

COMMENT ON FUNCTION "private"."keep_mailbox"() IS 'All of it; the scheduled job. Files are looked for once an hour.';

COMMENT ON FUNCTION "private"."keep_vendor_statement"(uuid, uuid, text, jsonb, jsonb, jsonb, uuid, text) IS 'Keeps a statement that came without a deposit, by whichever way; of the mailbox,
  and of nobody, where nobody asks.';

COMMENT ON FUNCTION "private"."mail_file"(uuid, uuid, integer) IS 'The name of a mail''s bytes in the bucket mail (0), and of its parts.';

COMMENT ON FUNCTION "private"."mailbox_organization"() IS 'The caller''s tenant, for functions of the mailbox; everybody but admins and owners
  is refused.';

COMMENT ON FUNCTION "private"."redact_mailbox"(uuid, text) IS 'Redacts what is told of mails, for private.erase_customer. The bytes of mails cannot be:
  they go with their mail, after 90 days.';

COMMENT ON FUNCTION "private"."remove_document_files"() IS 'Removes files that nothing shows any more.';

COMMENT ON FUNCTION "private"."remove_stored_files"(text, text[]) IS 'Removes files of a bucket. On hosted only Storage removes bytes: it is asked over
  HTTP (pg_net), with the secrets project_url and service_role_key of Vault. The embedded backend has no net.http_delete: there
  deleting the row is enough, its Storage sweeps what no row knows.';

COMMENT ON FUNCTION "private"."settle_mail"(uuid) IS 'A mail is done when all of its parts are.';

COMMENT ON FUNCTION "private"."short_line"(text, integer) IS 'A text of a stranger as one line of at most so many letters.';

COMMENT ON FUNCTION "private"."tell_of_mail"(private.incoming_mails) IS 'Tells admins once: that a sender waits, that statements came, and that something could
  not be read.';

COMMENT ON FUNCTION "private"."vendor_domains"(public.vendors) IS 'The domains that are the vendor''s own: of its e-mail and its website.';

COMMENT ON FUNCTION "private"."vendor_of_sender"(uuid, text) IS 'The vendor that writes from this address: as somebody said, else the one that has it as
  its own or a contact''s, else the one whose domain it is. Null for nobody, for never, and where it could be several.';

COMMENT ON FUNCTION "private"."vendor_references"(uuid, uuid) IS 'The references of a vendor''s latest 5,000 bookings, by which its statements are read.';

COMMENT ON FUNCTION "public"."add_mail_parts"(uuid, jsonb) IS 'What a mail holds: [{number, file_name, size, code}], a code for what is not read. Once.';

COMMENT ON FUNCTION "public"."answer_waiting_mail"(text, uuid, boolean) IS 'Says of the mails that wait from this address: read them as this vendor''s, or
  (without one) leave them out; from now on too, unless `remember` is false. {success, error, field}.';

COMMENT ON FUNCTION "public"."finish_mail_part"(uuid, jsonb) IS 'What became of a part: {state, code, params, type, statement: {lines, fees, left_out}}.
  With a type it becomes a document of the vendor, for admins. Once.';

COMMENT ON FUNCTION "public"."forget_mail_sender"(text) IS 'Takes back what was said of a sender: their next mail is judged anew. Idempotent.
  {success, error, field}.';

COMMENT ON FUNCTION "public"."get_mailbox"() IS 'The address of the agency''s mailbox (null where this installation receives no mail), senders
  that wait, what was said of senders, and the last fifty mails with what became of each of their parts.';

COMMENT ON FUNCTION "public"."keep_mail"(uuid) IS 'The bytes of a mail have arrived: it is read, or waits for a word on its sender. Idempotent.';

COMMENT ON FUNCTION "public"."keep_mailed_document"(uuid) IS 'A file that a browser has to read is no statement: its document stays. Idempotent.
  {success, error, field}.';

COMMENT ON FUNCTION "public"."list_mailed_statements"(uuid) IS 'Files that came by mail from this vendor and that a browser has to read:
  [{id, file_name, version_id, path, received_at}].';

COMMENT ON FUNCTION "public"."read_mailed_statement"(uuid, jsonb, jsonb, jsonb) IS 'Keeps what a browser read in a file that came by mail (see
  private.check_statement). {success, error, field, statement_id}. Idempotent.';

COMMENT ON FUNCTION "public"."receive_mail"(jsonb) IS 'A mail {tokens, message_id, sender, sender_name, subject, format, size, proven, refused} to
  addresses with these tokens: [{mail_id, path}] for each mailbox that wants its bytes. None for unknown tokens, for one that came
  before, of whom never is to be read, and when more than 500 came within a day.';

COMMENT ON FUNCTION "public"."refuse_mail"(uuid, text, jsonb) IS 'Says why a mail is not read, and tells admins. Idempotent.';

COMMENT ON FUNCTION "public"."renew_mailbox_token"() IS 'Gives the mailbox another address; nothing that is sent to the old one is taken from
  now on. {success, error, field}.';

COMMENT ON FUNCTION "public"."take_mail"(uuid) IS 'Claims a mail that is to be taken apart, for three minutes: {path, format, subject}; null when
  somebody does, or has done.';

COMMENT ON FUNCTION "public"."take_mail_part"(uuid) IS 'Claims a part that is to be read, for three minutes: where its bytes lie, where its document
  goes, how the agency writes amounts, the vendor''s references; null when somebody reads it, or has read it.';

COMMENT ON TABLE "private"."incoming_mails" IS 'Mails to the agencies'' addresses, for 90 days. stored: its bytes are on their way to the
  bucket mail; waiting: for a word on its sender; reading; done; refused: with the reason.';

COMMENT ON TABLE "private"."incoming_parts" IS 'Attachments of a mail, and the table in its text. reading; read: a statement; to_read: a
  document that a browser has to read; kept: a document that is no statement; refused: nothing was kept.';

COMMENT ON TABLE "private"."mail_senders" IS 'What admins said about who wrote: it is this vendor, or never.';

COMMENT ON TABLE "private"."mailboxes" IS 'The address of an agency for statements: statements+<token>@<domain>. Whoever knows it can write there.';

REVOKE ALL ON FUNCTION "private"."announce_incoming_mail"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."announce_incoming_mail"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_stray_mail_files"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_stray_mail_files"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_refused_sender"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_refused_sender"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_shared_host"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_shared_host"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_mailbox"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_mailbox"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_vendor_statement"(uuid, uuid, text, jsonb, jsonb, jsonb, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_vendor_statement"(uuid, uuid, text, jsonb, jsonb, jsonb, uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."mail_file"(uuid, uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mail_file"(uuid, uuid, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."mailbox_organization"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mailbox_organization"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."new_mailbox_token"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."new_mailbox_token"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."redact_mailbox"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."redact_mailbox"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."remove_stored_files"(text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."remove_stored_files"(text, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."settle_mail"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."settle_mail"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."short_line"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."short_line"(text, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."stored_secret"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."stored_secret"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_of_mail"(private.incoming_mails) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_of_mail"(private.incoming_mails) TO "postgres";

REVOKE ALL ON FUNCTION "private"."vendor_domains"(public.vendors) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."vendor_domains"(public.vendors) TO "postgres";

REVOKE ALL ON FUNCTION "private"."vendor_of_sender"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."vendor_of_sender"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."vendor_references"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."vendor_references"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."add_mail_parts"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_mail_parts"(uuid, jsonb) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."answer_waiting_mail"(text, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."answer_waiting_mail"(text, uuid, boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."finish_mail_part"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."finish_mail_part"(uuid, jsonb) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."forget_mail_sender"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."forget_mail_sender"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."get_mailbox"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_mailbox"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."keep_mail"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."keep_mail"(uuid) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."keep_mailed_document"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."keep_mailed_document"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."list_mailed_statements"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_mailed_statements"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."read_mailed_statement"(uuid, jsonb, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_mailed_statement"(uuid, jsonb, jsonb, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."receive_mail"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."receive_mail"(jsonb) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."refuse_mail"(uuid, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."refuse_mail"(uuid, text, jsonb) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."renew_mailbox_token"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."renew_mailbox_token"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."take_mail"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."take_mail"(uuid) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."take_mail_part"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."take_mail_part"(uuid) TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."incoming_mails" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."incoming_parts" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."mail_senders" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."mailboxes" TO "postgres";

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('mail', 'mail', false, 52428800, null)
on conflict (id) do nothing;

do $$
begin
  if to_regnamespace('cron') is not null then
    perform cron.schedule('keep-mailbox', '59 seconds', 'select private.keep_mailbox()');
  end if;
end $$;
