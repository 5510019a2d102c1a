-- Which line of one source is which line of another: the same amount, and a day and a text that fit. Files and connections are
-- paired by this alone, whichever came first (docs/product/bank.md, Bank connections).

create function private.line_text_hash(text text, counterparty text, reference text) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(lower(regexp_replace(
    concat_ws(chr(30), btrim(text), coalesce(btrim(counterparty), ''), coalesce(btrim(reference), '')), '\s+', ' ', 'g')), 'UTF8')), 'hex')
$$;
comment on function private.line_text_hash is 'The texts of a line, blanks and case apart.';

create function private.line_words(text text, counterparty text, reference text) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(distinct w), '{}') from unnest(private.bank_words(concat_ws(' ', text, counterparty, reference))) w
  where char_length(w) >= 2 and not private.is_bank_filler(w)
$$;
comment on function private.line_words is 'The words by which a line is known again, each once: none that only says how money moves.';

create function private.pair_bank_lines(seen private.bank_seen_line[], counterparts private.bank_counterpart[])
returns table (line integer, transaction_id uuid)
language plpgsql immutable set search_path = '' as $$
declare
  -- So many of one day and amount are compared by their words; beyond, they are counted.
  compared constant int := 100;
  lines_done int[] := '{}';
  ids_done uuid[] := '{}';
  -- Of what is paired: amount, day of the line, day of the transaction, words.
  pairs jsonb := '{}';
  p record;
begin
  -- The same texts on the same day, counted off.
  select coalesce(array_agg(x.line), '{}'), coalesce(array_agg(x.transaction_id), '{}') into lines_done, ids_done
  from (
    select s.line, c.transaction_id
    from (select s.*, row_number() over (partition by s.amount, s.booked_on, s.text_hash order by s.line) as n
      from unnest(seen) s where s.known_on is null) s
    join (select c.*, row_number() over (partition by c.amount, c.booked_on, c.text_hash order by c.only_same desc, c.transaction_id) as n
      from unnest(counterparts) c) c using (amount, booked_on, text_hash, n)) x;
  -- Shared words, best text first, then the nearest day. On another day only where the order among equals stays.
  select coalesce(jsonb_object_agg(k.amount, k.days), '{}') into pairs
  from (
    select k.amount::text as amount, jsonb_agg(jsonb_build_array(k.line_on, k.known_on, k.words)) as days
    from (
      select s.amount, s.booked_on as line_on, s.known_on, to_jsonb(s.words) as words from unnest(seen) s where s.known_on is not null
      union all
      select s.amount, s.booked_on, s.booked_on, to_jsonb(s.words) from unnest(seen) s where s.line = any (lines_done)) k
    group by 1) k;
  for p in
    with s as (
      select s.*, row_number() over (partition by s.amount, s.booked_on order by s.line) as n
      from unnest(seen) s where s.known_on is null and s.line <> all (lines_done)
    ), c as (
      select c.*, row_number() over (partition by c.amount, c.booked_on order by c.transaction_id) as n
      from unnest(counterparts) c where c.transaction_id <> all (ids_done)
    )
    select s.line, s.amount, s.booked_on as line_on, to_jsonb(s.words) as words, c.transaction_id, c.booked_on as id_on
    from s
    cross join generate_series(-3, 3) d
    join c on c.amount = s.amount and c.booked_on = s.booked_on + d.d and c.n <= compared and (d.d = 0 or not c.only_same)
    cross join lateral (select case when c.text_hash = s.text_hash then 2 else
      (select count(*) from unnest(s.words) w where w = any (c.words))::numeric
        / greatest(least(cardinality(s.words), cardinality(c.words)), 1) end as likeness offset 0) x
    where s.n <= compared and x.likeness > 0
    order by x.likeness desc, abs(d.d), s.line, c.transaction_id
  loop
    continue when p.line = any (lines_done) or p.transaction_id = any (ids_done);
    continue when p.line_on <> p.id_on and exists (
      select 1 from jsonb_array_elements(pairs -> p.amount::text) e
      where (((e ->> 0)::date < p.line_on and (e ->> 1)::date > p.id_on) or ((e ->> 0)::date > p.line_on and (e ->> 1)::date < p.id_on))
        and exists (select 1 from jsonb_array_elements_text(e -> 2) w where p.words ? w));
    lines_done := lines_done || p.line;
    ids_done := ids_done || p.transaction_id;
    line := p.line;
    transaction_id := p.transaction_id;
    pairs := jsonb_set(pairs, array[p.amount::text], coalesce(pairs -> p.amount::text, '[]')
      || jsonb_build_array(jsonb_build_array(p.line_on, p.id_on, p.words)));
  end loop;
  -- Texts that share nothing: where both have the same number of them left on a day.
  return query
  select u.line, u.transaction_id from unnest(lines_done, ids_done) u(line, transaction_id)
  union all
  select s.line, c.transaction_id
  from (
    select s.line, s.amount, s.booked_on, row_number() over (partition by s.amount, s.booked_on order by s.line) as n,
      count(*) over (partition by s.amount, s.booked_on) as total
    from unnest(seen) s where s.known_on is null and s.line <> all (lines_done)) s
  join (
    select c.transaction_id, c.amount, c.booked_on,
      row_number() over (partition by c.amount, c.booked_on order by c.transaction_id) as n,
      count(*) over (partition by c.amount, c.booked_on) as total
    from unnest(counterparts) c where not c.only_same and c.transaction_id <> all (ids_done)) c using (amount, booked_on, n, total);
end $$;
comment on function private.pair_bank_lines is 'Pairs lines that look for their transaction with transactions that may be it, each once:
  the same amount, and the same texts on the same day; else shared words, up to three days apart; else, of one day, when both
  sources have the same number of them left. What is neither is new. On another day nothing changes places among equal amounts with
  shared words: a payment of every day is not the one of the day before.';
