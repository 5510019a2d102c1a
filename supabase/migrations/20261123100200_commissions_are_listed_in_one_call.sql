-- The commissions list in one call: rows of a page, count, and sums by status for its tabs and cards.

create function private.commission_stats(sums jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(name, jsonb_build_object('count', n, 'amount', a, 'agent_amount', g))
  from (
    select t.name, coalesce(sum((v ->> 'count')::bigint), 0) as n, coalesce(sum((v ->> 'amount')::numeric), 0) as a,
      coalesce(sum((v ->> 'agent_amount')::numeric), 0) as g
    from unnest('{unpaid,funds_received,agent_paid,cancelled,total}'::text[]) t(name)
    left join jsonb_each(sums) e(k, v) on t.name = 'total' or e.k = t.name
    group by t.name
  ) s
$$;

create function public.list_commissions(
  status text default null, agent_id uuid default null, start_date date default null, end_date date default null,
  search text default null, sort text default 'created_at', descending boolean default true, page int default 1,
  page_size int default 10)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  home uuid := private.current_organization_id();
  agent uuid := list_commissions.agent_id;
  wanted text := case when list_commissions.status in ('unpaid', 'funds_received', 'agent_paid', 'cancelled')
    then list_commissions.status end;
  page_no int := greatest(coalesce(list_commissions.page, 1), 1);
  size int := least(greatest(coalesce(list_commissions.page_size, 10), 1), 100);
  down boolean := coalesce(list_commissions.descending, true);
  nothing boolean := home is null;
  patterns text[] := private.search_patterns(list_commissions.search);
  filters text;
  sums jsonb;
  total bigint;
  skip bigint;
  take bigint;
  backwards boolean;
  sorting text;
  source text := 'public.commissions m join public.sales s on s.id = m.sales_id
    join public.customers c on c.id = s.customer_id join public.vendors v on v.id = s.vendor_id
    join public.users a on a.id = m.agent_id';
  ids uuid[];
  shown jsonb;
begin
  if not private.is_admin() then
    nothing := nothing or list_commissions.agent_id <> auth.uid();
    agent := auth.uid();
  end if;
  nothing := coalesce(nothing, false) or coalesce(cardinality(patterns) > 50, false);
  filters := concat_ws(' and ', 'm.organization_id = $1',
    case when agent is not null then 'm.agent_id = $2' end,
    case when list_commissions.start_date is not null then 's.sale_date >= $3' end,
    case when list_commissions.end_date is not null then 's.sale_date <= $4' end,
    case when patterns is not null then
      'lower(concat_ws('' '', c.first_name, c.last_name, c.email, s.booking_reference, v.name)) like all ($5)' end);
  if not nothing then
    execute format('select jsonb_object_agg(status, jsonb_build_object(''count'', n, ''amount'', a, ''agent_amount'', g))
      from (select m.status, count(*) as n, sum(m.amount) as a, sum(m.agent_amount) as g from %s where %s group by m.status) t',
      source, filters)
    into sums using home, agent, list_commissions.start_date, list_commissions.end_date, patterns;
  end if;
  sums := private.commission_stats(sums);
  total := (sums -> coalesce(wanted, 'total') ->> 'count')::bigint;
  select w.skip, w.take, w.backwards into skip, take, backwards from private.page_window(total, page_no, size) w;

  if take > 0 then
    sorting := case list_commissions.sort
      when 'sale_date' then '{"s.sale_date"}'
      when 'amount' then '{"m.amount"}'
      when 'total_amount' then '{"s.total_amount"}'
      when 'booking_reference' then '{"s.booking_reference"}'
      when 'status' then '{"m.status","m.created_at"}'
      when 'customer' then '{"c.last_name","c.first_name","c.id","s.sale_date"}'
      when 'vendor' then '{"v.name","v.id","s.sale_date"}'
      when 'agent' then '{"a.last_name","a.first_name","a.id","m.created_at"}'
      else '{"m.created_at"}' end;
    sorting := (
      select string_agg(case when down <> backwards then k || ' desc nulls last' else k || ' asc nulls first' end, ', ' order by n)
      from unnest(sorting::text[]) with ordinality u(k, n))
      || case when down <> backwards then ', m.id asc' else ', m.id desc' end;
    execute format('select array(select m.id from %s where %s order by %s limit $7 offset $8)', source,
      concat_ws(' and ', filters, case when wanted is not null then 'm.status = $6' end), sorting)
    into ids using home, agent, list_commissions.start_date, list_commissions.end_date, patterns, wanted, take, skip;
  end if;

  select jsonb_agg(jsonb_build_object(
    'id', m.id, 'status', m.status, 'amount', m.amount, 'agent_amount', m.agent_amount,
    'commission_split', m.commission_split, 'created_at', m.created_at, 'sales_id', m.sales_id,
    'booking_reference', s.booking_reference, 'sale_date', s.sale_date, 'sale_status', s.status,
    'total_amount', s.total_amount,
    'customer', jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name),
    'vendor', jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url),
    'agent', jsonb_build_object('id', a.id, 'first_name', a.first_name, 'last_name', a.last_name,
      'avatar_url', a.avatar_url))
    order by case when backwards then -u.n else u.n end)
  into shown
  from unnest(ids) with ordinality u(id, n)
  join public.commissions m on m.id = u.id
  join public.sales s on s.id = m.sales_id
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
  join public.users a on a.id = m.agent_id;

  return jsonb_build_object('rows', coalesce(shown, '[]'), 'count', total, 'page', page_no, 'page_size', size,
    'total_pages', (total + size - 1) / size, 'stats', sums);
end $$;

revoke all on function private.commission_stats(jsonb),
  public.list_commissions(text, uuid, date, date, text, text, boolean, int, int) from public, anon, authenticated;
grant execute on function public.list_commissions(text, uuid, date, date, text, text, boolean, int, int) to authenticated;
