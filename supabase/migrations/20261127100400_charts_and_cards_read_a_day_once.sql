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

create or replace function private.sales_series(
  home uuid, agent uuid, zone text, start_date date, end_date date, wanted text,
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
      where d.organization_id = home and d.whose = coalesce(agent, home) and d.day between first_day and last_day
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
        where step = 'hour' and s.organization_id = home and (agent is null or s.agent_id = agent)
          and s.sale_date between first_day and last_day
        group by 1, 2) h
      union all
      select to_char(b.start - shift, 'YYYY-MM-DD'), b.booked, b.paid, b.cancelled
      from (
        select date_trunc(step, d.day + shift) as start, sum(d.booked_amount) as booked, sum(d.paid_amount) as paid,
          sum(d.cancelled_amount) as cancelled
        from private.figures_by_day d
        where step <> 'hour' and d.organization_id = home and d.whose = coalesce(agent, home)
          and d.day between first_day and last_day
        group by 1) b),
    starts as (
      select l.start from private.bucket_labels(step, first_day, last_day, zone) l(start)
      union select a.start from amounts a where step = 'hour')
    select step, b.start, coalesce(sum(a.booked), 0), coalesce(sum(a.paid), 0), coalesce(sum(a.cancelled), 0)
    from starts b left join amounts a on a.start = b.start
    group by b.start order by b.start;
end $$;

create or replace function private.commission_series(
  home uuid, agent uuid, zone text, start_date date, end_date date, wanted text,
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
      where d.organization_id = home and d.whose = coalesce(agent, home) and d.day between first_day and last_day
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
        where step = 'hour' and c.organization_id = home and (agent is null or c.agent_id = agent)
          and c.sale_date between first_day and last_day
        group by 1, 2) h
      union all
      select to_char(b.start - shift, 'YYYY-MM-DD'), b.unpaid, b.funds_received, b.agent_paid, b.cancelled
      from (
        select date_trunc(step, d.day + shift) as start, sum(d.unpaid_amount) as unpaid,
          sum(d.funds_received_amount) as funds_received, sum(d.agent_paid_amount) as agent_paid, sum(d.lost_amount) as cancelled
        from private.figures_by_day d
        where step <> 'hour' and d.organization_id = home and d.whose = coalesce(agent, home)
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

create or replace function public.get_sales_by_status(start_date date default null, end_date date default null)
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
    where d.organization_id = scope.home and d.whose = coalesce(scope.agent, scope.home)
      and d.day between range.first_day and range.last_day) t
  cross join lateral (values ('booked', t.booked, t.booked_amount), ('paid', t.paid, t.paid_amount),
    ('cancelled', t.cancelled, t.cancelled_amount),
    ('total', t.booked + t.paid + t.cancelled, t.booked_amount + t.paid_amount + t.cancelled_amount),
    ('active_total', t.booked + t.paid, t.booked_amount + t.paid_amount)) k(name, n, amount);
  return answer;
end $$;

-- Every status and the total; a status that is not one of the four is ignored, one of them leaves the others at zero.
create or replace function public.get_commission_stats(
  start_date date default null, end_date date default null, status text default null, agent_id uuid default null)
returns jsonb
language plpgsql stable security definer set search_path = '' set enable_sort = off set jit = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  known constant text[] := '{unpaid,funds_received,agent_paid,cancelled}';
  scope record := private.caller_scope(get_commission_stats.agent_id);
  range record := private.date_range(get_commission_stats.start_date, get_commission_stats.end_date);
  answer jsonb;
begin
  with days as (
    select sum(d.unpaid_count) as unpaid_n, sum(d.unpaid_amount) as unpaid, sum(d.unpaid_share) as unpaid_share,
      sum(d.funds_received_count) as received_n, sum(d.funds_received_amount) as received,
      sum(d.funds_received_share) as received_share,
      sum(d.agent_paid_count) as paid_n, sum(d.agent_paid_amount) as paid, sum(d.agent_paid_share) as paid_share,
      sum(d.lost_count) as lost_n, sum(d.lost_amount) as lost, sum(d.lost_share) as lost_share
    from private.figures_by_day d
    where d.organization_id = scope.home and d.whose = coalesce(scope.agent, scope.home)
      and d.day between range.first_day and range.last_day
  ), statuses as (
    select k.name, wanted and k.n is not null as counts, k.n, k.amount, k.share
    from days t
    cross join lateral (values ('unpaid', t.unpaid_n, t.unpaid, t.unpaid_share),
      ('funds_received', t.received_n, t.received, t.received_share), ('agent_paid', t.paid_n, t.paid, t.paid_share),
      ('cancelled', t.lost_n, t.lost, t.lost_share)) k(name, n, amount, share)
    cross join lateral (select get_commission_stats.status is null or get_commission_stats.status <> all (known)
      or k.name = get_commission_stats.status) w(wanted)
  )
  select jsonb_object_agg(r.name, jsonb_build_object('count', r.n, 'amount', r.amount, 'agent_amount', r.share)) into answer
  from (
    select s.name, case when s.counts then s.n else 0 end as n, case when s.counts then s.amount else 0 end as amount,
      case when s.counts then s.share else 0 end as share
    from statuses s
    union all
    select 'total', coalesce(sum(s.n) filter (where s.counts), 0), coalesce(sum(s.amount) filter (where s.counts), 0),
      coalesce(sum(s.share) filter (where s.counts), 0)
    from statuses s) r;
  return answer;
end $$;

create or replace function private.payable_to(home uuid, agent uuid, today date) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  days record;
  early record;
begin
  select coalesce(sum(d.funds_received_count), 0) as n, coalesce(sum(d.funds_received_share), 0) as amount,
    coalesce(sum(d.unpaid_count), 0) as awaited_n, coalesce(sum(d.unpaid_share), 0) as awaited into days
  from private.figures_by_day d
  where d.organization_id = home and d.whose = agent;
  -- Seldom the vendor pays before the customer.
  select count(*) as n, coalesce(sum(m.agent_amount), 0) as amount into early
  from public.commissions m
  where m.organization_id = home and m.agent_id = agent and m.status = 'funds_received' and not m.sale_paid;
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
          where m.organization_id = home and m.agent_id = agent and m.status = 'funds_received' and m.sale_paid
          order by m.received_on, m.sales_id limit 5)
          union all
          (select 2, m.received_on, m.sales_id from public.commissions m
          where m.organization_id = home and m.agent_id = agent and m.status = 'funds_received' and not m.sale_paid
          order by m.received_on, m.sales_id limit 5)
          union all
          (select 3, m.due_on, m.sales_id from public.commissions m
          where m.organization_id = home and m.agent_id = agent and m.status = 'unpaid'
          order by m.due_on, m.sales_id limit 5)) f
        order by f.place, f.day nulls last, f.sales_id limit 5) p
      join public.sales s on s.id = p.sales_id
      join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
      join public.customers c on c.id = s.customer_id
      join public.vendors v on v.id = s.vendor_id));
end $$;

revoke all on function private.hour_parts(text, date) from public, anon, authenticated;
