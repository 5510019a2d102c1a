-- The list of commissions (public.list_commissions): one page of rows, the exact count and the sums by status in one call.
-- Strategy, access and dynamic SQL are those of pages/functions/sales, explained at its head. What differs: a list is driven by
-- commissions (`m`) where they alone know what is asked for, else by sales (`s`), joined with commissions only where needed. Every sale
-- has one commission; pages are ids of sales. Its parts stand beside it: commission_filter, commission_conditions, commission_sums and
-- commission_pages.

create function private.ready_amounts(f private.commission_filter, sale_ids uuid[]) returns table (commission_id uuid, amount numeric)
language sql stable security definer set search_path = '' as $$
  select m.id, case when m.status = 'funds_received' and m.sale_paid and (f.agent_id is null or m.agent_id = f.agent_id)
      and m.id not in (select unnest(f.blocked)) then m.agent_amount else 0 end
    + case when m.id in (select unnest(f.ready_ids)) then coalesce((
        select sum(h.agent_amount) from public.commission_shares h
        where h.organization_id = m.organization_id and h.commission_id = m.id and h.id in (select unnest(f.ready_shares))), 0) else 0 end
  from public.commissions m
  where f.ready and m.organization_id = f.organization_id and m.sales_id = any (ready_amounts.sale_ids)
$$;
comment on function private.ready_amounts is 'private.ready_amount of the commissions of these sales, where the filter asks for what is
  ready.';

create function private.commission_rows(sale_ids uuid[], backwards boolean, f private.commission_filter) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', m.id, 'status', coalesce(p.status, m.status), 'amount', coalesce(p.amount, m.amount),
    'agent_amount', coalesce(y.amount, p.agent_amount, m.agent_amount + b.amount),
    'commission_split', coalesce(p.commission_split, m.commission_split), 'due_on', m.due_on, 'created_at', m.created_at, 'sales_id', m.sales_id,
    'booking_reference', s.booking_reference, 'sale_date', s.sale_date, 'sale_status', s.status,
    'total_amount', coalesce(q.total_amount, s.total_amount), 'open', coalesce(z.open, w.open), 'owed', coalesce(z.owed, w.owed),
    'customer', jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name),
    'vendor', jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url),
    'agent', jsonb_build_object('id', a.id, 'first_name', a.first_name, 'last_name', a.last_name,
      'avatar_url', a.avatar_url))
    || case when p.share_percent < 100 then jsonb_build_object('share_percent', p.share_percent) else '{}' end
    || case when b.others > 0 then jsonb_build_object('divided', true) else '{}' end
    order by case when backwards then -u.n else u.n end), '[]')
  from unnest(sale_ids) with ordinality u(id, n)
  join public.sales s on s.id = u.id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
  join private.commission_money w on w.commission_id = m.id
  left join private.ready_amounts(f, sale_ids) y on y.commission_id = m.id
  left join lateral (select x.* from private.commissions_by_share x where f.by_share and x.id = m.id
    and x.organization_id = m.organization_id and x.agent_id = f.agent_id offset 0) p on true
  left join lateral (select x.open, x.owed from private.commission_money_by_share x where f.by_share and x.commission_id = m.id
    and x.organization_id = m.organization_id and x.payee_id = f.agent_id offset 0) z on true
  left join lateral (select x.* from private.sales_by_share x where f.by_share and x.id = s.id
    and x.organization_id = s.organization_id and x.agent_id = f.agent_id offset 0) q on true
  cross join lateral (select coalesce(sum(h.agent_amount), 0) as amount,
      count(*) filter (where h.user_id <> m.agent_id and h.status <> 'cancelled' and h.agent_amount <> 0) as others
    from private.shares_beside_sellers h
    where f.all_shares and h.organization_id = m.organization_id and h.commission_id = m.id) b
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
  join public.users a on a.id = m.agent_id
$$;
comment on function private.commission_rows is 'What the list shows of the commissions of the sales `sale_ids`, in their order or
  backwards: to one person their part (see private.sale_rows), also of what is open and owed, to the agency what all people get of each, as the figures say, and whether
  that is several (divided: the split is the seller''s alone). Of what is ready, what of it can be paid now.';

create function public.list_commissions(
  status text default null, agent_id uuid default null, start_date date default null, end_date date default null,
  search text default null, sort text default null, descending boolean default null, page int default 1,
  page_size int default 10, vendor_id uuid default null, overdue boolean default false, ready boolean default false)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.commission_filter := private.commission_filter_of(list_commissions.status, list_commissions.agent_id,
    list_commissions.vendor_id, list_commissions.overdue, list_commissions.ready, list_commissions.start_date,
    list_commissions.end_date, list_commissions.search);
  page_no int := greatest(coalesce(list_commissions.page, 1), 1);
  per_page int := least(greatest(coalesce(list_commissions.page_size, 10), 1), 100);
  sort_by constant text := coalesce(list_commissions.sort, case when f.due_before is null then 'created_at' else 'due_on' end);
  is_descending boolean := coalesce(list_commissions.descending, sort_by <> 'due_on' or list_commissions.sort is not null);
  -- Up to so many customers and vendors, all their commissions are collected.
  max_collected_customers constant int := 5000;
  max_collected_vendors constant int := 8;
  -- In the order of creation, the sales of a range of days lie far from the beginning of the index and scattered over it.
  days_by_creation boolean := (f.first_day > '1900-01-01' or f.last_day < '2199-12-31') and sort_by not in ('sale_date', 'amount', 'total_amount',
    'booking_reference', 'status', 'customer', 'vendor', 'agent');
  sums jsonb;
  ready_sums jsonb;
  total bigint;
  take bigint;
  skip bigint;
  backwards boolean := false;
  collect_first boolean;
  few boolean;
  ids uuid[];
begin
  -- An exact find is always collected: it comes first whatever the list is sorted by.
  few := f.exact_ids <> '{}' or not f.exclude_customers
    and cardinality(f.customer_ids) <= max_collected_customers and cardinality(f.vendor_ids) <= max_collected_vendors;
  -- With shares what is ready is no difference of sums: more is collected, too, but what only vendors have.
  if f.organization_id is not null and f.word is not null and (few or not f.exclude_customers
    and (f.by_share or f.all_shares and f.customer_ids <> '{}')) then
    select s.sums, s.ready, s.ids into sums, ready_sums, ids
    from private.search_commissions(f, sort_by, is_descending, per_page, (page_no - 1)::bigint * per_page, few) s;
    total := private.count_of(sums, f.status);
  else
    if f.organization_id is not null then
      sums := private.sum_commissions(f);
    end if;
    total := private.count_of(sums, f.status);
    select w.take, w.skip, w.backwards into take, skip, backwards from private.page_window(total, page_no, per_page) w;
    if take > 0 then
      -- Limits of: any list; a search; overdue and ready commissions, which have indexes of their own; days in the order of creation.
      collect_first := total <= 1000 or f.word is not null and total <= 25000
        or (f.due_before is not null or f.ready) and total <= 200000
        or days_by_creation and total <= 50000;
      ids := case when not collect_first and sort_by in ('status', 'vendor', 'agent')
        then private.find_grouped_commissions(f, sort_by, is_descending <> backwards, take, skip)
        -- What counts the sales of customers knows of a person's those they sold themselves.
        when not collect_first and sort_by = 'customer' and not f.by_share and f.word is null and f.vendor_id is null and f.status is null
          and f.due_before is null and not f.ready and f.first_day = '1900-01-01' and f.last_day = '2199-12-31'
          and private.passes_over_customers(f.organization_id, f.agent_id, skip)
        then private.find_commissions_by_customer(f, is_descending <> backwards, take, skip)
        else private.find_commissions(f, sort_by, is_descending <> backwards, take, skip, collect_first) end;
    end if;
  end if;
  return jsonb_build_object('rows', private.commission_rows(ids, backwards, f), 'count', total, 'page', page_no,
    'page_size', per_page, 'total_pages', (total + per_page - 1) / per_page,
    'stats', private.commission_status_summary(sums, coalesce(ready_sums, private.ready_commissions(f, sums))),
    'to_review', private.count_to_review()) || case when f.ready and f.ready_shares <> '{}' then jsonb_build_object('ready_beside', private.ready_beside(f)) else '{}' end;
end $$;
comment on function public.list_commissions is '{rows, count, page, page_size, total_pages, stats, ready_beside}. `stats`
  (private.commission_status_summary) obeys every filter but the status, `count` that one, too. Days are those of the sale. overdue:
  owed, past its due day with something open, whatever the agent was paid (private.commission_money); what is owed is then the
  amount of the sums and of the sort, and `due_on` is one more sort, the longest overdue first unless asked otherwise. open and owed
  of a row are what its vendor has not paid, and of it what is overdue: to one person of their part. ready: of which somebody can be paid now, as payouts say; shares
  of rows and sums are then what of them can be paid now, and ready_beside is what can be paid besides (private.ready_beside), where anybody beside sellers can be paid.
  Everything else as in list_sales.';
grant execute on function public.list_commissions(text, uuid, date, date, text, text, boolean, integer, integer, uuid, boolean,
  boolean) to authenticated;
