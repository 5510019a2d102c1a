-- The customer list: list_customers for pages, collect_customers for exports. Both are security definer and restricted by
-- private.caller_scope.
--
-- Strategy. The filter (search, tag, agent) is looked up first, once, through an index: private.customer_match_query gives the ids of all
-- matches, which also is the exact count. Without a filter the count comes from the rollup customer_counts. Then the page is read the
-- cheaper of two ways:
--   scan_customers: in the order of an index, from the nearer end of the list, skipping customers that do not match. Cheap when matches are
--     dense. With a filter it looks at customer_scan_limit() rows at most and then gives up with less than a full page.
--   sort_customers: all matches are joined with what they are sorted by, and sorted. Cheap when matches are few, and the fallback
--     whenever a scan gave up.
-- list_customers estimates the rows a scan passes by as (skip + take) * listed / matches and compares that with the rows to sort.
-- Exports need all matches and always sort.
--
-- Parameters of all dynamic queries but those of sort_customers: $1 LIMIT, $2 OFFSET, $3 organization, $4 agent, $5 archived,
-- $6 search patterns, $7 tag.

-- Null means not filtered by it; organization_id is always set when rows may be read. agent_id: whose sales count in totals, null
-- for all. only_buyers: only customers who bought from that agent.
create type private.customer_filter as (
  organization_id uuid, agent_id uuid, only_buyers boolean, archived boolean, tag text, patterns text[]);

-- {rows, count, page, page_size, total_pages, tags}. search: every word is part of the names, an e-mail address, a phone number
-- or a tag. state: 'active', 'archived' or 'all'. agent_id: only customers who bought from that agent, with the totals of that
-- agent. tags: the twenty most used ones of the state, [{tag, count}]. An unknown state or sort falls back to the default; a page
-- beyond the last has no rows; page_size is 1 to 100. Totals and the agent of a row count the sales in the caller's scope,
-- without cancelled ones.
create function public.list_customers(
  search text default null, tag text default null, agent_id uuid default null, state text default 'active',
  sort text default 'last_sale_date', descending boolean default true, page int default 1, page_size int default 10)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.customer_filter;
  page_no int := greatest(coalesce(list_customers.page, 1), 1);
  size int := least(greatest(coalesce(list_customers.page_size, 10), 1), 100);
  down boolean := coalesce(list_customers.descending, true);
  listed bigint := 0;
  total bigint := 0;
  take bigint;
  skip bigint;
  backwards boolean := false;
  filtered boolean;
  by_sales boolean;
  by_name boolean;
  matches uuid[];
  ids uuid[];
begin
  select s.organization_id, s.agent_id into f.organization_id, f.agent_id from private.caller_scope(list_customers.agent_id) s;
  f.only_buyers := list_customers.agent_id is not null;
  f.archived := case list_customers.state when 'archived' then true when 'all' then null else false end;
  f.tag := lower(nullif(btrim(list_customers.tag), ''));
  f.patterns := private.customer_patterns(list_customers.search);
  filtered := f.only_buyers or f.tag is not null or f.patterns is not null;
  if f.organization_id is not null and not private.has_too_many_search_words(f.patterns) then
    select coalesce(sum(n.customers_count), 0) into listed from private.customer_counts n
    where n.organization_id = f.organization_id and n.tag_key = '' and (f.archived is null or n.archived = f.archived);
    total := listed;
    if filtered then
      execute format('select array(%s)', private.matching_customers(f)) into matches
      using take, skip, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag;
      total := cardinality(matches);
    end if;
  end if;
  select w.take, w.skip, w.backwards into take, skip, backwards from private.page_window(total, page_no, size) w;
  if take > 0 then
    select o.of_sales, list_customers.sort in ('name', 'email') into by_sales, by_name
    from private.customer_sort_keys(list_customers.sort, f.agent_id) o;
    -- Of those who match the way is short where it is expected to pass by fewer than there are to sort. Who is searched for by
    -- name may stand together; and all states together stand in no order by what they bought.
    if not filtered or (skip + take) * listed / total <= least(total / case when by_name and f.patterns is not null then 16 else 2 end,
        private.scan_limit() / 2) and not (by_sales and f.archived is null) then
      ids := private.scan_customers(f, list_customers.sort, down <> backwards, total, take, skip);
    end if;
    if filtered and coalesce(cardinality(ids), 0) < take then
      ids := private.sort_customers(f, matches, list_customers.sort, down <> backwards, take, skip);
    end if;
  end if;
  return jsonb_build_object('rows', private.customer_rows(ids, backwards, f.organization_id, f.agent_id), 'count', total, 'page', page_no,
    'page_size', size, 'total_pages', (total + size - 1) / size, 'tags', private.most_used_tags(f.organization_id, f.archived));
end $$;
grant execute on function public.list_customers(text, text, uuid, text, text, boolean, integer, integer) to authenticated;

-- All matches up to a limit, sorted, and how many there are: for exports.
create function private.collect_customers(f private.customer_filter, sort text, descending boolean, page int, page_size int,
  out total bigint, out ids uuid[])
language plpgsql stable security definer set search_path = '' as $$
declare
  skip bigint := (page - 1)::bigint * page_size;
  matches uuid[];
begin
  execute format('select array(%s)', private.matching_customers(f)) into matches
  using page_size, skip, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag;
  total := cardinality(matches);
  ids := private.sort_customers(f, matches, sort, descending, page_size, skip);
end $$;

-- A query for the ids of all customers who match.
create function private.matching_customers(f private.customer_filter) returns text
language sql immutable set search_path = '' as $$
  select case when f.only_buyers and f.patterns is null and f.tag is null then concat(
    'select a.customer_id from private.customer_totals_by_agent a
      where a.organization_id = $3 and a.agent_id = $4 and a.sales_count > 0',
    -- Few are archived: an index holds them.
    case when f.archived is not null then case when f.archived then ' and exists' else ' and not exists' end
      || ' (select 1 from public.customers x
        where x.organization_id = a.organization_id and x.id = a.customer_id and x.archived_at is not null)' end)
  else concat('select d.customer_id from private.customer_search d',
    case when f.only_buyers then ' join private.customer_totals_by_agent a
      on a.organization_id = d.organization_id and a.customer_id = d.customer_id and a.agent_id = $4 and a.sales_count > 0' end,
    ' where d.organization_id = $3',
    case when f.archived is not null then ' and d.archived = $5' end,
    -- The longest words for the index, which has no use for LIKE ALL.
    (select string_agg(format(' and d.document like ($6)[%s]', n), '')
      from generate_series(1, least(coalesce(cardinality(f.patterns), 0), 3)) n),
    case when cardinality(f.patterns) > 3 then ' and d.document like all ($6)' end,
    case when f.tag is not null then ' and d.tag_keys @> array[$7]' end) end
$$;

create function private.sort_customers(
  f private.customer_filter, matches uuid[], sort text, descending boolean, take bigint, skip bigint)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  k record := private.customer_sort_keys(sort, f.agent_id);
  one_by_one text := case when cardinality(matches) <= 20000 then ' offset 0' else '' end;
  ids uuid[];
begin
  execute private.page_query('unnest($5) u(id)' || case
      when not k.of_sales then
        ' cross join lateral (select * from public.customers x where x.id = u.id' || one_by_one || ') c'
      when f.agent_id is null then
        ' cross join lateral (select * from private.customer_totals x
          where x.organization_id = $3 and x.customer_id = u.id' || one_by_one || ') t'
      else
        ' left join lateral (select * from private.customer_totals_by_agent x
          where x.organization_id = $3 and x.agent_id = $4 and x.customer_id = u.id and x.sales_count > 0'
          || one_by_one || ') a on true' end,
    'true', k.keys, descending, 'u.id', true)
  into ids using take, skip, f.organization_id, f.agent_id, matches;
  return ids;
end $$;

create function private.scan_customers(f private.customer_filter, sort text, descending boolean, total bigint, take bigint, skip bigint)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  k record := private.customer_sort_keys(sort, f.agent_id);
  buyers boolean := f.only_buyers;
  own_customers text;
  own_page text;
  others_page text;
  own bigint;
  strangers uuid[];
  first bigint;
  far boolean;
  ids uuid[];
begin
  if not k.of_sales then
    execute private.scan_query(f, 'public.customers c', 'c.organization_id = $3' || case
        when f.archived is null then ' and c.merged_into is null'
        when f.archived then ' and c.archived_at is not null and c.merged_into is null'
        else ' and c.archived_at is null' end, k.keys, descending, 'c.id', coalesce(f.archived and total <= 5000, false))
    into ids using take, skip, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag;
    return ids;
  elsif f.agent_id is null then
    execute private.scan_query(f, 'private.customer_totals t', 't.organization_id = $3'
      || case when f.archived is not null then ' and t.archived = $5' else '' end, k.keys, descending, 't.customer_id', false)
    into ids using take, skip, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag;
    return ids;
  end if;

  -- Counted from the end at which the own customers are; the other direction is its mirror image.
  first := case when descending then skip else total - skip - take end;
  f.only_buyers := false;
  own_customers := 'private.customer_totals_by_agent a
    join private.customer_totals t on t.organization_id = a.organization_id and t.customer_id = a.customer_id
    where a.organization_id = $3 and a.agent_id = $4 and a.sales_count > 0'
    || case when f.archived is not null then ' and t.archived = $5' else '' end || private.matching_condition('a.customer_id', f);
  if buyers then
    execute format('select array(select a.customer_id from %s order by %s limit $1 offset $2)', own_customers,
      private.sort_clause(array['a.' || k.of_agent], descending, 'a.customer_id'))
    into ids using take, skip, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag;
    return ids;
  end if;
  own_page := format('select array(select a.customer_id from %s order by a.%I desc, a.customer_id limit $1 offset $2)',
    own_customers, k.of_agent);
  far := first > total / 2;
  others_page := format('select array(select t.customer_id from private.customer_totals t
      where t.organization_id = $3%1$s and not exists (
        select 1 from private.customer_totals_by_agent a
        where a.organization_id = $3 and a.agent_id = $4 and a.customer_id = t.customer_id and a.sales_count > 0)
      order by t.customer_id%2$s limit $1 offset $2)',
    case when f.archived is not null then ' and t.archived = $5' else '' end || private.matching_condition('t.customer_id', f),
    case when far then ' desc' else '' end);
  if far then
    -- From the other end nobody needs to know how many are the agent's own.
    execute others_page into strangers using take, total - first - take, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag;
    strangers := array(select u.id from unnest(strangers) with ordinality u(id, n) order by u.n desc);
    if cardinality(strangers) < take then
      execute own_page into ids using take - cardinality(strangers), first, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag;
    end if;
    ids := ids || strangers;
  else
    execute own_page into ids using take, first, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag;
    if cardinality(ids) < take then
      own := first + cardinality(ids);
      if cardinality(ids) = 0 and first > 0 then
        execute 'select count(*) from ' || own_customers into own using take, skip, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag;
      end if;
      execute others_page into strangers
      using take - cardinality(ids), greatest(first - own, 0), f.organization_id, f.agent_id, f.archived, f.patterns, f.tag;
      ids := ids || strangers;
    end if;
  end if;
  return case when descending then ids else array(select u.id from unnest(ids) with ordinality u(id, n) order by u.n desc) end;
end $$;

-- private.page_query for a scan that skips customers who do not match, bounded by customer_scan_limit().
create function private.scan_query(f private.customer_filter, source text, conditions text, keys text[], descending boolean, id text, few boolean)
returns text
language sql immutable set search_path = '' as $$
  select case when private.matching_condition('w.id', f) = '' then private.page_query(source, conditions, keys, descending, id, few)
    else format('select array(select w.id from (select %s as id, %s from %s where %s order by %s limit %s) w where true%s
      order by %s limit $1 offset $2)',
      id, (select string_agg(k || ' as k' || n, ', ' order by n) from unnest(keys) with ordinality u(k, n)), source, conditions,
      private.sort_clause(keys, descending, id), private.scan_limit(), private.matching_condition('w.id', f),
      private.sort_clause(array(select 'w.k' || n from generate_series(1, cardinality(keys)) n), descending, 'w.id')) end
$$;

-- Most rows a scan with a filter reads: matches of a name search may stand together, far away from the page.
create function private.scan_limit() returns int language sql immutable set search_path = '' as $$ select 4000 $$;

-- The filter as a condition for one customer, empty without one. Scalar subqueries keep it a lookup per row: the planner cannot
-- turn it into a join that reads customers outside of the scan.
create function private.matching_condition(id text, f private.customer_filter) returns text
language sql immutable set search_path = '' as $$
  select concat(
    case when f.patterns is not null or f.tag is not null then ' and (select '
      || concat_ws(' and ', case when f.patterns is not null then 'd.document like all ($6)' end,
        case when f.tag is not null then 'd.tag_keys @> array[$7]' end)
      || ' from private.customer_search d where d.customer_id = ' || id || ')' end,
    case when f.only_buyers then ' and (select b.sales_count > 0 from private.customer_totals_by_agent b
      where b.organization_id = $3 and b.agent_id = $4 and b.customer_id = ' || id || ')' end)
$$;

create function private.customer_sort_keys(sort text, agent uuid, out keys text[], out of_sales boolean, out of_agent text)
language sql immutable set search_path = '' as $$
  select case s.sort
      when 'name' then '{c.last_name,c.first_name}'
      when 'email' then '{"coalesce(c.email, '''')"}'
      when 'created_at' then '{c.created_at}'
      else case when agent is null then array['t.' || s.sort]
        -- Who bought for nothing comes before who bought nothing.
        else array[format('coalesce(a.%s, %s)', s.sort, case s.sort when 'last_sale_date' then '''-infinity''' else '0' end),
          '(a.sales_count is not null)'] end end,
    s.sort not in ('name', 'email', 'created_at'), s.sort
  from (select case when sort in ('name', 'email', 'created_at', 'sales_count', 'total_amount') then sort
    else 'last_sale_date' end as sort) s
$$;

-- The rows of a page in the order of `ids`. agent_id: whose sales count in totals, null for all.
create function private.customer_rows(ids uuid[], backwards boolean, organization_id uuid, agent uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', c.id, 'first_name', c.first_name, 'last_name', c.last_name, 'email', c.email, 'phone', c.phone, 'tags', c.tags,
    'city', c.city, 'country', c.country, 'created_at', c.created_at, 'archived_at', c.archived_at)
    || private.customer_sums(customer_rows.organization_id, c.id, agent) - 'commission_amount'
    order by case when backwards then -u.n else u.n end), '[]')
  from unnest(ids) with ordinality u(id, n)
  join public.customers c on c.id = u.id
$$;

create function private.customer_sums(organization_id uuid, customer uuid, agent uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('sales_count', coalesce(sum(t.sales_count), 0), 'total_amount', coalesce(sum(t.total_amount), 0),
    'commission_amount', coalesce(sum(t.commission_amount), 0),
    'last_sale_date', nullif(max(t.last_sale_date), '-infinity'),
    'agent', (
      select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url)
      from public.sales s join public.users u on u.id = s.agent_id
      where s.organization_id = customer_sums.organization_id and s.customer_id = customer and s.status <> 'cancelled'
        and (customer_sums.agent is null or s.agent_id = customer_sums.agent)
      order by s.sale_date desc, s.id limit 1))
  from (
    select r.sales_count, r.total_amount, r.commission_amount, r.last_sale_date from private.customer_totals r
    where customer_sums.agent is null and r.organization_id = customer_sums.organization_id and r.customer_id = customer
    union all
    select r.sales_count, r.total_amount, r.commission_amount, r.last_sale_date from private.customer_totals_by_agent r
    where r.organization_id = customer_sums.organization_id and r.customer_id = customer and r.agent_id = customer_sums.agent) t
$$;

create function public.get_customer_totals(customer_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  scope record := private.caller_scope();
begin
  return private.customer_sums(scope.organization_id, get_customer_totals.customer_id, scope.agent_id) - 'last_sale_date' - 'agent';
end $$;
grant execute on function public.get_customer_totals(uuid) to authenticated;

create function private.most_used_tags(organization_id uuid, archived boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('tag', t.tag, 'count', t.n) order by t.n desc, t.tag), '[]')
  from (
    select max(n.tag) as tag, sum(n.customers_count) as n
    from private.customer_counts n
    where n.organization_id = most_used_tags.organization_id and n.tag_key <> '' and (most_used_tags.archived is null or n.archived = most_used_tags.archived)
    group by n.tag_key having sum(n.customers_count) > 0
    order by sum(n.customers_count) desc, max(n.tag) limit 20) t
$$;
