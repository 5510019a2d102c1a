create type private.customer_count_delta as (organization_id uuid, archived boolean, tag_key text, tag text, n bigint);

-- The page of a customer has them in get_customer_profile.
create function public.get_customer_totals(customer_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  scope record := private.caller_scope();
begin
  return private.customer_sums(scope.organization_id, get_customer_totals.customer_id, scope.agent_id) - 'last_sale_date' - 'agent';
end $$;
grant execute on function public.get_customer_totals(uuid) to authenticated;

-- How many customers there are, and how many carry a tag ('' for all of them): tags differ by more than their case.
create table private.customer_counts (
  organization_id uuid not null,
  archived boolean not null,
  tag_key text not null,
  tag text not null,
  customers_count bigint not null,
  primary key (organization_id, archived, tag_key)
) with (fillfactor = 70);
alter table private.customer_counts enable row level security;

create function private.add_to_customer_counts(deltas private.customer_count_delta[]) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.customer_counts as r (organization_id, archived, tag_key, tag, customers_count)
  select d.organization_id, d.archived, d.tag_key, max(d.tag), sum(d.n)
  from unnest(deltas) d
  group by d.organization_id, d.archived, d.tag_key
  having sum(d.n) <> 0
  order by d.organization_id, d.archived, d.tag_key
  on conflict (organization_id, archived, tag_key) do update set customers_count = r.customers_count + excluded.customers_count
$$;

create function private.count_customers() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deltas private.customer_count_delta[];
begin
  if tg_op = 'INSERT' then
    deltas := array(
      select row(c.organization_id, c.archived_at is not null, lower(t.tag), t.tag, count(*))::private.customer_count_delta
      from written c cross join lateral unnest(c.tags || ''::text) t(tag)
      where c.merged_into is null
      group by c.organization_id, c.archived_at is not null, t.tag);
    insert into private.customer_totals (organization_id, customer_id, archived)
    select c.organization_id, c.id, c.archived_at is not null from written c
    where c.merged_into is null order by c.organization_id, c.id
    on conflict do nothing;
  elsif tg_op = 'UPDATE' then
    deltas := array(
      select row(c.organization_id, c.archived_at is not null, lower(t.tag), t.tag, sum(c.n))::private.customer_count_delta
      from (
        select 1 as n, organization_id, archived_at, merged_into, tags from written
        union all
        select -1, organization_id, archived_at, merged_into, tags from removed) c
      cross join lateral unnest(c.tags || ''::text) t(tag)
      where c.merged_into is null
      group by c.organization_id, c.archived_at is not null, t.tag
      having sum(c.n) <> 0);
    delete from private.customer_totals r using written c
    where r.organization_id = c.organization_id and r.customer_id = c.id and c.merged_into is not null;
    update private.customer_totals r set archived = c.archived_at is not null from written c
    where r.organization_id = c.organization_id and r.customer_id = c.id and r.archived <> (c.archived_at is not null);
    insert into private.customer_totals (organization_id, customer_id, archived)
    select c.organization_id, c.id, c.archived_at is not null
    from written c join removed o on o.id = c.id
    where c.merged_into is null and o.merged_into is not null order by c.organization_id, c.id
    on conflict do nothing;
  else
    deltas := array(
      select row(c.organization_id, c.archived_at is not null, lower(t.tag), t.tag, -count(*))::private.customer_count_delta
      from removed c cross join lateral unnest(c.tags || ''::text) t(tag)
      where c.merged_into is null
      group by c.organization_id, c.archived_at is not null, t.tag);
    delete from private.customer_totals r using removed c
    where r.organization_id = c.organization_id and r.customer_id = c.id;
  end if;
  if cardinality(deltas) > 0 then
    perform private.add_to_customer_counts(deltas);
  end if;
  return null;
end $$;

create trigger customers_after_60_count_added after insert on public.customers
  referencing new table as written for each statement execute function private.count_customers();
create trigger customers_after_60_count_changed after update on public.customers
  referencing old table as removed new table as written for each statement execute function private.count_customers();
create trigger customers_after_60_count_removed after delete on public.customers
  referencing old table as removed for each statement execute function private.count_customers();

create view private.customer_counts_recomputed with (security_invoker = on) as
select c.organization_id, c.archived_at is not null as archived, lower(t.tag) as tag_key, max(t.tag) as tag,
  count(*) as customers_count
from public.customers c cross join lateral unnest(c.tags || ''::text) t(tag)
where c.merged_into is null
group by 1, 2, 3;

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

-- What one customer bought, from everybody or (agent) from one person: {sales_count, total_amount, commission_amount,
-- last_sale_date, agent}, the agent being that of the latest sale.
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

-- `agent`: whose sales count, null for everybody's.
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

-- Where the sort finds its column: sums and the latest day in the rollups, everything else on the customer.
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

-- Who matches and how many, sorted: for tables that leave as a whole.
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

-- In the order of an index, from the nearer end: all of many, or those of them who match. An agent's own customers come before
-- all those without a sale of theirs, or after them the other way round. Fewer than `take` when what matches is too far away.
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

-- {rows, count, page, page_size, total_pages, tags}. search: every word is part of the names, an e-mail, a phone or a
-- tag. state: 'active', 'archived' or 'all'. agent_id: only who bought from that agent, and what they bought there.
-- tags: the twenty most used of the state, [{tag, count}]. An unknown state or sort is ignored; a page beyond the last
-- has no rows; page_size is 1 to 100. Sums and the agent are of the sales the caller may see, without cancelled ones.
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
    -- Of those who match the way is short where it is expected to pass by fewer than there are to sort. Who is searched for by name
    -- may stand together; and all states together stand in no order by what they bought.
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

-- How many a walk passes by on its way to what matches, at most: who is searched for by name may stand together, far from the page.
create function private.scan_limit() returns int language sql immutable set search_path = '' as $$ select 4000 $$;

-- private.page_query for a walk.
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

-- The page from all who match. What they are sorted by is looked up one by one, unless they are so many that reading everybody
-- is quicker: of those in between no plan knows that.
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
