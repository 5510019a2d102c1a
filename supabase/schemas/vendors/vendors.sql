-- Vendors: what they sell, contacts, address, default commission rate, payment terms, and the aliases under which they appear on
-- bank statements. Every member reads the vendors of their organization but for what is the admins' alone, who manage them. An alias belongs to one vendor of an
-- organization; an archived vendor takes no new sales.
create table public.vendors (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default private.current_organization_id(),
  name text not null,
  logo_url text,
  email text,
  phone text,
  website text,
  default_commission_rate numeric(5,2) not null default 0,
  notes text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  category text not null default 'other',
  contacts jsonb not null default '[]',
  address_line_1 text,
  address_line_2 text,
  city text,
  region text,
  postal_code text,
  country text,
  account_number text,
  expected_payment_days integer,
  expected_payment_basis text not null default 'departure',
  aliases text[] not null default '{}',
  archived_at timestamptz,
  import_batch_id uuid,
  import_row integer,
  version integer not null default 1,
  constraint vendors_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint vendors_organization_id_id_key unique (organization_id, id),
  constraint vendors_name_length check (char_length(name) <= 200),
  constraint vendors_name_required check (private.is_visible(name)),
  constraint vendors_logo_url_length check (char_length(logo_url) <= 500),
  constraint vendors_email_length check (char_length(email) <= 254),
  constraint vendors_email_format check (email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$'),
  constraint vendors_phone_length check (char_length(phone) <= 50),
  constraint vendors_website_length check (char_length(website) <= 500),
  -- A website is shown as a link: no scheme but http(s).
  constraint vendors_website_format check (website ~* '^https?://[^[:space:]]+$'),
  constraint vendors_default_commission_rate_range check (default_commission_rate between 0 and 100),
  constraint vendors_notes_length check (char_length(notes) <= 5000),
  constraint vendors_logo_url_format check (logo_url ~
    ('^' || organization_id::text || '/vendors/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[.](jpg|jpeg|png|webp)$')),
  constraint vendors_category_known check (category in
    ('cruise', 'tour', 'hotel', 'resort', 'air', 'rail', 'car', 'ferry', 'insurance', 'other')),
  -- [{name, role, email, phone}], texts or null. Silent paths (last argument): a value of another type must fail the check, not
  -- raise an error.
  constraint vendors_contacts_fields check (
    jsonb_typeof(contacts) = 'array'
    and not jsonb_path_exists(contacts, 'strict $[*] ? (@.type() != "object")', '{}', true)
    and not jsonb_path_exists(contacts, 'strict $[*].keyvalue() ? (
      !(@.key == "name" || @.key == "role" || @.key == "email" || @.key == "phone")
      || (@.value.type() != "string" && @.value.type() != "null"))', '{}', true)),
  constraint vendors_contacts_count check (not jsonb_path_exists(contacts, '$[10]')),
  constraint vendors_contacts_name_required check (private.have_visible_names(contacts)),
  constraint vendors_contacts_length check (
    not jsonb_path_exists(contacts, '$[*].name ? (@ like_regex "^.{101}" flag "s")')
    and not jsonb_path_exists(contacts, '$[*].role ? (@ like_regex "^.{101}" flag "s")')
    and not jsonb_path_exists(contacts, '$[*].email ? (@ like_regex "^.{255}" flag "s")')
    and not jsonb_path_exists(contacts, '$[*].phone ? (@ like_regex "^.{51}" flag "s")')),
  constraint vendors_contacts_email_format check (not jsonb_path_exists(contacts,
    '$[*].email ? (!(@ like_regex "^[^@\\s]+@[^@\\s]+[.][^@\\s]+$"))')),
  constraint vendors_address_line_1_length check (char_length(address_line_1) <= 200),
  constraint vendors_address_line_2_length check (char_length(address_line_2) <= 200),
  constraint vendors_city_length check (char_length(city) <= 100),
  constraint vendors_region_length check (char_length(region) <= 100),
  constraint vendors_postal_code_length check (char_length(postal_code) <= 20),
  constraint vendors_country_known check (private.is_country(country)),
  constraint vendors_account_number_length check (char_length(account_number) <= 100),
  constraint vendors_expected_payment_days_range check (expected_payment_days between 0 and 730),
  constraint vendors_expected_payment_basis_known check (
    expected_payment_basis in ('booking', 'departure', 'return', 'before_departure')),
  constraint vendors_aliases_count check (cardinality(aliases) <= 20),
  -- private.normalize_vendor leaves no line break in an alias.
  constraint vendors_aliases_length check (array_to_string(aliases, E'\n') !~ '[^\n]{101}')
);
alter table public.vendors enable row level security;

create index vendors_organization_id_name_idx on public.vendors (organization_id, name, id);
create index vendors_organization_id_lower_name_idx on public.vendors (organization_id, lower(name));
-- What a vendor is found by: the words of the name, and of the names on bank statements.
create function private.vendor_document(name text, aliases text[]) returns text
language sql immutable strict parallel safe cost 1000 set search_path = '' as $$
  select private.name_document(name || ' ' || array_to_string(aliases, ' '))
$$;
grant execute on function private.vendor_document(text, text[]) to authenticated;

create index vendors_search_idx on public.vendors using gin
  (organization_id, private.vendor_document(name, aliases) extensions.gin_trgm_ops);
create index vendors_import_batch_id_idx on public.vendors (import_batch_id, import_row) where import_batch_id is not null;

comment on column public.vendors.logo_url is 'Path in the bucket logos';
comment on column public.vendors.expected_payment_days is
  'Days from the booking, departure or return until the commission is expected; null when nothing is agreed';
comment on column public.vendors.aliases is 'The vendor''s name as it appears on bank statements';
comment on column public.vendors.archived_at is 'Written by archive_vendor';
comment on column public.vendors.version is
  'Filled by trigger: 1, and one more with every change of what the form says. Sent with an update it is the one that was seen';

create policy "members read vendors of their organization" on public.vendors
  for select to authenticated using (organization_id = (select private.current_organization_id()));

create policy "admins add vendors to their organization" on public.vendors
  for insert to authenticated
  with check (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

create policy "admins change vendors of their organization" on public.vendors
  for update to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()))
  with check (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

-- What is between the agency and the vendor (account number, notes, contacts, payment terms) is for admins, who read it by
-- list_vendors, get_vendor_profile and export_vendors: a grant is the same for all members. archived_at is written by
-- archive_vendor, import_batch_id and import_row by import_rows: no grants to write them.
grant select (id, organization_id, name, logo_url, email, phone, website, default_commission_rate, created_at, updated_at,
  category, address_line_1, address_line_2, city, region, postal_code, country, aliases, archived_at, import_batch_id, import_row,
  version), insert (name, logo_url, email, phone, website, default_commission_rate, notes, category, contacts,
  address_line_1, address_line_2, city, region, postal_code, country, account_number, expected_payment_days,
  expected_payment_basis, aliases), update (name, logo_url, email, phone, website, default_commission_rate, notes, category,
  contacts, address_line_1, address_line_2, city, region, postal_code, country, account_number, expected_payment_days,
  expected_payment_basis, aliases, version) on public.vendors to authenticated;

-- Optimistic concurrency, see tenancy/record_versions.sql.
create trigger vendors_05_compare_version before update of version on public.vendors for each row
  when (new.version is distinct from old.version) execute function private.refuse_stale_version('vendor');

create trigger vendors_80_number before update on public.vendors for each row execute function private.bump_record_version(
  '{id,organization_id,created_at,updated_at,version,archived_at,import_batch_id,import_row}');

create trigger vendors_90_touch before update on public.vendors
  for each row execute function private.touch_updated_at();

create trigger vendors_after_70_forget_changes after delete on public.vendors
  referencing old table as removed for each statement execute function private.delete_record_changes();

-- Makes aliases unique in an organization, whatever their case. Denormalized from vendors.aliases by trigger; nothing else reads
-- or writes it.
create table private.vendor_aliases (
  organization_id uuid not null,
  alias_key text not null,
  vendor_id uuid not null,
  primary key (organization_id, alias_key),
  constraint vendor_aliases_vendor_id_fkey foreign key (vendor_id, organization_id)
    references public.vendors (id, organization_id) on delete cascade
);
alter table private.vendor_aliases enable row level security;

create index vendor_aliases_vendor_id_idx on private.vendor_aliases (vendor_id, organization_id);

-- Trims texts and turns empty ones into null. JSON of an unexpected shape stays as it is: a constraint refuses it.
create function private.normalize_vendor() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.name := btrim(new.name);
  new.logo_url := nullif(btrim(new.logo_url), '');
  new.email := nullif(btrim(new.email), '');
  new.phone := nullif(btrim(new.phone), '');
  new.website := nullif(btrim(new.website), '');
  new.notes := nullif(btrim(new.notes), '');
  new.address_line_1 := nullif(btrim(new.address_line_1), '');
  new.address_line_2 := nullif(btrim(new.address_line_2), '');
  new.city := nullif(btrim(new.city), '');
  new.region := nullif(btrim(new.region), '');
  new.postal_code := nullif(btrim(new.postal_code), '');
  new.country := nullif(upper(btrim(new.country)), '');
  new.account_number := nullif(btrim(new.account_number), '');
  new.category := coalesce(nullif(btrim(new.category), ''), 'other');
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
  return new;
end $$;

create trigger vendors_10_normalize before insert or update on public.vendors
  for each row execute function private.normalize_vendor();

-- The advisory lock makes vendors of one organization change their aliases one after the other: two that exchange aliases at the
-- same moment would deadlock.
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
    perform private.refuse('"' || taken.alias || '" is already an alias of ' || taken.name || '.', 'aliases');
  end if;
  insert into private.vendor_aliases (organization_id, alias_key, vendor_id)
  select new.organization_id, lower(n), new.id from unnest(new.aliases) n
  on conflict (organization_id, alias_key) do nothing;
  return null;
end $$;

create trigger vendors_after_10_keep_aliases_of_new after insert on public.vendors
  for each row when (cardinality(new.aliases) > 0) execute function private.sync_vendor_aliases();
create trigger vendors_after_10_keep_aliases after update on public.vendors
  for each row when (old.aliases is distinct from new.aliases) execute function private.sync_vendor_aliases();

-- For triggers on sales: a sale cannot be recorded for or moved to an archived vendor; existing sales stay.
create function private.refuse_archived_vendor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select 1 from public.vendors v
    where v.id = new.vendor_id and v.organization_id = new.organization_id and v.archived_at is not null
  ) then
    perform private.refuse('This vendor is archived. Choose another one, or restore it first.', 'vendor_id');
  end if;
  return new;
end $$;

-- Locks the vendor's row for a change. Answers why the caller may not change it; null when they may.
create function private.lock_vendor(vendor_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if private.admin_organization_id() is null then
    return 'You do not have permission to manage vendors.';
  end if;
  perform 1 from public.vendors v
  where v.id = lock_vendor.vendor_id and v.organization_id = private.admin_organization_id() for no key update;
  return case when not found then 'This vendor does not exist.' end;
end $$;

create function public.archive_vendor(vendor_id uuid, archived boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  refusal text := private.lock_vendor(archive_vendor.vendor_id);
begin
  if refusal is null and archive_vendor.archived is null then
    refusal := 'Say whether the vendor is archived.';
  end if;
  if refusal is null then
    update public.vendors v set archived_at = case when archive_vendor.archived then now() end
    where v.id = archive_vendor.vendor_id and (v.archived_at is not null) <> archive_vendor.archived;
  end if;
  return private.command_result(refusal);
end $$;
grant execute on function public.archive_vendor(uuid, boolean) to authenticated;

-- The foreign key decides whether there are sales: a check beforehand would miss one recorded at the same moment.
create function public.delete_vendor(vendor_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  refusal text := private.lock_vendor(delete_vendor.vendor_id);
begin
  if refusal is null then
    begin
      delete from public.vendors v where v.id = delete_vendor.vendor_id;
    exception when foreign_key_violation then
      refusal := 'A vendor with sales or documents cannot be deleted. Archive it instead.';
    end;
  end if;
  return private.command_result(refusal);
end $$;
grant execute on function public.delete_vendor(uuid) to authenticated;

-- What a form sent about a vendor, checked (private.check_record_input).
create function private.check_vendor(vendor jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select private.check_record_input(check_vendor.vendor, '{
    "name": "text", "logo_url": "text", "email": "text", "phone": "text", "website": "text", "notes": "text",
    "default_commission_rate": "number", "category": "text", "contacts": "json", "address_line_1": "text",
    "address_line_2": "text", "city": "text", "region": "text", "postal_code": "text", "country": "text",
    "account_number": "text", "expected_payment_days": "integer", "expected_payment_basis": "text", "aliases": "list"}', 'vendor')
$$;
grant execute on function private.check_vendor(jsonb) to authenticated;

-- Adds a vendor, as create_customer does a customer.
create function public.create_vendor(vendor jsonb, request_key uuid default null) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  answer jsonb := private.begin_request('create_vendor', request_key, create_vendor.vendor);
begin
  return coalesce(answer, private.add_record('vendors', request_key,
    private.check_vendor('{"name": null}'::jsonb || create_vendor.vendor)));
end $$;
grant execute on function public.create_vendor(jsonb, uuid) to authenticated;

-- See private.saved_as.
create function private.saved_by_create_vendor(vendor_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', 'vendor', 'id', v.id, 'name', v.name)
  from public.vendors v
  where v.organization_id = private.current_organization_id() and v.id = saved_by_create_vendor.vendor_id
$$;

-- Saves the given columns of a vendor for admins, as update_customer does for customers.
create function public.update_vendor(vendor_id uuid, expected_version integer, vendor jsonb) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.save_record('vendors', 'vendor', private.admin_organization_id(), update_vendor.vendor_id,
    update_vendor.expected_version, private.check_vendor(update_vendor.vendor))
$$;
grant execute on function public.update_vendor(uuid, integer, jsonb) to authenticated;
