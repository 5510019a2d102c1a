set local check_function_bodies = off;

DROP FUNCTION "private"."check_all_report_totals"();

DROP FUNCTION "private"."check_report_totals"(uuid, text);

DROP FUNCTION "private"."mend_report_totals"(uuid, text);

ALTER TABLE "private"."report_checks" ADD COLUMN "next_month" date;

ALTER TYPE "private"."commission_filter" ADD ATTRIBUTE "all_words" boolean CASCADE;

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

CREATE OR REPLACE FUNCTION private.check_all_report_totals(longest interval DEFAULT '00:00:01'::interval)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if pg_try_advisory_xact_lock(hashtextextended('paperplane.report_checks', 0)) then
    perform private.serve_in_turn('check_all_report_totals', array(select distinct d.tenant from private.due_report_checks() d), longest);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.check_all_report_totals_slice(organization_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant int := 10000;
  due record;
begin
  for due in select d.kind from private.due_report_checks(check_all_report_totals_slice.organization_id) d loop
    begin
      perform private.mend_report_totals(check_all_report_totals_slice.organization_id, due.kind, most);
      return true;
    exception when others then
      -- It is tried again with the next slice, and keeps nothing else from its day.
      raise warning 'Totals of % of % could not be compared: %', due.kind, check_all_report_totals_slice.organization_id, sqlerrm;
    end;
  end loop;
  return false;
end $function$;

CREATE OR REPLACE FUNCTION private.check_report_totals(organization_id uuid, kind text DEFAULT NULL::text, first_month date DEFAULT '-infinity'::date, before_month date DEFAULT 'infinity'::date)
 RETURNS TABLE(month date, kept boolean, row_data jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  this_kind text;
  months date[];
begin
  foreach this_kind in array coalesce(nullif(array[check_report_totals.kind], '{null}'), private.report_kinds()) loop
    execute format('select array_agg(distinct m.month) from (
        select date_trunc(''month'', f.day::timestamp)::date as month from %s
        where f.organization_id = $1 and f.day >= $3 and f.day < $4
        union
        select t.month from private.report_totals t
        where t.organization_id = $1 and t.kind = $2 and t.month >= $3 and t.month < $4) m
      where not exists (select from private.stale_report_months s
        where s.organization_id = $1 and s.kind = $2 and s.month = m.month)', private.report_facts(this_kind))
    into months using check_report_totals.organization_id, this_kind, first_month, before_month;
    return query
      with told as (
        select t.* from private.report_totals t
        where t.organization_id = check_report_totals.organization_id and t.kind = this_kind and t.month = any (months)
      ), real as (
        select r.* from private.report_totals_of_rows(check_report_totals.organization_id, this_kind, months) r)
      select a.month, true, to_jsonb(a) from (select * from told except select * from real) a
      union all
      select b.month, false, to_jsonb(b) from (select * from real except select * from told) b;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.commission_conditions(f private.commission_filter, from_sales boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select concat_ws(' and ', d || '.organization_id = $3',
    case when f.agent_id is not null then d || '.agent_id = $4' end,
    case when f.first_day > '1900-01-01' then d || '.sale_date >= $5' end,
    case when f.last_day < '2199-12-31' then d || '.sale_date <= $6' end,
    case when f.status is not null then 'm.status = $7' end,
    case when f.word is not null then
      case when f.complement then 'not ' else '' end || '('
      || case when f.all_words then 's.customer_id <> all ($9) or ' || private.other_word_condition('$8', char_length(f.word))
          || ' and ' || others.words || ')'
        else case when f.exclude_customers then 's.customer_id <> all ($9)' else 's.customer_id = any ($9)' end
      || case when f.vendor_ids <> '{}' then ' or s.vendor_id = any ($10)' else '' end
      || case when f.names_only then ')' else ' or lower(s.booking_reference collate pg_catalog."pg_c_utf8") like $8)' end end end,
    -- Implied by the condition above, and written out for an index.
    case when f.complement then 's.customer_id = any ($9)' end,
    case when not coalesce(f.all_words, false) then others.words end,
    case when f.vendor_id is not null then d || '.vendor_id = $12' end,
    case when f.due_before is not null then private.owed_condition(f.tracked_since, '$13') end,
    -- The status is written out for the partial index of received commissions.
    case when f.ready then 'm.status = ''funds_received'' and m.sale_paid' end,
    case when f.ready and f.blocked <> '{}' then 'm.id <> all ($15)' end)
  from (select case when from_sales then 's' else 'm' end as d) driver
  cross join (
    select string_agg(private.other_word_condition(format('($11)[%s]', o.n), char_length(o.word)), ' and ' order by o.n) as words
    from unnest(f.other_words) with ordinality o(word, n)) others
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

CREATE OR REPLACE FUNCTION private.due_report_checks(organization_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(tenant uuid, kind text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select o.id, k.kind
  from public.organizations o
  cross join unnest(private.report_kinds()) k(kind)
  left join private.report_checks r on r.organization_id = o.id and r.kind = k.kind
  where (due_report_checks.organization_id is null or o.id = due_report_checks.organization_id)
    and (r.checked_at is null or r.next_month is not null
      or (r.checked_at at time zone o.time_zone)::date < (now() at time zone o.time_zone)::date)
  order by r.checked_at nulls first, o.id, k.kind
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
  candidates constant int := 3 * most;
  -- What is added up is the bookings alone: of hundreds of thousands of customers, all figures take many times as long.
  condition constant text := private.report_condition(p) || ' and ' || private.report_days(1);
  bookings constant text := 'select f.customer_id as id, sum(f.booked) as booked from %s ' || condition || ' group by 1';
  -- An array, not a join: it reaches both halves of commissions by received date.
  of_some constant text := format(bookings, private.report_facts(p.kind, true) || ' where f.customer_id = any ($5) and');
  totals constant text := 'private.' || case when p.agent_id is null then 'customer_totals t where '
    else 'customer_totals_by_agent t where t.agent_id = ($1).agent_id and ' end || 't.organization_id = ($1).organization_id';
  some_ids uuid[];
  bound numeric;
  sold_from date := '-infinity';
  sold_to date := 'infinity';
  ids uuid[];
begin
  if p.vendor_ids is null and p.status is distinct from 'cancelled' and row_count > 60 * candidates then
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
      private.report_facts(p.kind), condition)
    into sold_from, sold_to using p, array[p.first_day], array[p.last_day];
  end if;
  execute format('select array(select b.id from (%s) b order by b.booked desc, b.id limit $4)',
    case when some_ids is not null then of_some else format(bookings, private.report_facts(p.kind, true, concat(
      ' and s.sale_date between $6 and $7',
      case when p.agent_id is not null then ' and s.agent_id = ($1).agent_id' end,
      case when p.vendor_ids is not null then ' and s.vendor_id = any (($1).vendor_ids)' end)) || ' where') end)
  into ids using p, array[p.first_day], array[p.last_day], most, some_ids, sold_from, sold_to;
  return ids;
end $function$;

CREATE OR REPLACE FUNCTION private.match_customers(organization_id uuid, patterns text[], OUT customer_ids uuid[], OUT exclude_customers boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  normalized text[] := array(
    select private.normalize_search_text(p) from unnest(patterns) with ordinality u(p, n) order by n);
begin
  exclude_customers := private.most_customers_match(match_customers.organization_id, patterns);
  if exclude_customers then
    customer_ids := array(select s.customer_id from private.customer_search s
      where s.organization_id = match_customers.organization_id
        and not split_part(s.document, chr(30), 1) like all (normalized));
  else
    customer_ids := private.find_customers(match_customers.organization_id, patterns);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.match_sets(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
 RETURNS SETOF private.bank_set
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_sort TO 'off'
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
      select c.sales_id, c.manual_amount > 0 as is_recorded from (
        select c.* from public.commissions c
        where c.organization_id = match_singles.organization_id and c.vendor_id = p.vendor_id and c.undeposited_amount = t.rest
          and c.undeposited_amount > 0 offset 0) c
      where coalesce(c.due_on, c.sale_date) >= (select private.first_candidate_day(match_singles.organization_id))
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
        -- By their ids alone: beside the agency an index of its customers looks as short as the mean agency's.
        select 1 from (select k.* from public.customers k where k.id = any (s.traveler_ids || s.customer_id) offset 0) k
        where k.organization_id = match_singles.organization_id
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

CREATE OR REPLACE FUNCTION private.mend_report_totals(organization_id uuid, kind text, most integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first_month constant date := coalesce((
    select r.next_month from private.report_checks r
    where r.organization_id = mend_report_totals.organization_id and r.kind = mend_report_totals.kind), '-infinity');
  last_month date;
  months date[];
begin
  -- No row after so many: this is the end.
  execute format('select date_trunc(''month'', f.day::timestamp)::date from %s
    where f.organization_id = $1 and f.day >= $2 order by f.day offset $3 limit 1', private.report_facts(kind))
  into last_month using mend_report_totals.organization_id, first_month, most;
  months := array(
    select distinct c.month from private.check_report_totals(mend_report_totals.organization_id, mend_report_totals.kind,
      first_month, coalesce((last_month + interval '1 month')::date, 'infinity')) c order by 1);
  insert into private.report_checks as r (organization_id, kind, checked_at, next_month)
  values (mend_report_totals.organization_id, mend_report_totals.kind, now(), last_month + interval '1 month')
  on conflict on constraint report_checks_pkey do update set checked_at = excluded.checked_at, next_month = excluded.next_month;
  if months = '{}' then
    return;
  end if;
  insert into private.stale_report_months select mend_report_totals.organization_id, mend_report_totals.kind, m from unnest(months) m;
  perform private.audit(mend_report_totals.organization_id, 'report_totals_mended', null, null,
    jsonb_build_object('kind', mend_report_totals.kind, 'months', to_jsonb(months)));
  perform private.write_notification(u.organization_id, u.id, 'system', format(
    'Sums of reports of %s were wrong for %s (%s) and were added up again. Reports that were opened or exported before may differ.',
    case mend_report_totals.kind when 'sale.sale' then 'sales by sale date' when 'sale.travel' then 'sales by travel date'
      when 'commission.sale' then 'commissions by sale date' when 'commission.due' then 'commissions by due date'
      when 'commission.received' then 'commissions by the day received' else 'payments to agents' end,
    case cardinality(months) when 1 then '1 month' else cardinality(months) || ' months' end,
    to_char(months[1], 'Mon YYYY') || case when cardinality(months) > 1
      then ' to ' || to_char(months[cardinality(months)], 'Mon YYYY') else '' end), 'reports', null, 'report_totals_mended',
    jsonb_build_object('kind', mend_report_totals.kind, 'months', to_jsonb(months)))
  from public.users u
  where u.organization_id = mend_report_totals.organization_id and u.role = 'owner' and u.is_active;
end $function$;

CREATE OR REPLACE FUNCTION private.most_customers_match(organization_id uuid, patterns text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(avg((split_part(t.document, chr(30), 1) like all (array(
    select private.normalize_search_text(p) from unnest(patterns) p)))::int) > 0.5, false)
  from (
    select s.document from private.customer_search s
    where s.organization_id = most_customers_match.organization_id order by s.customer_id limit 400) t
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
  if private.in_mode('importing') or new.status <> 'funds_received' and exists (
    select 1 from public.agent_payments p
    where p.organization_id = new.organization_id and p.commission_id = new.id and p.batch_id is not null) then
    return null;
  end if;
  sale := (select private.sale_description(s) from public.sales s where s.id = new.sales_id);
  if new.status = 'funds_received' then
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
  where o.id = open_commissions.organization_id
    and (open_commissions.agent_id is null or c.agent_id = open_commissions.agent_id)
$function$;

CREATE OR REPLACE FUNCTION private.other_word_condition(word text, length integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select replace('(s.vendor_id in (select v.id from public.vendors v
      where v.organization_id = $3 and lower(v.name collate pg_catalog."pg_c_utf8") like ?)
    or lower(s.booking_reference collate pg_catalog."pg_c_utf8") like ?
    or ' || case when length >= char_length('%abc%') then
      's.customer_id in (select c.customer_id from private.customer_search c
        where c.organization_id = $3 and c.document like private.normalize_search_text(?)
          and split_part(c.document, chr(30), 1) like private.normalize_search_text(?)))'
    else
      'exists (select from private.customer_search c where c.customer_id = s.customer_id
        and split_part(c.document, chr(30), 1) like private.normalize_search_text(?)))' end, '?', word)
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
      when 'customer' then 'The customer has not paid this sale' end) order by p.booking_reference, p.line_id), '[]')
  from (
    select l.id as line_id, c.id as commission_id, s.booking_reference, u.first_name || ' ' || u.last_name as agent,
      c.agent_amount as share, case
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
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind = 'commission') p
  where p.code is not null
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
    private.report_sums_of(p.kind), private.report_facts(p.kind, true), private.report_condition(p), private.report_days(1))
  using p, array[p.first_day], array[p.last_day], wanted;
end $function$;

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
      where sales_by.grouped_by = 'vendor' and s.status <> 'cancelled'
      group by s.vendor_id, r.sign
      union all
      select c.vendor_id, 0, 0, r.sign * sum(c.amount)
      from unnest(signs, from_days, to_days) r(sign, from_day, to_day)
      join public.commissions c on c.organization_id = sales_by.organization_id
        and c.sale_date between r.from_day and r.to_day
      where sales_by.grouped_by = 'vendor' and c.status <> 'cancelled'
        and (sales_by.agent_id is null or c.agent_id = sales_by.agent_id)
      group by c.vendor_id, r.sign) t
    group by t.id having sum(t.sales_count) > 0;
end $function$;

CREATE OR REPLACE FUNCTION private.schedule_lock(organization_id uuid, commission_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.command_result('This is in the ' || b.name || ' payout, planned for ' || private.day_text(b.planned_on) || '.', null,
    'in_planned_payout', jsonb_build_object('payout', b.name, 'planned_on', b.planned_on))
  -- From the payout on, which mostly there is none of: asked of each commission that is paid, the lines are not looked at.
  from (
    select b.* from public.payout_batches b
    where b.organization_id = schedule_lock.organization_id and b.status = 'scheduled' offset 0) b
  cross join lateral (
    select from public.payout_lines l
    where l.organization_id = b.organization_id and l.commission_id = schedule_lock.commission_id and l.kind = 'commission'
      and l.batch_id = b.id offset 0) l
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
  commissions text := private.commission_source(f.due_before is not null);
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
      || ') as a, sum(m.agent_amount) as g from ';
    with_sales := source || 'public.sales s join ' || commissions
      || ' m on m.sales_id = s.id and m.organization_id = s.organization_id where ';
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
  if f.customer_ids is null and f.vendor_id is null and f.departing_by is null then
    source := 'd.status, sum(d.record_count) as n, sum(d.total_amount) as a, sum(d.commission_amount) as c
      from private.totals(''sale'', $3, $4, $6, $7) d group by d.status';
  else
    -- What departs is booked. Not asked for its status, it is read from its own index, as far as it reaches.
    source := case when f.departing_by is null then 's.status' else '''booked'' as status' end
      || ', count(*) as n, sum(s.total_amount) as a, sum(s.commission_amount) as c from public.sales s where '
      || private.sale_conditions(f) || ' group by 1';
  end if;
  execute 'select jsonb_object_agg(status, jsonb_build_object(''count'', n, ''amount'', a, ''commission_amount'', c))
    from (select ' || source || ') t'
  into sums using null, null, f.organization_id, f.agent_id, f.vendor_id, f.first_day, f.last_day, f.customer_ids, f.status,
    f.sale_ids, f.departing_by;
  return sums;
end $function$;

COMMENT ON COLUMN "private"."report_checks"."next_month" IS 'Where comparing goes on; null when it came to its end';

COMMENT ON FUNCTION "api_requests"."check_request"() IS 'Tells with each answer the instant whose data it knows (x-as-of), by the
  primary''s clock, so that a browser can tell whether a replica knows what it has written: of a replica, when the last
  transaction that it has replayed was committed; older than it need be while nothing is written, and not told before the first
  one. A replica refuses a session that it does not know, or that has ended, instead of showing it an empty agency: the browser
  asks the primary then. Lets one heavy read of a person run at a time: a function that only reads and has a time-out of its own,
  which is longer than what a screen may take (platform/functions/time_outs). Refuses every count but the exact one. The
  planner''s statistics know the rows of every tenant and agent: an estimate for `agent_id=eq.<somebody else>` would tell how many
  sales they have, past row-level security. Preferences are compared as servers parse them, and more strictly: apart at commas and
  semicolons, in lower case, without blanks, tabs, quotes and whatever else a parser may trim. PostgREST hands over the last of
  several Prefer headers only: a proxy in front of it must join them.';

COMMENT ON FUNCTION "private"."check_all_report_totals"(interval) IS 'What the job does: compares totals with rows, of all organizations in turn.';

COMMENT ON FUNCTION "private"."check_all_report_totals_slice"(uuid) IS 'Compares some months of the kind that waited longest. Whether there may be
  more.';

COMMENT ON FUNCTION "private"."check_report_totals"(uuid, text, date, date) IS 'Where totals of clean months say something else than the rows: nowhere, ever. Of
  one organization, of one kind or of all (null), of the months from `first_month` on before `before_month`.';

COMMENT ON FUNCTION "private"."due_report_checks"(uuid) IS 'What is to be compared, of one organization or of all (null): once a day, as soon as
  their own night has begun, and what is not at its end. What waited longest is first.';

COMMENT ON FUNCTION "private"."match_customers"(uuid, text[]) IS 'The customers who match every pattern; or, with exclude_customers, those who do not
  match, where that is the shorter list. No index finds those: all customers are read.';

COMMENT ON FUNCTION "private"."match_sets"(uuid, private.bank_reading[], private.bank_payer[]) IS 'Sets of open commissions that a transaction may pay: those the text names (with what is
  taken back among them), also where they are only nearly its amount; and of the recognized vendor those that add up to the cent,
  neighbours in the order of due days (also without one of them), and any two, three or four. At most
  24 commissions are looked at, those due nearest. Beyond that some set adds up to almost anything, so the search is bounded on
  purpose. named: how many of it the text names, named_besides: how many others; called: how many travelers; recorded: how many an admin has recorded as
  received; difference: what the deposit is more than their sum; found: how many sets add up. Without merge joins either: they would
  pair all pairs of a transaction to find sets of four. And without sorting: those due nearest are read in the order of their index, not
  all that a vendor of years may pay by another one.';

COMMENT ON FUNCTION "private"."mend_report_totals"(uuid, text, integer) IS 'Compares the totals of one kind with the rows, from the month on where the last
  call ended, as many months as have `most` rows. What differs is marked as stale: reports read its rows from now on, and it is added
  up again as everything stale is. The audit log keeps which months, the owners are told.';

COMMENT ON FUNCTION "private"."most_customers_match"(uuid, text[]) IS 'Whether most customers match every pattern, by a sample.';

COMMENT ON FUNCTION "private"."other_word_condition"(text, integer) IS 'That a sale `s` has a further word of a search, whose pattern is the parameter
  `word`: in its reference, its vendor''s or its customer''s names, those with or without their accents. Vendors and customers who
  have it are looked up once; but no trigram index knows words of one or two letters, so for these the customer of each sale is
  read. private.searched_names is written out: a function call per row takes longer than the rest.';

REVOKE ALL ON FUNCTION "private"."check_all_report_totals"(interval) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."check_all_report_totals"(interval) TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_all_report_totals_slice"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."check_all_report_totals_slice"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_report_totals"(uuid, text, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."check_report_totals"(uuid, text, date, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."due_report_checks"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."due_report_checks"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."mend_report_totals"(uuid, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mend_report_totals"(uuid, text, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."most_customers_match"(uuid, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."most_customers_match"(uuid, text[]) TO "postgres";
