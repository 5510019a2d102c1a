create function private.vendor_document(name text, aliases text[]) returns text
language sql immutable strict parallel safe cost 1000 set search_path = '' as $$
  select private.name_document(name || ' ' || array_to_string(aliases, ' '))
$$;
comment on function private.vendor_document is 'What a vendor is found by: the words of the name, and of the names on bank
  statements.';
grant execute on function private.vendor_document(text, text[]) to authenticated;

create index vendors_search_idx on public.vendors using gin
  (organization_id, private.vendor_document(name, aliases) extensions.gin_trgm_ops);

create function private.normalize_vendor() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.name := btrim(new.name);
  new.logo_url := nullif(btrim(new.logo_url), '');
  new.email := nullif(btrim(new.email), '');
  new.phone := nullif(btrim(new.phone), '');
  new.website := nullif(btrim(new.website), '');
  new.address_line_1 := nullif(btrim(new.address_line_1), '');
  new.address_line_2 := nullif(btrim(new.address_line_2), '');
  new.city := nullif(btrim(new.city), '');
  new.region := nullif(btrim(new.region), '');
  new.postal_code := nullif(btrim(new.postal_code), '');
  new.country := nullif(upper(btrim(new.country)), '');
  new.category := coalesce(nullif(btrim(new.category), ''), 'other');

  -- Banks pad names with blanks and change their case: aliases that differ in nothing else are one. The first spelling stays.
  new.aliases := array(
    select d.alias from (
      select distinct on (lower(t.alias)) t.alias, t.position
      from (
        select btrim(regexp_replace(a, '\s+', ' ', 'g')) as alias, position
        from unnest(new.aliases) with ordinality u(a, position)) t
      where t.alias <> ''
      order by lower(t.alias), t.position) d
    order by d.position);
  if tg_op = 'INSERT' and new.import_batch_id is not null then
    new.name := private.one_line(new.name);
  end if;
  new.email_saved_at := case when tg_op = 'UPDATE' and new.email is not distinct from old.email then old.email_saved_at else now() end;
  return new;
end $$;
comment on function private.normalize_vendor is 'Trims texts, turns empty ones into null, and line breaks in names of
  files into blanks. Notes when the address was saved.';

create function private.normalize_vendor_terms() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.notes := nullif(btrim(new.notes), '');
  new.account_number := nullif(btrim(new.account_number), '');
  new.expected_payment_basis := coalesce(nullif(btrim(new.expected_payment_basis), ''), 'departure');
  new.contacts := coalesce(new.contacts, '[]');
  if jsonb_typeof(new.contacts) = 'array'
    and not jsonb_path_exists(new.contacts, 'strict $[*] ? (@.type() != "object")', '{}', true)
    and not jsonb_path_exists(new.contacts, 'strict $[*].keyvalue() ? (
      !(@.key == "name" || @.key == "role" || @.key == "email" || @.key == "phone")
      || (@.value.type() != "string" && @.value.type() != "null"))', '{}', true) then
    new.contacts := (
      select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'role', c.role, 'email', c.email, 'phone', c.phone)
        order by c.position), '[]')
      from (
        select nullif(btrim(e ->> 'name'), '') as name, nullif(btrim(e ->> 'role'), '') as role,
          nullif(btrim(e ->> 'email'), '') as email, nullif(btrim(e ->> 'phone'), '') as phone, position
        from jsonb_array_elements(new.contacts) with ordinality u(e, position)) c
      -- Rows of the form that were left empty are dropped.
      where coalesce(c.name, c.role, c.email, c.phone) is not null);
  end if;
  new.contacts_saved_at := case when tg_op = 'UPDATE' and new.contacts = old.contacts then old.contacts_saved_at else now() end;
  return new;
end $$;
comment on function private.normalize_vendor_terms is 'Trims texts and turns empty ones into null. JSON of an unexpected shape
  stays as it is: a constraint refuses it.';

create function private.audit_vendor_rate() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit(new.organization_id, 'vendor_terms_changed', null, new.id,
    private.audit_change('default_commission_rate', old.default_commission_rate::text, new.default_commission_rate::text));
  return null;
end $$;

create function private.audit_vendor_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.in_mode('importing') then
    perform private.audit(new.organization_id, 'vendor_terms_changed', null, new.vendor_id, jsonb_build_object('changes',
      private.audit_changes(
        jsonb_build_object('expected_payment_days', old.expected_payment_days, 'expected_payment_basis', old.expected_payment_basis),
        jsonb_build_object('expected_payment_days', new.expected_payment_days, 'expected_payment_basis', new.expected_payment_basis))
      || case when new.account_number is distinct from old.account_number then
        '[{"field": "account_number", "before": null, "after": null}]'::jsonb else '[]' end));
  end if;
  return null;
end $$;
comment on function private.audit_vendor_terms is 'That the account number changed is said, the number is not. An import of vendors is one
  entry of its own.';

create function private.add_vendor_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.vendor_terms (vendor_id, organization_id) select a.id, a.organization_id from added a;
  return null;
end $$;

create function private.number_changed_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  fields constant text[] := private.changed_columns(to_jsonb(old), to_jsonb(new));
  next_version integer;
begin
  if cardinality(fields) = 0 then
    return null;
  end if;
  update private.record_changes c
  set changed_fields = array(select distinct f from unnest(c.changed_fields || fields) f order by f)
  from public.vendors v
  where v.id = new.vendor_id and c.record_id = v.id and c.version = v.version and c.changed_in = pg_current_xact_id();
  if found then
    return null;
  end if;
  update public.vendors v set version = v.version + 1
  where v.organization_id = new.organization_id and v.id = new.vendor_id and v.created_at <> now()
  returning v.version into next_version;
  if found then
    perform private.add_record_change(new.organization_id, new.vendor_id, next_version, fields);
  end if;
  return null;
end $$;
comment on function private.number_changed_terms is 'Terms count to the version of their vendor (private.bump_record_version). What
  the form saves is one change, though of two tables; the terms a vendor is made with are none.';

create function private.sync_vendor_aliases() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  taken record;
begin
  perform pg_advisory_xact_lock(hashtextextended('vendor_aliases ' || new.organization_id, 0));
  delete from private.vendor_aliases a
  where a.vendor_id = new.id and a.organization_id = new.organization_id
    and a.alias_key <> all (array(select lower(n) from unnest(new.aliases) n));
  select n.alias, v.name into taken
  from unnest(new.aliases) n(alias)
  join private.vendor_aliases a on a.organization_id = new.organization_id and a.alias_key = lower(n.alias)
  join public.vendors v on v.id = a.vendor_id
  where a.vendor_id <> new.id
  limit 1;
  if taken.alias is not null then
    perform private.refuse('"' || taken.alias || '" is already an alias of ' || taken.name || '.', 'aliases', 'alias_taken',
      jsonb_build_object('alias', taken.alias, 'vendor', taken.name));
  end if;
  insert into private.vendor_aliases (organization_id, alias_key, vendor_id)
  select new.organization_id, lower(n), new.id from unnest(new.aliases) n
  on conflict (organization_id, alias_key) do nothing;
  return null;
end $$;
comment on function private.sync_vendor_aliases is 'The advisory lock makes vendors of one organization change their aliases one
  after the other: two that exchange aliases at the same moment would deadlock.';

create function private.refuse_archived_vendor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select 1 from public.vendors v
    where v.id = new.vendor_id and v.organization_id = new.organization_id and v.archived_at is not null
  ) then
    perform private.refuse('This vendor is archived. Choose another one, or restore it first.', 'vendor_id', 'vendor_archived');
  end if;
  return new;
end $$;
comment on function private.refuse_archived_vendor is 'For triggers on sales: a sale cannot be recorded for or moved to an archived
  vendor; existing sales stay.';

create function private.lock_vendor(vendor_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  if private.admin_organization_id() is null then
    return private.command_result('You do not have permission to manage vendors.', null, 'vendors_are_for_admins');
  end if;
  perform 1 from public.vendor_terms t
  where t.vendor_id = lock_vendor.vendor_id and t.organization_id = private.admin_organization_id() for no key update;
  perform 1 from public.vendors v
  where v.id = lock_vendor.vendor_id and v.organization_id = private.admin_organization_id() for no key update;
  return case when not found then private.command_result('This vendor does not exist.', null, 'vendor_not_found') end;
end $$;
comment on function private.lock_vendor is 'Locks the vendor for a change: its terms first, as whoever changes those alone does.
  The answer when the caller may not change it; null when they may.';

create function public.archive_vendor(vendor_id uuid, archived boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  refusal jsonb := private.lock_vendor(archive_vendor.vendor_id);
begin
  if refusal is null and archive_vendor.archived is null then
    refusal := private.command_result('Say whether the vendor is archived.', null, 'vendor_archived_unsaid');
  end if;
  if refusal is null then
    update public.vendors v set archived_at = case when archive_vendor.archived then now() end
    where v.id = archive_vendor.vendor_id and (v.archived_at is not null) <> archive_vendor.archived;
  end if;
  return coalesce(refusal, private.command_result(null));
end $$;
grant execute on function public.archive_vendor(uuid, boolean) to authenticated;

create function public.delete_vendor(vendor_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  refusal jsonb := private.lock_vendor(delete_vendor.vendor_id);
begin
  if refusal is null then
    begin
      delete from public.vendors v where v.id = delete_vendor.vendor_id;
    exception when foreign_key_violation then
      refusal := private.command_result('A vendor with sales or documents cannot be deleted. Archive it instead.', null,
        'vendor_in_use');
    end;
  end if;
  return coalesce(refusal, private.command_result(null));
end $$;
comment on function public.delete_vendor is 'The foreign key decides whether there are sales: a check beforehand would miss one
  recorded at the same moment.';
grant execute on function public.delete_vendor(uuid) to authenticated;

create function private.check_vendor(vendor jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select private.check_record_input(check_vendor.vendor, '{
    "name": "text", "logo_url": "text", "email": "text", "phone": "text", "website": "text", "notes": "text",
    "default_commission_rate": "number", "category": "text", "contacts": "json", "address_line_1": "text",
    "address_line_2": "text", "city": "text", "region": "text", "postal_code": "text", "country": "text",
    "account_number": "text", "expected_payment_days": "integer", "expected_payment_basis": "text", "aliases": "list"}', 'vendor')
$$;
comment on function private.check_vendor is 'What a form sent about a vendor, checked (private.check_record_input).';
grant execute on function private.check_vendor(jsonb) to authenticated;

create function private.terms_of(vendor jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(e.key, e.value), '{}')
  from jsonb_each(terms_of.vendor) e
  where e.key in ('notes', 'contacts', 'account_number', 'expected_payment_days', 'expected_payment_basis')
$$;
comment on function private.terms_of is 'Those fields of a vendor''s form that are kept in vendor_terms.';
grant execute on function private.terms_of(jsonb) to authenticated;

create function private.save_vendor_terms(vendor_id uuid, terms jsonb) returns void
language sql volatile security invoker set search_path = '' as $$
  update public.vendor_terms t
  set (notes, contacts, account_number, expected_payment_days, expected_payment_basis)
    = (n.notes, n.contacts, n.account_number, n.expected_payment_days, n.expected_payment_basis)
  from public.vendor_terms o cross join lateral jsonb_populate_record(o, save_vendor_terms.terms) n
  where o.vendor_id = save_vendor_terms.vendor_id and t.vendor_id = o.vendor_id and save_vendor_terms.terms <> '{}'
$$;
comment on function private.save_vendor_terms is 'Writes the given terms with the caller''s rights, and leaves the others.';
grant execute on function private.save_vendor_terms(uuid, jsonb) to authenticated;

create function public.create_vendor(vendor jsonb, request_key uuid default null) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  answer jsonb := private.begin_request('create_vendor', request_key, create_vendor.vendor);
  input jsonb;
  terms jsonb;
begin
  if answer is null then
    input := private.check_vendor('{"name": null}'::jsonb || create_vendor.vendor);
    terms := private.terms_of(input);
    answer := private.add_record('vendors', request_key, input - array(select jsonb_object_keys(terms)));
    perform private.save_vendor_terms((answer ->> 'id')::uuid, terms);
  end if;
  return answer;
end $$;
comment on function public.create_vendor is 'Adds a vendor, as create_customer does a customer.';
grant execute on function public.create_vendor(jsonb, uuid) to authenticated;

create function private.saved_by_create_vendor(vendor_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', 'vendor', 'id', v.id, 'name', v.name)
  from public.vendors v
  where v.organization_id = private.current_organization_id() and v.id = saved_by_create_vendor.vendor_id
$$;
comment on function private.saved_by_create_vendor is 'See private.saved_as.';

create function public.update_vendor(vendor_id uuid, expected_version integer, vendor jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
  input constant jsonb := private.check_vendor(update_vendor.vendor);
  terms constant jsonb := private.terms_of(input);
  current_terms jsonb;
  answer jsonb;
begin
  select to_jsonb(t) - '{vendor_id,contacts_saved_at}'::text[] into current_terms from public.vendor_terms t
  where t.organization_id = caller_organization_id and t.vendor_id = update_vendor.vendor_id for no key update;
  answer := private.save_record('vendors', 'vendor', caller_organization_id, update_vendor.vendor_id,
    update_vendor.expected_version, input - array(select jsonb_object_keys(terms)));
  if answer ->> 'outcome' = 'conflict' then
    return jsonb_set(answer, '{vendor}', (answer -> 'vendor') - 'email_saved_at' || current_terms);
  end if;
  perform private.save_vendor_terms(update_vendor.vendor_id, terms);
  return answer || jsonb_build_object('version', (select v.version from public.vendors v where v.id = update_vendor.vendor_id));
end $$;
comment on function public.update_vendor is 'Saves the given columns of a vendor for admins, as update_customer does for
  customers. Locks the terms first, as private.lock_vendor does.';
grant execute on function public.update_vendor(uuid, integer, jsonb) to authenticated;
