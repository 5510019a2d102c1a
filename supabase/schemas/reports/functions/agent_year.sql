-- The report of the agents' year (payouts/functions/agent_year).

create function private.agent_year_cells(p private.report_plan, grouped_by text, first_day date, last_day date)
returns setof private.agent_year_cell
language sql stable security definer set search_path = '' as $$
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
$$;
comment on function private.agent_year_cells is 'What the payments of a plan of this report come to between two days: by `month`, by
  `agent`, or all together (null). Statements are few; single payments are as many as commissions, and come from monthly totals
  where these are (reports/functions/sums, single.paid).';

create function private.paid_to_agents(organization_id uuid, first_day date, last_day date) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(c.paid), 0)
  from private.agent_year_cells(jsonb_populate_record(null::private.report_plan,
    jsonb_build_object('organization_id', paid_to_agents.organization_id, 'kind', 'single.paid')), null, first_day, last_day) c
$$;
comment on function private.paid_to_agents is 'What all agents of an organization were paid between two days.';

create function private.mark_voided_months() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.stale_report_months
  select distinct p.organization_id, 'single.paid', date_trunc('month', p.payment_date::timestamp)::date
  from changed v join public.agent_payments p on p.organization_id = v.organization_id and p.id = v.payment_id;
  return null;
end $$;
comment on function private.mark_voided_months is 'A void takes its payment out of the totals of the month it was made in.';

create function private.agent_year_figures(cells private.agent_year_cell[]) returns jsonb
language sql immutable set search_path = '' as $$
  select private.report_figures(private.add_report_cells('{}')) || jsonb_build_object('n', coalesce(sum(c.n), 0),
    'paid', coalesce(sum(c.paid), 0), 'commissions', coalesce(sum(c.commissions), 0), 'adjustments', coalesce(sum(c.adjustments), 0),
    'carried_in', coalesce(sum(c.carried_in), 0), 'carried_out', coalesce(sum(c.carried_out), 0))
  from unnest(cells) c
$$;
comment on function private.agent_year_figures is 'The figures of several cells together: those of every report
  (reports/functions/run_report), and the parts.';

create function private.report_agent_year(p private.report_plan, most int) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  cells constant private.agent_year_cell[] := array(
    select c from private.agent_year_cells(p, p.grouped_by, p.first_day, p.last_day) c order by c.paid desc, c.n desc, c.agent_id);
  before private.agent_year_cell[] := '{}';
  answer jsonb;
begin
  if p.compare is not null then
    before := array(select c from private.agent_year_cells(p, p.grouped_by, p.before_first, p.before_last) c);
  end if;
  answer := jsonb_build_object('total', private.agent_year_figures(cells),
    'before', case when p.compare is not null then private.agent_year_figures(before) end);
  if p.grouped_by = 'month' then
    return answer || jsonb_build_object('rows', (
      select coalesce(jsonb_agg(jsonb_build_object('key', m.month,
        'figures', private.agent_year_figures(array(select c from unnest(cells) c where c.month = m.month)),
        'before', case when p.compare is not null then private.agent_year_figures(array(
          select b from unnest(before) b
          where private.months_between(p.before_first, b.month) = private.months_between(p.first_day, m.month))) end)
        order by m.month), '[]')
      from generate_series(date_trunc('month', p.first_day::timestamp), least(p.last_day::timestamp, greatest(p.today::timestamp,
        (select max(x.month) from unnest(cells) x)::timestamp)), '1 month') g(day)
      cross join lateral (select g.day::date as month) m));
  end if;
  return answer || jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('key', c.agent_id, 'label', private.report_label('agent', c.agent_id),
        'figures', private.agent_year_figures(array[c]),
        'before', case when p.compare is not null then private.agent_year_figures(array(
          select b from unnest(before) b where b.agent_id = c.agent_id)) end) order by c.paid desc, c.n desc, c.agent_id), '[]')
      from unnest(cells[:most]) c),
    'others', case when cardinality(cells) > most then private.agent_year_figures(cells[most + 1:]) end);
end $$;
comment on function private.report_agent_year is 'The report, as private.report_answer says others: {rows, total, before, others},
  at most `most` agents, or every month up to today.';

create function private.agent_year_rows(p private.report_plan, page_size int, after_day date, after_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when after_day is null then (
      select jsonb_build_object('count', t.figures -> 'n', 'figures', t.figures)
      from (select private.agent_year_figures(array(
        select c from private.agent_year_cells(p, null, p.first_day, p.last_day) c)) as figures) t) else '{}' end
    || jsonb_build_object('rows', (
      select coalesce(jsonb_agg(jsonb_build_object('id', y.id, 'day', y.day, 'statement_id', y.statement_id, 'number', s.number,
        'commission_id', c.id, 'sale_id', k.id, 'reference', coalesce(s.number, k.booking_reference), 'status', 'agent_paid',
        'customer', u.first_name || ' ' || u.last_name, 'vendor', v.name, 'agent', a.first_name || ' ' || a.last_name,
        'commissions', y.commission_amount, 'adjustments', y.adjustment_amount, 'carried_in', y.carried_in,
        'carried_out', y.carried_out, 'paid', y.paid_amount) order by y.day desc, y.id desc), '[]')
      from (
        select r.* from private.agent_year r
        where r.organization_id = p.organization_id and (p.agent_id is null or r.agent_id = p.agent_id) and r.voided_on is null
          and r.day between p.first_day and p.last_day and (after_day is null or (r.day, r.id) < (after_day, after_id))
        order by r.day desc, r.id desc limit page_size) y
      join public.users a on a.id = y.agent_id
      left join public.payout_statements s on s.organization_id = y.organization_id and s.id = y.statement_id
      left join public.agent_payments m on m.organization_id = y.organization_id and m.id = y.payment_id
      left join public.commission_shares h on h.organization_id = m.organization_id and h.id = m.share_id
      left join public.commissions c on c.organization_id = m.organization_id and c.id = coalesce(m.commission_id, h.commission_id)
      left join public.sales k on k.id = coalesce(c.sales_id, h.sales_id)
      left join public.customers u on u.id = k.customer_id
      left join public.vendors v on v.id = c.vendor_id))
$$;
comment on function private.agent_year_rows is 'The payments behind a figure of the report, as get_report_rows says others: {count,
  figures, rows}. A statement has its number and no booking, a single payment its booking.';
