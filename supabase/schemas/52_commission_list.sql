-- Null: not filtered by it. Home and the days are always there. Of a search the longest word is looked up (word, and the
-- customers and vendors whose names have it), the other words are looked for in what that finds.
-- overdue_on: what is unpaid and was expected before that day; null when it is not asked for.
-- A search for commissions as one for sales: read once, and a broad one added up by what it leaves out.

-- With except_them, `customers` are those who do not match; with the_rest, what does not match is asked for.
create type private.commission_filter as (
  organization_id uuid, agent_id uuid, first_day date, last_day date, status text,
  word text, customers uuid[], vendors uuid[], other_words text[], vendor uuid, overdue_on date, except_them boolean, the_rest boolean);

-- The other words of a search for commissions: of a customer's name they may be typed without its accents, or with.
create function private.commission_conditions(f private.commission_filter, from_sales boolean) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(' and ', d || '.organization_id = $3',
    case when f.agent_id is not null then d || '.agent_id = $4' end,
    case when f.first_day > '1900-01-01' then d || '.sale_date >= $5' end,
    case when f.last_day < '2199-12-31' then d || '.sale_date <= $6' end,
    case when f.status is not null then 'm.status = $7' end,
    case when f.word is not null then
      case when f.the_rest then 'not ' else '' end || '(' || case when f.except_them then 's.customer_id <> all ($9)' else 's.customer_id = any ($9)' end
      || ' or s.vendor_id = any ($10) or lower(s.booking_reference collate pg_catalog."pg_c_utf8") like $8)' end,
    -- Not left to the line above, so that an index finds them.
    case when f.the_rest then 's.customer_id = any ($9)' end,
    case when cardinality(f.other_words) > 0 then
      'not exists (select 1 from unnest($11) p
        where lower((s.booking_reference || '' '' || (select v.name from public.vendors v where v.id = s.vendor_id))
          collate pg_catalog."pg_c_utf8") not like p
        and (select private.searched_names(c.document) from private.customer_search c where c.customer_id = s.customer_id) not like private.normalize_search_text(p))' end,
    case when f.vendor is not null then d || '.vendor_id = $12' end,
    -- Written out, for the index of what is unpaid.
    case when f.overdue_on is not null then 'm.status = ''unpaid'' and m.due_on < $13' end)
  from (select case when from_sales then 's' else 'm' end as d) driver
$$;

-- {status: {count, amount, agent_amount}} over every filter but the status: from a rollup, or from the rows when none
-- knows the filter.
create function private.sum_commissions(f private.commission_filter) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  source text;
  sums jsonb;
  rest private.commission_filter := f;
begin
  f.status := null;
  if f.except_them and cardinality(f.other_words) = 0 and not coalesce(f.the_rest, false) then
    rest.status := null;
    rest.the_rest := true;
    f.word := null;
    f.except_them := false;
    return private.subtract_sums(private.sum_commissions(f), private.sum_commissions(rest));
  end if;
  if f.word is null and f.overdue_on is null and (f.agent_id is null or f.vendor is null) then
    source := 'd.status, sum(d.commissions_count) as n, sum(d.amount) as a, sum(d.agent_amount) as g from private.'
      || case when f.agent_id is not null then 'commissions_daily_by_agent d where d.agent_id = $4 and'
        when f.vendor is not null then 'commissions_daily_by_vendor d where d.vendor_id = $12 and'
        else 'commissions_daily d where' end
      || ' d.organization_id = $3 and d.day between $5 and $6 group by d.status';
  else
    source := 'm.status, count(*) as n, sum(m.amount) as a, sum(m.agent_amount) as g from '
      || case when f.word is null then 'public.commissions m where '
        else 'public.sales s join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id where ' end
      || private.commission_conditions(f, f.word is not null) || ' group by m.status';
  end if;
  execute 'select jsonb_object_agg(status, jsonb_build_object(''count'', n, ''amount'', a, ''agent_amount'', g))
    from (select ' || source || ') t'
  into sums using null, null, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customers, f.vendors,
    f.other_words, f.vendor, f.overdue_on;
  return sums;
end $$;

-- The sums under the names of the answer.
create function private.name_commission_sums(sums jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(name, jsonb_build_object('count', n, 'amount', a, 'agent_amount', g))
  from (
    select t.name, coalesce(sum((v ->> 'count')::bigint), 0) as n, coalesce(sum((v ->> 'amount')::numeric), 0) as a,
      coalesce(sum((v ->> 'agent_amount')::numeric), 0) as g
    from unnest('{unpaid,funds_received,agent_paid,cancelled,total}'::text[]) t(name)
    left join jsonb_each(sums) e(k, v) on t.name = 'total' or e.k = t.name
    group by t.name
  ) s
$$;

-- The ids of one page.
create function private.find_commissions(
  f private.commission_filter, sort text, descending boolean, take bigint, skip bigint, few boolean)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  -- A commission knows its vendor, too: those that are overdue are found without their sales.
  by_sale boolean := coalesce(sort in ('total_amount', 'booking_reference', 'customer')
    or sort = 'vendor' and (f.overdue_on is null or f.word is not null), false);
  from_sales boolean := by_sale or f.word is not null;
  -- Every sale has one commission: joined only for what the sale does not know.
  joined boolean := from_sales and (f.status is not null or f.overdue_on is not null
    or not by_sale and sort is distinct from 'sale_date');
  source text;
  keys text[];
  ids uuid[];
begin
  select o.source, o.keys into source, keys
  from private.commission_sort(sort, from_sales, joined, f.overdue_on is not null) o;
  execute private.page_query(source, private.commission_conditions(f, from_sales), keys, descending,
    case when from_sales then 's.id' else 'm.sales_id' end, few)
  into ids using take, skip, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customers, f.vendors,
    f.other_words, f.vendor, f.overdue_on;
  return ids;
end $$;

-- A page of many rows in few groups (status, agent, vendor); see private.find_grouped_sales.
create function private.find_grouped_commissions(
  f private.commission_filter, sort text, descending boolean, take bigint, skip bigint)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  near constant int := 500;
  sizes jsonb;
  ids uuid[] := '{}';
  part private.commission_filter;
  member text;
begin
  if skip > near then
    execute format('select jsonb_object_agg(g, n) from (select m.%I as g, count(*) as n from public.commissions m',
        case sort when 'agent' then 'agent_id' when 'vendor' then 'vendor_id' else 'status' end)
      || case when f.word is not null
        then ' join public.sales s on s.id = m.sales_id and s.organization_id = m.organization_id' else '' end
      || ' where ' || private.commission_conditions(f, f.word is not null) || ' group by 1) t'
    into sizes using null, null, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customers, f.vendors,
      f.other_words, f.vendor, f.overdue_on;
  end if;
  for member in
    select g.member from (
      select s as member, s as k1, '' as k2 from unnest('{agent_paid,cancelled,funds_received,unpaid}'::text[]) s
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
    ids := ids || private.find_commissions(part, case sort when 'vendor' then 'sale_date' else 'created_at' end, descending,
      case when sizes is null then skip else 0 end + take - cardinality(ids),
      case when sizes is null then 0 else skip end, false);
    if sizes is not null then
      skip := 0;
    end if;
    exit when cardinality(ids) >= skip + take;
  end loop;
  return case when sizes is null then ids[skip + 1:] else ids end;
end $$;

create function private.commission_rows(sale_ids uuid[], backwards boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', m.id, 'status', m.status, 'amount', m.amount, 'agent_amount', m.agent_amount,
    'commission_split', m.commission_split, 'due_on', m.due_on, 'created_at', m.created_at, 'sales_id', m.sales_id,
    'booking_reference', s.booking_reference, 'sale_date', s.sale_date, 'sale_status', s.status,
    'total_amount', s.total_amount,
    'customer', jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name),
    'vendor', jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url),
    'agent', jsonb_build_object('id', a.id, 'first_name', a.first_name, 'last_name', a.last_name,
      'avatar_url', a.avatar_url))
    order by case when backwards then -u.n else u.n end), '[]')
  from unnest(sale_ids) with ordinality u(id, n)
  join public.sales s on s.id = u.id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
  join public.users a on a.id = m.agent_id
$$;

-- What commissions are joined with and sorted by. `sort` is one of a list; whatever else arrives sorts by the moment of
-- creation, and `due_on` sorts what is asked for as overdue.
create function private.commission_sort(sort text, from_sales boolean, joined boolean, overdue boolean, out source text, out keys text[])
language plpgsql immutable set search_path = '' as $$
declare
  dated text := case when from_sales then 's.sale_date' else 'm.sale_date' end;
begin
  source := case when from_sales then 'public.sales s' else 'public.commissions m' end
    || case when joined then ' join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id' else '' end
    || case sort
      when 'customer' then ' join public.customers c on c.organization_id = s.organization_id and c.id = s.customer_id'
      when 'vendor' then format(' join public.vendors v on v.organization_id = %1$s.organization_id and v.id = %1$s.vendor_id',
        case when from_sales then 's' else 'm' end)
      when 'agent' then ' join public.users a on a.organization_id = m.organization_id and a.id = m.agent_id'
      else '' end;
  keys := case sort
    when 'sale_date' then array[dated]
    when 'amount' then '{m.amount}'
    when 'total_amount' then '{s.total_amount}'
    when 'booking_reference' then '{s.booking_reference}'
    when 'status' then '{m.status,m.created_at}'
    when 'customer' then array['c.last_name', 'c.first_name', 'c.id', dated]
    when 'vendor' then array['v.name', 'v.id', dated]
    when 'agent' then '{a.last_name,a.first_name,a.id,m.created_at}'
    else case when sort = 'due_on' and overdue then '{m.due_on}'::text[] else '{m.created_at}' end end;
end $$;

-- Sums by status and one page of a search that finds few enough to be collected: in one pass over them.
create function private.search_commissions(
  f private.commission_filter, sort text, descending boolean, take bigint, skip bigint, out sums jsonb, out ids uuid[])
language plpgsql stable security definer set search_path = '' as $$
declare
  any_status private.commission_filter := f;
  source text;
  keys text[];
begin
  any_status.status := null;
  select o.source, o.keys into source, keys from private.commission_sort(sort, true, true, f.overdue_on is not null) o;
  execute format(
    'with m as materialized (
      select s.id as id, m.status, m.amount, m.agent_amount, %s from %s where %s)
    select (select jsonb_object_agg(t.status, jsonb_build_object(''count'', t.n, ''amount'', t.a, ''agent_amount'', t.g))
        from (select m.status, count(*) as n, sum(m.amount) as a, sum(m.agent_amount) as g from m group by 1) t),
      array(select m.id from m where $7 is null or m.status = $7 order by %s limit $1 offset $2)',
    (select string_agg(k || ' as k' || n, ', ' order by n) from unnest(keys) with ordinality u(k, n)), source,
    private.commission_conditions(any_status, true),
    private.sort_clause(array(select 'k' || n from generate_series(1, cardinality(keys)) n), descending, 'id'))
  into sums, ids using take, skip, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customers, f.vendors,
    f.other_words, f.vendor, f.overdue_on;
end $$;

-- What the caller asked for. Home is null when nothing may be found.
create function private.commission_filter_of(
  status text, agent_id uuid, vendor_id uuid, overdue boolean, start_date date, end_date date, search text)
returns private.commission_filter
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.commission_filter;
  patterns text[] := private.search_patterns(commission_filter_of.search);
begin
  select c.organization_id, c.agent_id into f.organization_id, f.agent_id from private.caller_scope(commission_filter_of.agent_id) c;
  select r.first_day, r.last_day into f.first_day, f.last_day
  from private.date_range(commission_filter_of.start_date, commission_filter_of.end_date) r;
  f.vendor := commission_filter_of.vendor_id;
  f.status := case when commission_filter_of.status in ('unpaid', 'funds_received', 'agent_paid', 'cancelled')
    then commission_filter_of.status end;
  f.overdue_on := case when commission_filter_of.overdue then private.today() end;
  if private.has_too_many_search_words(patterns) then
    f.organization_id := null;
  elsif f.organization_id is not null and patterns is not null then
    f.word := patterns[1];
    f.other_words := patterns[2:];
    select c.customers, c.except_them into f.customers, f.except_them from private.match_customers(f.organization_id, patterns[:1]) c;
    f.vendors := array(select v.id from public.vendors v
      where v.organization_id = f.organization_id and lower(v.name collate pg_catalog."pg_c_utf8") like f.word);
    if f.except_them and f.customers = '{}' and cardinality(f.other_words) = 0 then
      -- Everybody matches.
      f.word := null;
      f.except_them := false;
    end if;
  end if;
  return f;
end $$;

-- {rows, count, page, page_size, total_pages, stats}. `stats` obeys every filter but the status, `count` that one too.
-- Days are those of the sale. search: every word is part of the customer's names or e-mail, the booking reference or the
-- vendor's name. overdue: unpaid, and due before today; then `due_on` is one more sort. Everything else as list_sales.
-- Of a range of days commissions are collected by their day and sorted by the moment of their creation, rather than looked for
-- among all that were created.
create function public.list_commissions(
  status text default null, agent_id uuid default null, start_date date default null, end_date date default null,
  search text default null, sort text default 'created_at', descending boolean default true, page int default 1,
  page_size int default 10, vendor_id uuid default null, overdue boolean default false)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.commission_filter := private.commission_filter_of(list_commissions.status, list_commissions.agent_id,
    list_commissions.vendor_id, list_commissions.overdue, list_commissions.start_date, list_commissions.end_date,
    list_commissions.search);
  page_no int := greatest(coalesce(list_commissions.page, 1), 1);
  size int := least(greatest(coalesce(list_commissions.page_size, 10), 1), 100);
  down boolean := coalesce(list_commissions.descending, true);
  -- Of so many customers and vendors all commissions are collected.
  collectable_customers constant int := 5000;
  collectable_vendors constant int := 8;
  -- Read by the moment of creation, days of sales are far from the beginning, and from each other.
  dated boolean := (f.first_day > '1900-01-01' or f.last_day < '2199-12-31') and (list_commissions.sort is null
    or list_commissions.sort not in ('sale_date', 'amount', 'total_amount', 'booking_reference', 'status', 'customer', 'vendor',
      'agent'));
  sums jsonb;
  total bigint;
  take bigint;
  skip bigint;
  backwards boolean := false;
  few boolean;
  ids uuid[];
begin
  if f.organization_id is not null and f.word is not null and not f.except_them
    and cardinality(f.customers) <= collectable_customers and cardinality(f.vendors) <= collectable_vendors then
    select s.sums, s.ids into sums, ids
    from private.search_commissions(f, list_commissions.sort, down, size, (page_no - 1)::bigint * size) s;
    total := private.count_of(sums, f.status);
  else
    if f.organization_id is not null then
      sums := private.sum_commissions(f);
    end if;
    total := private.count_of(sums, f.status);
    select w.take, w.skip, w.backwards into take, skip, backwards from private.page_window(total, page_no, size) w;
    if take > 0 then
      -- What is overdue is read from an index of its own, not in the order of the list.
      few := total <= 1000 or f.word is not null and total <= 25000 or f.overdue_on is not null and total <= 200000
        or dated and total <= 50000;
      ids := case when not few and list_commissions.sort in ('status', 'vendor', 'agent')
        then private.find_grouped_commissions(f, list_commissions.sort, down <> backwards, take, skip)
        else private.find_commissions(f, list_commissions.sort, down <> backwards, take, skip, few) end;
    end if;
  end if;
  return jsonb_build_object('rows', private.commission_rows(ids, backwards), 'count', total, 'page', page_no,
    'page_size', size, 'total_pages', (total + size - 1) / size, 'stats', private.name_commission_sums(sums));
end $$;
grant execute on function public.list_commissions(text, uuid, date, date, text, text, boolean, integer, integer, uuid,
  boolean) to authenticated;
