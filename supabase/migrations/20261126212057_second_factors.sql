set local check_function_bodies = off;

DROP POLICY "people read their own row, inactive ones too" ON "public"."users";

ALTER TABLE "private"."outgoing_mails" DROP CONSTRAINT "outgoing_mails_kind_known";

CREATE TABLE "private"."recovery_codes" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "user_id" uuid NOT NULL, "code_hash" text NOT NULL, "made_at" timestamp with time zone NOT NULL DEFAULT now(), "used_at" timestamp with time zone, CONSTRAINT "recovery_codes_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."recovery_codes" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."recovery_tries" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "user_id" uuid NOT NULL, "tried_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "recovery_tries_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."recovery_tries" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."second_factor_events" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "user_id" uuid NOT NULL, "what" text NOT NULL, "done_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "second_factor_events_pkey" PRIMARY KEY (id), CONSTRAINT "second_factor_events_what_known" CHECK ((what = ANY (ARRAY['added'::text, 'removed'::text, 'reset'::text, 'recovered'::text, 'asked'::text]))));

ALTER TABLE "private"."second_factor_events" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."organizations" ADD COLUMN "second_factor_policy" text NOT NULL DEFAULT 'optional'::text;

CREATE OR REPLACE FUNCTION api_requests.check_request()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  as_of constant timestamp := (case when pg_is_in_recovery() then pg_last_xact_replay_timestamp() else clock_timestamp() end)
    at time zone 'utc';
begin
  if as_of is not null then
    perform set_config('response.headers', format('[{"x-as-of": "%s"}, {"access-control-expose-headers": "x-as-of"}]',
      to_char(as_of, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')), true);
  end if;
  if pg_is_in_recovery() and auth.uid() is not null then
    if not private.has_live_session() then
      raise insufficient_privilege using message = 'This session is not valid any more';
    end if;
  end if;
  if auth.uid() is not null and current_setting('request.path', true) is distinct from '/rpc/get_second_factor' then
    perform private.refuse_missing_factor();
  end if;
  if exists (
    select 1
    from regexp_split_to_table(lower(current_setting('request.headers', true)::json ->> 'prefer'), '[,;]') as header(preference),
      regexp_replace(header.preference, '[^a-z0-9=_-]', '', 'g') as bare(preference)
    where bare.preference ~ '^count=' and bare.preference <> 'count=exact'
  ) then
    raise exception using errcode = 'P0001', hint = '',
      message = 'Ask for an exact count: an estimate would be made from rows that are not yours.',
      detail = '{"code": "count_is_exact", "params": {}}';
  end if;
  if current_setting('request.path', true) like '/rpc/%' and exists (
    select from pg_catalog.pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname = substr(current_setting('request.path', true), length('/rpc/') + 1)
      and p.provolatile <> 'v' and exists (select from unnest(p.proconfig) c where c like 'statement_timeout=%')
  ) then
    perform api_requests.await_turn();
  end if;
end $function$;

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
      'passport_added', 'passport_changed', 'passport_deleted', 'document_changed', 'document_deleted', 'mailbox_renewed') then 'people'
    when action in ('second_factor_policy_changed', 'second_factor_added', 'second_factor_removed', 'second_factor_reset',
      'second_factor_asked', 'recovery_codes_made', 'recovery_code_used') then 'sign_in'
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

CREATE OR REPLACE FUNCTION private.audit_record_type(action text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when action ~ '^payout_account_|^second_factor_policy_' then 'agency'
    when action ~ '^second_factor_|^recovery_code' then 'member'
    when action ~ '^payout_|^payment_file_' then 'payout'
    when action in ('receipt_recorded', 'commission_held', 'commission_released', 'agent_paid', 'agent_payment_corrected', 'books_corrected') then 'commission'
    when action in ('bank_match', 'bank_accept', 'bank_reject', 'bank_set_aside', 'bank_reopen', 'bank_vendor', 'bank_undo') then 'decision'
    when action ~ '^bank_account_' then 'bank_account'
    when action ~ '^bank_import_' then 'bank_import'
    when action ~ '^bank_rule' then 'bank_rule'
    when action ~ '^bank_connection_' then 'bank_connection'
    when action ~ '^bank_question_' then 'transaction'
    when action ~ '^statement_' then 'statement'
    when action ~ '^(adjustment|member|terms|bank_details)_|^payment_voided' then 'member'
    when action ~ '^invitation_' then 'invitation'
    when action ~ '^vendor_' then 'vendor'
    when action ~ '^(customer|customers|merge|passport)_' then 'customer'
    when action ~ '^document_' then 'document'
    when action ~ '^import_' then 'import'
    when action ~ '^(settings|books|mailbox|report_totals|mail_plan|audit_log)_' or action = 'mail_planned' then 'agency' end
$function$;

CREATE OR REPLACE FUNCTION private.audit_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changes jsonb := private.audit_changes(to_jsonb(old), to_jsonb(new),
    '{updated_at,writing_saved_at,split_saved_at,books_closed_through,logo_url,second_factor_policy}')
    || case when new.logo_url is distinct from old.logo_url then '[{"field": "logo_url", "before": null, "after": null}]'::jsonb else '[]' end;
begin
  if changes <> '[]' then
    perform private.audit(new.id, 'settings_changed', null, new.id, jsonb_build_object('changes', changes));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.confirmed_at()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select to_timestamp(max(case when jsonb_typeof(a.entry -> 'timestamp') = 'number' then (a.entry ->> 'timestamp')::numeric end)::double precision)
  from jsonb_array_elements(case when jsonb_typeof(auth.jwt() -> 'amr') = 'array' then auth.jwt() -> 'amr' else '[]' end) a(entry)
  where a.entry ->> 'method' = 'totp'
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
        or private.in_mode('acting'))
      and private.missing_factor() is null);
end $function$;

CREATE OR REPLACE FUNCTION private.guard_factor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner_id constant uuid := coalesce(new.user_id, old.user_id);
begin
  if session_user = 'supabase_auth_admin' and private.has_factor(owner_id) and not private.was_taken_away(owner_id)
    and exists (select 1 from auth.users a where a.id = owner_id)
    and not exists (
      select 1 from auth.mfa_amr_claims c join auth.sessions s on s.id = c.session_id
      where s.user_id = owner_id and c.authentication_method = 'totp' and c.updated_at > clock_timestamp() - interval '15 minutes') then
    perform private.refuse('Confirm it is you: enter a code of your authenticator.', '', 'step_up_required');
  end if;
  return coalesce(new, old);
end $function$;

CREATE OR REPLACE FUNCTION private.has_factor(user_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select 1 from auth.mfa_factors f where f.user_id = has_factor.user_id and f.status = 'verified');
end $function$;

CREATE OR REPLACE FUNCTION private.has_live_session()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.session_is_open() and private.missing_factor() is null
$function$;

CREATE OR REPLACE FUNCTION private.mail_about_second_factor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.sends_mail() then
    return null;
  end if;
  insert into private.outgoing_mails (organization_id, kind, to_address, to_name, from_name, reply_to, subject, body, created_by, recipient_id)
  select o.id, 'account', e.email, private.one_line(u.first_name || ' ' || u.last_name), private.one_line(o.name),
    private.reply_address(o.id, u.id), w.words ->> 'subject',
    'Hello ' || u.first_name || E',\n\n' || (w.words ->> 'text')
      || case when new.what <> 'asked' then E'\n\nIf you know nothing of it, change your password and tell an owner of your agency at once.' else '' end
      || E'\n', coalesce(new.done_by, u.id), u.id
  from public.users u
  join public.organizations o on o.id = u.organization_id
  join public.user_emails e on e.user_id = u.id and e.organization_id = u.organization_id
  left join public.users b on b.id = new.done_by and b.organization_id = u.organization_id
  cross join lateral (select private.second_factor_mail(new.what, o.name, coalesce(b.first_name || ' ' || b.last_name, 'An owner'),
    to_char(new.created_at at time zone o.time_zone, 'Mon FMDD, YYYY, FMHH12:MI AM')) as words) w
  where u.id = new.user_id and u.organization_id = new.organization_id and private.is_mail_address(e.email);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.missing_factor()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.jwt() ->> 'aal' = 'aal2' or private.in_mode('acting') then
    return null;
  elsif private.has_factor(auth.uid()) then
    return 'code';
  end if;
  return (select 'factor' from public.users u where u.id = auth.uid() and private.needs_factor(u));
end $function$;

CREATE OR REPLACE FUNCTION private.needs_factor(member public.users)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(member.is_active and exists (
    select 1 from public.organizations o where o.id = member.organization_id
      and (o.second_factor_policy = 'all' or o.second_factor_policy = 'admins' and member.role <> 'agent')), false);
end $function$;

CREATE OR REPLACE FUNCTION private.new_recovery_code()
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', get_byte(b.random, n) % 32 + 1, 1) || case n when 3 then '-' else '' end, ''
    order by n)
  from (select extensions.gen_random_bytes(8) as random) b, generate_series(0, 7) n
$function$;

CREATE OR REPLACE FUNCTION private.note_factor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner_id constant uuid := coalesce(new.user_id, old.user_id);
  member public.users;
begin
  select u.* into member from public.users u where u.id = owner_id;
  if member.id is null then
    return null;
  elsif tg_op = 'UPDATE' then
    perform private.note_second_factor(member, 'added', 'second_factor_added');
  elsif exists (select 1 from auth.users a where a.id = owner_id)
    and not private.was_taken_away(owner_id) then
    perform private.note_second_factor(member, 'removed', 'second_factor_removed');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_second_factor(member public.users, what text, action text, done_by uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.second_factor_events (organization_id, user_id, what, done_by)
  values (member.organization_id, member.id, note_second_factor.what, note_second_factor.done_by);
  perform private.audit(member.organization_id, action, null, member.id, actor => coalesce(done_by, member.id));
end $function$;

CREATE OR REPLACE FUNCTION private.notify_of_second_factor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_notification(new.organization_id, new.user_id, 'security', private.acting_name(new.organization_id)
    || ' asks you to set up a second factor.', null, null, 'second_factor_asked',
    jsonb_build_object('by', private.acting_name(new.organization_id)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.own_organization_id()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select u.organization_id from public.users u where u.id = auth.uid() and private.missing_factor() is null);
end $function$;

CREATE OR REPLACE FUNCTION private.plain_recovery_code(typed text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select translate(lower(regexp_replace(typed, '[^0-9A-Za-z]', '', 'g')), 'oil', '011')
$function$;

CREATE OR REPLACE FUNCTION private.recovery_lock(user_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select pg_advisory_xact_lock(hashtextextended('recovery codes ' || user_id::text, 0))
$function$;

CREATE OR REPLACE FUNCTION private.refuse_missing_factor()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  case private.missing_factor()
    when 'code' then
      perform private.refuse('Enter a code of your authenticator to go on.', '', 'second_factor_expected');
    when 'factor' then
      perform private.refuse('Your agency asks for a second factor. Set one up to go on.', '', 'second_factor_required');
    else null;
  end case;
end $function$;

CREATE OR REPLACE FUNCTION private.require_step_up()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is null or private.in_mode('acting') or private.stepped_up() then
    return;
  elsif private.has_factor(auth.uid())
    or exists (select 1 from public.users u where u.id = auth.uid() and private.needs_factor(u)) then
    perform private.refuse('Confirm it is you: enter a code of your authenticator.', '', 'step_up_required');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.second_factor_mail(what text, agency text, by_name text, at text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case what
    when 'added' then jsonb_build_object('subject', 'An authenticator was added to your account',
      'text', 'An authenticator app was added to your account at ' || agency || ' on ' || at
        || '. From now on a code of it is asked for after your password.')
    when 'removed' then jsonb_build_object('subject', 'An authenticator was removed from your account',
      'text', 'An authenticator app was removed from your account at ' || agency || ' on ' || at || '.')
    when 'reset' then jsonb_build_object('subject', 'Your second factor was reset',
      'text', by_name || ' removed the authenticator apps from your account at ' || agency || ' on ' || at
        || ' and signed you out everywhere. Sign in with your password, and set up a new one in your profile, under Security.')
    when 'recovered' then jsonb_build_object('subject', 'A recovery code of your account was used',
      'text', 'A recovery code was used on ' || at || ' to remove the authenticator apps from your account at ' || agency
        || '. Your other devices were signed out. Set up a new one in your profile, under Security.')
    when 'asked' then jsonb_build_object('subject', 'Please set up a second factor',
      'text', by_name || ' asks you to set up a second factor for your account at ' || agency
        || ': an authenticator app on your phone, whose code is asked for after your password. You find it in your profile, under Security.')
  end
$function$;

CREATE OR REPLACE FUNCTION private.session_is_open()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from auth.sessions s
    where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = auth.uid()
      and (s.not_after is null or s.not_after > now()))
$function$;

CREATE OR REPLACE FUNCTION private.stepped_up()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(auth.jwt() ->> 'aal' = 'aal2' and private.confirmed_at() > now() - interval '15 minutes', false)
$function$;

CREATE OR REPLACE FUNCTION private.was_taken_away(user_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select 1 from private.second_factor_events e where e.user_id = was_taken_away.user_id
    and e.what in ('reset', 'recovered') and e.created_at > clock_timestamp() - interval '1 minute');
end $function$;

CREATE OR REPLACE FUNCTION public.ask_for_second_factor(p_member_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
  member public.users;
begin
  if caller_organization_id is null then
    return private.command_result('You do not have permission to change team members.', null, 'members_are_for_admins');
  end if;
  -- Two who ask at once ask one after the other.
  select u.* into member from public.users u
  where u.id = p_member_id and u.organization_id = caller_organization_id and u.is_active for no key update;
  if member.id is null then
    return private.command_result('This person is not in your organization.', null, 'member_not_found');
  elsif private.has_factor(member.id) then
    return private.command_result('This person has a second factor already.', null, 'second_factor_there');
  elsif exists (select 1 from private.second_factor_events e where e.user_id = member.id and e.organization_id = caller_organization_id
    and e.what = 'asked' and e.created_at > clock_timestamp() - interval '1 day') then
    return private.command_result('This person was asked within the last day.', null, 'second_factor_asked_today');
  end if;
  perform private.note_second_factor(member, 'asked', 'second_factor_asked', auth.uid());
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.begin_bank_connection(provider text, connection_id uuid DEFAULT NULL::uuid, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  begun_id uuid := begin_bank_connection.connection_id;
  answer jsonb := private.begin_request('begin_bank_connection', request_key, jsonb_build_object('provider', provider,
    'connection_id', connection_id));
  c public.bank_connections;
begin
  perform private.require_step_up();
  if answer is not null then
    return answer;
  end if;
  if provider is null or provider not in ('simplefin', 'enable_banking') then
    return private.command_result('Choose a provider.', 'provider', 'provider_unknown');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('begin_bank_connection ' || caller_organization_id, 0));
  if (select count(*) from private.bank_provider_requests r where r.organization_id = caller_organization_id and r.kind = 'begin'
      and r.made_at > now() - interval '1 hour') >= 20 then
    return private.command_result('Twenty connections were begun within an hour. Try again later.', null, 'connections_begun_often');
  end if;
  if begun_id is null then
    insert into public.bank_connections (organization_id, provider, created_by)
    values (caller_organization_id, begin_bank_connection.provider, auth.uid()) returning id into begun_id;
  else
    c := private.lock_bank_connection(begun_id);
    if c.id is null or c.provider <> begin_bank_connection.provider then
      return private.connection_not_found();
    end if;
    update public.bank_connections b set begun_at = now(), version = b.version + 1 where b.id = c.id;
  end if;
  insert into private.bank_provider_requests (organization_id, connection_id, kind) values (caller_organization_id, begun_id, 'begin');
  return private.end_request(request_key, begun_id, private.command_result(null) || jsonb_build_object('connection_id', begun_id));
end $function$;

CREATE OR REPLACE FUNCTION public.begin_second_factor_reset(p_member_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  locked record;
  refusal jsonb;
begin
  select t.* into locked from private.lock_member(p_member_id) t;
  refusal := case
    when not private.is_owner() then private.command_result('Only an owner can reset a second factor.', null,
      'second_factor_reset_is_for_owners')
    when locked.refusal is not null then locked.refusal
    when (locked.member).id = auth.uid() then private.command_result('Remove your own authenticator in your profile.', null,
      'second_factor_reset_of_oneself')
    when not private.has_factor((locked.member).id) then private.command_result('This person has no second factor.', null,
      'second_factor_missing')
  end;
  if refusal is not null then
    return refusal;
  end if;
  perform private.require_step_up();
  perform private.note_second_factor(locked.member, 'reset', 'second_factor_reset', auth.uid());
  delete from auth.sessions s where s.user_id = (locked.member).id;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.close_books(through date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  last_day date := private.today() - 1;
  closed_through date;
begin
  perform private.require_step_up();
  if caller_organization_id is null or not private.is_owner() then
    return private.command_result('Only an owner can close the books.', null, 'closing_is_for_owners');
  end if;
  perform pg_advisory_xact_lock(private.books_lock(caller_organization_id));
  select o.books_closed_through into closed_through from public.organizations o where o.id = caller_organization_id;
  if close_books.through is null or close_books.through not between '1990-01-01' and '2199-12-31' then
    return private.command_result('Enter the last day to close.', 'through', 'closing_day_missing');
  elsif close_books.through > last_day then
    return private.command_result('A day is closed when it has ended. Choose ' || private.day_words(last_day) || ' or an earlier day.',
      'through', 'day_not_ended', jsonb_build_object('last_day', last_day));
  elsif close_books.through <= closed_through then
    return private.command_result('The books are closed through ' || private.day_words(closed_through)
      || ' already. Choose a later day.', 'through', 'books_closed_already', jsonb_build_object('through', closed_through));
  end if;
  update public.organizations o set books_closed_through = close_books.through where o.id = caller_organization_id;
  perform private.audit(caller_organization_id, 'books_closed', null, null,
    jsonb_build_object('from', closed_through, 'to', close_books.through));
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.delete_bank_details()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
begin
  perform private.require_step_up();
  if private.account_lock(caller_organization_id, auth.uid()) is not null then
    return private.account_lock(caller_organization_id, auth.uid());
  end if;
  delete from private.bank_details d where d.organization_id = caller_organization_id and d.agent_id = auth.uid();
  if found then
    perform private.audit(caller_organization_id, 'bank_details_deleted', null, auth.uid());
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.disconnect_bank_connection(connection_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c public.bank_connections := private.lock_bank_connection(disconnect_bank_connection.connection_id);
begin
  perform private.require_step_up();
  if c.id is null then
    return private.connection_not_found();
  elsif c.state = 'disconnected' then
    return private.command_result(null);
  end if;
  delete from private.bank_connection_secrets s where s.connection_id = c.id;
  perform private.stop_sync_parts(c);
  update public.bank_connection_accounts a set ended_at = now() where a.connection_id = c.id and a.ended_at is null;
  update public.bank_connections b set state = 'disconnected', begun_at = null, next_try_at = null, expires_at = null, code = null,
    words = null, disconnected_at = now(), disconnected_by = auth.uid(), version = b.version + 1 where b.id = c.id;
  perform private.audit(c.organization_id, 'bank_connection_disconnected', null, c.id);
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.export_customer_data(customer_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id uuid := private.admin_organization_id();
begin
  perform private.require_step_up();
  if caller_organization_id is null then
    perform private.refuse('Only admins can export a customer''s data.', '', 'export_is_for_admins');
  end if;
  perform 1 from public.customers c
  where c.organization_id = caller_organization_id and c.id = export_customer_data.customer_id;
  if not found then
    perform private.refuse('This customer does not exist.', '', 'customer_not_found');
  end if;
  perform private.audit(caller_organization_id, 'customer_exported', export_customer_data.customer_id,
    export_customer_data.customer_id);
  return private.allow_disclosure('customer_data', export_customer_data.customer_id);
end $function$;

CREATE OR REPLACE FUNCTION public.get_second_factor()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me public.users;
  has_one constant boolean := private.has_factor(auth.uid());
  is_required boolean;
  codes jsonb;
begin
  if not private.session_is_open() then
    raise insufficient_privilege using message = 'This session is not valid any more';
  end if;
  select u.* into me from public.users u where u.id = auth.uid();
  is_required := private.needs_factor(me);
  if me.role = 'owner' and private.current_organization_id() is not null then
    select jsonb_build_object('left', count(*) filter (where c.used_at is null), 'made_on', max(c.made_at)) into codes
    from private.recovery_codes c where c.user_id = me.id;
  end if;
  return jsonb_build_object(
    'policy', coalesce((select o.second_factor_policy from public.organizations o where o.id = me.organization_id), 'optional'),
    'required', is_required,
    'has_factor', has_one,
    'aal', case when auth.jwt() ->> 'aal' = 'aal2' then 'aal2' else 'aal1' end,
    'confirmed_at', private.confirmed_at(),
    'step_up_until', case when (has_one or is_required) and private.stepped_up() then private.confirmed_at() + interval '15 minutes' end,
    'recovery', codes);
end $function$;

CREATE OR REPLACE FUNCTION public.list_second_factors()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
  answer jsonb;
begin
  if caller_organization_id is null then
    raise insufficient_privilege using message = 'Second factors of others are for admins and owners';
  end if;
  with people as (
    select u.id, u.role, u.first_name || ' ' || u.last_name as name, f.since, asked.created_at as asked_at, gone.created_at as reset_at,
      (select r.first_name || ' ' || r.last_name from public.users r where r.id = gone.done_by and r.organization_id = u.organization_id)
        as reset_by_name
    from public.users u
    left join lateral (
      select min(f.created_at) as since from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') f on true
    left join lateral (
      select e.created_at from private.second_factor_events e
      where e.user_id = u.id and e.organization_id = u.organization_id and e.what = 'asked' order by e.created_at desc limit 1) asked on true
    left join lateral (
      select e.created_at, e.done_by from private.second_factor_events e
      where e.user_id = u.id and e.organization_id = u.organization_id and e.what = 'reset' order by e.created_at desc limit 1) gone on true
    where u.organization_id = caller_organization_id and u.is_active)
  select jsonb_build_object(
    'policy', (select o.second_factor_policy from public.organizations o where o.id = caller_organization_id),
    'members', jsonb_agg(jsonb_build_object('user_id', p.id, 'name', p.name, 'role', p.role, 'has_factor', p.since is not null,
      'since', p.since, 'asked_at', p.asked_at, 'reset_at', p.reset_at, 'reset_by_name', p.reset_by_name) order by p.name, p.id),
    'everybody', jsonb_build_object('count', count(*), 'with_factor', count(p.since)),
    'admins', jsonb_build_object('count', count(*) filter (where p.role <> 'agent'),
      'with_factor', count(p.since) filter (where p.role <> 'agent')))
  into answer from people p;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.make_recovery_codes()
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.current_organization_id();
  codes text[];
begin
  if not private.is_owner() then
    perform private.refuse('Only owners have recovery codes.', '', 'recovery_codes_are_for_owners');
  elsif not private.has_factor(auth.uid()) then
    perform private.refuse('Set up an authenticator first.', '', 'recovery_codes_need_a_factor');
  end if;
  perform private.require_step_up();
  perform private.recovery_lock(auth.uid());
  delete from private.recovery_codes c where c.user_id = auth.uid();
  codes := array(select private.new_recovery_code() from generate_series(1, 10));
  insert into private.recovery_codes (organization_id, user_id, code_hash)
  select caller_organization_id, auth.uid(), extensions.crypt(private.plain_recovery_code(c.code), extensions.gen_salt('bf', 8))
  from unnest(codes) c(code);
  perform private.audit(caller_organization_id, 'recovery_codes_made', null, auth.uid());
  return codes;
end $function$;

CREATE OR REPLACE FUNCTION public.pay_payout(batch_id uuid, expected_version integer, paid_on date, reference text, payment_key uuid, checks jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  b public.payout_batches := private.lock_payout(pay_payout.batch_id);
  text_of_reference text := nullif(btrim(pay_payout.reference), '');
  is_to_come boolean := pay_payout.paid_on > private.today();
  refusal jsonb;
begin
  perform private.require_step_up();
  if b.id is null then
    return private.command_result('This payout does not exist.', null, 'payout_not_found');
  elsif b.status in ('scheduled', 'paid') and b.payment_key = pay_payout.payment_key then
    return private.payment_answer(b.id);
  elsif b.status <> 'approved' then
    return case when b.status = 'draft' then private.command_result('Approve this payout first.', null, 'payout_not_approved')
      else private.draft_refusal(b) end;
  elsif b.version is distinct from pay_payout.expected_version then
    return private.command_result('Somebody changed this payout meanwhile. Look at it again.', null, 'payout_changed');
  elsif pay_payout.payment_key is null then
    return private.command_result('This payment needs a key of its own.', 'payment_key', 'payment_key_missing');
  elsif pay_payout.paid_on is null or pay_payout.paid_on not between '1900-01-01' and '2199-12-31' then
    return private.command_result('Enter the payment date.', 'paid_on', 'payment_date_missing');
  elsif private.closed_day_refusal(b.organization_id, pay_payout.paid_on, 'paid_on') is not null then
    return private.closed_day_refusal(b.organization_id, pay_payout.paid_on, 'paid_on');
  elsif char_length(text_of_reference) > 200 then
    return private.command_result('Use at most 200 characters.', 'reference', 'text_too_long', '{"most": 200}');
  elsif jsonb_typeof(coalesce(checks, '{}')) <> 'object' or exists (
    select 1 from jsonb_each_text(coalesce(checks, '{}')) e where char_length(e.value) > 200) then
    return private.command_result('Use at most 200 characters.', 'checks', 'text_too_long', '{"most": 200}');
  end if;
  perform private.lock_payout_lines(b);
  refusal := private.payout_problems(b);
  if refusal <> '[]' then
    return private.command_result('Some of these commissions cannot be paid any more.',
      null, 'payout_has_problems') || jsonb_build_object('problems', refusal);
  end if;
  refusal := case when is_to_come then private.bank_day_refusal(b, pay_payout.paid_on) end;
  if refusal is not null then
    return refusal;
  elsif is_to_come then
    update public.payout_batches p set status = 'scheduled', scheduled_by = auth.uid(), scheduled_at = now(),
      planned_on = pay_payout.paid_on, reference = text_of_reference, checks = coalesce(pay_payout.checks, '{}'),
      payment_key = pay_payout.payment_key, version = p.version + 1
    where p.id = b.id;
    perform private.note_payout(b, 'scheduled', jsonb_build_object('planned_on', pay_payout.paid_on, 'amount',
      (select sum(t.paid_amount) from private.payout_totals(b) t)));
  else
    perform private.complete_payout(b, pay_payout.paid_on, text_of_reference, pay_payout.payment_key, coalesce(checks, '{}'), false);
  end if;
  return private.payment_answer(b.id);
end $function$;

CREATE OR REPLACE FUNCTION public.record_agent_payment(commission_id uuid, agent_id uuid, organization_id uuid, created_by uuid, amount numeric, payment_date date, payment_method text, reference text DEFAULT NULL::text, notes text DEFAULT NULL::text, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  sale public.sales%rowtype;
  commission public.commissions%rowtype;
  refusal jsonb;
  answer jsonb := private.begin_request('record_agent_payment', request_key, jsonb_build_object('commission_id', commission_id,
    'agent_id', agent_id, 'amount', amount, 'payment_date', payment_date, 'payment_method', payment_method, 'reference', reference,
    'notes', notes));
begin
  perform private.require_step_up();
  if answer is not null then
    select c.* into commission from public.commissions c
    where c.organization_id = caller_organization_id and c.id = record_agent_payment.commission_id;
    return answer || jsonb_build_object('commission', to_jsonb(commission));
  end if;
  if caller_organization_id is null or not private.is_admin() then
    return private.command_result('You do not have permission to record agent payments.',
      null, 'payments_are_for_admins') || '{"commission": null}';
  end if;

  -- Lock order: sale, then commission, as everywhere. The sale's status cannot change while it is checked.
  select s.* into sale
  from public.sales s
  where s.organization_id = caller_organization_id and s.id = (
    select c.sales_id from public.commissions c
    where c.organization_id = caller_organization_id and c.id = record_agent_payment.commission_id)
  for no key update;
  select c.* into commission
  from public.commissions c
  where c.organization_id = caller_organization_id and c.id = record_agent_payment.commission_id and c.sales_id = sale.id
  for no key update;

  refusal := case
    when commission.id is null then private.command_result('This commission does not exist.',
      'commission_id', 'commission_not_found')
    when record_agent_payment.organization_id <> caller_organization_id then
      private.command_result('The commission belongs to another organization.', 'organization_id', 'payment_of_other_organization')
    when record_agent_payment.agent_id <> commission.agent_id then
      private.command_result('The commission belongs to another agent.', 'agent_id', 'payment_of_other_agent')
    when record_agent_payment.created_by <> auth.uid() then
      private.command_result('A payment is recorded under your own name.', 'created_by', 'payment_under_other_name')
    when private.schedule_lock(caller_organization_id, commission.id) is not null then
      private.at_field(private.schedule_lock(caller_organization_id, commission.id), 'commission_id')
    when commission.status = 'agent_paid' then
      private.command_result('The agent has already been paid for this commission.', 'commission_id', 'agent_paid_already')
    when sale.status = 'cancelled' then private.command_result('Agent cannot be paid for a cancelled sale',
      'commission_id', 'payment_for_cancelled_sale')
    when commission.status = 'cancelled' then private.command_result('A cancelled commission cannot be paid.',
      'commission_id', 'cancelled_commission_unpayable')
    when sale.status <> 'paid' then private.command_result('The customer has not paid this sale yet.',
      'commission_id', 'sale_not_paid')
    when commission.status <> 'funds_received' then
      private.command_result('Funds must be received before the agent is paid.', 'commission_id', 'funds_not_received')
    when commission.received_on is null and exists (
      select 1 from public.organizations o where o.id = caller_organization_id and o.commission_received_on = 'deposit_matched') then
      private.command_result('The vendor''s money has not been received yet.', 'commission_id', 'vendor_money_missing')
    when exists (
      select 1 from public.payout_holds h
      where h.organization_id = caller_organization_id and h.commission_id = commission.id) then
      private.command_result('This commission is held. Release it first.', 'commission_id', 'commission_held')
    when record_agent_payment.amount is null then private.command_result('Enter the amount you paid.',
      'amount', 'paid_amount_missing')
    when record_agent_payment.amount <> commission.agent_amount then
      private.command_result('Enter exactly ' || commission.agent_amount || ', the agent''s share.', 'amount', 'exact_share',
        jsonb_build_object('amount', commission.agent_amount))
    when record_agent_payment.payment_date is null then private.command_result('Enter the payment date.',
      'payment_date', 'payment_date_missing')
    when private.closed_day_refusal(caller_organization_id, record_agent_payment.payment_date, 'payment_date') is not null then
      private.closed_day_refusal(caller_organization_id, record_agent_payment.payment_date, 'payment_date')
    when record_agent_payment.payment_method is null then private.command_result('Choose how the agent was paid.',
      'payment_method', 'payment_method_missing')
  end;
  if refusal is not null then
    return refusal || '{"commission": null}';
  end if;

  perform private.write_agent_payments(caller_organization_id, array[commission.id], array[record_agent_payment.payment_method],
    array[nullif(btrim(record_agent_payment.reference), '')], record_agent_payment.payment_date,
    nullif(btrim(record_agent_payment.notes), ''), null);
  select c.* into commission from public.commissions c where c.id = commission.id;
  return private.end_request(request_key, commission.id, jsonb_build_object('success', true, 'error', null))
    || jsonb_build_object('commission', to_jsonb(commission));
end $function$;

CREATE OR REPLACE FUNCTION public.renew_mailbox_token()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.mailbox_organization();
begin
  perform private.require_step_up();
  insert into private.mailboxes as b (organization_id, token, renewed_at, renewed_by)
  values (caller_organization_id, private.new_mailbox_token(), now(), auth.uid())
  on conflict (organization_id) do update
  set token = excluded.token, renewed_at = excluded.renewed_at, renewed_by = excluded.renewed_by;
  perform private.audit(caller_organization_id, 'mailbox_renewed', null, null);
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.reopen_books(through date, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  words constant text := private.visible_text(reopen_books.reason);
  closed_through date;
begin
  perform private.require_step_up();
  if caller_organization_id is null or not private.is_owner() then
    return private.command_result('Only an owner can reopen the books.', null, 'reopening_is_for_owners');
  end if;
  perform pg_advisory_xact_lock(private.books_lock(caller_organization_id));
  select o.books_closed_through into closed_through from public.organizations o where o.id = caller_organization_id;
  if closed_through is null then
    return private.command_result('The books are not closed.', null, 'books_not_closed');
  elsif reopen_books.through >= closed_through then
    return private.command_result('The books are closed through ' || private.day_words(closed_through) || '. Choose an earlier day.',
      'through', 'reopening_day_too_late', jsonb_build_object('through', closed_through));
  elsif reopen_books.through < '1990-01-01' then
    return private.command_result('Choose a day from 1990 on.', 'through', 'reopening_day_too_early');
  elsif words is null then
    return private.command_result('Say why. It is kept in the audit log, and the other owners read it.',
      'reason', 'reopening_books_reason_missing');
  elsif char_length(words) > 500 then
    return private.command_result('Use at most 500 characters.', 'reason', 'text_too_long', '{"most": 500}');
  end if;
  update public.organizations o set books_closed_through = reopen_books.through where o.id = caller_organization_id;
  perform private.audit(caller_organization_id, 'books_reopened', null, null,
    jsonb_build_object('from', closed_through, 'to', reopen_books.through, 'reason', words));
  perform private.write_notification(u.organization_id, u.id, 'books', private.acting_name(u.organization_id)
    || ' reopened the books: they were closed through ' || private.day_words(closed_through)
    || coalesce(', now through ' || private.day_words(reopen_books.through), ', now nothing is closed') || '. ' || words,
    'organization', u.organization_id, 'books_reopened', jsonb_build_object('by', private.acting_name(u.organization_id),
      'from', closed_through, 'to', reopen_books.through, 'reason', words))
  from public.users u
  where u.organization_id = caller_organization_id and u.role = 'owner' and u.is_active order by u.id;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.request_audit_log(kind text DEFAULT NULL::text, actor_id uuid DEFAULT NULL::uuid, record_id uuid DEFAULT NULL::uuid, search text DEFAULT NULL::text, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  f private.audit_filter := private.audit_filter_of(request_audit_log.kind, request_audit_log.actor_id, request_audit_log.record_id,
    request_audit_log.search, request_audit_log.start_date, request_audit_log.end_date, null);
  subject uuid := private.audit_export_subject(f);
begin
  perform private.require_step_up();
  perform private.limit_disclosures(f.organization_id, 'audit_log', subject, 'exports of the audit log', 50);
  perform private.audit(f.organization_id, 'audit_log_exported', null, null, jsonb_strip_nulls(jsonb_build_object(
    'entries', least(private.count_audit_entries(f), private.export_limit()), 'kind', f.kind, 'since', request_audit_log.start_date,
    'on', request_audit_log.end_date)));
  return private.allow_disclosure('audit_log', subject);
end $function$;

CREATE OR REPLACE FUNCTION public.request_payment_file(batch_id uuid, format text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.payout_batches := private.lock_payout(request_payment_file.batch_id);
begin
  perform private.require_step_up();
  if b.id is null or b.status not in ('approved', 'scheduled', 'paid') then
    perform private.refuse('A payment file is made for an approved payout.', '', 'payment_file_of_approved');
  elsif private.masked_bank_account(b.organization_id, null) is null then
    perform private.refuse('An owner has to say first from which account payouts are paid.', '', 'payout_account_missing');
  elsif request_payment_file.format not in ('nacha', 'pain', 'csv') then
    perform private.refuse('There is no such payment file.', '', 'payment_file_unknown');
  end if;
  perform private.limit_disclosures(b.organization_id, 'payment_file', b.id, 'payment files', 10);
  perform private.audit(b.organization_id, 'payment_file_requested', null, b.id,
    jsonb_strip_nulls(jsonb_build_object('format', request_payment_file.format)));
  return private.allow_disclosure('payment_file', b.id);
end $function$;

CREATE OR REPLACE FUNCTION public.save_bank_details(details jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  refusal jsonb;
begin
  perform private.require_step_up();
  if caller_organization_id is null then
    return private.command_result('You do not belong to an organization.', null, 'not_in_organization');
  elsif private.account_lock(caller_organization_id, auth.uid()) is not null then
    return private.account_lock(caller_organization_id, auth.uid());
  end if;
  refusal := private.write_bank_details(caller_organization_id, auth.uid(), details);
  if refusal is not null then
    return refusal;
  end if;
  perform private.audit(caller_organization_id, 'bank_details_changed', null, auth.uid());
  perform private.notify_other_admins(caller_organization_id, 'security',
    private.acting_name(caller_organization_id) || ' changed where payouts go.', 'team', auth.uid(), 'bank_details_changed',
    jsonb_build_object('by', private.acting_name(caller_organization_id)));
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.save_payout_account(details jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  refusal jsonb;
begin
  perform private.require_step_up();
  if caller_organization_id is null or not private.is_owner() then
    return private.command_result('Only an owner can change the account that payouts are paid from.',
      null, 'payout_account_is_for_owners');
  elsif private.account_lock(caller_organization_id, null) is not null then
    return private.account_lock(caller_organization_id, null);
  end if;
  refusal := private.write_bank_details(caller_organization_id, null, details);
  if refusal is not null then
    return refusal;
  end if;
  perform private.audit(caller_organization_id, 'payout_account_changed', null, null);
  perform private.notify_other_admins(caller_organization_id, 'security',
    private.acting_name(caller_organization_id) || ' changed the account that payouts are paid from.', 'organizations', caller_organization_id,
    'payout_account_changed', jsonb_build_object('by', private.acting_name(caller_organization_id)));
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.set_second_factor_policy(p_policy text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.current_organization_id();
  former text;
begin
  if not private.is_owner() then
    return private.command_result('Only an owner can say who needs a second factor.', null, 'second_factor_policy_is_for_owners');
  elsif p_policy is null or p_policy not in ('optional', 'admins', 'all') then
    return private.command_result('Choose optional, admins or all.', 'p_policy', 'second_factor_policy_unknown');
  end if;
  perform private.require_step_up();
  select o.second_factor_policy into former from public.organizations o where o.id = caller_organization_id for no key update;
  if former <> p_policy then
    update public.organizations o set second_factor_policy = p_policy where o.id = caller_organization_id;
    perform private.audit(caller_organization_id, 'second_factor_policy_changed', null, caller_organization_id,
      private.audit_change('second_factor_policy', former, p_policy));
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.transfer_ownership(member_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  locked record;
  refusal jsonb;
begin
  perform private.require_step_up();
  select t.* into locked from private.lock_member(transfer_ownership.member_id) t;
  refusal := case
    when not private.is_owner() then private.command_result('Only an owner can transfer the ownership.',
      'member_id', 'transfer_is_for_owners')
    when locked.refusal is not null then private.at_field(locked.refusal, 'member_id')
    when (locked.member).id = auth.uid() then private.command_result('You are the owner already.', 'member_id', 'already_the_owner')
    when (locked.member).role = 'owner' then private.command_result('This person is an owner already.',
      'member_id', 'member_is_owner')
    when not (locked.member).is_active then private.command_result('Activate this person first: an owner has to be active.',
      'member_id', 'member_is_inactive')
  end;
  if refusal is not null then
    return refusal;
  end if;
  update public.users u set role = 'owner' where u.id = (locked.member).id;
  update public.users u set role = 'admin' where u.id = auth.uid();
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.use_recovery_code(user_id uuid, session_id uuid, code text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  typed constant text := private.plain_recovery_code(use_recovery_code.code);
  member public.users;
  used_id uuid;
begin
  perform private.recovery_lock(use_recovery_code.user_id);
  delete from private.recovery_tries t
  where t.user_id = use_recovery_code.user_id and t.tried_at < clock_timestamp() - interval '15 minutes';
  if (select count(*) from private.recovery_tries t where t.user_id = use_recovery_code.user_id) >= 5 then
    return private.command_result('Too many tries. Wait 15 minutes, or ask another owner to reset your second factor.', 'code',
      'recovery_tries_used');
  end if;
  insert into private.recovery_tries (user_id) values (use_recovery_code.user_id);
  select u.* into member from public.users u
  where u.id = use_recovery_code.user_id and u.role = 'owner' and u.is_active and private.has_factor(u.id);
  update private.recovery_codes c set used_at = now()
  where c.id = (
    select k.id from private.recovery_codes k
    where k.user_id = member.id and k.organization_id = member.organization_id and k.used_at is null
      and extensions.crypt(typed, k.code_hash) = k.code_hash
    limit 1)
  returning c.id into used_id;
  if used_id is null then
    return private.command_result('This code does not fit, or was used already.', 'code', 'recovery_code_wrong');
  end if;
  perform private.note_second_factor(member, 'recovered', 'recovery_code_used');
  delete from auth.sessions s where s.user_id = member.id and s.id <> use_recovery_code.session_id;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.void_agent_payment(payment_id uuid, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  draft public.payout_batches := private.lock_draft(caller_organization_id);
  p public.agent_payments;
  refusal jsonb;
  new_id uuid;
begin
  perform private.require_step_up();
  select a.* into p from public.agent_payments a
  where a.organization_id = caller_organization_id and a.id = void_agent_payment.payment_id for no key update;
  if p.batch_id is not null then
    return private.command_result('A payout paid this. Void the payment on its statement.', null, 'paid_by_payout');
  end if;
  refusal := private.void_refusal(caller_organization_id, p.amount,
    (select v.voided_on from public.payment_voids v where v.organization_id = caller_organization_id and v.payment_id = p.id),
    void_agent_payment.reason);
  if refusal is not null then
    return refusal;
  end if;
  new_id := private.post_void(draft, caller_organization_id, p.agent_id, null, p.id, p.amount, p.payment_date,
    btrim(void_agent_payment.reason));
  insert into public.commission_history
    (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes, code, params)
  values (p.commission_id, caller_organization_id, auth.uid(), 'update', 'agent_paid', 'agent_paid', '{}',
    jsonb_build_object('voided_amount', p.amount), 'Payment voided: ' || btrim(void_agent_payment.reason), 'voided',
    jsonb_build_object('amount', p.amount, 'reason', btrim(void_agent_payment.reason)));
  perform private.tell_of_void(caller_organization_id, p.agent_id, p.amount, 'for the ' || (
    select private.sale_description(s) from public.commissions c join public.sales s on s.id = c.sales_id
    where c.id = p.commission_id), 'commissions', p.commission_id, jsonb_build_object('sale', (
    select private.sale_param(c.sales_id) from public.commissions c where c.id = p.commission_id)));
  return private.command_result(null) || jsonb_build_object('id', new_id);
end $function$;

CREATE OR REPLACE FUNCTION public.void_statement_payment(statement_id uuid, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  draft public.payout_batches := private.lock_draft(caller_organization_id);
  b public.payout_batches;
  s public.payout_statements;
  refusal jsonb;
  new_id uuid;
begin
  perform private.require_step_up();
  -- Two who void the same come one after the other.
  select t.* into s from public.payout_statements t
  where t.organization_id = caller_organization_id and t.id = void_statement_payment.statement_id for no key update;
  refusal := private.void_refusal(caller_organization_id, s.paid_amount,
    (select v.voided_on from public.payment_voids v where v.organization_id = caller_organization_id and v.statement_id = s.id),
    void_statement_payment.reason);
  if refusal is not null then
    return refusal;
  end if;
  new_id := private.post_void(draft, caller_organization_id, s.agent_id, s.id, null, s.paid_amount, s.paid_on,
    btrim(void_statement_payment.reason));
  select p.* into b from public.payout_batches p where p.organization_id = caller_organization_id and p.id = s.batch_id;
  perform private.note_payout(b, 'voided', jsonb_build_object('agent_id', s.agent_id, 'amount', s.paid_amount,
    'reason', btrim(void_statement_payment.reason)));
  perform private.tell_of_void(caller_organization_id, s.agent_id, s.paid_amount, 'with the ' || b.name || ' payout', 'statements', s.id,
    jsonb_build_object('payout', b.name));
  return private.command_result(null) || jsonb_build_object('id', new_id);
end $function$;

ALTER TABLE "private"."outgoing_mails" ADD CONSTRAINT "outgoing_mails_kind_known" CHECK ((kind = ANY (ARRAY['chase'::text, 'report'::text, 'statement'::text, 'account'::text])));

ALTER TABLE "private"."recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY (user_id, organization_id) REFERENCES public.users(id, organization_id) ON DELETE CASCADE;

ALTER TABLE "private"."recovery_tries" ADD CONSTRAINT "recovery_tries_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."second_factor_events" ADD CONSTRAINT "second_factor_events_done_by_fkey" FOREIGN KEY (done_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "private"."second_factor_events" ADD CONSTRAINT "second_factor_events_user_id_fkey" FOREIGN KEY (user_id, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "public"."organizations" ADD CONSTRAINT "organizations_second_factor_policy_known" CHECK ((second_factor_policy = ANY (ARRAY['optional'::text, 'admins'::text, 'all'::text])));

CREATE INDEX recovery_codes_user_id_idx ON private.recovery_codes USING btree (user_id, organization_id);

CREATE INDEX recovery_tries_user_id_idx ON private.recovery_tries USING btree (user_id, tried_at);

CREATE INDEX second_factor_events_done_by_idx ON private.second_factor_events USING btree (done_by, organization_id);

CREATE INDEX second_factor_events_user_id_idx ON private.second_factor_events USING btree (user_id, organization_id, what, created_at DESC);

CREATE TRIGGER paperplane_10_guard_factor BEFORE INSERT ON auth.mfa_factors FOR EACH ROW EXECUTE FUNCTION private.guard_factor();

CREATE TRIGGER paperplane_10_guard_removed_factor BEFORE DELETE ON auth.mfa_factors FOR EACH ROW WHEN ((old.status = 'verified'::auth.factor_status)) EXECUTE FUNCTION private.guard_factor();

CREATE TRIGGER paperplane_50_note_factor AFTER UPDATE OF status ON auth.mfa_factors FOR EACH ROW WHEN (((new.status = 'verified'::auth.factor_status) AND (old.status <> 'verified'::auth.factor_status))) EXECUTE FUNCTION private.note_factor();

CREATE TRIGGER paperplane_50_note_removed_factor AFTER DELETE ON auth.mfa_factors FOR EACH ROW WHEN ((old.status = 'verified'::auth.factor_status)) EXECUTE FUNCTION private.note_factor();

CREATE TRIGGER second_factor_events_after_40_notify AFTER INSERT ON private.second_factor_events FOR EACH ROW WHEN ((new.what = 'asked'::text)) EXECUTE FUNCTION private.notify_of_second_factor();

CREATE TRIGGER second_factor_events_after_60_mail AFTER INSERT ON private.second_factor_events FOR EACH ROW EXECUTE FUNCTION private.mail_about_second_factor();

CREATE POLICY "people read their own row, inactive ones too" ON "public"."users" FOR SELECT TO "authenticated" USING (((id = ( SELECT auth.uid() AS uid)) AND (organization_id = ( SELECT private.own_organization_id() AS own_organization_id))));

COMMENT ON COLUMN "private"."second_factor_events"."done_by" IS 'Null where they did it themselves, or Auth does not tell';

COMMENT ON COLUMN "public"."organizations"."second_factor_policy" IS 'Who needs a second factor. Changed by set_second_factor_policy alone';

COMMENT ON FUNCTION "api_requests"."check_request"() IS 'Tells with each answer the instant whose data it knows (x-as-of), by the
  primary''s clock, so that a browser can tell whether a replica knows what it has written: of a replica, when the last
  transaction that it has replayed was committed; older than it need be while nothing is written, and not told before the first
  one. A replica refuses a session that it does not know, or that has ended, instead of showing it an empty agency: the browser
  asks the primary then. Says to a session that lacks a second factor what it lacks, instead of showing it an empty agency; only
  get_second_factor answers it. Lets one heavy read of a person run at a time: a function that only reads and has a time-out of its own,
  which is longer than what a screen may take (platform/functions/time_outs). Refuses every count but the exact one. The
  planner''s statistics know the rows of every tenant and agent: an estimate for `agent_id=eq.<somebody else>` would tell how many
  sales they have, past row-level security. Preferences are compared as servers parse them, and more strictly: apart at commas and
  semicolons, in lower case, without blanks, tabs, quotes and whatever else a parser may trim. PostgREST hands over the last of
  several Prefer headers only: a proxy in front of it must join them.';

COMMENT ON FUNCTION "private"."audit_settings"() IS 'Each setting that changed, with before and after; books are closed, and a second factor asked for,
  by entries of their own.';

COMMENT ON FUNCTION "private"."confirmed_at"() IS 'When a code was entered last in this session, as the access token says; null for never.';

COMMENT ON FUNCTION "private"."current_organization_id"() IS 'The caller''s tenant; null for an inactive user, for a revoked or expired
  session and where a second factor is missing, so everything built on it denies access. Policies call it, like the functions below, in a scalar subquery: evaluated once
  per statement, not once per row.';

COMMENT ON FUNCTION "private"."guard_factor"() IS 'Auth adds and removes authenticators for any session that a code has raised, however long ago: whoever
  found one open would add their own, and pass for its owner from then on. So both want a code of the last 15 minutes. Who runs the
  installation removes them by SQL.';

COMMENT ON FUNCTION "private"."has_live_session"() IS 'Whether the session of the access token exists, has not expired and lacks no second factor.
  Also true for a signed-in user without an organization, who may create one or accept an invitation.';

COMMENT ON FUNCTION "private"."mail_about_second_factor"() IS 'To its person, where this installation sends mail.';

COMMENT ON FUNCTION "private"."missing_factor"() IS 'What the caller still owes before they are somebody: ''code'' where they have a second factor and
  the session knows its password alone, ''factor'' where their agency asks for one and they have none; else null. Tables are read only for
  a session without a code.';

COMMENT ON FUNCTION "private"."needs_factor"(public.users) IS 'Whether the policy of the agency asks this person for one.';

COMMENT ON FUNCTION "private"."new_recovery_code"() IS 'Eight characters that are read as nothing else, 40 bits: "4hw9-2ktm".';

COMMENT ON FUNCTION "private"."note_factor"() IS 'Whatever way Auth is asked. What a reset or a recovery code takes away has its entry by then.';

COMMENT ON FUNCTION "private"."note_second_factor"(public.users, text, text, uuid) IS 'Keeps what became of a second factor: for its person, who is told, and in the audit log.';

COMMENT ON FUNCTION "private"."notify_of_second_factor"() IS 'To whoever was asked to set one up.';

COMMENT ON FUNCTION "private"."own_organization_id"() IS 'The caller''s tenant even when they are inactive or their session is revoked; null where
  a second factor is missing.
  Only for reading the own organization (the app tells an inactive user why nothing opens) and its time zone; never to decide access
  to anything else.';

COMMENT ON FUNCTION "private"."plain_recovery_code"(text) IS 'As it is hashed, however it was typed.';

COMMENT ON FUNCTION "private"."recovery_lock"(uuid) IS 'Codes of one person are made and used one after the other.';

COMMENT ON FUNCTION "private"."refuse_missing_factor"() IS 'Says why nothing is answered. That nothing is does not depend on it.';

COMMENT ON FUNCTION "private"."require_step_up"() IS 'Refuses what moves money or opens an account unless a code was entered within the last 15
  minutes. Somebody without a second factor, whose agency asks for none, passes. A job is nobody and passes.';

COMMENT ON FUNCTION "private"."second_factor_mail"(text, text, text, text) IS '{subject, text} of a mail about this event.';

COMMENT ON FUNCTION "private"."session_is_open"() IS 'Whether the session of the access token exists and has not expired, be it without the code
  of a second factor.';

COMMENT ON FUNCTION "private"."stepped_up"() IS 'Whether a code was entered within the last 15 minutes.';

COMMENT ON FUNCTION "private"."was_taken_away"(uuid) IS 'Whether a reset or a recovery code takes this person''s authenticators away just now.';

COMMENT ON FUNCTION "public"."ask_for_second_factor"(uuid) IS 'Asks a member without a second factor to set one up, at most once a day.';

COMMENT ON FUNCTION "public"."begin_second_factor_reset"(uuid) IS 'An owner''s, for a member who has lost it: logs it, tells the member and ends their
  sessions. The Edge Function second-factor asks this as the owner, and removes the authenticators then, by Auth.';

COMMENT ON FUNCTION "public"."get_second_factor"() IS 'The caller''s own: {policy, required, has_factor, aal, confirmed_at, step_up_until,
  recovery: {left, made_on} of owners}. The one function that answers a session which lacks its second factor.';

COMMENT ON FUNCTION "public"."list_second_factors"() IS 'Active members with when they set one up, were asked for one, had it reset, and how many
  have one: {policy, members, everybody: {count, with_factor}, admins: {…}}. For admins and owners.';

COMMENT ON FUNCTION "public"."make_recovery_codes"() IS 'Ten new ones, told this once; the old ones are void.';

COMMENT ON FUNCTION "public"."set_second_factor_policy"(text) IS 'Who needs a second factor: optional, admins (owners too) or all. Whoever has none
  then is nobody until they have set one up.';

COMMENT ON FUNCTION "public"."use_recovery_code"(uuid, uuid, text) IS 'Uses up a code of the person whose token the Edge Function second-factor was given: counts the
  try, logs it, tells the person and ends their other sessions; the function removes the authenticators then. Five tries in 15 minutes; a
  code that is wrong, used or somebody else''s is answered alike, and so is who has none.';

COMMENT ON TABLE "private"."recovery_codes" IS 'The recovery codes of owners, each good once. Only their bcrypt hashes are kept.';

COMMENT ON TABLE "private"."recovery_tries" IS 'Recovery codes that somebody tried within the last 15 minutes.';

COMMENT ON TABLE "private"."second_factor_events" IS 'What became of somebody''s second factor, and that they were asked for one: by it they
  are told, and those who look after them see when.';

REVOKE ALL ON FUNCTION "private"."confirmed_at"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."confirmed_at"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."guard_factor"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."guard_factor"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_factor"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_factor"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."mail_about_second_factor"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mail_about_second_factor"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."missing_factor"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."missing_factor"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."needs_factor"(public.users) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."needs_factor"(public.users) TO "postgres";

REVOKE ALL ON FUNCTION "private"."new_recovery_code"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."new_recovery_code"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_factor"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_factor"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_second_factor"(public.users, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_second_factor"(public.users, text, text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."notify_of_second_factor"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."notify_of_second_factor"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."plain_recovery_code"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."plain_recovery_code"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."recovery_lock"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."recovery_lock"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_missing_factor"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refuse_missing_factor"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."require_step_up"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_step_up"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."second_factor_mail"(text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."second_factor_mail"(text, text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."session_is_open"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."session_is_open"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."stepped_up"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."stepped_up"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."was_taken_away"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."was_taken_away"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."ask_for_second_factor"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."ask_for_second_factor"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."begin_second_factor_reset"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."begin_second_factor_reset"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."get_second_factor"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_second_factor"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."list_second_factors"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_second_factors"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."make_recovery_codes"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."make_recovery_codes"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."set_second_factor_policy"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_second_factor_policy"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."use_recovery_code"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."use_recovery_code"(uuid, uuid, text) TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."recovery_codes" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."recovery_tries" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."second_factor_events" TO "postgres";
