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
  match_certain_within smallint not null default 0,
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
  second_factor_policy text not null default 'optional',
  deletion_asked_at timestamptz,
  -- No foreign key: it would lead in a circle with that of users, who are never taken out of an agency that stands.
  deletion_asked_by uuid,
  deletion_due_at timestamptz,
  deletion_told_days smallint,
  offline_reading text not null default 'agents',
  -- Of a new agency (tenancy/functions/new_agencies.sql); set by the operator alone.
  limits_lifted_at timestamptz,
  -- The target of the foreign key of sales: a sale cannot carry another currency, and the first one fixes it.
  constraint organizations_id_currency_key unique (id, currency),
  constraint organizations_name_length check (char_length(name) <= 200),
  constraint organizations_name_required check (private.is_visible(name)),
  constraint organizations_name_one_line check (private.is_one_line(name)),
  constraint organizations_deletion_due_at_whole check (
    num_nulls(deletion_asked_at, deletion_asked_by, deletion_due_at, deletion_told_days) in (0, 4)),
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
  constraint organizations_second_factor_policy_known check (second_factor_policy in ('optional', 'admins', 'all')),
  constraint organizations_amount_notation_known check (amount_notation in ('point', 'comma')),
  constraint organizations_date_order_known check (date_order in ('mdy', 'dmy', 'ymd')),
  constraint organizations_commission_received_on_known check (commission_received_on in ('sale_paid', 'deposit_matched')),
  constraint organizations_receipts_tracked_since_range check (receipts_tracked_since between '1990-01-01' and '2199-12-31'),
  constraint organizations_offline_reading_known check (offline_reading in ('off', 'agents', 'everybody')),
  constraint organizations_agents_paid_on_known check (agents_paid_on in ('expected', 'received')),
  constraint organizations_payout_hold_until_known check (payout_hold_until in ('off', 'departure', 'return')),
  constraint organizations_match_certain_within_range check (match_certain_within between 0 and 6),
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

create index organizations_deletion_due_at_idx on public.organizations (deletion_due_at) where deletion_due_at is not null;

comment on column public.organizations.email is 'As statements print it, with phone, postal address and tax number';
comment on column public.organizations.logo_url is 'Path in the bucket logos';
comment on column public.organizations.commission_received_on is
  'sale_paid: a paid sale makes its commission payable. deposit_matched: the vendor''s matched deposit does';

comment on column public.organizations.match_certain_on_import is
  'Whether an import of a bank file accepts its certain suggestions by itself';
comment on column public.organizations.match_certain_within is
  'How many percent less than is open may come for a booking whose reference the text names, of its vendor, to be certain';
comment on column public.organizations.receipts_tracked_since is
  'From this day on the agency records what vendors pay: what was due before is in no figure of what they owe. Null: unknown';
comment on column public.organizations.agents_paid_on is
  'expected: a short payment is the agency''s loss. received: what is written off reduces the agent''s share, too';
comment on column public.organizations.payout_hold_until is
  'off: an agent is paid when the money is here. departure, return: and when the trip has begun, or ended';
comment on column public.organizations.payout_minimum_amount is 'Agents who would get less wait for the next payout';
comment on column public.organizations.payout_second_approval is
  'Whether a payout is approved by somebody who neither started nor changed it last';
comment on column public.organizations.offline_reading is
  'Whose devices keep what they opened, to be read without a network for 7 days: off nobody''s, agents, everybody. Of one''s own alone';
comment on column public.organizations.amount_notation is
  'The sign before the decimals of typed amounts, where both readings are possible: point 1,234.56, comma 1.234,56';
comment on column public.organizations.date_order is 'In which order typed dates are read: m month, d day, y year';
comment on column public.organizations.writing_saved_at is
  'When currency, amount_notation, date_order or time_zone was saved last; null where they are as sign-up left them';
comment on column public.organizations.split_saved_at is
  'When default_commission_split or commission_received_on was saved last; null where they are as sign-up left them';
comment on column public.organizations.deletion_due_at is
  'From when on the agency is deleted; null unless an owner asked for it. Changed by ask_agency_deletion and withdraw_agency_deletion alone';
comment on column public.organizations.deletion_told_days is 'How many days before its end all members were told last: 30, 7 or 1';
comment on column public.organizations.books_closed_through is
  'The last day of the closed books, null for none. Changed by close_books and reopen_books alone';

comment on column public.organizations.second_factor_policy is
  'Who needs a second factor. Changed by set_second_factor_policy alone';

create policy "people read their own organization, inactive ones too" on public.organizations
  for select to authenticated using (id = (select private.own_organization_id()));

create policy "owners change their organization's settings" on public.organizations
  for update to authenticated
  using (id = (select private.current_organization_id()) and (select private.is_owner()))
  with check (id = (select private.current_organization_id()) and (select private.is_owner()));

grant select, update (name, email, phone, postal_address, tax_number, logo_url, currency, time_zone, default_commission_split, support_email,
  commission_received_on, match_certain_on_import, match_certain_within, payout_hold_until, payout_minimum_amount, payout_second_approval,
  receipts_tracked_since, agents_paid_on, amount_notation, date_order, offline_reading)
  on public.organizations to authenticated;

create table public.users (
  id uuid primary key,
  organization_id uuid not null,
  first_name text not null,
  last_name text not null,
  role text not null default 'agent',
  avatar_url text,
  is_active boolean not null default true,
  hears_of_sales boolean not null default true,
  sees_first_steps boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint users_id_fkey foreign key (id) references auth.users (id),
  constraint users_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  -- The target of every foreign key to a user: including the tenant, no row refers to a user of another one. Foreign keys name
  -- the id first and the tenant second: PostgREST embeds a row correctly even if it joins by the first column alone.
  constraint users_organization_id_id_key unique (organization_id, id),
  constraint users_first_name_length check (char_length(first_name) <= 100),
  constraint users_first_name_required check (private.is_visible(first_name)),
  constraint users_first_name_one_line check (private.is_one_line(first_name)),
  constraint users_last_name_length check (char_length(last_name) <= 100),
  constraint users_last_name_required check (private.is_visible(last_name)),
  constraint users_last_name_one_line check (private.is_one_line(last_name)),
  constraint users_role_known check (role in ('owner', 'admin', 'agent', 'integration')),
  -- An API key is a member for the histories; for everything else it is nobody (private.current_organization_id).
  constraint users_role_integration_inactive check (role <> 'integration' or not is_active),
  constraint users_avatar_url_length check (char_length(avatar_url) <= 500),
  -- Only a file of the own folder, so that no row shows somebody else's file.
  constraint users_avatar_url_format check (
    avatar_url ~ ('^' || organization_id::text || '/' || id::text
      || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[.](jpg|jpeg|png|webp)$'))
);
alter table public.users enable row level security;

create index users_search_idx on public.users using gin
  (organization_id, private.name_document(first_name || ' ' || last_name) extensions.gin_trgm_ops);

comment on column public.users.avatar_url is 'Path in the bucket avatars';
comment on column public.users.hears_of_sales is 'Admins: notified of sales that others record, and that are paid';
comment on column public.users.sees_first_steps is 'Admins: the dashboard shows the first steps that are open; false once they have dismissed them';

create policy "people read their own row, inactive ones too" on public.users
  for select to authenticated using (id = (select auth.uid()) and organization_id = (select private.own_organization_id()));

create policy "members read the people of their organization" on public.users
  for select to authenticated using (organization_id = (select private.current_organization_id()));

create policy "active people change their own name, picture and settings" on public.users
  for update to authenticated
  using (id = (select auth.uid()) and organization_id = (select private.current_organization_id()))
  with check (id = (select auth.uid()) and organization_id = (select private.current_organization_id()));

grant select, update (first_name, last_name, avatar_url, hears_of_sales, sees_first_steps) on public.users to authenticated;

create table public.user_emails (
  user_id uuid primary key,
  organization_id uuid not null,
  email text not null,
  constraint user_emails_user_id_fkey foreign key (user_id, organization_id) references public.users (id, organization_id)
    on delete cascade,
  constraint user_emails_email_length check (char_length(email) <= 254),
  constraint user_emails_email_format check (
    email = lower(email) and email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$')
);
comment on table public.user_emails is 'The address each member signs in with. Beside users, for not every colleague may read it:
  people their own, admins all.';
alter table public.user_emails enable row level security;

create index user_emails_email_idx on public.user_emails (organization_id, email);

create policy "people read their own address, admins all of their organization" on public.user_emails
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or user_id = (select auth.uid()))
  );

grant select on public.user_emails to authenticated;

create table private.known_devices (
  user_id uuid not null,
  device text not null,
  time_zone text not null default '',
  session_id uuid not null,
  told boolean not null,
  first_seen_at timestamptz not null default now(),
  primary key (user_id, device, time_zone),
  constraint known_devices_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint known_devices_device_length check (char_length(device) <= 60),
  constraint known_devices_time_zone_length check (char_length(time_zone) <= 64)
);
comment on table private.known_devices is 'Browsers and systems that somebody has signed in with: one row without a time zone, and one for each
  zone that was told. It outlives sessions, so that only what nobody has seen before is told by mail.';
comment on column private.known_devices.session_id is 'The session it was first seen in';
comment on column private.known_devices.told is 'Whether its person was told: not of the first one ever, with which an account begins';
alter table private.known_devices enable row level security;

create table private.session_zones (
  session_id uuid primary key,
  time_zone text not null,
  constraint session_zones_session_id_fkey foreign key (session_id) references auth.sessions (id) on delete cascade,
  constraint session_zones_time_zone_length check (char_length(time_zone) <= 64)
);
comment on table private.session_zones is 'The time zone that the browser of a session has told, once. It is courtesy: nothing is decided by it.';
alter table private.session_zones enable row level security;

create table private.address_wishes (
  user_id uuid primary key,
  organization_id uuid not null,
  email text not null,
  asked_at timestamptz not null default now(),
  constraint address_wishes_user_id_fkey foreign key (user_id, organization_id) references public.users (id, organization_id)
    on delete cascade,
  constraint address_wishes_email_length check (char_length(email) <= 254),
  constraint address_wishes_email_format check (
    email = lower(email) and email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$')
);
comment on table private.address_wishes is 'The address that a member may ask Auth for instead of theirs, within ten minutes: they have typed
  their password. Without a row here no change of a member''s address begins.';
alter table private.address_wishes enable row level security;

create table private.user_search (
  user_id uuid primary key,
  organization_id uuid not null,
  document text not null,
  constraint user_search_user_id_fkey foreign key (user_id, organization_id) references public.users (id, organization_id)
    on delete cascade
);
comment on table private.user_search is 'What admins find a person by: name and address in one document, so that an index has them
  together. Denormalized from users and user_emails by triggers; nothing else writes it.';
alter table private.user_search enable row level security;

create index user_search_document_idx on private.user_search using gin (organization_id, document extensions.gin_trgm_ops);

create table public.user_terms (
  user_id uuid primary key,
  organization_id uuid not null,
  commission_split numeric(5,2) not null,
  updated_at timestamptz not null default now(),
  constraint user_terms_user_id_fkey foreign key (user_id, organization_id) references public.users (id, organization_id),
  constraint user_terms_commission_split_range check (commission_split between 0 and 100)
);
comment on table public.user_terms is 'Terms apply to new sales only: a sale keeps the split it was recorded with.';
alter table public.user_terms enable row level security;

create index user_terms_organization_id_idx on public.user_terms (organization_id);

create policy "people read their own terms, admins all of their organization" on public.user_terms
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or user_id = (select auth.uid()))
  );

grant select on public.user_terms to authenticated;

create table public.user_terms_history (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  organization_id uuid not null,
  previous_split numeric(5,2) not null,
  commission_split numeric(5,2) not null,
  changed_by uuid,
  changed_at timestamptz not null default clock_timestamp(),
  constraint user_terms_history_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint user_terms_history_user_id_fkey foreign key (user_id, organization_id) references public.users (id, organization_id),
  constraint user_terms_history_changed_by_fkey foreign key (changed_by, organization_id)
    references public.users (id, organization_id)
);
comment on table public.user_terms_history is 'Append-only history (audit) of commission splits.';
alter table public.user_terms_history enable row level security;

create index user_terms_history_user_id_idx on public.user_terms_history (organization_id, user_id, changed_at desc, id);

create policy "people read the history of their own terms, admins all of their organization" on public.user_terms_history
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or user_id = (select auth.uid()))
  );

grant select on public.user_terms_history to authenticated;

create table public.invitations (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default private.current_organization_id(),
  email text not null,
  role text not null default 'agent',
  commission_split numeric(5,2) not null,
  invited_by uuid not null default auth.uid(),
  expires_at timestamptz not null default now() + interval '7 days',
  accepted_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  first_name text,
  last_name text,
  mailed_at timestamptz,
  constraint invitations_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint invitations_invited_by_fkey foreign key (invited_by, organization_id) references public.users (id, organization_id),
  constraint invitations_email_length check (char_length(email) <= 254),
  constraint invitations_email_format check (email = lower(email) and email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$'),
  -- Owners are made by sign-up or transfer_ownership, never by invitation.
  constraint invitations_role_known check (role in ('admin', 'agent')),
  constraint invitations_commission_split_range check (commission_split between 0 and 100),
  constraint invitations_accepted_at_not_revoked check (accepted_at is null or revoked_at is null),
  constraint invitations_first_name_length check (char_length(first_name) <= 100),
  constraint invitations_first_name_one_line check (private.is_one_line(first_name)),
  constraint invitations_last_name_one_line check (private.is_one_line(last_name)),
  constraint invitations_last_name_length check (char_length(last_name) <= 100)
);
comment on table public.invitations is 'The state follows from accepted_at, revoked_at and expires_at. first_name and last_name are
  the inviter''s suggestion: the team list shows them and the form of the invited person is prefilled with them.';
alter table public.invitations enable row level security;

create unique index invitations_pending_email_key on public.invitations (organization_id, email)
  where accepted_at is null and revoked_at is null;
create index invitations_email_idx on public.invitations (email) where accepted_at is null and revoked_at is null;
create index invitations_organization_id_created_at_idx on public.invitations (organization_id, created_at desc, id);
create index invitations_invited_by_idx on public.invitations (invited_by) where accepted_at is null and revoked_at is null;

comment on column public.invitations.mailed_at is 'Filled by trigger: when a mail that names it left';
comment on column public.invitations.commission_split is
  'Filled by trigger: percent, the default of the organization when left out';

create policy "admins read the invitations of their organization" on public.invitations
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

create policy "admins invite agents, owners admins too" on public.invitations
  for insert to authenticated
  with check (
    organization_id = (select private.current_organization_id())
    and invited_by = (select auth.uid())
    and (select private.is_admin())
    and (role = 'agent' or (select private.is_owner()))
  );

grant select, insert (email, role, commission_split, first_name, last_name) on public.invitations to authenticated;

create table private.audit_log (
  id bigint generated always as identity primary key,
  organization_id uuid not null,
  actor_id uuid,
  action text not null,
  customer_id uuid,
  subject_id uuid,
  details jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  entry uuid not null default gen_random_uuid(),
  kind text not null,
  party_id uuid,
  amount numeric(14,2),
  session_id uuid,
  device text,
  constraint audit_log_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint audit_log_actor_id_fkey foreign key (actor_id, organization_id) references public.users (id, organization_id),
  constraint audit_log_kind_known check (kind in ('money', 'people', 'sign_in', 'data_out'))
);
comment on table private.audit_log is 'Who decided what: money, people, what left the house. Triggers and functions append to it by
  private.audit; no API role has access, admins read it by get_audit_log. It never holds a secret, and no texts about customers: what
  an entry is about is found when it is read.';
comment on column private.audit_log.entry is 'What people are told of the number: it says nothing of other agencies';
comment on column private.audit_log.party_id is 'The agent or vendor whose money an entry is about, besides its subject';
comment on column private.audit_log.session_id is 'The session of the actor, null where nobody was signed in';
comment on column private.audit_log.device is 'Browser and system of that session in words (private.device_words), as they were then';
alter table private.audit_log enable row level security;

create index audit_log_customer_id_idx on private.audit_log (organization_id, customer_id, created_at desc);
create index audit_log_subject_id_idx on private.audit_log (organization_id, subject_id, created_at desc);
create index audit_log_created_at_idx on private.audit_log (organization_id, created_at desc, id);
create index audit_log_kind_idx on private.audit_log (organization_id, kind, created_at desc, id);
create index audit_log_actor_id_idx on private.audit_log (organization_id, actor_id, created_at desc, id);
create index audit_log_party_id_idx on private.audit_log (organization_id, party_id, created_at desc) where party_id is not null;
create index audit_log_amount_idx on private.audit_log (organization_id, amount) where amount is not null;
create unique index audit_log_entry_key on private.audit_log (entry);
-- The ceiling of the installation counts those of an hour.
create index audit_log_invitations_idx on private.audit_log (created_at) where action in ('invitation_sent', 'invitation_renewed');
create index audit_log_books_idx on private.audit_log (organization_id, id) where action in ('books_closed', 'books_reopened');

create table private.disclosures (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  actor_id uuid not null,
  what text not null,
  subject_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  told_at timestamptz,
  constraint disclosures_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint disclosures_actor_id_fkey foreign key (actor_id, organization_id) references public.users (id, organization_id),
  constraint disclosures_what_known check (what in ('passport', 'customer_data', 'payment_file', 'document', 'audit_log', 'tax_number', 'tax_file'))
);
comment on table private.disclosures is 'A disclosure is told in two calls: the first writes the audit record and answers the id of
  a disclosure, the second tells by that id. If one call did both, the secret could leave in an error (a cast in `?select=` is
  enough), and the error would take the record back.';
alter table private.disclosures enable row level security;

create index disclosures_actor_id_idx on private.disclosures (organization_id, actor_id, what, created_at);

create table private.request_keys (
  organization_id uuid not null references public.organizations (id) on delete cascade,
  user_id uuid not null,
  -- Never the key itself (private.hidden_key), which the hashes are made with: without it they tell nothing, also about the erased.
  key uuid not null,
  command text not null,
  -- Hash of all that was sent.
  hash text not null,
  -- By field a hash too short to tell what was sent: only whether something else is sent now.
  parts jsonb not null,
  -- Null: refused, so the key is still free. Holds ids, never what was typed.
  answer jsonb,
  record_id uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id, key),
  foreign key (organization_id, user_id) references public.users (organization_id, id) on delete cascade
);
comment on table private.request_keys is 'What makes every create happen once (docs/product/platform.md, Nothing twice). A form
  draws a key when it opens and sends it with what it creates. The functions that create begin with begin_request and end with
  end_request; without a key both do nothing.';
-- No policy and no grant: only the functions below read and write it.
alter table private.request_keys enable row level security;

create index request_keys_created_at_idx on private.request_keys (created_at);

create table private.record_changes (
  organization_id uuid not null,
  record_id uuid not null,
  version integer not null,
  changed_by uuid,
  changed_at timestamptz not null default clock_timestamp(),
  changed_fields text[] not null,
  former_name text[],
  changed_in xid8 not null default pg_current_xact_id(),
  primary key (record_id, version),
  constraint record_changes_organization_id_fkey foreign key (organization_id) references public.organizations (id)
);
comment on table private.record_changes is 'former_name serves the erasure of personal data: free texts are searched for every name
  a person had. Removed by the erasure.';
alter table private.record_changes enable row level security;

comment on column private.record_changes.changed_in is 'The transaction: what it changes of a record in two tables is one change';
comment on column private.record_changes.former_name is
  'First and last name of a customer before this change, if it changed one of them';

create table private.job_turns (
  job text not null,
  organization_id uuid not null,
  served_at timestamptz not null,
  failures integer default 0 not null,
  not_before timestamptz,
  primary key (job, organization_id),
  constraint job_turns_failures_in_range check (failures >= 0)
);
comment on table private.job_turns is 'When a job last did a slice for an organization (private.serve_in_turn).';
comment on column private.job_turns.failures is 'How many of its slices failed one after the other';
comment on column private.job_turns.not_before is 'Until then it is left out, as its last slice failed';
-- No policy and no grant: nobody asks for it.
alter table private.job_turns enable row level security;

create table private.second_factor_events (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  user_id uuid not null,
  what text not null,
  done_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  constraint second_factor_events_user_id_fkey foreign key (user_id, organization_id) references public.users (id, organization_id),
  constraint second_factor_events_done_by_fkey foreign key (done_by, organization_id) references public.users (id, organization_id),
  constraint second_factor_events_what_known check (what in ('added', 'removed', 'reset', 'recovered', 'asked'))
);
comment on table private.second_factor_events is 'What became of somebody''s second factor, and that they were asked for one: by it they
  are told, and those who look after them see when.';
-- No policy and no grant: functions say of it what a page shows.
alter table private.second_factor_events enable row level security;

comment on column private.second_factor_events.done_by is 'Null where they did it themselves, or Auth does not tell';

create index second_factor_events_user_id_idx on private.second_factor_events (user_id, organization_id, what, created_at desc);
create index second_factor_events_done_by_idx on private.second_factor_events (done_by, organization_id);

create table private.recovery_codes (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  user_id uuid not null,
  code_hash text not null,
  made_at timestamptz not null default now(),
  used_at timestamptz,
  constraint recovery_codes_user_id_fkey foreign key (user_id, organization_id) references public.users (id, organization_id)
    on delete cascade
);
comment on table private.recovery_codes is 'The recovery codes of owners, each good once. Only their bcrypt hashes are kept.';
alter table private.recovery_codes enable row level security;

create index recovery_codes_user_id_idx on private.recovery_codes (user_id, organization_id);

create table private.recovery_tries (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  tried_at timestamptz not null default clock_timestamp(),
  constraint recovery_tries_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);
comment on table private.recovery_tries is 'Recovery codes that somebody tried within the last 15 minutes.';
alter table private.recovery_tries enable row level security;

create index recovery_tries_user_id_idx on private.recovery_tries (user_id, tried_at);

create table private.agency_deletions (
  organization_id uuid primary key,
  began_at timestamptz not null default clock_timestamp(),
  served_at timestamptz not null default clock_timestamp(),
  -- Whose accounts go: its members', and of people it invited who belong to nobody else.
  accounts uuid[] not null,
  counts jsonb not null,
  -- How many tables of private.agency_relations are empty of it.
  emptied integer not null default 0
);
comment on table private.agency_deletions is 'Agencies that are being deleted, from the first slice to the last: who belongs to one is nobody.
  No foreign key: it stands until nothing else does.';
-- No policy and no grant: the job reads and writes it.
alter table private.agency_deletions enable row level security;

create table private.deleted_agencies (
  id uuid primary key default gen_random_uuid(),
  asked_at timestamptz not null,
  asked_by_role text not null,
  done_at timestamptz not null default clock_timestamp(),
  counts jsonb not null
);
comment on table private.deleted_agencies is 'That there was an agency, and how large: all that is kept of one that was deleted. No name, and no id that
  leads to it. For who runs the installation.';
alter table private.deleted_agencies enable row level security;

create table private.sign_ups (
  address inet not null,
  created_at timestamptz not null default now()
);
comment on table private.sign_ups is 'From which addresses agencies were made within a day, to know who makes many.';
alter table private.sign_ups enable row level security;
create index sign_ups_address_idx on private.sign_ups (address, created_at);
