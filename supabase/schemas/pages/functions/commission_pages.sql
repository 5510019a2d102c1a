-- Which commissions are on one page of the list, as ids of their sales.

create function private.find_commissions(
  f private.commission_filter, sort text, descending boolean, take bigint, skip bigint, collect_first boolean)
returns uuid[]
language plpgsql stable security definer set search_path = '' set max_parallel_workers_per_gather = 0 as $$
declare
  -- Sorted by what the sale knows. A commission carries its vendor too: overdue and ready ones are found without their sales.
  sorted_by_sale boolean := coalesce(sort in ('total_amount', 'booking_reference', 'customer')
    or sort = 'vendor' and (f.due_before is null and not f.ready or f.word is not null), false);
  from_sales boolean := sorted_by_sale or f.word is not null;
  -- Every sale has one commission, so it is joined only for what the sale does not know.
  join_commissions boolean := from_sales and (f.status is not null or f.due_before is not null or f.ready
    or not sorted_by_sale and sort is distinct from 'sale_date');
  source text;
  keys text[];
  -- So many are sorted by their references as they are read.
  small_offset constant int := 500;
  ids uuid[];
begin
  select o.source, o.keys into source, keys
  from private.commission_sort(f, sort, from_sales, join_commissions, false) o;
  execute case when from_sales or collect_first or skip <= small_offset
    then private.page_query(source, private.commission_conditions(f, from_sales, join_commissions), keys, descending,
      case when from_sales then 's.id' else 'm.sales_id' end, collect_first)
    else private.deep_page_query(source, private.commission_conditions(f, from_sales, join_commissions), keys, descending, 'm.sales_id') end
  into ids
  using take, skip, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
    f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked, f.ready_ids, f.ready_shares;
  return ids;
end $$;
comment on function private.find_commissions is 'The ids (of sales) of one page; see private.find_sales.';

create function private.find_grouped_commissions(
  f private.commission_filter, sort text, descending boolean, take bigint, skip bigint)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  small_offset constant int := 500;
  group_sizes jsonb;
  group_size bigint;
  group_key text;
  group_filter private.commission_filter;
  ids uuid[] := '{}';
begin
  if skip > small_offset then
    execute format('select jsonb_object_agg(g, n) from (select m.%I as g, count(*) as n from %s m',
        case sort when 'agent' then 'agent_id' when 'vendor' then 'vendor_id' else 'status' end,
        private.commission_source(f))
      || case when f.word is not null
        then ' join public.sales s on s.id = m.sales_id and s.organization_id = m.organization_id' else '' end
      || ' where ' || private.commission_conditions(f, f.word is not null) || ' group by 1) t'
    into group_sizes
    using null, null, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
      f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked, f.ready_ids, f.ready_shares;
  end if;
  foreach group_key in array private.group_keys(
    sort, '{agent_paid,cancelled,funds_received,unpaid}', f.organization_id, f.agent_id, f.vendor_id, f.status, descending)
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
    ids := ids || private.find_commissions(
      group_filter, case sort when 'vendor' then 'sale_date' else 'created_at' end, descending,
      case when group_sizes is null then skip else 0 end + take - cardinality(ids),
      case when group_sizes is null then 0 else skip end, false);
    if group_sizes is not null then
      skip := 0;
    end if;
    exit when cardinality(ids) >= skip + take;
  end loop;
  return case when group_sizes is null then ids[skip + 1:] else ids end;
end $$;
comment on function private.find_grouped_commissions is 'See private.find_grouped_sales. Within a status or agent commissions are
  sorted by creation, within a vendor by date of sale.';

create function private.find_commissions_by_customer(f private.commission_filter, descending boolean, take bigint, skip bigint)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  page record := private.customers_of_page(f.organization_id, f.agent_id, false, descending, take, skip);
begin
  f.word := '';
  f.names_only := true;
  f.exclude_customers := false;
  f.customer_ids := page.ids;
  f.vendor_ids := '{}';
  f.other_words := '{}';
  return private.find_commissions(f, 'customer', descending, take, skip - page.sales_before, true);
end $$;
comment on function private.find_commissions_by_customer is 'find_commissions sorted by customer, of all commissions of an agency or
  an agent: as if somebody had searched for the customers of the page. Every sale has one commission.';

create function private.search_commissions(
  f private.commission_filter, sort text, descending boolean, take bigint, skip bigint, few boolean,
  out sums jsonb, out ready jsonb, out ids uuid[])
language plpgsql stable security definer set search_path = '' as $$
declare
  any_status private.commission_filter := f;
  -- What is overdue or ready is of one person less than a search finds.
  sales_first constant boolean := few and not (f.by_share and (f.ready or f.due_before is not null));
  source text;
  keys text[];
begin
  any_status.status := null;
  select o.source, o.keys into source, keys from private.commission_sort(f, sort, true, true, sales_first) o;
  execute format(
    'with m as materialized (
      select s.id as sales_id, m.status, %s as amount, %s as agent_amount, %s as is_ready, %s as waits, %s from %s where %s)
    select (select jsonb_object_agg(t.status, jsonb_build_object(''count'', t.n, ''amount'', t.a, ''agent_amount'', t.g))
        from (select p.status, sum(p.n)::bigint as n, sum(p.a) as a, sum(p.g) as g
          from (select m.status, count(*) as n, sum(m.amount) as a, sum(m.agent_amount) as g from m group by 1 %s) p group by 1) t),
      (select jsonb_build_object(''count'', count(*), ''amount'', coalesce(sum(m.amount), 0),
        ''agent_amount'', coalesce(sum(m.waits), 0)) from m where m.is_ready),
      array(select m.sales_id from m where $7 is null or m.status = $7 order by m.sales_id = any ($14) desc, %s
        limit $1 offset $2)', private.commission_amount(f.due_before is not null), private.commission_agent_amount(f),
    private.somebody_ready(f), private.ready_amount(f),
    (select string_agg(k || ' as k' || n, ', ' order by n) from unnest(keys) with ordinality u(k, n)), source,
    private.commission_conditions(any_status, true, not sales_first), private.sums_beside(f),
    private.sort_clause(array(select 'k' || n from generate_series(1, cardinality(keys)) n), descending, 'sales_id'))
  into sums, ready, ids
  using take, skip, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
    f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked, f.ready_ids, f.ready_shares;
end $$;
comment on function private.search_commissions is 'Sums by status, what is ready (private.ready_commissions) and the ids of one
  page, from one pass over what a search finds; what it finds exactly comes first.';
