-- A search is counted first, through its index where a word is long enough for it; then the page is read the shorter way: in
-- the order of the list, passing by those who are not searched for, or from all who are found, sorted. The count is exact.

-- How many a search finds in one state.
create function private.count_found(f private.customer_filter) returns bigint
language plpgsql stable security definer set search_path = '' as $$
declare
  total bigint;
begin
  execute 'select count(*) from private.customer_search d where d.organization_id = $1 and d.archived = $2'
    -- The longest words for the index, which has no use for LIKE ALL.
    || (select string_agg(format(' and d.document like ($3)[%s]', n), '') from generate_series(1, least(cardinality(f.patterns), 3)) n)
    || case when cardinality(f.patterns) > 3 then ' and d.document like all ($3)' else '' end
  into total using f.home, f.archived, f.patterns;
  return total;
end $$;

-- The condition of a walk that a customer is one who is searched for, the patterns being the sixth parameter. Asked row by row,
-- so that no plan looks at those that are not on the way to the page.
create function private.matching(id text, f private.customer_filter) returns text
language sql immutable set search_path = '' as $$
  select case when f.patterns is null then ''
    else ' and (select d.document like all ($6) from private.customer_search d where d.customer_id = ' || id || ')' end
$$;

-- How many a walk passes by on its way to what a search found, at most: who is searched for by name may stand together, far
-- from the page.
create function private.walk_limit() returns int language sql immutable set search_path = '' as $$ select 4000 $$;

-- private.page_query for a walk.
create function private.walk_query(f private.customer_filter, source text, conditions text, keys text[], descending boolean, id text, few boolean)
returns text
language sql immutable set search_path = '' as $$
  select case when f.patterns is null then private.page_query(source, conditions, keys, descending, id, few)
    else format('select array(select w.id from (select %s as id, %s from %s where %s order by %s limit %s) w where true%s
      order by %s limit $1 offset $2)',
      id, (select string_agg(k || ' as k' || n, ', ' order by n) from unnest(keys) with ordinality u(k, n)), source, conditions,
      private.sort_clause(keys, descending, id), private.walk_limit(), private.matching('w.id', f),
      private.sort_clause(array(select 'w.k' || n from generate_series(1, cardinality(keys)) n), descending, 'w.id')) end
$$;

-- All, or those who are searched for: read in the order of an index, from the nearer end. An agent's own customers come before
-- all those without a sale of theirs, or after them the other way round. Of a search fewer than `take` when they stand too far away.
create or replace function private.walk_customers(f private.customer_filter, sort text, descending boolean, total bigint, take bigint, skip bigint)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  k record := private.customer_sort_keys(sort, f.agent);
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
    into ids using take, skip, f.home, f.archived, null, f.patterns;
    return ids;
  elsif f.agent is null then
    execute private.walk_query(f, 'private.customer_totals t', 't.organization_id = $3'
      || case when f.archived is not null then ' and t.archived = $4' else '' end, k.keys, descending, 't.customer_id', false)
    into ids using take, skip, f.home, f.archived, null, f.patterns;
    return ids;
  end if;

  -- Counted from the end at which the own customers are; the other direction is its mirror image.
  first := case when descending then skip else total - skip - take end;
  own_customers := 'private.customer_totals_by_agent a
    join private.customer_totals t on t.organization_id = a.organization_id and t.customer_id = a.customer_id
    where a.organization_id = $1 and a.agent_id = $2 and a.sales_count > 0'
    || case when f.archived is not null then ' and t.archived = $3' else '' end || private.matching('a.customer_id', f);
  own_page := format('select array(select a.customer_id from %s order by a.%I desc, a.customer_id limit $4 offset $5)',
    own_customers, k.of_agent);
  far := first > total / 2;
  others_page := format('select array(select t.customer_id from private.customer_totals t
      where t.organization_id = $1%1$s and not exists (
        select 1 from private.customer_totals_by_agent a
        where a.organization_id = $1 and a.agent_id = $2 and a.customer_id = t.customer_id and a.sales_count > 0)
      order by t.customer_id%2$s limit $4 offset $5)',
    case when f.archived is not null then ' and t.archived = $3' else '' end || private.matching('t.customer_id', f),
    case when far then ' desc' else '' end);
  if far then
    -- From the other end nobody needs to know how many are the agent's own.
    execute others_page into strangers using f.home, f.agent, f.archived, take, total - first - take, f.patterns;
    strangers := array(select u.id from unnest(strangers) with ordinality u(id, n) order by u.n desc);
    if cardinality(strangers) < take then
      execute own_page into ids using f.home, f.agent, f.archived, take - cardinality(strangers), first, f.patterns;
    end if;
    ids := ids || strangers;
  else
    execute own_page into ids using f.home, f.agent, f.archived, take, first, f.patterns;
    if cardinality(ids) < take then
      own := first + cardinality(ids);
      if cardinality(ids) = 0 and first > 0 then
        execute 'select count(*) from ' || own_customers into own using f.home, f.agent, f.archived, null, null, f.patterns;
      end if;
      execute others_page into strangers using f.home, f.agent, f.archived, take - cardinality(ids), greatest(first - own, 0), f.patterns;
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
  total bigint := 0;
  take bigint;
  skip bigint;
  backwards boolean := false;
  listed bigint;
  ids uuid[];
begin
  select s.home, s.agent into f.home, f.agent from private.caller_scope(list_customers.agent_id) s;
  f.buyers := list_customers.agent_id is not null;
  f.archived := case list_customers.state when 'archived' then true when 'all' then null else false end;
  f.tag := lower(nullif(btrim(list_customers.tag), ''));
  f.patterns := private.customer_patterns(list_customers.search);
  if f.home is null or private.is_hopeless(f.patterns) then
    total := 0;
  elsif f.buyers or f.tag is not null or f.patterns is not null and f.archived is null then
    -- Of all states together no index knows the order.
    select c.total, c.ids into total, ids from private.collect_customers(f, list_customers.sort, down, page_no, size) c;
  else
    select coalesce(sum(n.customers_count), 0) into listed from private.customer_counts n
    where n.organization_id = f.home and n.tag_key = '' and (f.archived is null or n.archived = f.archived);
    total := case when f.patterns is null then listed else private.count_found(f) end;
    select w.take, w.skip, w.backwards into take, skip, backwards from private.page_window(total, page_no, size) w;
    -- Unless the way to a page of a search is expected to be long, or hardly shorter than to sort all there are.
    if take > 0 and (f.patterns is null or (skip + take) * listed / total <= least(total / 4, private.walk_limit() / 2)) then
      ids := private.walk_customers(f, list_customers.sort, down <> backwards, total, take, skip);
    end if;
    if f.patterns is not null and take > coalesce(cardinality(ids), 0) then
      backwards := false;
      select c.ids into ids from private.collect_customers(f, list_customers.sort, down, page_no, size) c;
    end if;
  end if;
  return jsonb_build_object('rows', private.customer_rows(ids, backwards, f.home, f.agent), 'count', total, 'page', page_no,
    'page_size', size, 'total_pages', (total + size - 1) / size, 'tags', private.most_used_tags(f.home, f.archived));
end $$;

revoke all on function private.count_found(private.customer_filter), private.matching(text, private.customer_filter),
  private.walk_limit(), private.walk_query(private.customer_filter, text, text, text[], boolean, text, boolean)
  from public, anon, authenticated;
