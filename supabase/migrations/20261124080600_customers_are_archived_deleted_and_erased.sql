-- The end of a customer: archived (in no picker, back at any time), deleted (only who has never bought anything), handed
-- over (all that is known, to the person it is about), erased (the person goes, what was sold stays).

-- Answers {success} or {success, error, field}. Every member may archive and restore.
create function public.archive_customer(customer_id uuid, archived boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  home uuid := private.current_organization_id();
  customer public.customers%rowtype;
begin
  select c.* into customer from public.customers c
  where c.organization_id = home and c.id = archive_customer.customer_id for no key update;
  if customer.id is null then
    return jsonb_build_object('success', false, 'error', 'This customer does not exist.', 'field', null);
  elsif customer.merged_into is not null then
    return jsonb_build_object('success', false, 'error', 'This customer was merged into another one.', 'field', null);
  elsif customer.erased_at is not null then
    return jsonb_build_object('success', false, 'error', 'This customer was erased.', 'field', null);
  end if;
  if (customer.archived_at is not null) is distinct from coalesce(archive_customer.archived, true) then
    update public.customers c set archived_at = case when coalesce(archive_customer.archived, true) then now() end
    where c.id = customer.id;
  end if;
  return jsonb_build_object('success', true, 'error', null, 'field', null);
end $$;

-- Answers {success} or {success, error, field}. Admins delete, and agents whom they added themselves; nobody deletes a
-- customer who is on a sale.
create function public.delete_customer(customer_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  home uuid := private.current_organization_id();
  customer public.customers%rowtype;
  refusal text;
begin
  select c.* into customer from public.customers c
  where c.organization_id = home and c.id = delete_customer.customer_id for update;
  refusal := case
    when customer.id is null then 'This customer does not exist.'
    when exists (select 1 from public.sales s where s.organization_id = home and s.customer_id = customer.id)
      or exists (select 1 from public.sale_travelers t where t.organization_id = home and t.customer_id = customer.id) then
      'A customer with sales cannot be deleted. Archive them instead.'
    when not private.is_admin() and customer.created_by is distinct from auth.uid() then
      'You can delete only customers you added yourself.'
    when exists (select 1 from private.customer_merges m
      where m.organization_id = home and customer.id in (m.kept_id, m.merged_id) and m.undone_at is null) then
      'This customer was merged with another one. Undo the merge first, or archive them.'
  end;
  if refusal is not null then
    return jsonb_build_object('success', false, 'error', refusal, 'field', null);
  end if;
  delete from private.passports p where p.organization_id = home and p.customer_id = customer.id;
  delete from public.customer_companions l where l.organization_id = home and customer.id in (l.customer_id, l.companion_id);
  delete from private.customer_merges m where m.organization_id = home and customer.id in (m.kept_id, m.merged_id);
  delete from public.customers c where c.id = customer.id;
  perform private.audit(home, 'customer_deleted', customer.id, customer.id);
  return jsonb_build_object('success', true, 'error', null, 'field', null);
end $$;

-- Everything that is known about one person, for that person; admins hand it over. A passport's number is masked: its
-- owner has it.
create function public.export_customer_data(customer_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  home uuid := private.current_organization_id();
  customer public.customers%rowtype;
begin
  if home is null or not private.is_admin() then
    perform private.refuse('Only admins can export a customer''s data.');
  end if;
  select c.* into customer from public.customers c where c.organization_id = home and c.id = export_customer_data.customer_id;
  if customer.id is null then
    perform private.refuse('This customer does not exist.');
  end if;
  perform private.audit(home, 'customer_exported', customer.id, customer.id);
  return jsonb_build_object(
    'exported_at', now(),
    'organization', (select o.name from public.organizations o where o.id = home),
    'customer', to_jsonb(customer) - '{organization_id,created_by,merged_into}'::text[],
    'companions', (
      select coalesce(jsonb_agg(jsonb_build_object('first_name', c.first_name, 'last_name', c.last_name, 'relation', l.relation)
        order by c.last_name, c.first_name, c.id), '[]')
      from public.customer_companions l
      join public.customers c on c.id = case when l.customer_id = customer.id then l.companion_id else l.customer_id end
      where l.organization_id = home and customer.id in (l.customer_id, l.companion_id)),
    'passports', (
      select coalesce(jsonb_agg(jsonb_build_object('number', '•••• ' || p.last_four, 'given_names', p.given_names,
        'country', p.country, 'issued_on', p.issued_on, 'expires_on', p.expires_on) order by p.expires_on, p.id), '[]')
      from private.passports p where p.organization_id = home and p.customer_id = customer.id),
    'passport_reveals', public.get_passport_reveals(customer.id),
    'purchases', (
      select coalesce(jsonb_agg(jsonb_build_object('booking_reference', s.booking_reference, 'vendor', v.name,
        'sale_date', s.sale_date, 'travel_date', s.travel_date, 'return_date', s.return_date, 'total_amount', s.total_amount,
        'currency', s.currency, 'status', s.status, 'notes', s.notes) order by s.sale_date, s.id), '[]')
      from public.sales s join public.vendors v on v.id = s.vendor_id
      where s.organization_id = home and s.customer_id = customer.id),
    'travels_on', (
      select coalesce(jsonb_agg(jsonb_build_object('booking_reference', s.booking_reference, 'vendor', v.name,
        'travel_date', s.travel_date, 'return_date', s.return_date, 'status', s.status) order by s.sale_date, s.id), '[]')
      from public.sale_travelers t
      join public.sales s on s.id = t.sale_id join public.vendors v on v.id = s.vendor_id
      where t.organization_id = home and t.customer_id = customer.id),
    'merged_from', (
      select coalesce(jsonb_agg(jsonb_build_object('name', m.merged_name, 'merged_at', m.created_at) order by m.created_at), '[]')
      from private.customer_merges m
      where m.organization_id = home and m.kept_id = customer.id and m.undone_at is null));
end $$;

-- Every text that says one of the names says 'Erased customer' instead.
create function private.redact(words text, names text[]) returns text
language plpgsql immutable set search_path = '' as $$
declare
  name text;
begin
  foreach name in array names loop
    words := replace(words, name, 'Erased customer');
  end loop;
  return words;
end $$;

-- `data` of a history entry without what the person is called and what was typed.
create function private.without_person(data jsonb, names text[], forget text[]) returns jsonb
language sql immutable set search_path = '' as $$
  select case when data is null then null else coalesce((
    select jsonb_object_agg(e.key, case
      when e.key = any (forget) and e.value <> 'null' then 'null'
      when e.key = 'travelers' and jsonb_typeof(e.value) = 'array' then (
        select coalesce(jsonb_agg(case when t #>> '{}' = any (names) then '"Erased customer"' else t end), '[]')
        from jsonb_array_elements(e.value) t)
      when jsonb_typeof(e.value) = 'string' then to_jsonb(private.redact(e.value #>> '{}', names))
      else e.value end)
    from jsonb_each(data) e), '{}') end
$$;

create or replace function private.keep_history() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Erasing a person takes them out of what was said; that it was said stays.
  if tg_op = 'UPDATE' and current_setting('paperplane.mending', true) = 'yes'
    and to_jsonb(new) - '{previous_data,new_data,comment,notes}'::text[] = to_jsonb(old) - '{previous_data,new_data,comment,notes}'::text[] then
    return new;
  end if;
  perform private.refuse('History can be neither changed nor deleted.');
  return null;
end $$;

-- Takes everything personal out of the organization; sales and their sums stay. The confirmation is the customer's full
-- name. Answers {success} or {success, error, field}. There is no way back.
create function public.erase_customer(customer_id uuid, confirmation text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  home uuid := private.current_organization_id();
  customer public.customers%rowtype;
  everybody uuid[];
  names text[];
  bought uuid[];
  on_board uuid[];
begin
  if home is null or not private.is_admin() then
    return jsonb_build_object('success', false, 'error', 'Only admins can erase a customer.', 'field', null);
  end if;
  -- Those merged into this customer are the same person.
  everybody := array(
    with recursive same as (
      select c.id from public.customers c where c.organization_id = home and c.id = erase_customer.customer_id
      union
      select c.id from public.customers c join same s on c.merged_into = s.id where c.organization_id = home)
    select s.id from same s);
  perform private.lock_customers(home, everybody);
  select c.* into customer from public.customers c where c.organization_id = home and c.id = erase_customer.customer_id;
  if customer.id is null or customer.merged_into is not null then
    return jsonb_build_object('success', false, 'error', 'This customer does not exist.', 'field', null);
  elsif customer.erased_at is not null then
    return jsonb_build_object('success', true, 'error', null, 'field', null);
  elsif btrim(coalesce(erase_customer.confirmation, '')) <> customer.first_name || ' ' || customer.last_name then
    return jsonb_build_object('success', false, 'error', 'Type the customer''s full name to confirm.', 'field', 'confirmation');
  end if;
  names := array(select distinct c.first_name || ' ' || c.last_name from public.customers c where c.id = any (everybody));
  bought := array(select s.id from public.sales s where s.organization_id = home and s.customer_id = any (everybody));
  on_board := array(
    select t.sale_id from public.sale_travelers t where t.organization_id = home and t.customer_id = any (everybody)
    union
    -- And those they were taken off again, as far as nobody else has the name.
    select h.sales_id from public.sales_history h
    where h.organization_id = home and (h.previous_data -> 'travelers' ?| names or h.new_data -> 'travelers' ?| names)
      and not exists (
        select 1 from public.customers c
        where c.organization_id = home and c.first_name || ' ' || c.last_name = any (names) and c.id <> all (everybody)));

  perform set_config('paperplane.mending', 'yes', true);
  delete from private.passports p where p.organization_id = home and p.customer_id = any (everybody);
  delete from public.customer_companions l
  where l.organization_id = home and (l.customer_id = any (everybody) or l.companion_id = any (everybody));
  update private.customer_merges m set moved = null,
    merged_name = case when m.merged_id = any (everybody) then 'Erased customer' else m.merged_name end
  where m.organization_id = home and (m.kept_id = any (everybody) or m.merged_id = any (everybody));
  update public.sales s set notes = case when s.id <> all (bought) then private.redact(s.notes, names) end
  where s.organization_id = home and s.id = any (bought || on_board)
    and (s.id = any (bought) and s.notes is not null or s.notes <> private.redact(s.notes, names));
  update public.sales_history h set
    previous_data = private.without_person(h.previous_data, names, case when h.sales_id = any (bought) then '{notes}'::text[] else '{}' end),
    new_data = private.without_person(h.new_data, names, case when h.sales_id = any (bought) then '{notes}'::text[] else '{}' end),
    comment = case when h.sales_id <> all (bought) then private.redact(h.comment, names) end
  where h.organization_id = home and h.sales_id = any (bought || on_board);
  update public.commissions m set notes = private.redact(m.notes, names)
  where m.organization_id = home and m.sales_id = any (bought || on_board) and m.notes <> private.redact(m.notes, names);
  update public.commission_history h set notes = private.redact(h.notes, names),
    previous_data = private.redact(h.previous_data::text, names)::jsonb, new_data = private.redact(h.new_data::text, names)::jsonb
  from public.commissions m
  where m.organization_id = home and m.sales_id = any (bought || on_board) and h.organization_id = home and h.commission_id = m.id;
  update public.agent_payments p set notes = private.redact(p.notes, names), reference = private.redact(p.reference, names)
  from public.commissions m
  where m.organization_id = home and m.sales_id = any (bought || on_board) and p.commission_id = m.id
    and (p.notes <> private.redact(p.notes, names) or p.reference <> private.redact(p.reference, names));
  update public.notifications n set message = private.redact(n.message, names)
  from public.commissions m
  where m.organization_id = home and m.sales_id = any (bought || on_board) and n.organization_id = home
    and n.commentable_type = 'commissions' and n.commentable_id = m.id and n.message <> private.redact(n.message, names);
  update private.audit_log l set details = l.details - 'last_four'
  where l.organization_id = home and l.customer_id = any (everybody) and l.details ? 'last_four';
  update public.customers c set first_name = 'Erased', last_name = 'customer', email = null, phone = null, notes = null,
    address_line_1 = null, address_line_2 = null, city = null, region = null, postal_code = null, country = null,
    birthday = null, more_emails = '[]', more_phones = '[]', emergency_name = null, emergency_phone = null,
    emergency_relation = null, tags = '{}', preferences = '{}', archived_at = coalesce(c.archived_at, now()), erased_at = now()
  where c.id = any (everybody);
  perform set_config('paperplane.mending', '', true);
  -- A tag nobody carries any more may have been a name.
  delete from private.customer_counts n where n.organization_id = home and n.customers_count = 0;
  perform private.audit(home, 'customer_erased', customer.id, customer.id);
  return jsonb_build_object('success', true, 'error', null, 'field', null);
end $$;

revoke all on function private.without_person(jsonb, text[], text[]), private.redact(text, text[]),
  public.archive_customer(uuid, boolean), public.delete_customer(uuid), public.export_customer_data(uuid),
  public.erase_customer(uuid, text) from public, anon, authenticated;
grant execute on function public.archive_customer(uuid, boolean), public.delete_customer(uuid),
  public.export_customer_data(uuid), public.erase_customer(uuid, text) to authenticated;
