-- The list of commissions (public.list_commissions): one page of rows, the exact count and the sums by status in one call.
-- Strategy, access and dynamic SQL are those of pages/functions/sales, explained at its head; $3 and on are the attributes of
-- private.commission_filter in the order of the USING clauses. What differs:
--
-- - A list is driven by commissions (`m`) where they alone know what is asked for, else by sales (`s`), joined with commissions
--   only where needed. Every sale has one commission; pages are ids of sales.
-- - Each word of a search may be part of the customer's name or e-mail address, the booking reference or the vendor's name. The
--   longest word is looked up through indexes; the other words are compared within what that one finds. Words that no reference and
--   no vendor has are the customer's, and looked up together.

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

create function private.other_word_condition(word text, length int) returns text
language sql immutable set search_path = '' as $$
  select replace('(s.vendor_id in (select v.id from public.vendors v
      where v.organization_id = $3 and lower(v.name collate pg_catalog."pg_c_utf8") like ?)
    or lower(s.booking_reference collate pg_catalog."pg_c_utf8") like ?
    or ' || case when length >= char_length('%abc%') then
      's.customer_id in (select c.customer_id from private.customer_search c
        where c.organization_id = $3 and c.document like private.normalize_search_text(?)
          and split_part(c.document, chr(30), 1) like private.normalize_search_text(?)))'
    else
      'exists (select from private.customer_search c where c.customer_id = s.customer_id
        and split_part(c.document, chr(30), 1) like private.normalize_search_text(?)))' end, '?', word)
$$;
comment on function private.other_word_condition is 'That a sale `s` has a further word of a search, whose pattern is the parameter
  `word`: in its reference, its vendor''s or its customer''s names, those with or without their accents. Vendors and customers who
  have it are looked up once; but no trigram index knows words of one or two letters, so for these the customer of each sale is
  read. private.searched_names is written out: a function call per row takes longer than the rest.';

create function private.seller_ready(f private.commission_filter) returns text
language sql immutable set search_path = '' as $$
  -- The status is written out for the partial index of received commissions.
  select 'm.status = ''funds_received'' and m.sale_paid' || case when f.by_share then ' and m.place = 1' else '' end
    || case when f.by_share and f.due_before is null then ' and m.whole_status = ''funds_received''' else '' end
    || case when f.blocked <> '{}' then ' and m.id <> all ($15)' else '' end
$$;
comment on function private.seller_ready is 'That the seller of a commission `m` can be paid now, as a condition.';

create function private.somebody_ready(f private.commission_filter) returns text
language sql immutable set search_path = '' as $$
  select case when f.ready_ids = '{}' then private.seller_ready(f)
    else '(' || private.seller_ready(f) || ' or m.id = any ($16))' end
$$;
comment on function private.somebody_ready is 'That somebody can be paid now for a commission `m`, as a condition: to the agency its seller,
  or who else has a share of it or an override; to one person they themselves.';

create function private.ready_amount(f private.commission_filter) returns text
language sql immutable set search_path = '' as $$
  select 'case when ' || private.seller_ready(f) || ' then m.agent_amount else 0 end'
    || case when f.ready_ids = '{}' then '' else ' + case when m.id = any ($16) then coalesce((
      select sum(h.agent_amount) from public.commission_shares h
      where h.organization_id = m.organization_id and h.commission_id = m.id and h.id = any ($17)), 0) else 0 end' end
$$;
comment on function private.ready_amount is 'What can be paid now for a commission `m`, as an expression: all that waits to be paid, and
  nothing that was paid already (private.somebody_ready).';

create function private.commission_conditions(f private.commission_filter, from_sales boolean) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(' and ', d || '.organization_id = $3',
    case when f.agent_id is not null then d || '.agent_id = $4' end,
    case when f.first_day > '1900-01-01' then d || '.sale_date >= $5' end,
    case when f.last_day < '2199-12-31' then d || '.sale_date <= $6' end,
    case when f.status is not null then 'm.status = $7' end,
    case when f.word is not null then
      case when f.complement then 'not ' else '' end || '('
      || case when f.all_words then 's.customer_id <> all ($9) or ' || private.other_word_condition('$8', char_length(f.word))
          || ' and ' || others.words || ')'
        else case when f.exclude_customers then 's.customer_id <> all ($9)' else 's.customer_id = any ($9)' end
      || case when f.vendor_ids <> '{}' then ' or s.vendor_id = any ($10)' else '' end
      || case when f.names_only then ')' else ' or lower(s.booking_reference collate pg_catalog."pg_c_utf8") like $8)' end end end,
    -- Implied by the condition above, and written out for an index.
    case when f.complement then 's.customer_id = any ($9)' end,
    case when not coalesce(f.all_words, false) then others.words end,
    case when f.vendor_id is not null then d || '.vendor_id = $12' end,
    case when f.due_before is not null then private.owed_condition(f.tracked_since, '$13') end,
    case when f.ready then private.somebody_ready(f) end)
  from (select case when from_sales then 's' else 'm' end as d) driver
  cross join (
    select string_agg(private.other_word_condition(format('($11)[%s]', o.n), char_length(o.word)), ' and ' order by o.n) as words
    from unnest(f.other_words) with ordinality o(word, n)) others
$$;
comment on function private.commission_conditions is 'WHERE of the filter, over sales as `s` or commissions as `m`.';

create function private.commission_source(overdue boolean, by_share boolean) returns text
language sql immutable set search_path = '' as $$
  select case when overdue then '(select w.*, w.commission_id as id, w.payee_id as agent_id from private.commission_money'
      || case when by_share then '_by_share' else '' end || ' w)'
    when by_share then 'private.commissions_by_share' else 'public.commissions' end
$$;
comment on function private.commission_source is 'Where commissions are read from: what is owed from private.commission_money, which
  says so, those of a person who shares some by their parts.';

create function private.commission_join(overdue boolean, by_share boolean) returns text
language sql immutable set search_path = '' as $$
  select ' join ' || private.commission_source(overdue, by_share) || ' m on m.sales_id = s.id and m.organization_id = s.organization_id'
    || case when by_share then ' and m.agent_id = s.agent_id' else '' end
$$;
comment on function private.commission_join is 'Commissions `m` beside their sales `s`.';

create function private.commission_amount(overdue boolean) returns text
language sql immutable set search_path = '' as $$ select case when overdue then 'm.owed' else 'm.amount' end $$;
comment on function private.commission_amount is 'What counts as the amount of a commission: of overdue ones what is owed.';

create function private.commission_agent_amount(f private.commission_filter) returns text
language sql immutable set search_path = '' as $$
  select case when f.ready then private.ready_amount(f)
    when f.all_shares then 'm.agent_amount + coalesce((select sum(h.agent_amount) from public.commission_shares h
      where h.organization_id = m.organization_id and h.commission_id = m.id), 0)' else 'm.agent_amount' end
$$;
comment on function private.commission_agent_amount is 'What people get of a commission `m`, as an expression: one''s own, or to the agency
  what all of them get, as in the totals; of what is ready what of that can be paid now.';

create function private.commission_sort(
  sort text, from_sales boolean, join_commissions boolean, overdue boolean, sales_first boolean, by_share boolean,
  out source text, out keys text[])
language plpgsql immutable set search_path = '' as $$
declare
  sale_date text := case when from_sales then 's.sale_date' else 'm.sale_date' end;
  commissions text := private.commission_source(overdue, by_share);
begin
  source := case when from_sales then private.sales_source(by_share) else commissions || ' m' end
    || case when sales_first then ' cross join lateral (select * from ' || commissions || ' x
        where x.sales_id = s.id and x.organization_id = s.organization_id'
        || case when by_share then ' and x.agent_id = s.agent_id' else '' end || ' offset 0) m'
      when join_commissions
        then private.commission_join(overdue, by_share) else '' end
    || case sort
      when 'customer' then ' join public.customers c on c.organization_id = s.organization_id and c.id = s.customer_id'
      when 'vendor' then format(' join public.vendors v on v.organization_id = %1$s.organization_id and v.id = %1$s.vendor_id',
        case when from_sales then 's' else 'm' end)
      when 'agent' then ' join public.users a on a.organization_id = m.organization_id and a.id = m.agent_id'
      else '' end;
  keys := case sort
    when 'sale_date' then array[sale_date]
    when 'amount' then array[private.commission_amount(overdue)]
    when 'total_amount' then '{s.total_amount}'
    when 'booking_reference' then '{s.booking_reference}'
    when 'status' then '{m.status,m.created_at}'
    when 'customer' then array['c.last_name', 'c.first_name', 'c.id', sale_date]
    when 'vendor' then array['v.name', 'v.id', sale_date]
    when 'agent' then '{a.last_name,a.first_name,a.id,m.created_at}'
    else case when sort = 'due_on' and overdue then '{m.due_on}'::text[] else '{m.created_at}' end end;
end $$;
comment on function private.commission_sort is 'FROM and the sort keys. An unknown `sort` is the moment of creation; so is
  ''due_on'' unless only overdue ones are asked for. sales_first: the commission of each sale that is found is looked up, since the
  planner takes what has several words of a search for many.';

create function private.ready_parts(f private.commission_filter, source text, conditions text) returns text
language sql immutable set search_path = '' as $$
  -- Sellers, by their index, and who else has a share, of few: asked for together, the rows of all that was received are read. Their
  -- status is written out, since the index does not hold it.
  select format('select ''funds_received'' as status, count(*) as n, sum(%s) as a, sum(m.agent_amount) as g from %s where %s and %s
      having count(*) > 0',
      private.commission_amount(f.due_before is not null), source, conditions, private.seller_ready(f))
    || case when f.ready_ids = '{}' then '' else format(' union all
      select m.status, count(*) filter (where not (%1$s)), sum(%2$s) filter (where not (%1$s)), sum(r.amount)
      from %3$s join (select h.commission_id, sum(h.agent_amount) as amount from public.commission_shares h
        where h.organization_id = $3 and h.id = any ($17) group by 1) r on r.commission_id = m.id
      where %4$s and m.id = any ($16) group by m.status',
      private.seller_ready(f), private.commission_amount(f.due_before is not null), source, conditions) end
$$;
comment on function private.ready_parts is 'A query for status, count, amount and what can be paid now of those commissions `m` of a source
  for which somebody can be paid (private.somebody_ready), in one row or two for a status.';

create function private.sum_commissions(f private.commission_filter) returns jsonb
language plpgsql stable security definer set search_path = '' set random_page_cost = '1.1' as $$
declare
  source text;
  with_sales text;
  sums jsonb;
  commissions text := private.commission_source(f.due_before is not null, f.by_share);
  rest private.commission_filter;
begin
  f.status := null;
  rest := f;
  if f.exclude_customers and (f.all_words or cardinality(f.other_words) = 0) and not coalesce(f.complement, false) then
    rest.complement := true;
    f.word := null;
    f.other_words := '{}';
    f.exclude_customers := false;
    return private.subtract_sums(private.sum_commissions(f), private.sum_commissions(rest));
  end if;
  if f.word is null and f.due_before is null and f.vendor_id is null and not f.ready then
    source := 'd.status, sum(d.record_count) as n, sum(d.commission_amount) as a, sum(d.agent_amount) as g
      from private.totals(''commission'', $3, $4, $5, $6) d group by d.status';
  else
    source := 'm.status, count(*) as n, sum(' || private.commission_amount(f.due_before is not null)
      || ') as a, sum(' || private.commission_agent_amount(f) || ') as g from ';
    with_sales := source || private.sales_source(f.by_share) || private.commission_join(f.due_before is not null, f.by_share) || ' where ';
    if f.word is null and f.ready then
      rest.ready := false;
      source := format('t.status, sum(t.n)::bigint as n, sum(t.a) as a, sum(t.g) as g from (%s) t group by t.status',
        private.ready_parts(f, commissions || ' m', private.commission_conditions(rest, false)));
    elsif f.word is null then
      source := source || commissions || ' m where ' || private.commission_conditions(f, false) || ' group by m.status';
    elsif f.vendor_ids <> '{}' and not f.exclude_customers and cardinality(f.other_words) = 0 then
      -- Whose vendor has the word is added up without the sales.
      f.word := null;
      rest.vendor_ids := '{}';
      source := format('t.status, sum(t.n)::bigint as n, sum(t.a) as a, sum(t.g) as g from (
        select %s%s m where %s and m.vendor_id = any ($10) group by m.status
        union all select %s%s and s.vendor_id <> all ($10) group by m.status) t group by t.status',
        source, commissions, private.commission_conditions(f, false), with_sales, private.commission_conditions(rest, true));
      f.word := rest.word;
    else
      source := with_sales || private.commission_conditions(f, true) || ' group by m.status';
    end if;
  end if;
  execute 'select jsonb_object_agg(status, jsonb_build_object(''count'', n, ''amount'', a, ''agent_amount'', g))
    from (select ' || source || ') t'
  into sums
  using null, null, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
    f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked, f.ready_ids, f.ready_shares;
  return sums;
end $$;
comment on function private.sum_commissions is '{status: {count, amount, agent_amount}} over every filter but the status.';

create function private.sum_all_statuses(sums jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('count', coalesce(sum((v ->> 'count')::bigint), 0), 'amount', coalesce(sum((v ->> 'amount')::numeric), 0),
    'agent_amount', coalesce(sum((v ->> 'agent_amount')::numeric), 0))
  from jsonb_each(sums) e(k, v)
$$;
comment on function private.sum_all_statuses is '{count, amount, agent_amount} of all statuses.';

create function private.ready_commissions(f private.commission_filter, sums jsonb default null) returns jsonb
language plpgsql stable security definer set search_path = '' set random_page_cost = '1.1' as $$
declare
  shared constant boolean := f.by_share or f.all_shares or f.ready_ids <> '{}';
  source constant text := case when f.word is null then private.commission_source(f.due_before is not null, f.by_share) || ' m'
    else private.sales_source(f.by_share) || private.commission_join(f.due_before is not null, f.by_share) end;
  conditions text;
  found text;
  answer jsonb;
begin
  f.status := null;
  if f.ready then
    return private.sum_all_statuses(coalesce(sums, private.sum_commissions(f)));
  end if;
  conditions := private.commission_conditions(f, f.word is not null);
  found := case when shared then private.ready_parts(f, source, conditions)
    -- Where nobody shares they are, of those received, all but few.
    else format('select count(*) as n, sum(%s) as a, sum(m.agent_amount) as g from %s where %s and m.status = ''funds_received'' and ',
        private.commission_amount(f.due_before is not null), source, conditions)
      || case when f.blocked = '{}' then 'not m.sale_paid' else '(not m.sale_paid or m.id = any ($15))' end end;
  execute 'select jsonb_build_object(''found'', jsonb_build_object(''count'', sum(n), ''amount'', sum(a), ''agent_amount'', sum(g))) from ('
    || found || ') t'
  into answer
  using null, null, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
    f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked, f.ready_ids, f.ready_shares;
  return case when shared then private.sum_all_statuses(answer) else private.sum_all_statuses(private.subtract_sums(
    jsonb_build_object('found', private.sum_all_statuses(jsonb_build_object('received', coalesce(sums, private.sum_commissions(f)) -> 'funds_received'))),
    answer)) end;
end $$;
comment on function private.ready_commissions is '{count, amount, agent_amount} of those that the filter finds, whatever their status, of which
  somebody can be paid now, and of what can be (private.somebody_ready, private.ready_amount): what the list holds when it is asked for what
  is ready. sums: those of private.sum_commissions, where they are known.';

create function private.ready_beside(f private.commission_filter) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('count', count(distinct coalesce(h.commission_id, h.other_commission_id)), 'amount', coalesce(sum(h.agent_amount), 0))
  from unnest(f.ready_shares) r(id)
  join public.commission_shares h on h.organization_id = f.organization_id and h.id = r.id
  where h.commission_id is null or f.agent_id is not null and not exists (
    select from private.commissions_by_share w
    where w.organization_id = f.organization_id and w.id = h.commission_id and w.agent_id = f.agent_id)
$$;
comment on function private.ready_beside is '{count, amount} of what can be paid now and the list of commissions does not hold, whatever else
  the filter asks for: commissions of other kinds, and to one person overrides over sales they have no part of.';

create function private.ready_to_pay(f private.commission_filter) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('count', (l.sums ->> 'count')::bigint + (l.beside ->> 'count')::bigint,
    'amount', (l.sums ->> 'agent_amount')::numeric + (l.beside ->> 'amount')::numeric)
  -- Behind a fence, which asks each of them once.
  from (select private.ready_commissions(f) as sums, private.ready_beside(f) as beside offset 0) l
$$;
comment on function private.ready_to_pay is '{count, amount}: all that can be paid now, with commissions of other kinds, as payouts say it.';

create function private.commission_status_summary(sums jsonb, ready jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  with figures as (
    select t.name, coalesce(sum((v ->> 'count')::bigint), 0) as n, coalesce(sum((v ->> 'amount')::numeric), 0) as a,
      coalesce(sum((v ->> 'agent_amount')::numeric), 0) as g
    from unnest('{unpaid,funds_received,agent_paid,cancelled,total,active_total}'::text[]) t(name)
    left join jsonb_each(sums) e(k, v)
      on e.k = t.name or t.name = 'total' or t.name = 'active_total' and e.k <> 'cancelled'
    group by t.name)
  select jsonb_object_agg(f.name, jsonb_build_object('count', f.n, 'amount', f.a, 'agent_amount', f.g))
    || jsonb_build_object('ready', commission_status_summary.ready) from figures f
$$;
comment on function private.commission_status_summary is 'The figures of commissions as lists and the dashboard answer them, {count,
  amount (gross), agent_amount (the agents'' share)} each: every status, with zeros where there is none; total; active_total,
  without cancelled; and `ready` (private.ready_commissions).';

create function private.find_commissions(
  f private.commission_filter, sort text, descending boolean, take bigint, skip bigint, collect_first boolean)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Sorted by what the sale knows. A commission carries its vendor too: overdue ones are found without their sales.
  sorted_by_sale boolean := coalesce(sort in ('total_amount', 'booking_reference', 'customer')
    or sort = 'vendor' and (f.due_before is null or f.word is not null), false);
  from_sales boolean := sorted_by_sale or f.word is not null;
  -- Every sale has one commission, so it is joined only for what the sale does not know.
  join_commissions boolean := from_sales and (f.status is not null or f.due_before is not null or f.ready
    or not sorted_by_sale and sort is distinct from 'sale_date');
  source text;
  keys text[];
  ids uuid[];
begin
  select o.source, o.keys into source, keys
  from private.commission_sort(sort, from_sales, join_commissions, f.due_before is not null, false, f.by_share) o;
  execute private.page_query(source, private.commission_conditions(f, from_sales), keys, descending,
    case when from_sales then 's.id' else 'm.sales_id' end, collect_first)
  into ids
  using take, skip, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
    f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked, f.ready_ids, f.ready_shares;
  return ids;
end $$;
comment on function private.find_commissions is 'The ids (of sales) of one page; see private.find_sales.';

create function private.find_grouped_commissions(
  f private.commission_filter, sort text, descending boolean, take bigint, skip bigint)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  small_offset constant int := 500;
  group_sizes jsonb;
  group_size bigint;
  group_key text;
  group_filter private.commission_filter;
  ids uuid[] := '{}';
begin
  if skip > small_offset then
    execute format('select jsonb_object_agg(g, n) from (select m.%I as g, count(*) as n from %s m',
        case sort when 'agent' then 'agent_id' when 'vendor' then 'vendor_id' else 'status' end,
        private.commission_source(f.due_before is not null, f.by_share))
      || case when f.word is not null
        then ' join public.sales s on s.id = m.sales_id and s.organization_id = m.organization_id' else '' end
      || ' where ' || private.commission_conditions(f, f.word is not null) || ' group by 1) t'
    into group_sizes
    using null, null, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
      f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked, f.ready_ids, f.ready_shares;
  end if;
  foreach group_key in array private.group_keys(
    sort, '{agent_paid,cancelled,funds_received,unpaid}', f.organization_id, f.agent_id, f.vendor_id, f.status, descending)
  loop
    group_size := coalesce((group_sizes ->> group_key)::bigint, 0);
    if group_sizes is not null and skip >= group_size then
      skip := skip - group_size;
      continue;
    end if;
    group_filter := f;
    case sort
      when 'status' then group_filter.status := group_key;
      when 'vendor' then group_filter.vendor_id := group_key::uuid;
      else group_filter.agent_id := group_key::uuid;
    end case;
    ids := ids || private.find_commissions(
      group_filter, case sort when 'vendor' then 'sale_date' else 'created_at' end, descending,
      case when group_sizes is null then skip else 0 end + take - cardinality(ids),
      case when group_sizes is null then 0 else skip end, false);
    if group_sizes is not null then
      skip := 0;
    end if;
    exit when cardinality(ids) >= skip + take;
  end loop;
  return case when group_sizes is null then ids[skip + 1:] else ids end;
end $$;
comment on function private.find_grouped_commissions is 'See private.find_grouped_sales. Within a status or agent commissions are
  sorted by creation, within a vendor by date of sale.';

create function private.find_commissions_by_customer(f private.commission_filter, descending boolean, take bigint, skip bigint)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  page record := private.customers_of_page(f.organization_id, f.agent_id, false, descending, take, skip);
begin
  f.word := '';
  f.names_only := true;
  f.exclude_customers := false;
  f.customer_ids := page.ids;
  f.vendor_ids := '{}';
  f.other_words := '{}';
  return private.find_commissions(f, 'customer', descending, take, skip - page.sales_before, true);
end $$;
comment on function private.find_commissions_by_customer is 'find_commissions sorted by customer, of all commissions of an agency or
  an agent: as if somebody had searched for the customers of the page. Every sale has one commission.';

create function private.search_commissions(
  f private.commission_filter, sort text, descending boolean, take bigint, skip bigint,
  out sums jsonb, out ready jsonb, out ids uuid[])
language plpgsql stable security definer set search_path = '' as $$
declare
  any_status private.commission_filter := f;
  source text;
  keys text[];
begin
  any_status.status := null;
  select o.source, o.keys into source, keys from private.commission_sort(sort, true, true, f.due_before is not null, true, f.by_share) o;
  execute format(
    'with m as materialized (
      select s.id as id, m.status, %s as amount, %s as agent_amount, %s as is_ready, %s as waits, %s from %s where %s)
    select (select jsonb_object_agg(t.status, jsonb_build_object(''count'', t.n, ''amount'', t.a, ''agent_amount'', t.g))
        from (select m.status, count(*) as n, sum(m.amount) as a, sum(m.agent_amount) as g from m group by 1) t),
      (select jsonb_build_object(''count'', count(*), ''amount'', coalesce(sum(m.amount), 0),
        ''agent_amount'', coalesce(sum(m.waits), 0)) from m where m.is_ready),
      array(select m.id from m where $7 is null or m.status = $7 order by m.id = any ($14) desc, %s
        limit $1 offset $2)', private.commission_amount(f.due_before is not null), private.commission_agent_amount(f),
    private.somebody_ready(f), private.ready_amount(f),
    (select string_agg(k || ' as k' || n, ', ' order by n) from unnest(keys) with ordinality u(k, n)), source,
    private.commission_conditions(any_status, true),
    private.sort_clause(array(select 'k' || n from generate_series(1, cardinality(keys)) n), descending, 'id'))
  into sums, ready, ids
  using take, skip, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
    f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked, f.ready_ids, f.ready_shares;
end $$;
comment on function private.search_commissions is 'Sums by status, what is ready (private.ready_commissions) and the ids of one
  page, from one pass over what a search finds; what it finds exactly comes first.';

create function private.ready_amounts(f private.commission_filter, sale_ids uuid[]) returns table (commission_id uuid, amount numeric)
language sql stable security definer set search_path = '' as $$
  select m.id, case when m.status = 'funds_received' and m.sale_paid and (f.agent_id is null or m.agent_id = f.agent_id)
      and m.id not in (select unnest(f.blocked)) then m.agent_amount else 0 end
    + case when m.id in (select unnest(f.ready_ids)) then coalesce((
        select sum(h.agent_amount) from public.commission_shares h
        where h.organization_id = m.organization_id and h.commission_id = m.id and h.id in (select unnest(f.ready_shares))), 0) else 0 end
  from public.commissions m
  where f.ready and m.organization_id = f.organization_id and m.sales_id = any (ready_amounts.sale_ids)
$$;
comment on function private.ready_amounts is 'private.ready_amount of the commissions of these sales, where the filter asks for what is
  ready.';

create function private.commission_rows(sale_ids uuid[], backwards boolean, f private.commission_filter) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', m.id, 'status', coalesce(p.status, m.status), 'amount', coalesce(p.amount, m.amount),
    'agent_amount', coalesce(y.amount, p.agent_amount, m.agent_amount + b.amount),
    'commission_split', coalesce(p.commission_split, m.commission_split), 'due_on', m.due_on, 'created_at', m.created_at, 'sales_id', m.sales_id,
    'booking_reference', s.booking_reference, 'sale_date', s.sale_date, 'sale_status', s.status,
    'total_amount', coalesce(q.total_amount, s.total_amount), 'open', w.open, 'owed', w.owed,
    'customer', jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name),
    'vendor', jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url),
    'agent', jsonb_build_object('id', a.id, 'first_name', a.first_name, 'last_name', a.last_name,
      'avatar_url', a.avatar_url))
    || case when p.share_percent < 100 then jsonb_build_object('share_percent', p.share_percent) else '{}' end
    || case when p.agent_id <> m.agent_id then jsonb_build_object('open', 0, 'owed', 0) else '{}' end
    || case when b.others > 0 then jsonb_build_object('divided', true) else '{}' end
    order by case when backwards then -u.n else u.n end), '[]')
  from unnest(sale_ids) with ordinality u(id, n)
  join public.sales s on s.id = u.id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
  join private.commission_money w on w.commission_id = m.id
  left join private.ready_amounts(f, sale_ids) y on y.commission_id = m.id
  left join lateral (select x.* from private.commissions_by_share x where f.by_share and x.id = m.id
    and x.organization_id = m.organization_id and x.agent_id = f.agent_id offset 0) p on true
  left join lateral (select x.* from private.sales_by_share x where f.by_share and x.id = s.id
    and x.organization_id = s.organization_id and x.agent_id = f.agent_id offset 0) q on true
  cross join lateral (select coalesce(sum(h.agent_amount), 0) as amount,
      count(*) filter (where h.user_id <> m.agent_id and h.status <> 'cancelled' and h.agent_amount <> 0) as others
    from public.commission_shares h
    where f.all_shares and h.organization_id = m.organization_id and h.commission_id = m.id) b
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
  join public.users a on a.id = m.agent_id
$$;
comment on function private.commission_rows is 'What the list shows of the commissions of the sales `sale_ids`, in their order or
  backwards: to one person their part (see private.sale_rows), to the agency what all people get of each, as the figures say, and whether
  that is several (divided: the split is the seller''s alone). Of what is ready, what of it can be paid now.';

create function public.list_commissions(
  status text default null, agent_id uuid default null, start_date date default null, end_date date default null,
  search text default null, sort text default null, descending boolean default null, page int default 1,
  page_size int default 10, vendor_id uuid default null, overdue boolean default false, ready boolean default false)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.commission_filter := private.commission_filter_of(list_commissions.status, list_commissions.agent_id,
    list_commissions.vendor_id, list_commissions.overdue, list_commissions.ready, list_commissions.start_date,
    list_commissions.end_date, list_commissions.search);
  page_no int := greatest(coalesce(list_commissions.page, 1), 1);
  per_page int := least(greatest(coalesce(list_commissions.page_size, 10), 1), 100);
  sort_by constant text := coalesce(list_commissions.sort, case when f.due_before is null then 'created_at' else 'due_on' end);
  is_descending boolean := coalesce(list_commissions.descending, sort_by <> 'due_on' or list_commissions.sort is not null);
  -- Up to so many customers and vendors, all their commissions are collected.
  max_collected_customers constant int := 5000;
  max_collected_vendors constant int := 8;
  -- In the order of creation, the sales of a range of days lie far from the beginning of the index and scattered over it.
  days_by_creation boolean := (f.first_day > '1900-01-01' or f.last_day < '2199-12-31') and sort_by not in ('sale_date', 'amount', 'total_amount',
    'booking_reference', 'status', 'customer', 'vendor', 'agent');
  sums jsonb;
  ready_sums jsonb;
  total bigint;
  take bigint;
  skip bigint;
  backwards boolean := false;
  collect_first boolean;
  ids uuid[];
begin
  -- An exact find is always collected: it comes first whatever the list is sorted by.
  if f.organization_id is not null and f.word is not null and (f.exact_ids <> '{}' or not f.exclude_customers
    and cardinality(f.customer_ids) <= max_collected_customers and cardinality(f.vendor_ids) <= max_collected_vendors) then
    select s.sums, s.ready, s.ids into sums, ready_sums, ids
    from private.search_commissions(f, sort_by, is_descending, per_page, (page_no - 1)::bigint * per_page) s;
    total := private.count_of(sums, f.status);
  else
    if f.organization_id is not null then
      sums := private.sum_commissions(f);
    end if;
    total := private.count_of(sums, f.status);
    select w.take, w.skip, w.backwards into take, skip, backwards from private.page_window(total, page_no, per_page) w;
    if take > 0 then
      -- Limits of: any list; a search; overdue and ready commissions, which have indexes of their own; days in the order of creation.
      collect_first := total <= 1000 or f.word is not null and total <= 25000
        or (f.due_before is not null or f.ready) and total <= 200000
        or days_by_creation and total <= 50000;
      ids := case when not collect_first and sort_by in ('status', 'vendor', 'agent')
        then private.find_grouped_commissions(f, sort_by, is_descending <> backwards, take, skip)
        when not collect_first and sort_by = 'customer' and f.word is null and f.vendor_id is null and f.status is null
          and f.due_before is null and not f.ready and f.first_day = '1900-01-01' and f.last_day = '2199-12-31'
          and private.passes_over_customers(f.organization_id, f.agent_id, skip)
        then private.find_commissions_by_customer(f, is_descending <> backwards, take, skip)
        else private.find_commissions(f, sort_by, is_descending <> backwards, take, skip, collect_first) end;
    end if;
  end if;
  return jsonb_build_object('rows', private.commission_rows(ids, backwards, f), 'count', total, 'page', page_no,
    'page_size', per_page, 'total_pages', (total + per_page - 1) / per_page,
    'stats', private.commission_status_summary(sums, coalesce(ready_sums, private.ready_commissions(f, sums))),
    'to_review', private.count_to_review()) || case when f.ready and f.ready_shares <> '{}' then jsonb_build_object('ready_beside', private.ready_beside(f)) else '{}' end;
end $$;
comment on function public.list_commissions is '{rows, count, page, page_size, total_pages, stats, ready_beside}. `stats`
  (private.commission_status_summary) obeys every filter but the status, `count` that one, too. Days are those of the sale. overdue:
  owed, past its due day with something open, whatever the agent was paid (private.commission_money); what is owed is then the
  amount of the sums and of the sort, and `due_on` is one more sort, the longest overdue first unless asked otherwise. open and owed
  of a row are what its vendor has not paid, and of it what is overdue. ready: of which somebody can be paid now, as payouts say; shares
  of rows and sums are then what of them can be paid now, and ready_beside is what can be paid besides (private.ready_beside), where anybody beside sellers can be paid.
  Everything else as in list_sales.';
grant execute on function public.list_commissions(text, uuid, date, date, text, text, boolean, integer, integer, uuid, boolean,
  boolean) to authenticated;
