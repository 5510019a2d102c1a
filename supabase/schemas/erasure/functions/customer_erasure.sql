-- The rights of the person a customer record is about: a copy of all their data, and erasure. Both are for admins and write the
-- audit log. Erasure cannot be undone: it takes everything personal out of the organization, while sales and their sums stay.

create function public.export_customer_data(customer_id uuid) returns uuid
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  caller_organization_id uuid := private.admin_organization_id();
begin
  perform private.require_step_up();
  if caller_organization_id is null then
    perform private.refuse('Only admins can export a customer''s data.', '', 'export_is_for_admins');
  end if;
  perform 1 from public.customers c
  where c.organization_id = caller_organization_id and c.id = export_customer_data.customer_id;
  if not found then
    perform private.refuse('This customer does not exist.', '', 'customer_not_found');
  end if;
  perform private.audit(caller_organization_id, 'customer_exported', export_customer_data.customer_id,
    export_customer_data.customer_id);
  return private.allow_disclosure('customer_data', export_customer_data.customer_id);
end $$;
comment on function public.export_customer_data is 'Records that the caller asks for everything that is known about one customer.
  Answers the id to read it by.';
grant execute on function public.export_customer_data(uuid) to authenticated;

create function public.read_customer_data(disclosure_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.admin_organization_id();
  subject uuid := private.take_disclosure('customer_data', read_customer_data.disclosure_id);
  customer public.customers%rowtype;
begin
  select c.* into customer from public.customers c where c.organization_id = caller_organization_id and c.id = subject;
  if customer.id is null then
    perform private.refuse_with(private.disclosure_refusal());
  end if;
  return jsonb_build_object(
    'exported_at', now(),
    'organization', (select o.name from public.organizations o where o.id = caller_organization_id),
    'customer', to_jsonb(customer) - '{organization_id,created_by,merged_into}'::text[],
    'companions', (
      select coalesce(jsonb_agg(jsonb_build_object('first_name', c.first_name, 'last_name', c.last_name, 'relation', l.relation)
        order by c.last_name, c.first_name, c.id), '[]')
      from public.customer_companions l
      join public.customers c on c.id = case when l.customer_id = customer.id then l.companion_id else l.customer_id end
      where l.organization_id = caller_organization_id and customer.id in (l.customer_id, l.companion_id)),
    'passports', (
      select coalesce(jsonb_agg(jsonb_build_object('number', '•••• ' || p.last_four, 'given_names', p.given_names,
        'country', p.country, 'issued_on', p.issued_on, 'expires_on', p.expires_on) order by p.expires_on, p.id), '[]')
      from private.passports p where p.organization_id = caller_organization_id and p.customer_id = customer.id),
    'passport_reveals', public.get_passport_reveals(customer.id),
    'documents', private.customer_documents(caller_organization_id, customer.id),
    'purchases', (
      select coalesce(jsonb_agg(jsonb_build_object('booking_reference', s.booking_reference, 'vendor', v.name,
        'sale_date', s.sale_date, 'travel_date', s.travel_date, 'return_date', s.return_date, 'total_amount', s.total_amount,
        'currency', s.currency, 'status', s.status, 'notes', s.notes) order by s.sale_date, s.id), '[]')
      from public.sales s join public.vendors v on v.id = s.vendor_id
      where s.organization_id = caller_organization_id and s.customer_id = customer.id),
    'travels_on', (
      select coalesce(jsonb_agg(jsonb_build_object('booking_reference', s.booking_reference, 'vendor', v.name,
        'travel_date', s.travel_date, 'return_date', s.return_date, 'status', s.status) order by s.sale_date, s.id), '[]')
      from public.sale_travelers t
      join public.sales s on s.id = t.sale_id join public.vendors v on v.id = s.vendor_id
      where t.organization_id = caller_organization_id and t.customer_id = customer.id),
    'conversation', (
      select coalesce(jsonb_agg(jsonb_build_object('written_at', m.created_at, 'text', private.plain_words(m.body))
        order by m.created_at, m.id), '[]')
      from public.communications m
      where m.organization_id = caller_organization_id and m.commentable_type = 'customers' and m.commentable_id = customer.id
        and m.body is not null),
    'merged_from', (
      select coalesce(jsonb_agg(jsonb_build_object('name', m.merged_name, 'merged_at', m.created_at) order by m.created_at), '[]')
      from private.customer_merges m
      where m.organization_id = caller_organization_id and m.kept_id = customer.id and m.undone_at is null));
end $$;
comment on function public.read_customer_data is 'Everything about the customer that export_customer_data was called for. Passport
  numbers are masked: their owner has them.';
grant execute on function public.read_customer_data(uuid) to authenticated;

create function private.redact_sales(organization_id uuid, sale_ids uuid[], pattern text, cleared_keys text[] default '{}')
returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  commission_ids uuid[];
begin
  if pattern is null or cardinality(sale_ids) = 0 then
    return;
  elsif sale_ids is not null then
    commission_ids := array(
      select m.id from public.commissions m
      where m.organization_id = redact_sales.organization_id and m.sales_id = any (sale_ids));
  end if;
  update public.sales s set
    notes = case when 'notes' = any (cleared_keys) then null else private.redact(s.notes, pattern) end,
    booking_reference = private.redact(s.booking_reference, pattern, 100)
  where s.organization_id = redact_sales.organization_id and (s.id = any (sale_ids) or sale_ids is null and s.notes is not null)
    and (s.notes ~* pattern or s.booking_reference ~* pattern or 'notes' = any (cleared_keys) and s.notes is not null);
  update public.sales s set lines = (
    select jsonb_agg(e.line || jsonb_build_object('text', private.redact(e.line ->> 'text', pattern, 200)) order by e.n)
    from jsonb_array_elements(s.lines) with ordinality e(line, n))
  where s.organization_id = redact_sales.organization_id and s.lines <> '[]' and s.lines::text ~* pattern
    and (sale_ids is null or s.id = any (sale_ids));
  update public.commissions m set notes = private.redact(m.notes, pattern),
    manual_write_off_reason = private.redact(m.manual_write_off_reason, pattern, 500)
  where m.organization_id = redact_sales.organization_id and (m.id = any (commission_ids) or sale_ids is null)
    and (m.notes is not null or m.manual_write_off_reason is not null) and (m.notes ~* pattern or m.manual_write_off_reason ~* pattern);
  update private.commissions_before_deposit b set manual_write_off_reason = private.redact(b.manual_write_off_reason, pattern, 500)
  where b.organization_id = redact_sales.organization_id and (b.commission_id = any (commission_ids) or sale_ids is null)
    and b.manual_write_off_reason ~* pattern;
  update public.other_commissions x set notes = private.redact(x.notes, pattern)
  where x.organization_id = redact_sales.organization_id and (x.sales_id = any (sale_ids) or sale_ids is null) and x.notes ~* pattern;
  update public.agent_payments p set notes = private.redact(p.notes, pattern),
    reference = private.redact(p.reference, pattern, 200)
  where p.organization_id = redact_sales.organization_id and (sale_ids is null or p.share_id in (select private.shares_beside(commission_ids)))
    and (p.notes ~* pattern or p.reference ~* pattern);
  update public.customer_payments p set notes = private.redact(p.notes, pattern, 500)
  where p.organization_id = redact_sales.organization_id and (p.sales_id = any (sale_ids) or sale_ids is null) and p.notes ~* pattern;
  perform private.redact_communications(redact_sales.organization_id, sale_ids, commission_ids, pattern);
  -- Last: the triggers of the updates above have written history rows with the previous texts.
  update public.sales_history h set
    previous_data = private.redact_json(h.previous_data, pattern, cleared_keys),
    new_data = private.redact_json(h.new_data, pattern, cleared_keys),
    comment = case when 'notes' = any (cleared_keys) then null else private.redact(h.comment, pattern) end
  where h.organization_id = redact_sales.organization_id and (h.sales_id = any (sale_ids) or sale_ids is null
    and (h.comment is not null or h.new_data ->> 'notes' is not null or h.previous_data ->> 'notes' is not null
      or h.new_data ? 'travelers' or h.previous_data ? 'travelers' or h.new_data ? 'lines' or h.previous_data ? 'lines')
    and (h.comment ~* pattern or h.new_data::text ~* pattern or h.previous_data::text ~* pattern));
  update public.commission_history h set notes = private.redact(h.notes, pattern), params = private.redact_json(h.params, pattern),
    previous_data = private.redact_json(h.previous_data, pattern), new_data = private.redact_json(h.new_data, pattern)
  where h.organization_id = redact_sales.organization_id and (h.commission_id = any (commission_ids) or sale_ids is null
    and (h.new_data ?| '{notes,payment_reference,recalled_amount,voided_amount,manual_write_off_reason}'
      or h.previous_data ?| '{notes,payment_reference,recalled_amount,voided_amount,manual_write_off_reason}'))
    and (h.notes ~* pattern or h.new_data::text ~* pattern or h.previous_data::text ~* pattern);
  perform private.redact_voids(redact_sales.organization_id, commission_ids, pattern);
  perform private.redact_payouts(redact_sales.organization_id, commission_ids, pattern);
  update public.notifications n set message = private.redact(n.message, pattern, 1000), params = private.redact_json(n.params, pattern)
  where n.organization_id = redact_sales.organization_id and sale_ids is not null and n.message ~* pattern
    and (n.commentable_type = 'commissions' and n.commentable_id = any (commission_ids)
      or n.commentable_type = 'sales' and n.commentable_id = any (sale_ids));
end $$;
comment on function private.redact_sales is 'Redacts the free texts of sales, their commissions, payments, histories and
  notifications. `sale_ids` null: of the whole organization, except notifications and sales without notes (erase_customer finds
  their booking references by trigrams).';

create function private.redact_sale_groups(organization_id uuid, sale_ids uuid[], pattern text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.sale_groups g set
    -- Names differ, also when the same is left of two.
    name = case when g.name ~* pattern then private.redact(g.name, pattern, 190) || ' ' || left(g.id::text, 8) else g.name end,
    booking_reference = private.redact(g.booking_reference, pattern, 100), notes = private.redact(g.notes, pattern)
  where g.organization_id = redact_sale_groups.organization_id
    and (redact_sale_groups.sale_ids is null or g.id in (select s.group_id from public.sales s
      where s.organization_id = redact_sale_groups.organization_id and s.id = any (redact_sale_groups.sale_ids)))
    and (g.name ~* pattern or g.booking_reference ~* pattern or g.notes ~* pattern)
$$;
comment on function private.redact_sale_groups is 'Redacts the texts of the groups these sales belong to; `sale_ids` null: of all groups.';

create function public.erase_customer(customer_id uuid, confirmation text) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  customer public.customers%rowtype;
  customer_ids uuid[];
  own_sale_ids uuid[];
  former_sale_ids uuid[];
  traveled_sale_ids uuid[];
  first_names text[];
  last_names text[];
  full_names text[];
  unique_names text[];
  contacts text[];
  any_name_pattern text;
  unique_pattern text;
  full_name_pattern text;
begin
  if caller_organization_id is null or not private.is_admin() then
    return private.command_result('Only admins can erase a customer.', null, 'erasure_is_for_admins');
  end if;
  perform private.lock_merges(caller_organization_id);
  -- Customers merged into this one, directly or not, are the same person.
  customer_ids := array(
    with recursive same as (
      select c.id from public.customers c where c.organization_id = caller_organization_id and c.id = erase_customer.customer_id
      union
      select c.id from public.customers c join same s on c.merged_into = s.id where c.organization_id = caller_organization_id)
    select s.id from same s);
  perform private.lock_customers(caller_organization_id, customer_ids);
  select c.* into customer from public.customers c
  where c.organization_id = caller_organization_id and c.id = erase_customer.customer_id;
  if customer.id is null or customer.merged_into is not null then
    return private.command_result('This customer does not exist.', null, 'customer_not_found');
  elsif customer.erased_at is not null then
    return jsonb_build_object('success', true, 'error', null, 'field', null);
  elsif btrim(coalesce(erase_customer.confirmation, '')) <> customer.first_name || ' ' || customer.last_name then
    return private.command_result('Type the customer''s full name to confirm.', 'confirmation', 'confirmation_wrong');
  end if;

  -- Present and former names, e-mail addresses and phone numbers. A name in a free text may be somebody else's, so there are
  -- three patterns:
  --   any_name_pattern: contacts, full names and single names; for sales the customer pays, whose notes are cleared anyway.
  --   full_name_pattern: contacts and full names; for sales the customer travels on.
  --   unique_pattern: contacts and full names that no other customer of the organization has; for everything else.
  select array_agg(p.first_name), array_agg(p.last_name) into first_names, last_names
  from (
    select c.first_name, c.last_name from public.customers c where c.id = any (customer_ids)
    union
    select r.former_name[1], r.former_name[2] from private.record_changes r
    where r.organization_id = caller_organization_id and r.record_id = any (customer_ids) and r.former_name is not null) p;
  contacts := array(
    select distinct btrim(t.value) from public.customers c
    cross join lateral (
      select c.email union all select c.phone
      union all select e ->> 'value' from jsonb_array_elements(c.more_emails || c.more_phones) e) t(value)
    where c.id = any (customer_ids) and char_length(btrim(t.value)) >= 6);
  full_names := array(select unnest(private.name_spellings(p.f, p.l)) from unnest(first_names, last_names) p(f, l));
  full_name_pattern := private.words_pattern(full_names || contacts);
  any_name_pattern := private.words_pattern(full_names || contacts
    || array(select p from unnest(first_names || last_names) p where char_length(p) >= 3));
  unique_names := array(
    select unnest(private.name_spellings(p.f, p.l)) from unnest(first_names, last_names) p(f, l)
    where not exists (
      select 1 from public.customers c
      where c.organization_id = caller_organization_id and lower(c.last_name) = lower(p.l) and lower(c.first_name) = lower(p.f)
        and c.id <> all (customer_ids) and c.erased_at is null));
  unique_pattern := private.words_pattern(unique_names || array(
    select w from unnest(contacts) w
    where not exists (
      select 1 from private.customer_search s
      where s.organization_id = caller_organization_id and s.customer_id <> all (customer_ids)
        and s.document like '%'
          || private.escape_like(private.normalize_search_text(w)) || '%')));

  own_sale_ids := array(
    select s.id from public.sales s
    where s.organization_id = caller_organization_id and s.customer_id = any (customer_ids));
  -- Sales that were theirs before the customer of the sale was changed.
  former_sale_ids := array(
    select distinct h.sales_id from public.sales_history h
    where h.organization_id = caller_organization_id and h.previous_data ? 'customer_id'
      and h.previous_data ->> 'customer_id' = any (customer_ids::text[]) and h.sales_id <> all (own_sale_ids));
  traveled_sale_ids := array(
    select t.sale_id from public.sale_travelers t
    where t.organization_id = caller_organization_id and t.customer_id = any (customer_ids)
      and t.sale_id <> all (own_sale_ids || former_sale_ids));

  perform private.begin_mode('erasing');
  delete from private.passports p where p.organization_id = caller_organization_id and p.customer_id = any (customer_ids);
  delete from public.customer_companions l
  where l.organization_id = caller_organization_id
    and (l.customer_id = any (customer_ids) or l.companion_id = any (customer_ids));
  update private.customer_merges m set moved = null,
    merged_name = case when m.merged_id = any (customer_ids) then 'Erased customer' else m.merged_name end
  where m.organization_id = caller_organization_id and (m.kept_id = any (customer_ids) or m.merged_id = any (customer_ids));
  perform private.clear_customer_conversations(caller_organization_id, customer_ids);
  perform private.erase_documents(caller_organization_id, customer_ids, own_sale_ids, unique_pattern);
  perform private.erase_from_statements(caller_organization_id, customer_ids);
  perform private.redact_sales(caller_organization_id, own_sale_ids, any_name_pattern, '{notes}');
  perform private.redact_sales(caller_organization_id, former_sale_ids, unique_pattern);
  perform private.redact_sales(caller_organization_id, traveled_sale_ids, full_name_pattern);
  perform private.redact_sale_groups(caller_organization_id, own_sale_ids, any_name_pattern);
  perform private.redact_sale_groups(caller_organization_id, traveled_sale_ids, full_name_pattern);
  if unique_pattern is not null then
    perform private.redact_sale_groups(caller_organization_id, null, unique_pattern);
    perform private.redact_sales(caller_organization_id, array(
      select s.id from public.sales s
      where s.organization_id = caller_organization_id
        and lower(s.booking_reference collate pg_catalog."pg_c_utf8") like any (array(
        select '%' || private.escape_like(lower(w collate pg_catalog."pg_c_utf8")) || '%'
        from unnest(unique_names) w))), unique_pattern);
    perform private.redact_sales(caller_organization_id, null, unique_pattern);
    update public.customers c set notes = private.redact(c.notes, unique_pattern),
      preferences = private.redact_json(c.preferences, unique_pattern, '{}', true),
      emergency_phone = case when c.emergency_name ~* unique_pattern then null else c.emergency_phone end,
      emergency_relation = case when c.emergency_name ~* unique_pattern then null else c.emergency_relation end,
      emergency_name = case when c.emergency_name ~* unique_pattern then null else c.emergency_name end
    where c.organization_id = caller_organization_id and c.id <> all (customer_ids)
      and (c.notes ~* unique_pattern or c.emergency_name ~* unique_pattern
        or c.preferences <> '{}' and c.preferences::text ~* unique_pattern);
    update public.vendor_terms v set notes = private.redact(v.notes, unique_pattern)
    where v.organization_id = caller_organization_id and v.notes ~* unique_pattern;
    update public.customer_companions l set relation = private.redact(l.relation, unique_pattern, 50)
    where l.organization_id = caller_organization_id and l.relation ~* unique_pattern;
    update private.customer_merges m set moved = private.redact_json(m.moved, unique_pattern, '{}', true)
    where m.organization_id = caller_organization_id and m.moved is not null and m.moved::text ~* unique_pattern;
    update public.import_batches i set file_name = private.redact(i.file_name, unique_pattern, 255)
    where i.organization_id = caller_organization_id and i.file_name ~* unique_pattern;
    perform private.redact_bank(caller_organization_id, unique_pattern);
    perform private.redact_mailbox(caller_organization_id, unique_pattern);
    perform private.redact_saved_reports(caller_organization_id, unique_pattern);
    perform private.redact_mails(caller_organization_id, unique_pattern);
  end if;
  update private.audit_log l set details = l.details - 'last_four'
  where l.organization_id = caller_organization_id and l.customer_id = any (customer_ids) and l.details ? 'last_four';
  update public.customers c set first_name = 'Erased', last_name = 'customer', email = null, phone = null, notes = null,
    address_line_1 = null, address_line_2 = null, city = null, region = null, postal_code = null, country = null,
    birthday = null, more_emails = '[]', more_phones = '[]', emergency_name = null, emergency_phone = null,
    emergency_relation = null, tags = '{}', preferences = '{}', archived_at = coalesce(c.archived_at, now()), erased_at = now()
  where c.id = any (customer_ids);
  perform private.begin_mode('');
  update private.record_changes r set former_name = null
  where r.organization_id = caller_organization_id and r.record_id = any (customer_ids) and r.former_name is not null;
  -- Rows of files that are being checked may name them.
  delete from private.import_check_rows r using public.users u
  where u.id = r.created_by and u.organization_id = caller_organization_id;
  -- The name of a tag that no customer has any more may be personal.
  delete from private.customer_counts n where n.organization_id = caller_organization_id and n.customers_count = 0;
  perform private.audit(caller_organization_id, 'customer_erased', customer.id, customer.id);
  return jsonb_build_object('success', true, 'error', null, 'field', null);
end $$;
comment on function public.erase_customer is 'The confirmation is the customer''s full name. Answers {success} or {success, error,
  field}. Idempotent.';
grant execute on function public.erase_customer(uuid, text) to authenticated;
