create table public.vendors (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default private.current_organization_id(),
  name text not null,
  logo_url text,
  email text,
  phone text,
  website text,
  default_commission_rate numeric(5,2) not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  category text not null default 'other',
  address_line_1 text,
  address_line_2 text,
  city text,
  region text,
  postal_code text,
  country text,
  aliases text[] not null default '{}',
  archived_at timestamptz,
  import_batch_id uuid,
  import_row integer,
  version integer not null default 1,
  -- When the address was saved: a new agency writes to none of the same day.
  email_saved_at timestamptz not null default now(),
  constraint vendors_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint vendors_organization_id_id_key unique (organization_id, id),
  constraint vendors_name_length check (char_length(name) <= 200),
  constraint vendors_name_required check (private.is_visible(name)),
  constraint vendors_name_one_line check (private.is_one_line(name)),
  constraint vendors_logo_url_length check (char_length(logo_url) <= 500),
  constraint vendors_email_length check (char_length(email) <= 254),
  constraint vendors_email_format check (email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$'),
  constraint vendors_phone_length check (char_length(phone) <= 50),
  constraint vendors_website_length check (char_length(website) <= 500),
  -- A website is shown as a link: no scheme but http(s).
  constraint vendors_website_format check (website ~* '^https?://[^[:space:]]+$'),
  constraint vendors_default_commission_rate_range check (default_commission_rate between 0 and 100),
  constraint vendors_logo_url_format check (logo_url ~
    ('^' || organization_id::text || '/vendors/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[.](jpg|jpeg|png|webp)$')),
  constraint vendors_category_known check (category in
    ('cruise', 'tour', 'hotel', 'resort', 'air', 'rail', 'car', 'ferry', 'insurance', 'other')),
  constraint vendors_address_line_1_length check (char_length(address_line_1) <= 200),
  constraint vendors_address_line_2_length check (char_length(address_line_2) <= 200),
  constraint vendors_city_length check (char_length(city) <= 100),
  constraint vendors_region_length check (char_length(region) <= 100),
  constraint vendors_postal_code_length check (char_length(postal_code) <= 20),
  constraint vendors_country_known check (private.is_country(country)),
  constraint vendors_aliases_count check (cardinality(aliases) <= 20),
  -- private.normalize_vendor leaves no line break in an alias.
  constraint vendors_aliases_length check (array_to_string(aliases, E'\n') !~ '[^\n]{101}')
);
comment on table public.vendors is 'Vendors: what they sell, address, default commission rate, and the aliases under which
  they appear on bank statements. Every member reads the vendors of their organization, admins manage them. An alias belongs to one vendor of an organization; an archived vendor takes no new sales.';
alter table public.vendors enable row level security;

create index vendors_organization_id_name_idx on public.vendors (organization_id, name, id);
create index vendors_organization_id_lower_name_idx on public.vendors (organization_id, lower(name));

create index vendors_import_batch_id_idx on public.vendors (import_batch_id, import_row) where import_batch_id is not null;

comment on column public.vendors.logo_url is 'Path in the bucket logos';
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

-- archived_at is written by archive_vendor, import_batch_id and import_row by import_rows: no grants to write them.
grant select, insert (name, logo_url, email, phone, website, default_commission_rate, category, address_line_1, address_line_2,
  city, region, postal_code, country, aliases), update (name, logo_url, email, phone, website, default_commission_rate, category,
  address_line_1, address_line_2, city, region, postal_code, country, aliases, version) on public.vendors to authenticated;

create table public.vendor_terms (
  vendor_id uuid primary key,
  organization_id uuid not null,
  notes text,
  contacts jsonb not null default '[]',
  -- As vendors.email_saved_at.
  contacts_saved_at timestamptz not null default now(),
  account_number text,
  expected_payment_days integer,
  expected_payment_basis text not null default 'departure',
  constraint vendor_terms_vendor_id_fkey foreign key (vendor_id, organization_id) references public.vendors (id, organization_id)
    on delete cascade,
  constraint vendor_terms_notes_length check (char_length(notes) <= 5000),
  -- [{name, role, email, phone}], texts or null. Silent paths (last argument): a value of another type must fail the check, not
  -- raise an error.
  constraint vendor_terms_contacts_fields check (
    jsonb_typeof(contacts) = 'array'
    and not jsonb_path_exists(contacts, 'strict $[*] ? (@.type() != "object")', '{}', true)
    and not jsonb_path_exists(contacts, 'strict $[*].keyvalue() ? (
      !(@.key == "name" || @.key == "role" || @.key == "email" || @.key == "phone")
      || (@.value.type() != "string" && @.value.type() != "null"))', '{}', true)),
  constraint vendor_terms_contacts_count check (not jsonb_path_exists(contacts, '$[10]')),
  constraint vendor_terms_contacts_name_required check (private.have_visible_names(contacts)),
  constraint vendor_terms_contacts_length check (
    not jsonb_path_exists(contacts, '$[*].name ? (@ like_regex "^.{101}" flag "s")')
    and not jsonb_path_exists(contacts, '$[*].role ? (@ like_regex "^.{101}" flag "s")')
    and not jsonb_path_exists(contacts, '$[*].email ? (@ like_regex "^.{255}" flag "s")')
    and not jsonb_path_exists(contacts, '$[*].phone ? (@ like_regex "^.{51}" flag "s")')),
  constraint vendor_terms_contacts_email_format check (not jsonb_path_exists(contacts,
    '$[*].email ? (!(@ like_regex "^[^@\\s]+@[^@\\s]+[.][^@\\s]+$"))')),
  constraint vendor_terms_account_number_length check (char_length(account_number) <= 100),
  constraint vendor_terms_expected_payment_days_range check (expected_payment_days between 0 and 730),
  constraint vendor_terms_expected_payment_basis_known check (
    expected_payment_basis in ('booking', 'departure', 'return', 'before_departure'))
);
comment on table public.vendor_terms is 'What is between the agency and each vendor: whom to ask, the account number, when it pays,
  and notes. Beside vendors, for it is the admins'' alone. A new vendor has its row by trigger.';
alter table public.vendor_terms enable row level security;

create index vendor_terms_organization_id_idx on public.vendor_terms (organization_id, vendor_id);

comment on column public.vendor_terms.expected_payment_days is
  'Days from the booking, departure or return until the commission is expected; null when nothing is agreed';

create policy "admins read the terms of their organization's vendors" on public.vendor_terms
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

create policy "admins change the terms of their organization's vendors" on public.vendor_terms
  for update to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()))
  with check (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select, update (notes, contacts, account_number, expected_payment_days, expected_payment_basis) on public.vendor_terms
  to authenticated;

create table private.vendor_aliases (
  organization_id uuid not null,
  alias_key text not null,
  vendor_id uuid not null,
  primary key (organization_id, alias_key),
  constraint vendor_aliases_vendor_id_fkey foreign key (vendor_id, organization_id)
    references public.vendors (id, organization_id) on delete cascade
);
comment on table private.vendor_aliases is 'Makes aliases unique in an organization, whatever their case. Denormalized from
  vendors.aliases by trigger; nothing else reads or writes it.';
alter table private.vendor_aliases enable row level security;

create index vendor_aliases_vendor_id_idx on private.vendor_aliases (vendor_id, organization_id);

create table public.vendor_rates (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  vendor_id uuid not null,
  category text,
  rate numeric(5,2) not null,
  valid_from date not null,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  constraint vendor_rates_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint vendor_rates_vendor_id_fkey foreign key (vendor_id, organization_id) references public.vendors (id, organization_id)
    on delete cascade,
  constraint vendor_rates_created_by_fkey foreign key (created_by, organization_id) references public.users (id, organization_id),
  -- A service fee is no vendor's; taxes, what earns nothing and a discount have no rate of a vendor.
  constraint vendor_rates_category_known check (category in
    ('fare', 'air', 'hotel', 'cruise', 'tour', 'insurance', 'transfer', 'extra')),
  constraint vendor_rates_rate_range check (rate between 0 and 100),
  constraint vendor_rates_valid_from_range check (valid_from between '1900-01-01' and '2199-12-31')
);
comment on table public.vendor_rates is 'What a vendor pays from a day on, for one kind of line or (category null) for all. Versions: a
  later row with the same day overrules an earlier one, none is changed, and only a planned one is removed.';
alter table public.vendor_rates enable row level security;

create index vendor_rates_vendor_id_idx on public.vendor_rates (organization_id, vendor_id, valid_from desc, created_at desc);

create policy "members read the rates of their organization's vendors" on public.vendor_rates
  for select to authenticated using (organization_id = (select private.current_organization_id()));

grant select on public.vendor_rates to authenticated;

create table public.vendor_bonus_terms (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  vendor_id uuid not null,
  period_start date not null,
  period_end date not null,
  basis text not null default 'sales',
  steps jsonb not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  constraint vendor_bonus_terms_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint vendor_bonus_terms_vendor_id_fkey foreign key (vendor_id, organization_id)
    references public.vendors (id, organization_id) on delete cascade,
  constraint vendor_bonus_terms_created_by_fkey foreign key (created_by, organization_id)
    references public.users (id, organization_id),
  constraint vendor_bonus_terms_period_start_range check (period_start >= '1900-01-01' and period_end <= '2199-12-31'),
  constraint vendor_bonus_terms_period_end_after_start check (period_end >= period_start and period_end < period_start + 732),
  constraint vendor_bonus_terms_basis_known check (basis in ('sales', 'received')),
  constraint vendor_bonus_terms_steps_array check (jsonb_typeof(steps) = 'array' and jsonb_array_length(steps) between 1 and 20)
);
comment on table public.vendor_bonus_terms is 'What a vendor pays on top for the volume of a period: steps [{from, percent}], rising; the
  step that is reached holds for the whole volume. basis: what was booked (sales) or what it paid of commission (received).';
alter table public.vendor_bonus_terms enable row level security;

create index vendor_bonus_terms_vendor_id_idx on public.vendor_bonus_terms (organization_id, vendor_id, period_start desc);

create policy "admins read the bonus terms of their organization's vendors" on public.vendor_bonus_terms
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.vendor_bonus_terms to authenticated;
