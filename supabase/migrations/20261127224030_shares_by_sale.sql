set local check_function_bodies = off;

DROP INDEX "public"."commissions_received_idx";

DROP INDEX "public"."commissions_sales_id_key";

DROP FUNCTION "private"."commission_conditions"(private.commission_filter, boolean);

DROP FUNCTION "private"."commission_join"(boolean, boolean);

DROP FUNCTION "private"."commission_sort"(text, boolean, boolean, boolean, boolean, boolean);

DROP FUNCTION "private"."commission_source"(boolean, boolean);

DROP FUNCTION "private"."search_commissions"(private.commission_filter, text, boolean, bigint, bigint);

DROP FUNCTION "private"."share_obstacle"(public.commission_shares, public.commissions, public.other_commissions, public.sales, public.organizations, boolean, boolean, boolean, date);

CREATE OR REPLACE FUNCTION private.commission_agent_amount(f private.commission_filter)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when f.ready then private.ready_amount(f) else 'm.agent_amount' end
$function$;

CREATE OR REPLACE FUNCTION private.commission_conditions(f private.commission_filter, from_sales boolean, joined boolean DEFAULT true)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select concat_ws(' and ', d || '.organization_id = $3',
    case when f.agent_id is not null then case when f.by_share and joined then 'm' else d end || '.agent_id = $4' end,
    case when f.first_day > '1900-01-01' then d || '.sale_date >= $5' end,
    case when f.last_day < '2199-12-31' then d || '.sale_date <= $6' end,
    case when f.status is not null then 'm.status = $7' end,
    case when f.word is not null then
      case when f.complement then 'not ' else '' end || '('
      || case when f.all_words then 's.customer_id <> all ($9) or ' || private.other_word_condition('$8', char_length(f.word))
          || ' and ' || others.words || ')'
        else case when f.exclude_customers then 's.customer_id <> all ($9)' else 's.customer_id = any ($9)' end
      || case when f.vendor_ids <> '{}' then ' or s.vendor_id = any ($10)' else '' end
      || case when f.names_only then ')' else ' or lower(s.booking_reference collate pg_catalog."pg_c_utf8") like $8)' end end end,
    -- Implied by the condition above, and written out for an index.
    case when f.complement then 's.customer_id = any ($9)' end,
    case when not coalesce(f.all_words, false) then others.words end,
    case when f.vendor_id is not null then d || '.vendor_id = $12' end,
    case when f.due_before is not null then private.owed_condition(f.tracked_since, '$13') end,
    case when f.ready and not private.ready_apart(f) then private.somebody_ready(f) end)
  from (select case when from_sales then 's' else 'm' end as d) driver
  cross join (
    select string_agg(private.other_word_condition(format('($11)[%s]', o.n), char_length(o.word)), ' and ' order by o.n) as words
    from unnest(f.other_words) with ordinality o(word, n)) others
$function$;

CREATE OR REPLACE FUNCTION private.commission_sort(f private.commission_filter, sort text, from_sales boolean, join_commissions boolean, sales_first boolean, OUT source text, OUT keys text[])
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  sale_date text := case when from_sales then 's.sale_date' else 'm.sale_date' end;
  overdue constant boolean := f.due_before is not null;
begin
  source := case when not from_sales then private.commission_source(f) || ' m'
    when sales_first then private.sales_source(f.by_share) || ' cross join lateral (select * from ' || private.commission_source(f) || ' x
        where x.sales_id = s.id and x.organization_id = s.organization_id' || case when f.by_share then ' and x.agent_id = s.agent_id' else '' end
      || ' offset 0) m'
    when join_commissions then private.sales_and_commissions(f) else private.sales_source(f.by_share) end
    || case sort
      when 'customer' then ' join public.customers c on c.organization_id = s.organization_id and c.id = s.customer_id'
      when 'vendor' then format(' join public.vendors v on v.organization_id = %1$s.organization_id and v.id = %1$s.vendor_id',
        case when from_sales then 's' else 'm' end)
      when 'agent' then ' join public.users a on a.organization_id = m.organization_id and a.id = m.agent_id'
      else '' end;
  keys := case sort
    when 'sale_date' then array[sale_date]
    when 'amount' then array[private.commission_amount(overdue)]
    when 'total_amount' then array[case when f.by_share and join_commissions and not sales_first
      then 'case when s.co_sellers = ''[]'' then s.total_amount else private.share_part(s.total_amount, s.co_sellers, m.place) end' else 's.total_amount' end]
    when 'booking_reference' then '{s.booking_reference}'
    when 'status' then '{m.status,m.created_at}'
    when 'customer' then array['c.last_name', 'c.first_name', 'c.id', sale_date]
    when 'vendor' then array['v.name', 'v.id', sale_date]
    when 'agent' then '{a.last_name,a.first_name,a.id,m.created_at}'
    else case when sort = 'due_on' and overdue then '{m.due_on}'::text[] else '{m.created_at}' end end;
end $function$;

CREATE OR REPLACE FUNCTION private.commission_source(f private.commission_filter)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when private.ready_apart(f) then format('(select * from %1$s m where m.organization_id = $3 and %2$s union all
      select * from %1$s m where m.organization_id = $3 and m.id = any ($16) and not (%2$s))', r.rows, private.seller_ready(f)) else r.rows end
  from (select case when f.due_before is not null then '(select w.*, w.commission_id as id, w.payee_id as agent_id from private.commission_money'
      || case when f.by_share then '_by_share' else '' end || ' w)'
    when f.by_share then 'private.commissions_by_share' else 'public.commissions' end as rows) r
$function$;

CREATE OR REPLACE FUNCTION private.find_commissions(f private.commission_filter, sort text, descending boolean, take bigint, skip bigint, collect_first boolean)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  ids uuid[];
begin
  select o.source, o.keys into source, keys
  from private.commission_sort(f, sort, from_sales, join_commissions, false) o;
  execute private.page_query(source, private.commission_conditions(f, from_sales, join_commissions), keys, descending,
    case when from_sales then 's.id' else 'm.sales_id' end, collect_first)
  into ids
  using take, skip, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
    f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked, f.ready_ids, f.ready_shares;
  return ids;
end $function$;

CREATE OR REPLACE FUNCTION private.find_grouped_commissions(f private.commission_filter, sort text, descending boolean, take bigint, skip bigint)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.open_shares(organization_id uuid, wanted_agent uuid, only_received boolean)
 RETURNS TABLE(share_id uuid, kind text, agent_id uuid, amount numeric, commission_id uuid, other_commission_id uuid, obstacle text, batch_id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return query
    select h.id, case when h.place is null then 'override' else 'share' end, h.user_id, h.agent_amount, h.commission_id, h.other_commission_id,
      private.share_obstacle(m, x, s, o, k.id is not null, uk.id is not null,
        h.place is null and case when h.under_share_id is not null then u.status = 'paid' else m.seller_paid or m.status = 'agent_paid' end,
        (select private.today())), l.batch_id
    from public.organizations o
    join (
      -- Of all people's shares the few whose commission was received are found by one join, before they are looked up one by one.
      select r.* from public.commissions c
      join public.commission_shares r on r.organization_id = c.organization_id and r.commission_id = c.id
      where only_received and wanted_agent is null and c.organization_id = open_shares.organization_id and c.status = 'funds_received'
        and r.status = 'open' and r.place is not null
      union all
      select r.* from public.commission_shares r
      where r.organization_id = open_shares.organization_id and r.status = 'open' and (wanted_agent is null or r.user_id = wanted_agent)
        and not (only_received and wanted_agent is null and r.place is not null and r.commission_id is not null)) h on true
    left join public.commissions m on m.organization_id = h.organization_id and m.id = h.commission_id
    left join public.other_commissions x on x.organization_id = h.organization_id and x.id = h.other_commission_id
    left join public.sales s on s.id = h.sales_id
    -- Looked up by its key: joined, all shares there ever were are read for the few that are open.
    left join lateral (
      select n.status from public.commission_shares n where n.organization_id = h.organization_id and n.id = h.under_share_id offset 0) u on true
    left join public.payout_holds k on k.organization_id = h.organization_id and k.share_id = h.id
    left join public.payout_holds uk on h.place is null and uk.organization_id = h.organization_id
      and (uk.share_id = h.under_share_id or h.under_share_id is null and uk.commission_id = h.commission_id)
    left join lateral (
      select l.batch_id from public.payout_lines l
      where l.organization_id = h.organization_id and l.share_id = h.id and l.kind in ('share', 'override') offset 0) l on true
    where o.id = open_shares.organization_id
      -- Of an override that its cap leaves nothing there is nothing to pay.
      and (h.place is not null or h.agent_amount <> 0)
      and coalesce(m.status, x.status) <> 'cancelled' and (not only_received or coalesce(m.status, x.status) <> 'unpaid');
end $function$;

CREATE OR REPLACE FUNCTION private.payout_problems(b public.payout_batches)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('line_id', p.line_id, 'commission_id', p.commission_id,
    'booking_reference', p.booking_reference, 'agent', p.agent, 'code', p.code,
    'params', case p.code when 'share_changed' then jsonb_build_object('amount', p.share) else '{}' end,
    'problem', case p.code
      when 'agent_paid' then 'Paid on its own meanwhile'
      when 'cancelled' then 'Cancelled meanwhile'
      when 'agent_changed' then 'Given to another agent'
      when 'share_changed' then 'The agent’s share is ' || p.share || ' now'
      when 'held' then 'Held meanwhile'
      when 'travel' then 'Waits for the trip'
      when 'vendor' then 'No longer received'
      when 'customer' then 'The customer has not paid this sale' end)
    || case when p.share_id is not null then jsonb_build_object('share_id', p.share_id) else '{}' end order by p.booking_reference, p.line_id), '[]')
  from (
    select l.id as line_id, c.id as commission_id, null::uuid as share_id, s.booking_reference, u.first_name || ' ' || u.last_name as agent,
      c.agent_amount as share, case
        when c.seller_paid then 'agent_paid'
        when c.status in ('agent_paid', 'cancelled') then c.status
        when c.agent_id <> l.agent_id then 'agent_changed'
        when c.agent_amount <> l.amount then 'share_changed'
        else private.payout_obstacle(c, s, o, h.commission_id is not null, (select private.today())) end as code
    from public.payout_lines l
    join public.organizations o on o.id = l.organization_id
    -- By its id alone: the agency beside it reads as few as the mean one has, and all of them where it has many.
    join public.commissions c on c.id = l.commission_id
    join public.sales s on s.id = c.sales_id
    join public.users u on u.id = l.agent_id
    left join public.payout_holds h on h.organization_id = l.organization_id and h.commission_id = c.id
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind = 'commission'
    union all
    select l.id, coalesce(h.commission_id, h.other_commission_id), h.id, coalesce(s.booking_reference, ''), u.first_name || ' ' || u.last_name, h.agent_amount, case
        when h.status = 'paid' then 'agent_paid'
        when 'cancelled' in (h.status, c.status, x.status) then 'cancelled'
        when h.user_id <> l.agent_id then 'agent_changed'
        when h.agent_amount <> l.amount then 'share_changed'
        else private.share_obstacle(c, x, s, o, k.id is not null, uk.id is not null,
          h.place is null and case when h.under_share_id is not null then n.status = 'paid' else c.seller_paid or c.status = 'agent_paid' end,
          (select private.today())) end
    from public.payout_lines l
    join public.organizations o on o.id = l.organization_id
    join public.commission_shares h on h.organization_id = l.organization_id and h.id = l.share_id
    left join public.commissions c on c.id = h.commission_id
    left join public.other_commissions x on x.organization_id = h.organization_id and x.id = h.other_commission_id
    left join public.sales s on s.id = h.sales_id
    left join public.commission_shares n on n.organization_id = h.organization_id and n.id = h.under_share_id
    join public.users u on u.id = l.agent_id
    left join public.payout_holds k on k.organization_id = l.organization_id and k.share_id = h.id
    left join public.payout_holds uk on h.place is null and uk.organization_id = h.organization_id
      and (uk.share_id = h.under_share_id or h.under_share_id is null and uk.commission_id = h.commission_id)
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind in ('share', 'override')) p
  where p.code is not null
$function$;

CREATE OR REPLACE FUNCTION private.ready_apart(f private.commission_filter)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select f.ready and f.ready_ids <> '{}' and not f.by_share $function$;

CREATE OR REPLACE FUNCTION private.ready_commissions(f private.commission_filter, sums jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET random_page_cost TO '1.1'
AS $function$
declare
  shared constant boolean := f.by_share or f.all_shares or f.ready_ids <> '{}';
  source text;
  conditions text;
  found text;
  answer jsonb;
begin
  f.status := null;
  if f.ready then
    return private.sum_all_statuses(coalesce(sums, private.sum_commissions(f)));
  end if;
  if shared and f.word is not null then
    f.ready := true;
    return private.sum_all_statuses(private.sum_commissions(f));
  end if;
  source := case when f.word is null then private.commission_source(f) || ' m'
    else private.sales_and_commissions(f) end;
  conditions := private.commission_conditions(f, f.word is not null);
  found := case when shared then private.ready_parts(f, source, conditions)
    -- Where nobody shares they are, of those received, all but few.
    else format('select count(*) as n, sum(%s) as a, sum(m.agent_amount) as g from %s where %s and m.status = ''funds_received'' and ',
        private.commission_amount(f.due_before is not null), source, conditions)
      || case when f.blocked = '{}' then 'not m.sale_paid' else '(not m.sale_paid or m.id = any ($15))' end end;
  execute 'select jsonb_build_object(''found'', jsonb_build_object(''count'', sum(n), ''amount'', sum(a), ''agent_amount'', sum(g))) from ('
    || found || ') t'
  into answer
  using null, null, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
    f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked, f.ready_ids, f.ready_shares;
  return case when shared then private.sum_all_statuses(answer) else private.sum_all_statuses(private.subtract_sums(
    jsonb_build_object('found', private.sum_all_statuses(jsonb_build_object('received', coalesce(sums, private.sum_commissions(f)) -> 'funds_received'))),
    answer)) end;
end $function$;

CREATE OR REPLACE FUNCTION private.ready_parts(f private.commission_filter, source text, conditions text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- Sellers, by their index, and who else has a share, of few: asked for together, the rows of all that was received are read. Their
  -- status is written out, since the index does not hold it.
  select format('select ''funds_received'' as status, count(*) as n, sum(%s) as a, sum(m.agent_amount) as g from %s where %s and %s
      having count(*) > 0',
      private.commission_amount(f.due_before is not null), source, conditions, private.seller_ready(f))
    || case when f.ready_ids = '{}' then '' else format(' union all
      select m.status, count(*) filter (where not (%1$s)), sum(%2$s) filter (where not (%1$s)), sum(r.amount)
      -- Behind a fence: joined with amounts of which no planner knows how many there are, the parts of a person are read for each of them.
      from (select m.* from %3$s where %4$s and m.id = any ($16) offset 0) m
      join (select h.commission_id, sum(h.agent_amount) as amount from public.commission_shares h
        where h.organization_id = $3 and h.id = any ($17) group by 1) r on r.commission_id = m.id
      group by m.status',
      private.seller_ready(f), private.commission_amount(f.due_before is not null), source, conditions) end
$function$;

CREATE OR REPLACE FUNCTION private.sales_and_commissions(f private.commission_filter)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when f.by_share then private.commission_source(f) || ' m join public.sales s on s.id = m.sales_id and s.organization_id = m.organization_id'
    else 'public.sales s join ' || private.commission_source(f) || ' m on m.sales_id = s.id and m.organization_id = s.organization_id' end
$function$;

CREATE OR REPLACE FUNCTION private.search_commissions(f private.commission_filter, sort text, descending boolean, take bigint, skip bigint, few boolean, OUT sums jsonb, OUT ready jsonb, OUT ids uuid[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.share_obstacle(m public.commissions, x public.other_commissions, s public.sales, o public.organizations, is_held boolean, under_is_held boolean, under_is_paid boolean, today date)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case
    when is_held then 'held'
    when under_is_paid then null
    when m.id is not null then private.payout_obstacle(m, s, o, under_is_held, today)
    when under_is_held then 'held'
    when x.kind = 'service_fee' and x.status <> 'unpaid' and case o.payout_hold_until when 'departure' then s.travel_date
      when 'return' then coalesce(s.return_date, s.travel_date) end > today then 'travel'
    when x.status = 'unpaid' then case x.kind when 'service_fee' then 'customer' else 'vendor' end end;
end $function$;

CREATE OR REPLACE FUNCTION private.sum_commissions(f private.commission_filter)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET random_page_cost TO '1.1'
AS $function$
declare
  with_sales constant text := private.sales_and_commissions(f);
  parts text;
  sums jsonb;
  rest private.commission_filter;
begin
  f.status := null;
  rest := f;
  if f.exclude_customers and (f.all_words or cardinality(f.other_words) = 0) and not coalesce(f.complement, false) then
    rest.complement := true;
    f.word := null;
    f.other_words := '{}';
    f.exclude_customers := false;
    return private.subtract_sums(private.sum_commissions(f), private.sum_commissions(rest));
  end if;
  if f.word is null and f.due_before is null and f.vendor_id is null and not f.ready then
    parts := 'select d.status, sum(d.record_count) as n, sum(d.commission_amount) as a, sum(d.agent_amount) as g
      from private.totals(''commission'', $3, $4, $5, $6) d group by d.status';
  elsif f.word is null and f.ready then
    rest.ready := false;
    parts := private.ready_parts(f, private.commission_source(rest) || ' m', private.commission_conditions(rest, false));
  elsif f.word is null then
    parts := private.sums_by_status(f, private.commission_source(f) || ' m', private.commission_conditions(f, false));
  elsif f.vendor_ids <> '{}' and not f.exclude_customers and cardinality(f.other_words) = 0 then
    -- Whose vendor has the word is added up without the sales.
    f.word := null;
    rest.vendor_ids := '{}';
    parts := private.sums_by_status(f, private.commission_source(f) || ' m', private.commission_conditions(f, false) || ' and m.vendor_id = any ($10)')
      || ' union all '
      || private.sums_by_status(rest, with_sales, private.commission_conditions(rest, true) || ' and s.vendor_id <> all ($10)');
    f.word := rest.word;
  else
    parts := private.sums_by_status(f, with_sales, private.commission_conditions(f, true));
  end if;
  execute 'select coalesce(jsonb_object_agg(status, jsonb_build_object(''count'', n, ''amount'', a, ''agent_amount'', g)), ''{}'')
    from (select p.status, sum(p.n)::bigint as n, sum(p.a) as a, sum(p.g) as g from (' || parts || ') p group by p.status) t'
  into sums
  using null, null, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
    f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked, f.ready_ids, f.ready_shares;
  return sums;
end $function$;

CREATE OR REPLACE FUNCTION private.sums_beside(f private.commission_filter)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- By their sale, which has one commission: indexes that find commissions hold it.
  select case when f.all_shares and not f.ready then 'union all
      select m.status, 0, 0, sum(h.agent_amount) from m
      join public.commission_shares h on h.organization_id = $3 and h.sales_id = m.sales_id and h.commission_id is not null
      group by m.status' else '' end
$function$;

CREATE OR REPLACE FUNCTION private.sums_by_status(f private.commission_filter, source text, conditions text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when f.all_shares and not f.ready then format('(with m as materialized (
        select m.sales_id, m.status, %1$s as amount, m.agent_amount from %2$s where %3$s)
      select m.status, count(*) as n, sum(m.amount) as a, sum(m.agent_amount) as g from m group by m.status %4$s)', x.amount, source, conditions,
      private.sums_beside(f))
    else format('select m.status, count(*) as n, sum(%s) as a, sum(%s) as g from %s where %s group by m.status',
      x.amount, private.commission_agent_amount(f), source, conditions) end
  from private.commission_amount(f.due_before is not null) x(amount)
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
end $function$;

ALTER TABLE "public"."commission_shares" ADD CONSTRAINT "commission_shares_sales_id_whole" CHECK (((commission_id IS NULL) OR (sales_id IS NOT NULL)));

CREATE INDEX commissions_received_idx ON public.commissions USING btree (organization_id, agent_id, sale_paid, sale_date, sales_id) INCLUDE (amount, agent_amount, id, created_at) WHERE (status = 'funds_received'::text);

CREATE UNIQUE INDEX commissions_sales_id_key ON public.commissions USING btree (sales_id, organization_id) INCLUDE (status, amount, agent_amount, agent_id, created_at, sale_paid, id);

COMMENT ON FUNCTION "private"."commission_agent_amount"(private.commission_filter) IS 'What the seller gets of a commission `m`, as an expression (others: private.sums_beside); of
  what is ready what of that can be paid now, to whomever.';

COMMENT ON FUNCTION "private"."commission_conditions"(private.commission_filter, boolean, boolean) IS 'WHERE of the filter, over sales as `s` or commissions of private.commission_source as `m`. joined:
  both are there.';

COMMENT ON FUNCTION "private"."commission_sort"(private.commission_filter, text, boolean, boolean, boolean) IS 'FROM and the sort keys. An unknown `sort` is the moment of creation; so is
  ''due_on'' unless only overdue ones are asked for. sales_first: the commission of each sale that is found is looked up, since the
  planner takes what has several words of a search for many.';

COMMENT ON FUNCTION "private"."commission_source"(private.commission_filter) IS 'Where commissions are read from: what is owed from private.commission_money, which
  says so, those of a person who shares some by their parts; of these, where private.ready_apart says so, only what is ready.';

COMMENT ON FUNCTION "private"."ready_apart"(private.commission_filter) IS 'Whether what is ready is read as two parts: what sellers can be paid, by its index, and the few of which
  somebody else can. Asked for as one condition, the rows of all that was received are read.';

COMMENT ON FUNCTION "private"."sales_and_commissions"(private.commission_filter) IS 'Commissions `m` with their sales `s`. Of a person who shares some the commissions are their parts: how
  much both sides by their parts would find no planner can tell.';

COMMENT ON FUNCTION "private"."search_commissions"(private.commission_filter, text, boolean, bigint, bigint, boolean) IS 'Sums by status, what is ready (private.ready_commissions) and the ids of one
  page, from one pass over what a search finds; what it finds exactly comes first.';

COMMENT ON FUNCTION "private"."share_obstacle"(public.commissions, public.other_commissions, public.sales, public.organizations, boolean, boolean, boolean, date) IS 'private.payout_obstacle of a share: of a vendor''s commission the same, of another one that
  it was not received (of a service fee: that the customer has not paid). An override waits for what the share under it waits for,
  and for nothing once that is paid. No trip is waited for of a cancelled sale.';

COMMENT ON FUNCTION "private"."sums_beside"(private.commission_filter) IS 'To add to the sums by status of commissions `m` that were found: what others than their sellers get, where an
  agency has any. Added up by themselves, since few commissions have them; of what is ready private.ready_amount says it.';

COMMENT ON FUNCTION "private"."sums_by_status"(private.commission_filter, text, text) IS 'A query for status, count, amount and agents'' part of commissions `m` of a source, in one row or two
  for a status.';

REVOKE ALL ON FUNCTION "private"."commission_conditions"(private.commission_filter, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."commission_conditions"(private.commission_filter, boolean, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."commission_sort"(private.commission_filter, text, boolean, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."commission_sort"(private.commission_filter, text, boolean, boolean, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."commission_source"(private.commission_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."commission_source"(private.commission_filter) TO "postgres";

REVOKE ALL ON FUNCTION "private"."ready_apart"(private.commission_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ready_apart"(private.commission_filter) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sales_and_commissions"(private.commission_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sales_and_commissions"(private.commission_filter) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_commissions"(private.commission_filter, text, boolean, bigint, bigint, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_commissions"(private.commission_filter, text, boolean, bigint, bigint, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."share_obstacle"(public.commissions, public.other_commissions, public.sales, public.organizations, boolean, boolean, boolean, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."share_obstacle"(public.commissions, public.other_commissions, public.sales, public.organizations, boolean, boolean, boolean, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sums_beside"(private.commission_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sums_beside"(private.commission_filter) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sums_by_status"(private.commission_filter, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sums_by_status"(private.commission_filter, text, text) TO "postgres";
