set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.describe_imported_sales(b public.import_batches, rows jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('row_number', s.import_row, 'customer', c.first_name || ' ' || c.last_name,
    'vendor', v.name, 'agent', u.first_name || ' ' || u.last_name, 'status', s.status, 'commission_status', m.status,
    'commission_amount', s.commission_amount,
    'makes', to_jsonb(array_remove(array[
      case when c.import_batch_id = b.id and c.import_row = s.import_row then 'customer' end,
      case when v.import_batch_id = b.id and v.import_row = s.import_row then 'vendor' end], null)),
    'customer_row', case when c.import_batch_id = b.id then c.import_row end,
    'vendor_row', case when v.import_batch_id = b.id then v.import_row end)
    order by s.import_row), '[]')
  from jsonb_array_elements(rows) e
  join public.sales s on s.import_batch_id = b.id and s.import_row = (e ->> 'row_number')::int
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
  join public.users u on u.id = s.agent_id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
$function$;

CREATE OR REPLACE FUNCTION private.find_misspelled(source text, words text[], organization_id uuid, agent_id uuid, most integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.misspelled_expression(word text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select chr(10) || '(?:' || string_agg(
    regexp_replace(regexp_replace(substr(p, 3, char_length(p) - 3), '([]*+?^${}()|.[])', '\\\1', 'g'), '(?<!\\)_', '.', 'g'), '|') || ')'
  from unnest(private.misspelled(word)) p
$function$;

REVOKE ALL ON FUNCTION "private"."misspelled_expression"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."misspelled_expression"(text) TO "postgres";
