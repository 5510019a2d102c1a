set local check_function_bodies = off;

DROP FUNCTION "private"."check_report_totals"(uuid);

CREATE TABLE "private"."report_checks" ("organization_id" uuid NOT NULL, "kind" text NOT NULL, "checked_at" timestamp with time zone NOT NULL, CONSTRAINT "report_checks_pkey" PRIMARY KEY (organization_id, kind));

ALTER TABLE "private"."report_checks" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.check_all_report_totals()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due record;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('paperplane.report_checks', 0)) then
    return;
  end if;
  for due in
    select o.id, k.kind
    from public.organizations o
    cross join unnest(private.report_kinds()) k(kind)
    left join private.report_checks r on r.organization_id = o.id and r.kind = k.kind
    where r.checked_at is null or (r.checked_at at time zone o.time_zone)::date < (now() at time zone o.time_zone)::date
    order by r.checked_at nulls first, o.id, k.kind
  loop
    perform private.mend_report_totals(due.id, due.kind);
    exit when clock_timestamp() > now() + interval '10 seconds';
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.check_report_totals(organization_id uuid, kind text DEFAULT NULL::text)
 RETURNS TABLE(month date, kept boolean, row_data jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  this_kind text;
  months date[];
begin
  foreach this_kind in array coalesce(nullif(array[check_report_totals.kind], '{null}'), private.report_kinds()) loop
    execute format('select array_agg(distinct m.month) from (
        select date_trunc(''month'', f.day::timestamp)::date as month from %s where f.organization_id = $1 and f.day is not null
        union select t.month from private.report_totals t where t.organization_id = $1 and t.kind = $2) m
      where not exists (select from private.stale_report_months s
        where s.organization_id = $1 and s.kind = $2 and s.month = m.month)', private.report_facts(this_kind))
    into months using check_report_totals.organization_id, this_kind;
    return query
      with told as (
        select t.* from private.report_totals t
        where t.organization_id = check_report_totals.organization_id and t.kind = this_kind and t.month = any (months)
      ), real as (
        select r.* from private.report_totals_of_rows(check_report_totals.organization_id, this_kind, months) r)
      select a.month, true, to_jsonb(a) from (select * from told except select * from real) a
      union all
      select b.month, false, to_jsonb(b) from (select * from real except select * from told) b;
  end loop;
end $function$;

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
      select distinct a.organization_id, 'payment.paid', date_trunc('month', a.payment_date::timestamp)::date from changed a;
    end if;
    if tg_op <> 'INSERT' then
      insert into private.stale_report_months
      select distinct b.organization_id, 'payment.paid', date_trunc('month', b.payment_date::timestamp)::date from replaced b;
    end if;
  elsif tg_op = 'INSERT' then
    insert into private.stale_report_months
    select distinct a.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
    from changed a
    -- A cancelled commission is in no sum of its sale.
    left join public.sales s on a.status = 'cancelled' and s.organization_id = a.organization_id and s.id = a.sales_id
    cross join lateral (values ('commission.sale', a.sale_date), ('commission.due', a.due_on),
      ('commission.received', a.received_on), ('sale.sale', s.sale_date), ('sale.travel', s.travel_date)) d(kind, day)
    where d.day is not null;
  elsif tg_op = 'DELETE' then
    insert into private.stale_report_months
    select distinct b.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
    from replaced b
    left join public.sales s on b.status = 'cancelled' and s.organization_id = b.organization_id and s.id = b.sales_id
    cross join lateral (values ('commission.sale', b.sale_date), ('commission.due', b.due_on),
      ('commission.received', b.received_on), ('sale.sale', s.sale_date), ('sale.travel', s.travel_date)) d(kind, day)
    where d.day is not null;
  else
    insert into private.stale_report_months
    select distinct c.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
    from (
      select x.id, x.organization_id, x.sales_id, x.status, x.sale_date, x.due_on, x.received_on
      from (select 1 as n, a.* from changed a union all select -1, b.* from replaced b) x
      group by x.id, x.organization_id, x.sales_id, x.sale_date, x.due_on, x.received_on, x.status, x.agent_id, x.vendor_id, x.amount,
        x.agent_amount, x.received_amount, x.written_off, x.open_amount
      having sum(x.n) <> 0) c
    -- A payment that is there reads its commission.
    left join public.agent_payments p on p.organization_id = c.organization_id and p.commission_id = c.id
    left join public.sales s on c.status = 'cancelled' and s.organization_id = c.organization_id and s.id = c.sales_id
    cross join lateral (values ('commission.sale', c.sale_date), ('commission.due', c.due_on),
      ('commission.received', c.received_on), ('payment.paid', p.payment_date), ('sale.sale', s.sale_date),
      ('sale.travel', s.travel_date)) d(kind, day)
    where d.day is not null;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.mend_report_totals(organization_id uuid, kind text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  months constant date[] := array(
    select distinct c.month from private.check_report_totals(mend_report_totals.organization_id, mend_report_totals.kind) c order by 1);
begin
  insert into private.report_checks as r (organization_id, kind, checked_at)
  values (mend_report_totals.organization_id, mend_report_totals.kind, now())
  on conflict (organization_id, kind) do update set checked_at = excluded.checked_at;
  if months = '{}' then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('paperplane.report_totals', 0));
  insert into private.stale_report_months select mend_report_totals.organization_id, mend_report_totals.kind, m from unnest(months) m;
  perform private.refresh_report_totals_of(mend_report_totals.organization_id, null);
  perform private.audit(mend_report_totals.organization_id, 'report_totals_mended', null, null,
    jsonb_build_object('kind', mend_report_totals.kind, 'months', to_jsonb(months)));
  perform private.write_notification(u.organization_id, u.id, 'system', format(
    'Sums of reports of %s were wrong for %s (%s) and were added up again. Reports that were opened or exported before may differ.',
    case mend_report_totals.kind when 'sale.sale' then 'sales by sale date' when 'sale.travel' then 'sales by travel date'
      when 'commission.sale' then 'commissions by sale date' when 'commission.due' then 'commissions by due date'
      when 'commission.received' then 'commissions by the day received' else 'payments to agents' end,
    case cardinality(months) when 1 then '1 month' else cardinality(months) || ' months' end,
    to_char(months[1], 'Mon YYYY') || case when cardinality(months) > 1
      then ' to ' || to_char(months[cardinality(months)], 'Mon YYYY') else '' end), 'reports', null)
  from public.users u
  where u.organization_id = mend_report_totals.organization_id and u.role = 'owner' and u.is_active;
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
      0::numeric as paid, s.customer_id, s.total_amount as booked
      from public.sales s
      left join public.commissions x on x.organization_id = s.organization_id and x.sales_id = s.id and x.status = ''cancelled''
        and s.status <> ''cancelled''',
      case kind when 'sale.travel' then 'travel_date' else 'sale_date' end)
    else format(
      'c.id, c.sales_id as sale_id, c.organization_id, c.agent_id, c.vendor_id, c.status, %s as day, 0::numeric as total,
      c.amount as expected, c.received_amount as received, c.received_on, c.agent_amount, c.written_off, c.open_amount, c.due_on,
      %s as paid, %s from public.commissions c%s%s',
      case kind when 'commission.due' then 'c.due_on' when 'commission.received' then 'c.received_on'
        when 'payment.paid' then 'p.payment_date' else 'c.sale_date' end,
      case kind when 'payment.paid' then 'p.amount' else '0::numeric' end,
      case when with_customer then 's.customer_id, s.total_amount as booked' else 'null::uuid as customer_id, 0::numeric as booked' end,
      case when with_customer then ' join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id' else '' end,
      case kind when 'payment.paid' then
        ' join public.agent_payments p on p.organization_id = c.organization_id and p.commission_id = c.id' else '' end) end
    || ') f'
$function$;

ALTER TABLE "private"."report_checks" ADD CONSTRAINT "report_checks_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

REVOKE ALL ON FUNCTION "private"."check_all_report_totals"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."check_all_report_totals"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_report_totals"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."check_report_totals"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."mend_report_totals"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mend_report_totals"(uuid, text) TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."report_checks" TO "postgres";
DO $$
BEGIN
  IF to_regnamespace('cron') IS NOT NULL THEN
    PERFORM cron.schedule('check-report-totals', '59 seconds', 'select private.check_all_report_totals()');
  END IF;
END $$;

-- Data: a commission that was cancelled alone is in no sum of its sale any more.
INSERT INTO private.stale_report_months
SELECT DISTINCT s.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
FROM public.commissions c
JOIN public.sales s ON s.organization_id = c.organization_id AND s.id = c.sales_id
CROSS JOIN LATERAL (VALUES ('sale.sale', s.sale_date), ('sale.travel', s.travel_date)) d(kind, day)
WHERE c.status = 'cancelled' AND s.status <> 'cancelled' AND d.day IS NOT NULL;
