-- A range as people mean it: swapped when it is reversed, an open end (null) as far as it goes, and nothing beyond what
-- a sale date may be.
create function private.date_range(start_date date, end_date date, out first_day date, out last_day date)
language sql immutable set search_path = '' as $$
  select least(greatest(coalesce(r.first_day, '1900-01-01'), '1900-01-01'), '2199-12-31'),
    least(greatest(coalesce(r.last_day, '2199-12-31'), '1900-01-01'), '2199-12-31')
  from (values (
    case when start_date > end_date then end_date else start_date end,
    case when start_date > end_date then start_date else end_date end)) r(first_day, last_day)
$$;

-- Who sells most, what sells best, and who bought last.
create function private.row_limit(max_rows integer) returns integer
language sql immutable set search_path = '' as $$ select least(greatest(coalesce(max_rows, 5), 1), 100) $$;

-- What was typed as patterns for LIKE on lower-cased text, one for each word, the longest first; null when nothing was
-- typed. Wildcards in it are ordinary characters.
create function private.search_patterns(search text) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(p order by char_length(p) desc, p)
  from (
    select distinct '%' || replace(replace(replace(
      lower(w collate pg_catalog."pg_c_utf8"), '\', '\\'), '%', '\%'), '_', '\_') || '%' as p
    from regexp_split_to_table(search, '\s+') w
    where w <> ''
  ) t
$$;

-- Nobody has that many words in a name and an e-mail: such a search finds nothing, and costs nothing.
create function private.has_too_many_search_words(patterns text[]) returns boolean
language sql immutable set search_path = '' as $$ select coalesce(cardinality(patterns) > 50, false) $$;

-- How many rows sums by status ({status: {count, ...}}) speak of, of one status or of all.
create function private.count_of(sums jsonb, status text) returns bigint
language sql immutable set search_path = '' as $$
  select coalesce(sum((v ->> 'count')::bigint), 0)::bigint from jsonb_each(sums) e(k, v)
  where count_of.status is null or k = count_of.status
$$;

-- The rows of one page as LIMIT (take) and OFFSET (skip), counted from whichever end of the list is nearer.
create function private.page_window(total bigint, page int, page_size int,
  out take bigint, out skip bigint, out backwards boolean)
language sql immutable set search_path = '' as $$
  select t.take, case when b.backwards then total - f.first - t.take else f.first end, b.backwards
  from (select (page - 1)::bigint * page_size as first) f
  cross join lateral (select greatest(least(total - f.first, page_size), 0) as take) t
  cross join lateral (select f.first > total / 2 as backwards) b
$$;

-- ORDER BY over the columns k1 to kn; of two rows that sort alike the id decides, against the direction of the list,
-- so that an index (column desc, id) serves both directions.
create function private.sort_clause(keys text[], descending boolean, id text) returns text
language sql immutable set search_path = '' as $$
  select string_agg(k || case when descending then ' desc' else ' asc' end, ', ' order by n)
    || ', ' || id || case when descending then ' asc' else ' desc' end
  from unnest(keys) with ordinality u(k, n)
$$;

-- The ids of one page. Everything that is text here comes from this schema's own functions, never from a caller.
-- Few rows are collected first and sorted then: an index in the order of the list could pass a million others before it
-- meets them. Many rows are read in the order of an index, until the page is full.
create function private.page_query(source text, conditions text, keys text[], descending boolean, id text, few boolean)
returns text
language sql immutable set search_path = '' as $$
  select case when few then format(
      'select array(select id from (select %s as id, %s from %s where %s offset 0) m order by %s limit $1 offset $2)',
      id, (select string_agg(k || ' as k' || n, ', ' order by n) from unnest(keys) with ordinality u(k, n)), source, conditions,
      private.sort_clause(array(select 'k' || n from generate_series(1, cardinality(keys)) n), descending, 'id'))
    else format('select array(select %s from %s where %s order by %s limit $1 offset $2)', id, source, conditions,
      private.sort_clause(keys, descending, id)) end
$$;

-- Any of the words as one pattern for private.redact: the longest first, blanks of any kind between their parts, no letter or
-- digit before or after. Null when there is none.
create function private.words_pattern(words text[]) returns text
language sql immutable set search_path = '' as $$
  select '(?<![[:alnum:]])(?:' || string_agg(
    -- Inside JSON a quotation mark has a backslash before it.
    replace(regexp_replace(regexp_replace(w.word, '([^[:alnum:][:space:]])', '\\\1', 'g'), '\s+', '\\s+', 'g'), '\"', '\\?"'),
    '|' order by char_length(w.word) desc, w.word) || ')(?![[:alnum:]])'
  from (
    select distinct v.word
    from unnest(words) t(typed)
    cross join lateral (values (btrim(t.typed)), (extensions.unaccent('extensions.unaccent'::regdictionary, btrim(t.typed)))) v(word)
    where v.word <> '') w
$$;
