set local check_function_bodies = off;

DROP VIEW "private"."closed_receipts_by_share";

DROP VIEW "private"."commission_money_by_share";

DROP VIEW "private"."commissions_by_share";

CREATE OR REPLACE FUNCTION private.all_agent_amount(of text, paid_only boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select format('coalesce((select sum(h.agent_amount) from public.commission_shares h
    where h.organization_id = %1$s.organization_id and h.commission_id = %1$s.%2$s and %3$s), 0)',
    of, case of when 'c' then 'id' else 'commission_id' end,
    case when paid_only then 'h.status = ''paid''' else format('(h.status <> ''cancelled'' or %s.status = ''cancelled'')', of) end)
$function$;

CREATE OR REPLACE FUNCTION private.commission_day(kind text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case kind when 'commission.due' then 'c.due_on' when 'commission.received' then 'c.received_posted_on' else 'c.sale_date' end
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
    perform private.refuse('This is not a report.', 'definition', 'report_expected');
  end if;
  p.today := today;
  p.report := private.report_choice(definition, 'report', private.reports());
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
    perform private.refuse('Agents are paid for bookings of many vendors together. Choose no vendor.',
      'vendor_id', 'agents_report_of_vendor');
  end if;
  p.compare := nullif(private.report_choice(definition, 'compare', '{none,period,year}'), 'none');
  p.agent_id := private.report_id(definition, 'agent_id');
  if p.report = 'aging' then
    p.compare := null;
    p.open_only := true;
    p.kind := 'open.due';
    select a.first_day, a.last_day, a.undated into p.first_day, p.last_day, p.undated
    from (values ('all', '1900-01-01'::date, '2199-12-31'::date, null), ('overdue', '1900-01-01', today - 1, false),
      ('not_due', today, '2199-12-31', false), ('no_due_day', '1900-01-01', '2199-12-31', true),
      ('0-30', today - 30, today - 1, false), ('31-60', today - 60, today - 31, false), ('61-90', today - 90, today - 61, false),
      ('90+', '1900-01-01', today - 91, false)) a(age, first_day, last_day, undated)
    where a.age = private.report_choice(definition, 'age', '{all,overdue,not_due,no_due_day,0-30,31-60,61-90,90+}');
    return p;
  end if;
  if private.report_text(definition, 'age') is not null then
    perform private.refuse('This report does not know that choice.', 'age', 'report_choice_unknown');
  end if;
  p.range := private.report_choice(definition, 'range', choices.range
    || '{last_12_months,this_month,last_month,this_quarter,last_quarter,this_year,last_year,custom}'::text[]);
  if p.range = 'custom' then
    p.first_day := private.report_day(definition, 'from');
    p.last_day := private.report_day(definition, 'to');
    if p.first_day > p.last_day then
      perform private.refuse('The range ends before it begins.', 'to', 'range_reversed');
    elsif p.last_day > p.first_day + interval '40 years' then
      perform private.refuse('Choose at most 40 years.', 'from', 'range_too_long');
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

CREATE OR REPLACE FUNCTION private.report_answer(p private.report_plan, most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  read_by constant text := case when p.grouped_by = 'category' then 'vendor' when p.grouped_by not in ('customer', 'line_kind') then p.grouped_by end;
  nothing constant private.report_cell := private.add_report_cells('{}');
  cells constant private.report_cell[] := array(select c from private.report_cells(p, read_by, p.first_day, p.last_day) c);
  before private.report_cell[] := '{}';
  shown private.report_cell[];
  total private.report_cell := private.add_report_cells(cells);
  -- People who share a sale have one each, the agency has one altogether.
  apart constant boolean := p.grouped_by = 'agent' and p.agent_id is null and private.shares_commissions(p.organization_id);
  answer jsonb;
begin
  if p.compare is not null then
    before := array(select c from private.report_cells(p, read_by, p.before_first, p.before_last) c);
  end if;
  answer := jsonb_build_object(
    'total', private.report_figures(case when apart then private.report_whole(p, p.first_day, p.last_day) else total end),
    'before', case when p.compare is not null then private.report_figures(case when apart
      then private.report_whole(p, p.before_first, p.before_last) else private.add_report_cells(before) end) end);
  if p.grouped_by = 'month' then
    return answer || jsonb_build_object('rows', (
      select coalesce(jsonb_agg(jsonb_build_object('key', m.month, 'figures', private.report_figures(coalesce(c, nothing)),
        'before', case when p.compare is not null then private.report_figures(coalesce(b, nothing)) end) order by m.month), '[]')
      from generate_series(date_trunc('month', p.first_day::timestamp), least(p.last_day::timestamp, greatest(p.today::timestamp,
        (select max(x.month) from unnest(cells) x)::timestamp)), '1 month') g(day)
      cross join lateral (select g.day::date as month) m
      left join unnest(cells) c on c.month = m.month
      -- The n-th month of the one range is compared with the n-th of the other.
      left join unnest(before) b on private.months_between(p.before_first, b.month) = private.months_between(p.first_day, m.month)));
  elsif p.grouped_by = 'category' then
    return answer || jsonb_build_object('rows', (
      select coalesce(jsonb_agg(jsonb_build_object('key', n.category, 'figures', private.report_figures(n.cell),
        'before', case when p.compare is not null then private.report_figures(coalesce(b.cell, nothing)) end)
        order by private.report_rank(p, n.cell) desc, n.category), '[]')
      from private.by_category(cells) n left join private.by_category(before) b on b.category = n.category));
  elsif p.grouped_by = 'line_kind' then
    return answer || jsonb_build_object('rows', (
      select coalesce(jsonb_agg(jsonb_build_object('key', n.kind, 'figures', private.report_figures(n.cell),
        'before', case when p.compare is not null then private.report_figures(coalesce(b.cell, nothing)) end)
        order by private.report_rank(p, n.cell) desc, n.kind), '[]')
      from private.report_by_line(p, p.first_day, p.last_day) n
      left join (select * from private.report_by_line(p, p.before_first, p.before_last) where p.compare is not null) b on b.kind = n.kind));
  elsif p.grouped_by = 'customer' then
    shown := array(select c from private.report_customers(p, private.largest_customers(p, total.n, most)) c);
    if p.compare is not null then
      p.first_day := p.before_first;
      p.last_day := p.before_last;
      before := array(select c from private.report_customers(p, array(select c.group_id from unnest(shown) c)) c);
    end if;
  else
    shown := array(select c from unnest(cells) c order by private.report_rank(p, c) desc, c.n desc, c.group_id limit most);
  end if;
  return answer || jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('key', (shown[i]).group_id,
        'label', private.report_label(p.grouped_by, (shown[i]).group_id), 'figures', private.report_figures(shown[i]),
        'before', case when p.compare is not null then private.report_figures(coalesce(b, nothing)) end) order by i), '[]')
      from generate_subscripts(shown, 1) i left join unnest(before) b on b.group_id = (shown[i]).group_id),
    'others', (select private.report_figures(r) from private.report_rest(total, shown) r where r is distinct from nothing));
end $function$;

CREATE OR REPLACE FUNCTION private.report_beside_facts(kind text, with_customer boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select format(
    'select h.id, h.sales_id, h.organization_id, h.user_id, c.vendor_id, case when h.status = ''cancelled'' then ''cancelled''
      when h.status = ''paid'' then ''agent_paid'' when c.status = ''agent_paid'' then ''funds_received'' else c.status end, %s,
    0::numeric, 0::numeric, null::numeric, c.received_on, h.agent_amount, 0::numeric, 0::numeric, c.due_on, 0::numeric, %s, 1, 0, c.id,
    c.sale_date, 0::numeric, h.role
    from public.commission_shares h
    join public.commissions c on c.organization_id = h.organization_id and c.id = h.commission_id%s
    where h.place is null and h.agent_amount <> 0',
    private.commission_day(kind), case when with_customer then 's.customer_id, 0::numeric' else 'null::uuid, 0::numeric' end,
    case when with_customer then ' join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id' else '' end)
$function$;

CREATE OR REPLACE FUNCTION private.report_facts(kind text, with_customer boolean DEFAULT false, of_sales text DEFAULT ''::text, counted text DEFAULT NULL::text)
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
      0::numeric as paid, s.customer_id, s.total_amount as booked, 1 as sign, 1 as counts, s.id as record_id, s.sale_date,
      0::numeric as short, null::text as beside
      from %s s
      left join public.commissions x on x.organization_id = s.organization_id and x.sales_id = s.id and x.status = ''cancelled''
        and s.status <> ''cancelled''',
      case kind when 'sale.travel' then 'travel_date' else 'sale_date' end,
      case when counted = 'person' then 'private.sales_by_share' else 'public.sales' end)
    when 'single' then
      'p.id, null::uuid as sale_id, p.organization_id, p.agent_id, null::uuid as vendor_id, ''agent_paid''::text as status,
      p.payment_date as day, 0::numeric as total, 0::numeric as expected, null::numeric as received, null::date as received_on,
      0::numeric as agent_amount, 0::numeric as written_off, 0::numeric as open_amount, null::date as due_on, p.amount as paid,
      null::uuid as customer_id, 0::numeric as booked, 1 as sign, 1 as counts, p.id as record_id, null::date as sale_date,
      0::numeric as short, null::text as beside
      from public.agent_payments p
      left join public.payment_voids v on v.organization_id = p.organization_id and v.payment_id = p.id
      where p.batch_id is null and v.id is null'
    when 'open' then
      -- What vendors have not paid, the longest due first; what has no due day comes last.
      'm.commission_id as id, m.sales_id as sale_id, m.organization_id, m.payee_id as agent_id, m.vendor_id, m.status,
      coalesce(m.due_on, ''2199-12-31'') as day, 0::numeric as total, m.amount as expected,
      case when m.received_on is not null then m.received end as received, m.received_on, m.agent_amount'
      || case counted when 'agency' then ' + ' || private.all_agent_amount('m', false) || ' as agent_amount' else '' end
      || ', m.written_off, m.open_amount,
      m.due_on, 0::numeric as paid, null::uuid as customer_id, 0::numeric as booked, 1 as sign, 1 as counts, m.commission_id as record_id, m.sale_date,
      0::numeric as short, null::text as beside,
      m.whole_open, m.open, m.owed, m.owed_agent_paid, m.advanced'
      || case counted when 'agency' then ' + case when m.owed > 0 then ' || private.all_agent_amount('m', true) || ' else 0 end as advanced'
        else '' end
      || ', m.paid_short from private.commission_money' || case counted when 'person' then '_by_share' else '' end || ' m'
    else format(
      'c.id, c.sales_id as sale_id, c.organization_id, c.agent_id, c.vendor_id, c.status, %s as day, 0::numeric as total,
      c.amount as expected, c.received_amount as received, c.received_on, c.agent_amount%s, c.written_off, c.open_amount, c.due_on,
      %s as paid, %s, 1 as sign, 1 as counts, c.id as record_id, c.sale_date, %s as short, null::text as beside from %s c%s%s%s',
      case kind when 'payment.paid' then 'p.posted_on' else private.commission_day(kind) end,
      case when counted = 'agency' and kind <> 'payment.paid' then ' + ' || private.all_agent_amount('c', false) || ' as agent_amount'
        else '' end,
      case kind when 'payment.paid' then 'p.amount' else '0::numeric' end,
      case when with_customer then 's.customer_id, ' || case when counted = 'person' or counted is not null and kind = 'payment.paid'
          then 'private.share_part(s.total_amount, s.co_sellers, c.place)' else 's.total_amount' end || ' as booked'
        else 'null::uuid as customer_id, 0::numeric as booked' end,
      -- A part is short where the whole is: what rounding makes of a part is not what the vendor paid less.
      case when counted = 'person' or counted is not null and kind = 'payment.paid'
        then 'case when c.whole_received < c.whole_amount then c.amount - c.received_amount end'
        else 'case when c.received_amount < c.amount then c.amount - c.received_amount end' end,
      -- Payments are of people, each of a part: together they are the whole.
      case when counted = 'person' or counted is not null and kind = 'payment.paid' then 'private.commissions_by_share'
        else 'public.commissions' end,
      case when with_customer then ' join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id' else '' end,
      of_sales,
      case when kind <> 'payment.paid' then '' when counted is null
        then ' join public.agent_payments p on p.organization_id = c.organization_id and p.commission_id = c.id'
        else ' join public.agent_payments p on p.organization_id = c.organization_id and p.commission_id = c.id and c.place = 1' end)
      || case when kind = 'payment.paid' and counted is not null then format(
      ' union all select coalesce(c.id, h.other_commission_id), h.sales_id, h.organization_id, h.user_id,
      coalesce(c.vendor_id, o.vendor_id, s.vendor_id), ''agent_paid'', p.posted_on, 0::numeric,
      case when h.place is null then 0 else coalesce(private.commission_part(c.amount, c.share_percents, h.place), h.gross_part) end,
      private.commission_part(c.received_amount, c.share_percents, h.place), case when h.place is not null then c.received_on end,
      h.agent_amount, coalesce(private.commission_part(c.written_off, c.share_percents, h.place), 0),
      coalesce(private.commission_part(c.open_amount, c.share_percents, h.place), 0), c.due_on, p.amount, %s, 1, 1,
      coalesce(c.id, h.other_commission_id), h.counted_on, case when c.received_amount < c.amount
        then private.commission_part(c.amount, c.share_percents, h.place) - private.commission_part(c.received_amount, c.share_percents, h.place) end,
      null::text
      from public.agent_payments p
      join public.commission_shares h on h.organization_id = p.organization_id and h.id = p.share_id
      left join public.commissions c on c.organization_id = h.organization_id and c.id = h.commission_id
      left join public.other_commissions o on o.organization_id = h.organization_id and o.id = h.other_commission_id
      left join public.sales s on s.organization_id = h.organization_id and s.id = h.sales_id',
      case when with_customer then 's.customer_id, case when h.commission_id is not null and h.place is not null
        then private.share_part(s.total_amount, s.co_sellers, h.place) else 0 end' else 'null::uuid, 0::numeric' end)
        else '' end
      || case when counted = 'person' and kind like 'commission.%' then ' union all ' || private.report_beside_facts(kind, with_customer)
        else '' end
      || case kind when 'commission.received' then format(
      ' union all select k.id, k.sales_id, k.organization_id, k.agent_id, k.vendor_id, k.status, k.posted_on, 0::numeric, k.amount,
      k.received_amount, k.received_on, k.agent_amount%s, k.written_off, k.open_amount, k.due_on, 0::numeric, %s, k.sign, %s, k.commission_id,
      null::date, %s, %s
      from private.%s k%s',
      case when counted = 'agency' then ' + ' || private.all_agent_amount('k', false) else '' end,
      case when with_customer then 's.customer_id, '
          || case counted when 'person' then 'case when k.place is null then 0 else private.share_part(s.total_amount, s.co_sellers, k.place) end'
            else 's.total_amount' end || ' * k.sign'
        else 'null::uuid, 0::numeric' end,
      case counted when 'person' then 'k.counts' else 'k.sign' end,
      case counted when 'person' then 'case when k.whole_received < k.whole_amount then k.amount - k.received_amount end'
        else 'case when k.received_amount < k.amount then k.amount - k.received_amount end' end,
      case counted when 'person' then 'k.beside' else 'null::text' end,
      case counted when 'person' then 'closed_receipts_by_share' else 'closed_receipts' end,
      case when with_customer then ' join public.sales s on s.organization_id = k.organization_id and s.id = k.sales_id' else '' end)
        else '' end end
    || ') f'
$function$;

CREATE OR REPLACE FUNCTION private.report_facts_of_kind(facts text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select format('(select f.id, f.sale_id, f.organization_id, f.agent_id, f.vendor_id, f.status, f.day, k.total, k.expected, f.received,
      f.received_on, f.agent_amount, f.written_off, f.open_amount, f.due_on, f.sign, f.counts, f.paid, f.record_id, f.short, f.beside
    from %s cross join lateral (
      select sum(x.total) as total, sum(x.expected) as expected
      from (
        select l.kind, %s as total, %s as expected from public.sale_lines l
        where l.organization_id = f.organization_id and l.sale_id = f.sale_id
        window w as (order by l.place), v as ()) x
      where x.kind = $7 having count(*) > 0
      union all
      select f.total, f.expected where $7 = ''without_lines''
        and not exists (select from public.sale_lines l where l.organization_id = f.organization_id and l.sale_id = f.sale_id)) k) f', facts,
    private.line_part('amount', 'total'), private.line_part('commission', 'expected'))
$function$;

CREATE OR REPLACE FUNCTION private.report_sums_of(kind text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case split_part(kind, '.', 1)
    when 'sale' then 'count(*), coalesce(sum(f.total), 0), coalesce(sum(f.expected), 0), 0::bigint, 0::numeric, 0::numeric, 0::bigint,
      0::numeric, 0::numeric, 0::numeric, 0::bigint, 0::bigint, 0::bigint, 0::numeric'
    else 'sum(f.counts), 0::numeric, coalesce(sum(f.sign * f.expected), 0), coalesce(sum(f.counts) filter (where f.received_on is not null), 0),
      coalesce(sum(f.sign * f.received), 0), coalesce(sum(f.sign * f.agent_amount) filter (where f.received_on is not null), 0),
      coalesce(sum(f.counts) filter (where f.short > 0), 0), coalesce(sum(f.sign * f.short), 0),
      coalesce(sum(f.sign * f.written_off), 0), coalesce(sum(f.sign * f.open_amount), 0),
      coalesce(sum(f.counts) filter (where f.received_on is not null and f.due_on is not null), 0),
      coalesce(sum(f.counts) filter (where f.received_on > f.due_on), 0),
      coalesce(sum(f.counts * (f.received_on - f.due_on)) filter (where f.received_on > f.due_on), 0), coalesce(sum(f.paid), 0)' end
$function$;

CREATE OR REPLACE FUNCTION private.reports()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '{sales,commissions,performance,aging,punctuality,short_pay,agents_year}'::text[]
$function$;

CREATE OR REPLACE FUNCTION public.get_report_rows(definition jsonb, key text DEFAULT NULL::text, page_size integer DEFAULT 50, after jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  p private.report_plan := private.plan_report(definition);
  after_day date := case when after is not null then private.report_day(after, 'day') end;
  after_id uuid := case when after is not null then private.report_id(after, 'id') end;
  group_id uuid := case when p.grouped_by in ('agent', 'vendor', 'customer')
    then private.report_id(jsonb_build_object('key', get_report_rows.key), 'key') end;
  month date := case when p.grouped_by = 'month' and get_report_rows.key is not null
    then private.report_day(jsonb_build_object('key', get_report_rows.key), 'key') end;
  line_kind constant text := case when p.grouped_by = 'line_kind' then get_report_rows.key end;
  rows jsonb;
  counted text;
  facts text;
  direction constant text := case when p.open_only then 'asc' else 'desc' end;
begin
  if group_id is not null and p.grouped_by = 'agent' then
    if p.agent_id <> group_id then
      p.organization_id := null;
    end if;
    p.agent_id := group_id;
  elsif group_id is not null and p.grouped_by = 'customer' then
    p.customer_id := group_id;
  elsif get_report_rows.key is not null and p.grouped_by in ('vendor', 'category') then
    p.vendor_ids := array(select v.id from public.vendors v where v.organization_id = p.organization_id
      and (p.vendor_ids is null or v.id = any (p.vendor_ids))
      and case p.grouped_by when 'vendor' then v.id = group_id else v.category = get_report_rows.key end);
  elsif month is not null then
    p.first_day := greatest(p.first_day, date_trunc('month', month::timestamp)::date);
    p.last_day := least(p.last_day, (date_trunc('month', month::timestamp) + interval '1 month')::date - 1);
  end if;
  if p.report = 'agents_year' then
    return private.agent_year_rows(p, least(greatest(coalesce(page_size, 50), 1), 5000), after_day, after_id);
  end if;
  counted := private.counted_by(p.organization_id, p.agent_id, null);
  facts := private.report_facts(p.kind, p.customer_id is not null, '', counted);
  if line_kind is not null then
    facts := private.report_facts_of_kind(facts);
  end if;
  execute format(
    'select coalesce(jsonb_agg(jsonb_build_object(''id'', f.id, ''record_id'', f.record_id, ''sale_id'', f.sale_id, ''reference'', s.booking_reference,
        ''day'', f.day, ''status'', f.status, ''customer'', c.first_name || '' '' || c.last_name, ''vendor'', v.name,
        ''agent'', a.first_name || '' '' || a.last_name, ''total'', %6$s * f.sign, ''expected'', f.expected * f.sign,
        ''received'', f.received * f.sign,
        ''agents'', case when f.received_on is not null then f.agent_amount * f.sign end,
        ''short'', f.short * f.sign,
        ''written_off'', f.written_off * f.sign, ''open'', f.open_amount * f.sign, ''due_on'', f.due_on, ''received_on'', f.received_on,
        ''late_days'', case when f.due_on is not null and f.received_on is not null
          then greatest(f.received_on - f.due_on, 0) * f.counts end,
        ''paid'', f.paid, ''corrects'', f.sign < 0, ''beside'', f.beside) order by f.day %5$s, f.id %5$s), ''[]'')
      from (select f.* from %1$s where %2$s and %3$s%4$s order by f.day %5$s, f.id %5$s limit $4) f
      left join public.sales s on s.id = f.sale_id
      left join public.customers c on c.id = s.customer_id
      %7$s
      join public.vendors v on v.id = f.vendor_id
      join public.users a on a.id = f.agent_id',
    facts, private.report_condition(p), private.report_days(1),
    case when after_day is not null then format(' and (f.day, f.id) %s ($5, $6)', case when p.open_only then '>' else '<' end)
      else '' end, direction, case when line_kind is not null then 'f.total' when counted = 'person' then 'w.total_amount' else 's.total_amount' end,
    case when counted = 'person'
      -- Row by row: joined, the parts of everybody in every agency would be reckoned.
      then 'left join lateral (select x.total_amount from private.sales_by_share x
        where x.organization_id = f.organization_id and x.id = f.sale_id and x.agent_id = f.agent_id offset 0) w on true'
      else '' end)
  into rows
  using p, array[p.first_day], array[p.last_day], least(greatest(coalesce(page_size, 50), 1), 5000), after_day, after_id, line_kind;
  if after_day is not null then
    return jsonb_build_object('rows', rows);
  end if;
  return (
    select jsonb_build_object('count', t.n, 'figures', private.report_figures(t), 'rows', rows)
    from (select c from private.report_cells(p, null, p.first_day, p.last_day) c where line_kind is null
      union all select k.cell from private.report_by_line(p, p.first_day, p.last_day) k where line_kind is not null and k.kind = line_kind
      union all select private.add_report_cells('{}') limit 1) x(c)
    cross join lateral (select (x.c).*) t);
end $function$;

CREATE VIEW "private"."closed_receipts_by_share" AS  SELECT k.id,
    k.organization_id,
    k.commission_id,
    k.sales_id,
    k.agent_id,
    k.vendor_id,
    k.status,
    k.posted_on,
    k.sign,
    k.received_on,
    k.due_on,
    1 AS place,
    private.commission_part(k.amount, c.share_percents, 1) AS amount,
    k.agent_amount,
    private.commission_part(k.received_amount, c.share_percents, 1) AS received_amount,
    private.commission_part(k.written_off, c.share_percents, 1) AS written_off,
    private.commission_part(k.open_amount, c.share_percents, 1) AS open_amount,
    k.amount AS whole_amount,
    k.received_amount AS whole_received,
    k.sign AS counts,
    NULL::text AS beside
   FROM (private.closed_receipts k
     JOIN public.commissions c ON (((c.organization_id = k.organization_id) AND (c.id = k.commission_id))))
UNION ALL
 SELECT k.id,
    k.organization_id,
    k.commission_id,
    k.sales_id,
    h.user_id AS agent_id,
    k.vendor_id,
    k.status,
    k.posted_on,
    k.sign,
    k.received_on,
    k.due_on,
    h.place,
    private.commission_part(k.amount, c.share_percents, h.place) AS amount,
    h.agent_amount,
    private.commission_part(k.received_amount, c.share_percents, h.place) AS received_amount,
    private.commission_part(k.written_off, c.share_percents, h.place) AS written_off,
    private.commission_part(k.open_amount, c.share_percents, h.place) AS open_amount,
    k.amount AS whole_amount,
    k.received_amount AS whole_received,
    k.sign AS counts,
    NULL::text AS beside
   FROM ((private.closed_receipts k
     JOIN public.commissions c ON (((c.organization_id = k.organization_id) AND (c.id = k.commission_id))))
     JOIN public.commission_shares h ON (((h.organization_id = k.organization_id) AND (h.commission_id = k.commission_id) AND (h.role = ANY (ARRAY['co_seller'::text, 'referral'::text])))))
UNION ALL
 SELECT h.id,
    k.organization_id,
    k.commission_id,
    k.sales_id,
    h.user_id AS agent_id,
    k.vendor_id,
    k.status,
    k.posted_on,
    k.sign,
    k.received_on,
    k.due_on,
    NULL::integer AS place,
    0 AS amount,
    h.agent_amount,
    NULL::numeric AS received_amount,
    0 AS written_off,
    0 AS open_amount,
    NULL::numeric AS whole_amount,
    NULL::numeric AS whole_received,
    0 AS counts,
    h.role AS beside
   FROM (private.closed_receipts k
     JOIN public.commission_shares h ON (((h.organization_id = k.organization_id) AND (h.commission_id = k.commission_id) AND (h.place IS NULL) AND (h.agent_amount <> (0)::numeric) AND ((h.status <> 'cancelled'::text) OR (k.status = 'cancelled'::text)))));

CREATE VIEW "private"."commissions_by_share" AS  SELECT c.id,
    c.organization_id,
    c.sales_id,
    c.agent_id,
    c.vendor_id,
    c.sale_date,
    c.due_on,
    c.created_at,
    c.sale_paid,
        CASE
            WHEN c.seller_paid THEN 'agent_paid'::text
            ELSE c.status
        END AS status,
    c.status AS whole_status,
    c.share_percents[1] AS share_percent,
    c.commission_split,
        CASE
            WHEN (cardinality(c.share_percents) = 1) THEN c.amount
            ELSE (private.parts_of(c.amount, c.share_percents))[1]
        END AS amount,
    c.agent_amount,
    1 AS place,
    c.received_on,
    c.received_posted_on,
    private.commission_part(c.received_amount, c.share_percents, 1) AS received_amount,
    private.commission_part(c.written_off, c.share_percents, 1) AS written_off,
    private.commission_part(c.open_amount, c.share_percents, 1) AS open_amount,
    c.received_amount AS whole_received,
    c.open_amount AS whole_open,
    c.amount AS whole_amount
   FROM public.commissions c
UNION ALL
 SELECT c.id,
    h.organization_id,
    c.sales_id,
    h.user_id AS agent_id,
    c.vendor_id,
    c.sale_date,
    c.due_on,
    c.created_at,
    c.sale_paid,
        CASE
            WHEN (h.status = 'paid'::text) THEN 'agent_paid'::text
            WHEN (h.status = 'cancelled'::text) THEN 'cancelled'::text
            WHEN (c.status = 'agent_paid'::text) THEN 'funds_received'::text
            ELSE c.status
        END AS status,
    c.status AS whole_status,
    h.percent AS share_percent,
    h.split AS commission_split,
    (private.parts_of(c.amount, c.share_percents))[h.place] AS amount,
    h.agent_amount,
    h.place,
    c.received_on,
    c.received_posted_on,
    private.commission_part(c.received_amount, c.share_percents, h.place) AS received_amount,
    private.commission_part(c.written_off, c.share_percents, h.place) AS written_off,
    private.commission_part(c.open_amount, c.share_percents, h.place) AS open_amount,
    c.received_amount AS whole_received,
    c.open_amount AS whole_open,
    c.amount AS whole_amount
   FROM (public.commission_shares h
     JOIN public.commissions c ON (((c.organization_id = h.organization_id) AND (c.id = h.commission_id))))
  WHERE (h.role = ANY (ARRAY['co_seller'::text, 'referral'::text]));

CREATE VIEW "private"."commission_money_by_share" AS  SELECT c.organization_id,
    c.id AS commission_id,
    c.agent_id AS payee_id,
    c.sales_id,
    c.vendor_id,
    c.whole_status AS status,
    c.sale_date,
    c.due_on,
    c.created_at,
    c.sale_paid,
    c.amount,
    c.agent_amount,
    c.open_amount,
    COALESCE(c.received_amount, (0)::numeric) AS received,
    c.received_on,
    c.written_off,
    w.known,
        CASE
            WHEN w.open THEN c.open_amount
            ELSE (0)::numeric
        END AS open,
        CASE
            WHEN w.owed THEN c.open_amount
            ELSE (0)::numeric
        END AS owed,
        CASE
            WHEN (w.owed AND (c.whole_received > (0)::numeric)) THEN c.open_amount
            ELSE (0)::numeric
        END AS paid_short,
        CASE
            WHEN (w.owed AND (c.status = 'agent_paid'::text)) THEN c.open_amount
            ELSE (0)::numeric
        END AS owed_agent_paid,
        CASE
            WHEN (w.owed AND (c.status = 'agent_paid'::text)) THEN c.agent_amount
            ELSE (0)::numeric
        END AS advanced,
    c.place,
    c.whole_open
   FROM ((((private.commissions_by_share c
     JOIN public.organizations o ON ((o.id = c.organization_id)))
     CROSS JOIN LATERAL ( SELECT ((now() AT TIME ZONE o.time_zone))::date AS today
         OFFSET 0) d)
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN (o.receipts_tracked_since IS NULL) THEN (c.whole_status = 'unpaid'::text)
                    ELSE (COALESCE(c.due_on, c.sale_date) >= o.receipts_tracked_since)
                END AS known) k)
     CROSS JOIN LATERAL ( SELECT k.known,
            (k.known AND (c.whole_open > (0)::numeric)) AS open,
            (k.known AND (c.whole_open > (0)::numeric) AND COALESCE((c.due_on < d.today), false)) AS owed) w);

COMMENT ON FUNCTION "private"."all_agent_amount"(text, boolean) IS 'What all beside the seller get of a commission, of rows `c` or of others that name it,
  as an expression. What was cancelled alone is nothing.';

COMMENT ON FUNCTION "private"."commission_day"(text) IS 'The day on which a commission `c` counts in the totals of a kind, as an expression.';

COMMENT ON FUNCTION "private"."report_beside_facts"(text, boolean) IS 'What people have of vendors'' commissions beside shares, as a query: overrides, what is taken
  off for one, and corrections by tier. Amounts alone: the commission is counted with its shares.';

COMMENT ON FUNCTION "private"."report_facts"(text, boolean, text, text) IS 'The rows of a kind as a query `f`. Fixed pieces only, no value of anybody: what is
  asked for goes in as parameters. With customers also whose booking it is, and for how much. A sale that stands while its
  commission was cancelled alone expects none. `sign` is -1 for what a commission said on a closed day and says no more, and `counts` what it adds to
  numbers: nothing where it stands `beside` a share, as an override does. short: what the vendor paid less of it. of_sales: what
  else is known of the sales `s` of commissions, for an index of sales. counted: private.counted_by.';

COMMENT ON VIEW "private"."commission_money_by_share" IS 'What private.commission_money says, a row for each commission and person who has a
  share of it, with their part. The status is the commission''s: of it one thing is open, whoever was paid.';

COMMENT ON VIEW "private"."commissions_by_share" IS 'A row for each vendor''s commission and person who has a share of it, with their part,
  split, amount and status: a share is paid by itself. whole_status, whole_received, whole_open and whole_amount are the commission''s: a seller''s share (place 1) that funds are here
  for is of a commission that funds are here for, which an index knows.';

REVOKE ALL ON FUNCTION "private"."commission_day"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."commission_day"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."report_beside_facts"(text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."report_beside_facts"(text, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reports"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reports"() TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."closed_receipts_by_share" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."commission_money_by_share" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."commissions_by_share" TO "postgres";

-- DATA, by hand: sums by agent of agencies with shares lack what stands beside shares: they are added up again.
insert into private.stale_report_months
select distinct t.organization_id, t.kind, t.month from private.report_totals t
where t.kind like 'commission.%' and exists (
  select from public.commission_shares h where h.organization_id = t.organization_id);
-- END OF DATA
