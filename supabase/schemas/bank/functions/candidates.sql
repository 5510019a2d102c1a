-- What a transaction of the bank could pay, with every fact for and against it: single commissions, and sets that add up. What each
-- fact weighs says bank/functions/signals; how they are ranked, and what is certain, bank/functions/matching.

create function private.read_transactions(organization_id uuid, ids uuid[]) returns setof private.bank_reading
language sql stable security definer set search_path = '' as $$
  with own as materialized (
    select t.id, case when t.status = 'matched' then t.unclaimed_amount else t.amount end as rest, t.booked_on, t.payer_key, t.numbers, t.rule_vendor_id,
      concat_ws(' ', t.text, t.counterparty, t.reference) as text
    from public.bank_transactions t
    where t.organization_id = read_transactions.organization_id and t.id = any (ids)
      and (t.status in ('open', 'suggested') or t.status = 'matched' and t.unclaimed_amount <> 0)
  ), usual as materialized (
    -- A number in more than three of a payer's last lines is the payer's or its bank's.
    select p.payer_key, n.number
    from (select distinct o.payer_key from own o where o.payer_key is not null and o.numbers <> '{}') p
    cross join lateral (
      select b.numbers from public.bank_transactions b
      where b.organization_id = read_transactions.organization_id and b.payer_key = p.payer_key
      order by b.booked_on desc limit 40) b
    cross join lateral unnest(b.numbers) n(number)
    group by 1, 2 having count(*) > 3
  )
  select o.id, o.rest, o.booked_on, w.words,
    array(select k from unnest(private.bank_reference_keys(x.words)) k where ltrim(k, '0') <> all (u.numbers)),
    array(select k from unnest(private.bank_digit_keys(x.text)) k where k <> all (u.numbers)),
    coalesce('=' || o.rule_vendor_id, known.payer_key, o.payer_key), private.bank_booking_count(o.text), array(select n from unnest(o.numbers) n where n <> all (u.numbers)),
    private.bank_forbids(w.words)
  from own o
  cross join lateral (select private.bank_words(o.text) as words offset 0) w
  left join lateral (
    -- Whom people confirmed, where the bank has written on behind the name.
    select p.payer_key from public.bank_patterns p
    where p.organization_id = read_transactions.organization_id and p.payer_key = any (private.payer_beginnings(o.payer_key))
    order by char_length(p.payer_key) desc limit 1) known on true
  cross join lateral (select coalesce(array_agg(s.number), '{}') as numbers from usual s where s.payer_key = o.payer_key) u
  cross join lateral (
    select y.text, private.bank_words(y.text) as words from private.bank_plain_text(o.text) y(text) offset 0) x
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
        and private.reference_key(s.booking_reference) = k.key limit 50) s
    union all
    select t.id, s.id, case when s.booking_reference ~ '^[^A-Za-z0-9]*[0-9]{5,}[^A-Za-z0-9]*$' then 2 else 1 end
    from unnest(readings) t cross join lateral unnest(t.digits) k(digits)
    cross join lateral (
      select s.id, s.booking_reference from public.sales s where s.organization_id = match_references.organization_id
        and ltrim(substring(s.booking_reference from '[0-9]{4,}'), '0') = k.digits
        and substring(s.booking_reference from '[0-9]{4,}') is not null limit 50) s) f
  group by 1, 2
$$;
comment on function private.match_references is 'Without nested loops in what follows: thousands of readings are planned as if they
  were few. Look-ups by index are lateral. Sales whose reference stands in the texts. reference: 2 as typed (zeros before a number do
  not count), 1 by its digits.';

create function private.first_candidate_day(organization_id uuid) returns date
language sql stable security definer set search_path = '' as $$
  select coalesce(o.receipts_tracked_since, '-infinity') from public.organizations o where o.id = first_candidate_day.organization_id
$$;
comment on function private.first_candidate_day is 'From which due day on (without one: sold) a transaction may pay a commission
  whose reference it does not name: what is older than the agency tracks receipts counts as settled until somebody names it.';

create function private.called_commissions(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
returns table (transaction_id uuid, commission_id uuid, sales_id uuid, undeposited_amount numeric, deposited_amount numeric)
language sql stable security definer set search_path = '' set enable_nestloop = off as $$
  with who as (
    select p.*, max(p.strength) over (partition by p.payer_key) as best from unnest(called_commissions.payers) p
  ), spoken as materialized (
    select distinct r.id, p.vendor_id, w.word
    from unnest(readings) r join who p on p.payer_key = r.payer_key and p.strength = p.best
    cross join lateral unnest(r.words) w(word)
    where w.word ~ '^[A-Z]{3,}$' and w.word <> all (string_to_array(r.payer_key, ' '))
  ), clients as materialized (
    select k.id, upper(k.last_name) as word
    from public.customers k
    where k.organization_id = called_commissions.organization_id and upper(k.last_name) in (select s.word from spoken s)
  ), theirs as materialized (
    select k.word, c.id, c.sales_id, c.vendor_id, c.undeposited_amount, c.deposited_amount
    from clients k
    join public.sales s on s.organization_id = called_commissions.organization_id and s.customer_id = k.id
    join public.commissions c on c.organization_id = called_commissions.organization_id and c.sales_id = s.id
    where (select count(*) from clients) > 0 and (c.undeposited_amount > 0 or c.deposited_amount > 0)
      and coalesce(c.due_on, c.sale_date) >= (select private.first_candidate_day(called_commissions.organization_id))
  )
  select s.id, c.id, c.sales_id, c.undeposited_amount, c.deposited_amount
  from spoken s join theirs c on c.vendor_id = s.vendor_id and c.word = s.word
$$;
comment on function private.called_commissions is 'Commissions of the payer''s vendors whose customer''s last name stands in the text,
  besides the payer''s own name: what is open, and what deposits paid.';

create function private.match_singles(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
returns setof private.bank_single
language sql stable security definer set search_path = '' set enable_nestloop = off as $$
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
$$;
comment on function private.match_singles is 'Single commissions each transaction may pay, with every fact. reference: see
  private.match_references, 0 none; vendor: strength, see private.vendors_of_payers; days: how long after the due day the money
  came. owed: what an exact amount is; expected: what no deposit explains. recorded_on: when an admin recorded it as received,
  without a deposit; as_recorded: the same amount, within ten days. is_later: somebody entered the sale more than three days after
  the money came (imported sales have no such day). others_named: how many other sales of the agency, whatever their state, the text
  names.';

create function private.match_sets(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
returns setof private.bank_set
language sql stable security definer set search_path = '' set enable_nestloop = off set enable_mergejoin = off set enable_sort = off as $$
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
$$;
comment on function private.match_sets is 'Sets of open commissions that a transaction may pay: those the text names (with what is
  taken back among them), also where they are only nearly its amount; and of the recognized vendor those that add up to the cent,
  neighbours in the order of due days (also without one of them), and any two, three or four. At most
  24 commissions are looked at, those due nearest. Beyond that some set adds up to almost anything, so the search is bounded on
  purpose. named: how many of it the text names, named_besides: how many others; called: how many travelers; recorded: how many an admin has recorded as
  received; difference: what the deposit is more than their sum; found: how many sets add up. Without merge joins either: they would
  pair all pairs of a transaction to find sets of four. And without sorting: those due nearest are read in the order of their index, not
  all that a vendor of years may pay by another one.';
