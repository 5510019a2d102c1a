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
  counted constant text := private.counted_by(p.organization_id, p.agent_id, grouped_by);
  level text := case
    when p.customer_id is not null or p.open_only then null
    -- Of the agency a sale is one: its people's totals would say it twice. Payments are each of one person.
    when counted = 'agency' and p.kind not like '%.paid' and coalesce(grouped_by, 'month') in ('month', 'vendor') then 'vendor'
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
      private.report_sums_of(p.kind), private.report_facts(p.kind, p.customer_id is not null, '', counted), private.report_condition(p),
      private.report_days(cardinality(from_days)));
  end if;
  return query execute format('select f.month, f.group_id, %1$s from (%2$s) f(month, group_id, n, total, expected, received_n, received,
      agents, short_n, short, written_off, open_amount, due_n, late_n, late_days, paid, taken_back)
    group by 1, 2 having row(%1$s) <> row(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)', private.report_cells_together(), array_to_string(parts, ' union all '))
  using p, from_days, to_days, first_month, after_month, stale;
end $$;
comment on function private.report_cells is 'What a plan comes to between two days, by month, agent, vendor, or all together (null).
  Whole months come from their totals where these know what is asked for; months with stale totals, cut-off ones and everything else
  from the rows. A group is left out where all of it is nothing: closed books may leave a month nothing but a write-off.';

create function private.largest_customers(p private.report_plan, row_count bigint, most int) returns uuid[]
language plpgsql stable security definer set search_path = '' set work_mem = '64MB' set random_page_cost = '1.1' as $$
declare
  counted constant text := private.counted_by(p.organization_id, p.agent_id, null);
  candidates constant int := 3 * most;
  -- What is added up is the bookings alone: of hundreds of thousands of customers, all figures take many times as long.
  condition constant text := private.report_condition(p) || ' and ' || private.report_days(1);
  bookings constant text := 'select f.customer_id as id, sum(f.booked) as booked from %s ' || condition || ' group by 1';
  -- An array, not a join: it reaches both halves of commissions by received date.
  of_some constant text := format(bookings, private.report_facts(p.kind, true, '', counted) || ' where f.customer_id = any ($5) and');
  totals constant text := 'private.' || case when p.agent_id is null then 'customer_totals t where '
    else 'customer_totals_by_agent t where t.agent_id = ($1).agent_id and ' end || 't.organization_id = ($1).organization_id';
  some_ids uuid[];
  bound numeric;
  sold_from date := '-infinity';
  sold_to date := 'infinity';
  ids uuid[];
begin
  -- What a person bought for by share no total of customers says.
  if counted is distinct from 'person' and p.vendor_ids is null and p.status is distinct from 'cancelled' and row_count > 60 * candidates then
    execute format('select array(select t.customer_id from %s order by t.total_amount desc limit $2)', totals
      || case when p.agent_id is null then ' and not t.archived' else '' end)
    into some_ids using p, candidates;
    execute format('select min(b.booked) from (select b.booked from (%s) b order by b.booked desc limit $4) b having count(*) = $4',
      of_some)
    into bound using p, array[p.first_day], array[p.last_day], most, some_ids;
    execute format('select array(
        select t.customer_id from %s and t.total_amount >= $2
        union
        select s.customer_id from private.closed_receipts k
        join public.sales s on s.organization_id = k.organization_id and s.id = k.sales_id
        where k.organization_id = ($1).organization_id and k.posted_on between ($1).first_day and ($1).last_day
        limit $3)', totals || case when p.agent_id is null then ' and t.archived = any (''{f,t}'')' else '' end)
    into some_ids using p, bound, row_count / 20;
  end if;
  if bound is null or cardinality(some_ids) >= row_count / 20 then
    some_ids := null;
  end if;
  if some_ids is null and p.kind like 'commission.%' then
    -- The sales are read together by an index that has all that is asked of them, not one by one.
    -- Behind a fence (offset 0): for the first and the last day alone the planner goes through all days of sale.
    execute format('select min(d.sale_date), max(d.sale_date) from (select f.sale_date from %s where %s offset 0) d',
      private.report_facts(p.kind, counted => counted), condition)
    into sold_from, sold_to using p, array[p.first_day], array[p.last_day];
  end if;
  execute format('select array(select b.id from (%s) b order by b.booked desc, b.id limit $4)',
    case when some_ids is not null then of_some else format(bookings, private.report_facts(p.kind, true, concat(
      ' and s.sale_date between $6 and $7',
      case when p.agent_id is not null and counted is null then ' and s.agent_id = ($1).agent_id' end,
      case when p.vendor_ids is not null then ' and s.vendor_id = any (($1).vendor_ids)' end), counted) || ' where') end)
  into ids using p, array[p.first_day], array[p.last_day], most, some_ids, sold_from, sold_to;
  return ids;
end $$;
comment on function private.largest_customers is 'The customers with the largest bookings in a plan, `most` of them, the largest first. Of
  many rows only customers are looked at who, over all time, have bought for at least as much as the last of the largest among some
  of them did in the range: who bought less altogether cannot be among them, but by what a closed month keeps.';

create function private.report_customers(p private.report_plan, wanted uuid[]) returns setof private.report_cell
language plpgsql stable security definer set search_path = '' set random_page_cost = '1.1' as $$
begin
  return query execute format(
    'select null::date, f.customer_id, %s from %s where f.customer_id = any ($4) and %s and %s
    group by 2 order by array_position($4, f.customer_id)',
    private.report_sums_of(p.kind), private.report_facts(p.kind, true, '', private.counted_by(p.organization_id, p.agent_id, null)),
    private.report_condition(p), private.report_days(1))
  using p, array[p.first_day], array[p.last_day], wanted;
end $$;
comment on function private.report_customers is 'What these customers (`wanted`) come to in a plan, in their order.';
