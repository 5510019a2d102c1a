-- Organizations, the people in them and each person's commission terms.
-- The `private` schema is never exposed over the API. It holds what policies and triggers need.

create schema private;
revoke all on schema private from public;
grant usage on schema private to authenticated;

create table public.organizations (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  logo_url text,
  currency text not null default 'USD',
  time_zone text not null default 'UTC',
  default_commission_split numeric(5,2) not null default 100,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Sales refer to this pair, so no sale can carry another currency, and the currency is fixed by the first one.
  constraint organizations_id_currency_key unique (id, currency),
  constraint organizations_name_length check (char_length(name) <= 200),
  constraint organizations_name_required check (btrim(name) <> ''),
  constraint organizations_email_length check (char_length(email) <= 254),
  constraint organizations_email_format check (email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$'),
  constraint organizations_logo_url_length check (char_length(logo_url) <= 500),
  constraint organizations_logo_url_format check (logo_url ~* '^https?://[^[:space:]]+$'),
  constraint organizations_time_zone_length check (char_length(time_zone) <= 64),
  constraint organizations_default_commission_split_range check (default_commission_split between 0 and 100),
  -- ISO 4217, currencies in circulation.
  constraint organizations_currency_known check (currency in (
    'AED','AFN','ALL','AMD','ANG','AOA','ARS','AUD','AWG','AZN','BAM','BBD','BDT','BGN','BHD','BIF','BMD','BND','BOB','BRL',
    'BSD','BTN','BWP','BYN','BZD','CAD','CDF','CHF','CLP','CNY','COP','CRC','CUP','CVE','CZK','DJF','DKK','DOP','DZD','EGP',
    'ERN','ETB','EUR','FJD','FKP','GBP','GEL','GHS','GIP','GMD','GNF','GTQ','GYD','HKD','HNL','HTG','HUF','IDR','ILS','INR',
    'IQD','IRR','ISK','JMD','JOD','JPY','KES','KGS','KHR','KMF','KPW','KRW','KWD','KYD','KZT','LAK','LBP','LKR','LRD','LSL',
    'LYD','MAD','MDL','MGA','MKD','MMK','MNT','MOP','MRU','MUR','MVR','MWK','MXN','MYR','MZN','NAD','NGN','NIO','NOK','NPR',
    'NZD','OMR','PAB','PEN','PGK','PHP','PKR','PLN','PYG','QAR','RON','RSD','RUB','RWF','SAR','SBD','SCR','SDG','SEK','SGD',
    'SHP','SLE','SOS','SRD','SSP','STN','SVC','SYP','SZL','THB','TJS','TMT','TND','TOP','TRY','TTD','TWD','TZS','UAH','UGX',
    'USD','UYU','UZS','VED','VES','VND','VUV','WST','XAF','XCD','XCG','XOF','XPF','YER','ZAR','ZMW','ZWG'))
);

create table public.users (
  id uuid primary key,
  organization_id uuid not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  role text not null default 'agent',
  avatar_url text,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint users_id_fkey foreign key (id) references auth.users (id),
  constraint users_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  -- The target of every reference to a person: it carries the organization. References everywhere name the id first
  -- and the organization second: a REST server that joins an embedded row by the first column alone is right as well.
  constraint users_organization_id_id_key unique (organization_id, id),
  constraint users_email_length check (char_length(email) <= 254),
  constraint users_email_format check (email = lower(email) and email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$'),
  constraint users_first_name_length check (char_length(first_name) <= 100),
  constraint users_first_name_required check (btrim(first_name) <> ''),
  constraint users_last_name_length check (char_length(last_name) <= 100),
  constraint users_last_name_required check (btrim(last_name) <> ''),
  constraint users_role_known check (role in ('owner', 'admin', 'agent')),
  constraint users_avatar_url_length check (char_length(avatar_url) <= 500),
  constraint users_avatar_url_format check (avatar_url ~* '^https?://[^[:space:]]+$')
);

create table public.user_terms (
  user_id uuid primary key,
  organization_id uuid not null,
  commission_split numeric(5,2) not null,
  updated_at timestamptz not null default now(),
  constraint user_terms_user_id_fkey foreign key (user_id, organization_id) references public.users (id, organization_id),
  constraint user_terms_commission_split_range check (commission_split between 0 and 100)
);
create index user_terms_organization_id_idx on public.user_terms (organization_id);

-- Who calls. Each answers null (or false) for an inactive user and for a revoked session, so everything shuts at once.

create function private.current_organization_id() returns uuid
language sql stable security definer set search_path = '' as $$
  select u.organization_id
  from public.users u
  where u.id = auth.uid()
    and u.is_active
    and exists (
      select 1 from auth.sessions s
      where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
        and s.user_id = u.id
        and (s.not_after is null or s.not_after > now())
    )
$$;

create function private.current_user_role() returns text
language sql stable security definer set search_path = '' as $$
  select u.role from public.users u where u.id = auth.uid() and u.organization_id = private.current_organization_id()
$$;

create function private.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.current_user_role() in ('owner', 'admin'), false)
$$;

create function private.is_owner() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.current_user_role() = 'owner', false)
$$;

-- The caller's organization even when inactive: only for reading one's own organization, so that the guard can say why.
create function private.own_organization_id() returns uuid
language sql stable security definer set search_path = '' as $$
  select u.organization_id from public.users u where u.id = auth.uid()
$$;

-- Today in the caller's organization: its time zone decides.
create function private.today() returns date
language sql stable security definer set search_path = '' as $$
  select (now() at time zone coalesce(
    (select o.time_zone from public.organizations o where o.id = private.own_organization_id()), 'UTC'))::date
$$;

revoke all on function private.current_organization_id(), private.current_user_role(), private.is_admin(),
  private.is_owner(), private.own_organization_id(), private.today() from public, anon, authenticated;
grant execute on function private.current_organization_id(), private.is_admin(), private.is_owner(),
  private.own_organization_id(), private.today() to authenticated;

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- Every refusal that no constraint can express goes through here: one shape for the client.
-- `hint` names the column the message belongs to, or is empty.
create function private.refuse(reason text, column_name text default '') returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'P0001', message = reason, hint = column_name;
end $$;

create function private.check_organization() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or new.time_zone is distinct from old.time_zone then
    if not exists (select 1 from pg_catalog.pg_timezone_names z where z.name = new.time_zone) then
      perform private.refuse('Choose a known time zone, like Europe/Vienna.', 'time_zone');
    end if;
  end if;
  if tg_op = 'UPDATE' and new.currency is distinct from old.currency then
    if exists (select 1 from public.sales s where s.organization_id = new.id) then
      perform private.refuse(
        'The currency is fixed after the first sale: sums would mix ' || old.currency || ' and ' || new.currency || '.', 'currency');
    end if;
  end if;
  return new;
end $$;

-- An organization always keeps an active owner. The organization row is locked, so two owners who
-- step down at the same moment are looked at one after the other.
create function private.keep_an_active_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.organizations o where o.id = old.organization_id for no key update;
  if not exists (
    select 1 from public.users u where u.organization_id = old.organization_id and u.role = 'owner' and u.is_active
  ) then
    perform private.refuse('An organization always keeps at least one active owner.', 'role');
  end if;
  return null;
end $$;

create function private.create_user_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.user_terms (user_id, organization_id, commission_split)
  select new.id, o.id, o.default_commission_split from public.organizations o where o.id = new.organization_id;
  return null;
end $$;

revoke all on function private.touch_updated_at(), private.refuse(text, text), private.check_organization(),
  private.keep_an_active_owner(), private.create_user_terms() from public, anon, authenticated;

create trigger organizations_10_check before insert or update on public.organizations
  for each row execute function private.check_organization();
create trigger organizations_90_touch before update on public.organizations
  for each row execute function private.touch_updated_at();
create trigger users_90_touch before update on public.users
  for each row execute function private.touch_updated_at();
create trigger users_after_10_create_terms after insert on public.users
  for each row execute function private.create_user_terms();
create trigger users_after_20_keep_an_active_owner after update of role, is_active, organization_id or delete on public.users
  for each row when (old.role = 'owner' and old.is_active) execute function private.keep_an_active_owner();
create trigger user_terms_90_touch before update on public.user_terms
  for each row execute function private.touch_updated_at();

alter table public.organizations enable row level security;
alter table public.users enable row level security;
alter table public.user_terms enable row level security;
revoke all on public.organizations, public.users, public.user_terms from public, anon, authenticated;

grant select on public.organizations, public.users, public.user_terms to authenticated;
grant update (name, email, logo_url, currency, time_zone, default_commission_split) on public.organizations to authenticated;
-- Role, activity and organization of a person stay out of reach here; rules for them come with team management.
grant update (first_name, last_name, avatar_url) on public.users to authenticated;

create policy "people read their own organization, inactive ones too" on public.organizations
  for select to authenticated using (id = (select private.own_organization_id()));
create policy "owners change their organization's settings" on public.organizations
  for update to authenticated
  using (id = (select private.current_organization_id()) and (select private.is_owner()))
  with check (id = (select private.current_organization_id()) and (select private.is_owner()));

create policy "people read their own row, inactive ones too" on public.users
  for select to authenticated using (id = (select auth.uid()));
create policy "members read the people of their organization" on public.users
  for select to authenticated using (organization_id = (select private.current_organization_id()));
create policy "active people change their own name and picture" on public.users
  for update to authenticated
  using (id = (select auth.uid()) and organization_id = (select private.current_organization_id()))
  with check (id = (select auth.uid()) and organization_id = (select private.current_organization_id()));

create policy "people read their own terms, admins all of their organization" on public.user_terms
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or user_id = (select auth.uid()))
  );
