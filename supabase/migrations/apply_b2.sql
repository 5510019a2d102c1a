set role postgres; create or replace function private.split_months(a date, b date) returns int language sql as 'select 1'; create or replace function private.split_years(a date, b date) returns int language sql as 'select 1'; drop function if exists private.split_quarters(date,date);drop function if exists private.sums_of(uuid,text,uuid[],date,date);drop function if exists private.best_of(uuid,text,date,date,int);
-- Top lists: nobody outsells what the quarters around a range say of them (amounts are never negative), so only who may be
-- among the best is added up to the day.

-- A range as whole quarters and days that are added (sign 1) or taken away (-1): of each edge the shorter half.
create function private.split_quarters(first_day date, last_day date)
returns table (sign integer, from_day date, to_day date, first_quarter date, next_quarter date)
language plpgsql immutable rows 3 set search_path = '' as $$
declare
  half constant int := 46;
  first_start date := date_trunc('quarter', split_quarters.first_day::timestamp);
  second_start date := first_start + interval '3 months';
  last_start date := date_trunc('quarter', split_quarters.last_day::timestamp);
  last_end date := last_start + interval '3 months - 1 day';
begin
  first_quarter := first_start;
  next_quarter := last_end + 1;
  if split_quarters.last_day - split_quarters.first_day < half then
    return query select 1, split_quarters.first_day, split_quarters.last_day, null::date, null::date;
    return;
  end if;
  if second_start - split_quarters.first_day <= half then
    first_quarter := second_start;
    return query select 1, split_quarters.first_day, second_start - 1, null::date, null::date;
  elsif split_quarters.first_day > first_start then
    return query select -1, first_start, split_quarters.first_day - 1, null::date, null::date;
  end if;
  if split_quarters.last_day - last_start < half then
    next_quarter := last_start;
    return query select 1, last_start, split_quarters.last_day, null::date, null::date;
  elsif split_quarters.last_day < last_end then
    return query select -1, split_quarters.last_day + 1, last_end, null::date, null::date;
  end if;
  return query select 1, null::date, null::date, split_quarters.first_quarter, split_quarters.next_quarter;
end $$;

-- What each of these agents or vendors (`kind`) sold of the organization. Sorting is off here and below: the planner takes what
-- belongs to one id for a row or two, and would sort thousands to group them. (A sort that is needed then looks so expensive
-- that PostgreSQL would compile the query first: jit is off as well.)
create function private.sums_of(home uuid, kind text, parts uuid[], first_day date, last_day date)
returns table (part uuid, sales_count numeric, total_amount numeric, commission_amount numeric)
language plpgsql stable security definer set search_path = '' set enable_sort = off set jit = off as $$
#variable_conflict use_column
begin
  return query
    select t.part, sum(p.sign * t.sales_count), sum(p.sign * t.total_amount), sum(p.sign * t.commission_amount)
    from private.split_quarters(sums_of.first_day, sums_of.last_day) p
    cross join lateral (
      select q.part, sum(q.sales_count) as sales_count, sum(q.total_amount) as total_amount,
        sum(q.commission_amount) as commission_amount
      from private.sales_by_quarter q
      where q.whole = sums_of.home and q.kind = sums_of.kind and q.quarter >= p.first_quarter and q.quarter < p.next_quarter
        and q.part = any (sums_of.parts)
      group by q.part
      union all
      select d.whose, sum(d.sales_count), sum(d.total_amount), sum(d.commission_amount)
      from private.sales_by_day d
      where d.whose = any (sums_of.parts) and d.day between p.from_day and p.to_day and d.status <> 'cancelled'
        and d.organization_id = sums_of.home
      group by d.whose) t
    group by t.part;
end $$;

-- The agents or vendors (`kind`) of the organization that sold most. Those of whom quarters say most are added up first; then
-- everybody whom quarters do not put behind the best of these.
create function private.best_of(home uuid, kind text, first_day date, last_day date, wanted integer)
returns table (part uuid, sales_count numeric, total_amount numeric, commission_amount numeric)
language plpgsql stable security definer set search_path = '' set enable_sort = off set jit = off as $$
#variable_conflict use_column
begin
  -- Of a day or two the sales themselves are fewer than the days of everybody.
  if best_of.last_day - best_of.first_day < 2 then
    return query
      select t.part, count(*)::numeric, sum(t.total_amount), sum(t.commission_amount)
      from (
        select case best_of.kind when 'agent' then s.agent_id else s.vendor_id end as part, s.total_amount, s.commission_amount
        from public.sales s
        where s.organization_id = best_of.home and s.sale_date between best_of.first_day and best_of.last_day
          and s.status <> 'cancelled') t
      group by t.part order by 3 desc, 2 desc, 1 limit best_of.wanted;
    return;
  end if;
  return query
    with most as materialized (
      select q.part, sum(q.total_amount) as amount
      from private.sales_by_quarter q
      where q.whole = best_of.home and q.kind = best_of.kind
        and q.quarter >= date_trunc('quarter', best_of.first_day::timestamp)::date and q.quarter <= best_of.last_day
      group by q.part
    ), leaders as materialized (
      select s.*
      from private.sums_of(best_of.home, best_of.kind,
        array(select m.part from most m order by m.amount desc, m.part limit 2 * best_of.wanted),
        best_of.first_day, best_of.last_day) s
    ), candidates as (
      select l.* from leaders l
      union all
      select s.*
      from private.sums_of(best_of.home, best_of.kind, array(
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

-- What each vendor sold through one agent: the days at the edges are read from the sales, by their index alone.
drop function private.vendor_sums(uuid, uuid, date, date);
create function private.vendor_sums(home uuid, agent uuid, first_day date, last_day date)
returns table (part uuid, sales_count numeric, total_amount numeric, commission_amount numeric)
language plpgsql stable security definer set search_path = '' set enable_sort = off set jit = off as $$
#variable_conflict use_column
begin
  return query
    select t.part, sum(p.sign * t.sales_count), sum(p.sign * t.total_amount), sum(p.sign * t.commission_amount)
    from private.split_quarters(vendor_sums.first_day, vendor_sums.last_day) p
    cross join lateral (
      select q.part, sum(q.sales_count) as sales_count, sum(q.total_amount) as total_amount,
        sum(q.commission_amount) as commission_amount
      from private.sales_by_quarter q
      where q.whole = vendor_sums.agent and q.kind = 'vendor' and q.quarter >= p.first_quarter and q.quarter < p.next_quarter
        and q.organization_id = vendor_sums.home
      group by q.part
      union all
      select s.vendor_id, count(*), sum(s.total_amount), sum(s.commission_amount)
      from public.sales s
      where s.organization_id = vendor_sums.home and s.agent_id = vendor_sums.agent
        and s.sale_date between p.from_day and p.to_day and s.status <> 'cancelled'
      group by s.vendor_id) t
    group by t.part;
end $$;

-- An agent's list of agents is themself.
create or replace function public.get_top_agents(start_date date default null, end_date date default null, max_rows integer default 5)
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
      select b.* from private.best_of(scope.home, 'agent', range.first_day, range.last_day,
        private.row_limit(get_top_agents.max_rows)) b
      where scope.agent is null
      union all
      select s.* from private.sums_of(scope.home, 'agent', array[scope.agent], range.first_day, range.last_day) s
      where scope.agent is not null and s.sales_count > 0) t
    join public.users u on u.id = t.part);
end $$;

create or replace function public.get_top_vendors(start_date date default null, end_date date default null, max_rows integer default 5)
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
      select b.* from private.best_of(scope.home, 'vendor', range.first_day, range.last_day, wanted) b
      where scope.agent is null
      union all
      (select s.* from private.vendor_sums(scope.home, scope.agent, range.first_day, range.last_day) s
      where scope.agent is not null and s.sales_count > 0
      order by s.total_amount desc, s.sales_count desc, s.part limit wanted)) t
    join public.vendors v on v.id = t.part);
end $$;

drop function private.split_months(date, date);
drop function private.split_years(date, date);
revoke all on function private.split_quarters(date, date), private.sums_of(uuid, text, uuid[], date, date),
  private.best_of(uuid, text, date, date, integer), private.vendor_sums(uuid, uuid, date, date)
  from public, anon, authenticated;

-- Cards and charts: days are read where they stand, added up to their bucket first, and named afterwards, a bucket at a time;
-- the hours of a day or two are read from an index alone. Sorting is off (see the_best_are_found_without_adding_up_everybody).


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
      select private.hour_label(h.day, h.hour, zone) as start, h.status, h.amount
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
      select private.hour_label(h.day, h.hour, zone) as start, h.status, h.amount
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

