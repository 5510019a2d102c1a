-- The customer list: list_customers answers pages, collect_customers serves exports. Functions that read are security definer,
-- because clients cannot read the search index and the rollups; private.caller_scope decides what the caller may see.
--
-- Strategy. With a filter (search, tag, agent) all matches are looked up once, through an index (customer_match_query): their
-- number is the exact count. Without one the count comes from the rollup customer_counts. Then the page is read in the cheaper of
-- two ways:
--   scan_customers reads an index in the order of the list, from the nearer end, and skips customers that do not match: cheap
--     when many match. With a filter it reads at most customer_scan_limit() rows of the index and may find less than a full page.
--   sort_customers looks up the sort keys of all matches and sorts them: cheap when few match, and the fallback when a scan found
--     less than a full page.
-- list_customers decides by comparing the rows a scan is expected to read, (skip + take) * listed / matches, with the rows to
-- sort. Exports need all matches, so collect_customers always sorts.
--
-- Parameters of the dynamic queries, except in sort_customers: $1 LIMIT, $2 OFFSET, $3 organization, $4 agent, $5 archived,
-- $6 search patterns, $7 tag.

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
  listed_count bigint := 0;
  total bigint := 0;
  take bigint;
  skip bigint;
  backwards boolean := false;
  filtered boolean;
  by_totals boolean;
  by_name boolean;
  is_similar boolean := false;
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
    select coalesce(sum(n.customers_count), 0) into listed_count from private.customer_counts n
    where n.organization_id = f.organization_id and n.tag_key = '' and (f.archived is null or n.archived = f.archived);
    total := listed_count;
    if filtered then
      select m.ids, m.is_similar into matches, is_similar from private.find_filtered_customers(f, list_customers.search) m;
      total := cardinality(matches);
    end if;
  end if;
  select w.take, w.skip, w.backwards into take, skip, backwards from private.page_window(total, page_no, size) w;
  if take > 0 then
    select k.by_totals, list_customers.sort in ('name', 'email') into by_totals, by_name
    from private.customer_sort_keys(list_customers.sort, f.agent_id) k;
    -- Matches of a search by name can stand together in the order of names, so that order is scanned only if the estimate is far
    -- lower. The indexes on totals begin with `archived`: for all states together there is no order to scan.
    -- A scan compares what was typed.
    if not filtered or not is_similar and (skip + take) * listed_count / total <= least(
        total / case when by_name and f.patterns is not null then 16 else 2 end, private.customer_scan_limit() / 2)
      and not (by_totals and f.archived is null) then
      ids := private.scan_customers(f, list_customers.sort, down <> backwards, total, take, skip);
    end if;
    if filtered and coalesce(cardinality(ids), 0) < take then
      ids := private.sort_customers(f, matches, list_customers.sort, down <> backwards, take, skip);
    end if;
  end if;
  return jsonb_build_object('rows', private.customer_rows(ids, backwards, f.organization_id, f.agent_id), 'count', total,
    'page', page_no, 'page_size', size, 'total_pages', (total + size - 1) / size,
    'tags', private.most_used_tags(f.organization_id, f.archived));
end $$;
comment on function public.list_customers is '{rows, count, page, page_size, total_pages, tags}. search: every word is part of the
  names, an e-mail address, a phone number or a tag; where nobody has them, whatever the other filters, the names are a slip away.
  state: ''active'', ''archived'' or ''all''. agent_id: only customers who bought from that agent, with the totals of that agent.
  tags: the twenty most used ones of the state, [{tag, count}]. An unknown state or sort falls back to the default; a page beyond
  the last has no rows; page_size is 1 to 100. Totals and the agent of a row count the sales in the caller''s scope, without
  cancelled ones.';
grant execute on function public.list_customers(text, text, uuid, text, text, boolean, integer, integer) to authenticated;

create function private.collect_customers(
  f private.customer_filter, search text, sort text, descending boolean, page int, page_size int, out total bigint, out ids uuid[])
language plpgsql stable security definer set search_path = '' as $$
declare
  skip bigint := (page - 1)::bigint * page_size;
  matches uuid[];
begin
  matches := (private.find_filtered_customers(f, search)).ids;
  total := cardinality(matches);
  ids := private.sort_customers(f, matches, sort, descending, page_size, skip);
end $$;
comment on function private.collect_customers is 'All matches up to a limit, sorted, and how many there are: for exports.';

create function private.find_filtered_customers(
  f private.customer_filter, search text, out ids uuid[], out is_similar boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  typed private.customer_filter := f;
  is_known boolean := true;
begin
  execute format('select array(%s)', private.customer_match_query(f)) into ids
  using null, null, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag;
  if ids = '{}' and cardinality(f.patterns) > 0 then
    typed.only_buyers := false;
    typed.archived := null;
    typed.tag := null;
    execute format('with m as materialized (%s) select exists (select from m)', private.customer_match_query(typed)) into is_known
    using null, null, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag;
  end if;
  is_similar := not is_known;
  if is_similar then
    f.patterns := null;
    execute format('select array(select m.id from (%s) m(id) where m.id = any ($8))', private.customer_match_query(f)) into ids
    using null, null, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag,
      private.find_misspelled_customers(f.organization_id, search);
  end if;
end $$;
comment on function private.find_filtered_customers is 'The ids of all customers who match. is_similar: nobody has the words of the
  search, so these have names a slip away.';

create function private.customer_match_query(f private.customer_filter) returns text
language sql immutable set search_path = '' as $$
  select case when f.only_buyers and f.patterns is null and f.tag is null then concat(
    'select a.customer_id from private.customer_totals_by_agent a
      where a.organization_id = $3 and a.agent_id = $4 and a.sales_count > 0',
    -- Few customers are archived: customers_archived_idx holds them.
    case when f.archived is not null then case when f.archived then ' and exists' else ' and not exists' end
      || ' (select 1 from public.customers x
        where x.organization_id = a.organization_id and x.id = a.customer_id and x.archived_at is not null)' end)
  else concat('select d.customer_id from private.customer_search d',
    case when f.only_buyers then ' join private.customer_totals_by_agent a
      on a.organization_id = d.organization_id and a.customer_id = d.customer_id and a.agent_id = $4 and a.sales_count > 0' end,
    ' where d.organization_id = $3',
    case when f.archived is not null then ' and d.archived = $5' end,
    -- The longest three patterns one by one, for the trigram index: LIKE ALL does not use it.
    (select string_agg(format(' and d.document like ($6)[%s]', n), '')
      from generate_series(1, least(coalesce(cardinality(f.patterns), 0), 3)) n),
    case when cardinality(f.patterns) > 3 then ' and d.document like all ($6)' end,
    case when f.tag is not null then ' and d.tag_keys @> array[$7]' end) end
$$;
comment on function private.customer_match_query is 'A query for the ids of all customers who match.';

create function private.sort_customers(
  f private.customer_filter, matches uuid[], sort text, descending boolean, take bigint, skip bigint)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  k record := private.customer_sort_keys(sort, f.agent_id);
  lookup_fence text := case when cardinality(matches) <= 20000 then ' offset 0' else '' end;
  ids uuid[];
begin
  execute private.page_query('unnest($5) u(id)' || case
      when not k.by_totals then
        ' cross join lateral (select * from public.customers x where x.id = u.id' || lookup_fence || ') c'
      when f.agent_id is null then
        ' cross join lateral (select * from private.customer_totals x
          where x.organization_id = $3 and x.customer_id = u.id' || lookup_fence || ') t'
      else
        ' left join lateral (select * from private.customer_totals_by_agent x
          where x.organization_id = $3 and x.agent_id = $4 and x.customer_id = u.id and x.sales_count > 0'
          || lookup_fence || ') a on true' end,
    'true', k.keys, descending, 'u.id', true)
  into ids using take, skip, f.organization_id, f.agent_id, matches;
  return ids;
end $$;
comment on function private.sort_customers is 'One page of all matches, sorted. Their sort keys are looked up one by one (OFFSET 0
  keeps the planner from rewriting the lateral join), up to a number of matches from which reading the whole table is quicker: the
  planner does not know how many ids an array has, so it cannot choose. Parameters here: $3 organization, $4 agent, $5 matches.';

create function private.scan_customers(
  f private.customer_filter, sort text, descending boolean, total bigint, take bigint, skip bigint)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  k record := private.customer_sort_keys(sort, f.agent_id);
  only_buyers boolean := f.only_buyers;
  archived_condition text := case when f.archived is not null then ' and t.archived = $5' else '' end;
  buyers_source text;
  buyers_query text;
  others_query text;
  buyers_count bigint;
  others uuid[];
  start bigint;
  from_end boolean;
  ids uuid[];
begin
  if not k.by_totals then
    execute private.customer_scan_query(f, 'public.customers c', 'c.organization_id = $3' || case
        when f.archived is null then ' and c.merged_into is null'
        when f.archived then ' and c.archived_at is not null and c.merged_into is null'
        else ' and c.archived_at is null' end,
      k.keys, descending, 'c.id', coalesce(f.archived and total <= 5000, false))
    into ids using take, skip, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag;
    return ids;
  elsif f.agent_id is null then
    execute private.customer_scan_query(f, 'private.customer_totals t', 't.organization_id = $3' || archived_condition,
      k.keys, descending, 't.customer_id', false)
    into ids using take, skip, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag;
    return ids;
  end if;

  -- The source is the buyers already, so the rest of the filter is enough.
  f.only_buyers := false;
  buyers_source := 'private.customer_totals_by_agent a
    join private.customer_totals t on t.organization_id = a.organization_id and t.customer_id = a.customer_id
    where a.organization_id = $3 and a.agent_id = $4 and a.sales_count > 0'
    || archived_condition || private.customer_match_condition('a.customer_id', f);
  if only_buyers then
    execute format('select array(select a.customer_id from %s order by %s limit $1 offset $2)', buyers_source,
      private.sort_clause(array['a.' || k.totals_column], descending, 'a.customer_id'))
    into ids using take, skip, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag;
    return ids;
  end if;

  -- Read in descending order, with the buyers first; an ascending page is the same one counted from the end, reversed.
  start := case when descending then skip else total - skip - take end;
  buyers_query := format('select array(select a.customer_id from %s order by a.%I desc, a.customer_id limit $1 offset $2)',
    buyers_source, k.totals_column);
  from_end := start > total / 2;
  others_query := format('select array(select t.customer_id from private.customer_totals t
      where t.organization_id = $3%1$s and not exists (
        select 1 from private.customer_totals_by_agent a
        where a.organization_id = $3 and a.agent_id = $4 and a.customer_id = t.customer_id and a.sales_count > 0)
      order by t.customer_id%2$s limit $1 offset $2)',
    archived_condition || private.customer_match_condition('t.customer_id', f), case when from_end then ' desc' else '' end);
  if from_end then
    -- Counted from the end, the number of buyers is not needed.
    execute others_query into others
    using take, total - start - take, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag;
    others := array(select u.id from unnest(others) with ordinality u(id, n) order by u.n desc);
    if cardinality(others) < take then
      execute buyers_query into ids
      using take - cardinality(others), start, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag;
    end if;
    ids := ids || others;
  else
    execute buyers_query into ids using take, start, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag;
    if cardinality(ids) < take then
      buyers_count := start + cardinality(ids);
      if cardinality(ids) = 0 and start > 0 then
        execute 'select count(*) from ' || buyers_source into buyers_count
        using take, skip, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag;
      end if;
      execute others_query into others using take - cardinality(ids), greatest(start - buyers_count, 0), f.organization_id,
        f.agent_id, f.archived, f.patterns, f.tag;
      ids := ids || others;
    end if;
  end if;
  return case when descending then ids else array(select u.id from unnest(ids) with ordinality u(id, n) order by u.n desc) end;
end $$;
comment on function private.scan_customers is 'One page in the order of an index; with a filter possibly less than a page (see
  customer_scan_limit). Sorted by the totals of one agent, the buyers (customers with a sale by that agent) come from their index
  and all other customers, whose totals are zero, follow in the order of their ids: two queries, the second only where the page
  needs it.';

create function private.customer_scan_query(
  f private.customer_filter, source text, conditions text, keys text[], descending boolean, id text, collect_first boolean)
returns text
language sql immutable set search_path = '' as $$
  select case when private.customer_match_condition('w.id', f) = '' then
      private.page_query(source, conditions, keys, descending, id, collect_first)
    else format('select array(select w.id from (select %s as id, %s from %s where %s order by %s limit %s) w where true%s
      order by %s limit $1 offset $2)',
      id, (select string_agg(k || ' as k' || n, ', ' order by n) from unnest(keys) with ordinality u(k, n)), source, conditions,
      private.sort_clause(keys, descending, id), private.customer_scan_limit(), private.customer_match_condition('w.id', f),
      private.sort_clause(array(select 'w.k' || n from generate_series(1, cardinality(keys)) n), descending, 'w.id')) end
$$;
comment on function private.customer_scan_query is 'private.page_query for a scan that skips customers who do not match, bounded by
  customer_scan_limit().';

create function private.customer_scan_limit() returns int language sql immutable set search_path = '' as $$ select 4000 $$;
comment on function private.customer_scan_limit is 'Most rows a scan with a filter reads: matches of a name search may stand
  together, far away from the page.';

create function private.customer_match_condition(id text, f private.customer_filter) returns text
language sql immutable set search_path = '' as $$
  select concat(
    case when f.patterns is not null or f.tag is not null then ' and (select '
      || concat_ws(' and ', case when f.patterns is not null then 'd.document like all ($6)' end,
        case when f.tag is not null then 'd.tag_keys @> array[$7]' end)
      || ' from private.customer_search d where d.customer_id = ' || id || ')' end,
    case when f.only_buyers then ' and (select b.sales_count > 0 from private.customer_totals_by_agent b
      where b.organization_id = $3 and b.agent_id = $4 and b.customer_id = ' || id || ')' end)
$$;
comment on function private.customer_match_condition is 'The filter as a condition for one customer, empty without one. Scalar
  subqueries keep it a lookup per row: the planner cannot turn it into a join that reads customers outside of the scan.';

create function private.customer_sort_keys(
  sort text, agent_id uuid, out keys text[], out by_totals boolean, out totals_column text)
language sql immutable set search_path = '' as $$
  select case s.sort
      when 'name' then '{c.last_name,c.first_name}'
      when 'email' then '{"coalesce(c.email, '''')"}'
      when 'created_at' then '{c.created_at}'
      else case when agent_id is null then array['t.' || s.sort]
        -- A customer with sales worth nothing sorts before one without sales.
        else array[format('coalesce(a.%s, %s)', s.sort, case s.sort when 'last_sale_date' then '''-infinity''' else '0' end),
          '(a.sales_count is not null)'] end end,
    s.sort not in ('name', 'email', 'created_at'), s.sort
  from (select case when sort in ('name', 'email', 'created_at', 'sales_count', 'total_amount') then sort
    else 'last_sale_date' end as sort) s
$$;
comment on function private.customer_sort_keys is 'ORDER BY expressions for a sort. by_totals: the key is a total of sales, named
  totals_column, in the rollup customer_totals (t), or for one agent in customer_totals_by_agent (a); all other keys are columns of
  customers (c).';

create function private.customer_rows(ids uuid[], backwards boolean, organization_id uuid, agent_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', c.id, 'first_name', c.first_name, 'last_name', c.last_name, 'email', c.email, 'phone', c.phone, 'tags', c.tags,
    'city', c.city, 'country', c.country, 'created_at', c.created_at, 'archived_at', c.archived_at)
    || private.customer_sums(customer_rows.organization_id, c.id, customer_rows.agent_id)
    order by case when backwards then -u.n else u.n end), '[]')
  from unnest(ids) with ordinality u(id, n)
  join public.customers c on c.id = u.id
$$;
comment on function private.customer_rows is 'The rows of a page in the order of `ids`. agent_id: whose sales count in totals, null
  for all.';

create function private.most_used_tags(organization_id uuid, archived boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('tag', t.tag, 'count', t.n) order by t.n desc, t.tag), '[]')
  from (
    select max(n.tag) as tag, sum(n.customers_count) as n
    from private.customer_counts n
    where n.organization_id = most_used_tags.organization_id and n.tag_key <> ''
      and (most_used_tags.archived is null or n.archived = most_used_tags.archived)
    group by n.tag_key having sum(n.customers_count) > 0
    order by sum(n.customers_count) desc, max(n.tag) limit 20) t
$$;
comment on function private.most_used_tags is '[{tag, count}]: the twenty most used tags of active, archived or (null) all
  customers, from the rollup.';

create function public.get_customer_page(customer_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select public.get_customer_profile(get_customer_page.customer_id) || jsonb_build_object(
    'sales', private.latest_sales('customer', get_customer_page.customer_id),
    'trips', private.upcoming_trips(get_customer_page.customer_id))
$$;
comment on function public.get_customer_page is 'What get_customer_profile answers, with `sales` and `trips`, in one round trip.
  Runs with the caller''s rights: the profile checks access itself, sales and trips are under row-level security.';
grant execute on function public.get_customer_page(uuid) to authenticated;

create function public.get_customer_profile(customer_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  scope record := private.caller_scope();
  customer public.customers%rowtype;
begin
  select c.* into customer from public.customers c
  where c.organization_id = scope.organization_id and c.id = get_customer_profile.customer_id;
  if customer.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'customer', to_jsonb(customer),
    'totals', private.customer_sums(scope.organization_id, customer.id, scope.agent_id) || jsonb_build_object('next_departure', (
      -- One by one: with OR the planner reads all sales of the organization.
      select min(s.travel_date)
      from (
        select o.id from public.sales o where o.organization_id = scope.organization_id and o.customer_id = customer.id
        union
        select t.sale_id from public.sale_travelers t
        where t.organization_id = scope.organization_id and t.customer_id = customer.id) trip
      join public.sales s on s.id = trip.id
      where s.status <> 'cancelled' and s.travel_date >= private.today()
        and (scope.agent_id is null or s.agent_id = scope.agent_id))),
    'companions', (
      select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'customer_id', c.id, 'first_name', c.first_name,
        'last_name', c.last_name, 'relation', l.relation) order by c.last_name, c.first_name, c.id), '[]')
      from public.customer_companions l
      join public.customers c on c.id = case when l.customer_id = customer.id then l.companion_id else l.customer_id end
      where l.organization_id = scope.organization_id and customer.id in (l.customer_id, l.companion_id)),
    'passports', private.masked_passports(scope.organization_id, customer.id, scope.agent_id),
    'merges', (
      select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'merged_name', m.merged_name,
        'merged_by_name', (select u.first_name || ' ' || u.last_name from public.users u where u.id = m.merged_by),
        'created_at', m.created_at, 'can_undo', private.is_admin() and private.undo_refusal(m) is null)
        order by m.created_at desc, m.id), '[]')
      from private.customer_merges m
      where m.organization_id = scope.organization_id and m.kept_id = customer.id and m.undone_at is null),
    'can_use_passports', private.may_use_passports(scope.organization_id, customer.id));
end $$;
comment on function public.get_customer_profile is '{customer, totals, companions, passports, merges, can_use_passports}; null for a
  customer who does not exist in the caller''s tenant. Totals, the next departure and the warnings of passports count the sales in
  the caller''s scope.';
grant execute on function public.get_customer_profile(uuid) to authenticated;

create function private.upcoming_trips(customer_id uuid) returns jsonb
language sql stable set search_path = '' as $$
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
$$;
comment on function private.upcoming_trips is 'Up to six trips of a customer that have not ended, the next departure first: those
  they pay for and those they travel along on.';
grant execute on function private.upcoming_trips(uuid) to authenticated;
