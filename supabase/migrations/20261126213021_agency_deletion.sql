set local check_function_bodies = off;

CREATE TABLE "private"."agency_deletions" ("organization_id" uuid NOT NULL, "began_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), "served_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), "accounts" uuid[] NOT NULL, "counts" jsonb NOT NULL, "emptied" integer NOT NULL DEFAULT 0, CONSTRAINT "agency_deletions_pkey" PRIMARY KEY (organization_id));

ALTER TABLE "private"."agency_deletions" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."deleted_agencies" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "asked_at" timestamp with time zone NOT NULL, "asked_by_role" text NOT NULL, "done_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), "counts" jsonb NOT NULL, CONSTRAINT "deleted_agencies_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."deleted_agencies" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."organizations" ADD COLUMN "deletion_asked_at" timestamp with time zone;

ALTER TABLE "public"."organizations" ADD COLUMN "deletion_asked_by" uuid;

ALTER TABLE "public"."organizations" ADD COLUMN "deletion_due_at" timestamp with time zone;

ALTER TABLE "public"."organizations" ADD COLUMN "deletion_told_days" smallint;

CREATE OR REPLACE FUNCTION private.agency_relations()
 RETURNS TABLE(place integer, relation regclass)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with recursive owned as (
    select c.oid from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p') and not c.relispartition
      and c.oid not in ('public.users'::regclass, 'private.agency_deletions'::regclass)),
  pointing as (
    select distinct k.conrelid as from_table, k.confrelid as to_table
    from pg_catalog.pg_constraint k join owned a on a.oid = k.conrelid join owned b on b.oid = k.confrelid
    where k.contype = 'f' and k.conrelid <> k.confrelid),
  depths (oid, depth) as (
    select o.oid, 0 from owned o
    union
    select p.to_table, d.depth + 1 from depths d join pointing p on p.from_table = d.oid where d.depth < 60)
  select row_number() over (order by max(d.depth), d.oid::regclass::text)::int, d.oid::regclass from depths d group by d.oid
$function$;

CREATE OR REPLACE FUNCTION private.agency_size(organization_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'sales', (select count(*) from public.sales s where s.organization_id = agency_size.organization_id),
    'customers', (select count(*) from public.customers c where c.organization_id = agency_size.organization_id),
    'people', (select count(*) from public.users u where u.organization_id = agency_size.organization_id),
    'files', (select count(*) from storage.objects o where o.name like agency_size.organization_id || '/%'))
$function$;

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
      'agency_deletion_asked', 'agency_deletion_withdrawn') then 'people'
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

CREATE OR REPLACE FUNCTION private.audit_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changes jsonb := private.audit_changes(to_jsonb(old), to_jsonb(new),
    '{updated_at,writing_saved_at,split_saved_at,books_closed_through,logo_url,deletion_asked_at,deletion_asked_by,deletion_due_at,deletion_told_days,second_factor_policy}')
    || case when new.logo_url is distinct from old.logo_url then '[{"field": "logo_url", "before": null, "after": null}]'::jsonb else '[]' end;
begin
  if changes <> '[]' then
    perform private.audit(new.id, 'settings_changed', null, new.id, jsonb_build_object('changes', changes));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.begin_agency_deletion(organization_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '2s'
AS $function$
declare
  tenant constant uuid := begin_agency_deletion.organization_id;
  members constant uuid[] := array(select u.id from public.users u where u.organization_id = tenant order by u.id);
  invited uuid[];
begin
  -- Waits for whoever writes a row of the agency at this moment, and for a change of mind.
  perform from public.organizations o where o.id = tenant and o.deletion_due_at <= clock_timestamp() for update;
  if not found or private.is_being_deleted(tenant) then
    return false;
  end if;
  -- Who was invited and never joined, unless another agency waits for them or they began one of their own.
  invited := array(
    select distinct a.id from public.invitations i join auth.users a on a.email = i.email
    where i.organization_id = tenant and a.raw_user_meta_data ->> 'organization_name' is null
      and not exists (select from public.users u where u.id = a.id)
      and not exists (select from private.pending_invitations(a.email) p where p.organization_id <> tenant));
  insert into private.agency_deletions (organization_id, accounts, counts) values (tenant, members || invited, private.agency_size(tenant));
  perform private.send_tag('user:' || m.id, 'account_changed') from unnest(members) m(id);
  update auth.users a set raw_user_meta_data = a.raw_user_meta_data - '{invitation,invited_to,invited_by,invited_until}'::text[]
  where a.raw_user_meta_data ->> 'invitation' in (select i.id::text from public.invitations i where i.organization_id = tenant);
  perform private.lock_accounts_out(members || invited);
  set local session_replication_role = replica;
  update public.users u set is_active = false where u.organization_id = tenant;
  set local session_replication_role = origin;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.delete_agencies(longest interval DEFAULT '00:00:01'::interval)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due uuid;
  deletion private.agency_deletions;
  is_left boolean;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('paperplane.agency_deletions', 0)) then
    return;
  end if;
  perform private.remind_of_deletions();
  select o.id into due from public.organizations o
  where o.deletion_due_at <= now() and not private.is_being_deleted(o.id) order by o.deletion_due_at, o.id limit 1;
  if due is not null then
    perform private.begin_agency_deletion(due);
    return;
  end if;
  select d.* into deletion from private.agency_deletions d order by d.served_at limit 1;
  if deletion.organization_id is null then
    return;
  end if;
  update private.agency_deletions d set served_at = clock_timestamp() where d.organization_id = deletion.organization_id;
  is_left := private.remove_agency_files(deletion.organization_id);
  is_left := private.empty_agency(deletion.organization_id, longest) or is_left;
  -- A minute is longer than any request may take that began before it.
  if not is_left and deletion.began_at < now() - interval '1 minute' then
    perform private.finish_agency_deletion(deletion);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.empty_agency(organization_id uuid, longest interval)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant int := 5000;
  last_moment constant timestamptz := clock_timestamp() + longest;
  part record;
  deleted int;
begin
  -- Without triggers: histories refuse every deletion, and what else follows rows goes itself. Only this role may say so, and no
  -- request of the API runs as it.
  set local session_replication_role = replica;
  for part in
    select r.place, r.relation from private.agency_relations() r
    where r.place > (select d.emptied from private.agency_deletions d where d.organization_id = empty_agency.organization_id)
    order by r.place
  loop
    loop
      execute format('delete from %s where ctid = any (array(select ctid from %1$s where organization_id = $1 limit %s))', part.relation, most)
        using empty_agency.organization_id;
      get diagnostics deleted = row_count;
      exit when deleted < most or clock_timestamp() > last_moment;
    end loop;
    if deleted = most then
      exit;
    end if;
    update private.agency_deletions d set emptied = part.place where d.organization_id = empty_agency.organization_id;
    exit when clock_timestamp() > last_moment;
  end loop;
  set local session_replication_role = origin;
  return exists (
    select from private.agency_relations() r join private.agency_deletions d on d.emptied < r.place
    where d.organization_id = empty_agency.organization_id);
end $function$;

CREATE OR REPLACE FUNCTION private.finish_agency_deletion(deletion private.agency_deletions)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '2s'
AS $function$
declare
  tenant constant uuid := deletion.organization_id;
  agency public.organizations;
  relation regclass;
  is_left boolean;
begin
  delete from private.import_check_rows r where r.created_by = any (deletion.accounts);
  delete from private.removed_document_files f where f.name like tenant || '/%';
  delete from realtime.messages m where m.topic = 'org:' || tenant or m.topic = any (array(select 'user:' || a from unnest(deletion.accounts) a));
  if to_regclass('auth.audit_log_entries') is not null then
    execute 'delete from auth.audit_log_entries e where e.payload ->> ''actor_id'' = any ($1) or e.payload #>> ''{traits,user_id}'' = any ($1)'
      using deletion.accounts::text[];
  end if;
  if to_regclass('storage.s3_multipart_uploads') is not null then
    execute 'delete from storage.s3_multipart_uploads_parts p where p.key like $1' using tenant || '/%';
    execute 'delete from storage.s3_multipart_uploads u where u.key like $1' using tenant || '/%';
  end if;
  -- Waits for rows that refer to them and are being written, and refuses those that come later; then looks once more at all.
  set local session_replication_role = replica;
  delete from public.users u where u.organization_id = tenant;
  set local session_replication_role = origin;
  delete from public.organizations o where o.id = tenant returning o.* into agency;
  for relation in select r.relation from private.agency_relations() r loop
    execute format('select exists (select from %s where organization_id = $1)', relation) into is_left using tenant;
    if is_left then
      raise foreign_key_violation using message = 'Rows are left in ' || relation;
    end if;
  end loop;
  delete from auth.users a where a.id = any (deletion.accounts);
  delete from private.agency_deletions d where d.organization_id = tenant;
  insert into private.deleted_agencies (asked_at, asked_by_role, counts) values (agency.deletion_asked_at, 'owner', deletion.counts);
  return true;
exception when foreign_key_violation then
  update private.agency_deletions d set emptied = 0 where d.organization_id = tenant;
  return false;
end $function$;

CREATE OR REPLACE FUNCTION private.is_being_deleted(organization_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.agency_deletions d where d.organization_id = is_being_deleted.organization_id)
$function$;

CREATE OR REPLACE FUNCTION private.lock_accounts_out(accounts uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.sessions s where s.user_id = any (accounts);
  delete from auth.refresh_tokens t where t.user_id = any (accounts::text[]);
  delete from auth.one_time_tokens t where t.user_id = any (accounts);
  delete from auth.flow_state f where f.user_id = any (accounts);
  delete from auth.mfa_factors f where f.user_id = any (accounts);
  delete from auth.identities i where i.user_id = any (accounts);
  update auth.users a set email = a.id || '@deleted.invalid', encrypted_password = '', raw_user_meta_data = '{}', phone = null,
    email_change = '', confirmation_token = '', recovery_token = '', email_change_token_new = '', email_change_token_current = '',
    reauthentication_token = '', banned_until = now() + interval '100 years'
  where a.id = any (accounts);
end $function$;

CREATE OR REPLACE FUNCTION private.own_organization_id()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select u.organization_id from public.users u
    where u.id = auth.uid() and private.missing_factor() is null
      and not exists (select from private.agency_deletions d where d.organization_id = u.organization_id));
end $function$;

CREATE OR REPLACE FUNCTION private.pay_scheduled_payouts()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due record;
  failure jsonb;
begin
  for due in
    select p as batch, (now() at time zone o.time_zone)::date as today
    from public.payout_batches p
    join public.organizations o on o.id = p.organization_id
    where p.status = 'scheduled' and p.planned_on <= current_date + 1 and p.planned_on <= (now() at time zone o.time_zone)::date
      and not private.is_being_deleted(o.id)
    order by p.schedule_problem is not null, p.scheduled_at, p.id
    limit 50
    for no key update of p skip locked
  loop
    begin
      failure := private.pay_as_scheduled(due.batch);
    exception
      when deadlock_detected or serialization_failure or lock_not_available then
        continue;
      when others then
        failure := jsonb_build_object('code', 'not_recorded', 'params', jsonb_build_object('error', left(sqlerrm, 300)),
          'text', 'It could not be recorded: ' || left(sqlerrm, 300));
    end;
    if failure is not null then
      perform private.tell_not_paid(due.batch, failure, due.today);
    end if;
    exit when clock_timestamp() > now() + interval '3 seconds';
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.remind_of_deletions()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  agency public.organizations;
begin
  for agency in
    select o.* from public.organizations o
    where o.deletion_due_at > now() and (o.deletion_due_at <= now() + interval '1 day' and o.deletion_told_days > 1
      or o.deletion_due_at <= now() + interval '7 days' and o.deletion_told_days > 7)
    order by o.id for no key update skip locked limit 20
  loop
    perform private.tell_of_deletion(agency, 'agency_deletion_near', null);
    update public.organizations o set deletion_told_days = case when o.deletion_due_at <= now() + interval '1 day' then 1 else 7 end
    where o.id = agency.id;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.remove_agency_files(organization_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  bucket text;
begin
  for bucket in select b.id from storage.buckets b order by b.id loop
    perform private.remove_stored_files(bucket, array(
      select o.name from storage.objects o
      where o.bucket_id = bucket and o.name like remove_agency_files.organization_id || '/%' order by o.name limit 500));
  end loop;
  return exists (select from storage.objects o where o.name like remove_agency_files.organization_id || '/%');
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
  message constant text := case code
    when 'agency_deletion_asked' then by_name || ' asked to delete ' || agency.name || ' on ' || day || '. Owners can change their mind until then.'
    when 'agency_deletion_withdrawn' then by_name || ' keeps ' || agency.name || ': it is not deleted.'
    else agency.name || ' is deleted on ' || day || '. Owners can change their mind until then.' end;
begin
  insert into public.notifications (organization_id, user_id, type, message, code, params)
  select u.organization_id, u.id, 'agency', message, tell_of_deletion.code,
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
  select u.organization_id, 'account', e.email, private.one_line(u.first_name || ' ' || u.last_name), private.one_line(agency.name),
    private.reply_address(agency.id, agency.deletion_asked_by),
    left(private.one_line(case code when 'agency_deletion_withdrawn' then agency.name || ' is not deleted'
      else agency.name || ' is deleted on ' || day end), 200),
    message || case code when 'agency_deletion_withdrawn' then '' else E'\n\nFrom then on nobody can sign in, and everything goes: '
      || 'sales, customers, commissions, payouts, documents, accounts. An owner can take it all along before, or keep the agency: in the '
      || 'Agency settings.' end, agency.deletion_asked_by, u.id
  from public.users u
  join public.user_emails e on e.user_id = u.id and private.is_mail_address(e.email)
  where u.organization_id = agency.id and u.is_active
  order by u.id;
end $function$;

CREATE OR REPLACE FUNCTION public.ask_agency_deletion(name text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  agency public.organizations;
begin
  if caller_organization_id is null or not private.is_owner() then
    return private.command_result('Only an owner can delete the agency.', null, 'agency_is_deleted_by_owners');
  end if;
  perform private.require_step_up();
  select o.* into agency from public.organizations o where o.id = caller_organization_id for no key update;
  if btrim(coalesce(ask_agency_deletion.name, '')) <> btrim(agency.name) then
    return private.command_result('Type the name exactly as it is: ' || agency.name, 'name', 'agency_name_differs',
      jsonb_build_object('name', agency.name));
  end if;
  if agency.deletion_due_at is null then
    update public.organizations o set deletion_asked_at = now(), deletion_asked_by = auth.uid(), deletion_due_at = now() + interval '30 days',
      deletion_told_days = 30
    where o.id = agency.id returning o.* into agency;
    perform private.audit(agency.id, 'agency_deletion_asked', null, agency.id, jsonb_build_object('due_at', agency.deletion_due_at));
    perform private.tell_of_deletion(agency, 'agency_deletion_asked', private.acting_name(agency.id));
  end if;
  return private.command_result(null) || jsonb_build_object('due_at', agency.deletion_due_at);
end $function$;

CREATE OR REPLACE FUNCTION public.get_agency_deletion()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('asked_at', o.deletion_asked_at, 'due_at', o.deletion_due_at,
    'asked_by', (select u.first_name || ' ' || u.last_name from public.users u where u.id = o.deletion_asked_by and u.organization_id = o.id),
    'would_be_due_at', now() + interval '30 days', 'counts', private.agency_size(o.id))
  from public.organizations o
  where o.id = private.current_organization_id() and private.is_owner()
$function$;

CREATE OR REPLACE FUNCTION public.take_bank_sync(connection_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  claim constant interval := '3 minutes';
  c public.bank_connections;
  p private.bank_sync_parts;
begin
  for c in
    select b.* from public.bank_connections b
    where b.state in ('connected', 'needs_attention', 'syncing') and (take_bank_sync.connection_id is null or b.id = take_bank_sync.connection_id)
      and b.next_try_at <= now() and not private.is_being_deleted(b.organization_id)
      and exists (select 1 from private.bank_connection_secrets s where s.connection_id = b.id and s.sealed is not null)
      and not exists (select 1 from private.bank_sync_parts x
        where x.organization_id = b.organization_id and x.connection_id = b.id and x.state = 'waiting' and x.claimed_until > now())
    order by b.next_try_at, b.id
    for update skip locked
  loop
    if private.provider_requests(c.id, 'part', interval '24 hours') >= 24 then
      update public.bank_connections b set next_try_at = (
        select min(r.made_at) + interval '24 hours' from private.bank_provider_requests r
        where r.connection_id = c.id and r.kind = 'part' and r.made_at > now() - interval '24 hours')
      where b.id = c.id;
      continue;
    end if;
    -- Somebody may have claimed one before this row was locked.
    continue when exists (select 1 from private.bank_sync_parts x
      where x.organization_id = c.organization_id and x.connection_id = c.id and x.state = 'waiting' and x.claimed_until > now());
    if not exists (select 1 from private.bank_sync_parts x
      where x.organization_id = c.organization_id and x.connection_id = c.id and x.state = 'waiting')
      and not private.plan_bank_sync(c) then
      continue;
    end if;
    update private.bank_sync_parts x set claimed_until = now() + claim
    where x.id = (select y.id from private.bank_sync_parts y
      where y.organization_id = c.organization_id and y.connection_id = c.id and y.state = 'waiting' order by y.part limit 1)
    returning x.* into p;
    insert into private.bank_provider_requests (organization_id, connection_id, kind) values (c.organization_id, c.id, 'part');
    update public.bank_connections b set state = 'syncing', last_tried_at = now() where b.id = c.id;
    return jsonb_build_object('sync_id', p.id, 'connection_id', c.id, 'provider', c.provider,
      'secret', (select private.unseal('bank_connection_key', s.sealed) from private.bank_connection_secrets s
        where s.connection_id = c.id),
      'provider_account_ids', (select coalesce(jsonb_agg(t.provider_account_id order by t.provider_account_id), '[]')
        from public.bank_connection_accounts t
        where t.connection_id = c.id and t.account_id is not null and t.ended_at is null),
      'since', private.asked_from(p), 'until', p.until, 'part', p.part, 'parts', p.parts);
  end loop;
  return null;
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
      and private.mailed_today(m.organization_id) < 500 and not private.is_being_deleted(m.organization_id)
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

CREATE OR REPLACE FUNCTION public.withdraw_agency_deletion()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  agency public.organizations;
begin
  if caller_organization_id is null or not private.is_owner() then
    return private.command_result('Only an owner can keep the agency.', null, 'agency_is_kept_by_owners');
  end if;
  select o.* into agency from public.organizations o where o.id = caller_organization_id for no key update;
  if agency.deletion_due_at <= clock_timestamp() then
    return private.command_result('It is too late: the agency is being deleted.', null, 'agency_deletion_is_due');
  elsif agency.deletion_due_at is not null then
    update public.organizations o set deletion_asked_at = null, deletion_asked_by = null, deletion_due_at = null, deletion_told_days = null
    where o.id = agency.id;
    perform private.audit(agency.id, 'agency_deletion_withdrawn', null, agency.id);
    perform private.tell_of_deletion(agency, 'agency_deletion_withdrawn', private.acting_name(agency.id));
  end if;
  return private.command_result(null);
end $function$;

ALTER TABLE "public"."organizations" ADD CONSTRAINT "organizations_deletion_due_at_whole" CHECK ((num_nulls(deletion_asked_at, deletion_asked_by, deletion_due_at, deletion_told_days) = ANY (ARRAY[0, 4])));

CREATE INDEX organizations_deletion_due_at_idx ON public.organizations USING btree (deletion_due_at) WHERE (deletion_due_at IS NOT NULL);

COMMENT ON COLUMN "public"."organizations"."deletion_due_at" IS 'From when on the agency is deleted; null unless an owner asked for it. Changed by ask_agency_deletion and withdraw_agency_deletion alone';

COMMENT ON COLUMN "public"."organizations"."deletion_told_days" IS 'How many days before its end all members were told last: 30, 7 or 1';

COMMENT ON FUNCTION "private"."agency_relations"() IS 'Every table with rows of agencies, from the catalogue, those first that others are not pointed to from:
  whoever deletes in this order leaves no reference without its row. Without users, which go last, with their agency.';

COMMENT ON FUNCTION "private"."agency_size"(uuid) IS 'What goes with an agency: {sales, customers, people, files}.';

COMMENT ON FUNCTION "private"."audit_settings"() IS 'Each setting that changed, with before and after; books are closed, a second factor and a deletion
  asked for, by entries of their own.';

COMMENT ON FUNCTION "private"."begin_agency_deletion"(uuid) IS 'The first slice: from here on who belongs to it is nobody, and nothing happens by itself for it. False where it
  is not due, or has begun.';

COMMENT ON FUNCTION "private"."delete_agencies"(interval) IS 'A job of every ten seconds: tells members of what is near, then does one slice, of the agency that waited
  longest: begins what is due, else removes files and rows for about a second, else finishes. Each run is one transaction, and the next goes
  on from there, whatever ended this one.';

COMMENT ON FUNCTION "private"."empty_agency"(uuid, interval) IS 'Deletes rows of an agency that is being deleted, 5,000 at a time, until `longest` is over. Answers whether some may be left.';

COMMENT ON FUNCTION "private"."finish_agency_deletion"(private.agency_deletions) IS 'The last slice: what is in tables without an `organization_id`, members, the agency itself, accounts. All of it
  or nothing: false, and the tables are gone through once more, where a row has come meanwhile.';

COMMENT ON FUNCTION "private"."is_being_deleted"(uuid) IS 'Whether its deletion has begun: nothing is sent, paid or fetched for it any more.';

COMMENT ON FUNCTION "private"."lock_accounts_out"(uuid[]) IS 'Ends their sessions, and nobody signs in with them any more, whatever password, mail or factor they have. Their
  addresses are free at once.';

COMMENT ON FUNCTION "private"."own_organization_id"() IS 'The caller''s tenant even when they are inactive or their session is revoked; null where
  a second factor is missing, and once it is being deleted.
  Only for reading the own organization (the app tells an inactive user why nothing opens) and its time zone; never to decide access
  to anything else.';

COMMENT ON FUNCTION "private"."remind_of_deletions"() IS 'Tells all members seven days and one day before; of both that were missed, the last.';

COMMENT ON FUNCTION "private"."remove_agency_files"(uuid) IS 'Removes some files of every bucket: they lie in a folder of the agency''s id. Answers whether some are left;
  where Storage removes them itself, they are until it has.';

COMMENT ON FUNCTION "private"."tell_of_deletion"(public.organizations, text, text) IS 'Tells every active member, the caller by mail alone. `agency` with who asked, also after that was withdrawn.';

COMMENT ON FUNCTION "public"."ask_agency_deletion"(text) IS 'Owners only, with the agency''s `name` as it is written. In thirty days it is deleted; until then
  nothing else changes. Idempotent: who asks again gets the day that stands. Answers {success, due_at} or {success, error, field}.';

COMMENT ON FUNCTION "public"."get_agency_deletion"() IS 'For owners: {asked_at, due_at, asked_by} of the deletion of their agency, null where nobody asked for it, when
  it would be if somebody did now, and what goes: counts {sales, customers, people, files}. Null for everybody else.';

COMMENT ON FUNCTION "public"."withdraw_agency_deletion"() IS 'Any owner, until the agency is due. Idempotent. Answers {success, error, field}.';

COMMENT ON TABLE "private"."agency_deletions" IS 'Agencies that are being deleted, from the first slice to the last: who belongs to one is nobody.
  No foreign key: it stands until nothing else does.';

COMMENT ON TABLE "private"."deleted_agencies" IS 'That there was an agency, and how large: all that is kept of one that was deleted. No name, and no id that
  leads to it. For who runs the installation.';

REVOKE ALL ON FUNCTION "private"."agency_relations"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."agency_relations"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."agency_size"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."agency_size"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."begin_agency_deletion"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."begin_agency_deletion"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."delete_agencies"(interval) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."delete_agencies"(interval) TO "postgres";

REVOKE ALL ON FUNCTION "private"."empty_agency"(uuid, interval) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."empty_agency"(uuid, interval) TO "postgres";

REVOKE ALL ON FUNCTION "private"."finish_agency_deletion"(private.agency_deletions) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."finish_agency_deletion"(private.agency_deletions) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_being_deleted"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_being_deleted"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_accounts_out"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_accounts_out"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."remind_of_deletions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."remind_of_deletions"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."remove_agency_files"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."remove_agency_files"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_of_deletion"(public.organizations, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_of_deletion"(public.organizations, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."ask_agency_deletion"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."ask_agency_deletion"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."get_agency_deletion"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_agency_deletion"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."withdraw_agency_deletion"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."withdraw_agency_deletion"() TO "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."agency_deletions" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."deleted_agencies" TO "postgres";
do $$
begin
  if to_regnamespace('cron') is not null then
    perform cron.schedule('delete-agencies', '10 seconds', 'select private.delete_agencies()');
  end if;
end $$;
