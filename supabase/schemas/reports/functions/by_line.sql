-- Sales by what they are made of: their lines by kind, and those that have none together (docs/product/reports.md, Sales by line kind).

create function private.line_part(of text, whole text) returns text
language sql immutable set search_path = '' as $$
  select format('round(sum(l.%1$s) over w * coalesce(f.%2$s / nullif(sum(l.%1$s) over v, 0), 0), 2)
    - round((sum(l.%1$s) over w - l.%1$s) * coalesce(f.%2$s / nullif(sum(l.%1$s) over v, 0), 0), 2)', of, whole)
$$;
comment on function private.line_part is 'What of a fact `f` is one line `l` of its sale, as an expression: of a person the lines'' share of
  their part. Over the lines of a sale, windows w in order and v all, it adds up to the fact to the cent.';

create function private.report_by_line(p private.report_plan, first_day date, last_day date)
returns table (kind text, cell private.report_cell)
language plpgsql stable security definer set search_path = '' as $$
declare
  counted constant text := private.counted_by(p.organization_id, p.agent_id, null);
  whole constant private.report_cell := private.report_whole(p, first_day, last_day);
  nothing constant private.report_cell := private.add_report_cells('{}');
  made record;
begin
  for made in execute format(
    'with sold as (
      select f.sale_id, f.total, f.expected from %s where %s and %s
        and exists (select from public.sale_lines l where l.organization_id = f.organization_id and l.sale_id = f.sale_id)),
    lines as (
      select l.kind, f.sale_id, %s as total, %s as expected
      from sold f join public.sale_lines l on l.organization_id = ($1).organization_id and l.sale_id = f.sale_id
      window w as (partition by f.sale_id order by l.place), v as (partition by f.sale_id))
    select l.kind, count(distinct l.sale_id) as n, sum(l.total) as total, sum(l.expected) as expected from lines l group by 1
    union all select ''without_lines'', ($4).n - count(*), ($4).total - coalesce(sum(s.total), 0), ($4).expected - coalesce(sum(s.expected), 0)
    from sold s',
    private.report_facts(p.kind, counted => counted), private.report_condition(p), private.report_days(1),
    private.line_part('amount', 'total'), private.line_part('commission', 'expected'))
  using p, array[first_day], array[last_day], whole
  loop
    continue when made.n = 0;
    kind := made.kind;
    cell := nothing;
    cell.n := made.n;
    cell.total := made.total;
    cell.expected := made.expected;
    return next;
  end loop;
end $$;
comment on function private.report_by_line is 'What a plan of sales comes to between two days, by kind of line: how many sales have such lines, and
  what these come to. `without_lines`: what sales without any do. Together they are the whole.';

create function private.report_facts_of_kind(facts text) returns text
language sql immutable set search_path = '' as $$
  select format('(select f.id, f.sale_id, f.organization_id, f.agent_id, f.vendor_id, f.status, f.day, k.total, k.expected, f.received,
      f.received_on, f.agent_amount, f.written_off, f.open_amount, f.due_on, f.sign, f.counts, f.paid, f.record_id, f.short, f.beside, f.taken_back
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
$$;
comment on function private.report_facts_of_kind is 'The facts of sales with what of each is one kind of line ($7), without the others.';
