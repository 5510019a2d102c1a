-- Matching: which commissions a transaction of the bank may pay, and why. private.match_transactions computes the suggestions of a
-- set of transactions, always the same from the same rows; it never matches anything. Precision beats coverage: *certain* is only
--   - a reference and the exact open amount that lead to one commission, or
--   - a recognized vendor with exactly one open commission of that amount, due about then, in a text without another reference,
-- and of two transactions that claim the same commission neither is.

create table public.bank_suggestions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  transaction_id uuid not null,
  rank integer not null,
  kind text not null,
  certainty text not null,
  -- [{commission_id, amount, expected}]
  parts jsonb not null,
  -- The first commission of the parts, for the claims of other transactions.
  commission_id uuid not null,
  -- [{code, weight, text}], see docs/product.md, Suggestions
  reasons jsonb not null,
  -- The amount that these parts leave over; negative when they owe more.
  difference numeric(12,2) not null default 0,
  constraint bank_suggestions_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint bank_suggestions_transaction_id_fkey foreign key (organization_id, transaction_id)
    references public.bank_transactions (organization_id, id) on delete cascade,
  constraint bank_suggestions_rank_key unique (organization_id, transaction_id, rank),
  constraint bank_suggestions_rank_range check (rank between 1 and 9),
  constraint bank_suggestions_kind_known check (kind in ('single', 'set', 'short', 'over', 'recall', 'part')),
  constraint bank_suggestions_certainty_known check (certainty in ('possible', 'likely', 'certain')),
  constraint bank_suggestions_parts_length check (jsonb_typeof(parts) = 'array' and octet_length(parts::text) <= 50000),
  constraint bank_suggestions_reasons_length check (jsonb_typeof(reasons) = 'array' and octet_length(reasons::text) <= 20000)
);
alter table public.bank_suggestions enable row level security;

create index bank_suggestions_commission_id_idx on public.bank_suggestions (organization_id, commission_id) where rank = 1;

create policy "admins read the suggestions of their organization" on public.bank_suggestions
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.bank_suggestions to authenticated;

-- What a person said no to: never suggested for this transaction again.
create table private.rejected_suggestions (
  organization_id uuid not null,
  transaction_id uuid not null,
  commission_ids uuid[] not null,
  primary key (organization_id, transaction_id, commission_ids),
  constraint rejected_suggestions_transaction_id_fkey foreign key (organization_id, transaction_id)
    references public.bank_transactions (organization_id, id) on delete cascade
);
alter table private.rejected_suggestions enable row level security;

-- The transactions of `ids` that wait for suggestions, with what their texts say. `rest`: what is not placed yet.
create type private.bank_reading as (
  id uuid, rest numeric, booked_on date, words text[], keys text[], digits text[], payer_key text, booking_count integer);

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

-- Without nested loops in what follows: thousands of readings are planned as if they were few. Look-ups by index are lateral.
--
-- Sales whose reference stands in the texts. reference: 2 as typed, 1 by its digits.
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

-- Single commissions each transaction may pay, with every signal. reference: see private.match_references, 0 none; vendor: strength,
-- see private.vendors_of_payers; days: how long after the due day the money came.
create function private.match_singles(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
returns table (transaction_id uuid, commission_id uuid, reference integer, exact boolean, owed numeric, vendor integer,
  confirmations integer, another_vendor boolean, name boolean, days integer, score numeric)
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
    select t.id, c.sales_id as sale_id, p.strength
    from t join who p on p.payer_key = t.payer_key
    cross join lateral (
      select c.sales_id from public.commissions c
      where c.organization_id = match_singles.organization_id and c.vendor_id = p.vendor_id and c.open_amount = t.rest
        and c.open_amount > 0
      order by abs(t.booked_on - coalesce(c.due_on, c.sale_date)), c.id limit 20) c
    where t.rest > 0
    union all
    select t.id, c.sales_id, p.strength
    from t join who p on p.payer_key = t.payer_key
    cross join lateral (
      select c.sales_id from public.commissions c
      where c.organization_id = match_singles.organization_id and c.vendor_id = p.vendor_id
        and c.deposited_amount > 0 and c.deposited_amount = -t.rest
      order by abs(t.booked_on - coalesce(c.due_on, c.sale_date)), c.id limit 20) c
    where t.rest < 0
  ), settled as materialized (
    -- A reference and the exact amount: nothing else is looked for.
    select n.id
    from named n join t on t.id = n.id
    cross join lateral (
      select c.id from public.commissions c where c.organization_id = match_singles.organization_id and c.sales_id = n.sale_id
        and c.open_amount = t.rest offset 0) c
  ), found as (
    select n.id, n.sale_id, n.reference from named n
    union all
    select v.id, v.sale_id, 0 from of_vendor v
    union all
    -- By the amount alone.
    select t.id, c.sales_id, 0
    from t cross join lateral (
      select c.sales_id from public.commissions c
      where c.organization_id = match_singles.organization_id and c.open_amount = t.rest and c.open_amount > 0
      order by abs(t.booked_on - coalesce(c.due_on, c.sale_date)), c.id limit 20) c
    where t.rest > 0 and t.id not in (select n.id from settled n)
    union all
    -- Where nothing better is known, by the vendor and a near amount: fees of a wire, exchange, a rate that was another.
    select t.id, c.sales_id, 0
    from t join who p on p.payer_key = t.payer_key and p.strength = p.best
    cross join lateral (
      select c.sales_id from public.commissions c
      where c.organization_id = match_singles.organization_id and c.vendor_id = p.vendor_id
        and c.open_amount > 0 and c.open_amount between t.rest * 0.97 and t.rest * 1.05 + 30
      order by abs(t.booked_on - coalesce(c.due_on, c.sale_date)), c.id limit 10) c
    where t.rest > 0 and t.id not in (
      select v.id from of_vendor v where v.strength > 1
      union all
      select n.id from settled n)
  ), once as materialized (
    select f.id, f.sale_id, max(f.reference) as reference from found f group by 1, 2
  ), judged as materialized (
    select t.id, c.id as commission_id, o.reference, x.owed, x.owed = abs(t.rest) as exact, t.rest,
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
    cross join lateral (select case when t.rest > 0 then c.open_amount else c.deposited_amount end as owed) x
    left join who p on p.payer_key = t.payer_key and p.vendor_id = c.vendor_id
    left join (select distinct w.payer_key, w.best from who w) b on b.payer_key = t.payer_key
    where case when t.rest > 0 then c.open_amount > 0 else c.deposited_amount >= -t.rest end
  )
  select j.id, j.commission_id, j.reference, j.exact, j.owed, j.vendor, j.confirmations, j.another_vendor, j.name, j.days,
    (case j.reference when 2 then 6 when 1 then case when j.exact or j.vendor > 0 or j.name then 4 else 0.5 end else 0 end
      + case when j.exact then 4 when j.owed between abs(j.rest) and abs(j.rest) * 1.06 + 30 then 1.5
        when j.owed between abs(j.rest) * 0.97 and abs(j.rest) then 1 else 0 end
      + j.vendor + case when j.name then 2 else 0 end - case when j.another_vendor then 2 else 0 end
      + case when j.days between -21 and 75 then 1.5 - abs(j.days - 5) / 100.0 when j.days between -60 and 180 then 0 else -1.5 end)
      ::numeric(6,2)
  from judged j
  where j.reference > 0 or j.vendor > 0 or j.exact
$$;

-- Sets of open commissions of the recognized vendor that add up to a transaction, to the cent: those named in the text, neighbours
-- in the order of due days (also without one of them), and any two, three or four. At most 24 commissions are looked at, those due
-- nearest. Beyond that some set adds up to almost anything, so the search is bounded on purpose and no set is ever certain.
-- found: how many sets add up. Without merge joins either: they would pair all pairs of a transaction to find sets of four.
create function private.match_sets(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
returns table (transaction_id uuid, commission_ids uuid[], named integer, in_order boolean, left_over integer, count_fits boolean,
  vendor integer, score numeric, place integer, found integer)
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
      (select c.id as commission_id, (c.open_amount * 100)::bigint as cents, coalesce(c.due_on, c.sale_date) as due_on
      from public.commissions c
      where c.organization_id = match_sets.organization_id and c.vendor_id = p.vendor_id and c.open_amount > 0
        and c.open_amount < t.rest and coalesce(c.due_on, c.sale_date) between t.booked_on - 5 and t.booked_on + 45
      order by coalesce(c.due_on, c.sale_date), c.id limit 24)
      union all
      (select c.id, (c.open_amount * 100)::bigint, coalesce(c.due_on, c.sale_date)
      from public.commissions c
      where c.organization_id = match_sets.organization_id and c.vendor_id = p.vendor_id and c.open_amount > 0
        and c.open_amount < t.rest and coalesce(c.due_on, c.sale_date) between t.booked_on - 120 and t.booked_on - 6
      order by coalesce(c.due_on, c.sale_date) desc, c.id desc limit 24)) c
    union all
    select t.id, t.cents, t.booked_on, p.strength, c.id, (c.open_amount * 100)::bigint, coalesce(c.due_on, c.sale_date), true
    from private.match_references(match_sets.organization_id, readings) n
    join t on t.id = n.transaction_id
    cross join lateral (
      select c.* from public.commissions c where c.organization_id = match_sets.organization_id and c.sales_id = n.sale_id
        and c.open_amount > 0 and c.open_amount < t.rest
        and coalesce(c.due_on, c.sale_date) between t.booked_on - 120 and t.booked_on + 45
        and (n.reference = 2 or (select s.booking_reference ~ '[0-9]{5}' from public.sales s where s.id = n.sale_id)) offset 0) c
    join who p on p.payer_key = t.payer_key and p.vendor_id = c.vendor_id
  ), placed as materialized (
    select n.*, row_number() over (partition by n.id order by n.named desc, abs(n.booked_on - 5 - n.due_on), n.commission_id) as place
    from (
      select n.id, n.target, n.booked_on, n.commission_id, n.cents, n.due_on, n.strength, bool_or(n.named) as named
      from near n group by 1, 2, 3, 4, 5, 6, 7) n
  ), pool as materialized (
    select n.id, n.target, row_number() over (partition by n.id order by n.due_on, n.commission_id) as n, n.commission_id, n.cents,
      n.strength, n.named
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
      max(p.strength) as vendor, count(*) filter (where p.named) as all_named
    from pool p group by 1
  ), judged as (
    select d.id, d.ns, d.in_order, m.commission_ids, m.named, p.vendor, p.all_named, t.booking_count,
      d.ns[cardinality(d.ns)] - d.ns[1] + 1 - cardinality(d.ns) as left_over
    from distinct_sets d
    join t on t.id = d.id
    join pools p on p.id = d.id
    cross join lateral (
      select array_agg(p.commission_ids[n] order by n) as commission_ids, sum(p.named[n]) as named from unnest(d.ns) n) m
  ), scored as (
    select j.*, (4 + j.vendor + 6 * least(j.named, 1) + least(j.named - 1, 3) * (j.named > 1)::int - 3 * (j.all_named - j.named)
      + case when j.booking_count = cardinality(j.ns) then 3 when j.booking_count is not null then -2 else 0 end
      + case when j.in_order then 1.5 else 0 end
      + case when cardinality(j.ns) = 2 then 1 when cardinality(j.ns) = 3 then 0.5
        when cardinality(j.ns) = 4 and not j.in_order then -1 else 0 end - least(j.left_over, 10) * 0.2)::numeric(6,2) as score
    from judged j
  )
  select s.id, s.commission_ids, s.named::int, s.in_order, s.left_over::int, s.booking_count = cardinality(s.ns), s.vendor, s.score,
    (row_number() over (partition by s.id order by s.score desc, s.commission_ids))::int, (count(*) over (partition by s.id))::int
  from scored s
$$;

-- Whether two stripped references could be one that was typed wrongly: one character another, or two exchanged.
create function private.is_near_reference(a text, b text) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  wrong int[] := '{}';
begin
  if a = b or char_length(a) <> char_length(b) or left(a, 2) <> left(b, 2) and right(a, 2) <> right(b, 2) then
    return false;
  end if;
  for n in 1 .. char_length(a) loop
    if substr(a, n, 1) <> substr(b, n, 1) then
      wrong := wrong || n;
      if cardinality(wrong) > 2 then
        return false;
      end if;
    end if;
  end loop;
  return cardinality(wrong) = 1
    or substr(a, wrong[1], 1) = substr(b, wrong[2], 1) and substr(a, wrong[2], 1) = substr(b, wrong[1], 1);
end $$;

-- How a text of upper-case letters and digits is formed: CR30984 is AA99999. References of one vendor mostly have one form.
create function private.reference_form(key text) returns text
language sql immutable set search_path = '' as $$
  select translate(key, 'BCDEFGHIJKLMNOPQRSTUVWXYZ012345678', repeat('A', 25) || repeat('9', 9))
$$;

create function private.reason(code text, weight integer, words text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('code', code, 'weight', weight, 'text', words)
$$;

-- The best three suggestions of each reading, with their reasons.
create function private.rank_suggestions(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
returns table (transaction_id uuid, rank integer, kind text, certainty text, parts jsonb, commission_id uuid, reasons jsonb,
  difference numeric)
language sql stable security definer set search_path = '' set enable_nestloop = off as $$
  with t as materialized (
    select r.* from unnest(readings) r
  ), singles as materialized (
    select m.*, row_number() over (partition by m.transaction_id order by m.score desc, abs(m.days), m.commission_id) as place,
      count(*) filter (where m.exact and m.reference > 0) over w as exact_named,
      count(*) filter (where m.reference = 2) over w as named,
      count(*) filter (where m.exact and m.vendor > 0) over w as exact_of_vendor,
      count(*) filter (where m.exact) over w as exact_count
    from private.match_singles(rank_suggestions.organization_id, readings, payers) m
    window w as (partition by m.transaction_id)
  ), top as materialized (
    select s.*, t.rest, t.keys, t.digits, c.sales_id, c.vendor_id, c.due_on, b.booking_reference,
      upper(regexp_replace(b.booking_reference, '[^A-Za-z0-9]', '', 'g')) as key
    from singles s join t on t.id = s.transaction_id
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
        select 1 from singles s where s.transaction_id = r.id and s.exact and (s.reference > 0 or s.vendor > 0 or s.name))), payers) s
    where s.place <= 3
  ), united as (
    select r.transaction_id,
      r.score + case when r.near_reference then 3 when r.other_reference then -3 else 0 end + case when r.as_usual then 2 else 0 end
        as score,
      case when r.rest < 0 then 'recall' when r.exact then 'single' when r.owed > r.rest then 'short' else 'over' end as kind,
      case
        when r.rest > 0 and r.exact and r.reference > 0 and r.exact_named = 1 and (r.reference = 2 or not r.another_vendor)
          and r.days between -200 and 400 then 'certain'
        when r.rest > 0 and r.exact and r.vendor >= 2 and r.exact_of_vendor = 1 and r.named = 0 and r.exact_named = 0
          and not r.other_reference and r.days between -21 and 90 and (r.rest >= 50 or r.name or r.days between -10 and 45)
          then 'certain'
        when r.exact and (r.reference > 0 or r.vendor >= 2 or r.name) or r.reference = 2 then 'likely'
        else 'possible' end as certainty,
      jsonb_build_array(jsonb_build_object('commission_id', r.commission_id, 'amount', r.rest, 'expected', r.owed)) as parts,
      r.commission_id, r.rest - case when r.rest < 0 then -r.owed else r.owed end as difference,
      jsonb_path_query_array(jsonb_build_array(
        case when r.reference = 2 then private.reason('reference', 3, r.booking_reference || ' stands in the text')
          when r.reference = 1 then private.reason('reference_digits', 2, 'The number of ' || r.booking_reference || ' stands in the text')
          when r.near_reference then private.reason('reference_near', 2, 'Almost ' || r.booking_reference || ' stands in the text')
          when r.other_reference then private.reason('other_reference', -2, 'The text names another reference') end,
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
        case when r.exact and r.vendor > 0 and r.exact_of_vendor = 1 then private.reason('only', 2, 'The only open commission of this amount')
          when r.exact and r.exact_count > 1 and r.exact_named <> 1 then private.reason('twins', -2, (r.exact_count - 1)
            || case r.exact_count when 2 then ' other owes' else ' others owe' end || ' the same') end),
        '$[*] ? (@ != null)') as reasons
    from read r
    union all
    select s.transaction_id, s.score, 'set', case when s.named > 1 or s.count_fits or s.found = 1 and s.in_order then 'likely' else 'possible' end,
      p.parts, s.commission_ids[1], 0,
      jsonb_path_query_array(jsonb_build_array(
        case when s.named > 0 then private.reason('reference', 3, s.named || case s.named when 1 then ' reference stands'
          else ' references stand' end || ' in the text') end,
        private.reason('sum', 2, cardinality(s.commission_ids) || ' open commissions add up'),
        case when s.count_fits then private.reason('count', 2, 'The text says as many bookings')
          when s.count_fits is false then private.reason('count', -2, 'The text says another number of bookings') end,
        case s.vendor when 3 then private.reason('payer_alias', 3, 'The payer is known') when 2 then
          private.reason('payer_name', 2, 'The payer has the vendor''s name') else private.reason('payer_like', 1, 'The payer may be the vendor') end,
        case when s.in_order then private.reason('order', 1, 'They were due one after the other') end,
        case when s.found > 1 then private.reason('sets', -1, (s.found - 1) || case s.found when 2 then ' other set adds up, too'
          else ' other sets add up, too' end) end), '$[*] ? (@ != null)')
    from sets s
    cross join lateral (
      select jsonb_agg(jsonb_build_object('commission_id', c.id, 'amount', c.open_amount, 'expected', c.open_amount) order by u.n) as parts
      from unnest(s.commission_ids) with ordinality u(id, n)
      cross join lateral (select * from public.commissions c where c.id = u.id offset 0) c) p
    union all
    -- The vendor's own statement beats everything else.
    select t.id, 100 as score, 'set', case when m.lines = m.found and m.total = t.rest then 'likely' else 'possible' end, m.parts,
      (m.parts -> 0 ->> 'commission_id')::uuid, t.rest - m.placed,
      jsonb_path_query_array(jsonb_build_array(
        private.reason('statement', 3, 'The statement names ' || m.found || case m.found when 1 then ' booking' else ' bookings' end),
        case when m.total = t.rest then private.reason('statement_total', 2, 'Its total is the deposit')
          else private.reason('statement_total', -1, 'Its total is ' || to_char(m.total, 'FM999,999,990.00')) end,
        case when m.lines > m.found then private.reason('statement_missing', -1, (m.lines - m.found)
          || case m.lines - m.found when 1 then ' line is' else ' lines are' end || ' not in Paperplane') end), '$[*] ? (@ != null)')
    from t
    join public.bank_remittances r on r.organization_id = rank_suggestions.organization_id and r.transaction_id = t.id
    cross join lateral (
      select count(*) as lines, count(c.id) as found, sum(l.amount) as total, sum(l.amount) filter (where c.id is not null) as placed,
        jsonb_agg(jsonb_build_object('commission_id', c.id, 'amount', l.amount, 'expected', c.open_amount) order by l.line_number)
          filter (where c.id is not null) as parts
      from public.bank_remittance_lines l
      left join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id and c.open_amount > 0
      where l.organization_id = r.organization_id and l.remittance_id = r.id) m
    where m.found > 0
  ), kept as (
    select u.*, row_number() over (partition by u.transaction_id order by u.score desc, u.kind, u.commission_id) as place
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
$$;

-- Computes the suggestions of these transactions anew, with the vendor, the category and the status that follow. What is like what
-- people set aside before (bank_patterns) is set aside, unless a commission explains it.
create function private.match_transactions(organization_id uuid, transaction_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  readings private.bank_reading[];
  payers private.bank_payer[];
  vendor_keys text[];
  vendor_ids uuid[];
  claimed uuid[];
begin
  -- In the order of their ids; what somebody is working on waits for the next time.
  transaction_ids := array(
    select t.id from public.bank_transactions t
    where t.organization_id = match_transactions.organization_id and t.id = any (transaction_ids) and t.status <> 'set_aside'
    order by t.id for no key update skip locked);
  readings := array(select r from private.read_transactions(organization_id, transaction_ids) r);
  payers := array(select p from private.vendors_of_payers(
    organization_id, array(select distinct r.payer_key from unnest(readings) r)) p);
  -- The vendor of a payer, where one is recognized better than all others.
  select array_agg(p.payer_key), array_agg(p.vendor_id) into vendor_keys, vendor_ids
  from (
    select p.payer_key, (array_agg(p.vendor_id))[1] as vendor_id
    from (
      select v.*, rank() over (partition by v.payer_key order by v.strength desc) as place
      from unnest(payers) v) p
    where p.place = 1 and p.strength >= 2 group by p.payer_key having count(*) = 1) p;
  delete from public.bank_suggestions s
  where s.organization_id = match_transactions.organization_id and s.transaction_id = any (transaction_ids);
  insert into public.bank_suggestions
    (organization_id, transaction_id, rank, kind, certainty, parts, commission_id, reasons, difference)
  select match_transactions.organization_id, r.transaction_id, r.rank, r.kind, r.certainty, r.parts, r.commission_id, r.reasons,
    r.difference
  from private.rank_suggestions(match_transactions.organization_id, readings, payers) r;
  -- Two that claim the same commission: neither is certain.
  claimed := array(
    select distinct s.commission_id from public.bank_suggestions s
    where s.organization_id = match_transactions.organization_id and s.transaction_id = any (transaction_ids) and s.rank = 1);
  claimed := array(
    select s.commission_id from public.bank_suggestions s
    where s.organization_id = match_transactions.organization_id and s.commission_id = any (claimed) and s.rank = 1
      and (s.certainty = 'certain' or s.reasons @> '[{"code": "claimed"}]')
    group by s.commission_id having count(*) > 1);
  update public.bank_suggestions s set certainty = 'likely',
    reasons = s.reasons || private.reason('claimed', -2, 'Another deposit claims it, too')
  where s.organization_id = match_transactions.organization_id and s.rank = 1 and s.certainty = 'certain'
    and s.commission_id = any (claimed);
  update public.bank_transactions t set
    matching_due = false,
    certainty = case when t.status <> 'matched' then (
      select s.certainty from public.bank_suggestions s where s.organization_id = t.organization_id and s.transaction_id = t.id and s.rank = 1) end,
    vendor_id = coalesce(n.vendor_id, t.vendor_id),
    category = case when t.status = 'matched' then t.category else coalesce(n.category, t.category) end,
    status = case when t.status = 'matched' then t.status else n.status end
  from (
    select t.id, coalesce(s.vendor_id, p.vendor_id) as vendor_id,
      case when s.kind = 'recall' then 'recall' when s.certainty in ('certain', 'likely') or g.category is null and coalesce(s.vendor_id, p.vendor_id) is not null
        then 'commission' else g.category end as category,
      case when s.certainty in ('certain', 'likely') then 'suggested' when g.category is not null then 'set_aside'
        when s.certainty is not null then 'suggested' else 'open' end as status
    from public.bank_transactions t
    left join lateral (
      select c.vendor_id, s.kind, s.certainty from public.bank_suggestions s join public.commissions c on c.id = s.commission_id
      where s.organization_id = t.organization_id and s.transaction_id = t.id and s.rank = 1) s on true
    left join lateral (
      select p.category from public.bank_patterns p
      where p.organization_id = t.organization_id and p.payer_key = t.payer_key and p.category is not null
      order by p.confirmations desc, p.category limit 1) g on true
    left join lateral (
      select v.vendor_id from unnest(vendor_keys, vendor_ids) v(payer_key, vendor_id) where v.payer_key = t.payer_key limit 1) p on true
    where t.organization_id = match_transactions.organization_id and t.id = any (transaction_ids)) n
  where t.organization_id = match_transactions.organization_id and t.id = n.id;
end $$;
