set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.report_cells(p private.report_plan, grouped_by text, first_day date, last_day date)
 RETURNS SETOF private.report_cell
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
