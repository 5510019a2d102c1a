set local check_function_bodies = off;

ALTER TABLE "private"."outgoing_mails" DROP CONSTRAINT "outgoing_mails_kind_known";

CREATE TABLE "private"."agency_export_parts" ("export_id" uuid NOT NULL, "organization_id" uuid NOT NULL, "number" integer NOT NULL, "path" text NOT NULL, "kind" text NOT NULL, "relation" text, "row_count" integer NOT NULL, "size" integer NOT NULL, "hash" text NOT NULL, "content" text NOT NULL, CONSTRAINT "agency_export_parts_kind_known" CHECK ((kind = ANY (ARRAY['table'::text, 'sealed'::text, 'import'::text]))), CONSTRAINT "agency_export_parts_path_key" UNIQUE (export_id, path), CONSTRAINT "agency_export_parts_pkey" PRIMARY KEY (export_id, number));

ALTER TABLE "private"."agency_export_parts" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."agency_exports" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "asked_by" uuid NOT NULL, "asked_at" timestamp with time zone NOT NULL DEFAULT now(), "state" text NOT NULL DEFAULT 'waiting'::text, "sealed_key" bytea, "writing_key" bytea, "ready_at" timestamp with time zone, "content" jsonb, "opened_by" uuid, "opened_at" timestamp with time zone, CONSTRAINT "agency_exports_organization_id_id_key" UNIQUE (organization_id, id), CONSTRAINT "agency_exports_pkey" PRIMARY KEY (id), CONSTRAINT "agency_exports_ready" CHECK ((((state = 'ready'::text) = (ready_at IS NOT NULL)) AND ((state = 'ready'::text) = (content IS NOT NULL)))), CONSTRAINT "agency_exports_state_known" CHECK ((state = ANY (ARRAY['waiting'::text, 'ready'::text, 'failed'::text]))), CONSTRAINT "agency_exports_writing_key_while_waiting" CHECK (((writing_key IS NULL) OR ((state = 'waiting'::text) AND (sealed_key IS NOT NULL)))));

ALTER TABLE "private"."agency_exports" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.audit_kind(action text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when action in ('customer_exported', 'passport_revealed', 'document_opened', 'payment_file_requested', 'vendor_mailed', 'mail_planned',
      'mail_plan_removed', 'audit_log_exported', 'agency_export_started', 'agency_export_opened', 'agency_export_removed') then 'data_out'
    when action in ('member_joined', 'member_role_changed', 'member_activated', 'member_deactivated', 'invitation_sent',
      'invitation_renewed', 'invitation_withdrawn', 'customer_deleted', 'customer_erased', 'customers_merged', 'merge_undone',
      'passport_added', 'passport_changed', 'passport_deleted', 'document_changed', 'document_deleted', 'mailbox_renewed') then 'people'
    when action in ('settings_changed', 'terms_changed', 'vendor_terms_changed', 'books_closed', 'books_reopened', 'books_corrected',
      'report_totals_mended', 'import_begun', 'import_done', 'import_cancelled', 'import_undone',
      'bank_account_added', 'bank_account_changed', 'bank_connection_connected', 'bank_connection_linked', 'bank_connection_synced',
      'bank_connection_disconnected', 'bank_import_done', 'bank_import_cancelled', 'bank_import_undone', 'bank_question_answered',
      'bank_match', 'bank_accept', 'bank_reject', 'bank_set_aside', 'bank_reopen', 'bank_vendor', 'bank_undo',
      'bank_rule_added', 'bank_rule_changed', 'bank_rule_deleted', 'bank_rules_ordered',
      'statement_added', 'statement_changed', 'statement_removed',
      'bank_details_changed', 'bank_details_deleted', 'payout_account_changed',
      'payout_started', 'payout_collected', 'payout_removed', 'payout_added', 'payout_handed_over', 'payout_approved', 'payout_scheduled',
      'payout_not_paid', 'payout_reopened', 'payout_discarded', 'payout_paid',
      'receipt_recorded', 'commission_held', 'commission_released', 'adjustment_added', 'adjustment_removed', 'agent_paid', 'agent_payment_corrected',
      'payment_voided') then 'money' end
$function$;

CREATE OR REPLACE FUNCTION private.audit_record_type(action text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when action ~ '^payout_account_' then 'agency'
    when action ~ '^payout_|^payment_file_' then 'payout'
    when action in ('receipt_recorded', 'commission_held', 'commission_released', 'agent_paid', 'agent_payment_corrected', 'books_corrected') then 'commission'
    when action in ('bank_match', 'bank_accept', 'bank_reject', 'bank_set_aside', 'bank_reopen', 'bank_vendor', 'bank_undo') then 'decision'
    when action ~ '^bank_account_' then 'bank_account'
    when action ~ '^bank_import_' then 'bank_import'
    when action ~ '^bank_rule' then 'bank_rule'
    when action ~ '^bank_connection_' then 'bank_connection'
    when action ~ '^bank_question_' then 'transaction'
    when action ~ '^statement_' then 'statement'
    when action ~ '^(adjustment|member|terms|bank_details)_|^payment_voided' then 'member'
    when action ~ '^invitation_' then 'invitation'
    when action ~ '^vendor_' then 'vendor'
    when action ~ '^(customer|customers|merge|passport)_' then 'customer'
    when action ~ '^document_' then 'document'
    when action ~ '^import_' then 'import'
    when action ~ '^(settings|books|mailbox|report_totals|mail_plan|audit_log|agency_export)_' or action = 'mail_planned' then 'agency' end
$function$;

CREATE OR REPLACE FUNCTION private.csv_cell(expression text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select format($sql$coalesce('"' || replace(%s, '"', '""') || '"', '')$sql$, expression)
$function$;

CREATE OR REPLACE FUNCTION private.drop_export()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from private.agency_exports e where e.organization_id = new.organization_id for update;
  delete from private.agency_exports e where e.organization_id = new.organization_id and e.state = 'ready';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.export_catalogue()
 RETURNS TABLE(relation text, way text, reason text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select c.name, c.way, c.reason
  from (values
    -- All rows of the agency, identities and transaction ids aside, which begin anew where they are restored.
    ('whole', null, '{public.organizations,public.users,public.user_emails,public.user_terms,public.user_terms_history,public.invitations,
      private.user_search,private.audit_log,private.record_changes,public.notifications,
      public.vendors,public.vendor_terms,private.vendor_aliases,
      public.customers,public.customer_companions,private.customer_search,private.customer_counts,private.customer_merges,
      public.sales,public.sale_travelers,public.sales_history,
      public.commissions,public.commission_history,public.agent_payments,private.commissions_before_deposit,
      private.stale_days,private.daily_totals,private.monthly_totals,private.customer_totals,private.customer_totals_by_agent,
      public.bank_accounts,public.bank_connections,public.bank_connection_accounts,private.bank_file_keys,public.bank_imports,
      public.bank_rules,public.bank_transactions,public.bank_allocations,public.bank_patterns,public.bank_suggestions,
      private.rejected_suggestions,public.bank_remittances,public.bank_remittance_lines,public.bank_decisions,private.stale_matches,
      private.bank_covered_days,private.bank_source_lines,public.bank_questions,
      public.payout_batches,public.payout_lines,public.payout_holds,public.payout_events,public.payout_statements,public.payment_voids,
      public.book_corrections,private.closed_receipts,
      public.documents,public.document_versions,public.document_reads,public.communications,public.communication_mentions,
      public.communication_reads,
      private.report_totals,private.stale_report_months,private.report_checks,public.vendor_askings,public.saved_reports,
      public.import_batches,
      private.vendor_chases,private.mail_plans,private.mail_plan_people,private.outgoing_mails,private.mail_senders,
      private.incoming_mails,private.incoming_parts}'),
    -- Only under a passphrase, and with what is encrypted in the clear beneath it.
    ('sealed', null, '{private.passports,private.bank_details}'),
    ('left_out', 'Keys of the installation', '{private.secrets,private.bank_connection_secrets,private.mailboxes}'),
    ('left_out', 'What is under way, and over within a day',
      '{private.disclosures,private.request_keys,private.import_check_rows,private.document_uploads,private.document_checks,
      private.bank_sync_parts,private.bank_provider_requests,private.removed_document_files}'),
    ('left_out', 'Of the installation, and of no agency', '{private.job_turns,private.mail_service}'),
    ('left_out', 'Exports themselves', '{private.agency_exports,private.agency_export_parts}'),
    -- Addresses and when they signed in last; who has one is to prove it anew.
    ('accounts', null, '{auth.users}'),
    ('left_out', 'No password, session or second factor leaves',
      '{auth.identities,auth.sessions,auth.refresh_tokens,auth.mfa_amr_claims,auth.mfa_factors,auth.mfa_challenges,
      auth.one_time_tokens,auth.flow_state}'),
    ('left_out', 'Files are taken along as files', '{storage.buckets,storage.objects}')) g(way, reason, names)
  cross join lateral (
    select btrim(n.name, E' \n') as name, g.way, g.reason
    from regexp_split_to_table(btrim(g.names, '{}'), ',') n(name)) c
$function$;

CREATE OR REPLACE FUNCTION private.export_columns(relation text)
 RETURNS TABLE(name text, type text, is_text boolean, is_sealed boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select a.attname::text, pg_catalog.format_type(a.atttypid, a.atttypmod), t.typcategory = 'S', a.attname like '%\_encrypted'
  from pg_catalog.pg_attribute a join pg_catalog.pg_type t on t.oid = a.atttypid
  where a.attrelid = export_columns.relation::regclass and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = '' and a.attidentity = '' and a.atttypid <> 'xid8'::regtype
    and (export_columns.relation <> 'auth.users' or a.attname in ('id', 'email', 'created_at', 'last_sign_in_at'))
  order by a.attnum
$function$;

CREATE OR REPLACE FUNCTION private.export_condition(relation text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case relation
    when 'public.organizations' then 't.id = $1'
    when 'auth.users' then 't.id in (select u.id from public.users u where u.organization_id = $1)'
    -- What waits to be sent is sent from here, once.
    when 'private.outgoing_mails' then 't.organization_id = $1 and t.state not in (''queued'', ''sending'')'
    else 't.organization_id = $1' end
$function$;

CREATE OR REPLACE FUNCTION private.export_files(export private.agency_exports)
 RETURNS TABLE(bucket text, name text, file_name text, mime_type text, size bigint, owner_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select o.bucket_id, o.name, v.file_name, o.metadata ->> 'mimetype', (o.metadata ->> 'size')::bigint, o.owner_id
  from public.document_versions v join storage.objects o on o.bucket_id = 'documents'
    and o.name = private.document_file(v.organization_id, v.id)
  where v.organization_id = export.organization_id and v.created_at <= export.ready_at
  union all
  select o.bucket_id, o.name, null, o.metadata ->> 'mimetype', (o.metadata ->> 'size')::bigint, o.owner_id
  from storage.objects o
  where o.bucket_id in ('avatars', 'logos') and o.name like export.organization_id || '/%' and o.created_at <= export.ready_at
$function$;

CREATE OR REPLACE FUNCTION private.export_imports(organization_id uuid)
 RETURNS TABLE(path text, query text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'sales', private.import_query('booking_reference,status,sale_date,travel_date,return_date,customer,customer_email,vendor,agent,'
    'total_amount,commission_rate,commission_amount,currency,commission_status,notes',
    '(select s.*, c.first_name || '' '' || c.last_name as customer, c.email as customer_email, v.name as vendor,
        a.first_name || '' '' || a.last_name as agent, m.status as commission_status
      from public.sales s join public.customers c on c.id = s.customer_id join public.users a on a.id = s.agent_id
      join public.vendors v on v.id = s.vendor_id
      join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id)',
    't.organization_id = $1', 't.sale_date, t.id')
  union all
  select 'customers', private.import_query('first_name,last_name,email,phone,address_line_1,address_line_2,city,region,postal_code,country,'
    'birthday,emergency_name,emergency_phone,emergency_relation,tags,notes',
    '(select c.id, c.organization_id, c.merged_into, c.erased_at, c.first_name, c.last_name, c.email, c.phone, c.address_line_1,
        c.address_line_2, c.city, c.region, c.postal_code, c.country, c.birthday, c.emergency_name, c.emergency_phone,
        c.emergency_relation, array_to_string(c.tags, ''; '') as tags, c.notes from public.customers c)',
    't.organization_id = $1 and t.merged_into is null and t.erased_at is null', 't.last_name, t.first_name, t.id')
  union all
  select 'vendors', private.import_query('name,category,email,phone,website,contact_name,contact_role,contact_email,contact_phone,'
    'address_line_1,address_line_2,city,region,postal_code,country,account_number,default_commission_rate,expected_payment_days,'
    'expected_payment_basis,aliases,notes',
    '(select v.id, v.organization_id, v.name, v.category, v.email, v.phone, v.website, w.contacts -> 0 ->> ''name'' as contact_name,
        w.contacts -> 0 ->> ''role'' as contact_role, w.contacts -> 0 ->> ''email'' as contact_email,
        w.contacts -> 0 ->> ''phone'' as contact_phone, v.address_line_1, v.address_line_2, v.city, v.region, v.postal_code, v.country,
        w.account_number, v.default_commission_rate, w.expected_payment_days, w.expected_payment_basis,
        array_to_string(v.aliases, ''; '') as aliases, w.notes
      from public.vendors v join public.vendor_terms w on w.vendor_id = v.id)',
    't.organization_id = $1', 't.name, t.id')
  union all
  select 'bank-' || row_number() over (order by b.created_at, b.id) || rtrim('-' || left(btrim(regexp_replace(lower(b.name), '[^a-z0-9]+', '-', 'g'), '-'), 40), '-'),
    private.import_query('date,amount,text,counterparty,reference',
    '(select b.organization_id, b.account_id, b.line_number, b.id, b.booked_on as date, b.amount, b.text, b.counterparty, b.reference
      from public.bank_transactions b)',
    format('t.organization_id = $1 and t.account_id = %L', b.id), 't.date, t.line_number, t.id')
  from public.bank_accounts b where b.organization_id = export_imports.organization_id
$function$;

CREATE OR REPLACE FUNCTION private.export_key(relation text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case relation when 'private.passports' then 'passport_key' when 'private.bank_details' then 'bank_details_key' end
$function$;

CREATE OR REPLACE FUNCTION private.export_order(relation text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(
    (select format('t.%I', a.attname) from pg_catalog.pg_attribute a
     where a.attrelid = export_order.relation::regclass and a.attidentity <> '' and not a.attisdropped),
    (select string_agg(format('t.%I', a.attname), ', ' order by k.n)
     from pg_catalog.pg_index i cross join lateral unnest(i.indkey::int2[]) with ordinality k(attnum, n)
     join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
     where i.indrelid = export_order.relation::regclass and i.indisprimary and k.n <= i.indnkeyatts),
    't.ctid')
$function$;

CREATE OR REPLACE FUNCTION private.export_organization()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.current_organization_id();
begin
  if caller_organization_id is null or not private.is_owner() then
    raise exception using errcode = '42501', message = 'permission denied for exports of an agency';
  end if;
  return caller_organization_id;
end $function$;

CREATE OR REPLACE FUNCTION private.export_part_size()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select 2000000 $function$;

CREATE OR REPLACE FUNCTION private.export_parts(export private.agency_exports)
 RETURNS TABLE(path text, kind text, relation text, row_count integer, content text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET "DateStyle" TO 'ISO'
 SET "TimeZone" TO 'UTC'
 SET extra_float_digits TO '3'
AS $function$
declare
  writing_key constant text := case when export.writing_key is not null then private.unseal('passport_key', export.writing_key) end;
  tables constant jsonb := (
    select jsonb_object_agg(c.relation, private.export_rows(export.organization_id, c.relation)) from private.export_catalogue() c
    where c.way in ('whole', 'accounts') or c.way = 'sealed' and export.writing_key is not null);
  total constant bigint := (select sum(t.value::bigint) from jsonb_each_text(tables) t);
  done bigint := 0;
  what record;
  part record;
begin
  for what in
    select c.relation, c.way, 'tables/' || c.relation as path, private.table_query(c.relation) as query
    from private.export_catalogue() c where tables ? c.relation
    union all
    select null, 'import', 'for-import/' || i.path, i.query from private.export_imports(export.organization_id) i
    order by way desc, relation
  loop
    for part in execute what.query using export.organization_id loop
      path := what.path || case when part.part > 0 then '-' || part.part + 1 else '' end || '.csv';
      kind := case when what.way in ('sealed', 'import') then what.way else 'table' end;
      relation := what.relation;
      row_count := part.count;
      content := part.text;
      if what.way = 'sealed' then
        path := path || '.asc';
        content := extensions.armor(extensions.pgp_sym_encrypt(content, writing_key, 'cipher-algo=aes256'));
      end if;
      return next;
      done := done + case when what.relation is null then 0 else part.count end;
      perform private.tell_export_progress(export.id, done, total);
    end loop;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.export_progress(export_id uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select max(split_part(a.application_name, ' ', 3)::int) from pg_catalog.pg_stat_activity a
  where a.application_name ~ ('^takeout ' || export_id::text || ' \d+$')
$function$;

CREATE OR REPLACE FUNCTION private.export_query(head text, cells text, source text, condition text, ordered_by text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select format($query$
    select p.part::int as part, %L || string_agg(p.line, '' order by p.at) as text, count(*)::int as count
    from (
      select l.line, l.at, (sum(octet_length(l.line)) over (order by l.at) - octet_length(l.line)) / %s as part
      from (select row_number() over (order by %s) as at, %s || E'\n' as line from %s t where %s) l) p
    group by p.part order by p.part $query$,
    head || E'\n', private.export_part_size(), ordered_by, cells, source, condition)
$function$;

CREATE OR REPLACE FUNCTION private.export_rows(organization_id uuid, relation text)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  answer bigint;
begin
  execute format('select count(*) from %s t where %s', relation, private.export_condition(relation)) into answer using organization_id;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION private.export_shape()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select encode(sha256(convert_to(string_agg(format('%s %s %s %s', c.relation, c.way, k.name, k.type), E'\n'
    order by c.relation, k.name), 'UTF8')), 'hex')
  from private.export_catalogue() c cross join lateral private.export_columns(c.relation) k
  where c.way <> 'left_out'
$function$;

CREATE OR REPLACE FUNCTION private.guarded_text(expression text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select format($sql$case when left(%1$s, 1) in ('=', '+', '-', '@', E'\t', E'\r', '''') then '''' || %1$s else %1$s end$sql$, expression)
$function$;

CREATE OR REPLACE FUNCTION private.import_query(head text, source text, condition text, ordered_by text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.export_query(
    string_agg(upper(left(h.name, 1)) || replace(substr(h.name, 2), '_', ' '), ',' order by h.n),
    string_agg(private.csv_cell(format($sql$case when t.%1$I::text ~ '^-?\d+(\.\d+)?$' then t.%1$I::text else %2$s end$sql$, h.name,
      private.guarded_text(format('t.%I::text', h.name)))), ' || '','' || ' order by h.n), source, condition, ordered_by)
  from unnest(string_to_array(head, ',')) with ordinality h(name, n)
$function$;

CREATE OR REPLACE FUNCTION private.is_export_open(export private.agency_exports)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select export.state = 'ready' and export.organization_id = private.current_organization_id() and private.is_owner()
    and export.opened_by = auth.uid() and export.opened_at > clock_timestamp() - interval '12 hours'
$function$;

CREATE OR REPLACE FUNCTION private.may_take_document_file(name text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from private.agency_exports e
    where e.organization_id = private.current_organization_id() and private.is_export_open(e)
      and may_take_document_file.name like e.organization_id || '/%')
$function$;

CREATE OR REPLACE FUNCTION private.table_query(relation text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.export_query(string_agg(c.name, ','),
    string_agg(private.csv_cell(case
      when c.is_sealed then private.guarded_text(format('private.unseal(%L, t.%I)', private.export_key(relation), c.name))
      when c.is_text then private.guarded_text(format('t.%I::text', c.name))
      else format('t.%I::text', c.name) end), ' || '','' || ' order by c.n),
    table_query.relation, private.export_condition(relation), private.export_order(relation))
  from (
    select e.*, row_number() over () as n from private.export_columns(table_query.relation) e) c
$function$;

CREATE OR REPLACE FUNCTION private.tell_export_progress(export_id uuid, done bigint, total bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select set_config('application_name', format('takeout %s %s', export_id, 100 * done / greatest(total, 1)), true)
$function$;

CREATE OR REPLACE FUNCTION private.tell_of_export(export private.agency_exports, code text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  words constant text := case code when 'agency_export_ready' then 'Your agency is ready to be downloaded, for seven days.'
    else 'Your agency could not be written to files. Start it again.' end;
begin
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, code)
  select u.organization_id, u.id, 'takeout', words, 'takeout', tell_of_export.code
  from public.users u where u.id = export.asked_by and u.organization_id = export.organization_id and u.is_active and u.role = 'owner';
  if private.sends_mail() then
    insert into private.outgoing_mails (organization_id, kind, to_address, to_name, from_name, reply_to, subject, body, created_by)
    select o.id, 'takeout', a.email, private.one_line(u.first_name || ' ' || u.last_name), private.one_line(o.name),
      private.reply_address(o.id, u.id), 'All of ' || left(private.one_line(o.name), 150),
      words || E'\n\nOpen Agency settings, Take it with you. Whoever is not you asked for it: tell the other owners at once.', u.id
    from public.organizations o join public.users u on u.organization_id = o.id and u.is_active and u.role = 'owner'
    join public.user_emails a on a.user_id = u.id
    where o.id = export.organization_id;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.write_agency_exports()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  export private.agency_exports;
begin
  delete from private.agency_exports e
  where e.ready_at < now() - interval '7 days' or e.state = 'failed' and e.asked_at < now() - interval '7 days';
  select e.* into export from private.agency_exports e where e.state = 'waiting' order by e.asked_at, e.id limit 1;
  -- Of two jobs at once one writes: there may be more than one while the first takes long.
  if export.id is null or not pg_try_advisory_xact_lock(hashtextextended('agency export', 0)) then
    return;
  end if;
  if export.asked_at < now() - interval '1 day' then
    update private.agency_exports e set state = 'failed', writing_key = null where e.id = export.id and e.state = 'waiting';
    perform private.tell_of_export(export, 'agency_export_failed');
    return;
  end if;
  perform private.write_export(export);
end $function$;

CREATE OR REPLACE FUNCTION private.write_export(export private.agency_exports)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.agency_export_parts (export_id, organization_id, number, path, kind, relation, row_count, size, hash, content)
  select export.id, export.organization_id, row_number() over (), p.path, p.kind, p.relation, p.row_count, octet_length(p.content),
    encode(sha256(convert_to(p.content, 'UTF8')), 'hex'), p.content
  from private.export_parts(export) p;
  perform from private.agency_exports e where e.id = export.id for update;
  -- Somebody was erased meanwhile, and is in what was read: the next run writes it without them.
  if exists (select from public.customers c where c.organization_id = export.organization_id and c.erased_at >= now()) then
    delete from private.agency_export_parts p where p.export_id = export.id;
    return;
  end if;
  update private.agency_exports e set state = 'ready', ready_at = clock_timestamp(), writing_key = null, content = jsonb_build_object(
    'format', 1, 'shape', private.export_shape(), 'export_id', e.id, 'organization_id', e.organization_id, 'made_at', now(),
    'sealed_key', extensions.armor(e.sealed_key),
    'rows', (select coalesce(jsonb_object_agg(r.relation, r.n), '{}') from (
      select p.relation, sum(p.row_count) as n from private.agency_export_parts p
      where p.export_id = e.id and p.relation is not null group by p.relation) r),
    'left_out', (select jsonb_agg(jsonb_build_object('table', c.relation, 'reason', coalesce(c.reason, 'No passphrase was given'))
      order by c.relation)
      from private.export_catalogue() c where c.way = 'left_out' or c.way = 'sealed' and e.sealed_key is null))
  where e.id = export.id and e.state = 'waiting';
  perform private.tell_of_export(export, 'agency_export_ready');
end $function$;

CREATE OR REPLACE FUNCTION public.get_agency_export()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.export_organization();
begin
  return (
    select jsonb_build_object('id', e.id, 'state', e.state, 'progress', case when e.state = 'waiting' then private.export_progress(e.id) end,
      'asked_by', jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name), 'asked_at', e.asked_at, 'ready_at', e.ready_at,
      'ends_at', e.ready_at + interval '7 days', 'sealed', e.sealed_key is not null,
      'rows', (select sum(r.value::bigint) from jsonb_each_text(e.content -> 'rows') r),
      'size', (select sum(p.size) from private.agency_export_parts p where p.export_id = e.id)
        + (select coalesce(sum(f.size), 0) from private.export_files(e) f),
      'opened_at', e.opened_at)
    from private.agency_exports e join public.users u on u.id = e.asked_by
    where e.organization_id = caller_organization_id);
end $function$;

CREATE OR REPLACE FUNCTION public.open_agency_export(export_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id constant uuid := private.export_organization();
  export private.agency_exports;
begin
  update private.agency_exports e set opened_by = auth.uid(), opened_at = clock_timestamp()
  where e.organization_id = caller_organization_id and e.id = open_agency_export.export_id and e.state = 'ready'
  returning * into export;
  if export.id is null then
    perform private.refuse('This export is not there any more.', '', 'agency_export_not_found');
  end if;
  perform private.audit(caller_organization_id, 'agency_export_opened', null, export.id);
  return jsonb_build_object('description', export.content,
    'parts', (select jsonb_agg(jsonb_build_object('number', p.number, 'path', p.path, 'kind', p.kind, 'table', p.relation,
      'rows', p.row_count, 'size', p.size, 'hash', p.hash) order by p.number)
      from private.agency_export_parts p where p.export_id = export.id),
    'files', (select coalesce(jsonb_agg(jsonb_build_object('bucket', f.bucket, 'name', f.name, 'file_name', f.file_name,
      'type', f.mime_type, 'size', f.size, 'owner', f.owner_id) order by f.bucket, f.name), '[]') from private.export_files(export) f),
    'statements', (select coalesce(jsonb_agg(s.id order by s.paid_on, s.number), '[]') from public.payout_statements s
      where s.organization_id = caller_organization_id and s.created_at <= export.ready_at));
end $function$;

CREATE OR REPLACE FUNCTION public.read_agency_export(export_id uuid, number integer)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  answer text;
begin
  select p.content into answer
  from private.agency_exports e join private.agency_export_parts p on p.organization_id = e.organization_id and p.export_id = e.id
  where e.organization_id = private.export_organization() and e.id = read_agency_export.export_id
    and p.number = read_agency_export.number and private.is_export_open(e);
  if answer is null then
    perform private.refuse('This export is not there any more.', '', 'agency_export_not_found');
  end if;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.remove_agency_export(export_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.export_organization();
begin
  delete from private.agency_exports e where e.organization_id = caller_organization_id and e.id = remove_agency_export.export_id;
  if not found then
    return private.command_result('This export is not there any more.', null, 'agency_export_not_found');
  end if;
  perform private.audit(caller_organization_id, 'agency_export_removed', null, remove_agency_export.export_id);
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.start_agency_export(passphrase text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id constant uuid := private.export_organization();
  writing_key constant text := case when passphrase is not null then encode(extensions.gen_random_bytes(32), 'hex') end;
  export private.agency_exports;
begin
  if char_length(passphrase) not between 12 and 200 then
    return private.command_result('Use a passphrase of at least 12 characters.', 'passphrase', 'passphrase_too_short', '{"least": 12}');
  end if;
  perform from public.organizations o where o.id = caller_organization_id for no key update;
  if exists (select from private.agency_exports e where e.organization_id = caller_organization_id and e.state = 'waiting') then
    return private.command_result('The agency is being written to files already.', null, 'agency_export_runs');
  end if;
  delete from private.agency_exports e where e.organization_id = caller_organization_id;
  insert into private.agency_exports (organization_id, asked_by, sealed_key, writing_key)
  values (caller_organization_id, auth.uid(),
    extensions.pgp_sym_encrypt(writing_key, passphrase, 'cipher-algo=aes256, s2k-count=65011712'), private.seal('passport_key', writing_key))
  returning * into export;
  perform private.audit(caller_organization_id, 'agency_export_started', null, export.id,
    jsonb_build_object('sealed', export.sealed_key is not null));
  return private.command_result(null) || jsonb_build_object('id', export.id);
end $function$;

ALTER TABLE "private"."agency_exports" ADD CONSTRAINT "agency_exports_asked_by_fkey" FOREIGN KEY (asked_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "private"."agency_exports" ADD CONSTRAINT "agency_exports_opened_by_fkey" FOREIGN KEY (opened_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "private"."agency_exports" ADD CONSTRAINT "agency_exports_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "private"."agency_export_parts" ADD CONSTRAINT "agency_export_parts_export_id_fkey" FOREIGN KEY (organization_id, export_id) REFERENCES private.agency_exports(organization_id, id) ON DELETE CASCADE;

ALTER TABLE "private"."outgoing_mails" ADD CONSTRAINT "outgoing_mails_kind_known" CHECK ((kind = ANY (ARRAY['chase'::text, 'report'::text, 'statement'::text, 'takeout'::text])));

CREATE INDEX agency_export_parts_organization_id_idx ON private.agency_export_parts USING btree (organization_id, export_id);

CREATE UNIQUE INDEX agency_exports_one_key ON private.agency_exports USING btree (organization_id);

CREATE TRIGGER customers_after_90_drop_export AFTER UPDATE ON public.customers FOR EACH ROW WHEN (((old.erased_at IS NULL) AND (new.erased_at IS NOT NULL))) EXECUTE FUNCTION private.drop_export();

COMMENT ON FUNCTION "private"."csv_cell"(text) IS 'SQL for a text between quotes; nothing at all for null, as COPY reads it. Written into the query, for a
  call for each cell takes ten times as long.';

COMMENT ON FUNCTION "private"."drop_export"() IS 'Erasure: a customer who is erased is in no export either. One that is ready goes; one that is being written is written anew.';

COMMENT ON FUNCTION "private"."export_catalogue"() IS 'Every table and how it is exported: whole (all rows of the agency), sealed (the same,
  under a passphrase, its columns *_encrypted in the clear), accounts (of its members, some columns), left_out with the reason.';

COMMENT ON FUNCTION "private"."export_columns"(text) IS 'The columns of a table that leave, in their order: not what the database computes, draws
  or counts by itself.';

COMMENT ON FUNCTION "private"."export_condition"(text) IS 'Which rows of a table are those of the agency $1.';

COMMENT ON FUNCTION "private"."export_files"(private.agency_exports) IS 'Files in Storage that belong to an export, those that are still there.';

COMMENT ON FUNCTION "private"."export_imports"(uuid) IS 'Files that an import reads again: sales, customers, vendors, and one for each bank account.';

COMMENT ON FUNCTION "private"."export_key"(text) IS 'By which key of the installation a table''s columns *_encrypted are sealed.';

COMMENT ON FUNCTION "private"."export_order"(text) IS 'By what the rows of a table are ordered: as they were drawn, else by the primary key.';

COMMENT ON FUNCTION "private"."export_organization"() IS 'The agency that the caller may take along; everybody but its owners is refused before
  anything is looked up.';

COMMENT ON FUNCTION "private"."export_part_size"() IS 'About how many bytes a part has: what a browser fetches and keeps in memory at once.';

COMMENT ON FUNCTION "private"."export_parts"(private.agency_exports) IS 'All parts of an export, each table once, and what imports read. A table without rows has none.';

COMMENT ON FUNCTION "private"."export_progress"(uuid) IS 'Percent of the rows written; null while nobody writes.';

COMMENT ON FUNCTION "private"."export_query"(text, text, text, text, text) IS 'A query (organization $1) for the CSV of a source, in parts: number, text with the head, rows.';

COMMENT ON FUNCTION "private"."export_shape"() IS 'Tells versions of the database apart by what they export: tables, columns and types.';

COMMENT ON FUNCTION "private"."guarded_text"(text) IS 'SQL for a text that no spreadsheet takes for a formula: an apostrophe before what begins like one,
  and before an apostrophe, so that a restore can take it away again.';

COMMENT ON FUNCTION "private"."import_query"(text, text, text, text) IS 'The same with heads that people read and imports know again (`sale_date`: Sale date).';

COMMENT ON FUNCTION "private"."is_export_open"(private.agency_exports) IS 'Whether the caller is an owner by now, and has opened it within twelve hours.';

COMMENT ON FUNCTION "private"."may_take_document_file"(text) IS 'Whether the caller may read a document''s file for an export they have opened.';

COMMENT ON FUNCTION "private"."tell_export_progress"(uuid, bigint, bigint) IS 'Other sessions see at once what this one is called: how far it is, though nothing of
  it is committed.';

COMMENT ON FUNCTION "private"."tell_of_export"(private.agency_exports, text) IS 'A notification to who asked, and where there is mail one to every owner: it is all the agency has.';

COMMENT ON FUNCTION "private"."write_agency_exports"() IS 'The scheduled job: forgets exports of more than seven days, and writes the one that waits
  longest. What kills it, and what goes wrong, leaves it waiting for the next run; after a day it is given up.';

COMMENT ON FUNCTION "private"."write_export"(private.agency_exports) IS 'Writes all parts, and says that it is ready. One that was cancelled meanwhile takes no parts (foreign
  key): nothing of it is kept.';

COMMENT ON FUNCTION "public"."get_agency_export"() IS 'The export of the caller''s agency: {id, state: waiting|ready|failed, progress in percent,
  asked_by, asked_at, ready_at, ends_at, sealed, rows, size in bytes, opened_at}; null where there is none. Owners.';

COMMENT ON FUNCTION "public"."open_agency_export"(uuid) IS 'Records that the caller downloads an export, and lets them read its parts and files for
  twelve hours: {description, parts: [{number, path, kind, table, rows, size, hash}], files: [{bucket, name, file_name, type, size, owner}],
  statements: [id]}. Owners.';

COMMENT ON FUNCTION "public"."read_agency_export"(uuid, integer) IS 'One part of an export that the caller has opened (open_agency_export).';

COMMENT ON FUNCTION "public"."remove_agency_export"(uuid) IS 'Cancels an export that is being written, and deletes one that is ready. Owners.';

COMMENT ON FUNCTION "public"."start_agency_export"(text) IS 'Begins to write all of the caller''s agency to files; the scheduled job does it. The
  passphrase is kept nowhere: what is secret is encrypted with a random key, which lies sealed under it, and until the parts are written
  also under the installation''s. Without one passports and bank details are left out. An export before it is gone. Owners. {success, error, field, id}.';

COMMENT ON TABLE "private"."agency_export_parts" IS 'Files of an export, each of some megabytes. They lie here and not in Storage: so they are
  of one moment, are gone with their export, and every read asks who the reader is by then.';

COMMENT ON TABLE "private"."agency_exports" IS 'All of an agency as files, for its owners: at most one, for seven days.';

REVOKE ALL ON FUNCTION "private"."csv_cell"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."csv_cell"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."drop_export"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."drop_export"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."export_catalogue"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_catalogue"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."export_columns"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_columns"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."export_condition"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_condition"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."export_files"(private.agency_exports) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_files"(private.agency_exports) TO "postgres";

REVOKE ALL ON FUNCTION "private"."export_imports"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_imports"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."export_key"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_key"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."export_order"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_order"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."export_organization"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_organization"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."export_part_size"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_part_size"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."export_parts"(private.agency_exports) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_parts"(private.agency_exports) TO "postgres";

REVOKE ALL ON FUNCTION "private"."export_progress"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_progress"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."export_query"(text, text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_query"(text, text, text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."export_rows"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_rows"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."export_shape"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_shape"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."guarded_text"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."guarded_text"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."import_query"(text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."import_query"(text, text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_export_open"(private.agency_exports) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_export_open"(private.agency_exports) TO "postgres";

REVOKE ALL ON FUNCTION "private"."may_take_document_file"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_take_document_file"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."table_query"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."table_query"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_export_progress"(uuid, bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_export_progress"(uuid, bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_of_export"(private.agency_exports, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_of_export"(private.agency_exports, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_agency_exports"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_agency_exports"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_export"(private.agency_exports) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_export"(private.agency_exports) TO "postgres";

REVOKE ALL ON FUNCTION "public"."get_agency_export"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_agency_export"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."open_agency_export"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_agency_export"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."read_agency_export"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_agency_export"(uuid, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."remove_agency_export"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."remove_agency_export"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."start_agency_export"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."start_agency_export"(text) TO "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."agency_export_parts" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."agency_exports" TO "postgres";
DO $$
BEGIN
  IF to_regnamespace('cron') IS NOT NULL THEN
    PERFORM cron.schedule('write-agency-exports', '10 seconds',
      $job$set local statement_timeout = '30min'; select private.write_agency_exports()$job$);
  END IF;
END $$;
CREATE POLICY "owners read the documents of an export they have just opened" ON storage.objects FOR SELECT TO authenticated
  USING (bucket_id = 'documents' AND private.may_take_document_file(name));
