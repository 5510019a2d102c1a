-- Signals: what speaks for a suggestion and against it. Each is a code with a weight. A suggestion's score is the sum of its weights,
-- its reasons are its signals in words, and whether it is certain is a rule over their codes (bank/functions/matching).

create function private.bank_signals() returns table (code text, weight numeric, meaning text)
language sql immutable set search_path = '' as $$
  values
    ('reference', 10, 'the booking''s reference stands in the text as it was typed'),
    ('reference_more', 3, 'of a set: each further booking that the text names'),
    ('reference_digits', 6, 'its number does; a tenth of that where neither amount, payer nor name fits'),
    ('reference_near', 4, 'almost: one character is another, or two are exchanged'),
    ('reference_cut', 4, 'a part of it, as a field that is too short leaves it'),
    ('other_reference', -3, 'the text names another reference of its form, or with its letters'),
    ('bank_says', -2, 'the text names another reference of its form, letters and digits apart'),
    ('reference_left', -3, 'of a set: each booking that the text names and the set leaves out'),
    ('others_named', -1, 'the text names another sale of the agency, whatever became of it'),
    ('amount', 3, 'the amount is the open one, to the cent'),
    ('difference', -12, 'another amount: for a whole of what is open, so that a tenth more or less is -1.2; never below -5'),
    ('within', 0, 'no more of it is missing than the organization takes for certain (match_certain_within)'),
    ('as_usual', 3, 'the vendor''s earlier deposits were as much less'),
    ('payer_confirmed', 3, 'people confirmed this payer for the vendor'),
    ('payer_alias', 3, 'the payer is an alias of the vendor'),
    ('payer_name', 2, 'the payer has the vendor''s name'),
    ('payer_like', 1, 'the payer may be the vendor'),
    ('payer_other', -2, 'the payer is plainly another vendor'),
    ('name', 2.5, 'a traveler''s last name stands in the text'),
    ('due', 1.5, 'it was due from 21 days later to 75 days before; a hundredth less for each day from the fifth'),
    ('due_far', -1.5, 'it was due more than 80 days later or 160 before'),
    ('due_years', -2, 'it was due more than 200 days later or 400 before'),
    ('only', 1, 'the only open commission of the vendor with this amount'),
    ('name_more', 1.5, 'of a set: each further traveler, or part of a reference, that the text names'),
    ('name_alone', 1, 'of several of this amount the only one whose traveler is named'),
    ('twins', -1, 'others owe the same'),
    ('recorded', -2, 'an admin recorded it as received'),
    ('recorded_day', 1, 'within ten days of the money; against it else'),
    ('recorded_later', -3, 'it was entered more than three days after the money came'),
    ('not_commission', -1, 'the text says refund, override, bonus or marketing money'),
    ('person', -1, 'a person paid, or nobody is named'),
    ('several', -1, 'the text says that several bookings are paid'),
    ('number', -0.5, 'the text holds a number of five digits and more that nothing explains'),
    ('small', -0.5, 'an amount so small that others are like it, at no day near the due one'),
    ('sum', 4, 'open commissions of the vendor add up'),
    ('group', 8, 'they are all that is open of a group booking'),
    ('group_named', 4, 'the group''s reference or name stands in the text'),
    ('few', 1, 'two add up; half of that for three'),
    ('scattered', -1, 'four that add up, with others between them'),
    ('left_out', -0.2, 'of a set: each commission that was due between its own and is not in it, ten at most'),
    ('count', 3, 'the text says as many bookings; against it else'),
    ('order', 1.5, 'they were due one after the other'),
    ('sets', -1, 'other sets add up, too'),
    ('statement', 100, 'the vendor''s own statement names them'),
    ('statement_total', 2, 'its total is the deposit; against it else'),
    ('statement_missing', -1, 'some of its lines are no bookings of the agency'),
    ('claimed', -2, 'another deposit claims it, too')
$$;
comment on function private.bank_signals is 'Every signal with its weight and what it means.';

create function private.bank_weight(code text) returns numeric
language sql immutable set search_path = '' as $$
  select s.weight from private.bank_signals() s where s.code = bank_weight.code
$$;
comment on function private.bank_weight is 'What a signal weighs. Of a code that is written out the planner knows the number.';

create function private.bank_difference(rest numeric, owed numeric) returns numeric
language plpgsql immutable set search_path = '' as $$
begin
  return greatest(private.bank_weight('difference') * abs(rest / nullif(owed, 0) - 1), -5) - 0.2;
end $$;
comment on function private.bank_difference is 'What it weighs that another amount came than was owed.';

create function private.reason_text(code text, is_for boolean, params jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  days int := params ->> 'days';
  n int := params ->> 'count';
begin
  return case code
    when 'recorded' then case when params ? 'count' then (params ->> 'count') || case params ->> 'count' when '1' then ' is' else ' are' end
      || ' recorded as received' else 'Recorded as received on ' || to_char((params ->> 'on')::date,
        case when date_trunc('year', (params ->> 'on')::date) = date_trunc('year', (params ->> 'booked_on')::date) then 'FMMon FMDD'
          else 'FMMon FMDD, YYYY' end) end
    when 'recorded_day' then case days when 0 then 'On that day'
      else abs(days) || case abs(days) when 1 then ' day' else ' days' end || case when days > 0 then ' later' else ' earlier' end end
    when 'reference' then coalesce((params ->> 'reference') || ' stands in the text', n
      || case n when 1 then ' reference stands' else ' references stand' end || ' in the text')
    when 'reference_digits' then 'The number of ' || (params ->> 'reference') || ' stands in the text'
    when 'reference_near' then 'Almost ' || (params ->> 'reference') || ' stands in the text'
    when 'reference_cut' then coalesce('A part of ' || (params ->> 'reference') || ' stands in the text', 'Parts of ' || n
      || case n when 1 then ' reference stand' else ' references stand' end || ' in the text')
    when 'reference_left' then n || case n when 1 then ' booking' else ' bookings' end || ' that the text names are not in it'
    when 'other_reference' then 'The text names another reference'
    when 'others_named' then 'The text names another booking'
    when 'bank_says' then 'Bank says ' || (params ->> 'reference')
    when 'amount' then 'The amount is exact'
    when 'short' then to_char((params ->> 'amount')::numeric, 'FM999,999,990.00') || ' less than expected'
    when 'over' then to_char((params ->> 'amount')::numeric, 'FM999,999,990.00') || ' more than expected'
    when 'as_usual' then 'Earlier deposits of the vendor were as much less'
    when 'payer_confirmed' then 'Payer name confirmed ' || n || case n when 1 then ' time' else ' times' end
    when 'payer_alias' then case when params ? 'known' then 'The payer is known' else 'The payer is an alias of the vendor' end
    when 'payer_name' then 'The payer has the vendor''s name'
    when 'payer_like' then 'The payer may be the vendor'
    when 'payer_other' then 'The payer looks like another vendor'
    when 'name' then 'A traveler''s name stands in the text'
    when 'names' then n || case n when 1 then ' traveler''s name stands' else ' travelers'' names stand' end || ' in the text'
    when 'name_alone' then 'No other of this amount has that name'
    when 'due' then 'It was due about then'
    when 'due_far' then 'It was due at another time'
    when 'only' then 'The only open commission of this amount'
    when 'twins' then coalesce(n || case n when 1 then ' other owes' else ' others owe' end || ' the same',
      'Another of this amount is recorded as received')
    when 'recorded_later' then 'It was entered after the money came'
    when 'not_commission' then 'The text names a refund, an override or a bonus'
    when 'person' then 'No company is named as the payer'
    when 'several' then 'The text says that several bookings are paid'
    when 'number' then 'The text holds a number that nothing explains'
    when 'small' then 'Small amounts are often alike'
    when 'sum' then n || ' open commissions add up'
    when 'count' then case when is_for then 'The text says as many bookings' else 'The text says another number of bookings' end
    when 'order' then 'They were due one after the other'
    when 'sets' then n || case n when 1 then ' other set adds up, too' else ' other sets add up, too' end
    when 'statement' then 'The statement names ' || n || case n when 1 then ' booking' else ' bookings' end
    when 'statement_total' then case when is_for then 'Its total is the deposit'
      else 'Its total is ' || to_char((params ->> 'amount')::numeric, 'FM999,999,990.00') end
    when 'statement_missing' then n || case n when 1 then ' line is' else ' lines are' end || ' not in Paperplane'
    when 'group' then 'The open commissions of the group ' || (params ->> 'name')
    when 'group_named' then 'The group stands in the text'
    when 'claimed' then 'Another deposit claims it, too' end;
end $$;
comment on function private.reason_text is 'A signal in English, for whoever knows no codes; null for one that is not told.';

create function private.reason(code text, weight numeric, params jsonb default '{}') returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('code', code, 'weight', weight, 'text', private.reason_text(code, weight > 0, params), 'params', params);
end $$;
comment on function private.reason is 'A reason for a suggestion, or against it where its weight is below zero: a code with its
  parameters, and the same in English.';

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

create function private.is_cut_reference(part text, key text) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  short constant text := case when char_length(part) < char_length(key) then part else key end;
  long constant text := case when char_length(part) < char_length(key) then key else part end;
begin
  return char_length(short) >= 5 and char_length(short) < char_length(long)
    and (starts_with(long, short) or right(long, char_length(short)) = short) and short ~ '\d{3}';
end $$;
comment on function private.is_cut_reference is 'Whether one of two stripped references is the beginning or the end of the other.';

create function private.reference_form(key text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return translate(key, 'BCDEFGHIJKLMNOPQRSTUVWXYZ012345678', repeat('A', 25) || repeat('9', 9));
end $$;
comment on function private.reference_form is 'How a text of upper-case letters and digits is formed: CR30984 is AA99999. References
  of one vendor mostly have one form.';

create function private.single_facts(organization_id uuid, readings private.bank_reading[], payers private.bank_payer[])
returns setof private.bank_fact
language sql stable security definer set search_path = '' set enable_nestloop = off as $$
  with counted as materialized (
    select m.*, count(*) filter (where m.exact and m.recorded_on is null) over w as exact_open,
      coalesce(bool_or(m.recorded_on is not null and m.reference = 2) over w, false) as names_recorded,
      count(*) filter (where m.exact and m.reference > 0) over w as exact_named,
      count(*) filter (where m.exact and m.vendor > 0) over w as exact_of_vendor,
      count(*) filter (where m.exact and m.vendor > 0 and m.name) over w as exact_with_name,
      count(*) filter (where m.exact) over w as exact_count,
      row_number() over (partition by m.transaction_id order by m.reference desc, (m.exact::int * 3 + m.vendor + m.name::int * 2
        + case when m.days between -21 and 75 then 1.5 - abs(m.days - 5) / 100.0 else 0 end
        + case when m.exact then 0 else private.bank_difference(abs(m.rest), m.owed) end) desc, m.commission_id) as first_place
    from private.match_singles(single_facts.organization_id, readings, payers) m
    window w as (partition by m.transaction_id)
  ), near as materialized (
    select c.*, t.booked_on, t.keys, t.numbers, t.forbids, t.booking_count, t.payer_key, t.numbered, t.forms, x.key,
      private.reference_form(x.key) as form
    from counted c
    join (
      -- What looks like a reference, as most words do not.
      select r.*, k.numbered, k.forms
      from unnest(readings) r
      cross join lateral (
        select array_agg(k) as numbered, array_agg(private.reference_form(k)) as forms
        from unnest(r.keys || r.digits) k where k ~ '\d' offset 0) k) t on t.id = c.transaction_id
    cross join lateral (select private.reference_key(c.booking_reference) as key offset 0) x
    where c.first_place <= 12
  ), habits as materialized (
    -- What vendors' last deposits were short of, as people confirmed: fees, and what was written off.
    select v.vendor_id, (
      select array_agg(x.missing) from (
        select d.id, d.fee_amount from public.bank_transactions d
        where d.organization_id = single_facts.organization_id and d.vendor_id = v.vendor_id and d.status = 'matched'
          and d.amount > 0
        order by d.booked_on desc, d.id limit 20) d
      cross join lateral (
        select d.fee_amount where d.fee_amount > 0
        union all
        select a.write_off_amount from public.bank_allocations a
        where a.organization_id = single_facts.organization_id and a.transaction_id = d.id and a.write_off_amount > 0) x(missing))
      as missing
    from (select distinct n.vendor_id from near n where n.owed > n.rest and n.rest > 0) v
  ), payer_words as materialized (
    select p.payer_key, w.word
    from (select distinct n.payer_key from near n where n.payer_key ~ '^[A-Z]+( [A-Z]+){1,2}$' and n.payer_key not in (
      select v.payer_key from unnest(single_facts.payers) v where v.strength >= 2)) p
    cross join lateral string_to_table(p.payer_key, ' ') w(word)
  ), people as materialized (
    -- Payers that are no company: nobody, and names of the agency's clients.
    select distinct w.payer_key from payer_words w
    join public.customers k on k.organization_id = single_facts.organization_id and upper(k.last_name) = w.word
  )
  select n.transaction_id, n.commission_id, n.rest, n.owed, n.expected, n.exact, n.reference,
    n.reference = 0 and exists (select 1 from unnest(n.keys) k where char_length(k) = char_length(n.key) and private.is_near_reference(k, n.key)),
    n.reference = 0 and exists (select 1 from unnest(n.numbered) k where private.is_cut_reference(k, n.key)),
    n.reference = 0 and exists (
      select 1 from unnest(n.numbered, n.forms) u(k, form)
      where (u.form = n.form or u.k <> n.key and substring(u.k from '^[A-Z]{2,4}(?=\d)') = substring(n.key from '^[A-Z]{2,4}(?=\d)'))
        and not private.is_near_reference(u.k, n.key)),
    n.booking_reference, n.others_named, n.owed > n.rest and n.rest > 0 and coalesce(n.owed - n.rest = any (h.missing), false),
    n.vendor, n.confirmations, n.another_vendor, n.name, n.days, n.booked_on, n.is_later, n.recorded_on, n.as_recorded, n.names_recorded,
    n.exact_named::int, n.exact_of_vendor::int, n.exact_with_name::int, n.exact_count::int, n.exact_open::int, n.booking_count, n.forbids,
    n.payer_key is null or p.payer_key is not null,
    exists (select 1 from unnest(n.numbers) u(number)
      where strpos(n.key, u.number) = 0 and not private.is_cut_reference(u.number, n.key) and not private.is_near_reference(u.number, n.key)),
    n.rest > 0 and n.rest < n.owed and n.rest >= n.owed * (
      select 1 - o.match_certain_within / 100.0 from public.organizations o where o.id = single_facts.organization_id)
  from near n
  left join habits h on h.vendor_id = n.vendor_id
  left join people p on p.payer_key = n.payer_key
$$;
comment on function private.single_facts is 'The best twelve commissions that each transaction may pay alone, with what the texts say of
  them, and of their likes.';

create function private.single_signals(facts private.bank_fact[])
returns table (transaction_id uuid, commission_id uuid, code text, weight numeric)
language sql immutable set search_path = '' as $$
  select f.transaction_id, f.commission_id, s.code, s.weight
  from unnest(facts) f
  cross join lateral (
    select 'reference' as code, private.bank_weight('reference') as weight where f.reference = 2
    union all select 'reference_digits', private.bank_weight('reference_digits') * case when f.exact or f.vendor > 0 or f.name then 1 else 0.1 end where f.reference = 1
    union all select 'reference_near', private.bank_weight('reference_near') where f.is_near
    union all select 'reference_cut', private.bank_weight('reference_cut') where f.is_cut and not f.is_near
    union all select 'other_reference', private.bank_weight('other_reference') where f.is_other and not f.is_near and not f.is_cut
    union all select 'others_named', private.bank_weight('others_named') where f.others_named > 0
    union all select 'amount', private.bank_weight('amount') where f.exact
    union all select 'short', private.bank_difference(abs(f.rest), f.owed) where not f.exact and f.owed > abs(f.rest)
    union all select 'over', private.bank_difference(abs(f.rest), f.owed) where not f.exact and f.owed <= abs(f.rest)
    union all select 'within', private.bank_weight('within') where f.is_within
    union all select 'as_usual', private.bank_weight('as_usual') where f.as_usual
    union all select 'payer_confirmed', private.bank_weight('payer_confirmed') where f.confirmations > 0
    union all select 'payer_alias', private.bank_weight('payer_alias') where f.confirmations = 0 and f.vendor = 3
    union all select 'payer_name', private.bank_weight('payer_name') where f.confirmations = 0 and f.vendor = 2
    union all select 'payer_like', private.bank_weight('payer_like') where f.confirmations = 0 and f.vendor = 1
    union all select 'payer_other', private.bank_weight('payer_other') where f.another_vendor
    union all select 'name', private.bank_weight('name') where f.name
    union all select 'name_alone', private.bank_weight('name_alone') where f.name and f.exact and f.vendor > 0 and f.exact_of_vendor > 1 and f.exact_with_name = 1
    union all select 'due', private.bank_weight('due') - abs(f.days - 5) / 100.0 where f.days between -21 and 75
    union all select 'due_far', private.bank_weight('due_far') where f.days not between -80 and 160
    union all select 'due_years', private.bank_weight('due_years') where f.days not between -200 and 400
    union all select 'only', private.bank_weight('only') where f.exact and f.vendor > 0 and f.exact_of_vendor = 1 and f.recorded_on is null
    union all select 'twins', private.bank_weight('twins') where f.exact and f.exact_named <> 1 and f.exact_count > 1 and (f.vendor = 0 or f.exact_of_vendor > 1)
    union all select 'recorded', private.bank_weight('recorded') where f.recorded_on is not null
    union all select 'recorded_day', private.bank_weight('recorded_day') * case when abs(f.booked_on - f.recorded_on) <= 10 then 1 else -1 end where f.recorded_on is not null
    union all select 'recorded_later', private.bank_weight('recorded_later') where f.is_later and f.reference = 0
    union all select 'not_commission', private.bank_weight('not_commission') where f.forbids = 'not_commission'
    union all select 'person', private.bank_weight('person') where f.is_person or f.forbids = 'person'
    union all select 'several', private.bank_weight('several') where f.booking_count > 1
    union all select 'number', private.bank_weight('number') where f.has_number
    union all select 'small', private.bank_weight('small') where abs(f.rest) < 50 and not f.name and f.days not between -10 and 45) s
$$;
comment on function private.single_signals is 'The signals of single commissions: one row for each that applies.';

create function private.set_signals(sets private.bank_set[])
returns table (transaction_id uuid, commission_ids uuid[], code text, weight numeric)
language sql immutable set search_path = '' as $$
  select f.transaction_id, f.commission_ids, s.code, s.weight
  from unnest(sets) f
  cross join lateral (select cardinality(f.commission_ids) as size) n
  cross join lateral (
    select 'reference' as code, private.bank_weight('reference') + private.bank_weight('reference_more') * (least(f.named, 4) - 1) as weight where f.named > 0
    union all select 'names', private.bank_weight('name') + private.bank_weight('name_more') * (least(f.called, 5) - 1) where f.called > 0
    union all select 'reference_cut', private.bank_weight('reference_cut') + private.bank_weight('name_more') * (least(f.cut, 4) - 1) where f.cut > 0
    union all select 'reference_left', private.bank_weight('reference_left') * f.named_besides where f.named_besides > 0
    union all select 'sum', private.bank_weight('sum') where f.difference = 0
    union all select 'short', private.bank_difference(f.rest, f.rest - f.difference) where f.difference < 0
    union all select 'over', private.bank_difference(f.rest, f.rest - f.difference) where f.difference > 0
    union all select 'count', private.bank_weight('count') where f.booking_count = n.size
    union all select 'count', -private.bank_weight('count') where f.booking_count > 1 and f.booking_count <> n.size
    union all select 'payer_alias', private.bank_weight('payer_alias') where f.vendor = 3
    union all select 'payer_name', private.bank_weight('payer_name') where f.vendor = 2
    union all select 'payer_like', private.bank_weight('payer_like') where f.vendor = 1
    union all select 'recorded', private.bank_weight('recorded') where f.recorded > 0
    union all select 'order', private.bank_weight('order') where f.in_order
    union all select 'few', private.bank_weight('few') / (n.size - 1) where n.size between 2 and 3 and f.named = 0
    union all select 'scattered', private.bank_weight('scattered') where n.size = 4 and not f.in_order and f.named = 0
    union all select 'left_out', private.bank_weight('left_out') * least(f.left_out, 10) where f.left_out > 0 and f.named = 0
    union all select 'sets', private.bank_weight('sets') where f.found > 1 and f.difference = 0
    union all select 'not_commission', private.bank_weight('not_commission') where f.forbids = 'not_commission'
    union all select 'person', private.bank_weight('person') where f.forbids = 'person') s
$$;
comment on function private.set_signals is 'The signals of sets: one row for each that applies.';
