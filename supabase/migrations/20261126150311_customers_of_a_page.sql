set local check_function_bodies = off;

-- Whoever writes sales has done so before, with the old functions, or waits and does so with the new ones.
lock table public.sales in share row exclusive mode;

DROP INDEX "private"."customer_totals_sales_count_idx";

DROP INDEX "public"."commissions_due_idx";

DROP INDEX "public"."commissions_organization_id_agent_id_idx";

DROP INDEX "public"."commissions_organization_id_vendor_id_idx";

DROP INDEX "public"."commissions_received_posted_on_idx";

DROP INDEX "public"."sales_organization_id_agent_id_idx";

DROP INDEX "public"."sales_organization_id_sale_date_idx";

DROP INDEX "public"."sales_organization_id_travel_date_idx";

DROP INDEX "public"."sales_organization_id_vendor_id_idx";

DROP VIEW "private"."customer_totals_by_agent_recomputed";

DROP VIEW "private"."customer_totals_recomputed";

DROP FUNCTION "private"."report_customers"(private.report_plan, bigint, integer, uuid[]);

DROP FUNCTION "private"."report_facts"(text, boolean);

ALTER TABLE "private"."customer_totals" ADD COLUMN "cancelled_count" bigint NOT NULL DEFAULT 0;

ALTER TABLE "private"."customer_totals_by_agent" ADD COLUMN "cancelled_count" bigint NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION private.check_customer_totals()
 RETURNS TABLE(totals text, kept boolean, row_data jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  (select 'customer_totals', true, to_jsonb(k) from (
    select r.* from private.customer_totals r except select d.* from private.customer_totals_recomputed d) k)
  union all
  (select 'customer_totals', false, to_jsonb(k) from (
    select d.* from private.customer_totals_recomputed d except select r.* from private.customer_totals r) k)
  union all
  (select 'customer_totals_by_agent', true, to_jsonb(k) from (
    -- A row that has come down to nothing stays, and says nothing.
    select r.* from private.customer_totals_by_agent r where (r.sales_count, r.total_amount, r.cancelled_count) <> (0, 0, 0)
    except select d.* from private.customer_totals_by_agent_recomputed d) k)
  union all
  (select 'customer_totals_by_agent', false, to_jsonb(k) from (
    select d.* from private.customer_totals_by_agent_recomputed d except select r.* from private.customer_totals_by_agent r) k)
  union all
  (select 'customer_counts', true, to_jsonb(k) from (
    select r.organization_id, r.archived, r.tag_key, r.customers_count from private.customer_counts r where r.customers_count <> 0
    except select d.organization_id, d.archived, d.tag_key, d.customers_count from private.customer_counts_recomputed d) k)
  union all
  (select 'customer_counts', false, to_jsonb(k) from (
    select d.organization_id, d.archived, d.tag_key, d.customers_count from private.customer_counts_recomputed d
    except select r.organization_id, r.archived, r.tag_key, r.customers_count from private.customer_counts r) k)
$function$;

CREATE OR REPLACE FUNCTION private.customers_of_page(organization_id uuid, agent_id uuid, without_cancelled boolean, descending boolean, take bigint, skip bigint, OUT ids uuid[], OUT sales_before bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '64MB'
AS $function$
declare
  direction constant text := case when descending then 'desc' else 'asc' end;
begin
  execute format(
    'select array_agg(p.id), min(p.until - p.n)
    from (
      select r.id, r.n, r.until
      from (
        select c.id, c.last_name, c.first_name, t.n,
          sum(t.n) over (order by c.last_name %1$s, c.first_name %1$s, c.id %1$s rows unbounded preceding) as until
        from public.customers c
        join (select t.customer_id, (t.sales_count%2$s)::int as n from private.%3$s and t.organization_id = $3) t on t.customer_id = c.id
        where c.organization_id = $3 and t.n > 0) r
      where r.until > $2
      order by r.last_name %1$s, r.first_name %1$s, r.id %1$s
      limit $1) p',
    direction, case when without_cancelled then '' else ' + t.cancelled_count' end,
    case when agent_id is null then 'customer_totals t where true' else 'customer_totals_by_agent t where t.agent_id = $4' end)
  into ids, sales_before using take, skip, organization_id, agent_id;
end $function$;

CREATE OR REPLACE FUNCTION private.find_commissions_by_customer(f private.commission_filter, descending boolean, take bigint, skip bigint)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.find_sales_by_customer(f private.sale_filter, descending boolean, take bigint, skip bigint)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  page record := private.customers_of_page(f.organization_id, f.agent_id, f.status is not null, descending, take, skip);
begin
  f.customer_ids := page.ids;
  return private.find_sales(f, 'customer', descending, take, skip - page.sales_before, true);
end $function$;

CREATE OR REPLACE FUNCTION private.largest_customers(p private.report_plan, row_count bigint, most integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '64MB'
AS $function$
declare
  candidates constant int := 10 * most;
  -- What is added up is the bookings alone: of hundreds of thousands of customers, all figures take many times as long.
  condition constant text := private.report_condition(p) || ' and ' || private.report_days(1);
  bookings constant text := 'select f.customer_id as id, sum(f.booked) as booked from %s ' || condition || ' group by 1';
  -- An array, not a join: it reaches both halves of commissions by received date.
  of_some constant text := format(bookings, private.report_facts(p.kind, true) || ' where f.customer_id = any ($5) and');
  totals constant text := 'private.' || case when p.agent_id is null then 'customer_totals t where '
    else 'customer_totals_by_agent t where t.agent_id = ($1).agent_id and ' end || 't.organization_id = ($1).organization_id';
  some_ids uuid[];
  bound numeric;
  sold_from date;
  sold_to date;
  ids uuid[];
begin
  if p.vendor_ids is null and p.status is distinct from 'cancelled' and row_count > 20 * candidates then
    execute format('select array(select t.customer_id from %s order by t.total_amount desc limit $2)', totals
      || case when p.agent_id is null then ' and not t.archived' else '' end)
    into some_ids using p, candidates;
    execute format('select min(b.booked) from (select b.booked from (%s) b order by b.booked desc limit $4) b having count(*) = $4',
      of_some)
    into bound using p, array[p.first_day], array[p.last_day], most, some_ids;
    execute format('select array(
        select t.customer_id from %s and t.total_amount >= $2
        union
        select s.customer_id from private.closed_receipts k
        join public.sales s on s.organization_id = k.organization_id and s.id = k.sales_id
        where k.organization_id = ($1).organization_id and k.posted_on between ($1).first_day and ($1).last_day
        limit $3)', totals || case when p.agent_id is null then ' and t.archived = any (''{f,t}'')' else '' end)
    into some_ids using p, bound, row_count / 20;
  end if;
  if bound is null or cardinality(some_ids) >= row_count / 20 then
    some_ids := null;
  end if;
  if some_ids is null and p.kind not like 'sale.%' then
    -- The sales are read together by an index that has all that is asked of them, not one by one.
    execute format('select min(f.sale_date), max(f.sale_date) from %s where %s', private.report_facts(p.kind), condition)
    into sold_from, sold_to using p, array[p.first_day], array[p.last_day];
  end if;
  execute format('select array(select b.id from (%s) b order by b.booked desc, b.id limit $4)',
    case when some_ids is not null then of_some else format(bookings, private.report_facts(p.kind, true, concat(
      ' and s.sale_date between $6 and $7',
      case when p.agent_id is not null then ' and s.agent_id = ($1).agent_id' end,
      case when p.vendor_ids is not null then ' and s.vendor_id = any (($1).vendor_ids)' end)) || ' where') end)
  into ids using p, array[p.first_day], array[p.last_day], most, some_ids, sold_from, sold_to;
  return ids;
end $function$;

CREATE OR REPLACE FUNCTION private.passes_over_customers(organization_id uuid, agent_id uuid, skip bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select skip > sum(c.customers_count) / case when agent_id is null then 1 else 10 end
  from private.customer_counts c where c.organization_id = passes_over_customers.organization_id and c.tag_key = ''
$function$;

CREATE OR REPLACE FUNCTION private.refresh_customer_totals(changes private.sales_change[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  buyers private.customer_totals_by_agent[] := array(
    select distinct row(c.organization_id, c.agent_id, c.customer_id, 0, 0, '-infinity', 0)::private.customer_totals_by_agent
    from unnest(changes) c
    group by c.organization_id, c.agent_id, c.customer_id, c.day, c.total_amount, c.status = 'cancelled'
    having sum(c.n) <> 0);
begin
  if cardinality(buyers) = 0 then
    return;
  end if;
  perform from private.customer_totals t
  where (t.organization_id, t.customer_id) in (select b.organization_id, b.customer_id from unnest(buyers) b)
  order by t.organization_id, t.customer_id
  for update;
  update private.customer_totals t
  set (sales_count, total_amount, last_sale_date, cancelled_count) = (
    select count(*) filter (where s.status <> 'cancelled'), coalesce(sum(s.total_amount) filter (where s.status <> 'cancelled'), 0),
      coalesce(max(s.sale_date) filter (where s.status <> 'cancelled'), '-infinity'), count(*) filter (where s.status = 'cancelled')
    from public.sales s
    where s.organization_id = t.organization_id and s.customer_id = t.customer_id)
  where (t.organization_id, t.customer_id) in (select b.organization_id, b.customer_id from unnest(buyers) b);
  -- Who sold nothing to the customer any more keeps a row that says so.
  insert into private.customer_totals_by_agent
  select b.organization_id, b.agent_id, b.customer_id, s.*
  from unnest(buyers) b
  cross join lateral (
    select count(*) filter (where x.status <> 'cancelled'), coalesce(sum(x.total_amount) filter (where x.status <> 'cancelled'), 0),
      coalesce(max(x.sale_date) filter (where x.status <> 'cancelled'), '-infinity'), count(*) filter (where x.status = 'cancelled')
    from public.sales x
    where x.organization_id = b.organization_id and x.customer_id = b.customer_id and x.agent_id = b.agent_id) s
  on conflict (organization_id, agent_id, customer_id) do update set
    sales_count = excluded.sales_count, total_amount = excluded.total_amount, last_sale_date = excluded.last_sale_date,
    cancelled_count = excluded.cancelled_count;
end $function$;

CREATE OR REPLACE FUNCTION private.report_answer(p private.report_plan, most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  read_by constant text := case p.grouped_by when 'category' then 'vendor' when 'customer' then null else p.grouped_by end;
  nothing constant private.report_cell := private.add_report_cells('{}');
  cells constant private.report_cell[] := array(select c from private.report_cells(p, read_by, p.first_day, p.last_day) c);
  before private.report_cell[] := '{}';
  shown private.report_cell[];
  total private.report_cell := private.add_report_cells(cells);
  answer jsonb;
begin
  if p.compare is not null then
    before := array(select c from private.report_cells(p, read_by, p.before_first, p.before_last) c);
  end if;
  answer := jsonb_build_object('total', private.report_figures(total),
    'before', case when p.compare is not null then private.report_figures(private.add_report_cells(before)) end);
  if p.grouped_by = 'month' then
    return answer || jsonb_build_object('rows', (
      select coalesce(jsonb_agg(jsonb_build_object('key', m.month, 'figures', private.report_figures(coalesce(c, nothing)),
        'before', case when p.compare is not null then private.report_figures(coalesce(b, nothing)) end) order by m.month), '[]')
      from generate_series(date_trunc('month', p.first_day::timestamp), least(p.last_day::timestamp, greatest(p.today::timestamp,
        (select max(x.month) from unnest(cells) x)::timestamp)), '1 month') g(day)
      cross join lateral (select g.day::date as month) m
      left join unnest(cells) c on c.month = m.month
      -- The n-th month of the one range is compared with the n-th of the other.
      left join unnest(before) b on private.months_between(p.before_first, b.month) = private.months_between(p.first_day, m.month)));
  elsif p.grouped_by = 'category' then
    return answer || jsonb_build_object('rows', (
      select coalesce(jsonb_agg(jsonb_build_object('key', n.category, 'figures', private.report_figures(n.cell),
        'before', case when p.compare is not null then private.report_figures(coalesce(b.cell, nothing)) end)
        order by private.report_rank(p, n.cell) desc, n.category), '[]')
      from private.by_category(cells) n left join private.by_category(before) b on b.category = n.category));
  elsif p.grouped_by = 'customer' then
    shown := array(select c from private.report_customers(p, private.largest_customers(p, total.n, most)) c);
    if p.compare is not null then
      p.first_day := p.before_first;
      p.last_day := p.before_last;
      before := array(select c from private.report_customers(p, array(select c.group_id from unnest(shown) c)) c);
    end if;
  else
    shown := array(select c from unnest(cells) c order by private.report_rank(p, c) desc, c.n desc, c.group_id limit most);
  end if;
  return answer || jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('key', (shown[i]).group_id,
        'label', private.report_label(p.grouped_by, (shown[i]).group_id), 'figures', private.report_figures(shown[i]),
        'before', case when p.compare is not null then private.report_figures(coalesce(b, nothing)) end) order by i), '[]')
      from generate_subscripts(shown, 1) i left join unnest(before) b on b.group_id = (shown[i]).group_id),
    'others', (select private.report_figures(r) from private.report_rest(total, shown) r where r.n > 0));
end $function$;

CREATE OR REPLACE FUNCTION private.report_customers(p private.report_plan, wanted uuid[])
 RETURNS SETOF private.report_cell
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query execute format(
    'select null::date, f.customer_id, %s from %s where f.customer_id = any ($4) and %s and %s
    group by 2 order by array_position($4, f.customer_id)',
    private.report_sums_of(p.kind), private.report_facts(p.kind, true), private.report_condition(p), private.report_days(1))
  using p, array[p.first_day], array[p.last_day], wanted;
end $function$;

CREATE OR REPLACE FUNCTION private.report_facts(kind text, with_customer boolean DEFAULT false, of_sales text DEFAULT ''::text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '(select ' || case split_part(kind, '.', 1)
    when 'sale' then format(
      's.id, s.id as sale_id, s.organization_id, s.agent_id, s.vendor_id, s.status, s.%s as day, s.total_amount as total,
      case when x.sales_id is null then s.commission_amount else 0 end as expected, null::numeric as received,
      null::date as received_on, 0::numeric as agent_amount, 0::numeric as written_off, 0::numeric as open_amount, null::date as due_on,
      0::numeric as paid, s.customer_id, s.total_amount as booked, 1 as sign, s.id as record_id, s.sale_date
      from public.sales s
      left join public.commissions x on x.organization_id = s.organization_id and x.sales_id = s.id and x.status = ''cancelled''
        and s.status <> ''cancelled''',
      case kind when 'sale.travel' then 'travel_date' else 'sale_date' end)
    when 'single' then
      'p.id, null::uuid as sale_id, p.organization_id, p.agent_id, null::uuid as vendor_id, ''agent_paid''::text as status,
      p.payment_date as day, 0::numeric as total, 0::numeric as expected, null::numeric as received, null::date as received_on,
      0::numeric as agent_amount, 0::numeric as written_off, 0::numeric as open_amount, null::date as due_on, p.amount as paid,
      null::uuid as customer_id, 0::numeric as booked, 1 as sign, p.id as record_id, null::date as sale_date
      from public.agent_payments p
      left join public.payment_voids v on v.organization_id = p.organization_id and v.payment_id = p.id
      where p.batch_id is null and v.id is null'
    when 'open' then
      -- What vendors have not paid, the longest due first; what has no due day comes last.
      'm.commission_id as id, m.sales_id as sale_id, m.organization_id, m.payee_id as agent_id, m.vendor_id, m.status,
      coalesce(m.due_on, ''2199-12-31'') as day, 0::numeric as total, m.amount as expected,
      case when m.received_on is not null then m.received end as received, m.received_on, m.agent_amount, m.written_off, m.open_amount,
      m.due_on, 0::numeric as paid, null::uuid as customer_id, 0::numeric as booked, 1 as sign, m.commission_id as record_id, m.sale_date,
      m.open, m.owed, m.owed_agent_paid, m.advanced, m.paid_short from private.commission_money m'
    else format(
      'c.id, c.sales_id as sale_id, c.organization_id, c.agent_id, c.vendor_id, c.status, %s as day, 0::numeric as total,
      c.amount as expected, c.received_amount as received, c.received_on, c.agent_amount, c.written_off, c.open_amount, c.due_on,
      %s as paid, %s, 1 as sign, c.id as record_id, c.sale_date from public.commissions c%s%s%s',
      case kind when 'commission.due' then 'c.due_on' when 'commission.received' then 'c.received_posted_on'
        when 'payment.paid' then 'p.posted_on' else 'c.sale_date' end,
      case kind when 'payment.paid' then 'p.amount' else '0::numeric' end,
      case when with_customer then 's.customer_id, s.total_amount as booked' else 'null::uuid as customer_id, 0::numeric as booked' end,
      case when with_customer then ' join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id' else '' end,
      of_sales,
      case kind when 'payment.paid' then
        ' join public.agent_payments p on p.organization_id = c.organization_id and p.commission_id = c.id' else '' end)
      || case kind when 'commission.received' then format(
      ' union all select k.id, k.sales_id, k.organization_id, k.agent_id, k.vendor_id, k.status, k.posted_on, 0::numeric, k.amount,
      k.received_amount, k.received_on, k.agent_amount, k.written_off, k.open_amount, k.due_on, 0::numeric, %s, k.sign, k.commission_id,
      null::date
      from private.closed_receipts k%s',
      case when with_customer then 's.customer_id, s.total_amount * k.sign' else 'null::uuid, 0::numeric' end,
      case when with_customer then ' join public.sales s on s.organization_id = k.organization_id and s.id = k.sales_id' else '' end)
        else '' end end
    || ') f'
$function$;

CREATE OR REPLACE FUNCTION public.list_commissions(status text DEFAULT NULL::text, agent_id uuid DEFAULT NULL::uuid, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, search text DEFAULT NULL::text, sort text DEFAULT NULL::text, descending boolean DEFAULT NULL::boolean, page integer DEFAULT 1, page_size integer DEFAULT 10, vendor_id uuid DEFAULT NULL::uuid, overdue boolean DEFAULT false, ready boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  early jsonb;
  total bigint;
  take bigint;
  skip bigint;
  backwards boolean := false;
  collect_first boolean;
  ids uuid[];
begin
  -- An exact find is always collected: it comes first whatever the list is sorted by.
  if f.organization_id is not null and f.word is not null and (f.exact_ids <> '{}' or not f.exclude_customers
    and cardinality(f.customer_ids) <= max_collected_customers and cardinality(f.vendor_ids) <= max_collected_vendors) then
    select s.sums, s.early, s.ids into sums, early, ids
    from private.search_commissions(f, sort_by, is_descending, per_page, (page_no - 1)::bigint * per_page) s;
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
        when not collect_first and sort_by = 'customer' and f.word is null and f.vendor_id is null and f.status is null
          and f.due_before is null and not f.ready and f.first_day = '1900-01-01' and f.last_day = '2199-12-31'
          and private.passes_over_customers(f.organization_id, f.agent_id, skip)
        then private.find_commissions_by_customer(f, is_descending <> backwards, take, skip)
        else private.find_commissions(f, sort_by, is_descending <> backwards, take, skip, collect_first) end;
    end if;
  end if;
  return jsonb_build_object('rows', private.commission_rows(ids, backwards), 'count', total, 'page', page_no,
    'page_size', per_page, 'total_pages', (total + per_page - 1) / per_page, 'stats', private.commission_status_summary(sums, coalesce(early, private.early_commissions(f))),
    'to_review', private.count_to_review());
end $function$;

CREATE OR REPLACE FUNCTION public.list_sales(status text DEFAULT NULL::text, agent_id uuid DEFAULT NULL::uuid, vendor_id uuid DEFAULT NULL::uuid, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, customer_search text DEFAULT NULL::text, sort text DEFAULT 'sale_date'::text, descending boolean DEFAULT true, page integer DEFAULT 1, page_size integer DEFAULT 10, departing boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Up to so many customers and references, all their sales are collected.
  max_collected_customers constant int := 5000;
  max_collected_references constant int := 20000;
  f private.sale_filter := private.sale_filter_of(list_sales.status, list_sales.agent_id, list_sales.vendor_id,
    list_sales.start_date, list_sales.end_date, list_sales.customer_search, list_sales.departing);
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
      collect_first := total <= 1000 or f.departing_by is not null and total <= 50000;
      ids := case when not collect_first and list_sales.sort in ('status', 'vendor', 'agent')
        then private.find_grouped_sales(f, list_sales.sort, is_descending <> backwards, take, skip)
        when not collect_first and list_sales.sort = 'customer' and f.customer_ids is null and f.vendor_id is null
          and f.departing_by is null and (f.status is null or f.status = 'active')
          and f.first_day = '1900-01-01' and f.last_day = '2199-12-31'
          and private.passes_over_customers(f.organization_id, f.agent_id, skip)
        then private.find_sales_by_customer(f, is_descending <> backwards, take, skip)
        else private.find_sales(f, list_sales.sort, is_descending <> backwards, take, skip, collect_first) end;
    end if;
  end if;
  return jsonb_build_object('rows', private.sale_rows(ids, backwards), 'count', total, 'page', page_no, 'page_size', per_page,
    'total_pages', (total + per_page - 1) / per_page, 'by_status', private.sale_status_summary(sums));
end $function$;

CREATE VIEW "private"."customer_totals_by_agent_recomputed" WITH (security_invoker=on) AS  SELECT organization_id,
    agent_id,
    customer_id,
    count(*) FILTER (WHERE (status <> 'cancelled'::text)) AS sales_count,
    COALESCE(sum(total_amount) FILTER (WHERE (status <> 'cancelled'::text)), (0)::numeric) AS total_amount,
    COALESCE(max(sale_date) FILTER (WHERE (status <> 'cancelled'::text)), '-infinity'::date) AS last_sale_date,
    count(*) FILTER (WHERE (status = 'cancelled'::text)) AS cancelled_count
   FROM public.sales s
  GROUP BY organization_id, agent_id, customer_id;

CREATE VIEW "private"."customer_totals_recomputed" WITH (security_invoker=on) AS  SELECT c.organization_id,
    c.id AS customer_id,
    (c.archived_at IS NOT NULL) AS archived,
    count(s.id) FILTER (WHERE (s.status <> 'cancelled'::text)) AS sales_count,
    COALESCE(sum(s.total_amount) FILTER (WHERE (s.status <> 'cancelled'::text)), (0)::numeric) AS total_amount,
    COALESCE(max(s.sale_date) FILTER (WHERE (s.status <> 'cancelled'::text)), '-infinity'::date) AS last_sale_date,
    count(s.id) FILTER (WHERE (s.status = 'cancelled'::text)) AS cancelled_count
   FROM (public.customers c
     LEFT JOIN public.sales s ON (((s.organization_id = c.organization_id) AND (s.customer_id = c.id))))
  WHERE (c.merged_into IS NULL)
  GROUP BY c.id;

CREATE INDEX customer_totals_sales_count_idx ON private.customer_totals USING btree (organization_id, archived, sales_count DESC, customer_id) INCLUDE (cancelled_count);

CREATE INDEX commissions_due_idx ON public.commissions USING btree (organization_id, due_on, id) INCLUDE (sales_id, sale_date, status, agent_id, vendor_id) WHERE (due_on IS NOT NULL);

CREATE INDEX commissions_organization_id_agent_id_idx ON public.commissions USING btree (organization_id, agent_id, created_at DESC, sales_id) INCLUDE (sale_date, status, vendor_id, due_on, received_posted_on);

CREATE INDEX commissions_organization_id_vendor_id_idx ON public.commissions USING btree (organization_id, vendor_id, status, due_on) INCLUDE (sale_date, amount, received_amount, agent_amount, sales_id, received_posted_on);

CREATE INDEX commissions_received_posted_on_idx ON public.commissions USING btree (organization_id, received_posted_on, id) INCLUDE (sales_id, sale_date, status, agent_id, vendor_id) WHERE (received_posted_on IS NOT NULL);

CREATE INDEX sales_organization_id_agent_id_idx ON public.sales USING btree (organization_id, agent_id, sale_date DESC, created_at DESC, id) INCLUDE (status, vendor_id, total_amount, commission_amount, customer_id);

CREATE INDEX sales_organization_id_sale_date_idx ON public.sales USING btree (organization_id, sale_date DESC, created_at DESC, id) INCLUDE (status, agent_id, vendor_id, total_amount, commission_amount, travel_date, customer_id);

CREATE INDEX sales_organization_id_travel_date_idx ON public.sales USING btree (organization_id, travel_date, id) INCLUDE (status, agent_id, vendor_id, total_amount, commission_amount, customer_id) WHERE (travel_date IS NOT NULL);

CREATE INDEX sales_organization_id_vendor_id_idx ON public.sales USING btree (organization_id, vendor_id, sale_date DESC, created_at DESC, id) INCLUDE (status, agent_id, total_amount, commission_amount, customer_id);

COMMENT ON COLUMN "private"."customer_totals"."cancelled_count" IS 'Cancelled sales, which are in no other sum: a list sorted by customer
  passes over whole customers by the number of all their sales';

COMMENT ON FUNCTION "private"."customers_of_page"(uuid, uuid, boolean, boolean, bigint, bigint) IS 'Of a list sorted by customer: the customers whose sales are on a page, and how many
  sales stand before theirs. As many customers are passed over as it takes, by the number of their sales, which is kept; that number
  as int, because a sum of bigint is a numeric, which takes longer than all the rest.';

COMMENT ON FUNCTION "private"."find_commissions_by_customer"(private.commission_filter, boolean, bigint, bigint) IS 'find_commissions sorted by customer, of all commissions of an agency or
  an agent: as if somebody had searched for the customers of the page. Every sale has one commission.';

COMMENT ON FUNCTION "private"."find_sales_by_customer"(private.sale_filter, boolean, bigint, bigint) IS 'find_sales sorted by customer, of all sales of an agency or an agent, with or
  without cancelled ones.';

COMMENT ON FUNCTION "private"."largest_customers"(private.report_plan, bigint, integer) IS 'The customers with the largest bookings in a plan, `most` of them, the largest first. Of
  many rows only customers are looked at who, over all time, have bought for at least as much as the last of the largest among some
  of them did in the range: who bought less altogether cannot be among them, but by what a closed month keeps.';

COMMENT ON FUNCTION "private"."passes_over_customers"(uuid, uuid, bigint) IS 'Whether a page of a list sorted by customer lies so far from its end that counting
  the sales of all customers takes less than reading those before it; of an agent''s sales, among which are everybody''s, ten times
  as near.';

COMMENT ON FUNCTION "private"."report_customers"(private.report_plan, uuid[]) IS 'What these customers (`wanted`) come to in a plan, in their order.';

COMMENT ON FUNCTION "private"."report_facts"(text, boolean, text) IS 'The rows of a kind as a query `f`. Fixed pieces only, no value of anybody: what is
  asked for goes in as parameters. With customers also whose booking it is, and for how much. A sale that stands while its
  commission was cancelled alone expects none. `sign` is -1 for what a commission said on a closed day and says no more. of_sales: what
  else is known of the sales `s` of commissions, for an index of sales.';

REVOKE ALL ON FUNCTION "private"."customers_of_page"(uuid, uuid, boolean, boolean, bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."customers_of_page"(uuid, uuid, boolean, boolean, bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_commissions_by_customer"(private.commission_filter, boolean, bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_commissions_by_customer"(private.commission_filter, boolean, bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_sales_by_customer"(private.sale_filter, boolean, bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_sales_by_customer"(private.sale_filter, boolean, bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."largest_customers"(private.report_plan, bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."largest_customers"(private.report_plan, bigint, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."passes_over_customers"(uuid, uuid, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."passes_over_customers"(uuid, uuid, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."report_customers"(private.report_plan, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."report_customers"(private.report_plan, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."report_facts"(text, boolean, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."report_facts"(text, boolean, text) TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."customer_totals_by_agent_recomputed" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."customer_totals_recomputed" TO "postgres";

-- What there is already.
update private.customer_totals t set cancelled_count = c.n
from (select s.organization_id, s.customer_id, count(*) as n from public.sales s where s.status = 'cancelled' group by 1, 2) c
where t.organization_id = c.organization_id and t.customer_id = c.customer_id;

insert into private.customer_totals_by_agent (organization_id, agent_id, customer_id, cancelled_count)
select s.organization_id, s.agent_id, s.customer_id, count(*) from public.sales s where s.status = 'cancelled' group by 1, 2, 3
on conflict (organization_id, agent_id, customer_id) do update set cancelled_count = excluded.cancelled_count;
