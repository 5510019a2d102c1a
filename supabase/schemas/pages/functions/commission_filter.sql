-- What a list of commissions is asked for: its filter, as far as the caller may, and its search. Each word of a search may be part of the
-- customer's name or e-mail address, the booking reference or the vendor's name. The longest word is looked up through indexes; the other
-- words are compared within what that one finds. Words that no reference and no vendor has are the customer's, and looked up together.

create function private.words_of_names(organization_id uuid, agent_id uuid, patterns text[]) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  pattern text;
  is_beside boolean;
  shared constant uuid[] := private.shared_sales(words_of_names.organization_id, words_of_names.agent_id);
  found text[] := '{}';
begin
  foreach pattern in array patterns loop
    continue when char_length(pattern) < char_length('%abc%');
    -- Materialized, so that the planner does not hope to meet one by chance.
    execute 'with r as materialized (select from public.sales s
        where s.organization_id = $1 and lower(s.booking_reference collate pg_catalog."pg_c_utf8") like $3'
      || private.own_sales_condition(agent_id, shared, '$2', '$4') || ')
      select exists (select from r) or exists (select from public.vendors v
        where v.organization_id = $1 and lower(v.name collate pg_catalog."pg_c_utf8") like $3)'
    into is_beside using organization_id, agent_id, pattern, shared;
    if not is_beside then
      found := found || pattern;
    end if;
  end loop;
  return found;
end $$;
comment on function private.words_of_names is 'Those of `patterns` that only names of customers can have: no vendor''s name and no
  reference of these sales (agent_id: of this agent alone) has them. Not words of one or two letters: no trigram index knows them.';

create function private.with_misspelled(f private.commission_filter, search text, of_names text[])
returns private.commission_filter
language plpgsql stable security definer set search_path = '' as $$
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
end $$;
comment on function private.with_misspelled is 'A filter for whose search nothing is found as it was typed, because nobody has all
  of the words `of_names`: then for customers and vendors whose names are a slip away from the whole search, or from these words,
  with the others as they were typed.';

create function private.commission_filter_of(
  status text, agent_id uuid, vendor_id uuid, overdue boolean, ready boolean, start_date date, end_date date, search text)
returns private.commission_filter
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.commission_filter;
  patterns text[] := private.search_patterns(commission_filter_of.search);
  of_names text[];
begin
  search := private.cut_search(commission_filter_of.search);
  select c.organization_id, c.agent_id into f.organization_id, f.agent_id
  from private.caller_scope(commission_filter_of.agent_id) c;
  select r.first_day, r.last_day into f.first_day, f.last_day
  from private.date_range(commission_filter_of.start_date, commission_filter_of.end_date) r;
  f.by_share := f.agent_id is not null and private.has_shares(f.organization_id, f.agent_id);
  f.all_shares := f.agent_id is null and private.shares_commissions(f.organization_id);
  f.vendor_id := commission_filter_of.vendor_id;
  f.status := case when commission_filter_of.status in ('unpaid', 'funds_received', 'agent_paid', 'cancelled')
    then commission_filter_of.status end;
  if commission_filter_of.overdue then
    f.due_before := private.today();
    f.tracked_since := (select o.receipts_tracked_since from public.organizations o where o.id = f.organization_id);
  end if;
  f.ready := coalesce(commission_filter_of.ready, false);
  f.blocked := private.blocked_commissions(f.organization_id, f.agent_id);
  if f.agent_id is not null or f.all_shares then
    select array_agg(distinct r.commission_id) filter (where r.commission_id is not null), array_agg(r.share_id)
    into f.ready_ids, f.ready_shares from private.ready_shares(f.organization_id, f.agent_id) r;
  end if;
  f.ready_ids := coalesce(f.ready_ids, '{}');
  f.ready_shares := coalesce(f.ready_shares, '{}');
  if private.has_too_many_search_words(patterns) then
    f.organization_id := null;
  elsif f.organization_id is not null and patterns is not null then
    f.word := patterns[1];
    of_names := private.words_of_names(f.organization_id, f.agent_id, patterns);
    f.names_only := f.word = any (of_names);
    f.other_words := array(select p from unnest(patterns[2:]) p where not f.names_only or p <> all (of_names));
    f.all_words := cardinality(f.other_words) > 0 and private.most_customers_match(f.organization_id, patterns);
    if f.all_words then
      f.names_only := false;
      f.other_words := patterns[2:];
    end if;
    select c.customer_ids, c.exclude_customers into f.customer_ids, f.exclude_customers
    from private.match_customers(f.organization_id,
      case when f.all_words then patterns when f.names_only then of_names else patterns[:1] end) c;
    f.exact_ids := private.find_exact_references(f.organization_id, f.agent_id, commission_filter_of.search);
    f.vendor_ids := array(select v.id from public.vendors v
      where v.organization_id = f.organization_id and lower(v.name collate pg_catalog."pg_c_utf8") like f.word);
    if of_names <> '{}' and not f.exclude_customers
      and (case when f.names_only then f.customer_ids else private.find_customers(f.organization_id, of_names) end) = '{}' then
      f := private.with_misspelled(f, commission_filter_of.search, of_names);
    end if;
    if f.exclude_customers and f.customer_ids = '{}' and (f.all_words or cardinality(f.other_words) = 0) then
      -- Every customer matches.
      f.word := null;
      f.other_words := '{}';
      f.exclude_customers := false;
    end if;
  end if;
  return f;
end $$;
comment on function private.commission_filter_of is 'What the caller asked for, as far as they may. Shared with
  export_commissions.';
