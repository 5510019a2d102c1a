-- A report in one call, and the rows behind each of its figures.

create function private.report_figures(c private.report_cell) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('n', c.n, 'total', c.total, 'expected', c.expected, 'received_n', c.received_n,
    'received', c.received, 'taken_back', c.taken_back, 'net', c.received - c.taken_back, 'agents', c.agents,
    'agency', c.received - c.taken_back - c.agents, 'short_n', c.short_n, 'short', c.short,
    'written_off', c.written_off, 'open', c.open_amount, 'due_n', c.due_n, 'late_n', c.late_n, 'late_days', c.late_days, 'paid', c.paid)
$$;
comment on function private.report_figures is 'The figures of a cell. Net is what was received less what vendors took back; the
  agency''s share is of it what agents do not get.';

create function private.add_report_cells(cells private.report_cell[]) returns private.report_cell
language sql immutable set search_path = '' as $$
  select null::date, null::uuid, coalesce(sum(c.n), 0)::bigint, coalesce(sum(c.total), 0), coalesce(sum(c.expected), 0),
    coalesce(sum(c.received_n), 0)::bigint, coalesce(sum(c.received), 0), coalesce(sum(c.agents), 0), coalesce(sum(c.short_n), 0)::bigint,
    coalesce(sum(c.short), 0), coalesce(sum(c.written_off), 0), coalesce(sum(c.open_amount), 0), coalesce(sum(c.due_n), 0)::bigint,
    coalesce(sum(c.late_n), 0)::bigint, coalesce(sum(c.late_days), 0)::bigint, coalesce(sum(c.paid), 0), coalesce(sum(c.taken_back), 0)
  from unnest(cells) c
$$;

create function private.report_rank(p private.report_plan, c private.report_cell) returns numeric
language sql immutable set search_path = '' as $$
  select case p.report when 'sales' then c.total when 'punctuality' then c.late_days when 'short_pay' then c.short
    else case when p.kind = 'commission.received' then c.received else c.expected end end
$$;
comment on function private.report_rank is 'What ranks the groups of a report.';

create function private.report_label(grouped_by text, group_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case grouped_by
    when 'agent' then (select jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url)
      from public.users u where u.id = group_id)
    when 'vendor' then (select jsonb_build_object('name', v.name, 'logo_url', v.logo_url) from public.vendors v where v.id = group_id)
    when 'customer' then (select jsonb_build_object('first_name', c.first_name, 'last_name', c.last_name)
      from public.customers c where c.id = group_id) end
$$;
comment on function private.report_label is 'Name and picture of what a group is of.';

create function private.report_rest(total private.report_cell, shown private.report_cell[]) returns private.report_cell
language sql immutable set search_path = '' as $$
  select null::date, null::uuid, total.n - s.n, total.total - s.total, total.expected - s.expected, total.received_n - s.received_n,
    total.received - s.received, total.agents - s.agents, total.short_n - s.short_n, total.short - s.short,
    total.written_off - s.written_off, total.open_amount - s.open_amount, total.due_n - s.due_n, total.late_n - s.late_n,
    total.late_days - s.late_days, total.paid - s.paid, total.taken_back - s.taken_back
  from private.add_report_cells(shown) s
$$;
comment on function private.report_rest is 'What of a total is not shown.';

create function private.months_between(first_month date, month date) returns int
language sql immutable set search_path = '' as $$
  select (12 * (extract(year from month) - extract(year from first_month)) + extract(month from month) - extract(month from first_month))::int
$$;

create function private.by_category(cells private.report_cell[]) returns table (category text, cell private.report_cell)
language sql stable security definer set search_path = '' as $$
  select v.category, private.add_report_cells(array_agg(c)) from unnest(cells) c join public.vendors v on v.id = c.group_id group by 1
$$;
comment on function private.by_category is 'Cells by vendor, by the vendors'' category; the others as they are.';

create function private.report_whole(p private.report_plan, first_day date, last_day date) returns private.report_cell
language sql stable security definer set search_path = '' as $$
  select private.add_report_cells(array(select c from private.report_cells(p, null, first_day, last_day) c))
$$;
comment on function private.report_whole is 'What a plan comes to between two days altogether, each sale once.';

create function private.report_answer(p private.report_plan, most int) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  read_by constant text := case when p.grouped_by = 'category' then 'vendor' when p.grouped_by not in ('customer', 'line_kind') then p.grouped_by end;
  nothing constant private.report_cell := private.add_report_cells('{}');
  cells constant private.report_cell[] := array(select c from private.report_cells(p, read_by, p.first_day, p.last_day) c);
  before private.report_cell[] := '{}';
  shown private.report_cell[];
  total private.report_cell := private.add_report_cells(cells);
  -- People who share a sale have one each, the agency has one altogether.
  apart constant boolean := p.grouped_by = 'agent' and p.agent_id is null and private.counts_shares(p.organization_id);
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
end $$;
comment on function private.report_answer is 'The rows of a report, {rows, total, before, others}: each row has its key, label,
  figures, and those of the range before. At most `most` groups, of which `others` are what they leave of the total; but every
  month, one without anything too, up to today.';

create function public.run_report(definition jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  p private.report_plan;
begin
  perform private.await_turn();
  p := private.plan_report(definition);
  if p.report = 'aging' then
    return private.report_aging(p);
  end if;
  return case when p.report = 'agents_year' then private.report_agent_year(p, 200) else private.report_answer(p, 200) end
    || jsonb_build_object('report', p.report,
    'range', jsonb_build_object('first', p.first_day, 'last', p.last_day, 'today', p.today),
    'before_range', case when p.compare is not null then jsonb_build_object('first', p.before_first, 'last', p.before_last) end,
    'books_closed_through', (select o.books_closed_through from public.organizations o where o.id = p.organization_id));
end $$;
comment on function public.run_report is 'A report (docs/product/reports.md, Reports): {report, range: {first, last, today},
  before_range, rows, total, before, others, books_closed_through}; of aging what private.report_aging says, of agents'' year with
  the parts (reports/functions/agent_year). One call, over what the caller may see.';
grant execute on function public.run_report(jsonb) to authenticated;

create function public.get_report_rows(definition jsonb, key text default null, page_size int default 50, after jsonb default null)
returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  p private.report_plan;
  after_day date;
  after_id uuid;
  group_id uuid;
  month date;
  line_kind text;
  rows jsonb;
  counted text;
  facts text;
  direction text;
begin
  perform private.await_turn();
  p := private.plan_report(definition);
  if after is not null then
    after_day := private.report_day(after, 'day');
    after_id := private.report_id(after, 'id');
  end if;
  if p.grouped_by in ('agent', 'vendor', 'customer') then
    group_id := private.report_id(jsonb_build_object('key', get_report_rows.key), 'key');
  elsif p.grouped_by = 'month' and get_report_rows.key is not null then
    month := private.report_day(jsonb_build_object('key', get_report_rows.key), 'key');
  elsif p.grouped_by = 'line_kind' then
    line_kind := get_report_rows.key;
  end if;
  direction := case when p.open_only then 'asc' else 'desc' end;
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
        ''received'', f.received * f.sign, ''taken_back'', f.taken_back * f.sign,
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
      else '' end, direction, case when line_kind is not null then 'f.total' when counted = 'person' then 'coalesce(w.total_amount, 0)' else 's.total_amount' end,
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
end $$;
comment on function public.get_report_rows is 'The rows behind a figure: of one group (`key`) or of the whole report, the latest
  first, of aging the longest overdue, {count, figures, rows}. The figures are those of the rows, all of them; a row that `corrects`
  takes back what its commission said on a day that is closed. `after` is the place of the last row of the page before, {day, id};
  pages after the first say no figures.';
grant execute on function public.get_report_rows(jsonb, text, int, jsonb) to authenticated;

create function public.get_report_gallery() returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '8s' as $$
begin
  perform private.await_turn();
  return (select jsonb_object_agg(g.name, public.run_report(g.definition))
  from (values
    ('sales', '{"report": "sales"}'::jsonb), ('commissions', '{"report": "commissions"}'), ('performance', '{"report": "performance"}'),
    ('aging', '{"report": "aging"}'), ('punctuality', '{"report": "punctuality", "group": "month"}'),
    ('short_pay', '{"report": "short_pay", "group": "month"}'), ('agents_year', '{"report": "agents_year"}'),
    ('agents_months', '{"report": "agents_year", "group": "month"}')) g(name, definition));
end $$;
comment on function public.get_report_gallery is 'What the page of all reports shows of each, in one call: the reports as they are
  without choices, by month.';
grant execute on function public.get_report_gallery() to authenticated;
