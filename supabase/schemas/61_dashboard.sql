-- Sums for cards and tabs. All run with the caller's rights: row-level security decides what is counted.
create function public.get_sales_by_status(start_date date default null, end_date date default null)
returns jsonb
language plpgsql stable security definer set search_path = '' set enable_sort = off set jit = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_sales_by_status.start_date, get_sales_by_status.end_date);
  answer jsonb;
begin
  select jsonb_object_agg(k.name, jsonb_build_object('count', coalesce(k.n, 0), 'amount', coalesce(k.amount, 0))) into answer
  from (
    select sum(d.booked_count) as booked, sum(d.booked_amount) as booked_amount, sum(d.paid_count) as paid,
      sum(d.paid_amount) as paid_amount, sum(d.cancelled_count) as cancelled, sum(d.cancelled_amount) as cancelled_amount
    from private.figures_by_day d
    where d.organization_id = scope.organization_id and d.whose = coalesce(scope.agent_id, scope.organization_id)
      and d.day between range.first_day and range.last_day) t
  cross join lateral (values ('booked', t.booked, t.booked_amount), ('paid', t.paid, t.paid_amount),
    ('cancelled', t.cancelled, t.cancelled_amount),
    ('total', t.booked + t.paid + t.cancelled, t.booked_amount + t.paid_amount + t.cancelled_amount),
    ('active_total', t.booked + t.paid, t.booked_amount + t.paid_amount)) k(name, n, amount);
  return answer;
end $$;
grant execute on function public.get_sales_by_status(date, date) to authenticated;

create function public.get_commissions_by_status(start_date date default null, end_date date default null) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_object_agg(e.name, e.figures - 'agent_amount')
  from jsonb_each(public.get_commission_stats(get_commissions_by_status.start_date, get_commissions_by_status.end_date))
    e(name, figures)
$$;
grant execute on function public.get_commissions_by_status(date, date) to authenticated;

-- Timelines for charts: amounts per bucket of time, no bucket missing.

-- Two days or fewer: by the hour; 90: by the day; 180: by the week; more: by the month. Spec section 4. Somebody may
-- ask for another bucket; one that is unknown, or so fine that nobody could read the chart, is ignored.
create function private.choose_bucket(first_day date, last_day date, wanted text) returns text
language sql immutable set search_path = '' as $$
  select case
    when wanted = 'hour' and d.days <= 31 then wanted
    when wanted = 'day' and d.days <= 3660 then wanted
    when wanted in ('week', 'month') then wanted
    when d.days <= 2 then 'hour'
    when d.days <= 90 then 'day'
    when d.days <= 180 then 'week'
    else 'month' end
  from (select last_day - first_day + 1 as days) d
$$;

-- Weeks begin on Sunday, date_trunc's on Monday: days are counted in the bucket of a day this much later.
create function private.bucket_shift(bucket text) returns interval
language sql immutable set search_path = '' as $$
  select case bucket when 'week' then interval '1 day' else interval '0' end
$$;

-- The hour of a day that a sale is counted in: its date, and the hour in which it was recorded, by the clocks of the
-- organization. An hour that a change of clocks leaves out becomes the next one; one that comes twice is one.
create function private.hour_label(day date, hour integer, zone text) returns text
language sql stable set search_path = '' as $$
  select to_char(((day + make_time(hour, 0, 0)) at time zone zone) at time zone zone, 'YYYY-MM-DD"T"HH24:00')
$$;

-- All buckets of a range, labelled with the date (or hour) they begin.
create function private.bucket_labels(bucket text, first_day date, last_day date, zone text) returns setof text
language plpgsql stable set search_path = '' as $$
declare
  shift interval := private.bucket_shift(bucket);
begin
  if bucket = 'hour' then
    return query select distinct private.hour_label(d::date, h, zone)
      from generate_series(first_day::timestamp, last_day::timestamp, '1 day') d cross join generate_series(0, 23) h;
  else
    return query select to_char(d, 'YYYY-MM-DD')
      from generate_series(date_trunc(bucket, first_day + shift) - shift, last_day::timestamp, ('1 ' || bucket)::interval) d;
  end if;
end $$;

-- Sales by status, an amount each, one row a bucket and no bucket missing. An open end of the range is the first or
-- last day with a sale. Hours are read from the rows, everything else from the rollups.
create function private.sales_series(
  organization_id uuid, agent uuid, zone text, start_date date, end_date date, wanted text,
  out bucket text, out label text, out booked numeric, out paid numeric, out cancelled numeric) returns setof record
language plpgsql stable security definer set search_path = '' set enable_sort = off set enable_incremental_sort = off
set jit = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_variable
declare
  first_day date;
  last_day date;
  earliest date;
  latest date;
  step text;
  shift interval;
  part interval;
begin
  select r.first_day, r.last_day into first_day, last_day from private.date_range(start_date, end_date) r;
  if start_date is null or end_date is null then
    select min(k.day), max(k.day) into earliest, latest
    from (
      select d.day from private.figures_by_day d
      where d.organization_id = sales_series.organization_id and d.whose = coalesce(agent, sales_series.organization_id) and d.day between first_day and last_day
      group by d.day having sum(d.booked_count + d.paid_count + d.cancelled_count) <> 0) k;
    first_day := case when start_date is null then coalesce(earliest, end_date) else first_day end;
    last_day := case when end_date is null then coalesce(latest, first_day) else last_day end;
  end if;
  step := private.choose_bucket(first_day, last_day, wanted);
  shift := private.bucket_shift(step);
  if step = 'hour' then
    part := private.hour_parts(zone, first_day);
  end if;
  return query
    with amounts as (
      select to_char(((h.day + make_time(date_part('hour', h.time at time zone zone)::integer, 0, 0))
        at time zone zone) at time zone zone, 'YYYY-MM-DD"T"HH24:00') as start,
        h.booked, h.paid, h.cancelled
      from (
        select s.sale_date as day, date_bin(part, s.created_at, '2001-01-01T00:00:00Z') as time,
          sum(s.total_amount) filter (where s.status = 'booked') as booked,
          sum(s.total_amount) filter (where s.status = 'paid') as paid,
          sum(s.total_amount) filter (where s.status = 'cancelled') as cancelled
        from public.sales s
        where step = 'hour' and s.organization_id = sales_series.organization_id and (agent is null or s.agent_id = agent)
          and s.sale_date between first_day and last_day
        group by 1, 2) h
      union all
      select to_char(b.start - shift, 'YYYY-MM-DD'), b.booked, b.paid, b.cancelled
      from (
        select date_trunc(step, d.day + shift) as start, sum(d.booked_amount) as booked, sum(d.paid_amount) as paid,
          sum(d.cancelled_amount) as cancelled
        from private.figures_by_day d
        where step <> 'hour' and d.organization_id = sales_series.organization_id and d.whose = coalesce(agent, sales_series.organization_id)
          and d.day between first_day and last_day
        group by 1) b),
    starts as (
      select l.start from private.bucket_labels(step, first_day, last_day, zone) l(start)
      union select a.start from amounts a where step = 'hour')
    select step, b.start, coalesce(sum(a.booked), 0), coalesce(sum(a.paid), 0), coalesce(sum(a.cancelled), 0)
    from starts b left join amounts a on a.start = b.start
    group by b.start order by b.start;
end $$;

-- The same for commissions, by the date of their sale.
create function private.commission_series(
  organization_id uuid, agent uuid, zone text, start_date date, end_date date, wanted text,
  out bucket text, out label text, out unpaid numeric, out funds_received numeric, out agent_paid numeric,
  out cancelled numeric) returns setof record
language plpgsql stable security definer set search_path = '' set enable_sort = off set enable_incremental_sort = off
set jit = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_variable
declare
  first_day date;
  last_day date;
  earliest date;
  latest date;
  step text;
  shift interval;
  part interval;
begin
  select r.first_day, r.last_day into first_day, last_day from private.date_range(start_date, end_date) r;
  if start_date is null or end_date is null then
    select min(k.day), max(k.day) into earliest, latest
    from (
      select d.day from private.figures_by_day d
      where d.organization_id = commission_series.organization_id and d.whose = coalesce(agent, commission_series.organization_id) and d.day between first_day and last_day
      group by d.day having sum(d.unpaid_count + d.funds_received_count + d.agent_paid_count + d.lost_count) <> 0) k;
    first_day := case when start_date is null then coalesce(earliest, end_date) else first_day end;
    last_day := case when end_date is null then coalesce(latest, first_day) else last_day end;
  end if;
  step := private.choose_bucket(first_day, last_day, wanted);
  shift := private.bucket_shift(step);
  if step = 'hour' then
    part := private.hour_parts(zone, first_day);
  end if;
  return query
    with amounts as (
      select to_char(((h.day + make_time(date_part('hour', h.time at time zone zone)::integer, 0, 0))
        at time zone zone) at time zone zone, 'YYYY-MM-DD"T"HH24:00') as start,
        h.unpaid, h.funds_received, h.agent_paid, h.cancelled
      from (
        select c.sale_date as day, date_bin(part, c.created_at, '2001-01-01T00:00:00Z') as time,
          sum(c.amount) filter (where c.status = 'unpaid') as unpaid,
          sum(c.amount) filter (where c.status = 'funds_received') as funds_received,
          sum(c.amount) filter (where c.status = 'agent_paid') as agent_paid,
          sum(c.amount) filter (where c.status = 'cancelled') as cancelled
        from public.commissions c
        where step = 'hour' and c.organization_id = commission_series.organization_id and (agent is null or c.agent_id = agent)
          and c.sale_date between first_day and last_day
        group by 1, 2) h
      union all
      select to_char(b.start - shift, 'YYYY-MM-DD'), b.unpaid, b.funds_received, b.agent_paid, b.cancelled
      from (
        select date_trunc(step, d.day + shift) as start, sum(d.unpaid_amount) as unpaid,
          sum(d.funds_received_amount) as funds_received, sum(d.agent_paid_amount) as agent_paid, sum(d.lost_amount) as cancelled
        from private.figures_by_day d
        where step <> 'hour' and d.organization_id = commission_series.organization_id and d.whose = coalesce(agent, commission_series.organization_id)
          and d.day between first_day and last_day
        group by 1) b),
    starts as (
      select l.start from private.bucket_labels(step, first_day, last_day, zone) l(start)
      union select a.start from amounts a where step = 'hour')
    select step, b.start, coalesce(sum(a.unpaid), 0), coalesce(sum(a.funds_received), 0), coalesce(sum(a.agent_paid), 0),
      coalesce(sum(a.cancelled), 0)
    from starts b left join amounts a on a.start = b.start
    group by b.start order by b.start;
end $$;

create function public.get_sales_status_timeline(
  start_date date default null, end_date date default null, bucket text default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('bucket', min(t.bucket),
    'labels', coalesce(jsonb_agg(t.label order by t.label), '[]'),
    'booked', coalesce(jsonb_agg(t.booked order by t.label), '[]'),
    'paid', coalesce(jsonb_agg(t.paid order by t.label), '[]'),
    'cancelled', coalesce(jsonb_agg(t.cancelled order by t.label), '[]'))
  from private.caller_scope() s
  cross join private.sales_series(s.organization_id, s.agent_id, s.zone, get_sales_status_timeline.start_date,
    get_sales_status_timeline.end_date, get_sales_status_timeline.bucket) t
$$;
grant execute on function public.get_sales_status_timeline(date, date, text) to authenticated;

create function public.get_commission_status_timeline(
  start_date date default null, end_date date default null, bucket text default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('bucket', min(t.bucket),
    'labels', coalesce(jsonb_agg(t.label order by t.label), '[]'),
    'unpaid', coalesce(jsonb_agg(t.unpaid order by t.label), '[]'),
    'funds_received', coalesce(jsonb_agg(t.funds_received order by t.label), '[]'),
    'agent_paid', coalesce(jsonb_agg(t.agent_paid order by t.label), '[]'),
    'cancelled', coalesce(jsonb_agg(t.cancelled order by t.label), '[]'))
  from private.caller_scope() s
  cross join private.commission_series(s.organization_id, s.agent_id, s.zone, get_commission_status_timeline.start_date,
    get_commission_status_timeline.end_date, get_commission_status_timeline.bucket) t
$$;
grant execute on function public.get_commission_status_timeline(date, date, text) to authenticated;

-- An agent's list of agents is themself.
create function public.get_top_agents(start_date date default null, end_date date default null, max_rows integer default 5)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_top_agents.start_date, get_top_agents.end_date);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
      'avatar_url', u.avatar_url, 'sales_count', t.sales_count, 'total_revenue', t.total_amount,
      'total_commission', t.commission_amount)
      order by t.total_amount desc, t.sales_count desc, u.id), '[]')
    from (
      select b.* from private.best_of(scope.organization_id, 'agent', range.first_day, range.last_day,
        private.row_limit(get_top_agents.max_rows)) b
      where scope.agent_id is null
      union all
      select s.* from private.sums_of(scope.organization_id, 'agent', array[scope.agent_id], range.first_day, range.last_day) s
      where scope.agent_id is not null and s.sales_count > 0) t
    join public.users u on u.id = t.part);
end $$;
grant execute on function public.get_top_agents(date, date, integer) to authenticated;

create function public.get_top_vendors(start_date date default null, end_date date default null, max_rows integer default 5)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_top_vendors.start_date, get_top_vendors.end_date);
  wanted integer := private.row_limit(get_top_vendors.max_rows);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url,
      'sales_count', t.sales_count, 'total_revenue', t.total_amount, 'total_commission', t.commission_amount)
      order by t.total_amount desc, t.sales_count desc, v.id), '[]')
    from (
      select b.* from private.best_of(scope.organization_id, 'vendor', range.first_day, range.last_day, wanted) b
      where scope.agent_id is null
      union all
      (select s.* from private.vendor_totals_in_range(scope.organization_id, scope.agent_id, range.first_day, range.last_day) s
      where scope.agent_id is not null and s.sales_count > 0
      order by s.total_amount desc, s.sales_count desc, s.part limit wanted)) t
    join public.vendors v on v.id = t.part);
end $$;
grant execute on function public.get_top_vendors(date, date, integer) to authenticated;

-- Walks the newest sales, by the index of the organization's or the agent's, only until enough customers are found: what
-- the order needs is in the index, and only the sales that count are looked at.
create function public.get_recent_customers(
  max_rows integer default 5, start_date date default null, end_date date default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_recent_customers.start_date, get_recent_customers.end_date);
  wanted integer := private.row_limit(get_recent_customers.max_rows);
  skip integer;
  newest refcursor;
  found_id uuid;
  sale record;
  seen uuid[] := '{}';
  answer jsonb := '[]';
begin
  -- The newest hundred mostly hold enough of them; if not, all that come after.
  foreach skip in array array[0, 100] loop
    if scope.agent_id is null then
      open newest for
        select s.id from public.sales s
        where s.organization_id = scope.organization_id and s.sale_date between range.first_day and range.last_day
          and s.status <> 'cancelled'
        order by s.sale_date desc, s.created_at desc, s.id
        limit case skip when 0 then 100 end offset skip;
    else
      open newest for
        select s.id from public.sales s
        where s.organization_id = scope.organization_id and s.agent_id = scope.agent_id
          and s.sale_date between range.first_day and range.last_day and s.status <> 'cancelled'
        order by s.sale_date desc, s.created_at desc, s.id
        limit case skip when 0 then 100 end offset skip;
    end if;
    loop
      exit when cardinality(seen) = wanted;
      fetch newest into found_id;
      exit when not found;
      select s.customer_id, s.total_amount, s.sale_date into sale from public.sales s where s.id = found_id;
      continue when sale.customer_id = any (seen);
      seen := seen || sale.customer_id;
      answer := answer || (
        select jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name, 'email', c.email,
          'sale_id', found_id, 'last_purchase_amount', sale.total_amount, 'sale_date', sale.sale_date)
        from public.customers c where c.id = sale.customer_id);
    end loop;
    close newest;
    exit when cardinality(seen) = wanted;
  end loop;
  return answer;
end $$;
grant execute on function public.get_recent_customers(integer, date, date) to authenticated;

-- What an agent is owed: now (the vendor's money has arrived and the customer has paid), and later, with the reason why not
-- now. {now: {count, amount}, expected: {count, amount}, rows}, amounts of the agent's share.
create function private.payable_to(organization_id uuid, agent uuid, today date) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  days record;
  early record;
begin
  select coalesce(sum(d.funds_received_count), 0) as n, coalesce(sum(d.funds_received_share), 0) as amount,
    coalesce(sum(d.unpaid_count), 0) as awaited_n, coalesce(sum(d.unpaid_share), 0) as awaited into days
  from private.figures_by_day d
  where d.organization_id = payable_to.organization_id and d.whose = agent;
  -- Seldom the vendor pays before the customer.
  select count(*) as n, coalesce(sum(m.agent_amount), 0) as amount into early
  from public.commissions m
  where m.organization_id = payable_to.organization_id and m.agent_id = agent and m.status = 'funds_received' and not m.sale_paid;
  return jsonb_build_object(
    'now', jsonb_build_object('count', days.n - early.n, 'amount', days.amount - early.amount),
    'expected', jsonb_build_object('count', days.awaited_n + early.n, 'amount', days.awaited + early.amount),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('commission_id', m.id, 'sales_id', s.id,
        'booking_reference', s.booking_reference, 'customer_first_name', c.first_name, 'customer_last_name', c.last_name,
        'vendor_name', v.name, 'agent_amount', m.agent_amount, 'status', m.status, 'sale_status', s.status,
        'received_on', m.received_on, 'due_on', m.due_on, 'reason', case
          when p.place = 1 then 'funds_received'
          when p.place = 2 then 'awaiting_customer'
          when m.due_on < today then 'overdue'
          else 'awaiting_vendor' end)
        order by p.place, p.day nulls last, p.sales_id), '[]')
      from (
        select f.* from (
          (select 1 as place, m.received_on as day, m.sales_id from public.commissions m
          where m.organization_id = payable_to.organization_id and m.agent_id = agent and m.status = 'funds_received' and m.sale_paid
          order by m.received_on, m.sales_id limit 5)
          union all
          (select 2, m.received_on, m.sales_id from public.commissions m
          where m.organization_id = payable_to.organization_id and m.agent_id = agent and m.status = 'funds_received' and not m.sale_paid
          order by m.received_on, m.sales_id limit 5)
          union all
          (select 3, m.due_on, m.sales_id from public.commissions m
          where m.organization_id = payable_to.organization_id and m.agent_id = agent and m.status = 'unpaid'
          order by m.due_on, m.sales_id limit 5)) f
        order by f.place, f.day nulls last, f.sales_id limit 5) p
      join public.sales s on s.id = p.sales_id
      join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
      join public.customers c on c.id = s.customer_id
      join public.vendors v on v.id = s.vendor_id));
end $$;

-- The next trips of an agent's customers.
create function private.departures_of(organization_id uuid, agent uuid, today date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('sales_id', s.id, 'booking_reference', s.booking_reference,
    'customer_id', s.customer_id, 'customer_first_name', c.first_name, 'customer_last_name', c.last_name,
    'vendor_name', v.name, 'travel_date', s.travel_date, 'return_date', s.return_date)
    order by s.travel_date, s.id), '[]')
  from (
    select d.* from public.sales d
    where d.organization_id = departures_of.organization_id and d.agent_id = departures_of.agent and d.status <> 'cancelled'
      and d.travel_date is not null and d.travel_date >= departures_of.today
    order by d.travel_date, d.id limit 5) s
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
$$;

-- One part of the page. The services it asks decide themselves what the caller may see.
create function private.dashboard_part(part text, organization_id uuid, agent uuid, first_day date, last_day date, today date)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return case part
    when 'sales' then public.get_sales_by_status(first_day, last_day)
    when 'commissions' then public.get_commissions_by_status(first_day, last_day)
    when 'sales_trend' then public.get_sales_status_timeline(first_day, last_day) - 'bucket'
    when 'commission_trend' then public.get_commission_status_timeline(first_day, last_day) - 'bucket'
    when 'top_agents' then public.get_top_agents(first_day, last_day)
    when 'top_vendors' then public.get_top_vendors(first_day, last_day)
    when 'recent_customers' then public.get_recent_customers(5, first_day, last_day)
    when 'payable' then private.payable_to(dashboard_part.organization_id, agent, today)
    when 'departures' then private.departures_of(dashboard_part.organization_id, agent, today)
  end;
end $$;

-- {range: {start, end, bucket, today}, and the parts of the caller's page: sales, commissions, sales_trend,
-- commission_trend, top_vendors, recent_customers; for admins top_agents, for agents payable and departures}. A part that
-- failed is {error: true}; `parts` asks for some only. Days are the organization's. Without dates the last 365 days; without
-- one of them those up to the end, or from the start until today.
create function public.get_dashboard(
  start_date date default null, end_date date default null, parts text[] default null) returns jsonb
language plpgsql stable security definer set search_path = '' set lock_timeout = '2s' as $$
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
  foreach part in array '{sales,commissions,sales_trend,commission_trend,top_vendors,recent_customers}'::text[]
    || case when scope.agent_id is null then '{top_agents}'::text[] else '{payable,departures}' end
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
  return answer;
end $$;
grant execute on function public.get_dashboard(date, date, text[]) to authenticated;

-- What each of these agents or vendors (`kind`) sold of the organization. Sorting is off here and below: the planner takes what
-- belongs to one id for a row or two, and would sort thousands to group them. (A sort that is needed then looks so expensive
-- that PostgreSQL would compile the query first: jit is off as well. And it would plan each call anew, which takes longer than
-- the call.)
create function private.sums_of(organization_id uuid, kind text, parts uuid[], first_day date, last_day date)
returns table (part uuid, sales_count numeric, total_amount numeric, commission_amount numeric)
language plpgsql stable security definer set search_path = '' set enable_sort = off set jit = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    select t.part, sum(p.sign * t.sales_count), sum(p.sign * t.total_amount), sum(p.sign * t.commission_amount)
    from private.split_quarters(sums_of.organization_id, sums_of.kind, sums_of.first_day, sums_of.last_day) p
    cross join lateral (
      select q.part, sum(q.sales_count) as sales_count, sum(q.total_amount) as total_amount,
        sum(q.commission_amount) as commission_amount
      from private.figures_by_quarter q
      where q.organization_id = sums_of.organization_id and q.whole = sums_of.organization_id and q.kind = sums_of.kind
        and q.quarter between p.low and p.high and q.part = any (sums_of.parts)
      group by q.part
      union all
      select d.whose, sum(d.booked_count + d.paid_count), sum(d.booked_amount + d.paid_amount), sum(d.booked_share + d.paid_share)
      from private.figures_by_day d
      where d.organization_id = sums_of.organization_id and d.whose = any (sums_of.parts) and d.day between p.from_day and p.to_day
      group by d.whose) t
    group by t.part;
end $$;

-- Of a day or two the best agents are found like the best vendors, in the sales: one after the other, their days took longer to
-- find. And a day of very many sales is not sorted whole for the five latest customers.

-- The agents or vendors (`kind`) of the organization that sold most. Those of whom quarters say most are added up first; then
-- everybody whom quarters do not put behind the best of these.
create function private.best_of(organization_id uuid, kind text, first_day date, last_day date, wanted integer)
returns table (part uuid, sales_count numeric, total_amount numeric, commission_amount numeric)
language plpgsql stable security definer set search_path = '' set enable_sort = off set jit = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  -- The sales of a day or two are fewer than the days of all vendors.
  if best_of.last_day - best_of.first_day < 2 then
    return query
      select case best_of.kind when 'agent' then s.agent_id else s.vendor_id end, count(*)::numeric, sum(s.total_amount),
        sum(s.commission_amount)
      from public.sales s
      where s.organization_id = best_of.organization_id and s.sale_date between best_of.first_day and best_of.last_day
        and s.status <> 'cancelled'
      group by 1 order by 3 desc, 2 desc, 1 limit best_of.wanted;
    return;
  end if;
  return query
    with most as materialized (
      select q.part, sum(p.sign * q.total_amount) as amount
      from private.split_years(best_of.organization_id, best_of.kind, date_trunc('quarter', best_of.first_day::timestamp)::date,
        (date_trunc('quarter', best_of.last_day::timestamp) + interval '3 months')::date) p
      join private.figures_by_quarter q on q.quarter between p.low and p.high
      where q.organization_id = best_of.organization_id and q.whole = best_of.organization_id and q.kind = best_of.kind
      group by q.part
    ), leaders as materialized (
      select s.*
      from private.sums_of(best_of.organization_id, best_of.kind,
        array(select m.part from most m order by m.amount desc, m.part limit 2 * best_of.wanted),
        best_of.first_day, best_of.last_day) s
    ), candidates as (
      select l.* from leaders l
      union all
      select s.*
      from private.sums_of(best_of.organization_id, best_of.kind, array(
          select m.part from most m
          where m.amount >= coalesce((
              select l.total_amount from leaders l where l.sales_count > 0
              order by l.total_amount desc offset best_of.wanted - 1 limit 1), 0)
            and m.part not in (select l.part from leaders l)),
        best_of.first_day, best_of.last_day) s
    )
    select c.part, c.sales_count, c.total_amount, c.commission_amount from candidates c
    where c.sales_count > 0 order by c.total_amount desc, c.sales_count desc, c.part limit best_of.wanted;
end $$;

-- Cards and charts read a day once, whatever its statuses; what is payable to an agent is read in one pass. The hours of a day
-- or two are read from an index alone. Sorting and plans: see the_best_of_years_are_all_time_without_the_rest. What
-- private.hour_label answers is written out: a call takes longer than the hour.

-- What never lies in two hours of the zone: an hour, or a quarter of one where the zone is off by parts of an hour in some half
-- of that year. Asking the zone for each sale takes longer than the rest.
create function private.hour_parts(zone text, day date) returns interval
language sql stable set search_path = '' as $$
  select case when bool_and(date_part('minute', t.start at time zone zone) = 0) then interval '1 hour' else '15 minutes' end
  from (values (day::timestamp at time zone 'UTC'), ((day + 182)::timestamp at time zone 'UTC')) t(start)
$$;
