-- Imports of customers, vendors and sales from files, in batches that can be undone. Members import customers and sales, admins
-- vendors, too. Each imported record keeps its batch and its row in the file (import_batch_id, import_row), which makes imports
-- idempotent: rows that are sent again, and a file that any member imports again, add nothing. Batches are written by functions
-- alone: how rows are judged and added is in imports/functions/rows.sql, what is particular to sales in imports/functions/sales.sql, how a batch
-- is taken back in imports/functions/undo.sql.

create function private.sign_undone_import() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.undone_by := private.acting_user(new.organization_id);
  return new;
end $$;

create function private.audit_import() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit(new.organization_id, 'import_' || case new.status when 'running' then 'begun' else new.status end,
    null, new.id, jsonb_build_object('kind', new.kind, 'total_rows', new.total_rows)
      || case when tg_op = 'INSERT' then '{}' else jsonb_build_object('added', new.added, 'skipped', new.skipped,
        'failed', new.failed, 'removed', new.removed) end);
  return null;
end $$;
comment on function private.audit_import is 'Audit events: import_begun, import_done, import_cancelled, import_undone.';

create function private.check_import_kind(kind text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
begin
  if caller_organization_id is null or (kind = 'vendors' and not private.is_admin()) then
    raise exception using errcode = '42501', message = 'permission denied for imports';
  end if;
  if kind is null or kind not in ('customers', 'vendors', 'sales') then
    perform private.refuse('Choose customers, vendors or sales.', 'kind', 'import_kind_unknown');
  end if;
  return caller_organization_id;
end $$;
comment on function private.check_import_kind is 'The caller''s tenant, if they may import this kind: whoever may add such records
  one by one.';

create function private.lock_import_batch(batch_id uuid) returns public.import_batches
language plpgsql volatile security definer set search_path = '' as $$
declare
  b public.import_batches;
begin
  select * into b from public.import_batches i
  where i.id = lock_import_batch.batch_id and i.organization_id = private.current_organization_id()
    and (private.is_admin() or i.created_by = auth.uid())
  for update;
  if b.id is null then
    perform private.refuse('This import is no longer there.', '', 'import_not_found');
  end if;
  perform private.check_import_kind(b.kind);
  return b;
end $$;
comment on function private.lock_import_batch is 'The batch, locked, so that calls for it write one after the other. Members may go
  on with their own, admins with every batch of the tenant; any other is refused like one that does not exist.';

create function public.begin_import(
  kind text, file_name text, file_hash text, headers text[], mapping jsonb, total_rows int, request_key uuid default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.check_import_kind(begin_import.kind);
  batch_id uuid;
  answer jsonb := private.begin_request('begin_import', request_key, jsonb_build_object('kind', kind, 'file_name', file_name,
    'file_hash', file_hash, 'headers', headers, 'mapping', mapping, 'total_rows', total_rows));
begin
  if answer is not null then
    return answer;
  end if;
  insert into public.import_batches as i (organization_id, kind, file_name, file_hash, headers, mapping, total_rows)
  values (caller_organization_id, begin_import.kind, begin_import.file_name, begin_import.file_hash, begin_import.headers,
    begin_import.mapping, begin_import.total_rows)
  returning i.id into batch_id;
  return private.end_request(request_key, batch_id, jsonb_build_object('batch_id', batch_id));
end $$;
comment on function public.begin_import is '{batch_id}: a new batch, once for each `request_key`. `mapping` says how the file''s
  columns are read, and how duplicates are told (same_email).';
grant execute on function public.begin_import(text, text, text, text[], jsonb, integer, uuid) to authenticated;

create function private.saved_by_begin_import(batch_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', i.kind || '_import', 'id', i.id, 'name', 'the import of ' || i.file_name)
  from public.import_batches i
  where i.organization_id = private.current_organization_id() and i.id = saved_by_begin_import.batch_id
    and (private.is_admin() or i.created_by = auth.uid())
$$;
comment on function private.saved_by_begin_import is 'See private.saved_as.';

create function public.last_import_mapping(kind text, headers text[], file_hash text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.check_import_kind(last_import_mapping.kind);
begin
  return jsonb_build_object(
    'mapping', (
      select i.mapping from public.import_batches i
      where i.organization_id = caller_organization_id and i.kind = last_import_mapping.kind
        and i.headers = last_import_mapping.headers
      order by (i.created_by = auth.uid()) desc, i.created_at desc limit 1),
    'words', (
      select coalesce(jsonb_object_agg(f.field, f.words), '{}')
      from (
        select w.field, jsonb_object_agg(w.word, w.meaning order by w.created_at) as words
        from (
          select i.created_at, f.key as field, e.key as word, e.value as meaning
          from (
            select l.created_at, l.mapping -> 'words' as words from public.import_batches l
            where l.organization_id = caller_organization_id and l.kind = last_import_mapping.kind
              and jsonb_typeof(l.mapping -> 'words') = 'object'
            order by l.created_at desc limit 100) i
          cross join lateral jsonb_each(i.words) f
          cross join lateral jsonb_each(case when jsonb_typeof(f.value) = 'object' then f.value else '{}' end) e) w
        group by w.field) f),
    'earlier', (
      select jsonb_build_object('created_at', i.created_at, 'added', i.added, 'first_name', u.first_name,
        'last_name', u.last_name)
      from public.import_batches i join public.users u on u.id = i.created_by
      where i.organization_id = caller_organization_id and i.kind = last_import_mapping.kind
        and i.file_hash = last_import_mapping.file_hash and i.status <> 'undone' and i.added > 0
        and (i.kind <> 'sales' or i.created_by = auth.uid() or private.is_admin())
      order by i.created_at desc limit 1));
end $$;
comment on function public.last_import_mapping is '{mapping, words, earlier}: how a file with these headers was read the last time,
  by the caller or else by anybody of the tenant, and the last import of this very file that added records and was not undone. An
  agent hears of no other agent''s sales: of sales they are told their own imports. `words`: what the words of the agency''s files
  were said to mean, in its last hundred imports of this kind, {field: {word: meaning}}; the latest said holds.';
grant execute on function public.last_import_mapping(text, text[], text) to authenticated;

create function public.finish_import(batch_id uuid, cancelled boolean default false, refused int default 0) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  b public.import_batches;
begin
  b := private.lock_import_batch(finish_import.batch_id);
  if b.status = 'running' then
    update public.import_batches i
    set status = case when finish_import.cancelled then 'cancelled' else 'done' end, finished_at = now(),
      failed = i.failed + least(greatest(coalesce(finish_import.refused, 0), 0), 50000)
    where i.id = b.id returning * into b;
    if b.kind = 'sales' then
      perform private.notify_of_import(b);
    end if;
  end if;
  return jsonb_build_object('status', b.status, 'added', b.added, 'skipped', b.skipped, 'failed', b.failed);
end $$;
comment on function public.finish_import is 'Ends a batch. `refused`: number of rows the client found invalid and did not send.
  Idempotent.';
grant execute on function public.finish_import(uuid, boolean, integer) to authenticated;
