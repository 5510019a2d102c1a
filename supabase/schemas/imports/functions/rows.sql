-- The rows of a file, portion by portion: private.import_portion judges and adds them. An import (import_rows) keeps what it adds;
-- a check before it (check_import_rows) calls the same function and rolls back, so that its verdicts are what will happen.

create function private.check_import_portion(rows jsonb) returns void
language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) > 500 or exists (
    select 1 from jsonb_array_elements(rows) e
    where case when jsonb_typeof(e) <> 'object' then true
      else coalesce(e ->> 'row_number' !~ '^[1-9][0-9]{0,5}$', true) end
  ) then
    perform private.refuse('Send at most 500 rows, each with its number.', 'rows', 'import_portion_wrong');
  end if;
end $$;
comment on function private.check_import_portion is 'Whether `rows` can be a portion: at most 500 objects, each with its number.';

create function private.import_twin(b public.import_batches, import_batch_id uuid, import_row int, name text, detail text)
returns jsonb
language sql immutable set search_path = '' as $$
  select case when import_batch_id = b.id then jsonb_build_object('row', import_row)
    else jsonb_strip_nulls(jsonb_build_object('name', name, 'detail', detail)) end
$$;
comment on function private.import_twin is 'Whom a twin is shown as: a row of this very file by its number, any other record by what
  it is called.';

create function private.find_duplicate_rows(b public.import_batches, rows jsonb)
returns table (row_number int, reason text, twin jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  shared_email constant boolean := coalesce(b.mapping ->> 'same_email' = 'add', false);
begin
  if b.kind = 'vendors' then
    return query
    select i.n, case when f.twin is not null then 'file' else 'name' end,
      coalesce(f.twin, k.twin, jsonb_build_object('row', i.first_row))
    from (
      select r.n, r.name, min(r.n) over (partition by r.name) as first_row
      from (
        select (e ->> 'row_number')::int as n, lower(btrim(e ->> 'name')) as name from jsonb_array_elements(rows) e) r
    ) i
    left join lateral (
      select jsonb_build_object('name', v.name) as twin
      from public.import_batches o join public.vendors v on v.import_batch_id = o.id and v.import_row = i.n
      where o.organization_id = b.organization_id and o.kind = b.kind and o.file_hash = b.file_hash limit 1) f on true
    left join lateral (
      select private.import_twin(b, v.import_batch_id, v.import_row, v.name, null) as twin
      from public.vendors v
      where v.organization_id = b.organization_id and (lower(v.name) = i.name or v.id = (
        select a.vendor_id from private.vendor_aliases a
        where a.organization_id = b.organization_id and a.alias_key = i.name))
      order by v.created_at, v.id limit 1) k on true
    where f.twin is not null or k.twin is not null or i.first_row < i.n;
    return;
  end if;
  return query
  select i.n, case when f.twin is not null then 'file' when m.twin is not null or i.first_email < i.n then 'email' else 'phone' end,
    coalesce(f.twin, m.twin, case when i.first_email < i.n then jsonb_build_object('row', i.first_email) end, p.twin,
      jsonb_build_object('row', i.first_phone))
  from (
    select r.*,
      case when r.email is not null then
        min(r.n) over (partition by r.email, case when shared_email then r.first_name end) end as first_email,
      case when r.digits is not null then min(r.n) over (partition by r.first_name, r.last_name, r.digits) end as first_phone
    from (
      select (e ->> 'row_number')::int as n, case when e ->> 'email' like '%@%' then lower(btrim(e ->> 'email')) end as email,
        lower(btrim(e ->> 'first_name')) as first_name, lower(btrim(e ->> 'last_name')) as last_name,
        nullif(regexp_replace(e ->> 'phone', '\D', '', 'g'), '') as digits
      from jsonb_array_elements(rows) e) r
  ) i
  left join lateral (
    select jsonb_build_object('name', c.first_name || ' ' || c.last_name) as twin
    from public.import_batches o join public.customers c on c.import_batch_id = o.id and c.import_row = i.n
    where o.organization_id = b.organization_id and o.kind = b.kind and o.file_hash = b.file_hash limit 1) f on true
  left join lateral (
    select private.import_twin(b, c.import_batch_id, c.import_row, c.first_name || ' ' || c.last_name, c.email) as twin
    from public.customers c
    where i.email is not null and c.organization_id = b.organization_id and lower(c.email) = i.email
      and (not shared_email or lower(c.first_name) = i.first_name)
    order by c.created_at, c.id limit 1) m on true
  left join lateral (
    select private.import_twin(b, c.import_batch_id, c.import_row, c.first_name || ' ' || c.last_name, c.phone) as twin
    from public.customers c
    where i.digits is not null and c.organization_id = b.organization_id
      and lower(c.last_name) = i.last_name and lower(c.first_name) = i.first_name
      and regexp_replace(c.phone, '\D', '', 'g') = i.digits
    order by c.created_at, c.id limit 1) p on true
  where f.twin is not null or m.twin is not null or p.twin is not null or i.first_email < i.n or i.first_phone < i.n;
end $$;
comment on function private.find_duplicate_rows is 'The rows that exist already, and why: ''file'' (this row of this file was
  imported), ''email'', ''phone'' (with the same name) or ''name'' (a vendor''s, or an alias); `twin` is what they are the same as
  (private.import_twin). Of duplicates among the rows themselves the first one is new. Families share an e-mail address: where the
  batch says so (same_email: add), a customer is a duplicate by e-mail only with the same first name.';

create function private.insert_import_rows(b public.import_batches, rows jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  row_count constant int := jsonb_array_length(rows);
  slice_size constant int := case when row_count > 20 then 20 else 1 end;
  errors jsonb := '[]';
  reason text;
  column_name text;
  detail text;
begin
  if row_count = 0 then
    return errors;
  end if;
  begin
    if b.kind = 'sales' then
      perform private.insert_import_sales(b, rows);
    elsif b.kind = 'vendors' then
      insert into public.vendors (organization_id, import_batch_id, import_row, name, category, email, phone, website,
        address_line_1, address_line_2, city, region, postal_code, country, default_commission_rate, aliases)
      select b.organization_id, b.id, (e ->> 'row_number')::int, v.name, v.category, v.email, v.phone, v.website,
        v.address_line_1, v.address_line_2, v.city, v.region, v.postal_code, v.country,
        coalesce(v.default_commission_rate, 0), coalesce(v.aliases, '{}')
      from jsonb_array_elements(rows) e cross join lateral jsonb_populate_record(null::public.vendors, e) v;
      perform private.save_vendor_terms(v.id, private.terms_of(e))
      from jsonb_array_elements(rows) e
      join public.vendors v on v.import_batch_id = b.id and v.import_row = (e ->> 'row_number')::int;
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
    get stacked diagnostics reason = message_text, column_name = pg_exception_hint, detail = pg_exception_detail;
    if row_count = 1 then
      return jsonb_build_array(private.import_error(rows -> 0, column_name, reason, detail));
    end if;
  end;
  for first_row in 1 .. row_count by slice_size loop
    errors := errors || private.insert_import_rows(b, (
      select jsonb_agg(e order by n) from jsonb_array_elements(rows) with ordinality u(e, n)
      where n between first_row and first_row + slice_size - 1));
  end loop;
  return errors;
end $$;
comment on function private.insert_import_rows is 'Inserts rows in one statement; if the database refuses one of them, in slices of
  20, then one by one. Answers the errors [{row_number, field, message, code, params}], with the messages of triggers and
  constraints; a constraint has no code.';

create function private.import_error(import_row jsonb, field text, message text, detail text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('row_number', (import_row ->> 'row_number')::int, 'field', field, 'message', message)
    || private.fact_of(detail)
$$;

create function private.rows_without(rows jsonb, entries jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(e order by n), '[]') from jsonb_array_elements(rows) with ordinality u(e, n)
  where not exists (select 1 from jsonb_array_elements(entries) x where x -> 'row_number' = e -> 'row_number')
$$;
comment on function private.rows_without is 'The rows whose numbers are in no entry of `entries`, in their order.';

create function private.import_portion(b public.import_batches, rows jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  remaining jsonb := rows;
  refused jsonb := '[]';
  skips jsonb;
  added jsonb;
  errors jsonb;
begin
  perform private.begin_mode('importing');
  loop
    begin
      if b.kind = 'sales' then
        select r.skips, r.added, r.errors into skips, added, errors from private.resolve_sale_rows(b, remaining) r;
      else
        select coalesce(jsonb_agg(jsonb_build_object('row_number', d.row_number, 'reason', d.reason, 'twin', d.twin)
          order by d.row_number), '[]')
        into skips from private.find_duplicate_rows(b, remaining) d;
        added := private.rows_without(remaining, skips);
        errors := '[]';
      end if;
      if errors = '[]' then
        errors := private.insert_import_rows(b, added);
      end if;
      exit when errors = '[]';
      raise exception using errcode = 'PI001';
    exception when sqlstate 'PI001' then
      refused := refused || errors;
      remaining := private.rows_without(remaining, errors);
    end;
  end loop;
  perform private.begin_mode('');
  return jsonb_build_object('added', jsonb_array_length(added), 'skipped', jsonb_array_length(skips), 'skips', skips,
    'errors', (select coalesce(jsonb_agg(e order by (e ->> 'row_number')::int), '[]') from jsonb_array_elements(refused) e),
    'adds', case when b.kind = 'sales' then private.describe_imported_sales(b, added) else '[]' end);
end $$;
comment on function private.import_portion is 'Adds the rows of a portion: {added, skipped, skips: [{row_number, reason, twin}],
  errors: [{row_number, field, message, code, params}], adds: of sales what was made of each row
  (private.describe_imported_sales)}. A row that is refused has no effect on another one: the portion is taken back and judged anew without it. So a portion says the same about the
  same rows, whoever calls it.';

create function private.rows_added_before(b public.import_batches, rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(e), '[]') from jsonb_array_elements(rows) e
  where (e ->> 'row_number')::int in (
    select s.import_row from public.sales s where b.kind = 'sales' and s.import_batch_id = b.id
    union all select v.import_row from public.vendors v where b.kind = 'vendors' and v.import_batch_id = b.id
    union all select c.import_row from public.customers c where b.kind = 'customers' and c.import_batch_id = b.id)
$$;
comment on function private.rows_added_before is 'The rows of a portion that this very batch has added before.';

create function public.import_rows(batch_id uuid, rows jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  b public.import_batches;
  added_before jsonb;
  answer jsonb;
begin
  b := private.lock_import_batch(import_rows.batch_id);
  if b.status <> 'running' then
    perform private.refuse_with(case b.status when 'undone' then private.command_result('This import was undone.',
      null, 'import_undone')
      else private.command_result('This import has ended.', null, 'import_ended') end);
  end if;
  perform private.check_import_portion(rows);
  -- One import at a time per tenant (advisory lock): a concurrent one with the same records would not be seen.
  perform pg_advisory_xact_lock(hashtextextended('import ' || b.organization_id, 0));
  added_before := private.rows_added_before(b, rows);
  answer := private.import_portion(b, private.rows_without(rows, added_before));
  update public.import_batches i
  set added = i.added + (answer ->> 'added')::int,
    skipped = i.skipped + (
      select count(*) from jsonb_array_elements(answer -> 'skips') e where not (e ->> 'row_number')::int <@ i.handled),
    failed = i.failed + (
      select count(*) from jsonb_array_elements(answer -> 'errors') e where not (e ->> 'row_number')::int <@ i.handled),
    handled = i.handled + (
      select coalesce(range_agg(int4range(n, n, '[]')), '{}') from (
        select (e ->> 'row_number')::int as n from jsonb_array_elements(rows) e) r)
  where i.id = b.id;
  if added_before = '[]' then
    return answer;
  end if;
  return answer || jsonb_build_object('added', (answer ->> 'added')::int + jsonb_array_length(added_before),
    'adds', case when b.kind = 'sales' then private.describe_imported_sales(b, rows) else '[]' end);
end $$;
comment on function public.import_rows is 'Imports up to 500 rows of the file, [{row_number, <columns>}], row_number from 1, and
  answers what private.import_portion does. Idempotent: rows that are sent a second time to the same import are answered as the
  first time, and counted once.';
grant execute on function public.import_rows(uuid, jsonb) to authenticated;

create function private.forget_import_checks() returns void
language sql volatile security definer set search_path = '' as $$
  delete from private.import_check_rows r where r.created_at < now() - interval '1 hour'
$$;

create function private.import_row_keys(b public.import_batches, r jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select array_remove(case b.kind
    when 'vendors' then array['vendor ' || lower(btrim(r ->> 'name'))]
      || case when jsonb_typeof(r -> 'aliases') = 'array' then array(
        select 'vendor ' || lower(btrim(regexp_replace(a, '\s+', ' ', 'g'))) from jsonb_array_elements_text(r -> 'aliases') a)
      end
    when 'customers' then array[
      'email ' || lower(btrim(r ->> 'email'))
        || case when b.mapping ->> 'same_email' = 'add' then ' ' || lower(btrim(r ->> 'first_name')) else '' end,
      'name ' || lower(btrim(r ->> 'first_name')) || ' ' || lower(btrim(r ->> 'last_name')) || ' '
        || regexp_replace(r ->> 'phone', '\D', '', 'g')]
    else array[
      'vendor ' || lower(btrim(r ->> 'vendor')),
      'booking ' || lower(btrim(r ->> 'vendor')) || ' ' || lower(btrim(r ->> 'booking_reference')),
      'email ' || lower(btrim(r ->> 'customer_email')),
      'name ' || lower(btrim(r ->> 'customer_first_name')) || ' ' || lower(btrim(r ->> 'customer_last_name'))] end, null)
$$;
comment on function private.import_row_keys is 'What a row''s records are looked up by: whichever two rows may concern the same
  customer, vendor or booking share a key.';

create function public.check_import_rows(
  kind text, file_hash text, mapping jsonb, rows jsonb, check_id uuid default null, is_last boolean default false)
returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  caller_organization_id uuid := private.check_import_kind(check_import_rows.kind);
  this_check uuid := coalesce(check_import_rows.check_id, gen_random_uuid());
  b public.import_batches;
  earlier jsonb;
  answer jsonb;
begin
  perform private.check_import_portion(rows);
  if check_import_rows.check_id is null then
    perform private.forget_import_checks();
  end if;
  begin
    insert into public.import_batches as i (organization_id, kind, file_name, file_hash, headers, mapping, total_rows)
    values (caller_organization_id, check_import_rows.kind, 'check', check_import_rows.file_hash, '{check}',
      check_import_rows.mapping, 50000)
    returning * into b;
    select coalesce(jsonb_agg(r.import_row order by r.row_number), '[]') into earlier
    from private.import_check_rows r
    where r.check_id = this_check and r.created_by = auth.uid()
      -- A portion that is sent a second time does not meet itself.
      and r.row_number < (select min((e ->> 'row_number')::int) from jsonb_array_elements(rows) e)
      and r.keys && array(
        select distinct k from jsonb_array_elements(rows) e cross join lateral unnest(private.import_row_keys(b, e)) k);
    perform private.import_portion(b, earlier);
    answer := private.import_portion(b, rows);
    raise exception using errcode = 'PI002';
  exception when sqlstate 'PI002' then
    null;
  end;
  if is_last then
    delete from private.import_check_rows r where r.check_id = this_check and r.created_by = auth.uid();
  else
    insert into private.import_check_rows (check_id, row_number, created_by, keys, import_row)
    select this_check, (e ->> 'row_number')::int, auth.uid(), k.keys, e
    from jsonb_array_elements(private.rows_without(rows, (answer -> 'skips') || (answer -> 'errors'))) e
    left join jsonb_array_elements(answer -> 'adds') a on a -> 'row_number' = e -> 'row_number'
    cross join lateral (
      -- A sale that found its customer or vendor makes none: later rows find them as well.
      select array(
        select x from unnest(private.import_row_keys(b, e)) x
        where a is null or x like 'booking %' or x like 'vendor %' and a -> 'makes' ? 'vendor'
          or (x like 'email %' or x like 'name %') and a -> 'makes' ? 'customer') as keys) k
    on conflict do nothing;
  end if;
  return jsonb_build_object('check_id', this_check) || answer;
end $$;
comment on function public.check_import_rows is 'Says what import_rows will answer for a portion of a file, and writes nothing: the
  rows are imported, after those of earlier portions that they may meet, and taken back. Portions are checked in their order: the
  first without `check_id`, the others with the answered one, `is_last` with the end of the file. {check_id} and what
  private.import_portion answers.';
grant execute on function public.check_import_rows(text, text, jsonb, jsonb, uuid, boolean) to authenticated;
