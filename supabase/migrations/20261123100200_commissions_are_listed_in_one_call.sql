-- The commissions list in one call, made like the list of sales. A commission carries its sale's agent and date, so most
-- filters and sorts need no sale; a search and the sorts by what only the sale knows start from the sales' indexes. The
-- one commission of a sale is named by the sale's id here: either index has it, whichever the page is found by.

drop index public.commissions_organization_id_created_at_idx;
create index commissions_organization_id_created_at_idx on public.commissions (organization_id, created_at desc, sales_id)
  include (sale_date, status, agent_id);
drop index public.commissions_organization_id_agent_id_idx;
create index commissions_organization_id_agent_id_idx on public.commissions (organization_id, agent_id, created_at desc, sales_id)
  include (sale_date, status);
drop index public.commissions_organization_id_sale_date_idx;
create index commissions_organization_id_sale_date_idx on public.commissions (organization_id, sale_date desc, sales_id)
  include (status, agent_id, created_at);
create index commissions_organization_id_amount_idx on public.commissions (organization_id, amount desc, sales_id)
  include (status, agent_id, sale_date);
drop index public.commissions_organization_id_status_idx;
create index commissions_organization_id_status_idx on public.commissions (organization_id, status, created_at desc, sales_id);
create statistics public.commissions_scope (dependencies) on organization_id, agent_id from public.commissions;
-- For the part of a booking reference somebody remembers.
create index sales_booking_reference_search_idx on public.sales using gin
  (lower(booking_reference collate pg_catalog."pg_c_utf8") extensions.gin_trgm_ops);

-- Null: not filtered by it. Home and the days are always there. Of a search the longest word is looked up (word, and the
-- customers and vendors whose names have it), the other words are looked for in what that finds.
create type private.commission_filter as (
  home uuid, agent uuid, first_day date, last_day date, status text,
  word text, customers uuid[], vendors uuid[], other_words text[], vendor uuid);
revoke all on type private.commission_filter from public;

-- The conditions on commissions alone (m), or on sales (s) and their commissions.
create function private.commission_conditions(f private.commission_filter, from_sales boolean) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(' and ', d || '.organization_id = $3',
    case when f.agent is not null then d || '.agent_id = $4' end,
    case when f.first_day > '1900-01-01' then d || '.sale_date >= $5' end,
    case when f.last_day < '2199-12-31' then d || '.sale_date <= $6' end,
    case when f.status is not null then 'm.status = $7' end,
    case when f.word is not null then
      '(s.customer_id = any ($9) or s.vendor_id = any ($10) or lower(s.booking_reference collate pg_catalog."pg_c_utf8") like $8)' end,
    case when cardinality(f.other_words) > 0 then
      '(select lower((c.first_name || '' '' || c.last_name || '' '' || coalesce(c.email, '''') || '' '' || s.booking_reference
        || '' '' || v.name) collate pg_catalog."pg_c_utf8") from public.customers c cross join public.vendors v
        where c.id = s.customer_id and v.id = s.vendor_id) like all ($11)' end,
    case when f.vendor is not null then 's.vendor_id = $12' end)
  from (select case when from_sales then 's' else 'm' end as d) driver
$$;

-- {status: {count, amount, agent_amount}} over every filter but the status: from the rollups, or from the rows of a search.
create function private.sum_commissions(f private.commission_filter) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  source text;
  sums jsonb;
begin
  f.status := null;
  if f.word is null then
    source := 'd.status, sum(d.commissions_count) as n, sum(d.amount) as a, sum(d.agent_amount) as g from private.'
      || case when f.agent is not null then 'commissions_daily_by_agent d where d.agent_id = $4 and'
        else 'commissions_daily d where' end
      || ' d.organization_id = $3 and d.day between $5 and $6 group by d.status';
  else
    source := 'm.status, count(*) as n, sum(m.amount) as a, sum(m.agent_amount) as g
      from public.sales s join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id where '
      || private.commission_conditions(f, true) || ' group by m.status';
  end if;
  execute 'select jsonb_object_agg(status, jsonb_build_object(''count'', n, ''amount'', a, ''agent_amount'', g))
    from (select ' || source || ') t'
  into sums using null, null, f.home, f.agent, f.first_day, f.last_day, f.status, f.word, f.customers, f.vendors,
    f.other_words, f.vendor;
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

-- The ids of the sales whose commissions a page shows. `sort` is one of a list; whatever else arrives sorts by the moment
-- of creation.
create function private.find_commissions(
  f private.commission_filter, sort text, descending boolean, take bigint, skip bigint, few boolean)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  by_sale boolean := coalesce(sort in ('total_amount', 'booking_reference', 'customer', 'vendor'), false);
  from_sales boolean := by_sale or f.word is not null or f.vendor is not null;
  -- Every sale has one commission: joined only for what the sale does not know.
  joined boolean := from_sales and (f.status is not null or not by_sale and sort is distinct from 'sale_date');
  dated text := case when from_sales then 's.sale_date' else 'm.sale_date' end;
  source text := case when from_sales then 'public.sales s' else 'public.commissions m' end
    || case when joined then ' join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id' else '' end
    || case sort
      when 'customer' then ' join public.customers c on c.organization_id = s.organization_id and c.id = s.customer_id'
      when 'vendor' then ' join public.vendors v on v.organization_id = s.organization_id and v.id = s.vendor_id'
      when 'agent' then ' join public.users a on a.organization_id = m.organization_id and a.id = m.agent_id'
      else '' end;
  keys text[] := case sort
    when 'sale_date' then array[dated]
    when 'amount' then '{m.amount}'
    when 'total_amount' then '{s.total_amount}'
    when 'booking_reference' then '{s.booking_reference}'
    when 'status' then '{m.status,m.created_at}'
    when 'customer' then array['c.last_name', 'c.first_name', 'c.id', dated]
    when 'vendor' then array['v.name', 'v.id', dated]
    when 'agent' then '{a.last_name,a.first_name,a.id,m.created_at}'
    else '{m.created_at}' end;
  ids uuid[];
begin
  execute private.page_query(source, private.commission_conditions(f, from_sales), keys, descending,
    case when from_sales then 's.id' else 'm.sales_id' end, few)
  into ids using take, skip, f.home, f.agent, f.first_day, f.last_day, f.status, f.word, f.customers, f.vendors,
    f.other_words, f.vendor;
  return ids;
end $$;

-- The same for many rows in few groups (status, agent, vendor); see private.find_grouped_sales.
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
    execute 'select jsonb_object_agg(g, n) from (select ' || case
      when sort = 'vendor' then 's.vendor_id as g, count(*) as n from public.sales s'
        || case when f.status is not null
          then ' join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id' else '' end
      else format('m.%I as g, count(*) as n from public.commissions m', case sort when 'agent' then 'agent_id' else 'status' end)
        || case when f.word is not null
          then ' join public.sales s on s.id = m.sales_id and s.organization_id = m.organization_id' else '' end
      end || ' where ' || private.commission_conditions(f, sort = 'vendor' or f.word is not null) || ' group by 1) t'
    into sizes using null, null, f.home, f.agent, f.first_day, f.last_day, f.status, f.word, f.customers, f.vendors,
      f.other_words, f.vendor;
  end if;
  for member in
    select g.member from (
      select s as member, s as k1, '' as k2 from unnest('{agent_paid,cancelled,funds_received,unpaid}'::text[]) s
      where sort = 'status' and (f.status is null or s = f.status)
      union all
      select v.id::text, v.name, '' from public.vendors v where sort = 'vendor' and v.organization_id = f.home
      union all
      select a.id::text, a.last_name, a.first_name from public.users a
      where sort = 'agent' and a.organization_id = f.home and (f.agent is null or a.id = f.agent)) g
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
      else part.agent := member::uuid;
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
    'commission_split', m.commission_split, 'created_at', m.created_at, 'sales_id', m.sales_id,
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

-- {rows, count, page, page_size, total_pages, stats}. `stats` obeys every filter but the status, `count` that one too.
-- Days are those of the sale. search: every word is part of the customer's names or e-mail, the booking reference or the
-- vendor's name. Everything else as list_sales.
create function public.list_commissions(
  status text default null, agent_id uuid default null, start_date date default null, end_date date default null,
  search text default null, sort text default 'created_at', descending boolean default true, page int default 1,
  page_size int default 10)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.commission_filter;
  patterns text[] := private.search_patterns(list_commissions.search);
  page_no int := greatest(coalesce(list_commissions.page, 1), 1);
  size int := least(greatest(coalesce(list_commissions.page_size, 10), 1), 100);
  down boolean := coalesce(list_commissions.descending, true);
  sums jsonb;
  total bigint;
  take bigint;
  skip bigint;
  backwards boolean;
  few boolean;
  ids uuid[];
begin
  select c.home, c.agent into f.home, f.agent from private.caller_scope(list_commissions.agent_id) c;
  select r.first_day, r.last_day into f.first_day, f.last_day
  from private.date_range(list_commissions.start_date, list_commissions.end_date) r;
  f.status := case when list_commissions.status in ('unpaid', 'funds_received', 'agent_paid', 'cancelled')
    then list_commissions.status end;
  if f.home is not null and patterns is not null then
    f.word := patterns[1];
    f.other_words := patterns[2:];
    f.customers := private.find_customers(f.home, patterns[:1]);
    f.vendors := array(select v.id from public.vendors v
      where v.organization_id = f.home and lower(v.name collate pg_catalog."pg_c_utf8") like f.word);
  end if;

  if f.home is not null and not private.is_hopeless(patterns) then
    sums := private.sum_commissions(f);
  end if;
  total := private.count_of(sums, f.status);
  select w.take, w.skip, w.backwards into take, skip, backwards from private.page_window(total, page_no, size) w;
  if take > 0 then
    few := total <= 1000 or f.word is not null and total <= 25000;
    ids := case when not few and list_commissions.sort in ('status', 'vendor', 'agent')
      then private.find_grouped_commissions(f, list_commissions.sort, down <> backwards, take, skip)
      else private.find_commissions(f, list_commissions.sort, down <> backwards, take, skip, few) end;
  end if;
  return jsonb_build_object('rows', private.commission_rows(ids, backwards), 'count', total, 'page', page_no,
    'page_size', size, 'total_pages', (total + size - 1) / size, 'stats', private.name_commission_sums(sums));
end $$;

revoke all on function private.commission_conditions(private.commission_filter, boolean),
  private.sum_commissions(private.commission_filter), private.name_commission_sums(jsonb),
  private.find_commissions(private.commission_filter, text, boolean, bigint, bigint, boolean),
  private.find_grouped_commissions(private.commission_filter, text, boolean, bigint, bigint),
  private.commission_rows(uuid[], boolean),
  public.list_commissions(text, uuid, date, date, text, text, boolean, int, int) from public, anon, authenticated;
grant execute on function public.list_commissions(text, uuid, date, date, text, text, boolean, int, int) to authenticated;
