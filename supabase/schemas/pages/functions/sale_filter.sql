-- What a list of sales is asked for: its filter, as far as the caller may, and what a search finds of customers and references.

create function private.most_customers_match(organization_id uuid, patterns text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(avg((split_part(t.document, chr(30), 1) like all (array(
    select private.normalize_search_text(p) from unnest(patterns) p)))::int) > 0.5, false)
  from (
    select s.document from private.customer_search s
    where s.organization_id = most_customers_match.organization_id order by s.customer_id limit 400) t
$$;
comment on function private.most_customers_match is 'Whether most customers match every pattern, by a sample.';

create function private.match_customers(
  organization_id uuid, patterns text[], out customer_ids uuid[], out exclude_customers boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  normalized text[] := array(
    select private.normalize_search_text(p) from unnest(patterns) with ordinality u(p, n) order by n);
begin
  exclude_customers := private.most_customers_match(match_customers.organization_id, patterns);
  if exclude_customers then
    customer_ids := array(select s.customer_id from private.customer_search s
      where s.organization_id = match_customers.organization_id
        and not split_part(s.document, chr(30), 1) like all (normalized));
  else
    customer_ids := private.find_customers(match_customers.organization_id, patterns);
  end if;
end $$;
comment on function private.match_customers is 'The customers who match every pattern; or, with exclude_customers, those who do not
  match, where that is the shorter list. No index finds those: all customers are read.';

create function private.find_references(organization_id uuid, agent_id uuid, patterns text[]) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  pattern text;
  matches uuid[];
  shared constant uuid[] := private.shared_sales(find_references.organization_id, find_references.agent_id);
  found uuid[] := '{}';
begin
  foreach pattern in array patterns loop
    continue when char_length(pattern) < char_length('%abc%');
    execute 'select array(select s.id from public.sales s
      where s.organization_id = $1 and lower(s.booking_reference collate pg_catalog."pg_c_utf8") like $2'
      || private.own_sales_condition(agent_id, shared, '$4', '$5') || '
        and not exists (select 1 from unnest($3) p
          where lower(s.booking_reference collate pg_catalog."pg_c_utf8") not like p
            and (select private.searched_names(c.document) from private.customer_search c where c.customer_id = s.customer_id)
              not like private.normalize_search_text(p)))'
    into matches using find_references.organization_id, pattern, array_remove(patterns, pattern), agent_id, shared;
    found := found || matches;
  end loop;
  return found;
end $$;
comment on function private.find_references is 'Sales (agent_id: of this agent alone) whose booking reference has at least one word
  of a search, while it or the customer''s searched names have each other word. Words of one or two letters find no reference: the
  trigram index does not know them, and they would find nearly all.';

create function private.find_exact_references(organization_id uuid, agent_id uuid, search text) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  shared constant uuid[] := private.shared_sales(find_exact_references.organization_id, find_exact_references.agent_id);
  found uuid[];
begin
  execute 'select array(select s.id from public.sales s
    where s.organization_id = $1 and lower(s.booking_reference collate pg_catalog."pg_c_utf8") = $2'
    || private.own_sales_condition(agent_id, shared, '$3', '$4') || ')'
  into found using find_exact_references.organization_id, lower(btrim(search) collate pg_catalog."pg_c_utf8"), agent_id, shared;
  return found;
end $$;
comment on function private.find_exact_references is 'Sales (agent_id: of this agent alone) whose booking reference is exactly what
  was searched for, ignoring case.';

create function private.sale_filter_of(
  status text, agent_id uuid, vendor_id uuid, start_date date, end_date date, customer_search text, departing boolean,
  group_id uuid default null)
returns private.sale_filter
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.sale_filter;
  patterns text[] := private.search_patterns(sale_filter_of.customer_search);
begin
  customer_search := private.cut_search(sale_filter_of.customer_search);
  select c.organization_id, c.agent_id into f.organization_id, f.agent_id from private.caller_scope(sale_filter_of.agent_id) c;
  select r.first_day, r.last_day into f.first_day, f.last_day
  from private.date_range(sale_filter_of.start_date, sale_filter_of.end_date) r;
  f.by_share := f.agent_id is not null and private.has_shares(f.organization_id, f.agent_id);
  f.vendor_id := sale_filter_of.vendor_id;
  f.group_id := sale_filter_of.group_id;
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
end $$;
comment on function private.sale_filter_of is 'What the caller asked for, as far as they may.';
