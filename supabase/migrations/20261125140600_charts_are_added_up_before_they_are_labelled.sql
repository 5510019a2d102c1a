-- Cards and charts: days are read where they stand, added up to their bucket first, and named afterwards, a bucket at a time;
-- the hours of a day or two are read from an index alone. Sorting is off (see the_best_are_found_without_adding_up_everybody),
-- and what private.hour_label answers is written out: a call takes longer than the hour.

drop index public.sales_organization_id_sale_date_idx;
create index sales_organization_id_sale_date_idx on public.sales (organization_id, sale_date desc, id)
  include (status, agent_id, vendor_id, total_amount, commission_amount, travel_date, created_at);
drop index public.commissions_organization_id_sale_date_idx;
create index commissions_organization_id_sale_date_idx on public.commissions (organization_id, sale_date desc, sales_id)
  include (status, agent_id, vendor_id, created_at, amount);

create or replace function private.sales_series(
  home uuid, agent uuid, zone text, start_date date, end_date date, wanted text,
  out bucket text, out label text, out booked numeric, out paid numeric, out cancelled numeric) returns setof record
language plpgsql stable security definer set search_path = '' set enable_sort = off set jit = off as $$
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
    from private.sales_by_day d
    where d.whose = coalesce(agent, home) and d.organization_id = home and d.day between first_day and last_day
      and d.sales_count <> 0;
    first_day := case when start_date is null then coalesce(earliest, end_date) else first_day end;
    last_day := case when end_date is null then coalesce(latest, first_day) else last_day end;
  end if;
  step := private.choose_bucket(first_day, last_day, wanted);
  shift := private.bucket_shift(step);
  return query
    with amounts as (
      select to_char(((h.day + make_time(h.hour, 0, 0)) at time zone zone) at time zone zone, 'YYYY-MM-DD"T"HH24:00') as start,
        h.status, h.amount
      from (
        select s.sale_date as day, date_part('hour', s.created_at at time zone zone)::integer as hour, s.status,
          sum(s.total_amount) as amount
        from public.sales s
        where step = 'hour' and s.organization_id = home and (agent is null or s.agent_id = agent)
          and s.sale_date between first_day and last_day
        group by 1, 2, 3) h
      union all
      select to_char(b.start - shift, 'YYYY-MM-DD'), b.status, b.amount
      from (
        select date_trunc(step, d.day + shift) as start, d.status, sum(d.total_amount) as amount
        from private.sales_by_day d
        where step <> 'hour' and d.whose = coalesce(agent, home) and d.organization_id = home
          and d.day between first_day and last_day
        group by 1, 2) b),
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

create or replace function private.commission_series(
  home uuid, agent uuid, zone text, start_date date, end_date date, wanted text,
  out bucket text, out label text, out unpaid numeric, out funds_received numeric, out agent_paid numeric,
  out cancelled numeric) returns setof record
language plpgsql stable security definer set search_path = '' set enable_sort = off set jit = off as $$
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
    from private.commissions_by_day d
    where d.whose = coalesce(agent, home) and d.organization_id = home and d.day between first_day and last_day
      and d.commissions_count <> 0;
    first_day := case when start_date is null then coalesce(earliest, end_date) else first_day end;
    last_day := case when end_date is null then coalesce(latest, first_day) else last_day end;
  end if;
  step := private.choose_bucket(first_day, last_day, wanted);
  shift := private.bucket_shift(step);
  return query
    with amounts as (
      select to_char(((h.day + make_time(h.hour, 0, 0)) at time zone zone) at time zone zone, 'YYYY-MM-DD"T"HH24:00') as start,
        h.status, h.amount
      from (
        select c.sale_date as day, date_part('hour', c.created_at at time zone zone)::integer as hour, c.status,
          sum(c.amount) as amount
        from public.commissions c
        where step = 'hour' and c.organization_id = home and (agent is null or c.agent_id = agent)
          and c.sale_date between first_day and last_day
        group by 1, 2, 3) h
      union all
      select to_char(b.start - shift, 'YYYY-MM-DD'), b.status, b.amount
      from (
        select date_trunc(step, d.day + shift) as start, d.status, sum(d.amount) as amount
        from private.commissions_by_day d
        where step <> 'hour' and d.whose = coalesce(agent, home) and d.organization_id = home
          and d.day between first_day and last_day
        group by 1, 2) b),
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

create or replace function public.get_sales_by_status(start_date date default null, end_date date default null)
returns jsonb
language plpgsql stable security definer set search_path = '' set enable_sort = off set jit = off as $$
#variable_conflict use_column
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_sales_by_status.start_date, get_sales_by_status.end_date);
  answer jsonb;
begin
  select jsonb_object_agg(t.name, jsonb_build_object('count', t.n, 'amount', t.amount)) into answer
  from (
    select g.name, coalesce(sum(d.n), 0) as n, coalesce(sum(d.amount), 0) as amount
    from (values ('booked', '{booked}'::text[]), ('paid', '{paid}'), ('cancelled', '{cancelled}'),
      ('total', '{booked,paid,cancelled}'), ('active_total', '{booked,paid}')) g(name, statuses)
    left join (
      select r.status, sum(r.sales_count) as n, sum(r.total_amount) as amount
      from private.sales_by_day r
      where r.whose = coalesce(scope.agent, scope.home) and r.organization_id = scope.home
        and r.day between range.first_day and range.last_day
      group by r.status) d on d.status = any (g.statuses)
    group by g.name) t;
  return answer;
end $$;

-- Every status and the total; a status that is not one of the four is ignored, one of them leaves the others at zero.
create or replace function public.get_commission_stats(
  start_date date default null, end_date date default null, status text default null, agent_id uuid default null)
returns jsonb
language plpgsql stable security definer set search_path = '' set enable_sort = off set jit = off as $$
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
    select g.name, coalesce(sum(d.n), 0) as n, coalesce(sum(d.amount), 0) as amount,
      coalesce(sum(d.agent_amount), 0) as agent_amount
    from unnest(known || 'total'::text) g(name)
    left join (
      select r.status, sum(r.commissions_count) as n, sum(r.amount) as amount, sum(r.agent_amount) as agent_amount
      from private.commissions_by_day r
      where r.whose = coalesce(scope.agent, scope.home) and r.organization_id = scope.home
        and r.day between range.first_day and range.last_day
        and (get_commission_stats.status is null or get_commission_stats.status <> all (known)
          or r.status = get_commission_stats.status)
      group by r.status) d on g.name in (d.status, 'total')
    group by g.name) t;
  return answer;
end $$;

drop function private.daily_sales(uuid, uuid, date, date);
drop function private.daily_commissions(uuid, uuid, date, date);
