set local check_function_bodies = off;

DROP INDEX "public"."commissions_organization_id_agent_id_idx";

DROP INDEX "public"."commissions_organization_id_amount_idx";

DROP INDEX "public"."commissions_organization_id_created_at_idx";

DROP INDEX "public"."commissions_organization_id_sale_date_idx";

DROP INDEX "public"."commissions_organization_id_status_idx";

DROP INDEX "public"."sales_organization_id_agent_id_idx";

DROP INDEX "public"."sales_organization_id_booking_reference_idx";

DROP INDEX "public"."sales_organization_id_customer_id_idx";

DROP INDEX "public"."sales_organization_id_sale_date_idx";

DROP INDEX "public"."sales_organization_id_status_idx";

DROP INDEX "public"."sales_organization_id_total_amount_idx";

DROP INDEX "public"."sales_organization_id_vendor_id_idx";

CREATE OR REPLACE FUNCTION private.commission_sort(f private.commission_filter, sort text, from_sales boolean, join_commissions boolean, sales_first boolean, OUT source text, OUT keys text[])
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  dates_of constant text := case when from_sales then 's' else 'm' end;
  overdue constant boolean := f.due_before is not null;
begin
  source := case when not from_sales
      -- For the reference. What does not ask for it does not look it up: of a left join by the id the planner knows that it changes nothing.
      then private.commission_source(f) || ' m left join public.sales s on s.id = m.sales_id'
    when sales_first then private.sales_source(f.by_share) || ' cross join lateral (select * from ' || private.commission_source(f) || ' x
        where x.sales_id = s.id and x.organization_id = s.organization_id' || case when f.by_share then ' and x.agent_id = s.agent_id' else '' end
      || ' offset 0) m'
    when join_commissions then private.sales_and_commissions(f) else private.sales_source(f.by_share) end
    || case sort
      when 'customer' then ' join public.customers c on c.organization_id = s.organization_id and c.id = s.customer_id'
      when 'vendor' then format(' join public.vendors v on v.organization_id = %1$s.organization_id and v.id = %1$s.vendor_id',
        case when from_sales then 's' else 'm' end)
      when 'agent' then ' join public.users a on a.organization_id = m.organization_id and a.id = m.agent_id'
      else '' end;
  keys := private.with_tiebreakers(case sort
    when 'sale_date' then '{}'
    when 'amount' then array[private.commission_amount(overdue)]
    when 'total_amount' then array[case when f.by_share and join_commissions and not sales_first
      then 'case when s.co_sellers = ''[]'' then s.total_amount else private.share_part(s.total_amount, s.co_sellers, m.place) end' else 's.total_amount' end]
    when 'booking_reference' then '{s.booking_reference}'
    when 'status' then '{m.status,m.created_at}'
    when 'customer' then '{c.last_name,c.first_name,c.id}'
    when 'vendor' then '{v.name,v.id}'
    when 'agent' then '{a.last_name,a.first_name,a.id,m.created_at}'
    else case when sort = 'due_on' and overdue then '{m.due_on}'::text[] else '{m.created_at}' end end,
    dates_of || '.sale_date', dates_of || '.created_at');
end $function$;

CREATE OR REPLACE FUNCTION private.deep_page_query(source text, conditions text, keys text[], descending boolean, id text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select format(
    'with first as materialized (select %1$s, %2$s as id from %3$s where %4$s order by %5$s limit 1 offset $2),
    before as materialized (select count(*) as n from %3$s where %4$s and (%6$s) = (%7$s) and %2$s %8$s (select id from first)),
    page as materialized (select %1$s, %2$s as id from %3$s where %4$s and (%6$s) %9$s (%7$s) order by %10$s
      fetch first ((select n from before) + $1) rows with ties)
    select array(select p.id from page p join public.sales s on s.id = p.id order by %11$s limit $1 offset (select n from before))',
    string_agg(k || ' as k' || n, ', ' order by n), id, source, conditions,
    private.sort_clause(array_agg(k order by n), descending, id), string_agg(k, ', ' order by n),
    string_agg('(select k' || n || ' from first)', ', ' order by n), case when descending then '<' else '>' end,
    case when descending then '<=' else '>=' end,
    string_agg(k || case when descending then ' desc' else ' asc' end, ', ' order by n),
    private.sort_clause(array_agg('p.k' || n order by n) || '{s.booking_reference}'::text[], descending, 'p.id'))
  from unnest(keys) with ordinality u(k, n) where k <> 's.booking_reference'
$function$;

CREATE OR REPLACE FUNCTION private.departures_of(organization_id uuid, agent_id uuid, today date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.find_commissions(f private.commission_filter, sort text, descending boolean, take bigint, skip bigint, collect_first boolean)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET max_parallel_workers_per_gather TO '0'
AS $function$
declare
  -- Sorted by what the sale knows. A commission carries its vendor too: overdue and ready ones are found without their sales.
  sorted_by_sale boolean := coalesce(sort in ('total_amount', 'booking_reference', 'customer')
    or sort = 'vendor' and (f.due_before is null and not f.ready or f.word is not null), false);
  from_sales boolean := sorted_by_sale or f.word is not null;
  -- Every sale has one commission, so it is joined only for what the sale does not know.
  join_commissions boolean := from_sales and (f.status is not null or f.due_before is not null or f.ready
    or not sorted_by_sale and sort is distinct from 'sale_date');
  source text;
  keys text[];
  -- So many are sorted by their references as they are read.
  small_offset constant int := 500;
  ids uuid[];
begin
  select o.source, o.keys into source, keys
  from private.commission_sort(f, sort, from_sales, join_commissions, false) o;
  execute case when from_sales or collect_first or skip <= small_offset
    then private.page_query(source, private.commission_conditions(f, from_sales, join_commissions), keys, descending,
      case when from_sales then 's.id' else 'm.sales_id' end, collect_first)
    else private.deep_page_query(source, private.commission_conditions(f, from_sales, join_commissions), keys, descending, 'm.sales_id') end
  into ids
  using take, skip, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
    f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked, f.ready_ids, f.ready_shares;
  return ids;
end $function$;

CREATE OR REPLACE FUNCTION private.find_sales_anyhow(organization_id uuid, agent_id uuid, search text, amount numeric, customer_ids uuid[], except_ids uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  looked_at constant int := 400;
  typed text := private.escape_like(lower(btrim(search) collate pg_catalog."pg_c_utf8"));
  shared constant uuid[] := private.shared_sales(find_sales_anyhow.organization_id, find_sales_anyhow.agent_id);
  own text := private.own_sales_condition(agent_id, shared, '$2', '$6');
  found uuid[] := '{}';
  more uuid[];
begin
  -- The trigram index knows three letters or digits in a row.
  if typed ~ '[[:alnum:]]{3}' then
    execute 'with s as materialized (select s.id, s.booking_reference, s.sale_date, s.created_at from public.sales s
        where s.organization_id = $1 and lower(s.booking_reference collate pg_catalog."pg_c_utf8") like (select ''%'' || $3 || ''%'')
          and s.id <> all ($4)' || own || ')
      select array(select s.id from (select * from s limit $5) s
        order by lower(s.booking_reference collate pg_catalog."pg_c_utf8") like $3 || ''%'' desc, s.sale_date desc, s.created_at desc, s.booking_reference desc, s.id limit 10)'
    into found using organization_id, agent_id, typed, except_ids, looked_at, shared;
  end if;
  if amount is not null then
    execute 'select array(select s.id from public.sales s
      where s.organization_id = $1 and s.total_amount = $3 and s.id <> all ($4)' || own || ' order by s.sale_date desc, s.created_at desc, s.booking_reference desc, s.id limit 10)'
    into more using organization_id, agent_id, amount, except_ids || found, looked_at, shared;
    found := found || more;
  end if;
  if customer_ids <> '{}' then
    execute 'select array(select s.id
      from unnest($3) with ordinality c(id, n)
      cross join lateral (
        select s.id, s.sale_date, s.created_at, s.booking_reference, s.status from public.sales s
        where s.organization_id = $1 and s.customer_id = c.id and s.id <> all ($4)' || own || '
        order by s.sale_date desc, s.created_at desc, s.booking_reference desc, s.id limit 3) s
      order by s.status = ''cancelled'', s.sale_date desc, c.n, s.created_at desc, s.booking_reference desc, s.id limit 10)'
    into more using organization_id, agent_id, customer_ids, except_ids || found, looked_at, shared;
    found := found || more;
  end if;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION private.find_sales_referenced(organization_id uuid, agent_id uuid, search text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  key text := private.reference_key(search);
  shared constant uuid[] := private.shared_sales(find_sales_referenced.organization_id, find_sales_referenced.agent_id);
  found uuid[];
begin
  if key <> '' then
    execute 'select array(select s.id from public.sales s
      where s.organization_id = $1 and private.reference_key(s.booking_reference) = $3'
      || private.own_sales_condition(agent_id, shared, '$2', '$4') || ' order by s.sale_date desc, s.created_at desc, s.booking_reference desc, s.id limit 3)'
    into found using find_sales_referenced.organization_id, find_sales_referenced.agent_id, key, shared;
  end if;
  return coalesce(found, '{}');
end $function$;

CREATE OR REPLACE FUNCTION private.latest_sales(owner text, owner_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  answer jsonb;
begin
  execute format('select jsonb_build_object(
    ''count'', n.active + n.cancelled, ''active_count'', n.active, ''cancelled_count'', n.cancelled, ''rows'', (select coalesce(jsonb_agg(jsonb_build_object(''id'', r.id, ''booking_reference'', r.booking_reference,
      ''sale_date'', r.sale_date, ''travel_date'', r.travel_date, ''return_date'', r.return_date,
      ''total_amount'', r.total_amount, ''status'', r.status,
      ''customer'', (select jsonb_build_object(''first_name'', c.first_name, ''last_name'', c.last_name)
        from public.customers c where c.id = r.customer_id),
      ''vendor'', (select jsonb_build_object(''name'', v.name) from public.vendors v where v.id = r.vendor_id))
      order by r.sale_date desc, r.created_at desc, r.booking_reference desc, r.id), ''[]'')
      from (select s.* from public.sales s where s.%1$I = $1 order by s.sale_date desc, s.created_at desc, s.booking_reference desc, s.id limit 5) r))
    from (select count(*) filter (where s.status <> ''cancelled'') as active, count(*) filter (where s.status = ''cancelled'') as cancelled
      from public.sales s where s.%1$I = $1) n', owner || '_id')
  into answer using owner_id;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION private.latest_sales_of_member(organization_id uuid, member_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with shared as (select private.shared_sales(latest_sales_of_member.organization_id, latest_sales_of_member.member_id) as ids),
    n as (
      select count(*) filter (where s.status <> 'cancelled') as active, count(*) filter (where s.status = 'cancelled') as cancelled
      from public.sales s
      where s.organization_id = latest_sales_of_member.organization_id
        and (s.agent_id = latest_sales_of_member.member_id or s.id = any ((select h.ids from shared h)::uuid[])))
  select jsonb_build_object(
    'count', (select n.active + n.cancelled from n), 'active_count', (select n.active from n),
    'cancelled_count', (select n.cancelled from n),
    'rows', coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'booking_reference', r.booking_reference, 'sale_date', r.sale_date,
        'travel_date', r.travel_date, 'return_date', r.return_date, 'total_amount', p.total_amount, 'status', r.status,
        'customer', jsonb_build_object('first_name', c.first_name, 'last_name', c.last_name), 'vendor', jsonb_build_object('name', v.name))
      order by r.sale_date desc, r.created_at desc, r.booking_reference desc, r.id), '[]'))
  from (
    select l.* from (
      (select s.* from public.sales s
      where s.organization_id = latest_sales_of_member.organization_id and s.agent_id = latest_sales_of_member.member_id
      order by s.sale_date desc, s.created_at desc, s.booking_reference desc, s.id limit 5)
      union all
      (select s.* from public.sales s
      where s.organization_id = latest_sales_of_member.organization_id and s.id = any ((select h.ids from shared h)::uuid[])
      order by s.sale_date desc, s.created_at desc, s.booking_reference desc, s.id limit 5)) l
    order by l.sale_date desc, l.created_at desc, l.booking_reference desc, l.id limit 5) r
  cross join lateral (select x.total_amount from private.sales_by_share x
    where x.organization_id = r.organization_id and x.id = r.id and x.agent_id = latest_sales_of_member.member_id offset 0) p
  join public.customers c on c.id = r.customer_id
  join public.vendors v on v.id = r.vendor_id
$function$;

CREATE OR REPLACE FUNCTION private.payable_to(organization_id uuid, agent_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  totals record;
  early record;
  -- As lists and payouts see it.
  blocked constant uuid[] := private.blocked_commissions(payable_to.organization_id, payable_to.agent_id);
begin
  if private.has_shares(payable_to.organization_id, payable_to.agent_id) or exists (
    select from public.commission_shares h
    where h.organization_id = payable_to.organization_id and h.user_id = payable_to.agent_id and h.status = 'open') then
    return private.payable_with_shares(payable_to.organization_id, payable_to.agent_id);
  end if;
  select coalesce(sum(t.record_count) filter (where t.status = 'funds_received'), 0) as n,
    coalesce(sum(t.agent_amount) filter (where t.status = 'funds_received'), 0) as amount,
    coalesce(sum(t.record_count) filter (where t.status = 'unpaid'), 0) as awaited_n,
    coalesce(sum(t.agent_amount) filter (where t.status = 'unpaid'), 0) as awaited into totals
  from private.totals('commission', payable_to.organization_id, payable_to.agent_id, '1900-01-01', '2199-12-31') t;
  -- Seldom the vendor pays before the customer, or something else keeps it.
  select count(*) as n, coalesce(sum(m.agent_amount), 0) as amount into early
  from public.commissions m
  where m.organization_id = payable_to.organization_id and m.agent_id = payable_to.agent_id
    and m.status = 'funds_received' and (not m.sale_paid or m.id = any (blocked));
  return jsonb_build_object(
    'now', jsonb_build_object('count', totals.n - early.n, 'amount', totals.amount - early.amount),
    'expected', jsonb_build_object('count', totals.awaited_n + early.n, 'amount', totals.awaited + early.amount),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('commission_id', m.id, 'sales_id', s.id,
        'booking_reference', s.booking_reference, 'customer_first_name', c.first_name, 'customer_last_name', c.last_name,
        'vendor_name', v.name, 'agent_amount', m.agent_amount, 'status', m.status, 'sale_status', s.status,
        'received_on', m.received_on, 'due_on', m.due_on, 'reason', case
          when p.place = 1 then 'ready'
          when m.id = any (blocked) then coalesce((
            select o.obstacle from private.open_for_payout(payable_to.organization_id, payable_to.agent_id, true) o
            where o.commission_id = m.id and o.obstacle <> 'vendor'), 'awaiting_vendor')
          when p.place = 2 then 'awaiting_customer'
          when w.owed > 0 then 'overdue'
          else 'awaiting_vendor' end)
        order by p.place, p.day nulls last, s.sale_date, s.created_at, s.booking_reference, p.sales_id), '[]')
      from (
        select f.* from (
          (select 1 as place, m.sale_date as day, m.sales_id, s.sale_date, s.created_at, s.booking_reference
          from public.commissions m join public.sales s on s.id = m.sales_id
          where m.organization_id = payable_to.organization_id and m.agent_id = payable_to.agent_id
            and m.status = 'funds_received' and m.sale_paid and m.id <> all (blocked)
          order by m.sale_date, s.created_at, s.booking_reference, m.sales_id limit 5)
          union all
          (select 2, m.sale_date, m.sales_id, s.sale_date, s.created_at, s.booking_reference
          from public.commissions m join public.sales s on s.id = m.sales_id
          where m.organization_id = payable_to.organization_id and m.agent_id = payable_to.agent_id
            and m.status = 'funds_received' and (not m.sale_paid or m.id = any (blocked))
          order by m.sale_date, s.created_at, s.booking_reference, m.sales_id limit 5)
          union all
          (select 3, m.due_on, m.sales_id, s.sale_date, s.created_at, s.booking_reference
          from public.commissions m join public.sales s on s.id = m.sales_id
          where m.organization_id = payable_to.organization_id and m.agent_id = payable_to.agent_id
            and m.status = 'unpaid'
          order by m.due_on, s.sale_date, s.created_at, s.booking_reference, m.sales_id limit 5)) f
        order by f.place, f.day nulls last, f.sale_date, f.created_at, f.booking_reference, f.sales_id limit 5) p
      join public.sales s on s.id = p.sales_id
      join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
      join private.commission_money w on w.commission_id = m.id
      join public.customers c on c.id = s.customer_id
      join public.vendors v on v.id = s.vendor_id));
end $function$;

CREATE OR REPLACE FUNCTION private.payable_with_shares(organization_id uuid, agent_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with open as materialized (
    select o.amount, o.obstacle, m.id as commission_id, coalesce(m.id, x.id) as of_which, m.sales_id, m.vendor_id, m.status, m.received_on,
      m.due_on, m.sale_date, case when o.obstacle is null then 1 when coalesce(m.status, x.status) <> 'unpaid' then 2 else 3 end as place
    from private.open_for_payout(payable_with_shares.organization_id, payable_with_shares.agent_id, false) o
    left join public.commissions m on m.organization_id = payable_with_shares.organization_id and m.id = o.of_commission_id
    left join public.other_commissions x on x.organization_id = payable_with_shares.organization_id and x.id = o.of_other_id)
  select jsonb_build_object(
    'now', (select jsonb_build_object('count', count(distinct o.of_which), 'amount', coalesce(sum(o.amount), 0)) from open o where o.place = 1),
    'expected', (select jsonb_build_object('count', count(distinct o.of_which), 'amount', coalesce(sum(o.amount), 0))
      from open o where o.place > 1),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('commission_id', p.commission_id, 'sales_id', s.id,
        'booking_reference', s.booking_reference, 'customer_first_name', c.first_name,
        'customer_last_name', c.last_name, 'vendor_name', v.name, 'agent_amount', p.amount, 'status', p.status,
        'sale_status', s.status, 'received_on', p.received_on, 'due_on', p.due_on, 'reason', case
          when p.place = 1 then 'ready'
          when p.obstacle = 'customer' then 'awaiting_customer'
          when p.obstacle <> 'vendor' then p.obstacle
          when w.owed > 0 then 'overdue'
          else 'awaiting_vendor' end)
        order by p.place, p.day nulls last, s.sale_date, s.created_at, s.booking_reference, p.sales_id, p.obstacle nulls first), '[]')
      from (
        select o.commission_id, o.sales_id, o.vendor_id, o.status, o.received_on, o.due_on, o.place, o.obstacle, sum(o.amount) as amount,
          case when o.place = 3 then o.due_on else o.sale_date end as day
        from open o join public.sales l on l.id = o.sales_id where o.commission_id is not null
        group by o.commission_id, o.sales_id, o.vendor_id, o.status, o.received_on, o.due_on, o.place, o.obstacle, o.sale_date, l.id
        order by o.place, day nulls last, l.sale_date, l.created_at, l.booking_reference, o.sales_id, o.obstacle nulls first limit 5) p
      join public.sales s on s.id = p.sales_id
      left join private.commission_money w on w.organization_id = payable_with_shares.organization_id and w.commission_id = p.commission_id
      join public.customers c on c.id = s.customer_id
      join public.vendors v on v.id = p.vendor_id))
$function$;

CREATE OR REPLACE FUNCTION private.payments_due(organization_id uuid, agent_id uuid, today date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with due as materialized (
    select d.sales_id, d.place, d.kind, d.due_on, d.open_amount, d.due_on < payments_due.today as overdue
    from public.payment_dues d
    where d.organization_id = payments_due.organization_id and d.open_amount > 0 and d.due_on <= payments_due.today + 14
      and (payments_due.agent_id is null or d.agent_id = payments_due.agent_id)
  )
  select case when exists (select from due) then jsonb_build_object(
    'count', (select count(*) from due), 'overdue', (select count(*) from due d where d.overdue),
    'amount', (select sum(d.open_amount) from due d),
    'rows', (
      select jsonb_agg(jsonb_build_object('sales_id', s.id, 'booking_reference', s.booking_reference, 'kind', r.kind, 'due_on', r.due_on,
        'open', r.open_amount, 'overdue', r.overdue, 'customer_first_name', c.first_name, 'customer_last_name', c.last_name)
        order by r.due_on, s.sale_date, s.created_at, s.booking_reference, r.sales_id, r.place)
      from (select d.* from due d join public.sales o on o.id = d.sales_id
        order by d.due_on, o.sale_date, o.created_at, o.booking_reference, d.sales_id, d.place limit 8) r
      join public.sales s on s.organization_id = payments_due.organization_id and s.id = r.sales_id
      join public.customers c on c.organization_id = s.organization_id and c.id = s.customer_id)) end
$function$;

CREATE OR REPLACE FUNCTION private.sale_sort(sort text, by_share boolean, OUT source text, OUT keys text[])
 RETURNS record
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.sales_source(by_share) || case sort
      when 'customer' then ' join public.customers c on c.organization_id = s.organization_id and c.id = s.customer_id'
      when 'vendor' then ' join public.vendors v on v.organization_id = s.organization_id and v.id = s.vendor_id'
      when 'agent' then ' join public.users a on a.organization_id = s.organization_id and a.id = s.agent_id'
      else '' end,
    private.with_tiebreakers((case sort
      -- A missing date is the earliest.
      when 'travel_date' then '{"coalesce(s.travel_date, ''-infinity'')"}'
      when 'total_amount' then '{s.total_amount}'
      when 'commission_amount' then '{s.commission_amount}'
      when 'booking_reference' then '{s.booking_reference}'
      when 'created_at' then '{s.created_at}'
      when 'status' then '{s.status}'
      when 'customer' then '{c.last_name,c.first_name,c.id}'
      when 'vendor' then '{v.name,v.id}'
      when 'agent' then '{a.last_name,a.first_name,a.id}'
      else '{}' end)::text[], 's.sale_date', 's.created_at')
$function$;

CREATE OR REPLACE FUNCTION private.upcoming_trips(customer_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'booking_reference', t.booking_reference,
    'travel_date', t.travel_date, 'return_date', t.return_date, 'status', t.status, 'customer_id', t.customer_id,
    'vendor', (select jsonb_build_object('name', v.name) from public.vendors v where v.id = t.vendor_id))
    order by t.travel_date, t.sale_date, t.created_at, t.booking_reference, t.id), '[]')
  from (
    select s.* from public.sales s
    where s.id in (
        select o.id from public.sales o where o.customer_id = upcoming_trips.customer_id
        union
        select g.sale_id from public.sale_travelers g where g.customer_id = upcoming_trips.customer_id)
      and s.status <> 'cancelled'
      and (s.travel_date >= (select private.today()) or s.return_date >= (select private.today()))
    order by s.travel_date, s.sale_date, s.created_at, s.booking_reference, s.id limit 6) t
$function$;

CREATE OR REPLACE FUNCTION private.with_tiebreakers(keys text[], sale_date text, created_at text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select keys || array(
    select k.key from unnest(array[sale_date, created_at, 's.booking_reference']) with ordinality k(key, n)
    where k.key <> all (keys) order by k.n)
$function$;

CREATE OR REPLACE FUNCTION public.find_duplicate_bookings(booking_reference text, vendor_id uuid, except_sale_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(to_jsonb(d) - 'n' order by d.n), '[]')
  from (
    select s.id, s.booking_reference, s.sale_date, s.status, s.total_amount,
      c.first_name as customer_first_name, c.last_name as customer_last_name,
      row_number() over (order by s.sale_date desc, s.created_at desc, s.booking_reference desc, s.id) as n
    from public.sales s
    join public.customers c on c.organization_id = s.organization_id and c.id = s.customer_id
    where s.id in (select private.sales_with_reference(
        find_duplicate_bookings.booking_reference, find_duplicate_bookings.vendor_id))
      and s.id is distinct from find_duplicate_bookings.except_sale_id
    order by n
    limit 20
  ) d
$function$;

CREATE OR REPLACE FUNCTION public.get_my_payouts()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  caller uuid := auth.uid();
  b public.payout_batches;
  carried numeric;
  lines jsonb;
  total numeric;
begin
  if caller_organization_id is null then
    return null;
  end if;
  select p.* into b from public.payout_batches p
  where p.organization_id = caller_organization_id and p.status in ('draft', 'approved', 'scheduled');
  carried := private.carried_balance(caller_organization_id, caller);
  if b.id is not null then
    lines := private.payout_line_rows(caller_organization_id, b.id, caller);
  else
    select coalesce(jsonb_agg(jsonb_build_object('id', l.line_id, 'kind', private.told_kind(l.kind), 'amount', l.amount,
      'note', a.note, 'note_fact', a.note_fact, 'commission_id', l.commission_id, 'booking_reference', s.booking_reference,
      'customer', k.first_name || ' ' || k.last_name, 'vendor', v.name, 'received_on', c.received_on, 'commission', c.amount,
      'split', c.commission_split, 'split_parts', c.split_parts) || private.share_facts(l.share_id, private.is_claim(l.kind))
      order by l.kind <> 'commission', l.kind <> 'share', l.kind <> 'override', s.sale_date, s.booking_reference, l.commission_id, l.share_id),
      '[]') into lines
    from private.collectable_lines(caller_organization_id, caller) l
    left join public.payout_lines a on a.id = l.line_id
    left join public.commissions c on c.organization_id = caller_organization_id and c.id = l.commission_id
    left join public.commission_shares h on h.organization_id = caller_organization_id and h.id = l.share_id
    left join public.sales s on s.id = coalesce(c.sales_id, h.sales_id)
    left join public.customers k on k.id = s.customer_id and (h.id is null or h.place is not null)
    left join public.vendors v on v.id = c.vendor_id;
  end if;
  select coalesce(sum((e ->> 'amount')::numeric), 0) + case when lines = '[]' then 0 else carried end into total
  from jsonb_array_elements(lines) e;
  return jsonb_build_object(
    'payout', case when b.id is not null then jsonb_build_object('name', b.name,
      'status', private.told_status(b.status), 'state', b.status, 'planned_on', b.planned_on) end,
    'lines', lines, 'carried_in', carried, 'amount', greatest(total, 0), 'carried_out', case when lines = '[]' then carried
      else least(total, 0) end,
    'waiting', (
      select coalesce(jsonb_agg(jsonb_build_object('obstacle', g.obstacle, 'count', g.n, 'amount', g.amount, 'rows', g.rows)
        order by array_position('{held,travel,vendor,customer,later}'::text[], g.obstacle)), '[]')
      from (
        select w.obstacle, count(*) as n, sum(w.amount) as amount, jsonb_agg(jsonb_build_object('commission_id', coalesce(c.id, t.commission_id, t.other_commission_id),
          'booking_reference', s.booking_reference, 'customer', k.first_name || ' ' || k.last_name, 'vendor', v.name,
          'amount', w.amount, 'received_on', c.received_on, 'due_on', c.due_on, 'travel_date', s.travel_date,
          'return_date', s.return_date, 'reason', h.reason, 'held_by', u.first_name || ' ' || u.last_name)
          || private.share_facts(w.share_id, false) order by c.due_on, s.sale_date, s.created_at, s.booking_reference, c.id, w.share_id) filter (where w.place <= 50) as rows
        from (
          -- later: nothing stands in its way, but the open payout was made without it, or it is less than the minimum.
          select f.commission_id, f.share_id, f.amount, coalesce(f.obstacle, 'later') as obstacle,
            row_number() over (partition by coalesce(f.obstacle, 'later') order by f.commission_id, f.share_id) as place
          from private.open_for_payout(caller_organization_id, caller, false) f
          where f.batch_id is null and (f.obstacle is not null or b.id is not null)) w
        left join public.commissions c on c.organization_id = caller_organization_id and c.id = w.commission_id
        left join public.commission_shares t on t.organization_id = caller_organization_id and t.id = w.share_id
        left join public.sales s on s.id = coalesce(c.sales_id, t.sales_id)
        left join public.customers k on k.id = s.customer_id and (t.id is null or t.place is not null)
        left join public.vendors v on v.id = c.vendor_id
        left join public.payout_holds h on h.organization_id = caller_organization_id and (h.commission_id = c.id or h.share_id = t.id)
        left join public.users u on u.id = h.held_by
        group by w.obstacle) g),
    'paid_this_year', private.paid_to_agent(caller_organization_id, caller, extract(year from private.today())::int),
    'statements', private.statement_rows(caller_organization_id, caller, 5, 0),
    'statement_count', (select count(*) from public.payout_statements s
      where s.organization_id = caller_organization_id and s.agent_id = caller),
    'account', private.masked_bank_account(caller_organization_id, caller));
end $function$;

CREATE OR REPLACE FUNCTION public.get_recent_customers(max_rows integer DEFAULT 5, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_recent_customers.start_date, get_recent_customers.end_date);
  wanted integer := private.row_limit(get_recent_customers.max_rows);
  skip integer;
  newest refcursor;
  found_id uuid;
  sale record;
  seen uuid[] := '{}';
  answer jsonb := '[]';
begin
  -- The newest hundred mostly hold enough of them; if not, all that come after.
  foreach skip in array array[0, 100] loop
    if scope.agent_id is null then
      open newest for
        select s.id from public.sales s
        where s.organization_id = scope.organization_id and s.sale_date between range.first_day and range.last_day
          and s.status <> 'cancelled'
        order by s.sale_date desc, s.created_at desc, s.booking_reference desc, s.id
        limit case skip when 0 then 100 end offset skip;
    else
      open newest for
        select s.id from public.sales s
        where s.organization_id = scope.organization_id and s.agent_id = scope.agent_id
          and s.sale_date between range.first_day and range.last_day and s.status <> 'cancelled'
        order by s.sale_date desc, s.created_at desc, s.booking_reference desc, s.id
        limit case skip when 0 then 100 end offset skip;
    end if;
    loop
      exit when cardinality(seen) = wanted;
      fetch newest into found_id;
      exit when not found;
      select s.customer_id, s.total_amount, s.sale_date into sale from public.sales s where s.id = found_id;
      continue when sale.customer_id = any (seen);
      seen := seen || sale.customer_id;
      answer := answer || (
        select jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name, 'email', c.email,
          'sale_id', found_id, 'last_purchase_amount', sale.total_amount, 'sale_date', sale.sale_date)
        from public.customers c where c.id = sale.customer_id);
    end loop;
    close newest;
    exit when cardinality(seen) = wanted;
  end loop;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.get_sale_group(group_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_rows constant int := 200;
  scope record := private.caller_scope();
  shared constant uuid[] := private.shared_sales(scope.organization_id, scope.agent_id);
  chosen public.sale_groups;
  ids uuid[];
begin
  select g.* into chosen from public.sale_groups g where g.organization_id = scope.organization_id and g.id = get_sale_group.group_id;
  if chosen.id is null then
    return null;
  end if;
  ids := array(select s.id from public.sales s
    where s.organization_id = scope.organization_id and s.group_id = chosen.id
      and (scope.agent_id is null or s.agent_id = scope.agent_id or s.id = any (shared))
    order by s.status = 'cancelled', s.sale_date desc, s.created_at desc, s.booking_reference desc, s.id limit most_rows);
  return jsonb_build_object('id', chosen.id, 'name', chosen.name, 'booking_reference', chosen.booking_reference,
    'travel_date', chosen.travel_date, 'return_date', chosen.return_date, 'default_commission_rate', chosen.default_commission_rate,
    'notes', chosen.notes, 'version', chosen.version, 'archived', chosen.archived_at is not null, 'created_at', chosen.created_at,
    'vendor', (select jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url,
        'default_commission_rate', v.default_commission_rate)
      from public.vendors v where v.organization_id = scope.organization_id and v.id = chosen.vendor_id),
    'created_by', (select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
      from public.users u where u.organization_id = scope.organization_id and u.id = chosen.created_by),
    'may_change', scope.agent_id is null or chosen.created_by is not distinct from auth.uid(),
    'figures', coalesce((select f.figures from private.group_figures(scope.organization_id, scope.agent_id, array[chosen.id]) f),
      private.no_group_figures()),
    'other_dates', (select count(*) from public.sales s
      where s.organization_id = scope.organization_id and s.group_id = chosen.id and chosen.travel_date is not null
        and (scope.agent_id is null or s.agent_id = scope.agent_id) and private.other_dates(s, chosen)),
    'sales', private.sale_rows(ids, false, scope.agent_id, scope.agent_id is null));
end $function$;

CREATE INDEX commissions_organization_id_agent_id_idx ON public.commissions USING btree (organization_id, agent_id, created_at DESC, sale_date DESC, sales_id) INCLUDE (status, vendor_id, due_on, received_posted_on);

CREATE INDEX commissions_organization_id_amount_idx ON public.commissions USING btree (organization_id, amount DESC, sale_date DESC, created_at DESC, sales_id) INCLUDE (status, agent_id, vendor_id);

CREATE INDEX commissions_organization_id_created_at_idx ON public.commissions USING btree (organization_id, created_at DESC, sale_date DESC, sales_id) INCLUDE (status, agent_id, vendor_id);

CREATE INDEX commissions_organization_id_sale_date_idx ON public.commissions USING btree (organization_id, sale_date DESC, created_at DESC, sales_id) INCLUDE (status, agent_id, vendor_id, amount, agent_amount);

CREATE INDEX commissions_organization_id_status_idx ON public.commissions USING btree (organization_id, status, created_at DESC, sale_date DESC, sales_id);

CREATE INDEX sales_organization_id_agent_id_idx ON public.sales USING btree (organization_id, agent_id, sale_date DESC, created_at DESC, booking_reference DESC, id) INCLUDE (status, vendor_id, total_amount, commission_amount, customer_id);

CREATE INDEX sales_organization_id_booking_reference_idx ON public.sales USING btree (organization_id, booking_reference DESC, sale_date DESC, created_at DESC, id) INCLUDE (status, agent_id, vendor_id);

CREATE INDEX sales_organization_id_customer_id_idx ON public.sales USING btree (organization_id, customer_id, sale_date DESC, created_at DESC, booking_reference DESC, id) INCLUDE (status, agent_id, vendor_id, total_amount, commission_amount);

CREATE INDEX sales_organization_id_sale_date_idx ON public.sales USING btree (organization_id, sale_date DESC, created_at DESC, booking_reference DESC, id) INCLUDE (status, agent_id, vendor_id, total_amount, commission_amount, travel_date, customer_id);

CREATE INDEX sales_organization_id_status_idx ON public.sales USING btree (organization_id, status, sale_date DESC, created_at DESC, booking_reference DESC, id);

CREATE INDEX sales_organization_id_total_amount_idx ON public.sales USING btree (organization_id, total_amount DESC, sale_date DESC, created_at DESC, booking_reference DESC, id) INCLUDE (status, agent_id, vendor_id);

CREATE INDEX sales_organization_id_vendor_id_idx ON public.sales USING btree (organization_id, vendor_id, sale_date DESC, created_at DESC, booking_reference DESC, id) INCLUDE (status, agent_id, total_amount, commission_amount, customer_id);

COMMENT ON FUNCTION "private"."deep_page_query"(text, text, text[], boolean, text) IS 'private.page_query for a page far from the beginning of a list whose index lacks the
  reference: rows are passed over by the keys that it has, and the references of those alike with the first and the last of the page
  are looked up alone. `id` is the sale''s; no key is null.';

COMMENT ON FUNCTION "private"."latest_sales"(text, uuid) IS '{rows, count, active_count, cancelled_count}: the five newest sales of a customer, vendor or agent (`owner`) that the
  caller may read, and how many there are.';

COMMENT ON FUNCTION "private"."latest_sales_of_member"(uuid, uuid) IS '{rows, count, active_count, cancelled_count}, as private.latest_sales: the five newest sales that a person sold, alone or
  with others, with their part of each, and how many there are, as the list of their sales counts them.';

COMMENT ON FUNCTION "private"."sale_sort"(text, boolean) IS 'FROM and the sort keys. An unknown `sort` is the date.';

COMMENT ON FUNCTION "private"."with_tiebreakers"(text[], text, text) IS 'Sort keys of sales or commissions, and behind them what says which of two that are
  alike comes first: the day of the sale, the moment of its recording, its reference. All of an import were recorded in one moment.';

REVOKE ALL ON FUNCTION "private"."deep_page_query"(text, text, text[], boolean, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."deep_page_query"(text, text, text[], boolean, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."with_tiebreakers"(text[], text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."with_tiebreakers"(text[], text, text) TO "postgres";
