-- Totals by status, from the rollups. They, and the timelines and top lists that follow, run with the owner's rights,
-- because nobody else reads the rollups; what a caller may see is decided in one place, private.caller_scope. For a
-- caller without an organization (inactive, or a revoked session) there is nothing to add up: zeros and empty lists.

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

-- A range as people mean it: swapped when it is reversed, an open end (null) as far as it goes, and nothing beyond what
-- a sale date may be.
create function private.date_range(start_date date, end_date date, out first_day date, out last_day date)
language sql immutable set search_path = '' as $$
  select least(greatest(coalesce(r.first_day, '1900-01-01'), '1900-01-01'), '2199-12-31'),
    least(greatest(coalesce(r.last_day, '2199-12-31'), '1900-01-01'), '2199-12-31')
  from (values (
    case when start_date > end_date then end_date else start_date end,
    case when start_date > end_date then start_date else end_date end)) r(first_day, last_day)
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
    select g.name, coalesce(sum(d.n), 0) as n, coalesce(sum(d.amount), 0) as amount
    from (values ('booked', '{booked}'::text[]), ('paid', '{paid}'), ('cancelled', '{cancelled}'),
      ('total', '{booked,paid,cancelled}'), ('active_total', '{booked,paid}')) g(name, statuses)
    left join (
      select r.status, sum(r.sales_count) as n, sum(r.total_amount) as amount
      from private.daily_sales(scope.home, scope.agent, range.first_day, range.last_day) r
      group by r.status) d on d.status = any (g.statuses)
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
    select g.name, coalesce(sum(d.n), 0) as n, coalesce(sum(d.amount), 0) as amount,
      coalesce(sum(d.agent_amount), 0) as agent_amount
    from unnest(known || 'total'::text) g(name)
    left join (
      select r.status, sum(r.commissions_count) as n, sum(r.amount) as amount, sum(r.agent_amount) as agent_amount
      from private.daily_commissions(scope.home, scope.agent, range.first_day, range.last_day) r
      where get_commission_stats.status is null or get_commission_stats.status <> all (known)
        or r.status = get_commission_stats.status
      group by r.status) d on g.name in (d.status, 'total')
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

revoke all on function private.caller_scope(uuid), private.date_range(date, date),
  private.daily_sales(uuid, uuid, date, date), private.daily_commissions(uuid, uuid, date, date),
  public.get_commission_stats(date, date, text, uuid), public.get_commissions_by_status(date, date)
  from public, anon, authenticated;
grant execute on function public.get_commission_stats(date, date, text, uuid),
  public.get_commissions_by_status(date, date) to authenticated;
