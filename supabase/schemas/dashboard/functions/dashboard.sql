-- The dashboard: one call that answers every part of the page, over what the caller may see. Each part is made by itself;
-- when one fails the others stand, and it can be asked for again alone.
--
-- All run with the owner's rights, because nobody else reads the totals; what a caller may see is decided in one place,
-- private.caller_scope. For a caller without an organization (inactive, or a revoked session) there is nothing to add up:
-- zeros and empty lists.

create function private.departures_of(organization_id uuid, agent_id uuid, today date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('sales_id', s.id, 'booking_reference', s.booking_reference,
    'customer_id', s.customer_id, 'customer_first_name', c.first_name, 'customer_last_name', c.last_name,
    'vendor_name', v.name, 'travel_date', s.travel_date, 'return_date', s.return_date)
    order by s.travel_date, s.sale_date, s.created_at, s.booking_reference, s.id), '[]')
  from (
    (select d.* from public.sales d
    where d.organization_id = departures_of.organization_id and d.agent_id = departures_of.agent_id
      and d.status <> 'cancelled' and d.travel_date is not null and d.travel_date >= departures_of.today
    order by d.travel_date, d.sale_date, d.created_at, d.booking_reference, d.id limit 5)
    union all
    -- Those of others of which they have a share.
    (select d.* from public.sales d
    where d.organization_id = departures_of.organization_id and d.agent_id <> departures_of.agent_id
      and d.id = any (private.shared_sales(departures_of.organization_id, departures_of.agent_id))
      and d.status <> 'cancelled' and d.travel_date is not null and d.travel_date >= departures_of.today
    order by d.travel_date, d.sale_date, d.created_at, d.booking_reference, d.id limit 5)
    order by travel_date, sale_date, created_at, booking_reference, id limit 5) s
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
$$;
comment on function private.departures_of is 'The next trips of what an agent sold, alone or with others.';

create function private.to_do(f private.commission_filter) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  agency constant uuid := private.admin_organization_id();
  of_all_days private.commission_filter := f;
  departing jsonb := private.sum_sales(private.sale_filter_of(null, null, null, null, null, null, true)) -> 'booked';
begin
  select r.first_day, r.last_day into of_all_days.first_day, of_all_days.last_day from private.date_range(null, null) r;
  return jsonb_build_object(
    'payable', private.ready_to_pay(of_all_days),
    'overdue', private.owed_figures(agency),
    'vendors_without_terms', (
      select count(*) from public.vendor_terms v
      where v.organization_id = agency and v.expected_payment_days is null and exists (
        select 1 from public.commissions c
        where c.organization_id = v.organization_id and c.vendor_id = v.vendor_id and c.status = 'unpaid' and c.due_on is null)),
    'departures', jsonb_build_object('count', coalesce(departing -> 'count', '0'), 'amount', coalesce(departing -> 'amount', '0')));
end $$;
comment on function private.to_do is 'What waits for an admin, of all days, by the filter of an admin''s commissions: {payable, overdue, departures}, each {count, amount} as
  the list it leads to counts it. payable: the agents'' part of what can be paid now, of other commissions too, which that list names
  beside it; overdue: what vendors owe
  (private.owed_figures); departures: totals of booked sales whose trip begins within 30 days or has begun. And
  vendors_without_terms: with how many vendors that have something unpaid no due days are agreed, so that nothing of theirs can be
  overdue.';

create function private.dashboard_part(
  part text, organization_id uuid, agent_id uuid, first_day date, last_day date, today date, f private.commission_filter)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return case part
    when 'sales' then public.get_sales_by_status(first_day, last_day)
    when 'commissions' then private.commission_stats(f)
    when 'sales_trend' then public.get_sales_status_timeline(first_day, last_day) - 'bucket'
    when 'commission_trend' then public.get_commission_status_timeline(first_day, last_day) - 'bucket'
    when 'top_agents' then public.get_top_agents(first_day, last_day)
    when 'top_vendors' then public.get_top_vendors(first_day, last_day)
    when 'recent_customers' then public.get_recent_customers(5, first_day, last_day)
    when 'to_do' then private.to_do(f)
    when 'first_steps' then private.own_first_steps()
    when 'payable' then private.payable_to(organization_id, agent_id)
    when 'departures' then private.departures_of(organization_id, agent_id, today)
    when 'payments_due' then private.payments_due(organization_id, agent_id, today)
    when 'next_tier' then private.next_tier(organization_id, agent_id, today)
  end;
end $$;
comment on function private.dashboard_part is 'One part of the page. The services it asks decide themselves what the caller may
  see.';

create function public.get_dashboard(
  start_date date default null, end_date date default null, parts text[] default null) returns jsonb
language plpgsql stable security definer set search_path = '' set lock_timeout = '2s'
-- A plan for the mean agency, kept from the first calls of a connection, takes three times as long in one that has a fifth of all sales.
set plan_cache_mode = 'force_custom_plan' as $$
declare
  scope record := private.caller_scope();
  today date := private.today();
  earliest constant date := '1900-01-01';
  range record;
  part text;
  answer jsonb;
  f private.commission_filter;
begin
  if scope.organization_id is null then
    raise insufficient_privilege using message = 'This session is not valid any more';
  end if;
  range := private.date_range(
    coalesce(get_dashboard.start_date, greatest(coalesce(get_dashboard.end_date, today), earliest) - 364),
    coalesce(get_dashboard.end_date, today));
  answer := jsonb_build_object('range', jsonb_build_object('start', range.first_day, 'end', range.last_day,
    'bucket', private.choose_bucket(range.first_day, range.last_day, null), 'today', today));
  foreach part in array '{sales,commissions,sales_trend,commission_trend,top_vendors,recent_customers,payments_due}'::text[]
    || case when scope.agent_id is null then '{to_do,top_agents,first_steps}'::text[] else '{payable,departures,next_tier}' end
  loop
    continue when not coalesce(part = any (get_dashboard.parts), get_dashboard.parts is null);
    begin
      -- Once: it looks for what can be paid, which two parts say.
      if part in ('commissions', 'to_do') and f.organization_id is null then
        f := private.commission_filter_of(null, null, null, false, false, range.first_day, range.last_day, null);
      end if;
      answer := answer || jsonb_build_object(part,
        private.dashboard_part(part, scope.organization_id, scope.agent_id, range.first_day, range.last_day, today, f));
    exception when others then
      -- For whoever runs the server; the page says that something is missing.
      raise log 'Dashboard without %: % (%)', part, sqlerrm, sqlstate;
      answer := answer || jsonb_build_object(part, jsonb_build_object('error', true));
    end;
  end loop;
  return answer - array(select p.name from unnest('{payments_due,next_tier,first_steps}'::text[]) p(name) where answer -> p.name = 'null');
end $$;
comment on function public.get_dashboard is '{range: {start, end, bucket, today}, and the parts of the caller''s page: sales,
  commissions, sales_trend, commission_trend, top_vendors, recent_customers, payments_due (where there are any); for admins to_do,
  top_agents and first_steps (until they dismiss them), for agents payable, departures and next_tier (of who has tiers and is not past the last)}. A part that failed is {error: true}; `parts` asks for some only. Days are the organization''s. Without dates the last
  365 days; without one of them those up to the end, or from the start until today.';
grant execute on function public.get_dashboard(date, date, text[]) to authenticated;
