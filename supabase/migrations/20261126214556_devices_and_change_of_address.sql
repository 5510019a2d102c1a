set local check_function_bodies = off;

CREATE TABLE "private"."address_wishes" ("user_id" uuid NOT NULL, "organization_id" uuid NOT NULL, "email" text NOT NULL, "asked_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "address_wishes_email_format" CHECK (((email = lower(email)) AND (email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$'::text))), CONSTRAINT "address_wishes_email_length" CHECK ((char_length(email) <= 254)), CONSTRAINT "address_wishes_pkey" PRIMARY KEY (user_id));

ALTER TABLE "private"."address_wishes" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."known_devices" ("user_id" uuid NOT NULL, "device" text NOT NULL, "time_zone" text NOT NULL DEFAULT ''::text, "session_id" uuid NOT NULL, "told" boolean NOT NULL, "first_seen_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "known_devices_device_length" CHECK ((char_length(device) <= 60)), CONSTRAINT "known_devices_pkey" PRIMARY KEY (user_id, device, time_zone), CONSTRAINT "known_devices_time_zone_length" CHECK ((char_length(time_zone) <= 64)));

ALTER TABLE "private"."known_devices" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."session_zones" ("session_id" uuid NOT NULL, "time_zone" text NOT NULL, CONSTRAINT "session_zones_pkey" PRIMARY KEY (session_id), CONSTRAINT "session_zones_time_zone_length" CHECK ((char_length(time_zone) <= 64)));

ALTER TABLE "private"."session_zones" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.audit_kind(action text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when action in ('customer_exported', 'passport_revealed', 'document_opened', 'payment_file_requested', 'vendor_mailed', 'mail_planned',
      'mail_plan_removed', 'audit_log_exported') then 'data_out'
    when action in ('member_joined', 'member_role_changed', 'member_activated', 'member_deactivated', 'invitation_sent',
      'invitation_renewed', 'invitation_withdrawn', 'customer_deleted', 'customer_erased', 'customers_merged', 'merge_undone',
      'passport_added', 'passport_changed', 'passport_deleted', 'document_changed', 'document_deleted', 'mailbox_renewed',
      'member_address_changed') then 'people'
    when action in ('second_factor_policy_changed', 'second_factor_added', 'second_factor_removed', 'second_factor_reset',
      'second_factor_asked', 'recovery_codes_made', 'recovery_code_used', 'member_signed_in', 'member_zone_new', 'member_devices_ended',
      'member_signed_out') then 'sign_in'
    when action in ('settings_changed', 'terms_changed', 'vendor_terms_changed', 'books_closed', 'books_reopened', 'books_corrected',
      'report_totals_mended', 'import_begun', 'import_done', 'import_cancelled', 'import_undone',
      'bank_account_added', 'bank_account_changed', 'bank_connection_connected', 'bank_connection_linked', 'bank_connection_synced',
      'bank_connection_disconnected', 'bank_import_done', 'bank_import_cancelled', 'bank_import_undone', 'bank_question_answered',
      'bank_match', 'bank_accept', 'bank_reject', 'bank_set_aside', 'bank_reopen', 'bank_vendor', 'bank_undo',
      'bank_rule_added', 'bank_rule_changed', 'bank_rule_deleted', 'bank_rules_ordered',
      'statement_added', 'statement_changed', 'statement_removed',
      'bank_details_changed', 'bank_details_deleted', 'payout_account_changed',
      'payout_started', 'payout_collected', 'payout_removed', 'payout_added', 'payout_handed_over', 'payout_approved', 'payout_scheduled',
      'payout_not_paid', 'payout_reopened', 'payout_discarded', 'payout_paid',
      'receipt_recorded', 'commission_held', 'commission_released', 'adjustment_added', 'adjustment_removed', 'agent_paid', 'agent_payment_corrected',
      'payment_voided') then 'money' end
$function$;

CREATE OR REPLACE FUNCTION private.follow_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member public.users;
  by_member boolean;
begin
  update public.user_emails e set email = lower(new.email) where e.user_id = new.id;
  if not found then
    return null;
  end if;
  delete from private.address_wishes w where w.user_id = new.id;
  by_member := found;
  select u.* into member from public.users u where u.id = new.id;
  perform private.audit(member.organization_id, 'member_address_changed', null, member.id, '{}', null,
    case when by_member then member.id end, not by_member);
  perform private.send_tag('user:' || new.id, 'account_changed');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_address_wish()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.users u where u.id = new.id) and not exists (
    select from private.address_wishes w
    where w.user_id = new.id and w.email = lower(new.email_change) and w.asked_at > now() - interval '10 minutes')
  then
    perform private.refuse('Type your password again.', 'current_password', 'password_not_shown');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.note_sign_in()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  device_name constant text := coalesce(private.device_words(new.user_agent), 'Another program');
  member public.users;
  is_known_person boolean;
  is_new boolean;
begin
  if tg_op = 'UPDATE' and device_name = coalesce(private.device_words(old.user_agent), 'Another program') then
    return null;
  end if;
  is_known_person := exists (select from private.known_devices k where k.user_id = new.user_id);
  insert into private.known_devices (user_id, device, session_id, told) values (new.user_id, device_name, new.id, is_known_person)
  on conflict do nothing;
  is_new := found and is_known_person;
  select u.* into member from public.users u where u.id = new.user_id;
  if member.id is not null then
    insert into private.audit_log (organization_id, actor_id, action, kind, subject_id, details, session_id, device)
    values (member.organization_id, member.id, 'member_signed_in', private.audit_kind('member_signed_in'), member.id,
      case when is_new then '{"new_device": true}' else '{}' end::jsonb, new.id, device_name);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_account_news()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address constant text := (select e.email from public.user_emails e where e.user_id = new.subject_id);
  zone constant text := (select o.time_zone from public.organizations o where o.id = new.organization_id);
  moment constant text := to_char(new.created_at at time zone zone, 'FMMonth FMDD, YYYY, FMHH12:MI AM') || ' (' || zone || ')';
  device constant text := replace(coalesce(new.device, 'Another program'), ', ', ' on ');
  place constant text := case when new.action = 'member_zone_new' then ', in the time zone ' || (new.details ->> 'time_zone') || ',' else '' end;
begin
  if new.action = 'member_signed_out' then
    perform private.write_notification(new.organization_id, new.subject_id, 'account',
      private.acting_name(new.organization_id) || ' signed you out on all your devices.', null, null, 'signed_out_by_owner',
      jsonb_build_object('by', private.acting_name(new.organization_id)));
    perform private.write_account_mail(new.organization_id, new.subject_id, address, 'You were signed out on all devices',
      private.acting_name(new.organization_id) || ' signed you out of Paperplane on all your devices on ' || moment
      || '. Sign in again with your password. If you do not know why, ask them.');
  else
    perform private.write_notification(new.organization_id, new.subject_id, 'account',
      device || ' signed in to your account' || rtrim(place, ',') || '.', null, null, 'new_device',
      jsonb_build_object('device', device, 'time_zone', new.details -> 'time_zone'));
    perform private.write_account_mail(new.organization_id, new.subject_id, address, 'New sign-in: ' || device,
      device || place || ' signed in to your account on ' || moment || ', which it has not done before.' || E'\n\n'
      || 'Was it you? Then nothing is to be done. If not, open Your Profile, Security, sign this device out and change your password.');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_former_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_account_mail(new.organization_id, new.user_id, old.email, 'Your email address was changed',
    'from now on you sign in to Paperplane with ' || new.email || ' and no longer with ' || old.email || '.' || E'\n\n'
    || 'Was it not you? Then write to your agency at once: whoever reads mails to the new address can open your account.');
  return null;
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
  elsif mail.created_by is not null then
    perform private.write_notification(mail.organization_id, mail.created_by, 'mail', '“' || mail.subject || '” did not reach '
      || mail.to_address || coalesce(': ' || mail.words, '') || '.', null, null, 'mail_undelivered',
      jsonb_build_object('subject', mail.subject, 'address', mail.to_address, 'said', mail.words));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.write_account_mail(organization_id uuid, user_id uuid, to_address text, subject text, body text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.outgoing_mails (organization_id, kind, to_address, to_name, from_name, reply_to, subject, body, recipient_id)
  select o.id, 'account', write_account_mail.to_address, private.one_line(u.first_name || ' ' || u.last_name),
    left(private.one_line(o.name), 200), coalesce(r.address, write_account_mail.to_address), write_account_mail.subject,
    'Hello ' || u.first_name || ',' || E'\n\n' || write_account_mail.body, u.id
  from public.users u join public.organizations o on o.id = u.organization_id
  cross join lateral (select case when private.is_mail_address(o.support_email) then o.support_email
    else private.reply_address(o.id, u.id) end as address) r
  where u.id = write_account_mail.user_id and o.id = write_account_mail.organization_id
    and private.sends_mail() and private.is_mail_address(write_account_mail.to_address)
$function$;

CREATE OR REPLACE FUNCTION public.ask_address_change(email text, proof uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  agency constant uuid := private.current_organization_id();
  wanted constant text := lower(btrim(coalesce(ask_address_change.email, '')));
begin
  if agency is null then
    return private.command_result('You do not belong to an organization.', null, 'not_in_organization');
  end if;
  -- The session that Auth has opened for the password: it served to show that it was right, and is over with it.
  delete from auth.sessions s
  where s.id = proof and s.user_id = auth.uid() and s.id <> nullif(auth.jwt() ->> 'session_id', '')::uuid
    and exists (
      select from auth.mfa_amr_claims a
      where a.session_id = s.id and a.authentication_method = 'password' and a.created_at > now() - interval '5 minutes');
  if not found then
    return private.command_result('Type your password again.', 'current_password', 'password_not_shown');
  elsif char_length(wanted) > 254 or wanted !~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$' then
    return private.command_result('Enter an email address.', 'email', 'address_unreadable');
  elsif exists (select from public.user_emails e where e.user_id = auth.uid() and e.email = wanted) then
    return private.command_result('This is your address already.', 'email', 'address_is_own');
  elsif exists (select from auth.users a where a.email = wanted and a.deleted_at is null) then
    return private.command_result('Somebody signs in with this address already.', 'email', 'address_taken');
  elsif exists (select from private.pending_invitations(wanted)) then
    return private.command_result('An agency has invited this address. Ask it to withdraw the invitation first.', 'email', 'address_invited');
  end if;
  insert into private.address_wishes (user_id, organization_id, email) values (auth.uid(), agency, wanted)
  on conflict (user_id) do update set email = excluded.email, asked_at = now();
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.end_member_sessions(member_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  locked record;
  ended int;
begin
  select t.* into locked from private.lock_member(end_member_sessions.member_id) t;
  if locked.refusal is not null then
    return locked.refusal;
  elsif not private.is_owner() then
    return private.command_result('Only an owner can sign members out.', null, 'members_are_signed_out_by_owners');
  elsif (locked.member).id = auth.uid() then
    return private.command_result('Sign your own devices out in your profile.', null, 'own_devices_in_profile');
  end if;
  delete from auth.sessions s where s.user_id = (locked.member).id;
  get diagnostics ended = row_count;
  if ended > 0 then
    perform private.audit((locked.member).organization_id, 'member_signed_out', null, (locked.member).id, jsonb_build_object('count', ended));
    perform private.send_tag('user:' || (locked.member).id, 'account_changed');
  end if;
  return private.command_result(null) || jsonb_build_object('ended', ended);
end $function$;

CREATE OR REPLACE FUNCTION public.end_my_sessions(session_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  agency constant uuid := private.current_organization_id();
  ended int;
begin
  if agency is null then
    return private.command_result('You do not belong to an organization.', null, 'not_in_organization');
  end if;
  delete from auth.sessions s
  where s.user_id = auth.uid() and s.id <> nullif(auth.jwt() ->> 'session_id', '')::uuid
    and (end_my_sessions.session_id is null or s.id = end_my_sessions.session_id);
  get diagnostics ended = row_count;
  if ended > 0 then
    perform private.audit(agency, 'member_devices_ended', null, auth.uid(), jsonb_build_object('count', ended));
    perform private.send_tag('user:' || auth.uid(), 'account_changed');
  end if;
  return private.command_result(null) || jsonb_build_object('ended', ended);
end $function$;

CREATE OR REPLACE FUNCTION public.get_address_change()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('email', a.email_change, 'asked_at', a.email_change_sent_at, 'waits_for', array(
    select case t.token_type::text when 'email_change_token_new' then 'new' else 'current' end
    from auth.one_time_tokens t where t.user_id = a.id and t.token_type::text in ('email_change_token_new', 'email_change_token_current')
      and t.created_at > localtimestamp - interval '1 hour'
    order by 1))
  from auth.users a
  where a.id = auth.uid() and coalesce(a.email_change, '') <> '' and private.current_organization_id() is not null
$function$;

CREATE OR REPLACE FUNCTION public.list_my_devices()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'device', d.device, 'time_zone', d.time_zone, 'signed_in_at', d.created_at,
    'last_seen_at', d.last_seen_at, 'is_this', d.is_this, 'is_new', d.is_new) order by d.is_this desc, d.last_seen_at desc, d.id), '[]')
  from (
    select s.id, coalesce(private.device_words(s.user_agent), 'Another program') as device, z.time_zone, s.created_at,
      greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc') as last_seen_at,
      s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid as is_this,
      exists (select from private.known_devices k where k.user_id = s.user_id and k.session_id = s.id and k.told) as is_new
    from auth.sessions s left join private.session_zones z on z.session_id = s.id
    where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now()) and private.current_organization_id() is not null
  ) d
$function$;

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
      and (m.kind = 'account' or private.mailed_today(m.organization_id) < 500)
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

CREATE OR REPLACE FUNCTION public.tell_time_zone(time_zone text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  session auth.sessions;
  member public.users;
  device_name text;
  is_new boolean;
begin
  select s.* into session from auth.sessions s
  where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = auth.uid() and private.has_live_session();
  if session.id is null or not exists (select from pg_catalog.pg_timezone_names z where z.name = tell_time_zone.time_zone) then
    return private.command_result(null);
  end if;
  insert into private.session_zones (session_id, time_zone) values (session.id, tell_time_zone.time_zone) on conflict do nothing;
  if not found then
    return private.command_result(null);
  end if;
  device_name := coalesce(private.device_words(session.user_agent), 'Another program');
  -- A device that is new altogether was told already, without its zone.
  is_new := exists (select from private.known_devices k where k.user_id = session.user_id and k.device = device_name and k.time_zone <> '')
    and not exists (select from private.known_devices k where k.session_id = session.id and k.told);
  insert into private.known_devices (user_id, device, time_zone, session_id, told)
  values (session.user_id, device_name, tell_time_zone.time_zone, session.id, is_new) on conflict do nothing;
  if found and is_new then
    select u.* into member from public.users u where u.id = session.user_id;
    if member.id is not null then
      perform private.audit(member.organization_id, 'member_zone_new', null, member.id,
        jsonb_build_object('time_zone', tell_time_zone.time_zone));
    end if;
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.withdraw_address_change()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.current_organization_id() is null then
    return private.command_result('You do not belong to an organization.', null, 'not_in_organization');
  end if;
  update auth.users a set email_change = '', email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0
  where a.id = auth.uid();
  delete from auth.one_time_tokens t
  where t.user_id = auth.uid() and t.token_type::text in ('email_change_token_new', 'email_change_token_current');
  delete from private.address_wishes w where w.user_id = auth.uid();
  return private.command_result(null);
end $function$;

ALTER TABLE "private"."address_wishes" ADD CONSTRAINT "address_wishes_user_id_fkey" FOREIGN KEY (user_id, organization_id) REFERENCES public.users(id, organization_id) ON DELETE CASCADE;

ALTER TABLE "private"."known_devices" ADD CONSTRAINT "known_devices_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."session_zones" ADD CONSTRAINT "session_zones_session_id_fkey" FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE;

CREATE TRIGGER paperplane_10_note_sign_in AFTER INSERT OR UPDATE OF user_agent ON auth.sessions FOR EACH ROW EXECUTE FUNCTION private.note_sign_in();

CREATE TRIGGER paperplane_20_follow_address AFTER UPDATE OF email ON auth.users FOR EACH ROW WHEN (((old.email)::text IS DISTINCT FROM (new.email)::text)) EXECUTE FUNCTION private.follow_address();

CREATE TRIGGER paperplane_20_guard_address_wish BEFORE UPDATE OF email_change ON auth.users FOR EACH ROW WHEN ((((new.email_change)::text <> ''::text) AND ((new.email_change)::text IS DISTINCT FROM (old.email_change)::text))) EXECUTE FUNCTION private.guard_address_wish();

CREATE TRIGGER audit_log_after_60_tell_account_news AFTER INSERT ON private.audit_log FOR EACH ROW WHEN (((new.action = ANY (ARRAY['member_zone_new'::text, 'member_signed_out'::text])) OR ((new.action = 'member_signed_in'::text) AND (new.details ? 'new_device'::text)))) EXECUTE FUNCTION private.tell_account_news();

CREATE TRIGGER user_emails_after_60_tell_former_address AFTER UPDATE OF email ON public.user_emails FOR EACH ROW WHEN ((old.email <> new.email)) EXECUTE FUNCTION private.tell_former_address();

COMMENT ON COLUMN "private"."known_devices"."session_id" IS 'The session it was first seen in';

COMMENT ON COLUMN "private"."known_devices"."told" IS 'Whether its person was told: not of the first one ever, with which an account begins';

COMMENT ON FUNCTION "private"."follow_address"() IS 'The address of a member follows the account''s, whoever changed it: their own wish, or the
  operator, of whom the log says that nobody did.';

COMMENT ON FUNCTION "private"."guard_address_wish"() IS 'Auth begins no change of a member''s address that was not asked for with the password. Who
  has not joined yet has no colleagues to pretend to.';

COMMENT ON FUNCTION "private"."note_sign_in"() IS 'An entry for each session that Auth opens, and for one that goes on with another browser or system,
  as a stolen one does. Not by private.audit: Auth asks, and nobody is signed in yet.';

COMMENT ON FUNCTION "private"."tell_account_news"() IS 'Of a device, or a time zone, that somebody has not signed in from before, and of sessions that an
  owner ended: to the person, with the entry of it.';

COMMENT ON FUNCTION "private"."tell_former_address"() IS 'The former address hears of the new one.';

COMMENT ON FUNCTION "private"."tell_undelivered"(private.outgoing_mails) IS 'Ends the follow-ups to a vendor who cannot be reached, and tells whoever asked; of what
  goes to members whoever planned it; of one about an account nobody.';

COMMENT ON FUNCTION "private"."write_account_mail"(uuid, uuid, text, text, text) IS 'A mail about somebody''s own account, where this installation sends mail.';

COMMENT ON FUNCTION "public"."ask_address_change"(text, uuid) IS 'Lets the caller ask Auth for another address within ten minutes. `proof` is another session
  of theirs that a password has opened within the last five, and ends here.';

COMMENT ON FUNCTION "public"."end_member_sessions"(uuid) IS 'Owners end all sessions of a member, who is told by mail: {ended}.';

COMMENT ON FUNCTION "public"."end_my_sessions"(uuid) IS 'Ends one other session of the caller, or all others: {ended}. This one ends by signing out; a
  session that is somebody else''s or over already is none.';

COMMENT ON FUNCTION "public"."get_address_change"() IS 'The address the caller has asked for and not got yet: {email, asked_at, waits_for}, null for
  none. `waits_for` names whose link is still to be opened, `current` and `new`; with none, the links are over.';

COMMENT ON FUNCTION "public"."list_my_devices"() IS 'The caller''s own sessions, this one first, then by when Auth last saw them: [{id, device,
  time_zone, signed_in_at, last_seen_at, is_this, is_new}]. `last_seen_at` is when the session got new tokens last. No place is kept.';

COMMENT ON FUNCTION "public"."take_mails"(integer) IS 'Some mails to be sent now, each for three minutes: [{id, claim, …}]. Their `body` is null where
  it is to be written (compose_mail); `handed_over_at` when one was handed over before and nobody knows what became of it. Of an agency
  that has sent 500 within 24 hours none but those about somebody''s account: they wait.';

COMMENT ON FUNCTION "public"."tell_time_zone"(text) IS 'What the browser says of where it is, once for each session; later ones, and zones that nobody
  knows, are ignored. A known browser in a zone where its person has not signed in before is told them like a new one.';

COMMENT ON FUNCTION "public"."withdraw_address_change"() IS 'Takes the caller''s wish for another address back: the links in both mails are void.';

COMMENT ON TABLE "private"."address_wishes" IS 'The address that a member may ask Auth for instead of theirs, within ten minutes: they have typed
  their password. Without a row here no change of a member''s address begins.';

COMMENT ON TABLE "private"."known_devices" IS 'Browsers and systems that somebody has signed in with: one row without a time zone, and one for each
  zone that was told. It outlives sessions, so that only what nobody has seen before is told by mail.';

COMMENT ON TABLE "private"."session_zones" IS 'The time zone that the browser of a session has told, once. It is courtesy: nothing is decided by it.';

REVOKE ALL ON FUNCTION "private"."follow_address"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follow_address"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."guard_address_wish"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."guard_address_wish"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_sign_in"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_sign_in"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_account_news"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_account_news"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_former_address"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_former_address"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_account_mail"(uuid, uuid, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_account_mail"(uuid, uuid, text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."ask_address_change"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."ask_address_change"(text, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."end_member_sessions"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."end_member_sessions"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."end_my_sessions"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."end_my_sessions"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."get_address_change"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_address_change"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."list_my_devices"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_my_devices"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."tell_time_zone"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."tell_time_zone"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."withdraw_address_change"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."withdraw_address_change"() TO "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."address_wishes" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."known_devices" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."session_zones" TO "postgres";

-- Who is signed in has been seen before: nobody is told of what they have used for long.
INSERT INTO private.known_devices (user_id, device, session_id, told, first_seen_at)
SELECT DISTINCT ON (s.user_id, private.device_words(s.user_agent)) s.user_id, coalesce(private.device_words(s.user_agent), 'Another program'), s.id, false,
  coalesce(s.created_at, now())
FROM auth.sessions s ORDER BY s.user_id, private.device_words(s.user_agent), s.created_at;
