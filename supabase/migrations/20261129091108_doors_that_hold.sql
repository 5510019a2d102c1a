set local check_function_bodies = off;

-- On hosted Supabase a policy, and a trigger that is dropped, lock tables of Auth, Storage and Realtime until this is committed. Whoever
-- comes meanwhile waits behind it, so it does not wait long itself: it gives up, nothing of it stays, and the next push tries again.
set local lock_timeout = '4s';

CREATE TABLE "private"."sign_ups" ("address" inet NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now());

ALTER TABLE "private"."sign_ups" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."organizations" ADD COLUMN "limits_lifted_at" timestamp with time zone;

ALTER TABLE "public"."vendor_terms" ADD COLUMN "contacts_saved_at" timestamp with time zone NOT NULL DEFAULT now();

ALTER TABLE "public"."vendors" ADD COLUMN "email_saved_at" timestamp with time zone NOT NULL DEFAULT now();

CREATE OR REPLACE FUNCTION api_requests.check_request()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  as_of constant timestamp := (case when pg_is_in_recovery() then pg_last_xact_replay_timestamp() else clock_timestamp() end)
    at time zone 'utc';
begin
  -- No browser keeps an answer: its cache outlives the session.
  perform set_config('response.headers', '[{"cache-control": "no-store"}' || coalesce(format(
    ', {"x-as-of": "%s"}, {"access-control-expose-headers": "x-as-of"}', to_char(as_of, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')), '') || ']', true);
  perform api_requests.refuse_large_body();
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
end $function$;

CREATE OR REPLACE FUNCTION api_requests.refuse_large_body()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  most constant int := 1048576;
  headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  told constant text := headers ->> 'content-length';
begin
  if current_setting('role', true) = 'service_role' or api_requests.takes_files(current_setting('request.path', true)) then
    return;
  elsif told is null and headers ->> 'transfer-encoding' is not null then
    raise sqlstate 'PT411' using message = 'Say how long the request is.', hint = '',
      detail = '{"code": "length_expected", "params": {}}';
  elsif told ~ '^[0-9]+$' and told::numeric > most then
    raise sqlstate 'PT413' using message = 'The request is larger than 1 MB.', hint = '',
      detail = '{"code": "request_too_large", "params": {}}';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION api_requests.takes_files(path text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select takes_files.path in ('/rpc/import_rows', '/rpc/check_import_rows', '/rpc/preview_bank_lines', '/rpc/import_bank_lines',
    '/rpc/finish_bank_import', '/rpc/save_vendor_statement', '/rpc/read_mailed_statement', '/rpc/save_bank_remittance')
$function$;

CREATE OR REPLACE FUNCTION private.agency_files(organization_id uuid, OUT bytes bigint, OUT files bigint, OUT most_bytes bigint, OUT most_files bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- "0" comes after "/": all names within the folder, found by their order.
  select coalesce(sum(case when jsonb_typeof(o.metadata -> 'size') = 'number' then (o.metadata ->> 'size')::numeric end), 0), count(*)
  into bytes, files
  from storage.objects o
  where o.name operator(pg_catalog.~>=~) (agency_files.organization_id || '/')
    and o.name operator(pg_catalog.~<~) (agency_files.organization_id || '0');
  most_bytes := private.installation_limit('agency_files_bytes', 10737418240);
  most_files := private.installation_limit('agency_files_count', 50000);
end $function$;

CREATE OR REPLACE FUNCTION private.alarm_of_ceiling(what text, most bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise warning 'Ceiling reached: % % within an hour', most, what;
end $function$;

CREATE OR REPLACE FUNCTION private.caller_address()
 RETURNS inet
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  -- What the platform adds; whoever asks writes the rest of the list.
  said constant text := btrim(coalesce(headers ->> 'cf-connecting-ip', regexp_replace(headers ->> 'x-forwarded-for', '^.*,', '')));
begin
  return case when pg_input_is_valid(said, 'inet') then said::inet end;
end $function$;

CREATE OR REPLACE FUNCTION private.check_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known public.users%rowtype;
begin
  new.email := lower(btrim(new.email));
  new.first_name := nullif(btrim(new.first_name), '');
  new.last_name := nullif(btrim(new.last_name), '');
  new.commission_split := coalesce(new.commission_split,
    (select o.default_commission_split from public.organizations o where o.id = new.organization_id));
  if auth.uid() is not null then
    if not private.is_admin() then
      return new; -- The insert policy refuses it, before anything about the address is disclosed.
    elsif new.role = 'admin' and not private.is_owner() then
      perform private.refuse('Only an owner can invite an admin.', 'role', 'admins_are_invited_by_owners');
    elsif new.role = 'admin' then
      perform private.require_step_up();
    end if;
  end if;
  select u.* into known
  from public.user_emails e join public.users u on u.id = e.user_id
  where e.organization_id = new.organization_id and e.email = new.email;
  if known.is_active then
    perform private.refuse('This person is already in your organization.', 'email', 'invited_is_member');
  elsif not known.is_active then
    perform private.refuse('This person is in your organization, but inactive. Activate them instead.',
      'email', 'invited_is_inactive');
  end if;
  if auth.uid() is not null then
    perform private.check_room_for_invitation(new.organization_id, true);
  end if;
  -- An expired invitation would violate the unique index on pending ones.
  update public.invitations i set revoked_at = now()
  where i.organization_id = new.organization_id and i.email = new.email
    and i.accepted_at is null and i.revoked_at is null and i.expires_at <= now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.check_organization()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' or new.time_zone is distinct from old.time_zone then
    if not exists (select 1 from pg_catalog.pg_timezone_names z where z.name = new.time_zone) then
      perform private.refuse('Choose a known time zone, like Europe/Vienna.', 'time_zone', 'time_zone_unknown');
    end if;
  end if;
  -- What lets one person pay alone, and what everybody without terms of their own earns from now on.
  if tg_op = 'UPDATE' and (old.payout_second_approval and not new.payout_second_approval
    or new.default_commission_split is distinct from old.default_commission_split) then
    perform private.require_step_up();
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.check_room_for_invitation(organization_id uuid, is_another boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_new constant boolean := private.new_agency_until(check_room_for_invitation.organization_id) is not null;
  most_of_new constant record := private.new_agency_most();
  most constant bigint := private.installation_limit('invitations_per_hour', 300);
begin
  -- Two who invite at the same moment: one after the other, also those of other agencies.
  perform pg_advisory_xact_lock(hashtextextended('invitations', 0));
  if is_new and is_another and private.open_invitations(check_room_for_invitation.organization_id) >= most_of_new.open_invitations then
    perform private.refuse('A new agency can have 10 open invitations. Withdraw one, or wait until it is accepted.', 'email',
      'new_agency_invitations_open');
  elsif is_new and private.sent_invitations(check_room_for_invitation.organization_id) >= most_of_new.invitations then
    perform private.refuse('A new agency can send 15 invitations a day. Try again tomorrow.', 'email', 'new_agency_invitations');
  end if;
  if (select count(*) from private.audit_log a where a.action in ('invitation_sent', 'invitation_renewed')
    and a.created_at > now() - interval '1 hour') >= most then
    perform private.alarm_of_ceiling('invitations', most);
    perform private.refuse('Too many invitations are being sent right now. Try again in an hour.', '', 'invitations_ceiling');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.deletion_words(code text, agency text, by_name text, day text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case code
    when 'agency_deletion_asked' then by_name || ' asked to delete ' || agency || ' on ' || day || '. Owners can change their mind until then.'
    when 'agency_deletion_withdrawn' then by_name || ' keeps ' || agency || ': it is not deleted.'
    else agency || ' is deleted on ' || day || '. Owners can change their mind until then.' end
$function$;

CREATE OR REPLACE FUNCTION private.export_catalogue()
 RETURNS TABLE(relation text, way text, reason text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select c.name, c.way, c.reason
  from (values
    -- All rows of the agency, identities and transaction ids aside, which begin anew where they are restored.
    ('whole', null, '{public.organizations,public.users,public.user_emails,public.user_terms,public.user_terms_history,public.agreement_versions,public.invitations,
      private.user_search,private.second_factor_events,private.audit_log,private.record_changes,public.notifications,
      public.vendors,public.vendor_terms,public.vendor_rates,public.vendor_bonus_terms,private.vendor_aliases,
      public.customers,public.customer_companions,private.customer_search,private.customer_counts,private.customer_merges,
      public.sale_groups,public.sales,public.sale_travelers,public.sale_lines,public.sales_history,public.customer_payments,public.payment_dues,
      public.commissions,public.commission_history,public.other_commissions,public.commission_shares,public.agent_payments,
      private.commissions_before_deposit,
      private.stale_days,private.daily_totals,private.monthly_totals,private.customer_totals,private.customer_totals_by_agent,
      public.bank_accounts,public.bank_connections,public.bank_connection_accounts,private.bank_file_keys,public.bank_imports,
      public.bank_rules,public.bank_transactions,public.bank_allocations,public.bank_other_allocations,public.bank_patterns,public.bank_suggestions,
      private.rejected_suggestions,public.bank_remittances,public.bank_remittance_lines,public.bank_decisions,private.stale_matches,
      private.bank_covered_days,private.bank_source_lines,public.bank_questions,
      public.payout_batches,public.payout_lines,public.payout_holds,public.payout_events,public.payout_statements,public.payment_voids,private.recall_parts,
      public.book_corrections,private.closed_receipts,private.closed_receipt_shares,private.closed_shares,
      private.tax_settings,private.tax_thresholds,private.tax_requests,private.tax_exports,private.tax_export_forms,
      private.credit_note_counters,private.credit_notes,private.journal_kept,private.journal_settings,private.journal_accounts,private.journal_exports,private.journal_export_lines,
      public.documents,public.document_versions,public.document_reads,public.communications,public.communication_mentions,
      public.communication_reads,
      private.report_totals,private.stale_report_months,private.report_checks,public.vendor_askings,public.saved_reports,
      public.import_batches,
      private.vendor_chases,private.mail_plans,private.mail_plan_people,private.outgoing_mails,private.mail_senders,
      private.incoming_mails,private.incoming_parts}'),
    -- Only under a passphrase, and with what is encrypted in the clear beneath it.
    ('sealed', null, '{private.passports,private.bank_details,private.tax_details}'),
    ('left_out', 'Keys of the installation', '{private.secrets,private.bank_connection_secrets,private.mailboxes}'),
    ('left_out', 'Programs get new keys: nobody has the old ones any more', '{private.api_keys,private.api_key_uses}'),
    -- Whoever restores an agency tells its programs where it is now.
    ('left_out', 'Where other programs are told what happens here', '{private.webhook_endpoints,private.webhook_secrets,private.webhook_events,
      private.webhook_deliveries}'),
    ('left_out', 'What is under way, and over within a day',
      '{private.disclosures,private.request_keys,private.import_check_rows,private.document_uploads,private.document_checks,
      private.bank_sync_parts,private.bank_provider_requests,private.removed_document_files,private.address_wishes,private.tier_years_due,private.known_volumes}'),
    ('left_out', 'Of the installation, and of no agency', '{private.job_turns,private.mail_service,private.sign_ups,private.agency_deletions,private.deleted_agencies}'),
    ('left_out', 'Exports themselves', '{private.agency_exports,private.agency_export_parts}'),
    -- Addresses and when they signed in last; who has one is to prove it anew.
    ('accounts', null, '{auth.users}'),
    ('left_out', 'No password, session or second factor leaves',
      '{auth.identities,auth.sessions,auth.refresh_tokens,auth.mfa_amr_claims,auth.mfa_factors,auth.mfa_challenges,
      auth.one_time_tokens,auth.flow_state,private.recovery_codes,private.recovery_tries,private.known_devices,private.session_zones}'),
    ('left_out', 'Files are taken along as files', '{storage.buckets,storage.objects}')) g(way, reason, names)
  cross join lateral (
    select btrim(n.name, E' \n') as name, g.way, g.reason
    from regexp_split_to_table(btrim(g.names, '{}'), ',') n(name)) c
$function$;

CREATE OR REPLACE FUNCTION private.find_stray_pictures(bucket text)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select o.name from storage.objects o
    where o.bucket_id = find_stray_pictures.bucket and o.bucket_id in ('avatars', 'logos') and o.created_at < now() - interval '1 day'
      and not exists (select from public.users u where u.avatar_url = o.name and o.bucket_id = 'avatars'
        and u.id = case when pg_input_is_valid(split_part(o.name, '/', 2), 'uuid') then split_part(o.name, '/', 2)::uuid end)
      and not exists (select from public.organizations g where g.logo_url = o.name and o.bucket_id = 'logos'
        and g.id = case when pg_input_is_valid(split_part(o.name, '/', 1), 'uuid') then split_part(o.name, '/', 1)::uuid end)
      and not exists (select from public.vendors v where v.logo_url = o.name and o.bucket_id = 'logos'
        and v.organization_id = case when pg_input_is_valid(split_part(o.name, '/', 1), 'uuid') then split_part(o.name, '/', 1)::uuid end)
    order by o.created_at limit 100)
$function$;

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
      'currency', o.currency, 'agency', private.mail_name(o.name),
      'name', private.mail_name(u.first_name || ' ' || u.last_name), 'bookings', bookings)
    from public.organizations o join public.users u on u.id = chase.asked_by where o.id = chase.organization_id);
end $function$;

CREATE OR REPLACE FUNCTION private.has_asked_enough(organization_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.new_agency_until(has_asked_enough.organization_id) is not null
    and private.sent_requests(has_asked_enough.organization_id) >= (private.new_agency_most()).requests
$function$;

CREATE OR REPLACE FUNCTION private.has_room_for_files(organization_id uuid, more bigint DEFAULT 1)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select f.bytes + has_room_for_files.more <= f.most_bytes and f.files < f.most_files
  from private.agency_files(has_room_for_files.organization_id) f
$function$;

CREATE OR REPLACE FUNCTION private.installation_limit(name text, preset bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when s.value ~ '^[0-9]{1,15}$' then s.value::bigint else installation_limit.preset end
  from (select private.stored_secret(installation_limit.name) as value) s
$function$;

CREATE OR REPLACE FUNCTION private.is_one_line(name text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select name !~ '[\n\v\f\r\u0085\u2028\u2029]'
$function$;

CREATE OR REPLACE FUNCTION private.is_settled_address(organization_id uuid, vendor_id uuid, address text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1
    from public.vendors v
    left join public.vendor_terms t on t.vendor_id = v.id
    cross join lateral (
      values (v.email, v.email_saved_at)
      union all select e ->> 'email', t.contacts_saved_at from jsonb_array_elements(t.contacts) e) a (email, saved_at)
    where v.id = is_settled_address.vendor_id and v.organization_id = is_settled_address.organization_id
      and lower(btrim(a.email)) = lower(btrim(is_settled_address.address))
      -- What came with an import was known to the agency before.
      and (a.saved_at <= now() - interval '1 day' or v.import_batch_id is not null and a.saved_at = v.created_at))
$function$;

CREATE OR REPLACE FUNCTION private.keep_pictures()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Once an hour: it looks at every picture.
  if extract(minute from clock_timestamp()) = 17 then
    perform private.sweep_pictures();
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.lift_new_agency_limits(organization_id uuid)
 RETURNS text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.organizations o set limits_lifted_at = now()
  where o.id = lift_new_agency_limits.organization_id and o.limits_lifted_at is null
  returning o.name
$function$;

CREATE OR REPLACE FUNCTION private.mail_about_second_factor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_account_mail(o.id, u.id, e.email, w.words ->> 'subject',
    (w.words ->> 'text')
      || case when new.what <> 'asked' then E'\n\nIf you know nothing of it, change your password and tell an owner of your agency at once.' else '' end
      || E'\n')
  from public.users u
  join public.organizations o on o.id = u.organization_id
  join public.user_emails e on e.user_id = u.id and e.organization_id = u.organization_id
  left join public.users b on b.id = new.done_by and b.organization_id = u.organization_id
  cross join lateral (select private.second_factor_mail(new.what, private.mail_name(o.name),
    coalesce(private.mail_name(b.first_name || ' ' || b.last_name), 'An owner'),
    to_char(new.created_at at time zone o.time_zone, 'Mon FMDD, YYYY, FMHH12:MI AM')) as words) w
  where u.id = new.user_id and u.organization_id = new.organization_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.mail_name(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select btrim(left(btrim(regexp_replace(regexp_replace(regexp_replace(private.one_line(name),
    '://|www\.', ' ', 'gi'), '(?<=[[:alnum:]])\.(?=[[:alnum:]])', ' ', 'g'), ' +', ' ', 'g')), 60))
$function$;

CREATE OR REPLACE FUNCTION private.may_add_files()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.has_room_for_files(private.current_organization_id())
$function$;

CREATE OR REPLACE FUNCTION private.new_agency_limits(organization_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('until', private.new_agency_until(new_agency_limits.organization_id),
    'open_invitations', private.open_invitations(new_agency_limits.organization_id), 'most_open_invitations', m.open_invitations,
    'invitations', private.sent_invitations(new_agency_limits.organization_id), 'most_invitations', m.invitations,
    'requests', private.sent_requests(new_agency_limits.organization_id), 'most_requests', m.requests)
  from private.new_agency_most() m
  where private.new_agency_until(new_agency_limits.organization_id) is not null
$function$;

CREATE OR REPLACE FUNCTION private.new_agency_most(OUT open_invitations integer, OUT invitations integer, OUT requests integer)
 RETURNS record
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select 10, 15, 5
$function$;

CREATE OR REPLACE FUNCTION private.new_agency_until(organization_id uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select o.created_at + interval '7 days' from public.organizations o
  where o.id = new_agency_until.organization_id and o.limits_lifted_at is null and o.created_at > now() - interval '7 days'
$function$;

CREATE OR REPLACE FUNCTION private.normalize_customer()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.first_name := btrim(new.first_name);
  new.last_name := btrim(new.last_name);
  new.email := nullif(btrim(new.email), '');
  new.phone := nullif(btrim(new.phone), '');
  new.notes := nullif(btrim(new.notes), '');
  new.address_line_1 := nullif(btrim(new.address_line_1), '');
  new.address_line_2 := nullif(btrim(new.address_line_2), '');
  new.city := nullif(btrim(new.city), '');
  new.region := nullif(btrim(new.region), '');
  new.postal_code := nullif(btrim(new.postal_code), '');
  new.country := nullif(upper(btrim(new.country)), '');
  new.emergency_name := nullif(btrim(new.emergency_name), '');
  new.emergency_phone := nullif(btrim(new.emergency_phone), '');
  new.emergency_relation := nullif(btrim(new.emergency_relation), '');
  new.more_emails := private.normalize_entries(coalesce(new.more_emails, '[]'));
  new.more_phones := private.normalize_entries(coalesce(new.more_phones, '[]'));
  new.preferences := private.normalize_preferences(coalesce(new.preferences, '{}'));
  -- Tags are unique without regard to case; the first spelling stays.
  new.tags := coalesce((
    select array_agg(t.tag order by t.n)
    from (
      select distinct on (lower(btrim(u.tag))) btrim(u.tag) as tag, u.n
      from unnest(new.tags) with ordinality u(tag, n)
      where private.is_visible(u.tag) order by lower(btrim(u.tag)), u.n) t), '{}');
  if tg_op = 'INSERT' and new.import_batch_id is not null then
    new.first_name := private.one_line(new.first_name);
    new.last_name := private.one_line(new.last_name);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.normalize_vendor()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.name := btrim(new.name);
  new.logo_url := nullif(btrim(new.logo_url), '');
  new.email := nullif(btrim(new.email), '');
  new.phone := nullif(btrim(new.phone), '');
  new.website := nullif(btrim(new.website), '');
  new.address_line_1 := nullif(btrim(new.address_line_1), '');
  new.address_line_2 := nullif(btrim(new.address_line_2), '');
  new.city := nullif(btrim(new.city), '');
  new.region := nullif(btrim(new.region), '');
  new.postal_code := nullif(btrim(new.postal_code), '');
  new.country := nullif(upper(btrim(new.country)), '');
  new.category := coalesce(nullif(btrim(new.category), ''), 'other');

  -- Banks pad names with blanks and change their case: aliases that differ in nothing else are one. The first spelling stays.
  new.aliases := array(
    select d.alias from (
      select distinct on (lower(t.alias)) t.alias, t.position
      from (
        select btrim(regexp_replace(a, '\s+', ' ', 'g')) as alias, position
        from unnest(new.aliases) with ordinality u(a, position)) t
      where t.alias <> ''
      order by lower(t.alias), t.position) d
    order by d.position);
  if tg_op = 'INSERT' and new.import_batch_id is not null then
    new.name := private.one_line(new.name);
  end if;
  new.email_saved_at := case when tg_op = 'UPDATE' and new.email is not distinct from old.email then old.email_saved_at else now() end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.normalize_vendor_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.notes := nullif(btrim(new.notes), '');
  new.account_number := nullif(btrim(new.account_number), '');
  new.expected_payment_basis := coalesce(nullif(btrim(new.expected_payment_basis), ''), 'departure');
  new.contacts := coalesce(new.contacts, '[]');
  if jsonb_typeof(new.contacts) = 'array'
    and not jsonb_path_exists(new.contacts, 'strict $[*] ? (@.type() != "object")', '{}', true)
    and not jsonb_path_exists(new.contacts, 'strict $[*].keyvalue() ? (
      !(@.key == "name" || @.key == "role" || @.key == "email" || @.key == "phone")
      || (@.value.type() != "string" && @.value.type() != "null"))', '{}', true) then
    new.contacts := (
      select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'role', c.role, 'email', c.email, 'phone', c.phone)
        order by c.position), '[]')
      from (
        select nullif(btrim(e ->> 'name'), '') as name, nullif(btrim(e ->> 'role'), '') as role,
          nullif(btrim(e ->> 'email'), '') as email, nullif(btrim(e ->> 'phone'), '') as phone, position
        from jsonb_array_elements(new.contacts) with ordinality u(e, position)) c
      -- Rows of the form that were left empty are dropped.
      where coalesce(c.name, c.role, c.email, c.phone) is not null);
  end if;
  new.contacts_saved_at := case when tg_op = 'UPDATE' and new.contacts = old.contacts then old.contacts_saved_at else now() end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.note_sign_up()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  from_address constant inet := private.caller_address();
  most constant bigint := private.installation_limit('sign_ups_per_hour', 5);
begin
  -- A developer's own machine is no stranger.
  if from_address is null or from_address <<= '127.0.0.0/8' or from_address = '::1' then
    return true;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('sign_ups ' || from_address, 0));
  delete from private.sign_ups s where s.created_at < now() - interval '1 day';
  if (select count(*) from private.sign_ups s where s.address = from_address and s.created_at > now() - interval '1 hour') >= most then
    perform private.alarm_of_ceiling('sign-ups from ' || from_address, most);
    return false;
  end if;
  insert into private.sign_ups (address) values (from_address);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.one_line(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select btrim(regexp_replace(name, '[[:cntrl:]\u0085\u2028\u2029]+', ' ', 'g'))
$function$;

CREATE OR REPLACE FUNCTION private.open_invitations(organization_id uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*) from public.invitations i
  where i.organization_id = open_invitations.organization_id and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
$function$;

CREATE OR REPLACE FUNCTION private.reply_address(organization_id uuid, user_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select e.email from public.user_emails e join public.users u on u.id = e.user_id and u.is_active
     where e.organization_id = o.id and e.email = lower(btrim(o.email)) limit 1),
    (select e.email from public.user_emails e where e.organization_id = o.id and e.user_id = reply_address.user_id))
  from public.organizations o where o.id = reply_address.organization_id
$function$;

CREATE OR REPLACE FUNCTION private.request_refusal(organization_id uuid, vendor_id uuid, to_address text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant bigint := private.installation_limit('requests_per_hour', 200);
begin
  perform pg_advisory_xact_lock(hashtextextended('requests', 0));
  if private.has_asked_enough(request_refusal.organization_id) then
    return private.command_result('A new agency can ask vendors 5 times a day. Try again tomorrow.', null, 'new_agency_requests');
  elsif private.new_agency_until(request_refusal.organization_id) is not null
    and not private.is_settled_address(request_refusal.organization_id, request_refusal.vendor_id, to_address) then
    return private.command_result('A new agency can write to an address from the day after it is saved with the vendor.', 'to_address',
      'new_agency_address');
  elsif (select count(*) from private.outgoing_mails m where m.kind = 'chase' and m.created_at > now() - interval '1 hour') >= most then
    perform private.alarm_of_ceiling('requests to vendors', most);
    return private.command_result('Too many of these e-mails are being sent right now. Try again in an hour.', null, 'requests_ceiling');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.run_mail_plans_slice(organization_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.sent_invitations(organization_id uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*) from private.audit_log a
  where a.organization_id = sent_invitations.organization_id and a.action in ('invitation_sent', 'invitation_renewed')
    and a.created_at > now() - interval '24 hours'
$function$;

CREATE OR REPLACE FUNCTION private.sent_requests(organization_id uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*) from private.outgoing_mails m
  where m.organization_id = sent_requests.organization_id and m.kind = 'chase' and m.created_at > now() - interval '24 hours'
$function$;

CREATE OR REPLACE FUNCTION private.set_invitation_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  named text := new.raw_user_meta_data ->> 'invitation';
  is_mailed boolean := tg_op = 'UPDATE' and (new.confirmation_sent_at, new.recovery_sent_at)
    is distinct from (old.confirmation_sent_at, old.recovery_sent_at);
begin
  new.raw_user_meta_data := new.raw_user_meta_data - '{invited_to,invited_by,invited_until}'::text[];
  if is_mailed then
    -- Not waited for: whoever holds the invitation may be waiting for this account.
    update public.invitations i set mailed_at = now() where i.id in (
      select p.id from public.invitations p
      where p.id::text = named and p.email = new.email for no key update skip locked);
    new.raw_user_meta_data := new.raw_user_meta_data - 'invitation';
  elsif named is not null then
    new.raw_user_meta_data := new.raw_user_meta_data || coalesce((
      select jsonb_build_object('invited_to', private.mail_name(o.name),
        'invited_by', private.mail_name(u.first_name || ' ' || u.last_name),
        'invited_until', to_char(i.expires_at at time zone o.time_zone, 'FMMonth FMDD, YYYY'))
      from private.pending_invitations(new.email) i
      join public.organizations o on o.id = i.organization_id
      join public.users u on u.id = i.invited_by
      where i.id::text = named), '{}');
  end if;
  return new;
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
  refusal := private.request_refusal(caller_organization_id, start_chase.vendor_id, start_chase.to_address);
  if refusal is not null then
    return refusal;
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
  select o.id, 'chase', chase.to_address, private.mail_name(o.name), private.reply_address(o.id, auth.uid()), btrim(start_chase.subject),
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

CREATE OR REPLACE FUNCTION private.sweep_pictures()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.remove_stored_files('avatars', private.find_stray_pictures('avatars'));
  perform private.remove_stored_files('logos', private.find_stray_pictures('logos'));
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
      private.mail_name(private.acting_name(new.organization_id)) || ' signed you out of Paperplane on all your devices on ' || moment
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

CREATE OR REPLACE FUNCTION private.tell_of_deletion(agency public.organizations, code text, by_name text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due constant timestamp := agency.deletion_due_at at time zone agency.time_zone;
  day constant text := to_char(due, 'FMMon FMDD, YYYY');
  mail_name constant text := private.mail_name(agency.name);
begin
  insert into public.notifications (organization_id, user_id, type, message, code, params)
  select u.organization_id, u.id, 'agency', private.deletion_words(code, agency.name, by_name, day), tell_of_deletion.code,
    jsonb_strip_nulls(jsonb_build_object('by', by_name, 'agency', agency.name, 'on', case when due is not null then due::date end))
  from public.users u
  where u.organization_id = agency.id and u.is_active and u.id is distinct from auth.uid()
  order by u.id;
  -- Their open pages read the agency anew, and with it its day.
  perform private.send_tags(array(select 'user:' || u.id from public.users u where u.organization_id = agency.id and u.is_active), 'account_changed');
  if not private.sends_mail() then
    return;
  end if;
  insert into private.outgoing_mails (organization_id, kind, to_address, to_name, from_name, reply_to, subject, body, created_by, recipient_id)
  select u.organization_id, 'account', e.email, private.mail_name(u.first_name || ' ' || u.last_name), mail_name,
    private.reply_address(agency.id, agency.deletion_asked_by),
    case code when 'agency_deletion_withdrawn' then mail_name || ' is not deleted' else mail_name || ' is deleted on ' || day end,
    private.deletion_words(code, mail_name, private.mail_name(by_name), day) || case code when 'agency_deletion_withdrawn' then '' else E'\n\nFrom then on nobody can sign in, and everything goes: '
      || 'sales, customers, commissions, payouts, documents, accounts. An owner can take it all along before, or keep the agency: in the '
      || 'Agency settings.' end, agency.deletion_asked_by, u.id
  from public.users u
  join public.user_emails e on e.user_id = u.id and private.is_mail_address(e.email)
  where u.organization_id = agency.id and u.is_active
  order by u.id;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_of_export(export private.agency_exports, code text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  words constant text := case code when 'agency_export_ready' then 'Your agency is ready to be downloaded, for seven days.'
    else 'Your agency could not be written to files. Start it again.' end;
begin
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, code)
  select u.organization_id, u.id, 'takeout', words, 'takeout', tell_of_export.code
  from public.users u where u.id = export.asked_by and u.organization_id = export.organization_id and u.is_active and u.role = 'owner';
  if private.sends_mail() then
    insert into private.outgoing_mails (organization_id, kind, to_address, to_name, from_name, reply_to, subject, body, created_by)
    select o.id, 'takeout', a.email, private.mail_name(u.first_name || ' ' || u.last_name), private.mail_name(o.name),
      private.reply_address(o.id, u.id), 'All of ' || private.mail_name(o.name),
      words || E'\n\nOpen Agency settings, Take it with you. Whoever is not you asked for it: tell the other owners at once.', u.id
    from public.organizations o join public.users u on u.organization_id = o.id and u.is_active and u.role = 'owner'
    join public.user_emails a on a.user_id = u.id
    where o.id = export.organization_id;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.write_account_mail(organization_id uuid, user_id uuid, to_address text, subject text, body text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.outgoing_mails (organization_id, kind, to_address, to_name, from_name, reply_to, subject, body, recipient_id)
  select o.id, 'account', write_account_mail.to_address, private.mail_name(u.first_name || ' ' || u.last_name),
    private.mail_name(o.name), coalesce(r.address, write_account_mail.to_address), write_account_mail.subject,
    'Hello ' || private.mail_name(u.first_name) || ',' || E'\n\n' || write_account_mail.body, u.id
  from public.users u join public.organizations o on o.id = u.organization_id
  cross join lateral (select case when private.is_mail_address(o.support_email) then o.support_email
    else private.reply_address(o.id, u.id) end as address) r
  where u.id = write_account_mail.user_id and o.id = write_account_mail.organization_id
    and private.sends_mail() and private.is_mail_address(write_account_mail.to_address)
$function$;

CREATE OR REPLACE FUNCTION private.write_follow_ups_slice(organization_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant int := 100;
  written int := 0;
  due record;
  open_count int;
begin
  for due in
    select c as chase, private.mail_name(o.name) as agency, private.reply_address(o.id, c.asked_by) as reply_to,
      (now() at time zone o.time_zone)::date as day, u.is_active and u.role in ('owner', 'admin') as may_ask, v.archived_at
    from private.due_follow_ups f
    join private.vendor_chases c on c.organization_id = f.organization_id and c.id = f.id
    join public.organizations o on o.id = c.organization_id
    join public.users u on u.id = c.asked_by
    join public.vendors v on v.id = c.vendor_id
    where f.organization_id = write_follow_ups_slice.organization_id
    order by c.next_on, c.id for no key update of c skip locked limit most
  loop
    written := written + 1;
    open_count := (private.owed_figures((due.chase).organization_id, vendor_id => (due.chase).vendor_id) ->> 'count')::int;
    if open_count = 0 or not due.may_ask then
      update private.vendor_chases c set state = case when open_count = 0 then 'paid' else 'stopped' end, next_on = null, ended_on = due.day
      where c.id = (due.chase).id;
    elsif private.deposit_waits((due.chase).organization_id, (due.chase).vendor_id)
      or private.has_asked_enough((due.chase).organization_id) then
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
  return written = most;
end $function$;

CREATE OR REPLACE FUNCTION public.add_payout_adjustment(agent_id uuid, kind text, amount numeric, note text, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches := private.lock_draft(caller_organization_id);
  refusal jsonb;
  new_id uuid;
  answer jsonb := private.begin_request('add_payout_adjustment', request_key, jsonb_build_object('agent_id', agent_id, 'kind', kind,
    'amount', amount, 'note', note));
begin
  perform private.require_step_up();
  if answer is not null then
    return answer;
  end if;
  refusal := case
    when not exists (select 1 from public.users u
      where u.organization_id = caller_organization_id and u.id = add_payout_adjustment.agent_id and u.role <> 'integration') then
      private.command_result('Choose an agent.', 'agent_id', 'agent_missing')
    when add_payout_adjustment.kind is null or add_payout_adjustment.kind not in ('bonus', 'correction') then
      private.command_result('Choose what this is.', 'kind', 'kind_missing')
    when coalesce(add_payout_adjustment.amount, 0) = 0 or abs(add_payout_adjustment.amount) > 9999999999.99 then
      private.command_result('Enter an amount.', 'amount', 'amount_missing')
    when add_payout_adjustment.amount <> round(add_payout_adjustment.amount, 2) then
      private.command_result('Use at most two decimals.', 'amount', 'decimals_too_many')
    when add_payout_adjustment.kind = 'bonus' and add_payout_adjustment.amount < 0 then
      private.command_result('A bonus is more than nothing. What an agent gives back is a correction.', 'amount', 'bonus_negative')
    when nullif(btrim(add_payout_adjustment.note), '') is null then private.command_result('Say what it is for. The agent reads it.',
      'note', 'adjustment_note_missing')
    when char_length(btrim(add_payout_adjustment.note)) > 500 then private.command_result('Use at most 500 characters.',
      'note', 'text_too_long', '{"most": 500}')
  end;
  if refusal is not null then
    return refusal;
  end if;
  insert into public.payout_lines (organization_id, batch_id, agent_id, kind, amount, note, created_by)
  values (caller_organization_id, b.id, add_payout_adjustment.agent_id, add_payout_adjustment.kind, add_payout_adjustment.amount,
    btrim(add_payout_adjustment.note), auth.uid())
  returning id into new_id;
  if b.id is not null then
    perform private.note_payout(b, 'adjusted', jsonb_build_object('agent_id', add_payout_adjustment.agent_id,
      'kind', add_payout_adjustment.kind, 'amount', add_payout_adjustment.amount, 'note', btrim(add_payout_adjustment.note)));
  end if;
  return private.end_request(request_key, new_id, private.command_result(null) || jsonb_build_object('id', new_id));
end $function$;

CREATE OR REPLACE FUNCTION public.apply_terms_again(member_id uuid, expected text, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  answer jsonb;
  locked record;
  member public.users;
  sale_ids uuid[];
  changed jsonb;
  done record;
begin
  perform private.require_step_up();
  answer := private.begin_request('apply_terms_again', request_key, jsonb_build_object('member_id', apply_terms_again.member_id,
    'expected', apply_terms_again.expected));
  if answer is not null then
    return answer;
  end if;
  select t.* into locked from private.lock_member(apply_terms_again.member_id) t;
  if locked.refusal is not null then
    return locked.refusal;
  end if;
  member := locked.member;
  sale_ids := array(
    select c.sales_id from public.commissions c
    where c.organization_id = member.organization_id and c.agent_id = member.id and c.status in ('unpaid', 'funds_received')
      and not c.seller_paid
    union
    select h.sales_id from public.commission_shares h
    where h.organization_id = member.organization_id and h.user_id = member.id and h.status = 'open' and h.sales_id is not null);
  perform 1 from public.sales s where s.organization_id = member.organization_id and s.id = any (sale_ids) order by s.id for no key update;
  perform 1 from public.commissions c where c.organization_id = member.organization_id and c.sales_id = any (sale_ids)
  order by c.sales_id for no key update;
  perform 1 from public.other_commissions x where x.organization_id = member.organization_id and x.sales_id = any (sale_ids)
  order by x.id for no key update;
  perform 1 from public.commission_shares h where h.organization_id = member.organization_id and h.sales_id = any (sale_ids)
  order by h.id for no key update;
  -- Sales of somebody with tiers wait, as they do for each other.
  perform private.lock_people(array[member.organization_id], array[member.id]);
  perform private.books_closed_through(member.organization_id);
  -- Queries of their own: they see what was written while this waited.
  changed := private.terms_again_rows(member.organization_id, member.id);
  if md5(changed::text) is distinct from apply_terms_again.expected then
    return private.command_result('Something changed meanwhile. Look at it again.', null, 'terms_again_changed');
  end if;
  with rows as materialized (
    select * from jsonb_to_recordset(changed) x(commission_id uuid, share_id uuid, split_after numeric, parts_after jsonb, amount_before numeric,
      amount_after numeric, terms_version_id uuid)
  ), sellers as (
    update public.commissions c set commission_split = t.split_after, split_parts = t.parts_after, terms_version_id = t.terms_version_id
    from rows t
    where c.organization_id = member.organization_id and c.id = t.commission_id and t.share_id is null
    returning 1
  ), others as (
    update public.commission_shares h set split = t.split_after, split_parts = t.parts_after,
      agent_amount = private.share_of(h.gross_part, t.split_after, t.parts_after), terms_version_id = t.terms_version_id
    from rows t
    where h.organization_id = member.organization_id and h.id = t.share_id
    returning 1
  ), entries as (
    insert into public.commission_history
      (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes, code)
    select c.id, c.organization_id, auth.uid(), 'update', c.status, c.status, '{}', '{}', 'Terms applied again', 'terms_applied'
    from public.commissions c
    where c.organization_id = member.organization_id and c.id in (select t.commission_id from rows t)
    order by c.id
    returning 1)
  select (select count(*) from sellers) + (select count(*) from others) as n, (select sum(t.amount_before) from rows t) as before,
    (select sum(t.amount_after) from rows t) as after, (select count(*) from entries) as entries into done;
  if done.n > 0 then
    perform private.audit(member.organization_id, 'terms_applied', null, member.id,
      private.audit_change('agent_amount', done.before::text, done.after::text) || jsonb_build_object('count', done.n),
      done.after - done.before);
  end if;
  return private.end_request(request_key, member.id, private.command_result(null) || jsonb_build_object('changed', done.n));
end $function$;

CREATE OR REPLACE FUNCTION public.create_organization_with_owner(org_name text DEFAULT NULL::text, org_email text DEFAULT NULL::text, user_id uuid DEFAULT NULL::uuid, user_email text DEFAULT NULL::text, user_first_name text DEFAULT NULL::text, user_last_name text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller uuid := auth.uid();
  account auth.users%rowtype;
  meta jsonb;
  name_of_organization text;
  first_name text;
  last_name text;
  zone text;
  new_organization_id uuid;
begin
  if user_id is null then
    return private.command_result('The user is missing', null, 'user_missing');
  end if;
  if caller is not null and caller <> user_id then
    return private.command_result('You can create an organization only for yourself', null, 'organization_for_oneself');
  end if;

  -- Serializes calls for the same account, here and in accept_invitation: an account gets one organization.
  perform pg_advisory_xact_lock(hashtextextended('create_organization_with_owner ' || user_id::text, 0));
  select u.* into account from auth.users u where u.id = user_id and u.deleted_at is null;

  if account.id is null
    or account.email is null
    or lower(btrim(coalesce(user_email, account.email))) <> lower(account.email)
    or caller is null and (account.email_confirmed_at is not null or account.created_at < now() - interval '10 minutes')
    or caller is not null and not private.has_live_session()
  then
    return private.command_result('This sign-up cannot be completed here. Please confirm your e-mail address and sign in.',
      null, 'sign_up_unconfirmed');
  end if;
  if exists (select 1 from public.users u where u.id = account.id) then
    return private.command_result('An organization already exists for this account', null, 'organization_exists');
  end if;
  if private.has_pending_invitation(account.email) then
    return private.command_result('You are invited to an organization. Please accept the invitation from your e-mail.',
      null, 'invited_elsewhere');
  end if;

  meta := coalesce(account.raw_user_meta_data, '{}');
  name_of_organization := coalesce(private.visible_text(org_name), private.visible_text(meta ->> 'organization_name'));
  first_name := coalesce(private.visible_text(user_first_name), private.visible_text(meta ->> 'first_name'));
  last_name := coalesce(private.visible_text(user_last_name), private.visible_text(meta ->> 'last_name'));
  if name_of_organization is null then
    return private.command_result('The organization name is missing', null, 'organization_name_missing');
  elsif first_name is null or last_name is null then
    return private.command_result('First and last name are missing', null, 'names_missing');
  end if;
  if not private.note_sign_up() then
    return private.command_result('Too many agencies were made from here. Try again in an hour.', null, 'sign_ups_ceiling');
  end if;
  select z.name into zone from pg_catalog.pg_timezone_names z where z.name = meta ->> 'time_zone' limit 1;

  insert into public.organizations (name, email, time_zone, amount_notation, date_order)
  values (name_of_organization, lower(coalesce(nullif(btrim(org_email), ''), account.email)), coalesce(zone, 'UTC'),
    -- As the browser's language writes them, where it said so.
    case when meta ->> 'amount_notation' in ('point', 'comma') then meta ->> 'amount_notation' else 'point' end,
    case when meta ->> 'date_order' in ('mdy', 'dmy', 'ymd') then meta ->> 'date_order' else 'mdy' end)
  returning id into new_organization_id;
  insert into public.users (id, organization_id, first_name, last_name, role)
  values (account.id, new_organization_id, first_name, last_name, 'owner');
  return jsonb_build_object('success', true, 'organization_id', new_organization_id);
end $function$;

CREATE OR REPLACE FUNCTION public.delete_payout_adjustment(line_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches := private.lock_draft(caller_organization_id);
  l public.payout_lines;
begin
  perform private.require_step_up();
  delete from public.payout_lines d
  where d.organization_id = caller_organization_id and d.id = delete_payout_adjustment.line_id and d.kind in ('bonus', 'correction')
    and d.commission_id is null and d.share_id is null and (d.batch_id is null or d.batch_id = b.id)
  returning d.* into l;
  if l.id is null then
    return private.command_result('This adjustment can no longer be deleted.', null, 'adjustment_fixed');
  elsif l.batch_id is not null then
    perform private.note_payout(b, 'adjustment_removed', jsonb_build_object('agent_id', l.agent_id, 'kind', l.kind,
      'amount', l.amount, 'note', l.note));
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.export_customers(search text DEFAULT NULL::text, tag text DEFAULT NULL::text, agent_id uuid DEFAULT NULL::uuid, state text DEFAULT 'active'::text, sort text DEFAULT 'last_sale_date'::text, descending boolean DEFAULT true)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  f private.customer_filter;
  zone text;
  ids uuid[] := '{}';
  answer jsonb;
begin
  perform private.await_turn();
  search := private.cut_search(export_customers.search);
  select s.organization_id, s.agent_id, s.zone into f.organization_id, f.agent_id, zone
  from private.caller_scope(export_customers.agent_id) s;
  if f.agent_id is distinct from auth.uid() then
    perform private.require_step_up();
  end if;
  f.only_buyers := export_customers.agent_id is not null;
  f.archived := case coalesce(export_customers.state, 'active') when 'archived' then true when 'all' then null else false end;
  f.tag := lower(nullif(btrim(export_customers.tag), ''));
  f.patterns := coalesce(private.customer_patterns(export_customers.search), '{}');
  if f.organization_id is not null and not private.has_too_many_search_words(f.patterns) then
    select k.ids into ids from private.collect_customers(
      f, export_customers.search, export_customers.sort, coalesce(export_customers.descending, true), 1, private.export_limit() + 1) k;
  end if;
  select coalesce(jsonb_agg(jsonb_build_array(c.first_name, c.last_name, c.email, c.phone,
      (select string_agg(e ->> 'value', '; ') from jsonb_array_elements(c.more_emails) e),
      (select string_agg(e ->> 'value', '; ') from jsonb_array_elements(c.more_phones) e),
      c.address_line_1, c.address_line_2, c.city, c.region, c.postal_code, c.country, c.birthday, c.emergency_name,
      c.emergency_phone, c.emergency_relation, array_to_string(c.tags, '; '), c.preferences ->> 'seat', c.preferences ->> 'cabin',
      c.preferences ->> 'meal', c.preferences ->> 'room', c.preferences ->> 'mobility', c.preferences ->> 'allergies',
      c.preferences ->> 'interests', c.notes, coalesce(t.sales_count, 0), coalesce(t.total_amount, 0),
      nullif(t.last_sale_date, '-infinity'), (c.created_at at time zone zone)::date, (c.archived_at at time zone zone)::date)
    order by u.n), '[]')
  into answer
  from unnest(ids) with ordinality u(id, n)
  join public.customers c on c.id = u.id
  left join lateral (
    select r.sales_count, r.total_amount, r.last_sale_date from private.customer_totals r
    where f.agent_id is null and r.organization_id = f.organization_id and r.customer_id = c.id
    union all
    select r.sales_count, r.total_amount, r.last_sale_date from private.customer_totals_by_agent r
    where r.organization_id = f.organization_id and r.agent_id = f.agent_id and r.customer_id = c.id) t on true;
  return private.export_answer('{first_name,last_name,email,phone,more_emails,more_phones,address_line_1,address_line_2,city,
    region,postal_code,country,birthday,emergency_name,emergency_phone,emergency_relation,tags,seat,cabin,meal,room,mobility,
    allergies,interests,notes,sales_count,total_amount,last_sale_date,created_on,archived_on}', answer);
end $function$;

CREATE OR REPLACE FUNCTION public.export_sales(status text DEFAULT NULL::text, agent_id uuid DEFAULT NULL::uuid, vendor_id uuid DEFAULT NULL::uuid, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, customer_search text DEFAULT NULL::text, sort text DEFAULT 'sale_date'::text, descending boolean DEFAULT true, departing boolean DEFAULT false, group_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  f private.sale_filter;
  ids uuid[] := '{}';
  with_lines boolean;
  rows jsonb;
  is_cut boolean;
begin
  perform private.await_turn();
  f := private.sale_filter_of(export_sales.status, export_sales.agent_id, export_sales.vendor_id, export_sales.start_date,
    export_sales.end_date, export_sales.customer_search, export_sales.departing, export_sales.group_id);
  -- One's own are asked for freely; those of others leave the house only by a code of now.
  if f.agent_id is distinct from auth.uid() then
    perform private.require_step_up();
  end if;
  if f.organization_id is not null then
    ids := private.find_sales(f, export_sales.sort, coalesce(export_sales.descending, true), private.export_limit() + 1, 0,
      f.customer_ids is not null or f.departing_by is not null or f.group_id is not null);
  end if;
  -- Of these sales alone: whether others have lines is nobody's to know from them.
  with_lines := exists (select from public.sale_lines l where l.organization_id = f.organization_id) and exists (
    select from unnest(ids) i(id)
    join public.sales s on s.id = i.id
    where s.lines <> '[]' and not (f.by_share and s.co_sellers <> '[]'));
  select coalesce(jsonb_agg(jsonb_build_array(s.booking_reference, s.status, s.sale_date, s.travel_date, s.return_date,
      c.first_name || ' ' || c.last_name, c.email, v.name, a.first_name || ' ' || a.last_name,
      -- Said once, so that a column adds up.
      case when l.place > 1 then null else coalesce(p.total_amount, s.total_amount) end,
      case when l.place > 1 then null else s.commission_rate end,
      case when l.place > 1 then null else coalesce(p.commission_amount, s.commission_amount) end, s.currency,
      coalesce(w.status, m.status), case when l.place > 1 or p.seller_id <> p.agent_id then null else s.notes end)
      || case when with_lines then jsonb_build_array(l.kind, l.text, l.amount,
        case when l.earns = 'nothing' then 'no' when l.earns is not null then 'yes' end,
        case l.earns when 'rate' then l.rate end, case l.earns when 'amount' then l.commission end) else '[]' end
      order by u.n, l.place) filter (where u.upto <= private.export_limit()), '[]'),
    coalesce(bool_or(u.upto > private.export_limit()), false)
  into rows, is_cut
  from (
    select i.id, i.n, case when with_lines then sum(greatest(jsonb_array_length(k.lines), 1)) over (order by i.n) else i.n end as upto
    from unnest(ids) with ordinality i(id, n) join public.sales k on k.id = i.id) u
  join public.sales s on s.id = u.id
  -- Of a sale with several people each has a part of the whole, of no line.
  left join public.sale_lines l on with_lines and l.organization_id = s.organization_id and l.sale_id = s.id
    and not (f.by_share and s.co_sellers <> '[]')
  join public.customers c on c.id = s.customer_id
  join public.users a on a.id = s.agent_id
  join public.vendors v on v.id = s.vendor_id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
  left join lateral (select x.* from private.sales_by_share x where f.by_share and x.id = s.id
    and x.organization_id = s.organization_id and x.agent_id = f.agent_id offset 0) p on true
  left join lateral (select x.* from private.commissions_by_share x where f.by_share and x.id = m.id
    and x.organization_id = m.organization_id and x.agent_id = f.agent_id offset 0) w on true;
  return jsonb_build_object('rows', rows, 'truncated', is_cut,
    'columns', '{booking_reference,status,sale_date,travel_date,return_date,customer,customer_email,vendor,agent,
    total_amount,commission_rate,commission_amount,currency,commission_status,notes}'::text[]
    || case when with_lines then private.line_columns() else '{}' end);
end $function$;

CREATE OR REPLACE FUNCTION public.get_file_room()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('bytes', f.bytes, 'most_bytes', f.most_bytes, 'files', f.files, 'most_files', f.most_files)
  from private.agency_files(private.current_organization_id()) f
  where private.is_owner() and (f.bytes >= f.most_bytes * 0.8 or f.files >= f.most_files * 0.8)
$function$;

CREATE OR REPLACE FUNCTION public.get_new_agency_limits()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.new_agency_limits(private.admin_organization_id())
$function$;

CREATE OR REPLACE FUNCTION public.get_vendor_profile(vendor_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.admin_organization_id();
  vendor jsonb;
  figures jsonb;
begin
  select to_jsonb(v) - 'email_saved_at' || (to_jsonb(t) - '{vendor_id,contacts_saved_at}'::text[]) || jsonb_build_object('is_archived', v.archived_at is not null) into vendor
  from public.vendors v join public.vendor_terms t on t.vendor_id = v.id
  where v.id = get_vendor_profile.vendor_id and v.organization_id = caller_organization_id;
  if vendor is null then
    return null;
  end if;
  select jsonb_build_object('sales_count', count(*), 'total_amount', coalesce(sum(s.total_amount), 0)) into figures
  from public.sales s
  where s.organization_id = caller_organization_id and s.vendor_id = get_vendor_profile.vendor_id and s.status <> 'cancelled';
  select figures || jsonb_build_object(
    'expected', jsonb_build_object('count', count(*) filter (where m.open > 0 and m.owed = 0),
      'amount', coalesce(sum(m.open - m.owed), 0),
      'agent_amount', coalesce(sum(g.agent_amount) filter (where m.open > 0 and m.owed = 0), 0)),
    'overdue', jsonb_build_object('agent_amount', coalesce(sum(g.agent_amount) filter (where m.owed > 0), 0)),
    'funds_received', jsonb_build_object('count', count(*) filter (where m.status = 'funds_received'),
      'amount', coalesce(sum(m.amount) filter (where m.status = 'funds_received'), 0),
      'agent_amount', coalesce(sum(g.agent_amount) filter (where m.status = 'funds_received'), 0)),
    'agent_paid', jsonb_build_object('count', count(*) filter (where m.status = 'agent_paid'),
      'amount', coalesce(sum(m.amount) filter (where m.status = 'agent_paid'), 0),
      'agent_amount', coalesce(sum(g.agent_amount) filter (where m.status = 'agent_paid'), 0)),
    'received', (
      select jsonb_build_object('count', count(c.received_on), 'amount', coalesce(sum(c.net_received + c.taken_back_amount), 0),
        'owed', coalesce(sum(c.amount) filter (where c.received_on is not null), 0),
        'taken_back', coalesce(sum(c.taken_back_amount), 0), 'net', coalesce(sum(c.net_received), 0))
      from private.commissions_received c
      where c.organization_id = caller_organization_id and c.vendor_id = get_vendor_profile.vendor_id))
  into figures
  from private.commission_money m
  left join private.agents_beside b on b.organization_id = caller_organization_id and b.commission_id = m.commission_id
  -- What all its people get: the agency reads it.
  cross join lateral (select m.agent_amount + coalesce(b.amount, 0) as agent_amount) g
  where m.organization_id = caller_organization_id and m.vendor_id = get_vendor_profile.vendor_id and m.status in ('unpaid', 'funds_received', 'agent_paid');
  figures := jsonb_set(figures, '{overdue}', (figures -> 'overdue')
    || private.owed_figures(caller_organization_id, vendor_id => get_vendor_profile.vendor_id) - 'vendors');
  return jsonb_build_object('vendor', vendor, 'figures', figures);
end $function$;

CREATE OR REPLACE FUNCTION public.receive_mail(mail jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_a_day constant int := 500;
  most_waiting constant int := 50;
  address text := lower(mail ->> 'sender');
  message text := private.short_line(mail ->> 'message_id', 300);
  refused text := mail ->> 'refused';
  proven boolean := coalesce((mail ->> 'proven')::boolean, false);
  answer jsonb := '[]';
  box record;
  known private.incoming_mails;
  vendor uuid;
  of_vendor boolean;
begin
  if not coalesce(private.is_mail_address(address), false) or message = '' then
    return answer;
  end if;
  for box in
    select b.organization_id from private.mailboxes b
    where b.token in (select t from jsonb_array_elements_text(mail -> 'tokens') t limit 5)
    -- One after the other: a mail that is sent twice at once comes once.
    order by b.organization_id for no key update
  loop
    select m.* into known from private.incoming_mails m where m.organization_id = box.organization_id and m.message_id = message;
    vendor := private.vendor_of_sender(box.organization_id, address);
    of_vendor := vendor is not null and proven;
    -- Strangers have a number of their own: however many they send, mail of vendors comes.
    if known.id is null and not private.is_refused_sender(box.organization_id, address) and (
      select count(*) from private.incoming_mails m
      where m.organization_id = box.organization_id and m.received_at > now() - interval '1 day'
        and (m.vendor_id is not null) = of_vendor) < most_a_day then
      insert into private.incoming_mails (organization_id, message_id, sender, sender_name, subject, format, size, proven, vendor_id, state,
        code, params)
      select box.organization_id, message, address, private.short_line(mail ->> 'sender_name', 200),
        private.short_line(mail ->> 'subject', 300), mail ->> 'format', (mail ->> 'size')::int, proven, case when of_vendor then vendor end,
        case when r.code is null then 'stored' else 'refused' end, r.code, '{}'
      from (select coalesce(refused,
        case when not private.has_room_for_files(box.organization_id, (mail ->> 'size')::bigint) then 'files_full' end,
        case when not of_vendor and (
        select count(*) from private.incoming_mails m
        where m.organization_id = box.organization_id and m.state = 'waiting') >= most_waiting then 'too_many_wait' end) as code) r
      returning * into known;
      if known.state = 'refused' and known.vendor_id is not null then
        perform private.tell_of_mail(known);
      end if;
    end if;
    -- Its bytes have not all arrived: they are those of who sent it, whoever else writes its id.
    if known.state = 'stored' and (known.sender, known.proven, known.format, known.size)
      = (address, proven, mail ->> 'format', (mail ->> 'size')::int) then
      answer := answer || jsonb_build_object('mail_id', known.id, 'path', private.mail_file(known.organization_id, known.id));
    end if;
  end loop;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.renew_invitation(invitation_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refusal jsonb := private.lock_invitation(renew_invitation.invitation_id);
begin
  perform private.require_step_up();
  if refusal is null then
    perform private.check_room_for_invitation(private.current_organization_id(), false);
    update public.invitations i set expires_at = now() + interval '7 days', invited_by = auth.uid()
    where i.id = renew_invitation.invitation_id;
  end if;
  return coalesce(refusal, private.command_result(null)) - 'field';
end $function$;

CREATE OR REPLACE FUNCTION public.reveal_passport(passport_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  passport private.passports%rowtype;
begin
  perform private.require_step_up();
  select p.* into passport from private.passports p
  where p.organization_id = caller_organization_id and p.id = reveal_passport.passport_id for share;
  if passport.id is null then
    perform private.refuse('This passport does not exist.', '', 'passport_not_found');
  elsif not private.may_use_passports(caller_organization_id, passport.customer_id) then
    perform private.refuse_with(private.passport_refusal());
  end if;
  perform private.limit_disclosures(caller_organization_id, 'passport', passport.id, 'passport numbers',
    case when private.is_admin() then 300 else 30 end);
  perform private.audit(caller_organization_id, 'passport_revealed', passport.customer_id, passport.id,
    jsonb_build_object('last_four', passport.last_four));
  return private.allow_disclosure('passport', passport.id);
end $function$;

CREATE OR REPLACE FUNCTION public.save_agreement(member_id uuid, valid_from date, terms jsonb, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  locked record;
  answer jsonb;
  member public.users;
  latest date;
  id uuid;
  split numeric;
  overrides jsonb := coalesce(nullif(save_agreement.terms -> 'overrides', 'null'), '[]');
begin
  perform private.require_step_up();
  answer := private.begin_request('save_agreement', request_key, jsonb_build_object('member_id', save_agreement.member_id,
    'valid_from', save_agreement.valid_from, 'terms', save_agreement.terms));
  if answer is not null then
    return answer;
  end if;
  select t.* into locked from private.lock_member(save_agreement.member_id) t;
  if locked.refusal is not null then
    return locked.refusal;
  end if;
  member := locked.member;
  perform 1 from public.user_terms t where t.user_id = member.id for no key update;
  select max(v.valid_from) into latest from public.agreement_versions v
  where v.organization_id = member.organization_id and v.user_id = member.id and v.replaced_at is null and v.valid_from <= private.today();
  if jsonb_typeof(save_agreement.terms -> 'default_split') is distinct from 'number'
    or (save_agreement.terms ->> 'default_split')::numeric not between 0 and 100 then
    return private.command_result('Enter a percentage from 0 to 100.', 'default_split', 'percentage_out_of_range');
  elsif not private.splits_are_good(coalesce(save_agreement.terms -> 'vendor_splits', '[]'), 'vendor_id', '^[0-9a-f-]{36}$')
    or exists (select from jsonb_array_elements(coalesce(save_agreement.terms -> 'vendor_splits', '[]')) e where not exists (
      select from public.vendors v where v.organization_id = member.organization_id and v.id::text = e ->> 'vendor_id')) then
    return private.command_result('Name each vendor once, with a percentage from 0 to 100.', 'vendor_splits', 'vendor_splits_invalid');
  elsif not private.splits_are_good(coalesce(save_agreement.terms -> 'category_splits', '[]'), 'category', '^[a-z_]{1,40}$') then
    return private.command_result('Name each category once, with a percentage from 0 to 100.', 'category_splits', 'category_splits_invalid');
  elsif coalesce(jsonb_typeof(save_agreement.terms -> 'tiers'), 'null') <> 'null' and not private.tiers_are_good(save_agreement.terms -> 'tiers') then
    return private.command_result('Enter tiers by rising volume, with a percentage from 0 to 100 each.', 'tiers', 'tiers_invalid');
  elsif private.overrides_refusal(member, overrides) is not null then
    return private.overrides_refusal(member, overrides);
  elsif save_agreement.valid_from is null or save_agreement.valid_from not between '1900-01-02' and '2199-12-31'
    or save_agreement.valid_from < coalesce(latest, save_agreement.valid_from)
    or save_agreement.valid_from < private.today() and exists (
      select from public.sales s where s.organization_id = member.organization_id and s.agent_id = member.id) then
    return private.command_result('Choose today or a later day: what was recorded keeps its terms.', 'valid_from', 'agreement_in_the_past');
  end if;
  split := round((save_agreement.terms ->> 'default_split')::numeric, 2);
  if latest is null then
    -- What held until now is the first version.
    perform private.add_agreement(member.organization_id, member.id, '1900-01-01', t.commission_split, '[]', '[]', null, '[]')
    from public.user_terms t where t.user_id = member.id;
  end if;
  update public.agreement_versions v set replaced_at = clock_timestamp()
  where v.organization_id = member.organization_id and v.user_id = member.id and v.valid_from > private.today() and v.replaced_at is null;
  id := private.add_agreement(member.organization_id, member.id, save_agreement.valid_from, split,
    coalesce(save_agreement.terms -> 'vendor_splits', '[]'), coalesce(save_agreement.terms -> 'category_splits', '[]'),
    nullif(save_agreement.terms -> 'tiers', 'null'), private.kept_overrides(overrides));
  perform private.refuse_promises(member.organization_id, least(save_agreement.valid_from, private.today()), member.id, 'default_split');
  if save_agreement.valid_from <= private.today() then
    update public.user_terms t set commission_split = split where t.user_id = member.id and t.commission_split <> split;
  end if;
  perform private.audit(member.organization_id, 'agreement_saved', null, member.id,
    private.audit_change('valid_from', latest::text, save_agreement.valid_from::text));
  return private.end_request(request_key, member.id, private.command_result(null));
end $function$;

CREATE OR REPLACE FUNCTION public.set_member_active(member_id uuid, active boolean, reassign_to uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  locked record;
  open_sales uuid[];
  reason text;
  detail text;
begin
  -- Who is active again can sign in: that opens an account. Closing one is never made to wait.
  if set_member_active.active then
    perform private.require_step_up();
  end if;
  select t.* into locked from private.lock_member(set_member_active.member_id) t;
  if locked.refusal is not null then
    return locked.refusal;
  elsif set_member_active.active is null then
    return private.command_result('Say whether the person is active.', 'active', 'member_active_unsaid');
  end if;

  if set_member_active.reassign_to is not null then
    if set_member_active.active then
      return private.command_result('Sales are given to somebody else only when a person is deactivated.',
        'reassign_to', 'handover_of_active_member');
    elsif set_member_active.reassign_to = (locked.member).id then
      return private.command_result('Choose somebody else to take over the open sales.', 'reassign_to', 'handover_to_oneself');
    elsif not exists (
      select 1 from public.users u
      where u.id = set_member_active.reassign_to and u.organization_id = (locked.member).organization_id and u.is_active
    ) then
      return private.command_result('Choose an active member of your organization to take over the open sales.',
        'reassign_to', 'handover_to_nobody');
    end if;
  end if;

  begin
    if set_member_active.reassign_to is not null then
      -- The lock order of everything that locks several sales: sales by id, then their commissions in the same order.
      open_sales := array(
        select s.id from public.sales s
        where s.organization_id = (locked.member).organization_id and s.agent_id = (locked.member).id and s.status = 'booked'
        order by s.id for no key update);
      open_sales := array(
        select c.sales_id from public.commissions c
        where c.organization_id = (locked.member).organization_id and c.sales_id = any (open_sales) and c.status = 'unpaid'
        order by c.sales_id for no key update);
      update public.sales s set agent_id = set_member_active.reassign_to
      where s.organization_id = (locked.member).organization_id and s.id = any (open_sales);
    end if;
    update public.users u set is_active = set_member_active.active
    where u.id = (locked.member).id and u.is_active <> set_member_active.active;
  exception when raise_exception then
    -- Refused by keep_an_active_owner; the subtransaction has rolled back the reassignment.
    get stacked diagnostics reason = message_text, detail = pg_exception_detail;
    return private.command_result(reason) || private.fact_of(detail);
  end;
  return private.command_result(null) || jsonb_build_object('reassigned', coalesce(cardinality(open_sales), 0));
end $function$;

CREATE OR REPLACE FUNCTION public.set_member_split(member_id uuid, commission_split numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  locked record;
begin
  perform private.require_step_up();
  select t.* into locked from private.lock_member(set_member_split.member_id) t;
  if locked.refusal is not null then
    return locked.refusal;
  elsif set_member_split.commission_split is null or set_member_split.commission_split not between 0 and 100 then
    return private.command_result('Enter a percentage from 0 to 100.', 'commission_split', 'percentage_out_of_range');
  end if;
  update public.user_terms t set commission_split = round(set_member_split.commission_split, 2)
  where t.user_id = (locked.member).id;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.start_agency_export(passphrase text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id constant uuid := private.exporting_organization_id('an agency');
  writing_key constant text := case when passphrase is not null then encode(extensions.gen_random_bytes(32), 'hex') end;
  export private.agency_exports;
begin
  perform private.require_step_up();
  if char_length(btrim(passphrase)) < 16 or char_length(passphrase) > 200 then
    return private.command_result('Use a passphrase of at least 16 characters.', 'passphrase', 'passphrase_too_short', '{"least": 16}');
  end if;
  if (private.lock_owned_agency()).id is null then
    raise insufficient_privilege using message = 'permission denied for exports of an agency';
  end if;
  if exists (select from private.agency_exports e where e.organization_id = caller_organization_id and e.state = 'waiting') then
    return private.command_result('The agency is being written to files already.', null, 'agency_export_runs');
  end if;
  delete from private.agency_exports e where e.organization_id = caller_organization_id;
  insert into private.agency_exports (organization_id, asked_by, sealed_key, writing_key)
  values (caller_organization_id, auth.uid(),
    extensions.pgp_sym_encrypt(writing_key, passphrase, 'cipher-algo=aes256, s2k-count=65011712'), private.seal('passport_key', writing_key))
  returning * into export;
  perform private.audit(caller_organization_id, 'agency_export_started', null, export.id,
    jsonb_build_object('sealed', export.sealed_key is not null));
  return private.command_result(null) || jsonb_build_object('id', export.id);
end $function$;

CREATE OR REPLACE FUNCTION public.start_document_upload(file jsonb, document jsonb DEFAULT NULL::jsonb, document_id uuid DEFAULT NULL::uuid, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_unfinished constant int := 50;
  caller_organization_id uuid := private.current_organization_id();
  name text := private.visible_text(file ->> 'name');
  bytes bigint := case when file ->> 'size' ~ '^[0-9]{1,12}$' then (file ->> 'size')::bigint end;
  checked record;
  locked record;
  upload_id uuid;
  refusal jsonb;
  answer jsonb := private.begin_request('start_document_upload', request_key, coalesce(start_document_upload.document, '{}')
    || jsonb_build_object('file', file, 'document_id', start_document_upload.document_id));
begin
  if answer is not null then
    return answer;
  end if;
  if start_document_upload.document_id is not null then
    select l.* into locked from private.lock_document(start_document_upload.document_id) l;
    refusal := private.at_field(locked.refusal, 'file');
  else
    select c.* into checked from private.check_document(coalesce(start_document_upload.document, '{}')) c;
    if checked.refusal is not null then
      return checked.refusal;
    end if;
  end if;
  refusal := coalesce(refusal, case
    when name is null or char_length(name) > 255 then private.command_result('The file needs a name of at most 255 characters.',
      'file', 'file_name_wrong')
    when not private.is_document_type(file ->> 'type') then
      private.command_result('Documents are PDF files, pictures (JPEG, PNG, WebP, GIF), Office files and text.',
        'file', 'file_type_unknown')
    when coalesce(bytes, 0) = 0 then private.command_result('The file is empty.', 'file', 'file_empty')
    when bytes > 26214400 then private.command_result('The file is larger than 25 MB.', 'file', 'file_too_large')
    when not private.has_room_for_files(caller_organization_id, bytes) then
      private.command_result('Your agency’s space for files is full. Ask an owner to make room.', 'file', 'files_full')
    when (select count(*) from private.document_uploads u where u.organization_id = caller_organization_id
      and u.created_by = auth.uid()) >= most_unfinished then
        private.command_result('Too many uploads are unfinished. Cancel some, or try again tomorrow.', 'file', 'uploads_unfinished')
  end);
  if refusal is not null then
    return refusal;
  end if;
  insert into private.document_uploads (organization_id, created_by, document, document_id, file_name, mime_type, size)
  values (caller_organization_id, auth.uid(),
    case when start_document_upload.document_id is null then start_document_upload.document end,
    start_document_upload.document_id, name, file ->> 'type', bytes)
  returning id into upload_id;
  return private.end_request(request_key, upload_id, private.command_result(null)
    || jsonb_build_object('upload_id', upload_id, 'path', private.document_file(caller_organization_id, upload_id)));
end $function$;

CREATE OR REPLACE FUNCTION public.update_vendor(vendor_id uuid, expected_version integer, vendor jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
  input constant jsonb := private.check_vendor(update_vendor.vendor);
  terms constant jsonb := private.terms_of(input);
  current_terms jsonb;
  answer jsonb;
begin
  select to_jsonb(t) - '{vendor_id,contacts_saved_at}'::text[] into current_terms from public.vendor_terms t
  where t.organization_id = caller_organization_id and t.vendor_id = update_vendor.vendor_id for no key update;
  answer := private.save_record('vendors', 'vendor', caller_organization_id, update_vendor.vendor_id,
    update_vendor.expected_version, input - array(select jsonb_object_keys(terms)));
  if answer ->> 'outcome' = 'conflict' then
    return jsonb_set(answer, '{vendor}', (answer -> 'vendor') - 'email_saved_at' || current_terms);
  end if;
  perform private.save_vendor_terms(update_vendor.vendor_id, terms);
  return answer || jsonb_build_object('version', (select v.version from public.vendors v where v.id = update_vendor.vendor_id));
end $function$;

CREATE INDEX audit_log_invitations_idx ON private.audit_log USING btree (created_at) WHERE (action = ANY (ARRAY['invitation_sent'::text, 'invitation_renewed'::text]));

CREATE INDEX outgoing_mails_chases_idx ON private.outgoing_mails USING btree (created_at) WHERE (kind = 'chase'::text);

CREATE INDEX sign_ups_address_idx ON private.sign_ups USING btree (address, created_at);

COMMENT ON FUNCTION "api_requests"."refuse_large_body"() IS 'Refuses requests of more than 1 MB, but of who serves the installation, and where files
  come in.';

COMMENT ON FUNCTION "api_requests"."takes_files"(text) IS 'Functions into which lines of files come.';

COMMENT ON FUNCTION "private"."agency_files"(uuid) IS 'What lies in Storage of an agency, and the most that may: 10 GB and 50,000 files, or what
  the settings agency_files_bytes and agency_files_count say.';

COMMENT ON FUNCTION "private"."alarm_of_ceiling"(text, bigint) IS 'In the log of the database, also where the statement is refused.';

COMMENT ON FUNCTION "private"."caller_address"() IS 'The address that a request comes from, as the platform adds it; null without one.';

COMMENT ON FUNCTION "private"."check_room_for_invitation"(uuid, boolean) IS 'Refuses an invitation, or its renewal, beyond what a new agency may send, or
  the installation in an hour. Holds a lock until the transaction ends, so that what is counted is all there is.';

COMMENT ON FUNCTION "private"."deletion_words"(text, text, text, text) IS 'What members are told of the deletion of their agency.';

COMMENT ON FUNCTION "private"."find_stray_pictures"(text) IS 'Pictures that no row shows. Looks at those of more than a day: an upload comes before
  its row.';

COMMENT ON FUNCTION "private"."has_asked_enough"(uuid) IS 'Whether a new agency has asked vendors as often as it may within 24 hours.';

COMMENT ON FUNCTION "private"."has_room_for_files"(uuid, bigint) IS 'Whether one more file, of so many bytes, fits. Storage tells no size before a file is
  there: uploads that are on their way at the limit pass it by their own sizes, and the next one is refused.';

COMMENT ON FUNCTION "private"."installation_limit"(text, bigint) IS 'A limit of the installation, kept like its other settings (Vault, or private.secrets), or
  the preset one.';

COMMENT ON FUNCTION "private"."is_one_line"(text) IS 'Whether a text has no line break.';

COMMENT ON FUNCTION "private"."is_settled_address"(uuid, uuid, text) IS 'Whether an address of the vendor was saved a day ago, or came with the import that made it.';

COMMENT ON FUNCTION "private"."keep_pictures"() IS 'The scheduled job.';

COMMENT ON FUNCTION "private"."lift_new_agency_limits"(uuid) IS 'For the operator: a new agency may send as any other from now on. Its name; null
  when there is nothing to lift.';

COMMENT ON FUNCTION "private"."mail_name"(text) IS 'A name as mails show it, never refused: one line of at most 60 characters in which no program
  finds an address.';

COMMENT ON FUNCTION "private"."may_add_files"() IS 'Whether the caller''s agency has room for one more file.';

COMMENT ON FUNCTION "private"."new_agency_limits"(uuid) IS 'What a new agency may send, and has sent within 24 hours; null for any other.';

COMMENT ON FUNCTION "private"."new_agency_most"() IS 'The most that a new agency may have open and, within 24 hours, send. The sentences that refuse more
  say the same numbers.';

COMMENT ON FUNCTION "private"."new_agency_until"(uuid) IS 'Until when the limits of a new agency hold; null when they do not.';

COMMENT ON FUNCTION "private"."normalize_customer"() IS 'Trims texts, and turns line breaks in names of files into blanks; an empty text in an optional column becomes null, because forms send
  one for a field that was left out.';

COMMENT ON FUNCTION "private"."normalize_vendor"() IS 'Trims texts, turns empty ones into null, and line breaks in names of
  files into blanks. Notes when the address was saved.';

COMMENT ON FUNCTION "private"."note_sign_up"() IS 'Notes that an agency is made from the caller''s address; false beyond what one address may make
  within an hour.';

COMMENT ON FUNCTION "private"."one_line"(text) IS 'The text with blanks in place of line breaks and other control characters.';

COMMENT ON FUNCTION "private"."reply_address"(uuid, uuid) IS 'Where answers go: the agency''s own address where a member has proven it, by signing in with
  it; else that of whoever asked.';

COMMENT ON FUNCTION "private"."request_refusal"(uuid, uuid, text) IS 'Why a vendor may not be asked now: the limits of a new agency, and the ceiling of the
  installation; null when it may. Holds a lock until the transaction ends.';

COMMENT ON FUNCTION "private"."sent_invitations"(uuid) IS 'Invitations sent or renewed within 24 hours, withdrawn ones too.';

COMMENT ON FUNCTION "private"."sent_requests"(uuid) IS 'Mails that asked vendors within 24 hours, follow-ups too.';

COMMENT ON FUNCTION "private"."sweep_pictures"() IS 'Removes pictures that no row shows: a hundred of a bucket at a time.';

COMMENT ON FUNCTION "public"."get_file_room"() IS 'For owners whose agency''s files take four fifths of what they may: {bytes, most_bytes, files,
  most_files}. Null before that, and for everybody else.';

COMMENT ON FUNCTION "public"."get_new_agency_limits"() IS 'What the caller''s new agency may send: {until, open_invitations, most_open_invitations,
  invitations, most_invitations, requests, most_requests}, counted within 24 hours; null for an agency of more than seven days, one
  whose limits the operator has lifted, and for agents.';

COMMENT ON TABLE "private"."sign_ups" IS 'From which addresses agencies were made within a day, to know who makes many.';

REVOKE ALL ON FUNCTION "api_requests"."refuse_large_body"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "api_requests"."refuse_large_body"() TO "anon", "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "api_requests"."takes_files"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "api_requests"."takes_files"(text) TO "anon", "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."agency_files"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."agency_files"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."alarm_of_ceiling"(text, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."alarm_of_ceiling"(text, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."caller_address"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."caller_address"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_room_for_invitation"(uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."check_room_for_invitation"(uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."deletion_words"(text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."deletion_words"(text, text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_stray_pictures"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_stray_pictures"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_asked_enough"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_asked_enough"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_room_for_files"(uuid, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_room_for_files"(uuid, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."installation_limit"(text, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."installation_limit"(text, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_one_line"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_one_line"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."is_settled_address"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_settled_address"(uuid, uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_pictures"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_pictures"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."lift_new_agency_limits"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lift_new_agency_limits"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."mail_name"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mail_name"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."may_add_files"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_add_files"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."new_agency_limits"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."new_agency_limits"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."new_agency_most"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."new_agency_most"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."new_agency_until"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."new_agency_until"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_sign_up"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_sign_up"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."one_line"(text) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."one_line"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."open_invitations"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_invitations"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."request_refusal"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."request_refusal"(uuid, uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sent_invitations"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sent_invitations"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sent_requests"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sent_requests"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sweep_pictures"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sweep_pictures"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."get_file_room"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_file_room"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."get_new_agency_limits"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_new_agency_limits"() TO "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."sign_ups" TO "postgres";

-- By hand: names that are not one line are mended before the rule holds. No trigger runs: the words, and so what finds them, stay.
alter table public.organizations disable trigger user;
update public.organizations set name = private.one_line(name) where not private.is_one_line(name);
alter table public.organizations enable trigger user;
alter table public.users disable trigger user;
update public.users set first_name = private.one_line(first_name), last_name = private.one_line(last_name) where not private.is_one_line(first_name) or not private.is_one_line(last_name);
alter table public.users enable trigger user;
alter table public.invitations disable trigger user;
update public.invitations set first_name = private.one_line(first_name), last_name = private.one_line(last_name) where not private.is_one_line(first_name) or not private.is_one_line(last_name);
alter table public.invitations enable trigger user;
alter table public.customers disable trigger user;
update public.customers set first_name = private.one_line(first_name), last_name = private.one_line(last_name) where not private.is_one_line(first_name) or not private.is_one_line(last_name);
alter table public.customers enable trigger user;
alter table public.vendors disable trigger user;
update public.vendors set name = private.one_line(name) where not private.is_one_line(name);
alter table public.vendors enable trigger user;

ALTER TABLE "public"."customers" ADD CONSTRAINT "customers_first_name_one_line" CHECK (private.is_one_line(first_name));

ALTER TABLE "public"."customers" ADD CONSTRAINT "customers_last_name_one_line" CHECK (private.is_one_line(last_name));

ALTER TABLE "public"."invitations" ADD CONSTRAINT "invitations_first_name_one_line" CHECK (private.is_one_line(first_name));

ALTER TABLE "public"."invitations" ADD CONSTRAINT "invitations_last_name_one_line" CHECK (private.is_one_line(last_name));

ALTER TABLE "public"."organizations" ADD CONSTRAINT "organizations_name_one_line" CHECK (private.is_one_line(name));

ALTER TABLE "public"."users" ADD CONSTRAINT "users_first_name_one_line" CHECK (private.is_one_line(first_name));

ALTER TABLE "public"."users" ADD CONSTRAINT "users_last_name_one_line" CHECK (private.is_one_line(last_name));

ALTER TABLE "public"."vendors" ADD CONSTRAINT "vendors_name_one_line" CHECK (private.is_one_line(name));

-- By hand: policies of Storage ask whether there is room, and a job keeps pictures.
drop policy "people add their own pictures" on storage.objects;
create policy "people add their own pictures" on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars' and name ~ (select private.picture_pattern('avatars')) and (select private.may_add_files()));
drop policy "owners add logos of their organization" on storage.objects;
create policy "owners add logos of their organization" on storage.objects for insert to authenticated
  with check (bucket_id = 'logos' and name ~ (select private.picture_pattern('logos')) and (select private.may_add_files()));
drop policy "admins add logos of their vendors" on storage.objects;
create policy "admins add logos of their vendors" on storage.objects for insert to authenticated
  with check (bucket_id = 'logos' and name ~ (select private.picture_pattern('vendors')) and (select private.may_add_files()));
drop policy "members add the files of uploads they have begun" on storage.objects;
create policy "members add the files of uploads they have begun" on storage.objects for insert to authenticated
  with check (bucket_id = 'documents' and private.may_add_document_file(name) and (select private.may_add_files()));
do $$
begin
  if to_regnamespace('cron') is not null then
    perform cron.schedule('keep-pictures', '59 seconds', 'select private.keep_pictures()');
  end if;
end $$;
