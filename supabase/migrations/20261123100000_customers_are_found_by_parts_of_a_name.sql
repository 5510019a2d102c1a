-- Lists are searched by any part of a name, an e-mail or a booking reference, and answer one page at a time.

create extension if not exists pg_trgm with schema extensions;

-- One text for all three: no typed word contains the blanks between them, so a word found in it is found in one of them.
-- The collation folds letters of every script at a tenth of the price of the database's own. The index reaches over
-- organizations; whoever searches adds the organization.
create index customers_search_idx on public.customers using gin
  (lower((first_name || ' ' || last_name || ' ' || coalesce(email, '')) collate pg_catalog."pg_c_utf8") extensions.gin_trgm_ops);

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
create function private.is_hopeless(patterns text[]) returns boolean
language sql immutable set search_path = '' as $$ select coalesce(cardinality(patterns) > 50, false) $$;

-- The customers of an organization that match every pattern, for functions that know the caller's organization.
-- Planned with the patterns at hand: a rare word reads the index, a single letter reads the organization's customers.
create function private.find_customers(home uuid, patterns text[]) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  condition constant text :=
    ' and lower((c.first_name || '' '' || c.last_name || '' '' || coalesce(c.email, '''')) collate pg_catalog."pg_c_utf8")';
  found uuid[];
begin
  -- The longest word for the index, which has no use for LIKE ALL.
  execute 'select array(select c.id from public.customers c where c.organization_id = $1' || condition || ' like $2'
    || case when cardinality(patterns) > 1 then condition || ' like all ($3)' else '' end || ')'
  into found using home, patterns[1], patterns[2:];
  return found;
end $$;

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

revoke all on function private.search_patterns(text), private.is_hopeless(text[]), private.find_customers(uuid, text[]),
  private.count_of(jsonb, text), private.page_window(bigint, int, int), private.sort_clause(text[], boolean, text),
  private.page_query(text, text, text[], boolean, text, boolean) from public, anon, authenticated;
