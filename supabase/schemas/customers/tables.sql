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
  address_line_1 text,
  address_line_2 text,
  city text,
  region text,
  postal_code text,
  country text,
  birthday date,
  more_emails jsonb not null default '[]',
  more_phones jsonb not null default '[]',
  emergency_name text,
  emergency_phone text,
  emergency_relation text,
  tags text[] not null default '{}',
  preferences jsonb not null default '{}',
  archived_at timestamptz,
  merged_into uuid,
  erased_at timestamptz,
  -- Written by import_rows only.
  import_batch_id uuid,
  import_row integer,
  version integer not null default 1,
  constraint customers_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint customers_created_by_fkey foreign key (created_by, organization_id) references public.users (id, organization_id),
  constraint customers_organization_id_id_key unique (organization_id, id),
  constraint customers_first_name_length check (char_length(first_name) <= 100),
  constraint customers_first_name_required check (private.is_visible(first_name)),
  constraint customers_first_name_one_line check (private.is_one_line(first_name)),
  constraint customers_last_name_length check (char_length(last_name) <= 100),
  constraint customers_last_name_required check (private.is_visible(last_name)),
  constraint customers_last_name_one_line check (private.is_one_line(last_name)),
  constraint customers_email_length check (char_length(email) <= 254),
  constraint customers_email_format check (email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$'),
  constraint customers_phone_length check (char_length(phone) <= 50),
  constraint customers_notes_length check (char_length(notes) <= 5000),
  constraint customers_address_line_1_length check (char_length(address_line_1) <= 200),
  constraint customers_address_line_2_length check (char_length(address_line_2) <= 200),
  constraint customers_city_length check (char_length(city) <= 100),
  constraint customers_region_length check (char_length(region) <= 100),
  constraint customers_postal_code_length check (char_length(postal_code) <= 20),
  constraint customers_country_known check (private.is_country(country)),
  constraint customers_birthday_range check (birthday between '1900-01-01' and '2199-12-31'),
  constraint customers_more_emails_valid check (private.is_contact_list(more_emails, 'email')),
  constraint customers_more_phones_valid check (private.is_contact_list(more_phones, 'phone')),
  constraint customers_emergency_name_length check (char_length(emergency_name) <= 200),
  constraint customers_emergency_phone_length check (char_length(emergency_phone) <= 50),
  constraint customers_emergency_relation_length check (char_length(emergency_relation) <= 50),
  constraint customers_tags_valid check (private.is_tag_list(tags)),
  constraint customers_preferences_valid check (private.are_preferences(preferences)),
  constraint customers_merged_into_fkey foreign key (merged_into, organization_id)
    references public.customers (id, organization_id),
  -- Merged and erased customers are tombstones and always archived: pickers filter by archived_at alone.
  constraint customers_merged_into_archived check (merged_into is null or archived_at is not null and merged_into <> id),
  constraint customers_erased_at_archived check (erased_at is null or archived_at is not null)
);
alter table public.customers enable row level security;

create index customers_organization_id_name_idx on public.customers (organization_id, last_name, first_name, id);
create index customers_organization_id_created_at_idx on public.customers (organization_id, created_at desc, id);
-- What has changed since a program read it last.
create index customers_organization_id_updated_at_idx on public.customers (organization_id, updated_at, id);
-- List sorted by e-mail in both directions; customers without one sort as the empty text.
create index customers_organization_id_email_idx on public.customers (organization_id, coalesce(email, '') desc, id);
create index customers_archived_idx on public.customers (organization_id, id) where archived_at is not null;
create index customers_organization_id_merged_into_idx on public.customers (organization_id, merged_into)
  where merged_into is not null;
create index customers_organization_id_birthday_idx on public.customers (organization_id, birthday) where birthday is not null;
create index customers_import_batch_id_idx on public.customers (import_batch_id, import_row) where import_batch_id is not null;
-- Imports look up by these whether a row of a file exists already.
create index customers_organization_id_lower_email_idx on public.customers (organization_id, lower(email))
  where email is not null;
create index customers_organization_id_lower_name_idx on public.customers (organization_id, lower(last_name), lower(first_name));

comment on column public.customers.merged_into is 'Filled by merge_customers: the customer this one was merged into';
comment on column public.customers.version is
  'Filled by trigger: 1, incremented by every change of a form field. An update that sends it must send the latest version';

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

grant select,
  insert (first_name, last_name, email, phone, notes, address_line_1, address_line_2, city, region, postal_code, country,
    birthday, more_emails, more_phones, emergency_name, emergency_phone, emergency_relation, tags, preferences),
  update (first_name, last_name, email, phone, notes, address_line_1, address_line_2, city, region, postal_code, country,
    birthday, more_emails, more_phones, emergency_name, emergency_phone, emergency_relation, tags, preferences, version)
  on public.customers to authenticated;

create table public.customer_companions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default private.current_organization_id(),
  customer_id uuid not null,
  companion_id uuid not null,
  relation text,
  created_at timestamptz not null default now(),
  constraint customer_companions_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint customer_companions_customer_id_fkey foreign key (customer_id, organization_id)
    references public.customers (id, organization_id),
  constraint customer_companions_companion_id_fkey foreign key (companion_id, organization_id)
    references public.customers (id, organization_id),
  constraint customer_companions_companion_id_not_oneself check (companion_id <> customer_id),
  constraint customer_companions_relation_length check (char_length(relation) <= 50)
);
comment on table public.customer_companions is 'Who travels with whom: one row per pair, whichever of the two customers it was added
  for.';
alter table public.customer_companions enable row level security;

create unique index customer_companions_pair_key on public.customer_companions
  (least(customer_id, companion_id), greatest(customer_id, companion_id), organization_id);
create index customer_companions_customer_id_idx on public.customer_companions (organization_id, customer_id);
create index customer_companions_companion_id_idx on public.customer_companions (organization_id, companion_id);

create policy "members read companions of their organization" on public.customer_companions
  for select to authenticated using (organization_id = (select private.current_organization_id()));

create policy "members add companions to their organization" on public.customer_companions
  for insert to authenticated with check (organization_id = (select private.current_organization_id()));

create policy "members change companions of their organization" on public.customer_companions
  for update to authenticated
  using (organization_id = (select private.current_organization_id()))
  with check (organization_id = (select private.current_organization_id()));

create policy "members remove companions of their organization" on public.customer_companions
  for delete to authenticated using (organization_id = (select private.current_organization_id()));

grant select, delete, insert (customer_id, companion_id, relation), update (relation)
  on public.customer_companions to authenticated;

create table private.customer_search (
  customer_id uuid primary key,
  organization_id uuid not null,
  archived boolean not null,
  document text not null,
  names text not null,
  tag_keys text[] not null
);
comment on table private.customer_search is 'One row per customer. `document` is normalized text: first name, last name and first
  e-mail address (what lists of sales are searched by), a record separator (chr(30)), then everything else including the digits of
  each phone number. Its entries are separated by line breaks, which no searched word contains. `names`: first and last name as
  private.name_document, for searches of whole words and of the beginnings of words. `tag_keys`: tags in lower case. Rows are kept
  short, because a search for few letters reads thousands of them.';
alter table private.customer_search enable row level security;

create index customer_search_organization_id_idx on private.customer_search (organization_id, customer_id) include (archived);
create index customer_search_document_idx on private.customer_search using gin
  (organization_id, document extensions.gin_trgm_ops, names extensions.gin_trgm_ops);
create index customer_search_tag_keys_idx on private.customer_search using gin (tag_keys);

create type private.customer_count_delta as (
  organization_id uuid, archived boolean, tag_key text, tag text, customers_count bigint);

create table private.customer_counts (
  organization_id uuid not null,
  archived boolean not null,
  tag_key text not null,
  tag text not null,
  customers_count bigint not null,
  primary key (organization_id, archived, tag_key)
) with (fillfactor = 70);
comment on table private.customer_counts is 'Rollup: customers per tag, and all customers under the empty tag. `tag_key` is the tag
  in lower case, `tag` one of its spellings.';
alter table private.customer_counts enable row level security;
