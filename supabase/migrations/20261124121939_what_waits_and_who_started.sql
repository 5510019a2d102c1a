set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.count_to_review()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when o.id is not null then (
    select count(*) from public.bank_transactions t where t.organization_id = o.id and t.status in ('open', 'suggested')) end
  from (select private.admin_organization_id() as id) o
$function$;

CREATE OR REPLACE FUNCTION private.payout_approvers(b public.payout_batches)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (
    select jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url,
      'can_approve', c.changes is null, 'changes', coalesce(c.changes, '[]')) order by c.changes is not null, u.last_name, u.first_name, u.id)
    from public.users u
    cross join lateral (
      select jsonb_agg(jsonb_build_object('action', n.action, 'details', n.details - 'items', 'at', n.at) order by n.at desc) as changes
      from (select x.* from private.unseen_changes(b) x where x.user_id = u.id
        order by x.action = 'started' desc, x.at desc limit 5) n) c
    where u.organization_id = o.id and u.is_active and u.role in ('owner', 'admin'))
  from public.organizations o
  where o.id = b.organization_id and o.payout_second_approval and b.status = 'draft'
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
        else private.find_commissions(f, sort_by, is_descending <> backwards, take, skip, collect_first) end;
    end if;
  end if;
  return jsonb_build_object('rows', private.commission_rows(ids, backwards), 'count', total, 'page', page_no,
    'page_size', per_page, 'total_pages', (total + per_page - 1) / per_page, 'stats', private.commission_status_summary(sums, coalesce(early, private.early_commissions(f))),
    'to_review', private.count_to_review());
end $function$;

CREATE OR REPLACE FUNCTION public.list_payouts(page integer DEFAULT 1, page_size integer DEFAULT 10)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  per_page int := least(greatest(coalesce(list_payouts.page_size, 10), 1), 100);
  page_no int := greatest(coalesce(list_payouts.page, 1), 1);
  year date := date_trunc('year', private.today())::date;
  total bigint;
begin
  select count(*) into total from public.payout_batches b where b.organization_id = caller_organization_id;
  return jsonb_build_object('count', total, 'page', page_no, 'page_size', per_page, 'total_pages', (total + per_page - 1) / per_page,
    'to_review', private.count_to_review(),
    'rows', (
      select coalesce(jsonb_agg(private.payout_row(b) order by b.created_at desc, b.id), '[]')
      from (select p.* from public.payout_batches p where p.organization_id = caller_organization_id
        order by p.created_at desc, p.id limit per_page offset (page_no - 1)::bigint * per_page) b),
    'strip', (
      select jsonb_build_object(
        'ready', jsonb_build_object('amount', coalesce(sum(o.amount) filter (where o.obstacle is null), 0),
          'count', count(*) filter (where o.obstacle is null), 'agents', count(distinct o.agent_id) filter (where o.obstacle is null)),
        'held', jsonb_build_object('amount', coalesce(sum(o.amount) filter (where o.obstacle = 'held'), 0),
          'count', count(*) filter (where o.obstacle = 'held'), 'agents', count(distinct o.agent_id) filter (where o.obstacle = 'held')),
        'travel', jsonb_build_object('amount', coalesce(sum(o.amount) filter (where o.obstacle = 'travel'), 0),
          'count', count(*) filter (where o.obstacle = 'travel')))
      from private.open_for_payout(caller_organization_id, null, true) o)
    || (
      select jsonb_build_object(
        'this_year', private.paid_to_agents(caller_organization_id, year, (year + interval '1 year')::date - 1),
        'last_year', private.paid_to_agents(caller_organization_id, (year - interval '1 year')::date, year - 1),
        'payouts', count(distinct y.batch_id))
      from private.agent_year y
      where y.organization_id = caller_organization_id and y.statement_id is not null and y.voided_on is null
        and y.day >= year and y.day < year + interval '1 year'));
end $function$;

REVOKE ALL ON FUNCTION "private"."count_to_review"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_to_review"() TO "postgres";
