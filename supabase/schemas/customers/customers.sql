-- Customers of an organization and their companions. Every member reads, adds and changes customers; deleting is restricted (see
-- delete_customer). Saving uses optimistic concurrency (version, see tenancy/record_versions.sql).

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
  constraint customers_last_name_length check (char_length(last_name) <= 100),
  constraint customers_last_name_required check (private.is_visible(last_name)),
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

create trigger customers_90_touch before update on public.customers
  for each row execute function private.touch_updated_at();

-- Trims texts; an empty text in an optional column becomes null, because forms send one for a field that was left out.
create function private.normalize_customer() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.first_name := btrim(new.first_name);
  new.last_name := btrim(new.last_name);
  new.email := nullif(btrim(new.email), '');
  new.phone := nullif(btrim(new.phone), '');
  new.notes := nullif(btrim(new.notes), '');
  new.address_line_1 := nullif(btrim(new.address_line_1), '');
  new.address_line_2 := nullif(btrim(new.address_line_2), '');
  new.city := nullif(btrim(new.city), '');
  new.region := nullif(btrim(new.region), '');
  new.postal_code := nullif(btrim(new.postal_code), '');
  new.country := nullif(upper(btrim(new.country)), '');
  new.emergency_name := nullif(btrim(new.emergency_name), '');
  new.emergency_phone := nullif(btrim(new.emergency_phone), '');
  new.emergency_relation := nullif(btrim(new.emergency_relation), '');
  new.more_emails := private.normalize_entries(coalesce(new.more_emails, '[]'));
  new.more_phones := private.normalize_entries(coalesce(new.more_phones, '[]'));
  new.preferences := private.normalize_preferences(coalesce(new.preferences, '{}'));
  -- Tags are unique without regard to case; the first spelling stays.
  new.tags := coalesce((
    select array_agg(t.tag order by t.n)
    from (
      select distinct on (lower(btrim(u.tag))) btrim(u.tag) as tag, u.n
      from unnest(new.tags) with ordinality u(tag, n)
      where private.is_visible(u.tag) order by lower(btrim(u.tag)), u.n) t), '{}');
  return new;
end $$;

create trigger customers_10_normalize before insert or update on public.customers
  for each row execute function private.normalize_customer();

-- Refuses a birthday in the future (one day of tolerance for time zones ahead of UTC), and changes of a customer who was merged
-- or erased, except by the merge and the erasure themselves.
create function private.guard_customer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.birthday > (now() at time zone 'UTC')::date + 1 then
    perform private.refuse('Enter a birthday in the past.', 'birthday');
  end if;
  if tg_op = 'UPDATE' and not private.in_mode('erasing') then
    if old.merged_into is not null then
      perform private.refuse('This customer was merged into another one.');
    elsif old.erased_at is not null then
      perform private.refuse('This customer was erased.');
    end if;
  end if;
  return new;
end $$;

create trigger customers_20_guard before insert or update on public.customers
  for each row execute function private.guard_customer();

-- Who travels with whom: one row per pair, whichever of the two customers it was added for.
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

create function private.normalize_companion() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.relation := nullif(btrim(new.relation), '');
  return new;
end $$;

create trigger customer_companions_10_normalize before insert or update on public.customer_companions
  for each row execute function private.normalize_companion();

-- Archives or restores: an archived customer is offered in no picker. For every member; answers {success, error, field}.
create function public.archive_customer(customer_id uuid, archived boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  customer public.customers%rowtype;
begin
  select c.* into customer from public.customers c
  where c.organization_id = caller_organization_id and c.id = archive_customer.customer_id for no key update;
  if customer.id is null then
    return private.command_result('This customer does not exist.');
  elsif customer.merged_into is not null then
    return private.command_result('This customer was merged into another one.');
  elsif customer.erased_at is not null then
    return private.command_result('This customer was erased.');
  end if;
  if (customer.archived_at is not null) is distinct from coalesce(archive_customer.archived, true) then
    update public.customers c set archived_at = case when coalesce(archive_customer.archived, true) then now() end
    where c.id = customer.id;
  end if;
  return private.command_result(null);
end $$;
grant execute on function public.archive_customer(uuid, boolean) to authenticated;
