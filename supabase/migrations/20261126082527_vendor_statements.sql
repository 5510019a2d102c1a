set local check_function_bodies = off;

DROP FUNCTION "public"."save_bank_remittance"(uuid, text, jsonb);

ALTER TABLE "public"."bank_remittance_lines" ADD COLUMN "gross_amount" numeric(12,2);

ALTER TABLE "public"."bank_remittance_lines" ADD COLUMN "dates" text;

ALTER TABLE "public"."bank_remittance_lines" ADD COLUMN "note" text;

ALTER TABLE "public"."bank_remittances" ADD COLUMN "vendor_id" uuid;

ALTER TABLE "public"."bank_remittances" ADD COLUMN "state" text NOT NULL DEFAULT 'read'::text;

ALTER TABLE "public"."bank_remittances" ADD COLUMN "deposit_id" uuid;

ALTER TABLE "public"."bank_remittances" ADD COLUMN "document_id" uuid;

ALTER TABLE "public"."bank_remittances" ADD COLUMN "total_amount" numeric(12,2) NOT NULL DEFAULT 0;

ALTER TABLE "public"."bank_remittances" ADD COLUMN "fee_amount" numeric(12,2) NOT NULL DEFAULT 0;

ALTER TABLE "public"."bank_remittances" ADD COLUMN "fees" jsonb NOT NULL DEFAULT '[]'::jsonb;

ALTER TABLE "public"."bank_remittances" ADD COLUMN "left_out" jsonb NOT NULL DEFAULT '[]'::jsonb;

ALTER TABLE "public"."bank_remittances" ADD COLUMN "expected_on" date;

ALTER TABLE "public"."bank_remittances" ADD COLUMN "version" integer NOT NULL DEFAULT 1;

ALTER TABLE "public"."bank_remittances" ALTER COLUMN "transaction_id" DROP NOT NULL;

CREATE TYPE "private"."compared_line" AS ("kind" text, "line_number" integer, "reference" text, "name" text, "dates" text, "gross" numeric, "note" text, "amount" numeric, "commission_id" uuid, "ours" numeric);

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
        select b.unclaimed, b.fee into beside from private.beside_statement(t, s) b;
        refusal := private.write_match(t, s.parts, beside.unclaimed, beside.fee, null, null);
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

CREATE OR REPLACE FUNCTION private.add_statement_lines(r public.bank_remittances, lines jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.bank_remittance_lines
    (organization_id, remittance_id, line_number, reference, name, amount, gross_amount, dates, note)
  select distinct on (x.n) r.organization_id, r.id, x.n, nullif(btrim(e ->> 'reference'), ''), nullif(btrim(e ->> 'name'), ''),
    (e ->> 'amount')::numeric, (e ->> 'gross')::numeric, nullif(btrim(e ->> 'dates'), ''), nullif(btrim(e ->> 'text'), '')
  from (select e, (e ->> 'line')::int as n from jsonb_array_elements(lines) e) x(e, n)
  order by x.n;
  update public.bank_remittances x set total_amount = (
    select sum(l.amount) from public.bank_remittance_lines l where l.organization_id = r.organization_id and l.remittance_id = r.id)
  where x.id = r.id;
  perform private.match_remittance(r.id);
end $function$;

CREATE OR REPLACE FUNCTION private.bank_remittance(organization_id uuid, transaction_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', r.id, 'file_name', r.file_name, 'total', r.total_amount, 'fee', f.fee,
    'fits', r.total_amount - f.fee = t.amount, 'expected', r.vendor_id is not null, 'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('line', l.line_number, 'reference', l.reference, 'name', l.name,
        'amount', l.amount, 'commission', shown.commission) order by l.line_number), '[]')
      from public.bank_remittance_lines l
      left join (
        select (c ->> 'commission_id')::uuid as id, c as commission
        from jsonb_array_elements(private.bank_commission_rows(r.organization_id, array(
          select distinct x.commission_id from public.bank_remittance_lines x
          where x.organization_id = r.organization_id and x.remittance_id = r.id and x.commission_id is not null))) c) shown
        on shown.id = l.commission_id
      where l.organization_id = r.organization_id and l.remittance_id = r.id))
  from public.bank_remittances r
  join public.bank_transactions t on t.organization_id = r.organization_id and t.id = bank_remittance.transaction_id
  cross join lateral (select case when r.total_amount = t.amount then 0 else r.fee_amount end as fee) f
  where r.organization_id = bank_remittance.organization_id
    and r.id = private.statement_of(bank_remittance.organization_id, bank_remittance.transaction_id)
$function$;

CREATE OR REPLACE FUNCTION private.beside_statement(t public.bank_transactions, s public.bank_suggestions, OUT unclaimed numeric, OUT fee numeric)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  unclaimed := 0;
  fee := 0;
  if s.reasons @> '[{"code": "statement"}]' then
    select t.amount - e.placed, e.fee into unclaimed, fee
    from private.expected_statements(t.organization_id, array[t.id]) e
    where e.total = t.amount and e.placed <= t.amount and e.parts = s.parts;
    unclaimed := coalesce(unclaimed, 0);
    fee := coalesce(fee, 0);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.check_statement(lines jsonb, fees jsonb, left_out jsonb DEFAULT '[]'::jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) not between 1 and 500 or exists (
      select 1 from jsonb_array_elements(lines) e where jsonb_typeof(e) <> 'object' or coalesce(e ->> 'line' !~ '^[1-9]\d{0,5}$', true)
        or coalesce(e ->> 'amount' !~ '^-?\d{1,10}(\.\d{1,2})?$', true) or e ->> 'gross' !~ '^-?\d{1,10}(\.\d{1,2})?$'
        or char_length(e ->> 'reference') > 300 or char_length(e ->> 'name') > 300 or char_length(e ->> 'text') > 300
        or char_length(e ->> 'dates') > 100) then
      private.command_result('Send up to 500 lines, each with its number and an amount like 1482.50.', 'lines', 'lines_expected')
    when jsonb_typeof(fees) is distinct from 'array' or jsonb_array_length(fees) > 20 or exists (
      select 1 from jsonb_array_elements(fees) e where jsonb_typeof(e) <> 'object' or coalesce(e ->> 'line' !~ '^[1-9]\d{0,5}$', true)
        or coalesce(e ->> 'amount' !~ '^\d{1,10}(\.\d{1,2})?$', true) or char_length(e ->> 'text') > 100) then
      private.command_result('Send up to 20 fees, each with an amount like 15.00.', 'fees', 'fees_expected')
    when jsonb_typeof(left_out) is distinct from 'array' or jsonb_array_length(left_out) > 1000 or octet_length(left_out::text) > 200000 or exists (
      select 1 from jsonb_array_elements(left_out) e where jsonb_typeof(e) <> 'object'
        or coalesce(e ->> 'line' !~ '^[1-9]\d{0,5}$', true)
        or coalesce(e ->> 'why' not in ('text', 'head', 'sum', 'other_table', 'amount'), true) or char_length(e ->> 'text') > 300) then
      private.command_result('Send up to 1,000 rows that were left out, each with its reason.', 'left_out', 'left_out_expected')
  end
$function$;

CREATE OR REPLACE FUNCTION private.compare_statement(r public.bank_remittances)
 RETURNS SETOF private.compared_line
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when l.commission_id is null then 'missing' when l.paid < 0 then 'other' when o.ours = l.paid then 'agrees'
      when o.ours = 0 then 'received' else 'other' end,
    l.line_number, l.reference, l.name, l.dates, l.gross_amount, l.note, l.amount, l.commission_id, o.ours
  from (
    select x.*, sum(x.amount) over (partition by x.commission_id) as paid from public.bank_remittance_lines x
    where x.organization_id = r.organization_id and x.remittance_id = r.id) l
  left join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id
  -- What its own deposit paid was open when it was read.
  left join public.bank_allocations a on a.organization_id = l.organization_id and a.commission_id = l.commission_id
    and a.transaction_id = r.deposit_id
  cross join lateral (
    select c.undeposited_amount + coalesce(a.amount + a.write_off_amount, 0) as ours) o
  union all
  select 'unlisted', null, null, null, null, null, null, null, u.commission_id, u.open_amount
  from (
    select m.commission_id, m.open as open_amount from private.commission_money m
    where m.organization_id = r.organization_id and m.vendor_id = r.vendor_id and m.open_amount > 0 and m.open > 0
      and m.due_on <= (r.created_at at time zone 'UTC')::date + 31
      and not exists (select 1 from public.bank_remittance_lines l
        where l.organization_id = r.organization_id and l.remittance_id = r.id and l.commission_id = m.commission_id)
    order by m.due_on, m.commission_id limit 200) u
$function$;

CREATE OR REPLACE FUNCTION private.expected_statements(organization_id uuid, transaction_ids uuid[], payers private.bank_payer[] DEFAULT '{}'::private.bank_payer[])
 RETURNS TABLE(transaction_id uuid, remittance_id uuid, lines bigint, found bigint, recorded bigint, total numeric, placed numeric, fee numeric, parts jsonb)
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
  select p.transaction_id, p.id, m.lines, m.found, m.recorded, r.total_amount - f.fee, m.placed - f.fee, f.fee, m.parts
  from pairs p
  join public.bank_remittances r on r.organization_id = expected_statements.organization_id and r.id = p.id
  join public.bank_transactions t on t.organization_id = r.organization_id and t.id = p.transaction_id
  cross join lateral (select case when r.total_amount = t.amount then 0 else r.fee_amount end as fee) f
  cross join lateral (
    select sum(case when b.found then 1 else b.lines end)::bigint as lines, count(*) filter (where b.found) as found,
      count(*) filter (where b.found and b.manual_amount > 0) as recorded, sum(b.amount) filter (where b.found) as placed,
      jsonb_agg(jsonb_build_object('commission_id', b.id, 'amount', b.amount, 'expected', b.undeposited_amount) order by b.line_number)
        filter (where b.found) as parts
    from (
      -- Lines of one booking are one part.
      select c.id, c.manual_amount, c.undeposited_amount, min(l.line_number) as line_number, count(*) as lines, sum(l.amount) as amount,
        c.id is not null and sum(l.amount) > 0 as found
      from public.bank_remittance_lines l
      left join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id and c.undeposited_amount > 0
      where l.organization_id = r.organization_id and l.remittance_id = r.id
      group by c.id) b) m
$function$;

CREATE OR REPLACE FUNCTION private.match_remittance(remittance_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  l record;
  found_id uuid;
  line_ids uuid[] := '{}';
  found_ids uuid[] := '{}';
  taken uuid[] := array(select x.commission_id from public.bank_remittance_lines x
    join public.bank_remittances r on r.organization_id = x.organization_id and r.id = x.remittance_id
    where r.id = match_remittance.remittance_id and x.commission_id is not null);
begin
  for l in
    select c.line_id, array_agg(c.commission_id order by c.n) as ids,
      array_agg(c.commission_id order by c.n) filter (where c.referred and c.score = c.best) as referred
    from (
      select s.*, max(s.score) over (partition by s.line_id) as best, row_number() over () as n
      from private.statement_candidates(match_remittance.remittance_id) s) c
    group by c.line_id, c.place order by c.place
  loop
    -- What is not taken comes first among equals; what the reference names best may stand in several lines.
    found_id := coalesce(
      (select u.id from unnest(l.referred) with ordinality u(id, n) where u.id <> all (taken) order by u.n limit 1), l.referred[1],
      (select u.id from unnest(l.ids) with ordinality u(id, n) where u.id <> all (taken) order by u.n limit 1));
    if found_id is not null then
      line_ids := line_ids || l.line_id;
      found_ids := found_ids || found_id;
      taken := taken || found_id;
    end if;
  end loop;
  update public.bank_remittance_lines x set commission_id = f.commission_id
  from unnest(line_ids, found_ids) f(line_id, commission_id) where x.id = f.line_id;
end $function$;

CREATE OR REPLACE FUNCTION private.rank_suggestions(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
 RETURNS TABLE(transaction_id uuid, rank integer, kind text, certainty text, parts jsonb, commission_id uuid, reasons jsonb, difference numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
AS $function$
  with t as materialized (
    select r.* from unnest(readings) r
  ), counted as materialized (
    select m.*, count(*) filter (where m.exact and m.reference > 0) over w as exact_named,
      coalesce(bool_or(m.recorded_on is not null and m.reference = 2) over w, false) as names_recorded,
      count(*) filter (where m.exact and m.recorded_on is null) over w as exact_open,
      count(*) filter (where m.reference = 2) over w as named,
      count(*) filter (where m.exact and m.vendor > 0) over w as exact_of_vendor,
      count(*) filter (where m.exact) over w as exact_count
    from private.match_singles(rank_suggestions.organization_id, readings, payers) m
    window w as (partition by m.transaction_id)
  ), singles as materialized (
    -- What an admin recorded as received comes after all that is not, but where reference, amount and day fit; and where its reference
    -- stands in the text it comes before what has nothing but the amount, or a payer without it. So do sets: with a
    -- reference they are as good as any, without one those of what is not received come first.
    select m.*, row_number() over (partition by m.transaction_id order by m.tier, m.score desc, abs(m.days), m.commission_id) as place
    from (
      select c.*, case
        when c.recorded_on is null then case when c.names_recorded and c.reference = 0
          and (not c.exact or c.vendor = 0 and not c.name) then 2 else 0 end
        when c.as_recorded and c.reference = 2 and c.exact_named = 1 then 0
        when c.reference = 2 then 1 else 3 end as tier
      from counted c) m
  ), top as materialized (
    select s.*, t.rest, t.booked_on, t.keys, t.digits, c.sales_id, c.vendor_id, c.due_on, b.booking_reference,
      upper(regexp_replace(b.booking_reference, '[^A-Za-z0-9]', '', 'g')) as key,
      private.other_reference(w.text, b.booking_reference) as bank_says
    from singles s join t on t.id = s.transaction_id
    cross join lateral (
      select concat_ws(' ', x.text, x.counterparty, x.reference) as text from public.bank_transactions x where x.id = t.id offset 0) w
    cross join lateral (select * from public.commissions c where c.id = s.commission_id offset 0) c
    cross join lateral (select * from public.sales b where b.id = c.sales_id offset 0) b
    where s.place <= 3
  ), habits as materialized (
    -- What vendors' last deposits were short of, as people confirmed: fees, and what was written off.
    select v.vendor_id, (
      select array_agg(x.missing) from (
        select d.id, d.fee_amount from public.bank_transactions d
        where d.organization_id = rank_suggestions.organization_id and d.vendor_id = v.vendor_id and d.status = 'matched'
          and d.amount > 0
        order by d.booked_on desc, d.id limit 20) d
      cross join lateral (
        select d.fee_amount where d.fee_amount > 0
        union all
        select a.write_off_amount from public.bank_allocations a
        where a.organization_id = rank_suggestions.organization_id and a.transaction_id = d.id and a.write_off_amount > 0) x(missing))
      as missing
    from (select distinct p.vendor_id from top p where p.owed > p.rest and p.rest > 0) v
  ), read as materialized (
    select p.*, p.owed > p.rest and p.owed - p.rest = any (h.missing) as as_usual,
      p.reference = 0 and exists (select 1 from unnest(p.keys) k
        where char_length(k) = char_length(p.key) and private.is_near_reference(k, p.key)) as near_reference,
      p.reference = 0 and exists (
        select 1 from unnest(p.keys || p.digits) k
        where char_length(k) = char_length(p.key) and k ~ '\d' and private.reference_form(k) = private.reference_form(p.key)
          and not private.is_near_reference(k, p.key)) as other_reference
    from top p left join habits h on h.vendor_id = p.vendor_id
  ), sets as materialized (
    select s.* from private.match_sets(rank_suggestions.organization_id, array(
      select r from unnest(readings) r where not exists (
        select 1 from singles s where s.transaction_id = r.id and s.exact and s.tier = 0
          and (s.reference > 0 or s.vendor > 0 or s.name))), payers) s
    where s.place <= 3
  ), united as (
    select r.transaction_id, r.tier,
      r.score + case when r.near_reference then 3 when r.other_reference then -3 else 0 end + case when r.as_usual then 2 else 0 end
        as score,
      case when r.rest < 0 then 'recall' when r.exact then 'single' when r.owed > r.rest then 'short' else 'over' end as kind,
      case
        when r.bank_says is not null and r.reference < 2 then 'possible'
        when r.recorded_on is not null and (r.tier > 0 or not r.exact) then
          case when r.exact and (r.reference > 0 or r.vendor >= 2 or r.name) or r.reference = 2 then 'likely' else 'possible' end
        when r.rest > 0 and r.exact and r.reference > 0 and r.exact_named = 1 and (r.reference = 2 or not r.another_vendor)
          and r.days between -200 and 400 then 'certain'
        when r.rest > 0 and r.exact and r.vendor >= 2 and r.exact_of_vendor = 1 and r.named = 0 and r.exact_named = 0
          and not r.other_reference and r.days between -21 and 90 and (r.rest >= 50 or r.name or r.days between -10 and 45)
          then 'certain'
        when r.exact and (r.reference > 0 or r.vendor >= 2 or r.name) or r.reference = 2 then 'likely'
        else 'possible' end as certainty,
      jsonb_build_array(jsonb_build_object('commission_id', r.commission_id, 'amount', r.rest, 'expected', r.expected)) as parts,
      r.commission_id, r.rest - case when r.rest < 0 then -r.owed else r.owed end as difference,
      jsonb_path_query_array(jsonb_build_array(
        case when r.recorded_on is not null then private.reason('recorded', -2, 'Recorded as received on ' || to_char(r.recorded_on,
          case when date_trunc('year', r.recorded_on) = date_trunc('year', r.booked_on) then 'FMMon FMDD' else 'FMMon FMDD, YYYY' end),
          jsonb_build_object('on', r.recorded_on, 'booked_on', r.booked_on)) end,
        case when r.recorded_on is not null then private.reason('recorded_day',
          case when abs(r.booked_on - r.recorded_on) <= 10 then 1 else -1 end, case when r.booked_on = r.recorded_on then 'On that day'
            else abs(r.booked_on - r.recorded_on) || case abs(r.booked_on - r.recorded_on) when 1 then ' day' else ' days' end
              || case when r.booked_on > r.recorded_on then ' later' else ' earlier' end end,
          jsonb_build_object('days', r.booked_on - r.recorded_on)) end,
        case when r.reference = 2 then private.reason('reference', 3, r.booking_reference || ' stands in the text',
            jsonb_build_object('reference', r.booking_reference))
          when r.reference = 1 then private.reason('reference_digits', 2, 'The number of ' || r.booking_reference || ' stands in the text',
            jsonb_build_object('reference', r.booking_reference))
          when r.near_reference then private.reason('reference_near', 2, 'Almost ' || r.booking_reference || ' stands in the text',
            jsonb_build_object('reference', r.booking_reference))
          when r.other_reference and r.bank_says is null then private.reason('other_reference', -2, 'The text names another reference') end,
        case when r.bank_says is not null and r.reference < 2 then private.reason('bank_says', -2, 'Bank says ' || r.bank_says,
            jsonb_build_object('reference', r.bank_says))
          || jsonb_build_object('reference', r.bank_says) end,
        case when r.exact then private.reason('amount', 3, 'The amount is exact')
          when r.owed > abs(r.rest) then private.reason('short', -1, to_char(r.owed - abs(r.rest), 'FM999,999,990.00') || ' less than expected',
            jsonb_build_object('amount', r.owed - abs(r.rest)))
          else private.reason('over', -1, to_char(abs(r.rest) - r.owed, 'FM999,999,990.00') || ' more than expected',
            jsonb_build_object('amount', abs(r.rest) - r.owed)) end,
        case when r.as_usual then private.reason('as_usual', 2, 'Earlier deposits of the vendor were as much less') end,
        case when r.confirmations > 0 then private.reason('payer_confirmed', 3, 'Payer name confirmed ' || r.confirmations
            || case r.confirmations when 1 then ' time' else ' times' end, jsonb_build_object('count', r.confirmations))
          when r.vendor = 3 then private.reason('payer_alias', 3, 'The payer is an alias of the vendor')
          when r.vendor = 2 then private.reason('payer_name', 2, 'The payer has the vendor''s name')
          when r.vendor = 1 then private.reason('payer_like', 1, 'The payer may be the vendor')
          when r.another_vendor then private.reason('payer_other', -2, 'The payer looks like another vendor') end,
        case when r.name then private.reason('name', 2, 'A traveler''s name stands in the text') end,
        case when r.days between -21 and 75 then private.reason('due', 1, 'It was due about then')
          when r.days < -60 or r.days > 180 then private.reason('due', -1, 'It was due at another time') end,
        case when r.exact and r.vendor > 0 and r.exact_of_vendor = 1 and r.recorded_on is null then
            private.reason('only', 2, 'The only open commission of this amount')
          when r.exact and o.others > 0 and r.exact_named <> 1 then private.reason('twins', -2, o.others
            || case o.others when 1 then ' other owes' else ' others owe' end || ' the same',
            jsonb_build_object('count', o.others))
          when r.exact and r.exact_count > 1 and r.exact_named <> 1 then
            private.reason('twins', -1, 'Another of this amount is recorded as received') end),
        '$[*] ? (@ != null)') as reasons
    from read r
    cross join lateral (select r.exact_open - (r.recorded_on is null)::int as others) o
    union all
    select s.transaction_id, case when s.recorded = 0 or s.named > 0 then 0 else 3 end, s.score, 'set', case when s.named > 1 or s.count_fits or s.found = 1 and s.in_order then 'likely' else 'possible' end,
      p.parts, s.commission_ids[1], 0,
      jsonb_path_query_array(jsonb_build_array(
        case when s.named > 0 then private.reason('reference', 3, s.named || case s.named when 1 then ' reference stands'
          else ' references stand' end || ' in the text', jsonb_build_object('count', s.named)) end,
        private.reason('sum', 2, cardinality(s.commission_ids) || ' open commissions add up',
          jsonb_build_object('count', cardinality(s.commission_ids))),
        case when s.count_fits then private.reason('count', 2, 'The text says as many bookings')
          when s.count_fits is false then private.reason('count', -2, 'The text says another number of bookings') end,
        case s.vendor when 3 then private.reason('payer_alias', 3, 'The payer is known', '{"known": true}') when 2 then
          private.reason('payer_name', 2, 'The payer has the vendor''s name') else private.reason('payer_like', 1, 'The payer may be the vendor') end,
        private.recorded_reason(s.recorded),
        case when s.in_order then private.reason('order', 1, 'They were due one after the other') end,
        case when s.found > 1 then private.reason('sets', -1, (s.found - 1) || case s.found when 2 then ' other set adds up, too'
          else ' other sets add up, too' end, jsonb_build_object('count', s.found - 1)) end), '$[*] ? (@ != null)')
    from sets s
    cross join lateral (
      select jsonb_agg(jsonb_build_object('commission_id', c.id, 'amount', c.undeposited_amount, 'expected', c.undeposited_amount) order by u.n) as parts
      from unnest(s.commission_ids) with ordinality u(id, n)
      cross join lateral (select * from public.commissions c where c.id = u.id offset 0) c) p
    union all
    -- The vendor's own statement beats everything else.
    select t.id, 0 as tier, 100 as score, 'set', case when m.lines = m.found and m.total = t.rest then 'likely' else 'possible' end, m.parts,
      (m.parts -> 0 ->> 'commission_id')::uuid, t.rest - m.placed,
      jsonb_path_query_array(jsonb_build_array(
        private.reason('statement', 3, 'The statement names ' || m.found || case m.found when 1 then ' booking' else ' bookings' end,
          jsonb_build_object('count', m.found)),
        case when m.total = t.rest then private.reason('statement_total', 2, 'Its total is the deposit')
          else private.reason('statement_total', -1, 'Its total is ' || to_char(m.total, 'FM999,999,990.00'),
            jsonb_build_object('amount', m.total)) end,
        private.recorded_reason(m.recorded),
        case when m.lines > m.found then private.reason('statement_missing', -1, (m.lines - m.found)
          || case m.lines - m.found when 1 then ' line is' else ' lines are' end || ' not in Paperplane',
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

CREATE OR REPLACE FUNCTION private.rematch_for_statement(r public.bank_remittances)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.match_transactions(r.organization_id, array(
    select t.id from public.bank_transactions t
    where t.organization_id = r.organization_id and t.status in ('open', 'suggested')
      and t.amount between r.total_amount - r.fee_amount - (
        select coalesce(sum(l.amount) filter (where l.amount > 0), 0) from public.bank_remittance_lines l
        where l.organization_id = r.organization_id and l.remittance_id = r.id and l.commission_id is null) and r.total_amount
    order by t.booked_on desc, t.id limit 200));
end $function$;

CREATE OR REPLACE FUNCTION private.settle_statement()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.status = 'matched' then
    -- Where nothing is expected of the vendor, nothing is looked for: imports match thousands.
    if exists (select 1 from public.bank_remittances r
      where r.organization_id = new.organization_id and r.vendor_id = new.vendor_id and r.state = 'expected' and r.deposit_id is null) then
      update public.bank_remittances r set deposit_id = new.id
      where r.organization_id = new.organization_id and r.vendor_id is not null
        and r.id = (select e.remittance_id from private.expected_statements(new.organization_id, array[new.id]) e)
        and exists (
          select 1 from public.bank_remittance_lines l
          join public.bank_allocations a on a.organization_id = l.organization_id and a.commission_id = l.commission_id
            and a.transaction_id = new.id
          where l.organization_id = r.organization_id and l.remittance_id = r.id);
    end if;
  else
    update public.bank_remittances r set deposit_id = null
    where r.organization_id = new.organization_id and r.deposit_id = new.id;
  end if;
  return null;
end $function$;

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
      private.bank_reference_keys(private.bank_words(x.reference)) as keys, private.statement_keys(x.reference) as digits,
      row_number() over (order by x.reference is null, x.line_number)::int as place
    from r join public.bank_remittance_lines x on x.organization_id = r.organization_id and x.remittance_id = r.id
    where x.commission_id is null
  ), found as materialized (
    select l.id, s.id as sale_id
    from l cross join lateral unnest(l.keys) k(key)
    cross join lateral (
      select s.id from public.sales s where s.organization_id = l.organization_id
        and upper(regexp_replace(s.booking_reference, '[^A-Za-z0-9]', '', 'g')) = k.key limit 20) s
    union
    select l.id, s.id
    from l cross join lateral unnest(l.digits) d(digits)
    cross join lateral (
      select s.id from public.sales s where s.organization_id = l.organization_id
        and substring(s.booking_reference from '[0-9]{4,}') = d.digits
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
  ), names as materialized (
    -- Each name is taken apart once.
    select k.id, private.bank_words(k.last_name) as words
    from (select a.customer_id from alike a
      union select s.customer_id from found f
      cross join lateral (select s.customer_id from public.sales s where s.id = f.sale_id offset 0) s) i
    cross join lateral (select k.id, k.last_name from public.customers k where k.id = i.customer_id offset 0) k
  ), ids as materialized (
    select n.id, n.commission_id from named n
    union
    select a.id, a.commission_id from alike a join names k on k.id = a.customer_id
    where a.owing = a.vendor_id or k.words && a.words
  )
  select l.id, l.place, c.id, f.named::int * 4 + f.numbered::int * 2 + f.exact::int * 2 + coalesce(f.called, false)::int
    + (f.numbered and c.vendor_id is not distinct from l.vendor_id)::int + o.open::int * 8, f.named or f.numbered
  from ids i
  join l on l.id = i.id
  cross join lateral (select * from public.commissions c where c.id = i.commission_id offset 0) c
  cross join lateral (select * from public.sales s where s.id = c.sales_id offset 0) s
  join names k on k.id = s.customer_id
  cross join lateral (
    select upper(regexp_replace(s.booking_reference, '[^A-Za-z0-9]', '', 'g')) = any (l.keys) as named,
      coalesce(substring(s.booking_reference from '[0-9]{4,}') = any (l.digits), false) as numbered,
      k.words && l.words as called, c.undeposited_amount = l.amount as exact) f
  -- What a vendor takes back was received before; what it pays is open, or was received, too.
  cross join lateral (
    select case when l.amount < 0 then c.deposited_amount > 0 else c.undeposited_amount > 0 end as open) o
  where f.named or f.numbered and (f.exact or f.called or c.vendor_id = l.vendor_id) or f.exact and o.open
  order by 2, 4 desc, c.manual_amount > 0, c.due_on, 3
$function$;

CREATE OR REPLACE FUNCTION private.statement_keys(reference text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array(select distinct k from unnest(private.bank_digit_keys(reference)) d
    cross join lateral (values (d), (ltrim(d, '0')), ('0' || d), ('00' || d), ('000' || d)) v(k) where char_length(k) >= 4)
$function$;

CREATE OR REPLACE FUNCTION private.statement_of(organization_id uuid, transaction_id uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select r.id from public.bank_remittances r
      where r.organization_id = statement_of.organization_id and statement_of.transaction_id in (r.transaction_id, r.deposit_id)
      order by r.transaction_id is null limit 1),
    (select e.remittance_id from private.expected_statements(organization_id, array[transaction_id]) e))
$function$;

CREATE OR REPLACE FUNCTION private.statement_of_vendor(statement_id uuid)
 RETURNS public.bank_remittances
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  r public.bank_remittances;
begin
  select x.* into r from public.bank_remittances x
  where x.organization_id = caller_organization_id and x.id = statement_of_vendor.statement_id and x.vendor_id is not null
  for no key update;
  return r;
end $function$;

CREATE OR REPLACE FUNCTION private.statement_status(r public.bank_remittances)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when r.deposit_id is not null then 'matched' else r.state end
$function$;

CREATE OR REPLACE FUNCTION private.sum_of_fees(fees jsonb)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(sum((e ->> 'amount')::numeric), 0) from jsonb_array_elements(fees) e
$function$;

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
  where x.id = delete_bank_remittance.remittance_id and x.organization_id = caller_organization_id and x.transaction_id is not null
  returning x.* into r;
  if r.id is null then
    return private.command_result('This statement is no longer there.', null, 'statement_not_found');
  end if;
  perform private.match_transactions(caller_organization_id, array[r.transaction_id]);
  return private.command_result(null);
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
      'fee', r.fee_amount, 'fees', r.fees, 'left_out', r.left_out, 'expected_on', r.expected_on, 'created_at', r.created_at,
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
    'references', (
      select coalesce(jsonb_agg(s.booking_reference), '[]')
      from (select s.booking_reference from public.sales s
        where s.organization_id = caller_organization_id and s.vendor_id = list_vendor_statements.vendor_id
        order by s.sale_date desc, s.id limit 5000) s));
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
  insert into public.bank_remittances (organization_id, transaction_id, file_name, fees, fee_amount, created_by)
  values (t.organization_id, t.id, left(save_bank_remittance.file_name, 255), save_bank_remittance.fees, private.sum_of_fees(fees),
    auth.uid()) returning * into r;
  perform private.add_statement_lines(r, lines);
  perform private.match_transactions(t.organization_id, array[t.id]);
  return private.command_result(null) || jsonb_build_object('remittance', private.bank_remittance(t.organization_id, t.id));
end $function$;

CREATE OR REPLACE FUNCTION public.save_vendor_statement(vendor_id uuid, file_name text, lines jsonb, fees jsonb DEFAULT '[]'::jsonb, left_out jsonb DEFAULT '[]'::jsonb, document_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  refusal jsonb := private.check_statement(lines, fees, left_out);
  r public.bank_remittances;
begin
  if not exists (select 1 from public.vendors v
    where v.organization_id = caller_organization_id and v.id = save_vendor_statement.vendor_id) then
    return private.command_result('This vendor does not exist.', 'vendor_id', 'vendor_not_found');
  elsif refusal is not null then
    return refusal;
  end if;
  insert into public.bank_remittances (organization_id, vendor_id, file_name, document_id, fees, fee_amount, left_out, created_by)
  values (caller_organization_id, save_vendor_statement.vendor_id, left(save_vendor_statement.file_name, 255),
    save_vendor_statement.document_id, save_vendor_statement.fees, private.sum_of_fees(fees), save_vendor_statement.left_out, auth.uid())
  returning * into r;
  perform private.add_statement_lines(r, lines);
  return private.command_result(null) || jsonb_build_object('statement_id', r.id);
exception when foreign_key_violation then
  return private.command_result('This document does not exist.', 'document_id', 'document_not_found');
end $function$;

CREATE OR REPLACE FUNCTION public.set_statement_line(statement_id uuid, expected_version integer, line integer, commission_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r public.bank_remittances := private.statement_of_vendor(set_statement_line.statement_id);
begin
  if r.id is null then
    return private.command_result('This statement is no longer there.', null, 'statement_not_found');
  elsif r.version is distinct from set_statement_line.expected_version then
    return private.command_result('Somebody was faster: look at what they did.', 'version', 'bank_conflict');
  elsif r.deposit_id is not null then
    return private.command_result('Its deposit is matched. Take that back first.', null, 'statement_matched');
  elsif not exists (select 1 from public.commissions c where c.organization_id = r.organization_id
    and c.id = set_statement_line.commission_id and c.status <> 'cancelled') then
    return private.command_result('This commission does not exist.', 'commission_id', 'commission_not_found');
  end if;
  update public.bank_remittance_lines l set commission_id = set_statement_line.commission_id
  where l.organization_id = r.organization_id and l.remittance_id = r.id and l.line_number = set_statement_line.line;
  if not found then
    return private.command_result('This line is no longer there.', 'line', 'statement_line_not_found');
  end if;
  update public.bank_remittances x set version = x.version + 1 where x.id = r.id returning x.* into r;
  perform private.rematch_for_statement(r);
  return private.command_result(null) || jsonb_build_object('version', r.version);
end $function$;

CREATE OR REPLACE FUNCTION public.set_vendor_statement(statement_id uuid, expected_version integer, state text, expected_on date DEFAULT NULL::date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r public.bank_remittances := private.statement_of_vendor(set_vendor_statement.statement_id);
begin
  if r.id is null then
    return private.command_result('This statement is no longer there.', null, 'statement_not_found');
  elsif r.version is distinct from set_vendor_statement.expected_version then
    return private.command_result('Somebody was faster: look at what they did.', 'version', 'bank_conflict');
  elsif set_vendor_statement.state is null or set_vendor_statement.state not in ('read', 'expected', 'set_aside') then
    return private.command_result('Say what becomes of the statement.', 'state', 'statement_state_missing');
  elsif r.deposit_id is not null then
    return private.command_result('Its deposit is matched. Take that back first.', 'state', 'statement_matched');
  elsif set_vendor_statement.state = 'expected' and r.total_amount - r.fee_amount <= 0 then
    return private.command_result('It adds up to nothing that could come.', 'state', 'statement_of_nothing');
  elsif set_vendor_statement.expected_on not between '1900-01-01' and '2199-12-31' then
    return private.command_result('Enter a day from 1900 to 2199.', 'expected_on', 'expected_on_wrong');
  end if;
  update public.bank_remittances x set state = set_vendor_statement.state, version = x.version + 1,
    expected_on = case when set_vendor_statement.state = 'expected' then set_vendor_statement.expected_on end
  where x.id = r.id returning x.* into r;
  perform private.match_remittance(r.id);
  perform private.rematch_for_statement(r);
  return private.command_result(null) || jsonb_build_object('version', r.version);
end $function$;

ALTER TABLE "public"."bank_remittance_lines" ADD CONSTRAINT "bank_remittance_lines_dates_length" CHECK ((char_length(dates) <= 100));

ALTER TABLE "public"."bank_remittance_lines" ADD CONSTRAINT "bank_remittance_lines_gross_amount_range" CHECK (((gross_amount >= '-9999999999.99'::numeric) AND (gross_amount <= 9999999999.99)));

ALTER TABLE "public"."bank_remittance_lines" ADD CONSTRAINT "bank_remittance_lines_note_length" CHECK ((char_length(note) <= 300));

ALTER TABLE "public"."bank_remittances" ADD CONSTRAINT "bank_remittances_deposit_id_fkey" FOREIGN KEY (organization_id, deposit_id) REFERENCES public.bank_transactions(organization_id, id) ON DELETE SET NULL (deposit_id);

ALTER TABLE "public"."bank_remittances" ADD CONSTRAINT "bank_remittances_deposit_id_key" UNIQUE (organization_id, deposit_id);

ALTER TABLE "public"."bank_remittances" ADD CONSTRAINT "bank_remittances_document_id_fkey" FOREIGN KEY (organization_id, document_id) REFERENCES public.documents(organization_id, id) ON DELETE SET NULL (document_id);

ALTER TABLE "public"."bank_remittances" ADD CONSTRAINT "bank_remittances_expected_on_range" CHECK (((expected_on >= '1900-01-01'::date) AND (expected_on <= '2199-12-31'::date)));

ALTER TABLE "public"."bank_remittances" ADD CONSTRAINT "bank_remittances_fee_amount_range" CHECK (((fee_amount >= (0)::numeric) AND (fee_amount <= 9999999999.99)));

ALTER TABLE "public"."bank_remittances" ADD CONSTRAINT "bank_remittances_fees_length" CHECK (((jsonb_typeof(fees) = 'array'::text) AND (octet_length((fees)::text) <= 20000)));

ALTER TABLE "public"."bank_remittances" ADD CONSTRAINT "bank_remittances_left_out_length" CHECK (((jsonb_typeof(left_out) = 'array'::text) AND (octet_length((left_out)::text) <= 200000)));

ALTER TABLE "public"."bank_remittances" ADD CONSTRAINT "bank_remittances_state_known" CHECK ((state = ANY (ARRAY['read'::text, 'expected'::text, 'set_aside'::text])));

ALTER TABLE "public"."bank_remittances" ADD CONSTRAINT "bank_remittances_total_amount_range" CHECK (((total_amount >= '-9999999999.99'::numeric) AND (total_amount <= 9999999999.99)));

ALTER TABLE "public"."bank_remittances" ADD CONSTRAINT "bank_remittances_transaction_id_or_vendor_id" CHECK ((num_nonnulls(transaction_id, vendor_id) = 1));

ALTER TABLE "public"."bank_remittances" ADD CONSTRAINT "bank_remittances_vendor_id_fkey" FOREIGN KEY (vendor_id, organization_id) REFERENCES public.vendors(id, organization_id) ON DELETE CASCADE;

CREATE INDEX bank_remittances_document_id_idx ON public.bank_remittances USING btree (organization_id, document_id) WHERE (document_id IS NOT NULL);

CREATE INDEX bank_remittances_vendor_id_idx ON public.bank_remittances USING btree (organization_id, vendor_id, created_at DESC, id) WHERE (vendor_id IS NOT NULL);

CREATE TRIGGER bank_transactions_after_50_settle_statement AFTER UPDATE OF status ON public.bank_transactions FOR EACH ROW WHEN (((new.status = 'matched'::text) <> (old.status = 'matched'::text))) EXECUTE FUNCTION private.settle_statement();

COMMENT ON COLUMN "public"."bank_remittances"."document_id" IS 'Its file, kept as a document (records/tables.sql)';

COMMENT ON COLUMN "public"."bank_remittances"."fees" IS 'What the vendor kept back, as the statement names it: [{line, text, amount}]';

COMMENT ON COLUMN "public"."bank_remittances"."left_out" IS 'Rows of the file that are no bookings, and why: [{line, why, text}]';

COMMENT ON COLUMN "public"."bank_remittances"."state" IS 'Of one without a deposit: read, expected (its deposit has not come) or set_aside';

COMMENT ON FUNCTION "private"."add_statement_lines"(public.bank_remittances, jsonb) IS 'Gives a statement its lines, and each line its commission.';

COMMENT ON FUNCTION "private"."bank_remittance"(uuid, uuid) IS 'The statement of a deposit: {id, file_name, total, fee, fits, expected, lines:
  [{line, reference, name, amount, commission}]}, null without one. fits: its total less the fee is the deposit''s amount; expected:
  it came before the deposit.';

COMMENT ON FUNCTION "private"."beside_statement"(public.bank_transactions, public.bank_suggestions) IS 'What a statement that adds up to the deposit says beside the parts of its suggestion:
  its fee, and its lines that are not in Paperplane, which stay unclaimed.';

COMMENT ON FUNCTION "private"."check_statement"(jsonb, jsonb, jsonb) IS 'The refusal of a statement that is not one: `lines` [{line, reference, name, amount,
  gross, dates, text}], `fees` [{line, text, amount}] and `left_out` [{line, why, text}]. Null when it may be kept.';

COMMENT ON FUNCTION "private"."compare_statement"(public.bank_remittances) IS 'The lines of a statement against commissions, and what the vendor does not list:
  agrees, other (another amount, or taken back), missing (not in Paperplane), received (before), unlisted (open, due until a month
  after it came). Lines of one booking are judged by their sum. ours: what is open of the commission.';

COMMENT ON FUNCTION "private"."expected_statements"(uuid, uuid[], private.bank_payer[]) IS 'The statement that explains each of these transactions, if one does: put beside
  it, or expected from a vendor that `payers` or the transaction name, with its total less the fee, its total, or as much less as is
  not in Paperplane. parts: [{commission_id, amount, expected}] of what is open, one a booking; lines counts those of a found booking
  once; total and placed are less the fee.';

COMMENT ON FUNCTION "private"."match_remittance"(uuid) IS 'Finds the commissions of the lines that have none. Several lines may name one booking,
  deposit and final payment: their sum is what is paid of it. By amount or name alone no commission is found twice.';

COMMENT ON FUNCTION "private"."rematch_for_statement"(public.bank_remittances) IS 'Deposits that wait and may be what a statement tells of get their suggestions
  anew.';

COMMENT ON FUNCTION "private"."settle_statement"() IS 'A deposit that is matched with a booking of its vendor''s statement ends what
  that expects; undone, it is expected again.';

COMMENT ON FUNCTION "private"."statement_candidates"(uuid) IS 'For each line without a commission those that it may mean, best first: by
  reference (4), number (2), amount (2), name (1), and what is open (8) before what was received. Every look-up is by index, and
  lateral.';

COMMENT ON FUNCTION "private"."statement_keys"(text) IS 'The numbers that a vendor''s reference may mean: as written, without zeros before
  them, and with those that a sheet has taken off.';

COMMENT ON FUNCTION "private"."statement_of"(uuid, uuid) IS 'The statement that explains a deposit: the one beside it, the one it was expected by, or
  the one that expects it.';

COMMENT ON FUNCTION "private"."statement_of_vendor"(uuid) IS 'The statement, locked; null when there is none of the caller''s organization that
  came without a deposit. Who may not ask is refused before anything is looked up.';

COMMENT ON FUNCTION "public"."delete_bank_remittance"(uuid) IS 'Takes a statement away from its deposit. One that came without a deposit stays
  with its vendor. {success, error}.';

COMMENT ON FUNCTION "public"."get_vendor_statement"(uuid) IS 'A statement that came without a deposit, its lines beside commissions, what it
  does not list, and the deposit that came for it; null when there is none of that id.';

COMMENT ON FUNCTION "public"."list_vendor_statements"(uuid) IS 'The twenty latest statements of a vendor that came without a deposit, how many
  there are, and the references of its latest 5,000 bookings, by which a file is read: {rows, count, references}.';

COMMENT ON FUNCTION "public"."save_bank_remittance"(uuid, text, jsonb, jsonb) IS 'Puts a statement beside a deposit (see private.check_statement).
  {success, error, field, remittance}.';

COMMENT ON FUNCTION "public"."save_vendor_statement"(uuid, text, jsonb, jsonb, jsonb, uuid) IS 'Keeps a statement that came without a deposit (see private.check_statement), with
  the document of the vendor that holds its file. {success, error, field, statement_id}.';

COMMENT ON FUNCTION "public"."set_statement_line"(uuid, integer, integer, uuid) IS 'Says which commission a line of a statement means, where its reference does not.
  {success, error, field, version}.';

COMMENT ON FUNCTION "public"."set_vendor_statement"(uuid, integer, text, date) IS 'Expects the deposit of a statement, about that day; stops expecting it (read); or
  sets it aside. Deposits that wait are matched anew. {success, error, field, version}.';

REVOKE ALL ON FUNCTION "private"."add_statement_lines"(public.bank_remittances, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_statement_lines"(public.bank_remittances, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."beside_statement"(public.bank_transactions, public.bank_suggestions) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."beside_statement"(public.bank_transactions, public.bank_suggestions) TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_statement"(jsonb, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."check_statement"(jsonb, jsonb, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."compare_statement"(public.bank_remittances) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."compare_statement"(public.bank_remittances) TO "postgres";

REVOKE ALL ON FUNCTION "private"."expected_statements"(uuid, uuid[], private.bank_payer[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."expected_statements"(uuid, uuid[], private.bank_payer[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."rematch_for_statement"(public.bank_remittances) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rematch_for_statement"(public.bank_remittances) TO "postgres";

REVOKE ALL ON FUNCTION "private"."settle_statement"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."settle_statement"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."statement_candidates"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."statement_candidates"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."statement_keys"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."statement_keys"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."statement_of"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."statement_of"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."statement_of_vendor"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."statement_of_vendor"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."statement_status"(public.bank_remittances) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."statement_status"(public.bank_remittances) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sum_of_fees"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sum_of_fees"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "public"."get_vendor_statement"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_vendor_statement"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."list_vendor_statements"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_vendor_statements"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."save_bank_remittance"(uuid, text, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_bank_remittance"(uuid, text, jsonb, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."save_vendor_statement"(uuid, text, jsonb, jsonb, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_vendor_statement"(uuid, text, jsonb, jsonb, jsonb, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."set_statement_line"(uuid, integer, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_statement_line"(uuid, integer, integer, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."set_vendor_statement"(uuid, integer, text, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_vendor_statement"(uuid, integer, text, date) TO "authenticated", "postgres";

REVOKE ALL ON TYPE "private"."compared_line" FROM PUBLIC;

GRANT USAGE ON TYPE "private"."compared_line" TO "postgres";

-- What statements beside deposits add up to.
update public.bank_remittances r set total_amount = l.total
from (select organization_id, remittance_id, sum(amount) as total from public.bank_remittance_lines group by 1, 2) l
where l.organization_id = r.organization_id and l.remittance_id = r.id;
