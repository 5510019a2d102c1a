set local check_function_bodies = off;

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
    begin
      perform private.mend_report_totals(due.id, due.kind);
    exception when others then
      -- It is tried again with the next run, and keeps no other from its day.
      raise warning 'Totals of % of % could not be compared: %', due.kind, due.id, sqlerrm;
    end;
    exit when clock_timestamp() > now() + interval '10 seconds';
  end loop;
end $function$;
