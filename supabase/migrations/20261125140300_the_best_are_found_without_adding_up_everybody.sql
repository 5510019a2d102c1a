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

drop index public.sales_organization_id_agent_id_idx;
create index sales_organization_id_agent_id_idx on public.sales (organization_id, agent_id, sale_date desc, id)
  include (status, vendor_id, total_amount, commission_amount, created_at);
