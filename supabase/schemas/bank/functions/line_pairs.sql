-- Which line of one source is which line of another: the same amount, and a day and a text that fit. Files and connections are
-- paired by this alone, whichever came first (docs/product/bank.md, Bank connections).

create function private.line_text_hash(text text, counterparty text, reference text) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(lower(regexp_replace(
    concat_ws(chr(30), btrim(text), coalesce(btrim(counterparty), ''), coalesce(btrim(reference), '')), '\s+', ' ', 'g')), 'UTF8')), 'hex')
$$;
comment on function private.line_text_hash is 'The texts of a line, blanks and case apart.';

create function private.line_words(content text) returns text[]
language sql immutable set search_path = '' as $$
  select array(select distinct w from unnest(private.bank_words(content)) w
    where char_length(w) >= 2 and w <> all (private.bank_fillers()))
$$;
comment on function private.line_words is 'The words by which a line is known again, each once: none that only says how money moves.';

create function private.pair_bank_lines(seen private.bank_seen_line[], counterparts private.bank_counterpart[])
returns table (line integer, transaction_id uuid)
language plpgsql immutable set search_path = '' as $$
declare
  -- So many of one day and amount are compared by their words; beyond, they are counted.
  compared constant int := 100;
  lines_done int[];
  ids_done uuid[];
  -- Still to be paired, as positions.
  lines_left private.bank_seen_line[];
  ids_left private.bank_counterpart[];
  line_taken boolean[] := '{}';
  id_taken boolean[] := '{}';
  p record;
begin
  -- The same texts on the same day, counted off.
  with s as (
    select s.*, row_number() over (partition by s.amount, s.booked_on, s.text_hash order by s.line) as n from unnest(seen) s
  ), c as (
    select c.*, row_number() over (partition by c.amount, c.booked_on, c.text_hash order by c.only_same desc, c.transaction_id) as n
    from unnest(counterparts) c
  ), same as materialized (
    select s.line, c.transaction_id from s join c using (amount, booked_on, text_hash, n))
  select (select coalesce(array_agg(m.line), '{}') from same m), (select coalesce(array_agg(m.transaction_id), '{}') from same m),
    array(select x::private.bank_seen_line from unnest(seen) x left join same m on m.line = x.line where m.line is null order by x.line),
    array(select x::private.bank_counterpart from unnest(counterparts) x left join same m on m.transaction_id = x.transaction_id
      where m.transaction_id is null order by x.transaction_id)
  into lines_done, ids_done, lines_left, ids_left;
  -- Shared words, best text first, then the nearest day.
  for p in
    with s as (
      select s.*, row_number() over (partition by s.amount, s.booked_on order by s.line) as place
      from unnest(lines_left) with ordinality s(line, booked_on, amount, text_hash, content, is_edge, n)
    ), c as (
      select c.*, row_number() over (partition by c.amount, c.booked_on order by c.transaction_id) as place
      from unnest(ids_left) with ordinality c(transaction_id, booked_on, amount, text_hash, content, only_same, n)
    ), near as materialized (
      select s.n as s, c.n as c, s.line, c.transaction_id, s.is_edge, abs(d.d) as days, s.text_hash = c.text_hash as is_same
      from s
      cross join generate_series(-3, 3) d(d)
      join c on c.amount = s.amount and c.booked_on = s.booked_on + d.d and c.place <= compared and (d.d = 0 or not c.only_same)
      where s.place <= compared
    ), line_words as materialized (
      select s.n, private.line_words(s.content) as words from s where s.n in (select x.s from near x)
    ), id_words as materialized (
      select c.n, private.line_words(c.content) as words from c where c.n in (select x.c from near x)
    ), alike as (
      select x.*, l.likeness, count(*) over (partition by x.s) as of_line, count(*) over (partition by x.c) as of_id
      from near x
      join line_words a on a.n = x.s
      join id_words b on b.n = x.c
      cross join lateral (select case when x.is_same then 2 else
        (select count(*) from unnest(a.words) w where w = any (b.words))::numeric
          / greatest(least(cardinality(a.words), cardinality(b.words)), 1) end as likeness offset 0) l
      where l.likeness > 0)
    select a.s, a.c, a.line, a.transaction_id from alike a
    -- At the edge of what is known a payment of every day may be the next one.
    where a.days = 0 or not a.is_edge or a.of_line = 1 and a.of_id = 1
    order by a.likeness desc, a.days, a.line, a.transaction_id
  loop
    if line_taken[p.s] is null and id_taken[p.c] is null then
      line_taken[p.s] := true;
      id_taken[p.c] := true;
      lines_done := lines_done || p.line;
      ids_done := ids_done || p.transaction_id;
    end if;
  end loop;
  return query
  with s as (
    select s.line, s.amount, s.booked_on, row_number() over (partition by s.amount, s.booked_on order by s.line) as n,
      count(*) over (partition by s.amount, s.booked_on) as total
    from unnest(lines_left) with ordinality s(line, booked_on, amount, text_hash, content, is_edge, n) where line_taken[s.n] is null
  ), c as (
    select c.transaction_id, c.amount, c.booked_on,
      row_number() over (partition by c.amount, c.booked_on order by c.transaction_id) as n,
      count(*) over (partition by c.amount, c.booked_on) as total
    from unnest(ids_left) with ordinality c(transaction_id, booked_on, amount, text_hash, content, only_same, n)
    where not c.only_same and id_taken[c.n] is null)
  select u.line, u.transaction_id from unnest(lines_done, ids_done) u(line, transaction_id)
  union all
  -- Texts that share nothing: where both have the same number of them left on a day.
  select s.line, c.transaction_id from s join c using (amount, booked_on, n, total);
end $$;
comment on function private.pair_bank_lines is 'Pairs lines that look for their transaction with transactions that may be it, each once:
  the same amount, and the same texts on the same day; else shared words, up to three days apart; else, of one day, when both
  sources have the same number of them left. What is neither is new.';
