set local check_function_bodies = off;

DROP FUNCTION "private"."collect_customers"(private.customer_filter, text, boolean, integer, integer);

DROP FUNCTION "private"."find_exact_references"(uuid, text);

DROP FUNCTION "private"."find_references"(uuid, text[]);

CREATE OR REPLACE FUNCTION private.collect_customers(f private.customer_filter, search text, sort text, descending boolean, page integer, page_size integer, OUT total bigint, OUT ids uuid[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  skip bigint := (page - 1)::bigint * page_size;
  matches uuid[];
begin
  matches := (private.find_filtered_customers(f, search)).ids;
  total := cardinality(matches);
  ids := private.sort_customers(f, matches, sort, descending, page_size, skip);
end $function$;

CREATE OR REPLACE FUNCTION private.commission_conditions(f private.commission_filter, from_sales boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select concat_ws(' and ', d || '.organization_id = $3',
    case when f.agent_id is not null then d || '.agent_id = $4' end,
    case when f.first_day > '1900-01-01' then d || '.sale_date >= $5' end,
    case when f.last_day < '2199-12-31' then d || '.sale_date <= $6' end,
    case when f.status is not null then 'm.status = $7' end,
    case when f.word is not null then
      case when f.complement then 'not ' else '' end || '('
      || case when f.exclude_customers then 's.customer_id <> all ($9)' else 's.customer_id = any ($9)' end
      || case when f.names_only then case when f.vendor_ids <> '{}' then ' or s.vendor_id = any ($10))' else ')' end
        else ' or s.vendor_id = any ($10) or lower(s.booking_reference collate pg_catalog."pg_c_utf8") like $8)' end end,
    -- Implied by the condition above, and written out for an index.
    case when f.complement then 's.customer_id = any ($9)' end,
    (select string_agg(private.other_word_condition(format('($11)[%s]', o.n), char_length(o.word)), ' and ' order by o.n)
      from unnest(f.other_words) with ordinality o(word, n)),
    case when f.vendor_id is not null then d || '.vendor_id = $12' end,
    -- The statuses are written out for the partial indexes of unpaid and of received commissions.
    case when f.due_before is not null then 'm.status = ''unpaid'' and m.due_on < $13' end,
    case when f.ready then 'm.status = ''funds_received'' and m.sale_paid' end,
    case when f.ready and f.blocked <> '{}' then 'm.id <> all ($15)' end)
  from (select case when from_sales then 's' else 'm' end as d) driver
$function$;

CREATE OR REPLACE FUNCTION private.commission_filter_of(status text, agent_id uuid, vendor_id uuid, overdue boolean, ready boolean, start_date date, end_date date, search text)
 RETURNS private.commission_filter
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  f private.commission_filter;
  patterns text[] := private.search_patterns(commission_filter_of.search);
  of_names text[];
begin
  select c.organization_id, c.agent_id into f.organization_id, f.agent_id
  from private.caller_scope(commission_filter_of.agent_id) c;
  select r.first_day, r.last_day into f.first_day, f.last_day
  from private.date_range(commission_filter_of.start_date, commission_filter_of.end_date) r;
  f.vendor_id := commission_filter_of.vendor_id;
  f.status := case when commission_filter_of.status in ('unpaid', 'funds_received', 'agent_paid', 'cancelled')
    then commission_filter_of.status end;
  f.due_before := case when commission_filter_of.overdue then private.today() end;
  f.ready := coalesce(commission_filter_of.ready, false);
  f.blocked := private.blocked_commissions(f.organization_id, f.agent_id);
  if private.has_too_many_search_words(patterns) then
    f.organization_id := null;
  elsif f.organization_id is not null and patterns is not null then
    f.word := patterns[1];
    of_names := private.words_of_names(f.organization_id, f.agent_id, patterns);
    f.names_only := f.word = any (of_names);
    f.other_words := array(select p from unnest(patterns[2:]) p where not f.names_only or p <> all (of_names));
    select c.customer_ids, c.exclude_customers into f.customer_ids, f.exclude_customers
    from private.match_customers(f.organization_id, case when f.names_only then of_names else patterns[:1] end) c;
    f.exact_ids := private.find_exact_references(f.organization_id, f.agent_id, commission_filter_of.search);
    f.vendor_ids := array(select v.id from public.vendors v
      where v.organization_id = f.organization_id and lower(v.name collate pg_catalog."pg_c_utf8") like f.word);
    if of_names <> '{}'
      and (case when f.names_only then f.customer_ids else private.find_customers(f.organization_id, of_names) end) = '{}' then
      f := private.with_misspelled(f, commission_filter_of.search, of_names);
    end if;
    if f.exclude_customers and f.customer_ids = '{}' and cardinality(f.other_words) = 0 then
      -- Every customer matches.
      f.word := null;
      f.exclude_customers := false;
    end if;
  end if;
  return f;
end $function$;

CREATE OR REPLACE FUNCTION private.find_commissions_worth(organization_id uuid, agent_id uuid, amount numeric, except_ids uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  looked_at constant int := 400;
  found uuid[] := '{}';
begin
  if amount is not null then
    execute 'with m as materialized (select m.sales_id, m.status, m.created_at from public.commissions m
        where m.organization_id = $1 and m.sales_id <> all ($4) and '
      || case when agent_id is null then 'm.amount = $3' else 'm.agent_id = $2 and m.agent_amount = $3' end || ')
      select array(select m.sales_id from (select * from m limit $5) m
        order by m.status = ''cancelled'', m.status = ''agent_paid'', m.created_at desc, m.sales_id limit 10)'
    into found using organization_id, agent_id, amount, except_ids, looked_at;
  end if;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION private.find_exact_references(organization_id uuid, agent_id uuid, search text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found uuid[];
begin
  execute 'select array(select s.id from public.sales s
    where s.organization_id = $1 and lower(s.booking_reference collate pg_catalog."pg_c_utf8") = $2'
    || case when agent_id is null then ')' else ' and s.agent_id = $3)' end
  into found using find_exact_references.organization_id, lower(btrim(search) collate pg_catalog."pg_c_utf8"), agent_id;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION private.find_filtered_customers(f private.customer_filter, search text, OUT ids uuid[], OUT is_similar boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  typed private.customer_filter := f;
  is_known boolean := true;
begin
  execute format('select array(%s)', private.customer_match_query(f)) into ids
  using null, null, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag;
  if ids = '{}' and cardinality(f.patterns) > 0 then
    typed.only_buyers := false;
    typed.archived := null;
    typed.tag := null;
    execute format('with m as materialized (%s) select exists (select from m)', private.customer_match_query(typed)) into is_known
    using null, null, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag;
  end if;
  is_similar := not is_known;
  if is_similar then
    f.patterns := null;
    execute format('select array(select m.id from (%s) m(id) where m.id = any ($8))', private.customer_match_query(f)) into ids
    using null, null, f.organization_id, f.agent_id, f.archived, f.patterns, f.tag,
      private.find_misspelled_customers(f.organization_id, search);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.find_misspelled(source text, words text[], organization_id uuid, agent_id uuid, most integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  slipped record;
  patterns text[];
  second_patterns text[];
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
    second_patterns := private.misspelled(words[slipped.second_word]);
    continue when patterns is null or slipped.second_word is not null and second_patterns is null;
    others := array(select '%' || chr(10) || private.escape_like(w.word) || '%' from unnest(words) with ordinality w(word, n)
      where w.n <> slipped.word and w.n is distinct from slipped.second_word order by w.n);
    -- Materialized and patterns in subqueries, as in private.find_named. The index is asked for the patterns of one word: for those of
    -- two it would be asked for each pair of them.
    execute concat('with d as materialized (select s.id from (', source, ') s where s.names like any ((select $3)::text[])',
        case when second_patterns is not null then ' and s.names || '''' like any ((select $4)::text[])' end,
        (select string_agg(format(' and s.names like (select ($5)[%s])', n), '')
          from generate_series(1, least(cardinality(others), 3)) n),
        case when cardinality(others) > 3 then ' and s.names like all ((select $5)::text[])' end,
      ') select array(select distinct id from (select id from d limit $6) d)')
    into more using organization_id, agent_id, patterns, second_patterns, others, most;
    found := array(select id from unnest(found || more) id group by id);
  end loop;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION private.find_misspelled_customers(organization_id uuid, search text)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.find_misspelled('select c.customer_id as id, c.names from private.customer_search c where c.organization_id = $1',
    private.customer_words(search), organization_id, null, null)
$function$;

CREATE OR REPLACE FUNCTION private.find_misspelled_vendors(organization_id uuid, search text)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.find_misspelled(
    'select v.id, private.vendor_document(v.name, v.aliases) as names from public.vendors v where v.organization_id = $1',
    private.customer_words(search), organization_id, null, null)
$function$;

CREATE OR REPLACE FUNCTION private.find_named(source text, latest text, words text[], take integer, organization_id uuid, agent_id uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  looked_at constant int := 400;
  sorted constant text := ') select array(select d.id from (select * from d limit $6) d
    order by d.archived, ' || latest || ' desc nulls last, d.label, d.id limit $5)';
  found uuid[] := '{}';
  more uuid[];
  in_names text[];
  anywhere text[];
begin
  if words is null or private.has_too_many_search_words(words) then
    return found;
  end if;
  for step in 1 .. 3 loop
    -- No index knows a part of one or two letters: such a word is looked for at the beginning of names.
    anywhere := array(
      select '%' || private.escape_like(w.word) || '%' from unnest(words) with ordinality w(word, n)
      where step = 3 and char_length(w.word) >= 3 order by w.n);
    continue when step = 3 and anywhere = '{}';
    in_names := array(
      select '%' || chr(10) || private.escape_like(w.word) || case when step = 1 then chr(10) else '' end || '%'
      from unnest(words) with ordinality w(word, n)
      where step <= 2 or char_length(w.word) < 3 order by w.n);
    -- Materialized, so that the limit does not make the planner hope to meet enough rows by chance. Patterns come from subqueries, or
    -- it would compare each with its statistics, which takes longer than the search. The first ones stand one by one: the index does
    -- not know LIKE ALL.
    execute concat('with d as materialized (select s.id, s.archived, s.label from (', source, ') s where s.id <> all ($7)',
        (select string_agg(format(' and s.names like (select ($3)[%s])', n), '')
          from generate_series(1, least(cardinality(in_names), 3)) n),
        (select string_agg(format(' and s.document like (select ($4)[%s])', n), '')
          from generate_series(1, least(cardinality(anywhere), 3)) n),
        case when cardinality(in_names) > 3 then ' and s.names like all ((select $3)::text[])' end,
        case when cardinality(anywhere) > 3 then ' and s.document like all ((select $4)::text[])' end, sorted)
    into more using organization_id, agent_id, in_names, anywhere, take - cardinality(found), looked_at, found;
    found := found || more;
    exit when cardinality(found) >= take;
  end loop;
  if found = '{}' then
    more := private.find_misspelled(source, words, organization_id, agent_id, looked_at);
    execute concat('with d as materialized (select s.id, s.archived, s.label from (', source, ') s where s.id = any ($3)', sorted)
    into found using organization_id, agent_id, more, null, take, looked_at;
  end if;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION private.find_references(organization_id uuid, agent_id uuid, patterns text[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  pattern text;
  matches uuid[];
  found uuid[] := '{}';
begin
  foreach pattern in array patterns loop
    continue when char_length(pattern) < char_length('%abc%');
    execute 'select array(select s.id from public.sales s
      where s.organization_id = $1 and lower(s.booking_reference collate pg_catalog."pg_c_utf8") like $2'
      || case when agent_id is null then '' else ' and s.agent_id = $4' end || '
        and not exists (select 1 from unnest($3) p
          where lower(s.booking_reference collate pg_catalog."pg_c_utf8") not like p
            and (select private.searched_names(c.document) from private.customer_search c where c.customer_id = s.customer_id)
              not like private.normalize_search_text(p)))'
    into matches using find_references.organization_id, pattern, array_remove(patterns, pattern), agent_id;
    found := found || matches;
  end loop;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION private.found_commissions(sale_ids uuid[], exact_ids uuid[], take integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'booking_reference', m.booking_reference, 'status', m.status,
    'amount', m.amount, 'agent_amount', m.agent_amount, 'due_on', m.due_on, 'vendor', v.name,
    'customer', jsonb_build_object('first_name', c.first_name, 'last_name', c.last_name)) order by m.place), '[]')
  from (
    select m.id, m.status, m.amount, m.agent_amount, m.due_on, s.booking_reference, s.customer_id, s.vendor_id, row_number() over (
      order by i.id = any (exact_ids) desc, m.status in ('unpaid', 'funds_received') desc, m.status = 'cancelled', i.n) as place
    from unnest(sale_ids) with ordinality i(id, n)
    join public.sales s on s.id = i.id
    join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id) m
  join public.customers c on c.id = m.customer_id
  join public.vendors v on v.id = m.vendor_id
  where m.place <= take
$function$;

CREATE OR REPLACE FUNCTION private.sale_filter_of(status text, agent_id uuid, vendor_id uuid, start_date date, end_date date, customer_search text, departing boolean)
 RETURNS private.sale_filter
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  f private.sale_filter;
  patterns text[] := private.search_patterns(sale_filter_of.customer_search);
begin
  select c.organization_id, c.agent_id into f.organization_id, f.agent_id from private.caller_scope(sale_filter_of.agent_id) c;
  select r.first_day, r.last_day into f.first_day, f.last_day
  from private.date_range(sale_filter_of.start_date, sale_filter_of.end_date) r;
  f.vendor_id := sale_filter_of.vendor_id;
  f.status := case when sale_filter_of.status in ('booked', 'paid', 'cancelled', 'active') then sale_filter_of.status end;
  -- Soon enough to ask the customer for the money, or too late.
  f.departing_by := case when sale_filter_of.departing then private.today() + 30 end;
  if private.has_too_many_search_words(patterns) then
    f.organization_id := null;
  elsif f.organization_id is not null and patterns is not null then
    select c.customer_ids, c.exclude_customers into f.customer_ids, f.exclude_customers
    from private.match_customers(f.organization_id, patterns) c;
    f.exact_ids := private.find_exact_references(f.organization_id, f.agent_id, sale_filter_of.customer_search);
    f.sale_ids := f.exact_ids || private.find_references(f.organization_id, f.agent_id, patterns);
    -- Nothing is as it was typed. Whoever asks: references of what they may not see would tell of themselves otherwise.
    if f.customer_ids = '{}' and f.sale_ids = '{}' and not f.exclude_customers then
      f.customer_ids := private.find_misspelled_customers(f.organization_id, sale_filter_of.customer_search);
    end if;
    if f.customer_ids = '{}' and (f.exclude_customers or f.sale_ids = '{}') then
      -- Everything matches, or nothing does.
      f.organization_id := case when f.exclude_customers then f.organization_id end;
      f.customer_ids := null;
      f.sale_ids := null;
      f.exclude_customers := false;
    end if;
  end if;
  return f;
end $function$;

CREATE OR REPLACE FUNCTION private.with_misspelled(f private.commission_filter, search text, of_names text[])
 RETURNS private.commission_filter
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  typed text := private.cut_search(search);
  customer_ids uuid[] := private.find_misspelled_customers(f.organization_id, typed);
  vendor_ids uuid[] := private.find_misspelled_vendors(f.organization_id, typed);
  other_words text[] := '{}';
begin
  if customer_ids = '{}' and vendor_ids = '{}' then
    other_words := array(select p from unnest(private.search_patterns(typed)) p where p <> all (of_names));
    typed := (select string_agg(w, ' ') from regexp_split_to_table(typed, '\s+') w where private.search_patterns(w) <@ of_names);
    if cardinality(other_words) > 0 then
      customer_ids := private.find_misspelled_customers(f.organization_id, typed);
      vendor_ids := private.find_misspelled_vendors(f.organization_id, typed);
    end if;
  end if;
  if customer_ids <> '{}' or vendor_ids <> '{}' then
    f.names_only := true;
    f.exclude_customers := false;
    f.customer_ids := customer_ids;
    f.vendor_ids := vendor_ids;
    f.other_words := other_words;
  end if;
  return f;
end $function$;

CREATE OR REPLACE FUNCTION public.export_customers(search text DEFAULT NULL::text, tag text DEFAULT NULL::text, agent_id uuid DEFAULT NULL::uuid, state text DEFAULT 'active'::text, sort text DEFAULT 'last_sale_date'::text, descending boolean DEFAULT true)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  f private.customer_filter;
  zone text;
  ids uuid[] := '{}';
  answer jsonb;
begin
  select s.organization_id, s.agent_id, s.zone into f.organization_id, f.agent_id, zone
  from private.caller_scope(export_customers.agent_id) s;
  f.only_buyers := export_customers.agent_id is not null;
  f.archived := case coalesce(export_customers.state, 'active') when 'archived' then true when 'all' then null else false end;
  f.tag := lower(nullif(btrim(export_customers.tag), ''));
  f.patterns := coalesce(private.customer_patterns(export_customers.search), '{}');
  if f.organization_id is not null and not private.has_too_many_search_words(f.patterns) then
    select k.ids into ids from private.collect_customers(
      f, export_customers.search, export_customers.sort, coalesce(export_customers.descending, true), 1, private.export_limit() + 1) k;
  end if;
  select coalesce(jsonb_agg(jsonb_build_array(c.first_name, c.last_name, c.email, c.phone,
      (select string_agg(e ->> 'value', '; ') from jsonb_array_elements(c.more_emails) e),
      (select string_agg(e ->> 'value', '; ') from jsonb_array_elements(c.more_phones) e),
      c.address_line_1, c.address_line_2, c.city, c.region, c.postal_code, c.country, c.birthday, c.emergency_name,
      c.emergency_phone, c.emergency_relation, array_to_string(c.tags, '; '), c.preferences ->> 'seat', c.preferences ->> 'cabin',
      c.preferences ->> 'meal', c.preferences ->> 'room', c.preferences ->> 'mobility', c.preferences ->> 'allergies',
      c.preferences ->> 'interests', c.notes, coalesce(t.sales_count, 0), coalesce(t.total_amount, 0),
      nullif(t.last_sale_date, '-infinity'), (c.created_at at time zone zone)::date, (c.archived_at at time zone zone)::date)
    order by u.n), '[]')
  into answer
  from unnest(ids) with ordinality u(id, n)
  join public.customers c on c.id = u.id
  left join lateral (
    select r.sales_count, r.total_amount, r.last_sale_date from private.customer_totals r
    where f.agent_id is null and r.organization_id = f.organization_id and r.customer_id = c.id
    union all
    select r.sales_count, r.total_amount, r.last_sale_date from private.customer_totals_by_agent r
    where r.organization_id = f.organization_id and r.agent_id = f.agent_id and r.customer_id = c.id) t on true;
  return private.export_answer('{first_name,last_name,email,phone,more_emails,more_phones,address_line_1,address_line_2,city,
    region,postal_code,country,birthday,emergency_name,emergency_phone,emergency_relation,tags,seat,cabin,meal,room,mobility,
    allergies,interests,notes,sales_count,total_amount,last_sale_date,created_on,archived_on}', answer);
end $function$;

CREATE OR REPLACE FUNCTION public.list_customers(search text DEFAULT NULL::text, tag text DEFAULT NULL::text, agent_id uuid DEFAULT NULL::uuid, state text DEFAULT 'active'::text, sort text DEFAULT 'last_sale_date'::text, descending boolean DEFAULT true, page integer DEFAULT 1, page_size integer DEFAULT 10)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  f private.customer_filter;
  page_no int := greatest(coalesce(list_customers.page, 1), 1);
  size int := least(greatest(coalesce(list_customers.page_size, 10), 1), 100);
  down boolean := coalesce(list_customers.descending, true);
  listed_count bigint := 0;
  total bigint := 0;
  take bigint;
  skip bigint;
  backwards boolean := false;
  filtered boolean;
  by_totals boolean;
  by_name boolean;
  is_similar boolean := false;
  matches uuid[];
  ids uuid[];
begin
  select s.organization_id, s.agent_id into f.organization_id, f.agent_id from private.caller_scope(list_customers.agent_id) s;
  f.only_buyers := list_customers.agent_id is not null;
  f.archived := case list_customers.state when 'archived' then true when 'all' then null else false end;
  f.tag := lower(nullif(btrim(list_customers.tag), ''));
  f.patterns := private.customer_patterns(list_customers.search);
  filtered := f.only_buyers or f.tag is not null or f.patterns is not null;
  if f.organization_id is not null and not private.has_too_many_search_words(f.patterns) then
    select coalesce(sum(n.customers_count), 0) into listed_count from private.customer_counts n
    where n.organization_id = f.organization_id and n.tag_key = '' and (f.archived is null or n.archived = f.archived);
    total := listed_count;
    if filtered then
      select m.ids, m.is_similar into matches, is_similar from private.find_filtered_customers(f, list_customers.search) m;
      total := cardinality(matches);
    end if;
  end if;
  select w.take, w.skip, w.backwards into take, skip, backwards from private.page_window(total, page_no, size) w;
  if take > 0 then
    select k.by_totals, list_customers.sort in ('name', 'email') into by_totals, by_name
    from private.customer_sort_keys(list_customers.sort, f.agent_id) k;
    -- Matches of a search by name can stand together in the order of names, so that order is scanned only if the estimate is far
    -- lower. The indexes on totals begin with `archived`: for all states together there is no order to scan.
    -- A scan compares what was typed.
    if not filtered or not is_similar and (skip + take) * listed_count / total <= least(
        total / case when by_name and f.patterns is not null then 16 else 2 end, private.customer_scan_limit() / 2)
      and not (by_totals and f.archived is null) then
      ids := private.scan_customers(f, list_customers.sort, down <> backwards, total, take, skip);
    end if;
    if filtered and coalesce(cardinality(ids), 0) < take then
      ids := private.sort_customers(f, matches, list_customers.sort, down <> backwards, take, skip);
    end if;
  end if;
  return jsonb_build_object('rows', private.customer_rows(ids, backwards, f.organization_id, f.agent_id), 'count', total,
    'page', page_no, 'page_size', size, 'total_pages', (total + size - 1) / size,
    'tags', private.most_used_tags(f.organization_id, f.archived));
end $function$;

CREATE OR REPLACE FUNCTION public.list_team(search text DEFAULT NULL::text, status text DEFAULT 'everyone'::text, sort text DEFAULT 'name'::text, descending boolean DEFAULT false, page integer DEFAULT 1, page_size integer DEFAULT 10)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  sees_all boolean := private.is_admin();
  patterns text[] := private.search_patterns(extensions.unaccent(private.cut_search(list_team.search)));
  wanted text := case when list_team.status in ('active', 'invited', 'inactive') then list_team.status else 'everyone' end;
  key text := case
    when list_team.sort in ('role', 'status') then list_team.sort
    when sees_all and list_team.sort in ('last_active_at', 'sales_count', 'commission_amount', 'commission_split')
      then list_team.sort
    else 'name' end;
  down boolean := coalesce(list_team.descending, false);
  page_no int := greatest(coalesce(list_team.page, 1), 1);
  size int := least(greatest(coalesce(list_team.page_size, 10), 1), 100);
  names text := 'select p.id, private.name_document(concat_ws('' '', p.first_name, p.last_name)) as names from (
    select u.id, u.first_name, u.last_name from public.users u where u.organization_id = $1'
    || case when sees_all then ' union all select i.id, i.first_name, i.last_name from public.invitations i
    where i.organization_id = $1 and i.accepted_at is null and i.revoked_at is null' else '' end || ') p';
  answer jsonb;
begin
  if private.has_too_many_search_words(patterns) then
    caller_organization_id := null;
  end if;
  with people as materialized (
    select u.id, 'member' as kind, u.first_name, u.last_name, u.email, u.avatar_url, u.role, u.is_active,
      case when u.is_active then 'active' else 'inactive' end as state, u.created_at as joined_at,
      null::timestamptz as invited_at, null::timestamptz as sent_at, null::timestamptz as expires_at, null::uuid as invited_by
    from public.users u
    where u.organization_id = caller_organization_id
    union all
    select i.id, 'invitation', i.first_name, i.last_name, i.email, null, i.role, false, 'invited', null,
      i.created_at, i.expires_at - interval '7 days', i.expires_at, i.invited_by
    from public.invitations i
    where i.organization_id = caller_organization_id and sees_all and i.accepted_at is null and i.revoked_at is null
  ), as_typed as materialized (
    select p.* from people p
    where patterns is null or private.normalize_search_text(concat_ws(' ', p.first_name, p.last_name, case when sees_all then p.email end))
      like all (patterns)
  ), matching as materialized (
    select t.* from as_typed t
    union all
    select p.* from people p
    where not exists (select from as_typed) and p.id = any ((
      select private.find_misspelled(names, private.customer_words(list_team.search), caller_organization_id, null, null))::uuid[])
  ), sums as (
    select t.id as agent_id, t.sales_count as n, t.commission_amount as amount
    from private.sales_by('agent', caller_organization_id, null, '1900-01-01', '2199-12-31') t
    where sees_all
  ), known as (
    select m.*, t.commission_split, case when m.kind = 'member' then coalesce(s.n, 0) end as sales_count,
      case when m.kind = 'member' then coalesce(s.amount, 0) end as commission_amount,
      case when sees_all and m.kind = 'member' then private.last_seen(m.id) end as last_active_at,
      lower(coalesce(m.last_name, m.email)) as name
    from matching m
    left join sums s on s.agent_id = m.id
    left join lateral (
      select x.commission_split from public.user_terms x where x.user_id = m.id and m.kind = 'member'
      union all
      select i.commission_split from public.invitations i where i.id = m.id and m.kind = 'invitation') t on sees_all
    where wanted = 'everyone' or m.state = wanted
  ), chosen as (
    select k.*, row_number() over (order by
      case when not down then k.rank end, case when down then k.rank end desc nulls last,
      case when not down then k.day end, case when down then k.day end desc nulls last,
      case when down and key = 'name' then k.name end desc, case when down and key = 'name' then k.first_name end desc,
      k.name, k.first_name, k.id) as position
    from (
      select k.*, case key
          when 'role' then case k.role when 'owner' then 1 when 'admin' then 2 else 3 end
          -- Within a status the owner comes first, then admins.
          when 'status' then case k.state when 'active' then 10 when 'invited' then 20 else 30 end
            + case k.role when 'owner' then 1 when 'admin' then 2 else 3 end
          when 'sales_count' then k.sales_count
          when 'commission_amount' then k.commission_amount
          when 'commission_split' then k.commission_split end as rank,
        case key when 'last_active_at' then k.last_active_at end as day
      from known k) k
  )
  select jsonb_build_object(
    'rows', (select coalesce(jsonb_agg(
        jsonb_build_object('id', c.id, 'kind', c.kind, 'first_name', c.first_name, 'last_name', c.last_name,
          'avatar_url', c.avatar_url, 'role', c.role, 'is_active', c.is_active)
        || case when sees_all then jsonb_build_object('email', c.email, 'last_active_at', c.last_active_at,
          'sales_count', c.sales_count, 'commission_amount', c.commission_amount, 'commission_split', c.commission_split,
          'joined_at', c.joined_at, 'invited_at', c.invited_at, 'sent_at', c.sent_at, 'expires_at', c.expires_at,
          'is_expired', c.expires_at <= now(),
          'invited_by', (select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
            from public.users u where u.id = c.invited_by)) else '{}' end
        order by c.position), '[]')
      from chosen c where c.position > (page_no - 1)::bigint * size and c.position <= page_no::bigint * size),
    'count', (select count(*) from chosen), 'page', page_no, 'page_size', size,
    'total_pages', (select (count(*) + size - 1) / size from chosen),
    'by_status', (select jsonb_build_object('everyone', count(*), 'active', count(*) filter (where m.state = 'active'),
      'invited', count(*) filter (where m.state = 'invited'), 'inactive', count(*) filter (where m.state = 'inactive'))
      from matching m))
  into answer;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.list_vendors(search text DEFAULT NULL::text, category text DEFAULT NULL::text, state text DEFAULT 'active'::text, sort text DEFAULT 'name'::text, descending boolean DEFAULT false, page integer DEFAULT 1, page_size integer DEFAULT 10)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.admin_organization_id();
  patterns text[] := private.search_patterns(extensions.unaccent(private.cut_search(list_vendors.search)));
  wanted_state text := case when list_vendors.state in ('archived', 'all') then list_vendors.state else 'active' end;
  wanted_category text := case when list_vendors.category in
    ('cruise', 'tour', 'hotel', 'resort', 'air', 'rail', 'car', 'ferry', 'insurance', 'other') then list_vendors.category end;
  key text := case when list_vendors.sort in
    ('category', 'default_commission_rate', 'sales_count', 'total_amount', 'created_at') then list_vendors.sort else 'name' end;
  down boolean := coalesce(list_vendors.descending, false);
  page_no int := greatest(coalesce(list_vendors.page, 1), 1);
  size int := least(greatest(coalesce(list_vendors.page_size, 10), 1), 100);
  misspelled uuid[];
  answer jsonb;
begin
  if private.has_too_many_search_words(patterns) then
    caller_organization_id := null;
  end if;
  if patterns is not null and not exists (select from public.vendors v where v.organization_id = caller_organization_id
    and private.normalize_search_text(v.name || ' ' || array_to_string(v.aliases, ' ')) like all (patterns)) then
    misspelled := private.find_misspelled_vendors(caller_organization_id, list_vendors.search);
  end if;
  with matching as materialized (
    select v.id, v.name, v.logo_url, v.category, v.default_commission_rate, v.expected_payment_days, v.expected_payment_basis,
      v.archived_at, v.created_at
    from public.vendors v
    where v.organization_id = caller_organization_id
      and (wanted_state = 'all' or (v.archived_at is not null) = (wanted_state = 'archived'))
      and (patterns is null or v.id = any (misspelled)
        or private.normalize_search_text(v.name || ' ' || array_to_string(v.aliases, ' ')) like all (patterns))
  ), sums as (
    select t.id as vendor_id, t.sales_count as n, t.total_amount as amount
    from private.sales_by('vendor', caller_organization_id, null, '1900-01-01', '2199-12-31') t
  ), chosen as (
    select m.*, coalesce(s.n, 0) as sales_count, coalesce(s.amount, 0) as total_amount,
      row_number() over (order by
        case when not down then case key when 'category' then m.category end end,
        case when down then case key when 'category' then m.category end end desc,
        case when not down then case key when 'default_commission_rate' then m.default_commission_rate
          when 'sales_count' then coalesce(s.n, 0) when 'total_amount' then coalesce(s.amount, 0) end end,
        case when down then case key when 'default_commission_rate' then m.default_commission_rate
          when 'sales_count' then coalesce(s.n, 0) when 'total_amount' then coalesce(s.amount, 0) end end desc,
        case when not down and key = 'created_at' then m.created_at end,
        case when down and key = 'created_at' then m.created_at end desc,
        case when down and key = 'name' then m.name end desc,
        m.name, m.id) as position
    from matching m
    left join sums s on s.vendor_id = m.id
    where wanted_category is null or m.category = wanted_category
  )
  select jsonb_build_object(
    'rows', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'logo_url', c.logo_url,
        'category', c.category, 'default_commission_rate', c.default_commission_rate,
        'expected_payment_days', c.expected_payment_days, 'expected_payment_basis', c.expected_payment_basis,
        'is_archived', c.archived_at is not null, 'sales_count', c.sales_count, 'total_amount', c.total_amount)
        order by c.position), '[]')
      from chosen c where c.position > (page_no - 1)::bigint * size and c.position <= page_no::bigint * size),
    'count', (select count(*) from chosen), 'page', page_no, 'page_size', size,
    'total_pages', (select (count(*) + size - 1) / size from chosen),
    'by_category', (select coalesce(jsonb_object_agg(t.category, t.n), '{}')
      from (select m.category, count(*) as n from matching m group by m.category) t))
  into answer;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.search_everything(query text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  shown constant int := 3;
  scope record := private.caller_scope();
  admins_organization_id uuid := private.admin_organization_id();
  typed text := private.cut_search(query);
  words text[];
  amount numeric;
  customer_ids uuid[];
  exact_ids uuid[];
  sale_ids uuid[];
  worth_ids uuid[];
begin
  if scope.organization_id is null or btrim(typed) = '' then
    return '{}';
  end if;
  words := private.customer_words(typed);
  -- A number alone is part of a reference or of a phone number.
  amount := case when btrim(typed) ~ '^\$?[\d,]{1,13}(\.\d{1,2})?$' and typed ~ '\d' and typed ~ '[$.]'
    then regexp_replace(typed, '[$,\s]', '', 'g')::numeric end;
  exact_ids := private.find_sales_referenced(scope.organization_id, scope.agent_id, typed);
  customer_ids := private.find_customers_named(scope.organization_id, scope.agent_id, typed, 20, true);
  sale_ids := private.find_sales_anyhow(scope.organization_id, scope.agent_id, typed, amount, customer_ids, exact_ids);
  worth_ids := exact_ids || private.find_commissions_worth(scope.organization_id, scope.agent_id, amount, exact_ids);
  return (
    select coalesce(jsonb_object_agg(f.kind, f.rows), '{}')
    from (
      select 'exact' as kind, private.found_sales(exact_ids) as rows
      union all
      select 'customers', private.found_customers(customer_ids[:shown], scope.agent_id)
      union all
      select 'sales', private.found_sales(sale_ids[:shown])
      union all
      select 'commissions', private.found_commissions(worth_ids || array(select id from unnest(sale_ids) with ordinality s(id, n)
        where s.id <> all (worth_ids) order by s.n), worth_ids, shown)
      union all
      select 'vendors', private.found_vendors(private.find_named(
        'select v.id, private.vendor_document(v.name, v.aliases) as names, private.vendor_document(v.name, v.aliases) as document,
          v.archived_at is not null as archived, v.name as label from public.vendors v where v.organization_id = $1',
        'null::date', words, shown, admins_organization_id, null))
      where admins_organization_id is not null
      union all
      select 'team', private.found_members(private.find_named(
        'select u.id, private.name_document(u.first_name || '' '' || u.last_name || '' '' || u.email) as names,
          private.name_document(u.first_name || '' '' || u.last_name || '' '' || u.email) as document, not u.is_active as archived,
          u.first_name || '' '' || u.last_name as label from public.users u where u.organization_id = $1',
        'null::date', words, shown, admins_organization_id, null))
      where admins_organization_id is not null
      union all
      select 'documents', private.found_documents(private.find_named(
        'select d.id, private.name_document(d.title) as names, private.name_document(d.title) as document,
          coalesce(d.expires_on < private.today(), false) as archived, d.title as label from public.documents d
          where d.organization_id = $1' || case when scope.agent_id is null then ''
            else ' and private.is_document_for(d, $1, $2, false)' end,
        'null::date', words, shown, scope.organization_id, scope.agent_id))
      -- A further kind joins here: its rows, of what the caller may open; shell/src/search/kinds.ts shows it.
      union all
      select 'bank', private.found_bank_transactions(
        private.find_bank_transactions(admins_organization_id, typed, amount, shown))
      where admins_organization_id is not null) f
    where f.rows <> '[]');
end $function$;

CREATE INDEX commissions_agent_amount_idx ON public.commissions USING btree (organization_id, agent_id, agent_amount);

REVOKE ALL ON FUNCTION "private"."collect_customers"(private.customer_filter, text, text, boolean, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."collect_customers"(private.customer_filter, text, text, boolean, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_commissions_worth"(uuid, uuid, numeric, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_commissions_worth"(uuid, uuid, numeric, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_exact_references"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_exact_references"(uuid, uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_filtered_customers"(private.customer_filter, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_filtered_customers"(private.customer_filter, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_misspelled"(text, text[], uuid, uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_misspelled"(text, text[], uuid, uuid, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_misspelled_customers"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_misspelled_customers"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_misspelled_vendors"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_misspelled_vendors"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_references"(uuid, uuid, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_references"(uuid, uuid, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."with_misspelled"(private.commission_filter, text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."with_misspelled"(private.commission_filter, text, text[]) TO "postgres";
