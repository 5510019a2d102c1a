-- Optimistic concurrency for customers and vendors: every change of what the form shows increments `version`, and an update is
-- saved only if its author has seen the latest version. record_changes keeps who changed which columns and when, but no values:
-- enough to explain a conflict, and nothing that an erasure would have to find again, except former names.

create function private.changed_columns(old_row jsonb, new_row jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select array(select e.key from jsonb_each(new_row) e where e.value is distinct from old_row -> e.key order by e.key)
$$;

create function private.add_record_change(
  organization_id uuid, record_id uuid, version integer, changed_fields text[], former_name text[] default null) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.record_changes (organization_id, record_id, version, changed_by, changed_fields, former_name)
  values (organization_id, record_id, version, private.acting_user(organization_id), changed_fields, former_name)
$$;

create function private.bump_record_version() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ignored_columns constant text[] := tg_argv[0]::text[];
  old_row jsonb := to_jsonb(old) - ignored_columns;
  fields text[] := private.changed_columns(old_row, to_jsonb(new) - ignored_columns);
begin
  new.version := old.version;
  if cardinality(fields) > 0 then
    new.version := old.version + 1;
    perform private.add_record_change(new.organization_id, new.id, new.version, fields,
      case when fields && '{first_name,last_name}' then array[old_row ->> 'first_name', old_row ->> 'last_name'] end);
  end if;
  return new;
end $$;
comment on function private.bump_record_version is 'Increments the version of a changed row and records the change. The trigger
  argument lists the columns that no form shows: their changes do not count, and a value sent for `version` is replaced.';

create function private.refuse_stale_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse(
    'This ' || tg_argv[0] || ' was changed by somebody else meanwhile. Read it again before you change it.', 'version',
    'record_changed', jsonb_build_object('noun', tg_argv[0]));
  return null;
end $$;
comment on function private.refuse_stale_version is 'Optimistic concurrency for direct updates of the table (scripts, not the app,
  which calls update_customer or update_vendor): an update that sends `version` must send the latest one. Fires on "update of
  version" only: a merge and its undoing write rows without naming a version.';

create function private.delete_record_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.record_changes c using removed r where c.record_id = r.id;
  return null;
end $$;

create function private.add_record(relation text, request_key uuid, input jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  columns constant text := (select string_agg(quote_ident(k), ', ') from jsonb_object_keys(input) k);
  new_id uuid;
begin
  execute format('insert into public.%1$I (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1) returning id',
    relation, columns) into new_id using input;
  return private.end_request(request_key, new_id, jsonb_build_object('id', new_id));
end $$;
comment on function private.add_record is 'Inserts a checked customer or vendor with the caller''s rights, and ends the request:
  {id}.';
grant execute on function private.add_record(text, uuid, jsonb) to authenticated;

create function private.save_record(
  relation text, noun text, organization_id uuid, record_id uuid, expected_version integer, input jsonb)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  current_row jsonb;
  assignments text := (select string_agg(format('%1$I = n.%1$I', k), ', ') from jsonb_object_keys(input) k);
  current_version integer;
  state text;
  reason text;
  violated text;
begin
  if expected_version is null then
    perform private.refuse('Say which version of the ' || noun || ' was edited.', 'version', 'version_missing',
      jsonb_build_object('noun', noun));
  end if;
  execute format('select to_jsonb(t) from public.%I t where t.organization_id = $1 and t.id = $2 for no key update', relation)
  into current_row using save_record.organization_id, record_id;
  if current_row is null then
    perform private.refuse('This ' || noun || ' does not exist.', '',
      case noun when 'vendor' then 'vendor_not_found' else 'customer_not_found' end);
  elsif current_row ->> 'merged_into' is not null then
    perform private.refuse('This customer was merged into another one.', '', 'customer_merged');
  elsif current_row ->> 'erased_at' is not null then
    perform private.refuse('This customer was erased.', '', 'customer_erased');
  end if;

  current_version := (current_row ->> 'version')::integer;
  if current_version <> expected_version then
    return jsonb_build_object('outcome', 'conflict', 'version', current_version, noun, current_row, 'changes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'changed_by', case when u.id is not null then
          jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) end,
        'changed_at', c.changed_at, 'changed_fields', c.changed_fields, 'version', c.version) order by c.version), '[]')
      from private.record_changes c
      left join public.users u on u.organization_id = c.organization_id and u.id = c.changed_by
      where c.organization_id = save_record.organization_id and c.record_id = save_record.record_id
        and c.version > expected_version));
  end if;
  if assignments is not null then
    begin
      execute format('update public.%1$I t set %2$s from jsonb_populate_record(null::public.%1$I, $1) n
        where t.organization_id = $2 and t.id = $3 returning t.version', relation, assignments)
      into current_version using input, save_record.organization_id, record_id;
    exception when integrity_constraint_violation then
      -- Raised again without its detail, which shows the failing row to the owner of the table.
      get stacked diagnostics state = returned_sqlstate, reason = message_text, violated = constraint_name;
      raise exception using errcode = state, message = reason, constraint = violated;
    end;
  end if;
  return jsonb_build_object('outcome', 'saved', 'id', record_id, 'version', current_version);
end $$;
comment on function private.save_record is 'Saves the given columns of a customer or vendor if the row is still at the version the
  caller has seen: {outcome: ''saved'', id, version}. Otherwise nothing is written: {outcome: ''conflict'', version, <noun>: the
  current row, changes: [{changed_by, changed_at, changed_fields, version}]}, oldest change first. The row is locked before the
  comparison, so of concurrent saves one succeeds.';

create function private.check_record_input(input jsonb, column_types jsonb, noun text) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  checked jsonb := '{}';
  key text;
  value jsonb;
  typed text;
begin
  if input is null or jsonb_typeof(input) <> 'object' then
    perform private.refuse('Send the fields of the ' || noun || ' as an object.', '', 'fields_expected', jsonb_build_object('noun', noun));
  end if;
  for key, value in select e.key, e.value from jsonb_each(input) e order by e.key loop
    typed := value #>> '{}';
    if not column_types ? key then
      perform private.refuse('A ' || noun || ' has no field "' || left(key, 60) || '" that can be set here.', left(key, 60),
        'field_unknown', jsonb_build_object('noun', noun, 'field', left(key, 60)));
    elsif typed is null then
      -- null in a required column: an empty text, which its constraint refuses with the right message.
      value := case when key in ('first_name', 'last_name', 'name') then '""'::jsonb
        when key = 'default_commission_rate' then '0' else value end;
    elsif column_types ->> key = 'text' and jsonb_typeof(value) <> 'string' then
      perform private.refuse('Enter text here.', key, 'text_expected');
    elsif column_types ->> key = 'date'
      and (jsonb_typeof(value) <> 'string' or typed !~ '^\d{4}-\d\d-\d\d$' or not pg_input_is_valid(typed, 'date')) then
      perform private.refuse('Enter a date like 11/19/2026.', key, 'date_expected');
    elsif column_types ->> key = 'list' and (jsonb_typeof(value) <> 'array'
      or exists (select 1 from jsonb_array_elements(value) e where jsonb_typeof(e) not in ('string', 'null'))) then
      perform private.refuse('Send a list of texts.', key, 'list_of_texts_expected');
    elsif column_types ->> key = 'number' then
      if typed !~ '^ *-?\d{1,20}(\.\d{1,20})? *$' then
        perform private.refuse('Enter a percentage like 12.5.', key, 'percentage_expected');
      end if;
      -- Clamped to what the column can hold and its range constraint refuses, instead of a numeric overflow error.
      value := to_jsonb(least(greatest(round(typed::numeric, 2), -1), 999));
    elsif column_types ->> key = 'integer' then
      if typed !~ '^ *-?\d{1,20} *$' then
        perform private.refuse('Enter a number of days.', key, 'number_of_days_expected');
      end if;
      value := to_jsonb(least(greatest(typed::numeric, -1), 99999));
    end if;
    checked := checked || jsonb_build_object(key, value);
  end loop;
  return checked;
end $$;
comment on function private.check_record_input is 'Validates the columns a form sent against their types (text, date, list, json,
  number, integer) and returns them with numbers normalized; everything else is left to the constraints. A refusal names the
  column.';
grant execute on function private.check_record_input(jsonb, jsonb, text) to authenticated;
