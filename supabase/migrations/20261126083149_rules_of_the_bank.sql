set local check_function_bodies = off;

-- On hosted Supabase a policy, and a trigger that is dropped, lock tables of Auth, Storage and Realtime until this is committed. Whoever
-- comes meanwhile waits behind it, so it does not wait long itself: it gives up, nothing of it stays, and the next push tries again.
set local lock_timeout = '4s';

DROP FUNCTION "private"."learn_payer"(public.bank_transactions);

DROP FUNCTION "public"."accept_bank_suggestions"(jsonb, boolean);

DROP FUNCTION "public"."get_bank_inbox"(text, uuid, uuid, date, date, text, integer, integer);

DROP FUNCTION "public"."set_aside_bank_transactions"(jsonb, text, boolean);

CREATE TABLE "public"."bank_rules" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "position" integer NOT NULL, "is_active" boolean NOT NULL DEFAULT true, "payer_key" text, "text_contains" text, "amount_from" numeric(12,2), "amount_to" numeric(12,2), "direction" text, "account_id" uuid, "category" text, "vendor_id" uuid, "created_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), "version" integer NOT NULL DEFAULT 1, CONSTRAINT "bank_rules_amount_from_range" CHECK (((amount_from >= (0)::numeric) AND (amount_from <= 9999999999.99))), CONSTRAINT "bank_rules_amount_to_order" CHECK ((amount_from <= amount_to)), CONSTRAINT "bank_rules_amount_to_range" CHECK (((amount_to >= (0)::numeric) AND (amount_to <= 9999999999.99))), CONSTRAINT "bank_rules_category_known" CHECK ((category = ANY (ARRAY['customer_payment'::text, 'fee'::text, 'transfer'::text, 'other'::text]))), CONSTRAINT "bank_rules_conditions_key" UNIQUE NULLS NOT DISTINCT (organization_id, payer_key, text_contains, amount_from, amount_to, direction, account_id), CONSTRAINT "bank_rules_direction_known" CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text]))), CONSTRAINT "bank_rules_organization_id_id_key" UNIQUE (organization_id, id), CONSTRAINT "bank_rules_payer_key_length" CHECK (((char_length(payer_key) >= 1) AND (char_length(payer_key) <= 100))), CONSTRAINT "bank_rules_payer_key_or_other" CHECK ((num_nonnulls(payer_key, text_contains, amount_from, amount_to) > 0)), CONSTRAINT "bank_rules_pkey" PRIMARY KEY (id), CONSTRAINT "bank_rules_text_contains_length" CHECK (((char_length(text_contains) >= 1) AND (char_length(text_contains) <= 100))), CONSTRAINT "bank_rules_vendor_id_or_category" CHECK ((num_nonnulls(vendor_id, category) = 1)));

ALTER TABLE "public"."bank_rules" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."bank_transactions" ADD COLUMN "rule_id" uuid;

ALTER TABLE "public"."bank_transactions" ADD COLUMN "rule_vendor_id" uuid;

ALTER TABLE "public"."bank_transactions" ADD COLUMN "alike_key" text GENERATED ALWAYS AS ("left"(btrim(regexp_replace(upper(text), '[^[:alpha:]]+'::text, ' '::text, 'g'::text)), 200)) STORED;

CREATE OR REPLACE FUNCTION private.accept_certain_of_import(i public.bank_imports)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  step constant int := 200;
  certain jsonb;
  done jsonb;
begin
  if not exists (select 1 from public.organizations o where o.id = i.organization_id and o.match_certain_on_import)
    or exists (select 1 from public.bank_decisions d
      where d.organization_id = i.organization_id and d.group_id = i.id and d.action = 'undo') then
    return false;
  end if;
  select jsonb_agg(jsonb_build_object('id', t.id, 'version', t.version)) into certain
  from (
    select b.id, b.version from public.bank_transactions b
    where b.organization_id = i.organization_id and b.import_id = i.id and b.status = 'suggested' and b.certainty = 'certain'
    order by b.line_number limit step) t;
  if certain is null then
    return false;
  end if;
  done := private.accept_suggestions(i.organization_id, i.id, certain, true);
  -- A call that could accept none ends it.
  return done -> 'accepted' <> '[]' and (jsonb_array_length(certain) = step or (done ->> 'more')::boolean);
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
  -- The API ends a request after 8 s; what is decided last is read again after it.
  last_moment timestamptz := statement_timestamp() + interval '3 seconds';
  more boolean := false;
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
    if clock_timestamp() > last_moment and cardinality(accepted) > 0 then
      more := true;
      exit;
    end if;
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
  perform private.learn_payers(accept_suggestions.organization_id, accepted);
  delete from public.bank_suggestions x where x.organization_id = accept_suggestions.organization_id and x.transaction_id = any (accepted);
  perform private.rematch_commissions(accept_suggestions.organization_id, touched, accepted);
  return jsonb_build_object('accepted', to_jsonb(accepted), 'skipped', skipped, 'more', more);
end $function$;

CREATE OR REPLACE FUNCTION private.apply_bank_rules(organization_id uuid, transaction_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rules public.bank_rules[] := array(select r from public.bank_rules r
    where r.organization_id = apply_bank_rules.organization_id and r.is_active);
  ids uuid[];
  rule_ids uuid[];
begin
  if cardinality(rules) = 0 then
    return;
  end if;
  ids := array(
    select t.id from public.bank_transactions t
    where t.organization_id = apply_bank_rules.organization_id and t.id = any (transaction_ids)
      and t.status in ('open', 'suggested') and t.version = 1
    order by t.id for no key update);
  select array_agg(h.transaction_id), array_agg(h.rule_id) into ids, rule_ids
  from private.bank_rule_hits(organization_id, ids, rules) h where h.place = 1;
  if ids is not null then
    perform private.write_bank_rule_hits(organization_id, gen_random_uuid(), ids, rule_ids);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.bank_alike(t public.bank_transactions)
 RETURNS TABLE(id uuid, amount numeric, booked_on date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select b.id, b.amount, b.booked_on from public.bank_transactions b
  where char_length(t.alike_key) >= 3 and b.organization_id = t.organization_id and b.alike_key = t.alike_key
    and b.status in ('open', 'suggested') and coalesce(b.certainty, 'possible') = 'possible' and sign(b.amount) = sign(t.amount)
    and b.id <> t.id
  order by b.id limit 499
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
    'matched', case when t.status = 'matched' then (
      select jsonb_build_object('part_count', count(*), 'at', max(l.created_at), 'by', (
          select u.first_name || ' ' || u.last_name from public.bank_decisions d join public.users u on u.id = d.decided_by
          where d.organization_id = t.organization_id and d.transaction_id = t.id and d.action in ('match', 'accept')
          order by d.decided_at desc limit 1),
        'parts', private.bank_parts(t.organization_id, coalesce(jsonb_agg(jsonb_build_object('commission_id', l.commission_id,
          'amount', l.amount) order by l.created_at, l.id), '[]'), 3))
      from public.bank_allocations l where l.organization_id = t.organization_id and l.transaction_id = t.id) end) order by i.n), '[]')
  from unnest(ids) with ordinality i(id, n)
  join public.bank_transactions t on t.organization_id = bank_rows.organization_id and t.id = i.id
  join public.bank_accounts a on a.id = t.account_id
  left join public.vendors v on v.id = t.vendor_id
  left join public.bank_suggestions s on s.organization_id = t.organization_id and s.transaction_id = t.id and s.rank = 1
  left join public.commissions c on c.organization_id = t.organization_id and c.id = coalesce(s.commission_id, (
    select l.commission_id from public.bank_allocations l
    where l.organization_id = t.organization_id and l.transaction_id = t.id order by l.created_at, l.id limit 1))
  left join public.sales f on f.id = c.sales_id
$function$;

CREATE OR REPLACE FUNCTION private.bank_rule_hits(organization_id uuid, transaction_ids uuid[], rules public.bank_rules[])
 RETURNS TABLE(transaction_id uuid, rule_id uuid, place bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with r as materialized (
    select u.*, private.bank_rule_text(u.text_contains) as words from unnest(rules) u
  ), t as materialized (
    select b.id, b.account_id, b.amount, b.payer_key,
      private.bank_rule_text(concat_ws(' ', b.text, b.counterparty, b.reference)) as words
    from public.bank_transactions b
    where b.organization_id = bank_rule_hits.organization_id and b.id = any (transaction_ids) and cardinality(rules) > 0
  )
  select t.id, r.id, row_number() over (partition by t.id order by r.position, r.id)
  from t join r on (r.account_id is null or r.account_id = t.account_id)
    and (r.direction is null or r.direction = case when t.amount > 0 then 'in' else 'out' end)
    and (r.amount_from is null or abs(t.amount) >= r.amount_from)
    and (r.amount_to is null or abs(t.amount) <= r.amount_to)
    and (r.payer_key is null or r.payer_key = t.payer_key)
    and (r.words is null or r.text_contains is null or strpos(t.words, r.words) > 0)
$function$;

CREATE OR REPLACE FUNCTION private.bank_rule_row(r public.bank_rules)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', r.id, 'is_active', r.is_active, 'payer', r.payer_key, 'text_contains', r.text_contains,
    'amount_from', r.amount_from, 'amount_to', r.amount_to, 'direction', r.direction,
    'account', (select jsonb_build_object('id', a.id, 'name', a.name, 'last_four', a.last_four)
      from public.bank_accounts a where a.organization_id = r.organization_id and a.id = r.account_id),
    'category', r.category,
    'vendor', (select jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url)
      from public.vendors v where v.organization_id = r.organization_id and v.id = r.vendor_id),
    'created_by', (select u.first_name || ' ' || u.last_name from public.users u
      where u.organization_id = r.organization_id and u.id = r.created_by),
    'applied', c.n, 'last_on', c.last_on, 'version', r.version)
  from (select count(*) as n, max(t.booked_on) as last_on from public.bank_transactions t
    where t.organization_id = r.organization_id and t.rule_id = r.id) c
$function$;

CREATE OR REPLACE FUNCTION private.bank_rule_text(text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array_to_string(private.bank_words(text), ' ')
$function$;

CREATE OR REPLACE FUNCTION private.check_seen_transactions(transactions jsonb)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(transactions) is distinct from 'array' or jsonb_array_length(transactions) > 500 or exists (
    select 1 from jsonb_array_elements(transactions) e where not coalesce(pg_input_is_valid(e ->> 'id', 'uuid'), false)
      or coalesce(e ->> 'version' !~ '^\d{1,9}$', true)) then
    perform private.refuse('Send up to 500 transactions with their versions.', 'transactions', 'transactions_expected');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.forget_lessons(organization_id uuid, lessons jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  lesson record;
begin
  -- In the order of payers, as they are learned.
  for lesson in
    select l.payer_key, l.vendor_id, l.category, count(*) as n
    from jsonb_to_recordset(lessons) l(payer_key text, vendor_id uuid, category text)
    where l.payer_key is not null group by 1, 2, 3 order by 1, 2, 3
  loop
    delete from public.bank_patterns p
    where p.organization_id = forget_lessons.organization_id and p.payer_key = lesson.payer_key
      and p.vendor_id is not distinct from lesson.vendor_id and p.category is not distinct from lesson.category
      and p.confirmations <= lesson.n;
    update public.bank_patterns p set confirmations = p.confirmations - lesson.n
    where p.organization_id = forget_lessons.organization_id and p.payer_key = lesson.payer_key
      and p.vendor_id is not distinct from lesson.vendor_id and p.category is not distinct from lesson.category;
  end loop;
end $function$;

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
      where a.organization_id = t.organization_id and a.transaction_id = t.id)) || details,
    private.acting_user(t.organization_id)
$function$;

CREATE OR REPLACE FUNCTION private.know_bank_tables()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  relation text;
begin
  foreach relation in array array['bank_allocations', 'bank_decisions', 'bank_suggestions', 'bank_transactions', 'commissions', 'customers',
    'sales', 'vendors']
  loop
    if exists (
      select from pg_catalog.pg_class c
      where c.oid = format('public.%I', relation)::regclass and pg_catalog.pg_relation_size(c.oid) > 8 * 8192
        and (pg_catalog.pg_relation_size(c.oid) > 2 * 8192::bigint * c.relpages
          or not exists (select from pg_catalog.pg_stats s where s.schemaname = 'public' and s.tablename = relation))) then
      execute format('analyze (skip_locked) public.%I', relation);
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.learn_payers(organization_id uuid, transaction_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.bank_patterns as p (organization_id, payer_key, vendor_id, confirmations)
  select l.organization_id, l.payer_key, l.vendor_id, count(*)
  from (
    select distinct t.organization_id, t.id, t.payer_key, c.vendor_id
    from public.bank_transactions t
    join public.bank_allocations a on a.organization_id = t.organization_id and a.transaction_id = t.id
    join public.commissions c on c.organization_id = a.organization_id and c.id = a.commission_id
    where t.organization_id = learn_payers.organization_id and t.id = any (transaction_ids) and t.payer_key is not null) l
  group by 1, 2, 3
  order by 2, 3
  on conflict (organization_id, payer_key, vendor_id, category) do update
    set confirmations = p.confirmations + excluded.confirmations, last_used_at = now()
$function$;

CREATE OR REPLACE FUNCTION private.lock_bank_rule(rule_id uuid)
 RETURNS public.bank_rules
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  r public.bank_rules;
begin
  select b.* into r from public.bank_rules b
  where b.organization_id = caller_organization_id and b.id = lock_bank_rule.rule_id for no key update;
  return r;
end $function$;

CREATE OR REPLACE FUNCTION private.read_bank_rule(organization_id uuid, rule jsonb)
 RETURNS public.bank_rules
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r public.bank_rules;
begin
  if jsonb_typeof(rule) is distinct from 'object' then
    perform private.refuse('Say what the rule is about.', 'rule', 'rule_expected');
  elsif exists (select 1 from (values ('amount_from'), ('amount_to')) f(name)
    where btrim(rule ->> f.name) !~ '^\d{1,10}([.]\d{1,2})?$') then
    perform private.refuse('Enter an amount like 15.00.', 'amount_from', 'fee_expected');
  elsif exists (select 1 from (values ('account_id'), ('vendor_id')) f(name)
    where not pg_input_is_valid(rule ->> f.name, 'uuid')) then
    perform private.refuse('This vendor does not exist.', 'vendor_id', 'vendor_not_found');
  end if;
  r.organization_id := read_bank_rule.organization_id;
  r.text_contains := nullif(regexp_replace(btrim(rule ->> 'text_contains'), '\s+', ' ', 'g'), '');
  r.payer_key := nullif(btrim(rule ->> 'payer'), '');
  r.amount_from := (rule ->> 'amount_from')::numeric;
  r.amount_to := (rule ->> 'amount_to')::numeric;
  r.direction := nullif(rule ->> 'direction', '');
  r.account_id := (rule ->> 'account_id')::uuid;
  r.category := nullif(rule ->> 'category', '');
  r.vendor_id := (rule ->> 'vendor_id')::uuid;
  if r.payer_key is not null then
    r.payer_key := coalesce(private.payer_key(r.payer_key, null), '');
  end if;
  if r.payer_key = '' then
    perform private.refuse('Enter a name as the bank writes it; words like ACH or WIRE are none.', 'payer', 'rule_payer_wrong');
  elsif char_length(r.text_contains) > 100 then
    perform private.refuse('Enter at most 100 characters.', 'text_contains', 'rule_text_too_long');
  elsif r.text_contains is not null and char_length(private.bank_rule_text(r.text_contains)) < 3 then
    perform private.refuse('Enter at least three letters or digits.', 'text_contains', 'rule_text_too_short');
  elsif num_nonnulls(r.payer_key, r.text_contains, r.amount_from, r.amount_to) = 0 then
    perform private.refuse('Enter a payer, a text or an amount.', 'text_contains', 'rule_condition_missing');
  elsif r.amount_from > r.amount_to then
    perform private.refuse('The second amount must not be less than the first.', 'amount_to', 'rule_amounts_crossed');
  elsif r.direction not in ('in', 'out') then
    perform private.refuse('Choose money in or money out.', 'direction', 'rule_direction_missing');
  elsif num_nonnulls(r.category, r.vendor_id) <> 1
    or r.category not in ('customer_payment', 'fee', 'transfer', 'other') then
    perform private.refuse('Choose what this is, or whose money.', 'category', 'rule_effect_missing');
  elsif r.vendor_id is not null and not exists (select 1 from public.vendors v
    where v.organization_id = read_bank_rule.organization_id and v.id = r.vendor_id) then
    perform private.refuse('This vendor does not exist.', 'vendor_id', 'vendor_not_found');
  elsif r.account_id is not null and not exists (select 1 from public.bank_accounts a
    where a.organization_id = read_bank_rule.organization_id and a.id = r.account_id) then
    perform private.refuse('This account does not exist.', 'account_id', 'account_not_found');
  end if;
  return r;
end $function$;

CREATE OR REPLACE FUNCTION private.redact_bank(organization_id uuid, pattern text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.bank_transactions t set text = private.redact(t.text, pattern, 2000),
    counterparty = private.redact(t.counterparty, pattern, 300), reference = private.redact(t.reference, pattern, 300),
    bank_id = private.redact(t.bank_id, pattern, 300),
    payer_key = private.payer_key(private.redact(t.text, pattern, 2000), private.redact(t.counterparty, pattern, 300))
  where t.organization_id = redact_bank.organization_id
    and concat_ws(chr(10), t.text, t.counterparty, t.reference, t.bank_id) ~* pattern;
  delete from public.bank_patterns p where p.organization_id = redact_bank.organization_id and p.payer_key ~* pattern;
  delete from public.bank_rules r where r.organization_id = redact_bank.organization_id
    and concat_ws(chr(10), r.payer_key, r.text_contains) ~* pattern;
  update public.bank_imports i set file_name = private.redact(i.file_name, pattern, 255)
  where i.organization_id = redact_bank.organization_id and i.file_name ~* pattern;
  update public.bank_remittances r set file_name = private.redact(r.file_name, pattern, 255)
  where r.organization_id = redact_bank.organization_id and r.file_name ~* pattern;
  update public.bank_remittance_lines l set reference = private.redact(l.reference, pattern, 300),
    name = private.redact(l.name, pattern, 300)
  where l.organization_id = redact_bank.organization_id and (l.reference ~* pattern or l.name ~* pattern);
  update public.bank_allocations a set write_off_reason = private.redact(a.write_off_reason, pattern, 500)
  where a.organization_id = redact_bank.organization_id and a.write_off_reason ~* pattern;
  update public.bank_suggestions s set reasons = private.redact_json(s.reasons, pattern)
  where s.organization_id = redact_bank.organization_id and s.reasons::text ~* pattern;
  update public.bank_decisions d set details = private.redact_json(d.details, pattern)
  where d.organization_id = redact_bank.organization_id and d.details::text ~* pattern;
end $function$;

CREATE OR REPLACE FUNCTION private.seen_transactions(transactions jsonb)
 RETURNS TABLE(id uuid, version integer)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select distinct on (1) (e ->> 'id')::uuid, (e ->> 'version')::int from jsonb_array_elements(transactions) e order by 1
$function$;

CREATE OR REPLACE FUNCTION private.skipped_transactions(transactions jsonb, done uuid[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(private.skipped_transaction(s.id,
    private.command_result('Somebody was faster.', null, 'somebody_was_faster')) order by s.id), '[]')
  from private.seen_transactions(transactions) s where s.id <> all (done)
$function$;

CREATE OR REPLACE FUNCTION private.waiting_by_rule(organization_id uuid, rules public.bank_rules[])
 RETURNS TABLE(rule_id uuid, n bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select h.rule_id, count(*)
  from private.bank_rule_hits(organization_id, private.waiting_for_rules(organization_id), rules) h
  join public.bank_transactions t on t.organization_id = waiting_by_rule.organization_id and t.id = h.transaction_id
  where t.rule_id is distinct from h.rule_id
  group by 1
$function$;

CREATE OR REPLACE FUNCTION private.waiting_for_rules(organization_id uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(select t.id from public.bank_transactions t
    where t.organization_id = waiting_for_rules.organization_id and t.status in ('open', 'suggested')
    order by t.booked_on desc, t.id limit 5000)
$function$;

CREATE OR REPLACE FUNCTION private.write_bank_rule_hits(organization_id uuid, group_id uuid, transaction_ids uuid[], rule_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.keep_decision(t, group_id, case when r.category is null then 'vendor' else 'set_aside' end,
    jsonb_build_object('learned', false, 'by_rule', r.id))
  from unnest(transaction_ids, write_bank_rule_hits.rule_ids) h(id, rule_id)
  join public.bank_transactions t on t.organization_id = write_bank_rule_hits.organization_id and t.id = h.id
  join public.bank_rules r on r.organization_id = t.organization_id and r.id = h.rule_id;
  update public.bank_transactions t set rule_id = r.id, version = t.version + 1,
    status = case when r.category is null then t.status else 'set_aside' end,
    certainty = case when r.category is null then t.certainty end,
    category = coalesce(r.category, t.category),
    rule_vendor_id = r.vendor_id,
    vendor_id = coalesce(r.vendor_id, t.vendor_id),
    matching_due = r.category is null
  from unnest(transaction_ids, write_bank_rule_hits.rule_ids) h(id, rule_id)
  join public.bank_rules r on r.organization_id = write_bank_rule_hits.organization_id and r.id = h.rule_id
  where t.organization_id = write_bank_rule_hits.organization_id and t.id = h.id;
  delete from public.bank_suggestions s using public.bank_transactions t
  where s.organization_id = write_bank_rule_hits.organization_id and s.transaction_id = any (transaction_ids)
    and t.organization_id = s.organization_id and t.id = s.transaction_id and t.status = 'set_aside';
end $function$;

CREATE OR REPLACE FUNCTION public.accept_bank_suggestions(transactions jsonb, require_certain boolean DEFAULT false, group_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  -- What a call before this one began, goes on.
  new_group uuid := coalesce((
    select d.group_id from public.bank_decisions d
    where d.organization_id = caller_organization_id and d.group_id = accept_bank_suggestions.group_id and d.decided_by = auth.uid()
    group by 1 having bool_and(d.action = 'accept')), gen_random_uuid());
begin
  perform private.check_seen_transactions(transactions);
  perform private.know_bank_tables();
  return private.command_result(null) || jsonb_build_object('group_id', new_group)
    || private.accept_suggestions(caller_organization_id, new_group, transactions, require_certain);
end $function$;

CREATE OR REPLACE FUNCTION public.apply_bank_rule(rule_id uuid, transactions jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r public.bank_rules := private.lock_bank_rule(apply_bank_rule.rule_id);
  new_group uuid := gen_random_uuid();
  done uuid[];
begin
  if r.id is null then
    return private.command_result('This rule is no longer there.', null, 'rule_not_found');
  end if;
  perform private.check_seen_transactions(transactions);
  perform 1 from public.bank_transactions b
  where b.organization_id = r.organization_id and b.id in (select s.id from private.seen_transactions(transactions) s)
  order by b.id for no key update;
  done := array(
    select h.transaction_id from private.bank_rule_hits(r.organization_id, array(
      select b.id from public.bank_transactions b join private.seen_transactions(transactions) s on s.id = b.id and s.version = b.version
      where b.organization_id = r.organization_id and b.status in ('open', 'suggested')), array[r]) h order by 1);
  perform private.write_bank_rule_hits(r.organization_id, new_group, done, array_fill(r.id, array[cardinality(done)]));
  if r.category is null then
    perform private.match_transactions(r.organization_id, done);
  end if;
  return private.command_result(null) || jsonb_build_object('group_id', new_group, 'applied', to_jsonb(done),
    'skipped', private.skipped_transactions(transactions, done));
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
  -- Here what the lines are matched with, so that the call that matches has its time for itself.
  perform private.know_bank_tables();
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

CREATE OR REPLACE FUNCTION public.delete_bank_rule(rule_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r public.bank_rules := private.lock_bank_rule(delete_bank_rule.rule_id);
begin
  if r.id is null then
    return private.command_result('This rule is no longer there.', null, 'rule_not_found');
  end if;
  delete from public.bank_rules b where b.organization_id = r.organization_id and b.id = r.id;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.finish_bank_import(import_id uuid, cancelled boolean DEFAULT false, broken_lines jsonb DEFAULT '[]'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  step constant int := 1000;
  i public.bank_imports := private.lock_bank_import(finish_bank_import.import_id);
  unread jsonb := coalesce(finish_bank_import.broken_lines, '[]');
  ids uuid[];
  more boolean := false;
begin
  if i.status = 'running' and cancelled then
    delete from public.bank_transactions t where t.organization_id = i.organization_id and t.import_id = i.id;
    update public.bank_imports b set status = 'cancelled', finished_at = now(), added = 0 where b.id = i.id returning * into i;
  elsif i.status in ('running', 'done') then
    if i.status = 'running' then
      update public.bank_imports b set status = 'done', finished_at = now(), broken = b.broken + jsonb_array_length(unread),
        broken_lines = case when octet_length((b.broken_lines || unread)::text) <= 100000 then b.broken_lines || unread
          else b.broken_lines end
      where b.id = i.id returning * into i;
    end if;
    ids := array(select t.id from public.bank_transactions t
      where t.organization_id = i.organization_id and t.import_id = i.id and t.matching_due
      order by t.line_number limit step);
    perform private.know_bank_tables();
    perform private.apply_bank_rules(i.organization_id, ids);
    perform private.match_transactions(i.organization_id, ids);
    more := exists (select 1 from public.bank_transactions t
      where t.organization_id = i.organization_id and t.import_id = i.id and t.matching_due);
    if not more then
      more := private.accept_certain_of_import(i);
    end if;
  end if;
  return jsonb_build_object('more', more, 'status', i.status, 'added', i.added, 'here', i.here, 'broken', i.broken,
    'accepted', (select count(*) from public.bank_decisions d
      where d.organization_id = i.organization_id and d.group_id = i.id and d.action = 'accept'),
    'groups', (
      select coalesce(jsonb_object_agg(g.name, jsonb_build_object('count', g.n, 'amount', g.amount, 'amount_in', g.amount_in,
        'amount_out', g.amount_out)), '{}')
      from (
        select private.bank_group(t.status, t.certainty) as name, sum(t.n) as n, sum(t.amount_in) - sum(t.amount_out) as amount,
          sum(t.amount_in) as amount_in, sum(t.amount_out) as amount_out
        from (
          select t.status, t.certainty, count(*) as n, coalesce(sum(t.amount) filter (where t.amount > 0), 0) as amount_in,
            coalesce(-sum(t.amount) filter (where t.amount < 0), 0) as amount_out
          from public.bank_transactions t where t.organization_id = i.organization_id and t.import_id = i.id group by 1, 2) t
        group by 1) g));
end $function$;

CREATE OR REPLACE FUNCTION public.get_bank_inbox(view text DEFAULT 'review'::text, account_id uuid DEFAULT NULL::uuid, vendor_id uuid DEFAULT NULL::uuid, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, search text DEFAULT NULL::text, page integer DEFAULT 1, page_size integer DEFAULT 50, direction text DEFAULT NULL::text)
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
  way text := case get_bank_inbox.direction when 'in' then ' and t.amount > 0' when 'out' then ' and t.amount < 0' else '' end;
  directions jsonb;
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
  execute format('select array(select t.id from public.bank_transactions t where %s order by %s limit $7 offset $8)', conditions || way,
    case asked when 'review' then
        'case when t.certainty = ''certain'' then 1 when t.status = ''suggested'' then 2 else 3 end, t.booked_on desc, t.id'
      when 'unclaimed' then 't.booked_on, t.id' else 't.booked_on desc, t.id' end)
  into ids
  using caller_organization_id, get_bank_inbox.account_id, get_bank_inbox.vendor_id, start_date, end_date, pattern, per_page,
    (page_no - 1)::bigint * per_page;
  execute format('select jsonb_build_object(''in'', count(*) filter (where t.amount > 0), ''out'', count(*) filter (where t.amount < 0))
    from public.bank_transactions t where %s', conditions) into directions
  using caller_organization_id, get_bank_inbox.account_id, get_bank_inbox.vendor_id, start_date, end_date, pattern;
  total := case when way <> '' then (directions ->> get_bank_inbox.direction)::bigint
    when is_filtered then (directions ->> 'in')::bigint + (directions ->> 'out')::bigint else (counts ->> asked)::bigint end;
  return jsonb_build_object('rows', private.bank_rows(caller_organization_id, ids), 'count', total, 'page', page_no,
    'page_size', per_page, 'total_pages', (total + per_page - 1) / per_page, 'groups', groups,
    'counts', counts, 'directions', directions,
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

CREATE OR REPLACE FUNCTION public.list_bank_rules()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
begin
  return (
    select coalesce(jsonb_agg(private.bank_rule_row(r) || jsonb_build_object('waiting', coalesce(w.n, 0))
      order by r.position, r.id), '[]')
    from public.bank_rules r
    left join private.waiting_by_rule(caller_organization_id, array(
      select b from public.bank_rules b where b.organization_id = caller_organization_id)) w on w.rule_id = r.id
    where r.organization_id = caller_organization_id);
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
  perform private.learn_payers(t.organization_id, array[t.id]);
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

CREATE OR REPLACE FUNCTION public.order_bank_rules(rule_ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
begin
  if cardinality(order_bank_rules.rule_ids) > 200 then
    perform private.refuse('There are not so many rules.', 'rule_ids', 'rules_too_many');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('bank_rules ' || caller_organization_id, 0));
  update public.bank_rules b set position = n.place
  from (
    select r.id, row_number() over (order by array_position(order_bank_rules.rule_ids, r.id) nulls last, r.position, r.id) as place
    from public.bank_rules r where r.organization_id = caller_organization_id) n
  where b.organization_id = caller_organization_id and b.id = n.id and b.position <> n.place;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.preview_bank_rule(rule jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  r public.bank_rules := private.read_bank_rule(caller_organization_id, preview_bank_rule.rule);
  ids uuid[];
begin
  r.id := gen_random_uuid();
  ids := array(select h.transaction_id
    from private.bank_rule_hits(caller_organization_id, private.waiting_for_rules(caller_organization_id), array[r]) h);
  return (
    select jsonb_build_object('count', count(*), 'amount_in', coalesce(sum(t.amount) filter (where t.amount > 0), 0),
      'amount_out', coalesce(-sum(t.amount) filter (where t.amount < 0), 0),
      'rows', coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'version', t.version, 'booked_on', t.booked_on, 'text', t.text,
        'amount', t.amount, 'certainty', t.certainty, 'account', jsonb_build_object('id', a.id, 'name', a.name, 'last_four', a.last_four))
        order by t.booked_on desc, t.id) filter (where t.place <= 500), '[]'))
    from (
      select b.*, row_number() over (order by b.booked_on desc, b.id) as place from public.bank_transactions b
      where b.organization_id = caller_organization_id and b.id = any (ids)) t
    join public.bank_accounts a on a.organization_id = t.organization_id and a.id = t.account_id);
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
  update public.bank_transactions b set status = 'open', category = null, rule_id = null, version = b.version + 1 where b.id = t.id;
  -- One that was learned would be set aside again at once.
  update public.bank_patterns p set confirmations = p.confirmations - 1
  where p.organization_id = t.organization_id and p.payer_key = t.payer_key and p.category = t.category and p.confirmations > 1;
  delete from public.bank_patterns p
  where p.organization_id = t.organization_id and p.payer_key = t.payer_key and p.category is not null;
  perform private.match_transactions(t.organization_id, array[t.id]);
  return private.command_result(null) || jsonb_build_object('version', t.version + 1);
end $function$;

CREATE OR REPLACE FUNCTION public.save_bank_rule(rule jsonb, rule_id uuid DEFAULT NULL::uuid, expected_version integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  r public.bank_rules := private.read_bank_rule(caller_organization_id, save_bank_rule.rule);
  old public.bank_rules;
begin
  -- One at a time, so that no two stand at one place.
  perform pg_advisory_xact_lock(hashtextextended('bank_rules ' || caller_organization_id, 0));
  if save_bank_rule.rule_id is not null then
    old := private.lock_bank_rule(save_bank_rule.rule_id);
    if old.id is null then
      return private.command_result('This rule is no longer there.', null, 'rule_not_found');
    elsif old.version is distinct from save_bank_rule.expected_version then
      return private.command_result('Somebody changed this rule meanwhile.', null, 'rule_changed');
    end if;
  elsif (select count(*) >= 100 from public.bank_rules b where b.organization_id = caller_organization_id) then
    return private.command_result('There are 100 rules already. Delete one that is not used.', null, 'rules_full');
  end if;
  if exists (select 1 from public.bank_rules b where b.organization_id = caller_organization_id and b.id is distinct from old.id
    and (b.payer_key, b.text_contains, b.amount_from, b.amount_to, b.direction, b.account_id)
      is not distinct from (r.payer_key, r.text_contains, r.amount_from, r.amount_to, r.direction, r.account_id)) then
    return private.command_result('There is a rule for this already.', 'text_contains', 'rule_exists');
  end if;
  if old.id is null then
    insert into public.bank_rules (organization_id, position, payer_key, text_contains, amount_from, amount_to, direction, account_id,
      category, vendor_id, created_by)
    select caller_organization_id, coalesce(max(b.position), 0) + 1, r.payer_key, r.text_contains, r.amount_from, r.amount_to,
      r.direction, r.account_id, r.category, r.vendor_id, auth.uid()
    from public.bank_rules b where b.organization_id = caller_organization_id
    returning * into r;
  else
    update public.bank_rules b set payer_key = r.payer_key, text_contains = r.text_contains, amount_from = r.amount_from,
      amount_to = r.amount_to, direction = r.direction, account_id = r.account_id, category = r.category, vendor_id = r.vendor_id
    where b.organization_id = caller_organization_id and b.id = old.id returning * into r;
  end if;
  return private.command_result(null) || jsonb_build_object('id', r.id, 'version', r.version, 'waiting', coalesce((
    select w.n from private.waiting_by_rule(caller_organization_id, array[r]) w), 0));
end $function$;

CREATE OR REPLACE FUNCTION public.set_aside_bank_transactions(transactions jsonb, category text, learn boolean DEFAULT true, alike boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  new_group uuid := gen_random_uuid();
  equals uuid[] := '{}';
  done uuid[];
begin
  if set_aside_bank_transactions.category is null
    or set_aside_bank_transactions.category not in ('customer_payment', 'fee', 'transfer', 'other') then
    return private.command_result('Choose what this is.', 'category', 'kind_missing');
  end if;
  perform private.check_seen_transactions(transactions);
  if set_aside_bank_transactions.alike then
    equals := array(
      select distinct a.id from private.seen_transactions(transactions) s
      join public.bank_transactions t on t.organization_id = caller_organization_id and t.id = s.id and t.version = s.version
      cross join lateral private.bank_alike(t) a);
  end if;
  -- All locks first, in their order, so that two calls cannot wait for each other.
  perform 1 from public.bank_transactions b
  where b.organization_id = caller_organization_id
    and (b.id in (select s.id from private.seen_transactions(transactions) s) or b.id = any (equals))
  order by b.id for no key update;
  done := array(
    select b.id from public.bank_transactions b left join private.seen_transactions(transactions) s on s.id = b.id
    where b.organization_id = caller_organization_id and b.status in ('open', 'suggested')
      and (b.id in (select x.id from private.seen_transactions(transactions) x) or b.id = any (equals))
      and case when s.id is null then coalesce(b.certainty, 'possible') = 'possible' else b.version = s.version end
    order by b.id);
  perform private.keep_decision(t, new_group, 'set_aside', jsonb_build_object('learned', learn and t.payer_key is not null))
  from public.bank_transactions t where t.organization_id = caller_organization_id and t.id = any (done);
  update public.bank_transactions b set status = 'set_aside', category = set_aside_bank_transactions.category, certainty = null,
    rule_id = null, version = b.version + 1
  where b.organization_id = caller_organization_id and b.id = any (done);
  if learn then
    insert into public.bank_patterns as p (organization_id, payer_key, category, confirmations)
    select t.organization_id, t.payer_key, t.category, count(*) from public.bank_transactions t
    where t.organization_id = caller_organization_id and t.id = any (done) and t.payer_key is not null
    group by 1, 2, 3 order by 2
    on conflict on constraint bank_patterns_payer_key_key do update
      set confirmations = p.confirmations + excluded.confirmations, last_used_at = now();
  end if;
  delete from public.bank_suggestions s where s.organization_id = caller_organization_id and s.transaction_id = any (done);
  return private.command_result(null) || jsonb_build_object('group_id', new_group, 'set_aside', to_jsonb(done),
    'skipped', private.skipped_transactions(transactions, done));
end $function$;

CREATE OR REPLACE FUNCTION public.set_bank_vendor(transaction_id uuid, vendor_id uuid, category text DEFAULT 'commission'::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  t public.bank_transactions := private.lock_transaction(set_bank_vendor.transaction_id);
  new_group uuid := gen_random_uuid();
begin
  if t.id is null then
    return private.command_result('This transaction is no longer there.', null, 'transaction_not_found');
  elsif not exists (select 1 from public.vendors v where v.id = set_bank_vendor.vendor_id and v.organization_id = t.organization_id) then
    return private.command_result('This vendor does not exist.', 'vendor_id', 'vendor_not_found');
  end if;
  perform private.keep_decision(t, new_group, 'vendor', jsonb_build_object('learned', t.payer_key is not null));
  update public.bank_transactions b set vendor_id = set_bank_vendor.vendor_id, category = set_bank_vendor.category,
    rule_id = null, rule_vendor_id = null, version = b.version + 1 where b.id = t.id;
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
  return private.command_result(null) || jsonb_build_object('group_id', new_group, 'version', t.version + 1);
end $function$;

CREATE OR REPLACE FUNCTION public.switch_bank_rule(rule_id uuid, is_active boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r public.bank_rules := private.lock_bank_rule(switch_bank_rule.rule_id);
begin
  if r.id is null then
    return private.command_result('This rule is no longer there.', null, 'rule_not_found');
  end if;
  update public.bank_rules b set is_active = coalesce(switch_bank_rule.is_active, false)
  where b.organization_id = r.organization_id and b.id = r.id;
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
        || coalesce((select jsonb_agg(jsonb_build_object('payer_key', t.payer_key, 'vendor_id', v))
          from jsonb_array_elements_text(learned -> t.id::text) v), '[]')
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

ALTER TABLE "public"."bank_rules" ADD CONSTRAINT "bank_rules_account_id_fkey" FOREIGN KEY (organization_id, account_id) REFERENCES public.bank_accounts(organization_id, id);

ALTER TABLE "public"."bank_rules" ADD CONSTRAINT "bank_rules_created_by_fkey" FOREIGN KEY (created_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "public"."bank_rules" ADD CONSTRAINT "bank_rules_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "public"."bank_rules" ADD CONSTRAINT "bank_rules_vendor_id_fkey" FOREIGN KEY (vendor_id, organization_id) REFERENCES public.vendors(id, organization_id) ON DELETE CASCADE;

ALTER TABLE "public"."bank_transactions" ADD CONSTRAINT "bank_transactions_alike_key_length" CHECK ((char_length(alike_key) <= 200));

ALTER TABLE "public"."bank_transactions" ADD CONSTRAINT "bank_transactions_rule_id_fkey" FOREIGN KEY (organization_id, rule_id) REFERENCES public.bank_rules(organization_id, id) ON DELETE SET NULL (rule_id);

ALTER TABLE "public"."bank_transactions" ADD CONSTRAINT "bank_transactions_rule_vendor_id_fkey" FOREIGN KEY (rule_vendor_id, organization_id) REFERENCES public.vendors(id, organization_id) ON DELETE SET NULL (rule_vendor_id);

CREATE INDEX bank_rules_account_id_idx ON public.bank_rules USING btree (organization_id, account_id) WHERE (account_id IS NOT NULL);

CREATE INDEX bank_rules_vendor_id_idx ON public.bank_rules USING btree (vendor_id, organization_id) WHERE (vendor_id IS NOT NULL);

CREATE INDEX bank_transactions_alike_idx ON public.bank_transactions USING btree (organization_id, alike_key) WHERE (status = ANY (ARRAY['open'::text, 'suggested'::text]));

CREATE INDEX bank_transactions_rule_idx ON public.bank_transactions USING btree (organization_id, rule_id) INCLUDE (booked_on) WHERE (rule_id IS NOT NULL);

CREATE INDEX bank_transactions_rule_vendor_idx ON public.bank_transactions USING btree (rule_vendor_id, organization_id) WHERE (rule_vendor_id IS NOT NULL);

CREATE TRIGGER bank_rules_80_number BEFORE UPDATE ON public.bank_rules FOR EACH ROW EXECUTE FUNCTION private.bump_record_version('{id,organization_id,position,created_at,updated_at,version,created_by}');

CREATE TRIGGER bank_rules_90_touch BEFORE UPDATE ON public.bank_rules FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE POLICY "admins read the rules of their organization" ON "public"."bank_rules" FOR SELECT TO "authenticated" USING (((organization_id = ( SELECT private.current_organization_id() AS current_organization_id)) AND ( SELECT private.is_admin() AS is_admin)));

COMMENT ON COLUMN "public"."bank_rules"."amount_from" IS 'Without its sign, as amount_to; `direction` says which way the money goes';

COMMENT ON COLUMN "public"."bank_transactions"."alike_key" IS 'The words of the text without numbers: lines that have the same are alike';

COMMENT ON COLUMN "public"."bank_transactions"."rule_id" IS 'The rule that set it aside or said whose money it is; none once a person says otherwise';

COMMENT ON COLUMN "public"."bank_transactions"."rule_vendor_id" IS 'Whose money it is, by a rule';

COMMENT ON FUNCTION "private"."accept_suggestions"(uuid, uuid, jsonb, boolean) IS 'Accepts the first suggestion of each transaction [{id, version}] as one group of
  decisions; with `require_certain` only certain ones. What changed meanwhile or does not fit any more is left alone and said:
  {accepted, skipped: [{id, why, code, params}], more}. After three seconds what is neither waits for another call: `more`.';

COMMENT ON FUNCTION "private"."apply_bank_rules"(uuid, uuid[]) IS 'Of these transactions, what nobody has decided about follows the rules that are on.
  To be called before they are matched.';

COMMENT ON FUNCTION "private"."bank_alike"(public.bank_transactions) IS 'What waits and has the same words in its text, the same way, where no commission explains
  it: at most 499.';

COMMENT ON FUNCTION "private"."bank_rule_hits"(uuid, uuid[], public.bank_rules[]) IS 'Which of these rules fit which of these transactions. place: 1 is the one that decides.';

COMMENT ON FUNCTION "private"."bank_rule_text"(text) IS 'A text as rules compare it: upper-case words without accents and other signs.';

COMMENT ON FUNCTION "private"."check_seen_transactions"(jsonb) IS 'Refuses what is not a list of up to 500 transactions as somebody saw them,
  [{id, version}].';

COMMENT ON FUNCTION "private"."forget_lessons"(uuid, jsonb) IS 'Takes back what was learned of payers: [{payer_key, vendor_id, category}], each as often
  as it stands there.';

COMMENT ON FUNCTION "private"."know_bank_tables"() IS 'Gathers statistics of tables that were filled since anybody looked, as in an agency''s first
  hour: the planner believes that they are small, reads them whole for each line, and the first import would end in the time-out.
  What somebody else is gathering is left to them.';

COMMENT ON FUNCTION "private"."learn_payers"(uuid, uuid[]) IS 'Confirmed matches teach who their payers are. In the order of payers, so that two calls
  cannot wait for each other.';

COMMENT ON FUNCTION "private"."lock_bank_rule"(uuid) IS 'The rule, locked; null when it is not of the caller''s organization.';

COMMENT ON FUNCTION "private"."read_bank_rule"(uuid, jsonb) IS 'A rule as it is sent {payer, text_contains, amount_from, amount_to, direction,
  account_id, category, vendor_id}, checked; refuses what is none.';

COMMENT ON FUNCTION "private"."waiting_by_rule"(uuid, public.bank_rules[]) IS 'How many lines that wait each of these rules would take; none of those it has taken.';

COMMENT ON FUNCTION "private"."waiting_for_rules"(uuid) IS 'What waits in the inbox, the latest first; at most 5,000.';

COMMENT ON FUNCTION "private"."write_bank_rule_hits"(uuid, uuid, uuid[], uuid[]) IS 'Does with each transaction, locked by the caller, what its rule says, as one group
  of decisions.';

COMMENT ON FUNCTION "public"."accept_bank_suggestions"(jsonb, boolean, uuid) IS 'Accepts the first suggestion of up to 500 transactions [{id, version}].
  {success, group_id, accepted, skipped, more}, see private.accept_suggestions; while {more}, call again with the rest and the
  `group_id`, so that all of it is one act.';

COMMENT ON FUNCTION "public"."apply_bank_rule"(uuid, jsonb) IS 'Does what a rule says with waiting transactions [{id, version}] as they were seen in its
  preview: {success, error, field, group_id, applied, skipped}. What changed meanwhile, or does not fit, is left alone and said.';

COMMENT ON FUNCTION "public"."delete_bank_rule"(uuid) IS 'Deletes a rule; what it took stays as it is. {success, error, field}.';

COMMENT ON FUNCTION "public"."list_bank_rules"() IS 'Rules in their order: what each asks and does, who made it, how many lines it took
  (`applied`, the last one of `last_on`), and how many of those that wait it would take.';

COMMENT ON FUNCTION "public"."order_bank_rules"(uuid[]) IS 'Puts rules in this order; those not named come behind. {success, error, field}.';

COMMENT ON FUNCTION "public"."preview_bank_rule"(jsonb) IS 'What a rule would take of what waits, nothing is written: {count, amount_in,
  amount_out, rows}, the latest 500 of them. certainty: of a commission that would explain the line.';

COMMENT ON FUNCTION "public"."save_bank_rule"(jsonb, uuid, integer) IS 'Adds a rule behind all others, or changes one: {success, error, field, id, version, waiting}.
  Nothing that waits is touched; `waiting`: how many of it the rule would take.';

COMMENT ON FUNCTION "public"."set_aside_bank_transactions"(jsonb, text, boolean, boolean) IS 'Sets transactions [{id, version}] aside as no commission; with `learn`,
  later ones of the same payers, too, while nothing suggests otherwise; with `alike`, what waits and is like them (private.bank_alike).
  {success, error, group_id, set_aside, skipped}.';

COMMENT ON FUNCTION "public"."set_bank_vendor"(uuid, uuid, text) IS 'Says which vendor paid, and what a transaction is, and matches it anew. {success,
  error, group_id, version}.';

COMMENT ON FUNCTION "public"."switch_bank_rule"(uuid, boolean) IS 'Switches a rule on or off; what it took stays as it is. {success, error, field}.';

COMMENT ON FUNCTION "public"."undo_bank_decision"(uuid) IS 'Takes back what one group of decisions did, unless an agent was paid for it:
  {success, error, undone, paid, more}, of what was accepted up to 200 transactions a call; while {more}, call again. What was
  decided since stays, so all of the group has to be the last decision of its transactions that was not taken back.';

COMMENT ON TABLE "public"."bank_rules" IS 'What people say about lines of the bank once and for all: what fits the conditions is set aside,
  or is a vendor''s money. The first one in their order decides. Written by the functions of bank/functions/rules.';

REVOKE ALL ON FUNCTION "private"."apply_bank_rules"(uuid, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."apply_bank_rules"(uuid, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."bank_alike"(public.bank_transactions) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bank_alike"(public.bank_transactions) TO "postgres";

REVOKE ALL ON FUNCTION "private"."bank_rule_hits"(uuid, uuid[], public.bank_rules[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bank_rule_hits"(uuid, uuid[], public.bank_rules[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."bank_rule_row"(public.bank_rules) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bank_rule_row"(public.bank_rules) TO "postgres";

REVOKE ALL ON FUNCTION "private"."bank_rule_text"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bank_rule_text"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_seen_transactions"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."check_seen_transactions"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."forget_lessons"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."forget_lessons"(uuid, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."know_bank_tables"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."know_bank_tables"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."learn_payers"(uuid, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."learn_payers"(uuid, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_bank_rule"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_bank_rule"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."read_bank_rule"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_bank_rule"(uuid, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."seen_transactions"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."seen_transactions"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."skipped_transactions"(jsonb, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."skipped_transactions"(jsonb, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."waiting_by_rule"(uuid, public.bank_rules[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."waiting_by_rule"(uuid, public.bank_rules[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."waiting_for_rules"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."waiting_for_rules"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_bank_rule_hits"(uuid, uuid, uuid[], uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_bank_rule_hits"(uuid, uuid, uuid[], uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "public"."accept_bank_suggestions"(jsonb, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."accept_bank_suggestions"(jsonb, boolean, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."apply_bank_rule"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."apply_bank_rule"(uuid, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."delete_bank_rule"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_bank_rule"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."get_bank_inbox"(text, uuid, uuid, date, date, text, integer, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_bank_inbox"(text, uuid, uuid, date, date, text, integer, integer, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."list_bank_rules"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_bank_rules"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."order_bank_rules"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."order_bank_rules"(uuid[]) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."preview_bank_rule"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."preview_bank_rule"(jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."save_bank_rule"(jsonb, uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_bank_rule"(jsonb, uuid, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."set_aside_bank_transactions"(jsonb, text, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_aside_bank_transactions"(jsonb, text, boolean, boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."switch_bank_rule"(uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."switch_bank_rule"(uuid, boolean) TO "authenticated", "postgres";

GRANT SELECT ON TABLE "public"."bank_rules" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."bank_rules" TO "postgres";
