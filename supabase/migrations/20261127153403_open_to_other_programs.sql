set local check_function_bodies = off;

-- On hosted Supabase a policy, and a trigger that is dropped, lock tables of Auth, Storage and Realtime until this is committed. Whoever
-- comes meanwhile waits behind it, so it does not wait long itself: it gives up, nothing of it stays, and the next push tries again.
set local lock_timeout = '4s';

DROP TRIGGER "users_after_10_create_terms" ON "public"."users";

DROP TRIGGER "users_after_10_keep_email" ON "public"."users";

DROP TRIGGER "users_after_50_audit" ON "public"."users";

ALTER TABLE "private"."disclosures" DROP CONSTRAINT "disclosures_what_known";

ALTER TABLE "public"."users" DROP CONSTRAINT "users_role_known";

CREATE TABLE "private"."api_key_uses" ("key_id" uuid NOT NULL, "organization_id" uuid NOT NULL, "last_used_at" timestamp with time zone, "last_used_from" text, "window_began_at" timestamp with time zone NOT NULL DEFAULT now(), "window_requests" integer NOT NULL DEFAULT 0, CONSTRAINT "api_key_uses_pkey" PRIMARY KEY (key_id));

ALTER TABLE "private"."api_key_uses" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."api_keys" ("id" uuid NOT NULL, "organization_id" uuid NOT NULL, "name" text NOT NULL, "prefix" text NOT NULL, "key_hash" text NOT NULL, "scopes" text[] NOT NULL, "expires_on" date, "created_by" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "revoked_by" uuid, "revoked_at" timestamp with time zone, CONSTRAINT "api_keys_key_hash_format" CHECK ((key_hash ~ '^[0-9a-f]{64}$'::text)), CONSTRAINT "api_keys_key_hash_key" UNIQUE (key_hash), CONSTRAINT "api_keys_name_length" CHECK ((char_length(name) <= 60)), CONSTRAINT "api_keys_pkey" PRIMARY KEY (id), CONSTRAINT "api_keys_prefix_format" CHECK ((prefix ~ '^ppk_[0-9a-f]{4}$'::text)), CONSTRAINT "api_keys_revoked_whole" CHECK (((revoked_by IS NULL) = (revoked_at IS NULL))), CONSTRAINT "api_keys_scopes_known" CHECK (((cardinality(scopes) > 0) AND (scopes <@ '{sales:read,sales:write,customers:read,customers:write,vendors:read,vendors:write,commissions:read,commissions:write,bank:read,bank:write,payouts:read}'::text[]))));

ALTER TABLE "private"."api_keys" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."credit_note_counters" ("organization_id" uuid NOT NULL, "agent_id" uuid NOT NULL, "code" integer NOT NULL, "last_number" integer NOT NULL DEFAULT 0, CONSTRAINT "credit_note_counters_code_key" UNIQUE (organization_id, code), CONSTRAINT "credit_note_counters_last_number_range" CHECK ((last_number >= 0)), CONSTRAINT "credit_note_counters_pkey" PRIMARY KEY (organization_id, agent_id));

ALTER TABLE "private"."credit_note_counters" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."credit_notes" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "agent_id" uuid NOT NULL, "number" integer NOT NULL, "label" text NOT NULL, "kind" text NOT NULL, "statement_id" uuid, "payment_id" uuid, "note_id" uuid, "issued_on" date NOT NULL, "paid_on" date NOT NULL, "currency" text NOT NULL, "vat_status" text NOT NULL, "vat_rate" numeric(4,2), "net" numeric(12,2) NOT NULL, "vat" numeric(12,2) NOT NULL, "gross" numeric(12,2) NOT NULL, "content" jsonb NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "credit_notes_gross_sign" CHECK (
CASE kind
    WHEN 'note'::text THEN (gross > (0)::numeric)
    ELSE (gross < (0)::numeric)
END), CONSTRAINT "credit_notes_gross_sum" CHECK (((net + vat) = gross)), CONSTRAINT "credit_notes_kind_known" CHECK ((kind = ANY (ARRAY['note'::text, 'counter'::text]))), CONSTRAINT "credit_notes_label_key" UNIQUE (organization_id, label), CONSTRAINT "credit_notes_note_id_key" UNIQUE (organization_id, note_id), CONSTRAINT "credit_notes_note_id_whole" CHECK (((kind = 'counter'::text) = (note_id IS NOT NULL))), CONSTRAINT "credit_notes_number_key" UNIQUE (organization_id, agent_id, number), CONSTRAINT "credit_notes_organization_id_id_key" UNIQUE (organization_id, id), CONSTRAINT "credit_notes_pkey" PRIMARY KEY (id), CONSTRAINT "credit_notes_statement_id_or_payment" CHECK ((num_nulls(statement_id, payment_id) = 1)), CONSTRAINT "credit_notes_vat_rate_whole" CHECK (
CASE vat_status
    WHEN 'registered'::text THEN (vat_rate IS NOT NULL)
    ELSE ((vat_rate IS NULL) AND (vat = (0)::numeric))
END), CONSTRAINT "credit_notes_vat_status_known" CHECK ((vat_status = ANY (ARRAY['registered'::text, 'small_business'::text, 'reverse_charge'::text]))));

ALTER TABLE "private"."credit_notes" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."journal_accounts" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "account" text NOT NULL, "bank_account_id" uuid, "number" text, "name" text, CONSTRAINT "journal_accounts_account_key" UNIQUE NULLS NOT DISTINCT (organization_id, account, bank_account_id), CONSTRAINT "journal_accounts_name_length" CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))), CONSTRAINT "journal_accounts_number_length" CHECK ((number ~ '^[0-9A-Za-z][0-9A-Za-z.-]{0,19}$'::text)), CONSTRAINT "journal_accounts_number_or_name" CHECK ((num_nonnulls(number, name) > 0)), CONSTRAINT "journal_accounts_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."journal_accounts" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."journal_export_lines" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "organization_id" uuid NOT NULL, "export_id" uuid NOT NULL, "line" integer NOT NULL, "entry" integer NOT NULL, "day" date NOT NULL, "entry_kind" text NOT NULL, "entry_id" uuid NOT NULL, "entry_text" text NOT NULL, "account" text NOT NULL, "bank_account_id" uuid, "account_number" text, "account_name" text, "amount" numeric(14,2) NOT NULL, "sales_id" uuid, "user_id" uuid, "reference" text, "party" text, CONSTRAINT "journal_export_lines_amount_not_zero" CHECK ((amount <> (0)::numeric)), CONSTRAINT "journal_export_lines_line_key" UNIQUE (export_id, line), CONSTRAINT "journal_export_lines_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."journal_export_lines" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."journal_exports" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "number" integer NOT NULL, "month" date NOT NULL, "last_day" date NOT NULL, "format" text NOT NULL, "basis" text NOT NULL, "currency" text NOT NULL, "settings" jsonb NOT NULL, "entry_count" integer NOT NULL DEFAULT 0, "line_count" integer NOT NULL DEFAULT 0, "exported_by" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "journal_exports_format_known" CHECK ((format = ANY (ARRAY['quickbooks'::text, 'xero'::text, 'datev'::text, 'csv'::text]))), CONSTRAINT "journal_exports_month_key" UNIQUE (organization_id, month), CONSTRAINT "journal_exports_number_key" UNIQUE (organization_id, number), CONSTRAINT "journal_exports_organization_id_id_key" UNIQUE (organization_id, id), CONSTRAINT "journal_exports_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."journal_exports" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."journal_kept" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "organization_id" uuid NOT NULL, "kind" text NOT NULL, "source_id" uuid NOT NULL, "day" date NOT NULL, "amount" numeric(14,2) NOT NULL, "entry_kind" text NOT NULL, "entry_id" uuid NOT NULL, "user_id" uuid, "sales_id" uuid, "bank_account_id" uuid, "floor" date NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "journal_kept_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."journal_kept" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."journal_settings" ("organization_id" uuid NOT NULL, "basis" text, "since" date, "paying_account_id" uuid, "quickbooks_names" boolean NOT NULL DEFAULT false, "xero_tax_rate" text NOT NULL DEFAULT 'Tax Exempt'::text, "datev_consultant" integer, "datev_client" integer, "datev_first_month" integer NOT NULL DEFAULT 1, "datev_account_length" integer NOT NULL DEFAULT 4, CONSTRAINT "journal_settings_basis_known" CHECK ((basis = ANY (ARRAY['expected'::text, 'received'::text]))), CONSTRAINT "journal_settings_datev_account_length_range" CHECK (((datev_account_length >= 4) AND (datev_account_length <= 8))), CONSTRAINT "journal_settings_datev_client_range" CHECK (((datev_client >= 1) AND (datev_client <= 99999))), CONSTRAINT "journal_settings_datev_consultant_range" CHECK (((datev_consultant >= 1001) AND (datev_consultant <= 9999999))), CONSTRAINT "journal_settings_datev_first_month_range" CHECK (((datev_first_month >= 1) AND (datev_first_month <= 12))), CONSTRAINT "journal_settings_pkey" PRIMARY KEY (organization_id), CONSTRAINT "journal_settings_since_first_day" CHECK ((since = (date_trunc('month'::text, (since)::timestamp without time zone))::date)), CONSTRAINT "journal_settings_since_range" CHECK (((since >= '1990-01-01'::date) AND (since <= '2199-12-31'::date))), CONSTRAINT "journal_settings_xero_tax_rate_length" CHECK (((char_length(xero_tax_rate) >= 1) AND (char_length(xero_tax_rate) <= 50))));

ALTER TABLE "private"."journal_settings" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."tax_details" ("organization_id" uuid NOT NULL, "agent_id" uuid NOT NULL, "kind" text NOT NULL, "tax_class" text, "legal_name" text NOT NULL, "street" text NOT NULL, "city" text NOT NULL, "region" text, "postal_code" text NOT NULL, "country" text NOT NULL, "number_kind" text NOT NULL, "last_four" text NOT NULL, "numbers_encrypted" bytea NOT NULL, "vat_status" text, "vat_rate" numeric(4,2), "written_by" uuid, "updated_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "tax_details_kind_known" CHECK ((kind = ANY (ARRAY['individual'::text, 'business'::text]))), CONSTRAINT "tax_details_number_kind_known" CHECK ((number_kind = ANY (ARRAY['ssn'::text, 'ein'::text, 'vat'::text, 'national'::text]))), CONSTRAINT "tax_details_pkey" PRIMARY KEY (organization_id, agent_id), CONSTRAINT "tax_details_tax_class_known" CHECK ((tax_class = ANY (ARRAY['individual'::text, 'partnership'::text, 'trust'::text, 'c_corporation'::text, 's_corporation'::text, 'llc_partnership'::text, 'llc_c_corporation'::text, 'llc_s_corporation'::text, 'exempt'::text]))), CONSTRAINT "tax_details_tax_class_whole" CHECK (((tax_class IS NOT NULL) = (number_kind = ANY (ARRAY['ssn'::text, 'ein'::text])))), CONSTRAINT "tax_details_vat_rate_range" CHECK (((vat_rate > (0)::numeric) AND (vat_rate <= (30)::numeric))), CONSTRAINT "tax_details_vat_rate_whole" CHECK (((vat_rate IS NOT NULL) = (NOT (vat_status IS DISTINCT FROM 'registered'::text)))), CONSTRAINT "tax_details_vat_status_known" CHECK ((vat_status = ANY (ARRAY['registered'::text, 'small_business'::text, 'reverse_charge'::text]))), CONSTRAINT "tax_details_vat_status_whole" CHECK (((vat_status IS NULL) = (number_kind = ANY (ARRAY['ssn'::text, 'ein'::text])))));

ALTER TABLE "private"."tax_details" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."tax_export_forms" ("organization_id" uuid NOT NULL, "export_id" uuid NOT NULL, "agent_id" uuid NOT NULL, "amount" numeric(12,2) NOT NULL, "details_at" timestamp with time zone NOT NULL, CONSTRAINT "tax_export_forms_pkey" PRIMARY KEY (organization_id, export_id, agent_id));

ALTER TABLE "private"."tax_export_forms" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."tax_exports" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "year" smallint NOT NULL, "scope" text NOT NULL, "made_by" uuid NOT NULL, "made_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "tax_exports_organization_id_id_key" UNIQUE (organization_id, id), CONSTRAINT "tax_exports_pkey" PRIMARY KEY (id), CONSTRAINT "tax_exports_scope_known" CHECK ((scope = ANY (ARRAY['all'::text, 'changed'::text]))));

ALTER TABLE "private"."tax_exports" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."tax_requests" ("organization_id" uuid NOT NULL, "agent_id" uuid NOT NULL, "asked_by" uuid NOT NULL, "asked_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "tax_requests_pkey" PRIMARY KEY (organization_id, agent_id));

ALTER TABLE "private"."tax_requests" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."tax_settings" ("organization_id" uuid NOT NULL, "scheme" text NOT NULL DEFAULT 'none'::text, "legal_name" text, "tax_number" text, "street" text, "city" text, "region" text, "postal_code" text, "country" text, "state_number" text, "notes_from" date, "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "tax_settings_notes_from_whole" CHECK (((scheme = 'eu'::text) = (notes_from IS NOT NULL))), CONSTRAINT "tax_settings_payer_whole" CHECK (((scheme = 'none'::text) OR (num_nulls(legal_name, tax_number, street, city, postal_code, country) = 0))), CONSTRAINT "tax_settings_pkey" PRIMARY KEY (organization_id), CONSTRAINT "tax_settings_scheme_known" CHECK ((scheme = ANY (ARRAY['none'::text, 'us'::text, 'eu'::text]))));

ALTER TABLE "private"."tax_settings" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."tax_thresholds" ("organization_id" uuid NOT NULL, "year" smallint NOT NULL, "amount" numeric(12,2) NOT NULL, "source" text NOT NULL, "set_by" uuid NOT NULL, "set_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "tax_thresholds_amount_range" CHECK (((amount > (0)::numeric) AND (amount <= (1000000)::numeric))), CONSTRAINT "tax_thresholds_pkey" PRIMARY KEY (organization_id, year), CONSTRAINT "tax_thresholds_source_required" CHECK ((private.is_visible(source) AND (char_length(source) <= 300))));

ALTER TABLE "private"."tax_thresholds" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."webhook_deliveries" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "endpoint_id" uuid NOT NULL, "event_id" uuid NOT NULL, "number" bigint NOT NULL, "record_id" uuid NOT NULL, "state" text NOT NULL DEFAULT 'waiting'::text, "tries" integer NOT NULL DEFAULT 0, "first_tried_at" timestamp with time zone, "tried_at" timestamp with time zone, "next_try_at" timestamp with time zone NOT NULL DEFAULT now(), "claim" uuid, "asked_at" timestamp with time zone, "delivered_at" timestamp with time zone, "status" integer, "code" text, "duration_ms" integer, "answer" text, CONSTRAINT "webhook_deliveries_answer_length" CHECK ((char_length(answer) <= 500)), CONSTRAINT "webhook_deliveries_code_known" CHECK ((code = ANY (ARRAY['slow'::text, 'unreachable'::text, 'refused'::text, 'redirect'::text]))), CONSTRAINT "webhook_deliveries_delivered_at_whole" CHECK (((state <> 'delivered'::text) OR (delivered_at IS NOT NULL))), CONSTRAINT "webhook_deliveries_event_id_key" UNIQUE (event_id, endpoint_id), CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY (id), CONSTRAINT "webhook_deliveries_state_known" CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'given_up'::text]))));

ALTER TABLE "private"."webhook_deliveries" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."webhook_endpoints" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "url" text NOT NULL, "events" text[] NOT NULL, "created_by" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "failing_since" timestamp with time zone, "failures" integer NOT NULL DEFAULT 0, "told_at" timestamp with time zone, "switched_off_at" timestamp with time zone, "switched_off_by" uuid, CONSTRAINT "webhook_endpoints_events_known" CHECK ((cardinality(events) > 0)), CONSTRAINT "webhook_endpoints_organization_id_id_key" UNIQUE (organization_id, id), CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY (id), CONSTRAINT "webhook_endpoints_switched_off_whole" CHECK (((switched_off_by IS NULL) OR (switched_off_at IS NOT NULL))), CONSTRAINT "webhook_endpoints_url_key" UNIQUE (organization_id, url), CONSTRAINT "webhook_endpoints_url_length" CHECK (((char_length(url) >= 1) AND (char_length(url) <= 500))));

ALTER TABLE "private"."webhook_endpoints" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."webhook_events" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "number" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "organization_id" uuid NOT NULL, "type" text NOT NULL, "record_type" text NOT NULL, "record_id" uuid NOT NULL, "happened_at" timestamp with time zone NOT NULL DEFAULT now(), "data" jsonb NOT NULL, CONSTRAINT "webhook_events_data_object" CHECK ((jsonb_typeof(data) = 'object'::text)), CONSTRAINT "webhook_events_organization_id_id_key" UNIQUE (organization_id, id), CONSTRAINT "webhook_events_pkey" PRIMARY KEY (id), CONSTRAINT "webhook_events_record_type_known" CHECK ((record_type = ANY (ARRAY['sales'::text, 'commissions'::text, 'payouts'::text, 'customers'::text]))));

ALTER TABLE "private"."webhook_events" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."webhook_secrets" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "endpoint_id" uuid NOT NULL, "secret_encrypted" bytea NOT NULL, "made_at" timestamp with time zone NOT NULL DEFAULT now(), "ends_at" timestamp with time zone, CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."webhook_secrets" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."payout_batches" ADD COLUMN "updated_at" timestamp with time zone NOT NULL DEFAULT now();

CREATE TYPE "private"."journal_fact" AS ("kind" text, "source_id" uuid, "day" date, "amount" numeric, "entry_kind" text, "entry_id" uuid, "user_id" uuid, "sales_id" uuid, "bank_account_id" uuid);

CREATE OR REPLACE FUNCTION private.acting_key()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select nullif(current_setting('paperplane.key', true), '') $function$;

CREATE OR REPLACE FUNCTION private.add_program(organization_id uuid, name text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  new_id constant uuid := gen_random_uuid();
begin
  -- Auth reads its texts as empty, never as null. No address, no password, no identity, and banned besides.
  insert into auth.users (instance_id, id, aud, role, encrypted_password, raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
    confirmation_token, recovery_token, email_change, email_change_token_new, email_change_token_current, phone_change,
    phone_change_token, reauthentication_token, banned_until)
  values ('00000000-0000-0000-0000-000000000000', new_id, 'authenticated', 'authenticated', '', '{"provider": "none", "providers": []}',
    '{}', now(), now(), '', '', '', '', '', '', '', '', now() + interval '100 years');
  insert into public.users (id, organization_id, first_name, last_name, role, is_active)
  values (new_id, add_program.organization_id, add_program.name, '(program)', 'integration', false);
  return new_id;
end $function$;

CREATE OR REPLACE FUNCTION private.agency_size(organization_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'sales', (select count(*) from public.sales s where s.organization_id = agency_size.organization_id),
    'customers', (select count(*) from public.customers c where c.organization_id = agency_size.organization_id),
    'people', (select count(*) from public.users u where u.organization_id = agency_size.organization_id and u.role <> 'integration'),
    'files', (select count(*) from storage.objects o where o.name like agency_size.organization_id || '/%'))
$function$;

CREATE OR REPLACE FUNCTION private.answer_api(operation text, input jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.api_agent(u public.users)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'active', u.is_active,
    'created_at', private.api_time(u.created_at), 'updated_at', private.api_time(u.updated_at))
$function$;

CREATE OR REPLACE FUNCTION private.api_bank_account(a public.bank_accounts)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', a.id, 'name', a.name, 'currency', a.currency, 'archived', a.archived_at is not null,
    'created_at', private.api_time(a.created_at), 'updated_at', private.api_time(a.updated_at))
$function$;

CREATE OR REPLACE FUNCTION private.api_bank_transaction(t public.bank_transactions, currency text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', t.id, 'account_id', t.account_id, 'status', t.status, 'booked_on', t.booked_on, 'value_on', t.value_on,
    'amount', t.amount::text, 'currency', currency, 'text', t.text, 'counterparty', t.counterparty, 'reference', t.reference,
    'vendor_id', t.vendor_id, 'created_at', private.api_time(t.created_at), 'updated_at', private.api_time(t.updated_at))
$function$;

CREATE OR REPLACE FUNCTION private.api_commission(c public.commissions, currency text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', c.id, 'sale_id', c.sales_id, 'vendor_id', c.vendor_id, 'agent_id', c.agent_id, 'status', c.status,
    'sale_date', c.sale_date, 'due_on', c.due_on, 'amount', c.amount::text, 'received_amount', c.received_amount::text,
    'received_on', c.received_on, 'received_how', c.received_how, 'taken_back_amount', c.taken_back_amount::text,
    'written_off_amount', c.written_off::text, 'open_amount', c.open_amount::text, 'agent_split', c.commission_split::text,
    'agent_amount', c.agent_amount::text, 'currency', currency, 'created_at', private.api_time(c.created_at),
    'updated_at', private.api_time(c.updated_at))
$function$;

CREATE OR REPLACE FUNCTION private.api_currency()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select o.currency from public.organizations o where o.id = private.current_organization_id()
$function$;

CREATE OR REPLACE FUNCTION private.api_customer(c public.customers)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', c.id, 'version', c.version, 'first_name', c.first_name, 'last_name', c.last_name, 'email', c.email,
    'phone', c.phone, 'address_line_1', c.address_line_1, 'address_line_2', c.address_line_2, 'city', c.city, 'region', c.region,
    'postal_code', c.postal_code, 'country', c.country, 'tags', c.tags, 'archived', c.archived_at is not null,
    'merged_into', c.merged_into, 'erased', c.erased_at is not null, 'created_at', private.api_time(c.created_at),
    'updated_at', private.api_time(c.updated_at))
$function$;

CREATE OR REPLACE FUNCTION private.api_import(import_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('import_id', i.id, 'added', i.added, 'already_here', i.here, 'refused', (
    select coalesce(jsonb_agg(jsonb_build_object('line', e -> 'line', 'detail', e -> 'why') order by (e ->> 'line')::int), '[]')
    from jsonb_array_elements(i.broken_lines) e))
  from public.bank_imports i where i.id = api_import.import_id
$function$;

CREATE OR REPLACE FUNCTION private.api_list(resource text, OUT source text, OUT said text, OUT tie text, OUT filters jsonb)
 RETURNS record
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select l.source, l.said, l.tie, l.filters::jsonb
  from (values
    ('sales', 'public.sales t', 'private.api_sale(t)', 't.id', '{"status": "text", "customer_id": "uuid", "vendor_id": "uuid", "agent_id": "uuid", "booking_reference": "text"}'),
    ('agents', 'public.users t', 'private.api_agent(t)', 't.id', '{}'),
    ('customers', 'public.customers t', 'private.api_customer(t)', 't.id', '{"email": "text"}'),
    ('vendors', 'public.vendors t', 'private.api_vendor(t)', 't.id', '{"name": "text"}'),
    ('commissions', 'public.commissions t', 'private.api_commission(t, $5)', 't.sales_id', '{"status": "text", "vendor_id": "uuid", "agent_id": "uuid", "sale_id": "uuid"}'),
    ('payouts', 'public.payout_batches t', 'private.api_payout(t)', 't.id', '{"status": "text"}'),
    ('bank_accounts', 'public.bank_accounts t', 'private.api_bank_account(t)', 't.id', '{}'),
    ('bank_transactions', 'public.bank_transactions t', 'private.api_bank_transaction(t, $5)', 't.id',
      '{"status": "text", "account_id": "uuid", "vendor_id": "uuid"}'))
    l(resource, source, said, tie, filters)
  where l.resource = api_list.resource
$function$;

CREATE OR REPLACE FUNCTION private.api_payout(b public.payout_batches)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', b.id, 'version', b.version, 'name', b.name, 'status', b.status, 'planned_on', b.planned_on,
    'paid_on', b.paid_on, 'currency', b.currency, 'created_at', private.api_time(b.created_at),
    'updated_at', private.api_time(b.updated_at), 'amount', case when b.status = 'paid' then (
      select coalesce(sum(s.paid_amount), 0)::numeric(14,2)::text from public.payout_statements s
      where s.organization_id = b.organization_id and s.batch_id = b.id) end)
$function$;

CREATE OR REPLACE FUNCTION private.api_payout_with_payments(b public.payout_batches)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.api_payout(b) || jsonb_build_object('payments', (
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'number', s.number, 'agent_id', s.agent_id, 'amount', s.paid_amount::text,
      'currency', b.currency, 'paid_on', s.paid_on, 'payment_method', s.payment_method, 'voided', exists (
        select from public.payment_voids v where v.organization_id = s.organization_id and v.statement_id = s.id)) order by s.number), '[]')
    from public.payout_statements s where s.organization_id = b.organization_id and s.batch_id = b.id))
$function$;

CREATE OR REPLACE FUNCTION private.api_sale(s public.sales)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', s.id, 'version', s.version, 'booking_reference', s.booking_reference, 'status', s.status,
    'customer_id', s.customer_id, 'vendor_id', s.vendor_id, 'agent_id', s.agent_id, 'traveler_ids', s.traveler_ids,
    'sale_date', s.sale_date, 'travel_date', s.travel_date, 'return_date', s.return_date, 'total_amount', s.total_amount::text,
    'commission_amount', s.commission_amount::text, 'commission_rate', s.commission_rate::text, 'commission_basis', s.commission_basis,
    'currency', s.currency, 'created_at', private.api_time(s.created_at), 'updated_at', private.api_time(s.updated_at))
$function$;

CREATE OR REPLACE FUNCTION private.api_sale_with_parts(s public.sales)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.api_sale(s) || jsonb_build_object(
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', l.kind, 'text', l.text, 'amount', l.amount::text, 'earns', l.earns,
        'rate', l.rate::text, 'commission', l.commission::text) order by l.place), '[]')
      from public.sale_lines l where l.organization_id = s.organization_id and l.sale_id = s.id),
    'co_sellers', (
      select coalesce(jsonb_agg(jsonb_build_object('user_id', e.value -> 'user_id', 'role', e.value -> 'role',
        'percent', (e.value ->> 'percent')::numeric(5,2)::text) order by e.n), '[]')
      from jsonb_array_elements(s.co_sellers) with ordinality e(value, n)),
    'plan', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'due_on', d.due_on, 'amount', d.amount::text,
        'open_amount', d.open_amount::text) order by d.place), '[]')
      from public.payment_dues d where d.organization_id = s.organization_id and d.sales_id = s.id),
    'group', (
      select jsonb_build_object('id', g.id, 'name', g.name)
      from public.sale_groups g where g.organization_id = s.organization_id and g.id = s.group_id))
$function$;

CREATE OR REPLACE FUNCTION private.api_scope(operation text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when operation in ('list_sales', 'get_sale', 'list_agents') then 'sales:read'
    when operation in ('create_sale', 'update_sale') then 'sales:write'
    when operation in ('list_customers', 'get_customer') then 'customers:read'
    when operation in ('create_customer', 'update_customer') then 'customers:write'
    when operation in ('list_vendors', 'get_vendor') then 'vendors:read'
    when operation in ('create_vendor', 'update_vendor') then 'vendors:write'
    when operation in ('list_commissions', 'get_commission') then 'commissions:read'
    when operation = 'record_receipt' then 'commissions:write'
    when operation in ('list_payouts', 'get_payout') then 'payouts:read'
    when operation in ('list_bank_accounts', 'list_bank_transactions', 'get_bank_transaction') then 'bank:read'
    when operation = 'import_bank_transactions' then 'bank:write' end
$function$;

CREATE OR REPLACE FUNCTION private.api_scopes()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '{sales:read,sales:write,customers:read,customers:write,vendors:read,vendors:write,commissions:read,commissions:write,bank:read,bank:write,payouts:read}'::text[]
$function$;

CREATE OR REPLACE FUNCTION private.api_time(at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $function$;

CREATE OR REPLACE FUNCTION private.api_vendor(v public.vendors)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', v.id, 'version', v.version, 'name', v.name, 'category', v.category, 'aliases', v.aliases,
    'website', v.website, 'default_commission_rate', v.default_commission_rate::text, 'email', v.email, 'phone', v.phone,
    'address_line_1', v.address_line_1, 'address_line_2', v.address_line_2, 'city', v.city, 'region', v.region,
    'postal_code', v.postal_code, 'country', v.country, 'archived', v.archived_at is not null,
    'created_at', private.api_time(v.created_at), 'updated_at', private.api_time(v.updated_at))
$function$;

CREATE OR REPLACE FUNCTION private.audit_kind(action text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when action in ('customer_exported', 'passport_revealed', 'document_opened', 'payment_file_requested', 'vendor_mailed', 'mail_planned',
      'mail_plan_removed', 'audit_log_exported', 'api_key_made', 'api_key_revoked', 'tax_number_revealed', 'tax_file_requested', 'agency_export_started', 'agency_export_opened', 'agency_export_removed',
      'webhook_added', 'webhook_changed', 'webhook_secret_rotated', 'webhook_switched_on', 'webhook_switched_off', 'webhook_removed',
      'journal_exported', 'journal_downloaded') then 'data_out'
    when action in ('member_joined', 'member_role_changed', 'member_activated', 'member_deactivated', 'invitation_sent',
      'invitation_renewed', 'invitation_withdrawn', 'customer_deleted', 'customer_erased', 'customers_merged', 'merge_undone',
      'passport_added', 'passport_changed', 'passport_deleted', 'document_changed', 'document_deleted', 'mailbox_renewed',
      'member_address_changed', 'agency_deletion_asked', 'agency_deletion_withdrawn') then 'people'
    when action in ('second_factor_policy_changed', 'second_factor_added', 'second_factor_removed', 'second_factor_reset',
      'second_factor_asked', 'recovery_codes_made', 'recovery_code_used', 'member_signed_in', 'member_zone_new', 'member_devices_ended',
      'member_signed_out') then 'sign_in'
    when action in ('settings_changed', 'terms_changed', 'agreement_saved', 'terms_applied', 'vendor_terms_changed', 'books_closed', 'books_reopened', 'books_corrected',
      'journal_settings_saved', 'journal_account_mapped',
      'report_totals_mended', 'import_begun', 'import_done', 'import_cancelled', 'import_undone',
      'bank_account_added', 'bank_account_changed', 'bank_connection_connected', 'bank_connection_linked', 'bank_connection_synced',
      'bank_connection_disconnected', 'bank_import_done', 'bank_import_cancelled', 'bank_import_undone', 'bank_question_answered',
      'bank_match', 'bank_accept', 'bank_reject', 'bank_set_aside', 'bank_reopen', 'bank_vendor', 'bank_undo',
      'bank_rule_added', 'bank_rule_changed', 'bank_rule_deleted', 'bank_rules_ordered',
      'statement_added', 'statement_changed', 'statement_removed',
      'bank_details_changed', 'bank_details_deleted', 'payout_account_changed',
      'tax_settings_changed', 'tax_threshold_changed', 'tax_details_changed', 'tax_details_asked', 'credit_notes_written',
      'payout_started', 'payout_collected', 'payout_removed', 'payout_added', 'payout_handed_over', 'payout_approved', 'payout_scheduled',
      'payout_not_paid', 'payout_reopened', 'payout_discarded', 'payout_paid',
      'receipt_recorded', 'bonus_expected', 'other_commission_added', 'other_receipt_recorded', 'other_commission_cancelled', 'commission_held', 'commission_released', 'adjustment_added', 'adjustment_removed', 'agent_paid', 'agent_payment_corrected',
      'payment_voided', 'customer_payment_recorded', 'customer_payment_undone') then 'money' end
$function$;

CREATE OR REPLACE FUNCTION private.audit_record(l private.audit_log)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kind constant text := private.audit_record_type(l.action);
  found jsonb;
begin
  case kind
    when 'payout' then
      select jsonb_build_object('label', b.name) into found from public.payout_batches b
      where b.organization_id = l.organization_id and b.id = l.subject_id;
    when 'commission' then
      select jsonb_build_object('label', coalesce(nullif(btrim(s.booking_reference), ''), k.first_name || ' ' || k.last_name),
        'note', u.first_name || ' ' || u.last_name) into found
      from public.commissions c join public.sales s on s.id = c.sales_id join public.customers k on k.id = s.customer_id
      join public.users u on u.id = c.agent_id
      where c.organization_id = l.organization_id and c.id = l.subject_id;
    when 'decision' then
      found := private.audit_transactions(l.organization_id, array(
        select distinct d.transaction_id from public.bank_decisions d
        where d.organization_id = l.organization_id and d.group_id = l.subject_id and 'bank_' || d.action = l.action limit 5000));
    when 'transaction' then
      found := private.audit_transactions(l.organization_id, array[l.subject_id]);
    when 'bank_account' then
      select jsonb_build_object('label', a.name, 'note', '••' || a.last_four) into found from public.bank_accounts a
      where a.organization_id = l.organization_id and a.id = l.subject_id;
    when 'bank_import' then
      select jsonb_build_object('label', a.name, 'note', i.file_name) into found
      from public.bank_imports i join public.bank_accounts a on a.organization_id = i.organization_id and a.id = i.account_id
      where i.organization_id = l.organization_id and i.id = l.subject_id;
    when 'bank_rule' then
      select jsonb_build_object('label', coalesce(r.payer_key, r.text_contains)) into found from public.bank_rules r
      where r.organization_id = l.organization_id and r.id = l.subject_id;
    when 'bank_connection' then
      select jsonb_build_object('label', coalesce(b.institution, nullif(b.label, ''), b.provider)) into found from public.bank_connections b
      where b.organization_id = l.organization_id and b.id = l.subject_id;
    when 'statement' then
      select jsonb_build_object('label', v.name, 'note', r.file_name, 'amount', r.total_amount - r.fee_amount) into found
      from public.bank_remittances r left join public.vendors v on v.id = r.vendor_id and v.organization_id = r.organization_id
      where r.organization_id = l.organization_id and r.id = l.subject_id;
    when 'member', 'program' then
      select jsonb_build_object('label', u.first_name || ' ' || u.last_name) into found from public.users u
      where u.organization_id = l.organization_id and u.id = l.subject_id;
    when 'invitation' then
      select jsonb_build_object('label', i.email) into found from public.invitations i
      where i.organization_id = l.organization_id and i.id = l.subject_id;
    when 'vendor' then
      select jsonb_build_object('label', v.name) into found from public.vendors v
      where v.organization_id = l.organization_id and v.id = l.subject_id;
    when 'customer' then
      select jsonb_build_object('label', c.first_name || ' ' || c.last_name, 'id', c.id) into found from public.customers c
      where c.organization_id = l.organization_id and c.id = l.customer_id;
    when 'document' then
      select jsonb_build_object('label', d.title) into found from public.documents d
      where d.organization_id = l.organization_id and d.id = l.subject_id;
    when 'import' then
      select jsonb_build_object('label', i.file_name) into found from public.import_batches i
      where i.organization_id = l.organization_id and i.id = l.subject_id;
    else null;
  end case;
  return jsonb_build_object('type', kind, 'id', l.subject_id,
    'about', coalesce(l.customer_id, case when kind = 'decision' then l.party_id when kind <> 'agency' then l.subject_id end))
    || coalesce(found, '{}');
end $function$;

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
    when action ~ '^(adjustment|agreement|member|terms|bank_details|tax_details|tax_number)_|^payment_voided' then 'member'
    when action ~ '^api_key_' then 'program'
    when action ~ '^invitation_' then 'invitation'
    when action ~ '^(vendor|bonus)_' then 'vendor'
    when action ~ '^(customer|customers|merge|passport)_' then 'customer'
    when action ~ '^document_' then 'document'
    when action ~ '^import_' then 'import'
    when action ~ '^(settings|books|mailbox|report_totals|mail_plan|audit_log|agency_export|tax_settings|tax_threshold|tax_file|credit_notes|webhook)_' or action = 'mail_planned' then 'agency' end
$function$;

CREATE OR REPLACE FUNCTION private.begin_key(key_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select set_config('paperplane.key', key_id::text, true) $function$;

CREATE OR REPLACE FUNCTION private.check_api_result(result jsonb, noun text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if result ->> 'outcome' = 'conflict' then
    perform private.refuse('This ' || noun || ' was changed by somebody else meanwhile. Read it again before you change it.', 'version',
      'record_changed', jsonb_build_object('noun', noun));
  elsif not coalesce((result ->> 'success')::boolean, true) then
    perform private.refuse_with(result);
  end if;
  return result;
end $function$;

CREATE OR REPLACE FUNCTION private.coarse_address(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when pg_input_is_valid(address, 'inet') then
    network(set_masklen(host(address::inet)::inet, case family(address::inet) when 4 then 24 else 48 end))::text end
$function$;

CREATE OR REPLACE FUNCTION private.counter_voided()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  voided record;
  n private.credit_notes;
  numbered record;
begin
  for voided in
    select a.organization_id, a.agent_id, a.statement_id, a.payment_id, a.voided_on from added a
    where private.tax_scheme(a.organization_id) = 'eu'
      or exists (select 1 from private.credit_note_counters c where c.organization_id = a.organization_id and c.agent_id = a.agent_id)
    order by a.organization_id, a.agent_id, a.id
  loop
    perform private.lock_note_counters(voided.organization_id, array[voided.agent_id]);
    select t.* into n from private.credit_notes t
    where t.organization_id = voided.organization_id and t.kind = 'note'
      and (t.statement_id = voided.statement_id or t.payment_id = voided.payment_id);
    if n.id is not null then
      select x.* into numbered from private.next_note_number(voided.organization_id, voided.agent_id) x;
      insert into private.credit_notes (organization_id, agent_id, number, label, kind, statement_id, payment_id, note_id, issued_on, paid_on,
        currency, vat_status, vat_rate, net, vat, gross, content)
      values (n.organization_id, n.agent_id, numbered.number, numbered.label, 'counter', n.statement_id, n.payment_id, n.id, voided.voided_on,
        n.paid_on, n.currency, n.vat_status, n.vat_rate, -n.net, -n.vat, -n.gross, n.content || jsonb_build_object('counters', n.label));
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.credit_single_payments()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_notes(o.organization_id, o.agents, o.ids)
  from (
    select a.organization_id, array_agg(a.agent_id) as agents, array_agg(a.id) as ids from added a
    where a.batch_id is null and a.amount > 0 group by a.organization_id) o
  where private.tax_scheme(o.organization_id) = 'eu';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.credit_statements()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_notes(o.organization_id, o.agents, o.ids)
  from (
    select a.organization_id, array_agg(a.agent_id) as agents, array_agg(a.id) as ids from added a
    where a.paid_amount > 0 group by a.organization_id) o
  where private.tax_scheme(o.organization_id) = 'eu';
  return null;
end $function$;

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
      and case when u.role = 'integration' then u.id::text = private.acting_key()
        else u.is_active
          and (exists (
            select 1 from auth.sessions s
            where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
              and s.user_id = u.id
              and (s.not_after is null or s.not_after > now()))
            or private.in_mode('acting'))
          and private.missing_factor() is null end);
end $function$;

CREATE OR REPLACE FUNCTION private.deliver_webhook_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.webhook_deliveries (organization_id, endpoint_id, event_id, number, record_id)
  select v.organization_id, e.id, v.id, v.number, v.record_id
  from written v
  join private.webhook_endpoints e on e.organization_id = v.organization_id and e.switched_off_at is null
    and e.events && array[v.type, split_part(v.type, '.', 1) || '.*']
  order by v.number, e.id
  -- Somebody may be deleting the endpoint: it goes when this is done, or is passed over.
  for key share of e;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.do_for_api(operation text, record_id uuid, version integer, body jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  travelers constant text[] := case when body ? 'traveler_ids' then array(select jsonb_array_elements_text(body -> 'traveler_ids')) end;
  result jsonb;
begin
  -- Of others private.guard_sale_agent says so.
  if (body ->> 'agent_id')::uuid = auth.uid() then
    perform private.refuse('Choose the agent who sold this booking.', 'agent_id', 'sale_field_missing', '{"field": "agent_id"}');
  end if;
  case operation
    when 'create_sale' then
      result := public.create_sale(body - 'traveler_ids', coalesce(travelers, '{}'));
    when 'update_sale' then
      result := private.check_api_result(public.update_sale(record_id, version, body - 'traveler_ids', travelers), 'sale');
    when 'create_customer' then
      result := public.create_customer(body);
    when 'update_customer' then
      result := private.check_api_result(public.update_customer(record_id, version, body), 'customer');
    when 'create_vendor' then
      result := public.create_vendor(body);
    when 'update_vendor' then
      result := private.check_api_result(public.update_vendor(record_id, version, body), 'vendor');
    when 'record_receipt' then
      result := private.check_api_result(
        public.record_receipt(record_id, (body ->> 'received_on')::date, (body ->> 'received_amount')::numeric), 'commission');
    when 'import_bank_transactions' then
      return private.import_for_api(body);
  end case;
  return coalesce((result ->> 'id')::uuid, record_id);
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
    ('whole', null, '{public.organizations,public.users,public.user_emails,public.user_terms,public.user_terms_history,public.agreement_versions,public.invitations,
      private.user_search,private.second_factor_events,private.audit_log,private.record_changes,public.notifications,
      public.vendors,public.vendor_terms,public.vendor_rates,public.vendor_bonus_terms,private.vendor_aliases,
      public.customers,public.customer_companions,private.customer_search,private.customer_counts,private.customer_merges,
      public.sale_groups,public.sales,public.sale_travelers,public.sale_lines,public.sales_history,public.customer_payments,public.payment_dues,
      public.commissions,public.commission_history,public.other_commissions,public.commission_shares,public.agent_payments,
      private.commissions_before_deposit,
      private.stale_days,private.daily_totals,private.monthly_totals,private.customer_totals,private.customer_totals_by_agent,
      public.bank_accounts,public.bank_connections,public.bank_connection_accounts,private.bank_file_keys,public.bank_imports,
      public.bank_rules,public.bank_transactions,public.bank_allocations,public.bank_other_allocations,public.bank_patterns,public.bank_suggestions,
      private.rejected_suggestions,public.bank_remittances,public.bank_remittance_lines,public.bank_decisions,private.stale_matches,
      private.bank_covered_days,private.bank_source_lines,public.bank_questions,
      public.payout_batches,public.payout_lines,public.payout_holds,public.payout_events,public.payout_statements,public.payment_voids,
      public.book_corrections,private.closed_receipts,
      private.tax_settings,private.tax_thresholds,private.tax_requests,private.tax_exports,private.tax_export_forms,
      private.credit_note_counters,private.credit_notes,private.journal_kept,private.journal_settings,private.journal_accounts,private.journal_exports,private.journal_export_lines,
      public.documents,public.document_versions,public.document_reads,public.communications,public.communication_mentions,
      public.communication_reads,
      private.report_totals,private.stale_report_months,private.report_checks,public.vendor_askings,public.saved_reports,
      public.import_batches,
      private.vendor_chases,private.mail_plans,private.mail_plan_people,private.outgoing_mails,private.mail_senders,
      private.incoming_mails,private.incoming_parts}'),
    -- Only under a passphrase, and with what is encrypted in the clear beneath it.
    ('sealed', null, '{private.passports,private.bank_details,private.tax_details}'),
    ('left_out', 'Keys of the installation', '{private.secrets,private.bank_connection_secrets,private.mailboxes}'),
    ('left_out', 'Programs get new keys: nobody has the old ones any more', '{private.api_keys,private.api_key_uses}'),
    -- Whoever restores an agency tells its programs where it is now.
    ('left_out', 'Where other programs are told what happens here', '{private.webhook_endpoints,private.webhook_secrets,private.webhook_events,
      private.webhook_deliveries}'),
    ('left_out', 'What is under way, and over within a day',
      '{private.disclosures,private.request_keys,private.import_check_rows,private.document_uploads,private.document_checks,
      private.bank_sync_parts,private.bank_provider_requests,private.removed_document_files,private.address_wishes,private.tier_years_due,private.known_volumes}'),
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

CREATE OR REPLACE FUNCTION private.export_key(relation text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case relation when 'private.passports' then 'passport_key' when 'private.bank_details' then 'bank_details_key'
    when 'private.tax_details' then 'bank_details_key' end
$function$;

CREATE OR REPLACE FUNCTION private.export_organization_of_books()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.current_organization_id();
begin
  if caller_organization_id is null or not private.is_owner() then
    raise exception using errcode = '42501', message = 'permission denied for exports of the journal';
  end if;
  return caller_organization_id;
end $function$;

CREATE OR REPLACE FUNCTION private.facts_of_agent_payments(rows public.agent_payments[])
 RETURNS SETOF private.journal_fact
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select 'paid', p.id, p.posted_on, p.amount, 'payment', p.id, p.agent_id, null::uuid, null::uuid
  from unnest(rows) p
  -- What a payout paid is its statement's.
  where p.batch_id is null and p.amount <> 0
$function$;

CREATE OR REPLACE FUNCTION private.facts_of_bank_allocations(rows public.bank_allocations[])
 RETURNS SETOF private.journal_fact
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when a.amount > 0 then 'receipt' else 'recall' end, a.id, a.posted_on, abs(a.amount), 'deposit', a.transaction_id, null::uuid,
    (select c.sales_id from public.commissions c where c.organization_id = a.organization_id and c.id = a.commission_id), t.account_id
  from unnest(rows) a join public.bank_transactions t on t.organization_id = a.organization_id and t.id = a.transaction_id
$function$;

CREATE OR REPLACE FUNCTION private.facts_of_bank_other_allocations(rows public.bank_other_allocations[])
 RETURNS SETOF private.journal_fact
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select 'deposited', a.id, t.booked_on, a.amount, 'deposit', a.transaction_id, null::uuid,
    (select o.sales_id from public.other_commissions o where o.organization_id = a.organization_id and o.id = a.other_commission_id), t.account_id
  from unnest(rows) a join public.bank_transactions t on t.organization_id = a.organization_id and t.id = a.transaction_id
$function$;

CREATE OR REPLACE FUNCTION private.facts_of_bank_transactions(rows public.bank_transactions[])
 RETURNS SETOF private.journal_fact
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select f.kind, t.id, t.booked_on, f.amount, 'deposit', t.id, null::uuid, null::uuid, t.account_id
  from unnest(rows) t cross join lateral (values ('fee', t.fee_amount), ('unclaimed', t.unclaimed_amount)) f(kind, amount)
  where t.status = 'matched' and f.amount <> 0
$function$;

CREATE OR REPLACE FUNCTION private.facts_of_commission_shares(rows public.commission_shares[])
 RETURNS SETOF private.journal_fact
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select 'share', s.id, s.counted_on, s.agent_amount, case when s.sales_id is null then 'other' else 'sale' end,
    coalesce(s.sales_id, s.other_commission_id, s.commission_id), s.user_id, s.sales_id, null::uuid
  from unnest(rows) s
  where s.status <> 'cancelled' and s.agent_amount <> 0
$function$;

CREATE OR REPLACE FUNCTION private.facts_of_commissions(rows public.commissions[])
 RETURNS SETOF private.journal_fact
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select f.kind, c.id, f.day, f.amount, f.entry_kind, case f.entry_kind when 'sale' then c.sales_id else c.id end, f.user_id, c.sales_id, null::uuid
  from unnest(rows) c
  cross join lateral (values
    ('expected', c.sale_date, case when c.status = 'cancelled' then 0 else c.amount end, 'sale', null::uuid),
    ('share', c.sale_date, case when c.status = 'cancelled' and not c.seller_paid then 0 else c.agent_amount end, 'sale', c.agent_id),
    ('recorded', c.received_posted_on, c.manual_amount, 'commission', null),
    -- The rest that is written off once more was received meanwhile.
    ('written_off', coalesce(c.received_posted_on, c.sale_date), case when c.status = 'cancelled' then 0
      else least(c.written_off, greatest(c.amount - coalesce(c.received_amount, 0), 0)) end, 'commission', null),
    ('surplus', coalesce(c.received_posted_on, c.sale_date), greatest(coalesce(c.received_amount, 0)
      - case when c.status = 'cancelled' then 0 else c.amount end, 0), 'commission', null)) f(kind, day, amount, entry_kind, user_id)
  where f.amount <> 0
$function$;

CREATE OR REPLACE FUNCTION private.facts_of_other_commissions(rows public.other_commissions[])
 RETURNS SETOF private.journal_fact
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when o.kind = 'service_fee' then f.kind_of_fee else f.kind end, o.id, f.day, f.amount,
    case when f.kind = 'expected' and o.sales_id is not null then 'sale' else 'other' end,
    case when f.kind = 'expected' then coalesce(o.sales_id, o.id) else o.id end, null::uuid, o.sales_id, null::uuid
  from unnest(rows) o
  cross join lateral (values
    ('expected', 'fee_expected', o.counted_on, case when o.status = 'cancelled' then 0 else o.amount end),
    ('recorded', 'fee_received', o.received_posted_on, o.received_amount),
    ('surplus', 'fee_surplus', o.received_posted_on,
      greatest(o.received_amount - case when o.status = 'cancelled' then 0 else o.amount end, 0))) f(kind, kind_of_fee, day, amount)
  where f.amount <> 0
$function$;

CREATE OR REPLACE FUNCTION private.facts_of_payment_voids(rows public.payment_voids[])
 RETURNS SETOF private.journal_fact
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select 'voided', v.id, v.posted_on, -v.amount, 'void', v.id, v.agent_id, null::uuid, null::uuid
  from unnest(rows) v
$function$;

CREATE OR REPLACE FUNCTION private.facts_of_payout_statements(rows public.payout_statements[])
 RETURNS SETOF private.journal_fact
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select f.kind, s.id, s.posted_on, f.amount, 'statement', s.id, s.agent_id, null::uuid, null::uuid
  from unnest(rows) s
  cross join lateral (
    select coalesce(sum(l.amount) filter (where private.is_claim(l.kind)), 0) as paid,
      coalesce(sum(l.amount) filter (where l.kind = 'returned'), 0) as again
    from public.payout_lines l
    where l.organization_id = s.organization_id and l.batch_id = s.batch_id and l.agent_id = s.agent_id) l
  cross join lateral (values
    ('paid', l.paid), ('adjusted', s.commission_amount + s.adjustment_amount - l.paid - l.again), ('paid_again', l.again),
    ('carried', s.carried_in - s.carried_out)) f(kind, amount)
  where f.amount <> 0
$function$;

CREATE OR REPLACE FUNCTION private.fail_webhook(e private.webhook_endpoints, d private.webhook_deliveries, retry_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  last_moment constant timestamptz := d.first_tried_at + private.webhook_patience();
  is_over constant boolean := now() >= last_moment;
  host constant text := private.webhook_host(e.url);
  v private.webhook_events;
begin
  if e.switched_off_at is not null then
    -- Somebody asked for it once; it waits on with the others.
    update private.webhook_deliveries x set asked_at = null, next_try_at = now(),
      state = case when x.delivered_at is not null then 'delivered' else x.state end where x.id = d.id;
    return;
  end if;
  update private.webhook_endpoints w set failing_since = coalesce(w.failing_since, d.tried_at), failures = w.failures + 1 where w.id = e.id;
  if not is_over then
    update private.webhook_deliveries x set next_try_at = greatest(least(now() + private.webhook_pause(x.tries), last_moment),
      case when fail_webhook.retry_at is not null then least(fail_webhook.retry_at, now() + interval '1 day') end) where x.id = d.id;
  elsif coalesce(e.failing_since, d.tried_at) <= d.first_tried_at and d.delivered_at is null then
    update private.webhook_deliveries x set asked_at = null, next_try_at = now() where x.id = d.id;
    update private.webhook_endpoints w set switched_off_at = now(), switched_off_by = null where w.id = e.id;
    perform private.audit(e.organization_id, 'webhook_switched_off', null, e.id, private.audit_change('address', host, null), by_itself => true);
    perform private.tell_of_webhook(e, 'webhook_switched_off', jsonb_build_object('host', host));
  else
    update private.webhook_deliveries x set asked_at = null, state = case when x.delivered_at is not null then 'delivered' else 'given_up' end
    where x.id = d.id;
    if d.delivered_at is null and coalesce(e.told_at < now() - interval '1 day', true) then
      update private.webhook_endpoints w set told_at = now() where w.id = e.id;
      select n.* into v from private.webhook_events n where n.id = d.event_id;
      perform private.tell_of_webhook(e, 'webhook_given_up', jsonb_build_object('host', host, 'event', v.type));
    end if;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.find_members_named(organization_id uuid, words text[], take integer, with_emails boolean)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.find_named(format(
    'select u.id, %1$s as names, %1$s as document, not u.is_active as archived, u.first_name || '' '' || u.last_name as label
      from public.users u %2$s.organization_id = $1 and u.role <> ''integration''',
    case when with_emails then 's.document' else 'private.name_document(u.first_name || '' '' || u.last_name)' end,
    case when with_emails then 'join private.user_search s on s.user_id = u.id where s' else 'where u' end),
    'null::date', words, take, organization_id, null)
$function$;

CREATE OR REPLACE FUNCTION private.fits_tax_scheme(d private.tax_details, scheme text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select d.agent_id is not null and case scheme when 'us' then d.number_kind in ('ssn', 'ein') when 'eu' then d.vat_status is not null else false end
$function$;

CREATE OR REPLACE FUNCTION private.guard_co_sellers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  entry jsonb;
  typed text;
  person uuid;
  people uuid[] := '{}';
  sum_of_parts numeric := 0;
  clean jsonb := '[]';
begin
  -- The constraint says it.
  if jsonb_typeof(new.co_sellers) <> 'array' then
    return new;
  end if;
  if jsonb_array_length(new.co_sellers) > 9 then
    perform private.refuse('A sale has at most ten people.', 'co_sellers', 'co_sellers_too_many');
  end if;
  for entry in select e.value from jsonb_array_elements(new.co_sellers) with ordinality e(value, n) order by e.n loop
    if jsonb_typeof(entry) <> 'object' or not pg_input_is_valid(coalesce(entry ->> 'user_id', ''), 'uuid') then
      perform private.refuse('Choose the agent for each share.', 'co_sellers', 'co_seller_missing');
    end if;
    person := (entry ->> 'user_id')::uuid;
    if coalesce(entry ->> 'role', '') not in ('co_seller', 'referral') then
      perform private.refuse('Choose co-seller or referral for each share.', 'co_sellers', 'co_seller_role_unknown');
    end if;
    typed := entry ->> 'percent';
    if typed is null or typed !~ '^\d{1,3}(\.\d{1,20})?$' or typed::numeric <= 0 or typed::numeric >= 100
      or typed::numeric <> round(typed::numeric, 2) then
      perform private.refuse('Enter a part above 0 and below 100 percent, with at most two decimals.', 'co_sellers', 'co_seller_percent');
    end if;
    if person = new.agent_id then
      if tg_op = 'UPDATE' and new.co_sellers = old.co_sellers then
        perform private.refuse('This person has a share of booking ' || new.booking_reference
          || ' already. Take the share back first, or choose somebody else.', 'agent_id', 'agent_has_share',
          jsonb_build_object('reference', new.booking_reference));
      end if;
      perform private.refuse('The seller has the rest of the sale. Choose somebody else to share it with.', 'co_sellers',
        'co_seller_is_seller');
    elsif person = any (people) then
      perform private.refuse('Each person has one share.', 'co_sellers', 'co_seller_twice');
    end if;
    people := people || person;
    sum_of_parts := sum_of_parts + typed::numeric;
    clean := clean || jsonb_build_array(jsonb_build_object('user_id', person, 'role', entry ->> 'role',
      'percent', trim_scale(typed::numeric)));
  end loop;
  if sum_of_parts >= 100 then
    perform private.refuse('The parts come to ' || trim_scale(sum_of_parts) || ' %. Leave the seller more than 0.', 'co_sellers',
      'co_sellers_sum', jsonb_build_object('percent', trim_scale(sum_of_parts)));
  end if;
  if exists (select from unnest(people) p(id)
    where not exists (select from public.users u where u.organization_id = new.organization_id and u.id = p.id and u.role <> 'integration')) then
    perform private.refuse('Choose members of your agency to share a sale with.', 'co_sellers', 'co_seller_not_member');
  end if;
  new.co_sellers := clean;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_sale_agent()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.users u where u.id = new.agent_id and u.role = 'integration') then
    perform private.refuse('Choose the agent who sold this booking.', 'agent_id', 'sale_field_missing', '{"field": "agent_id"}');
  elsif auth.uid() is null or private.is_admin() then
    return new;
  elsif tg_op = 'INSERT' then
    perform private.refuse('Only an admin can record a sale for another agent.', 'agent_id', 'sale_for_another_agent');
  else
    perform private.refuse('Only an admin can give a sale to another agent.', 'agent_id', 'sale_to_another_agent');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.has_api_scope(scopes text[], needed text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(needed = any (scopes) or replace(needed, ':read', ':write') = any (scopes), false)
$function$;

CREATE OR REPLACE FUNCTION private.import_for_api(body jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  lines constant jsonb := (
    -- Equal lines of one request are told apart, as in a file.
    select jsonb_agg(l.entry || jsonb_build_object('line', l.n, 'twin', l.twin) order by l.n)
    from (
      select e.entry, e.n, row_number() over (partition by e.entry order by e.n)::text as twin
      from jsonb_array_elements(body -> 'lines') with ordinality e(entry, n)) l);
  name constant text := coalesce(nullif(btrim(body ->> 'name'), ''), 'API');
  new_id uuid;
  is_more boolean := true;
begin
  new_id := (public.begin_bank_import((body ->> 'account_id')::uuid, name, encode(sha256(convert_to(lines::text, 'UTF8')), 'hex'), 'csv',
    jsonb_array_length(lines)) ->> 'import_id')::uuid;
  perform public.import_bank_lines(new_id, lines);
  while is_more loop
    is_more := (public.finish_bank_import(new_id) ->> 'more')::boolean;
  end loop;
  return new_id;
end $function$;

CREATE OR REPLACE FUNCTION private.is_admin()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(private.current_user_role() in ('owner', 'admin', 'integration'), false);
end $function$;

CREATE OR REPLACE FUNCTION private.is_eu_vat_number(number text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select number ~ '^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)[0-9A-Z+*]{8,12}$'
$function$;

CREATE OR REPLACE FUNCTION private.is_exempt_payee(tax_class text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(tax_class in ('c_corporation', 's_corporation', 'llc_c_corporation', 'llc_s_corporation', 'exempt'), false)
$function$;

CREATE OR REPLACE FUNCTION private.is_key_live(key private.api_keys)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return key.revoked_at is null
    and not exists (select from private.agency_deletions d where d.organization_id = key.organization_id)
    and (key.expires_on is null or key.expires_on >= (
      select (now() at time zone o.time_zone)::date from public.organizations o where o.id = key.organization_id));
end $function$;

CREATE OR REPLACE FUNCTION private.is_us_state(code text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select code = any ('{AL,AK,AZ,AR,CA,CO,CT,DE,FL,GA,HI,ID,IL,IN,IA,KS,KY,LA,ME,MD,MA,MI,MN,MS,MO,MT,NE,NV,NH,NJ,NM,NY,NC,ND,OH,OK,OR,PA,
    RI,SC,SD,TN,TX,UT,VT,VA,WA,WV,WI,WY,DC,AS,GU,MP,PR,VI,AA,AE,AP}'::text[])
$function$;

CREATE OR REPLACE FUNCTION private.journal_account_lacks(format text, number text, name text, longest integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when number is null and name is null then 'account'
    when format = 'quickbooks' and name is null then 'name'
    when format in ('xero', 'datev') and number is null then 'number'
    -- Personal accounts have one digit more.
    when format = 'datev' and (number !~ '^\d+$' or char_length(number) > longest + 1) then 'digits' end
$function$;

CREATE OR REPLACE FUNCTION private.journal_account_names()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array['bank', 'receivable', 'commission_income', 'fees_receivable', 'service_fees', 'agents_expense', 'agents_payable', 'recalled',
    'bank_fees', 'written_off', 'voided', 'unclaimed', 'undeposited', 'customers_money']
$function$;

CREATE OR REPLACE FUNCTION private.journal_closed_through(organization_id uuid)
 RETURNS date
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select greatest(private.books_closed_through(organization_id),
    (select max(e.last_day) from private.journal_exports e where e.organization_id = journal_closed_through.organization_id),
    (select s.since - 1 from private.journal_settings s where s.organization_id = journal_closed_through.organization_id))
$function$;

CREATE OR REPLACE FUNCTION private.journal_entries(organization_id uuid, basis text, first_day date, last_day date)
 RETURNS TABLE(day date, entry_kind text, entry_id uuid, account text, bank_account_id uuid, user_id uuid, sales_id uuid, amount numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.day, p.entry_kind, p.entry_id, p.account, p.bank_account_id, p.user_id, p.sales_id, sum(p.amount)
  from (
    select f.day, f.entry_kind, f.entry_id, e.account, case when e.account = 'bank' then coalesce(f.bank_account_id, a.id) end as bank_account_id,
      case when e.account in ('agents_expense', 'agents_payable', 'voided') then f.user_id end as user_id,
      case when e.account not in ('bank', 'agents_expense', 'agents_payable', 'voided') then f.sales_id end as sales_id, e.amount
    from private.journal_facts_between(journal_entries.organization_id, first_day, last_day) f
    join private.journal_rules() r on r.kind = f.kind and r.basis = journal_entries.basis
    cross join (select private.journal_paying_account(journal_entries.organization_id) as id) a
    cross join lateral (values (r.debit, f.amount), (r.credit, -f.amount)) e(account, amount)
    where r.debit is not null) p
  group by 1, 2, 3, 4, 5, 6, 7
  having sum(p.amount) <> 0
$function$;

CREATE OR REPLACE FUNCTION private.journal_facts_between(organization_id uuid, first_day date, last_day date)
 RETURNS SETOF private.journal_fact
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with touched as materialized (
    -- What is kept of one fact, as its last row says whose it is.
    select k.kind, k.source_id, k.user_id, sum(k.amount) as amount, max(k.floor) as floor, (array_agg(k.entry_kind order by k.id desc))[1] as entry_kind,
      (array_agg(k.entry_id order by k.id desc))[1] as entry_id, (array_agg(k.sales_id order by k.id desc))[1] as sales_id,
      (array_agg(k.bank_account_id order by k.id desc))[1] as bank_account_id
    from private.journal_kept k where k.organization_id = journal_facts_between.organization_id
    group by k.kind, k.source_id, k.user_id)
  select f.* from private.journal_facts_of_days(journal_facts_between.organization_id, first_day, last_day) f
  where not exists (
    select from touched t where t.kind = f.kind and t.source_id = f.source_id and t.user_id is not distinct from f.user_id)
  union all
  select k.kind, k.source_id, k.day, k.amount, k.entry_kind, k.entry_id, k.user_id, k.sales_id, k.bank_account_id
  from private.journal_kept k
  where k.organization_id = journal_facts_between.organization_id and k.day between first_day and last_day and k.amount <> 0
  union all
  select t.kind, t.source_id, greatest(f.day, t.floor), coalesce(f.amount, 0) - t.amount, coalesce(f.entry_kind, t.entry_kind),
    coalesce(f.entry_id, t.entry_id), t.user_id, coalesce(f.sales_id, t.sales_id), coalesce(f.bank_account_id, t.bank_account_id)
  from touched t
  left join private.journal_facts_of_rows(journal_facts_between.organization_id, array(select distinct source_id from touched)) f
    on f.kind = t.kind and f.source_id = t.source_id and f.user_id is not distinct from t.user_id
  where t.floor <= last_day and greatest(f.day, t.floor) between first_day and last_day and coalesce(f.amount, 0) <> t.amount
$function$;

CREATE OR REPLACE FUNCTION private.journal_facts_of_days(organization_id uuid, first_day date, last_day date)
 RETURNS SETOF private.journal_fact
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select f.*
  from (
    select f.* from private.facts_of_commissions(array(
      select c from public.commissions c
      where c.organization_id = journal_facts_of_days.organization_id and c.sale_date between first_day and last_day
      union all
      select c from public.commissions c
      where c.organization_id = journal_facts_of_days.organization_id and c.received_posted_on between first_day and last_day
        and c.sale_date not between first_day and last_day)) f
    union all
    select f.* from private.facts_of_other_commissions(array(
      select o from public.other_commissions o
      where o.organization_id = journal_facts_of_days.organization_id
        and (o.counted_on between first_day and last_day or o.received_posted_on between first_day and last_day))) f
    union all
    select f.* from private.facts_of_commission_shares(array(
      select s from public.commission_shares s
      where s.organization_id = journal_facts_of_days.organization_id and s.counted_on between first_day and last_day)) f
    union all
    select f.* from private.facts_of_bank_allocations(array(
      select a from public.bank_allocations a
      where a.organization_id = journal_facts_of_days.organization_id and a.posted_on between first_day and last_day)) f
    union all
    select f.* from private.facts_of_bank_other_allocations(array(
      select a from public.bank_other_allocations a where a.organization_id = journal_facts_of_days.organization_id)) f
    union all
    select f.* from private.facts_of_bank_transactions(array(
      select t from public.bank_transactions t
      where t.organization_id = journal_facts_of_days.organization_id and t.status = 'matched' and t.booked_on between first_day and last_day
        and (t.fee_amount, t.unclaimed_amount) <> (0, 0))) f
    union all
    select f.* from private.facts_of_agent_payments(array(
      select p from public.agent_payments p
      where p.organization_id = journal_facts_of_days.organization_id and p.batch_id is null
        and p.posted_on between first_day and last_day)) f
    union all
    select f.* from private.facts_of_payout_statements(array(
      select s from public.payout_statements s
      where s.organization_id = journal_facts_of_days.organization_id and s.posted_on between first_day and last_day)) f
    union all
    select f.* from private.facts_of_payment_voids(array(
      select v from public.payment_voids v
      where v.organization_id = journal_facts_of_days.organization_id and v.posted_on between first_day and last_day)) f) f
  where f.day between first_day and last_day
$function$;

CREATE OR REPLACE FUNCTION private.journal_facts_of_rows(organization_id uuid, ids uuid[])
 RETURNS SETOF private.journal_fact
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select f.* from private.facts_of_commissions(array(
    select c from public.commissions c where c.organization_id = journal_facts_of_rows.organization_id and c.id = any (ids))) f
  union all
  select f.* from private.facts_of_other_commissions(array(
    select o from public.other_commissions o where o.organization_id = journal_facts_of_rows.organization_id and o.id = any (ids))) f
  union all
  select f.* from private.facts_of_commission_shares(array(
    select s from public.commission_shares s where s.organization_id = journal_facts_of_rows.organization_id and s.id = any (ids))) f
  union all
  select f.* from private.facts_of_bank_allocations(array(
    select a from public.bank_allocations a where a.organization_id = journal_facts_of_rows.organization_id and a.id = any (ids))) f
  union all
  select f.* from private.facts_of_bank_other_allocations(array(
    select a from public.bank_other_allocations a where a.organization_id = journal_facts_of_rows.organization_id and a.id = any (ids))) f
  union all
  select f.* from private.facts_of_bank_transactions(array(
    select t from public.bank_transactions t where t.organization_id = journal_facts_of_rows.organization_id and t.id = any (ids))) f
  union all
  select f.* from private.facts_of_agent_payments(array(
    select p from public.agent_payments p where p.organization_id = journal_facts_of_rows.organization_id and p.id = any (ids))) f
  union all
  select f.* from private.facts_of_payout_statements(array(
    select s from public.payout_statements s where s.organization_id = journal_facts_of_rows.organization_id and s.id = any (ids))) f
  union all
  select f.* from private.facts_of_payment_voids(array(
    select v from public.payment_voids v where v.organization_id = journal_facts_of_rows.organization_id and v.id = any (ids))) f
$function$;

CREATE OR REPLACE FUNCTION private.journal_lines(organization_id uuid, basis text, first_day date, last_day date)
 RETURNS TABLE(line bigint, entry bigint, day date, entry_kind text, entry_id uuid, account text, bank_account_id uuid, user_id uuid, sales_id uuid, amount numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- By bytes: words of ours need no dictionary, which takes longer than the journal itself.
  select row_number() over w, dense_rank() over (order by e.day, e.entry_kind collate "C", e.entry_id), e.day, e.entry_kind, e.entry_id, e.account,
    e.bank_account_id, e.user_id, e.sales_id, e.amount
  from private.journal_entries(journal_lines.organization_id, basis, first_day, last_day) e
  window w as (order by e.day, e.entry_kind collate "C", e.entry_id, e.amount < 0, array_position(private.journal_account_names(), e.account),
    e.bank_account_id, e.sales_id, e.user_id)
$function$;

CREATE OR REPLACE FUNCTION private.journal_month(organization_id uuid, month date)
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select date_trunc('month', coalesce(journal_month.month, private.journal_next_month(journal_month.organization_id),
    private.today() - interval '1 month')::timestamp)::date
$function$;

CREATE OR REPLACE FUNCTION private.journal_next_month(organization_id uuid)
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select max(e.last_day) + 1 from private.journal_exports e where e.organization_id = journal_next_month.organization_id),
    (select s.since from private.journal_settings s where s.organization_id = journal_next_month.organization_id))
$function$;

CREATE OR REPLACE FUNCTION private.journal_origins(organization_id uuid, kinds text[], ids uuid[])
 RETURNS TABLE(entry_kind text, entry_id uuid, entry_text text, vendor_id uuid, sales_id uuid, transaction_id uuid, statement_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select o.entry_kind, o.entry_id, case o.entry_kind
      when 'sale' then concat_ws(', ', concat_ws(' ', 'Sale', k.booking_reference), v.name)
      when 'commission' then concat_ws(', ', concat_ws(' ', 'Receipt', k.booking_reference), v.name)
      when 'other' then concat_ws(', ', case x.kind when 'service_fee' then 'Service fee' when 'penalty' then 'Penalty' else 'Bonus' end
        || coalesce(' ' || k.booking_reference, ''), v.name)
      -- What was taken back with its file is gone, and its entries stay.
      when 'deposit' then concat_ws(' of ', 'Bank transaction', t.booked_on)
      when 'payment' then 'Payment to an agent ' || p.payment_date
      when 'statement' then 'Statement ' || s.number else 'Voided payment' end,
    v.id, k.id, t.id, s.id
  from unnest(kinds, ids) o(entry_kind, entry_id)
  left join public.commissions c on o.entry_kind = 'commission' and c.organization_id = journal_origins.organization_id and c.id = o.entry_id
  left join public.other_commissions x on o.entry_kind = 'other' and x.organization_id = journal_origins.organization_id and x.id = o.entry_id
  left join public.sales k on k.organization_id = journal_origins.organization_id
    and k.id = case o.entry_kind when 'sale' then o.entry_id when 'commission' then c.sales_id when 'other' then x.sales_id end
  left join public.vendors v on v.organization_id = journal_origins.organization_id and v.id = coalesce(x.vendor_id, k.vendor_id)
  left join public.bank_transactions t on o.entry_kind = 'deposit' and t.organization_id = journal_origins.organization_id and t.id = o.entry_id
  left join public.agent_payments p on o.entry_kind = 'payment' and p.organization_id = journal_origins.organization_id and p.id = o.entry_id
  left join public.payment_voids n on o.entry_kind = 'void' and n.organization_id = journal_origins.organization_id and n.id = o.entry_id
  left join public.payout_statements s on s.organization_id = journal_origins.organization_id
    and s.id = case o.entry_kind when 'statement' then o.entry_id when 'void' then n.statement_id end
$function$;

CREATE OR REPLACE FUNCTION private.journal_paying_account(organization_id uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select s.paying_account_id from private.journal_settings s where s.organization_id = journal_paying_account.organization_id),
    (select (array_agg(b.id))[1] from public.bank_accounts b where b.organization_id = journal_paying_account.organization_id having count(*) = 1))
$function$;

CREATE OR REPLACE FUNCTION private.journal_rules()
 RETURNS TABLE(kind text, basis text, debit text, credit text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select r.kind, b.basis, case b.basis when 'expected' then r.debit else r.debit_received end,
    case b.basis when 'expected' then r.credit else r.credit_received end
  from (values
    ('expected', 'receivable', 'commission_income', null, null),
    ('fee_expected', 'fees_receivable', 'service_fees', null, null),
    ('share', 'agents_expense', 'agents_payable', null, null),
    ('receipt', 'bank', 'receivable', 'bank', 'commission_income'),
    ('recall', 'recalled', 'bank', 'recalled', 'bank'),
    ('recorded', 'undeposited', 'receivable', 'undeposited', 'commission_income'),
    ('deposited', 'bank', 'undeposited', 'bank', 'undeposited'),
    ('fee_received', 'customers_money', 'fees_receivable', 'customers_money', 'service_fees'),
    ('written_off', 'written_off', 'receivable', null, null),
    ('surplus', 'receivable', 'commission_income', null, null),
    ('fee_surplus', 'fees_receivable', 'service_fees', null, null),
    ('fee', 'bank_fees', 'bank', 'bank_fees', 'bank'),
    ('unclaimed', 'bank', 'unclaimed', 'bank', 'unclaimed'),
    ('paid', 'agents_payable', 'bank', 'agents_expense', 'bank'),
    ('adjusted', 'agents_expense', 'bank', 'agents_expense', 'bank'),
    ('paid_again', 'voided', 'bank', 'voided', 'bank'),
    ('carried', 'agents_payable', 'bank', 'agents_payable', 'bank'),
    ('voided', 'bank', 'voided', 'bank', 'voided')) r(kind, debit, credit, debit_received, credit_received)
  cross join (values ('expected'), ('received')) b(basis)
$function$;

CREATE OR REPLACE FUNCTION private.journal_totals(organization_id uuid, basis text, month date)
 RETURNS TABLE(account text, bank_account_id uuid, debit numeric, credit numeric, entries bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with e as materialized (
    select e.* from private.journal_entries(journal_totals.organization_id, basis, month, (month + interval '1 month')::date - 1) e)
  select e.account, e.bank_account_id, coalesce(sum(e.amount) filter (where e.amount > 0), 0), coalesce(-sum(e.amount) filter (where e.amount < 0), 0),
    null::bigint
  from e group by e.account, e.bank_account_id
  union all
  select null, null, coalesce(sum(e.amount) filter (where e.amount > 0), 0), coalesce(-sum(e.amount) filter (where e.amount < 0), 0),
    (select count(*) from (select distinct e.day, e.entry_kind, e.entry_id from e) d)
  from e
$function$;

CREATE OR REPLACE FUNCTION private.keep_journal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o record;
  was private.journal_fact[];
  become private.journal_fact[];
  matters boolean := false;
  -- With the function of the table; rows of a transition table do not know their type.
  facts constant text := 'select array_agg(f) from private.%I(array(select r::%s from %I r where r.organization_id = $1)) f';
begin
  -- Lines of the bank come in thousands, and say nothing before they are matched.
  if tg_table_name = 'bank_transactions' then
    if tg_op <> 'INSERT' then
      matters := exists (select from replaced r where r.status = 'matched');
    end if;
    if tg_op <> 'DELETE' and not matters then
      matters := exists (select from changed n where n.status = 'matched');
    end if;
    if not matters then
      return null;
    end if;
  end if;
  for o in execute format('select d.id, private.journal_closed_through(d.id) as closed_through
    from (select distinct r.organization_id as id from %I r order by 1) d', case tg_op when 'DELETE' then 'replaced' else 'changed' end)
  loop
    continue when o.closed_through is null;
    if tg_op <> 'INSERT' then
      execute format(facts, 'facts_of_' || tg_table_name, tg_relid::regclass, 'replaced') into was using o.id;
    end if;
    if tg_op <> 'DELETE' then
      execute format(facts, 'facts_of_' || tg_table_name, tg_relid::regclass, 'changed') into become using o.id;
    end if;
    perform private.keep_journal_facts(o.id, o.closed_through, was, become);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_journal_facts(organization_id uuid, closed_through date, was private.journal_fact[], become private.journal_fact[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.journal_kept (organization_id, kind, source_id, day, amount, entry_kind, entry_id, user_id, sales_id, bank_account_id, floor)
  select keep_journal_facts.organization_id, x.kind, x.source_id, case when s.stood then s.day else closed_through end,
    case when s.stood then coalesce(x.amount, 0) - coalesce(k.amount, 0) else 0 end, x.entry_kind, x.entry_id, x.user_id, x.sales_id, x.bank_account_id,
    closed_through + 1
  from (
    select coalesce(o.kind, n.kind) as kind, coalesce(o.source_id, n.source_id) as source_id, coalesce(o.user_id, n.user_id) as user_id, o.day, o.amount,
      n.day as new_day, n.amount as new_amount, coalesce(o.entry_kind, n.entry_kind) as entry_kind, coalesce(o.entry_id, n.entry_id) as entry_id,
      coalesce(o.sales_id, n.sales_id) as sales_id, coalesce(o.bank_account_id, n.bank_account_id) as bank_account_id
    from unnest(was) o
    full join unnest(become) n on n.kind = o.kind and n.source_id = o.source_id
      and coalesce(n.user_id, n.source_id) = coalesce(o.user_id, o.source_id)) x
  left join lateral (
    select sum(k.amount) as amount, max(k.floor) as floor from private.journal_kept k
    where k.organization_id = keep_journal_facts.organization_id and k.source_id = x.source_id and k.kind = x.kind
      and k.user_id is not distinct from x.user_id) k on true
  -- A fact that says nothing stands with what is kept of it: on the last floor.
  cross join lateral (select greatest(x.day, k.floor) as day, coalesce(greatest(x.day, k.floor) <= closed_through, false) as stood) s
  where (x.day, x.amount) is distinct from (x.new_day, x.new_amount) and (s.stood or greatest(x.new_day, k.floor) <= closed_through)
$function$;

CREATE OR REPLACE FUNCTION private.keep_journal_lines(export private.journal_exports)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with e as materialized (
    select e.* from private.journal_lines(export.organization_id, export.basis, export.month, export.last_day) e),
  o as materialized (
    select o.* from (select array_agg(d.entry_kind) as kinds, array_agg(d.entry_id) as ids from (select distinct e.entry_kind, e.entry_id from e) d) a
    cross join lateral private.journal_origins(export.organization_id, a.kinds, a.ids) o)
  insert into private.journal_export_lines (organization_id, export_id, line, entry, day, entry_kind, entry_id, entry_text, account, bank_account_id,
    account_number, account_name, amount, sales_id, user_id, reference, party)
  select export.organization_id, export.id, e.line, e.entry, e.day, e.entry_kind, e.entry_id, o.entry_text, e.account, e.bank_account_id,
    m.number, m.name, e.amount, e.sales_id, e.user_id, r.booking_reference,
    coalesce(u.first_name || ' ' || u.last_name, v.name)
  from e
  join o on o.entry_kind = e.entry_kind and o.entry_id = e.entry_id
  left join public.sales r on r.organization_id = export.organization_id and r.id = e.sales_id
  left join public.users u on export.format = 'quickbooks' and (export.settings ->> 'quickbooks_names')::boolean
    and u.organization_id = export.organization_id and u.id = e.user_id
  left join public.vendors v on export.format = 'quickbooks' and (export.settings ->> 'quickbooks_names')::boolean and e.account = 'receivable'
    and v.organization_id = export.organization_id and v.id = coalesce(r.vendor_id, o.vendor_id)
  left join private.journal_accounts m on m.organization_id = export.organization_id and m.account = e.account
    and m.bank_account_id is not distinct from e.bank_account_id
$function$;

CREATE OR REPLACE FUNCTION private.keep_webhooks()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.webhook_events v where v.id in (
    select o.id from private.webhook_events o where o.happened_at < now() - interval '30 days' order by o.happened_at limit 5000);
  delete from private.webhook_secrets s where s.ends_at < now();
  if exists (select from private.webhook_deliveries x where x.asked_at is not null and x.next_try_at <= now())
    or exists (
      select from private.webhook_endpoints e
      where e.switched_off_at is null and exists (
        select from private.webhook_deliveries x
        where x.endpoint_id = e.id and x.state = 'waiting' and x.next_try_at <= now() and not exists (
          select from private.webhook_deliveries b
          where b.endpoint_id = x.endpoint_id and b.record_id = x.record_id and b.number < x.number and b.state = 'waiting' and b.delivered_at is null))) then
    perform private.call_function('webhook-send');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.list_for_api(resource text, input jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  list record;
  query constant jsonb := coalesce(input -> 'query', '{}');
  most constant int := coalesce((query ->> 'limit')::int, 50);
  since constant timestamptz := (query ->> 'updated_since')::timestamptz;
  -- Cursors of the two orders are told apart by their first letter.
  mark constant text := case when since is null then '' else 'u' end;
  after_at timestamptz;
  after_id uuid;
  rows jsonb;
begin
  select l.* into list from private.api_list(list_for_api.resource) l;
  if query ->> 'cursor' ~ ('^' || mark || '\d{1,16}[.][0-9a-f-]{36}$') then
    after_at := 'epoch'::timestamptz + ltrim(split_part(query ->> 'cursor', '.', 1), 'u')::bigint * interval '1 microsecond';
    after_id := split_part(query ->> 'cursor', '.', 2)::uuid;
  end if;
  execute format(
    'select coalesce(jsonb_agg(to_jsonb(r) order by r.n), ''[]'') from (
      select row_number() over () as n, p.* from (
        select %2$s as said, $7 || (extract(epoch from t.%5$I) * 1000000)::bigint || ''.'' || %3$s as place
        from %1$s where %4$s order by t.%5$I %6$s, %3$s limit $4) p) r',
    list.source, list.said, list.tie, concat_ws(' and ',
      case list_for_api.resource when 'agents' then 't.role <> ''integration''' end,
      't.organization_id = (select private.current_organization_id())',
      case
        when since is null and after_at is not null then format('t.created_at <= $2 and (t.created_at < $2 or %s > $3)', list.tie)
        when after_at is not null then format('t.updated_at >= $6 and (t.updated_at, %s) > ($2, $3)', list.tie)
        when since is not null then 't.updated_at >= $6' end,
      (select string_agg(case f.key
          when 'email' then 'coalesce(t.email, '''') = $1 ->> ''email'''
          when 'sale_id' then 't.sales_id = ($1 ->> ''sale_id'')::uuid'
          else format('t.%1$I = ($1 ->> %1$L)::%2$s', f.key, f.value) end, ' and ')
        from jsonb_each_text(list.filters) f where query ->> f.key is not null)),
    case when since is null then 'created_at' else 'updated_at' end, case when since is null then 'desc' end)
  into rows using query, after_at, after_id, most + 1, private.api_currency(), since, mark;
  return jsonb_build_object('answer', jsonb_build_object(
    'data', (select coalesce(jsonb_agg(r.entry -> 'said' order by r.n), '[]')
      from jsonb_array_elements(rows) with ordinality r(entry, n) where r.n <= most),
    'next_cursor', case when jsonb_array_length(rows) > most then rows -> (most - 1) ->> 'place' end));
end $function$;

CREATE OR REPLACE FUNCTION private.lock_member(member_id uuid, OUT member public.users, OUT refusal jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform 1 from public.organizations o where o.id = private.admin_organization_id() for no key update;
  -- Checked after waiting for the lock: its previous holder may have changed the caller's role.
  if private.admin_organization_id() is null then
    refusal := private.command_result('You do not have permission to change team members.', null, 'members_are_for_admins');
    return;
  end if;
  select u.* into member from public.users u
  where u.id = lock_member.member_id and u.organization_id = private.admin_organization_id() and u.role <> 'integration'
  for no key update;
  refusal := case
    when member.id is null then private.command_result('This person is not in your organization.', null, 'member_not_found')
    when member.role <> 'agent' and not private.is_owner() then private.command_result('Only an owner can change admins and owners.',
      null, 'admins_are_changed_by_owners')
  end;
end $function$;

CREATE OR REPLACE FUNCTION private.lock_note_counters(organization_id uuid, agent_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select 1 from unnest(agent_ids) a(id) where not exists (
      select 1 from private.credit_note_counters c where c.organization_id = lock_note_counters.organization_id and c.agent_id = a.id)) then
    perform pg_advisory_xact_lock(hashtextextended('credit note codes ' || lock_note_counters.organization_id, 0));
    insert into private.credit_note_counters (organization_id, agent_id, code)
    select lock_note_counters.organization_id, a.id, k.most + row_number() over (order by a.id)
    from (select distinct u.id from unnest(agent_ids) u(id)) a
    cross join (
      select coalesce(max(c.code), 0) as most from private.credit_note_counters c where c.organization_id = lock_note_counters.organization_id) k
    where not exists (
      select 1 from private.credit_note_counters c where c.organization_id = lock_note_counters.organization_id and c.agent_id = a.id);
  end if;
  perform 1 from private.credit_note_counters c
  where c.organization_id = lock_note_counters.organization_id and c.agent_id = any (agent_ids)
  order by c.agent_id for update;
end $function$;

CREATE OR REPLACE FUNCTION private.lock_webhook_endpoint(endpoint_id uuid, for_owners boolean)
 RETURNS private.webhook_endpoints
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.webhook_organization(for_owners);
  e private.webhook_endpoints;
begin
  select w.* into e from private.webhook_endpoints w
  where w.organization_id = caller_organization_id and w.id = lock_webhook_endpoint.endpoint_id for no key update;
  return e;
end $function$;

CREATE OR REPLACE FUNCTION private.masked_tax_details(d private.tax_details)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when d.agent_id is not null then jsonb_build_object('kind', d.kind, 'tax_class', d.tax_class, 'legal_name', d.legal_name,
    'street', d.street, 'city', d.city, 'region', d.region, 'postal_code', d.postal_code, 'country', d.country, 'number_kind', d.number_kind,
    'last_four', d.last_four, 'vat_status', d.vat_status, 'vat_rate', d.vat_rate, 'updated_at', d.updated_at) end
$function$;

CREATE OR REPLACE FUNCTION private.new_webhook_secret(e private.webhook_endpoints)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  secret constant text := 'whsec_' || encode(extensions.gen_random_bytes(24), 'base64');
begin
  update private.webhook_secrets s set ends_at = now() + interval '30 days'
  where s.organization_id = e.organization_id and s.endpoint_id = e.id and s.ends_at is null;
  insert into private.webhook_secrets (organization_id, endpoint_id, secret_encrypted)
  values (e.organization_id, e.id, private.seal('webhook_key', secret));
  -- The present one and two before it: whoever rotates it more often means it.
  delete from private.webhook_secrets s where s.organization_id = e.organization_id and s.endpoint_id = e.id and s.id not in (
    select k.id from private.webhook_secrets k where k.endpoint_id = e.id order by k.ends_at desc nulls first limit 3);
  return secret;
end $function$;

CREATE OR REPLACE FUNCTION private.next_note_number(organization_id uuid, agent_id uuid, OUT number integer, OUT label text)
 RETURNS record
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.credit_note_counters c set last_number = c.last_number + 1
  where c.organization_id = next_note_number.organization_id and c.agent_id = next_note_number.agent_id
  returning c.last_number, lpad(c.code::text, greatest(3, length(c.code::text)), '0') || '-'
    || lpad(c.last_number::text, greatest(4, length(c.last_number::text)), '0')
$function$;

CREATE OR REPLACE FUNCTION private.note_parties(s private.tax_settings, d private.tax_details)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'agency', jsonb_build_object('legal_name', s.legal_name, 'tax_number', s.tax_number, 'street', s.street, 'city', s.city, 'region', s.region,
      'postal_code', s.postal_code, 'country', s.country),
    'agent', jsonb_build_object('legal_name', d.legal_name, 'number_kind', d.number_kind,
      'number', private.unseal('bank_details_key', d.numbers_encrypted)::jsonb ->> 'number', 'street', d.street, 'city', d.city, 'region', d.region,
      'postal_code', d.postal_code, 'country', d.country))
$function$;

CREATE OR REPLACE FUNCTION private.overrides_refusal(member public.users, overrides jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when not private.overrides_are_good(overrides) then private.command_result(
      'Say of each override whose commission, a percentage above 0, and from whose part.', 'overrides', 'overrides_invalid')
    when exists (select from private.override_people(overrides) p where p = member.id::text) then private.command_result(
      'Nobody has an override of their own commission.', 'overrides', 'override_of_oneself')
    when exists (select from private.override_people(overrides) p group by p having count(*) > 1) then private.command_result(
      'Name each person once.', 'overrides', 'override_person_twice')
    when exists (select from private.override_people(overrides) p where p <> 'all' and not exists (
      select from public.users u where u.organization_id = member.organization_id and u.id::text = p and u.role <> 'integration'))
      then private.command_result(
      'Choose people of your agency.', 'overrides', 'override_person_unknown') end
$function$;

CREATE OR REPLACE FUNCTION private.owned_organization()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.current_organization_id() is null or not private.is_owner() then
    raise insufficient_privilege using message = 'API keys are for owners';
  end if;
  return private.current_organization_id();
end $function$;

CREATE OR REPLACE FUNCTION private.paid_in_year(organization_id uuid, year integer)
 RETURNS TABLE(agent_id uuid, paid numeric, by_card numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select y.agent_id, sum(y.paid_amount), coalesce(sum(y.paid_amount) filter (where coalesce(s.payment_method, p.payment_method) = 'card'), 0)
  from private.agent_year y
  left join public.payout_statements s on s.organization_id = y.organization_id and s.id = y.statement_id
  left join public.agent_payments p on p.organization_id = y.organization_id and p.id = y.payment_id
  where y.organization_id = paid_in_year.organization_id and y.voided_on is null
    and y.day between make_date(paid_in_year.year, 1, 1) and make_date(paid_in_year.year, 12, 31)
  group by y.agent_id having sum(y.paid_amount) > 0
$function$;

CREATE OR REPLACE FUNCTION private.payments_without_note(organization_id uuid, agent_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(agent_id uuid, id uuid, statement_id uuid, payment_id uuid, day date, amount numeric, is_ready boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select y.agent_id, y.id, y.statement_id, y.payment_id, y.day, y.paid_amount, private.fits_tax_scheme(d, 'eu')
  from private.tax_settings s
  join private.agent_year y on y.organization_id = s.organization_id and y.day >= s.notes_from
  left join private.tax_details d on d.organization_id = y.organization_id and d.agent_id = y.agent_id
  where s.organization_id = payments_without_note.organization_id and s.scheme = 'eu' and y.paid_amount > 0 and y.voided_on is null
    and (payments_without_note.agent_id is null or y.agent_id = payments_without_note.agent_id)
    and not exists (
      select 1 from private.credit_notes n
      where n.organization_id = y.organization_id and n.kind = 'note' and n.statement_id = y.statement_id)
    and not exists (
      select 1 from private.credit_notes n
      where n.organization_id = y.organization_id and n.kind = 'note' and n.payment_id = y.payment_id)
$function$;

CREATE OR REPLACE FUNCTION private.record_for_api(noun text, record_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case noun
    when 'sale' then (select private.api_sale_with_parts(t) from public.sales t where t.id = record_id)
    when 'customer' then (select private.api_customer(t) from public.customers t where t.id = record_id)
    when 'vendor' then (select private.api_vendor(t) from public.vendors t where t.id = record_id)
    when 'commission' then (
      select private.api_commission(t, private.api_currency()) from public.commissions t where t.id = record_id)
    when 'payout' then (select private.api_payout_with_payments(t) from public.payout_batches t where t.id = record_id)
    when 'bank_transaction' then (
      select private.api_bank_transaction(t, private.api_currency()) from public.bank_transactions t where t.id = record_id) end
$function$;

CREATE OR REPLACE FUNCTION private.require_step_up()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.acting_key() is not null then
    perform private.refuse('A program cannot do this.', '', 'not_for_programs');
  elsif auth.uid() is null or private.in_mode('acting') or private.stepped_up() then
    return;
  elsif private.has_factor(auth.uid())
    or exists (select 1 from public.users u where u.id = auth.uid() and private.needs_factor(u)) then
    perform private.refuse('Confirm it is you: enter a code of your authenticator.', '', 'step_up_required');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.saved_by_add_webhook_endpoint(endpoint_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'webhook', 'id', e.id, 'name', 'an endpoint')
  from private.webhook_endpoints e
  where e.organization_id = private.admin_organization_id() and e.id = saved_by_add_webhook_endpoint.endpoint_id
$function$;

CREATE OR REPLACE FUNCTION private.saved_by_create_api_key(key_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'api_key', 'id', k.id, 'name', k.name)
  from private.api_keys k
  where k.organization_id = private.current_organization_id() and private.is_owner() and k.id = saved_by_create_api_key.key_id
$function$;

CREATE OR REPLACE FUNCTION private.saved_by_rotate_webhook_secret(endpoint_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select private.saved_by_add_webhook_endpoint(endpoint_id) $function$;

CREATE OR REPLACE FUNCTION private.saved_by_write_for_api(record_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select null::jsonb where record_id is null $function$;

CREATE OR REPLACE FUNCTION private.settle_paid_sale(sale public.sales)
 RETURNS public.sales
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if sale.status = 'booked' and private.paid_by_customer(sale.id, sale.organization_id) = sale.total_amount then
    update public.sales s set status = 'paid' where s.organization_id = sale.organization_id and s.id = sale.id returning s.* into sale;
  elsif sale.payment_plan <> '[]' then
    perform private.sync_payment_dues(sale);
    update public.sales s set updated_at = now() where s.organization_id = sale.organization_id and s.id = sale.id;
  end if;
  return sale;
end $function$;

CREATE OR REPLACE FUNCTION private.tax_digits(typed text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select upper(regexp_replace(typed, '[\s./-]', '', 'g')) $function$;

CREATE OR REPLACE FUNCTION private.tax_forms(organization_id uuid, year integer)
 RETURNS TABLE(agent_id uuid, paid numeric, by_card numeric, reported numeric, is_whole boolean, exported_amount numeric, exported_at timestamp with time zone, state text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select f.agent_id, f.paid, f.by_card, r.reported, f.is_whole, f.exported_amount, f.exported_at, case
    -- A form of nothing takes back what was reported of whoever is exempt: it says all there is to say.
    when f.is_exempt and coalesce(f.exported_amount, 0) = 0 then 'exempt'
    when f.exported_at is not null and (r.reported <> f.exported_amount or f.details_at is distinct from f.updated_at) then 'changed'
    when f.exported_at is not null then 'exported'
    when f.paid < t.amount then 'below'
    when not f.is_whole then 'missing'
    else 'ready' end
  from (
    select coalesce(p.agent_id, e.agent_id) as agent_id, coalesce(p.paid, 0) as paid, coalesce(p.by_card, 0) as by_card,
      private.fits_tax_scheme(d, 'us') as is_whole, private.is_exempt_payee(d.tax_class) as is_exempt, d.updated_at, e.amount as exported_amount,
      e.made_at as exported_at, e.details_at
    from private.paid_in_year(tax_forms.organization_id, tax_forms.year) p
    full join (
      select distinct on (x.agent_id) x.agent_id, x.amount, x.details_at, m.made_at
      from private.tax_exports m
      join private.tax_export_forms x on x.organization_id = m.organization_id and x.export_id = m.id
      where m.organization_id = tax_forms.organization_id and m.year = tax_forms.year
      order by x.agent_id, m.made_at desc, m.id) e on e.agent_id = p.agent_id
    left join private.tax_details d on d.organization_id = tax_forms.organization_id and d.agent_id = coalesce(p.agent_id, e.agent_id)) f
  cross join lateral (select case when f.is_exempt then 0 else f.paid end as reported) r
  cross join private.tax_threshold(tax_forms.organization_id, tax_forms.year) t
$function$;

CREATE OR REPLACE FUNCTION private.tax_number_refusal(scheme text, number_kind text, number text, vat_status text, vat_rate text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when scheme = 'us' then case
      when coalesce(number_kind not in ('ssn', 'ein'), true) then private.command_result('Choose SSN or EIN.', 'number_kind', 'us_number_kind_missing')
      when number_kind = 'ein' and coalesce(number !~ '^\d{9}$' or number ~ '^00', true) then
        private.command_result('An EIN has nine digits, like 12-3456789.', 'number', 'ein_wrong')
      when number_kind = 'ssn' and coalesce(number !~ '^\d{9}$' or number ~ '^(000|666)|^...00|0000$', true) then
        private.command_result('This is not a Social Security number. It has nine digits, like 123-45-6789.', 'number', 'ssn_wrong') end
    when coalesce(vat_status not in ('registered', 'small_business', 'reverse_charge'), true) then
      private.command_result('Choose your VAT status.', 'vat_status', 'vat_status_missing')
    when coalesce(number_kind not in ('vat', 'national'), true) then
      private.command_result('Choose VAT number or tax number.', 'number_kind', 'eu_number_kind_missing')
    when vat_status <> 'small_business' and number_kind <> 'vat' then
      private.command_result('Only small businesses go without a VAT number.', 'number_kind', 'vat_number_needed')
    when number_kind = 'vat' and not coalesce(private.is_eu_vat_number(number), false) then
      private.command_result('Enter a VAT number with its country, like DE123456789.', 'number', 'vat_number_wrong')
    when number_kind = 'national' and coalesce(number !~ '^[0-9A-Z]{5,20}$', true) then
      private.command_result('Enter the tax number, 5 to 20 letters and digits.', 'number', 'national_number_wrong')
    when vat_status = 'registered' and coalesce(vat_rate !~ '^\d{1,2}(\.\d{1,2})?$' or vat_rate ~ '^0?0(\.0+)?$', true) then
      private.command_result('Enter the rate of VAT, like 19.', 'vat_rate', 'vat_rate_wrong')
    when vat_status = 'registered' and vat_rate::numeric > 30 then
      private.command_result('Enter the rate of VAT, like 19.', 'vat_rate', 'vat_rate_wrong') end
$function$;

CREATE OR REPLACE FUNCTION private.tax_party_refusal(party jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when private.visible_text(party ->> 'legal_name') is null then
      private.command_result('Enter the name as the tax office knows it.', 'legal_name', 'legal_name_missing')
    when char_length(party ->> 'legal_name') > 80 then private.command_result('Use at most 80 characters.', 'legal_name', 'text_too_long', '{"most": 80}')
    when private.visible_text(party ->> 'street') is null then private.command_result('Enter street and number.', 'street', 'street_missing')
    when char_length(party ->> 'street') > 100 then private.command_result('Use at most 100 characters.', 'street', 'text_too_long', '{"most": 100}')
    when private.visible_text(party ->> 'city') is null then private.command_result('Enter the city.', 'city', 'city_missing')
    when char_length(party ->> 'city') > 60 then private.command_result('Use at most 60 characters.', 'city', 'text_too_long', '{"most": 60}')
    when not private.is_country(upper(btrim(coalesce(party ->> 'country', '')))) then
      private.command_result('Choose a country.', 'country', 'country_unknown')
    when upper(btrim(party ->> 'country')) = 'US' and not private.is_us_state(upper(btrim(coalesce(party ->> 'region', '')))) then
      private.command_result('Enter the state by its two letters, like ME.', 'region', 'us_state_unknown')
    when char_length(party ->> 'region') > 60 then private.command_result('Use at most 60 characters.', 'region', 'text_too_long', '{"most": 60}')
    when upper(btrim(party ->> 'country')) = 'US' and coalesce(btrim(party ->> 'postal_code'), '') !~ '^\d{5}(-?\d{4})?$' then
      private.command_result('A ZIP code has five digits, or nine.', 'postal_code', 'zip_code_wrong')
    when private.visible_text(party ->> 'postal_code') is null then
      private.command_result('Enter the postal code.', 'postal_code', 'postal_code_missing')
    when char_length(party ->> 'postal_code') > 20 then private.command_result('Use at most 20 characters.', 'postal_code', 'text_too_long', '{"most": 20}')
    when concat_ws(' ', party ->> 'legal_name', party ->> 'street', party ->> 'city', party ->> 'region', party ->> 'postal_code') ~ '[\n\r]' then
      private.command_result('Enter text here.', 'legal_name', 'text_expected') end
$function$;

CREATE OR REPLACE FUNCTION private.tax_scheme(organization_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select s.scheme from private.tax_settings s where s.organization_id = tax_scheme.organization_id), 'none')
$function$;

CREATE OR REPLACE FUNCTION private.tax_threshold(organization_id uuid, year integer, OUT amount numeric, OUT source text, OUT usual_amount numeric, OUT usual_source text, OUT is_usual boolean)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(t.amount, u.amount), coalesce(t.source, u.source), u.amount, u.source, t.amount is null
  from private.usual_threshold(tax_threshold.year) u
  left join private.tax_thresholds t on t.organization_id = tax_threshold.organization_id and t.year = tax_threshold.year
$function$;

CREATE OR REPLACE FUNCTION private.tell_of_webhook(e private.webhook_endpoints, code text, params jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, code, params)
  select u.organization_id, u.id, 'webhook', case tell_of_webhook.code
      when 'webhook_switched_off' then 'The endpoint ' || (params ->> 'host')
        || ' was switched off: it has taken nothing for three days. What waits for it is kept for 30 days.'
      else (params ->> 'host') || ' did not take an event of type ' || (params ->> 'event') || ' within three days. Resend it from Webhooks.' end,
    'webhooks', tell_of_webhook.code, params
  from public.users u where u.organization_id = e.organization_id and u.is_active and u.role = 'owner' order by u.id
$function$;

CREATE OR REPLACE FUNCTION private.usual_threshold(year integer, OUT amount numeric, OUT source text)
 RETURNS record
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select t.amount, t.source
  from (values
    (2027, 2000, 'One Big Beautiful Bill Act (Public Law 119-21), section 70433: $2,000, raised by inflation from 2027 on. Look up this year’s amount at the IRS.'),
    (2026, 2000, 'One Big Beautiful Bill Act (Public Law 119-21), section 70433: $2,000 for payments made from 2026 on.'),
    (0, 600, 'IRS, Instructions for Forms 1099-MISC and 1099-NEC: $600 for payments made through 2025.')) t(since, amount, source)
  where usual_threshold.year >= t.since
  order by t.since desc limit 1
$function$;

CREATE OR REPLACE FUNCTION private.webhook_choice(events text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array_agg(distinct w.wanted order by w.wanted) from unnest(events) w(wanted)
  where w.wanted like '%.*' or split_part(w.wanted, '.', 1) || '.*' <> all (events)
$function$;

CREATE OR REPLACE FUNCTION private.webhook_gone()
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.command_result('This endpoint is not there any more.', null, 'webhook_not_found')
$function$;

CREATE OR REPLACE FUNCTION private.webhook_host(url text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select lower(substring(url from '^https?://([^/?#]+)'))
$function$;

CREATE OR REPLACE FUNCTION private.webhook_organization(for_owners boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
begin
  if caller_organization_id is null or for_owners and not private.is_owner() then
    raise exception using errcode = '42501', message = 'permission denied for webhooks';
  end if;
  return caller_organization_id;
end $function$;

CREATE OR REPLACE FUNCTION private.webhook_patience()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select interval '3 days' $function$;

CREATE OR REPLACE FUNCTION private.webhook_pause(tries integer)
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select make_interval(secs => ('{5,30,120,300,900,1800,3600,7200,14400,28800,43200,72000,90000}'::int[])[least(greatest(tries, 1), 13)])
$function$;

CREATE OR REPLACE FUNCTION private.webhook_record(v private.webhook_events)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('type', v.record_type, 'id', v.record_id, 'label', case v.record_type
    when 'payouts' then coalesce((select b.name from public.payout_batches b where b.organization_id = v.organization_id and b.id = v.record_id),
      'Single payment')
    when 'customers' then (select c.first_name || ' ' || c.last_name from public.customers c
      where c.organization_id = v.organization_id and c.id = v.record_id)
    else (select s.booking_reference from public.sales s
      where s.organization_id = v.organization_id and s.id = case v.record_type when 'sales' then v.record_id else (v.data ->> 'sale_id')::uuid end) end)
$function$;

CREATE OR REPLACE FUNCTION private.webhook_refusal(organization_id uuid, endpoint_id uuid, url text, events text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when char_length(btrim(url)) > 500 then private.command_result('Use at most 500 characters.', 'url', 'text_too_long', '{"most": 500}')
    when btrim(coalesce(url, '')) !~* ('^https://([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?'
      || '(:(443|[1-5][0-9]{4}|6[0-5][0-9]{3}|102[4-9]|10[3-9][0-9]|1[1-9][0-9]{2}|[2-9][0-9]{3}))?([/?][!-~]*)?$') or strpos(url, '#') > 0 then
      private.command_result('Enter an https address with a name, like https://hooks.agency.example/paperplane.', 'url', 'webhook_url_expected')
    when exists (select from private.webhook_endpoints e where e.organization_id = webhook_refusal.organization_id
      and e.url = btrim(webhook_refusal.url) and e.id is distinct from webhook_refusal.endpoint_id) then
      private.command_result('This address is an endpoint already.', 'url', 'webhook_url_taken')
    when coalesce(cardinality(events), 0) = 0 or array_position(events, null) is not null
      or exists (select from unnest(events) w(wanted) where w.wanted <> all (private.webhook_types())
        and not exists (select from unnest(private.webhook_types()) t(type) where split_part(t.type, '.', 1) || '.*' = w.wanted)) then
      private.command_result('Choose at least one event.', 'events', 'webhook_events_expected') end
$function$;

CREATE OR REPLACE FUNCTION private.webhook_secret(endpoint_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.unseal('webhook_key', s.secret_encrypted) from private.webhook_secrets s
  where s.endpoint_id = webhook_secret.endpoint_id and s.ends_at is null
$function$;

CREATE OR REPLACE FUNCTION private.webhook_types()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '{sale.created,sale.changed,sale.paid,sale.cancelled,commission.received,commission.paid,commission.recalled,
    payout.paid,payout.voided,customer.merged,customer.erased}'::text[]
$function$;

CREATE OR REPLACE FUNCTION private.webhooks_of_agent_payments()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted constant text[] := private.webhooks_wanted(array(select distinct p.organization_id from changed p), 'commission');
begin
  if cardinality(wanted) = 0 then
    return null;
  end if;
  insert into private.webhook_events (organization_id, type, record_type, record_id, data)
  select p.organization_id, 'commission.paid', 'commissions', i.id, jsonb_build_object('id', i.id,
    'kind', coalesce(x.kind, 'vendor'), 'sale_id', coalesce(c.sales_id, h.sales_id), 'agent_id', p.agent_id, 'share_id', p.share_id,
    'role', coalesce(h.role, 'seller'), 'payment_id', p.id, 'payout_id', p.batch_id, 'paid_on', p.payment_date,
    'amount', p.amount::text, 'currency', o.currency)
  from changed p
  join public.organizations o on o.id = p.organization_id
  left join public.commissions c on c.organization_id = p.organization_id and c.id = p.commission_id
  left join public.commission_shares h on h.organization_id = p.organization_id and h.id = p.share_id
  left join public.other_commissions x on x.organization_id = p.organization_id and x.id = h.other_commission_id
  cross join lateral (select coalesce(p.commission_id, h.commission_id, h.other_commission_id) as id) i
  where p.organization_id || ' commission.paid' = any (wanted)
  order by p.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.webhooks_of_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.organization_id || ' customer.erased' = any (private.webhooks_wanted(array[new.organization_id], 'customer')) then
    insert into private.webhook_events (organization_id, type, record_type, record_id, data)
    values (new.organization_id, 'customer.erased', 'customers', new.id, jsonb_build_object('id', new.id));
  end if;
  update private.webhook_deliveries d set answer = null where d.organization_id = new.organization_id and d.answer is not null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.webhooks_of_merge()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.organization_id || ' customer.merged' = any (private.webhooks_wanted(array[new.organization_id], 'customer')) then
    insert into private.webhook_events (organization_id, type, record_type, record_id, data)
    values (new.organization_id, 'customer.merged', 'customers', new.merged_id,
      jsonb_build_object('id', new.merged_id, 'into_id', new.kept_id));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.webhooks_of_other_receipt()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.organization_id || ' commission.received' = any (private.webhooks_wanted(array[new.organization_id], 'commission')) then
    insert into private.webhook_events (organization_id, type, record_type, record_id, data)
    select new.organization_id, 'commission.received', 'commissions', new.id, jsonb_build_object('id', new.id, 'kind', new.kind,
      'sale_id', new.sales_id, 'vendor_id', new.vendor_id, 'agent_id', null, 'status', new.status, 'amount', new.amount::text,
      'received_on', new.received_on, 'received_amount', coalesce(new.received_amount, 0.00)::text, 'taken_back_amount', '0.00',
      'open_amount', case when new.status = 'cancelled' then 0.00 else greatest(new.amount - coalesce(new.received_amount, 0), 0.00) end::text,
      'currency', o.currency)
    from public.organizations o where o.id = new.organization_id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.webhooks_of_payout()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.organization_id || ' payout.paid' = any (private.webhooks_wanted(array[new.organization_id], 'payout')) then
    insert into private.webhook_events (organization_id, type, record_type, record_id, data)
    select new.organization_id, 'payout.paid', 'payouts', new.id, jsonb_build_object('id', new.id, 'paid_on', new.paid_on,
      'statements', count(*), 'amount', coalesce(sum(s.paid_amount), 0.00)::text, 'currency', new.currency)
    from public.payout_statements s where s.organization_id = new.organization_id and s.batch_id = new.id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.webhooks_of_recall()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.organization_id || ' commission.recalled' = any (private.webhooks_wanted(array[new.organization_id], 'commission')) then
    insert into private.webhook_events (organization_id, type, record_type, record_id, data)
    select new.organization_id, 'commission.recalled', 'commissions', i.id, jsonb_build_object('id', i.id, 'from', 'agent',
      'kind', coalesce(x.kind, 'vendor'), 'sale_id', coalesce(c.sales_id, h.sales_id), 'agent_id', new.agent_id, 'share_id', new.share_id,
      'amount', (-new.amount)::text, 'currency', o.currency)
    from public.organizations o
    left join public.commissions c on c.organization_id = o.id and c.id = new.commission_id
    left join public.commission_shares h on h.organization_id = o.id and h.id = new.share_id
    left join public.other_commissions x on x.organization_id = o.id and x.id = h.other_commission_id
    cross join lateral (select coalesce(new.commission_id, h.commission_id, h.other_commission_id) as id) i
    where o.id = new.organization_id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.webhooks_of_receipts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted constant text[] := private.webhooks_wanted(array(select distinct n.organization_id from changed n), 'commission');
begin
  if cardinality(wanted) = 0 then
    return null;
  end if;
  insert into private.webhook_events (organization_id, type, record_type, record_id, data)
  select n.organization_id, k.type, 'commissions', n.id, jsonb_build_object('id', n.id, 'kind', 'vendor', 'sale_id', n.sales_id,
    'vendor_id', n.vendor_id, 'agent_id', n.agent_id, 'status', n.status, 'amount', n.amount::text, 'received_on', n.received_on,
    'received_amount', coalesce(n.received_amount, 0.00)::text, 'taken_back_amount', n.taken_back_amount::text,
    'open_amount', n.open_amount::text, 'currency', s.currency) || case k.type when 'commission.recalled' then '{"from": "agency"}' else '{}' end::jsonb
  from (
    select n.*, (n.received_on, n.received_amount) is distinct from (o.received_on, o.received_amount) as is_received,
      n.taken_back_amount <> o.taken_back_amount as is_recalled
    from changed n full join replaced o on o.id = n.id offset 0) n
  cross join lateral (
    select 'commission.received' as type where n.is_received
    union all select 'commission.recalled' where n.is_recalled) k
  join public.sales s on s.id = n.sales_id
  where n.organization_id || ' ' || k.type = any (wanted)
  order by n.id, k.type desc;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.webhooks_of_sales()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  said_elsewhere constant text[] := '{id,organization_id,created_at,updated_at,version,import_batch_id,import_row,status}';
  wanted text[];
  ids uuid[];
  types text[];
begin
  if tg_op = 'DELETE' then
    wanted := private.webhooks_wanted(array(select distinct r.organization_id from replaced r), 'sale');
    if cardinality(wanted) > 0 then
      insert into private.webhook_events (organization_id, type, record_type, record_id, data)
      select r.organization_id, 'sale.cancelled', 'sales', r.id, jsonb_build_object('id', r.id, 'status', 'cancelled', 'removed', true)
      from replaced r where r.organization_id || ' sale.cancelled' = any (wanted) order by r.id;
    end if;
    return null;
  end if;
  if tg_op = 'UPDATE' and private.in_mode('erasing') then
    -- What an erasure takes out of a reference is taken out of what is kept, too.
    update private.webhook_events v set data = v.data || jsonb_build_object('reference', n.booking_reference)
    from changed n where v.organization_id = n.organization_id and v.record_id = n.id and v.data ? 'reference';
  end if;
  wanted := private.webhooks_wanted(array(select distinct n.organization_id from changed n), 'sale');
  if cardinality(wanted) = 0 then
    return null;
  elsif tg_op = 'INSERT' then
    select array_agg(n.id order by n.id), array_agg('sale.created'::text order by n.id) into ids, types
    from changed n where n.organization_id || ' sale.created' = any (wanted);
  else
    select array_agg(t.id order by t.id, t.type), array_agg(t.type order by t.id, t.type) into ids, types
    -- The full join behind offset 0 is explained at private.sync_commission.
    from (
      select n.id, k.type
      from (
        select n.id, n.organization_id, n.status, o.status as old_status, n.version <> o.version as is_changed,
          to_jsonb(n) - said_elsewhere <> to_jsonb(o) - said_elsewhere as is_other
        from changed n full join replaced o on o.id = n.id offset 0) n
      cross join lateral (
        select 'sale.' || n.status as type where n.status <> n.old_status and n.status in ('paid', 'cancelled')
        union all
        select 'sale.changed'
        where n.is_changed and (n.is_other or n.status <> n.old_status and n.status not in ('paid', 'cancelled'))) k
      where n.organization_id || ' ' || k.type = any (wanted)) t;
  end if;
  insert into private.webhook_events (organization_id, type, record_type, record_id, data)
  select s.organization_id, f.type, 'sales', s.id, jsonb_build_object('id', s.id, 'reference', s.booking_reference, 'status', s.status,
    'version', s.version, 'customer_id', s.customer_id, 'vendor_id', s.vendor_id, 'agent_id', s.agent_id, 'sale_date', s.sale_date,
    'travel_date', s.travel_date, 'return_date', s.return_date, 'total_amount', s.total_amount::text,
    'commission_amount', s.commission_amount::text, 'fee_amount', s.fee_amount::text, 'currency', s.currency)
  from unnest(ids, types) with ordinality f(id, type, n)
  join public.sales s on s.id = f.id
  order by f.n;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.webhooks_of_void()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.organization_id || ' payout.voided' = any (private.webhooks_wanted(array[new.organization_id], 'payout')) then
    insert into private.webhook_events (organization_id, type, record_type, record_id, data)
    select new.organization_id, 'payout.voided', 'payouts', coalesce(s.batch_id, new.payment_id), jsonb_build_object('id', s.batch_id,
      'statement_id', new.statement_id, 'payment_id', new.payment_id, 'agent_id', new.agent_id, 'voided_on', new.voided_on,
      'amount', (-new.amount)::text, 'currency', o.currency)
    from public.organizations o
    left join public.payout_statements s on s.organization_id = o.id and s.id = new.statement_id
    where o.id = new.organization_id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.webhooks_wanted(organization_ids uuid[], family text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return array(
    select distinct e.organization_id || ' ' || t.type
    from private.webhook_endpoints e cross join lateral unnest(private.webhook_types()) t(type)
    where e.organization_id = any (organization_ids) and e.switched_off_at is null
      and starts_with(t.type, family || '.') and e.events && array[t.type, family || '.*']);
end $function$;

CREATE OR REPLACE FUNCTION private.write_for_api(operation text, record_id uuid, input jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  key constant uuid := (input ->> 'request_key')::uuid;
  noun constant text := case operation when 'record_receipt' then 'commission' else split_part(operation, '_', 2) end;
  kept jsonb;
  written uuid;
begin
  if record_id is not null and private.record_for_api(noun, record_id) is null then
    perform private.refuse('There is no such record.', '', 'api_record_not_found');
  end if;
  kept := private.begin_request('write_for_api', key, jsonb_build_object('operation', operation, 'id', record_id,
    'version', input -> 'version', 'body', (input -> 'body')::text));
  if kept is null then
    written := private.do_for_api(operation, record_id, (input ->> 'version')::int, input -> 'body');
    perform private.end_request(key, written, jsonb_build_object('id', written));
  else
    written := (kept ->> 'id')::uuid;
  end if;
  return jsonb_build_object('replayed', kept is not null, 'answer', case operation
    when 'import_bank_transactions' then private.api_import(written) else private.record_for_api(noun, written) end);
end $function$;

CREATE OR REPLACE FUNCTION private.write_notes(organization_id uuid, agent_ids uuid[], payment_ids uuid[] DEFAULT NULL::uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s private.tax_settings;
  known private.tax_details;
  owed record;
  numbered record;
  net numeric;
  written int := 0;
begin
  select t.* into s from private.tax_settings t where t.organization_id = write_notes.organization_id and t.scheme = 'eu';
  if s.organization_id is null or cardinality(agent_ids) = 0 then
    return 0;
  end if;
  perform private.lock_note_counters(write_notes.organization_id, agent_ids);
  for owed in
    select p.*, d as details, t.number as statement_number, o.currency, (now() at time zone o.time_zone)::date as today
    from unnest(array(select distinct u.id from unnest(agent_ids) u(id))) a(id)
    cross join lateral private.payments_without_note(write_notes.organization_id, a.id) p
    join private.tax_details d on d.organization_id = write_notes.organization_id and d.agent_id = p.agent_id
    join public.organizations o on o.id = write_notes.organization_id
    left join public.payout_statements t on t.organization_id = o.id and t.id = p.statement_id
    where p.is_ready and (payment_ids is null or p.id = any (payment_ids))
    order by p.agent_id, p.day, p.id
  loop
    known := owed.details;
    select n.* into numbered from private.next_note_number(write_notes.organization_id, owed.agent_id) n;
    net := case when known.vat_status = 'registered' then round(owed.amount * 100 / (100 + known.vat_rate), 2) else owed.amount end;
    insert into private.credit_notes (organization_id, agent_id, number, label, kind, statement_id, payment_id, issued_on, paid_on, currency,
      vat_status, vat_rate, net, vat, gross, content)
    values (write_notes.organization_id, owed.agent_id, numbered.number, numbered.label, 'note', owed.statement_id, owed.payment_id, owed.today, owed.day,
      owed.currency, known.vat_status, known.vat_rate, net, owed.amount - net, owed.amount,
      private.note_parties(s, known) || jsonb_build_object('statement', owed.statement_number));
    written := written + 1;
  end loop;
  return written;
end $function$;

CREATE OR REPLACE FUNCTION public.add_payout_adjustment(agent_id uuid, kind text, amount numeric, note text, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches := private.lock_draft(caller_organization_id);
  refusal jsonb;
  new_id uuid;
  answer jsonb := private.begin_request('add_payout_adjustment', request_key, jsonb_build_object('agent_id', agent_id, 'kind', kind,
    'amount', amount, 'note', note));
begin
  if answer is not null then
    return answer;
  end if;
  refusal := case
    when not exists (select 1 from public.users u
      where u.organization_id = caller_organization_id and u.id = add_payout_adjustment.agent_id and u.role <> 'integration') then
      private.command_result('Choose an agent.', 'agent_id', 'agent_missing')
    when add_payout_adjustment.kind is null or add_payout_adjustment.kind not in ('bonus', 'correction') then
      private.command_result('Choose what this is.', 'kind', 'kind_missing')
    when coalesce(add_payout_adjustment.amount, 0) = 0 or abs(add_payout_adjustment.amount) > 9999999999.99 then
      private.command_result('Enter an amount.', 'amount', 'amount_missing')
    when add_payout_adjustment.amount <> round(add_payout_adjustment.amount, 2) then
      private.command_result('Use at most two decimals.', 'amount', 'decimals_too_many')
    when add_payout_adjustment.kind = 'bonus' and add_payout_adjustment.amount < 0 then
      private.command_result('A bonus is more than nothing. What an agent gives back is a correction.', 'amount', 'bonus_negative')
    when nullif(btrim(add_payout_adjustment.note), '') is null then private.command_result('Say what it is for. The agent reads it.',
      'note', 'adjustment_note_missing')
    when char_length(btrim(add_payout_adjustment.note)) > 500 then private.command_result('Use at most 500 characters.',
      'note', 'text_too_long', '{"most": 500}')
  end;
  if refusal is not null then
    return refusal;
  end if;
  insert into public.payout_lines (organization_id, batch_id, agent_id, kind, amount, note, created_by)
  values (caller_organization_id, b.id, add_payout_adjustment.agent_id, add_payout_adjustment.kind, add_payout_adjustment.amount,
    btrim(add_payout_adjustment.note), auth.uid())
  returning id into new_id;
  if b.id is not null then
    perform private.note_payout(b, 'adjusted', jsonb_build_object('agent_id', add_payout_adjustment.agent_id,
      'kind', add_payout_adjustment.kind, 'amount', add_payout_adjustment.amount, 'note', btrim(add_payout_adjustment.note)));
  end if;
  return private.end_request(request_key, new_id, private.command_result(null) || jsonb_build_object('id', new_id));
end $function$;

CREATE OR REPLACE FUNCTION public.add_webhook_endpoint(url text, events text[], request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.webhook_organization(true);
  answer jsonb := private.begin_request('add_webhook_endpoint', request_key, jsonb_build_object('url', url, 'events', events));
  e private.webhook_endpoints;
  refusal jsonb;
begin
  perform private.require_step_up();
  if answer is not null then
    -- The secret is not kept with the answer.
    return answer || jsonb_build_object('secret', private.webhook_secret((answer ->> 'id')::uuid));
  end if;
  refusal := private.webhook_refusal(caller_organization_id, null, add_webhook_endpoint.url, add_webhook_endpoint.events);
  if refusal is not null then
    return refusal;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('paperplane.webhooks.' || caller_organization_id, 0));
  if (select count(*) from private.webhook_endpoints w where w.organization_id = caller_organization_id) >= 10 then
    return private.command_result('There are ten endpoints. Delete one first.', null, 'webhooks_too_many');
  end if;
  insert into private.webhook_endpoints as w (organization_id, url, events, created_by)
  values (caller_organization_id, btrim(add_webhook_endpoint.url), private.webhook_choice(add_webhook_endpoint.events), auth.uid())
  on conflict on constraint webhook_endpoints_url_key do nothing
  returning w.* into e;
  if e.id is null then
    return private.command_result('This address is an endpoint already.', 'url', 'webhook_url_taken');
  end if;
  perform private.audit(caller_organization_id, 'webhook_added', null, e.id, private.audit_change('address', null, private.webhook_host(e.url)));
  answer := private.command_result(null) || jsonb_build_object('id', e.id);
  perform private.end_request(request_key, e.id, answer);
  return answer || jsonb_build_object('secret', private.new_webhook_secret(e));
end $function$;

CREATE OR REPLACE FUNCTION public.ask_for_tax_details(agent_ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.admin_organization_id();
  scheme constant text := private.tax_scheme(caller_organization_id);
  by_name constant text := private.acting_name(caller_organization_id);
  asked uuid[];
begin
  if caller_organization_id is null then
    return private.command_result('Only admins can ask for tax details.', null, 'tax_details_asked_by_admins') || '{"asked": 0}';
  elsif scheme = 'none' then
    return private.command_result('Your agency makes no tax forms here.', null, 'no_tax_forms') || '{"asked": 0}';
  end if;
  with wanted as (
    insert into private.tax_requests as r (organization_id, agent_id, asked_by)
    select u.organization_id, u.id, auth.uid()
    from public.users u left join private.tax_details d on d.organization_id = u.organization_id and d.agent_id = u.id
    where u.organization_id = caller_organization_id and u.id = any (ask_for_tax_details.agent_ids) and u.is_active
      and u.id <> auth.uid() and not private.fits_tax_scheme(d, scheme)
    order by u.id
    on conflict on constraint tax_requests_pkey do update set asked_by = excluded.asked_by, asked_at = excluded.asked_at
      where r.asked_at < clock_timestamp() - interval '1 day'
    returning r.agent_id)
  select coalesce(array_agg(w.agent_id order by w.agent_id), '{}') into asked from wanted w;
  perform private.write_notification(caller_organization_id, a.id, 'payout', by_name || ' asks for your tax details.', 'my_payouts', a.id,
    'tax_details_asked', jsonb_build_object('by', by_name)) from unnest(asked) a(id);
  if cardinality(asked) > 0 then
    perform private.audit(caller_organization_id, 'tax_details_asked', null, case when cardinality(asked) = 1 then asked[1] end,
      jsonb_build_object('count', cardinality(asked)));
  end if;
  return private.command_result(null) || jsonb_build_object('asked', cardinality(asked));
end $function$;

CREATE OR REPLACE FUNCTION public.become_api_key(key_id uuid, operation text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.begin_api_request(key_hash text, address text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.change_webhook_endpoint(endpoint_id uuid, url text, events text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  e private.webhook_endpoints := private.lock_webhook_endpoint(endpoint_id, true);
  refusal jsonb;
begin
  perform private.require_step_up();
  if e.id is null then
    return private.webhook_gone();
  end if;
  refusal := private.webhook_refusal(e.organization_id, e.id, change_webhook_endpoint.url, change_webhook_endpoint.events);
  if refusal is not null then
    return refusal;
  end if;
  update private.webhook_endpoints w set url = btrim(change_webhook_endpoint.url), events = private.webhook_choice(change_webhook_endpoint.events)
  where w.id = e.id;
  perform private.audit(e.organization_id, 'webhook_changed', null, e.id, jsonb_build_object('changes', private.audit_changes(
    jsonb_build_object('address', private.webhook_host(e.url), 'events', array_to_string(e.events, ', ')),
    jsonb_build_object('address', private.webhook_host(btrim(change_webhook_endpoint.url)),
      'events', array_to_string(private.webhook_choice(change_webhook_endpoint.events), ', ')))));
  return private.command_result(null);
exception when unique_violation then
  return private.command_result('This address is an endpoint already.', 'url', 'webhook_url_taken');
end $function$;

CREATE OR REPLACE FUNCTION public.count_failing_webhooks()
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.webhook_organization(false);
begin
  return (
    select count(*) from private.webhook_endpoints e
    where e.organization_id = caller_organization_id
      and case when e.switched_off_at is null then e.failing_since is not null else e.switched_off_by is null end);
end $function$;

CREATE OR REPLACE FUNCTION public.create_api_key(name text, scopes text[], expires_on date DEFAULT NULL::date, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant int := 20;
  caller_organization_id constant uuid := private.owned_organization();
  clean constant text := private.visible_text(regexp_replace(create_api_key.name, '\s+', ' ', 'g'));
  wanted constant text[] := array(select distinct s from unnest(create_api_key.scopes) s order by s);
  latest constant date := (private.today() + interval '2 years')::date;
  until constant date := coalesce(create_api_key.expires_on, latest);
  prefix constant text := 'ppk_' || encode(extensions.gen_random_bytes(2), 'hex');
  key constant text := prefix || '_' || encode(extensions.gen_random_bytes(20), 'hex');
  new_id uuid;
  refusal jsonb;
  answer jsonb;
begin
  perform private.require_step_up();
  if (private.lock_owned_agency()).id is null then
    raise insufficient_privilege using message = 'API keys are for owners';
  end if;
  answer := private.begin_request('create_api_key', request_key,
    jsonb_build_object('name', clean, 'scopes', wanted, 'expires_on', create_api_key.expires_on));
  if answer is not null then
    return answer || '{"key": null}';
  end if;
  refusal := case
    when clean is null then private.command_result('Enter a name for the key.', 'name', 'api_key_name_missing')
    when char_length(clean) > 60 then private.command_result('Use at most 60 characters.', 'name', 'text_too_long', '{"most": 60}')
    when exists (select from private.api_keys k where k.organization_id = caller_organization_id
      and lower(k.name) = lower(clean) and private.is_key_live(k)) then
      private.command_result('There is a key of this name already.', 'name', 'api_key_name_taken')
    when cardinality(wanted) = 0 or not coalesce(wanted <@ private.api_scopes(), false) then
      private.command_result('Choose what the key may read or write.', 'scopes', 'api_key_scopes_missing')
    when until not between private.today() and latest then
      private.command_result('Enter a day from today on, within two years.', 'expires_on', 'api_key_expiry_wrong')
    when (select count(*) from private.api_keys k where k.organization_id = caller_organization_id and private.is_key_live(k)) >= most then
      private.command_result('An agency has at most 20 keys. Revoke one that is not used any more.', null, 'api_keys_too_many')
  end;
  if refusal is not null then
    return refusal;
  end if;
  new_id := private.add_program(caller_organization_id, clean);
  insert into private.api_keys (id, organization_id, name, prefix, key_hash, scopes, expires_on, created_by)
  values (new_id, caller_organization_id, clean, prefix, encode(sha256(convert_to(key, 'UTF8')), 'hex'), wanted, until, auth.uid());
  insert into private.api_key_uses (key_id, organization_id) values (new_id, caller_organization_id);
  perform private.audit(caller_organization_id, 'api_key_made', null, new_id, jsonb_build_object('key', clean, 'prefix', prefix,
    'changes', jsonb_build_array(jsonb_build_object('field', 'scopes', 'before', null, 'after', array_to_string(wanted, ', ')))));
  answer := private.end_request(request_key, new_id, private.command_result(null) || jsonb_build_object('id', new_id));
  return answer || jsonb_build_object('key', key);
end $function$;

CREATE OR REPLACE FUNCTION public.delete_webhook_endpoint(endpoint_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  e private.webhook_endpoints := private.lock_webhook_endpoint(endpoint_id, true);
begin
  if e.id is null then
    return private.webhook_gone();
  end if;
  delete from private.webhook_endpoints w where w.id = e.id;
  perform private.audit(e.organization_id, 'webhook_removed', null, e.id, private.audit_change('address', private.webhook_host(e.url), null));
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.export_journal(month date, format text, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id constant uuid := private.current_organization_id();
  through constant date := (export_journal.month + interval '1 month')::date - 1;
  answer jsonb;
  s private.journal_settings;
  export private.journal_exports;
  next_month date;
  missing text;
begin
  perform private.require_step_up();
  answer := private.begin_request('export_journal', request_key, jsonb_build_object('month', month, 'format', format));
  if answer is not null then
    return answer;
  elsif caller_organization_id is null or not private.is_owner() then
    return private.command_result('Only an owner can say how the books are kept.', null, 'journal_is_for_owners');
  elsif format is null or format not in ('quickbooks', 'xero', 'datev', 'csv') then
    return private.command_result('Choose a format.', 'format', 'journal_format_missing');
  end if;
  -- Who writes meanwhile is waited for, and finds the books closed.
  perform pg_advisory_xact_lock(private.books_lock(caller_organization_id));
  select j.* into s from private.journal_settings j where j.organization_id = caller_organization_id;
  next_month := private.journal_next_month(caller_organization_id);
  if s.basis is null then
    return private.command_result('Choose when commission is recognized.', 'basis', 'journal_basis_missing');
  elsif month is null or month <> date_trunc('month', month::timestamp)::date then
    return private.command_result('Choose the first month.', 'month', 'journal_month_missing');
  elsif exists (select from private.journal_exports e where e.organization_id = caller_organization_id and e.month = export_journal.month) then
    return private.command_result('This month was exported already.', 'month', 'journal_exported_already');
  elsif month <> next_month then
    return private.command_result('Months are exported in their order. Export ' || to_char(next_month, 'FMMonth YYYY') || ' first.', 'month',
      'journal_out_of_order', jsonb_build_object('month', next_month));
  elsif through >= private.today() then
    return private.command_result('This month has not ended.', 'month', 'journal_month_runs');
  elsif format = 'datev' and num_nulls(s.datev_consultant, s.datev_client) > 0 then
    return private.command_result('DATEV asks for a consultant and a client number.', 'datev_consultant', 'datev_numbers_missing');
  end if;
  select min(t.account) into missing
  from private.journal_totals(caller_organization_id, s.basis, export_journal.month) t
  left join private.journal_accounts m on m.organization_id = caller_organization_id and m.account = t.account
    and m.bank_account_id is not distinct from t.bank_account_id
  where t.account is not null
    and private.journal_account_lacks(export_journal.format, m.number, m.name, s.datev_account_length) is not null;
  if missing is not null then
    return private.command_result('Say of each amount which account it goes to.', missing, 'journal_account_missing');
  end if;
  if through > coalesce((select o.books_closed_through from public.organizations o where o.id = caller_organization_id), '-infinity') then
    answer := public.close_books(through);
    if not (answer ->> 'success')::boolean then
      return answer;
    end if;
  end if;
  insert into private.journal_exports (organization_id, number, month, last_day, format, basis, currency, settings, exported_by)
  select o.id, (select coalesce(max(e.number), 0) + 1 from private.journal_exports e where e.organization_id = o.id), export_journal.month, through,
    export_journal.format, s.basis, o.currency, to_jsonb(s) - 'organization_id' - 'paying_account_id', auth.uid()
  from public.organizations o where o.id = caller_organization_id
  returning * into export;
  perform private.keep_journal_lines(export);
  update private.journal_exports e set (entry_count, line_count) = (
    select coalesce(max(l.entry), 0), count(*) from private.journal_export_lines l where l.export_id = e.id)
  where e.id = export.id returning * into export;
  perform private.audit(caller_organization_id, 'journal_exported', null, export.id, jsonb_build_object('number', export.number,
    'month', export.month, 'format', export.format, 'count', export.entry_count));
  return private.end_request(request_key, export.id, private.command_result(null) || jsonb_build_object('id', export.id, 'number', export.number));
end $function$;

CREATE OR REPLACE FUNCTION public.find_members_by_name(search text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  offered constant int := 20;
  caller_organization_id uuid := private.current_organization_id();
  ids uuid[];
begin
  ids := case when btrim(private.cut_search(search)) <> ''
    then private.find_members_named(caller_organization_id, private.customer_words(search), offered, private.is_admin())
    else array(select u.id from public.users u where u.organization_id = caller_organization_id and u.role <> 'integration'
      order by not u.is_active, u.first_name, u.last_name, u.id limit offered) end;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
      'avatar_url', u.avatar_url, 'is_active', u.is_active) order by i.n), '[]')
    from unnest(ids) with ordinality i(id, n) join public.users u on u.id = i.id);
end $function$;

CREATE OR REPLACE FUNCTION public.get_api_keys()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
begin
  if caller_organization_id is null then
    raise insufficient_privilege using message = 'API keys are for owners, and admins see them';
  end if;
  return jsonb_build_object('keys', (
    select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name, 'prefix', k.prefix, 'scopes', k.scopes,
      'created_at', k.created_at, 'created_by', c.first_name || ' ' || c.last_name, 'expires_on', k.expires_on,
      'last_used_at', u.last_used_at, 'last_used_from', u.last_used_from,
      'revoked_at', k.revoked_at, 'revoked_by', r.first_name || ' ' || r.last_name) order by k.created_at desc, k.id), '[]')
    from private.api_keys k
    join private.api_key_uses u on u.key_id = k.id
    join public.users c on c.id = k.created_by
    left join public.users r on r.id = k.revoked_by
    where k.organization_id = caller_organization_id));
end $function$;

CREATE OR REPLACE FUNCTION public.get_credit_note(note_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select n.content || jsonb_build_object('id', n.id, 'label', n.label, 'kind', n.kind, 'agent_id', n.agent_id, 'statement_id', n.statement_id,
    'issued_on', n.issued_on, 'paid_on', n.paid_on, 'currency', n.currency, 'vat_status', n.vat_status, 'vat_rate', n.vat_rate,
    'net', n.net, 'vat', n.vat, 'gross', n.gross, 'counters', n.content ->> 'counters', 'note_id', n.note_id,
    'countered_by', (
      select jsonb_build_object('id', c.id, 'label', c.label, 'issued_on', c.issued_on) from private.credit_notes c
      where c.organization_id = n.organization_id and c.note_id = n.id))
  from private.credit_notes n
  where n.organization_id = (select private.current_organization_id()) and n.id = get_credit_note.note_id
    and (n.agent_id = (select auth.uid()) or (select private.is_admin()))
$function$;

CREATE OR REPLACE FUNCTION public.get_first_steps()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'agency', o.writing_saved_at is not null,
    'split', o.split_saved_at is not null,
    'vendor', exists (select 1 from public.vendors v where v.organization_id = o.id),
    'sale', exists (select 1 from public.sales s where s.organization_id = o.id),
    'people', (select count(*) > 1 from public.users u where u.organization_id = o.id and u.role <> 'integration')
      or exists (select 1 from public.invitations i where i.organization_id = o.id),
    'bank', exists (select 1 from public.bank_imports b where b.organization_id = o.id),
    'vendors_without_terms', (select count(*) from public.vendors v join public.vendor_terms t on t.vendor_id = v.id
      where v.organization_id = o.id and v.archived_at is null and t.expected_payment_days is null),
    'default_split', o.default_commission_split,
    'received_on', o.commission_received_on)
  from public.organizations o
  where o.id = private.current_organization_id() and private.is_admin()
$function$;

CREATE OR REPLACE FUNCTION public.get_journal(month date DEFAULT NULL::date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
  first_day constant date := private.journal_month(caller_organization_id, get_journal.month);
  s private.journal_settings;
  export private.journal_exports;
begin
  if caller_organization_id is null then
    return null;
  elsif first_day not between '1990-01-01' and '2199-12-31' then
    perform private.refuse('Choose the first month.', 'month', 'journal_month_missing');
  end if;
  select j.* into s from private.journal_settings j where j.organization_id = caller_organization_id;
  select e.* into export from private.journal_exports e where e.organization_id = caller_organization_id and e.month = first_day;
  return (
    with sums as materialized (
      select t.* from private.journal_totals(caller_organization_id, coalesce(s.basis, 'received'), first_day) t where export.id is null
      union all
      select l.account, l.bank_account_id, coalesce(sum(l.amount) filter (where l.amount > 0), 0),
        coalesce(-sum(l.amount) filter (where l.amount < 0), 0), count(distinct l.entry)
      from private.journal_export_lines l where l.organization_id = caller_organization_id and l.export_id = export.id
      group by grouping sets ((l.account, l.bank_account_id), ()) having export.id is not null)
    select jsonb_build_object('month', first_day, 'last_day', (first_day + interval '1 month')::date - 1,
      'ended', (first_day + interval '1 month')::date <= private.today(), 'next_month', private.journal_next_month(caller_organization_id),
      'first_month', coalesce(s.since, (date_trunc('month', private.today()::timestamp) - interval '12 months')::date),
      'this_month', date_trunc('month', private.today()::timestamp)::date,
      'closed_through', o.books_closed_through, 'currency', o.currency, 'exported', export.id is not null,
      'settings', jsonb_build_object('basis', s.basis, 'since', s.since, 'paying_account_id', s.paying_account_id,
        'quickbooks_names', coalesce(s.quickbooks_names, false),
        'xero_tax_rate', coalesce(s.xero_tax_rate, 'Tax Exempt'), 'datev_consultant', s.datev_consultant, 'datev_client', s.datev_client,
        'datev_first_month', coalesce(s.datev_first_month, 1), 'datev_account_length', coalesce(s.datev_account_length, 4)),
      'entries', (select t.entries from sums t where t.account is null), 'debit', (select t.debit from sums t where t.account is null),
      'credit', (select t.credit from sums t where t.account is null),
      'accounts', (
        select jsonb_agg(jsonb_build_object('account', a.account, 'bank_account_id', a.bank_account_id, 'bank_account', b.name,
          'last_four', b.last_four, 'number', m.number, 'name', m.name, 'debit', coalesce(t.debit, 0), 'credit', coalesce(t.credit, 0))
          order by a.place, b.created_at nulls last, b.id)
        from (
          select n.account, n.place, null::uuid as bank_account_id
          from unnest(private.journal_account_names()) with ordinality n(account, place)
          where (n.account <> 'bank' or exists (select from sums t where t.account = 'bank' and t.bank_account_id is null))
            and (coalesce(s.basis, 'received') = 'expected' or n.account not in ('receivable', 'fees_receivable', 'written_off')
              or exists (select from sums t where t.account = n.account))
          union all
          select 'bank', 1, k.id from public.bank_accounts k
          where k.organization_id = caller_organization_id
            and (k.archived_at is null or exists (select from sums t where t.bank_account_id = k.id))) a
        left join sums t on t.account = a.account and t.bank_account_id is not distinct from a.bank_account_id
        left join public.bank_accounts b on b.organization_id = caller_organization_id and b.id = a.bank_account_id
        left join private.journal_accounts m on m.organization_id = caller_organization_id and m.account = a.account
          and m.bank_account_id is not distinct from a.bank_account_id),
      'exports', (
        select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'number', e.number, 'month', e.month, 'format', e.format,
          'entries', e.entry_count, 'by', u.first_name || ' ' || u.last_name, 'at', e.created_at) order by e.number desc), '[]')
        from private.journal_exports e left join public.users u on u.id = e.exported_by
        where e.organization_id = caller_organization_id))
    from public.organizations o where o.id = caller_organization_id);
end $function$;

CREATE OR REPLACE FUNCTION public.get_member_profile(member_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  member public.users%rowtype;
begin
  select u.* into member from public.users u
  where u.id = get_member_profile.member_id and u.organization_id = caller_organization_id and u.role <> 'integration'
    and (private.is_admin() or u.id = auth.uid());
  if member.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'member', to_jsonb(member) || jsonb_build_object('last_active_at', private.last_seen(member.id), 'email', (
      select e.email from public.user_emails e where e.user_id = member.id)),
    'terms', (select jsonb_build_object('commission_split', f.split, 'by_tier', f.by_tier,
        'next_tier', case when f.by_tier then private.next_tier(caller_organization_id, member.id, private.today()) end, 'history', (
        select coalesce(jsonb_agg(jsonb_build_object('commission_split', h.commission_split,
          'previous_split', h.previous_split, 'changed_at', h.changed_at, 'changed_by', (
            select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
            from public.users u where u.id = h.changed_by)) order by h.changed_at desc, h.id), '[]')
        from public.user_terms_history h where h.organization_id = caller_organization_id and h.user_id = member.id))
      from private.split_now(caller_organization_id, member.id, private.today()) f),
    'figures', (select jsonb_build_object('sales_count', coalesce(sum(t.record_count), 0),
        'total_amount', coalesce(sum(t.total_amount), 0), 'commission_amount', (
          select coalesce(sum(c.commission_amount), 0)
          from private.totals('commission', caller_organization_id, member.id, '1900-01-01', '2199-12-31') c
          where c.status <> 'cancelled'),
        'booked_sales_count', coalesce(sum(t.record_count) filter (where t.status = 'booked'), 0))
      from private.totals('sale', caller_organization_id, member.id, '1900-01-01', '2199-12-31') t where t.status <> 'cancelled')
      || jsonb_build_object('ready', (
        select jsonb_build_object('count', count(*), 'agent_amount', coalesce(sum(o.amount), 0))
        from private.open_for_payout(caller_organization_id, member.id, true) o where o.obstacle is null),
      'commissions', (
        select jsonb_object_agg(g.name, (
          select jsonb_build_object('count', coalesce(sum(t.record_count), 0), 'amount', coalesce(sum(t.commission_amount), 0),
            'agent_amount', coalesce(sum(t.agent_amount), 0))
          from private.totals('commission', caller_organization_id, member.id, '1900-01-01', '2199-12-31') t
          where t.status = g.name))
        from unnest('{unpaid,funds_received,agent_paid,cancelled}'::text[]) g(name))),
    'payouts', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'commission_id', coalesce(p.commission_id, h.commission_id, h.other_commission_id),
        'role', h.role, 'booking_reference', s.booking_reference, 'amount', p.amount, 'payment_date', p.payment_date,
        'payment_method', p.payment_method) order by p.payment_date desc, p.id), '[]')
      from (
        select * from public.agent_payments a
        where a.organization_id = caller_organization_id and a.agent_id = member.id
        order by a.payment_date desc, a.id limit 10) p
      left join public.commissions c on c.id = p.commission_id
      left join public.commission_shares h on h.organization_id = p.organization_id and h.id = p.share_id
      left join public.sales s on s.id = coalesce(c.sales_id, h.sales_id)),
    'paid', jsonb_build_object(
      'year', extract(year from private.today())::int,
      'this_year', private.paid_to_agent(caller_organization_id, member.id, extract(year from private.today())::int),
      'last_year', private.paid_to_agent(caller_organization_id, member.id, extract(year from private.today())::int - 1),
      'payments', private.latest_payments(caller_organization_id, member.id, 10)));
end $function$;

CREATE OR REPLACE FUNCTION public.get_my_tax_details()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('scheme', s.scheme, 'details', private.masked_tax_details(d), 'is_whole', private.fits_tax_scheme(d, s.scheme),
    'asked_at', (select r.asked_at from private.tax_requests r where r.organization_id = s.organization_id and r.agent_id = auth.uid()),
    'notes', (select count(*) from private.credit_notes n where n.organization_id = s.organization_id and n.agent_id = auth.uid()))
  from (select private.current_organization_id() as organization_id) c
  join private.tax_settings s on s.organization_id = c.organization_id and s.scheme <> 'none'
  left join private.tax_details d on d.organization_id = c.organization_id and d.agent_id = auth.uid()
$function$;

CREATE OR REPLACE FUNCTION public.get_tax_year(year integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.admin_organization_id();
  today constant date := private.today();
  asked constant int := least(greatest(coalesce(get_tax_year.year, extract(year from today)::int), 2000), 2199);
  s private.tax_settings;
  waiting int;
begin
  if caller_organization_id is null then
    raise exception using errcode = '42501', message = 'permission denied for tax forms';
  end if;
  select t.* into s from private.tax_settings t where t.organization_id = caller_organization_id;
  waiting := case when s.scheme = 'eu' then (select count(*) from private.payments_without_note(caller_organization_id)) else 0 end;
  return jsonb_build_object('year', asked, 'this_year', extract(year from today)::int,
    'settings', jsonb_build_object('scheme', coalesce(s.scheme, 'none'), 'legal_name', s.legal_name, 'tax_number', s.tax_number, 'street', s.street,
      'city', s.city, 'region', s.region, 'postal_code', s.postal_code, 'country', s.country, 'state_number', s.state_number, 'notes_from', s.notes_from),
    'threshold', (select to_jsonb(t) from private.tax_threshold(caller_organization_id, asked) t),
    'exports', (
      select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'scope', e.scope, 'at', e.made_at, 'by', u.first_name || ' ' || u.last_name, 'forms', (
        select count(*) from private.tax_export_forms f where f.organization_id = e.organization_id and f.export_id = e.id)) order by e.made_at desc, e.id), '[]')
      from private.tax_exports e join public.users u on u.id = e.made_by
      where e.organization_id = caller_organization_id and e.year = asked),
    'notes_waiting', waiting,
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url,
        'is_active', u.is_active, 'paid', coalesce(f.paid, 0), 'by_card', coalesce(f.by_card, 0), 'state', coalesce(f.state, 'below'),
        'exported_amount', f.exported_amount, 'exported_at', f.exported_at, 'is_whole', private.fits_tax_scheme(d, s.scheme),
        'details', private.masked_tax_details(d), 'asked_at', r.asked_at)
        order by coalesce(f.paid, 0) desc, u.last_name, u.first_name, u.id), '[]')
      from public.users u
      left join private.tax_forms(caller_organization_id, asked) f on f.agent_id = u.id
      left join private.tax_details d on d.organization_id = u.organization_id and d.agent_id = u.id
      left join private.tax_requests r on r.organization_id = u.organization_id and r.agent_id = u.id
      where u.organization_id = caller_organization_id and (f.agent_id is not null or u.is_active and u.role = 'agent')),
    'sums', (
      select jsonb_build_object('reported', count(*) filter (where f.reported >= t.amount),
        'amount', coalesce(sum(f.reported) filter (where f.reported >= t.amount), 0),
        'ready', count(*) filter (where f.state = 'ready'), 'missing', count(*) filter (where f.state = 'missing'),
        'changed', count(*) filter (where f.state = 'changed'), 'exempt', count(*) filter (where f.state = 'exempt' and f.paid >= t.amount))
      from private.tax_forms(caller_organization_id, asked) f cross join private.tax_threshold(caller_organization_id, asked) t));
end $function$;

CREATE OR REPLACE FUNCTION public.get_webhooks()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.webhook_organization(false);
begin
  return jsonb_build_object('types', private.webhook_types(), 'endpoints', (
    select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'url', e.url, 'host', private.webhook_host(e.url), 'events', e.events,
      'state', case when e.switched_off_at is not null then 'switched_off' when e.failing_since is not null then 'retrying' else 'delivering' end,
      'created_at', e.created_at, 'failing_since', e.failing_since, 'switches_off_at', e.failing_since + interval '3 days',
      'switched_off_at', e.switched_off_at, 'switched_off_by', u.first_name || ' ' || u.last_name,
      'rotated_at', case when f.ends_at is not null then s.made_at end, 'former_until', f.ends_at,
      'waiting', (select count(*) from private.webhook_deliveries d where d.endpoint_id = e.id and d.state = 'waiting'))
      order by e.created_at, e.id), '[]')
    from private.webhook_endpoints e
    join private.webhook_secrets s on s.organization_id = e.organization_id and s.endpoint_id = e.id and s.ends_at is null
    left join lateral (
      select k.ends_at from private.webhook_secrets k
      where k.endpoint_id = e.id and k.ends_at > now() order by k.ends_at desc limit 1) f on true
    left join public.users u on u.id = e.switched_off_by
    where e.organization_id = caller_organization_id));
end $function$;

CREATE OR REPLACE FUNCTION public.list_credit_notes(year integer, agent_id uuid DEFAULT NULL::uuid, page integer DEFAULT 1, page_size integer DEFAULT 25)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  asked uuid := list_credit_notes.agent_id;
  per_page int := least(greatest(coalesce(list_credit_notes.page_size, 25), 1), 500);
  page_no int := greatest(coalesce(list_credit_notes.page, 1), 1);
  since constant date := make_date(least(greatest(coalesce(list_credit_notes.year, 2000), 2000), 2199), 1, 1);
  sums record;
begin
  if not private.is_admin() then
    asked := auth.uid();
  end if;
  select count(*) as count, coalesce(sum(n.net), 0) as net, coalesce(sum(n.vat), 0) as vat, coalesce(sum(n.gross), 0) as gross into sums
  from private.credit_notes n
  where n.organization_id = caller_organization_id and (asked is null or n.agent_id = asked)
    and n.issued_on between since and (since + interval '1 year - 1 day')::date;
  return jsonb_build_object('count', sums.count, 'page', page_no, 'page_size', per_page, 'total_pages', (sums.count + per_page - 1) / per_page,
    'net', sums.net, 'vat', sums.vat, 'gross', sums.gross,
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'label', r.label, 'kind', r.kind, 'agent_id', r.agent_id,
        'agent', u.first_name || ' ' || u.last_name, 'issued_on', r.issued_on, 'paid_on', r.paid_on, 'vat_status', r.vat_status, 'vat_rate', r.vat_rate,
        'net', r.net, 'vat', r.vat, 'gross', r.gross, 'currency', r.currency, 'counters', r.content ->> 'counters', 'statement', r.content ->> 'statement',
        'legal_name', r.content -> 'agent' ->> 'legal_name', 'number', r.content -> 'agent' ->> 'number')
        order by r.issued_on desc, r.label desc), '[]')
      from (
        select n.* from private.credit_notes n
        where n.organization_id = caller_organization_id and (asked is null or n.agent_id = asked)
          and n.issued_on between since and (since + interval '1 year - 1 day')::date
        order by n.issued_on desc, n.label desc limit per_page offset (page_no - 1)::bigint * per_page) r
      join public.users u on u.id = r.agent_id));
end $function$;

CREATE OR REPLACE FUNCTION public.list_journal(month date DEFAULT NULL::date, page integer DEFAULT 1, page_size integer DEFAULT 50)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
  first_day constant date := private.journal_month(caller_organization_id, list_journal.month);
  per_page constant int := least(greatest(coalesce(list_journal.page_size, 50), 1), 500);
  page_no constant int := least(greatest(coalesce(list_journal.page, 1), 1), 1000000);
  chosen constant text := coalesce((select s.basis from private.journal_settings s where s.organization_id = caller_organization_id), 'received');
  chosen_export_id constant uuid := (
    select e.id from private.journal_exports e where e.organization_id = caller_organization_id and e.month = first_day);
begin
  if caller_organization_id is null then
    return null;
  elsif first_day not between '1990-01-01' and '2199-12-31' then
    perform private.refuse('Choose the first month.', 'month', 'journal_month_missing');
  end if;
  return (
    with e as materialized (
      select e.*, null::text as entry_text, null::text as reference
      from private.journal_lines(caller_organization_id, chosen, first_day, (first_day + interval '1 month')::date - 1) e
      where chosen_export_id is null
      union all
      select l.line, l.entry, l.day, l.entry_kind, l.entry_id, l.account, l.bank_account_id, l.user_id, l.sales_id, l.amount, l.entry_text, l.reference
      from private.journal_export_lines l where l.organization_id = caller_organization_id and l.export_id = chosen_export_id),
    shown as materialized (
      select e.* from e where e.line > (page_no - 1)::bigint * per_page and e.line <= page_no::bigint * per_page),
    origins as materialized (
      select o.* from (select array_agg(d.entry_kind) as kinds, array_agg(d.entry_id) as ids
        from (select distinct e.entry_kind, e.entry_id from shown e) d) a
      cross join lateral private.journal_origins(caller_organization_id, a.kinds, a.ids) o)
    select jsonb_build_object('month', first_day, 'count', t.lines, 'page', page_no, 'page_size', per_page,
      'total_pages', (t.lines + per_page - 1) / per_page, 'debit', t.debit, 'credit', t.credit,
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object('line', e.line, 'entry', e.entry, 'day', e.day, 'kind', e.entry_kind,
          'text', coalesce(e.entry_text, o.entry_text), 'sales_id', o.sales_id, 'transaction_id', o.transaction_id, 'statement_id', o.statement_id,
          'account', e.account, 'bank_account', b.name, 'last_four', b.last_four, 'agent', u.first_name || ' ' || u.last_name,
          'reference', coalesce(e.reference, r.booking_reference), 'amount', e.amount) order by e.line), '[]')
        from shown e
        join origins o on o.entry_kind = e.entry_kind and o.entry_id = e.entry_id
        left join public.bank_accounts b on b.organization_id = caller_organization_id and b.id = e.bank_account_id
        left join public.users u on u.organization_id = caller_organization_id and u.id = e.user_id
        left join public.sales r on r.organization_id = caller_organization_id and r.id = e.sales_id))
    from (
      select count(*) as lines, coalesce(sum(e.amount) filter (where e.amount > 0), 0) as debit,
        coalesce(-sum(e.amount) filter (where e.amount < 0), 0) as credit from e) t);
end $function$;

CREATE OR REPLACE FUNCTION public.list_team(search text DEFAULT NULL::text, status text DEFAULT 'everyone'::text, sort text DEFAULT 'name'::text, descending boolean DEFAULT false, page integer DEFAULT 1, page_size integer DEFAULT 10)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  sees_all boolean := private.is_admin();
  today constant date := private.today();
  patterns text[] := private.search_patterns(extensions.unaccent(private.cut_search(list_team.search)));
  wanted text := case when list_team.status in ('active', 'invited', 'inactive') then list_team.status else 'everyone' end;
  key text := case
    when list_team.sort in ('role', 'status') then list_team.sort
    when sees_all and list_team.sort in ('last_active_at', 'sales_count', 'commission_amount', 'commission_split')
      then list_team.sort
    else 'name' end;
  down boolean := coalesce(list_team.descending, false);
  page_no int := greatest(coalesce(list_team.page, 1), 1);
  size int := least(greatest(coalesce(list_team.page_size, 10), 1), 100);
  names text := 'select p.id, private.name_document(concat_ws('' '', p.first_name, p.last_name)) as names from (
    select u.id, u.first_name, u.last_name from public.users u where u.organization_id = $1 and u.role <> ''integration'''
    || case when sees_all then ' union all select i.id, i.first_name, i.last_name from public.invitations i
    where i.organization_id = $1 and i.accepted_at is null and i.revoked_at is null' else '' end || ') p';
  answer jsonb;
begin
  if private.has_too_many_search_words(patterns) then
    caller_organization_id := null;
  end if;
  with people as materialized (
    select u.id, 'member' as kind, u.first_name, u.last_name, e.email, u.avatar_url, u.role, u.is_active,
      case when u.is_active then 'active' else 'inactive' end as state, u.created_at as joined_at,
      null::timestamptz as invited_at, null::timestamptz as sent_at, null::timestamptz as expires_at, null::uuid as invited_by
    from public.users u join public.user_emails e on e.user_id = u.id
    where u.organization_id = caller_organization_id
    union all
    select i.id, 'invitation', i.first_name, i.last_name, i.email, null, i.role, false, 'invited', null,
      i.created_at, i.expires_at - interval '7 days', i.expires_at, i.invited_by
    from public.invitations i
    where i.organization_id = caller_organization_id and sees_all and i.accepted_at is null and i.revoked_at is null
  ), as_typed as materialized (
    select p.* from people p
    where patterns is null or private.normalize_search_text(concat_ws(' ', p.first_name, p.last_name, case when sees_all then p.email end))
      like all (patterns)
  ), matching as materialized (
    select t.* from as_typed t
    union all
    select p.* from people p
    where not exists (select from as_typed) and p.id = any ((
      select private.find_misspelled(names, private.customer_words(list_team.search), caller_organization_id, null, null))::uuid[])
  ), sums as (
    select t.id as agent_id, t.sales_count as n, t.commission_amount as amount
    from private.sales_by('agent', caller_organization_id, null, '1900-01-01', '2199-12-31') t
    where sees_all
  ), known as (
    select m.*, t.commission_split, case when m.kind = 'member' then coalesce(s.n, 0) end as sales_count,
      case when m.kind = 'member' then coalesce(s.amount, 0) end as commission_amount,
      case when sees_all and m.kind = 'member' then private.last_seen(m.id) end as last_active_at,
      lower(coalesce(m.last_name, m.email)) as name
    from matching m
    left join sums s on s.agent_id = m.id
    left join lateral (
      select f.split as commission_split from private.split_now(caller_organization_id, m.id, today) f
      where m.kind = 'member' and sees_all
      union all
      select i.commission_split from public.invitations i where i.id = m.id and m.kind = 'invitation') t on sees_all
    where wanted = 'everyone' or m.state = wanted
  ), chosen as (
    select k.*, row_number() over (order by
      case when not down then k.rank end, case when down then k.rank end desc nulls last,
      case when not down then k.day end, case when down then k.day end desc nulls last,
      case when down and key = 'name' then k.name end desc, case when down and key = 'name' then k.first_name end desc,
      k.name, k.first_name, k.id) as position
    from (
      select k.*, case key
          when 'role' then case k.role when 'owner' then 1 when 'admin' then 2 else 3 end
          -- Within a status the owner comes first, then admins.
          when 'status' then case k.state when 'active' then 10 when 'invited' then 20 else 30 end
            + case k.role when 'owner' then 1 when 'admin' then 2 else 3 end
          when 'sales_count' then k.sales_count
          when 'commission_amount' then k.commission_amount
          when 'commission_split' then k.commission_split end as rank,
        case key when 'last_active_at' then k.last_active_at end as day
      from known k) k
  )
  select jsonb_build_object(
    'rows', (select coalesce(jsonb_agg(
        jsonb_build_object('id', c.id, 'kind', c.kind, 'first_name', c.first_name, 'last_name', c.last_name,
          'avatar_url', c.avatar_url, 'role', c.role, 'is_active', c.is_active)
        || case when sees_all then jsonb_build_object('email', c.email, 'last_active_at', c.last_active_at,
          'sales_count', c.sales_count, 'commission_amount', c.commission_amount, 'commission_split', c.commission_split,
          'joined_at', c.joined_at, 'invited_at', c.invited_at, 'sent_at', c.sent_at, 'expires_at', c.expires_at,
          'is_expired', c.expires_at <= now(),
          'invited_by', (select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
            from public.users u where u.id = c.invited_by)) else '{}' end
        order by c.position), '[]')
      from chosen c where c.position > (page_no - 1)::bigint * size and c.position <= page_no::bigint * size),
    'count', (select count(*) from chosen), 'page', page_no, 'page_size', size,
    'total_pages', (select (count(*) + size - 1) / size from chosen),
    'by_status', (select jsonb_build_object('everyone', count(*), 'active', count(*) filter (where m.state = 'active'),
      'invited', count(*) filter (where m.state = 'invited'), 'inactive', count(*) filter (where m.state = 'inactive'))
      from matching m))
  into answer;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.list_webhook_deliveries(endpoint_id uuid DEFAULT NULL::uuid, state text DEFAULT NULL::text, page integer DEFAULT 1, page_size integer DEFAULT 5)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.webhook_organization(false);
  per_page constant int := least(greatest(coalesce(list_webhook_deliveries.page_size, 5), 1), 100);
  page_no constant int := least(greatest(coalesce(list_webhook_deliveries.page, 1), 1), 1000000);
  all_count constant bigint := (
    select count(*) from private.webhook_deliveries d
    where d.organization_id = caller_organization_id
      and (list_webhook_deliveries.endpoint_id is null or d.endpoint_id = list_webhook_deliveries.endpoint_id)
      and (list_webhook_deliveries.state is null or d.state = list_webhook_deliveries.state));
begin
  return jsonb_build_object('count', all_count, 'page', page_no, 'page_size', per_page, 'total_pages', (all_count + per_page - 1) / per_page,
  'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'endpoint_id', d.endpoint_id, 'host', private.webhook_host(e.url),
      'event_id', v.id, 'type', v.type, 'happened_at', v.happened_at, 'record', private.webhook_record(v), 'state', d.state,
      'is_sending', d.claim is not null and d.next_try_at > now(), 'tries', d.tries, 'most_tries', greatest(d.tries, 14), 'tried_at', d.tried_at,
      'next_try_at', case when d.state = 'waiting' and (e.switched_off_at is null or d.asked_at is not null) then d.next_try_at end,
      'status', d.status, 'code', d.code, 'duration_ms', d.duration_ms, 'answer', d.answer) order by d.number desc, d.endpoint_id), '[]')
    from (
      select x.* from private.webhook_deliveries x
      where x.organization_id = caller_organization_id
        and (list_webhook_deliveries.endpoint_id is null or x.endpoint_id = list_webhook_deliveries.endpoint_id)
        and (list_webhook_deliveries.state is null or x.state = list_webhook_deliveries.state)
      order by x.number desc, x.endpoint_id offset (page_no - 1)::bigint * per_page limit per_page) d
    join private.webhook_endpoints e on e.id = d.endpoint_id
    join private.webhook_events v on v.id = d.event_id));
end $function$;

CREATE OR REPLACE FUNCTION public.map_journal_account(account text, bank_account_id uuid DEFAULT NULL::uuid, number text DEFAULT NULL::text, name text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.current_organization_id();
  new_number constant text := nullif(btrim(map_journal_account.number), '');
  new_name constant text := private.visible_text(map_journal_account.name);
  old private.journal_accounts;
begin
  if caller_organization_id is null or not private.is_owner() then
    return private.command_result('Only an owner can say how the books are kept.', null, 'journal_is_for_owners');
  elsif account is null or account <> all (private.journal_account_names()) or bank_account_id is not null and (account <> 'bank' or not exists (
      select from public.bank_accounts b where b.organization_id = caller_organization_id and b.id = map_journal_account.bank_account_id)) then
    return private.command_result('This account does not exist.', 'account', 'account_not_found');
  elsif new_number !~ '^[0-9A-Za-z][0-9A-Za-z.-]{0,19}$' then
    return private.command_result('A number has at most 20 letters and digits.', 'number', 'journal_number_wrong');
  elsif char_length(new_name) > 100 then
    return private.command_result('Use at most 100 characters.', 'name', 'text_too_long', '{"most": 100}');
  end if;
  delete from private.journal_accounts a
  where a.organization_id = caller_organization_id and a.account = map_journal_account.account
    and a.bank_account_id is not distinct from map_journal_account.bank_account_id
  returning a.* into old;
  if num_nonnulls(new_number, new_name) > 0 then
    insert into private.journal_accounts (organization_id, account, bank_account_id, number, name)
    values (caller_organization_id, map_journal_account.account, map_journal_account.bank_account_id, new_number, new_name)
    on conflict on constraint journal_accounts_account_key do update set number = excluded.number, name = excluded.name;
  end if;
  if (old.number, old.name) is distinct from (new_number, new_name) then
    perform private.audit(caller_organization_id, 'journal_account_mapped', null, null, jsonb_build_object('account', map_journal_account.account)
      || private.audit_change('account', nullif(concat_ws(' ', old.number, old.name), ''), nullif(concat_ws(' ', new_number, new_name), '')));
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.note_webhook_answer(delivery_id uuid, claim uuid, status integer, code text, duration_ms integer, answer text, retry_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was_taken constant boolean := note_webhook_answer.code is null and coalesce(note_webhook_answer.status between 200 and 299, false);
  e private.webhook_endpoints;
  d private.webhook_deliveries;
begin
  select w.* into e from private.webhook_endpoints w
  where w.id = (select x.endpoint_id from private.webhook_deliveries x where x.id = note_webhook_answer.delivery_id) for no key update;
  update private.webhook_deliveries x set claim = null, status = note_webhook_answer.status, code = note_webhook_answer.code,
    duration_ms = note_webhook_answer.duration_ms, answer = left(nullif(btrim(note_webhook_answer.answer), ''), 500),
    state = case when was_taken then 'delivered' else x.state end,
    delivered_at = case when was_taken then coalesce(x.delivered_at, now()) else x.delivered_at end,
    asked_at = case when was_taken then null else x.asked_at end
  where x.id = note_webhook_answer.delivery_id and x.state = 'waiting' and (was_taken or x.claim = note_webhook_answer.claim)
  returning x.* into d;
  if d.id is null then
    return;
  elsif not was_taken then
    perform private.fail_webhook(e, d, note_webhook_answer.retry_at);
  elsif e.failing_since is not null and e.switched_off_at is null then
    update private.webhook_endpoints w set failing_since = null, failures = 0 where w.id = e.id;
    -- It is back: what waits out its pause goes now.
    if e.failures >= 5 then
      update private.webhook_deliveries x set next_try_at = now()
      where x.endpoint_id = e.id and x.state = 'waiting' and x.claim is null and x.next_try_at > now();
    end if;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.open_journal_export(export_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.export_organization_of_books();
  export private.journal_exports;
begin
  perform private.require_step_up();
  select e.* into export from private.journal_exports e where e.organization_id = caller_organization_id and e.id = open_journal_export.export_id;
  if export.id is null then
    return null;
  end if;
  perform private.audit(caller_organization_id, 'journal_downloaded', null, export.id, jsonb_build_object('number', export.number,
    'month', export.month, 'format', export.format));
  return jsonb_build_object('id', export.id, 'number', export.number, 'month', export.month, 'last_day', export.last_day, 'format', export.format,
    'currency', export.currency, 'exported_at', export.created_at, 'lines', export.line_count, 'settings', export.settings - 'since' - 'basis');
end $function$;

CREATE OR REPLACE FUNCTION public.read_journal_export(export_id uuid, after_line integer DEFAULT 0)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.export_organization_of_books();
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('line', l.line, 'entry', l.entry, 'day', l.day, 'kind', l.entry_kind, 'source_id', l.entry_id,
      'text', l.entry_text, 'account', l.account, 'number', l.account_number, 'name', l.account_name, 'amount', l.amount,
      'reference', l.reference, 'party', l.party) order by l.line), '[]')
    from (
      select l.* from private.journal_export_lines l
      where l.organization_id = caller_organization_id and l.export_id = read_journal_export.export_id
        and l.line > coalesce(read_journal_export.after_line, 0)
      order by l.line limit 5000) l);
end $function$;

CREATE OR REPLACE FUNCTION public.read_tax_file(disclosure_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  asked_export uuid := private.take_disclosure('tax_file', read_tax_file.disclosure_id);
  e private.tax_exports;
begin
  select t.* into e from private.tax_exports t where t.organization_id = caller_organization_id and t.id = asked_export;
  -- Details that were changed within the minute are another file.
  if e.id is null or not private.is_owner() or exists (
    select 1 from private.tax_export_forms f
    join private.tax_details d on d.organization_id = f.organization_id and d.agent_id = f.agent_id
    where f.organization_id = e.organization_id and f.export_id = e.id and d.updated_at <> f.details_at) then
    perform private.refuse_with(private.disclosure_refusal());
  end if;
  return jsonb_build_object('year', e.year, 'scope', e.scope,
    'payer', (
      select jsonb_build_object('legal_name', s.legal_name, 'tax_number', s.tax_number, 'street', s.street, 'city', s.city, 'region', s.region,
        'postal_code', s.postal_code, 'country', s.country, 'state_number', s.state_number, 'phone', o.phone, 'email', o.email)
      from private.tax_settings s join public.organizations o on o.id = s.organization_id where s.organization_id = e.organization_id),
    'forms', (
      select jsonb_agg(jsonb_build_object('agent_id', f.agent_id, 'kind', d.kind, 'legal_name', d.legal_name, 'street', d.street, 'city', d.city,
        'region', d.region, 'postal_code', d.postal_code, 'country', d.country, 'number_kind', d.number_kind,
        'number', private.unseal('bank_details_key', d.numbers_encrypted)::jsonb ->> 'number', 'amount', f.amount,
        'is_correction', exists (
          select 1 from private.tax_export_forms p
          join private.tax_exports x on x.organization_id = p.organization_id and x.id = p.export_id
          where p.organization_id = f.organization_id and p.agent_id = f.agent_id and x.year = e.year and x.made_at < e.made_at
            and (p.amount, p.details_at) <> (f.amount, f.details_at))) order by d.legal_name, f.agent_id)
      from private.tax_export_forms f
      join private.tax_details d on d.organization_id = f.organization_id and d.agent_id = f.agent_id
      where f.organization_id = e.organization_id and f.export_id = e.id),
    'left', (
      select coalesce(jsonb_agg(jsonb_build_object('agent_id', u.id, 'name', u.first_name || ' ' || u.last_name, 'paid', f.paid)
        order by u.last_name, u.first_name, u.id), '[]')
      from private.tax_forms(e.organization_id, e.year) f join public.users u on u.id = f.agent_id
      where f.state = 'missing' or f.state = 'changed' and not f.is_whole));
end $function$;

CREATE OR REPLACE FUNCTION public.read_tax_number(disclosure_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  whose uuid := private.take_disclosure('tax_number', read_tax_number.disclosure_id);
  sealed bytea := (
    select d.numbers_encrypted from private.tax_details d where d.organization_id = private.current_organization_id() and d.agent_id = whose);
begin
  if sealed is null or not private.is_owner() then
    perform private.refuse_with(private.disclosure_refusal());
  end if;
  return private.unseal('bank_details_key', sealed)::jsonb ->> 'number';
end $function$;

CREATE OR REPLACE FUNCTION public.request_tax_file(year integer, scope text DEFAULT 'all'::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  new_export_id constant uuid := gen_random_uuid();
  forms int;
begin
  perform private.require_step_up();
  if caller_organization_id is null or not private.is_owner() then
    perform private.refuse('Only an owner can export tax forms.', '', 'tax_files_are_for_owners');
  elsif private.tax_scheme(caller_organization_id) <> 'us' then
    perform private.refuse('Your agency makes no tax forms here.', '', 'no_tax_forms');
  elsif coalesce(request_tax_file.year not between 2000 and 2199, true) then
    perform private.refuse('Choose a year.', '', 'year_missing');
  elsif coalesce(request_tax_file.scope not in ('all', 'changed'), true) then
    perform private.refuse('There is no such file of tax forms.', '', 'tax_file_unknown');
  end if;
  -- Exports of one agency come one after the other: each knows what the one before said.
  perform pg_advisory_xact_lock(hashtextextended('tax exports ' || caller_organization_id, 0));
  insert into private.tax_exports (id, organization_id, year, scope, made_by)
  values (new_export_id, caller_organization_id, request_tax_file.year, request_tax_file.scope, auth.uid());
  insert into private.tax_export_forms (organization_id, export_id, agent_id, amount, details_at)
  select caller_organization_id, new_export_id, f.agent_id, f.reported, d.updated_at
  from private.tax_forms(caller_organization_id, request_tax_file.year) f
  join private.tax_details d on d.organization_id = caller_organization_id and d.agent_id = f.agent_id
  where f.is_whole and f.state in ('ready', 'changed') or f.is_whole and f.state = 'exported' and request_tax_file.scope = 'all';
  get diagnostics forms = row_count;
  if forms = 0 then
    perform private.refuse('There is no form to export: nobody reaches the threshold with all details.', '', 'tax_file_empty');
  end if;
  perform private.limit_disclosures(caller_organization_id, 'tax_file', new_export_id, 'tax files', 20);
  perform private.audit(caller_organization_id, 'tax_file_requested', null, caller_organization_id,
    jsonb_build_object('year', request_tax_file.year, 'scope', request_tax_file.scope, 'count', forms));
  return private.allow_disclosure('tax_file', new_export_id);
end $function$;

CREATE OR REPLACE FUNCTION public.request_tax_number(agent_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  d private.tax_details;
begin
  perform private.require_step_up();
  if caller_organization_id is null or not private.is_owner() then
    perform private.refuse('Only an owner can see tax numbers.', '', 'tax_numbers_are_for_owners');
  end if;
  select t.* into d from private.tax_details t
  where t.organization_id = caller_organization_id and t.agent_id = request_tax_number.agent_id;
  if d.agent_id is null then
    perform private.refuse('There are no tax details of this person.', '', 'tax_details_missing');
  end if;
  perform private.limit_disclosures(caller_organization_id, 'tax_number', d.agent_id, 'tax numbers', 100);
  perform private.audit(caller_organization_id, 'tax_number_revealed', null, d.agent_id, jsonb_build_object('last_four', d.last_four));
  return private.allow_disclosure('tax_number', d.agent_id);
end $function$;

CREATE OR REPLACE FUNCTION public.resend_webhook_delivery(delivery_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.webhook_organization(false);
begin
  perform from private.webhook_endpoints w
  where w.organization_id = caller_organization_id
    and w.id = (select x.endpoint_id from private.webhook_deliveries x where x.id = resend_webhook_delivery.delivery_id) for no key update;
  update private.webhook_deliveries x set state = 'waiting', asked_at = now(), next_try_at = now(), claim = null, tries = 0, first_tried_at = null
  where x.organization_id = caller_organization_id and x.id = resend_webhook_delivery.delivery_id;
  if not found then
    return private.command_result('This delivery is not there any more.', null, 'webhook_delivery_not_found');
  end if;
  perform private.call_function('webhook-send');
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.revoke_api_key(key_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.owned_organization();
  key private.api_keys;
begin
  select k.* into key from private.api_keys k
  where k.id = revoke_api_key.key_id and k.organization_id = caller_organization_id for update;
  if key.id is null then
    return private.command_result('This key is not there any more.', null, 'api_key_not_found');
  elsif key.revoked_at is null then
    update private.api_keys k set revoked_at = now(), revoked_by = auth.uid() where k.id = key.id;
    perform private.audit(caller_organization_id, 'api_key_revoked', null, key.id, jsonb_build_object('key', key.name, 'prefix', key.prefix));
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.rotate_webhook_secret(endpoint_id uuid, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  e private.webhook_endpoints := private.lock_webhook_endpoint(endpoint_id, true);
  answer jsonb := private.begin_request('rotate_webhook_secret', request_key, jsonb_build_object('endpoint_id', endpoint_id));
  secret text;
begin
  perform private.require_step_up();
  if e.id is null then
    return private.webhook_gone();
  elsif answer is not null then
    return answer || jsonb_build_object('secret', private.webhook_secret(e.id));
  end if;
  secret := private.new_webhook_secret(e);
  perform private.audit(e.organization_id, 'webhook_secret_rotated', null, e.id, private.audit_change('address', null, private.webhook_host(e.url)));
  answer := private.end_request(request_key, e.id, private.command_result(null));
  return answer || jsonb_build_object('secret', secret);
end $function$;

CREATE OR REPLACE FUNCTION public.run_api_request(key_id uuid, operation text, input jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform public.become_api_key(run_api_request.key_id, run_api_request.operation);
  -- From here on with no more rights than anybody who is signed in.
  perform set_config('role', 'authenticated', true);
  return private.answer_api(run_api_request.operation, run_api_request.input);
end $function$;

CREATE OR REPLACE FUNCTION public.save_journal_settings(basis text, since date, paying_account_id uuid DEFAULT NULL::uuid, xero_tax_rate text DEFAULT NULL::text, datev_consultant integer DEFAULT NULL::integer, datev_client integer DEFAULT NULL::integer, datev_first_month integer DEFAULT 1, datev_account_length integer DEFAULT 4, quickbooks_names boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.current_organization_id();
  old private.journal_settings;
  new private.journal_settings;
  rate constant text := private.visible_text(save_journal_settings.xero_tax_rate);
begin
  if caller_organization_id is null or not private.is_owner() then
    return private.command_result('Only an owner can say how the books are kept.', null, 'journal_is_for_owners');
  end if;
  perform pg_advisory_xact_lock(private.books_lock(caller_organization_id));
  select s.* into old from private.journal_settings s where s.organization_id = caller_organization_id;
  if basis is null or basis not in ('expected', 'received') then
    return private.command_result('Choose when commission is recognized.', 'basis', 'journal_basis_missing');
  elsif since is null or since not between '1990-01-01' and '2199-12-31' or since <> date_trunc('month', since::timestamp)::date then
    return private.command_result('Choose the first month.', 'since', 'journal_month_missing');
  elsif exists (select from private.journal_exports e where e.organization_id = caller_organization_id)
    and (basis, since) is distinct from (old.basis, old.since) then
    return private.command_result('This stays as it is once a month was exported.', case when basis = old.basis then 'since' else 'basis' end,
      'journal_started');
  elsif paying_account_id is not null and not exists (select from public.bank_accounts b
      where b.organization_id = caller_organization_id and b.id = save_journal_settings.paying_account_id) then
    return private.command_result('This account does not exist.', 'paying_account_id', 'account_not_found');
  elsif char_length(rate) > 50 then
    return private.command_result('Use at most 50 characters.', 'xero_tax_rate', 'text_too_long', '{"most": 50}');
  elsif datev_consultant not between 1001 and 9999999 then
    return private.command_result('A consultant number is from 1001 to 9999999.', 'datev_consultant', 'datev_consultant_wrong');
  elsif datev_client not between 1 and 99999 then
    return private.command_result('A client number is from 1 to 99999.', 'datev_client', 'datev_client_wrong');
  elsif datev_first_month not between 1 and 12 then
    return private.command_result('Choose the first month.', 'datev_first_month', 'journal_month_missing');
  elsif datev_account_length not between 4 and 8 then
    return private.command_result('Accounts have 4 to 8 digits.', 'datev_account_length', 'datev_length_wrong');
  end if;
  insert into private.journal_settings as s (organization_id, basis, since, paying_account_id, xero_tax_rate, datev_consultant, datev_client,
    datev_first_month, datev_account_length, quickbooks_names)
  values (caller_organization_id, save_journal_settings.basis, save_journal_settings.since, save_journal_settings.paying_account_id,
    coalesce(rate, 'Tax Exempt'), save_journal_settings.datev_consultant, save_journal_settings.datev_client,
    coalesce(save_journal_settings.datev_first_month, 1), coalesce(save_journal_settings.datev_account_length, 4),
    coalesce(save_journal_settings.quickbooks_names, false))
  on conflict (organization_id) do update set basis = excluded.basis, since = excluded.since, paying_account_id = excluded.paying_account_id,
    xero_tax_rate = excluded.xero_tax_rate, datev_consultant = excluded.datev_consultant, datev_client = excluded.datev_client,
    datev_first_month = excluded.datev_first_month, datev_account_length = excluded.datev_account_length,
    quickbooks_names = excluded.quickbooks_names
  returning s.* into new;
  if new is distinct from old then
    perform private.audit(caller_organization_id, 'journal_settings_saved', null, null, jsonb_build_object('changes',
      private.audit_changes(coalesce(to_jsonb(old), '{}'), to_jsonb(new), '{organization_id,paying_account_id}')));
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.save_tax_details(details jsonb, agent_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  input jsonb := case when jsonb_typeof(details) = 'object' then details else '{}' end;
  scheme constant text := private.tax_scheme(caller_organization_id);
  number constant text := private.tax_digits(input ->> 'number');
  number_kind constant text := input ->> 'number_kind';
  own_country constant text := upper(btrim(input ->> 'country'));
  whose uuid := coalesce(save_tax_details.agent_id, auth.uid());
  refusal jsonb;
begin
  perform private.require_step_up();
  if caller_organization_id is null then
    return private.command_result('You do not belong to an organization.', null, 'not_in_organization');
  elsif whose <> auth.uid() and not private.is_owner() then
    return private.command_result('Only an owner can write down the tax details of others.', null, 'tax_details_are_for_owners');
  elsif not exists (select 1 from public.users u where u.organization_id = caller_organization_id and u.id = whose) then
    return private.command_result('This person is not in your organization.', null, 'member_not_found');
  elsif scheme = 'none' then
    return private.command_result('Your agency makes no tax forms here.', null, 'no_tax_forms');
  elsif scheme = 'eu' and private.account_lock(caller_organization_id, whose) is not null then
    return private.account_lock(caller_organization_id, whose);
  end if;
  refusal := coalesce(
    case when scheme = 'us' and coalesce(input ->> 'tax_class' not in ('individual', 'partnership', 'trust', 'c_corporation', 's_corporation',
        'llc_partnership', 'llc_c_corporation', 'llc_s_corporation', 'exempt'), true) then
      private.command_result('Choose the federal tax classification, as on Form W-9.', 'tax_class', 'tax_class_missing')
    when scheme = 'eu' and coalesce(input ->> 'kind' not in ('individual', 'business'), true) then
      private.command_result('Choose individual or business.', 'kind', 'tax_kind_missing') end,
    private.tax_party_refusal(input),
    private.tax_number_refusal(scheme, number_kind, number, input ->> 'vat_status', input ->> 'vat_rate'));
  if refusal is not null then
    return refusal;
  end if;
  insert into private.tax_details as d (organization_id, agent_id, kind, tax_class, legal_name, street, city, region, postal_code, country,
    number_kind, last_four, numbers_encrypted, vat_status, vat_rate, written_by)
  values (caller_organization_id, whose,
    case when scheme = 'eu' then input ->> 'kind' when input ->> 'tax_class' = 'individual' then 'individual' else 'business' end,
    case when scheme = 'us' then input ->> 'tax_class' end, btrim(input ->> 'legal_name'), btrim(input ->> 'street'), btrim(input ->> 'city'),
    case when own_country = 'US' then upper(btrim(input ->> 'region')) else nullif(btrim(input ->> 'region'), '') end,
    btrim(input ->> 'postal_code'), own_country, number_kind,
    -- Of a short number only half is shown.
    right(number, least(4, char_length(number) / 2)),
    private.seal('bank_details_key', jsonb_build_object('number', number)::text),
    case when scheme = 'eu' then input ->> 'vat_status' end,
    case when scheme = 'eu' and input ->> 'vat_status' = 'registered' then (input ->> 'vat_rate')::numeric end,
    nullif(auth.uid(), whose))
  on conflict on constraint tax_details_pkey do update set kind = excluded.kind, tax_class = excluded.tax_class,
    legal_name = excluded.legal_name, street = excluded.street, city = excluded.city, region = excluded.region, postal_code = excluded.postal_code, country = excluded.country,
    number_kind = excluded.number_kind, last_four = excluded.last_four, numbers_encrypted = excluded.numbers_encrypted,
    vat_status = excluded.vat_status, vat_rate = excluded.vat_rate, written_by = excluded.written_by, updated_at = clock_timestamp();
  perform private.audit(caller_organization_id, 'tax_details_changed', null, whose);
  if whose <> auth.uid() then
    perform private.write_notification(caller_organization_id, whose, 'security',
      private.acting_name(caller_organization_id) || ' wrote down your tax details.', 'my_payouts', whose, 'tax_details_written',
      jsonb_build_object('by', private.acting_name(caller_organization_id)));
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.save_tax_settings(settings jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  input jsonb := case when jsonb_typeof(settings) = 'object' then settings else '{}' end;
  chosen constant text := input ->> 'scheme';
  number constant text := private.tax_digits(input ->> 'tax_number');
  own_country constant text := upper(btrim(input ->> 'country'));
  refusal jsonb;
  before private.tax_settings;
  after private.tax_settings;
begin
  if caller_organization_id is null or not private.is_owner() then
    return private.command_result('Only an owner can choose the tax forms of the agency.', null, 'tax_settings_are_for_owners');
  end if;
  refusal := case
    when coalesce(chosen not in ('none', 'us', 'eu'), true) then private.command_result('Choose what is made for agents.', 'scheme', 'tax_scheme_missing')
    when chosen = 'none' then null
    when private.tax_party_refusal(input) is not null then private.tax_party_refusal(input)
    when chosen = 'us' and exists (select 1 from public.organizations o where o.id = caller_organization_id and o.currency <> 'USD') then
      private.command_result('Form 1099-NEC is in US dollars, and the agency works in another currency.', 'scheme', 'payer_not_in_dollars')
    when chosen = 'us' and own_country <> 'US' then
      private.command_result('Form 1099-NEC is filed by payers with an address in the US.', 'country', 'payer_not_in_us')
    when chosen = 'us' and coalesce(number !~ '^\d{9}$' or number ~ '^00', true) then
      private.command_result('Enter the agency''s EIN, nine digits.', 'tax_number', 'payer_ein_wrong')
    when chosen = 'us' and (input ->> 'state_number') !~ '^[0-9A-Za-z .-]{0,20}$' then
      private.command_result('Use letters and digits, at most 20.', 'state_number', 'state_number_wrong')
    when chosen = 'eu' and not coalesce(private.is_eu_vat_number(number), false) then
      private.command_result('Enter a VAT number with its country, like DE123456789.', 'tax_number', 'vat_number_wrong')
    when chosen = 'eu' and not coalesce(private.is_iso_date(input ->> 'notes_from'), false) then
      private.command_result('Enter a date like 11/19/2026.', 'notes_from', 'date_expected')
    when chosen = 'eu' and (input ->> 'notes_from')::date not between '2000-01-01' and '2199-12-31' then
      private.command_result('Enter a date like 11/19/2026.', 'notes_from', 'date_expected') end;
  if refusal is not null then
    return refusal;
  end if;
  select s.* into before from private.tax_settings s where s.organization_id = caller_organization_id for update;
  if chosen = 'none' then
    insert into private.tax_settings as s (organization_id) values (caller_organization_id)
    on conflict on constraint tax_settings_pkey do update set scheme = 'none', notes_from = null, updated_at = now()
    returning s.* into after;
  else
    insert into private.tax_settings as s (organization_id, scheme, legal_name, tax_number, street, city, region, postal_code, country,
      state_number, notes_from)
    values (caller_organization_id, chosen, btrim(input ->> 'legal_name'), number, btrim(input ->> 'street'), btrim(input ->> 'city'),
      case when own_country = 'US' then upper(btrim(input ->> 'region')) else nullif(btrim(input ->> 'region'), '') end,
      btrim(input ->> 'postal_code'), own_country, case when chosen = 'us' then nullif(btrim(input ->> 'state_number'), '') end,
      case when chosen = 'eu' then (input ->> 'notes_from')::date end)
    on conflict on constraint tax_settings_pkey do update set scheme = excluded.scheme, legal_name = excluded.legal_name,
      tax_number = excluded.tax_number, street = excluded.street, city = excluded.city, region = excluded.region,
      postal_code = excluded.postal_code, country = excluded.country, state_number = excluded.state_number,
      notes_from = excluded.notes_from, updated_at = now()
    returning s.* into after;
  end if;
  perform private.audit(caller_organization_id, 'tax_settings_changed', null, caller_organization_id, jsonb_build_object('changes',
    private.audit_changes(to_jsonb(before), to_jsonb(after), '{organization_id,updated_at}')));
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.set_tax_threshold(year integer, amount numeric DEFAULT NULL::numeric, source text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  before numeric;
begin
  if caller_organization_id is null or not private.is_owner() then
    return private.command_result('Only an owner can choose the tax forms of the agency.', null, 'tax_settings_are_for_owners');
  elsif coalesce(set_tax_threshold.year not between 2000 and 2199, true) then
    return private.command_result('Choose a year.', 'year', 'year_missing');
  elsif set_tax_threshold.amount <= 0 or set_tax_threshold.amount > 1000000 or set_tax_threshold.amount <> round(set_tax_threshold.amount, 2) then
    return private.command_result('Enter an amount like 1,482.50.', 'amount', 'amount_expected');
  elsif set_tax_threshold.amount is not null and private.visible_text(set_tax_threshold.source) is null then
    return private.command_result('Say where this amount stands.', 'source', 'threshold_source_missing');
  elsif char_length(set_tax_threshold.source) > 300 then
    return private.command_result('Use at most 300 characters.', 'source', 'text_too_long', '{"most": 300}');
  end if;
  before := (select t.amount from private.tax_threshold(caller_organization_id, set_tax_threshold.year) t);
  if set_tax_threshold.amount is null then
    delete from private.tax_thresholds t where t.organization_id = caller_organization_id and t.year = set_tax_threshold.year;
  else
    insert into private.tax_thresholds (organization_id, year, amount, source, set_by)
    values (caller_organization_id, set_tax_threshold.year, set_tax_threshold.amount, btrim(set_tax_threshold.source), auth.uid())
    on conflict on constraint tax_thresholds_pkey do update set amount = excluded.amount, source = excluded.source, set_by = excluded.set_by,
      set_at = now();
  end if;
  perform private.audit(caller_organization_id, 'tax_threshold_changed', null, caller_organization_id, jsonb_build_object('year', set_tax_threshold.year)
    || private.audit_change('amount', before::text, (select t.amount::text from private.tax_threshold(caller_organization_id, set_tax_threshold.year) t)));
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.switch_webhook_endpoint(endpoint_id uuid, is_on boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  e private.webhook_endpoints := private.lock_webhook_endpoint(endpoint_id, true);
begin
  if e.id is null then
    return private.webhook_gone();
  elsif coalesce(is_on, true) = (e.switched_off_at is null) then
    return private.command_result(null);
  elsif is_on then
    update private.webhook_endpoints w set switched_off_at = null, switched_off_by = null, failing_since = null, failures = 0 where w.id = e.id;
    update private.webhook_deliveries d set next_try_at = now(), tries = 0, first_tried_at = null
    where d.endpoint_id = e.id and d.state = 'waiting' and d.claim is null;
    perform private.audit(e.organization_id, 'webhook_switched_on', null, e.id, private.audit_change('address', null, private.webhook_host(e.url)));
  else
    update private.webhook_endpoints w set switched_off_at = now(), switched_off_by = auth.uid() where w.id = e.id;
    perform private.audit(e.organization_id, 'webhook_switched_off', null, e.id, private.audit_change('address', private.webhook_host(e.url), null));
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.take_webhook_delivery()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  lease constant interval := interval '1 minute';
  e private.webhook_endpoints;
  d private.webhook_deliveries;
begin
  -- Any of those that may be asked, so that none is before the others; one that fails is asked one thing at a time.
  for e in
    select w.* from private.webhook_endpoints w
    where exists (select from private.webhook_deliveries x where x.endpoint_id = w.id and x.state = 'waiting' and x.next_try_at <= now()
        and (w.switched_off_at is null or x.asked_at is not null))
      and (select count(*) from private.webhook_deliveries x where x.endpoint_id = w.id and x.claim is not null and x.next_try_at > now())
        < case when w.failing_since is null then 4 else 1 end
      and not private.is_being_deleted(w.organization_id)
    order by random()
  loop
    update private.webhook_deliveries t set claim = gen_random_uuid(), next_try_at = now() + lease, tries = t.tries + 1, tried_at = now(),
      first_tried_at = coalesce(t.first_tried_at, now())
    where t.id = (
      select x.id from private.webhook_deliveries x
      where x.endpoint_id = e.id and x.state = 'waiting' and x.next_try_at <= now()
        and (x.asked_at is not null or e.switched_off_at is null and not exists (
          select from private.webhook_deliveries b
          where b.endpoint_id = x.endpoint_id and b.record_id = x.record_id and b.number < x.number and b.state = 'waiting' and b.delivered_at is null))
      order by x.next_try_at, x.number limit 1 for update skip locked)
    returning t.* into d;
    continue when d.id is null;
    return (
      select jsonb_build_object('delivery_id', d.id, 'claim', d.claim, 'url', e.url, 'secrets', (
          select jsonb_agg(private.unseal('webhook_key', s.secret_encrypted) order by s.made_at desc) from private.webhook_secrets s
          where s.endpoint_id = e.id and (s.ends_at is null or s.ends_at > now())),
        'id', v.id, 'type', v.type,
        'timestamp', private.api_time(v.happened_at), 'data', v.data)
      from private.webhook_events v where v.id = d.event_id);
  end loop;
  return null;
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
  -- Before its statement, as everybody locks them.
  select p.* into b from public.payout_batches p
  where p.organization_id = caller_organization_id and p.id = (
    select t.batch_id from public.payout_statements t
    where t.organization_id = caller_organization_id and t.id = void_statement_payment.statement_id) for no key update;
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
  -- A payout says of each payment whether it was voided.
  update public.payout_batches p set updated_at = now() where p.organization_id = caller_organization_id and p.id = b.id;
  perform private.note_payout(b, 'voided', jsonb_build_object('agent_id', s.agent_id, 'amount', s.paid_amount,
    'reason', btrim(void_statement_payment.reason)));
  perform private.tell_of_void(caller_organization_id, s.agent_id, s.paid_amount, 'with the ' || b.name || ' payout', 'statements', s.id,
    jsonb_build_object('payout', b.name));
  return private.command_result(null) || jsonb_build_object('id', new_id);
end $function$;

CREATE OR REPLACE FUNCTION public.write_credit_notes()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id uuid := private.admin_organization_id();
  written int;
begin
  if caller_organization_id is null then
    return private.command_result('Only admins can write credit notes.', null, 'credit_notes_are_for_admins') || '{"written": 0}';
  elsif private.tax_scheme(caller_organization_id) <> 'eu' then
    return private.command_result('Your agency makes no credit notes here.', null, 'no_credit_notes') || '{"written": 0}';
  end if;
  written := private.write_notes(caller_organization_id, array(
    select distinct p.agent_id from private.payments_without_note(caller_organization_id) p where p.is_ready));
  if written > 0 then
    perform private.audit(caller_organization_id, 'credit_notes_written', null, caller_organization_id, jsonb_build_object('count', written));
  end if;
  return private.command_result(null) || jsonb_build_object('written', written);
end $function$;

ALTER TABLE "private"."api_key_uses" ADD CONSTRAINT "api_key_uses_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "private"."api_keys" ADD CONSTRAINT "api_keys_created_by_fkey" FOREIGN KEY (created_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "private"."api_keys" ADD CONSTRAINT "api_keys_id_fkey" FOREIGN KEY (id, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "private"."api_keys" ADD CONSTRAINT "api_keys_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "private"."api_key_uses" ADD CONSTRAINT "api_key_uses_key_id_fkey" FOREIGN KEY (key_id) REFERENCES private.api_keys(id) ON DELETE CASCADE;

ALTER TABLE "private"."api_keys" ADD CONSTRAINT "api_keys_revoked_by_fkey" FOREIGN KEY (revoked_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "private"."credit_note_counters" ADD CONSTRAINT "credit_note_counters_agent_id_fkey" FOREIGN KEY (agent_id, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "private"."credit_note_counters" ADD CONSTRAINT "credit_note_counters_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "private"."credit_notes" ADD CONSTRAINT "credit_notes_agent_id_fkey" FOREIGN KEY (agent_id, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "private"."credit_notes" ADD CONSTRAINT "credit_notes_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "private"."credit_notes" ADD CONSTRAINT "credit_notes_note_id_fkey" FOREIGN KEY (organization_id, note_id) REFERENCES private.credit_notes(organization_id, id);

ALTER TABLE "private"."credit_notes" ADD CONSTRAINT "credit_notes_payment_id_fkey" FOREIGN KEY (organization_id, payment_id) REFERENCES public.agent_payments(organization_id, id);

ALTER TABLE "private"."credit_notes" ADD CONSTRAINT "credit_notes_statement_id_fkey" FOREIGN KEY (organization_id, statement_id) REFERENCES public.payout_statements(organization_id, id);

ALTER TABLE "private"."disclosures" ADD CONSTRAINT "disclosures_what_known" CHECK ((what = ANY (ARRAY['passport'::text, 'customer_data'::text, 'payment_file'::text, 'document'::text, 'audit_log'::text, 'tax_number'::text, 'tax_file'::text])));

ALTER TABLE "private"."journal_accounts" ADD CONSTRAINT "journal_accounts_bank_account_id_fkey" FOREIGN KEY (organization_id, bank_account_id) REFERENCES public.bank_accounts(organization_id, id);

ALTER TABLE "private"."journal_accounts" ADD CONSTRAINT "journal_accounts_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "private"."journal_exports" ADD CONSTRAINT "journal_exports_exported_by_fkey" FOREIGN KEY (exported_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "private"."journal_exports" ADD CONSTRAINT "journal_exports_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "private"."journal_export_lines" ADD CONSTRAINT "journal_export_lines_export_id_fkey" FOREIGN KEY (organization_id, export_id) REFERENCES private.journal_exports(organization_id, id);

ALTER TABLE "private"."journal_kept" ADD CONSTRAINT "journal_kept_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "private"."journal_settings" ADD CONSTRAINT "journal_settings_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "private"."journal_settings" ADD CONSTRAINT "journal_settings_paying_account_id_fkey" FOREIGN KEY (organization_id, paying_account_id) REFERENCES public.bank_accounts(organization_id, id);

ALTER TABLE "private"."tax_details" ADD CONSTRAINT "tax_details_agent_id_fkey" FOREIGN KEY (agent_id, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "private"."tax_details" ADD CONSTRAINT "tax_details_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "private"."tax_details" ADD CONSTRAINT "tax_details_written_by_fkey" FOREIGN KEY (written_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "private"."tax_export_forms" ADD CONSTRAINT "tax_export_forms_agent_id_fkey" FOREIGN KEY (agent_id, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "private"."tax_export_forms" ADD CONSTRAINT "tax_export_forms_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "private"."tax_exports" ADD CONSTRAINT "tax_exports_made_by_fkey" FOREIGN KEY (made_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "private"."tax_exports" ADD CONSTRAINT "tax_exports_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "private"."tax_export_forms" ADD CONSTRAINT "tax_export_forms_export_id_fkey" FOREIGN KEY (organization_id, export_id) REFERENCES private.tax_exports(organization_id, id);

ALTER TABLE "private"."tax_requests" ADD CONSTRAINT "tax_requests_agent_id_fkey" FOREIGN KEY (agent_id, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "private"."tax_requests" ADD CONSTRAINT "tax_requests_asked_by_fkey" FOREIGN KEY (asked_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "private"."tax_requests" ADD CONSTRAINT "tax_requests_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "private"."tax_settings" ADD CONSTRAINT "tax_settings_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "private"."tax_thresholds" ADD CONSTRAINT "tax_thresholds_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "private"."tax_thresholds" ADD CONSTRAINT "tax_thresholds_set_by_fkey" FOREIGN KEY (set_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "private"."webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "private"."webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_created_by_fkey" FOREIGN KEY (created_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "private"."webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "private"."webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY (organization_id, endpoint_id) REFERENCES private.webhook_endpoints(organization_id, id) ON DELETE CASCADE;

ALTER TABLE "private"."webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_switched_off_by_fkey" FOREIGN KEY (switched_off_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "private"."webhook_events" ADD CONSTRAINT "webhook_events_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "private"."webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_fkey" FOREIGN KEY (organization_id, event_id) REFERENCES private.webhook_events(organization_id, id) ON DELETE CASCADE;

ALTER TABLE "private"."webhook_secrets" ADD CONSTRAINT "webhook_secrets_endpoint_id_fkey" FOREIGN KEY (organization_id, endpoint_id) REFERENCES private.webhook_endpoints(organization_id, id) ON DELETE CASCADE;

ALTER TABLE "private"."webhook_secrets" ADD CONSTRAINT "webhook_secrets_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "public"."users" ADD CONSTRAINT "users_role_integration_inactive" CHECK (((role <> 'integration'::text) OR (NOT is_active)));

ALTER TABLE "public"."users" ADD CONSTRAINT "users_role_known" CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'agent'::text, 'integration'::text])));

CREATE INDEX api_keys_created_by_idx ON private.api_keys USING btree (created_by, organization_id);

CREATE INDEX api_keys_organization_id_idx ON private.api_keys USING btree (organization_id, created_at DESC, id);

CREATE INDEX api_keys_revoked_by_idx ON private.api_keys USING btree (revoked_by, organization_id);

CREATE INDEX credit_notes_issued_on_idx ON private.credit_notes USING btree (organization_id, issued_on DESC, label);

CREATE UNIQUE INDEX credit_notes_payment_id_key ON private.credit_notes USING btree (organization_id, payment_id) WHERE (kind = 'note'::text);

CREATE UNIQUE INDEX credit_notes_statement_id_key ON private.credit_notes USING btree (organization_id, statement_id) WHERE (kind = 'note'::text);

CREATE INDEX journal_kept_source_id_idx ON private.journal_kept USING btree (organization_id, source_id, kind);

CREATE INDEX tax_exports_year_idx ON private.tax_exports USING btree (organization_id, year, made_at DESC);

CREATE INDEX webhook_deliveries_asked_at_idx ON private.webhook_deliveries USING btree (next_try_at) WHERE (asked_at IS NOT NULL);

CREATE INDEX webhook_deliveries_claim_idx ON private.webhook_deliveries USING btree (endpoint_id) WHERE (claim IS NOT NULL);

CREATE INDEX webhook_deliveries_endpoint_id_number_idx ON private.webhook_deliveries USING btree (organization_id, endpoint_id, number DESC);

CREATE INDEX webhook_deliveries_organization_id_number_idx ON private.webhook_deliveries USING btree (organization_id, number DESC, endpoint_id);

CREATE INDEX webhook_deliveries_record_id_idx ON private.webhook_deliveries USING btree (endpoint_id, record_id, number) WHERE (state = 'waiting'::text);

CREATE INDEX webhook_deliveries_waiting_idx ON private.webhook_deliveries USING btree (endpoint_id, next_try_at, number) WHERE (state = 'waiting'::text);

CREATE INDEX webhook_events_happened_at_idx ON private.webhook_events USING btree (happened_at);

CREATE INDEX webhook_events_record_id_idx ON private.webhook_events USING btree (organization_id, record_id);

CREATE INDEX webhook_secrets_endpoint_id_idx ON private.webhook_secrets USING btree (endpoint_id, made_at DESC);

CREATE UNIQUE INDEX webhook_secrets_present_key ON private.webhook_secrets USING btree (organization_id, endpoint_id) WHERE (ends_at IS NULL);

CREATE INDEX bank_allocations_posted_on_idx ON public.bank_allocations USING btree (organization_id, posted_on);

CREATE INDEX bank_transactions_organization_id_created_at_idx ON public.bank_transactions USING btree (organization_id, created_at DESC, id);

CREATE INDEX bank_transactions_organization_id_updated_at_idx ON public.bank_transactions USING btree (organization_id, updated_at, id);

CREATE INDEX commissions_organization_id_updated_at_idx ON public.commissions USING btree (organization_id, updated_at, sales_id);

CREATE INDEX customers_organization_id_updated_at_idx ON public.customers USING btree (organization_id, updated_at, id);

CREATE INDEX sales_organization_id_created_at_idx ON public.sales USING btree (organization_id, created_at DESC, id);

CREATE INDEX sales_organization_id_updated_at_idx ON public.sales USING btree (organization_id, updated_at, id);

CREATE TRIGGER credit_notes_keep BEFORE DELETE OR UPDATE ON private.credit_notes FOR EACH ROW EXECUTE FUNCTION private.guard_history();

CREATE TRIGGER credit_notes_truncate BEFORE TRUNCATE ON private.credit_notes FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_truncate();

CREATE TRIGGER customer_merges_after_70_webhooks AFTER INSERT ON private.customer_merges FOR EACH ROW EXECUTE FUNCTION private.webhooks_of_merge();

CREATE TRIGGER tax_export_forms_keep BEFORE DELETE OR UPDATE ON private.tax_export_forms FOR EACH ROW EXECUTE FUNCTION private.guard_history();

CREATE TRIGGER tax_export_forms_truncate BEFORE TRUNCATE ON private.tax_export_forms FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_truncate();

CREATE TRIGGER tax_exports_keep BEFORE DELETE OR UPDATE ON private.tax_exports FOR EACH ROW EXECUTE FUNCTION private.guard_history();

CREATE TRIGGER tax_exports_truncate BEFORE TRUNCATE ON private.tax_exports FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_truncate();

CREATE TRIGGER webhook_events_after_10_deliver AFTER INSERT ON private.webhook_events REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.deliver_webhook_events();

CREATE TRIGGER agent_payments_after_02_keep_journal_added AFTER INSERT ON public.agent_payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.keep_journal();

CREATE TRIGGER agent_payments_after_02_keep_journal_changed AFTER UPDATE ON public.agent_payments REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.keep_journal();

CREATE TRIGGER agent_payments_after_60_credit AFTER INSERT ON public.agent_payments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.credit_single_payments();

CREATE TRIGGER agent_payments_after_70_webhooks AFTER INSERT ON public.agent_payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.webhooks_of_agent_payments();

CREATE TRIGGER bank_allocations_after_02_keep_journal_added AFTER INSERT ON public.bank_allocations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.keep_journal();

CREATE TRIGGER bank_allocations_after_02_keep_journal_changed AFTER UPDATE ON public.bank_allocations REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.keep_journal();

CREATE TRIGGER bank_allocations_after_02_keep_journal_removed AFTER DELETE ON public.bank_allocations REFERENCING OLD TABLE AS replaced FOR EACH STATEMENT EXECUTE FUNCTION private.keep_journal();

CREATE TRIGGER bank_other_allocations_after_02_keep_journal_added AFTER INSERT ON public.bank_other_allocations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.keep_journal();

CREATE TRIGGER bank_other_allocations_after_02_keep_journal_changed AFTER UPDATE ON public.bank_other_allocations REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.keep_journal();

CREATE TRIGGER bank_other_allocations_after_02_keep_journal_removed AFTER DELETE ON public.bank_other_allocations REFERENCING OLD TABLE AS replaced FOR EACH STATEMENT EXECUTE FUNCTION private.keep_journal();

CREATE TRIGGER bank_transactions_after_02_keep_journal_added AFTER INSERT ON public.bank_transactions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.keep_journal();

CREATE TRIGGER bank_transactions_after_02_keep_journal_changed AFTER UPDATE ON public.bank_transactions REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.keep_journal();

CREATE TRIGGER bank_transactions_after_02_keep_journal_removed AFTER DELETE ON public.bank_transactions REFERENCING OLD TABLE AS replaced FOR EACH STATEMENT EXECUTE FUNCTION private.keep_journal();

CREATE TRIGGER commission_shares_after_02_keep_journal_added AFTER INSERT ON public.commission_shares REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.keep_journal();

CREATE TRIGGER commission_shares_after_02_keep_journal_changed AFTER UPDATE ON public.commission_shares REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.keep_journal();

CREATE TRIGGER commission_shares_after_02_keep_journal_removed AFTER DELETE ON public.commission_shares REFERENCING OLD TABLE AS replaced FOR EACH STATEMENT EXECUTE FUNCTION private.keep_journal();

CREATE TRIGGER commissions_after_02_keep_journal_added AFTER INSERT ON public.commissions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.keep_journal();

CREATE TRIGGER commissions_after_02_keep_journal_changed AFTER UPDATE ON public.commissions REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.keep_journal();

CREATE TRIGGER commissions_after_02_keep_journal_removed AFTER DELETE ON public.commissions REFERENCING OLD TABLE AS replaced FOR EACH STATEMENT EXECUTE FUNCTION private.keep_journal();

CREATE TRIGGER commissions_after_70_webhooks AFTER UPDATE ON public.commissions REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.webhooks_of_receipts();

CREATE TRIGGER customers_after_70_webhooks AFTER UPDATE OF erased_at ON public.customers FOR EACH ROW WHEN (((new.erased_at IS NOT NULL) AND (old.erased_at IS NULL))) EXECUTE FUNCTION private.webhooks_of_erasure();

CREATE TRIGGER other_commissions_after_02_keep_journal_added AFTER INSERT ON public.other_commissions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.keep_journal();

CREATE TRIGGER other_commissions_after_02_keep_journal_changed AFTER UPDATE ON public.other_commissions REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.keep_journal();

CREATE TRIGGER other_commissions_after_02_keep_journal_removed AFTER DELETE ON public.other_commissions REFERENCING OLD TABLE AS replaced FOR EACH STATEMENT EXECUTE FUNCTION private.keep_journal();

CREATE TRIGGER other_commissions_after_70_webhooks AFTER UPDATE ON public.other_commissions FOR EACH ROW WHEN (((new.received_on IS DISTINCT FROM old.received_on) OR (new.received_amount IS DISTINCT FROM old.received_amount))) EXECUTE FUNCTION private.webhooks_of_other_receipt();

CREATE TRIGGER payment_voids_after_02_keep_journal_added AFTER INSERT ON public.payment_voids REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.keep_journal();

CREATE TRIGGER payment_voids_after_60_counter AFTER INSERT ON public.payment_voids REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.counter_voided();

CREATE TRIGGER payment_voids_after_70_webhooks AFTER INSERT ON public.payment_voids FOR EACH ROW EXECUTE FUNCTION private.webhooks_of_void();

CREATE TRIGGER payout_batches_90_touch BEFORE UPDATE ON public.payout_batches FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TRIGGER payout_batches_after_70_webhooks AFTER UPDATE ON public.payout_batches FOR EACH ROW WHEN (((new.status = 'paid'::text) AND (old.status <> 'paid'::text))) EXECUTE FUNCTION private.webhooks_of_payout();

CREATE TRIGGER payout_lines_after_70_webhooks AFTER INSERT ON public.payout_lines FOR EACH ROW WHEN ((new.kind = 'recall'::text)) EXECUTE FUNCTION private.webhooks_of_recall();

CREATE TRIGGER payout_statements_after_02_keep_journal_added AFTER INSERT ON public.payout_statements REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.keep_journal();

CREATE TRIGGER payout_statements_after_60_credit AFTER INSERT ON public.payout_statements REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.credit_statements();

CREATE TRIGGER sales_after_70_webhooks_added AFTER INSERT ON public.sales REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.webhooks_of_sales();

CREATE TRIGGER sales_after_70_webhooks_changed AFTER UPDATE ON public.sales REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.webhooks_of_sales();

CREATE TRIGGER sales_after_70_webhooks_removed AFTER DELETE ON public.sales REFERENCING OLD TABLE AS replaced FOR EACH STATEMENT EXECUTE FUNCTION private.webhooks_of_sales();

CREATE TRIGGER users_after_10_create_terms AFTER INSERT ON public.users FOR EACH ROW WHEN ((new.role <> 'integration'::text)) EXECUTE FUNCTION private.create_user_terms();

CREATE TRIGGER users_after_10_keep_email AFTER INSERT ON public.users FOR EACH ROW WHEN ((new.role <> 'integration'::text)) EXECUTE FUNCTION private.keep_user_email();

CREATE TRIGGER users_after_50_audit AFTER INSERT OR UPDATE OF role, is_active ON public.users FOR EACH ROW WHEN ((new.role <> 'integration'::text)) EXECUTE FUNCTION private.audit_member();

COMMENT ON COLUMN "private"."api_key_uses"."last_used_from" IS 'The network it came from, never the address: 203.0.113.0/24, 2001:db8::/48';

COMMENT ON COLUMN "private"."api_keys"."expires_on" IS 'The last day on which it is good, in the time zone of the agency; null for no end';

COMMENT ON COLUMN "private"."api_keys"."key_hash" IS 'sha256 in hexadecimal: a key has 160 random bits, so nothing slower is needed';

COMMENT ON FUNCTION "private"."acting_key"() IS 'The id of the API key whose request this transaction is (integrations/functions/api_requests): only then
  is its member somebody. Null for everything else.';

COMMENT ON FUNCTION "private"."add_program"(uuid, text) IS 'The member that a key acts as.';

COMMENT ON FUNCTION "private"."answer_api"(text, jsonb) IS 'Runs with the caller''s rights: policies decide what there is. What is somebody else''s is not there.';

COMMENT ON FUNCTION "private"."api_currency"() IS 'That of all money of the caller''s agency.';

COMMENT ON FUNCTION "private"."api_import"(uuid) IS 'What an import has done with its lines.';

COMMENT ON FUNCTION "private"."api_list"(text) IS 'What a list is read from, what it says of each row, by what rows of one moment are told apart (as an index
  has them), and what it can be narrowed to: columns and their types.';

COMMENT ON FUNCTION "private"."api_sale_with_parts"(public.sales) IS 'One sale: what it is made of, who sold it beside its agent, when its customer pays and
  what of that is open, and its group. People are ids.';

COMMENT ON FUNCTION "private"."api_scope"(text) IS 'What a key needs for an operation; null for none that there is.';

COMMENT ON FUNCTION "private"."begin_key"(uuid) IS 'Makes the transaction a request of this API key.';

COMMENT ON FUNCTION "private"."check_api_result"(jsonb, text) IS 'What a function of the product has answered; its refusals are raised, so that nothing is kept of them.';

COMMENT ON FUNCTION "private"."coarse_address"(text) IS 'The network of an address; null for what is none.';

COMMENT ON FUNCTION "private"."counter_voided"() IS 'A payment that came back takes its note back by another one, with the next number. It names agency
  and agent as the note does.';

COMMENT ON FUNCTION "private"."credit_single_payments"() IS 'So does a payment without a payout. What a payout paid stands in its statement.';

COMMENT ON FUNCTION "private"."credit_statements"() IS 'Paying a payout numbers its notes.';

COMMENT ON FUNCTION "private"."current_organization_id"() IS 'The caller''s tenant; null for an inactive user, for a revoked or expired
  session, where a second factor is missing and for an API key outside of its requests, so everything built on it denies access. Policies call it, like the functions below, in a scalar subquery: evaluated once
  per statement, not once per row.';

COMMENT ON FUNCTION "private"."deliver_webhook_events"() IS 'A delivery for each endpoint that wants the event. The job of the next seconds sends it.';

COMMENT ON FUNCTION "private"."do_for_api"(text, uuid, integer, jsonb) IS 'Does one operation that writes, and answers the id of its record.';

COMMENT ON FUNCTION "private"."export_organization_of_books"() IS 'The agency whose journal the caller may download; everybody but its owners is refused
  before anything is looked up.';

COMMENT ON FUNCTION "private"."fail_webhook"(private.webhook_endpoints, private.webhook_deliveries, timestamp with time zone) IS 'What becomes of a delivery that was not taken: its next try, until three days after its first. Then the endpoint is
  switched off where it took nothing since, and keeps what waits; where it took other things this one is given up, so that its record goes on.
  Owners are told, of what is given up once a day.';

COMMENT ON FUNCTION "private"."fits_tax_scheme"(private.tax_details, text) IS 'Whether what is known of an agent is all that the agency''s forms need: checked when it was
  saved for this scheme.';

COMMENT ON FUNCTION "private"."guard_sale_agent"() IS 'Only an admin records a sale for another agent or reassigns one. The policies say
  the same; this answers with a message. A program is nobody''s agent.';

COMMENT ON FUNCTION "private"."has_api_scope"(text[], text) IS 'Who may write may read.';

COMMENT ON FUNCTION "private"."import_for_api"(jsonb) IS 'Imports lines as a file of the bank.';

COMMENT ON FUNCTION "private"."is_admin"() IS 'An API key sees in its requests what an admin sees: those of its scopes are all that is asked in them
  (docs/product/integrations.md, API keys).';

COMMENT ON FUNCTION "private"."is_eu_vat_number"(text) IS 'Country and length of a VAT number of the EU (VIES); whether it is given out, only VIES
  knows.';

COMMENT ON FUNCTION "private"."is_exempt_payee"(text) IS 'Whether no Form 1099-NEC is made of a payee: corporations, companies taxed as one, and who is tax-exempt (IRS,
  Instructions for the Requester of Form W-9). Of nobody known, one is made.';

COMMENT ON FUNCTION "private"."is_key_live"(private.api_keys) IS 'Whether who has this key is let in: not revoked, not expired, and its agency is not being deleted.';

COMMENT ON FUNCTION "private"."is_us_state"(text) IS 'Codes of the US Postal Service: states, territories, armed forces.';

COMMENT ON FUNCTION "private"."journal_account_lacks"(text, text, text, integer) IS 'What an account has not that a format asks for: account, name, number or digits; null for nothing.';

COMMENT ON FUNCTION "private"."journal_account_names"() IS 'The accounts of the journal, in the order of the page; each bank account is a `bank` of its own.';

COMMENT ON FUNCTION "private"."journal_closed_through"(uuid) IS 'Through which day the journal does not change any more: of closed books, of exports,
  which reopening does not take back, and of the time before its first month.';

COMMENT ON FUNCTION "private"."journal_entries"(uuid, text, date, date) IS 'The lines of the journal: of each entry (the day, and of which row it is: entry_kind is
  sale, commission, other, deposit, payment, statement or void) and account what it is debited, credits below zero; whose money it is, and for which sale.
  The one relation that screen, files and tests read.';

COMMENT ON FUNCTION "private"."journal_facts_between"(uuid, date, date) IS 'The facts of these days, each on the day that it counts. Dates of a fact may be
  infinite.';

COMMENT ON FUNCTION "private"."journal_facts_of_days"(uuid, date, date) IS 'What the rows of an agency say now of these days.';

COMMENT ON FUNCTION "private"."journal_facts_of_rows"(uuid, uuid[]) IS 'What these rows, of whatever tables, say now; nothing of those that are gone.';

COMMENT ON FUNCTION "private"."journal_lines"(uuid, text, date, date) IS 'private.journal_entries in order: entry by entry, debits first, accounts as the page has them.';

COMMENT ON FUNCTION "private"."journal_month"(uuid, date) IS 'The first day of the month that is asked for; of none: of the next one that is exported, else of the last one.';

COMMENT ON FUNCTION "private"."journal_next_month"(uuid) IS 'The month that is exported next; null before a first one is said.';

COMMENT ON FUNCTION "private"."journal_origins"(uuid, text[], uuid[]) IS 'What entries are called, and the records that they come from, as far as these are there. No
  text names a person.';

COMMENT ON FUNCTION "private"."journal_paying_account"(uuid) IS 'From which bank account agents are paid: as the owner says, else the only one.';

COMMENT ON FUNCTION "private"."journal_rules"() IS 'Which account a fact debits and which it credits; nulls where it is no entry.';

COMMENT ON FUNCTION "private"."journal_totals"(uuid, text, date) IS 'What each account is debited and credited in a month; a row without account says both in all, and how
  many entries there are.';

COMMENT ON FUNCTION "private"."keep_journal"() IS 'Of every table that says something to the journal; its function is private.facts_of_<table>.
  It comes before what else a statement causes, so that what is kept is what was there before.';

COMMENT ON FUNCTION "private"."keep_journal_facts"(uuid, date, private.journal_fact[], private.journal_fact[]) IS 'What facts said on closed days, and which new ones are dated there: what they say now
  counts from the first open day on.';

COMMENT ON FUNCTION "private"."keep_journal_lines"(private.journal_exports) IS 'The entries of a month as they leave. Agents and vendors are named where QuickBooks asks for it;
  nobody else is.';

COMMENT ON FUNCTION "private"."keep_webhooks"() IS 'A job of every ten seconds: forgets what is older than 30 days, and calls webhook-send where something waits.';

COMMENT ON FUNCTION "private"."list_for_api"(text, jsonb) IS 'A page of a list, from behind the cursor: the moment and the id of the last one. The newest records first;
  with `updated_since` what has changed from then on, the longest ago first: what changes meanwhile moves behind the cursor and is met
  again. What is committed late has the moment at which its transaction began: programs ask from a little earlier.';

COMMENT ON FUNCTION "private"."lock_note_counters"(uuid, uuid[]) IS 'Until the end of the transaction nobody else numbers a note of these agents. Who has none yet
  gets the next code of the agency.';

COMMENT ON FUNCTION "private"."lock_webhook_endpoint"(uuid, boolean) IS 'Lock order: the endpoint, then its deliveries. Null when it is not of the caller''s organization.';

COMMENT ON FUNCTION "private"."masked_tax_details"(private.tax_details) IS 'All but the number, of which the last characters; null of nobody.';

COMMENT ON FUNCTION "private"."new_webhook_secret"(private.webhook_endpoints) IS 'A secret after Standard Webhooks; the one before it signs besides for 30 days more.';

COMMENT ON FUNCTION "private"."next_note_number"(uuid, uuid) IS 'The next number of an agent and as it is printed, 003-0007. A transaction that fails gives it
  back.';

COMMENT ON FUNCTION "private"."note_parties"(private.tax_settings, private.tax_details) IS 'Who writes a note to whom, as a note keeps it: with the VAT or tax number, which has to stand on it.';

COMMENT ON FUNCTION "private"."owned_organization"() IS 'The agency of the caller, who is an owner; everybody else is refused before anything is looked up.';

COMMENT ON FUNCTION "private"."paid_in_year"(uuid, integer) IS 'What each agent was paid in a calendar year, and how much of it by card, which the card company
  reports.';

COMMENT ON FUNCTION "private"."payments_without_note"(uuid, uuid) IS 'Payments since credit notes are made that have none, those that came back aside. is_ready: what
  is known of the agent is whole.';

COMMENT ON FUNCTION "private"."record_for_api"(text, uuid) IS 'One record as the caller may see it; null where it is not there.';

COMMENT ON FUNCTION "private"."saved_by_add_webhook_endpoint"(uuid) IS 'See private.saved_as.';

COMMENT ON FUNCTION "private"."saved_by_create_api_key"(uuid) IS 'See private.saved_as.';

COMMENT ON FUNCTION "private"."saved_by_write_for_api"(uuid) IS 'See private.saved_as: a program is told that its key is another request''s, and no name.';

COMMENT ON FUNCTION "private"."settle_paid_sale"(public.sales) IS 'After a payment: paid in full makes the sale paid, as its state machine has it; else what is open of its
  plan has changed, and the sale with it, in the same version.';

COMMENT ON FUNCTION "private"."tax_digits"(text) IS 'A number as it is kept: without what people write between its characters.';

COMMENT ON FUNCTION "private"."tax_forms"(uuid, integer) IS 'Everybody who was paid in a year, or whose form was exported. reported: what a form says, nothing of who is
  exempt. state: `below` the threshold, `missing` details, `exempt`, `ready`, `exported` as it is, `changed` since.';

COMMENT ON FUNCTION "private"."tax_number_refusal"(text, text, text, text, text) IS 'The answer when a number is not one of its kind, or its kind none of the scheme; null when all
  is well. No message repeats the number.';

COMMENT ON FUNCTION "private"."tax_party_refusal"(jsonb) IS 'The answer when a name and address are not whole, null when they are: {legal_name, street,
  city, region, postal_code, country}. Of the US a state and a ZIP code. No message repeats the input.';

COMMENT ON FUNCTION "private"."tax_scheme"(uuid) IS 'none, us or eu.';

COMMENT ON FUNCTION "private"."tax_threshold"(uuid, integer) IS 'The threshold of a year as the owner says, else the usual one.';

COMMENT ON FUNCTION "private"."usual_threshold"(integer) IS 'From which sum of a year on Form 1099-NEC is due, in US dollars, and who says so.';

COMMENT ON FUNCTION "private"."webhook_choice"(text[]) IS 'Events each once, and none beside the family that has it.';

COMMENT ON FUNCTION "private"."webhook_host"(text) IS 'All that histories and messages say of an address: what follows may be secret.';

COMMENT ON FUNCTION "private"."webhook_organization"(boolean) IS 'The caller''s tenant; who may not is refused before anything is looked up.';

COMMENT ON FUNCTION "private"."webhook_pause"(integer) IS 'How long is waited after so many tries: 14 of them fill three days.';

COMMENT ON FUNCTION "private"."webhook_record"(private.webhook_events) IS 'What an event is about, as it is called now: {type, id, label}; without a label what is no more.';

COMMENT ON FUNCTION "private"."webhook_refusal"(uuid, uuid, text, text[]) IS 'Why an endpoint cannot be so; null where it can. Its address has a name, no number, no credentials and no fragment,
  and port 443 or one from 1024 on.';

COMMENT ON FUNCTION "private"."webhook_types"() IS 'The facts that are told. Additions are additions: a program passes over what it does not know.';

COMMENT ON FUNCTION "private"."webhooks_of_agent_payments"() IS 'Events commission.paid: one for each part that somebody was paid of a commission, the seller''s and those beside it.';

COMMENT ON FUNCTION "private"."webhooks_of_erasure"() IS 'Events customer.erased. What programs answered may name anybody: it goes.';

COMMENT ON FUNCTION "private"."webhooks_of_merge"() IS 'Events customer.merged, of the one that is no more; its sales are told as changed.';

COMMENT ON FUNCTION "private"."webhooks_of_other_receipt"() IS 'The same of service fees, penalties and volume bonuses.';

COMMENT ON FUNCTION "private"."webhooks_of_payout"() IS 'Events payout.paid. Its statements are written before it is.';

COMMENT ON FUNCTION "private"."webhooks_of_recall"() IS 'Events commission.recalled: what somebody who was paid gives back.';

COMMENT ON FUNCTION "private"."webhooks_of_receipts"() IS 'Events commission.received, with all that is received of a commission by now, and commission.recalled, with
  all that the bank says the vendor took back; a match that is taken back is told by the same, with the sums it leaves.';

COMMENT ON FUNCTION "private"."webhooks_of_sales"() IS 'Events sale.created, sale.paid, sale.cancelled, and sale.changed for anything else of a new version. A sale
  that an import takes back is cancelled, and `removed`.';

COMMENT ON FUNCTION "private"."webhooks_of_void"() IS 'Events payout.voided: one agent''s payment came back. A single payment belongs to no payout: `id` is null.';

COMMENT ON FUNCTION "private"."webhooks_wanted"(uuid[], text) IS 'What endpoints of these agencies want of a family (sale, commission, payout, customer): ids and types, as
  ''<organization_id> sale.paid''.';

COMMENT ON FUNCTION "private"."write_for_api"(text, uuid, jsonb) IS 'Writes once for each `request_key`: a repetition answers the same record, as it is now.';

COMMENT ON FUNCTION "private"."write_notes"(uuid, uuid[], uuid[]) IS 'Writes the notes of these agents that are missing, or of these payments alone, and says how many. Whoever
  has not given all that a note needs is left out, and waits.';

COMMENT ON FUNCTION "public"."add_webhook_endpoint"(text, text[], uuid) IS 'From now on the address is told of these events. {success, error, field, id, secret}: the secret is told this once.
  Owners.';

COMMENT ON FUNCTION "public"."ask_for_tax_details"(uuid[]) IS 'Admins: tells these members, those who gave none that fit and were not asked within a day.
  {success, error, asked: how many}.';

COMMENT ON FUNCTION "public"."become_api_key"(uuid, text) IS 'Makes the transaction that of a key, if the key may do what is asked; what reads cannot write in it. Alone it
  does nothing: run_api_request goes on.';

COMMENT ON FUNCTION "public"."begin_api_request"(text, text) IS 'Judges a key by its hash, notes its use and counts: {key_id, allowed, limit, remaining, reset in
  seconds}. Null for a key that lets nobody in, whyever.';

COMMENT ON FUNCTION "public"."change_webhook_endpoint"(uuid, text, text[]) IS 'Another address, which what waits goes to as well, or other events from now on. Owners. {success, error, field}.';

COMMENT ON FUNCTION "public"."count_failing_webhooks"() IS 'How many endpoints do not take what they are told: retried, or switched off by itself. Admins.';

COMMENT ON FUNCTION "public"."create_api_key"(text, text[], date, uuid) IS 'Makes a key: {success, error, field, id, key}. The key itself is answered this once: a repetition of
  the request answers null for it. Without a day it works for two years, the longest there is. Owners, with a step up.';

COMMENT ON FUNCTION "public"."delete_webhook_endpoint"(uuid) IS 'With its secrets and deliveries, those that wait too. Owners. {success, error, field}.';

COMMENT ON FUNCTION "public"."export_journal"(date, text, uuid) IS 'Exports a month of the journal: its entries are kept with a number and what their accounts are called, and the
  books are closed through its last day. Each month once, in their order. Owners. {success, error, field, id, number}.';

COMMENT ON FUNCTION "public"."get_api_keys"() IS 'The keys of the caller''s agency, the newest first, revoked ones too: {keys: [{id, name, prefix, scopes,
  created_at, created_by, expires_on, last_used_at, last_used_from, revoked_at, revoked_by}]}. Owners, and admins, who only see them.';

COMMENT ON FUNCTION "public"."get_credit_note"(uuid) IS 'A note as it was written, for its agent and admins: {id, label, kind, agent, agency, statement, issued_on,
  paid_on, currency, vat_status, vat_rate, net, vat, gross, counters, note_id, countered_by}. Null otherwise.';

COMMENT ON FUNCTION "public"."get_journal"(date) IS 'The journal of a month (null: the next one that is exported, else the last one) as the page shows it, for admins;
  null for others: sums of each account with what the agency calls it, settings, and what was exported. An exported month is as it was exported.';

COMMENT ON FUNCTION "public"."get_my_tax_details"() IS 'For the caller: {scheme, details (masked), is_whole, asked_at, notes (how many credit notes)}.
  Null where the agency makes no tax forms.';

COMMENT ON FUNCTION "public"."get_tax_year"(integer) IS 'The page of tax forms, for admins: {year, this_year, settings, threshold {amount, source, usual_amount,
  usual_source, is_usual}, people [{id, first_name, last_name, avatar_url, is_active, paid, by_card, state, exported_amount, exported_at, is_whole, details,
  asked_at}], sums {reported, amount, ready, missing, changed, exempt}, exports [{id, scope, at, by, forms}], notes_waiting}. People: whoever was paid
  in the year or exported, and all active agents.';

COMMENT ON FUNCTION "public"."get_webhooks"() IS '{types: all events there are, endpoints: [{id, url, host, events, state: delivering|retrying|switched_off, …}]}. Of one that
  is retrying: since when, and when it is switched off. `former_until`: until when the secret before the present one signs, too. Admins.';

COMMENT ON FUNCTION "public"."list_credit_notes"(integer, uuid, integer, integer) IS '{rows, count, page, page_size, total_pages, net, vat, gross}: notes of a year by day of issue, the latest
  first, of one agent or of all; agents see their own.';

COMMENT ON FUNCTION "public"."list_journal"(date, integer, integer) IS 'The lines of a month (null: as get_journal chooses it) entry by entry, for admins; null for others: {rows, count,
  page, page_size, total_pages, month, debit, credit}, the sums of all pages. Each row says its entry, its day and the record that it comes from, while that
  is there. An exported month is as it was exported.';

COMMENT ON FUNCTION "public"."list_webhook_deliveries"(uuid, text, integer, integer) IS '{rows, count, page, page_size, total_pages}, the latest first: of all endpoints or of one; all, or those that are
  waiting, delivered or given_up. Admins.';

COMMENT ON FUNCTION "public"."map_journal_account"(text, uuid, text, text) IS 'By which number and name of the bookkeeping an account of the journal goes; neither: by none. Owners.
  {success, error, field}.';

COMMENT ON FUNCTION "public"."note_webhook_answer"(uuid, uuid, integer, text, integer, text, timestamp with time zone) IS 'What an endpoint answered: `status`, or `code` for why it did not (slow, unreachable, refused, redirect). That it was taken
  counts whoever has the claim by now, everything else of the present claim alone.';

COMMENT ON FUNCTION "public"."open_journal_export"(uuid) IS 'Writes down who downloads an exported month, and answers what its file begins with; null where there is none.
  Its lines follow by read_journal_export. Owners.';

COMMENT ON FUNCTION "public"."read_journal_export"(uuid, integer) IS 'The next 5,000 lines of an exported month. Owners.';

COMMENT ON FUNCTION "public"."read_tax_file"(uuid) IS 'What request_tax_file was called for: {year, scope, payer, forms [{agent_id, kind, legal_name, street, city,
  region, postal_code, country, number_kind, number, amount, is_correction}], left [{agent_id, name, paid}]}. left: who reaches the threshold and whose
  details are missing.';

COMMENT ON FUNCTION "public"."read_tax_number"(uuid) IS 'The number that request_tax_number was called for.';

COMMENT ON FUNCTION "public"."request_tax_file"(integer, text) IS 'Owners: records that the caller exports the forms of a year: `all` that are whole, or `changed`, those
  not exported as they are now. Answers the id to read it by.';

COMMENT ON FUNCTION "public"."request_tax_number"(uuid) IS 'Owners: records that the caller asks for the tax number of a member. Answers the id to read
  it by.';

COMMENT ON FUNCTION "public"."resend_webhook_delivery"(uuid) IS 'Sends it at once, whatever of its record waits and whether the endpoint is switched off. Admins. {success, error, field}.';

COMMENT ON FUNCTION "public"."revoke_api_key"(uuid) IS 'From its commit on nobody is let in with this key. Owners, without a step up: what is stolen is to be
  stopped at once.';

COMMENT ON FUNCTION "public"."rotate_webhook_secret"(uuid, uuid) IS 'A new secret, told this once. The one before it signs besides for 30 days. Owners. {success, error, field, secret}.';

COMMENT ON FUNCTION "public"."run_api_request"(uuid, text, jsonb) IS 'Runs one operation of the API as the member of a key. `input`: {id, query, body, version, request_key}.
  Its answer is the record or the page, with {replayed} beside what a repeated request had written before.';

COMMENT ON FUNCTION "public"."save_journal_settings"(text, date, uuid, text, integer, integer, integer, integer, boolean) IS 'How the books are kept: recognition (expected or received), first month of the journal, the bank
  account that pays agents (null: the only one), whether lines for QuickBooks name vendors and agents, the tax rate by its name in Xero, and what
  DATEV asks. Owners. {success, error, field}.';

COMMENT ON FUNCTION "public"."save_tax_details"(jsonb, uuid) IS 'Of the caller, or, by an owner, of another member: {legal_name, street, city, region,
  postal_code, country, number_kind, number}; with {tax_class} and number_kind ssn or ein for agencies that make 1099-NEC data; with {kind: individual or
  business, vat_status, vat_rate} and number_kind vat or national for those that make credit notes. {success, error, field}.';

COMMENT ON FUNCTION "public"."save_tax_settings"(jsonb) IS 'Owners: {scheme: none}, or {scheme: us or eu, legal_name, tax_number, street, city, region,
  postal_code, country} with {state_number} of us and {notes_from} of eu. {success, error, field}.';

COMMENT ON FUNCTION "public"."set_tax_threshold"(integer, numeric, text) IS 'Owners: another threshold of a year, with its source; without an amount the usual one again.
  {success, error, field}.';

COMMENT ON FUNCTION "public"."switch_webhook_endpoint"(uuid, boolean) IS 'Off: nothing more is written for it, and what waits stays. On again: what waits is tried at once. Owners.
  {success, error, field}.';

COMMENT ON FUNCTION "public"."take_webhook_delivery"() IS 'One that is to be tried now, for a minute: {delivery_id, claim, url, secrets, id, type, timestamp, data}; null when there
  is none. At most four of an endpoint at once, one where it fails.';

COMMENT ON FUNCTION "public"."write_credit_notes"() IS 'Admins: numbers the notes of payments that had to wait. {success, error, written: how many}; asked twice,
  none is written twice.';

COMMENT ON TABLE "private"."api_key_uses" IS 'When a key was used last, and how often within the current minute. Beside the keys: written by every
  request.';

COMMENT ON TABLE "private"."api_keys" IS 'Keys with which programs ask the API. Only a hash of each is kept; who has the key itself is let in.';

COMMENT ON TABLE "private"."credit_note_counters" IS 'The last number of each agent: whoever writes a note locks it, so that numbers have
  no gap and none is given twice.';

COMMENT ON TABLE "private"."credit_notes" IS 'Credit notes to agents, one a payment, as they were when they were numbered, and counter notes
  of what came back. Never changed.';

COMMENT ON TABLE "private"."journal_accounts" IS 'By which account of its bookkeeping an agency calls one of the journal.';

COMMENT ON TABLE "private"."journal_export_lines" IS 'The entries of an exported month, as they were and with the accounts of that day.';

COMMENT ON TABLE "private"."journal_kept" IS 'What a fact said on a day that was closed when it changed: `amount` stands on `day`, and what it
  says now less all that is kept of it stands on the first open day of then (`floor`), or later.';

COMMENT ON TABLE "private"."tax_details" IS 'Who an agent is for the tax office. The number is encrypted like bank details
  (core/functions/secrets) and shown by its last characters. Kept of people who were deactivated: forms of past years need it.';

COMMENT ON TABLE "private"."tax_export_forms" IS 'What a file said of one agent: a form that would say something else today has changed.';

COMMENT ON TABLE "private"."tax_exports" IS 'Files of 1099-NEC data that left, each with its forms. Never changed.';

COMMENT ON TABLE "private"."tax_requests" IS 'When an agent was asked for tax details last.';

COMMENT ON TABLE "private"."tax_settings" IS 'What an agency makes for the taxes of its agents: nothing, 1099-NEC data, or credit notes; and
  who pays, as these name it. No row: nothing. Changed by save_tax_settings alone.';

COMMENT ON TABLE "private"."tax_thresholds" IS 'From which sum of a year on a form is made, where an owner says another one than
  private.usual_threshold, and why.';

COMMENT ON TABLE "private"."webhook_deliveries" IS 'An event for an endpoint. waiting: for its first or next try; delivered: it was taken; given_up: it was not
  within three days.';

COMMENT ON TABLE "private"."webhook_endpoints" IS 'Addresses of an agency''s programs that are told what happened. Which address may be asked says the
  Edge Function webhook-send when it asks: names lead elsewhere later.';

COMMENT ON TABLE "private"."webhook_events" IS 'The outbox: facts that an endpoint wants, written by triggers in the transaction of the fact itself. For 30 days.';

COMMENT ON TABLE "private"."webhook_secrets" IS 'What deliveries are signed with: the present secret, and those before it until they end.';

REVOKE ALL ON FUNCTION "private"."acting_key"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."acting_key"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."add_program"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_program"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."answer_api"(text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."answer_api"(text, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."api_agent"(public.users) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."api_agent"(public.users) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."api_bank_account"(public.bank_accounts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."api_bank_account"(public.bank_accounts) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."api_bank_transaction"(public.bank_transactions, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."api_bank_transaction"(public.bank_transactions, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."api_commission"(public.commissions, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."api_commission"(public.commissions, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."api_currency"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."api_currency"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."api_customer"(public.customers) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."api_customer"(public.customers) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."api_import"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."api_import"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."api_list"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."api_list"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."api_payout"(public.payout_batches) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."api_payout"(public.payout_batches) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."api_payout_with_payments"(public.payout_batches) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."api_payout_with_payments"(public.payout_batches) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."api_sale"(public.sales) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."api_sale"(public.sales) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."api_sale_with_parts"(public.sales) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."api_sale_with_parts"(public.sales) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."api_scope"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."api_scope"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."api_scopes"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."api_scopes"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."api_time"(timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."api_time"(timestamp with time zone) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."api_vendor"(public.vendors) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."api_vendor"(public.vendors) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."begin_key"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."begin_key"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_api_result"(jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."check_api_result"(jsonb, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."coarse_address"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."coarse_address"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."counter_voided"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."counter_voided"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."credit_single_payments"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."credit_single_payments"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."credit_statements"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."credit_statements"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."deliver_webhook_events"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."deliver_webhook_events"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."do_for_api"(text, uuid, integer, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."do_for_api"(text, uuid, integer, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."export_organization_of_books"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_organization_of_books"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."facts_of_agent_payments"(public.agent_payments[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."facts_of_agent_payments"(public.agent_payments[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."facts_of_bank_allocations"(public.bank_allocations[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."facts_of_bank_allocations"(public.bank_allocations[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."facts_of_bank_other_allocations"(public.bank_other_allocations[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."facts_of_bank_other_allocations"(public.bank_other_allocations[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."facts_of_bank_transactions"(public.bank_transactions[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."facts_of_bank_transactions"(public.bank_transactions[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."facts_of_commission_shares"(public.commission_shares[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."facts_of_commission_shares"(public.commission_shares[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."facts_of_commissions"(public.commissions[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."facts_of_commissions"(public.commissions[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."facts_of_other_commissions"(public.other_commissions[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."facts_of_other_commissions"(public.other_commissions[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."facts_of_payment_voids"(public.payment_voids[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."facts_of_payment_voids"(public.payment_voids[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."facts_of_payout_statements"(public.payout_statements[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."facts_of_payout_statements"(public.payout_statements[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."fail_webhook"(private.webhook_endpoints, private.webhook_deliveries, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."fail_webhook"(private.webhook_endpoints, private.webhook_deliveries, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."fits_tax_scheme"(private.tax_details, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."fits_tax_scheme"(private.tax_details, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_api_scope"(text[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_api_scope"(text[], text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."import_for_api"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."import_for_api"(jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."is_eu_vat_number"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_eu_vat_number"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_exempt_payee"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_exempt_payee"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_key_live"(private.api_keys) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_key_live"(private.api_keys) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_us_state"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_us_state"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."journal_account_lacks"(text, text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."journal_account_lacks"(text, text, text, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."journal_account_names"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."journal_account_names"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."journal_closed_through"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."journal_closed_through"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."journal_entries"(uuid, text, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."journal_entries"(uuid, text, date, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."journal_facts_between"(uuid, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."journal_facts_between"(uuid, date, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."journal_facts_of_days"(uuid, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."journal_facts_of_days"(uuid, date, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."journal_facts_of_rows"(uuid, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."journal_facts_of_rows"(uuid, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."journal_lines"(uuid, text, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."journal_lines"(uuid, text, date, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."journal_month"(uuid, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."journal_month"(uuid, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."journal_next_month"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."journal_next_month"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."journal_origins"(uuid, text[], uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."journal_origins"(uuid, text[], uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."journal_paying_account"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."journal_paying_account"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."journal_rules"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."journal_rules"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."journal_totals"(uuid, text, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."journal_totals"(uuid, text, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_journal"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_journal"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_journal_facts"(uuid, date, private.journal_fact[], private.journal_fact[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_journal_facts"(uuid, date, private.journal_fact[], private.journal_fact[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_journal_lines"(private.journal_exports) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_journal_lines"(private.journal_exports) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_webhooks"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_webhooks"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."list_for_api"(text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_for_api"(text, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."lock_note_counters"(uuid, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_note_counters"(uuid, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_webhook_endpoint"(uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_webhook_endpoint"(uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."masked_tax_details"(private.tax_details) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."masked_tax_details"(private.tax_details) TO "postgres";

REVOKE ALL ON FUNCTION "private"."new_webhook_secret"(private.webhook_endpoints) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."new_webhook_secret"(private.webhook_endpoints) TO "postgres";

REVOKE ALL ON FUNCTION "private"."next_note_number"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."next_note_number"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_parties"(private.tax_settings, private.tax_details) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_parties"(private.tax_settings, private.tax_details) TO "postgres";

REVOKE ALL ON FUNCTION "private"."owned_organization"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."owned_organization"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."paid_in_year"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."paid_in_year"(uuid, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."payments_without_note"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."payments_without_note"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."record_for_api"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."record_for_api"(text, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."saved_by_add_webhook_endpoint"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_by_add_webhook_endpoint"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_by_create_api_key"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_by_create_api_key"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_by_rotate_webhook_secret"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_by_rotate_webhook_secret"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_by_write_for_api"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_by_write_for_api"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tax_digits"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tax_digits"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tax_forms"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tax_forms"(uuid, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tax_number_refusal"(text, text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tax_number_refusal"(text, text, text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tax_party_refusal"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tax_party_refusal"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tax_scheme"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tax_scheme"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tax_threshold"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tax_threshold"(uuid, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_of_webhook"(private.webhook_endpoints, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_of_webhook"(private.webhook_endpoints, text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."usual_threshold"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."usual_threshold"(integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."webhook_choice"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."webhook_choice"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."webhook_gone"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."webhook_gone"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."webhook_host"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."webhook_host"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."webhook_organization"(boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."webhook_organization"(boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."webhook_patience"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."webhook_patience"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."webhook_pause"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."webhook_pause"(integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."webhook_record"(private.webhook_events) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."webhook_record"(private.webhook_events) TO "postgres";

REVOKE ALL ON FUNCTION "private"."webhook_refusal"(uuid, uuid, text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."webhook_refusal"(uuid, uuid, text, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."webhook_secret"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."webhook_secret"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."webhook_types"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."webhook_types"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."webhooks_of_agent_payments"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."webhooks_of_agent_payments"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."webhooks_of_erasure"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."webhooks_of_erasure"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."webhooks_of_merge"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."webhooks_of_merge"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."webhooks_of_other_receipt"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."webhooks_of_other_receipt"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."webhooks_of_payout"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."webhooks_of_payout"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."webhooks_of_recall"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."webhooks_of_recall"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."webhooks_of_receipts"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."webhooks_of_receipts"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."webhooks_of_sales"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."webhooks_of_sales"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."webhooks_of_void"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."webhooks_of_void"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."webhooks_wanted"(uuid[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."webhooks_wanted"(uuid[], text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_for_api"(text, uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_for_api"(text, uuid, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."write_notes"(uuid, uuid[], uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_notes"(uuid, uuid[], uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "public"."add_webhook_endpoint"(text, text[], uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_webhook_endpoint"(text, text[], uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."ask_for_tax_details"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."ask_for_tax_details"(uuid[]) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."become_api_key"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."become_api_key"(uuid, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."begin_api_request"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."begin_api_request"(text, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."change_webhook_endpoint"(uuid, text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_webhook_endpoint"(uuid, text, text[]) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."count_failing_webhooks"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."count_failing_webhooks"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."create_api_key"(text, text[], date, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_api_key"(text, text[], date, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."delete_webhook_endpoint"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_webhook_endpoint"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."export_journal"(date, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."export_journal"(date, text, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."get_api_keys"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_api_keys"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."get_credit_note"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_credit_note"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."get_journal"(date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_journal"(date) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."get_my_tax_details"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_my_tax_details"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."get_tax_year"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_tax_year"(integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."get_webhooks"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_webhooks"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."list_credit_notes"(integer, uuid, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_credit_notes"(integer, uuid, integer, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."list_journal"(date, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_journal"(date, integer, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."list_webhook_deliveries"(uuid, text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_webhook_deliveries"(uuid, text, integer, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."map_journal_account"(text, uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."map_journal_account"(text, uuid, text, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."note_webhook_answer"(uuid, uuid, integer, text, integer, text, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."note_webhook_answer"(uuid, uuid, integer, text, integer, text, timestamp with time zone) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."open_journal_export"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_journal_export"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."read_journal_export"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_journal_export"(uuid, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."read_tax_file"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_tax_file"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."read_tax_number"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_tax_number"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."request_tax_file"(integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."request_tax_file"(integer, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."request_tax_number"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."request_tax_number"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."resend_webhook_delivery"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."resend_webhook_delivery"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."revoke_api_key"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."revoke_api_key"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."rotate_webhook_secret"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."rotate_webhook_secret"(uuid, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."run_api_request"(uuid, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."run_api_request"(uuid, text, jsonb) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."save_journal_settings"(text, date, uuid, text, integer, integer, integer, integer, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_journal_settings"(text, date, uuid, text, integer, integer, integer, integer, boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."save_tax_details"(jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_tax_details"(jsonb, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."save_tax_settings"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_tax_settings"(jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."set_tax_threshold"(integer, numeric, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_tax_threshold"(integer, numeric, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."switch_webhook_endpoint"(uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."switch_webhook_endpoint"(uuid, boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."take_webhook_delivery"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."take_webhook_delivery"() TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."write_credit_notes"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."write_credit_notes"() TO "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."api_key_uses" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."api_keys" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."credit_note_counters" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."credit_notes" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."journal_accounts" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."journal_export_lines" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."journal_exports" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."journal_kept" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."journal_settings" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."tax_details" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."tax_export_forms" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."tax_exports" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."tax_requests" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."tax_settings" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."tax_thresholds" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."webhook_deliveries" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."webhook_endpoints" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."webhook_events" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."webhook_secrets" TO "postgres";

REVOKE ALL ON TYPE "private"."journal_fact" FROM PUBLIC;

GRANT USAGE ON TYPE "private"."journal_fact" TO "postgres";
-- By hand: the job that sends webhooks, and the key that seals their secrets.

do $$
declare
  key_name constant text := 'webhook_key';
begin
  if to_regclass('vault.decrypted_secrets') is not null then
    if not exists (select 1 from vault.decrypted_secrets where name = key_name) then
      perform vault.create_secret(encode(extensions.gen_random_bytes(32), 'hex'), key_name, 'Encrypts what must stay secret');
    end if;
  else
    insert into private.secrets (name, value) values (key_name, encode(extensions.gen_random_bytes(32), 'hex'));
  end if;
  if to_regnamespace('cron') is not null then
    perform cron.schedule('send-webhooks', '10 seconds', 'select private.keep_webhooks()');
  end if;
end $$;
