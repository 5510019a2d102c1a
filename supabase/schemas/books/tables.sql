create table public.book_corrections (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  sales_id uuid not null,
  commission_id uuid not null,
  posted_on date not null,
  kind text not null,
  total_before numeric(12,2) not null,
  total_after numeric(12,2) not null,
  -- What is expected from the vendor: without what was written off or taken back.
  commission_before numeric(12,2) not null,
  commission_after numeric(12,2) not null,
  -- Null: by maintenance or a job.
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  constraint book_corrections_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint book_corrections_sales_id_fkey foreign key (sales_id, organization_id) references public.sales (id, organization_id),
  constraint book_corrections_commission_id_fkey foreign key (organization_id, commission_id)
    references public.commissions (organization_id, id),
  constraint book_corrections_created_by_fkey foreign key (created_by, organization_id)
    references public.users (id, organization_id),
  constraint book_corrections_kind_known
    check (kind in ('cancelled', 'amounts', 'vendor', 'commission_cancelled', 'written_off', 'taken_back'))
);
alter table public.book_corrections enable row level security;

create index book_corrections_created_at_idx on public.book_corrections (organization_id, created_at desc, id);
create index book_corrections_sales_id_idx on public.book_corrections (organization_id, sales_id, created_at desc);

create policy "admins read the corrections of their organization" on public.book_corrections
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.book_corrections to authenticated;

create table private.closed_receipts (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  commission_id uuid not null,
  sales_id uuid not null,
  agent_id uuid not null,
  vendor_id uuid not null,
  status text not null,
  posted_on date not null,
  sign int not null,
  amount numeric(12,2) not null,
  agent_amount numeric(12,2) not null,
  received_on date not null,
  received_amount numeric(12,2) not null,
  written_off numeric(12,2) not null,
  open_amount numeric(12,2) not null,
  due_on date,
  -- By which its people have parts of it.
  share_percents numeric(5,2)[] not null default '{100}',
  created_at timestamptz not null default clock_timestamp(),
  constraint closed_receipts_commission_id_fkey foreign key (organization_id, commission_id)
    references public.commissions (organization_id, id),
  constraint closed_receipts_sign_known check (sign in (1, -1))
);
-- No policy and no grant: only functions that apply the caller's scope read it.
alter table private.closed_receipts enable row level security;

create index closed_receipts_posted_on_idx on private.closed_receipts (organization_id, posted_on);
create index closed_receipts_commission_id_idx on private.closed_receipts (organization_id, commission_id);

create table private.closed_receipt_shares (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  receipt_id uuid not null,
  user_id uuid not null,
  role text not null,
  -- As of commission_shares: none of what stands beside shares.
  place integer,
  agent_amount numeric(12,2) not null,
  constraint closed_receipt_shares_receipt_id_fkey foreign key (receipt_id) references private.closed_receipts (id) on delete cascade
);
comment on table private.closed_receipt_shares is 'What people beside the seller had of a commission, with what it said on a closed day.';
-- No policy and no grant: only functions that apply the caller's scope read it.
alter table private.closed_receipt_shares enable row level security;

create index closed_receipt_shares_receipt_id_idx on private.closed_receipt_shares (receipt_id);
create index closed_receipt_shares_organization_id_idx on private.closed_receipt_shares (organization_id);

create table private.closed_shares (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  commission_id uuid not null,
  sales_id uuid not null,
  vendor_id uuid not null,
  status text not null,
  received_on date not null,
  share_id uuid not null,
  user_id uuid not null,
  role text not null,
  posted_on date not null,
  agent_amount numeric(12,2) not null,
  -- Brings what the share says now to what it said, on the closed day; else the difference, on the first open one.
  keeps boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint closed_shares_commission_id_fkey foreign key (organization_id, commission_id)
    references public.commissions (organization_id, id)
);
comment on table private.closed_shares is 'What changed of what people have beside the seller of a commission whose receipt a closed month counts.';
-- No policy and no grant: only functions that apply the caller's scope read it.
alter table private.closed_shares enable row level security;

create index closed_shares_posted_on_idx on private.closed_shares (organization_id, posted_on);
create index closed_shares_commission_id_idx on private.closed_shares (organization_id, commission_id);

-- What one row says to the journal: an amount that leaves one account for another (docs/product/books.md, Entries of the journal).
-- entry_kind, entry_id: with what else it is one entry. user_id: whose money it is, of agents' accounts.
create type private.journal_fact as (
  kind text, source_id uuid, day date, amount numeric, entry_kind text, entry_id uuid, user_id uuid, sales_id uuid, bank_account_id uuid);

create table private.journal_kept (
  id bigint generated always as identity primary key,
  organization_id uuid not null,
  kind text not null,
  source_id uuid not null,
  day date not null,
  amount numeric(14,2) not null,
  entry_kind text not null,
  entry_id uuid not null,
  user_id uuid,
  sales_id uuid,
  bank_account_id uuid,
  floor date not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint journal_kept_organization_id_fkey foreign key (organization_id) references public.organizations (id)
);
comment on table private.journal_kept is 'What a fact said on a day that was closed when it changed: `amount` stands on `day`, and what it
  says now less all that is kept of it stands on the first open day of then (`floor`), or later.';
-- No policy and no grant: only functions that apply the caller's scope read it.
alter table private.journal_kept enable row level security;

create index journal_kept_source_id_idx on private.journal_kept (organization_id, source_id, kind);

create table private.journal_settings (
  organization_id uuid primary key,
  basis text,
  since date,
  paying_account_id uuid,
  -- Its lines name vendors and agents, as accounts of the kinds receivable and payable ask for.
  quickbooks_names boolean not null default false,
  xero_tax_rate text not null default 'Tax Exempt',
  datev_consultant integer,
  datev_client integer,
  datev_first_month integer not null default 1,
  datev_account_length integer not null default 4,
  constraint journal_settings_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint journal_settings_paying_account_id_fkey foreign key (organization_id, paying_account_id)
    references public.bank_accounts (organization_id, id),
  constraint journal_settings_basis_known check (basis in ('expected', 'received')),
  constraint journal_settings_since_first_day check (since = date_trunc('month', since::timestamp)::date),
  constraint journal_settings_since_range check (since between '1990-01-01' and '2199-12-31'),
  constraint journal_settings_xero_tax_rate_length check (char_length(xero_tax_rate) between 1 and 50),
  constraint journal_settings_datev_consultant_range check (datev_consultant between 1001 and 9999999),
  constraint journal_settings_datev_client_range check (datev_client between 1 and 99999),
  constraint journal_settings_datev_first_month_range check (datev_first_month between 1 and 12),
  constraint journal_settings_datev_account_length_range check (datev_account_length between 4 and 8)
);
alter table private.journal_settings enable row level security;

create table private.journal_accounts (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  account text not null,
  bank_account_id uuid,
  number text,
  name text,
  constraint journal_accounts_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint journal_accounts_bank_account_id_fkey foreign key (organization_id, bank_account_id)
    references public.bank_accounts (organization_id, id),
  constraint journal_accounts_account_key unique nulls not distinct (organization_id, account, bank_account_id),
  constraint journal_accounts_number_or_name check (num_nonnulls(number, name) > 0),
  constraint journal_accounts_number_length check (number ~ '^[0-9A-Za-z][0-9A-Za-z.-]{0,19}$'),
  constraint journal_accounts_name_length check (char_length(name) between 1 and 100)
);
comment on table private.journal_accounts is 'By which account of its bookkeeping an agency calls one of the journal.';
alter table private.journal_accounts enable row level security;

create table private.journal_exports (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  number integer not null,
  month date not null,
  last_day date not null,
  format text not null,
  basis text not null,
  currency text not null,
  -- As they were on that day.
  settings jsonb not null,
  entry_count integer not null default 0,
  line_count integer not null default 0,
  exported_by uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint journal_exports_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint journal_exports_exported_by_fkey foreign key (exported_by, organization_id) references public.users (id, organization_id),
  constraint journal_exports_organization_id_id_key unique (organization_id, id),
  constraint journal_exports_number_key unique (organization_id, number),
  -- Each month once.
  constraint journal_exports_month_key unique (organization_id, month),
  constraint journal_exports_format_known check (format in ('quickbooks', 'xero', 'datev', 'csv'))
);
alter table private.journal_exports enable row level security;

create table private.journal_export_lines (
  id bigint generated always as identity primary key,
  organization_id uuid not null,
  export_id uuid not null,
  line integer not null,
  entry integer not null,
  day date not null,
  entry_kind text not null,
  entry_id uuid not null,
  entry_text text not null,
  account text not null,
  bank_account_id uuid,
  account_number text,
  account_name text,
  -- Above nothing: debit.
  amount numeric(14,2) not null,
  sales_id uuid,
  user_id uuid,
  reference text,
  -- What the vendor or the agent was called, where QuickBooks asks for names.
  party text,
  constraint journal_export_lines_export_id_fkey foreign key (organization_id, export_id)
    references private.journal_exports (organization_id, id),
  constraint journal_export_lines_line_key unique (export_id, line),
  constraint journal_export_lines_amount_not_zero check (amount <> 0)
);
comment on table private.journal_export_lines is 'The entries of an exported month, as they were and with the accounts of that day.';
alter table private.journal_export_lines enable row level security;
