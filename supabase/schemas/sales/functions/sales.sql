create function private.confirm_sellers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A key's scope says whether its program writes sales.
  if private.acting_key() is null and private.is_admin() then
    perform private.require_step_up();
  end if;
  return new;
end $$;
comment on function private.confirm_sellers is 'Who earns a recorded sale is another''s money: who may give it to anybody shows a code of
  now. An agent shares only their own.';

create function private.guard_sale_agent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.users u where u.id = new.agent_id and u.role = 'integration') then
    perform private.refuse('Choose the agent who sold this booking.', 'agent_id', 'sale_field_missing', '{"field": "agent_id"}');
  elsif auth.uid() is null or private.is_admin() then
    return new;
  elsif tg_op = 'INSERT' then
    perform private.refuse('Only an admin can record a sale for another agent.', 'agent_id', 'sale_for_another_agent');
  else
    perform private.refuse('Only an admin can give a sale to another agent.', 'agent_id', 'sale_to_another_agent');
  end if;
  return new;
end $$;
comment on function private.guard_sale_agent is 'Only an admin records a sale for another agent or reassigns one. The policies say
  the same; this answers with a message. A program is nobody''s agent.';

create function private.guard_old_dates() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  old_dates constant daterange := '[1900-01-01,1990-01-01)';
  column_name text := case
    when new.sale_date is distinct from old.sale_date and (new.sale_date <@ old_dates or old.sale_date <@ old_dates)
      then 'sale_date'
    when new.travel_date is distinct from old.travel_date and (new.travel_date <@ old_dates or old.travel_date <@ old_dates)
      then 'travel_date'
    when new.return_date is distinct from old.return_date and (new.return_date <@ old_dates or old.return_date <@ old_dates)
      then 'return_date' end;
begin
  if column_name is not null and auth.uid() is not null and not private.is_admin() then
    perform private.refuse('Only an admin can enter or change a date before 1990.', column_name, 'old_date');
  end if;
  return new;
end $$;
comment on function private.guard_old_dates is 'A date before 1990 is hardly ever right and moves a sale out of every report: only
  an admin enters or changes one. What no constraint accepts is left to the constraint.';

create function private.fill_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  home_currency text;
begin
  new.booking_reference := nullif(btrim(new.booking_reference), '');
  new.notes := nullif(btrim(new.notes), '');

  if new.currency is null or tg_op = 'INSERT' or new.currency is distinct from old.currency then
    select o.currency into home_currency from public.organizations o where o.id = new.organization_id;
    new.currency := coalesce(upper(btrim(new.currency)), home_currency);
    if new.currency <> home_currency then
      perform private.refuse('Use the currency of your organization, ' || home_currency || '.', 'currency', 'currency_of_organization',
        jsonb_build_object('currency', home_currency));
    end if;
  end if;

  if tg_op = 'INSERT' then
    if new.commission_basis = 'rate' and new.commission_rate is null and new.commission_amount is not null then
      new.commission_basis := 'amount';
    end if;
    if new.commission_basis = 'rate' and new.commission_rate is null then
      new.commission_rate := coalesce(
        (select g.default_commission_rate from public.sale_groups g
         where g.organization_id = new.organization_id and g.id = new.group_id),
        private.vendor_rate(new.organization_id, new.vendor_id, null, new.sale_date), 0);
    end if;
  elsif new.commission_basis = old.commission_basis then
    if new.commission_basis = 'rate'
      and new.commission_amount <> old.commission_amount and new.commission_rate = old.commission_rate then
      new.commission_basis := 'amount';
    elsif new.commission_basis = 'amount'
      and new.commission_rate <> old.commission_rate and new.commission_amount = old.commission_amount then
      new.commission_basis := 'rate';
    end if;
  end if;

  -- With lines the sums are theirs; who changes a sum alone does not know of them.
  if tg_op = 'INSERT' and new.lines <> '[]' or tg_op = 'UPDATE' and new.lines is distinct from old.lines then
    new.lines := private.checked_lines(new.lines);
    if new.lines <> '[]' then
      return private.sum_lines(new);
    end if;
  elsif new.lines <> '[]' then
    if (new.total_amount, new.commission_amount, new.commission_rate)
      is distinct from (old.total_amount, old.commission_amount, old.commission_rate) then
      perform private.refuse('Total and commission of this sale are the sums of its lines. Change the lines.',
        case when new.total_amount is distinct from old.total_amount then 'total_amount' else 'commission_amount' end, 'sums_of_lines');
    end if;
    new.commission_basis := old.commission_basis;
    return new;
  end if;
  new.fee_amount := 0;

  -- A value out of range is refused by its own constraint, with its own message: derived values must not fail before it.
  if new.total_amount not between 0 and 9999999999.99 or new.commission_basis not in ('rate', 'amount') then
    new.commission_rate := 0;
    new.commission_amount := 0;
  elsif new.commission_basis = 'rate' then
    new.commission_amount := case when new.commission_rate between 0 and 100
      then round(new.total_amount * new.commission_rate / 100, 2) else 0 end;
  elsif new.commission_basis = 'amount' then
    if new.total_amount > 0 and new.commission_amount > new.total_amount then
      perform private.refuse('Commission must be at most the total amount.', 'commission_amount', 'commission_above_total');
    end if;
    new.commission_rate := case when new.total_amount > 0 and new.commission_amount >= 0
      then round(new.commission_amount / new.total_amount * 100, 2) else 0 end;
  end if;
  return new;
end $$;
comment on function private.fill_sale is 'Fills what was left out and derives the other half of the commission. commission_basis
  tells which half was entered (rate or amount); that half stays when the total changes.';

create function private.normalize_travelers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.traveler_ids := array(select distinct t from unnest(new.traveler_ids) t where t is not null order by t);
  return new;
end $$;

create function private.guard_sale_customers() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unavailable public.customers%rowtype;
  added_ids uuid[] := case
    when tg_op = 'INSERT' then new.traveler_ids || new.customer_id
    else array(select t from unnest(new.traveler_ids) t where t <> all (old.traveler_ids))
      || case when new.customer_id <> old.customer_id then array[new.customer_id] else '{}' end end;
begin
  if cardinality(added_ids) = 0 then
    return new;
  end if;
  perform 1 from public.customers c
  where c.organization_id = new.organization_id and c.id = any (added_ids) order by c.id for key share;
  select c.* into unavailable from public.customers c
  where c.organization_id = new.organization_id and c.id = any (added_ids)
    and (c.merged_into is not null or c.erased_at is not null)
  limit 1;
  if unavailable.merged_into is not null then
    perform private.refuse(gone.name || ' was merged into ' || gone.kept || '. Choose them instead.',
        case when unavailable.id = new.customer_id then 'customer_id' else 'traveler_ids' end, 'customer_merged_into',
        jsonb_build_object('customer', gone.name, 'into', gone.kept))
    from (select unavailable.first_name || ' ' || unavailable.last_name as name, c.first_name || ' ' || c.last_name as kept
      from public.customers c where c.id = unavailable.merged_into) gone;
  elsif unavailable.erased_at is not null then
    perform private.refuse('This customer was erased.',
      case when unavailable.id = new.customer_id then 'customer_id' else 'traveler_ids' end, 'customer_erased');
  end if;
  return new;
end $$;
comment on function private.guard_sale_customers is 'Refuses merged and erased customers on a sale. The key share lock keeps a merge
  waiting until the sale is written.';

create function private.bump_sale_version() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ignored constant text[] := '{id,organization_id,created_at,updated_at,version,import_batch_id,import_row}';
begin
  new.version := old.version + case when to_jsonb(new) - ignored = to_jsonb(old) - ignored then 0 else 1 end;
  return new;
end $$;

create function private.sync_travelers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.sale_travelers t where t.sale_id = new.id and t.customer_id <> all (new.traveler_ids);
  insert into public.sale_travelers (sale_id, customer_id, organization_id)
  select new.id, t, new.organization_id from unnest(new.traveler_ids) t
  on conflict do nothing;
  return null;
end $$;

create function private.sale_content(sale public.sales) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(sale) - '{id,organization_id,created_at,updated_at,version,import_batch_id,import_row}'::text[]
$$;
comment on function private.sale_content is 'The columns of a sale whose changes make a new version and a history entry.
  bump_sale_version and write_sales_history leave out the same columns.';

create function private.traveler_names(sale public.sales) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(c.first_name || ' ' || c.last_name order by c.last_name, c.first_name, c.id), '[]')
  from public.customers c
  where c.organization_id = sale.organization_id and c.id = any (sale.traveler_ids)
$$;
comment on function private.traveler_names is 'The names of the travelers as they are at this moment, for histories.';

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
    perform private.refuse('Send the fields of the sale as an object.', '', 'fields_expected', '{"noun": "sale"}');
  end if;
  for key, value in select e.key, e.value from jsonb_each(input) e order by e.key loop
    if key <> all (allowed) then
      perform private.refuse('A sale has no field "' || left(key, 60) || '" that can be set here.', left(key, 60), 'field_unknown',
        jsonb_build_object('noun', 'sale', 'field', left(key, 60)));
    end if;
    typed := value #>> '{}';
    if typed is null then
      -- private.fill_sale fills the currency and the derived half of the commission.
      if key = 'currency' or key = 'commission_amount' and input ->> 'commission_basis' = 'rate'
        or key = 'commission_rate' and input ->> 'commission_basis' = 'amount' then
        continue;
      elsif key in ('lines', 'co_sellers', 'payment_plan') then
        value := '[]';
      elsif missing ? key then
        perform private.refuse(missing ->> key, key, 'sale_field_missing', jsonb_build_object('field', key));
      end if;
    elsif key in ('customer_id', 'vendor_id', 'agent_id', 'group_id') then
      if jsonb_typeof(value) <> 'string' or not pg_input_is_valid(typed, 'uuid') then
        if key = 'group_id' then
          perform private.refuse('Choose a group of your agency.', key, 'sale_group_unknown');
        end if;
        perform private.refuse(missing ->> key, key, 'sale_field_missing', jsonb_build_object('field', key));
      end if;
    elsif key in ('sale_date', 'travel_date', 'return_date') then
      if jsonb_typeof(value) <> 'string' or typed !~ '^\d{4}-\d\d-\d\d$' or not pg_input_is_valid(typed, 'date') then
        perform private.refuse('Enter a date like 11/19/2026.', key, 'date_expected');
      end if;
    elsif key in ('total_amount', 'commission_amount', 'commission_rate') then
      if jsonb_typeof(value) not in ('number', 'string')
        or jsonb_typeof(value) = 'string' and typed !~ '^ *-?\d{1,20}(\.\d{1,20})? *$' then
        perform private.refuse(case key when 'commission_rate' then 'Enter a percentage like 12.5.'
          else 'Enter an amount like 1,482.50.' end, key,
          case key when 'commission_rate' then 'percentage_expected' else 'amount_expected' end);
      end if;
      amount := round(typed::numeric, 2);
      if key = 'commission_rate' and amount not between 0 and 100 then
        perform private.refuse('Enter a percentage from 0 to 100.', key, 'percentage_out_of_range');
      elsif amount not between 0 and 9999999999.99 then
        perform private.refuse('Enter an amount of 0 or more. The most is 9,999,999,999.99.', key, 'amount_out_of_range');
      end if;
      value := to_jsonb(amount);
    elsif key in ('lines', 'co_sellers', 'payment_plan') then
      if jsonb_typeof(value) <> 'array' then
        perform private.refuse('Send the ' || replace(key, '_', ' ') || ' as a list.', key, 'list_expected', jsonb_build_object('field', key));
      end if;
    elsif jsonb_typeof(value) <> 'string' then
      perform private.refuse('Enter text here.', key, 'text_expected');
    elsif key = 'booking_reference' and not private.is_visible(typed) then
      perform private.refuse(missing ->> key, key, 'sale_field_missing', jsonb_build_object('field', key));
    end if;
    checked := checked || jsonb_build_object(key, value);
  end loop;
  return checked;
end $$;
comment on function private.check_sale_input is 'Validates the fields a client sent for a sale: known columns only, each of its
  type. A refusal names the column.';
grant execute on function private.check_sale_input(jsonb, text[]) to authenticated;

create function private.check_traveler_ids(traveler_ids text[]) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if exists (select 1 from unnest(traveler_ids) t where t is null or not pg_input_is_valid(t, 'uuid')) then
    perform private.refuse('Choose the travelers from your customers.', 'traveler_ids', 'travelers_expected');
  end if;
  return jsonb_build_object('traveler_ids', array(select t::uuid from unnest(traveler_ids) t));
end $$;
grant execute on function private.check_traveler_ids(text[]) to authenticated;

create function public.create_sale(sale jsonb, traveler_ids text[] default '{}', request_key uuid default null) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  input jsonb;
  columns text;
  saved record;
  answer jsonb := private.begin_request('create_sale', request_key,
    case when jsonb_typeof(create_sale.sale) = 'object' then create_sale.sale else '{}' end
      || jsonb_build_object('traveler_ids', create_sale.traveler_ids));
begin
  if answer is not null then
    return answer;
  end if;
  if create_sale.sale ? 'status' then
    perform private.refuse('A new sale is booked.', 'status', 'new_sale_is_booked');
  end if;
  input := private.check_sale_input(
    -- Required fields: null is refused with the field's message.
    '{"customer_id": null, "vendor_id": null, "booking_reference": null, "total_amount": null}'::jsonb
      || case when jsonb_typeof(create_sale.sale -> 'lines') = 'array' and create_sale.sale -> 'lines' <> '[]'
        -- Their sums are reckoned.
        then '{"total_amount": 0}' else '{}' end::jsonb || create_sale.sale,
    '{customer_id,vendor_id,agent_id,booking_reference,sale_date,travel_date,return_date,total_amount,commission_amount,
      commission_rate,commission_basis,currency,notes,lines,co_sellers,payment_plan,group_id}');
  if input ->> 'commission_basis' = 'amount' and not input ? 'commission_amount' then
    perform private.refuse('Enter the commission amount.', 'commission_amount', 'commission_amount_missing');
  end if;
  input := input || private.check_traveler_ids(coalesce(create_sale.traveler_ids, '{}'));
  columns := (select string_agg(quote_ident(k), ', ') from jsonb_object_keys(input) k);
  execute format('insert into public.sales (%1$s) select %1$s from jsonb_populate_record(null::public.sales, $1)
    returning id, version', columns) into saved using input;
  return private.end_request(request_key, saved.id, jsonb_build_object('id', saved.id, 'version', saved.version));
end $$;
comment on function public.create_sale is 'Records a sale with its travelers and, by trigger, its commission. Answers {id, version}.
  Once for each `request_key`.';
grant execute on function public.create_sale(jsonb, text[], uuid) to authenticated;

create function private.saved_by_create_sale(sale_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', 'sale', 'id', s.id, 'name', s.booking_reference)
  from public.sales s
  where s.organization_id = private.current_organization_id() and s.id = saved_by_create_sale.sale_id
    and (private.is_admin() or s.agent_id = auth.uid())
$$;
comment on function private.saved_by_create_sale is 'See private.saved_as.';

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
      'avatar_url', u.avatar_url)
      from public.users u where u.organization_id = sale.organization_id and u.id = sale.agent_id),
    'travelers', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'first_name', c.first_name,
      'last_name', c.last_name, 'email', c.email) order by c.last_name, c.first_name, c.id), '[]')
      from public.customers c where c.organization_id = sale.organization_id and c.id = any (sale.traveler_ids)))
$$;
comment on function private.describe_sale is 'The current state of a sale, for a client whose update met a conflict.';
grant execute on function private.describe_sale(public.sales) to authenticated;

create function public.update_sale(
  sale_id uuid,
  expected_version integer,
  changes jsonb,
  traveler_ids text[] default null
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  input jsonb := private.check_sale_input(update_sale.changes,
    '{customer_id,vendor_id,agent_id,booking_reference,sale_date,travel_date,return_date,total_amount,commission_amount,
      commission_rate,commission_basis,currency,status,notes,lines,co_sellers,payment_plan,group_id}');
  current public.sales%rowtype;
  assignments text;
  new_version integer;
begin
  if update_sale.traveler_ids is not null then
    input := input || private.check_traveler_ids(update_sale.traveler_ids);
  end if;
  if update_sale.expected_version is null then
    perform private.refuse('Say which version of the sale was edited.', 'version', 'version_missing', '{"noun": "sale"}');
  end if;
  select s.* into current from public.sales s where s.id = update_sale.sale_id for no key update;
  if not found then
    perform private.refuse('This sale does not exist, or it is not yours.', '', 'sale_not_found');
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
comment on function public.update_sale is 'Saves the changed fields of a sale, and its travelers unless null, if it still has the
  version the caller started from: {outcome: ''saved'', id, version}. Otherwise nothing is written: {outcome: ''conflict'', version,
  sale, changes} with the current sale and the changes since, oldest first. The row lock lets exactly one of two simultaneous
  updates win.';
grant execute on function public.update_sale(uuid, integer, jsonb, text[]) to authenticated;

create function private.sales_with_reference(booking_reference text, vendor_id uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select s.id
  from public.sales s
  where s.organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or s.agent_id = (select auth.uid()))
    and s.vendor_id = sales_with_reference.vendor_id
    and lower(btrim(s.booking_reference)) = (select lower(btrim(sales_with_reference.booking_reference)))
$$;
comment on function private.sales_with_reference is 'Sales with this reference at this vendor, for find_duplicate_bookings. Security
  definer for the sake of the index on the reference, which row-level security would keep from being used; so it must apply the
  caller''s scope itself.';
grant execute on function private.sales_with_reference(text, uuid) to authenticated;

create function public.find_duplicate_bookings(booking_reference text, vendor_id uuid, except_sale_id uuid default null)
returns jsonb
language sql stable security invoker set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(d) - 'n' order by d.n), '[]')
  from (
    select s.id, s.booking_reference, s.sale_date, s.status, s.total_amount,
      c.first_name as customer_first_name, c.last_name as customer_last_name,
      row_number() over (order by s.sale_date desc, s.created_at desc, s.booking_reference desc, s.id) as n
    from public.sales s
    join public.customers c on c.organization_id = s.organization_id and c.id = s.customer_id
    where s.id in (select private.sales_with_reference(
        find_duplicate_bookings.booking_reference, find_duplicate_bookings.vendor_id))
      and s.id is distinct from find_duplicate_bookings.except_sale_id
    order by n
    limit 20
  ) d
$$;
comment on function public.find_duplicate_bookings is 'Up to 20 sales the caller may see with this reference at this vendor, newest
  first, for a warning before saving.';
grant execute on function public.find_duplicate_bookings(text, uuid, uuid) to authenticated;

create function private.latest_sales(owner text, owner_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  answer jsonb;
begin
  execute format('select jsonb_build_object(
    ''count'', n.active + n.cancelled, ''active_count'', n.active, ''cancelled_count'', n.cancelled, ''rows'', (select coalesce(jsonb_agg(jsonb_build_object(''id'', r.id, ''booking_reference'', r.booking_reference,
      ''sale_date'', r.sale_date, ''travel_date'', r.travel_date, ''return_date'', r.return_date,
      ''total_amount'', r.total_amount, ''status'', r.status,
      ''customer'', (select jsonb_build_object(''first_name'', c.first_name, ''last_name'', c.last_name)
        from public.customers c where c.id = r.customer_id),
      ''vendor'', (select jsonb_build_object(''name'', v.name) from public.vendors v where v.id = r.vendor_id))
      order by r.sale_date desc, r.created_at desc, r.booking_reference desc, r.id), ''[]'')
      from (select s.* from public.sales s where s.%1$I = $1 order by s.sale_date desc, s.created_at desc, s.booking_reference desc, s.id limit 5) r))
    from (select count(*) filter (where s.status <> ''cancelled'') as active, count(*) filter (where s.status = ''cancelled'') as cancelled
      from public.sales s where s.%1$I = $1) n', owner || '_id')
  into answer using owner_id;
  return answer;
end $$;
comment on function private.latest_sales is '{rows, count, active_count, cancelled_count}: the five newest sales of a customer, vendor or agent (`owner`) that the
  caller may read, and how many there are.';
grant execute on function private.latest_sales(text, uuid) to authenticated;

create function private.guard_currency() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from public.sales s where s.organization_id = new.id) then
    perform private.refuse(
      'The currency is fixed after the first sale: sums would mix ' || old.currency || ' and ' || new.currency || '.', 'currency',
      'currency_fixed', jsonb_build_object('from', old.currency, 'to', new.currency));
  end if;
  return new;
end $$;
comment on function private.guard_currency is 'The currency of an agency is fixed by its first sale.';
