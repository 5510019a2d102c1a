set local check_function_bodies = off;

ALTER TABLE "private"."outgoing_mails" DROP CONSTRAINT "outgoing_mails_link_within_app";

ALTER TABLE "private"."outgoing_mails" DROP COLUMN "link";

CREATE TABLE "private"."mail_plan_people" ("plan_id" uuid NOT NULL, "user_id" uuid NOT NULL, "organization_id" uuid NOT NULL, CONSTRAINT "mail_plan_people_pkey" PRIMARY KEY (plan_id, user_id));

ALTER TABLE "private"."mail_plan_people" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."mail_plans" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "saved_report_id" uuid, "every" text NOT NULL, "day" integer NOT NULL, "hour" integer NOT NULL, "next_run_at" timestamp with time zone NOT NULL, "last_run_at" timestamp with time zone, "created_by" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "version" integer NOT NULL DEFAULT 1, CONSTRAINT "mail_plans_day_range" CHECK (((day >= 1) AND (day <=
CASE every
    WHEN 'week'::text THEN 7
    ELSE 31
END))), CONSTRAINT "mail_plans_every_known" CHECK ((every = ANY (ARRAY['week'::text, 'month'::text]))), CONSTRAINT "mail_plans_hour_range" CHECK (((hour >= 0) AND (hour <= 23))), CONSTRAINT "mail_plans_organization_id_id_key" UNIQUE (organization_id, id), CONSTRAINT "mail_plans_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."mail_plans" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."mail_service" ("only_one" boolean NOT NULL DEFAULT true, "provider" text, "told_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "mail_service_only_one_check" CHECK (only_one), CONSTRAINT "mail_service_pkey" PRIMARY KEY (only_one), CONSTRAINT "mail_service_provider_known" CHECK ((provider = ANY (ARRAY['resend'::text, 'postmark'::text, 'smtp'::text]))));

ALTER TABLE "private"."mail_service" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."vendor_chases" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "vendor_id" uuid NOT NULL, "to_address" text NOT NULL, "asked_on" date NOT NULL, "asked_by" uuid NOT NULL, "state" text NOT NULL, "every_days" integer, "follow_ups" integer NOT NULL DEFAULT 0, "next_on" date, "ended_on" date, "stopped_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "vendor_chases_every_days_range" CHECK (((every_days >= 3) AND (every_days <= 30))), CONSTRAINT "vendor_chases_follow_ups_range" CHECK (((follow_ups >= 0) AND (follow_ups <= 6))), CONSTRAINT "vendor_chases_next_on_given" CHECK ((((state = 'running'::text) = (next_on IS NOT NULL)) AND ((state <> 'running'::text) OR (every_days IS NOT NULL)))), CONSTRAINT "vendor_chases_organization_id_id_key" UNIQUE (organization_id, id), CONSTRAINT "vendor_chases_pkey" PRIMARY KEY (id), CONSTRAINT "vendor_chases_state_known" CHECK ((state = ANY (ARRAY['once'::text, 'running'::text, 'stopped'::text, 'paid'::text, 'ended'::text, 'undelivered'::text]))));

ALTER TABLE "private"."vendor_chases" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."outgoing_mails" ADD COLUMN "handed_over_at" timestamp with time zone;

ALTER TABLE "private"."outgoing_mails" ADD COLUMN "chase_id" uuid;

ALTER TABLE "private"."outgoing_mails" ADD COLUMN "chase_number" integer;

ALTER TABLE "private"."outgoing_mails" ADD COLUMN "plan_id" uuid;

ALTER TABLE "private"."outgoing_mails" ADD COLUMN "plan_run_at" timestamp with time zone;

ALTER TABLE "private"."outgoing_mails" ADD COLUMN "recipient_id" uuid;

ALTER TABLE "private"."outgoing_mails" ADD COLUMN "statement_id" uuid;

ALTER TABLE "private"."outgoing_mails" ALTER COLUMN "body" DROP NOT NULL;

CREATE OR REPLACE FUNCTION private.begin_acting(user_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  claims constant text := coalesce(current_setting('request.jwt.claims', true), '');
begin
  perform private.begin_mode('acting');
  perform set_config('request.jwt.claims', jsonb_build_object('sub', user_id, 'role', 'authenticated')::text, true);
  return claims;
end $function$;

CREATE OR REPLACE FUNCTION private.begin_mode(mode text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if mode not in ('erasing', 'importing', 'undoing_import', 'acting', '') then
    raise exception 'Unknown mode %', mode;
  end if;
  perform set_config('paperplane.mode', mode, true);
end $function$;

CREATE OR REPLACE FUNCTION private.chase_contact(asked_organization_id uuid, vendor_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('name', a.name, 'email', a.email)
  from (
    select e.entry ->> 'name' as name, e.entry ->> 'email' as email,
      case when e.entry ->> 'role' ~* 'commission' then 1 when e.entry ->> 'role' ~* 'account|financ|billing|remit' then 2 else 4 end as place, e.n
    from public.vendor_terms t cross join lateral jsonb_array_elements(t.contacts) with ordinality e(entry, n)
    where t.organization_id = asked_organization_id and t.vendor_id = chase_contact.vendor_id
    union all
    select null, v.email, 3, 0 from public.vendors v
    where v.organization_id = asked_organization_id and v.id = chase_contact.vendor_id) a
  where private.is_mail_address(a.email)
  order by a.place, a.n limit 1
$function$;

CREATE OR REPLACE FUNCTION private.current_organization_id()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select u.organization_id
    from public.users u
    where u.id = auth.uid()
      and u.is_active
      and (exists (
        select 1 from auth.sessions s
        where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
          and s.user_id = u.id
          and (s.not_after is null or s.not_after > now()))
        or private.in_mode('acting')));
end $function$;

CREATE OR REPLACE FUNCTION private.end_acting(claims text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.begin_mode('');
  perform set_config('request.jwt.claims', claims, true);
end $function$;

CREATE OR REPLACE FUNCTION private.follow_up_content(mail private.outgoing_mails)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chase private.vendor_chases;
  owed jsonb;
  claims text;
  bookings jsonb;
begin
  select c.* into chase from private.vendor_chases c where c.id = mail.chase_id for no key update;
  owed := private.owed_figures(chase.organization_id, vendor_id => chase.vendor_id);
  if (owed ->> 'count')::int = 0 or chase.state not in ('running', 'ended') then
    update private.vendor_chases c set state = 'paid', next_on = null, ended_on = coalesce(c.ended_on, current_date), follow_ups = c.follow_ups - 1
    where c.id = chase.id and c.state in ('running', 'ended');
    return null;
  end if;
  claims := private.begin_acting(chase.asked_by);
  if private.is_admin() then
    bookings := public.get_vendor_overdue(chase.vendor_id);
  end if;
  perform private.end_acting(claims);
  if bookings is null then
    return null;
  end if;
  return (
    select jsonb_build_object('kind', 'chase', 'asked_on', chase.asked_on, 'count', owed -> 'count', 'amount', owed -> 'amount',
      'currency', o.currency, 'agency', o.name, 'name', u.first_name || ' ' || u.last_name, 'bookings', bookings)
    from public.organizations o join public.users u on u.id = chase.asked_by where o.id = chase.organization_id);
end $function$;

CREATE OR REPLACE FUNCTION private.keep_chase_in_conversation(mail private.outgoing_mails)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  message_id constant uuid := gen_random_uuid();
  chased uuid := (select c.vendor_id from private.vendor_chases c where c.id = mail.chase_id);
  words constant text := 'E-mail to ' || mail.to_address || ': ' || mail.subject || E'\n\n' || mail.body;
begin
  insert into public.communications (id, organization_id, commentable_type, commentable_id, thread_id, thread_at, author_id, body)
  values (message_id, mail.organization_id, 'vendors', chased, message_id, clock_timestamp(), mail.created_by,
    -- An e-mail mentions nobody.
    replace(case when char_length(words) > 4900 then left(words, 4900) || E'\n…' else words end, '<@', '< @'));
  perform private.announce_conversation('vendors', chased);
end $function$;

CREATE OR REPLACE FUNCTION private.keep_mail()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.sends_mail() then
    perform private.write_follow_ups();
    perform private.run_mail_plans();
  end if;
  delete from private.outgoing_mails m where m.state in ('sent', 'failed', 'bounced') and m.created_at < now() - interval '90 days';
  if exists (select from private.outgoing_mails m
      where m.state = 'queued' and m.next_try_at <= now() or m.state = 'sending' and m.claimed_until < now())
    or not exists (select from private.mail_service s where s.told_at > now() - interval '1 hour') then
    perform private.call_function('mail-send');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.mailed_today(organization_id uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*) from private.outgoing_mails m
  where m.organization_id = mailed_today.organization_id and m.sent_at > now() - interval '24 hours'
$function$;

CREATE OR REPLACE FUNCTION private.may_change_plan(plan private.mail_plans)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select plan.organization_id = private.current_organization_id() and (plan.created_by = auth.uid() or private.is_admin())
$function$;

CREATE OR REPLACE FUNCTION private.may_get_mail(mail private.outgoing_mails)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from private.mail_plans m
    join private.mail_plan_people p on p.plan_id = m.id and p.user_id = mail.recipient_id
    join public.users u on u.id = p.user_id and u.is_active
    where m.id = mail.plan_id and (m.saved_report_id is null or private.may_get_report(u.id, m.saved_report_id)))
$function$;

CREATE OR REPLACE FUNCTION private.may_get_report(user_id uuid, saved_report_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.saved_reports r join public.users u on u.organization_id = r.organization_id
    where r.id = may_get_report.saved_report_id and u.id = may_get_report.user_id and u.is_active and (r.shared or r.owner_id = u.id))
$function$;

CREATE OR REPLACE FUNCTION private.move_mail_plans()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.mail_plans m set next_run_at = private.next_mail_at(m.every, m.day, m.hour, new.time_zone, now())
  where m.organization_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.next_mail_at(every text, day integer, hour integer, zone text, after timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select min(t.at)
  from generate_series(date_trunc('day', after at time zone zone), date_trunc('day', after at time zone zone) + interval '62 days',
    '1 day') d(day)
  cross join lateral (select (d.day + make_interval(hours => next_mail_at.hour)) at time zone zone as at) t
  where t.at > after and case next_mail_at.every
    when 'week' then extract(isodow from d.day) = next_mail_at.day
    else extract(day from d.day) = least(next_mail_at.day,
      extract(day from date_trunc('month', d.day) + interval '1 month' - interval '1 day')) end
$function$;

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
    'subject', mail.subject, 'follow_up', mail.chase_number, 'asked_by', chase.asked_by));
  perform private.keep_chase_in_conversation(mail);
end $function$;

CREATE OR REPLACE FUNCTION private.note_vendor_asked(organization_id uuid, vendor_id uuid, asked_by uuid, commissions_count integer, amount numeric, although_deposit_waits boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.vendor_askings (organization_id, vendor_id, asked_on, asked_by, commissions_count, amount, although_deposit_waits)
  select o.id, note_vendor_asked.vendor_id, (now() at time zone o.time_zone)::date, note_vendor_asked.asked_by,
    note_vendor_asked.commissions_count, note_vendor_asked.amount, note_vendor_asked.although_deposit_waits
  from public.organizations o where o.id = note_vendor_asked.organization_id
$function$;

CREATE OR REPLACE FUNCTION private.one_line(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select btrim(regexp_replace(name, '[[:cntrl:]]+', ' ', 'g'))
$function$;

CREATE OR REPLACE FUNCTION private.plan_refusal(caller_organization_id uuid, plan jsonb, people uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.redact_mails(organization_id uuid, pattern text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.outgoing_mails m set body = private.redact(m.body, pattern, 20000), subject = private.redact(m.subject, pattern, 200),
    attachment = null, attachment_name = null
  where m.organization_id = redact_mails.organization_id and (m.body ~* pattern or m.subject ~* pattern or m.attachment is not null)
$function$;

CREATE OR REPLACE FUNCTION private.reply_address(organization_id uuid, user_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when private.is_mail_address(o.email) then o.email else (
    select e.email from public.user_emails e where e.user_id = reply_address.user_id and e.organization_id = o.id) end
  from public.organizations o where o.id = reply_address.organization_id
$function$;

CREATE OR REPLACE FUNCTION private.run_mail_plans()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due record;
begin
  if not private.sends_mail() then
    return;
  end if;
  for due in
    select m as plan, private.one_line(o.name) as agency, o.time_zone as zone, private.reply_address(o.id, m.created_by) as reply_to,
      date_trunc('month', m.next_run_at at time zone o.time_zone)::date as month, private.one_line(r.name) as name, r.definition
    from private.mail_plans m
    join public.organizations o on o.id = m.organization_id
    left join public.saved_reports r on r.id = m.saved_report_id
    where m.next_run_at <= now()
    order by m.next_run_at, m.id for no key update of m skip locked limit 50
  loop
    insert into private.outgoing_mails (organization_id, kind, to_address, to_name, from_name, reply_to, subject, created_by, plan_id, plan_run_at,
      recipient_id, statement_id)
    select u.organization_id, case when due.name is null then 'statement' else 'report' end, e.email, private.one_line(u.first_name || ' ' || u.last_name),
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
end $function$;

CREATE OR REPLACE FUNCTION private.said_by_provider(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select rtrim(left(private.visible_text(regexp_replace(words, '[[:cntrl:][:space:]]+', ' ', 'g')), 300), '. ')
$function$;

CREATE OR REPLACE FUNCTION private.saved_by_send_vendor_chase(record_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'vendor_chase', 'id', c.id, 'name', 'e-mail to ' || c.to_address)
  from private.vendor_chases c where c.id = record_id and c.organization_id = private.admin_organization_id()
$function$;

CREATE OR REPLACE FUNCTION private.send_soon()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.call_function('mail-send');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.sends_mail()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.mail_service s where s.provider is not null and s.told_at > now() - interval '1 day')
$function$;

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
    'subject', mail.subject, 'is_vendors', exists (
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
    from public.organizations o where o.id = c.organization_id and c.id = mail.chase_id and c.state in ('once', 'running');
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

CREATE OR REPLACE FUNCTION private.write_follow_ups()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due record;
  open_count int;
begin
  for due in
    select c as chase, private.one_line(o.name) as agency, private.reply_address(o.id, c.asked_by) as reply_to,
      (now() at time zone o.time_zone)::date as day, u.is_active and u.role in ('owner', 'admin') as may_ask, v.archived_at
    from private.vendor_chases c
    join public.organizations o on o.id = c.organization_id
    join public.users u on u.id = c.asked_by
    join public.vendors v on v.id = c.vendor_id
    where c.state = 'running' and c.next_on <= current_date + 1
      -- From nine in the morning of the agency.
      and (now() at time zone o.time_zone) >= c.next_on + interval '9 hours'
    order by c.next_on, c.id for no key update of c skip locked limit 100
  loop
    open_count := (private.owed_figures((due.chase).organization_id, vendor_id => (due.chase).vendor_id) ->> 'count')::int;
    if open_count = 0 or not due.may_ask then
      update private.vendor_chases c set state = case when open_count = 0 then 'paid' else 'stopped' end, next_on = null, ended_on = due.day
      where c.id = (due.chase).id;
    elsif private.deposit_waits((due.chase).organization_id, (due.chase).vendor_id) then
      update private.vendor_chases c set next_on = due.day + 1 where c.id = (due.chase).id;
    else
      insert into private.outgoing_mails (organization_id, kind, to_address, from_name, reply_to, subject, created_by, chase_id, chase_number)
      values ((due.chase).organization_id, 'chase', (due.chase).to_address, due.agency, due.reply_to, 'Open commission',
        (due.chase).asked_by, (due.chase).id, (due.chase).follow_ups + 1)
      on conflict do nothing;
      update private.vendor_chases c set follow_ups = c.follow_ups + 1,
        state = case when c.follow_ups + 1 = 6 then 'ended' else 'running' end,
        next_on = case when c.follow_ups + 1 < 6 then due.day + c.every_days end,
        ended_on = case when c.follow_ups + 1 = 6 then due.day end
      where c.id = (due.chase).id;
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.compose_mail(mail_id uuid, claim uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mail private.outgoing_mails;
  report public.saved_reports;
  content jsonb;
  claims text;
begin
  select m.* into mail from private.outgoing_mails m
  where m.id = compose_mail.mail_id and m.claim = compose_mail.claim and m.state = 'sending' and m.body is null for update;
  if mail.id is null then
    return null;
  elsif mail.kind = 'chase' then
    content := private.follow_up_content(mail);
  elsif private.may_get_mail(mail) then
    select r.* into report from private.mail_plans p join public.saved_reports r on r.id = p.saved_report_id where p.id = mail.plan_id;
    claims := private.begin_acting(mail.recipient_id);
    if mail.kind = 'statement' then
      content := public.get_statement(mail.statement_id);
    else
      content := public.run_report(report.definition);
    end if;
    perform private.end_acting(claims);
    content := jsonb_build_object('kind', mail.kind, 'name', report.name, 'definition', report.definition, 'answer', content,
      'today', (now() at time zone o.time_zone)::date, 'agency', o.name) from public.organizations o where o.id = mail.organization_id and content is not null;
  end if;
  if content is null then
    delete from private.outgoing_mails m where m.id = mail.id;
  end if;
  return content;
end $function$;

CREATE OR REPLACE FUNCTION public.delete_mail_plan(plan_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone private.mail_plans;
begin
  delete from private.mail_plans m where m.id = delete_mail_plan.plan_id and private.may_change_plan(m) returning m.* into gone;
  if gone.id is null then
    return private.command_result('This is not sent by mail any more.', null, 'mail_plan_not_found');
  end if;
  perform private.audit(gone.organization_id, 'mail_plan_removed', null, gone.id);
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.erase_customer(customer_id uuid, confirmation text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  customer public.customers%rowtype;
  customer_ids uuid[];
  own_sale_ids uuid[];
  former_sale_ids uuid[];
  traveled_sale_ids uuid[];
  first_names text[];
  last_names text[];
  full_names text[];
  unique_names text[];
  contacts text[];
  any_name_pattern text;
  unique_pattern text;
  full_name_pattern text;
begin
  if caller_organization_id is null or not private.is_admin() then
    return private.command_result('Only admins can erase a customer.', null, 'erasure_is_for_admins');
  end if;
  perform private.lock_merges(caller_organization_id);
  -- Customers merged into this one, directly or not, are the same person.
  customer_ids := array(
    with recursive same as (
      select c.id from public.customers c where c.organization_id = caller_organization_id and c.id = erase_customer.customer_id
      union
      select c.id from public.customers c join same s on c.merged_into = s.id where c.organization_id = caller_organization_id)
    select s.id from same s);
  perform private.lock_customers(caller_organization_id, customer_ids);
  select c.* into customer from public.customers c
  where c.organization_id = caller_organization_id and c.id = erase_customer.customer_id;
  if customer.id is null or customer.merged_into is not null then
    return private.command_result('This customer does not exist.', null, 'customer_not_found');
  elsif customer.erased_at is not null then
    return jsonb_build_object('success', true, 'error', null, 'field', null);
  elsif btrim(coalesce(erase_customer.confirmation, '')) <> customer.first_name || ' ' || customer.last_name then
    return private.command_result('Type the customer''s full name to confirm.', 'confirmation', 'confirmation_wrong');
  end if;

  -- Present and former names, e-mail addresses and phone numbers. A name in a free text may be somebody else's, so there are
  -- three patterns:
  --   any_name_pattern: contacts, full names and single names; for sales the customer pays, whose notes are cleared anyway.
  --   full_name_pattern: contacts and full names; for sales the customer travels on.
  --   unique_pattern: contacts and full names that no other customer of the organization has; for everything else.
  select array_agg(p.first_name), array_agg(p.last_name) into first_names, last_names
  from (
    select c.first_name, c.last_name from public.customers c where c.id = any (customer_ids)
    union
    select r.former_name[1], r.former_name[2] from private.record_changes r
    where r.organization_id = caller_organization_id and r.record_id = any (customer_ids) and r.former_name is not null) p;
  contacts := array(
    select distinct btrim(t.value) from public.customers c
    cross join lateral (
      select c.email union all select c.phone
      union all select e ->> 'value' from jsonb_array_elements(c.more_emails || c.more_phones) e) t(value)
    where c.id = any (customer_ids) and char_length(btrim(t.value)) >= 6);
  full_names := array(select unnest(private.name_spellings(p.f, p.l)) from unnest(first_names, last_names) p(f, l));
  full_name_pattern := private.words_pattern(full_names || contacts);
  any_name_pattern := private.words_pattern(full_names || contacts
    || array(select p from unnest(first_names || last_names) p where char_length(p) >= 3));
  unique_names := array(
    select unnest(private.name_spellings(p.f, p.l)) from unnest(first_names, last_names) p(f, l)
    where not exists (
      select 1 from public.customers c
      where c.organization_id = caller_organization_id and lower(c.last_name) = lower(p.l) and lower(c.first_name) = lower(p.f)
        and c.id <> all (customer_ids) and c.erased_at is null));
  unique_pattern := private.words_pattern(unique_names || array(
    select w from unnest(contacts) w
    where not exists (
      select 1 from private.customer_search s
      where s.organization_id = caller_organization_id and s.customer_id <> all (customer_ids)
        and s.document like '%'
          || private.escape_like(private.normalize_search_text(w)) || '%')));

  own_sale_ids := array(
    select s.id from public.sales s
    where s.organization_id = caller_organization_id and s.customer_id = any (customer_ids));
  -- Sales that were theirs before the customer of the sale was changed.
  former_sale_ids := array(
    select distinct h.sales_id from public.sales_history h
    where h.organization_id = caller_organization_id and h.previous_data ? 'customer_id'
      and h.previous_data ->> 'customer_id' = any (customer_ids::text[]) and h.sales_id <> all (own_sale_ids));
  traveled_sale_ids := array(
    select t.sale_id from public.sale_travelers t
    where t.organization_id = caller_organization_id and t.customer_id = any (customer_ids)
      and t.sale_id <> all (own_sale_ids || former_sale_ids));

  perform private.begin_mode('erasing');
  delete from private.passports p where p.organization_id = caller_organization_id and p.customer_id = any (customer_ids);
  delete from public.customer_companions l
  where l.organization_id = caller_organization_id
    and (l.customer_id = any (customer_ids) or l.companion_id = any (customer_ids));
  update private.customer_merges m set moved = null,
    merged_name = case when m.merged_id = any (customer_ids) then 'Erased customer' else m.merged_name end
  where m.organization_id = caller_organization_id and (m.kept_id = any (customer_ids) or m.merged_id = any (customer_ids));
  perform private.clear_customer_conversations(caller_organization_id, customer_ids);
  perform private.erase_documents(caller_organization_id, customer_ids, own_sale_ids, unique_pattern);
  perform private.redact_sales(caller_organization_id, own_sale_ids, any_name_pattern, '{notes}');
  perform private.redact_sales(caller_organization_id, former_sale_ids, unique_pattern);
  perform private.redact_sales(caller_organization_id, traveled_sale_ids, full_name_pattern);
  if unique_pattern is not null then
    perform private.redact_sales(caller_organization_id, array(
      select s.id from public.sales s
      where s.organization_id = caller_organization_id
        and lower(s.booking_reference collate pg_catalog."pg_c_utf8") like any (array(
        select '%' || private.escape_like(lower(w collate pg_catalog."pg_c_utf8")) || '%'
        from unnest(unique_names) w))), unique_pattern);
    perform private.redact_sales(caller_organization_id, null, unique_pattern);
    update public.customers c set notes = private.redact(c.notes, unique_pattern),
      preferences = private.redact_json(c.preferences, unique_pattern, '{}', true),
      emergency_phone = case when c.emergency_name ~* unique_pattern then null else c.emergency_phone end,
      emergency_relation = case when c.emergency_name ~* unique_pattern then null else c.emergency_relation end,
      emergency_name = case when c.emergency_name ~* unique_pattern then null else c.emergency_name end
    where c.organization_id = caller_organization_id and c.id <> all (customer_ids)
      and (c.notes ~* unique_pattern or c.emergency_name ~* unique_pattern
        or c.preferences <> '{}' and c.preferences::text ~* unique_pattern);
    update public.vendor_terms v set notes = private.redact(v.notes, unique_pattern)
    where v.organization_id = caller_organization_id and v.notes ~* unique_pattern;
    update public.customer_companions l set relation = private.redact(l.relation, unique_pattern, 50)
    where l.organization_id = caller_organization_id and l.relation ~* unique_pattern;
    update private.customer_merges m set moved = private.redact_json(m.moved, unique_pattern, '{}', true)
    where m.organization_id = caller_organization_id and m.moved is not null and m.moved::text ~* unique_pattern;
    update public.import_batches i set file_name = private.redact(i.file_name, unique_pattern, 255)
    where i.organization_id = caller_organization_id and i.file_name ~* unique_pattern;
    perform private.redact_bank(caller_organization_id, unique_pattern);
    perform private.redact_saved_reports(caller_organization_id, unique_pattern);
    perform private.redact_mails(caller_organization_id, unique_pattern);
  end if;
  update private.audit_log l set details = l.details - 'last_four'
  where l.organization_id = caller_organization_id and l.customer_id = any (customer_ids) and l.details ? 'last_four';
  update public.customers c set first_name = 'Erased', last_name = 'customer', email = null, phone = null, notes = null,
    address_line_1 = null, address_line_2 = null, city = null, region = null, postal_code = null, country = null,
    birthday = null, more_emails = '[]', more_phones = '[]', emergency_name = null, emergency_phone = null,
    emergency_relation = null, tags = '{}', preferences = '{}', archived_at = coalesce(c.archived_at, now()), erased_at = now()
  where c.id = any (customer_ids);
  perform private.begin_mode('');
  update private.record_changes r set former_name = null
  where r.organization_id = caller_organization_id and r.record_id = any (customer_ids) and r.former_name is not null;
  -- Rows of files that are being checked may name them.
  delete from private.import_check_rows r using public.users u
  where u.id = r.created_by and u.organization_id = caller_organization_id;
  -- The name of a tag that no customer has any more may be personal.
  delete from private.customer_counts n where n.organization_id = caller_organization_id and n.customers_count = 0;
  perform private.audit(caller_organization_id, 'customer_erased', customer.id, customer.id);
  return jsonb_build_object('success', true, 'error', null, 'field', null);
end $function$;

CREATE OR REPLACE FUNCTION public.get_vendor_chases(vendor_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
begin
  return jsonb_build_object('sends', private.sends_mail(),
    'contact', private.chase_contact(caller_organization_id, get_vendor_chases.vendor_id),
    'chases', (
      select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'vendor_id', c.vendor_id, 'to_address', c.to_address, 'asked_on', c.asked_on,
        'asked_by', u.first_name || ' ' || u.last_name, 'state', c.state, 'every_days', c.every_days, 'follow_ups', c.follow_ups,
        'next_on', c.next_on, 'ended_on', c.ended_on, 'mail', (
          select jsonb_build_object('state', m.state, 'code', m.code, 'words', m.words) from private.outgoing_mails m
          where m.chase_id = c.id order by m.chase_number desc limit 1)) order by c.vendor_id), '[]')
      from (
        select distinct on (k.vendor_id) k.* from private.vendor_chases k
        where k.organization_id = caller_organization_id
          and (get_vendor_chases.vendor_id is null or k.vendor_id = get_vendor_chases.vendor_id)
        order by k.vendor_id, k.created_at desc, k.id) c
      join public.users u on u.id = c.asked_by));
end $function$;

CREATE OR REPLACE FUNCTION public.hand_over_mail(mail_id uuid, claim uuid, content jsonb DEFAULT NULL::jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mail private.outgoing_mails;
begin
  update private.outgoing_mails m set handed_over_at = now(), body = coalesce(m.body, content ->> 'body'),
    subject = case when m.body is null then coalesce(content ->> 'subject', m.subject) else m.subject end,
    attachment = case when m.body is null then decode(content ->> 'attachment', 'base64') else m.attachment end,
    attachment_name = case when m.body is null then content ->> 'attachment_name' else m.attachment_name end
  where m.id = hand_over_mail.mail_id and m.claim = hand_over_mail.claim and m.state = 'sending'
    and coalesce(m.body, content ->> 'body') is not null
  returning m.* into mail;
  if mail.id is not null and mail.kind = 'chase' and mail.chase_number > 0 and content is not null then
    perform private.note_follow_up(mail);
  end if;
  return mail.id is not null;
end $function$;

CREATE OR REPLACE FUNCTION public.leave_mail_plan(plan_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.mail_plan_people p where p.plan_id = leave_mail_plan.plan_id and p.user_id = auth.uid()
    and p.organization_id = private.current_organization_id();
  if not found then
    return private.command_result('This is not sent to you any more.', null, 'mail_plan_left');
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.list_mail_plans()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.mail_bounced(mail_id uuid, provider_id text, code text, words text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mail private.outgoing_mails;
begin
  update private.outgoing_mails m set state = 'bounced', code = left(mail_bounced.code, 40),
    words = private.said_by_provider(mail_bounced.words), provider_id = coalesce(m.provider_id, mail_bounced.provider_id),
    sent_at = coalesce(m.sent_at, now()), claim = null, claimed_until = null, attachment = null, attachment_name = null
  where (m.id = mail_bounced.mail_id or mail_bounced.mail_id is null and m.provider_id = mail_bounced.provider_id)
    and m.state in ('sending', 'sent')
  returning m.* into mail;
  if mail.id is null then
    return false;
  end if;
  perform private.tell_undelivered(mail);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.mail_failed(mail_id uuid, claim uuid, code text, words text DEFAULT NULL::text, again boolean DEFAULT true, after_seconds integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mail private.outgoing_mails;
  pauses constant int[] := '{60,300,1800,7200,21600,43200}';
begin
  update private.outgoing_mails m set claim = null, claimed_until = null, code = left(mail_failed.code, 40),
    words = private.said_by_provider(mail_failed.words),
    state = case when again and m.attempts <= cardinality(pauses) then 'queued' else 'failed' end,
    handed_over_at = case when again then null else m.handed_over_at end,
    next_try_at = now() + make_interval(secs => least(greatest(coalesce(after_seconds, 0), pauses[least(m.attempts, 6)]), 86400))
  where m.id = mail_failed.mail_id and m.claim = mail_failed.claim and m.state = 'sending'
  returning m.* into mail;
  if mail.state = 'failed' then
    perform private.tell_undelivered(mail);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.mail_sent(mail_id uuid, provider_id text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.outgoing_mails m set state = 'sent', sent_at = now(), provider_id = mail_sent.provider_id, claim = null,
    claimed_until = null, code = null, words = null, attachment = null, attachment_name = null
  where m.id = mail_sent.mail_id and m.state in ('queued', 'sending')
$function$;

CREATE OR REPLACE FUNCTION public.note_mail_provider(provider text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.mail_service (provider) values (note_mail_provider.provider)
  on conflict (only_one) do update set provider = excluded.provider, told_at = now()
$function$;

CREATE OR REPLACE FUNCTION public.record_vendor_asked(vendor_id uuid, although_deposit_waits boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.admin_organization_id();
  deposit_waits constant boolean := private.deposit_waits(caller_organization_id, record_vendor_asked.vendor_id);
  owed record;
begin
  if caller_organization_id is null then
    return private.command_result('You do not have permission to ask vendors.', null, 'asking_is_for_admins');
  end if;
  select f.count as n, f.amount into owed
  from jsonb_to_record(private.owed_figures(caller_organization_id, vendor_id => record_vendor_asked.vendor_id))
    f(count int, amount numeric);
  if owed.n = 0 then
    return private.command_result('This vendor owes nothing that is overdue.', 'vendor_id', 'nothing_overdue');
  elsif deposit_waits and not coalesce(record_vendor_asked.although_deposit_waits, false) then
    return private.command_result('A deposit of this vendor waits in Bank. Match it before you ask.', 'vendor_id', 'deposit_waits');
  end if;
  perform private.note_vendor_asked(caller_organization_id, record_vendor_asked.vendor_id, auth.uid(), owed.n, owed.amount, deposit_waits);
  return private.command_result(null);
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
  perform private.audit(caller_organization_id, 'mail_planned', null, saved.id, plan);
  return private.command_result(null) || jsonb_build_object('id', saved.id, 'next_run_at', saved.next_run_at);
end $function$;

CREATE OR REPLACE FUNCTION public.send_vendor_chase(vendor_id uuid, to_address text, subject text, body text, every_days integer DEFAULT NULL::integer, although_deposit_waits boolean DEFAULT false, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  answer jsonb := private.begin_request('send_vendor_chase', request_key, jsonb_build_object('vendor_id', send_vendor_chase.vendor_id,
    'to_address', to_address, 'subject', subject, 'body', body, 'every_days', every_days));
begin
  if answer is not null then
    return answer;
  end if;
  answer := private.start_chase(send_vendor_chase.vendor_id, to_address, subject, body, every_days, although_deposit_waits);
  if (answer ->> 'success')::boolean then
    return private.end_request(request_key, (answer ->> 'chase_id')::uuid, answer);
  end if;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.stop_vendor_chase(chase_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
begin
  update private.vendor_chases c set state = 'stopped', next_on = null, ended_on = private.today(), stopped_by = auth.uid()
  where c.id = stop_vendor_chase.chase_id and c.organization_id = caller_organization_id and c.state = 'running';
  if not found and not exists (select from private.vendor_chases c
    where c.id = stop_vendor_chase.chase_id and c.organization_id = caller_organization_id) then
    return private.command_result('This e-mail does not exist.', null, 'chase_not_found');
  end if;
  delete from private.outgoing_mails m where m.chase_id = stop_vendor_chase.chase_id and m.organization_id = caller_organization_id
    and m.chase_number > 0 and m.state = 'queued';
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.take_mails(most integer DEFAULT 10)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  new_claim constant uuid := gen_random_uuid();
  answer jsonb;
begin
  with due as (
    select m.id from private.outgoing_mails m
    where (m.state = 'queued' and m.next_try_at <= now() or m.state = 'sending' and m.claimed_until < now())
      and private.mailed_today(m.organization_id) < 500
    order by m.next_try_at, m.id for update of m skip locked limit least(greatest(most, 1), 50)),
  taken as (
    update private.outgoing_mails m
    set state = 'sending', claim = new_claim, claimed_until = now() + interval '3 minutes', attempts = m.attempts + 1
    from due d where m.id = d.id returning m.*)
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'claim', t.claim, 'kind', t.kind, 'to_address', t.to_address,
    'to_name', t.to_name, 'from_name', t.from_name, 'reply_to', t.reply_to, 'subject', t.subject, 'body', t.body,
    'attachment_name', t.attachment_name, 'attachment', translate(encode(t.attachment, 'base64'), E'\n', ''),
    'attempts', t.attempts, 'handed_over_at', t.handed_over_at) order by t.next_try_at, t.id), '[]')
  into answer from taken t;
  return answer;
end $function$;

ALTER TABLE "private"."mail_plan_people" ADD CONSTRAINT "mail_plan_people_user_id_fkey" FOREIGN KEY (user_id, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "private"."mail_plans" ADD CONSTRAINT "mail_plans_created_by_fkey" FOREIGN KEY (created_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "private"."mail_plans" ADD CONSTRAINT "mail_plans_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "private"."mail_plan_people" ADD CONSTRAINT "mail_plan_people_plan_id_fkey" FOREIGN KEY (organization_id, plan_id) REFERENCES private.mail_plans(organization_id, id) ON DELETE CASCADE;

ALTER TABLE "private"."mail_plans" ADD CONSTRAINT "mail_plans_saved_report_id_fkey" FOREIGN KEY (saved_report_id) REFERENCES public.saved_reports(id) ON DELETE CASCADE;

ALTER TABLE "private"."outgoing_mails" ADD CONSTRAINT "outgoing_mails_plan_id_fkey" FOREIGN KEY (organization_id, plan_id) REFERENCES private.mail_plans(organization_id, id) ON DELETE CASCADE;

ALTER TABLE "private"."outgoing_mails" ADD CONSTRAINT "outgoing_mails_recipient_id_fkey" FOREIGN KEY (recipient_id, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "private"."outgoing_mails" ADD CONSTRAINT "outgoing_mails_statement_id_fkey" FOREIGN KEY (organization_id, statement_id) REFERENCES public.payout_statements(organization_id, id);

ALTER TABLE "private"."vendor_chases" ADD CONSTRAINT "vendor_chases_asked_by_fkey" FOREIGN KEY (asked_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "private"."vendor_chases" ADD CONSTRAINT "vendor_chases_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "private"."outgoing_mails" ADD CONSTRAINT "outgoing_mails_chase_id_fkey" FOREIGN KEY (organization_id, chase_id) REFERENCES private.vendor_chases(organization_id, id) ON DELETE CASCADE;

ALTER TABLE "private"."vendor_chases" ADD CONSTRAINT "vendor_chases_stopped_by_fkey" FOREIGN KEY (stopped_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "private"."vendor_chases" ADD CONSTRAINT "vendor_chases_vendor_id_fkey" FOREIGN KEY (vendor_id, organization_id) REFERENCES public.vendors(id, organization_id) ON DELETE CASCADE;

CREATE INDEX mail_plans_next_run_at_idx ON private.mail_plans USING btree (next_run_at);

CREATE UNIQUE INDEX mail_plans_report_key ON private.mail_plans USING btree (organization_id, saved_report_id) NULLS NOT DISTINCT;

CREATE INDEX mail_plans_saved_report_id_idx ON private.mail_plans USING btree (saved_report_id);

CREATE UNIQUE INDEX outgoing_mails_chase_key ON private.outgoing_mails USING btree (chase_id, chase_number) WHERE (chase_id IS NOT NULL);

CREATE UNIQUE INDEX outgoing_mails_plan_key ON private.outgoing_mails USING btree (plan_id, plan_run_at, recipient_id, statement_id) NULLS NOT DISTINCT WHERE (plan_id IS NOT NULL);

CREATE INDEX vendor_chases_next_on_idx ON private.vendor_chases USING btree (next_on) WHERE (state = 'running'::text);

CREATE UNIQUE INDEX vendor_chases_running_key ON private.vendor_chases USING btree (organization_id, vendor_id) WHERE (state = 'running'::text);

CREATE INDEX vendor_chases_vendor_id_idx ON private.vendor_chases USING btree (organization_id, vendor_id, created_at DESC);

CREATE TRIGGER outgoing_mails_after_50_send AFTER INSERT ON private.outgoing_mails FOR EACH ROW WHEN ((new.body IS NOT NULL)) EXECUTE FUNCTION private.send_soon();

CREATE TRIGGER organizations_after_60_move_mail_plans AFTER UPDATE OF time_zone ON public.organizations FOR EACH ROW WHEN ((old.time_zone <> new.time_zone)) EXECUTE FUNCTION private.move_mail_plans();

COMMENT ON FUNCTION "private"."begin_acting"(uuid) IS 'Lets the statements to come see what a person may see, who is not there: for what they are
  sent. Nothing may be written meanwhile. Nobody is let in by it: it is called by functions of service_role alone, and an inactive
  person sees nothing. Answers what end_acting takes.';

COMMENT ON FUNCTION "private"."begin_mode"(text) IS 'Says what the statements to come are part of: ''erasing'' (texts within histories may be
  rewritten), ''importing'' (nobody is told of single records), ''undoing_import'' (what an import wrote may be deleted),
  ''acting'' (what a person may see is asked without them: tenancy/functions/session), '''' for nothing of it.';

COMMENT ON FUNCTION "private"."chase_contact"(uuid, uuid) IS 'Whom to ask: the contact for commission, then for accounts, then the vendor''s own address,
  then any contact.';

COMMENT ON FUNCTION "private"."follow_up_content"(private.outgoing_mails) IS 'What a follow-up is written from: what is still open now. Null when it is not to be sent:
  all was paid, it was stopped, or whoever asked may not any more.';

COMMENT ON FUNCTION "private"."keep_chase_in_conversation"(private.outgoing_mails) IS 'A copy in the conversation of the vendor, which admins read; cut where a message
  ends.';

COMMENT ON FUNCTION "private"."keep_mail"() IS 'Fills the box with what is due, forgets mails of more than 90 days, and calls mail-send where one waits;
  besides once an hour, so that it says whether it can send.';

COMMENT ON FUNCTION "private"."may_get_mail"(private.outgoing_mails) IS 'Whether a member still gets what was planned: on the list, active, and free to open it.';

COMMENT ON FUNCTION "private"."move_mail_plans"() IS 'The hour of a plan is the agency''s: it moves with its time zone.';

COMMENT ON FUNCTION "private"."next_mail_at"(text, integer, integer, text, timestamp with time zone) IS 'The first moment after another one that a plan names, on the clock of a time zone.';

COMMENT ON FUNCTION "private"."note_follow_up"(private.outgoing_mails) IS 'What is kept of a follow-up right before it leaves.';

COMMENT ON FUNCTION "private"."plan_refusal"(uuid, jsonb, uuid[]) IS 'Why the caller may not save a plan; null when they may.';

COMMENT ON FUNCTION "private"."redact_mails"(uuid, text) IS 'Takes a name out of the mails of 90 days. A file that is leaving this very moment goes without: it may name
  anybody.';

COMMENT ON FUNCTION "private"."reply_address"(uuid, uuid) IS 'Where answers go: the agency''s own address, or that of whoever asked where it is none.';

COMMENT ON FUNCTION "private"."run_mail_plans"() IS 'Puts what is due into the box, once, however late: what was missed meanwhile is not made up for. Statements
  are those paid in the month before. Where no mail is sent nothing piles up.';

COMMENT ON FUNCTION "private"."sends_mail"() IS 'Whether this installation sends mail: the function that does so said it within a day.';

COMMENT ON FUNCTION "private"."tell_undelivered"(private.outgoing_mails) IS 'Ends the follow-ups to a vendor who cannot be reached, and tells whoever asked; of what
  goes to members whoever planned it.';

COMMENT ON FUNCTION "private"."write_follow_ups"() IS 'Puts the follow-ups of the day into the box; what they say is written when they leave. Ends
  those of vendors who owe nothing any more, and those of people who may not ask any more; waits a day while a deposit of the vendor waits.';

COMMENT ON FUNCTION "public"."compose_mail"(uuid, uuid) IS 'What a taken mail is written from: of a report {kind, name, definition, answer, today, agency}, where
  `answer` is what run_report tells its recipient; of a statement what get_statement tells; of a follow-up what is still open
  (private.follow_up_content). Null when it is not to be sent any more: then it is gone.';

COMMENT ON FUNCTION "public"."delete_mail_plan"(uuid) IS 'Ends a plan; what waits of it does not leave. Its author and admins.';

COMMENT ON FUNCTION "public"."get_vendor_chases"(uuid) IS 'The last e-mail that asked each vendor, or one: {sends, contact: {name, email}, chases: [{id,
  vendor_id, to_address, asked_on, asked_by, state, every_days, follow_ups, next_on, ended_on, mail: {state, code, words}}]}. `sends`:
  whether this installation sends mail; `contact`: whom to ask, of one vendor. Admins only; for others there are none.';

COMMENT ON FUNCTION "public"."hand_over_mail"(uuid, uuid, jsonb) IS 'Said right before the provider is asked, with what was written: {subject, body, attachment
  in base64, attachment_name}. False when the claim is over: then it must not be sent.';

COMMENT ON FUNCTION "public"."leave_mail_plan"(uuid) IS 'Takes the caller off the list of a plan.';

COMMENT ON FUNCTION "public"."list_mail_plans"() IS 'What is sent by mail of what the caller may see: {sends, plans: [{id, saved_report_id, name, every, day,
  hour, next_run_at, last_run_at, version, may_change, gets, count, user_ids}]}. `gets`: the caller is on its list, whose people only those read who
  may change it.';

COMMENT ON FUNCTION "public"."mail_bounced"(uuid, text, text, text) IS 'What the provider told later: bounced, complained. Once for a mail, and true that time; a mail
  that nobody knows is none of ours.';

COMMENT ON FUNCTION "public"."mail_failed"(uuid, uuid, text, text, boolean, integer) IS 'The provider did not take it. What time heals (`again`) is tried after 1, 5 and 30 minutes, 2, 6 and
  12 hours, or later when the provider says so; then, and at once otherwise, it is failed.';

COMMENT ON FUNCTION "public"."mail_sent"(uuid, text) IS 'The provider took it, whoever had the claim by then. Files are not kept.';

COMMENT ON FUNCTION "public"."note_mail_provider"(text) IS 'What mail-send sends with; null: it is not set up to send.';

COMMENT ON FUNCTION "public"."save_mail_plan"(jsonb, integer) IS 'Sends a saved report by mail, or the agents'' statements where `saved_report_id` is null:
  {saved_report_id, every: week|month, day, hour, user_ids}, on the agency''s clock. One plan a report; `expected_version` is that of the plan
  that is changed, null for a new one. {success, error, field, id, next_run_at}.';

COMMENT ON FUNCTION "public"."send_vendor_chase"(uuid, text, text, text, integer, boolean, uuid) IS 'Sends a vendor an e-mail that asks for what it owes, to an address of the vendor''s or one that
  the admin typed; the audit log keeps which before it leaves. With `every_days` (3 to 30) six follow-ups at most, until nothing is
  open. Notes that the vendor was asked, as record_vendor_asked. Once for a request key. {success, error, field, chase_id}.';

COMMENT ON FUNCTION "public"."stop_vendor_chase"(uuid) IS 'Ends the follow-ups; one that waits does not leave any more. {success, error, field}.';

COMMENT ON FUNCTION "public"."take_mails"(integer) IS 'Some mails to be sent now, each for three minutes: [{id, claim, …}]. Their `body` is null where
  it is to be written (compose_mail); `handed_over_at` when one was handed over before and nobody knows what became of it. Of an agency
  that has sent 500 within 24 hours none: they wait.';

COMMENT ON TABLE "private"."mail_plans" IS 'What goes out by mail by the calendar: a saved report, or the agents'' statements.';

COMMENT ON TABLE "private"."vendor_chases" IS 'An e-mail that asked a vendor for what it owes, and its follow-ups.';

REVOKE ALL ON FUNCTION "private"."begin_acting"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."begin_acting"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."chase_contact"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."chase_contact"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."end_acting"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_acting"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."follow_up_content"(private.outgoing_mails) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follow_up_content"(private.outgoing_mails) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_chase_in_conversation"(private.outgoing_mails) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_chase_in_conversation"(private.outgoing_mails) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_mail"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_mail"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."mailed_today"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mailed_today"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."may_change_plan"(private.mail_plans) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_change_plan"(private.mail_plans) TO "postgres";

REVOKE ALL ON FUNCTION "private"."may_get_mail"(private.outgoing_mails) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_get_mail"(private.outgoing_mails) TO "postgres";

REVOKE ALL ON FUNCTION "private"."may_get_report"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_get_report"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."move_mail_plans"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."move_mail_plans"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."next_mail_at"(text, integer, integer, text, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."next_mail_at"(text, integer, integer, text, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_follow_up"(private.outgoing_mails) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_follow_up"(private.outgoing_mails) TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_vendor_asked"(uuid, uuid, uuid, integer, numeric, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_vendor_asked"(uuid, uuid, uuid, integer, numeric, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."one_line"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."one_line"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."plan_refusal"(uuid, jsonb, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."plan_refusal"(uuid, jsonb, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."redact_mails"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."redact_mails"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reply_address"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reply_address"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."run_mail_plans"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."run_mail_plans"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."said_by_provider"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."said_by_provider"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_by_send_vendor_chase"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."saved_by_send_vendor_chase"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."send_soon"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."send_soon"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."sends_mail"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sends_mail"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."start_chase"(uuid, text, text, text, integer, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."start_chase"(uuid, text, text, text, integer, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_undelivered"(private.outgoing_mails) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_undelivered"(private.outgoing_mails) TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_follow_ups"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_follow_ups"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."compose_mail"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."compose_mail"(uuid, uuid) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."delete_mail_plan"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_mail_plan"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."get_vendor_chases"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_vendor_chases"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."hand_over_mail"(uuid, uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."hand_over_mail"(uuid, uuid, jsonb) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."leave_mail_plan"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."leave_mail_plan"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."list_mail_plans"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_mail_plans"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."mail_bounced"(uuid, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."mail_bounced"(uuid, text, text, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."mail_failed"(uuid, uuid, text, text, boolean, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."mail_failed"(uuid, uuid, text, text, boolean, integer) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."mail_sent"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."mail_sent"(uuid, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."note_mail_provider"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."note_mail_provider"(text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."save_mail_plan"(jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_mail_plan"(jsonb, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."send_vendor_chase"(uuid, text, text, text, integer, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."send_vendor_chase"(uuid, text, text, text, integer, boolean, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."stop_vendor_chase"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."stop_vendor_chase"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."take_mails"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."take_mails"(integer) TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."mail_plan_people" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."mail_plans" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."mail_service" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."vendor_chases" TO "postgres";

DO $$
BEGIN
  IF to_regnamespace('cron') IS NOT NULL THEN
    PERFORM cron.schedule('keep-mail', '59 seconds', 'select private.keep_mail()');
  END IF;
END $$;
