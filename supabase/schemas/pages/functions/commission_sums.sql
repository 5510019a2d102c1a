-- Sums of commissions by status, and what of them can be paid now: of the list and of the dashboard.

create function private.ready_parts(f private.commission_filter, source text, conditions text) returns text
language sql immutable set search_path = '' as $$
  -- Sellers, by their index, and who else has a share, of few: asked for together, the rows of all that was received are read. Their
  -- status is written out, since the index does not hold it.
  select format('select ''funds_received'' as status, count(*) as n, sum(%s) as a, sum(m.agent_amount) as g from %s where %s and %s
      having count(*) > 0',
      private.commission_amount(f.due_before is not null), source, conditions, private.seller_ready(f))
    || case when f.ready_ids = '{}' then '' else format(' union all
      select m.status, count(*) filter (where not (%1$s)), sum(%2$s) filter (where not (%1$s)), sum(r.amount)
      -- Behind a fence: joined with amounts of which no planner knows how many there are, the parts of a person are read for each of them.
      from (select m.* from %3$s where %4$s and m.id = any ($16) offset 0) m
      join (select h.commission_id, sum(h.agent_amount) as amount from public.commission_shares h
        where h.organization_id = $3 and h.id = any ($17) group by 1) r on r.commission_id = m.id
      group by m.status',
      private.seller_ready(f), private.commission_amount(f.due_before is not null), source, conditions) end
$$;
comment on function private.ready_parts is 'A query for status, count, amount and what can be paid now of those commissions `m` of a source
  for which somebody can be paid (private.somebody_ready), in one row or two for a status.';

create function private.sums_by_status(f private.commission_filter, source text, conditions text) returns text
language sql immutable set search_path = '' as $$
  select case when f.all_shares and not f.ready then format('(with m as materialized (
        select m.sales_id, m.status, %1$s as amount, m.agent_amount from %2$s where %3$s)
      select m.status, count(*) as n, sum(m.amount) as a, sum(m.agent_amount) as g from m group by m.status %4$s)', x.amount, source, conditions,
      private.sums_beside(f))
    else format('select m.status, count(*) as n, sum(%s) as a, sum(%s) as g from %s where %s group by m.status',
      x.amount, private.commission_agent_amount(f), source, conditions) end
  from private.commission_amount(f.due_before is not null) x(amount)
$$;
comment on function private.sums_by_status is 'A query for status, count, amount and agents'' part of commissions `m` of a source, in one row or two
  for a status.';

create function private.sum_commissions(f private.commission_filter) returns jsonb
language plpgsql stable security definer set search_path = '' set random_page_cost = '1.1' as $$
declare
  with_sales constant text := private.sales_and_commissions(f);
  parts text;
  sums jsonb;
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
    parts := 'select d.status, sum(d.record_count) as n, sum(d.commission_amount) as a, sum(d.agent_amount) as g
      from private.totals(''commission'', $3, $4, $5, $6) d group by d.status';
  elsif f.word is null and f.ready then
    rest.ready := false;
    parts := private.ready_parts(f, private.commission_source(rest) || ' m', private.commission_conditions(rest, false));
  elsif f.word is null then
    parts := private.sums_by_status(f, private.commission_source(f) || ' m', private.commission_conditions(f, false));
  elsif f.vendor_ids <> '{}' and not f.exclude_customers and cardinality(f.other_words) = 0 then
    -- Whose vendor has the word is added up without the sales.
    f.word := null;
    rest.vendor_ids := '{}';
    parts := private.sums_by_status(f, private.commission_source(f) || ' m', private.commission_conditions(f, false) || ' and m.vendor_id = any ($10)')
      || ' union all '
      || private.sums_by_status(rest, with_sales, private.commission_conditions(rest, true) || ' and s.vendor_id <> all ($10)');
    f.word := rest.word;
  else
    parts := private.sums_by_status(f, with_sales, private.commission_conditions(f, true));
  end if;
  execute 'select coalesce(jsonb_object_agg(status, jsonb_build_object(''count'', n, ''amount'', a, ''agent_amount'', g)), ''{}'')
    from (select p.status, sum(p.n)::bigint as n, sum(p.a) as a, sum(p.g) as g from (' || parts || ') p group by p.status) t'
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
  source text;
  conditions text;
  found text;
  answer jsonb;
begin
  f.status := null;
  if f.ready then
    return private.sum_all_statuses(coalesce(sums, private.sum_commissions(f)));
  end if;
  if shared and f.word is not null then
    f.ready := true;
    return private.sum_all_statuses(private.sum_commissions(f));
  end if;
  source := case when f.word is null then private.commission_source(f) || ' m'
    else private.sales_and_commissions(f) end;
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
