set local check_function_bodies = off;

DROP FUNCTION "private"."match_sets"(uuid, private.bank_reading[], private.bank_payer[]);

DROP FUNCTION "private"."match_singles"(uuid, private.bank_reading[], private.bank_payer[]);

ALTER TABLE "public"."bank_allocations" ADD COLUMN "replaced_amount" numeric(12,2) NOT NULL DEFAULT 0;

ALTER TABLE "public"."bank_allocations" ADD COLUMN "takes_day" boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION private.bank_commission_rows(organization_id uuid, ids uuid[], taken_back boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('commission_id', c.id, 'sale_id', s.id, 'booking_reference', s.booking_reference,
      'customer', k.first_name || ' ' || k.last_name, 'agent', u.first_name || ' ' || u.last_name,
      'vendor', jsonb_build_object('id', v.id, 'name', v.name), 'due_on', c.due_on, 'amount', c.amount,
      'expected', case when taken_back then c.deposited_amount else c.undeposited_amount end, 'status', c.status,
      'recorded', case when c.manual_amount > 0 then private.recorded_json(c, null) end) order by i.n), '[]')
    from unnest(ids) with ordinality i(id, n)
    join public.commissions c on c.organization_id = bank_commission_rows.organization_id and c.id = i.id
    join public.sales s on s.id = c.sales_id
    join public.customers k on k.id = s.customer_id
    join public.users u on u.id = c.agent_id
    join public.vendors v on v.id = c.vendor_id);
end $function$;

CREATE OR REPLACE FUNCTION private.keep_decision(t public.bank_transactions, group_id uuid, action text, details jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.bank_decisions (organization_id, transaction_id, group_id, action, details, decided_by)
  select t.organization_id, t.id, keep_decision.group_id, keep_decision.action, jsonb_build_object('status', t.status,
    'category', t.category, 'vendor_id', t.vendor_id, 'unclaimed', t.unclaimed_amount, 'fee', t.fee_amount,
    'suggestions', (select coalesce(jsonb_agg(jsonb_build_object('kind', s.kind, 'certainty', s.certainty, 'parts', s.parts)
      order by s.rank), '[]') from public.bank_suggestions s where s.organization_id = t.organization_id and s.transaction_id = t.id),
    'parts', (select coalesce(jsonb_agg(jsonb_build_object('commission_id', a.commission_id, 'amount', a.amount,
      'write_off', a.write_off_amount, 'reason', a.write_off_reason, 'keep_day', not a.takes_day,
      'rest', case when c.manual_amount > 0 then 'received' else 'open' end) order by a.commission_id), '[]')
      from public.bank_allocations a
      join public.commissions c on c.organization_id = a.organization_id and c.id = a.commission_id
      where a.organization_id = t.organization_id and a.transaction_id = t.id)) || details,
    private.acting_user(t.organization_id)
$function$;

CREATE OR REPLACE FUNCTION private.match_remittance(remittance_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  r public.bank_remittances := (select x from public.bank_remittances x where x.id = match_remittance.remittance_id);
  l public.bank_remittance_lines;
  found_id uuid;
begin
  -- Lines with a reference first: what they name is not there for the others.
  for l in select x.* from public.bank_remittance_lines x
    where x.organization_id = r.organization_id and x.remittance_id = r.id and x.commission_id is null
    order by x.reference is null, x.line_number
  loop
    found_id := (
      select c.id
      from public.commissions c
      join public.sales s on s.id = c.sales_id
      join public.customers k on k.id = s.customer_id
      cross join lateral (
        select upper(regexp_replace(s.booking_reference, '[^A-Za-z0-9]', '', 'g')) = any (private.bank_reference_keys(private.bank_words(l.reference))) as named,
          coalesce(substring(s.booking_reference from '[0-9]{4,}') = any (private.bank_digit_keys(l.reference)), false) as numbered,
          private.bank_words(k.last_name) && private.bank_words(l.name) as called, c.undeposited_amount = l.amount as exact) f
      where c.organization_id = r.organization_id and c.undeposited_amount > 0 and l.amount > 0
        and (s.id in (
            select o.id from public.sales o where o.organization_id = r.organization_id
              and upper(regexp_replace(o.booking_reference, '[^A-Za-z0-9]', '', 'g')) = any (private.bank_reference_keys(private.bank_words(l.reference)))
            union
            select o.id from public.sales o where o.organization_id = r.organization_id
              and substring(o.booking_reference from '[0-9]{4,}') = any (private.bank_digit_keys(l.reference)))
          or c.undeposited_amount = l.amount and (f.called or c.vendor_id = (
            select t.vendor_id from public.bank_transactions t where t.id = r.transaction_id)))
        and (f.named or f.numbered and (f.exact or f.called) or f.exact)
        and not exists (select 1 from public.bank_remittance_lines o
          where o.organization_id = r.organization_id and o.remittance_id = r.id and o.commission_id = c.id)
      order by f.named::int * 4 + f.numbered::int * 2 + f.exact::int * 2 + coalesce(f.called, false)::int desc, c.manual_amount > 0, c.due_on, c.id
      limit 1);
    update public.bank_remittance_lines x set commission_id = found_id where x.id = l.id and found_id is not null;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.match_sets(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
 RETURNS TABLE(transaction_id uuid, commission_ids uuid[], named integer, recorded integer, in_order boolean, left_over integer, count_fits boolean, vendor integer, score numeric, place integer, found integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
  with t as materialized (
    select r.id, r.rest, (r.rest * 100)::bigint as cents, r.booked_on, r.payer_key, r.booking_count
    from unnest(readings) r where r.rest > 0
  ), who as materialized (
    select p.payer_key, p.vendor_id, p.strength from (
      select p.*, rank() over (partition by p.payer_key order by p.strength desc) as place,
        count(*) over (partition by p.payer_key, p.strength) as equals
      from unnest(match_sets.payers) p) p
    where p.place = 1 and p.equals <= 6
  ), near as (
    select t.id, t.cents as target, t.booked_on, p.strength, c.*, false as named
    from t join who p on p.payer_key = t.payer_key
    cross join lateral (
      (select c.id as commission_id, (c.undeposited_amount * 100)::bigint as cents, coalesce(c.due_on, c.sale_date) as due_on,
        c.manual_amount > 0 as is_recorded
      from public.commissions c
      where c.organization_id = match_sets.organization_id and c.vendor_id = p.vendor_id and c.undeposited_amount > 0
        and c.undeposited_amount < t.rest and coalesce(c.due_on, c.sale_date) between t.booked_on - 5 and t.booked_on + 45
      order by coalesce(c.due_on, c.sale_date), c.id limit 24)
      union all
      (select c.id, (c.undeposited_amount * 100)::bigint, coalesce(c.due_on, c.sale_date), c.manual_amount > 0
      from public.commissions c
      where c.organization_id = match_sets.organization_id and c.vendor_id = p.vendor_id and c.undeposited_amount > 0
        and c.undeposited_amount < t.rest and coalesce(c.due_on, c.sale_date) between t.booked_on - 120 and t.booked_on - 6
      order by coalesce(c.due_on, c.sale_date) desc, c.id desc limit 24)) c
    union all
    select t.id, t.cents, t.booked_on, p.strength, c.id, (c.undeposited_amount * 100)::bigint, coalesce(c.due_on, c.sale_date),
      c.manual_amount > 0, true
    from private.match_references(match_sets.organization_id, readings) n
    join t on t.id = n.transaction_id
    cross join lateral (
      select c.* from public.commissions c where c.organization_id = match_sets.organization_id and c.sales_id = n.sale_id
        and c.undeposited_amount > 0 and c.undeposited_amount < t.rest
        and coalesce(c.due_on, c.sale_date) between t.booked_on - 120 and t.booked_on + 45
        and (n.reference = 2 or (select s.booking_reference ~ '[0-9]{5}' from public.sales s where s.id = n.sale_id)) offset 0) c
    join who p on p.payer_key = t.payer_key and p.vendor_id = c.vendor_id
  ), placed as materialized (
    select n.*, row_number() over (partition by n.id order by n.named desc, n.is_recorded, abs(n.booked_on - 5 - n.due_on), n.commission_id) as place
    from (
      select n.id, n.target, n.booked_on, n.commission_id, n.cents, n.due_on, n.strength, n.is_recorded, bool_or(n.named) as named
      from near n group by 1, 2, 3, 4, 5, 6, 7, 8) n
  ), pool as materialized (
    select n.id, n.target, row_number() over (partition by n.id order by n.due_on, n.commission_id) as n, n.commission_id, n.cents,
      n.strength, n.named, n.is_recorded
    from placed n where n.place <= 24
  ), sums as materialized (
    select p.*, sum(p.cents) over (partition by p.id order by p.n) as running from pool p
  ), runs as materialized (
    select a.id, a.n as first, b.n as last, b.running - a.running + a.cents - a.target as surplus
    from sums a join sums b on b.id = a.id and b.n > a.n
    where b.running - a.running + a.cents >= a.target
  ), pairs as materialized (
    select a.id, a.target, a.n as a, b.n as b, a.cents + b.cents as cents
    from pool a join pool b on b.id = a.id and b.n > a.n and a.cents + b.cents <= a.target
  ), sets as (
    select r.id, array(select generate_series(r.first, r.last)) as ns, true as in_order from runs r where r.surplus = 0
    union all
    select r.id, array(select n from generate_series(r.first, r.last) n where n <> p.n), true
    from runs r join pool p on p.id = r.id and p.cents = r.surplus and p.n > r.first and p.n < r.last
    where r.surplus > 0 and r.last - r.first >= 4
    union all
    select p.id, array_agg(p.n order by p.n), false from pool p where p.named group by p.id, p.target
    having sum(p.cents) = p.target and count(*) > 1
    union all
    select p.id, array[p.a, p.b], false from pairs p where p.cents = p.target
    union all
    select p.id, array[p.a, p.b, c.n], false from pairs p join pool c on c.id = p.id and c.cents = p.target - p.cents and c.n > p.b
    union all
    select p.id, array[p.a, p.b, q.a, q.b], false
    from pairs p join pairs q on q.id = p.id and q.cents = p.target - p.cents and q.a > p.b
  ), distinct_sets as (
    select s.id, s.ns, bool_or(s.in_order) as in_order from sets s group by 1, 2
  ), pools as materialized (
    select p.id, array_agg(p.commission_id order by p.n) as commission_ids, array_agg(p.named::int order by p.n) as named,
      array_agg(p.is_recorded::int order by p.n) as recorded, max(p.strength) as vendor, count(*) filter (where p.named) as all_named
    from pool p group by 1
  ), judged as (
    select d.id, d.ns, d.in_order, m.commission_ids, m.named, m.recorded, p.vendor, p.all_named, t.booking_count,
      d.ns[cardinality(d.ns)] - d.ns[1] + 1 - cardinality(d.ns) as left_over
    from distinct_sets d
    join t on t.id = d.id
    join pools p on p.id = d.id
    cross join lateral (
      select array_agg(p.commission_ids[n] order by n) as commission_ids, sum(p.named[n]) as named,
        sum(p.recorded[n]) as recorded from unnest(d.ns) n) m
  ), scored as (
    select j.*, (4 + j.vendor + 6 * least(j.named, 1) + least(j.named - 1, 3) * (j.named > 1)::int - 3 * (j.all_named - j.named)
      + case when j.booking_count = cardinality(j.ns) then 3 when j.booking_count is not null then -2 else 0 end
      + case when j.in_order then 1.5 else 0 end
      + case when cardinality(j.ns) = 2 then 1 when cardinality(j.ns) = 3 then 0.5
        when cardinality(j.ns) = 4 and not j.in_order then -1 else 0 end - least(j.left_over, 10) * 0.2)::numeric(6,2) as score
    from judged j
  )
  select s.id, s.commission_ids, s.named::int, s.recorded::int, s.in_order, s.left_over::int, s.booking_count = cardinality(s.ns), s.vendor, s.score,
    (row_number() over (partition by s.id order by s.recorded > 0, s.score desc, s.commission_ids))::int, (count(*) over (partition by s.id))::int
  from scored s
$function$;

CREATE OR REPLACE FUNCTION private.match_singles(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
 RETURNS TABLE(transaction_id uuid, commission_id uuid, reference integer, exact boolean, owed numeric, expected numeric, vendor integer, confirmations integer, another_vendor boolean, name boolean, days integer, recorded_on date, as_recorded boolean, score numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
AS $function$
  with t as materialized (
    select r.* from unnest(readings) r
  ), who as materialized (
    select p.*, max(p.strength) over (partition by p.payer_key) as best from unnest(match_singles.payers) p
  ), named as materialized (
    select f.transaction_id as id, f.sale_id, f.reference
    from private.match_references(match_singles.organization_id, readings) f
  ), of_vendor as materialized (
    -- By the vendor and the exact amount.
    select t.id, c.sales_id as sale_id, p.strength, c.is_recorded
    from t join who p on p.payer_key = t.payer_key
    cross join lateral (
      select c.sales_id, c.manual_amount > 0 as is_recorded from public.commissions c
      where c.organization_id = match_singles.organization_id and c.vendor_id = p.vendor_id and c.undeposited_amount = t.rest
        and c.undeposited_amount > 0
      order by c.manual_amount > 0, abs(t.booked_on - coalesce(c.due_on, c.sale_date)), c.id limit 20) c
    where t.rest > 0
    union all
    select t.id, c.sales_id, p.strength, false
    from t join who p on p.payer_key = t.payer_key
    cross join lateral (
      select c.sales_id from public.commissions c
      where c.organization_id = match_singles.organization_id and c.vendor_id = p.vendor_id
        and c.deposited_amount > 0 and c.deposited_amount = -t.rest
      order by abs(t.booked_on - coalesce(c.due_on, c.sale_date)), c.id limit 20) c
    where t.rest < 0
  ), settled as materialized (
    -- A reference and the exact amount: nothing else is looked for. Of what an admin recorded only where amount and day fit, too.
    select n.id
    from named n join t on t.id = n.id
    cross join lateral (
      select c.id from public.commissions c where c.organization_id = match_singles.organization_id and c.sales_id = n.sale_id
        and (c.undeposited_amount = t.rest and c.manual_amount = 0 or n.reference = 2 and c.manual_amount = t.rest
          and abs(t.booked_on - c.received_on) <= 10) offset 0) c
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
      order by c.manual_amount > 0, abs(t.booked_on - coalesce(c.due_on, c.sale_date)), c.id limit 20) c
    where t.rest > 0 and t.id not in (select n.id from settled n)
    union all
    -- Where nothing better is known, by the vendor and a near amount: fees of a wire, exchange, a rate that was another.
    select t.id, c.sales_id, 0
    from t join who p on p.payer_key = t.payer_key and p.strength = p.best
    cross join lateral (
      select c.sales_id from public.commissions c
      where c.organization_id = match_singles.organization_id and c.vendor_id = p.vendor_id
        and c.undeposited_amount > 0 and c.undeposited_amount between t.rest * 0.97 and t.rest * 1.05 + 30
      order by c.manual_amount > 0, abs(t.booked_on - coalesce(c.due_on, c.sale_date)), c.id limit 10) c
    where t.rest > 0 and t.id not in (
      select v.id from of_vendor v where v.strength > 1 and not v.is_recorded
      union all
      select n.id from settled n)
  ), once as materialized (
    select f.id, f.sale_id, max(f.reference) as reference from found f group by 1, 2
  ), judged as materialized (
    select t.id, c.id as commission_id, o.reference, x.owed, x.owed = abs(t.rest) as exact, x.expected, x.recorded_on,
      coalesce(x.recorded_on is not null and c.manual_amount = t.rest and abs(t.booked_on - x.recorded_on) <= 10, false) as as_recorded,
      t.rest,
      coalesce(p.strength, 0) as vendor, coalesce(p.confirmations, 0) as confirmations,
      p.strength is null and coalesce(b.best, 0) >= 2 as another_vendor,
      exists (
        select 1 from public.customers k
        where k.organization_id = match_singles.organization_id and k.id = any (s.traveler_ids || s.customer_id)
          -- Most names are one plain word.
          and case when k.last_name ~ '^[A-Za-z]+$' then char_length(k.last_name) >= 3 and upper(k.last_name) = any (t.words)
            else exists (select 1 from unnest(private.bank_words(k.last_name)) w(word)
              where char_length(w.word) >= 3 and w.word = any (t.words)) end) as name,
      t.booked_on - coalesce(c.due_on, s.travel_date, s.sale_date) as days
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
    left join (select distinct w.payer_key, w.best from who w) b on b.payer_key = t.payer_key
    where case when t.rest > 0 then c.undeposited_amount > 0 else c.deposited_amount >= -t.rest end
  )
  select j.id, j.commission_id, j.reference, j.exact, j.owed, j.expected, j.vendor, j.confirmations, j.another_vendor, j.name, j.days,
    j.recorded_on, j.as_recorded,
    (case j.reference when 2 then 6 when 1 then case when j.exact or j.vendor > 0 or j.name then 4 else 0.5 end else 0 end
      + case when j.exact then 4 when j.owed between abs(j.rest) and abs(j.rest) * 1.06 + 30 then 1.5
        when j.owed between abs(j.rest) * 0.97 and abs(j.rest) then 1 else 0 end
      + j.vendor + case when j.name then 2 else 0 end - case when j.another_vendor then 2 else 0 end
      + case when j.days between -21 and 75 then 1.5 - abs(j.days - 5) / 100.0 when j.days between -60 and 180 then 0 else -1.5 end)
      ::numeric(6,2)
  from judged j
  where j.reference > 0 or j.vendor > 0 or j.exact
$function$;

CREATE OR REPLACE FUNCTION private.rank_suggestions(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
 RETURNS TABLE(transaction_id uuid, rank integer, kind text, certainty text, parts jsonb, commission_id uuid, reasons jsonb, difference numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
AS $function$
  with t as materialized (
    select r.* from unnest(readings) r
  ), counted as materialized (
    select m.*, count(*) filter (where m.exact and m.reference > 0) over w as exact_named,
      coalesce(bool_or(m.recorded_on is not null and m.reference = 2) over w, false) as names_recorded,
      count(*) filter (where m.exact and m.recorded_on is null) over w as exact_open,
      count(*) filter (where m.reference = 2) over w as named,
      count(*) filter (where m.exact and m.vendor > 0) over w as exact_of_vendor,
      count(*) filter (where m.exact) over w as exact_count
    from private.match_singles(rank_suggestions.organization_id, readings, payers) m
    window w as (partition by m.transaction_id)
  ), singles as materialized (
    -- What an admin recorded as received comes after all that is not, but where reference, amount and day fit; and where its reference
    -- stands in the text it comes before what has nothing but the amount, or a payer without it. So do sets: with a
    -- reference they are as good as any, without one those of what is not received come first.
    select m.*, row_number() over (partition by m.transaction_id order by m.tier, m.score desc, abs(m.days), m.commission_id) as place
    from (
      select c.*, case
        when c.recorded_on is null then case when c.names_recorded and c.reference = 0
          and (not c.exact or c.vendor = 0 and not c.name) then 2 else 0 end
        when c.as_recorded and c.reference = 2 and c.exact_named = 1 then 0
        when c.reference = 2 then 1 else 3 end as tier
      from counted c) m
  ), top as materialized (
    select s.*, t.rest, t.booked_on, t.keys, t.digits, c.sales_id, c.vendor_id, c.due_on, b.booking_reference,
      upper(regexp_replace(b.booking_reference, '[^A-Za-z0-9]', '', 'g')) as key,
      private.other_reference(w.text, b.booking_reference) as bank_says
    from singles s join t on t.id = s.transaction_id
    cross join lateral (
      select concat_ws(' ', x.text, x.counterparty, x.reference) as text from public.bank_transactions x where x.id = t.id offset 0) w
    cross join lateral (select * from public.commissions c where c.id = s.commission_id offset 0) c
    cross join lateral (select * from public.sales b where b.id = c.sales_id offset 0) b
    where s.place <= 3
  ), habits as materialized (
    -- What vendors' last deposits were short of, as people confirmed: fees, and what was written off.
    select v.vendor_id, (
      select array_agg(x.missing) from (
        select d.id, d.fee_amount from public.bank_transactions d
        where d.organization_id = rank_suggestions.organization_id and d.vendor_id = v.vendor_id and d.status = 'matched'
          and d.amount > 0
        order by d.booked_on desc, d.id limit 20) d
      cross join lateral (
        select d.fee_amount where d.fee_amount > 0
        union all
        select a.write_off_amount from public.bank_allocations a
        where a.organization_id = rank_suggestions.organization_id and a.transaction_id = d.id and a.write_off_amount > 0) x(missing))
      as missing
    from (select distinct p.vendor_id from top p where p.owed > p.rest and p.rest > 0) v
  ), read as materialized (
    select p.*, p.owed > p.rest and p.owed - p.rest = any (h.missing) as as_usual,
      p.reference = 0 and exists (select 1 from unnest(p.keys) k
        where char_length(k) = char_length(p.key) and private.is_near_reference(k, p.key)) as near_reference,
      p.reference = 0 and exists (
        select 1 from unnest(p.keys || p.digits) k
        where char_length(k) = char_length(p.key) and k ~ '\d' and private.reference_form(k) = private.reference_form(p.key)
          and not private.is_near_reference(k, p.key)) as other_reference
    from top p left join habits h on h.vendor_id = p.vendor_id
  ), sets as materialized (
    select s.* from private.match_sets(rank_suggestions.organization_id, array(
      select r from unnest(readings) r where not exists (
        select 1 from singles s where s.transaction_id = r.id and s.exact and s.tier = 0
          and (s.reference > 0 or s.vendor > 0 or s.name))), payers) s
    where s.place <= 3
  ), united as (
    select r.transaction_id, r.tier,
      r.score + case when r.near_reference then 3 when r.other_reference then -3 else 0 end + case when r.as_usual then 2 else 0 end
        as score,
      case when r.rest < 0 then 'recall' when r.exact then 'single' when r.owed > r.rest then 'short' else 'over' end as kind,
      case
        when r.bank_says is not null and r.reference < 2 then 'possible'
        when r.recorded_on is not null and (r.tier > 0 or not r.exact) then
          case when r.exact and (r.reference > 0 or r.vendor >= 2 or r.name) or r.reference = 2 then 'likely' else 'possible' end
        when r.rest > 0 and r.exact and r.reference > 0 and r.exact_named = 1 and (r.reference = 2 or not r.another_vendor)
          and r.days between -200 and 400 then 'certain'
        when r.rest > 0 and r.exact and r.vendor >= 2 and r.exact_of_vendor = 1 and r.named = 0 and r.exact_named = 0
          and not r.other_reference and r.days between -21 and 90 and (r.rest >= 50 or r.name or r.days between -10 and 45)
          then 'certain'
        when r.exact and (r.reference > 0 or r.vendor >= 2 or r.name) or r.reference = 2 then 'likely'
        else 'possible' end as certainty,
      jsonb_build_array(jsonb_build_object('commission_id', r.commission_id, 'amount', r.rest, 'expected', r.expected)) as parts,
      r.commission_id, r.rest - case when r.rest < 0 then -r.owed else r.owed end as difference,
      jsonb_path_query_array(jsonb_build_array(
        case when r.recorded_on is not null then private.reason('recorded', -2, 'Recorded as received on ' || to_char(r.recorded_on,
          case when date_trunc('year', r.recorded_on) = date_trunc('year', r.booked_on) then 'FMMon FMDD' else 'FMMon FMDD, YYYY' end)) end,
        case when r.recorded_on is not null then private.reason('recorded_day',
          case when abs(r.booked_on - r.recorded_on) <= 10 then 1 else -1 end, case when r.booked_on = r.recorded_on then 'On that day'
            else abs(r.booked_on - r.recorded_on) || case abs(r.booked_on - r.recorded_on) when 1 then ' day' else ' days' end
              || case when r.booked_on > r.recorded_on then ' later' else ' earlier' end end) end,
        case when r.reference = 2 then private.reason('reference', 3, r.booking_reference || ' stands in the text')
          when r.reference = 1 then private.reason('reference_digits', 2, 'The number of ' || r.booking_reference || ' stands in the text')
          when r.near_reference then private.reason('reference_near', 2, 'Almost ' || r.booking_reference || ' stands in the text')
          when r.other_reference and r.bank_says is null then private.reason('other_reference', -2, 'The text names another reference') end,
        case when r.bank_says is not null and r.reference < 2 then private.reason('bank_says', -2, 'Bank says ' || r.bank_says)
          || jsonb_build_object('reference', r.bank_says) end,
        case when r.exact then private.reason('amount', 3, 'The amount is exact')
          when r.owed > abs(r.rest) then private.reason('short', -1, to_char(r.owed - abs(r.rest), 'FM999,999,990.00') || ' less than expected')
          else private.reason('over', -1, to_char(abs(r.rest) - r.owed, 'FM999,999,990.00') || ' more than expected') end,
        case when r.as_usual then private.reason('as_usual', 2, 'Earlier deposits of the vendor were as much less') end,
        case when r.confirmations > 0 then private.reason('payer_confirmed', 3, 'Payer name confirmed ' || r.confirmations
            || case r.confirmations when 1 then ' time' else ' times' end)
          when r.vendor = 3 then private.reason('payer_alias', 3, 'The payer is an alias of the vendor')
          when r.vendor = 2 then private.reason('payer_name', 2, 'The payer has the vendor''s name')
          when r.vendor = 1 then private.reason('payer_like', 1, 'The payer may be the vendor')
          when r.another_vendor then private.reason('payer_other', -2, 'The payer looks like another vendor') end,
        case when r.name then private.reason('name', 2, 'A traveler''s name stands in the text') end,
        case when r.days between -21 and 75 then private.reason('due', 1, 'It was due about then')
          when r.days < -60 or r.days > 180 then private.reason('due', -1, 'It was due at another time') end,
        case when r.exact and r.vendor > 0 and r.exact_of_vendor = 1 and r.recorded_on is null then
            private.reason('only', 2, 'The only open commission of this amount')
          when r.exact and o.others > 0 and r.exact_named <> 1 then private.reason('twins', -2, o.others
            || case o.others when 1 then ' other owes' else ' others owe' end || ' the same')
          when r.exact and r.exact_count > 1 and r.exact_named <> 1 then
            private.reason('twins', -1, 'Another of this amount is recorded as received') end),
        '$[*] ? (@ != null)') as reasons
    from read r
    cross join lateral (select r.exact_open - (r.recorded_on is null)::int as others) o
    union all
    select s.transaction_id, case when s.recorded = 0 or s.named > 0 then 0 else 3 end, s.score, 'set', case when s.named > 1 or s.count_fits or s.found = 1 and s.in_order then 'likely' else 'possible' end,
      p.parts, s.commission_ids[1], 0,
      jsonb_path_query_array(jsonb_build_array(
        case when s.named > 0 then private.reason('reference', 3, s.named || case s.named when 1 then ' reference stands'
          else ' references stand' end || ' in the text') end,
        private.reason('sum', 2, cardinality(s.commission_ids) || ' open commissions add up'),
        case when s.count_fits then private.reason('count', 2, 'The text says as many bookings')
          when s.count_fits is false then private.reason('count', -2, 'The text says another number of bookings') end,
        case s.vendor when 3 then private.reason('payer_alias', 3, 'The payer is known') when 2 then
          private.reason('payer_name', 2, 'The payer has the vendor''s name') else private.reason('payer_like', 1, 'The payer may be the vendor') end,
        private.recorded_reason(s.recorded),
        case when s.in_order then private.reason('order', 1, 'They were due one after the other') end,
        case when s.found > 1 then private.reason('sets', -1, (s.found - 1) || case s.found when 2 then ' other set adds up, too'
          else ' other sets add up, too' end) end), '$[*] ? (@ != null)')
    from sets s
    cross join lateral (
      select jsonb_agg(jsonb_build_object('commission_id', c.id, 'amount', c.undeposited_amount, 'expected', c.undeposited_amount) order by u.n) as parts
      from unnest(s.commission_ids) with ordinality u(id, n)
      cross join lateral (select * from public.commissions c where c.id = u.id offset 0) c) p
    union all
    -- The vendor's own statement beats everything else.
    select t.id, 0 as tier, 100 as score, 'set', case when m.lines = m.found and m.total = t.rest then 'likely' else 'possible' end, m.parts,
      (m.parts -> 0 ->> 'commission_id')::uuid, t.rest - m.placed,
      jsonb_path_query_array(jsonb_build_array(
        private.reason('statement', 3, 'The statement names ' || m.found || case m.found when 1 then ' booking' else ' bookings' end),
        case when m.total = t.rest then private.reason('statement_total', 2, 'Its total is the deposit')
          else private.reason('statement_total', -1, 'Its total is ' || to_char(m.total, 'FM999,999,990.00')) end,
        private.recorded_reason(m.recorded),
        case when m.lines > m.found then private.reason('statement_missing', -1, (m.lines - m.found)
          || case m.lines - m.found when 1 then ' line is' else ' lines are' end || ' not in Paperplane') end), '$[*] ? (@ != null)')
    from t
    join public.bank_remittances r on r.organization_id = rank_suggestions.organization_id and r.transaction_id = t.id
    cross join lateral (
      select count(*) as lines, count(c.id) as found, count(*) filter (where c.manual_amount > 0) as recorded, sum(l.amount) as total, sum(l.amount) filter (where c.id is not null) as placed,
        jsonb_agg(jsonb_build_object('commission_id', c.id, 'amount', l.amount, 'expected', c.undeposited_amount) order by l.line_number)
          filter (where c.id is not null) as parts
      from public.bank_remittance_lines l
      left join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id and c.undeposited_amount > 0
      where l.organization_id = r.organization_id and l.remittance_id = r.id) m
    where m.found > 0
  ), kept as (
    select u.*, row_number() over (partition by u.transaction_id order by u.tier, u.score desc, u.kind, u.commission_id) as place
    from united u
    where not exists (
      select 1 from private.rejected_suggestions j
      where j.organization_id = rank_suggestions.organization_id and j.transaction_id = u.transaction_id
        and j.commission_ids = array(select (p ->> 'commission_id')::uuid from jsonb_array_elements(u.parts) p order by 1))
  )
  -- A second suggestion is never certain.
  select k.transaction_id, k.place::int, k.kind, case when k.place > 1 and k.certainty = 'certain' then 'likely' else k.certainty end,
    k.parts, k.commission_id, k.reasons, k.difference
  from kept k where k.place <= 3
$function$;

CREATE OR REPLACE FUNCTION private.recorded_json(c public.commissions, except_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('amount', r.amount, 'on', r.received_on, 'written_off', r.written_off, 'reason', r.reason)
  from private.recorded_receipt(c, except_id) r where r.amount > 0
$function$;

CREATE OR REPLACE FUNCTION private.recorded_reason(recorded bigint)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.reason('recorded', -2, recorded || case recorded when 1 then ' is' else ' are' end || ' recorded as received')
  where recorded > 0
$function$;

CREATE OR REPLACE FUNCTION private.recorded_receipt(c public.commissions, except_id uuid)
 RETURNS TABLE(amount numeric, received_on date, written_off numeric, reason text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select greatest(r.amount - o.replaced, 0), r.received_on, greatest(r.written_off - o.written_off, 0), r.reason
  from (
    select coalesce(b.received_amount, 0) as amount, b.received_on, b.manual_written_off as written_off, b.manual_write_off_reason as reason
    from private.commissions_before_deposit b where b.commission_id = c.id
    union all
    select c.received_amount, c.received_on, c.manual_written_off, c.manual_write_off_reason where c.received_how = 'word') r
  cross join (
    select coalesce(sum(a.replaced_amount), 0) as replaced, coalesce(sum(a.write_off_amount) filter (where a.amount > 0), 0) as written_off
    from public.bank_allocations a
    where a.organization_id = c.organization_id and a.commission_id = c.id and a.transaction_id is distinct from except_id) o
$function$;

CREATE OR REPLACE FUNCTION private.sync_receipts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids uuid[];
begin
  if tg_op = 'DELETE' then
    ids := array(select distinct commission_id from replaced);
  else
    ids := array(select distinct commission_id from changed);
  end if;
  insert into private.commissions_before_deposit (commission_id, organization_id, status, received_amount, received_on,
    received_how, manual_written_off, manual_write_off_reason)
  select c.id, c.organization_id, c.status, c.received_amount, c.received_on, c.received_how, c.manual_written_off,
    c.manual_write_off_reason
  from public.commissions c
  where c.id = any (ids) and exists (
    select 1 from public.bank_allocations a where a.organization_id = c.organization_id and a.commission_id = c.id)
  on conflict (commission_id) do nothing;
  update public.commissions c set
    deposited_amount = d.brought - d.taken_back,
    taken_back_amount = d.taken_back,
    written_off = d.written_off + case when d.parts > 0 then 0 else b.manual_written_off end,
    manual_written_off = case when d.parts > 0 then 0 else b.manual_written_off end,
    manual_write_off_reason = case when d.parts = 0 then b.manual_write_off_reason end,
    received_amount = case when d.parts > 0 then d.brought + d.manual else b.received_amount end,
    received_on = case when d.parts > 0 then coalesce(d.taken_day, b.received_on, d.received_on) else b.received_on end,
    received_how = case when d.parts > 0 then 'deposit' else b.received_how end,
    status = case
      when c.status = 'unpaid' and d.brought > d.taken_back and d.brought + d.manual + d.written_off >= c.amount then 'funds_received'
      when c.status = 'funds_received' and d.brought - d.taken_back < c.deposited_amount and d.parts > 0 and d.brought = d.taken_back
        then 'unpaid'
      when c.status = 'funds_received' and d.brought - d.taken_back < c.deposited_amount and b.status = 'unpaid'
        and d.brought + d.manual + d.written_off < c.amount
        and not (c.sale_paid and o.commission_received_on = 'sale_paid') then 'unpaid'
      else c.status end
  from private.commissions_before_deposit b
  join public.organizations o on o.id = b.organization_id
  cross join lateral (
    select count(*) as parts, coalesce(sum(a.amount) filter (where a.amount > 0), 0) as brought,
      coalesce(-sum(a.amount) filter (where a.amount < 0), 0) as taken_back,
      coalesce(sum(a.write_off_amount), 0) as written_off, max(t.booked_on) filter (where a.amount > 0) as received_on,
      max(t.booked_on) filter (where a.takes_day) as taken_day,
      greatest(coalesce(b.received_amount, 0) - coalesce(sum(a.replaced_amount), 0), 0) as manual
    from public.bank_allocations a
    join public.bank_transactions t on t.organization_id = a.organization_id and t.id = a.transaction_id
    where a.organization_id = b.organization_id and a.commission_id = b.commission_id) d
  where c.id = any (ids) and b.commission_id = c.id;
  delete from private.commissions_before_deposit b
  where b.commission_id = any (ids) and not exists (
    select 1 from public.bank_allocations a where a.organization_id = b.organization_id and a.commission_id = b.commission_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.write_match(t public.bank_transactions, parts jsonb, unclaimed numeric, fee numeric, category text, vendor_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  total numeric;
  wrong record;
  new_category text;
begin
  if jsonb_typeof(parts) is distinct from 'array' or jsonb_array_length(parts) > 500 or exists (
    select 1 from jsonb_array_elements(parts) p
    where case when jsonb_typeof(p) <> 'object' then true
      else not coalesce(pg_input_is_valid(p ->> 'commission_id', 'uuid'), false)
        or coalesce(p ->> 'amount' !~ '^-?\d{1,10}(\.\d{1,2})?$', true)
        or p ->> 'rest' not in ('received', 'open') or jsonb_typeof(p -> 'keep_day') not in ('boolean', 'null')
        or p ->> 'write_off' !~ '^\d{1,10}(\.\d{1,2})?$' or p ->> 'expected' !~ '^-?\d{1,10}(\.\d{1,2})?$' end) then
    return jsonb_build_object('error', 'Each part needs a commission and an amount like 1482.50.', 'field', 'parts');
  elsif coalesce(fee, 0) < 0 or coalesce(fee, 0) <> round(coalesce(fee, 0), 2)
    or coalesce(unclaimed, 0) <> round(coalesce(unclaimed, 0), 2) then
    return jsonb_build_object('error', 'Enter an amount like 15.00.', 'field', 'fee');
  end if;
  total := coalesce((select sum((p ->> 'amount')::numeric) from jsonb_array_elements(parts) p), 0)
    + coalesce(unclaimed, 0) - coalesce(fee, 0);
  if total <> t.amount then
    return jsonb_build_object('error', case when total < t.amount then (t.amount - total) || ' is not placed yet.'
      else (total - t.amount) || ' too much is placed.' end, 'field', 'parts');
  elsif (select count(distinct p ->> 'commission_id') <> count(*) from jsonb_array_elements(parts) p) then
    return jsonb_build_object('error', 'A commission stands in this deposit twice.', 'field', 'parts');
  elsif sign(coalesce(unclaimed, 0)) = -sign(t.amount)
    or exists (select 1 from jsonb_array_elements(parts) p where sign((p ->> 'amount')::numeric) <> sign(t.amount)) then
    return jsonb_build_object('error', 'A part has the sign of its transaction.', 'field', 'parts');
  elsif exists (select 1 from jsonb_array_elements(parts) p where (p ->> 'write_off')::numeric > 0
    and coalesce(btrim(p ->> 'reason'), '') = '') then
    return jsonb_build_object('error', 'Say why the rest is written off.', 'field', 'reason');
  end if;
  perform private.lock_commissions(t.organization_id, array(
    select (p ->> 'commission_id')::uuid from jsonb_array_elements(parts) p
    union select a.commission_id from public.bank_allocations a
    where a.organization_id = t.organization_id and a.transaction_id = t.id));
  select p.value as part, c.*, coalesce(own.amount + own.write_off_amount, 0) as here,
    s.booking_reference into wrong
  from jsonb_array_elements(parts) p(value)
  left join public.commissions c on c.organization_id = t.organization_id and c.id = (p.value ->> 'commission_id')::uuid
  left join public.sales s on s.id = c.sales_id
  left join public.bank_allocations own on own.organization_id = t.organization_id and own.transaction_id = t.id
    and own.commission_id = c.id
  where c.id is null or c.status = 'cancelled' and (p.value ->> 'amount')::numeric > 0
    or p.value ? 'expected' and case when t.amount > 0 then c.undeposited_amount + coalesce(own.amount + own.write_off_amount, 0)
      else c.deposited_amount - coalesce(own.amount, 0) end <> (p.value ->> 'expected')::numeric
    or (p.value ->> 'amount')::numeric < 0
      and c.deposited_amount - coalesce(own.amount, 0) + (p.value ->> 'amount')::numeric < 0
    or (p.value ->> 'write_off')::numeric > greatest(c.undeposited_amount + coalesce(own.amount + own.write_off_amount, 0)
      - (p.value ->> 'amount')::numeric - case when p.value ->> 'rest' = 'received' then greatest((
        select r.amount from private.recorded_receipt(c, t.id) r) - (p.value ->> 'amount')::numeric, 0) else 0 end, 0)
  limit 1;
  if found then
    return jsonb_build_object('field', 'parts', 'error', case
      when wrong.id is null then 'This commission does not exist.'
      when wrong.status = 'cancelled' then 'The commission on ' || wrong.booking_reference || ' is cancelled.'
      when wrong.part ? 'expected' then 'The commission on ' || wrong.booking_reference || ' was changed or paid meanwhile.'
      when (wrong.part ->> 'amount')::numeric < 0 then 'No deposit of that amount was matched with ' || wrong.booking_reference || '.'
      else 'More would be written off than ' || wrong.booking_reference || ' still owes.' end,
      'commission_id', wrong.id);
  elsif private.paid_parts(t.organization_id, array[t.id], array(
      select (p ->> 'commission_id')::uuid from jsonb_array_elements(parts) p)) <> '[]' then
    return jsonb_build_object('field', 'parts', 'error', 'An agent has been paid for what this deposit brought.');
  end if;
  new_category := coalesce(category, case when t.amount < 0 then 'recall' else 'commission' end);
  perform set_config('paperplane.deposit_note', upper(left(private.deposit_words(t), 1)) || substr(private.deposit_words(t), 2)
    || case when t.amount < 0 then ' takes commission back' else ' matched' end, true);
  delete from public.bank_allocations a where a.organization_id = t.organization_id and a.transaction_id = t.id
    and a.commission_id not in (select (p ->> 'commission_id')::uuid from jsonb_array_elements(parts) p);
  insert into public.bank_allocations as a (organization_id, transaction_id, commission_id, amount, write_off_amount,
    write_off_reason, replaced_amount, takes_day, created_by)
  select t.organization_id, t.id, c.id, n.amount, coalesce((p.value ->> 'write_off')::numeric, w.carried, 0),
    case when (p.value ->> 'write_off')::numeric > 0 then btrim(p.value ->> 'reason')
      when p.value ->> 'write_off' is null and w.carried > 0 then r.reason end,
    case when n.amount > 0 then coalesce(r.amount - n.kept, 0) else 0 end,
    n.amount > 0 and coalesce(r.amount, 0) > 0 and not coalesce((p.value ->> 'keep_day')::boolean, true),
    private.acting_user(t.organization_id)
  from jsonb_array_elements(parts) p(value)
  join public.commissions c on c.organization_id = t.organization_id and c.id = (p.value ->> 'commission_id')::uuid
  left join public.bank_allocations own on own.organization_id = t.organization_id and own.transaction_id = t.id
    and own.commission_id = c.id
  left join lateral private.recorded_receipt(c, t.id) r on true
  cross join lateral (select (p.value ->> 'amount')::numeric as amount, case when p.value ->> 'rest' = 'received'
    then greatest(r.amount - (p.value ->> 'amount')::numeric, 0) else 0 end as kept) n
  cross join lateral (select case when n.amount > 0 then least(coalesce(r.written_off, 0), greatest(
    c.undeposited_amount + coalesce(own.amount + own.write_off_amount, 0) - n.amount - n.kept, 0)) end as carried) w
  on conflict (organization_id, transaction_id, commission_id) do update set amount = excluded.amount,
    write_off_amount = excluded.write_off_amount, write_off_reason = excluded.write_off_reason,
    replaced_amount = excluded.replaced_amount, takes_day = excluded.takes_day;
  perform set_config('paperplane.deposit_note', '', true);
  update public.bank_transactions b set status = 'matched', unclaimed_amount = coalesce(unclaimed, 0),
    fee_amount = coalesce(fee, 0), category = new_category, certainty = null, version = b.version + 1,
    matching_due = coalesce(unclaimed, 0) <> 0,
    vendor_id = coalesce(write_match.vendor_id, (
      select c.vendor_id from public.commissions c where c.organization_id = t.organization_id
        and c.id = (parts -> 0 ->> 'commission_id')::uuid), b.vendor_id)
  where b.id = t.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.find_open_commissions(search text DEFAULT NULL::text, vendor_id uuid DEFAULT NULL::uuid, page integer DEFAULT 1, taken_back boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.bank_organization();
  typed text := nullif(btrim(left(search, 200)), '');
  pattern text := '%' || replace(replace(replace(lower(typed), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  takes_back boolean := coalesce(find_open_commissions.taken_back, false);
  ids uuid[];
begin
  ids := array(
    select c.id
    from public.commissions c
    join public.sales s on s.id = c.sales_id and s.organization_id = c.organization_id
    where c.organization_id = caller_organization_id
      and (c.undeposited_amount > 0 and not takes_back or c.deposited_amount > 0 and takes_back and typed is not null)
      and (find_open_commissions.vendor_id is null or c.vendor_id = find_open_commissions.vendor_id)
      and (typed is null or s.id in (
        select o.id from public.sales o where o.organization_id = caller_organization_id
          and lower(o.booking_reference collate pg_catalog."pg_c_utf8") like pattern
        union all
        select o.id from public.sales o where o.organization_id = caller_organization_id and o.customer_id in (
          select k.customer_id from private.customer_search k where k.organization_id = caller_organization_id
            and k.document like private.normalize_search_text(pattern) limit 500)
        union all
        select m.sales_id from public.commissions m where m.organization_id = caller_organization_id
          and case when takes_back then m.deposited_amount else m.undeposited_amount end = case when typed ~ '^\$?[\d,]{1,12}(\.\d{1,2})?$' then regexp_replace(typed, '[$,]', '', 'g')::numeric end))
    order by c.manual_amount > 0 and not takes_back, c.due_on, c.id limit 1000);
  return jsonb_build_object('count', cardinality(ids), 'rows', private.bank_commission_rows(caller_organization_id,
    ids[(greatest(coalesce(page, 1), 1) - 1) * 20 + 1 : greatest(coalesce(page, 1), 1) * 20], takes_back));
end $function$;

CREATE OR REPLACE FUNCTION public.get_bank_transaction(transaction_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.bank_organization();
  t public.bank_transactions;
begin
  select b.* into t from public.bank_transactions b
  where b.id = get_bank_transaction.transaction_id and b.organization_id = caller_organization_id;
  if t.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'transaction', (private.bank_rows(caller_organization_id, array[t.id]) -> 0) || jsonb_build_object('value_on', t.value_on,
      'reference', t.reference, 'bank_id', t.bank_id, 'fee_amount', t.fee_amount, 'payer_key', t.payer_key),
    'position', (
      select jsonb_build_object('index', r.place, 'count', r.n, 'previous_id', r.previous_id, 'next_id', r.next_id)
      from (
        select b.id, row_number() over w as place, count(*) over () as n, lag(b.id) over w as previous_id, lead(b.id) over w as next_id
        from public.bank_transactions b
        where b.organization_id = caller_organization_id and b.status in ('open', 'suggested')
        window w as (order by case when b.certainty = 'certain' then 1 when b.status = 'suggested' then 2 else 3 end,
          b.booked_on desc, b.id)) r
      where r.id = t.id),
    'suggestions', (
      select coalesce(jsonb_agg(jsonb_build_object('rank', s.rank, 'kind', s.kind, 'certainty', s.certainty, 'reasons', s.reasons,
        'difference', s.difference, 'parts', private.bank_parts(caller_organization_id, s.parts, 100)) order by s.rank), '[]')
      from public.bank_suggestions s where s.organization_id = caller_organization_id and s.transaction_id = t.id),
    'allocations', (
      select private.bank_parts(caller_organization_id, coalesce(jsonb_agg(jsonb_build_object('commission_id', a.commission_id,
        'amount', a.amount, 'write_off_amount', a.write_off_amount, 'write_off_reason', a.write_off_reason,
        'recorded', private.recorded_json(c, t.id), 'keep_day', not a.takes_day,
        'rest', case when c.manual_amount > 0 then 'received' else 'open' end)
        order by a.created_at, a.id), '[]'), 500)
      from public.bank_allocations a
      join public.commissions c on c.organization_id = a.organization_id and c.id = a.commission_id
      where a.organization_id = caller_organization_id and a.transaction_id = t.id),
    'open', private.bank_commission_rows(caller_organization_id, private.payable_by(t), t.amount < 0),
    'remittance', private.bank_remittance(caller_organization_id, t.id),
    'decisions', (
      select coalesce(jsonb_agg(jsonb_build_object('action', d.action, 'group_id', d.group_id, 'at', d.decided_at,
        'by', u.first_name || ' ' || u.last_name, 'details', d.details - 'suggestions') order by d.decided_at), '[]')
      from public.bank_decisions d left join public.users u on u.id = d.decided_by
      where d.organization_id = caller_organization_id and d.transaction_id = t.id));
end $function$;

ALTER TABLE "public"."bank_allocations" ADD CONSTRAINT "bank_allocations_replaced_amount_range" CHECK (((replaced_amount >= (0)::numeric) AND (replaced_amount <= 9999999999.99)));

COMMENT ON COLUMN "public"."bank_allocations"."replaced_amount" IS 'Of what an admin had recorded as received before the first deposit: what this deposit stands in place of';

COMMENT ON COLUMN "public"."bank_allocations"."takes_day" IS 'Whether the day of the receipt is this deposit''s, in place of the one an admin had recorded';

REVOKE ALL ON FUNCTION "private"."match_sets"(uuid, private.bank_reading[], private.bank_payer[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."match_sets"(uuid, private.bank_reading[], private.bank_payer[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."match_singles"(uuid, private.bank_reading[], private.bank_payer[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."match_singles"(uuid, private.bank_reading[], private.bank_payer[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."recorded_json"(public.commissions, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."recorded_json"(public.commissions, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."recorded_reason"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."recorded_reason"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."recorded_receipt"(public.commissions, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."recorded_receipt"(public.commissions, uuid) TO "postgres";
-- Data:
-- Deposits that were matched before replaced all of what had been recorded, and took its day: that stays as it is.
alter table public.bank_allocations disable trigger bank_allocations_after_10_sync_changed;
update public.bank_allocations a
set replaced_amount = case when f.place = 1 then b.received_amount else 0 end, takes_day = true
from private.commissions_before_deposit b, (
  select x.id, row_number() over (partition by x.commission_id order by x.created_at, x.id) as place
  from public.bank_allocations x where x.amount > 0) f
where f.id = a.id and b.commission_id = a.commission_id and b.received_how = 'word' and a.amount > 0;
-- Rows were changed above: what was put off to the end is done now, so that the table can be altered.
set constraints all immediate;
set constraints all deferred;

alter table public.bank_allocations enable trigger bank_allocations_after_10_sync_changed;
