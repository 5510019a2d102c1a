-- Searches that forgive a slip of the finger, where nothing is found as it was typed: a letter wrong, missing, too many, or swapped
-- with its neighbour, in each of two words at the most. See docs/decisions/031 and docs/product/platform.md, Search.

create function private.misspelled(word text) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(distinct '%' || chr(10) || private.escape_like(v.head) || v.any_letter || private.escape_like(v.tail) || '%')
  from generate_series(1, char_length(word)) n
  cross join lateral (values
    (left(word, n - 1), true, substr(word, n + 1)),
    (left(word, n - 1), true, substr(word, n)),
    (left(word, n - 1), false, substr(word, n + 1)),
    (left(word, n - 1) || substr(word, n + 1, 1) || substr(word, n, 1), false, substr(word, n + 2))) slip(head, is_open, tail)
  cross join lateral (
    select slip.head, '_' as any_letter, slip.tail
    where slip.is_open and (char_length(slip.head) >= 3 or char_length(slip.tail) >= 3)
    union all
    select slip.head, letter, slip.tail from unnest('{a,c,d,e,i,k,l,m,n,o,r,s,t,u,y,z}'::text[]) letter
    where slip.is_open and char_length(slip.head) < 3 and char_length(slip.tail) < 3
    union all
    select slip.head, '', slip.tail where not slip.is_open) v
  where char_length(word) between 4 and 40
$$;
comment on function private.misspelled is 'LIKE patterns for the beginnings of names that are one slip away from `word`: a letter
  wrong, missing, too many, or swapped with its neighbour. Null for words so short that a slip makes another name of them. Where no
  three letters in a row would be left for the trigram index, only common letters are tried.';

create function private.misspelled_expression(word text) returns text
language sql immutable set search_path = '' as $$
  select chr(10) || '(?:' || string_agg(
    regexp_replace(regexp_replace(substr(p, 3, char_length(p) - 3), '([]*+?^${}()|.[])', '\\\1', 'g'), '(?<!\\)_', '.', 'g'), '|') || ')'
  from unnest(private.misspelled(word)) p
$$;
comment on function private.misspelled_expression is 'The same as a regular expression: of many patterns for one text it is far
  quicker than trying each.';

create function private.find_misspelled(source text, words text[], organization_id uuid, agent_id uuid, most int)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  slipped record;
  patterns text[];
  second_word text;
  others text[];
  more uuid[];
  found uuid[] := '{}';
begin
  if words is null or private.has_too_many_search_words(words) then
    return found;
  end if;
  for slipped in
    select a.n as word, b.n as second_word
    from generate_series(1, least(cardinality(words), 4)) a(n)
    cross join lateral (select null::int union all select generate_series(a.n + 1, least(cardinality(words), 4))) b(n)
    order by b.n nulls first, a.n
  loop
    exit when found <> '{}' and (slipped.second_word is not null or most is not null);
    patterns := private.misspelled(words[slipped.word]);
    second_word := private.misspelled_expression(words[slipped.second_word]);
    continue when patterns is null or slipped.second_word is not null and second_word is null;
    others := array(select '%' || chr(10) || private.escape_like(w.word) || '%' from unnest(words) with ordinality w(word, n)
      where w.n <> slipped.word and w.n is distinct from slipped.second_word order by w.n);
    -- Materialized and patterns in subqueries, as in private.find_named. The index is asked for the patterns of one word: for those of
    -- two it would be asked for each pair of them.
    execute concat('with d as materialized (select s.id from (', source, ') s where s.names like any ((select $3)::text[])',
        case when second_word is not null then ' and s.names || '''' ~ (select $4)' end,
        (select string_agg(format(' and s.names like (select ($5)[%s])', n), '')
          from generate_series(1, least(cardinality(others), 3)) n),
        case when cardinality(others) > 3 then ' and s.names like all ((select $5)::text[])' end,
      ') select array(select distinct id from (select id from d limit $6) d)')
    into more using organization_id, agent_id, patterns, second_word, others, most;
    found := array(select id from unnest(found || more) id group by id);
  end loop;
  return found;
end $$;
comment on function private.find_misspelled is 'The ids of rows whose names have `words` (private.customer_words) with one slip in
  one of them, and if nobody has, with a slip in each of two; every other word is the beginning of a name. One of the first four
  words, which are the longest. `source` (id, names made by private.name_document) is written in this schema; $1 is the
  organization, $2 the agent. `most`: no more than so many are needed, and whoever is met first will do.';
