-- Customers are found by their names, any e-mail, any phone and their tags, whatever the accents, the case, the order of
-- the words and the punctuation of a number. What can be found stands in a table of its own: an index over an expression
-- would fold every candidate anew, and no list or embed shows it.

create extension if not exists unaccent with schema extensions;

-- Text as it is compared: without accents, in small letters. The dictionary is named, so nobody's search path decides.
create function private.fold(text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select lower(extensions.unaccent('extensions.unaccent'::regdictionary, $1) collate pg_catalog."pg_c_utf8")
$$;

-- `document`: first name, last name and first e-mail (what lists of sales are searched by), a record separator, then all
-- other there is, and the digits of each phone. No typed word contains the line break between two of them. `tag_keys`: the
-- tags in small letters. Kept short: a search for few letters reads thousands of these rows.
create table private.customer_search (
  customer_id uuid primary key,
  organization_id uuid not null,
  archived boolean not null,
  document text not null,
  tag_keys text[] not null
);
create index customer_search_organization_id_idx on private.customer_search (organization_id, customer_id) include (archived);
create index customer_search_document_idx on private.customer_search using gin (document extensions.gin_trgm_ops);
create index customer_search_tag_keys_idx on private.customer_search using gin (tag_keys);
alter table private.customer_search enable row level security;
revoke all on private.customer_search from public, anon, authenticated;

create function private.search_document(customer public.customers) returns text
language sql immutable set search_path = '' as $$
  select private.fold(concat_ws(chr(10), customer.first_name, customer.last_name, customer.email) || chr(30)
    || concat_ws(chr(10), customer.phone,
      (select string_agg(e ->> 'value', chr(10)) from jsonb_array_elements(customer.more_emails || customer.more_phones) e),
      array_to_string(customer.tags, chr(10)),
      (select string_agg(regexp_replace(p, '\D', '', 'g'), chr(10))
        from (select customer.phone union all select e ->> 'value' from jsonb_array_elements(customer.more_phones) e) n(p))))
$$;

-- The part of a document that lists of sales are searched by.
create function private.searched_names(document text) returns text
language sql immutable parallel safe set search_path = '' as $$ select split_part(document, chr(30), 1) $$;

create function private.tag_keys(tags text[]) returns text[]
language sql immutable set search_path = '' as $$ select array(select lower(t) from unnest(tags) t) $$;

-- Somebody who was merged into another is found as that other one.
create function private.index_customers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from private.customer_search s using removed r where s.customer_id = r.id;
    return null;
  end if;
  delete from private.customer_search s using written w where s.customer_id = w.id and w.merged_into is not null;
  insert into private.customer_search as s (customer_id, organization_id, archived, document, tag_keys)
  select w.id, w.organization_id, w.archived_at is not null, private.search_document(w), private.tag_keys(w.tags)
  from written w where w.merged_into is null order by w.id
  on conflict (customer_id) do update set archived = excluded.archived, document = excluded.document,
    tag_keys = excluded.tag_keys
  where (s.archived, s.document, s.tag_keys) is distinct from (excluded.archived, excluded.document, excluded.tag_keys);
  return null;
end $$;

create trigger customers_after_50_index_added after insert on public.customers
  referencing new table as written for each statement execute function private.index_customers();
create trigger customers_after_50_index_changed after update on public.customers
  referencing new table as written for each statement execute function private.index_customers();
create trigger customers_after_50_index_removed after delete on public.customers
  referencing old table as removed for each statement execute function private.index_customers();

-- What was typed as patterns for LIKE on folded text, the longest first; null when nothing was typed. A word without
-- letters that looks like part of a phone number is compared by its digits.
create function private.customer_patterns(search text) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(p order by char_length(p) desc, p)
  from (
    select distinct '%' || replace(replace(replace(w.word, '\', '\\'), '%', '\%'), '_', '\_') || '%' as p
    from regexp_split_to_table(private.fold(left(search, 500)), '\s+') t(typed)
    cross join lateral (select case when t.typed ~ '^[-+().\d/]*\d\d[-+().\d/]*$'
      then regexp_replace(t.typed, '\D', '', 'g') else t.typed end as word) w
    where w.word <> ''
  ) t
$$;

-- As before, but accents do not matter either, and the one index of customers serves.
create or replace function private.find_customers(home uuid, patterns text[]) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  folded text[] := array(select private.fold(p) from unnest(patterns) with ordinality u(p, n) order by n);
  found uuid[];
begin
  -- The longest word for the index, which has no use for LIKE ALL.
  execute 'select array(select s.customer_id from private.customer_search s where s.organization_id = $1
    and s.document like $2 and private.searched_names(s.document) like all ($3))'
  into found using home, folded[1], folded;
  return found;
end $$;
drop index public.customers_search_idx;

-- The other words of a search for commissions: of a customer's name they may be typed without its accents, or with.
create or replace function private.commission_conditions(f private.commission_filter, from_sales boolean) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(' and ', d || '.organization_id = $3',
    case when f.agent is not null then d || '.agent_id = $4' end,
    case when f.first_day > '1900-01-01' then d || '.sale_date >= $5' end,
    case when f.last_day < '2199-12-31' then d || '.sale_date <= $6' end,
    case when f.status is not null then 'm.status = $7' end,
    case when f.word is not null then
      '(s.customer_id = any ($9) or s.vendor_id = any ($10) or lower(s.booking_reference collate pg_catalog."pg_c_utf8") like $8)' end,
    case when cardinality(f.other_words) > 0 then
      'not exists (select 1 from unnest($11) p
        where lower((s.booking_reference || '' '' || (select v.name from public.vendors v where v.id = s.vendor_id))
          collate pg_catalog."pg_c_utf8") not like p
        and (select private.searched_names(c.document) from private.customer_search c where c.customer_id = s.customer_id) not like private.fold(p))' end,
    case when f.vendor is not null then 's.vendor_id = $12' end)
  from (select case when from_sales then 's' else 'm' end as d) driver
$$;

revoke all on function private.fold(text), private.search_document(public.customers), private.searched_names(text),
  private.tag_keys(text[]), private.index_customers(), private.customer_patterns(text) from public, anon, authenticated;
