-- Matching: which commissions a transaction of the bank may pay, and why. private.match_transactions computes the suggestions of a
-- set of transactions, always the same from the same rows; it never matches anything. Precision beats coverage: *certain* is only
--   - a reference and the exact open amount that lead to one commission, or
--   - a recognized vendor with exactly one open commission of that amount, due about then,
-- in a text without another reference, and neither is recorded as received by an admin: of those only one whose reference, recorded
-- amount and day (within ten days) fit. Of two transactions that claim the same commission neither is.

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
comment on function private.is_near_reference is 'Whether two stripped references could be one that was typed wrongly: one character
  another, or two exchanged.';

create function private.reference_form(key text) returns text
language sql immutable set search_path = '' as $$
  select translate(key, 'BCDEFGHIJKLMNOPQRSTUVWXYZ012345678', repeat('A', 25) || repeat('9', 9))
$$;
comment on function private.reference_form is 'How a text of upper-case letters and digits is formed: CR30984 is AA99999. References
  of one vendor mostly have one form.';

create function private.reason(code text, weight integer, words text, params jsonb default '{}') returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('code', code, 'weight', weight, 'text', words, 'params', params)
$$;
comment on function private.reason is 'A reason for a suggestion, or against it where its weight is below zero: a code with its
  parameters, and the same in English for whoever knows no codes.';

create function private.recorded_reason(recorded bigint) returns jsonb
language sql immutable set search_path = '' as $$
  select private.reason('recorded', -2, recorded || case recorded when 1 then ' is' else ' are' end || ' recorded as received',
    jsonb_build_object('count', recorded))
  where recorded > 0
$$;
comment on function private.recorded_reason is 'Of several bookings, those that an admin has recorded as received; null for none.';

create function private.rank_suggestions(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
returns table (transaction_id uuid, rank integer, kind text, certainty text, parts jsonb, commission_id uuid, reasons jsonb,
  difference numeric)
language sql stable security definer set search_path = '' set enable_nestloop = off as $$
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
          case when date_trunc('year', r.recorded_on) = date_trunc('year', r.booked_on) then 'FMMon FMDD' else 'FMMon FMDD, YYYY' end),
          jsonb_build_object('on', r.recorded_on, 'booked_on', r.booked_on)) end,
        case when r.recorded_on is not null then private.reason('recorded_day',
          case when abs(r.booked_on - r.recorded_on) <= 10 then 1 else -1 end, case when r.booked_on = r.recorded_on then 'On that day'
            else abs(r.booked_on - r.recorded_on) || case abs(r.booked_on - r.recorded_on) when 1 then ' day' else ' days' end
              || case when r.booked_on > r.recorded_on then ' later' else ' earlier' end end,
          jsonb_build_object('days', r.booked_on - r.recorded_on)) end,
        case when r.reference = 2 then private.reason('reference', 3, r.booking_reference || ' stands in the text',
            jsonb_build_object('reference', r.booking_reference))
          when r.reference = 1 then private.reason('reference_digits', 2, 'The number of ' || r.booking_reference || ' stands in the text',
            jsonb_build_object('reference', r.booking_reference))
          when r.near_reference then private.reason('reference_near', 2, 'Almost ' || r.booking_reference || ' stands in the text',
            jsonb_build_object('reference', r.booking_reference))
          when r.other_reference and r.bank_says is null then private.reason('other_reference', -2, 'The text names another reference') end,
        case when r.bank_says is not null and r.reference < 2 then private.reason('bank_says', -2, 'Bank says ' || r.bank_says,
            jsonb_build_object('reference', r.bank_says))
          || jsonb_build_object('reference', r.bank_says) end,
        case when r.exact then private.reason('amount', 3, 'The amount is exact')
          when r.owed > abs(r.rest) then private.reason('short', -1, to_char(r.owed - abs(r.rest), 'FM999,999,990.00') || ' less than expected',
            jsonb_build_object('amount', r.owed - abs(r.rest)))
          else private.reason('over', -1, to_char(abs(r.rest) - r.owed, 'FM999,999,990.00') || ' more than expected',
            jsonb_build_object('amount', abs(r.rest) - r.owed)) end,
        case when r.as_usual then private.reason('as_usual', 2, 'Earlier deposits of the vendor were as much less') end,
        case when r.confirmations > 0 then private.reason('payer_confirmed', 3, 'Payer name confirmed ' || r.confirmations
            || case r.confirmations when 1 then ' time' else ' times' end, jsonb_build_object('count', r.confirmations))
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
            || case o.others when 1 then ' other owes' else ' others owe' end || ' the same',
            jsonb_build_object('count', o.others))
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
          else ' references stand' end || ' in the text', jsonb_build_object('count', s.named)) end,
        private.reason('sum', 2, cardinality(s.commission_ids) || ' open commissions add up',
          jsonb_build_object('count', cardinality(s.commission_ids))),
        case when s.count_fits then private.reason('count', 2, 'The text says as many bookings')
          when s.count_fits is false then private.reason('count', -2, 'The text says another number of bookings') end,
        case s.vendor when 3 then private.reason('payer_alias', 3, 'The payer is known', '{"known": true}') when 2 then
          private.reason('payer_name', 2, 'The payer has the vendor''s name') else private.reason('payer_like', 1, 'The payer may be the vendor') end,
        private.recorded_reason(s.recorded),
        case when s.in_order then private.reason('order', 1, 'They were due one after the other') end,
        case when s.found > 1 then private.reason('sets', -1, (s.found - 1) || case s.found when 2 then ' other set adds up, too'
          else ' other sets add up, too' end, jsonb_build_object('count', s.found - 1)) end), '$[*] ? (@ != null)')
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
        private.reason('statement', 3, 'The statement names ' || m.found || case m.found when 1 then ' booking' else ' bookings' end,
          jsonb_build_object('count', m.found)),
        case when m.total = t.rest then private.reason('statement_total', 2, 'Its total is the deposit')
          else private.reason('statement_total', -1, 'Its total is ' || to_char(m.total, 'FM999,999,990.00'),
            jsonb_build_object('amount', m.total)) end,
        private.recorded_reason(m.recorded),
        case when m.lines > m.found then private.reason('statement_missing', -1, (m.lines - m.found)
          || case m.lines - m.found when 1 then ' line is' else ' lines are' end || ' not in Paperplane',
            jsonb_build_object('count', m.lines - m.found)) end), '$[*] ? (@ != null)')
    from t
    -- Statements, put beside the deposit or expected before it came: private.expected_statements alone says which.
    join private.expected_statements(rank_suggestions.organization_id, array(select r.id from unnest(readings) r), payers) m
      on m.transaction_id = t.id
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
$$;
comment on function private.rank_suggestions is 'The best three suggestions of each reading, with their reasons.';

create function private.match_transactions(organization_id uuid, transaction_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
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
comment on function private.match_transactions is 'Computes the suggestions of these transactions anew, with the vendor, the
  category and the status that follow. What is like what people set aside before (bank_patterns) is set aside, unless a commission
  explains it.';
