-- Totals, timelines and top lists. The functions run with the owner's rights, because nobody else reads the rollups;
-- what a caller may see is decided in one place, private.caller_scope. For a caller without an organization
-- (inactive, or a revoked session) there is nothing to add up: zeros and empty lists.

-- Whose rows the caller may add up: those of one agent, or (agent null) everybody's in the organization. Home is null
-- when nothing may be seen: no active caller, or an agent who asks for somebody else.
create function private.caller_scope(wanted_agent uuid default null, out home uuid, out agent uuid, out zone text)
language plpgsql stable security definer set search_path = '' as $$
begin
  home := private.current_organization_id();
  agent := wanted_agent;
  if not private.is_admin() then
    agent := auth.uid();
    if wanted_agent <> agent then
      home := null;
    end if;
  end if;
  select o.time_zone into zone from public.organizations o where o.id = home;
  zone := coalesce(zone, 'UTC');
end $$;

-- A range as people mean it: swapped when it is reversed, open ends null, nothing beyond what a sale date may be.
create function private.date_range(start_date date, end_date date, out first_day date, out last_day date)
language sql immutable set search_path = '' as $$
  select greatest(coalesce(case when start_date > end_date then end_date else start_date end, '1900-01-01'), '1900-01-01'),
    least(coalesce(case when start_date > end_date then start_date else end_date end, '2199-12-31'), '2199-12-31')
$$;

create function private.daily_sales(home uuid, agent uuid, first_day date, last_day date)
returns table (day date, status text, sales_count bigint, total_amount numeric)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if agent is null then
    return query select d.day, d.status, d.sales_count, d.total_amount from private.sales_daily d
      where d.organization_id = daily_sales.home and d.day between daily_sales.first_day and daily_sales.last_day;
  else
    return query select d.day, d.status, d.sales_count, d.total_amount from private.sales_daily_by_agent d
      where d.organization_id = daily_sales.home and d.agent_id = daily_sales.agent
        and d.day between daily_sales.first_day and daily_sales.last_day;
  end if;
end $$;

create function private.daily_commissions(home uuid, agent uuid, first_day date, last_day date)
returns table (day date, status text, commissions_count bigint, amount numeric, agent_amount numeric)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if agent is null then
    return query select d.day, d.status, d.commissions_count, d.amount, d.agent_amount from private.commissions_daily d
      where d.organization_id = daily_commissions.home
        and d.day between daily_commissions.first_day and daily_commissions.last_day;
  else
    return query select d.day, d.status, d.commissions_count, d.amount, d.agent_amount
      from private.commissions_daily_by_agent d
      where d.organization_id = daily_commissions.home and d.agent_id = daily_commissions.agent
        and d.day between daily_commissions.first_day and daily_commissions.last_day;
  end if;
end $$;

create or replace function public.get_sales_by_status(start_date date default null, end_date date default null)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_sales_by_status.start_date, get_sales_by_status.end_date);
  answer jsonb;
begin
  select jsonb_object_agg(t.name, jsonb_build_object('count', t.n, 'amount', t.amount)) into answer
  from (
    select g.name, coalesce(sum(d.sales_count), 0) as n, coalesce(sum(d.total_amount), 0) as amount
    from (values ('booked', '{booked}'::text[]), ('paid', '{paid}'), ('cancelled', '{cancelled}'),
      ('total', '{booked,paid,cancelled}'), ('active_total', '{booked,paid}')) g(name, statuses)
    left join private.daily_sales(scope.home, scope.agent, range.first_day, range.last_day) d on d.status = any (g.statuses)
    group by g.name) t;
  return answer;
end $$;

-- Every status and the total; a status that is not one of the four is ignored, one of them leaves the others at zero.
create function public.get_commission_stats(
  start_date date default null, end_date date default null, status text default null, agent_id uuid default null)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  known constant text[] := '{unpaid,funds_received,agent_paid,cancelled}';
  scope record := private.caller_scope(get_commission_stats.agent_id);
  range record := private.date_range(get_commission_stats.start_date, get_commission_stats.end_date);
  answer jsonb;
begin
  select jsonb_object_agg(t.name, jsonb_build_object('count', t.n, 'amount', t.amount, 'agent_amount', t.agent_amount))
  into answer
  from (
    select g.name, coalesce(sum(d.commissions_count), 0) as n, coalesce(sum(d.amount), 0) as amount,
      coalesce(sum(d.agent_amount), 0) as agent_amount
    from unnest(known || 'total'::text) g(name)
    left join private.daily_commissions(scope.home, scope.agent, range.first_day, range.last_day) d
      on g.name in (d.status, 'total')
        and (get_commission_stats.status is null or get_commission_stats.status <> all (known)
          or d.status = get_commission_stats.status)
    group by g.name) t;
  return answer;
end $$;

create function public.get_commissions_by_status(start_date date default null, end_date date default null) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_object_agg(e.name, e.figures - 'agent_amount')
  from jsonb_each(public.get_commission_stats(get_commissions_by_status.start_date, get_commissions_by_status.end_date))
    e(name, figures)
$$;

create or replace function public.get_dashboard_summary(start_date date default null, end_date date default null)
returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'sales', public.get_sales_by_status(get_dashboard_summary.start_date, get_dashboard_summary.end_date),
    'commissions', public.get_commissions_by_status(get_dashboard_summary.start_date, get_dashboard_summary.end_date))
$$;
drop function private.get_commissions_by_status(date, date);

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

-- The first day of a day's bucket. Weeks begin on Sunday.
create function private.bucket_start(bucket text, day date) returns date
language sql immutable set search_path = '' as $$
  select case bucket
    when 'month' then date_trunc('month', day::timestamp)::date
    when 'week' then day - extract(dow from day)::integer
    else day end
$$;

-- The hour of a day that a sale is counted in: its date, and the hour in which it was recorded, by the clocks of the
-- organization. An hour that a change of clocks leaves out becomes the next one; one that comes twice is one.
create function private.local_hour(day date, moment time, zone text) returns timestamp
language sql stable set search_path = '' as $$
  select date_trunc('hour', ((day + moment) at time zone zone) at time zone zone)
$$;

create function private.hour_label(hour timestamp) returns text
language sql immutable set search_path = '' as $$ select to_char(hour, 'YYYY-MM-DD"T"HH24:00') $$;

-- All buckets of a range, labelled with the date (or hour) they begin.
create function private.bucket_labels(bucket text, first_day date, last_day date, zone text) returns setof text
language plpgsql stable set search_path = '' as $$
begin
  if bucket = 'hour' then
    return query select distinct private.hour_label(private.local_hour(d::date, make_time(h, 0, 0), zone))
      from generate_series(first_day::timestamp, last_day::timestamp, '1 day') d cross join generate_series(0, 23) h;
  else
    return query select to_char(d, 'YYYY-MM-DD')
      from generate_series(private.bucket_start(bucket, first_day)::timestamp, last_day::timestamp,
        ('1 ' || bucket)::interval) d;
  end if;
end $$;

-- Sales by status, an amount each, one row a bucket and no bucket missing. An open end of the range is the first or
-- last day with a sale. Hours are read from the rows, everything else from the rollups.
create function private.sales_series(
  home uuid, agent uuid, zone text, start_date date, end_date date, wanted text,
  out bucket text, out label text, out booked numeric, out paid numeric, out cancelled numeric) returns setof record
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  first_day date;
  last_day date;
  earliest date;
  latest date;
  step text;
begin
  select r.first_day, r.last_day into first_day, last_day from private.date_range(start_date, end_date) r;
  if start_date is null or end_date is null then
    select min(d.day), max(d.day) into earliest, latest
    from private.daily_sales(home, agent, first_day, last_day) d where d.sales_count <> 0;
    first_day := case when start_date is null then coalesce(earliest, end_date) else first_day end;
    last_day := case when end_date is null then coalesce(latest, first_day) else last_day end;
  end if;
  step := private.choose_bucket(first_day, last_day, wanted);
  return query
    with amounts as (
      select private.hour_label(private.local_hour(s.sale_date, (s.created_at at time zone zone)::time, zone)) as start,
        s.status, s.total_amount as amount
      from public.sales s
      where step = 'hour' and s.organization_id = home and (agent is null or s.agent_id = agent)
        and s.sale_date between first_day and last_day
      union all
      select private.bucket_start(step, d.day)::text, d.status, d.total_amount
      from private.daily_sales(home, agent, first_day, last_day) d
      where step <> 'hour'),
    starts as (
      select l.start from private.bucket_labels(step, first_day, last_day, zone) l(start)
      union select a.start from amounts a where step = 'hour')
    select step, b.start,
      coalesce(sum(a.amount) filter (where a.status = 'booked'), 0),
      coalesce(sum(a.amount) filter (where a.status = 'paid'), 0),
      coalesce(sum(a.amount) filter (where a.status = 'cancelled'), 0)
    from starts b left join amounts a on a.start = b.start
    group by b.start order by b.start;
end $$;

-- The same for commissions, by the date of their sale.
create function private.commission_series(
  home uuid, agent uuid, zone text, start_date date, end_date date, wanted text,
  out bucket text, out label text, out unpaid numeric, out funds_received numeric, out agent_paid numeric,
  out cancelled numeric) returns setof record
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  first_day date;
  last_day date;
  earliest date;
  latest date;
  step text;
begin
  select r.first_day, r.last_day into first_day, last_day from private.date_range(start_date, end_date) r;
  if start_date is null or end_date is null then
    select min(d.day), max(d.day) into earliest, latest
    from private.daily_commissions(home, agent, first_day, last_day) d where d.commissions_count <> 0;
    first_day := case when start_date is null then coalesce(earliest, end_date) else first_day end;
    last_day := case when end_date is null then coalesce(latest, first_day) else last_day end;
  end if;
  step := private.choose_bucket(first_day, last_day, wanted);
  return query
    with amounts as (
      select private.hour_label(private.local_hour(c.sale_date, (c.created_at at time zone zone)::time, zone)) as start,
        c.status, c.amount
      from public.commissions c
      where step = 'hour' and c.organization_id = home and (agent is null or c.agent_id = agent)
        and c.sale_date between first_day and last_day
      union all
      select private.bucket_start(step, d.day)::text, d.status, d.amount
      from private.daily_commissions(home, agent, first_day, last_day) d
      where step <> 'hour'),
    starts as (
      select l.start from private.bucket_labels(step, first_day, last_day, zone) l(start)
      union select a.start from amounts a where step = 'hour')
    select step, b.start,
      coalesce(sum(a.amount) filter (where a.status = 'unpaid'), 0),
      coalesce(sum(a.amount) filter (where a.status = 'funds_received'), 0),
      coalesce(sum(a.amount) filter (where a.status = 'agent_paid'), 0),
      coalesce(sum(a.amount) filter (where a.status = 'cancelled'), 0)
    from starts b left join amounts a on a.start = b.start
    group by b.start order by b.start;
end $$;

-- Amounts sold per bucket, without the cancelled: together they are the active total.
create function public.get_sales_timeline(start_date date default null, end_date date default null, bucket text default null)
returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('bucket', min(t.bucket),
    'labels', coalesce(jsonb_agg(t.label order by t.label), '[]'),
    'sales', coalesce(jsonb_agg(t.booked + t.paid order by t.label), '[]'))
  from private.caller_scope() s
  cross join private.sales_series(s.home, s.agent, s.zone, get_sales_timeline.start_date, get_sales_timeline.end_date,
    get_sales_timeline.bucket) t
$$;

create function public.get_sales_status_timeline(
  start_date date default null, end_date date default null, bucket text default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('bucket', min(t.bucket),
    'labels', coalesce(jsonb_agg(t.label order by t.label), '[]'),
    'booked', coalesce(jsonb_agg(t.booked order by t.label), '[]'),
    'paid', coalesce(jsonb_agg(t.paid order by t.label), '[]'),
    'cancelled', coalesce(jsonb_agg(t.cancelled order by t.label), '[]'))
  from private.caller_scope() s
  cross join private.sales_series(s.home, s.agent, s.zone, get_sales_status_timeline.start_date,
    get_sales_status_timeline.end_date, get_sales_status_timeline.bucket) t
$$;

-- One agent's sales timeline. An agent asks about themself; about anybody else they see what they see of nobody.
create function public.get_agent_sales_timeline(
  agent_id uuid default null, start_date date default null, end_date date default null, bucket text default null)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if get_agent_sales_timeline.agent_id is null then
    perform private.refuse('Agent ID is required', 'agent_id');
  end if;
  return (
    select jsonb_build_object('bucket', min(t.bucket),
      'labels', coalesce(jsonb_agg(t.label order by t.label), '[]'),
      'sales', coalesce(jsonb_agg(t.booked + t.paid order by t.label), '[]'))
    from private.caller_scope(get_agent_sales_timeline.agent_id) s
    cross join private.sales_series(s.home, s.agent, s.zone, get_agent_sales_timeline.start_date,
      get_agent_sales_timeline.end_date, get_agent_sales_timeline.bucket) t);
end $$;

-- Amounts of commission per bucket, without the cancelled.
create function public.get_commission_timeline(
  start_date date default null, end_date date default null, bucket text default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('bucket', min(t.bucket),
    'labels', coalesce(jsonb_agg(t.label order by t.label), '[]'),
    'amounts', coalesce(jsonb_agg(t.unpaid + t.funds_received + t.agent_paid order by t.label), '[]'))
  from private.caller_scope() s
  cross join private.commission_series(s.home, s.agent, s.zone, get_commission_timeline.start_date,
    get_commission_timeline.end_date, get_commission_timeline.bucket) t
$$;

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
  cross join private.commission_series(s.home, s.agent, s.zone, get_commission_status_timeline.start_date,
    get_commission_status_timeline.end_date, get_commission_status_timeline.bucket) t
$$;

create function private.row_limit(max_rows integer) returns integer
language sql immutable set search_path = '' as $$ select least(greatest(coalesce(max_rows, 5), 1), 100) $$;

-- Top lists: by revenue, without cancelled sales. An agent's list of agents is themself.
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
      'avatar_url', u.avatar_url, 'sales_count', t.n, 'total_revenue', t.revenue, 'total_commission', t.commission)
      order by t.revenue desc, t.n desc, u.id), '[]')
    from (
      select d.agent_id, sum(d.sales_count) as n, sum(d.total_amount) as revenue, sum(d.commission_amount) as commission
      from private.sales_daily_by_agent d
      where d.organization_id = scope.home and (scope.agent is null or d.agent_id = scope.agent)
        and d.day between range.first_day and range.last_day and d.status <> 'cancelled'
      group by d.agent_id having sum(d.sales_count) > 0
      order by revenue desc, n desc, d.agent_id
      limit private.row_limit(get_top_agents.max_rows)) t
    join public.users u on u.id = t.agent_id);
end $$;

create function public.get_top_vendors(start_date date default null, end_date date default null, max_rows integer default 5)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_top_vendors.start_date, get_top_vendors.end_date);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url,
      'sales_count', t.n, 'total_revenue', t.revenue, 'total_commission', t.commission)
      order by t.revenue desc, t.n desc, v.id), '[]')
    from (
      select d.vendor_id, sum(d.n) as n, sum(d.revenue) as revenue, sum(d.commission) as commission
      from (
        select r.vendor_id, r.sales_count as n, r.total_amount as revenue, r.commission_amount as commission
        from private.sales_daily_by_vendor r
        where scope.agent is null and r.organization_id = scope.home
          and r.day between range.first_day and range.last_day and r.status <> 'cancelled'
        union all
        -- An agent's own sales are few enough to be added up one by one.
        select s.vendor_id, 1, s.total_amount, s.commission_amount
        from public.sales s
        where scope.agent is not null and s.organization_id = scope.home and s.agent_id = scope.agent
          and s.sale_date between range.first_day and range.last_day and s.status <> 'cancelled') d
      group by d.vendor_id having sum(d.n) > 0
      order by revenue desc, n desc, d.vendor_id
      limit private.row_limit(get_top_vendors.max_rows)) t
    join public.vendors v on v.id = t.vendor_id);
end $$;

-- Customers by their latest sale among those the caller may see, newest first. A cancelled sale is no purchase.
create function public.get_recent_customers(
  max_rows integer default 5, start_date date default null, end_date date default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_recent_customers.start_date, get_recent_customers.end_date);
  rows_left integer := private.row_limit(get_recent_customers.max_rows);
  seen uuid[] := '{}';
  answer jsonb := '[]';
  sale record;
begin
  -- Walks the newest sales only until enough customers are found.
  for sale in
    select s.id, s.customer_id, s.total_amount, s.sale_date
    from public.sales s
    where s.organization_id = scope.home and (scope.agent is null or s.agent_id = scope.agent)
      and s.sale_date between range.first_day and range.last_day and s.status <> 'cancelled'
    order by s.sale_date desc, s.created_at desc, s.id
  loop
    continue when sale.customer_id = any (seen);
    seen := seen || sale.customer_id;
    answer := answer || (
      select jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name, 'email', c.email,
        'sale_id', sale.id, 'last_purchase_amount', sale.total_amount, 'sale_date', sale.sale_date)
      from public.customers c where c.id = sale.customer_id);
    rows_left := rows_left - 1;
    exit when rows_left = 0;
  end loop;
  return answer;
end $$;

revoke all on function private.caller_scope(uuid), private.date_range(date, date),
  private.daily_sales(uuid, uuid, date, date), private.daily_commissions(uuid, uuid, date, date),
  private.choose_bucket(date, date, text), private.bucket_start(text, date), private.local_hour(date, time, text),
  private.hour_label(timestamp), private.bucket_labels(text, date, date, text),
  private.sales_series(uuid, uuid, text, date, date, text), private.commission_series(uuid, uuid, text, date, date, text),
  private.row_limit(integer),
  public.get_commission_stats(date, date, text, uuid), public.get_commissions_by_status(date, date),
  public.get_sales_timeline(date, date, text), public.get_sales_status_timeline(date, date, text),
  public.get_agent_sales_timeline(uuid, date, date, text), public.get_commission_timeline(date, date, text),
  public.get_commission_status_timeline(date, date, text), public.get_top_agents(date, date, integer),
  public.get_top_vendors(date, date, integer), public.get_recent_customers(integer, date, date)
  from public, anon, authenticated;
grant execute on function
  public.get_commission_stats(date, date, text, uuid), public.get_commissions_by_status(date, date),
  public.get_sales_timeline(date, date, text), public.get_sales_status_timeline(date, date, text),
  public.get_agent_sales_timeline(uuid, date, date, text), public.get_commission_timeline(date, date, text),
  public.get_commission_status_timeline(date, date, text), public.get_top_agents(date, date, integer),
  public.get_top_vendors(date, date, integer), public.get_recent_customers(integer, date, date)
  to authenticated;
