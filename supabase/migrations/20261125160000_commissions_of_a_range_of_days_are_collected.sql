-- Of a range of days the commissions are collected by their day and sorted by the moment of their creation, rather than
-- looked for among all that were created. Otherwise the list is as before.

create or replace function public.list_commissions(
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
  if f.home is not null and f.word is not null and not f.except_them
    and cardinality(f.customers) <= collectable_customers and cardinality(f.vendors) <= collectable_vendors then
    select s.sums, s.ids into sums, ids
    from private.search_commissions(f, list_commissions.sort, down, size, (page_no - 1)::bigint * size) s;
    total := private.count_of(sums, f.status);
  else
    if f.home is not null then
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
