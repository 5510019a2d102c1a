-- Top lists of years and months: nobody outsells what their months say, so only who may be among the best is added up by the
-- day. Amounts are never negative, which makes the months around a range an upper bound.

create or replace function public.get_top_agents(start_date date default null, end_date date default null, max_rows integer default 5)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_top_agents.start_date, get_top_agents.end_date);
  months record := private.split_months(range.first_day, range.last_day);
  wanted integer := private.row_limit(get_top_agents.max_rows);
begin
  return (
    with by_month as materialized (
      select m.agent_id, sum(m.total_amount) as most,
        coalesce(sum(m.sales_count) filter (where m.month >= months.first_month and m.month < months.next_month), 0) as n,
        coalesce(sum(m.total_amount) filter (where m.month >= months.first_month and m.month < months.next_month), 0)
          as revenue,
        coalesce(sum(m.commission_amount) filter (where m.month >= months.first_month and m.month < months.next_month), 0)
          as commission
      from private.sales_monthly_by_agent m
      where m.organization_id = scope.home and m.status <> 'cancelled'
        and m.month >= date_trunc('month', range.first_day::timestamp)::date and m.month <= range.last_day
        and (scope.agent is null or m.agent_id = scope.agent)
      group by m.agent_id
    ), leaders as materialized (
      select b.agent_id, b.n + d.n as n, b.revenue + d.revenue as revenue, b.commission + d.commission as commission
      from (select l.* from by_month l order by l.most desc, l.agent_id limit 2 * wanted) b
      cross join lateral (
        select coalesce(sum(p.sales_count), 0) as n, coalesce(sum(p.total_amount), 0) as revenue,
          coalesce(sum(p.commission_amount), 0) as commission
        from (
          select d.sales_count, d.total_amount, d.commission_amount from private.sales_daily_by_agent d
          where d.organization_id = scope.home and d.agent_id = b.agent_id
            and d.day between range.first_day and months.head_end and d.status <> 'cancelled'
          union all
          select d.sales_count, d.total_amount, d.commission_amount from private.sales_daily_by_agent d
          where d.organization_id = scope.home and d.agent_id = b.agent_id
            and d.day between months.tail_start and range.last_day and d.status <> 'cancelled') p) d
    ), bound as materialized (
      select coalesce((
        select l.revenue from leaders l where l.n > 0 order by l.revenue desc offset wanted - 1 limit 1), 0) as revenue
    ), candidates as (
      select l.* from leaders l
      union all
      select b.agent_id, b.n + d.n, b.revenue + d.revenue, b.commission + d.commission
      from by_month b
      cross join lateral (
        select coalesce(sum(p.sales_count), 0) as n, coalesce(sum(p.total_amount), 0) as revenue,
          coalesce(sum(p.commission_amount), 0) as commission
        from (
          select d.sales_count, d.total_amount, d.commission_amount from private.sales_daily_by_agent d
          where d.organization_id = scope.home and d.agent_id = b.agent_id
            and d.day between range.first_day and months.head_end and d.status <> 'cancelled'
          union all
          select d.sales_count, d.total_amount, d.commission_amount from private.sales_daily_by_agent d
          where d.organization_id = scope.home and d.agent_id = b.agent_id
            and d.day between months.tail_start and range.last_day and d.status <> 'cancelled') p) d
      where b.most >= (select k.revenue from bound k) and b.agent_id not in (select l.agent_id from leaders l)
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
      'avatar_url', u.avatar_url, 'sales_count', t.n, 'total_revenue', t.revenue, 'total_commission', t.commission)
      order by t.revenue desc, t.n desc, u.id), '[]')
    from (select c.* from candidates c where c.n > 0 order by c.revenue desc, c.n desc, c.agent_id limit wanted) t
    join public.users u on u.id = t.agent_id);
end $$;

-- Of the organization; those of an agent are few enough to be added up (see vendor_sums).
create function private.best_vendors(home uuid, first_day date, last_day date, wanted integer)
returns table (vendor_id uuid, sales_count numeric, total_amount numeric, commission_amount numeric)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  months record := private.split_months(best_vendors.first_day, best_vendors.last_day);
begin
  return query
    with by_month as materialized (
      select m.vendor_id, sum(m.total_amount) as most,
        coalesce(sum(m.sales_count) filter (where m.month >= months.first_month and m.month < months.next_month), 0) as n,
        coalesce(sum(m.total_amount) filter (where m.month >= months.first_month and m.month < months.next_month), 0)
          as revenue,
        coalesce(sum(m.commission_amount) filter (where m.month >= months.first_month and m.month < months.next_month), 0)
          as commission
      from private.sales_monthly_by_vendor m
      where m.organization_id = best_vendors.home and m.status <> 'cancelled'
        and m.month >= date_trunc('month', best_vendors.first_day::timestamp)::date and m.month <= best_vendors.last_day
      group by m.vendor_id
    ), leaders as materialized (
      select b.vendor_id, b.n + d.n as n, b.revenue + d.revenue as revenue, b.commission + d.commission as commission
      from (select l.* from by_month l order by l.most desc, l.vendor_id limit 2 * best_vendors.wanted) b
      cross join lateral (
        select coalesce(sum(p.sales_count), 0) as n, coalesce(sum(p.total_amount), 0) as revenue,
          coalesce(sum(p.commission_amount), 0) as commission
        from (
          select d.sales_count, d.total_amount, d.commission_amount from private.sales_daily_by_vendor d
          where d.organization_id = best_vendors.home and d.vendor_id = b.vendor_id
            and d.day between best_vendors.first_day and months.head_end and d.status <> 'cancelled'
          union all
          select d.sales_count, d.total_amount, d.commission_amount from private.sales_daily_by_vendor d
          where d.organization_id = best_vendors.home and d.vendor_id = b.vendor_id
            and d.day between months.tail_start and best_vendors.last_day and d.status <> 'cancelled') p) d
    ), bound as materialized (
      select coalesce((
        select l.revenue from leaders l where l.n > 0 order by l.revenue desc offset best_vendors.wanted - 1 limit 1), 0) as revenue
    ), candidates as (
      select l.* from leaders l
      union all
      select b.vendor_id, b.n + d.n, b.revenue + d.revenue, b.commission + d.commission
      from by_month b
      cross join lateral (
        select coalesce(sum(p.sales_count), 0) as n, coalesce(sum(p.total_amount), 0) as revenue,
          coalesce(sum(p.commission_amount), 0) as commission
        from (
          select d.sales_count, d.total_amount, d.commission_amount from private.sales_daily_by_vendor d
          where d.organization_id = best_vendors.home and d.vendor_id = b.vendor_id
            and d.day between best_vendors.first_day and months.head_end and d.status <> 'cancelled'
          union all
          select d.sales_count, d.total_amount, d.commission_amount from private.sales_daily_by_vendor d
          where d.organization_id = best_vendors.home and d.vendor_id = b.vendor_id
            and d.day between months.tail_start and best_vendors.last_day and d.status <> 'cancelled') p) d
      where b.most >= (select k.revenue from bound k) and b.vendor_id not in (select l.vendor_id from leaders l)
    )
    select c.vendor_id, c.n, c.revenue, c.commission from candidates c
    where c.n > 0 order by c.revenue desc, c.n desc, c.vendor_id limit best_vendors.wanted;
end $$;

create or replace function public.get_top_vendors(start_date date default null, end_date date default null, max_rows integer default 5)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_top_vendors.start_date, get_top_vendors.end_date);
  wanted integer := private.row_limit(get_top_vendors.max_rows);
  best jsonb;
begin
  if scope.agent is null then
    select jsonb_agg(to_jsonb(b)) into best from private.best_vendors(scope.home, range.first_day, range.last_day, wanted) b;
  else
    select jsonb_agg(to_jsonb(b)) into best from (
      select s.* from private.vendor_sums(scope.home, scope.agent, range.first_day, range.last_day) s
      where s.sales_count > 0
      order by s.total_amount desc, s.sales_count desc, s.vendor_id limit wanted) b;
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url,
      'sales_count', t.sales_count, 'total_revenue', t.total_amount, 'total_commission', t.commission_amount)
      order by t.total_amount desc, t.sales_count desc, v.id), '[]')
    from jsonb_to_recordset(coalesce(best, '[]'))
      as t(vendor_id uuid, sales_count numeric, total_amount numeric, commission_amount numeric)
    join public.vendors v on v.id = t.vendor_id);
end $$;

revoke all on function private.best_vendors(uuid, date, date, integer) from public, anon, authenticated;

-- What an agent sold through each vendor in the part of a year that is not whole, read from the index alone.
drop index public.sales_organization_id_agent_id_idx;
create index sales_organization_id_agent_id_idx on public.sales (organization_id, agent_id, sale_date desc, id)
  include (status, vendor_id, total_amount, commission_amount, created_at);
