-- Organizations: the tenants, with their settings. Members read their own organization and owners change it; the currency is
-- fixed by the first sale. Signing up creates an organization together with its first owner.

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
  support_email text,
  commission_received_on text not null default 'sale_paid',
  match_certain_on_import boolean not null default false,
  payout_hold_until text not null default 'off',
  payout_minimum_amount numeric(12,2) not null default 0,
  payout_second_approval boolean not null default false,
  receipts_tracked_since date,
  agents_paid_on text not null default 'expected',
  books_closed_through date,
  phone text,
  postal_address text,
  tax_number text,
  amount_notation text not null default 'point',
  date_order text not null default 'mdy',
  writing_saved_at timestamptz,
  split_saved_at timestamptz,
  -- The target of the foreign key of sales: a sale cannot carry another currency, and the first one fixes it.
  constraint organizations_id_currency_key unique (id, currency),
  constraint organizations_name_length check (char_length(name) <= 200),
  constraint organizations_name_required check (private.is_visible(name)),
  constraint organizations_email_length check (char_length(email) <= 254),
  constraint organizations_email_format check (email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$'),
  constraint organizations_logo_url_length check (char_length(logo_url) <= 500),
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
    'USD','UYU','UZS','VED','VES','VND','VUV','WST','XAF','XCD','XCG','XOF','XPF','YER','ZAR','ZMW','ZWG')),
  constraint organizations_amount_notation_known check (amount_notation in ('point', 'comma')),
  constraint organizations_date_order_known check (date_order in ('mdy', 'dmy', 'ymd')),
  constraint organizations_commission_received_on_known check (commission_received_on in ('sale_paid', 'deposit_matched')),
  constraint organizations_receipts_tracked_since_range check (receipts_tracked_since between '1990-01-01' and '2199-12-31'),
  constraint organizations_agents_paid_on_known check (agents_paid_on in ('expected', 'received')),
  constraint organizations_payout_hold_until_known check (payout_hold_until in ('off', 'departure', 'return')),
  constraint organizations_payout_minimum_amount_range check (payout_minimum_amount between 0 and 1000000),
  constraint organizations_books_closed_through_range check (books_closed_through between '1990-01-01' and '2199-12-31'),
  constraint organizations_support_email_length check (char_length(support_email) <= 254),
  constraint organizations_support_email_format
    check (support_email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$'),
  constraint organizations_phone_length check (char_length(phone) <= 50),
  constraint organizations_phone_format check (phone ~* '^[0-9 +().\-/x]*$' and private.is_visible(phone)),
  constraint organizations_postal_address_length check (char_length(postal_address) <= 300),
  constraint organizations_postal_address_lines
    check (private.is_visible(postal_address) and postal_address !~ '(\n[^\n]*){6}'),
  constraint organizations_tax_number_length check (char_length(tax_number) <= 50),
  constraint organizations_tax_number_line check (private.is_visible(tax_number) and tax_number !~ '[\n\r]'),
  -- Only a file of the own folder, so that no row shows a file of another tenant.
  constraint organizations_logo_url_format check (
    logo_url ~ ('^' || id::text || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[.](jpg|jpeg|png|webp)$'))
);
alter table public.organizations enable row level security;

comment on column public.organizations.email is 'As statements print it, with phone, postal address and tax number';
comment on column public.organizations.logo_url is 'Path in the bucket logos';
comment on column public.organizations.commission_received_on is
  'sale_paid: a paid sale makes its commission payable. deposit_matched: the vendor''s matched deposit does';

comment on column public.organizations.match_certain_on_import is
  'Whether an import of a bank file accepts its certain suggestions by itself';
comment on column public.organizations.receipts_tracked_since is
  'From this day on the agency records what vendors pay: what was due before is in no figure of what they owe. Null: unknown';
comment on column public.organizations.agents_paid_on is
  'expected: a short payment is the agency''s loss. received: what is written off reduces the agent''s share, too';
comment on column public.organizations.payout_hold_until is
  'off: an agent is paid when the money is here. departure, return: and when the trip has begun, or ended';
comment on column public.organizations.payout_minimum_amount is 'Agents who would get less wait for the next payout';
comment on column public.organizations.payout_second_approval is
  'Whether a payout is approved by somebody who neither started nor changed it last';
comment on column public.organizations.amount_notation is
  'The sign before the decimals of typed amounts, where both readings are possible: point 1,234.56, comma 1.234,56';
comment on column public.organizations.date_order is 'In which order typed dates are read: m month, d day, y year';
comment on column public.organizations.writing_saved_at is
  'When currency, amount_notation, date_order or time_zone was saved last; null where they are as sign-up left them';
comment on column public.organizations.split_saved_at is
  'When default_commission_split or commission_received_on was saved last; null where they are as sign-up left them';
comment on column public.organizations.books_closed_through is
  'The last day of the closed books, null for none. Changed by close_books and reopen_books alone';

create policy "people read their own organization, inactive ones too" on public.organizations
  for select to authenticated using (id = (select private.own_organization_id()));

create policy "owners change their organization's settings" on public.organizations
  for update to authenticated
  using (id = (select private.current_organization_id()) and (select private.is_owner()))
  with check (id = (select private.current_organization_id()) and (select private.is_owner()));

grant select, update (name, email, phone, postal_address, tax_number, logo_url, currency, time_zone, default_commission_split, support_email,
  commission_received_on, match_certain_on_import, payout_hold_until, payout_minimum_amount, payout_second_approval,
  receipts_tracked_since, agents_paid_on, amount_notation, date_order)
  on public.organizations to authenticated;

create trigger organizations_90_touch before update on public.organizations
  for each row execute function private.touch_updated_at();

-- What was saved, be it as it was: the first steps tick each by its own.
create function private.stamp_organization() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_argv[0] = 'writing' then
    new.writing_saved_at := now();
  else
    new.split_saved_at := now();
  end if;
  return new;
end $$;

create trigger organizations_80_stamp_writing before update of currency, amount_notation, date_order, time_zone
  on public.organizations for each row execute function private.stamp_organization('writing');
create trigger organizations_80_stamp_split before update of default_commission_split, commission_received_on
  on public.organizations for each row execute function private.stamp_organization('split');

create function private.check_organization() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or new.time_zone is distinct from old.time_zone then
    if not exists (select 1 from pg_catalog.pg_timezone_names z where z.name = new.time_zone) then
      perform private.refuse('Choose a known time zone, like Europe/Vienna.', 'time_zone');
    end if;
  end if;
  return new;
end $$;

create trigger organizations_10_check before insert or update on public.organizations
  for each row execute function private.check_organization();

-- Sign-up: creates an organization and makes the account its owner. Answers {success, organization_id} or {success, error}. Two
-- callers are accepted: anonymous (right after sign-up, before the e-mail address is confirmed) for an unconfirmed account
-- younger than ten minutes, and a signed-in user for themselves. In both cases the account must belong to no organization and
-- have no pending invitation. The e-mail address always comes from the account, never from the caller.
create function public.create_organization_with_owner(
  org_name text default null,
  org_email text default null,
  user_id uuid default null,
  user_email text default null,
  user_first_name text default null,
  user_last_name text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  caller uuid := auth.uid();
  account auth.users%rowtype;
  meta jsonb;
  name_of_organization text;
  first_name text;
  last_name text;
  zone text;
  new_organization_id uuid;
begin
  if user_id is null then
    return jsonb_build_object('success', false, 'error', 'The user is missing');
  end if;
  if caller is not null and caller <> user_id then
    return jsonb_build_object('success', false, 'error', 'You can create an organization only for yourself');
  end if;

  -- Serializes calls for the same account, here and in accept_invitation: an account gets one organization.
  perform pg_advisory_xact_lock(hashtextextended('create_organization_with_owner ' || user_id::text, 0));
  select u.* into account from auth.users u where u.id = user_id and u.deleted_at is null;

  if account.id is null
    or account.email is null
    or lower(btrim(coalesce(user_email, account.email))) <> lower(account.email)
    or caller is null and (account.email_confirmed_at is not null or account.created_at < now() - interval '10 minutes')
    or caller is not null and not private.has_live_session()
  then
    return jsonb_build_object('success', false, 'error',
      'This sign-up cannot be completed here. Please confirm your e-mail address and sign in.');
  end if;
  if exists (select 1 from public.users u where u.id = account.id) then
    return jsonb_build_object('success', false, 'error', 'An organization already exists for this account');
  end if;
  if private.has_pending_invitation(account.email) then
    return jsonb_build_object('success', false, 'error',
      'You are invited to an organization. Please accept the invitation from your e-mail.');
  end if;

  meta := coalesce(account.raw_user_meta_data, '{}');
  name_of_organization := coalesce(private.visible_text(org_name), private.visible_text(meta ->> 'organization_name'));
  first_name := coalesce(private.visible_text(user_first_name), private.visible_text(meta ->> 'first_name'));
  last_name := coalesce(private.visible_text(user_last_name), private.visible_text(meta ->> 'last_name'));
  if name_of_organization is null then
    return jsonb_build_object('success', false, 'error', 'The organization name is missing');
  elsif first_name is null or last_name is null then
    return jsonb_build_object('success', false, 'error', 'First and last name are missing');
  end if;
  select z.name into zone from pg_catalog.pg_timezone_names z where z.name = meta ->> 'time_zone' limit 1;

  insert into public.organizations (name, email, time_zone, amount_notation, date_order)
  values (name_of_organization, lower(coalesce(nullif(btrim(org_email), ''), account.email)), coalesce(zone, 'UTC'),
    -- As the browser's language writes them, where it said so.
    case when meta ->> 'amount_notation' in ('point', 'comma') then meta ->> 'amount_notation' else 'point' end,
    case when meta ->> 'date_order' in ('mdy', 'dmy', 'ymd') then meta ->> 'date_order' else 'mdy' end)
  returning id into new_organization_id;
  insert into public.users (id, organization_id, email, first_name, last_name, role)
  values (account.id, new_organization_id, lower(account.email), first_name, last_name, 'owner');
  return jsonb_build_object('success', true, 'organization_id', new_organization_id);
end $$;
grant execute on function public.create_organization_with_owner(text, text, uuid, text, text, text) to authenticated, anon;

-- The amount that a search text is, in the notation of the organization: with or without the sign or code of a currency at either end,
-- `1,234.56`, `1.234,56`, `1 234,56`. Of two separators the last is the decimals', of equal ones none; one before three digits is read by
-- the notation. Null for anything else, and, with `marked`, for a number without decimals that no currency stands beside.
create function private.typed_amount(typed text, organization_id uuid, marked boolean default false) returns numeric
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  parts text[] := regexp_match(btrim(typed),
    '^([$]|[^\x01-\x7f]{1,3}|[[:alpha:]]{3})?\s*(\d[\d., '']{0,18})\s*([$]|[^\x01-\x7f]{1,3}|[[:alpha:]]{3})?$');
  mark text := concat(parts[1], parts[3]);
  agency record;
  digits text := replace(replace(btrim(parts[2]), ' ', ''), '''', '');
  separators text := regexp_replace(digits, '\d', '', 'g');
  decimals text := right(separators, 1);
begin
  select o.amount_notation, o.currency into agency from public.organizations o where o.id = organization_id;
  if digits is null or mark ~ '[[:alpha:]]{3}' and upper(mark) <> agency.currency then
    return null;
  elsif separators ~ '^(.)\1+$' then
    decimals := case decimals when '.' then ',' else '.' end;
  elsif digits ~ '^[1-9]\d{0,2}[.,]\d{3}$' then
    decimals := case agency.amount_notation when 'comma' then ',' else '.' end;
  end if;
  digits := replace(replace(digits, case decimals when ',' then '.' else ',' end, ''), ',', '.');
  return case when digits ~ '^\d{1,10}(\.\d{1,2})?$' and (not marked or digits ~ '\.' or mark <> '')
    then digits::numeric end;
end $$;
