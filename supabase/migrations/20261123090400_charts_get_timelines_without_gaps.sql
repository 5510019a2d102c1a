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
  shift interval;
begin
  select r.first_day, r.last_day into first_day, last_day from private.date_range(start_date, end_date) r;
  if start_date is null or end_date is null then
    select min(d.day), max(d.day) into earliest, latest
    from private.daily_sales(home, agent, first_day, last_day) d where d.sales_count <> 0;
    first_day := case when start_date is null then coalesce(earliest, end_date) else first_day end;
    last_day := case when end_date is null then coalesce(latest, first_day) else last_day end;
  end if;
  step := private.choose_bucket(first_day, last_day, wanted);
  shift := private.bucket_shift(step);
  return query
    with amounts as (
      select private.hour_label(h.day, h.hour, zone) as start, h.status, h.amount
      from (
        select s.sale_date as day, extract(hour from s.created_at at time zone zone)::integer as hour, s.status,
          sum(s.total_amount) as amount
        from public.sales s
        where step = 'hour' and s.organization_id = home and (agent is null or s.agent_id = agent)
          and s.sale_date between first_day and last_day
        group by 1, 2, 3) h
      union all
      select to_char(date_trunc(step, d.day + shift) - shift, 'YYYY-MM-DD'), d.status, d.total_amount
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
  shift interval;
begin
  select r.first_day, r.last_day into first_day, last_day from private.date_range(start_date, end_date) r;
  if start_date is null or end_date is null then
    select min(d.day), max(d.day) into earliest, latest
    from private.daily_commissions(home, agent, first_day, last_day) d where d.commissions_count <> 0;
    first_day := case when start_date is null then coalesce(earliest, end_date) else first_day end;
    last_day := case when end_date is null then coalesce(latest, first_day) else last_day end;
  end if;
  step := private.choose_bucket(first_day, last_day, wanted);
  shift := private.bucket_shift(step);
  return query
    with amounts as (
      select private.hour_label(h.day, h.hour, zone) as start, h.status, h.amount
      from (
        select c.sale_date as day, extract(hour from c.created_at at time zone zone)::integer as hour, c.status,
          sum(c.amount) as amount
        from public.commissions c
        where step = 'hour' and c.organization_id = home and (agent is null or c.agent_id = agent)
          and c.sale_date between first_day and last_day
        group by 1, 2, 3) h
      union all
      select to_char(date_trunc(step, d.day + shift) - shift, 'YYYY-MM-DD'), d.status, d.amount
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

revoke all on function private.choose_bucket(date, date, text), private.bucket_shift(text),
  private.hour_label(date, integer, text), private.bucket_labels(text, date, date, text),
  private.sales_series(uuid, uuid, text, date, date, text), private.commission_series(uuid, uuid, text, date, date, text),
  public.get_sales_timeline(date, date, text), public.get_sales_status_timeline(date, date, text),
  public.get_agent_sales_timeline(uuid, date, date, text), public.get_commission_timeline(date, date, text),
  public.get_commission_status_timeline(date, date, text) from public, anon, authenticated;
grant execute on function public.get_sales_timeline(date, date, text),
  public.get_sales_status_timeline(date, date, text), public.get_agent_sales_timeline(uuid, date, date, text),
  public.get_commission_timeline(date, date, text), public.get_commission_status_timeline(date, date, text)
  to authenticated;
