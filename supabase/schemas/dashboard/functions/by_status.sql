-- Sales and commissions by status: their sums, and these over time.

create function public.get_sales_by_status(start_date date default null, end_date date default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_sales_by_status.start_date, get_sales_by_status.end_date);
begin
  return (
    with totals as (
      select t.status, sum(t.record_count) as n, sum(t.total_amount) as amount
      from private.totals('sale', scope.organization_id, scope.agent_id, range.first_day, range.last_day) t
      group by t.status)
    select jsonb_object_agg(k.name, (
      select jsonb_build_object('count', coalesce(sum(t.n), 0), 'amount', coalesce(sum(t.amount), 0))
      from totals t where t.status = any (k.statuses)))
    from (values ('booked', '{booked}'::text[]), ('paid', '{paid}'), ('cancelled', '{cancelled}'),
      ('total', '{booked,paid,cancelled}'), ('active_total', '{booked,paid}')) k(name, statuses));
end $$;

create function private.commission_stats(f private.commission_filter, wanted text[] default '{unpaid,funds_received,agent_paid,cancelled}')
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  sums jsonb;
begin
  select jsonb_object_agg(t.status, jsonb_build_object('count', t.n, 'amount', t.amount, 'agent_amount', t.agent_amount)) into sums
  from (
    select d.status, sum(d.record_count) as n, sum(d.commission_amount) as amount, sum(d.agent_amount) as agent_amount
    from private.totals('commission', f.organization_id, f.agent_id, f.first_day, f.last_day) d
    where d.status = any (wanted)
    group by d.status) t;
  return private.commission_status_summary(sums, case when 'funds_received' = any (wanted) then private.ready_commissions(f, sums)
    else private.sum_all_statuses('{}') end);
end $$;
comment on function private.commission_stats is 'private.commission_status_summary of these statuses, by the days of the filter and whose they
  are.';

create function public.get_commission_stats(
  start_date date default null, end_date date default null, status text default null, agent_id uuid default null)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  known constant text[] := '{unpaid,funds_received,agent_paid,cancelled}';
begin
  return private.commission_stats(
    private.commission_filter_of(null, get_commission_stats.agent_id, null, false, false,
      get_commission_stats.start_date, get_commission_stats.end_date, null),
    case when get_commission_stats.status = any (known) then array[get_commission_stats.status] else known end);
end $$;
comment on function public.get_commission_stats is 'private.commission_status_summary; a status that is not one of the four is
  ignored, one of them leaves the others at zero.';

create function public.get_commissions_by_status(start_date date default null, end_date date default null) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select jsonb_object_agg(e.name, e.totals - 'agent_amount')
    from jsonb_each(public.get_commission_stats(get_commissions_by_status.start_date, get_commissions_by_status.end_date))
      e(name, totals)
    where e.name not in ('active_total', 'ready'));
end $$;
comment on function public.get_commissions_by_status is 'Gross, of every status and all of them.';

create function public.get_sales_status_timeline(
  start_date date default null, end_date date default null, bucket text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  scope record := private.caller_scope();
begin
  return (
    select jsonb_build_object('bucket', min(t.bucket),
      'labels', coalesce(jsonb_agg(t.label order by t.label) filter (where t.status = 'booked'), '[]'),
      'booked', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'booked'), '[]'),
      'paid', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'paid'), '[]'),
      'cancelled', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'cancelled'), '[]'))
    from private.amounts_by_bucket('sale', scope.organization_id, scope.agent_id, scope.zone,
      get_sales_status_timeline.start_date, get_sales_status_timeline.end_date, get_sales_status_timeline.bucket) t);
end $$;
comment on function public.get_sales_status_timeline is 'Sale totals by status.';

create function public.get_commission_status_timeline(
  start_date date default null, end_date date default null, bucket text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  scope record := private.caller_scope();
begin
  return (
    select jsonb_build_object('bucket', min(t.bucket),
      'labels', coalesce(jsonb_agg(t.label order by t.label) filter (where t.status = 'unpaid'), '[]'),
      'unpaid', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'unpaid'), '[]'),
      'funds_received', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'funds_received'), '[]'),
      'agent_paid', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'agent_paid'), '[]'),
      'cancelled', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'cancelled'), '[]'),
      'agent', jsonb_build_object(
        'unpaid', coalesce(jsonb_agg(t.agent_amount order by t.label) filter (where t.status = 'unpaid'), '[]'),
        'funds_received', coalesce(jsonb_agg(t.agent_amount order by t.label) filter (where t.status = 'funds_received'), '[]'),
        'agent_paid', coalesce(jsonb_agg(t.agent_amount order by t.label) filter (where t.status = 'agent_paid'), '[]'),
        'cancelled', coalesce(jsonb_agg(t.agent_amount order by t.label) filter (where t.status = 'cancelled'), '[]')))
    from private.amounts_by_bucket('commission', scope.organization_id, scope.agent_id, scope.zone,
      get_commission_status_timeline.start_date, get_commission_status_timeline.end_date,
      get_commission_status_timeline.bucket) t);
end $$;
comment on function public.get_commission_status_timeline is 'Gross amounts by status; `agent` holds the same of the agents''
  share.';

grant execute on function public.get_sales_by_status(date, date), public.get_commission_stats(date, date, text, uuid),
  public.get_commissions_by_status(date, date), public.get_sales_status_timeline(date, date, text),
  public.get_commission_status_timeline(date, date, text) to authenticated;
