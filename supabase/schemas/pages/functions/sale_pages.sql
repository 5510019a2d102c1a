-- Which sales are on one page of the list, as ids.

-- With no helper processes: to start one takes as long as a page may, from all who ask at that moment.
create function private.find_sales(
  f private.sale_filter, sort text, descending boolean, take bigint, skip bigint, collect_first boolean)
returns uuid[]
language plpgsql stable security definer set search_path = '' set max_parallel_workers_per_gather = 0 as $$
declare
  source text;
  keys text[];
  ids uuid[];
begin
  select o.source, o.keys into source, keys from private.sale_sort(sort, f.by_share) o;
  execute private.page_query(source, private.sale_conditions(f), keys, descending, 's.id', collect_first)
  into ids using take, skip, f.organization_id, f.agent_id, f.vendor_id, f.first_day, f.last_day, f.customer_ids, f.status,
    f.sale_ids, f.departing_by;
  return ids;
end $$;
comment on function private.find_sales is 'The ids of one page. collect_first: collect all matching rows, then sort them (few rows);
  else read in the order of an index.';

create function private.group_keys(
  sort text, statuses text[], organization_id uuid, agent_id uuid, vendor_id uuid, status text, descending boolean)
returns text[]
language sql stable security definer set search_path = '' as $$
  select array(
    select g.key
    from (
      select s as key, s as k1, '' as k2 from unnest(statuses) s
      where sort = 'status' and (group_keys.status is null or s = group_keys.status or group_keys.status = 'active' and s <> 'cancelled')
      union all
      select v.id::text, v.name, '' from public.vendors v
      where sort = 'vendor' and v.organization_id = group_keys.organization_id
        and (group_keys.vendor_id is null or v.id = group_keys.vendor_id)
      union all
      select a.id::text, a.last_name, a.first_name from public.users a
      where sort = 'agent' and a.organization_id = group_keys.organization_id
        and (group_keys.agent_id is null or a.id = group_keys.agent_id)) g
    order by case when descending then g.k1 end desc, case when descending then g.k2 end desc,
      case when descending then g.key end desc, g.k1, g.k2, g.key)
$$;
comment on function private.group_keys is 'What a list sorted by status, vendor or agent is grouped by, in the order of the list:
  statuses, or ids of vendors or agents as far as the filter lets them through.';

create function private.find_grouped_sales(f private.sale_filter, sort text, descending boolean, take bigint, skip bigint)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  small_offset constant int := 500;
  group_sizes jsonb;
  group_size bigint;
  group_key text;
  group_filter private.sale_filter;
  ids uuid[] := '{}';
begin
  if skip > small_offset then
    execute format(
      'select jsonb_object_agg(g, n) from (select s.%I as g, count(*) as n from %s where %s group by 1) t',
      case sort when 'status' then 'status' when 'vendor' then 'vendor_id' else 'agent_id' end, private.sales_source(f.by_share), private.sale_conditions(f))
    into group_sizes
    using null, null, f.organization_id, f.agent_id, f.vendor_id, f.first_day, f.last_day, f.customer_ids, f.status,
    f.sale_ids, f.departing_by;
  end if;
  foreach group_key in array private.group_keys(
    sort, '{booked,cancelled,paid}', f.organization_id, f.agent_id, f.vendor_id, f.status, descending)
  loop
    group_size := coalesce((group_sizes ->> group_key)::bigint, 0);
    if group_sizes is not null and skip >= group_size then
      skip := skip - group_size;
      continue;
    end if;
    group_filter := f;
    case sort
      when 'status' then group_filter.status := group_key;
      when 'vendor' then group_filter.vendor_id := group_key::uuid;
      else group_filter.agent_id := group_key::uuid;
    end case;
    ids := ids || private.find_sales(group_filter, 'sale_date', descending,
      case when group_sizes is null then skip else 0 end + take - cardinality(ids),
      case when group_sizes is null then 0 else skip end, false);
    if group_sizes is not null then
      skip := 0;
    end if;
    exit when cardinality(ids) >= skip + take;
  end loop;
  return case when group_sizes is null then ids[skip + 1:] else ids end;
end $$;
comment on function private.find_grouped_sales is 'find_sales for many rows sorted by status, vendor or agent: group by group, each
  in the order of its index by date. Up to a small offset all rows from the first group on are read and the offset is cut off;
  beyond it the groups are counted first, and those that lie before the page are not read.';

create function private.passes_over_customers(organization_id uuid, agent_id uuid, skip bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select skip > sum(c.customers_count) / case when agent_id is null then 1 else 10 end
  from private.customer_counts c where c.organization_id = passes_over_customers.organization_id and c.tag_key = ''
$$;
comment on function private.passes_over_customers is 'Whether a page of a list sorted by customer lies so far from its end that counting
  the sales of all customers takes less than reading those before it; of an agent''s sales, among which are everybody''s, ten times
  as near.';

create function private.customers_of_page(
  organization_id uuid, agent_id uuid, without_cancelled boolean, descending boolean, take bigint, skip bigint,
  out ids uuid[], out sales_before bigint)
language plpgsql stable security definer set search_path = '' set work_mem = '64MB' as $$
declare
  direction constant text := case when descending then 'desc' else 'asc' end;
begin
  execute format(
    'select array_agg(p.id), min(p.until - p.n)
    from (
      select r.id, r.n, r.until
      from (
        select c.id, c.last_name, c.first_name, t.n,
          sum(t.n) over (order by c.last_name %1$s, c.first_name %1$s, c.id %1$s rows unbounded preceding) as until
        from public.customers c
        join (select t.customer_id, (t.sales_count%2$s)::int as n from private.%3$s and t.organization_id = $3) t on t.customer_id = c.id
        where c.organization_id = $3 and t.n > 0) r
      where r.until > $2
      order by r.last_name %1$s, r.first_name %1$s, r.id %1$s
      limit $1) p',
    direction, case when without_cancelled then '' else ' + t.cancelled_count' end,
    case when agent_id is null then 'customer_totals t where true' else 'customer_totals_by_agent t where t.agent_id = $4' end)
  into ids, sales_before using take, skip, organization_id, agent_id;
end $$;
comment on function private.customers_of_page is 'Of a list sorted by customer: the customers whose sales are on a page, and how many
  sales stand before theirs. As many customers are passed over as it takes, by the number of their sales, which is kept; that number
  as int, because a sum of bigint is a numeric, which takes longer than all the rest.';

create function private.find_sales_by_customer(f private.sale_filter, descending boolean, take bigint, skip bigint) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  page record := private.customers_of_page(f.organization_id, f.agent_id, f.status is not null, descending, take, skip);
begin
  f.customer_ids := page.ids;
  return private.find_sales(f, 'customer', descending, take, skip - page.sales_before, true);
end $$;
comment on function private.find_sales_by_customer is 'find_sales sorted by customer, of all sales of an agency or an agent, with or
  without cancelled ones.';

create function private.search_sales(
  f private.sale_filter, sort text, descending boolean, take bigint, skip bigint, out sums jsonb, out ids uuid[])
language plpgsql stable security definer set search_path = '' as $$
declare
  any_status private.sale_filter := f;
  source text;
  keys text[];
begin
  any_status.status := null;
  select o.source, o.keys into source, keys from private.sale_sort(sort, f.by_share) o;
  execute format(
    'with m as materialized (
      select s.id as id, s.status, s.total_amount, s.commission_amount, %s from %s where %s)
    select (select jsonb_object_agg(t.status, jsonb_build_object(''count'', t.n, ''amount'', t.a, ''commission_amount'', t.c))
        from (select m.status, count(*) as n, sum(m.total_amount) as a, sum(m.commission_amount) as c from m group by 1) t),
      array(select m.id from m where $9 is null or m.status = $9 or $9 = ''active'' and m.status <> ''cancelled''
        order by m.id = any ($12) desc, %s limit $1 offset $2)',
    (select string_agg(k || ' as k' || n, ', ' order by n) from unnest(keys) with ordinality u(k, n)), source,
    private.sale_conditions(any_status),
    private.sort_clause(array(select 'k' || n from generate_series(1, cardinality(keys)) n), descending, 'id'))
  into sums, ids
  using take, skip, f.organization_id, f.agent_id, f.vendor_id, f.first_day, f.last_day, f.customer_ids, f.status,
    f.sale_ids, f.departing_by, f.exact_ids;
end $$;
comment on function private.search_sales is 'Sums by status and the ids of one page, from one pass over the sales a search finds;
  those it finds exactly come first.';
