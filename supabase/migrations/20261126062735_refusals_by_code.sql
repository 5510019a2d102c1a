set local check_function_bodies = off;

DROP FUNCTION "private"."account_lock"(uuid, uuid);

DROP FUNCTION "private"."check_document"(jsonb);

DROP FUNCTION "private"."closed_day_refusal"(uuid, date);

DROP FUNCTION "private"."closed_fact_refusal"(uuid, date);

DROP FUNCTION "private"."command_result"(text, text);

DROP FUNCTION "private"."disclosure_refusal"();

DROP FUNCTION "private"."draft_refusal"(public.payout_batches);

DROP FUNCTION "private"."import_error"(jsonb, text, text);

DROP FUNCTION "private"."judge_bank_lines"(uuid, uuid, jsonb);

DROP FUNCTION "private"."lock_document"(uuid);

DROP FUNCTION "private"."lock_invitation"(uuid);

DROP FUNCTION "private"."lock_member"(uuid);

DROP FUNCTION "private"."lock_vendor"(uuid);

DROP FUNCTION "private"."passport_refusal"();

DROP FUNCTION "private"."refuse"(text, text);

DROP FUNCTION "private"."refuse_terms"(public.sales, public.sales, text);

DROP FUNCTION "private"."schedule_lock"(uuid, uuid);

DROP FUNCTION "private"."trip_lock"(public.sales);

DROP FUNCTION "private"."undo_refusal"(private.customer_merges);

DROP FUNCTION "private"."void_refusal"(uuid, numeric, date, text);

CREATE OR REPLACE FUNCTION api_requests.check_request()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
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

CREATE OR REPLACE FUNCTION private.accept_suggestions(organization_id uuid, group_id uuid, transactions jsonb, require_certain boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  accepted uuid[] := '{}';
  touched uuid[] := '{}';
  skipped jsonb := '[]';
  item record;
  t public.bank_transactions;
  s public.bank_suggestions;
  refusal jsonb;
  why text;
  detail text;
begin
  -- All locks first, in their order, so that two calls cannot wait for each other.
  perform 1 from public.bank_transactions b
  where b.organization_id = accept_suggestions.organization_id and b.id in (
    select (e ->> 'id')::uuid from jsonb_array_elements(transactions) e)
  order by b.id for no key update;
  perform private.lock_commissions(organization_id, array(
    select (p ->> 'commission_id')::uuid
    from public.bank_suggestions x cross join lateral jsonb_array_elements(x.parts) p
    where x.organization_id = accept_suggestions.organization_id and x.rank = 1
      and x.transaction_id in (select (e ->> 'id')::uuid from jsonb_array_elements(transactions) e)));
  for item in
    select distinct on (1) (e ->> 'id')::uuid as id, (e ->> 'version')::int as version
    from jsonb_array_elements(transactions) e order by 1
  loop
    select b.* into t from public.bank_transactions b
    where b.id = item.id and b.organization_id = accept_suggestions.organization_id for no key update;
    select x.* into s from public.bank_suggestions x
    where x.organization_id = accept_suggestions.organization_id and x.transaction_id = item.id and x.rank = 1;
    refusal := case when t.id is null then private.command_result('This transaction is no longer there.', null, 'transaction_not_found')
      when t.version <> item.version or t.status <> 'suggested' then
        private.command_result('Somebody was faster.', null, 'somebody_was_faster')
      when s.id is null then private.command_result('Nothing is suggested any more.', null, 'nothing_suggested')
      when require_certain and s.certainty <> 'certain' then
        private.command_result('This is not certain.', null, 'not_certain') end;
    if refusal is null then
      begin
        perform private.keep_decision(t, accept_suggestions.group_id, 'accept');
        refusal := private.write_match(t, s.parts, 0, 0, null, null);
        if refusal is not null then
          perform private.refuse_with(refusal);
        end if;
        perform private.learn_payer(t);
        accepted := accepted || t.id;
        touched := touched || private.commissions_of(s.parts);
      exception when raise_exception then
        get stacked diagnostics why = message_text, detail = pg_exception_detail;
        refusal := private.command_result(why) || private.fact_of(detail);
      end;
    end if;
    if refusal is not null then
      skipped := skipped || private.skipped_transaction(item.id, refusal);
    end if;
  end loop;
  delete from public.bank_suggestions x where x.organization_id = accept_suggestions.organization_id and x.transaction_id = any (accepted);
  perform private.rematch_commissions(accept_suggestions.organization_id, touched, accepted);
  return jsonb_build_object('accepted', to_jsonb(accepted), 'skipped', skipped);
end $function$;

CREATE OR REPLACE FUNCTION private.account_lock(organization_id uuid, agent_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('payouts ' || account_lock.organization_id, 0));
  return (
    select private.command_result('This is in the ' || b.name || ' payout, planned for ' || private.day_text(b.planned_on) || '.', null,
      'in_planned_payout', jsonb_build_object('payout', b.name, 'planned_on', b.planned_on))
    from public.payout_batches b
    where b.organization_id = account_lock.organization_id and b.status = 'scheduled' and (account_lock.agent_id is null or exists (
      select 1 from public.payout_lines l
      where l.organization_id = b.organization_id and l.batch_id = b.id and l.agent_id = account_lock.agent_id)));
end $function$;

CREATE OR REPLACE FUNCTION private.at_field(refusal jsonb, field text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select refusal || jsonb_build_object('field', field) $function$;

CREATE OR REPLACE FUNCTION private.bank_conflict(t public.bank_transactions)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.command_result('Somebody was faster: look at what they did.',
    null, 'bank_conflict') || jsonb_build_object('conflict', coalesce((
    select jsonb_build_object('by', u.first_name || ' ' || u.last_name, 'at', d.decided_at, 'status', t.status)
    from public.bank_decisions d left join public.users u on u.id = d.decided_by
    where d.organization_id = t.organization_id and d.transaction_id = t.id order by d.decided_at desc limit 1),
    jsonb_build_object('by', null, 'at', t.updated_at, 'status', t.status)))
$function$;

CREATE OR REPLACE FUNCTION private.bank_day_refusal(b public.payout_batches, day date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kinds text[] := array(
    select distinct private.file_account(b.organization_id, t.agent_id) ->> 'kind' from private.payout_totals(b) t where t.paid_amount > 0);
  before date;
  after date;
begin
  kinds := array_remove(kinds, null);
  if not exists (select 1 from unnest(kinds) k where not private.is_bank_day(k, day)) then
    return null;
  end if;
  before := private.next_bank_day(kinds, day, -1);
  after := private.next_bank_day(kinds, day, 1);
  return private.command_result(private.day_text(day) || ' is no bank day. Before it: ' || private.day_text(before) || '. After it: '
    || private.day_text(after) || '.', 'paid_on', 'no_bank_day', jsonb_build_object('day', day, 'before', before, 'after', after))
    || jsonb_build_object('bank_day_before', before, 'bank_day_after', after);
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
    where a.organization_id = t.organization_id and a.transaction_id = t.id), 0);
  if t.status = 'matched' and placed <> t.amount then
    perform private.refuse('The parts of this transaction do not add up to its amount: ' || t.amount - placed || ' is left.', 'parts',
      'parts_do_not_add_up', jsonb_build_object('left', t.amount - placed));
  elsif t.status <> 'matched' and (placed, t.unclaimed_amount, t.fee_amount) <> (0, 0, 0) then
    perform private.refuse('Only a matched transaction pays anything.', 'parts', 'only_matched_pays');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.check_bank_lines(lines jsonb)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) > 2000 or exists (
    select 1 from jsonb_array_elements(lines) e
    where case when jsonb_typeof(e) <> 'object' then true else coalesce(e ->> 'line' !~ '^[1-9]\d{0,5}$', true) end) then
    perform private.refuse('Send at most 2,000 lines, each with its number.', 'lines', 'bank_lines_expected');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.check_document(input jsonb, OUT document public.documents, OUT refusal jsonb)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kind text := nullif(input ->> 'record_type', '');
  subject uuid := case when pg_input_is_valid(input ->> 'record_id', 'uuid') then (input ->> 'record_id')::uuid end;
begin
  document.organization_id := private.current_organization_id();
  document.title := private.visible_text(input ->> 'title');
  document.category := input ->> 'category';
  document.visibility := input ->> 'visibility';
  document.asks_to_read := coalesce(input ->> 'asks_to_read', '') = 'true';
  document.customer_id := case kind when 'customers' then subject end;
  document.sale_id := case kind when 'sales' then subject end;
  document.commission_id := case kind when 'commissions' then subject end;
  document.vendor_id := case kind when 'vendors' then subject end;
  if document.visibility = 'member' and pg_input_is_valid(input ->> 'member_id', 'uuid') then
    document.member_id := (input ->> 'member_id')::uuid;
  end if;
  if private.is_iso_date(input ->> 'expires_on') then
    document.expires_on := (input ->> 'expires_on')::date;
  end if;
  refusal := case
    when document.organization_id is null then private.command_result('You do not have permission to keep documents here.',
      null, 'documents_not_allowed')
    when document.title is null then private.command_result('Enter a title.', 'title', 'title_missing')
    when char_length(document.title) > 200 then private.command_result('Use at most 200 characters.',
      'title', 'text_too_long', '{"most": 200}')
    when document.category is null or document.category not in (
      'vendor_contract', 'agent_agreement', 'customer_document', 'sale_document', 'statement', 'other') then
      private.command_result('Choose a category.', 'category', 'category_missing')
    when kind is not null and (not private.may_see_record(kind, subject) or kind = 'customers' and exists (
      select 1 from public.customers c where c.id = subject and (c.merged_into is not null or c.erased_at is not null))) then
      private.command_result('This record does not exist.', 'record_id', 'record_not_found')
    when document.visibility is null or document.visibility not in ('admins', 'record', 'member', 'everybody') then
      private.command_result('Choose who may see it.', 'visibility', 'visibility_missing')
    when document.visibility = 'record' and kind is null then
      private.command_result('Choose the record it belongs to, or others who may see it.', 'visibility', 'visibility_of_no_record')
    when document.visibility = 'member' and not exists (
      select 1 from public.users u
      where u.organization_id = document.organization_id and u.id = document.member_id and u.is_active) then
      private.command_result('Choose a member of the team.', 'member_id', 'document_member_missing')
    when not private.is_admin() and (document.visibility <> 'record' or kind not in ('customers', 'sales')
      or document.category not in ('customer_document', 'sale_document', 'other')) then
      private.command_result('Agents keep documents of customers and of their own sales, for those who may see the record.',
        'visibility', 'documents_of_agents')
    when coalesce(input ->> 'expires_on', '') <> '' and document.expires_on is null then
      private.command_result('Enter a date like 11/19/2026.', 'expires_on', 'date_expected')
    when document.asks_to_read and document.visibility = 'record' then
      private.command_result('Who may see a record changes. Choose others who may see it.', 'asks_to_read', 'reading_of_record')
  end;
end $function$;

CREATE OR REPLACE FUNCTION private.check_import_kind(kind text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
begin
  if caller_organization_id is null or (kind = 'vendors' and not private.is_admin()) then
    raise exception using errcode = '42501', message = 'permission denied for imports';
  end if;
  if kind is null or kind not in ('customers', 'vendors', 'sales') then
    perform private.refuse('Choose customers, vendors or sales.', 'kind', 'import_kind_unknown');
  end if;
  return caller_organization_id;
end $function$;

CREATE OR REPLACE FUNCTION private.check_import_portion(rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) > 500 or exists (
    select 1 from jsonb_array_elements(rows) e
    where case when jsonb_typeof(e) <> 'object' then true
      else coalesce(e ->> 'row_number' !~ '^[1-9][0-9]{0,5}$', true) end
  ) then
    perform private.refuse('Send at most 500 rows, each with its number.', 'rows', 'import_portion_wrong');
  end if;
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

CREATE OR REPLACE FUNCTION private.check_organization()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' or new.time_zone is distinct from old.time_zone then
    if not exists (select 1 from pg_catalog.pg_timezone_names z where z.name = new.time_zone) then
      perform private.refuse('Choose a known time zone, like Europe/Vienna.', 'time_zone', 'time_zone_unknown');
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.check_record_input(input jsonb, column_types jsonb, noun text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  checked jsonb := '{}';
  key text;
  value jsonb;
  typed text;
begin
  if input is null or jsonb_typeof(input) <> 'object' then
    perform private.refuse('Send the fields of the ' || noun || ' as an object.', '', 'fields_expected', jsonb_build_object('noun', noun));
  end if;
  for key, value in select e.key, e.value from jsonb_each(input) e order by e.key loop
    typed := value #>> '{}';
    if not column_types ? key then
      perform private.refuse('A ' || noun || ' has no field "' || left(key, 60) || '" that can be set here.', left(key, 60),
        'field_unknown', jsonb_build_object('noun', noun, 'field', left(key, 60)));
    elsif typed is null then
      -- null in a required column: an empty text, which its constraint refuses with the right message.
      value := case when key in ('first_name', 'last_name', 'name') then '""'::jsonb
        when key = 'default_commission_rate' then '0' else value end;
    elsif column_types ->> key = 'text' and jsonb_typeof(value) <> 'string' then
      perform private.refuse('Enter text here.', key, 'text_expected');
    elsif column_types ->> key = 'date'
      and (jsonb_typeof(value) <> 'string' or typed !~ '^\d{4}-\d\d-\d\d$' or not pg_input_is_valid(typed, 'date')) then
      perform private.refuse('Enter a date like 11/19/2026.', key, 'date_expected');
    elsif column_types ->> key = 'list' and (jsonb_typeof(value) <> 'array'
      or exists (select 1 from jsonb_array_elements(value) e where jsonb_typeof(e) not in ('string', 'null'))) then
      perform private.refuse('Send a list of texts.', key, 'list_of_texts_expected');
    elsif column_types ->> key = 'number' then
      if typed !~ '^ *-?\d{1,20}(\.\d{1,20})? *$' then
        perform private.refuse('Enter a percentage like 12.5.', key, 'percentage_expected');
      end if;
      -- Clamped to what the column can hold and its range constraint refuses, instead of a numeric overflow error.
      value := to_jsonb(least(greatest(round(typed::numeric, 2), -1), 999));
    elsif column_types ->> key = 'integer' then
      if typed !~ '^ *-?\d{1,20} *$' then
        perform private.refuse('Enter a number of days.', key, 'number_of_days_expected');
      end if;
      value := to_jsonb(least(greatest(typed::numeric, -1), 99999));
    end if;
    checked := checked || jsonb_build_object(key, value);
  end loop;
  return checked;
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
      elsif missing ? key then
        perform private.refuse(missing ->> key, key, 'sale_field_missing', jsonb_build_object('field', key));
      end if;
    elsif key in ('customer_id', 'vendor_id', 'agent_id') then
      if jsonb_typeof(value) <> 'string' or not pg_input_is_valid(typed, 'uuid') then
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
    elsif jsonb_typeof(value) <> 'string' then
      perform private.refuse('Enter text here.', key, 'text_expected');
    elsif key = 'booking_reference' and not private.is_visible(typed) then
      perform private.refuse(missing ->> key, key, 'sale_field_missing', jsonb_build_object('field', key));
    end if;
    checked := checked || jsonb_build_object(key, value);
  end loop;
  return checked;
end $function$;

CREATE OR REPLACE FUNCTION private.check_traveler_ids(traveler_ids text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if exists (select 1 from unnest(traveler_ids) t where t is null or not pg_input_is_valid(t, 'uuid')) then
    perform private.refuse('Choose the travelers from your customers.', 'traveler_ids', 'travelers_expected');
  end if;
  return jsonb_build_object('traveler_ids', array(select t::uuid from unnest(traveler_ids) t));
end $function$;

CREATE OR REPLACE FUNCTION private.check_unmatch(organization_id uuid, transaction_ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select 1 from public.bank_allocations recall
    cross join lateral (
      select 1 from public.bank_allocations a
      where a.organization_id = recall.organization_id and a.commission_id = recall.commission_id and a.amount > 0
        and a.transaction_id = any (transaction_ids) limit 1) a
    where recall.organization_id = check_unmatch.organization_id and recall.amount < 0
      and recall.transaction_id <> all (transaction_ids)) then
    perform private.refuse('The vendor took commission of it back since. Take that match back first.', '', 'taken_back_since');
  end if;
  return private.paid_parts(organization_id, transaction_ids, '{}');
end $function$;

CREATE OR REPLACE FUNCTION private.closed_day_refusal(organization_id uuid, day date, field text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  closed_through constant date := private.books_closed_through(organization_id);
begin
  return case when day <= closed_through then private.command_result('The books are closed through '
    || private.day_words(closed_through) || '. Choose a later day, or ask an owner to reopen them.', field, 'books_closed',
    jsonb_build_object('through', closed_through)) end;
end $function$;

CREATE OR REPLACE FUNCTION private.closed_fact_refusal(organization_id uuid, posted_on date, field text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  closed_through constant date := private.books_closed_through(organization_id);
begin
  return case when posted_on <= closed_through then private.command_result('The books are closed through '
    || private.day_words(closed_through) || ', and this is in them. Ask an owner to reopen them.', field, 'in_closed_books',
    jsonb_build_object('through', closed_through)) end;
end $function$;

CREATE OR REPLACE FUNCTION private.command_result(refusal text, field text DEFAULT NULL::text, code text DEFAULT NULL::text, params jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when refusal is null then '{"success": true, "error": null, "field": null}'::jsonb
    else jsonb_build_object('success', false, 'error', refusal, 'field', nullif(field, ''), 'code', code, 'params', params) end
$function$;

CREATE OR REPLACE FUNCTION private.disclosure_refusal()
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.command_result('This can be read once, within a minute. Ask for it again.', null, 'disclosure_over')
$function$;

CREATE OR REPLACE FUNCTION private.draft_refusal(b public.payout_batches)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when b.id is null then private.command_result('This payout does not exist.', null, 'payout_not_found')
    when b.status = 'approved' then private.command_result('This payout is approved. Take it back to a draft first.',
      null, 'payout_approved')
    when b.status = 'scheduled' then private.command_result('This payout is planned for ' || private.day_text(b.planned_on)
      || '. Take it back to a draft first.', null, 'payout_planned', jsonb_build_object('planned_on', b.planned_on))
    when b.status = 'paid' then private.command_result('This payout is paid.', null, 'payout_paid')
    when b.status = 'discarded' then private.command_result('This payout was discarded.', null, 'payout_discarded') end
$function$;

CREATE OR REPLACE FUNCTION private.drop_recall(organization_id uuid, transaction_id uuid, commission_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  l public.payout_lines;
  b public.payout_batches;
begin
  select p.* into l from public.payout_lines p
  where p.organization_id = drop_recall.organization_id and p.transaction_id = drop_recall.transaction_id
    and p.commission_id = drop_recall.commission_id and p.kind = 'recall';
  if l.id is null then
    return;
  end if;
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
  -- What was written off meanwhile was corrected by what the recall had left, at most.
  perform private.correct_share_of(c) from public.commissions c
  where c.organization_id = drop_recall.organization_id and c.id = drop_recall.commission_id and c.status = 'agent_paid';
  insert into public.commission_history
    (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes, code, params)
  select c.id, c.organization_id, private.acting_user(c.organization_id), 'update', c.status, c.status,
    jsonb_build_object('recalled_amount', -l.amount), '{}', 'Not taken back from the agent after all',
    'recall_dropped', jsonb_build_object('amount', -l.amount)
  from public.commissions c
  where c.organization_id = drop_recall.organization_id and c.id = drop_recall.commission_id;
end $function$;

CREATE OR REPLACE FUNCTION private.expect_communication(communication_id uuid)
 RETURNS public.communications
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  message public.communications;
begin
  select c.* into message from public.communications c where c.id = communication_id;
  if not private.may_see_record(message.commentable_type, message.commentable_id) then
    perform private.refuse('This message does not exist.', '', 'message_not_found');
  end if;
  return message;
end $function$;

CREATE OR REPLACE FUNCTION private.expect_record(commentable_type text, commentable_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may_see_record(commentable_type, commentable_id) then
    perform private.refuse('This record does not exist.', '', 'record_not_found');
  end if;
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
    perform private.refuse('This message does not exist.', '', 'message_not_found');
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

CREATE OR REPLACE FUNCTION private.fact_of(detail text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('code', d.fact -> 'code', 'params', coalesce(d.fact -> 'params', '{}'))
  from (select case when pg_input_is_valid(detail, 'jsonb') then detail::jsonb end as fact) d
$function$;

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
      new.commission_rate := coalesce((
        select v.default_commission_rate from public.vendors v
        where v.organization_id = new.organization_id and v.id = new.vendor_id), 0);
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

CREATE OR REPLACE FUNCTION private.find_sale_agent(organization_id uuid, said text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  agent_key constant text := lower(regexp_replace(btrim(find_sale_agent.said), '\s+', ' ', 'g'));
  found uuid[];
begin
  if coalesce(agent_key, '') = '' then
    return auth.uid();
  end if;
  found := array(
    select u.id from public.users u join public.user_emails e on e.user_id = u.id
    where u.organization_id = find_sale_agent.organization_id
      and agent_key in (e.email, lower(u.first_name || ' ' || u.last_name))
      and (private.is_admin() or u.id = auth.uid())
    limit 2);
  if cardinality(found) = 1 then
    return found[1];
  end if;
  perform private.refuse_with(case
    when not private.is_admin() then private.command_result('Only an admin can record a sale for another agent.',
      'agent', 'sale_for_another_agent')
    when cardinality(found) > 1 then private.command_result('Several members have this name. Use the email address.',
      'agent', 'member_name_ambiguous')
    else private.command_result('Nobody in your team has this name or email address.', 'agent', 'team_member_unknown') end);
end $function$;

CREATE OR REPLACE FUNCTION private.find_sale_customer(organization_id uuid, r jsonb, shared_email boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address constant text := lower(nullif(btrim(r ->> 'customer_email'), ''));
  digits constant text := nullif(regexp_replace(r ->> 'customer_phone', '\D', '', 'g'), '');
  given_name constant text := lower(btrim(r ->> 'customer_first_name'));
  family_name constant text := lower(btrim(r ->> 'customer_last_name'));
  found uuid[];
begin
  if address is not null then
    found := array(
      select c.id from public.customers c
      where c.organization_id = find_sale_customer.organization_id and lower(c.email) = address
        and c.merged_into is null and c.erased_at is null
        and (not shared_email or given_name is null or lower(c.first_name) = given_name)
      limit 50);
    if cardinality(found) > 1 then
      found := array(
        select c.id from public.customers c
        where c.id = any (found) and lower(c.first_name) = given_name and lower(c.last_name) = family_name);
      if cardinality(found) <> 1 then
        perform private.refuse('Several customers have this email address.', 'customer_email', 'customer_email_ambiguous');
      end if;
    end if;
    if cardinality(found) = 1 then
      return found[1];
    end if;
  end if;
  -- Somebody with another address is somebody else.
  found := array(
    select c.id from public.customers c
    where c.organization_id = find_sale_customer.organization_id and lower(c.last_name) = family_name
      and lower(c.first_name) = given_name and c.merged_into is null and c.erased_at is null
      and (address is null or c.email is null)
    limit 50);
  if cardinality(found) > 1 and digits is not null then
    found := array(
      select c.id from public.customers c where c.id = any (found) and regexp_replace(c.phone, '\D', '', 'g') = digits);
  end if;
  if cardinality(found) > 1 then
    perform private.refuse('Several customers have this name. Add the email address.',
      'customer_last_name', 'customer_name_ambiguous');
  end if;
  return found[1];
end $function$;

CREATE OR REPLACE FUNCTION private.find_sale_vendor(organization_id uuid, name text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  vendor_key constant text := lower(btrim(find_sale_vendor.name));
  found record;
begin
  select count(*) filter (where v.archived_at is null) as active,
    (array_agg(v.id order by v.archived_at desc nulls first, v.id))[1] as id
  into found
  from public.vendors v
  where v.organization_id = find_sale_vendor.organization_id and lower(v.name) = vendor_key;
  if found.active > 1 then
    perform private.refuse('Several vendors have this name.', 'vendor', 'vendor_name_ambiguous');
  end if;
  return coalesce(found.id, (
    select a.vendor_id from private.vendor_aliases a
    where a.organization_id = find_sale_vendor.organization_id and a.alias_key = vendor_key));
end $function$;

CREATE OR REPLACE FUNCTION private.guard_audit_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and private.in_mode('erasing')
    and to_jsonb(new) - 'details' = to_jsonb(old) - 'details' then
    return new;
  end if;
  perform private.refuse('History can be neither changed nor deleted.', '', 'history_is_kept');
  return null;
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
  new.agent_amount := round(coalesce(new.share_base, new.amount) * new.commission_split / 100, 2);
  if tg_op = 'INSERT' then
    return new;
  end if;
  if (new.written_off, new.received_amount, new.amount) is distinct from (old.written_off, old.received_amount, old.amount) then
    new.share_base := private.share_base(new, old);
    new.agent_amount := round(coalesce(new.share_base, new.amount) * new.commission_split / 100, 2);
  end if;
  if new.status is null or new.status not in ('unpaid', 'funds_received', 'agent_paid', 'cancelled') then
    perform private.refuse('Invalid status specified', 'status', 'status_unknown');
  end if;
  if old.status <> 'unpaid' and (new.amount, new.commission_split, new.agent_id)
    is distinct from (old.amount, old.commission_split, old.agent_id) then
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

CREATE OR REPLACE FUNCTION private.guard_currency()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select 1 from public.sales s where s.organization_id = new.id) then
    perform private.refuse(
      'The currency is fixed after the first sale: sums would mix ' || old.currency || ' and ' || new.currency || '.', 'currency',
      'currency_fixed', jsonb_build_object('from', old.currency, 'to', new.currency));
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_customer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.birthday > (now() at time zone 'UTC')::date + 1 then
    perform private.refuse('Enter a birthday in the past.', 'birthday', 'birthday_not_past');
  end if;
  if tg_op = 'UPDATE' and not private.in_mode('erasing') then
    if old.merged_into is not null then
      perform private.refuse('This customer was merged into another one.', '', 'customer_merged');
    elsif old.erased_at is not null then
      perform private.refuse('This customer was erased.', '', 'customer_erased');
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_history()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and private.in_mode('erasing')
    and to_jsonb(new) - '{previous_data,new_data,comment,notes,params,details,content,reference,reason}'::text[]
      = to_jsonb(old) - '{previous_data,new_data,comment,notes,params,details,content,reference,reason}'::text[] then
    return new;
  end if;
  if tg_op = 'DELETE' and private.in_mode('undoing_import') then
    return old;
  end if;
  perform private.refuse('History can be neither changed nor deleted.', '', 'history_is_kept');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_old_dates()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  old_dates constant daterange := '[1900-01-01,1990-01-01)';
  column_name text := case
    when new.sale_date is distinct from old.sale_date and (new.sale_date <@ old_dates or old.sale_date <@ old_dates)
      then 'sale_date'
    when new.travel_date is distinct from old.travel_date and (new.travel_date <@ old_dates or old.travel_date <@ old_dates)
      then 'travel_date'
    when new.return_date is distinct from old.return_date and (new.return_date <@ old_dates or old.return_date <@ old_dates)
      then 'return_date' end;
begin
  if column_name is not null and auth.uid() is not null and not private.is_admin() then
    perform private.refuse('Only an admin can enter or change a date before 1990.', column_name, 'old_date');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_sale()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.status is null or new.status not in ('booked', 'paid', 'cancelled') then
    perform private.refuse('Invalid status specified', 'status', 'status_unknown');
  end if;
  if new.customer_id is distinct from old.customer_id and old.status <> 'booked' and auth.uid() is not null
    and not private.is_admin() then
    perform private.refuse('Only an admin can change the customer of a ' || old.status || ' sale.', 'customer_id',
      'customer_fixed', jsonb_build_object('status', old.status));
  end if;
  if old.status <> 'booked' then
    perform private.refuse_terms(new, old, 'sale', old.status);
  end if;
  if old.status = 'cancelled' and new.status <> old.status then
    perform private.refuse('Cancellation is final.', 'status', 'cancellation_is_final');
  elsif old.status = 'paid' and new.status = 'booked' then
    perform private.refuse('A paid sale cannot return to Booked.', 'status', 'paid_sale_stays_paid');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_sale_agent()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is null or private.is_admin() then
    return new;
  elsif tg_op = 'INSERT' then
    perform private.refuse('Only an admin can record a sale for another agent.', 'agent_id', 'sale_for_another_agent');
  else
    perform private.refuse('Only an admin can give a sale to another agent.', 'agent_id', 'sale_to_another_agent');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_sale_customers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  unavailable public.customers%rowtype;
  added_ids uuid[] := case
    when tg_op = 'INSERT' then new.traveler_ids || new.customer_id
    else array(select t from unnest(new.traveler_ids) t where t <> all (old.traveler_ids))
      || case when new.customer_id <> old.customer_id then array[new.customer_id] else '{}' end end;
begin
  if cardinality(added_ids) = 0 then
    return new;
  end if;
  perform 1 from public.customers c
  where c.organization_id = new.organization_id and c.id = any (added_ids) order by c.id for key share;
  select c.* into unavailable from public.customers c
  where c.organization_id = new.organization_id and c.id = any (added_ids)
    and (c.merged_into is not null or c.erased_at is not null)
  limit 1;
  if unavailable.merged_into is not null then
    perform private.refuse(gone.name || ' was merged into ' || gone.kept || '. Choose them instead.',
        case when unavailable.id = new.customer_id then 'customer_id' else 'traveler_ids' end, 'customer_merged_into',
        jsonb_build_object('customer', gone.name, 'into', gone.kept))
    from (select unavailable.first_name || ' ' || unavailable.last_name as name, c.first_name || ' ' || c.last_name as kept
      from public.customers c where c.id = unavailable.merged_into) gone;
  elsif unavailable.erased_at is not null then
    perform private.refuse('This customer was erased.',
      case when unavailable.id = new.customer_id then 'customer_id' else 'traveler_ids' end, 'customer_erased');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_sale_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refusal jsonb;
begin
  if auth.uid() is null or tg_op = 'UPDATE' and new.sale_date is not distinct from old.sale_date then
    return new;
  end if;
  refusal := coalesce(case when tg_op = 'UPDATE' then private.closed_fact_refusal(old.organization_id, old.sale_date, 'sale_date') end,
    private.closed_day_refusal(new.organization_id, new.sale_date, 'sale_date'));
  if refusal is not null then
    perform private.refuse_with(refusal);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_sale_of_commission()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  commission_status text;
begin
  select c.status into commission_status from public.commissions c where c.sales_id = old.id for no key update;
  if commission_status <> 'unpaid' then
    perform private.refuse_terms(new, old, 'commission', commission_status);
  end if;
  if commission_status = 'agent_paid' and new.status = 'cancelled' and old.status <> 'cancelled' then
    perform private.refuse('The agent has been paid, so this sale can no longer be cancelled.', 'status', 'sale_of_paid_agent');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_saved_report()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.name := btrim(new.name);
  perform private.read_report(new.definition, private.today()), private.report_id(new.definition, 'vendor_id'),
    private.report_text(new.definition, 'category');
  if tg_op = 'INSERT' and (select count(*) from public.saved_reports r
    where r.organization_id = new.organization_id and r.owner_id = new.owner_id) >= 100 then
    perform private.refuse('You have saved 100 reports. Delete one first.', 'name', 'reports_too_many');
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
  refusal constant jsonb := private.schedule_lock(old.organization_id, old.id);
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
    refusal := private.schedule_lock(old.organization_id, commission_id);
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

CREATE OR REPLACE FUNCTION private.import_error(import_row jsonb, field text, message text, detail text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('row_number', (import_row ->> 'row_number')::int, 'field', field, 'message', message)
    || private.fact_of(detail)
$function$;

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
  detail text;
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
    get stacked diagnostics reason = message_text, column_name = pg_exception_hint, detail = pg_exception_detail;
    if row_count = 1 then
      return jsonb_build_array(private.import_error(rows -> 0, column_name, reason, detail));
    end if;
  end;
  for first_row in 1 .. row_count by slice_size loop
    errors := errors || private.insert_import_rows(b, (
      select jsonb_agg(e order by n) from jsonb_array_elements(rows) with ordinality u(e, n)
      where n between first_row and first_row + slice_size - 1));
  end loop;
  return errors;
end $function$;

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
    currency, notes)
  select b.organization_id, auth.uid(), b.id, (e ->> 'row_number')::int, s.customer_id, s.vendor_id, s.agent_id,
    s.booking_reference, s.sale_date, s.travel_date, s.return_date, s.total_amount, s.commission_amount, s.commission_rate,
    case when s.commission_amount is null then 'rate' else 'amount' end, s.currency, s.notes
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

CREATE OR REPLACE FUNCTION private.judge_bank_lines(organization_id uuid, account_id uuid, lines jsonb)
 RETURNS TABLE(line integer, line_key text, refusal jsonb, here boolean, is_twin boolean, booked_on date, value_on date, amount numeric, text text, counterparty text, reference text, bank_id text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  currency text := (select a.currency from public.bank_accounts a
    where a.id = judge_bank_lines.account_id and a.organization_id = judge_bank_lines.organization_id);
begin
  return query
  select j.line, j.line_key, j.refusal,
    j.refusal is null and (j.repeated or exists (
      select 1 from public.bank_transactions t
      where t.organization_id = judge_bank_lines.organization_id and t.account_id = judge_bank_lines.account_id
        and t.line_key = j.line_key)),
    j.twin <> '1',
    case when j.refusal is null then j.booked_on::date end, case when private.is_iso_date(j.value_on) then j.value_on::date end,
    case when j.refusal is null then j.amount::numeric(12,2) end, coalesce(j.text, ''), j.counterparty, j.reference, j.bank_id
  from (
    select k.*, row_number() over (partition by k.line_key order by k.line) > 1 as repeated
    from (
      select r.*, encode(sha256(convert_to(concat_ws(chr(31),
          case when r.own_id is not null then 'id' else 'text' end, r.own_id,
          case when r.own_id is null then r.booked_on end,
          case when r.refusal is null then r.amount::numeric(14,2)::text end,
          case when r.own_id is null then lower(regexp_replace(
            concat_ws(chr(30), r.text, coalesce(r.counterparty, ''), coalesce(r.reference, '')), '\s+', ' ', 'g')) end,
          r.twin), 'UTF8')), 'hex') as line_key
      from (
        select (e ->> 'line')::int as line, e ->> 'booked_on' as booked_on, e ->> 'value_on' as value_on,
          btrim(e ->> 'amount') as amount, btrim(e ->> 'text') as text, nullif(btrim(e ->> 'counterparty'), '') as counterparty,
          nullif(btrim(e ->> 'reference'), '') as reference, nullif(btrim(e ->> 'bank_id'), '') as bank_id,
          case when btrim(e ->> 'bank_id') !~* '^(nonref|notprovided|none|n/?a|(.)\2*)$' then btrim(e ->> 'bank_id') end as own_id,
          case when e ->> 'twin' ~ '^[1-9]\d{0,4}$' then e ->> 'twin' else '1' end as twin,
          case
            when not coalesce(private.is_iso_date(e ->> 'booked_on'), false) then private.command_result('There is no such day', null, 'line_day_unknown')
            when coalesce(btrim(e ->> 'amount') !~ '^[-+]?\d{1,10}([.]\d{1,2}0*)?$', true) then private.command_result('This is not an amount', null, 'line_amount_wrong')
            when (e ->> 'amount')::numeric = 0 then private.command_result('Its amount is zero', null, 'line_amount_zero')
            when nullif(upper(btrim(e ->> 'currency')), '') <> currency then
              private.command_result('It is in ' || left(upper(btrim(e ->> 'currency')), 3) || ', the account in ' || currency, null,
                'line_currency_differs', jsonb_build_object('currency', left(upper(btrim(e ->> 'currency')), 3), 'account', currency))
            when char_length(e ->> 'text') > 2000 or char_length(e ->> 'counterparty') > 300
              or char_length(e ->> 'reference') > 300 or char_length(e ->> 'bank_id') > 300 then
              private.command_result('Its text is too long', null, 'line_text_too_long')
          end as refusal
        from jsonb_array_elements(lines) e) r) k) j
  order by j.line;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_an_active_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform 1 from public.organizations o where o.id = old.organization_id for no key update;
  if not exists (
    select 1 from public.users u where u.organization_id = old.organization_id and u.role = 'owner' and u.is_active
  ) then
    perform private.refuse('An organization always keeps at least one active owner.', 'role', 'last_owner');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.limit_disclosures(organization_id uuid, what text, subject uuid, nouns text, most integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  seen uuid[];
begin
  -- One at a time for a person: simultaneous calls would each count the others out.
  perform pg_advisory_xact_lock(hashtextextended(limit_disclosures.what || ' ' || auth.uid(), 0));
  seen := array(
    select distinct d.subject_id from private.disclosures d
    where d.organization_id = limit_disclosures.organization_id and d.actor_id = auth.uid() and d.what = limit_disclosures.what
      and d.created_at > clock_timestamp() - interval '24 hours');
  if limit_disclosures.subject = any (seen) then
    return;
  elsif cardinality(seen) >= most then
    perform private.refuse('You have asked for ' || most || ' ' || nouns || ' within 24 hours, the most there is. Try again later.', '',
      'disclosed_too_much', jsonb_build_object('most', most, 'what', limit_disclosures.what));
  elsif cardinality(seen) + 1 in (10, most) then
    perform private.notify_other_admins(limit_disclosures.organization_id, 'security',
      private.acting_name(limit_disclosures.organization_id) || ' asked for ' || cardinality(seen) + 1 || ' ' || nouns
      || ' within 24 hours.', 'team', auth.uid(), 'much_disclosed', jsonb_build_object(
        'by', private.acting_name(limit_disclosures.organization_id), 'count', cardinality(seen) + 1, 'what', limit_disclosures.what));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.lock_bank_import(import_id uuid)
 RETURNS public.bank_imports
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  i public.bank_imports;
begin
  select b.* into i from public.bank_imports b
  where b.id = lock_bank_import.import_id and b.organization_id = caller_organization_id for update;
  if i.id is null then
    perform private.refuse('This import is no longer there.', '', 'import_not_found');
  end if;
  return i;
end $function$;

CREATE OR REPLACE FUNCTION private.lock_document(document_id uuid, OUT document public.documents, OUT refusal jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select d.* into document from public.documents d
  where d.organization_id = private.current_organization_id() and d.id = lock_document.document_id for no key update;
  refusal := case
    when document.id is null or not private.may_see_document(document) then private.command_result('This document does not exist.',
      null, 'document_not_found')
    when not private.may_change_document(document) then
      private.command_result('Only admins and whoever added a document can change it.', null, 'document_not_yours')
  end;
end $function$;

CREATE OR REPLACE FUNCTION private.lock_import_batch(batch_id uuid)
 RETURNS public.import_batches
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.import_batches;
begin
  select * into b from public.import_batches i
  where i.id = lock_import_batch.batch_id and i.organization_id = private.current_organization_id()
    and (private.is_admin() or i.created_by = auth.uid())
  for update;
  if b.id is null then
    perform private.refuse('This import is no longer there.', '', 'import_not_found');
  end if;
  perform private.check_import_kind(b.kind);
  return b;
end $function$;

CREATE OR REPLACE FUNCTION private.lock_invitation(invitation_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invitation public.invitations%rowtype;
begin
  if private.current_organization_id() is null or not private.is_admin() then
    return private.command_result('You do not have permission to manage invitations.', null, 'invitations_are_for_admins');
  end if;
  select i.* into invitation from public.invitations i
  where i.id = lock_invitation.invitation_id and i.organization_id = private.current_organization_id()
  for no key update;
  return case
    when invitation.id is null then private.command_result('This invitation does not exist.', null, 'invitation_not_found')
    when invitation.role = 'admin' and not private.is_owner() then
      private.command_result('Only an owner can manage invitations of admins.', null, 'invitation_of_admin')
    when invitation.accepted_at is not null then private.command_result('This invitation has already been accepted.',
      null, 'invitation_accepted')
    when invitation.revoked_at is not null then private.command_result('This invitation was withdrawn.',
      null, 'invitation_withdrawn')
  end;
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
  where u.id = lock_member.member_id and u.organization_id = private.admin_organization_id()
  for no key update;
  refusal := case
    when member.id is null then private.command_result('This person is not in your organization.', null, 'member_not_found')
    when member.role <> 'agent' and not private.is_owner() then private.command_result('Only an owner can change admins and owners.',
      null, 'admins_are_changed_by_owners')
  end;
end $function$;

CREATE OR REPLACE FUNCTION private.lock_vendor(vendor_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.admin_organization_id() is null then
    return private.command_result('You do not have permission to manage vendors.', null, 'vendors_are_for_admins');
  end if;
  perform 1 from public.vendor_terms t
  where t.vendor_id = lock_vendor.vendor_id and t.organization_id = private.admin_organization_id() for no key update;
  perform 1 from public.vendors v
  where v.id = lock_vendor.vendor_id and v.organization_id = private.admin_organization_id() for no key update;
  return case when not found then private.command_result('This vendor does not exist.', null, 'vendor_not_found') end;
end $function$;

CREATE OR REPLACE FUNCTION private.mention(message public.communications)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted uuid[] := array(select distinct m[1]::uuid from regexp_matches(message.body,
    '<@([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})>', 'g') m);
begin
  if cardinality(wanted) > 20 then
    perform private.refuse('A message can mention 20 people.', 'body', 'mentions_too_many');
  end if;
  perform 1 from unnest(wanted) w where w not in (
    select u.id from private.record_readers(message.commentable_type, message.commentable_id) u);
  if found then
    perform private.refuse('Only people who may see this record can be mentioned.', 'body', 'mentioned_cannot_see');
  end if;
  delete from public.communication_mentions m where m.communication_id = message.id and m.mentioned_id <> all (wanted);
  with added as (
    insert into public.communication_mentions (communication_id, mentioned_id, organization_id)
    select message.id, w, message.organization_id from unnest(wanted) w
    on conflict do nothing returning mentioned_id)
  insert into public.notifications
    (organization_id, user_id, type, message, commentable_type, commentable_id, communication_id, code, params)
  select message.organization_id, a.mentioned_id, 'mention', private.acting_name(message.organization_id) || ' mentioned you on a '
    || private.record_noun(message.commentable_type) || '.', message.commentable_type, message.commentable_id, message.id, 'mentioned',
    jsonb_build_object('by', private.acting_name(message.organization_id), 'record', message.commentable_type)
  from added a where a.mentioned_id <> message.author_id order by a.mentioned_id;
end $function$;

CREATE OR REPLACE FUNCTION private.passport_refusal()
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.command_result('Only admins, and agents whose trip for this customer is ahead or just over, can use passports.',
    null,
    'passports_not_allowed')
$function$;

CREATE OR REPLACE FUNCTION private.read_report(definition jsonb, today date)
 RETURNS private.report_plan
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  p private.report_plan;
  choices record;
  basis text;
  months int;
begin
  if coalesce(jsonb_typeof(definition), 'null') <> 'object' or pg_column_size(definition) > 4000 or exists (
    select from jsonb_object_keys(definition) k where k <> all (
      '{report,range,from,to,basis,group,compare,agent_id,vendor_id,category,status,age}'::text[])) then
    perform private.refuse('This is not a report.', 'definition', 'report_expected');
  end if;
  p.today := today;
  p.report := private.report_choice(definition, 'report',
    '{sales,commissions,performance,aging,punctuality,short_pay,agents_year}');
  choices := private.report_choices(p.report);
  basis := private.report_choice(definition, 'basis', choices.bases);
  p.kind := case when p.report = 'sales' then 'sale.' when p.report = 'agents_year' then 'single.'
    when basis = 'paid' then 'payment.' else 'commission.' end || basis;
  p.grouped_by := private.report_choice(definition, 'group', choices.groups);
  -- No status: all but cancelled.
  p.status := case when private.report_text(definition, 'status') is not null
    then private.report_choice(definition, 'status', choices.statuses) end;
  if p.report = 'agents_year' and coalesce(private.report_text(definition, 'vendor_id'), private.report_text(definition, 'category'))
    is not null then
    perform private.refuse('Agents are paid for bookings of many vendors together. Choose no vendor.',
      'vendor_id', 'agents_report_of_vendor');
  end if;
  p.compare := nullif(private.report_choice(definition, 'compare', '{none,period,year}'), 'none');
  p.agent_id := private.report_id(definition, 'agent_id');
  if p.report = 'aging' then
    p.compare := null;
    p.open_only := true;
    p.kind := 'open.due';
    select a.first_day, a.last_day, a.undated into p.first_day, p.last_day, p.undated
    from (values ('all', '1900-01-01'::date, '2199-12-31'::date, null), ('overdue', '1900-01-01', today - 1, false),
      ('not_due', today, '2199-12-31', false), ('no_due_day', '1900-01-01', '2199-12-31', true),
      ('0-30', today - 30, today - 1, false), ('31-60', today - 60, today - 31, false), ('61-90', today - 90, today - 61, false),
      ('90+', '1900-01-01', today - 91, false)) a(age, first_day, last_day, undated)
    where a.age = private.report_choice(definition, 'age', '{all,overdue,not_due,no_due_day,0-30,31-60,61-90,90+}');
    return p;
  end if;
  if private.report_text(definition, 'age') is not null then
    perform private.refuse('This report does not know that choice.', 'age', 'report_choice_unknown');
  end if;
  p.range := private.report_choice(definition, 'range', choices.range
    || '{last_12_months,this_month,last_month,this_quarter,last_quarter,this_year,last_year,custom}'::text[]);
  if p.range = 'custom' then
    p.first_day := private.report_day(definition, 'from');
    p.last_day := private.report_day(definition, 'to');
    if p.first_day > p.last_day then
      perform private.refuse('The range ends before it begins.', 'to', 'range_reversed');
    elsif p.last_day > p.first_day + interval '40 years' then
      perform private.refuse('Choose at most 40 years.', 'from', 'range_too_long');
    end if;
  else
    select r.first_day, r.last_day into p.first_day, p.last_day from private.report_range(p.range, today) r;
  end if;
  if p.compare = 'year' then
    p.before_first := p.first_day - interval '1 year';
    p.before_last := (p.last_day + 1 - interval '1 year')::date - 1;
  elsif p.compare = 'period' and date_trunc('month', p.first_day::timestamp) = p.first_day
    and date_trunc('month', (p.last_day + 1)::timestamp) = p.last_day + 1 then
    months := 12 * (extract(year from p.last_day + 1) - extract(year from p.first_day))
      + extract(month from p.last_day + 1) - extract(month from p.first_day);
    p.before_first := p.first_day - months * interval '1 month';
    p.before_last := p.first_day - 1;
  elsif p.compare = 'period' then
    p.before_first := p.first_day - (p.last_day - p.first_day + 1);
    p.before_last := p.first_day - 1;
  end if;
  return p;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse(reason text, column_name text, code text, params jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception using errcode = 'P0001', message = reason, hint = column_name,
    detail = jsonb_build_object('code', refuse.code, 'params', refuse.params)::text;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_archived_vendor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select 1 from public.vendors v
    where v.id = new.vendor_id and v.organization_id = new.organization_id and v.archived_at is not null
  ) then
    perform private.refuse('This vendor is archived. Choose another one, or restore it first.', 'vendor_id', 'vendor_archived');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_closed_day(organization_id uuid, day date, column_name text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refusal constant jsonb := private.closed_day_refusal(organization_id, day, column_name);
begin
  if refusal is not null then
    perform private.refuse_with(refusal);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_saved_already(saved jsonb, differs jsonb)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  raise exception using errcode = 'P0001', hint = 'saved_already',
    message = case when saved is null then 'Saved already.' else 'Saved already as ' || (saved ->> 'name') || '.' end,
    detail = (coalesce(saved, '{}') || jsonb_build_object('differs', differs,
      'code', case when saved is null then 'saved_already' else 'saved_already_as' end,
      'params', case when saved is null then '{}' else jsonb_build_object('name', saved -> 'name') end))::text;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_stale_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refuse(
    'This ' || tg_argv[0] || ' was changed by somebody else meanwhile. Read it again before you change it.', 'version',
    'record_changed', jsonb_build_object('noun', tg_argv[0]));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_terms(new public.sales, old public.sales, what text, status text)
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
      'The ' || array_to_string(terms.names, ' and ') || ' of this sale cannot change any more: ' || case what
        when 'sale' then 'the sale is ' || status else 'its commission is already ' || private.status_label(status) end || '.',
      terms.column_name, 'terms_fixed', jsonb_build_object('terms', terms.names, 'what', what, 'status', status));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_truncate()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refuse('The table ' || tg_table_name || ' cannot be emptied by TRUNCATE: sums and histories would not follow.', '',
    'table_is_kept', jsonb_build_object('table', tg_table_name));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_with(refusal jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.refuse(refusal ->> 'error', coalesce(refusal ->> 'field', ''), refusal ->> 'code', refusal -> 'params')
$function$;

CREATE OR REPLACE FUNCTION private.report_choice(definition jsonb, name text, choices text[])
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  chosen text := private.report_text(definition, name);
begin
  if chosen is not null and chosen <> all (choices) then
    perform private.refuse('This report does not know that choice.', name, 'report_choice_unknown');
  end if;
  return coalesce(chosen, choices[1]);
end $function$;

CREATE OR REPLACE FUNCTION private.report_day(definition jsonb, name text)
 RETURNS date
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  chosen text := private.report_text(definition, name);
  day date;
begin
  if chosen ~ '^\d{4}-\d{2}-\d{2}$' then
    begin
      day := make_date(substr(chosen, 1, 4)::int, substr(chosen, 6, 2)::int, substr(chosen, 9, 2)::int);
    exception when datetime_field_overflow then
      day := null;
    end;
  end if;
  if day is null or day not between '1900-01-01' and '2199-12-31' then
    perform private.refuse('Enter a date.', name, 'report_date_expected');
  end if;
  return day;
end $function$;

CREATE OR REPLACE FUNCTION private.report_id(definition jsonb, name text)
 RETURNS uuid
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  chosen text := private.report_text(definition, name);
begin
  if chosen !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    perform private.refuse('This is not an id.', name, 'id_expected');
  end if;
  return chosen::uuid;
end $function$;

CREATE OR REPLACE FUNCTION private.report_text(definition jsonb, name text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if coalesce(jsonb_typeof(definition -> name), 'null') not in ('string', 'null') then
    perform private.refuse('A report takes texts only.', name, 'report_text_expected');
  end if;
  return nullif(definition ->> name, '');
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

CREATE OR REPLACE FUNCTION private.save_record(relation text, noun text, organization_id uuid, record_id uuid, expected_version integer, input jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_row jsonb;
  assignments text := (select string_agg(format('%1$I = n.%1$I', k), ', ') from jsonb_object_keys(input) k);
  current_version integer;
  state text;
  reason text;
  violated text;
begin
  if expected_version is null then
    perform private.refuse('Say which version of the ' || noun || ' was edited.', 'version', 'version_missing',
      jsonb_build_object('noun', noun));
  end if;
  execute format('select to_jsonb(t) from public.%I t where t.organization_id = $1 and t.id = $2 for no key update', relation)
  into current_row using save_record.organization_id, record_id;
  if current_row is null then
    perform private.refuse('This ' || noun || ' does not exist.', '',
      case noun when 'vendor' then 'vendor_not_found' else 'customer_not_found' end);
  elsif current_row ->> 'merged_into' is not null then
    perform private.refuse('This customer was merged into another one.', '', 'customer_merged');
  elsif current_row ->> 'erased_at' is not null then
    perform private.refuse('This customer was erased.', '', 'customer_erased');
  end if;

  current_version := (current_row ->> 'version')::integer;
  if current_version <> expected_version then
    return jsonb_build_object('outcome', 'conflict', 'version', current_version, noun, current_row, 'changes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'changed_by', case when u.id is not null then
          jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) end,
        'changed_at', c.changed_at, 'changed_fields', c.changed_fields, 'version', c.version) order by c.version), '[]')
      from private.record_changes c
      left join public.users u on u.organization_id = c.organization_id and u.id = c.changed_by
      where c.organization_id = save_record.organization_id and c.record_id = save_record.record_id
        and c.version > expected_version));
  end if;
  if assignments is not null then
    begin
      execute format('update public.%1$I t set %2$s from jsonb_populate_record(null::public.%1$I, $1) n
        where t.organization_id = $2 and t.id = $3 returning t.version', relation, assignments)
      into current_version using input, save_record.organization_id, record_id;
    exception when integrity_constraint_violation then
      -- Raised again without its detail, which shows the failing row to the owner of the table.
      get stacked diagnostics state = returned_sqlstate, reason = message_text, violated = constraint_name;
      raise exception using errcode = state, message = reason, constraint = violated;
    end;
  end if;
  return jsonb_build_object('outcome', 'saved', 'id', record_id, 'version', current_version);
end $function$;

CREATE OR REPLACE FUNCTION private.schedule_lock(organization_id uuid, commission_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.command_result('This is in the ' || b.name || ' payout, planned for ' || private.day_text(b.planned_on) || '.', null,
    'in_planned_payout', jsonb_build_object('payout', b.name, 'planned_on', b.planned_on))
  from public.payout_lines l
  join public.payout_batches b on b.organization_id = l.organization_id and b.id = l.batch_id and b.status = 'scheduled'
  where l.organization_id = schedule_lock.organization_id and l.commission_id = schedule_lock.commission_id and l.kind = 'commission'
$function$;

CREATE OR REPLACE FUNCTION private.secret_key(name text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  key text;
begin
  if to_regclass('vault.decrypted_secrets') is not null then
    execute 'select decrypted_secret from vault.decrypted_secrets where name = $1' into key using secret_key.name;
  end if;
  key := coalesce(key, (select s.value from private.secrets s where s.name = secret_key.name));
  if key is null then
    perform private.refuse('What is encrypted cannot be read or written at the moment.', '', 'encryption_unavailable');
  end if;
  return key;
end $function$;

CREATE OR REPLACE FUNCTION private.skipped_transaction(id uuid, refusal jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', id, 'why', refusal -> 'error', 'code', refusal -> 'code', 'params', refusal -> 'params')
$function$;

CREATE OR REPLACE FUNCTION private.sync_vendor_aliases()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken record;
begin
  perform pg_advisory_xact_lock(hashtextextended('vendor_aliases ' || new.organization_id, 0));
  delete from private.vendor_aliases a
  where a.vendor_id = new.id and a.organization_id = new.organization_id
    and a.alias_key <> all (array(select lower(n) from unnest(new.aliases) n));
  select n.alias, v.name into taken
  from unnest(new.aliases) n(alias)
  join private.vendor_aliases a on a.organization_id = new.organization_id and a.alias_key = lower(n.alias)
  join public.vendors v on v.id = a.vendor_id
  where a.vendor_id <> new.id
  limit 1;
  if taken.alias is not null then
    perform private.refuse('"' || taken.alias || '" is already an alias of ' || taken.name || '.', 'aliases', 'alias_taken',
      jsonb_build_object('alias', taken.alias, 'vendor', taken.name));
  end if;
  insert into private.vendor_aliases (organization_id, alias_key, vendor_id)
  select new.organization_id, lower(n), new.id from unnest(new.aliases) n
  on conflict (organization_id, alias_key) do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.take_disclosure(what text, disclosure_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  subject uuid;
begin
  update private.disclosures d set told_at = clock_timestamp()
  where d.id = take_disclosure.disclosure_id and d.what = take_disclosure.what
    and d.organization_id = private.current_organization_id() and d.actor_id = auth.uid()
    and d.told_at is null and d.created_at > clock_timestamp() - interval '1 minute'
  returning d.subject_id into subject;
  if subject is null then
    perform private.refuse_with(private.disclosure_refusal());
  end if;
  return subject;
end $function$;

CREATE OR REPLACE FUNCTION private.trip_lock(sale public.sales)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.schedule_lock(b.organization_id, c.id)
  from public.commissions c
  join public.payout_lines l on l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'commission'
  join public.payout_batches b on b.organization_id = l.organization_id and b.id = l.batch_id and b.status = 'scheduled'
  join public.organizations o on o.id = c.organization_id
  where c.organization_id = sale.organization_id and c.sales_id = sale.id and b.planned_on < case o.payout_hold_until
    when 'departure' then sale.travel_date when 'return' then coalesce(sale.return_date, sale.travel_date) end
$function$;

CREATE OR REPLACE FUNCTION private.undo_refusal(merge private.customer_merges)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when merge.id is null then private.command_result('This merge does not exist.', null, 'merge_not_found')
    when merge.undone_at is not null then private.command_result('This merge was undone already.', null, 'merge_undone')
    when merge.moved is null then private.command_result('This merge cannot be undone: one of the two was erased.',
      null, 'merge_of_erased')
    when merge.created_at < now() - interval '30 days' then private.command_result('A merge can be undone for 30 days.',
      null, 'merge_too_old')
    when exists (select 1 from public.customers c where c.id = merge.kept_id and c.merged_into is not null) then
      private.command_result('This customer was merged into another one since. Undo that merge first.', null, 'merge_of_merged')
  end
$function$;

CREATE OR REPLACE FUNCTION private.void_refusal(organization_id uuid, amount numeric, voided_on date, reason text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when o.payout_second_approval and not private.is_owner() then
      private.command_result('Only an owner can void a payment where a second person approves payouts.', null, 'void_is_for_owners')
    when void_refusal.amount is null then private.command_result('This payment does not exist.', null, 'payment_not_found')
    when void_refusal.amount = 0 then private.command_result('Nothing was paid: there is nothing to void.', null, 'nothing_to_void')
    when void_refusal.voided_on is not null then
      private.command_result('This payment was voided on ' || to_char(void_refusal.voided_on, 'FMMonth FMDD, YYYY') || ' already.', null,
        'voided_already', jsonb_build_object('voided_on', void_refusal.voided_on))
    when nullif(btrim(void_refusal.reason), '') is null then private.command_result('Say why. The agent reads it.',
      'reason', 'agent_reason_missing')
    when char_length(btrim(void_refusal.reason)) > 500 then private.command_result('Use at most 500 characters.',
      'reason', 'text_too_long', '{"most": 500}') end
  from public.organizations o where o.id = void_refusal.organization_id
$function$;

CREATE OR REPLACE FUNCTION private.wanted_commission_status(r jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sale_status constant text := coalesce(r ->> 'status', 'booked');
  paid_on constant text := r ->> 'agent_paid_on';
  wanted constant text := coalesce(r ->> 'commission_status',
    case when paid_on is not null then 'agent_paid' when r ->> 'received_on' is not null then 'funds_received' end);
begin
  if sale_status not in ('booked', 'paid', 'cancelled') then
    perform private.refuse('Invalid status specified', 'status', 'status_unknown');
  elsif not private.is_admin() and (r ->> 'received_on' is not null or paid_on is not null or wanted
    <> case sale_status when 'booked' then 'unpaid' when 'paid' then 'funds_received' else 'cancelled' end) then
    perform private.refuse('Only an admin can change the status of a commission.',
      'commission_status', 'commission_status_not_allowed');
  elsif wanted <> 'agent_paid' and paid_on is not null then
    perform private.refuse('There is a date of payment, but the agent is not paid.', 'agent_paid_on', 'payment_date_of_unpaid');
  elsif wanted = 'agent_paid' and paid_on is null then
    perform private.refuse('Enter when the agent was paid.', 'agent_paid_on', 'agent_paid_on_missing');
  elsif sale_status = 'paid' and wanted = 'unpaid' then
    perform private.refuse('The commission of a paid sale counts as received. Leave its status empty, or say funds received.',
      'commission_status', 'commission_of_paid_sale');
  elsif sale_status = 'cancelled' and wanted <> 'cancelled' then
    perform private.refuse('The commission of a cancelled sale is cancelled.', 'commission_status', 'commission_of_cancelled_sale');
  end if;
  return wanted;
end $function$;

CREATE OR REPLACE FUNCTION private.write_bank_details(organization_id uuid, agent_id uuid, details jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  input jsonb := case when jsonb_typeof(details) = 'object' then details else '{}' end;
  holder text := nullif(btrim(input ->> 'holder_name'), '');
  routing text := regexp_replace(input ->> 'routing_number', '[\s-]', '', 'g');
  account text := upper(regexp_replace(input ->> 'account_number', '[\s-]', '', 'g'));
  iban text := upper(regexp_replace(input ->> 'iban', '\s', '', 'g'));
  bic text := nullif(upper(regexp_replace(input ->> 'bic', '\s', '', 'g')), '');
  company text := nullif(upper(regexp_replace(input ->> 'company_id', '[\s-]', '', 'g')), '');
  refusal jsonb;
begin
  refusal := case
    when holder is null then private.command_result('Enter the name on the account.', 'holder_name', 'holder_missing')
    when char_length(holder) > 70 then private.command_result('Use at most 70 characters.',
      'holder_name', 'text_too_long', '{"most": 70}')
    when input ->> 'kind' = 'us' then case
      when not coalesce(private.is_routing_number(routing), false) then
        private.command_result('This is not a routing number. It has nine digits and stands on a check.',
          'routing_number', 'routing_number_wrong')
      when coalesce(account !~ '^[A-Z0-9]{4,17}$', true) then
        private.command_result('Enter the account number, 4 to 17 digits.', 'account_number', 'account_number_wrong')
      when coalesce(input ->> 'account_type' not in ('checking', 'savings'), true) then
        private.command_result('Choose checking or savings.', 'account_type', 'account_type_missing')
      when write_bank_details.agent_id is null and coalesce(company !~ '^[A-Z0-9]{9,10}$', true) then
        private.command_result('Enter the company''s number that the bank gave you, 9 or 10 characters.',
          'company_id', 'company_number_wrong') end
    when input ->> 'kind' = 'iban' then case
      when not coalesce(private.is_iban(iban), false) then
        private.command_result('This is not an IBAN. Look for a mistyped character.', 'iban', 'iban_wrong')
      when bic !~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$' then private.command_result('A BIC has 8 or 11 characters.',
        'bic', 'bic_wrong') end
    else private.command_result('Choose how you are paid.', 'kind', 'bank_details_kind_missing') end;
  if refusal is not null then
    return refusal;
  end if;
  insert into private.bank_details as d (organization_id, agent_id, kind, holder_name, last_four, numbers_encrypted)
  select write_bank_details.organization_id, write_bank_details.agent_id, input ->> 'kind', holder,
    -- Of a short number only half is shown.
    right(n.number, least(4, char_length(n.number) / 2)), private.seal('bank_details_key',
      jsonb_strip_nulls(case input ->> 'kind'
        when 'us' then jsonb_build_object('routing_number', routing, 'account_number', account,
          'account_type', input ->> 'account_type', 'company_id', company)
        else jsonb_build_object('iban', iban, 'bic', bic) end)::text)
  from (select case input ->> 'kind' when 'us' then account else iban end as number) n
  on conflict on constraint bank_details_key do update set kind = excluded.kind, holder_name = excluded.holder_name,
    last_four = excluded.last_four, numbers_encrypted = excluded.numbers_encrypted;
  return null;
end $function$;

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
begin
  if jsonb_typeof(parts) is distinct from 'array' or jsonb_array_length(parts) > 500 or exists (
    select 1 from jsonb_array_elements(parts) p
    where case when jsonb_typeof(p) <> 'object' then true
      else not coalesce(pg_input_is_valid(p ->> 'commission_id', 'uuid'), false)
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
  elsif (select count(distinct p ->> 'commission_id') <> count(*) from jsonb_array_elements(parts) p) then
    return private.command_result('A commission stands in this deposit twice.', 'parts', 'commission_twice');
  elsif sign(coalesce(unclaimed, 0)) = -sign(t.amount)
    or exists (select 1 from jsonb_array_elements(parts) p where sign((p ->> 'amount')::numeric) <> sign(t.amount)) then
    return private.command_result('A part has the sign of its transaction.', 'parts', 'sign_differs');
  elsif exists (select 1 from jsonb_array_elements(parts) p where (p ->> 'write_off')::numeric > 0
    and coalesce(btrim(p ->> 'reason'), '') = '') then
    return private.command_result('Say why the rest is written off.', 'reason', 'write_off_reason_missing');
  end if;
  perform private.lock_commissions(t.organization_id, array(
    select (p ->> 'commission_id')::uuid from jsonb_array_elements(parts) p
    union select a.commission_id from public.bank_allocations a
    where a.organization_id = t.organization_id and a.transaction_id = t.id));
  select p.value as part, c.*, coalesce(own.amount + own.write_off_amount, 0) as here,
    s.booking_reference into wrong
  from jsonb_array_elements(parts) p(value)
  left join public.commissions c on c.organization_id = t.organization_id and c.id = (p.value ->> 'commission_id')::uuid
  left join public.sales s on s.id = c.sales_id
  left join public.bank_allocations own on own.organization_id = t.organization_id and own.transaction_id = t.id
    and own.commission_id = c.id
  where c.id is null or c.status = 'cancelled' and (p.value ->> 'amount')::numeric > 0
    or p.value ? 'expected' and case when t.amount > 0 then c.undeposited_amount + coalesce(own.amount + own.write_off_amount, 0)
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
      select (p ->> 'commission_id')::uuid from jsonb_array_elements(parts) p)) <> '[]' then
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
  update public.bank_transactions b set status = 'matched', unclaimed_amount = coalesce(unclaimed, 0),
    fee_amount = coalesce(fee, 0), category = new_category, certainty = null, version = b.version + 1,
    matching_due = coalesce(unclaimed, 0) <> 0,
    vendor_id = coalesce(write_match.vendor_id, (
      select c.vendor_id from public.commissions c where c.organization_id = t.organization_id
        and c.id = (parts -> 0 ->> 'commission_id')::uuid), b.vendor_id)
  where b.id = t.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.accept_bank_suggestions(transactions jsonb, require_certain boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  new_group uuid := gen_random_uuid();
begin
  if jsonb_typeof(transactions) is distinct from 'array' or jsonb_array_length(transactions) > 500 or exists (
    select 1 from jsonb_array_elements(transactions) e where not coalesce(pg_input_is_valid(e ->> 'id', 'uuid'), false)
      or coalesce(e ->> 'version' !~ '^\d{1,9}$', true)) then
    perform private.refuse('Send up to 500 transactions with their versions.', 'transactions', 'transactions_expected');
  end if;
  return private.command_result(null) || jsonb_build_object('group_id', new_group)
    || private.accept_suggestions(caller_organization_id, new_group, transactions, require_certain);
end $function$;

CREATE OR REPLACE FUNCTION public.accept_invitation(first_name text DEFAULT NULL::text, last_name text DEFAULT NULL::text, invitation_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller uuid := auth.uid();
  address text := private.confirmed_email();
  given_name text := nullif(btrim(accept_invitation.first_name), '');
  family_name text := nullif(btrim(accept_invitation.last_name), '');
  invitation public.invitations%rowtype;
begin
  if not private.has_live_session() then
    return private.command_result('Please open the link in your invitation again.', null, 'invitation_session_over');
  elsif address is null then
    return private.command_result('Please confirm your email address first.', null, 'invitation_email_unconfirmed');
  elsif not private.session_came_by_mail() then
    return private.command_result('Please open the link in your invitation to join.', null, 'invitation_needs_mail');
  end if;

  -- The lock of create_organization_with_owner: an account gets one organization, whichever functions run concurrently.
  perform pg_advisory_xact_lock(hashtextextended('create_organization_with_owner ' || caller::text, 0));
  if exists (select 1 from public.users u where u.id = caller) then
    return private.command_result('You already belong to an organization.', null, 'already_in_organization');
  end if;

  select i.* into invitation
  from public.invitations i
  where i.id = (
    select p.id from private.pending_invitations(address) p
    where accept_invitation.invitation_id is null or p.id = accept_invitation.invitation_id
    order by p.expires_at desc, p.id
    limit 1)
    and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
  for no key update;
  if invitation.id is null then
    return coalesce((
      select case
        when i.accepted_at is not null then private.command_result('This invitation has already been accepted.',
          null, 'invitation_accepted')
        when i.revoked_at is not null then private.command_result('This invitation was withdrawn. Please ask for a new one.',
          null, 'invitation_withdrawn_ask_again')
        when i.expires_at <= now() then private.command_result('This invitation has expired. Please ask for a new one.',
          null, 'invitation_expired')
        else private.command_result('This invitation is no longer valid. Please ask for a new one.', null, 'invitation_invalid') end
      from public.invitations i
      where i.email = address
        and (accept_invitation.invitation_id is null or i.id = accept_invitation.invitation_id)
      order by i.created_at desc limit 1), private.command_result('There is no invitation for your email address.',
        null, 'invitation_missing'));
  elsif given_name is null or family_name is null then
    return private.command_result('First and last name are missing', null, 'names_missing');
  end if;

  insert into public.users (id, organization_id, first_name, last_name, role)
  values (caller, invitation.organization_id, given_name, family_name, invitation.role);
  update public.user_terms t set commission_split = invitation.commission_split where t.user_id = caller;
  update public.invitations i set accepted_at = now() where i.id = invitation.id;
  return jsonb_build_object('success', true, 'organization_id', invitation.organization_id);
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
      where u.organization_id = caller_organization_id and u.id = add_payout_adjustment.agent_id) then
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

CREATE OR REPLACE FUNCTION public.add_payout_lines(batch_id uuid, commission_ids uuid[] DEFAULT '{}'::uuid[], adjustment_ids uuid[] DEFAULT '{}'::uuid[])
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
    insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, amount, created_by)
    select b.organization_id, b.id, c.agent_id, 'commission', c.commission_id, c.amount, auth.uid()
    from private.open_for_payout(b.organization_id, null, true) c
    where c.commission_id = any (commission_ids) and c.obstacle is null and c.batch_id is null
    order by c.commission_id
    on conflict do nothing
    returning id)
  select array(select id from returned union all select id from added_lines) into added;
  if cardinality(added) = 0 then
    return private.command_result('It cannot be put back any more.', null, 'line_gone') || jsonb_build_object('added', 0);
  end if;
  perform private.note_payout(b, 'added', jsonb_build_object('lines', cardinality(added), 'items', private.told_lines(b, added)));
  return private.command_result(null) || jsonb_build_object('added', cardinality(added));
end $function$;

CREATE OR REPLACE FUNCTION public.approve_payout(batch_id uuid, expected_version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.payout_batches := private.lock_payout(approve_payout.batch_id);
  problems jsonb;
begin
  if private.draft_refusal(b) is not null then
    return private.draft_refusal(b);
  elsif b.version is distinct from approve_payout.expected_version then
    return private.command_result('Somebody changed this payout meanwhile. Look at it again.', null, 'payout_changed');
  elsif private.needs_other_person(b) then
    return
      private.command_result('A second person approves: not who started this payout, wrote one of its adjustments, or changed it.',
        null, 'second_person_approves');
  elsif not exists (select 1 from public.payout_lines l where l.organization_id = b.organization_id and l.batch_id = b.id) then
    return private.command_result('There is nothing in this payout.', null, 'payout_empty');
  end if;
  problems := private.payout_problems(b);
  if problems <> '[]' then
    return private.command_result('Some of these commissions cannot be paid any more.',
      null, 'payout_has_problems') || jsonb_build_object('problems', problems);
  end if;
  update public.payout_batches p set status = 'approved', approved_by = auth.uid(), approved_at = now(), version = p.version + 1
  where p.id = b.id;
  perform private.note_payout(b, 'approved', jsonb_build_object('amount',
    (select sum(t.paid_amount) from private.payout_totals(b) t)));
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.archive_customer(customer_id uuid, archived boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  customer public.customers%rowtype;
begin
  select c.* into customer from public.customers c
  where c.organization_id = caller_organization_id and c.id = archive_customer.customer_id for no key update;
  if customer.id is null then
    return private.command_result('This customer does not exist.', null, 'customer_not_found');
  elsif customer.merged_into is not null then
    return private.command_result('This customer was merged into another one.', null, 'customer_merged');
  elsif customer.erased_at is not null then
    return private.command_result('This customer was erased.', null, 'customer_erased');
  end if;
  if (customer.archived_at is not null) is distinct from coalesce(archive_customer.archived, true) then
    update public.customers c set archived_at = case when coalesce(archive_customer.archived, true) then now() end
    where c.id = customer.id;
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.archive_vendor(vendor_id uuid, archived boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refusal jsonb := private.lock_vendor(archive_vendor.vendor_id);
begin
  if refusal is null and archive_vendor.archived is null then
    refusal := private.command_result('Say whether the vendor is archived.', null, 'vendor_archived_unsaid');
  end if;
  if refusal is null then
    update public.vendors v set archived_at = case when archive_vendor.archived then now() end
    where v.id = archive_vendor.vendor_id and (v.archived_at is not null) <> archive_vendor.archived;
  end if;
  return coalesce(refusal, private.command_result(null));
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
    perform private.refuse('A file may have 50,000 lines. Split it, or export fewer months.', 'lines', 'file_too_long');
  elsif not exists (select 1 from public.bank_accounts a where a.id = begin_bank_import.account_id
    and a.organization_id = caller_organization_id and a.archived_at is null) then
    perform private.refuse('Choose the account of this file.', 'account_id', 'file_account_missing');
  elsif octet_length(begin_bank_import.mapping::text) > 20000 then
    perform private.refuse('This mapping is too long.', 'mapping', 'mapping_too_long');
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

CREATE OR REPLACE FUNCTION public.close_books(through date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  last_day date := private.today() - 1;
  closed_through date;
begin
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

CREATE OR REPLACE FUNCTION public.collect_payout(batch_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.payout_batches := private.lock_payout(collect_payout.batch_id);
  added record;
begin
  if private.draft_refusal(b) is not null then
    return private.draft_refusal(b);
  end if;
  added := private.collect_payout(b);
  if added.commissions + added.adjustments > 0 then
    perform private.note_payout(b, 'collected', to_jsonb(added));
  end if;
  return private.command_result(null) || jsonb_build_object('added', added.commissions);
end $function$;

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
  where v.organization_id = private.current_organization_id() and v.id = confirm_document_read.version_id for share of d;
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
  select jsonb_object_agg(e.name, e.old), jsonb_object_agg(e.name, e.new) into before, after
  from (values
    ('payment_date', to_jsonb(payment.payment_date), to_jsonb(corrected.payment_date)),
    ('payment_method', to_jsonb(payment.payment_method), to_jsonb(corrected.payment_method)),
    ('payment_reference', to_jsonb(payment.reference), to_jsonb(corrected.reference))) e(name, old, new)
  where e.old is distinct from e.new;
  if after is not null then
    insert into public.commission_history
      (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes, code)
    values (payment.commission_id, caller_organization_id, auth.uid(), 'update', 'agent_paid', 'agent_paid', before, after,
      'Payment corrected', 'payment_corrected');
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.create_organization_with_owner(org_name text DEFAULT NULL::text, org_email text DEFAULT NULL::text, user_id uuid DEFAULT NULL::uuid, user_email text DEFAULT NULL::text, user_first_name text DEFAULT NULL::text, user_last_name text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller uuid := auth.uid();
  account auth.users%rowtype;
  meta jsonb;
  name_of_organization text;
  first_name text;
  last_name text;
  zone text;
  new_organization_id uuid;
begin
  if user_id is null then
    return private.command_result('The user is missing', null, 'user_missing');
  end if;
  if caller is not null and caller <> user_id then
    return private.command_result('You can create an organization only for yourself', null, 'organization_for_oneself');
  end if;

  -- Serializes calls for the same account, here and in accept_invitation: an account gets one organization.
  perform pg_advisory_xact_lock(hashtextextended('create_organization_with_owner ' || user_id::text, 0));
  select u.* into account from auth.users u where u.id = user_id and u.deleted_at is null;

  if account.id is null
    or account.email is null
    or lower(btrim(coalesce(user_email, account.email))) <> lower(account.email)
    or caller is null and (account.email_confirmed_at is not null or account.created_at < now() - interval '10 minutes')
    or caller is not null and not private.has_live_session()
  then
    return private.command_result('This sign-up cannot be completed here. Please confirm your e-mail address and sign in.',
      null, 'sign_up_unconfirmed');
  end if;
  if exists (select 1 from public.users u where u.id = account.id) then
    return private.command_result('An organization already exists for this account', null, 'organization_exists');
  end if;
  if private.has_pending_invitation(account.email) then
    return private.command_result('You are invited to an organization. Please accept the invitation from your e-mail.',
      null, 'invited_elsewhere');
  end if;

  meta := coalesce(account.raw_user_meta_data, '{}');
  name_of_organization := coalesce(private.visible_text(org_name), private.visible_text(meta ->> 'organization_name'));
  first_name := coalesce(private.visible_text(user_first_name), private.visible_text(meta ->> 'first_name'));
  last_name := coalesce(private.visible_text(user_last_name), private.visible_text(meta ->> 'last_name'));
  if name_of_organization is null then
    return private.command_result('The organization name is missing', null, 'organization_name_missing');
  elsif first_name is null or last_name is null then
    return private.command_result('First and last name are missing', null, 'names_missing');
  end if;
  select z.name into zone from pg_catalog.pg_timezone_names z where z.name = meta ->> 'time_zone' limit 1;

  insert into public.organizations (name, email, time_zone, amount_notation, date_order)
  values (name_of_organization, lower(coalesce(nullif(btrim(org_email), ''), account.email)), coalesce(zone, 'UTC'),
    -- As the browser's language writes them, where it said so.
    case when meta ->> 'amount_notation' in ('point', 'comma') then meta ->> 'amount_notation' else 'point' end,
    case when meta ->> 'date_order' in ('mdy', 'dmy', 'ymd') then meta ->> 'date_order' else 'mdy' end)
  returning id into new_organization_id;
  insert into public.users (id, organization_id, first_name, last_name, role)
  values (account.id, new_organization_id, first_name, last_name, 'owner');
  return jsonb_build_object('success', true, 'organization_id', new_organization_id);
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
    '{"customer_id": null, "vendor_id": null, "booking_reference": null, "total_amount": null}'::jsonb || create_sale.sale,
    '{customer_id,vendor_id,agent_id,booking_reference,sale_date,travel_date,return_date,total_amount,commission_amount,
      commission_rate,commission_basis,currency,notes}');
  if input ->> 'commission_basis' = 'amount' and not input ? 'commission_amount' then
    perform private.refuse('Enter the commission amount.', 'commission_amount', 'commission_amount_missing');
  end if;
  input := input || private.check_traveler_ids(coalesce(create_sale.traveler_ids, '{}'));
  columns := (select string_agg(quote_ident(k), ', ') from jsonb_object_keys(input) k);
  execute format('insert into public.sales (%1$s) select %1$s from jsonb_populate_record(null::public.sales, $1)
    returning id, version', columns) into saved using input;
  return private.end_request(request_key, saved.id, jsonb_build_object('id', saved.id, 'version', saved.version));
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
  if private.account_lock(caller_organization_id, auth.uid()) is not null then
    return private.account_lock(caller_organization_id, auth.uid());
  end if;
  delete from private.bank_details d where d.organization_id = caller_organization_id and d.agent_id = auth.uid();
  if found then
    perform private.audit(caller_organization_id, 'bank_details_deleted', null, auth.uid());
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.delete_bank_remittance(remittance_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  r public.bank_remittances;
begin
  delete from public.bank_remittances x
  where x.id = delete_bank_remittance.remittance_id and x.organization_id = caller_organization_id returning x.* into r;
  if r.id is null then
    return private.command_result('This statement is no longer there.', null, 'statement_not_found');
  end if;
  perform private.match_transactions(caller_organization_id, array[r.transaction_id]);
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.delete_customer(customer_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  customer public.customers%rowtype;
  refusal jsonb;
begin
  select c.* into customer from public.customers c
  where c.organization_id = caller_organization_id and c.id = delete_customer.customer_id for update;
  refusal := case
    when customer.id is null then private.command_result('This customer does not exist.', null, 'customer_not_found')
    -- Before anything about sales, which may be another agent's.
    when not private.is_admin() and customer.created_by is distinct from auth.uid() then
      private.command_result('You can delete only customers you added yourself.', null, 'customer_of_others')
    when exists (select 1 from public.sales s where s.organization_id = caller_organization_id and s.customer_id = customer.id)
      or exists (
        select 1 from public.sale_travelers t
        where t.organization_id = caller_organization_id and t.customer_id = customer.id) then
      private.command_result('A customer with sales cannot be deleted. Archive them instead.', null, 'customer_with_sales')
    when exists (
      select 1 from public.documents d where d.organization_id = caller_organization_id and d.customer_id = customer.id) then
      private.command_result('A customer with documents cannot be deleted. Archive them instead.', null, 'customer_with_documents')
    when exists (select 1 from private.customer_merges m
      where m.organization_id = caller_organization_id and customer.id in (m.kept_id, m.merged_id) and m.undone_at is null) then
      private.command_result('This customer was merged with another one. Undo the merge first, or archive them.',
        null, 'customer_with_merge')
  end;
  if refusal is not null then
    return refusal;
  end if;
  delete from private.passports p where p.organization_id = caller_organization_id and p.customer_id = customer.id;
  delete from public.customer_companions l
  where l.organization_id = caller_organization_id and customer.id in (l.customer_id, l.companion_id);
  delete from private.customer_merges m
  where m.organization_id = caller_organization_id and customer.id in (m.kept_id, m.merged_id);
  delete from public.customers c where c.id = customer.id;
  perform private.audit(caller_organization_id, 'customer_deleted', customer.id, customer.id);
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.delete_document(document_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  locked record;
begin
  select l.* into locked from private.lock_document(delete_document.document_id) l;
  if locked.refusal is not null then
    return locked.refusal;
  end if;
  delete from public.documents d where d.id = (locked.document).id;
  perform private.audit((locked.document).organization_id, 'document_deleted', (locked.document).customer_id,
    (locked.document).id);
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.delete_message(message_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  message public.communications := private.expect_communication(message_id);
begin
  if message.author_id <> auth.uid() and not private.is_admin() then
    perform private.refuse('Only its author and admins can delete a message.', '', 'message_kept');
  end if;
  perform private.clear_communications(message.organization_id, array[message.id], auth.uid());
  perform private.announce_conversation(message.commentable_type, message.commentable_id);
end $function$;

CREATE OR REPLACE FUNCTION public.delete_passport(passport_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  passport private.passports%rowtype;
begin
  select p.* into passport from private.passports p
  where p.organization_id = private.current_organization_id() and p.id = delete_passport.passport_id for update;
  if passport.id is null then
    return private.command_result('This passport does not exist.', null, 'passport_not_found');
  elsif not private.may_use_passports(passport.organization_id, passport.customer_id) then
    return private.passport_refusal();
  end if;
  delete from private.passports p where p.id = passport.id;
  perform private.audit(passport.organization_id, 'passport_deleted', passport.customer_id, passport.id);
  return private.command_result(null);
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
    and d.commission_id is null and (d.batch_id is null or d.batch_id = b.id)
  returning d.* into l;
  if l.id is null then
    return private.command_result('This adjustment can no longer be deleted.', null, 'adjustment_fixed');
  elsif l.batch_id is not null then
    perform private.note_payout(b, 'adjustment_removed', jsonb_build_object('agent_id', l.agent_id, 'kind', l.kind,
      'amount', l.amount, 'note', l.note));
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.delete_vendor(vendor_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refusal jsonb := private.lock_vendor(delete_vendor.vendor_id);
begin
  if refusal is null then
    begin
      delete from public.vendors v where v.id = delete_vendor.vendor_id;
    exception when foreign_key_violation then
      refusal := private.command_result('A vendor with sales or documents cannot be deleted. Archive it instead.', null,
        'vendor_in_use');
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
  where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind = 'commission';
  update public.payout_lines l set batch_id = null where l.organization_id = b.organization_id and l.batch_id = b.id;
  update public.payout_batches p set status = 'discarded', discarded_at = now(), approved_at = null, approved_by = null
  where p.id = b.id;
  perform private.note_payout(b, 'discarded');
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.edit_message(message_id uuid, body text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  message public.communications := private.expect_communication(message_id);
begin
  if message.author_id <> auth.uid() then
    perform private.refuse('Only its author can change a message.', '', 'message_of_other_author');
  elsif message.deleted_at is not null then
    perform private.refuse('This message was deleted.', '', 'message_deleted');
  elsif message.created_at < clock_timestamp() - interval '15 minutes' then
    perform private.refuse('A message can be changed for 15 minutes.', 'body', 'message_too_old');
  end if;
  update public.communications c set body = btrim(edit_message.body, E' \n\r\t'), edited_at = clock_timestamp()
  where c.id = message.id and c.body is distinct from btrim(edit_message.body, E' \n\r\t')
  returning * into message;
  if message.id is not null then
    perform private.mention(message);
    perform private.announce_conversation(message.commentable_type, message.commentable_id);
  end if;
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

CREATE OR REPLACE FUNCTION public.export_customer_data(customer_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.admin_organization_id();
begin
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
begin
  select u.* into upload from private.document_uploads u
  where u.organization_id = caller_organization_id and u.created_by = auth.uid() and u.id = finish_document_upload.upload_id
  for update;
  if upload.id is null then
    return (
      select case when count(*) > 0 then private.command_result(null)
        else private.command_result('This upload does not exist any more. Begin again.', null, 'upload_not_found') end
        || jsonb_build_object('document_id', (array_agg(v.document_id))[1])
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
      member_id, expires_on, asks_to_read, created_by)
    values (caller_organization_id, document.title, document.category, document.customer_id, document.sale_id,
      document.commission_id, document.vendor_id, document.visibility, document.member_id, document.expires_on,
      document.asks_to_read, auth.uid())
    returning id into document.id;
  end if;
  insert into public.document_versions (id, organization_id, document_id, number, file_name, mime_type, size, uploaded_by)
  values (upload.id, caller_organization_id, document.id, 1 + coalesce((
      select max(v.number) from public.document_versions v
      where v.organization_id = caller_organization_id and v.document_id = document.id), 0),
    upload.file_name, upload.mime_type, upload.size, auth.uid());
  delete from private.document_uploads u where u.id = upload.id;
  return private.command_result(null) || jsonb_build_object('document_id', document.id);
end $function$;

CREATE OR REPLACE FUNCTION public.get_agent_sales_timeline(agent_id uuid DEFAULT NULL::uuid, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, bucket text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if get_agent_sales_timeline.agent_id is null then
    perform private.refuse('Agent ID is required', 'agent_id', 'agent_id_missing');
  end if;
  return (
    select jsonb_build_object('bucket', t.bucket, 'labels', t.labels, 'sales', t.amounts)
    from private.caller_scope(get_agent_sales_timeline.agent_id) s
    cross join lateral private.active_amounts('sale', s.organization_id, s.agent_id, s.zone,
      get_agent_sales_timeline.start_date, get_agent_sales_timeline.end_date, get_agent_sales_timeline.bucket) t);
end $function$;

CREATE OR REPLACE FUNCTION public.get_bank_inbox(view text DEFAULT 'review'::text, account_id uuid DEFAULT NULL::uuid, vendor_id uuid DEFAULT NULL::uuid, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, search text DEFAULT NULL::text, page integer DEFAULT 1, page_size integer DEFAULT 50)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  today date := private.today();
  month date := date_trunc('month', today)::date;
  page_no int := greatest(coalesce(get_bank_inbox.page, 1), 1);
  per_page int := least(greatest(coalesce(get_bank_inbox.page_size, 50), 1), 100);
  asked text := coalesce(get_bank_inbox.view, 'review');
  pattern text := '%' || private.escape_like(lower(nullif(btrim(left(search, 200)), ''))) || '%';
  amount_typed numeric := private.typed_amount(left(search, 200), caller_organization_id);
  conditions text;
  is_filtered boolean := coalesce(get_bank_inbox.account_id, get_bank_inbox.vendor_id) is not null
    or coalesce(start_date, end_date) is not null or pattern is not null;
  total bigint;
  ids uuid[];
  groups jsonb;
  counts jsonb;
begin
  if asked not in ('review', 'matched', 'unclaimed', 'set_aside', 'all') then
    perform private.refuse('There is no such list.', 'view', 'list_unknown');
  end if;
  conditions := concat_ws(' and ', 't.organization_id = $1',
    case asked when 'review' then 't.status in (''open'', ''suggested'')' when 'unclaimed' then 't.unclaimed_amount <> 0'
      when 'matched' then 't.status = ''matched'' and t.unclaimed_amount - t.fee_amount <> t.amount'
      when 'all' then null else 't.status = ' || quote_literal(asked) end,
    case when get_bank_inbox.account_id is not null then 't.account_id = $2' end,
    case when get_bank_inbox.vendor_id is not null then 't.vendor_id = $3' end,
    case when start_date is not null then 't.booked_on >= $4' end, case when end_date is not null then 't.booked_on <= $5' end,
    case when pattern is not null then '(lower(t.text collate pg_catalog."pg_c_utf8") like $6 or t.amount::text like $6'
      || coalesce(format(' or abs(t.amount) = %L::numeric', amount_typed), '') || ')' end);
  -- By status first: the function is slow for thousands of rows.
  select coalesce(jsonb_object_agg(g.name, jsonb_build_object('count', g.n, 'amount', g.amount_in - g.amount_out,
    'amount_in', g.amount_in, 'amount_out', g.amount_out)), '{}') into groups
  from (
    select private.bank_group(t.status, t.certainty) as name, sum(t.n) as n, sum(t.amount_in) as amount_in,
      sum(t.amount_out) as amount_out
    from (
      select t.status, t.certainty, count(*) as n, coalesce(sum(t.amount) filter (where t.amount > 0), 0) as amount_in,
        coalesce(-sum(t.amount) filter (where t.amount < 0), 0) as amount_out
      from public.bank_transactions t
      where t.organization_id = caller_organization_id and t.status in ('open', 'suggested') group by 1, 2) t
    group by 1) g;
  -- Each transaction came with an import, so these know how many there are; what is set aside is the rest.
  -- What was left unclaimed as a whole is settled, but not matched.
  select jsonb_build_object('review', n.review, 'matched', n.settled - u.whole, 'set_aside', n.all_of_them - n.review - n.settled,
    'all', n.all_of_them, 'unclaimed', u.n) into counts
  from (
    select (select coalesce(sum((g.value ->> 'count')::bigint), 0) from jsonb_each(groups) g) as review,
      (select count(*) from public.bank_transactions t
        where t.organization_id = caller_organization_id and t.status = 'matched') as settled,
      (select coalesce(sum(i.added), 0) from public.bank_imports i
        where i.organization_id = caller_organization_id and i.status in ('running', 'done')) as all_of_them) n
  cross join (
    select count(*) as n, count(*) filter (where t.unclaimed_amount - t.fee_amount = t.amount) as whole
    from public.bank_transactions t
    where t.organization_id = caller_organization_id and t.unclaimed_amount <> 0) u;
  execute format('select array(select t.id from public.bank_transactions t where %s order by %s limit $7 offset $8)', conditions,
    case asked when 'review' then
        'case when t.certainty = ''certain'' then 1 when t.status = ''suggested'' then 2 else 3 end, t.booked_on desc, t.id'
      when 'unclaimed' then 't.booked_on, t.id' else 't.booked_on desc, t.id' end)
  into ids
  using caller_organization_id, get_bank_inbox.account_id, get_bank_inbox.vendor_id, start_date, end_date, pattern, per_page,
    (page_no - 1)::bigint * per_page;
  if is_filtered then
    execute format('select count(*) from public.bank_transactions t where %s', conditions) into total
    using caller_organization_id, get_bank_inbox.account_id, get_bank_inbox.vendor_id, start_date, end_date, pattern;
  else
    total := counts ->> asked;
  end if;
  return jsonb_build_object('rows', private.bank_rows(caller_organization_id, ids), 'count', total, 'page', page_no,
    'page_size', per_page, 'total_pages', (total + per_page - 1) / per_page, 'groups', groups,
    'counts', counts,
    'strip', jsonb_build_object(
      'review', (select jsonb_build_object('count', coalesce(sum((g.value ->> 'count')::int), 0),
        'amount_in', coalesce(sum((g.value ->> 'amount_in')::numeric), 0), 'amount_out', coalesce(sum((g.value ->> 'amount_out')::numeric), 0))
        from jsonb_each(groups) g),
      'matched', (select jsonb_build_object('count', count(*) filter (where t.booked_on >= month and m.amount <> 0),
          'amount', coalesce(sum(m.amount) filter (where t.booked_on >= month), 0),
          'amount_before', coalesce(sum(m.amount) filter (where t.booked_on < month), 0))
        from public.bank_transactions t
        cross join lateral (select case when t.unclaimed_amount - t.fee_amount = t.amount then 0
          else t.amount - t.unclaimed_amount end as amount) m
        where t.organization_id = caller_organization_id and t.status = 'matched'
          and t.booked_on >= month - interval '1 month' and t.booked_on < month + interval '1 month'),
      'unclaimed', (select jsonb_build_object('count', count(*), 'amount', coalesce(sum(t.unclaimed_amount), 0),
          'oldest_on', min(t.booked_on))
        from public.bank_transactions t where t.organization_id = caller_organization_id and t.unclaimed_amount <> 0),
      'overdue', private.owed_figures(caller_organization_id)),
    'imports', private.bank_import_rows(caller_organization_id, array(
      select i.id from public.bank_imports i where i.organization_id = caller_organization_id and i.status in ('running', 'done')
      order by i.created_at desc, i.id limit 3)));
end $function$;

CREATE OR REPLACE FUNCTION public.hand_over_payout(batch_id uuid, user_id uuid, expected_version integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.payout_batches := private.lock_payout(hand_over_payout.batch_id);
  other public.users;
begin
  if private.draft_refusal(b) is not null then
    return private.draft_refusal(b);
  elsif hand_over_payout.expected_version <> b.version then
    return private.command_result('Somebody changed this payout meanwhile. Look at it again.', null, 'payout_changed');
  elsif not (select o.payout_second_approval from public.organizations o where o.id = b.organization_id) then
    return private.command_result('One person is enough to approve payouts here.', null, 'one_person_approves');
  end if;
  select u.* into other from public.users u
  where u.organization_id = b.organization_id and u.id = hand_over_payout.user_id and u.is_active and u.role in ('owner', 'admin');
  if other.id is null then
    return private.command_result('Choose who looks at it.', 'user_id', 'approver_missing');
  elsif other.id = auth.uid() then
    return private.command_result('Hand it over to somebody else.', 'user_id', 'approver_is_oneself');
  end if;
  perform private.note_payout(b, 'handed_over', jsonb_build_object('agent_id', other.id,
    'agent', other.first_name || ' ' || other.last_name));
  perform private.write_notification(b.organization_id, other.id, 'payout', private.acting_name(b.organization_id) || ' handed the '
    || b.name || ' payout over to you: look at it and approve it.', 'payouts', b.id, 'payout_handed_over',
    jsonb_build_object('by', private.acting_name(b.organization_id), 'payout', b.name));
  return private.command_result(null);
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
  elsif c.status in ('agent_paid', 'cancelled') then
    return case c.status when 'agent_paid' then private.command_result('The agent has already been paid for this commission.',
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
  on conflict on constraint payout_holds_pkey do update
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
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.id = any (line_ids) and l.kind = 'commission'
    returning l.commission_id, l.amount
  ), added as (
    insert into public.payout_holds as h (organization_id, commission_id, reason, held_by)
    select b.organization_id, r.commission_id, btrim(hold_payout_lines.reason), auth.uid() from removed r order by r.commission_id
    on conflict (organization_id, commission_id) do update
      set reason = excluded.reason, held_by = excluded.held_by, held_at = now())
  select count(*), sum(r.amount) into held, amount from removed r;
  if held = 0 then
    return private.command_result('These commissions are no longer in this payout.', null, 'commissions_left_payout');
  end if;
  perform private.note_payout(b, 'held', jsonb_build_object('lines', held, 'amount', amount, 'reason', btrim(hold_payout_lines.reason),
    'items', told));
  return private.command_result(null) || jsonb_build_object('held', held);
end $function$;

CREATE OR REPLACE FUNCTION public.import_bank_lines(import_id uuid, lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  i public.bank_imports := private.lock_bank_import(import_bank_lines.import_id);
  counts record;
begin
  if i.status <> 'running' then
    perform private.refuse_with(case i.status when 'undone' then private.command_result('This import was undone.',
      null, 'import_undone')
      else private.command_result('This import has ended.', null, 'import_ended') end);
  end if;
  perform private.check_bank_lines(lines);
  -- One import into an account at a time: what another one is writing would not be seen.
  perform pg_advisory_xact_lock(hashtextextended('bank_import ' || i.account_id, 0));
  with judged as materialized (
    select j.* from private.judge_bank_lines(i.organization_id, i.account_id, lines) j
  ), added as (
    insert into public.bank_transactions (organization_id, account_id, import_id, line_number, line_key, booked_on, value_on,
      amount, text, counterparty, reference, bank_id, payer_key)
    select i.organization_id, i.account_id, i.id, j.line, j.line_key, j.booked_on, j.value_on, j.amount, j.text, j.counterparty,
      j.reference, j.bank_id, private.payer_key(j.text, j.counterparty)
    from judged j where j.refusal is null and not j.here
    order by j.line
    on conflict (organization_id, account_id, line_key) do nothing
    returning 1)
  select (select count(*) from added) as added, count(*) filter (where j.refusal is not null) as broken, count(*) as total,
    coalesce(jsonb_agg(jsonb_build_object('line', j.line, 'why', j.refusal -> 'error', 'code', j.refusal -> 'code',
      'params', j.refusal -> 'params') order by j.line) filter (where j.refusal is not null), '[]')
      as broken_lines
  into counts from judged j;
  update public.bank_imports b set added = b.added + counts.added, broken = b.broken + counts.broken,
    here = b.here + counts.total - counts.added - counts.broken,
    broken_lines = case when jsonb_array_length(b.broken_lines) < 200 then b.broken_lines || (
        select coalesce(jsonb_agg(e - '{code,params}'::text[]), '[]') from jsonb_array_elements(counts.broken_lines) e)
      else b.broken_lines end
  where b.id = i.id;
  return jsonb_build_object('added', counts.added, 'here', counts.total - counts.added - counts.broken,
    'broken', counts.broken_lines);
end $function$;

CREATE OR REPLACE FUNCTION public.import_rows(batch_id uuid, rows jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.import_batches;
  added_before jsonb;
  answer jsonb;
begin
  b := private.lock_import_batch(import_rows.batch_id);
  if b.status <> 'running' then
    perform private.refuse_with(case b.status when 'undone' then private.command_result('This import was undone.',
      null, 'import_undone')
      else private.command_result('This import has ended.', null, 'import_ended') end);
  end if;
  perform private.check_import_portion(rows);
  -- One import at a time per tenant (advisory lock): a concurrent one with the same records would not be seen.
  perform pg_advisory_xact_lock(hashtextextended('import ' || b.organization_id, 0));
  added_before := private.rows_added_before(b, rows);
  answer := private.import_portion(b, private.rows_without(rows, added_before));
  update public.import_batches i
  set added = i.added + (answer ->> 'added')::int,
    skipped = i.skipped + (
      select count(*) from jsonb_array_elements(answer -> 'skips') e where not (e ->> 'row_number')::int <@ i.handled),
    failed = i.failed + (
      select count(*) from jsonb_array_elements(answer -> 'errors') e where not (e ->> 'row_number')::int <@ i.handled),
    handled = i.handled + (
      select coalesce(range_agg(int4range(n, n, '[]')), '{}') from (
        select (e ->> 'row_number')::int as n from jsonb_array_elements(rows) e) r)
  where i.id = b.id;
  if added_before = '[]' then
    return answer;
  end if;
  return answer || jsonb_build_object('added', (answer ->> 'added')::int + jsonb_array_length(added_before),
    'adds', case when b.kind = 'sales' then private.describe_imported_sales(b, rows) else '[]' end);
end $function$;

CREATE OR REPLACE FUNCTION public.match_bank_transaction(transaction_id uuid, expected_version integer, parts jsonb, unclaimed numeric DEFAULT 0, fee numeric DEFAULT 0, vendor_id uuid DEFAULT NULL::uuid, category text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  t public.bank_transactions := private.lock_transaction(match_bank_transaction.transaction_id);
  new_group uuid := gen_random_uuid();
  refusal jsonb;
begin
  if t.id is null then
    return private.command_result('This transaction is no longer there.', null, 'transaction_not_found');
  elsif t.version is distinct from match_bank_transaction.expected_version then
    return private.bank_conflict(t);
  elsif match_bank_transaction.vendor_id is not null and not exists (select 1 from public.vendors v
    where v.id = match_bank_transaction.vendor_id and v.organization_id = t.organization_id) then
    return private.command_result('This vendor does not exist.', 'vendor_id', 'vendor_not_found');
  end if;
  perform private.keep_decision(t, new_group, 'match', jsonb_build_object('placed',
    case when jsonb_typeof(parts) = 'array' then jsonb_array_length(parts) end));
  refusal := private.write_match(t, parts, unclaimed, fee, match_bank_transaction.category, match_bank_transaction.vendor_id);
  if refusal is not null then
    -- Nothing was written but the decision; guard_history keeps entries, so it goes with an exception of its own.
    perform private.refuse_with(refusal);
  end if;
  perform private.learn_payer(t);
  perform private.match_transactions(t.organization_id, array[t.id]);
  perform private.rematch_commissions(t.organization_id, private.commissions_of(parts), array[t.id]);
  select b.* into t from public.bank_transactions b where b.id = t.id;
  return private.command_result(null) || jsonb_build_object('group_id', new_group, 'version', t.version);
exception when raise_exception then
  declare
    reason text;
    field text;
    detail text;
  begin
    get stacked diagnostics reason = message_text, field = pg_exception_hint, detail = pg_exception_detail;
    return private.command_result(reason, field) || private.fact_of(detail);
  end;
end $function$;

CREATE OR REPLACE FUNCTION public.merge_customers(kept_id uuid, merged_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  kept public.customers%rowtype;
  merged public.customers%rowtype;
  column_name text;
  filled jsonb := '{}';
  moved jsonb;
  kept_row jsonb;
  merged_row jsonb;
  merge_id uuid;
  refusal jsonb;
begin
  if caller_organization_id is null or not private.is_admin() then
    return private.command_result('Only admins can merge customers.', null, 'merging_is_for_admins');
  end if;
  perform private.lock_customers(caller_organization_id, array[merge_customers.kept_id, merge_customers.merged_id]);
  select c.* into kept from public.customers c
  where c.organization_id = caller_organization_id and c.id = merge_customers.kept_id;
  select c.* into merged from public.customers c
  where c.organization_id = caller_organization_id and c.id = merge_customers.merged_id;
  if merged.merged_into = kept.id then
    return jsonb_build_object('success', true, 'error', null, 'field', null, 'merge_id', (
      select m.id from private.customer_merges m
      where m.organization_id = caller_organization_id and m.kept_id = kept.id and m.merged_id = merged.id
        and m.undone_at is null));
  end if;
  refusal := case
    when kept.id is null or kept.erased_at is not null then private.command_result('This customer does not exist.',
      'kept_id', 'customer_not_found')
    when merged.id is null or merged.erased_at is not null then private.command_result('This customer does not exist.',
      'merged_id', 'customer_not_found')
    when kept.id = merged.id then private.command_result('Choose two different customers.', 'merged_id', 'merge_of_one')
    when kept.merged_into is not null then private.command_result('This customer was merged into another one.',
      'kept_id', 'customer_merged')
    when merged.merged_into is not null then private.command_result('This customer was merged into another one.',
      'merged_id', 'customer_merged')
  end;
  if refusal is not null then
    return refusal;
  end if;

  -- Empty fields of the kept customer are filled from the merged one. An address is taken whole or not at all, and so is the
  -- emergency contact.
  kept_row := to_jsonb(kept);
  merged_row := to_jsonb(merged);
  foreach column_name in array '{email,phone,notes,birthday}'::text[] loop
    if kept_row ->> column_name is null and merged_row ->> column_name is not null then
      filled := filled || jsonb_build_object(column_name, merged_row -> column_name);
    end if;
  end loop;
  if coalesce(kept.address_line_1, kept.address_line_2, kept.city, kept.region, kept.postal_code, kept.country) is null then
    filled := filled || jsonb_strip_nulls(jsonb_build_object('address_line_1', merged.address_line_1, 'address_line_2',
      merged.address_line_2, 'city', merged.city, 'region', merged.region, 'postal_code', merged.postal_code, 'country',
      merged.country));
  end if;
  if coalesce(kept.emergency_name, kept.emergency_phone, kept.emergency_relation) is null then
    filled := filled || jsonb_strip_nulls(jsonb_build_object('emergency_name', merged.emergency_name, 'emergency_phone',
      merged.emergency_phone, 'emergency_relation', merged.emergency_relation));
  end if;
  if kept.more_emails = '[]' and merged.more_emails <> '[]' then
    filled := filled || jsonb_build_object('more_emails', merged.more_emails);
  end if;
  if kept.more_phones = '[]' and merged.more_phones <> '[]' then
    filled := filled || jsonb_build_object('more_phones', merged.more_phones);
  end if;
  if kept.tags = '{}' and merged.tags <> '{}' then
    filled := filled || jsonb_build_object('tags', merged.tags);
  end if;
  if kept.preferences = '{}' and merged.preferences <> '{}' then
    filled := filled || jsonb_build_object('preferences', merged.preferences);
  end if;

  moved := jsonb_build_object(
    'filled', filled,
    'since', kept.created_at,
    'archived_at', merged.archived_at,
    'sales', (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'payer', s.customer_id = merged.id, 'before', s.traveler_ids,
        'after', private.travelers_after_merge(s.traveler_ids, s.customer_id, merged.id, kept.id)) order by s.id), '[]')
      from public.sales s
      where s.organization_id = caller_organization_id and (s.customer_id = merged.id or s.id in (
        select t.sale_id from public.sale_travelers t
        where t.organization_id = caller_organization_id and t.customer_id = merged.id))),
    'passports', (
      select coalesce(jsonb_agg(p.id order by p.id), '[]') from private.passports p
      where p.organization_id = caller_organization_id and p.customer_id = merged.id),
    'threads', (
      select coalesce(jsonb_agg(distinct t.thread_id), '[]') from public.communications t
      where t.organization_id = caller_organization_id and t.commentable_type = 'customers' and t.commentable_id = merged.id),
    'documents', (
      select coalesce(jsonb_agg(d.id order by d.id), '[]') from public.documents d
      where d.organization_id = caller_organization_id and d.customer_id = merged.id),
    'companions', (
      select coalesce(jsonb_agg(to_jsonb(l) order by l.id), '[]') from public.customer_companions l
      where l.organization_id = caller_organization_id and merged.id in (l.customer_id, l.companion_id)));

  update public.sales s set
    customer_id = case when s.customer_id = merged.id then kept.id else s.customer_id end,
    traveler_ids = private.travelers_after_merge(s.traveler_ids, s.customer_id, merged.id, kept.id)
  where s.organization_id = caller_organization_id
    and s.id in (select (e ->> 'id')::uuid from jsonb_array_elements(moved -> 'sales') e);
  update private.passports p set customer_id = kept.id
  where p.organization_id = caller_organization_id and p.customer_id = merged.id;
  perform private.move_threads(caller_organization_id,
    array(select t::uuid from jsonb_array_elements_text(moved -> 'threads') t), merged.id, kept.id);
  update public.documents d set customer_id = kept.id
  where d.organization_id = caller_organization_id and d.customer_id = merged.id;
  -- The pair of the two themselves, and companions the kept customer has already, are dropped: pairs are unique.
  delete from public.customer_companions l
  where l.organization_id = caller_organization_id and merged.id in (l.customer_id, l.companion_id)
    and (kept.id in (l.customer_id, l.companion_id) or exists (
      select 1 from public.customer_companions k
      where k.organization_id = caller_organization_id and kept.id in (k.customer_id, k.companion_id)
        and case when l.customer_id = merged.id then l.companion_id else l.customer_id end in (k.customer_id, k.companion_id)));
  update public.customer_companions l set
    customer_id = case when l.customer_id = merged.id then kept.id else l.customer_id end,
    companion_id = case when l.companion_id = merged.id then kept.id else l.companion_id end
  where l.organization_id = caller_organization_id and merged.id in (l.customer_id, l.companion_id);
  update public.customers c set merged_into = kept.id, archived_at = coalesce(c.archived_at, now()) where c.id = merged.id;
  -- Whoever is one person has been a customer since the first of the two records.
  update public.customers c set created_at = merged.created_at where c.id = kept.id and merged.created_at < c.created_at;
  if filled <> '{}' then
    update public.customers c set (email, phone, notes, birthday, address_line_1, address_line_2, city, region, postal_code,
      country, emergency_name, emergency_phone, emergency_relation, more_emails, more_phones, tags, preferences) = (
      select n.email, n.phone, n.notes, n.birthday, n.address_line_1, n.address_line_2, n.city, n.region, n.postal_code,
        n.country, n.emergency_name, n.emergency_phone, n.emergency_relation, n.more_emails, n.more_phones, n.tags, n.preferences
      from jsonb_populate_record(kept, filled) n)
    where c.id = kept.id;
  end if;

  insert into private.customer_merges (organization_id, kept_id, merged_id, merged_name, merged_by, moved)
  values (caller_organization_id, kept.id, merged.id, merged.first_name || ' ' || merged.last_name, auth.uid(), moved)
  returning id into merge_id;
  perform private.audit(caller_organization_id, 'customers_merged', kept.id, merged.id, jsonb_build_object('merge_id', merge_id));
  return jsonb_build_object('success', true, 'merge_id', merge_id, 'error', null, 'field', null);
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
  if document.id is null or not private.may_see_document(document) then
    perform private.refuse('This document does not exist.', '', 'document_not_found');
  end if;
  perform private.audit(document.organization_id, 'document_opened', coalesce(document.customer_id, (
    select s.customer_id from public.sales s where s.id = document.sale_id)), document.id,
    jsonb_build_object('number', version.number));
  return private.allow_disclosure('document', version.id);
end $function$;

CREATE OR REPLACE FUNCTION public.pay_payout(batch_id uuid, expected_version integer, paid_on date, reference text, payment_key uuid, checks jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.payout_batches := private.lock_payout(pay_payout.batch_id);
  text_of_reference text := nullif(btrim(pay_payout.reference), '');
  is_to_come boolean := pay_payout.paid_on > private.today();
  refusal jsonb;
begin
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
      perform private.refuse('This message does not exist.', '', 'message_not_found');
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

CREATE OR REPLACE FUNCTION public.preview_bank_lines(account_id uuid, lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
begin
  perform private.check_bank_lines(lines);
  return (
    with judged as materialized (
      select j.line, j.refusal, case when j.refusal is not null then 'broken' when j.here then 'here' else 'new' end as verdict,
        j.is_twin as twin, j.booked_on, j.amount
      from private.judge_bank_lines(caller_organization_id, preview_bank_lines.account_id, lines) j)
    select jsonb_build_object(
      'lines', coalesce(jsonb_agg(jsonb_build_object('line', j.line, 'verdict', j.verdict, 'fate', j.verdict,
        'why', j.refusal -> 'error', 'code', j.refusal -> 'code', 'params', j.refusal -> 'params', 'twin', j.twin,
        'similar', j.verdict = 'new' and exists (
          select 1 from public.bank_transactions t where t.organization_id = caller_organization_id
            and t.account_id = preview_bank_lines.account_id and t.booked_on = j.booked_on and t.amount = j.amount))
        order by j.line), '[]'),
      'counts', jsonb_build_object('new', count(*) filter (where j.verdict = 'new'), 'here', count(*) filter (where j.verdict = 'here'),
        'broken', count(*) filter (where j.verdict = 'broken')))
    from judged j);
end $function$;

CREATE OR REPLACE FUNCTION public.read_customer_data(disclosure_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.admin_organization_id();
  subject uuid := private.take_disclosure('customer_data', read_customer_data.disclosure_id);
  customer public.customers%rowtype;
begin
  select c.* into customer from public.customers c where c.organization_id = caller_organization_id and c.id = subject;
  if customer.id is null then
    perform private.refuse_with(private.disclosure_refusal());
  end if;
  return jsonb_build_object(
    'exported_at', now(),
    'organization', (select o.name from public.organizations o where o.id = caller_organization_id),
    'customer', to_jsonb(customer) - '{organization_id,created_by,merged_into}'::text[],
    'companions', (
      select coalesce(jsonb_agg(jsonb_build_object('first_name', c.first_name, 'last_name', c.last_name, 'relation', l.relation)
        order by c.last_name, c.first_name, c.id), '[]')
      from public.customer_companions l
      join public.customers c on c.id = case when l.customer_id = customer.id then l.companion_id else l.customer_id end
      where l.organization_id = caller_organization_id and customer.id in (l.customer_id, l.companion_id)),
    'passports', (
      select coalesce(jsonb_agg(jsonb_build_object('number', '•••• ' || p.last_four, 'given_names', p.given_names,
        'country', p.country, 'issued_on', p.issued_on, 'expires_on', p.expires_on) order by p.expires_on, p.id), '[]')
      from private.passports p where p.organization_id = caller_organization_id and p.customer_id = customer.id),
    'passport_reveals', public.get_passport_reveals(customer.id),
    'documents', private.customer_documents(caller_organization_id, customer.id),
    'purchases', (
      select coalesce(jsonb_agg(jsonb_build_object('booking_reference', s.booking_reference, 'vendor', v.name,
        'sale_date', s.sale_date, 'travel_date', s.travel_date, 'return_date', s.return_date, 'total_amount', s.total_amount,
        'currency', s.currency, 'status', s.status, 'notes', s.notes) order by s.sale_date, s.id), '[]')
      from public.sales s join public.vendors v on v.id = s.vendor_id
      where s.organization_id = caller_organization_id and s.customer_id = customer.id),
    'travels_on', (
      select coalesce(jsonb_agg(jsonb_build_object('booking_reference', s.booking_reference, 'vendor', v.name,
        'travel_date', s.travel_date, 'return_date', s.return_date, 'status', s.status) order by s.sale_date, s.id), '[]')
      from public.sale_travelers t
      join public.sales s on s.id = t.sale_id join public.vendors v on v.id = s.vendor_id
      where t.organization_id = caller_organization_id and t.customer_id = customer.id),
    'conversation', (
      select coalesce(jsonb_agg(jsonb_build_object('written_at', m.created_at, 'text', private.plain_words(m.body))
        order by m.created_at, m.id), '[]')
      from public.communications m
      where m.organization_id = caller_organization_id and m.commentable_type = 'customers' and m.commentable_id = customer.id
        and m.body is not null),
    'merged_from', (
      select coalesce(jsonb_agg(jsonb_build_object('name', m.merged_name, 'merged_at', m.created_at) order by m.created_at), '[]')
      from private.customer_merges m
      where m.organization_id = caller_organization_id and m.kept_id = customer.id and m.undone_at is null));
end $function$;

CREATE OR REPLACE FUNCTION public.read_passport_number(disclosure_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  passport_id uuid := private.take_disclosure('passport', read_passport_number.disclosure_id);
  passport private.passports%rowtype;
begin
  select p.* into passport from private.passports p
  where p.organization_id = private.current_organization_id() and p.id = passport_id;
  if passport.id is null or not private.may_use_passports(passport.organization_id, passport.customer_id) then
    perform private.refuse_with(private.disclosure_refusal());
  end if;
  return private.unseal('passport_key', passport.number_encrypted);
end $function$;

CREATE OR REPLACE FUNCTION public.read_payment_file(disclosure_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  asked_batch uuid := private.take_disclosure('payment_file', read_payment_file.disclosure_id);
  b public.payout_batches;
  sender private.bank_details;
begin
  select p.* into b from public.payout_batches p
  where p.id = asked_batch and p.organization_id = caller_organization_id and p.status in ('approved', 'scheduled', 'paid')
    -- What was asked for before it was approved anew is another file (private.payment_file_read_at).
    and exists (select 1 from private.disclosures d where d.id = read_payment_file.disclosure_id and d.created_at >= p.approved_at);
  select d.* into sender from private.bank_details d where d.organization_id = b.organization_id and d.agent_id is null;
  if b.id is null or sender.kind is null then
    perform private.refuse_with(private.disclosure_refusal());
  end if;
  return jsonb_build_object('batch_id', b.id, 'name', b.name, 'currency', b.currency, 'planned_on', coalesce(b.paid_on, b.planned_on),
    'kind', sender.kind, 'sender', private.unseal('bank_details_key', sender.numbers_encrypted)::jsonb
      || jsonb_build_object('holder_name', sender.holder_name),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object('agent_id', t.agent_id, 'holder_name', d.holder_name, 'amount', t.amount,
        'numbers', private.unseal('bank_details_key', d.numbers_encrypted)::jsonb) order by d.holder_name, t.agent_id), '[]')
      from private.file_payments(b, sender.kind) t
      join private.bank_details d on d.organization_id = b.organization_id and d.agent_id = t.agent_id
      where t.code is null),
    'left', (
      select coalesce(jsonb_agg(jsonb_build_object('agent_id', t.agent_id, 'name', u.first_name || ' ' || u.last_name,
        'amount', t.amount, 'code', t.code, 'params', '{}'::jsonb, 'reason', case t.code
          when 'voided' then 'Voided'
          when 'check' then 'Paid by check'
          when 'transfer' then 'Paid by a transfer outside the file'
          when 'no_bank_details' then 'No bank details'
          when 'another_kind' then 'An account of another kind'
          when 'bank_details_changed' then 'The bank details changed after this payout was paid' end) order by u.last_name, u.first_name, u.id), '[]')
      from private.file_payments(b, sender.kind) t join public.users u on u.id = t.agent_id
      where t.code is not null));
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

CREATE OR REPLACE FUNCTION public.record_recall(commission_id uuid, amount numeric, note text, transaction_id uuid DEFAULT NULL::uuid, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches := private.lock_draft(caller_organization_id);
  c public.commissions;
  left_amount numeric;
  refusal jsonb;
  answer jsonb := private.begin_request('record_recall', request_key, jsonb_build_object('commission_id', commission_id,
    'amount', amount, 'note', note, 'transaction_id', transaction_id));
begin
  if answer is not null then
    return answer;
  end if;
  -- Recalls of one commission come one after the other.
  select m.* into c from public.commissions m
  where m.organization_id = caller_organization_id and m.id = record_recall.commission_id for no key update;
  left_amount := private.recallable_amount(caller_organization_id, c.id);
  refusal := case
    when c.id is null then private.command_result('This commission does not exist.', 'commission_id', 'commission_not_found')
    when c.status <> 'agent_paid' then
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
        and l.commission_id = c.id) then
      private.command_result('This transaction has taken it back already.', 'transaction_id', 'recalled_already') end;
  if refusal is not null then
    return refusal;
  end if;
  return private.end_request(request_key, c.id, private.command_result(null) || jsonb_build_object('id',
    private.post_recall(b, c, record_recall.amount, btrim(record_recall.note), null, record_recall.transaction_id, false)));
end $function$;

CREATE OR REPLACE FUNCTION public.record_receipt(commission_id uuid, received_on date DEFAULT NULL::date, received_amount numeric DEFAULT NULL::numeric, write_off_reason text DEFAULT NULL::text, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.admin_organization_id();
  sale public.sales%rowtype;
  commission public.commissions%rowtype;
  reason constant text := nullif(btrim(record_receipt.write_off_reason), '');
  rest numeric;
  refusal jsonb;
  answer jsonb := private.begin_request('record_receipt', request_key, jsonb_build_object('commission_id', commission_id,
    'received_on', received_on, 'received_amount', received_amount, 'write_off_reason', reason));
begin
  if answer is not null then
    return answer;
  end if;
  if caller_organization_id is null then
    return private.command_result('You do not have permission to record receipts.', null, 'receipts_are_for_admins');
  end if;
  -- Lock order: sale, then commission, as everywhere.
  select s.* into sale
  from public.sales s
  where s.organization_id = caller_organization_id and s.id = (
    select c.sales_id from public.commissions c
    where c.organization_id = caller_organization_id and c.id = record_receipt.commission_id)
  for no key update;
  select c.* into commission
  from public.commissions c
  where c.organization_id = caller_organization_id and c.id = record_receipt.commission_id and c.sales_id = sale.id
  for no key update;
  refusal := case
    when commission.id is null then private.command_result('This commission does not exist.',
      'commission_id', 'commission_not_found')
    when commission.status = 'cancelled' then private.command_result('A cancelled commission cannot be changed.',
      'commission_id', 'commission_cancelled')
    when commission.received_how = 'deposit' then private.command_result('The deposit says what was received, and when.',
      'commission_id', 'received_by_deposit')
    when record_receipt.received_on is null then
      private.closed_fact_refusal(caller_organization_id, commission.received_posted_on, 'received_on')
    when record_receipt.received_on > private.today() then
      private.command_result('Enter the day the money came, today at the latest.', 'received_on', 'receipt_day_expected')
    when coalesce(record_receipt.received_amount, 0) <= 0 then private.command_result('Enter the amount received.',
      'received_amount', 'received_amount_missing')
    when record_receipt.received_amount <> round(record_receipt.received_amount, 2) then
      private.command_result('Use at most two decimals.', 'received_amount', 'decimals_too_many')
    when reason is not null and record_receipt.received_amount >= commission.amount then
      private.command_result('Nothing is left to write off.', 'write_off_reason', 'nothing_to_write_off')
    when char_length(reason) > 500 then private.command_result('Use at most 500 characters.',
      'write_off_reason', 'text_too_long', '{"most": 500}')
    when (record_receipt.received_on, record_receipt.received_amount) is distinct from (commission.received_on, commission.received_amount)
      then coalesce(private.closed_fact_refusal(caller_organization_id, commission.received_posted_on, 'received_on'),
        private.closed_day_refusal(caller_organization_id, record_receipt.received_on, 'received_on'))
  end;
  if refusal is not null then
    return refusal;
  end if;
  rest := case when record_receipt.received_on is not null and reason is not null
    then commission.amount - record_receipt.received_amount else 0 end;
  update public.commissions c set
    written_off = rest,
    manual_written_off = rest,
    manual_write_off_reason = case when rest > 0 then reason end,
    received_on = record_receipt.received_on,
    received_amount = case when record_receipt.received_on is not null then record_receipt.received_amount end,
    received_how = case when record_receipt.received_on is not null then 'word' end,
    status = case when c.status = 'unpaid' and record_receipt.received_on is not null then 'funds_received' else c.status end
  where c.id = commission.id;
  return private.end_request(request_key, commission.id, private.command_result(null));
end $function$;

CREATE OR REPLACE FUNCTION public.record_vendor_asked(vendor_id uuid, although_deposit_waits boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.admin_organization_id();
  deposit_waits constant boolean := private.deposit_waits(caller_organization_id, record_vendor_asked.vendor_id);
  owed record;
begin
  if caller_organization_id is null then
    return private.command_result('You do not have permission to ask vendors.', null, 'asking_is_for_admins');
  end if;
  select f.count as n, f.amount into owed
  from jsonb_to_record(private.owed_figures(caller_organization_id, vendor_id => record_vendor_asked.vendor_id))
    f(count int, amount numeric);
  if owed.n = 0 then
    return private.command_result('This vendor owes nothing that is overdue.', 'vendor_id', 'nothing_overdue');
  elsif deposit_waits and not coalesce(record_vendor_asked.although_deposit_waits, false) then
    return private.command_result('A deposit of this vendor waits in Bank. Match it before you ask.', 'vendor_id', 'deposit_waits');
  end if;
  insert into public.vendor_askings (organization_id, vendor_id, commissions_count, amount, although_deposit_waits)
  values (caller_organization_id, record_vendor_asked.vendor_id, owed.n, owed.amount, deposit_waits);
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.reject_bank_suggestion(transaction_id uuid, expected_version integer, rank integer DEFAULT 1)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  t public.bank_transactions := private.lock_transaction(reject_bank_suggestion.transaction_id);
  new_group uuid := gen_random_uuid();
  rejected uuid[];
begin
  if t.id is null then
    return private.command_result('This transaction is no longer there.', null, 'transaction_not_found');
  elsif t.version is distinct from reject_bank_suggestion.expected_version then
    return private.bank_conflict(t);
  end if;
  select array(select c from unnest(private.commissions_of(s.parts)) c order by c) into rejected
  from public.bank_suggestions s
  where s.organization_id = t.organization_id and s.transaction_id = t.id and s.rank = reject_bank_suggestion.rank;
  if rejected is null then
    return private.command_result('Nothing is suggested any more.', null, 'nothing_suggested');
  end if;
  perform private.keep_decision(t, new_group, 'reject', jsonb_build_object('rejected', rejected));
  insert into private.rejected_suggestions (organization_id, transaction_id, commission_ids)
  values (t.organization_id, t.id, rejected) on conflict do nothing;
  update public.bank_transactions b set version = b.version + 1 where b.id = t.id;
  perform private.match_transactions(t.organization_id, array[t.id]);
  return private.command_result(null) || jsonb_build_object('group_id', new_group, 'version', t.version + 1);
end $function$;

CREATE OR REPLACE FUNCTION public.release_commission(commission_id uuid)
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
  where h.organization_id = caller_organization_id and h.commission_id = release_commission.commission_id;
  if not found then
    return private.command_result('This commission is not held.', null, 'commission_not_held');
  end if;
  if b.id is not null then
    insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, amount, created_by)
    select b.organization_id, b.id, c.agent_id, 'commission', c.commission_id, c.amount, auth.uid()
    from private.open_for_payout(caller_organization_id, (
      select m.agent_id from public.commissions m
      where m.organization_id = caller_organization_id and m.id = release_commission.commission_id), true) c
    where c.commission_id = release_commission.commission_id and c.obstacle is null and c.batch_id is null;
    perform private.note_payout(b, 'released', jsonb_build_object('commission_id', release_commission.commission_id));
  end if;
  return private.command_result(null);
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
  where d.organization_id = private.admin_organization_id() and d.id = remind_document_readers.document_id;
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
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.id = any (line_ids) and l.kind = 'commission'
    returning 1
  ), put_back as (
    update public.payout_lines l set batch_id = null
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.id = any (line_ids) and l.kind <> 'commission'
    returning 1)
  select (select count(*) from removed) + (select count(*) from put_back) into gone;
  if gone > 0 then
    perform private.note_payout(b, 'removed', jsonb_build_object('lines', gone, 'items', told));
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.renew_invitation(invitation_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refusal jsonb := private.lock_invitation(renew_invitation.invitation_id);
begin
  if refusal is null then
    update public.invitations i set expires_at = now() + interval '7 days', invited_by = auth.uid()
    where i.id = renew_invitation.invitation_id;
  end if;
  return coalesce(refusal, private.command_result(null)) - 'field';
end $function$;

CREATE OR REPLACE FUNCTION public.reopen_bank_transaction(transaction_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  t public.bank_transactions := private.lock_transaction(reopen_bank_transaction.transaction_id);
begin
  if t.status is distinct from 'set_aside' then
    return private.command_result('This transaction is not set aside.', null, 'not_set_aside');
  end if;
  perform private.keep_decision(t, gen_random_uuid(), 'reopen');
  update public.bank_transactions b set status = 'open', category = null, version = b.version + 1 where b.id = t.id;
  -- One that was learned would be set aside again at once.
  update public.bank_patterns p set confirmations = p.confirmations - 1
  where p.organization_id = t.organization_id and p.payer_key = t.payer_key and p.category = t.category and p.confirmations > 1;
  delete from public.bank_patterns p
  where p.organization_id = t.organization_id and p.payer_key = t.payer_key and p.category is not null;
  perform private.match_transactions(t.organization_id, array[t.id]);
  return private.command_result(null) || jsonb_build_object('version', t.version + 1);
end $function$;

CREATE OR REPLACE FUNCTION public.reopen_books(through date, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  words constant text := private.visible_text(reopen_books.reason);
  closed_through date;
begin
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

CREATE OR REPLACE FUNCTION public.reopen_payout(batch_id uuid, reason text DEFAULT NULL::text, bank_has_it boolean DEFAULT NULL::boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.payout_batches := private.lock_payout(reopen_payout.batch_id);
  why text := nullif(btrim(reopen_payout.reason), '');
  read_at timestamptz;
begin
  if b.status is null or b.status not in ('approved', 'scheduled') then
    return coalesce(private.draft_refusal(b), private.command_result('This payout is a draft.', null, 'payout_is_draft'));
  elsif why is null and (b.status = 'scheduled' or reopen_payout.reason is not null) then
    return private.command_result('Say why it is taken back.', 'reason', 'reopening_reason_missing');
  elsif char_length(why) > 500 then
    return private.command_result('Use at most 500 characters.', 'reason', 'text_too_long', '{"most": 500}');
  end if;
  read_at := case when b.status = 'scheduled' then private.payment_file_read_at(b) end;
  if read_at is not null and reopen_payout.bank_has_it is distinct from false then
    return private.command_result('The payment file was read. If the bank has it, only a void is possible after it is paid.',
      'bank_has_it', 'payment_file_was_read');
  end if;
  update public.payout_batches p set status = 'draft', approved_by = null, approved_at = null, scheduled_by = null, scheduled_at = null,
    payment_key = null, reference = null, checks = '{}', schedule_problem = null, schedule_failure = null, schedule_told_on = null,
    version = p.version + 1
  where p.id = b.id;
  if b.status = 'scheduled' then
    perform private.follow_shares(b);
  end if;
  perform private.note_payout(b, 'reopened', jsonb_strip_nulls(jsonb_build_object('reason', why, 'from', b.status,
    'planned_on', case when b.status = 'scheduled' then b.planned_on end,
    'bank_has_it', case when read_at is not null then reopen_payout.bank_has_it end)));
  return private.command_result(null);
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

CREATE OR REPLACE FUNCTION public.reveal_passport(passport_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  passport private.passports%rowtype;
begin
  select p.* into passport from private.passports p
  where p.organization_id = caller_organization_id and p.id = reveal_passport.passport_id for share;
  if passport.id is null then
    perform private.refuse('This passport does not exist.', '', 'passport_not_found');
  elsif not private.may_use_passports(caller_organization_id, passport.customer_id) then
    perform private.refuse_with(private.passport_refusal());
  end if;
  perform private.limit_disclosures(caller_organization_id, 'passport', passport.id, 'passport numbers',
    case when private.is_admin() then 300 else 30 end);
  perform private.audit(caller_organization_id, 'passport_revealed', passport.customer_id, passport.id,
    jsonb_build_object('last_four', passport.last_four));
  return private.allow_disclosure('passport', passport.id);
end $function$;

CREATE OR REPLACE FUNCTION public.revoke_invitation(invitation_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refusal jsonb := private.lock_invitation(revoke_invitation.invitation_id);
begin
  if refusal is null then
    update public.invitations i set revoked_at = now() where i.id = revoke_invitation.invitation_id;
  end if;
  return coalesce(refusal, private.command_result(null)) - 'field';
end $function$;

CREATE OR REPLACE FUNCTION public.save_bank_account(account jsonb, account_id uuid DEFAULT NULL::uuid, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  account_name text := nullif(btrim(account ->> 'name'), '');
  account_institution text := nullif(btrim(account ->> 'institution'), '');
  digits text := nullif(upper(right(regexp_replace(account ->> 'last_four', '[^A-Za-z0-9]', '', 'g'), 4)), '');
  saved_id uuid := save_bank_account.account_id;
  answer jsonb := private.begin_request('save_bank_account', request_key, case when jsonb_typeof(account) = 'object' then account
    else '{}' end || jsonb_build_object('account_id', saved_id));
begin
  if answer is not null then
    return answer;
  end if;
  if account_name is null then
    return private.command_result('Enter a name for the account.', 'name', 'account_name_missing');
  elsif exists (select 1 from public.bank_accounts a where a.organization_id = caller_organization_id
    and lower(a.name) = lower(account_name) and a.archived_at is null and a.id is distinct from saved_id) then
    return private.command_result('There is an account of this name already.', 'name', 'account_name_taken');
  end if;
  if saved_id is null then
    insert into public.bank_accounts (organization_id, name, institution, last_four, currency, created_by)
    select o.id, account_name, account_institution, digits, o.currency, auth.uid()
    from public.organizations o where o.id = caller_organization_id
    returning id into saved_id;
  else
    update public.bank_accounts a set name = account_name, institution = account_institution, last_four = digits
    where a.id = saved_id and a.organization_id = caller_organization_id;
    if not found then
      return private.command_result('This account does not exist.', null, 'account_not_found');
    end if;
  end if;
  return private.end_request(request_key, saved_id, private.command_result(null) || jsonb_build_object('id', saved_id));
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

CREATE OR REPLACE FUNCTION public.save_bank_remittance(transaction_id uuid, file_name text, lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  t public.bank_transactions := private.lock_transaction(save_bank_remittance.transaction_id);
  new_id uuid;
begin
  if t.id is null then
    return private.command_result('This transaction is no longer there.', null, 'transaction_not_found');
  elsif jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) not between 1 and 500 or exists (
    select 1 from jsonb_array_elements(lines) e where jsonb_typeof(e) <> 'object' or coalesce(e ->> 'line' !~ '^[1-9]\d{0,5}$', true)
      or coalesce(e ->> 'amount' !~ '^-?\d{1,10}(\.\d{1,2})?$', true) or char_length(e ->> 'reference') > 300
      or char_length(e ->> 'name') > 300) then
    return private.command_result('Send up to 500 lines, each with its number and an amount like 1482.50.',
      'lines', 'lines_expected');
  end if;
  delete from public.bank_remittances r where r.organization_id = t.organization_id and r.transaction_id = t.id;
  insert into public.bank_remittances (organization_id, transaction_id, file_name, created_by)
  values (t.organization_id, t.id, left(save_bank_remittance.file_name, 255), auth.uid()) returning id into new_id;
  insert into public.bank_remittance_lines (organization_id, remittance_id, line_number, reference, name, amount)
  select distinct on (x.n) t.organization_id, new_id, (e ->> 'line')::int, nullif(btrim(e ->> 'reference'), ''),
    nullif(btrim(e ->> 'name'), ''), (e ->> 'amount')::numeric
  from (select e, (e ->> 'line')::int as n from jsonb_array_elements(lines) e) x(e, n)
  order by x.n;
  perform private.match_remittance(new_id);
  perform private.match_transactions(t.organization_id, array[t.id]);
  return private.command_result(null) || jsonb_build_object('remittance', private.bank_remittance(t.organization_id, t.id));
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
    return locked.refusal;
  elsif (locked.document).version is distinct from save_document.expected_version then
    return private.command_result('Somebody else has changed this document meanwhile. Close it and open it again.',
      'version', 'document_changed');
  end if;
  select c.* into checked from private.check_document(save_document.document) c;
  if checked.refusal is not null then
    return checked.refusal;
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

CREATE OR REPLACE FUNCTION public.save_passport(customer_id uuid, passport jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  customer public.customers%rowtype;
  existing private.passports%rowtype;
  input jsonb := case when jsonb_typeof(passport) = 'object' then passport else '{}' end;
  typed_number text := upper(regexp_replace(input ->> 'number', '[\s.-]', '', 'g'));
  refusal jsonb;
  saved_id uuid;
begin
  select c.* into customer from public.customers c
  where c.organization_id = caller_organization_id and c.id = save_passport.customer_id for no key update;
  if customer.id is not null and not private.may_use_passports(caller_organization_id, customer.id) then
    return private.passport_refusal();
  end if;
  if input ? 'id' and input ->> 'id' is not null then
    if pg_input_is_valid(input ->> 'id', 'uuid') then
      select p.* into existing from private.passports p
      where p.organization_id = caller_organization_id and p.customer_id = customer.id and p.id = (input ->> 'id')::uuid
      for update;
    end if;
    if existing.id is null then
      return private.command_result('This passport does not exist.', null, 'passport_not_found');
    end if;
  end if;
  refusal := case
    when customer.id is null or customer.merged_into is not null or customer.erased_at is not null then
      private.command_result('This customer does not exist.', null, 'customer_not_found')
    when existing.id is null and coalesce(typed_number, '') = '' then private.command_result('Enter the passport number.',
      'number', 'passport_number_missing')
    when coalesce(typed_number, '') <> '' and typed_number !~ '^[A-Z0-9]{6,20}$' then
      private.command_result('Enter the number as printed, 6 to 20 letters and digits.', 'number', 'passport_number_wrong')
    when char_length(input ->> 'given_names') > 200 then private.command_result('Use at most 200 characters.',
      'given_names', 'text_too_long', '{"most": 200}')
    when coalesce(btrim(input ->> 'country'), '') = '' then private.command_result('Choose the country that issued it.',
      'country', 'passport_country_missing')
    when not private.is_country(upper(btrim(input ->> 'country'))) then private.command_result('Choose a country.',
      'country', 'country_unknown')
    when coalesce(input ->> 'issued_on', '') <> '' and not private.is_iso_date(input ->> 'issued_on') then
      private.command_result('Enter a date like 11/19/2026.', 'issued_on', 'date_expected')
    when coalesce(input ->> 'expires_on', '') = '' then private.command_result('Enter the expiry date.',
      'expires_on', 'expiry_missing')
    when not private.is_iso_date(input ->> 'expires_on') then private.command_result('Enter a date like 11/19/2026.',
      'expires_on', 'date_expected')
    when (input ->> 'expires_on')::date <= nullif(input ->> 'issued_on', '')::date then
      private.command_result('Expiry must be after the day of issue.', 'expires_on', 'expiry_before_issue')
    when existing.id is null and (select count(*) from private.passports p
      where p.organization_id = caller_organization_id and p.customer_id = customer.id) >= 10 then
      private.command_result('A customer has at most ten passports here. Delete one first.', null, 'passports_too_many')
  end;
  if refusal is not null then
    return refusal;
  end if;

  if existing.id is null then
    insert into private.passports (organization_id, customer_id, number_encrypted, last_four, given_names, country,
      issued_on, expires_on, created_by)
    values (caller_organization_id, customer.id, private.seal('passport_key', typed_number), right(typed_number, 4),
      nullif(btrim(input ->> 'given_names'), ''), upper(btrim(input ->> 'country')), nullif(input ->> 'issued_on', '')::date,
      (input ->> 'expires_on')::date, auth.uid())
    returning id into saved_id;
  else
    update private.passports p set
      number_encrypted = case when coalesce(typed_number, '') = '' then p.number_encrypted
        else private.seal('passport_key', typed_number) end,
      last_four = case when coalesce(typed_number, '') = '' then p.last_four else right(typed_number, 4) end,
      given_names = nullif(btrim(input ->> 'given_names'), ''), country = upper(btrim(input ->> 'country')),
      issued_on = nullif(input ->> 'issued_on', '')::date, expires_on = (input ->> 'expires_on')::date
    where p.id = existing.id;
    saved_id := existing.id;
  end if;
  perform private.audit(caller_organization_id,
    case when existing.id is null then 'passport_added' else 'passport_changed' end, customer.id, saved_id);
  return jsonb_build_object('success', true, 'id', saved_id, 'error', null, 'field', null);
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

CREATE OR REPLACE FUNCTION public.set_aside_bank_transactions(transactions jsonb, category text, learn boolean DEFAULT true)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  new_group uuid := gen_random_uuid();
  done uuid[] := '{}';
  skipped jsonb := '[]';
  item record;
  t public.bank_transactions;
begin
  if set_aside_bank_transactions.category is null
    or set_aside_bank_transactions.category not in ('customer_payment', 'fee', 'transfer', 'other') then
    return private.command_result('Choose what this is.', 'category', 'kind_missing');
  elsif jsonb_typeof(transactions) is distinct from 'array' or jsonb_array_length(transactions) > 500 or exists (
    select 1 from jsonb_array_elements(transactions) e where not coalesce(pg_input_is_valid(e ->> 'id', 'uuid'), false)
      or coalesce(e ->> 'version' !~ '^\d{1,9}$', true)) then
    perform private.refuse('Send up to 500 transactions with their versions.', 'transactions', 'transactions_expected');
  end if;
  for item in
    select distinct on (1) (e ->> 'id')::uuid as id, (e ->> 'version')::int as version
    from jsonb_array_elements(transactions) e order by 1
  loop
    select b.* into t from public.bank_transactions b
    where b.id = item.id and b.organization_id = caller_organization_id for no key update;
    if t.id is null or t.version <> item.version or t.status not in ('open', 'suggested') then
      skipped := skipped || private.skipped_transaction(item.id,
        private.command_result('Somebody was faster.', null, 'somebody_was_faster'));
      continue;
    end if;
    perform private.keep_decision(t, new_group, 'set_aside', jsonb_build_object('learned', learn and t.payer_key is not null));
    update public.bank_transactions b set status = 'set_aside', category = set_aside_bank_transactions.category, certainty = null,
      version = b.version + 1 where b.id = t.id;
    if learn and t.payer_key is not null then
      insert into public.bank_patterns as p (organization_id, payer_key, category)
      values (t.organization_id, t.payer_key, set_aside_bank_transactions.category)
      on conflict on constraint bank_patterns_payer_key_key do update
        set confirmations = p.confirmations + 1, last_used_at = now();
    end if;
    done := done || t.id;
  end loop;
  delete from public.bank_suggestions s where s.organization_id = caller_organization_id and s.transaction_id = any (done);
  return private.command_result(null)
    || jsonb_build_object('group_id', new_group, 'set_aside', to_jsonb(done), 'skipped', skipped);
end $function$;

CREATE OR REPLACE FUNCTION public.set_bank_vendor(transaction_id uuid, vendor_id uuid, category text DEFAULT 'commission'::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  t public.bank_transactions := private.lock_transaction(set_bank_vendor.transaction_id);
begin
  if t.id is null then
    return private.command_result('This transaction is no longer there.', null, 'transaction_not_found');
  elsif not exists (select 1 from public.vendors v where v.id = set_bank_vendor.vendor_id and v.organization_id = t.organization_id) then
    return private.command_result('This vendor does not exist.', 'vendor_id', 'vendor_not_found');
  end if;
  perform private.keep_decision(t, gen_random_uuid(), 'vendor');
  update public.bank_transactions b set vendor_id = set_bank_vendor.vendor_id, category = set_bank_vendor.category,
    version = b.version + 1 where b.id = t.id;
  if t.payer_key is not null then
    insert into public.bank_patterns as p (organization_id, payer_key, vendor_id)
    values (t.organization_id, t.payer_key, set_bank_vendor.vendor_id)
    on conflict on constraint bank_patterns_payer_key_key do update
      set confirmations = p.confirmations + 1, last_used_at = now();
    -- What came from the same payer is read again.
    perform private.match_transactions(t.organization_id, array(
      select b.id from public.bank_transactions b where b.organization_id = t.organization_id and b.payer_key = t.payer_key
        and b.status in ('open', 'suggested') limit 500));
  end if;
  return private.command_result(null) || jsonb_build_object('version', t.version + 1);
end $function$;

CREATE OR REPLACE FUNCTION public.set_member_active(member_id uuid, active boolean, reassign_to uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  locked record;
  open_sales uuid[];
  reason text;
  detail text;
begin
  select t.* into locked from private.lock_member(set_member_active.member_id) t;
  if locked.refusal is not null then
    return locked.refusal;
  elsif set_member_active.active is null then
    return private.command_result('Say whether the person is active.', 'active', 'member_active_unsaid');
  end if;

  if set_member_active.reassign_to is not null then
    if set_member_active.active then
      return private.command_result('Sales are given to somebody else only when a person is deactivated.',
        'reassign_to', 'handover_of_active_member');
    elsif set_member_active.reassign_to = (locked.member).id then
      return private.command_result('Choose somebody else to take over the open sales.', 'reassign_to', 'handover_to_oneself');
    elsif not exists (
      select 1 from public.users u
      where u.id = set_member_active.reassign_to and u.organization_id = (locked.member).organization_id and u.is_active
    ) then
      return private.command_result('Choose an active member of your organization to take over the open sales.',
        'reassign_to', 'handover_to_nobody');
    end if;
  end if;

  begin
    if set_member_active.reassign_to is not null then
      -- The lock order of everything that locks several sales: sales by id, then their commissions in the same order.
      open_sales := array(
        select s.id from public.sales s
        where s.organization_id = (locked.member).organization_id and s.agent_id = (locked.member).id and s.status = 'booked'
        order by s.id for no key update);
      open_sales := array(
        select c.sales_id from public.commissions c
        where c.organization_id = (locked.member).organization_id and c.sales_id = any (open_sales) and c.status = 'unpaid'
        order by c.sales_id for no key update);
      update public.sales s set agent_id = set_member_active.reassign_to
      where s.organization_id = (locked.member).organization_id and s.id = any (open_sales);
    end if;
    update public.users u set is_active = set_member_active.active
    where u.id = (locked.member).id and u.is_active <> set_member_active.active;
  exception when raise_exception then
    -- Refused by keep_an_active_owner; the subtransaction has rolled back the reassignment.
    get stacked diagnostics reason = message_text, detail = pg_exception_detail;
    return private.command_result(reason) || private.fact_of(detail);
  end;
  return private.command_result(null) || jsonb_build_object('reassigned', coalesce(cardinality(open_sales), 0));
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
  begin
    update public.users u set role = new_role where u.id = (locked.member).id;
  exception when raise_exception then
    -- Refused by keep_an_active_owner.
    get stacked diagnostics reason = message_text, detail = pg_exception_detail;
    return private.command_result(reason, 'role') || private.fact_of(detail);
  end;
  return private.command_result(null);
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
  where t.user_id = (locked.member).id and t.commission_split <> round(set_member_split.commission_split, 2);
  return private.command_result(null);
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

CREATE OR REPLACE FUNCTION public.start_payout(name text DEFAULT NULL::text, planned_on date DEFAULT NULL::date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  day date := coalesce(start_payout.planned_on, private.today());
  wanted text := coalesce(nullif(btrim(start_payout.name), ''), to_char(day, 'FMMonth YYYY'));
  free text := wanted;
  n int := 1;
  b public.payout_batches;
begin
  if char_length(wanted) > 100 then
    return private.command_result('Use at most 100 characters.', 'name', 'text_too_long', '{"most": 100}');
  end if;
  -- One after the other: two drafts at once would collect the same.
  perform pg_advisory_xact_lock(hashtextextended('payouts ' || caller_organization_id, 0));
  if exists (select 1 from public.payout_batches p
    where p.organization_id = caller_organization_id and p.status in ('draft', 'approved', 'scheduled')) then
    return private.command_result('There is a payout already that is not paid yet.', null, 'payout_open_already');
  end if;
  while exists (select 1 from public.payout_batches p
    where p.organization_id = caller_organization_id and p.status <> 'discarded' and lower(p.name) = lower(free)) loop
    if nullif(btrim(start_payout.name), '') is not null then
      return private.command_result('There is a payout of this name already.', 'name', 'payout_name_taken');
    end if;
    n := n + 1;
    free := wanted || ' (' || n || ')';
  end loop;
  insert into public.payout_batches (organization_id, name, currency, planned_on, created_by, changed_by)
  select o.id, free, o.currency, start_payout.planned_on, auth.uid(), auth.uid()
  from public.organizations o where o.id = caller_organization_id
  returning * into b;
  perform private.note_payout(b, 'started', to_jsonb(private.collect_payout(b)));
  return private.command_result(null) || jsonb_build_object('id', b.id);
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

CREATE OR REPLACE FUNCTION public.undo_bank_decision(group_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
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
  -- {transaction: [vendor]}: whom the matches taught.
  learned jsonb;
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
      where e.organization_id = caller_organization_id and e.transaction_id = w.id order by e.decided_at desc limit 1) latest
    where latest.group_id <> undo_bank_decision.group_id) then
    return private.command_result('Something was decided since. Take that back first.', null, 'decided_since');
  end if;
  touched := array(select a.commission_id from public.bank_allocations a
    where a.organization_id = caller_organization_id and a.transaction_id = any (ids));
  select jsonb_object_agg(m.transaction_id, m.vendor_ids) into learned
  from (
    select a.transaction_id, jsonb_agg(distinct c.vendor_id) as vendor_ids
    from public.bank_allocations a join public.commissions c on c.organization_id = a.organization_id and c.id = a.commission_id
    where a.organization_id = caller_organization_id and a.transaction_id = any (ids) group by 1) m;
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
      refusal := private.write_match(t, d.details -> 'parts', (d.details ->> 'unclaimed')::numeric, (d.details ->> 'fee')::numeric,
        d.details ->> 'category', (d.details ->> 'vendor_id')::uuid);
      if refusal is not null then
        perform private.refuse_with(private.at_field(refusal, null));
      end if;
    else
      update public.bank_transactions b set category = d.details ->> 'category',
        status = case d.details ->> 'status' when 'set_aside' then 'set_aside' else 'open' end,
        vendor_id = (d.details ->> 'vendor_id')::uuid, version = b.version + 1 where b.id = t.id;
      delete from private.rejected_suggestions j
      where d.action = 'reject' and j.organization_id = t.organization_id and j.transaction_id = t.id
        and to_jsonb(j.commission_ids) = d.details -> 'rejected';
      -- What was learned from it is forgotten.
      delete from public.bank_patterns p
      where p.organization_id = t.organization_id and p.payer_key = t.payer_key and p.confirmations = 1
        and (p.vendor_id is not null and learned -> t.id::text ? p.vendor_id::text
          or d.action = 'set_aside' and p.category = t.category and (d.details ->> 'learned')::boolean);
      update public.bank_patterns p set confirmations = p.confirmations - 1
      where p.organization_id = t.organization_id and p.payer_key = t.payer_key and p.confirmations > 1
        and (p.vendor_id is not null and learned -> t.id::text ? p.vendor_id::text
          or d.action = 'set_aside' and p.category = t.category and (d.details ->> 'learned')::boolean);
    end if;
  end loop;
  perform private.match_transactions(caller_organization_id, ids);
  perform private.rematch_commissions(caller_organization_id, touched, ids);
  return private.command_result(null) || jsonb_build_object('undone', to_jsonb(ids), 'paid', '[]'::jsonb,
    'more', cardinality(waiting) > cardinality(ids));
end $function$;

CREATE OR REPLACE FUNCTION public.undo_bank_import(import_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  step constant int := 200;
  i public.bank_imports := private.lock_bank_import(undo_bank_import.import_id);
  ids uuid[];
  matched uuid[];
  paid jsonb;
  removed_count int := 0;
begin
  if i.status in ('undone', 'cancelled') then
    return private.command_result('This import was taken back already.', null, 'import_taken_back');
  end if;
  ids := array(select t.id from public.bank_transactions t
    where t.organization_id = i.organization_id and t.import_id = i.id order by t.id for update);
  -- What takes back comes before what brought.
  matched := array(select t.id from public.bank_transactions t
    where t.organization_id = i.organization_id and t.id = any (ids) and t.status = 'matched' order by t.amount, t.id limit step + 1);
  -- All of the file is asked each time, so that nothing goes where not all of it may.
  paid := private.check_unmatch(i.organization_id, ids);
  if paid = '[]' then
    paid := private.unmatch_transactions(i.organization_id, matched[:step]);
  end if;
  if paid <> '[]' then
    return private.command_result('An agent has been paid for what this file brought.', null, 'agent_paid_for_file')
      || jsonb_build_object('removed', 0, 'paid', paid, 'more', false);
  end if;
  if cardinality(matched) <= step then
    delete from public.bank_transactions t where t.organization_id = i.organization_id and t.id = any (ids);
    get diagnostics removed_count = row_count;
    update public.bank_imports b set status = 'undone', undone_at = now(), undone_by = private.acting_user(b.organization_id)
    where b.id = i.id;
  end if;
  return private.command_result(null)
    || jsonb_build_object('removed', removed_count, 'paid', paid, 'more', cardinality(matched) > step);
end $function$;

CREATE OR REPLACE FUNCTION public.undo_merge(merge_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  merge private.customer_merges%rowtype;
  refusal jsonb;
begin
  if caller_organization_id is null or not private.is_admin() then
    return private.command_result('Only admins can undo a merge.', null, 'undoing_merge_is_for_admins');
  end if;
  select m.* into merge from private.customer_merges m
  where m.organization_id = caller_organization_id and m.id = undo_merge.merge_id;
  if merge.id is not null then
    perform private.lock_customers(caller_organization_id, array[merge.kept_id, merge.merged_id]);
    select m.* into merge from private.customer_merges m where m.id = merge.id for update;
    if merge.undone_at is not null then
      return jsonb_build_object('success', true, 'customer_id', merge.merged_id, 'error', null, 'field', null);
    end if;
  end if;
  refusal := private.undo_refusal(merge);
  if refusal is not null then
    return refusal;
  end if;

  perform private.begin_mode('erasing');
  update public.customers c set merged_into = null, archived_at = (merge.moved ->> 'archived_at')::timestamptz
  where c.id = merge.merged_id;
  update public.customers c set created_at = (merge.moved ->> 'since')::timestamptz
  where c.id = merge.kept_id and c.created_at <> (merge.moved ->> 'since')::timestamptz;
  -- A field the merge filled becomes empty again, unless it was edited since.
  update public.customers c set (email, phone, notes, birthday, address_line_1, address_line_2, city, region, postal_code,
    country, emergency_name, emergency_phone, emergency_relation, more_emails, more_phones, tags, preferences) = (
    select n.email, n.phone, n.notes, n.birthday, n.address_line_1, n.address_line_2, n.city, n.region, n.postal_code,
      n.country, n.emergency_name, n.emergency_phone, n.emergency_relation, n.more_emails, n.more_phones, n.tags, n.preferences
    from jsonb_populate_record(c, (
      select coalesce(jsonb_object_agg(f.key, case f.key when 'more_emails' then '[]'::jsonb when 'more_phones' then '[]'
        when 'tags' then '[]' when 'preferences' then '{}' else 'null' end), '{}')
      from jsonb_each(merge.moved -> 'filled') f(key, value) where to_jsonb(c) -> f.key = f.value)) n)
  where c.id = merge.kept_id and merge.moved -> 'filled' <> '{}';
  perform private.begin_mode('');

  update public.sales s set
    customer_id = case when m.payer and s.customer_id = merge.kept_id then merge.merged_id else s.customer_id end,
    traveler_ids = case
      -- Unchanged since the merge: exactly as before it.
      when s.traveler_ids = m.after and (not m.payer or s.customer_id = merge.kept_id) then m.before
      when merge.merged_id = any (m.before) and merge.kept_id <> all (m.before) then
        array(select distinct t from unnest(array_replace(s.traveler_ids, merge.kept_id, merge.merged_id)) t
          where t <> case when m.payer and s.customer_id = merge.kept_id then merge.merged_id else s.customer_id end order by t)
      else array_remove(s.traveler_ids, case when m.payer and s.customer_id = merge.kept_id then merge.merged_id end) end
  from (
    select (e ->> 'id')::uuid as id, (e ->> 'payer')::boolean as payer,
      array(select t::uuid from jsonb_array_elements_text(e -> 'before') t) as before,
      array(select t::uuid from jsonb_array_elements_text(e -> 'after') t) as after
    from jsonb_array_elements(merge.moved -> 'sales') e) m
  where s.organization_id = caller_organization_id and s.id = m.id
    and (m.payer and s.customer_id = merge.kept_id or not m.payer and s.traveler_ids = m.after
      or not m.payer and merge.kept_id = any (s.traveler_ids) and merge.kept_id <> all (m.before));
  update private.passports p set customer_id = merge.merged_id
  where p.organization_id = caller_organization_id and p.customer_id = merge.kept_id
    and p.id in (select (e #>> '{}')::uuid from jsonb_array_elements(merge.moved -> 'passports') e);
  perform private.move_threads(caller_organization_id,
    array(select t::uuid from jsonb_array_elements_text(merge.moved -> 'threads') t), merge.kept_id, merge.merged_id);
  update public.documents d set customer_id = merge.merged_id
  where d.organization_id = caller_organization_id and d.customer_id = merge.kept_id
    and d.id in (select (e #>> '{}')::uuid from jsonb_array_elements(merge.moved -> 'documents') e);
  delete from public.customer_companions l using jsonb_to_recordset(merge.moved -> 'companions') as m (id uuid)
  where l.organization_id = caller_organization_id and l.id = m.id and merge.kept_id in (l.customer_id, l.companion_id);
  insert into public.customer_companions (id, organization_id, customer_id, companion_id, relation, created_at)
  select m.id, caller_organization_id, m.customer_id, m.companion_id, m.relation, m.created_at
  from jsonb_to_recordset(merge.moved -> 'companions')
    as m (id uuid, customer_id uuid, companion_id uuid, relation text, created_at timestamptz)
  where not exists (
    select 1 from public.customers c
    where c.id in (m.customer_id, m.companion_id) and (c.merged_into is not null or c.erased_at is not null))
  on conflict do nothing;

  update private.customer_merges m set undone_at = now(), undone_by = auth.uid() where m.id = merge.id;
  perform private.audit(caller_organization_id, 'merge_undone', merge.kept_id, merge.merged_id,
    jsonb_build_object('merge_id', merge.id));
  return jsonb_build_object('success', true, 'customer_id', merge.merged_id, 'error', null, 'field', null);
end $function$;

CREATE OR REPLACE FUNCTION public.update_sale(sale_id uuid, expected_version integer, changes jsonb, traveler_ids text[] DEFAULT NULL::text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  input jsonb := private.check_sale_input(update_sale.changes,
    '{customer_id,vendor_id,agent_id,booking_reference,sale_date,travel_date,return_date,total_amount,commission_amount,
      commission_rate,commission_basis,currency,status,notes}');
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

CREATE OR REPLACE FUNCTION public.update_sale_status(sale_id uuid, status text, note text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  current public.sales%rowtype;
begin
  if char_length(update_sale_status.note) > 5000 then
    perform private.refuse('Use at most 5,000 characters.', 'note', 'text_too_long', '{"most": 5000}');
  end if;
  select s.* into current from public.sales s where s.id = update_sale_status.sale_id for no key update;
  if not found then
    perform private.refuse('This sale does not exist, or it is not yours.', '', 'sale_not_found');
  end if;
  -- No history entry would be written, so the note would be lost.
  if current.status = update_sale_status.status then
    perform private.refuse('This sale is already ' || current.status || '.', 'status', 'sale_status_unchanged',
      jsonb_build_object('status', current.status));
  end if;
  perform private.give_reason(update_sale_status.note);
  update public.sales s set status = update_sale_status.status where s.id = current.id returning s.* into current;
  perform private.give_reason('');
  return jsonb_build_object('id', current.id, 'status', current.status, 'version', current.version);
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
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  draft public.payout_batches := private.lock_draft(caller_organization_id);
  b public.payout_batches;
  s public.payout_statements;
  refusal jsonb;
  new_id uuid;
begin
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

COMMENT ON FUNCTION "private"."accept_suggestions"(uuid, uuid, jsonb, boolean) IS 'Accepts the first suggestion of each transaction [{id, version}] as one group of
  decisions; with `require_certain` only certain ones. What changed meanwhile or does not fit any more is left alone and said:
  {accepted, skipped: [{id, why, code, params}]}.';

COMMENT ON FUNCTION "private"."account_lock"(uuid, uuid) IS 'The same of where an agent is paid, or of the account payouts are paid from (null).
  Waits for a payout that is being scheduled.';

COMMENT ON FUNCTION "private"."at_field"(jsonb, text) IS 'The same refusal at a field of the caller''s; null for none.';

COMMENT ON FUNCTION "private"."check_document"(jsonb) IS 'The document somebody describes by {title, category, record_type, record_id,
  visibility, member_id, expires_on, asks_to_read}, as a row of the caller''s tenant; `refusal` is the answer when it may not be so.';

COMMENT ON FUNCTION "private"."closed_day_refusal"(uuid, date, text) IS 'The answer when a person cannot enter this day; null when they can.';

COMMENT ON FUNCTION "private"."closed_fact_refusal"(uuid, date, text) IS 'The answer when a person cannot change a fact with this booking day; null
  when they can.';

COMMENT ON FUNCTION "private"."command_result"(text, text, text, jsonb) IS 'Result of a public function that changes something: {success, error, field}.
  `refusal` null means done. A refusal names the form field it belongs to, and says itself again as {code, params}
  (private.refuse). Functions hand refusals on as what they answer; null, then, is none.';

COMMENT ON FUNCTION "private"."draft_refusal"(public.payout_batches) IS 'The answer when a batch cannot be changed; null when it can.';

COMMENT ON FUNCTION "private"."fact_of"(text) IS '{code, params} of a refusal that was caught, by its detail; the code is null where private.refuse
  did not raise it.';

COMMENT ON FUNCTION "private"."import_portion"(public.import_batches, jsonb) IS 'Adds the rows of a portion: {added, skipped, skips: [{row_number, reason, twin}],
  errors: [{row_number, field, message, code, params}], adds: of sales what was made of each row
  (private.describe_imported_sales)}. A row that is refused has no effect on another one: the portion is taken back and judged anew without it. So a portion says the same about the
  same rows, whoever calls it.';

COMMENT ON FUNCTION "private"."insert_import_rows"(public.import_batches, jsonb) IS 'Inserts rows in one statement; if the database refuses one of them, in slices of
  20, then one by one. Answers the errors [{row_number, field, message, code, params}], with the messages of triggers and
  constraints; a constraint has no code.';

COMMENT ON FUNCTION "private"."judge_bank_lines"(uuid, uuid, jsonb) IS 'Judges lines of a file, (docs/product/imports.md, Bank files): each with its key,
  the refusal when it cannot be taken (null when it can), and whether the account has it already. The key is the bank''s own id with the amount,
  else day, amount and texts; a counter (`twin`) tells equal lines of one file apart, so that two real ones stay two and overlapping
  files add nothing. A bank id that says nothing ("NONREF", zeros) counts as none.';

COMMENT ON FUNCTION "private"."lock_document"(uuid) IS 'The document that the caller may change, locked. `refusal` is the answer when there
  is none.';

COMMENT ON FUNCTION "private"."lock_invitation"(uuid) IS 'Locks an invitation of the caller''s organization. The answer when the caller may
  not manage it; null when they may.';

COMMENT ON FUNCTION "private"."lock_member"(uuid) IS 'Locks the caller''s organization and then the member until the end of the transaction,
  so that changes of members are serialized; `refusal` is the answer when the caller may not change this member, null when they may.';

COMMENT ON FUNCTION "private"."lock_vendor"(uuid) IS 'Locks the vendor for a change: its terms first, as whoever changes those alone does.
  The answer when the caller may not change it; null when they may.';

COMMENT ON FUNCTION "private"."refuse"(text, text, text, jsonb) IS 'Raises every refusal that no constraint can express, in one shape for the client.
  `column_name` becomes the hint: the form field the message belongs to, or empty. `code` and `params` say the same as the message, and
  become the detail: {code, params}. Their words stand in shared/src/contract/refusals, one code for one sentence.';

COMMENT ON FUNCTION "private"."refuse_terms"(public.sales, public.sales, text, text) IS 'Refuses a change of a sale''s terms, because of the status of a `sale` or a
  `commission`.';

COMMENT ON FUNCTION "private"."refuse_with"(jsonb) IS 'Raises what private.command_result says.';

COMMENT ON FUNCTION "private"."schedule_lock"(uuid, uuid) IS 'The answer when a commission is in a scheduled payout, and so stays as it is; null
  when it is in none.';

COMMENT ON FUNCTION "private"."trip_lock"(public.sales) IS 'The same of a sale whose trip would keep its commission waiting on the planned day
  (organizations.payout_hold_until).';

COMMENT ON FUNCTION "private"."undo_refusal"(private.customer_merges) IS 'The answer when a merge cannot be undone; null when it can.';

COMMENT ON FUNCTION "private"."void_refusal"(uuid, numeric, date, text) IS 'The answer when the caller cannot void a payment of this amount; null when nothing
  stands in the way.';

COMMENT ON FUNCTION "private"."write_bank_details"(uuid, uuid, jsonb) IS 'Checks and writes details for an agent, or for the organization (null). The
  answer of a refusal, or null. No message repeats the input.';

COMMENT ON FUNCTION "private"."write_match"(public.bank_transactions, jsonb, numeric, numeric, text, uuid) IS 'Writes a match: the parts [{commission_id, amount, write_off, reason}] replace those the
  transaction had. The caller has locked the transaction. The answer of a refusal, or null. `expected` in a part is what
  its commission was thought to owe: when that has changed, somebody was faster. Of a commission that an admin had recorded as
  received the deposit stands in place of that: with `rest` = ''received'' of no more than it brought (the others came otherwise),
  else of all. It keeps the recorded day unless `keep_day` is false, and what was written off with it unless `write_off` says
  otherwise.';

COMMENT ON FUNCTION "public"."import_bank_lines"(uuid, jsonb) IS 'Writes what is new among these lines: {added, here, broken: [{line, why, code, params}]}. Sent
  again, the same lines add nothing.';

COMMENT ON FUNCTION "public"."preview_bank_lines"(uuid, jsonb) IS 'What an import of these lines would do, nothing is written: {lines: [{line, verdict,
  why, code, params, twin, similar}], counts}. verdict: new, here, broken (`fate`: the same, for deployed remotes). similar: new, but the account
  has a transaction of that day and amount under another key, as from another kind of file.';

REVOKE ALL ON FUNCTION "private"."account_lock"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."account_lock"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."at_field"(jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."at_field"(jsonb, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_document"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."check_document"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."closed_day_refusal"(uuid, date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."closed_day_refusal"(uuid, date, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."closed_fact_refusal"(uuid, date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."closed_fact_refusal"(uuid, date, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."command_result"(text, text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."command_result"(text, text, text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."disclosure_refusal"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."disclosure_refusal"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."draft_refusal"(public.payout_batches) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."draft_refusal"(public.payout_batches) TO "postgres";

REVOKE ALL ON FUNCTION "private"."fact_of"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."fact_of"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."import_error"(jsonb, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."import_error"(jsonb, text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."judge_bank_lines"(uuid, uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."judge_bank_lines"(uuid, uuid, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_document"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_document"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_invitation"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_invitation"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_member"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_member"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_vendor"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_vendor"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."passport_refusal"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."passport_refusal"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse"(text, text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refuse"(text, text, text, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_terms"(public.sales, public.sales, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refuse_terms"(public.sales, public.sales, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_with"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refuse_with"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."schedule_lock"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."schedule_lock"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."skipped_transaction"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."skipped_transaction"(uuid, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."trip_lock"(public.sales) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."trip_lock"(public.sales) TO "postgres";

REVOKE ALL ON FUNCTION "private"."undo_refusal"(private.customer_merges) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."undo_refusal"(private.customer_merges) TO "postgres";

REVOKE ALL ON FUNCTION "private"."void_refusal"(uuid, numeric, date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."void_refusal"(uuid, numeric, date, text) TO "postgres";
