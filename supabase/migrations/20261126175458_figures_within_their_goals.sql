set local check_function_bodies = off;

DROP FUNCTION "private"."check_all_report_totals"();

DROP FUNCTION "private"."check_report_totals"(uuid, text);

DROP FUNCTION "private"."mend_report_totals"(uuid, text);

ALTER TABLE "private"."report_checks" ADD COLUMN "next_month" date;

ALTER TYPE "private"."commission_filter" ADD ATTRIBUTE "all_words" boolean CASCADE;

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

COMMENT ON COLUMN "private"."report_checks"."next_month" IS 'Where comparing goes on; null when it came to its end';

COMMENT ON FUNCTION "private"."check_all_report_totals"(interval) IS 'What the job does: compares totals with rows, of all organizations in turn.';

COMMENT ON FUNCTION "private"."check_all_report_totals_slice"(uuid) IS 'Compares some months of the kind that waited longest. Whether there may be
  more.';

COMMENT ON FUNCTION "private"."check_report_totals"(uuid, text, date, date) IS 'Where totals of clean months say something else than the rows: nowhere, ever. Of
  one organization, of one kind or of all (null), of the months from `first_month` on before `before_month`.';

COMMENT ON FUNCTION "private"."due_report_checks"(uuid) IS 'What is to be compared, of one organization or of all (null): once a day, as soon as
  their own night has begun, and what is not at its end. What waited longest is first.';

COMMENT ON FUNCTION "private"."match_customers"(uuid, text[]) IS 'The customers who match every pattern; or, with exclude_customers, those who do not
  match, where that is the shorter list. No index finds those: all customers are read.';

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
