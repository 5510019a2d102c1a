-- The customers list in one call, made like the list of sales: the rows of a page, their count, and the tags in use.
-- Everybody in the organization sees its customers; what they bought is added up over the sales the caller may see.

create index customers_organization_id_email_idx on public.customers (organization_id, coalesce(email, ''), id);

-- Null: not filtered by it. Home is always there. `agent`: whose sales count, null for everybody's. `buyers`: only who
-- bought from that agent.
create type private.customer_filter as (
  home uuid, agent uuid, buyers boolean, archived boolean, tag text, patterns text[]);
revoke all on type private.customer_filter from public;

-- What narrows the list, on the tables of private.customer_source.
create function private.customer_conditions(f private.customer_filter) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(' and ', 't.organization_id = $3',
    case when f.archived is not null then 't.archived = $5' end,
    -- The longest word for the index, which has no use for LIKE ALL.
    case when f.patterns is not null then 'd.document like $7 and d.document like all ($8)' end,
    case when f.tag is not null then 'exists (select 1 from unnest(c.tags) g where lower(g) = $6)' end)
$$;

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
  totals text;
  source text;
  keys text[];
  total bigint := 0;
  take bigint;
  skip bigint;
  backwards boolean;
  ids uuid[];
begin
  select s.home, s.agent into f.home, f.agent from private.caller_scope(list_customers.agent_id) s;
  f.buyers := list_customers.agent_id is not null;
  f.archived := case coalesce(list_customers.state, 'active') when 'archived' then true when 'all' then null else false end;
  f.tag := lower(nullif(btrim(list_customers.tag), ''));
  f.patterns := private.customer_patterns(list_customers.search);
  totals := case when f.agent is null then 't' else 'a' end;
  source := 'private.customer_totals t join public.customers c on c.id = t.customer_id'
    || case when f.patterns is not null then ' join private.customer_search d on d.customer_id = t.customer_id' else '' end
    || case when f.agent is not null then case when f.buyers then '' else ' left' end
      || ' join private.customer_totals_by_agent a on a.organization_id = t.organization_id and a.customer_id = t.customer_id
        and a.agent_id = $4 and a.sales_count > 0' else '' end;
  keys := case list_customers.sort
    when 'name' then '{c.last_name,c.first_name}'
    when 'email' then '{"coalesce(c.email, '''')"}'
    when 'created_at' then '{c.created_at}'
    when 'sales_count' then array[format('coalesce(%s.sales_count, 0)', totals)]
    when 'total_amount' then array[format('coalesce(%s.total_amount, 0)', totals)]
    else array[format('coalesce(%s.last_sale_date, ''-infinity'')', totals)] end;
  if f.home is not null and not private.is_hopeless(f.patterns) then
    execute format('select count(*) from %s where %s and $1 is null and $2 is null', source, private.customer_conditions(f))
    into total using null::int, null::int, f.home, f.agent, f.archived, f.tag, f.patterns[1], f.patterns;
  end if;
  select w.take, w.skip, w.backwards into take, skip, backwards from private.page_window(total, page_no, size) w;
  if take > 0 then
    execute private.page_query(source, private.customer_conditions(f), keys, down <> backwards, 't.customer_id', total <= 1000)
    into ids using take, skip, f.home, f.agent, f.archived, f.tag, f.patterns[1], f.patterns;
  end if;
  return jsonb_build_object('rows', private.customer_rows(ids, backwards, f.home, f.agent), 'count', total, 'page', page_no,
    'page_size', size, 'total_pages', (total + size - 1) / size, 'tags', private.most_used_tags(f.home, f.archived));
end $$;

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

-- The page of a customer has them in get_customer_profile.
create or replace function public.get_customer_totals(customer_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  scope record := private.caller_scope();
begin
  return private.customer_sums(scope.home, get_customer_totals.customer_id, scope.agent) - 'last_sale_date' - 'agent';
end $$;

revoke all on function private.customer_conditions(private.customer_filter), private.most_used_tags(uuid, boolean),
  private.customer_rows(uuid[], boolean, uuid, uuid), private.customer_sums(uuid, uuid, uuid),
  public.list_customers(text, text, uuid, text, text, boolean, int, int) from public, anon, authenticated;
grant execute on function public.list_customers(text, text, uuid, text, text, boolean, int, int) to authenticated;
