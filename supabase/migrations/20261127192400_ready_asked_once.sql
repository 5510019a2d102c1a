set local check_function_bodies = off;

-- On hosted Supabase a policy, and a trigger that is dropped, lock tables of Auth, Storage and Realtime until this is committed. Whoever
-- comes meanwhile waits behind it, so it does not wait long itself: it gives up, nothing of it stays, and the next push tries again.
set local lock_timeout = '4s';

DROP TRIGGER "commissions_09_keep_paid" ON "public"."commissions";

DROP FUNCTION "private"."export_organization"();

DROP FUNCTION "private"."export_organization_of_books"();

DROP FUNCTION "private"."journal_month"(uuid, date);

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

CREATE OR REPLACE FUNCTION private.exporting_organization_id(what text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.current_organization_id();
begin
  if caller_organization_id is null or not private.is_owner() then
    raise exception using errcode = '42501', message = 'permission denied for exports of ' || what;
  end if;
  return caller_organization_id;
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

CREATE OR REPLACE FUNCTION private.journal_month(organization_id uuid, month date)
 RETURNS date
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first_day constant date := date_trunc('month', coalesce(journal_month.month, private.journal_next_month(journal_month.organization_id),
    private.today() - interval '1 month')::timestamp)::date;
begin
  -- Who has no agency whose books they see is told nothing, not even this.
  if journal_month.organization_id is not null and first_day not between '1990-01-01' and '2199-12-31' then
    perform private.refuse('Choose the first month.', 'month', 'journal_month_missing');
  end if;
  return first_day;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_paid_commission()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_paid constant boolean := old.seller_paid or exists (
    select 1 from public.commission_shares h
    where h.organization_id = old.organization_id and h.commission_id = old.id and h.status = 'paid');
begin
  if new.status = 'unpaid' and is_paid and new.deposited_amount < old.deposited_amount then
    new.status := old.status;
  elsif new.status = 'cancelled' and is_paid then
    perform private.refuse('The agent has been paid. That is final.', 'status', 'agent_paid_is_final');
  elsif new.status = 'agent_paid' and not private.last_share_paid(old.organization_id, old.id, null) then
    perform private.refuse('Record the payment to mark this commission as Agent paid.', 'status', 'payment_not_recorded');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_webhooks()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.webhook_events v where v.id in (
    select o.id from private.webhook_events o where o.happened_at < now() - interval '30 days' order by o.happened_at limit 5000);
  delete from private.webhook_secrets s where s.ends_at < now();
  if exists (select from private.due_webhook_deliveries x where x.asked_at is not null)
    or exists (
      select from private.webhook_endpoints e
      where e.switched_off_at is null and exists (select from private.due_webhook_deliveries x where x.endpoint_id = e.id)) then
    perform private.call_function('webhook-send');
  end if;
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

CREATE OR REPLACE FUNCTION public.get_agency_export()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.exporting_organization_id('an agency');
begin
  return (
    select jsonb_build_object('id', e.id, 'state', e.state, 'progress', case when e.state = 'waiting' then private.export_progress(e.id) end,
      'asked_by', jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name), 'asked_at', e.asked_at, 'ready_at', e.ready_at,
      'ends_at', e.ready_at + interval '7 days', 'sealed', e.sealed_key is not null,
      'rows', (select sum(r.value::bigint) from jsonb_each_text(e.content -> 'rows') r),
      'size', (select sum(p.size) from private.agency_export_parts p where p.export_id = e.id)
        + (select coalesce(sum(f.size), 0) from private.export_files(e) f),
      'opened_at', e.opened_at)
    from private.agency_exports e join public.users u on u.id = e.asked_by
    where e.organization_id = caller_organization_id);
end $function$;

CREATE OR REPLACE FUNCTION public.get_journal(month date DEFAULT NULL::date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
  first_day constant date := private.journal_month(caller_organization_id, get_journal.month);
  s private.journal_settings;
  export private.journal_exports;
begin
  if caller_organization_id is null then
    return null;
  end if;
  select j.* into s from private.journal_settings j where j.organization_id = caller_organization_id;
  select e.* into export from private.journal_exports e where e.organization_id = caller_organization_id and e.month = first_day;
  return (
    with sums as materialized (
      select t.* from private.journal_totals(caller_organization_id, coalesce(s.basis, 'received'), first_day) t where export.id is null
      union all
      select l.account, l.bank_account_id, coalesce(sum(l.amount) filter (where l.amount > 0), 0),
        coalesce(-sum(l.amount) filter (where l.amount < 0), 0), count(distinct l.entry)
      from private.journal_export_lines l where l.organization_id = caller_organization_id and l.export_id = export.id
      group by grouping sets ((l.account, l.bank_account_id), ()) having export.id is not null)
    select jsonb_build_object('month', first_day, 'last_day', (first_day + interval '1 month')::date - 1,
      'ended', (first_day + interval '1 month')::date <= private.today(), 'next_month', private.journal_next_month(caller_organization_id),
      'first_month', coalesce(s.since, (date_trunc('month', private.today()::timestamp) - interval '12 months')::date),
      'this_month', date_trunc('month', private.today()::timestamp)::date,
      'closed_through', o.books_closed_through, 'currency', o.currency, 'exported', export.id is not null,
      'settings', jsonb_build_object('basis', s.basis, 'since', s.since, 'paying_account_id', s.paying_account_id,
        'quickbooks_names', coalesce(s.quickbooks_names, false),
        'xero_tax_rate', coalesce(s.xero_tax_rate, 'Tax Exempt'), 'datev_consultant', s.datev_consultant, 'datev_client', s.datev_client,
        'datev_first_month', coalesce(s.datev_first_month, 1), 'datev_account_length', coalesce(s.datev_account_length, 4)),
      'entries', (select t.entries from sums t where t.account is null), 'debit', (select t.debit from sums t where t.account is null),
      'credit', (select t.credit from sums t where t.account is null),
      'accounts', (
        select jsonb_agg(jsonb_build_object('account', a.account, 'bank_account_id', a.bank_account_id, 'bank_account', b.name,
          'last_four', b.last_four, 'number', m.number, 'name', m.name, 'debit', coalesce(t.debit, 0), 'credit', coalesce(t.credit, 0))
          order by a.place, b.created_at nulls last, b.id)
        from (
          select n.account, n.place, null::uuid as bank_account_id
          from unnest(private.journal_account_names()) with ordinality n(account, place)
          where (n.account <> 'bank' or exists (select from sums t where t.account = 'bank' and t.bank_account_id is null))
            and (coalesce(s.basis, 'received') = 'expected' or n.account not in ('receivable', 'fees_receivable', 'written_off')
              or exists (select from sums t where t.account = n.account))
          union all
          select 'bank', 1, k.id from public.bank_accounts k
          where k.organization_id = caller_organization_id
            and (k.archived_at is null or exists (select from sums t where t.bank_account_id = k.id))) a
        left join sums t on t.account = a.account and t.bank_account_id is not distinct from a.bank_account_id
        left join public.bank_accounts b on b.organization_id = caller_organization_id and b.id = a.bank_account_id
        left join private.journal_accounts m on m.organization_id = caller_organization_id and m.account = a.account
          and m.bank_account_id is not distinct from a.bank_account_id),
      'exports', (
        select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'number', e.number, 'month', e.month, 'format', e.format,
          'entries', e.entry_count, 'by', u.first_name || ' ' || u.last_name, 'at', e.created_at) order by e.number desc), '[]')
        from private.journal_exports e left join public.users u on u.id = e.exported_by
        where e.organization_id = caller_organization_id))
    from public.organizations o where o.id = caller_organization_id);
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

CREATE OR REPLACE FUNCTION public.list_journal(month date DEFAULT NULL::date, page integer DEFAULT 1, page_size integer DEFAULT 50)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
  first_day constant date := private.journal_month(caller_organization_id, list_journal.month);
  per_page constant int := least(greatest(coalesce(list_journal.page_size, 50), 1), 500);
  page_no constant int := least(greatest(coalesce(list_journal.page, 1), 1), 1000000);
  chosen constant text := coalesce((select s.basis from private.journal_settings s where s.organization_id = caller_organization_id), 'received');
  chosen_export_id constant uuid := (
    select e.id from private.journal_exports e where e.organization_id = caller_organization_id and e.month = first_day);
begin
  if caller_organization_id is null then
    return null;
  end if;
  return (
    with e as materialized (
      select e.*, null::text as entry_text, null::text as reference
      from private.journal_lines(caller_organization_id, chosen, first_day, (first_day + interval '1 month')::date - 1) e
      where chosen_export_id is null
      union all
      select l.line, l.entry, l.day, l.entry_kind, l.entry_id, l.account, l.bank_account_id, l.user_id, l.sales_id, l.amount, l.entry_text, l.reference
      from private.journal_export_lines l where l.organization_id = caller_organization_id and l.export_id = chosen_export_id),
    shown as materialized (
      select e.* from e where e.line > (page_no - 1)::bigint * per_page and e.line <= page_no::bigint * per_page),
    origins as materialized (
      select o.* from (select array_agg(d.entry_kind) as kinds, array_agg(d.entry_id) as ids
        from (select distinct e.entry_kind, e.entry_id from shown e) d) a
      cross join lateral private.journal_origins(caller_organization_id, a.kinds, a.ids) o)
    select jsonb_build_object('month', first_day, 'count', t.lines, 'page', page_no, 'page_size', per_page,
      'total_pages', (t.lines + per_page - 1) / per_page, 'debit', t.debit, 'credit', t.credit,
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object('line', e.line, 'entry', e.entry, 'day', e.day, 'kind', e.entry_kind,
          'text', coalesce(e.entry_text, o.entry_text), 'sales_id', o.sales_id, 'transaction_id', o.transaction_id, 'statement_id', o.statement_id,
          'account', e.account, 'bank_account', b.name, 'last_four', b.last_four, 'agent', u.first_name || ' ' || u.last_name,
          'reference', coalesce(e.reference, r.booking_reference), 'amount', e.amount) order by e.line), '[]')
        from shown e
        join origins o on o.entry_kind = e.entry_kind and o.entry_id = e.entry_id
        left join public.bank_accounts b on b.organization_id = caller_organization_id and b.id = e.bank_account_id
        left join public.users u on u.organization_id = caller_organization_id and u.id = e.user_id
        left join public.sales r on r.organization_id = caller_organization_id and r.id = e.sales_id))
    from (
      select count(*) as lines, coalesce(sum(e.amount) filter (where e.amount > 0), 0) as debit,
        coalesce(-sum(e.amount) filter (where e.amount < 0), 0) as credit from e) t);
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

CREATE OR REPLACE FUNCTION public.open_agency_export(export_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id constant uuid := private.exporting_organization_id('an agency');
  export private.agency_exports;
begin
  perform private.require_step_up();
  update private.agency_exports e set opened_by = auth.uid(), opened_at = clock_timestamp()
  where e.organization_id = caller_organization_id and e.id = open_agency_export.export_id and e.state = 'ready'
  returning * into export;
  if export.id is null then
    perform private.refuse('This export is not there any more.', '', 'agency_export_not_found');
  end if;
  perform private.audit(caller_organization_id, 'agency_export_opened', null, export.id);
  return jsonb_build_object('description', export.content,
    'parts', (select jsonb_agg(jsonb_build_object('number', p.number, 'path', p.path, 'kind', p.kind, 'table', p.relation,
      'rows', p.row_count, 'size', p.size, 'hash', p.hash) order by p.number)
      from private.agency_export_parts p where p.export_id = export.id),
    'files', (select coalesce(jsonb_agg(jsonb_build_object('bucket', f.bucket, 'name', f.name, 'file_name', f.file_name,
      'type', f.mime_type, 'size', f.size, 'owner', f.owner_id) order by f.bucket, f.name), '[]') from private.export_files(export) f),
    'statements', (select coalesce(jsonb_agg(s.id order by s.paid_on, s.number), '[]') from public.payout_statements s
      where s.organization_id = caller_organization_id and s.created_at <= export.ready_at));
end $function$;

CREATE OR REPLACE FUNCTION public.open_journal_export(export_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.exporting_organization_id('the journal');
  export private.journal_exports;
begin
  perform private.require_step_up();
  select e.* into export from private.journal_exports e where e.organization_id = caller_organization_id and e.id = open_journal_export.export_id;
  if export.id is null then
    return null;
  end if;
  perform private.audit(caller_organization_id, 'journal_downloaded', null, export.id, jsonb_build_object('number', export.number,
    'month', export.month, 'format', export.format));
  return jsonb_build_object('id', export.id, 'number', export.number, 'month', export.month, 'last_day', export.last_day, 'format', export.format,
    'currency', export.currency, 'exported_at', export.created_at, 'lines', export.line_count, 'settings', export.settings - 'since' - 'basis');
end $function$;

CREATE OR REPLACE FUNCTION public.read_agency_export(export_id uuid, number integer)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  answer text;
begin
  select p.content into answer
  from private.agency_exports e join private.agency_export_parts p on p.organization_id = e.organization_id and p.export_id = e.id
  where e.organization_id = private.exporting_organization_id('an agency') and e.id = read_agency_export.export_id
    and p.number = read_agency_export.number and private.is_export_open(e);
  if answer is null then
    perform private.refuse('This export is not there any more.', '', 'agency_export_not_found');
  end if;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.read_journal_export(export_id uuid, after_line integer DEFAULT 0)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.exporting_organization_id('the journal');
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('line', l.line, 'entry', l.entry, 'day', l.day, 'kind', l.entry_kind, 'source_id', l.entry_id,
      'text', l.entry_text, 'account', l.account, 'number', l.account_number, 'name', l.account_name, 'amount', l.amount,
      'reference', l.reference, 'party', l.party) order by l.line), '[]')
    from (
      select l.* from private.journal_export_lines l
      where l.organization_id = caller_organization_id and l.export_id = read_journal_export.export_id
        and l.line > coalesce(read_journal_export.after_line, 0)
      order by l.line limit 5000) l);
end $function$;

CREATE OR REPLACE FUNCTION public.remove_agency_export(export_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.exporting_organization_id('an agency');
begin
  delete from private.agency_exports e where e.organization_id = caller_organization_id and e.id = remove_agency_export.export_id;
  if not found then
    return private.command_result('This export is not there any more.', null, 'agency_export_not_found');
  end if;
  perform private.audit(caller_organization_id, 'agency_export_removed', null, remove_agency_export.export_id);
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.start_agency_export(passphrase text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id constant uuid := private.exporting_organization_id('an agency');
  writing_key constant text := case when passphrase is not null then encode(extensions.gen_random_bytes(32), 'hex') end;
  export private.agency_exports;
begin
  perform private.require_step_up();
  if char_length(passphrase) not between 12 and 200 then
    return private.command_result('Use a passphrase of at least 12 characters.', 'passphrase', 'passphrase_too_short', '{"least": 12}');
  end if;
  if (private.lock_owned_agency()).id is null then
    raise insufficient_privilege using message = 'permission denied for exports of an agency';
  end if;
  if exists (select from private.agency_exports e where e.organization_id = caller_organization_id and e.state = 'waiting') then
    return private.command_result('The agency is being written to files already.', null, 'agency_export_runs');
  end if;
  delete from private.agency_exports e where e.organization_id = caller_organization_id;
  insert into private.agency_exports (organization_id, asked_by, sealed_key, writing_key)
  values (caller_organization_id, auth.uid(),
    extensions.pgp_sym_encrypt(writing_key, passphrase, 'cipher-algo=aes256, s2k-count=65011712'), private.seal('passport_key', writing_key))
  returning * into export;
  perform private.audit(caller_organization_id, 'agency_export_started', null, export.id,
    jsonb_build_object('sealed', export.sealed_key is not null));
  return private.command_result(null) || jsonb_build_object('id', export.id);
end $function$;

CREATE OR REPLACE FUNCTION public.take_webhook_delivery()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  lease constant interval := interval '1 minute';
  e private.webhook_endpoints;
  d private.webhook_deliveries;
begin
  -- Any of those that may be asked, so that none is before the others; one that fails is asked one thing at a time.
  for e in
    select w.* from private.webhook_endpoints w
    where exists (select from private.webhook_deliveries x where x.endpoint_id = w.id and x.state = 'waiting' and x.next_try_at <= now()
        and (w.switched_off_at is null or x.asked_at is not null))
      and (select count(*) from private.webhook_deliveries x where x.endpoint_id = w.id and x.claim is not null and x.next_try_at > now())
        < case when w.failing_since is null then 4 else 1 end
      and not private.is_being_deleted(w.organization_id)
    order by random()
  loop
    update private.webhook_deliveries t set claim = gen_random_uuid(), next_try_at = now() + lease, tries = t.tries + 1, tried_at = now(),
      first_tried_at = coalesce(t.first_tried_at, now())
    where t.id = (
      select x.id from private.due_webhook_deliveries x
      where x.endpoint_id = e.id and (x.asked_at is not null or e.switched_off_at is null)
      order by x.next_try_at, x.number limit 1 for update skip locked)
    returning t.* into d;
    continue when d.id is null;
    return (
      select jsonb_build_object('delivery_id', d.id, 'claim', d.claim, 'url', e.url, 'secrets', (
          select jsonb_agg(private.unseal('webhook_key', s.secret_encrypted) order by s.made_at desc) from private.webhook_secrets s
          where s.endpoint_id = e.id and (s.ends_at is null or s.ends_at > now())),
        'id', v.id, 'type', v.type,
        'timestamp', private.api_time(v.happened_at), 'data', v.data)
      from private.webhook_events v where v.id = d.event_id);
  end loop;
  return null;
end $function$;

CREATE VIEW "private"."due_webhook_deliveries" WITH (security_invoker=on) AS  SELECT id,
    endpoint_id,
    number,
    asked_at,
    next_try_at
   FROM private.webhook_deliveries x
  WHERE ((state = 'waiting'::text) AND (next_try_at <= now()) AND ((asked_at IS NOT NULL) OR (NOT (EXISTS ( SELECT
           FROM private.webhook_deliveries b
          WHERE ((b.endpoint_id = x.endpoint_id) AND (b.record_id = x.record_id) AND (b.number < x.number) AND (b.state = 'waiting'::text) AND (b.delivered_at IS NULL)))))));

CREATE TRIGGER commissions_09_keep_paid BEFORE UPDATE ON public.commissions FOR EACH ROW WHEN ((((new.status = 'cancelled'::text) AND (old.status <> 'cancelled'::text)) OR ((old.status = 'funds_received'::text) AND ((new.status = 'unpaid'::text) OR ((new.status = 'agent_paid'::text) AND ((cardinality(old.share_percents) > 1) OR old.seller_paid)))))) EXECUTE FUNCTION private.keep_paid_commission();

COMMENT ON FUNCTION "private"."exporting_organization_id"(text) IS 'The tenant of an owner, who may download what is exported of it; everybody else is refused before
  anything is looked up. what: named in the message.';

COMMENT ON FUNCTION "private"."journal_month"(uuid, date) IS 'The first day of the month that is asked for; of none: of the next one that is exported, else of the last one.
  Refuses one that no books have.';

COMMENT ON FUNCTION "private"."keep_paid_commission"() IS 'A commission of which a share or an override was paid, or something was taken off for one, is
  not cancelled, and stays funds_received when a deposit is taken back: the rest waits for the vendor again. Of an unpaid commission
  nobody was paid anything, then. It is agent_paid with its last share.';

COMMENT ON FUNCTION "private"."open_for_payout"(uuid, uuid, boolean) IS 'private.open_commissions and private.open_shares, with one more obstacle. later: its
  agent waits for more (private.below_minimum). commission_id: of a seller''s part; of_commission_id and of_other_id: of whichever
  commission it is a part.';

COMMENT ON FUNCTION "private"."ready_parts"(private.commission_filter, text, text) IS 'A query for status, count, amount and what can be paid now of those commissions `m` of a source
  for which somebody can be paid (private.somebody_ready), in one row or two for a status.';

COMMENT ON FUNCTION "private"."sale_schedule_lock"(uuid, uuid, uuid) IS 'private.schedule_lock of a commission or any share of it, or of its sale''s.';

COMMENT ON TABLE "public"."bank_patterns" IS 'What a payer''s transactions turned out to be: a vendor''s money (one payer, like a
  settlement service, may pay for several vendors), or something to set aside. Written by the functions of
  bank/functions/decisions and bank/functions/lessons.';

COMMENT ON VIEW "private"."due_webhook_deliveries" IS 'What is to be tried now: nothing of its record is before it, or somebody asked for it. To an endpoint
  that is switched off goes only what somebody asked for.';

REVOKE ALL ON FUNCTION "private"."exporting_organization_id"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."exporting_organization_id"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."journal_month"(uuid, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."journal_month"(uuid, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."open_for_payout"(uuid, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_for_payout"(uuid, uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."ready_parts"(private.commission_filter, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ready_parts"(private.commission_filter, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sale_schedule_lock"(uuid, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sale_schedule_lock"(uuid, uuid, uuid) TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."due_webhook_deliveries" TO "postgres";
