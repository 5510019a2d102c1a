-- Top lists: nobody outsells what the quarters around a range say of them (amounts are never negative), so only who may be
-- among the best is added up to the day. What spans most of the years is all time without what is outside.

-- Whole quarters, from `first_quarter` until before `next_quarter`, as quarters that are added (sign 1) or taken away (-1).
-- How many there are is asked of what is folded: a hint, the sum is the same either way.
create function private.split_years(whole uuid, kind text, first_quarter date, next_quarter date)
returns table (sign integer, low date, high date)
language plpgsql stable rows 2 set search_path = '' as $$
declare
  earliest date := (
    select q.quarter from private.folded_by_quarter q
    where q.whole = split_years.whole and q.kind = split_years.kind order by q.quarter limit 1);
  latest date := (
    select q.quarter from private.folded_by_quarter q
    where q.whole = split_years.whole and q.kind = split_years.kind and q.quarter < 'infinity' order by q.quarter desc limit 1);
  inside integer := least(latest + 90, split_years.next_quarter) - greatest(earliest, split_years.first_quarter);
begin
  -- One of them is all time.
  if inside - 90 > latest + 90 - earliest - inside then
    return query values (1, 'infinity'::date, 'infinity'::date), (-1, '-infinity', split_years.first_quarter - 1),
      (-1, split_years.next_quarter, '9999-12-31');
  else
    return query select 1, split_years.first_quarter, split_years.next_quarter - 1;
  end if;
end $$;

-- A range as whole quarters and days that are added (sign 1) or taken away (-1): of each edge the shorter half.
drop function private.split_quarters(date, date);
create function private.split_quarters(whole uuid, kind text, first_day date, last_day date)
returns table (sign integer, from_day date, to_day date, low date, high date)
language plpgsql stable rows 4 set search_path = '' as $$
declare
  half constant int := 46;
  first_start date := date_trunc('quarter', split_quarters.first_day::timestamp);
  second_start date := first_start + interval '3 months';
  last_start date := date_trunc('quarter', split_quarters.last_day::timestamp);
  last_end date := last_start + interval '3 months - 1 day';
  first_quarter date := first_start;
  next_quarter date := last_end + 1;
begin
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
  return query select y.sign, null::date, null::date, y.low, y.high
    from private.split_years(split_quarters.whole, split_quarters.kind, first_quarter, next_quarter) y;
end $$;

-- What each of these agents or vendors (`kind`) sold of the organization. Sorting is off here and below: the planner takes what
-- belongs to one id for a row or two, and would sort thousands to group them. (A sort that is needed then looks so expensive
-- that PostgreSQL would compile the query first: jit is off as well. And it would plan each call anew, which takes longer than
-- the call.)
create or replace function private.sums_of(home uuid, kind text, parts uuid[], first_day date, last_day date)
returns table (part uuid, sales_count numeric, total_amount numeric, commission_amount numeric)
language plpgsql stable security definer set search_path = '' set enable_sort = off set jit = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    select t.part, sum(p.sign * t.sales_count), sum(p.sign * t.total_amount), sum(p.sign * t.commission_amount)
    from private.split_quarters(sums_of.home, sums_of.kind, sums_of.first_day, sums_of.last_day) p
    cross join lateral (
      select q.part, sum(q.sales_count) as sales_count, sum(q.total_amount) as total_amount,
        sum(q.commission_amount) as commission_amount
      from private.figures_by_quarter q
      where q.organization_id = sums_of.home and q.whole = sums_of.home and q.kind = sums_of.kind
        and q.quarter between p.low and p.high and q.part = any (sums_of.parts)
      group by q.part
      union all
      select d.whose, sum(d.booked_count + d.paid_count), sum(d.booked_amount + d.paid_amount), sum(d.booked_share + d.paid_share)
      from private.figures_by_day d
      where d.organization_id = sums_of.home and d.whose = any (sums_of.parts) and d.day between p.from_day and p.to_day
      group by d.whose) t
    group by t.part;
end $$;

-- The agents or vendors (`kind`) of the organization that sold most. Those of whom quarters say most are added up first; then
-- everybody whom quarters do not put behind the best of these.
create or replace function private.best_of(home uuid, kind text, first_day date, last_day date, wanted integer)
returns table (part uuid, sales_count numeric, total_amount numeric, commission_amount numeric)
language plpgsql stable security definer set search_path = '' set enable_sort = off set jit = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  -- Of a day or two: agents by their days, vendors by the sales, which are fewer than the days of all vendors.
  if best_of.last_day - best_of.first_day < 2 and best_of.kind = 'agent' then
    return query
      select d.whose, sum(d.booked_count + d.paid_count)::numeric, sum(d.booked_amount + d.paid_amount),
        sum(d.booked_share + d.paid_share)
      from private.figures_by_day d
      where d.organization_id = best_of.home and d.day between best_of.first_day and best_of.last_day
        and d.whose = any (array(select u.id from public.users u where u.organization_id = best_of.home))
      group by d.whose having sum(d.booked_count + d.paid_count) > 0
      order by 3 desc, 2 desc, 1 limit best_of.wanted;
    return;
  elsif best_of.last_day - best_of.first_day < 2 then
    return query
      select s.vendor_id, count(*)::numeric, sum(s.total_amount), sum(s.commission_amount)
      from public.sales s
      where s.organization_id = best_of.home and s.sale_date between best_of.first_day and best_of.last_day
        and s.status <> 'cancelled'
      group by s.vendor_id order by 3 desc, 2 desc, 1 limit best_of.wanted;
    return;
  end if;
  return query
    with most as materialized (
      select q.part, sum(p.sign * q.total_amount) as amount
      from private.split_years(best_of.home, best_of.kind, date_trunc('quarter', best_of.first_day::timestamp)::date,
        (date_trunc('quarter', best_of.last_day::timestamp) + interval '3 months')::date) p
      join private.figures_by_quarter q on q.quarter between p.low and p.high
      where q.organization_id = best_of.home and q.whole = best_of.home and q.kind = best_of.kind
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
create or replace function private.vendor_sums(home uuid, agent uuid, first_day date, last_day date)
returns table (part uuid, sales_count numeric, total_amount numeric, commission_amount numeric)
language plpgsql stable security definer set search_path = '' set enable_sort = off set jit = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    select t.part, sum(p.sign * t.sales_count), sum(p.sign * t.total_amount), sum(p.sign * t.commission_amount)
    from private.split_quarters(vendor_sums.agent, 'vendor', vendor_sums.first_day, vendor_sums.last_day) p
    cross join lateral (
      select q.part, sum(q.sales_count) as sales_count, sum(q.total_amount) as total_amount,
        sum(q.commission_amount) as commission_amount
      from private.figures_by_quarter q
      where q.whole = vendor_sums.agent and q.kind = 'vendor' and q.quarter between p.low and p.high
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

revoke all on function private.split_years(uuid, text, date, date), private.split_quarters(uuid, text, date, date)
  from public, anon, authenticated;
