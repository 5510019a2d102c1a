-- Sums and charts that are asked for by themselves.

create function private.active_amounts(
  record_type text, organization_id uuid, agent_id uuid, zone text, start_date date, end_date date, wanted text,
  out bucket text, out labels jsonb, out amounts jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  select min(t.bucket), coalesce(jsonb_agg(t.label order by t.label), '[]'), coalesce(jsonb_agg(t.amount order by t.label), '[]')
  into active_amounts.bucket, active_amounts.labels, active_amounts.amounts
  from (
    select a.bucket, a.label, sum(a.amount) filter (where a.status <> 'cancelled') as amount
    from private.amounts_by_bucket(active_amounts.record_type, active_amounts.organization_id, active_amounts.agent_id,
      active_amounts.zone, active_amounts.start_date, active_amounts.end_date, active_amounts.wanted) a
    group by a.bucket, a.label) t;
end $$;
comment on function private.active_amounts is 'Amounts per bucket, without the cancelled: together they are the active total.';

create function public.get_sales_timeline(start_date date default null, end_date date default null, bucket text default null)
returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('bucket', t.bucket, 'labels', t.labels, 'sales', t.amounts)
  from private.caller_scope() s
  cross join lateral private.active_amounts('sale', s.organization_id, s.agent_id, s.zone, get_sales_timeline.start_date,
    get_sales_timeline.end_date, get_sales_timeline.bucket) t
$$;

create function public.get_agent_sales_timeline(
  agent_id uuid default null, start_date date default null, end_date date default null, bucket text default null)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if get_agent_sales_timeline.agent_id is null then
    perform private.refuse('Agent ID is required', 'agent_id', 'agent_id_missing');
  end if;
  return (
    select jsonb_build_object('bucket', t.bucket, 'labels', t.labels, 'sales', t.amounts)
    from private.caller_scope(get_agent_sales_timeline.agent_id) s
    cross join lateral private.active_amounts('sale', s.organization_id, s.agent_id, s.zone,
      get_agent_sales_timeline.start_date, get_agent_sales_timeline.end_date, get_agent_sales_timeline.bucket) t);
end $$;
comment on function public.get_agent_sales_timeline is 'One agent''s sales timeline. An agent asks about themself; about anybody
  else they see what they see of nobody.';

create function public.get_commission_timeline(
  start_date date default null, end_date date default null, bucket text default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('bucket', t.bucket, 'labels', t.labels, 'amounts', t.amounts)
  from private.caller_scope() s
  cross join lateral private.active_amounts('commission', s.organization_id, s.agent_id, s.zone,
    get_commission_timeline.start_date, get_commission_timeline.end_date, get_commission_timeline.bucket) t
$$;

grant execute on function public.get_sales_timeline(date, date, text),
  public.get_agent_sales_timeline(uuid, date, date, text), public.get_commission_timeline(date, date, text) to authenticated;
