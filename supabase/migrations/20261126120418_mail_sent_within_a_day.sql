set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.note_follow_up(mail private.outgoing_mails)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chase private.vendor_chases;
  owed jsonb;
begin
  select c.* into chase from private.vendor_chases c where c.id = mail.chase_id;
  owed := private.owed_figures(chase.organization_id, vendor_id => chase.vendor_id);
  if (owed ->> 'count')::int > 0 then
    perform private.note_vendor_asked(chase.organization_id, chase.vendor_id, chase.asked_by, (owed ->> 'count')::int,
      (owed ->> 'amount')::numeric, false);
  end if;
  perform private.audit(chase.organization_id, 'vendor_mailed', null, chase.vendor_id, jsonb_build_object('to', chase.to_address,
    'follow_up', mail.chase_number, 'asked_by', chase.asked_by));
  perform private.keep_chase_in_conversation(mail);
end $function$;

CREATE OR REPLACE FUNCTION private.start_chase(vendor_id uuid, to_address text, subject text, body text, every_days integer, although_deposit_waits boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
  day constant date := private.today();
  refusal jsonb;
  chase private.vendor_chases;
  mail private.outgoing_mails;
begin
  if caller_organization_id is null then
    return private.command_result('You do not have permission to ask vendors.', null, 'asking_is_for_admins');
  elsif not private.sends_mail() then
    return private.command_result('This installation sends no mail. Copy the text, or open it in your mail program.', null,
      'mail_not_set_up');
  elsif not coalesce(private.is_mail_address(btrim(start_chase.to_address)), false) then
    return private.command_result('Enter one e-mail address.', 'to_address', 'mail_address_expected');
  elsif private.visible_text(start_chase.subject) is null or start_chase.subject ~ '[[:cntrl:]]'
    or char_length(start_chase.subject) > 200 then
    return private.command_result('Enter a subject of one line, of at most 200 characters.', 'subject', 'mail_subject_expected');
  elsif private.visible_text(start_chase.body) is null or char_length(start_chase.body) > 20000 then
    return private.command_result('Enter a message of at most 20,000 characters.', 'body', 'mail_body_expected');
  elsif start_chase.every_days not between 3 and 30 then
    return private.command_result('Follow up every 3 to 30 days.', 'every_days', 'follow_up_days_range');
  elsif (select count(*) from private.outgoing_mails m where m.organization_id = caller_organization_id and m.kind = 'chase'
    and m.created_at > now() - interval '24 hours') >= 100 then
    return private.command_result('The agency has sent 100 of these e-mails within 24 hours, the most there is. Try again later.', null,
      'mails_too_many');
  end if;
  -- Two who ask one vendor at the same moment: one after the other.
  perform 1 from public.vendors v where v.id = start_chase.vendor_id and v.organization_id = caller_organization_id for no key update;
  refusal := public.record_vendor_asked(start_chase.vendor_id, start_chase.although_deposit_waits);
  if not (refusal ->> 'success')::boolean then
    return refusal;
  end if;
  update private.vendor_chases c set state = 'stopped', next_on = null, ended_on = day, stopped_by = auth.uid()
  where c.organization_id = caller_organization_id and c.vendor_id = start_chase.vendor_id and c.state = 'running';
  insert into private.vendor_chases (organization_id, vendor_id, to_address, asked_on, asked_by, state, every_days, next_on)
  values (caller_organization_id, start_chase.vendor_id, btrim(start_chase.to_address), day, auth.uid(),
    case when start_chase.every_days is null then 'once' else 'running' end, start_chase.every_days, day + start_chase.every_days)
  returning * into chase;
  insert into private.outgoing_mails (organization_id, kind, to_address, from_name, reply_to, subject, body, created_by, chase_id, chase_number)
  select o.id, 'chase', chase.to_address, private.one_line(o.name), private.reply_address(o.id, auth.uid()), btrim(start_chase.subject),
    start_chase.body, auth.uid(), chase.id, 0
  from public.organizations o where o.id = caller_organization_id
  returning * into mail;
  perform private.audit(caller_organization_id, 'vendor_mailed', null, chase.vendor_id, jsonb_build_object('to', chase.to_address,
    'is_vendors', exists (
      select from public.vendors v left join public.vendor_terms t on t.vendor_id = v.id
      where v.id = chase.vendor_id and (lower(v.email) = lower(chase.to_address)
        or exists (select from jsonb_array_elements(t.contacts) e where lower(e ->> 'email') = lower(chase.to_address))))));
  perform private.keep_chase_in_conversation(mail);
  return private.command_result(null) || jsonb_build_object('chase_id', chase.id);
end $function$;

CREATE OR REPLACE FUNCTION private.tell_undelivered(mail private.outgoing_mails)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  vendor record;
begin
  if mail.kind = 'chase' then
    update private.vendor_chases c set state = 'undelivered', next_on = null, ended_on = (now() at time zone o.time_zone)::date
    from public.organizations o where o.id = c.organization_id and c.id = mail.chase_id and c.state in ('once', 'running', 'ended');
    select v.id, v.name into vendor from private.vendor_chases c join public.vendors v on v.id = c.vendor_id where c.id = mail.chase_id;
    perform private.write_notification(mail.organization_id, mail.created_by, 'mail', 'Your e-mail to ' || vendor.name || ' did not reach '
      || mail.to_address || coalesce(': ' || mail.words, '') || '.', 'vendors', vendor.id, 'chase_undelivered',
      jsonb_build_object('vendor', vendor.name, 'address', mail.to_address, 'said', mail.words));
  else
    perform private.write_notification(mail.organization_id, mail.created_by, 'mail', '“' || mail.subject || '” did not reach '
      || mail.to_address || coalesce(': ' || mail.words, '') || '.', null, null, 'mail_undelivered',
      jsonb_build_object('subject', mail.subject, 'address', mail.to_address, 'said', mail.words));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.save_mail_plan(plan jsonb, expected_version integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE INDEX outgoing_mails_organization_id_sent_at_idx ON private.outgoing_mails USING btree (organization_id, sent_at) WHERE (sent_at IS NOT NULL);
