set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.match_sets(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
 RETURNS SETOF private.bank_set
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_sort TO 'off'
AS $function$
  with t as materialized (
    select r.id, r.rest, (r.rest * 100)::bigint as cents, r.booked_on, r.payer_key, r.booking_count, r.forbids,
      array(select k from unnest(r.keys) k where k ~ '\d{3}') as numbered
    from unnest(readings) r where r.rest > 0
  ), who as materialized (
    select p.payer_key, p.vendor_id, p.strength from (
      select p.*, rank() over (partition by p.payer_key order by p.strength desc) as place,
        count(*) over (partition by p.payer_key, p.strength) as equals
      from unnest(match_sets.payers) p) p
    where p.place = 1 and p.equals <= 12
  ), named as materialized (
    -- What the text names: to be paid, or taken back where it was paid before.
    select t.id, t.cents as target, c.id as commission_id, coalesce(c.due_on, c.sale_date) as due_on, c.manual_amount > 0 as is_recorded,
      coalesce((select max(p.strength) from unnest(match_sets.payers) p where p.payer_key = t.payer_key and p.vendor_id = c.vendor_id), 0) as strength,
      case when c.undeposited_amount > 0 then (c.undeposited_amount * 100)::bigint else -(c.deposited_amount * 100)::bigint end as cents
    from private.match_references(match_sets.organization_id, readings) n
    join t on t.id = n.transaction_id
    cross join lateral (
      select c.* from public.commissions c where c.organization_id = match_sets.organization_id and c.sales_id = n.sale_id
        and (c.undeposited_amount > 0 and c.status <> 'cancelled' or c.deposited_amount > 0)
        and (n.reference = 2 or (select s.booking_reference ~ '[0-9]{5}' from public.sales s where s.id = n.sale_id)) offset 0) c
  ), called as materialized (
    select c.transaction_id, c.commission_id from private.called_commissions(match_sets.organization_id, readings, match_sets.payers) c
  ), near as (
    select t.id, t.cents as target, t.booked_on, p.strength, c.*, false as named
    from t join who p on p.payer_key = t.payer_key
    cross join lateral (
      (select c.id as commission_id, (c.undeposited_amount * 100)::bigint as cents, coalesce(c.due_on, c.sale_date) as due_on,
        c.manual_amount > 0 as is_recorded
      from public.commissions c
      where c.organization_id = match_sets.organization_id and c.vendor_id = p.vendor_id and c.undeposited_amount > 0
        and c.undeposited_amount < t.rest and coalesce(c.due_on, c.sale_date) between t.booked_on - 5 and t.booked_on + 80
        and coalesce(c.due_on, c.sale_date) >= (select private.first_candidate_day(match_sets.organization_id))
        and c.sale_date <= t.booked_on
      order by coalesce(c.due_on, c.sale_date), c.id limit 24)
      union all
      (select c.id, (c.undeposited_amount * 100)::bigint, coalesce(c.due_on, c.sale_date), c.manual_amount > 0
      from public.commissions c
      where c.organization_id = match_sets.organization_id and c.vendor_id = p.vendor_id and c.undeposited_amount > 0
        and c.undeposited_amount < t.rest and coalesce(c.due_on, c.sale_date) between t.booked_on - 120 and t.booked_on - 6
        and coalesce(c.due_on, c.sale_date) >= (select private.first_candidate_day(match_sets.organization_id))
      order by coalesce(c.due_on, c.sale_date) desc, c.id desc limit 24)) c
    union all
    select n.id, n.target, t.booked_on, n.strength, n.commission_id, n.cents, n.due_on, n.is_recorded, true
    from named n join t on t.id = n.id
    where n.strength > 0 and n.cents > 0 and n.cents < n.target and n.due_on between t.booked_on - 160 and t.booked_on + 80
  ), placed as materialized (
    select n.*, row_number() over (partition by n.id order by n.named desc, n.called desc, n.is_recorded, abs(n.booked_on - 5 - n.due_on), n.commission_id) as place
    from (
      select n.id, n.target, n.booked_on, n.commission_id, n.cents, n.due_on, max(n.strength) as strength, n.is_recorded,
        bool_or(n.named) as named, k.commission_id is not null as called
      from near n left join called k on k.transaction_id = n.id and k.commission_id = n.commission_id
      group by 1, 2, 3, 4, 5, 6, 8, k.commission_id) n
  ), pool as materialized (
    select n.id, n.target, row_number() over (partition by n.id order by n.due_on, n.commission_id) as n, n.commission_id, n.cents,
      n.strength, n.named, n.called, n.is_recorded, not n.named and t.numbered <> '{}' and exists (
        select 1 from (select c.sales_id from public.commissions c where c.id = n.commission_id offset 0) c
        cross join lateral (select private.reference_key(s.booking_reference) as key from public.sales s where s.id = c.sales_id offset 0) x
        cross join lateral unnest(t.numbered) k(key) where private.is_cut_reference(k.key, x.key)) as cut
    from placed n join t on t.id = n.id where n.place <= 24
  ), sums as materialized (
    select p.*, sum(p.cents) over (partition by p.id order by p.n) as running from pool p
  ), runs as materialized (
    select a.id, a.n as first, b.n as last, b.running - a.running + a.cents - a.target as surplus
    from sums a join sums b on b.id = a.id and b.n > a.n
    -- Without one of them they are to be the target, and each is less than that.
    where b.running - a.running + a.cents between a.target and 2 * a.target
  ), anchors as materialized (
    -- What the text names, wholly or partly, and with it whose travelers it names: others of the vendor may be the rest.
    select p.id, v.variant, p.target - sum(p.cents) as target, array_agg(p.n) as ns
    from pool p cross join (values (1), (2)) v(variant)
    where p.named or p.cut or v.variant = 2 and p.called
    group by p.id, p.target, v.variant
    having sum(p.cents) <= p.target * 1.13 and (v.variant = 1 or bool_or(p.called and not p.named and not p.cut))
  ), hunted as materialized (
    select p.id, 0 as variant, p.target, p.n, p.cents from pool p
    union all
    select p.id, a.variant, a.target, p.n, p.cents
    from anchors a join pool p on p.id = a.id and p.cents <= a.target where p.n <> all (a.ns)
  ), pairs as materialized (
    select a.id, a.variant, a.target, a.n as a, b.n as b, a.cents + b.cents as cents
    from hunted a join hunted b on b.id = a.id and b.variant = a.variant and b.n > a.n and a.cents + b.cents <= a.target
  ), sets as (
    -- With what the deposit is more than their sum.
    select r.id, 0 as variant, array(select generate_series(r.first, r.last)) as ns, true as in_order, 0 as difference from runs r where r.surplus = 0
    union all
    select r.id, 0, array(select n from generate_series(r.first, r.last) n where n <> p.n), true, 0
    from runs r join pool p on p.id = r.id and p.cents = r.surplus and p.n > r.first and p.n < r.last
    where r.surplus > 0 and r.last - r.first >= 4
    union all
    select a.id, a.variant, '{}', false, a.target from anchors a join t on t.id = a.id
    where cardinality(a.ns) > 1 and a.target between t.cents * -0.13 and t.cents * 0.15
    union all
    select h.id, h.variant, array[h.n], false, 0 from hunted h where h.variant > 0 and h.cents = h.target
    union all
    select p.id, p.variant, array[p.a, p.b], false, 0 from pairs p where p.cents = p.target
    union all
    select p.id, p.variant, array[p.a, p.b, c.n], false, 0
    from pairs p join hunted c on c.id = p.id and c.variant = p.variant and c.cents = p.target - p.cents and c.n > p.b
    union all
    select p.id, p.variant, array[p.a, p.b, q.a, q.b], false, 0
    from pairs p join pairs q on q.id = p.id and q.variant = p.variant and q.cents = p.target - p.cents and q.a > p.b
  ), distinct_sets as (
    select s.id, x.ns, bool_or(s.in_order) as in_order, s.difference
    from sets s left join anchors a on a.id = s.id and a.variant = s.variant
    cross join lateral (select array(select n from unnest(a.ns || s.ns) n order by n) as ns) x
    group by 1, 2, 4
  ), pools as materialized (
    select p.id, array_agg(p.commission_id order by p.n) as commission_ids, array_agg(p.named::int order by p.n) as named,
      array_agg(p.called::int order by p.n) as called, array_agg(p.cut::int order by p.n) as cut, array_agg(p.is_recorded::int order by p.n) as recorded, max(p.strength) as vendor
    from pool p group by 1
  ), named_sets as (
    -- All that is named, with what is taken back or without it: the sum, or nearly.
    select n.id, array_agg(n.commission_id order by n.due_on, n.commission_id) as commission_ids, count(*) as named,
      count(*) filter (where n.is_recorded) as recorded, bool_or(n.cents < 0) as takes_back, n.target - sum(n.cents) as difference,
      min(n.strength) as vendor
    from named n cross join (values (false), (true)) w(with_recalls)
    where w.with_recalls or n.cents > 0
    group by n.id, n.target, w.with_recalls
    having count(*) > 1 and sum(n.cents) > 0 and case when bool_or(n.cents < 0) then w.with_recalls and sum(n.cents) = n.target
      else not w.with_recalls and n.target between sum(n.cents) * 0.5 and sum(n.cents) * 3 end
  ), all_named as (
    select n.id, count(*) filter (where n.cents > 0) as n from named n group by 1
  ), judged as (
    select d.id, m.commission_ids, m.named, m.called, m.cut, m.recorded, d.in_order, false as takes_back, d.difference::bigint as difference, p.vendor,
      d.ns[cardinality(d.ns)] - d.ns[1] + 1 - cardinality(d.ns) as left_over
    from distinct_sets d
    join pools p on p.id = d.id
    cross join lateral (
      select array_agg(p.commission_ids[n] order by n) as commission_ids, sum(p.named[n]) as named, sum(p.called[n]) as called,
        sum(p.cut[n]) as cut, sum(p.recorded[n]) as recorded from unnest(d.ns) n) m
    union all
    select n.id, n.commission_ids, n.named, 0, 0, n.recorded, false, n.takes_back, n.difference, n.vendor, 0 from named_sets n
  ), once as (
    select j.id, j.commission_ids, max(j.named)::int as named, max(j.called)::int as called, max(j.cut)::int as cut, max(j.recorded)::int as recorded, bool_or(j.in_order) as in_order,
      bool_or(j.takes_back) as takes_back, max(j.difference) as difference, max(j.vendor) as vendor, min(j.left_over)::int as left_over
    from judged j group by 1, 2
  )
  select o.id, o.commission_ids, o.named, o.called, o.cut, greatest(coalesce(a.n, 0) - o.named, 0)::int, o.recorded, o.in_order, o.takes_back,
    o.difference / 100.0, o.left_over, t.rest, t.booking_count, t.forbids, o.vendor,
    (count(*) filter (where o.difference = 0) over (partition by o.id))::int
  from once o join t on t.id = o.id left join all_named a on a.id = o.id
$function$;

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
      when 'customer' then 'The customer has not paid this sale' end) order by p.booking_reference, p.line_id), '[]')
  from (
    select l.id as line_id, c.id as commission_id, s.booking_reference, u.first_name || ' ' || u.last_name as agent,
      c.agent_amount as share, case
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
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind = 'commission') p
  where p.code is not null
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

COMMENT ON FUNCTION "private"."match_sets"(uuid, private.bank_reading[], private.bank_payer[]) IS 'Sets of open commissions that a transaction may pay: those the text names (with what is
  taken back among them), also where they are only nearly its amount; and of the recognized vendor those that add up to the cent,
  neighbours in the order of due days (also without one of them), and any two, three or four. At most
  24 commissions are looked at, those due nearest. Beyond that some set adds up to almost anything, so the search is bounded on
  purpose. named: how many of it the text names, named_besides: how many others; called: how many travelers; recorded: how many an admin has recorded as
  received; difference: what the deposit is more than their sum; found: how many sets add up. Without merge joins either: they would
  pair all pairs of a transaction to find sets of four. And without sorting: those due nearest are read in the order of their index, not
  all that a vendor of years may pay by another one.';
