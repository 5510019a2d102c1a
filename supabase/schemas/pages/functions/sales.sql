-- The list of sales (public.list_sales): one page of rows, the exact count and the sums by status in one call.
-- Its functions run with the owner's rights (security definer): under row-level security, conditions that are not leakproof
-- are kept out of index scans. private.caller_scope alone decides on the tenant and on whose rows the caller may see.
--
-- How a list is read, here and in pages/functions/commissions (see docs/decisions/009):
--
-- 1. What the caller asked for becomes one composite value, the filter; null means not filtered. A search is resolved to the ids
--    of customers and of sales (by reference) first, through the trigram indexes.
-- 2. Queries are dynamic SQL, so that each combination of filters and sort gets a plan of its own. Their texts are put together
--    from fixed pieces only (*_conditions, *_sort, private.page_query); values are always parameters: $1 is the limit, $2 the
--    offset, and from $3 on the attributes of the filter in the order of the USING clauses.
-- 3. A search that finds few customers: all their rows are read once, into a materialized CTE, for the sums and the page.
-- 4. Otherwise the sums come from the daily totals, or from the rows where no total knows the combination of filters. They are
--    also the exact count. A search that most customers match is added up by subtraction: everything minus the rest.
-- 5. The page is read from whichever end of the list is nearer (private.page_window). Few matching rows are collected first and
--    then sorted; many are read in the order of an index until the page is full.
-- 6. No index holds many rows in the order of status, vendor or agent: they are read group by group, each through an index that
--    begins with the group. Before a page far down, groups are counted and skipped as a whole.
-- 7. Sorted by customer, whole customers are passed over by the number of their sales (private.customers_of_page).
-- 8. Queries find ids only; what a row shows is joined for one page.
--
-- Of two rows that sort alike the id decides, against the direction of the list (private.sort_clause).

create function private.most_customers_match(organization_id uuid, patterns text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(avg((split_part(t.document, chr(30), 1) like all (array(
    select private.normalize_search_text(p) from unnest(patterns) p)))::int) > 0.5, false)
  from (
    select s.document from private.customer_search s
    where s.organization_id = most_customers_match.organization_id order by s.customer_id limit 400) t
$$;
comment on function private.most_customers_match is 'Whether most customers match every pattern, by a sample.';

create function private.match_customers(
  organization_id uuid, patterns text[], out customer_ids uuid[], out exclude_customers boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  normalized text[] := array(
    select private.normalize_search_text(p) from unnest(patterns) with ordinality u(p, n) order by n);
begin
  exclude_customers := private.most_customers_match(match_customers.organization_id, patterns);
  if exclude_customers then
    customer_ids := array(select s.customer_id from private.customer_search s
      where s.organization_id = match_customers.organization_id
        and not split_part(s.document, chr(30), 1) like all (normalized));
  else
    customer_ids := private.find_customers(match_customers.organization_id, patterns);
  end if;
end $$;
comment on function private.match_customers is 'The customers who match every pattern; or, with exclude_customers, those who do not
  match, where that is the shorter list. No index finds those: all customers are read.';

create function private.find_references(organization_id uuid, agent_id uuid, patterns text[]) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  pattern text;
  matches uuid[];
  shared constant uuid[] := private.shared_sales(find_references.organization_id, find_references.agent_id);
  found uuid[] := '{}';
begin
  foreach pattern in array patterns loop
    continue when char_length(pattern) < char_length('%abc%');
    execute 'select array(select s.id from public.sales s
      where s.organization_id = $1 and lower(s.booking_reference collate pg_catalog."pg_c_utf8") like $2'
      || private.own_sales_condition(agent_id, shared, '$4', '$5') || '
        and not exists (select 1 from unnest($3) p
          where lower(s.booking_reference collate pg_catalog."pg_c_utf8") not like p
            and (select private.searched_names(c.document) from private.customer_search c where c.customer_id = s.customer_id)
              not like private.normalize_search_text(p)))'
    into matches using find_references.organization_id, pattern, array_remove(patterns, pattern), agent_id, shared;
    found := found || matches;
  end loop;
  return found;
end $$;
comment on function private.find_references is 'Sales (agent_id: of this agent alone) whose booking reference has at least one word
  of a search, while it or the customer''s searched names have each other word. Words of one or two letters find no reference: the
  trigram index does not know them, and they would find nearly all.';

create function private.find_exact_references(organization_id uuid, agent_id uuid, search text) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  shared constant uuid[] := private.shared_sales(find_exact_references.organization_id, find_exact_references.agent_id);
  found uuid[];
begin
  execute 'select array(select s.id from public.sales s
    where s.organization_id = $1 and lower(s.booking_reference collate pg_catalog."pg_c_utf8") = $2'
    || private.own_sales_condition(agent_id, shared, '$3', '$4') || ')'
  into found using find_exact_references.organization_id, lower(btrim(search) collate pg_catalog."pg_c_utf8"), agent_id, shared;
  return found;
end $$;
comment on function private.find_exact_references is 'Sales (agent_id: of this agent alone) whose booking reference is exactly what
  was searched for, ignoring case.';

create function private.sale_filter_of(
  status text, agent_id uuid, vendor_id uuid, start_date date, end_date date, customer_search text, departing boolean,
  group_id uuid default null)
returns private.sale_filter
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.sale_filter;
  patterns text[] := private.search_patterns(sale_filter_of.customer_search);
begin
  select c.organization_id, c.agent_id into f.organization_id, f.agent_id from private.caller_scope(sale_filter_of.agent_id) c;
  select r.first_day, r.last_day into f.first_day, f.last_day
  from private.date_range(sale_filter_of.start_date, sale_filter_of.end_date) r;
  f.by_share := f.agent_id is not null and private.has_shares(f.organization_id, f.agent_id);
  f.vendor_id := sale_filter_of.vendor_id;
  f.group_id := sale_filter_of.group_id;
  f.status := case when sale_filter_of.status in ('booked', 'paid', 'cancelled', 'active') then sale_filter_of.status end;
  -- Soon enough to ask the customer for the money, or too late.
  f.departing_by := case when sale_filter_of.departing then private.today() + 30 end;
  if private.has_too_many_search_words(patterns) then
    f.organization_id := null;
  elsif f.organization_id is not null and patterns is not null then
    select c.customer_ids, c.exclude_customers into f.customer_ids, f.exclude_customers
    from private.match_customers(f.organization_id, patterns) c;
    f.exact_ids := private.find_exact_references(f.organization_id, f.agent_id, sale_filter_of.customer_search);
    f.sale_ids := f.exact_ids || private.find_references(f.organization_id, f.agent_id, patterns);
    -- Nothing is as it was typed. Whoever asks: references of what they may not see would tell of themselves otherwise.
    if f.customer_ids = '{}' and f.sale_ids = '{}' and not f.exclude_customers then
      f.customer_ids := private.find_misspelled_customers(f.organization_id, sale_filter_of.customer_search);
    end if;
    if f.customer_ids = '{}' and (f.exclude_customers or f.sale_ids = '{}') then
      -- Everything matches, or nothing does.
      f.organization_id := case when f.exclude_customers then f.organization_id end;
      f.customer_ids := null;
      f.sale_ids := null;
      f.exclude_customers := false;
    end if;
  end if;
  return f;
end $$;
comment on function private.sale_filter_of is 'What the caller asked for, as far as they may.';

create function private.sale_conditions(f private.sale_filter) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(' and ', 's.organization_id = $3',
    case when f.agent_id is not null then 's.agent_id = $4' end,
    case when f.vendor_id is not null then 's.vendor_id = $5' end,
    -- An id, and few know it: no parameter of its own.
    case when f.group_id is not null then format('s.group_id = %L', f.group_id) end,
    case when f.first_day > '1900-01-01' then 's.sale_date >= $6' end,
    case when f.last_day < '2199-12-31' then 's.sale_date <= $7' end,
    case when f.customer_ids is not null then
      '(' || case when f.exclude_customers then 's.customer_id <> all ($8)' else 's.customer_id = any ($8)' end
      || case when f.sale_ids <> '{}' then ' or s.id = any ($10)' else '' end || ')' end,
    case when f.status = 'active' then 's.status <> ''cancelled''' when f.status is not null then 's.status = $9' end,
    -- The status is written out for the partial index of booked sales.
    case when f.departing_by is not null then 's.status = ''booked'' and s.travel_date <= $11' end)
$$;
comment on function private.sale_conditions is 'WHERE of the filter, over sales as `s`.';

create function private.sales_source(by_share boolean) returns text
language sql immutable set search_path = '' as $$ select case when by_share then 'private.sales_by_share s' else 'public.sales s' end $$;
comment on function private.sales_source is 'Where sales are read from: those of a person who shares some, by their parts.';

create function private.sale_sort(sort text, by_share boolean, out source text, out keys text[])
language sql immutable set search_path = '' as $$
  select private.sales_source(by_share) || case sort
      when 'customer' then ' join public.customers c on c.organization_id = s.organization_id and c.id = s.customer_id'
      when 'vendor' then ' join public.vendors v on v.organization_id = s.organization_id and v.id = s.vendor_id'
      when 'agent' then ' join public.users a on a.organization_id = s.organization_id and a.id = s.agent_id'
      else '' end,
    (case sort
      -- A missing date is the earliest.
      when 'travel_date' then '{"coalesce(s.travel_date, ''-infinity'')"}'
      when 'total_amount' then '{s.total_amount}'
      when 'commission_amount' then '{s.commission_amount}'
      when 'booking_reference' then '{s.booking_reference}'
      when 'created_at' then '{s.created_at}'
      when 'status' then '{s.status,s.sale_date,s.created_at}'
      when 'customer' then '{c.last_name,c.first_name,c.id,s.sale_date,s.created_at}'
      when 'vendor' then '{v.name,v.id,s.sale_date,s.created_at}'
      when 'agent' then '{a.last_name,a.first_name,a.id,s.sale_date,s.created_at}'
      else '{s.sale_date,s.created_at}' end)::text[]
$$;
comment on function private.sale_sort is 'FROM and the sort keys. An unknown `sort` is the date. Sales of one day stand in the order
  of their recording.';

create function private.subtract_sums(minuend jsonb, subtrahend jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(m.status, (
    select jsonb_object_agg(k, v::numeric - coalesce((subtrahend -> m.status ->> k)::numeric, 0))
    from jsonb_each_text(m.sums) e(k, v)))
  from jsonb_each(minuend) m(status, sums)
$$;
comment on function private.subtract_sums is 'Of sums by status, {status: {name: number}}: `minuend` minus `subtrahend`.';

create function private.sum_sales(f private.sale_filter) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  source text;
  sums jsonb;
  excluded private.sale_filter := f;
begin
  f.status := null;
  if f.exclude_customers then
    excluded.exclude_customers := false;
    f.customer_ids := null;
    f.exclude_customers := false;
    return private.subtract_sums(private.sum_sales(f), private.sum_sales(excluded));
  end if;
  if f.customer_ids is null and f.vendor_id is null and f.departing_by is null and f.group_id is null then
    source := 'd.status, sum(d.record_count) as n, sum(d.total_amount) as a, sum(d.commission_amount) as c
      from private.totals(''sale'', $3, $4, $6, $7) d group by d.status';
  else
    -- What departs is booked. Not asked for its status, it is read from its own index, as far as it reaches.
    source := case when f.departing_by is null then 's.status' else '''booked'' as status' end
      || ', count(*) as n, sum(s.total_amount) as a, sum(s.commission_amount) as c from ' || private.sales_source(f.by_share) || ' where '
      || private.sale_conditions(f) || ' group by 1';
  end if;
  execute 'select jsonb_object_agg(status, jsonb_build_object(''count'', n, ''amount'', a, ''commission_amount'', c))
    from (select ' || source || ') t'
  into sums using null, null, f.organization_id, f.agent_id, f.vendor_id, f.first_day, f.last_day, f.customer_ids, f.status,
    f.sale_ids, f.departing_by;
  return sums;
end $$;
comment on function private.sum_sales is '{status: {count, amount, commission_amount}} over every filter but the status.';

create function private.sale_status_summary(sums jsonb) returns jsonb
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
comment on function private.sale_status_summary is 'The sums as list_sales answers them: every status, with zeros where there is
  none, and two totals.';

create function private.find_sales(
  f private.sale_filter, sort text, descending boolean, take bigint, skip bigint, collect_first boolean)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
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

create function private.sale_rows(ids uuid[], backwards boolean, by_share_of uuid default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', s.id, 'organization_id', s.organization_id, 'customer_id', s.customer_id, 'vendor_id', s.vendor_id,
    'agent_id', s.agent_id, 'booking_reference', s.booking_reference, 'sale_date', s.sale_date,
    'travel_date', s.travel_date, 'return_date', s.return_date, 'total_amount', coalesce(p.total_amount, s.total_amount),
    'commission_amount', coalesce(p.commission_amount, s.commission_amount), 'commission_rate', s.commission_rate,
    'commission_basis', s.commission_basis, 'currency', s.currency, 'status', s.status, 'notes', case when p.seller_id <> p.agent_id then null else s.notes end,
    'created_at', s.created_at, 'updated_at', s.updated_at, 'version', s.version,
    'customer', jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name, 'email', c.email,
      'phone', c.phone),
    'agent', jsonb_build_object('id', a.id, 'first_name', a.first_name, 'last_name', a.last_name,
      'avatar_url', a.avatar_url),
    'vendor', jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url,
      'default_commission_rate', v.default_commission_rate),
    'commission', jsonb_build_object('id', m.id, 'status', coalesce(w.status, m.status),
      'agent_amount', coalesce(w.agent_amount, m.agent_amount)))
    || case when p.share_percent < 100 then jsonb_build_object('share_percent', p.share_percent) else '{}' end
    order by case when backwards then -u.n else u.n end), '[]')
  from unnest(ids) with ordinality u(id, n)
  join public.sales s on s.id = u.id
  join public.customers c on c.id = s.customer_id
  join public.users a on a.id = s.agent_id
  join public.vendors v on v.id = s.vendor_id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
  left join lateral (select x.* from private.sales_by_share x where by_share_of is not null and x.id = s.id
    and x.organization_id = s.organization_id and x.agent_id = by_share_of offset 0) p on true
  left join lateral (select x.* from private.commissions_by_share x where by_share_of is not null and x.id = m.id
    and x.organization_id = m.organization_id and x.agent_id = by_share_of offset 0) w on true
$$;
comment on function private.sale_rows is 'What the list shows of the sales `ids`, in their order or backwards; by_share_of: of a person who
  shares some, their parts, and how many percent they are where they are not all.';

create function public.list_sales(
  status text default null, agent_id uuid default null, vendor_id uuid default null,
  start_date date default null, end_date date default null, customer_search text default null,
  sort text default 'sale_date', descending boolean default true, page int default 1, page_size int default 10,
  departing boolean default false, group_id uuid default null)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Up to so many customers and references, all their sales are collected.
  max_collected_customers constant int := 5000;
  max_collected_references constant int := 20000;
  f private.sale_filter := private.sale_filter_of(list_sales.status, list_sales.agent_id, list_sales.vendor_id,
    list_sales.start_date, list_sales.end_date, list_sales.customer_search, list_sales.departing, list_sales.group_id);
  page_no int := greatest(coalesce(list_sales.page, 1), 1);
  per_page int := least(greatest(coalesce(list_sales.page_size, 10), 1), 100);
  is_descending boolean := coalesce(list_sales.descending, true);
  sums jsonb;
  total bigint;
  take bigint;
  skip bigint;
  backwards boolean := false;
  collect_first boolean;
  ids uuid[];
begin
  -- An exact find is always collected: it comes first whatever the list is sorted by.
  if f.organization_id is not null and f.customer_ids is not null and (f.exact_ids <> '{}' or not f.exclude_customers
    and cardinality(f.customer_ids) <= max_collected_customers and cardinality(f.sale_ids) <= max_collected_references) then
    select s.sums, s.ids into sums, ids
    from private.search_sales(f, list_sales.sort, is_descending, per_page, (page_no - 1)::bigint * per_page) s;
    total := private.count_of(sums, f.status);
  else
    if f.organization_id is not null then
      sums := private.sum_sales(f);
    end if;
    total := private.count_of(sums, f.status);
    select w.take, w.skip, w.backwards into take, skip, backwards from private.page_window(total, page_no, per_page) w;
    if take > 0 then
      collect_first := total <= 1000 or (f.departing_by is not null or f.group_id is not null) and total <= 50000;
      ids := case when not collect_first and list_sales.sort in ('status', 'vendor', 'agent')
        then private.find_grouped_sales(f, list_sales.sort, is_descending <> backwards, take, skip)
        when not collect_first and list_sales.sort = 'customer' and not f.by_share and f.customer_ids is null and f.vendor_id is null
          and f.departing_by is null and f.group_id is null and (f.status is null or f.status = 'active')
          and f.first_day = '1900-01-01' and f.last_day = '2199-12-31'
          and private.passes_over_customers(f.organization_id, f.agent_id, skip)
        then private.find_sales_by_customer(f, is_descending <> backwards, take, skip)
        else private.find_sales(f, list_sales.sort, is_descending <> backwards, take, skip, collect_first) end;
    end if;
  end if;
  return jsonb_build_object('rows', private.sale_rows(ids, backwards, case when f.by_share then f.agent_id end), 'count', total, 'page', page_no, 'page_size', per_page,
    'total_pages', (total + per_page - 1) / per_page, 'by_status', private.sale_status_summary(sums));
end $$;
comment on function public.list_sales is '{rows, count, page, page_size, total_pages, by_status}. `by_status` obeys every filter but
  the status, `count` that one, too; the status ''active'' is all but cancelled. customer_search: every word is part of the
  customer''s first name, last name or first e-mail address, or of the booking reference (private.find_references); what has exactly
  this reference comes first. Where there is none, the sales of customers whose names are a slip away. An unknown status or sort is
  ignored; group_id: of one group booking; departing: booked, and the trip begins within 30 days or has begun. A page beyond the last has no rows; page_size is 1 to
  100. An agent who asks for another agent''s sales finds none.';
grant execute on function public.list_sales(text, uuid, uuid, date, date, text, text, boolean, integer, integer, boolean, uuid)
  to authenticated;

create function public.get_sale_history(sale_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  -- Asked once and first: what is not shown takes as long as what is not there.
  with sale as materialized (
    select s.id from public.sales s where s.id = get_sale_history.sale_id
  ), entries as (
    select h.* from public.sales_history h where h.sales_id = (select s.id from sale s)
  ), mentioned as (
    select distinct m.kind, (m.id)::uuid as id
    from entries e
    cross join lateral (values (e.previous_data), (e.new_data)) d(data)
    cross join lateral (values
      ('user', d.data ->> 'agent_id'), ('customer', d.data ->> 'customer_id'), ('vendor', d.data ->> 'vendor_id'),
      ('group', d.data ->> 'group_id')) m(kind, id)
    where m.id is not null
    union
    select 'user', (p.value ->> 'user_id')::uuid
    from entries e
    cross join lateral (values (e.previous_data), (e.new_data)) d(data)
    cross join lateral jsonb_array_elements(d.data -> 'co_sellers') p
  ), names as (
    select u.id, u.first_name || ' ' || u.last_name as name
    from mentioned m join public.users u on u.id = m.id where m.kind = 'user'
    union all
    select c.id, c.first_name || ' ' || c.last_name
    from mentioned m join public.customers c on c.id = m.id where m.kind = 'customer'
    union all
    select v.id, v.name from mentioned m join public.vendors v on v.id = m.id where m.kind = 'vendor'
    union all
    select g.id, g.name from mentioned m join public.sale_groups g on g.id = m.id where m.kind = 'group'
  )
  select jsonb_build_object(
    'entries', (select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'change_type', e.change_type, 'previous_data', e.previous_data, 'new_data', e.new_data,
        'changed_fields', e.changed_fields, 'notes', e.notes, 'code', e.code, 'params', e.params, 'comment', e.comment, 'created_at', e.created_at,
        'changed_by', (
          select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url)
          from public.users u where u.id = e.changed_by)
      ) order by e.version desc), '[]') from entries e),
    'commission', (select coalesce(jsonb_agg(jsonb_build_object(
        'id', h.id, 'new_status', h.new_status, 'notes', h.notes, 'code', h.code, 'params', h.params, 'created_at', h.created_at,
        'changed_by', (
          select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url)
          from public.users u where u.id = h.changed_by)
      ) order by h.created_at desc, h.id desc), '[]')
      from public.commissions c join public.commission_history h on h.commission_id = c.id
      where c.sales_id = (select s.id from sale s) and h.change_type = 'status_change'),
    'corrections', (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'kind', k.kind, 'posted_on', k.posted_on,
        'total_before', k.total_before, 'total_after', k.total_after, 'commission_before', k.commission_before,
        'commission_after', k.commission_after, 'created_at', k.created_at) order by k.created_at desc, k.id), '[]')
      from public.book_corrections k where k.sales_id = (select s.id from sale s)),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'amount', p.amount, 'paid_on', p.paid_on,
        'payment_method', p.payment_method, 'note', p.notes, 'origin', p.origin, 'created_at', p.created_at,
        'changed_by', (
          select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url)
          from public.users u where u.id = p.created_by)) order by p.created_at desc, p.id), '[]')
      from public.customer_payments p where p.sales_id = (select s.id from sale s)),
    'penalty', private.penalty_of((select s.id from sale s)),
    'names', (select coalesce(jsonb_object_agg(n.id, n.name), '{}') from names n))
$$;
comment on function public.get_sale_history is '{entries, commission, payments, penalty, names, corrections}: the history of a sale, the status changes
  of its commission, what the customer paid, what changed of it after its month was closed (admins only), all newest first, and the names of all users,
  customers, vendors and groups that the entries refer to by id. Security invoker: what row-level security hides is neither answered nor
  named.';
grant execute on function public.get_sale_history(uuid) to authenticated;
