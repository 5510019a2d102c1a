-- The customers list in one call, made like the list of sales: the rows of a page, their count, and the tags in use.
-- Everybody in the organization sees its customers; what they bought is added up over the sales the caller may see.

-- Both ways of an order by e-mail, those without one at its beginning.
create index customers_organization_id_email_idx on public.customers (organization_id, coalesce(email, '') desc, id);
create index customers_archived_idx on public.customers (organization_id, id) where archived_at is not null;

-- Null: not filtered by it. Home is always there. `agent`: whose sales count, null for everybody's. `buyers`: only who
-- bought from that agent.
create type private.customer_filter as (
  home uuid, agent uuid, buyers boolean, archived boolean, tag text, patterns text[]);
revoke all on type private.customer_filter from public;

create function private.most_used_tags(home uuid, archived boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('tag', t.tag, 'count', t.n) order by t.n desc, t.tag), '[]')
  from (
    select max(n.tag) as tag, sum(n.customers_count) as n
    from private.customer_counts n
    where n.organization_id = home and n.tag_key <> '' and (most_used_tags.archived is null or n.archived = most_used_tags.archived)
    group by n.tag_key having sum(n.customers_count) > 0
    order by sum(n.customers_count) desc, max(n.tag) limit 20) t
$$;

-- What one customer bought, from everybody or (agent) from one person: {sales_count, total_amount, commission_amount,
-- last_sale_date, agent}, the agent being that of the latest sale.
create function private.customer_sums(home uuid, customer uuid, agent uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('sales_count', coalesce(sum(t.sales_count), 0), 'total_amount', coalesce(sum(t.total_amount), 0),
    'commission_amount', coalesce(sum(t.commission_amount), 0),
    'last_sale_date', nullif(max(t.last_sale_date), '-infinity'),
    'agent', (
      select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url)
      from public.sales s join public.users u on u.id = s.agent_id
      where s.organization_id = home and s.customer_id = customer and s.status <> 'cancelled'
        and (customer_sums.agent is null or s.agent_id = customer_sums.agent)
      order by s.sale_date desc, s.id limit 1))
  from (
    select r.sales_count, r.total_amount, r.commission_amount, r.last_sale_date from private.customer_totals r
    where customer_sums.agent is null and r.organization_id = home and r.customer_id = customer
    union all
    select r.sales_count, r.total_amount, r.commission_amount, r.last_sale_date from private.customer_totals_by_agent r
    where r.organization_id = home and r.customer_id = customer and r.agent_id = customer_sums.agent) t
$$;

-- `agent`: whose sales count, null for everybody's.
create function private.customer_rows(ids uuid[], backwards boolean, home uuid, agent uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', c.id, 'first_name', c.first_name, 'last_name', c.last_name, 'email', c.email, 'phone', c.phone, 'tags', c.tags,
    'city', c.city, 'country', c.country, 'created_at', c.created_at, 'archived_at', c.archived_at)
    || private.customer_sums(home, c.id, agent) - 'commission_amount'
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

-- Few of many: what a search, a tag or an agent leaves is collected once, counted, and sorted.
create function private.collect_customers(f private.customer_filter, sort text, descending boolean, page int, page_size int,
  out total bigint, out ids uuid[])
language plpgsql stable security definer set search_path = '' as $$
declare
  k record := private.customer_sort_keys(sort, f.agent);
begin
  execute format('
    with m as materialized (
      select d.customer_id as id, %1$s
      from private.customer_search d%2$s
      where d.organization_id = $1%3$s)
    select (select count(*) from m), array(select id from m order by %4$s limit $2 offset $3)',
    (select string_agg(u.key || ' as k' || u.n, ', ' order by u.n) from unnest(k.keys) with ordinality u(key, n)),
    concat(
      case when not k.of_sales then ' join public.customers c on c.id = d.customer_id'
        when f.agent is null then ' join private.customer_totals t on t.organization_id = d.organization_id and t.customer_id = d.customer_id' end,
      case when f.buyers or k.of_sales and f.agent is not null then case when f.buyers then '' else ' left' end
        || ' join private.customer_totals_by_agent a on a.organization_id = d.organization_id and a.customer_id = d.customer_id
          and a.agent_id = $4 and a.sales_count > 0' end),
    concat(
      case when f.archived is not null then ' and d.archived = $5' end,
      case when f.tag is not null then ' and d.tag_keys @> array[$6]' end,
      -- The longest words for the index, which has no use for LIKE ALL.
      (select string_agg(format(' and d.document like ($7)[%s]', n), '') from generate_series(1, least(coalesce(cardinality(f.patterns), 0), 3)) n),
      case when cardinality(f.patterns) > 3 then ' and d.document like all ($7)' end),
    private.sort_clause(array(select 'k' || n from generate_series(1, cardinality(k.keys)) n), descending, 'id'))
  into total, ids
  using f.home, page_size, (page - 1)::bigint * page_size, f.agent, f.archived, f.tag, f.patterns;
end $$;

-- All of many: read in the order of an index, from the nearer end. An agent's own customers come before all those without
-- a sale of theirs, or after them the other way round.
create function private.walk_customers(f private.customer_filter, sort text, descending boolean, total bigint, take bigint, skip bigint)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  k record := private.customer_sort_keys(sort, f.agent);
  own_customers text;
  own bigint;
  strangers uuid[];
  others bigint;
  first bigint;
  rest bigint;
  far boolean;
  ids uuid[];
begin
  if not k.of_sales then
    execute private.page_query('public.customers c', 'c.organization_id = $3' || case
        when f.archived is null then ' and c.merged_into is null'
        when f.archived then ' and c.archived_at is not null and c.merged_into is null'
        else ' and c.archived_at is null' end, k.keys, descending, 'c.id', coalesce(f.archived and total <= 5000, false))
    into ids using take, skip, f.home;
    return ids;
  elsif f.agent is null then
    execute private.page_query('private.customer_totals t', 't.organization_id = $3'
      || case when f.archived is not null then ' and t.archived = $4' else '' end, k.keys, descending, 't.customer_id', false)
    into ids using take, skip, f.home, f.archived;
    return ids;
  end if;

  -- Counted from the end at which the own customers are; the other direction is its mirror image.
  first := case when descending then skip else total - skip - take end;
  own_customers := 'private.customer_totals_by_agent a
    join private.customer_totals t on t.organization_id = a.organization_id and t.customer_id = a.customer_id
    where a.organization_id = $1 and a.agent_id = $2 and a.sales_count > 0'
    || case when f.archived is not null then ' and t.archived = $3' else '' end;
  execute format('select array(select a.customer_id from %s order by a.%I desc, a.customer_id limit $4 offset $5)',
    own_customers, k.of_agent)
  into ids using f.home, f.agent, f.archived, take, first;
  rest := take - cardinality(ids);
  if rest > 0 then
    execute 'select count(*) from ' || own_customers into own using f.home, f.agent, f.archived;
    others := total - own;
    first := greatest(first - own, 0);
    far := first > others / 2;
    execute format('select array(select t.customer_id from private.customer_totals t
      where t.organization_id = $1%s and not exists (
        select 1 from private.customer_totals_by_agent a
        where a.organization_id = $1 and a.agent_id = $2 and a.customer_id = t.customer_id and a.sales_count > 0)
      order by t.customer_id%s limit $4 offset $5)',
      case when f.archived is not null then ' and t.archived = $3' else '' end, case when far then ' desc' else '' end)
    into strangers using f.home, f.agent, f.archived, rest, case when far then others - first - rest else first end;
    ids := ids || case when far then array(select u.id from unnest(strangers) with ordinality u(id, n) order by u.n desc)
      else strangers end;
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
  total bigint := 0;
  take bigint;
  skip bigint;
  backwards boolean := false;
  ids uuid[];
begin
  select s.home, s.agent into f.home, f.agent from private.caller_scope(list_customers.agent_id) s;
  f.buyers := list_customers.agent_id is not null;
  f.archived := case list_customers.state when 'archived' then true when 'all' then null else false end;
  f.tag := lower(nullif(btrim(list_customers.tag), ''));
  f.patterns := private.customer_patterns(list_customers.search);
  if f.home is null or private.is_hopeless(f.patterns) then
    total := 0;
  elsif f.buyers or f.tag is not null or f.patterns is not null then
    select c.total, c.ids into total, ids from private.collect_customers(f, list_customers.sort, down, page_no, size) c;
  else
    select coalesce(sum(n.customers_count), 0) into total from private.customer_counts n
    where n.organization_id = f.home and n.tag_key = '' and (f.archived is null or n.archived = f.archived);
    select w.take, w.skip, w.backwards into take, skip, backwards from private.page_window(total, page_no, size) w;
    if take > 0 then
      ids := private.walk_customers(f, list_customers.sort, down <> backwards, total, take, skip);
    end if;
  end if;
  return jsonb_build_object('rows', private.customer_rows(ids, backwards, f.home, f.agent), 'count', total, 'page', page_no,
    'page_size', size, 'total_pages', (total + size - 1) / size, 'tags', private.most_used_tags(f.home, f.archived));
end $$;

-- The page of a customer has them in get_customer_profile.
create or replace function public.get_customer_totals(customer_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  scope record := private.caller_scope();
begin
  return private.customer_sums(scope.home, get_customer_totals.customer_id, scope.agent) - 'last_sale_date' - 'agent';
end $$;

revoke all on function private.customer_sort_keys(text, uuid), private.most_used_tags(uuid, boolean),
  private.collect_customers(private.customer_filter, text, boolean, int, int),
  private.walk_customers(private.customer_filter, text, boolean, bigint, bigint, bigint),
  private.customer_rows(uuid[], boolean, uuid, uuid), private.customer_sums(uuid, uuid, uuid),
  public.list_customers(text, text, uuid, text, text, boolean, int, int) from public, anon, authenticated;
grant execute on function public.list_customers(text, text, uuid, text, text, boolean, int, int) to authenticated;
