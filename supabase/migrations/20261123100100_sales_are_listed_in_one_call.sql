-- The sales list in one call: rows of a page, count, and sums by status for its tabs and cards.

-- Counts and sums by status over every filter but the status.
create function private.sum_sales(organization_id uuid, agent_id uuid, vendor_id uuid, start_date date, end_date date,
  customers uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  sums jsonb;
begin
  execute format('select jsonb_object_agg(status, jsonb_build_object(''count'', n, ''amount'', a, ''commission_amount'', c))
    from (select s.status, count(*) as n, sum(s.total_amount) as a, sum(s.commission_amount) as c
      from public.sales s where %s group by s.status) t',
    concat_ws(' and ', 's.organization_id = $1',
      case when sum_sales.agent_id is not null then 's.agent_id = $2' end,
      case when sum_sales.vendor_id is not null then 's.vendor_id = $3' end,
      case when sum_sales.start_date is not null then 's.sale_date >= $4' end,
      case when sum_sales.end_date is not null then 's.sale_date <= $5' end,
      case when sum_sales.customers is not null then 's.customer_id = any ($6)' end))
  into sums
  using sum_sales.organization_id, sum_sales.agent_id, sum_sales.vendor_id, sum_sales.start_date, sum_sales.end_date,
    sum_sales.customers;
  return sums;
end $$;

create function private.sale_sums(sums jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(name, jsonb_build_object('count', n, 'amount', a, 'commission_amount', c))
  from (
    select g.name, coalesce(sum((v ->> 'count')::bigint), 0) as n, coalesce(sum((v ->> 'amount')::numeric), 0) as a,
      coalesce(sum((v ->> 'commission_amount')::numeric), 0) as c
    from (values ('booked', '{booked}'::text[]), ('paid', '{paid}'), ('cancelled', '{cancelled}'),
      ('total', '{booked,paid,cancelled}'), ('active_total', '{booked,paid}')) g(name, statuses)
    left join jsonb_each(sums) e(k, v) on e.k = any (g.statuses)
    group by g.name
  ) t
$$;

create function public.list_sales(
  status text default null, agent_id uuid default null, vendor_id uuid default null,
  start_date date default null, end_date date default null, customer_search text default null,
  sort text default 'sale_date', descending boolean default true, page int default 1, page_size int default 10)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  home uuid := private.current_organization_id();
  agent uuid := list_sales.agent_id;
  wanted text := case when list_sales.status in ('booked', 'paid', 'cancelled') then list_sales.status end;
  page_no int := greatest(coalesce(list_sales.page, 1), 1);
  size int := least(greatest(coalesce(list_sales.page_size, 10), 1), 100);
  down boolean := coalesce(list_sales.descending, true);
  nothing boolean := home is null;
  patterns text[] := private.search_patterns(list_sales.customer_search);
  customers uuid[];
  sums jsonb;
  total bigint;
  skip bigint;
  take bigint;
  backwards boolean;
  sorting text;
  joins text := '';
  ids uuid[];
  shown jsonb;
begin
  -- An agent has own sales only; anybody else's look like none.
  if not private.is_admin() then
    nothing := nothing or list_sales.agent_id <> auth.uid();
    agent := auth.uid();
  end if;
  if patterns is not null and not nothing then
    customers := private.find_customers(home, patterns);
    nothing := cardinality(customers) = 0;
  end if;
  nothing := coalesce(nothing, false);

  if not nothing then
    sums := private.sum_sales(home, agent, list_sales.vendor_id, list_sales.start_date, list_sales.end_date, customers);
  end if;
  sums := private.sale_sums(sums);
  total := (sums -> coalesce(wanted, 'total') ->> 'count')::bigint;
  select w.skip, w.take, w.backwards into skip, take, backwards from private.page_window(total, page_no, size) w;

  if take > 0 then
    joins := case list_sales.sort
      when 'customer' then 'join public.customers k on k.id = s.customer_id'
      when 'vendor' then 'join public.vendors k on k.id = s.vendor_id'
      when 'agent' then 'join public.users k on k.id = s.agent_id'
      else '' end;
    sorting := case list_sales.sort
      when 'travel_date' then '{"s.travel_date"}'
      when 'total_amount' then '{"s.total_amount"}'
      when 'commission_amount' then '{"s.commission_amount"}'
      when 'booking_reference' then '{"s.booking_reference"}'
      when 'created_at' then '{"s.created_at"}'
      when 'status' then '{"s.status","s.sale_date"}'
      when 'customer' then '{"k.last_name","k.first_name","k.id","s.sale_date"}'
      when 'vendor' then '{"k.name","k.id","s.sale_date"}'
      when 'agent' then '{"k.last_name","k.first_name","k.id","s.sale_date"}'
      else '{"s.sale_date"}' end;
    -- Of two that sort alike the id decides, against the direction of the list. What is missing counts as least.
    sorting := (
      select string_agg(case when down <> backwards then c || ' desc nulls last' else c || ' asc nulls first' end, ', ' order by n)
      from unnest(sorting::text[]) with ordinality u(c, n))
      || case when down <> backwards then ', s.id asc' else ', s.id desc' end;
    execute format('select array(select s.id from public.sales s %s where %s order by %s limit $8 offset $9)', joins,
      concat_ws(' and ', 's.organization_id = $1',
        case when agent is not null then 's.agent_id = $2' end,
        case when list_sales.vendor_id is not null then 's.vendor_id = $3' end,
        case when list_sales.start_date is not null then 's.sale_date >= $4' end,
        case when list_sales.end_date is not null then 's.sale_date <= $5' end,
        case when customers is not null then 's.customer_id = any ($6)' end,
        case when wanted is not null then 's.status = $7' end),
      sorting)
    into ids
    using home, agent, list_sales.vendor_id, list_sales.start_date, list_sales.end_date, customers, wanted, take, skip;
  end if;

  select jsonb_agg(jsonb_build_object(
    'id', s.id, 'organization_id', s.organization_id, 'customer_id', s.customer_id, 'vendor_id', s.vendor_id,
    'agent_id', s.agent_id, 'booking_reference', s.booking_reference, 'sale_date', s.sale_date,
    'travel_date', s.travel_date, 'return_date', s.return_date, 'total_amount', s.total_amount,
    'commission_amount', s.commission_amount, 'commission_rate', s.commission_rate,
    'commission_basis', s.commission_basis, 'currency', s.currency, 'status', s.status, 'notes', s.notes,
    'created_at', s.created_at, 'updated_at', s.updated_at,
    'customer', jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name, 'email', c.email,
      'phone', c.phone),
    'agent', jsonb_build_object('id', a.id, 'first_name', a.first_name, 'last_name', a.last_name, 'email', a.email,
      'avatar_url', a.avatar_url),
    'vendor', jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url,
      'default_commission_rate', v.default_commission_rate),
    'commission', jsonb_build_object('id', m.id, 'status', m.status))
    order by case when backwards then -u.n else u.n end)
  into shown
  from unnest(ids) with ordinality u(id, n)
  join public.sales s on s.id = u.id
  join public.customers c on c.id = s.customer_id
  join public.users a on a.id = s.agent_id
  join public.vendors v on v.id = s.vendor_id
  join public.commissions m on m.sales_id = s.id;

  return jsonb_build_object('rows', coalesce(shown, '[]'), 'count', total, 'page', page_no, 'page_size', size,
    'total_pages', (total + size - 1) / size, 'by_status', sums);
end $$;

revoke all on function private.sum_sales(uuid, uuid, uuid, date, date, uuid[]), private.sale_sums(jsonb),
  public.list_sales(text, uuid, uuid, date, date, text, text, boolean, int, int) from public, anon, authenticated;
grant execute on function public.list_sales(text, uuid, uuid, date, date, text, text, boolean, int, int) to authenticated;
