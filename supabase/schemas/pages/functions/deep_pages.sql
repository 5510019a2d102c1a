-- Pages far from the beginning of a list.

create function private.deep_page_query(source text, conditions text, keys text[], descending boolean, id text) returns text
language sql immutable set search_path = '' as $$
  select format(
    'with first as materialized (select %1$s, %2$s as id from %3$s where %4$s order by %5$s limit 1 offset $2),
    before as materialized (select count(*) as n from %3$s where %4$s and (%6$s) = (%7$s) and %2$s %8$s (select id from first)),
    page as materialized (select %1$s, %2$s as id from %3$s where %4$s and (%6$s) %9$s (%7$s) order by %10$s
      fetch first ((select n from before) + $1) rows with ties)
    select array(select p.id from page p join public.sales s on s.id = p.id order by %11$s limit $1 offset (select n from before))',
    string_agg(k || ' as k' || n, ', ' order by n), id, source, conditions,
    private.sort_clause(array_agg(k order by n), descending, id), string_agg(k, ', ' order by n),
    string_agg('(select k' || n || ' from first)', ', ' order by n), case when descending then '<' else '>' end,
    case when descending then '<=' else '>=' end,
    string_agg(k || case when descending then ' desc' else ' asc' end, ', ' order by n),
    private.sort_clause(array_agg('p.k' || n order by n) || '{s.booking_reference}'::text[], descending, 'p.id'))
  from unnest(keys) with ordinality u(k, n) where k <> 's.booking_reference'
$$;
comment on function private.deep_page_query is 'private.page_query for a page far from the beginning of a list whose index lacks the
  reference: rows are passed over by the keys that it has, and the references of those alike with the first and the last of the page
  are looked up alone. `id` is the sale''s; no key is null.';
