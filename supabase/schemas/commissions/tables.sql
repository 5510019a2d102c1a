create table public.commissions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  sales_id uuid not null,
  agent_id uuid not null,
  amount numeric(12,2) not null,
  commission_split numeric(5,2) not null,
  agent_amount numeric(12,2) not null,
  status text not null default 'unpaid',
  notes text,
  due_on date,
  received_amount numeric(12,2),
  received_on date,
  received_posted_on date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sale_date date not null,
  vendor_id uuid not null,
  sale_paid boolean not null default false,
  received_how text,
  deposited_amount numeric(12,2) not null default 0,
  written_off numeric(12,2) not null default 0,
  taken_back_amount numeric(12,2) not null default 0,
  manual_written_off numeric(12,2) not null default 0,
  manual_write_off_reason text,
  share_base numeric(12,2),
  share_percents numeric(5,2)[] not null default '{100}',
  seller_paid boolean not null default false,
  split_parts jsonb,
  manual_amount numeric(12,2) not null generated always as (
    coalesce(received_amount, 0) - deposited_amount - taken_back_amount) stored,
  open_amount numeric(12,2) not null generated always as (
    case when status = 'cancelled' then 0 else greatest(amount - coalesce(received_amount, 0) - written_off, 0) end) stored,
  undeposited_amount numeric(12,2) not null generated always as (
    case when status = 'cancelled' then 0
      else greatest(amount - deposited_amount - taken_back_amount - written_off + manual_written_off, 0) end) stored,
  constraint commissions_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint commissions_sales_id_fkey foreign key (sales_id, organization_id) references public.sales (id, organization_id),
  constraint commissions_agent_id_fkey foreign key (agent_id, organization_id) references public.users (id, organization_id),
  constraint commissions_organization_id_id_key unique (organization_id, id),
  constraint commissions_amount_range check (amount between 0 and 9999999999.99),
  constraint commissions_commission_split_range check (commission_split between 0 and 100),
  constraint commissions_split_parts_array check (jsonb_typeof(split_parts) = 'array'),
  constraint commissions_agent_amount_range check (agent_amount >= 0),
  constraint commissions_status_known check (status in ('unpaid', 'funds_received', 'agent_paid', 'cancelled')),
  constraint commissions_share_percents_sum check (private.sum_of(share_percents) = 100 and share_percents[1] > 0),
  constraint commissions_notes_length check (char_length(notes) <= 5000),
  constraint commissions_due_on_range check (due_on between '1900-01-01' and '2199-12-31'),
  constraint commissions_received_amount_range check (received_amount between 0 and 9999999999.99),
  constraint commissions_received_on_range check (received_on between '1900-01-01' and '2199-12-31'),
  constraint commissions_received_how_known check (received_how in ('word', 'deposit')),
  -- A receipt is a day, an amount and how it is known, or nothing.
  constraint commissions_received_on_whole check (num_nulls(received_on, received_amount, received_how) in (0, 3)),
  constraint commissions_deposited_amount_range check (deposited_amount between 0 and 9999999999.99),
  constraint commissions_written_off_range check (written_off between 0 and 9999999999.99),
  constraint commissions_share_base_range check (share_base between 0 and amount),
  constraint commissions_taken_back_amount_range check (taken_back_amount between 0 and 9999999999.99),
  -- What deposits brought is received.
  constraint commissions_manual_amount_range check (manual_amount between 0 and 9999999999.99),
  constraint commissions_manual_written_off_range check (manual_written_off between 0 and written_off),
  constraint commissions_manual_write_off_reason_length check (char_length(manual_write_off_reason) <= 500),
  constraint commissions_manual_write_off_reason_required
    check ((manual_written_off > 0) = (btrim(coalesce(manual_write_off_reason, '')) <> ''))
);
alter table public.commissions enable row level security;

-- One commission per sale. A unique index, not a constraint: with a constraint PostgREST would embed one object, not a list.
-- With what a list adds up and sorts by: a search finds sales, and reads their commissions from here.
create unique index commissions_sales_id_key on public.commissions (sales_id, organization_id)
  include (status, amount, agent_amount, agent_id, created_at, sale_paid, id);
create index commissions_organization_id_status_idx on public.commissions (organization_id, status, created_at desc, sale_date desc, sales_id);
create index commissions_organization_id_vendor_id_idx on public.commissions (organization_id, vendor_id, status, due_on)
  include (sale_date, amount, received_amount, agent_amount, sales_id, received_posted_on);
-- An agent's open commissions: received ones (payable, or waiting for the customer), then unpaid ones (waiting for the vendor).
create index commissions_received_idx on public.commissions (organization_id, agent_id, sale_paid, sale_date, sales_id)
  include (amount, agent_amount, id, created_at) where status = 'funds_received';
-- Seldom funds come before the customer has paid: of these the agent cannot be paid yet.
create index commissions_early_idx on public.commissions (organization_id, agent_id, sales_id)
  where status = 'funds_received' and not sale_paid;
-- Of these few somebody else who has a share is not paid yet.
create index commissions_seller_paid_idx on public.commissions (organization_id, agent_id)
  where status = 'funds_received' and seller_paid;
create index commissions_awaited_idx on public.commissions (organization_id, agent_id, due_on, sales_id)
  where status = 'unpaid';
create index commissions_organization_id_created_at_idx on public.commissions (organization_id, created_at desc, sale_date desc, sales_id)
  include (status, agent_id, vendor_id);
-- What has changed since a program read it last.
create index commissions_organization_id_updated_at_idx on public.commissions (organization_id, updated_at, sales_id);
create index commissions_organization_id_agent_id_idx on public.commissions (organization_id, agent_id, created_at desc, sale_date desc, sales_id)
  include (status, vendor_id, due_on, received_posted_on);
create index commissions_organization_id_amount_idx on public.commissions (organization_id, amount desc, sale_date desc, created_at desc, sales_id)
  include (status, agent_id, vendor_id);
create index commissions_organization_id_sale_date_idx on public.commissions (organization_id, sale_date desc, created_at desc, sales_id)
  include (status, agent_id, vendor_id, amount, agent_amount);
-- What vendors have not paid: a range of days in each status. Without a day since which receipts are tracked only unpaid ones are read.
create index commissions_owed_idx on public.commissions (organization_id, status, due_on, sales_id)
  include (vendor_id, agent_id, sale_date, open_amount, received_amount, agent_amount, id) where open_amount > 0;
-- What a deposit may pay: by vendor, and by the exact amount whoever the vendor is.
create index commissions_open_idx on public.commissions (organization_id, vendor_id, undeposited_amount)
  include (due_on, sales_id) where undeposited_amount > 0;
create index commissions_open_amount_idx on public.commissions (organization_id, undeposited_amount) include (sales_id)
  where undeposited_amount > 0;
-- Those of a vendor that were due next to a day.
create index commissions_open_due_idx on public.commissions
  (organization_id, vendor_id, (coalesce(due_on, sale_date)), id, undeposited_amount) where undeposited_amount > 0;
-- What a vendor may take back.
create index commissions_deposited_idx on public.commissions (organization_id, vendor_id, deposited_amount)
  where deposited_amount > 0;
-- Free text, for the erasure of a person: few commissions have any.
create index commissions_texts_idx on public.commissions (organization_id, id)
  where notes is not null or manual_write_off_reason is not null;

-- An agent and a vendor determine the organization. Without this the planner expects a thousandth of the rows.
create statistics public.commissions_scope (dependencies) on organization_id, agent_id, vendor_id from public.commissions;

comment on column public.commissions.sale_date is 'Filled by trigger: the date of the sale';
comment on column public.commissions.vendor_id is 'Filled by trigger: the vendor of the sale';
comment on column public.commissions.due_on is
  'Filled by trigger while anything is open: when the vendor is expected to pay; null when nothing is agreed or the day is not known';
comment on column public.commissions.sale_paid is 'Filled by trigger: whether the customer has paid the sale';
comment on column public.commissions.received_on is 'When the vendor''s money came, by a verified receipt; null while nobody has seen it';
comment on column public.commissions.received_posted_on is
  'Filled by trigger: the booking day of the receipt, its own day or the first open one; null without a receipt';
comment on column public.commissions.received_how is 'word: an admin said so; deposit: matched with a deposit';

comment on column public.commissions.received_amount is
  'What the vendor paid, by deposits and by what an admin recorded; what it took back later is not taken off';
comment on column public.commissions.deposited_amount is
  'Filled by trigger: the sum of the deposits matched with it, less what the vendor took back';
comment on column public.commissions.taken_back_amount is 'Filled by trigger: what the vendor took back by transactions of the bank';
comment on column public.commissions.manual_amount is 'Of what was received: what an admin recorded, and no deposit shows';
comment on column public.commissions.written_off is
  'What the agency no longer expects: written off with deposits (filled by trigger), and with a manual receipt';
comment on column public.commissions.manual_written_off is 'Of what is written off: with a manual receipt';
comment on column public.commissions.share_base is
  'Filled by trigger: what the agent''s share is reckoned from, where that is less than the amount; see agents_paid_on';
comment on column public.commissions.share_percents is 'Filled by trigger: into which parts it is divided, the seller''s first, then those of
  sales.co_sellers in their order; {100} with one seller. agent_amount is the seller''s alone';
comment on column public.commissions.agent_amount is 'As commission_split, split_parts and seller_paid: what the
  seller''s share says, written by private.follow_sellers_shares. The status is agent_paid when the last share is paid';
comment on column public.commissions.open_amount is 'What the vendor has not paid, whatever the agent was paid; 0 when cancelled';
comment on column public.commissions.undeposited_amount is 'What no deposit explains, whoever recorded a receipt; 0 when cancelled';

create policy "agents read their own commissions, admins all of their organization" on public.commissions
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or agent_id = (select auth.uid()))
  );

create policy "admins change commissions of their organization" on public.commissions
  for update to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()))
  with check (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select, update (status, notes) on public.commissions to authenticated;

create table public.commission_history (
  id uuid primary key default gen_random_uuid(),
  commission_id uuid not null,
  organization_id uuid not null,
  changed_by uuid,
  change_type text not null,
  previous_status text,
  new_status text not null,
  previous_data jsonb,
  new_data jsonb,
  notes text,
  created_at timestamptz not null default clock_timestamp(),
  code text,
  params jsonb not null default '{}',
  constraint commission_history_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint commission_history_commission_id_fkey foreign key (commission_id, organization_id)
    references public.commissions (id, organization_id),
  constraint commission_history_changed_by_fkey foreign key (changed_by, organization_id)
    references public.users (id, organization_id),
  constraint commission_history_change_type_known check (change_type in ('create', 'update', 'status_change')),
  constraint commission_history_code_length check (char_length(code) <= 40)
);
alter table public.commission_history enable row level security;

comment on column public.commission_history.code is 'What happened, for words of the reader''s own; null where `notes` is what somebody
  wrote, and of before there were codes';

create index commission_history_commission_id_idx
  on public.commission_history (organization_id, commission_id, created_at, id);
-- Free text, for the erasure of a person.
create index commission_history_texts_idx on public.commission_history (organization_id, commission_id)
  where new_data ?| '{notes,payment_reference,recalled_amount,voided_amount,manual_write_off_reason}'
    or previous_data ?| '{notes,payment_reference,recalled_amount,voided_amount,manual_write_off_reason}';

-- For admins without a look at each commission; for agents the sub-select applies the policy of commissions.
create policy "people read the history of the commissions they may read" on public.commission_history
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or exists (
      select 1 from public.commissions c where c.organization_id = commission_history.organization_id and c.id = commission_id))
  );

grant select on public.commission_history to authenticated;

create table public.agent_payments (
  id uuid primary key default gen_random_uuid(),
  -- Of a seller's share: of which commission.
  commission_id uuid,
  organization_id uuid not null,
  agent_id uuid not null,
  created_by uuid,
  amount numeric(12,2) not null,
  payment_date date not null,
  posted_on date not null,
  payment_method text not null,
  reference text,
  notes text,
  created_at timestamptz not null default now(),
  batch_id uuid,
  share_id uuid not null,
  constraint agent_payments_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint agent_payments_organization_id_id_key unique (organization_id, id),
  constraint agent_payments_commission_id_fkey foreign key (commission_id, organization_id)
    references public.commissions (id, organization_id),
  constraint agent_payments_agent_id_fkey foreign key (agent_id, organization_id) references public.users (id, organization_id),
  constraint agent_payments_created_by_fkey foreign key (created_by, organization_id)
    references public.users (id, organization_id),
  constraint agent_payments_amount_range check (amount between 0 and 9999999999.99),
  constraint agent_payments_payment_date_range check (payment_date between '1900-01-01' and '2199-12-31'),
  constraint agent_payments_payment_method_known
    check (payment_method in ('check', 'bank_transfer', 'cash', 'card', 'other')),
  constraint agent_payments_reference_length check (char_length(reference) <= 200),
  constraint agent_payments_notes_length check (char_length(notes) <= 5000)
);
alter table public.agent_payments enable row level security;

-- One payment per commission. A unique index, not a constraint: see commissions_sales_id_key.
create unique index agent_payments_commission_id_key on public.agent_payments (commission_id, organization_id);
create unique index agent_payments_share_id_key on public.agent_payments (share_id, organization_id);
create index agent_payments_organization_id_agent_id_idx
  on public.agent_payments (organization_id, agent_id, payment_date desc, id);

create policy "agents read payments to themselves, admins all of their organization" on public.agent_payments
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or agent_id = (select auth.uid()))
  );

grant select on public.agent_payments to authenticated;
