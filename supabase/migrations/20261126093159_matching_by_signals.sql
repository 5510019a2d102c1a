set local check_function_bodies = off;

DROP INDEX "public"."commissions_open_due_idx";

DROP INDEX "public"."sales_reference_digits_idx";

DROP INDEX "public"."sales_reference_key_idx";

DROP FUNCTION "private"."expected_statements"(uuid, uuid[], private.bank_payer[]);

DROP FUNCTION "private"."match_sets"(uuid, private.bank_reading[], private.bank_payer[]);

DROP FUNCTION "private"."match_singles"(uuid, private.bank_reading[], private.bank_payer[]);

DROP FUNCTION "private"."reason"(text, integer, text, jsonb);

DROP FUNCTION "private"."recorded_reason"(bigint);

DROP FUNCTION "private"."reference_form"(text);

DROP FUNCTION "private"."statement_keys"(text);

ALTER TABLE "public"."bank_transactions" ADD COLUMN "numbers" text[] NOT NULL DEFAULT '{}'::text[];

ALTER TABLE "public"."organizations" ADD COLUMN "match_certain_within" smallint NOT NULL DEFAULT 0;

CREATE TYPE "private"."bank_fact" AS ("transaction_id" uuid, "commission_id" uuid, "rest" numeric, "owed" numeric, "expected" numeric, "exact" boolean, "reference" integer, "is_near" boolean, "is_cut" boolean, "is_other" boolean, "booking_reference" text, "others_named" integer, "as_usual" boolean, "vendor" integer, "confirmations" integer, "another_vendor" boolean, "name" boolean, "days" integer, "booked_on" date, "is_later" boolean, "recorded_on" date, "as_recorded" boolean, "names_recorded" boolean, "exact_named" integer, "exact_of_vendor" integer, "exact_with_name" integer, "exact_count" integer, "exact_open" integer, "booking_count" integer, "forbids" text, "is_person" boolean, "has_number" boolean, "is_within" boolean);

CREATE TYPE "private"."bank_set" AS ("transaction_id" uuid, "commission_ids" uuid[], "named" integer, "called" integer, "cut" integer, "named_besides" integer, "recorded" integer, "in_order" boolean, "takes_back" boolean, "difference" numeric, "left_out" integer, "rest" numeric, "booking_count" integer, "forbids" text, "vendor" integer, "found" integer);

CREATE TYPE "private"."bank_single" AS ("transaction_id" uuid, "commission_id" uuid, "reference" integer, "rest" numeric, "owed" numeric, "exact" boolean, "expected" numeric, "recorded_on" date, "as_recorded" boolean, "vendor" integer, "confirmations" integer, "another_vendor" boolean, "name" boolean, "days" integer, "is_later" boolean, "others_named" integer, "vendor_id" uuid, "booking_reference" text);

ALTER TYPE "private"."bank_reading" ADD ATTRIBUTE "numbers" text[] CASCADE;

ALTER TYPE "private"."bank_reading" ADD ATTRIBUTE "forbids" text CASCADE;

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
  beside record;
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
        select b.unclaimed, b.fee into beside from private.beside_statement(t, s) b;
        refusal := private.write_match(t, s.parts, beside.unclaimed, beside.fee, null, null);
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

CREATE OR REPLACE FUNCTION private.bank_difference(rest numeric, owed numeric)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return greatest(private.bank_weight('difference') * abs(rest / nullif(owed, 0) - 1), -5) - 0.2;
end $function$;

CREATE OR REPLACE FUNCTION private.bank_digit_keys(text text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  with whole as (
    select m[1] as digits, 4 as least from regexp_matches(coalesce(text, ''), '(\d{4,})', 'g') m
    union all
    -- Banks break lines within numbers.
    select w.words[n] || w.words[n + 1], 5
    from (select regexp_split_to_array(coalesce(text, ''), '[^A-Z0-9]+') as words) w
    cross join lateral generate_series(1, cardinality(w.words) - 1) n
    where w.words[n] ~ '^\d+$' and w.words[n + 1] ~ '^\d+$' and char_length(w.words[n] || w.words[n + 1]) <= 10
  )
  select array(select distinct ltrim(x.digits, '0') from whole x where char_length(ltrim(x.digits, '0')) >= x.least)
$function$;

CREATE OR REPLACE FUNCTION private.bank_forbids(words text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when words && '{REFUND,REFUNDS,OVERRIDE,OVERRIDES,BONUS,COOP,MARKETING,MKTG,INCENTIVE,PROMO,ERSTATTUNG,RUECKZAHLUNG,RUCKZAHLUNG,BOUNTY,REBATE,SPIFF}'
      or array_to_string(words, ' ') ~ '\mCO OP\M' then 'not_commission'
    when words && '{ZELLE,VENMO,PAYPAL,CASHAPP,STRIPE,SQUARE}' then 'person' end
$function$;

CREATE OR REPLACE FUNCTION private.bank_marks(text text, payer_key text, booking_reference text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_array(strpos(upper(text), m.found) - 1, char_length(m.found)) order by m.n), '[]')
  from (
    select 1 as n, (regexp_match(upper(text), regexp_replace(private.reference_key(booking_reference),
      '(.)(?=.)', '\1[^A-Z0-9]?', 'g')))[1] as found where booking_reference ~ '[A-Za-z0-9]{2}'
    union all select 2, upper(payer_key)) m
  where strpos(upper(text), m.found) > 0
$function$;

CREATE OR REPLACE FUNCTION private.bank_numbers(text text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array(select distinct ltrim(m[1], '0') from regexp_matches(private.bank_plain_text(text), '(\d{5,})', 'g') m where ltrim(m[1], '0') <> '')
$function$;

CREATE OR REPLACE FUNCTION private.bank_party(text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select btrim(coalesce(
    (regexp_match(x.u, '\mORIG CO NAME[ ]?[:=][ ]?(.+?)(?=\s+(?:[A-Z]+[ ]){0,2}[A-Z#/]+[ ]?[:=]|$)'))[1],
    (regexp_match(x.u, '\m(?:B/O|BY ORDER OF|ORG|ORIG|ORIGINATOR|ORDERING CUSTOMER|REMITTER|SENDER|SNDR)(?: NAME)?[ ]?[:=][ ]?(?:/[A-Z0-9]+[ ]|[0-9]/)?(.+?)(?=\s+(?:[A-Z]+[ ]){0,1}[A-Z#/]+[ ]?[:=]|$)'))[1]))
  from upper(coalesce(text, '')) x(u)
$function$;

CREATE OR REPLACE FUNCTION private.bank_plain_text(text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select regexp_replace(upper(coalesce(text, '')),
    -- What banks and clearing houses number: companies, traces, days, wires, their own banks.
    '\m(?:ORIG(?:INATOR)? ?ID|CO(?:MPANY)? ?ID|TRACE ?(?:#|NO\.?|NUM(?:BER)?)?|TRN|IMAD|OMAD|SSN|FED ?(?:REF|#)?|CHIPS|RTN|ABA|EREF|MREF|CRED|BIC|SWIFT|IBAN|GVC)[ ]?[:=#+][ ]?[A-Z]{0,8}[0-9][A-Z0-9]*'
    || '|\m(?:DESC DATE|EED|EFF(?:ECTIVE)? DATE|DATE)[ ]?[:=]?[ ]?[0-9][0-9/.-]*|\mSEC[ ]?[:=][ ]?[A-Z]{3}\M'
    || '|\m(?:CHECK|CHEQUE|CHK|CHQ|ITEM|CARD|PHONE|TEL|BATCH|TERMINAL)[ ]?(?:#|NO\.?|NUM(?:BER)?)?[ ]?[:=#]?[ ]?[X*]*[0-9][0-9-]*'
    -- Who the agency is to vendors.
    || '|\m(?:IATA|CLIA|ARC|TIDS|TRUE)[ ]?(?:#|NO\.?|NUM(?:BER)?|ID|CODE)?[ ]?[:=#.]?[ ]?[0-9][0-9-]{4,}'
    -- Days, amounts, numbers of banks and accounts.
    || '|\m[0-9]{1,2}[/.-][0-9]{1,2}[/.-](?:[0-9]{4}|[0-9]{2})\M|\m[0-9]{4}-[0-9]{2}-[0-9]{2}\M'
    -- Faster payments, CHAPS and other ids too long for a booking.
    || '|\m[A-Z]{0,4}[0-9]{14,}\M(?: [0-9]{6})?(?: [0-9]{1,2}\M)?|\m(?:CHAPS|FPS|BACS|BGC)(?: [0-9]{5,}){1,2}'
    || '|[0-9]+(?:[.,][0-9]{3})*[.,][0-9]{2}\M(?![/.-])|/[0-9]{9}\M|\m[A-Z]{2}[0-9]{2}[A-Z0-9]{4}[0-9]{7,}[A-Z0-9]*|[X*]{2,}[0-9]{2,}',
    ' ', 'g')
$function$;

CREATE OR REPLACE FUNCTION private.bank_reference_keys(w text[])
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  keys text[] := '{}';
begin
  for n in 1 .. cardinality(w) loop
    keys := keys || w[n];
    if w[n + 1] is not null and w[n] || w[n + 1] || coalesce(w[n + 2], '') ~ '\d' then
      keys := keys || (w[n] || w[n + 1]) || (w[n] || w[n + 1] || coalesce(w[n + 2], ''));
    end if;
    -- Words that lead a reference, written together with it.
    keys := keys || substring(w[n] from '^(?:BKG|BKNG|BOOKING|CONF|PNR)([A-Z0-9]{5,})$')
      || substring(w[n] from '^(?:RES|RESV|REF|INV|NO|ID)(?=[A-Z0-9]*\d)([A-Z0-9]{5,})$');
    if w[n] ~ '\d{4}' then
      keys := keys || array(select m[1] from regexp_matches(w[n], '([A-Z]{1,4}\d{4,})', 'g') m)
        || array(select m[1] from regexp_matches(w[n], '(\d{4,}[A-Z]{1,3})', 'g') m);
    end if;
  end loop;
  return array(select distinct k from unnest(keys) k where char_length(k) between 5 and 40);
end $function$;

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

CREATE OR REPLACE FUNCTION private.bank_weight(code text)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select s.weight from private.bank_signals() s where s.code = bank_weight.code
$function$;

CREATE OR REPLACE FUNCTION private.called_commissions(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
 RETURNS TABLE(transaction_id uuid, commission_id uuid, sales_id uuid, undeposited_amount numeric, deposited_amount numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
AS $function$
  with who as (
    select p.*, max(p.strength) over (partition by p.payer_key) as best from unnest(called_commissions.payers) p
  ), spoken as materialized (
    select distinct r.id, p.vendor_id, w.word
    from unnest(readings) r join who p on p.payer_key = r.payer_key and p.strength = p.best
    cross join lateral unnest(r.words) w(word)
    where w.word ~ '^[A-Z]{3,}$' and w.word <> all (string_to_array(r.payer_key, ' '))
  ), clients as materialized (
    select k.id, upper(k.last_name) as word
    from public.customers k
    where k.organization_id = called_commissions.organization_id and upper(k.last_name) in (select s.word from spoken s)
  ), theirs as materialized (
    select k.word, c.id, c.sales_id, c.vendor_id, c.undeposited_amount, c.deposited_amount
    from clients k
    join public.sales s on s.organization_id = called_commissions.organization_id and s.customer_id = k.id
    join public.commissions c on c.organization_id = called_commissions.organization_id and c.sales_id = s.id
    where (select count(*) from clients) > 0 and (c.undeposited_amount > 0 or c.deposited_amount > 0)
      and coalesce(c.due_on, c.sale_date) >= (select private.first_candidate_day(called_commissions.organization_id))
  )
  select s.id, c.id, c.sales_id, c.undeposited_amount, c.deposited_amount
  from spoken s join theirs c on c.vendor_id = s.vendor_id and c.word = s.word
$function$;

CREATE OR REPLACE FUNCTION private.expected_statements(organization_id uuid, transaction_ids uuid[], payers private.bank_payer[] DEFAULT '{}'::private.bank_payer[])
 RETURNS TABLE(transaction_id uuid, remittance_id uuid, lines bigint, found bigint, recorded bigint, plain bigint, total numeric, placed numeric, fee numeric, parts jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with pairs as materialized (
    select distinct on (p.transaction_id) p.*
    from (
      select r.transaction_id, r.id, 0 as way, r.created_at from public.bank_remittances r
      where r.organization_id = expected_statements.organization_id and r.transaction_id = any (transaction_ids)
      union all
      -- As the statement says, without its fee, or without what is not in Paperplane.
      select t.id, r.id, case t.amount when r.total_amount - r.fee_amount then 1 when r.total_amount then 2 else 3 end, r.created_at
      from public.bank_remittances r
      join public.bank_transactions t on t.organization_id = r.organization_id and t.amount > 0
        and (t.vendor_id = r.vendor_id or exists (select 1 from unnest(payers) p
          where p.payer_key = t.payer_key and p.vendor_id = r.vendor_id and p.strength >= 2))
      cross join lateral (
        select coalesce(sum(l.amount), 0) as amount from public.bank_remittance_lines l
        where l.organization_id = r.organization_id and l.remittance_id = r.id and l.commission_id is null) missing
      where r.organization_id = expected_statements.organization_id and r.vendor_id is not null and r.state = 'expected'
        and r.deposit_id is null and t.id = any (transaction_ids)
        and t.amount in (r.total_amount - r.fee_amount, r.total_amount, r.total_amount - r.fee_amount - missing.amount)) p
    order by p.transaction_id, p.way, p.created_at, p.id
  )
  select p.transaction_id, p.id, m.lines, m.found, m.recorded, m.plain, r.total_amount - f.fee, m.placed - f.fee, f.fee, m.parts
  from pairs p
  join public.bank_remittances r on r.organization_id = expected_statements.organization_id and r.id = p.id
  join public.bank_transactions t on t.organization_id = r.organization_id and t.id = p.transaction_id
  cross join lateral (select case when r.total_amount = t.amount then 0 else r.fee_amount end as fee) f
  cross join lateral (
    select sum(case when b.found then 1 else b.lines end)::bigint as lines, count(*) filter (where b.found) as found,
      count(*) filter (where b.found and b.manual_amount > 0) as recorded, count(*) filter (where b.plain and b.manual_amount = 0) as plain,
      sum(b.amount) filter (where b.found) as placed,
      jsonb_agg(jsonb_build_object('commission_id', b.id, 'amount', b.amount,
        'expected', case when b.amount > 0 then b.undeposited_amount else b.deposited_amount end) order by b.line_number)
        filter (where b.found) as parts
    from (
      select g.*, case when g.amount > 0 then g.undeposited_amount > 0 when g.amount < 0 then g.deposited_amount >= -g.amount else false end as found,
        case
          when g.amount < 0 then g.named and g.deposited_amount >= -g.amount
          when g.amount = g.undeposited_amount then g.named or g.called and not exists (
            select 1 from public.commissions o
            cross join lateral (select s.customer_id from public.sales s where s.id = o.sales_id offset 0) s
            cross join lateral (select n.last_name from public.customers n where n.id = s.customer_id offset 0) n
            where o.organization_id = r.organization_id and o.vendor_id = g.vendor_id and o.undeposited_amount = g.amount
              and o.undeposited_amount > 0 and o.id <> g.id and private.bank_words(n.last_name) && g.last_name)
          else g.named and g.called and g.amount between g.undeposited_amount * 0.75 and g.undeposited_amount end as plain
      from (
        -- Lines of one booking are one part.
        select c.id, c.vendor_id, c.manual_amount, c.undeposited_amount, c.deposited_amount, k.last_name, min(l.line_number) as line_number,
          count(*) as lines, sum(l.amount) as amount,
          bool_and(k.key = any (private.bank_reference_keys(private.bank_words(l.reference)))
            or char_length(k.digits) >= 5 and k.digits = any (private.bank_digit_keys(l.reference))) as named,
          bool_and(k.last_name && private.bank_words(l.name)) as called
        from public.bank_remittance_lines l
        left join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id
          and (c.undeposited_amount > 0 or c.deposited_amount > 0)
        left join lateral (
          select private.reference_key(s.booking_reference) as key,
            ltrim(substring(s.booking_reference from '[0-9]{4,}'), '0') as digits, private.bank_words(k.last_name) as last_name
          from (select s.booking_reference, s.customer_id from public.sales s where s.id = c.sales_id offset 0) s
          cross join lateral (select k.last_name from public.customers k where k.id = s.customer_id offset 0) k) k on true
        where l.organization_id = r.organization_id and l.remittance_id = r.id
        group by c.id, c.vendor_id, c.manual_amount, c.undeposited_amount, c.deposited_amount, k.last_name) g) b) m
$function$;

CREATE OR REPLACE FUNCTION private.find_sales_referenced(organization_id uuid, agent_id uuid, search text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  key text := private.reference_key(search);
  found uuid[];
begin
  if key <> '' then
    execute 'select array(select s.id from public.sales s
      where s.organization_id = $1 and private.reference_key(s.booking_reference) = $3'
      || case when agent_id is null then '' else ' and s.agent_id = $2' end || ' order by s.sale_date desc, s.id limit 3)'
    into found using find_sales_referenced.organization_id, find_sales_referenced.agent_id, key;
  end if;
  return coalesce(found, '{}');
end $function$;

CREATE OR REPLACE FUNCTION private.is_bank_filler(word text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select word in ('ACH', 'AG', 'AGCY', 'AGENCY', 'AGT', 'AGY', 'ACCT', 'BACS', 'BANK', 'BGC', 'BKG', 'BKGS', 'BOOK', 'BOOKING', 'BOOKINGS', 'BRANCH', 'CCD',
    'CHAPS', 'CHECK', 'CHEQUE', 'CHK', 'COM', 'COMM', 'COMMISSION', 'COMMISSIONS', 'COMMS', 'CO', 'CORP', 'CREDIT', 'CR', 'CTX', 'DBA',
    'DEBIT', 'DEP', 'DEPOSIT', 'DES', 'DIRECT', 'DOMESTIC', 'EDI', 'EFT', 'ELECTRONIC', 'ENTRY', 'FASTER', 'FEDWIRE', 'FOR', 'FP', 'FPI', 'FPS', 'FROM', 'FUNDS', 'GIRO',
    'GMBH', 'GUTSCHRIFT', 'ID', 'IN', 'INC', 'INCOMING', 'INDN', 'INTERNATIONAL', 'INTL', 'INV', 'INVOICE', 'LIMITED', 'LLC', 'LTD', 'MOBILE', 'NAME', 'NO', 'OF', 'ONLINE',
    'ORIG', 'PAYABLE', 'PAYMENT', 'PAYMENTS', 'PAYOUT', 'PLC', 'PMT', 'PMNT', 'POS', 'PPD', 'PURCHASE', 'RECALL', 'RECEIVED', 'REF', 'REFERENCE', 'REMIT',
    'REMITTANCE', 'REMOTE', 'RES', 'REV', 'REVERSAL', 'RTP', 'SEPA', 'SETTLEMENT', 'SPA', 'SRL', 'STATEMENT', 'STMT', 'THE', 'TO', 'TRAVEL', 'TRF', 'TRN', 'TRANSFER',
    'TRX', 'VENDOR', 'VIA', 'WIRE', 'ZELLE', 'JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC')
$function$;

CREATE OR REPLACE FUNCTION private.is_certain_set(codes text[], named integer, size integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select codes @> '{sum,reference}' and named = size and size > 1 and codes && '{payer_alias,payer_name}'
    and not codes && '{not_commission,person,reference_left,recorded,count}'
$function$;

CREATE OR REPLACE FUNCTION private.is_certain_single(codes text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select codes && '{payer_confirmed,payer_alias,payer_name,payer_like}'
    and (codes @> '{amount}' or codes @> '{within,reference}' and not codes @> '{payer_like}') and not codes && '{not_commission,person,several,others_named,other_reference,bank_says,payer_other}'
    and (codes && '{reference,reference_digits}' and not codes && '{due_years,twins}'
      or codes @> '{amount}' and not codes @> '{payer_like}' and codes && '{only,name_alone}'
        and codes @> '{due}' and not codes && '{due_far,number,small,recorded_later,reference_near}')
$function$;

CREATE OR REPLACE FUNCTION private.is_cut_reference(part text, key text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  short constant text := case when char_length(part) < char_length(key) then part else key end;
  long constant text := case when char_length(part) < char_length(key) then key else part end;
begin
  return char_length(short) >= 5 and char_length(short) < char_length(long)
    and (starts_with(long, short) or right(long, char_length(short)) = short) and short ~ '\d{3}';
end $function$;

CREATE OR REPLACE FUNCTION private.learn_payers(organization_id uuid, transaction_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.bank_patterns as p (organization_id, payer_key, vendor_id, confirmations)
  select learn_payers.organization_id, l.payer_key, l.vendor_id, count(*)
  from private.payer_lessons(learn_payers.organization_id, transaction_ids) l
  group by 2, 3
  order by 2, 3
  on conflict (organization_id, payer_key, vendor_id, category) do update
    set confirmations = p.confirmations + excluded.confirmations, last_used_at = now()
$function$;

CREATE OR REPLACE FUNCTION private.match_references(organization_id uuid, readings private.bank_reading[])
 RETURNS TABLE(transaction_id uuid, sale_id uuid, reference integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
AS $function$
  select f.id, f.sale_id, max(f.reference)
  from (
    select t.id, s.id as sale_id, 2 as reference
    from unnest(readings) t cross join lateral unnest(t.keys) k(key)
    cross join lateral (
      select s.id from public.sales s where s.organization_id = match_references.organization_id
        and private.reference_key(s.booking_reference) = k.key limit 50) s
    union all
    select t.id, s.id, case when s.booking_reference ~ '^[^A-Za-z0-9]*[0-9]{5,}[^A-Za-z0-9]*$' then 2 else 1 end
    from unnest(readings) t cross join lateral unnest(t.digits) k(digits)
    cross join lateral (
      select s.id, s.booking_reference from public.sales s where s.organization_id = match_references.organization_id
        and ltrim(substring(s.booking_reference from '[0-9]{4,}'), '0') = k.digits
        and substring(s.booking_reference from '[0-9]{4,}') is not null limit 50) s) f
  group by 1, 2
$function$;

CREATE OR REPLACE FUNCTION private.match_sets(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
 RETURNS SETOF private.bank_set
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
  with t as materialized (
    select r.id, r.rest, (r.rest * 100)::bigint as cents, r.booked_on, r.payer_key, r.booking_count, r.forbids,
      array(select k from unnest(r.keys) k where k ~ '\d{3}') as numbered
    from unnest(readings) r where r.rest > 0
  ), who as materialized (
    select p.payer_key, p.vendor_id, p.strength from (
      select p.*, rank() over (partition by p.payer_key order by p.strength desc) as place,
        count(*) over (partition by p.payer_key, p.strength) as equals
      from unnest(match_sets.payers) p) p
    where p.place = 1 and p.equals <= 12
  ), named as materialized (
    -- What the text names: to be paid, or taken back where it was paid before.
    select t.id, t.cents as target, c.id as commission_id, coalesce(c.due_on, c.sale_date) as due_on, c.manual_amount > 0 as is_recorded,
      coalesce((select max(p.strength) from unnest(match_sets.payers) p where p.payer_key = t.payer_key and p.vendor_id = c.vendor_id), 0) as strength,
      case when c.undeposited_amount > 0 then (c.undeposited_amount * 100)::bigint else -(c.deposited_amount * 100)::bigint end as cents
    from private.match_references(match_sets.organization_id, readings) n
    join t on t.id = n.transaction_id
    cross join lateral (
      select c.* from public.commissions c where c.organization_id = match_sets.organization_id and c.sales_id = n.sale_id
        and (c.undeposited_amount > 0 and c.status <> 'cancelled' or c.deposited_amount > 0)
        and (n.reference = 2 or (select s.booking_reference ~ '[0-9]{5}' from public.sales s where s.id = n.sale_id)) offset 0) c
  ), called as materialized (
    select c.transaction_id, c.commission_id from private.called_commissions(match_sets.organization_id, readings, match_sets.payers) c
  ), near as (
    select t.id, t.cents as target, t.booked_on, p.strength, c.*, false as named
    from t join who p on p.payer_key = t.payer_key
    cross join lateral (
      (select c.id as commission_id, (c.undeposited_amount * 100)::bigint as cents, coalesce(c.due_on, c.sale_date) as due_on,
        c.manual_amount > 0 as is_recorded
      from public.commissions c
      where c.organization_id = match_sets.organization_id and c.vendor_id = p.vendor_id and c.undeposited_amount > 0
        and c.undeposited_amount < t.rest and coalesce(c.due_on, c.sale_date) between t.booked_on - 5 and t.booked_on + 80
        and coalesce(c.due_on, c.sale_date) >= (select private.first_candidate_day(match_sets.organization_id))
        and c.sale_date <= t.booked_on
      order by coalesce(c.due_on, c.sale_date), c.id limit 24)
      union all
      (select c.id, (c.undeposited_amount * 100)::bigint, coalesce(c.due_on, c.sale_date), c.manual_amount > 0
      from public.commissions c
      where c.organization_id = match_sets.organization_id and c.vendor_id = p.vendor_id and c.undeposited_amount > 0
        and c.undeposited_amount < t.rest and coalesce(c.due_on, c.sale_date) between t.booked_on - 120 and t.booked_on - 6
        and coalesce(c.due_on, c.sale_date) >= (select private.first_candidate_day(match_sets.organization_id))
      order by coalesce(c.due_on, c.sale_date) desc, c.id desc limit 24)) c
    union all
    select n.id, n.target, t.booked_on, n.strength, n.commission_id, n.cents, n.due_on, n.is_recorded, true
    from named n join t on t.id = n.id
    where n.strength > 0 and n.cents > 0 and n.cents < n.target and n.due_on between t.booked_on - 160 and t.booked_on + 80
  ), placed as materialized (
    select n.*, row_number() over (partition by n.id order by n.named desc, n.called desc, n.is_recorded, abs(n.booked_on - 5 - n.due_on), n.commission_id) as place
    from (
      select n.id, n.target, n.booked_on, n.commission_id, n.cents, n.due_on, max(n.strength) as strength, n.is_recorded,
        bool_or(n.named) as named, k.commission_id is not null as called
      from near n left join called k on k.transaction_id = n.id and k.commission_id = n.commission_id
      group by 1, 2, 3, 4, 5, 6, 8, k.commission_id) n
  ), pool as materialized (
    select n.id, n.target, row_number() over (partition by n.id order by n.due_on, n.commission_id) as n, n.commission_id, n.cents,
      n.strength, n.named, n.called, n.is_recorded, not n.named and t.numbered <> '{}' and exists (
        select 1 from (select c.sales_id from public.commissions c where c.id = n.commission_id offset 0) c
        cross join lateral (select private.reference_key(s.booking_reference) as key from public.sales s where s.id = c.sales_id offset 0) x
        cross join lateral unnest(t.numbered) k(key) where private.is_cut_reference(k.key, x.key)) as cut
    from placed n join t on t.id = n.id where n.place <= 24
  ), sums as materialized (
    select p.*, sum(p.cents) over (partition by p.id order by p.n) as running from pool p
  ), runs as materialized (
    select a.id, a.n as first, b.n as last, b.running - a.running + a.cents - a.target as surplus
    from sums a join sums b on b.id = a.id and b.n > a.n
    -- Without one of them they are to be the target, and each is less than that.
    where b.running - a.running + a.cents between a.target and 2 * a.target
  ), anchors as materialized (
    -- What the text names, wholly or partly, and with it whose travelers it names: others of the vendor may be the rest.
    select p.id, v.variant, p.target - sum(p.cents) as target, array_agg(p.n) as ns
    from pool p cross join (values (1), (2)) v(variant)
    where p.named or p.cut or v.variant = 2 and p.called
    group by p.id, p.target, v.variant
    having sum(p.cents) <= p.target * 1.13 and (v.variant = 1 or bool_or(p.called and not p.named and not p.cut))
  ), hunted as materialized (
    select p.id, 0 as variant, p.target, p.n, p.cents from pool p
    union all
    select p.id, a.variant, a.target, p.n, p.cents
    from anchors a join pool p on p.id = a.id and p.cents <= a.target where p.n <> all (a.ns)
  ), pairs as materialized (
    select a.id, a.variant, a.target, a.n as a, b.n as b, a.cents + b.cents as cents
    from hunted a join hunted b on b.id = a.id and b.variant = a.variant and b.n > a.n and a.cents + b.cents <= a.target
  ), sets as (
    -- With what the deposit is more than their sum.
    select r.id, 0 as variant, array(select generate_series(r.first, r.last)) as ns, true as in_order, 0 as difference from runs r where r.surplus = 0
    union all
    select r.id, 0, array(select n from generate_series(r.first, r.last) n where n <> p.n), true, 0
    from runs r join pool p on p.id = r.id and p.cents = r.surplus and p.n > r.first and p.n < r.last
    where r.surplus > 0 and r.last - r.first >= 4
    union all
    select a.id, a.variant, '{}', false, a.target from anchors a join t on t.id = a.id
    where cardinality(a.ns) > 1 and a.target between t.cents * -0.13 and t.cents * 0.15
    union all
    select h.id, h.variant, array[h.n], false, 0 from hunted h where h.variant > 0 and h.cents = h.target
    union all
    select p.id, p.variant, array[p.a, p.b], false, 0 from pairs p where p.cents = p.target
    union all
    select p.id, p.variant, array[p.a, p.b, c.n], false, 0
    from pairs p join hunted c on c.id = p.id and c.variant = p.variant and c.cents = p.target - p.cents and c.n > p.b
    union all
    select p.id, p.variant, array[p.a, p.b, q.a, q.b], false, 0
    from pairs p join pairs q on q.id = p.id and q.variant = p.variant and q.cents = p.target - p.cents and q.a > p.b
  ), distinct_sets as (
    select s.id, x.ns, bool_or(s.in_order) as in_order, s.difference
    from sets s left join anchors a on a.id = s.id and a.variant = s.variant
    cross join lateral (select array(select n from unnest(a.ns || s.ns) n order by n) as ns) x
    group by 1, 2, 4
  ), pools as materialized (
    select p.id, array_agg(p.commission_id order by p.n) as commission_ids, array_agg(p.named::int order by p.n) as named,
      array_agg(p.called::int order by p.n) as called, array_agg(p.cut::int order by p.n) as cut, array_agg(p.is_recorded::int order by p.n) as recorded, max(p.strength) as vendor
    from pool p group by 1
  ), named_sets as (
    -- All that is named, with what is taken back or without it: the sum, or nearly.
    select n.id, array_agg(n.commission_id order by n.due_on, n.commission_id) as commission_ids, count(*) as named,
      count(*) filter (where n.is_recorded) as recorded, bool_or(n.cents < 0) as takes_back, n.target - sum(n.cents) as difference,
      min(n.strength) as vendor
    from named n cross join (values (false), (true)) w(with_recalls)
    where w.with_recalls or n.cents > 0
    group by n.id, n.target, w.with_recalls
    having count(*) > 1 and sum(n.cents) > 0 and case when bool_or(n.cents < 0) then w.with_recalls and sum(n.cents) = n.target
      else not w.with_recalls and n.target between sum(n.cents) * 0.5 and sum(n.cents) * 3 end
  ), all_named as (
    select n.id, count(*) filter (where n.cents > 0) as n from named n group by 1
  ), judged as (
    select d.id, m.commission_ids, m.named, m.called, m.cut, m.recorded, d.in_order, false as takes_back, d.difference::bigint as difference, p.vendor,
      d.ns[cardinality(d.ns)] - d.ns[1] + 1 - cardinality(d.ns) as left_over
    from distinct_sets d
    join pools p on p.id = d.id
    cross join lateral (
      select array_agg(p.commission_ids[n] order by n) as commission_ids, sum(p.named[n]) as named, sum(p.called[n]) as called,
        sum(p.cut[n]) as cut, sum(p.recorded[n]) as recorded from unnest(d.ns) n) m
    union all
    select n.id, n.commission_ids, n.named, 0, 0, n.recorded, false, n.takes_back, n.difference, n.vendor, 0 from named_sets n
  ), once as (
    select j.id, j.commission_ids, max(j.named)::int as named, max(j.called)::int as called, max(j.cut)::int as cut, max(j.recorded)::int as recorded, bool_or(j.in_order) as in_order,
      bool_or(j.takes_back) as takes_back, max(j.difference) as difference, max(j.vendor) as vendor, min(j.left_over)::int as left_over
    from judged j group by 1, 2
  )
  select o.id, o.commission_ids, o.named, o.called, o.cut, greatest(coalesce(a.n, 0) - o.named, 0)::int, o.recorded, o.in_order, o.takes_back,
    o.difference / 100.0, o.left_over, t.rest, t.booking_count, t.forbids, o.vendor,
    (count(*) filter (where o.difference = 0) over (partition by o.id))::int
  from once o join t on t.id = o.id left join all_named a on a.id = o.id
$function$;

CREATE OR REPLACE FUNCTION private.match_singles(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
 RETURNS SETOF private.bank_single
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
AS $function$
  with t as materialized (
    select r.* from unnest(readings) r
  ), who as materialized (
    select p.*, max(p.strength) over (partition by p.payer_key) as best,
      count(*) filter (where p.confirmations > 0) over (partition by p.payer_key) as taught
    from unnest(match_singles.payers) p
  ), named as materialized (
    select f.transaction_id as id, f.sale_id, f.reference
    from private.match_references(match_singles.organization_id, readings) f
  ), of_vendor as materialized (
    -- By the vendor and the exact amount.
    select t.id, c.sales_id as sale_id, p.strength, c.is_recorded
    from t join who p on p.payer_key = t.payer_key
    cross join lateral (
      select c.sales_id, c.manual_amount > 0 as is_recorded from public.commissions c
      where c.organization_id = match_singles.organization_id and c.vendor_id = p.vendor_id and c.undeposited_amount = t.rest
        and c.undeposited_amount > 0
        and coalesce(c.due_on, c.sale_date) >= (select private.first_candidate_day(match_singles.organization_id))
      order by c.manual_amount > 0, abs(t.booked_on - coalesce(c.due_on, c.sale_date)), c.id limit 20) c
    where t.rest > 0
    union all
    select t.id, c.sales_id, p.strength, false
    from t join who p on p.payer_key = t.payer_key
    cross join lateral (
      select c.sales_id from public.commissions c
      where c.organization_id = match_singles.organization_id and c.vendor_id = p.vendor_id
        and c.deposited_amount > 0 and c.deposited_amount between -t.rest and -t.rest * 4
      order by c.deposited_amount <> -t.rest, abs(t.booked_on - coalesce(c.due_on, c.sale_date)), c.id limit 20) c
    where t.rest < 0
  ), settled as materialized (
    -- A reference and the exact amount: nothing near is looked for, and nothing else either. Of what an admin recorded only where the
    -- day fits, too.
    select n.id, bool_or(c.manual_amount = 0 or abs(t.booked_on - c.received_on) <= 10) as wholly
    from named n join t on t.id = n.id
    cross join lateral (
      select c.manual_amount, c.received_on from public.commissions c
      where c.organization_id = match_singles.organization_id and c.sales_id = n.sale_id
        and (c.undeposited_amount = t.rest and c.manual_amount = 0 or n.reference = 2 and c.manual_amount = t.rest) offset 0) c
    group by 1
  ), called as materialized (
    select c.* from private.called_commissions(match_singles.organization_id,
      array(select r from unnest(readings) r where r.id not in (select n.id from settled n where n.wholly)), match_singles.payers) c
  ), close as materialized (
    -- By the vendor and a near amount: fees of a wire, exchange, another rate than agreed.
    select t.id, c.sales_id, row_number() over (partition by t.id order by c.is_recorded, c.distance, c.id) as place
    from t join who p on p.payer_key = t.payer_key and p.strength = p.best
    cross join lateral (
      select c.id, c.sales_id, c.manual_amount > 0 as is_recorded,
        abs(c.undeposited_amount - t.rest) + abs(t.booked_on - coalesce(c.due_on, c.sale_date)) * t.rest / 2000 as distance
      from public.commissions c
      where c.organization_id = match_singles.organization_id and c.vendor_id = p.vendor_id
        and c.undeposited_amount > 0 and c.undeposited_amount between round(t.rest / 1.18, 2) and round(t.rest / 0.88, 2) + 30
        and coalesce(c.due_on, c.sale_date) between
          greatest(t.booked_on - 160, (select private.first_candidate_day(match_singles.organization_id))) and t.booked_on + 80 offset 0) c
    where t.rest > 0 and t.id not in (
      select v.id from of_vendor v where v.strength > 1 and not v.is_recorded
      union all
      select n.id from settled n)
  ), found as (
    select n.id, n.sale_id, n.reference from named n
    union all
    select v.id, v.sale_id, 0 from of_vendor v
    union all
    -- By the amount alone.
    select t.id, c.sales_id, 0
    from t cross join lateral (
      select c.sales_id from public.commissions c
      where c.organization_id = match_singles.organization_id and c.undeposited_amount = t.rest and c.undeposited_amount > 0
        and coalesce(c.due_on, c.sale_date) >= (select private.first_candidate_day(match_singles.organization_id))
      order by c.manual_amount > 0, abs(t.booked_on - coalesce(c.due_on, c.sale_date)), c.id limit 20) c
    where t.rest > 0 and t.id not in (select n.id from settled n where n.wholly)
    union all
    select c.id, c.sales_id, 0 from close c where c.place <= 6
    union all
    select x.id, x.sales_id, 0 from (
      select t.id, c.sales_id, row_number() over (partition by t.id order by abs(c.undeposited_amount - t.rest), c.commission_id) as place
      from called c join t on t.id = c.transaction_id
      where case when t.rest > 0 then c.undeposited_amount > 0 else c.deposited_amount >= -t.rest end) x
    where x.place <= 5
  ), once as materialized (
    select f.id, f.sale_id, max(f.reference) as reference from found f group by 1, 2
  ), judged as materialized (
    select t.id as transaction_id, c.id as commission_id, o.reference, t.rest, x.owed, x.owed = abs(t.rest) as exact, x.expected,
      x.recorded_on,
      coalesce(x.recorded_on is not null and c.manual_amount = t.rest and abs(t.booked_on - x.recorded_on) <= 10, false) as as_recorded,
      coalesce(p.strength, 0) as vendor, coalesce(p.confirmations, 0) as confirmations,
      p.strength is null and coalesce(b.best, 0) >= 2 and coalesce(b.taught, 0) < 3 as another_vendor,
      exists (
        select 1 from public.customers k
        where k.organization_id = match_singles.organization_id and k.id = any (s.traveler_ids || s.customer_id)
          -- Most names are one plain word.
          and case when k.last_name ~ '^[A-Za-z]+$' then char_length(k.last_name) >= 3 and upper(k.last_name) = any (t.words)
              and upper(k.last_name) <> all (string_to_array(coalesce(t.payer_key, ''), ' '))
            else exists (select 1 from unnest(private.bank_words(k.last_name)) w(word)
              where char_length(w.word) >= 3 and w.word = any (t.words)) end) as name,
      t.booked_on - coalesce(c.due_on, s.travel_date, s.sale_date) as days,
      s.import_batch_id is null and (s.created_at at time zone 'UTC')::date > t.booked_on + 3 as is_later,
      c.vendor_id, s.booking_reference
    from once o
    join t on t.id = o.id
    cross join lateral (select * from public.sales s where s.id = o.sale_id offset 0) s
    cross join lateral (
      select * from public.commissions c where c.organization_id = s.organization_id and c.sales_id = s.id offset 0) c
    cross join lateral (
      select case when t.rest < 0 then c.deposited_amount when c.manual_amount = t.rest then t.rest else c.undeposited_amount end as owed,
        case when t.rest < 0 then c.deposited_amount else c.undeposited_amount end as expected,
        case when t.rest > 0 and c.manual_amount > 0 then c.received_on end as recorded_on) x
    left join who p on p.payer_key = t.payer_key and p.vendor_id = c.vendor_id
    left join (select distinct w.payer_key, w.best, w.taught from who w) b on b.payer_key = t.payer_key
    where case when t.rest > 0 then c.undeposited_amount > 0 else c.deposited_amount >= -t.rest end
  ), all_named as (
    select n.id, count(*) as sales from named n group by 1
  )
  select j.transaction_id, j.commission_id, j.reference, j.rest, j.owed, j.exact, j.expected, j.recorded_on, j.as_recorded, j.vendor,
    j.confirmations, j.another_vendor, j.name, j.days, j.is_later,
    (coalesce(a.sales, 0) - (j.reference > 0)::int)::int, j.vendor_id, j.booking_reference
  from judged j left join all_named a on a.id = j.transaction_id
  where j.reference > 0 or j.vendor > 0 or j.exact
$function$;

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
    select t.id, coalesce(s.vendor_id, t.rule_vendor_id, p.vendor_id) as vendor_id, s.certainty,
      case when s.kind = 'recall' then 'recall' when s.certainty in ('certain', 'likely') or g.category is null and coalesce(s.vendor_id, p.vendor_id) is not null
        then 'commission' else g.category end as category,
      case when s.certainty in ('certain', 'likely') then 'suggested' when g.category is not null then 'set_aside'
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
    where t.organization_id = match_transactions.organization_id and t.id = any (transaction_ids)) n
  where t.organization_id = match_transactions.organization_id and t.id = n.id;
end $function$;

CREATE OR REPLACE FUNCTION private.payer_before(payer_key text, names text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce((
    select array_to_string(w.words[:min(x.n)::int - 1], ' ')
    from unnest(w.words) with ordinality x(word, n) where x.word = any (names)
    having min(x.n) > 1 and char_length(array_to_string(w.words[:min(x.n)::int - 1], ' ')) >= 6), payer_key)
  from (select string_to_array(payer_key, ' ')) w(words)
$function$;

CREATE OR REPLACE FUNCTION private.payer_beginnings(payer_key text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(array_to_string(w.words[:n], ' ')), '{}')
  from (select string_to_array(payer_key, ' ')) w(words) cross join lateral generate_series(1, cardinality(w.words)) n
  where n = cardinality(w.words) or char_length(array_to_string(w.words[:n], ' ')) >= 6
$function$;

CREATE OR REPLACE FUNCTION private.payer_key(text text, counterparty text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  word text;
  found text[] := '{}';
begin
  foreach word in array private.bank_words(coalesce(nullif(btrim(counterparty), ''), nullif(private.bank_party(text), ''), text)) loop
    if word !~ '\d' and char_length(word) > 1 and not private.is_bank_filler(word) then
      found := found || word;
    elsif cardinality(found) > 0 then
      exit;
    end if;
  end loop;
  return nullif(left(array_to_string(found, ' '), 100), '');
end $function$;

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
    select array_agg(w) as names from public.customers k cross join lateral unnest(private.bank_words(k.first_name || ' ' || k.last_name)) w
    where k.organization_id = s.organization_id and k.id = any (s.traveler_ids || s.customer_id)) n
  where t.organization_id = payer_lessons.organization_id and t.id = any (transaction_ids) and t.payer_key is not null
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
    from best_sets s
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

CREATE OR REPLACE FUNCTION private.read_transactions(organization_id uuid, ids uuid[])
 RETURNS SETOF private.bank_reading
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with own as materialized (
    select t.id, case when t.status = 'matched' then t.unclaimed_amount else t.amount end as rest, t.booked_on, t.payer_key, t.numbers, t.rule_vendor_id,
      concat_ws(' ', t.text, t.counterparty, t.reference) as text
    from public.bank_transactions t
    where t.organization_id = read_transactions.organization_id and t.id = any (ids)
      and (t.status in ('open', 'suggested') or t.status = 'matched' and t.unclaimed_amount <> 0)
  ), usual as materialized (
    -- A number in more than three of a payer's last lines is the payer's or its bank's.
    select p.payer_key, n.number
    from (select distinct o.payer_key from own o where o.payer_key is not null and o.numbers <> '{}') p
    cross join lateral (
      select b.numbers from public.bank_transactions b
      where b.organization_id = read_transactions.organization_id and b.payer_key = p.payer_key
      order by b.booked_on desc limit 40) b
    cross join lateral unnest(b.numbers) n(number)
    group by 1, 2 having count(*) > 3
  )
  select o.id, o.rest, o.booked_on, w.words,
    array(select k from unnest(private.bank_reference_keys(x.words)) k where ltrim(k, '0') <> all (u.numbers)),
    array(select k from unnest(private.bank_digit_keys(x.text)) k where k <> all (u.numbers)),
    coalesce('=' || o.rule_vendor_id, known.payer_key, o.payer_key), private.bank_booking_count(o.text), array(select n from unnest(o.numbers) n where n <> all (u.numbers)),
    private.bank_forbids(w.words)
  from own o
  cross join lateral (select private.bank_words(o.text) as words offset 0) w
  left join lateral (
    -- Whom people confirmed, where the bank has written on behind the name.
    select p.payer_key from public.bank_patterns p
    where p.organization_id = read_transactions.organization_id and p.payer_key = any (private.payer_beginnings(o.payer_key))
    order by char_length(p.payer_key) desc limit 1) known on true
  cross join lateral (select coalesce(array_agg(s.number), '{}') as numbers from usual s where s.payer_key = o.payer_key) u
  cross join lateral (
    select y.text, private.bank_words(y.text) as words from private.bank_plain_text(o.text) y(text) offset 0) x
$function$;

CREATE OR REPLACE FUNCTION private.reason(code text, weight numeric, params jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object('code', code, 'weight', weight, 'text', private.reason_text(code, weight > 0, params), 'params', params);
end $function$;

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
    when 'claimed' then 'Another deposit claims it, too' end;
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
  update public.bank_remittances r set file_name = private.redact(r.file_name, pattern, 255),
    fees = private.redact_json(r.fees, pattern), left_out = private.redact_json(r.left_out, pattern)
  where r.organization_id = redact_bank.organization_id
    and (r.file_name ~* pattern or r.fees::text ~* pattern or r.left_out::text ~* pattern);
  update public.bank_remittance_lines l set reference = private.redact(l.reference, pattern, 300),
    name = private.redact(l.name, pattern, 300), dates = private.redact(l.dates, pattern, 100), note = private.redact(l.note, pattern, 300)
  where l.organization_id = redact_bank.organization_id
    and concat_ws(chr(10), l.reference, l.name, l.dates, l.note) ~* pattern;
  update public.bank_allocations a set write_off_reason = private.redact(a.write_off_reason, pattern, 500)
  where a.organization_id = redact_bank.organization_id and a.write_off_reason ~* pattern;
  update public.bank_suggestions s set reasons = private.redact_json(s.reasons, pattern)
  where s.organization_id = redact_bank.organization_id and s.reasons::text ~* pattern;
  update public.bank_decisions d set details = private.redact_json(d.details, pattern)
  where d.organization_id = redact_bank.organization_id and d.details::text ~* pattern;
end $function$;

CREATE OR REPLACE FUNCTION private.reference_form(key text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return translate(key, 'BCDEFGHIJKLMNOPQRSTUVWXYZ012345678', repeat('A', 25) || repeat('9', 9));
end $function$;

CREATE OR REPLACE FUNCTION private.reference_key(reference text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return upper(regexp_replace(regexp_replace(reference, '\s+(?:(?:ok|tbc|confirmed)\s*|/\s.*)$', '', 'i'), '[^A-Za-z0-9]', '', 'g'));
end $function$;

CREATE OR REPLACE FUNCTION private.refresh_matches()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  step constant int := 200;
  marked record;
  ids uuid[];
  found_count int;
  done int := 0;
begin
  for marked in
    select w.organization_id, array_agg(w.id order by w.id) as transaction_ids
    from (
      select t.organization_id, t.id from public.bank_transactions t
      join public.bank_imports i on i.organization_id = t.organization_id and i.id = t.import_id and i.status = 'done'
      where t.matching_due and (t.status in ('open', 'suggested') or t.unclaimed_amount <> 0)
      order by t.organization_id, t.import_id limit 500) w
    group by 1
  loop
    perform private.match_transactions(marked.organization_id, marked.transaction_ids);
    done := done + cardinality(marked.transaction_ids);
  end loop;
  for marked in
    with taken as (
      delete from private.stale_matches m where ctid = any (array(
        select s.ctid from private.stale_matches s order by s.organization_id limit step for update skip locked))
      returning m.organization_id, m.commission_id)
    select t.organization_id, array_agg(t.commission_id order by t.commission_id) as commission_ids from taken t group by 1
  loop
    ids := array(
      select t.id from public.bank_transactions t
      where t.organization_id = marked.organization_id
        and (t.status in ('open', 'suggested') or t.unclaimed_amount <> 0)
        and exists (
          select 1 from public.commissions c join public.sales s on s.id = c.sales_id
          where c.organization_id = marked.organization_id and c.id = any (marked.commission_ids)
            and (c.vendor_id = t.vendor_id or c.undeposited_amount = t.amount or strpos(
              upper(regexp_replace(concat(t.text, t.counterparty, t.reference), '[^A-Za-z0-9]', '', 'g')),
              private.reference_key(s.booking_reference)) > 0))
      order by t.id limit 500);
    perform private.match_transactions(marked.organization_id, ids);
    select count(*) into found_count from public.bank_transactions t
    join public.bank_suggestions s on s.organization_id = t.organization_id and s.transaction_id = t.id and s.rank = 1
    where t.organization_id = marked.organization_id and t.id = any (ids) and t.unclaimed_amount <> 0
      and s.commission_id = any (marked.commission_ids);
    if found_count > 0 then
      insert into public.notifications (organization_id, user_id, type, message, code, params)
      select u.organization_id, u.id, 'bank', case found_count when 1 then 'An unclaimed deposit has found its sale.'
        else found_count || ' unclaimed deposits have found their sales.' end, 'deposits_found',
        jsonb_build_object('count', found_count)
      from public.users u
      where u.organization_id = marked.organization_id and u.is_active and u.role in ('owner', 'admin') order by u.id;
    end if;
    done := done + cardinality(ids);
  end loop;
  return done;
end $function$;

CREATE OR REPLACE FUNCTION private.set_signals(sets private.bank_set[])
 RETURNS TABLE(transaction_id uuid, commission_ids uuid[], code text, weight numeric)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select f.transaction_id, f.commission_ids, s.code, s.weight
  from unnest(sets) f
  cross join lateral (select cardinality(f.commission_ids) as size) n
  cross join lateral (
    select 'reference' as code, private.bank_weight('reference') + private.bank_weight('reference_more') * (least(f.named, 4) - 1) as weight where f.named > 0
    union all select 'names', private.bank_weight('name') + private.bank_weight('name_more') * (least(f.called, 5) - 1) where f.called > 0
    union all select 'reference_cut', private.bank_weight('reference_cut') + private.bank_weight('name_more') * (least(f.cut, 4) - 1) where f.cut > 0
    union all select 'reference_left', private.bank_weight('reference_left') * f.named_besides where f.named_besides > 0
    union all select 'sum', private.bank_weight('sum') where f.difference = 0
    union all select 'short', private.bank_difference(f.rest, f.rest - f.difference) where f.difference < 0
    union all select 'over', private.bank_difference(f.rest, f.rest - f.difference) where f.difference > 0
    union all select 'count', private.bank_weight('count') where f.booking_count = n.size
    union all select 'count', -private.bank_weight('count') where f.booking_count > 1 and f.booking_count <> n.size
    union all select 'payer_alias', private.bank_weight('payer_alias') where f.vendor = 3
    union all select 'payer_name', private.bank_weight('payer_name') where f.vendor = 2
    union all select 'payer_like', private.bank_weight('payer_like') where f.vendor = 1
    union all select 'recorded', private.bank_weight('recorded') where f.recorded > 0
    union all select 'order', private.bank_weight('order') where f.in_order
    union all select 'few', private.bank_weight('few') / (n.size - 1) where n.size between 2 and 3 and f.named = 0
    union all select 'scattered', private.bank_weight('scattered') where n.size = 4 and not f.in_order and f.named = 0
    union all select 'left_out', private.bank_weight('left_out') * least(f.left_out, 10) where f.left_out > 0 and f.named = 0
    union all select 'sets', private.bank_weight('sets') where f.found > 1 and f.difference = 0
    union all select 'not_commission', private.bank_weight('not_commission') where f.forbids = 'not_commission'
    union all select 'person', private.bank_weight('person') where f.forbids = 'person') s
$function$;

CREATE OR REPLACE FUNCTION private.single_facts(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
 RETURNS SETOF private.bank_fact
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
AS $function$
  with counted as materialized (
    select m.*, count(*) filter (where m.exact and m.recorded_on is null) over w as exact_open,
      coalesce(bool_or(m.recorded_on is not null and m.reference = 2) over w, false) as names_recorded,
      count(*) filter (where m.exact and m.reference > 0) over w as exact_named,
      count(*) filter (where m.exact and m.vendor > 0) over w as exact_of_vendor,
      count(*) filter (where m.exact and m.vendor > 0 and m.name) over w as exact_with_name,
      count(*) filter (where m.exact) over w as exact_count,
      row_number() over (partition by m.transaction_id order by m.reference desc, (m.exact::int * 3 + m.vendor + m.name::int * 2
        + case when m.days between -21 and 75 then 1.5 - abs(m.days - 5) / 100.0 else 0 end
        + case when m.exact then 0 else private.bank_difference(abs(m.rest), m.owed) end) desc, m.commission_id) as first_place
    from private.match_singles(single_facts.organization_id, readings, payers) m
    window w as (partition by m.transaction_id)
  ), near as materialized (
    select c.*, t.booked_on, t.keys, t.numbers, t.forbids, t.booking_count, t.payer_key, t.numbered, t.forms, x.key,
      private.reference_form(x.key) as form
    from counted c
    join (
      -- What looks like a reference, as most words do not.
      select r.*, k.numbered, k.forms
      from unnest(readings) r
      cross join lateral (
        select array_agg(k) as numbered, array_agg(private.reference_form(k)) as forms
        from unnest(r.keys || r.digits) k where k ~ '\d' offset 0) k) t on t.id = c.transaction_id
    cross join lateral (select private.reference_key(c.booking_reference) as key offset 0) x
    where c.first_place <= 12
  ), habits as materialized (
    -- What vendors' last deposits were short of, as people confirmed: fees, and what was written off.
    select v.vendor_id, (
      select array_agg(x.missing) from (
        select d.id, d.fee_amount from public.bank_transactions d
        where d.organization_id = single_facts.organization_id and d.vendor_id = v.vendor_id and d.status = 'matched'
          and d.amount > 0
        order by d.booked_on desc, d.id limit 20) d
      cross join lateral (
        select d.fee_amount where d.fee_amount > 0
        union all
        select a.write_off_amount from public.bank_allocations a
        where a.organization_id = single_facts.organization_id and a.transaction_id = d.id and a.write_off_amount > 0) x(missing))
      as missing
    from (select distinct n.vendor_id from near n where n.owed > n.rest and n.rest > 0) v
  ), payer_words as materialized (
    select p.payer_key, w.word
    from (select distinct n.payer_key from near n where n.payer_key ~ '^[A-Z]+( [A-Z]+){1,2}$' and n.payer_key not in (
      select v.payer_key from unnest(single_facts.payers) v where v.strength >= 2)) p
    cross join lateral string_to_table(p.payer_key, ' ') w(word)
  ), people as materialized (
    -- Payers that are no company: nobody, and names of the agency's clients.
    select distinct w.payer_key from payer_words w
    join public.customers k on k.organization_id = single_facts.organization_id and upper(k.last_name) = w.word
  )
  select n.transaction_id, n.commission_id, n.rest, n.owed, n.expected, n.exact, n.reference,
    n.reference = 0 and exists (select 1 from unnest(n.keys) k where char_length(k) = char_length(n.key) and private.is_near_reference(k, n.key)),
    n.reference = 0 and exists (select 1 from unnest(n.numbered) k where private.is_cut_reference(k, n.key)),
    n.reference = 0 and exists (
      select 1 from unnest(n.numbered, n.forms) u(k, form)
      where (u.form = n.form or u.k <> n.key and substring(u.k from '^[A-Z]{2,4}(?=\d)') = substring(n.key from '^[A-Z]{2,4}(?=\d)'))
        and not private.is_near_reference(u.k, n.key)),
    n.booking_reference, n.others_named, n.owed > n.rest and n.rest > 0 and coalesce(n.owed - n.rest = any (h.missing), false),
    n.vendor, n.confirmations, n.another_vendor, n.name, n.days, n.booked_on, n.is_later, n.recorded_on, n.as_recorded, n.names_recorded,
    n.exact_named::int, n.exact_of_vendor::int, n.exact_with_name::int, n.exact_count::int, n.exact_open::int, n.booking_count, n.forbids,
    n.payer_key is null or p.payer_key is not null,
    exists (select 1 from unnest(n.numbers) u(number)
      where strpos(n.key, u.number) = 0 and not private.is_cut_reference(u.number, n.key) and not private.is_near_reference(u.number, n.key)),
    n.rest > 0 and n.rest < n.owed and n.rest >= n.owed * (
      select 1 - o.match_certain_within / 100.0 from public.organizations o where o.id = single_facts.organization_id)
  from near n
  left join habits h on h.vendor_id = n.vendor_id
  left join people p on p.payer_key = n.payer_key
$function$;

CREATE OR REPLACE FUNCTION private.single_signals(facts private.bank_fact[])
 RETURNS TABLE(transaction_id uuid, commission_id uuid, code text, weight numeric)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select f.transaction_id, f.commission_id, s.code, s.weight
  from unnest(facts) f
  cross join lateral (
    select 'reference' as code, private.bank_weight('reference') as weight where f.reference = 2
    union all select 'reference_digits', private.bank_weight('reference_digits') * case when f.exact or f.vendor > 0 or f.name then 1 else 0.1 end where f.reference = 1
    union all select 'reference_near', private.bank_weight('reference_near') where f.is_near
    union all select 'reference_cut', private.bank_weight('reference_cut') where f.is_cut and not f.is_near
    union all select 'other_reference', private.bank_weight('other_reference') where f.is_other and not f.is_near and not f.is_cut
    union all select 'others_named', private.bank_weight('others_named') where f.others_named > 0
    union all select 'amount', private.bank_weight('amount') where f.exact
    union all select 'short', private.bank_difference(abs(f.rest), f.owed) where not f.exact and f.owed > abs(f.rest)
    union all select 'over', private.bank_difference(abs(f.rest), f.owed) where not f.exact and f.owed <= abs(f.rest)
    union all select 'within', private.bank_weight('within') where f.is_within
    union all select 'as_usual', private.bank_weight('as_usual') where f.as_usual
    union all select 'payer_confirmed', private.bank_weight('payer_confirmed') where f.confirmations > 0
    union all select 'payer_alias', private.bank_weight('payer_alias') where f.confirmations = 0 and f.vendor = 3
    union all select 'payer_name', private.bank_weight('payer_name') where f.confirmations = 0 and f.vendor = 2
    union all select 'payer_like', private.bank_weight('payer_like') where f.confirmations = 0 and f.vendor = 1
    union all select 'payer_other', private.bank_weight('payer_other') where f.another_vendor
    union all select 'name', private.bank_weight('name') where f.name
    union all select 'name_alone', private.bank_weight('name_alone') where f.name and f.exact and f.vendor > 0 and f.exact_of_vendor > 1 and f.exact_with_name = 1
    union all select 'due', private.bank_weight('due') - abs(f.days - 5) / 100.0 where f.days between -21 and 75
    union all select 'due_far', private.bank_weight('due_far') where f.days not between -80 and 160
    union all select 'due_years', private.bank_weight('due_years') where f.days not between -200 and 400
    union all select 'only', private.bank_weight('only') where f.exact and f.vendor > 0 and f.exact_of_vendor = 1 and f.recorded_on is null
    union all select 'twins', private.bank_weight('twins') where f.exact and f.exact_named <> 1 and f.exact_count > 1 and (f.vendor = 0 or f.exact_of_vendor > 1)
    union all select 'recorded', private.bank_weight('recorded') where f.recorded_on is not null
    union all select 'recorded_day', private.bank_weight('recorded_day') * case when abs(f.booked_on - f.recorded_on) <= 10 then 1 else -1 end where f.recorded_on is not null
    union all select 'recorded_later', private.bank_weight('recorded_later') where f.is_later and f.reference = 0
    union all select 'not_commission', private.bank_weight('not_commission') where f.forbids = 'not_commission'
    union all select 'person', private.bank_weight('person') where f.is_person or f.forbids = 'person'
    union all select 'several', private.bank_weight('several') where f.booking_count > 1
    union all select 'number', private.bank_weight('number') where f.has_number
    union all select 'small', private.bank_weight('small') where abs(f.rest) < 50 and not f.name and f.days not between -10 and 45) s
$function$;

CREATE OR REPLACE FUNCTION private.statement_candidates(remittance_id uuid)
 RETURNS TABLE(line_id uuid, place integer, commission_id uuid, score integer, referred boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
AS $function$
  with r as materialized (
    select x.organization_id, x.id, coalesce(x.vendor_id, t.vendor_id) as vendor_id
    from public.bank_remittances x
    left join public.bank_transactions t on t.organization_id = x.organization_id and t.id = x.transaction_id
    where x.id = statement_candidates.remittance_id
  ), l as materialized (
    -- Lines with a reference first: what they name is not there for the others.
    select x.id, x.amount, x.organization_id, r.vendor_id, private.bank_words(x.name) as words,
      private.bank_reference_keys(private.bank_words(x.reference)) as keys, private.bank_digit_keys(x.reference) as digits,
      row_number() over (order by x.reference is null, x.line_number)::int as place
    from r join public.bank_remittance_lines x on x.organization_id = r.organization_id and x.remittance_id = r.id
    where x.commission_id is null
  ), found as materialized (
    select l.id, s.id as sale_id
    from l cross join lateral unnest(l.keys) k(key)
    cross join lateral (
      select s.id from public.sales s where s.organization_id = l.organization_id
        and private.reference_key(s.booking_reference) = k.key limit 20) s
    union
    select l.id, s.id
    from l cross join lateral unnest(l.digits) d(digits)
    cross join lateral (
      select s.id from public.sales s where s.organization_id = l.organization_id
        and ltrim(substring(s.booking_reference from '[0-9]{4,}'), '0') = d.digits
        and substring(s.booking_reference from '[0-9]{4,}') is not null limit 20) s
  ), named as materialized (
    select f.id, c.id as commission_id
    from found f
    cross join lateral (select c.id from public.commissions c where c.sales_id = f.sale_id and c.status <> 'cancelled' offset 0) c
  ), alike as materialized (
    -- What no reference names: the same amount, open with this vendor, or of somebody of that name.
    select l.id, l.words, l.vendor_id, c.id as commission_id, c.vendor_id as owing, s.customer_id
    from l cross join lateral (
      (select c.id, c.vendor_id, c.sales_id from public.commissions c
        where c.organization_id = l.organization_id and c.vendor_id = l.vendor_id and c.undeposited_amount = l.amount
          and c.undeposited_amount > 0 limit 50)
      union
      (select c.id, c.vendor_id, c.sales_id from public.commissions c
        where c.organization_id = l.organization_id and c.undeposited_amount = l.amount and c.undeposited_amount > 0
          and l.words <> '{}' limit 100)) c
    cross join lateral (select s.customer_id from public.sales s where s.id = c.sales_id offset 0) s
    where l.amount > 0 and not exists (select 1 from named n where n.id = l.id)
  ), clients as materialized (
    select k.id, upper(k.last_name) as word
    from public.customers k
    where k.organization_id = (select r.organization_id from r) and upper(k.last_name) in (
      select w from l cross join lateral unnest(l.words) w where char_length(w) >= 3 and not exists (select 1 from named n where n.id = l.id))
  ), called as materialized (
    -- A typed reference may be wrong, and the amount another one.
    select distinct l.id, c.id as commission_id, s.customer_id
    from l cross join lateral unnest(l.words) w(word)
    join clients k on k.word = w.word
    cross join lateral (
      select s.id, s.customer_id from public.sales s where s.organization_id = l.organization_id and s.customer_id = k.id offset 0) s
    cross join lateral (
      select c.id from public.commissions c where c.organization_id = l.organization_id and c.sales_id = s.id
        and l.amount between c.undeposited_amount * 0.75 and c.undeposited_amount * 1.25 and c.undeposited_amount > 0 offset 0) c
    where not exists (select 1 from named n where n.id = l.id)
  ), names as materialized (
    -- Each name is taken apart once.
    select k.id, private.bank_words(k.last_name) as words, private.bank_words(k.first_name) as first
    from (select a.customer_id from alike a
      union select c.customer_id from called c
      union select s.customer_id from found f
      cross join lateral (select s.customer_id from public.sales s where s.id = f.sale_id offset 0) s) i
    cross join lateral (select k.id, k.first_name, k.last_name from public.customers k where k.id = i.customer_id offset 0) k
  ), ids as materialized (
    select n.id, n.commission_id from named n
    union
    select a.id, a.commission_id from alike a join names k on k.id = a.customer_id
    where a.owing = a.vendor_id or k.words && a.words
    union
    select c.id, c.commission_id from called c
  )
  select l.id, l.place, c.id, f.named::int * 4 + f.numbered::int * 2 + f.exact::int * 2 + coalesce(f.called, false)::int
    + (f.called and k.first && l.words)::int + (f.numbered and c.vendor_id is not distinct from l.vendor_id)::int + o.open::int * 8,
    f.named or f.numbered
  from ids i
  join l on l.id = i.id
  cross join lateral (select * from public.commissions c where c.id = i.commission_id offset 0) c
  cross join lateral (select * from public.sales s where s.id = c.sales_id offset 0) s
  join names k on k.id = s.customer_id
  cross join lateral (
    select x.key, x.key = any (l.keys) as named,
      coalesce(ltrim(substring(s.booking_reference from '[0-9]{4,}'), '0') = any (l.digits), false) as numbered,
      k.words && l.words as called, c.undeposited_amount = l.amount as exact
    from private.reference_key(s.booking_reference) x(key)) f
  -- What a vendor takes back was received before; what it pays is open, or was received, too.
  cross join lateral (
    select case when l.amount < 0 then c.deposited_amount > 0 else c.undeposited_amount > 0 end as open) o
  where f.named or f.numbered and (f.exact or f.called or c.vendor_id = l.vendor_id) or f.exact and o.open and (f.called or l.words = '{}')
    or f.called and o.open and l.amount between c.undeposited_amount * 0.75 and c.undeposited_amount * 1.25
      and (c.vendor_id = l.vendor_id or exists (
        select 1 from unnest(l.keys) k(key) where private.is_near_reference(k.key, f.key) or private.is_cut_reference(k.key, f.key)))
  order by 2, 4 desc, c.manual_amount > 0, abs(c.undeposited_amount - l.amount), c.due_on, 3
$function$;

CREATE OR REPLACE FUNCTION private.vendors_of_payers(organization_id uuid, payer_keys text[])
 RETURNS SETOF private.bank_payer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with payers as (
    select distinct p as key, replace(p, ' ', '') as compact, split_part(p, ' ', 1) as word
    from unnest(payer_keys) p where p is not null
  ), names as materialized (
    select v.id as vendor_id, n.is_alias, array_to_string(n.words, ' ') as name, array_to_string(n.words, '') as compact,
      n.words[1] as word
    from public.vendors v
    cross join lateral (
      select false as is_alias, string_to_array(private.payer_key(v.name, null), ' ') as words
      union all
      select true, string_to_array(private.payer_key(a, null), ' ') from unnest(v.aliases) a
      union all
      select true, private.bank_words(a) from unnest(v.aliases) a where private.payer_key(a, null) is null) n
    where v.organization_id = vendors_of_payers.organization_id and cardinality(n.words) > 0
  ), found as (
    select p.key, n.vendor_id,
      case when n.is_alias and (starts_with(p.compact, n.compact) or starts_with(n.compact, p.compact) and char_length(p.compact) >= 8)
          then 3
        when starts_with(p.compact, n.compact) and char_length(n.compact) >= 4 then 2
        -- One word of a name may be a town's or a person's.
        when starts_with(n.compact, p.compact) and char_length(p.compact) >= 8 and (p.key like '% %' or p.compact = n.compact) then 2
        when p.key like '% %' and char_length(p.compact) >= 6 and private.is_abbreviation(p.key, n.name) then 2
        when p.word = n.word and char_length(p.word) >= 4 then 1
        when p.key not like '% %' and char_length(p.key) >= 4 and private.is_abbreviation(p.key, n.name) then 1 end as strength
    from payers p join names n on left(n.compact, 1) = left(p.compact, 1)
  ), learned as (
    select p.payer_key as key, p.vendor_id, 3 as strength, p.confirmations
    from public.bank_patterns p
    where p.organization_id = vendors_of_payers.organization_id and p.vendor_id is not null and p.payer_key = any (payer_keys)
  ), united as (
    select f.key, f.vendor_id, f.strength, 0 as confirmations from found f where f.strength is not null
    union all select * from learned)
  select u.key, u.vendor_id, max(u.strength), max(u.confirmations) from united u group by 1, 2
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
    or exists (select 1 from jsonb_array_elements(parts) p
      where (p ->> 'amount')::numeric = 0 or t.amount < 0 and (p ->> 'amount')::numeric > 0) then
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
  -- Not of lists that grow with the years, unless somebody narrows them.
  if is_filtered or way <> '' or asked in ('review', 'unclaimed') then
    execute format('select jsonb_build_object(''in'', count(*) filter (where t.amount > 0), ''out'', count(*) filter (where t.amount < 0))
      from public.bank_transactions t where %s', conditions) into directions
    using caller_organization_id, get_bank_inbox.account_id, get_bank_inbox.vendor_id, start_date, end_date, pattern;
  end if;
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
      amount, text, counterparty, reference, bank_id, payer_key, numbers)
    select i.organization_id, i.account_id, i.id, j.line, j.line_key, j.booked_on, j.value_on, j.amount, j.text, j.counterparty,
      j.reference, j.bank_id, private.payer_key(j.text, j.counterparty), private.bank_numbers(j.text)
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

CREATE OR REPLACE FUNCTION public.save_bank_remittance(transaction_id uuid, file_name text, lines jsonb, fees jsonb DEFAULT '[]'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  t public.bank_transactions := private.lock_transaction(save_bank_remittance.transaction_id);
  refusal jsonb := private.check_statement(lines, fees);
  r public.bank_remittances;
begin
  if t.id is null then
    return private.command_result('This transaction is no longer there.', null, 'transaction_not_found');
  elsif refusal is not null then
    return refusal;
  end if;
  delete from public.bank_remittances x where x.organization_id = t.organization_id and x.transaction_id = t.id;
  -- Whoever puts a statement beside money says that it pays commissions.
  update public.bank_transactions b set status = 'open', category = null, version = b.version + 1
  where b.id = t.id and b.status = 'set_aside';
  insert into public.bank_remittances (organization_id, transaction_id, file_name, fees, fee_amount, created_by)
  values (t.organization_id, t.id, left(save_bank_remittance.file_name, 255), save_bank_remittance.fees, private.sum_of_fees(fees),
    auth.uid()) returning * into r;
  perform private.add_statement_lines(r, lines);
  perform private.match_transactions(t.organization_id, array[t.id]);
  return private.command_result(null) || jsonb_build_object('remittance', private.bank_remittance(t.organization_id, t.id));
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

ALTER TABLE "public"."organizations" ADD CONSTRAINT "organizations_match_certain_within_range" CHECK (((match_certain_within >= 0) AND (match_certain_within <= 6)));

CREATE INDEX bank_transactions_payer_idx ON public.bank_transactions USING btree (organization_id, payer_key, booked_on DESC);

CREATE INDEX commissions_open_due_idx ON public.commissions USING btree (organization_id, vendor_id, COALESCE(due_on, sale_date), id, undeposited_amount) WHERE (undeposited_amount > (0)::numeric);

CREATE INDEX sales_reference_digits_idx ON public.sales USING btree (organization_id, ltrim("substring"(booking_reference, '[0-9]{4,}'::text), '0'::text)) WHERE ("substring"(booking_reference, '[0-9]{4,}'::text) IS NOT NULL);

COMMENT ON COLUMN "public"."bank_transactions"."numbers" IS 'Filled by import_bank_lines: see private.bank_numbers';

COMMENT ON COLUMN "public"."organizations"."match_certain_within" IS 'How many percent less than is open may come for a booking whose reference the text names, of its vendor, to be certain';

COMMENT ON FUNCTION "private"."bank_difference"(numeric, numeric) IS 'What it weighs that another amount came than was owed.';

COMMENT ON FUNCTION "private"."bank_digit_keys"(text) IS 'Runs of four and more digits in the text, without the zeros before them; two that stand
  apart also as one, of five to ten.';

COMMENT ON FUNCTION "private"."bank_forbids"(text[]) IS 'Why money of such a text is never certain to be commission: `not_commission` (refunds,
  overrides, bonuses, marketing money), `person` (a way in which people pay). Null for none.';

COMMENT ON FUNCTION "private"."bank_numbers"(text) IS 'Numbers of five digits and more that a text holds besides the bank''s own, without zeros
  before them. What stands in several lines of a payer is no booking.';

COMMENT ON FUNCTION "private"."bank_party"(text) IS 'Who sent the money, where the bank''s text says it in a field of its own (ORIG CO NAME:, B/O:,
  ORG=, ORIG:); null where it does not.';

COMMENT ON FUNCTION "private"."bank_plain_text"(text) IS 'The text in capitals, without what banks and payers number for themselves: ids of
  companies, traces, days, checks, routing and account numbers, the agency''s own number, amounts. What is left can name a booking.';

COMMENT ON FUNCTION "private"."bank_signals"() IS 'Every signal with its weight and what it means.';

COMMENT ON FUNCTION "private"."bank_weight"(text) IS 'What a signal weighs. Of a code that is written out the planner knows the number.';

COMMENT ON FUNCTION "private"."called_commissions"(uuid, private.bank_reading[], private.bank_payer[]) IS 'Commissions of the payer''s vendors whose customer''s last name stands in the text,
  besides the payer''s own name: what is open, and what deposits paid.';

COMMENT ON FUNCTION "private"."expected_statements"(uuid, uuid[], private.bank_payer[]) IS 'The statement that explains each of these transactions, if one does: put beside
  it, or expected from a vendor that `payers` or the transaction name, with its total less the fee, its total, or as much less as is
  not in Paperplane. parts: [{commission_id, amount, expected}], one a booking, of what is open, or was paid by deposits where it is
  taken back; lines counts those of a found booking once; total and placed are less the fee. plain: how many bookings are named beyond
  doubt: by reference, or by a traveler who is the only one, with the open amount; by both where up to a quarter of it is missing; by
  reference where it is taken back.';

COMMENT ON FUNCTION "private"."is_certain_set"(text[], integer, integer) IS 'Certain for several is that the text names each of them and no other, that they add up to
  the cent, and that the payer is their vendor.';

COMMENT ON FUNCTION "private"."is_certain_single"(text[]) IS 'Certain for one commission is the exact amount that its recognized vendor paid: with its
  reference, or when it was due about then and no other of that amount is open or named; and neither where the text names
  anything else: another sale, another reference, a number that nothing explains, a refund or override, several bookings, a person.
  Where the organization says so, also as little less as it takes for certain, with its reference as typed and its recognized vendor.';

COMMENT ON FUNCTION "private"."is_cut_reference"(text, text) IS 'Whether one of two stripped references is the beginning or the end of the other.';

COMMENT ON FUNCTION "private"."match_references"(uuid, private.bank_reading[]) IS 'Without nested loops in what follows: thousands of readings are planned as if they
  were few. Look-ups by index are lateral. Sales whose reference stands in the texts. reference: 2 as typed (zeros before a number do
  not count), 1 by its digits.';

COMMENT ON FUNCTION "private"."match_sets"(uuid, private.bank_reading[], private.bank_payer[]) IS 'Sets of open commissions that a transaction may pay: those the text names (with what is
  taken back among them), also where they are only nearly its amount; and of the recognized vendor those that add up to the cent,
  neighbours in the order of due days (also without one of them), and any two, three or four. At most
  24 commissions are looked at, those due nearest. Beyond that some set adds up to almost anything, so the search is bounded on
  purpose. named: how many of it the text names, named_besides: how many others; called: how many travelers; recorded: how many an admin has recorded as
  received; difference: what the deposit is more than their sum; found: how many sets add up. Without merge joins either: they would
  pair all pairs of a transaction to find sets of four.';

COMMENT ON FUNCTION "private"."match_singles"(uuid, private.bank_reading[], private.bank_payer[]) IS 'Single commissions each transaction may pay, with every fact. reference: see
  private.match_references, 0 none; vendor: strength, see private.vendors_of_payers; days: how long after the due day the money
  came. owed: what an exact amount is; expected: what no deposit explains. recorded_on: when an admin recorded it as received,
  without a deposit; as_recorded: the same amount, within ten days. is_later: somebody entered the sale more than three days after
  the money came (imported sales have no such day). others_named: how many other sales of the agency, whatever their state, the text
  names.';

COMMENT ON FUNCTION "private"."payer_before"(text, text[]) IS 'A payer without the travelers that the bank has written behind it.';

COMMENT ON FUNCTION "private"."payer_beginnings"(text) IS 'The first words of a payer, one to all: banks write on with whatever it says the
  payment is for. Short ones are many a payer''s.';

COMMENT ON FUNCTION "private"."payer_key"(text, text) IS 'Who pays, as the bank''s text has it: the first run of words that are neither numbers nor
  filler, of the counterparty or the field where the bank names it. Null when there is none.';

COMMENT ON FUNCTION "private"."payer_lessons"(uuid, uuid[]) IS 'What these matches teach: who paid, without the travelers that a bank writes behind it.';

COMMENT ON FUNCTION "private"."reason"(text, numeric, jsonb) IS 'A reason for a suggestion, or against it where its weight is below zero: a code with its
  parameters, and the same in English.';

COMMENT ON FUNCTION "private"."reason_text"(text, boolean, jsonb) IS 'A signal in English, for whoever knows no codes; null for one that is not told.';

COMMENT ON FUNCTION "private"."reference_form"(text) IS 'How a text of upper-case letters and digits is formed: CR30984 is AA99999. References
  of one vendor mostly have one form.';

COMMENT ON FUNCTION "private"."reference_key"(text) IS 'A reference without case, punctuation and what people write behind it ("K6YE-37 OK",
  "K6YE37 / Cooper" are K6YE37): whatever its form, the same booking has the same key.';

COMMENT ON FUNCTION "private"."set_signals"(private.bank_set[]) IS 'The signals of sets: one row for each that applies.';

COMMENT ON FUNCTION "private"."single_facts"(uuid, private.bank_reading[], private.bank_payer[]) IS 'The best twelve commissions that each transaction may pay alone, with what the texts say of
  them, and of their likes.';

COMMENT ON FUNCTION "private"."single_signals"(private.bank_fact[]) IS 'The signals of single commissions: one row for each that applies.';

COMMENT ON FUNCTION "private"."statement_candidates"(uuid) IS 'For each line without a commission those that it may mean, best first: by
  reference (4), number (2), amount (2), last and first name (1 each), and what is open (8) before what was received; and whose traveler has the name
  where the amount is near, with this vendor or with almost that reference.';

COMMENT ON FUNCTION "private"."write_match"(public.bank_transactions, jsonb, numeric, numeric, text, uuid) IS 'Writes a match: the parts [{commission_id, amount, write_off, reason}] replace those the
  transaction had. In a deposit a part may be negative: what the vendor took back of an earlier one. The caller has locked the
  transaction. The answer of a refusal, or null. `expected` in a part is what
  its commission was thought to owe: when that has changed, somebody was faster. Of a commission that an admin had recorded as
  received the deposit stands in place of that: with `rest` = ''received'' of no more than it brought (the others came otherwise),
  else of all. It keeps the recorded day unless `keep_day` is false, and what was written off with it unless `write_off` says
  otherwise.';

REVOKE ALL ON FUNCTION "private"."bank_difference"(numeric, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bank_difference"(numeric, numeric) TO "postgres";

REVOKE ALL ON FUNCTION "private"."bank_forbids"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bank_forbids"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."bank_numbers"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bank_numbers"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."bank_party"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bank_party"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."bank_plain_text"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bank_plain_text"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."bank_signals"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bank_signals"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."bank_weight"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bank_weight"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."called_commissions"(uuid, private.bank_reading[], private.bank_payer[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."called_commissions"(uuid, private.bank_reading[], private.bank_payer[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."expected_statements"(uuid, uuid[], private.bank_payer[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."expected_statements"(uuid, uuid[], private.bank_payer[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_certain_set"(text[], integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_certain_set"(text[], integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_certain_single"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_certain_single"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_cut_reference"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_cut_reference"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."match_sets"(uuid, private.bank_reading[], private.bank_payer[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."match_sets"(uuid, private.bank_reading[], private.bank_payer[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."match_singles"(uuid, private.bank_reading[], private.bank_payer[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."match_singles"(uuid, private.bank_reading[], private.bank_payer[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."payer_before"(text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."payer_before"(text, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."payer_beginnings"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."payer_beginnings"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."payer_lessons"(uuid, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."payer_lessons"(uuid, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reason"(text, numeric, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reason"(text, numeric, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reason_text"(text, boolean, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reason_text"(text, boolean, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reference_form"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reference_form"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reference_key"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reference_key"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."set_signals"(private.bank_set[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_signals"(private.bank_set[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."single_facts"(uuid, private.bank_reading[], private.bank_payer[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."single_facts"(uuid, private.bank_reading[], private.bank_payer[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."single_signals"(private.bank_fact[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."single_signals"(private.bank_fact[]) TO "postgres";

REVOKE ALL ("match_certain_within") ON TABLE "public"."organizations" FROM "authenticated";

GRANT UPDATE ("match_certain_within") ON TABLE "public"."organizations" TO "authenticated";

REVOKE ALL ON TYPE "private"."bank_fact" FROM PUBLIC;

GRANT USAGE ON TYPE "private"."bank_fact" TO "postgres";

REVOKE ALL ON TYPE "private"."bank_set" FROM PUBLIC;

GRANT USAGE ON TYPE "private"."bank_set" TO "postgres";

REVOKE ALL ON TYPE "private"."bank_single" FROM PUBLIC;

GRANT USAGE ON TYPE "private"."bank_single" TO "postgres";

CREATE INDEX sales_reference_key_idx ON public.sales USING btree (organization_id, private.reference_key(booking_reference), agent_id);

-- What is filled on import, for what is here already; suggestions that wait are computed anew.
update public.bank_transactions t set numbers = private.bank_numbers(t.text), payer_key = private.payer_key(t.text, t.counterparty),
  matching_due = t.matching_due or t.status in ('open', 'suggested');
-- What was learned of a payer stands under its name as it is read now.
with read as (
  delete from public.bank_patterns p where p.payer_key is distinct from private.payer_key(p.payer_key, null)
  returning p.*
)
insert into public.bank_patterns as p (organization_id, payer_key, vendor_id, category, confirmations, last_used_at)
select r.organization_id, private.payer_key(r.payer_key, null), r.vendor_id, r.category, sum(r.confirmations), max(r.last_used_at)
from read r where private.payer_key(r.payer_key, null) is not null group by 1, 2, 3, 4
on conflict on constraint bank_patterns_payer_key_key do update
  set confirmations = p.confirmations + excluded.confirmations, last_used_at = greatest(p.last_used_at, excluded.last_used_at);
