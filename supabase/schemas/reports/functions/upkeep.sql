-- That the monthly totals behind the reports say what the rows say: adding all of them up again, looking where they differ, and the job
-- that does so once a day, mends what it finds and tells it.

create function private.rebuild_report_totals(organization_id uuid default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  this_kind text;
begin
  perform pg_advisory_xact_lock(hashtextextended('paperplane.report_totals', 0));
  foreach this_kind in array private.report_kinds() loop
    execute format('insert into private.stale_report_months
      select distinct f.organization_id, $1, date_trunc(''month'', f.day::timestamp)::date
      from %s where f.day is not null and ($2 is null or f.organization_id = $2)
      union select t.organization_id, t.kind, t.month from private.report_totals t
      where t.kind = $1 and ($2 is null or t.organization_id = $2)', private.report_facts(this_kind))
    using this_kind, rebuild_report_totals.organization_id;
  end loop;
  perform private.refresh_report_totals_of(t.organization_id, null)
  from (
    select distinct d.organization_id from private.stale_report_months d
    where rebuild_report_totals.organization_id is null or d.organization_id = rebuild_report_totals.organization_id) t;
end $$;
comment on function private.rebuild_report_totals is 'Adds up everything again, of one organization or of all (null), for rows that
  were written without triggers.';

create function private.check_report_totals(
  organization_id uuid, kind text default null, first_month date default '-infinity', before_month date default 'infinity')
returns table (month date, kept boolean, row_data jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  this_kind text;
  months date[];
begin
  foreach this_kind in array coalesce(nullif(array[check_report_totals.kind], '{null}'), private.report_kinds()) loop
    execute format('select array_agg(distinct m.month) from (
        select date_trunc(''month'', f.day::timestamp)::date as month from %s
        where f.organization_id = $1 and f.day >= $3 and f.day < $4
        union
        select t.month from private.report_totals t
        where t.organization_id = $1 and t.kind = $2 and t.month >= $3 and t.month < $4) m
      where not exists (select from private.stale_report_months s
        where s.organization_id = $1 and s.kind = $2 and s.month = m.month)', private.report_facts(this_kind))
    into months using check_report_totals.organization_id, this_kind, first_month, before_month;
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
end $$;
comment on function private.check_report_totals is 'Where totals of clean months say something else than the rows: nowhere, ever. Of
  one organization, of one kind or of all (null), of the months from `first_month` on before `before_month`.';

create function private.mend_report_totals(organization_id uuid, kind text, most int) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  first_month constant date := coalesce((
    select r.next_month from private.report_checks r
    where r.organization_id = mend_report_totals.organization_id and r.kind = mend_report_totals.kind), '-infinity');
  last_month date;
  months date[];
begin
  -- No row after so many: this is the end.
  execute format('select date_trunc(''month'', f.day::timestamp)::date from %s
    where f.organization_id = $1 and f.day >= $2 order by f.day offset $3 limit 1', private.report_facts(kind))
  into last_month using mend_report_totals.organization_id, first_month, most;
  months := array(
    select distinct c.month from private.check_report_totals(mend_report_totals.organization_id, mend_report_totals.kind,
      first_month, coalesce((last_month + interval '1 month')::date, 'infinity')) c order by 1);
  insert into private.report_checks as r (organization_id, kind, checked_at, next_month)
  values (mend_report_totals.organization_id, mend_report_totals.kind, now(), last_month + interval '1 month')
  on conflict on constraint report_checks_pkey do update set checked_at = excluded.checked_at, next_month = excluded.next_month;
  if months = '{}' then
    return;
  end if;
  insert into private.stale_report_months select mend_report_totals.organization_id, mend_report_totals.kind, m from unnest(months) m;
  perform private.audit(mend_report_totals.organization_id, 'report_totals_mended', null, null,
    jsonb_build_object('kind', mend_report_totals.kind, 'months', to_jsonb(months)));
  perform private.write_notification(u.organization_id, u.id, 'system', format(
    'Sums of reports of %s were wrong for %s (%s) and were added up again. Reports that were opened or exported before may differ.',
    case mend_report_totals.kind when 'sale.sale' then 'sales by sale date' when 'sale.travel' then 'sales by travel date'
      when 'commission.sale' then 'commissions by sale date' when 'commission.due' then 'commissions by due date'
      when 'commission.received' then 'commissions by the day received' else 'payments to agents' end,
    case cardinality(months) when 1 then '1 month' else cardinality(months) || ' months' end,
    to_char(months[1], 'Mon YYYY') || case when cardinality(months) > 1
      then ' to ' || to_char(months[cardinality(months)], 'Mon YYYY') else '' end), 'reports', null, 'report_totals_mended',
    jsonb_build_object('kind', mend_report_totals.kind, 'months', to_jsonb(months)))
  from public.users u
  where u.organization_id = mend_report_totals.organization_id and u.role = 'owner' and u.is_active;
end $$;
comment on function private.mend_report_totals is 'Compares the totals of one kind with the rows, from the month on where the last
  call ended, as many months as have `most` rows. What differs is marked as stale: reports read its rows from now on, and it is added
  up again as everything stale is. The audit log keeps which months, the owners are told.';

create function private.due_report_checks(organization_id uuid default null) returns table (tenant uuid, kind text)
language sql stable security definer set search_path = '' as $$
  select o.id, k.kind
  from public.organizations o
  cross join unnest(private.report_kinds()) k(kind)
  left join private.report_checks r on r.organization_id = o.id and r.kind = k.kind
  where (due_report_checks.organization_id is null or o.id = due_report_checks.organization_id)
    and (r.checked_at is null or r.next_month is not null
      or (r.checked_at at time zone o.time_zone)::date < (now() at time zone o.time_zone)::date)
  order by r.checked_at nulls first, o.id, k.kind
$$;
comment on function private.due_report_checks is 'What is to be compared, of one organization or of all (null): once a day, as soon as
  their own night has begun, and what is not at its end. What waited longest is first.';

create function private.check_all_report_totals_slice(organization_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant int := 10000;
  due record;
  failure text;
begin
  for due in select d.kind from private.due_report_checks(check_all_report_totals_slice.organization_id) d loop
    begin
      perform private.mend_report_totals(check_all_report_totals_slice.organization_id, due.kind, most);
      return true;
    exception when others then
      -- It keeps no other kind from its day.
      failure := concat_ws('; ', failure, due.kind || ': ' || sqlerrm);
    end;
  end loop;
  if failure is not null then
    raise exception using message = failure;
  end if;
  return false;
end $$;
comment on function private.check_all_report_totals_slice is 'Compares some months of the kind that waited longest, of those that can be
  compared; fails where none can. Whether there may be more.';

create function private.check_all_report_totals(longest interval default '1 second') returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if pg_try_advisory_xact_lock(hashtextextended('paperplane.report_checks', 0)) then
    perform private.serve_in_turn('check_all_report_totals', array(select distinct d.tenant from private.due_report_checks() d), longest);
  end if;
end $$;
comment on function private.check_all_report_totals is 'What the job does: compares totals with rows, of all organizations in turn.';
