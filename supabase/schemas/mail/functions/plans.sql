-- What goes out by the calendar: a saved report to people who may see it, and the agents' statements, to each agent their own. What a mail
-- says is computed as its recipient when it leaves (pages/functions/mailed), so nobody is sent what they could not open.

create function private.next_mail_at(every text, day int, hour int, zone text, after timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  select min(t.at)
  from generate_series(date_trunc('day', after at time zone zone), date_trunc('day', after at time zone zone) + interval '62 days',
    '1 day') d(day)
  cross join lateral (select (d.day + make_interval(hours => next_mail_at.hour)) at time zone zone as at) t
  where t.at > after and case next_mail_at.every
    when 'week' then extract(isodow from d.day) = next_mail_at.day
    else extract(day from d.day) = least(next_mail_at.day,
      extract(day from date_trunc('month', d.day) + interval '1 month' - interval '1 day')) end
$$;
comment on function private.next_mail_at is 'The first moment after another one that a plan names, on the clock of a time zone.';

create function private.may_get_report(user_id uuid, saved_report_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.saved_reports r join public.users u on u.organization_id = r.organization_id
    where r.id = may_get_report.saved_report_id and u.id = may_get_report.user_id and u.is_active and (r.shared or r.owner_id = u.id))
$$;

create function private.plan_refusal(caller_organization_id uuid, plan jsonb, people uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  report public.saved_reports;
begin
  if caller_organization_id is null then
    return private.command_result('You do not have permission to send reports by mail.', null, 'mail_plan_denied');
  elsif coalesce(jsonb_typeof(plan), '') <> 'object' or coalesce(plan ->> 'every', '') not in ('week', 'month')
    or coalesce(jsonb_typeof(plan -> 'day'), '') <> 'number' or coalesce(jsonb_typeof(plan -> 'hour'), '') <> 'number'
    or (plan ->> 'day')::numeric not in (select generate_series(1, case plan ->> 'every' when 'week' then 7 else 31 end))
    or (plan ->> 'hour')::numeric not in (select generate_series(0, 23)) then
    return private.command_result('Choose a day and an hour.', 'day', 'mail_plan_time_expected');
  elsif cardinality(people) = 0 then
    return private.command_result('Choose who gets it.', 'user_ids', 'mail_plan_people_expected');
  elsif cardinality(people) > 100 then
    return private.command_result('Choose at most 100 people.', 'user_ids', 'mail_plan_people_too_many');
  elsif plan ->> 'saved_report_id' is null then
    if not private.is_admin() then
      return private.command_result('You do not have permission to send reports by mail.', null, 'mail_plan_denied');
    end if;
  else
    select r.* into report from public.saved_reports r
    where r.id = private.report_id(plan, 'saved_report_id') and r.organization_id = caller_organization_id
      and (r.shared or r.owner_id = auth.uid());
    if report.id is null then
      return private.command_result('This report does not exist any more.', null, 'mail_plan_without_report');
    elsif not private.is_admin() and people <> array[auth.uid()] then
      return private.command_result('Only admins choose who else gets a report. You can have it sent to yourself.', 'user_ids',
        'mail_plan_for_others');
    end if;
  end if;
  if exists (select from unnest(people) p where not exists (
    select from public.users u where u.id = p and u.organization_id = caller_organization_id and u.is_active
      and (report.id is null or report.shared or report.owner_id = u.id))) then
    return private.command_result('Choose active people of the agency who may see this report. Share it to send it to others.', 'user_ids',
      'mail_plan_of_strangers');
  end if;
  return null;
end $$;
comment on function private.plan_refusal is 'Why the caller may not save a plan; null when they may.';

create function public.save_mail_plan(plan jsonb, expected_version int default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.current_organization_id();
  people uuid[];
  refusal jsonb;
  saved private.mail_plans;
  zone text := (select o.time_zone from public.organizations o where o.id = caller_organization_id);
begin
  people := array(select distinct private.report_id(jsonb_build_object('id', p), 'id') from jsonb_array_elements_text(
    case when jsonb_typeof(plan -> 'user_ids') = 'array' then plan -> 'user_ids' else '[]' end) p where p is not null);
  refusal := private.plan_refusal(caller_organization_id, plan, people);
  if refusal is not null then
    return refusal;
  end if;
  select m.* into saved from private.mail_plans m where m.organization_id = caller_organization_id
    and m.saved_report_id is not distinct from (plan ->> 'saved_report_id')::uuid for update;
  if saved.id is not null and not private.may_change_plan(saved) then
    return private.command_result('You do not have permission to send reports by mail.', null, 'mail_plan_denied');
  elsif saved.version is distinct from expected_version then
    return private.command_result('This was changed meanwhile. Close this and open it again.', null, 'mail_plan_changed');
  elsif saved.id is null and (select count(*) from private.mail_plans m where m.organization_id = caller_organization_id) >= 50 then
    return private.command_result('The agency sends 50 reports by mail, the most there is. Stop one first.', null, 'mail_plans_too_many');
  end if;
  insert into private.mail_plans as m (organization_id, saved_report_id, every, day, hour, next_run_at, created_by)
  values (caller_organization_id, (plan ->> 'saved_report_id')::uuid, plan ->> 'every', (plan ->> 'day')::int, (plan ->> 'hour')::int,
    private.next_mail_at(plan ->> 'every', (plan ->> 'day')::int, (plan ->> 'hour')::int, zone, now()), auth.uid())
  on conflict (organization_id, saved_report_id) do update set every = excluded.every, day = excluded.day, hour = excluded.hour,
    next_run_at = excluded.next_run_at, version = m.version + 1
  where m.version = expected_version
  returning m.* into saved;
  if saved.id is null then
    return private.command_result('This was changed meanwhile. Close this and open it again.', null, 'mail_plan_changed');
  end if;
  delete from private.mail_plan_people p where p.plan_id = saved.id and p.user_id <> all (people);
  insert into private.mail_plan_people (plan_id, user_id, organization_id)
  select saved.id, p, caller_organization_id from unnest(people) p on conflict do nothing;
  perform private.audit(caller_organization_id, 'mail_planned', null, saved.id, jsonb_build_object('saved_report_id', saved.saved_report_id,
    'every', saved.every, 'day', saved.day, 'hour', saved.hour, 'user_ids', people));
  return private.command_result(null) || jsonb_build_object('id', saved.id, 'next_run_at', saved.next_run_at);
end $$;
comment on function public.save_mail_plan is 'Sends a saved report by mail, or the agents'' statements where `saved_report_id` is null:
  {saved_report_id, every: week|month, day, hour, user_ids}, on the agency''s clock. One plan a report; `expected_version` is that of the plan
  that is changed, null for a new one. {success, error, field, id, next_run_at}.';
grant execute on function public.save_mail_plan(jsonb, int) to authenticated;

create function private.may_change_plan(plan private.mail_plans) returns boolean
language sql stable security definer set search_path = '' as $$
  select plan.organization_id = private.current_organization_id() and (plan.created_by = auth.uid() or private.is_admin())
$$;

create function public.delete_mail_plan(plan_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  gone private.mail_plans;
begin
  delete from private.mail_plans m where m.id = delete_mail_plan.plan_id and private.may_change_plan(m) returning m.* into gone;
  if gone.id is null then
    return private.command_result('This is not sent by mail any more.', null, 'mail_plan_not_found');
  end if;
  perform private.audit(gone.organization_id, 'mail_plan_removed', null, gone.id);
  return private.command_result(null);
end $$;
comment on function public.delete_mail_plan is 'Ends a plan; what waits of it does not leave. Its author and admins.';
grant execute on function public.delete_mail_plan(uuid) to authenticated;

create function public.leave_mail_plan(plan_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.mail_plan_people p where p.plan_id = leave_mail_plan.plan_id and p.user_id = auth.uid()
    and p.organization_id = private.current_organization_id();
  if not found then
    return private.command_result('This is not sent to you any more.', null, 'mail_plan_left');
  end if;
  return private.command_result(null);
end $$;
comment on function public.leave_mail_plan is 'Takes the caller off the list of a plan.';
grant execute on function public.leave_mail_plan(uuid) to authenticated;

create function public.list_mail_plans() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.current_organization_id();
  tells_all constant boolean := private.is_admin();
begin
  return jsonb_build_object('sends', private.sends_mail(), 'plans', (
    select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'saved_report_id', m.saved_report_id, 'name', r.name, 'every', m.every, 'day', m.day,
      'hour', m.hour, 'next_run_at', m.next_run_at, 'last_run_at', m.last_run_at, 'version', m.version,
      'may_change', private.may_change_plan(m), 'gets', p.mine, 'count', p.n, 'user_ids', case when private.may_change_plan(m) then p.ids end)
      order by r.name nulls last, m.id), '[]')
    from private.mail_plans m
    left join public.saved_reports r on r.id = m.saved_report_id
    cross join lateral (
      select count(*) as n, coalesce(bool_or(p.user_id = auth.uid()), false) as mine, coalesce(jsonb_agg(p.user_id order by p.user_id), '[]') as ids
      from private.mail_plan_people p where p.plan_id = m.id) p
    where m.organization_id = caller_organization_id
      and (m.created_by = auth.uid() or tells_all and (r.id is null or r.shared)
        or p.mine and (r.id is null or r.shared or r.owner_id = auth.uid()))));
end $$;
comment on function public.list_mail_plans is 'What is sent by mail of what the caller may see: {sends, plans: [{id, saved_report_id, name, every, day,
  hour, next_run_at, last_run_at, version, may_change, gets, count, user_ids}]}. `gets`: the caller is on its list, whose people only those read who
  may change it.';
grant execute on function public.list_mail_plans() to authenticated;

create function private.move_mail_plans() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.mail_plans m set next_run_at = private.next_mail_at(m.every, m.day, m.hour, new.time_zone, now())
  where m.organization_id = new.id;
  return null;
end $$;
comment on function private.move_mail_plans is 'The hour of a plan is the agency''s: it moves with its time zone.';

create function private.run_mail_plans_slice(organization_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant int := 50;
  run int := 0;
  due record;
begin
  for due in
    select m as plan, private.mail_name(o.name) as agency, o.time_zone as zone, private.reply_address(o.id, m.created_by) as reply_to,
      date_trunc('month', m.next_run_at at time zone o.time_zone)::date as month, private.one_line(r.name) as name, r.definition
    from private.mail_plans m
    join public.organizations o on o.id = m.organization_id
    left join public.saved_reports r on r.id = m.saved_report_id
    where m.organization_id = run_mail_plans_slice.organization_id and m.next_run_at <= now()
    order by m.next_run_at, m.id for no key update of m skip locked limit most
  loop
    run := run + 1;
    insert into private.outgoing_mails (organization_id, kind, to_address, to_name, from_name, reply_to, subject, created_by, plan_id, plan_run_at,
      recipient_id, statement_id)
    select u.organization_id, case when due.name is null then 'statement' else 'report' end, e.email, private.mail_name(u.first_name || ' ' || u.last_name),
      due.agency, due.reply_to, coalesce(due.name, 'Statement ' || s.number), (due.plan).created_by, (due.plan).id, (due.plan).next_run_at, u.id, s.id
    from private.mail_plan_people p
    join public.users u on u.id = p.user_id and u.is_active
    join public.user_emails e on e.user_id = u.id and private.is_mail_address(e.email)
    left join public.payout_statements s on due.name is null and s.organization_id = u.organization_id and s.agent_id = u.id
      and s.paid_on >= due.month - interval '1 month' and s.paid_on < due.month
    where p.plan_id = (due.plan).id and case when due.name is null then s.id is not null
      else private.may_get_report(u.id, (due.plan).saved_report_id) end
    on conflict do nothing;
    update private.mail_plans m set last_run_at = m.next_run_at,
      next_run_at = private.next_mail_at(m.every, m.day, m.hour, due.zone, now())
    where m.id = (due.plan).id;
  end loop;
  return run = most;
end $$;
comment on function private.run_mail_plans_slice is 'Puts what is due into the box, once, however late: what was missed meanwhile is not made up for. Statements
  are those paid in the month before. Whether there may be more.';

create function private.run_mail_plans() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.sends_mail() then
    perform private.serve_in_turn('run_mail_plans',
      array(select distinct m.organization_id from private.mail_plans m where m.next_run_at <= now()), '1 second');
  end if;
end $$;
comment on function private.run_mail_plans is 'The same for all organizations in turn. Where no mail is sent nothing piles up.';

create function private.may_get_mail(mail private.outgoing_mails) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.mail_plans m
    join private.mail_plan_people p on p.plan_id = m.id and p.user_id = mail.recipient_id
    join public.users u on u.id = p.user_id and u.is_active
    where m.id = mail.plan_id and (m.saved_report_id is null or private.may_get_report(u.id, m.saved_report_id)))
$$;
comment on function private.may_get_mail is 'Whether a member still gets what was planned: on the list, active, and free to open it.';
