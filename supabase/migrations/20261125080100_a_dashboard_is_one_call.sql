-- The dashboard: one call that answers every part of the page, over what the caller may see. Each part is made by itself;
-- when one fails the others stand, and it can be asked for again alone.

-- Walks the newest sales, by the index of the organization's or the agent's, only until enough customers are found: what
-- the order needs is in the index, and only the sales that count are looked at.
create or replace function public.get_recent_customers(
  max_rows integer default 5, start_date date default null, end_date date default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_recent_customers.start_date, get_recent_customers.end_date);
  rows_left integer := private.row_limit(get_recent_customers.max_rows);
  newest refcursor;
  found_id uuid;
  sale record;
  seen uuid[] := '{}';
  answer jsonb := '[]';
begin
  if scope.agent is null then
    open newest for
      select s.id from public.sales s
      where s.organization_id = scope.home and s.sale_date between range.first_day and range.last_day
        and s.status <> 'cancelled'
      order by s.sale_date desc, s.created_at desc, s.id;
  else
    open newest for
      select s.id from public.sales s
      where s.organization_id = scope.home and s.agent_id = scope.agent
        and s.sale_date between range.first_day and range.last_day and s.status <> 'cancelled'
      order by s.sale_date desc, s.created_at desc, s.id;
  end if;
  loop
    exit when rows_left = 0;
    fetch newest into found_id;
    exit when not found;
    select s.customer_id, s.total_amount, s.sale_date into sale from public.sales s where s.id = found_id;
    continue when sale.customer_id = any (seen);
    seen := seen || sale.customer_id;
    rows_left := rows_left - 1;
    answer := answer || (
      select jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name, 'email', c.email,
        'sale_id', found_id, 'last_purchase_amount', sale.total_amount, 'sale_date', sale.sale_date)
      from public.customers c where c.id = sale.customer_id);
  end loop;
  close newest;
  return answer;
end $$;

-- What an agent is owed: now (the vendor's money has arrived and the customer has paid), and later, with the reason why not
-- now. {now: {count, amount}, expected: {count, amount}, rows}, amounts of the agent's share.
create function private.payable_to(home uuid, agent uuid, today date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  received record;
  awaited record;
  early record;
begin
  select coalesce(sum(d.commissions_count), 0) as n, coalesce(sum(d.agent_amount), 0) as amount into received
  from private.commissions_daily_by_agent d
  where d.organization_id = home and d.agent_id = agent and d.status = 'funds_received';
  select coalesce(sum(d.commissions_count), 0) as n, coalesce(sum(d.agent_amount), 0) as amount into awaited
  from private.commissions_daily_by_agent d
  where d.organization_id = home and d.agent_id = agent and d.status = 'unpaid';
  -- Seldom the vendor pays before the customer.
  select count(*) as n, coalesce(sum(m.agent_amount), 0) as amount into early
  from public.commissions m
  where m.organization_id = home and m.agent_id = agent and m.status = 'funds_received' and not m.sale_paid;
  return jsonb_build_object(
    'now', jsonb_build_object('count', received.n - early.n, 'amount', received.amount - early.amount),
    'expected', jsonb_build_object('count', awaited.n + early.n, 'amount', awaited.amount + early.amount),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('commission_id', m.id, 'sales_id', s.id,
        'booking_reference', s.booking_reference, 'customer_first_name', c.first_name, 'customer_last_name', c.last_name,
        'vendor_name', v.name, 'agent_amount', m.agent_amount, 'status', m.status, 'sale_status', s.status,
        'received_on', m.received_on, 'due_on', m.due_on, 'reason', case
          when p.place = 1 then 'funds_received'
          when p.place = 2 then 'awaiting_customer'
          when m.due_on < today then 'overdue'
          else 'awaiting_vendor' end)
        order by p.place, p.day nulls last, p.sales_id), '[]')
      from (
        select f.* from (
          (select 1 as place, m.received_on as day, m.sales_id from public.commissions m
          where m.organization_id = home and m.agent_id = agent and m.status = 'funds_received' and m.sale_paid
          order by m.received_on, m.sales_id limit 5)
          union all
          (select 2, m.received_on, m.sales_id from public.commissions m
          where m.organization_id = home and m.agent_id = agent and m.status = 'funds_received' and not m.sale_paid
          order by m.received_on, m.sales_id limit 5)
          union all
          (select 3, m.due_on, m.sales_id from public.commissions m
          where m.organization_id = home and m.agent_id = agent and m.status = 'unpaid'
          order by m.due_on, m.sales_id limit 5)) f
        order by f.place, f.day nulls last, f.sales_id limit 5) p
      join public.sales s on s.id = p.sales_id
      join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
      join public.customers c on c.id = s.customer_id
      join public.vendors v on v.id = s.vendor_id));
end $$;

-- The next trips of an agent's customers.
create function private.departures_of(home uuid, agent uuid, today date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('sales_id', s.id, 'booking_reference', s.booking_reference,
    'customer_id', s.customer_id, 'customer_first_name', c.first_name, 'customer_last_name', c.last_name,
    'vendor_name', v.name, 'travel_date', s.travel_date, 'return_date', s.return_date)
    order by s.travel_date, s.id), '[]')
  from (
    select d.* from public.sales d
    where d.organization_id = departures_of.home and d.agent_id = departures_of.agent and d.status <> 'cancelled'
      and d.travel_date is not null and d.travel_date >= departures_of.today
    order by d.travel_date, d.id limit 5) s
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
$$;

-- One part of the page. The services it asks decide themselves what the caller may see.
create function private.dashboard_part(part text, home uuid, agent uuid, first_day date, last_day date, today date)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return case part
    when 'sales' then public.get_sales_by_status(first_day, last_day)
    when 'commissions' then public.get_commissions_by_status(first_day, last_day)
    when 'sales_trend' then public.get_sales_status_timeline(first_day, last_day) - 'bucket'
    when 'commission_trend' then public.get_commission_status_timeline(first_day, last_day) - 'bucket'
    when 'top_agents' then public.get_top_agents(first_day, last_day)
    when 'top_vendors' then public.get_top_vendors(first_day, last_day)
    when 'recent_customers' then public.get_recent_customers(5, first_day, last_day)
    when 'payable' then private.payable_to(home, agent, today)
    when 'departures' then private.departures_of(home, agent, today)
  end;
end $$;

-- {range: {start, end, bucket, today}, and the parts of the caller's page: sales, commissions, sales_trend,
-- commission_trend, top_vendors, recent_customers; for admins top_agents, for agents payable and departures}. A part that
-- failed is {error: true}; `parts` asks for some only. Days are the organization's. Without dates the last 365 days; without
-- one of them those up to the end, or from the start until today.
create function public.get_dashboard(
  start_date date default null, end_date date default null, parts text[] default null) returns jsonb
language plpgsql stable security definer set search_path = '' set lock_timeout = '2s' as $$
declare
  scope record := private.caller_scope();
  today date := private.today();
  earliest constant date := '1900-01-01';
  range record;
  part text;
  answer jsonb;
begin
  if scope.home is null then
    raise insufficient_privilege using message = 'This session is not valid any more';
  end if;
  range := private.date_range(
    coalesce(get_dashboard.start_date, greatest(coalesce(get_dashboard.end_date, today), earliest) - 364),
    coalesce(get_dashboard.end_date, today));
  answer := jsonb_build_object('range', jsonb_build_object('start', range.first_day, 'end', range.last_day,
    'bucket', private.choose_bucket(range.first_day, range.last_day, null), 'today', today));
  foreach part in array '{sales,commissions,sales_trend,commission_trend,top_vendors,recent_customers}'::text[]
    || case when scope.agent is null then '{top_agents}'::text[] else '{payable,departures}' end
  loop
    continue when not coalesce(part = any (get_dashboard.parts), get_dashboard.parts is null);
    begin
      answer := answer || jsonb_build_object(part,
        private.dashboard_part(part, scope.home, scope.agent, range.first_day, range.last_day, today));
    exception when others then
      -- For whoever runs the server; the page says that something is missing.
      raise log 'Dashboard without %: % (%)', part, sqlerrm, sqlstate;
      answer := answer || jsonb_build_object(part, jsonb_build_object('error', true));
    end;
  end loop;
  return answer;
end $$;

revoke all on function private.payable_to(uuid, uuid, date), private.departures_of(uuid, uuid, date),
  private.dashboard_part(text, uuid, uuid, date, date, date), public.get_dashboard(date, date, text[])
  from public, anon, authenticated;
grant execute on function public.get_dashboard(date, date, text[]) to authenticated;
