set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.agent_year_cells(p private.report_plan, grouped_by text, first_day date, last_day date)
 RETURNS SETOF private.agent_year_cell
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select t.month, t.agent_id, sum(t.n)::bigint, sum(t.paid), sum(t.commissions), sum(t.adjustments), sum(t.carried_in), sum(t.carried_out)
  from (
    select case when agent_year_cells.grouped_by = 'month' then date_trunc('month', y.day::timestamp)::date end as month,
      case when agent_year_cells.grouped_by = 'agent' then y.agent_id end as agent_id, count(*) as n, sum(y.paid_amount) as paid,
      sum(y.commission_amount) as commissions, sum(y.adjustment_amount) as adjustments, sum(y.carried_in) as carried_in,
      sum(y.carried_out) as carried_out
    from private.agent_year y
    where y.organization_id = p.organization_id and (p.agent_id is null or y.agent_id = p.agent_id) and y.voided_on is null
      and y.statement_id is not null and y.day between first_day and last_day
    group by 1, 2
    union all
    select c.month, c.group_id, c.n, c.paid, c.paid, 0, 0, 0
    from private.report_cells(p, agent_year_cells.grouped_by, first_day, last_day) c) t
  group by 1, 2
$function$;

CREATE OR REPLACE FUNCTION private.mark_report_months()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Rows before and after a statement are counted together, and what is the same cancels out.
  if tg_table_name = 'sales' then
    if tg_op = 'INSERT' then
      insert into private.stale_report_months
      select distinct a.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
      from changed a cross join lateral (values ('sale.sale', a.sale_date), ('sale.travel', a.travel_date)) d(kind, day)
      where d.day is not null;
    elsif tg_op = 'DELETE' then
      insert into private.stale_report_months
      select distinct b.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
      from replaced b cross join lateral (values ('sale.sale', b.sale_date), ('sale.travel', b.travel_date)) d(kind, day)
      where d.day is not null;
    else
      insert into private.stale_report_months
      select distinct c.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
      from (
        select x.organization_id, x.sale_date, x.travel_date
        from (select 1 as n, a.* from changed a union all select -1, b.* from replaced b) x
        group by x.id, x.organization_id, x.sale_date, x.travel_date, x.status, x.agent_id, x.vendor_id, x.total_amount,
          x.commission_amount
        having sum(x.n) <> 0) c
      cross join lateral (values ('sale.sale', c.sale_date), ('sale.travel', c.travel_date)) d(kind, day)
      where d.day is not null;
    end if;
  elsif tg_table_name = 'agent_payments' then
    if tg_op <> 'DELETE' then
      insert into private.stale_report_months
      select distinct a.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
      from changed a cross join lateral (values ('payment.paid', a.posted_on), ('single.paid', a.payment_date)) d(kind, day);
    end if;
    if tg_op <> 'INSERT' then
      insert into private.stale_report_months
      select distinct b.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
      from replaced b cross join lateral (values ('payment.paid', b.posted_on), ('single.paid', b.payment_date)) d(kind, day);
    end if;
  elsif tg_op = 'INSERT' then
    insert into private.stale_report_months
    select distinct a.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
    from changed a
    -- A cancelled commission is in no sum of its sale.
    left join public.sales s on a.status = 'cancelled' and s.organization_id = a.organization_id and s.id = a.sales_id
    cross join lateral (values ('commission.sale', a.sale_date), ('commission.due', a.due_on),
      ('commission.received', a.received_posted_on), ('sale.sale', s.sale_date), ('sale.travel', s.travel_date)) d(kind, day)
    where d.day is not null;
  elsif tg_op = 'DELETE' then
    insert into private.stale_report_months
    select distinct b.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
    from replaced b
    left join public.sales s on b.status = 'cancelled' and s.organization_id = b.organization_id and s.id = b.sales_id
    cross join lateral (values ('commission.sale', b.sale_date), ('commission.due', b.due_on),
      ('commission.received', b.received_posted_on), ('sale.sale', s.sale_date), ('sale.travel', s.travel_date)) d(kind, day)
    where d.day is not null;
  else
    insert into private.stale_report_months
    select distinct c.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
    from (
      select x.id, x.organization_id, x.sales_id, x.status, x.sale_date, x.due_on, x.received_posted_on
      from (select 1 as n, a.* from changed a union all select -1, b.* from replaced b) x
      group by x.id, x.organization_id, x.sales_id, x.sale_date, x.due_on, x.received_on, x.received_posted_on, x.status, x.agent_id,
        x.vendor_id, x.amount, x.agent_amount, x.received_amount, x.written_off, x.open_amount
      having sum(x.n) <> 0) c
    -- A payment that is there reads its commission.
    left join public.agent_payments p on p.organization_id = c.organization_id and p.commission_id = c.id
    left join public.sales s on c.status = 'cancelled' and s.organization_id = c.organization_id and s.id = c.sales_id
    cross join lateral (values ('commission.sale', c.sale_date), ('commission.due', c.due_on),
      ('commission.received', c.received_posted_on), ('payment.paid', p.posted_on), ('sale.sale', s.sale_date),
      ('sale.travel', s.travel_date)) d(kind, day)
    where d.day is not null;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.mark_voided_months()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.stale_report_months
  select distinct p.organization_id, 'single.paid', date_trunc('month', p.payment_date::timestamp)::date
  from changed v join public.agent_payments p on p.organization_id = v.organization_id and p.id = v.payment_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.paid_to_agents(organization_id uuid, first_day date, last_day date)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(c.paid), 0)
  from private.agent_year_cells(jsonb_populate_record(null::private.report_plan,
    jsonb_build_object('organization_id', paid_to_agents.organization_id, 'kind', 'single.paid')), null, first_day, last_day) c
$function$;

CREATE OR REPLACE FUNCTION private.read_report(definition jsonb, today date)
 RETURNS private.report_plan
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  p private.report_plan;
  choices record;
  basis text;
  months int;
begin
  if coalesce(jsonb_typeof(definition), 'null') <> 'object' or pg_column_size(definition) > 4000 or exists (
    select from jsonb_object_keys(definition) k where k <> all (
      '{report,range,from,to,basis,group,compare,agent_id,vendor_id,category,status,age}'::text[])) then
    perform private.refuse('This is not a report.', 'definition');
  end if;
  p.today := today;
  p.report := private.report_choice(definition, 'report',
    '{sales,commissions,performance,aging,punctuality,short_pay,agents_year}');
  choices := private.report_choices(p.report);
  basis := private.report_choice(definition, 'basis', choices.bases);
  p.kind := case when p.report = 'sales' then 'sale.' when p.report = 'agents_year' then 'single.'
    when basis = 'paid' then 'payment.' else 'commission.' end || basis;
  p.grouped_by := private.report_choice(definition, 'group', choices.groups);
  -- No status: all but cancelled.
  p.status := case when private.report_text(definition, 'status') is not null
    then private.report_choice(definition, 'status', choices.statuses) end;
  if p.report = 'agents_year' and coalesce(private.report_text(definition, 'vendor_id'), private.report_text(definition, 'category'))
    is not null then
    perform private.refuse('Agents are paid for bookings of many vendors together. Choose no vendor.', 'vendor_id');
  end if;
  p.compare := nullif(private.report_choice(definition, 'compare', '{none,period,year}'), 'none');
  p.agent_id := private.report_id(definition, 'agent_id');
  if p.report = 'aging' then
    p.compare := null;
    p.open_only := true;
    p.status := 'unpaid';
    select a.first_day, a.last_day into p.first_day, p.last_day
    from (values ('all', '1900-01-01'::date, '2199-12-31'::date), ('overdue', '1900-01-01', today - 1),
      ('not_due', today, '2199-12-31'), ('0-30', today - 30, today - 1), ('31-60', today - 60, today - 31),
      ('61-90', today - 90, today - 61), ('90+', '1900-01-01', today - 91)) a(age, first_day, last_day)
    where a.age = private.report_choice(definition, 'age', '{all,overdue,not_due,0-30,31-60,61-90,90+}');
    return p;
  end if;
  if private.report_text(definition, 'age') is not null then
    perform private.refuse('This report does not know that choice.', 'age');
  end if;
  p.range := private.report_choice(definition, 'range', choices.range
    || '{last_12_months,this_month,last_month,this_quarter,last_quarter,this_year,last_year,custom}'::text[]);
  if p.range = 'custom' then
    p.first_day := private.report_day(definition, 'from');
    p.last_day := private.report_day(definition, 'to');
    if p.first_day > p.last_day then
      perform private.refuse('The range ends before it begins.', 'to');
    elsif p.last_day > p.first_day + interval '40 years' then
      perform private.refuse('Choose at most 40 years.', 'from');
    end if;
  else
    select r.first_day, r.last_day into p.first_day, p.last_day from private.report_range(p.range, today) r;
  end if;
  if p.compare = 'year' then
    p.before_first := p.first_day - interval '1 year';
    p.before_last := (p.last_day + 1 - interval '1 year')::date - 1;
  elsif p.compare = 'period' and date_trunc('month', p.first_day::timestamp) = p.first_day
    and date_trunc('month', (p.last_day + 1)::timestamp) = p.last_day + 1 then
    months := 12 * (extract(year from p.last_day + 1) - extract(year from p.first_day))
      + extract(month from p.last_day + 1) - extract(month from p.first_day);
    p.before_first := p.first_day - months * interval '1 month';
    p.before_last := p.first_day - 1;
  elsif p.compare = 'period' then
    p.before_first := p.first_day - (p.last_day - p.first_day + 1);
    p.before_last := p.first_day - 1;
  end if;
  return p;
end $function$;

CREATE OR REPLACE FUNCTION private.report_facts(kind text, with_customer boolean DEFAULT false)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '(select ' || case split_part(kind, '.', 1)
    when 'sale' then format(
      's.id, s.id as sale_id, s.organization_id, s.agent_id, s.vendor_id, s.status, s.%s as day, s.total_amount as total,
      case when x.sales_id is null then s.commission_amount else 0 end as expected, null::numeric as received,
      null::date as received_on, 0::numeric as agent_amount, 0::numeric as written_off, 0::numeric as open_amount, null::date as due_on,
      0::numeric as paid, s.customer_id, s.total_amount as booked, 1 as sign, s.id as record_id
      from public.sales s
      left join public.commissions x on x.organization_id = s.organization_id and x.sales_id = s.id and x.status = ''cancelled''
        and s.status <> ''cancelled''',
      case kind when 'sale.travel' then 'travel_date' else 'sale_date' end)
    when 'single' then
      'p.id, null::uuid as sale_id, p.organization_id, p.agent_id, null::uuid as vendor_id, ''agent_paid''::text as status,
      p.payment_date as day, 0::numeric as total, 0::numeric as expected, null::numeric as received, null::date as received_on,
      0::numeric as agent_amount, 0::numeric as written_off, 0::numeric as open_amount, null::date as due_on, p.amount as paid,
      null::uuid as customer_id, 0::numeric as booked, 1 as sign, p.id as record_id
      from public.agent_payments p
      left join public.payment_voids v on v.organization_id = p.organization_id and v.payment_id = p.id
      where p.batch_id is null and v.id is null'
    else format(
      'c.id, c.sales_id as sale_id, c.organization_id, c.agent_id, c.vendor_id, c.status, %s as day, 0::numeric as total,
      c.amount as expected, c.received_amount as received, c.received_on, c.agent_amount, c.written_off, c.open_amount, c.due_on,
      %s as paid, %s, 1 as sign, c.id as record_id from public.commissions c%s%s',
      case kind when 'commission.due' then 'c.due_on' when 'commission.received' then 'c.received_posted_on'
        when 'payment.paid' then 'p.posted_on' else 'c.sale_date' end,
      case kind when 'payment.paid' then 'p.amount' else '0::numeric' end,
      case when with_customer then 's.customer_id, s.total_amount as booked' else 'null::uuid as customer_id, 0::numeric as booked' end,
      case when with_customer then ' join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id' else '' end,
      case kind when 'payment.paid' then
        ' join public.agent_payments p on p.organization_id = c.organization_id and p.commission_id = c.id' else '' end)
      || case kind when 'commission.received' then format(
      ' union all select k.id, k.sales_id, k.organization_id, k.agent_id, k.vendor_id, k.status, k.posted_on, 0::numeric, k.amount,
      k.received_amount, k.received_on, k.agent_amount, k.written_off, k.open_amount, k.due_on, 0::numeric, %s, k.sign, k.commission_id
      from private.closed_receipts k%s',
      case when with_customer then 's.customer_id, s.total_amount * k.sign' else 'null::uuid, 0::numeric' end,
      case when with_customer then ' join public.sales s on s.organization_id = k.organization_id and s.id = k.sales_id' else '' end)
        else '' end end
    || ') f'
$function$;

CREATE OR REPLACE FUNCTION private.report_kinds()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '{sale.sale,sale.travel,commission.sale,commission.due,commission.received,payment.paid,single.paid}'::text[]
$function$;

CREATE OR REPLACE FUNCTION private.report_totals_of_rows(organization_id uuid, kind text, months date[])
 RETURNS SETOF private.report_totals
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query execute format(
    'select f.organization_id, $2, g.grouped_by, date_trunc(''month'', f.day::timestamp)::date, g.group_id, f.status, %s
    from unnest($3) m(month)
    join %s on f.organization_id = $1 and f.day >= m.month and f.day < (m.month + interval ''1 month'')::date
    cross join lateral (values (''agent'', f.agent_id), (''vendor'', f.vendor_id)) g(grouped_by, group_id)
    where g.group_id is not null
    group by f.organization_id, g.grouped_by, date_trunc(''month'', f.day::timestamp)::date, g.group_id, f.status',
    private.report_sums_of(kind), private.report_facts(kind))
  using organization_id, kind, months;
end $function$;

CREATE OR REPLACE FUNCTION public.list_payouts(page integer DEFAULT 1, page_size integer DEFAULT 10)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  per_page int := least(greatest(coalesce(list_payouts.page_size, 10), 1), 100);
  page_no int := greatest(coalesce(list_payouts.page, 1), 1);
  year date := date_trunc('year', private.today())::date;
  total bigint;
begin
  select count(*) into total from public.payout_batches b where b.organization_id = caller_organization_id;
  return jsonb_build_object('count', total, 'page', page_no, 'page_size', per_page, 'total_pages', (total + per_page - 1) / per_page,
    'rows', (
      select coalesce(jsonb_agg(private.payout_row(b) order by b.created_at desc, b.id), '[]')
      from (select p.* from public.payout_batches p where p.organization_id = caller_organization_id
        order by p.created_at desc, p.id limit per_page offset (page_no - 1)::bigint * per_page) b),
    'strip', (
      select jsonb_build_object(
        'ready', jsonb_build_object('amount', coalesce(sum(o.amount) filter (where o.obstacle is null), 0),
          'count', count(*) filter (where o.obstacle is null), 'agents', count(distinct o.agent_id) filter (where o.obstacle is null)),
        'held', jsonb_build_object('amount', coalesce(sum(o.amount) filter (where o.obstacle = 'held'), 0),
          'count', count(*) filter (where o.obstacle = 'held'), 'agents', count(distinct o.agent_id) filter (where o.obstacle = 'held')),
        'travel', jsonb_build_object('amount', coalesce(sum(o.amount) filter (where o.obstacle = 'travel'), 0),
          'count', count(*) filter (where o.obstacle = 'travel')))
      from private.open_for_payout(caller_organization_id, null, true) o)
    || (
      select jsonb_build_object(
        'this_year', private.paid_to_agents(caller_organization_id, year, (year + interval '1 year')::date - 1),
        'last_year', private.paid_to_agents(caller_organization_id, (year - interval '1 year')::date, year - 1),
        'payouts', count(distinct y.batch_id))
      from private.agent_year y
      where y.organization_id = caller_organization_id and y.statement_id is not null and y.voided_on is null
        and y.day >= year and y.day < year + interval '1 year'));
end $function$;

CREATE TRIGGER payment_voids_after_65_mark_report AFTER INSERT ON public.payment_voids REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.mark_voided_months();

REVOKE ALL ON FUNCTION "private"."mark_voided_months"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mark_voided_months"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."paid_to_agents"(uuid, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."paid_to_agents"(uuid, date, date) TO "postgres";

-- Data: months of single payments are added up by the job.
insert into private.stale_report_months
select distinct p.organization_id, 'single.paid', date_trunc('month', p.payment_date::timestamp)::date
from public.agent_payments p where p.batch_id is null;
