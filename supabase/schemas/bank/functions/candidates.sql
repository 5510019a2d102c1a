-- What a transaction of the bank could pay, with every signal for and against it: single commissions, and sets that add up. How they
-- are ranked, and what of it is certain, says bank/functions/matching.

create function private.read_transactions(organization_id uuid, ids uuid[]) returns setof private.bank_reading
language sql stable security definer set search_path = '' as $$
  select t.id, case when t.status = 'matched' then t.unclaimed_amount else t.amount end, t.booked_on, x.words,
    private.bank_reference_keys(x.words), private.bank_digit_keys(x.text), t.payer_key, private.bank_booking_count(x.text)
  from public.bank_transactions t
  cross join lateral (
    select y.text, private.bank_words(y.text) as words from concat_ws(' ', t.text, t.counterparty, t.reference) y(text) offset 0) x
  where t.organization_id = read_transactions.organization_id and t.id = any (ids)
    and (t.status in ('open', 'suggested') or t.status = 'matched' and t.unclaimed_amount <> 0)
$$;

create function private.match_references(organization_id uuid, readings private.bank_reading[])
returns table (transaction_id uuid, sale_id uuid, reference integer)
language sql stable security definer set search_path = '' set enable_nestloop = off as $$
  select f.id, f.sale_id, max(f.reference)
  from (
    select t.id, s.id as sale_id, 2 as reference
    from unnest(readings) t cross join lateral unnest(t.keys) k(key)
    cross join lateral (
      select s.id from public.sales s where s.organization_id = match_references.organization_id
        and upper(regexp_replace(s.booking_reference, '[^A-Za-z0-9]', '', 'g')) = k.key limit 50) s
    union all
    select t.id, s.id, 1
    from unnest(readings) t cross join lateral unnest(t.digits) k(digits)
    cross join lateral (
      select s.id from public.sales s where s.organization_id = match_references.organization_id
        and substring(s.booking_reference from '[0-9]{4,}') = k.digits
        and substring(s.booking_reference from '[0-9]{4,}') is not null limit 50) s) f
  group by 1, 2
$$;
comment on function private.match_references is 'Without nested loops in what follows: thousands of readings are planned as if they
  were few. Look-ups by index are lateral. Sales whose reference stands in the texts. reference: 2 as typed, 1 by its digits.';

create function private.first_candidate_day(organization_id uuid) returns date
language sql stable security definer set search_path = '' as $$
  select coalesce(o.receipts_tracked_since, '-infinity') from public.organizations o where o.id = first_candidate_day.organization_id
$$;
comment on function private.first_candidate_day is 'From which due day on (without one: sold) a transaction may pay a commission
  whose reference it does not name: what is older than the agency tracks receipts counts as settled until somebody names it.';

create function private.match_singles(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
returns table (transaction_id uuid, commission_id uuid, reference integer, exact boolean, owed numeric, expected numeric, vendor integer,
  confirmations integer, another_vendor boolean, name boolean, days integer, recorded_on date, as_recorded boolean, score numeric)
language sql stable security definer set search_path = '' set enable_nestloop = off as $$
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
        and coalesce(c.due_on, c.sale_date) >= (select private.first_candidate_day(match_singles.organization_id))
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
        and coalesce(c.due_on, c.sale_date) >= (select private.first_candidate_day(match_singles.organization_id))
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
        and coalesce(c.due_on, c.sale_date) >= (select private.first_candidate_day(match_singles.organization_id))
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
$$;
comment on function private.match_singles is 'Single commissions each transaction may pay, with every signal. reference: see
  private.match_references, 0 none; vendor: strength, see private.vendors_of_payers; days: how long after the due day the money
  came. owed: what an exact amount is; expected: what no deposit explains. recorded_on: when an admin recorded it as received,
  without a deposit; as_recorded: the same amount, within ten days.';

create function private.match_sets(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
returns table (transaction_id uuid, commission_ids uuid[], named integer, recorded integer, in_order boolean, left_over integer,
  count_fits boolean, vendor integer, score numeric, place integer, found integer)
language sql stable security definer set search_path = '' set enable_nestloop = off set enable_mergejoin = off as $$
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
        and coalesce(c.due_on, c.sale_date) >= (select private.first_candidate_day(match_sets.organization_id))
      order by coalesce(c.due_on, c.sale_date), c.id limit 24)
      union all
      (select c.id, (c.undeposited_amount * 100)::bigint, coalesce(c.due_on, c.sale_date), c.manual_amount > 0
      from public.commissions c
      where c.organization_id = match_sets.organization_id and c.vendor_id = p.vendor_id and c.undeposited_amount > 0
        and c.undeposited_amount < t.rest and coalesce(c.due_on, c.sale_date) between t.booked_on - 120 and t.booked_on - 6
        and coalesce(c.due_on, c.sale_date) >= (select private.first_candidate_day(match_sets.organization_id))
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
$$;
comment on function private.match_sets is 'Sets of open commissions of the recognized vendor that add up to a transaction, to the
  cent: those named in the text, neighbours in the order of due days (also without one of them), and any two, three or four. At most
  24 commissions are looked at, those due nearest. Beyond that some set adds up to almost anything, so the search is bounded on
  purpose and no set is ever certain. found: how many sets add up. recorded: how many of one an admin has recorded as received; sets
  without any come first. Without merge joins either: they would pair all pairs of a transaction to find sets of four.';
