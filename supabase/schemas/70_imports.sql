-- Imports of customers and vendors from files, in batches that can be undone. Members import customers, admins vendors, too. Each
-- imported record keeps its batch and its row in the file (import_batch_id, import_row), which makes imports idempotent: rows
-- that are sent again, and a file that any member imports again, add nothing. Batches are written by the functions below alone.

create table public.import_batches (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default private.current_organization_id(),
  kind text not null,
  file_name text not null,
  file_hash text not null,
  headers text[] not null,
  mapping jsonb not null,
  total_rows integer not null,
  added integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  removed integer not null default 0,
  status text not null default 'running',
  created_by uuid not null default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz,
  undone_at timestamptz,
  undone_by uuid,
  constraint import_batches_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint import_batches_organization_id_id_key unique (organization_id, id),
  constraint import_batches_created_by_fkey foreign key (created_by, organization_id)
    references public.users (id, organization_id),
  constraint import_batches_kind_known check (kind in ('customers', 'vendors')),
  constraint import_batches_file_name_length check (char_length(file_name) between 1 and 255),
  -- SHA-256 in hex.
  constraint import_batches_file_hash_length check (file_hash ~ '^[0-9a-f]{64}$'),
  constraint import_batches_headers_length check (
    cardinality(headers) >= 1 and cardinality(headers) <= 200 and octet_length(headers::text) <= 20000),
  constraint import_batches_mapping_length check (jsonb_typeof(mapping) = 'object' and octet_length(mapping::text) <= 20000),
  constraint import_batches_total_rows_range check (total_rows between 1 and 50000),
  constraint import_batches_status_known check (status in ('running', 'done', 'cancelled', 'undone')),
  constraint import_batches_undone_by_fkey foreign key (undone_by, organization_id)
    references public.users (id, organization_id)
);
alter table public.import_batches enable row level security;

create index import_batches_organization_id_created_at_idx on public.import_batches (organization_id, kind, created_at desc, id);
create index import_batches_created_by_idx on public.import_batches (created_by, organization_id);
create index import_batches_undone_by_idx on public.import_batches (undone_by, organization_id) where undone_by is not null;

comment on column public.import_batches.undone_by is 'Filled by trigger: who took the import back';

-- Here and not in their own files: the table they refer to comes after them.
alter table public.customers add constraint customers_import_batch_id_fkey foreign key (import_batch_id, organization_id)
  references public.import_batches (id, organization_id);
alter table public.vendors add constraint vendors_import_batch_id_fkey foreign key (import_batch_id, organization_id)
  references public.import_batches (id, organization_id);

create policy "admins read the imports of their organization, everybody their own" on public.import_batches
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or created_by = (select auth.uid()))
  );

grant select on public.import_batches to authenticated;

create trigger import_batches_90_touch before update on public.import_batches
  for each row execute function private.touch_updated_at();

create function private.sign_undone_import() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.undone_by := private.acting_user(new.organization_id);
  return new;
end $$;

create trigger import_batches_20_sign_undone before update of status on public.import_batches
  for each row when (new.status = 'undone' and old.status <> 'undone') execute function private.sign_undone_import();

-- Audit events: import_begun, import_done, import_cancelled, import_undone.
create function private.audit_import() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit(new.organization_id, 'import_' || case new.status when 'running' then 'begun' else new.status end,
    null, new.id, jsonb_build_object('kind', new.kind, 'total_rows', new.total_rows)
      || case when tg_op = 'INSERT' then '{}' else jsonb_build_object('added', new.added, 'skipped', new.skipped,
        'failed', new.failed, 'removed', new.removed) end);
  return null;
end $$;

create trigger import_batches_after_50_audit_begun after insert on public.import_batches
  for each row execute function private.audit_import();
create trigger import_batches_after_50_audit after update of status on public.import_batches
  for each row when (old.status <> new.status) execute function private.audit_import();

-- The caller's tenant, if they may import this kind: whoever may add such records one by one.
create function private.check_import_kind(kind text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
begin
  if caller_organization_id is null or (kind = 'vendors' and not private.is_admin()) then
    raise exception using errcode = '42501', message = 'permission denied for imports';
  end if;
  if kind is null or kind not in ('customers', 'vendors') then
    perform private.refuse('Choose customers or vendors.', 'kind');
  end if;
  return caller_organization_id;
end $$;

-- The batch, locked, so that calls for it write one after the other. Members may go on with their own, admins with every batch of
-- the tenant; any other is refused like one that does not exist.
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
    perform private.refuse('This import is no longer there.');
  end if;
  perform private.check_import_kind(b.kind);
  return b;
end $$;

-- {batch_id}: a new batch. `mapping` says how the file's columns are read, and how duplicates are told (same_email).
create function public.begin_import(
  kind text, file_name text, file_hash text, headers text[], mapping jsonb, total_rows int)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.check_import_kind(begin_import.kind);
  batch_id uuid;
begin
  insert into public.import_batches as i (organization_id, kind, file_name, file_hash, headers, mapping, total_rows)
  values (caller_organization_id, begin_import.kind, begin_import.file_name, begin_import.file_hash, begin_import.headers,
    begin_import.mapping, begin_import.total_rows)
  returning i.id into batch_id;
  return jsonb_build_object('batch_id', batch_id);
end $$;
grant execute on function public.begin_import(text, text, text, text[], jsonb, integer) to authenticated;

-- {mapping, earlier}: how a file with these headers was read the last time, by the caller or else by anybody of the tenant, and
-- the last import of this very file that added records and was not undone.
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
    'earlier', (
      select jsonb_build_object('created_at', i.created_at, 'added', i.added, 'first_name', u.first_name,
        'last_name', u.last_name)
      from public.import_batches i join public.users u on u.id = i.created_by
      where i.organization_id = caller_organization_id and i.kind = last_import_mapping.kind
        and i.file_hash = last_import_mapping.file_hash and i.status <> 'undone' and i.added > 0
      order by i.created_at desc limit 1));
end $$;
grant execute on function public.last_import_mapping(text, text[], text) to authenticated;

-- The rows that exist already, and why: 'file' (this row of this file was imported), 'email', 'phone' (with the same name) or
-- 'name' (a vendor's, or an alias). Of duplicates among the rows themselves the first one is new. Families share an e-mail
-- address: where the batch says so (same_email: add), a customer is a duplicate by e-mail only with the same first name.
create function private.find_duplicate_rows(b public.import_batches, rows jsonb) returns table (row_number int, reason text)
language plpgsql stable security definer set search_path = '' as $$
declare
  shared_email constant boolean := coalesce(b.mapping ->> 'same_email' = 'add', false);
begin
  if b.kind = 'vendors' then
    return query
    select t.n, case when t.by_file then 'file' else 'name' end
    from (
      select i.n,
        exists (select 1 from public.vendors v join public.import_batches o on o.id = v.import_batch_id
          where o.organization_id = b.organization_id and o.kind = b.kind and o.file_hash = b.file_hash
            and v.import_row = i.n) as by_file,
        exists (select 1 from public.vendors v where v.organization_id = b.organization_id and lower(v.name) = i.name)
          or exists (
            select 1 from private.vendor_aliases a where a.organization_id = b.organization_id and a.alias_key = i.name)
          or i.occurrence > 1 as by_name
      from (
        select r.n, r.name, pg_catalog.row_number() over (partition by r.name order by r.n) as occurrence
        from (
          select (e ->> 'row_number')::int as n, lower(btrim(e ->> 'name')) as name from jsonb_array_elements(rows) e) r
      ) i
    ) t
    where t.by_file or t.by_name;
    return;
  end if;
  return query
  select t.n, case when t.by_file then 'file' when t.by_email then 'email' else 'phone' end
  from (
    select i.n,
      exists (select 1 from public.import_batches o join public.customers c on c.import_batch_id = o.id and c.import_row = i.n
        where o.organization_id = b.organization_id and o.kind = b.kind and o.file_hash = b.file_hash) as by_file,
      i.email is not null and (i.email_occurrence > 1 or exists (
        select 1 from public.customers c where c.organization_id = b.organization_id and lower(c.email) = i.email
          and (not shared_email or lower(c.first_name) = i.first_name))) as by_email,
      i.digits is not null and (i.phone_occurrence > 1 or exists (
        select 1 from public.customers c where c.organization_id = b.organization_id
          and lower(c.last_name) = i.last_name and lower(c.first_name) = i.first_name
          and regexp_replace(c.phone, '\D', '', 'g') = i.digits)) as by_phone
    from (
      select r.*,
        pg_catalog.row_number() over (
          partition by r.email, case when shared_email then r.first_name end order by r.n) as email_occurrence,
        pg_catalog.row_number() over (partition by r.first_name, r.last_name, r.digits order by r.n) as phone_occurrence
      from (
        select (e ->> 'row_number')::int as n, case when e ->> 'email' like '%@%' then lower(btrim(e ->> 'email')) end as email,
          lower(btrim(e ->> 'first_name')) as first_name, lower(btrim(e ->> 'last_name')) as last_name,
          nullif(regexp_replace(e ->> 'phone', '\D', '', 'g'), '') as digits
        from jsonb_array_elements(rows) e) r
    ) i
  ) t
  where t.by_file or t.by_email or t.by_phone;
end $$;

-- Inserts rows in one statement; if the database refuses one of them, in slices of 20, then one by one. Answers the errors
-- [{row_number, field, message}], with the messages of triggers and constraints.
create function private.insert_import_rows(b public.import_batches, rows jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  row_count constant int := jsonb_array_length(rows);
  slice_size constant int := case when row_count > 20 then 20 else 1 end;
  errors jsonb := '[]';
  reason text;
  column_name text;
begin
  if row_count = 0 then
    return errors;
  end if;
  begin
    if b.kind = 'vendors' then
      insert into public.vendors (organization_id, import_batch_id, import_row, name, category, email, phone, website, contacts,
        address_line_1, address_line_2, city, region, postal_code, country, account_number, default_commission_rate,
        expected_payment_days, expected_payment_basis, aliases, notes)
      select b.organization_id, b.id, (e ->> 'row_number')::int, v.name, v.category, v.email, v.phone, v.website, v.contacts,
        v.address_line_1, v.address_line_2, v.city, v.region, v.postal_code, v.country, v.account_number,
        coalesce(v.default_commission_rate, 0), v.expected_payment_days, v.expected_payment_basis, coalesce(v.aliases, '{}'),
        v.notes
      from jsonb_array_elements(rows) e cross join lateral jsonb_populate_record(null::public.vendors, e) v;
    else
      insert into public.customers (organization_id, created_by, import_batch_id, import_row, first_name, last_name, email, phone,
        more_emails, more_phones, address_line_1, address_line_2, city, region, postal_code, country, birthday,
        emergency_name, emergency_phone, emergency_relation, tags, preferences, notes)
      select b.organization_id, auth.uid(), b.id, (e ->> 'row_number')::int, c.first_name, c.last_name, c.email, c.phone,
        c.more_emails, c.more_phones, c.address_line_1, c.address_line_2, c.city, c.region, c.postal_code, c.country, c.birthday,
        c.emergency_name, c.emergency_phone, c.emergency_relation, c.tags, c.preferences, c.notes
      from jsonb_array_elements(rows) e cross join lateral jsonb_populate_record(null::public.customers, e) c;
    end if;
    return errors;
  exception when data_exception or integrity_constraint_violation or raise_exception then
    get stacked diagnostics reason = message_text, column_name = pg_exception_hint;
    if row_count = 1 then
      return jsonb_build_array(jsonb_build_object(
        'row_number', (rows -> 0 ->> 'row_number')::int, 'field', column_name, 'message', reason));
    end if;
  end;
  for first_row in 1 .. row_count by slice_size loop
    errors := errors || private.insert_import_rows(b, (
      select jsonb_agg(e order by n) from jsonb_array_elements(rows) with ordinality u(e, n)
      where n between first_row and first_row + slice_size - 1));
  end loop;
  return errors;
end $$;

-- Imports up to 500 rows of the file, [{row_number, <columns>}], row_number from 1. Duplicates are skipped, rows that the
-- database refuses are listed, the others are added: {added, skipped, skips: [{row_number, reason}],
-- errors: [{row_number, field, message}]}. Idempotent: rows that are sent a second time are skipped.
create function public.import_rows(batch_id uuid, rows jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  b public.import_batches;
  sent int;
  skips jsonb;
  errors jsonb;
  counts record;
begin
  b := private.lock_import_batch(import_rows.batch_id);
  if b.status <> 'running' then
    perform private.refuse(case b.status when 'undone' then 'This import was undone.' else 'This import has ended.' end);
  end if;
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) > 500 or exists (
    select 1 from jsonb_array_elements(rows) e
    where case when jsonb_typeof(e) <> 'object' then true
      else coalesce(e ->> 'row_number' !~ '^[1-9][0-9]{0,5}$', true) end
  ) then
    perform private.refuse('Send at most 500 rows, each with its number.', 'rows');
  end if;
  sent := jsonb_array_length(rows);
  -- One import of a kind at a time per tenant (advisory lock): a concurrent one with the same records would not be seen.
  perform pg_advisory_xact_lock(hashtextextended('import ' || b.kind || b.organization_id, 0));

  select coalesce(jsonb_agg(jsonb_build_object('row_number', d.row_number, 'reason', d.reason) order by d.row_number), '[]')
  into skips from private.find_duplicate_rows(b, rows) d;
  errors := private.insert_import_rows(b, (
    select coalesce(jsonb_agg(e), '[]') from jsonb_array_elements(rows) e
    where not exists (select 1 from jsonb_array_elements(skips) s where s ->> 'row_number' = e ->> 'row_number')));
  select sent - jsonb_array_length(skips) - jsonb_array_length(errors) as added, jsonb_array_length(skips) as skipped,
    jsonb_array_length(errors) as failed into counts;
  update public.import_batches i
  set added = i.added + counts.added, skipped = i.skipped + counts.skipped, failed = i.failed + counts.failed
  where i.id = b.id;
  return jsonb_build_object('added', counts.added, 'skipped', counts.skipped, 'skips', skips, 'errors', errors);
end $$;
grant execute on function public.import_rows(uuid, jsonb) to authenticated;

-- Ends a batch. `refused`: number of rows the client found invalid and did not send. Idempotent.
create function public.finish_import(batch_id uuid, cancelled boolean default false, refused int default 0) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  b public.import_batches;
begin
  b := private.lock_import_batch(finish_import.batch_id);
  if b.status = 'running' then
    update public.import_batches i
    set status = case when finish_import.cancelled then 'cancelled' else 'done' end, finished_at = now(),
      failed = i.failed + least(greatest(coalesce(finish_import.refused, 0), 0), 50000)
    where i.id = b.id returning * into b;
  end if;
  return jsonb_build_object('status', b.status, 'added', b.added, 'skipped', b.skipped, 'failed', b.failed);
end $$;
grant execute on function public.finish_import(uuid, boolean, integer) to authenticated;

-- Undoes a batch: {removed, kept: [{id, name, reason}], kept_count, more}. Records that were edited or that others refer to since
-- stay ('edited', 'used'); the first 100 of them are listed. A call deletes up to 1,000 records: while `more`, call again.
create function public.undo_import(batch_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  b public.import_batches;
  is_referenced text;
  removed_count int;
  kept jsonb := '[]';
  kept_count int := 0;
  has_more boolean;
begin
  b := private.lock_import_batch(undo_import.batch_id);
  -- Right after a large import the planner does not know the rows yet: believing in a small table it looks up every reference to
  -- each record through an index of the whole tenant, and times out. Fewer rows in the statistics than half of the batch tell so.
  if (
    select t.reltuples < (b.added - b.removed) / 2
    from pg_catalog.pg_class t where t.oid = ('public.' || b.kind)::regclass
  ) then
    execute format('analyze public.%I', b.kind);
  end if;
  -- A condition over every foreign key to the table, but for a vendor's aliases, which are deleted with it.
  select string_agg(format('exists (select 1 from %s r where r.organization_id = t.organization_id and r.%I = t.id)',
    k.conrelid::regclass, a.attname), ' or ')
  into is_referenced
  from pg_constraint k
  cross join lateral unnest(k.conkey, k.confkey) c(column_number, referenced_number)
  join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.column_number
  join pg_attribute f on f.attrelid = k.confrelid and f.attnum = c.referenced_number
  where k.contype = 'f' and k.confrelid = ('public.' || b.kind)::regclass and f.attname = 'id'
    and k.conrelid <> 'private.vendor_aliases'::regclass;

  execute format('with removed as (
      delete from public.%1$I d where d.id in (
        select t.id from public.%1$I t where t.import_batch_id = $1 and t.updated_at = t.created_at and not (%2$s) limit 1000)
      returning 1)
    select count(*) from removed', b.kind, is_referenced)
  into removed_count using b.id;
  has_more := removed_count = 1000;
  if not has_more then
    execute format('select count(*) as n,
        coalesce(jsonb_agg(jsonb_build_object(''id'', k.id, ''name'', k.name, ''reason'', k.reason))
          filter (where k.place <= 100), ''[]'') as rows
      from (
        select t.id, %3$s as name, case when %2$s then ''used'' else ''edited'' end as reason,
          row_number() over (order by t.import_row) as place
        from public.%1$I t where t.import_batch_id = $1) k', b.kind, is_referenced,
      case b.kind when 'vendors' then 't.name' else 't.first_name || '' '' || t.last_name' end)
    into kept_count, kept using b.id;
  end if;
  update public.import_batches i
  set removed = i.removed + removed_count, status = 'undone', undone_at = coalesce(i.undone_at, now()),
    finished_at = coalesce(i.finished_at, now())
  where i.id = b.id;
  return jsonb_build_object('removed', removed_count, 'more', has_more, 'kept', kept, 'kept_count', kept_count);
end $$;
grant execute on function public.undo_import(uuid) to authenticated;
