create function public.get_dashboard_summary(start_date date default null, end_date date default null)
returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'sales', public.get_sales_by_status(get_dashboard_summary.start_date, get_dashboard_summary.end_date),
    'commissions', public.get_commissions_by_status(get_dashboard_summary.start_date, get_dashboard_summary.end_date))
$$;
grant execute on function public.get_dashboard_summary(date, date) to authenticated;

-- Every status and the total; a status that is not one of the four is ignored, one of them leaves the others at zero.
create function public.get_commission_stats(
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
    where d.organization_id = scope.organization_id and d.whose = coalesce(scope.agent_id, scope.organization_id)
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
grant execute on function public.get_commission_stats(date, date, text, uuid) to authenticated;

-- Amounts sold per bucket, without the cancelled: together they are the active total.
create function public.get_sales_timeline(start_date date default null, end_date date default null, bucket text default null)
returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('bucket', min(t.bucket),
    'labels', coalesce(jsonb_agg(t.label order by t.label), '[]'),
    'sales', coalesce(jsonb_agg(t.booked + t.paid order by t.label), '[]'))
  from private.caller_scope() s
  cross join private.sales_series(s.organization_id, s.agent_id, s.zone, get_sales_timeline.start_date, get_sales_timeline.end_date,
    get_sales_timeline.bucket) t
$$;
grant execute on function public.get_sales_timeline(date, date, text) to authenticated;

-- One agent's sales timeline. An agent asks about themself; about anybody else they see what they see of nobody.
create function public.get_agent_sales_timeline(
  agent_id uuid default null, start_date date default null, end_date date default null, bucket text default null)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if get_agent_sales_timeline.agent_id is null then
    perform private.refuse('Agent ID is required', 'agent_id');
  end if;
  return (
    select jsonb_build_object('bucket', min(t.bucket),
      'labels', coalesce(jsonb_agg(t.label order by t.label), '[]'),
      'sales', coalesce(jsonb_agg(t.booked + t.paid order by t.label), '[]'))
    from private.caller_scope(get_agent_sales_timeline.agent_id) s
    cross join private.sales_series(s.organization_id, s.agent_id, s.zone, get_agent_sales_timeline.start_date,
      get_agent_sales_timeline.end_date, get_agent_sales_timeline.bucket) t);
end $$;
grant execute on function public.get_agent_sales_timeline(uuid, date, date, text) to authenticated;

-- Amounts of commission per bucket, without the cancelled.
create function public.get_commission_timeline(
  start_date date default null, end_date date default null, bucket text default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('bucket', min(t.bucket),
    'labels', coalesce(jsonb_agg(t.label order by t.label), '[]'),
    'amounts', coalesce(jsonb_agg(t.unpaid + t.funds_received + t.agent_paid order by t.label), '[]'))
  from private.caller_scope() s
  cross join private.commission_series(s.organization_id, s.agent_id, s.zone, get_commission_timeline.start_date,
    get_commission_timeline.end_date, get_commission_timeline.bucket) t
$$;
grant execute on function public.get_commission_timeline(date, date, text) to authenticated;
