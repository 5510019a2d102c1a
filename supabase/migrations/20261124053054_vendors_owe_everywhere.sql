set local check_function_bodies = off;

DROP INDEX "public"."commission_history_texts_idx";

DROP INDEX "public"."commissions_organization_id_due_on_idx";

DROP INDEX "public"."commissions_owed_idx";

DROP INDEX "public"."commissions_texts_idx";

DROP VIEW "private"."commission_money";

DROP FUNCTION "private"."payable_to"(uuid, uuid, date);

DROP FUNCTION "public"."list_commissions"(text, uuid, date, date, text, text, boolean, integer, integer, uuid, boolean, boolean);

CREATE TYPE "private"."aging_cell" AS ("vendor_id" uuid, "bucket" text, "n" bigint, "amount" numeric, "oldest_due_on" date, "paid_n" bigint, "paid" numeric, "advanced" numeric, "short_n" bigint, "short" numeric);

ALTER TYPE "private"."commission_filter" ADD ATTRIBUTE "tracked_since" date CASCADE;

ALTER TYPE "private"."report_plan" ADD ATTRIBUTE "tracked_since" date CASCADE;

ALTER TYPE "private"."report_plan" ADD ATTRIBUTE "undated" boolean CASCADE;

CREATE OR REPLACE FUNCTION private.beside_owed(cells private.aging_cell[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'agents_paid', jsonb_build_object('count', coalesce(sum(c.paid_n), 0), 'amount', coalesce(sum(c.paid), 0),
      'advanced', coalesce(sum(c.advanced), 0)),
    'paid_short', jsonb_build_object('count', coalesce(sum(c.short_n), 0), 'amount', coalesce(sum(c.short), 0)))
  from unnest(cells) c
$function$;

CREATE OR REPLACE FUNCTION private.commission_amount(overdue boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select case when overdue then 'm.owed' else 'm.amount' end $function$;

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
      || case when f.exclude_customers then 's.customer_id <> all ($9)' else 's.customer_id = any ($9)' end
      || case when f.names_only then case when f.vendor_ids <> '{}' then ' or s.vendor_id = any ($10))' else ')' end
        else ' or s.vendor_id = any ($10) or lower(s.booking_reference collate pg_catalog."pg_c_utf8") like $8)' end end,
    -- Implied by the condition above, and written out for an index.
    case when f.complement then 's.customer_id = any ($9)' end,
    (select string_agg(private.other_word_condition(format('($11)[%s]', o.n), char_length(o.word)), ' and ' order by o.n)
      from unnest(f.other_words) with ordinality o(word, n)),
    case when f.vendor_id is not null then d || '.vendor_id = $12' end,
    case when f.due_before is not null then private.owed_condition(f.tracked_since, '$13') end,
    -- The status is written out for the partial index of received commissions.
    case when f.ready then 'm.status = ''funds_received'' and m.sale_paid' end,
    case when f.ready and f.blocked <> '{}' then 'm.id <> all ($15)' end)
  from (select case when from_sales then 's' else 'm' end as d) driver
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
    select c.customer_ids, c.exclude_customers into f.customer_ids, f.exclude_customers
    from private.match_customers(f.organization_id, case when f.names_only then of_names else patterns[:1] end) c;
    f.exact_ids := private.find_exact_references(f.organization_id, f.agent_id, commission_filter_of.search);
    f.vendor_ids := array(select v.id from public.vendors v
      where v.organization_id = f.organization_id and lower(v.name collate pg_catalog."pg_c_utf8") like f.word);
    if of_names <> '{}'
      and (case when f.names_only then f.customer_ids else private.find_customers(f.organization_id, of_names) end) = '{}' then
      f := private.with_misspelled(f, commission_filter_of.search, of_names);
    end if;
    if f.exclude_customers and f.customer_ids = '{}' and cardinality(f.other_words) = 0 then
      -- Every customer matches.
      f.word := null;
      f.exclude_customers := false;
    end if;
  end if;
  return f;
end $function$;

CREATE OR REPLACE FUNCTION private.commission_rows(sale_ids uuid[], backwards boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', m.id, 'status', m.status, 'amount', m.amount, 'agent_amount', m.agent_amount,
    'commission_split', m.commission_split, 'due_on', m.due_on, 'created_at', m.created_at, 'sales_id', m.sales_id,
    'booking_reference', s.booking_reference, 'sale_date', s.sale_date, 'sale_status', s.status,
    'total_amount', s.total_amount, 'open', w.open, 'owed', w.owed,
    'customer', jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name),
    'vendor', jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url),
    'agent', jsonb_build_object('id', a.id, 'first_name', a.first_name, 'last_name', a.last_name,
      'avatar_url', a.avatar_url))
    order by case when backwards then -u.n else u.n end), '[]')
  from unnest(sale_ids) with ordinality u(id, n)
  join public.sales s on s.id = u.id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
  join private.commission_money w on w.commission_id = m.id
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
  join public.users a on a.id = m.agent_id
$function$;

CREATE OR REPLACE FUNCTION private.commission_sort(sort text, from_sales boolean, join_commissions boolean, overdue boolean, sales_first boolean, OUT source text, OUT keys text[])
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  sale_date text := case when from_sales then 's.sale_date' else 'm.sale_date' end;
  commissions text := private.commission_source(overdue);
begin
  source := case when from_sales then 'public.sales s' else commissions || ' m' end
    || case when sales_first then ' cross join lateral (select * from ' || commissions || ' x
        where x.sales_id = s.id and x.organization_id = s.organization_id offset 0) m'
      when join_commissions
        then ' join ' || commissions || ' m on m.sales_id = s.id and m.organization_id = s.organization_id' else '' end
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

CREATE OR REPLACE FUNCTION private.commission_source(overdue boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when overdue then '(select w.*, w.commission_id as id, w.payee_id as agent_id from private.commission_money w)'
    else 'public.commissions' end
$function$;

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
  end;
end $function$;

CREATE OR REPLACE FUNCTION private.early_commissions(f private.commission_filter)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  early jsonb;
  commissions text := private.commission_source(f.due_before is not null);
begin
  f.status := null;
  execute 'select jsonb_build_object(''count'', count(*), ''amount'', coalesce(sum(' || private.commission_amount(f.due_before is not null)
      || '), 0), ''agent_amount'', coalesce(sum(m.agent_amount), 0)) from '
    || case when f.word is null then commissions || ' m where '
      else 'public.sales s join ' || commissions || ' m on m.sales_id = s.id and m.organization_id = s.organization_id where ' end
    || private.commission_conditions(f, f.word is not null) || ' and m.status = ''funds_received'' and '
    || case when f.blocked = '{}' then 'not m.sale_paid' else '(not m.sale_paid or m.id = any ($15))' end
  into early
  using null, null, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
    f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked;
  return early;
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
        private.commission_source(f.due_before is not null))
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

CREATE OR REPLACE FUNCTION private.first_candidate_day(organization_id uuid)
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(o.receipts_tracked_since, '-infinity') from public.organizations o where o.id = first_candidate_day.organization_id
$function$;

CREATE OR REPLACE FUNCTION private.match_sets(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
 RETURNS TABLE(transaction_id uuid, commission_ids uuid[], named integer, recorded integer, in_order boolean, left_over integer, count_fits boolean, vendor integer, score numeric, place integer, found integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
  with t as materialized (
    select r.id, r.rest, (r.rest * 100)::bigint as cents, r.booked_on, r.payer_key, r.booking_count
    from unnest(readings) r where r.rest > 0
  ), who as materialized (
    select p.payer_key, p.vendor_id, p.strength from (
      select p.*, rank() over (partition by p.payer_key order by p.strength desc) as place,
        count(*) over (partition by p.payer_key, p.strength) as equals
      from unnest(match_sets.payers) p) p
    where p.place = 1 and p.equals <= 6
  ), near as (
    select t.id, t.cents as target, t.booked_on, p.strength, c.*, false as named
    from t join who p on p.payer_key = t.payer_key
    cross join lateral (
      (select c.id as commission_id, (c.undeposited_amount * 100)::bigint as cents, coalesce(c.due_on, c.sale_date) as due_on,
        c.manual_amount > 0 as is_recorded
      from public.commissions c
      where c.organization_id = match_sets.organization_id and c.vendor_id = p.vendor_id and c.undeposited_amount > 0
        and c.undeposited_amount < t.rest and coalesce(c.due_on, c.sale_date) between t.booked_on - 5 and t.booked_on + 45
        and coalesce(c.due_on, c.sale_date) >= (select private.first_candidate_day(match_sets.organization_id))
      order by coalesce(c.due_on, c.sale_date), c.id limit 24)
      union all
      (select c.id, (c.undeposited_amount * 100)::bigint, coalesce(c.due_on, c.sale_date), c.manual_amount > 0
      from public.commissions c
      where c.organization_id = match_sets.organization_id and c.vendor_id = p.vendor_id and c.undeposited_amount > 0
        and c.undeposited_amount < t.rest and coalesce(c.due_on, c.sale_date) between t.booked_on - 120 and t.booked_on - 6
        and coalesce(c.due_on, c.sale_date) >= (select private.first_candidate_day(match_sets.organization_id))
      order by coalesce(c.due_on, c.sale_date) desc, c.id desc limit 24)) c
    union all
    select t.id, t.cents, t.booked_on, p.strength, c.id, (c.undeposited_amount * 100)::bigint, coalesce(c.due_on, c.sale_date),
      c.manual_amount > 0, true
    from private.match_references(match_sets.organization_id, readings) n
    join t on t.id = n.transaction_id
    cross join lateral (
      select c.* from public.commissions c where c.organization_id = match_sets.organization_id and c.sales_id = n.sale_id
        and c.undeposited_amount > 0 and c.undeposited_amount < t.rest
        and coalesce(c.due_on, c.sale_date) between t.booked_on - 120 and t.booked_on + 45
        and (n.reference = 2 or (select s.booking_reference ~ '[0-9]{5}' from public.sales s where s.id = n.sale_id)) offset 0) c
    join who p on p.payer_key = t.payer_key and p.vendor_id = c.vendor_id
  ), placed as materialized (
    select n.*, row_number() over (partition by n.id order by n.named desc, n.is_recorded, abs(n.booked_on - 5 - n.due_on), n.commission_id) as place
    from (
      select n.id, n.target, n.booked_on, n.commission_id, n.cents, n.due_on, n.strength, n.is_recorded, bool_or(n.named) as named
      from near n group by 1, 2, 3, 4, 5, 6, 7, 8) n
  ), pool as materialized (
    select n.id, n.target, row_number() over (partition by n.id order by n.due_on, n.commission_id) as n, n.commission_id, n.cents,
      n.strength, n.named, n.is_recorded
    from placed n where n.place <= 24
  ), sums as materialized (
    select p.*, sum(p.cents) over (partition by p.id order by p.n) as running from pool p
  ), runs as materialized (
    select a.id, a.n as first, b.n as last, b.running - a.running + a.cents - a.target as surplus
    from sums a join sums b on b.id = a.id and b.n > a.n
    where b.running - a.running + a.cents >= a.target
  ), pairs as materialized (
    select a.id, a.target, a.n as a, b.n as b, a.cents + b.cents as cents
    from pool a join pool b on b.id = a.id and b.n > a.n and a.cents + b.cents <= a.target
  ), sets as (
    select r.id, array(select generate_series(r.first, r.last)) as ns, true as in_order from runs r where r.surplus = 0
    union all
    select r.id, array(select n from generate_series(r.first, r.last) n where n <> p.n), true
    from runs r join pool p on p.id = r.id and p.cents = r.surplus and p.n > r.first and p.n < r.last
    where r.surplus > 0 and r.last - r.first >= 4
    union all
    select p.id, array_agg(p.n order by p.n), false from pool p where p.named group by p.id, p.target
    having sum(p.cents) = p.target and count(*) > 1
    union all
    select p.id, array[p.a, p.b], false from pairs p where p.cents = p.target
    union all
    select p.id, array[p.a, p.b, c.n], false from pairs p join pool c on c.id = p.id and c.cents = p.target - p.cents and c.n > p.b
    union all
    select p.id, array[p.a, p.b, q.a, q.b], false
    from pairs p join pairs q on q.id = p.id and q.cents = p.target - p.cents and q.a > p.b
  ), distinct_sets as (
    select s.id, s.ns, bool_or(s.in_order) as in_order from sets s group by 1, 2
  ), pools as materialized (
    select p.id, array_agg(p.commission_id order by p.n) as commission_ids, array_agg(p.named::int order by p.n) as named,
      array_agg(p.is_recorded::int order by p.n) as recorded, max(p.strength) as vendor, count(*) filter (where p.named) as all_named
    from pool p group by 1
  ), judged as (
    select d.id, d.ns, d.in_order, m.commission_ids, m.named, m.recorded, p.vendor, p.all_named, t.booking_count,
      d.ns[cardinality(d.ns)] - d.ns[1] + 1 - cardinality(d.ns) as left_over
    from distinct_sets d
    join t on t.id = d.id
    join pools p on p.id = d.id
    cross join lateral (
      select array_agg(p.commission_ids[n] order by n) as commission_ids, sum(p.named[n]) as named,
        sum(p.recorded[n]) as recorded from unnest(d.ns) n) m
  ), scored as (
    select j.*, (4 + j.vendor + 6 * least(j.named, 1) + least(j.named - 1, 3) * (j.named > 1)::int - 3 * (j.all_named - j.named)
      + case when j.booking_count = cardinality(j.ns) then 3 when j.booking_count is not null then -2 else 0 end
      + case when j.in_order then 1.5 else 0 end
      + case when cardinality(j.ns) = 2 then 1 when cardinality(j.ns) = 3 then 0.5
        when cardinality(j.ns) = 4 and not j.in_order then -1 else 0 end - least(j.left_over, 10) * 0.2)::numeric(6,2) as score
    from judged j
  )
  select s.id, s.commission_ids, s.named::int, s.recorded::int, s.in_order, s.left_over::int, s.booking_count = cardinality(s.ns), s.vendor, s.score,
    (row_number() over (partition by s.id order by s.recorded > 0, s.score desc, s.commission_ids))::int, (count(*) over (partition by s.id))::int
  from scored s
$function$;

CREATE OR REPLACE FUNCTION private.match_singles(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
 RETURNS TABLE(transaction_id uuid, commission_id uuid, reference integer, exact boolean, owed numeric, expected numeric, vendor integer, confirmations integer, another_vendor boolean, name boolean, days integer, recorded_on date, as_recorded boolean, score numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
AS $function$
  with t as materialized (
    select r.* from unnest(readings) r
  ), who as materialized (
    select p.*, max(p.strength) over (partition by p.payer_key) as best from unnest(match_singles.payers) p
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
        and c.deposited_amount > 0 and c.deposited_amount = -t.rest
      order by abs(t.booked_on - coalesce(c.due_on, c.sale_date)), c.id limit 20) c
    where t.rest < 0
  ), settled as materialized (
    -- A reference and the exact amount: nothing else is looked for. Of what an admin recorded only where amount and day fit, too.
    select n.id
    from named n join t on t.id = n.id
    cross join lateral (
      select c.id from public.commissions c where c.organization_id = match_singles.organization_id and c.sales_id = n.sale_id
        and (c.undeposited_amount = t.rest and c.manual_amount = 0 or n.reference = 2 and c.manual_amount = t.rest
          and abs(t.booked_on - c.received_on) <= 10) offset 0) c
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
    where t.rest > 0 and t.id not in (select n.id from settled n)
    union all
    -- Where nothing better is known, by the vendor and a near amount: fees of a wire, exchange, a rate that was another.
    select t.id, c.sales_id, 0
    from t join who p on p.payer_key = t.payer_key and p.strength = p.best
    cross join lateral (
      select c.sales_id from public.commissions c
      where c.organization_id = match_singles.organization_id and c.vendor_id = p.vendor_id
        and c.undeposited_amount > 0 and c.undeposited_amount between t.rest * 0.97 and t.rest * 1.05 + 30
        and coalesce(c.due_on, c.sale_date) >= (select private.first_candidate_day(match_singles.organization_id))
      order by c.manual_amount > 0, abs(t.booked_on - coalesce(c.due_on, c.sale_date)), c.id limit 10) c
    where t.rest > 0 and t.id not in (
      select v.id from of_vendor v where v.strength > 1 and not v.is_recorded
      union all
      select n.id from settled n)
  ), once as materialized (
    select f.id, f.sale_id, max(f.reference) as reference from found f group by 1, 2
  ), judged as materialized (
    select t.id, c.id as commission_id, o.reference, x.owed, x.owed = abs(t.rest) as exact, x.expected, x.recorded_on,
      coalesce(x.recorded_on is not null and c.manual_amount = t.rest and abs(t.booked_on - x.recorded_on) <= 10, false) as as_recorded,
      t.rest,
      coalesce(p.strength, 0) as vendor, coalesce(p.confirmations, 0) as confirmations,
      p.strength is null and coalesce(b.best, 0) >= 2 as another_vendor,
      exists (
        select 1 from public.customers k
        where k.organization_id = match_singles.organization_id and k.id = any (s.traveler_ids || s.customer_id)
          -- Most names are one plain word.
          and case when k.last_name ~ '^[A-Za-z]+$' then char_length(k.last_name) >= 3 and upper(k.last_name) = any (t.words)
            else exists (select 1 from unnest(private.bank_words(k.last_name)) w(word)
              where char_length(w.word) >= 3 and w.word = any (t.words)) end) as name,
      t.booked_on - coalesce(c.due_on, s.travel_date, s.sale_date) as days
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
    left join (select distinct w.payer_key, w.best from who w) b on b.payer_key = t.payer_key
    where case when t.rest > 0 then c.undeposited_amount > 0 else c.deposited_amount >= -t.rest end
  )
  select j.id, j.commission_id, j.reference, j.exact, j.owed, j.expected, j.vendor, j.confirmations, j.another_vendor, j.name, j.days,
    j.recorded_on, j.as_recorded,
    (case j.reference when 2 then 6 when 1 then case when j.exact or j.vendor > 0 or j.name then 4 else 0.5 end else 0 end
      + case when j.exact then 4 when j.owed between abs(j.rest) and abs(j.rest) * 1.06 + 30 then 1.5
        when j.owed between abs(j.rest) * 0.97 and abs(j.rest) then 1 else 0 end
      + j.vendor + case when j.name then 2 else 0 end - case when j.another_vendor then 2 else 0 end
      + case when j.days between -21 and 75 then 1.5 - abs(j.days - 5) / 100.0 when j.days between -60 and 180 then 0 else -1.5 end)
      ::numeric(6,2)
  from judged j
  where j.reference > 0 or j.vendor > 0 or j.exact
$function$;

CREATE OR REPLACE FUNCTION private.open_condition(tracked_since date, of text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select replace('?.open > 0 and ?.open_amount > 0 and ' || case when tracked_since is null then '?.status = ''unpaid'''
    else format('?.status = any (''{unpaid,funds_received,agent_paid}'') and (?.due_on >= %1$L or ?.due_on is null and ?.sale_date >= %1$L)',
      tracked_since) end, '?', of)
$function$;

CREATE OR REPLACE FUNCTION private.owed_condition(tracked_since date, today text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select concat_ws(' and ', 'm.owed > 0', 'm.due_on < ' || today,
    case when tracked_since is not null then format('m.due_on >= %L', tracked_since) end, private.open_condition(tracked_since, 'm'))
$function$;

CREATE OR REPLACE FUNCTION private.owed_figures(organization_id uuid, agent_id uuid DEFAULT NULL::uuid, vendor_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  tracked_since date;
  today date;
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
        sum(m.owed_agent_paid) as paid, sum(m.advanced) as advanced, count(*) filter (where m.paid_short > 0) as short_n,
        sum(m.paid_short) as short
      from private.commission_money m
      where m.organization_id = $1 and ' || private.owed_condition(tracked_since, '$4')
    || case when owed_figures.agent_id is not null then ' and m.payee_id = $2' else '' end
    || case when owed_figures.vendor_id is not null then ' and m.vendor_id = $3' else '' end || ' group by 1) v'
  into answer using owed_figures.organization_id, owed_figures.agent_id, owed_figures.vendor_id, today, tracked_since;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION private.payable_to(organization_id uuid, agent_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  totals record;
  early record;
  -- As lists and payouts see it.
  blocked constant uuid[] := private.blocked_commissions(payable_to.organization_id, payable_to.agent_id);
begin
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

CREATE OR REPLACE FUNCTION private.plan_report(definition jsonb)
 RETURNS private.report_plan
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  p private.report_plan := private.read_report(definition, private.today());
  wanted_vendor uuid := private.report_id(definition, 'vendor_id');
  wanted_category text := private.report_text(definition, 'category');
begin
  if private.current_organization_id() is null then
    raise insufficient_privilege using message = 'This session is not valid any more';
  end if;
  select s.organization_id, s.agent_id into p.organization_id, p.agent_id from private.caller_scope(p.agent_id) s;
  p.tracked_since := (select o.receipts_tracked_since from public.organizations o where o.id = p.organization_id);
  if wanted_vendor is not null or wanted_category is not null then
    p.vendor_ids := array(select v.id from public.vendors v where v.organization_id = p.organization_id
      and (wanted_vendor is null or v.id = wanted_vendor) and (wanted_category is null or v.category = wanted_category));
  end if;
  return p;
end $function$;

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
    perform private.refuse('This is not a report.', 'definition');
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
    perform private.refuse('Agents are paid for bookings of many vendors together. Choose no vendor.', 'vendor_id');
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
    perform private.refuse('This report does not know that choice.', 'age');
  end if;
  p.range := private.report_choice(definition, 'range', choices.range
    || '{last_12_months,this_month,last_month,this_quarter,last_quarter,this_year,last_year,custom}'::text[]);
  if p.range = 'custom' then
    p.first_day := private.report_day(definition, 'from');
    p.last_day := private.report_day(definition, 'to');
    if p.first_day > p.last_day then
      perform private.refuse('The range ends before it begins.', 'to');
    elsif p.last_day > p.first_day + interval '40 years' then
      perform private.refuse('Choose at most 40 years.', 'from');
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
  update public.commissions m set notes = private.redact(m.notes, pattern),
    manual_write_off_reason = private.redact(m.manual_write_off_reason, pattern, 500)
  where m.organization_id = redact_sales.organization_id and (m.id = any (commission_ids) or sale_ids is null)
    and (m.notes is not null or m.manual_write_off_reason is not null) and (m.notes ~* pattern or m.manual_write_off_reason ~* pattern);
  update private.commissions_before_deposit b set manual_write_off_reason = private.redact(b.manual_write_off_reason, pattern, 500)
  where b.organization_id = redact_sales.organization_id and (b.commission_id = any (commission_ids) or sale_ids is null)
    and b.manual_write_off_reason ~* pattern;
  update public.agent_payments p set notes = private.redact(p.notes, pattern),
    reference = private.redact(p.reference, pattern, 200)
  where p.organization_id = redact_sales.organization_id and (p.commission_id = any (commission_ids) or sale_ids is null)
    and (p.notes ~* pattern or p.reference ~* pattern);
  perform private.redact_communications(redact_sales.organization_id, sale_ids, commission_ids, pattern);
  -- Last: the triggers of the updates above have written history rows with the previous texts.
  update public.sales_history h set
    previous_data = private.redact_json(h.previous_data, pattern, cleared_keys),
    new_data = private.redact_json(h.new_data, pattern, cleared_keys),
    comment = case when 'notes' = any (cleared_keys) then null else private.redact(h.comment, pattern) end
  where h.organization_id = redact_sales.organization_id and (h.sales_id = any (sale_ids) or sale_ids is null
    and (h.comment is not null or h.new_data ->> 'notes' is not null or h.previous_data ->> 'notes' is not null
      or h.new_data ? 'travelers' or h.previous_data ? 'travelers')
    and (h.comment ~* pattern or h.new_data::text ~* pattern or h.previous_data::text ~* pattern));
  update public.commission_history h set notes = private.redact(h.notes, pattern),
    previous_data = private.redact_json(h.previous_data, pattern), new_data = private.redact_json(h.new_data, pattern)
  where h.organization_id = redact_sales.organization_id and (h.commission_id = any (commission_ids) or sale_ids is null
    and (h.new_data ?| '{notes,payment_reference,recalled_amount,voided_amount,manual_write_off_reason}'
      or h.previous_data ?| '{notes,payment_reference,recalled_amount,voided_amount,manual_write_off_reason}'))
    and (h.notes ~* pattern or h.new_data::text ~* pattern or h.previous_data::text ~* pattern);
  perform private.redact_voids(redact_sales.organization_id, commission_ids, pattern);
  perform private.redact_payouts(redact_sales.organization_id, commission_ids, pattern);
  update public.notifications n set message = private.redact(n.message, pattern, 1000)
  where n.organization_id = redact_sales.organization_id and sale_ids is not null and n.message ~* pattern
    and (n.commentable_type = 'commissions' and n.commentable_id = any (commission_ids)
      or n.commentable_type = 'sales' and n.commentable_id = any (sale_ids));
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
      where %s and %s group by 1, 2) c', private.report_facts(p.kind), private.report_condition(p), private.report_days(1))
  into cells using p, array[p.first_day], array[p.last_day], p.today;
  return (
    with by_vendor as (
      select c.vendor_id, coalesce(sum(c.n) filter (where l.late), 0) as n, coalesce(sum(c.amount) filter (where l.late), 0) as amount,
        min(c.oldest_due_on) filter (where l.late) as oldest_due_on, jsonb_object_agg(c.bucket, c.amount) as buckets,
        private.beside_owed(array_agg(c)) as beside
      from unnest(cells) c cross join lateral (select c.bucket not in ('not_due', 'no_due_day') as late) l group by 1)
    select jsonb_build_object('report', 'aging', 'today', p.today, 'tracked_since', p.tracked_since,
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

CREATE OR REPLACE FUNCTION private.report_condition(p private.report_plan)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select concat_ws(' and ', 'f.organization_id = ($1).organization_id',
    case when p.agent_id is not null then 'f.agent_id = ($1).agent_id' end,
    case when p.vendor_ids is not null then 'f.vendor_id = any (($1).vendor_ids)' end,
    case when p.customer_id is not null then 'f.customer_id = ($1).customer_id' end,
    case when p.open_only then private.open_condition(p.tracked_since, 'f') end,
    case when p.undated then 'f.due_on is null' when not p.undated then 'f.due_on between ($1).first_day and ($1).last_day' end,
    case when p.status is null then 'f.status <> ''cancelled''' else 'f.status = ($1).status' end)
$function$;

CREATE OR REPLACE FUNCTION private.report_facts(kind text, with_customer boolean DEFAULT false)
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
      0::numeric as paid, s.customer_id, s.total_amount as booked, 1 as sign, s.id as record_id
      from public.sales s
      left join public.commissions x on x.organization_id = s.organization_id and x.sales_id = s.id and x.status = ''cancelled''
        and s.status <> ''cancelled''',
      case kind when 'sale.travel' then 'travel_date' else 'sale_date' end)
    when 'single' then
      'p.id, null::uuid as sale_id, p.organization_id, p.agent_id, null::uuid as vendor_id, ''agent_paid''::text as status,
      p.payment_date as day, 0::numeric as total, 0::numeric as expected, null::numeric as received, null::date as received_on,
      0::numeric as agent_amount, 0::numeric as written_off, 0::numeric as open_amount, null::date as due_on, p.amount as paid,
      null::uuid as customer_id, 0::numeric as booked, 1 as sign, p.id as record_id
      from public.agent_payments p
      left join public.payment_voids v on v.organization_id = p.organization_id and v.payment_id = p.id
      where p.batch_id is null and v.id is null'
    when 'open' then
      -- What vendors have not paid, the longest due first; what has no due day comes last.
      'm.commission_id as id, m.sales_id as sale_id, m.organization_id, m.payee_id as agent_id, m.vendor_id, m.status,
      coalesce(m.due_on, ''2199-12-31'') as day, 0::numeric as total, m.amount as expected,
      case when m.received_on is not null then m.received end as received, m.received_on, m.agent_amount, m.written_off, m.open_amount,
      m.due_on, 0::numeric as paid, null::uuid as customer_id, 0::numeric as booked, 1 as sign, m.commission_id as record_id, m.sale_date,
      m.open, m.owed, m.owed_agent_paid, m.advanced, m.paid_short from private.commission_money m'
    else format(
      'c.id, c.sales_id as sale_id, c.organization_id, c.agent_id, c.vendor_id, c.status, %s as day, 0::numeric as total,
      c.amount as expected, c.received_amount as received, c.received_on, c.agent_amount, c.written_off, c.open_amount, c.due_on,
      %s as paid, %s, 1 as sign, c.id as record_id from public.commissions c%s%s',
      case kind when 'commission.due' then 'c.due_on' when 'commission.received' then 'c.received_posted_on'
        when 'payment.paid' then 'p.posted_on' else 'c.sale_date' end,
      case kind when 'payment.paid' then 'p.amount' else '0::numeric' end,
      case when with_customer then 's.customer_id, s.total_amount as booked' else 'null::uuid as customer_id, 0::numeric as booked' end,
      case when with_customer then ' join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id' else '' end,
      case kind when 'payment.paid' then
        ' join public.agent_payments p on p.organization_id = c.organization_id and p.commission_id = c.id' else '' end)
      || case kind when 'commission.received' then format(
      ' union all select k.id, k.sales_id, k.organization_id, k.agent_id, k.vendor_id, k.status, k.posted_on, 0::numeric, k.amount,
      k.received_amount, k.received_on, k.agent_amount, k.written_off, k.open_amount, k.due_on, 0::numeric, %s, k.sign, k.commission_id
      from private.closed_receipts k%s',
      case when with_customer then 's.customer_id, s.total_amount * k.sign' else 'null::uuid, 0::numeric' end,
      case when with_customer then ' join public.sales s on s.organization_id = k.organization_id and s.id = k.sales_id' else '' end)
        else '' end end
    || ') f'
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
  select o.source, o.keys into source, keys from private.commission_sort(sort, true, true, f.due_before is not null, true) o;
  execute format(
    'with m as materialized (
      select s.id as id, m.status, %s as amount, m.agent_amount, m.sale_paid, %s from %s where %s)
    select (select jsonb_object_agg(t.status, jsonb_build_object(''count'', t.n, ''amount'', t.a, ''agent_amount'', t.g))
        from (select m.status, count(*) as n, sum(m.amount) as a, sum(m.agent_amount) as g from m group by 1) t),
      (select jsonb_build_object(''count'', count(*), ''amount'', coalesce(sum(m.amount), 0),
        ''agent_amount'', coalesce(sum(m.agent_amount), 0)) from m where m.status = ''funds_received'' and not m.sale_paid),
      array(select m.id from m where $7 is null or m.status = $7 order by m.id = any ($14) desc, %s
        limit $1 offset $2)', private.commission_amount(f.due_before is not null),
    (select string_agg(k || ' as k' || n, ', ' order by n) from unnest(keys) with ordinality u(k, n)), source,
    private.commission_conditions(any_status, true),
    private.sort_clause(array(select 'k' || n from generate_series(1, cardinality(keys)) n), descending, 'id'))
  into sums, early, ids
  using take, skip, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
    f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked;
end $function$;

CREATE OR REPLACE FUNCTION private.sum_commissions(f private.commission_filter)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  source text;
  sums jsonb;
  commissions text := private.commission_source(f.due_before is not null);
  rest private.commission_filter := f;
begin
  f.status := null;
  if f.exclude_customers and cardinality(f.other_words) = 0 and not coalesce(f.complement, false) then
    rest.complement := true;
    f.word := null;
    f.exclude_customers := false;
    return private.subtract_sums(private.sum_commissions(f), private.sum_commissions(rest));
  end if;
  if f.word is null and f.due_before is null and f.vendor_id is null and not f.ready then
    source := 'd.status, sum(d.record_count) as n, sum(d.commission_amount) as a, sum(d.agent_amount) as g
      from private.totals(''commission'', $3, $4, $5, $6) d group by d.status';
  else
    source := 'm.status, count(*) as n, sum(' || private.commission_amount(f.due_before is not null)
      || ') as a, sum(m.agent_amount) as g from '
      || case when f.word is null then commissions || ' m where '
        else 'public.sales s join ' || commissions || ' m on m.sales_id = s.id and m.organization_id = s.organization_id where ' end
      || private.commission_conditions(f, f.word is not null) || ' group by m.status';
  end if;
  execute 'select jsonb_object_agg(status, jsonb_build_object(''count'', n, ''amount'', a, ''agent_amount'', g))
    from (select ' || source || ') t'
  into sums
  using null, null, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
    f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked;
  return sums;
end $function$;

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
    'departures', jsonb_build_object('count', coalesce(departing -> 'count', '0'), 'amount', coalesce(departing -> 'amount', '0')));
end $function$;

CREATE OR REPLACE FUNCTION private.write_commission_history()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  hidden constant text[] := private.derived_commission_columns();
  -- Called from within another trigger: that of the sale.
  moved_by_sale constant boolean := pg_trigger_depth() > 1;
  -- private.acting_user for any organization, looked up once.
  actor record;
begin
  select u.id, u.organization_id into actor from public.users u where u.id = auth.uid();
  if tg_op = 'INSERT' then
    insert into public.commission_history
      (commission_id, organization_id, changed_by, change_type, new_status, new_data, notes)
    select n.id, n.organization_id, case when actor.organization_id = n.organization_id then actor.id end, 'create',
      n.status, jsonb_strip_nulls(to_jsonb(n) - hidden), 'Commission created with the sale'
    from added n
    order by n.id;
    return null;
  end if;
  insert into public.commission_history
    (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes)
  select n.id, n.organization_id, case when actor.organization_id = n.organization_id then actor.id end,
    case when n.status <> n.old_status then 'status_change' else 'update' end, n.old_status, n.status,
    c.previous_data, c.new_data,
    case
      when n.new_note is not null then n.new_note
      -- Set by private.sync_receipts: which deposit, from which file.
      when n.another_deposit then nullif(current_setting('paperplane.deposit_note', true), '')
      when n.status <> n.old_status and moved_by_sale then
        case n.status when 'cancelled' then 'Sale cancelled' else 'Sale marked as paid' end
      when n.another_receipt then case when n.is_received then 'Receipt recorded' else 'Receipt taken back' end
      when n.status = 'agent_paid' and n.old_status <> 'agent_paid' then 'Agent payment recorded'
      when n.status <> n.old_status then 'Status updated'
      when n.another_agent then 'Sale given to another agent'
      when n.another_amount then 'Amount follows the sale'
      else 'Details updated' end
  -- A full join behind a fence (offset 0): a plain join of transition tables is planned for one row and loops over thousands.
  from (
    select n.id, n.organization_id, n.status, o.status as old_status, n.agent_id <> o.agent_id as another_agent,
      n.amount <> o.amount as another_amount, n.received_on is not null as is_received,
      (n.deposited_amount, n.written_off - n.manual_written_off) <> (o.deposited_amount, o.written_off - o.manual_written_off)
        as another_deposit,
      (n.received_on, n.received_amount, n.manual_written_off)
        is distinct from (o.received_on, o.received_amount, o.manual_written_off) as another_receipt,
      case when n.notes is distinct from o.notes then n.notes end as new_note,
      to_jsonb(o) - hidden as before, to_jsonb(n) - hidden as after
    from changed n full join replaced o on o.id = n.id offset 0) n
  cross join lateral (
    select jsonb_object_agg(e.key, n.before -> e.key) as previous_data, jsonb_object_agg(e.key, e.value) as new_data,
      count(*) as fields
    from jsonb_each(n.after) e where e.value is distinct from n.before -> e.key) c
  where c.fields > 0
  order by n.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.export_commissions(status text DEFAULT NULL::text, agent_id uuid DEFAULT NULL::uuid, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, search text DEFAULT NULL::text, sort text DEFAULT 'created_at'::text, descending boolean DEFAULT true, vendor_id uuid DEFAULT NULL::uuid, overdue boolean DEFAULT false, ready boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
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
  select coalesce(jsonb_agg(jsonb_build_array(s.booking_reference, m.status, s.sale_date, s.status,
      c.first_name || ' ' || c.last_name, v.name, a.first_name || ' ' || a.last_name, s.total_amount, m.amount,
      m.commission_split, m.agent_amount, s.currency, m.due_on, m.received_amount, m.received_on, m.notes, w.open, w.owed)
      order by u.n), '[]')
  into answer
  from unnest(ids) with ordinality u(id, n)
  join public.sales s on s.id = u.id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
  join private.commission_money w on w.commission_id = m.id
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
  join public.users a on a.id = m.agent_id;
  return private.export_answer('{booking_reference,status,sale_date,sale_status,customer,vendor,agent,total_amount,
    commission_amount,commission_split,agent_amount,currency,due_on,received_amount,received_on,notes,open_amount,overdue_amount}', answer);
end $function$;

CREATE OR REPLACE FUNCTION public.get_bank_inbox(view text DEFAULT 'review'::text, account_id uuid DEFAULT NULL::uuid, vendor_id uuid DEFAULT NULL::uuid, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, search text DEFAULT NULL::text, page integer DEFAULT 1, page_size integer DEFAULT 50)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.bank_organization();
  today date := private.today();
  month date := date_trunc('month', today)::date;
  page_no int := greatest(coalesce(get_bank_inbox.page, 1), 1);
  per_page int := least(greatest(coalesce(get_bank_inbox.page_size, 50), 1), 100);
  asked text := coalesce(get_bank_inbox.view, 'review');
  pattern text := '%' || replace(replace(replace(lower(nullif(btrim(left(search, 200)), '')), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  conditions text;
  is_filtered boolean := coalesce(get_bank_inbox.account_id, get_bank_inbox.vendor_id) is not null
    or coalesce(start_date, end_date) is not null or pattern is not null;
  total bigint;
  ids uuid[];
  groups jsonb;
  counts jsonb;
begin
  if asked not in ('review', 'matched', 'unclaimed', 'set_aside', 'all') then
    perform private.refuse('There is no such list.', 'view');
  end if;
  conditions := concat_ws(' and ', 't.organization_id = $1',
    case asked when 'review' then 't.status in (''open'', ''suggested'')' when 'unclaimed' then 't.unclaimed_amount <> 0'
      when 'matched' then 't.status = ''matched'' and t.unclaimed_amount - t.fee_amount <> t.amount'
      when 'all' then null else 't.status = ' || quote_literal(asked) end,
    case when get_bank_inbox.account_id is not null then 't.account_id = $2' end,
    case when get_bank_inbox.vendor_id is not null then 't.vendor_id = $3' end,
    case when start_date is not null then 't.booked_on >= $4' end, case when end_date is not null then 't.booked_on <= $5' end,
    case when pattern is not null then '(lower(t.text collate pg_catalog."pg_c_utf8") like $6 or t.amount::text like $6)' end);
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

CREATE OR REPLACE FUNCTION public.get_receipt_tracking()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('since', o.receipts_tracked_since, 'proposed', private.proposed_tracking_day(o.id))
  from public.organizations o where o.id = private.admin_organization_id()
$function$;

CREATE OR REPLACE FUNCTION public.get_report_rows(definition jsonb, key text DEFAULT NULL::text, page_size integer DEFAULT 50, after jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  p private.report_plan := private.plan_report(definition);
  after_day date := case when after is not null then private.report_day(after, 'day') end;
  after_id uuid := case when after is not null then private.report_id(after, 'id') end;
  group_id uuid := case when p.grouped_by in ('agent', 'vendor', 'customer')
    then private.report_id(jsonb_build_object('key', get_report_rows.key), 'key') end;
  month date := case when p.grouped_by = 'month' and get_report_rows.key is not null
    then private.report_day(jsonb_build_object('key', get_report_rows.key), 'key') end;
  rows jsonb;
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
  execute format(
    'select coalesce(jsonb_agg(jsonb_build_object(''id'', f.id, ''record_id'', f.record_id, ''sale_id'', f.sale_id, ''reference'', s.booking_reference,
        ''day'', f.day, ''status'', f.status, ''customer'', c.first_name || '' '' || c.last_name, ''vendor'', v.name,
        ''agent'', a.first_name || '' '' || a.last_name, ''total'', s.total_amount * f.sign, ''expected'', f.expected * f.sign,
        ''received'', f.received * f.sign,
        ''agents'', case when f.received_on is not null then f.agent_amount * f.sign end,
        ''short'', case when f.received < f.expected then (f.expected - f.received) * f.sign end,
        ''written_off'', f.written_off * f.sign, ''open'', f.open_amount * f.sign, ''due_on'', f.due_on, ''received_on'', f.received_on,
        ''late_days'', case when f.due_on is not null and f.received_on is not null
          then greatest(f.received_on - f.due_on, 0) * f.sign end,
        ''paid'', f.paid, ''corrects'', f.sign < 0) order by f.day %5$s, f.id %5$s), ''[]'')
      from (select f.* from %1$s where %2$s and %3$s%4$s order by f.day %5$s, f.id %5$s limit $4) f
      join public.sales s on s.id = f.sale_id
      join public.customers c on c.id = s.customer_id
      join public.vendors v on v.id = f.vendor_id
      join public.users a on a.id = f.agent_id',
    private.report_facts(p.kind, p.customer_id is not null), private.report_condition(p), private.report_days(1),
    case when after_day is not null then format(' and (f.day, f.id) %s ($5, $6)', case when p.open_only then '>' else '<' end)
      else '' end, direction)
  into rows
  using p, array[p.first_day], array[p.last_day], least(greatest(coalesce(page_size, 50), 1), 5000), after_day, after_id;
  if after_day is not null then
    return jsonb_build_object('rows', rows);
  end if;
  return (
    select jsonb_build_object('count', t.n, 'figures', private.report_figures(t), 'rows', rows)
    from (select c from private.report_cells(p, null, p.first_day, p.last_day) c
      union all select private.add_report_cells('{}') limit 1) x(c)
    cross join lateral (select (x.c).*) t);
end $function$;

CREATE OR REPLACE FUNCTION public.get_vendor_overdue(vendor_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.bank_organization();
begin
  return (
    select coalesce(jsonb_agg(r.value || jsonb_build_object('expected', w.owed) order by r.n), '[]')
    from jsonb_array_elements(private.bank_commission_rows(caller_organization_id, array(
      select m.commission_id from private.commission_money m
      where m.organization_id = caller_organization_id and m.vendor_id = get_vendor_overdue.vendor_id
        and m.open_amount > 0 and m.owed > 0
      order by m.due_on, m.commission_id limit 200))) with ordinality r(value, n)
    join private.commission_money w on w.commission_id = (r.value ->> 'commission_id')::uuid);
end $function$;

CREATE OR REPLACE FUNCTION public.get_vendor_profile(vendor_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.admin_organization_id();
  vendor public.vendors%rowtype;
  figures jsonb;
begin
  select v.* into vendor from public.vendors v where v.id = get_vendor_profile.vendor_id and v.organization_id = caller_organization_id;
  if vendor.id is null then
    return null;
  end if;
  select jsonb_build_object('sales_count', count(*), 'total_amount', coalesce(sum(s.total_amount), 0)) into figures
  from public.sales s
  where s.organization_id = caller_organization_id and s.vendor_id = vendor.id and s.status <> 'cancelled';
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
  where m.organization_id = caller_organization_id and m.vendor_id = vendor.id and m.status in ('unpaid', 'funds_received', 'agent_paid');
  figures := jsonb_set(figures, '{overdue}', (figures -> 'overdue')
    || private.owed_figures(caller_organization_id, vendor_id => vendor.id) - 'vendors');
  return jsonb_build_object('vendor', to_jsonb(vendor) || jsonb_build_object('is_archived', vendor.archived_at is not null),
    'figures', figures);
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
        else private.find_commissions(f, sort_by, is_descending <> backwards, take, skip, collect_first) end;
    end if;
  end if;
  return jsonb_build_object('rows', private.commission_rows(ids, backwards), 'count', total, 'page', page_no,
    'page_size', per_page, 'total_pages', (total + per_page - 1) / per_page, 'stats', private.commission_status_summary(sums, coalesce(early, private.early_commissions(f))));
end $function$;

CREATE OR REPLACE FUNCTION public.record_vendor_asked(vendor_id uuid, although_deposit_waits boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.admin_organization_id();
  deposit_waits constant boolean := private.deposit_waits(caller_organization_id, record_vendor_asked.vendor_id);
  owed record;
begin
  if caller_organization_id is null then
    return private.command_result('You do not have permission to ask vendors.');
  end if;
  select f.count as n, f.amount into owed
  from jsonb_to_record(private.owed_figures(caller_organization_id, vendor_id => record_vendor_asked.vendor_id))
    f(count int, amount numeric);
  if owed.n = 0 then
    return private.command_result('This vendor owes nothing that is overdue.', 'vendor_id');
  elsif deposit_waits and not coalesce(record_vendor_asked.although_deposit_waits, false) then
    return private.command_result('A deposit of this vendor waits in Bank. Match it before you ask.', 'vendor_id');
  end if;
  insert into public.vendor_askings (organization_id, vendor_id, commissions_count, amount, although_deposit_waits)
  values (caller_organization_id, record_vendor_asked.vendor_id, owed.n, owed.amount, deposit_waits);
  return private.command_result(null);
end $function$;

CREATE VIEW "private"."commission_money" AS  SELECT c.organization_id,
    c.id AS commission_id,
    c.agent_id AS payee_id,
    c.sales_id,
    c.vendor_id,
    c.status,
    c.sale_date,
    c.due_on,
    c.created_at,
    c.sale_paid,
    c.amount,
    c.agent_amount,
    c.open_amount,
    COALESCE(c.received_amount, (0)::numeric) AS received,
    c.received_on,
    c.taken_back_amount AS taken_back,
    c.written_off,
    w.known,
    w.open,
        CASE
            WHEN w.late THEN w.open
            ELSE (0)::numeric
        END AS owed,
        CASE
            WHEN ((c.due_on IS NOT NULL) AND (NOT w.late)) THEN w.open
            ELSE (0)::numeric
        END AS not_due,
        CASE
            WHEN (c.due_on IS NULL) THEN w.open
            ELSE (0)::numeric
        END AS no_due_day,
        CASE
            WHEN (w.late AND (c.received_amount > (0)::numeric)) THEN w.open
            ELSE (0)::numeric
        END AS paid_short,
        CASE
            WHEN (w.late AND (c.status = 'agent_paid'::text)) THEN w.open
            ELSE (0)::numeric
        END AS owed_agent_paid,
        CASE
            WHEN (w.late AND (c.status = 'agent_paid'::text) AND (w.open > (0)::numeric)) THEN c.agent_amount
            ELSE (0)::numeric
        END AS advanced,
        CASE
            WHEN (c.status = 'agent_paid'::text) THEN c.agent_amount
            ELSE (0)::numeric
        END AS agent_paid
   FROM ((((public.commissions c
     JOIN public.organizations o ON ((o.id = c.organization_id)))
     CROSS JOIN LATERAL ( SELECT ((now() AT TIME ZONE o.time_zone))::date AS today
         OFFSET 0) d)
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN (o.receipts_tracked_since IS NULL) THEN (c.status = 'unpaid'::text)
                    ELSE (COALESCE(c.due_on, c.sale_date) >= o.receipts_tracked_since)
                END AS known) k)
     CROSS JOIN LATERAL ( SELECT k.known,
                CASE
                    WHEN k.known THEN c.open_amount
                    ELSE (0)::numeric
                END AS open,
            COALESCE((c.due_on < d.today), false) AS late) w);

CREATE INDEX commission_history_texts_idx ON public.commission_history USING btree (organization_id, commission_id) WHERE ((new_data ?| '{notes,payment_reference,recalled_amount,voided_amount,manual_write_off_reason}'::text[]) OR (previous_data ?| '{notes,payment_reference,recalled_amount,voided_amount,manual_write_off_reason}'::text[]));

CREATE INDEX commissions_owed_idx ON public.commissions USING btree (organization_id, status, due_on, sales_id) INCLUDE (vendor_id, agent_id, sale_date, open_amount, received_amount, agent_amount, id) WHERE (open_amount > (0)::numeric);

CREATE INDEX commissions_texts_idx ON public.commissions USING btree (organization_id, id) WHERE ((notes IS NOT NULL) OR (manual_write_off_reason IS NOT NULL));

REVOKE ALL ON FUNCTION "private"."beside_owed"(private.aging_cell[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."beside_owed"(private.aging_cell[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."commission_amount"(boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."commission_amount"(boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."commission_source"(boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."commission_source"(boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."first_candidate_day"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."first_candidate_day"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."open_condition"(date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_condition"(date, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."owed_condition"(date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."owed_condition"(date, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."owed_figures"(uuid, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."owed_figures"(uuid, uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."payable_to"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."payable_to"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."get_receipt_tracking"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_receipt_tracking"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."list_commissions"(text, uuid, date, date, text, text, boolean, integer, integer, uuid, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_commissions"(text, uuid, date, date, text, text, boolean, integer, integer, uuid, boolean, boolean) TO "authenticated", "postgres";

REVOKE ALL ON TYPE "private"."aging_cell" FROM PUBLIC;

GRANT USAGE ON TYPE "private"."aging_cell" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."commission_money" TO "postgres";
