set local check_function_bodies = off;

-- On hosted Supabase a policy, and a trigger that is dropped, lock tables of Auth, Storage and Realtime until this is committed. Whoever
-- comes meanwhile waits behind it, so it does not wait long itself: it gives up, nothing of it stays, and the next push tries again.
set local lock_timeout = '4s';

DROP POLICY "people read their own row, inactive ones too" ON "public"."users";

ALTER TABLE "private"."outgoing_mails" DROP CONSTRAINT "outgoing_mails_kind_known";

CREATE TABLE "private"."address_wishes" ("user_id" uuid NOT NULL, "organization_id" uuid NOT NULL, "email" text NOT NULL, "asked_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "address_wishes_email_format" CHECK (((email = lower(email)) AND (email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$'::text))), CONSTRAINT "address_wishes_email_length" CHECK ((char_length(email) <= 254)), CONSTRAINT "address_wishes_pkey" PRIMARY KEY (user_id));

ALTER TABLE "private"."address_wishes" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."agency_deletions" ("organization_id" uuid NOT NULL, "began_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), "served_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), "accounts" uuid[] NOT NULL, "counts" jsonb NOT NULL, "emptied" integer NOT NULL DEFAULT 0, CONSTRAINT "agency_deletions_pkey" PRIMARY KEY (organization_id));

ALTER TABLE "private"."agency_deletions" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."agency_export_parts" ("export_id" uuid NOT NULL, "organization_id" uuid NOT NULL, "number" integer NOT NULL, "path" text NOT NULL, "kind" text NOT NULL, "relation" text, "row_count" integer NOT NULL, "size" integer NOT NULL, "hash" text NOT NULL, "content" text NOT NULL, CONSTRAINT "agency_export_parts_kind_known" CHECK ((kind = ANY (ARRAY['table'::text, 'sealed'::text, 'import'::text]))), CONSTRAINT "agency_export_parts_path_key" UNIQUE (export_id, path), CONSTRAINT "agency_export_parts_pkey" PRIMARY KEY (export_id, number));

ALTER TABLE "private"."agency_export_parts" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."agency_exports" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "asked_by" uuid NOT NULL, "asked_at" timestamp with time zone NOT NULL DEFAULT now(), "state" text NOT NULL DEFAULT 'waiting'::text, "sealed_key" bytea, "writing_key" bytea, "ready_at" timestamp with time zone, "content" jsonb, "opened_by" uuid, "opened_at" timestamp with time zone, CONSTRAINT "agency_exports_organization_id_id_key" UNIQUE (organization_id, id), CONSTRAINT "agency_exports_pkey" PRIMARY KEY (id), CONSTRAINT "agency_exports_ready" CHECK ((((state = 'ready'::text) = (ready_at IS NOT NULL)) AND ((state = 'ready'::text) = (content IS NOT NULL)))), CONSTRAINT "agency_exports_state_known" CHECK ((state = ANY (ARRAY['waiting'::text, 'ready'::text, 'failed'::text]))), CONSTRAINT "agency_exports_writing_key_while_waiting" CHECK (((writing_key IS NULL) OR ((state = 'waiting'::text) AND (sealed_key IS NOT NULL)))));

ALTER TABLE "private"."agency_exports" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."deleted_agencies" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "asked_at" timestamp with time zone NOT NULL, "asked_by_role" text NOT NULL, "done_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), "counts" jsonb NOT NULL, CONSTRAINT "deleted_agencies_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."deleted_agencies" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."known_devices" ("user_id" uuid NOT NULL, "device" text NOT NULL, "time_zone" text NOT NULL DEFAULT ''::text, "session_id" uuid NOT NULL, "told" boolean NOT NULL, "first_seen_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "known_devices_device_length" CHECK ((char_length(device) <= 60)), CONSTRAINT "known_devices_pkey" PRIMARY KEY (user_id, device, time_zone), CONSTRAINT "known_devices_time_zone_length" CHECK ((char_length(time_zone) <= 64)));

ALTER TABLE "private"."known_devices" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."recovery_codes" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "user_id" uuid NOT NULL, "code_hash" text NOT NULL, "made_at" timestamp with time zone NOT NULL DEFAULT now(), "used_at" timestamp with time zone, CONSTRAINT "recovery_codes_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."recovery_codes" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."recovery_tries" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "user_id" uuid NOT NULL, "tried_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "recovery_tries_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."recovery_tries" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."second_factor_events" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "user_id" uuid NOT NULL, "what" text NOT NULL, "done_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "second_factor_events_pkey" PRIMARY KEY (id), CONSTRAINT "second_factor_events_what_known" CHECK ((what = ANY (ARRAY['added'::text, 'removed'::text, 'reset'::text, 'recovered'::text, 'asked'::text]))));

ALTER TABLE "private"."second_factor_events" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."session_zones" ("session_id" uuid NOT NULL, "time_zone" text NOT NULL, CONSTRAINT "session_zones_pkey" PRIMARY KEY (session_id), CONSTRAINT "session_zones_time_zone_length" CHECK ((char_length(time_zone) <= 64)));

ALTER TABLE "private"."session_zones" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."organizations" ADD COLUMN "second_factor_policy" text NOT NULL DEFAULT 'optional'::text;

ALTER TABLE "public"."organizations" ADD COLUMN "deletion_asked_at" timestamp with time zone;

ALTER TABLE "public"."organizations" ADD COLUMN "deletion_asked_by" uuid;

ALTER TABLE "public"."organizations" ADD COLUMN "deletion_due_at" timestamp with time zone;

ALTER TABLE "public"."organizations" ADD COLUMN "deletion_told_days" smallint;

ALTER TABLE "public"."organizations" ADD COLUMN "offline_reading" text NOT NULL DEFAULT 'agents'::text;

CREATE OR REPLACE FUNCTION api_requests.check_request()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  as_of constant timestamp := (case when pg_is_in_recovery() then pg_last_xact_replay_timestamp() else clock_timestamp() end)
    at time zone 'utc';
begin
  if as_of is not null then
    perform set_config('response.headers', format('[{"x-as-of": "%s"}, {"access-control-expose-headers": "x-as-of"}]',
      to_char(as_of, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')), true);
  end if;
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
  if current_setting('request.path', true) like '/rpc/%' and exists (
    select from pg_catalog.pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname = substr(current_setting('request.path', true), length('/rpc/') + 1)
      and p.provolatile <> 'v' and exists (select from unnest(p.proconfig) c where c like 'statement_timeout=%')
  ) then
    perform api_requests.await_turn();
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.agency_relations()
 RETURNS TABLE(place integer, relation regclass)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with recursive owned as (
    select c.oid from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p') and not c.relispartition
      and c.oid not in ('public.users'::regclass, 'private.agency_deletions'::regclass)),
  pointing as (
    select distinct k.conrelid as from_table, k.confrelid as to_table
    from pg_catalog.pg_constraint k join owned a on a.oid = k.conrelid join owned b on b.oid = k.confrelid
    where k.contype = 'f' and k.conrelid <> k.confrelid),
  depths (oid, depth) as (
    select o.oid, 0 from owned o
    union
    select p.to_table, d.depth + 1 from depths d join pointing p on p.from_table = d.oid where d.depth < 60)
  select row_number() over (order by max(d.depth), d.oid::regclass::text)::int, d.oid::regclass from depths d group by d.oid
$function$;

CREATE OR REPLACE FUNCTION private.agency_size(organization_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'sales', (select count(*) from public.sales s where s.organization_id = agency_size.organization_id),
    'customers', (select count(*) from public.customers c where c.organization_id = agency_size.organization_id),
    'people', (select count(*) from public.users u where u.organization_id = agency_size.organization_id),
    'files', (select count(*) from storage.objects o where o.name like agency_size.organization_id || '/%'))
$function$;

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
      'passport_added', 'passport_changed', 'passport_deleted', 'document_changed', 'document_deleted', 'mailbox_renewed',
      'member_address_changed', 'agency_deletion_asked', 'agency_deletion_withdrawn') then 'people'
    when action in ('second_factor_policy_changed', 'second_factor_added', 'second_factor_removed', 'second_factor_reset',
      'second_factor_asked', 'recovery_codes_made', 'recovery_code_used', 'member_signed_in', 'member_zone_new', 'member_devices_ended',
      'member_signed_out') then 'sign_in'
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
    when action ~ '^payout_account_|^second_factor_policy_' then 'agency'
    when action ~ '^second_factor_|^recovery_code' then 'member'
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

CREATE OR REPLACE FUNCTION private.audit_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changes jsonb := private.audit_changes(to_jsonb(old), to_jsonb(new),
    '{updated_at,writing_saved_at,split_saved_at,books_closed_through,logo_url,second_factor_policy,deletion_asked_at,deletion_asked_by,deletion_due_at,deletion_told_days}')
    || case when new.logo_url is distinct from old.logo_url then '[{"field": "logo_url", "before": null, "after": null}]'::jsonb else '[]' end;
begin
  if changes <> '[]' then
    perform private.audit(new.id, 'settings_changed', null, new.id, jsonb_build_object('changes', changes));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.begin_agency_deletion(organization_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '2s'
AS $function$
declare
  tenant constant uuid := begin_agency_deletion.organization_id;
  members constant uuid[] := array(select u.id from public.users u where u.organization_id = tenant order by u.id);
  invited uuid[];
begin
  -- Waits for whoever writes a row of the agency at this moment, and for a change of mind.
  perform from public.organizations o where o.id = tenant and o.deletion_due_at <= clock_timestamp() for update;
  if not found or private.is_being_deleted(tenant) then
    return false;
  end if;
  -- Who was invited and never joined, unless another agency waits for them or they began one of their own.
  invited := array(
    select distinct a.id from public.invitations i join auth.users a on a.email = i.email
    where i.organization_id = tenant and a.raw_user_meta_data ->> 'organization_name' is null
      and not exists (select from public.users u where u.id = a.id)
      and not exists (select from private.pending_invitations(a.email) p where p.organization_id <> tenant));
  insert into private.agency_deletions (organization_id, accounts, counts) values (tenant, members || invited, private.agency_size(tenant));
  perform private.send_tag('user:' || m.id, 'account_changed') from unnest(members) m(id);
  update auth.users a set raw_user_meta_data = a.raw_user_meta_data - '{invitation,invited_to,invited_by,invited_until}'::text[]
  where a.raw_user_meta_data ->> 'invitation' in (select i.id::text from public.invitations i where i.organization_id = tenant);
  perform private.lock_accounts_out(members || invited);
  set local session_replication_role = replica;
  update public.users u set is_active = false where u.organization_id = tenant;
  set local session_replication_role = origin;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.check_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known public.users%rowtype;
begin
  new.email := lower(btrim(new.email));
  new.first_name := nullif(btrim(new.first_name), '');
  new.last_name := nullif(btrim(new.last_name), '');
  new.commission_split := coalesce(new.commission_split,
    (select o.default_commission_split from public.organizations o where o.id = new.organization_id));
  if auth.uid() is not null then
    if not private.is_admin() then
      return new; -- The insert policy refuses it, before anything about the address is disclosed.
    elsif new.role = 'admin' and not private.is_owner() then
      perform private.refuse('Only an owner can invite an admin.', 'role', 'admins_are_invited_by_owners');
    elsif new.role = 'admin' then
      perform private.require_step_up();
    end if;
  end if;
  select u.* into known
  from public.user_emails e join public.users u on u.id = e.user_id
  where e.organization_id = new.organization_id and e.email = new.email;
  if known.is_active then
    perform private.refuse('This person is already in your organization.', 'email', 'invited_is_member');
  elsif not known.is_active then
    perform private.refuse('This person is in your organization, but inactive. Activate them instead.',
      'email', 'invited_is_inactive');
  end if;
  -- An expired invitation would violate the unique index on pending ones.
  update public.invitations i set revoked_at = now()
  where i.organization_id = new.organization_id and i.email = new.email
    and i.accepted_at is null and i.revoked_at is null and i.expires_at <= now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.confirmed_at()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select to_timestamp(max(case when jsonb_typeof(a.entry -> 'timestamp') = 'number' then (a.entry ->> 'timestamp')::numeric end)::double precision)
  from jsonb_array_elements(case when jsonb_typeof(auth.jwt() -> 'amr') = 'array' then auth.jwt() -> 'amr' else '[]' end) a(entry)
  where a.entry ->> 'method' = 'totp'
$function$;

CREATE OR REPLACE FUNCTION private.csv_cell(expression text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select format($sql$coalesce('"' || replace(%s, '"', '""') || '"', '')$sql$, expression)
$function$;

CREATE OR REPLACE FUNCTION private.current_organization_id()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select u.organization_id
    from public.users u
    where u.id = auth.uid()
      and u.is_active
      and (exists (
        select 1 from auth.sessions s
        where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
          and s.user_id = u.id
          and (s.not_after is null or s.not_after > now()))
        or private.in_mode('acting'))
      and private.missing_factor() is null);
end $function$;

CREATE OR REPLACE FUNCTION private.delete_agencies(longest interval DEFAULT '00:00:01'::interval)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due uuid;
  deletion private.agency_deletions;
  is_left boolean;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('paperplane.agency_deletions', 0)) then
    return;
  end if;
  perform private.remind_of_deletions();
  select o.id into due from public.organizations o
  where o.deletion_due_at <= now() and not private.is_being_deleted(o.id) order by o.deletion_due_at, o.id limit 1;
  if due is not null then
    perform private.begin_agency_deletion(due);
    return;
  end if;
  select d.* into deletion from private.agency_deletions d order by d.served_at limit 1;
  if deletion.organization_id is null then
    return;
  end if;
  update private.agency_deletions d set served_at = clock_timestamp() where d.organization_id = deletion.organization_id;
  is_left := private.remove_agency_files(deletion.organization_id);
  is_left := private.empty_agency(deletion.organization_id, longest) or is_left;
  -- A minute is longer than any request may take that began before it.
  if not is_left and deletion.began_at < now() - interval '1 minute' then
    perform private.finish_agency_deletion(deletion);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.device_id(session_id uuid)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select md5('device ' || session_id::text)::uuid
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

CREATE OR REPLACE FUNCTION private.empty_agency(organization_id uuid, longest interval)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant int := 5000;
  last_moment constant timestamptz := clock_timestamp() + longest;
  part record;
  deleted int;
begin
  -- Without triggers: histories refuse every deletion, and what else follows rows goes itself. Only this role may say so, and no
  -- request of the API runs as it.
  set local session_replication_role = replica;
  for part in
    select r.place, r.relation from private.agency_relations() r
    where r.place > (select d.emptied from private.agency_deletions d where d.organization_id = empty_agency.organization_id)
    order by r.place
  loop
    loop
      execute format('delete from %s where ctid = any (array(select ctid from %1$s where organization_id = $1 limit %s))', part.relation, most)
        using empty_agency.organization_id;
      get diagnostics deleted = row_count;
      exit when deleted < most or clock_timestamp() > last_moment;
    end loop;
    if deleted = most then
      exit;
    end if;
    update private.agency_deletions d set emptied = part.place where d.organization_id = empty_agency.organization_id;
    exit when clock_timestamp() > last_moment;
  end loop;
  set local session_replication_role = origin;
  return exists (
    select from private.agency_relations() r join private.agency_deletions d on d.emptied < r.place
    where d.organization_id = empty_agency.organization_id);
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
      private.user_search,private.second_factor_events,private.audit_log,private.record_changes,public.notifications,
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
      private.bank_sync_parts,private.bank_provider_requests,private.removed_document_files,private.address_wishes}'),
    ('left_out', 'Of the installation, and of no agency', '{private.job_turns,private.mail_service,private.agency_deletions,private.deleted_agencies}'),
    ('left_out', 'Exports themselves', '{private.agency_exports,private.agency_export_parts}'),
    -- Addresses and when they signed in last; who has one is to prove it anew.
    ('accounts', null, '{auth.users}'),
    ('left_out', 'No password, session or second factor leaves',
      '{auth.identities,auth.sessions,auth.refresh_tokens,auth.mfa_amr_claims,auth.mfa_factors,auth.mfa_challenges,
      auth.one_time_tokens,auth.flow_state,private.recovery_codes,private.recovery_tries,private.known_devices,private.session_zones}'),
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

CREATE OR REPLACE FUNCTION private.finish_agency_deletion(deletion private.agency_deletions)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '2s'
AS $function$
declare
  tenant constant uuid := deletion.organization_id;
  agency public.organizations;
  relation regclass;
  is_left boolean;
begin
  delete from private.import_check_rows r where r.created_by = any (deletion.accounts);
  delete from private.removed_document_files f where f.name like tenant || '/%';
  delete from realtime.messages m where m.topic = 'org:' || tenant or m.topic = any (array(select 'user:' || a from unnest(deletion.accounts) a));
  if to_regclass('auth.audit_log_entries') is not null then
    execute 'delete from auth.audit_log_entries e where e.payload ->> ''actor_id'' = any ($1) or e.payload #>> ''{traits,user_id}'' = any ($1)'
      using deletion.accounts::text[];
  end if;
  if to_regclass('storage.s3_multipart_uploads') is not null then
    execute 'delete from storage.s3_multipart_uploads_parts p where p.key like $1' using tenant || '/%';
    execute 'delete from storage.s3_multipart_uploads u where u.key like $1' using tenant || '/%';
  end if;
  -- Waits for rows that refer to them and are being written, and refuses those that come later; then looks once more at all.
  set local session_replication_role = replica;
  delete from public.users u where u.organization_id = tenant;
  set local session_replication_role = origin;
  delete from public.organizations o where o.id = tenant returning o.* into agency;
  for relation in select r.relation from private.agency_relations() r loop
    execute format('select exists (select from %s where organization_id = $1)', relation) into is_left using tenant;
    if is_left then
      raise foreign_key_violation using message = 'Rows are left in ' || relation;
    end if;
  end loop;
  delete from auth.users a where a.id = any (deletion.accounts);
  delete from private.agency_deletions d where d.organization_id = tenant;
  insert into private.deleted_agencies (asked_at, asked_by_role, counts) values (agency.deletion_asked_at, 'owner', deletion.counts);
  return true;
exception when foreign_key_violation then
  update private.agency_deletions d set emptied = 0 where d.organization_id = tenant;
  return false;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member public.users;
  by_member boolean;
begin
  update public.user_emails e set email = lower(new.email) where e.user_id = new.id;
  if not found then
    return null;
  end if;
  delete from private.address_wishes w where w.user_id = new.id;
  by_member := found;
  select u.* into member from public.users u where u.id = new.id;
  perform private.audit(member.organization_id, 'member_address_changed', null, member.id, '{}', null,
    case when by_member then member.id end, not by_member);
  perform private.send_tag('user:' || new.id, 'account_changed');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_address_wish()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.users u where u.id = new.id) and not exists (
    select from private.address_wishes w
    where w.user_id = new.id and w.email = lower(new.email_change) and w.asked_at > now() - interval '10 minutes')
  then
    perform private.refuse('Type your password again.', 'current_password', 'password_not_shown');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_factor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner_id constant uuid := coalesce(new.user_id, old.user_id);
begin
  if session_user = 'supabase_auth_admin' and private.has_factor(owner_id) and not private.was_taken_away(owner_id)
    and exists (select 1 from auth.users a where a.id = owner_id)
    and not exists (
      select 1 from auth.mfa_amr_claims c join auth.sessions s on s.id = c.session_id
      where s.user_id = owner_id and c.authentication_method = 'totp' and c.updated_at > clock_timestamp() - interval '15 minutes') then
    perform private.refuse('Confirm it is you: enter a code of your authenticator.', '', 'step_up_required');
  end if;
  return coalesce(new, old);
end $function$;

CREATE OR REPLACE FUNCTION private.guarded_text(expression text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select format($sql$case when left(%1$s, 1) in ('=', '+', '-', '@', E'\t', E'\r', '''') then '''' || %1$s else %1$s end$sql$, expression)
$function$;

CREATE OR REPLACE FUNCTION private.has_factor(user_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select 1 from auth.mfa_factors f where f.user_id = has_factor.user_id and f.status = 'verified');
end $function$;

CREATE OR REPLACE FUNCTION private.has_live_session()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.session_is_open() and private.missing_factor() is null
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

CREATE OR REPLACE FUNCTION private.is_being_deleted(organization_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.agency_deletions d where d.organization_id = is_being_deleted.organization_id)
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

CREATE OR REPLACE FUNCTION private.lock_accounts_out(accounts uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.sessions s where s.user_id = any (accounts);
  delete from auth.refresh_tokens t where t.user_id = any (accounts::text[]);
  delete from auth.one_time_tokens t where t.user_id = any (accounts);
  delete from auth.flow_state f where f.user_id = any (accounts);
  delete from auth.mfa_factors f where f.user_id = any (accounts);
  delete from auth.identities i where i.user_id = any (accounts);
  update auth.users a set email = a.id || '@deleted.invalid', encrypted_password = '', raw_user_meta_data = '{}', phone = null,
    email_change = '', confirmation_token = '', recovery_token = '', email_change_token_new = '', email_change_token_current = '',
    reauthentication_token = '', banned_until = now() + interval '100 years'
  where a.id = any (accounts);
end $function$;

CREATE OR REPLACE FUNCTION private.lock_owned_agency()
 RETURNS public.organizations
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  agency public.organizations;
begin
  if private.is_owner() then
    select o.* into agency from public.organizations o where o.id = private.current_organization_id() for no key update;
    -- Checked again after waiting for the lock: its previous holder may have changed the caller's role.
    if private.is_owner() then
      return agency;
    end if;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.mail_about_second_factor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_account_mail(o.id, u.id, e.email, w.words ->> 'subject',
    (w.words ->> 'text')
      || case when new.what <> 'asked' then E'\n\nIf you know nothing of it, change your password and tell an owner of your agency at once.' else '' end
      || E'\n')
  from public.users u
  join public.organizations o on o.id = u.organization_id
  join public.user_emails e on e.user_id = u.id and e.organization_id = u.organization_id
  left join public.users b on b.id = new.done_by and b.organization_id = u.organization_id
  cross join lateral (select private.second_factor_mail(new.what, o.name, coalesce(b.first_name || ' ' || b.last_name, 'An owner'),
    to_char(new.created_at at time zone o.time_zone, 'Mon FMDD, YYYY, FMHH12:MI AM')) as words) w
  where u.id = new.user_id and u.organization_id = new.organization_id;
  return null;
end $function$;

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

CREATE OR REPLACE FUNCTION private.missing_factor()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.jwt() ->> 'aal' = 'aal2' or private.in_mode('acting') then
    return null;
  elsif private.has_factor(auth.uid()) then
    return 'code';
  end if;
  return (select 'factor' from public.users u where u.id = auth.uid() and private.needs_factor(u));
end $function$;

CREATE OR REPLACE FUNCTION private.needs_factor(member public.users)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(member.is_active and exists (
    select 1 from public.organizations o where o.id = member.organization_id
      and (o.second_factor_policy = 'all' or o.second_factor_policy = 'admins' and member.role <> 'agent')), false);
end $function$;

CREATE OR REPLACE FUNCTION private.new_recovery_code()
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', get_byte(b.random, n) % 32 + 1, 1) || case n when 3 then '-' else '' end, ''
    order by n)
  from (select extensions.gen_random_bytes(8) as random) b, generate_series(0, 7) n
$function$;

CREATE OR REPLACE FUNCTION private.note_factor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner_id constant uuid := coalesce(new.user_id, old.user_id);
  member public.users;
begin
  select u.* into member from public.users u where u.id = owner_id;
  if member.id is null then
    return null;
  elsif tg_op = 'UPDATE' then
    perform private.note_second_factor(member, 'added', 'second_factor_added');
  elsif exists (select 1 from auth.users a where a.id = owner_id)
    and not private.was_taken_away(owner_id) then
    perform private.note_second_factor(member, 'removed', 'second_factor_removed');
    -- A token of before says for its hour that the code was entered: what the lost authenticator has opened ends with it, but for the
    -- session that has just confirmed the removal.
    delete from auth.sessions s where s.user_id = owner_id and s.factor_id = old.id and s.id is distinct from (
      select c.session_id from auth.mfa_amr_claims c join auth.sessions o on o.id = c.session_id
      where o.user_id = owner_id and c.authentication_method = 'totp' order by c.updated_at desc limit 1);
    perform private.send_tag('user:' || owner_id, 'account_changed');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_second_factor(member public.users, what text, action text, done_by uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.second_factor_events (organization_id, user_id, what, done_by)
  values (member.organization_id, member.id, note_second_factor.what, note_second_factor.done_by);
  perform private.audit(member.organization_id, action, null, member.id, actor => coalesce(done_by, member.id));
end $function$;

CREATE OR REPLACE FUNCTION private.note_sign_in()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  device_name constant text := coalesce(private.device_words(new.user_agent), 'Another program');
  member public.users;
  is_known_person boolean;
  is_new boolean;
begin
  if tg_op = 'UPDATE' and device_name = coalesce(private.device_words(old.user_agent), 'Another program') then
    return null;
  end if;
  is_known_person := exists (select from private.known_devices k where k.user_id = new.user_id);
  insert into private.known_devices (user_id, device, session_id, told) values (new.user_id, device_name, new.id, is_known_person)
  on conflict do nothing;
  is_new := found and is_known_person;
  select u.* into member from public.users u where u.id = new.user_id;
  if member.id is not null then
    insert into private.audit_log (organization_id, actor_id, action, kind, subject_id, details, session_id, device)
    values (member.organization_id, member.id, 'member_signed_in', private.audit_kind('member_signed_in'), member.id,
      case when is_new then '{"new_device": true}' else '{}' end::jsonb, new.id, device_name);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_of_second_factor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_notification(new.organization_id, new.user_id, 'security', private.acting_name(new.organization_id)
    || ' asks you to set up a second factor.', null, null, 'second_factor_asked',
    jsonb_build_object('by', private.acting_name(new.organization_id)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.own_organization_id()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select u.organization_id from public.users u
    where u.id = auth.uid() and not exists (select from private.agency_deletions d where d.organization_id = u.organization_id)
      and private.missing_factor() is null);
end $function$;

CREATE OR REPLACE FUNCTION private.pay_scheduled_payouts()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due record;
  failure jsonb;
begin
  for due in
    select p as batch, (now() at time zone o.time_zone)::date as today
    from public.payout_batches p
    join public.organizations o on o.id = p.organization_id
    where p.status = 'scheduled' and p.planned_on <= current_date + 1 and p.planned_on <= (now() at time zone o.time_zone)::date
      and not private.is_being_deleted(o.id)
    order by p.schedule_problem is not null, p.scheduled_at, p.id
    limit 50
    for no key update of p skip locked
  loop
    begin
      failure := private.pay_as_scheduled(due.batch);
    exception
      when deadlock_detected or serialization_failure or lock_not_available then
        continue;
      when others then
        failure := jsonb_build_object('code', 'not_recorded', 'params', jsonb_build_object('error', left(sqlerrm, 300)),
          'text', 'It could not be recorded: ' || left(sqlerrm, 300));
    end;
    if failure is not null then
      perform private.tell_not_paid(due.batch, failure, due.today);
    end if;
    exit when clock_timestamp() > now() + interval '3 seconds';
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.plain_recovery_code(typed text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select translate(lower(regexp_replace(typed, '[^0-9A-Za-z]', '', 'g')), 'oil', '011')
$function$;

CREATE OR REPLACE FUNCTION private.recovery_lock(user_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select pg_advisory_xact_lock(hashtextextended('recovery codes ' || user_id::text, 0))
$function$;

CREATE OR REPLACE FUNCTION private.refuse_missing_factor()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  case private.missing_factor()
    when 'code' then
      perform private.refuse('Enter a code of your authenticator to go on.', '', 'second_factor_expected');
    when 'factor' then
      perform private.refuse('Your agency asks for a second factor. Set one up to go on.', '', 'second_factor_required');
    else null;
  end case;
end $function$;

CREATE OR REPLACE FUNCTION private.remind_of_deletions()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  agency public.organizations;
begin
  for agency in
    select o.* from public.organizations o
    where o.deletion_due_at > now() and (o.deletion_due_at <= now() + interval '1 day' and o.deletion_told_days > 1
      or o.deletion_due_at <= now() + interval '7 days' and o.deletion_told_days > 7)
    order by o.id for no key update skip locked limit 20
  loop
    perform private.tell_of_deletion(agency, 'agency_deletion_near', null);
    update public.organizations o set deletion_told_days = case when o.deletion_due_at <= now() + interval '1 day' then 1 else 7 end
    where o.id = agency.id;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.remove_agency_files(organization_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  bucket text;
begin
  for bucket in select b.id from storage.buckets b order by b.id loop
    perform private.remove_stored_files(bucket, array(
      select o.name from storage.objects o
      where o.bucket_id = bucket and o.name like remove_agency_files.organization_id || '/%' order by o.name limit 500));
  end loop;
  return exists (select from storage.objects o where o.name like remove_agency_files.organization_id || '/%');
end $function$;

CREATE OR REPLACE FUNCTION private.require_step_up()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is null or private.in_mode('acting') or private.stepped_up() then
    return;
  elsif private.has_factor(auth.uid())
    or exists (select 1 from public.users u where u.id = auth.uid() and private.needs_factor(u)) then
    perform private.refuse('Confirm it is you: enter a code of your authenticator.', '', 'step_up_required');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.second_factor_mail(what text, agency text, by_name text, at text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case what
    when 'added' then jsonb_build_object('subject', 'An authenticator was added to your account',
      'text', 'An authenticator app was added to your account at ' || agency || ' on ' || at
        || '. From now on a code of it is asked for after your password.')
    when 'removed' then jsonb_build_object('subject', 'An authenticator was removed from your account',
      'text', 'An authenticator app was removed from your account at ' || agency || ' on ' || at || '.')
    when 'reset' then jsonb_build_object('subject', 'Your second factor was reset',
      'text', by_name || ' removed the authenticator apps from your account at ' || agency || ' on ' || at
        || ' and signed you out everywhere. Sign in with your password, and set up a new one in your profile, under Security.')
    when 'recovered' then jsonb_build_object('subject', 'A recovery code of your account was used',
      'text', 'A recovery code was used on ' || at || ' to remove the authenticator apps from your account at ' || agency
        || '. Your other devices were signed out. Set up a new one in your profile, under Security.')
    when 'asked' then jsonb_build_object('subject', 'Please set up a second factor',
      'text', by_name || ' asks you to set up a second factor for your account at ' || agency
        || ': an authenticator app on your phone, whose code is asked for after your password. You find it in your profile, under Security.')
  end
$function$;

CREATE OR REPLACE FUNCTION private.session_is_open()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from auth.sessions s
    where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = auth.uid()
      and (s.not_after is null or s.not_after > now()))
$function$;

CREATE OR REPLACE FUNCTION private.stepped_up()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(auth.jwt() ->> 'aal' = 'aal2' and private.confirmed_at() > now() - interval '15 minutes', false)
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

CREATE OR REPLACE FUNCTION private.tell_account_news()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address constant text := (select e.email from public.user_emails e where e.user_id = new.subject_id);
  zone constant text := (select o.time_zone from public.organizations o where o.id = new.organization_id);
  moment constant text := to_char(new.created_at at time zone zone, 'FMMonth FMDD, YYYY, FMHH12:MI AM') || ' (' || zone || ')';
  device constant text := replace(coalesce(new.device, 'Another program'), ', ', ' on ');
  place constant text := case when new.action = 'member_zone_new' then ', in the time zone ' || (new.details ->> 'time_zone') || ',' else '' end;
begin
  if new.action = 'member_signed_out' then
    perform private.write_notification(new.organization_id, new.subject_id, 'account',
      private.acting_name(new.organization_id) || ' signed you out on all your devices.', null, null, 'signed_out_by_owner',
      jsonb_build_object('by', private.acting_name(new.organization_id)));
    perform private.write_account_mail(new.organization_id, new.subject_id, address, 'You were signed out on all devices',
      private.acting_name(new.organization_id) || ' signed you out of Paperplane on all your devices on ' || moment
      || '. Sign in again with your password. If you do not know why, ask them.');
  else
    perform private.write_notification(new.organization_id, new.subject_id, 'account',
      device || ' signed in to your account' || rtrim(place, ',') || '.', null, null, 'new_device',
      jsonb_build_object('device', device, 'time_zone', new.details -> 'time_zone'));
    perform private.write_account_mail(new.organization_id, new.subject_id, address, 'New sign-in: ' || device,
      device || place || ' signed in to your account on ' || moment || ', which it has not done before.' || E'\n\n'
      || 'Was it you? Then nothing is to be done. If not, open Your Profile, Security, sign this device out and change your password.');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_export_progress(export_id uuid, done bigint, total bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select set_config('application_name', format('takeout %s %s', export_id, 100 * done / greatest(total, 1)), true)
$function$;

CREATE OR REPLACE FUNCTION private.tell_former_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_being_deleted(new.organization_id) then
    return null;
  end if;
  perform private.write_account_mail(new.organization_id, new.user_id, old.email, 'Your email address was changed',
    'from now on you sign in to Paperplane with ' || new.email || ' and no longer with ' || old.email || '.' || E'\n\n'
    || 'Was it not you? Then write to your agency at once: whoever reads mails to the new address can open your account.');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_of_deletion(agency public.organizations, code text, by_name text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due constant timestamp := agency.deletion_due_at at time zone agency.time_zone;
  day constant text := to_char(due, 'FMMon FMDD, YYYY');
  message constant text := case code
    when 'agency_deletion_asked' then by_name || ' asked to delete ' || agency.name || ' on ' || day || '. Owners can change their mind until then.'
    when 'agency_deletion_withdrawn' then by_name || ' keeps ' || agency.name || ': it is not deleted.'
    else agency.name || ' is deleted on ' || day || '. Owners can change their mind until then.' end;
begin
  insert into public.notifications (organization_id, user_id, type, message, code, params)
  select u.organization_id, u.id, 'agency', message, tell_of_deletion.code,
    jsonb_strip_nulls(jsonb_build_object('by', by_name, 'agency', agency.name, 'on', case when due is not null then due::date end))
  from public.users u
  where u.organization_id = agency.id and u.is_active and u.id is distinct from auth.uid()
  order by u.id;
  -- Their open pages read the agency anew, and with it its day.
  perform private.send_tags(array(select 'user:' || u.id from public.users u where u.organization_id = agency.id and u.is_active), 'account_changed');
  if not private.sends_mail() then
    return;
  end if;
  insert into private.outgoing_mails (organization_id, kind, to_address, to_name, from_name, reply_to, subject, body, created_by, recipient_id)
  select u.organization_id, 'account', e.email, private.one_line(u.first_name || ' ' || u.last_name), private.one_line(agency.name),
    private.reply_address(agency.id, agency.deletion_asked_by),
    left(private.one_line(case code when 'agency_deletion_withdrawn' then agency.name || ' is not deleted'
      else agency.name || ' is deleted on ' || day end), 200),
    message || case code when 'agency_deletion_withdrawn' then '' else E'\n\nFrom then on nobody can sign in, and everything goes: '
      || 'sales, customers, commissions, payouts, documents, accounts. An owner can take it all along before, or keep the agency: in the '
      || 'Agency settings.' end, agency.deletion_asked_by, u.id
  from public.users u
  join public.user_emails e on e.user_id = u.id and private.is_mail_address(e.email)
  where u.organization_id = agency.id and u.is_active
  order by u.id;
end $function$;

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

CREATE OR REPLACE FUNCTION private.tell_undelivered(mail private.outgoing_mails)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  vendor record;
begin
  if mail.kind = 'chase' then
    update private.vendor_chases c set state = 'undelivered', next_on = null, ended_on = (now() at time zone o.time_zone)::date
    from public.organizations o where o.id = c.organization_id and c.id = mail.chase_id and c.state in ('once', 'running', 'ended');
    select v.id, v.name into vendor from private.vendor_chases c join public.vendors v on v.id = c.vendor_id where c.id = mail.chase_id;
    perform private.write_notification(mail.organization_id, mail.created_by, 'mail', 'Your e-mail to ' || vendor.name || ' did not reach '
      || mail.to_address || coalesce(': ' || mail.words, '') || '.', 'vendors', vendor.id, 'chase_undelivered',
      jsonb_build_object('vendor', vendor.name, 'address', mail.to_address, 'said', mail.words));
  elsif mail.created_by is not null then
    perform private.write_notification(mail.organization_id, mail.created_by, 'mail', '“' || mail.subject || '” did not reach '
      || mail.to_address || coalesce(': ' || mail.words, '') || '.', null, null, 'mail_undelivered',
      jsonb_build_object('subject', mail.subject, 'address', mail.to_address, 'said', mail.words));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.was_taken_away(user_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select 1 from private.second_factor_events e where e.user_id = was_taken_away.user_id
    and e.what in ('reset', 'recovered') and e.created_at > clock_timestamp() - interval '1 minute');
end $function$;

CREATE OR REPLACE FUNCTION private.write_account_mail(organization_id uuid, user_id uuid, to_address text, subject text, body text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.outgoing_mails (organization_id, kind, to_address, to_name, from_name, reply_to, subject, body, recipient_id)
  select o.id, 'account', write_account_mail.to_address, private.one_line(u.first_name || ' ' || u.last_name),
    left(private.one_line(o.name), 200), coalesce(r.address, write_account_mail.to_address), write_account_mail.subject,
    'Hello ' || u.first_name || ',' || E'\n\n' || write_account_mail.body, u.id
  from public.users u join public.organizations o on o.id = u.organization_id
  cross join lateral (select case when private.is_mail_address(o.support_email) then o.support_email
    else private.reply_address(o.id, u.id) end as address) r
  where u.id = write_account_mail.user_id and o.id = write_account_mail.organization_id
    and private.sends_mail() and private.is_mail_address(write_account_mail.to_address)
$function$;

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

CREATE OR REPLACE FUNCTION public.ask_address_change(email text, proof uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  agency constant uuid := private.current_organization_id();
  wanted constant text := lower(btrim(coalesce(ask_address_change.email, '')));
begin
  if agency is null then
    return private.command_result('You do not belong to an organization.', null, 'not_in_organization');
  end if;
  -- The session that Auth has opened for the password: it served to show that it was right, and is over with it.
  delete from auth.sessions s
  where s.id = proof and s.user_id = auth.uid() and s.id <> nullif(auth.jwt() ->> 'session_id', '')::uuid
    and exists (
      select from auth.mfa_amr_claims a
      where a.session_id = s.id and a.authentication_method = 'password' and a.created_at > now() - interval '5 minutes');
  if not found then
    return private.command_result('Type your password again.', 'current_password', 'password_not_shown');
  elsif char_length(wanted) > 254 or wanted !~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$' then
    return private.command_result('Enter an email address.', 'email', 'address_unreadable');
  elsif exists (select from public.user_emails e where e.user_id = auth.uid() and e.email = wanted) then
    return private.command_result('This is your address already.', 'email', 'address_is_own');
  elsif exists (select from auth.users a where a.email = wanted and a.deleted_at is null) then
    return private.command_result('Somebody signs in with this address already.', 'email', 'address_taken');
  elsif exists (select from private.pending_invitations(wanted)) then
    return private.command_result('An agency has invited this address. Ask it to withdraw the invitation first.', 'email', 'address_invited');
  end if;
  insert into private.address_wishes (user_id, organization_id, email) values (auth.uid(), agency, wanted)
  on conflict (user_id) do update set email = excluded.email, asked_at = now();
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.ask_agency_deletion(name text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  agency public.organizations := private.lock_owned_agency();
begin
  if agency.id is null then
    return private.command_result('Only an owner can delete the agency.', null, 'agency_is_deleted_by_owners');
  end if;
  perform private.require_step_up();
  if btrim(coalesce(ask_agency_deletion.name, '')) <> btrim(agency.name) then
    return private.command_result('Type the name exactly as it is: ' || agency.name, 'name', 'agency_name_differs',
      jsonb_build_object('name', agency.name));
  end if;
  if agency.deletion_due_at is null then
    update public.organizations o set deletion_asked_at = now(), deletion_asked_by = auth.uid(), deletion_due_at = now() + interval '30 days',
      deletion_told_days = 30
    where o.id = agency.id returning o.* into agency;
    perform private.audit(agency.id, 'agency_deletion_asked', null, agency.id, jsonb_build_object('due_at', agency.deletion_due_at));
    perform private.tell_of_deletion(agency, 'agency_deletion_asked', private.acting_name(agency.id));
  end if;
  return private.command_result(null) || jsonb_build_object('due_at', agency.deletion_due_at);
end $function$;

CREATE OR REPLACE FUNCTION public.ask_for_second_factor(p_member_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
  member public.users;
begin
  if caller_organization_id is null then
    return private.command_result('You do not have permission to change team members.', null, 'members_are_for_admins');
  end if;
  -- Two who ask at once ask one after the other.
  select u.* into member from public.users u
  where u.id = p_member_id and u.organization_id = caller_organization_id and u.is_active for no key update;
  if member.id is null then
    return private.command_result('This person is not in your organization.', null, 'member_not_found');
  elsif private.has_factor(member.id) then
    return private.command_result('This person has a second factor already.', null, 'second_factor_there');
  elsif exists (select 1 from private.second_factor_events e where e.user_id = member.id and e.organization_id = caller_organization_id
    and e.what = 'asked' and e.created_at > clock_timestamp() - interval '1 day') then
    return private.command_result('This person was asked within the last day.', null, 'second_factor_asked_today');
  end if;
  perform private.note_second_factor(member, 'asked', 'second_factor_asked', auth.uid());
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.begin_bank_connection(provider text, connection_id uuid DEFAULT NULL::uuid, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  begun_id uuid := begin_bank_connection.connection_id;
  answer jsonb := private.begin_request('begin_bank_connection', request_key, jsonb_build_object('provider', provider,
    'connection_id', connection_id));
  c public.bank_connections;
begin
  perform private.require_step_up();
  if answer is not null then
    return answer;
  end if;
  if provider is null or provider not in ('simplefin', 'enable_banking') then
    return private.command_result('Choose a provider.', 'provider', 'provider_unknown');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('begin_bank_connection ' || caller_organization_id, 0));
  if (select count(*) from private.bank_provider_requests r where r.organization_id = caller_organization_id and r.kind = 'begin'
      and r.made_at > now() - interval '1 hour') >= 20 then
    return private.command_result('Twenty connections were begun within an hour. Try again later.', null, 'connections_begun_often');
  end if;
  if begun_id is null then
    insert into public.bank_connections (organization_id, provider, created_by)
    values (caller_organization_id, begin_bank_connection.provider, auth.uid()) returning id into begun_id;
  else
    c := private.lock_bank_connection(begun_id);
    if c.id is null or c.provider <> begin_bank_connection.provider then
      return private.connection_not_found();
    end if;
    update public.bank_connections b set begun_at = now(), version = b.version + 1 where b.id = c.id;
  end if;
  insert into private.bank_provider_requests (organization_id, connection_id, kind) values (caller_organization_id, begun_id, 'begin');
  return private.end_request(request_key, begun_id, private.command_result(null) || jsonb_build_object('connection_id', begun_id));
end $function$;

CREATE OR REPLACE FUNCTION public.begin_second_factor_reset(p_member_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  locked record;
  refusal jsonb;
begin
  select t.* into locked from private.lock_member(p_member_id) t;
  refusal := case
    when not private.is_owner() then private.command_result('Only an owner can reset a second factor.', null,
      'second_factor_reset_is_for_owners')
    when locked.refusal is not null then locked.refusal
    when (locked.member).id = auth.uid() then private.command_result('Remove your own authenticator in your profile.', null,
      'second_factor_reset_of_oneself')
    when not private.has_factor((locked.member).id) then private.command_result('This person has no second factor.', null,
      'second_factor_missing')
  end;
  if refusal is not null then
    return refusal;
  end if;
  perform private.require_step_up();
  perform private.note_second_factor(locked.member, 'reset', 'second_factor_reset', auth.uid());
  delete from auth.sessions s where s.user_id = (locked.member).id;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.close_books(through date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  last_day date := private.today() - 1;
  closed_through date;
begin
  perform private.require_step_up();
  if caller_organization_id is null or not private.is_owner() then
    return private.command_result('Only an owner can close the books.', null, 'closing_is_for_owners');
  end if;
  perform pg_advisory_xact_lock(private.books_lock(caller_organization_id));
  select o.books_closed_through into closed_through from public.organizations o where o.id = caller_organization_id;
  if close_books.through is null or close_books.through not between '1990-01-01' and '2199-12-31' then
    return private.command_result('Enter the last day to close.', 'through', 'closing_day_missing');
  elsif close_books.through > last_day then
    return private.command_result('A day is closed when it has ended. Choose ' || private.day_words(last_day) || ' or an earlier day.',
      'through', 'day_not_ended', jsonb_build_object('last_day', last_day));
  elsif close_books.through <= closed_through then
    return private.command_result('The books are closed through ' || private.day_words(closed_through)
      || ' already. Choose a later day.', 'through', 'books_closed_already', jsonb_build_object('through', closed_through));
  end if;
  update public.organizations o set books_closed_through = close_books.through where o.id = caller_organization_id;
  perform private.audit(caller_organization_id, 'books_closed', null, null,
    jsonb_build_object('from', closed_through, 'to', close_books.through));
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.delete_bank_details()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
begin
  perform private.require_step_up();
  if private.account_lock(caller_organization_id, auth.uid()) is not null then
    return private.account_lock(caller_organization_id, auth.uid());
  end if;
  delete from private.bank_details d where d.organization_id = caller_organization_id and d.agent_id = auth.uid();
  if found then
    perform private.audit(caller_organization_id, 'bank_details_deleted', null, auth.uid());
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.disconnect_bank_connection(connection_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c public.bank_connections := private.lock_bank_connection(disconnect_bank_connection.connection_id);
begin
  perform private.require_step_up();
  if c.id is null then
    return private.connection_not_found();
  elsif c.state = 'disconnected' then
    return private.command_result(null);
  end if;
  delete from private.bank_connection_secrets s where s.connection_id = c.id;
  perform private.stop_sync_parts(c);
  update public.bank_connection_accounts a set ended_at = now() where a.connection_id = c.id and a.ended_at is null;
  update public.bank_connections b set state = 'disconnected', begun_at = null, next_try_at = null, expires_at = null, code = null,
    words = null, disconnected_at = now(), disconnected_by = auth.uid(), version = b.version + 1 where b.id = c.id;
  perform private.audit(c.organization_id, 'bank_connection_disconnected', null, c.id);
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.end_member_sessions(member_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  locked record;
  ended int;
begin
  select t.* into locked from private.lock_member(end_member_sessions.member_id) t;
  if locked.refusal is not null then
    return locked.refusal;
  elsif not private.is_owner() then
    return private.command_result('Only an owner can sign members out.', null, 'members_are_signed_out_by_owners');
  elsif (locked.member).id = auth.uid() then
    return private.command_result('Sign your own devices out in your profile.', null, 'own_devices_in_profile');
  end if;
  delete from auth.sessions s where s.user_id = (locked.member).id;
  get diagnostics ended = row_count;
  if ended > 0 then
    perform private.audit((locked.member).organization_id, 'member_signed_out', null, (locked.member).id, jsonb_build_object('count', ended));
    perform private.send_tag('user:' || (locked.member).id, 'account_changed');
  end if;
  return private.command_result(null) || jsonb_build_object('ended', ended);
end $function$;

CREATE OR REPLACE FUNCTION public.end_my_sessions(session_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  agency constant uuid := private.current_organization_id();
  ended int;
begin
  if agency is null then
    return private.command_result('You do not belong to an organization.', null, 'not_in_organization');
  end if;
  delete from auth.sessions s
  where s.user_id = auth.uid() and s.id <> nullif(auth.jwt() ->> 'session_id', '')::uuid
    and (end_my_sessions.session_id is null or private.device_id(s.id) = end_my_sessions.session_id);
  get diagnostics ended = row_count;
  if ended > 0 then
    perform private.audit(agency, 'member_devices_ended', null, auth.uid(), jsonb_build_object('count', ended));
    perform private.send_tag('user:' || auth.uid(), 'account_changed');
  end if;
  return private.command_result(null) || jsonb_build_object('ended', ended);
end $function$;

CREATE OR REPLACE FUNCTION public.export_customer_data(customer_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id uuid := private.admin_organization_id();
begin
  perform private.require_step_up();
  if caller_organization_id is null then
    perform private.refuse('Only admins can export a customer''s data.', '', 'export_is_for_admins');
  end if;
  perform 1 from public.customers c
  where c.organization_id = caller_organization_id and c.id = export_customer_data.customer_id;
  if not found then
    perform private.refuse('This customer does not exist.', '', 'customer_not_found');
  end if;
  perform private.audit(caller_organization_id, 'customer_exported', export_customer_data.customer_id,
    export_customer_data.customer_id);
  return private.allow_disclosure('customer_data', export_customer_data.customer_id);
end $function$;

CREATE OR REPLACE FUNCTION public.get_address_change()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('email', a.email_change, 'asked_at', a.email_change_sent_at, 'waits_for', array(
    select case t.token_type::text when 'email_change_token_new' then 'new' else 'current' end
    from auth.one_time_tokens t where t.user_id = a.id and t.token_type::text in ('email_change_token_new', 'email_change_token_current')
      and t.created_at > localtimestamp - interval '1 hour'
    order by 1))
  from auth.users a
  where a.id = auth.uid() and coalesce(a.email_change, '') <> '' and private.current_organization_id() is not null
$function$;

CREATE OR REPLACE FUNCTION public.get_agency_deletion()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('asked_at', o.deletion_asked_at, 'due_at', o.deletion_due_at,
    'asked_by', (select u.first_name || ' ' || u.last_name from public.users u where u.id = o.deletion_asked_by and u.organization_id = o.id),
    'would_be_due_at', now() + interval '30 days', 'counts', private.agency_size(o.id))
  from public.organizations o
  where o.id = private.current_organization_id() and private.is_owner()
$function$;

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

CREATE OR REPLACE FUNCTION public.get_second_factor()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me public.users;
  has_one constant boolean := private.has_factor(auth.uid());
  is_required boolean;
  codes jsonb;
begin
  if not private.session_is_open() then
    raise insufficient_privilege using message = 'This session is not valid any more';
  end if;
  select u.* into me from public.users u where u.id = auth.uid();
  is_required := private.needs_factor(me);
  if me.role = 'owner' and private.current_organization_id() is not null then
    select jsonb_build_object('left', count(*) filter (where c.used_at is null), 'made_on', max(c.made_at)) into codes
    from private.recovery_codes c where c.user_id = me.id;
  end if;
  return jsonb_build_object(
    'policy', coalesce((select o.second_factor_policy from public.organizations o where o.id = me.organization_id), 'optional'),
    'required', is_required,
    'has_factor', has_one,
    'aal', case when auth.jwt() ->> 'aal' = 'aal2' then 'aal2' else 'aal1' end,
    'confirmed_at', private.confirmed_at(),
    'step_up_until', case when (has_one or is_required) and private.stepped_up() then private.confirmed_at() + interval '15 minutes' end,
    'recovery', codes);
end $function$;

CREATE OR REPLACE FUNCTION public.list_my_devices()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'device', d.device, 'time_zone', d.time_zone, 'signed_in_at', d.created_at,
    'last_seen_at', d.last_seen_at, 'is_this', d.is_this, 'is_new', d.is_new) order by d.is_this desc, d.last_seen_at desc, d.id), '[]')
  from (
    select private.device_id(s.id) as id, coalesce(private.device_words(s.user_agent), 'Another program') as device, z.time_zone, s.created_at,
      greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc') as last_seen_at,
      s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid as is_this,
      exists (select from private.known_devices k where k.user_id = s.user_id and k.session_id = s.id and k.told) as is_new
    from auth.sessions s left join private.session_zones z on z.session_id = s.id
    where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now()) and private.current_organization_id() is not null
  ) d
$function$;

CREATE OR REPLACE FUNCTION public.list_second_factors()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
  answer jsonb;
begin
  if caller_organization_id is null then
    raise insufficient_privilege using message = 'Second factors of others are for admins and owners';
  end if;
  with people as (
    select u.id, u.role, u.first_name || ' ' || u.last_name as name, f.since, asked.created_at as asked_at, gone.created_at as reset_at,
      (select r.first_name || ' ' || r.last_name from public.users r where r.id = gone.done_by and r.organization_id = u.organization_id)
        as reset_by_name
    from public.users u
    left join lateral (
      select min(f.created_at) as since from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') f on true
    left join lateral (
      select e.created_at from private.second_factor_events e
      where e.user_id = u.id and e.organization_id = u.organization_id and e.what = 'asked' order by e.created_at desc limit 1) asked on true
    left join lateral (
      select e.created_at, e.done_by from private.second_factor_events e
      where e.user_id = u.id and e.organization_id = u.organization_id and e.what = 'reset' order by e.created_at desc limit 1) gone on true
    where u.organization_id = caller_organization_id and u.is_active)
  select jsonb_build_object(
    'policy', (select o.second_factor_policy from public.organizations o where o.id = caller_organization_id),
    'members', jsonb_agg(jsonb_build_object('user_id', p.id, 'name', p.name, 'role', p.role, 'has_factor', p.since is not null,
      'since', p.since, 'asked_at', p.asked_at, 'reset_at', p.reset_at, 'reset_by_name', p.reset_by_name) order by p.name, p.id),
    'everybody', jsonb_build_object('count', count(*), 'with_factor', count(p.since)),
    'admins', jsonb_build_object('count', count(*) filter (where p.role <> 'agent'),
      'with_factor', count(p.since) filter (where p.role <> 'agent')))
  into answer from people p;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.make_recovery_codes()
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.current_organization_id();
  codes text[];
begin
  if not private.is_owner() then
    perform private.refuse('Only owners have recovery codes.', '', 'recovery_codes_are_for_owners');
  elsif not private.has_factor(auth.uid()) then
    perform private.refuse('Set up an authenticator first.', '', 'recovery_codes_need_a_factor');
  end if;
  perform private.require_step_up();
  perform private.recovery_lock(auth.uid());
  delete from private.recovery_codes c where c.user_id = auth.uid();
  codes := array(select private.new_recovery_code() from generate_series(1, 10));
  insert into private.recovery_codes (organization_id, user_id, code_hash)
  select caller_organization_id, auth.uid(), extensions.crypt(private.plain_recovery_code(c.code), extensions.gen_salt('bf', 8))
  from unnest(codes) c(code);
  perform private.audit(caller_organization_id, 'recovery_codes_made', null, auth.uid());
  return codes;
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
  perform private.require_step_up();
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

CREATE OR REPLACE FUNCTION public.pay_payout(batch_id uuid, expected_version integer, paid_on date, reference text, payment_key uuid, checks jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  b public.payout_batches := private.lock_payout(pay_payout.batch_id);
  text_of_reference text := nullif(btrim(pay_payout.reference), '');
  is_to_come boolean := pay_payout.paid_on > private.today();
  refusal jsonb;
begin
  perform private.require_step_up();
  if b.id is null then
    return private.command_result('This payout does not exist.', null, 'payout_not_found');
  elsif b.status in ('scheduled', 'paid') and b.payment_key = pay_payout.payment_key then
    return private.payment_answer(b.id);
  elsif b.status <> 'approved' then
    return case when b.status = 'draft' then private.command_result('Approve this payout first.', null, 'payout_not_approved')
      else private.draft_refusal(b) end;
  elsif b.version is distinct from pay_payout.expected_version then
    return private.command_result('Somebody changed this payout meanwhile. Look at it again.', null, 'payout_changed');
  elsif pay_payout.payment_key is null then
    return private.command_result('This payment needs a key of its own.', 'payment_key', 'payment_key_missing');
  elsif pay_payout.paid_on is null or pay_payout.paid_on not between '1900-01-01' and '2199-12-31' then
    return private.command_result('Enter the payment date.', 'paid_on', 'payment_date_missing');
  elsif private.closed_day_refusal(b.organization_id, pay_payout.paid_on, 'paid_on') is not null then
    return private.closed_day_refusal(b.organization_id, pay_payout.paid_on, 'paid_on');
  elsif char_length(text_of_reference) > 200 then
    return private.command_result('Use at most 200 characters.', 'reference', 'text_too_long', '{"most": 200}');
  elsif jsonb_typeof(coalesce(checks, '{}')) <> 'object' or exists (
    select 1 from jsonb_each_text(coalesce(checks, '{}')) e where char_length(e.value) > 200) then
    return private.command_result('Use at most 200 characters.', 'checks', 'text_too_long', '{"most": 200}');
  end if;
  perform private.lock_payout_lines(b);
  refusal := private.payout_problems(b);
  if refusal <> '[]' then
    return private.command_result('Some of these commissions cannot be paid any more.',
      null, 'payout_has_problems') || jsonb_build_object('problems', refusal);
  end if;
  refusal := case when is_to_come then private.bank_day_refusal(b, pay_payout.paid_on) end;
  if refusal is not null then
    return refusal;
  elsif is_to_come then
    update public.payout_batches p set status = 'scheduled', scheduled_by = auth.uid(), scheduled_at = now(),
      planned_on = pay_payout.paid_on, reference = text_of_reference, checks = coalesce(pay_payout.checks, '{}'),
      payment_key = pay_payout.payment_key, version = p.version + 1
    where p.id = b.id;
    perform private.note_payout(b, 'scheduled', jsonb_build_object('planned_on', pay_payout.paid_on, 'amount',
      (select sum(t.paid_amount) from private.payout_totals(b) t)));
  else
    perform private.complete_payout(b, pay_payout.paid_on, text_of_reference, pay_payout.payment_key, coalesce(checks, '{}'), false);
  end if;
  return private.payment_answer(b.id);
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

CREATE OR REPLACE FUNCTION public.record_agent_payment(commission_id uuid, agent_id uuid, organization_id uuid, created_by uuid, amount numeric, payment_date date, payment_method text, reference text DEFAULT NULL::text, notes text DEFAULT NULL::text, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  sale public.sales%rowtype;
  commission public.commissions%rowtype;
  refusal jsonb;
  answer jsonb := private.begin_request('record_agent_payment', request_key, jsonb_build_object('commission_id', commission_id,
    'agent_id', agent_id, 'amount', amount, 'payment_date', payment_date, 'payment_method', payment_method, 'reference', reference,
    'notes', notes));
begin
  perform private.require_step_up();
  if answer is not null then
    select c.* into commission from public.commissions c
    where c.organization_id = caller_organization_id and c.id = record_agent_payment.commission_id;
    return answer || jsonb_build_object('commission', to_jsonb(commission));
  end if;
  if caller_organization_id is null or not private.is_admin() then
    return private.command_result('You do not have permission to record agent payments.',
      null, 'payments_are_for_admins') || '{"commission": null}';
  end if;

  -- Lock order: sale, then commission, as everywhere. The sale's status cannot change while it is checked.
  select s.* into sale
  from public.sales s
  where s.organization_id = caller_organization_id and s.id = (
    select c.sales_id from public.commissions c
    where c.organization_id = caller_organization_id and c.id = record_agent_payment.commission_id)
  for no key update;
  select c.* into commission
  from public.commissions c
  where c.organization_id = caller_organization_id and c.id = record_agent_payment.commission_id and c.sales_id = sale.id
  for no key update;

  refusal := case
    when commission.id is null then private.command_result('This commission does not exist.',
      'commission_id', 'commission_not_found')
    when record_agent_payment.organization_id <> caller_organization_id then
      private.command_result('The commission belongs to another organization.', 'organization_id', 'payment_of_other_organization')
    when record_agent_payment.agent_id <> commission.agent_id then
      private.command_result('The commission belongs to another agent.', 'agent_id', 'payment_of_other_agent')
    when record_agent_payment.created_by <> auth.uid() then
      private.command_result('A payment is recorded under your own name.', 'created_by', 'payment_under_other_name')
    when private.schedule_lock(caller_organization_id, commission.id) is not null then
      private.at_field(private.schedule_lock(caller_organization_id, commission.id), 'commission_id')
    when commission.status = 'agent_paid' then
      private.command_result('The agent has already been paid for this commission.', 'commission_id', 'agent_paid_already')
    when sale.status = 'cancelled' then private.command_result('Agent cannot be paid for a cancelled sale',
      'commission_id', 'payment_for_cancelled_sale')
    when commission.status = 'cancelled' then private.command_result('A cancelled commission cannot be paid.',
      'commission_id', 'cancelled_commission_unpayable')
    when sale.status <> 'paid' then private.command_result('The customer has not paid this sale yet.',
      'commission_id', 'sale_not_paid')
    when commission.status <> 'funds_received' then
      private.command_result('Funds must be received before the agent is paid.', 'commission_id', 'funds_not_received')
    when commission.received_on is null and exists (
      select 1 from public.organizations o where o.id = caller_organization_id and o.commission_received_on = 'deposit_matched') then
      private.command_result('The vendor''s money has not been received yet.', 'commission_id', 'vendor_money_missing')
    when exists (
      select 1 from public.payout_holds h
      where h.organization_id = caller_organization_id and h.commission_id = commission.id) then
      private.command_result('This commission is held. Release it first.', 'commission_id', 'commission_held')
    when record_agent_payment.amount is null then private.command_result('Enter the amount you paid.',
      'amount', 'paid_amount_missing')
    when record_agent_payment.amount <> commission.agent_amount then
      private.command_result('Enter exactly ' || commission.agent_amount || ', the agent''s share.', 'amount', 'exact_share',
        jsonb_build_object('amount', commission.agent_amount))
    when record_agent_payment.payment_date is null then private.command_result('Enter the payment date.',
      'payment_date', 'payment_date_missing')
    when private.closed_day_refusal(caller_organization_id, record_agent_payment.payment_date, 'payment_date') is not null then
      private.closed_day_refusal(caller_organization_id, record_agent_payment.payment_date, 'payment_date')
    when record_agent_payment.payment_method is null then private.command_result('Choose how the agent was paid.',
      'payment_method', 'payment_method_missing')
  end;
  if refusal is not null then
    return refusal || '{"commission": null}';
  end if;

  perform private.write_agent_payments(caller_organization_id, array[commission.id], array[record_agent_payment.payment_method],
    array[nullif(btrim(record_agent_payment.reference), '')], record_agent_payment.payment_date,
    nullif(btrim(record_agent_payment.notes), ''), null);
  select c.* into commission from public.commissions c where c.id = commission.id;
  return private.end_request(request_key, commission.id, jsonb_build_object('success', true, 'error', null))
    || jsonb_build_object('commission', to_jsonb(commission));
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

CREATE OR REPLACE FUNCTION public.renew_mailbox_token()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.mailbox_organization();
begin
  perform private.require_step_up();
  insert into private.mailboxes as b (organization_id, token, renewed_at, renewed_by)
  values (caller_organization_id, private.new_mailbox_token(), now(), auth.uid())
  on conflict (organization_id) do update
  set token = excluded.token, renewed_at = excluded.renewed_at, renewed_by = excluded.renewed_by;
  perform private.audit(caller_organization_id, 'mailbox_renewed', null, null);
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.reopen_books(through date, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  words constant text := private.visible_text(reopen_books.reason);
  closed_through date;
begin
  perform private.require_step_up();
  if caller_organization_id is null or not private.is_owner() then
    return private.command_result('Only an owner can reopen the books.', null, 'reopening_is_for_owners');
  end if;
  perform pg_advisory_xact_lock(private.books_lock(caller_organization_id));
  select o.books_closed_through into closed_through from public.organizations o where o.id = caller_organization_id;
  if closed_through is null then
    return private.command_result('The books are not closed.', null, 'books_not_closed');
  elsif reopen_books.through >= closed_through then
    return private.command_result('The books are closed through ' || private.day_words(closed_through) || '. Choose an earlier day.',
      'through', 'reopening_day_too_late', jsonb_build_object('through', closed_through));
  elsif reopen_books.through < '1990-01-01' then
    return private.command_result('Choose a day from 1990 on.', 'through', 'reopening_day_too_early');
  elsif words is null then
    return private.command_result('Say why. It is kept in the audit log, and the other owners read it.',
      'reason', 'reopening_books_reason_missing');
  elsif char_length(words) > 500 then
    return private.command_result('Use at most 500 characters.', 'reason', 'text_too_long', '{"most": 500}');
  end if;
  update public.organizations o set books_closed_through = reopen_books.through where o.id = caller_organization_id;
  perform private.audit(caller_organization_id, 'books_reopened', null, null,
    jsonb_build_object('from', closed_through, 'to', reopen_books.through, 'reason', words));
  perform private.write_notification(u.organization_id, u.id, 'books', private.acting_name(u.organization_id)
    || ' reopened the books: they were closed through ' || private.day_words(closed_through)
    || coalesce(', now through ' || private.day_words(reopen_books.through), ', now nothing is closed') || '. ' || words,
    'organization', u.organization_id, 'books_reopened', jsonb_build_object('by', private.acting_name(u.organization_id),
      'from', closed_through, 'to', reopen_books.through, 'reason', words))
  from public.users u
  where u.organization_id = caller_organization_id and u.role = 'owner' and u.is_active order by u.id;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.request_audit_log(kind text DEFAULT NULL::text, actor_id uuid DEFAULT NULL::uuid, record_id uuid DEFAULT NULL::uuid, search text DEFAULT NULL::text, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  f private.audit_filter := private.audit_filter_of(request_audit_log.kind, request_audit_log.actor_id, request_audit_log.record_id,
    request_audit_log.search, request_audit_log.start_date, request_audit_log.end_date, null);
  subject uuid := private.audit_export_subject(f);
begin
  perform private.require_step_up();
  perform private.limit_disclosures(f.organization_id, 'audit_log', subject, 'exports of the audit log', 50);
  perform private.audit(f.organization_id, 'audit_log_exported', null, null, jsonb_strip_nulls(jsonb_build_object(
    'entries', least(private.count_audit_entries(f), private.export_limit()), 'kind', f.kind, 'since', request_audit_log.start_date,
    'on', request_audit_log.end_date)));
  return private.allow_disclosure('audit_log', subject);
end $function$;

CREATE OR REPLACE FUNCTION public.request_payment_file(batch_id uuid, format text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.payout_batches := private.lock_payout(request_payment_file.batch_id);
begin
  perform private.require_step_up();
  if b.id is null or b.status not in ('approved', 'scheduled', 'paid') then
    perform private.refuse('A payment file is made for an approved payout.', '', 'payment_file_of_approved');
  elsif private.masked_bank_account(b.organization_id, null) is null then
    perform private.refuse('An owner has to say first from which account payouts are paid.', '', 'payout_account_missing');
  elsif request_payment_file.format not in ('nacha', 'pain', 'csv') then
    perform private.refuse('There is no such payment file.', '', 'payment_file_unknown');
  end if;
  perform private.limit_disclosures(b.organization_id, 'payment_file', b.id, 'payment files', 10);
  perform private.audit(b.organization_id, 'payment_file_requested', null, b.id,
    jsonb_strip_nulls(jsonb_build_object('format', request_payment_file.format)));
  return private.allow_disclosure('payment_file', b.id);
end $function$;

CREATE OR REPLACE FUNCTION public.save_bank_details(details jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  refusal jsonb;
begin
  perform private.require_step_up();
  if caller_organization_id is null then
    return private.command_result('You do not belong to an organization.', null, 'not_in_organization');
  elsif private.account_lock(caller_organization_id, auth.uid()) is not null then
    return private.account_lock(caller_organization_id, auth.uid());
  end if;
  refusal := private.write_bank_details(caller_organization_id, auth.uid(), details);
  if refusal is not null then
    return refusal;
  end if;
  perform private.audit(caller_organization_id, 'bank_details_changed', null, auth.uid());
  perform private.notify_other_admins(caller_organization_id, 'security',
    private.acting_name(caller_organization_id) || ' changed where payouts go.', 'team', auth.uid(), 'bank_details_changed',
    jsonb_build_object('by', private.acting_name(caller_organization_id)));
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.save_payout_account(details jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  refusal jsonb;
begin
  perform private.require_step_up();
  if caller_organization_id is null or not private.is_owner() then
    return private.command_result('Only an owner can change the account that payouts are paid from.',
      null, 'payout_account_is_for_owners');
  elsif private.account_lock(caller_organization_id, null) is not null then
    return private.account_lock(caller_organization_id, null);
  end if;
  refusal := private.write_bank_details(caller_organization_id, null, details);
  if refusal is not null then
    return refusal;
  end if;
  perform private.audit(caller_organization_id, 'payout_account_changed', null, null);
  perform private.notify_other_admins(caller_organization_id, 'security',
    private.acting_name(caller_organization_id) || ' changed the account that payouts are paid from.', 'organizations', caller_organization_id,
    'payout_account_changed', jsonb_build_object('by', private.acting_name(caller_organization_id)));
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.set_member_role(member_id uuid, role text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  locked record;
  new_role text := set_member_role.role;
  reason text;
  detail text;
begin
  select t.* into locked from private.lock_member(set_member_role.member_id) t;
  if locked.refusal is not null then
    return locked.refusal;
  elsif new_role is null or new_role not in ('owner', 'admin', 'agent') then
    return private.command_result('Choose owner, admin or agent.', 'role', 'role_unknown');
  elsif new_role = (locked.member).role then
    return private.command_result(null);
  elsif new_role = 'owner' then
    return private.command_result('Transfer the ownership to make somebody the owner.', 'role', 'ownership_is_transferred');
  elsif not private.is_owner() then
    return private.command_result('Only an owner can make somebody an admin.', 'role', 'admins_are_made_by_owners');
  end if;
  -- An admin without a second factor pays without a code: whoever finds an old session open must not make one.
  if new_role = 'admin' then
    perform private.require_step_up();
  end if;
  begin
    update public.users u set role = new_role where u.id = (locked.member).id;
  exception when raise_exception then
    -- Refused by keep_an_active_owner.
    get stacked diagnostics reason = message_text, detail = pg_exception_detail;
    return private.command_result(reason, 'role') || private.fact_of(detail);
  end;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.set_second_factor_policy(p_policy text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  agency public.organizations := private.lock_owned_agency();
begin
  if agency.id is null then
    return private.command_result('Only an owner can say who needs a second factor.', null, 'second_factor_policy_is_for_owners');
  elsif p_policy is null or p_policy not in ('optional', 'admins', 'all') then
    return private.command_result('Choose optional, admins or all.', 'p_policy', 'second_factor_policy_unknown');
  end if;
  perform private.require_step_up();
  if agency.second_factor_policy <> p_policy then
    update public.organizations o set second_factor_policy = p_policy where o.id = agency.id;
    perform private.audit(agency.id, 'second_factor_policy_changed', null, agency.id,
      private.audit_change('second_factor_policy', agency.second_factor_policy, p_policy));
  end if;
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
  perform private.require_step_up();
  if char_length(passphrase) not between 12 and 200 then
    return private.command_result('Use a passphrase of at least 12 characters.', 'passphrase', 'passphrase_too_short', '{"least": 12}');
  end if;
  if (private.lock_owned_agency()).id is null then
    raise insufficient_privilege using message = 'permission denied for exports of an agency';
  end if;
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

CREATE OR REPLACE FUNCTION public.take_bank_sync(connection_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  claim constant interval := '3 minutes';
  c public.bank_connections;
  p private.bank_sync_parts;
begin
  for c in
    select b.* from public.bank_connections b
    where b.state in ('connected', 'needs_attention', 'syncing') and (take_bank_sync.connection_id is null or b.id = take_bank_sync.connection_id)
      and b.next_try_at <= now() and not private.is_being_deleted(b.organization_id)
      and exists (select 1 from private.bank_connection_secrets s where s.connection_id = b.id and s.sealed is not null)
      and not exists (select 1 from private.bank_sync_parts x
        where x.organization_id = b.organization_id and x.connection_id = b.id and x.state = 'waiting' and x.claimed_until > now())
    order by b.next_try_at, b.id
    for update skip locked
  loop
    if private.provider_requests(c.id, 'part', interval '24 hours') >= 24 then
      update public.bank_connections b set next_try_at = (
        select min(r.made_at) + interval '24 hours' from private.bank_provider_requests r
        where r.connection_id = c.id and r.kind = 'part' and r.made_at > now() - interval '24 hours')
      where b.id = c.id;
      continue;
    end if;
    -- Somebody may have claimed one before this row was locked.
    continue when exists (select 1 from private.bank_sync_parts x
      where x.organization_id = c.organization_id and x.connection_id = c.id and x.state = 'waiting' and x.claimed_until > now());
    if not exists (select 1 from private.bank_sync_parts x
      where x.organization_id = c.organization_id and x.connection_id = c.id and x.state = 'waiting')
      and not private.plan_bank_sync(c) then
      continue;
    end if;
    update private.bank_sync_parts x set claimed_until = now() + claim
    where x.id = (select y.id from private.bank_sync_parts y
      where y.organization_id = c.organization_id and y.connection_id = c.id and y.state = 'waiting' order by y.part limit 1)
    returning x.* into p;
    insert into private.bank_provider_requests (organization_id, connection_id, kind) values (c.organization_id, c.id, 'part');
    update public.bank_connections b set state = 'syncing', last_tried_at = now() where b.id = c.id;
    return jsonb_build_object('sync_id', p.id, 'connection_id', c.id, 'provider', c.provider,
      'secret', (select private.unseal('bank_connection_key', s.sealed) from private.bank_connection_secrets s
        where s.connection_id = c.id),
      'provider_account_ids', (select coalesce(jsonb_agg(t.provider_account_id order by t.provider_account_id), '[]')
        from public.bank_connection_accounts t
        where t.connection_id = c.id and t.account_id is not null and t.ended_at is null),
      'since', private.asked_from(p), 'until', p.until, 'part', p.part, 'parts', p.parts);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.take_mails(most integer DEFAULT 10)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  new_claim constant uuid := gen_random_uuid();
  answer jsonb;
begin
  with due as (
    select m.id from private.outgoing_mails m
    where (m.state = 'queued' and m.next_try_at <= now() or m.state = 'sending' and m.claimed_until < now())
      and (m.kind = 'account' or private.mailed_today(m.organization_id) < 500)
      and not private.is_being_deleted(m.organization_id)
    order by m.next_try_at, m.id for update of m skip locked limit least(greatest(most, 1), 50)),
  taken as (
    update private.outgoing_mails m
    set state = 'sending', claim = new_claim, claimed_until = now() + interval '3 minutes', attempts = m.attempts + 1
    from due d where m.id = d.id returning m.*)
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'claim', t.claim, 'kind', t.kind, 'to_address', t.to_address,
    'to_name', t.to_name, 'from_name', t.from_name, 'reply_to', t.reply_to, 'subject', t.subject, 'body', t.body,
    'attachment_name', t.attachment_name, 'attachment', translate(encode(t.attachment, 'base64'), E'\n', ''),
    'attempts', t.attempts, 'handed_over_at', t.handed_over_at) order by t.next_try_at, t.id), '[]')
  into answer from taken t;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_time_zone(time_zone text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  session auth.sessions;
  member public.users;
  device_name text;
  is_new boolean;
begin
  select s.* into session from auth.sessions s
  where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = auth.uid() and private.has_live_session();
  if session.id is null or not exists (select from pg_catalog.pg_timezone_names z where z.name = tell_time_zone.time_zone) then
    return private.command_result(null);
  end if;
  insert into private.session_zones (session_id, time_zone) values (session.id, tell_time_zone.time_zone) on conflict do nothing;
  if not found then
    return private.command_result(null);
  end if;
  device_name := coalesce(private.device_words(session.user_agent), 'Another program');
  -- A device that is new altogether was told already, without its zone.
  is_new := exists (select from private.known_devices k where k.user_id = session.user_id and k.device = device_name and k.time_zone <> '')
    and not exists (select from private.known_devices k where k.session_id = session.id and k.told);
  insert into private.known_devices (user_id, device, time_zone, session_id, told)
  values (session.user_id, device_name, tell_time_zone.time_zone, session.id, is_new) on conflict do nothing;
  if found and is_new then
    select u.* into member from public.users u where u.id = session.user_id;
    if member.id is not null then
      perform private.audit(member.organization_id, 'member_zone_new', null, member.id,
        jsonb_build_object('time_zone', tell_time_zone.time_zone));
    end if;
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.transfer_ownership(member_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  locked record;
  refusal jsonb;
begin
  perform private.require_step_up();
  select t.* into locked from private.lock_member(transfer_ownership.member_id) t;
  refusal := case
    when not private.is_owner() then private.command_result('Only an owner can transfer the ownership.',
      'member_id', 'transfer_is_for_owners')
    when locked.refusal is not null then private.at_field(locked.refusal, 'member_id')
    when (locked.member).id = auth.uid() then private.command_result('You are the owner already.', 'member_id', 'already_the_owner')
    when (locked.member).role = 'owner' then private.command_result('This person is an owner already.',
      'member_id', 'member_is_owner')
    when not (locked.member).is_active then private.command_result('Activate this person first: an owner has to be active.',
      'member_id', 'member_is_inactive')
  end;
  if refusal is not null then
    return refusal;
  end if;
  update public.users u set role = 'owner' where u.id = (locked.member).id;
  update public.users u set role = 'admin' where u.id = auth.uid();
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.use_recovery_code(user_id uuid, session_id uuid, code text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  typed constant text := private.plain_recovery_code(use_recovery_code.code);
  member public.users;
  used_id uuid;
begin
  perform private.recovery_lock(use_recovery_code.user_id);
  delete from private.recovery_tries t
  where t.user_id = use_recovery_code.user_id and t.tried_at < clock_timestamp() - interval '15 minutes';
  if (select count(*) from private.recovery_tries t where t.user_id = use_recovery_code.user_id) >= 5 then
    return private.command_result('Too many tries. Wait 15 minutes, or ask another owner to reset your second factor.', 'code',
      'recovery_tries_used');
  end if;
  insert into private.recovery_tries (user_id) values (use_recovery_code.user_id);
  select u.* into member from public.users u
  where u.id = use_recovery_code.user_id and u.role = 'owner' and u.is_active and private.has_factor(u.id);
  update private.recovery_codes c set used_at = now()
  where c.id = (
    select k.id from private.recovery_codes k
    where k.user_id = member.id and k.organization_id = member.organization_id and k.used_at is null
      and extensions.crypt(typed, k.code_hash) = k.code_hash
    limit 1)
  returning c.id into used_id;
  if used_id is null then
    return private.command_result('This code does not fit, or was used already.', 'code', 'recovery_code_wrong');
  end if;
  perform private.note_second_factor(member, 'recovered', 'recovery_code_used');
  delete from auth.sessions s where s.user_id = member.id and s.id <> use_recovery_code.session_id;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.void_agent_payment(payment_id uuid, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  draft public.payout_batches := private.lock_draft(caller_organization_id);
  p public.agent_payments;
  refusal jsonb;
  new_id uuid;
begin
  perform private.require_step_up();
  select a.* into p from public.agent_payments a
  where a.organization_id = caller_organization_id and a.id = void_agent_payment.payment_id for no key update;
  if p.batch_id is not null then
    return private.command_result('A payout paid this. Void the payment on its statement.', null, 'paid_by_payout');
  end if;
  refusal := private.void_refusal(caller_organization_id, p.amount,
    (select v.voided_on from public.payment_voids v where v.organization_id = caller_organization_id and v.payment_id = p.id),
    void_agent_payment.reason);
  if refusal is not null then
    return refusal;
  end if;
  new_id := private.post_void(draft, caller_organization_id, p.agent_id, null, p.id, p.amount, p.payment_date,
    btrim(void_agent_payment.reason));
  insert into public.commission_history
    (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes, code, params)
  values (p.commission_id, caller_organization_id, auth.uid(), 'update', 'agent_paid', 'agent_paid', '{}',
    jsonb_build_object('voided_amount', p.amount), 'Payment voided: ' || btrim(void_agent_payment.reason), 'voided',
    jsonb_build_object('amount', p.amount, 'reason', btrim(void_agent_payment.reason)));
  perform private.tell_of_void(caller_organization_id, p.agent_id, p.amount, 'for the ' || (
    select private.sale_description(s) from public.commissions c join public.sales s on s.id = c.sales_id
    where c.id = p.commission_id), 'commissions', p.commission_id, jsonb_build_object('sale', (
    select private.sale_param(c.sales_id) from public.commissions c where c.id = p.commission_id)));
  return private.command_result(null) || jsonb_build_object('id', new_id);
end $function$;

CREATE OR REPLACE FUNCTION public.void_statement_payment(statement_id uuid, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  draft public.payout_batches := private.lock_draft(caller_organization_id);
  b public.payout_batches;
  s public.payout_statements;
  refusal jsonb;
  new_id uuid;
begin
  perform private.require_step_up();
  -- Two who void the same come one after the other.
  select t.* into s from public.payout_statements t
  where t.organization_id = caller_organization_id and t.id = void_statement_payment.statement_id for no key update;
  refusal := private.void_refusal(caller_organization_id, s.paid_amount,
    (select v.voided_on from public.payment_voids v where v.organization_id = caller_organization_id and v.statement_id = s.id),
    void_statement_payment.reason);
  if refusal is not null then
    return refusal;
  end if;
  new_id := private.post_void(draft, caller_organization_id, s.agent_id, s.id, null, s.paid_amount, s.paid_on,
    btrim(void_statement_payment.reason));
  select p.* into b from public.payout_batches p where p.organization_id = caller_organization_id and p.id = s.batch_id;
  perform private.note_payout(b, 'voided', jsonb_build_object('agent_id', s.agent_id, 'amount', s.paid_amount,
    'reason', btrim(void_statement_payment.reason)));
  perform private.tell_of_void(caller_organization_id, s.agent_id, s.paid_amount, 'with the ' || b.name || ' payout', 'statements', s.id,
    jsonb_build_object('payout', b.name));
  return private.command_result(null) || jsonb_build_object('id', new_id);
end $function$;

CREATE OR REPLACE FUNCTION public.withdraw_address_change()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.current_organization_id() is null then
    return private.command_result('You do not belong to an organization.', null, 'not_in_organization');
  end if;
  update auth.users a set email_change = '', email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0
  where a.id = auth.uid();
  delete from auth.one_time_tokens t
  where t.user_id = auth.uid() and t.token_type::text in ('email_change_token_new', 'email_change_token_current');
  delete from private.address_wishes w where w.user_id = auth.uid();
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.withdraw_agency_deletion()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  agency public.organizations := private.lock_owned_agency();
begin
  if agency.id is null then
    return private.command_result('Only an owner can keep the agency.', null, 'agency_is_kept_by_owners');
  end if;
  if agency.deletion_due_at <= clock_timestamp() then
    return private.command_result('It is too late: the agency is being deleted.', null, 'agency_deletion_is_due');
  elsif agency.deletion_due_at is not null then
    update public.organizations o set deletion_asked_at = null, deletion_asked_by = null, deletion_due_at = null, deletion_told_days = null
    where o.id = agency.id;
    perform private.audit(agency.id, 'agency_deletion_withdrawn', null, agency.id);
    perform private.tell_of_deletion(agency, 'agency_deletion_withdrawn', private.acting_name(agency.id));
  end if;
  return private.command_result(null);
end $function$;

ALTER TABLE "private"."address_wishes" ADD CONSTRAINT "address_wishes_user_id_fkey" FOREIGN KEY (user_id, organization_id) REFERENCES public.users(id, organization_id) ON DELETE CASCADE;

ALTER TABLE "private"."agency_exports" ADD CONSTRAINT "agency_exports_asked_by_fkey" FOREIGN KEY (asked_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "private"."agency_exports" ADD CONSTRAINT "agency_exports_opened_by_fkey" FOREIGN KEY (opened_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "private"."agency_exports" ADD CONSTRAINT "agency_exports_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "private"."agency_export_parts" ADD CONSTRAINT "agency_export_parts_export_id_fkey" FOREIGN KEY (organization_id, export_id) REFERENCES private.agency_exports(organization_id, id) ON DELETE CASCADE;

ALTER TABLE "private"."known_devices" ADD CONSTRAINT "known_devices_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."outgoing_mails" ADD CONSTRAINT "outgoing_mails_kind_known" CHECK ((kind = ANY (ARRAY['chase'::text, 'report'::text, 'statement'::text, 'account'::text, 'takeout'::text])));

ALTER TABLE "private"."recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY (user_id, organization_id) REFERENCES public.users(id, organization_id) ON DELETE CASCADE;

ALTER TABLE "private"."recovery_tries" ADD CONSTRAINT "recovery_tries_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."second_factor_events" ADD CONSTRAINT "second_factor_events_done_by_fkey" FOREIGN KEY (done_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "private"."second_factor_events" ADD CONSTRAINT "second_factor_events_user_id_fkey" FOREIGN KEY (user_id, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "private"."session_zones" ADD CONSTRAINT "session_zones_session_id_fkey" FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE;

ALTER TABLE "public"."organizations" ADD CONSTRAINT "organizations_deletion_due_at_whole" CHECK ((num_nulls(deletion_asked_at, deletion_asked_by, deletion_due_at, deletion_told_days) = ANY (ARRAY[0, 4])));

ALTER TABLE "public"."organizations" ADD CONSTRAINT "organizations_offline_reading_known" CHECK ((offline_reading = ANY (ARRAY['off'::text, 'agents'::text, 'everybody'::text])));

ALTER TABLE "public"."organizations" ADD CONSTRAINT "organizations_second_factor_policy_known" CHECK ((second_factor_policy = ANY (ARRAY['optional'::text, 'admins'::text, 'all'::text])));

CREATE INDEX agency_export_parts_organization_id_idx ON private.agency_export_parts USING btree (organization_id, export_id);

CREATE UNIQUE INDEX agency_exports_one_key ON private.agency_exports USING btree (organization_id);

CREATE INDEX recovery_codes_user_id_idx ON private.recovery_codes USING btree (user_id, organization_id);

CREATE INDEX recovery_tries_user_id_idx ON private.recovery_tries USING btree (user_id, tried_at);

CREATE INDEX second_factor_events_done_by_idx ON private.second_factor_events USING btree (done_by, organization_id);

CREATE INDEX second_factor_events_user_id_idx ON private.second_factor_events USING btree (user_id, organization_id, what, created_at DESC);

CREATE INDEX organizations_deletion_due_at_idx ON public.organizations USING btree (deletion_due_at) WHERE (deletion_due_at IS NOT NULL);

CREATE TRIGGER paperplane_10_guard_factor BEFORE INSERT ON auth.mfa_factors FOR EACH ROW EXECUTE FUNCTION private.guard_factor();

CREATE TRIGGER paperplane_10_guard_removed_factor BEFORE DELETE ON auth.mfa_factors FOR EACH ROW WHEN ((old.status = 'verified'::auth.factor_status)) EXECUTE FUNCTION private.guard_factor();

CREATE TRIGGER paperplane_50_note_factor AFTER UPDATE OF status ON auth.mfa_factors FOR EACH ROW WHEN (((new.status = 'verified'::auth.factor_status) AND (old.status <> 'verified'::auth.factor_status))) EXECUTE FUNCTION private.note_factor();

CREATE TRIGGER paperplane_50_note_removed_factor AFTER DELETE ON auth.mfa_factors FOR EACH ROW WHEN ((old.status = 'verified'::auth.factor_status)) EXECUTE FUNCTION private.note_factor();

CREATE TRIGGER paperplane_10_note_sign_in AFTER INSERT OR UPDATE OF user_agent ON auth.sessions FOR EACH ROW EXECUTE FUNCTION private.note_sign_in();

CREATE TRIGGER paperplane_20_follow_address AFTER UPDATE OF email ON auth.users FOR EACH ROW WHEN (((old.email)::text IS DISTINCT FROM (new.email)::text)) EXECUTE FUNCTION private.follow_address();

CREATE TRIGGER paperplane_20_guard_address_wish BEFORE UPDATE OF email_change ON auth.users FOR EACH ROW WHEN ((((new.email_change)::text <> ''::text) AND ((new.email_change)::text IS DISTINCT FROM (old.email_change)::text))) EXECUTE FUNCTION private.guard_address_wish();

CREATE TRIGGER audit_log_after_60_tell_account_news AFTER INSERT ON private.audit_log FOR EACH ROW WHEN (((new.action = ANY (ARRAY['member_zone_new'::text, 'member_signed_out'::text])) OR ((new.action = 'member_signed_in'::text) AND (new.details ? 'new_device'::text)))) EXECUTE FUNCTION private.tell_account_news();

CREATE TRIGGER second_factor_events_after_40_notify AFTER INSERT ON private.second_factor_events FOR EACH ROW WHEN ((new.what = 'asked'::text)) EXECUTE FUNCTION private.notify_of_second_factor();

CREATE TRIGGER second_factor_events_after_60_mail AFTER INSERT ON private.second_factor_events FOR EACH ROW EXECUTE FUNCTION private.mail_about_second_factor();

CREATE TRIGGER customers_after_90_drop_export AFTER UPDATE ON public.customers FOR EACH ROW WHEN (((old.erased_at IS NULL) AND (new.erased_at IS NOT NULL))) EXECUTE FUNCTION private.drop_export();

CREATE TRIGGER user_emails_after_60_tell_former_address AFTER UPDATE OF email ON public.user_emails FOR EACH ROW WHEN ((old.email <> new.email)) EXECUTE FUNCTION private.tell_former_address();

CREATE POLICY "people read their own row, inactive ones too" ON "public"."users" FOR SELECT TO "authenticated" USING (((id = ( SELECT auth.uid() AS uid)) AND (organization_id = ( SELECT private.own_organization_id() AS own_organization_id))));

COMMENT ON COLUMN "private"."known_devices"."session_id" IS 'The session it was first seen in';

COMMENT ON COLUMN "private"."known_devices"."told" IS 'Whether its person was told: not of the first one ever, with which an account begins';

COMMENT ON COLUMN "private"."second_factor_events"."done_by" IS 'Null where they did it themselves, or Auth does not tell';

COMMENT ON COLUMN "public"."organizations"."deletion_due_at" IS 'From when on the agency is deleted; null unless an owner asked for it. Changed by ask_agency_deletion and withdraw_agency_deletion alone';

COMMENT ON COLUMN "public"."organizations"."deletion_told_days" IS 'How many days before its end all members were told last: 30, 7 or 1';

COMMENT ON COLUMN "public"."organizations"."offline_reading" IS 'Whose devices keep what they opened, to be read without a network for 7 days: off nobody''s, agents, everybody. Of one''s own alone';

COMMENT ON COLUMN "public"."organizations"."second_factor_policy" IS 'Who needs a second factor. Changed by set_second_factor_policy alone';

COMMENT ON FUNCTION "api_requests"."check_request"() IS 'Tells with each answer the instant whose data it knows (x-as-of), by the
  primary''s clock, so that a browser can tell whether a replica knows what it has written: of a replica, when the last
  transaction that it has replayed was committed; older than it need be while nothing is written, and not told before the first
  one. A replica refuses a session that it does not know, or that has ended, instead of showing it an empty agency: the browser
  asks the primary then. Says to a session that lacks a second factor what it lacks, instead of showing it an empty agency; only
  get_second_factor answers it. Lets one heavy read of a person run at a time: a function that only reads and has a time-out of its own,
  which is longer than what a screen may take (platform/functions/time_outs). Refuses every count but the exact one. The
  planner''s statistics know the rows of every tenant and agent: an estimate for `agent_id=eq.<somebody else>` would tell how many
  sales they have, past row-level security. Preferences are compared as servers parse them, and more strictly: apart at commas and
  semicolons, in lower case, without blanks, tabs, quotes and whatever else a parser may trim. PostgREST hands over the last of
  several Prefer headers only: a proxy in front of it must join them.';

COMMENT ON FUNCTION "private"."agency_relations"() IS 'Every table with rows of agencies, from the catalogue, those first that others are not pointed to from:
  whoever deletes in this order leaves no reference without its row. Without users, which go last, with their agency.';

COMMENT ON FUNCTION "private"."agency_size"(uuid) IS 'What goes with an agency: {sales, customers, people, files}.';

COMMENT ON FUNCTION "private"."audit_settings"() IS 'Each setting that changed, with before and after; books are closed, a second factor and
  a deletion asked for, by entries of their own.';

COMMENT ON FUNCTION "private"."begin_agency_deletion"(uuid) IS 'The first slice: from here on who belongs to it is nobody, and nothing happens by itself for it. False where it
  is not due, or has begun.';

COMMENT ON FUNCTION "private"."confirmed_at"() IS 'When a code was entered last in this session, as the access token says; null for never.';

COMMENT ON FUNCTION "private"."csv_cell"(text) IS 'SQL for a text between quotes; nothing at all for null, as COPY reads it. Written into the query, for a
  call for each cell takes ten times as long.';

COMMENT ON FUNCTION "private"."current_organization_id"() IS 'The caller''s tenant; null for an inactive user, for a revoked or expired
  session and where a second factor is missing, so everything built on it denies access. Policies call it, like the functions below, in a scalar subquery: evaluated once
  per statement, not once per row.';

COMMENT ON FUNCTION "private"."delete_agencies"(interval) IS 'A job of every ten seconds: tells members of what is near, then does one slice, of the agency that waited
  longest: begins what is due, else removes files and rows for about a second, else finishes. Each run is one transaction, and the next goes
  on from there, whatever ended this one.';

COMMENT ON FUNCTION "private"."device_id"(uuid) IS 'What a list of devices calls a session. Its own id stays unsaid: it is the proof that a password was
  typed (ask_address_change), and whoever has another session of the person would read it there.';

COMMENT ON FUNCTION "private"."drop_export"() IS 'Erasure: a customer who is erased is in no export either. One that is ready goes; one that is being written is written anew.';

COMMENT ON FUNCTION "private"."empty_agency"(uuid, interval) IS 'Deletes rows of an agency that is being deleted, 5,000 at a time, until `longest` is over. Answers whether some may be left.';

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

COMMENT ON FUNCTION "private"."finish_agency_deletion"(private.agency_deletions) IS 'The last slice: what is in tables without an `organization_id`, members, the agency itself, accounts. All of it
  or nothing: false, and the tables are gone through once more, where a row has come meanwhile.';

COMMENT ON FUNCTION "private"."follow_address"() IS 'The address of a member follows the account''s, whoever changed it: their own wish, or the
  operator, of whom the log says that nobody did.';

COMMENT ON FUNCTION "private"."guard_address_wish"() IS 'Auth begins no change of a member''s address that was not asked for with the password. Who
  has not joined yet has no colleagues to pretend to.';

COMMENT ON FUNCTION "private"."guard_factor"() IS 'Auth adds and removes authenticators for any session that a code has raised, however long ago: whoever
  found one open would add their own, and pass for its owner from then on. So both want a code of the last 15 minutes. Who runs the
  installation removes them by SQL.';

COMMENT ON FUNCTION "private"."guarded_text"(text) IS 'SQL for a text that no spreadsheet takes for a formula: an apostrophe before what begins like one,
  and before an apostrophe, so that a restore can take it away again.';

COMMENT ON FUNCTION "private"."has_live_session"() IS 'Whether the session of the access token exists, has not expired and lacks no second factor.
  Also true for a signed-in user without an organization, who may create one or accept an invitation.';

COMMENT ON FUNCTION "private"."import_query"(text, text, text, text) IS 'The same with heads that people read and imports know again (`sale_date`: Sale date).';

COMMENT ON FUNCTION "private"."is_being_deleted"(uuid) IS 'Whether its deletion has begun: nothing is sent, paid or fetched for it any more.';

COMMENT ON FUNCTION "private"."is_export_open"(private.agency_exports) IS 'Whether the caller is an owner by now, and has opened it within twelve hours.';

COMMENT ON FUNCTION "private"."lock_accounts_out"(uuid[]) IS 'Ends their sessions, and nobody signs in with them any more, whatever password, mail or factor they have. Their
  addresses are free at once.';

COMMENT ON FUNCTION "private"."lock_owned_agency"() IS 'The caller''s agency, locked until the end of the transaction; null where the caller is no owner,
  also by the time that whoever held it before is done.';

COMMENT ON FUNCTION "private"."mail_about_second_factor"() IS 'To its person, where this installation sends mail.';

COMMENT ON FUNCTION "private"."may_take_document_file"(text) IS 'Whether the caller may read a document''s file for an export they have opened.';

COMMENT ON FUNCTION "private"."missing_factor"() IS 'What the caller still owes before they are somebody: ''code'' where they have a second factor and
  the session knows its password alone, ''factor'' where their agency asks for one and they have none; else null. Tables are read only for
  a session without a code.';

COMMENT ON FUNCTION "private"."needs_factor"(public.users) IS 'Whether the policy of the agency asks this person for one.';

COMMENT ON FUNCTION "private"."new_recovery_code"() IS 'Eight characters that are read as nothing else, 40 bits: "4hw9-2ktm".';

COMMENT ON FUNCTION "private"."note_factor"() IS 'Whatever way Auth is asked. What a reset or a recovery code takes away has its entry by then.';

COMMENT ON FUNCTION "private"."note_second_factor"(public.users, text, text, uuid) IS 'Keeps what became of a second factor: for its person, who is told, and in the audit log.';

COMMENT ON FUNCTION "private"."note_sign_in"() IS 'An entry for each session that Auth opens, and for one that goes on with another browser or system,
  as a stolen one does. Not by private.audit: Auth asks, and nobody is signed in yet.';

COMMENT ON FUNCTION "private"."notify_of_second_factor"() IS 'To whoever was asked to set one up.';

COMMENT ON FUNCTION "private"."own_organization_id"() IS 'The caller''s tenant even when they are inactive or their session is revoked; null where
  a second factor is missing, and once it is being deleted.
  Only for reading the own organization (the app tells an inactive user why nothing opens) and its time zone; never to decide access
  to anything else.';

COMMENT ON FUNCTION "private"."plain_recovery_code"(text) IS 'As it is hashed, however it was typed.';

COMMENT ON FUNCTION "private"."recovery_lock"(uuid) IS 'Codes of one person are made and used one after the other.';

COMMENT ON FUNCTION "private"."refuse_missing_factor"() IS 'Says why nothing is answered. That nothing is does not depend on it.';

COMMENT ON FUNCTION "private"."remind_of_deletions"() IS 'Tells all members seven days and one day before; of both that were missed, the last.';

COMMENT ON FUNCTION "private"."remove_agency_files"(uuid) IS 'Removes some files of every bucket: they lie in a folder of the agency''s id. Answers whether some are left;
  where Storage removes them itself, they are until it has.';

COMMENT ON FUNCTION "private"."require_step_up"() IS 'Refuses what moves money or opens an account unless a code was entered within the last 15
  minutes. Somebody without a second factor, whose agency asks for none, passes. A job is nobody and passes.';

COMMENT ON FUNCTION "private"."second_factor_mail"(text, text, text, text) IS '{subject, text} of a mail about this event.';

COMMENT ON FUNCTION "private"."session_is_open"() IS 'Whether the session of the access token exists and has not expired, be it without the code
  of a second factor.';

COMMENT ON FUNCTION "private"."stepped_up"() IS 'Whether a code was entered within the last 15 minutes.';

COMMENT ON FUNCTION "private"."tell_account_news"() IS 'Of a device, or a time zone, that somebody has not signed in from before, and of sessions that an
  owner ended: to the person, with the entry of it.';

COMMENT ON FUNCTION "private"."tell_export_progress"(uuid, bigint, bigint) IS 'Other sessions see at once what this one is called: how far it is, though nothing of
  it is committed.';

COMMENT ON FUNCTION "private"."tell_former_address"() IS 'The former address hears of the new one, but for accounts that go with their agency.';

COMMENT ON FUNCTION "private"."tell_of_deletion"(public.organizations, text, text) IS 'Tells every active member, the caller by mail alone. `agency` with who asked, also after that was withdrawn.';

COMMENT ON FUNCTION "private"."tell_of_export"(private.agency_exports, text) IS 'A notification to who asked, and where there is mail one to every owner: it is all the agency has.';

COMMENT ON FUNCTION "private"."tell_undelivered"(private.outgoing_mails) IS 'Ends the follow-ups to a vendor who cannot be reached, and tells whoever asked; of what
  goes to members whoever planned it; of one about an account nobody.';

COMMENT ON FUNCTION "private"."was_taken_away"(uuid) IS 'Whether a reset or a recovery code takes this person''s authenticators away just now.';

COMMENT ON FUNCTION "private"."write_account_mail"(uuid, uuid, text, text, text) IS 'A mail about somebody''s own account, where this installation sends mail.';

COMMENT ON FUNCTION "private"."write_agency_exports"() IS 'The scheduled job: forgets exports of more than seven days, and writes the one that waits
  longest. What kills it, and what goes wrong, leaves it waiting for the next run; after a day it is given up.';

COMMENT ON FUNCTION "private"."write_export"(private.agency_exports) IS 'Writes all parts, and says that it is ready. One that was cancelled meanwhile takes no parts (foreign
  key): nothing of it is kept.';

COMMENT ON FUNCTION "public"."ask_address_change"(text, uuid) IS 'Lets the caller ask Auth for another address within ten minutes. `proof` is another session
  of theirs that a password has opened within the last five, and ends here.';

COMMENT ON FUNCTION "public"."ask_agency_deletion"(text) IS 'Owners only, with the agency''s `name` as it is written. In thirty days it is deleted; until then
  nothing else changes. Idempotent: who asks again gets the day that stands. Answers {success, due_at} or {success, error, field}.';

COMMENT ON FUNCTION "public"."ask_for_second_factor"(uuid) IS 'Asks a member without a second factor to set one up, at most once a day.';

COMMENT ON FUNCTION "public"."begin_second_factor_reset"(uuid) IS 'An owner''s, for a member who has lost it: logs it, tells the member and ends their
  sessions. The Edge Function second-factor asks this as the owner, and removes the authenticators then, by Auth.';

COMMENT ON FUNCTION "public"."end_member_sessions"(uuid) IS 'Owners end all sessions of a member, who is told by mail: {ended}.';

COMMENT ON FUNCTION "public"."end_my_sessions"(uuid) IS 'Ends one other session of the caller, or all others: {ended}. This one ends by signing out; a
  session that is somebody else''s or over already is none.';

COMMENT ON FUNCTION "public"."get_address_change"() IS 'The address the caller has asked for and not got yet: {email, asked_at, waits_for}, null for
  none. `waits_for` names whose link is still to be opened, `current` and `new`; with none, the links are over.';

COMMENT ON FUNCTION "public"."get_agency_deletion"() IS 'For owners: {asked_at, due_at, asked_by} of the deletion of their agency, null where nobody asked for it, when
  it would be if somebody did now, and what goes: counts {sales, customers, people, files}. Null for everybody else.';

COMMENT ON FUNCTION "public"."get_agency_export"() IS 'The export of the caller''s agency: {id, state: waiting|ready|failed, progress in percent,
  asked_by, asked_at, ready_at, ends_at, sealed, rows, size in bytes, opened_at}; null where there is none. Owners.';

COMMENT ON FUNCTION "public"."get_second_factor"() IS 'The caller''s own: {policy, required, has_factor, aal, confirmed_at, step_up_until,
  recovery: {left, made_on} of owners}. The one function that answers a session which lacks its second factor.';

COMMENT ON FUNCTION "public"."list_my_devices"() IS 'The caller''s own sessions, this one first, then by when Auth last saw them: [{id, device,
  time_zone, signed_in_at, last_seen_at, is_this, is_new}]. `last_seen_at` is when the session got new tokens last. No place is kept.';

COMMENT ON FUNCTION "public"."list_second_factors"() IS 'Active members with when they set one up, were asked for one, had it reset, and how many
  have one: {policy, members, everybody: {count, with_factor}, admins: {…}}. For admins and owners.';

COMMENT ON FUNCTION "public"."make_recovery_codes"() IS 'Ten new ones, told this once; the old ones are void.';

COMMENT ON FUNCTION "public"."open_agency_export"(uuid) IS 'Records that the caller downloads an export, and lets them read its parts and files for
  twelve hours: {description, parts: [{number, path, kind, table, rows, size, hash}], files: [{bucket, name, file_name, type, size, owner}],
  statements: [id]}. Owners.';

COMMENT ON FUNCTION "public"."read_agency_export"(uuid, integer) IS 'One part of an export that the caller has opened (open_agency_export).';

COMMENT ON FUNCTION "public"."remove_agency_export"(uuid) IS 'Cancels an export that is being written, and deletes one that is ready. Owners.';

COMMENT ON FUNCTION "public"."set_second_factor_policy"(text) IS 'Who needs a second factor: optional, admins (owners too) or all. Whoever has none
  then is nobody until they have set one up.';

COMMENT ON FUNCTION "public"."start_agency_export"(text) IS 'Begins to write all of the caller''s agency to files; the scheduled job does it. The
  passphrase is kept nowhere: what is secret is encrypted with a random key, which lies sealed under it, and until the parts are written
  also under the installation''s. Without one passports and bank details are left out. An export before it is gone. Owners. {success, error, field, id}.';

COMMENT ON FUNCTION "public"."take_mails"(integer) IS 'Some mails to be sent now, each for three minutes: [{id, claim, …}]. Their `body` is null where
  it is to be written (compose_mail); `handed_over_at` when one was handed over before and nobody knows what became of it. Of an agency
  that has sent 500 within 24 hours none but those about somebody''s account: they wait.';

COMMENT ON FUNCTION "public"."tell_time_zone"(text) IS 'What the browser says of where it is, once for each session; later ones, and zones that nobody
  knows, are ignored. A known browser in a zone where its person has not signed in before is told them like a new one.';

COMMENT ON FUNCTION "public"."use_recovery_code"(uuid, uuid, text) IS 'Uses up a code of the person whose token the Edge Function second-factor was given: counts the
  try, logs it, tells the person and ends their other sessions; the function removes the authenticators then. Five tries in 15 minutes; a
  code that is wrong, used or somebody else''s is answered alike, and so is who has none.';

COMMENT ON FUNCTION "public"."withdraw_address_change"() IS 'Takes the caller''s wish for another address back: the links in both mails are void.';

COMMENT ON FUNCTION "public"."withdraw_agency_deletion"() IS 'Any owner, until the agency is due. Idempotent. Answers {success, error, field}.';

COMMENT ON TABLE "private"."address_wishes" IS 'The address that a member may ask Auth for instead of theirs, within ten minutes: they have typed
  their password. Without a row here no change of a member''s address begins.';

COMMENT ON TABLE "private"."agency_deletions" IS 'Agencies that are being deleted, from the first slice to the last: who belongs to one is nobody.
  No foreign key: it stands until nothing else does.';

COMMENT ON TABLE "private"."agency_export_parts" IS 'Files of an export, each of some megabytes. They lie here and not in Storage: so they are
  of one moment, are gone with their export, and every read asks who the reader is by then.';

COMMENT ON TABLE "private"."agency_exports" IS 'All of an agency as files, for its owners: at most one, for seven days.';

COMMENT ON TABLE "private"."deleted_agencies" IS 'That there was an agency, and how large: all that is kept of one that was deleted. No name, and no id that
  leads to it. For who runs the installation.';

COMMENT ON TABLE "private"."known_devices" IS 'Browsers and systems that somebody has signed in with: one row without a time zone, and one for each
  zone that was told. It outlives sessions, so that only what nobody has seen before is told by mail.';

COMMENT ON TABLE "private"."recovery_codes" IS 'The recovery codes of owners, each good once. Only their bcrypt hashes are kept.';

COMMENT ON TABLE "private"."recovery_tries" IS 'Recovery codes that somebody tried within the last 15 minutes.';

COMMENT ON TABLE "private"."second_factor_events" IS 'What became of somebody''s second factor, and that they were asked for one: by it they
  are told, and those who look after them see when.';

COMMENT ON TABLE "private"."session_zones" IS 'The time zone that the browser of a session has told, once. It is courtesy: nothing is decided by it.';

REVOKE ALL ON FUNCTION "private"."agency_relations"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."agency_relations"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."agency_size"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."agency_size"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."begin_agency_deletion"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."begin_agency_deletion"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."confirmed_at"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."confirmed_at"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."csv_cell"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."csv_cell"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."delete_agencies"(interval) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."delete_agencies"(interval) TO "postgres";

REVOKE ALL ON FUNCTION "private"."device_id"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."device_id"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."drop_export"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."drop_export"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."empty_agency"(uuid, interval) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."empty_agency"(uuid, interval) TO "postgres";

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

REVOKE ALL ON FUNCTION "private"."finish_agency_deletion"(private.agency_deletions) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."finish_agency_deletion"(private.agency_deletions) TO "postgres";

REVOKE ALL ON FUNCTION "private"."follow_address"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follow_address"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."guard_address_wish"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."guard_address_wish"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."guard_factor"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."guard_factor"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."guarded_text"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."guarded_text"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_factor"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_factor"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."import_query"(text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."import_query"(text, text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_being_deleted"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_being_deleted"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_export_open"(private.agency_exports) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_export_open"(private.agency_exports) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_accounts_out"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_accounts_out"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_owned_agency"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_owned_agency"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."mail_about_second_factor"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mail_about_second_factor"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."may_take_document_file"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_take_document_file"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."missing_factor"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."missing_factor"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."needs_factor"(public.users) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."needs_factor"(public.users) TO "postgres";

REVOKE ALL ON FUNCTION "private"."new_recovery_code"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."new_recovery_code"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_factor"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_factor"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_second_factor"(public.users, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_second_factor"(public.users, text, text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_sign_in"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_sign_in"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."notify_of_second_factor"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."notify_of_second_factor"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."plain_recovery_code"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."plain_recovery_code"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."recovery_lock"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."recovery_lock"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_missing_factor"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refuse_missing_factor"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."remind_of_deletions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."remind_of_deletions"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."remove_agency_files"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."remove_agency_files"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_step_up"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_step_up"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."second_factor_mail"(text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."second_factor_mail"(text, text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."session_is_open"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."session_is_open"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."stepped_up"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."stepped_up"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."table_query"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."table_query"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_account_news"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_account_news"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_export_progress"(uuid, bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_export_progress"(uuid, bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_former_address"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_former_address"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_of_deletion"(public.organizations, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_of_deletion"(public.organizations, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_of_export"(private.agency_exports, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_of_export"(private.agency_exports, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."was_taken_away"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."was_taken_away"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_account_mail"(uuid, uuid, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_account_mail"(uuid, uuid, text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_agency_exports"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_agency_exports"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_export"(private.agency_exports) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_export"(private.agency_exports) TO "postgres";

REVOKE ALL ON FUNCTION "public"."ask_address_change"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."ask_address_change"(text, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."ask_agency_deletion"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."ask_agency_deletion"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."ask_for_second_factor"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."ask_for_second_factor"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."begin_second_factor_reset"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."begin_second_factor_reset"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."end_member_sessions"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."end_member_sessions"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."end_my_sessions"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."end_my_sessions"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."get_address_change"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_address_change"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."get_agency_deletion"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_agency_deletion"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."get_agency_export"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_agency_export"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."get_second_factor"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_second_factor"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."list_my_devices"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_my_devices"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."list_second_factors"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_second_factors"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."make_recovery_codes"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."make_recovery_codes"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."open_agency_export"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_agency_export"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."read_agency_export"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_agency_export"(uuid, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."remove_agency_export"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."remove_agency_export"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."set_second_factor_policy"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_second_factor_policy"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."start_agency_export"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."start_agency_export"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."tell_time_zone"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."tell_time_zone"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."use_recovery_code"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."use_recovery_code"(uuid, uuid, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."withdraw_address_change"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."withdraw_address_change"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."withdraw_agency_deletion"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."withdraw_agency_deletion"() TO "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."address_wishes" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."agency_deletions" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."agency_export_parts" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."agency_exports" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."deleted_agencies" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."known_devices" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."recovery_codes" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."recovery_tries" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."second_factor_events" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."session_zones" TO "postgres";

REVOKE ALL ("offline_reading") ON TABLE "public"."organizations" FROM "authenticated";

GRANT UPDATE ("offline_reading") ON TABLE "public"."organizations" TO "authenticated";

-- Written by hand: what the generator does not manage, and what data begins with.
DO $$
BEGIN
  IF to_regnamespace('cron') IS NOT NULL THEN
    PERFORM cron.schedule('write-agency-exports', '10 seconds',
      $job$set local statement_timeout = '30min'; select private.write_agency_exports()$job$);
    PERFORM cron.schedule('delete-agencies', '10 seconds', 'select private.delete_agencies()');
  END IF;
END $$;

CREATE POLICY "owners read the documents of an export they have just opened" ON storage.objects FOR SELECT TO authenticated
  USING (bucket_id = 'documents' AND private.may_take_document_file(name));

-- Who is signed in has been seen before: nobody is told of what they have used for long.
INSERT INTO private.known_devices (user_id, device, session_id, told, first_seen_at)
SELECT DISTINCT ON (s.user_id, private.device_words(s.user_agent)) s.user_id, coalesce(private.device_words(s.user_agent), 'Another program'), s.id, false,
  coalesce(s.created_at, now())
FROM auth.sessions s ORDER BY s.user_id, private.device_words(s.user_agent), s.created_at;
