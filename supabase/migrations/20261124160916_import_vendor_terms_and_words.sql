set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.resolve_sale_rows(b public.import_batches, rows jsonb, OUT skips jsonb, OUT added jsonb, OUT errors jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  only_agent constant uuid := case when not private.is_admin() then auth.uid() end;
  shared_email constant boolean := coalesce(b.mapping ->> 'same_email' = 'add', false);
  -- The rows of this call by vendor and reference.
  bookings jsonb := '{}';
  booking text;
  r jsonb;
  sale jsonb;
  twin jsonb;
  found_vendor uuid;
  found_customer uuid;
  found_agent uuid;
  wanted_status text;
  reason text;
  column_name text;
begin
  skips := '[]';
  added := '[]';
  errors := '[]';
  for r in select e from jsonb_array_elements(rows) e order by (e ->> 'row_number')::int loop
    begin
      select private.import_twin(b, null, null, s.booking_reference, null) into twin
      from public.import_batches o join public.sales s on s.import_batch_id = o.id and s.import_row = (r ->> 'row_number')::int
      where o.organization_id = b.organization_id and o.kind = b.kind and o.file_hash = b.file_hash
        and (only_agent is null or s.agent_id = only_agent) limit 1;
      if twin is not null then
        skips := skips || jsonb_build_object('row_number', r -> 'row_number', 'reason', 'file', 'twin', twin);
        continue;
      end if;
      sale := private.check_sale_input(
        '{"booking_reference": null, "sale_date": null, "total_amount": null}'::jsonb
          || (r - '{row_number,customer_first_name,customer_last_name,customer_email,customer_phone,vendor,agent,status,
            commission_status,received_on,agent_paid_on,vendor_rate,vendor_payment_days,vendor_payment_basis}'::text[]),
        '{booking_reference,sale_date,travel_date,return_date,total_amount,commission_amount,commission_rate,currency,notes}');
      perform private.refuse_closed_day(b.organization_id, (sale ->> 'sale_date')::date, 'sale_date');
      perform private.refuse_closed_day(b.organization_id, (r ->> 'received_on')::date, 'received_on');
      perform private.refuse_closed_day(b.organization_id, (r ->> 'agent_paid_on')::date, 'agent_paid_on');
      wanted_status := private.wanted_commission_status(r);
      found_agent := private.find_sale_agent(b.organization_id, r ->> 'agent');
      if coalesce(btrim(r ->> 'vendor'), '') = '' then
        perform private.refuse('Enter the vendor.', 'vendor');
      end if;
      found_vendor := private.find_sale_vendor(b.organization_id, r ->> 'vendor');
      if found_vendor is null then
        if only_agent is not null then
          perform private.refuse('There is no vendor of this name. Ask an admin to add it.', 'vendor');
        end if;
        -- The usual rate of the file's rows and the terms that were said; nobody says them: 0 % and none, as by hand.
        insert into public.vendors (organization_id, import_batch_id, import_row, name, default_commission_rate,
          expected_payment_days, expected_payment_basis)
        values (b.organization_id, b.id, (r ->> 'row_number')::int, r ->> 'vendor', coalesce((r ->> 'vendor_rate')::numeric, 0),
          (r ->> 'vendor_payment_days')::int, r ->> 'vendor_payment_basis') returning id into found_vendor;
      end if;

      booking := found_vendor || ' ' || lower(btrim(sale ->> 'booking_reference'));
      select private.import_twin(b, s.import_batch_id, s.import_row, s.booking_reference, c.first_name || ' ' || c.last_name)
      into twin
      from public.sales s join public.customers c on c.id = s.customer_id
      where s.organization_id = b.organization_id and s.vendor_id = found_vendor
        and lower(btrim(s.booking_reference)) = lower(btrim(sale ->> 'booking_reference'))
        and (only_agent is null or s.agent_id = only_agent)
      order by s.created_at, s.id limit 1;
      if twin is null and bookings ? booking then
        twin := jsonb_build_object('row', bookings -> booking);
      end if;
      if twin is not null then
        skips := skips || jsonb_build_object('row_number', r -> 'row_number', 'reason', 'booking', 'twin', twin);
        continue;
      end if;

      found_customer := private.find_sale_customer(b.organization_id, r, shared_email);
      if found_customer is null then
        if coalesce(btrim(r ->> 'customer_first_name'), '') = '' or coalesce(btrim(r ->> 'customer_last_name'), '') = '' then
          perform private.refuse('Enter the customer''s first and last name.', 'customer_last_name');
        end if;
        insert into public.customers
          (organization_id, created_by, import_batch_id, import_row, first_name, last_name, email, phone)
        values (b.organization_id, auth.uid(), b.id, (r ->> 'row_number')::int, r ->> 'customer_first_name',
          r ->> 'customer_last_name', r ->> 'customer_email', r ->> 'customer_phone') returning id into found_customer;
      end if;
      bookings := bookings || jsonb_build_object(booking, r -> 'row_number');
      added := added || (r || sale || jsonb_build_object('customer_id', found_customer, 'vendor_id', found_vendor,
        'agent_id', found_agent, 'commission_status', wanted_status));
    exception when data_exception or integrity_constraint_violation or raise_exception then
      get stacked diagnostics reason = message_text, column_name = pg_exception_hint;
      errors := errors || private.import_error(r, column_name, reason);
    end;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.last_import_mapping(kind text, headers text[], file_hash text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
