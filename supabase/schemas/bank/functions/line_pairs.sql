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
  p record;
begin
  -- The same texts on the same day, counted off.
  select coalesce(array_agg(x.line), '{}'), coalesce(array_agg(x.transaction_id), '{}') into lines_done, ids_done
  from (
    select s.line, c.transaction_id
    from (select s.*, row_number() over (partition by s.amount, s.booked_on, s.text_hash order by s.line) as n from unnest(seen) s) s
    join (select c.*, row_number() over (partition by c.amount, c.booked_on, c.text_hash order by c.only_same desc, c.transaction_id) as n
      from unnest(counterparts) c) c using (amount, booked_on, text_hash, n)) x;
  -- Shared words, best text first, then the nearest day.
  for p in
    with s as (
      select s.*, row_number() over (partition by s.amount, s.booked_on order by s.line) as n
      from unnest(seen) s where s.line <> all (lines_done)
    ), c as (
      select c.*, row_number() over (partition by c.amount, c.booked_on order by c.transaction_id) as n
      from unnest(counterparts) c where c.transaction_id <> all (ids_done)
    ), alike as (
      select s.line, s.is_edge, c.transaction_id, abs(d.d) as days, x.likeness, count(*) over (partition by s.line) as of_line,
        count(*) over (partition by c.transaction_id) as of_id
      from s
      cross join generate_series(-3, 3) d(d)
      join c on c.amount = s.amount and c.booked_on = s.booked_on + d.d and c.n <= compared and (d.d = 0 or not c.only_same)
      cross join lateral (select case when c.text_hash = s.text_hash then 2 else
        (select count(*) from unnest(s.words) w where w = any (c.words))::numeric
          / greatest(least(cardinality(s.words), cardinality(c.words)), 1) end as likeness offset 0) x
      where s.n <= compared and x.likeness > 0)
    select a.line, a.transaction_id from alike a
    -- At the edge of what is known a payment of every day may be the next one.
    where a.days = 0 or not a.is_edge or a.of_line = 1 and a.of_id = 1
    order by a.likeness desc, a.days, a.line, a.transaction_id
  loop
    if p.line <> all (lines_done) and p.transaction_id <> all (ids_done) then
      lines_done := lines_done || p.line;
      ids_done := ids_done || p.transaction_id;
    end if;
  end loop;
  return query
  select u.line, u.transaction_id from unnest(lines_done, ids_done) u(line, transaction_id)
  union all
  -- Texts that share nothing: where both have the same number of them left on a day.
  select s.line, c.transaction_id
  from (
    select s.line, s.amount, s.booked_on, row_number() over (partition by s.amount, s.booked_on order by s.line) as n,
      count(*) over (partition by s.amount, s.booked_on) as total
    from unnest(seen) s where s.line <> all (lines_done)) s
  join (
    select c.transaction_id, c.amount, c.booked_on,
      row_number() over (partition by c.amount, c.booked_on order by c.transaction_id) as n,
      count(*) over (partition by c.amount, c.booked_on) as total
    from unnest(counterparts) c where not c.only_same and c.transaction_id <> all (ids_done)) c using (amount, booked_on, n, total);
end $$;
comment on function private.pair_bank_lines is 'Pairs lines that look for their transaction with transactions that may be it, each once:
  the same amount, and the same texts on the same day; else shared words, up to three days apart; else, of one day, when both
  sources have the same number of them left. What is neither is new.';
