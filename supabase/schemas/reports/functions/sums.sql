-- The figures of a report, from totals and rows. Queries are dynamic so that each has a plan of its own; their texts are fixed pieces
-- (reports/functions/monthly_totals), values are always parameters.

create function private.report_condition(p private.report_plan) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(' and ', 'f.organization_id = ($1).organization_id',
    case when p.agent_id is not null then 'f.agent_id = ($1).agent_id' end,
    case when p.vendor_ids is not null then 'f.vendor_id = any (($1).vendor_ids)' end,
    case when p.customer_id is not null then 'f.customer_id = ($1).customer_id' end,
    case when p.open_only then private.open_condition(p.tracked_since, 'f') end,
    case when p.undated then 'f.due_on is null' when not p.undated then 'f.due_on between ($1).first_day and ($1).last_day' end,
    case when p.status is null then 'f.status <> ''cancelled''' else 'f.status = ($1).status' end)
$$;
comment on function private.report_condition is 'The rows of a plan `p`, over facts `f`: $1 is the plan, $2 and $3 the first days
  and last days that are read.';

create function private.report_days(pairs int) returns text
language sql immutable set search_path = '' as $$
  select case when pairs <= 4 then
    (select '(' || string_agg(format('f.day between ($2)[%s] and ($3)[%s]', n, n), ' or ') || ')' from generate_series(1, pairs) n)
    else 'exists (select from unnest($2, $3) d(from_day, to_day) where f.day between d.from_day and d.to_day)' end
$$;
comment on function private.report_days is 'Days between pairs of days, $2 and $3: a few of them one by one, so that an index finds
  each.';

create function private.report_cells(p private.report_plan, grouped_by text, first_day date, last_day date)
returns setof private.report_cell
language plpgsql stable security definer set search_path = '' as $$
declare
  level text := case
    when p.customer_id is not null or p.open_only then null
    when p.vendor_ids is null and coalesce(grouped_by, 'month') in ('month', 'agent') then 'agent'
    when p.agent_id is null and coalesce(grouped_by, 'month') in ('month', 'vendor') then 'vendor' end;
  -- The totals' group is the rows' agent or vendor.
  keys constant text := case grouped_by when 'month' then '%1$s, null::uuid' when 'agent' then 'null::date, %2$s'
    when 'vendor' then 'null::date, %2$s' else 'null::date, null::uuid' end;
  first_month date := (date_trunc('month', (first_day - 1)::timestamp) + interval '1 month')::date;
  after_month date := date_trunc('month', (last_day + 1)::timestamp);
  stale date[] := '{}';
  from_days date[] := array[first_day];
  to_days date[] := array[last_day];
  parts text[] := '{}';
begin
  if level is not null and first_month < after_month then
    stale := array(select distinct s.month from private.stale_report_months s
      where s.organization_id = p.organization_id and s.kind = p.kind and s.month >= first_month and s.month < after_month);
    from_days := stale;
    to_days := array(select (m + interval '1 month')::date - 1 from unnest(stale) m);
    if first_day < first_month then
      from_days := from_days || first_day;
      to_days := to_days || (first_month - 1);
    end if;
    if last_day >= after_month then
      from_days := from_days || after_month;
      to_days := to_days || last_day;
    end if;
    parts := parts || format(
      'select %s, %s from private.report_totals f
      where f.organization_id = ($1).organization_id and f.kind = ($1).kind and f.grouped_by = %L
        and f.month >= $4 and f.month < $5 and f.month <> all ($6) and %s group by 1, 2',
      format(keys, 'f.month', 'f.group_id'), private.report_cells_together(), level,
      concat_ws(' and ', case when p.status is null then 'f.status <> ''cancelled''' else 'f.status = ($1).status' end,
        case when p.agent_id is not null then 'f.group_id = ($1).agent_id'
          when p.vendor_ids is not null then 'f.group_id = any (($1).vendor_ids)' end));
  end if;
  if cardinality(from_days) > 0 then
    parts := parts || format('select %s, %s from %s where %s and %s group by 1, 2',
      format(keys, 'date_trunc(''month'', f.day::timestamp)::date', case grouped_by when 'agent' then 'f.agent_id' else 'f.vendor_id' end),
      private.report_sums_of(p.kind), private.report_facts(p.kind, p.customer_id is not null), private.report_condition(p),
      private.report_days(cardinality(from_days)));
  end if;
  return query execute format('select f.month, f.group_id, %1$s from (%2$s) f(month, group_id, n, total, expected, received_n, received,
      agents, short_n, short, written_off, open_amount, due_n, late_n, late_days, paid)
    group by 1, 2 having row(%1$s) <> row(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)', private.report_cells_together(), array_to_string(parts, ' union all '))
  using p, from_days, to_days, first_month, after_month, stale;
end $$;
comment on function private.report_cells is 'What a plan comes to between two days, by month, agent, vendor, or all together (null).
  Whole months come from their totals where these know what is asked for; months with stale totals, cut-off ones and everything else
  from the rows. A group is left out where all of it is nothing: closed books may leave a month nothing but a write-off.';

create function private.report_customers(p private.report_plan, row_count bigint, most int, wanted uuid[] default null) returns setof private.report_cell
language plpgsql stable security definer set search_path = '' as $$
declare
  facts constant text := private.report_facts(p.kind, true);
  of_candidates constant text := 'unnest($5) i(id) join ' || facts || ' on f.customer_id = i.id';
  ranked constant text := format('select null::date, f.customer_id, %s, sum(f.booked) as booked from %%s
    where %s and %s group by 2 order by booked desc, 2 limit $4', private.report_sums_of(p.kind), private.report_condition(p),
    private.report_days(1));
  cells constant text := 'select f.month, f.group_id, f.n, f.total, f.expected, f.received_n, f.received, f.agents, f.short_n, f.short,
    f.written_off, f.open_amount, f.due_n, f.late_n, f.late_days, f.paid
    from (%s) f(month, group_id, n, total, expected, received_n, received, agents, short_n, short, written_off, open_amount, due_n,
      late_n, late_days, paid, booked)';
  candidates int := 10 * most;
  ids uuid[];
  bound numeric;
  found private.report_cell[];
  least_booked numeric;
begin
  if wanted is not null then
    return query execute format(cells, format(ranked, of_candidates)) using p, array[p.first_day], array[p.last_day], most, wanted;
    return;
  elsif p.agent_id is null and p.vendor_ids is null and p.status is distinct from 'cancelled' then
    while candidates < 100 * most and candidates * 20 < row_count loop
      select array_agg(t.customer_id), min(t.total_amount) into ids, bound
      from (
        select c.customer_id, c.total_amount
        from (
          (select a.customer_id, a.total_amount from private.customer_totals a
          where a.organization_id = p.organization_id and not a.archived order by a.total_amount desc limit candidates)
          union all
          (select b.customer_id, b.total_amount from private.customer_totals b
          where b.organization_id = p.organization_id and b.archived order by b.total_amount desc limit candidates)) c
        order by c.total_amount desc limit candidates) t;
      execute format('select array_agg(row(f.month, f.group_id, f.n, f.total, f.expected, f.received_n, f.received, f.agents, f.short_n,
          f.short, f.written_off, f.open_amount, f.due_n, f.late_n, f.late_days, f.paid)::private.report_cell), min(f.booked)
        from (%s) f(month, group_id, n, total, expected, received_n, received, agents, short_n, short, written_off, open_amount, due_n,
          late_n, late_days, paid, booked)', format(ranked, of_candidates))
      into found, least_booked using p, array[p.first_day], array[p.last_day], most, ids;
      if cardinality(found) = most and least_booked > bound then
        return query select * from unnest(found);
        return;
      end if;
      -- So far below the bound it is not reached by looking at more.
      exit when 2 * least_booked < bound;
      candidates := candidates * 3;
    end loop;
  end if;
  return query execute format(cells, format(ranked, facts)) using p, array[p.first_day], array[p.last_day], most;
end $$;
comment on function private.report_customers is 'The customers with the largest bookings in a plan, `most` of them. Of many rows
  only customers are looked at who, over all time, have bought for as much as the last of those found: who bought less altogether
  cannot be among them. Or these customers (`wanted`).';
