-- What is denormalized from customers for searching and counting them, maintained by statement triggers on customers: a search
-- document with a trigram index, and counts by tag. Merged customers (tombstones) are in neither: they are found as who they were
-- merged into.

create function private.index_customers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from private.customer_search s using removed r where s.customer_id = r.id;
    return null;
  end if;
  delete from private.customer_search s using written w where s.customer_id = w.id and w.merged_into is not null;
  insert into private.customer_search as s (customer_id, organization_id, archived, document, names, tag_keys)
  select w.id, w.organization_id, w.archived_at is not null, private.search_document(w),
    private.name_document(w.first_name || ' ' || w.last_name), private.tag_keys(w.tags)
  from written w where w.merged_into is null order by w.id
  on conflict (customer_id) do update set archived = excluded.archived, document = excluded.document, names = excluded.names,
    tag_keys = excluded.tag_keys
  where (s.archived, s.document, s.names, s.tag_keys)
    is distinct from (excluded.archived, excluded.document, excluded.names, excluded.tag_keys);
  return null;
end $$;
comment on function private.index_customers is 'Upserts the documents of all rows of a statement, in the order of their ids (one
  lock order for concurrent statements), and writes only those that differ.';

create function private.search_document(customer public.customers) returns text
language sql immutable set search_path = '' as $$
  select private.normalize_search_text(concat_ws(chr(10), customer.first_name, customer.last_name, customer.email) || chr(30)
    || concat_ws(chr(10), customer.phone,
      (select string_agg(e ->> 'value', chr(10)) from jsonb_array_elements(customer.more_emails || customer.more_phones) e),
      array_to_string(customer.tags, chr(10)),
      (select string_agg(regexp_replace(p, '\D', '', 'g'), chr(10))
        from (select customer.phone union all select e ->> 'value' from jsonb_array_elements(customer.more_phones) e) n(p))))
$$;

create function private.searched_names(document text) returns text
language sql immutable parallel safe set search_path = '' as $$ select split_part(document, chr(30), 1) $$;
comment on function private.searched_names is 'The part of a document that lists of sales are searched by: names and first e-mail
  address.';

create function private.tag_keys(tags text[]) returns text[]
language sql immutable set search_path = '' as $$ select array(select lower(t) from unnest(tags) t) $$;

create function private.customer_words(search text) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(t.word order by char_length(t.word) desc, t.word)
  from (
    select distinct w.word
    from regexp_split_to_table(private.normalize_search_text(private.cut_search(search)), '\s+') t(typed)
    cross join lateral (select case when t.typed ~ '^[-+().\d/]*\d\d[-+().\d/]*$'
      then regexp_replace(t.typed, '\D', '', 'g') else t.typed end as word) w
    where w.word <> ''
  ) t
$$;
comment on function private.customer_words is 'The words of a search over documents, normalized, the longest first; null for an
  empty search. A word that looks like part of a phone number is compared by its digits.';

create function private.customer_patterns(search text) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg('%' || private.escape_like(w.word) || '%' order by w.n)
  from unnest(private.customer_words(search)) with ordinality w(word, n)
$$;
comment on function private.customer_patterns is 'LIKE patterns for these words.';

create function private.find_customers(organization_id uuid, patterns text[]) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  normalized text[] := array(select private.normalize_search_text(p) from unnest(patterns) with ordinality u(p, n) order by n);
  found uuid[];
begin
  -- The longest pattern separately, for the trigram index: LIKE ALL does not use it.
  execute 'select array(select s.customer_id from private.customer_search s where s.organization_id = $1
    and s.document like $2 and split_part(s.document, chr(30), 1) like all ($3))'
  into found using find_customers.organization_id, normalized[1], normalized;
  return found;
end $$;
comment on function private.find_customers is 'The customers whose names or first e-mail address match all patterns, for lists of
  sales. private.searched_names is written out: a function call per row took longer than everything else.';

create function private.find_misspelled_customers(organization_id uuid, search text) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select private.find_misspelled('select c.customer_id as id, c.names from private.customer_search c where c.organization_id = $1',
    private.customer_words(search), organization_id, null, null)
$$;
comment on function private.find_misspelled_customers is 'The customers whose names are a slip away from a search, for lists where
  nothing is found as it was typed.';

create function public.find_duplicate_customers(customer jsonb, except_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  typed_email text := nullif(private.normalize_search_text(btrim(customer ->> 'email')), '');
  digits text := regexp_replace(customer ->> 'phone', '\D', '', 'g');
  typed_name text := nullif(
    private.normalize_search_text(btrim(customer ->> 'first_name') || chr(10) || btrim(customer ->> 'last_name')), chr(10));
  -- Converted before the query: while planning it PostgreSQL may convert what a condition beside it would have kept out.
  born date := case when pg_input_is_valid(customer ->> 'birthday', 'date') then (customer ->> 'birthday')::date end;
begin
  digits := case when char_length(digits) between 6 and 30 then digits end;
  typed_email := case when char_length(typed_email) between 5 and 254 then typed_email end;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'first_name', d.first_name, 'last_name', d.last_name,
      'email', d.email, 'phone', d.phone, 'birthday', d.birthday, 'archived_at', d.archived_at, 'reasons', d.reasons)
      order by cardinality(d.reasons) desc, d.archived_at nulls first, d.last_name, d.first_name, d.id), '[]')
    from (
      select c.*, array_remove(array[
        case when typed_email = any (entries) then 'email' end,
        case when digits = any (entries) then 'phone' end,
        case when c.birthday = born and private.normalize_search_text(c.first_name || chr(10) || c.last_name) = typed_name
          then 'name_and_birthday' end], null) as reasons
      from (
        select t.customer_id from private.customer_search t
        where t.organization_id = caller_organization_id and typed_email is not null
          and t.document like '%' || private.escape_like(typed_email) || '%'
        union
        select t.customer_id from private.customer_search t
        where t.organization_id = caller_organization_id and digits is not null and t.document like '%' || digits || '%'
        union
        select b.id from public.customers b
        where b.organization_id = caller_organization_id and typed_name is not null and b.birthday = born
      ) candidate
      join private.customer_search s on s.customer_id = candidate.customer_id
      cross join lateral string_to_array(translate(s.document, chr(30), chr(10)), chr(10)) entries
      join public.customers c on c.id = candidate.customer_id
      where c.id is distinct from except_id and c.erased_at is null
    ) d
    where cardinality(d.reasons) > 0);
end $$;
comment on function public.find_duplicate_customers is 'Customers who may be the same person as {first_name, last_name, birthday,
  email, phone}, with the reasons: same e-mail address, same phone number (digits), or same name and birthday. Most reasons first.';
grant execute on function public.find_duplicate_customers(jsonb, uuid) to authenticated;

create function private.count_customers() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deltas private.customer_count_delta[];
begin
  if tg_op = 'INSERT' then
    deltas := array(
      select row(c.organization_id, c.archived_at is not null, lower(t.tag), t.tag, count(*))::private.customer_count_delta
      from written c cross join lateral unnest(c.tags || ''::text) t(tag)
      where c.merged_into is null
      group by c.organization_id, c.archived_at is not null, t.tag);
  elsif tg_op = 'UPDATE' then
    deltas := array(
      select row(c.organization_id, c.archived_at is not null, lower(t.tag), t.tag, sum(c.n))::private.customer_count_delta
      from (
        select 1 as n, organization_id, archived_at, merged_into, tags from written
        union all
        select -1, organization_id, archived_at, merged_into, tags from removed) c
      cross join lateral unnest(c.tags || ''::text) t(tag)
      where c.merged_into is null
      group by c.organization_id, c.archived_at is not null, t.tag
      having sum(c.n) <> 0);
  else
    deltas := array(
      select row(c.organization_id, c.archived_at is not null, lower(t.tag), t.tag, -count(*))::private.customer_count_delta
      from removed c cross join lateral unnest(c.tags || ''::text) t(tag)
      where c.merged_into is null
      group by c.organization_id, c.archived_at is not null, t.tag);
  end if;
  if cardinality(deltas) > 0 then
    perform private.add_to_customer_counts(deltas);
  end if;
  return null;
end $$;
comment on function private.count_customers is 'Keeps the rollup customer_counts.';

create function private.add_to_customer_counts(deltas private.customer_count_delta[]) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.customer_counts as r (organization_id, archived, tag_key, tag, customers_count)
  select d.organization_id, d.archived, d.tag_key, max(d.tag), sum(d.customers_count)
  from unnest(deltas) d
  group by d.organization_id, d.archived, d.tag_key
  having sum(d.customers_count) <> 0
  order by d.organization_id, d.archived, d.tag_key
  on conflict (organization_id, archived, tag_key) do update set customers_count = r.customers_count + excluded.customers_count
$$;
comment on function private.add_to_customer_counts is 'Adds deltas in the order of the key, the lock order of concurrent
  statements.';

-- The rollup computed from customers, to check and to rebuild it.
create view private.customer_counts_recomputed with (security_invoker = on) as
select c.organization_id, c.archived_at is not null as archived, lower(t.tag) as tag_key, max(t.tag) as tag,
  count(*) as customers_count
from public.customers c cross join lateral unnest(c.tags || ''::text) t(tag)
where c.merged_into is null
group by 1, 2, 3;
