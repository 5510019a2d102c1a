set local check_function_bodies = off;

DROP FUNCTION "private"."open_for_payout"(uuid, uuid, boolean);

DROP FUNCTION "private"."sale_schedule_lock"(uuid, uuid, uuid);

CREATE OR REPLACE FUNCTION private.current_organization_id()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select u.organization_id
    from public.users u
    where u.id = auth.uid()
      and case when u.role = 'integration' then u.id::text = private.acting_key()
        else u.is_active
          and (exists (
            select 1 from auth.sessions s
            where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
              and s.user_id = u.id
              and (s.not_after is null or s.not_after > now()))
            or private.in_mode('acting'))
          and private.missing_factor() is null end);
end $function$;

CREATE OR REPLACE FUNCTION private.current_user_role()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (select u.role from public.users u where u.id = auth.uid() and u.organization_id = private.current_organization_id());
end $function$;

CREATE OR REPLACE FUNCTION private.guard_scheduled_sale()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  terms record;
  commission_id uuid;
  refusal jsonb;
begin
  select t.names, t.column_name into terms from private.changed_terms(new, old) t;
  if new.status is distinct from old.status or cardinality(terms.names) > 0 then
    select c.id into commission_id from public.commissions c where c.sales_id = old.id for no key update;
    refusal := private.sale_schedule_lock(old.organization_id, commission_id, old.id);
    if refusal is not null then
      perform private.refuse_with(private.at_field(refusal, coalesce(terms.column_name, 'status')));
    end if;
  -- One agent does not stop what everybody is paid.
  elsif (new.travel_date, new.return_date) is distinct from (old.travel_date, old.return_date) and auth.uid() is not null
    and not private.is_admin() then
    refusal := private.trip_lock(new);
    if refusal is not null then
      perform private.refuse_with(private.at_field(refusal,
        case when new.travel_date is distinct from old.travel_date then 'travel_date' else 'return_date' end));
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.open_for_payout(organization_id uuid, agent_id uuid, only_received boolean)
 RETURNS TABLE(commission_id uuid, agent_id uuid, amount numeric, obstacle text, batch_id uuid, share_id uuid, kind text, of_commission_id uuid, of_other_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.commission_id, c.agent_id, c.amount, coalesce(c.obstacle, case when c.batch_id is null and c.agent_id in (
    select private.below_minimum(open_for_payout.organization_id, open_for_payout.agent_id)) then 'later' end), c.batch_id,
    c.share_id, c.kind, c.of_commission_id, c.of_other_id
  from (
    select o.*, null::uuid as share_id, 'commission' as kind, o.commission_id as of_commission_id, null::uuid as of_other_id
    from private.open_commissions(open_for_payout.organization_id, open_for_payout.agent_id, only_received) o
    union all
    select null, h.agent_id, h.amount, h.obstacle, h.batch_id, h.share_id, h.kind, h.commission_id, h.other_commission_id
    from private.open_shares(open_for_payout.organization_id, open_for_payout.agent_id, only_received) h) c
$function$;

CREATE OR REPLACE FUNCTION private.owed_figures(organization_id uuid, agent_id uuid DEFAULT NULL::uuid, vendor_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  tracked_since date;
  today date;
  -- Of the agency each commission is one, with what all its people were paid; of a person it is their part.
  by_share constant boolean := owed_figures.agent_id is not null
    and private.has_shares(owed_figures.organization_id, owed_figures.agent_id);
  all_people boolean;
  answer jsonb;
begin
  select o.receipts_tracked_since, (now() at time zone o.time_zone)::date into tracked_since, today
  from public.organizations o where o.id = owed_figures.organization_id;
  -- Nobody is paid of what was not received: without a day since which receipts are tracked, nothing else is owed.
  all_people := owed_figures.agent_id is null and tracked_since is not null
    and private.shares_commissions(owed_figures.organization_id);
  execute 'with owed as (
      select m.commission_id, m.vendor_id, m.owed, m.owed_agent_paid, m.paid_short, m.advanced
      from private.commission_money' || case when by_share then '_by_share' else '' end || ' m
      where m.organization_id = $1 and ' || private.owed_condition(tracked_since, '$4')
    || case when owed_figures.agent_id is not null then ' and m.payee_id = $2' else '' end
    || case when owed_figures.vendor_id is not null then ' and m.vendor_id = $3' else '' end || ')
    select jsonb_build_object(''count'', coalesce(sum(v.n), 0), ''amount'', coalesce(sum(v.owed), 0), ''vendors'', count(*),
      ''agents_paid'', jsonb_build_object(''count'', coalesce(sum(v.paid_n), 0), ''amount'', coalesce(sum(v.paid), 0),
        ''advanced'', coalesce(sum(v.advanced), 0)'
    || case when all_people then ' + coalesce((
          -- Behind a fence: who is owed is guessed to be few, and each of many would be looked up.
          select sum(h.agent_amount)
          from (select h.commission_id, h.agent_amount from public.commission_shares h where h.organization_id = $1 and h.status = ''paid'' offset 0) h
          join owed o on o.commission_id = h.commission_id), 0)' else '' end || '),
      ''paid_short'', jsonb_build_object(''count'', coalesce(sum(v.short_n), 0), ''amount'', coalesce(sum(v.short), 0)),
      ''tracked_since'', $5::date)
    from (
      select m.vendor_id, count(*) as n, sum(m.owed) as owed, count(*) filter (where m.owed_agent_paid > 0) as paid_n,
        sum(m.owed_agent_paid) as paid, sum(m.advanced) as advanced, count(*) filter (where m.paid_short > 0) as short_n,
        sum(m.paid_short) as short
      from owed m group by 1) v'
  into answer using owed_figures.organization_id, owed_figures.agent_id, owed_figures.vendor_id, today, tracked_since;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION private.own_organization_id()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select u.organization_id from public.users u
    where u.id = auth.uid() and not exists (select from private.agency_deletions d where d.organization_id = u.organization_id)
      and private.missing_factor() is null);
end $function$;

CREATE OR REPLACE FUNCTION private.payable_with_shares(organization_id uuid, agent_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with open as materialized (
    select o.amount, o.obstacle, m.id as commission_id, coalesce(m.id, x.id) as of_which, m.sales_id, m.vendor_id, m.status, m.received_on,
      m.due_on, m.sale_date, case when o.obstacle is null then 1 when coalesce(m.status, x.status) <> 'unpaid' then 2 else 3 end as place
    from private.open_for_payout(payable_with_shares.organization_id, payable_with_shares.agent_id, false) o
    left join public.commissions m on m.organization_id = payable_with_shares.organization_id and m.id = o.of_commission_id
    left join public.other_commissions x on x.organization_id = payable_with_shares.organization_id and x.id = o.of_other_id)
  select jsonb_build_object(
    'now', (select jsonb_build_object('count', count(distinct o.of_which), 'amount', coalesce(sum(o.amount), 0)) from open o where o.place = 1),
    'expected', (select jsonb_build_object('count', count(distinct o.of_which), 'amount', coalesce(sum(o.amount), 0))
      from open o where o.place > 1),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('commission_id', p.commission_id, 'sales_id', s.id,
        'booking_reference', s.booking_reference, 'customer_first_name', c.first_name,
        'customer_last_name', c.last_name, 'vendor_name', v.name, 'agent_amount', p.amount, 'status', p.status,
        'sale_status', s.status, 'received_on', p.received_on, 'due_on', p.due_on, 'reason', case
          when p.place = 1 then 'ready'
          when p.obstacle = 'customer' then 'awaiting_customer'
          when p.obstacle <> 'vendor' then p.obstacle
          when w.owed > 0 then 'overdue'
          else 'awaiting_vendor' end)
        order by p.place, p.day nulls last, p.sales_id, p.obstacle nulls first), '[]')
      from (
        select o.commission_id, o.sales_id, o.vendor_id, o.status, o.received_on, o.due_on, o.place, o.obstacle, sum(o.amount) as amount,
          case when o.place = 3 then o.due_on else o.sale_date end as day
        from open o where o.commission_id is not null
        group by o.commission_id, o.sales_id, o.vendor_id, o.status, o.received_on, o.due_on, o.place, o.obstacle, o.sale_date
        order by o.place, day nulls last, o.sales_id, o.obstacle nulls first limit 5) p
      join public.sales s on s.id = p.sales_id
      left join private.commission_money w on w.organization_id = payable_with_shares.organization_id and w.commission_id = p.commission_id
      join public.customers c on c.id = s.customer_id
      join public.vendors v on v.id = p.vendor_id))
$function$;

CREATE OR REPLACE FUNCTION private.ready_commissions(f private.commission_filter, sums jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET random_page_cost TO '1.1'
AS $function$
declare
  shared constant boolean := f.by_share or f.all_shares or f.ready_ids <> '{}';
  source constant text := case when f.word is null then private.commission_source(f.due_before is not null, f.by_share) || ' m'
    else private.sales_source(f.by_share) || private.commission_join(f.due_before is not null, f.by_share) end;
  conditions text;
  found text;
  answer jsonb;
begin
  f.status := null;
  if f.ready then
    return private.sum_all_statuses(coalesce(sums, private.sum_commissions(f)));
  end if;
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
      from %3$s join (select h.commission_id, sum(h.agent_amount) as amount from public.commission_shares h
        where h.organization_id = $3 and h.id = any ($17) group by 1) r on r.commission_id = m.id
      where %4$s and m.id = any ($16) group by m.status',
      private.seller_ready(f), private.commission_amount(f.due_before is not null), source, conditions) end
$function$;

CREATE OR REPLACE FUNCTION private.ready_to_pay(f private.commission_filter)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('count', (l.sums ->> 'count')::bigint + (l.beside ->> 'count')::bigint,
    'amount', (l.sums ->> 'agent_amount')::numeric + (l.beside ->> 'amount')::numeric)
  -- Behind a fence, which asks each of them once.
  from (select private.ready_commissions(f) as sums, private.ready_beside(f) as beside offset 0) l
$function$;

CREATE OR REPLACE FUNCTION private.sale_schedule_lock(organization_id uuid, commission_id uuid, sale_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Mostly nothing is planned: then of thousands that are paid, or given to somebody else, no more is asked.
  scheduled constant uuid := (
    select b.id from public.payout_batches b where b.organization_id = sale_schedule_lock.organization_id and b.status = 'scheduled');
begin
  return case when scheduled is not null then coalesce(
    private.schedule_lock(sale_schedule_lock.organization_id, sale_schedule_lock.commission_id), (
      select private.share_schedule_lock(l.organization_id, l.share_id)
      from public.commission_shares h
      join public.payout_lines l on l.organization_id = h.organization_id and l.share_id = h.id and l.kind in ('share', 'override')
        and l.batch_id = scheduled
      where h.organization_id = sale_schedule_lock.organization_id and h.status = 'open'
        and (h.commission_id = sale_schedule_lock.commission_id or h.sales_id = sale_schedule_lock.sale_id)
      limit 1)) end;
end $function$;

CREATE OR REPLACE FUNCTION private.sum_commissions(f private.commission_filter)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET random_page_cost TO '1.1'
AS $function$
declare
  source text;
  with_sales text;
  sums jsonb;
  commissions text := private.commission_source(f.due_before is not null, f.by_share);
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
    source := 'd.status, sum(d.record_count) as n, sum(d.commission_amount) as a, sum(d.agent_amount) as g
      from private.totals(''commission'', $3, $4, $5, $6) d group by d.status';
  else
    source := 'm.status, count(*) as n, sum(' || private.commission_amount(f.due_before is not null)
      || ') as a, sum(' || private.commission_agent_amount(f) || ') as g from ';
    with_sales := source || private.sales_source(f.by_share) || private.commission_join(f.due_before is not null, f.by_share) || ' where ';
    if f.word is null and f.ready then
      rest.ready := false;
      source := format('t.status, sum(t.n)::bigint as n, sum(t.a) as a, sum(t.g) as g from (%s) t group by t.status',
        private.ready_parts(f, commissions || ' m', private.commission_conditions(rest, false)));
    elsif f.word is null then
      source := source || commissions || ' m where ' || private.commission_conditions(f, false) || ' group by m.status';
    elsif f.vendor_ids <> '{}' and not f.exclude_customers and cardinality(f.other_words) = 0 then
      -- Whose vendor has the word is added up without the sales.
      f.word := null;
      rest.vendor_ids := '{}';
      source := format('t.status, sum(t.n)::bigint as n, sum(t.a) as a, sum(t.g) as g from (
        select %s%s m where %s and m.vendor_id = any ($10) group by m.status
        union all select %s%s and s.vendor_id <> all ($10) group by m.status) t group by t.status',
        source, commissions, private.commission_conditions(f, false), with_sales, private.commission_conditions(rest, true));
      f.word := rest.word;
    else
      source := with_sales || private.commission_conditions(f, true) || ' group by m.status';
    end if;
  end if;
  execute 'select jsonb_object_agg(status, jsonb_build_object(''count'', n, ''amount'', a, ''agent_amount'', g))
    from (select ' || source || ') t'
  into sums
  using null, null, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
    f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked, f.ready_ids, f.ready_shares;
  return sums;
end $function$;

CREATE OR REPLACE FUNCTION private.today()
 RETURNS date
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (now() at time zone coalesce(
    (select o.time_zone from public.organizations o where o.id = (select private.own_organization_id())), 'UTC'))::date;
end $function$;

CREATE OR REPLACE FUNCTION public.get_member_profile(member_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  member public.users%rowtype;
begin
  select u.* into member from public.users u
  where u.id = get_member_profile.member_id and u.organization_id = caller_organization_id and u.role <> 'integration'
    and (private.is_admin() or u.id = auth.uid());
  if member.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'member', to_jsonb(member) || jsonb_build_object('last_active_at', private.last_seen(member.id), 'email', (
      select e.email from public.user_emails e where e.user_id = member.id)),
    'terms', (select jsonb_build_object('commission_split', f.split, 'by_tier', f.by_tier,
        'next_tier', case when f.by_tier then private.next_tier(caller_organization_id, member.id, private.today()) end, 'history', (
        select coalesce(jsonb_agg(jsonb_build_object('commission_split', h.commission_split,
          'previous_split', h.previous_split, 'changed_at', h.changed_at, 'changed_by', (
            select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
            from public.users u where u.id = h.changed_by)) order by h.changed_at desc, h.id), '[]')
        from public.user_terms_history h where h.organization_id = caller_organization_id and h.user_id = member.id))
      from private.split_now(caller_organization_id, member.id, private.today()) f),
    'figures', (select jsonb_build_object('sales_count', coalesce(sum(t.record_count), 0),
        'total_amount', coalesce(sum(t.total_amount), 0), 'commission_amount', (
          select coalesce(sum(c.commission_amount), 0)
          from private.totals('commission', caller_organization_id, member.id, '1900-01-01', '2199-12-31') c
          where c.status <> 'cancelled'),
        'booked_sales_count', coalesce(sum(t.record_count) filter (where t.status = 'booked'), 0))
      from private.totals('sale', caller_organization_id, member.id, '1900-01-01', '2199-12-31') t where t.status <> 'cancelled')
      || jsonb_build_object('ready', (
        select jsonb_build_object('count', count(distinct coalesce(o.of_commission_id, o.of_other_id)),
          'agent_amount', coalesce(sum(o.amount), 0))
        from private.open_for_payout(caller_organization_id, member.id, true) o
        where o.obstacle is null),
      'commissions', (
        select jsonb_object_agg(g.name, (
          select jsonb_build_object('count', coalesce(sum(t.record_count), 0), 'amount', coalesce(sum(t.commission_amount), 0),
            'agent_amount', coalesce(sum(t.agent_amount), 0))
          from private.totals('commission', caller_organization_id, member.id, '1900-01-01', '2199-12-31') t
          where t.status = g.name))
        from unnest('{unpaid,funds_received,agent_paid,cancelled}'::text[]) g(name))),
    'payouts', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'commission_id', coalesce(p.commission_id, h.commission_id, h.other_commission_id),
        'role', h.role, 'booking_reference', s.booking_reference, 'amount', p.amount, 'payment_date', p.payment_date,
        'payment_method', p.payment_method) order by p.payment_date desc, p.id), '[]')
      from (
        select * from public.agent_payments a
        where a.organization_id = caller_organization_id and a.agent_id = member.id
        order by a.payment_date desc, a.id limit 10) p
      left join public.commissions c on c.id = p.commission_id
      left join public.commission_shares h on h.organization_id = p.organization_id and h.id = p.share_id
      left join public.sales s on s.id = coalesce(c.sales_id, h.sales_id)),
    'paid', jsonb_build_object(
      'year', extract(year from private.today())::int,
      'this_year', private.paid_to_agent(caller_organization_id, member.id, extract(year from private.today())::int),
      'last_year', private.paid_to_agent(caller_organization_id, member.id, extract(year from private.today())::int - 1),
      'payments', private.latest_payments(caller_organization_id, member.id, 10)));
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
          'count', count(distinct o.of_which) filter (where o.obstacle is null), 'agents', count(distinct o.agent_id) filter (where o.obstacle is null)),
        'held', jsonb_build_object('amount', coalesce(sum(o.amount) filter (where o.obstacle = 'held'), 0),
          'count', count(distinct o.of_which) filter (where o.obstacle = 'held'), 'agents', count(distinct o.agent_id) filter (where o.obstacle = 'held')),
        'travel', jsonb_build_object('amount', coalesce(sum(o.amount) filter (where o.obstacle = 'travel'), 0),
          'count', count(distinct o.of_which) filter (where o.obstacle = 'travel')))
      from (
        select p.amount, p.obstacle, p.agent_id, coalesce(p.of_commission_id, p.of_other_id) as of_which
        from private.open_for_payout(caller_organization_id, null, true) p) o)
    || (
      select jsonb_build_object(
        'this_year', private.paid_to_agents(caller_organization_id, year, (year + interval '1 year')::date - 1),
        'last_year', private.paid_to_agents(caller_organization_id, (year - interval '1 year')::date, year - 1),
        'payouts', count(distinct y.batch_id))
      from private.agent_year y
      where y.organization_id = caller_organization_id and y.statement_id is not null and y.voided_on is null
        and y.day >= year and y.day < year + interval '1 year'));
end $function$;

COMMENT ON FUNCTION "private"."open_for_payout"(uuid, uuid, boolean) IS 'private.open_commissions and private.open_shares, with one more obstacle. later: its
  agent waits for more (private.below_minimum). commission_id: of a seller''s part; of_commission_id and of_other_id: of whichever
  commission it is a part.';

COMMENT ON FUNCTION "private"."ready_parts"(private.commission_filter, text, text) IS 'A query for status, count, amount and what can be paid now of those commissions `m` of a source
  for which somebody can be paid (private.somebody_ready), in one row or two for a status.';

COMMENT ON FUNCTION "private"."sale_schedule_lock"(uuid, uuid, uuid) IS 'private.schedule_lock of a commission or any share of it, or of its sale''s.';

REVOKE ALL ON FUNCTION "private"."open_for_payout"(uuid, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_for_payout"(uuid, uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."ready_parts"(private.commission_filter, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ready_parts"(private.commission_filter, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sale_schedule_lock"(uuid, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sale_schedule_lock"(uuid, uuid, uuid) TO "postgres";
