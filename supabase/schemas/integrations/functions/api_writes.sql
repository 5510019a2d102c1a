-- What the API writes, by the product's own functions: their rules hold, their histories name the key's member. Nothing here approves or pays,
-- and a program writes nothing off.

create function private.check_api_result(result jsonb, noun text) returns jsonb
language plpgsql immutable security definer set search_path = '' as $$
begin
  if result ->> 'outcome' = 'conflict' then
    perform private.refuse('This ' || noun || ' was changed by somebody else meanwhile. Read it again before you change it.', 'version',
      'record_changed', jsonb_build_object('noun', noun));
  elsif not coalesce((result ->> 'success')::boolean, true) then
    perform private.refuse_with(result);
  end if;
  return result;
end $$;
comment on function private.check_api_result is 'What a function of the product has answered; its refusals are raised, so that nothing is kept of them.';
grant execute on function private.check_api_result(jsonb, text) to authenticated;

create function private.import_for_api(body jsonb) returns uuid
language plpgsql volatile security invoker set search_path = '' as $$
declare
  lines constant jsonb := (
    -- Equal lines of one request are told apart, as in a file.
    select jsonb_agg(l.entry || jsonb_build_object('line', l.n, 'twin', l.twin) order by l.n)
    from (
      select e.entry, e.n, row_number() over (partition by e.entry order by e.n)::text as twin
      from jsonb_array_elements(body -> 'lines') with ordinality e(entry, n)) l);
  name constant text := coalesce(nullif(btrim(body ->> 'name'), ''), 'API');
  new_id uuid;
  is_more boolean := true;
begin
  new_id := (public.begin_bank_import((body ->> 'account_id')::uuid, name, encode(sha256(convert_to(lines::text, 'UTF8')), 'hex'), 'csv',
    jsonb_array_length(lines)) ->> 'import_id')::uuid;
  perform public.import_bank_lines(new_id, lines);
  while is_more loop
    is_more := (public.finish_bank_import(new_id) ->> 'more')::boolean;
  end loop;
  return new_id;
end $$;
comment on function private.import_for_api is 'Imports lines as a file of the bank.';
grant execute on function private.import_for_api(jsonb) to authenticated;

create function private.api_import(import_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object('import_id', i.id, 'added', i.added, 'already_here', i.here, 'refused', (
    select coalesce(jsonb_agg(jsonb_build_object('line', e -> 'line', 'detail', e -> 'why') order by (e ->> 'line')::int), '[]')
    from jsonb_array_elements(i.broken_lines) e))
  from public.bank_imports i where i.id = api_import.import_id
$$;
comment on function private.api_import is 'What an import has done with its lines.';
grant execute on function private.api_import(uuid) to authenticated;

create function private.do_for_api(operation text, record_id uuid, version int, body jsonb) returns uuid
language plpgsql volatile security invoker set search_path = '' as $$
declare
  travelers constant text[] := case when body ? 'traveler_ids' then array(select jsonb_array_elements_text(body -> 'traveler_ids')) end;
  result jsonb;
begin
  -- Of others private.guard_sale_agent says so.
  if (body ->> 'agent_id')::uuid = auth.uid() then
    perform private.refuse('Choose the agent who sold this booking.', 'agent_id', 'sale_field_missing', '{"field": "agent_id"}');
  end if;
  case operation
    when 'create_sale' then
      result := public.create_sale(body - 'traveler_ids', coalesce(travelers, '{}'));
    when 'update_sale' then
      result := private.check_api_result(public.update_sale(record_id, version, body - 'traveler_ids', travelers), 'sale');
    when 'create_customer' then
      result := public.create_customer(body);
    when 'update_customer' then
      result := private.check_api_result(public.update_customer(record_id, version, body), 'customer');
    when 'create_vendor' then
      result := public.create_vendor(body);
    when 'update_vendor' then
      result := private.check_api_result(public.update_vendor(record_id, version, body), 'vendor');
    when 'record_receipt' then
      result := private.check_api_result(
        public.record_receipt(record_id, (body ->> 'received_on')::date, (body ->> 'received_amount')::numeric), 'commission');
    when 'import_bank_transactions' then
      return private.import_for_api(body);
  end case;
  return coalesce((result ->> 'id')::uuid, record_id);
end $$;
comment on function private.do_for_api is 'Does one operation that writes, and answers the id of its record.';
grant execute on function private.do_for_api(text, uuid, int, jsonb) to authenticated;

create function private.write_for_api(operation text, record_id uuid, input jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  key constant uuid := (input ->> 'request_key')::uuid;
  noun constant text := (select r.noun from private.api_resources() r where operation = any (r.writes));
  kept jsonb;
  written uuid;
begin
  if record_id is not null and private.record_for_api(noun, record_id) is null then
    perform private.refuse('There is no such record.', '', 'api_record_not_found');
  end if;
  kept := private.begin_request('write_for_api', key, jsonb_build_object('operation', operation, 'id', record_id,
    'version', input -> 'version', 'body', (input -> 'body')::text));
  if kept is null then
    written := private.do_for_api(operation, record_id, (input ->> 'version')::int, input -> 'body');
    perform private.end_request(key, written, jsonb_build_object('id', written));
  else
    written := (kept ->> 'id')::uuid;
  end if;
  return jsonb_build_object('replayed', kept is not null, 'answer', case operation
    when 'import_bank_transactions' then private.api_import(written) else private.record_for_api(noun, written) end);
end $$;
comment on function private.write_for_api is 'Writes once for each `request_key`: a repetition answers the same record, as it is now.';
grant execute on function private.write_for_api(text, uuid, jsonb) to authenticated;

create function private.saved_by_write_for_api(record_id uuid) returns jsonb
language sql stable set search_path = '' as $$ select null::jsonb where record_id is null $$;
comment on function private.saved_by_write_for_api is 'See private.saved_as: a program is told that its key is another request''s, and no name.';
