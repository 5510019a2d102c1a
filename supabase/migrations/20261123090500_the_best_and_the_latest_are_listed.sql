-- Who sells most, what sells best, and who bought last.

create function private.row_limit(max_rows integer) returns integer
language sql immutable set search_path = '' as $$ select least(greatest(coalesce(max_rows, 5), 1), 100) $$;

-- The whole months of a range, [first_month, next_month), and the days before and after them, [first_day, head_end]
-- and [tail_start, last_day]. Without a whole month all days are head.
create function private.split_months(first_day date, last_day date,
  out first_month date, out next_month date, out head_end date, out tail_start date)
language plpgsql immutable set search_path = '' as $$
begin
  first_month := date_trunc('month', first_day + interval '1 month - 1 day');
  next_month := date_trunc('month', last_day + interval '1 day');
  if first_month < next_month then
    head_end := first_month - 1;
    tail_start := next_month;
  else
    next_month := first_month;
    head_end := last_day;
    tail_start := last_day + 1;
  end if;
end $$;

-- Top lists: by revenue, without cancelled sales; whole months from the months, the rest from the days. An agent's
-- list of agents is themself.
create function public.get_top_agents(start_date date default null, end_date date default null, max_rows integer default 5)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_top_agents.start_date, get_top_agents.end_date);
  months record := private.split_months(range.first_day, range.last_day);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
      'avatar_url', u.avatar_url, 'sales_count', t.n, 'total_revenue', t.revenue, 'total_commission', t.commission)
      order by t.revenue desc, t.n desc, u.id), '[]')
    from (
      select p.agent_id, sum(p.sales_count) as n, sum(p.total_amount) as revenue, sum(p.commission_amount) as commission
      from (
        select m.agent_id, m.sales_count, m.total_amount, m.commission_amount
        from private.sales_monthly_by_agent m
        where m.organization_id = scope.home and m.month >= months.first_month and m.month < months.next_month
          and m.status <> 'cancelled'
        union all
        select d.agent_id, d.sales_count, d.total_amount, d.commission_amount
        from private.sales_daily_by_agent d
        where d.organization_id = scope.home and d.day between range.first_day and months.head_end
          and d.status <> 'cancelled'
        union all
        select d.agent_id, d.sales_count, d.total_amount, d.commission_amount
        from private.sales_daily_by_agent d
        where d.organization_id = scope.home and d.day between months.tail_start and range.last_day
          and d.status <> 'cancelled') p
      where scope.agent is null or p.agent_id = scope.agent
      group by p.agent_id having sum(p.sales_count) > 0
      order by revenue desc, n desc, p.agent_id
      limit private.row_limit(get_top_agents.max_rows)) t
    join public.users u on u.id = t.agent_id);
end $$;

-- What each vendor sold to the organization, or to one agent of it: those sales are few enough to be added up one by one.
create function private.vendor_sums(home uuid, agent uuid, first_day date, last_day date)
returns table (vendor_id uuid, sales_count numeric, total_amount numeric, commission_amount numeric)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  months record := private.split_months(vendor_sums.first_day, vendor_sums.last_day);
begin
  if agent is null then
    return query
      select p.vendor_id, sum(p.sales_count), sum(p.total_amount), sum(p.commission_amount)
      from (
        select m.vendor_id, m.sales_count, m.total_amount, m.commission_amount
        from private.sales_monthly_by_vendor m
        where m.organization_id = home and m.month >= months.first_month and m.month < months.next_month
          and m.status <> 'cancelled'
        union all
        select d.vendor_id, d.sales_count, d.total_amount, d.commission_amount
        from private.sales_daily_by_vendor d
        where d.organization_id = home and d.day between vendor_sums.first_day and months.head_end
          and d.status <> 'cancelled'
        union all
        select d.vendor_id, d.sales_count, d.total_amount, d.commission_amount
        from private.sales_daily_by_vendor d
        where d.organization_id = home and d.day between months.tail_start and vendor_sums.last_day
          and d.status <> 'cancelled') p
      group by p.vendor_id;
  else
    return query
      select s.vendor_id, count(*)::numeric, sum(s.total_amount), sum(s.commission_amount)
      from public.sales s
      where s.organization_id = home and s.agent_id = agent
        and s.sale_date between vendor_sums.first_day and vendor_sums.last_day and s.status <> 'cancelled'
      group by s.vendor_id;
  end if;
end $$;

create function public.get_top_vendors(start_date date default null, end_date date default null, max_rows integer default 5)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_top_vendors.start_date, get_top_vendors.end_date);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url,
      'sales_count', t.sales_count, 'total_revenue', t.total_amount, 'total_commission', t.commission_amount)
      order by t.total_amount desc, t.sales_count desc, v.id), '[]')
    from (
      select * from private.vendor_sums(scope.home, scope.agent, range.first_day, range.last_day) s
      where s.sales_count > 0
      order by s.total_amount desc, s.sales_count desc, s.vendor_id
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
  newest refcursor;
  sale record;
  seen uuid[] := '{}';
  answer jsonb := '[]';
begin
  -- Walks the newest sales, by the index of the organization's or the agent's, only until enough customers are found.
  if scope.agent is null then
    open newest for
      select s.id, s.customer_id, s.total_amount, s.sale_date from public.sales s
      where s.organization_id = scope.home and s.sale_date between range.first_day and range.last_day
        and s.status <> 'cancelled'
      order by s.sale_date desc, s.created_at desc, s.id;
  else
    open newest for
      select s.id, s.customer_id, s.total_amount, s.sale_date from public.sales s
      where s.organization_id = scope.home and s.agent_id = scope.agent
        and s.sale_date between range.first_day and range.last_day and s.status <> 'cancelled'
      order by s.sale_date desc, s.created_at desc, s.id;
  end if;
  loop
    fetch newest into sale;
    exit when not found or rows_left = 0;
    continue when sale.customer_id = any (seen);
    seen := seen || sale.customer_id;
    rows_left := rows_left - 1;
    answer := answer || (
      select jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name, 'email', c.email,
        'sale_id', sale.id, 'last_purchase_amount', sale.total_amount, 'sale_date', sale.sale_date)
      from public.customers c where c.id = sale.customer_id);
  end loop;
  close newest;
  return answer;
end $$;

revoke all on function private.row_limit(integer), private.split_months(date, date),
  private.vendor_sums(uuid, uuid, date, date),
  public.get_top_agents(date, date, integer), public.get_top_vendors(date, date, integer),
  public.get_recent_customers(integer, date, date) from public, anon, authenticated;
grant execute on function public.get_top_agents(date, date, integer), public.get_top_vendors(date, date, integer),
  public.get_recent_customers(integer, date, date) to authenticated;
