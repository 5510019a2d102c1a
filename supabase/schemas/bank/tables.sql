create table public.bank_accounts (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  name text not null,
  institution text,
  last_four text,
  currency text not null,
  archived_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  balance numeric(14,2),
  balance_on date,
  constraint bank_accounts_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint bank_accounts_organization_id_id_key unique (organization_id, id),
  -- Deposits pay commissions of sales, so they have the currency of sales.
  constraint bank_accounts_currency_fkey foreign key (organization_id, currency) references public.organizations (id, currency),
  constraint bank_accounts_created_by_fkey foreign key (created_by, organization_id) references public.users (id, organization_id),
  constraint bank_accounts_currency_length check (char_length(currency) = 3),
  constraint bank_accounts_name_length check (char_length(name) <= 100),
  constraint bank_accounts_name_required check (btrim(name) <> ''),
  constraint bank_accounts_institution_length check (char_length(institution) <= 100),
  constraint bank_accounts_last_four_length check (last_four ~ '^[0-9A-Z]{1,4}$'),
  constraint bank_accounts_balance_range check (balance between -999999999999.99 and 999999999999.99),
  constraint bank_accounts_balance_on_range check (balance_on between '1900-01-01' and '2199-12-31')
);
alter table public.bank_accounts enable row level security;

create unique index bank_accounts_name_key on public.bank_accounts (organization_id, lower(name)) where archived_at is null;

create policy "admins read the bank accounts of their organization" on public.bank_accounts
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.bank_accounts to authenticated;

create table public.bank_connections (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  provider text not null,
  label text not null default '',
  institution text,
  state text not null default 'connecting',
  code text,
  words text,
  begun_at timestamptz default now(),
  last_success_at timestamptz,
  last_added integer not null default 0,
  last_tried_at timestamptz,
  tries integer not null default 0,
  next_try_at timestamptz,
  expires_at timestamptz,
  expiry_told integer,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  disconnected_at timestamptz,
  disconnected_by uuid,
  version integer not null default 1,
  constraint bank_connections_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint bank_connections_organization_id_id_key unique (organization_id, id),
  constraint bank_connections_created_by_fkey foreign key (created_by, organization_id) references public.users (id, organization_id),
  constraint bank_connections_disconnected_by_fkey foreign key (disconnected_by, organization_id)
    references public.users (id, organization_id),
  constraint bank_connections_provider_known check (provider in ('simplefin', 'enable_banking')),
  constraint bank_connections_label_length check (char_length(label) <= 100),
  constraint bank_connections_institution_length check (char_length(institution) <= 100),
  constraint bank_connections_state_known
    check (state in ('connecting', 'connected', 'syncing', 'needs_attention', 'disconnected')),
  constraint bank_connections_code_known check (code in ('reauthenticate', 'payment_required', 'forbidden', 'not_found', 'too_many',
    'slow', 'unreachable', 'wrong_answer', 'too_large', 'expired', 'refused', 'provider_words')),
  constraint bank_connections_words_length check (char_length(words) <= 500)
);
comment on table public.bank_connections is 'What delivers lines of the bank by itself. Its secret lies sealed in
  private.bank_connection_secrets; written by the functions of bank/functions/connection*.';
comment on column public.bank_connections.begun_at is 'When somebody began to connect or to renew it; null when that has ended';
comment on column public.bank_connections.code is 'Why the last try failed, or what needs somebody''s attention';
comment on column public.bank_connections.words is 'The provider''s own words about it';
comment on column public.bank_connections.tries is 'Tries in a row that failed';
comment on column public.bank_connections.expiry_told is 'The owners were told so many days before it expires';
alter table public.bank_connections enable row level security;

create index bank_connections_due_idx on public.bank_connections (next_try_at) where next_try_at is not null;
create index bank_connections_organization_id_idx on public.bank_connections (organization_id, created_at desc);

create policy "admins read the connections of their organization" on public.bank_connections
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.bank_connections to authenticated;

create table private.bank_file_keys (
  organization_id uuid not null,
  kind text not null,
  key text not null,
  account_id uuid not null,
  mapping jsonb not null default '{}',
  used_at timestamptz not null default now(),
  -- The same names between other signs are another file: its numbers may be written otherwise.
  separator text not null default '',
  primary key (organization_id, kind, key, separator),
  constraint bank_file_keys_account_id_fkey foreign key (organization_id, account_id)
    references public.bank_accounts (organization_id, id) on delete cascade
);
comment on table private.bank_file_keys is 'What tells that a file belongs to an account, hashed: its number (''number'') or the
  headers of its columns (''headers'') with what separates them, and the mapping by which such a file was read the last time.';
alter table private.bank_file_keys enable row level security;

create index bank_file_keys_account_id_idx on private.bank_file_keys (organization_id, account_id);

create table public.bank_imports (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  account_id uuid not null,
  file_name text not null,
  file_hash text not null,
  format text not null,
  total_lines integer not null,
  added integer not null default 0,
  here integer not null default 0,
  broken integer not null default 0,
  broken_lines jsonb not null default '[]',
  status text not null default 'running',
  created_by uuid,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  undone_at timestamptz,
  undone_by uuid,
  connection_id uuid,
  first_on date,
  last_on date,
  balance numeric(14,2),
  balance_on date,
  constraint bank_imports_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint bank_imports_organization_id_id_key unique (organization_id, id),
  constraint bank_imports_account_id_fkey foreign key (organization_id, account_id)
    references public.bank_accounts (organization_id, id),
  constraint bank_imports_created_by_fkey foreign key (created_by, organization_id) references public.users (id, organization_id),
  constraint bank_imports_undone_by_fkey foreign key (undone_by, organization_id) references public.users (id, organization_id),
  constraint bank_imports_connection_id_fkey foreign key (organization_id, connection_id)
    references public.bank_connections (organization_id, id),
  constraint bank_imports_created_by_or_connection_id check (num_nonnulls(created_by, connection_id) = 1),
  constraint bank_imports_file_name_length check (char_length(file_name) between 1 and 255),
  constraint bank_imports_file_hash_length check (file_hash ~ '^[0-9a-f]{64}$'),
  constraint bank_imports_format_known check (format in ('csv', 'ofx', 'qfx', 'qif', 'camt', 'mt940', 'simplefin', 'enable_banking')),
  constraint bank_imports_total_lines_range check (total_lines between 1 and 50000),
  constraint bank_imports_broken_lines_length
    check (jsonb_typeof(broken_lines) = 'array' and octet_length(broken_lines::text) <= 100000),
  constraint bank_imports_status_known check (status in ('running', 'done', 'cancelled', 'undone')),
  constraint bank_imports_balance_range check (balance between -999999999999.99 and 999999999999.99),
  constraint bank_imports_balance_on_range check (balance_on between '1900-01-01' and '2199-12-31'),
  constraint bank_imports_balance_and_balance_on check ((balance is null) = (balance_on is null))
);
comment on column public.bank_imports.connection_id is 'The connection that brought it, in place of a person';
comment on column public.bank_imports.balance is 'What the file says that stood on the account at the end of balance_on';
comment on column public.bank_imports.first_on is 'The first and the last day of its lines, also of those that were here already';
alter table public.bank_imports enable row level security;

create index bank_imports_created_at_idx on public.bank_imports (organization_id, created_at desc, id);
create index bank_imports_file_hash_idx on public.bank_imports (organization_id, file_hash);
create index bank_imports_account_id_idx on public.bank_imports (organization_id, account_id);
create index bank_imports_connection_id_idx on public.bank_imports (organization_id, connection_id) where connection_id is not null;

create policy "admins read the bank imports of their organization" on public.bank_imports
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.bank_imports to authenticated;

create table public.bank_rules (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  position integer not null,
  is_active boolean not null default true,
  payer_key text,
  text_contains text,
  amount_from numeric(12,2),
  amount_to numeric(12,2),
  direction text,
  account_id uuid,
  category text,
  vendor_id uuid,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint bank_rules_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint bank_rules_organization_id_id_key unique (organization_id, id),
  constraint bank_rules_account_id_fkey foreign key (organization_id, account_id)
    references public.bank_accounts (organization_id, id),
  constraint bank_rules_vendor_id_fkey foreign key (vendor_id, organization_id)
    references public.vendors (id, organization_id) on delete cascade,
  constraint bank_rules_created_by_fkey foreign key (created_by, organization_id) references public.users (id, organization_id),
  -- One that would take every line is none.
  constraint bank_rules_payer_key_or_other check (num_nonnulls(payer_key, text_contains, amount_from, amount_to) > 0),
  constraint bank_rules_payer_key_length check (char_length(payer_key) between 1 and 100),
  constraint bank_rules_text_contains_length check (char_length(text_contains) between 1 and 100),
  constraint bank_rules_amount_from_range check (amount_from between 0 and 9999999999.99),
  constraint bank_rules_amount_to_range check (amount_to between 0 and 9999999999.99),
  constraint bank_rules_amount_to_order check (amount_from <= amount_to),
  constraint bank_rules_direction_known check (direction in ('in', 'out')),
  constraint bank_rules_category_known check (category in ('customer_payment', 'fee', 'transfer', 'other')),
  constraint bank_rules_vendor_id_or_category check (num_nonnulls(vendor_id, category) = 1),
  constraint bank_rules_conditions_key unique nulls not distinct
    (organization_id, payer_key, text_contains, amount_from, amount_to, direction, account_id)
);
comment on table public.bank_rules is 'What people say about lines of the bank once and for all: what fits the conditions is set aside,
  or is a vendor''s money. The first one in their order decides. Written by the functions of bank/functions/rules.';
comment on column public.bank_rules.amount_from is 'Without its sign, as amount_to; `direction` says which way the money goes';
alter table public.bank_rules enable row level security;

create index bank_rules_account_id_idx on public.bank_rules (organization_id, account_id) where account_id is not null;
create index bank_rules_vendor_id_idx on public.bank_rules (vendor_id, organization_id) where vendor_id is not null;

create policy "admins read the rules of their organization" on public.bank_rules
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.bank_rules to authenticated;

create table public.bank_transactions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  account_id uuid not null,
  import_id uuid not null,
  line_number integer not null,
  line_key text not null,
  booked_on date not null,
  value_on date,
  amount numeric(12,2) not null,
  text text not null,
  counterparty text,
  reference text,
  bank_id text,
  payer_key text,
  numbers text[] not null default '{}',
  vendor_id uuid,
  category text,
  status text not null default 'open',
  certainty text,
  unclaimed_amount numeric(12,2) not null default 0,
  fee_amount numeric(12,2) not null default 0,
  matching_due boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  rule_id uuid,
  rule_vendor_id uuid,
  alike_key text generated always as (left(btrim(regexp_replace(upper(text), '[^[:alpha:]]+', ' ', 'g')), 200)) stored,
  constraint bank_transactions_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint bank_transactions_organization_id_id_key unique (organization_id, id),
  -- Never twice: see private.judge_bank_lines.
  constraint bank_transactions_line_key_key unique (organization_id, account_id, line_key),
  constraint bank_transactions_account_id_fkey foreign key (organization_id, account_id)
    references public.bank_accounts (organization_id, id),
  constraint bank_transactions_import_id_fkey foreign key (organization_id, import_id)
    references public.bank_imports (organization_id, id),
  constraint bank_transactions_vendor_id_fkey foreign key (vendor_id, organization_id)
    references public.vendors (id, organization_id) on delete set null (vendor_id),
  constraint bank_transactions_rule_id_fkey foreign key (organization_id, rule_id)
    references public.bank_rules (organization_id, id) on delete set null (rule_id),
  constraint bank_transactions_rule_vendor_id_fkey foreign key (rule_vendor_id, organization_id)
    references public.vendors (id, organization_id) on delete set null (rule_vendor_id),
  constraint bank_transactions_booked_on_range check (booked_on between '1900-01-01' and '2199-12-31'),
  constraint bank_transactions_value_on_range check (value_on between '1900-01-01' and '2199-12-31'),
  constraint bank_transactions_amount_range check (amount between -9999999999.99 and 9999999999.99),
  constraint bank_transactions_line_key_length check (char_length(line_key) <= 64),
  constraint bank_transactions_payer_key_length check (char_length(payer_key) <= 100),
  constraint bank_transactions_alike_key_length check (char_length(alike_key) <= 200),
  constraint bank_transactions_text_length check (char_length(text) <= 2000),
  constraint bank_transactions_counterparty_length check (char_length(counterparty) <= 300),
  constraint bank_transactions_reference_length check (char_length(reference) <= 300),
  constraint bank_transactions_bank_id_length check (char_length(bank_id) <= 300),
  constraint bank_transactions_category_known
    check (category in ('commission', 'recall', 'customer_payment', 'fee', 'transfer', 'other')),
  constraint bank_transactions_status_known check (status in ('open', 'suggested', 'matched', 'set_aside')),
  constraint bank_transactions_certainty_known check (certainty in ('possible', 'likely', 'certain')),
  constraint bank_transactions_unclaimed_amount_range check (unclaimed_amount between -9999999999.99 and 9999999999.99),
  constraint bank_transactions_fee_amount_range check (fee_amount between 0 and 9999999999.99)
);
alter table public.bank_transactions enable row level security;

create index bank_transactions_review_idx on public.bank_transactions (organization_id, booked_on desc, id)
  include (account_id, vendor_id, certainty, amount) where status in ('open', 'suggested');
create index bank_transactions_status_idx on public.bank_transactions (organization_id, status, booked_on desc, id)
  include (amount);
create index bank_transactions_organization_id_created_at_idx on public.bank_transactions (organization_id, created_at desc, id);
-- What has changed since a program read it last.
create index bank_transactions_organization_id_updated_at_idx on public.bank_transactions (organization_id, updated_at, id);
create index bank_transactions_day_idx on public.bank_transactions (organization_id, booked_on desc, id);
create index bank_transactions_account_idx on public.bank_transactions (organization_id, account_id, booked_on desc, id)
  include (amount);
create index bank_transactions_unclaimed_idx on public.bank_transactions (organization_id, booked_on, id)
  include (unclaimed_amount) where unclaimed_amount <> 0;
create index bank_transactions_vendor_idx on public.bank_transactions (organization_id, vendor_id, booked_on desc, id);
create index bank_transactions_payer_idx on public.bank_transactions (organization_id, payer_key, booked_on desc);
create index bank_transactions_import_idx on public.bank_transactions (organization_id, import_id, line_number) include (status);
create index bank_transactions_matching_due_idx on public.bank_transactions (organization_id, import_id) where matching_due;
create index bank_transactions_alike_idx on public.bank_transactions (organization_id, alike_key)
  where status in ('open', 'suggested');
create index bank_transactions_rule_idx on public.bank_transactions (organization_id, rule_id) include (booked_on)
  where rule_id is not null;
create index bank_transactions_rule_vendor_idx on public.bank_transactions (rule_vendor_id, organization_id)
  where rule_vendor_id is not null;
create index bank_transactions_text_idx on public.bank_transactions using gin
  (lower(text collate pg_catalog."pg_c_utf8") extensions.gin_trgm_ops);

comment on column public.bank_transactions.line_key is 'Filled by import_bank_lines: what makes a line the same in another file';
comment on column public.bank_transactions.payer_key is 'Filled by import_bank_lines: who pays, as the text says it';
comment on column public.bank_transactions.numbers is 'Filled by import_bank_lines: see private.bank_numbers';
comment on column public.bank_transactions.rule_id is 'The rule that set it aside or said whose money it is; none once a person says otherwise';
comment on column public.bank_transactions.rule_vendor_id is 'Whose money it is, by a rule';
comment on column public.bank_transactions.alike_key is 'The words of the text without numbers: lines that have the same are alike';
comment on column public.bank_transactions.unclaimed_amount is 'Of a matched transaction: what no commission explains yet';
comment on column public.bank_transactions.fee_amount is 'Of a matched transaction: what was kept back on the way';
comment on column public.bank_transactions.matching_due is 'Whether suggestions must be computed anew';

create policy "admins read the bank transactions of their organization" on public.bank_transactions
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.bank_transactions to authenticated;

create table public.bank_allocations (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  transaction_id uuid not null,
  commission_id uuid not null,
  amount numeric(12,2) not null,
  write_off_amount numeric(12,2) not null default 0,
  write_off_reason text,
  posted_on date not null,
  replaced_amount numeric(12,2) not null default 0,
  takes_day boolean not null default false,
  created_by uuid,
  created_at timestamptz not null default now(),
  constraint bank_allocations_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint bank_allocations_transaction_id_fkey foreign key (organization_id, transaction_id)
    references public.bank_transactions (organization_id, id),
  constraint bank_allocations_commission_id_fkey foreign key (organization_id, commission_id)
    references public.commissions (organization_id, id),
  constraint bank_allocations_created_by_fkey foreign key (created_by, organization_id)
    references public.users (id, organization_id),
  -- One line a commission in a transaction.
  constraint bank_allocations_transaction_id_key unique (organization_id, transaction_id, commission_id),
  constraint bank_allocations_amount_range check (amount between -9999999999.99 and 9999999999.99 and amount <> 0),
  constraint bank_allocations_write_off_amount_range check (write_off_amount between 0 and 9999999999.99),
  constraint bank_allocations_replaced_amount_range check (replaced_amount between 0 and 9999999999.99),
  constraint bank_allocations_write_off_reason_required check (write_off_amount = 0 or btrim(write_off_reason) <> ''),
  constraint bank_allocations_write_off_reason_length check (char_length(write_off_reason) <= 500)
);
alter table public.bank_allocations enable row level security;

comment on column public.bank_allocations.replaced_amount is
  'Of what an admin had recorded as received before the first deposit: what this deposit stands in place of';
comment on column public.bank_allocations.takes_day is
  'Whether the day of the receipt is this deposit''s, in place of the one an admin had recorded';

create index bank_allocations_posted_on_idx on public.bank_allocations (organization_id, posted_on);
create index bank_allocations_commission_id_idx on public.bank_allocations (organization_id, commission_id, transaction_id);
-- What vendors took back: seldom, so questions about it begin here.
create index bank_allocations_recalls_idx on public.bank_allocations (organization_id, commission_id) where amount < 0;

create policy "admins read the allocations of their organization" on public.bank_allocations
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.bank_allocations to authenticated;

create table public.bank_other_allocations (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  transaction_id uuid not null,
  other_commission_id uuid not null,
  amount numeric(12,2) not null,
  explains_receipt boolean not null default false,
  created_by uuid,
  created_at timestamptz not null default now(),
  constraint bank_other_allocations_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint bank_other_allocations_transaction_id_fkey foreign key (organization_id, transaction_id)
    references public.bank_transactions (organization_id, id),
  constraint bank_other_allocations_other_commission_id_fkey foreign key (organization_id, other_commission_id)
    references public.other_commissions (organization_id, id),
  constraint bank_other_allocations_created_by_fkey foreign key (created_by, organization_id)
    references public.users (id, organization_id),
  constraint bank_other_allocations_transaction_id_key unique (organization_id, transaction_id, other_commission_id),
  constraint bank_other_allocations_amount_range check (amount between 0.01 and 9999999999.99)
);
comment on table public.bank_other_allocations is 'What a deposit pays of other commissions (agreements/tables.sql), beside
  bank_allocations.';
comment on column public.bank_other_allocations.explains_receipt is 'An admin had recorded the receipt: it stays as it was recorded';
alter table public.bank_other_allocations enable row level security;

create index bank_other_allocations_other_commission_id_idx on public.bank_other_allocations (organization_id, other_commission_id);

create policy "admins read what deposits pay of other commissions" on public.bank_other_allocations
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.bank_other_allocations to authenticated;

create table private.commissions_before_deposit (
  commission_id uuid primary key,
  organization_id uuid not null,
  status text not null,
  received_amount numeric(12,2),
  received_on date,
  received_how text,
  manual_written_off numeric(12,2) not null default 0,
  manual_write_off_reason text,
  constraint commissions_before_deposit_commission_id_fkey foreign key (organization_id, commission_id)
    references public.commissions (organization_id, id) on delete cascade
);
comment on table private.commissions_before_deposit is 'The state of a commission before its first deposit, to which it goes back
  with the last one.';
alter table private.commissions_before_deposit enable row level security;

create table public.bank_patterns (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  payer_key text not null,
  vendor_id uuid,
  category text,
  confirmations integer not null default 1,
  last_used_at timestamptz not null default now(),
  constraint bank_patterns_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint bank_patterns_vendor_id_fkey foreign key (vendor_id, organization_id)
    references public.vendors (id, organization_id) on delete cascade,
  constraint bank_patterns_payer_key_length check (char_length(payer_key) between 1 and 100),
  constraint bank_patterns_confirmations_range check (confirmations >= 1),
  constraint bank_patterns_category_known check (category in ('customer_payment', 'fee', 'transfer', 'other')),
  constraint bank_patterns_vendor_id_or_category check (num_nonnulls(vendor_id, category) = 1),
  constraint bank_patterns_payer_key_key unique nulls not distinct (organization_id, payer_key, vendor_id, category)
);
comment on table public.bank_patterns is 'What a payer''s transactions turned out to be: a vendor''s money (one payer, like a
  settlement service, may pay for several vendors), or something to set aside. Written by the functions of
  bank/functions/decisions and bank/functions/lessons.';
alter table public.bank_patterns enable row level security;

create index bank_patterns_vendor_id_idx on public.bank_patterns (vendor_id, organization_id) where vendor_id is not null;

create policy "admins read what was learned of payers" on public.bank_patterns
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.bank_patterns to authenticated;

-- Vendors by who they appear as. strength 3: an alias, or learned; 2: the name, cut or abbreviated in several words; 1: its first
-- word alone.
create type private.bank_payer as (payer_key text, vendor_id uuid, strength integer, confirmations integer);

-- The transactions of `ids` that wait for suggestions, with what their texts say. `rest`: what is not placed yet.
-- keys: what a reference could be; numbers: of five digits and more, what of the text is neither the bank's nor the payer's own;
-- forbids: see private.bank_forbids.
create type private.bank_reading as (
  id uuid, rest numeric, booked_on date, words text[], keys text[], digits text[], payer_key text, booking_count integer,
  numbers text[], forbids text);

-- A commission that a transaction may pay: see private.match_singles.
create type private.bank_single as (
  transaction_id uuid, commission_id uuid, reference integer, rest numeric, owed numeric, exact boolean, expected numeric,
  recorded_on date, as_recorded boolean, vendor integer, confirmations integer, another_vendor boolean, name boolean, days integer,
  is_later boolean, others_named integer, vendor_id uuid, booking_reference text);

-- The same with what texts and its likes say of it: see private.single_facts.
create type private.bank_fact as (
  transaction_id uuid, commission_id uuid, rest numeric, owed numeric, expected numeric, exact boolean, reference integer,
  is_near boolean, is_cut boolean, is_other boolean, booking_reference text, others_named integer, as_usual boolean, vendor integer,
  confirmations integer, another_vendor boolean, name boolean, days integer, booked_on date, is_later boolean, recorded_on date,
  as_recorded boolean, names_recorded boolean, exact_named integer, exact_of_vendor integer, exact_with_name integer,
  exact_count integer, exact_open integer, booking_count integer, forbids text, is_person boolean, has_number boolean, is_within boolean);

-- Commissions that a transaction may pay together: see private.match_sets.
create type private.bank_set as (
  transaction_id uuid, commission_ids uuid[], named integer, called integer, cut integer, named_besides integer, recorded integer, in_order boolean,
  takes_back boolean, difference numeric, left_out integer, rest numeric, booking_count integer, forbids text, vendor integer,
  found integer);

create table public.bank_suggestions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  transaction_id uuid not null,
  rank integer not null,
  kind text not null,
  certainty text not null,
  -- [{commission_id, amount, expected}]
  parts jsonb not null,
  -- The first commission of the parts, for the claims of other transactions.
  commission_id uuid not null,
  -- [{code, weight, text}], see docs/product/bank.md, Suggestions
  reasons jsonb not null,
  -- The amount that these parts leave over; negative when they owe more.
  difference numeric(12,2) not null default 0,
  constraint bank_suggestions_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint bank_suggestions_transaction_id_fkey foreign key (organization_id, transaction_id)
    references public.bank_transactions (organization_id, id) on delete cascade,
  constraint bank_suggestions_rank_key unique (organization_id, transaction_id, rank),
  constraint bank_suggestions_rank_range check (rank between 1 and 9),
  constraint bank_suggestions_kind_known check (kind in ('single', 'set', 'short', 'over', 'recall', 'part')),
  constraint bank_suggestions_certainty_known check (certainty in ('possible', 'likely', 'certain')),
  constraint bank_suggestions_parts_length check (jsonb_typeof(parts) = 'array' and octet_length(parts::text) <= 50000),
  constraint bank_suggestions_reasons_length check (jsonb_typeof(reasons) = 'array' and octet_length(reasons::text) <= 20000)
);
alter table public.bank_suggestions enable row level security;

create index bank_suggestions_commission_id_idx on public.bank_suggestions (organization_id, commission_id) where rank = 1;

create policy "admins read the suggestions of their organization" on public.bank_suggestions
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.bank_suggestions to authenticated;

create table private.rejected_suggestions (
  organization_id uuid not null,
  transaction_id uuid not null,
  commission_ids uuid[] not null,
  primary key (organization_id, transaction_id, commission_ids),
  constraint rejected_suggestions_transaction_id_fkey foreign key (organization_id, transaction_id)
    references public.bank_transactions (organization_id, id) on delete cascade
);
comment on table private.rejected_suggestions is 'What a person said no to: never suggested for this transaction again.';
alter table private.rejected_suggestions enable row level security;

create table public.bank_remittances (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  -- The deposit it was put beside; one that came without a deposit has a vendor in its place.
  transaction_id uuid,
  vendor_id uuid,
  state text not null default 'read',
  -- The deposit that came for one without; while there is one, the statement is matched.
  deposit_id uuid,
  file_name text,
  document_id uuid,
  source text not null default 'file',
  total_amount numeric(12,2) not null default 0,
  fee_amount numeric(12,2) not null default 0,
  fees jsonb not null default '[]',
  left_out jsonb not null default '[]',
  expected_on date,
  created_by uuid,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  constraint bank_remittances_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint bank_remittances_organization_id_id_key unique (organization_id, id),
  -- A deposit has one statement; another one replaces it.
  constraint bank_remittances_transaction_id_key unique (organization_id, transaction_id),
  constraint bank_remittances_transaction_id_fkey foreign key (organization_id, transaction_id)
    references public.bank_transactions (organization_id, id) on delete cascade,
  constraint bank_remittances_vendor_id_fkey foreign key (vendor_id, organization_id)
    references public.vendors (id, organization_id) on delete cascade,
  constraint bank_remittances_deposit_id_key unique (organization_id, deposit_id),
  constraint bank_remittances_deposit_id_fkey foreign key (organization_id, deposit_id)
    references public.bank_transactions (organization_id, id) on delete set null (deposit_id),
  constraint bank_remittances_created_by_fkey foreign key (created_by, organization_id)
    references public.users (id, organization_id),
  constraint bank_remittances_transaction_id_or_vendor_id check (num_nonnulls(transaction_id, vendor_id) = 1),
  constraint bank_remittances_state_known check (state in ('read', 'expected', 'set_aside')),
  constraint bank_remittances_source_known check (source in ('file', 'mailbox')),
  constraint bank_remittances_fee_amount_range check (fee_amount between 0 and 9999999999.99),
  constraint bank_remittances_total_amount_range check (total_amount between -9999999999.99 and 9999999999.99),
  constraint bank_remittances_fees_length check (jsonb_typeof(fees) = 'array' and octet_length(fees::text) <= 20000),
  constraint bank_remittances_left_out_length check (jsonb_typeof(left_out) = 'array' and octet_length(left_out::text) <= 200000),
  constraint bank_remittances_expected_on_range check (expected_on between '1900-01-01' and '2199-12-31'),
  constraint bank_remittances_file_name_length check (char_length(file_name) <= 255)
);
alter table public.bank_remittances enable row level security;

comment on column public.bank_remittances.state is 'Of one without a deposit: read, expected (its deposit has not come) or set_aside';
comment on column public.bank_remittances.document_id is 'Its file, kept as a document (records/tables.sql)';
comment on column public.bank_remittances.source is 'Where it came from: a file that somebody gave, or the statement mailbox';
comment on column public.bank_remittances.fees is 'What the vendor kept back, as the statement names it: [{line, text, amount}]';
comment on column public.bank_remittances.left_out is 'Rows of the file that are no bookings, and why: [{line, why, text}]';

create index bank_remittances_vendor_id_idx on public.bank_remittances (organization_id, vendor_id, created_at desc, id)
  where vendor_id is not null;
create index bank_remittances_document_id_idx on public.bank_remittances (organization_id, document_id)
  where document_id is not null;

create policy "admins read the remittances of their organization" on public.bank_remittances
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.bank_remittances to authenticated;

create table public.bank_remittance_lines (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  remittance_id uuid not null,
  line_number integer not null,
  reference text,
  name text,
  amount numeric(12,2) not null,
  gross_amount numeric(12,2),
  dates text,
  note text,
  commission_id uuid,
  constraint bank_remittance_lines_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint bank_remittance_lines_remittance_id_fkey foreign key (organization_id, remittance_id)
    references public.bank_remittances (organization_id, id) on delete cascade,
  constraint bank_remittance_lines_line_number_key unique (organization_id, remittance_id, line_number),
  constraint bank_remittance_lines_commission_id_fkey foreign key (organization_id, commission_id)
    references public.commissions (organization_id, id),
  constraint bank_remittance_lines_reference_length check (char_length(reference) <= 300),
  constraint bank_remittance_lines_name_length check (char_length(name) <= 300),
  constraint bank_remittance_lines_dates_length check (char_length(dates) <= 100),
  constraint bank_remittance_lines_note_length check (char_length(note) <= 300),
  constraint bank_remittance_lines_gross_amount_range check (gross_amount between -9999999999.99 and 9999999999.99),
  constraint bank_remittance_lines_amount_range check (amount between -9999999999.99 and 9999999999.99)
);
alter table public.bank_remittance_lines enable row level security;

create index bank_remittance_lines_commission_id_idx on public.bank_remittance_lines (organization_id, commission_id)
  where commission_id is not null;

create policy "admins read the lines of remittances" on public.bank_remittance_lines
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.bank_remittance_lines to authenticated;

-- A line of a statement beside what is open: private.compare_statement.
create type private.compared_line as (
  kind text, line_number integer, reference text, name text, dates text, gross numeric, note text, amount numeric, commission_id uuid,
  ours numeric);

create table public.bank_decisions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  -- No reference: decisions outlive an import that is undone.
  transaction_id uuid not null,
  group_id uuid not null,
  action text not null,
  details jsonb not null default '{}',
  decided_by uuid,
  decided_at timestamptz not null default clock_timestamp(),
  constraint bank_decisions_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint bank_decisions_decided_by_fkey foreign key (decided_by, organization_id) references public.users (id, organization_id),
  constraint bank_decisions_action_known
    check (action in ('match', 'accept', 'reject', 'set_aside', 'reopen', 'vendor', 'undo')),
  constraint bank_decisions_details_length check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 200000)
);
alter table public.bank_decisions enable row level security;

create index bank_decisions_transaction_id_idx on public.bank_decisions (organization_id, transaction_id, decided_at desc);
create index bank_decisions_group_id_idx on public.bank_decisions (organization_id, group_id);

create policy "admins read the decisions of their organization" on public.bank_decisions
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.bank_decisions to authenticated;

create table private.stale_matches (
  organization_id uuid not null,
  commission_id uuid not null,
  primary key (organization_id, commission_id)
);
comment on table private.stale_matches is 'Sales that appear or change may explain what lies in the inbox. The write only marks
  them: private.refresh_matches, a job of some seconds, matches what they concern and tells the admins.';
alter table private.stale_matches enable row level security;

create table private.bank_connection_secrets (
  connection_id uuid primary key,
  organization_id uuid not null,
  sealed bytea,
  draft bytea,
  constraint bank_connection_secrets_connection_id_fkey foreign key (organization_id, connection_id)
    references public.bank_connections (organization_id, id) on delete cascade
);
comment on table private.bank_connection_secrets is 'What opens an account at a provider, sealed; gone when the connection is
  disconnected. `draft`: what has to be remembered between begin and finish.';
alter table private.bank_connection_secrets enable row level security;

create table public.bank_connection_accounts (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  connection_id uuid not null,
  provider_account_id text not null,
  name text not null,
  institution text,
  kind text,
  last_four text,
  currency text not null,
  balance numeric(14,2),
  balance_on date,
  account_id uuid,
  left_out boolean not null default false,
  since date,
  through date,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  constraint bank_connection_accounts_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint bank_connection_accounts_connection_id_fkey foreign key (organization_id, connection_id)
    references public.bank_connections (organization_id, id) on delete cascade,
  constraint bank_connection_accounts_account_id_fkey foreign key (organization_id, account_id)
    references public.bank_accounts (organization_id, id),
  constraint bank_connection_accounts_provider_account_id_key unique (connection_id, provider_account_id),
  constraint bank_connection_accounts_provider_account_id_length check (char_length(provider_account_id) between 1 and 300),
  constraint bank_connection_accounts_name_length check (char_length(name) between 1 and 100),
  constraint bank_connection_accounts_institution_length check (char_length(institution) <= 100),
  constraint bank_connection_accounts_kind_length check (char_length(kind) <= 40),
  constraint bank_connection_accounts_last_four_length check (last_four ~ '^[0-9A-Z]{1,4}$'),
  constraint bank_connection_accounts_currency_length check (char_length(currency) between 1 and 10),
  constraint bank_connection_accounts_balance_range check (balance between -999999999999.99 and 999999999999.99),
  constraint bank_connection_accounts_since_range check (since between '1900-01-01' and '2199-12-31'),
  constraint bank_connection_accounts_account_id_or_left_out check (account_id is null or not left_out)
);
comment on table public.bank_connection_accounts is 'Accounts that a connection offers: linked to one of ours, left out, or still to
  be said. `since`: from which day it brings lines; `through`: up to which it has.';
alter table public.bank_connection_accounts enable row level security;

-- One of ours to one of theirs.
create unique index bank_connection_accounts_account_id_key on public.bank_connection_accounts (organization_id, account_id)
  where account_id is not null and ended_at is null;
create index bank_connection_accounts_account_id_idx on public.bank_connection_accounts (organization_id, account_id)
  where account_id is not null;

create policy "admins read what connections offer" on public.bank_connection_accounts
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.bank_connection_accounts to authenticated;

create table private.bank_sync_parts (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  connection_id uuid not null,
  run_id uuid not null,
  part integer not null,
  parts integer not null,
  since date not null,
  until date not null,
  state text not null default 'waiting',
  claimed_until timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  lines integer not null default 0,
  added integer not null default 0,
  broken integer not null default 0,
  imports uuid[] not null default '{}',
  constraint bank_sync_parts_connection_id_fkey foreign key (organization_id, connection_id)
    references public.bank_connections (organization_id, id) on delete cascade,
  constraint bank_sync_parts_part_key unique (run_id, part),
  constraint bank_sync_parts_part_order check (part between 1 and parts),
  constraint bank_sync_parts_since_order check (since <= until),
  constraint bank_sync_parts_state_known check (state in ('waiting', 'done', 'failed', 'stopped'))
);
comment on table private.bank_sync_parts is 'A run asks a provider in parts of some weeks. A part is claimed for some minutes by who asks
  for it, and done once.';
alter table private.bank_sync_parts enable row level security;

create index bank_sync_parts_waiting_idx on private.bank_sync_parts (organization_id, connection_id, part) where state = 'waiting';
create index bank_sync_parts_run_idx on private.bank_sync_parts (organization_id, connection_id, created_at desc);

create table private.bank_provider_requests (
  id bigint generated always as identity primary key,
  organization_id uuid not null,
  connection_id uuid not null,
  kind text not null,
  made_at timestamptz not null default now(),
  constraint bank_provider_requests_connection_id_fkey foreign key (organization_id, connection_id)
    references public.bank_connections (organization_id, id) on delete cascade,
  constraint bank_provider_requests_kind_known check (kind in ('begin', 'hand', 'part'))
);
comment on table private.bank_provider_requests is 'What was begun, asked for by hand, and asked of a provider: limits count it.';
alter table private.bank_provider_requests enable row level security;

create index bank_provider_requests_connection_id_idx on private.bank_provider_requests (organization_id, connection_id, kind, made_at);

create table private.bank_covered_days (
  organization_id uuid not null,
  account_id uuid not null,
  connection_id uuid not null,
  days datemultirange not null default '{}',
  primary key (organization_id, account_id, connection_id),
  constraint bank_covered_days_account_id_fkey foreign key (organization_id, account_id)
    references public.bank_accounts (organization_id, id) on delete cascade,
  constraint bank_covered_days_connection_id_fkey foreign key (organization_id, connection_id)
    references public.bank_connections (organization_id, id) on delete cascade
);
comment on table private.bank_covered_days is 'The days of an account that a connection has asked for and was answered.';
alter table private.bank_covered_days enable row level security;

create table private.bank_source_lines (
  id bigint generated always as identity primary key,
  organization_id uuid not null,
  account_id uuid not null,
  -- Null of a file.
  connection_id uuid,
  line_key text not null,
  transaction_id uuid,
  import_id uuid,
  booked_on date not null,
  amount numeric(12,2) not null,
  text_hash text not null,
  taken_back boolean not null default false,
  constraint bank_source_lines_account_id_fkey foreign key (organization_id, account_id)
    references public.bank_accounts (organization_id, id) on delete cascade,
  constraint bank_source_lines_connection_id_fkey foreign key (organization_id, connection_id)
    references public.bank_connections (organization_id, id) on delete cascade,
  constraint bank_source_lines_transaction_id_fkey foreign key (organization_id, transaction_id)
    references public.bank_transactions (organization_id, id) on delete set null (transaction_id),
  constraint bank_source_lines_line_key_key unique nulls not distinct (organization_id, account_id, connection_id, line_key),
  constraint bank_source_lines_line_key_length check (char_length(line_key) <= 64)
);
comment on table private.bank_source_lines is 'Which line of a source is which transaction, where an account has a connection: of a
  connection by the provider''s id, hashed; of a file by the key of the line, with the last import that had it. A line whose import
  a person took back is kept without its transaction, so that it does not come again by itself.';
alter table private.bank_source_lines enable row level security;

create index bank_source_lines_transaction_id_idx on private.bank_source_lines (organization_id, transaction_id);
create index bank_source_lines_day_idx on private.bank_source_lines (organization_id, account_id, booked_on);

create table public.bank_questions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  connection_id uuid not null,
  transaction_id uuid not null,
  kind text not null,
  new_amount numeric(12,2),
  new_on date,
  asked_at timestamptz not null default now(),
  answered_at timestamptz,
  answered_by uuid,
  answer text,
  constraint bank_questions_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint bank_questions_connection_id_fkey foreign key (organization_id, connection_id)
    references public.bank_connections (organization_id, id) on delete cascade,
  constraint bank_questions_transaction_id_fkey foreign key (organization_id, transaction_id)
    references public.bank_transactions (organization_id, id) on delete cascade,
  constraint bank_questions_answered_by_fkey foreign key (answered_by, organization_id) references public.users (id, organization_id),
  constraint bank_questions_kind_known check (kind in ('gone', 'changed')),
  constraint bank_questions_answer_known check (answer in ('take', 'keep', 'settled')),
  constraint bank_questions_new_amount_range check (new_amount between -9999999999.99 and 9999999999.99)
);
comment on table public.bank_questions is 'What a bank took back (`gone`) or wrote otherwise (`changed`) after it was here: a person
  says whether to follow. `settled`: the bank itself brought it back.';
alter table public.bank_questions enable row level security;

create unique index bank_questions_open_key on public.bank_questions (organization_id, transaction_id, kind) where answered_at is null;
create index bank_questions_transaction_id_idx on public.bank_questions (organization_id, transaction_id);
create index bank_questions_connection_id_idx on public.bank_questions (organization_id, connection_id);

create policy "admins read what the bank changed" on public.bank_questions
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.bank_questions to authenticated;

-- A line that looks for its transaction: private.pair_bank_lines. `is_edge`: on a day for which the other source was not asked.
create type private.bank_seen_line as (line integer, booked_on date, amount numeric, text_hash text, content text, is_edge boolean);

-- A transaction it may be. `only_same`: known under another id that did not come, so only the same day will do.
create type private.bank_counterpart as (transaction_id uuid, booked_on date, amount numeric, text_hash text, content text,
  only_same boolean);

-- What becomes of a line of a connection: private.judge_connection_lines.
create type private.bank_judged_line as (line integer, verdict text, transaction_id uuid, refusal jsonb, line_key text, booked_on date,
  value_on date, amount numeric, text text, counterparty text, reference text, bank_id text, text_hash text, differs boolean);
