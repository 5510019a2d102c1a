-- Customers and vendors of an organization. Every member works with customers, admins manage vendors.

create table public.customers (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default private.current_organization_id(),
  first_name text not null,
  last_name text not null,
  email text,
  phone text,
  notes text,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint customers_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint customers_created_by_fkey foreign key (created_by, organization_id) references public.users (id, organization_id),
  constraint customers_organization_id_id_key unique (organization_id, id),
  constraint customers_first_name_length check (char_length(first_name) <= 100),
  constraint customers_first_name_required check (btrim(first_name) <> ''),
  constraint customers_last_name_length check (char_length(last_name) <= 100),
  constraint customers_last_name_required check (btrim(last_name) <> ''),
  constraint customers_email_length check (char_length(email) <= 254),
  constraint customers_email_format check (email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$'),
  constraint customers_phone_length check (char_length(phone) <= 50),
  constraint customers_notes_length check (char_length(notes) <= 5000)
);
create index customers_organization_id_name_idx on public.customers (organization_id, last_name, first_name, id);
create index customers_organization_id_created_at_idx on public.customers (organization_id, created_at desc, id);

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
  constraint vendors_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint vendors_organization_id_id_key unique (organization_id, id),
  constraint vendors_name_length check (char_length(name) <= 200),
  constraint vendors_name_required check (btrim(name) <> ''),
  constraint vendors_logo_url_length check (char_length(logo_url) <= 500),
  constraint vendors_logo_url_format check (logo_url ~* '^https?://[^[:space:]]+$'),
  constraint vendors_email_length check (char_length(email) <= 254),
  constraint vendors_email_format check (email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$'),
  constraint vendors_phone_length check (char_length(phone) <= 50),
  constraint vendors_website_length check (char_length(website) <= 500),
  -- A website becomes a link: nothing but http(s) may get there.
  constraint vendors_website_format check (website ~* '^https?://[^[:space:]]+$'),
  constraint vendors_default_commission_rate_range check (default_commission_rate between 0 and 100),
  constraint vendors_notes_length check (char_length(notes) <= 5000)
);
create index vendors_organization_id_name_idx on public.vendors (organization_id, name, id);

-- Forms send empty texts for fields that were left out; the row keeps null, and names without spaces around.
create function private.tidy_customer() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.first_name := btrim(new.first_name);
  new.last_name := btrim(new.last_name);
  new.email := nullif(btrim(new.email), '');
  new.phone := nullif(btrim(new.phone), '');
  new.notes := nullif(btrim(new.notes), '');
  return new;
end $$;

create function private.tidy_vendor() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.name := btrim(new.name);
  new.logo_url := nullif(btrim(new.logo_url), '');
  new.email := nullif(btrim(new.email), '');
  new.phone := nullif(btrim(new.phone), '');
  new.website := nullif(btrim(new.website), '');
  new.notes := nullif(btrim(new.notes), '');
  return new;
end $$;

revoke all on function private.tidy_customer(), private.tidy_vendor() from public, anon, authenticated;

create trigger customers_10_tidy before insert or update on public.customers
  for each row execute function private.tidy_customer();
create trigger customers_90_touch before update on public.customers
  for each row execute function private.touch_updated_at();
create trigger vendors_10_tidy before insert or update on public.vendors
  for each row execute function private.tidy_vendor();
create trigger vendors_90_touch before update on public.vendors
  for each row execute function private.touch_updated_at();

alter table public.customers enable row level security;
alter table public.vendors enable row level security;
revoke all on public.customers, public.vendors from public, anon, authenticated;

grant select, insert (first_name, last_name, email, phone, notes), update (first_name, last_name, email, phone, notes)
  on public.customers to authenticated;
grant select,
  insert (name, logo_url, email, phone, website, default_commission_rate, notes),
  update (name, logo_url, email, phone, website, default_commission_rate, notes)
  on public.vendors to authenticated;

create policy "members read customers of their organization" on public.customers
  for select to authenticated using (organization_id = (select private.current_organization_id()));
create policy "members add customers to their organization" on public.customers
  for insert to authenticated with check (
    organization_id = (select private.current_organization_id()) and created_by = (select auth.uid())
  );
create policy "members change customers of their organization" on public.customers
  for update to authenticated
  using (organization_id = (select private.current_organization_id()))
  with check (organization_id = (select private.current_organization_id()));

create policy "members read vendors of their organization" on public.vendors
  for select to authenticated using (organization_id = (select private.current_organization_id()));
create policy "admins add vendors to their organization" on public.vendors
  for insert to authenticated
  with check (organization_id = (select private.current_organization_id()) and (select private.is_admin()));
create policy "admins change vendors of their organization" on public.vendors
  for update to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()))
  with check (organization_id = (select private.current_organization_id()) and (select private.is_admin()));
