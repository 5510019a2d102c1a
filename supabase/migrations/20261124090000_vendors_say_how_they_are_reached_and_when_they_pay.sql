-- What an agency knows of a vendor: what it sells, who answers there, where it is, the account it is booked on, when it
-- pays its commission, and how its name reads on a bank statement.

-- Logos become paths in the storage bucket, as for organizations; nothing else was ever shown.
alter table public.vendors drop constraint vendors_logo_url_format;
update public.vendors set logo_url = null where logo_url is not null;

alter table public.vendors
  add column category text not null default 'other',
  add column contacts jsonb not null default '[]',
  add column address_line_1 text,
  add column address_line_2 text,
  add column city text,
  add column region text,
  add column postal_code text,
  add column country text,
  add column account_number text,
  add column expected_payment_days integer,
  add column expected_payment_basis text not null default 'departure',
  add column aliases text[] not null default '{}',
  add column archived_at timestamptz,
  add constraint vendors_logo_url_format check (logo_url ~
    ('^' || organization_id::text || '/vendors/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[.](jpg|jpeg|png|webp)$')),
  add constraint vendors_category_known check (category in
    ('cruise', 'tour', 'hotel', 'resort', 'air', 'rail', 'car', 'ferry', 'insurance', 'other')),
  -- [{name, role, email, phone}], texts or null. Silent paths: what is no list is refused by its type, without an error.
  add constraint vendors_contacts_fields check (
    jsonb_typeof(contacts) = 'array'
    and not jsonb_path_exists(contacts, 'strict $[*] ? (@.type() != "object")', '{}', true)
    and not jsonb_path_exists(contacts, 'strict $[*].keyvalue() ? (
      !(@.key == "name" || @.key == "role" || @.key == "email" || @.key == "phone")
      || (@.value.type() != "string" && @.value.type() != "null"))', '{}', true)),
  add constraint vendors_contacts_count check (not jsonb_path_exists(contacts, '$[10]')),
  add constraint vendors_contacts_name_required check (
    not jsonb_path_exists(contacts, '$[*] ? (!exists(@.name ? (@ like_regex "\\S")))')),
  add constraint vendors_contacts_length check (
    not jsonb_path_exists(contacts, '$[*].name ? (@ like_regex "^.{101}" flag "s")')
    and not jsonb_path_exists(contacts, '$[*].role ? (@ like_regex "^.{101}" flag "s")')
    and not jsonb_path_exists(contacts, '$[*].email ? (@ like_regex "^.{255}" flag "s")')
    and not jsonb_path_exists(contacts, '$[*].phone ? (@ like_regex "^.{51}" flag "s")')),
  add constraint vendors_contacts_email_format check (not jsonb_path_exists(contacts,
    '$[*].email ? (!(@ like_regex "^[^@\\s]+@[^@\\s]+[.][^@\\s]+$"))')),
  add constraint vendors_address_line_1_length check (char_length(address_line_1) <= 200),
  add constraint vendors_address_line_2_length check (char_length(address_line_2) <= 200),
  add constraint vendors_city_length check (char_length(city) <= 100),
  add constraint vendors_region_length check (char_length(region) <= 100),
  add constraint vendors_postal_code_length check (char_length(postal_code) <= 20),
  -- ISO 3166-1 alpha-2.
  add constraint vendors_country_known check (country in (
    'AD','AE','AF','AG','AI','AL','AM','AO','AQ','AR','AS','AT','AU','AW','AX','AZ','BA','BB','BD','BE','BF','BG','BH','BI',
    'BJ','BL','BM','BN','BO','BQ','BR','BS','BT','BV','BW','BY','BZ','CA','CC','CD','CF','CG','CH','CI','CK','CL','CM','CN',
    'CO','CR','CU','CV','CW','CX','CY','CZ','DE','DJ','DK','DM','DO','DZ','EC','EE','EG','EH','ER','ES','ET','FI','FJ','FK',
    'FM','FO','FR','GA','GB','GD','GE','GF','GG','GH','GI','GL','GM','GN','GP','GQ','GR','GS','GT','GU','GW','GY','HK','HM',
    'HN','HR','HT','HU','ID','IE','IL','IM','IN','IO','IQ','IR','IS','IT','JE','JM','JO','JP','KE','KG','KH','KI','KM','KN',
    'KP','KR','KW','KY','KZ','LA','LB','LC','LI','LK','LR','LS','LT','LU','LV','LY','MA','MC','MD','ME','MF','MG','MH','MK',
    'ML','MM','MN','MO','MP','MQ','MR','MS','MT','MU','MV','MW','MX','MY','MZ','NA','NC','NE','NF','NG','NI','NL','NO','NP',
    'NR','NU','NZ','OM','PA','PE','PF','PG','PH','PK','PL','PM','PN','PR','PS','PT','PW','PY','QA','RE','RO','RS','RU','RW',
    'SA','SB','SC','SD','SE','SG','SH','SI','SJ','SK','SL','SM','SN','SO','SR','SS','ST','SV','SX','SY','SZ','TC','TD','TF',
    'TG','TH','TJ','TK','TL','TM','TN','TO','TR','TT','TV','TW','TZ','UA','UG','UM','US','UY','UZ','VA','VC','VE','VG','VI',
    'VN','VU','WF','WS','YE','YT','ZA','ZM','ZW')),
  add constraint vendors_account_number_length check (char_length(account_number) <= 100),
  add constraint vendors_expected_payment_days_range check (expected_payment_days between 0 and 730),
  add constraint vendors_expected_payment_basis_known check (expected_payment_basis in ('booking', 'departure', 'return')),
  add constraint vendors_aliases_count check (cardinality(aliases) <= 20),
  -- No alias has a line break in it, see private.tidy_vendor.
  add constraint vendors_aliases_length check (array_to_string(aliases, E'\n') !~ '[^\n]{101}');
comment on column public.vendors.logo_url is 'Path in the bucket logos';
comment on column public.vendors.expected_payment_days is
  'Days from the booking, departure or return until the commission is expected; null when nothing is agreed';
comment on column public.vendors.aliases is 'The vendor''s name as it appears on bank statements';
comment on column public.vendors.archived_at is 'Written by archive_vendor';

-- A known shape is tidied; whatever else arrived is left to the constraint that refuses it.
create or replace function private.tidy_vendor() returns trigger
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
      -- A row of the form that was left empty.
      where coalesce(c.name, c.role, c.email, c.phone) is not null);
  end if;

  -- Banks pad names with blanks and change their case: neither tells two aliases apart. The first spelling stays.
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

-- Who an alias belongs to: one vendor of the organization. A trigger keeps it, nobody else reads or writes it.
create table private.vendor_aliases (
  organization_id uuid not null,
  alias_key text not null,
  vendor_id uuid not null,
  primary key (organization_id, alias_key),
  constraint vendor_aliases_vendor_id_fkey foreign key (vendor_id, organization_id)
    references public.vendors (id, organization_id) on delete cascade
);
create index vendor_aliases_vendor_id_idx on private.vendor_aliases (vendor_id, organization_id);
alter table private.vendor_aliases enable row level security;
revoke all on private.vendor_aliases from public, anon, authenticated;

-- Vendors of one organization that change their aliases come one after the other: two that exchange theirs at the same
-- moment would wait for each other.
create function private.keep_vendor_aliases() returns trigger
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

-- What is booked from now on is booked with a vendor one still works with; what was booked stays as it is.
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

revoke all on function private.keep_vendor_aliases(), private.refuse_archived_vendor() from public, anon, authenticated;

create trigger vendors_after_10_keep_aliases_of_new after insert on public.vendors
  for each row when (cardinality(new.aliases) > 0) execute function private.keep_vendor_aliases();
create trigger vendors_after_10_keep_aliases after update on public.vendors
  for each row when (old.aliases is distinct from new.aliases) execute function private.keep_vendor_aliases();
create trigger sales_12_refuse_archived_vendor before insert on public.sales
  for each row execute function private.refuse_archived_vendor();
create trigger sales_12_refuse_another_archived_vendor before update of vendor_id on public.sales
  for each row when (old.vendor_id is distinct from new.vendor_id) execute function private.refuse_archived_vendor();

grant
  insert (category, contacts, address_line_1, address_line_2, city, region, postal_code, country, account_number,
    expected_payment_days, expected_payment_basis, aliases),
  update (category, contacts, address_line_1, address_line_2, city, region, postal_code, country, account_number,
    expected_payment_days, expected_payment_basis, aliases)
  on public.vendors to authenticated;
