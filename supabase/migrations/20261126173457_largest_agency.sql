set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.match_singles(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
 RETURNS SETOF private.bank_single
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
AS $function$
  with t as materialized (
    select r.* from unnest(readings) r
  ), who as materialized (
    select p.*, max(p.strength) over (partition by p.payer_key) as best,
      count(*) filter (where p.confirmations > 0) over (partition by p.payer_key) as taught
    from unnest(match_singles.payers) p
  ), named as materialized (
    select f.transaction_id as id, f.sale_id, f.reference
    from private.match_references(match_singles.organization_id, readings) f
  ), of_vendor as materialized (
    -- By the vendor and the exact amount.
    select t.id, c.sales_id as sale_id, p.strength, c.is_recorded
    from t join who p on p.payer_key = t.payer_key
    cross join lateral (
      select c.sales_id, c.manual_amount > 0 as is_recorded from (
        select c.* from public.commissions c
        where c.organization_id = match_singles.organization_id and c.vendor_id = p.vendor_id and c.undeposited_amount = t.rest
          and c.undeposited_amount > 0 offset 0) c
      where coalesce(c.due_on, c.sale_date) >= (select private.first_candidate_day(match_singles.organization_id))
      order by c.manual_amount > 0, abs(t.booked_on - coalesce(c.due_on, c.sale_date)), c.id limit 20) c
    where t.rest > 0
    union all
    select t.id, c.sales_id, p.strength, false
    from t join who p on p.payer_key = t.payer_key
    cross join lateral (
      select c.sales_id from public.commissions c
      where c.organization_id = match_singles.organization_id and c.vendor_id = p.vendor_id
        and c.deposited_amount > 0 and c.deposited_amount between -t.rest and -t.rest * 4
      order by c.deposited_amount <> -t.rest, abs(t.booked_on - coalesce(c.due_on, c.sale_date)), c.id limit 20) c
    where t.rest < 0
  ), settled as materialized (
    -- A reference and the exact amount: nothing near is looked for, and nothing else either. Of what an admin recorded only where the
    -- day fits, too.
    select n.id, bool_or(c.manual_amount = 0 or abs(t.booked_on - c.received_on) <= 10) as wholly
    from named n join t on t.id = n.id
    cross join lateral (
      select c.manual_amount, c.received_on from public.commissions c
      where c.organization_id = match_singles.organization_id and c.sales_id = n.sale_id
        and (c.undeposited_amount = t.rest and c.manual_amount = 0 or n.reference = 2 and c.manual_amount = t.rest) offset 0) c
    group by 1
  ), called as materialized (
    select c.* from private.called_commissions(match_singles.organization_id,
      array(select r from unnest(readings) r where r.id not in (select n.id from settled n where n.wholly)), match_singles.payers) c
  ), close as materialized (
    -- By the vendor and a near amount: fees of a wire, exchange, another rate than agreed.
    select t.id, c.sales_id, row_number() over (partition by t.id order by c.is_recorded, c.distance, c.id) as place
    from t join who p on p.payer_key = t.payer_key and p.strength = p.best
    cross join lateral (
      select c.id, c.sales_id, c.manual_amount > 0 as is_recorded,
        abs(c.undeposited_amount - t.rest) + abs(t.booked_on - coalesce(c.due_on, c.sale_date)) * t.rest / 2000 as distance
      from public.commissions c
      where c.organization_id = match_singles.organization_id and c.vendor_id = p.vendor_id
        and c.undeposited_amount > 0 and c.undeposited_amount between round(t.rest / 1.18, 2) and round(t.rest / 0.88, 2) + 30
        and coalesce(c.due_on, c.sale_date) between
          greatest(t.booked_on - 160, (select private.first_candidate_day(match_singles.organization_id))) and t.booked_on + 80 offset 0) c
    where t.rest > 0 and t.id not in (
      select v.id from of_vendor v where v.strength > 1 and not v.is_recorded
      union all
      select n.id from settled n)
  ), found as (
    select n.id, n.sale_id, n.reference from named n
    union all
    select v.id, v.sale_id, 0 from of_vendor v
    union all
    -- By the amount alone.
    select t.id, c.sales_id, 0
    from t cross join lateral (
      select c.sales_id from public.commissions c
      where c.organization_id = match_singles.organization_id and c.undeposited_amount = t.rest and c.undeposited_amount > 0
        and coalesce(c.due_on, c.sale_date) >= (select private.first_candidate_day(match_singles.organization_id))
      order by c.manual_amount > 0, abs(t.booked_on - coalesce(c.due_on, c.sale_date)), c.id limit 20) c
    where t.rest > 0 and t.id not in (select n.id from settled n where n.wholly)
    union all
    select c.id, c.sales_id, 0 from close c where c.place <= 6
    union all
    select x.id, x.sales_id, 0 from (
      select t.id, c.sales_id, row_number() over (partition by t.id order by abs(c.undeposited_amount - t.rest), c.commission_id) as place
      from called c join t on t.id = c.transaction_id
      where case when t.rest > 0 then c.undeposited_amount > 0 else c.deposited_amount >= -t.rest end) x
    where x.place <= 5
  ), once as materialized (
    select f.id, f.sale_id, max(f.reference) as reference from found f group by 1, 2
  ), judged as materialized (
    select t.id as transaction_id, c.id as commission_id, o.reference, t.rest, x.owed, x.owed = abs(t.rest) as exact, x.expected,
      x.recorded_on,
      coalesce(x.recorded_on is not null and c.manual_amount = t.rest and abs(t.booked_on - x.recorded_on) <= 10, false) as as_recorded,
      coalesce(p.strength, 0) as vendor, coalesce(p.confirmations, 0) as confirmations,
      p.strength is null and coalesce(b.best, 0) >= 2 and coalesce(b.taught, 0) < 3 as another_vendor,
      exists (
        -- By their ids alone: beside the agency an index of its customers looks as short as the mean agency's.
        select 1 from (select k.* from public.customers k where k.id = any (s.traveler_ids || s.customer_id) offset 0) k
        where k.organization_id = match_singles.organization_id
          -- Most names are one plain word.
          and case when k.last_name ~ '^[A-Za-z]+$' then char_length(k.last_name) >= 3 and upper(k.last_name) = any (t.words)
              and upper(k.last_name) <> all (string_to_array(coalesce(t.payer_key, ''), ' '))
            else exists (select 1 from unnest(private.bank_words(k.last_name)) w(word)
              where char_length(w.word) >= 3 and w.word = any (t.words)) end) as name,
      t.booked_on - coalesce(c.due_on, s.travel_date, s.sale_date) as days,
      s.import_batch_id is null and (s.created_at at time zone 'UTC')::date > t.booked_on + 3 as is_later,
      c.vendor_id, s.booking_reference
    from once o
    join t on t.id = o.id
    cross join lateral (select * from public.sales s where s.id = o.sale_id offset 0) s
    cross join lateral (
      select * from public.commissions c where c.organization_id = s.organization_id and c.sales_id = s.id offset 0) c
    cross join lateral (
      select case when t.rest < 0 then c.deposited_amount when c.manual_amount = t.rest then t.rest else c.undeposited_amount end as owed,
        case when t.rest < 0 then c.deposited_amount else c.undeposited_amount end as expected,
        case when t.rest > 0 and c.manual_amount > 0 then c.received_on end as recorded_on) x
    left join who p on p.payer_key = t.payer_key and p.vendor_id = c.vendor_id
    left join (select distinct w.payer_key, w.best, w.taught from who w) b on b.payer_key = t.payer_key
    where case when t.rest > 0 then c.undeposited_amount > 0 else c.deposited_amount >= -t.rest end
  ), all_named as (
    select n.id, count(*) as sales from named n group by 1
  )
  select j.transaction_id, j.commission_id, j.reference, j.rest, j.owed, j.exact, j.expected, j.recorded_on, j.as_recorded, j.vendor,
    j.confirmations, j.another_vendor, j.name, j.days, j.is_later,
    (coalesce(a.sales, 0) - (j.reference > 0)::int)::int, j.vendor_id, j.booking_reference
  from judged j left join all_named a on a.id = j.transaction_id
  where j.reference > 0 or j.vendor > 0 or j.exact
$function$;

CREATE OR REPLACE FUNCTION private.notify_of_commission()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sale text;
begin
  -- What is paid together is told once, by its payout.
  if private.in_mode('importing') or new.status <> 'funds_received' and exists (
    select 1 from public.agent_payments p
    where p.organization_id = new.organization_id and p.commission_id = new.id and p.batch_id is not null) then
    return null;
  end if;
  sale := (select private.sale_description(s) from public.sales s where s.id = new.sales_id);
  if new.status = 'funds_received' then
    perform private.write_notification(new.organization_id, new.agent_id, 'commission', case
      when new.received_on is not null then (select v.name from public.vendors v where v.id = new.vendor_id)
        || ' paid the commission on the ' || sale || '.'
      when new.sale_paid then 'The customer paid the ' || sale || '. Your commission can be paid.'
      else 'Your commission on the ' || sale || ' is marked as funds received.' end, 'commissions', new.id,
      case when new.received_on is not null then 'vendor_paid' when new.sale_paid then 'customer_paid' else 'funds_received' end,
      jsonb_build_object('vendor', (select v.name from public.vendors v where v.id = new.vendor_id),
        'sale', private.sale_param(new.sales_id)));
  else
    perform private.write_notification(new.organization_id, new.agent_id, 'payout',
      'Your payout for the ' || sale || ' was recorded.', 'commissions', new.id, 'payment_recorded',
      jsonb_build_object('sale', private.sale_param(new.sales_id)));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.open_commissions(organization_id uuid, agent_id uuid, only_received boolean)
 RETURNS TABLE(commission_id uuid, agent_id uuid, amount numeric, obstacle text, batch_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.id, c.agent_id, c.agent_amount,
    private.payout_obstacle(c, s, o, h.commission_id is not null, (select private.today())), l.batch_id
  from public.organizations o
  join public.commissions c on c.organization_id = o.id
    and c.status in ('funds_received', case when not only_received then 'unpaid' else 'funds_received' end)
  join public.sales s on s.id = c.sales_id
  left join public.payout_holds h on h.organization_id = c.organization_id and h.commission_id = c.id
  -- Looked up by its index: where few rows are expected, each of thousands would be compared with all lines.
  left join lateral (
    select l.batch_id from public.payout_lines l
    where l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'commission' offset 0) l on true
  where o.id = open_commissions.organization_id
    and (open_commissions.agent_id is null or c.agent_id = open_commissions.agent_id)
$function$;

CREATE OR REPLACE FUNCTION private.payer_lessons(organization_id uuid, transaction_ids uuid[])
 RETURNS TABLE(transaction_id uuid, payer_key text, vendor_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select distinct t.id, private.payer_before(t.payer_key, n.names), c.vendor_id
  from public.bank_transactions t
  join public.bank_allocations a on a.organization_id = t.organization_id and a.transaction_id = t.id
  join public.commissions c on c.organization_id = a.organization_id and c.id = a.commission_id
  join public.sales s on s.id = c.sales_id
  cross join lateral (
    -- By their ids alone, as in private.match_singles.
    select array_agg(w) as names
    from (select k.* from public.customers k where k.id = any (s.traveler_ids || s.customer_id) offset 0) k
    cross join lateral unnest(private.bank_words(k.first_name || ' ' || k.last_name)) w
    where k.organization_id = s.organization_id) n
  where t.organization_id = payer_lessons.organization_id and t.id = any (transaction_ids) and t.payer_key is not null
$function$;

CREATE OR REPLACE FUNCTION private.sales_by(grouped_by text, organization_id uuid, agent_id uuid, first_day date, last_day date)
 RETURNS TABLE(id uuid, sales_count numeric, total_amount numeric, commission_amount numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first_month date := date_trunc('month', sales_by.first_day::timestamp);
  last_month date := date_trunc('month', sales_by.last_day::timestamp);
  stale date[] := array(
    select distinct d.day from private.stale_days d
    where d.organization_id = sales_by.organization_id
      and d.day >= first_month and d.day < last_month + interval '1 month');
  stale_months date[] := array(select distinct date_trunc('month', d.day::timestamp)::date from unnest(stale) d(day));
  -- Named one by one, agents are found by the index of their sales, all of them or one.
  agents uuid[] := case when sales_by.agent_id is not null then array[sales_by.agent_id]
    else array(select u.id from public.users u where u.organization_id = sales_by.organization_id) end;
  month_of_rows date[] := '{}';
  signs integer[] := '{}';
  from_days date[] := '{}';
  to_days date[] := '{}';
  month date;
  month_end date;
  from_day date;
  to_day date;
begin
  foreach month in array array(select m from unnest(stale_months || first_month || last_month) m group by m) loop
    month_end := month + interval '1 month - 1 day';
    from_day := greatest(month, sales_by.first_day);
    to_day := least(month_end, sales_by.last_day);
    if month = any (stale_months) or 2 * (to_day - from_day + 1) < month_end - month + 1 then
      month_of_rows := month_of_rows || month;
      signs := signs || 1;
      from_days := from_days || from_day;
      to_days := to_days || to_day;
    else
      signs := signs || '{-1,-1}';
      from_days := from_days || array[month, to_day + 1];
      to_days := to_days || array[from_day - 1, month_end];
    end if;
  end loop;
  return query
    select t.id, sum(t.sales_count), sum(t.total_amount), sum(t.commission_amount)
    from (
      select m.group_id as id, m.sales_count, m.total_amount, m.commission_amount
      from private.monthly_totals m
      where m.organization_id = sales_by.organization_id and m.grouped_by = sales_by.grouped_by
        and m.subject_id = coalesce(sales_by.agent_id, sales_by.organization_id)
        and m.month between first_month and last_month and m.month <> all (month_of_rows)
      union all
      -- Totals of sales know revenue, those of commissions the commission.
      select d.subject_id, case d.record_type when 'sale' then r.sign * d.record_count else 0 end, r.sign * d.total_amount,
        case d.record_type when 'commission' then r.sign * d.commission_amount else 0 end
      from unnest(signs, from_days, to_days) r(sign, from_day, to_day)
      -- Each range by itself: joined with all of them, every day there ever was would be read.
      cross join lateral (
        select * from private.daily_totals t
        where t.organization_id = sales_by.organization_id and t.subject_id = any (agents)
          and t.record_type in ('sale', 'commission') and t.day between r.from_day and r.to_day
          and t.day <> all (stale)
        union all
        select * from private.daily_totals_of_rows(sales_by.organization_id, stale, null, sales_by.agent_id) n
        where n.subject_id = any (agents) and n.day between r.from_day and r.to_day
        offset 0) d
      where sales_by.grouped_by = 'agent' and d.status <> 'cancelled'
      union all
      select s.vendor_id, r.sign * count(*), r.sign * sum(s.total_amount), 0
      from unnest(signs, from_days, to_days) r(sign, from_day, to_day)
      join public.sales s on s.organization_id = sales_by.organization_id and s.agent_id = any (agents)
        and s.sale_date between r.from_day and r.to_day
      where sales_by.grouped_by = 'vendor' and s.status <> 'cancelled'
      group by s.vendor_id, r.sign
      union all
      select c.vendor_id, 0, 0, r.sign * sum(c.amount)
      from unnest(signs, from_days, to_days) r(sign, from_day, to_day)
      join public.commissions c on c.organization_id = sales_by.organization_id
        and c.sale_date between r.from_day and r.to_day
      where sales_by.grouped_by = 'vendor' and c.status <> 'cancelled'
        and (sales_by.agent_id is null or c.agent_id = sales_by.agent_id)
      group by c.vendor_id, r.sign) t
    group by t.id having sum(t.sales_count) > 0;
end $function$;

CREATE OR REPLACE FUNCTION private.schedule_lock(organization_id uuid, commission_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.command_result('This is in the ' || b.name || ' payout, planned for ' || private.day_text(b.planned_on) || '.', null,
    'in_planned_payout', jsonb_build_object('payout', b.name, 'planned_on', b.planned_on))
  -- From the payout on, which mostly there is none of: asked of each commission that is paid, the lines are not looked at.
  from (
    select b.* from public.payout_batches b
    where b.organization_id = schedule_lock.organization_id and b.status = 'scheduled' offset 0) b
  cross join lateral (
    select from public.payout_lines l
    where l.organization_id = b.organization_id and l.commission_id = schedule_lock.commission_id and l.kind = 'commission'
      and l.batch_id = b.id offset 0) l
$function$;

CREATE OR REPLACE FUNCTION private.sum_sales(f private.sale_filter)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  source text;
  sums jsonb;
  excluded private.sale_filter := f;
begin
  f.status := null;
  if f.exclude_customers then
    excluded.exclude_customers := false;
    f.customer_ids := null;
    f.exclude_customers := false;
    return private.subtract_sums(private.sum_sales(f), private.sum_sales(excluded));
  end if;
  if f.customer_ids is null and f.vendor_id is null and f.departing_by is null then
    source := 'd.status, sum(d.record_count) as n, sum(d.total_amount) as a, sum(d.commission_amount) as c
      from private.totals(''sale'', $3, $4, $6, $7) d group by d.status';
  else
    -- What departs is booked. Not asked for its status, it is read from its own index, as far as it reaches.
    source := case when f.departing_by is null then 's.status' else '''booked'' as status' end
      || ', count(*) as n, sum(s.total_amount) as a, sum(s.commission_amount) as c from public.sales s where '
      || private.sale_conditions(f) || ' group by 1';
  end if;
  execute 'select jsonb_object_agg(status, jsonb_build_object(''count'', n, ''amount'', a, ''commission_amount'', c))
    from (select ' || source || ') t'
  into sums using null, null, f.organization_id, f.agent_id, f.vendor_id, f.first_day, f.last_day, f.customer_ids, f.status,
    f.sale_ids, f.departing_by;
  return sums;
end $function$;
