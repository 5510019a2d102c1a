-- What the list of customers is filtered by is looked up once, through an index where there is one for it, and counted; then the
-- page is read the shorter way: in the order of the list, passing by those who do not match, or from those who do, sorted.

-- Who matches, as a query. Here and below the parameters are: how many to take, how many to skip, the home, the agent, archived,
-- the patterns, the tag.
create function private.matching_customers(f private.customer_filter) returns text
language sql immutable set search_path = '' as $$
  select case when f.buyers and f.patterns is null and f.tag is null then concat(
    'select a.customer_id from private.customer_totals_by_agent a
      where a.organization_id = $3 and a.agent_id = $4 and a.sales_count > 0',
    -- Few are archived: an index holds them.
    case when f.archived is not null then case when f.archived then ' and exists' else ' and not exists' end
      || ' (select 1 from public.customers x
        where x.organization_id = a.organization_id and x.id = a.customer_id and x.archived_at is not null)' end)
  else concat('select d.customer_id from private.customer_search d',
    case when f.buyers then ' join private.customer_totals_by_agent a
      on a.organization_id = d.organization_id and a.customer_id = d.customer_id and a.agent_id = $4 and a.sales_count > 0' end,
    ' where d.organization_id = $3',
    case when f.archived is not null then ' and d.archived = $5' end,
    -- The longest words for the index, which has no use for LIKE ALL.
    (select string_agg(format(' and d.document like ($6)[%s]', n), '')
      from generate_series(1, least(coalesce(cardinality(f.patterns), 0), 3)) n),
    case when cardinality(f.patterns) > 3 then ' and d.document like all ($6)' end,
    case when f.tag is not null then ' and d.tag_keys @> array[$7]' end) end
$$;

-- The condition of a walk that a customer matches. Asked row by row, so that no plan looks at those that are not on the way.
create function private.matching(id text, f private.customer_filter) returns text
language sql immutable set search_path = '' as $$
  select concat(
    case when f.patterns is not null or f.tag is not null then ' and (select '
      || concat_ws(' and ', case when f.patterns is not null then 'd.document like all ($6)' end,
        case when f.tag is not null then 'd.tag_keys @> array[$7]' end)
      || ' from private.customer_search d where d.customer_id = ' || id || ')' end,
    case when f.buyers then ' and (select b.sales_count > 0 from private.customer_totals_by_agent b
      where b.organization_id = $3 and b.agent_id = $4 and b.customer_id = ' || id || ')' end)
$$;

-- How many a walk passes by on its way to what matches, at most: who is searched for by name may stand together, far from the page.
create function private.walk_limit() returns int language sql immutable set search_path = '' as $$ select 4000 $$;

-- private.page_query for a walk.
create function private.walk_query(f private.customer_filter, source text, conditions text, keys text[], descending boolean, id text, few boolean)
returns text
language sql immutable set search_path = '' as $$
  select case when private.matching('w.id', f) = '' then private.page_query(source, conditions, keys, descending, id, few)
    else format('select array(select w.id from (select %s as id, %s from %s where %s order by %s limit %s) w where true%s
      order by %s limit $1 offset $2)',
      id, (select string_agg(k || ' as k' || n, ', ' order by n) from unnest(keys) with ordinality u(k, n)), source, conditions,
      private.sort_clause(keys, descending, id), private.walk_limit(), private.matching('w.id', f),
      private.sort_clause(array(select 'w.k' || n from generate_series(1, cardinality(keys)) n), descending, 'w.id')) end
$$;

-- The page from all who match. What they are sorted by is looked up one by one, unless they are so many that reading everybody
-- is quicker: of those in between no plan knows that.
create function private.sort_customers(
  f private.customer_filter, matches uuid[], sort text, descending boolean, take bigint, skip bigint)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  k record := private.customer_sort_keys(sort, f.agent);
  one_by_one text := case when cardinality(matches) <= 20000 then ' offset 0' else '' end;
  ids uuid[];
begin
  execute private.page_query('unnest($5) u(id)' || case
      when not k.of_sales then
        ' cross join lateral (select * from public.customers x where x.id = u.id' || one_by_one || ') c'
      when f.agent is null then
        ' cross join lateral (select * from private.customer_totals x
          where x.organization_id = $3 and x.customer_id = u.id' || one_by_one || ') t'
      else
        ' left join lateral (select * from private.customer_totals_by_agent x
          where x.organization_id = $3 and x.agent_id = $4 and x.customer_id = u.id and x.sales_count > 0'
          || one_by_one || ') a on true' end,
    'true', k.keys, descending, 'u.id', true)
  into ids using take, skip, f.home, f.agent, matches;
  return ids;
end $$;

-- Who matches and how many, sorted: for tables that leave as a whole.
create or replace function private.collect_customers(f private.customer_filter, sort text, descending boolean, page int, page_size int,
  out total bigint, out ids uuid[])
language plpgsql stable security definer set search_path = '' as $$
declare
  skip bigint := (page - 1)::bigint * page_size;
  matches uuid[];
begin
  execute format('select array(%s)', private.matching_customers(f)) into matches
  using page_size, skip, f.home, f.agent, f.archived, f.patterns, f.tag;
  total := cardinality(matches);
  ids := private.sort_customers(f, matches, sort, descending, page_size, skip);
end $$;

-- In the order of an index, from the nearer end: all of many, or those of them who match. An agent's own customers come before
-- all those without a sale of theirs, or after them the other way round. Fewer than `take` when what matches is too far away.
create or replace function private.walk_customers(f private.customer_filter, sort text, descending boolean, total bigint, take bigint, skip bigint)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  k record := private.customer_sort_keys(sort, f.agent);
  buyers boolean := f.buyers;
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
    execute private.walk_query(f, 'public.customers c', 'c.organization_id = $3' || case
        when f.archived is null then ' and c.merged_into is null'
        when f.archived then ' and c.archived_at is not null and c.merged_into is null'
        else ' and c.archived_at is null' end, k.keys, descending, 'c.id', coalesce(f.archived and total <= 5000, false))
    into ids using take, skip, f.home, f.agent, f.archived, f.patterns, f.tag;
    return ids;
  elsif f.agent is null then
    execute private.walk_query(f, 'private.customer_totals t', 't.organization_id = $3'
      || case when f.archived is not null then ' and t.archived = $5' else '' end, k.keys, descending, 't.customer_id', false)
    into ids using take, skip, f.home, f.agent, f.archived, f.patterns, f.tag;
    return ids;
  end if;

  -- Counted from the end at which the own customers are; the other direction is its mirror image.
  first := case when descending then skip else total - skip - take end;
  f.buyers := false;
  own_customers := 'private.customer_totals_by_agent a
    join private.customer_totals t on t.organization_id = a.organization_id and t.customer_id = a.customer_id
    where a.organization_id = $3 and a.agent_id = $4 and a.sales_count > 0'
    || case when f.archived is not null then ' and t.archived = $5' else '' end || private.matching('a.customer_id', f);
  if buyers then
    execute format('select array(select a.customer_id from %s order by %s limit $1 offset $2)', own_customers,
      private.sort_clause(array['a.' || k.of_agent], descending, 'a.customer_id'))
    into ids using take, skip, f.home, f.agent, f.archived, f.patterns, f.tag;
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
    case when f.archived is not null then ' and t.archived = $5' else '' end || private.matching('t.customer_id', f),
    case when far then ' desc' else '' end);
  if far then
    -- From the other end nobody needs to know how many are the agent's own.
    execute others_page into strangers using take, total - first - take, f.home, f.agent, f.archived, f.patterns, f.tag;
    strangers := array(select u.id from unnest(strangers) with ordinality u(id, n) order by u.n desc);
    if cardinality(strangers) < take then
      execute own_page into ids using take - cardinality(strangers), first, f.home, f.agent, f.archived, f.patterns, f.tag;
    end if;
    ids := ids || strangers;
  else
    execute own_page into ids using take, first, f.home, f.agent, f.archived, f.patterns, f.tag;
    if cardinality(ids) < take then
      own := first + cardinality(ids);
      if cardinality(ids) = 0 and first > 0 then
        execute 'select count(*) from ' || own_customers into own using take, skip, f.home, f.agent, f.archived, f.patterns, f.tag;
      end if;
      execute others_page into strangers
      using take - cardinality(ids), greatest(first - own, 0), f.home, f.agent, f.archived, f.patterns, f.tag;
      ids := ids || strangers;
    end if;
  end if;
  return case when descending then ids else array(select u.id from unnest(ids) with ordinality u(id, n) order by u.n desc) end;
end $$;

-- {rows, count, page, page_size, total_pages, tags}. search: every word is part of the names, an e-mail, a phone or a
-- tag. state: 'active', 'archived' or 'all'. agent_id: only who bought from that agent, and what they bought there.
-- tags: the twenty most used of the state, [{tag, count}]. An unknown state or sort is ignored; a page beyond the last
-- has no rows; page_size is 1 to 100. Sums and the agent are of the sales the caller may see, without cancelled ones.
create or replace function public.list_customers(
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
  select s.home, s.agent into f.home, f.agent from private.caller_scope(list_customers.agent_id) s;
  f.buyers := list_customers.agent_id is not null;
  f.archived := case list_customers.state when 'archived' then true when 'all' then null else false end;
  f.tag := lower(nullif(btrim(list_customers.tag), ''));
  f.patterns := private.customer_patterns(list_customers.search);
  filtered := f.buyers or f.tag is not null or f.patterns is not null;
  if f.home is not null and not private.is_hopeless(f.patterns) then
    select coalesce(sum(n.customers_count), 0) into listed from private.customer_counts n
    where n.organization_id = f.home and n.tag_key = '' and (f.archived is null or n.archived = f.archived);
    total := listed;
    if filtered then
      execute format('select array(%s)', private.matching_customers(f)) into matches
      using take, skip, f.home, f.agent, f.archived, f.patterns, f.tag;
      total := cardinality(matches);
    end if;
  end if;
  select w.take, w.skip, w.backwards into take, skip, backwards from private.page_window(total, page_no, size) w;
  if take > 0 then
    select o.of_sales, list_customers.sort in ('name', 'email') into by_sales, by_name
    from private.customer_sort_keys(list_customers.sort, f.agent) o;
    -- Of those who match the way is short where it is expected to pass by fewer than there are to sort. Who is searched for by name
    -- may stand together; and all states together stand in no order by what they bought.
    if not filtered or (skip + take) * listed / total <= least(total / case when by_name and f.patterns is not null then 16 else 2 end,
        private.walk_limit() / 2) and not (by_sales and f.archived is null) then
      ids := private.walk_customers(f, list_customers.sort, down <> backwards, total, take, skip);
    end if;
    if filtered and coalesce(cardinality(ids), 0) < take then
      ids := private.sort_customers(f, matches, list_customers.sort, down <> backwards, take, skip);
    end if;
  end if;
  return jsonb_build_object('rows', private.customer_rows(ids, backwards, f.home, f.agent), 'count', total, 'page', page_no,
    'page_size', size, 'total_pages', (total + size - 1) / size, 'tags', private.most_used_tags(f.home, f.archived));
end $$;

revoke all on function private.matching_customers(private.customer_filter), private.matching(text, private.customer_filter),
  private.walk_limit(), private.walk_query(private.customer_filter, text, text, text[], boolean, text, boolean),
  private.sort_customers(private.customer_filter, uuid[], text, boolean, bigint, bigint) from public, anon, authenticated;
