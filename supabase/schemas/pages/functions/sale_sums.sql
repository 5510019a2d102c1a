-- Sums of sales by status: of the list and of the dashboard.

create function private.subtract_sums(minuend jsonb, subtrahend jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(m.status, (
    select jsonb_object_agg(k, v::numeric - coalesce((subtrahend -> m.status ->> k)::numeric, 0))
    from jsonb_each_text(m.sums) e(k, v)))
  from jsonb_each(minuend) m(status, sums)
$$;
comment on function private.subtract_sums is 'Of sums by status, {status: {name: number}}: `minuend` minus `subtrahend`.';

create function private.sum_sales(f private.sale_filter) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  source text;
  sums jsonb;
  excluded private.sale_filter := f;
begin
  f.status := null;
  if f.exclude_customers then
    excluded.exclude_customers := false;
    f.customer_ids := null;
    f.exclude_customers := false;
    return private.subtract_sums(private.sum_sales(f), private.sum_sales(excluded));
  end if;
  if f.customer_ids is null and f.vendor_id is null and f.departing_by is null and f.group_id is null then
    source := 'd.status, sum(d.record_count) as n, sum(d.total_amount) as a, sum(d.commission_amount) as c
      from private.totals(''sale'', $3, $4, $6, $7) d group by d.status';
  else
    -- What departs is booked. Not asked for its status, it is read from its own index, as far as it reaches.
    source := case when f.departing_by is null then 's.status' else '''booked'' as status' end
      || ', count(*) as n, sum(s.total_amount) as a, sum(s.commission_amount) as c from ' || private.sales_source(f.by_share) || ' where '
      || private.sale_conditions(f) || ' group by 1';
  end if;
  execute 'select jsonb_object_agg(status, jsonb_build_object(''count'', n, ''amount'', a, ''commission_amount'', c))
    from (select ' || source || ') t'
  into sums using null, null, f.organization_id, f.agent_id, f.vendor_id, f.first_day, f.last_day, f.customer_ids, f.status,
    f.sale_ids, f.departing_by;
  return sums;
end $$;
comment on function private.sum_sales is '{status: {count, amount, commission_amount}} over every filter but the status.';

create function private.sale_status_summary(sums jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(name, jsonb_build_object('count', n, 'amount', a, 'commission_amount', c))
  from (
    select g.name, coalesce(sum((v ->> 'count')::bigint), 0) as n, coalesce(sum((v ->> 'amount')::numeric), 0) as a,
      coalesce(sum((v ->> 'commission_amount')::numeric), 0) as c
    from (values ('booked', '{booked}'::text[]), ('paid', '{paid}'), ('cancelled', '{cancelled}'),
      ('total', '{booked,paid,cancelled}'), ('active_total', '{booked,paid}')) g(name, statuses)
    left join jsonb_each(sums) e(k, v) on e.k = any (g.statuses)
    group by g.name
  ) t
$$;
comment on function private.sale_status_summary is 'The sums as list_sales answers them: every status, with zeros where there is
  none, and two totals.';
