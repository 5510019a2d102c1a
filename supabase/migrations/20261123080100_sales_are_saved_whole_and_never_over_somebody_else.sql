-- What the app calls to write a sale. All run with the caller's rights: policies, column grants, constraints and
-- triggers decide as they do for a plain request. These functions say in words what a cast would not, save
-- everything at once, and tell a second editor what happened since they opened the sale.

grant execute on function private.refuse(text, text) to authenticated;

-- Reads what a form sent: known columns only, each of the right kind. A refusal names the column.
create function private.check_sale_input(input jsonb, allowed text[]) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  checked jsonb := '{}';
  missing constant jsonb := '{
    "customer_id": "Choose the customer for this booking.", "vendor_id": "Choose the vendor for this booking.",
    "agent_id": "Choose the agent who sold this booking.", "booking_reference": "Enter the booking reference.",
    "sale_date": "Enter the sale date.", "total_amount": "Enter the total amount.",
    "commission_amount": "Enter the commission amount.", "commission_rate": "Enter the commission rate.",
    "commission_basis": "Enter the commission rate.", "status": "Invalid status specified"}';
  key text;
  value jsonb;
  typed text;
  amount numeric;
begin
  if input is null or jsonb_typeof(input) <> 'object' then
    perform private.refuse('Send the fields of the sale as an object.');
  end if;
  for key, value in select e.key, e.value from jsonb_each(input) e order by e.key loop
    if key <> all (allowed) then
      perform private.refuse('A sale has no field "' || left(key, 60) || '" that can be set here.', left(key, 60));
    end if;
    typed := value #>> '{}';
    if typed is null then
      -- The half of the commission that is derived, and the currency, are filled in.
      if key = 'currency' or key = 'commission_amount' and input ->> 'commission_basis' = 'rate'
        or key = 'commission_rate' and input ->> 'commission_basis' = 'amount' then
        continue;
      elsif missing ? key then
        perform private.refuse(missing ->> key, key);
      end if;
    elsif key in ('customer_id', 'vendor_id', 'agent_id') then
      if jsonb_typeof(value) <> 'string' or not pg_input_is_valid(typed, 'uuid') then
        perform private.refuse(missing ->> key, key);
      end if;
    elsif key in ('sale_date', 'travel_date', 'return_date') then
      if jsonb_typeof(value) <> 'string' or typed !~ '^\d{4}-\d\d-\d\d$' or not pg_input_is_valid(typed, 'date') then
        perform private.refuse('Enter a date like 11/19/2026.', key);
      end if;
    elsif key in ('total_amount', 'commission_amount', 'commission_rate') then
      if jsonb_typeof(value) not in ('number', 'string')
        or jsonb_typeof(value) = 'string' and typed !~ '^ *-?\d{1,20}(\.\d{1,20})? *$' then
        perform private.refuse(case key when 'commission_rate' then 'Enter a percentage like 12.5.'
          else 'Enter an amount like 1,482.50.' end, key);
      end if;
      amount := round(typed::numeric, 2);
      if key = 'commission_rate' and amount not between 0 and 100 then
        perform private.refuse('Enter a percentage from 0 to 100.', key);
      elsif amount not between 0 and 9999999999.99 then
        perform private.refuse('Enter an amount of 0 or more. The most is 9,999,999,999.99.', key);
      end if;
      value := to_jsonb(amount);
    elsif jsonb_typeof(value) <> 'string' then
      perform private.refuse('Enter text here.', key);
    elsif key = 'booking_reference' and btrim(typed) = '' then
      perform private.refuse(missing ->> key, key);
    end if;
    checked := checked || jsonb_build_object(key, value);
  end loop;
  return checked;
end $$;

create function private.check_traveler_ids(traveler_ids uuid[]) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if array_position(traveler_ids, null) is not null then
    perform private.refuse('Choose the travelers from your customers.', 'traveler_ids');
  end if;
  return jsonb_build_object('traveler_ids', traveler_ids);
end $$;

-- A sale as it stands, for somebody whose changes were not saved over it.
create function private.describe_sale(sale public.sales) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select to_jsonb(sale) || jsonb_build_object(
    'customer', (select jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name,
      'email', c.email, 'phone', c.phone)
      from public.customers c where c.organization_id = sale.organization_id and c.id = sale.customer_id),
    'vendor', (select jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url,
      'default_commission_rate', v.default_commission_rate)
      from public.vendors v where v.organization_id = sale.organization_id and v.id = sale.vendor_id),
    'agent', (select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
      'email', u.email, 'avatar_url', u.avatar_url)
      from public.users u where u.organization_id = sale.organization_id and u.id = sale.agent_id),
    'travelers', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'first_name', c.first_name,
      'last_name', c.last_name, 'email', c.email) order by c.last_name, c.first_name, c.id), '[]')
      from public.customers c where c.organization_id = sale.organization_id and c.id = any (sale.traveler_ids)))
$$;

-- Records a sale with its travelers and, by trigger, its commission. Answers {id, version}.
create function public.create_sale(sale jsonb, traveler_ids uuid[] default '{}') returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  input jsonb;
  columns text;
  saved record;
begin
  if create_sale.sale ? 'status' then
    perform private.refuse('A new sale is booked.', 'status');
  end if;
  input := private.check_sale_input(
    -- Asked for, so a sale without them is told so.
    '{"customer_id": null, "vendor_id": null, "booking_reference": null, "total_amount": null}'::jsonb || create_sale.sale,
    '{customer_id,vendor_id,agent_id,booking_reference,sale_date,travel_date,return_date,total_amount,commission_amount,
      commission_rate,commission_basis,currency,notes}');
  if input ->> 'commission_basis' = 'amount' and not input ? 'commission_amount' then
    perform private.refuse('Enter the commission amount.', 'commission_amount');
  end if;
  input := input || private.check_traveler_ids(coalesce(create_sale.traveler_ids, '{}'));
  columns := (select string_agg(quote_ident(k), ', ') from jsonb_object_keys(input) k);
  execute format('insert into public.sales (%1$s) select %1$s from jsonb_populate_record(null::public.sales, $1)
    returning id, version', columns) into saved using input;
  return jsonb_build_object('id', saved.id, 'version', saved.version);
end $$;

-- Saves the changed fields of a sale, and its travelers unless null, if it is still at the version the caller started
-- from: {outcome: 'saved', id, version}. Otherwise nothing is written: {outcome: 'conflict', version, sale, changes}
-- with the sale as it stands and what happened since, oldest first. The row is locked in between, so of two editors
-- who save at the same moment exactly one does.
create function public.update_sale(
  sale_id uuid,
  expected_version integer,
  changes jsonb,
  traveler_ids uuid[] default null
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  input jsonb := private.check_sale_input(update_sale.changes,
    '{customer_id,vendor_id,agent_id,booking_reference,sale_date,travel_date,return_date,total_amount,commission_amount,
      commission_rate,commission_basis,currency,status,notes}');
  current public.sales%rowtype;
  assignments text;
  new_version integer;
begin
  if update_sale.traveler_ids is not null then
    input := input || private.check_traveler_ids(update_sale.traveler_ids);
  end if;
  if update_sale.expected_version is null then
    perform private.refuse('Say which version of the sale was edited.', 'version');
  end if;
  select s.* into current from public.sales s where s.id = update_sale.sale_id for no key update;
  if not found then
    perform private.refuse('This sale does not exist, or it is not yours.');
  end if;

  if current.version <> update_sale.expected_version then
    return jsonb_build_object('outcome', 'conflict', 'version', current.version,
      'sale', private.describe_sale(current),
      'changes', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'changed_by', case when u.id is not null then
            jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) end,
          'changed_at', h.created_at, 'change_type', h.change_type, 'previous_data', h.previous_data,
          'new_data', h.new_data, 'changed_fields', h.changed_fields, 'comment', h.comment, 'version', h.version)
          order by h.version), '[]')
        from public.sales_history h
        left join public.users u on u.organization_id = h.organization_id and u.id = h.changed_by
        where h.organization_id = current.organization_id and h.sales_id = current.id
          and h.version > update_sale.expected_version));
  end if;

  assignments := (select string_agg(format('%1$I = n.%1$I', k), ', ') from jsonb_object_keys(input) k);
  if assignments is null then
    new_version := current.version;
  else
    execute format('update public.sales s set %s from jsonb_populate_record(null::public.sales, $1) n
      where s.id = $2 returning s.version', assignments) into new_version using input, current.id;
  end if;
  return jsonb_build_object('outcome', 'saved', 'id', current.id, 'version', new_version);
end $$;

-- Moves a sale to another status. What was typed about it goes to the history's comment. Answers {id, status, version}.
create function public.update_sale_status(sale_id uuid, status text, note text default null) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  current public.sales%rowtype;
begin
  if char_length(update_sale_status.note) > 5000 then
    perform private.refuse('Use at most 5,000 characters.', 'note');
  end if;
  select s.* into current from public.sales s where s.id = update_sale_status.sale_id for no key update;
  if not found then
    perform private.refuse('This sale does not exist, or it is not yours.');
  end if;
  -- Nothing would be written, and the note would be lost without a word.
  if current.status = update_sale_status.status then
    perform private.refuse('This sale is already ' || current.status || '.', 'status');
  end if;
  perform set_config('paperplane.status_note', coalesce(btrim(update_sale_status.note), ''), true);
  update public.sales s set status = update_sale_status.status where s.id = current.id returning s.* into current;
  perform set_config('paperplane.status_note', '', true);
  return jsonb_build_object('id', current.id, 'status', current.status, 'version', current.version);
end $$;

revoke all on function private.check_sale_input(jsonb, text[]), private.check_traveler_ids(uuid[]),
  private.describe_sale(public.sales), public.create_sale(jsonb, uuid[]), public.update_sale(uuid, integer, jsonb, uuid[]),
  public.update_sale_status(uuid, text, text) from public, anon, authenticated;
grant execute on function private.check_sale_input(jsonb, text[]), private.check_traveler_ids(uuid[]),
  private.describe_sale(public.sales), public.create_sale(jsonb, uuid[]), public.update_sale(uuid, integer, jsonb, uuid[]),
  public.update_sale_status(uuid, text, text) to authenticated;
