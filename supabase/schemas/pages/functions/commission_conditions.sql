-- The filter of commissions as SQL: conditions, sources, amounts and sort keys, of which sums and pages of the list are made.
-- $3 and on are the attributes of private.commission_filter in the order of the USING clauses (pages/functions/sales).

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

create function private.ready_apart(f private.commission_filter) returns boolean
language sql immutable set search_path = '' as $$ select f.ready and f.ready_ids <> '{}' and not f.by_share $$;
comment on function private.ready_apart is 'Whether what is ready is read as two parts: what sellers can be paid, by its index, and the few of which
  somebody else can. Asked for as one condition, the rows of all that was received are read.';

create function private.ready_amount(f private.commission_filter) returns text
language sql immutable set search_path = '' as $$
  select 'case when ' || private.seller_ready(f) || ' then m.agent_amount else 0 end'
    || case when f.ready_ids = '{}' then '' else ' + case when m.id = any ($16) then coalesce((
      select sum(h.agent_amount) from public.commission_shares h
      where h.organization_id = m.organization_id and h.commission_id = m.id and h.id = any ($17)), 0) else 0 end' end
$$;
comment on function private.ready_amount is 'What can be paid now for a commission `m`, as an expression: all that waits to be paid, and
  nothing that was paid already (private.somebody_ready).';

create function private.commission_conditions(f private.commission_filter, from_sales boolean, joined boolean default true) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(' and ', d || '.organization_id = $3',
    case when f.agent_id is not null then case when f.by_share and joined then 'm' else d end || '.agent_id = $4' end,
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
    case when f.ready and not private.ready_apart(f) then private.somebody_ready(f) end)
  from (select case when from_sales then 's' else 'm' end as d) driver
  cross join (
    select string_agg(private.other_word_condition(format('($11)[%s]', o.n), char_length(o.word)), ' and ' order by o.n) as words
    from unnest(f.other_words) with ordinality o(word, n)) others
$$;
comment on function private.commission_conditions is 'WHERE of the filter, over sales as `s` or commissions of private.commission_source as `m`. joined:
  both are there.';

create function private.commission_source(f private.commission_filter) returns text
language sql immutable set search_path = '' as $$
  select case when private.ready_apart(f) then format('(select * from %1$s m where m.organization_id = $3 and %2$s union all
      select * from %1$s m where m.organization_id = $3 and m.id = any ($16) and not (%2$s))', r.rows, private.seller_ready(f)) else r.rows end
  from (select case when f.due_before is not null then '(select w.*, w.commission_id as id, w.payee_id as agent_id from private.commission_money'
      || case when f.by_share then '_by_share' else '' end || ' w)'
    when f.by_share then 'private.commissions_by_share' else 'public.commissions' end as rows) r
$$;
comment on function private.commission_source is 'Where commissions are read from: what is owed from private.commission_money, which
  says so, those of a person who shares some by their parts; of these, where private.ready_apart says so, only what is ready.';

create function private.sales_and_commissions(f private.commission_filter) returns text
language sql immutable set search_path = '' as $$
  select case when f.by_share then private.commission_source(f) || ' m join public.sales s on s.id = m.sales_id and s.organization_id = m.organization_id'
    else 'public.sales s join ' || private.commission_source(f) || ' m on m.sales_id = s.id and m.organization_id = s.organization_id' end
$$;
comment on function private.sales_and_commissions is 'Commissions `m` with their sales `s`. Of a person who shares some the commissions are their parts: how
  much both sides by their parts would find no planner can tell.';

create function private.commission_amount(overdue boolean) returns text
language sql immutable set search_path = '' as $$ select case when overdue then 'm.owed' else 'm.amount' end $$;
comment on function private.commission_amount is 'What counts as the amount of a commission: of overdue ones what is owed.';

create function private.commission_agent_amount(f private.commission_filter) returns text
language sql immutable set search_path = '' as $$
  select case when f.ready then private.ready_amount(f) else 'm.agent_amount' end
$$;
comment on function private.commission_agent_amount is 'What the seller gets of a commission `m`, as an expression (others: private.sums_beside); of
  what is ready what of that can be paid now, to whomever.';

create function private.sums_beside(f private.commission_filter) returns text
language sql immutable set search_path = '' as $$
  -- By their sale, which has one commission: indexes that find commissions hold it.
  select case when f.all_shares and not f.ready then 'union all
      select m.status, 0, 0, sum(h.agent_amount) from m
      join private.shares_beside_sellers h on h.organization_id = $3 and h.sales_id = m.sales_id and h.commission_id is not null
      group by m.status' else '' end
$$;
comment on function private.sums_beside is 'To add to the sums by status of commissions `m` that were found: what others than their sellers get, where an
  agency has any. Added up by themselves, since few commissions have them; of what is ready private.ready_amount says it.';

create function private.commission_sort(
  f private.commission_filter, sort text, from_sales boolean, join_commissions boolean, sales_first boolean,
  out source text, out keys text[])
language plpgsql immutable set search_path = '' as $$
declare
  dates_of constant text := case when from_sales then 's' else 'm' end;
  overdue constant boolean := f.due_before is not null;
begin
  source := case when not from_sales
      -- For the reference. What does not ask for it does not look it up: of a left join by the id the planner knows that it changes nothing.
      then private.commission_source(f) || ' m left join public.sales s on s.id = m.sales_id'
    when sales_first then private.sales_source(f.by_share) || ' cross join lateral (select * from ' || private.commission_source(f) || ' x
        where x.sales_id = s.id and x.organization_id = s.organization_id' || case when f.by_share then ' and x.agent_id = s.agent_id' else '' end
      || ' offset 0) m'
    when join_commissions then private.sales_and_commissions(f) else private.sales_source(f.by_share) end
    || case sort
      when 'customer' then ' join public.customers c on c.organization_id = s.organization_id and c.id = s.customer_id'
      when 'vendor' then format(' join public.vendors v on v.organization_id = %1$s.organization_id and v.id = %1$s.vendor_id',
        case when from_sales then 's' else 'm' end)
      when 'agent' then ' join public.users a on a.organization_id = m.organization_id and a.id = m.agent_id'
      else '' end;
  keys := private.with_tiebreakers(case sort
    when 'sale_date' then '{}'
    when 'amount' then array[private.commission_amount(overdue)]
    when 'total_amount' then array[case when f.by_share and join_commissions and not sales_first
      then 'case when s.co_sellers = ''[]'' then s.total_amount else private.share_part(s.total_amount, s.co_sellers, m.place) end' else 's.total_amount' end]
    when 'booking_reference' then '{s.booking_reference}'
    when 'status' then '{m.status,m.created_at}'
    when 'customer' then '{c.last_name,c.first_name,c.id}'
    when 'vendor' then '{v.name,v.id}'
    when 'agent' then '{a.last_name,a.first_name,a.id,m.created_at}'
    else case when sort = 'due_on' and overdue then '{m.due_on}'::text[] else '{m.created_at}' end end,
    dates_of || '.sale_date', dates_of || '.created_at');
end $$;
comment on function private.commission_sort is 'FROM and the sort keys. An unknown `sort` is the moment of creation; so is
  ''due_on'' unless only overdue ones are asked for. sales_first: the commission of each sale that is found is looked up, since the
  planner takes what has several words of a search for many.';
