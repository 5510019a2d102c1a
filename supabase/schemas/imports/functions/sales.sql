-- What is particular to the import of sales: who a row means (customer, vendor, agent), and the way through the state machine to
-- the statuses it names. Customers and vendors who are not there are made, with the batch and the row of the sale. Everything else
-- is refused or done by the rules of sales and commissions themselves.

create function private.find_sale_customer(organization_id uuid, r jsonb, shared_email boolean) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  address constant text := lower(nullif(btrim(r ->> 'customer_email'), ''));
  digits constant text := nullif(regexp_replace(r ->> 'customer_phone', '\D', '', 'g'), '');
  given_name constant text := lower(btrim(r ->> 'customer_first_name'));
  family_name constant text := lower(btrim(r ->> 'customer_last_name'));
  found uuid[];
begin
  if address is not null then
    found := array(
      select c.id from public.customers c
      where c.organization_id = find_sale_customer.organization_id and lower(c.email) = address
        and c.merged_into is null and c.erased_at is null
        and (not shared_email or given_name is null or lower(c.first_name) = given_name)
      limit 50);
    if cardinality(found) > 1 then
      found := array(
        select c.id from public.customers c
        where c.id = any (found) and lower(c.first_name) = given_name and lower(c.last_name) = family_name);
      if cardinality(found) <> 1 then
        perform private.refuse('Several customers have this email address.', 'customer_email', 'customer_email_ambiguous');
      end if;
    end if;
    if cardinality(found) = 1 then
      return found[1];
    end if;
  end if;
  -- Somebody with another address is somebody else.
  found := array(
    select c.id from public.customers c
    where c.organization_id = find_sale_customer.organization_id and lower(c.last_name) = family_name
      and lower(c.first_name) = given_name and c.merged_into is null and c.erased_at is null
      and (address is null or c.email is null)
    limit 50);
  if cardinality(found) > 1 and digits is not null then
    found := array(
      select c.id from public.customers c where c.id = any (found) and regexp_replace(c.phone, '\D', '', 'g') = digits);
  end if;
  if cardinality(found) > 1 then
    perform private.refuse('Several customers have this name. Add the email address.',
      'customer_last_name', 'customer_name_ambiguous');
  end if;
  return found[1];
end $$;
comment on function private.find_sale_customer is 'The customer a row means: by e-mail address, else by name, with the phone number
  where there are namesakes. Null: there is none. `shared_email`: people who share an address are told apart by their first names.';

create function private.find_sale_vendor(organization_id uuid, name text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  vendor_key constant text := lower(btrim(find_sale_vendor.name));
  found record;
begin
  select count(*) filter (where v.archived_at is null) as active,
    (array_agg(v.id order by v.archived_at desc nulls first, v.id))[1] as id
  into found
  from public.vendors v
  where v.organization_id = find_sale_vendor.organization_id and lower(v.name) = vendor_key;
  if found.active > 1 then
    perform private.refuse('Several vendors have this name.', 'vendor', 'vendor_name_ambiguous');
  end if;
  return coalesce(found.id, (
    select a.vendor_id from private.vendor_aliases a
    where a.organization_id = find_sale_vendor.organization_id and a.alias_key = vendor_key));
end $$;
comment on function private.find_sale_vendor is 'The vendor of this name, or else of this alias; null when there is none. Archived
  ones count only where there is no other.';

create function private.find_sale_agent(organization_id uuid, said text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  agent_key constant text := lower(regexp_replace(btrim(find_sale_agent.said), '\s+', ' ', 'g'));
  found uuid[];
begin
  if coalesce(agent_key, '') = '' then
    return auth.uid();
  end if;
  found := array(
    select u.id from public.users u join public.user_emails e on e.user_id = u.id
    where u.organization_id = find_sale_agent.organization_id
      and agent_key in (e.email, lower(u.first_name || ' ' || u.last_name))
      and (private.is_admin() or u.id = auth.uid())
    limit 2);
  if cardinality(found) = 1 then
    return found[1];
  end if;
  perform private.refuse_with(case
    when not private.is_admin() then private.command_result('Only an admin can record a sale for another agent.',
      'agent', 'sale_for_another_agent')
    when cardinality(found) > 1 then private.command_result('Several members have this name. Use the email address.',
      'agent', 'member_name_ambiguous')
    else private.command_result('Nobody in your team has this name or email address.', 'agent', 'team_member_unknown') end);
end $$;
comment on function private.find_sale_agent is 'The member a row means, by e-mail address or full name; the caller when it names
  nobody. Agents record their own sales only and are told so whoever is named.';

create function private.wanted_commission_status(r jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  sale_status constant text := coalesce(r ->> 'status', 'booked');
  paid_on constant text := r ->> 'agent_paid_on';
  wanted constant text := coalesce(r ->> 'commission_status',
    case when paid_on is not null then 'agent_paid' when r ->> 'received_on' is not null then 'funds_received' end);
begin
  if sale_status not in ('booked', 'paid', 'cancelled') then
    perform private.refuse('Invalid status specified', 'status', 'status_unknown');
  elsif not private.is_admin() and (r ->> 'received_on' is not null or paid_on is not null or wanted
    <> case sale_status when 'booked' then 'unpaid' when 'paid' then 'funds_received' else 'cancelled' end) then
    perform private.refuse('Only an admin can change the status of a commission.',
      'commission_status', 'commission_status_not_allowed');
  elsif wanted <> 'agent_paid' and paid_on is not null then
    perform private.refuse('There is a date of payment, but the agent is not paid.', 'agent_paid_on', 'payment_date_of_unpaid');
  elsif wanted = 'agent_paid' and paid_on is null then
    perform private.refuse('Enter when the agent was paid.', 'agent_paid_on', 'agent_paid_on_missing');
  elsif sale_status = 'paid' and wanted = 'unpaid' then
    perform private.refuse('The commission of a paid sale counts as received. Leave its status empty, or say funds received.',
      'commission_status', 'commission_of_paid_sale');
  elsif sale_status = 'cancelled' and wanted <> 'cancelled' then
    perform private.refuse('The commission of a cancelled sale is cancelled.', 'commission_status', 'commission_of_cancelled_sale');
  end if;
  return wanted;
end $$;
comment on function private.wanted_commission_status is 'The commission''s status that a row asks for: the one it names, or what its
  dates say; null when it says nothing. Refuses what the sale''s status rules out. A commission counts as received when its sale is
  paid.';

create function private.add_imported_lines(organization_id uuid, vendor_id uuid, said jsonb, sale jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  day constant date := sale ->> 'sale_date';
  sums public.sales := jsonb_populate_record(null::public.sales, jsonb_build_object('lines', private.checked_lines((
    select jsonb_agg(case when e.line ->> 'earns' = 'rate' and e.line ->> 'rate' is null then e.line || jsonb_build_object('rate',
      coalesce((sale ->> 'commission_rate')::numeric,
        private.vendor_rate(add_imported_lines.organization_id, add_imported_lines.vendor_id, e.line ->> 'kind', day)))
      else e.line end order by e.n)
    from jsonb_array_elements(sale -> 'lines') with ordinality e(line, n)))));
begin
  sums := private.sum_lines(sums);
  if said ->> 'total_amount' is not null and (sale ->> 'total_amount')::numeric <> sums.total_amount then
    perform private.refuse('The lines of this sale come to ' || to_char(sums.total_amount, 'FM9,999,999,990.00') || ', its total is '
      || to_char((sale ->> 'total_amount')::numeric, 'FM9,999,999,990.00') || '.', 'total_amount', 'lines_not_total',
      jsonb_build_object('lines', sums.total_amount, 'total', (sale ->> 'total_amount')::numeric));
  elsif (sale ->> 'commission_amount')::numeric <> sums.commission_amount then
    perform private.refuse('The lines of this sale earn ' || to_char(sums.commission_amount, 'FM9,999,999,990.00')
      || ', its commission is ' || to_char((sale ->> 'commission_amount')::numeric, 'FM9,999,999,990.00') || '.',
      'commission_amount', 'lines_not_commission',
      jsonb_build_object('lines', sums.commission_amount, 'commission', (sale ->> 'commission_amount')::numeric));
  end if;
  return sale || jsonb_build_object('lines', sums.lines, 'total_amount', sums.total_amount, 'commission_amount', sums.commission_amount);
end $$;
comment on function private.add_imported_lines is 'A sale of a file with its lines as they are kept, and their sums; a line that earns
  a rate and says none earns the sale''s, else what the vendor pays for its kind. A total or commission that the file says (`said`) and
  that is not theirs is refused.';

create function private.resolve_sale_rows(b public.import_batches, rows jsonb, out skips jsonb, out added jsonb, out errors jsonb)
language plpgsql volatile security definer set search_path = '' as $$
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
  has_lines boolean;
  reason text;
  column_name text;
  detail text;
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
      has_lines := jsonb_typeof(r -> 'lines') = 'array' and r -> 'lines' <> '[]';
      sale := private.check_sale_input(
        '{"booking_reference": null, "sale_date": null, "total_amount": null}'::jsonb
          -- The sums of lines are reckoned.
          || case when has_lines then '{"total_amount": 0}' else '{}' end::jsonb
          || (r - '{row_number,customer_first_name,customer_last_name,customer_email,customer_phone,vendor,agent,status,
            commission_status,received_on,agent_paid_on,vendor_rate,vendor_payment_days,vendor_payment_basis}'::text[]),
        '{booking_reference,sale_date,travel_date,return_date,total_amount,commission_amount,commission_rate,currency,notes,lines}');
      perform private.refuse_closed_day(b.organization_id, (sale ->> 'sale_date')::date, 'sale_date');
      perform private.refuse_closed_day(b.organization_id, (r ->> 'received_on')::date, 'received_on');
      perform private.refuse_closed_day(b.organization_id, (r ->> 'agent_paid_on')::date, 'agent_paid_on');
      wanted_status := private.wanted_commission_status(r);
      found_agent := private.find_sale_agent(b.organization_id, r ->> 'agent');
      if coalesce(btrim(r ->> 'vendor'), '') = '' then
        perform private.refuse('Enter the vendor.', 'vendor', 'vendor_missing');
      end if;
      found_vendor := private.find_sale_vendor(b.organization_id, r ->> 'vendor');
      if found_vendor is null then
        if only_agent is not null then
          perform private.refuse('There is no vendor of this name. Ask an admin to add it.', 'vendor', 'vendor_unknown');
        end if;
        -- The usual rate of the file's rows and the terms that were said; nobody says them: 0 % and none, as by hand.
        insert into public.vendors (organization_id, import_batch_id, import_row, name, default_commission_rate)
        values (b.organization_id, b.id, (r ->> 'row_number')::int, r ->> 'vendor', coalesce((r ->> 'vendor_rate')::numeric, 0))
        returning id into found_vendor;
        perform private.save_vendor_terms(found_vendor, jsonb_build_object('expected_payment_days', r -> 'vendor_payment_days',
          'expected_payment_basis', r -> 'vendor_payment_basis'));
      end if;

      if has_lines then
        sale := private.add_imported_lines(b.organization_id, found_vendor, r, sale);
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
          perform private.refuse('Enter the customer''s first and last name.', 'customer_last_name', 'customer_name_missing');
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
      get stacked diagnostics reason = message_text, column_name = pg_exception_hint, detail = pg_exception_detail;
      errors := errors || private.import_error(r, column_name, reason, detail);
    end;
  end loop;
end $$;
comment on function private.resolve_sale_rows is 'Looks up what each row means, and makes the customers and vendors who are not
  there; a vendor with `vendor_rate` (percent), `vendor_payment_days` and `vendor_payment_basis` of its row. `added`: the rows of
  new sales, with ids in place of names; one with `lines` [{kind, text, amount, earns, rate, commission}] has their sums.
  `skips`: rows of sales the caller may see that exist already: ''file'' (this row of this file was imported) or ''booking'' (the
  same reference at the same vendor). `errors` as everywhere.';

create function private.insert_import_sales(b public.import_batches, rows jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  paid record;
  answer jsonb;
begin
  insert into public.sales (organization_id, created_by, import_batch_id, import_row, customer_id, vendor_id, agent_id,
    booking_reference, sale_date, travel_date, return_date, total_amount, commission_amount, commission_rate, commission_basis,
    currency, notes, lines)
  select b.organization_id, auth.uid(), b.id, (e ->> 'row_number')::int, s.customer_id, s.vendor_id, s.agent_id,
    s.booking_reference, s.sale_date, s.travel_date, s.return_date, s.total_amount, s.commission_amount, s.commission_rate,
    case when s.commission_amount is null then 'rate' else 'amount' end, s.currency, s.notes, coalesce(s.lines, '[]')
  from jsonb_array_elements(rows) e cross join lateral jsonb_populate_record(null::public.sales, e) s
  order by (e ->> 'row_number')::int;

  update public.sales s set status = e ->> 'status'
  from jsonb_array_elements(rows) e
  where s.import_batch_id = b.id and s.import_row = (e ->> 'row_number')::int and e ->> 'status' in ('paid', 'cancelled');

  -- A day of receipt in the file is the word of the admin who imports it, for the whole commission.
  update public.commissions c set status = d.status, received_on = d.received_on,
    received_amount = case when d.received_on is not null then c.amount end,
    received_how = case when d.received_on is not null then 'word' end
  from (
    select s.id as sales_id, (e ->> 'received_on')::date as received_on,
      case e ->> 'commission_status' when 'agent_paid' then 'funds_received' else e ->> 'commission_status' end as status
    from jsonb_array_elements(rows) e
    join public.sales s on s.import_batch_id = b.id and s.import_row = (e ->> 'row_number')::int) d
  where c.organization_id = b.organization_id and c.sales_id = d.sales_id and (c.status <> d.status or d.received_on is not null);

  for paid in
    select c.id, c.agent_amount, (e ->> 'agent_paid_on')::date as paid_on
    from jsonb_array_elements(rows) e
    join public.sales s on s.import_batch_id = b.id and s.import_row = (e ->> 'row_number')::int
    join public.commissions c on c.organization_id = s.organization_id and c.sales_id = s.id
    where e ->> 'commission_status' = 'agent_paid'
    order by s.import_row
  loop
    answer := public.record_agent_payment(paid.id, null, null, null, paid.agent_amount, paid.paid_on, 'other');
    if not (answer ->> 'success')::boolean then
      perform private.refuse_with(private.at_field(answer,
        case answer ->> 'field' when 'payment_date' then 'agent_paid_on' else 'commission_status' end));
    end if;
  end loop;
end $$;
comment on function private.insert_import_sales is 'Inserts the sales of resolved rows and moves them and their commissions to their
  statuses, one permitted step after the other.';

create function private.describe_imported_sales(b public.import_batches, rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('row_number', s.import_row, 'customer', c.first_name || ' ' || c.last_name,
    'vendor', v.name, 'agent', u.first_name || ' ' || u.last_name, 'status', s.status, 'commission_status', m.status,
    'commission_amount', s.commission_amount, 'lines', jsonb_array_length(s.lines), 'total_amount', s.total_amount,
    'makes', to_jsonb(array_remove(array[
      case when c.import_batch_id = b.id and c.import_row = s.import_row then 'customer' end,
      case when v.import_batch_id = b.id and v.import_row = s.import_row then 'vendor' end], null)),
    'customer_row', case when c.import_batch_id = b.id then c.import_row end,
    'vendor_row', case when v.import_batch_id = b.id then v.import_row end)
    order by s.import_row), '[]')
  from jsonb_array_elements(rows) e
  join public.sales s on s.import_batch_id = b.id and s.import_row = (e ->> 'row_number')::int
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
  join public.users u on u.id = s.agent_id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
$$;
comment on function private.describe_imported_sales is 'What was made of rows: [{row_number, customer, vendor, agent, status,
  commission_status, commission_amount, lines, total_amount, makes, customer_row, vendor_row}], `lines` how many it has, `makes`
  naming the customer and the vendor that were made with the sale, the rows those by which this file made them; null of who was there.';
