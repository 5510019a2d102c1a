-- Sums for cards and tabs. All run with the caller's rights: row-level security decides what is counted.

create function public.get_sales_by_status(start_date date default null, end_date date default null) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with sums as (
    select s.status, count(*) as count, sum(s.total_amount) as amount
    from public.sales s
    where (get_sales_by_status.start_date is null or s.sale_date >= get_sales_by_status.start_date)
      and (get_sales_by_status.end_date is null or s.sale_date <= get_sales_by_status.end_date)
    group by s.status
  )
  select jsonb_build_object(
    'booked', jsonb_build_object('count', coalesce(sum(count) filter (where status = 'booked'), 0),
      'amount', coalesce(sum(amount) filter (where status = 'booked'), 0)),
    'paid', jsonb_build_object('count', coalesce(sum(count) filter (where status = 'paid'), 0),
      'amount', coalesce(sum(amount) filter (where status = 'paid'), 0)),
    'cancelled', jsonb_build_object('count', coalesce(sum(count) filter (where status = 'cancelled'), 0),
      'amount', coalesce(sum(amount) filter (where status = 'cancelled'), 0)),
    'total', jsonb_build_object('count', coalesce(sum(count), 0), 'amount', coalesce(sum(amount), 0)),
    'active_total', jsonb_build_object('count', coalesce(sum(count) filter (where status <> 'cancelled'), 0),
      'amount', coalesce(sum(amount) filter (where status <> 'cancelled'), 0)))
  from sums
$$;

-- Commissions fall into a range by the date of their sale.
create function private.get_commissions_by_status(start_date date, end_date date) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with sums as (
    select c.status, count(*) as count, sum(c.amount) as amount
    from public.commissions c
    join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id
    where (get_commissions_by_status.start_date is null or s.sale_date >= get_commissions_by_status.start_date)
      and (get_commissions_by_status.end_date is null or s.sale_date <= get_commissions_by_status.end_date)
    group by c.status
  )
  select jsonb_build_object(
    'unpaid', jsonb_build_object('count', coalesce(sum(count) filter (where status = 'unpaid'), 0),
      'amount', coalesce(sum(amount) filter (where status = 'unpaid'), 0)),
    'funds_received', jsonb_build_object('count', coalesce(sum(count) filter (where status = 'funds_received'), 0),
      'amount', coalesce(sum(amount) filter (where status = 'funds_received'), 0)),
    'agent_paid', jsonb_build_object('count', coalesce(sum(count) filter (where status = 'agent_paid'), 0),
      'amount', coalesce(sum(amount) filter (where status = 'agent_paid'), 0)),
    'cancelled', jsonb_build_object('count', coalesce(sum(count) filter (where status = 'cancelled'), 0),
      'amount', coalesce(sum(amount) filter (where status = 'cancelled'), 0)),
    'total', jsonb_build_object('count', coalesce(sum(count), 0), 'amount', coalesce(sum(amount), 0)))
  from sums
$$;

create function public.get_dashboard_summary(start_date date default null, end_date date default null) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'sales', public.get_sales_by_status(get_dashboard_summary.start_date, get_dashboard_summary.end_date),
    'commissions', private.get_commissions_by_status(get_dashboard_summary.start_date, get_dashboard_summary.end_date))
$$;

-- What the caller may see of a customer's or vendor's sales, without the cancelled ones.
create function public.get_customer_totals(customer_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object('sales_count', count(*), 'total_amount', coalesce(sum(s.total_amount), 0),
    'commission_amount', coalesce(sum(s.commission_amount), 0))
  from public.sales s
  where s.organization_id = (select private.current_organization_id())
    and s.customer_id = get_customer_totals.customer_id and s.status <> 'cancelled'
$$;

create function public.get_vendor_totals(vendor_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object('sales_count', count(*), 'total_amount', coalesce(sum(s.total_amount), 0),
    'commission_amount', coalesce(sum(s.commission_amount), 0))
  from public.sales s
  where s.organization_id = (select private.current_organization_id())
    and s.vendor_id = get_vendor_totals.vendor_id and s.status <> 'cancelled'
$$;

revoke all on function private.get_commissions_by_status(date, date), public.get_sales_by_status(date, date),
  public.get_dashboard_summary(date, date), public.get_customer_totals(uuid), public.get_vendor_totals(uuid)
  from public, anon, authenticated;
grant execute on function private.get_commissions_by_status(date, date), public.get_sales_by_status(date, date),
  public.get_dashboard_summary(date, date), public.get_customer_totals(uuid), public.get_vendor_totals(uuid)
  to authenticated;
