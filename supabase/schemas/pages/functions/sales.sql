-- The list of sales (public.list_sales): one page of rows, the exact count and the sums by status in one call.
-- Its functions run with the owner's rights (security definer): under row-level security, conditions that are not leakproof
-- are kept out of index scans. private.caller_scope alone decides on the tenant and on whose rows the caller may see.
--
-- How a list is read, here, in the files sale_* beside it, and in pages/functions/commissions (see docs/decisions/009):
--
-- 1. What the caller asked for becomes one composite value, the filter; null means not filtered. A search is resolved to the ids
--    of customers and of sales (by reference) first, through the trigram indexes.
-- 2. Queries are dynamic SQL, so that each combination of filters and sort gets a plan of its own. Their texts are put together
--    from fixed pieces only (*_conditions, *_sort, private.page_query); values are always parameters: $1 is the limit, $2 the
--    offset, and from $3 on the attributes of the filter in the order of the USING clauses.
-- 3. A search that finds few customers: all their rows are read once, into a materialized CTE, for the sums and the page.
-- 4. Otherwise the sums come from the daily totals, or from the rows where no total knows the combination of filters. They are
--    also the exact count. A search that most customers match is added up by subtraction: everything minus the rest.
-- 5. The page is read from whichever end of the list is nearer (private.page_window). Few matching rows are collected first and
--    then sorted; many are read in the order of an index until the page is full.
-- 6. No index holds many rows in the order of status, vendor or agent: they are read group by group, each through an index that
--    begins with the group. Before a page far down, groups are counted and skipped as a whole.
-- 7. Sorted by customer, whole customers are passed over by the number of their sales (private.customers_of_page).
-- 8. Queries find ids only; what a row shows is joined for one page.
--
-- Of two rows that sort alike day, recording and reference of the sale decide (private.with_tiebreakers), then the id, against the
-- direction of the list (private.sort_clause).

create function private.sale_rows(ids uuid[], backwards boolean, by_share_of uuid default null, of_all boolean default false) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', s.id, 'organization_id', s.organization_id, 'customer_id', s.customer_id, 'vendor_id', s.vendor_id,
    'agent_id', s.agent_id, 'booking_reference', s.booking_reference, 'sale_date', s.sale_date,
    'travel_date', s.travel_date, 'return_date', s.return_date, 'total_amount', coalesce(p.total_amount, s.total_amount),
    'commission_amount', coalesce(p.commission_amount, s.commission_amount), 'commission_rate', s.commission_rate,
    'commission_basis', s.commission_basis, 'currency', s.currency, 'status', s.status, 'notes', case when p.seller_id <> p.agent_id then null else s.notes end,
    'created_at', s.created_at, 'updated_at', s.updated_at, 'version', s.version,
    'customer', jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name, 'email', c.email,
      'phone', c.phone),
    'agent', jsonb_build_object('id', a.id, 'first_name', a.first_name, 'last_name', a.last_name,
      'avatar_url', a.avatar_url),
    'vendor', jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url,
      'default_commission_rate', v.default_commission_rate),
    'commission', jsonb_build_object('id', m.id, 'status', coalesce(w.status, m.status),
      'agent_amount', coalesce(w.agent_amount, m.agent_amount + coalesce(b.amount, 0))))
    || case when p.share_percent < 100 then jsonb_build_object('share_percent', p.share_percent) else '{}' end
    order by case when backwards then -u.n else u.n end), '[]')
  from unnest(ids) with ordinality u(id, n)
  join public.sales s on s.id = u.id
  join public.customers c on c.id = s.customer_id
  join public.users a on a.id = s.agent_id
  join public.vendors v on v.id = s.vendor_id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
  left join lateral (select x.* from private.sales_by_share x where by_share_of is not null and x.id = s.id
    and x.organization_id = s.organization_id and x.agent_id = by_share_of offset 0) p on true
  left join lateral (select x.* from private.commissions_by_share x where by_share_of is not null and x.id = m.id
    and x.organization_id = m.organization_id and x.agent_id = by_share_of offset 0) w on true
  left join lateral (select x.amount from private.agents_beside x where of_all and x.organization_id = m.organization_id
    and x.commission_id = m.id offset 0) b on true
$$;
comment on function private.sale_rows is 'What the list shows of the sales `ids`, in their order or backwards; by_share_of: of a person who
  shares some, their parts, and how many percent they are where they are not all. commission.agent_amount: to a person their own, to the
  agency (of_all) what all people get.';

create function public.list_sales(
  status text default null, agent_id uuid default null, vendor_id uuid default null,
  start_date date default null, end_date date default null, customer_search text default null,
  sort text default 'sale_date', descending boolean default true, page int default 1, page_size int default 10,
  departing boolean default false, group_id uuid default null)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Up to so many customers and references, all their sales are collected.
  max_collected_customers constant int := 5000;
  max_collected_references constant int := 20000;
  f private.sale_filter := private.sale_filter_of(list_sales.status, list_sales.agent_id, list_sales.vendor_id,
    list_sales.start_date, list_sales.end_date, list_sales.customer_search, list_sales.departing, list_sales.group_id);
  page_no int := greatest(coalesce(list_sales.page, 1), 1);
  per_page int := least(greatest(coalesce(list_sales.page_size, 10), 1), 100);
  is_descending boolean := coalesce(list_sales.descending, true);
  sums jsonb;
  total bigint;
  take bigint;
  skip bigint;
  backwards boolean := false;
  collect_first boolean;
  ids uuid[];
begin
  -- An exact find is always collected: it comes first whatever the list is sorted by.
  if f.organization_id is not null and f.customer_ids is not null and (f.exact_ids <> '{}' or not f.exclude_customers
    and cardinality(f.customer_ids) <= max_collected_customers and cardinality(f.sale_ids) <= max_collected_references) then
    select s.sums, s.ids into sums, ids
    from private.search_sales(f, list_sales.sort, is_descending, per_page, (page_no - 1)::bigint * per_page) s;
    total := private.count_of(sums, f.status);
  else
    if f.organization_id is not null then
      sums := private.sum_sales(f);
    end if;
    total := private.count_of(sums, f.status);
    select w.take, w.skip, w.backwards into take, skip, backwards from private.page_window(total, page_no, per_page) w;
    if take > 0 then
      collect_first := total <= 1000 or (f.departing_by is not null or f.group_id is not null) and total <= 50000;
      ids := case when not collect_first and list_sales.sort in ('status', 'vendor', 'agent')
        then private.find_grouped_sales(f, list_sales.sort, is_descending <> backwards, take, skip)
        when not collect_first and list_sales.sort = 'customer' and not f.by_share and f.customer_ids is null and f.vendor_id is null
          and f.departing_by is null and f.group_id is null and (f.status is null or f.status = 'active')
          and f.first_day = '1900-01-01' and f.last_day = '2199-12-31'
          and private.passes_over_customers(f.organization_id, f.agent_id, skip)
        then private.find_sales_by_customer(f, is_descending <> backwards, take, skip)
        else private.find_sales(f, list_sales.sort, is_descending <> backwards, take, skip, collect_first) end;
    end if;
  end if;
  return jsonb_build_object('rows', private.sale_rows(ids, backwards, case when f.by_share then f.agent_id end, f.agent_id is null), 'count', total, 'page', page_no, 'page_size', per_page,
    'total_pages', (total + per_page - 1) / per_page, 'by_status', private.sale_status_summary(sums));
end $$;
comment on function public.list_sales is '{rows, count, page, page_size, total_pages, by_status}. `by_status` obeys every filter but
  the status, `count` that one, too; the status ''active'' is all but cancelled. customer_search: every word is part of the
  customer''s first name, last name or first e-mail address, or of the booking reference (private.find_references); what has exactly
  this reference comes first. Where there is none, the sales of customers whose names are a slip away. An unknown status or sort is
  ignored; group_id: of one group booking; departing: booked, and the trip begins within 30 days or has begun. A page beyond the last has no rows; page_size is 1 to
  100. An agent who asks for another agent''s sales finds none.';
grant execute on function public.list_sales(text, uuid, uuid, date, date, text, text, boolean, integer, integer, boolean, uuid)
  to authenticated;
