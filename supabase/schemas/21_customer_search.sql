-- Null: not filtered by it. Home is always there. `agent`: whose sales count, null for everybody's. `buyers`: only who
-- bought from that agent.
create type private.customer_filter as (
  organization_id uuid, agent_id uuid, only_buyers boolean, archived boolean, tag text, patterns text[]);

-- As before; what private.searched_names does is written out, for a function call a row took longer than all the rest.
create function private.find_customers(organization_id uuid, patterns text[]) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  folded text[] := array(select private.normalize_search_text(p) from unnest(patterns) with ordinality u(p, n) order by n);
  found uuid[];
begin
  -- The longest word for the index, which has no use for LIKE ALL.
  execute 'select array(select s.customer_id from private.customer_search s where s.organization_id = $1
    and s.document like $2 and split_part(s.document, chr(30), 1) like all ($3))'
  into found using find_customers.organization_id, folded[1], folded;
  return found;
end $$;

-- Text as it is compared: without accents, in small letters. The dictionary is named, so nobody's search path decides.
create function private.normalize_search_text(text) returns text
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
alter table private.customer_search enable row level security;

create index customer_search_organization_id_idx on private.customer_search (organization_id, customer_id) include (archived);
create index customer_search_document_idx on private.customer_search using gin (document extensions.gin_trgm_ops);
create index customer_search_tag_keys_idx on private.customer_search using gin (tag_keys);

create function private.search_document(customer public.customers) returns text
language sql immutable set search_path = '' as $$
  select private.normalize_search_text(concat_ws(chr(10), customer.first_name, customer.last_name, customer.email) || chr(30)
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
    from regexp_split_to_table(private.normalize_search_text(left(search, 500)), '\s+') t(typed)
    cross join lateral (select case when t.typed ~ '^[-+().\d/]*\d\d[-+().\d/]*$'
      then regexp_replace(t.typed, '\D', '', 'g') else t.typed end as word) w
    where w.word <> ''
  ) t
$$;

-- What the list of customers is filtered by is looked up once, through an index where there is one for it, and counted; then the
-- page is read the shorter way: in the order of the list, passing by those who do not match, or from those who do, sorted.

-- Who matches, as a query. Here and below the parameters are: how many to take, how many to skip, the organization, the agent, archived,
-- the patterns, the tag.
create function private.matching_customers(f private.customer_filter) returns text
language sql immutable set search_path = '' as $$
  select case when f.only_buyers and f.patterns is null and f.tag is null then concat(
    'select a.customer_id from private.customer_totals_by_agent a
      where a.organization_id = $3 and a.agent_id = $4 and a.sales_count > 0',
    -- Few are archived: an index holds them.
    case when f.archived is not null then case when f.archived then ' and exists' else ' and not exists' end
      || ' (select 1 from public.customers x
        where x.organization_id = a.organization_id and x.id = a.customer_id and x.archived_at is not null)' end)
  else concat('select d.customer_id from private.customer_search d',
    case when f.only_buyers then ' join private.customer_totals_by_agent a
      on a.organization_id = d.organization_id and a.customer_id = d.customer_id and a.agent_id = $4 and a.sales_count > 0' end,
    ' where d.organization_id = $3',
    case when f.archived is not null then ' and d.archived = $5' end,
    -- The longest words for the index, which has no use for LIKE ALL.
    (select string_agg(format(' and d.document like ($6)[%s]', n), '')
      from generate_series(1, least(coalesce(cardinality(f.patterns), 0), 3)) n),
    case when cardinality(f.patterns) > 3 then ' and d.document like all ($6)' end,
    case when f.tag is not null then ' and d.tag_keys @> array[$7]' end) end
$$;

-- The condition of a walk that a customer matches. Asked row by row, so that no plan looks at those that are not on the way.
create function private.matching_condition(id text, f private.customer_filter) returns text
language sql immutable set search_path = '' as $$
  select concat(
    case when f.patterns is not null or f.tag is not null then ' and (select '
      || concat_ws(' and ', case when f.patterns is not null then 'd.document like all ($6)' end,
        case when f.tag is not null then 'd.tag_keys @> array[$7]' end)
      || ' from private.customer_search d where d.customer_id = ' || id || ')' end,
    case when f.only_buyers then ' and (select b.sales_count > 0 from private.customer_totals_by_agent b
      where b.organization_id = $3 and b.agent_id = $4 and b.customer_id = ' || id || ')' end)
$$;
