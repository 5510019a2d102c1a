set local check_function_bodies = off;

-- On hosted Supabase a policy, and a trigger that is dropped, lock tables of Auth, Storage and Realtime until this is committed. Whoever
-- comes meanwhile waits behind it, so it does not wait long itself: it gives up, nothing of it stays, and the next push tries again.
set local lock_timeout = '4s';

DROP TRIGGER "commissions_12_keep_share" ON "public"."commissions";

DROP TRIGGER "commissions_after_40_notify" ON "public"."commissions";

DROP TRIGGER "sales_28_guard_schedule" ON "public"."sales";

DROP TRIGGER "sales_32_guard_commission" ON "public"."sales";

DROP INDEX "public"."payout_lines_transaction_id_key";

DROP INDEX "public"."sales_history_texts_idx";

ALTER TABLE "public"."payout_holds" DROP CONSTRAINT "payout_holds_pkey";

ALTER TABLE "public"."payout_lines" DROP CONSTRAINT "payout_lines_amount_sign";

ALTER TABLE "public"."payout_lines" DROP CONSTRAINT "payout_lines_batch_id_required";

ALTER TABLE "public"."payout_lines" DROP CONSTRAINT "payout_lines_commission_id_whole";

ALTER TABLE "public"."payout_lines" DROP CONSTRAINT "payout_lines_kind_known";

ALTER TABLE "public"."payout_lines" DROP CONSTRAINT "payout_lines_note_required";

DROP FUNCTION "private"."collectable_lines"(uuid, uuid);

DROP FUNCTION "private"."commission_rows"(uuid[], boolean);

DROP FUNCTION "private"."commission_sort"(text, boolean, boolean, boolean, boolean);

DROP FUNCTION "private"."commission_source"(boolean);

DROP FUNCTION "private"."export_query"(text, text, text, text, text);

DROP FUNCTION "private"."found_commissions"(uuid[], uuid[], integer);

DROP FUNCTION "private"."found_sales"(uuid[]);

DROP FUNCTION "private"."import_query"(text, text, text, text);

DROP FUNCTION "private"."lock_commissions"(uuid, uuid[]);

DROP FUNCTION "private"."monthly_totals_of_rows"(uuid, date[]);

DROP FUNCTION "private"."open_for_payout"(uuid, uuid, boolean);

DROP FUNCTION "private"."report_facts"(text, boolean, text);

DROP FUNCTION "private"."sale_filter_of"(text, uuid, uuid, date, date, text, boolean);

DROP FUNCTION "private"."sale_rows"(uuid[], boolean);

DROP FUNCTION "private"."sale_sort"(text);

DROP FUNCTION "public"."add_payout_lines"(uuid, uuid[], uuid[]);

DROP FUNCTION "public"."export_sales"(text, uuid, uuid, date, date, text, text, boolean, boolean);

DROP FUNCTION "public"."list_sales"(text, uuid, uuid, date, date, text, text, boolean, integer, integer, boolean);

DROP FUNCTION "public"."record_recall"(uuid, numeric, text, uuid, uuid);

CREATE TABLE "private"."known_volumes" ("transaction_id" xid8 NOT NULL DEFAULT pg_current_xact_id(), "sales_id" uuid NOT NULL, "user_id" uuid NOT NULL, "before" numeric NOT NULL, CONSTRAINT "known_volumes_pkey" PRIMARY KEY (transaction_id, sales_id, user_id));

ALTER TABLE "private"."known_volumes" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."tier_years_due" ("transaction_id" xid8 NOT NULL DEFAULT pg_current_xact_id(), "organization_id" uuid NOT NULL, "user_id" uuid NOT NULL, "first_day" date NOT NULL, "last_day" date NOT NULL, CONSTRAINT "tier_years_due_pkey" PRIMARY KEY (transaction_id, organization_id, user_id));

ALTER TABLE "private"."tier_years_due" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."agreement_versions" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "user_id" uuid NOT NULL, "number" integer NOT NULL, "valid_from" date NOT NULL, "default_split" numeric(5,2) NOT NULL, "vendor_splits" jsonb NOT NULL DEFAULT '[]'::jsonb, "category_splits" jsonb NOT NULL DEFAULT '[]'::jsonb, "tiers" jsonb, "overrides" jsonb NOT NULL DEFAULT '[]'::jsonb, "created_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), "replaced_at" timestamp with time zone, CONSTRAINT "agreement_versions_category_splits_array" CHECK ((jsonb_typeof(category_splits) = 'array'::text)), CONSTRAINT "agreement_versions_default_split_range" CHECK (((default_split >= (0)::numeric) AND (default_split <= (100)::numeric))), CONSTRAINT "agreement_versions_number_key" UNIQUE (organization_id, user_id, number), CONSTRAINT "agreement_versions_overrides_array" CHECK ((jsonb_typeof(overrides) = 'array'::text)), CONSTRAINT "agreement_versions_pkey" PRIMARY KEY (id), CONSTRAINT "agreement_versions_tiers_object" CHECK ((jsonb_typeof(tiers) = 'object'::text)), CONSTRAINT "agreement_versions_valid_from_range" CHECK (((valid_from >= '1900-01-01'::date) AND (valid_from <= '2199-12-31'::date))), CONSTRAINT "agreement_versions_vendor_splits_array" CHECK ((jsonb_typeof(vendor_splits) = 'array'::text)));

ALTER TABLE "public"."agreement_versions" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."bank_other_allocations" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "transaction_id" uuid NOT NULL, "other_commission_id" uuid NOT NULL, "amount" numeric(12,2) NOT NULL, "explains_receipt" boolean NOT NULL DEFAULT false, "created_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "bank_other_allocations_amount_range" CHECK (((amount >= 0.01) AND (amount <= 9999999999.99))), CONSTRAINT "bank_other_allocations_pkey" PRIMARY KEY (id), CONSTRAINT "bank_other_allocations_transaction_id_key" UNIQUE (organization_id, transaction_id, other_commission_id));

ALTER TABLE "public"."bank_other_allocations" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."commission_shares" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "commission_id" uuid, "other_commission_id" uuid, "sales_id" uuid, "user_id" uuid NOT NULL, "role" text NOT NULL, "place" integer, "percent" numeric(5,2) NOT NULL, "split" numeric(5,2) NOT NULL, "gross_part" numeric(12,2) NOT NULL, "agent_amount" numeric(12,2) NOT NULL, "under_share_id" uuid, "base" text, "taken_from" text, "override_id" uuid, "terms_version_id" uuid, "counted_on" date NOT NULL, "status" text NOT NULL DEFAULT 'open'::text, "paid_on" date, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "commission_shares_agent_amount_sign" CHECK (
CASE role
    WHEN 'override_charge'::text THEN (agent_amount <= (0)::numeric)
    WHEN 'tier_correction'::text THEN true
    ELSE (agent_amount >= (0)::numeric)
END), CONSTRAINT "commission_shares_base_known" CHECK ((base = ANY (ARRAY['gross'::text, 'agency'::text, 'agent'::text]))), CONSTRAINT "commission_shares_commission_id_one" CHECK ((num_nonnulls(commission_id, other_commission_id) = 1)), CONSTRAINT "commission_shares_organization_id_id_key" UNIQUE (organization_id, id), CONSTRAINT "commission_shares_override_id_whole" CHECK (((override_id IS NULL) OR (role = 'override_charge'::text))), CONSTRAINT "commission_shares_paid_on_whole" CHECK (((status = 'paid'::text) = (paid_on IS NOT NULL))), CONSTRAINT "commission_shares_percent_range" CHECK (((percent > (0)::numeric) AND (percent <= (100)::numeric))), CONSTRAINT "commission_shares_pkey" PRIMARY KEY (id), CONSTRAINT "commission_shares_role_known" CHECK ((role = ANY (ARRAY['seller'::text, 'co_seller'::text, 'referral'::text, 'override'::text, 'override_charge'::text, 'tier_correction'::text]))), CONSTRAINT "commission_shares_role_whole" CHECK (
CASE
    WHEN (role = ANY (ARRAY['override'::text, 'override_charge'::text])) THEN ((place IS NULL) AND (base IS NOT NULL) AND (taken_from IS NOT NULL))
    WHEN (role = 'tier_correction'::text) THEN ((num_nonnulls(place, base, taken_from) = 0) AND (terms_version_id IS NOT NULL))
    ELSE ((place IS NOT NULL) AND (num_nonnulls(under_share_id, base, taken_from) = 0) AND ((role = 'seller'::text) = (place = 1)) AND ((role <> 'seller'::text) OR (other_commission_id IS NOT NULL)))
END), CONSTRAINT "commission_shares_split_range" CHECK (((split >= (0)::numeric) AND (split <= (100)::numeric))), CONSTRAINT "commission_shares_status_known" CHECK ((status = ANY (ARRAY['open'::text, 'paid'::text, 'cancelled'::text]))), CONSTRAINT "commission_shares_taken_from_known" CHECK ((taken_from = ANY (ARRAY['agency'::text, 'agent'::text]))));

ALTER TABLE "public"."commission_shares" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."customer_payments" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "sales_id" uuid NOT NULL, "amount" numeric(12,2) NOT NULL, "paid_on" date NOT NULL, "payment_method" text, "notes" text, "origin" text NOT NULL, "undoes_id" uuid, "created_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "customer_payments_amount_range" CHECK (((amount <> (0)::numeric) AND ((amount >= '-9999999999.99'::numeric) AND (amount <= 9999999999.99)))), CONSTRAINT "customer_payments_notes_length" CHECK ((char_length(notes) <= 500)), CONSTRAINT "customer_payments_organization_id_id_key" UNIQUE (organization_id, id), CONSTRAINT "customer_payments_origin_known" CHECK ((origin = ANY (ARRAY['recorded'::text, 'rest'::text, 'undo'::text]))), CONSTRAINT "customer_payments_origin_whole" CHECK ((((origin = 'undo'::text) = (undoes_id IS NOT NULL)) AND ((origin <> 'recorded'::text) OR (payment_method IS NOT NULL)))), CONSTRAINT "customer_payments_paid_on_range" CHECK (((paid_on >= '1900-01-01'::date) AND (paid_on <= '2199-12-31'::date))), CONSTRAINT "customer_payments_payment_method_known" CHECK ((payment_method = ANY (ARRAY['check'::text, 'bank_transfer'::text, 'cash'::text, 'card'::text, 'other'::text]))), CONSTRAINT "customer_payments_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."customer_payments" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."other_commissions" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "kind" text NOT NULL, "sales_id" uuid, "vendor_id" uuid, "period_start" date, "period_end" date, "amount" numeric(12,2) NOT NULL, "status" text NOT NULL DEFAULT 'unpaid'::text, "notes" text, "due_on" date, "received_amount" numeric(12,2), "received_on" date, "received_posted_on" date, "counted_on" date NOT NULL, "created_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), "version" integer NOT NULL DEFAULT 1, CONSTRAINT "other_commissions_amount_range" CHECK (((amount >= (0)::numeric) AND (amount <= 9999999999.99))), CONSTRAINT "other_commissions_due_on_range" CHECK (((due_on >= '1900-01-01'::date) AND (due_on <= '2199-12-31'::date))), CONSTRAINT "other_commissions_kind_known" CHECK ((kind = ANY (ARRAY['service_fee'::text, 'penalty'::text, 'volume_bonus'::text]))), CONSTRAINT "other_commissions_kind_whole" CHECK (
CASE kind
    WHEN 'service_fee'::text THEN ((sales_id IS NOT NULL) AND (vendor_id IS NULL) AND (num_nonnulls(period_start, period_end) = 0))
    WHEN 'penalty'::text THEN ((sales_id IS NOT NULL) AND (vendor_id IS NOT NULL) AND (num_nonnulls(period_start, period_end) = 0))
    ELSE ((sales_id IS NULL) AND (num_nulls(vendor_id, period_start, period_end) = 0) AND (period_start <= period_end))
END), CONSTRAINT "other_commissions_notes_length" CHECK ((char_length(notes) <= 5000)), CONSTRAINT "other_commissions_organization_id_id_key" UNIQUE (organization_id, id), CONSTRAINT "other_commissions_period_start_range" CHECK (((period_start >= '1900-01-01'::date) AND (period_end <= '2199-12-31'::date))), CONSTRAINT "other_commissions_pkey" PRIMARY KEY (id), CONSTRAINT "other_commissions_received_amount_range" CHECK (((received_amount >= (0)::numeric) AND (received_amount <= 9999999999.99))), CONSTRAINT "other_commissions_received_on_range" CHECK (((received_on >= '1900-01-01'::date) AND (received_on <= '2199-12-31'::date))), CONSTRAINT "other_commissions_received_on_whole" CHECK ((num_nulls(received_on, received_amount) = ANY (ARRAY[0, 2]))), CONSTRAINT "other_commissions_status_known" CHECK ((status = ANY (ARRAY['unpaid'::text, 'funds_received'::text, 'agent_paid'::text, 'cancelled'::text]))));

ALTER TABLE "public"."other_commissions" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."payment_dues" ("sales_id" uuid NOT NULL, "place" integer NOT NULL, "organization_id" uuid NOT NULL, "agent_id" uuid NOT NULL, "kind" text NOT NULL, "due_on" date NOT NULL, "amount" numeric(12,2) NOT NULL, "open_amount" numeric(12,2) NOT NULL, "remind" boolean NOT NULL, "reminded_on" date, CONSTRAINT "payment_dues_kind_known" CHECK ((kind = ANY (ARRAY['deposit'::text, 'final'::text]))), CONSTRAINT "payment_dues_pkey" PRIMARY KEY (sales_id, place, organization_id));

ALTER TABLE "public"."payment_dues" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."sale_groups" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "name" text NOT NULL, "vendor_id" uuid NOT NULL, "booking_reference" text, "travel_date" date, "return_date" date, "default_commission_rate" numeric(5,2), "notes" text, "created_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), "version" integer NOT NULL DEFAULT 1, "archived_at" timestamp with time zone, CONSTRAINT "sale_groups_booking_reference_length" CHECK ((char_length(booking_reference) <= 100)), CONSTRAINT "sale_groups_default_commission_rate_range" CHECK (((default_commission_rate >= (0)::numeric) AND (default_commission_rate <= (100)::numeric))), CONSTRAINT "sale_groups_name_length" CHECK ((char_length(name) <= 200)), CONSTRAINT "sale_groups_notes_length" CHECK ((char_length(notes) <= 5000)), CONSTRAINT "sale_groups_organization_id_id_key" UNIQUE (organization_id, id, vendor_id), CONSTRAINT "sale_groups_pkey" PRIMARY KEY (id), CONSTRAINT "sale_groups_return_date_after_travel" CHECK ((return_date >= travel_date)), CONSTRAINT "sale_groups_return_date_range" CHECK (((return_date >= '1900-01-01'::date) AND (return_date <= '2199-12-31'::date))), CONSTRAINT "sale_groups_travel_date_range" CHECK (((travel_date >= '1900-01-01'::date) AND (travel_date <= '2199-12-31'::date))), CONSTRAINT "sale_groups_name_required" CHECK (private.is_visible(name)));

ALTER TABLE "public"."sale_groups" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."sale_lines" ("organization_id" uuid NOT NULL, "sale_id" uuid NOT NULL, "place" integer NOT NULL, "kind" text NOT NULL, "text" text, "amount" numeric(12,2) NOT NULL, "earns" text NOT NULL, "rate" numeric(5,2) NOT NULL, "commission" numeric(12,2) NOT NULL, CONSTRAINT "sale_lines_amount_sign" CHECK (
CASE kind
    WHEN 'discount'::text THEN (amount <= (0)::numeric)
    ELSE (amount >= (0)::numeric)
END), CONSTRAINT "sale_lines_commission_range" CHECK (((commission >= LEAST(amount, (0)::numeric)) AND (commission <= GREATEST(amount, (0)::numeric)))), CONSTRAINT "sale_lines_earns_known" CHECK ((earns = ANY (ARRAY['rate'::text, 'amount'::text, 'nothing'::text]))), CONSTRAINT "sale_lines_kind_known" CHECK ((kind = ANY (ARRAY['fare'::text, 'taxes'::text, 'non_commissionable'::text, 'air'::text, 'hotel'::text, 'cruise'::text, 'tour'::text, 'insurance'::text, 'transfer'::text, 'extra'::text, 'discount'::text, 'service_fee'::text]))), CONSTRAINT "sale_lines_pkey" PRIMARY KEY (sale_id, place), CONSTRAINT "sale_lines_rate_range" CHECK (((rate >= (0)::numeric) AND (rate <= (100)::numeric))), CONSTRAINT "sale_lines_text_length" CHECK ((char_length(text) <= 200)));

ALTER TABLE "public"."sale_lines" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."vendor_bonus_terms" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "vendor_id" uuid NOT NULL, "period_start" date NOT NULL, "period_end" date NOT NULL, "basis" text NOT NULL DEFAULT 'sales'::text, "steps" jsonb NOT NULL, "created_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "version" integer NOT NULL DEFAULT 1, CONSTRAINT "vendor_bonus_terms_basis_known" CHECK ((basis = ANY (ARRAY['sales'::text, 'received'::text]))), CONSTRAINT "vendor_bonus_terms_period_end_after_start" CHECK (((period_end >= period_start) AND (period_end < (period_start + 732)))), CONSTRAINT "vendor_bonus_terms_period_start_range" CHECK (((period_start >= '1900-01-01'::date) AND (period_end <= '2199-12-31'::date))), CONSTRAINT "vendor_bonus_terms_pkey" PRIMARY KEY (id), CONSTRAINT "vendor_bonus_terms_steps_array" CHECK (((jsonb_typeof(steps) = 'array'::text) AND ((jsonb_array_length(steps) >= 1) AND (jsonb_array_length(steps) <= 20)))));

ALTER TABLE "public"."vendor_bonus_terms" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."vendor_rates" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "vendor_id" uuid NOT NULL, "category" text, "rate" numeric(5,2) NOT NULL, "valid_from" date NOT NULL, "created_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "vendor_rates_category_known" CHECK ((category = ANY (ARRAY['fare'::text, 'air'::text, 'hotel'::text, 'cruise'::text, 'tour'::text, 'insurance'::text, 'transfer'::text, 'extra'::text]))), CONSTRAINT "vendor_rates_pkey" PRIMARY KEY (id), CONSTRAINT "vendor_rates_rate_range" CHECK (((rate >= (0)::numeric) AND (rate <= (100)::numeric))), CONSTRAINT "vendor_rates_valid_from_range" CHECK (((valid_from >= '1900-01-01'::date) AND (valid_from <= '2199-12-31'::date))));

ALTER TABLE "public"."vendor_rates" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."agent_payments" ADD COLUMN "share_id" uuid;

ALTER TABLE "public"."commissions" ADD COLUMN "share_percents" numeric(5,2)[] NOT NULL DEFAULT '{100}'::numeric[];

ALTER TABLE "public"."commissions" ADD COLUMN "seller_paid" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."commissions" ADD COLUMN "terms_version_id" uuid;

ALTER TABLE "public"."payout_holds" ADD COLUMN "id" uuid NOT NULL DEFAULT gen_random_uuid();

ALTER TABLE "public"."payout_holds" ADD COLUMN "share_id" uuid;

ALTER TABLE "public"."payout_lines" ADD COLUMN "share_id" uuid;

ALTER TABLE "public"."sales" ADD COLUMN "lines" jsonb NOT NULL DEFAULT '[]'::jsonb;

ALTER TABLE "public"."sales" ADD COLUMN "fee_amount" numeric(12,2) NOT NULL DEFAULT 0;

ALTER TABLE "public"."sales" ADD COLUMN "co_sellers" jsonb NOT NULL DEFAULT '[]'::jsonb;

ALTER TABLE "public"."sales" ADD COLUMN "payment_plan" jsonb NOT NULL DEFAULT '[]'::jsonb;

ALTER TABLE "public"."sales" ADD COLUMN "group_id" uuid;

ALTER TABLE "public"."agent_payments" ALTER COLUMN "commission_id" DROP NOT NULL;

ALTER TABLE "public"."payout_holds" ALTER COLUMN "commission_id" DROP NOT NULL;

ALTER TYPE "private"."commission_filter" ADD ATTRIBUTE "all_shares" boolean CASCADE;

ALTER TYPE "private"."commission_filter" ADD ATTRIBUTE "by_share" boolean CASCADE;

ALTER TYPE "private"."sale_filter" ADD ATTRIBUTE "by_share" boolean CASCADE;

ALTER TYPE "private"."sale_filter" ADD ATTRIBUTE "group_id" uuid CASCADE;

CREATE OR REPLACE FUNCTION private.add_agreement(organization_id uuid, user_id uuid, valid_from date, default_split numeric, vendor_splits jsonb, category_splits jsonb, tiers jsonb, overrides jsonb)
 RETURNS uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.agreement_versions as v (organization_id, user_id, number, valid_from, default_split, vendor_splits, category_splits,
    tiers, overrides, created_by)
  select add_agreement.organization_id, add_agreement.user_id, coalesce(max(o.number), 0) + 1, add_agreement.valid_from,
    round(add_agreement.default_split, 2), add_agreement.vendor_splits, add_agreement.category_splits, add_agreement.tiers,
    add_agreement.overrides, private.acting_user(add_agreement.organization_id)
  from public.agreement_versions o
  where o.organization_id = add_agreement.organization_id and o.user_id = add_agreement.user_id
  returning id
$function$;

CREATE OR REPLACE FUNCTION private.add_imported_lines(organization_id uuid, vendor_id uuid, said jsonb, sale jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  day constant date := sale ->> 'sale_date';
  sums public.sales := jsonb_populate_record(null::public.sales, jsonb_build_object('lines', private.checked_lines((
    select jsonb_agg(case when e.line ->> 'earns' = 'rate' and e.line ->> 'rate' is null then e.line || jsonb_build_object('rate',
      coalesce((sale ->> 'commission_rate')::numeric,
        private.vendor_rate(add_imported_lines.organization_id, add_imported_lines.vendor_id, e.line ->> 'kind', day)))
      else e.line end order by e.n)
    from jsonb_array_elements(sale -> 'lines') with ordinality e(line, n)))));
begin
  sums := private.sum_lines(sums);
  if said ->> 'total_amount' is not null and (sale ->> 'total_amount')::numeric <> sums.total_amount then
    perform private.refuse('The lines of this sale come to ' || to_char(sums.total_amount, 'FM9,999,999,990.00') || ', its total is '
      || to_char((sale ->> 'total_amount')::numeric, 'FM9,999,999,990.00') || '.', 'total_amount', 'lines_not_total',
      jsonb_build_object('lines', sums.total_amount, 'total', (sale ->> 'total_amount')::numeric));
  elsif (sale ->> 'commission_amount')::numeric <> sums.commission_amount then
    perform private.refuse('The lines of this sale earn ' || to_char(sums.commission_amount, 'FM9,999,999,990.00')
      || ', its commission is ' || to_char((sale ->> 'commission_amount')::numeric, 'FM9,999,999,990.00') || '.',
      'commission_amount', 'lines_not_commission',
      jsonb_build_object('lines', sums.commission_amount, 'commission', (sale ->> 'commission_amount')::numeric));
  end if;
  return sale || jsonb_build_object('lines', sums.lines, 'total_amount', sums.total_amount, 'commission_amount', sums.commission_amount);
end $function$;

CREATE OR REPLACE FUNCTION private.agent_year_rows(p private.report_plan, page_size integer, after_day date, after_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when after_day is null then (
      select jsonb_build_object('count', t.figures -> 'n', 'figures', t.figures)
      from (select private.agent_year_figures(array(
        select c from private.agent_year_cells(p, null, p.first_day, p.last_day) c)) as figures) t) else '{}' end
    || jsonb_build_object('rows', (
      select coalesce(jsonb_agg(jsonb_build_object('id', y.id, 'day', y.day, 'statement_id', y.statement_id, 'number', s.number,
        'commission_id', c.id, 'sale_id', k.id, 'reference', coalesce(s.number, k.booking_reference), 'status', 'agent_paid',
        'customer', u.first_name || ' ' || u.last_name, 'vendor', v.name, 'agent', a.first_name || ' ' || a.last_name,
        'commissions', y.commission_amount, 'adjustments', y.adjustment_amount, 'carried_in', y.carried_in,
        'carried_out', y.carried_out, 'paid', y.paid_amount) order by y.day desc, y.id desc), '[]')
      from (
        select r.* from private.agent_year r
        where r.organization_id = p.organization_id and (p.agent_id is null or r.agent_id = p.agent_id) and r.voided_on is null
          and r.day between p.first_day and p.last_day and (after_day is null or (r.day, r.id) < (after_day, after_id))
        order by r.day desc, r.id desc limit page_size) y
      join public.users a on a.id = y.agent_id
      left join public.payout_statements s on s.organization_id = y.organization_id and s.id = y.statement_id
      left join public.agent_payments m on m.organization_id = y.organization_id and m.id = y.payment_id
      left join public.commission_shares h on h.organization_id = m.organization_id and h.id = m.share_id
      left join public.commissions c on c.organization_id = m.organization_id and c.id = coalesce(m.commission_id, h.commission_id)
      left join public.sales k on k.id = coalesce(c.sales_id, h.sales_id)
      left join public.customers u on u.id = k.customer_id
      left join public.vendors v on v.id = c.vendor_id))
$function$;

CREATE OR REPLACE FUNCTION private.agreeing_others(t public.bank_transactions, vendor_id uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select o.id from private.open_others(t.organization_id, vendor_id, t.id) o
  where vendor_id is not null and t.amount > 0 and o.expected = t.amount
    and (o.recorded_on is null or abs(t.booked_on - o.recorded_on) <= 10)
  order by o.recorded_on is not null, abs(t.booked_on - o.due_on), o.id
$function$;

CREATE OR REPLACE FUNCTION private.all_agent_amount(of text, paid_only boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select format('coalesce((select sum(h.agent_amount) from public.commission_shares h
    where h.organization_id = %1$s.organization_id and h.commission_id = %1$s.%2$s%3$s), 0)',
    of, case of when 'c' then 'id' else 'commission_id' end, case when paid_only then ' and h.status = ''paid''' else '' end)
$function$;

CREATE OR REPLACE FUNCTION private.amounts_by_bucket(record_type text, organization_id uuid, agent_id uuid, zone text, start_date date, end_date date, wanted text)
 RETURNS TABLE(bucket text, label text, status text, amount numeric, agent_amount numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  of_sales constant boolean := amounts_by_bucket.record_type = 'sale';
  statuses constant text[] := case when of_sales then '{booked,paid,cancelled}'
    else '{unpaid,funds_received,agent_paid,cancelled}' end;
  range record := private.date_range(amounts_by_bucket.start_date, amounts_by_bucket.end_date);
  earliest date;
  latest date;
  step text;
  shift interval;
  part interval;
  by_share boolean;
begin
  if amounts_by_bucket.start_date is null or amounts_by_bucket.end_date is null then
    select min(d.day), max(d.day) into earliest, latest
    from private.totals(amounts_by_bucket.record_type, amounts_by_bucket.organization_id, amounts_by_bucket.agent_id,
      range.first_day, range.last_day) d;
    if amounts_by_bucket.start_date is null then
      range.first_day := coalesce(earliest, amounts_by_bucket.end_date);
    end if;
    if amounts_by_bucket.end_date is null then
      range.last_day := coalesce(latest, range.first_day);
    end if;
  end if;
  step := private.choose_bucket(range.first_day, range.last_day, amounts_by_bucket.wanted);
  shift := private.bucket_shift(step);
  by_share := amounts_by_bucket.agent_id is not null and private.has_shares(amounts_by_bucket.organization_id, amounts_by_bucket.agent_id);
  part := private.hour_parts(amounts_by_bucket.zone, range.first_day);
  return query
    with amounts as (
      select private.hour_label(h.day, date_part('hour', h.time at time zone amounts_by_bucket.zone)::integer,
        amounts_by_bucket.zone) as label, h.status, h.amount, h.agent_amount
      from (
        select s.sale_date as day, date_bin(part, s.created_at, '2001-01-01T00:00:00Z') as time, s.status,
          sum(s.total_amount) as amount, 0 as agent_amount
        from public.sales s
        where of_sales and step = 'hour' and not by_share and s.organization_id = amounts_by_bucket.organization_id
          and (amounts_by_bucket.agent_id is null or s.agent_id = amounts_by_bucket.agent_id)
          and s.sale_date between range.first_day and range.last_day
        group by 1, 2, 3
        union all
        select c.sale_date, date_bin(part, c.created_at, '2001-01-01T00:00:00Z'), c.status, sum(c.amount),
          sum(c.agent_amount)
        from public.commissions c
        where not of_sales and step = 'hour' and not by_share and c.organization_id = amounts_by_bucket.organization_id
          and (amounts_by_bucket.agent_id is null or c.agent_id = amounts_by_bucket.agent_id)
          and c.sale_date between range.first_day and range.last_day
        group by 1, 2, 3
        union all
        select s.sale_date, date_bin(part, s.created_at, '2001-01-01T00:00:00Z'), s.status, sum(s.total_amount), 0
        from private.sales_by_share s
        where of_sales and step = 'hour' and by_share and s.organization_id = amounts_by_bucket.organization_id
          and s.agent_id = amounts_by_bucket.agent_id and s.sale_date between range.first_day and range.last_day
        group by 1, 2, 3
        union all
        select c.sale_date, date_bin(part, c.created_at, '2001-01-01T00:00:00Z'), c.status, sum(c.amount), sum(c.agent_amount)
        from private.commissions_by_share c
        where not of_sales and step = 'hour' and by_share and c.organization_id = amounts_by_bucket.organization_id
          and c.agent_id = amounts_by_bucket.agent_id and c.sale_date between range.first_day and range.last_day
        group by 1, 2, 3) h
      union all
      select to_char(b.start - shift, 'YYYY-MM-DD'), b.status, b.amount, b.agent_amount
      from (
        select date_trunc(step, d.day + shift) as start, d.status,
          sum(case when of_sales then d.total_amount else d.commission_amount end) as amount, sum(d.agent_amount) as agent_amount
        from private.totals(amounts_by_bucket.record_type, amounts_by_bucket.organization_id, amounts_by_bucket.agent_id,
          range.first_day, range.last_day) d
        where step <> 'hour'
        group by 1, 2) b),
    labels as (
      select l.label from private.bucket_labels(step, range.first_day, range.last_day, amounts_by_bucket.zone) l(label)
      union select a.label from amounts a where step = 'hour')
    select step, l.label, k.status, coalesce(sum(a.amount), 0), coalesce(sum(a.agent_amount), 0)
    from labels l
    cross join unnest(statuses) k(status)
    left join amounts a on a.label = l.label and a.status = k.status
    group by l.label, k.status;
end $function$;

CREATE OR REPLACE FUNCTION private.announce_commissions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  organization_ids uuid[];
  agent_ids uuid[];
  ids uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct c.organization_id), array_agg(distinct c.agent_id) into organization_ids, agent_ids
    from added c;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct c.organization_id), array_agg(distinct c.agent_id) into organization_ids, agent_ids
    from replaced c;
  else
    select array_agg(distinct s.organization_id), array_agg(distinct s.agent_id), array_agg(s.id) into organization_ids, agent_ids, ids
    from (
      select b.id, b.organization_id, b.agent_id
      from (
        select 1 as n, c.id, c.organization_id, c.agent_id, c.sale_date, c.sale_paid, c.status, c.amount, c.agent_amount,
          c.due_on, c.received_on from changed c
        union all
        select -1, r.id, r.organization_id, r.agent_id, r.sale_date, r.sale_paid, r.status, r.amount, r.agent_amount,
          r.due_on, r.received_on from replaced r) b
      group by b.id, b.organization_id, b.agent_id, b.sale_date, b.sale_paid, b.status, b.amount, b.agent_amount, b.due_on,
        b.received_on
      having sum(b.n) <> 0) s;
    agent_ids := agent_ids || private.sharers(organization_ids, ids);
  end if;
  perform private.announce_dashboards(organization_ids, agent_ids);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.announce_holds()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.send_tags(array(
    select 'org:' || h.organization_id from changed h
    union select 'user:' || c.agent_id from changed h join public.commissions c on c.organization_id = h.organization_id
      and c.id = h.commission_id
    union select 'user:' || c.user_id from changed h join public.commission_shares c on c.organization_id = h.organization_id
      and c.id = h.share_id), 'payouts');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.announce_other_commissions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_dashboards(array(select distinct o.organization_id from changed o), array(
    select distinct h.user_id from changed o
    join public.commission_shares h on h.organization_id = o.organization_id and h.other_commission_id = o.id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.announce_sales()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  organization_ids uuid[];
  agent_ids uuid[];
  ids uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct s.organization_id), array_agg(distinct s.agent_id) into organization_ids, agent_ids
    from added s;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct s.organization_id), array_agg(distinct s.agent_id) into organization_ids, agent_ids
    from replaced s;
  else
    select array_agg(distinct s.organization_id), array_agg(distinct s.agent_id), array_agg(s.id) into organization_ids, agent_ids, ids
    from (
      select b.id, b.organization_id, b.agent_id
      from (
        select 1 as n, c.id, c.organization_id, c.agent_id, c.customer_id, c.vendor_id, c.sale_date, c.travel_date,
          c.return_date, c.booking_reference, c.total_amount, c.commission_amount, c.status from changed c
        union all
        select -1, r.id, r.organization_id, r.agent_id, r.customer_id, r.vendor_id, r.sale_date, r.travel_date,
          r.return_date, r.booking_reference, r.total_amount, r.commission_amount, r.status from replaced r) b
      group by b.id, b.organization_id, b.agent_id, b.customer_id, b.vendor_id, b.sale_date, b.travel_date, b.return_date,
        b.booking_reference, b.total_amount, b.commission_amount, b.status
      having sum(b.n) <> 0) s;
    agent_ids := agent_ids || array(
      select distinct (e.value ->> 'user_id')::uuid from changed c cross join lateral jsonb_array_elements(c.co_sellers) e
      where c.co_sellers <> '[]' and c.id = any (ids));
  end if;
  perform private.announce_dashboards(organization_ids, agent_ids);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.announce_shares()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    perform private.announce_dashboards(array(select distinct h.organization_id from added h), array(select distinct h.user_id from added h));
  elsif tg_op = 'DELETE' then
    perform private.announce_dashboards(array(select distinct h.organization_id from replaced h), array(select distinct h.user_id from replaced h));
  else
    perform private.announce_dashboards(array(select distinct h.organization_id from changed h),
      array(select h.user_id from changed h union select h.user_id from replaced h));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.audit_agent_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  subject constant uuid := coalesce(new.commission_id, (
    select coalesce(h.commission_id, h.other_commission_id) from public.commission_shares h where h.id = new.share_id));
begin
  if tg_op = 'INSERT' then
    perform private.audit(new.organization_id, 'agent_paid', null, subject, private.audit_change('payment', 'open', 'paid')
      || jsonb_build_object('on', new.payment_date, 'agent_id', new.agent_id), new.amount, new.created_by);
  elsif not private.in_mode('erasing') then
    perform private.audit(new.organization_id, 'agent_payment_corrected', null, subject, jsonb_build_object('changes',
      private.audit_changes(jsonb_build_object('payment_date', old.payment_date, 'payment_method', old.payment_method),
        jsonb_build_object('payment_date', new.payment_date, 'payment_method', new.payment_method))), new.amount);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.audit_customer_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit(new.organization_id, case when new.undoes_id is null then 'customer_payment_recorded' else 'customer_payment_undone' end,
    null, new.sales_id, jsonb_build_object('on', new.paid_on), new.amount, new.created_by);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.audit_holds()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit(x.organization_id, case tg_op when 'DELETE' then 'commission_released' else 'commission_held' end, null,
    case when count(*) = 1 then (array_agg(coalesce(x.commission_id, h.commission_id, h.other_commission_id)))[1] end,
    case tg_op when 'DELETE' then private.audit_change('payment', 'held', 'open') else private.audit_change('payment', 'open', 'held') end
    || jsonb_build_object('count', count(*), 'agent_id', case when count(distinct coalesce(c.agent_id, h.user_id)) = 1
      then (array_agg(coalesce(c.agent_id, h.user_id)))[1] end),
    sum(coalesce(c.agent_amount, h.agent_amount)))
  from changed x
  left join public.commissions c on c.organization_id = x.organization_id and c.id = x.commission_id
  left join public.commission_shares h on h.organization_id = x.organization_id and h.id = x.share_id
  where x.commission_id is null or c.id is not null
  group by x.organization_id;
  return null;
end $function$;

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
    when action in ('settings_changed', 'terms_changed', 'agreement_saved', 'terms_applied', 'vendor_terms_changed', 'books_closed', 'books_reopened', 'books_corrected',
      'report_totals_mended', 'import_begun', 'import_done', 'import_cancelled', 'import_undone',
      'bank_account_added', 'bank_account_changed', 'bank_connection_connected', 'bank_connection_linked', 'bank_connection_synced',
      'bank_connection_disconnected', 'bank_import_done', 'bank_import_cancelled', 'bank_import_undone', 'bank_question_answered',
      'bank_match', 'bank_accept', 'bank_reject', 'bank_set_aside', 'bank_reopen', 'bank_vendor', 'bank_undo',
      'bank_rule_added', 'bank_rule_changed', 'bank_rule_deleted', 'bank_rules_ordered',
      'statement_added', 'statement_changed', 'statement_removed',
      'bank_details_changed', 'bank_details_deleted', 'payout_account_changed',
      'payout_started', 'payout_collected', 'payout_removed', 'payout_added', 'payout_handed_over', 'payout_approved', 'payout_scheduled',
      'payout_not_paid', 'payout_reopened', 'payout_discarded', 'payout_paid',
      'receipt_recorded', 'bonus_expected', 'other_commission_added', 'other_receipt_recorded', 'other_commission_cancelled', 'commission_held', 'commission_released', 'adjustment_added', 'adjustment_removed', 'agent_paid', 'agent_payment_corrected',
      'payment_voided', 'customer_payment_recorded', 'customer_payment_undone') then 'money' end
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
    when action ~ '^(adjustment|agreement|member|terms|bank_details)_|^payment_voided' then 'member'
    when action ~ '^invitation_' then 'invitation'
    when action ~ '^(vendor|bonus)_' then 'vendor'
    when action ~ '^(customer|customers|merge|passport)_' then 'customer'
    when action ~ '^document_' then 'document'
    when action ~ '^import_' then 'import'
    when action ~ '^(settings|books|mailbox|report_totals|mail_plan|audit_log|agency_export)_' or action = 'mail_planned' then 'agency' end
$function$;

CREATE OR REPLACE FUNCTION private.bank_other_candidates(t public.bank_transactions)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if t.amount <= 0 or not private.owes_others(t.organization_id) then
    return '[]';
  end if;
  return private.bank_others(t, array(
    select o.id
    from (
      select e.id, e.recorded_on is not null as is_recorded, abs(t.booked_on - e.due_on) as days
      from private.open_others(t.organization_id, t.vendor_id, t.id) e
      union
      select a.other_commission_id, false, 0 from public.bank_other_allocations a
      where a.organization_id = t.organization_id and a.transaction_id = t.id) o
    group by o.id order by bool_and(o.is_recorded), min(o.days), o.id limit 50));
end $function$;

CREATE OR REPLACE FUNCTION private.bank_others(t public.bank_transactions, ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('other_commission_id', o.id, 'kind', o.kind, 'booking_reference', s.booking_reference,
    'vendor', jsonb_build_object('id', v.id, 'name', v.name), 'period_start', o.period_start, 'period_end', o.period_end,
    'due_on', o.due_on, 'amount', o.amount, 'expected', coalesce(e.expected, 0), 'recorded_on', e.recorded_on, 'placed', a.amount)
    order by i.n), '[]')
  from unnest(ids) with ordinality i(id, n)
  join public.other_commissions o on o.organization_id = t.organization_id and o.id = i.id
  join public.vendors v on v.organization_id = o.organization_id and v.id = o.vendor_id
  left join public.sales s on s.organization_id = o.organization_id and s.id = o.sales_id
  left join private.open_others(t.organization_id, null, t.id) e on e.id = o.id
  left join public.bank_other_allocations a
    on a.organization_id = o.organization_id and a.transaction_id = t.id and a.other_commission_id = o.id
$function$;

CREATE OR REPLACE FUNCTION private.bank_rows(organization_id uuid, ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'booked_on', t.booked_on, 'amount', t.amount, 'text', t.text,
    'counterparty', t.counterparty, 'category', t.category, 'status', t.status, 'certainty', t.certainty,
    'group', case when t.status in ('open', 'suggested') then private.bank_group(t.status, t.certainty) end,
    'unclaimed_amount', t.unclaimed_amount, 'version', t.version,
    'marks', private.bank_marks(t.text, t.payer_key, coalesce(
      jsonb_path_query_first(s.reasons, '$[*] ? (@.code == "bank_says").reference') #>> '{}', f.booking_reference)),
    'lump', case when t.status = 'open' then private.bank_lump(t) end,
    'alike', case when t.status in ('open', 'suggested') and coalesce(t.certainty, 'possible') = 'possible' then (
      select jsonb_build_object('key', t.alike_key, 'count', count(*), 'amount', sum(e.amount) + t.amount, 'first_on', least(min(e.booked_on), t.booked_on),
        'last_on', greatest(max(e.booked_on), t.booked_on)) from private.bank_alike(t) e having count(*) > 0) end,
    'rule_id', t.rule_id,
    'account', jsonb_build_object('id', a.id, 'name', a.name, 'last_four', a.last_four),
    'vendor', case when v.id is not null then jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url) end,
    'suggestion', case when s.id is not null then jsonb_build_object('rank', 1, 'kind', s.kind, 'certainty', s.certainty,
      'acceptable', s.kind in ('single', 'set', 'recall') and s.certainty <> 'possible', 'part_count', jsonb_array_length(s.parts),
      'parts', private.bank_parts(t.organization_id, s.parts, 3), 'reasons', s.reasons, 'difference', s.difference) end,
    'other', case when x.any_others and t.status in ('open', 'suggested') and t.amount > 0 and coalesce(s.certainty, 'possible') = 'possible'
      then private.bank_others(t, array(select o from private.agreeing_others(t, t.vendor_id) o limit 1)) -> 0 end,
    'matched', case when t.status = 'matched' then (
      select jsonb_build_object('part_count', count(l.id) + jsonb_array_length(b.others), 'others', b.others,
        'at', coalesce(max(l.created_at), b.at), 'by', (
          select u.first_name || ' ' || u.last_name from public.bank_decisions d join public.users u on u.id = d.decided_by
          where d.organization_id = t.organization_id and d.transaction_id = t.id and d.action in ('match', 'accept')
          order by d.decided_at desc limit 1),
        'parts', private.bank_parts(t.organization_id, coalesce(jsonb_agg(jsonb_build_object('commission_id', l.commission_id,
          'amount', l.amount) order by l.created_at, l.id) filter (where l.id is not null), '[]'), 3))
      from (
        select private.bank_others(t, coalesce(array_agg(a.other_commission_id order by a.created_at, a.id), '{}')) as others,
          max(a.created_at) as at
        from public.bank_other_allocations a
        where x.any_others and a.organization_id = t.organization_id and a.transaction_id = t.id) b
      left join public.bank_allocations l on l.organization_id = t.organization_id and l.transaction_id = t.id
      group by b.others, b.at) end)
    order by i.n), '[]')
  from unnest(ids) with ordinality i(id, n)
  cross join (select private.owes_others(bank_rows.organization_id) as any_others offset 0) x
  join public.bank_transactions t on t.organization_id = bank_rows.organization_id and t.id = i.id
  join public.bank_accounts a on a.id = t.account_id
  left join public.vendors v on v.id = t.vendor_id
  left join public.bank_suggestions s on s.organization_id = t.organization_id and s.transaction_id = t.id and s.rank = 1
  left join public.commissions c on c.organization_id = t.organization_id and c.id = coalesce(s.commission_id, (
    select l.commission_id from public.bank_allocations l
    where l.organization_id = t.organization_id and l.transaction_id = t.id order by l.created_at, l.id limit 1))
  left join public.sales f on f.id = c.sales_id
$function$;

CREATE OR REPLACE FUNCTION private.bank_signals()
 RETURNS TABLE(code text, weight numeric, meaning text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  values
    ('reference', 10, 'the booking''s reference stands in the text as it was typed'),
    ('reference_more', 3, 'of a set: each further booking that the text names'),
    ('reference_digits', 6, 'its number does; a tenth of that where neither amount, payer nor name fits'),
    ('reference_near', 4, 'almost: one character is another, or two are exchanged'),
    ('reference_cut', 4, 'a part of it, as a field that is too short leaves it'),
    ('other_reference', -3, 'the text names another reference of its form, or with its letters'),
    ('bank_says', -2, 'the text names another reference of its form, letters and digits apart'),
    ('reference_left', -3, 'of a set: each booking that the text names and the set leaves out'),
    ('others_named', -1, 'the text names another sale of the agency, whatever became of it'),
    ('amount', 3, 'the amount is the open one, to the cent'),
    ('difference', -12, 'another amount: for a whole of what is open, so that a tenth more or less is -1.2; never below -5'),
    ('within', 0, 'no more of it is missing than the organization takes for certain (match_certain_within)'),
    ('as_usual', 3, 'the vendor''s earlier deposits were as much less'),
    ('payer_confirmed', 3, 'people confirmed this payer for the vendor'),
    ('payer_alias', 3, 'the payer is an alias of the vendor'),
    ('payer_name', 2, 'the payer has the vendor''s name'),
    ('payer_like', 1, 'the payer may be the vendor'),
    ('payer_other', -2, 'the payer is plainly another vendor'),
    ('name', 2.5, 'a traveler''s last name stands in the text'),
    ('due', 1.5, 'it was due from 21 days later to 75 days before; a hundredth less for each day from the fifth'),
    ('due_far', -1.5, 'it was due more than 80 days later or 160 before'),
    ('due_years', -2, 'it was due more than 200 days later or 400 before'),
    ('only', 1, 'the only open commission of the vendor with this amount'),
    ('name_more', 1.5, 'of a set: each further traveler, or part of a reference, that the text names'),
    ('name_alone', 1, 'of several of this amount the only one whose traveler is named'),
    ('twins', -1, 'others owe the same'),
    ('recorded', -2, 'an admin recorded it as received'),
    ('recorded_day', 1, 'within ten days of the money; against it else'),
    ('recorded_later', -3, 'it was entered more than three days after the money came'),
    ('not_commission', -1, 'the text says refund, override, bonus or marketing money'),
    ('person', -1, 'a person paid, or nobody is named'),
    ('several', -1, 'the text says that several bookings are paid'),
    ('number', -0.5, 'the text holds a number of five digits and more that nothing explains'),
    ('small', -0.5, 'an amount so small that others are like it, at no day near the due one'),
    ('sum', 4, 'open commissions of the vendor add up'),
    ('group', 8, 'they are all that is open of a group booking'),
    ('group_named', 4, 'the group''s reference or name stands in the text'),
    ('few', 1, 'two add up; half of that for three'),
    ('scattered', -1, 'four that add up, with others between them'),
    ('left_out', -0.2, 'of a set: each commission that was due between its own and is not in it, ten at most'),
    ('count', 3, 'the text says as many bookings; against it else'),
    ('order', 1.5, 'they were due one after the other'),
    ('sets', -1, 'other sets add up, too'),
    ('statement', 100, 'the vendor''s own statement names them'),
    ('statement_total', 2, 'its total is the deposit; against it else'),
    ('statement_missing', -1, 'some of its lines are no bookings of the agency'),
    ('claimed', -2, 'another deposit claims it, too')
$function$;

CREATE OR REPLACE FUNCTION private.below_minimum(organization_id uuid, agent_id uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  minimum constant numeric := (
    select o.payout_minimum_amount from public.organizations o where o.id = below_minimum.organization_id);
begin
  if minimum = 0 then
    return;
  end if;
  return query
    select t.agent_id from (
      select c.agent_id, c.amount
      from private.open_commissions(below_minimum.organization_id, below_minimum.agent_id, true) c
      where c.obstacle is null and c.batch_id is null
      union all
      select h.agent_id, h.amount
      from private.open_shares(below_minimum.organization_id, below_minimum.agent_id, true) h
      where h.obstacle is null and h.batch_id is null
      union all
      select l.agent_id, l.amount from public.payout_lines l
      left join public.payout_batches b on b.organization_id = l.organization_id and b.id = l.batch_id
      where l.organization_id = below_minimum.organization_id and (l.batch_id is null or b.status in ('draft', 'approved', 'scheduled'))
        and (below_minimum.agent_id is null or l.agent_id = below_minimum.agent_id)) t
    group by 1
    having sum(t.amount) + private.carried_balance(below_minimum.organization_id, t.agent_id) between 0.01 and minimum - 0.01;
end $function$;

CREATE OR REPLACE FUNCTION private.blocked_commissions(organization_id uuid, agent_id uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (
    select 1 from public.organizations o where o.id = blocked_commissions.organization_id
      and (o.payout_hold_until <> 'off' or o.payout_minimum_amount > 0 or o.commission_received_on <> 'sale_paid'
        or exists (select 1 from public.payout_holds h where h.organization_id = o.id))) then
    return '{}';
  end if;
  return array(
    select c.commission_id from private.open_for_payout(blocked_commissions.organization_id, blocked_commissions.agent_id, true) c
    where c.obstacle <> 'customer' and c.commission_id is not null);
end $function$;

CREATE OR REPLACE FUNCTION private.bonus_progress(terms public.vendor_bonus_terms)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('reached', r.reached, 'percent', coalesce(h.percent, 0),
    'bonus', round(r.reached * coalesce(h.percent, 0) / 100, 2),
    'next', (select jsonb_build_object('from', (e ->> 'from')::numeric, 'percent', (e ->> 'percent')::numeric,
        'missing', (e ->> 'from')::numeric - r.reached)
      from jsonb_array_elements(terms.steps) e where (e ->> 'from')::numeric > r.reached order by (e ->> 'from')::numeric limit 1))
  from (select private.bonus_reached(terms) as reached) r
  left join lateral (select (e ->> 'percent')::numeric as percent from jsonb_array_elements(terms.steps) e
    where (e ->> 'from')::numeric <= r.reached order by (e ->> 'from')::numeric desc limit 1) h on true
$function$;

CREATE OR REPLACE FUNCTION private.bonus_reached(terms public.vendor_bonus_terms)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case terms.basis
    when 'sales' then (select coalesce(sum(s.total_amount - s.fee_amount), 0) from public.sales s
      where s.organization_id = terms.organization_id and s.vendor_id = terms.vendor_id and s.status <> 'cancelled'
        and s.sale_date between terms.period_start and terms.period_end)
    else (select coalesce(sum(m.received - m.taken_back), 0) from private.commission_money m
      where m.organization_id = terms.organization_id and m.vendor_id = terms.vendor_id
        and m.received_on between terms.period_start and terms.period_end) end
$function$;

CREATE OR REPLACE FUNCTION private.bonus_words(terms public.vendor_bonus_terms)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select terms.period_start || ' to ' || terms.period_end || ', ' || terms.basis || ': '
    || (select string_agg((e ->> 'percent') || '% from ' || (e ->> 'from'), ', ' order by n)
      from jsonb_array_elements(terms.steps) with ordinality s(e, n))
$function$;

CREATE OR REPLACE FUNCTION private.cancel_other_shares()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.commission_shares c set status = 'cancelled'
  where c.organization_id = new.organization_id and c.other_commission_id = new.id and c.status = 'open';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.capped_overrides(organization_id uuid, user_id uuid, year integer, fixed uuid[])
 RETURNS TABLE(id uuid, amount numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r record;
  g integer;
  sums numeric[] := '{}';
begin
  for r in
    with claims as materialized (
      select h.id, h.terms_version_id, h.agent_amount, round(h.gross_part * h.percent / 100, 2) as whole, coalesce(u.user_id, m.agent_id) as person,
        h.status = 'paid' or h.id = any (fixed) or h.taken_from = 'agent' and exists (select from public.commission_shares c
          where c.override_id = h.id and c.status = 'paid') as is_fixed,
        row_number() over (order by h.counted_on, s.created_at, s.id, h.other_commission_id nulls first, coalesce(u.place, 1), h.id) as place
      from public.commission_shares h
      -- By their ids alone: the agency beside them reads as few as the mean one has, and all of them where it has many.
      join public.sales s on s.id = h.sales_id
      left join public.commissions m on m.id = h.commission_id
      left join public.commission_shares u on u.id = h.under_share_id
      where h.organization_id = capped_overrides.organization_id and h.user_id = capped_overrides.user_id and h.role = 'override'
        and h.status <> 'cancelled'
        and h.counted_on between make_date(capped_overrides.year, 1, 1) and make_date(capped_overrides.year, 12, 31)
    ), capped as materialized (
      -- Which people a rule with a cap covers: who is named goes before all.
      select v.id as version_id, p.person, t.cap, dense_rank() over (order by v.id, t.n)::integer as number
      from public.agreement_versions v
      cross join (select distinct c.person from claims c) p
      cross join lateral (
        select e.n, (e.value ->> 'cap_per_year')::numeric as cap from jsonb_array_elements(v.overrides) with ordinality e(value, n)
        where e.value -> 'whose' ? p.person::text or e.value ->> 'whose' = 'all' order by e.value ->> 'whose' = 'all' limit 1) t
      where v.id in (select c.terms_version_id from claims c) and t.cap is not null)
    select c.id, c.agent_amount, c.whole, c.is_fixed, w.cap, w.number,
      coalesce(n.numbers, '{}') as numbers
    from claims c
    left join capped w on w.version_id = c.terms_version_id and w.person = c.person
    left join (select x.person, array_agg(x.number) as numbers from capped x group by 1) n on n.person = c.person
    order by c.is_fixed desc, c.place
  loop
    amount := case when r.is_fixed then r.agent_amount when r.cap is null then r.whole
      else least(r.whole, greatest(r.cap - coalesce(sums[r.number], 0), 0)) end;
    foreach g in array r.numbers loop
      sums[g] := coalesce(sums[g], 0) + amount;
    end loop;
    if amount <> r.agent_amount then
      id := r.id;
      return next;
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.changed_terms(new public.sales, old public.sales, OUT names text[], OUT column_name text)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  names := '{}';
  if new.vendor_id is distinct from old.vendor_id then
    names := array_append(names, 'vendor'); column_name := 'vendor_id';
  end if;
  if new.agent_id is distinct from old.agent_id then
    names := array_append(names, 'agent'); column_name := 'agent_id';
  end if;
  if new.currency is distinct from old.currency then
    names := array_append(names, 'currency'); column_name := 'currency';
  end if;
  if new.total_amount is distinct from old.total_amount then
    names := array_append(names, 'total'); column_name := 'total_amount';
  end if;
  if (new.commission_amount, new.commission_rate, new.commission_basis)
    is distinct from (old.commission_amount, old.commission_rate, old.commission_basis) then
    names := array_append(names, 'commission');
    column_name := coalesce(column_name,
      case new.commission_basis when 'rate' then 'commission_rate' else 'commission_amount' end);
  end if;
  if new.lines is distinct from old.lines and private.money_of_lines(new.lines) is distinct from private.money_of_lines(old.lines) then
    names := array_append(names, 'lines'); column_name := 'lines';
  end if;
  if new.co_sellers is distinct from old.co_sellers then
    names := array_append(names, 'shares'); column_name := coalesce(column_name, 'co_sellers');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.check_bank_balance()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  checked_id uuid := case when tg_table_name = 'bank_transactions' then to_jsonb(new) ->> 'id'
    else coalesce(to_jsonb(new), to_jsonb(old)) ->> 'transaction_id' end;
  t public.bank_transactions;
  placed numeric;
begin
  select b.* into t from public.bank_transactions b where b.id = checked_id;
  if not found then
    return null;
  end if;
  placed := t.unclaimed_amount - t.fee_amount + coalesce((
    select sum(a.amount) from public.bank_allocations a
    where a.organization_id = t.organization_id and a.transaction_id = t.id), 0) + coalesce((
    select sum(a.amount) from public.bank_other_allocations a
    where a.organization_id = t.organization_id and a.transaction_id = t.id), 0);
  if t.status = 'matched' and placed <> t.amount then
    perform private.refuse('The parts of this transaction do not add up to its amount: ' || t.amount - placed || ' is left.', 'parts',
      'parts_do_not_add_up', jsonb_build_object('left', t.amount - placed));
  elsif t.status <> 'matched' and (placed, t.unclaimed_amount, t.fee_amount) <> (0, 0, 0) then
    perform private.refuse('Only a matched transaction pays anything.', 'parts', 'only_matched_pays');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.check_bonus_steps(steps jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  step jsonb;
  n integer := 0;
  checked jsonb := '[]';
  amount numeric;
  percent numeric;
  before numeric := -1;
begin
  if coalesce(jsonb_typeof(steps), '') <> 'array' or jsonb_array_length(steps) not between 1 and 20 then
    perform private.refuse('Enter 1 to 20 steps.', 'steps', 'bonus_steps_missing');
  end if;
  for step in select e from jsonb_array_elements(steps) e loop
    if jsonb_typeof(step) <> 'object' or coalesce(step ->> 'from', '') !~ '^\d{1,10}(\.\d{1,20})?$' then
      perform private.refuse('Enter an amount like 1,482.50.', 'steps.' || n || '.from', 'amount_expected');
    elsif coalesce(step ->> 'percent', '') !~ '^\d{1,3}(\.\d{1,20})?$' or (step ->> 'percent')::numeric not between 0 and 100 then
      perform private.refuse('Enter a percentage from 0 to 100.', 'steps.' || n || '.percent', 'percentage_out_of_range');
    end if;
    amount := round((step ->> 'from')::numeric, 2);
    percent := round((step ->> 'percent')::numeric, 2);
    if amount <= before then
      perform private.refuse('Each step begins above the one before.', 'steps.' || n || '.from', 'bonus_steps_rise');
    end if;
    before := amount;
    checked := checked || jsonb_build_array(jsonb_build_object('from', amount, 'percent', percent));
    n := n + 1;
  end loop;
  return checked;
end $function$;

CREATE OR REPLACE FUNCTION private.check_others(t public.bank_transactions, others jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  w record;
  o public.other_commissions;
  is_recorded boolean;
  refusal jsonb;
begin
  for w in
    select coalesce(e.id, own.other_commission_id) as id, e.amount, e.expected, own.amount as before,
      coalesce(own.explains_receipt, false) as explains
    from (select (p ->> 'commission_id')::uuid as id, (p ->> 'amount')::numeric as amount, (p ->> 'expected')::numeric as expected
      from jsonb_array_elements(others) p) e
    full join (select a.* from public.bank_other_allocations a
      where a.organization_id = t.organization_id and a.transaction_id = t.id) own on own.other_commission_id = e.id
    -- What stays as it is was said before.
    where e.amount is distinct from own.amount order by 1
  loop
    select x.* into o from public.other_commissions x where x.organization_id = t.organization_id and x.id = w.id;
    is_recorded := o.received_on is not null and not exists (select from public.bank_other_allocations a
      where a.organization_id = t.organization_id and a.other_commission_id = o.id and not a.explains_receipt);
    -- Of what only explains a receipt nothing follows.
    continue when w.amount is null and w.explains;
    refusal := case
      when o.id is null then private.command_result('This commission does not exist.', 'parts', 'commission_not_found')
      when o.vendor_id is null then private.command_result('A service fee is received when the customer has paid the sale.', 'parts',
        'fee_received_with_sale')
      when o.status = 'cancelled' then private.command_result('A cancelled commission cannot be changed.', 'parts', 'commission_cancelled')
      when w.amount is not null and not exists (select from private.open_others(t.organization_id, o.vendor_id, t.id) e
          where e.id = o.id and e.expected = coalesce(w.expected, e.expected)) then
        private.command_result('This commission was changed or paid meanwhile.', 'parts', 'other_changed')
      when is_recorded and w.amount <> o.received_amount then private.command_result(o.received_amount
        || ' was recorded as received by hand. Match that, or take the receipt back first.', 'parts', 'other_recorded_otherwise',
        jsonb_build_object('amount', o.received_amount))
      when is_recorded then null
      when exists (select from public.commission_shares c
        where c.organization_id = o.organization_id and c.other_commission_id = o.id and c.status = 'paid') then
        private.command_result('Somebody was paid of it already: the receipt stands.', 'parts', 'receipt_of_paid_share')
      else private.closed_fact_refusal(t.organization_id, o.received_posted_on, 'parts') end;
    if refusal is not null then
      return refusal;
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.check_payment_plan(plan jsonb, total numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  checked jsonb := '[]';
  entry jsonb;
  previous jsonb;
  place int := 0;
  planned numeric := 0;
begin
  if jsonb_array_length(plan) > 12 then
    perform private.refuse('A plan has at most 12 payments.', 'payment_plan', 'plan_too_long', '{"most": 12}');
  end if;
  for entry in select e.value from jsonb_array_elements(plan) with ordinality e(value, n) order by e.n loop
    place := place + 1;
    entry := private.check_planned_payment(entry, place);
    if previous ->> 'kind' = 'final' then
      perform private.refuse('The final payment is the last one.', format('payment_plan.%s.kind', place - 1), 'final_payment_is_last');
    elsif entry ->> 'due_on' < previous ->> 'due_on' then
      perform private.refuse('This is due before the payment above it.', format('payment_plan.%s.due_on', place - 1), 'planned_days_in_order');
    end if;
    planned := planned + coalesce((entry ->> 'amount')::numeric, 0);
    if planned > total then
      perform private.refuse('The payments come to more than the total of ' || to_char(total, 'FM9,999,999,990.00') || '.',
        format('payment_plan.%s.amount', place - 1), 'plan_above_total', jsonb_build_object('total', total));
    end if;
    checked := checked || jsonb_build_array(entry);
    previous := entry;
  end loop;
  return checked;
end $function$;

CREATE OR REPLACE FUNCTION private.check_planned_payment(entry jsonb, place integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  due text := entry ->> 'due_on';
  typed text := entry ->> 'amount';
begin
  if jsonb_typeof(entry) is distinct from 'object' or exists (
    select 1 from jsonb_object_keys(entry) k where k not in ('kind', 'due_on', 'amount', 'remind')) then
    perform private.refuse('Send each payment with its kind, day and amount.', format('payment_plan.%s', place - 1), 'planned_payment_expected');
  elsif coalesce(entry ->> 'kind', '') not in ('deposit', 'final') then
    perform private.refuse('Choose deposit or final payment.', format('payment_plan.%s.kind', place - 1), 'planned_kind_unknown');
  elsif due is null then
    perform private.refuse('Enter the day it is due.', format('payment_plan.%s.due_on', place - 1), 'planned_day_missing');
  elsif jsonb_typeof(entry -> 'due_on') <> 'string' or due !~ '^\d{4}-\d\d-\d\d$' or not pg_input_is_valid(due, 'date')
    or due not between '1900-01-01' and '2199-12-31' then
    perform private.refuse('Enter a date like 11/19/2026.', format('payment_plan.%s.due_on', place - 1), 'date_expected');
  elsif typed is null and entry ->> 'kind' = 'deposit' then
    perform private.refuse('Enter the amount of the deposit.', format('payment_plan.%s.amount', place - 1), 'deposit_missing');
  elsif typed is not null and (jsonb_typeof(entry -> 'amount') not in ('number', 'string') or typed !~ '^ *\d{1,20}(\.\d{1,20})? *$'
    or typed::numeric <> round(typed::numeric, 2) or typed::numeric not between 0.01 and 9999999999.99) then
    perform private.refuse('Enter an amount above 0, with two decimals at most.', format('payment_plan.%s.amount', place - 1), 'planned_amount_out_of_range');
  elsif coalesce(jsonb_typeof(entry -> 'remind'), 'null') not in ('boolean', 'null') then
    perform private.refuse('Say whether to remind with yes or no.', format('payment_plan.%s.remind', place - 1), 'planned_reminder_expected');
  end if;
  return jsonb_build_object('kind', entry -> 'kind', 'due_on', due, 'amount', round(typed::numeric, 2),
    'remind', coalesce((entry ->> 'remind')::boolean, false));
end $function$;

CREATE OR REPLACE FUNCTION private.check_sale_group(sale_group jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  input jsonb := private.check_record_input(check_sale_group.sale_group, '{"name": "text", "vendor_id": "text", "booking_reference": "text",
    "travel_date": "date", "return_date": "date", "default_commission_rate": "rate", "notes": "text"}', 'group');
  key text;
  rate text := input ->> 'default_commission_rate';
begin
  foreach key in array '{name,booking_reference,notes}'::text[] loop
    if input ? key then
      input := input || jsonb_build_object(key, nullif(btrim(input ->> key), ''));
    end if;
  end loop;
  if input ? 'name' and not private.is_visible(coalesce(input ->> 'name', '')) then
    perform private.refuse('Enter the name of the group.', 'name', 'sale_group_name_missing');
  elsif input ? 'vendor_id' and not exists (select 1 from public.vendors v
    where v.organization_id = private.current_organization_id()
      and v.id = case when pg_input_is_valid(input ->> 'vendor_id', 'uuid') then (input ->> 'vendor_id')::uuid end) then
    perform private.refuse('Choose the vendor of this group.', 'vendor_id', 'sale_group_vendor_missing');
  end if;
  -- None is no rate of 0: the vendor's own holds.
  if check_sale_group.sale_group -> 'default_commission_rate' = 'null' then
    input := input || '{"default_commission_rate": null}';
  elsif rate is not null then
    if rate !~ '^ *-?\d{1,20}(\.\d{1,20})? *$' then
      perform private.refuse('Enter a percentage like 12.5.', 'default_commission_rate', 'percentage_expected');
    elsif rate::numeric not between 0 and 100 then
      perform private.refuse('Enter a percentage from 0 to 100.', 'default_commission_rate', 'percentage_out_of_range');
    end if;
    input := input || jsonb_build_object('default_commission_rate', round(rate::numeric, 2));
  end if;
  return input;
end $function$;

CREATE OR REPLACE FUNCTION private.check_sale_input(input jsonb, allowed text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  checked jsonb := '{}';
  missing constant jsonb := '{
    "customer_id": "Choose the customer for this booking.", "vendor_id": "Choose the vendor for this booking.",
    "agent_id": "Choose the agent who sold this booking.", "booking_reference": "Enter the booking reference.",
    "sale_date": "Enter the sale date.", "total_amount": "Enter the total amount.",
    "commission_amount": "Enter the commission amount.", "commission_rate": "Enter the commission rate.",
    "commission_basis": "Enter the commission rate.", "status": "Invalid status specified"}';
  key text;
  value jsonb;
  typed text;
  amount numeric;
begin
  if input is null or jsonb_typeof(input) <> 'object' then
    perform private.refuse('Send the fields of the sale as an object.', '', 'fields_expected', '{"noun": "sale"}');
  end if;
  for key, value in select e.key, e.value from jsonb_each(input) e order by e.key loop
    if key <> all (allowed) then
      perform private.refuse('A sale has no field "' || left(key, 60) || '" that can be set here.', left(key, 60), 'field_unknown',
        jsonb_build_object('noun', 'sale', 'field', left(key, 60)));
    end if;
    typed := value #>> '{}';
    if typed is null then
      -- private.fill_sale fills the currency and the derived half of the commission.
      if key = 'currency' or key = 'commission_amount' and input ->> 'commission_basis' = 'rate'
        or key = 'commission_rate' and input ->> 'commission_basis' = 'amount' then
        continue;
      elsif key in ('lines', 'co_sellers', 'payment_plan') then
        value := '[]';
      elsif missing ? key then
        perform private.refuse(missing ->> key, key, 'sale_field_missing', jsonb_build_object('field', key));
      end if;
    elsif key in ('customer_id', 'vendor_id', 'agent_id', 'group_id') then
      if jsonb_typeof(value) <> 'string' or not pg_input_is_valid(typed, 'uuid') then
        if key = 'group_id' then
          perform private.refuse('Choose a group of your agency.', key, 'sale_group_unknown');
        end if;
        perform private.refuse(missing ->> key, key, 'sale_field_missing', jsonb_build_object('field', key));
      end if;
    elsif key in ('sale_date', 'travel_date', 'return_date') then
      if jsonb_typeof(value) <> 'string' or typed !~ '^\d{4}-\d\d-\d\d$' or not pg_input_is_valid(typed, 'date') then
        perform private.refuse('Enter a date like 11/19/2026.', key, 'date_expected');
      end if;
    elsif key in ('total_amount', 'commission_amount', 'commission_rate') then
      if jsonb_typeof(value) not in ('number', 'string')
        or jsonb_typeof(value) = 'string' and typed !~ '^ *-?\d{1,20}(\.\d{1,20})? *$' then
        perform private.refuse(case key when 'commission_rate' then 'Enter a percentage like 12.5.'
          else 'Enter an amount like 1,482.50.' end, key,
          case key when 'commission_rate' then 'percentage_expected' else 'amount_expected' end);
      end if;
      amount := round(typed::numeric, 2);
      if key = 'commission_rate' and amount not between 0 and 100 then
        perform private.refuse('Enter a percentage from 0 to 100.', key, 'percentage_out_of_range');
      elsif amount not between 0 and 9999999999.99 then
        perform private.refuse('Enter an amount of 0 or more. The most is 9,999,999,999.99.', key, 'amount_out_of_range');
      end if;
      value := to_jsonb(amount);
    elsif key in ('lines', 'co_sellers', 'payment_plan') then
      if jsonb_typeof(value) <> 'array' then
        perform private.refuse('Send the ' || replace(key, '_', ' ') || ' as a list.', key, 'list_expected', jsonb_build_object('field', key));
      end if;
    elsif jsonb_typeof(value) <> 'string' then
      perform private.refuse('Enter text here.', key, 'text_expected');
    elsif key = 'booking_reference' and not private.is_visible(typed) then
      perform private.refuse(missing ->> key, key, 'sale_field_missing', jsonb_build_object('field', key));
    end if;
    checked := checked || jsonb_build_object(key, value);
  end loop;
  return checked;
end $function$;

CREATE OR REPLACE FUNCTION private.checked_line(line jsonb, n integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  kind constant text := line ->> 'kind';
  words constant text := nullif(btrim(line ->> 'text'), '');
  unknown constant text := (
    select min(k) from jsonb_object_keys(case jsonb_typeof(line) when 'object' then line else '{"": 0}' end) k
    where k <> all ('{kind,text,amount,earns,rate,commission}'));
  earns text := coalesce(line ->> 'earns', 'nothing');
  amount numeric;
  rate numeric;
  commission numeric;
begin
  if unknown is not null then
    perform private.refuse('A line has no field "' || left(unknown, 60) || '" that can be set here.', format('lines.%s', n), 'field_unknown',
      jsonb_build_object('noun', 'line', 'field', left(unknown, 60)));
  elsif kind is null or kind <> all ('{fare,taxes,non_commissionable,air,hotel,cruise,tour,insurance,transfer,extra,discount,service_fee}') then
    perform private.refuse('Choose what this line is.', format('lines.%s.kind', n), 'line_kind_missing');
  elsif char_length(words) > 200 then
    perform private.refuse('Use at most 200 characters.', format('lines.%s.text', n), 'text_too_long', '{"most": 200}');
  elsif earns <> all ('{rate,amount,nothing}') then
    perform private.refuse('Say whether the line earns a rate, an amount or nothing.', format('lines.%s.earns', n), 'line_earns_unknown');
  end if;
  if kind = 'discount' then
    amount := private.line_number(line, 'amount', n, -9999999999.99, 0);
  else
    amount := private.line_number(line, 'amount', n, 0, 9999999999.99);
  end if;
  if kind in ('taxes', 'non_commissionable', 'service_fee') then
    earns := 'nothing';
  end if;
  if earns = 'rate' then
    rate := private.line_number(line, 'rate', n, 0, 100);
    commission := round(amount * rate / 100, 2);
  elsif earns = 'amount' then
    commission := private.line_number(line, 'commission', n, least(amount, 0), greatest(amount, 0));
    rate := case when amount = 0 then 0 else round(commission / amount * 100, 2) end;
  end if;
  return jsonb_build_object('kind', kind, 'text', words, 'amount', amount, 'earns', earns, 'rate', coalesce(rate, 0),
    'commission', coalesce(commission, 0));
end $function$;

CREATE OR REPLACE FUNCTION private.checked_lines(lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(lines) is distinct from 'array' then
    perform private.refuse('Send the lines as a list.', 'lines', 'list_expected', '{"field": "lines"}');
  elsif jsonb_array_length(lines) > 60 then
    perform private.refuse('A sale has at most 60 lines.', 'lines', 'lines_too_many', '{"most": 60}');
  end if;
  return coalesce((
    select jsonb_agg(private.checked_line(e.line, e.n::int - 1) order by e.n) from jsonb_array_elements(lines) with ordinality e(line, n)), '[]');
end $function$;

CREATE OR REPLACE FUNCTION private.collect_payout(b public.payout_batches, OUT commissions integer, OUT adjustments integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  with collectable as materialized (
    select * from private.collectable_lines(b.organization_id, null)
  ), kept as materialized (
    -- What is taken back meanwhile is waited for, and left out.
    select h.id from public.commission_shares h
    where h.id in (select c.share_id from collectable c where c.line_id is null) order by h.id for key share
  ), taken as (
    update public.payout_lines l set batch_id = b.id from collectable c where l.id = c.line_id and l.batch_id is null
    returning 1
  ), added_lines as (
    insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, share_id, amount, created_by)
    select b.organization_id, b.id, c.agent_id, c.kind, c.commission_id, c.share_id, c.amount, auth.uid()
    from collectable c where c.line_id is null and (c.share_id is null or c.share_id in (select k.id from kept k))
    order by c.commission_id, c.share_id
    on conflict do nothing
    returning 1)
  select (select count(*) from added_lines), (select count(*) from taken) into commissions, adjustments;
end $function$;

CREATE OR REPLACE FUNCTION private.collectable_lines(organization_id uuid, agent_id uuid)
 RETURNS TABLE(line_id uuid, kind text, commission_id uuid, agent_id uuid, amount numeric, share_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select null::uuid, c.kind, c.commission_id, c.agent_id, c.amount, c.share_id
  from private.open_for_payout(collectable_lines.organization_id, collectable_lines.agent_id, true) c
  where c.obstacle is null and c.batch_id is null
  union all
  select l.id, l.kind, l.commission_id, l.agent_id, l.amount, l.share_id from public.payout_lines l
  where l.organization_id = collectable_lines.organization_id and l.batch_id is null
    and (collectable_lines.agent_id is null or l.agent_id = collectable_lines.agent_id)
    and l.agent_id not in (
      select private.below_minimum(collectable_lines.organization_id, collectable_lines.agent_id))
$function$;

CREATE OR REPLACE FUNCTION private.commission_agent_amount(all_shares boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select 'm.agent_amount' || case when all_shares then ' + coalesce((select sum(h.agent_amount) from public.commission_shares h
    where h.organization_id = m.organization_id and h.commission_id = m.id), 0)' else '' end
$function$;

CREATE OR REPLACE FUNCTION private.commission_filter_of(status text, agent_id uuid, vendor_id uuid, overdue boolean, ready boolean, start_date date, end_date date, search text)
 RETURNS private.commission_filter
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  f private.commission_filter;
  patterns text[] := private.search_patterns(commission_filter_of.search);
  of_names text[];
begin
  select c.organization_id, c.agent_id into f.organization_id, f.agent_id
  from private.caller_scope(commission_filter_of.agent_id) c;
  select r.first_day, r.last_day into f.first_day, f.last_day
  from private.date_range(commission_filter_of.start_date, commission_filter_of.end_date) r;
  f.by_share := f.agent_id is not null and private.has_shares(f.organization_id, f.agent_id);
  f.all_shares := f.agent_id is null and private.shares_commissions(f.organization_id);
  f.vendor_id := commission_filter_of.vendor_id;
  f.status := case when commission_filter_of.status in ('unpaid', 'funds_received', 'agent_paid', 'cancelled')
    then commission_filter_of.status end;
  if commission_filter_of.overdue then
    f.due_before := private.today();
    f.tracked_since := (select o.receipts_tracked_since from public.organizations o where o.id = f.organization_id);
  end if;
  f.ready := coalesce(commission_filter_of.ready, false);
  f.blocked := private.blocked_commissions(f.organization_id, f.agent_id);
  if private.has_too_many_search_words(patterns) then
    f.organization_id := null;
  elsif f.organization_id is not null and patterns is not null then
    f.word := patterns[1];
    of_names := private.words_of_names(f.organization_id, f.agent_id, patterns);
    f.names_only := f.word = any (of_names);
    f.other_words := array(select p from unnest(patterns[2:]) p where not f.names_only or p <> all (of_names));
    f.all_words := cardinality(f.other_words) > 0 and private.most_customers_match(f.organization_id, patterns);
    if f.all_words then
      f.names_only := false;
      f.other_words := patterns[2:];
    end if;
    select c.customer_ids, c.exclude_customers into f.customer_ids, f.exclude_customers
    from private.match_customers(f.organization_id,
      case when f.all_words then patterns when f.names_only then of_names else patterns[:1] end) c;
    f.exact_ids := private.find_exact_references(f.organization_id, f.agent_id, commission_filter_of.search);
    f.vendor_ids := array(select v.id from public.vendors v
      where v.organization_id = f.organization_id and lower(v.name collate pg_catalog."pg_c_utf8") like f.word);
    if of_names <> '{}' and not f.exclude_customers
      and (case when f.names_only then f.customer_ids else private.find_customers(f.organization_id, of_names) end) = '{}' then
      f := private.with_misspelled(f, commission_filter_of.search, of_names);
    end if;
    if f.exclude_customers and f.customer_ids = '{}' and (f.all_words or cardinality(f.other_words) = 0) then
      -- Every customer matches.
      f.word := null;
      f.other_words := '{}';
      f.exclude_customers := false;
    end if;
  end if;
  return f;
end $function$;

CREATE OR REPLACE FUNCTION private.commission_join(overdue boolean, by_share boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select ' join ' || private.commission_source(overdue, by_share) || ' m on m.sales_id = s.id and m.organization_id = s.organization_id'
    || case when by_share then ' and m.agent_id = s.agent_id' else '' end
$function$;

CREATE OR REPLACE FUNCTION private.commission_part(amount numeric, share_percents numeric[], place integer)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when place is null then null when cardinality(share_percents) = 1 then amount
    else (private.parts_of(amount, share_percents))[place] end
$function$;

CREATE OR REPLACE FUNCTION private.commission_rows(sale_ids uuid[], backwards boolean, by_share_of uuid DEFAULT NULL::uuid, all_shares boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', m.id, 'status', coalesce(p.status, m.status), 'amount', coalesce(p.amount, m.amount),
    'agent_amount', coalesce(p.agent_amount, m.agent_amount + case when all_shares then coalesce((
      select sum(h.agent_amount) from public.commission_shares h
      where h.organization_id = m.organization_id and h.commission_id = m.id), 0) else 0 end),
    'commission_split', coalesce(p.commission_split, m.commission_split), 'due_on', m.due_on, 'created_at', m.created_at, 'sales_id', m.sales_id,
    'booking_reference', s.booking_reference, 'sale_date', s.sale_date, 'sale_status', s.status,
    'total_amount', coalesce(q.total_amount, s.total_amount), 'open', w.open, 'owed', w.owed,
    'customer', jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name),
    'vendor', jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url),
    'agent', jsonb_build_object('id', a.id, 'first_name', a.first_name, 'last_name', a.last_name,
      'avatar_url', a.avatar_url))
    || case when p.share_percent < 100 then jsonb_build_object('share_percent', p.share_percent) else '{}' end
    || case when p.agent_id <> m.agent_id then jsonb_build_object('open', 0, 'owed', 0) else '{}' end
    order by case when backwards then -u.n else u.n end), '[]')
  from unnest(sale_ids) with ordinality u(id, n)
  join public.sales s on s.id = u.id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
  join private.commission_money w on w.commission_id = m.id
  left join lateral (select x.* from private.commissions_by_share x where by_share_of is not null and x.id = m.id
    and x.organization_id = m.organization_id and x.agent_id = by_share_of offset 0) p on true
  left join lateral (select x.* from private.sales_by_share x where by_share_of is not null and x.id = s.id
    and x.organization_id = s.organization_id and x.agent_id = by_share_of offset 0) q on true
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
  join public.users a on a.id = m.agent_id
$function$;

CREATE OR REPLACE FUNCTION private.commission_sort(sort text, from_sales boolean, join_commissions boolean, overdue boolean, sales_first boolean, by_share boolean, OUT source text, OUT keys text[])
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  sale_date text := case when from_sales then 's.sale_date' else 'm.sale_date' end;
  commissions text := private.commission_source(overdue, by_share);
begin
  source := case when from_sales then private.sales_source(by_share) else commissions || ' m' end
    || case when sales_first then ' cross join lateral (select * from ' || commissions || ' x
        where x.sales_id = s.id and x.organization_id = s.organization_id'
        || case when by_share then ' and x.agent_id = s.agent_id' else '' end || ' offset 0) m'
      when join_commissions
        then private.commission_join(overdue, by_share) else '' end
    || case sort
      when 'customer' then ' join public.customers c on c.organization_id = s.organization_id and c.id = s.customer_id'
      when 'vendor' then format(' join public.vendors v on v.organization_id = %1$s.organization_id and v.id = %1$s.vendor_id',
        case when from_sales then 's' else 'm' end)
      when 'agent' then ' join public.users a on a.organization_id = m.organization_id and a.id = m.agent_id'
      else '' end;
  keys := case sort
    when 'sale_date' then array[sale_date]
    when 'amount' then array[private.commission_amount(overdue)]
    when 'total_amount' then '{s.total_amount}'
    when 'booking_reference' then '{s.booking_reference}'
    when 'status' then '{m.status,m.created_at}'
    when 'customer' then array['c.last_name', 'c.first_name', 'c.id', sale_date]
    when 'vendor' then array['v.name', 'v.id', sale_date]
    when 'agent' then '{a.last_name,a.first_name,a.id,m.created_at}'
    else case when sort = 'due_on' and overdue then '{m.due_on}'::text[] else '{m.created_at}' end end;
end $function$;

CREATE OR REPLACE FUNCTION private.commission_source(overdue boolean, by_share boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when overdue then '(select w.*, w.commission_id as id, w.payee_id as agent_id from private.commission_money'
      || case when by_share then '_by_share' else '' end || ' w)'
    when by_share then 'private.commissions_by_share' else 'public.commissions' end
$function$;

CREATE OR REPLACE FUNCTION private.commissions_of(parts jsonb)
 RETURNS uuid[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array(select (p ->> 'commission_id')::uuid from jsonb_array_elements(parts) p
    where not coalesce((p ->> 'is_other')::boolean, false))
$function$;

CREATE OR REPLACE FUNCTION private.complete_payout(b public.payout_batches, day date, reference text, payment_key uuid, checks jsonb, by_itself boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first_number int;
begin
  select coalesce(max(split_part(s.number, '-', 3)::int), 0) into first_number from public.payout_statements s
  where s.organization_id = b.organization_id and starts_with(s.number, to_char(day, 'YYYY-MM-'));
  insert into public.payout_statements (organization_id, batch_id, agent_id, number, commission_amount, adjustment_amount,
    carried_in, carried_out, paid_amount, paid_on, payment_method, reference, content)
  select b.organization_id, b.id, t.agent_id,
    to_char(day, 'YYYY-MM-') || to_char(first_number + row_number() over (order by u.last_name, u.first_name, u.id), 'FM999999900'),
    t.commission_amount, t.adjustment_amount, t.carried_in, t.carried_out, t.paid_amount, day,
    case when account.details is null then private.payment_without_account(b.currency) else 'bank_transfer' end,
    nullif(btrim(case when account.details is null then coalesce(checks ->> t.agent_id::text, complete_payout.reference)
      else complete_payout.reference end), ''),
    jsonb_build_object('agency', private.statement_agency(b.organization_id),
      'agent', jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name), 'payout', b.name, 'currency', b.currency,
      'account', account.details, 'lines', private.statement_lines(b, t.agent_id),
      'returned', private.returned_payments(b, t.agent_id))
  from private.payout_totals(b) t
  join public.users u on u.id = t.agent_id
  cross join lateral (select private.file_account(b.organization_id, t.agent_id) as details) account;

  -- Before its commissions move on: what is in a scheduled payout is locked.
  update public.payout_batches p set status = 'paid', paid_by = auth.uid(), paid_at = now(), paid_on = complete_payout.day,
    reference = complete_payout.reference, checks = complete_payout.checks, payment_key = complete_payout.payment_key,
    schedule_problem = null, schedule_failure = null, schedule_told_on = null, version = p.version + 1
  where p.id = b.id;
  -- Shares first: a commission whose last share this is becomes agent_paid with its seller.
  perform private.write_share_payments(b.organization_id, array_agg(l.share_id order by l.share_id),
    array_agg(s.payment_method order by l.share_id), array_agg(s.reference order by l.share_id), day, null, b.id)
  from public.payout_lines l
  join public.payout_statements s on s.organization_id = l.organization_id and s.batch_id = l.batch_id and s.agent_id = l.agent_id
  where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind in ('share', 'override')
  having count(*) > 0;
  perform private.write_agent_payments(b.organization_id, array_agg(l.commission_id order by l.commission_id),
    array_agg(s.payment_method order by l.commission_id), array_agg(s.reference order by l.commission_id), day, null, b.id)
  from public.payout_lines l
  join public.payout_statements s on s.organization_id = l.organization_id and s.batch_id = l.batch_id and s.agent_id = l.agent_id
  where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind = 'commission'
  having count(*) > 0;

  perform private.note_payout(b, 'paid', jsonb_build_object('amount',
    (select sum(s.paid_amount) from public.payout_statements s where s.organization_id = b.organization_id and s.batch_id = b.id))
    || case when by_itself then '{"by_itself": true}' else '{}' end::jsonb);
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id, code, params)
  select s.organization_id, s.agent_id, 'payout',
    case when s.paid_amount > 0 then 'You were paid ' || trim(to_char(s.paid_amount, '9,999,999,990.00')) || ' ' || b.currency || ' with the '
      || b.name || ' payout. Your statement is there.'
    else 'Your statement of the ' || b.name || ' payout is there.' end, 'statements', s.id,
    case when s.paid_amount > 0 then 'payout_paid' else 'statement_there' end,
    jsonb_build_object('amount', s.paid_amount, 'currency', b.currency, 'payout', b.name)
  from public.payout_statements s
  where s.organization_id = b.organization_id and s.batch_id = b.id and (by_itself or s.agent_id is distinct from auth.uid())
  order by s.agent_id;
end $function$;

CREATE OR REPLACE FUNCTION private.correct_share()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.share_is_fixed(new) then
    perform private.correct_share_of(new);
  end if;
  if cardinality(new.share_percents) > 1 or exists (
    select from public.commission_shares h where h.organization_id = new.organization_id and h.commission_id = new.id) then
    perform private.correct_shares_of(new);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.correct_share_of(c public.commissions)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Who collects it meanwhile is waited for.
  waiting constant numeric := (select coalesce(sum(w.amount), 0) from (
    select l.amount from public.payout_lines l
    where l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'correction' and l.share_id is null and l.batch_id is null
    for update) w);
  difference numeric;
  b public.payout_batches;
begin
  difference := private.seller_share(c) - c.agent_amount + waiting - coalesce((
    select sum(l.amount) from public.payout_lines l
    where l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'correction' and l.share_id is null), 0);
  -- Nobody gives back more than they were paid.
  if c.status = 'agent_paid' or c.seller_paid then
    difference := greatest(difference, waiting - private.recallable_amount(c.organization_id, c.id));
  end if;
  if difference = waiting then
    return;
  end if;
  delete from public.payout_lines l
  where l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'correction' and l.share_id is null and l.batch_id is null;
  if difference = 0 then
    return;
  end if;
  select p.* into b from public.payout_batches p
  where p.organization_id = c.organization_id and p.status = 'draft' for update skip locked;
  insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, amount, note, note_fact, created_by)
  select c.organization_id, b.id, c.agent_id, 'correction', c.id, difference,
    left(v.name, 200) || case when difference < 0 then ' paid less than was expected' else ': what was written off is expected again' end,
    jsonb_build_object('code', case when difference < 0 then 'paid_less' else 'expected_again' end,
      'params', jsonb_build_object('vendor', left(v.name, 200))),
    private.acting_user(c.organization_id)
  from public.vendors v where v.id = c.vendor_id;
  -- Who approves the draft has to see it.
  update public.payout_batches p set version = p.version + 1 where p.id = b.id;
end $function$;

CREATE OR REPLACE FUNCTION private.correct_shares_of(c public.commissions)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  parts constant numeric[] := private.parts_of(coalesce(c.share_base, c.amount), c.share_percents);
  h public.commission_shares;
  waiting numeric;
  wanted numeric;
  difference numeric;
  b public.payout_batches;
begin
  for h in
    select k.* from public.commission_shares k
    where k.organization_id = c.organization_id and k.commission_id = c.id and k.role <> 'tier_correction'
      and (k.status = 'paid' or k.status = 'open' and private.share_schedule_lock(k.organization_id, k.id) is not null) order by k.id
  loop
    waiting := (select coalesce(sum(w.amount), 0) from (
      select l.amount from public.payout_lines l
      where l.organization_id = h.organization_id and l.share_id = h.id and l.kind = 'correction' and l.batch_id is null
      for update) w);
    wanted := case when h.place is not null then round(parts[h.place] * h.split / 100, 2) else private.override_now(h, c) end;
    difference := wanted - h.agent_amount + waiting - coalesce((
      select sum(l.amount) from public.payout_lines l
      where l.organization_id = h.organization_id and l.share_id = h.id and l.kind = 'correction'), 0);
    if h.status = 'paid' then
      difference := case when h.role = 'override_charge' then least(difference, waiting - private.recallable_share(h))
        else greatest(difference, waiting - private.recallable_share(h)) end;
    end if;
    continue when difference = waiting;
    delete from public.payout_lines l
    where l.organization_id = h.organization_id and l.share_id = h.id and l.kind = 'correction' and l.batch_id is null;
    continue when difference = 0;
    select p.* into b from public.payout_batches p
    where p.organization_id = c.organization_id and p.status = 'draft' for update skip locked;
    insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, share_id, amount, note, note_fact, created_by)
    select c.organization_id, b.id, h.user_id, 'correction', c.id, h.id, difference,
      left(v.name, 200) || case when (difference < 0) <> (h.role = 'override_charge') then ' paid less than was expected' else ': what was written off is expected again' end,
      jsonb_build_object('code', case when (difference < 0) <> (h.role = 'override_charge') then 'paid_less' else 'expected_again' end,
        'params', jsonb_build_object('vendor', left(v.name, 200))),
      private.acting_user(c.organization_id)
    from public.vendors v where v.id = c.vendor_id;
    update public.payout_batches p set version = p.version + 1 where p.id = b.id;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.correct_tier_year(terms public.agreement_versions, first_day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  last_day constant date := (correct_tier_year.first_day + interval '1 year')::date - 1;
  whole constant boolean := terms.tiers ->> 'mode' = 'whole_year';
  basis constant text := terms.tiers ->> 'basis';
begin
  -- Who pays one meanwhile, or takes it into a payout, is waited for.
  perform 1 from public.commission_shares h
  where h.organization_id = terms.organization_id and h.user_id = terms.user_id and h.role = 'tier_correction'
    and h.terms_version_id = terms.id and h.status = 'open'
  order by h.id for update;
  with steps as materialized (
    select s.start, s.split, coalesce(lead(s.start) over (order by s.start), 'infinity') as next
    from (
      select 0::numeric as start, terms.default_split as split
      where not exists (select from jsonb_array_elements(terms.tiers -> 'steps') e where (e ->> 'from')::numeric = 0)
      union all
      select (e ->> 'from')::numeric, (e ->> 'split')::numeric from jsonb_array_elements(terms.tiers -> 'steps') e) s
  ), by_category as materialized (
    select e ->> 'category' as kind, (e ->> 'split')::numeric as split from jsonb_array_elements(terms.category_splits) e
  ), by_vendor as materialized (
    select (e ->> 'vendor_id')::uuid as vendor_id from jsonb_array_elements(terms.vendor_splits) e
  ), sold as materialized (
    -- Each part that the person has of a sale of the year, in the order in which they count.
    select s.id as sales_id, s.sale_date as day, s.created_at as recorded, s.vendor_id, s.lines, c.id as commission_id, null::uuid as other_id,
      null::uuid as under_id, c.terms_version_id, c.commission_split as recorded_split, c.share_percents[1] as percent,
      case when cardinality(c.share_percents) = 1 then coalesce(c.share_base, c.amount)
        else (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[1] end as gross,
      c.status <> 'cancelled' as stands, c.share_percents[1] / 100 * case when basis = 'sales_booked' then s.total_amount
        when c.status = 'cancelled' then 0 when basis = 'commission_expected' then s.commission_amount
        else coalesce(c.received_amount, 0) end as volume, null::numeric as adds
    from public.sales s
    join public.commissions c on c.organization_id = s.organization_id and c.sales_id = s.id
    where s.organization_id = terms.organization_id and s.agent_id = terms.user_id and s.status <> 'cancelled'
      and s.sale_date between correct_tier_year.first_day and last_day
    union all
    select s.id, s.sale_date, s.created_at, s.vendor_id, s.lines, c.id, null, h.id, h.terms_version_id, h.split, h.percent, h.gross_part,
      h.status <> 'cancelled' and c.status <> 'cancelled', h.percent / 100 * case when basis = 'sales_booked' then s.total_amount
        when c.status = 'cancelled' then 0 when basis = 'commission_expected' then s.commission_amount
        else coalesce(c.received_amount, 0) end, null
    from public.commission_shares h
    join public.sales s on s.organization_id = h.organization_id and s.id = h.sales_id
    join public.commissions c on c.organization_id = h.organization_id and c.id = h.commission_id
    where h.organization_id = terms.organization_id and h.user_id = terms.user_id and h.role in ('co_seller', 'referral')
      and s.status <> 'cancelled' and s.sale_date between correct_tier_year.first_day and last_day
    union all
    -- A service fee has the tier of its sale, what a vendor pays of a cancelled one that of what was sold before it; neither adds anything.
    select h.sales_id, s.sale_date, s.created_at, o.vendor_id, jsonb_build_array(jsonb_build_object('kind', o.kind)), null, o.id, h.id,
      h.terms_version_id, h.split, h.percent, h.gross_part, h.status <> 'cancelled' and o.status <> 'cancelled', 0,
      case when o.kind <> 'service_fee' then 0 else h.percent / 100 * case when basis = 'sales_booked' then s.total_amount
        else s.commission_amount end end
    from public.commission_shares h
    join public.other_commissions o on o.organization_id = h.organization_id and o.id = h.other_commission_id
    join public.sales s on s.organization_id = h.organization_id and s.id = h.sales_id
    where h.organization_id = terms.organization_id and h.user_id = terms.user_id and h.place is not null
      and s.sale_date between correct_tier_year.first_day and last_day
  ), placed as (
    select s.*, case when whole then round(sum(s.volume) over (), 2) else round(coalesce(sum(s.volume) over (
        order by s.day, s.recorded, s.sales_id, s.other_id is null rows between unbounded preceding and 1 preceding), 0), 2) end as before,
      case when whole or basis = 'commission_received' then 0 else coalesce(s.adds, s.volume) end as part
    from sold s
  ), wanted as (
    select p.commission_id, p.other_id, p.under_id, p.sales_id, p.day, p.percent, p.gross, w.split,
      round(p.gross * w.split / 100, 2) - round(p.gross * p.recorded_split / 100, 2) as amount
    from placed p
    cross join lateral (
      select coalesce(round(case when p.part > 0
          then sum(greatest(least(p.before + p.part, s.next) - greatest(p.before, s.start), 0) * s.split) / p.part
          else max(s.split) filter (where p.before >= s.start and p.before < s.next) end, 2), p.recorded_split) as split
      from steps s) t
    -- What no category says of its lines, as private.split_of_sale.
    cross join lateral (
      select case when p.lines = '[]' then t.split
        when p.other_id is not null then coalesce((
          select k.split from by_category k where k.kind = p.lines -> 0 ->> 'kind' and k.kind = 'service_fee'), t.split)
        else coalesce((
          select case when b.split between 0 and 100 then b.split end
          from (
            select round(sum(l.commission * coalesce(k.split, t.split)) / nullif(sum(l.commission), 0), 2) as split
            from (select e ->> 'kind' as kind, coalesce((e ->> 'commission')::numeric, 0) as commission
              from jsonb_array_elements(p.lines) e) l
            left join by_category k on k.kind = l.kind
            where l.kind <> 'service_fee') b), t.split) end as split) w
    where p.stands and p.terms_version_id = terms.id and (p.vendor_id is null or p.vendor_id not in (select v.vendor_id from by_vendor v))
  ), corrected as (
    select h.commission_id, h.other_commission_id as other_id, h.under_share_id as under_id, h.id, h.agent_amount,
      h.status = 'paid' or l.is_planned is not null as is_fixed
    from public.commission_shares h
    left join public.sales s on h.commission_id is not null and s.id = h.sales_id
    left join lateral (
      select true as is_planned from public.payout_lines l join public.payout_batches b on b.organization_id = l.organization_id and b.id = l.batch_id
      where l.organization_id = h.organization_id and l.share_id = h.id and l.kind = 'override' and b.status = 'scheduled' offset 0) l on true
    where h.organization_id = terms.organization_id and h.user_id = terms.user_id and h.role = 'tier_correction'
      and h.terms_version_id = terms.id and h.status <> 'cancelled'
      and coalesce(s.sale_date, h.counted_on) between correct_tier_year.first_day and last_day
  ), due as materialized (
    select k.commission_id, k.other_id, k.under_id, sum(k.amount) as amount, (array_agg(k.open_id) filter (where k.open_id is not null))[1] as open_id,
      max(k.split) as split, max(k.percent) as percent, max(k.gross) as gross, max(k.day) as day,
      (array_agg(k.sales_id) filter (where k.sales_id is not null))[1] as sales_id
    from (
      select w.commission_id, w.other_id, w.under_id, w.amount, null::uuid as open_id, w.split, w.percent, w.gross, w.day, w.sales_id
      from wanted w
      union all
      select c.commission_id, c.other_id, c.under_id, case when c.is_fixed then -c.agent_amount else 0 end,
        case when not c.is_fixed then c.id end, null, null, null, null, null
      from corrected c) k
    group by 1, 2, 3
    having sum(k.amount) <> 0 or count(k.open_id) > 0
  ), gone as (
    delete from public.commission_shares h using due d
    where h.id = d.open_id and d.amount = 0 and not exists (
      select 1 from public.payout_lines l where l.organization_id = h.organization_id and l.share_id = h.id)
  ), void as (
    -- In a draft the line says so, and is taken out by who works on it.
    update public.commission_shares h set status = 'cancelled', agent_amount = 0 from due d
    where h.id = d.open_id and d.amount = 0 and exists (
      select 1 from public.payout_lines l where l.organization_id = h.organization_id and l.share_id = h.id)
  ), changed as (
    update public.commission_shares h set agent_amount = d.amount, split = coalesce(d.split, h.split), percent = coalesce(d.percent, h.percent),
      gross_part = coalesce(d.gross, h.gross_part), counted_on = coalesce(d.day, h.counted_on)
    from due d
    where h.id = d.open_id and d.amount <> 0 and (h.agent_amount, h.split, h.percent, h.gross_part, h.counted_on)
      is distinct from (d.amount, coalesce(d.split, h.split), coalesce(d.percent, h.percent), coalesce(d.gross, h.gross_part),
        coalesce(d.day, h.counted_on)))
  insert into public.commission_shares (organization_id, commission_id, other_commission_id, sales_id, user_id, role, percent, split,
    gross_part, agent_amount, under_share_id, terms_version_id, counted_on)
  select terms.organization_id, d.commission_id, d.other_id, coalesce(d.sales_id, x.sales_id), terms.user_id, 'tier_correction',
    coalesce(d.percent, x.percent), coalesce(d.split, x.split), coalesce(d.gross, x.gross_part), d.amount, d.under_id, terms.id,
    coalesce(d.day, x.counted_on)
  from due d
  -- Of a share that is no more what was paid is asked back as it was.
  left join lateral (
    select h.sales_id, h.percent, h.split, h.gross_part, h.counted_on from public.commission_shares h
    where d.sales_id is null and h.organization_id = terms.organization_id and h.user_id = terms.user_id and h.role = 'tier_correction'
      and h.terms_version_id = terms.id and (h.commission_id, h.other_commission_id, h.under_share_id)
        is not distinct from (d.commission_id, d.other_id, d.under_id)
    order by h.created_at desc, h.id limit 1) x on true
  where d.open_id is null and d.amount <> 0
  order by d.sales_id, d.commission_id, d.other_id, d.under_id;
end $function$;

CREATE OR REPLACE FUNCTION private.correct_tiers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due private.tier_years_due;
  terms public.agreement_versions;
begin
  for due in
    select d.* from private.tier_years_due d where d.transaction_id = pg_current_xact_id() order by d.user_id
  loop
    -- One after the other, as sales are recorded.
    perform 1 from public.user_terms t where t.user_id = due.user_id for no key update;
    for terms in
      select v.* from public.agreement_versions v
      where v.organization_id = due.organization_id and v.user_id = due.user_id and v.tiers is not null and v.replaced_at is null
        -- From there on a receipt counts for what is sold after it.
        and (v.tiers ->> 'basis', v.tiers ->> 'mode') <> ('commission_received', 'from_there_on')
      order by v.number
    loop
      perform private.correct_tier_year(terms, y.first_day::date)
      from generate_series(private.tier_year(due.first_day, terms.tiers ->> 'year_start')::timestamp,
        private.tier_year(due.last_day, terms.tiers ->> 'year_start')::timestamp, interval '1 year') y(first_day);
    end loop;
  end loop;
  delete from private.tier_years_due d where d.transaction_id = pg_current_xact_id();
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.counted_by(organization_id uuid, agent_id uuid, grouped_by text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when private.shares_commissions(organization_id)
    then case when agent_id is not null or grouped_by = 'agent' then 'person' else 'agency' end end
$function$;

CREATE OR REPLACE FUNCTION private.create_commission()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.commissions
    (organization_id, sales_id, agent_id, vendor_id, sale_date, sale_paid, due_on, amount, commission_split, agent_amount,
      share_percents)
  select n.organization_id, n.id, n.agent_id, n.vendor_id, n.sale_date, n.status = 'paid',
    private.due_on(v.expected_payment_days, v.expected_payment_basis, n.sale_date, n.travel_date, n.return_date),
    n.commission_amount, coalesce(t.commission_split, o.default_commission_split), 0,
    private.share_percents(n.co_sellers)
  from added n
  join public.organizations o on o.id = n.organization_id
  join public.vendor_terms v on v.organization_id = n.organization_id and v.vendor_id = n.vendor_id
  left join public.user_terms t on t.organization_id = n.organization_id and t.user_id = n.agent_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.create_service_fees()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids uuid[];
begin
  if not exists (select 1 from added n where n.fee_amount > 0) then
    return null;
  end if;
  with fees as (
    insert into public.other_commissions (organization_id, kind, sales_id, amount, counted_on, created_by, status, received_amount, received_on)
    select n.organization_id, 'service_fee', n.id, n.fee_amount, n.sale_date, n.agent_id, case n.status when 'booked' then 'unpaid'
      when 'paid' then 'funds_received' else 'cancelled' end, case n.status when 'paid' then n.fee_amount end,
      case n.status when 'paid' then (now() at time zone o.time_zone)::date end
    from added n
    join public.organizations o on o.id = n.organization_id
    where n.fee_amount > 0
    returning id)
  select array_agg(f.id) into ids from fees f;
  perform private.write_other_shares(ids);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.daily_totals_of_rows(organization_id uuid, days date[], record_type text DEFAULT NULL::text, subject_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF private.daily_totals
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Where nobody shares, from the rows of sales and commissions alone.
  if not private.shares_commissions(daily_totals_of_rows.organization_id) then
    return query
      select s.organization_id, k.subject_id, 'sale', s.sale_date, s.status, count(*)::integer, sum(s.total_amount),
        sum(s.commission_amount), 0::numeric
      from public.sales s
      cross join lateral (values (s.organization_id), (s.agent_id)) k(subject_id)
      where s.organization_id = daily_totals_of_rows.organization_id and s.sale_date = any (daily_totals_of_rows.days)
        and (daily_totals_of_rows.record_type is null or daily_totals_of_rows.record_type = 'sale')
        and (daily_totals_of_rows.subject_id is null or k.subject_id = daily_totals_of_rows.subject_id)
      group by s.organization_id, k.subject_id, s.sale_date, s.status
      union all
      select c.organization_id, k.subject_id, 'commission', c.sale_date, c.status, count(*)::integer, 0::numeric,
        sum(c.amount), sum(c.agent_amount)
      from public.commissions c
      cross join lateral (values (c.organization_id), (c.agent_id)) k(subject_id)
      where c.organization_id = daily_totals_of_rows.organization_id and c.sale_date = any (daily_totals_of_rows.days)
        and (daily_totals_of_rows.record_type is null or daily_totals_of_rows.record_type = 'commission')
        and (daily_totals_of_rows.subject_id is null or k.subject_id = daily_totals_of_rows.subject_id)
      group by c.organization_id, k.subject_id, c.sale_date, c.status;
    return;
  end if;
  return query
    select t.organization_id, t.subject_id, 'sale', t.sale_date, t.status, count(*)::integer, sum(t.total_amount),
      sum(t.commission_amount), 0::numeric
    from (
      select s.organization_id, k.subject_id, s.sale_date, s.status, k.total_amount, k.commission_amount
      from public.sales s
      cross join lateral (values (s.organization_id, s.total_amount, s.commission_amount),
        (s.agent_id, case when s.co_sellers = '[]' then s.total_amount else private.share_part(s.total_amount, s.co_sellers, 1) end, case when s.co_sellers = '[]' then s.commission_amount else private.share_part(s.commission_amount, s.co_sellers, 1) end))
        k(subject_id, total_amount, commission_amount)
      where s.organization_id = daily_totals_of_rows.organization_id and s.sale_date = any (daily_totals_of_rows.days)
        and (daily_totals_of_rows.subject_id is null or k.subject_id = daily_totals_of_rows.subject_id)
      union all
      select h.organization_id, h.user_id, s.sale_date, s.status, private.share_part(s.total_amount, s.co_sellers, h.place),
        private.share_part(s.commission_amount, s.co_sellers, h.place)
      from public.commission_shares h
      join public.sales s on s.organization_id = h.organization_id and s.id = h.sales_id
      where h.organization_id = daily_totals_of_rows.organization_id and h.counted_on = any (daily_totals_of_rows.days)
        and h.role in ('co_seller', 'referral') and h.commission_id is not null
        and (daily_totals_of_rows.subject_id is null or h.user_id = daily_totals_of_rows.subject_id)) t
    where daily_totals_of_rows.record_type is null or daily_totals_of_rows.record_type = 'sale'
    group by t.organization_id, t.subject_id, t.sale_date, t.status
    union all
    select t.organization_id, t.subject_id, 'commission', t.sale_date, t.status, sum(t.n)::integer, 0::numeric, sum(t.amount),
      sum(t.agent_amount)
    from (
      select c.organization_id, k.subject_id, c.sale_date, k.status, 1 as n, k.amount, c.agent_amount
      from public.commissions c
      cross join lateral (values (c.organization_id, c.status, c.amount),
        (c.agent_id, case when c.seller_paid then 'agent_paid' else c.status end, case when cardinality(c.share_percents) = 1 then c.amount else (private.parts_of(c.amount, c.share_percents))[1] end))
        k(subject_id, status, amount)
      where c.organization_id = daily_totals_of_rows.organization_id and c.sale_date = any (daily_totals_of_rows.days)
        and (daily_totals_of_rows.subject_id is null or k.subject_id = daily_totals_of_rows.subject_id)
      union all
      -- To the agency a commission is one, and what its people get of it is the sum of their shares.
      select h.organization_id, k.subject_id, c.sale_date, k.status, k.n, k.amount, h.agent_amount
      from public.commission_shares h
      join public.commissions c on c.organization_id = h.organization_id and c.id = h.commission_id
      cross join lateral (values (h.organization_id, c.status, 0, 0::numeric),
        (h.user_id, case when h.status = 'paid' then 'agent_paid' when h.status = 'cancelled' then 'cancelled'
          when c.status = 'agent_paid' then 'funds_received' else c.status end, 1,
          (private.parts_of(c.amount, c.share_percents))[h.place])) k(subject_id, status, n, amount)
      where h.organization_id = daily_totals_of_rows.organization_id and h.counted_on = any (daily_totals_of_rows.days)
        and (k.n = 0 or h.role in ('co_seller', 'referral'))
        and (daily_totals_of_rows.subject_id is null or k.subject_id = daily_totals_of_rows.subject_id)) t
    where daily_totals_of_rows.record_type is null or daily_totals_of_rows.record_type = 'commission'
    group by t.organization_id, t.subject_id, t.sale_date, t.status;
end $function$;

CREATE OR REPLACE FUNCTION private.dashboard_part(part text, organization_id uuid, agent_id uuid, first_day date, last_day date, today date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return case part
    when 'sales' then public.get_sales_by_status(first_day, last_day)
    when 'commissions' then public.get_commission_stats(first_day, last_day)
    when 'sales_trend' then public.get_sales_status_timeline(first_day, last_day) - 'bucket'
    when 'commission_trend' then public.get_commission_status_timeline(first_day, last_day) - 'bucket'
    when 'top_agents' then public.get_top_agents(first_day, last_day)
    when 'top_vendors' then public.get_top_vendors(first_day, last_day)
    when 'recent_customers' then public.get_recent_customers(5, first_day, last_day)
    when 'to_do' then private.to_do()
    when 'payable' then private.payable_to(organization_id, agent_id)
    when 'departures' then private.departures_of(organization_id, agent_id, today)
    when 'payments_due' then private.payments_due(organization_id, agent_id, today)
    when 'next_tier' then private.next_tier(organization_id, agent_id, today)
  end;
end $function$;

CREATE OR REPLACE FUNCTION private.departures_of(organization_id uuid, agent_id uuid, today date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('sales_id', s.id, 'booking_reference', s.booking_reference,
    'customer_id', s.customer_id, 'customer_first_name', c.first_name, 'customer_last_name', c.last_name,
    'vendor_name', v.name, 'travel_date', s.travel_date, 'return_date', s.return_date)
    order by s.travel_date, s.id), '[]')
  from (
    (select d.* from public.sales d
    where d.organization_id = departures_of.organization_id and d.agent_id = departures_of.agent_id
      and d.status <> 'cancelled' and d.travel_date is not null and d.travel_date >= departures_of.today
    order by d.travel_date, d.id limit 5)
    union all
    -- Those of others of which they have a share.
    (select d.* from public.sales d
    where d.organization_id = departures_of.organization_id and d.agent_id <> departures_of.agent_id
      and d.id = any (private.shared_sales(departures_of.organization_id, departures_of.agent_id))
      and d.status <> 'cancelled' and d.travel_date is not null and d.travel_date >= departures_of.today
    order by d.travel_date, d.id limit 5)
    order by travel_date, id limit 5) s
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
$function$;

CREATE OR REPLACE FUNCTION private.derived_commission_columns()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '{id,organization_id,sales_id,sale_date,sale_paid,vendor_id,due_on,commission_split,agent_amount,deposited_amount,
    open_amount,undeposited_amount,manual_amount,share_base,share_percents,seller_paid,terms_version_id,taken_back_amount,manual_written_off,created_at,updated_at}'::text[]
$function$;

CREATE OR REPLACE FUNCTION private.describe_imported_sales(b public.import_batches, rows jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('row_number', s.import_row, 'customer', c.first_name || ' ' || c.last_name,
    'vendor', v.name, 'agent', u.first_name || ' ' || u.last_name, 'status', s.status, 'commission_status', m.status,
    'commission_amount', s.commission_amount, 'lines', jsonb_array_length(s.lines), 'total_amount', s.total_amount,
    'makes', to_jsonb(array_remove(array[
      case when c.import_batch_id = b.id and c.import_row = s.import_row then 'customer' end,
      case when v.import_batch_id = b.id and v.import_row = s.import_row then 'vendor' end], null)),
    'customer_row', case when c.import_batch_id = b.id then c.import_row end,
    'vendor_row', case when v.import_batch_id = b.id then v.import_row end)
    order by s.import_row), '[]')
  from jsonb_array_elements(rows) e
  join public.sales s on s.import_batch_id = b.id and s.import_row = (e ->> 'row_number')::int
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
  join public.users u on u.id = s.agent_id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
$function$;

CREATE OR REPLACE FUNCTION private.drop_recall(organization_id uuid, transaction_id uuid, commission_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  l public.payout_lines;
begin
  for l in
    select p.* from public.payout_lines p
    where p.organization_id = drop_recall.organization_id and p.transaction_id = drop_recall.transaction_id
      and p.commission_id = drop_recall.commission_id and p.share_id is not null and p.kind in ('recall', 'correction') order by p.id
  loop
    perform private.drop_recall_line(l);
  end loop;
  select p.* into l from public.payout_lines p
  where p.organization_id = drop_recall.organization_id and p.transaction_id = drop_recall.transaction_id
    and p.commission_id = drop_recall.commission_id and p.share_id is null and p.kind = 'recall';
  if l.id is null then
    return;
  end if;
  perform private.drop_recall_line(l);
  -- What was written off meanwhile was corrected by what the recall had left, at most.
  perform private.correct_share_of(c) from public.commissions c
  where c.organization_id = drop_recall.organization_id and c.id = drop_recall.commission_id and (c.status = 'agent_paid' or c.seller_paid);
  insert into public.commission_history
    (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes, code, params)
  select c.id, c.organization_id, private.acting_user(c.organization_id), 'update', c.status, c.status,
    jsonb_build_object('recalled_amount', -l.amount), '{}', 'Not taken back from the agent after all',
    'recall_dropped', jsonb_build_object('amount', -l.amount)
  from public.commissions c
  where c.organization_id = drop_recall.organization_id and c.id = drop_recall.commission_id;
end $function$;

CREATE OR REPLACE FUNCTION private.drop_recall_line(l public.payout_lines)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.payout_batches;
begin
  begin
    -- Commissions are locked already, and payouts come before them: who has this one is not waited for.
    select p.* into b from public.payout_batches p
    where p.organization_id = l.organization_id and p.id = l.batch_id for update nowait;
  exception when lock_not_available then
    perform private.refuse('Somebody is working on the payout that takes this back. Try again.', '', 'recall_busy');
  end;
  if b.status in ('approved', 'scheduled', 'paid') then
    perform private.refuse('The agent gives it back with the ' || b.name || ' payout already.', '', 'recalled_with_payout',
      jsonb_build_object('payout', b.name));
  end if;
  delete from public.payout_lines p where p.id = l.id and p.batch_id is not distinct from b.id;
  if not found then
    perform private.refuse('Somebody is working on the payout that takes this back. Try again.', '', 'recall_busy');
  elsif b.id is not null then
    perform private.note_payout(b, 'adjustment_removed', jsonb_build_object('agent_id', l.agent_id, 'kind', l.kind,
      'amount', l.amount, 'note', l.note, 'note_fact', l.note_fact));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.early_commissions(f private.commission_filter)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  early jsonb;
  commissions text := private.commission_source(f.due_before is not null, f.by_share);
begin
  f.status := null;
  execute 'select jsonb_build_object(''count'', count(*), ''amount'', coalesce(sum(' || private.commission_amount(f.due_before is not null)
      || '), 0), ''agent_amount'', coalesce(sum(' || private.commission_agent_amount(f.all_shares) || '), 0)) from '
    || case when f.word is null then commissions || ' m where '
      else private.sales_source(f.by_share) || private.commission_join(f.due_before is not null, f.by_share) || ' where ' end
    || private.commission_conditions(f, f.word is not null) || ' and m.status = ''funds_received'' and '
    || case when f.blocked = '{}' then 'not m.sale_paid' else '(not m.sale_paid or m.id = any ($15))' end
  into early
  using null, null, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
    f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked;
  return early;
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

CREATE OR REPLACE FUNCTION private.export_imports(organization_id uuid)
 RETURNS TABLE(path text, query text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'sales', private.import_query('booking_reference,status,sale_date,travel_date,return_date,customer,customer_email,vendor,agent,'
    'total_amount,commission_rate,commission_amount,currency,commission_status,notes'
    || case when x.with_lines then ',' || array_to_string(private.line_columns(), ',') else '' end,
    '(select s.organization_id, s.id, s.booking_reference, s.status, s.sale_date, s.travel_date, s.return_date, s.currency,
        c.first_name || '' '' || c.last_name as customer, c.email as customer_email, v.name as vendor,
        a.first_name || '' '' || a.last_name as agent, m.status as commission_status'
    || case when x.with_lines then ',
        case when l.place > 1 then null else s.total_amount end as total_amount,
        case when l.place > 1 then null else s.commission_rate end as commission_rate,
        case when l.place > 1 then null else s.commission_amount end as commission_amount,
        case when l.place > 1 then null else s.notes end as notes,
        coalesce(l.place, 1) as place, l.kind as line_kind, l.text as line_text, l.amount as line_amount,
        case when l.earns = ''nothing'' then ''no'' when l.earns is not null then ''yes'' end as line_commissionable,
        case l.earns when ''rate'' then l.rate end as line_rate, case l.earns when ''amount'' then l.commission end as line_commission'
      else ', s.total_amount, s.commission_rate, s.commission_amount, s.notes' end || '
      from public.sales s'
    || case when x.with_lines then ' left join public.sale_lines l on l.organization_id = s.organization_id and l.sale_id = s.id' else '' end
    || ' join public.customers c on c.id = s.customer_id join public.users a on a.id = s.agent_id
      join public.vendors v on v.id = s.vendor_id
      join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id)',
    't.organization_id = $1', case when x.with_lines then 't.sale_date, t.id, t.place' else 't.sale_date, t.id' end,
    case when x.with_lines then 't.place = 1' end)
  from (select exists (
    select from public.sale_lines l where l.organization_id = export_imports.organization_id) as with_lines) x
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

CREATE OR REPLACE FUNCTION private.export_query(head text, cells text, source text, condition text, ordered_by text, begins text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select format($query$
    select p.part::int as part, %L || string_agg(p.line, '' order by p.at) as text, count(*)::int as count
    from (
      select l.line, l.at, %s as part
      from (select row_number() over (order by %s) as at, %s || E'\n' as line%s from %s t where %s) l) p
    group by p.part order by p.part $query$,
    head || E'\n', format(case when begins is null then '(sum(octet_length(l.line)) over (order by l.at) - octet_length(l.line)) / %s'
      else '(sum(octet_length(l.line)) over (order by l.begun) - sum(octet_length(l.line)) over (partition by l.begun)) / %s' end,
      private.export_part_size()), ordered_by, cells,
    case when begins is null then '' else format(', max(case when %s then t.at end) over (order by t.at) as begun', begins) end,
    case when begins is null then source
      else format('(select row_number() over (order by %s) as at, t.* from %s t where %s)', ordered_by, source, condition) end, condition)
$function$;

CREATE OR REPLACE FUNCTION private.fill_payment_plan()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  paid numeric := 0;
begin
  if jsonb_typeof(new.payment_plan) is distinct from 'array' or new.total_amount is null
    or new.total_amount not between 0 and 9999999999.99 then
    -- Their constraints say so.
    return new;
  end if;
  if tg_op = 'UPDATE' then
    if new.payment_plan is distinct from old.payment_plan and old.status <> 'booked' then
      perform private.refuse('The payment dates of this sale cannot change any more: the sale is ' || old.status || '.', 'payment_plan',
        'payment_plan_fixed', jsonb_build_object('status', old.status));
    end if;
    paid := case when new.total_amount <> old.total_amount then private.paid_by_customer(new.id, new.organization_id) else 0 end;
    if new.total_amount < paid then
      perform private.refuse('The customer has paid ' || to_char(paid, 'FM9,999,999,990.00') || ' already. The total cannot be less.',
        'total_amount', 'total_below_paid', jsonb_build_object('paid', paid));
    elsif paid > 0 and new.total_amount = paid and old.status = 'booked' and new.status = 'booked' then
      new.status := 'paid';
    end if;
  end if;
  new.payment_plan := private.check_payment_plan(new.payment_plan, new.total_amount);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.fill_sale()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  home_currency text;
begin
  new.booking_reference := nullif(btrim(new.booking_reference), '');
  new.notes := nullif(btrim(new.notes), '');

  if new.currency is null or tg_op = 'INSERT' or new.currency is distinct from old.currency then
    select o.currency into home_currency from public.organizations o where o.id = new.organization_id;
    new.currency := coalesce(upper(btrim(new.currency)), home_currency);
    if new.currency <> home_currency then
      perform private.refuse('Use the currency of your organization, ' || home_currency || '.', 'currency', 'currency_of_organization',
        jsonb_build_object('currency', home_currency));
    end if;
  end if;

  if tg_op = 'INSERT' then
    if new.commission_basis = 'rate' and new.commission_rate is null and new.commission_amount is not null then
      new.commission_basis := 'amount';
    end if;
    if new.commission_basis = 'rate' and new.commission_rate is null then
      new.commission_rate := coalesce(
        (select g.default_commission_rate from public.sale_groups g
         where g.organization_id = new.organization_id and g.id = new.group_id),
        private.vendor_rate(new.organization_id, new.vendor_id, null, new.sale_date), 0);
    end if;
  elsif new.commission_basis = old.commission_basis then
    if new.commission_basis = 'rate'
      and new.commission_amount <> old.commission_amount and new.commission_rate = old.commission_rate then
      new.commission_basis := 'amount';
    elsif new.commission_basis = 'amount'
      and new.commission_rate <> old.commission_rate and new.commission_amount = old.commission_amount then
      new.commission_basis := 'rate';
    end if;
  end if;

  -- With lines the sums are theirs; who changes a sum alone does not know of them.
  if tg_op = 'INSERT' and new.lines <> '[]' or tg_op = 'UPDATE' and new.lines is distinct from old.lines then
    new.lines := private.checked_lines(new.lines);
    if new.lines <> '[]' then
      return private.sum_lines(new);
    end if;
  elsif new.lines <> '[]' then
    if (new.total_amount, new.commission_amount, new.commission_rate)
      is distinct from (old.total_amount, old.commission_amount, old.commission_rate) then
      perform private.refuse('Total and commission of this sale are the sums of its lines. Change the lines.',
        case when new.total_amount is distinct from old.total_amount then 'total_amount' else 'commission_amount' end, 'sums_of_lines');
    end if;
    new.commission_basis := old.commission_basis;
    return new;
  end if;
  new.fee_amount := 0;

  -- A value out of range is refused by its own constraint, with its own message: derived values must not fail before it.
  if new.total_amount not between 0 and 9999999999.99 or new.commission_basis not in ('rate', 'amount') then
    new.commission_rate := 0;
    new.commission_amount := 0;
  elsif new.commission_basis = 'rate' then
    new.commission_amount := case when new.commission_rate between 0 and 100
      then round(new.total_amount * new.commission_rate / 100, 2) else 0 end;
  elsif new.commission_basis = 'amount' then
    if new.total_amount > 0 and new.commission_amount > new.total_amount then
      perform private.refuse('Commission must be at most the total amount.', 'commission_amount', 'commission_above_total');
    end if;
    new.commission_rate := case when new.total_amount > 0 and new.commission_amount >= 0
      then round(new.commission_amount / new.total_amount * 100, 2) else 0 end;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.find_commissions(f private.commission_filter, sort text, descending boolean, take bigint, skip bigint, collect_first boolean)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Sorted by what the sale knows. A commission carries its vendor too: overdue ones are found without their sales.
  sorted_by_sale boolean := coalesce(sort in ('total_amount', 'booking_reference', 'customer')
    or sort = 'vendor' and (f.due_before is null or f.word is not null), false);
  from_sales boolean := sorted_by_sale or f.word is not null;
  -- Every sale has one commission, so it is joined only for what the sale does not know.
  join_commissions boolean := from_sales and (f.status is not null or f.due_before is not null or f.ready
    or not sorted_by_sale and sort is distinct from 'sale_date');
  source text;
  keys text[];
  ids uuid[];
begin
  select o.source, o.keys into source, keys
  from private.commission_sort(sort, from_sales, join_commissions, f.due_before is not null, false, f.by_share) o;
  execute private.page_query(source, private.commission_conditions(f, from_sales), keys, descending,
    case when from_sales then 's.id' else 'm.sales_id' end, collect_first)
  into ids
  using take, skip, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
    f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked;
  return ids;
end $function$;

CREATE OR REPLACE FUNCTION private.find_exact_references(organization_id uuid, agent_id uuid, search text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  shared constant uuid[] := private.shared_sales(find_exact_references.organization_id, find_exact_references.agent_id);
  found uuid[];
begin
  execute 'select array(select s.id from public.sales s
    where s.organization_id = $1 and lower(s.booking_reference collate pg_catalog."pg_c_utf8") = $2'
    || private.own_sales_condition(agent_id, shared, '$3', '$4') || ')'
  into found using find_exact_references.organization_id, lower(btrim(search) collate pg_catalog."pg_c_utf8"), agent_id, shared;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION private.find_grouped_commissions(f private.commission_filter, sort text, descending boolean, take bigint, skip bigint)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  small_offset constant int := 500;
  group_sizes jsonb;
  group_size bigint;
  group_key text;
  group_filter private.commission_filter;
  ids uuid[] := '{}';
begin
  if skip > small_offset then
    execute format('select jsonb_object_agg(g, n) from (select m.%I as g, count(*) as n from %s m',
        case sort when 'agent' then 'agent_id' when 'vendor' then 'vendor_id' else 'status' end,
        private.commission_source(f.due_before is not null, f.by_share))
      || case when f.word is not null
        then ' join public.sales s on s.id = m.sales_id and s.organization_id = m.organization_id' else '' end
      || ' where ' || private.commission_conditions(f, f.word is not null) || ' group by 1) t'
    into group_sizes
    using null, null, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
      f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked;
  end if;
  foreach group_key in array private.group_keys(
    sort, '{agent_paid,cancelled,funds_received,unpaid}', f.organization_id, f.agent_id, f.vendor_id, f.status, descending)
  loop
    group_size := coalesce((group_sizes ->> group_key)::bigint, 0);
    if group_sizes is not null and skip >= group_size then
      skip := skip - group_size;
      continue;
    end if;
    group_filter := f;
    case sort
      when 'status' then group_filter.status := group_key;
      when 'vendor' then group_filter.vendor_id := group_key::uuid;
      else group_filter.agent_id := group_key::uuid;
    end case;
    ids := ids || private.find_commissions(
      group_filter, case sort when 'vendor' then 'sale_date' else 'created_at' end, descending,
      case when group_sizes is null then skip else 0 end + take - cardinality(ids),
      case when group_sizes is null then 0 else skip end, false);
    if group_sizes is not null then
      skip := 0;
    end if;
    exit when cardinality(ids) >= skip + take;
  end loop;
  return case when group_sizes is null then ids[skip + 1:] else ids end;
end $function$;

CREATE OR REPLACE FUNCTION private.find_grouped_sales(f private.sale_filter, sort text, descending boolean, take bigint, skip bigint)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  small_offset constant int := 500;
  group_sizes jsonb;
  group_size bigint;
  group_key text;
  group_filter private.sale_filter;
  ids uuid[] := '{}';
begin
  if skip > small_offset then
    execute format(
      'select jsonb_object_agg(g, n) from (select s.%I as g, count(*) as n from %s where %s group by 1) t',
      case sort when 'status' then 'status' when 'vendor' then 'vendor_id' else 'agent_id' end, private.sales_source(f.by_share), private.sale_conditions(f))
    into group_sizes
    using null, null, f.organization_id, f.agent_id, f.vendor_id, f.first_day, f.last_day, f.customer_ids, f.status,
    f.sale_ids, f.departing_by;
  end if;
  foreach group_key in array private.group_keys(
    sort, '{booked,cancelled,paid}', f.organization_id, f.agent_id, f.vendor_id, f.status, descending)
  loop
    group_size := coalesce((group_sizes ->> group_key)::bigint, 0);
    if group_sizes is not null and skip >= group_size then
      skip := skip - group_size;
      continue;
    end if;
    group_filter := f;
    case sort
      when 'status' then group_filter.status := group_key;
      when 'vendor' then group_filter.vendor_id := group_key::uuid;
      else group_filter.agent_id := group_key::uuid;
    end case;
    ids := ids || private.find_sales(group_filter, 'sale_date', descending,
      case when group_sizes is null then skip else 0 end + take - cardinality(ids),
      case when group_sizes is null then 0 else skip end, false);
    if group_sizes is not null then
      skip := 0;
    end if;
    exit when cardinality(ids) >= skip + take;
  end loop;
  return case when group_sizes is null then ids[skip + 1:] else ids end;
end $function$;

CREATE OR REPLACE FUNCTION private.find_references(organization_id uuid, agent_id uuid, patterns text[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  pattern text;
  matches uuid[];
  shared constant uuid[] := private.shared_sales(find_references.organization_id, find_references.agent_id);
  found uuid[] := '{}';
begin
  foreach pattern in array patterns loop
    continue when char_length(pattern) < char_length('%abc%');
    execute 'select array(select s.id from public.sales s
      where s.organization_id = $1 and lower(s.booking_reference collate pg_catalog."pg_c_utf8") like $2'
      || private.own_sales_condition(agent_id, shared, '$4', '$5') || '
        and not exists (select 1 from unnest($3) p
          where lower(s.booking_reference collate pg_catalog."pg_c_utf8") not like p
            and (select private.searched_names(c.document) from private.customer_search c where c.customer_id = s.customer_id)
              not like private.normalize_search_text(p)))'
    into matches using find_references.organization_id, pattern, array_remove(patterns, pattern), agent_id, shared;
    found := found || matches;
  end loop;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION private.find_sales(f private.sale_filter, sort text, descending boolean, take bigint, skip bigint, collect_first boolean)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  source text;
  keys text[];
  ids uuid[];
begin
  select o.source, o.keys into source, keys from private.sale_sort(sort, f.by_share) o;
  execute private.page_query(source, private.sale_conditions(f), keys, descending, 's.id', collect_first)
  into ids using take, skip, f.organization_id, f.agent_id, f.vendor_id, f.first_day, f.last_day, f.customer_ids, f.status,
    f.sale_ids, f.departing_by;
  return ids;
end $function$;

CREATE OR REPLACE FUNCTION private.find_sales_anyhow(organization_id uuid, agent_id uuid, search text, amount numeric, customer_ids uuid[], except_ids uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  looked_at constant int := 400;
  typed text := private.escape_like(lower(btrim(search) collate pg_catalog."pg_c_utf8"));
  shared constant uuid[] := private.shared_sales(find_sales_anyhow.organization_id, find_sales_anyhow.agent_id);
  own text := private.own_sales_condition(agent_id, shared, '$2', '$6');
  found uuid[] := '{}';
  more uuid[];
begin
  -- The trigram index knows three letters or digits in a row.
  if typed ~ '[[:alnum:]]{3}' then
    execute 'with s as materialized (select s.id, s.booking_reference, s.sale_date from public.sales s
        where s.organization_id = $1 and lower(s.booking_reference collate pg_catalog."pg_c_utf8") like (select ''%'' || $3 || ''%'')
          and s.id <> all ($4)' || own || ')
      select array(select s.id from (select * from s limit $5) s
        order by lower(s.booking_reference collate pg_catalog."pg_c_utf8") like $3 || ''%'' desc, s.sale_date desc, s.id limit 10)'
    into found using organization_id, agent_id, typed, except_ids, looked_at, shared;
  end if;
  if amount is not null then
    execute 'select array(select s.id from public.sales s
      where s.organization_id = $1 and s.total_amount = $3 and s.id <> all ($4)' || own || ' order by s.sale_date desc, s.id limit 10)'
    into more using organization_id, agent_id, amount, except_ids || found, looked_at, shared;
    found := found || more;
  end if;
  if customer_ids <> '{}' then
    execute 'select array(select s.id
      from unnest($3) with ordinality c(id, n)
      cross join lateral (
        select s.id, s.sale_date, s.status from public.sales s
        where s.organization_id = $1 and s.customer_id = c.id and s.id <> all ($4)' || own || '
        order by s.sale_date desc, s.created_at desc, s.id limit 3) s
      order by s.status = ''cancelled'', s.sale_date desc, c.n, s.id limit 10)'
    into more using organization_id, agent_id, customer_ids, except_ids || found, looked_at, shared;
    found := found || more;
  end if;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION private.find_sales_referenced(organization_id uuid, agent_id uuid, search text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  key text := private.reference_key(search);
  shared constant uuid[] := private.shared_sales(find_sales_referenced.organization_id, find_sales_referenced.agent_id);
  found uuid[];
begin
  if key <> '' then
    execute 'select array(select s.id from public.sales s
      where s.organization_id = $1 and private.reference_key(s.booking_reference) = $3'
      || private.own_sales_condition(agent_id, shared, '$2', '$4') || ' order by s.sale_date desc, s.id limit 3)'
    into found using find_sales_referenced.organization_id, find_sales_referenced.agent_id, key, shared;
  end if;
  return coalesce(found, '{}');
end $function$;

CREATE OR REPLACE FUNCTION private.follow_commissions_with_overrides()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  organization_ids constant uuid[] := array(select distinct c.organization_id from changed c);
  taken_over uuid[];
  others uuid[];
begin
  if not private.has_overrides(organization_ids) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform private.lock_capped_leads(organization_ids);
    perform private.make_overrides(array(select c.id from changed c), '{}', false);
    return null;
  end if;
  select array_agg(n.id) filter (where n.is_taken_over), array_agg(n.id) filter (where not n.is_taken_over) into taken_over, others
  from (
    select n.id, n.agent_id <> o.agent_id as is_taken_over,
      (n.agent_id, n.amount, n.share_base, n.share_percents, n.commission_split, n.sale_date, n.status = 'cancelled')
        is distinct from (o.agent_id, o.amount, o.share_base, o.share_percents, o.commission_split, o.sale_date, o.status = 'cancelled') as matters
    from changed n full join replaced o on o.id = n.id offset 0) n
  where n.matters;
  if taken_over is not null then
    perform private.lock_capped_leads(organization_ids);
    perform private.make_overrides(taken_over, '{}', true);
  end if;
  if others is not null then
    perform private.follow_overrides(others, '{}');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_member_split()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  terms constant public.agreement_versions := private.terms_in_force(new.organization_id, new.user_id, private.today());
begin
  if terms.default_split <> new.commission_split then
    perform private.add_agreement(new.organization_id, new.user_id, private.today(), new.commission_split, terms.vendor_splits,
      terms.category_splits, terms.tiers, terms.overrides);
    if old.commission_split = new.commission_split then
      perform private.audit(new.organization_id, 'agreement_saved', null, new.user_id,
        private.audit_change('valid_from', terms.valid_from::text, private.today()::text));
    end if;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_overrides(commission_ids uuid[], share_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  organization_ids constant uuid[] := array(
    select c.organization_id from public.commissions c where c.id = any (follow_overrides.commission_ids)
    union
    select h.organization_id from public.commission_shares h where h.id = any (follow_overrides.share_ids));
  rows_of constant uuid[] := array(
    select h.id from public.commission_shares h where h.commission_id = any (follow_overrides.commission_ids) and h.role = 'override'
    union
    select h.id from public.commission_shares h
    where h.organization_id = any (organization_ids) and h.under_share_id = any (follow_overrides.share_ids) and h.role = 'override');
  changed_ids uuid[];
begin
  if cardinality(rows_of) = 0 then
    return;
  end if;
  perform private.lock_capped_leads(organization_ids);
  with followed as (
    update public.commission_shares h set gross_part = w.amount, agent_amount = least(round(w.amount * h.percent / 100, 2), w.taken),
      counted_on = w.day, status = case when w.is_cancelled then 'cancelled' else 'open' end
    from (
      select k.id, u.day, u.is_cancelled, private.override_base(k.base, u.gross, u.agent) as amount, case when exists (
          select from public.agreement_versions v where v.id = k.terms_version_id and v.overrides @? '$[*].cap_per_year ? (@ != null)')
        then (select -c.agent_amount from public.commission_shares c where c.override_id = k.id and c.status = 'paid') end as taken
      from public.commission_shares k
      join private.under_shares(
        array(select x.commission_id from public.commission_shares x where x.id = any (rows_of) and x.under_share_id is null),
        array(select x.under_share_id from public.commission_shares x where x.id = any (rows_of))) u
        on coalesce(k.under_share_id, k.commission_id) = coalesce(u.under_share_id, u.commission_id)
      where k.id = any (rows_of)) w
    where h.id = w.id and h.status = 'open' and (h.gross_part, h.counted_on, false) is distinct from (w.amount, w.day, w.is_cancelled)
    returning h.id)
  select array(select f.id from followed f) into changed_ids;
  if cardinality(changed_ids) > 0 then
    perform private.write_override_charges(changed_ids);
    perform private.spread_caps(changed_ids);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_payment_plan()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' or (new.payment_plan, new.total_amount, new.status, new.agent_id)
    is distinct from (old.payment_plan, old.total_amount, old.status, old.agent_id) then
    perform private.sync_payment_dues(new);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_shares(b public.payout_batches)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids uuid[];
begin
  perform private.lock_payout_lines(b);
  ids := array(select l.commission_id from public.payout_lines l
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind = 'commission');
  delete from public.payout_lines l
  where l.organization_id = b.organization_id and l.commission_id = any (ids) and l.kind = 'correction' and l.share_id is null and l.batch_id is null;
  -- private.guard_commission reckons it.
  update public.commissions c set agent_amount = c.agent_amount
  where c.organization_id = b.organization_id and c.id = any (ids)
    and c.agent_amount <> private.seller_share(c);
  ids := array(select l.share_id from public.payout_lines l
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind in ('share', 'override'));
  delete from public.payout_lines l
  where l.organization_id = b.organization_id and l.share_id = any (ids) and l.kind = 'correction' and l.batch_id is null
    and l.transaction_id is null;
  update public.commission_shares h set gross_part = t.part, agent_amount = round(t.part * h.split / 100, 2)
  from (
    select k.id, (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[k.place] as part
    from public.commission_shares k join public.commissions c on c.organization_id = k.organization_id and c.id = k.commission_id
    where k.organization_id = b.organization_id and k.id = any (ids) and k.place is not null) t
  where h.id = t.id and h.status = 'open' and h.gross_part <> t.part;
  perform private.follow_overrides(array(select distinct h.commission_id from public.commission_shares h
    where h.id = any (ids) and h.role = 'override' and h.commission_id is not null), '{}');
end $function$;

CREATE OR REPLACE FUNCTION private.follow_shares_of_commissions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids uuid[];
begin
  if tg_op = 'INSERT' then
    ids := array(select c.id from changed c where cardinality(c.share_percents) > 1);
  else
    ids := array(
      select c.id from changed c where cardinality(c.share_percents) > 1
      union select c.id from replaced c where cardinality(c.share_percents) > 1);
  end if;
  if cardinality(ids) > 0 then
    perform private.sync_shares(ids);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_shares_with_overrides()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  organization_ids constant uuid[] := array(select distinct c.organization_id from changed c where c.place is not null);
  taken_over uuid[];
  others uuid[];
begin
  if cardinality(organization_ids) = 0 or not private.has_overrides(organization_ids) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    taken_over := array(select c.id from changed c where c.place > 0);
  else
    select array_agg(n.id) filter (where n.is_taken_over), array_agg(n.id) filter (where not n.is_taken_over) into taken_over, others
    from (
      -- One that comes back is as a new one, like its split.
      select n.id, n.user_id <> o.user_id or o.status = 'cancelled' and n.status <> 'cancelled' as is_taken_over,
        n.place > 0 and (n.user_id, n.gross_part, n.split, n.counted_on, n.status = 'cancelled')
          is distinct from (o.user_id, o.gross_part, o.split, o.counted_on, o.status = 'cancelled') as matters
      from changed n full join replaced o on o.id = n.id offset 0) n
    where n.matters;
  end if;
  if cardinality(taken_over) > 0 or others is not null then
    perform private.lock_people(organization_ids, array(select c.user_id from changed c where c.place is not null));
  end if;
  if cardinality(taken_over) > 0 then
    perform private.make_overrides('{}', taken_over, tg_op = 'UPDATE');
  end if;
  if others is not null then
    perform private.follow_overrides('{}', others);
  end if;
  -- What was cancelled together with its share.
  if tg_op = 'UPDATE' then
    perform private.spread_caps(array(
      select n.id from (
        select n.id from changed n full join replaced o on o.id = n.id
        where n.role = 'override' and n.status = 'cancelled' and o.status <> 'cancelled' offset 0) n));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.found_commissions(sale_ids uuid[], exact_ids uuid[], take integer, by_share_of uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'booking_reference', m.booking_reference, 'status', m.status,
    'amount', m.amount, 'agent_amount', m.agent_amount, 'due_on', m.due_on, 'vendor', v.name,
    'customer', jsonb_build_object('first_name', c.first_name, 'last_name', c.last_name)) order by m.place), '[]')
  from (
    select m.id, coalesce(p.status, m.status) as status, coalesce(p.amount, m.amount) as amount,
      coalesce(p.agent_amount, m.agent_amount) as agent_amount, m.due_on, s.booking_reference, s.customer_id, s.vendor_id, row_number() over (
      order by i.id = any (exact_ids) desc, m.status in ('unpaid', 'funds_received') desc, m.status = 'cancelled', i.n) as place
    from unnest(sale_ids) with ordinality i(id, n)
    join public.sales s on s.id = i.id
    join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
    left join lateral (select x.* from private.commissions_by_share x where by_share_of is not null and x.id = m.id
    and x.organization_id = m.organization_id and x.agent_id = by_share_of offset 0) p on true) m
  join public.customers c on c.id = m.customer_id
  join public.vendors v on v.id = m.vendor_id
  where m.place <= take
$function$;

CREATE OR REPLACE FUNCTION private.found_sales(ids uuid[], by_share_of uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'booking_reference', s.booking_reference, 'status', s.status,
    'amount', coalesce(p.total_amount, s.total_amount), 'travel_date', s.travel_date, 'return_date', s.return_date, 'vendor', v.name,
    'customer', jsonb_build_object('first_name', c.first_name, 'last_name', c.last_name)) order by i.n), '[]')
  from unnest(ids) with ordinality i(id, n)
  join public.sales s on s.id = i.id
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
  left join lateral (select x.* from private.sales_by_share x where by_share_of is not null and x.id = s.id
    and x.organization_id = s.organization_id and x.agent_id = by_share_of offset 0) p on true
$function$;

CREATE OR REPLACE FUNCTION private.group_figures(organization_id uuid, agent_id uuid, group_ids uuid[])
 RETURNS TABLE(group_id uuid, figures jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.group_id, jsonb_build_object(
    'sales', count(*) filter (where s.status <> 'cancelled'),
    'booked', count(*) filter (where s.status = 'booked'), 'paid', count(*) filter (where s.status = 'paid'),
    'cancelled', count(*) filter (where s.status = 'cancelled'),
    'total_amount', coalesce(sum(s.total_amount) filter (where s.status <> 'cancelled'), 0),
    'commission_amount', coalesce(sum(s.commission_amount) filter (where s.status <> 'cancelled'), 0),
    'owed_amount', coalesce(sum(m.open) filter (where m.status in ('unpaid', 'funds_received', 'agent_paid')), 0),
    'owed_count', count(*) filter (where m.open > 0 and m.status in ('unpaid', 'funds_received', 'agent_paid')))
  from public.sales s
  left join private.commission_money m on m.organization_id = s.organization_id and m.sales_id = s.id
  where s.organization_id = group_figures.organization_id and s.group_id = any (group_figures.group_ids)
    and (group_figures.agent_id is null or s.agent_id = group_figures.agent_id)
  group by s.group_id
$function$;

CREATE OR REPLACE FUNCTION private.group_lumps(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
 RETURNS TABLE(transaction_id uuid, name text, is_named boolean, commission_ids uuid[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Most agencies have none, and most of the others few.
  if not exists (select 1 from public.sale_groups g where g.organization_id = group_lumps.organization_id and g.archived_at is null) then
    return;
  end if;
  return query
  with lumps as materialized (
    select g.id, g.name, g.booking_reference, g.vendor_id, x.total, x.ids
    from public.sale_groups g
    cross join lateral (
      select sum(c.undeposited_amount) as total, array_agg(c.id order by c.id) as ids
      from public.sales s
      cross join lateral (
        select c.id, c.undeposited_amount from public.commissions c
        where c.organization_id = s.organization_id and c.sales_id = s.id and c.undeposited_amount > 0 and c.status <> 'cancelled'
          and coalesce(c.due_on, c.sale_date) >= (select private.first_candidate_day(group_lumps.organization_id)) offset 0) c
      where s.organization_id = g.organization_id and s.group_id = g.id) x
    where g.organization_id = group_lumps.organization_id and g.archived_at is null and cardinality(x.ids) between 2 and 200
  )
  select r.id, l.name, n.is_named, l.ids
  from unnest(group_lumps.readings) r
  join lumps l on l.total = r.rest
  cross join lateral (
    select coalesce(private.reference_key(l.booking_reference) = any (r.keys), false)
      or private.bank_words(l.name) <@ r.words and cardinality(private.bank_words(l.name)) > 1 as is_named) n
  where r.rest > 0 and (n.is_named or exists (
    select 1 from unnest(group_lumps.payers) p where p.payer_key = r.payer_key and p.vendor_id = l.vendor_id and p.strength > 0));
end $function$;

CREATE OR REPLACE FUNCTION private.guard_agreement()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.replaced_at is not null or to_jsonb(new) - 'replaced_at' <> to_jsonb(old) - 'replaced_at' then
    perform private.refuse('Terms are kept as they were agreed.', '', 'agreement_is_kept');
  end if;
  return new;
end $function$;

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
    where not exists (select from public.users u where u.organization_id = new.organization_id and u.id = p.id)) then
    perform private.refuse('Choose members of your agency to share a sale with.', 'co_sellers', 'co_seller_not_member');
  end if;
  new.co_sellers := clean;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_commission()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sale_status text;
begin
  new.notes := nullif(btrim(new.notes), '');
  -- Derived, whatever was sent.
  new.agent_amount := private.seller_share(new);
  if tg_op = 'INSERT' then
    return new;
  end if;
  -- Once paid, always paid.
  new.seller_paid := new.seller_paid or old.seller_paid or new.status = 'agent_paid';
  if (new.written_off, new.received_amount, new.amount) is distinct from (old.written_off, old.received_amount, old.amount) then
    new.share_base := private.share_base(new, old);
    new.agent_amount := private.seller_share(new);
  end if;
  if new.status is null or new.status not in ('unpaid', 'funds_received', 'agent_paid', 'cancelled') then
    perform private.refuse('Invalid status specified', 'status', 'status_unknown');
  end if;
  if old.status <> 'unpaid' and ((new.amount, new.agent_id, new.share_percents)
      is distinct from (old.amount, old.agent_id, old.share_percents)
    or new.commission_split <> old.commission_split and not (old.status = 'funds_received' and new.terms_version_id is not null
      and not new.seller_paid)) then
    perform private.refuse(
      'The amount and agent of this commission cannot change any more: it is already '
      || private.status_label(old.status) || '.', 'amount', 'commission_fixed', jsonb_build_object('status', old.status));
  end if;

  if new.status <> old.status then
    select s.status into sale_status from public.sales s where s.id = new.sales_id;
    if sale_status is null then
      perform private.refuse('Cannot validate commission status without sale data', 'status', 'commission_without_sale');
    elsif new.status = 'funds_received' and sale_status = 'cancelled' then
      perform private.refuse('Cannot mark commission as funds received for a cancelled sale', 'status', 'funds_for_cancelled_sale');
    elsif new.status = 'agent_paid' and sale_status = 'cancelled' then
      perform private.refuse('Agent cannot be paid for a cancelled sale', 'status', 'payment_for_cancelled_sale');
    elsif old.status = 'agent_paid' then
      perform private.refuse('The agent has been paid. That is final.', 'status', 'agent_paid_is_final');
    elsif old.status = 'cancelled' then
      perform private.refuse('A cancelled commission cannot be changed.', 'status', 'commission_cancelled');
    -- The way back: what was matched is taken back. Only private.sync_receipts writes the sum of the deposits.
    elsif new.status = 'unpaid' and new.deposited_amount >= old.deposited_amount then
      perform private.refuse('Funds received cannot return to Unpaid.', 'status', 'funds_stay_received');
    elsif new.status = 'agent_paid' and old.status <> 'funds_received' then
      perform private.refuse('Funds must be received before the agent is paid.', 'status', 'funds_not_received');
    elsif new.status = 'agent_paid' and sale_status <> 'paid' then
      perform private.refuse('The customer has not paid this sale yet.', 'status', 'sale_not_paid');
    elsif new.status = 'agent_paid' and not exists (
      select 1 from public.agent_payments p where p.commission_id = new.id
    ) then
      perform private.refuse('Record the payment to mark this commission as Agent paid.', 'status', 'payment_not_recorded');
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_other_commission()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.notes := nullif(btrim(new.notes), '');
  if tg_op = 'INSERT' then
    return new;
  end if;
  if (new.organization_id, new.kind, new.sales_id, new.vendor_id, new.period_start, new.period_end)
    is distinct from (old.organization_id, old.kind, old.sales_id, old.vendor_id, old.period_start, old.period_end)
    or new.amount <> old.amount and old.status not in ('unpaid', 'cancelled') then
    perform private.refuse('The amount and agent of this commission cannot change any more: it is already '
      || private.status_label(old.status) || '.', 'amount', 'commission_fixed', jsonb_build_object('status', old.status));
  end if;
  if new.status = old.status then
    return new;
  elsif old.status = 'agent_paid' then
    perform private.refuse('The agent has been paid. That is final.', 'status', 'agent_paid_is_final');
  elsif old.status = 'cancelled' and not (new.status = 'unpaid' and new.kind = 'service_fee' and exists (
    select 1 from public.sales s where s.id = new.sales_id and s.status = 'booked')) then
    perform private.refuse('A cancelled commission cannot be changed.', 'status', 'commission_cancelled');
  elsif new.status = 'agent_paid' and old.status <> 'funds_received' then
    perform private.refuse('Funds must be received before the agent is paid.', 'status', 'funds_not_received');
  elsif new.status in ('unpaid', 'cancelled') and exists (
    select 1 from public.commission_shares c
    where c.organization_id = new.organization_id and c.other_commission_id = new.id and c.status = 'paid') then
    perform private.refuse('The agent has been paid. That is final.', 'status', 'agent_paid_is_final');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_promises()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refuse_promises(new.organization_id, (now() at time zone (
      select o.time_zone from public.organizations o where o.id = new.organization_id))::date,
    (to_jsonb(new) ->> tg_argv[0])::uuid, tg_argv[1]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_sale_group()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chosen public.sale_groups;
begin
  -- Archived at the same moment, it is one or the other.
  select g.* into chosen from public.sale_groups g
  where g.organization_id = new.organization_id and g.id = new.group_id for share;
  if chosen.id is null then
    perform private.refuse('Choose a group of your agency.', 'group_id', 'sale_group_unknown');
  elsif chosen.vendor_id is distinct from new.vendor_id then
    perform private.refuse('The group ' || chosen.name || ' is of another vendor.', 'group_id', 'sale_group_of_another_vendor',
      jsonb_build_object('group', chosen.name));
  elsif chosen.archived_at is not null and (tg_op = 'INSERT' or new.group_id is distinct from old.group_id) then
    perform private.refuse('The group ' || chosen.name || ' is archived. Choose another one, or restore it first.', 'group_id',
      'sale_group_archived', jsonb_build_object('group', chosen.name));
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_sale_of_shares()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select 1 from public.commission_shares c
    where c.organization_id = old.organization_id and c.sales_id = old.id and c.status = 'paid')
    or exists (select 1 from public.commissions c
      where c.organization_id = old.organization_id and c.sales_id = old.id and c.seller_paid and c.status <> 'agent_paid') then
    perform private.refuse('The agent has been paid, so this sale can no longer be cancelled.', 'status', 'sale_of_paid_agent');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_scheduled_commission()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refusal constant jsonb := private.sale_schedule_lock(old.organization_id, old.id, null);
begin
  if refusal is not null then
    perform private.refuse_with(private.at_field(refusal, 'status'));
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_scheduled_sale()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  terms record;
  commission_id uuid;
  refusal jsonb;
begin
  select t.names, t.column_name into terms from private.changed_terms(new, old) t;
  if new.status is distinct from old.status or cardinality(terms.names) > 0 then
    select c.id into commission_id from public.commissions c where c.sales_id = old.id for no key update;
    -- Mostly nothing is planned: then thousands that are given to somebody else ask no more.
    if exists (select from public.payout_batches b where b.organization_id = old.organization_id and b.status = 'scheduled') then
      refusal := private.sale_schedule_lock(old.organization_id, commission_id, old.id);
    end if;
    if refusal is not null then
      perform private.refuse_with(private.at_field(refusal, coalesce(terms.column_name, 'status')));
    end if;
  -- One agent does not stop what everybody is paid.
  elsif (new.travel_date, new.return_date) is distinct from (old.travel_date, old.return_date) and auth.uid() is not null
    and not private.is_admin() then
    refusal := private.trip_lock(new);
    if refusal is not null then
      perform private.refuse_with(private.at_field(refusal,
        case when new.travel_date is distinct from old.travel_date then 'travel_date' else 'return_date' end));
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.has_overrides(organization_ids uuid[])
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.agreement_versions v
    where v.organization_id = any (has_overrides.organization_ids) and v.overrides <> '[]')
$function$;

CREATE OR REPLACE FUNCTION private.has_shares(organization_id uuid, user_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.commission_shares h
      where h.organization_id = has_shares.organization_id and h.user_id = has_shares.user_id and h.role in ('co_seller', 'referral'))
    or exists (select from public.sales s
      where s.organization_id = has_shares.organization_id and s.agent_id = has_shares.user_id and s.co_sellers <> '[]')
$function$;

CREATE OR REPLACE FUNCTION private.held_commissions(organization_id uuid, agent_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('commission_id', coalesce(c.id, t.commission_id, t.other_commission_id), 'agent_id', c.agent_id, 'booking_reference', s.booking_reference,
    'customer', k.first_name || ' ' || k.last_name, 'vendor', v.name, 'received_on', c.received_on, 'commission', c.amount,
    'split', c.commission_split, 'amount', c.agent_amount, 'reason', h.reason, 'held_at', h.held_at,
    'held_by', u.first_name || ' ' || u.last_name) || private.share_facts(h.share_id, false)
    || case when t.id is not null then jsonb_build_object('agent_id', t.user_id, 'amount', t.agent_amount) else '{}' end
    order by h.held_at, c.id, t.id), '[]')
  from public.payout_holds h
  left join public.commissions c on c.organization_id = h.organization_id and c.id = h.commission_id
  left join public.commission_shares t on t.organization_id = h.organization_id and t.id = h.share_id
  left join public.sales s on s.id = coalesce(c.sales_id, t.sales_id)
  left join public.customers k on k.id = s.customer_id and (t.id is null or t.place is not null)
  left join public.vendors v on v.id = c.vendor_id
  join public.users u on u.id = h.held_by
  where h.organization_id = held_commissions.organization_id
    and (c.status not in ('agent_paid', 'cancelled') and not c.seller_paid or t.status = 'open')
    and (held_commissions.agent_id is null or coalesce(c.agent_id, t.user_id) = held_commissions.agent_id)
$function$;

CREATE OR REPLACE FUNCTION private.import_query(head text, source text, condition text, ordered_by text, begins text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.export_query(
    string_agg(upper(left(h.name, 1)) || replace(substr(h.name, 2), '_', ' '), ',' order by h.n),
    string_agg(private.csv_cell(format($sql$case when t.%1$I::text ~ '^-?\d+(\.\d+)?$' then t.%1$I::text else %2$s end$sql$, h.name,
      private.guarded_text(format('t.%I::text', h.name)))), ' || '','' || ' order by h.n), source, condition, ordered_by, begins)
  from unnest(string_to_array(head, ',')) with ordinality h(name, n)
$function$;

CREATE OR REPLACE FUNCTION private.insert_import_sales(b public.import_batches, rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  paid record;
  answer jsonb;
begin
  insert into public.sales (organization_id, created_by, import_batch_id, import_row, customer_id, vendor_id, agent_id,
    booking_reference, sale_date, travel_date, return_date, total_amount, commission_amount, commission_rate, commission_basis,
    currency, notes, lines)
  select b.organization_id, auth.uid(), b.id, (e ->> 'row_number')::int, s.customer_id, s.vendor_id, s.agent_id,
    s.booking_reference, s.sale_date, s.travel_date, s.return_date, s.total_amount, s.commission_amount, s.commission_rate,
    case when s.commission_amount is null then 'rate' else 'amount' end, s.currency, s.notes, coalesce(s.lines, '[]')
  from jsonb_array_elements(rows) e cross join lateral jsonb_populate_record(null::public.sales, e) s
  order by (e ->> 'row_number')::int;

  update public.sales s set status = e ->> 'status'
  from jsonb_array_elements(rows) e
  where s.import_batch_id = b.id and s.import_row = (e ->> 'row_number')::int and e ->> 'status' in ('paid', 'cancelled');

  -- A day of receipt in the file is the word of the admin who imports it, for the whole commission.
  update public.commissions c set status = d.status, received_on = d.received_on,
    received_amount = case when d.received_on is not null then c.amount end,
    received_how = case when d.received_on is not null then 'word' end
  from (
    select s.id as sales_id, (e ->> 'received_on')::date as received_on,
      case e ->> 'commission_status' when 'agent_paid' then 'funds_received' else e ->> 'commission_status' end as status
    from jsonb_array_elements(rows) e
    join public.sales s on s.import_batch_id = b.id and s.import_row = (e ->> 'row_number')::int) d
  where c.organization_id = b.organization_id and c.sales_id = d.sales_id and (c.status <> d.status or d.received_on is not null);

  for paid in
    select c.id, c.agent_amount, (e ->> 'agent_paid_on')::date as paid_on
    from jsonb_array_elements(rows) e
    join public.sales s on s.import_batch_id = b.id and s.import_row = (e ->> 'row_number')::int
    join public.commissions c on c.organization_id = s.organization_id and c.sales_id = s.id
    where e ->> 'commission_status' = 'agent_paid'
    order by s.import_row
  loop
    answer := public.record_agent_payment(paid.id, null, null, null, paid.agent_amount, paid.paid_on, 'other');
    if not (answer ->> 'success')::boolean then
      perform private.refuse_with(private.at_field(answer,
        case answer ->> 'field' when 'payment_date' then 'agent_paid_on' else 'commission_status' end));
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.is_claim(kind text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select kind in ('commission', 'share', 'override') $function$;

CREATE OR REPLACE FUNCTION private.is_sale_touched(sale public.sales)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select sale.updated_at <> sale.created_at or exists (
    select 1 from public.customer_payments p where p.organization_id = sale.organization_id and p.sales_id = sale.id) or exists (
    select 1 from public.commissions c
    where c.organization_id = sale.organization_id and c.sales_id = sale.id and (c.updated_at <> c.created_at or exists (
      select 1 from public.payout_lines l where l.organization_id = c.organization_id and l.commission_id = c.id) or exists (
      select 1 from public.agent_payments p
      join public.payment_voids v on v.organization_id = p.organization_id and v.payment_id = p.id
      where p.organization_id = c.organization_id and p.commission_id = c.id)))
    or exists (
    select 1 from public.commission_shares c join public.payout_lines l on l.organization_id = c.organization_id and l.share_id = c.id
    where c.organization_id = sale.organization_id and c.sales_id = sale.id)
    -- What an import says was paid is of sellers.
    or exists (
    select 1 from public.commission_shares c join public.agent_payments p on p.organization_id = c.organization_id and p.share_id = c.id
    where c.organization_id = sale.organization_id and c.sales_id = sale.id)
    or exists (
    select 1 from public.other_commissions o
    where o.organization_id = sale.organization_id and o.sales_id = sale.id and o.updated_at <> o.created_at)
    or exists (
    select 1 from public.documents d
    where d.organization_id = sale.organization_id and (d.sale_id = sale.id or d.commission_id in (
      select c.id from public.commissions c where c.organization_id = sale.organization_id and c.sales_id = sale.id)))
$function$;

CREATE OR REPLACE FUNCTION private.keep_decision(t public.bank_transactions, group_id uuid, action text, details jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.bank_decisions (organization_id, transaction_id, group_id, action, details, decided_by)
  select t.organization_id, t.id, keep_decision.group_id, keep_decision.action, jsonb_build_object('status', t.status,
    'category', t.category, 'vendor_id', t.vendor_id, 'rule_id', t.rule_id, 'rule_vendor_id', t.rule_vendor_id,
    'unclaimed', t.unclaimed_amount, 'fee', t.fee_amount,
    'suggestions', (select coalesce(jsonb_agg(jsonb_build_object('kind', s.kind, 'certainty', s.certainty, 'parts', s.parts)
      order by s.rank), '[]') from public.bank_suggestions s where s.organization_id = t.organization_id and s.transaction_id = t.id),
    'parts', (select coalesce(jsonb_agg(jsonb_build_object('commission_id', a.commission_id, 'amount', a.amount,
      'write_off', a.write_off_amount, 'reason', a.write_off_reason, 'keep_day', not a.takes_day,
      'rest', case when c.manual_amount > 0 then 'received' else 'open' end) order by a.commission_id), '[]')
      from public.bank_allocations a
      join public.commissions c on c.organization_id = a.organization_id and c.id = a.commission_id
      where a.organization_id = t.organization_id and a.transaction_id = t.id)) || jsonb_strip_nulls(jsonb_build_object('others', (
      select jsonb_agg(jsonb_build_object('commission_id', a.other_commission_id, 'is_other', true, 'amount', a.amount) order by a.other_commission_id)
      from public.bank_other_allocations a
      where a.organization_id = t.organization_id and a.transaction_id = t.id))) || details,
    private.acting_user(t.organization_id)
$function$;

CREATE OR REPLACE FUNCTION private.keep_other_deposit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  d record;
begin
  select sum(a.amount) as amount, max(t.booked_on) as day, bool_or(a.explains_receipt) as explains into d
  from public.bank_other_allocations a
  join public.bank_transactions t on t.organization_id = a.organization_id and t.id = a.transaction_id
  where a.organization_id = new.organization_id and a.other_commission_id = new.id;
  if new.received_amount is distinct from d.amount and d.amount is not null
    or not d.explains and new.received_on is distinct from d.day then
    perform private.refuse('The deposit says what was received, and when.', 'received_amount', 'received_by_deposit');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_paid_commission()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_paid constant boolean := old.seller_paid or exists (
    select 1 from public.commission_shares h
    where h.organization_id = old.organization_id and h.commission_id = old.id and h.status = 'paid' and h.role <> 'override_charge');
begin
  if new.status = 'unpaid' and is_paid and new.deposited_amount < old.deposited_amount then
    new.status := old.status;
  elsif new.status = 'cancelled' and (is_paid or exists (
    select 1 from public.commission_shares h
    where h.organization_id = old.organization_id and h.commission_id = old.id and h.status = 'paid')) then
    perform private.refuse('The agent has been paid. That is final.', 'status', 'agent_paid_is_final');
  elsif new.status = 'agent_paid' and not private.last_share_paid(old.organization_id, old.id, null) then
    perform private.refuse('Record the payment to mark this commission as Agent paid.', 'status', 'payment_not_recorded');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_paid_share()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  lock constant jsonb := case when old.status = 'open' then private.share_schedule_lock(old.organization_id, old.id) end;
begin
  if old.status = 'paid' or lock is not null then
    if old.status = 'paid' and new.status <> 'paid' then
      perform private.refuse('The agent has been paid. That is final.', 'status', 'agent_paid_is_final');
    elsif lock is not null and (new.status, new.user_id) is distinct from (old.status, old.user_id) then
      perform private.refuse_with(private.at_field(lock, 'status'));
    end if;
    new.user_id := old.user_id;
    new.role := old.role;
    new.percent := old.percent;
    new.split := old.split;
    new.gross_part := old.gross_part;
    new.agent_amount := old.agent_amount;
    new.terms_version_id := old.terms_version_id;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_vendor_of_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.agreement_versions v
    where v.organization_id = old.organization_id
      and v.vendor_splits @> jsonb_build_array(jsonb_build_object('vendor_id', old.id))) then
    perform private.refuse('A vendor that somebody''s terms name cannot be deleted. Archive it instead.', '', 'vendor_in_terms');
  end if;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION private.kept_overrides(overrides jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('whose', case when jsonb_typeof(e.value -> 'whose') = 'array' then (
      select jsonb_agg(lower(w.value) order by lower(w.value)) from jsonb_array_elements_text(e.value -> 'whose') w(value)) else '"all"' end,
    'percent', e.value -> 'percent', 'base', e.value -> 'base', 'taken_from', e.value -> 'taken_from',
    'cap_per_year', round((e.value ->> 'cap_per_year')::numeric, 2)) order by e.n), '[]')
  from jsonb_array_elements(overrides) with ordinality e(value, n)
$function$;

CREATE OR REPLACE FUNCTION private.known_volume(sales_id uuid, user_id uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select k.before from private.known_volumes k
  where k.transaction_id = pg_current_xact_id_if_assigned() and k.sales_id = known_volume.sales_id and k.user_id = known_volume.user_id
$function$;

CREATE OR REPLACE FUNCTION private.largest_customers(p private.report_plan, row_count bigint, most integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '64MB'
 SET random_page_cost TO '1.1'
AS $function$
declare
  counted constant text := private.counted_by(p.organization_id, p.agent_id, null);
  candidates constant int := 3 * most;
  -- What is added up is the bookings alone: of hundreds of thousands of customers, all figures take many times as long.
  condition constant text := private.report_condition(p) || ' and ' || private.report_days(1);
  bookings constant text := 'select f.customer_id as id, sum(f.booked) as booked from %s ' || condition || ' group by 1';
  -- An array, not a join: it reaches both halves of commissions by received date.
  of_some constant text := format(bookings, private.report_facts(p.kind, true, '', counted) || ' where f.customer_id = any ($5) and');
  totals constant text := 'private.' || case when p.agent_id is null then 'customer_totals t where '
    else 'customer_totals_by_agent t where t.agent_id = ($1).agent_id and ' end || 't.organization_id = ($1).organization_id';
  some_ids uuid[];
  bound numeric;
  sold_from date := '-infinity';
  sold_to date := 'infinity';
  ids uuid[];
begin
  -- What a person bought for by share no total of customers says.
  if counted is distinct from 'person' and p.vendor_ids is null and p.status is distinct from 'cancelled' and row_count > 60 * candidates then
    execute format('select array(select t.customer_id from %s order by t.total_amount desc limit $2)', totals
      || case when p.agent_id is null then ' and not t.archived' else '' end)
    into some_ids using p, candidates;
    execute format('select min(b.booked) from (select b.booked from (%s) b order by b.booked desc limit $4) b having count(*) = $4',
      of_some)
    into bound using p, array[p.first_day], array[p.last_day], most, some_ids;
    execute format('select array(
        select t.customer_id from %s and t.total_amount >= $2
        union
        select s.customer_id from private.closed_receipts k
        join public.sales s on s.organization_id = k.organization_id and s.id = k.sales_id
        where k.organization_id = ($1).organization_id and k.posted_on between ($1).first_day and ($1).last_day
        limit $3)', totals || case when p.agent_id is null then ' and t.archived = any (''{f,t}'')' else '' end)
    into some_ids using p, bound, row_count / 20;
  end if;
  if bound is null or cardinality(some_ids) >= row_count / 20 then
    some_ids := null;
  end if;
  if some_ids is null and p.kind like 'commission.%' then
    -- The sales are read together by an index that has all that is asked of them, not one by one.
    -- Behind a fence (offset 0): for the first and the last day alone the planner goes through all days of sale.
    execute format('select min(d.sale_date), max(d.sale_date) from (select f.sale_date from %s where %s offset 0) d',
      private.report_facts(p.kind, counted => counted), condition)
    into sold_from, sold_to using p, array[p.first_day], array[p.last_day];
  end if;
  execute format('select array(select b.id from (%s) b order by b.booked desc, b.id limit $4)',
    case when some_ids is not null then of_some else format(bookings, private.report_facts(p.kind, true, concat(
      ' and s.sale_date between $6 and $7',
      case when p.agent_id is not null and counted is null then ' and s.agent_id = ($1).agent_id' end,
      case when p.vendor_ids is not null then ' and s.vendor_id = any (($1).vendor_ids)' end), counted) || ' where') end)
  into ids using p, array[p.first_day], array[p.last_day], most, some_ids, sold_from, sold_to;
  return ids;
end $function$;

CREATE OR REPLACE FUNCTION private.last_share_paid(organization_id uuid, commission_id uuid, other_commission_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not exists (
    select 1 from public.commission_shares h
    where h.organization_id = last_share_paid.organization_id and h.place is not null and h.status = 'open'
      and (h.commission_id = last_share_paid.commission_id or h.other_commission_id = last_share_paid.other_commission_id))
$function$;

CREATE OR REPLACE FUNCTION private.latest_payments(organization_id uuid, agent_id uuid, most integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', y.id, 'day', y.day, 'statement_id', y.statement_id, 'number', s.number,
    'commission_id', coalesce(p.commission_id, h.commission_id, h.other_commission_id), 'role', h.role, 'booking_reference', k.booking_reference,
    'payment_method', coalesce(s.payment_method, p.payment_method), 'amount', y.paid_amount, 'voided_on', y.voided_on)
    order by y.day desc, y.id), '[]')
  from (
    select r.* from private.agent_year r
    where r.organization_id = latest_payments.organization_id and r.agent_id = latest_payments.agent_id
    order by r.day desc, r.id limit most) y
  left join public.payout_statements s on s.organization_id = y.organization_id and s.id = y.statement_id
  left join public.agent_payments p on p.organization_id = y.organization_id and p.id = y.payment_id
  left join public.commissions c on c.organization_id = p.organization_id and c.id = p.commission_id
  left join public.commission_shares h on h.organization_id = p.organization_id and h.id = p.share_id
  left join public.sales k on k.id = coalesce(c.sales_id, h.sales_id)
$function$;

CREATE OR REPLACE FUNCTION private.learn_volumes(sale_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v record;
begin
  for v in
    with people as materialized (
      select s.organization_id, p.user_id, s.sale_date
      from unnest(sale_ids) i(id)
      join public.sales s on s.id = i.id
      cross join lateral (
        select s.agent_id as user_id
        union all
        select (e.value ->> 'user_id')::uuid from jsonb_array_elements(s.co_sellers) e(value)) p)
    select t.organization_id, t.user_id, t.tiers ->> 'basis' as basis, t.tiers ->> 'mode' = 'whole_year' as whole, t.valid_from, t.until,
      y.first_day
    from (
      select o.organization_id, o.user_id, o.tiers, o.valid_from,
        coalesce(lead(o.valid_from) over (partition by o.user_id order by o.valid_from, o.number), 'infinity') as until
      from public.agreement_versions o
      where o.replaced_at is null and (o.organization_id, o.user_id) in (select p.organization_id, p.user_id from people p)) t
    cross join lateral (
      select distinct private.tier_year(p.sale_date, t.tiers ->> 'year_start') as first_day from people p
      where p.user_id = t.user_id and p.sale_date >= t.valid_from and p.sale_date < t.until) y
    where t.tiers is not null
  loop
    insert into private.known_volumes (sales_id, user_id, before)
    select t.sales_id, v.user_id, t.before
    from private.tier_volumes(v.organization_id, v.user_id, v.basis, v.whole, v.first_day, learn_volumes.sale_ids) t
    where t.sale_date >= v.valid_from and t.sale_date < v.until;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.leave_caps()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.spread_cap(y.organization_id, y.user_id, y.year)
  from (
    select distinct h.organization_id, h.user_id, extract(year from h.counted_on)::integer as year
    from replaced h where h.role = 'override' order by 1, 2, 3) y
  where exists (select from public.agreement_versions v
    where v.organization_id = y.organization_id and v.user_id = y.user_id and v.overrides @? '$[*].cap_per_year ? (@ != null)');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.line_columns()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '{line_kind,line_text,line_amount,line_commissionable,line_rate,line_commission}'::text[]
$function$;

CREATE OR REPLACE FUNCTION private.line_number(line jsonb, key text, n integer, lowest numeric, highest numeric)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  typed constant text := line ->> key;
  amount numeric;
begin
  if typed is null or jsonb_typeof(line -> key) not in ('number', 'string') or typed !~ '^ *-?\d{1,20}(\.\d{1,20})? *$' then
    perform private.refuse(case key when 'rate' then 'Enter a percentage like 12.5.' else 'Enter an amount like 1,482.50.' end,
      format('lines.%s.%s', n, key), case key when 'rate' then 'percentage_expected' else 'amount_expected' end);
  end if;
  amount := round(typed::numeric, 2);
  if amount not between lowest and highest then
    if key = 'rate' then
      perform private.refuse('Enter a percentage from 0 to 100.', format('lines.%s.rate', n), 'percentage_out_of_range');
    elsif key = 'commission' then
      perform private.refuse('A line earns at most its amount.', format('lines.%s.commission', n), 'line_commission_above_amount');
    elsif highest = 0 then
      perform private.refuse('A discount is an amount below zero.', format('lines.%s.amount', n), 'discount_not_negative');
    else
      perform private.refuse('Enter an amount of 0 or more. The most is 9,999,999,999.99.', format('lines.%s.amount', n), 'amount_out_of_range');
    end if;
  end if;
  return amount;
end $function$;

CREATE OR REPLACE FUNCTION private.line_part(of text, whole text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select format('round(sum(l.%1$s) over w * coalesce(f.%2$s / nullif(sum(l.%1$s) over v, 0), 0), 2)
    - round((sum(l.%1$s) over w - l.%1$s) * coalesce(f.%2$s / nullif(sum(l.%1$s) over v, 0), 0), 2)', of, whole)
$function$;

CREATE OR REPLACE FUNCTION private.lock_agreements()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  organization_ids constant uuid[] := array(select distinct c.organization_id from changed c);
  ids uuid[];
  people uuid[];
begin
  if not exists (select from public.agreement_versions v where v.tiers is not null and v.organization_id = any (organization_ids)) then
    if tg_op = 'UPDATE' and private.has_overrides(organization_ids) then
      perform private.lock_capped_leads(organization_ids);
    end if;
    return null;
  elsif tg_op = 'INSERT' then
    ids := array(select c.id from changed c);
    people := array(
      select c.agent_id from changed c
      union
      select (e.value ->> 'user_id')::uuid from changed c cross join lateral jsonb_array_elements(c.co_sellers) e(value));
  else
    -- Whose years change (private.mark_tiers_of_sales), before and after; of who has them now the volumes are reckoned.
    with moved as materialized (
      select s.id, s.agent_id, s.co_sellers, sum(s.n) as n
      from (
        select 1 as n, a.* from changed a
        union all
        select -1, b.* from replaced b) s
      group by s.id, s.agent_id, s.co_sellers, s.sale_date, s.status = 'cancelled', s.total_amount, s.commission_amount, s.vendor_id, s.lines
      having sum(s.n) <> 0)
    select array(
        select m.agent_id from moved m
        union
        select (e.value ->> 'user_id')::uuid from moved m cross join lateral jsonb_array_elements(m.co_sellers) e(value)),
      array(
        select m.id from (select x.id, x.agent_id, x.co_sellers from moved x group by 1, 2, 3 having sum(x.n) > 0) m)
    into people, ids;
  end if;
  perform private.lock_people(organization_ids, people);
  if cardinality(ids) > 0 and exists (
    select from public.agreement_versions v
    where v.organization_id = any (organization_ids) and v.user_id = any (people) and v.tiers is not null) then
    perform private.learn_volumes(ids);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.lock_capped_leads(organization_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.lock_people(lock_capped_leads.organization_ids, '{}')
$function$;

CREATE OR REPLACE FUNCTION private.lock_commissions(organization_id uuid, commission_ids uuid[], other_ids uuid[] DEFAULT '{}'::uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform 1 from public.sales s where s.organization_id = lock_commissions.organization_id and s.id in (
    select c.sales_id from public.commissions c
    where c.organization_id = lock_commissions.organization_id and c.id = any (commission_ids)
    union all
    select o.sales_id from public.other_commissions o
    where o.organization_id = lock_commissions.organization_id and o.id = any (other_ids) and o.sales_id is not null)
  order by s.id for no key update;
  perform 1 from public.commissions c
  where c.organization_id = lock_commissions.organization_id and c.id = any (commission_ids)
  order by c.sales_id for no key update;
  perform private.lock_others(lock_commissions.organization_id, other_ids);
end $function$;

CREATE OR REPLACE FUNCTION private.lock_others(organization_id uuid, other_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select 1 from public.other_commissions o
  where o.organization_id = lock_others.organization_id and o.id = any (other_ids) order by o.id for no key update
$function$;

CREATE OR REPLACE FUNCTION private.lock_own_sale(sale_id uuid)
 RETURNS public.sales
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Asked first: what is not the caller's takes as long as what is not there.
  is_admin constant boolean := private.is_admin();
  sale public.sales;
begin
  select s.* into sale from public.sales s
  where s.organization_id = private.current_organization_id() and s.id = lock_own_sale.sale_id
    and (is_admin or s.agent_id = auth.uid())
  for no key update;
  if sale.id is null then
    perform private.refuse('This sale does not exist, or it is not yours.', 'sale_id', 'sale_not_found');
  end if;
  return sale;
end $function$;

CREATE OR REPLACE FUNCTION private.lock_payout_lines(b public.payout_batches)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sale_ids uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('payouts ' || b.organization_id, 0));
  sale_ids := array(
    select c.sales_id from public.payout_lines l join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind = 'commission'
    union
    select h.sales_id from public.payout_lines l join public.commission_shares h on h.organization_id = l.organization_id and h.id = l.share_id
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind in ('share', 'override') and h.sales_id is not null);
  perform 1 from public.sales s where s.organization_id = b.organization_id and s.id = any (sale_ids) order by s.id for no key update;
  perform 1 from public.commissions c where c.organization_id = b.organization_id and c.sales_id = any (sale_ids)
  order by c.sales_id for no key update;
  perform 1 from public.other_commissions x where x.organization_id = b.organization_id and x.id in (
    select h.other_commission_id from public.payout_lines l
    join public.commission_shares h on h.organization_id = l.organization_id and h.id = l.share_id
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind in ('share', 'override')) order by x.id for no key update;
  perform 1 from public.commission_shares h where h.organization_id = b.organization_id and h.id in (
    select l.share_id from public.payout_lines l
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind in ('share', 'override')) order by h.id for no key update;
end $function$;

CREATE OR REPLACE FUNCTION private.lock_people(organization_ids uuid[], people uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select from public.user_terms t
  where t.user_id in (
    select v.user_id from public.agreement_versions v
    where v.organization_id = any (lock_people.organization_ids) and v.user_id = any (people) and v.tiers is not null
    union all
    select v.user_id from public.agreement_versions v
    where v.organization_id = any (lock_people.organization_ids) and v.overrides <> '[]'
      and v.overrides @? '$[*].cap_per_year ? (@ != null)')
  order by t.user_id for no key update
$function$;

CREATE OR REPLACE FUNCTION private.lock_people_of_commissions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  organization_ids constant uuid[] := array(select distinct c.organization_id from changed c);
begin
  -- Of either alone the people are locked in order where they are needed.
  if private.has_overrides(organization_ids) and exists (
    select from public.agreement_versions v where v.tiers is not null and v.organization_id = any (organization_ids)) then
    perform private.lock_people(organization_ids, array(
      select c.agent_id from changed c
      union
      select c.agent_id from replaced c
      union
      select h.user_id from changed c
      join public.commission_shares h on h.organization_id = c.organization_id and h.commission_id = c.id and h.place is not null));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.lock_sale_group(group_id uuid, OUT locked public.sale_groups, OUT refusal jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select g.* into locked from public.sale_groups g
  where g.organization_id = private.current_organization_id() and g.id = lock_sale_group.group_id for no key update;
  refusal := case
    when locked.id is null then private.command_result('This group does not exist.', null, 'sale_group_not_found')
    when not private.is_admin() and locked.created_by is distinct from auth.uid()
      then private.command_result('Only admins and whoever made this group can change it.', null, 'sale_group_of_somebody_else') end;
end $function$;

CREATE OR REPLACE FUNCTION private.make_overrides(commission_ids uuid[], share_ids uuid[], again boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made uuid[];
begin
  with under as materialized (
    select u.* from private.under_shares(commission_ids, share_ids) u where not u.is_cancelled
  ), wanted as materialized (
    select u.organization_id, u.commission_id, u.other_commission_id, u.sales_id, u.under_share_id, u.day, l.id as lead, t.id as version_id,
      r.percent, r.base, r.taken_from, private.override_base(r.base, u.gross, u.agent) as amount
    from under u
    join (select distinct v.organization_id, v.user_id as id from public.agreement_versions v
      join public.users p on p.id = v.user_id and p.is_active
      where v.organization_id in (select x.organization_id from under x) and v.overrides <> '[]') l
      on l.organization_id = u.organization_id and l.id <> u.user_id
    cross join lateral (
      select v.id, v.overrides from public.agreement_versions v
      where v.organization_id = l.organization_id and v.user_id = l.id and v.valid_from <= u.day and v.replaced_at is null
      order by v.valid_from desc, v.number desc limit 1) t
    -- Who is named goes before all.
    cross join lateral (
      select (e ->> 'percent')::numeric as percent, e ->> 'base' as base, e ->> 'taken_from' as taken_from
      from jsonb_array_elements(t.overrides) e
      where e -> 'whose' ? u.user_id::text or e ->> 'whose' = 'all' order by e ->> 'whose' = 'all' limit 1) r
  ), former as materialized (
    select h.id, h.commission_id, h.other_commission_id, h.under_share_id, h.user_id from public.commission_shares h
    where again and h.commission_id = any (make_overrides.commission_ids) and h.role = 'override' and h.status = 'open'
      and h.under_share_id is null
    union all
    select h.id, h.commission_id, h.other_commission_id, h.under_share_id, h.user_id from public.commission_shares h
    where again and h.organization_id = any (array(select distinct x.organization_id from under x))
      and h.under_share_id = any (make_overrides.share_ids) and h.role = 'override' and h.status = 'open'
  ), gone as (
    update public.commission_shares h set status = 'cancelled'
    from former f left join wanted w on coalesce(w.under_share_id, w.commission_id) = coalesce(f.under_share_id, f.commission_id)
      and w.lead = f.user_id
    where h.id = f.id and w.lead is null
    returning h.id
  ), written as (
    insert into public.commission_shares as c (organization_id, commission_id, other_commission_id, sales_id, user_id, role, percent, split,
      gross_part, agent_amount, under_share_id, base, taken_from, terms_version_id, counted_on)
    select w.organization_id, w.commission_id, w.other_commission_id, w.sales_id, w.lead, 'override', w.percent, 0, w.amount,
      round(w.amount * w.percent / 100, 2), w.under_share_id, w.base, w.taken_from, w.version_id, w.day
    from wanted w order by w.sales_id, w.commission_id, w.under_share_id, w.lead
    on conflict (commission_id, other_commission_id, under_share_id, user_id, organization_id) where role = 'override' do update
      set percent = excluded.percent, gross_part = excluded.gross_part, agent_amount = excluded.agent_amount, base = excluded.base,
        taken_from = excluded.taken_from, terms_version_id = excluded.terms_version_id, counted_on = excluded.counted_on, status = 'open'
      where c.status <> 'paid'
    returning c.id)
  select array(select g.id from gone g union all select w.id from written w) into made;
  if cardinality(made) = 0 then
    return;
  end if;
  perform private.write_override_charges(made);
  perform private.spread_caps(made);
end $function$;

CREATE OR REPLACE FUNCTION private.mark_days_of_commissions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into private.stale_days (organization_id, day) select distinct c.organization_id, c.sale_date from changed c;
  elsif tg_op = 'DELETE' then
    insert into private.stale_days (organization_id, day) select distinct c.organization_id, c.sale_date from replaced c;
  else
    insert into private.stale_days (organization_id, day)
    select distinct d.organization_id, d.sale_date
    from (
      select c.organization_id, c.sale_date
      from (
        select 1 as n, a.* from changed a
        union all
        select -1, b.* from replaced b) c
      group by c.organization_id, c.sale_date, c.status, c.agent_id, c.amount, c.agent_amount, c.seller_paid
      having sum(c.n) <> 0) d;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.mark_days_of_shares()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'DELETE' then
    insert into private.stale_days (organization_id, day) select distinct h.organization_id, h.counted_on from changed h;
  end if;
  if tg_op <> 'INSERT' then
    insert into private.stale_days (organization_id, day) select distinct h.organization_id, h.counted_on from replaced h;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.mark_report_months()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Rows before and after a statement are counted together, and what is the same cancels out.
  if tg_table_name = 'sales' then
    if tg_op = 'INSERT' then
      insert into private.stale_report_months
      select distinct a.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
      from changed a cross join lateral (values ('sale.sale', a.sale_date), ('sale.travel', a.travel_date)) d(kind, day)
      where d.day is not null;
    elsif tg_op = 'DELETE' then
      insert into private.stale_report_months
      select distinct b.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
      from replaced b cross join lateral (values ('sale.sale', b.sale_date), ('sale.travel', b.travel_date)) d(kind, day)
      where d.day is not null;
    else
      insert into private.stale_report_months
      select distinct c.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
      from (
        select x.organization_id, x.sale_date, x.travel_date
        from (select 1 as n, a.* from changed a union all select -1, b.* from replaced b) x
        group by x.id, x.organization_id, x.sale_date, x.travel_date, x.status, x.agent_id, x.vendor_id, x.total_amount,
          x.commission_amount, x.co_sellers
        having sum(x.n) <> 0) c
      cross join lateral (values ('sale.sale', c.sale_date), ('sale.travel', c.travel_date)) d(kind, day)
      where d.day is not null;
    end if;
  elsif tg_table_name = 'agent_payments' then
    if tg_op <> 'DELETE' then
      insert into private.stale_report_months
      select distinct a.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
      from changed a cross join lateral (values ('payment.paid', a.posted_on), ('single.paid', a.payment_date)) d(kind, day);
    end if;
    if tg_op <> 'INSERT' then
      insert into private.stale_report_months
      select distinct b.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
      from replaced b cross join lateral (values ('payment.paid', b.posted_on), ('single.paid', b.payment_date)) d(kind, day);
    end if;
  elsif tg_op = 'INSERT' then
    insert into private.stale_report_months
    select distinct a.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
    from changed a
    -- A cancelled commission is in no sum of its sale.
    left join public.sales s on a.status = 'cancelled' and s.organization_id = a.organization_id and s.id = a.sales_id
    cross join lateral (values ('commission.sale', a.sale_date), ('commission.due', a.due_on),
      ('commission.received', a.received_posted_on), ('sale.sale', s.sale_date), ('sale.travel', s.travel_date)) d(kind, day)
    where d.day is not null;
  elsif tg_op = 'DELETE' then
    insert into private.stale_report_months
    select distinct b.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
    from replaced b
    left join public.sales s on b.status = 'cancelled' and s.organization_id = b.organization_id and s.id = b.sales_id
    cross join lateral (values ('commission.sale', b.sale_date), ('commission.due', b.due_on),
      ('commission.received', b.received_posted_on), ('sale.sale', s.sale_date), ('sale.travel', s.travel_date)) d(kind, day)
    where d.day is not null;
  else
    insert into private.stale_report_months
    select distinct c.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
    from (
      select x.id, x.organization_id, x.sales_id, x.status, x.sale_date, x.due_on, x.received_posted_on
      from (select 1 as n, a.* from changed a union all select -1, b.* from replaced b) x
      group by x.id, x.organization_id, x.sales_id, x.sale_date, x.due_on, x.received_on, x.received_posted_on, x.status, x.agent_id,
        x.vendor_id, x.amount, x.agent_amount, x.received_amount, x.written_off, x.open_amount, x.share_percents, x.seller_paid
      having sum(x.n) <> 0) c
    -- A payment that is there reads its commission.
    left join public.agent_payments p on p.organization_id = c.organization_id and p.commission_id = c.id
    left join public.commission_shares h on h.organization_id = c.organization_id and h.commission_id = c.id and h.status = 'paid'
    left join public.agent_payments q on q.organization_id = h.organization_id and q.share_id = h.id
    left join public.sales s on c.status = 'cancelled' and s.organization_id = c.organization_id and s.id = c.sales_id
    cross join lateral (values ('commission.sale', c.sale_date), ('commission.due', c.due_on),
      ('commission.received', c.received_posted_on), ('payment.paid', p.posted_on), ('payment.paid', q.posted_on),
      ('sale.sale', s.sale_date), ('sale.travel', s.travel_date)) d(kind, day)
    where d.day is not null;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.mark_report_months_of_shares()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  organization_ids uuid[];
  commission_ids uuid[];
  share_ids uuid[];
begin
  if tg_op = 'DELETE' then
    select array_agg(distinct h.organization_id), array_agg(h.commission_id), array_agg(h.id)
    into organization_ids, commission_ids, share_ids from replaced h;
  else
    select array_agg(distinct h.organization_id), array_agg(h.commission_id), array_agg(h.id)
    into organization_ids, commission_ids, share_ids from changed h;
  end if;
  insert into private.stale_report_months
  select distinct c.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
  from public.commissions c
  left join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id
  left join public.agent_payments p on p.organization_id = c.organization_id and p.commission_id = c.id
  left join private.closed_receipts k on k.organization_id = c.organization_id and k.commission_id = c.id
  cross join lateral (values ('commission.sale', c.sale_date), ('commission.due', c.due_on), ('commission.received', c.received_posted_on),
    ('commission.received', k.posted_on), ('payment.paid', p.posted_on), ('sale.sale', s.sale_date), ('sale.travel', s.travel_date)) d(kind, day)
  where c.organization_id = any (organization_ids) and c.id = any (commission_ids) and d.day is not null
  union
  select p.organization_id, 'payment.paid', date_trunc('month', p.posted_on::timestamp)::date
  from public.agent_payments p
  where p.organization_id = any (organization_ids) and p.share_id = any (share_ids);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.mark_stale_others()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.stale_matches (organization_id, commission_id)
  select new.organization_id, new.id
  where exists (select from public.bank_accounts a where a.organization_id = new.organization_id)
  on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.mark_tier_years(organization_ids uuid[], agent_ids uuid[], days date[], co_sellers jsonb[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.tier_years_due as d (organization_id, user_id, first_day, last_day)
  select m.organization_id, p.user_id, min(m.day), max(m.day)
  from unnest(organization_ids, agent_ids, days, mark_tier_years.co_sellers) m(organization_id, agent_id, day, co_sellers)
  cross join lateral (
    select m.agent_id as user_id
    union all
    select (e.value ->> 'user_id')::uuid from jsonb_array_elements(m.co_sellers) e(value)) p
  where exists (
    select from public.agreement_versions v
    where v.organization_id = m.organization_id and v.user_id = p.user_id and v.tiers is not null and v.replaced_at is null)
  group by 1, 2
  order by 2
  on conflict (transaction_id, organization_id, user_id) do update
    set first_day = least(d.first_day, excluded.first_day), last_day = greatest(d.last_day, excluded.last_day)
    where excluded.first_day < d.first_day or excluded.last_day > d.last_day
$function$;

CREATE OR REPLACE FUNCTION private.mark_tiers_of_commissions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.agreement_versions v where v.tiers is not null and v.organization_id in (
    select c.organization_id from changed c)) then
    perform private.mark_tier_years(array_agg(m.organization_id), array_agg(m.agent_id), array_agg(m.sale_date), array_agg(s.co_sellers))
    from (
      select c.organization_id, c.sales_id, c.agent_id, c.sale_date
      from (
        select 1 as n, a.* from changed a
        union all
        select -1, b.* from replaced b) c
      group by c.organization_id, c.id, c.sales_id, c.agent_id, c.sale_date, c.status = 'cancelled', c.amount, c.share_base, c.share_percents,
        c.commission_split, c.terms_version_id, c.received_amount
      having sum(c.n) <> 0) m
    join public.sales s on s.organization_id = m.organization_id and s.id = m.sales_id
    having count(*) > 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.mark_tiers_of_sales()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    if exists (select from public.agreement_versions v where v.tiers is not null and v.organization_id in (
      select r.organization_id from replaced r)) then
      perform private.mark_tier_years(array_agg(r.organization_id), array_agg(r.agent_id), array_agg(r.sale_date), array_agg(r.co_sellers))
      from replaced r having count(*) > 0;
    end if;
  elsif not exists (select from public.agreement_versions v where v.tiers is not null and v.organization_id in (
    select c.organization_id from changed c)) then
    return null;
  elsif tg_op = 'INSERT' then
    perform private.mark_tier_years(array_agg(c.organization_id), array_agg(c.agent_id), array_agg(c.sale_date), array_agg(c.co_sellers))
    from changed c having count(*) > 0;
  else
    perform private.mark_tier_years(array_agg(m.organization_id), array_agg(m.agent_id), array_agg(m.sale_date), array_agg(m.co_sellers))
    from (
      select s.organization_id, s.agent_id, s.sale_date, s.co_sellers
      from (
        select 1 as n, a.* from changed a
        union all
        select -1, b.* from replaced b) s
      group by s.organization_id, s.id, s.agent_id, s.sale_date, s.co_sellers, s.status = 'cancelled', s.total_amount, s.commission_amount,
        s.vendor_id, s.lines
      having sum(s.n) <> 0) m
    having count(*) > 0;
  end if;
  -- Commissions and shares of these sales are made.
  delete from private.known_volumes k where k.transaction_id = pg_current_xact_id_if_assigned();
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.mark_tiers_of_share()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.mark_tier_years(array[new.organization_id], array[new.user_id], array[new.counted_on], array['[]'::jsonb]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.match_marked(organization_id uuid, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  marked uuid[];
  ids uuid[];
  found_count int;
begin
  with taken as (
    delete from private.stale_matches m
    where m.organization_id = match_marked.organization_id and m.commission_id = any (array(
      select s.commission_id from private.stale_matches s where s.organization_id = match_marked.organization_id
      order by s.commission_id limit most for update skip locked))
    returning m.commission_id)
  select array_agg(t.commission_id order by t.commission_id) into marked from taken t;
  if marked is null then
    return 0;
  end if;
  ids := array(
    with sold as materialized (
      select c.vendor_id, c.undeposited_amount, private.reference_key(s.booking_reference) as reference
      from public.commissions c join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id
      where c.organization_id = match_marked.organization_id and c.id = any (marked)
      union all
      select o.vendor_id, o.amount, null from public.other_commissions o
      where o.organization_id = match_marked.organization_id and o.id = any (marked))
    select t.id from public.bank_transactions t
    -- The text of each transaction is read once, not once for each sale.
    cross join lateral (
      select upper(regexp_replace(concat(t.text, t.counterparty, t.reference), '[^A-Za-z0-9]', '', 'g')) as letters offset 0) x
    where t.organization_id = match_marked.organization_id
      and (t.status in ('open', 'suggested') or t.unclaimed_amount <> 0)
      and exists (
        select 1 from sold c
        where c.vendor_id = t.vendor_id or c.undeposited_amount = t.amount or strpos(x.letters, c.reference) > 0)
    order by t.id limit 500);
  perform private.match_transactions(match_marked.organization_id, ids);
  select count(*) into found_count from public.bank_transactions t
  join public.bank_suggestions s on s.organization_id = t.organization_id and s.transaction_id = t.id and s.rank = 1
  where t.organization_id = match_marked.organization_id and t.id = any (ids) and t.unclaimed_amount <> 0
    and s.commission_id = any (marked);
  if found_count > 0 then
    insert into public.notifications (organization_id, user_id, type, message, code, params)
    select u.organization_id, u.id, 'bank', case found_count when 1 then 'An unclaimed deposit has found its sale.'
      else found_count || ' unclaimed deposits have found their sales.' end, 'deposits_found',
      jsonb_build_object('count', found_count)
    from public.users u
    where u.organization_id = match_marked.organization_id and u.is_active and u.role in ('owner', 'admin') order by u.id;
  end if;
  return cardinality(marked);
end $function$;

CREATE OR REPLACE FUNCTION private.match_transactions(organization_id uuid, transaction_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  readings private.bank_reading[];
  payers private.bank_payer[];
  vendor_keys text[];
  vendor_ids uuid[];
  claimed uuid[];
  has_others boolean;
begin
  -- In the order of their ids; what somebody is working on waits for the next time.
  transaction_ids := array(
    select t.id from public.bank_transactions t
    where t.organization_id = match_transactions.organization_id and t.id = any (transaction_ids) and t.status <> 'set_aside'
    order by t.id for no key update skip locked);
  readings := array(select r from private.read_transactions(organization_id, transaction_ids) r);
  payers := array(
    select p from private.vendors_of_payers(
      organization_id, array(select distinct r.payer_key from unnest(readings) r)) p
    union all
    -- Whose money it is by a rule.
    select distinct (t.payer_key, t.vendor_id, 3, 1)::private.bank_payer
    from (select '=' || t.rule_vendor_id as payer_key, t.rule_vendor_id as vendor_id from public.bank_transactions t
      where t.organization_id = match_transactions.organization_id and t.id = any (transaction_ids) and t.rule_vendor_id is not null) t);
  -- The vendor of a payer, where one is recognized better than all others.
  select array_agg(p.payer_key), array_agg(p.vendor_id) into vendor_keys, vendor_ids
  from (
    select p.payer_key, (array_agg(p.vendor_id))[1] as vendor_id
    from (
      select v.*, rank() over (partition by v.payer_key order by v.strength desc) as place
      from unnest(payers) v) p
    where p.place = 1 and p.strength >= 2 group by p.payer_key having count(*) = 1) p;
  delete from public.bank_suggestions s
  where s.organization_id = match_transactions.organization_id and s.transaction_id = any (transaction_ids);
  insert into public.bank_suggestions
    (organization_id, transaction_id, rank, kind, certainty, parts, commission_id, reasons, difference)
  select match_transactions.organization_id, r.transaction_id, r.rank, r.kind, r.certainty, r.parts, r.commission_id, r.reasons,
    r.difference
  from private.rank_suggestions(match_transactions.organization_id, readings, payers) r;
  -- Two that claim the same commission: neither is certain.
  claimed := array(
    select distinct s.commission_id from public.bank_suggestions s
    where s.organization_id = match_transactions.organization_id and s.transaction_id = any (transaction_ids) and s.rank = 1);
  claimed := array(
    select s.commission_id from public.bank_suggestions s
    where s.organization_id = match_transactions.organization_id and s.commission_id = any (claimed) and s.rank = 1
      and (s.certainty = 'certain' or s.reasons @> '[{"code": "claimed"}]')
    group by s.commission_id having count(*) > 1);
  update public.bank_suggestions s set certainty = 'likely',
    reasons = s.reasons || private.reason('claimed', private.bank_weight('claimed'))
  where s.organization_id = match_transactions.organization_id and s.rank = 1 and s.certainty = 'certain'
    and s.commission_id = any (claimed);
  has_others := private.owes_others(match_transactions.organization_id);
  with first as materialized (
    select s.transaction_id, s.kind, s.certainty, c.vendor_id from public.bank_suggestions s join public.commissions c on c.id = s.commission_id
    where s.organization_id = match_transactions.organization_id and s.transaction_id = any (transaction_ids) and s.rank = 1
  )
  update public.bank_transactions t set
    matching_due = false,
    certainty = case when t.status <> 'matched' then n.certainty end,
    vendor_id = coalesce(n.vendor_id, t.vendor_id),
    category = case when t.status = 'matched' then t.category else coalesce(n.category, t.category) end,
    status = case when t.status = 'matched' then t.status else n.status end
  from (
    select t.id, coalesce(s.vendor_id, t.rule_vendor_id, p.vendor_id) as vendor_id,
      case when s.certainty in ('certain', 'likely') or not x.agrees then s.certainty else 'likely' end as certainty,
      case when s.kind = 'recall' then 'recall' when x.agrees or s.certainty in ('certain', 'likely') or g.category is null and coalesce(s.vendor_id, p.vendor_id) is not null
        then 'commission' else g.category end as category,
      case when x.agrees or s.certainty in ('certain', 'likely') then 'suggested' when g.category is not null then 'set_aside'
        when s.certainty is not null then 'suggested' else 'open' end as status
    from public.bank_transactions t
    left join first s on s.transaction_id = t.id
    left join (select r.id, r.payer_key from unnest(readings) r) e on e.id = t.id
    left join lateral (
      select p.category from public.bank_patterns p
      where p.organization_id = t.organization_id and p.payer_key = t.payer_key and p.category is not null
        -- Vendors pay bonuses, too: theirs is set aside where it mostly was.
        and p.confirmations > coalesce((select sum(v.confirmations) from public.bank_patterns v
          where v.organization_id = t.organization_id and v.payer_key = t.payer_key and v.vendor_id is not null), 0)
      order by p.confirmations desc, p.category limit 1) g on true
    left join lateral (
      select v.vendor_id from unnest(vendor_keys, vendor_ids) v(payer_key, vendor_id) where v.payer_key = e.payer_key limit 1) p on true
    -- A penalty or a bonus of its vendor that is its amount.
    cross join lateral (select has_others and exists (
      select from private.agreeing_others(t, coalesce(s.vendor_id, t.rule_vendor_id, p.vendor_id, t.vendor_id))) as agrees) x
    where t.organization_id = match_transactions.organization_id and t.id = any (transaction_ids)) n
  where t.organization_id = match_transactions.organization_id and t.id = n.id;
end $function$;

CREATE OR REPLACE FUNCTION private.money_of_lines(lines jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_agg(e.line - 'text' order by e.n) from jsonb_array_elements(lines) with ordinality e(line, n)
$function$;

CREATE OR REPLACE FUNCTION private.monthly_totals_of_rows(organization_id uuid, months date[])
 RETURNS SETOF private.monthly_totals
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.shares_commissions(monthly_totals_of_rows.organization_id) then
    return query
      select s.organization_id, k.subject_id, k.grouped_by, m.month, k.group_id, count(*)::integer, sum(s.total_amount),
        coalesce(sum(c.amount), 0)
      from unnest(monthly_totals_of_rows.months) m(month)
      join public.sales s on s.organization_id = monthly_totals_of_rows.organization_id
        and s.sale_date >= m.month and s.sale_date < (m.month + interval '1 month')::date
      -- The commission of a sale may be cancelled alone.
      left join public.commissions c on c.organization_id = s.organization_id and c.sales_id = s.id and c.status <> 'cancelled'
      cross join lateral (values (s.organization_id, 'agent', s.agent_id), (s.organization_id, 'vendor', s.vendor_id),
        (s.agent_id, 'vendor', s.vendor_id)) k(subject_id, grouped_by, group_id)
      where s.status <> 'cancelled'
      group by s.organization_id, k.subject_id, k.grouped_by, m.month, k.group_id;
    return;
  end if;
  return query
      select t.organization_id, t.subject_id, t.grouped_by, t.month, t.group_id, count(*)::integer, sum(t.total_amount),
        coalesce(sum(t.amount), 0)
      from (
        select s.organization_id, k.subject_id, k.grouped_by, m.month, k.group_id, k.total_amount,
          case when k.place is null or s.co_sellers = '[]' then c.amount else private.share_part(c.amount, s.co_sellers, k.place) end as amount
        from unnest(monthly_totals_of_rows.months) m(month)
        join public.sales s on s.organization_id = monthly_totals_of_rows.organization_id
          and s.sale_date >= m.month and s.sale_date < (m.month + interval '1 month')::date
        -- The commission of a sale may be cancelled alone.
        left join public.commissions c on c.organization_id = s.organization_id and c.sales_id = s.id and c.status <> 'cancelled'
        cross join lateral (values
          (s.organization_id, 'agent', s.agent_id, case when s.co_sellers = '[]' then s.total_amount else private.share_part(s.total_amount, s.co_sellers, 1) end, 1),
          (s.organization_id, 'vendor', s.vendor_id, s.total_amount, null),
          (s.agent_id, 'vendor', s.vendor_id, case when s.co_sellers = '[]' then s.total_amount else private.share_part(s.total_amount, s.co_sellers, 1) end, 1))
          k(subject_id, grouped_by, group_id, total_amount, place)
        where s.status <> 'cancelled'
        union all
        select h.organization_id, k.subject_id, k.grouped_by, m.month, k.group_id, private.share_part(s.total_amount, s.co_sellers, h.place),
          private.share_part(c.amount, s.co_sellers, h.place)
        from unnest(monthly_totals_of_rows.months) m(month)
        join public.commission_shares h on h.organization_id = monthly_totals_of_rows.organization_id
          and h.counted_on >= m.month and h.counted_on < (m.month + interval '1 month')::date
          and h.role in ('co_seller', 'referral') and h.commission_id is not null
        join public.sales s on s.organization_id = h.organization_id and s.id = h.sales_id
        left join public.commissions c on c.organization_id = s.organization_id and c.sales_id = s.id and c.status <> 'cancelled'
        cross join lateral (values (h.organization_id, 'agent', h.user_id), (h.user_id, 'vendor', s.vendor_id))
          k(subject_id, grouped_by, group_id)
        where s.status <> 'cancelled') t
      group by t.organization_id, t.subject_id, t.grouped_by, t.month, t.group_id;
end $function$;

CREATE OR REPLACE FUNCTION private.next_tier(organization_id uuid, user_id uuid, day date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  terms constant public.agreement_versions := private.terms_in_force(next_tier.organization_id, next_tier.user_id, next_tier.day);
  volume numeric;
begin
  if terms.tiers is null then
    return null;
  end if;
  volume := private.tier_volume(next_tier.organization_id, next_tier.user_id, terms.tiers ->> 'basis', terms.tiers ->> 'year_start',
    case when terms.tiers ->> 'mode' = 'whole_year'
      then (private.tier_year(next_tier.day, terms.tiers ->> 'year_start') + interval '1 year')::date - 1 else next_tier.day end,
    'infinity');
  return (
    select jsonb_build_object('from', (e ->> 'from')::numeric, 'split', (e ->> 'split')::numeric,
      'missing', (e ->> 'from')::numeric - volume)
    from jsonb_array_elements(terms.tiers -> 'steps') e where (e ->> 'from')::numeric > volume
    order by (e ->> 'from')::numeric limit 1);
end $function$;

CREATE OR REPLACE FUNCTION private.no_group_figures()
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '{"sales": 0, "booked": 0, "paid": 0, "cancelled": 0, "total_amount": 0, "commission_amount": 0, "owed_amount": 0,
    "owed_count": 0}'::jsonb
$function$;

CREATE OR REPLACE FUNCTION private.notify_of_commission()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sale text;
begin
  -- What is paid together is told once, by its payout.
  if private.in_mode('importing') or new.seller_paid and exists (
    select 1 from public.agent_payments p
    where p.organization_id = new.organization_id and p.commission_id = new.id and p.batch_id is not null) then
    return null;
  end if;
  sale := (select private.sale_description(s) from public.sales s where s.id = new.sales_id);
  if not new.seller_paid then
    perform private.write_notification(new.organization_id, new.agent_id, 'commission', case
      when new.received_on is not null then (select v.name from public.vendors v where v.id = new.vendor_id)
        || ' paid the commission on the ' || sale || '.'
      when new.sale_paid then 'The customer paid the ' || sale || '. Your commission can be paid.'
      else 'Your commission on the ' || sale || ' is marked as funds received.' end, 'commissions', new.id,
      case when new.received_on is not null then 'vendor_paid' when new.sale_paid then 'customer_paid' else 'funds_received' end,
      jsonb_build_object('vendor', (select v.name from public.vendors v where v.id = new.vendor_id),
        'sale', private.sale_param(new.sales_id)));
  else
    perform private.write_notification(new.organization_id, new.agent_id, 'payout',
      'Your payout for the ' || sale || ' was recorded.', 'commissions', new.id, 'payment_recorded',
      jsonb_build_object('sale', private.sale_param(new.sales_id)));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_of_deposit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_notification(new.organization_id, new.agent_id, 'commission',
    (select v.name from public.vendors v where v.id = new.vendor_id) || ' paid the commission on the '
      || (select private.sale_description(s) from public.sales s where s.id = new.sales_id) || '.', 'commissions', new.id,
    'vendor_paid', jsonb_build_object('vendor', (select v.name from public.vendors v where v.id = new.vendor_id),
      'sale', private.sale_param(new.sales_id)));
  perform private.tell_shares(new.organization_id, new.id, null, new.vendor_id, 'vendor_paid');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.open_commissions(organization_id uuid, agent_id uuid, only_received boolean)
 RETURNS TABLE(commission_id uuid, agent_id uuid, amount numeric, obstacle text, batch_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.id, c.agent_id, c.agent_amount,
    private.payout_obstacle(c, s, o, h.commission_id is not null, (select private.today())), l.batch_id
  from public.organizations o
  join public.commissions c on c.organization_id = o.id
    and c.status in ('funds_received', case when not only_received then 'unpaid' else 'funds_received' end)
  join public.sales s on s.id = c.sales_id
  left join public.payout_holds h on h.organization_id = c.organization_id and h.commission_id = c.id
  -- Looked up by its index: where few rows are expected, each of thousands would be compared with all lines.
  left join lateral (
    select l.batch_id from public.payout_lines l
    where l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'commission' offset 0) l on true
  where o.id = open_commissions.organization_id and not c.seller_paid
    and (open_commissions.agent_id is null or c.agent_id = open_commissions.agent_id)
$function$;

CREATE OR REPLACE FUNCTION private.open_for_payout(organization_id uuid, agent_id uuid, only_received boolean)
 RETURNS TABLE(commission_id uuid, agent_id uuid, amount numeric, obstacle text, batch_id uuid, share_id uuid, kind text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.commission_id, c.agent_id, c.amount, coalesce(c.obstacle, case when c.batch_id is null and c.agent_id in (
    select private.below_minimum(open_for_payout.organization_id, open_for_payout.agent_id)) then 'later' end), c.batch_id,
    c.share_id, c.kind
  from (
    select o.*, null::uuid as share_id, 'commission' as kind
    from private.open_commissions(open_for_payout.organization_id, open_for_payout.agent_id, only_received) o
    union all
    select null, h.agent_id, h.amount, h.obstacle, h.batch_id, h.share_id, h.kind
    from private.open_shares(open_for_payout.organization_id, open_for_payout.agent_id, only_received) h) c
$function$;

CREATE OR REPLACE FUNCTION private.open_others(organization_id uuid, vendor_id uuid, transaction_id uuid)
 RETURNS TABLE(id uuid, expected numeric, recorded_on date, due_on date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select o.id, e.expected, case when e.is_recorded then o.received_on end, coalesce(o.due_on, o.counted_on)
  from public.other_commissions o
  cross join lateral (
    select sum(a.amount) filter (where not a.explains_receipt) as brought,
      coalesce(sum(a.amount) filter (where not a.explains_receipt and a.transaction_id is distinct from open_others.transaction_id), 0) as elsewhere,
      coalesce(bool_or(a.explains_receipt and a.transaction_id is distinct from open_others.transaction_id), false) as is_explained
    from public.bank_other_allocations a
    where a.organization_id = o.organization_id and a.other_commission_id = o.id) b
  cross join lateral (
    select o.received_on is not null and b.brought is null as is_recorded,
      case when o.received_on is not null and b.brought is null then o.received_amount else o.amount - b.elsewhere end as expected) e
  where o.organization_id = open_others.organization_id and o.vendor_id is not null and o.status <> 'cancelled'
    and (open_others.vendor_id is null or o.vendor_id = open_others.vendor_id)
    and not b.is_explained and e.expected > 0
$function$;

CREATE OR REPLACE FUNCTION private.open_shares(organization_id uuid, agent_id uuid, only_received boolean)
 RETURNS TABLE(share_id uuid, kind text, agent_id uuid, amount numeric, obstacle text, batch_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select h.id, case when h.place is null then 'override' else 'share' end, h.user_id, h.agent_amount,
    private.share_obstacle(h, m, x, s, o, k.id is not null, uk.id is not null,
      h.place is null and case when h.under_share_id is not null then u.status = 'paid' else m.seller_paid or m.status = 'agent_paid' end,
      (select private.today())), l.batch_id
  from public.organizations o
  join public.commission_shares h on h.organization_id = o.id and h.status = 'open'
  left join public.commissions m on m.organization_id = h.organization_id and m.id = h.commission_id
  left join public.other_commissions x on x.organization_id = h.organization_id and x.id = h.other_commission_id
  left join public.sales s on s.id = h.sales_id
  left join public.commission_shares u on u.organization_id = h.organization_id and u.id = h.under_share_id
  left join public.payout_holds k on k.organization_id = h.organization_id and k.share_id = h.id
  left join public.payout_holds uk on h.place is null and uk.organization_id = h.organization_id
    and (uk.share_id = h.under_share_id or h.under_share_id is null and uk.commission_id = h.commission_id)
  left join lateral (
    select l.batch_id from public.payout_lines l
    where l.organization_id = h.organization_id and l.share_id = h.id and l.kind in ('share', 'override') offset 0) l on true
  where o.id = open_shares.organization_id
    and (open_shares.agent_id is null or h.user_id = open_shares.agent_id)
    -- Of an override that its cap leaves nothing there is nothing to pay.
    and (h.place is not null or h.agent_amount <> 0)
    and coalesce(m.status, x.status) <> 'cancelled' and (not only_received or coalesce(m.status, x.status) <> 'unpaid')
$function$;

CREATE OR REPLACE FUNCTION private.other_basis(o public.other_commissions)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when o.received_amount < o.amount and g.agents_paid_on = 'received' then o.received_amount else o.amount end
  from public.organizations g where g.id = o.organization_id
$function$;

CREATE OR REPLACE FUNCTION private.other_dates(sale public.sales, sale_group public.sale_groups)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select sale.status = 'booked' and (sale.travel_date, sale.return_date) is distinct from (sale_group.travel_date, sale_group.return_date)
$function$;

CREATE OR REPLACE FUNCTION private.other_parts(parts jsonb, is_other boolean)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(p order by n), '[]') from jsonb_array_elements(parts) with ordinality e(p, n)
  where coalesce((p ->> 'is_other')::boolean, false) = other_parts.is_other
$function$;

CREATE OR REPLACE FUNCTION private.override_base(base text, gross numeric, agent numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case base when 'gross' then gross when 'agent' then agent else gross - agent end
$function$;

CREATE OR REPLACE FUNCTION private.override_now(h public.commission_shares, c public.commissions)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when h.role = 'override_charge' then -w.amount else w.amount end
  from (
    select case when exists (select from public.agreement_versions v
        where v.id = h.terms_version_id and v.overrides @? '$[*].cap_per_year ? (@ != null)')
      then least(f.amount, abs(h.agent_amount)) else f.amount end as amount
    from (
      select round(private.override_base(h.base, p.part, round(p.part * p.split / 100, 2)) * h.percent / 100, 2) as amount
      from (
        select (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[coalesce(max(n.place), 1)] as part,
          coalesce(max(n.split), c.commission_split) as split
        from public.commission_shares n where n.organization_id = h.organization_id and n.id = h.under_share_id) p) f) w
$function$;

CREATE OR REPLACE FUNCTION private.override_people(overrides jsonb)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select lower(w.value) from jsonb_array_elements(overrides) e
  cross join lateral jsonb_array_elements_text(case when jsonb_typeof(e -> 'whose') = 'array' then e -> 'whose' else '["all"]' end) w(value)
$function$;

CREATE OR REPLACE FUNCTION private.overrides_are_good(overrides jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  entry jsonb;
begin
  if jsonb_typeof(overrides) <> 'array' or jsonb_array_length(overrides) > 50 then
    return false;
  end if;
  for entry in select e from jsonb_array_elements(overrides) e loop
    if jsonb_typeof(entry) <> 'object' or jsonb_typeof(entry -> 'percent') is distinct from 'number'
      or (entry ->> 'percent')::numeric not between 0.01 and 100
      or (entry ->> 'percent')::numeric <> round((entry ->> 'percent')::numeric, 2)
      or coalesce(entry ->> 'base', '') not in ('gross', 'agency', 'agent')
      or coalesce(entry ->> 'taken_from', '') not in ('agency', 'agent')
      or coalesce(jsonb_typeof(entry -> 'cap_per_year'), 'null') not in ('number', 'null')
      or (entry ->> 'cap_per_year')::numeric not between 0.01 and 9999999999.99 then
      return false;
    elsif jsonb_typeof(entry -> 'whose') is distinct from 'array' then
      if entry ->> 'whose' is distinct from 'all' then
        return false;
      end if;
    elsif jsonb_array_length(entry -> 'whose') not between 1 and 200
      or exists (select from jsonb_array_elements(entry -> 'whose') w
        where jsonb_typeof(w) <> 'string' or not pg_input_is_valid(w #>> '{}', 'uuid')) then
      return false;
    end if;
  end loop;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.overrides_of_year(member public.users, day date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('user_id', x.person, 'sales', x.sales, 'base', x.base, 'amount', x.amount)
    order by x.amount desc, x.person), '[]')
  from (
    select coalesce(n.user_id, m.agent_id) as person, count(distinct h.sales_id) as sales, sum(h.gross_part) as base, sum(h.agent_amount) as amount
    from public.commission_shares h
    left join public.commissions m on m.id = h.commission_id
    left join public.commission_shares n on n.id = h.under_share_id
    where h.organization_id = member.organization_id and h.user_id = member.id and h.role = 'override' and h.status <> 'cancelled'
      and h.counted_on between date_trunc('year', overrides_of_year.day)::date and (date_trunc('year', overrides_of_year.day) + interval '1 year')::date - 1
    group by 1) x
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
      select from public.users u where u.organization_id = member.organization_id and u.id::text = p)) then private.command_result(
      'Choose people of your agency.', 'overrides', 'override_person_unknown') end
$function$;

CREATE OR REPLACE FUNCTION private.owed_figures(organization_id uuid, agent_id uuid DEFAULT NULL::uuid, vendor_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  tracked_since date;
  today date;
  -- Of the agency each commission is one, with what all its people were paid; of a person it is their part.
  by_share constant boolean := owed_figures.agent_id is not null
    and private.has_shares(owed_figures.organization_id, owed_figures.agent_id);
  advanced constant text := case when owed_figures.agent_id is null and private.shares_commissions(owed_figures.organization_id)
    then 'm.advanced + case when m.owed > 0 then coalesce((select sum(h.agent_amount) from public.commission_shares h
      where h.organization_id = m.organization_id and h.commission_id = m.commission_id and h.status = ''paid''), 0) else 0 end'
    else 'm.advanced' end;
  answer jsonb;
begin
  select o.receipts_tracked_since, (now() at time zone o.time_zone)::date into tracked_since, today
  from public.organizations o where o.id = owed_figures.organization_id;
  execute 'select jsonb_build_object(''count'', coalesce(sum(v.n), 0), ''amount'', coalesce(sum(v.owed), 0), ''vendors'', count(*),
      ''agents_paid'', jsonb_build_object(''count'', coalesce(sum(v.paid_n), 0), ''amount'', coalesce(sum(v.paid), 0),
        ''advanced'', coalesce(sum(v.advanced), 0)),
      ''paid_short'', jsonb_build_object(''count'', coalesce(sum(v.short_n), 0), ''amount'', coalesce(sum(v.short), 0)),
      ''tracked_since'', $5::date)
    from (
      select m.vendor_id, count(*) as n, sum(m.owed) as owed, count(*) filter (where m.owed_agent_paid > 0) as paid_n,
        sum(m.owed_agent_paid) as paid, sum(' || advanced || ') as advanced, count(*) filter (where m.paid_short > 0) as short_n,
        sum(m.paid_short) as short
      from private.commission_money' || case when by_share then '_by_share' else '' end || ' m
      where m.organization_id = $1 and ' || private.owed_condition(tracked_since, '$4')
    || case when owed_figures.agent_id is not null then ' and m.payee_id = $2' else '' end
    || case when owed_figures.vendor_id is not null then ' and m.vendor_id = $3' else '' end || ' group by 1) v'
  into answer using owed_figures.organization_id, owed_figures.agent_id, owed_figures.vendor_id, today, tracked_since;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION private.owes_others(organization_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.other_commissions o
    where o.organization_id = owes_others.organization_id and o.vendor_id is not null and o.status <> 'cancelled')
$function$;

CREATE OR REPLACE FUNCTION private.own_sales_condition(agent_id uuid, shared uuid[], agent_parameter text, shared_parameter text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when agent_id is null then '' when shared = '{}' then format(' and s.agent_id = %s', agent_parameter)
    else format(' and (s.agent_id = %s or s.id = any (%s))', agent_parameter, shared_parameter) end
$function$;

CREATE OR REPLACE FUNCTION private.paid_answer(sale public.sales, payment_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', payment_id, 'status', sale.status, 'version', sale.version,
    'paid', private.paid_by_customer(sale.id, sale.organization_id))
$function$;

CREATE OR REPLACE FUNCTION private.paid_by_customer(sale_id uuid, organization_id uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(p.amount), 0) from public.customer_payments p
  where p.organization_id = paid_by_customer.organization_id and p.sales_id = paid_by_customer.sale_id
$function$;

CREATE OR REPLACE FUNCTION private.paid_parts(organization_id uuid, transaction_ids uuid[], kept uuid[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('transaction_id', p.transaction_id, 'commission_id', p.commission_id,
    'booking_reference', p.booking_reference, 'agent', p.agent) order by p.booking_reference), '[]')
  from (
  select a.transaction_id, a.commission_id, s.booking_reference, u.first_name || ' ' || u.last_name as agent
  from public.bank_allocations a
  join public.commissions c on c.organization_id = a.organization_id and c.id = a.commission_id
  join private.commissions_before_deposit b on b.commission_id = c.id
  join public.sales s on s.id = c.sales_id
  join public.users u on u.id = c.agent_id
  where a.organization_id = paid_parts.organization_id and a.transaction_id = any (transaction_ids)
    and a.commission_id <> all (kept) and a.amount > 0 and c.status = 'agent_paid' and b.status <> 'agent_paid'
  union all
  select a.transaction_id, null, s.booking_reference, u.first_name || ' ' || u.last_name
  from public.bank_other_allocations a
  join public.commission_shares h on h.organization_id = a.organization_id and h.other_commission_id = a.other_commission_id
    and h.status = 'paid' and h.role <> 'override_charge'
  join public.sales s on s.organization_id = h.organization_id and s.id = h.sales_id
  join public.users u on u.id = h.user_id
  where a.organization_id = paid_parts.organization_id and a.transaction_id = any (transaction_ids)
    and a.other_commission_id <> all (kept) and not a.explains_receipt) p
$function$;

CREATE OR REPLACE FUNCTION private.parts_of(amount numeric, percents numeric[])
 RETURNS numeric[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  -- Whole cents first; the cents that are left go to the largest remainders, of equal ones to the first.
  select case when cardinality(percents) = 1 then array[amount] else (
    select array_agg((sign(amount) * (r.whole + case when r.place <= r.missing then 1 else 0 end) / 100)::numeric(12,2) order by r.n)
    from (
      select e.n, e.whole, row_number() over (order by e.exact - e.whole desc, e.n) as place,
        abs(amount) * 100 - sum(e.whole) over () as missing
      from (
        select p.n, abs(amount) * p.percent as exact, floor(abs(amount) * p.percent) as whole
        from unnest(percents) with ordinality p(percent, n)) e) r) end
$function$;

CREATE OR REPLACE FUNCTION private.payable_to(organization_id uuid, agent_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  totals record;
  early record;
  -- As lists and payouts see it.
  blocked constant uuid[] := private.blocked_commissions(payable_to.organization_id, payable_to.agent_id);
begin
  if private.has_shares(payable_to.organization_id, payable_to.agent_id) or exists (
    select from public.commission_shares h
    where h.organization_id = payable_to.organization_id and h.user_id = payable_to.agent_id and h.status = 'open') then
    return private.payable_with_shares(payable_to.organization_id, payable_to.agent_id);
  end if;
  select coalesce(sum(t.record_count) filter (where t.status = 'funds_received'), 0) as n,
    coalesce(sum(t.agent_amount) filter (where t.status = 'funds_received'), 0) as amount,
    coalesce(sum(t.record_count) filter (where t.status = 'unpaid'), 0) as awaited_n,
    coalesce(sum(t.agent_amount) filter (where t.status = 'unpaid'), 0) as awaited into totals
  from private.totals('commission', payable_to.organization_id, payable_to.agent_id, '1900-01-01', '2199-12-31') t;
  -- Seldom the vendor pays before the customer, or something else keeps it.
  select count(*) as n, coalesce(sum(m.agent_amount), 0) as amount into early
  from public.commissions m
  where m.organization_id = payable_to.organization_id and m.agent_id = payable_to.agent_id
    and m.status = 'funds_received' and (not m.sale_paid or m.id = any (blocked));
  return jsonb_build_object(
    'now', jsonb_build_object('count', totals.n - early.n, 'amount', totals.amount - early.amount),
    'expected', jsonb_build_object('count', totals.awaited_n + early.n, 'amount', totals.awaited + early.amount),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('commission_id', m.id, 'sales_id', s.id,
        'booking_reference', s.booking_reference, 'customer_first_name', c.first_name, 'customer_last_name', c.last_name,
        'vendor_name', v.name, 'agent_amount', m.agent_amount, 'status', m.status, 'sale_status', s.status,
        'received_on', m.received_on, 'due_on', m.due_on, 'reason', case
          when p.place = 1 then 'ready'
          when m.id = any (blocked) then coalesce((
            select o.obstacle from private.open_for_payout(payable_to.organization_id, payable_to.agent_id, true) o
            where o.commission_id = m.id and o.obstacle <> 'vendor'), 'awaiting_vendor')
          when p.place = 2 then 'awaiting_customer'
          when w.owed > 0 then 'overdue'
          else 'awaiting_vendor' end)
        order by p.place, p.day nulls last, p.sales_id), '[]')
      from (
        select f.* from (
          (select 1 as place, m.sale_date as day, m.sales_id from public.commissions m
          where m.organization_id = payable_to.organization_id and m.agent_id = payable_to.agent_id
            and m.status = 'funds_received' and m.sale_paid and m.id <> all (blocked)
          order by m.sale_date, m.sales_id limit 5)
          union all
          (select 2, m.sale_date, m.sales_id from public.commissions m
          where m.organization_id = payable_to.organization_id and m.agent_id = payable_to.agent_id
            and m.status = 'funds_received' and (not m.sale_paid or m.id = any (blocked))
          order by m.sale_date, m.sales_id limit 5)
          union all
          (select 3, m.due_on, m.sales_id from public.commissions m
          where m.organization_id = payable_to.organization_id and m.agent_id = payable_to.agent_id
            and m.status = 'unpaid'
          order by m.due_on, m.sales_id limit 5)) f
        order by f.place, f.day nulls last, f.sales_id limit 5) p
      join public.sales s on s.id = p.sales_id
      join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
      join private.commission_money w on w.commission_id = m.id
      join public.customers c on c.id = s.customer_id
      join public.vendors v on v.id = s.vendor_id));
end $function$;

CREATE OR REPLACE FUNCTION private.payable_with_shares(organization_id uuid, agent_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with open as materialized (
    select o.amount, o.obstacle, m.id as commission_id, coalesce(m.sales_id, h.sales_id) as sales_id,
      coalesce(m.vendor_id, x.vendor_id) as vendor_id, coalesce(m.status, x.status) as status, coalesce(m.received_on, x.received_on) as received_on,
      coalesce(m.due_on, x.due_on) as due_on, coalesce(m.sale_date, h.counted_on) as sale_date,
      case when o.obstacle is null then 1 when coalesce(m.status, x.status) <> 'unpaid' then 2 else 3 end as place
    from private.open_for_payout(payable_with_shares.organization_id, payable_with_shares.agent_id, false) o
    left join public.commission_shares h on h.organization_id = payable_with_shares.organization_id and h.id = o.share_id
    left join public.commissions m on m.organization_id = payable_with_shares.organization_id
      and m.id = coalesce(o.commission_id, h.commission_id)
    left join public.other_commissions x on x.organization_id = h.organization_id and x.id = h.other_commission_id)
  select jsonb_build_object(
    'now', (select jsonb_build_object('count', count(*), 'amount', coalesce(sum(o.amount), 0)) from open o where o.place = 1),
    'expected', (select jsonb_build_object('count', count(*), 'amount', coalesce(sum(o.amount), 0)) from open o where o.place > 1),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('commission_id', p.commission_id, 'sales_id', s.id,
        'booking_reference', s.booking_reference, 'customer_first_name', c.first_name,
        'customer_last_name', c.last_name, 'vendor_name', v.name, 'agent_amount', p.amount, 'status', p.status,
        'sale_status', s.status, 'received_on', p.received_on, 'due_on', p.due_on, 'reason', case
          when p.place = 1 then 'ready'
          when p.obstacle = 'customer' then 'awaiting_customer'
          when p.obstacle <> 'vendor' then p.obstacle
          when w.owed > 0 then 'overdue'
          else 'awaiting_vendor' end)
        order by p.place, p.day nulls last, p.sales_id, p.obstacle nulls first), '[]')
      from (
        select o.commission_id, o.sales_id, o.vendor_id, o.status, o.received_on, o.due_on, o.place, o.obstacle, sum(o.amount) as amount,
          case when o.place = 3 then o.due_on else o.sale_date end as day
        from open o where o.commission_id is not null
        group by o.commission_id, o.sales_id, o.vendor_id, o.status, o.received_on, o.due_on, o.place, o.obstacle, o.sale_date
        order by o.place, day nulls last, o.sales_id, o.obstacle nulls first limit 5) p
      join public.sales s on s.id = p.sales_id
      left join private.commission_money w on w.organization_id = payable_with_shares.organization_id and w.commission_id = p.commission_id
      join public.customers c on c.id = s.customer_id
      join public.vendors v on v.id = p.vendor_id))
$function$;

CREATE OR REPLACE FUNCTION private.payer_lessons(organization_id uuid, transaction_ids uuid[])
 RETURNS TABLE(transaction_id uuid, payer_key text, vendor_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select distinct t.id, private.payer_before(t.payer_key, n.names), c.vendor_id
  from public.bank_transactions t
  join public.bank_allocations a on a.organization_id = t.organization_id and a.transaction_id = t.id
  join public.commissions c on c.organization_id = a.organization_id and c.id = a.commission_id
  join public.sales s on s.id = c.sales_id
  cross join lateral (
    -- By their ids alone, as in private.match_singles.
    select array_agg(w) as names
    from (select k.* from public.customers k where k.id = any (s.traveler_ids || s.customer_id) offset 0) k
    cross join lateral unnest(private.bank_words(k.first_name || ' ' || k.last_name)) w
    where k.organization_id = s.organization_id) n
  where t.organization_id = payer_lessons.organization_id and t.id = any (transaction_ids) and t.payer_key is not null
  union
  select t.id, t.payer_key, o.vendor_id
  from public.bank_transactions t
  join public.bank_other_allocations a on a.organization_id = t.organization_id and a.transaction_id = t.id
  join public.other_commissions o on o.organization_id = a.organization_id and o.id = a.other_commission_id
  where t.organization_id = payer_lessons.organization_id and t.id = any (transaction_ids) and t.payer_key is not null
$function$;

CREATE OR REPLACE FUNCTION private.payment_reminder_days()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select 7 $function$;

CREATE OR REPLACE FUNCTION private.payments_due(organization_id uuid, agent_id uuid, today date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with due as materialized (
    select d.sales_id, d.place, d.kind, d.due_on, d.open_amount, d.due_on < payments_due.today as overdue
    from public.payment_dues d
    where d.organization_id = payments_due.organization_id and d.open_amount > 0 and d.due_on <= payments_due.today + 14
      and (payments_due.agent_id is null or d.agent_id = payments_due.agent_id)
  )
  select case when exists (select from due) then jsonb_build_object(
    'count', (select count(*) from due), 'overdue', (select count(*) from due d where d.overdue),
    'amount', (select sum(d.open_amount) from due d),
    'rows', (
      select jsonb_agg(jsonb_build_object('sales_id', s.id, 'booking_reference', s.booking_reference, 'kind', r.kind, 'due_on', r.due_on,
        'open', r.open_amount, 'overdue', r.overdue, 'customer_first_name', c.first_name, 'customer_last_name', c.last_name)
        order by r.due_on, r.sales_id, r.place)
      from (select d.* from due d order by d.due_on, d.sales_id, d.place limit 8) r
      join public.sales s on s.organization_id = payments_due.organization_id and s.id = r.sales_id
      join public.customers c on c.organization_id = s.organization_id and c.id = s.customer_id)) end
$function$;

CREATE OR REPLACE FUNCTION private.payout_figures(b public.payout_batches)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('agents', count(*) filter (where t.paid_amount > 0), 'commissions', coalesce(sum(t.commission_count), 0),
    'commission_amount', coalesce(sum(t.commission_amount), 0), 'adjustment_amount', coalesce(sum(t.adjustment_amount), 0),
    'carried_in', coalesce(sum(t.carried_in), 0), 'carried_out', coalesce(sum(t.carried_out), 0),
    'amount', coalesce(sum(t.paid_amount), 0))
  from (
    -- A paid batch is told by its statements: what was carried then is not what is carried now.
    select (select count(*) from public.payout_lines l where l.organization_id = s.organization_id and l.batch_id = s.batch_id
        and l.agent_id = s.agent_id and l.kind in ('commission', 'share')) as commission_count,
      s.commission_amount, s.adjustment_amount, s.carried_in, s.carried_out, s.paid_amount
    from public.payout_statements s where b.status = 'paid' and s.organization_id = b.organization_id and s.batch_id = b.id
    union all
    select t.commission_count, t.commission_amount, t.adjustment_amount, t.carried_in, t.carried_out, t.paid_amount
    from private.payout_totals(b) t where b.status <> 'paid') t
$function$;

CREATE OR REPLACE FUNCTION private.payout_line_rows(organization_id uuid, batch_id uuid, agent_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'agent_id', l.agent_id, 'kind', private.told_kind(l.kind), 'amount', l.amount, 'note', l.note,
    'note_fact', l.note_fact, 'commission_id', l.commission_id, 'transaction_id', l.transaction_id, 'booking_reference', s.booking_reference,
    'customer', k.first_name || ' ' || k.last_name, 'vendor', v.name, 'received_on', c.received_on, 'commission', c.amount,
    'split', c.commission_split) || case when l.kind = 'commission' and payout_line_rows.agent_id is null
      then jsonb_build_object('funded', c.open_amount = 0, 'due_on', c.due_on) else '{}' end || private.share_facts(l.share_id, private.is_claim(l.kind))
    order by l.kind <> 'commission', l.kind <> 'share', l.kind <> 'override', s.sale_date, s.booking_reference, l.created_at, l.id), '[]')
  from public.payout_lines l
  left join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id
  left join public.commission_shares h on h.organization_id = l.organization_id and h.id = l.share_id
  left join public.sales s on s.id = coalesce(c.sales_id, h.sales_id)
  left join public.customers k on k.id = s.customer_id and (h.id is null or h.place is not null)
  left join public.vendors v on v.id = c.vendor_id
  where l.organization_id = payout_line_rows.organization_id and l.batch_id = payout_line_rows.batch_id
    and (payout_line_rows.agent_id is null or l.agent_id = payout_line_rows.agent_id)
$function$;

CREATE OR REPLACE FUNCTION private.payout_problems(b public.payout_batches)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('line_id', p.line_id, 'commission_id', p.commission_id,
    'booking_reference', p.booking_reference, 'agent', p.agent, 'code', p.code,
    'params', case p.code when 'share_changed' then jsonb_build_object('amount', p.share) else '{}' end,
    'problem', case p.code
      when 'agent_paid' then 'Paid on its own meanwhile'
      when 'cancelled' then 'Cancelled meanwhile'
      when 'agent_changed' then 'Given to another agent'
      when 'share_changed' then 'The agent’s share is ' || p.share || ' now'
      when 'held' then 'Held meanwhile'
      when 'travel' then 'Waits for the trip'
      when 'vendor' then 'No longer received'
      when 'customer' then 'The customer has not paid this sale' end)
    || case when p.share_id is not null then jsonb_build_object('share_id', p.share_id) else '{}' end order by p.booking_reference, p.line_id), '[]')
  from (
    select l.id as line_id, c.id as commission_id, null::uuid as share_id, s.booking_reference, u.first_name || ' ' || u.last_name as agent,
      c.agent_amount as share, case
        when c.seller_paid then 'agent_paid'
        when c.status in ('agent_paid', 'cancelled') then c.status
        when c.agent_id <> l.agent_id then 'agent_changed'
        when c.agent_amount <> l.amount then 'share_changed'
        else private.payout_obstacle(c, s, o, h.commission_id is not null, (select private.today())) end as code
    from public.payout_lines l
    join public.organizations o on o.id = l.organization_id
    -- By its id alone: the agency beside it reads as few as the mean one has, and all of them where it has many.
    join public.commissions c on c.id = l.commission_id
    join public.sales s on s.id = c.sales_id
    join public.users u on u.id = l.agent_id
    left join public.payout_holds h on h.organization_id = l.organization_id and h.commission_id = c.id
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind = 'commission'
    union all
    select l.id, coalesce(h.commission_id, h.other_commission_id), h.id, coalesce(s.booking_reference, ''), u.first_name || ' ' || u.last_name, h.agent_amount, case
        when h.status = 'paid' then 'agent_paid'
        when 'cancelled' in (h.status, c.status, x.status) then 'cancelled'
        when h.user_id <> l.agent_id then 'agent_changed'
        when h.agent_amount <> l.amount then 'share_changed'
        else private.share_obstacle(h, c, x, s, o, k.id is not null, uk.id is not null,
          h.place is null and case when h.under_share_id is not null then n.status = 'paid' else c.seller_paid or c.status = 'agent_paid' end,
          (select private.today())) end
    from public.payout_lines l
    join public.organizations o on o.id = l.organization_id
    join public.commission_shares h on h.organization_id = l.organization_id and h.id = l.share_id
    left join public.commissions c on c.id = h.commission_id
    left join public.other_commissions x on x.organization_id = h.organization_id and x.id = h.other_commission_id
    left join public.sales s on s.id = h.sales_id
    left join public.commission_shares n on n.organization_id = h.organization_id and n.id = h.under_share_id
    join public.users u on u.id = l.agent_id
    left join public.payout_holds k on k.organization_id = l.organization_id and k.share_id = h.id
    left join public.payout_holds uk on h.place is null and uk.organization_id = h.organization_id
      and (uk.share_id = h.under_share_id or h.under_share_id is null and uk.commission_id = h.commission_id)
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind in ('share', 'override')) p
  where p.code is not null
$function$;

CREATE OR REPLACE FUNCTION private.payout_totals(b public.payout_batches)
 RETURNS TABLE(agent_id uuid, commission_count bigint, commission_amount numeric, adjustment_amount numeric, carried_in numeric, paid_amount numeric, carried_out numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select t.agent_id, t.n, t.commissions, t.adjustments, t.carried, greatest(t.total, 0), least(t.total, 0)
  from (
    select l.agent_id, l.n, l.commissions, l.adjustments, carry.amount as carried, l.commissions + l.adjustments + carry.amount as total
    from (
      select l.agent_id, count(*) filter (where l.kind in ('commission', 'share')) as n,
        coalesce(sum(l.amount) filter (where l.kind in ('commission', 'share')), 0) as commissions,
        coalesce(sum(l.amount) filter (where l.kind not in ('commission', 'share')), 0) as adjustments
      from public.payout_lines l where l.organization_id = b.organization_id and l.batch_id = b.id group by 1) l
    cross join lateral (select private.carried_balance(b.organization_id, l.agent_id) as amount) carry) t
$function$;

CREATE OR REPLACE FUNCTION private.payout_unfunded(b public.payout_batches)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('count', count(*), 'amount', coalesce(sum(l.amount), 0))
  from public.payout_lines l
  left join public.commission_shares h on h.organization_id = l.organization_id and h.id = l.share_id
  left join public.commissions c on c.organization_id = l.organization_id and c.id = coalesce(l.commission_id, h.commission_id)
  left join public.other_commissions x on x.organization_id = l.organization_id and x.id = h.other_commission_id
  where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind in ('commission', 'share')
    and coalesce(c.open_amount, x.amount - coalesce(x.received_amount, 0)) > 0
$function$;

CREATE OR REPLACE FUNCTION private.penalty_of(sale_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  organization constant uuid := private.current_organization_id();
  -- Asked first: what is not the caller's takes as long as what is not there.
  is_admin constant boolean := private.is_admin();
begin
  return (
    select jsonb_build_object('id', o.id, 'amount', o.amount, 'due_on', o.due_on, 'status', o.status)
    from public.other_commissions o
    join public.sales s on s.organization_id = o.organization_id and s.id = o.sales_id
    where o.organization_id = organization and o.sales_id = penalty_of.sale_id and o.kind = 'penalty'
      and (is_admin or s.agent_id = auth.uid()));
end $function$;

CREATE OR REPLACE FUNCTION private.people_of_overrides(member public.users)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
    order by u.first_name, u.last_name, u.id), '[]')
  from public.users u
  where u.organization_id = member.organization_id and u.id::text in (
    select private.override_people(v.overrides) from public.agreement_versions v
    where v.organization_id = member.organization_id and v.user_id = member.id and v.overrides <> '[]'
    union
    select e ->> 'user_id' from jsonb_array_elements(private.overrides_of_year(member, private.today())) e)
$function$;

CREATE OR REPLACE FUNCTION private.post_other_receipt()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.received_on is null then
    new.received_posted_on := null;
  elsif tg_op = 'INSERT' or (new.received_on, new.received_amount) is distinct from (old.received_on, old.received_amount) then
    new.received_posted_on := private.booking_day(new.organization_id, new.received_on);
  else
    new.received_posted_on := old.received_posted_on;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.post_share_recall(b public.payout_batches, h public.commission_shares, amount numeric, note text, note_fact jsonb, transaction_id uuid, by_itself boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kind constant text := case when amount > 0 then 'recall' else 'correction' end;
  new_id uuid;
begin
  insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, share_id, transaction_id, amount, note,
    note_fact, created_by)
  values (h.organization_id, b.id, h.user_id, kind, h.commission_id, h.id, post_share_recall.transaction_id, -post_share_recall.amount,
    post_share_recall.note, post_share_recall.note_fact, private.acting_user(h.organization_id))
  returning id into new_id;
  if kind = 'recall' then
    perform private.write_notification(h.organization_id, h.user_id, 'payout', 'Commission on the ' || t.words
      || ' was taken back by the vendor. Your next payout says how much.', t.record_type, t.record_id, 'commission_recalled',
      jsonb_build_object('sale', t.param))
    from private.sale_of_share(h) t;
  end if;
  if b.id is not null then
    perform private.note_payout(b, 'adjusted', jsonb_build_object('agent_id', h.user_id, 'kind', kind, 'amount', -post_share_recall.amount,
      'note', post_share_recall.note, 'note_fact', post_share_recall.note_fact, 'share_id', h.id,
      'booking_reference', (select s.booking_reference from public.sales s where s.id = h.sales_id),
      'agent', (select u.first_name || ' ' || u.last_name from public.users u where u.id = h.user_id)), post_share_recall.by_itself);
  end if;
  return new_id;
end $function$;

CREATE OR REPLACE FUNCTION private.post_share_recalls(b public.payout_batches, c public.commissions, taken_back numeric, note text, note_fact jsonb, transaction_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  parts constant numeric[] := private.parts_of(taken_back, c.share_percents);
  h public.commission_shares;
  share numeric;
begin
  for h in
    select k.* from public.commission_shares k
    where k.organization_id = c.organization_id and k.commission_id = c.id and k.status = 'paid' order by k.id
  loop
    -- Of an override as much as of the commission.
    share := case
      when h.place is not null then least(private.recallable_share(h), round(parts[h.place] * h.split / 100, 2))
      when c.amount = 0 then 0
      when h.agent_amount < 0 then greatest(private.recallable_share(h), round(h.agent_amount * taken_back / c.amount, 2))
      else least(private.recallable_share(h), round(h.agent_amount * taken_back / c.amount, 2)) end;
    continue when coalesce(share, 0) = 0 or sign(share) <> sign(h.agent_amount);
    perform private.post_share_recall(b, h, share, post_share_recalls.note, post_share_recalls.note_fact, post_share_recalls.transaction_id, true);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.promised_too_much(organization_id uuid, from_day date, member_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with leads as materialized (
    select distinct v.user_id as id from public.agreement_versions v
    join public.users u on u.id = v.user_id and u.is_active
    where v.organization_id = promised_too_much.organization_id and v.overrides <> '[]' and v.replaced_at is null
  ), days as materialized (
    select promised_too_much.from_day as day
    union
    select v.valid_from from public.agreement_versions v
    where v.organization_id = promised_too_much.organization_id and v.replaced_at is null and v.valid_from > promised_too_much.from_day
  ), people as materialized (
    select u.id, u.first_name || ' ' || u.last_name as name, t.commission_split as split
    from public.users u join public.user_terms t on t.user_id = u.id
    where u.organization_id = promised_too_much.organization_id and u.is_active
    union all
    select i.id, i.email, i.commission_split from public.invitations i
    where i.organization_id = promised_too_much.organization_id and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
  ), rules as materialized (
    select d.day, l.id as lead, t.overrides from days d cross join leads l
    cross join lateral (
      select v.overrides from public.agreement_versions v
      where v.organization_id = promised_too_much.organization_id and v.user_id = l.id and v.valid_from <= d.day and v.replaced_at is null
      order by v.valid_from desc, v.number desc limit 1) t
  ), taken as materialized (
    -- Of each person on each day: percent of the commission, of the agency's part and of the agent's, from each of these two.
    select p.id, p.name, p.split, r.day, e.taken_from, bool_or(r.lead = promised_too_much.member_id) as is_of_member,
      coalesce(sum(e.percent) filter (where e.base = 'gross'), 0) as gross, coalesce(sum(e.percent) filter (where e.base = 'agency'), 0) as agency,
      coalesce(sum(e.percent) filter (where e.base = 'agent'), 0) as agent
    from people p join rules r on r.lead <> p.id
    cross join lateral (
      select (e ->> 'percent')::numeric as percent, e ->> 'base' as base, e ->> 'taken_from' as taken_from
      from jsonb_array_elements(r.overrides) e
      where e -> 'whose' ? p.id::text or e ->> 'whose' = 'all' order by e ->> 'whose' = 'all' limit 1) e
    group by 1, 2, 3, 4, 5
  ), ends as (
    -- The least and the most that somebody can have: between them nothing is worse.
    select t.*, s.split as has, t.gross + t.agency * (100 - s.split) / 100 + t.agent * s.split / 100 as overrides,
      case t.taken_from when 'agency' then 100 - s.split else s.split end as there_is
    from taken t
    left join lateral (
      select v.* from public.agreement_versions v
      where v.organization_id = promised_too_much.organization_id and v.user_id = t.id and v.valid_from <= t.day and v.replaced_at is null
      order by v.valid_from desc, v.number desc limit 1) v on true
    cross join lateral (
      select distinct unnest(array[min(x.split), max(x.split)]) as split
      from (
        select t.split where v.id is null
        union all
        select v.default_split where v.id is not null
          and not coalesce(v.tiers -> 'steps' @> '[{"from": 0}]', false)
        union all
        select (e ->> 'split')::numeric from jsonb_array_elements(v.vendor_splits || v.category_splits || coalesce(v.tiers -> 'steps', '[]')) e) x) s
    where t.is_of_member or t.id = promised_too_much.member_id)
  select jsonb_build_object('taken_from', e.taken_from, 'id', e.id, 'name', e.name, 'split', trim_scale(round(e.has, 2)),
    'overrides', trim_scale(round(e.overrides, 2)), 'over', trim_scale(round(e.overrides - e.there_is, 2)))
    || case when e.day > private.today() then jsonb_build_object('day', e.day) else '{}' end
  from ends e
  where round(e.overrides, 2) > round(e.there_is, 2)
  order by e.overrides - e.there_is desc, e.name, e.day limit 1
$function$;

CREATE OR REPLACE FUNCTION private.rank_suggestions(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
 RETURNS TABLE(transaction_id uuid, rank integer, kind text, certainty text, parts jsonb, commission_id uuid, reasons jsonb, difference numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
AS $function$
  with t as materialized (
    select r.* from unnest(readings) r
  ), facts as materialized (
    select f from private.single_facts(rank_suggestions.organization_id, readings, payers) f
  ), signals as materialized (
    select s.transaction_id, s.commission_id, array_agg(s.code) as codes, array_agg(s.weight) as weights, sum(s.weight) as score
    from private.single_signals(array(select x.f from facts x)) s group by 1, 2
  ), singles as materialized (
    -- What an admin recorded as received comes after all that is not, but where reference, amount and day fit; and where its reference
    -- stands in the text it comes before what has nothing but the amount, or a payer without it. So do sets: with a
    -- reference they are as good as any, without one those of what is not received come first.
    select m.*, row_number() over (partition by m.transaction_id order by m.tier, m.score desc, abs(m.days), m.commission_id) as place
    from (
      select (c.f).*, s.codes, s.weights, s.score, case
        when (c.f).recorded_on is null then case when (c.f).names_recorded and (c.f).reference = 0
          and (not (c.f).exact or (c.f).vendor = 0 and not (c.f).name) then 2 else 0 end
        when (c.f).as_recorded and (c.f).reference = 2 and (c.f).exact_named = 1 then 0
        when (c.f).reference = 2 then 1 else 3 end as tier
      from facts c join signals s on s.transaction_id = (c.f).transaction_id and s.commission_id = (c.f).commission_id) m
  ), top as materialized (
    select s.*, x.bank_says, s.codes || case when x.bank_says is not null then '{bank_says}' else '{}'::text[] end as said,
      s.weights || case when x.bank_says is not null then array[private.bank_weight('bank_says')] else '{}' end as weighed
    from singles s
    left join lateral (
      select private.other_reference(concat_ws(' ', b.text, b.counterparty, b.reference), s.booking_reference) as bank_says
      from public.bank_transactions b where s.reference < 2 and b.id = s.transaction_id offset 0) x on true
    where s.place <= 3
  ), sets as materialized (
    select s from private.match_sets(rank_suggestions.organization_id, array(
      select r from unnest(readings) r where not exists (
        select 1 from singles s where s.transaction_id = r.id and s.exact and s.others_named = 0
          and (s.reference = 2 or s.tier = 0 and (s.reference > 0 or s.vendor > 0 or s.name)))), payers) s
  ), set_signals as materialized (
    select s.transaction_id, s.commission_ids, array_agg(s.code) as codes, array_agg(s.weight) as weights, sum(s.weight) as score
    from private.set_signals(array(select x.s from sets x)) s group by 1, 2
  ), best_sets as materialized (
    select b.* from (
      select (x.s).*, s.codes, s.weights, s.score,
        row_number() over (partition by s.transaction_id order by (x.s).recorded > 0 and (x.s).named = 0, s.score desc, s.commission_ids) as place
      from sets x join set_signals s on s.transaction_id = (x.s).transaction_id and s.commission_ids = (x.s).commission_ids) b
    where b.place <= 3
  ), lumps as materialized (
    select l.* from private.group_lumps(rank_suggestions.organization_id, readings, payers) l
  ), united as (
    select r.transaction_id, r.tier, r.score,
      case when r.rest < 0 then 'recall' when r.exact then 'single' when r.owed > r.rest then 'short' else 'over' end as kind,
      case
        when r.said @> '{bank_says}' then 'possible'
        when r.recorded_on is not null and (r.tier > 0 or not r.exact) then
          case when r.exact and (r.reference > 0 or r.vendor >= 2 or r.name) or r.reference = 2 then 'likely' else 'possible' end
        when r.rest > 0 and private.is_certain_single(r.said) then 'certain'
        when r.exact and (r.reference > 0 or r.vendor >= 2 or r.name or r.is_cut) or r.reference = 2 then 'likely'
        else 'possible' end as certainty,
      jsonb_build_array(jsonb_build_object('commission_id', r.commission_id, 'amount', r.rest, 'expected', r.expected)) as parts,
      r.commission_id, r.rest - case when r.rest < 0 then -r.owed else r.owed end as difference,
      (select jsonb_agg(private.reason(s.code, s.weight, case
          when s.code like 'reference%' then jsonb_build_object('reference', r.booking_reference)
          when s.code in ('short', 'over') then jsonb_build_object('amount', abs(r.owed - abs(r.rest)))
          when s.code = 'payer_confirmed' then jsonb_build_object('count', r.confirmations)
          when s.code = 'twins' then jsonb_strip_nulls(jsonb_build_object('count', nullif(r.exact_open - (r.recorded_on is null)::int, 0)))
          when s.code = 'recorded_day' then jsonb_build_object('days', r.booked_on - r.recorded_on)
          when s.code = 'recorded' then jsonb_build_object('on', r.recorded_on, 'booked_on', r.booked_on)
          when s.code = 'bank_says' then jsonb_build_object('reference', r.bank_says)
          else '{}' end) || case when s.code = 'bank_says' then jsonb_build_object('reference', r.bank_says) else '{}' end order by s.n)
        from unnest(r.said, r.weighed) with ordinality s(code, weight, n) where s.code not in ('due_years', 'within')) as reasons
    from top r
    union all
    select s.transaction_id, case when s.recorded = 0 or s.named > 0 then 0 else 3 end, s.score, 'set',
      case when private.is_certain_set(s.codes, s.named, cardinality(s.commission_ids)) then 'certain'
        when s.difference = 0 and (s.named > 1 or s.booking_count = cardinality(s.commission_ids) or s.called > 1 or s.found = 1 and s.in_order) then 'likely'
        else 'possible' end,
      p.parts, s.commission_ids[1], s.difference,
      (select jsonb_agg(private.reason(x.code, x.weight, jsonb_strip_nulls(jsonb_build_object(
          'amount', case when x.code in ('short', 'over') then abs(s.difference) end,
          'known', case when x.code = 'payer_alias' then true end,
          'count', case x.code when 'reference' then s.named when 'names' then s.called when 'reference_cut' then s.cut when 'reference_left' then s.named_besides
            when 'sum' then cardinality(s.commission_ids) when 'recorded' then s.recorded when 'sets' then s.found - 1 end))) order by x.n)
        from unnest(s.codes, s.weights) with ordinality x(code, weight, n)
        where x.code not in ('few', 'scattered', 'left_out')) as reasons
    from (
      select b.* from best_sets b
      -- A lump of a group says so, where the set is not certain by what the text names.
      where not exists (select 1 from lumps l where l.transaction_id = b.transaction_id
          and l.commission_ids = array(select c from unnest(b.commission_ids) c order by c))
        or private.is_certain_set(b.codes, b.named, cardinality(b.commission_ids))) s
    cross join lateral (
      -- What is short or over stands with the largest of them.
      select jsonb_agg(jsonb_build_object('commission_id', c.id, 'amount', c.cents + case when c.place = 1 then s.difference else 0 end,
        'expected', abs(c.cents)) order by c.n) as parts
      from (
        select u.n, c.id, x.cents, row_number() over (order by x.cents desc, u.n) as place
        from unnest(s.commission_ids) with ordinality u(id, n)
        cross join lateral (select * from public.commissions c where c.id = u.id offset 0) c
        cross join lateral (select case when c.undeposited_amount > 0 then c.undeposited_amount else -c.deposited_amount end as cents) x) c) p
    union all
    -- All that is open of a group, to the cent: a person looks at it, it is never certain.
    select l.transaction_id, 0, private.bank_weight('group') + case when l.is_named then private.bank_weight('group_named') else 0 end, 'set', 'likely', p.parts, l.commission_ids[1], 0,
      jsonb_path_query_array(jsonb_build_array(
        private.reason('group', private.bank_weight('group'), jsonb_build_object('name', l.name)),
        case when l.is_named then private.reason('group_named', private.bank_weight('group_named')) end), '$[*] ? (@ != null)')
    from lumps l
    cross join lateral (
      select jsonb_agg(jsonb_build_object('commission_id', c.id, 'amount', c.undeposited_amount, 'expected', c.undeposited_amount)
        order by c.id) as parts
      from unnest(l.commission_ids) u(id)
      cross join lateral (select c.id, c.undeposited_amount from public.commissions c where c.id = u.id offset 0) c) p
    where not exists (select 1 from best_sets b where b.transaction_id = l.transaction_id
      and l.commission_ids = array(select c from unnest(b.commission_ids) c order by c)
      and private.is_certain_set(b.codes, b.named, cardinality(b.commission_ids)))
    union all
    -- The vendor's own statement beats everything else.
    select t.id, 0 as tier, private.bank_weight('statement'), 'set',
      case when m.lines > m.found or m.total <> t.rest then 'possible' when m.plain = m.lines and t.forbids is null then 'certain' else 'likely' end,
      m.parts, (m.parts -> 0 ->> 'commission_id')::uuid, t.rest - m.placed,
      jsonb_path_query_array(jsonb_build_array(
        private.reason('statement', private.bank_weight('statement'), jsonb_build_object('count', m.found)),
        private.reason('statement_total', private.bank_weight('statement_total') * case when m.total = t.rest then 1 else -1 end,
          case when m.total = t.rest then '{}' else jsonb_build_object('amount', m.total) end),
        case when m.recorded > 0 then private.reason('recorded', private.bank_weight('recorded'), jsonb_build_object('count', m.recorded)) end,
        case when m.lines > m.found then private.reason('statement_missing', private.bank_weight('statement_missing'),
          jsonb_build_object('count', m.lines - m.found)) end), '$[*] ? (@ != null)')
    from t
    -- Statements, put beside the deposit or expected before it came: private.expected_statements alone says which.
    join private.expected_statements(rank_suggestions.organization_id, array(select r.id from unnest(readings) r), payers) m
      on m.transaction_id = t.id
    where m.found > 0
  ), kept as (
    select u.*, row_number() over (partition by u.transaction_id order by u.tier, u.score desc, u.kind, u.commission_id) as place
    from united u
    where not exists (
      select 1 from private.rejected_suggestions j
      where j.organization_id = rank_suggestions.organization_id and j.transaction_id = u.transaction_id
        and j.commission_ids = array(select (p ->> 'commission_id')::uuid from jsonb_array_elements(u.parts) p order by 1))
  )
  -- A second suggestion is never certain.
  select k.transaction_id, k.place::int, k.kind, case when k.place > 1 and k.certainty = 'certain' then 'likely' else k.certainty end,
    k.parts, k.commission_id, k.reasons, k.difference
  from kept k where k.place <= 3
$function$;

CREATE OR REPLACE FUNCTION private.reason_text(code text, is_for boolean, params jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  days int := params ->> 'days';
  n int := params ->> 'count';
begin
  return case code
    when 'recorded' then case when params ? 'count' then (params ->> 'count') || case params ->> 'count' when '1' then ' is' else ' are' end
      || ' recorded as received' else 'Recorded as received on ' || to_char((params ->> 'on')::date,
        case when date_trunc('year', (params ->> 'on')::date) = date_trunc('year', (params ->> 'booked_on')::date) then 'FMMon FMDD'
          else 'FMMon FMDD, YYYY' end) end
    when 'recorded_day' then case days when 0 then 'On that day'
      else abs(days) || case abs(days) when 1 then ' day' else ' days' end || case when days > 0 then ' later' else ' earlier' end end
    when 'reference' then coalesce((params ->> 'reference') || ' stands in the text', n
      || case n when 1 then ' reference stands' else ' references stand' end || ' in the text')
    when 'reference_digits' then 'The number of ' || (params ->> 'reference') || ' stands in the text'
    when 'reference_near' then 'Almost ' || (params ->> 'reference') || ' stands in the text'
    when 'reference_cut' then coalesce('A part of ' || (params ->> 'reference') || ' stands in the text', 'Parts of ' || n
      || case n when 1 then ' reference stand' else ' references stand' end || ' in the text')
    when 'reference_left' then n || case n when 1 then ' booking' else ' bookings' end || ' that the text names are not in it'
    when 'other_reference' then 'The text names another reference'
    when 'others_named' then 'The text names another booking'
    when 'bank_says' then 'Bank says ' || (params ->> 'reference')
    when 'amount' then 'The amount is exact'
    when 'short' then to_char((params ->> 'amount')::numeric, 'FM999,999,990.00') || ' less than expected'
    when 'over' then to_char((params ->> 'amount')::numeric, 'FM999,999,990.00') || ' more than expected'
    when 'as_usual' then 'Earlier deposits of the vendor were as much less'
    when 'payer_confirmed' then 'Payer name confirmed ' || n || case n when 1 then ' time' else ' times' end
    when 'payer_alias' then case when params ? 'known' then 'The payer is known' else 'The payer is an alias of the vendor' end
    when 'payer_name' then 'The payer has the vendor''s name'
    when 'payer_like' then 'The payer may be the vendor'
    when 'payer_other' then 'The payer looks like another vendor'
    when 'name' then 'A traveler''s name stands in the text'
    when 'names' then n || case n when 1 then ' traveler''s name stands' else ' travelers'' names stand' end || ' in the text'
    when 'name_alone' then 'No other of this amount has that name'
    when 'due' then 'It was due about then'
    when 'due_far' then 'It was due at another time'
    when 'only' then 'The only open commission of this amount'
    when 'twins' then coalesce(n || case n when 1 then ' other owes' else ' others owe' end || ' the same',
      'Another of this amount is recorded as received')
    when 'recorded_later' then 'It was entered after the money came'
    when 'not_commission' then 'The text names a refund, an override or a bonus'
    when 'person' then 'No company is named as the payer'
    when 'several' then 'The text says that several bookings are paid'
    when 'number' then 'The text holds a number that nothing explains'
    when 'small' then 'Small amounts are often alike'
    when 'sum' then n || ' open commissions add up'
    when 'count' then case when is_for then 'The text says as many bookings' else 'The text says another number of bookings' end
    when 'order' then 'They were due one after the other'
    when 'sets' then n || case n when 1 then ' other set adds up, too' else ' other sets add up, too' end
    when 'statement' then 'The statement names ' || n || case n when 1 then ' booking' else ' bookings' end
    when 'statement_total' then case when is_for then 'Its total is the deposit'
      else 'Its total is ' || to_char((params ->> 'amount')::numeric, 'FM999,999,990.00') end
    when 'statement_missing' then n || case n when 1 then ' line is' else ' lines are' end || ' not in Paperplane'
    when 'group' then 'The open commissions of the group ' || (params ->> 'name')
    when 'group_named' then 'The group stands in the text'
    when 'claimed' then 'Another deposit claims it, too' end;
end $function$;

CREATE OR REPLACE FUNCTION private.recallable_amount(organization_id uuid, commission_id uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select sum(p.amount) from public.agent_payments p
      where p.organization_id = recallable_amount.organization_id and p.commission_id = recallable_amount.commission_id), 0)
    + coalesce((select sum(l.amount) from public.payout_lines l
      where l.organization_id = recallable_amount.organization_id and l.commission_id = recallable_amount.commission_id
        and l.kind in ('recall', 'correction') and l.share_id is null), 0)
$function$;

CREATE OR REPLACE FUNCTION private.recallable_share(h public.commission_shares)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when h.status = 'paid' then h.agent_amount + coalesce((select sum(l.amount) from public.payout_lines l
    where l.organization_id = h.organization_id and l.share_id = h.id and l.kind in ('recall', 'correction')), 0) else 0 end
$function$;

CREATE OR REPLACE FUNCTION private.record_rest()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  paid constant numeric := private.paid_by_customer(new.id, new.organization_id);
begin
  if paid < new.total_amount and (new.payment_plan <> '[]' or exists (
    select 1 from public.customer_payments p where p.organization_id = new.organization_id and p.sales_id = new.id)) then
    insert into public.customer_payments (organization_id, sales_id, amount, paid_on, origin, created_by)
    select new.organization_id, new.id, new.total_amount - paid, (now() at time zone o.time_zone)::date, 'rest',
      private.acting_user(new.organization_id)
    from public.organizations o where o.id = new.organization_id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.redact_payouts(organization_id uuid, commission_ids uuid[], pattern text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.payout_holds h set reason = private.redact(h.reason, pattern, 500)
  where h.organization_id = redact_payouts.organization_id and h.reason ~* pattern
    and (redact_payouts.commission_ids is null or h.commission_id = any (redact_payouts.commission_ids)
      or h.share_id in (select private.shares_beside(redact_payouts.commission_ids)));
  update public.payout_lines l set note = private.redact(l.note, pattern, 500), note_fact = private.redact_json(l.note_fact, pattern)
  where l.organization_id = redact_payouts.organization_id and l.note ~* pattern
    and (redact_payouts.commission_ids is null or l.commission_id = any (redact_payouts.commission_ids)
      or l.share_id in (select private.shares_beside(redact_payouts.commission_ids)));
  update public.payout_events e set details = private.redact_json(e.details, pattern)
  where redact_payouts.commission_ids is null and e.organization_id = redact_payouts.organization_id and e.details::text ~* pattern;
  update public.notifications n set message = private.redact(n.message, pattern, 1000), params = private.redact_json(n.params, pattern)
  from public.payout_statements s
  where redact_payouts.commission_ids is null and s.organization_id = redact_payouts.organization_id
    and s.content ->> 'payout' ~* pattern and n.organization_id = s.organization_id and n.user_id = s.agent_id
    and n.commentable_type = 'statements' and n.commentable_id = s.id;
  update public.notifications n set message = private.redact(n.message, pattern, 1000), params = private.redact_json(n.params, pattern)
  from public.payout_batches b
  where redact_payouts.commission_ids is null and b.organization_id = redact_payouts.organization_id
    and (b.name ~* pattern or b.schedule_failure::text ~* pattern or b.schedule_problem ~* pattern) and n.organization_id = b.organization_id
    and n.commentable_type = 'payouts' and n.commentable_id = b.id;
  -- Names of payouts stay unique.
  update public.payout_batches b set reference = private.redact(b.reference, pattern, 200),
    schedule_problem = private.redact(b.schedule_problem, pattern, 500),
    schedule_failure = private.redact_json(b.schedule_failure, pattern),
    name = case when b.name ~* pattern then private.redact(b.name, pattern, 90) || ' ' || left(b.id::text, 8) else b.name end
  where redact_payouts.commission_ids is null and b.organization_id = redact_payouts.organization_id
    and (b.reference ~* pattern or b.schedule_failure::text ~* pattern or b.schedule_problem ~* pattern or b.name ~* pattern);
  update public.payout_statements s set reference = private.redact(s.reference, pattern, 200),
    content = s.content || jsonb_build_object('payout', private.redact(s.content ->> 'payout', pattern),
      'lines', private.redact_json(s.content -> 'lines', pattern))
  where redact_payouts.commission_ids is null and s.organization_id = redact_payouts.organization_id
    and (s.reference ~* pattern or s.content ->> 'payout' ~* pattern or (s.content -> 'lines')::text ~* pattern);
$function$;

CREATE OR REPLACE FUNCTION private.redact_sale_groups(organization_id uuid, sale_ids uuid[], pattern text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.sale_groups g set
    -- Names differ, also when the same is left of two.
    name = case when g.name ~* pattern then private.redact(g.name, pattern, 190) || ' ' || left(g.id::text, 8) else g.name end,
    booking_reference = private.redact(g.booking_reference, pattern, 100), notes = private.redact(g.notes, pattern)
  where g.organization_id = redact_sale_groups.organization_id
    and (redact_sale_groups.sale_ids is null or g.id in (select s.group_id from public.sales s
      where s.organization_id = redact_sale_groups.organization_id and s.id = any (redact_sale_groups.sale_ids)))
    and (g.name ~* pattern or g.booking_reference ~* pattern or g.notes ~* pattern)
$function$;

CREATE OR REPLACE FUNCTION private.redact_sales(organization_id uuid, sale_ids uuid[], pattern text, cleared_keys text[] DEFAULT '{}'::text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  commission_ids uuid[];
begin
  if pattern is null or cardinality(sale_ids) = 0 then
    return;
  elsif sale_ids is not null then
    commission_ids := array(
      select m.id from public.commissions m
      where m.organization_id = redact_sales.organization_id and m.sales_id = any (sale_ids));
  end if;
  update public.sales s set
    notes = case when 'notes' = any (cleared_keys) then null else private.redact(s.notes, pattern) end,
    booking_reference = private.redact(s.booking_reference, pattern, 100)
  where s.organization_id = redact_sales.organization_id and (s.id = any (sale_ids) or sale_ids is null and s.notes is not null)
    and (s.notes ~* pattern or s.booking_reference ~* pattern or 'notes' = any (cleared_keys) and s.notes is not null);
  update public.sales s set lines = (
    select jsonb_agg(e.line || jsonb_build_object('text', private.redact(e.line ->> 'text', pattern, 200)) order by e.n)
    from jsonb_array_elements(s.lines) with ordinality e(line, n))
  where s.organization_id = redact_sales.organization_id and s.lines <> '[]' and s.lines::text ~* pattern
    and (sale_ids is null or s.id = any (sale_ids));
  update public.commissions m set notes = private.redact(m.notes, pattern),
    manual_write_off_reason = private.redact(m.manual_write_off_reason, pattern, 500)
  where m.organization_id = redact_sales.organization_id and (m.id = any (commission_ids) or sale_ids is null)
    and (m.notes is not null or m.manual_write_off_reason is not null) and (m.notes ~* pattern or m.manual_write_off_reason ~* pattern);
  update private.commissions_before_deposit b set manual_write_off_reason = private.redact(b.manual_write_off_reason, pattern, 500)
  where b.organization_id = redact_sales.organization_id and (b.commission_id = any (commission_ids) or sale_ids is null)
    and b.manual_write_off_reason ~* pattern;
  update public.other_commissions x set notes = private.redact(x.notes, pattern)
  where x.organization_id = redact_sales.organization_id and (x.sales_id = any (sale_ids) or sale_ids is null) and x.notes ~* pattern;
  update public.agent_payments p set notes = private.redact(p.notes, pattern),
    reference = private.redact(p.reference, pattern, 200)
  where p.organization_id = redact_sales.organization_id and (p.commission_id = any (commission_ids) or sale_ids is null
      or p.share_id in (select private.shares_beside(commission_ids)))
    and (p.notes ~* pattern or p.reference ~* pattern);
  update public.customer_payments p set notes = private.redact(p.notes, pattern, 500)
  where p.organization_id = redact_sales.organization_id and (p.sales_id = any (sale_ids) or sale_ids is null) and p.notes ~* pattern;
  perform private.redact_communications(redact_sales.organization_id, sale_ids, commission_ids, pattern);
  -- Last: the triggers of the updates above have written history rows with the previous texts.
  update public.sales_history h set
    previous_data = private.redact_json(h.previous_data, pattern, cleared_keys),
    new_data = private.redact_json(h.new_data, pattern, cleared_keys),
    comment = case when 'notes' = any (cleared_keys) then null else private.redact(h.comment, pattern) end
  where h.organization_id = redact_sales.organization_id and (h.sales_id = any (sale_ids) or sale_ids is null
    and (h.comment is not null or h.new_data ->> 'notes' is not null or h.previous_data ->> 'notes' is not null
      or h.new_data ? 'travelers' or h.previous_data ? 'travelers' or h.new_data ? 'lines' or h.previous_data ? 'lines')
    and (h.comment ~* pattern or h.new_data::text ~* pattern or h.previous_data::text ~* pattern));
  update public.commission_history h set notes = private.redact(h.notes, pattern), params = private.redact_json(h.params, pattern),
    previous_data = private.redact_json(h.previous_data, pattern), new_data = private.redact_json(h.new_data, pattern)
  where h.organization_id = redact_sales.organization_id and (h.commission_id = any (commission_ids) or sale_ids is null
    and (h.new_data ?| '{notes,payment_reference,recalled_amount,voided_amount,manual_write_off_reason}'
      or h.previous_data ?| '{notes,payment_reference,recalled_amount,voided_amount,manual_write_off_reason}'))
    and (h.notes ~* pattern or h.new_data::text ~* pattern or h.previous_data::text ~* pattern);
  perform private.redact_voids(redact_sales.organization_id, commission_ids, pattern);
  perform private.redact_payouts(redact_sales.organization_id, commission_ids, pattern);
  update public.notifications n set message = private.redact(n.message, pattern, 1000), params = private.redact_json(n.params, pattern)
  where n.organization_id = redact_sales.organization_id and sale_ids is not null and n.message ~* pattern
    and (n.commentable_type = 'commissions' and n.commentable_id = any (commission_ids)
      or n.commentable_type = 'sales' and n.commentable_id = any (sale_ids));
end $function$;

CREATE OR REPLACE FUNCTION private.redact_voids(organization_id uuid, commission_ids uuid[], pattern text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.payout_lines l set note = private.redact(l.note, pattern, 600), note_fact = private.redact_json(l.note_fact, pattern)
  from public.payment_voids v
  where v.organization_id = redact_voids.organization_id and l.organization_id = v.organization_id and l.id = v.line_id
    and v.reason ~* pattern and (redact_voids.commission_ids is null or exists (
      select 1 from public.agent_payments p where p.organization_id = v.organization_id and p.id = v.payment_id
        and (p.commission_id = any (redact_voids.commission_ids) or p.share_id in (select private.shares_beside(redact_voids.commission_ids)))));
  update public.payment_voids v set reason = private.redact(v.reason, pattern, 500)
  where v.organization_id = redact_voids.organization_id and v.reason ~* pattern
    and (redact_voids.commission_ids is null or exists (
      select 1 from public.agent_payments p where p.organization_id = v.organization_id and p.id = v.payment_id
        and (p.commission_id = any (redact_voids.commission_ids) or p.share_id in (select private.shares_beside(redact_voids.commission_ids)))));
$function$;

CREATE OR REPLACE FUNCTION private.refuse_paid_sum(sale public.sales, paid numeric, amount numeric, field text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if amount > 0 and sale.status = 'cancelled' then
    perform private.refuse('This sale is cancelled: only what is given back can be recorded.', field, 'payment_of_cancelled_sale');
  elsif amount > 0 and paid + amount > sale.total_amount then
    perform private.refuse(case when sale.total_amount - paid <= 0 then 'The customer has paid this sale in full.'
      else 'Only ' || to_char(sale.total_amount - paid, 'FM9,999,999,990.00') || ' is open.' end, field, 'customer_overpays',
      jsonb_build_object('open', greatest(sale.total_amount - paid, 0)));
  elsif amount < 0 and paid + amount < 0 then
    perform private.refuse('The customer has paid ' || to_char(paid, 'FM9,999,999,990.00') || '. No more can be given back.', field,
      'refund_above_paid', jsonb_build_object('paid', paid));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_promises(organization_id uuid, from_day date, member_id uuid, split_field text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found jsonb;
  field text;
begin
  if not private.has_overrides(array[refuse_promises.organization_id]) then
    return;
  end if;
  -- Whoever changes terms meanwhile is waited for.
  perform from public.organizations o where o.id = refuse_promises.organization_id for no key update;
  found := private.promised_too_much(refuse_promises.organization_id, refuse_promises.from_day, refuse_promises.member_id);
  field := case when found ->> 'id' = refuse_promises.member_id::text then refuse_promises.split_field else 'overrides' end;
  if found ->> 'taken_from' = 'agency' then
    perform private.refuse(concat(case when found ->> 'day' is not null then 'On ' || to_char((found ->> 'day')::date, 'FMMon FMDD, YYYY') || ' ' end,
      found ->> 'name', ' has ', found ->> 'split', '%, and overrides take ', found ->> 'overrides', '% of the commission: ', found ->> 'over',
      '% more than there is.'), field, 'overrides_above_agency', found - '{id,taken_from}'::text[]);
  elsif found is not null then
    perform private.refuse(concat(case when found ->> 'day' is not null then 'On ' || to_char((found ->> 'day')::date, 'FMMon FMDD, YYYY') || ' overrides take '
      else 'Overrides take ' end, found ->> 'overrides', '% of the commission off ', found ->> 'name', ', who has ', found ->> 'split', '%: ',
      found ->> 'over', '% more than there is.'), field, 'overrides_above_agent', found - '{id,taken_from}'::text[]);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.remind_of_payments()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  with due as (
    update public.payment_dues d set reminded_on = (now() at time zone o.time_zone)::date
    from public.organizations o
    where o.id = d.organization_id and not private.is_being_deleted(o.id) and d.remind and d.reminded_on is null and d.open_amount > 0
      -- By the clocks of the agency; the first bounds are for the index.
      and d.due_on between current_date - 1 and current_date + private.payment_reminder_days() + 1
      and (now() at time zone o.time_zone)::date between d.due_on - private.payment_reminder_days() and d.due_on
    returning d.*)
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id, code, params)
  select d.organization_id, u.id, 'customer_payment', 'The ' || case d.kind when 'deposit' then 'deposit' else 'final payment' end
    || ' on the ' || private.sale_description(s) || ' is due ' || private.day_words(d.due_on) || '.', 'sales', s.id, 'payment_due',
    jsonb_build_object('kind', d.kind, 'sale', private.sale_param(s.id), 'on', d.due_on)
  from due d
  join public.sales s on s.organization_id = d.organization_id and s.id = d.sales_id
  -- The seller, and the admin who recorded the sale for them.
  join public.users u on u.organization_id = s.organization_id and u.is_active
    and (u.id = s.agent_id or u.id = s.created_by and u.role in ('owner', 'admin'))
  order by d.due_on, s.id, u.id;
end $function$;

CREATE OR REPLACE FUNCTION private.remove_imported_sales(b public.import_batches, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids constant uuid[] := array(
    select s.id from public.sales s where s.import_batch_id = b.id and not private.is_sale_touched(s)
      and not private.is_sale_closed(s)
    order by s.id limit most for update);
  commission_ids constant uuid[] := array(
    select c.id from public.commissions c where c.organization_id = b.organization_id and c.sales_id = any (ids) for update);
begin
  perform private.begin_mode('undoing_import');
  delete from public.agent_payments p where p.organization_id = b.organization_id and p.commission_id = any (commission_ids);
  delete from public.other_commissions o where o.organization_id = b.organization_id and o.sales_id = any (ids);
  delete from public.commission_history h
  where h.organization_id = b.organization_id and h.commission_id = any (commission_ids);
  delete from public.commissions c where c.organization_id = b.organization_id and c.id = any (commission_ids);
  delete from public.sales_history h where h.organization_id = b.organization_id and h.sales_id = any (ids);
  delete from public.sales s where s.organization_id = b.organization_id and s.id = any (ids);
  perform private.begin_mode('');
  return cardinality(ids);
end $function$;

CREATE OR REPLACE FUNCTION private.report_aging(p private.report_plan)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  tells_all constant boolean := private.is_admin();
  cells private.aging_cell[];
begin
  execute format('select array_agg(row(c.vendor_id, c.bucket, c.n, c.amount, c.oldest_due_on, c.paid_n, c.paid, c.advanced, c.short_n,
      c.short)::private.aging_cell)
    from (
      select f.vendor_id, b.bucket, count(*) as n, sum(f.open) as amount, min(f.due_on) as oldest_due_on,
        count(*) filter (where f.owed_agent_paid > 0) as paid_n, sum(f.owed_agent_paid) as paid, sum(f.advanced) as advanced,
        count(*) filter (where f.paid_short > 0) as short_n, sum(f.paid_short) as short
      from %s cross join lateral (select case when f.due_on is null then ''no_due_day'' when f.owed = 0 then ''not_due''
        when $4 - f.due_on <= 30 then ''0-30'' when $4 - f.due_on <= 60 then ''31-60'' when $4 - f.due_on <= 90 then ''61-90''
        else ''90+'' end as bucket) b
      where %s and %s group by 1, 2) c', private.report_facts(p.kind, counted => private.counted_by(p.organization_id, p.agent_id, null)), private.report_condition(p),
    private.report_days(1))
  into cells using p, array[p.first_day], array[p.last_day], p.today;
  return (
    with by_vendor as (
      select c.vendor_id, coalesce(sum(c.n) filter (where l.late), 0) as n, coalesce(sum(c.amount) filter (where l.late), 0) as amount,
        min(c.oldest_due_on) filter (where l.late) as oldest_due_on, jsonb_object_agg(c.bucket, c.amount) as buckets,
        private.beside_owed(array_agg(c)) as beside
      from unnest(cells) c cross join lateral (select c.bucket not in ('not_due', 'no_due_day') as late) l group by 1)
    select jsonb_build_object('report', 'aging', 'today', p.today, 'tracked_since', p.tracked_since,
      'books_closed_through', (select o.books_closed_through from public.organizations o where o.id = p.organization_id),
      'buckets', (select jsonb_agg(jsonb_build_object('bucket', k.bucket, 'count', coalesce(b.n, 0), 'amount', coalesce(b.amount, 0),
          'agents_paid', coalesce(b.paid, 0)) order by k.place)
        from unnest('{not_due,0-30,31-60,61-90,90+,no_due_day}'::text[]) with ordinality k(bucket, place)
        left join (
          select x.bucket, sum(x.n) as n, sum(x.amount) as amount, sum(x.paid) as paid from unnest(cells) x group by 1) b on b.bucket = k.bucket),
      'vendors', (select coalesce(jsonb_agg(jsonb_build_object(
          'vendor', jsonb_build_object('id', v.id, 'name', v.name, 'email', case when tells_all then v.email end, 'logo_url', v.logo_url),
          'count', b.n, 'amount', b.amount, 'oldest_due_on', b.oldest_due_on,
          'buckets', '{"not_due": 0, "0-30": 0, "31-60": 0, "61-90": 0, "90+": 0, "no_due_day": 0}'::jsonb || b.buckets,
          'deposit_waits', tells_all and b.n > 0 and private.deposit_waits(p.organization_id, v.id),
          'asked_on', case when tells_all then private.last_asked(p.organization_id, v.id) end) || b.beside
          order by b.oldest_due_on, b.amount desc, v.name, v.id), '[]')
        from by_vendor b join public.vendors v on v.id = b.vendor_id)) || private.beside_owed(cells));
end $function$;

CREATE OR REPLACE FUNCTION private.report_answer(p private.report_plan, most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  read_by constant text := case when p.grouped_by = 'category' then 'vendor' when p.grouped_by not in ('customer', 'line_kind') then p.grouped_by end;
  nothing constant private.report_cell := private.add_report_cells('{}');
  cells constant private.report_cell[] := array(select c from private.report_cells(p, read_by, p.first_day, p.last_day) c);
  before private.report_cell[] := '{}';
  shown private.report_cell[];
  total private.report_cell := private.add_report_cells(cells);
  -- People who share a sale have one each, the agency has one altogether.
  apart constant boolean := p.grouped_by = 'agent' and p.agent_id is null and private.shares_commissions(p.organization_id);
  answer jsonb;
begin
  if p.compare is not null then
    before := array(select c from private.report_cells(p, read_by, p.before_first, p.before_last) c);
  end if;
  answer := jsonb_build_object(
    'total', private.report_figures(case when apart then private.report_whole(p, p.first_day, p.last_day) else total end),
    'before', case when p.compare is not null then private.report_figures(case when apart
      then private.report_whole(p, p.before_first, p.before_last) else private.add_report_cells(before) end) end);
  if p.grouped_by = 'month' then
    return answer || jsonb_build_object('rows', (
      select coalesce(jsonb_agg(jsonb_build_object('key', m.month, 'figures', private.report_figures(coalesce(c, nothing)),
        'before', case when p.compare is not null then private.report_figures(coalesce(b, nothing)) end) order by m.month), '[]')
      from generate_series(date_trunc('month', p.first_day::timestamp), least(p.last_day::timestamp, greatest(p.today::timestamp,
        (select max(x.month) from unnest(cells) x)::timestamp)), '1 month') g(day)
      cross join lateral (select g.day::date as month) m
      left join unnest(cells) c on c.month = m.month
      -- The n-th month of the one range is compared with the n-th of the other.
      left join unnest(before) b on private.months_between(p.before_first, b.month) = private.months_between(p.first_day, m.month)));
  elsif p.grouped_by = 'category' then
    return answer || jsonb_build_object('rows', (
      select coalesce(jsonb_agg(jsonb_build_object('key', n.category, 'figures', private.report_figures(n.cell),
        'before', case when p.compare is not null then private.report_figures(coalesce(b.cell, nothing)) end)
        order by private.report_rank(p, n.cell) desc, n.category), '[]')
      from private.by_category(cells) n left join private.by_category(before) b on b.category = n.category));
  elsif p.grouped_by = 'line_kind' then
    return answer || jsonb_build_object('rows', (
      select coalesce(jsonb_agg(jsonb_build_object('key', n.kind, 'figures', private.report_figures(n.cell),
        'before', case when p.compare is not null then private.report_figures(coalesce(b.cell, nothing)) end)
        order by private.report_rank(p, n.cell) desc, n.kind), '[]')
      from private.report_by_line(p, p.first_day, p.last_day) n
      left join (select * from private.report_by_line(p, p.before_first, p.before_last) where p.compare is not null) b on b.kind = n.kind));
  elsif p.grouped_by = 'customer' then
    shown := array(select c from private.report_customers(p, private.largest_customers(p, total.n, most)) c);
    if p.compare is not null then
      p.first_day := p.before_first;
      p.last_day := p.before_last;
      before := array(select c from private.report_customers(p, array(select c.group_id from unnest(shown) c)) c);
    end if;
  else
    shown := array(select c from unnest(cells) c order by private.report_rank(p, c) desc, c.n desc, c.group_id limit most);
  end if;
  return answer || jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('key', (shown[i]).group_id,
        'label', private.report_label(p.grouped_by, (shown[i]).group_id), 'figures', private.report_figures(shown[i]),
        'before', case when p.compare is not null then private.report_figures(coalesce(b, nothing)) end) order by i), '[]')
      from generate_subscripts(shown, 1) i left join unnest(before) b on b.group_id = (shown[i]).group_id),
    'others', (select private.report_figures(r) from private.report_rest(total, shown) r where r.n > 0));
end $function$;

CREATE OR REPLACE FUNCTION private.report_by_line(p private.report_plan, first_day date, last_day date)
 RETURNS TABLE(kind text, cell private.report_cell)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  counted constant text := private.counted_by(p.organization_id, p.agent_id, null);
  whole constant private.report_cell := private.report_whole(p, first_day, last_day);
  nothing constant private.report_cell := private.add_report_cells('{}');
  made record;
begin
  for made in execute format(
    'with sold as (
      select f.sale_id, f.total, f.expected from %s where %s and %s
        and exists (select from public.sale_lines l where l.organization_id = f.organization_id and l.sale_id = f.sale_id)),
    lines as (
      select l.kind, f.sale_id, %s as total, %s as expected
      from sold f join public.sale_lines l on l.organization_id = ($1).organization_id and l.sale_id = f.sale_id
      window w as (partition by f.sale_id order by l.place), v as (partition by f.sale_id))
    select l.kind, count(distinct l.sale_id) as n, sum(l.total) as total, sum(l.expected) as expected from lines l group by 1
    union all select ''without_lines'', ($4).n - count(*), ($4).total - coalesce(sum(s.total), 0), ($4).expected - coalesce(sum(s.expected), 0)
    from sold s',
    private.report_facts(p.kind, counted => counted), private.report_condition(p), private.report_days(1),
    private.line_part('amount', 'total'), private.line_part('commission', 'expected'))
  using p, array[first_day], array[last_day], whole
  loop
    continue when made.n = 0;
    kind := made.kind;
    cell := nothing;
    cell.n := made.n;
    cell.total := made.total;
    cell.expected := made.expected;
    return next;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.report_cells(p private.report_plan, grouped_by text, first_day date, last_day date)
 RETURNS SETOF private.report_cell
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  counted constant text := private.counted_by(p.organization_id, p.agent_id, grouped_by);
  level text := case
    when p.customer_id is not null or p.open_only then null
    -- Of the agency a sale is one: its people's totals would say it twice. Payments are each of one person.
    when counted = 'agency' and p.kind not like '%.paid' and coalesce(grouped_by, 'month') in ('month', 'vendor') then 'vendor'
    when p.vendor_ids is null and coalesce(grouped_by, 'month') in ('month', 'agent') then 'agent'
    when p.agent_id is null and coalesce(grouped_by, 'month') in ('month', 'vendor') then 'vendor' end;
  -- The totals' group is the rows' agent or vendor.
  keys constant text := case grouped_by when 'month' then '%1$s, null::uuid' when 'agent' then 'null::date, %2$s'
    when 'vendor' then 'null::date, %2$s' else 'null::date, null::uuid' end;
  first_month date := (date_trunc('month', (first_day - 1)::timestamp) + interval '1 month')::date;
  after_month date := date_trunc('month', (last_day + 1)::timestamp);
  stale date[] := '{}';
  from_days date[] := array[first_day];
  to_days date[] := array[last_day];
  parts text[] := '{}';
begin
  if level is not null and first_month < after_month then
    stale := array(select distinct s.month from private.stale_report_months s
      where s.organization_id = p.organization_id and s.kind = p.kind and s.month >= first_month and s.month < after_month);
    from_days := stale;
    to_days := array(select (m + interval '1 month')::date - 1 from unnest(stale) m);
    if first_day < first_month then
      from_days := from_days || first_day;
      to_days := to_days || (first_month - 1);
    end if;
    if last_day >= after_month then
      from_days := from_days || after_month;
      to_days := to_days || last_day;
    end if;
    parts := parts || format(
      'select %s, %s from private.report_totals f
      where f.organization_id = ($1).organization_id and f.kind = ($1).kind and f.grouped_by = %L
        and f.month >= $4 and f.month < $5 and f.month <> all ($6) and %s group by 1, 2',
      format(keys, 'f.month', 'f.group_id'), private.report_cells_together(), level,
      concat_ws(' and ', case when p.status is null then 'f.status <> ''cancelled''' else 'f.status = ($1).status' end,
        case when p.agent_id is not null then 'f.group_id = ($1).agent_id'
          when p.vendor_ids is not null then 'f.group_id = any (($1).vendor_ids)' end));
  end if;
  if cardinality(from_days) > 0 then
    parts := parts || format('select %s, %s from %s where %s and %s group by 1, 2',
      format(keys, 'date_trunc(''month'', f.day::timestamp)::date', case grouped_by when 'agent' then 'f.agent_id' else 'f.vendor_id' end),
      private.report_sums_of(p.kind), private.report_facts(p.kind, p.customer_id is not null, '', counted), private.report_condition(p),
      private.report_days(cardinality(from_days)));
  end if;
  return query execute format('select f.month, f.group_id, %1$s from (%2$s) f(month, group_id, n, total, expected, received_n, received,
      agents, short_n, short, written_off, open_amount, due_n, late_n, late_days, paid)
    group by 1, 2 having row(%1$s) <> row(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)', private.report_cells_together(), array_to_string(parts, ' union all '))
  using p, from_days, to_days, first_month, after_month, stale;
end $function$;

CREATE OR REPLACE FUNCTION private.report_choices(report text, OUT bases text[], OUT groups text[], OUT statuses text[], OUT range text)
 RETURNS record
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select c.bases::text[], c.groups::text[], c.statuses::text[], c.range
  from (values
    ('sales', '{sale,travel}', '{month,agent,vendor,customer,category,line_kind}', '{booked,paid,cancelled}', 'last_12_months'),
    ('commissions', '{received,sale,due,paid}', '{month,agent,vendor,customer,category}',
      '{unpaid,funds_received,agent_paid,cancelled}', 'last_12_months'),
    ('performance', '{received,sale,due,paid}', '{month,agent,vendor,customer,category}',
      '{unpaid,funds_received,agent_paid,cancelled}', 'last_12_months'),
    ('punctuality', '{received,due}', '{vendor,month,agent,category}', '{unpaid,funds_received,agent_paid,cancelled}', 'last_12_months'),
    ('short_pay', '{received,due}', '{vendor,month,agent,customer,category}', '{unpaid,funds_received,agent_paid,cancelled}',
      'last_12_months'),
    ('agents_year', '{paid}', '{agent,month}', '{}', 'this_year'),
    ('aging', '{due}', '{vendor}', '{}', null)) c(report, bases, groups, statuses, range)
  where c.report = report_choices.report
$function$;

CREATE OR REPLACE FUNCTION private.report_customers(p private.report_plan, wanted uuid[])
 RETURNS SETOF private.report_cell
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET random_page_cost TO '1.1'
AS $function$
begin
  return query execute format(
    'select null::date, f.customer_id, %s from %s where f.customer_id = any ($4) and %s and %s
    group by 2 order by array_position($4, f.customer_id)',
    private.report_sums_of(p.kind), private.report_facts(p.kind, true, '', private.counted_by(p.organization_id, p.agent_id, null)),
    private.report_condition(p), private.report_days(1))
  using p, array[p.first_day], array[p.last_day], wanted;
end $function$;

CREATE OR REPLACE FUNCTION private.report_facts(kind text, with_customer boolean DEFAULT false, of_sales text DEFAULT ''::text, counted text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '(select ' || case split_part(kind, '.', 1)
    when 'sale' then format(
      's.id, s.id as sale_id, s.organization_id, s.agent_id, s.vendor_id, s.status, s.%s as day, s.total_amount as total,
      case when x.sales_id is null then s.commission_amount else 0 end as expected, null::numeric as received,
      null::date as received_on, 0::numeric as agent_amount, 0::numeric as written_off, 0::numeric as open_amount, null::date as due_on,
      0::numeric as paid, s.customer_id, s.total_amount as booked, 1 as sign, s.id as record_id, s.sale_date
      from %s s
      left join public.commissions x on x.organization_id = s.organization_id and x.sales_id = s.id and x.status = ''cancelled''
        and s.status <> ''cancelled''',
      case kind when 'sale.travel' then 'travel_date' else 'sale_date' end,
      case when counted = 'person' then 'private.sales_by_share' else 'public.sales' end)
    when 'single' then
      'p.id, null::uuid as sale_id, p.organization_id, p.agent_id, null::uuid as vendor_id, ''agent_paid''::text as status,
      p.payment_date as day, 0::numeric as total, 0::numeric as expected, null::numeric as received, null::date as received_on,
      0::numeric as agent_amount, 0::numeric as written_off, 0::numeric as open_amount, null::date as due_on, p.amount as paid,
      null::uuid as customer_id, 0::numeric as booked, 1 as sign, p.id as record_id, null::date as sale_date
      from public.agent_payments p
      left join public.payment_voids v on v.organization_id = p.organization_id and v.payment_id = p.id
      where p.batch_id is null and v.id is null'
    when 'open' then
      -- What vendors have not paid, the longest due first; what has no due day comes last.
      'm.commission_id as id, m.sales_id as sale_id, m.organization_id, m.payee_id as agent_id, m.vendor_id, m.status,
      coalesce(m.due_on, ''2199-12-31'') as day, 0::numeric as total, m.amount as expected,
      case when m.received_on is not null then m.received end as received, m.received_on, m.agent_amount'
      || case counted when 'agency' then ' + ' || private.all_agent_amount('m', false) || ' as agent_amount' else '' end
      || ', m.written_off, m.open_amount,
      m.due_on, 0::numeric as paid, null::uuid as customer_id, 0::numeric as booked, 1 as sign, m.commission_id as record_id, m.sale_date,
      m.open, m.owed, m.owed_agent_paid, m.advanced'
      || case counted when 'agency' then ' + case when m.owed > 0 then ' || private.all_agent_amount('m', true) || ' else 0 end as advanced'
        else '' end
      || ', m.paid_short from private.commission_money' || case counted when 'person' then '_by_share' else '' end || ' m'
    else format(
      'c.id, c.sales_id as sale_id, c.organization_id, c.agent_id, c.vendor_id, c.status, %s as day, 0::numeric as total,
      c.amount as expected, c.received_amount as received, c.received_on, c.agent_amount%s, c.written_off, c.open_amount, c.due_on,
      %s as paid, %s, 1 as sign, c.id as record_id, c.sale_date from %s c%s%s%s',
      case kind when 'commission.due' then 'c.due_on' when 'commission.received' then 'c.received_posted_on'
        when 'payment.paid' then 'p.posted_on' else 'c.sale_date' end,
      case when counted = 'agency' and kind <> 'payment.paid' then ' + ' || private.all_agent_amount('c', false) || ' as agent_amount'
        else '' end,
      case kind when 'payment.paid' then 'p.amount' else '0::numeric' end,
      case when with_customer then 's.customer_id, ' || case when counted = 'person' or counted is not null and kind = 'payment.paid'
          then 'private.share_part(s.total_amount, s.co_sellers, c.place)' else 's.total_amount' end || ' as booked'
        else 'null::uuid as customer_id, 0::numeric as booked' end,
      -- Payments are of people, each of a part: together they are the whole.
      case when counted = 'person' or counted is not null and kind = 'payment.paid' then 'private.commissions_by_share'
        else 'public.commissions' end,
      case when with_customer then ' join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id' else '' end,
      of_sales,
      case when kind <> 'payment.paid' then '' when counted is null
        then ' join public.agent_payments p on p.organization_id = c.organization_id and p.commission_id = c.id'
        else ' join public.agent_payments p on p.organization_id = c.organization_id and p.commission_id = c.id and c.place = 1' end)
      || case when kind = 'payment.paid' and counted is not null then format(
      ' union all select coalesce(c.id, h.other_commission_id), h.sales_id, h.organization_id, h.user_id,
      coalesce(c.vendor_id, o.vendor_id, s.vendor_id), ''agent_paid'', p.posted_on, 0::numeric,
      case when h.place is null then 0 else coalesce(private.commission_part(c.amount, c.share_percents, h.place), h.gross_part) end,
      private.commission_part(c.received_amount, c.share_percents, h.place), case when h.place is not null then c.received_on end,
      h.agent_amount, coalesce(private.commission_part(c.written_off, c.share_percents, h.place), 0),
      coalesce(private.commission_part(c.open_amount, c.share_percents, h.place), 0), c.due_on, p.amount, %s, 1,
      coalesce(c.id, h.other_commission_id), h.counted_on
      from public.agent_payments p
      join public.commission_shares h on h.organization_id = p.organization_id and h.id = p.share_id
      left join public.commissions c on c.organization_id = h.organization_id and c.id = h.commission_id
      left join public.other_commissions o on o.organization_id = h.organization_id and o.id = h.other_commission_id
      left join public.sales s on s.organization_id = h.organization_id and s.id = h.sales_id',
      case when with_customer then 's.customer_id, case when h.commission_id is not null and h.place is not null
        then private.share_part(s.total_amount, s.co_sellers, h.place) else 0 end' else 'null::uuid, 0::numeric' end)
        else '' end
      || case kind when 'commission.received' then format(
      ' union all select k.id, k.sales_id, k.organization_id, k.agent_id, k.vendor_id, k.status, k.posted_on, 0::numeric, k.amount,
      k.received_amount, k.received_on, k.agent_amount%s, k.written_off, k.open_amount, k.due_on, 0::numeric, %s, k.sign, k.commission_id,
      null::date
      from private.%s k%s',
      case when counted = 'agency' then ' + ' || private.all_agent_amount('k', false) else '' end,
      case when with_customer then 's.customer_id, '
          || case counted when 'person' then 'private.share_part(s.total_amount, s.co_sellers, k.place)' else 's.total_amount' end
          || ' * k.sign'
        else 'null::uuid, 0::numeric' end,
      case counted when 'person' then 'closed_receipts_by_share' else 'closed_receipts' end,
      case when with_customer then ' join public.sales s on s.organization_id = k.organization_id and s.id = k.sales_id' else '' end)
        else '' end end
    || ') f'
$function$;

CREATE OR REPLACE FUNCTION private.report_facts_of_kind(facts text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select format('(select f.id, f.sale_id, f.organization_id, f.agent_id, f.vendor_id, f.status, f.day, k.total, k.expected, f.received,
      f.received_on, f.agent_amount, f.written_off, f.open_amount, f.due_on, f.sign, f.paid, f.record_id
    from %s cross join lateral (
      select sum(x.total) as total, sum(x.expected) as expected
      from (
        select l.kind, %s as total, %s as expected from public.sale_lines l
        where l.organization_id = f.organization_id and l.sale_id = f.sale_id
        window w as (order by l.place), v as ()) x
      where x.kind = $7 having count(*) > 0
      union all
      select f.total, f.expected where $7 = ''without_lines''
        and not exists (select from public.sale_lines l where l.organization_id = f.organization_id and l.sale_id = f.sale_id)) k) f', facts,
    private.line_part('amount', 'total'), private.line_part('commission', 'expected'))
$function$;

CREATE OR REPLACE FUNCTION private.report_totals_of_rows(organization_id uuid, kind text, months date[])
 RETURNS SETOF private.report_totals
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- People are counted by share, vendors with each sale once; where nobody shares, both from one reading.
  return query execute (
    select string_agg(format(
      'select f.organization_id, $2, g.grouped_by, date_trunc(''month'', f.day::timestamp)::date, g.group_id, f.status, %s
      from unnest($3) m(month)
      join %s on f.organization_id = $1 and f.day >= m.month and f.day < (m.month + interval ''1 month'')::date
      cross join lateral (values %s) g(grouped_by, group_id)
      where g.group_id is not null
      group by f.organization_id, g.grouped_by, date_trunc(''month'', f.day::timestamp)::date, g.group_id, f.status',
      private.report_sums_of(kind), private.report_facts(kind, counted => w.counted), w.groups), ' union all ')
    from (values (false, null, '(''agent'', f.agent_id), (''vendor'', f.vendor_id)'), (true, 'person', '(''agent'', f.agent_id)'),
      (true, 'agency', '(''vendor'', f.vendor_id)')) w(shared, counted, groups)
    where w.shared = private.shares_commissions(report_totals_of_rows.organization_id))
  using organization_id, kind, months;
end $function$;

CREATE OR REPLACE FUNCTION private.report_whole(p private.report_plan, first_day date, last_day date)
 RETURNS private.report_cell
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.add_report_cells(array(select c from private.report_cells(p, null, first_day, last_day) c))
$function$;

CREATE OR REPLACE FUNCTION private.resolve_sale_rows(b public.import_batches, rows jsonb, OUT skips jsonb, OUT added jsonb, OUT errors jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  only_agent constant uuid := case when not private.is_admin() then auth.uid() end;
  shared_email constant boolean := coalesce(b.mapping ->> 'same_email' = 'add', false);
  -- The rows of this call by vendor and reference.
  bookings jsonb := '{}';
  booking text;
  r jsonb;
  sale jsonb;
  twin jsonb;
  found_vendor uuid;
  found_customer uuid;
  found_agent uuid;
  wanted_status text;
  has_lines boolean;
  reason text;
  column_name text;
  detail text;
begin
  skips := '[]';
  added := '[]';
  errors := '[]';
  for r in select e from jsonb_array_elements(rows) e order by (e ->> 'row_number')::int loop
    begin
      select private.import_twin(b, null, null, s.booking_reference, null) into twin
      from public.import_batches o join public.sales s on s.import_batch_id = o.id and s.import_row = (r ->> 'row_number')::int
      where o.organization_id = b.organization_id and o.kind = b.kind and o.file_hash = b.file_hash
        and (only_agent is null or s.agent_id = only_agent) limit 1;
      if twin is not null then
        skips := skips || jsonb_build_object('row_number', r -> 'row_number', 'reason', 'file', 'twin', twin);
        continue;
      end if;
      has_lines := jsonb_typeof(r -> 'lines') = 'array' and r -> 'lines' <> '[]';
      sale := private.check_sale_input(
        '{"booking_reference": null, "sale_date": null, "total_amount": null}'::jsonb
          -- The sums of lines are reckoned.
          || case when has_lines then '{"total_amount": 0}' else '{}' end::jsonb
          || (r - '{row_number,customer_first_name,customer_last_name,customer_email,customer_phone,vendor,agent,status,
            commission_status,received_on,agent_paid_on,vendor_rate,vendor_payment_days,vendor_payment_basis}'::text[]),
        '{booking_reference,sale_date,travel_date,return_date,total_amount,commission_amount,commission_rate,currency,notes,lines}');
      perform private.refuse_closed_day(b.organization_id, (sale ->> 'sale_date')::date, 'sale_date');
      perform private.refuse_closed_day(b.organization_id, (r ->> 'received_on')::date, 'received_on');
      perform private.refuse_closed_day(b.organization_id, (r ->> 'agent_paid_on')::date, 'agent_paid_on');
      wanted_status := private.wanted_commission_status(r);
      found_agent := private.find_sale_agent(b.organization_id, r ->> 'agent');
      if coalesce(btrim(r ->> 'vendor'), '') = '' then
        perform private.refuse('Enter the vendor.', 'vendor', 'vendor_missing');
      end if;
      found_vendor := private.find_sale_vendor(b.organization_id, r ->> 'vendor');
      if found_vendor is null then
        if only_agent is not null then
          perform private.refuse('There is no vendor of this name. Ask an admin to add it.', 'vendor', 'vendor_unknown');
        end if;
        -- The usual rate of the file's rows and the terms that were said; nobody says them: 0 % and none, as by hand.
        insert into public.vendors (organization_id, import_batch_id, import_row, name, default_commission_rate)
        values (b.organization_id, b.id, (r ->> 'row_number')::int, r ->> 'vendor', coalesce((r ->> 'vendor_rate')::numeric, 0))
        returning id into found_vendor;
        perform private.save_vendor_terms(found_vendor, jsonb_build_object('expected_payment_days', r -> 'vendor_payment_days',
          'expected_payment_basis', r -> 'vendor_payment_basis'));
      end if;

      if has_lines then
        sale := private.add_imported_lines(b.organization_id, found_vendor, r, sale);
      end if;

      booking := found_vendor || ' ' || lower(btrim(sale ->> 'booking_reference'));
      select private.import_twin(b, s.import_batch_id, s.import_row, s.booking_reference, c.first_name || ' ' || c.last_name)
      into twin
      from public.sales s join public.customers c on c.id = s.customer_id
      where s.organization_id = b.organization_id and s.vendor_id = found_vendor
        and lower(btrim(s.booking_reference)) = lower(btrim(sale ->> 'booking_reference'))
        and (only_agent is null or s.agent_id = only_agent)
      order by s.created_at, s.id limit 1;
      if twin is null and bookings ? booking then
        twin := jsonb_build_object('row', bookings -> booking);
      end if;
      if twin is not null then
        skips := skips || jsonb_build_object('row_number', r -> 'row_number', 'reason', 'booking', 'twin', twin);
        continue;
      end if;

      found_customer := private.find_sale_customer(b.organization_id, r, shared_email);
      if found_customer is null then
        if coalesce(btrim(r ->> 'customer_first_name'), '') = '' or coalesce(btrim(r ->> 'customer_last_name'), '') = '' then
          perform private.refuse('Enter the customer''s first and last name.', 'customer_last_name', 'customer_name_missing');
        end if;
        insert into public.customers
          (organization_id, created_by, import_batch_id, import_row, first_name, last_name, email, phone)
        values (b.organization_id, auth.uid(), b.id, (r ->> 'row_number')::int, r ->> 'customer_first_name',
          r ->> 'customer_last_name', r ->> 'customer_email', r ->> 'customer_phone') returning id into found_customer;
      end if;
      bookings := bookings || jsonb_build_object(booking, r -> 'row_number');
      added := added || (r || sale || jsonb_build_object('customer_id', found_customer, 'vendor_id', found_vendor,
        'agent_id', found_agent, 'commission_status', wanted_status));
    exception when data_exception or integrity_constraint_violation or raise_exception then
      get stacked diagnostics reason = message_text, column_name = pg_exception_hint, detail = pg_exception_detail;
      errors := errors || private.import_error(r, column_name, reason, detail);
    end;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.returned_payments(b public.payout_batches, agent_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('number', s.number, 'booking_reference', k.booking_reference,
    'paid_on', coalesce(s.paid_on, p.payment_date), 'voided_on', v.voided_on, 'amount', l.amount) order by l.created_at, l.id), '[]')
  from public.payout_lines l
  join public.payment_voids v on v.organization_id = l.organization_id and v.line_id = l.id
  left join public.payout_statements s on s.organization_id = v.organization_id and s.id = v.statement_id
  left join public.agent_payments p on p.organization_id = v.organization_id and p.id = v.payment_id
  left join public.commissions c on c.organization_id = p.organization_id and c.id = p.commission_id
  left join public.commission_shares h on h.organization_id = p.organization_id and h.id = p.share_id
  left join public.sales k on k.id = coalesce(c.sales_id, h.sales_id)
  where l.organization_id = b.organization_id and l.batch_id = b.id and l.agent_id = returned_payments.agent_id and l.kind = 'returned'
$function$;

CREATE OR REPLACE FUNCTION private.sale_conditions(f private.sale_filter)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select concat_ws(' and ', 's.organization_id = $3',
    case when f.agent_id is not null then 's.agent_id = $4' end,
    case when f.vendor_id is not null then 's.vendor_id = $5' end,
    -- An id, and few know it: no parameter of its own.
    case when f.group_id is not null then format('s.group_id = %L', f.group_id) end,
    case when f.first_day > '1900-01-01' then 's.sale_date >= $6' end,
    case when f.last_day < '2199-12-31' then 's.sale_date <= $7' end,
    case when f.customer_ids is not null then
      '(' || case when f.exclude_customers then 's.customer_id <> all ($8)' else 's.customer_id = any ($8)' end
      || case when f.sale_ids <> '{}' then ' or s.id = any ($10)' else '' end || ')' end,
    case when f.status = 'active' then 's.status <> ''cancelled''' when f.status is not null then 's.status = $9' end,
    -- The status is written out for the partial index of booked sales.
    case when f.departing_by is not null then 's.status = ''booked'' and s.travel_date <= $11' end)
$function$;

CREATE OR REPLACE FUNCTION private.sale_filter_of(status text, agent_id uuid, vendor_id uuid, start_date date, end_date date, customer_search text, departing boolean, group_id uuid DEFAULT NULL::uuid)
 RETURNS private.sale_filter
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  f private.sale_filter;
  patterns text[] := private.search_patterns(sale_filter_of.customer_search);
begin
  select c.organization_id, c.agent_id into f.organization_id, f.agent_id from private.caller_scope(sale_filter_of.agent_id) c;
  select r.first_day, r.last_day into f.first_day, f.last_day
  from private.date_range(sale_filter_of.start_date, sale_filter_of.end_date) r;
  f.by_share := f.agent_id is not null and private.has_shares(f.organization_id, f.agent_id);
  f.vendor_id := sale_filter_of.vendor_id;
  f.group_id := sale_filter_of.group_id;
  f.status := case when sale_filter_of.status in ('booked', 'paid', 'cancelled', 'active') then sale_filter_of.status end;
  -- Soon enough to ask the customer for the money, or too late.
  f.departing_by := case when sale_filter_of.departing then private.today() + 30 end;
  if private.has_too_many_search_words(patterns) then
    f.organization_id := null;
  elsif f.organization_id is not null and patterns is not null then
    select c.customer_ids, c.exclude_customers into f.customer_ids, f.exclude_customers
    from private.match_customers(f.organization_id, patterns) c;
    f.exact_ids := private.find_exact_references(f.organization_id, f.agent_id, sale_filter_of.customer_search);
    f.sale_ids := f.exact_ids || private.find_references(f.organization_id, f.agent_id, patterns);
    -- Nothing is as it was typed. Whoever asks: references of what they may not see would tell of themselves otherwise.
    if f.customer_ids = '{}' and f.sale_ids = '{}' and not f.exclude_customers then
      f.customer_ids := private.find_misspelled_customers(f.organization_id, sale_filter_of.customer_search);
    end if;
    if f.customer_ids = '{}' and (f.exclude_customers or f.sale_ids = '{}') then
      -- Everything matches, or nothing does.
      f.organization_id := case when f.exclude_customers then f.organization_id end;
      f.customer_ids := null;
      f.sale_ids := null;
      f.exclude_customers := false;
    end if;
  end if;
  return f;
end $function$;

CREATE OR REPLACE FUNCTION private.sale_of_share(h public.commission_shares)
 RETURNS TABLE(words text, param jsonb, record_type text, record_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when k.sees_it then private.sale_description(s) else concat_ws(' ', 'sale', s.booking_reference) end,
    case when k.sees_it then private.sale_param(s.id) else jsonb_build_object('reference', s.booking_reference) end,
    case when k.sees_it then 'sales' end, case when k.sees_it then s.id end
  from public.sales s
  cross join lateral (
    select h.role <> 'override' or exists (
      select from public.users u where u.id = h.user_id and u.role in ('owner', 'admin')) as sees_it) k
  where s.organization_id = h.organization_id and s.id = h.sales_id
$function$;

CREATE OR REPLACE FUNCTION private.sale_rows(ids uuid[], backwards boolean, by_share_of uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', s.id, 'organization_id', s.organization_id, 'customer_id', s.customer_id, 'vendor_id', s.vendor_id,
    'agent_id', s.agent_id, 'booking_reference', s.booking_reference, 'sale_date', s.sale_date,
    'travel_date', s.travel_date, 'return_date', s.return_date, 'total_amount', coalesce(p.total_amount, s.total_amount),
    'commission_amount', coalesce(p.commission_amount, s.commission_amount), 'commission_rate', s.commission_rate,
    'commission_basis', s.commission_basis, 'currency', s.currency, 'status', s.status, 'notes', case when p.seller_id <> p.agent_id then null else s.notes end,
    'created_at', s.created_at, 'updated_at', s.updated_at, 'version', s.version,
    'customer', jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name, 'email', c.email,
      'phone', c.phone),
    'agent', jsonb_build_object('id', a.id, 'first_name', a.first_name, 'last_name', a.last_name,
      'avatar_url', a.avatar_url),
    'vendor', jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url,
      'default_commission_rate', v.default_commission_rate),
    'commission', jsonb_build_object('id', m.id, 'status', coalesce(w.status, m.status),
      'agent_amount', coalesce(w.agent_amount, m.agent_amount)))
    || case when p.share_percent < 100 then jsonb_build_object('share_percent', p.share_percent) else '{}' end
    order by case when backwards then -u.n else u.n end), '[]')
  from unnest(ids) with ordinality u(id, n)
  join public.sales s on s.id = u.id
  join public.customers c on c.id = s.customer_id
  join public.users a on a.id = s.agent_id
  join public.vendors v on v.id = s.vendor_id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
  left join lateral (select x.* from private.sales_by_share x where by_share_of is not null and x.id = s.id
    and x.organization_id = s.organization_id and x.agent_id = by_share_of offset 0) p on true
  left join lateral (select x.* from private.commissions_by_share x where by_share_of is not null and x.id = m.id
    and x.organization_id = m.organization_id and x.agent_id = by_share_of offset 0) w on true
$function$;

CREATE OR REPLACE FUNCTION private.sale_schedule_lock(organization_id uuid, commission_id uuid, sale_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(private.schedule_lock(sale_schedule_lock.organization_id, sale_schedule_lock.commission_id), (
    select private.share_schedule_lock(l.organization_id, l.share_id)
    from (
      select b.* from public.payout_batches b
      where b.organization_id = sale_schedule_lock.organization_id and b.status = 'scheduled' offset 0) b
    join public.commission_shares h on h.organization_id = b.organization_id and h.status = 'open'
      and (h.commission_id = sale_schedule_lock.commission_id or h.sales_id = sale_schedule_lock.sale_id)
    join public.payout_lines l on l.organization_id = h.organization_id and l.share_id = h.id and l.kind in ('share', 'override')
      and l.batch_id = b.id
    limit 1))
$function$;

CREATE OR REPLACE FUNCTION private.sale_sort(sort text, by_share boolean, OUT source text, OUT keys text[])
 RETURNS record
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.sales_source(by_share) || case sort
      when 'customer' then ' join public.customers c on c.organization_id = s.organization_id and c.id = s.customer_id'
      when 'vendor' then ' join public.vendors v on v.organization_id = s.organization_id and v.id = s.vendor_id'
      when 'agent' then ' join public.users a on a.organization_id = s.organization_id and a.id = s.agent_id'
      else '' end,
    (case sort
      -- A missing date is the earliest.
      when 'travel_date' then '{"coalesce(s.travel_date, ''-infinity'')"}'
      when 'total_amount' then '{s.total_amount}'
      when 'commission_amount' then '{s.commission_amount}'
      when 'booking_reference' then '{s.booking_reference}'
      when 'created_at' then '{s.created_at}'
      when 'status' then '{s.status,s.sale_date,s.created_at}'
      when 'customer' then '{c.last_name,c.first_name,c.id,s.sale_date,s.created_at}'
      when 'vendor' then '{v.name,v.id,s.sale_date,s.created_at}'
      when 'agent' then '{a.last_name,a.first_name,a.id,s.sale_date,s.created_at}'
      else '{s.sale_date,s.created_at}' end)::text[]
$function$;

CREATE OR REPLACE FUNCTION private.sales_by(grouped_by text, organization_id uuid, agent_id uuid, first_day date, last_day date)
 RETURNS TABLE(id uuid, sales_count numeric, total_amount numeric, commission_amount numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first_month date := date_trunc('month', sales_by.first_day::timestamp);
  last_month date := date_trunc('month', sales_by.last_day::timestamp);
  stale date[] := array(
    select distinct d.day from private.stale_days d
    where d.organization_id = sales_by.organization_id
      and d.day >= first_month and d.day < last_month + interval '1 month');
  stale_months date[] := array(select distinct date_trunc('month', d.day::timestamp)::date from unnest(stale) d(day));
  -- Named one by one, agents are found by the index of their sales, all of them or one.
  agents uuid[] := case when sales_by.agent_id is not null then array[sales_by.agent_id]
    else array(select u.id from public.users u where u.organization_id = sales_by.organization_id) end;
  month_of_rows date[] := '{}';
  signs integer[] := '{}';
  from_days date[] := '{}';
  to_days date[] := '{}';
  month date;
  month_end date;
  from_day date;
  to_day date;
  -- A person who shares sales has parts of them, which the rows of sales do not say.
  by_share constant boolean := sales_by.agent_id is not null and private.has_shares(sales_by.organization_id, sales_by.agent_id);
begin
  foreach month in array array(select m from unnest(stale_months || first_month || last_month) m group by m) loop
    month_end := month + interval '1 month - 1 day';
    from_day := greatest(month, sales_by.first_day);
    to_day := least(month_end, sales_by.last_day);
    if month = any (stale_months) or 2 * (to_day - from_day + 1) < month_end - month + 1 then
      month_of_rows := month_of_rows || month;
      signs := signs || 1;
      from_days := from_days || from_day;
      to_days := to_days || to_day;
    else
      signs := signs || '{-1,-1}';
      from_days := from_days || array[month, to_day + 1];
      to_days := to_days || array[from_day - 1, month_end];
    end if;
  end loop;
  return query
    select t.id, sum(t.sales_count), sum(t.total_amount), sum(t.commission_amount)
    from (
      select m.group_id as id, m.sales_count, m.total_amount, m.commission_amount
      from private.monthly_totals m
      where m.organization_id = sales_by.organization_id and m.grouped_by = sales_by.grouped_by
        and m.subject_id = coalesce(sales_by.agent_id, sales_by.organization_id)
        and m.month between first_month and last_month and m.month <> all (month_of_rows)
      union all
      -- Totals of sales know revenue, those of commissions the commission.
      select d.subject_id, case d.record_type when 'sale' then r.sign * d.record_count else 0 end, r.sign * d.total_amount,
        case d.record_type when 'commission' then r.sign * d.commission_amount else 0 end
      from unnest(signs, from_days, to_days) r(sign, from_day, to_day)
      -- Each range by itself: joined with all of them, every day there ever was would be read.
      cross join lateral (
        select * from private.daily_totals t
        where t.organization_id = sales_by.organization_id and t.subject_id = any (agents)
          and t.record_type in ('sale', 'commission') and t.day between r.from_day and r.to_day
          and t.day <> all (stale)
        union all
        select * from private.daily_totals_of_rows(sales_by.organization_id, stale, null, sales_by.agent_id) n
        where n.subject_id = any (agents) and n.day between r.from_day and r.to_day
        offset 0) d
      where sales_by.grouped_by = 'agent' and d.status <> 'cancelled'
      union all
      select s.vendor_id, r.sign * count(*), r.sign * sum(s.total_amount), 0
      from unnest(signs, from_days, to_days) r(sign, from_day, to_day)
      join public.sales s on s.organization_id = sales_by.organization_id and s.agent_id = any (agents)
        and s.sale_date between r.from_day and r.to_day
      where sales_by.grouped_by = 'vendor' and s.status <> 'cancelled' and not by_share
      group by s.vendor_id, r.sign
      union all
      select s.vendor_id, r.sign * count(*), r.sign * sum(s.total_amount), 0
      from unnest(signs, from_days, to_days) r(sign, from_day, to_day)
      join private.sales_by_share s on s.organization_id = sales_by.organization_id and s.agent_id = sales_by.agent_id
        and s.sale_date between r.from_day and r.to_day
      where sales_by.grouped_by = 'vendor' and s.status <> 'cancelled' and by_share
      group by s.vendor_id, r.sign
      union all
      select c.vendor_id, 0, 0, r.sign * sum(c.amount)
      from unnest(signs, from_days, to_days) r(sign, from_day, to_day)
      join private.commissions_by_share c on c.organization_id = sales_by.organization_id and c.agent_id = sales_by.agent_id
        and c.sale_date between r.from_day and r.to_day
      where sales_by.grouped_by = 'vendor' and c.status <> 'cancelled' and by_share
      group by c.vendor_id, r.sign
      union all
      select c.vendor_id, 0, 0, r.sign * sum(c.amount)
      from unnest(signs, from_days, to_days) r(sign, from_day, to_day)
      join public.commissions c on c.organization_id = sales_by.organization_id
        and c.sale_date between r.from_day and r.to_day
      where sales_by.grouped_by = 'vendor' and c.status <> 'cancelled' and not by_share
        and (sales_by.agent_id is null or c.agent_id = sales_by.agent_id)
      group by c.vendor_id, r.sign) t
    group by t.id having sum(t.sales_count) > 0;
end $function$;

CREATE OR REPLACE FUNCTION private.sales_source(by_share boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select case when by_share then 'private.sales_by_share s' else 'public.sales s' end $function$;

CREATE OR REPLACE FUNCTION private.saved_by_apply_terms_again(record_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.saved_by_save_agreement(record_id)
$function$;

CREATE OR REPLACE FUNCTION private.saved_by_cancel_sale_with_penalty(sale_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.saved_by_create_sale(sale_id)
$function$;

CREATE OR REPLACE FUNCTION private.saved_by_expect_volume_bonus(other_commission_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'vendor', 'id', v.id, 'name', v.name)
  from public.other_commissions c join public.vendors v on v.id = c.vendor_id
  where c.organization_id = private.admin_organization_id() and c.id = saved_by_expect_volume_bonus.other_commission_id
$function$;

CREATE OR REPLACE FUNCTION private.saved_by_record_customer_payment(payment_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'sale', 'id', s.id, 'name', 'the customer''s payment of ' || s.booking_reference)
  from public.customer_payments p
  join public.sales s on s.organization_id = p.organization_id and s.id = p.sales_id
  where p.organization_id = private.current_organization_id() and p.id = saved_by_record_customer_payment.payment_id
    and (private.is_admin() or s.agent_id = auth.uid())
$function$;

CREATE OR REPLACE FUNCTION private.saved_by_record_other_receipt(other_commission_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.saved_of_other_commission(other_commission_id, 'the receipt of ')
$function$;

CREATE OR REPLACE FUNCTION private.saved_by_record_share_payment(share_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'share', 'id', h.id, 'name', 'the payment of ' || coalesce(s.booking_reference, 'a share'))
  from public.commission_shares h
  left join public.sales s on s.id = h.sales_id
  where h.organization_id = private.admin_organization_id() and h.id = saved_by_record_share_payment.share_id
$function$;

CREATE OR REPLACE FUNCTION private.saved_by_save_agreement(record_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'member', 'id', u.id, 'name', u.first_name || ' ' || u.last_name) from public.users u
  where u.id = record_id and u.organization_id = private.admin_organization_id()
$function$;

CREATE OR REPLACE FUNCTION private.saved_by_save_sale_group(group_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'sale_group', 'id', g.id, 'name', g.name)
  from public.sale_groups g
  where g.organization_id = private.current_organization_id() and g.id = saved_by_save_sale_group.group_id
$function$;

CREATE OR REPLACE FUNCTION private.saved_by_save_vendor_bonus_terms(terms_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'vendor', 'id', v.id, 'name', v.name)
  from public.vendor_bonus_terms t join public.vendors v on v.id = t.vendor_id
  where t.organization_id = private.admin_organization_id() and t.id = saved_by_save_vendor_bonus_terms.terms_id
$function$;

CREATE OR REPLACE FUNCTION private.saved_by_save_vendor_rate(rate_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'vendor', 'id', v.id, 'name', v.name)
  from public.vendor_rates r join public.vendors v on v.id = r.vendor_id
  where r.organization_id = private.admin_organization_id() and r.id = saved_by_save_vendor_rate.rate_id
$function$;

CREATE OR REPLACE FUNCTION private.saved_of_other_commission(other_commission_id uuid, what text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'other_commission', 'id', o.id, 'name', what || coalesce(s.booking_reference, v.name))
  from public.other_commissions o
  left join public.sales s on s.organization_id = o.organization_id and s.id = o.sales_id
  left join public.vendors v on v.organization_id = o.organization_id and v.id = o.vendor_id
  where o.organization_id = private.admin_organization_id() and o.id = saved_of_other_commission.other_commission_id
$function$;

CREATE OR REPLACE FUNCTION private.search_commissions(f private.commission_filter, sort text, descending boolean, take bigint, skip bigint, OUT sums jsonb, OUT early jsonb, OUT ids uuid[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  any_status private.commission_filter := f;
  source text;
  keys text[];
begin
  any_status.status := null;
  select o.source, o.keys into source, keys from private.commission_sort(sort, true, true, f.due_before is not null, true, f.by_share) o;
  execute format(
    'with m as materialized (
      select s.id as id, m.status, %s as amount, %s as agent_amount, m.sale_paid, %s from %s where %s)
    select (select jsonb_object_agg(t.status, jsonb_build_object(''count'', t.n, ''amount'', t.a, ''agent_amount'', t.g))
        from (select m.status, count(*) as n, sum(m.amount) as a, sum(m.agent_amount) as g from m group by 1) t),
      (select jsonb_build_object(''count'', count(*), ''amount'', coalesce(sum(m.amount), 0),
        ''agent_amount'', coalesce(sum(m.agent_amount), 0)) from m where m.status = ''funds_received'' and not m.sale_paid),
      array(select m.id from m where $7 is null or m.status = $7 order by m.id = any ($14) desc, %s
        limit $1 offset $2)', private.commission_amount(f.due_before is not null), private.commission_agent_amount(f.all_shares),
    (select string_agg(k || ' as k' || n, ', ' order by n) from unnest(keys) with ordinality u(k, n)), source,
    private.commission_conditions(any_status, true),
    private.sort_clause(array(select 'k' || n from generate_series(1, cardinality(keys)) n), descending, 'id'))
  into sums, early, ids
  using take, skip, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
    f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked;
end $function$;

CREATE OR REPLACE FUNCTION private.search_sales(f private.sale_filter, sort text, descending boolean, take bigint, skip bigint, OUT sums jsonb, OUT ids uuid[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  any_status private.sale_filter := f;
  source text;
  keys text[];
begin
  any_status.status := null;
  select o.source, o.keys into source, keys from private.sale_sort(sort, f.by_share) o;
  execute format(
    'with m as materialized (
      select s.id as id, s.status, s.total_amount, s.commission_amount, %s from %s where %s)
    select (select jsonb_object_agg(t.status, jsonb_build_object(''count'', t.n, ''amount'', t.a, ''commission_amount'', t.c))
        from (select m.status, count(*) as n, sum(m.total_amount) as a, sum(m.commission_amount) as c from m group by 1) t),
      array(select m.id from m where $9 is null or m.status = $9 or $9 = ''active'' and m.status <> ''cancelled''
        order by m.id = any ($12) desc, %s limit $1 offset $2)',
    (select string_agg(k || ' as k' || n, ', ' order by n) from unnest(keys) with ordinality u(k, n)), source,
    private.sale_conditions(any_status),
    private.sort_clause(array(select 'k' || n from generate_series(1, cardinality(keys)) n), descending, 'id'))
  into sums, ids
  using take, skip, f.organization_id, f.agent_id, f.vendor_id, f.first_day, f.last_day, f.customer_ids, f.status,
    f.sale_ids, f.departing_by, f.exact_ids;
end $function$;

CREATE OR REPLACE FUNCTION private.seller_share(c public.commissions)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select round((private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[1] * c.commission_split / 100, 2)
$function$;

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
  end if;
  return sale;
end $function$;

CREATE OR REPLACE FUNCTION private.share_facts(share_id uuid, with_note boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((
    select jsonb_strip_nulls(jsonb_build_object('share_id', h.id, 'sales_id', h.sales_id, 'role', h.role, 'percent', h.percent,
      'base', h.base, 'taken_from', h.taken_from, 'booking_reference', s.booking_reference, 'vendor', v.name,
      'commission_kind', coalesce(x.kind, 'vendor'), 'received_on', coalesce(m.received_on, x.received_on),
      'commission', h.gross_part, 'split', case when h.place is not null then h.split end,
        'since', case when h.role = 'tier_correction' then (
          select private.tier_year(h.counted_on, t.tiers ->> 'year_start') from public.agreement_versions t
          where t.organization_id = h.organization_id and t.id = h.terms_version_id) end))
      || case when with_note then jsonb_build_object(
        'part', case when h.place is null then 'override' else 'share' end, 'note', case h.role
          when 'override' then 'Override: ' || pct.words || ' of ' || w.name || case right(w.name, 1) when 's' then '’' else '’s' end
            || ' commission'
          when 'override_charge' then 'Override: ' || pct.words || ' taken from your commission'
          when 'tier_correction' then 'By tier: split ' || trim_scale(h.split) || '%'
          else concat_ws(', ', case coalesce(x.kind, 'vendor') when 'service_fee' then 'Service fee' when 'penalty' then 'Penalty' end,
            case h.role when 'seller' then 'Seller' when 'co_seller' then 'Co-seller' else 'Referral' end, pct.words) end,
        'share_fact', jsonb_build_object('code', case when h.role in ('override', 'override_charge', 'tier_correction') then h.role
            else 'share' end,
          'params', jsonb_strip_nulls(jsonb_build_object('percent', case h.role when 'tier_correction' then h.split else h.percent end, 'role', h.role, 'kind', coalesce(x.kind, 'vendor'),
            'of', w.name)))) else '{}' end
    from public.commission_shares h
    left join public.commissions m on m.organization_id = h.organization_id and m.id = h.commission_id
    left join public.other_commissions x on x.organization_id = h.organization_id and x.id = h.other_commission_id
    left join public.sales s on s.id = h.sales_id
    left join public.vendors v on v.id = coalesce(m.vendor_id, x.vendor_id)
    left join lateral (
      select u.first_name || ' ' || u.last_name as name from public.users u
      where h.role = 'override' and u.id = coalesce((select n.user_id from public.commission_shares n
        where n.organization_id = h.organization_id and n.id = h.under_share_id), m.agent_id)) w on true
    cross join lateral (select trim_scale(h.percent) || '%' as words) pct
    where h.id = share_facts.share_id), '{}')
$function$;

CREATE OR REPLACE FUNCTION private.share_is_fixed(c public.commissions)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.status = 'agent_paid' or c.seller_paid or c.status = 'funds_received' and exists (
    select 1 from public.payout_lines l
    join public.payout_batches b on b.organization_id = l.organization_id and b.id = l.batch_id
    where l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'commission' and b.status in ('scheduled', 'paid'))
$function$;

CREATE OR REPLACE FUNCTION private.share_obstacle(h public.commission_shares, m public.commissions, x public.other_commissions, s public.sales, o public.organizations, is_held boolean, under_is_held boolean, under_is_paid boolean, today date)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case
    when is_held then 'held'
    when under_is_paid then null
    when m.id is not null then private.payout_obstacle(m, s, o, under_is_held, today)
    when under_is_held then 'held'
    when x.kind = 'service_fee' and x.status <> 'unpaid' and case o.payout_hold_until when 'departure' then s.travel_date
      when 'return' then coalesce(s.return_date, s.travel_date) end > today then 'travel'
    when x.status = 'unpaid' then case x.kind when 'service_fee' then 'customer' else 'vendor' end end;
end $function$;

CREATE OR REPLACE FUNCTION private.share_part(amount numeric, co_sellers jsonb, place integer)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when co_sellers = '[]' then amount else (private.parts_of(amount, private.share_percents(co_sellers)))[place] end
$function$;

CREATE OR REPLACE FUNCTION private.share_percents(co_sellers jsonb)
 RETURNS numeric[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when co_sellers = '[]' then '{100}' else (
    select (100 - sum((e.value ->> 'percent')::numeric))::numeric(5,2) || array_agg((e.value ->> 'percent')::numeric(5,2) order by e.n)
    from jsonb_array_elements(co_sellers) with ordinality e(value, n)) end
$function$;

CREATE OR REPLACE FUNCTION private.share_schedule_lock(organization_id uuid, share_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.command_result('This is in the ' || b.name || ' payout, planned for ' || private.day_text(b.planned_on) || '.', null,
    'in_planned_payout', jsonb_build_object('payout', b.name, 'planned_on', b.planned_on))
  from (
    select b.* from public.payout_batches b
    where b.organization_id = share_schedule_lock.organization_id and b.status = 'scheduled' offset 0) b
  cross join lateral (
    select from public.payout_lines l
    where l.organization_id = b.organization_id and l.share_id = share_schedule_lock.share_id and l.kind in ('share', 'override')
      and l.batch_id = b.id offset 0) l
$function$;

CREATE OR REPLACE FUNCTION private.shared_sales(organization_id uuid, user_id uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(select h.sales_id from public.commission_shares h
    where h.organization_id = shared_sales.organization_id and h.user_id = shared_sales.user_id
      and h.role in ('co_seller', 'referral') and h.commission_id is not null)
$function$;

CREATE OR REPLACE FUNCTION private.sharers(organization_ids uuid[], commission_ids uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.commission_shares h where h.organization_id = any (organization_ids)) then
    return '{}';
  end if;
  return array(
    select distinct h.user_id from public.commission_shares h
    where h.organization_id = any (organization_ids) and h.commission_id = any (commission_ids));
end $function$;

CREATE OR REPLACE FUNCTION private.shares_beside(commission_ids uuid[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select h.id from public.commissions c
  join public.commission_shares h on h.organization_id = c.organization_id and h.sales_id = c.sales_id
  where c.id = any (commission_ids)
$function$;

CREATE OR REPLACE FUNCTION private.shares_commissions(organization_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.commission_shares h where h.organization_id = shares_commissions.organization_id)
$function$;

CREATE OR REPLACE FUNCTION private.shares_of(commission_id uuid, other_commission_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'user_id', h.user_id, 'name', u.first_name || ' ' || u.last_name, 'role', h.role,
    'percent', h.percent, 'split', h.split, 'gross_part', h.gross_part, 'agent_amount', h.agent_amount, 'status', h.status,
    'paid_on', h.paid_on, 'payment_id', p.id, 'voided_on', v.voided_on, 'statement_id', t.id, 'hold', k.reason)
    || case when (select private.is_admin()) then jsonb_build_object('recallable', greatest(private.recallable_share(h), 0)) else '{}' end
    order by h.place nulls last, h.role, h.id), '[]')
  from public.commission_shares h
  join public.users u on u.id = h.user_id
  left join public.agent_payments p on p.organization_id = h.organization_id and p.share_id = h.id
  left join public.payout_statements t on t.organization_id = p.organization_id and t.batch_id = p.batch_id and t.agent_id = p.agent_id
  left join public.payment_voids v on v.organization_id = p.organization_id
    and (v.statement_id = t.id or p.batch_id is null and v.payment_id = p.id)
  left join public.payout_holds k on k.organization_id = h.organization_id and k.share_id = h.id
  where h.organization_id = (select private.current_organization_id())
    and (h.commission_id = shares_of.commission_id or h.other_commission_id = shares_of.other_commission_id)
    and ((select private.is_admin()) or h.user_id = (select auth.uid()))
$function$;

CREATE OR REPLACE FUNCTION private.split_by_tier(terms public.agreement_versions, day date, before timestamp with time zone, left_out uuid, amount numeric, volume numeric DEFAULT NULL::numeric)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when terms.tiers ->> 'mode' = 'whole_year' then private.tier_split(terms.tiers, terms.default_split, v.volume + amount, 0)
    else private.tier_split(terms.tiers, terms.default_split, v.volume, amount) end
  from (select coalesce(split_by_tier.volume,
    private.volume_until(terms, split_by_tier.day, split_by_tier.before, split_by_tier.left_out)) as volume offset 0) v
$function$;

CREATE OR REPLACE FUNCTION private.split_for(organization_id uuid, user_id uuid, vendor_id uuid, category text, day date, volume numeric DEFAULT NULL::numeric, OUT split numeric, OUT terms_version_id uuid)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  terms constant public.agreement_versions := private.terms_in_force(split_for.organization_id, split_for.user_id, split_for.day);
begin
  if terms.id is null then
    select coalesce(t.commission_split, o.default_commission_split) into split_for.split
    from public.organizations o
    left join public.user_terms t on t.organization_id = o.id and t.user_id = split_for.user_id
    where o.id = split_for.organization_id;
    return;
  end if;
  terms_version_id := terms.id;
  split := coalesce(private.split_of(terms.vendor_splits, 'vendor_id', split_for.vendor_id::text),
    private.split_of(terms.category_splits, 'category', split_for.category));
  if split is null then
    split := case when terms.tiers is null then terms.default_split
      else private.split_by_tier(terms, split_for.day, '-infinity', null, 0, volume) end;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.split_now(organization_id uuid, user_id uuid, day date, OUT split numeric, OUT by_tier boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  terms constant public.agreement_versions := private.terms_in_force(split_now.organization_id, split_now.user_id, split_now.day);
begin
  by_tier := terms.tiers is not null;
  split := case when by_tier then private.split_by_tier(terms, split_now.day, 'infinity', null, 0)
    else (private.split_for(split_now.organization_id, split_now.user_id, null, null, split_now.day)).split end;
end $function$;

CREATE OR REPLACE FUNCTION private.split_of(splits jsonb, key text, wanted text)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (e ->> 'split')::numeric from jsonb_array_elements(splits) e where e ->> split_of.key = wanted limit 1
$function$;

CREATE OR REPLACE FUNCTION private.split_of_other(organization_id uuid, user_id uuid, kind text, sales_id uuid, percent numeric, volume numeric DEFAULT NULL::numeric, OUT split numeric, OUT terms_version_id uuid)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  terms public.agreement_versions;
  sale public.sales;
begin
  select s.* into sale from public.sales s
  where s.organization_id = split_of_other.organization_id and s.id = split_of_other.sales_id;
  terms := private.terms_in_force(split_of_other.organization_id, split_of_other.user_id, sale.sale_date);
  if terms.id is null then
    split := (private.split_for(split_of_other.organization_id, split_of_other.user_id, null, null, sale.sale_date)).split;
    return;
  end if;
  terms_version_id := terms.id;
  if split_of_other.kind = 'service_fee' then
    split := private.split_of(terms.category_splits, 'category', 'service_fee');
    terms.vendor_splits := '[]';
  else
    sale.total_amount := 0;
    sale.commission_amount := 0;
  end if;
  if split is null then
    terms.category_splits := '[]';
    split := private.split_of_sale(terms, sale, split_of_other.percent,
      coalesce(volume, private.known_volume(split_of_other.sales_id, split_of_other.user_id)));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.split_of_sale(terms public.agreement_versions, sale public.sales, percent numeric, volume numeric DEFAULT NULL::numeric)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  by_vendor constant numeric := private.split_of(terms.vendor_splits, 'vendor_id', sale.vendor_id::text);
  rest numeric := terms.default_split;
  by_lines numeric;
begin
  if by_vendor is not null then
    return by_vendor;
  end if;
  if terms.tiers is not null then
    rest := private.split_by_tier(terms, sale.sale_date, sale.created_at, sale.id,
      percent / 100 * case when sale.status = 'cancelled' then 0 when terms.tiers ->> 'basis' = 'sales_booked' then sale.total_amount
        when terms.tiers ->> 'basis' = 'commission_expected' then sale.commission_amount else 0 end, volume);
  end if;
  select round(sum(l.commission * coalesce(private.split_of(terms.category_splits, 'category', l.kind), rest))
    / nullif(sum(l.commission), 0), 2) into by_lines
  from (select e ->> 'kind' as kind, coalesce((e ->> 'commission')::numeric, 0) as commission from jsonb_array_elements(sale.lines) e) l
  where l.kind <> 'service_fee';
  return case when by_lines between 0 and 100 then by_lines else rest end;
end $function$;

CREATE OR REPLACE FUNCTION private.split_of_share(organization_id uuid, user_id uuid, sales_id uuid, percent numeric, OUT split numeric, OUT terms_version_id uuid)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  terms public.agreement_versions;
  sale public.sales;
begin
  select s.* into sale from public.sales s
  where s.organization_id = split_of_share.organization_id and s.id = split_of_share.sales_id;
  terms := private.terms_in_force(split_of_share.organization_id, split_of_share.user_id, sale.sale_date);
  if terms.id is null then
    select f.split into split_of_share.split
    from private.split_for(split_of_share.organization_id, split_of_share.user_id, sale.vendor_id, null, sale.sale_date) f;
  else
    split := private.split_of_sale(terms, sale, split_of_share.percent,
      private.known_volume(split_of_share.sales_id, split_of_share.user_id));
    terms_version_id := terms.id;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.splits_are_good(splits jsonb, key text, known text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  entry jsonb;
begin
  if jsonb_typeof(splits) <> 'array' or jsonb_array_length(splits) > 200 then
    return false;
  end if;
  for entry in select e from jsonb_array_elements(splits) e loop
    if jsonb_typeof(entry) <> 'object' or jsonb_typeof(entry -> key) is distinct from 'string' or (entry ->> key) !~ known
      or jsonb_typeof(entry -> 'split') is distinct from 'number' or (entry ->> 'split')::numeric not between 0 and 100 then
      return false;
    end if;
  end loop;
  return jsonb_array_length(splits) = (select count(distinct e ->> key) from jsonb_array_elements(splits) e);
end $function$;

CREATE OR REPLACE FUNCTION private.spread_cap(organization_id uuid, user_id uuid, year integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  fixed uuid[] := '{}';
  stuck uuid[];
  ids uuid[];
  amounts numeric[];
  locked uuid[] := '{}';
begin
  -- Mostly no cap is near: then nothing is put in order.
  if exists (
    select from public.commission_shares h
    where h.organization_id = spread_cap.organization_id and h.user_id = spread_cap.user_id and h.role = 'override' and h.status <> 'cancelled'
      and h.counted_on between make_date(spread_cap.year, 1, 1) and make_date(spread_cap.year, 12, 31)
    having sum(round(h.gross_part * h.percent / 100, 2)) <= (
        select min((e ->> 'cap_per_year')::numeric) from public.agreement_versions v cross join jsonb_array_elements(v.overrides) e
        where v.organization_id = spread_cap.organization_id and v.user_id = spread_cap.user_id)
      and bool_and(h.status = 'paid' or h.agent_amount = round(h.gross_part * h.percent / 100, 2))) then
    return;
  end if;
  loop
    select array_agg(c.id), array_agg(c.amount) into ids, amounts
    from private.capped_overrides(spread_cap.organization_id, spread_cap.user_id, spread_cap.year, fixed) c;
    exit when ids is null;
    -- Somebody may be paying one of them: then it is reckoned again.
    if exists (select unnest(ids) except select unnest(locked)) then
      perform from public.commission_shares h where h.id = any (ids) and h.status = 'open' order by h.id for no key update;
      locked := locked || ids;
      continue;
    end if;
    with spread as (
      update public.commission_shares h set agent_amount = w.amount
      from unnest(ids, amounts) w(id, amount) where h.id = w.id and h.status = 'open'
      returning h.id, h.agent_amount = w.amount as is_set)
    select array(select s.id from spread s where not s.is_set) into stuck;
    perform private.write_override_charges(ids);
    exit when cardinality(stuck) = 0;
    -- What is about to be paid stays as it is.
    fixed := fixed || stuck;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.spread_caps(override_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.spread_cap(y.organization_id, y.user_id, y.year)
  from (
    select distinct h.organization_id, h.user_id, extract(year from h.counted_on)::integer as year
    from public.commission_shares h where h.id = any (override_ids) and h.role = 'override' order by 1, 2, 3) y
  where exists (select from public.agreement_versions v
    where v.organization_id = y.organization_id and v.user_id = y.user_id and v.overrides @? '$[*].cap_per_year ? (@ != null)');
end $function$;

CREATE OR REPLACE FUNCTION private.statement_lines(b public.payout_batches, agent_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(t.line order by t.place, t.sale_date, t.booking_reference, t.created_at, t.id), '[]')
  from (
    select case l.kind when 'commission' then 1 when 'share' then 2 when 'override' then 3 else 5 end as place, s.sale_date, s.booking_reference,
      l.created_at, l.id, jsonb_build_object('kind', private.told_kind(l.kind), 'amount', l.amount, 'note', l.note,
        'note_fact', l.note_fact, 'commission_id', l.commission_id, 'booking_reference', s.booking_reference, 'vendor', v.name,
        'received_on', c.received_on, 'commission', c.amount, 'split', c.commission_split)
        || private.share_facts(l.share_id, private.is_claim(l.kind)) as line
    from public.payout_lines l
    left join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id
    left join public.commission_shares h on h.organization_id = l.organization_id and h.id = l.share_id
    left join public.sales s on s.id = coalesce(c.sales_id, h.sales_id)
    left join public.vendors v on v.id = c.vendor_id
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.agent_id = statement_lines.agent_id
      and (h.role is distinct from 'tier_correction' or l.kind <> 'override')
    union all
    select 4, y.since, null, null, null, jsonb_build_object('kind', 'correction', 'part', 'override', 'role', 'tier_correction',
      'amount', y.amount, 'note_fact', null, 'commission_id', null, 'booking_reference', null, 'vendor', null, 'received_on', null,
      'commission', null, 'split', null,
      'note', coalesce('Tier of ' || trim_scale(y.split) || '%', 'By tier') || ': ' || y.sales || case y.sales when 1 then ' sale' else ' sales' end
        || ' since ' || to_char(y.since, 'FMMonth FMDD, YYYY'),
      'share_fact', jsonb_build_object('code', 'tier_year', 'params', jsonb_strip_nulls(jsonb_build_object('percent', coalesce(y.split, 0),
        'role', 'tier_correction', 'kind', 'vendor', 'sales', y.sales, 'since', y.since))))
    from (
      select private.tier_year(h.counted_on, v.tiers ->> 'year_start') as since, count(distinct h.sales_id) as sales, sum(l.amount) as amount,
        case when min(h.split) = max(h.split) then max(h.split) end as split
      from public.payout_lines l
      join public.commission_shares h on h.organization_id = l.organization_id and h.id = l.share_id and h.role = 'tier_correction'
      join public.agreement_versions v on v.organization_id = h.organization_id and v.id = h.terms_version_id
      where l.organization_id = b.organization_id and l.batch_id = b.id and l.agent_id = statement_lines.agent_id and l.kind = 'override'
      group by 1) y) t
$function$;

CREATE OR REPLACE FUNCTION private.sum_commissions(f private.commission_filter)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET random_page_cost TO '1.1'
AS $function$
declare
  source text;
  with_sales text;
  sums jsonb;
  commissions text := private.commission_source(f.due_before is not null, f.by_share);
  rest private.commission_filter;
begin
  f.status := null;
  rest := f;
  if f.exclude_customers and (f.all_words or cardinality(f.other_words) = 0) and not coalesce(f.complement, false) then
    rest.complement := true;
    f.word := null;
    f.other_words := '{}';
    f.exclude_customers := false;
    return private.subtract_sums(private.sum_commissions(f), private.sum_commissions(rest));
  end if;
  if f.word is null and f.due_before is null and f.vendor_id is null and not f.ready then
    source := 'd.status, sum(d.record_count) as n, sum(d.commission_amount) as a, sum(d.agent_amount) as g
      from private.totals(''commission'', $3, $4, $5, $6) d group by d.status';
  else
    source := 'm.status, count(*) as n, sum(' || private.commission_amount(f.due_before is not null)
      || ') as a, sum(' || private.commission_agent_amount(f.all_shares) || ') as g from ';
    with_sales := source || private.sales_source(f.by_share) || private.commission_join(f.due_before is not null, f.by_share) || ' where ';
    if f.word is null then
      source := source || commissions || ' m where ' || private.commission_conditions(f, false) || ' group by m.status';
    elsif f.vendor_ids <> '{}' and not f.exclude_customers and cardinality(f.other_words) = 0 then
      -- Whose vendor has the word is added up without the sales.
      f.word := null;
      rest.vendor_ids := '{}';
      source := format('t.status, sum(t.n)::bigint as n, sum(t.a) as a, sum(t.g) as g from (
        select %s%s m where %s and m.vendor_id = any ($10) group by m.status
        union all select %s%s and s.vendor_id <> all ($10) group by m.status) t group by t.status',
        source, commissions, private.commission_conditions(f, false), with_sales, private.commission_conditions(rest, true));
      f.word := rest.word;
    else
      source := with_sales || private.commission_conditions(f, true) || ' group by m.status';
    end if;
  end if;
  execute 'select jsonb_object_agg(status, jsonb_build_object(''count'', n, ''amount'', a, ''agent_amount'', g))
    from (select ' || source || ') t'
  into sums
  using null, null, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
    f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked;
  return sums;
end $function$;

CREATE OR REPLACE FUNCTION private.sum_lines(sale public.sales)
 RETURNS public.sales
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  through numeric;
begin
  select sum((e.line ->> 'amount')::numeric), coalesce(sum((e.line ->> 'amount')::numeric) filter (where e.line ->> 'kind' = 'service_fee'), 0),
    sum((e.line ->> 'commission')::numeric)
  into sale.total_amount, sale.fee_amount, sale.commission_amount
  from jsonb_array_elements(sale.lines) e(line);
  through := sale.total_amount - sale.fee_amount;
  sale.commission_basis := 'amount';
  if through < 0 or sale.total_amount > 9999999999.99 then
    perform private.refuse('The lines come to less than nothing, or to too much.', 'lines', 'lines_sum_out_of_range');
  elsif sale.commission_amount not between 0 and through then
    perform private.refuse('Commission must be at most the total amount.', 'lines', 'commission_above_total');
  end if;
  sale.commission_rate := case when through > 0 then round(sale.commission_amount / through * 100, 2) else 0 end;
  return sale;
end $function$;

CREATE OR REPLACE FUNCTION private.sum_of(parts numeric[])
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select coalesce(sum(p), 0) from unnest(parts) p
$function$;

CREATE OR REPLACE FUNCTION private.sum_sales(f private.sale_filter)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  source text;
  sums jsonb;
  excluded private.sale_filter := f;
begin
  f.status := null;
  if f.exclude_customers then
    excluded.exclude_customers := false;
    f.customer_ids := null;
    f.exclude_customers := false;
    return private.subtract_sums(private.sum_sales(f), private.sum_sales(excluded));
  end if;
  if f.customer_ids is null and f.vendor_id is null and f.departing_by is null and f.group_id is null then
    source := 'd.status, sum(d.record_count) as n, sum(d.total_amount) as a, sum(d.commission_amount) as c
      from private.totals(''sale'', $3, $4, $6, $7) d group by d.status';
  else
    -- What departs is booked. Not asked for its status, it is read from its own index, as far as it reaches.
    source := case when f.departing_by is null then 's.status' else '''booked'' as status' end
      || ', count(*) as n, sum(s.total_amount) as a, sum(s.commission_amount) as c from ' || private.sales_source(f.by_share) || ' where '
      || private.sale_conditions(f) || ' group by 1';
  end if;
  execute 'select jsonb_object_agg(status, jsonb_build_object(''count'', n, ''amount'', a, ''commission_amount'', c))
    from (select ' || source || ') t'
  into sums using null, null, f.organization_id, f.agent_id, f.vendor_id, f.first_day, f.last_day, f.customer_ids, f.status,
    f.sale_ids, f.departing_by;
  return sums;
end $function$;

CREATE OR REPLACE FUNCTION private.sync_commission()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.commissions c set
    sale_date = n.sale_date,
    sale_paid = n.status = 'paid',
    vendor_id = n.vendor_id,
    due_on = case when private.follows_terms(c) then d.due_on else c.due_on end,
    amount = case when c.status = 'unpaid' then n.commission_amount else c.amount end,
    agent_id = n.agent_id,
    share_percents = case when n.shares_changed then private.share_percents(n.co_sellers) else c.share_percents end,
    -- A reassignment takes the new agent's split; any other change keeps the one of the creation.
    commission_split = case when n.agent_id = c.agent_id then c.commission_split else (
      select t.commission_split from public.user_terms t
      where t.organization_id = n.organization_id and t.user_id = n.agent_id) end,
    status = case
      when n.status = 'cancelled' and c.status in ('unpaid', 'funds_received') then 'cancelled'
      -- By the organization's choice: the agent can be paid when the customer pays, or when a deposit is matched as well.
      when n.status = 'paid' and n.old_status = 'booked' and c.status = 'unpaid'
        and (o.commission_received_on = 'sale_paid' or c.deposited_amount > 0 and c.open_amount = 0) then 'funds_received'
      else c.status end
  from (
    select n.id, n.organization_id, n.sale_date, n.travel_date, n.return_date, n.vendor_id, n.agent_id, n.commission_amount,
      n.status, o.status as old_status, n.co_sellers, o.co_sellers <> n.co_sellers as shares_changed,
      (o.status, o.commission_amount, o.agent_id, o.sale_date, o.vendor_id, o.co_sellers)
        is distinct from (n.status, n.commission_amount, n.agent_id, n.sale_date, n.vendor_id, n.co_sellers) as terms_changed,
      (o.travel_date, o.return_date) is distinct from (n.travel_date, n.return_date) as travel_dates_changed
    from changed n full join replaced o on o.id = n.id offset 0) n
  join public.organizations o on o.id = n.organization_id
  join public.vendor_terms v on v.organization_id = n.organization_id and v.vendor_id = n.vendor_id
  cross join lateral (select private.due_on(
    v.expected_payment_days, v.expected_payment_basis, n.sale_date, n.travel_date, n.return_date) as due_on) d
  where c.organization_id = n.organization_id and c.sales_id = n.id
    and (n.terms_changed or n.travel_dates_changed and private.follows_terms(c) and c.due_on is distinct from d.due_on);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.sync_other_receipts(organization_id uuid, other_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if other_ids is null then
    return;
  end if;
  update public.other_commissions o set received_amount = d.amount, received_on = d.day,
    status = case when d.amount is null then 'unpaid' else 'funds_received' end
  from unnest(other_ids) u(id)
  cross join lateral (
    select sum(a.amount) as amount, max(t.booked_on) as day
    from public.bank_other_allocations a
    join public.bank_transactions t on t.organization_id = a.organization_id and t.id = a.transaction_id
    where a.organization_id = sync_other_receipts.organization_id and a.other_commission_id = u.id) d
  where o.organization_id = sync_other_receipts.organization_id and o.id = u.id
    and (o.received_amount, o.received_on) is distinct from (d.amount, d.day);
  perform private.write_other_shares(other_ids);
end $function$;

CREATE OR REPLACE FUNCTION private.sync_payment_dues(sale public.sales)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  paid constant numeric := private.paid_by_customer(sale.id, sale.organization_id);
begin
  delete from public.payment_dues d
  where d.organization_id = sale.organization_id and d.sales_id = sale.id and d.place > jsonb_array_length(sale.payment_plan);
  insert into public.payment_dues as d (organization_id, sales_id, place, agent_id, kind, due_on, amount, open_amount, remind)
  select sale.organization_id, sale.id, e.place, sale.agent_id, e.kind, e.due_on, e.amount,
    -- What was paid covers the plan from its beginning.
    case when sale.status = 'booked' then least(e.amount, greatest(e.until - paid, 0)) else 0 end, e.remind
  from (
    select p.n as place, p.entry ->> 'kind' as kind, (p.entry ->> 'due_on')::date as due_on, p.amount,
      (p.entry ->> 'remind')::boolean as remind, sum(p.amount) over (order by p.n) as until
    from (
      select e.n, e.entry, coalesce((e.entry ->> 'amount')::numeric, sale.total_amount - sum(coalesce((e.entry ->> 'amount')::numeric, 0)) over ()) as amount
      from jsonb_array_elements(sale.payment_plan) with ordinality e(entry, n)) p) e
  on conflict (sales_id, place, organization_id) do update set agent_id = excluded.agent_id, kind = excluded.kind, due_on = excluded.due_on,
    amount = excluded.amount, open_amount = excluded.open_amount, remind = excluded.remind,
    reminded_on = case when d.due_on = excluded.due_on then d.reminded_on end;
end $function$;

CREATE OR REPLACE FUNCTION private.sync_recalls()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  a record;
  c public.commissions;
  b public.payout_batches;
  share numeric;
  note text;
  note_fact jsonb;
begin
  if tg_op <> 'INSERT' then
    for a in select r.* from replaced r where r.amount < 0 order by r.commission_id loop
      perform private.drop_recall(a.organization_id, a.transaction_id, a.commission_id);
    end loop;
  end if;
  if tg_op = 'DELETE' then
    return null;
  end if;
  for a in
    select n.*, v.name as vendor, t.booked_on from changed n
    join public.bank_transactions t on t.organization_id = n.organization_id and t.id = n.transaction_id
    join public.commissions m on m.organization_id = n.organization_id and m.id = n.commission_id
      and (m.status = 'agent_paid' or m.seller_paid or cardinality(m.share_percents) > 1)
    join public.vendors v on v.id = m.vendor_id
    where n.amount < 0 order by n.commission_id
  loop
    select m.* into c from public.commissions m where m.id = a.commission_id;
    share := least(private.recallable_amount(c.organization_id, c.id),
      round((private.parts_of(-a.amount, c.share_percents))[1] * c.commission_split / 100, 2));
    note := a.vendor || ' took commission back on ' || to_char(a.booked_on, 'FMMonth FMDD, YYYY');
    note_fact := jsonb_build_object('code', 'vendor_took_back', 'params', jsonb_build_object('vendor', a.vendor, 'on', a.booked_on));
    select p.* into b from public.payout_batches p
    where p.organization_id = c.organization_id and p.status = 'draft' for update skip locked;
    if share > 0 then
      perform private.post_recall(b, c, share, note, note_fact, a.transaction_id, true);
    end if;
    perform private.post_share_recalls(b, c, -a.amount, note, note_fact, a.transaction_id);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.sync_sale_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    delete from public.sale_lines l where l.organization_id = new.organization_id and l.sale_id = new.id;
  end if;
  insert into public.sale_lines (organization_id, sale_id, place, kind, text, amount, earns, rate, commission)
  select new.organization_id, new.id, e.place, l.kind, l.text, l.amount, l.earns, l.rate, l.commission
  from jsonb_array_elements(new.lines) with ordinality e(line, place)
  cross join lateral jsonb_to_record(e.line)
    l(kind text, text text, amount numeric, earns text, rate numeric, commission numeric);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.sync_service_fees()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids uuid[];
  fee_ids uuid[];
begin
  if not exists (select 1 from changed n where n.fee_amount > 0) and not exists (select 1 from replaced o where o.fee_amount > 0) then
    return null;
  end if;
  ids := array(
    select n.id
    from (
      select n.id, (n.fee_amount, n.status, n.agent_id, n.co_sellers, n.sale_date, n.vendor_id)
        is distinct from (o.fee_amount, o.status, o.agent_id, o.co_sellers, o.sale_date, o.vendor_id) as matters,
        n.fee_amount > 0 or o.fee_amount > 0 as with_fee
      from changed n full join replaced o on o.id = n.id offset 0) n
    where n.matters and n.with_fee);
  -- Each by its sale's key: joined, before the planner knows the table, all of them are read for every statement of an import.
  fee_ids := array(
    select f.id from unnest(ids) i(id)
    cross join lateral (select o.id from public.other_commissions o where o.sales_id = i.id and o.kind = 'service_fee' limit 1) f);
  with added as (
    insert into public.other_commissions (organization_id, kind, sales_id, amount, counted_on, created_by)
    select s.organization_id, 'service_fee', s.id, s.fee_amount, s.sale_date, s.agent_id from public.sales s
    where s.id = any (ids) and s.fee_amount > 0 and s.status <> 'cancelled' and s.id <> all (array(
      select o.sales_id from public.other_commissions o where o.id = any (fee_ids)))
    order by s.id returning id)
  select fee_ids || coalesce(array_agg(a.id), '{}') into fee_ids from added a;
  update public.other_commissions o set
    amount = case when s.fee_amount > 0 and o.status in ('unpaid', 'cancelled') and s.status <> 'cancelled' then s.fee_amount else o.amount end,
    counted_on = s.sale_date,
    status = case
      when s.status = 'cancelled' and o.status in ('unpaid', 'funds_received') or s.fee_amount = 0 and o.status = 'unpaid' then 'cancelled'
      when s.fee_amount > 0 and s.status = 'booked' and o.status = 'cancelled' then 'unpaid'
      when s.fee_amount > 0 and s.status = 'paid' and o.status = 'unpaid' then 'funds_received'
      else o.status end,
    received_amount = case when s.status = 'paid' and s.fee_amount > 0 and o.status = 'unpaid' then s.fee_amount else o.received_amount end,
    received_on = case when s.status = 'paid' and s.fee_amount > 0 and o.status = 'unpaid'
      then (now() at time zone g.time_zone)::date else o.received_on end
  from public.sales s
  join public.organizations g on g.id = s.organization_id
  where o.organization_id = s.organization_id and o.sales_id = s.id and o.id = any (fee_ids);
  perform private.write_other_shares(fee_ids);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.sync_shares(commission_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Who has no part any more. What was paid stays, whatever is said.
  delete from public.commission_shares h
  using public.commissions c, public.sales s
  where h.commission_id = any (commission_ids) and h.organization_id = c.organization_id and c.id = h.commission_id
    and s.organization_id = c.organization_id and s.id = c.sales_id
    and h.role in ('co_seller', 'referral') and h.status = 'open'
    and not s.co_sellers @> jsonb_build_array(jsonb_build_object('user_id', h.user_id));
  -- Away from their places, which are taken one after the other below.
  update public.commission_shares h set place = -h.place
  from public.commissions c, public.sales s
  where h.commission_id = any (commission_ids) and h.organization_id = c.organization_id and c.id = h.commission_id
    and s.organization_id = c.organization_id and s.id = c.sales_id
    and h.role in ('co_seller', 'referral') and h.status = 'open'
    and s.co_sellers -> h.place - 2 ->> 'user_id' is distinct from h.user_id::text;
  update public.commission_shares h set place = w.place, role = w.role, percent = w.percent, gross_part = w.gross_part,
    agent_amount = round(w.gross_part * h.split / 100, 2), counted_on = w.sale_date,
    status = case when w.cancelled then 'cancelled' else h.status end
  from private.wanted_shares(commission_ids) w
  where h.organization_id = w.organization_id and h.commission_id = w.commission_id and h.user_id = w.user_id
    and h.role in ('co_seller', 'referral') and h.status = 'open'
    and (h.place, h.role, h.percent, h.gross_part, h.counted_on, h.status = 'cancelled')
      is distinct from (w.place, w.role, w.percent, w.gross_part, w.sale_date, w.cancelled);
  insert into public.commission_shares (organization_id, commission_id, sales_id, user_id, role, place, percent, split, gross_part,
    agent_amount, terms_version_id, counted_on)
  select w.organization_id, w.commission_id, w.sales_id, w.user_id, w.role, w.place, w.percent, t.split, w.gross_part,
    round(w.gross_part * t.split / 100, 2), t.terms_version_id, w.sale_date
  from private.wanted_shares(commission_ids) w
  cross join lateral private.split_of_share(w.organization_id, w.user_id, w.sales_id, w.percent) t
  where not w.cancelled and not exists (
    select from public.commission_shares h where h.organization_id = w.organization_id and h.commission_id = w.commission_id
      and h.user_id = w.user_id and h.role in ('co_seller', 'referral'))
  order by w.sales_id, w.place;
end $function$;

CREATE OR REPLACE FUNCTION private.take_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  terms public.agreement_versions;
  sale public.sales;
begin
  if exists (select from public.agreement_versions v where v.organization_id = new.organization_id and v.user_id = new.agent_id) then
    terms := private.terms_in_force(new.organization_id, new.agent_id, new.sale_date);
  end if;
  if terms.id is not null then
    select s.* into sale from public.sales s where s.organization_id = new.organization_id and s.id = new.sales_id;
    new.commission_split := private.split_of_sale(terms, sale, new.share_percents[1],
      private.known_volume(new.sales_id, new.agent_id));
  end if;
  new.terms_version_id := terms.id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_shares(organization_id uuid, commission_id uuid, other_commission_id uuid, vendor_id uuid, code text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id, code, params)
  select h.organization_id, h.user_id, 'commission', case tell_shares.code
      when 'vendor_paid' then v.name || ' paid the commission on the ' || t.words || '.'
      when 'customer_paid' then 'The customer paid the ' || t.words || '. Your commission can be paid.'
      else 'Your commission on the ' || t.words || ' is marked as funds received.' end,
    t.record_type, t.record_id, tell_shares.code, jsonb_build_object('vendor', v.name, 'sale', t.param)
  from (
    select distinct on (k.user_id) k.*
    from public.commission_shares k
    where k.organization_id = tell_shares.organization_id
      and (k.commission_id = tell_shares.commission_id or k.other_commission_id = tell_shares.other_commission_id)
      and k.status = 'open' and (k.place is not null or k.role = 'override' and k.agent_amount > 0)
    order by k.user_id, k.place nulls last, k.id) h
  cross join lateral private.sale_of_share(h) t
  join public.vendors v on v.id = tell_shares.vendor_id
  where h.user_id is distinct from auth.uid() and not exists (
    select from public.commissions c
    where c.organization_id = h.organization_id and c.id = tell_shares.commission_id and c.agent_id = h.user_id)
  order by h.user_id
$function$;

CREATE OR REPLACE FUNCTION private.tell_shares_of_commission()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.in_mode('importing') then
    perform private.tell_shares(new.organization_id, new.id, null, new.vendor_id,
      case when new.received_on is not null then 'vendor_paid' when new.sale_paid then 'customer_paid' else 'funds_received' end);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_shares_of_penalty()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell_shares(new.organization_id, null, new.id, new.vendor_id, 'vendor_paid');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.terms_again(organization_id uuid, user_id uuid)
 RETURNS TABLE(commission_id uuid, share_id uuid, sales_id uuid, kind text, vendor_id uuid, day date, split_before numeric, split_after numeric, amount_before numeric, amount_after numeric, terms_version_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with unpaid as materialized (
    select c.id as commission_id, null::uuid as other_commission_id, null::uuid as share_id, c.terms_version_id, c.sales_id, 'vendor' as kind, c.vendor_id, c.sale_date as day,
      c.commission_split as split, c.share_percents[1] as percent,
      (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[1] as part, c.agent_amount
    from public.commissions c
    where c.organization_id = terms_again.organization_id and c.agent_id = terms_again.user_id
      and c.status in ('unpaid', 'funds_received') and not c.seller_paid
      and not exists (select from public.payout_lines l
        where l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'commission')
    union all
    select h.commission_id, h.other_commission_id, h.id, h.terms_version_id, h.sales_id, coalesce(x.kind, 'vendor'), coalesce(m.vendor_id, x.vendor_id), h.counted_on, h.split,
      h.percent, h.gross_part, h.agent_amount
    from public.commission_shares h
    left join public.commissions m on m.organization_id = h.organization_id and m.id = h.commission_id
    left join public.other_commissions x on x.organization_id = h.organization_id and x.id = h.other_commission_id
    where h.organization_id = terms_again.organization_id and h.user_id = terms_again.user_id and h.status = 'open' and h.place is not null
      and coalesce(m.status, x.status) in ('unpaid', 'funds_received')
      and not exists (select from public.payout_lines l
        where l.organization_id = h.organization_id and l.share_id = h.id and l.kind = 'share')),
  agreed as materialized (
    select u.*, t.terms
    from unpaid u
    join public.sales s on s.organization_id = terms_again.organization_id and s.id = u.sales_id
    join public.organizations o on o.id = terms_again.organization_id
    cross join lateral (
      select private.terms_in_force(terms_again.organization_id, terms_again.user_id, s.sale_date) as terms offset 0) t
    where (t.terms).id is not null and (o.books_closed_through is null or u.day > o.books_closed_through)),
  volumes as materialized (
    select y.basis, y.year_start, y.mode, t.sales_id, t.before
    from (
      select (a.terms).tiers ->> 'basis' as basis, (a.terms).tiers ->> 'year_start' as year_start, (a.terms).tiers ->> 'mode' as mode,
        private.tier_year(s.sale_date, (a.terms).tiers ->> 'year_start') as first_day, array_agg(distinct s.id) as sale_ids
      from agreed a join public.sales s on s.organization_id = terms_again.organization_id and s.id = a.sales_id
      where (a.terms).tiers is not null
      group by 1, 2, 3, 4) y
    cross join lateral private.tier_volumes(terms_again.organization_id, terms_again.user_id, y.basis, y.mode = 'whole_year', y.first_day,
      y.sale_ids) t),
  -- What the tiers of the recorded version have corrected already is part of what the person gets.
  corrected as materialized (
    select h.commission_id, h.other_commission_id, h.under_share_id, sum(h.agent_amount) as amount
    from public.commission_shares h
    where h.organization_id = terms_again.organization_id and h.user_id = terms_again.user_id and h.role = 'tier_correction'
      and h.status <> 'cancelled'
    group by 1, 2, 3),
  -- Behind fences (offset 0), and by full joins, which can only be hashed or merged: where few rows are expected, thousands would be
  -- compared with all others.
  splits as materialized (
    select a.*, case
      when a.kind = 'vendor' then private.split_of_sale(a.terms, s, a.percent, a.before)
      else (private.split_of_other(terms_again.organization_id, terms_again.user_id, a.kind, a.sales_id, a.percent, a.before)).split end as new_split
    from (
      select a.*, w.before
      from agreed a
      full join volumes w on w.sales_id = a.sales_id and w.basis = (a.terms).tiers ->> 'basis'
        and w.year_start = (a.terms).tiers ->> 'year_start' and w.mode = (a.terms).tiers ->> 'mode'
      offset 0) a
    join public.sales s on s.organization_id = terms_again.organization_id and s.id = a.sales_id),
  sums as (
    select t.*, t.agent_amount + coalesce(k.amount, 0) as amount_before, round(t.part * t.new_split / 100, 2) as amount_after
    from splits t
    full join corrected k on coalesce(k.under_share_id, k.commission_id, k.other_commission_id) = coalesce(t.share_id, t.commission_id)
    offset 0)
  select t.commission_id, t.share_id, t.sales_id, t.kind, t.vendor_id, t.day, t.split, t.new_split, t.amount_before, t.amount_after, (t.terms).id
  from sums t
  where t.new_split <> t.split and (t.amount_after <> t.amount_before or t.terms_version_id is distinct from (t.terms).id)
$function$;

CREATE OR REPLACE FUNCTION private.terms_again_rows(organization_id uuid, user_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(to_jsonb(t) order by t.commission_id, t.share_id), '[]')
  from private.terms_again(terms_again_rows.organization_id, terms_again_rows.user_id) t
$function$;

CREATE OR REPLACE FUNCTION private.terms_in_force(organization_id uuid, user_id uuid, day date)
 RETURNS public.agreement_versions
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select v from public.agreement_versions v
  where v.organization_id = terms_in_force.organization_id and v.user_id = terms_in_force.user_id
    and v.valid_from <= terms_in_force.day and v.replaced_at is null
  order by v.valid_from desc, v.number desc limit 1
$function$;

CREATE OR REPLACE FUNCTION private.tier_split(tiers jsonb, default_split numeric, before numeric, amount numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  with steps as (
    select s.start, s.split, lead(s.start) over (order by s.start) as next
    from (select 0::numeric as start, tier_split.default_split as split
        where not exists (select from jsonb_array_elements(tiers -> 'steps') e where (e ->> 'from')::numeric = 0)
      union all
      select (e ->> 'from')::numeric, (e ->> 'split')::numeric from jsonb_array_elements(tiers -> 'steps') e) s),
  parts as (
    select s.split, greatest(least(tier_split.before + amount, coalesce(s.next, 'infinity')) - greatest(tier_split.before, s.start), 0) as part,
      tier_split.before >= s.start and tier_split.before < coalesce(s.next, 'infinity') as here
    from steps s)
  select round(case when coalesce(amount, 0) > 0 then sum(p.part * p.split) / amount else max(p.split) filter (where p.here) end, 2) from parts p
$function$;

CREATE OR REPLACE FUNCTION private.tier_volume(organization_id uuid, user_id uuid, basis text, year_start text, day date, before timestamp with time zone DEFAULT '-infinity'::timestamp with time zone, left_out uuid DEFAULT NULL::uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with sold as (
    select s.id, s.total_amount, s.commission_amount, c.received_amount, c.status, s.sale_date, s.created_at, c.share_percents[1] as percent
    from public.sales s left join public.commissions c on c.organization_id = s.organization_id and c.sales_id = s.id
    where s.organization_id = tier_volume.organization_id and s.agent_id = tier_volume.user_id and s.status <> 'cancelled'
      and s.sale_date between private.tier_year(tier_volume.day, year_start) and tier_volume.day
    union all
    select s.id, s.total_amount, s.commission_amount, c.received_amount, c.status, s.sale_date, s.created_at, h.percent
    from public.commission_shares h
    join public.sales s on s.organization_id = h.organization_id and s.id = h.sales_id
    join public.commissions c on c.organization_id = h.organization_id and c.id = h.commission_id
    where h.organization_id = tier_volume.organization_id and h.user_id = tier_volume.user_id and h.role in ('co_seller', 'referral')
      and s.status <> 'cancelled' and s.sale_date between private.tier_year(tier_volume.day, year_start) and tier_volume.day)
  select coalesce(round(sum(coalesce(s.percent, 100) / 100 * case when basis = 'sales_booked' then s.total_amount
    when s.status = 'cancelled' then 0 when basis = 'commission_expected' then s.commission_amount else coalesce(s.received_amount, 0) end), 2), 0)
  from sold s
  where (s.sale_date < tier_volume.day or s.created_at < tier_volume.before or tier_volume.before = now() and s.created_at <> tier_volume.before
    or s.created_at = tier_volume.before and s.id < tier_volume.left_out) and s.id is distinct from left_out
$function$;

CREATE OR REPLACE FUNCTION private.tier_volumes(organization_id uuid, user_id uuid, basis text, whole boolean, first_day date, sale_ids uuid[])
 RETURNS TABLE(sales_id uuid, sale_date date, before numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with year as materialized (
    select tier_volumes.first_day as first_day, (tier_volumes.first_day + interval '1 year')::date - 1 as last_day
  ), asked as materialized (
    select s.id, s.sale_date, s.created_at, s.total_amount, s.commission_amount, p.percent, s.status
    from unnest(tier_volumes.sale_ids) i(id)
    join public.sales s on s.organization_id = tier_volumes.organization_id and s.id = i.id
    cross join lateral (
      select case when s.co_sellers = '[]' then 100 else (private.share_percents(s.co_sellers))[1] end as percent
      where s.agent_id = tier_volumes.user_id
      union all
      select (e.value ->> 'percent')::numeric from jsonb_array_elements(s.co_sellers) e(value)
      where (e.value ->> 'user_id')::uuid = tier_volumes.user_id) p
    where s.sale_date between (select y.first_day from year y) and (select y.last_day from year y)
  ), sold as materialized (
    select a.id, true as is_asked, a.sale_date, a.created_at, a.percent, a.total_amount, a.commission_amount, a.status from asked a
    union all
    select s.id, false, s.sale_date, s.created_at, case when s.co_sellers = '[]' then 100 else (private.share_percents(s.co_sellers))[1] end,
      s.total_amount, s.commission_amount, s.status
    from public.sales s
    where s.organization_id = tier_volumes.organization_id and s.agent_id = tier_volumes.user_id and s.status <> 'cancelled'
      and s.sale_date between (select y.first_day from year y) and (select y.last_day from year y)
    union all
    select s.id, false, s.sale_date, s.created_at, h.percent, s.total_amount, s.commission_amount, s.status
    from public.commission_shares h
    join public.sales s on s.organization_id = h.organization_id and s.id = h.sales_id
    where h.organization_id = tier_volumes.organization_id and h.user_id = tier_volumes.user_id and h.role in ('co_seller', 'referral')
      and h.commission_id is not null and s.status <> 'cancelled'
      and s.sale_date between (select y.first_day from year y) and (select y.last_day from year y)
  ), counted as (
    select distinct on (s.id) s.id, s.is_asked, s.sale_date, s.created_at, case when s.status = 'cancelled' then 0
      else s.percent / 100 * case when tier_volumes.basis = 'sales_booked' then s.total_amount when c.status = 'cancelled' then 0
        when tier_volumes.basis = 'commission_expected' then s.commission_amount else coalesce(c.received_amount, 0) end end as volume
    from sold s
    left join public.commissions c on tier_volumes.basis <> 'sales_booked' and c.organization_id = tier_volumes.organization_id
      and c.sales_id = s.id
    order by s.id, s.is_asked desc
  ), placed as (
    select c.id, c.is_asked, c.sale_date, case when tier_volumes.whole
        then sum(c.volume) over () - case tier_volumes.basis when 'commission_received' then 0 else c.volume end
      -- Of its day what other transactions recorded, and of this one by id.
      else coalesce(sum(c.volume) over (order by c.sale_date, c.created_at = now(), case when c.created_at = now() then null else c.created_at end, c.id
        rows between unbounded preceding and 1 preceding), 0) end as before
    from counted c)
  select p.id, p.sale_date, round(p.before, 2) from placed p where p.is_asked
$function$;

CREATE OR REPLACE FUNCTION private.tier_year(day date, year_start text)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (y.first - case when y.first > day then interval '1 year' else interval '0' end)::date
  from (select (extract(year from day)::integer || '-' || year_start)::date as first) y
$function$;

CREATE OR REPLACE FUNCTION private.tiers_are_good(tiers jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  step jsonb;
  last_from numeric := -1;
begin
  if jsonb_typeof(tiers) <> 'object' or tiers ->> 'basis' is null or tiers ->> 'year_start' is null
    or tiers ->> 'basis' not in ('sales_booked', 'commission_expected', 'commission_received')
    or coalesce(tiers ->> 'mode', '') not in ('from_there_on', 'whole_year')
    -- Not Feb 29, which most years lack.
    or tiers ->> 'year_start' !~ '^((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))$'
    or jsonb_typeof(tiers -> 'steps') is distinct from 'array' or jsonb_array_length(tiers -> 'steps') not between 1 and 20 then
    return false;
  end if;
  for step in select e from jsonb_array_elements(tiers -> 'steps') e loop
    if jsonb_typeof(step -> 'from') is distinct from 'number' or jsonb_typeof(step -> 'split') is distinct from 'number'
      or (step ->> 'from')::numeric not between 0 and 9999999999.99 or (step ->> 'from')::numeric <= last_from
      or (step ->> 'split')::numeric not between 0 and 100 then
      return false;
    end if;
    last_from := (step ->> 'from')::numeric;
  end loop;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.told_kind(kind text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case kind when 'share' then 'commission' when 'override' then 'correction' else kind end
$function$;

CREATE OR REPLACE FUNCTION private.told_lines(b public.payout_batches, line_ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select coalesce(jsonb_agg(t.line order by t.place), '[]')
  from (
    select row_number() over (order by l.kind <> 'commission', l.kind <> 'share', s.booking_reference, l.id) as place,
      jsonb_strip_nulls(jsonb_build_object('kind', private.told_kind(l.kind), 'part', case when l.kind in ('share', 'override') then l.kind end,
        'amount', l.amount, 'agent_id', l.agent_id,
        'agent', u.first_name || ' ' || u.last_name, 'commission_id', l.commission_id, 'share_id', l.share_id, 'booking_reference', s.booking_reference,
        'note', l.note, 'note_fact', l.note_fact, 'reason', e.problem ->> 'problem', 'code', e.problem ->> 'code', 'params', e.problem -> 'params')) as line
    from public.payout_lines l
    cross join (select private.payout_problems(b) as problems) p
    left join lateral (select e.problem from jsonb_array_elements(p.problems) e(problem)
      where e.problem ->> 'line_id' = l.id::text) e on true
    join public.users u on u.id = l.agent_id
    left join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id
    left join public.commission_shares h on h.organization_id = l.organization_id and h.id = l.share_id
    left join public.sales s on s.id = coalesce(c.sales_id, h.sales_id)
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.id = any (line_ids)) t
  where t.place <= 200);
end $function$;

CREATE OR REPLACE FUNCTION private.under_shares(commission_ids uuid[], share_ids uuid[])
 RETURNS TABLE(organization_id uuid, commission_id uuid, other_commission_id uuid, sales_id uuid, under_share_id uuid, user_id uuid, day date, is_cancelled boolean, gross numeric, agent numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.organization_id, c.id, null::uuid, c.sales_id, null::uuid, c.agent_id, c.sale_date, c.status = 'cancelled', p.part,
    round(p.part * c.commission_split / 100, 2)
  from public.commissions c
  cross join lateral (select case when cardinality(c.share_percents) = 1 then coalesce(c.share_base, c.amount)
    else (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[1] end as part) p
  where c.id = any (commission_ids)
  union all
  select h.organization_id, h.commission_id, h.other_commission_id, h.sales_id, h.id, h.user_id, h.counted_on, h.status = 'cancelled', p.part,
    round(p.part * h.split / 100, 2)
  from public.commission_shares h
  left join public.commissions c on c.id = h.commission_id
  -- What was paid of a share stays as it was; what there is to share does not.
  cross join lateral (select case when c.id is null then h.gross_part
    else (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[h.place] end as part) p
  where h.id = any (share_ids) and h.place > 0
$function$;

CREATE OR REPLACE FUNCTION private.unmatch_transactions(organization_id uuid, transaction_ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  paid jsonb;
  closed jsonb;
  t public.bank_transactions;
begin
  perform private.lock_commissions(organization_id, array(
    select a.commission_id from public.bank_allocations a
    where a.organization_id = unmatch_transactions.organization_id and a.transaction_id = any (transaction_ids)), array(
    select a.other_commission_id from public.bank_other_allocations a
    where a.organization_id = unmatch_transactions.organization_id and a.transaction_id = any (transaction_ids)));
  paid := private.check_unmatch(organization_id, transaction_ids);
  if paid <> '[]' then
    return paid;
  end if;
  select private.closed_fact_refusal(o.organization_id, o.received_posted_on, null) into closed
  from public.bank_other_allocations a
  join public.other_commissions o on o.organization_id = a.organization_id and o.id = a.other_commission_id
  where a.organization_id = unmatch_transactions.organization_id and a.transaction_id = any (transaction_ids) and not a.explains_receipt
  order by o.received_posted_on limit 1;
  if closed is not null then
    perform private.refuse_with(closed);
  end if;
  for t in select b.* from public.bank_transactions b
    where b.organization_id = unmatch_transactions.organization_id and b.id = any (transaction_ids) and b.status = 'matched'
    -- What takes back comes before what brought.
    order by b.amount, b.id
  loop
    perform private.give_reason('Match with the ' || private.deposit_words(t) || ' taken back', 'match_taken_back',
      jsonb_build_object('day', t.booked_on));
    delete from public.bank_allocations a where a.organization_id = t.organization_id and a.transaction_id = t.id;
    perform private.write_others(t, '[]');
    update public.bank_transactions b set status = 'open', unclaimed_amount = 0, fee_amount = 0, matching_due = true,
      version = b.version + 1
    where b.id = t.id;
  end loop;
  perform private.give_reason('');
  return '[]';
end $function$;

CREATE OR REPLACE FUNCTION private.vendor_rate(organization_id uuid, vendor_id uuid, category text, day date)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select r.rate from public.vendor_rates r
     where r.organization_id = vendor_rate.organization_id and r.vendor_id = vendor_rate.vendor_id
       and r.valid_from <= vendor_rate.day and (r.category = vendor_rate.category or r.category is null)
     order by r.category is null, r.valid_from desc, r.created_at desc, r.id desc limit 1),
    (select v.default_commission_rate from public.vendors v
     where v.organization_id = vendor_rate.organization_id and v.id = vendor_rate.vendor_id))
$function$;

CREATE OR REPLACE FUNCTION private.vendor_rates_of(organization_id uuid, vendor_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('category', r.category, 'rate', r.rate, 'valid_from', r.valid_from)
    order by r.valid_from desc, r.created_at desc, r.id desc), '[]')
  from public.vendor_rates r
  where r.organization_id = vendor_rates_of.organization_id and r.vendor_id = vendor_rates_of.vendor_id
$function$;

CREATE OR REPLACE FUNCTION private.volume_until(terms public.agreement_versions, day date, before timestamp with time zone DEFAULT 'infinity'::timestamp with time zone, left_out uuid DEFAULT NULL::uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.tier_volume(terms.organization_id, terms.user_id, terms.tiers ->> 'basis', terms.tiers ->> 'year_start',
    case when w.whole then (private.tier_year(volume_until.day, terms.tiers ->> 'year_start') + interval '1 year')::date - 1
      else volume_until.day end,
    case when w.whole then 'infinity' else volume_until.before end, volume_until.left_out)
  from (select terms.tiers ->> 'mode' = 'whole_year' as whole) w
$function$;

CREATE OR REPLACE FUNCTION private.wanted_shares(commission_ids uuid[])
 RETURNS TABLE(organization_id uuid, commission_id uuid, sales_id uuid, sale_date date, cancelled boolean, user_id uuid, role text, place integer, percent numeric, gross_part numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.organization_id, c.id, c.sales_id, c.sale_date, c.status = 'cancelled', (e.value ->> 'user_id')::uuid,
    e.value ->> 'role', e.n::integer + 1, (e.value ->> 'percent')::numeric(5,2), p.parts[e.n + 1]
  from public.commissions c
  join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id
  cross join lateral (select private.parts_of(coalesce(c.share_base, c.amount), c.share_percents) as parts offset 0) p
  cross join lateral jsonb_array_elements(s.co_sellers) with ordinality e(value, n)
  where c.id = any (commission_ids) and s.co_sellers <> '[]'
$function$;

CREATE OR REPLACE FUNCTION private.words_of_names(organization_id uuid, agent_id uuid, patterns text[])
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  pattern text;
  is_beside boolean;
  shared constant uuid[] := private.shared_sales(words_of_names.organization_id, words_of_names.agent_id);
  found text[] := '{}';
begin
  foreach pattern in array patterns loop
    continue when char_length(pattern) < char_length('%abc%');
    -- Materialized, so that the planner does not hope to meet one by chance.
    execute 'with r as materialized (select from public.sales s
        where s.organization_id = $1 and lower(s.booking_reference collate pg_catalog."pg_c_utf8") like $3'
      || private.own_sales_condition(agent_id, shared, '$2', '$4') || ')
      select exists (select from r) or exists (select from public.vendors v
        where v.organization_id = $1 and lower(v.name collate pg_catalog."pg_c_utf8") like $3)'
    into is_beside using organization_id, agent_id, pattern, shared;
    if not is_beside then
      found := found || pattern;
    end if;
  end loop;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION private.write_agent_payments(organization_id uuid, commission_ids uuid[], payment_methods text[], payment_references text[], payment_date date, notes text, batch_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.agent_payments (commission_id, organization_id, agent_id, created_by, amount, payment_date, payment_method,
    reference, notes, batch_id)
  select c.id, c.organization_id, c.agent_id, auth.uid(), c.agent_amount, write_agent_payments.payment_date, p.method, p.reference,
    write_agent_payments.notes, write_agent_payments.batch_id
  from unnest(commission_ids, payment_methods, payment_references) p(id, method, reference)
  join public.commissions c on c.organization_id = write_agent_payments.organization_id and c.id = p.id
  order by c.sales_id;
  update public.commissions c set seller_paid = true, status = case
    when cardinality(c.share_percents) = 1 or private.last_share_paid(c.organization_id, c.id, null) then 'agent_paid' else c.status end
  where c.organization_id = write_agent_payments.organization_id and c.id = any (commission_ids);
$function$;

CREATE OR REPLACE FUNCTION private.write_match(t public.bank_transactions, parts jsonb, unclaimed numeric, fee numeric, category text, vendor_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  total numeric;
  wrong record;
  new_category text;
  others jsonb := '[]';
  refusal jsonb;
begin
  if jsonb_typeof(parts) is distinct from 'array' or jsonb_array_length(parts) > 500 or exists (
    select 1 from jsonb_array_elements(parts) p
    where case when jsonb_typeof(p) <> 'object' then true
      else not coalesce(pg_input_is_valid(p ->> 'commission_id', 'uuid'), false) or jsonb_typeof(p -> 'is_other') not in ('boolean', 'null')
        or coalesce(p ->> 'amount' !~ '^-?\d{1,10}(\.\d{1,2})?$', true)
        or p ->> 'rest' not in ('received', 'open') or jsonb_typeof(p -> 'keep_day') not in ('boolean', 'null')
        or p ->> 'write_off' !~ '^\d{1,10}(\.\d{1,2})?$' or p ->> 'expected' !~ '^-?\d{1,10}(\.\d{1,2})?$' end) then
    return private.command_result('Each part needs a commission and an amount like 1482.50.', 'parts', 'parts_expected');
  elsif coalesce(fee, 0) < 0 or coalesce(fee, 0) <> round(coalesce(fee, 0), 2)
    or coalesce(unclaimed, 0) <> round(coalesce(unclaimed, 0), 2) then
    return private.command_result('Enter an amount like 15.00.', 'fee', 'fee_expected');
  end if;
  total := coalesce((select sum((p ->> 'amount')::numeric) from jsonb_array_elements(parts) p), 0)
    + coalesce(unclaimed, 0) - coalesce(fee, 0);
  if total <> t.amount then
    return case when total < t.amount
      then private.command_result((t.amount - total) || ' is not placed yet.', 'parts', 'amount_not_placed',
        jsonb_build_object('amount', t.amount - total))
      else private.command_result((total - t.amount) || ' too much is placed.', 'parts', 'amount_placed_too_much',
        jsonb_build_object('amount', total - t.amount)) end;
  elsif (select count(distinct (p ->> 'commission_id')::uuid) <> count(*) from jsonb_array_elements(parts) p) then
    return private.command_result('A commission stands in this deposit twice.', 'parts', 'commission_twice');
  elsif sign(coalesce(unclaimed, 0)) = -sign(t.amount)
    or exists (select 1 from jsonb_array_elements(parts) p
      where (p ->> 'amount')::numeric = 0 or t.amount < 0 and (p ->> 'amount')::numeric > 0) then
    return private.command_result('A part has the sign of its transaction.', 'parts', 'sign_differs');
  elsif exists (select 1 from jsonb_array_elements(parts) p where (p ->> 'write_off')::numeric > 0
    and coalesce(btrim(p ->> 'reason'), '') = '') then
    return private.command_result('Say why the rest is written off.', 'reason', 'write_off_reason_missing');
  end if;
  if jsonb_path_exists(parts, '$[*] ? (@.is_other == true)') then
    others := private.other_parts(parts, true);
    parts := private.other_parts(parts, false);
  end if;
  if exists (select 1 from jsonb_array_elements(others) p where (p ->> 'amount')::numeric < 0) then
    return private.command_result('Only a deposit pays a penalty or a bonus.', 'parts', 'deposit_pays_other');
  end if;
  perform private.lock_commissions(t.organization_id, array(
    select (p ->> 'commission_id')::uuid from jsonb_array_elements(parts) p
    union select a.commission_id from public.bank_allocations a
    where a.organization_id = t.organization_id and a.transaction_id = t.id), array(
    select (p ->> 'commission_id')::uuid from jsonb_array_elements(others) p
    union select a.other_commission_id from public.bank_other_allocations a
    where a.organization_id = t.organization_id and a.transaction_id = t.id));
  select p.value as part, c.*, coalesce(own.amount + own.write_off_amount, 0) as here,
    s.booking_reference into wrong
  from jsonb_array_elements(parts) p(value)
  left join public.commissions c on c.organization_id = t.organization_id and c.id = (p.value ->> 'commission_id')::uuid
  left join public.sales s on s.id = c.sales_id
  left join public.bank_allocations own on own.organization_id = t.organization_id and own.transaction_id = t.id
    and own.commission_id = c.id
  where c.id is null or c.status = 'cancelled' and (p.value ->> 'amount')::numeric > 0
    or p.value ? 'expected' and case when (p.value ->> 'amount')::numeric > 0 then c.undeposited_amount + coalesce(own.amount + own.write_off_amount, 0)
      else c.deposited_amount - coalesce(own.amount, 0) end <> (p.value ->> 'expected')::numeric
    or (p.value ->> 'amount')::numeric < 0
      and c.deposited_amount - coalesce(own.amount, 0) + (p.value ->> 'amount')::numeric < 0
    or (p.value ->> 'write_off')::numeric > greatest(c.undeposited_amount + coalesce(own.amount + own.write_off_amount, 0)
      - (p.value ->> 'amount')::numeric - case when p.value ->> 'rest' = 'received' then greatest((
        select r.amount from private.recorded_receipt(c, t.id) r) - (p.value ->> 'amount')::numeric, 0) else 0 end, 0)
  limit 1;
  if found then
    return case
      when wrong.id is null then private.command_result('This commission does not exist.', 'parts', 'commission_not_found')
      when wrong.status = 'cancelled' then
        private.command_result('The commission on ' || wrong.booking_reference || ' is cancelled.',
        'parts', 'matched_commission_cancelled', jsonb_build_object('booking', wrong.booking_reference))
      when wrong.part ? 'expected' then private.command_result('The commission on ' || wrong.booking_reference
        || ' was changed or paid meanwhile.', 'parts', 'matched_commission_changed',
        jsonb_build_object('booking', wrong.booking_reference))
      when (wrong.part ->> 'amount')::numeric < 0 then private.command_result('No deposit of that amount was matched with '
        || wrong.booking_reference || '.', 'parts', 'no_deposit_to_take_back', jsonb_build_object('booking', wrong.booking_reference))
      else private.command_result('More would be written off than ' || wrong.booking_reference || ' still owes.', 'parts',
        'write_off_too_much', jsonb_build_object('booking', wrong.booking_reference)) end || jsonb_build_object('commission_id', wrong.id);
  elsif private.paid_parts(t.organization_id, array[t.id], array(
      select (p ->> 'commission_id')::uuid from jsonb_array_elements(parts) p
      -- private.check_others says it of these.
      union all select a.other_commission_id from public.bank_other_allocations a
      where a.organization_id = t.organization_id and a.transaction_id = t.id)) <> '[]' then
    return private.command_result('An agent has been paid for what this deposit brought.', 'parts', 'agent_paid_for_deposit');
  -- As private.check_unmatch says it.
  elsif exists (
    select 1 from public.bank_allocations own
    join public.commissions c on c.organization_id = own.organization_id and c.id = own.commission_id
    left join jsonb_array_elements(parts) p(value) on (p.value ->> 'commission_id')::uuid = own.commission_id
    where own.organization_id = t.organization_id and own.transaction_id = t.id and own.amount > 0
      and c.deposited_amount - own.amount + coalesce((p.value ->> 'amount')::numeric, 0) < 0) then
    return private.command_result('The vendor took commission of it back since. Take that match back first.', 'parts',
      'taken_back_since');
  end if;
  refusal := private.check_others(t, others);
  if refusal is not null then
    return refusal;
  end if;
  new_category := coalesce(category, case when t.amount < 0 then 'recall' else 'commission' end);
  perform private.give_reason(upper(left(private.deposit_words(t), 1)) || substr(private.deposit_words(t), 2)
    || case when t.amount < 0 then ' takes commission back' else ' matched' end,
    case when t.amount < 0 then 'deposit_takes_back' else 'deposit_matched' end, jsonb_build_object('day', t.booked_on));
  delete from public.bank_allocations a where a.organization_id = t.organization_id and a.transaction_id = t.id
    and a.commission_id not in (select (p ->> 'commission_id')::uuid from jsonb_array_elements(parts) p);
  insert into public.bank_allocations as a (organization_id, transaction_id, commission_id, amount, write_off_amount,
    write_off_reason, replaced_amount, takes_day, created_by)
  select t.organization_id, t.id, c.id, n.amount, coalesce((p.value ->> 'write_off')::numeric, w.carried, 0),
    case when (p.value ->> 'write_off')::numeric > 0 then btrim(p.value ->> 'reason')
      when p.value ->> 'write_off' is null and w.carried > 0 then r.reason end,
    case when n.amount > 0 then coalesce(r.amount - n.kept, 0) else 0 end,
    n.amount > 0 and coalesce(r.amount, 0) > 0 and not coalesce((p.value ->> 'keep_day')::boolean, true),
    private.acting_user(t.organization_id)
  from jsonb_array_elements(parts) p(value)
  join public.commissions c on c.organization_id = t.organization_id and c.id = (p.value ->> 'commission_id')::uuid
  left join public.bank_allocations own on own.organization_id = t.organization_id and own.transaction_id = t.id
    and own.commission_id = c.id
  left join lateral private.recorded_receipt(c, t.id) r on true
  cross join lateral (select (p.value ->> 'amount')::numeric as amount, case when p.value ->> 'rest' = 'received'
    then greatest(r.amount - (p.value ->> 'amount')::numeric, 0) else 0 end as kept) n
  cross join lateral (select case when n.amount > 0 then least(coalesce(r.written_off, 0), greatest(
    c.undeposited_amount + coalesce(own.amount + own.write_off_amount, 0) - n.amount - n.kept, 0)) end as carried) w
  on conflict (organization_id, transaction_id, commission_id) do update set amount = excluded.amount,
    write_off_amount = excluded.write_off_amount, write_off_reason = excluded.write_off_reason,
    replaced_amount = excluded.replaced_amount, takes_day = excluded.takes_day;
  perform private.give_reason('');
  perform private.write_others(t, others);
  update public.bank_transactions b set status = 'matched', unclaimed_amount = coalesce(unclaimed, 0),
    fee_amount = coalesce(fee, 0), category = new_category, certainty = null, version = b.version + 1,
    matching_due = coalesce(unclaimed, 0) <> 0,
    vendor_id = coalesce(write_match.vendor_id, (
      select c.vendor_id from public.commissions c where c.organization_id = t.organization_id
        and c.id = (parts -> 0 ->> 'commission_id')::uuid), (
      select o.vendor_id from public.other_commissions o where o.organization_id = t.organization_id
        and o.id = (others -> 0 ->> 'commission_id')::uuid), b.vendor_id)
  where b.id = t.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.write_other_commission(organization_id uuid, kind text, sales_id uuid, vendor_id uuid, period_start date, period_end date, amount numeric, due_on date, counted_on date, notes text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  new_id uuid;
begin
  insert into public.other_commissions (organization_id, kind, sales_id, vendor_id, period_start, period_end, amount, due_on, counted_on,
    notes, created_by)
  values (write_other_commission.organization_id, write_other_commission.kind, write_other_commission.sales_id,
    write_other_commission.vendor_id, write_other_commission.period_start, write_other_commission.period_end,
    write_other_commission.amount, write_other_commission.due_on, write_other_commission.counted_on,
    nullif(btrim(write_other_commission.notes), ''), private.acting_user(write_other_commission.organization_id))
  returning id into new_id;
  perform private.write_other_shares(array[new_id]);
  if write_other_commission.kind = 'volume_bonus' then
    perform private.audit(write_other_commission.organization_id, 'bonus_expected', null, write_other_commission.vendor_id,
      jsonb_build_object('period_start', write_other_commission.period_start, 'period_end', write_other_commission.period_end),
      write_other_commission.amount);
  else
    perform private.audit(write_other_commission.organization_id, 'other_commission_added', null, new_id,
      private.audit_change('status', null, 'unpaid') || jsonb_strip_nulls(jsonb_build_object('vendor_id', write_other_commission.vendor_id)),
      write_other_commission.amount);
  end if;
  return new_id;
end $function$;

CREATE OR REPLACE FUNCTION private.write_other_shares(other_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A row for each of the seller and those who share with the seller, in their order.
  with people as materialized (
    select o.id, o.organization_id, o.sales_id, o.kind, o.counted_on, p.place, p.user_id, p.role, p.percent,
      (private.parts_of(private.other_basis(o), array_agg(p.percent) over (partition by o.id order by p.place
        rows between unbounded preceding and unbounded following)))[p.place] as gross_part
    from public.other_commissions o
    join public.sales s on s.organization_id = o.organization_id and s.id = o.sales_id
    cross join lateral (
      select 1 as place, s.agent_id as user_id, 'seller' as role, 100 - coalesce(sum((e.value ->> 'percent')::numeric), 0) as percent
      from jsonb_array_elements(s.co_sellers) e(value)
      union all
      select e.n::int + 1, (e.value ->> 'user_id')::uuid, e.value ->> 'role', (e.value ->> 'percent')::numeric
      from jsonb_array_elements(s.co_sellers) with ordinality e(value, n)) p
    where o.id = any (other_ids) and o.status in ('unpaid', 'funds_received')
  ), gone as (
    delete from public.commission_shares c
    where c.other_commission_id = any (other_ids) and c.place is not null and c.status <> 'paid'
      and exists (select 1 from people p where p.id = c.other_commission_id)
      and not exists (select 1 from people p where p.id = c.other_commission_id and p.place = c.place))
  insert into public.commission_shares as c (organization_id, other_commission_id, sales_id, user_id, role, place, percent, split,
    gross_part, agent_amount, terms_version_id, counted_on)
  select p.organization_id, p.id, p.sales_id, p.user_id, p.role, p.place, p.percent, t.split, p.gross_part,
    round(p.gross_part * t.split / 100, 2), t.terms_version_id, p.counted_on
  from people p
  left join public.commission_shares k on k.organization_id = p.organization_id and k.other_commission_id = p.id
    and k.user_id = p.user_id and k.place is not null and k.status <> 'cancelled'
  cross join lateral (
    select k.split, k.terms_version_id where k.id is not null
    union all
    select f.split, f.terms_version_id from private.split_of_other(p.organization_id, p.user_id, p.kind, p.sales_id, p.percent) f
    where k.id is null) t
  order by p.id, p.place
  on conflict (commission_id, other_commission_id, place, organization_id) where place is not null do update
    set user_id = excluded.user_id, role = excluded.role, percent = excluded.percent, split = excluded.split,
      gross_part = excluded.gross_part, agent_amount = excluded.agent_amount, terms_version_id = excluded.terms_version_id,
      counted_on = excluded.counted_on, status = 'open'
    where c.status <> 'paid' and (c.user_id, c.role, c.percent, c.split, c.gross_part, c.agent_amount, c.counted_on, c.status)
      is distinct from (excluded.user_id, excluded.role, excluded.percent, excluded.split, excluded.gross_part, excluded.agent_amount,
        excluded.counted_on, 'open');
end $function$;

CREATE OR REPLACE FUNCTION private.write_others(t public.bank_transactions, others jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed uuid[];
begin
  with gone as (
    delete from public.bank_other_allocations a
    where a.organization_id = t.organization_id and a.transaction_id = t.id and a.other_commission_id not in (
      select (p ->> 'commission_id')::uuid from jsonb_array_elements(others) p)
    returning a.other_commission_id, a.explains_receipt
  ), placed as (
    insert into public.bank_other_allocations as a (organization_id, transaction_id, other_commission_id, amount, explains_receipt, created_by)
    select t.organization_id, t.id, o.id, (p ->> 'amount')::numeric, o.received_on is not null and not exists (
        select from public.bank_other_allocations b
        where b.organization_id = o.organization_id and b.other_commission_id = o.id and not b.explains_receipt),
      private.acting_user(t.organization_id)
    from jsonb_array_elements(others) p
    join public.other_commissions o on o.organization_id = t.organization_id and o.id = (p ->> 'commission_id')::uuid
    on conflict (organization_id, transaction_id, other_commission_id) do update set amount = excluded.amount
    returning a.other_commission_id, a.explains_receipt)
  select array_agg(x.other_commission_id) into changed
  from (table gone union all table placed) x where not x.explains_receipt;
  perform private.sync_other_receipts(t.organization_id, changed);
end $function$;

CREATE OR REPLACE FUNCTION private.write_override_charges(override_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.commission_shares as c (organization_id, commission_id, other_commission_id, sales_id, user_id, role, percent, split,
    gross_part, agent_amount, under_share_id, override_id, base, taken_from, terms_version_id, counted_on)
  select h.organization_id, h.commission_id, h.other_commission_id, h.sales_id, coalesce(u.user_id, m.agent_id), 'override_charge', h.percent, 0,
    h.gross_part, -h.agent_amount, h.under_share_id, h.id, h.base, h.taken_from, h.terms_version_id, h.counted_on
  from public.commission_shares h
  left join public.commissions m on m.id = h.commission_id
  left join public.commission_shares u on u.id = h.under_share_id
  where h.id = any (override_ids) and h.status = 'open' and h.taken_from = 'agent'
  order by h.id
  on conflict (override_id, organization_id) where override_id is not null do update
    set user_id = excluded.user_id, percent = excluded.percent, gross_part = excluded.gross_part, agent_amount = excluded.agent_amount,
      base = excluded.base, terms_version_id = excluded.terms_version_id, counted_on = excluded.counted_on, status = 'open'
    where c.status <> 'paid';
  update public.commission_shares c set status = 'cancelled'
  from public.commission_shares h
  where h.id = any (override_ids) and (h.status = 'cancelled' or h.taken_from <> 'agent') and c.override_id = h.id
    and c.status = 'open';
$function$;

CREATE OR REPLACE FUNCTION private.write_sales_history()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ignored constant text[] := '{id,organization_id,created_at,updated_at,version,import_batch_id,import_row}';
  -- As private.acting_user, but looked up once per statement instead of once per row.
  actor record;
begin
  select u.id, u.organization_id into actor from public.users u where u.id = auth.uid();
  if tg_op = 'INSERT' then
    insert into public.sales_history
      (sales_id, organization_id, changed_by, change_type, new_data, changed_fields, notes, version, code)
    select n.id, n.organization_id, case when actor.organization_id = n.organization_id then actor.id end, 'create', r.data,
      array(select k from jsonb_each(r.data) e(k, v) where v <> 'null' order by k), 'Sale created', n.version, 'created'
    from added n
    -- What most sales do not have is not said of them.
    cross join lateral (select to_jsonb(n) - ignored - 'traveler_ids'
      - array(select e.key from (values ('lines', n.lines = '[]'), ('fee_amount', n.lines = '[]'),
        ('co_sellers', n.co_sellers = '[]'), ('payment_plan', n.payment_plan = '[]'),
        ('group_id', n.group_id is null)) e(key, nothing) where e.nothing)
      || case when cardinality(n.traveler_ids) > 0
        then jsonb_build_object('travelers', private.traveler_names(n)) else '{}' end as data) r
    order by n.id;
    return null;
  end if;
  insert into public.sales_history
    (sales_id, organization_id, changed_by, change_type, previous_data, new_data, changed_fields, notes, comment, version, code,
      params)
  select n.id, n.organization_id, case when actor.organization_id = n.organization_id then actor.id end,
    case when n.status <> n.old_status then 'status_change' else 'update' end,
    c.previous_data, c.new_data, c.fields,
    case when n.status <> n.old_status then 'Status changed from ' || n.old_status || ' to ' || n.status end,
    case when n.status <> n.old_status then private.given_reason() end,
    n.version,
    case when n.status <> n.old_status then 'status_changed' end,
    case when n.status <> n.old_status then jsonb_build_object('from', n.old_status, 'to', n.status) else '{}' end
  from (
    select n.id, n.organization_id, n.version, n.status, o.status as old_status,
      -- Travelers by name at this moment: later renames must not change the history.
      to_jsonb(o) - ignored - 'traveler_ids' || case when o.traveler_ids <> n.traveler_ids
        then jsonb_build_object('travelers', private.traveler_names(o)) else '{}' end as before,
      to_jsonb(n) - ignored - 'traveler_ids' || case when o.traveler_ids <> n.traveler_ids
        then jsonb_build_object('travelers', private.traveler_names(n)) else '{}' end as after
    from changed n full join replaced o on o.id = n.id offset 0) n
  cross join lateral (
    select jsonb_object_agg(e.key, n.before -> e.key) as previous_data, jsonb_object_agg(e.key, e.value) as new_data,
      array_agg(e.key order by e.key) as fields
    from jsonb_each(n.after) e
    -- Other travelers may have the same names: `travelers` is there only when the ids changed.
    where e.value is distinct from n.before -> e.key or e.key = 'travelers') c
  where c.fields is not null
  order by n.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.write_share_payments(organization_id uuid, share_ids uuid[], payment_methods text[], payment_references text[], payment_date date, notes text, batch_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.agent_payments (share_id, organization_id, agent_id, created_by, amount, payment_date, payment_method, reference,
    notes, batch_id)
  select h.id, h.organization_id, h.user_id, auth.uid(), h.agent_amount, write_share_payments.payment_date, p.method, p.reference,
    write_share_payments.notes, write_share_payments.batch_id
  from unnest(share_ids, payment_methods, payment_references) p(id, method, reference)
  join public.commission_shares h on h.organization_id = write_share_payments.organization_id and h.id = p.id
  -- What is taken off somebody, and what tiers changed afterwards, is in their statement alone.
  where h.role not in ('override_charge', 'tier_correction')
  order by h.id;
  update public.commission_shares h set status = 'paid', paid_on = write_share_payments.payment_date
  where h.organization_id = write_share_payments.organization_id and h.id = any (share_ids);
  update public.commissions c set status = 'agent_paid'
  where c.organization_id = write_share_payments.organization_id and c.status = 'funds_received' and c.seller_paid and c.id in (
    select h.commission_id from public.commission_shares h
    where h.organization_id = write_share_payments.organization_id and h.id = any (share_ids) and h.place is not null)
    and private.last_share_paid(c.organization_id, c.id, null);
  update public.other_commissions x set status = 'agent_paid'
  where x.organization_id = write_share_payments.organization_id and x.status = 'funds_received' and x.id in (
    select h.other_commission_id from public.commission_shares h
    where h.organization_id = write_share_payments.organization_id and h.id = any (share_ids) and h.place is not null)
    and private.last_share_paid(x.organization_id, null, x.id);
end $function$;

CREATE OR REPLACE FUNCTION public.add_payout_lines(batch_id uuid, commission_ids uuid[] DEFAULT '{}'::uuid[], adjustment_ids uuid[] DEFAULT '{}'::uuid[], share_ids uuid[] DEFAULT '{}'::uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.payout_batches := private.lock_payout(add_payout_lines.batch_id);
  added uuid[];
begin
  if private.draft_refusal(b) is not null then
    return private.draft_refusal(b);
  end if;
  with returned as (
    update public.payout_lines l set batch_id = b.id
    where l.organization_id = b.organization_id and l.batch_id is null and l.id = any (adjustment_ids)
    returning l.id
  ), added_lines as (
    insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, share_id, amount, created_by)
    select b.organization_id, b.id, c.agent_id, c.kind, c.commission_id, c.share_id, c.amount, auth.uid()
    from private.open_for_payout(b.organization_id, null, true) c
    where (c.commission_id = any (commission_ids) or c.share_id = any (share_ids)) and c.obstacle is null and c.batch_id is null
    order by c.commission_id, c.share_id
    on conflict do nothing
    returning id)
  select array(select id from returned union all select id from added_lines) into added;
  if cardinality(added) = 0 then
    return private.command_result('It cannot be put back any more.', null, 'line_gone') || jsonb_build_object('added', 0);
  end if;
  perform private.note_payout(b, 'added', jsonb_build_object('lines', cardinality(added), 'items', private.told_lines(b, added)));
  return private.command_result(null) || jsonb_build_object('added', cardinality(added));
end $function$;

CREATE OR REPLACE FUNCTION public.apply_group_dates(group_id uuid, expected_version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  chosen public.sale_groups;
  n integer;
begin
  -- What was seen is applied: a change that comes at the same moment comes after it.
  select g.* into chosen from public.sale_groups g where g.id = apply_group_dates.group_id;
  if chosen.id is null then
    perform private.refuse('This group does not exist.', '', 'sale_group_not_found');
  elsif chosen.version is distinct from apply_group_dates.expected_version then
    perform private.refuse('Somebody else changed this group meanwhile. Look at it again.', '', 'sale_group_changed');
  elsif chosen.travel_date is null then
    perform private.refuse('This group has no travel date.', '', 'sale_group_without_dates');
  end if;
  update public.sales s set travel_date = chosen.travel_date, return_date = chosen.return_date
  where s.group_id = chosen.id and private.other_dates(s, chosen);
  get diagnostics n = row_count;
  return jsonb_build_object('changed', n);
end $function$;

CREATE OR REPLACE FUNCTION public.apply_terms_again(member_id uuid, expected text, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  answer jsonb;
  locked record;
  member public.users;
  sale_ids uuid[];
  changed jsonb;
  done record;
begin
  answer := private.begin_request('apply_terms_again', request_key, jsonb_build_object('member_id', apply_terms_again.member_id,
    'expected', apply_terms_again.expected));
  if answer is not null then
    return answer;
  end if;
  select t.* into locked from private.lock_member(apply_terms_again.member_id) t;
  if locked.refusal is not null then
    return locked.refusal;
  end if;
  member := locked.member;
  sale_ids := array(
    select c.sales_id from public.commissions c
    where c.organization_id = member.organization_id and c.agent_id = member.id and c.status in ('unpaid', 'funds_received')
      and not c.seller_paid
    union
    select h.sales_id from public.commission_shares h
    where h.organization_id = member.organization_id and h.user_id = member.id and h.status = 'open' and h.sales_id is not null);
  perform 1 from public.sales s where s.organization_id = member.organization_id and s.id = any (sale_ids) order by s.id for no key update;
  perform 1 from public.commissions c where c.organization_id = member.organization_id and c.sales_id = any (sale_ids)
  order by c.sales_id for no key update;
  perform 1 from public.other_commissions x where x.organization_id = member.organization_id and x.sales_id = any (sale_ids)
  order by x.id for no key update;
  perform 1 from public.commission_shares h where h.organization_id = member.organization_id and h.sales_id = any (sale_ids)
  order by h.id for no key update;
  -- Sales of somebody with tiers wait, as they do for each other.
  perform private.lock_people(array[member.organization_id], array[member.id]);
  perform private.books_closed_through(member.organization_id);
  -- Queries of their own: they see what was written while this waited.
  changed := private.terms_again_rows(member.organization_id, member.id);
  if md5(changed::text) is distinct from apply_terms_again.expected then
    return private.command_result('Something changed meanwhile. Look at it again.', null, 'terms_again_changed');
  end if;
  with rows as materialized (
    select * from jsonb_to_recordset(changed) x(commission_id uuid, share_id uuid, split_after numeric, amount_before numeric,
      amount_after numeric, terms_version_id uuid)
  ), sellers as (
    update public.commissions c set commission_split = t.split_after, terms_version_id = t.terms_version_id
    from rows t
    where c.organization_id = member.organization_id and c.id = t.commission_id and t.share_id is null
    returning 1
  ), others as (
    update public.commission_shares h set split = t.split_after, agent_amount = round(h.gross_part * t.split_after / 100, 2), terms_version_id = t.terms_version_id
    from rows t
    where h.organization_id = member.organization_id and h.id = t.share_id
    returning 1
  ), entries as (
    insert into public.commission_history
      (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes, code)
    select c.id, c.organization_id, auth.uid(), 'update', c.status, c.status, '{}', '{}', 'Terms applied again', 'terms_applied'
    from public.commissions c
    where c.organization_id = member.organization_id and c.id in (select t.commission_id from rows t)
    order by c.id
    returning 1)
  select (select count(*) from sellers) + (select count(*) from others) as n, (select sum(t.amount_before) from rows t) as before,
    (select sum(t.amount_after) from rows t) as after, (select count(*) from entries) as entries into done;
  if done.n > 0 then
    perform private.audit(member.organization_id, 'terms_applied', null, member.id,
      private.audit_change('agent_amount', done.before::text, done.after::text) || jsonb_build_object('count', done.n),
      done.after - done.before);
  end if;
  return private.end_request(request_key, member.id, private.command_result(null) || jsonb_build_object('changed', done.n));
end $function$;

CREATE OR REPLACE FUNCTION public.archive_sale_group(group_id uuid, archived boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refusal jsonb := (select l.refusal from private.lock_sale_group(archive_sale_group.group_id) l);
begin
  if refusal is null then
    update public.sale_groups g
    set archived_at = case when archive_sale_group.archived is not false then now() end, version = g.version + 1
    where g.id = archive_sale_group.group_id and g.organization_id = private.current_organization_id()
      and (g.archived_at is not null) <> (archive_sale_group.archived is not false);
  end if;
  return coalesce(refusal, private.command_result(null));
end $function$;

CREATE OR REPLACE FUNCTION public.cancel_other_commission(other_commission_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.admin_organization_id();
  o public.other_commissions;
begin
  if caller_organization_id is null then
    return private.command_result('You do not have permission to record receipts.', null, 'receipts_are_for_admins');
  end if;
  select x.* into o from public.other_commissions x
  where x.organization_id = caller_organization_id and x.id = cancel_other_commission.other_commission_id for no key update;
  if o.id is null then
    return private.command_result('This commission does not exist.', 'other_commission_id', 'commission_not_found');
  elsif o.kind = 'service_fee' then
    return private.command_result('A service fee is cancelled with its sale.', 'other_commission_id', 'fee_cancelled_with_sale');
  elsif o.status = 'cancelled' then
    return private.command_result('A cancelled commission cannot be changed.', 'other_commission_id', 'commission_cancelled');
  elsif o.received_on is not null then
    return coalesce(private.closed_fact_refusal(caller_organization_id, o.received_posted_on, 'other_commission_id'),
      private.command_result('Something was received of it. Take the receipt back first.', 'other_commission_id', 'cancel_of_received'));
  end if;
  update public.other_commissions x set status = 'cancelled' where x.id = o.id;
  perform private.audit(caller_organization_id, 'other_commission_cancelled', null, o.id,
    private.audit_change('status', o.status, 'cancelled') || jsonb_strip_nulls(jsonb_build_object('vendor_id', o.vendor_id)), o.amount);
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.cancel_sale_with_penalty(sale_id uuid, amount numeric, due_on date DEFAULT NULL::date, note text DEFAULT NULL::text, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sale public.sales;
  cancelled jsonb;
  answer jsonb := private.begin_request('cancel_sale_with_penalty', request_key, jsonb_build_object('sale_id', sale_id, 'amount', amount,
    'due_on', due_on, 'note', note));
begin
  if answer is not null then
    return answer;
  end if;
  sale := private.lock_own_sale(cancel_sale_with_penalty.sale_id);
  if amount is null or amount <= 0 or amount <> round(amount, 2) then
    perform private.refuse('Enter what the vendor still pays.', 'amount', 'penalty_missing');
  elsif amount > sale.commission_amount then
    perform private.refuse('The vendor pays at most the commission of ' || to_char(sale.commission_amount, 'FM9,999,999,990.00') || '.',
      'amount', 'penalty_above_commission', jsonb_build_object('most', sale.commission_amount));
  elsif due_on is not null and (not isfinite(due_on) or due_on not between '1900-01-01' and '2199-12-31') then
    perform private.refuse('Enter a date like 11/19/2026.', 'due_on', 'date_expected');
  end if;
  cancelled := public.update_sale_status(sale.id, 'cancelled', note);
  -- A sale of a closed month has its penalty in the first open one.
  perform private.write_other_commission(sale.organization_id, 'penalty', sale.id, sale.vendor_id, null, null, amount, due_on,
    private.booking_day(sale.organization_id, sale.sale_date), null);
  return private.end_request(request_key, sale.id, cancelled);
end $function$;

CREATE OR REPLACE FUNCTION public.correct_agent_payment(payment_id uuid, payment_date date, payment_method text, reference text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.admin_organization_id();
  payment public.agent_payments%rowtype;
  corrected public.agent_payments%rowtype;
  refusal jsonb;
  before jsonb;
  after jsonb;
begin
  if caller_organization_id is null then
    return private.command_result('You do not have permission to correct agent payments.', null, 'corrections_are_for_admins');
  end if;
  select p.* into payment from public.agent_payments p
  where p.organization_id = caller_organization_id and p.id = correct_agent_payment.payment_id
  for no key update;
  if payment.id is null then
    return private.command_result('This payment does not exist.', 'payment_id', 'payment_not_found');
  elsif correct_agent_payment.payment_date is null then
    return private.command_result('Enter the payment date.', 'payment_date', 'payment_date_missing');
  elsif correct_agent_payment.payment_method is null then
    return private.command_result('Choose how the agent was paid.', 'payment_method', 'payment_method_missing');
  elsif correct_agent_payment.payment_date <> payment.payment_date then
    refusal := coalesce(private.closed_fact_refusal(caller_organization_id, payment.posted_on, 'payment_date'),
      private.closed_day_refusal(caller_organization_id, correct_agent_payment.payment_date, 'payment_date'));
    if refusal is not null then
      return refusal;
    end if;
  end if;
  update public.agent_payments p set payment_date = correct_agent_payment.payment_date,
    payment_method = correct_agent_payment.payment_method, reference = nullif(btrim(correct_agent_payment.reference), '')
  where p.id = payment.id
  returning p.* into corrected;
  update public.commission_shares h set paid_on = corrected.payment_date
  where h.organization_id = caller_organization_id and h.id = corrected.share_id and h.status = 'paid';
  select jsonb_object_agg(e.name, e.old), jsonb_object_agg(e.name, e.new) into before, after
  from (values
    ('payment_date', to_jsonb(payment.payment_date), to_jsonb(corrected.payment_date)),
    ('payment_method', to_jsonb(payment.payment_method), to_jsonb(corrected.payment_method)),
    ('payment_reference', to_jsonb(payment.reference), to_jsonb(corrected.reference))) e(name, old, new)
  where e.old is distinct from e.new;
  -- What happened to a share beside the seller's is not in the history that the seller reads.
  if after is not null and payment.commission_id is not null then
    insert into public.commission_history
      (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes, code)
    values (payment.commission_id, caller_organization_id, auth.uid(), 'update', 'agent_paid', 'agent_paid', before, after,
      'Payment corrected', 'payment_corrected');
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.create_sale(sale jsonb, traveler_ids text[] DEFAULT '{}'::text[], request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  input jsonb;
  columns text;
  saved record;
  answer jsonb := private.begin_request('create_sale', request_key,
    case when jsonb_typeof(create_sale.sale) = 'object' then create_sale.sale else '{}' end
      || jsonb_build_object('traveler_ids', create_sale.traveler_ids));
begin
  if answer is not null then
    return answer;
  end if;
  if create_sale.sale ? 'status' then
    perform private.refuse('A new sale is booked.', 'status', 'new_sale_is_booked');
  end if;
  input := private.check_sale_input(
    -- Required fields: null is refused with the field's message.
    '{"customer_id": null, "vendor_id": null, "booking_reference": null, "total_amount": null}'::jsonb
      || case when jsonb_typeof(create_sale.sale -> 'lines') = 'array' and create_sale.sale -> 'lines' <> '[]'
        -- Their sums are reckoned.
        then '{"total_amount": 0}' else '{}' end::jsonb || create_sale.sale,
    '{customer_id,vendor_id,agent_id,booking_reference,sale_date,travel_date,return_date,total_amount,commission_amount,
      commission_rate,commission_basis,currency,notes,lines,co_sellers,payment_plan,group_id}');
  if input ->> 'commission_basis' = 'amount' and not input ? 'commission_amount' then
    perform private.refuse('Enter the commission amount.', 'commission_amount', 'commission_amount_missing');
  end if;
  input := input || private.check_traveler_ids(coalesce(create_sale.traveler_ids, '{}'));
  columns := (select string_agg(quote_ident(k), ', ') from jsonb_object_keys(input) k);
  execute format('insert into public.sales (%1$s) select %1$s from jsonb_populate_record(null::public.sales, $1)
    returning id, version', columns) into saved using input;
  return private.end_request(request_key, saved.id, jsonb_build_object('id', saved.id, 'version', saved.version));
end $function$;

CREATE OR REPLACE FUNCTION public.delete_payout_adjustment(line_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches := private.lock_draft(caller_organization_id);
  l public.payout_lines;
begin
  delete from public.payout_lines d
  where d.organization_id = caller_organization_id and d.id = delete_payout_adjustment.line_id and d.kind in ('bonus', 'correction')
    and d.commission_id is null and d.share_id is null and (d.batch_id is null or d.batch_id = b.id)
  returning d.* into l;
  if l.id is null then
    return private.command_result('This adjustment can no longer be deleted.', null, 'adjustment_fixed');
  elsif l.batch_id is not null then
    perform private.note_payout(b, 'adjustment_removed', jsonb_build_object('agent_id', l.agent_id, 'kind', l.kind,
      'amount', l.amount, 'note', l.note));
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.delete_sale_group(group_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refusal jsonb := (select l.refusal from private.lock_sale_group(delete_sale_group.group_id) l);
begin
  if refusal is null then
    begin
      delete from public.sale_groups g
      where g.id = delete_sale_group.group_id and g.organization_id = private.current_organization_id();
    exception when foreign_key_violation then
      refusal := private.command_result('A group with sales cannot be deleted. Archive it instead.', null, 'sale_group_in_use');
    end;
  end if;
  return coalesce(refusal, private.command_result(null));
end $function$;

CREATE OR REPLACE FUNCTION public.discard_payout(batch_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.payout_batches := private.lock_payout(discard_payout.batch_id);
begin
  if b.id is null or b.status not in ('draft', 'approved') then
    return private.draft_refusal(b);
  end if;
  delete from public.payout_lines l
  where l.organization_id = b.organization_id and l.batch_id = b.id and private.is_claim(l.kind);
  update public.payout_lines l set batch_id = null where l.organization_id = b.organization_id and l.batch_id = b.id;
  update public.payout_batches p set status = 'discarded', discarded_at = now(), approved_at = null, approved_by = null
  where p.id = b.id;
  perform private.note_payout(b, 'discarded');
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.erase_customer(customer_id uuid, confirmation text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
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
  perform private.redact_sale_groups(caller_organization_id, own_sale_ids, any_name_pattern);
  perform private.redact_sale_groups(caller_organization_id, traveled_sale_ids, full_name_pattern);
  if unique_pattern is not null then
    perform private.redact_sale_groups(caller_organization_id, null, unique_pattern);
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

CREATE OR REPLACE FUNCTION public.expect_volume_bonus(vendor_id uuid, period_start date, period_end date, amount numeric, due_on date DEFAULT NULL::date, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
  answer jsonb := private.begin_request('expect_volume_bonus', request_key, jsonb_build_object('vendor_id', expect_volume_bonus.vendor_id,
    'period_start', expect_volume_bonus.period_start, 'period_end', expect_volume_bonus.period_end,
    'amount', expect_volume_bonus.amount, 'due_on', expect_volume_bonus.due_on));
  new_id uuid;
begin
  if answer is not null then
    return answer;
  end if;
  -- Two that confirm the same bonus come one after the other.
  answer := private.lock_vendor(expect_volume_bonus.vendor_id);
  if answer is not null then
    return answer;
  elsif expect_volume_bonus.period_start is null or expect_volume_bonus.period_end is null
    or expect_volume_bonus.period_end < expect_volume_bonus.period_start
    or expect_volume_bonus.period_start < '1900-01-01' or expect_volume_bonus.period_end > '2199-12-31' then
    return private.command_result('The period ends after it begins, two years later at the most.', 'period_end', 'bonus_period_wrong');
  elsif expect_volume_bonus.amount is null or round(expect_volume_bonus.amount, 2) not between 0.01 and 9999999999.99 then
    return private.command_result('Enter an amount of 0.01 or more. The most is 9,999,999,999.99.', 'amount', 'bonus_amount_out_of_range');
  elsif expect_volume_bonus.due_on not between '1900-01-01' and '2199-12-31' then
    return private.command_result('Enter a date like 11/19/2026.', 'due_on', 'date_expected');
  elsif exists (select 1 from public.other_commissions c
    where c.organization_id = caller_organization_id and c.kind = 'volume_bonus' and c.vendor_id = expect_volume_bonus.vendor_id
      and c.status <> 'cancelled'
      and c.period_start = expect_volume_bonus.period_start and c.period_end = expect_volume_bonus.period_end) then
    return private.command_result('The bonus of this vendor for this period is expected already.', null, 'bonus_expected_already');
  end if;
  -- Without shares: the agency keeps it whole.
  new_id := private.write_other_commission(caller_organization_id, 'volume_bonus', null, expect_volume_bonus.vendor_id,
    expect_volume_bonus.period_start, expect_volume_bonus.period_end, round(expect_volume_bonus.amount, 2), expect_volume_bonus.due_on,
    expect_volume_bonus.period_end, null);
  return private.end_request(request_key, new_id, private.command_result(null) || jsonb_build_object('id', new_id));
end $function$;

CREATE OR REPLACE FUNCTION public.export_commissions(status text DEFAULT NULL::text, agent_id uuid DEFAULT NULL::uuid, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, search text DEFAULT NULL::text, sort text DEFAULT 'created_at'::text, descending boolean DEFAULT true, vendor_id uuid DEFAULT NULL::uuid, overdue boolean DEFAULT false, ready boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  f private.commission_filter := private.commission_filter_of(export_commissions.status, export_commissions.agent_id,
    export_commissions.vendor_id, export_commissions.overdue, export_commissions.ready, export_commissions.start_date,
    export_commissions.end_date, export_commissions.search);
  ids uuid[] := '{}';
  answer jsonb;
begin
  if f.organization_id is not null then
    ids := private.find_commissions(f, export_commissions.sort, coalesce(export_commissions.descending, true),
      private.export_limit() + 1, 0, f.word is not null or f.due_before is not null or f.ready);
  end if;
  select coalesce(jsonb_agg(jsonb_build_array(s.booking_reference, coalesce(p.status, m.status), s.sale_date, s.status,
      c.first_name || ' ' || c.last_name, v.name, a.first_name || ' ' || a.last_name, coalesce(q.total_amount, s.total_amount),
      coalesce(p.amount, m.amount), coalesce(p.commission_split, m.commission_split), coalesce(p.agent_amount, m.agent_amount + case when f.all_shares then coalesce((
        select sum(h.agent_amount) from public.commission_shares h
        where h.organization_id = m.organization_id and h.commission_id = m.id), 0) else 0 end),
      s.currency, m.due_on, case when o.own then m.received_amount end, m.received_on, case when o.own then m.notes end,
      case when o.own then w.open else 0 end, case when o.own then w.owed else 0 end)
      order by u.n), '[]')
  into answer
  from unnest(ids) with ordinality u(id, n)
  join public.sales s on s.id = u.id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
  join private.commission_money w on w.commission_id = m.id
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
  join public.users a on a.id = m.agent_id
  left join lateral (select x.* from private.commissions_by_share x where f.by_share and x.id = m.id
    and x.organization_id = m.organization_id and x.agent_id = f.agent_id offset 0) p on true
  left join lateral (select x.* from private.sales_by_share x where f.by_share and x.id = s.id
    and x.organization_id = s.organization_id and x.agent_id = f.agent_id offset 0) q on true
  -- What the vendor paid of it all is the seller's to know.
  cross join lateral (select p.agent_id is not distinct from m.agent_id or p.agent_id is null as own) o;
  return private.export_answer('{booking_reference,status,sale_date,sale_status,customer,vendor,agent,total_amount,
    commission_amount,commission_split,agent_amount,currency,due_on,received_amount,received_on,notes,open_amount,overdue_amount}', answer);
end $function$;

CREATE OR REPLACE FUNCTION public.export_sales(status text DEFAULT NULL::text, agent_id uuid DEFAULT NULL::uuid, vendor_id uuid DEFAULT NULL::uuid, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, customer_search text DEFAULT NULL::text, sort text DEFAULT 'sale_date'::text, descending boolean DEFAULT true, departing boolean DEFAULT false, group_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  f private.sale_filter := private.sale_filter_of(export_sales.status, export_sales.agent_id, export_sales.vendor_id,
    export_sales.start_date, export_sales.end_date, export_sales.customer_search, export_sales.departing,
    export_sales.group_id);
  ids uuid[] := '{}';
  with_lines boolean;
  rows jsonb;
  is_cut boolean;
begin
  if f.organization_id is not null then
    ids := private.find_sales(f, export_sales.sort, coalesce(export_sales.descending, true), private.export_limit() + 1, 0,
      f.customer_ids is not null or f.departing_by is not null or f.group_id is not null);
  end if;
  -- Of these sales alone: whether others have lines is nobody's to know from them.
  with_lines := exists (select from public.sale_lines l where l.organization_id = f.organization_id) and exists (
    select from unnest(ids) i(id)
    join public.sales s on s.id = i.id
    where s.lines <> '[]' and not (f.by_share and s.co_sellers <> '[]'));
  select coalesce(jsonb_agg(jsonb_build_array(s.booking_reference, s.status, s.sale_date, s.travel_date, s.return_date,
      c.first_name || ' ' || c.last_name, c.email, v.name, a.first_name || ' ' || a.last_name,
      -- Said once, so that a column adds up.
      case when l.place > 1 then null else coalesce(p.total_amount, s.total_amount) end,
      case when l.place > 1 then null else s.commission_rate end,
      case when l.place > 1 then null else coalesce(p.commission_amount, s.commission_amount) end, s.currency,
      coalesce(w.status, m.status), case when l.place > 1 or p.seller_id <> p.agent_id then null else s.notes end)
      || case when with_lines then jsonb_build_array(l.kind, l.text, l.amount,
        case when l.earns = 'nothing' then 'no' when l.earns is not null then 'yes' end,
        case l.earns when 'rate' then l.rate end, case l.earns when 'amount' then l.commission end) else '[]' end
      order by u.n, l.place) filter (where u.upto <= private.export_limit()), '[]'),
    coalesce(bool_or(u.upto > private.export_limit()), false)
  into rows, is_cut
  from (
    select i.id, i.n, case when with_lines then sum(greatest(jsonb_array_length(k.lines), 1)) over (order by i.n) else i.n end as upto
    from unnest(ids) with ordinality i(id, n) join public.sales k on k.id = i.id) u
  join public.sales s on s.id = u.id
  -- Of a sale with several people each has a part of the whole, of no line.
  left join public.sale_lines l on with_lines and l.organization_id = s.organization_id and l.sale_id = s.id
    and not (f.by_share and s.co_sellers <> '[]')
  join public.customers c on c.id = s.customer_id
  join public.users a on a.id = s.agent_id
  join public.vendors v on v.id = s.vendor_id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
  left join lateral (select x.* from private.sales_by_share x where f.by_share and x.id = s.id
    and x.organization_id = s.organization_id and x.agent_id = f.agent_id offset 0) p on true
  left join lateral (select x.* from private.commissions_by_share x where f.by_share and x.id = m.id
    and x.organization_id = m.organization_id and x.agent_id = f.agent_id offset 0) w on true;
  return jsonb_build_object('rows', rows, 'truncated', is_cut,
    'columns', '{booking_reference,status,sale_date,travel_date,return_date,customer,customer_email,vendor,agent,
    total_amount,commission_rate,commission_amount,currency,commission_status,notes}'::text[]
    || case when with_lines then private.line_columns() else '{}' end);
end $function$;

CREATE OR REPLACE FUNCTION public.find_vendors_by_name(search text DEFAULT NULL::text, with_archived boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  offered constant int := 20;
  caller_organization_id uuid := private.current_organization_id();
  with_archived boolean := coalesce(find_vendors_by_name.with_archived, false);
  ids uuid[];
begin
  ids := case when btrim(private.cut_search(search)) <> ''
    then private.find_vendors_named(caller_organization_id, private.customer_words(search), offered, with_archived)
    else array(select v.id from public.vendors v where v.organization_id = caller_organization_id
      and (with_archived or v.archived_at is null) order by v.archived_at is not null, v.name, v.id limit offered) end;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url,
      'default_commission_rate', v.default_commission_rate, 'archived', v.archived_at is not null)
      -- Of most vendors the default rate says all.
      || case when r.rates <> '[]' then jsonb_build_object('rates', r.rates) else '{}' end order by i.n), '[]')
    from unnest(ids) with ordinality i(id, n)
    cross join lateral (select private.vendor_rates_of(caller_organization_id, i.id) as rates) r
    join public.vendors v on v.id = i.id);
end $function$;

CREATE OR REPLACE FUNCTION public.get_agreement(member_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'member', jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'role', u.role),
    'commission_split', t.commission_split,
    'today', d.day,
    'split', (select s.split from private.split_now(u.organization_id, u.id, d.day) s),
    'in_force', f.id,
    'volume', w.volume,
    'year_from', case when f.tiers is not null then private.tier_year(d.day, f.tiers ->> 'year_start') end,
    'next', private.next_tier(u.organization_id, u.id, d.day),
    'versions', coalesce((
      select jsonb_agg(jsonb_build_object('id', v.id, 'number', v.number, 'valid_from', v.valid_from, 'default_split', v.default_split,
        'vendor_splits', v.vendor_splits, 'category_splits', v.category_splits, 'tiers', v.tiers, 'overrides', v.overrides, 'created_at', v.created_at,
        'created_by', (select jsonb_build_object('id', b.id, 'first_name', b.first_name, 'last_name', b.last_name)
          from public.users b where b.id = v.created_by),
        'replaced_at', v.replaced_at) order by v.number desc)
      from public.agreement_versions v where v.organization_id = u.organization_id and v.user_id = u.id), '[]'),
    'vendors', coalesce((
      select jsonb_agg(jsonb_build_object('id', n.id, 'name', n.name) order by lower(n.name), n.id)
      from public.vendors n
      where n.organization_id = u.organization_id and n.id::text in (
        select e ->> 'vendor_id' from public.agreement_versions v cross join jsonb_array_elements(v.vendor_splits) e
        where v.organization_id = u.organization_id and v.user_id = u.id)), '[]'),
    'people', private.people_of_overrides(u),
    'overrides_from', date_trunc('year', d.day)::date,
    'overrides', private.overrides_of_year(u, d.day))
  from public.users u
  join public.user_terms t on t.user_id = u.id
  cross join (select private.today() as day) d
  left join lateral private.terms_in_force(u.organization_id, u.id, d.day) f on true
  left join lateral (
    select private.volume_until(f, d.day) as volume
    where f.tiers is not null) w on true
  where u.id = get_agreement.member_id and u.organization_id = private.current_organization_id()
    and (private.is_admin() or u.id = auth.uid())
$function$;

CREATE OR REPLACE FUNCTION public.get_bank_transaction(transaction_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  t public.bank_transactions;
begin
  select b.* into t from public.bank_transactions b
  where b.id = get_bank_transaction.transaction_id and b.organization_id = caller_organization_id;
  if t.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'transaction', (private.bank_rows(caller_organization_id, array[t.id]) -> 0) || jsonb_build_object('value_on', t.value_on,
      'reference', t.reference, 'bank_id', t.bank_id, 'fee_amount', t.fee_amount, 'payer_key', t.payer_key),
    'position', (
      select jsonb_build_object('index', r.place, 'count', r.n, 'previous_id', r.previous_id, 'next_id', r.next_id)
      from (
        select b.id, row_number() over w as place, count(*) over () as n, lag(b.id) over w as previous_id, lead(b.id) over w as next_id
        from public.bank_transactions b
        where b.organization_id = caller_organization_id and b.status in ('open', 'suggested')
        window w as (order by case when b.certainty = 'certain' then 1 when b.status = 'suggested' then 2 else 3 end,
          b.booked_on desc, b.id)) r
      where r.id = t.id),
    'suggestions', (
      select coalesce(jsonb_agg(jsonb_build_object('rank', s.rank, 'kind', s.kind, 'certainty', s.certainty, 'reasons', s.reasons,
        'difference', s.difference, 'parts', private.bank_parts(caller_organization_id, s.parts, 100)) order by s.rank), '[]')
      from public.bank_suggestions s where s.organization_id = caller_organization_id and s.transaction_id = t.id),
    'allocations', (
      select private.bank_parts(caller_organization_id, coalesce(jsonb_agg(jsonb_build_object('commission_id', a.commission_id,
        'amount', a.amount, 'write_off_amount', a.write_off_amount, 'write_off_reason', a.write_off_reason,
        'recorded', private.recorded_json(c, t.id), 'keep_day', not a.takes_day,
        'rest', case when c.manual_amount > 0 then 'received' else 'open' end)
        order by a.created_at, a.id), '[]'), 500)
      from public.bank_allocations a
      join public.commissions c on c.organization_id = a.organization_id and c.id = a.commission_id
      where a.organization_id = caller_organization_id and a.transaction_id = t.id),
    'open', private.bank_commission_rows(caller_organization_id, private.payable_by(t), t.amount < 0),
    'others', private.bank_other_candidates(t),
    'remittance', private.bank_remittance(caller_organization_id, t.id),
    'decisions', (
      select coalesce(jsonb_agg(jsonb_build_object('action', d.action, 'group_id', d.group_id, 'at', d.decided_at,
        'by', u.first_name || ' ' || u.last_name, 'details', d.details - 'suggestions') order by d.decided_at), '[]')
      from public.bank_decisions d left join public.users u on u.id = d.decided_by
      where d.organization_id = caller_organization_id and d.transaction_id = t.id));
end $function$;

CREATE OR REPLACE FUNCTION public.get_commission_shares(commission_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.shares_of(get_commission_shares.commission_id, null)
$function$;

CREATE OR REPLACE FUNCTION public.get_customer_payments(sale_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  organization constant uuid := private.current_organization_id();
  -- Asked first: what is not the caller's takes as long as what is not there.
  is_admin constant boolean := private.is_admin();
begin
  return (select jsonb_build_object(
    'total', s.total_amount, 'paid', f.paid, 'open', greatest(s.total_amount - f.paid, 0), 'currency', s.currency, 'status', s.status,
    'reference', s.booking_reference, 'customer', jsonb_build_object('first_name', c.first_name, 'last_name', c.last_name, 'email', c.email),
    'plan', (
      select coalesce(jsonb_agg(jsonb_build_object('place', d.place, 'kind', d.kind, 'due_on', d.due_on, 'amount', d.amount,
        'open', d.open_amount, 'remind_on', case when d.remind then d.due_on - private.payment_reminder_days() end,
        'reminded_on', d.reminded_on) order by d.place), '[]')
      from public.payment_dues d where d.organization_id = s.organization_id and d.sales_id = s.id),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'amount', p.amount, 'paid_on', p.paid_on, 'payment_method', p.payment_method,
        'note', p.notes, 'origin', p.origin, 'undoes_id', p.undoes_id, 'undone', exists (
          select 1 from public.customer_payments w where w.organization_id = p.organization_id and w.undoes_id = p.id),
        'created_at', p.created_at, 'by', u.first_name || ' ' || u.last_name) order by p.created_at, p.id), '[]')
      from public.customer_payments p
      left join public.users u on u.organization_id = p.organization_id and u.id = p.created_by
      where p.organization_id = s.organization_id and p.sales_id = s.id))
  from public.sales s
  join public.customers c on c.organization_id = s.organization_id and c.id = s.customer_id
  cross join lateral (select private.paid_by_customer(s.id, s.organization_id) as paid) f
  where s.organization_id = organization and s.id = get_customer_payments.sale_id and (is_admin or s.agent_id = auth.uid()));
end $function$;

CREATE OR REPLACE FUNCTION public.get_dashboard(start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, parts text[] DEFAULT NULL::text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '2s'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  scope record := private.caller_scope();
  today date := private.today();
  earliest constant date := '1900-01-01';
  range record;
  part text;
  answer jsonb;
begin
  if scope.organization_id is null then
    raise insufficient_privilege using message = 'This session is not valid any more';
  end if;
  range := private.date_range(
    coalesce(get_dashboard.start_date, greatest(coalesce(get_dashboard.end_date, today), earliest) - 364),
    coalesce(get_dashboard.end_date, today));
  answer := jsonb_build_object('range', jsonb_build_object('start', range.first_day, 'end', range.last_day,
    'bucket', private.choose_bucket(range.first_day, range.last_day, null), 'today', today));
  foreach part in array '{sales,commissions,sales_trend,commission_trend,top_vendors,recent_customers,payments_due}'::text[]
    || case when scope.agent_id is null then '{to_do,top_agents}'::text[] else '{payable,departures,next_tier}' end
  loop
    continue when not coalesce(part = any (get_dashboard.parts), get_dashboard.parts is null);
    begin
      answer := answer || jsonb_build_object(part,
        private.dashboard_part(part, scope.organization_id, scope.agent_id, range.first_day, range.last_day, today));
    exception when others then
      -- For whoever runs the server; the page says that something is missing.
      raise log 'Dashboard without %: % (%)', part, sqlerrm, sqlstate;
      answer := answer || jsonb_build_object(part, jsonb_build_object('error', true));
    end;
  end loop;
  return answer - array(select p.name from unnest('{payments_due,next_tier}'::text[]) p(name) where answer -> p.name = 'null');
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
  where u.id = get_member_profile.member_id and u.organization_id = caller_organization_id and (private.is_admin() or u.id = auth.uid());
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

CREATE OR REPLACE FUNCTION public.get_my_payouts()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  caller uuid := auth.uid();
  b public.payout_batches;
  carried numeric;
  lines jsonb;
  total numeric;
begin
  if caller_organization_id is null then
    return null;
  end if;
  select p.* into b from public.payout_batches p
  where p.organization_id = caller_organization_id and p.status in ('draft', 'approved', 'scheduled');
  carried := private.carried_balance(caller_organization_id, caller);
  if b.id is not null then
    lines := private.payout_line_rows(caller_organization_id, b.id, caller);
  else
    select coalesce(jsonb_agg(jsonb_build_object('id', l.line_id, 'kind', private.told_kind(l.kind), 'amount', l.amount,
      'note', a.note, 'note_fact', a.note_fact, 'commission_id', l.commission_id, 'booking_reference', s.booking_reference,
      'customer', k.first_name || ' ' || k.last_name, 'vendor', v.name, 'received_on', c.received_on, 'commission', c.amount,
      'split', c.commission_split) || private.share_facts(l.share_id, private.is_claim(l.kind))
      order by l.kind <> 'commission', l.kind <> 'share', l.kind <> 'override', s.sale_date, s.booking_reference, l.commission_id, l.share_id),
      '[]') into lines
    from private.collectable_lines(caller_organization_id, caller) l
    left join public.payout_lines a on a.id = l.line_id
    left join public.commissions c on c.organization_id = caller_organization_id and c.id = l.commission_id
    left join public.commission_shares h on h.organization_id = caller_organization_id and h.id = l.share_id
    left join public.sales s on s.id = coalesce(c.sales_id, h.sales_id)
    left join public.customers k on k.id = s.customer_id and (h.id is null or h.place is not null)
    left join public.vendors v on v.id = c.vendor_id;
  end if;
  select coalesce(sum((e ->> 'amount')::numeric), 0) + case when lines = '[]' then 0 else carried end into total
  from jsonb_array_elements(lines) e;
  return jsonb_build_object(
    'payout', case when b.id is not null then jsonb_build_object('name', b.name,
      'status', private.told_status(b.status), 'state', b.status, 'planned_on', b.planned_on) end,
    'lines', lines, 'carried_in', carried, 'amount', greatest(total, 0), 'carried_out', case when lines = '[]' then carried
      else least(total, 0) end,
    'waiting', (
      select coalesce(jsonb_agg(jsonb_build_object('obstacle', g.obstacle, 'count', g.n, 'amount', g.amount, 'rows', g.rows)
        order by array_position('{held,travel,vendor,customer,later}'::text[], g.obstacle)), '[]')
      from (
        select w.obstacle, count(*) as n, sum(w.amount) as amount, jsonb_agg(jsonb_build_object('commission_id', coalesce(c.id, t.commission_id, t.other_commission_id),
          'booking_reference', s.booking_reference, 'customer', k.first_name || ' ' || k.last_name, 'vendor', v.name,
          'amount', w.amount, 'received_on', c.received_on, 'due_on', c.due_on, 'travel_date', s.travel_date,
          'return_date', s.return_date, 'reason', h.reason, 'held_by', u.first_name || ' ' || u.last_name)
          || private.share_facts(w.share_id, false) order by c.due_on, s.sale_date, c.id, w.share_id) filter (where w.place <= 50) as rows
        from (
          -- later: nothing stands in its way, but the open payout was made without it, or it is less than the minimum.
          select f.commission_id, f.share_id, f.amount, coalesce(f.obstacle, 'later') as obstacle,
            row_number() over (partition by coalesce(f.obstacle, 'later') order by f.commission_id, f.share_id) as place
          from private.open_for_payout(caller_organization_id, caller, false) f
          where f.batch_id is null and (f.obstacle is not null or b.id is not null)) w
        left join public.commissions c on c.organization_id = caller_organization_id and c.id = w.commission_id
        left join public.commission_shares t on t.organization_id = caller_organization_id and t.id = w.share_id
        left join public.sales s on s.id = coalesce(c.sales_id, t.sales_id)
        left join public.customers k on k.id = s.customer_id and (t.id is null or t.place is not null)
        left join public.vendors v on v.id = c.vendor_id
        left join public.payout_holds h on h.organization_id = caller_organization_id and (h.commission_id = c.id or h.share_id = t.id)
        left join public.users u on u.id = h.held_by
        group by w.obstacle) g),
    'paid_this_year', private.paid_to_agent(caller_organization_id, caller, extract(year from private.today())::int),
    'statements', private.statement_rows(caller_organization_id, caller, 5, 0),
    'statement_count', (select count(*) from public.payout_statements s
      where s.organization_id = caller_organization_id and s.agent_id = caller),
    'account', private.masked_bank_account(caller_organization_id, caller));
end $function$;

CREATE OR REPLACE FUNCTION public.get_report_rows(definition jsonb, key text DEFAULT NULL::text, page_size integer DEFAULT 50, after jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  p private.report_plan := private.plan_report(definition);
  after_day date := case when after is not null then private.report_day(after, 'day') end;
  after_id uuid := case when after is not null then private.report_id(after, 'id') end;
  group_id uuid := case when p.grouped_by in ('agent', 'vendor', 'customer')
    then private.report_id(jsonb_build_object('key', get_report_rows.key), 'key') end;
  month date := case when p.grouped_by = 'month' and get_report_rows.key is not null
    then private.report_day(jsonb_build_object('key', get_report_rows.key), 'key') end;
  line_kind constant text := case when p.grouped_by = 'line_kind' then get_report_rows.key end;
  rows jsonb;
  counted text;
  facts text;
  direction constant text := case when p.open_only then 'asc' else 'desc' end;
begin
  if group_id is not null and p.grouped_by = 'agent' then
    if p.agent_id <> group_id then
      p.organization_id := null;
    end if;
    p.agent_id := group_id;
  elsif group_id is not null and p.grouped_by = 'customer' then
    p.customer_id := group_id;
  elsif get_report_rows.key is not null and p.grouped_by in ('vendor', 'category') then
    p.vendor_ids := array(select v.id from public.vendors v where v.organization_id = p.organization_id
      and (p.vendor_ids is null or v.id = any (p.vendor_ids))
      and case p.grouped_by when 'vendor' then v.id = group_id else v.category = get_report_rows.key end);
  elsif month is not null then
    p.first_day := greatest(p.first_day, date_trunc('month', month::timestamp)::date);
    p.last_day := least(p.last_day, (date_trunc('month', month::timestamp) + interval '1 month')::date - 1);
  end if;
  if p.report = 'agents_year' then
    return private.agent_year_rows(p, least(greatest(coalesce(page_size, 50), 1), 5000), after_day, after_id);
  end if;
  counted := private.counted_by(p.organization_id, p.agent_id, null);
  facts := private.report_facts(p.kind, p.customer_id is not null, '', counted);
  if line_kind is not null then
    facts := private.report_facts_of_kind(facts);
  end if;
  execute format(
    'select coalesce(jsonb_agg(jsonb_build_object(''id'', f.id, ''record_id'', f.record_id, ''sale_id'', f.sale_id, ''reference'', s.booking_reference,
        ''day'', f.day, ''status'', f.status, ''customer'', c.first_name || '' '' || c.last_name, ''vendor'', v.name,
        ''agent'', a.first_name || '' '' || a.last_name, ''total'', %6$s * f.sign, ''expected'', f.expected * f.sign,
        ''received'', f.received * f.sign,
        ''agents'', case when f.received_on is not null then f.agent_amount * f.sign end,
        ''short'', case when f.received < f.expected then (f.expected - f.received) * f.sign end,
        ''written_off'', f.written_off * f.sign, ''open'', f.open_amount * f.sign, ''due_on'', f.due_on, ''received_on'', f.received_on,
        ''late_days'', case when f.due_on is not null and f.received_on is not null
          then greatest(f.received_on - f.due_on, 0) * f.sign end,
        ''paid'', f.paid, ''corrects'', f.sign < 0) order by f.day %5$s, f.id %5$s), ''[]'')
      from (select f.* from %1$s where %2$s and %3$s%4$s order by f.day %5$s, f.id %5$s limit $4) f
      left join public.sales s on s.id = f.sale_id
      left join public.customers c on c.id = s.customer_id
      %7$s
      join public.vendors v on v.id = f.vendor_id
      join public.users a on a.id = f.agent_id',
    facts, private.report_condition(p), private.report_days(1),
    case when after_day is not null then format(' and (f.day, f.id) %s ($5, $6)', case when p.open_only then '>' else '<' end)
      else '' end, direction, case when line_kind is not null then 'f.total' when counted = 'person' then 'w.total_amount' else 's.total_amount' end,
    case when counted = 'person'
      -- Row by row: joined, the parts of everybody in every agency would be reckoned.
      then 'left join lateral (select x.total_amount from private.sales_by_share x
        where x.organization_id = f.organization_id and x.id = f.sale_id and x.agent_id = f.agent_id offset 0) w on true'
      else '' end)
  into rows
  using p, array[p.first_day], array[p.last_day], least(greatest(coalesce(page_size, 50), 1), 5000), after_day, after_id, line_kind;
  if after_day is not null then
    return jsonb_build_object('rows', rows);
  end if;
  return (
    select jsonb_build_object('count', t.n, 'figures', private.report_figures(t), 'rows', rows)
    from (select c from private.report_cells(p, null, p.first_day, p.last_day) c where line_kind is null
      union all select k.cell from private.report_by_line(p, p.first_day, p.last_day) k where line_kind is not null and k.kind = line_kind
      union all select private.add_report_cells('{}') limit 1) x(c)
    cross join lateral (select (x.c).*) t);
end $function$;

CREATE OR REPLACE FUNCTION public.get_sale_group(group_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_rows constant int := 200;
  scope record := private.caller_scope();
  chosen public.sale_groups;
  ids uuid[];
begin
  select g.* into chosen from public.sale_groups g where g.organization_id = scope.organization_id and g.id = get_sale_group.group_id;
  if chosen.id is null then
    return null;
  end if;
  ids := array(select s.id from public.sales s
    where s.organization_id = scope.organization_id and s.group_id = chosen.id
      and (scope.agent_id is null or s.agent_id = scope.agent_id)
    order by s.status = 'cancelled', s.sale_date desc, s.created_at desc, s.id limit most_rows);
  return jsonb_build_object('id', chosen.id, 'name', chosen.name, 'booking_reference', chosen.booking_reference,
    'travel_date', chosen.travel_date, 'return_date', chosen.return_date, 'default_commission_rate', chosen.default_commission_rate,
    'notes', chosen.notes, 'version', chosen.version, 'archived', chosen.archived_at is not null, 'created_at', chosen.created_at,
    'vendor', (select jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url,
        'default_commission_rate', v.default_commission_rate)
      from public.vendors v where v.organization_id = scope.organization_id and v.id = chosen.vendor_id),
    'created_by', (select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
      from public.users u where u.organization_id = scope.organization_id and u.id = chosen.created_by),
    'may_change', scope.agent_id is null or chosen.created_by is not distinct from auth.uid(),
    'figures', coalesce((select f.figures from private.group_figures(scope.organization_id, scope.agent_id, array[chosen.id]) f),
      private.no_group_figures()),
    'other_dates', (select count(*) from public.sales s
      where s.organization_id = scope.organization_id and s.group_id = chosen.id and chosen.travel_date is not null
        and (scope.agent_id is null or s.agent_id = scope.agent_id) and private.other_dates(s, chosen)),
    'sales', private.sale_rows(ids, false));
end $function$;

CREATE OR REPLACE FUNCTION public.get_sale_history(sale_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- Asked once and first: what is not shown takes as long as what is not there.
  with sale as materialized (
    select s.id from public.sales s where s.id = get_sale_history.sale_id
  ), entries as (
    select h.* from public.sales_history h where h.sales_id = (select s.id from sale s)
  ), mentioned as (
    select distinct m.kind, (m.id)::uuid as id
    from entries e
    cross join lateral (values (e.previous_data), (e.new_data)) d(data)
    cross join lateral (values
      ('user', d.data ->> 'agent_id'), ('customer', d.data ->> 'customer_id'), ('vendor', d.data ->> 'vendor_id'),
      ('group', d.data ->> 'group_id')) m(kind, id)
    where m.id is not null
    union
    select 'user', (p.value ->> 'user_id')::uuid
    from entries e
    cross join lateral (values (e.previous_data), (e.new_data)) d(data)
    cross join lateral jsonb_array_elements(d.data -> 'co_sellers') p
  ), names as (
    select u.id, u.first_name || ' ' || u.last_name as name
    from mentioned m join public.users u on u.id = m.id where m.kind = 'user'
    union all
    select c.id, c.first_name || ' ' || c.last_name
    from mentioned m join public.customers c on c.id = m.id where m.kind = 'customer'
    union all
    select v.id, v.name from mentioned m join public.vendors v on v.id = m.id where m.kind = 'vendor'
    union all
    select g.id, g.name from mentioned m join public.sale_groups g on g.id = m.id where m.kind = 'group'
  )
  select jsonb_build_object(
    'entries', (select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'change_type', e.change_type, 'previous_data', e.previous_data, 'new_data', e.new_data,
        'changed_fields', e.changed_fields, 'notes', e.notes, 'code', e.code, 'params', e.params, 'comment', e.comment, 'created_at', e.created_at,
        'changed_by', (
          select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url)
          from public.users u where u.id = e.changed_by)
      ) order by e.version desc), '[]') from entries e),
    'commission', (select coalesce(jsonb_agg(jsonb_build_object(
        'id', h.id, 'new_status', h.new_status, 'notes', h.notes, 'code', h.code, 'params', h.params, 'created_at', h.created_at,
        'changed_by', (
          select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url)
          from public.users u where u.id = h.changed_by)
      ) order by h.created_at desc, h.id desc), '[]')
      from public.commissions c join public.commission_history h on h.commission_id = c.id
      where c.sales_id = (select s.id from sale s) and h.change_type = 'status_change'),
    'corrections', (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'kind', k.kind, 'posted_on', k.posted_on,
        'total_before', k.total_before, 'total_after', k.total_after, 'commission_before', k.commission_before,
        'commission_after', k.commission_after, 'created_at', k.created_at) order by k.created_at desc, k.id), '[]')
      from public.book_corrections k where k.sales_id = (select s.id from sale s)),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'amount', p.amount, 'paid_on', p.paid_on,
        'payment_method', p.payment_method, 'note', p.notes, 'origin', p.origin, 'created_at', p.created_at,
        'changed_by', (
          select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url)
          from public.users u where u.id = p.created_by)) order by p.created_at desc, p.id), '[]')
      from public.customer_payments p where p.sales_id = (select s.id from sale s)),
    'penalty', private.penalty_of((select s.id from sale s)),
    'names', (select coalesce(jsonb_object_agg(n.id, n.name), '{}') from names n))
$function$;

CREATE OR REPLACE FUNCTION public.get_sale_shares(sale_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  organization constant uuid := private.current_organization_id();
  admin constant boolean := private.is_admin();
  sale public.sales;
  commission public.commissions;
  fee public.other_commissions;
  answer jsonb;
  beside jsonb;
begin
  select s.* into sale from public.sales s
  where s.organization_id = organization and s.id = get_sale_shares.sale_id
    and (admin or s.agent_id = auth.uid() or exists (select from public.commission_shares h
      where h.organization_id = organization and h.sales_id = s.id and h.user_id = auth.uid() and h.role in ('co_seller', 'referral')
        and h.commission_id is not null));
  if sale.id is null then
    return null;
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('name', u.first_name || ' ' || u.last_name, 'role', h.role,
    'amount', h.agent_amount, 'paid', h.status = 'paid') order by h.role, u.last_name, h.id), '[]') into beside
  from public.commission_shares h
  join public.users u on u.organization_id = h.organization_id and u.id = h.user_id
  where h.organization_id = organization and h.sales_id = sale.id and h.place is null and h.status <> 'cancelled' and h.agent_amount <> 0
    and (admin or h.user_id = auth.uid());
  if sale.co_sellers = '[]' and beside = '[]' then
    return null;
  end if;
  select c.* into commission from public.commissions c where c.organization_id = organization and c.sales_id = sale.id;
  if sale.fee_amount > 0 then
    select o.* into fee from public.other_commissions o
    where o.organization_id = organization and o.sales_id = sale.id and o.kind = 'service_fee' and o.status <> 'cancelled';
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('user_id', p.user_id, 'name', u.first_name || ' ' || u.last_name, 'avatar_url', u.avatar_url,
      'role', p.role,
      -- The seller agreed the parts, and reads what each has; money and split are everybody's own.
      'percent', case when admin or sale.agent_id = auth.uid() or p.user_id = auth.uid() then p.percent end,
      'gross_part', case when admin or p.user_id = auth.uid() then p.gross_part end,
      'split', case when admin or p.user_id = auth.uid() then p.split end,
      'amount', case when admin or p.user_id = auth.uid() then p.amount end,
      'status', case when admin or p.user_id = auth.uid() then p.status end,
      'fee', case when admin or p.user_id = auth.uid() then (
        select jsonb_build_object('gross_part', f.gross_part, 'split', f.split, 'amount', f.agent_amount, 'status', case
          when f.status = 'paid' then 'agent_paid' when f.status = 'cancelled' then 'cancelled' else fee.status end)
        from public.commission_shares f
        where f.organization_id = organization and f.other_commission_id = fee.id and f.user_id = p.user_id and f.place is not null
        order by f.place limit 1) end) order by p.place), '[]')
  into answer
  from (
    select 1 as place, commission.agent_id as user_id, 'seller' as role, w.share_percent as percent, w.amount as gross_part,
      w.commission_split as split, w.agent_amount as amount, w.status
    from private.commissions_by_share w
    where w.organization_id = organization and w.id = commission.id and w.agent_id = commission.agent_id
    union all
    select h.place, h.user_id, h.role, w.share_percent, w.amount, w.commission_split, w.agent_amount, w.status
    from public.commission_shares h
    join private.commissions_by_share w on w.organization_id = h.organization_id and w.id = h.commission_id and w.agent_id = h.user_id
    where h.organization_id = organization and h.commission_id = commission.id and h.role in ('co_seller', 'referral')) p
  join public.users u on u.organization_id = organization and u.id = p.user_id
  where sale.co_sellers <> '[]';
  return jsonb_build_object('shares', answer, 'beside', beside, 'agency', case when admin then commission.amount
    - commission.agent_amount - (select coalesce(sum(h.agent_amount), 0) from public.commission_shares h
      where h.organization_id = organization and h.commission_id = commission.id) end,
    'fee', case when admin and fee.id is not null then jsonb_build_object('amount', fee.amount, 'agency', fee.amount - (
      select coalesce(sum(f.agent_amount), 0) from public.commission_shares f
      where f.organization_id = organization and f.other_commission_id = fee.id)) end);
end $function$;

CREATE OR REPLACE FUNCTION public.get_shared_sale(sale_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', p.id, 'organization_id', p.organization_id, 'customer_id', p.customer_id, 'vendor_id', p.vendor_id,
    'agent_id', s.agent_id, 'booking_reference', p.booking_reference, 'sale_date', p.sale_date, 'travel_date', p.travel_date,
    'return_date', p.return_date, 'status', p.status, 'currency', s.currency, 'share_percent', p.share_percent,
    'total_amount', p.total_amount, 'commission_amount', p.commission_amount,
    'customer', jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name),
    'vendor', jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url),
    'agent', jsonb_build_object('id', a.id, 'first_name', a.first_name, 'last_name', a.last_name, 'avatar_url', a.avatar_url),
    'commission', jsonb_build_object('status', w.status, 'split', w.commission_split, 'agent_amount', w.agent_amount))
  from private.sales_by_share p
  join public.sales s on s.organization_id = p.organization_id and s.id = p.id
  join private.commissions_by_share w on w.organization_id = p.organization_id and w.sales_id = p.id and w.agent_id = p.agent_id
  join public.customers c on c.organization_id = p.organization_id and c.id = p.customer_id
  join public.vendors v on v.organization_id = p.organization_id and v.id = p.vendor_id
  join public.users a on a.organization_id = s.organization_id and a.id = s.agent_id
  where p.organization_id = (select private.current_organization_id()) and p.agent_id = (select auth.uid())
    and p.seller_id <> p.agent_id and p.id = get_shared_sale.sale_id
$function$;

CREATE OR REPLACE FUNCTION public.get_statement(statement_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  s public.payout_statements;
  year int;
begin
  select t.* into s from public.payout_statements t
  where t.id = get_statement.statement_id and t.organization_id = caller_organization_id
    and (t.agent_id = auth.uid() or private.is_admin());
  if s.id is null then
    return null;
  end if;
  year := extract(year from s.paid_on);
  return jsonb_build_object('returned', '[]'::jsonb) || s.content || jsonb_build_object('id', s.id, 'number', s.number, 'agent_id', s.agent_id, 'batch_id', s.batch_id,
    'commission_amount', s.commission_amount, 'adjustment_amount', s.adjustment_amount, 'carried_in', s.carried_in,
    'carried_out', s.carried_out, 'amount', s.paid_amount, 'paid_on', s.paid_on, 'payment_method', s.payment_method,
    'reference', s.reference, 'created_at', s.created_at, 'void', private.void_note(s.organization_id, s.id, null),
    'lines', (
      select coalesce(jsonb_agg(e.line || jsonb_build_object('customer', k.first_name || ' ' || k.last_name)
        || case when private.is_admin() and e.line ->> 'kind' = 'commission' and c.id is not null
          then jsonb_build_object('funded', c.open_amount = 0) else '{}' end order by e.n), '[]')
      from jsonb_array_elements(s.content -> 'lines') with ordinality e(line, n)
      left join public.commissions c on c.organization_id = caller_organization_id and c.id = (e.line ->> 'commission_id')::uuid
      left join public.commission_shares h on h.organization_id = caller_organization_id and h.id = (e.line ->> 'share_id')::uuid
      left join public.sales b on b.id = coalesce(c.sales_id, h.sales_id)
      left join public.customers k on k.id = b.customer_id and (h.id is null or h.place is not null)),
    'paid_this_year', private.paid_to_agent(caller_organization_id, s.agent_id, year),
    'paid_last_year', private.paid_to_agent(caller_organization_id, s.agent_id, year - 1));
end $function$;

CREATE OR REPLACE FUNCTION public.get_vendor_terms(vendor_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
begin
  if not exists (select 1 from public.vendors v where v.organization_id = caller_organization_id and v.id = get_vendor_terms.vendor_id) then
    return null;
  end if;
  return jsonb_build_object(
    'today', private.today(),
    'default_commission_rate', (select v.default_commission_rate from public.vendors v where v.id = get_vendor_terms.vendor_id),
    'rates', (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'category', r.category, 'rate', r.rate, 'valid_from', r.valid_from,
        -- The one a sale of today takes among those of its kind.
        'state', case when r.valid_from > private.today() then 'planned'
          when r.n = 1 then 'current' else 'past' end)
        order by r.category nulls first, r.valid_from desc, r.created_at desc, r.id desc), '[]')
      from (select t.*, row_number() over (partition by t.category, t.valid_from > private.today()
          order by t.valid_from desc, t.created_at desc, t.id desc) as n
        from public.vendor_rates t
        where t.organization_id = caller_organization_id and t.vendor_id = get_vendor_terms.vendor_id) r),
    'bonuses', (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'version', t.version, 'period_start', t.period_start,
        'period_end', t.period_end, 'basis', t.basis, 'steps', t.steps,
        'expected', (select jsonb_build_object('id', c.id, 'amount', c.amount, 'status', c.status, 'due_on', c.due_on)
          from public.other_commissions c
          where c.organization_id = t.organization_id and c.kind = 'volume_bonus' and c.vendor_id = t.vendor_id
            and c.period_start = t.period_start and c.period_end = t.period_end and c.status <> 'cancelled' limit 1))
        || private.bonus_progress(t) order by t.period_start desc, t.id), '[]')
      from public.vendor_bonus_terms t
      where t.organization_id = caller_organization_id and t.vendor_id = get_vendor_terms.vendor_id),
    'bonus_owed', (select coalesce(sum(c.amount), 0) from public.other_commissions c
      where c.organization_id = caller_organization_id and c.kind = 'volume_bonus' and c.vendor_id = get_vendor_terms.vendor_id
        and c.status = 'unpaid'));
end $function$;

CREATE OR REPLACE FUNCTION public.hold_commission(commission_id uuid, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches;
  c public.commissions;
begin
  if nullif(btrim(hold_commission.reason), '') is null then
    return private.command_result('Say why it is held. The agent reads it.', 'reason', 'hold_reason_missing');
  elsif char_length(btrim(hold_commission.reason)) > 500 then
    return private.command_result('Use at most 500 characters.', 'reason', 'text_too_long', '{"most": 500}');
  end if;
  b := private.lock_draft(caller_organization_id);
  select m.* into c from public.commissions m
  where m.organization_id = caller_organization_id and m.id = hold_commission.commission_id for no key update;
  if c.id is null then
    return private.command_result('This commission does not exist.', null, 'commission_not_found');
  elsif c.status in ('agent_paid', 'cancelled') or c.seller_paid then
    return case when c.seller_paid then private.command_result('The agent has already been paid for this commission.',
      null, 'agent_paid_already')
      else private.command_result('A cancelled commission cannot be paid.', null, 'cancelled_commission_unpayable') end;
  elsif private.schedule_lock(caller_organization_id, c.id) is not null then
    return private.schedule_lock(caller_organization_id, c.id);
  elsif exists (
    select 1 from public.payout_lines l join public.payout_batches p on p.id = l.batch_id
    where l.organization_id = caller_organization_id and l.commission_id = c.id and l.kind = 'commission' and p.status = 'approved') then
    return private.command_result('This payout is approved. Take it back to a draft first.', null, 'payout_approved');
  end if;
  insert into public.payout_holds as h (organization_id, commission_id, reason, held_by)
  values (caller_organization_id, c.id, btrim(hold_commission.reason), auth.uid())
  on conflict on constraint payout_holds_commission_id_key do update
    set reason = excluded.reason, held_by = excluded.held_by, held_at = now();
  delete from public.payout_lines l
  where l.organization_id = caller_organization_id and l.commission_id = c.id and l.kind = 'commission' and l.batch_id = b.id;
  if b.id is not null then
    perform private.note_payout(b, 'held', jsonb_build_object('commission_id', c.id, 'reason', btrim(hold_commission.reason),
      'booking_reference', (select s.booking_reference from public.sales s where s.id = c.sales_id), 'amount', c.agent_amount,
      'agent_id', c.agent_id, 'agent', (select u.first_name || ' ' || u.last_name from public.users u where u.id = c.agent_id)));
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.hold_payout_lines(batch_id uuid, line_ids uuid[], reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.payout_batches := private.lock_payout(hold_payout_lines.batch_id);
  told jsonb;
  held int;
  amount numeric;
begin
  if private.draft_refusal(b) is not null then
    return private.draft_refusal(b);
  elsif nullif(btrim(hold_payout_lines.reason), '') is null then
    return private.command_result('Say why they are held. The agents read it.', 'reason', 'holds_reason_missing');
  elsif char_length(btrim(hold_payout_lines.reason)) > 500 then
    return private.command_result('Use at most 500 characters.', 'reason', 'text_too_long', '{"most": 500}');
  end if;
  told := private.told_lines(b, line_ids);
  with removed as (
    delete from public.payout_lines l
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.id = any (line_ids) and private.is_claim(l.kind)
    returning l.commission_id, l.share_id, l.amount
  ), added as (
    insert into public.payout_holds as h (organization_id, commission_id, reason, held_by)
    select b.organization_id, r.commission_id, btrim(hold_payout_lines.reason), auth.uid() from removed r where r.commission_id is not null
    order by r.commission_id
    on conflict (organization_id, commission_id) do update
      set reason = excluded.reason, held_by = excluded.held_by, held_at = now()
  ), added_shares as (
    insert into public.payout_holds as h (organization_id, share_id, reason, held_by)
    select b.organization_id, r.share_id, btrim(hold_payout_lines.reason), auth.uid() from removed r where r.share_id is not null
    order by r.share_id
    on conflict (organization_id, share_id) do update
      set reason = excluded.reason, held_by = excluded.held_by, held_at = now())
  select count(*), sum(r.amount) into held, amount from removed r;
  if held = 0 then
    return private.command_result('These commissions are no longer in this payout.', null, 'commissions_left_payout');
  end if;
  perform private.note_payout(b, 'held', jsonb_build_object('lines', held, 'amount', amount, 'reason', btrim(hold_payout_lines.reason),
    'items', told));
  return private.command_result(null) || jsonb_build_object('held', held);
end $function$;

CREATE OR REPLACE FUNCTION public.list_commissions(status text DEFAULT NULL::text, agent_id uuid DEFAULT NULL::uuid, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, search text DEFAULT NULL::text, sort text DEFAULT NULL::text, descending boolean DEFAULT NULL::boolean, page integer DEFAULT 1, page_size integer DEFAULT 10, vendor_id uuid DEFAULT NULL::uuid, overdue boolean DEFAULT false, ready boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  f private.commission_filter := private.commission_filter_of(list_commissions.status, list_commissions.agent_id,
    list_commissions.vendor_id, list_commissions.overdue, list_commissions.ready, list_commissions.start_date,
    list_commissions.end_date, list_commissions.search);
  page_no int := greatest(coalesce(list_commissions.page, 1), 1);
  per_page int := least(greatest(coalesce(list_commissions.page_size, 10), 1), 100);
  sort_by constant text := coalesce(list_commissions.sort, case when f.due_before is null then 'created_at' else 'due_on' end);
  is_descending boolean := coalesce(list_commissions.descending, sort_by <> 'due_on' or list_commissions.sort is not null);
  -- Up to so many customers and vendors, all their commissions are collected.
  max_collected_customers constant int := 5000;
  max_collected_vendors constant int := 8;
  -- In the order of creation, the sales of a range of days lie far from the beginning of the index and scattered over it.
  days_by_creation boolean := (f.first_day > '1900-01-01' or f.last_day < '2199-12-31') and sort_by not in ('sale_date', 'amount', 'total_amount',
    'booking_reference', 'status', 'customer', 'vendor', 'agent');
  sums jsonb;
  early jsonb;
  total bigint;
  take bigint;
  skip bigint;
  backwards boolean := false;
  collect_first boolean;
  ids uuid[];
begin
  -- An exact find is always collected: it comes first whatever the list is sorted by.
  if f.organization_id is not null and f.word is not null and (f.exact_ids <> '{}' or not f.exclude_customers
    and cardinality(f.customer_ids) <= max_collected_customers and cardinality(f.vendor_ids) <= max_collected_vendors) then
    select s.sums, s.early, s.ids into sums, early, ids
    from private.search_commissions(f, sort_by, is_descending, per_page, (page_no - 1)::bigint * per_page) s;
    total := private.count_of(sums, f.status);
  else
    if f.organization_id is not null then
      sums := private.sum_commissions(f);
    end if;
    total := private.count_of(sums, f.status);
    select w.take, w.skip, w.backwards into take, skip, backwards from private.page_window(total, page_no, per_page) w;
    if take > 0 then
      -- Limits of: any list; a search; overdue and ready commissions, which have indexes of their own; days in the order of creation.
      collect_first := total <= 1000 or f.word is not null and total <= 25000
        or (f.due_before is not null or f.ready) and total <= 200000
        or days_by_creation and total <= 50000;
      ids := case when not collect_first and sort_by in ('status', 'vendor', 'agent')
        then private.find_grouped_commissions(f, sort_by, is_descending <> backwards, take, skip)
        when not collect_first and sort_by = 'customer' and f.word is null and f.vendor_id is null and f.status is null
          and f.due_before is null and not f.ready and f.first_day = '1900-01-01' and f.last_day = '2199-12-31'
          and private.passes_over_customers(f.organization_id, f.agent_id, skip)
        then private.find_commissions_by_customer(f, is_descending <> backwards, take, skip)
        else private.find_commissions(f, sort_by, is_descending <> backwards, take, skip, collect_first) end;
    end if;
  end if;
  return jsonb_build_object('rows', private.commission_rows(ids, backwards, case when f.by_share then f.agent_id end, f.all_shares), 'count', total, 'page', page_no,
    'page_size', per_page, 'total_pages', (total + per_page - 1) / per_page, 'stats', private.commission_status_summary(sums, coalesce(early, private.early_commissions(f))),
    'to_review', private.count_to_review());
end $function$;

CREATE OR REPLACE FUNCTION public.list_other_commissions(kind text DEFAULT NULL::text, status text DEFAULT NULL::text, page integer DEFAULT 1, page_size integer DEFAULT 25, search text DEFAULT NULL::text, vendor_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.admin_organization_id();
  per_page int := least(greatest(coalesce(list_other_commissions.page_size, 25), 1), 100);
  page_no int := greatest(coalesce(list_other_commissions.page, 1), 1);
  pattern text := '%' || private.escape_like(lower(nullif(btrim(left(search, 200)), ''))) || '%';
  ids uuid[];
begin
  ids := array(
    select o.id from public.other_commissions o
    left join public.sales s on s.organization_id = o.organization_id and s.id = o.sales_id
    left join public.vendors v on v.organization_id = o.organization_id and v.id = coalesce(o.vendor_id, s.vendor_id)
    left join public.customers k on pattern is not null and k.organization_id = o.organization_id and k.id = s.customer_id
    where o.organization_id = caller_organization_id and (list_other_commissions.kind is null or o.kind = list_other_commissions.kind)
      and (list_other_commissions.status is null or o.status = list_other_commissions.status)
      and (list_other_commissions.vendor_id is null or v.id = list_other_commissions.vendor_id)
      and (pattern is null or lower(concat_ws(' ', s.booking_reference, v.name, k.first_name, k.last_name, o.notes)) like pattern
        or o.amount = private.typed_amount(left(search, 200), caller_organization_id))
    order by o.created_at desc, o.id);
  return jsonb_build_object('count', cardinality(ids), 'page', page_no, 'page_size', per_page,
    'total_pages', (cardinality(ids) + per_page - 1) / per_page,
    'kinds', (
      select coalesce(jsonb_object_agg(g.kind, jsonb_build_object('count', g.n, 'amount', g.amount)), '{}')
      from (select o.kind, count(*) as n, sum(o.amount) as amount from public.other_commissions o
        where o.organization_id = caller_organization_id and o.status <> 'cancelled' group by 1) g),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'kind', o.kind, 'status', o.status, 'amount', o.amount,
        'sales_id', o.sales_id, 'booking_reference', s.booking_reference, 'vendor_id', o.vendor_id, 'vendor', v.name,
        'period_start', o.period_start, 'period_end', o.period_end, 'due_on', o.due_on, 'received_amount', o.received_amount,
        'received_on', o.received_on, 'notes', o.notes, 'shares', private.shares_of(null, o.id), 'deposits', (
          select coalesce(jsonb_agg(jsonb_build_object('transaction_id', t.id, 'booked_on', t.booked_on, 'amount', a.amount)
            order by t.booked_on, t.id), '[]')
          from public.bank_other_allocations a
          join public.bank_transactions t on t.organization_id = a.organization_id and t.id = a.transaction_id
          where a.organization_id = o.organization_id and a.other_commission_id = o.id))
        order by i.n), '[]')
      from unnest(ids[(page_no - 1) * per_page + 1 : page_no * per_page]) with ordinality i(id, n)
      join public.other_commissions o on o.organization_id = caller_organization_id and o.id = i.id
      left join public.sales s on s.id = o.sales_id
      left join public.vendors v on v.id = o.vendor_id));
end $function$;

CREATE OR REPLACE FUNCTION public.list_sale_groups(search text DEFAULT NULL::text, state text DEFAULT 'active'::text, page integer DEFAULT 1, page_size integer DEFAULT 20, vendor_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  scope record := private.caller_scope();
  patterns text[] := private.search_patterns(extensions.unaccent(private.cut_search(list_sale_groups.search)));
  page_no int := greatest(coalesce(list_sale_groups.page, 1), 1);
  size int := least(greatest(coalesce(list_sale_groups.page_size, 20), 1), 100);
  total bigint;
  chosen uuid[];
  answer jsonb;
begin
  if private.has_too_many_search_words(patterns) then
    scope.organization_id := null;
  end if;
  with matching as (
    select g.id, g.travel_date, g.name from public.sale_groups g
    join public.vendors v on v.organization_id = g.organization_id and v.id = g.vendor_id
    where g.organization_id = scope.organization_id
      and (list_sale_groups.state = 'all' or (g.archived_at is not null) = (list_sale_groups.state = 'archived'))
      and (list_sale_groups.vendor_id is null or g.vendor_id = list_sale_groups.vendor_id)
      and (patterns is null or private.normalize_search_text(g.name || ' ' || coalesce(g.booking_reference, '') || ' ' || v.name) like all (patterns))
  )
  select (select count(*) from matching), array(select m.id from matching m
    order by m.travel_date desc nulls first, m.name, m.id limit size offset (page_no - 1)::bigint * size)
  into total, chosen;
  select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'booking_reference', g.booking_reference,
      'travel_date', g.travel_date, 'return_date', g.return_date, 'default_commission_rate', g.default_commission_rate,
      'archived', g.archived_at is not null,
      'vendor', jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url,
        'default_commission_rate', v.default_commission_rate),
      'figures', coalesce(f.figures, private.no_group_figures())) order by u.n), '[]')
  into answer
  from unnest(chosen) with ordinality u(id, n)
  join public.sale_groups g on g.id = u.id
  join public.vendors v on v.organization_id = g.organization_id and v.id = g.vendor_id
  left join private.group_figures(scope.organization_id, scope.agent_id, chosen) f on f.group_id = g.id;
  return jsonb_build_object('rows', answer, 'count', total, 'page', page_no, 'page_size', size,
    'total_pages', (total + size - 1) / size);
end $function$;

CREATE OR REPLACE FUNCTION public.list_sales(status text DEFAULT NULL::text, agent_id uuid DEFAULT NULL::uuid, vendor_id uuid DEFAULT NULL::uuid, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, customer_search text DEFAULT NULL::text, sort text DEFAULT 'sale_date'::text, descending boolean DEFAULT true, page integer DEFAULT 1, page_size integer DEFAULT 10, departing boolean DEFAULT false, group_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Up to so many customers and references, all their sales are collected.
  max_collected_customers constant int := 5000;
  max_collected_references constant int := 20000;
  f private.sale_filter := private.sale_filter_of(list_sales.status, list_sales.agent_id, list_sales.vendor_id,
    list_sales.start_date, list_sales.end_date, list_sales.customer_search, list_sales.departing, list_sales.group_id);
  page_no int := greatest(coalesce(list_sales.page, 1), 1);
  per_page int := least(greatest(coalesce(list_sales.page_size, 10), 1), 100);
  is_descending boolean := coalesce(list_sales.descending, true);
  sums jsonb;
  total bigint;
  take bigint;
  skip bigint;
  backwards boolean := false;
  collect_first boolean;
  ids uuid[];
begin
  -- An exact find is always collected: it comes first whatever the list is sorted by.
  if f.organization_id is not null and f.customer_ids is not null and (f.exact_ids <> '{}' or not f.exclude_customers
    and cardinality(f.customer_ids) <= max_collected_customers and cardinality(f.sale_ids) <= max_collected_references) then
    select s.sums, s.ids into sums, ids
    from private.search_sales(f, list_sales.sort, is_descending, per_page, (page_no - 1)::bigint * per_page) s;
    total := private.count_of(sums, f.status);
  else
    if f.organization_id is not null then
      sums := private.sum_sales(f);
    end if;
    total := private.count_of(sums, f.status);
    select w.take, w.skip, w.backwards into take, skip, backwards from private.page_window(total, page_no, per_page) w;
    if take > 0 then
      collect_first := total <= 1000 or (f.departing_by is not null or f.group_id is not null) and total <= 50000;
      ids := case when not collect_first and list_sales.sort in ('status', 'vendor', 'agent')
        then private.find_grouped_sales(f, list_sales.sort, is_descending <> backwards, take, skip)
        when not collect_first and list_sales.sort = 'customer' and not f.by_share and f.customer_ids is null and f.vendor_id is null
          and f.departing_by is null and f.group_id is null and (f.status is null or f.status = 'active')
          and f.first_day = '1900-01-01' and f.last_day = '2199-12-31'
          and private.passes_over_customers(f.organization_id, f.agent_id, skip)
        then private.find_sales_by_customer(f, is_descending <> backwards, take, skip)
        else private.find_sales(f, list_sales.sort, is_descending <> backwards, take, skip, collect_first) end;
    end if;
  end if;
  return jsonb_build_object('rows', private.sale_rows(ids, backwards, case when f.by_share then f.agent_id end), 'count', total, 'page', page_no, 'page_size', per_page,
    'total_pages', (total + per_page - 1) / per_page, 'by_status', private.sale_status_summary(sums));
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
    select u.id, u.first_name, u.last_name from public.users u where u.organization_id = $1'
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

CREATE OR REPLACE FUNCTION public.note_other_commission(other_commission_id uuid, notes text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.admin_organization_id();
  o public.other_commissions;
begin
  if caller_organization_id is null then
    return private.command_result('You do not have permission to record receipts.', null, 'receipts_are_for_admins');
  elsif char_length(btrim(note_other_commission.notes)) > 5000 then
    return private.command_result('Use at most 5,000 characters.', 'notes', 'text_too_long', '{"most": 5000}');
  end if;
  select x.* into o from public.other_commissions x
  where x.organization_id = caller_organization_id and x.id = note_other_commission.other_commission_id for no key update;
  if o.id is null then
    return private.command_result('This commission does not exist.', 'other_commission_id', 'commission_not_found');
  end if;
  update public.other_commissions x set notes = note_other_commission.notes
  where x.id = o.id and x.notes is distinct from nullif(btrim(note_other_commission.notes), '');
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.preview_terms_again(member_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member public.users;
  changed jsonb;
begin
  select u.* into member from public.users u
  where u.id = preview_terms_again.member_id and u.organization_id = private.admin_organization_id()
    and (u.role = 'agent' or private.is_owner());
  if member.id is null then
    return null;
  end if;
  changed := private.terms_again_rows(member.organization_id, member.id);
  return (
    select jsonb_build_object('count', count(*), 'before', coalesce(sum(t.amount_before), 0), 'after', coalesce(sum(t.amount_after), 0),
      'expected', md5(changed::text),
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object('sales_id', r.sales_id, 'kind', r.kind,
            'shared', r.share_id is not null and r.kind = 'vendor', 'booking_reference', s.booking_reference,
            'customer', k.first_name || ' ' || k.last_name, 'vendor_name', n.name, 'day', r.day, 'split_before', r.split_before,
            'split_after', r.split_after, 'amount_before', r.amount_before, 'amount_after', r.amount_after)
          order by r.day desc, r.sales_id, r.kind <> 'vendor'), '[]')
        from (
          select x.* from jsonb_to_recordset(changed) x(share_id uuid, sales_id uuid, kind text, day date, split_before numeric,
            split_after numeric, amount_before numeric, amount_after numeric)
          order by x.day desc, x.sales_id, x.kind <> 'vendor' limit 50) r
        join public.sales s on s.organization_id = member.organization_id and s.id = r.sales_id
        join public.customers k on k.organization_id = s.organization_id and k.id = s.customer_id
        join public.vendors n on n.organization_id = s.organization_id and n.id = s.vendor_id))
    from jsonb_to_recordset(changed) t(amount_before numeric, amount_after numeric));
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
    when commission.status = 'agent_paid' or commission.seller_paid then
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

CREATE OR REPLACE FUNCTION public.record_customer_payment(sale_id uuid, amount numeric, paid_on date, payment_method text, note text DEFAULT NULL::text, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  typed constant text := private.visible_text(record_customer_payment.note);
  sale public.sales;
  payment_id uuid;
  refusal jsonb;
  answer jsonb := private.begin_request('record_customer_payment', request_key, jsonb_build_object('sale_id', sale_id, 'amount', amount,
    'paid_on', paid_on, 'payment_method', payment_method, 'note', note));
begin
  if answer is not null then
    return answer;
  end if;
  sale := private.lock_own_sale(record_customer_payment.sale_id);
  if coalesce(amount, 0) = 0 or amount <> round(amount, 2) or abs(amount) > 9999999999.99 then
    perform private.refuse('Enter what the customer paid, or what was given back with a minus.', 'amount', 'customer_amount_missing');
  elsif paid_on is null or not isfinite(paid_on) or paid_on < '1900-01-01' then
    perform private.refuse('Enter the day it was paid.', 'paid_on', 'customer_paid_on_missing');
  elsif paid_on > private.today() then
    perform private.refuse('This day is still to come.', 'paid_on', 'customer_paid_on_future');
  elsif payment_method is null or payment_method not in ('check', 'bank_transfer', 'cash', 'card', 'other') then
    perform private.refuse('Choose how the customer paid.', 'payment_method', 'customer_method_missing');
  elsif char_length(typed) > 500 then
    perform private.refuse('Use at most 500 characters.', 'note', 'text_too_long', '{"most": 500}');
  end if;
  refusal := private.closed_day_refusal(sale.organization_id, paid_on, 'paid_on');
  if refusal is not null then
    perform private.refuse_with(refusal);
  end if;
  perform private.refuse_paid_sum(sale, private.paid_by_customer(sale.id, sale.organization_id), amount, 'amount');
  insert into public.customer_payments (organization_id, sales_id, amount, paid_on, payment_method, notes, origin, created_by)
  values (sale.organization_id, sale.id, amount, paid_on, payment_method, typed, 'recorded', auth.uid())
  returning id into payment_id;
  sale := private.settle_paid_sale(sale);
  return private.end_request(request_key, payment_id, private.paid_answer(sale, payment_id));
end $function$;

CREATE OR REPLACE FUNCTION public.record_other_receipt(other_commission_id uuid, received_on date DEFAULT NULL::date, received_amount numeric DEFAULT NULL::numeric, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.admin_organization_id();
  o public.other_commissions;
  refusal jsonb;
  answer jsonb := private.begin_request('record_other_receipt', request_key, jsonb_build_object('other_commission_id', other_commission_id,
    'received_on', received_on, 'received_amount', received_amount));
begin
  if answer is not null then
    return answer;
  elsif caller_organization_id is null then
    return private.command_result('You do not have permission to record receipts.', null, 'receipts_are_for_admins');
  end if;
  perform 1 from public.sales s where s.organization_id = caller_organization_id and s.id = (
    select x.sales_id from public.other_commissions x
    where x.organization_id = caller_organization_id and x.id = record_other_receipt.other_commission_id) for no key update;
  select x.* into o from public.other_commissions x
  where x.organization_id = caller_organization_id and x.id = record_other_receipt.other_commission_id for no key update;
  refusal := case
    when o.id is null then private.command_result('This commission does not exist.', 'other_commission_id', 'commission_not_found')
    when o.kind = 'service_fee' then private.command_result('A service fee is received when the customer has paid the sale.',
      'other_commission_id', 'fee_received_with_sale')
    when o.status = 'cancelled' then private.command_result('A cancelled commission cannot be changed.',
      'other_commission_id', 'commission_cancelled')
    when exists (select 1 from public.commission_shares c
      where c.organization_id = o.organization_id and c.other_commission_id = o.id and c.status = 'paid') then
      private.command_result('Somebody was paid of it already: the receipt stands.', 'other_commission_id', 'receipt_of_paid_share')
    when record_other_receipt.received_on is null then
      private.closed_fact_refusal(caller_organization_id, o.received_posted_on, 'received_on')
    when record_other_receipt.received_on > private.today() then
      private.command_result('Enter the day the money came, today at the latest.', 'received_on', 'receipt_day_expected')
    when coalesce(record_other_receipt.received_amount, 0) <= 0 then private.command_result('Enter the amount received.',
      'received_amount', 'received_amount_missing')
    when record_other_receipt.received_amount <> round(record_other_receipt.received_amount, 2) then
      private.command_result('Use at most two decimals.', 'received_amount', 'decimals_too_many')
    when (record_other_receipt.received_on, record_other_receipt.received_amount) is distinct from (o.received_on, o.received_amount)
      then coalesce(private.closed_fact_refusal(caller_organization_id, o.received_posted_on, 'received_on'),
        private.closed_day_refusal(caller_organization_id, record_other_receipt.received_on, 'received_on'))
  end;
  if refusal is not null then
    return refusal;
  end if;
  update public.other_commissions x set received_on = record_other_receipt.received_on,
    received_amount = case when record_other_receipt.received_on is not null then record_other_receipt.received_amount end,
    status = case when record_other_receipt.received_on is null then 'unpaid' else 'funds_received' end
  where x.id = o.id;
  perform private.write_other_shares(array[o.id]);
  perform private.audit(caller_organization_id, 'other_receipt_recorded', null, o.id, jsonb_strip_nulls(jsonb_build_object(
    'vendor_id', o.vendor_id)) || jsonb_build_object('changes', private.audit_changes(
      jsonb_build_object('received_on', o.received_on, 'received_amount', o.received_amount),
      jsonb_build_object('received_on', record_other_receipt.received_on, 'received_amount',
        case when record_other_receipt.received_on is not null then record_other_receipt.received_amount end))),
    record_other_receipt.received_amount);
  return private.end_request(request_key, o.id, private.command_result(null));
end $function$;

CREATE OR REPLACE FUNCTION public.record_recall(commission_id uuid, amount numeric, note text, transaction_id uuid DEFAULT NULL::uuid, request_key uuid DEFAULT NULL::uuid, share_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches := private.lock_draft(caller_organization_id);
  c public.commissions;
  h public.commission_shares;
  left_amount numeric;
  refusal jsonb;
  answer jsonb := private.begin_request('record_recall', request_key, jsonb_build_object('commission_id', commission_id,
    'amount', amount, 'note', note, 'transaction_id', transaction_id)
    || case when share_id is not null then jsonb_build_object('share_id', share_id) else '{}' end);
begin
  if answer is not null then
    return answer;
  end if;
  -- Recalls of one commission come one after the other.
  select m.* into c from public.commissions m
  where m.organization_id = caller_organization_id and m.id = record_recall.commission_id for no key update;
  if record_recall.share_id is not null then
    select k.* into h from public.commission_shares k
    where k.organization_id = caller_organization_id and k.id = record_recall.share_id
      and k.commission_id is not distinct from c.id for no key update;
  end if;
  left_amount := case when record_recall.share_id is null then private.recallable_amount(caller_organization_id, c.id)
    else private.recallable_share(h) end;
  refusal := case
    when case when record_recall.share_id is null then c.id else h.id end is null then private.command_result('This commission does not exist.', 'commission_id', 'commission_not_found')
    when case when record_recall.share_id is null then c.status <> 'agent_paid' else h.status <> 'paid' or h.agent_amount < 0 end then
      private.command_result('The agent has not been paid for this commission: nothing has to be taken back.',
        'commission_id', 'recall_of_unpaid')
    when coalesce(record_recall.amount, 0) <= 0 or record_recall.amount <> round(record_recall.amount, 2) then
      private.command_result('Enter an amount like 212.40.', 'amount', 'recall_amount_expected')
    when record_recall.amount > left_amount then
      private.command_result('At most ' || left_amount || ' can be taken back: what the agent was paid for it.', 'amount',
        'recall_too_much', jsonb_build_object('most', left_amount))
    when nullif(btrim(record_recall.note), '') is null then private.command_result('Say why. The agent reads it.',
      'note', 'agent_reason_missing')
    when char_length(btrim(record_recall.note)) > 500 then private.command_result('Use at most 500 characters.',
      'note', 'text_too_long', '{"most": 500}')
    when record_recall.transaction_id is not null and not exists (select 1 from public.bank_transactions t
      where t.organization_id = caller_organization_id and t.id = record_recall.transaction_id) then
      private.command_result('This transaction is no longer there.', 'transaction_id', 'transaction_not_found')
    when record_recall.transaction_id is not null and exists (select 1 from public.payout_lines l
      where l.organization_id = caller_organization_id and l.transaction_id = record_recall.transaction_id
        and l.commission_id is not distinct from c.id and l.share_id is not distinct from record_recall.share_id) then
      private.command_result('This transaction has taken it back already.', 'transaction_id', 'recalled_already') end;
  if refusal is not null then
    return refusal;
  end if;
  if h.id is not null then
    return private.end_request(request_key, c.id, private.command_result(null) || jsonb_build_object('id',
      private.post_share_recall(b, h, record_recall.amount, btrim(record_recall.note), null, record_recall.transaction_id, false)));
  end if;
  return private.end_request(request_key, c.id, private.command_result(null) || jsonb_build_object('id',
    private.post_recall(b, c, record_recall.amount, btrim(record_recall.note), null, record_recall.transaction_id, false)));
end $function$;

CREATE OR REPLACE FUNCTION public.record_share_payment(share_id uuid, amount numeric, payment_date date, payment_method text, reference text DEFAULT NULL::text, notes text DEFAULT NULL::text, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  h public.commission_shares;
  m public.commissions;
  x public.other_commissions;
  s public.sales;
  obstacle text;
  refusal jsonb;
  answer jsonb := private.begin_request('record_share_payment', request_key, jsonb_build_object('share_id', share_id, 'amount', amount,
    'payment_date', payment_date, 'payment_method', payment_method, 'reference', reference, 'notes', notes));
begin
  perform private.require_step_up();
  if answer is not null then
    return answer;
  elsif caller_organization_id is null or not private.is_admin() then
    return private.command_result('You do not have permission to record agent payments.', null, 'payments_are_for_admins');
  end if;
  select k.* into h from public.commission_shares k
  where k.organization_id = caller_organization_id and k.id = record_share_payment.share_id;
  select k.* into s from public.sales k where k.organization_id = caller_organization_id and k.id = h.sales_id for no key update;
  select k.* into m from public.commissions k
  where k.organization_id = caller_organization_id and k.id = h.commission_id for no key update;
  select k.* into x from public.other_commissions k
  where k.organization_id = caller_organization_id and k.id = h.other_commission_id for no key update;
  select k.* into h from public.commission_shares k
  where k.organization_id = caller_organization_id and k.id = record_share_payment.share_id for no key update;
  select o.obstacle into obstacle from private.open_shares(caller_organization_id, h.user_id, false) o where o.share_id = h.id;
  refusal := case
    when h.id is null then private.command_result('This share does not exist.', 'share_id', 'share_not_found')
    when h.role = 'override_charge' then private.command_result('What is taken off an agent is settled by a payout.',
      'share_id', 'charge_by_payout')
    when h.role = 'tier_correction' then private.command_result('What a tier corrects is settled by a payout.',
      'share_id', 'correction_by_payout')
    when private.share_schedule_lock(caller_organization_id, h.id) is not null then
      private.at_field(private.share_schedule_lock(caller_organization_id, h.id), 'share_id')
    when h.status = 'paid' then private.command_result('The agent has already been paid for this commission.', 'share_id', 'agent_paid_already')
    when 'cancelled' in (h.status, m.status, x.status) then private.command_result('A cancelled commission cannot be paid.',
      'share_id', 'cancelled_commission_unpayable')
    when obstacle = 'held' then private.command_result('This commission is held. Release it first.', 'share_id', 'commission_held')
    when obstacle = 'customer' then private.command_result('The customer has not paid this sale yet.', 'share_id', 'sale_not_paid')
    when obstacle = 'vendor' and coalesce(m.status, x.status) = 'unpaid' then
      private.command_result('Funds must be received before the agent is paid.', 'share_id', 'funds_not_received')
    when obstacle = 'vendor' then private.command_result('The vendor''s money has not been received yet.', 'share_id', 'vendor_money_missing')
    when record_share_payment.amount is null then private.command_result('Enter the amount you paid.', 'amount', 'paid_amount_missing')
    when record_share_payment.amount <> h.agent_amount then private.command_result('Enter exactly ' || h.agent_amount
      || ', the agent''s share.', 'amount', 'exact_share', jsonb_build_object('amount', h.agent_amount))
    when record_share_payment.payment_date is null then private.command_result('Enter the payment date.',
      'payment_date', 'payment_date_missing')
    when private.closed_day_refusal(caller_organization_id, record_share_payment.payment_date, 'payment_date') is not null then
      private.closed_day_refusal(caller_organization_id, record_share_payment.payment_date, 'payment_date')
    when record_share_payment.payment_method is null then private.command_result('Choose how the agent was paid.',
      'payment_method', 'payment_method_missing')
  end;
  if refusal is not null then
    return refusal;
  end if;
  perform private.write_share_payments(caller_organization_id, array[h.id], array[record_share_payment.payment_method],
    array[nullif(btrim(record_share_payment.reference), '')], record_share_payment.payment_date,
    nullif(btrim(record_share_payment.notes), ''), null);
  perform private.write_notification(caller_organization_id, h.user_id, 'payout', 'Your payout for the ' || t.words || ' was recorded.',
    t.record_type, t.record_id, 'payment_recorded', jsonb_build_object('sale', t.param))
  from private.sale_of_share(h) t;
  return private.end_request(request_key, h.id, private.command_result(null));
end $function$;

CREATE OR REPLACE FUNCTION public.release_share(share_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches := private.lock_draft(caller_organization_id);
begin
  delete from public.payout_holds h
  where h.organization_id = caller_organization_id and h.share_id = release_share.share_id;
  if not found then
    return private.command_result('This share is not held.', null, 'share_not_held');
  end if;
  if b.id is not null then
    insert into public.payout_lines (organization_id, batch_id, agent_id, kind, share_id, amount, created_by)
    select b.organization_id, b.id, c.agent_id, c.kind, c.share_id, c.amount, auth.uid()
    from private.open_for_payout(caller_organization_id, (
      select m.user_id from public.commission_shares m
      where m.organization_id = caller_organization_id and m.id = release_share.share_id), true) c
    where c.share_id = release_share.share_id and c.obstacle is null and c.batch_id is null;
    perform private.note_payout(b, 'released', jsonb_build_object('share_id', release_share.share_id));
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.remove_payout_lines(batch_id uuid, line_ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.payout_batches := private.lock_payout(remove_payout_lines.batch_id);
  told jsonb;
  gone int;
begin
  if private.draft_refusal(b) is not null then
    return private.draft_refusal(b);
  end if;
  told := private.told_lines(b, line_ids);
  with removed as (
    delete from public.payout_lines l
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.id = any (line_ids) and private.is_claim(l.kind)
    returning 1
  ), put_back as (
    update public.payout_lines l set batch_id = null
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.id = any (line_ids) and not private.is_claim(l.kind)
    returning 1)
  select (select count(*) from removed) + (select count(*) from put_back) into gone;
  if gone > 0 then
    perform private.note_payout(b, 'removed', jsonb_build_object('lines', gone, 'items', told));
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.remove_vendor_bonus_terms(terms_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current public.vendor_bonus_terms;
begin
  delete from public.vendor_bonus_terms t
  where t.organization_id = private.admin_organization_id() and t.id = remove_vendor_bonus_terms.terms_id returning * into current;
  if current.id is null then
    return private.command_result('This bonus is no longer there.', null, 'bonus_terms_not_found');
  end if;
  perform private.audit(current.organization_id, 'vendor_terms_changed', null, current.vendor_id,
    private.audit_change('bonus', private.bonus_words(current), null));
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.remove_vendor_rate(rate_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  planned public.vendor_rates;
  refusal jsonb;
begin
  select r.* into planned from public.vendor_rates r
  where r.organization_id = private.admin_organization_id() and r.id = remove_vendor_rate.rate_id;
  if planned.id is null then
    return private.command_result('This rate is no longer there.', null, 'vendor_rate_not_found');
  end if;
  refusal := private.lock_vendor(planned.vendor_id);
  if refusal is not null then
    return refusal;
  elsif planned.valid_from <= private.today() then
    return private.command_result('A rate that has begun stays. Add a new one from a later day.', null, 'vendor_rate_has_begun');
  end if;
  delete from public.vendor_rates r where r.id = planned.id and r.organization_id = planned.organization_id;
  if found then
    perform private.audit(planned.organization_id, 'vendor_terms_changed', null, planned.vendor_id,
      private.audit_change('rate', planned.rate::text, null)
        || jsonb_build_object('valid_from', planned.valid_from, 'category', planned.category));
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.save_agreement(member_id uuid, valid_from date, terms jsonb, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  locked record;
  answer jsonb;
  member public.users;
  latest date;
  id uuid;
  split numeric;
  overrides jsonb := coalesce(nullif(save_agreement.terms -> 'overrides', 'null'), '[]');
begin
  answer := private.begin_request('save_agreement', request_key, jsonb_build_object('member_id', save_agreement.member_id,
    'valid_from', save_agreement.valid_from, 'terms', save_agreement.terms));
  if answer is not null then
    return answer;
  end if;
  select t.* into locked from private.lock_member(save_agreement.member_id) t;
  if locked.refusal is not null then
    return locked.refusal;
  end if;
  member := locked.member;
  perform 1 from public.user_terms t where t.user_id = member.id for no key update;
  select max(v.valid_from) into latest from public.agreement_versions v
  where v.organization_id = member.organization_id and v.user_id = member.id and v.replaced_at is null and v.valid_from <= private.today();
  if jsonb_typeof(save_agreement.terms -> 'default_split') is distinct from 'number'
    or (save_agreement.terms ->> 'default_split')::numeric not between 0 and 100 then
    return private.command_result('Enter a percentage from 0 to 100.', 'default_split', 'percentage_out_of_range');
  elsif not private.splits_are_good(coalesce(save_agreement.terms -> 'vendor_splits', '[]'), 'vendor_id', '^[0-9a-f-]{36}$')
    or exists (select from jsonb_array_elements(coalesce(save_agreement.terms -> 'vendor_splits', '[]')) e where not exists (
      select from public.vendors v where v.organization_id = member.organization_id and v.id::text = e ->> 'vendor_id')) then
    return private.command_result('Name each vendor once, with a percentage from 0 to 100.', 'vendor_splits', 'vendor_splits_invalid');
  elsif not private.splits_are_good(coalesce(save_agreement.terms -> 'category_splits', '[]'), 'category', '^[a-z_]{1,40}$') then
    return private.command_result('Name each category once, with a percentage from 0 to 100.', 'category_splits', 'category_splits_invalid');
  elsif coalesce(jsonb_typeof(save_agreement.terms -> 'tiers'), 'null') <> 'null' and not private.tiers_are_good(save_agreement.terms -> 'tiers') then
    return private.command_result('Enter tiers by rising volume, with a percentage from 0 to 100 each.', 'tiers', 'tiers_invalid');
  elsif private.overrides_refusal(member, overrides) is not null then
    return private.overrides_refusal(member, overrides);
  elsif save_agreement.valid_from is null or save_agreement.valid_from not between '1900-01-02' and '2199-12-31'
    or save_agreement.valid_from < coalesce(latest, save_agreement.valid_from)
    or save_agreement.valid_from < private.today() and exists (
      select from public.sales s where s.organization_id = member.organization_id and s.agent_id = member.id) then
    return private.command_result('Choose today or a later day: what was recorded keeps its terms.', 'valid_from', 'agreement_in_the_past');
  end if;
  split := round((save_agreement.terms ->> 'default_split')::numeric, 2);
  if latest is null then
    -- What held until now is the first version.
    perform private.add_agreement(member.organization_id, member.id, '1900-01-01', t.commission_split, '[]', '[]', null, '[]')
    from public.user_terms t where t.user_id = member.id;
  end if;
  update public.agreement_versions v set replaced_at = clock_timestamp()
  where v.organization_id = member.organization_id and v.user_id = member.id and v.valid_from > private.today() and v.replaced_at is null;
  id := private.add_agreement(member.organization_id, member.id, save_agreement.valid_from, split,
    coalesce(save_agreement.terms -> 'vendor_splits', '[]'), coalesce(save_agreement.terms -> 'category_splits', '[]'),
    nullif(save_agreement.terms -> 'tiers', 'null'), private.kept_overrides(overrides));
  perform private.refuse_promises(member.organization_id, least(save_agreement.valid_from, private.today()), member.id, 'default_split');
  if save_agreement.valid_from <= private.today() then
    update public.user_terms t set commission_split = split where t.user_id = member.id and t.commission_split <> split;
  end if;
  perform private.audit(member.organization_id, 'agreement_saved', null, member.id,
    private.audit_change('valid_from', latest::text, save_agreement.valid_from::text));
  return private.end_request(request_key, member.id, private.command_result(null));
end $function$;

CREATE OR REPLACE FUNCTION public.save_sale_group(sale_group jsonb, group_id uuid DEFAULT NULL::uuid, expected_version integer DEFAULT NULL::integer, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.current_organization_id();
  answer jsonb := private.begin_request('save_sale_group', request_key,
    case when jsonb_typeof(save_sale_group.sale_group) = 'object' then save_sale_group.sale_group else '{}' end
      || jsonb_build_object('group_id', save_sale_group.group_id));
  input jsonb;
  before public.sale_groups;
  refusal jsonb;
  row public.sale_groups;
begin
  if answer is not null then
    return answer;
  elsif caller_organization_id is null then
    perform private.refuse('This group does not exist.', '', 'sale_group_not_found');
  end if;
  if save_sale_group.group_id is null then
    input := private.check_sale_group('{"name": null, "vendor_id": null}'::jsonb || save_sale_group.sale_group);
    row := jsonb_populate_record(null::public.sale_groups, input);
  else
    input := private.check_sale_group(save_sale_group.sale_group);
    select l.refusal into refusal from private.lock_sale_group(save_sale_group.group_id) l;
    select g.* into before from public.sale_groups g
    where g.organization_id = caller_organization_id and g.id = save_sale_group.group_id;
    if refusal is not null then
      perform private.refuse_with(refusal);
    elsif before.version is distinct from save_sale_group.expected_version then
      return jsonb_build_object('outcome', 'conflict', 'id', save_sale_group.group_id, 'version', before.version);
    end if;
    row := jsonb_populate_record(before, input);
    if row.vendor_id <> before.vendor_id and exists (select 1 from public.sales s
      where s.organization_id = caller_organization_id and s.group_id = save_sale_group.group_id) then
      perform private.refuse('The vendor of a group with sales stays.', 'vendor_id', 'sale_group_vendor_fixed');
    end if;
  end if;
  if row.return_date < row.travel_date then
    perform private.refuse('The return date is before the travel date.', 'return_date', 'sale_group_returns_before');
  elsif (save_sale_group.group_id is null or row.vendor_id <> before.vendor_id) and exists (select 1 from public.vendors v
    where v.organization_id = caller_organization_id and v.id = row.vendor_id and v.archived_at is not null) then
    perform private.refuse('This vendor is archived. Choose another one, or restore it first.', 'vendor_id', 'vendor_archived');
  end if;
  begin
    if save_sale_group.group_id is null then
      insert into public.sale_groups (organization_id, name, vendor_id, booking_reference, travel_date, return_date,
        default_commission_rate, notes, created_by)
      values (caller_organization_id, row.name, row.vendor_id, row.booking_reference, row.travel_date, row.return_date,
        row.default_commission_rate, row.notes, private.acting_user(caller_organization_id))
      returning * into row;
    else
      update public.sale_groups g set name = row.name, vendor_id = row.vendor_id, booking_reference = row.booking_reference,
        travel_date = row.travel_date, return_date = row.return_date, default_commission_rate = row.default_commission_rate,
        notes = row.notes, version = g.version + 1
      where g.organization_id = caller_organization_id and g.id = save_sale_group.group_id
      returning * into row;
    end if;
  exception when unique_violation then
    perform private.refuse('Another group has this name.', 'name', 'sale_group_name_taken');
  when foreign_key_violation then
    perform private.refuse('The vendor of a group with sales stays.', 'vendor_id', 'sale_group_vendor_fixed');
  end;
  return private.end_request(request_key, row.id, jsonb_build_object('outcome', 'saved', 'id', row.id, 'version', row.version));
end $function$;

CREATE OR REPLACE FUNCTION public.save_vendor_bonus_terms(vendor_id uuid, period_start date, period_end date, basis text, steps jsonb, terms_id uuid DEFAULT NULL::uuid, expected_version integer DEFAULT NULL::integer, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
  answer jsonb := private.begin_request('save_vendor_bonus_terms', request_key, jsonb_build_object(
    'vendor_id', save_vendor_bonus_terms.vendor_id, 'period_start', save_vendor_bonus_terms.period_start,
    'period_end', save_vendor_bonus_terms.period_end, 'basis', save_vendor_bonus_terms.basis, 'steps', save_vendor_bonus_terms.steps,
    'terms_id', save_vendor_bonus_terms.terms_id));
  checked jsonb;
  words text;
  current public.vendor_bonus_terms;
begin
  if answer is not null then
    return answer;
  end if;
  answer := private.lock_vendor(save_vendor_bonus_terms.vendor_id);
  if answer is not null then
    return answer;
  end if;
  checked := private.check_bonus_steps(save_vendor_bonus_terms.steps);
  if save_vendor_bonus_terms.period_start is null or save_vendor_bonus_terms.period_start < '1900-01-01' then
    return private.command_result('Enter a date like 11/19/2026.', 'period_start', 'date_expected');
  elsif save_vendor_bonus_terms.period_end is null or save_vendor_bonus_terms.period_end > '2199-12-31' then
    return private.command_result('Enter a date like 11/19/2026.', 'period_end', 'date_expected');
  elsif save_vendor_bonus_terms.period_end < save_vendor_bonus_terms.period_start
    or save_vendor_bonus_terms.period_end >= save_vendor_bonus_terms.period_start + 732 then
    return private.command_result('The period ends after it begins, two years later at the most.', 'period_end', 'bonus_period_wrong');
  elsif save_vendor_bonus_terms.basis is null or save_vendor_bonus_terms.basis not in ('sales', 'received') then
    return private.command_result('Choose what counts.', 'basis', 'bonus_basis_missing');
  elsif exists (select 1 from public.vendor_bonus_terms t
    where t.organization_id = caller_organization_id and t.vendor_id = save_vendor_bonus_terms.vendor_id
      and t.id is distinct from save_vendor_bonus_terms.terms_id
      and t.period_start <= save_vendor_bonus_terms.period_end and t.period_end >= save_vendor_bonus_terms.period_start) then
    return private.command_result('Another bonus of this vendor is for some of these days.', 'period_start', 'bonus_periods_meet');
  end if;
  if save_vendor_bonus_terms.terms_id is null then
    insert into public.vendor_bonus_terms (organization_id, vendor_id, period_start, period_end, basis, steps, created_by)
    values (caller_organization_id, save_vendor_bonus_terms.vendor_id, save_vendor_bonus_terms.period_start,
      save_vendor_bonus_terms.period_end, save_vendor_bonus_terms.basis, checked, private.acting_user(caller_organization_id))
    returning * into current;
    perform private.audit(caller_organization_id, 'vendor_terms_changed', null, current.vendor_id,
      private.audit_change('bonus', null, private.bonus_words(current)));
  else
    select t.* into current from public.vendor_bonus_terms t
    where t.organization_id = caller_organization_id and t.vendor_id = save_vendor_bonus_terms.vendor_id
      and t.id = save_vendor_bonus_terms.terms_id for no key update;
    if current.id is null then
      return private.command_result('This bonus is no longer there.', null, 'bonus_terms_not_found');
    elsif current.version is distinct from save_vendor_bonus_terms.expected_version then
      return private.command_result('Somebody else changed this bonus meanwhile. Look at it again.', null, 'bonus_terms_changed');
    end if;
    words := private.bonus_words(current);
    update public.vendor_bonus_terms t set period_start = save_vendor_bonus_terms.period_start,
      period_end = save_vendor_bonus_terms.period_end, basis = save_vendor_bonus_terms.basis, steps = checked, version = t.version + 1
    where t.id = current.id and t.organization_id = current.organization_id returning * into current;
    perform private.audit(caller_organization_id, 'vendor_terms_changed', null, current.vendor_id,
      private.audit_change('bonus', words, private.bonus_words(current)));
  end if;
  return private.end_request(request_key, current.id, private.command_result(null)
    || jsonb_build_object('id', current.id, 'version', current.version));
end $function$;

CREATE OR REPLACE FUNCTION public.save_vendor_rate(vendor_id uuid, rate numeric, valid_from date, category text DEFAULT NULL::text, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
  answer jsonb := private.begin_request('save_vendor_rate', request_key, jsonb_build_object('vendor_id', save_vendor_rate.vendor_id,
    'rate', save_vendor_rate.rate, 'valid_from', save_vendor_rate.valid_from, 'category', save_vendor_rate.category));
  before numeric;
  new_id uuid;
begin
  if answer is not null then
    return answer;
  end if;
  answer := private.lock_vendor(save_vendor_rate.vendor_id);
  if answer is not null then
    return answer;
  elsif save_vendor_rate.rate is null or save_vendor_rate.rate not between 0 and 100 then
    return private.command_result('Enter a percentage from 0 to 100.', 'rate', 'percentage_out_of_range');
  elsif save_vendor_rate.valid_from is null or save_vendor_rate.valid_from not between '1900-01-01' and '2199-12-31' then
    return private.command_result('Enter a date like 11/19/2026.', 'valid_from', 'date_expected');
  elsif save_vendor_rate.category not in ('fare', 'air', 'hotel', 'cruise', 'tour', 'insurance', 'transfer', 'extra') then
    return private.command_result('Choose a kind of line that a vendor pays for.', 'category', 'rate_category_unknown');
  end if;
  before := private.vendor_rate(caller_organization_id, save_vendor_rate.vendor_id, save_vendor_rate.category, save_vendor_rate.valid_from);
  insert into public.vendor_rates (organization_id, vendor_id, category, rate, valid_from, created_by)
  values (caller_organization_id, save_vendor_rate.vendor_id, save_vendor_rate.category, round(save_vendor_rate.rate, 2),
    save_vendor_rate.valid_from, private.acting_user(caller_organization_id))
  returning id into new_id;
  perform private.audit(caller_organization_id, 'vendor_terms_changed', null, save_vendor_rate.vendor_id,
    private.audit_change('rate', before::text, round(save_vendor_rate.rate, 2)::text)
      || jsonb_build_object('valid_from', save_vendor_rate.valid_from, 'category', save_vendor_rate.category));
  return private.end_request(request_key, new_id, private.command_result(null) || jsonb_build_object('id', new_id));
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
  by_share_of uuid := case when scope.agent_id is not null and private.has_shares(scope.organization_id, scope.agent_id) then scope.agent_id end;
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
      select 'exact' as kind, private.found_sales(exact_ids, by_share_of) as rows
      union all
      select 'customers', private.found_customers(customer_ids[:shown], scope.agent_id)
      union all
      select 'sales', private.found_sales(sale_ids[:shown], by_share_of)
      union all
      select 'commissions', private.found_commissions(worth_ids || array(select id from unnest(sale_ids) with ordinality s(id, n)
        where s.id <> all (worth_ids) order by s.n), worth_ids, shown, by_share_of)
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

CREATE OR REPLACE FUNCTION public.set_member_split(member_id uuid, commission_split numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  locked record;
begin
  select t.* into locked from private.lock_member(set_member_split.member_id) t;
  if locked.refusal is not null then
    return locked.refusal;
  elsif set_member_split.commission_split is null or set_member_split.commission_split not between 0 and 100 then
    return private.command_result('Enter a percentage from 0 to 100.', 'commission_split', 'percentage_out_of_range');
  end if;
  update public.user_terms t set commission_split = round(set_member_split.commission_split, 2)
  where t.user_id = (locked.member).id;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.try_terms(member_id uuid, day date, vendor_id uuid DEFAULT NULL::uuid, category text DEFAULT NULL::text, commission numeric DEFAULT NULL::numeric, total numeric DEFAULT NULL::numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member public.users;
  terms public.agreement_versions;
  rest public.agreement_versions;
  sale public.sales;
  by_vendor numeric;
  by_category numeric;
  by_rest numeric;
  by_all numeric;
begin
  select u.* into member from public.users u
  where u.id = try_terms.member_id and u.organization_id = private.current_organization_id() and (private.is_admin() or u.id = auth.uid());
  if member.id is null or try_terms.day is null then
    return null;
  end if;
  terms := private.terms_in_force(member.organization_id, member.id, try_terms.day);
  -- A service fee has no vendor: nobody's split counts.
  if terms.id is null or try_terms.category = 'service_fee' then
    by_all := (private.split_for(member.organization_id, member.id, null, try_terms.category, try_terms.day)).split;
    by_rest := (private.split_for(member.organization_id, member.id, null, null, try_terms.day)).split;
  else
    sale.organization_id := member.organization_id;
    sale.agent_id := member.id;
    sale.sale_date := try_terms.day;
    -- After all that was recorded of this day.
    sale.created_at := 'infinity';
    sale.total_amount := coalesce(greatest(try_terms.total, 0), 0);
    sale.commission_amount := coalesce(greatest(try_terms.commission, 0), 0);
    sale.vendor_id := try_terms.vendor_id;
    sale.lines := case when try_terms.category is null then '[]'
      else jsonb_build_array(jsonb_build_object('kind', try_terms.category, 'commission', greatest(sale.commission_amount, 1))) end;
    by_all := private.split_of_sale(terms, sale, 100);
    rest := terms;
    rest.vendor_splits := '[]';
    rest.category_splits := '[]';
    by_rest := private.split_of_sale(rest, sale, 100);
    by_vendor := private.split_of(terms.vendor_splits, 'vendor_id', try_terms.vendor_id::text);
  end if;
  by_category := private.split_of(terms.category_splits, 'category', try_terms.category);
  return jsonb_build_object('split', by_all,
    'by', case when by_vendor is not null then 'vendor' when by_category is not null then 'category'
      when terms.tiers is not null then 'tier' else 'default' end,
    'vendor', by_vendor, 'category', by_category, 'tier', case when terms.tiers is not null then by_rest end,
    'default', case when terms.id is null then by_rest else terms.default_split end,
    'amount', case when try_terms.commission >= 0 then round(try_terms.commission * by_all / 100, 2) end,
    'version', terms.number);
end $function$;

CREATE OR REPLACE FUNCTION public.undo_bank_decision(group_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  step constant int := 50;
  caller_organization_id uuid := private.bank_organization();
  waiting uuid[];
  ids uuid[];
  paid jsonb;
  d public.bank_decisions;
  t public.bank_transactions;
  refusal jsonb;
  touched uuid[];
  -- {transaction: [{payer_key, vendor_id}]}: what the matches taught.
  learned jsonb;
  -- [{payer_key, vendor_id, category}]: what was learned from what is taken back.
  lessons jsonb := '[]';
begin
  -- What an earlier call took back is done; the rest in the order of their ids, like the locks.
  waiting := array(
    select e.transaction_id from public.bank_decisions e
    where e.organization_id = caller_organization_id and e.group_id = undo_bank_decision.group_id
    group by 1 having bool_and(e.action <> 'undo') order by 1);
  if cardinality(waiting) = 0 then
    return private.command_result('There is nothing to take back.', null, 'nothing_to_take_back');
  end if;
  -- Only accepted ones, as many as an import has, go in steps: what is learned by setting aside has to be forgotten as a whole.
  ids := case when exists (select 1 from public.bank_decisions e
    where e.organization_id = caller_organization_id and e.group_id = undo_bank_decision.group_id and e.action = 'accept')
    then waiting[:step] else waiting end;
  perform 1 from public.bank_transactions b where b.organization_id = caller_organization_id and b.id = any (ids)
  order by b.id for no key update;
  if exists (
    select 1 from unnest(waiting) w(id)
    cross join lateral (
      select e.group_id from public.bank_decisions e
      where e.organization_id = caller_organization_id and e.transaction_id = w.id and not exists (
        select from public.bank_decisions u
        where u.organization_id = e.organization_id and u.transaction_id = e.transaction_id and u.group_id = e.group_id
          and u.action = 'undo')
      order by e.decided_at desc limit 1) latest
    where latest.group_id <> undo_bank_decision.group_id) then
    return private.command_result('Something was decided since. Take that back first.', null, 'decided_since');
  end if;
  touched := array(select a.commission_id from public.bank_allocations a
    where a.organization_id = caller_organization_id and a.transaction_id = any (ids));
  select jsonb_object_agg(m.transaction_id, m.lessons) into learned
  from (
    select l.transaction_id, jsonb_agg(jsonb_build_object('payer_key', l.payer_key, 'vendor_id', l.vendor_id)) as lessons
    from private.payer_lessons(caller_organization_id, ids) l group by 1) m;
  paid := private.paid_parts(caller_organization_id, waiting, '{}');
  -- A match that replaced another one leads back to that one; all others to none.
  if paid = '[]' then
    paid := private.unmatch_transactions(caller_organization_id, ids);
  end if;
  if paid <> '[]' then
    return private.command_result('An agent has been paid for it.', null, 'agent_paid_for_it') || jsonb_build_object('paid', paid);
  end if;
  for d in select e.* from public.bank_decisions e
    where e.organization_id = caller_organization_id and e.group_id = undo_bank_decision.group_id and e.transaction_id = any (ids)
    order by e.transaction_id
  loop
    select b.* into t from public.bank_transactions b where b.id = d.transaction_id and b.organization_id = caller_organization_id;
    perform private.keep_decision(t, undo_bank_decision.group_id, 'undo');
    if d.details ->> 'status' = 'matched' then
      refusal := private.write_match(t, (d.details -> 'parts') || coalesce(d.details -> 'others', '[]'), (d.details ->> 'unclaimed')::numeric, (d.details ->> 'fee')::numeric,
        d.details ->> 'category', (d.details ->> 'vendor_id')::uuid);
      if refusal is not null then
        perform private.refuse_with(private.at_field(refusal, null));
      end if;
    else
      update public.bank_transactions b set category = d.details ->> 'category',
        status = case d.details ->> 'status' when 'set_aside' then 'set_aside' else 'open' end,
        vendor_id = (d.details ->> 'vendor_id')::uuid,
        rule_id = (select r.id from public.bank_rules r
          where r.organization_id = b.organization_id and r.id = (d.details ->> 'rule_id')::uuid),
        rule_vendor_id = (select v.id from public.vendors v
          where v.organization_id = b.organization_id and v.id = (d.details ->> 'rule_vendor_id')::uuid),
        version = b.version + 1 where b.id = t.id;
      delete from private.rejected_suggestions j
      where d.action = 'reject' and j.organization_id = t.organization_id and j.transaction_id = t.id
        and to_jsonb(j.commission_ids) = d.details -> 'rejected';
      lessons := lessons
        || coalesce(learned -> t.id::text, '[]')
        || case when (d.details ->> 'learned')::boolean then jsonb_build_array(jsonb_build_object('payer_key', t.payer_key)
          || case d.action when 'vendor' then jsonb_build_object('vendor_id', t.vendor_id)
            else jsonb_build_object('category', t.category) end) else '[]' end;
    end if;
  end loop;
  perform private.forget_lessons(caller_organization_id, lessons);
  perform private.match_transactions(caller_organization_id, ids);
  perform private.rematch_commissions(caller_organization_id, touched, ids);
  return private.command_result(null) || jsonb_build_object('undone', to_jsonb(ids), 'paid', '[]'::jsonb,
    'more', cardinality(waiting) > cardinality(ids));
end $function$;

CREATE OR REPLACE FUNCTION public.undo_customer_payment(payment_id uuid, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  words constant text := private.visible_text(undo_customer_payment.reason);
  is_admin constant boolean := private.is_admin();
  payment public.customer_payments;
  sale public.sales;
  counter_id uuid;
begin
  select p.* into payment from public.customer_payments p
  where p.organization_id = private.current_organization_id() and p.id = undo_customer_payment.payment_id;
  select s.* into sale from public.sales s
  where s.organization_id = payment.organization_id and s.id = payment.sales_id and (is_admin or s.agent_id = auth.uid())
  for no key update;
  if sale.id is null then
    perform private.refuse('This payment does not exist, or it is not yours.', 'payment_id', 'customer_payment_not_found');
  elsif payment.origin = 'undo' or exists (
    select 1 from public.customer_payments p where p.organization_id = payment.organization_id and p.undoes_id = payment.id) then
    perform private.refuse('This was undone already.', 'payment_id', 'customer_payment_undone');
  elsif words is null then
    perform private.refuse('Say why. It stays with the payment.', 'reason', 'customer_undo_reason_missing');
  elsif char_length(words) > 500 then
    perform private.refuse('Use at most 500 characters.', 'reason', 'text_too_long', '{"most": 500}');
  end if;
  perform private.refuse_paid_sum(sale, private.paid_by_customer(sale.id, sale.organization_id), -payment.amount, 'payment_id');
  insert into public.customer_payments (organization_id, sales_id, amount, paid_on, payment_method, notes, origin, undoes_id, created_by)
  values (sale.organization_id, sale.id, -payment.amount, private.today(), payment.payment_method, words, 'undo', payment.id, auth.uid())
  returning id into counter_id;
  sale := private.settle_paid_sale(sale);
  return private.paid_answer(sale, counter_id);
end $function$;

CREATE OR REPLACE FUNCTION public.update_sale(sale_id uuid, expected_version integer, changes jsonb, traveler_ids text[] DEFAULT NULL::text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  input jsonb := private.check_sale_input(update_sale.changes,
    '{customer_id,vendor_id,agent_id,booking_reference,sale_date,travel_date,return_date,total_amount,commission_amount,
      commission_rate,commission_basis,currency,status,notes,lines,co_sellers,payment_plan,group_id}');
  current public.sales%rowtype;
  assignments text;
  new_version integer;
begin
  if update_sale.traveler_ids is not null then
    input := input || private.check_traveler_ids(update_sale.traveler_ids);
  end if;
  if update_sale.expected_version is null then
    perform private.refuse('Say which version of the sale was edited.', 'version', 'version_missing', '{"noun": "sale"}');
  end if;
  select s.* into current from public.sales s where s.id = update_sale.sale_id for no key update;
  if not found then
    perform private.refuse('This sale does not exist, or it is not yours.', '', 'sale_not_found');
  end if;

  if current.version <> update_sale.expected_version then
    return jsonb_build_object('outcome', 'conflict', 'version', current.version,
      'sale', private.describe_sale(current),
      'changes', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'changed_by', case when u.id is not null then
            jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) end,
          'changed_at', h.created_at, 'change_type', h.change_type, 'previous_data', h.previous_data,
          'new_data', h.new_data, 'changed_fields', h.changed_fields, 'comment', h.comment, 'version', h.version)
          order by h.version), '[]')
        from public.sales_history h
        left join public.users u on u.organization_id = h.organization_id and u.id = h.changed_by
        where h.organization_id = current.organization_id and h.sales_id = current.id
          and h.version > update_sale.expected_version));
  end if;

  assignments := (select string_agg(format('%1$I = n.%1$I', k), ', ') from jsonb_object_keys(input) k);
  if assignments is null then
    new_version := current.version;
  else
    execute format('update public.sales s set %s from jsonb_populate_record(null::public.sales, $1) n
      where s.id = $2 returning s.version', assignments) into new_version using input, current.id;
  end if;
  return jsonb_build_object('outcome', 'saved', 'id', current.id, 'version', new_version);
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
  if p.share_id is not null then
    perform private.tell_of_void(caller_organization_id, p.agent_id, p.amount, 'for the ' || t.words, t.record_type, t.record_id,
      jsonb_build_object('sale', t.param))
    from public.commission_shares h cross join lateral private.sale_of_share(h) t
    where h.organization_id = caller_organization_id and h.id = p.share_id;
    return private.command_result(null) || jsonb_build_object('id', new_id);
  end if;
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

ALTER TABLE "public"."agent_payments" ADD CONSTRAINT "agent_payments_commission_id_one" CHECK ((num_nonnulls(commission_id, share_id) = 1));

ALTER TABLE "public"."agreement_versions" ADD CONSTRAINT "agreement_versions_created_by_fkey" FOREIGN KEY (created_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "public"."agreement_versions" ADD CONSTRAINT "agreement_versions_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "public"."agreement_versions" ADD CONSTRAINT "agreement_versions_user_id_fkey" FOREIGN KEY (user_id, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "public"."bank_other_allocations" ADD CONSTRAINT "bank_other_allocations_created_by_fkey" FOREIGN KEY (created_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "public"."bank_other_allocations" ADD CONSTRAINT "bank_other_allocations_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "public"."bank_other_allocations" ADD CONSTRAINT "bank_other_allocations_transaction_id_fkey" FOREIGN KEY (organization_id, transaction_id) REFERENCES public.bank_transactions(organization_id, id);

ALTER TABLE "public"."commission_shares" ADD CONSTRAINT "commission_shares_commission_id_fkey" FOREIGN KEY (organization_id, commission_id) REFERENCES public.commissions(organization_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."commission_shares" ADD CONSTRAINT "commission_shares_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "public"."agent_payments" ADD CONSTRAINT "agent_payments_share_id_fkey" FOREIGN KEY (organization_id, share_id) REFERENCES public.commission_shares(organization_id, id);

ALTER TABLE "public"."commission_shares" ADD CONSTRAINT "commission_shares_override_id_fkey" FOREIGN KEY (organization_id, override_id) REFERENCES public.commission_shares(organization_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."commission_shares" ADD CONSTRAINT "commission_shares_sales_id_fkey" FOREIGN KEY (sales_id, organization_id) REFERENCES public.sales(id, organization_id);

ALTER TABLE "public"."commission_shares" ADD CONSTRAINT "commission_shares_under_share_id_fkey" FOREIGN KEY (organization_id, under_share_id) REFERENCES public.commission_shares(organization_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."commission_shares" ADD CONSTRAINT "commission_shares_user_id_fkey" FOREIGN KEY (user_id, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "public"."customer_payments" ADD CONSTRAINT "customer_payments_created_by_fkey" FOREIGN KEY (created_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "public"."customer_payments" ADD CONSTRAINT "customer_payments_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "public"."customer_payments" ADD CONSTRAINT "customer_payments_sales_id_fkey" FOREIGN KEY (sales_id, organization_id) REFERENCES public.sales(id, organization_id);

ALTER TABLE "public"."customer_payments" ADD CONSTRAINT "customer_payments_undoes_id_fkey" FOREIGN KEY (organization_id, undoes_id) REFERENCES public.customer_payments(organization_id, id);

ALTER TABLE "public"."other_commissions" ADD CONSTRAINT "other_commissions_created_by_fkey" FOREIGN KEY (created_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "public"."other_commissions" ADD CONSTRAINT "other_commissions_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "public"."bank_other_allocations" ADD CONSTRAINT "bank_other_allocations_other_commission_id_fkey" FOREIGN KEY (organization_id, other_commission_id) REFERENCES public.other_commissions(organization_id, id);

ALTER TABLE "public"."commission_shares" ADD CONSTRAINT "commission_shares_other_commission_id_fkey" FOREIGN KEY (organization_id, other_commission_id) REFERENCES public.other_commissions(organization_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."other_commissions" ADD CONSTRAINT "other_commissions_sales_id_fkey" FOREIGN KEY (sales_id, organization_id) REFERENCES public.sales(id, organization_id);

ALTER TABLE "public"."other_commissions" ADD CONSTRAINT "other_commissions_vendor_id_fkey" FOREIGN KEY (vendor_id, organization_id) REFERENCES public.vendors(id, organization_id);

ALTER TABLE "public"."payment_dues" ADD CONSTRAINT "payment_dues_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "public"."payment_dues" ADD CONSTRAINT "payment_dues_sales_id_fkey" FOREIGN KEY (sales_id, organization_id) REFERENCES public.sales(id, organization_id) ON DELETE CASCADE;

ALTER TABLE "public"."payout_holds" ADD CONSTRAINT "payout_holds_commission_id_key" UNIQUE (organization_id, commission_id);

ALTER TABLE "public"."payout_holds" ADD CONSTRAINT "payout_holds_commission_id_one" CHECK ((num_nonnulls(commission_id, share_id) = 1));

ALTER TABLE "public"."payout_holds" ADD CONSTRAINT "payout_holds_pkey" PRIMARY KEY (id);

ALTER TABLE "public"."payout_holds" ADD CONSTRAINT "payout_holds_share_id_fkey" FOREIGN KEY (organization_id, share_id) REFERENCES public.commission_shares(organization_id, id) ON DELETE CASCADE;

ALTER TABLE "public"."payout_holds" ADD CONSTRAINT "payout_holds_share_id_key" UNIQUE (organization_id, share_id);

ALTER TABLE "public"."payout_lines" ADD CONSTRAINT "payout_lines_amount_sign" CHECK (
CASE kind
    WHEN 'commission'::text THEN (amount >= (0)::numeric)
    WHEN 'share'::text THEN (amount >= (0)::numeric)
    WHEN 'override'::text THEN true
    WHEN 'bonus'::text THEN (amount > (0)::numeric)
    WHEN 'returned'::text THEN (amount > (0)::numeric)
    WHEN 'recall'::text THEN (amount < (0)::numeric)
    ELSE (amount <> (0)::numeric)
END);

ALTER TABLE "public"."payout_lines" ADD CONSTRAINT "payout_lines_batch_id_required" CHECK (((kind <> ALL (ARRAY['commission'::text, 'share'::text, 'override'::text])) OR (batch_id IS NOT NULL)));

ALTER TABLE "public"."payout_lines" ADD CONSTRAINT "payout_lines_commission_id_whole" CHECK (
CASE
    WHEN (kind = ANY (ARRAY['bonus'::text, 'returned'::text])) THEN (num_nonnulls(commission_id, share_id) = 0)
    WHEN (kind = ANY (ARRAY['share'::text, 'override'::text])) THEN ((share_id IS NOT NULL) AND (commission_id IS NULL))
    WHEN (kind = 'correction'::text) THEN true
    WHEN (kind = 'recall'::text) THEN (num_nonnulls(commission_id, share_id) > 0)
    ELSE ((commission_id IS NOT NULL) AND (share_id IS NULL))
END);

ALTER TABLE "public"."payout_lines" ADD CONSTRAINT "payout_lines_kind_known" CHECK ((kind = ANY (ARRAY['commission'::text, 'share'::text, 'override'::text, 'bonus'::text, 'correction'::text, 'recall'::text, 'returned'::text])));

ALTER TABLE "public"."payout_lines" ADD CONSTRAINT "payout_lines_note_required" CHECK (((kind = ANY (ARRAY['commission'::text, 'share'::text, 'override'::text])) OR (btrim(note) <> ''::text)));

ALTER TABLE "public"."payout_lines" ADD CONSTRAINT "payout_lines_share_id_fkey" FOREIGN KEY (organization_id, share_id) REFERENCES public.commission_shares(organization_id, id);

ALTER TABLE "public"."sale_groups" ADD CONSTRAINT "sale_groups_created_by_fkey" FOREIGN KEY (created_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "public"."sale_groups" ADD CONSTRAINT "sale_groups_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "public"."sale_groups" ADD CONSTRAINT "sale_groups_vendor_id_fkey" FOREIGN KEY (vendor_id, organization_id) REFERENCES public.vendors(id, organization_id);

ALTER TABLE "public"."sale_lines" ADD CONSTRAINT "sale_lines_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "public"."sale_lines" ADD CONSTRAINT "sale_lines_sale_id_fkey" FOREIGN KEY (sale_id, organization_id) REFERENCES public.sales(id, organization_id) ON DELETE CASCADE;

ALTER TABLE "public"."sales" ADD CONSTRAINT "sales_co_sellers_array" CHECK ((jsonb_typeof(co_sellers) = 'array'::text));

ALTER TABLE "public"."sales" ADD CONSTRAINT "sales_fee_amount_range" CHECK (((fee_amount >= (0)::numeric) AND ((total_amount < (0)::numeric) OR (fee_amount <= total_amount))));

ALTER TABLE "public"."sales" ADD CONSTRAINT "sales_group_id_fkey" FOREIGN KEY (organization_id, group_id, vendor_id) REFERENCES public.sale_groups(organization_id, id, vendor_id);

ALTER TABLE "public"."sales" ADD CONSTRAINT "sales_lines_array" CHECK ((jsonb_typeof(lines) = 'array'::text));

ALTER TABLE "public"."sales" ADD CONSTRAINT "sales_payment_plan_array" CHECK ((jsonb_typeof(payment_plan) = 'array'::text));

ALTER TABLE "public"."vendor_bonus_terms" ADD CONSTRAINT "vendor_bonus_terms_created_by_fkey" FOREIGN KEY (created_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "public"."vendor_bonus_terms" ADD CONSTRAINT "vendor_bonus_terms_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "public"."vendor_bonus_terms" ADD CONSTRAINT "vendor_bonus_terms_vendor_id_fkey" FOREIGN KEY (vendor_id, organization_id) REFERENCES public.vendors(id, organization_id) ON DELETE CASCADE;

ALTER TABLE "public"."vendor_rates" ADD CONSTRAINT "vendor_rates_created_by_fkey" FOREIGN KEY (created_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "public"."vendor_rates" ADD CONSTRAINT "vendor_rates_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "public"."vendor_rates" ADD CONSTRAINT "vendor_rates_vendor_id_fkey" FOREIGN KEY (vendor_id, organization_id) REFERENCES public.vendors(id, organization_id) ON DELETE CASCADE;

CREATE VIEW "private"."closed_receipts_by_share" AS  SELECT k.id,
    k.organization_id,
    k.commission_id,
    k.sales_id,
    k.agent_id,
    k.vendor_id,
    k.status,
    k.posted_on,
    k.sign,
    k.received_on,
    k.due_on,
    1 AS place,
    private.commission_part(k.amount, c.share_percents, 1) AS amount,
    k.agent_amount,
    private.commission_part(k.received_amount, c.share_percents, 1) AS received_amount,
    private.commission_part(k.written_off, c.share_percents, 1) AS written_off,
    private.commission_part(k.open_amount, c.share_percents, 1) AS open_amount
   FROM (private.closed_receipts k
     JOIN public.commissions c ON (((c.organization_id = k.organization_id) AND (c.id = k.commission_id))))
UNION ALL
 SELECT k.id,
    k.organization_id,
    k.commission_id,
    k.sales_id,
    h.user_id AS agent_id,
    k.vendor_id,
    k.status,
    k.posted_on,
    k.sign,
    k.received_on,
    k.due_on,
    h.place,
    private.commission_part(k.amount, c.share_percents, h.place) AS amount,
    h.agent_amount,
    private.commission_part(k.received_amount, c.share_percents, h.place) AS received_amount,
    private.commission_part(k.written_off, c.share_percents, h.place) AS written_off,
    private.commission_part(k.open_amount, c.share_percents, h.place) AS open_amount
   FROM ((private.closed_receipts k
     JOIN public.commissions c ON (((c.organization_id = k.organization_id) AND (c.id = k.commission_id))))
     JOIN public.commission_shares h ON (((h.organization_id = k.organization_id) AND (h.commission_id = k.commission_id) AND (h.role = ANY (ARRAY['co_seller'::text, 'referral'::text])))));

CREATE VIEW "private"."commissions_by_share" AS  SELECT c.id,
    c.organization_id,
    c.sales_id,
    c.agent_id,
    c.vendor_id,
    c.sale_date,
    c.due_on,
    c.created_at,
    c.sale_paid,
        CASE
            WHEN c.seller_paid THEN 'agent_paid'::text
            ELSE c.status
        END AS status,
    c.share_percents[1] AS share_percent,
    c.commission_split,
        CASE
            WHEN (cardinality(c.share_percents) = 1) THEN c.amount
            ELSE (private.parts_of(c.amount, c.share_percents))[1]
        END AS amount,
    c.agent_amount,
    1 AS place,
    c.received_on,
    c.received_posted_on,
    private.commission_part(c.received_amount, c.share_percents, 1) AS received_amount,
    private.commission_part(c.written_off, c.share_percents, 1) AS written_off,
    private.commission_part(c.open_amount, c.share_percents, 1) AS open_amount
   FROM public.commissions c
UNION ALL
 SELECT c.id,
    h.organization_id,
    c.sales_id,
    h.user_id AS agent_id,
    c.vendor_id,
    c.sale_date,
    c.due_on,
    c.created_at,
    c.sale_paid,
        CASE
            WHEN (h.status = 'paid'::text) THEN 'agent_paid'::text
            WHEN (h.status = 'cancelled'::text) THEN 'cancelled'::text
            WHEN (c.status = 'agent_paid'::text) THEN 'funds_received'::text
            ELSE c.status
        END AS status,
    h.percent AS share_percent,
    h.split AS commission_split,
    (private.parts_of(c.amount, c.share_percents))[h.place] AS amount,
    h.agent_amount,
    h.place,
    c.received_on,
    c.received_posted_on,
    private.commission_part(c.received_amount, c.share_percents, h.place) AS received_amount,
    private.commission_part(c.written_off, c.share_percents, h.place) AS written_off,
    private.commission_part(c.open_amount, c.share_percents, h.place) AS open_amount
   FROM (public.commission_shares h
     JOIN public.commissions c ON (((c.organization_id = h.organization_id) AND (c.id = h.commission_id))))
  WHERE (h.role = ANY (ARRAY['co_seller'::text, 'referral'::text]));

CREATE VIEW "private"."commission_money_by_share" AS  SELECT m.organization_id,
    m.commission_id,
    w.agent_id AS payee_id,
    m.sales_id,
    m.vendor_id,
    m.status,
    m.sale_date,
    m.due_on,
    m.created_at,
    m.sale_paid,
    w.amount,
    w.agent_amount,
    w.open_amount,
    COALESCE(w.received_amount, (0)::numeric) AS received,
    m.received_on,
    w.written_off,
    m.known,
        CASE
            WHEN (m.open > (0)::numeric) THEN w.open_amount
            ELSE (0)::numeric
        END AS open,
        CASE
            WHEN (m.owed > (0)::numeric) THEN w.open_amount
            ELSE (0)::numeric
        END AS owed,
        CASE
            WHEN ((m.owed > (0)::numeric) AND (m.received > (0)::numeric)) THEN w.open_amount
            ELSE (0)::numeric
        END AS paid_short,
        CASE
            WHEN ((m.owed > (0)::numeric) AND (w.status = 'agent_paid'::text)) THEN w.open_amount
            ELSE (0)::numeric
        END AS owed_agent_paid,
        CASE
            WHEN ((m.owed > (0)::numeric) AND (w.status = 'agent_paid'::text)) THEN w.agent_amount
            ELSE (0)::numeric
        END AS advanced
   FROM (private.commission_money m
     JOIN private.commissions_by_share w ON (((w.organization_id = m.organization_id) AND (w.id = m.commission_id))));

CREATE VIEW "private"."sales_by_share" AS  SELECT s.id,
    s.organization_id,
    s.agent_id,
    s.agent_id AS seller_id,
    s.customer_id,
    s.vendor_id,
    s.booking_reference,
    s.sale_date,
    s.travel_date,
    s.return_date,
    s.status,
    s.created_at,
    (private.share_percents(s.co_sellers))[1] AS share_percent,
        CASE
            WHEN (s.co_sellers = '[]'::jsonb) THEN s.total_amount
            ELSE private.share_part(s.total_amount, s.co_sellers, 1)
        END AS total_amount,
        CASE
            WHEN (s.co_sellers = '[]'::jsonb) THEN s.commission_amount
            ELSE private.share_part(s.commission_amount, s.co_sellers, 1)
        END AS commission_amount
   FROM public.sales s
UNION ALL
 SELECT s.id,
    h.organization_id,
    h.user_id AS agent_id,
    s.agent_id AS seller_id,
    s.customer_id,
    s.vendor_id,
    s.booking_reference,
    s.sale_date,
    s.travel_date,
    s.return_date,
    s.status,
    s.created_at,
    h.percent AS share_percent,
    private.share_part(s.total_amount, s.co_sellers, h.place) AS total_amount,
    private.share_part(s.commission_amount, s.co_sellers, h.place) AS commission_amount
   FROM (public.commission_shares h
     JOIN public.sales s ON (((s.organization_id = h.organization_id) AND (s.id = h.sales_id))))
  WHERE ((h.role = ANY (ARRAY['co_seller'::text, 'referral'::text])) AND (h.commission_id IS NOT NULL));

CREATE UNIQUE INDEX agent_payments_share_id_key ON public.agent_payments USING btree (share_id, organization_id) WHERE (share_id IS NOT NULL);

CREATE INDEX agreement_versions_overrides_idx ON public.agreement_versions USING btree (organization_id, user_id) WHERE (overrides <> '[]'::jsonb);

CREATE INDEX agreement_versions_user_id_idx ON public.agreement_versions USING btree (organization_id, user_id, valid_from DESC, number DESC) WHERE (replaced_at IS NULL);

CREATE INDEX bank_other_allocations_other_commission_id_idx ON public.bank_other_allocations USING btree (organization_id, other_commission_id);

CREATE UNIQUE INDEX commission_shares_charge_key ON public.commission_shares USING btree (override_id, organization_id) WHERE (override_id IS NOT NULL);

CREATE INDEX commission_shares_commission_id_idx ON public.commission_shares USING btree (organization_id, commission_id) WHERE (commission_id IS NOT NULL);

CREATE INDEX commission_shares_corrections_idx ON public.commission_shares USING btree (organization_id, user_id, terms_version_id) WHERE (role = 'tier_correction'::text);

CREATE INDEX commission_shares_counted_on_idx ON public.commission_shares USING btree (organization_id, counted_on);

CREATE INDEX commission_shares_open_idx ON public.commission_shares USING btree (organization_id, user_id) WHERE (status = 'open'::text);

CREATE INDEX commission_shares_other_commission_id_idx ON public.commission_shares USING btree (organization_id, other_commission_id) WHERE (other_commission_id IS NOT NULL);

CREATE UNIQUE INDEX commission_shares_override_key ON public.commission_shares USING btree (commission_id, other_commission_id, under_share_id, user_id, organization_id) NULLS NOT DISTINCT WHERE (role = 'override'::text);

CREATE UNIQUE INDEX commission_shares_place_key ON public.commission_shares USING btree (commission_id, other_commission_id, place, organization_id) NULLS NOT DISTINCT WHERE (place IS NOT NULL);

CREATE INDEX commission_shares_sales_id_idx ON public.commission_shares USING btree (organization_id, sales_id, user_id) WHERE (sales_id IS NOT NULL);

CREATE INDEX commission_shares_under_share_id_idx ON public.commission_shares USING btree (organization_id, under_share_id) WHERE (under_share_id IS NOT NULL);

CREATE INDEX commission_shares_user_id_idx ON public.commission_shares USING btree (organization_id, user_id, status, counted_on);

CREATE INDEX customer_payments_sales_id_idx ON public.customer_payments USING btree (organization_id, sales_id, created_at) INCLUDE (amount);

CREATE UNIQUE INDEX customer_payments_undoes_id_key ON public.customer_payments USING btree (undoes_id, organization_id) WHERE (undoes_id IS NOT NULL);

CREATE INDEX other_commissions_counted_on_idx ON public.other_commissions USING btree (organization_id, counted_on);

CREATE INDEX other_commissions_organization_id_status_idx ON public.other_commissions USING btree (organization_id, status, created_at DESC, id);

CREATE UNIQUE INDEX other_commissions_sales_id_key ON public.other_commissions USING btree (sales_id, kind, organization_id) WHERE (sales_id IS NOT NULL);

CREATE INDEX other_commissions_vendor_id_idx ON public.other_commissions USING btree (organization_id, vendor_id, status) WHERE (vendor_id IS NOT NULL);

CREATE UNIQUE INDEX other_commissions_vendor_id_period_key ON public.other_commissions USING btree (vendor_id, period_start, period_end, organization_id) WHERE ((kind = 'volume_bonus'::text) AND (status <> 'cancelled'::text));

CREATE INDEX payment_dues_due_on_idx ON public.payment_dues USING btree (organization_id, due_on, sales_id) INCLUDE (agent_id, open_amount) WHERE (open_amount > (0)::numeric);

CREATE INDEX payment_dues_remind_idx ON public.payment_dues USING btree (due_on) WHERE (remind AND (reminded_on IS NULL) AND (open_amount > (0)::numeric));

CREATE UNIQUE INDEX payout_lines_share_id_key ON public.payout_lines USING btree (organization_id, share_id) WHERE (kind = ANY (ARRAY['share'::text, 'override'::text]));

CREATE INDEX payout_lines_shares_idx ON public.payout_lines USING btree (organization_id, share_id) WHERE (share_id IS NOT NULL);

CREATE UNIQUE INDEX payout_lines_transaction_id_key ON public.payout_lines USING btree (organization_id, transaction_id, commission_id, share_id) NULLS NOT DISTINCT WHERE (transaction_id IS NOT NULL);

CREATE UNIQUE INDEX sale_groups_name_key ON public.sale_groups USING btree (organization_id, lower(name));

CREATE INDEX sale_groups_vendor_id_idx ON public.sale_groups USING btree (organization_id, vendor_id, created_at DESC);

CREATE INDEX sale_lines_organization_id_idx ON public.sale_lines USING btree (organization_id, sale_id);

CREATE INDEX sales_group_id_idx ON public.sales USING btree (organization_id, group_id, agent_id) WHERE (group_id IS NOT NULL);

CREATE INDEX sales_history_texts_idx ON public.sales_history USING btree (organization_id, sales_id) WHERE ((comment IS NOT NULL) OR ((new_data ->> 'notes'::text) IS NOT NULL) OR ((previous_data ->> 'notes'::text) IS NOT NULL) OR (new_data ? 'travelers'::text) OR (previous_data ? 'travelers'::text) OR (new_data ? 'lines'::text) OR (previous_data ? 'lines'::text));

CREATE INDEX sales_shared_idx ON public.sales USING btree (organization_id, agent_id) WHERE (co_sellers <> '[]'::jsonb);

CREATE INDEX vendor_bonus_terms_vendor_id_idx ON public.vendor_bonus_terms USING btree (organization_id, vendor_id, period_start DESC);

CREATE INDEX vendor_rates_vendor_id_idx ON public.vendor_rates USING btree (organization_id, vendor_id, valid_from DESC, created_at DESC);

CREATE CONSTRAINT TRIGGER tier_years_due_correct AFTER INSERT ON private.tier_years_due DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.correct_tiers();

CREATE TRIGGER agreement_versions_keep_deleted BEFORE DELETE ON public.agreement_versions FOR EACH ROW EXECUTE FUNCTION private.guard_history();

CREATE TRIGGER agreement_versions_keep BEFORE UPDATE ON public.agreement_versions FOR EACH ROW EXECUTE FUNCTION private.guard_agreement();

CREATE TRIGGER agreement_versions_truncate BEFORE TRUNCATE ON public.agreement_versions FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_truncate();

CREATE CONSTRAINT TRIGGER bank_other_allocations_balance AFTER INSERT OR DELETE OR UPDATE ON public.bank_other_allocations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.check_bank_balance();

CREATE TRIGGER bank_other_allocations_truncate BEFORE TRUNCATE ON public.bank_other_allocations FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_truncate();

CREATE TRIGGER commission_shares_12_keep_paid BEFORE UPDATE ON public.commission_shares FOR EACH ROW EXECUTE FUNCTION private.keep_paid_share();

CREATE TRIGGER commission_shares_90_touch BEFORE UPDATE ON public.commission_shares FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TRIGGER commission_shares_after_31_follow_overrides AFTER UPDATE ON public.commission_shares REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.follow_shares_with_overrides();

CREATE TRIGGER commission_shares_after_31_leave_caps AFTER DELETE ON public.commission_shares REFERENCING OLD TABLE AS replaced FOR EACH STATEMENT EXECUTE FUNCTION private.leave_caps();

CREATE TRIGGER commission_shares_after_31_make_overrides AFTER INSERT ON public.commission_shares REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.follow_shares_with_overrides();

CREATE TRIGGER commission_shares_after_35_mark_tiers AFTER UPDATE ON public.commission_shares FOR EACH ROW WHEN (((new.place IS NOT NULL) AND ((new.user_id <> old.user_id) OR (new.split <> old.split) OR (new.gross_part <> old.gross_part) OR (new.counted_on <> old.counted_on) OR (new.terms_version_id IS DISTINCT FROM old.terms_version_id) OR ((new.status = 'cancelled'::text) AND (old.status <> 'cancelled'::text))))) EXECUTE FUNCTION private.mark_tiers_of_share();

CREATE TRIGGER commission_shares_after_60_mark_days_added AFTER INSERT ON public.commission_shares REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.mark_days_of_shares();

CREATE TRIGGER commission_shares_after_60_mark_days_changed AFTER UPDATE ON public.commission_shares REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.mark_days_of_shares();

CREATE TRIGGER commission_shares_after_60_mark_days_removed AFTER DELETE ON public.commission_shares REFERENCING OLD TABLE AS replaced FOR EACH STATEMENT EXECUTE FUNCTION private.mark_days_of_shares();

CREATE TRIGGER commission_shares_after_65_mark_report_added AFTER INSERT ON public.commission_shares REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.mark_report_months_of_shares();

CREATE TRIGGER commission_shares_after_65_mark_report_changed AFTER UPDATE ON public.commission_shares REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.mark_report_months_of_shares();

CREATE TRIGGER commission_shares_after_65_mark_report_removed AFTER DELETE ON public.commission_shares REFERENCING OLD TABLE AS replaced FOR EACH STATEMENT EXECUTE FUNCTION private.mark_report_months_of_shares();

CREATE TRIGGER commission_shares_after_90_announce_added AFTER INSERT ON public.commission_shares REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.announce_shares();

CREATE TRIGGER commission_shares_after_90_announce_changed AFTER UPDATE ON public.commission_shares REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_shares();

CREATE TRIGGER commission_shares_after_90_announce_removed AFTER DELETE ON public.commission_shares REFERENCING OLD TABLE AS replaced FOR EACH STATEMENT EXECUTE FUNCTION private.announce_shares();

CREATE TRIGGER commission_shares_truncate BEFORE TRUNCATE ON public.commission_shares FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_truncate();

CREATE TRIGGER commissions_07_take_terms_changed BEFORE UPDATE ON public.commissions FOR EACH ROW WHEN ((old.agent_id <> new.agent_id)) EXECUTE FUNCTION private.take_terms();

CREATE TRIGGER commissions_07_take_terms BEFORE INSERT ON public.commissions FOR EACH ROW EXECUTE FUNCTION private.take_terms();

CREATE TRIGGER commissions_09_keep_paid BEFORE UPDATE ON public.commissions FOR EACH ROW WHEN ((((new.status = 'cancelled'::text) AND (old.status <> 'cancelled'::text)) OR ((old.status = 'funds_received'::text) AND (new.status = ANY (ARRAY['unpaid'::text, 'agent_paid'::text])) AND ((cardinality(old.share_percents) > 1) OR old.seller_paid)))) EXECUTE FUNCTION private.keep_paid_commission();

CREATE TRIGGER commissions_12_keep_share BEFORE UPDATE ON public.commissions FOR EACH ROW WHEN (((new.agent_amount <> old.agent_amount) AND ((old.status = ANY (ARRAY['funds_received'::text, 'agent_paid'::text])) OR old.seller_paid))) EXECUTE FUNCTION private.keep_fixed_share();

CREATE TRIGGER commissions_after_28_lock_people AFTER UPDATE ON public.commissions REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.lock_people_of_commissions();

CREATE TRIGGER commissions_after_30_follow_shares_added AFTER INSERT ON public.commissions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.follow_shares_of_commissions();

CREATE TRIGGER commissions_after_30_follow_shares_changed AFTER UPDATE ON public.commissions REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.follow_shares_of_commissions();

CREATE TRIGGER commissions_after_31_follow_overrides AFTER UPDATE ON public.commissions REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.follow_commissions_with_overrides();

CREATE TRIGGER commissions_after_31_make_overrides AFTER INSERT ON public.commissions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.follow_commissions_with_overrides();

CREATE TRIGGER commissions_after_35_mark_tiers AFTER UPDATE ON public.commissions REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.mark_tiers_of_commissions();

CREATE TRIGGER commissions_after_40_notify AFTER UPDATE ON public.commissions FOR EACH ROW WHEN ((((old.status <> new.status) AND (new.status = 'funds_received'::text)) OR (new.seller_paid AND (NOT old.seller_paid) AND (old.status <> 'agent_paid'::text)))) EXECUTE FUNCTION private.notify_of_commission();

CREATE TRIGGER commissions_after_41_tell_shares AFTER UPDATE ON public.commissions FOR EACH ROW WHEN (((old.status <> new.status) AND (new.status = 'funds_received'::text))) EXECUTE FUNCTION private.tell_shares_of_commission();

CREATE TRIGGER customer_payments_after_50_audit AFTER INSERT ON public.customer_payments FOR EACH ROW EXECUTE FUNCTION private.audit_customer_payment();

CREATE TRIGGER customer_payments_keep BEFORE DELETE OR UPDATE ON public.customer_payments FOR EACH ROW EXECUTE FUNCTION private.guard_history();

CREATE TRIGGER customer_payments_truncate BEFORE TRUNCATE ON public.customer_payments FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_truncate();

CREATE TRIGGER invitations_after_35_guard_promises AFTER INSERT OR UPDATE OF expires_at ON public.invitations FOR EACH ROW EXECUTE FUNCTION private.guard_promises('id', 'commission_split');

CREATE TRIGGER other_commissions_10_guard BEFORE INSERT OR UPDATE ON public.other_commissions FOR EACH ROW EXECUTE FUNCTION private.guard_other_commission();

CREATE TRIGGER other_commissions_45_keep_deposit BEFORE UPDATE ON public.other_commissions FOR EACH ROW WHEN (((new.vendor_id IS NOT NULL) AND ((new.received_amount IS DISTINCT FROM old.received_amount) OR (new.received_on IS DISTINCT FROM old.received_on)))) EXECUTE FUNCTION private.keep_other_deposit();

CREATE TRIGGER other_commissions_50_post BEFORE INSERT OR UPDATE ON public.other_commissions FOR EACH ROW EXECUTE FUNCTION private.post_other_receipt();

CREATE TRIGGER other_commissions_90_touch BEFORE UPDATE ON public.other_commissions FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TRIGGER other_commissions_after_20_cancel_shares AFTER UPDATE ON public.other_commissions FOR EACH ROW WHEN (((new.status = 'cancelled'::text) AND (old.status <> 'cancelled'::text))) EXECUTE FUNCTION private.cancel_other_shares();

CREATE TRIGGER other_commissions_after_41_tell_shares AFTER UPDATE ON public.other_commissions FOR EACH ROW WHEN (((new.kind = 'penalty'::text) AND (old.status <> new.status) AND (new.status = 'funds_received'::text))) EXECUTE FUNCTION private.tell_shares_of_penalty();

CREATE TRIGGER other_commissions_after_60_mark_added AFTER INSERT ON public.other_commissions FOR EACH ROW WHEN ((new.vendor_id IS NOT NULL)) EXECUTE FUNCTION private.mark_stale_others();

CREATE TRIGGER other_commissions_after_60_mark_changed AFTER UPDATE ON public.other_commissions FOR EACH ROW WHEN (((new.vendor_id IS NOT NULL) AND ((new.status IS DISTINCT FROM old.status) OR (new.amount IS DISTINCT FROM old.amount)))) EXECUTE FUNCTION private.mark_stale_others();

CREATE TRIGGER other_commissions_after_90_announce AFTER UPDATE ON public.other_commissions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_other_commissions();

CREATE TRIGGER other_commissions_truncate BEFORE TRUNCATE ON public.other_commissions FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_truncate();

CREATE TRIGGER payment_dues_truncate BEFORE TRUNCATE ON public.payment_dues FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_truncate();

CREATE TRIGGER sale_groups_90_touch BEFORE UPDATE ON public.sale_groups FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TRIGGER sale_groups_truncate BEFORE TRUNCATE ON public.sale_groups FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_truncate();

CREATE TRIGGER sales_14_guard_group_of_new BEFORE INSERT ON public.sales FOR EACH ROW WHEN ((new.group_id IS NOT NULL)) EXECUTE FUNCTION private.guard_sale_group();

CREATE TRIGGER sales_14_guard_group BEFORE UPDATE OF group_id, vendor_id ON public.sales FOR EACH ROW WHEN (((new.group_id IS NOT NULL) AND ((new.group_id IS DISTINCT FROM old.group_id) OR (new.vendor_id IS DISTINCT FROM old.vendor_id)))) EXECUTE FUNCTION private.guard_sale_group();

CREATE TRIGGER sales_22_fill_payment_plan_added BEFORE INSERT ON public.sales FOR EACH ROW WHEN ((new.payment_plan <> '[]'::jsonb)) EXECUTE FUNCTION private.fill_payment_plan();

CREATE TRIGGER sales_22_fill_payment_plan_changed BEFORE UPDATE ON public.sales FOR EACH ROW WHEN (((new.payment_plan IS DISTINCT FROM old.payment_plan) OR (new.total_amount IS DISTINCT FROM old.total_amount))) EXECUTE FUNCTION private.fill_payment_plan();

CREATE TRIGGER sales_22_guard_co_sellers_added BEFORE INSERT ON public.sales FOR EACH ROW WHEN ((new.co_sellers <> '[]'::jsonb)) EXECUTE FUNCTION private.guard_co_sellers();

CREATE TRIGGER sales_22_guard_co_sellers_changed BEFORE UPDATE OF co_sellers, agent_id ON public.sales FOR EACH ROW WHEN (((new.co_sellers <> '[]'::jsonb) AND ((new.co_sellers <> old.co_sellers) OR (new.agent_id <> old.agent_id)))) EXECUTE FUNCTION private.guard_co_sellers();

CREATE TRIGGER sales_28_guard_schedule BEFORE UPDATE ON public.sales FOR EACH ROW WHEN (((new.status IS DISTINCT FROM old.status) OR (new.vendor_id IS DISTINCT FROM old.vendor_id) OR (new.agent_id IS DISTINCT FROM old.agent_id) OR (new.currency IS DISTINCT FROM old.currency) OR (new.total_amount IS DISTINCT FROM old.total_amount) OR (new.commission_amount IS DISTINCT FROM old.commission_amount) OR (new.commission_rate IS DISTINCT FROM old.commission_rate) OR (new.commission_basis IS DISTINCT FROM old.commission_basis) OR (new.co_sellers IS DISTINCT FROM old.co_sellers) OR (new.travel_date IS DISTINCT FROM old.travel_date) OR (new.return_date IS DISTINCT FROM old.return_date))) EXECUTE FUNCTION private.guard_scheduled_sale();

CREATE TRIGGER sales_32_guard_commission BEFORE UPDATE ON public.sales FOR EACH ROW WHEN (((new.status IS DISTINCT FROM old.status) OR (new.vendor_id IS DISTINCT FROM old.vendor_id) OR (new.agent_id IS DISTINCT FROM old.agent_id) OR (new.currency IS DISTINCT FROM old.currency) OR (new.total_amount IS DISTINCT FROM old.total_amount) OR (new.commission_amount IS DISTINCT FROM old.commission_amount) OR (new.commission_rate IS DISTINCT FROM old.commission_rate) OR (new.commission_basis IS DISTINCT FROM old.commission_basis) OR (new.lines IS DISTINCT FROM old.lines) OR (new.co_sellers IS DISTINCT FROM old.co_sellers))) EXECUTE FUNCTION private.guard_sale_of_commission();

CREATE TRIGGER sales_33_guard_shares BEFORE UPDATE ON public.sales FOR EACH ROW WHEN (((new.status = 'cancelled'::text) AND (old.status <> 'cancelled'::text))) EXECUTE FUNCTION private.guard_sale_of_shares();

CREATE TRIGGER sales_after_16_sync_lines_added AFTER INSERT ON public.sales FOR EACH ROW WHEN ((new.lines <> '[]'::jsonb)) EXECUTE FUNCTION private.sync_sale_lines();

CREATE TRIGGER sales_after_16_sync_lines_changed AFTER UPDATE ON public.sales FOR EACH ROW WHEN ((new.lines IS DISTINCT FROM old.lines)) EXECUTE FUNCTION private.sync_sale_lines();

CREATE TRIGGER sales_after_18_lock_agreements_changed AFTER UPDATE ON public.sales REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.lock_agreements();

CREATE TRIGGER sales_after_18_lock_agreements AFTER INSERT ON public.sales REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.lock_agreements();

CREATE TRIGGER sales_after_20_record_rest AFTER UPDATE ON public.sales FOR EACH ROW WHEN (((new.status = 'paid'::text) AND (old.status <> 'paid'::text))) EXECUTE FUNCTION private.record_rest();

CREATE TRIGGER sales_after_21_follow_payment_plan_added AFTER INSERT ON public.sales FOR EACH ROW WHEN ((new.payment_plan <> '[]'::jsonb)) EXECUTE FUNCTION private.follow_payment_plan();

CREATE TRIGGER sales_after_21_follow_payment_plan_changed AFTER UPDATE ON public.sales FOR EACH ROW WHEN (((new.payment_plan <> '[]'::jsonb) OR (old.payment_plan <> '[]'::jsonb))) EXECUTE FUNCTION private.follow_payment_plan();

CREATE TRIGGER sales_after_25_create_fees AFTER INSERT ON public.sales REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.create_service_fees();

CREATE TRIGGER sales_after_25_sync_fees AFTER UPDATE ON public.sales REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.sync_service_fees();

CREATE TRIGGER sales_after_35_mark_tiers_added AFTER INSERT ON public.sales REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.mark_tiers_of_sales();

CREATE TRIGGER sales_after_35_mark_tiers_changed AFTER UPDATE ON public.sales REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.mark_tiers_of_sales();

CREATE TRIGGER sales_after_35_mark_tiers_removed AFTER DELETE ON public.sales REFERENCING OLD TABLE AS replaced FOR EACH STATEMENT EXECUTE FUNCTION private.mark_tiers_of_sales();

CREATE TRIGGER user_terms_after_30_follow_agreement AFTER UPDATE OF commission_split ON public.user_terms FOR EACH ROW EXECUTE FUNCTION private.follow_member_split();

CREATE TRIGGER user_terms_after_35_guard_promises AFTER UPDATE OF commission_split ON public.user_terms FOR EACH ROW WHEN (((old.commission_split <> new.commission_split) AND (old.updated_at <> now()))) EXECUTE FUNCTION private.guard_promises('user_id', 'commission_split');

CREATE TRIGGER users_after_35_guard_promises AFTER UPDATE OF is_active ON public.users FOR EACH ROW WHEN ((new.is_active AND (NOT old.is_active))) EXECUTE FUNCTION private.guard_promises('id', '');

CREATE TRIGGER vendor_bonus_terms_truncate BEFORE TRUNCATE ON public.vendor_bonus_terms FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_truncate();

CREATE TRIGGER vendor_rates_truncate BEFORE TRUNCATE ON public.vendor_rates FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_truncate();

CREATE TRIGGER vendors_20_keep_of_terms BEFORE DELETE ON public.vendors FOR EACH ROW EXECUTE FUNCTION private.keep_vendor_of_terms();

CREATE POLICY "people read their own agreements, admins all of their organizat" ON "public"."agreement_versions" FOR SELECT TO "authenticated" USING (((organization_id = ( SELECT private.current_organization_id() AS current_organization_id)) AND (( SELECT private.is_admin() AS is_admin) OR (user_id = ( SELECT auth.uid() AS uid)))));

CREATE POLICY "admins read what deposits pay of other commissions" ON "public"."bank_other_allocations" FOR SELECT TO "authenticated" USING (((organization_id = ( SELECT private.current_organization_id() AS current_organization_id)) AND ( SELECT private.is_admin() AS is_admin)));

CREATE POLICY "people read their own shares, admins all of their organization" ON "public"."commission_shares" FOR SELECT TO "authenticated" USING (((organization_id = ( SELECT private.current_organization_id() AS current_organization_id)) AND (( SELECT private.is_admin() AS is_admin) OR (user_id = ( SELECT auth.uid() AS uid)))));

CREATE POLICY "people read the payments of the sales they may read" ON "public"."customer_payments" FOR SELECT TO "authenticated" USING (((organization_id = ( SELECT private.current_organization_id() AS current_organization_id)) AND (( SELECT private.is_admin() AS is_admin) OR (EXISTS ( SELECT 1
   FROM public.sales s
  WHERE ((s.organization_id = customer_payments.organization_id) AND (s.id = customer_payments.sales_id)))))));

CREATE POLICY "admins read the other commissions of their organization" ON "public"."other_commissions" FOR SELECT TO "authenticated" USING (((organization_id = ( SELECT private.current_organization_id() AS current_organization_id)) AND ( SELECT private.is_admin() AS is_admin)));

CREATE POLICY "agents read what is due of their own sales, admins all of their" ON "public"."payment_dues" FOR SELECT TO "authenticated" USING (((organization_id = ( SELECT private.current_organization_id() AS current_organization_id)) AND (( SELECT private.is_admin() AS is_admin) OR (agent_id = ( SELECT auth.uid() AS uid)))));

CREATE POLICY "members read the groups of their organization" ON "public"."sale_groups" FOR SELECT TO "authenticated" USING ((organization_id = ( SELECT private.current_organization_id() AS current_organization_id)));

CREATE POLICY "people read the lines of the sales they may read" ON "public"."sale_lines" FOR SELECT TO "authenticated" USING (((organization_id = ( SELECT private.current_organization_id() AS current_organization_id)) AND (( SELECT private.is_admin() AS is_admin) OR (EXISTS ( SELECT 1
   FROM public.sales s
  WHERE ((s.organization_id = sale_lines.organization_id) AND (s.id = sale_lines.sale_id)))))));

CREATE POLICY "admins read the bonus terms of their organization's vendors" ON "public"."vendor_bonus_terms" FOR SELECT TO "authenticated" USING (((organization_id = ( SELECT private.current_organization_id() AS current_organization_id)) AND ( SELECT private.is_admin() AS is_admin)));

CREATE POLICY "members read the rates of their organization's vendors" ON "public"."vendor_rates" FOR SELECT TO "authenticated" USING ((organization_id = ( SELECT private.current_organization_id() AS current_organization_id)));

COMMENT ON COLUMN "public"."bank_other_allocations"."explains_receipt" IS 'An admin had recorded the receipt: it stays as it was recorded';

COMMENT ON COLUMN "public"."commissions"."seller_paid" IS 'Filled by trigger: whether the seller''s share was paid; the status is agent_paid
  when the last share is';

COMMENT ON COLUMN "public"."commissions"."share_percents" IS 'Filled by trigger: into which parts it is divided, the seller''s first, then those of
  sales.co_sellers in their order; {100} with one seller. agent_amount is the seller''s alone';

COMMENT ON COLUMN "public"."commissions"."terms_version_id" IS 'The version of the seller''s terms that the split is from; null where it was typed
  or follows the split of the person alone';

COMMENT ON COLUMN "public"."sales"."co_sellers" IS 'Who sold it beside the agent: [{user_id, role, percent}], role co_seller or referral; the agent
  has the rest of 100 percent';

COMMENT ON COLUMN "public"."sales"."fee_amount" IS 'Filled by trigger: of the total, the agency''s own service fee, which no vendor owes';

COMMENT ON COLUMN "public"."sales"."group_id" IS 'The group booking it belongs to, of the same vendor';

COMMENT ON COLUMN "public"."sales"."lines" IS 'What the sale is made of, in order: [{kind, text, amount, earns, rate, commission}]; total, fee and
  commission are their sums. sale_lines follows it';

COMMENT ON COLUMN "public"."sales"."payment_plan" IS 'When the customer pays: [{kind, due_on, amount, remind}], kind deposit or
  final, amount null for the rest. payment_dues follows it';

COMMENT ON FUNCTION "private"."add_imported_lines"(uuid, uuid, jsonb, jsonb) IS 'A sale of a file with its lines as they are kept, and their sums; a line that earns
  a rate and says none earns the sale''s, else what the vendor pays for its kind. A total or commission that the file says (`said`) and
  that is not theirs is refused.';

COMMENT ON FUNCTION "private"."agreeing_others"(public.bank_transactions, uuid) IS 'Other commissions of this vendor whose amount is a deposit''s to the cent, the likeliest
  first. They are never certain: a person says so.';

COMMENT ON FUNCTION "private"."all_agent_amount"(text, boolean) IS 'What all beside the seller get of a commission, of rows `c` or of others that name it,
  as an expression.';

COMMENT ON FUNCTION "private"."announce_commissions"() IS 'The same for commissions, and for who has a share of one.';

COMMENT ON FUNCTION "private"."announce_other_commissions"() IS 'The same for commissions of other kinds, as they are received or cancelled; with
  their shares they come and go.';

COMMENT ON FUNCTION "private"."announce_sales"() IS 'Whose dashboards a statement changed: columns that no dashboard shows (notes,
  travelers) do not count, of a reassigned sale both agents are told, and of one with co-sellers they, too. Old and new rows are added up with a sign and what cancels
  out is left out: a join of transition tables is planned for one row, and becomes a nested loop over thousands.';

COMMENT ON FUNCTION "private"."announce_shares"() IS 'The same for shares beside the sellers'', overrides and what tiers correct.';

COMMENT ON FUNCTION "private"."audit_agent_payment"() IS 'Payments of single commissions and shares, and corrections of when and how somebody was paid. A
  reference may name a customer: that it changed is said, not what to.';

COMMENT ON FUNCTION "private"."bank_other_candidates"(public.bank_transactions) IS 'Other commissions that the workbench offers of a deposit: of its vendor, or of any
  where that is not known, and those that it pays; at most 50, those due nearest first.';

COMMENT ON FUNCTION "private"."bank_others"(public.bank_transactions, uuid[]) IS 'What the bank''s screens show of other commissions, in the order of `ids`. placed: what this
  transaction pays of it; expected: what is open without it.';

COMMENT ON FUNCTION "private"."bonus_progress"(public.vendor_bonus_terms) IS '{reached, percent, bonus, next: {from, percent, missing}}: the step that is reached holds for the whole
  volume; next is null after the last.';

COMMENT ON FUNCTION "private"."bonus_reached"(public.vendor_bonus_terms) IS 'The volume of the period: what was booked without cancelled sales and the agency''s own fees, or what
  the vendor paid of commission in it, less what it took back of that.';

COMMENT ON FUNCTION "private"."bonus_words"(public.vendor_bonus_terms) IS 'The terms of a bonus in one line, for the audit log.';

COMMENT ON FUNCTION "private"."capped_overrides"(uuid, uuid, integer, uuid[]) IS 'The overrides of a lead''s calendar year that have to change so that no cap is exceeded, and to what. Each
  has what its rule''s cap leaves, by sale date, then by when the sale was recorded; what is fixed counts first. To a cap counts
  what the lead has from the people of its rule, also under other versions.';

COMMENT ON FUNCTION "private"."changed_terms"(public.sales, public.sales) IS 'Which of a sale''s terms a change concerns, as words, and the column a refusal points
  at; nothing when it concerns none. What money was reckoned from: vendor, agent, currency, total, commission and shares.';

COMMENT ON FUNCTION "private"."check_bonus_steps"(jsonb) IS 'Steps of a bonus as typed, checked and rounded: [{from, percent}], rising. A refusal names
  the step and its field (steps.2.from).';

COMMENT ON FUNCTION "private"."check_others"(public.bank_transactions, jsonb) IS 'Why a deposit cannot pay these [{commission_id, is_other, amount, expected}] in the place of what it
  paid of others before; null when it can. The caller has locked them.';

COMMENT ON FUNCTION "private"."check_payment_plan"(jsonb, numeric) IS 'The plan as it is kept: deposits in the order of their days, at most one final payment
  behind them, together at most the total.';

COMMENT ON FUNCTION "private"."check_planned_payment"(jsonb, integer) IS 'One payment of a plan as it is kept: {kind, due_on, amount, remind}; amount null is
  the rest, of a final payment alone.';

COMMENT ON FUNCTION "private"."check_sale_group"(jsonb) IS 'What a form sent about a group, checked and trimmed. A refusal names the column.';

COMMENT ON FUNCTION "private"."checked_line"(jsonb, integer) IS 'A line as it is kept: {kind, text, amount, earns, rate, commission}, the half that follows
  reckoned. Taxes, what is not commissionable and the agency''s service fee earn nothing from a vendor; a discount is below zero, and so
  is what it takes off the commission. `n` from 0.';

COMMENT ON FUNCTION "private"."checked_lines"(jsonb) IS 'The lines of a sale as they are kept, or a refusal at the line and field that is wrong.';

COMMENT ON FUNCTION "private"."collect_payout"(public.payout_batches) IS 'Adds to a draft what can be paid now. Answers how many commissions (with shares and
  overrides) and adjustments came in.';

COMMENT ON FUNCTION "private"."collectable_lines"(uuid, uuid) IS 'What a payout now would pay, for all agents or one: commissions and shares that
  can be paid and are in no payout, and adjustments that wait.';

COMMENT ON FUNCTION "private"."commission_agent_amount"(boolean) IS 'What people get of a commission `m`, as an expression: one''s own, or
  (all_shares: to the agency) what all of them get, as in the totals.';

COMMENT ON FUNCTION "private"."commission_join"(boolean, boolean) IS 'Commissions `m` beside their sales `s`.';

COMMENT ON FUNCTION "private"."commission_part"(numeric, numeric[], integer) IS 'Of an amount of a commission what is one person''s; the seller''s place is 1, an override has none.';

COMMENT ON FUNCTION "private"."commission_rows"(uuid[], boolean, uuid, boolean) IS 'What the list shows of the commissions of the sales `sale_ids`, in their order or
  backwards; by_share_of: see private.sale_rows; all_shares: with what all people get of each, as the figures say.';

COMMENT ON FUNCTION "private"."commission_sort"(text, boolean, boolean, boolean, boolean, boolean) IS 'FROM and the sort keys. An unknown `sort` is the moment of creation; so is
  ''due_on'' unless only overdue ones are asked for. sales_first: the commission of each sale that is found is looked up, since the
  planner takes what has several words of a search for many.';

COMMENT ON FUNCTION "private"."commission_source"(boolean, boolean) IS 'Where commissions are read from: what is owed from private.commission_money, which
  says so, those of a person who shares some by their parts.';

COMMENT ON FUNCTION "private"."correct_shares_of"(public.commissions) IS 'private.correct_share_of, of the shares beside the seller''s, and of overrides. What a tier corrects is
  reckoned anew with its year.';

COMMENT ON FUNCTION "private"."correct_tier_year"(public.agreement_versions, date) IS 'Brings the corrections of a year of one version of a person''s terms to what its tiers say
  now of all shares recorded by it: of each the difference of its split by tier and the recorded one, less what was paid of it. Split by
  vendor stays, and of lines that of their categories. All at once, in the order of private.tier_volume.';

COMMENT ON FUNCTION "private"."correct_tiers"() IS 'All that this transaction marked, at its end: the first of its marks does it for all.';

COMMENT ON FUNCTION "private"."counted_by"(uuid, uuid, text) IS 'How facts are counted: by share, of people (`person`), or each sale once with what all people
  get of it (`agency`). Null where nobody shares anything: both are the same, from the rows of sales and commissions alone.';

COMMENT ON FUNCTION "private"."create_service_fees"() IS 'The service fees of new sales that have one, for all rows of a statement at once.';

COMMENT ON FUNCTION "private"."departures_of"(uuid, uuid, date) IS 'The next trips of what an agent sold, alone or with others.';

COMMENT ON FUNCTION "private"."describe_imported_sales"(public.import_batches, jsonb) IS 'What was made of rows: [{row_number, customer, vendor, agent, status,
  commission_status, commission_amount, lines, total_amount, makes, customer_row, vendor_row}], `lines` how many it has, `makes`
  naming the customer and the vendor that were made with the sale, the rows those by which this file made them; null of who was there.';

COMMENT ON FUNCTION "private"."drop_recall_line"(public.payout_lines) IS 'One line of private.drop_recall.';

COMMENT ON FUNCTION "private"."export_query"(text, text, text, text, text, text) IS 'A query (organization $1) for the CSV of a source, in parts: number, text with the head, rows.
  `begins`: which rows begin what is not taken apart.';

COMMENT ON FUNCTION "private"."fill_payment_plan"() IS 'The plan changes while the sale is booked, and the total never falls below what the
  customer has paid; a total that comes down to it makes the sale paid.';

COMMENT ON FUNCTION "private"."follow_commissions_with_overrides"() IS 'Overrides upon the sellers'' shares of vendors'' commissions.';

COMMENT ON FUNCTION "private"."follow_member_split"() IS 'A new split of somebody who has terms is a version of them from today, with another default.';

COMMENT ON FUNCTION "private"."follow_overrides"(uuid[], uuid[]) IS 'Brings the overrides upon these commissions and shares to what those are now. They keep percent and
  terms; what was paid stays. What was taken off somebody for one is corrected (private.correct_shares_of), and the lead
  has what is taken then: with a cap never more than it was.';

COMMENT ON FUNCTION "private"."follow_shares_of_commissions"() IS 'Of a commission with one seller nothing is read or written.';

COMMENT ON FUNCTION "private"."follow_shares_with_overrides"() IS 'Overrides upon shares beside the sellers''; never upon an override.';

COMMENT ON FUNCTION "private"."found_commissions"(uuid[], uuid[], integer, uuid) IS 'The commissions of these sales: of exactly what was searched for first, then those
  that are still open.';

COMMENT ON FUNCTION "private"."group_figures"(uuid, uuid, uuid[]) IS 'Of each group {sales, booked, paid, cancelled, total_amount, commission_amount, owed_amount,
  owed_count}: sales and sums without cancelled ones, and what the vendor has not paid of them. agent_id: of this agent''s sales alone.';

COMMENT ON FUNCTION "private"."group_lumps"(uuid, private.bank_reading[], private.bank_payer[]) IS 'Which transactions are, to the cent, all that is open of a group: of its vendor, or with its
  reference or its name in the text (is_named). commission_ids in the order of their ids; at most 200 of a group.';

COMMENT ON FUNCTION "private"."guard_agreement"() IS 'Of a version nothing changes but that a plan was replaced.';

COMMENT ON FUNCTION "private"."guard_co_sellers"() IS 'At most nine people beside the seller, each a member of the agency, once and with a part of
  their own; the seller keeps more than nothing. What else was sent with them is dropped. A sale is not given to somebody who has a
  share of it: whose share would that be?';

COMMENT ON FUNCTION "private"."guard_commission"() IS 'Amount, split and agent are fixed once the commission is not unpaid; by terms that are
  applied again the split changes until it is paid. Status: unpaid
  -> funds_received -> agent_paid, the latter only for a paid sale and with a recorded payment; unpaid or funds_received ->
  cancelled; funds_received -> unpaid when a deposit is taken back.';

COMMENT ON FUNCTION "private"."guard_other_commission"() IS 'What it is for never changes, its amount while it is unpaid. Status: unpaid ->
  funds_received -> agent_paid; unpaid or funds_received -> cancelled, and a receipt taken back, while no share of it was paid. A service
  fee that was taken off a booked sale comes back with it.';

COMMENT ON FUNCTION "private"."guard_promises"() IS 'Of a split, an invitation, and somebody who is active again. Arguments: the column of who it is,
  and the field of the refusal.';

COMMENT ON FUNCTION "private"."guard_sale_group"() IS 'A sale has the vendor of its group, and joins none that is archived. The foreign key holds
  the vendor, too; this answers with a message.';

COMMENT ON FUNCTION "private"."guard_sale_of_shares"() IS 'A sale is not cancelled once anybody was paid of it, or had something taken off for an override.';

COMMENT ON FUNCTION "private"."has_overrides"(uuid[]) IS 'Whether anybody there has ever had an override. Where nobody has, nothing else is read.';

COMMENT ON FUNCTION "private"."has_shares"(uuid, uuid) IS 'Whether a person shares a sale with anybody. Who does not is counted as if there were no
  shares, from the same indexes.';

COMMENT ON FUNCTION "private"."held_commissions"(uuid, uuid) IS 'Held commissions and shares of an organization, or of one agent, as a payout shows them.';

COMMENT ON FUNCTION "private"."import_query"(text, text, text, text, text) IS 'The same with heads that people read and imports know again (`sale_date`: Sale date).';

COMMENT ON FUNCTION "private"."is_claim"(text) IS 'Whether a line pays what somebody has of a commission. The others are adjustments.';

COMMENT ON FUNCTION "private"."is_sale_touched"(public.sales) IS 'Whether an imported sale or its commission was changed since, is in a payout, had
  its payment voided, or somebody was paid of a share of it, or the customer has paid. What the import did has the time of its transaction.';

COMMENT ON FUNCTION "private"."keep_other_deposit"() IS 'What a deposit brought is not said otherwise by hand; the day of what it only explains
  can be.';

COMMENT ON FUNCTION "private"."keep_paid_commission"() IS 'A commission of which a share was paid, or something was taken off for an override, is
  not cancelled. With a paid share it stays funds_received when a deposit is taken back: the rest waits for the vendor again. It is
  agent_paid with its last share.';

COMMENT ON FUNCTION "private"."keep_paid_share"() IS 'What was paid of a share stays, and so does what is about to be: what changes
  afterwards is corrected (private.correct_shares_of).';

COMMENT ON FUNCTION "private"."keep_vendor_of_terms"() IS 'Versions are kept as they were agreed, also those that are over: whom they name stays.';

COMMENT ON FUNCTION "private"."kept_overrides"(jsonb) IS 'Overrides as they are kept: nothing beside what is known of one.';

COMMENT ON FUNCTION "private"."known_volume"(uuid, uuid) IS 'What is known of a sale and a person before the sale; null: nothing.';

COMMENT ON FUNCTION "private"."last_share_paid"(uuid, uuid, uuid) IS 'Whether nobody beside the seller waits for a share of a commission any more.';

COMMENT ON FUNCTION "private"."latest_payments"(uuid, uuid, integer) IS 'The latest payments to an agent, voided ones too: [{id, day, statement_id, number,
  commission_id, role (of a share), booking_reference, payment_method, amount, voided_on}].';

COMMENT ON FUNCTION "private"."learn_volumes"(uuid[]) IS 'Fills private.known_volumes for sales that are recorded or given to somebody together
  (private.tier_volumes).';

COMMENT ON FUNCTION "private"."leave_caps"() IS 'What went with its share leaves its part of a cap to others.';

COMMENT ON FUNCTION "private"."line_columns"() IS 'What of an exported row is a line, as imports know it (shared/src/import/rules/sale-fields.ts).';

COMMENT ON FUNCTION "private"."line_number"(jsonb, text, integer, numeric, numeric) IS 'A number of line `n` (from 0), rounded to two decimals; refused at lines.<n>.<key> when it is none or not within
  its range.';

COMMENT ON FUNCTION "private"."line_part"(text, text) IS 'What of a fact `f` is one line `l` of its sale, as an expression: of a person the lines'' share of
  their part. Over the lines of a sale, windows w in order and v all, it adds up to the fact to the cent.';

COMMENT ON FUNCTION "private"."lock_agreements"() IS 'Sales of somebody with tiers are recorded, changed and taken over one after the other, so that of two
  that cross a step at once each has the volume before it. Before their commissions are made and their shares are written. The volumes
  of all are reckoned here, once.';

COMMENT ON FUNCTION "private"."lock_commissions"(uuid, uuid[], uuid[]) IS 'Locks sales, then commissions, in the order of their sales, then other commissions.';

COMMENT ON FUNCTION "private"."lock_own_sale"(uuid) IS 'A sale that the caller may change: their own, admins any of their organization.';

COMMENT ON FUNCTION "private"."lock_payout_lines"(public.payout_batches) IS 'Locks the sales, commissions and shares of a payout, after the payout itself. Statements
  are numbered, and balances carried, one payout after the other.';

COMMENT ON FUNCTION "private"."lock_people"(uuid[], uuid[]) IS 'Whose shares depend on what others write: of these people those with tiers, and the leads whose overrides have
  a cap of the year. They get their sales one after the other, so that of two at once each has what the other leaves. All of a
  statement at once, in order: one after the other, two that begin with another one would wait for each other.';

COMMENT ON FUNCTION "private"."lock_people_of_commissions"() IS 'Before the shares and overrides of commissions follow them: who has tiers is reckoned again when the transaction
  ends, and would be locked after the leads.';

COMMENT ON FUNCTION "private"."lock_sale_group"(uuid) IS 'Locks a group for a change. The answer when the caller may not change it; null when they may.';

COMMENT ON FUNCTION "private"."make_overrides"(uuid[], uuid[], boolean) IS 'The overrides upon these shares, of these commissions upon their sellers'', by what the leads'' terms say on
  the sale''s date. again: the shares have somebody else''s name now; what nobody has any more is cancelled, what was paid stays.';

COMMENT ON FUNCTION "private"."mark_report_months_of_shares"() IS 'The same of a share: of all its commission counts in, and of its
  payments.';

COMMENT ON FUNCTION "private"."mark_stale_others"() IS 'Deposits of its vendor are matched anew by the job, as for sales
  (private.mark_stale_matches).';

COMMENT ON FUNCTION "private"."mark_tier_years"(uuid[], uuid[], date[], jsonb[]) IS 'Marks the years of these days, of agents and their co-sellers; of who has no tiers nothing.';

COMMENT ON FUNCTION "private"."mark_tiers_of_commissions"() IS 'The same of commissions: what was received, and what a share is reckoned from.';

COMMENT ON FUNCTION "private"."mark_tiers_of_sales"() IS 'Of sales that come, go, or change in what tiers count. Rows before and after are counted
  together, and what is the same cancels out. Without tiers in the agency nothing else is asked.';

COMMENT ON FUNCTION "private"."mark_tiers_of_share"() IS 'The same of a share beside a seller''s.';

COMMENT ON FUNCTION "private"."match_transactions"(uuid, uuid[]) IS 'Computes the suggestions of these transactions anew, with the vendor, the
  category and the status that follow. What is like what people set aside before (bank_patterns) is set aside, unless a commission
  explains it. A deposit that no suggestion makes likely is so where a penalty or a bonus of its vendor agrees (private.agreeing_others):
  those are found when it is read.';

COMMENT ON FUNCTION "private"."money_of_lines"(jsonb) IS 'Lines without their texts, which may still change when what they come to may not.';

COMMENT ON FUNCTION "private"."next_tier"(uuid, uuid, date) IS 'What is missing to a person''s next tier on a day, and its split: {from, split, missing}; null
  without tiers, and past the last.';

COMMENT ON FUNCTION "private"."notify_of_deposit"() IS 'To the agent, and to who has a share of it, when the vendor''s money came for a commission that did not become
  funds_received by it.';

COMMENT ON FUNCTION "private"."open_for_payout"(uuid, uuid, boolean) IS 'private.open_commissions and private.open_shares, with one more obstacle. later: its
  agent waits for more (private.below_minimum).';

COMMENT ON FUNCTION "private"."open_others"(uuid, uuid, uuid) IS 'Other commissions that a deposit can pay, of a vendor or of any: what is open without this
  transaction (expected), or what an admin recorded as received that no other deposit explains (recorded_on).';

COMMENT ON FUNCTION "private"."open_shares"(uuid, uuid, boolean) IS 'Open shares beside the sellers'' and overrides of an organization, or of one person, with what
  stands in their way (private.share_obstacle) and the open payout they are in, as private.open_commissions of the sellers''.';

COMMENT ON FUNCTION "private"."other_basis"(public.other_commissions) IS 'What the shares of one are reckoned from: its amount, or what came of it where agents carry a
  short payment (organizations.agents_paid_on).';

COMMENT ON FUNCTION "private"."other_dates"(public.sales, public.sale_groups) IS 'Whether a booked sale has other dates than its group.';

COMMENT ON FUNCTION "private"."other_parts"(jsonb, boolean) IS 'Of the parts of a match those of other commissions, whose `commission_id` is one''s of them, or
  those of commissions for sales: which a part is, its flag `is_other` says, that remotes of before do not send.';

COMMENT ON FUNCTION "private"."override_base"(text, numeric, numeric) IS 'What an override is a percent of: a share''s part of the commission, what its person has of it,
  or what the agency keeps of it, before overrides.';

COMMENT ON FUNCTION "private"."override_now"(public.commission_shares, public.commissions) IS 'What an override that was paid would be of its commission now, or what is taken off for it: never more than
  was paid where its terms have a cap.';

COMMENT ON FUNCTION "private"."override_people"(jsonb) IS 'Everybody that overrides name, as often as they do; all as `all`.';

COMMENT ON FUNCTION "private"."overrides_are_good"(jsonb) IS 'A list of {whose, percent, base, taken_from, cap_per_year} as agreement_versions keeps it, whoever
  they name.';

COMMENT ON FUNCTION "private"."overrides_of_year"(public.users, date) IS 'What a lead has of others in the calendar year of a day, by person: [{user_id, sales, base, amount}].';

COMMENT ON FUNCTION "private"."overrides_refusal"(public.users, jsonb) IS 'Why a member cannot have these overrides, whatever others have; null when they can.';

COMMENT ON FUNCTION "private"."owes_others"(uuid) IS 'Whether vendors owe an agency anything but commissions for sales: asked once a statement.';

COMMENT ON FUNCTION "private"."own_sales_condition"(uuid, uuid[], text, text) IS 'That sales `s` are a person''s, sold or shared (private.shared_sales), as a condition;
  of who shares none it is the one an index knows. The parameters are named by their places.';

COMMENT ON FUNCTION "private"."paid_by_customer"(uuid, uuid) IS 'What the customer has paid of a sale, refunds and what was undone taken off.';

COMMENT ON FUNCTION "private"."parts_of"(numeric, numeric[]) IS 'An amount divided by percents whose sum is 100, by largest remainder: the parts have two decimals
  and come to the amount exactly, below zero as above it. In the order of the percents.';

COMMENT ON FUNCTION "private"."payable_with_shares"(uuid, uuid) IS 'private.payable_to of who has shares, of sales, of other commissions or over others:
  what payouts see, each for itself. A row is of a vendor''s commission, with all that the person gets of it for one reason; what
  they get of other commissions is in the sums alone.';

COMMENT ON FUNCTION "private"."payment_reminder_days"() IS 'How many days before a payment is due its reminder comes.';

COMMENT ON FUNCTION "private"."payments_due"(uuid, uuid, date) IS 'What customers are to pay within 14 days or should have paid by now, of an organization or of
  one agent, the earliest days first: {count, overdue, amount, rows (eight at most)}; null for nothing.';

COMMENT ON FUNCTION "private"."payout_problems"(public.payout_batches) IS 'What stands in the way of paying a batch: [{line_id, commission_id,
  share_id, booking_reference, agent, code, params, problem}], [] for nothing. problem: the code in English.';

COMMENT ON FUNCTION "private"."payout_totals"(public.payout_batches) IS 'What each agent gets by a batch: sums of its lines, what they bring along and what is
  left. Shares are commissions; overrides are adjustments.';

COMMENT ON FUNCTION "private"."payout_unfunded"(public.payout_batches) IS '{count, amount}: the commissions and shares of a batch that vendors have not paid in full, and
  the agents'' share of them.';

COMMENT ON FUNCTION "private"."penalty_of"(uuid) IS 'What the vendor still pays for a cancelled sale, for its seller and admins: {id, amount, due_on,
  status}; null for nothing.';

COMMENT ON FUNCTION "private"."people_of_overrides"(public.users) IS 'Everybody that any version of a lead''s terms names, or of whom the lead has something this year.';

COMMENT ON FUNCTION "private"."post_other_receipt"() IS 'The booking day of the receipt of an other commission; a receipt in closed books
  does not change (public.record_other_receipt).';

COMMENT ON FUNCTION "private"."post_share_recall"(public.payout_batches, public.commission_shares, numeric, text, jsonb, uuid, boolean) IS 'The same of one share beside the seller''s; what is below zero gives back what was taken
  off somebody for an override.';

COMMENT ON FUNCTION "private"."post_share_recalls"(public.payout_batches, public.commissions, numeric, text, jsonb, uuid) IS 'What a vendor takes back, of the shares beside the seller''s that were paid: of each its
  part, at most what was paid; of an override as much as of the commission, and what was taken off somebody for it is given back.';

COMMENT ON FUNCTION "private"."promised_too_much"(uuid, date, uuid) IS 'Where overrides take more of somebody''s commission than the agency keeps of it, or the agent has, from a day
  on, of what a member has or gets; the worst: {taken_from, id, name, split, overrides, over, day}, in percent of the commission.
  Whoever is invited counts as well. Null: nowhere.';

COMMENT ON FUNCTION "private"."recallable_amount"(uuid, uuid) IS 'What can still be taken back of a commission''s seller: what they were paid for it, less
  what was taken back or corrected already.';

COMMENT ON FUNCTION "private"."recallable_share"(public.commission_shares) IS 'The same of a share beside the seller''s, or of an override; of what was taken off
  somebody for one, minus what can be given back.';

COMMENT ON FUNCTION "private"."record_rest"() IS 'A sale with payment dates or payments that is marked as paid: the rest, as of today. One
  without either keeps no payments.';

COMMENT ON FUNCTION "private"."redact_sale_groups"(uuid, uuid[], text) IS 'Redacts the texts of the groups these sales belong to; `sale_ids` null: of all groups.';

COMMENT ON FUNCTION "private"."refuse_promises"(uuid, date, uuid, text) IS 'Refuses what was just written of a member where overrides take more than there is, with the
  arithmetic (private.promised_too_much): at the field of the split where it is the member''s own, else at the overrides.';

COMMENT ON FUNCTION "private"."remind_of_payments"() IS 'Once for each payment whose reminder was asked for and that is still open: to the seller,
  and to the admin who recorded the sale.';

COMMENT ON FUNCTION "private"."report_by_line"(private.report_plan, date, date) IS 'What a plan of sales comes to between two days, by kind of line: how many sales have such lines, and
  what these come to. `without_lines`: what sales without any do. Together they are the whole.';

COMMENT ON FUNCTION "private"."report_facts"(text, boolean, text, text) IS 'The rows of a kind as a query `f`. Fixed pieces only, no value of anybody: what is
  asked for goes in as parameters. With customers also whose booking it is, and for how much. A sale that stands while its
  commission was cancelled alone expects none. `sign` is -1 for what a commission said on a closed day and says no more. of_sales: what
  else is known of the sales `s` of commissions, for an index of sales. counted: private.counted_by.';

COMMENT ON FUNCTION "private"."report_facts_of_kind"(text) IS 'The facts of sales with what of each is one kind of line ($7), without the others.';

COMMENT ON FUNCTION "private"."report_whole"(private.report_plan, date, date) IS 'What a plan comes to between two days altogether, each sale once.';

COMMENT ON FUNCTION "private"."resolve_sale_rows"(public.import_batches, jsonb) IS 'Looks up what each row means, and makes the customers and vendors who are not
  there; a vendor with `vendor_rate` (percent), `vendor_payment_days` and `vendor_payment_basis` of its row. `added`: the rows of
  new sales, with ids in place of names; one with `lines` [{kind, text, amount, earns, rate, commission}] has their sums.
  `skips`: rows of sales the caller may see that exist already: ''file'' (this row of this file was imported) or ''booking'' (the
  same reference at the same vendor). `errors` as everywhere.';

COMMENT ON FUNCTION "private"."sale_filter_of"(text, uuid, uuid, date, date, text, boolean, uuid) IS 'What the caller asked for, as far as they may.';

COMMENT ON FUNCTION "private"."sale_of_share"(public.commission_shares) IS 'How a sale is named to whoever has this share of it, and where the message leads: to a lead who
  is an agent and has an override without its customer, and nowhere, as they see no sale of others.';

COMMENT ON FUNCTION "private"."sale_rows"(uuid[], boolean, uuid) IS 'What the list shows of the sales `ids`, in their order or backwards; by_share_of: of a person who
  shares some, their parts, and how many percent they are where they are not all.';

COMMENT ON FUNCTION "private"."sale_schedule_lock"(uuid, uuid, uuid) IS 'private.schedule_lock of a commission or any share of it, or of its sale''s.';

COMMENT ON FUNCTION "private"."sale_sort"(text, boolean) IS 'FROM and the sort keys. An unknown `sort` is the date. Sales of one day stand in the order
  of their recording.';

COMMENT ON FUNCTION "private"."sales_source"(boolean) IS 'Where sales are read from: those of a person who shares some, by their parts.';

COMMENT ON FUNCTION "private"."saved_by_apply_terms_again"(uuid) IS 'See private.saved_as.';

COMMENT ON FUNCTION "private"."saved_by_cancel_sale_with_penalty"(uuid) IS 'See private.saved_as.';

COMMENT ON FUNCTION "private"."saved_by_expect_volume_bonus"(uuid) IS 'See private.saved_as.';

COMMENT ON FUNCTION "private"."saved_by_record_customer_payment"(uuid) IS 'See private.saved_as.';

COMMENT ON FUNCTION "private"."saved_by_record_share_payment"(uuid) IS 'See private.saved_as.';

COMMENT ON FUNCTION "private"."saved_by_save_sale_group"(uuid) IS 'See private.saved_as.';

COMMENT ON FUNCTION "private"."saved_by_save_vendor_bonus_terms"(uuid) IS 'See private.saved_as.';

COMMENT ON FUNCTION "private"."saved_by_save_vendor_rate"(uuid) IS 'See private.saved_as.';

COMMENT ON FUNCTION "private"."saved_of_other_commission"(uuid, text) IS 'See private.saved_as. @what in front of the booking''s reference, or the
  vendor''s name.';

COMMENT ON FUNCTION "private"."seller_share"(public.commissions) IS 'What the seller of a commission is paid: the split of the seller''s part of the amount, or of
  what it is reckoned from instead.';

COMMENT ON FUNCTION "private"."settle_paid_sale"(public.sales) IS 'After a payment: paid in full makes the sale paid, as its state machine has it.';

COMMENT ON FUNCTION "private"."share_facts"(uuid, boolean) IS 'What a line says of its share: {share_id, sales_id, role, percent, base, taken_from,
  booking_reference, vendor, commission_kind, received_on, commission (the gross part), split, since (of what tiers corrected: the first
  day of their year)}, and what it is for as a note where the
  line has none of its own: {part, note, share_fact}. {} without a share.';

COMMENT ON FUNCTION "private"."share_obstacle"(public.commission_shares, public.commissions, public.other_commissions, public.sales, public.organizations, boolean, boolean, boolean, date) IS 'private.payout_obstacle of a share: of a vendor''s commission the same, of another one that
  it was not received (of a service fee: that the customer has not paid). An override waits for what the share under it waits for,
  and for nothing once that is paid. No trip is waited for of a cancelled sale.';

COMMENT ON FUNCTION "private"."share_part"(numeric, jsonb, integer) IS 'Of an amount of a sale what is one person''s; the seller''s place is 1.';

COMMENT ON FUNCTION "private"."share_percents"(jsonb) IS 'The parts of a sale in percent: the seller''s first, who has the rest of 100, then the others''
  in their order.';

COMMENT ON FUNCTION "private"."share_schedule_lock"(uuid, uuid) IS 'private.schedule_lock of a share.';

COMMENT ON FUNCTION "private"."shared_sales"(uuid, uuid) IS 'The sales of others of which a person has a share.';

COMMENT ON FUNCTION "private"."sharers"(uuid[], uuid[]) IS 'Who has a share of one of these commissions beside its seller, or an override of it.';

COMMENT ON FUNCTION "private"."shares_beside"(uuid[]) IS 'All shares of the sales of these commissions.';

COMMENT ON FUNCTION "private"."shares_commissions"(uuid) IS 'Whether an organization has any share beside sellers''. Where it has none, figures
  are made from sales and commissions alone.';

COMMENT ON FUNCTION "private"."shares_of"(uuid, uuid) IS 'The shares of a commission beside its seller''s, and overrides: of a vendor''s commission or of
  another one; to admins all, to others their own: [{id, user_id, name, role, percent, split, gross_part, agent_amount, status, paid_on,
  payment_id, voided_on, statement_id, hold, recallable (to admins)}].';

COMMENT ON FUNCTION "private"."split_by_tier"(public.agreement_versions, date, timestamp with time zone, uuid, numeric, numeric) IS 'The split by tier of an amount that is sold on a day. Where a tier lifts the whole year it is
  that of the year''s volume with it, undivided. volume: private.volume_until, where it is known already.';

COMMENT ON FUNCTION "private"."split_for"(uuid, uuid, uuid, text, date, numeric) IS 'The split of a person (percent) for a booking with this vendor on this day, and the version of the
  terms that says so (null: the split of the person alone): by vendor, category, tier, default. The tier is that of the days before, or of the
  whole year. category: of a line (shared/src/domain, LINE_KINDS); null for a sale without lines. volume: that of the days
  before, or of the year, where it is known already.';

COMMENT ON FUNCTION "private"."split_now"(uuid, uuid, date) IS 'What a person has today of what no vendor or category says (percent): of tiers that of the volume so far, with
  what was sold on this day.';

COMMENT ON FUNCTION "private"."split_of_other"(uuid, uuid, text, uuid, numeric, numeric) IS 'The split of somebody who has a percent of another commission of a sale (percent), and the version of the
  terms that says so. A service fee has that of its category, else the tier of its sale: no vendor owes it. What a vendor still pays of a
  cancelled one has the vendor''s, else the tier of what was sold before it.
  volume: private.volume_until, where it is known already.';

COMMENT ON FUNCTION "private"."split_of_sale"(public.agreement_versions, public.sales, numeric, numeric) IS 'The split (percent) of a sale''s vendor commission by a person''s terms: one number, of lines of several
  categories theirs by the weight of their commissions. percent: the person''s part of the sale. volume: private.volume_until without it,
  where it is known already.';

COMMENT ON FUNCTION "private"."split_of_share"(uuid, uuid, uuid, numeric) IS 'The split of somebody who has a percent of a sale beside its seller, as private.split_of_sale, and
  the version of the terms that says so.';

COMMENT ON FUNCTION "private"."splits_are_good"(jsonb, text, text) IS 'A list of {<key>, split} with a split from 0 to 100 each, none named twice. known: a pattern.';

COMMENT ON FUNCTION "private"."spread_cap"(uuid, uuid, integer) IS 'Brings a lead''s overrides of a calendar year to their caps (private.capped_overrides). The caller holds the lead.';

COMMENT ON FUNCTION "private"."statement_lines"(public.payout_batches, uuid) IS 'The lines of one agent in a batch, commissions first, then shares and overrides
  (private.share_facts), as they are kept in a statement: without the customers'' names, which can be erased. What tiers corrected of a
  year is one line.';

COMMENT ON FUNCTION "private"."sum_lines"(public.sales) IS 'A sale with the sums of its lines: total (fees with it), fee, the vendor''s commission, and the effective
  rate on what goes through the vendor.';

COMMENT ON FUNCTION "private"."sync_other_receipts"(uuid, uuid[]) IS 'What deposits brought of other commissions is received, as if an admin had recorded
  it; without one nothing is.';

COMMENT ON FUNCTION "private"."sync_payment_dues"(public.sales) IS 'The plan of a sale as rows, with what the payments have not covered: nothing of a sale
  that is not booked. Another day is reminded of anew.';

COMMENT ON FUNCTION "private"."sync_recalls"() IS 'What a transaction takes back of commissions whose agents were paid: their shares of it.
  sales and commissions are locked (private.write_match), so the draft is taken only when nobody else has it; otherwise the line
  waits to be collected.';

COMMENT ON FUNCTION "private"."sync_sale_lines"() IS 'sale_lines follows sales.lines.';

COMMENT ON FUNCTION "private"."sync_service_fees"() IS 'Carries an update of sales over to their service fees: the amount while nothing was
  received, received when the customer has paid, cancelled with the sale or without a fee. Statements without one read two small
  tables.';

COMMENT ON FUNCTION "private"."sync_shares"(uuid[]) IS 'Brings the shares of these vendors'' commissions to what their sales say: people, percents and
  parts of the amount, or of what it is reckoned from instead. Who keeps a share keeps its split. Shares that were paid stay.';

COMMENT ON FUNCTION "private"."take_terms"() IS 'A new commission, and one that somebody else takes over, has the split of the seller''s terms in force on
  the sale''s date. Without terms the split that it came with.';

COMMENT ON FUNCTION "private"."tell_shares"(uuid, uuid, uuid, uuid, text) IS 'Tells who has an open share of a commission, or an override of it, what its seller is told: once
  each, without amounts. The seller of a vendor''s commission hears of it by private.notify_of_commission.';

COMMENT ON FUNCTION "private"."tell_shares_of_commission"() IS 'When a commission became funds_received, as private.notify_of_commission says.';

COMMENT ON FUNCTION "private"."tell_shares_of_penalty"() IS 'When the vendor paid a penalty: also its seller, whose share is one of them.';

COMMENT ON FUNCTION "private"."terms_again"(uuid, uuid) IS 'What somebody has not been paid of and would have another split of by the terms that hold now
  for its day, seller''s shares (without share_id) and others. What is paid, in a payout, of closed books or cancelled is left alone.';

COMMENT ON FUNCTION "private"."terms_again_rows"(uuid, uuid) IS 'The same as a list, in an order: two that are equal say the same of every row.';

COMMENT ON FUNCTION "private"."terms_in_force"(uuid, uuid, date) IS 'The version of a person''s terms on a day; of two from the same day the later one. Null: none.';

COMMENT ON FUNCTION "private"."tier_split"(jsonb, numeric, numeric, numeric) IS 'The split (percent) of an amount that comes after a volume, from there on: one that crosses a step is
  divided, and its split is that of its parts by their weight, to two decimals.';

COMMENT ON FUNCTION "private"."tier_volume"(uuid, uuid, text, text, date, timestamp with time zone, uuid) IS 'What a person sold (money, by their share) in the year of a day before that day, and of that day what
  was recorded before a moment; before this transaction what others recorded, however long they waited for each other, and of what one recorded
  that with lower ids. Cancelled sales do not count, and of a commission that was cancelled alone only what was sold.';

COMMENT ON FUNCTION "private"."tier_volumes"(uuid, uuid, text, boolean, date, uuid[]) IS 'Of these sales of a person in the year from a day on the volume (money, by the person''s share) that
  private.volume_until says of each, all at once: before it, by sale date, then by when it was recorded; whole: of the year without it.';

COMMENT ON FUNCTION "private"."tier_year"(date, text) IS 'The first day of the year that a day is in. year_start: MM-DD.';

COMMENT ON FUNCTION "private"."told_kind"(text) IS 'The kind of a line in the words that deployed remotes know; `part` beside it says share or override.';

COMMENT ON FUNCTION "private"."under_shares"(uuid[], uuid[]) IS 'Shares that an override can be upon, of these commissions the sellers'': whose each is, its part of the
  commission, and what its person has of it.';

COMMENT ON FUNCTION "private"."vendor_rate"(uuid, uuid, text, date) IS 'The percent a vendor pays for a booking of this day: the rate of the kind of line, else its
  rate for all from a day on, else its default. category null: of a sale without lines. Null for a vendor of another organization.';

COMMENT ON FUNCTION "private"."vendor_rates_of"(uuid, uuid) IS '[{category, rate, valid_from}]: what private.vendor_rate chooses from, the first that
  holds first, for forms that choose by the day that is typed.';

COMMENT ON FUNCTION "private"."volume_until"(public.agreement_versions, date, timestamp with time zone, uuid) IS 'The volume that terms with tiers count for what is sold on a day: that before it
  (private.tier_volume), or where a tier lifts the whole year all of the year.';

COMMENT ON FUNCTION "private"."wanted_shares"(uuid[]) IS 'Which shares the sales of these commissions say, beside the sellers''.';

COMMENT ON FUNCTION "private"."write_agent_payments"(uuid, uuid[], text[], text[], date, text, uuid) IS 'Writes the payments of the sellers'' shares of commissions, each with its method and
  reference, and moves those without an open share to agent_paid. The caller has locked and checked sales and commissions.';

COMMENT ON FUNCTION "private"."write_match"(public.bank_transactions, jsonb, numeric, numeric, text, uuid) IS 'Writes a match: the parts [{commission_id, amount, write_off, reason}], with `is_other` of a
  penalty or a bonus by its id, replace those the transaction had. In a deposit a part may be negative: what the vendor took back of
  an earlier one. The caller has locked the transaction. The answer of a refusal, or null. `expected` in a part is what
  its commission was thought to owe: when that has changed, somebody was faster. Of a commission that an admin had recorded as
  received the deposit stands in place of that: with `rest` = ''received'' of no more than it brought (the others came otherwise),
  else of all. It keeps the recorded day unless `keep_day` is false, and what was written off with it unless `write_off` says
  otherwise.';

COMMENT ON FUNCTION "private"."write_other_commission"(uuid, text, uuid, uuid, date, date, numeric, date, date, text) IS 'Writes one and its shares (of one that belongs to a sale; a volume bonus is the
  agency''s own). The caller has checked who asks, and holds the sale.';

COMMENT ON FUNCTION "private"."write_other_shares"(uuid[]) IS 'The shares of other commissions that belong to a sale, by its percents: made, changed
  and taken away as the sale says now. Whoever keeps a share keeps its split. What was paid stays.';

COMMENT ON FUNCTION "private"."write_others"(public.bank_transactions, jsonb) IS 'Writes what a deposit pays of other commissions, in the place of what it paid before.';

COMMENT ON FUNCTION "private"."write_override_charges"(uuid[]) IS 'What is taken off the agents for these overrides, as these say now.';

COMMENT ON FUNCTION "private"."write_share_payments"(uuid, uuid[], text[], text[], date, text, uuid) IS 'private.write_agent_payments of shares beside the sellers'' and of overrides.';

COMMENT ON FUNCTION "public"."add_payout_lines"(uuid, uuid[], uuid[], uuid[]) IS 'Puts into a draft what was taken out of it: commissions and shares that can still be
  paid, and adjustments that wait. {success, error, field, added}.';

COMMENT ON FUNCTION "public"."apply_group_dates"(uuid, integer) IS 'Gives the booked sales of a group that the caller may change its dates: {changed}. What is
  paid or cancelled keeps its own.';

COMMENT ON FUNCTION "public"."apply_terms_again"(uuid, text, uuid) IS 'Gives what somebody has not been paid of the split of the terms that hold now for its day.
  Refused when it would change anything else than the preview said (expected). {success, error, field, changed}.';

COMMENT ON FUNCTION "public"."archive_sale_group"(uuid, boolean) IS 'Archives a group, or restores it. No sale joins an archived one; those it has stay.';

COMMENT ON FUNCTION "public"."cancel_other_commission"(uuid) IS 'Cancels a penalty or a volume bonus that is expected no longer, while nothing came
  of it; its shares with it. Admins only. {success, error, field}.';

COMMENT ON FUNCTION "public"."cancel_sale_with_penalty"(uuid, numeric, date, text, uuid) IS 'Cancels a sale and keeps what its vendor still pays as a commission of the kind
  penalty, at most the commission; the seller gets the split of it. For the seller and admins. Answers {id, status, version}. Once for
  each `request_key`.';

COMMENT ON FUNCTION "public"."delete_sale_group"(uuid) IS 'The foreign key decides whether there are sales, those of others included.';

COMMENT ON FUNCTION "public"."expect_volume_bonus"(uuid, date, date, numeric, date, uuid) IS 'Makes the bonus of a vendor for a period a commission that is expected (admins), once for each
  vendor and period and for each key: {success, error, field, id}. The agency keeps it whole.';

COMMENT ON FUNCTION "public"."export_sales"(text, uuid, uuid, date, date, text, text, boolean, boolean, uuid) IS 'A sale with lines has a row for each, in their order: what it is stands in all of them, its sums
  and notes in the first. Where none of the sales has lines there are no columns for them. The import reads it again.';

COMMENT ON FUNCTION "public"."find_vendors_by_name"(text, boolean) IS '[{id, name, logo_url, default_commission_rate, archived, rates}]: vendors, for filters
  with archived ones, which come last; rates (private.vendor_rates_of) where there are any.';

COMMENT ON FUNCTION "public"."get_agreement"(uuid) IS 'A person''s terms: all versions with the names of their vendors, which one is in force today, the split of
  what no vendor or category says, and of tiers the year''s volume (money), since when, and what is missing to the next; of overrides the people, and what the calendar year has come to. For the person
  and admins; null for others.';

COMMENT ON FUNCTION "public"."get_commission_shares"(uuid) IS 'The shares of a vendor''s commission beside its seller''s, as the caller may see them
  (private.shares_of).';

COMMENT ON FUNCTION "public"."get_customer_payments"(uuid) IS 'What the customer pays of a sale and has paid: {total, paid, open, currency, status,
  reference, customer, plan, payments}, the plan in its order with what is open of each, payments as they were recorded. Null for a sale
  that is not the caller''s: seller and admins.';

COMMENT ON FUNCTION "public"."get_dashboard"(date, date, text[]) IS '{range: {start, end, bucket, today}, and the parts of the caller''s page: sales,
  commissions, sales_trend, commission_trend, top_vendors, recent_customers, payments_due (where there are any); for admins to_do and
  top_agents, for agents payable, departures and next_tier (of who has tiers and is not past the last)}. A part that failed is {error: true}; `parts` asks for some only. Days are the organization''s. Without dates the last
  365 days; without one of them those up to the end, or from the start until today.';

COMMENT ON FUNCTION "public"."get_sale_group"(uuid) IS 'A group with `figures` (private.group_figures), `sales` (as list_sales; the newest 200) and
  `other_dates` (how many booked ones have other dates than the group), all of those the reader may see; `may_change`: whether they may
  change the group. Null for none of their organization.';

COMMENT ON FUNCTION "public"."get_sale_history"(uuid) IS '{entries, commission, payments, penalty, names, corrections}: the history of a sale, the status changes
  of its commission, what the customer paid, what changed of it after its month was closed (admins only), all newest first, and the names of all users,
  customers, vendors and groups that the entries refer to by id. Security invoker: what row-level security hides is neither answered nor
  named.';

COMMENT ON FUNCTION "public"."get_sale_shares"(uuid) IS '{shares: [{user_id, name, avatar_url, role, percent, gross_part, split, amount, status,
  fee}], beside: [{name, role, amount, paid}], agency, fee: {amount, agency}}, the seller first, each with their part of the agency''s
  service fee, where there is one. beside: overrides, what they take off agents, and what tiers corrected, on all commissions of the sale; a
  sale with one seller has these alone, without any null, as has one that the caller neither sold nor may see. Admins read all
  of it and what the agency keeps; the seller all percents and their own money; who has a share their own, and the names.';

COMMENT ON FUNCTION "public"."get_shared_sale"(uuid) IS 'A sale of somebody else of which the caller has a share, as they may see it: their part
  of it, their split, amount and status; null of any other sale.';

COMMENT ON FUNCTION "public"."get_vendor_terms"(uuid) IS '{today, default_commission_rate, rates, bonuses, bonus_owed} for admins; null for everybody else and for
  a vendor of another organization. rates: every version with its state (planned, current, past); bonuses: terms with
  private.bonus_progress and what is `expected` of it already; bonus_owed: expected bonuses that have not come, which no figure of
  commissions for sales counts.';

COMMENT ON FUNCTION "public"."hold_payout_lines"(uuid, uuid[], text) IS 'Holds commissions and shares of a draft together, with one reason that their agents read.
  {success, error, field, held}.';

COMMENT ON FUNCTION "public"."list_other_commissions"(text, text, integer, integer, text, uuid) IS '{rows, count, page, page_size, total_pages, kinds}: service fees, penalties and
  volume bonuses, the latest first, with the shares and the deposits of each; those that have what was typed in their booking, vendor,
  customer or notes, or are of that amount; of a vendor also the fees of its sales. kinds: {count, amount} by kind, without cancelled
  ones. Admins only: nothing for others.';

COMMENT ON FUNCTION "public"."list_sale_groups"(text, text, integer, integer, uuid) IS '{rows, count, page, page_size, total_pages}: groups, those without a travel date first, then the
  latest trip first, each with the figures of the sales the reader may see. state: active, archived or all; page_size is 1 to 100.';

COMMENT ON FUNCTION "public"."list_sales"(text, uuid, uuid, date, date, text, text, boolean, integer, integer, boolean, uuid) IS '{rows, count, page, page_size, total_pages, by_status}. `by_status` obeys every filter but
  the status, `count` that one, too; the status ''active'' is all but cancelled. customer_search: every word is part of the
  customer''s first name, last name or first e-mail address, or of the booking reference (private.find_references); what has exactly
  this reference comes first. Where there is none, the sales of customers whose names are a slip away. An unknown status or sort is
  ignored; group_id: of one group booking; departing: booked, and the trip begins within 30 days or has begun. A page beyond the last has no rows; page_size is 1 to
  100. An agent who asks for another agent''s sales finds none.';

COMMENT ON FUNCTION "public"."match_bank_transaction"(uuid, integer, jsonb, numeric, numeric, uuid, text) IS 'Matches a transaction with commissions
  (docs/product/bank.md, Matching a transaction). `parts` [{commission_id, amount, write_off, reason, expected, rest, keep_day}], or
  [{commission_id, is_other, amount, expected}] of a penalty or a volume bonus, as private.write_match takes them, replace what was matched before. {success, error, field, group_id, version, conflict}.';

COMMENT ON FUNCTION "public"."note_other_commission"(uuid, text) IS 'What an admin notes beside an other commission, of any state; empty for nothing.
  {success, error, field}.';

COMMENT ON FUNCTION "public"."preview_terms_again"(uuid) IS 'What applying somebody''s terms again would change, for who may save them; null for
  others: {count, before, after (money: the person''s parts of what changes), expected (what apply_terms_again is to find), rows: the
  latest 50}.';

COMMENT ON FUNCTION "public"."record_customer_payment"(uuid, numeric, date, text, text, uuid) IS 'Records what the customer paid of a sale, or what was given back (below zero), in
  the currency of the sale. Paid in full makes a booked sale paid. Answers {id, status, version, paid}. Once for each `request_key`.';

COMMENT ON FUNCTION "public"."record_other_receipt"(uuid, date, numeric, uuid) IS 'A manual receipt of a penalty or a volume bonus, as of a commission: said again it
  replaces what was said before, without a day it is taken back. Not once somebody was paid of it. {success, error, field}.';

COMMENT ON FUNCTION "public"."record_recall"(uuid, numeric, text, uuid, uuid, uuid) IS 'What a vendor took back of what the seller of a commission was paid, or of the share of somebody
  else (`share_id`, with the commission it is of; null for another kind''s). {success, error, field, id}.';

COMMENT ON FUNCTION "public"."record_share_payment"(uuid, numeric, date, text, text, text, uuid) IS 'Records the payment of one share beside the seller''s, or of an override, as
  record_agent_payment of a commission. {success, error, field}. A trip is not waited for, as there.';

COMMENT ON FUNCTION "public"."release_share"(uuid) IS 'Ends the hold of a share or an override; it comes into the open draft when it can be paid.
  {success, error, field}.';

COMMENT ON FUNCTION "public"."remove_payout_lines"(uuid, uuid[]) IS 'Takes lines out of a draft: commissions and shares can be collected again, adjustments wait
  for the next payout. {success, error, field}.';

COMMENT ON FUNCTION "public"."remove_vendor_bonus_terms"(uuid) IS 'Takes the terms of a bonus away (admins). One that is expected already stays.';

COMMENT ON FUNCTION "public"."remove_vendor_rate"(uuid) IS 'Takes back a rate that has not begun (admins).';

COMMENT ON FUNCTION "public"."save_agreement"(uuid, date, jsonb, uuid) IS 'A new version of a person''s terms: {default_split, vendor_splits, category_splits, tiers, overrides}. It takes the
  place of what was planned for later; recorded sales keep their split.';

COMMENT ON FUNCTION "public"."save_sale_group"(jsonb, uuid, integer, uuid) IS 'Adds a group, once for each key, or with `group_id` changes the given columns of it, if it
  still has the version that was seen: {outcome: ''saved'' or ''conflict'', id, version}. Its sales stay as they are.';

COMMENT ON FUNCTION "public"."save_vendor_bonus_terms"(uuid, date, date, text, jsonb, uuid, integer, uuid) IS 'Adds what a vendor pays on top for the volume of a period (admins), once for each
  key, or with `terms_id` changes it, if it still has the version that was seen: {success, error, field, id, version}. The periods of a vendor do not meet.';

COMMENT ON FUNCTION "public"."save_vendor_rate"(uuid, numeric, date, text, uuid) IS 'Adds a version of what a vendor pays (admins), once for each key: {success, error, field,
  id}. What was recorded before keeps its rate.';

COMMENT ON FUNCTION "public"."try_terms"(uuid, date, uuid, text, numeric, numeric) IS 'The split (percent) that somebody would have of a sale on this day, for the person and admins; null
  for others: {split, by (vendor, category, tier, default), vendor, category, tier, default (what each of them says, null: nothing),
  amount (money: the person''s part of the commission), version (its number)}. total: of the sale, which tiers by sales booked count.';

COMMENT ON FUNCTION "public"."undo_customer_payment"(uuid, text) IS 'Takes a payment back that was a mistake, by a row of today against it; closed books
  stay as they are, and a sale that is paid stays paid. Answers {id, status, version, paid}.';

COMMENT ON FUNCTION "public"."void_agent_payment"(uuid, text) IS 'Voids the payment of a single commission or share. What a payout paid is voided with its
  statement. {success, error, field, id}.';

COMMENT ON TABLE "private"."known_volumes" IS 'What people with tiers have sold until the sales that a statement of this transaction records or
  gives them, reckoned for all of them at once: between statements it is empty.';

COMMENT ON TABLE "private"."tier_years_due" IS 'Whose years by tiers are to be reckoned again when this transaction ends, once however many
  statements changed them: between transactions it is empty.';

COMMENT ON TABLE "public"."agreement_versions" IS 'Terms of a person, append-only: the version in force on a sale''s date says the split when the sale is
  recorded. Somebody without versions has the split of user_terms.';

COMMENT ON TABLE "public"."bank_other_allocations" IS 'What a deposit pays of other commissions (agreements/tables.sql), beside
  bank_allocations.';

COMMENT ON TABLE "public"."commission_shares" IS 'What people get of commissions beside the seller of a vendor''s, whose share is the
  commission''s own (agent_amount): co-sellers and referrals, all shares of other commissions, and overrides. gross_part: the part of
  the amount by percent, to the cent; agent_amount: what the person is paid of it (of an override_charge: minus).';

COMMENT ON TABLE "public"."customer_payments" IS 'What customers have paid of their sales, append-only: below zero is a refund. origin: recorded
  by somebody, the rest of a sale that was marked as paid, or undo, a row against the one it undoes.';

COMMENT ON TABLE "public"."other_commissions" IS 'Commissions of other kinds than a vendor''s for a sale, with one life like theirs: service_fee
  (the agency''s own, received when the customer has paid), penalty (what a vendor still pays for a cancelled sale), volume_bonus
  (of a vendor for a period).';

COMMENT ON TABLE "public"."payment_dues" IS 'sales.payment_plan as rows, with what the payments of the sale have not covered (0 of a sale that
  is not booked). Denormalized by trigger.';

COMMENT ON TABLE "public"."sale_groups" IS 'Group bookings: several sales of one vendor on one trip. Every member reads the groups of their
  organization, but of its sales only those they may see. Written by the functions of sales/functions/groups.sql.';

COMMENT ON TABLE "public"."sale_lines" IS 'sales.lines as rows, in their order (place, from 1). Denormalized by trigger.';

COMMENT ON TABLE "public"."vendor_bonus_terms" IS 'What a vendor pays on top for the volume of a period: steps [{from, percent}], rising; the
  step that is reached holds for the whole volume. basis: what was booked (sales) or what it paid of commission (received).';

COMMENT ON TABLE "public"."vendor_rates" IS 'What a vendor pays from a day on, for one kind of line or (category null) for all. Versions: a
  later row with the same day overrules an earlier one, none is changed, and only a planned one is removed.';

COMMENT ON VIEW "private"."commission_money_by_share" IS 'What private.commission_money says, a row for each commission and person who has a
  share of it, with their part. The status is the commission''s: of it one thing is open, whoever was paid.';

COMMENT ON VIEW "private"."commissions_by_share" IS 'A row for each vendor''s commission and person who has a share of it, with their part,
  split, amount and status: a share is paid by itself.';

COMMENT ON VIEW "private"."sales_by_share" IS 'A row for each sale and person who sold it (agent_id), with their part of the amounts.';

REVOKE ALL ON FUNCTION "private"."add_agreement"(uuid, uuid, date, numeric, jsonb, jsonb, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_agreement"(uuid, uuid, date, numeric, jsonb, jsonb, jsonb, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."add_imported_lines"(uuid, uuid, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_imported_lines"(uuid, uuid, jsonb, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."agreeing_others"(public.bank_transactions, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."agreeing_others"(public.bank_transactions, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."all_agent_amount"(text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."all_agent_amount"(text, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."announce_other_commissions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."announce_other_commissions"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."announce_shares"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."announce_shares"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_customer_payment"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_customer_payment"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."bank_other_candidates"(public.bank_transactions) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bank_other_candidates"(public.bank_transactions) TO "postgres";

REVOKE ALL ON FUNCTION "private"."bank_others"(public.bank_transactions, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bank_others"(public.bank_transactions, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."bonus_progress"(public.vendor_bonus_terms) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bonus_progress"(public.vendor_bonus_terms) TO "postgres";

REVOKE ALL ON FUNCTION "private"."bonus_reached"(public.vendor_bonus_terms) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bonus_reached"(public.vendor_bonus_terms) TO "postgres";

REVOKE ALL ON FUNCTION "private"."bonus_words"(public.vendor_bonus_terms) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bonus_words"(public.vendor_bonus_terms) TO "postgres";

REVOKE ALL ON FUNCTION "private"."cancel_other_shares"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."cancel_other_shares"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."capped_overrides"(uuid, uuid, integer, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."capped_overrides"(uuid, uuid, integer, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_bonus_steps"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."check_bonus_steps"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_others"(public.bank_transactions, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."check_others"(public.bank_transactions, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_payment_plan"(jsonb, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."check_payment_plan"(jsonb, numeric) TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_planned_payment"(jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."check_planned_payment"(jsonb, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_sale_group"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."check_sale_group"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."checked_line"(jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."checked_line"(jsonb, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."checked_lines"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."checked_lines"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."collectable_lines"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."collectable_lines"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."commission_agent_amount"(boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."commission_agent_amount"(boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."commission_join"(boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."commission_join"(boolean, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."commission_part"(numeric, numeric[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."commission_part"(numeric, numeric[], integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."commission_rows"(uuid[], boolean, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."commission_rows"(uuid[], boolean, uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."commission_sort"(text, boolean, boolean, boolean, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."commission_sort"(text, boolean, boolean, boolean, boolean, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."commission_source"(boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."commission_source"(boolean, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."correct_shares_of"(public.commissions) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."correct_shares_of"(public.commissions) TO "postgres";

REVOKE ALL ON FUNCTION "private"."correct_tier_year"(public.agreement_versions, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."correct_tier_year"(public.agreement_versions, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."correct_tiers"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."correct_tiers"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."counted_by"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."counted_by"(uuid, uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."create_service_fees"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."create_service_fees"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."drop_recall_line"(public.payout_lines) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."drop_recall_line"(public.payout_lines) TO "postgres";

REVOKE ALL ON FUNCTION "private"."export_query"(text, text, text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_query"(text, text, text, text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."fill_payment_plan"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."fill_payment_plan"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."follow_commissions_with_overrides"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follow_commissions_with_overrides"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."follow_member_split"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follow_member_split"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."follow_overrides"(uuid[], uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follow_overrides"(uuid[], uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."follow_payment_plan"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follow_payment_plan"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."follow_shares_of_commissions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follow_shares_of_commissions"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."follow_shares_with_overrides"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follow_shares_with_overrides"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."found_commissions"(uuid[], uuid[], integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."found_commissions"(uuid[], uuid[], integer, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."found_sales"(uuid[], uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."found_sales"(uuid[], uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."group_figures"(uuid, uuid, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."group_figures"(uuid, uuid, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."group_lumps"(uuid, private.bank_reading[], private.bank_payer[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."group_lumps"(uuid, private.bank_reading[], private.bank_payer[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."guard_agreement"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."guard_agreement"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."guard_co_sellers"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."guard_co_sellers"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."guard_other_commission"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."guard_other_commission"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."guard_promises"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."guard_promises"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."guard_sale_group"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."guard_sale_group"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."guard_sale_of_shares"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."guard_sale_of_shares"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_overrides"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_overrides"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_shares"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_shares"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."import_query"(text, text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."import_query"(text, text, text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_claim"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_claim"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_other_deposit"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_other_deposit"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_paid_commission"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_paid_commission"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_paid_share"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_paid_share"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_vendor_of_terms"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_vendor_of_terms"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."kept_overrides"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."kept_overrides"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."known_volume"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."known_volume"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."last_share_paid"(uuid, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."last_share_paid"(uuid, uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."learn_volumes"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."learn_volumes"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."leave_caps"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."leave_caps"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."line_columns"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."line_columns"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."line_number"(jsonb, text, integer, numeric, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."line_number"(jsonb, text, integer, numeric, numeric) TO "postgres";

REVOKE ALL ON FUNCTION "private"."line_part"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."line_part"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_agreements"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_agreements"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_capped_leads"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_capped_leads"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_commissions"(uuid, uuid[], uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_commissions"(uuid, uuid[], uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_others"(uuid, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_others"(uuid, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_own_sale"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_own_sale"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_people"(uuid[], uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_people"(uuid[], uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_people_of_commissions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_people_of_commissions"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_sale_group"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_sale_group"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."make_overrides"(uuid[], uuid[], boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."make_overrides"(uuid[], uuid[], boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."mark_days_of_shares"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mark_days_of_shares"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."mark_report_months_of_shares"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mark_report_months_of_shares"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."mark_stale_others"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mark_stale_others"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."mark_tier_years"(uuid[], uuid[], date[], jsonb[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mark_tier_years"(uuid[], uuid[], date[], jsonb[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."mark_tiers_of_commissions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mark_tiers_of_commissions"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."mark_tiers_of_sales"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mark_tiers_of_sales"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."mark_tiers_of_share"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mark_tiers_of_share"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."money_of_lines"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."money_of_lines"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."monthly_totals_of_rows"(uuid, date[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."monthly_totals_of_rows"(uuid, date[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."next_tier"(uuid, uuid, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."next_tier"(uuid, uuid, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."no_group_figures"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."no_group_figures"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."open_for_payout"(uuid, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_for_payout"(uuid, uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."open_others"(uuid, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_others"(uuid, uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."open_shares"(uuid, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_shares"(uuid, uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."other_basis"(public.other_commissions) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."other_basis"(public.other_commissions) TO "postgres";

REVOKE ALL ON FUNCTION "private"."other_dates"(public.sales, public.sale_groups) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."other_dates"(public.sales, public.sale_groups) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."other_parts"(jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."other_parts"(jsonb, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."override_base"(text, numeric, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."override_base"(text, numeric, numeric) TO "postgres";

REVOKE ALL ON FUNCTION "private"."override_now"(public.commission_shares, public.commissions) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."override_now"(public.commission_shares, public.commissions) TO "postgres";

REVOKE ALL ON FUNCTION "private"."override_people"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."override_people"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."overrides_are_good"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."overrides_are_good"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."overrides_of_year"(public.users, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."overrides_of_year"(public.users, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."overrides_refusal"(public.users, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."overrides_refusal"(public.users, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."owes_others"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."owes_others"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."own_sales_condition"(uuid, uuid[], text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_sales_condition"(uuid, uuid[], text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."paid_answer"(public.sales, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."paid_answer"(public.sales, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."paid_by_customer"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."paid_by_customer"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."parts_of"(numeric, numeric[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."parts_of"(numeric, numeric[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."payable_with_shares"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."payable_with_shares"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."payment_reminder_days"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."payment_reminder_days"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."payments_due"(uuid, uuid, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."payments_due"(uuid, uuid, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."penalty_of"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."penalty_of"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."people_of_overrides"(public.users) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."people_of_overrides"(public.users) TO "postgres";

REVOKE ALL ON FUNCTION "private"."post_other_receipt"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."post_other_receipt"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."post_share_recall"(public.payout_batches, public.commission_shares, numeric, text, jsonb, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."post_share_recall"(public.payout_batches, public.commission_shares, numeric, text, jsonb, uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."post_share_recalls"(public.payout_batches, public.commissions, numeric, text, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."post_share_recalls"(public.payout_batches, public.commissions, numeric, text, jsonb, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."promised_too_much"(uuid, date, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."promised_too_much"(uuid, date, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."recallable_share"(public.commission_shares) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."recallable_share"(public.commission_shares) TO "postgres";

REVOKE ALL ON FUNCTION "private"."record_rest"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."record_rest"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."redact_sale_groups"(uuid, uuid[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."redact_sale_groups"(uuid, uuid[], text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_paid_sum"(public.sales, numeric, numeric, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refuse_paid_sum"(public.sales, numeric, numeric, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_promises"(uuid, date, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refuse_promises"(uuid, date, uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."remind_of_payments"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."remind_of_payments"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."report_by_line"(private.report_plan, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."report_by_line"(private.report_plan, date, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."report_facts"(text, boolean, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."report_facts"(text, boolean, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."report_facts_of_kind"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."report_facts_of_kind"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."report_whole"(private.report_plan, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."report_whole"(private.report_plan, date, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sale_filter_of"(text, uuid, uuid, date, date, text, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sale_filter_of"(text, uuid, uuid, date, date, text, boolean, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sale_of_share"(public.commission_shares) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sale_of_share"(public.commission_shares) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sale_rows"(uuid[], boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sale_rows"(uuid[], boolean, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sale_schedule_lock"(uuid, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sale_schedule_lock"(uuid, uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sale_sort"(text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sale_sort"(text, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sales_source"(boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sales_source"(boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_by_apply_terms_again"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_by_apply_terms_again"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_by_cancel_sale_with_penalty"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_by_cancel_sale_with_penalty"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_by_expect_volume_bonus"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_by_expect_volume_bonus"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_by_record_customer_payment"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_by_record_customer_payment"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_by_record_other_receipt"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_by_record_other_receipt"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_by_record_share_payment"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_by_record_share_payment"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_by_save_agreement"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_by_save_agreement"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_by_save_sale_group"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_by_save_sale_group"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_by_save_vendor_bonus_terms"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_by_save_vendor_bonus_terms"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_by_save_vendor_rate"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_by_save_vendor_rate"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_of_other_commission"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_of_other_commission"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."seller_share"(public.commissions) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."seller_share"(public.commissions) TO "postgres";

REVOKE ALL ON FUNCTION "private"."settle_paid_sale"(public.sales) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."settle_paid_sale"(public.sales) TO "postgres";

REVOKE ALL ON FUNCTION "private"."share_facts"(uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."share_facts"(uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."share_obstacle"(public.commission_shares, public.commissions, public.other_commissions, public.sales, public.organizations, boolean, boolean, boolean, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."share_obstacle"(public.commission_shares, public.commissions, public.other_commissions, public.sales, public.organizations, boolean, boolean, boolean, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."share_part"(numeric, jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."share_part"(numeric, jsonb, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."share_percents"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."share_percents"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."share_schedule_lock"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."share_schedule_lock"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."shared_sales"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."shared_sales"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sharers"(uuid[], uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sharers"(uuid[], uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."shares_beside"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."shares_beside"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."shares_commissions"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."shares_commissions"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."shares_of"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."shares_of"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."split_by_tier"(public.agreement_versions, date, timestamp with time zone, uuid, numeric, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."split_by_tier"(public.agreement_versions, date, timestamp with time zone, uuid, numeric, numeric) TO "postgres";

REVOKE ALL ON FUNCTION "private"."split_for"(uuid, uuid, uuid, text, date, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."split_for"(uuid, uuid, uuid, text, date, numeric) TO "postgres";

REVOKE ALL ON FUNCTION "private"."split_now"(uuid, uuid, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."split_now"(uuid, uuid, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."split_of"(jsonb, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."split_of"(jsonb, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."split_of_other"(uuid, uuid, text, uuid, numeric, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."split_of_other"(uuid, uuid, text, uuid, numeric, numeric) TO "postgres";

REVOKE ALL ON FUNCTION "private"."split_of_sale"(public.agreement_versions, public.sales, numeric, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."split_of_sale"(public.agreement_versions, public.sales, numeric, numeric) TO "postgres";

REVOKE ALL ON FUNCTION "private"."split_of_share"(uuid, uuid, uuid, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."split_of_share"(uuid, uuid, uuid, numeric) TO "postgres";

REVOKE ALL ON FUNCTION "private"."splits_are_good"(jsonb, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."splits_are_good"(jsonb, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."spread_cap"(uuid, uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."spread_cap"(uuid, uuid, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."spread_caps"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."spread_caps"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sum_lines"(public.sales) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sum_lines"(public.sales) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sum_of"(numeric[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sum_of"(numeric[]) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."sync_other_receipts"(uuid, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sync_other_receipts"(uuid, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sync_payment_dues"(public.sales) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sync_payment_dues"(public.sales) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sync_sale_lines"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sync_sale_lines"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."sync_service_fees"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sync_service_fees"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."sync_shares"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sync_shares"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."take_terms"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_terms"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_shares"(uuid, uuid, uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_shares"(uuid, uuid, uuid, uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_shares_of_commission"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_shares_of_commission"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_shares_of_penalty"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_shares_of_penalty"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."terms_again"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."terms_again"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."terms_again_rows"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."terms_again_rows"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."terms_in_force"(uuid, uuid, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."terms_in_force"(uuid, uuid, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tier_split"(jsonb, numeric, numeric, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tier_split"(jsonb, numeric, numeric, numeric) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tier_volume"(uuid, uuid, text, text, date, timestamp with time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tier_volume"(uuid, uuid, text, text, date, timestamp with time zone, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tier_volumes"(uuid, uuid, text, boolean, date, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tier_volumes"(uuid, uuid, text, boolean, date, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tier_year"(date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tier_year"(date, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tiers_are_good"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tiers_are_good"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."told_kind"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."told_kind"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."under_shares"(uuid[], uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."under_shares"(uuid[], uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."vendor_rate"(uuid, uuid, text, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."vendor_rate"(uuid, uuid, text, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."vendor_rates_of"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."vendor_rates_of"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."volume_until"(public.agreement_versions, date, timestamp with time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."volume_until"(public.agreement_versions, date, timestamp with time zone, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."wanted_shares"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."wanted_shares"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_other_commission"(uuid, text, uuid, uuid, date, date, numeric, date, date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_other_commission"(uuid, text, uuid, uuid, date, date, numeric, date, date, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_other_shares"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_other_shares"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_others"(public.bank_transactions, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_others"(public.bank_transactions, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_override_charges"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_override_charges"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_share_payments"(uuid, uuid[], text[], text[], date, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_share_payments"(uuid, uuid[], text[], text[], date, text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."add_payout_lines"(uuid, uuid[], uuid[], uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_payout_lines"(uuid, uuid[], uuid[], uuid[]) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."apply_group_dates"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."apply_group_dates"(uuid, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."apply_terms_again"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."apply_terms_again"(uuid, text, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."archive_sale_group"(uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."archive_sale_group"(uuid, boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."cancel_other_commission"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."cancel_other_commission"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."cancel_sale_with_penalty"(uuid, numeric, date, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."cancel_sale_with_penalty"(uuid, numeric, date, text, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."delete_sale_group"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_sale_group"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."expect_volume_bonus"(uuid, date, date, numeric, date, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."expect_volume_bonus"(uuid, date, date, numeric, date, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."export_sales"(text, uuid, uuid, date, date, text, text, boolean, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."export_sales"(text, uuid, uuid, date, date, text, text, boolean, boolean, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."get_agreement"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_agreement"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."get_commission_shares"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_commission_shares"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."get_customer_payments"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_customer_payments"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."get_sale_group"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_sale_group"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."get_sale_shares"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_sale_shares"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."get_shared_sale"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_shared_sale"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."get_vendor_terms"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_vendor_terms"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."list_other_commissions"(text, text, integer, integer, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_other_commissions"(text, text, integer, integer, text, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."list_sale_groups"(text, text, integer, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_sale_groups"(text, text, integer, integer, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."list_sales"(text, uuid, uuid, date, date, text, text, boolean, integer, integer, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_sales"(text, uuid, uuid, date, date, text, text, boolean, integer, integer, boolean, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."note_other_commission"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."note_other_commission"(uuid, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."preview_terms_again"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."preview_terms_again"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."record_customer_payment"(uuid, numeric, date, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."record_customer_payment"(uuid, numeric, date, text, text, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."record_other_receipt"(uuid, date, numeric, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."record_other_receipt"(uuid, date, numeric, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."record_recall"(uuid, numeric, text, uuid, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."record_recall"(uuid, numeric, text, uuid, uuid, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."record_share_payment"(uuid, numeric, date, text, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."record_share_payment"(uuid, numeric, date, text, text, text, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."release_share"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."release_share"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."remove_vendor_bonus_terms"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."remove_vendor_bonus_terms"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."remove_vendor_rate"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."remove_vendor_rate"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."save_agreement"(uuid, date, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_agreement"(uuid, date, jsonb, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."save_sale_group"(jsonb, uuid, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_sale_group"(jsonb, uuid, integer, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."save_vendor_bonus_terms"(uuid, date, date, text, jsonb, uuid, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_vendor_bonus_terms"(uuid, date, date, text, jsonb, uuid, integer, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."save_vendor_rate"(uuid, numeric, date, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_vendor_rate"(uuid, numeric, date, text, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."try_terms"(uuid, date, uuid, text, numeric, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."try_terms"(uuid, date, uuid, text, numeric, numeric) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."undo_customer_payment"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."undo_customer_payment"(uuid, text) TO "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."known_volumes" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."tier_years_due" TO "postgres";

GRANT SELECT ON TABLE "public"."agreement_versions" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."agreement_versions" TO "postgres";

GRANT SELECT ON TABLE "public"."bank_other_allocations" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."bank_other_allocations" TO "postgres";

GRANT SELECT ON TABLE "public"."commission_shares" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."commission_shares" TO "postgres";

GRANT SELECT ON TABLE "public"."customer_payments" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."customer_payments" TO "postgres";

GRANT SELECT ON TABLE "public"."other_commissions" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."other_commissions" TO "postgres";

GRANT SELECT ON TABLE "public"."payment_dues" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."payment_dues" TO "postgres";

GRANT SELECT ON TABLE "public"."sale_groups" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."sale_groups" TO "postgres";

GRANT SELECT ON TABLE "public"."sale_lines" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."sale_lines" TO "postgres";

REVOKE ALL ("co_sellers") ON TABLE "public"."sales" FROM "authenticated";

GRANT INSERT ("co_sellers"), UPDATE ("co_sellers") ON TABLE "public"."sales" TO "authenticated";

REVOKE ALL ("group_id") ON TABLE "public"."sales" FROM "authenticated";

GRANT INSERT ("group_id"), UPDATE ("group_id") ON TABLE "public"."sales" TO "authenticated";

REVOKE ALL ("lines") ON TABLE "public"."sales" FROM "authenticated";

GRANT INSERT ("lines"), UPDATE ("lines") ON TABLE "public"."sales" TO "authenticated";

REVOKE ALL ("payment_plan") ON TABLE "public"."sales" FROM "authenticated";

GRANT INSERT ("payment_plan"), UPDATE ("payment_plan") ON TABLE "public"."sales" TO "authenticated";

GRANT SELECT ON TABLE "public"."vendor_bonus_terms" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."vendor_bonus_terms" TO "postgres";

GRANT SELECT ON TABLE "public"."vendor_rates" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."vendor_rates" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."closed_receipts_by_share" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."commission_money_by_share" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."commissions_by_share" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."sales_by_share" TO "postgres";

ALTER TABLE "public"."commissions" ADD CONSTRAINT "commissions_share_percents_sum" CHECK (((private.sum_of(share_percents) = (100)::numeric) AND (share_percents[1] > (0)::numeric)));
-- By hand:
DO $$
BEGIN
  IF to_regnamespace('cron') IS NOT NULL THEN
    PERFORM cron.schedule('remind-of-payments', '59 seconds', 'select private.remind_of_payments()');
  END IF;
END $$;
