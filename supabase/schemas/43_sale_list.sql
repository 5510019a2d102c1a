-- Null: not filtered by it. Home and the days are always there.
-- With except_them, `customers` are those who do not match.
create type private.sale_filter as (
  organization_id uuid, agent_id uuid, vendor uuid, first_day date, last_day date, customers uuid[], status text, except_them boolean);

create function private.sale_conditions(f private.sale_filter) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(' and ', 's.organization_id = $3',
    case when f.agent_id is not null then 's.agent_id = $4' end,
    case when f.vendor is not null then 's.vendor_id = $5' end,
    case when f.first_day > '1900-01-01' then 's.sale_date >= $6' end,
    case when f.last_day < '2199-12-31' then 's.sale_date <= $7' end,
    case when f.customers is not null then
      case when f.except_them then 's.customer_id <> all ($8)' else 's.customer_id = any ($8)' end end,
    case when f.status is not null then 's.status = $9' end)
$$;

-- {status: {count, amount, commission_amount}} over every filter but the status: from the rollups, or from the rows
-- when no rollup knows the filter.
create function private.sum_sales(f private.sale_filter) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  source text;
  sums jsonb;
  others private.sale_filter := f;
begin
  f.status := null;
  if f.except_them then
    others.except_them := false;
    f.customers := null;
    f.except_them := false;
    return private.subtract_sums(private.sum_sales(f), private.sum_sales(others));
  end if;
  if f.customers is null and (f.agent_id is null or f.vendor is null) then
    source := 'd.status, sum(d.sales_count) as n, sum(d.total_amount) as a, sum(d.commission_amount) as c from private.'
      || case when f.agent_id is not null then 'sales_daily_by_agent d where d.agent_id = $4 and'
        when f.vendor is not null then 'sales_daily_by_vendor d where d.vendor_id = $5 and'
        else 'sales_daily d where' end
      || ' d.organization_id = $3 and d.day between $6 and $7 group by d.status';
  else
    source := 's.status, count(*) as n, sum(s.total_amount) as a, sum(s.commission_amount) as c from public.sales s where '
      || private.sale_conditions(f) || ' group by s.status';
  end if;
  execute 'select jsonb_object_agg(status, jsonb_build_object(''count'', n, ''amount'', a, ''commission_amount'', c))
    from (select ' || source || ') t'
  into sums using null, null, f.organization_id, f.agent_id, f.vendor, f.first_day, f.last_day, f.customers, f.status;
  return sums;
end $$;

-- The sums under the names of the answer.
create function private.name_sale_sums(sums jsonb) returns jsonb
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

-- `sort` is one of a list; whatever else arrives sorts by the date.
create function private.find_sales(
  f private.sale_filter, sort text, descending boolean, take bigint, skip bigint, few boolean)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  source text;
  keys text[];
  ids uuid[];
begin
  select o.source, o.keys into source, keys from private.sale_sort(sort) o;
  execute private.page_query(source, private.sale_conditions(f), keys, descending, 's.id', few)
  into ids using take, skip, f.organization_id, f.agent_id, f.vendor, f.first_day, f.last_day, f.customers, f.status;
  return ids;
end $$;

-- The same for many rows in few groups (status, agent, vendor): within a group the index by date goes on, and groups
-- before a page far down are passed by as a whole.
create function private.find_grouped_sales(f private.sale_filter, sort text, descending boolean, take bigint, skip bigint)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  near constant int := 500;
  sizes jsonb;
  ids uuid[] := '{}';
  part private.sale_filter;
  member text;
begin
  if skip > near then
    execute format('select jsonb_object_agg(g, n) from (select s.%I as g, count(*) as n from public.sales s where %s group by 1) t',
      case sort when 'status' then 'status' when 'vendor' then 'vendor_id' else 'agent_id' end, private.sale_conditions(f))
    into sizes using null, null, f.organization_id, f.agent_id, f.vendor, f.first_day, f.last_day, f.customers, f.status;
  end if;
  for member in
    select g.member from (
      select s as member, s as k1, '' as k2 from unnest('{booked,cancelled,paid}'::text[]) s
      where sort = 'status' and (f.status is null or s = f.status)
      union all
      select v.id::text, v.name, '' from public.vendors v
      where sort = 'vendor' and v.organization_id = f.organization_id and (f.vendor is null or v.id = f.vendor)
      union all
      select a.id::text, a.last_name, a.first_name from public.users a
      where sort = 'agent' and a.organization_id = f.organization_id and (f.agent_id is null or a.id = f.agent_id)) g
    where sizes is null or sizes ? g.member
    order by case when descending then g.k1 end desc, case when descending then g.k2 end desc,
      case when descending then g.member end desc, g.k1, g.k2, g.member
  loop
    if skip >= (sizes ->> member)::bigint then
      skip := skip - (sizes ->> member)::bigint;
      continue;
    end if;
    part := f;
    case sort
      when 'status' then part.status := member;
      when 'vendor' then part.vendor := member::uuid;
      else part.agent_id := member::uuid;
    end case;
    ids := ids || private.find_sales(part, 'sale_date', descending,
      case when sizes is null then skip else 0 end + take - cardinality(ids),
      case when sizes is null then 0 else skip end, false);
    if sizes is not null then
      skip := 0;
    end if;
    exit when cardinality(ids) >= skip + take;
  end loop;
  return case when sizes is null then ids[skip + 1:] else ids end;
end $$;

create function private.sale_rows(ids uuid[], backwards boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', s.id, 'organization_id', s.organization_id, 'customer_id', s.customer_id, 'vendor_id', s.vendor_id,
    'agent_id', s.agent_id, 'booking_reference', s.booking_reference, 'sale_date', s.sale_date,
    'travel_date', s.travel_date, 'return_date', s.return_date, 'total_amount', s.total_amount,
    'commission_amount', s.commission_amount, 'commission_rate', s.commission_rate,
    'commission_basis', s.commission_basis, 'currency', s.currency, 'status', s.status, 'notes', s.notes,
    'created_at', s.created_at, 'updated_at', s.updated_at, 'version', s.version,
    'customer', jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name, 'email', c.email,
      'phone', c.phone),
    'agent', jsonb_build_object('id', a.id, 'first_name', a.first_name, 'last_name', a.last_name, 'email', a.email,
      'avatar_url', a.avatar_url),
    'vendor', jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url,
      'default_commission_rate', v.default_commission_rate),
    'commission', jsonb_build_object('id', m.id, 'status', m.status))
    order by case when backwards then -u.n else u.n end), '[]')
  from unnest(ids) with ordinality u(id, n)
  join public.sales s on s.id = u.id
  join public.customers c on c.id = s.customer_id
  join public.users a on a.id = s.agent_id
  join public.vendors v on v.id = s.vendor_id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
$$;

-- As before.
create function public.list_sales(
  status text default null, agent_id uuid default null, vendor_id uuid default null,
  start_date date default null, end_date date default null, customer_search text default null,
  sort text default 'sale_date', descending boolean default true, page int default 1, page_size int default 10)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Of so many customers all sales are collected.
  collectable constant int := 5000;
  f private.sale_filter;
  patterns text[] := private.search_patterns(list_sales.customer_search);
  page_no int := greatest(coalesce(list_sales.page, 1), 1);
  size int := least(greatest(coalesce(list_sales.page_size, 10), 1), 100);
  down boolean := coalesce(list_sales.descending, true);
  sums jsonb;
  total bigint;
  take bigint;
  skip bigint;
  backwards boolean := false;
  few boolean;
  ids uuid[];
begin
  select c.organization_id, c.agent_id into f.organization_id, f.agent_id from private.caller_scope(list_sales.agent_id) c;
  select r.first_day, r.last_day into f.first_day, f.last_day from private.date_range(list_sales.start_date, list_sales.end_date) r;
  f.vendor := list_sales.vendor_id;
  f.status := case when list_sales.status in ('booked', 'paid', 'cancelled') then list_sales.status end;
  if private.has_too_many_search_words(patterns) then
    f.organization_id := null;
  elsif f.organization_id is not null and patterns is not null then
    select c.customers, c.except_them into f.customers, f.except_them from private.match_customers(f.organization_id, patterns) c;
    if f.customers = '{}' then
      -- Nobody matches, or everybody does.
      f.organization_id := case when f.except_them then f.organization_id end;
      f.customers := null;
      f.except_them := false;
    end if;
  end if;

  if f.organization_id is not null and not f.except_them and cardinality(f.customers) <= collectable then
    select s.sums, s.ids into sums, ids
    from private.search_sales(f, list_sales.sort, down, size, (page_no - 1)::bigint * size) s;
    total := private.count_of(sums, f.status);
  else
    if f.organization_id is not null then
      sums := private.sum_sales(f);
    end if;
    total := private.count_of(sums, f.status);
    select w.take, w.skip, w.backwards into take, skip, backwards from private.page_window(total, page_no, size) w;
    if take > 0 then
      few := total <= 1000;
      ids := case when not few and list_sales.sort in ('status', 'vendor', 'agent')
        then private.find_grouped_sales(f, list_sales.sort, down <> backwards, take, skip)
        else private.find_sales(f, list_sales.sort, down <> backwards, take, skip, few) end;
    end if;
  end if;
  return jsonb_build_object('rows', private.sale_rows(ids, backwards), 'count', total, 'page', page_no, 'page_size', size,
    'total_pages', (total + size - 1) / size, 'by_status', private.name_sale_sums(sums));
end $$;
grant execute on function public.list_sales(text, uuid, uuid, date, date, text, text, boolean, integer, integer) to
  authenticated;

-- Who matches every pattern; or who does not, where that is the shorter list: no index knows words of a letter or two, so
-- all customers are read for them, and a sample of them tells which it will be.
create function private.match_customers(organization_id uuid, patterns text[], out customers uuid[], out except_them boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  sample constant int := 400;
  folded text[] := array(select private.normalize_search_text(p) from unnest(patterns) with ordinality u(p, n) order by n);
begin
  if char_length(patterns[1]) <= char_length('%ab%') then
    select avg((split_part(t.document, chr(30), 1) like all (folded))::int) > 0.5 into except_them
    from (select s.document from private.customer_search s where s.organization_id = match_customers.organization_id order by s.customer_id limit sample) t;
  end if;
  if except_them then
    customers := array(select s.customer_id from private.customer_search s
      where s.organization_id = match_customers.organization_id and not split_part(s.document, chr(30), 1) like all (folded));
  else
    except_them := false;
    customers := private.find_customers(match_customers.organization_id, patterns);
  end if;
end $$;

-- {status: {count, amount, commission_amount}}: what `part` has taken away from what `whole` has.
create function private.subtract_sums(whole jsonb, part jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(w.status, (
    select jsonb_object_agg(k, v::numeric - coalesce((part -> w.status ->> k)::numeric, 0))
    from jsonb_each_text(w.sums) e(k, v)))
  from jsonb_each(whole) w(status, sums)
$$;

-- What sales are joined with and sorted by. `sort` is one of a list; whatever else arrives sorts by the date.
create function private.sale_sort(sort text, out source text, out keys text[])
language sql immutable set search_path = '' as $$
  select 'public.sales s' || case sort
      when 'customer' then ' join public.customers c on c.organization_id = s.organization_id and c.id = s.customer_id'
      when 'vendor' then ' join public.vendors v on v.organization_id = s.organization_id and v.id = s.vendor_id'
      when 'agent' then ' join public.users a on a.organization_id = s.organization_id and a.id = s.agent_id'
      else '' end,
    (case sort
      -- Without a date counts as the earliest.
      when 'travel_date' then '{"coalesce(s.travel_date, ''-infinity'')"}'
      when 'total_amount' then '{s.total_amount}'
      when 'commission_amount' then '{s.commission_amount}'
      when 'booking_reference' then '{s.booking_reference}'
      when 'created_at' then '{s.created_at}'
      when 'status' then '{s.status,s.sale_date}'
      when 'customer' then '{c.last_name,c.first_name,c.id,s.sale_date}'
      when 'vendor' then '{v.name,v.id,s.sale_date}'
      when 'agent' then '{a.last_name,a.first_name,a.id,s.sale_date}'
      else '{s.sale_date}' end)::text[]
$$;

-- Sums by status and one page of sales that are few enough to be collected: in one pass over them.
create function private.search_sales(
  f private.sale_filter, sort text, descending boolean, take bigint, skip bigint, out sums jsonb, out ids uuid[])
language plpgsql stable security definer set search_path = '' as $$
declare
  any_status private.sale_filter := f;
  source text;
  keys text[];
begin
  any_status.status := null;
  select o.source, o.keys into source, keys from private.sale_sort(sort) o;
  execute format(
    'with m as materialized (
      select s.id as id, s.status, s.total_amount, s.commission_amount, %s from %s where %s)
    select (select jsonb_object_agg(t.status, jsonb_build_object(''count'', t.n, ''amount'', t.a, ''commission_amount'', t.c))
        from (select m.status, count(*) as n, sum(m.total_amount) as a, sum(m.commission_amount) as c from m group by 1) t),
      array(select m.id from m where $9 is null or m.status = $9 order by %s limit $1 offset $2)',
    (select string_agg(k || ' as k' || n, ', ' order by n) from unnest(keys) with ordinality u(k, n)), source,
    private.sale_conditions(any_status),
    private.sort_clause(array(select 'k' || n from generate_series(1, cardinality(keys)) n), descending, 'id'))
  into sums, ids using take, skip, f.organization_id, f.agent_id, f.vendor, f.first_day, f.last_day, f.customers, f.status;
end $$;
