set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.report_aging(p private.report_plan)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  tells_all constant boolean := private.is_admin();
  cells private.aging_cell[];
begin
  execute format('select array_agg(row(c.vendor_id, c.bucket, c.n, c.amount, c.oldest_due_on, c.paid_n, c.paid, c.advanced, c.short_n,
      c.short)::private.aging_cell)
    from (
      select f.vendor_id, b.bucket, count(*) as n, sum(f.open) as amount, min(f.due_on) as oldest_due_on,
        count(*) filter (where f.owed_agent_paid > 0) as paid_n, sum(f.owed_agent_paid) as paid, sum(f.advanced) as advanced,
        count(*) filter (where f.paid_short > 0) as short_n, sum(f.paid_short) as short
      from %s cross join lateral (select case when f.due_on is null then ''no_due_day'' when f.owed = 0 then ''not_due''
        when $4 - f.due_on <= 30 then ''0-30'' when $4 - f.due_on <= 60 then ''31-60'' when $4 - f.due_on <= 90 then ''61-90''
        else ''90+'' end as bucket) b
      where %s and %s group by 1, 2) c', private.report_facts(p.kind), private.report_condition(p), private.report_days(1))
  into cells using p, array[p.first_day], array[p.last_day], p.today;
  return (
    with by_vendor as (
      select c.vendor_id, coalesce(sum(c.n) filter (where l.late), 0) as n, coalesce(sum(c.amount) filter (where l.late), 0) as amount,
        min(c.oldest_due_on) filter (where l.late) as oldest_due_on, jsonb_object_agg(c.bucket, c.amount) as buckets,
        private.beside_owed(array_agg(c)) as beside
      from unnest(cells) c cross join lateral (select c.bucket not in ('not_due', 'no_due_day') as late) l group by 1)
    select jsonb_build_object('report', 'aging', 'today', p.today, 'tracked_since', p.tracked_since,
      'books_closed_through', (select o.books_closed_through from public.organizations o where o.id = p.organization_id),
      'buckets', (select jsonb_agg(jsonb_build_object('bucket', k.bucket, 'count', coalesce(b.n, 0), 'amount', coalesce(b.amount, 0),
          'agents_paid', coalesce(b.paid, 0)) order by k.place)
        from unnest('{not_due,0-30,31-60,61-90,90+,no_due_day}'::text[]) with ordinality k(bucket, place)
        left join (
          select x.bucket, sum(x.n) as n, sum(x.amount) as amount, sum(x.paid) as paid from unnest(cells) x group by 1) b on b.bucket = k.bucket),
      'vendors', (select coalesce(jsonb_agg(jsonb_build_object(
          'vendor', jsonb_build_object('id', v.id, 'name', v.name, 'email', case when tells_all then v.email end, 'logo_url', v.logo_url),
          'count', b.n, 'amount', b.amount, 'oldest_due_on', b.oldest_due_on,
          'buckets', '{"not_due": 0, "0-30": 0, "31-60": 0, "61-90": 0, "90+": 0, "no_due_day": 0}'::jsonb || b.buckets,
          'deposit_waits', tells_all and b.n > 0 and private.deposit_waits(p.organization_id, v.id),
          'asked_on', case when tells_all then private.last_asked(p.organization_id, v.id) end) || b.beside
          order by b.oldest_due_on, b.amount desc, v.name, v.id), '[]')
        from by_vendor b join public.vendors v on v.id = b.vendor_id)) || private.beside_owed(cells));
end $function$;
