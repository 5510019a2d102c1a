-- The deletion of an agency (docs/product/tenancy.md, Deleting the agency): asked for by an owner, withdrawn by any owner for thirty
-- days, then done by a job, a slice each run. What belongs to an agency is read from the catalogue: every table with an
-- `organization_id`. Tables without one are named in private.finish_agency_deletion.

create function private.agency_size(organization_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'sales', (select count(*) from public.sales s where s.organization_id = agency_size.organization_id),
    'customers', (select count(*) from public.customers c where c.organization_id = agency_size.organization_id),
    'people', (select count(*) from public.users u where u.organization_id = agency_size.organization_id and u.role <> 'integration'),
    'files', (select count(*) from storage.objects o where o.name like agency_size.organization_id || '/%'))
$$;
comment on function private.agency_size is 'What goes with an agency: {sales, customers, people, files}.';

create function public.get_agency_deletion() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('asked_at', o.deletion_asked_at, 'due_at', o.deletion_due_at,
    'asked_by', (select u.first_name || ' ' || u.last_name from public.users u where u.id = o.deletion_asked_by and u.organization_id = o.id),
    'would_be_due_at', now() + interval '30 days', 'counts', private.agency_size(o.id))
  from public.organizations o
  where o.id = private.current_organization_id() and private.is_owner()
$$;
comment on function public.get_agency_deletion is 'For owners: {asked_at, due_at, asked_by} of the deletion of their agency, null where nobody asked for it, when
  it would be if somebody did now, and what goes: counts {sales, customers, people, files}. Null for everybody else.';
grant execute on function public.get_agency_deletion() to authenticated;

create function private.deletion_words(code text, agency text, by_name text, day text) returns text
language sql immutable set search_path = '' as $$
  select case code
    when 'agency_deletion_asked' then by_name || ' asked to delete ' || agency || ' on ' || day || '. Owners can change their mind until then.'
    when 'agency_deletion_withdrawn' then by_name || ' keeps ' || agency || ': it is not deleted.'
    else agency || ' is deleted on ' || day || '. Owners can change their mind until then.' end
$$;
comment on function private.deletion_words is 'What members are told of the deletion of their agency.';

create function private.tell_of_deletion(agency public.organizations, code text, by_name text) returns void
language plpgsql volatile security definer set search_path = '' as $$
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
end $$;
comment on function private.tell_of_deletion is 'Tells every active member, the caller by mail alone. `agency` with who asked, also after that was withdrawn.';

create function public.ask_agency_deletion(name text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  agency public.organizations := private.lock_owned_agency();
begin
  if agency.id is null then
    return private.command_result('Only an owner can delete the agency.', null, 'agency_is_deleted_by_owners');
  end if;
  perform private.require_step_up();
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
end $$;
comment on function public.ask_agency_deletion is 'Owners only, with the agency''s `name` as it is written. In thirty days it is deleted; until then
  nothing else changes. Idempotent: who asks again gets the day that stands. Answers {success, due_at} or {success, error, field}.';
grant execute on function public.ask_agency_deletion(text) to authenticated;

create function public.withdraw_agency_deletion() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  agency public.organizations := private.lock_owned_agency();
begin
  if agency.id is null then
    return private.command_result('Only an owner can keep the agency.', null, 'agency_is_kept_by_owners');
  end if;
  if agency.deletion_due_at <= clock_timestamp() then
    return private.command_result('It is too late: the agency is being deleted.', null, 'agency_deletion_is_due');
  elsif agency.deletion_due_at is not null then
    update public.organizations o set deletion_asked_at = null, deletion_asked_by = null, deletion_due_at = null, deletion_told_days = null
    where o.id = agency.id;
    perform private.audit(agency.id, 'agency_deletion_withdrawn', null, agency.id);
    perform private.tell_of_deletion(agency, 'agency_deletion_withdrawn', private.acting_name(agency.id));
  end if;
  return private.command_result(null);
end $$;
comment on function public.withdraw_agency_deletion is 'Any owner, until the agency is due. Idempotent. Answers {success, error, field}.';
grant execute on function public.withdraw_agency_deletion() to authenticated;

create view private.near_deletions with (security_invoker = on) as
select o.id from public.organizations o
where o.deletion_due_at > now() and (o.deletion_due_at <= now() + interval '1 day' and o.deletion_told_days > 1
  or o.deletion_due_at <= now() + interval '7 days' and o.deletion_told_days > 7);
comment on view private.near_deletions is 'Agencies whose members are to be told that their deletion is near.';

create function private.remind_of_deletions_slice(organization_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  agency public.organizations;
begin
  for agency in
    select o.* from private.near_deletions n join public.organizations o on o.id = n.id
    where n.id = remind_of_deletions_slice.organization_id
    for no key update of o skip locked
  loop
    perform private.tell_of_deletion(agency, 'agency_deletion_near', null);
    update public.organizations o set deletion_told_days = case when o.deletion_due_at <= now() + interval '1 day' then 1 else 7 end
    where o.id = agency.id;
  end loop;
  return false;
end $$;
comment on function private.remind_of_deletions_slice is 'Tells all members seven days and one day before; of both that were missed, the last.';

create function private.agency_relations() returns table (place integer, relation regclass)
language sql stable security definer set search_path = '' as $$
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
$$;
comment on function private.agency_relations is 'Every table with rows of agencies, from the catalogue, those first that others are not pointed to from:
  whoever deletes in this order leaves no reference without its row. Without users, which go last, with their agency.';

create function private.lock_accounts_out(accounts uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
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
end $$;
comment on function private.lock_accounts_out is 'Ends their sessions, and nobody signs in with them any more, whatever password, mail or factor they have. Their
  addresses are free at once.';

create function private.begin_agency_deletion(organization_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s' as $$
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
end $$;
comment on function private.begin_agency_deletion is 'The first slice: from here on who belongs to it is nobody, and nothing happens by itself for it. False where it
  is not due, or has begun.';

create function private.remove_agency_files(organization_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  bucket text;
begin
  for bucket in select b.id from storage.buckets b order by b.id loop
    perform private.remove_stored_files(bucket, array(
      select o.name from storage.objects o
      where o.bucket_id = bucket and o.name like remove_agency_files.organization_id || '/%' order by o.name limit 500));
  end loop;
  return exists (select from storage.objects o where o.name like remove_agency_files.organization_id || '/%');
end $$;
comment on function private.remove_agency_files is 'Removes some files of every bucket: they lie in a folder of the agency''s id. Answers whether some are left;
  where Storage removes them itself, they are until it has.';

create function private.empty_agency(organization_id uuid, longest interval) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
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
end $$;
comment on function private.empty_agency is 'Deletes rows of an agency that is being deleted, 5,000 at a time, until `longest` is over. Answers whether some may be left.';

create function private.finish_agency_deletion(deletion private.agency_deletions) returns boolean
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s' as $$
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
end $$;
comment on function private.finish_agency_deletion is 'The last slice: what is in tables without an `organization_id`, members, the agency itself, accounts. All of it
  or nothing: false, and the tables are gone through once more, where a row has come meanwhile.';

create function private.go_on_deleting(organization_id uuid, longest interval) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  deletion private.agency_deletions;
  is_left boolean;
begin
  select d.* into deletion from private.agency_deletions d where d.organization_id = go_on_deleting.organization_id;
  if deletion.organization_id is null then
    perform private.begin_agency_deletion(go_on_deleting.organization_id);
    return;
  end if;
  update private.agency_deletions d set served_at = clock_timestamp() where d.organization_id = deletion.organization_id;
  is_left := private.remove_agency_files(deletion.organization_id);
  is_left := private.empty_agency(deletion.organization_id, longest) or is_left;
  -- A minute is longer than any request may take that began before it.
  if not is_left and deletion.began_at < now() - interval '1 minute' then
    perform private.finish_agency_deletion(deletion);
  end if;
end $$;
comment on function private.go_on_deleting is 'Begins the deletion of an agency that is due, else removes files and rows for about a second, else finishes it.';

create function private.delete_agencies(longest interval default '1 second') returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  tenant uuid;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('paperplane.agency_deletions', 0)) then
    return;
  end if;
  perform private.serve_in_turn('remind_of_deletions', array(select n.id from private.near_deletions n), '1 second');
  select w.id into tenant
  from (
    select o.id, o.deletion_due_at as due_at, null::timestamptz as served_at from public.organizations o
    where o.deletion_due_at <= now() and not private.is_being_deleted(o.id)
    union all
    select d.organization_id, null, d.served_at from private.agency_deletions d) w
  where not private.waits_after_failure('delete_agencies', w.id)
  order by w.due_at nulls last, w.served_at, w.id limit 1;
  if tenant is null then
    return;
  end if;
  begin
    perform private.go_on_deleting(tenant, longest);
    -- Nothing is kept of an agency that is gone.
    delete from private.job_turns t where t.job = 'delete_agencies' and t.organization_id = tenant;
  exception when others or query_canceled then
    perform private.end_turn('delete_agencies', tenant, sqlerrm);
  end;
end $$;
comment on function private.delete_agencies is 'A job of every ten seconds: tells members of what is near, then does one slice, of the agency that waited
  longest: begins what is due, else removes files and rows for about a second, else finishes. Each run is one transaction, and the next goes
  on from there, whatever ended this one.';
