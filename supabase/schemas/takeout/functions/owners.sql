-- What owners ask of an export.

create function public.start_agency_export(passphrase text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  caller_organization_id constant uuid := private.exporting_organization_id('an agency');
  writing_key constant text := case when passphrase is not null then encode(extensions.gen_random_bytes(32), 'hex') end;
  -- Blanks in a row count as one, and what nobody sees as none.
  seen constant text := btrim(regexp_replace(regexp_replace(private.plain_text(passphrase), '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g'), '\s+', ' ', 'g'));
  export private.agency_exports;
begin
  perform private.require_step_up();
  if char_length(seen) < 16 or char_length(passphrase) not between 16 and 200 then
    return private.command_result('Use a passphrase of at least 16 characters.', 'passphrase', 'passphrase_too_short', '{"least": 16}');
  elsif passphrase is not null and (select count(distinct c) from regexp_split_to_table(lower(seen), '') c) < 6 then
    return private.command_result('Use at least 6 different characters.', 'passphrase', 'passphrase_too_plain', '{"least": 6}');
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
end $$;
comment on function public.start_agency_export is 'Begins to write all of the caller''s agency to files; the scheduled job does it. The
  passphrase is kept nowhere: what is secret is encrypted with a random key, which lies sealed under it, and until the parts are written
  also under the installation''s. Without one passports and bank details are left out. An export before it is gone. Owners. {success, error, field, id}.';
grant execute on function public.start_agency_export(text) to authenticated;

create function private.export_progress(export_id uuid) returns int
language sql stable security definer set search_path = '' as $$
  select max(split_part(a.application_name, ' ', 3)::int) from pg_catalog.pg_stat_activity a
  where a.application_name ~ ('^takeout ' || export_id::text || ' \d+$')
$$;
comment on function private.export_progress is 'Percent of the rows written; null while nobody writes.';

create function public.get_agency_export() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.exporting_organization_id('an agency');
begin
  return (
    select jsonb_build_object('id', e.id, 'state', e.state, 'progress', case when e.state = 'waiting' then private.export_progress(e.id) end,
      'asked_by', jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name), 'asked_at', e.asked_at, 'ready_at', e.ready_at,
      'ends_at', e.ready_at + interval '7 days', 'sealed', e.sealed_key is not null,
      'rows', (select sum(r.value::bigint) from jsonb_each_text(e.content -> 'rows') r),
      'size', (select sum(p.size) from private.agency_export_parts p where p.export_id = e.id)
        + (select coalesce(sum(f.size), 0) from private.export_files(e) f),
      'opened_at', e.opened_at)
    from private.agency_exports e join public.users u on u.id = e.asked_by
    where e.organization_id = caller_organization_id);
end $$;
comment on function public.get_agency_export is 'The export of the caller''s agency: {id, state: waiting|ready|failed, progress in percent,
  asked_by, asked_at, ready_at, ends_at, sealed, rows, size in bytes, opened_at}; null where there is none. Owners.';
grant execute on function public.get_agency_export() to authenticated;

create function public.remove_agency_export(export_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.exporting_organization_id('an agency');
begin
  delete from private.agency_exports e where e.organization_id = caller_organization_id and e.id = remove_agency_export.export_id;
  if not found then
    return private.command_result('This export is not there any more.', null, 'agency_export_not_found');
  end if;
  perform private.audit(caller_organization_id, 'agency_export_removed', null, remove_agency_export.export_id);
  return private.command_result(null);
end $$;
comment on function public.remove_agency_export is 'Cancels an export that is being written, and deletes one that is ready. Owners.';
grant execute on function public.remove_agency_export(uuid) to authenticated;

create function private.export_files(export private.agency_exports)
returns table (bucket text, name text, file_name text, mime_type text, size bigint, owner_id text)
language sql stable security definer set search_path = '' as $$
  select o.bucket_id, o.name, v.file_name, o.metadata ->> 'mimetype', (o.metadata ->> 'size')::bigint, o.owner_id
  from public.document_versions v join storage.objects o on o.bucket_id = 'documents'
    and o.name = private.document_file(v.organization_id, v.id)
  where v.organization_id = export.organization_id and v.created_at <= export.ready_at
  union all
  select o.bucket_id, o.name, null, o.metadata ->> 'mimetype', (o.metadata ->> 'size')::bigint, o.owner_id
  from storage.objects o
  where o.bucket_id in ('avatars', 'logos') and o.name like export.organization_id || '/%' and o.created_at <= export.ready_at
$$;
comment on function private.export_files is 'Files in Storage that belong to an export, those that are still there.';

create function public.open_agency_export(export_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  caller_organization_id constant uuid := private.exporting_organization_id('an agency');
  export private.agency_exports;
begin
  perform private.require_step_up();
  update private.agency_exports e set opened_by = auth.uid(), opened_at = clock_timestamp()
  where e.organization_id = caller_organization_id and e.id = open_agency_export.export_id and e.state = 'ready'
  returning * into export;
  if export.id is null then
    perform private.refuse('This export is not there any more.', '', 'agency_export_not_found');
  end if;
  perform private.audit(caller_organization_id, 'agency_export_opened', null, export.id);
  return jsonb_build_object('description', export.content,
    'parts', (select jsonb_agg(jsonb_build_object('number', p.number, 'path', p.path, 'kind', p.kind, 'table', p.relation,
      'rows', p.row_count, 'size', p.size, 'hash', p.hash) order by p.number)
      from private.agency_export_parts p where p.export_id = export.id),
    'files', (select coalesce(jsonb_agg(jsonb_build_object('bucket', f.bucket, 'name', f.name, 'file_name', f.file_name,
      'type', f.mime_type, 'size', f.size, 'owner', f.owner_id) order by f.bucket, f.name), '[]') from private.export_files(export) f),
    'statements', (select coalesce(jsonb_agg(s.id order by s.paid_on, s.number), '[]') from public.payout_statements s
      where s.organization_id = caller_organization_id and s.created_at <= export.ready_at));
end $$;
comment on function public.open_agency_export is 'Records that the caller downloads an export, and lets them read its parts and files for
  twelve hours: {description, parts: [{number, path, kind, table, rows, size, hash}], files: [{bucket, name, file_name, type, size, owner}],
  statements: [id]}. Owners.';
grant execute on function public.open_agency_export(uuid) to authenticated;

create function private.is_export_open(export private.agency_exports) returns boolean
language sql stable security definer set search_path = '' as $$
  select export.state = 'ready' and export.organization_id = private.current_organization_id() and private.is_owner()
    and export.opened_by = auth.uid() and export.opened_at > clock_timestamp() - interval '12 hours'
$$;
comment on function private.is_export_open is 'Whether the caller is an owner by now, and has opened it within twelve hours.';

create function public.read_agency_export(export_id uuid, number int) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  answer text;
begin
  select p.content into answer
  from private.agency_exports e join private.agency_export_parts p on p.organization_id = e.organization_id and p.export_id = e.id
  where e.organization_id = private.exporting_organization_id('an agency') and e.id = read_agency_export.export_id
    and p.number = read_agency_export.number and private.is_export_open(e);
  if answer is null then
    perform private.refuse('This export is not there any more.', '', 'agency_export_not_found');
  end if;
  return answer;
end $$;
comment on function public.read_agency_export is 'One part of an export that the caller has opened (open_agency_export).';
grant execute on function public.read_agency_export(uuid, int) to authenticated;

create function private.may_take_document_file(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.agency_exports e
    where e.organization_id = private.current_organization_id() and private.is_export_open(e)
      and may_take_document_file.name like e.organization_id || '/%')
$$;
comment on function private.may_take_document_file is 'Whether the caller may read a document''s file for an export they have opened.';
grant execute on function private.may_take_document_file(text) to authenticated;
