set local check_function_bodies = off;

-- On hosted Supabase a policy, and a trigger that is dropped, lock tables of Auth, Storage and Realtime until this is committed. Whoever
-- comes meanwhile waits behind it, so it does not wait long itself: it gives up, nothing of it stays, and the next push tries again.
set local lock_timeout = '4s';

REVOKE ALL ("archived_at") ON TABLE "public"."vendors" FROM "authenticated";

REVOKE ALL ("created_at") ON TABLE "public"."vendors" FROM "authenticated";

REVOKE ALL ("id") ON TABLE "public"."vendors" FROM "authenticated";

REVOKE ALL ("import_batch_id") ON TABLE "public"."vendors" FROM "authenticated";

REVOKE ALL ("import_row") ON TABLE "public"."vendors" FROM "authenticated";

REVOKE ALL ("organization_id") ON TABLE "public"."vendors" FROM "authenticated";

REVOKE ALL ("updated_at") ON TABLE "public"."vendors" FROM "authenticated";

DROP TRIGGER "vendors_05_compare_version" ON "public"."vendors";

DROP TRIGGER "vendors_20_lock" ON "public"."vendors";

DROP TRIGGER "vendors_80_number" ON "public"."vendors";

DROP TRIGGER "vendors_after_20_move_due_dates" ON "public"."vendors";

CREATE TABLE "public"."vendor_terms" ("vendor_id" uuid NOT NULL, "organization_id" uuid NOT NULL, "notes" text, "contacts" jsonb NOT NULL DEFAULT '[]'::jsonb, "account_number" text, "expected_payment_days" integer, "expected_payment_basis" text NOT NULL DEFAULT 'departure'::text, CONSTRAINT "vendor_terms_account_number_length" CHECK ((char_length(account_number) <= 100)), CONSTRAINT "vendor_terms_contacts_count" CHECK ((NOT jsonb_path_exists(contacts, '$[10]'::jsonpath))), CONSTRAINT "vendor_terms_contacts_email_format" CHECK ((NOT jsonb_path_exists(contacts, '$[*]."email"?(!(@ like_regex "^[^@\\s]+@[^@\\s]+[.][^@\\s]+$"))'::jsonpath))), CONSTRAINT "vendor_terms_contacts_fields" CHECK (((jsonb_typeof(contacts) = 'array'::text) AND (NOT jsonb_path_exists(contacts, 'strict $[*]?(@.type() != "object")'::jsonpath, '{}'::jsonb, true)) AND (NOT jsonb_path_exists(contacts, 'strict $[*].keyvalue()?(!(((@."key" == "name" || @."key" == "role") || @."key" == "email") || @."key" == "phone") || @."value".type() != "string" && @."value".type() != "null")'::jsonpath, '{}'::jsonb, true)))), CONSTRAINT "vendor_terms_contacts_length" CHECK (((NOT jsonb_path_exists(contacts, '$[*]."name"?(@ like_regex "^.{101}" flag "s")'::jsonpath)) AND (NOT jsonb_path_exists(contacts, '$[*]."role"?(@ like_regex "^.{101}" flag "s")'::jsonpath)) AND (NOT jsonb_path_exists(contacts, '$[*]."email"?(@ like_regex "^.{255}" flag "s")'::jsonpath)) AND (NOT jsonb_path_exists(contacts, '$[*]."phone"?(@ like_regex "^.{51}" flag "s")'::jsonpath)))), CONSTRAINT "vendor_terms_expected_payment_basis_known" CHECK ((expected_payment_basis = ANY (ARRAY['booking'::text, 'departure'::text, 'return'::text, 'before_departure'::text]))), CONSTRAINT "vendor_terms_expected_payment_days_range" CHECK (((expected_payment_days >= 0) AND (expected_payment_days <= 730))), CONSTRAINT "vendor_terms_notes_length" CHECK ((char_length(notes) <= 5000)), CONSTRAINT "vendor_terms_pkey" PRIMARY KEY (vendor_id), CONSTRAINT "vendor_terms_contacts_name_required" CHECK (private.have_visible_names(contacts)));

ALTER TABLE "public"."vendor_terms" ENABLE ROW LEVEL SECURITY;

INSERT INTO "public"."vendor_terms" ("vendor_id", "organization_id", "notes", "contacts", "account_number", "expected_payment_days",
  "expected_payment_basis")
SELECT v.id, v.organization_id, v.notes, v.contacts, v.account_number, v.expected_payment_days, v.expected_payment_basis
FROM public.vendors v;

ALTER TABLE "public"."vendors" DROP CONSTRAINT "vendors_account_number_length";

ALTER TABLE "public"."vendors" DROP CONSTRAINT "vendors_contacts_count";

ALTER TABLE "public"."vendors" DROP CONSTRAINT "vendors_contacts_email_format";

ALTER TABLE "public"."vendors" DROP CONSTRAINT "vendors_contacts_fields";

ALTER TABLE "public"."vendors" DROP CONSTRAINT "vendors_contacts_length";

ALTER TABLE "public"."vendors" DROP CONSTRAINT "vendors_contacts_name_required";

ALTER TABLE "public"."vendors" DROP CONSTRAINT "vendors_expected_payment_basis_known";

ALTER TABLE "public"."vendors" DROP CONSTRAINT "vendors_expected_payment_days_range";

ALTER TABLE "public"."vendors" DROP CONSTRAINT "vendors_notes_length";

DROP FUNCTION "public"."update_vendor"(uuid, integer, jsonb);

ALTER TABLE "public"."vendors" DROP COLUMN "account_number";

ALTER TABLE "public"."vendors" DROP COLUMN "contacts";

ALTER TABLE "public"."vendors" DROP COLUMN "expected_payment_basis";

ALTER TABLE "public"."vendors" DROP COLUMN "expected_payment_days";

ALTER TABLE "public"."vendors" DROP COLUMN "notes";

ALTER TABLE "private"."record_changes" ADD COLUMN "changed_in" xid8 NOT NULL DEFAULT pg_current_xact_id();

CREATE OR REPLACE FUNCTION private.add_record_change(organization_id uuid, record_id uuid, version integer, changed_fields text[], former_name text[] DEFAULT NULL::text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.record_changes (organization_id, record_id, version, changed_by, changed_fields, former_name)
  values (organization_id, record_id, version, private.acting_user(organization_id), changed_fields, former_name)
$function$;

CREATE OR REPLACE FUNCTION private.add_vendor_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.vendor_terms (vendor_id, organization_id) select a.id, a.organization_id from added a;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.bump_record_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ignored_columns constant text[] := tg_argv[0]::text[];
  old_row jsonb := to_jsonb(old) - ignored_columns;
  fields text[] := private.changed_columns(old_row, to_jsonb(new) - ignored_columns);
begin
  new.version := old.version;
  if cardinality(fields) > 0 then
    new.version := old.version + 1;
    perform private.add_record_change(new.organization_id, new.id, new.version, fields,
      case when fields && '{first_name,last_name}' then array[old_row ->> 'first_name', old_row ->> 'last_name'] end);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.changed_columns(old_row jsonb, new_row jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array(select e.key from jsonb_each(new_row) e where e.value is distinct from old_row -> e.key order by e.key)
$function$;

CREATE OR REPLACE FUNCTION private.create_commission()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.commissions
    (organization_id, sales_id, agent_id, vendor_id, sale_date, sale_paid, due_on, amount, commission_split, agent_amount)
  select n.organization_id, n.id, n.agent_id, n.vendor_id, n.sale_date, n.status = 'paid',
    private.due_on(v.expected_payment_days, v.expected_payment_basis, n.sale_date, n.travel_date, n.return_date),
    n.commission_amount, coalesce(t.commission_split, o.default_commission_split), 0
  from added n
  join public.organizations o on o.id = n.organization_id
  join public.vendor_terms v on v.organization_id = n.organization_id and v.vendor_id = n.vendor_id
  left join public.user_terms t on t.organization_id = n.organization_id and t.user_id = n.agent_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.first_told(tag text, topics text[])
 RETURNS text[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  told text := coalesce(current_setting('paperplane.told', true), '');
  fresh text[] := array(select t.topic from unnest(topics) t(topic) where strpos(told, tag || '>' || t.topic || ' ') = 0);
begin
  if cardinality(fresh) > 0 then
    perform set_config('paperplane.told', told || (select string_agg(tag || '>' || t.topic || ' ', '') from unnest(fresh) t(topic)), true);
  end if;
  return fresh;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_due_date()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.commissions c set due_on = d.due_on
  from public.sales s
  join public.vendor_terms v on v.organization_id = s.organization_id and v.vendor_id = s.vendor_id
  cross join lateral (select private.due_on(
    v.expected_payment_days, v.expected_payment_basis, s.sale_date, s.travel_date, s.return_date) as due_on) d
  where c.id = new.id and s.organization_id = new.organization_id and s.id = new.sales_id and c.due_on is distinct from d.due_on;
  return null;
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
  reason text;
begin
  select t.names, t.column_name into terms from private.changed_terms(new, old) t;
  if new.status is distinct from old.status or cardinality(terms.names) > 0 then
    select c.id into commission_id from public.commissions c where c.sales_id = old.id for no key update;
    reason := private.schedule_lock(old.organization_id, commission_id);
    if reason is not null then
      perform private.refuse(reason, coalesce(terms.column_name, 'status'));
    end if;
  -- One agent does not stop what everybody is paid.
  elsif (new.travel_date, new.return_date) is distinct from (old.travel_date, old.return_date) and auth.uid() is not null
    and not private.is_admin() then
    reason := private.trip_lock(new);
    if reason is not null then
      perform private.refuse(reason, case when new.travel_date is distinct from old.travel_date then 'travel_date'
        else 'return_date' end);
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.insert_import_rows(b public.import_batches, rows jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  row_count constant int := jsonb_array_length(rows);
  slice_size constant int := case when row_count > 20 then 20 else 1 end;
  errors jsonb := '[]';
  reason text;
  column_name text;
begin
  if row_count = 0 then
    return errors;
  end if;
  begin
    if b.kind = 'sales' then
      perform private.insert_import_sales(b, rows);
    elsif b.kind = 'vendors' then
      insert into public.vendors (organization_id, import_batch_id, import_row, name, category, email, phone, website,
        address_line_1, address_line_2, city, region, postal_code, country, default_commission_rate, aliases)
      select b.organization_id, b.id, (e ->> 'row_number')::int, v.name, v.category, v.email, v.phone, v.website,
        v.address_line_1, v.address_line_2, v.city, v.region, v.postal_code, v.country,
        coalesce(v.default_commission_rate, 0), coalesce(v.aliases, '{}')
      from jsonb_array_elements(rows) e cross join lateral jsonb_populate_record(null::public.vendors, e) v;
      perform private.save_vendor_terms(v.id, private.terms_of(e))
      from jsonb_array_elements(rows) e
      join public.vendors v on v.import_batch_id = b.id and v.import_row = (e ->> 'row_number')::int;
    else
      insert into public.customers (organization_id, created_by, import_batch_id, import_row, first_name, last_name, email, phone,
        more_emails, more_phones, address_line_1, address_line_2, city, region, postal_code, country, birthday,
        emergency_name, emergency_phone, emergency_relation, tags, preferences, notes)
      select b.organization_id, auth.uid(), b.id, (e ->> 'row_number')::int, c.first_name, c.last_name, c.email, c.phone,
        c.more_emails, c.more_phones, c.address_line_1, c.address_line_2, c.city, c.region, c.postal_code, c.country, c.birthday,
        c.emergency_name, c.emergency_phone, c.emergency_relation, c.tags, c.preferences, c.notes
      from jsonb_array_elements(rows) e cross join lateral jsonb_populate_record(null::public.customers, e) c;
    end if;
    return errors;
  exception when data_exception or integrity_constraint_violation or raise_exception then
    get stacked diagnostics reason = message_text, column_name = pg_exception_hint;
    if row_count = 1 then
      return jsonb_build_array(private.import_error(rows -> 0, column_name, reason));
    end if;
  end;
  for first_row in 1 .. row_count by slice_size loop
    errors := errors || private.insert_import_rows(b, (
      select jsonb_agg(e order by n) from jsonb_array_elements(rows) with ordinality u(e, n)
      where n between first_row and first_row + slice_size - 1));
  end loop;
  return errors;
end $function$;

CREATE OR REPLACE FUNCTION private.is_referenced_condition(target regclass)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select string_agg(format('exists (select 1 from %s r where r.organization_id = t.organization_id and r.%I = t.id)',
    k.conrelid::regclass, a.attname), ' or ')
  from pg_constraint k
  cross join lateral unnest(k.conkey, k.confkey) c(column_number, referenced_number)
  join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.column_number
  join pg_attribute f on f.attrelid = k.confrelid and f.attnum = c.referenced_number
  where k.contype = 'f' and k.confrelid = is_referenced_condition.target and f.attname = 'id'
    and k.conrelid not in ('private.vendor_aliases'::regclass, 'public.vendor_terms'::regclass)
$function$;

CREATE OR REPLACE FUNCTION private.lock_vendor(vendor_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.admin_organization_id() is null then
    return 'You do not have permission to manage vendors.';
  end if;
  perform 1 from public.vendor_terms t
  where t.vendor_id = lock_vendor.vendor_id and t.organization_id = private.admin_organization_id() for no key update;
  perform 1 from public.vendors v
  where v.id = lock_vendor.vendor_id and v.organization_id = private.admin_organization_id() for no key update;
  return case when not found then 'This vendor does not exist.' end;
end $function$;

CREATE OR REPLACE FUNCTION private.lock_vendor_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform 1 from public.vendors v where v.id = new.vendor_id for update;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.move_due_dates()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform 1
  from changed n
  join replaced o on o.vendor_id = n.vendor_id
  join public.commissions c on c.organization_id = n.organization_id and c.vendor_id = n.vendor_id and private.follows_terms(c)
  where (o.expected_payment_days, o.expected_payment_basis) is distinct from (n.expected_payment_days, n.expected_payment_basis)
  order by c.sales_id
  for no key update of c;
  if not found then
    return null;
  end if;
  update public.commissions c set due_on = d.due_on
  from changed n
  join replaced o on o.vendor_id = n.vendor_id
  join public.sales s on s.organization_id = n.organization_id and s.vendor_id = n.vendor_id
  cross join lateral (select private.due_on(
    n.expected_payment_days, n.expected_payment_basis, s.sale_date, s.travel_date, s.return_date) as due_on) d
  where c.organization_id = s.organization_id and c.sales_id = s.id and private.follows_terms(c)
    and (o.expected_payment_days, o.expected_payment_basis) is distinct from (n.expected_payment_days, n.expected_payment_basis)
    and c.due_on is distinct from d.due_on;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.normalize_vendor()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.name := btrim(new.name);
  new.logo_url := nullif(btrim(new.logo_url), '');
  new.email := nullif(btrim(new.email), '');
  new.phone := nullif(btrim(new.phone), '');
  new.website := nullif(btrim(new.website), '');
  new.address_line_1 := nullif(btrim(new.address_line_1), '');
  new.address_line_2 := nullif(btrim(new.address_line_2), '');
  new.city := nullif(btrim(new.city), '');
  new.region := nullif(btrim(new.region), '');
  new.postal_code := nullif(btrim(new.postal_code), '');
  new.country := nullif(upper(btrim(new.country)), '');
  new.category := coalesce(nullif(btrim(new.category), ''), 'other');

  -- Banks pad names with blanks and change their case: aliases that differ in nothing else are one. The first spelling stays.
  new.aliases := array(
    select d.alias from (
      select distinct on (lower(t.alias)) t.alias, t.position
      from (
        select btrim(regexp_replace(a, '\s+', ' ', 'g')) as alias, position
        from unnest(new.aliases) with ordinality u(a, position)) t
      where t.alias <> ''
      order by lower(t.alias), t.position) d
    order by d.position);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.normalize_vendor_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.notes := nullif(btrim(new.notes), '');
  new.account_number := nullif(btrim(new.account_number), '');
  new.expected_payment_basis := coalesce(nullif(btrim(new.expected_payment_basis), ''), 'departure');
  new.contacts := coalesce(new.contacts, '[]');
  if jsonb_typeof(new.contacts) = 'array'
    and not jsonb_path_exists(new.contacts, 'strict $[*] ? (@.type() != "object")', '{}', true)
    and not jsonb_path_exists(new.contacts, 'strict $[*].keyvalue() ? (
      !(@.key == "name" || @.key == "role" || @.key == "email" || @.key == "phone")
      || (@.value.type() != "string" && @.value.type() != "null"))', '{}', true) then
    new.contacts := (
      select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'role', c.role, 'email', c.email, 'phone', c.phone)
        order by c.position), '[]')
      from (
        select nullif(btrim(e ->> 'name'), '') as name, nullif(btrim(e ->> 'role'), '') as role,
          nullif(btrim(e ->> 'email'), '') as email, nullif(btrim(e ->> 'phone'), '') as phone, position
        from jsonb_array_elements(new.contacts) with ordinality u(e, position)) c
      -- Rows of the form that were left empty are dropped.
      where coalesce(c.name, c.role, c.email, c.phone) is not null);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.number_changed_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  fields constant text[] := private.changed_columns(to_jsonb(old), to_jsonb(new));
  next_version integer;
begin
  if cardinality(fields) = 0 then
    return null;
  end if;
  update private.record_changes c
  set changed_fields = array(select distinct f from unnest(c.changed_fields || fields) f order by f)
  from public.vendors v
  where v.id = new.vendor_id and c.record_id = v.id and c.version = v.version and c.changed_in = pg_current_xact_id();
  if found then
    return null;
  end if;
  update public.vendors v set version = v.version + 1
  where v.organization_id = new.organization_id and v.id = new.vendor_id and v.created_at <> now()
  returning v.version into next_version;
  if found then
    perform private.add_record_change(new.organization_id, new.vendor_id, next_version, fields);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_terms(new public.sales, old public.sales, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  terms record;
begin
  select t.names, t.column_name into terms from private.changed_terms(new, old) t;
  if cardinality(terms.names) > 0 then
    perform private.refuse(
      'The ' || array_to_string(terms.names, ' and ') || ' of this sale cannot change any more: ' || reason || '.', terms.column_name);
  end if;
end $function$;

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
  reason text;
  column_name text;
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
      sale := private.check_sale_input(
        '{"booking_reference": null, "sale_date": null, "total_amount": null}'::jsonb
          || (r - '{row_number,customer_first_name,customer_last_name,customer_email,customer_phone,vendor,agent,status,
            commission_status,received_on,agent_paid_on,vendor_rate,vendor_payment_days,vendor_payment_basis}'::text[]),
        '{booking_reference,sale_date,travel_date,return_date,total_amount,commission_amount,commission_rate,currency,notes}');
      perform private.refuse_closed_day(b.organization_id, (sale ->> 'sale_date')::date, 'sale_date');
      perform private.refuse_closed_day(b.organization_id, (r ->> 'received_on')::date, 'received_on');
      perform private.refuse_closed_day(b.organization_id, (r ->> 'agent_paid_on')::date, 'agent_paid_on');
      wanted_status := private.wanted_commission_status(r);
      found_agent := private.find_sale_agent(b.organization_id, r ->> 'agent');
      if coalesce(btrim(r ->> 'vendor'), '') = '' then
        perform private.refuse('Enter the vendor.', 'vendor');
      end if;
      found_vendor := private.find_sale_vendor(b.organization_id, r ->> 'vendor');
      if found_vendor is null then
        if only_agent is not null then
          perform private.refuse('There is no vendor of this name. Ask an admin to add it.', 'vendor');
        end if;
        -- The usual rate of the file's rows and the terms that were said; nobody says them: 0 % and none, as by hand.
        insert into public.vendors (organization_id, import_batch_id, import_row, name, default_commission_rate)
        values (b.organization_id, b.id, (r ->> 'row_number')::int, r ->> 'vendor', coalesce((r ->> 'vendor_rate')::numeric, 0))
        returning id into found_vendor;
        perform private.save_vendor_terms(found_vendor, jsonb_build_object('expected_payment_days', r -> 'vendor_payment_days',
          'expected_payment_basis', r -> 'vendor_payment_basis'));
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
          perform private.refuse('Enter the customer''s first and last name.', 'customer_last_name');
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
      get stacked diagnostics reason = message_text, column_name = pg_exception_hint;
      errors := errors || private.import_error(r, column_name, reason);
    end;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.save_vendor_terms(vendor_id uuid, terms jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.vendor_terms t
  set (notes, contacts, account_number, expected_payment_days, expected_payment_basis)
    = (n.notes, n.contacts, n.account_number, n.expected_payment_days, n.expected_payment_basis)
  from public.vendor_terms o cross join lateral jsonb_populate_record(o, save_vendor_terms.terms) n
  where o.vendor_id = save_vendor_terms.vendor_id and t.vendor_id = o.vendor_id and save_vendor_terms.terms <> '{}'
$function$;

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
      n.status, o.status as old_status,
      (o.status, o.commission_amount, o.agent_id, o.sale_date, o.vendor_id)
        is distinct from (n.status, n.commission_amount, n.agent_id, n.sale_date, n.vendor_id) as terms_changed,
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

CREATE OR REPLACE FUNCTION private.terms_of(vendor jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(e.key, e.value), '{}')
  from jsonb_each(terms_of.vendor) e
  where e.key in ('notes', 'contacts', 'account_number', 'expected_payment_days', 'expected_payment_basis')
$function$;

CREATE OR REPLACE FUNCTION private.to_do()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ready jsonb := public.get_commission_stats() -> 'ready';
  departing jsonb := private.sum_sales(private.sale_filter_of(null, null, null, null, null, null, true)) -> 'booked';
begin
  return jsonb_build_object(
    'payable', jsonb_build_object('count', ready -> 'count', 'amount', ready -> 'agent_amount'),
    'overdue', private.owed_figures(private.admin_organization_id()),
    'vendors_without_terms', (
      select count(*) from public.vendor_terms v
      where v.organization_id = private.admin_organization_id() and v.expected_payment_days is null and exists (
        select 1 from public.commissions c
        where c.organization_id = v.organization_id and c.vendor_id = v.vendor_id and c.status = 'unpaid' and c.due_on is null)),
    'departures', jsonb_build_object('count', coalesce(departing -> 'count', '0'), 'amount', coalesce(departing -> 'amount', '0')));
end $function$;

CREATE OR REPLACE FUNCTION public.create_vendor(vendor jsonb, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  answer jsonb := private.begin_request('create_vendor', request_key, create_vendor.vendor);
  input jsonb;
  terms jsonb;
begin
  if answer is null then
    input := private.check_vendor('{"name": null}'::jsonb || create_vendor.vendor);
    terms := private.terms_of(input);
    answer := private.add_record('vendors', request_key, input - array(select jsonb_object_keys(terms)));
    perform private.save_vendor_terms((answer ->> 'id')::uuid, terms);
  end if;
  return answer;
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
    return private.command_result('Only admins can erase a customer.');
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
    return private.command_result('This customer does not exist.');
  elsif customer.erased_at is not null then
    return jsonb_build_object('success', true, 'error', null, 'field', null);
  elsif btrim(coalesce(erase_customer.confirmation, '')) <> customer.first_name || ' ' || customer.last_name then
    return private.command_result('Type the customer''s full name to confirm.', 'confirmation');
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
    perform private.redact_saved_reports(caller_organization_id, unique_pattern);
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

CREATE OR REPLACE FUNCTION public.export_vendors(search text DEFAULT NULL::text, category text DEFAULT NULL::text, state text DEFAULT 'active'::text, sort text DEFAULT 'name'::text, descending boolean DEFAULT false, without_terms boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  page jsonb;
  pages int := 1;
  list jsonb := '[]';
  answer jsonb;
begin
  -- A tenant has some hundred vendors: reading the list page by page is fast enough.
  for number in 1 .. 501 loop
    exit when number > pages;
    page := public.list_vendors(export_vendors.search, export_vendors.category, export_vendors.state, export_vendors.sort,
      export_vendors.descending, number, 100, export_vendors.without_terms);
    pages := (page ->> 'total_pages')::int;
    list := list || (page -> 'rows');
  end loop;
  select coalesce(jsonb_agg(jsonb_build_array(v.name, v.category, v.email, v.phone, v.website, t.contacts -> 0 ->> 'name',
      t.contacts -> 0 ->> 'role', t.contacts -> 0 ->> 'email', t.contacts -> 0 ->> 'phone', v.address_line_1, v.address_line_2,
      v.city, v.region, v.postal_code, v.country, t.account_number, v.default_commission_rate, t.expected_payment_days,
      t.expected_payment_basis, array_to_string(v.aliases, '; '), t.notes, u.e -> 'sales_count', u.e -> 'total_amount',
      v.archived_at::date) order by u.n), '[]')
  into answer
  from jsonb_array_elements(list) with ordinality u(e, n)
  join public.vendors v on v.id = (u.e ->> 'id')::uuid
  join public.vendor_terms t on t.vendor_id = v.id;
  return private.export_answer('{name,category,email,phone,website,contact_name,contact_role,contact_email,contact_phone,
    address_line_1,address_line_2,city,region,postal_code,country,account_number,default_commission_rate,expected_payment_days,
    expected_payment_basis,aliases,notes,sales_count,total_amount,archived_on}', answer);
end $function$;

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
    'people', (select count(*) > 1 from public.users u where u.organization_id = o.id)
      or exists (select 1 from public.invitations i where i.organization_id = o.id),
    'bank', exists (select 1 from public.bank_imports b where b.organization_id = o.id),
    'vendors_without_terms', (select count(*) from public.vendors v join public.vendor_terms t on t.vendor_id = v.id
      where v.organization_id = o.id and v.archived_at is null and t.expected_payment_days is null),
    'default_split', o.default_commission_split,
    'received_on', o.commission_received_on)
  from public.organizations o
  where o.id = private.current_organization_id() and private.is_admin()
$function$;

CREATE OR REPLACE FUNCTION public.get_vendor_profile(vendor_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.admin_organization_id();
  vendor jsonb;
  figures jsonb;
begin
  select to_jsonb(v) || (to_jsonb(t) - 'vendor_id') || jsonb_build_object('is_archived', v.archived_at is not null) into vendor
  from public.vendors v join public.vendor_terms t on t.vendor_id = v.id
  where v.id = get_vendor_profile.vendor_id and v.organization_id = caller_organization_id;
  if vendor is null then
    return null;
  end if;
  select jsonb_build_object('sales_count', count(*), 'total_amount', coalesce(sum(s.total_amount), 0)) into figures
  from public.sales s
  where s.organization_id = caller_organization_id and s.vendor_id = get_vendor_profile.vendor_id and s.status <> 'cancelled';
  select figures || jsonb_build_object(
    'expected', jsonb_build_object('count', count(*) filter (where m.open > 0 and m.owed = 0),
      'amount', coalesce(sum(m.open - m.owed), 0),
      'agent_amount', coalesce(sum(m.agent_amount) filter (where m.open > 0 and m.owed = 0), 0)),
    'overdue', jsonb_build_object('agent_amount', coalesce(sum(m.agent_amount) filter (where m.owed > 0), 0)),
    'funds_received', jsonb_build_object('count', count(*) filter (where m.status = 'funds_received'),
      'amount', coalesce(sum(m.amount) filter (where m.status = 'funds_received'), 0),
      'agent_amount', coalesce(sum(m.agent_amount) filter (where m.status = 'funds_received'), 0)),
    'agent_paid', jsonb_build_object('count', count(*) filter (where m.status = 'agent_paid'),
      'amount', coalesce(sum(m.amount) filter (where m.status = 'agent_paid'), 0), 'agent_amount', coalesce(sum(m.agent_paid), 0)),
    'received', jsonb_build_object('count', count(m.received_on), 'amount', coalesce(sum(m.received - m.taken_back), 0),
      'owed', coalesce(sum(m.amount) filter (where m.received_on is not null), 0), 'taken_back', coalesce(sum(m.taken_back), 0)))
  into figures
  from private.commission_money m
  where m.organization_id = caller_organization_id and m.vendor_id = get_vendor_profile.vendor_id and m.status in ('unpaid', 'funds_received', 'agent_paid');
  figures := jsonb_set(figures, '{overdue}', (figures -> 'overdue')
    || private.owed_figures(caller_organization_id, vendor_id => get_vendor_profile.vendor_id) - 'vendors');
  return jsonb_build_object('vendor', vendor, 'figures', figures);
end $function$;

CREATE OR REPLACE FUNCTION public.list_vendors(search text DEFAULT NULL::text, category text DEFAULT NULL::text, state text DEFAULT 'active'::text, sort text DEFAULT 'name'::text, descending boolean DEFAULT false, page integer DEFAULT 1, page_size integer DEFAULT 10, without_terms boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.admin_organization_id();
  patterns text[] := private.search_patterns(extensions.unaccent(private.cut_search(list_vendors.search)));
  wanted_state text := case when list_vendors.state in ('archived', 'all') then list_vendors.state else 'active' end;
  wanted_category text := case when list_vendors.category in
    ('cruise', 'tour', 'hotel', 'resort', 'air', 'rail', 'car', 'ferry', 'insurance', 'other') then list_vendors.category end;
  key text := case when list_vendors.sort in
    ('category', 'default_commission_rate', 'sales_count', 'total_amount', 'created_at') then list_vendors.sort else 'name' end;
  down boolean := coalesce(list_vendors.descending, false);
  page_no int := greatest(coalesce(list_vendors.page, 1), 1);
  size int := least(greatest(coalesce(list_vendors.page_size, 10), 1), 100);
  misspelled uuid[];
  answer jsonb;
begin
  if private.has_too_many_search_words(patterns) then
    caller_organization_id := null;
  end if;
  if patterns is not null and not exists (select from public.vendors v where v.organization_id = caller_organization_id
    and private.normalize_search_text(v.name || ' ' || array_to_string(v.aliases, ' ')) like all (patterns)) then
    misspelled := private.find_misspelled_vendors(caller_organization_id, list_vendors.search);
  end if;
  with matching as materialized (
    select v.id, v.name, v.logo_url, v.category, v.default_commission_rate, t.expected_payment_days, t.expected_payment_basis,
      v.archived_at, v.created_at
    from public.vendors v
    join public.vendor_terms t on t.vendor_id = v.id
    where v.organization_id = caller_organization_id
      and (wanted_state = 'all' or (v.archived_at is not null) = (wanted_state = 'archived'))
      and (list_vendors.without_terms is not true or t.expected_payment_days is null)
      and (patterns is null or v.id = any (misspelled)
        or private.normalize_search_text(v.name || ' ' || array_to_string(v.aliases, ' ')) like all (patterns))
  ), sums as (
    select t.id as vendor_id, t.sales_count as n, t.total_amount as amount
    from private.sales_by('vendor', caller_organization_id, null, '1900-01-01', '2199-12-31') t
  ), chosen as (
    select m.*, coalesce(s.n, 0) as sales_count, coalesce(s.amount, 0) as total_amount,
      row_number() over (order by
        case when not down then case key when 'category' then m.category end end,
        case when down then case key when 'category' then m.category end end desc,
        case when not down then case key when 'default_commission_rate' then m.default_commission_rate
          when 'sales_count' then coalesce(s.n, 0) when 'total_amount' then coalesce(s.amount, 0) end end,
        case when down then case key when 'default_commission_rate' then m.default_commission_rate
          when 'sales_count' then coalesce(s.n, 0) when 'total_amount' then coalesce(s.amount, 0) end end desc,
        case when not down and key = 'created_at' then m.created_at end,
        case when down and key = 'created_at' then m.created_at end desc,
        case when down and key = 'name' then m.name end desc,
        m.name, m.id) as position
    from matching m
    left join sums s on s.vendor_id = m.id
    where wanted_category is null or m.category = wanted_category
  )
  select jsonb_build_object(
    'rows', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'logo_url', c.logo_url,
        'category', c.category, 'default_commission_rate', c.default_commission_rate,
        'expected_payment_days', c.expected_payment_days, 'expected_payment_basis', c.expected_payment_basis,
        'is_archived', c.archived_at is not null, 'sales_count', c.sales_count, 'total_amount', c.total_amount)
        order by c.position), '[]')
      from chosen c where c.position > (page_no - 1)::bigint * size and c.position <= page_no::bigint * size),
    'count', (select count(*) from chosen), 'page', page_no, 'page_size', size,
    'total_pages', (select (count(*) + size - 1) / size from chosen),
    'by_category', (select coalesce(jsonb_object_agg(t.category, t.n), '{}')
      from (select m.category, count(*) as n from matching m group by m.category) t))
  into answer;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.update_vendor(vendor_id uuid, expected_version integer, vendor jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
  input constant jsonb := private.check_vendor(update_vendor.vendor);
  terms constant jsonb := private.terms_of(input);
  current_terms jsonb;
  answer jsonb;
begin
  select to_jsonb(t) - 'vendor_id' into current_terms from public.vendor_terms t
  where t.organization_id = caller_organization_id and t.vendor_id = update_vendor.vendor_id for no key update;
  answer := private.save_record('vendors', 'vendor', caller_organization_id, update_vendor.vendor_id,
    update_vendor.expected_version, input - array(select jsonb_object_keys(terms)));
  if answer ->> 'outcome' = 'conflict' then
    return jsonb_set(answer, '{vendor}', (answer -> 'vendor') || current_terms);
  end if;
  perform private.save_vendor_terms(update_vendor.vendor_id, terms);
  return answer || jsonb_build_object('version', (select v.version from public.vendors v where v.id = update_vendor.vendor_id));
end $function$;

ALTER TABLE "public"."vendor_terms" ADD CONSTRAINT "vendor_terms_vendor_id_fkey" FOREIGN KEY (vendor_id, organization_id) REFERENCES public.vendors(id, organization_id) ON DELETE CASCADE;

CREATE INDEX vendor_terms_organization_id_idx ON public.vendor_terms USING btree (organization_id, vendor_id);

CREATE TRIGGER vendor_terms_10_normalize BEFORE INSERT OR UPDATE ON public.vendor_terms FOR EACH ROW EXECUTE FUNCTION private.normalize_vendor_terms();

CREATE TRIGGER vendor_terms_20_lock BEFORE UPDATE ON public.vendor_terms FOR EACH ROW WHEN (((old.expected_payment_days IS DISTINCT FROM new.expected_payment_days) OR (old.expected_payment_basis IS DISTINCT FROM new.expected_payment_basis))) EXECUTE FUNCTION private.lock_vendor_terms();

CREATE TRIGGER vendor_terms_after_20_move_due_dates AFTER UPDATE ON public.vendor_terms REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.move_due_dates();

CREATE TRIGGER vendor_terms_after_80_number AFTER UPDATE ON public.vendor_terms FOR EACH ROW EXECUTE FUNCTION private.number_changed_terms();

CREATE TRIGGER vendors_05_compare_version BEFORE UPDATE OF version ON public.vendors FOR EACH ROW WHEN (((new.version IS DISTINCT FROM old.version) AND (pg_trigger_depth() = 0))) EXECUTE FUNCTION private.refuse_stale_version('vendor');

CREATE TRIGGER vendors_80_number BEFORE UPDATE ON public.vendors FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.bump_record_version('{id,organization_id,created_at,updated_at,version,archived_at,import_batch_id,import_row}');

CREATE TRIGGER vendors_after_05_add_terms AFTER INSERT ON public.vendors REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.add_vendor_terms();

CREATE POLICY "admins change the terms of their organization's vendors" ON "public"."vendor_terms" FOR UPDATE TO "authenticated" USING (((organization_id = ( SELECT private.current_organization_id() AS current_organization_id)) AND ( SELECT private.is_admin() AS is_admin))) WITH CHECK (((organization_id = ( SELECT private.current_organization_id() AS current_organization_id)) AND ( SELECT private.is_admin() AS is_admin)));

CREATE POLICY "admins read the terms of their organization's vendors" ON "public"."vendor_terms" FOR SELECT TO "authenticated" USING (((organization_id = ( SELECT private.current_organization_id() AS current_organization_id)) AND ( SELECT private.is_admin() AS is_admin)));

COMMENT ON COLUMN "private"."record_changes"."changed_in" IS 'The transaction: what it changes of a record in two tables is one change';

COMMENT ON COLUMN "public"."vendor_terms"."expected_payment_days" IS 'Days from the booking, departure or return until the commission is expected; null when nothing is agreed';

COMMENT ON FUNCTION "private"."is_referenced_condition"(regclass) IS 'Whether another record refers to a customer or vendor (`t`), as a condition
  over every foreign key to its table, but for a vendor''s aliases and terms, which are deleted with it.';

COMMENT ON FUNCTION "private"."lock_vendor"(uuid) IS 'Locks the vendor for a change: its terms first, as whoever changes those alone does.
  Answers why the caller may not change it; null when they may.';

COMMENT ON FUNCTION "private"."lock_vendor_terms"() IS 'FOR UPDATE: it waits for those who hold the vendor FOR KEY SHARE.';

COMMENT ON FUNCTION "private"."normalize_vendor"() IS 'Trims texts and turns empty ones into null.';

COMMENT ON FUNCTION "private"."normalize_vendor_terms"() IS 'Trims texts and turns empty ones into null. JSON of an unexpected shape
  stays as it is: a constraint refuses it.';

COMMENT ON FUNCTION "private"."number_changed_terms"() IS 'Terms count to the version of their vendor (private.bump_record_version). What
  the form saves is one change, though of two tables; the terms a vendor is made with are none.';

COMMENT ON FUNCTION "private"."save_vendor_terms"(uuid, jsonb) IS 'Writes the given terms with the caller''s rights, and leaves the others.';

COMMENT ON FUNCTION "private"."terms_of"(jsonb) IS 'Those fields of a vendor''s form that are kept in vendor_terms.';

COMMENT ON FUNCTION "public"."update_vendor"(uuid, integer, jsonb) IS 'Saves the given columns of a vendor for admins, as update_customer does for
  customers. Locks the terms first, as private.lock_vendor does.';

COMMENT ON TABLE "public"."vendor_terms" IS 'What is between the agency and each vendor: whom to ask, the account number, when it pays,
  and notes. Beside vendors, for it is the admins'' alone. A new vendor has its row by trigger.';

COMMENT ON TABLE "public"."vendors" IS 'Vendors: what they sell, address, default commission rate, and the aliases under which
  they appear on bank statements. Every member reads the vendors of their organization, admins manage them. An alias belongs to one vendor of an organization; an archived vendor takes no new sales.';

REVOKE ALL ON FUNCTION "private"."add_record_change"(uuid, uuid, integer, text[], text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_record_change"(uuid, uuid, integer, text[], text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."add_vendor_terms"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_vendor_terms"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."changed_columns"(jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."changed_columns"(jsonb, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."normalize_vendor_terms"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."normalize_vendor_terms"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."number_changed_terms"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."number_changed_terms"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."save_vendor_terms"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."save_vendor_terms"(uuid, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."terms_of"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."terms_of"(jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."update_vendor"(uuid, integer, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."update_vendor"(uuid, integer, jsonb) TO "authenticated", "postgres";

GRANT UPDATE ("account_number") ON TABLE "public"."vendor_terms" TO "authenticated";

GRANT UPDATE ("contacts") ON TABLE "public"."vendor_terms" TO "authenticated";

GRANT UPDATE ("expected_payment_basis") ON TABLE "public"."vendor_terms" TO "authenticated";

GRANT UPDATE ("expected_payment_days") ON TABLE "public"."vendor_terms" TO "authenticated";

GRANT UPDATE ("notes") ON TABLE "public"."vendor_terms" TO "authenticated";

GRANT SELECT ON TABLE "public"."vendor_terms" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."vendor_terms" TO "postgres";

REVOKE ALL ON TABLE "public"."vendors" FROM "authenticated";

GRANT SELECT ON TABLE "public"."vendors" TO "authenticated";

REVOKE ALL ("address_line_1") ON TABLE "public"."vendors" FROM "authenticated";

GRANT INSERT ("address_line_1"), UPDATE ("address_line_1") ON TABLE "public"."vendors" TO "authenticated";

REVOKE ALL ("address_line_2") ON TABLE "public"."vendors" FROM "authenticated";

GRANT INSERT ("address_line_2"), UPDATE ("address_line_2") ON TABLE "public"."vendors" TO "authenticated";

REVOKE ALL ("aliases") ON TABLE "public"."vendors" FROM "authenticated";

GRANT INSERT ("aliases"), UPDATE ("aliases") ON TABLE "public"."vendors" TO "authenticated";

REVOKE ALL ("category") ON TABLE "public"."vendors" FROM "authenticated";

GRANT INSERT ("category"), UPDATE ("category") ON TABLE "public"."vendors" TO "authenticated";

REVOKE ALL ("city") ON TABLE "public"."vendors" FROM "authenticated";

GRANT INSERT ("city"), UPDATE ("city") ON TABLE "public"."vendors" TO "authenticated";

REVOKE ALL ("country") ON TABLE "public"."vendors" FROM "authenticated";

GRANT INSERT ("country"), UPDATE ("country") ON TABLE "public"."vendors" TO "authenticated";

REVOKE ALL ("default_commission_rate") ON TABLE "public"."vendors" FROM "authenticated";

GRANT INSERT ("default_commission_rate"), UPDATE ("default_commission_rate") ON TABLE "public"."vendors" TO "authenticated";

REVOKE ALL ("email") ON TABLE "public"."vendors" FROM "authenticated";

GRANT INSERT ("email"), UPDATE ("email") ON TABLE "public"."vendors" TO "authenticated";

REVOKE ALL ("logo_url") ON TABLE "public"."vendors" FROM "authenticated";

GRANT INSERT ("logo_url"), UPDATE ("logo_url") ON TABLE "public"."vendors" TO "authenticated";

REVOKE ALL ("name") ON TABLE "public"."vendors" FROM "authenticated";

GRANT INSERT ("name"), UPDATE ("name") ON TABLE "public"."vendors" TO "authenticated";

REVOKE ALL ("phone") ON TABLE "public"."vendors" FROM "authenticated";

GRANT INSERT ("phone"), UPDATE ("phone") ON TABLE "public"."vendors" TO "authenticated";

REVOKE ALL ("postal_code") ON TABLE "public"."vendors" FROM "authenticated";

GRANT INSERT ("postal_code"), UPDATE ("postal_code") ON TABLE "public"."vendors" TO "authenticated";

REVOKE ALL ("region") ON TABLE "public"."vendors" FROM "authenticated";

GRANT INSERT ("region"), UPDATE ("region") ON TABLE "public"."vendors" TO "authenticated";

REVOKE ALL ("version") ON TABLE "public"."vendors" FROM "authenticated";

GRANT UPDATE ("version") ON TABLE "public"."vendors" TO "authenticated";

REVOKE ALL ("website") ON TABLE "public"."vendors" FROM "authenticated";

GRANT INSERT ("website"), UPDATE ("website") ON TABLE "public"."vendors" TO "authenticated";
