-- Customers are found by any part of their names or e-mail, for lists that are filtered by what somebody types.

create extension if not exists pg_trgm with schema extensions;

-- One text for all three: no typed word contains the blanks between them, so a word found in it is found in one of them.
-- The index reaches over organizations; whoever searches adds the organization.
create index customers_search_idx on public.customers using gin
  ((lower(first_name || ' ' || last_name || ' ' || coalesce(email, ''))) extensions.gin_trgm_ops);

-- What was typed as patterns for LIKE on lower-cased text, one for each word; null when nothing was typed.
-- Wildcards in it are ordinary characters.
create function private.search_patterns(search text) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(distinct '%' || replace(replace(replace(lower(w), '\', '\\'), '%', '\%'), '_', '\_') || '%')
  from regexp_split_to_table(search, '\s+') w
  where w <> ''
$$;

-- The customers of an organization that match every pattern, whoever asks: for functions that have checked the caller.
-- A search longer than names and e-mail can be matches nobody.
create function private.find_customers(organization_id uuid, patterns text[]) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  found uuid[];
begin
  if cardinality(find_customers.patterns) > 50 then
    return '{}';
  end if;
  execute 'select array(select c.id from public.customers c where c.organization_id = $1
    and lower(c.first_name || '' '' || c.last_name || '' '' || coalesce(c.email, '''')) like all ($2))'
  into found using find_customers.organization_id, find_customers.patterns;
  return found;
end $$;

-- The part of a list that one page shows, as LIMIT and OFFSET counted from whichever end is nearer.
create function private.page_window(total bigint, page int, page_size int,
  out skip bigint, out take bigint, out backwards boolean)
language sql immutable set search_path = '' as $$
  select case when b.backwards then total - f.first - t.take else f.first end, t.take, b.backwards
  from (select (greatest(page, 1) - 1)::bigint * page_size as first) f
  cross join lateral (select least(greatest(total - f.first, 0), page_size) as take) t
  cross join lateral (select f.first > total / 2 as backwards) b
$$;

revoke all on function private.search_patterns(text), private.find_customers(uuid, text[]),
  private.page_window(bigint, int, int) from public, anon, authenticated;
