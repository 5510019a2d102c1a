-- Building blocks of the list functions (customers, vendors, sales, commissions, team): search patterns, date ranges and paging.
-- Lists build their SQL dynamically, because no single plan suits all filters; the pieces come from this schema's own functions
-- alone, and every value of a caller is a parameter of EXECUTE.

create function private.normalize_search_text(text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select lower(extensions.unaccent('extensions.unaccent'::regdictionary, $1) collate pg_catalog."pg_c_utf8")
$$;
comment on function private.normalize_search_text is 'Text as search compares it: lower case, without accents. The dictionary and
  the collation are named, so that the result depends neither on search_path nor on the locale of the database: stored search
  documents are compared with it.';
-- Indexes of vendors and users are made of it: whoever writes a row runs it.
grant execute on function private.normalize_search_text(text) to authenticated;

create function private.escape_like(text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select replace(replace(replace($1, '\', '\\'), '%', '\%'), '_', '\_')
$$;
comment on function private.escape_like is 'A text as a LIKE pattern that means itself.';

create function private.name_document(names text) returns text
language sql immutable strict parallel safe cost 1000 set search_path = '' as $$
  select private.normalize_search_text(chr(10) || regexp_replace(btrim(names), '\s+', chr(10), 'g') || chr(10))
$$;
comment on function private.name_document is 'Names as searches compare them: normalized, each word between line breaks, which no
  searched word contains. So a pattern can ask for whole words and for their beginnings; trigrams know the beginning of a word. Its
  cost says that indexes are worth it.';
grant execute on function private.name_document(text) to authenticated;

create function private.cut_search(search text) returns text
language sql immutable parallel safe set search_path = '' as $$ select left(search, 500) $$;
comment on function private.cut_search is 'As much of a search as is looked for: 500 characters, more than any name or e-mail
  address has. Everything that takes a search from outside cuts it by this first. `LIMITS.search` of the client is the same.';

create function private.search_patterns(search text) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(p order by char_length(p) desc, p)
  from (
    select distinct '%' || private.escape_like(lower(w collate pg_catalog."pg_c_utf8")) || '%' as p
    from regexp_split_to_table(private.cut_search(search), '\s+') w
    where w <> ''
  ) t
$$;
comment on function private.search_patterns is 'LIKE patterns for the words of a search over lower-case text, the longest (most
  selective for a trigram index) first; null for an empty search. Wildcards are escaped.';

create function private.has_too_many_search_words(patterns text[]) returns boolean
language sql immutable set search_path = '' as $$ select coalesce(cardinality(patterns) > 50, false) $$;
comment on function private.has_too_many_search_words is 'More words than any name or e-mail address has: such a search answers an
  empty list without running a query.';

create function private.count_of(sums jsonb, status text) returns bigint
language sql immutable set search_path = '' as $$
  select coalesce(sum((v ->> 'count')::bigint), 0)::bigint from jsonb_each(sums) e(k, v)
  where count_of.status is null or k = count_of.status or count_of.status = 'active' and k <> 'cancelled'
$$;
comment on function private.count_of is 'Number of rows in totals by status ({status: {count, ...}}), of one status, of all but
  cancelled (''active'') or (null) of all.';

create function private.page_window(total bigint, page int, page_size int,
  out take bigint, out skip bigint, out backwards boolean)
language sql immutable set search_path = '' as $$
  select t.take, case when b.backwards then total - f.first - t.take else f.first end, b.backwards
  from (select (page - 1)::bigint * page_size as first) f
  cross join lateral (select greatest(least(total - f.first, page_size), 0) as take) t
  cross join lateral (select f.first > total / 2 as backwards) b
$$;
comment on function private.page_window is 'LIMIT (take) and OFFSET (skip) of a page, counted from the nearer end of the list: a
  late page is read in the opposite order (backwards), and the caller reverses its rows.';

create function private.page_query(
  source text, conditions text, keys text[], descending boolean, id text, collect_first boolean)
returns text
language sql immutable set search_path = '' as $$
  select case when collect_first then format(
      'select array(select id from (select %s as id, %s from %s where %s offset 0) m order by %s limit $1 offset $2)',
      id, (select string_agg(k || ' as k' || n, ', ' order by n) from unnest(keys) with ordinality u(k, n)), source, conditions,
      private.sort_clause(array(select 'k' || n from generate_series(1, cardinality(keys)) n), descending, 'id'))
    else format('select array(select %s from %s where %s order by %s limit $1 offset $2)', id, source, conditions,
      private.sort_clause(keys, descending, id)) end
$$;
comment on function private.page_query is 'A query for the ids of one page ($1 is LIMIT, $2 OFFSET). collect_first: all matching
  rows are collected and then sorted (OFFSET 0 is an optimization fence), for filters that match few rows: an index in the order of
  the list could pass a million other rows before it meets them. Otherwise rows are read in the order of an index until the page is
  full.';

create function private.sort_clause(keys text[], descending boolean, id text) returns text
language sql immutable set search_path = '' as $$
  select string_agg(k || case when descending then ' desc' else ' asc' end, ', ' order by n)
    || ', ' || id || case when descending then ' asc' else ' desc' end
  from unnest(keys) with ordinality u(k, n)
$$;
comment on function private.sort_clause is 'ORDER BY over sort keys, with the id as the tiebreaker in the opposite direction: one
  index (column desc, id) serves both directions.';

create function private.with_tiebreakers(keys text[], sale_date text, created_at text) returns text[]
language sql immutable set search_path = '' as $$
  select keys || array(
    select k.key from unnest(array[sale_date, created_at, 's.booking_reference']) with ordinality k(key, n)
    where k.key <> all (keys) order by k.n)
$$;
comment on function private.with_tiebreakers is 'Sort keys of sales or commissions, and behind them what says which of two that are
  alike comes first: the day of the sale, the moment of its recording, its reference. All of an import were recorded in one moment.';

create function private.words_pattern(words text[]) returns text
language sql immutable set search_path = '' as $$
  select '(?<![[:alnum:]])(?:' || string_agg(
    -- The text may be JSON, where a quotation mark is escaped by a backslash.
    replace(regexp_replace(regexp_replace(w.word, '([^[:alnum:][:space:]])', '\\\1', 'g'), '\s+', '\\s+', 'g'), '\"', '\\?"'),
    '|' order by char_length(w.word) desc, w.word) || ')(?![[:alnum:]])'
  from (
    select distinct v.word
    from unnest(words) t(typed)
    cross join lateral (values
      (btrim(t.typed)), (extensions.unaccent('extensions.unaccent'::regdictionary, btrim(t.typed)))) v(word)
    where v.word <> '') w
$$;
comment on function private.words_pattern is 'A regular expression that matches any of the words in free text (used by the erasure
  of personal data), also without accents: longest alternative first, any white space between the parts of a word, no letter or
  digit right before or after. Null for no words.';
