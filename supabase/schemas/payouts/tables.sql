create table public.payout_batches (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  name text not null,
  currency text not null,
  status text not null default 'draft',
  planned_on date,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  -- Who changed its lines last.
  changed_by uuid not null,
  approved_by uuid,
  approved_at timestamptz,
  paid_by uuid,
  paid_at timestamptz,
  paid_on date,
  reference text,
  payment_key uuid,
  discarded_at timestamptz,
  version integer not null default 1,
  -- Scheduling is the paying act: who, when, and the numbers of checks by agent. Its day is planned_on.
  scheduled_by uuid,
  scheduled_at timestamptz,
  checks jsonb not null default '{}',
  -- Why it could not be paid on its day, and when the admins were told so last.
  schedule_problem text,
  schedule_told_on date,
  -- The same as {code, params}.
  schedule_failure jsonb,
  updated_at timestamptz not null default now(),
  constraint payout_batches_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint payout_batches_organization_id_id_key unique (organization_id, id),
  -- Commissions have the currency of sales.
  constraint payout_batches_currency_fkey foreign key (organization_id, currency) references public.organizations (id, currency),
  constraint payout_batches_created_by_fkey foreign key (created_by, organization_id) references public.users (id, organization_id),
  constraint payout_batches_changed_by_fkey foreign key (changed_by, organization_id) references public.users (id, organization_id),
  constraint payout_batches_approved_by_fkey foreign key (approved_by, organization_id)
    references public.users (id, organization_id),
  constraint payout_batches_paid_by_fkey foreign key (paid_by, organization_id) references public.users (id, organization_id),
  constraint payout_batches_scheduled_by_fkey foreign key (scheduled_by, organization_id)
    references public.users (id, organization_id),
  constraint payout_batches_currency_length check (char_length(currency) = 3),
  constraint payout_batches_name_length check (char_length(name) <= 100),
  constraint payout_batches_name_required check (btrim(name) <> ''),
  constraint payout_batches_status_known check (status in ('draft', 'approved', 'scheduled', 'paid', 'discarded')),
  constraint payout_batches_planned_on_range check (planned_on between '1900-01-01' and '2199-12-31'),
  constraint payout_batches_paid_on_range check (paid_on between '1900-01-01' and '2199-12-31'),
  constraint payout_batches_reference_length check (char_length(reference) <= 200),
  constraint payout_batches_approved_at_whole check (
    (status in ('approved', 'scheduled', 'paid')) = (approved_at is not null)),
  constraint payout_batches_paid_at_whole check ((status = 'paid') = (num_nulls(paid_at, paid_on, payment_key) = 0)),
  constraint payout_batches_scheduled_at_whole check (
    case status when 'scheduled' then num_nulls(scheduled_by, scheduled_at, planned_on, payment_key) = 0
      when 'paid' then num_nulls(scheduled_by, scheduled_at) in (0, 2)
      else num_nonnulls(scheduled_by, scheduled_at, payment_key, schedule_problem, schedule_failure, schedule_told_on) = 0 end),
  constraint payout_batches_schedule_problem_length check (char_length(schedule_problem) <= 500),
  constraint payout_batches_checks_object check (jsonb_typeof(checks) = 'object')
);
alter table public.payout_batches enable row level security;

create unique index payout_batches_name_key on public.payout_batches (organization_id, lower(name)) where status <> 'discarded';
-- One payout at a time: what is collected next is what the last one left.
create unique index payout_batches_open_key on public.payout_batches (organization_id, currency)
  where status in ('draft', 'approved', 'scheduled');
create index payout_batches_scheduled_idx on public.payout_batches (planned_on) where status = 'scheduled';
create index payout_batches_created_at_idx on public.payout_batches (organization_id, created_at desc, id);

create policy "admins read the payouts of their organization" on public.payout_batches
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.payout_batches to authenticated;

alter table public.agent_payments add constraint agent_payments_batch_id_fkey foreign key (organization_id, batch_id)
  references public.payout_batches (organization_id, id);

create table public.payout_lines (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  batch_id uuid,
  agent_id uuid not null,
  kind text not null,
  commission_id uuid,
  transaction_id uuid,
  amount numeric(12,2) not null,
  note text,
  -- Null: by maintenance.
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  note_fact jsonb,
  -- Of a line that pays a share or an override, and of what was taken back or corrected of one. commission_id: of which commission, where
  -- it is the seller's, or something was taken back or corrected.
  share_id uuid,
  constraint payout_lines_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint payout_lines_organization_id_id_key unique (organization_id, id),
  constraint payout_lines_batch_id_fkey foreign key (organization_id, batch_id)
    references public.payout_batches (organization_id, id),
  constraint payout_lines_agent_id_fkey foreign key (agent_id, organization_id) references public.users (id, organization_id),
  constraint payout_lines_commission_id_fkey foreign key (organization_id, commission_id)
    references public.commissions (organization_id, id),
  constraint payout_lines_share_id_fkey foreign key (organization_id, share_id)
    references public.commission_shares (organization_id, id),
  constraint payout_lines_transaction_id_fkey foreign key (organization_id, transaction_id)
    references public.bank_transactions (organization_id, id) on delete set null (transaction_id),
  constraint payout_lines_created_by_fkey foreign key (created_by, organization_id) references public.users (id, organization_id),
  constraint payout_lines_kind_known check (kind in ('commission', 'share', 'override', 'bonus', 'correction', 'recall', 'returned')),
  constraint payout_lines_commission_id_whole check (case when kind in ('bonus', 'returned') then num_nonnulls(commission_id, share_id) = 0
    when kind in ('share', 'override') then share_id is not null and commission_id is null
    when kind = 'correction' then share_id is not null or commission_id is null when kind = 'recall' then share_id is not null
    else num_nulls(commission_id, share_id) = 0 end),
  constraint payout_lines_batch_id_required check (kind not in ('commission', 'share', 'override') or batch_id is not null),
  constraint payout_lines_amount_range check (amount between -9999999999.99 and 9999999999.99),
  constraint payout_lines_amount_sign check (case kind when 'commission' then amount >= 0 when 'share' then amount >= 0
    when 'override' then true when 'bonus' then amount > 0 when 'returned' then amount > 0 when 'recall' then amount < 0 else amount <> 0 end),
  constraint payout_lines_note_required check (kind in ('commission', 'share', 'override') or btrim(note) <> ''),
  -- A note that is typed has at most 500; one of a payment that came back says which it was, too.
  constraint payout_lines_note_length check (char_length(note) <= 600)
);
alter table public.payout_lines enable row level security;

comment on column public.payout_lines.note_fact is 'What `note` says as {code, params}; null where somebody wrote it, and of before
  there were codes';

-- A share is collected once: lines of a discarded batch are deleted, those of a paid one stay.
create unique index payout_lines_share_id_key on public.payout_lines (organization_id, share_id)
  where kind in ('commission', 'share', 'override');
create index payout_lines_commission_id_idx on public.payout_lines (organization_id, commission_id) where commission_id is not null;
create index payout_lines_shares_idx on public.payout_lines (organization_id, share_id) where share_id is not null;
create index payout_lines_batch_id_idx on public.payout_lines (organization_id, batch_id, agent_id);
create index payout_lines_waiting_idx on public.payout_lines (organization_id, agent_id) where batch_id is null;
-- What one transaction of the bank took back of a commission is given back once.
create unique index payout_lines_transaction_id_key on public.payout_lines (organization_id, transaction_id, commission_id, share_id)
  nulls not distinct where transaction_id is not null;

create policy "admins read the payout lines of their organization" on public.payout_lines
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.payout_lines to authenticated;

create table public.payout_holds (
  organization_id uuid not null,
  reason text not null,
  held_by uuid not null,
  held_at timestamptz not null default now(),
  id uuid not null default gen_random_uuid(),
  share_id uuid not null,
  primary key (id),
  constraint payout_holds_share_id_key unique (organization_id, share_id),
  constraint payout_holds_share_id_fkey foreign key (organization_id, share_id)
    references public.commission_shares (organization_id, id) on delete cascade,
  constraint payout_holds_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint payout_holds_held_by_fkey foreign key (held_by, organization_id) references public.users (id, organization_id),
  constraint payout_holds_reason_length check (char_length(reason) <= 500),
  constraint payout_holds_reason_required check (btrim(reason) <> '')
);
comment on table public.payout_holds is 'Shares that are held back until an admin releases them. The agent reads the reason.';
alter table public.payout_holds enable row level security;

create policy "admins read the holds of their organization" on public.payout_holds
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.payout_holds to authenticated;

create table public.payout_events (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  batch_id uuid not null,
  action text not null,
  details jsonb not null default '{}',
  -- Null: by itself.
  done_by uuid,
  done_at timestamptz not null default clock_timestamp(),
  constraint payout_events_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint payout_events_batch_id_fkey foreign key (organization_id, batch_id)
    references public.payout_batches (organization_id, id),
  constraint payout_events_done_by_fkey foreign key (done_by, organization_id) references public.users (id, organization_id),
  constraint payout_events_action_known check (action in ('started', 'collected', 'removed', 'held', 'released', 'adjusted',
    'adjustment_removed', 'added', 'handed_over', 'approved', 'scheduled', 'not_paid', 'reopened', 'discarded', 'paid',
    'voided')),
  constraint payout_events_details_length check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 500000)
);
comment on table public.payout_events is 'What people did with a batch, and what came by itself.';
alter table public.payout_events enable row level security;

create index payout_events_batch_id_idx on public.payout_events (organization_id, batch_id, done_at);

create policy "admins read the history of the payouts of their organization" on public.payout_events
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.payout_events to authenticated;

create table public.payout_statements (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  batch_id uuid not null,
  agent_id uuid not null,
  number text not null,
  commission_amount numeric(12,2) not null,
  adjustment_amount numeric(12,2) not null,
  carried_in numeric(12,2) not null,
  carried_out numeric(12,2) not null,
  paid_amount numeric(12,2) not null,
  paid_on date not null,
  posted_on date not null,
  payment_method text not null,
  reference text,
  -- Names, texts and amounts of that day: {agency, agent, account, lines, returned}.
  content jsonb not null,
  created_at timestamptz not null default now(),
  constraint payout_statements_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint payout_statements_organization_id_id_key unique (organization_id, id),
  constraint payout_statements_batch_id_fkey foreign key (organization_id, batch_id)
    references public.payout_batches (organization_id, id),
  constraint payout_statements_agent_id_fkey foreign key (agent_id, organization_id)
    references public.users (id, organization_id),
  constraint payout_statements_batch_id_agent_id_key unique (organization_id, batch_id, agent_id),
  constraint payout_statements_number_key unique (organization_id, number),
  constraint payout_statements_number_length check (char_length(number) <= 30),
  constraint payout_statements_reference_length check (char_length(reference) <= 200),
  constraint payout_statements_payment_method_known
    check (payment_method in ('check', 'bank_transfer', 'cash', 'card', 'other')),
  -- What was owed is paid, or carried over when it is less than nothing.
  constraint payout_statements_paid_amount_sum check (
    commission_amount + adjustment_amount + carried_in = paid_amount + carried_out and paid_amount >= 0 and carried_out <= 0
    and carried_in <= 0 and (paid_amount = 0 or carried_out = 0))
);
comment on table public.payout_statements is 'What an agent was told about one payout, as it was when it was paid. Never changed.';
alter table public.payout_statements enable row level security;

create index payout_statements_agent_id_idx on public.payout_statements (organization_id, agent_id, paid_on desc, id);

create policy "agents read their own statements, admins all of their organization" on public.payout_statements
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or agent_id = (select auth.uid())));

grant select on public.payout_statements to authenticated;

create table public.payment_voids (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  agent_id uuid not null,
  statement_id uuid,
  payment_id uuid,
  -- Minus what was paid.
  amount numeric(12,2) not null,
  voided_on date not null,
  posted_on date not null,
  reason text not null,
  voided_by uuid not null,
  -- What pays it again.
  line_id uuid not null,
  created_at timestamptz not null default now(),
  constraint payment_voids_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint payment_voids_agent_id_fkey foreign key (agent_id, organization_id) references public.users (id, organization_id),
  constraint payment_voids_statement_id_fkey foreign key (organization_id, statement_id)
    references public.payout_statements (organization_id, id),
  constraint payment_voids_payment_id_fkey foreign key (organization_id, payment_id)
    references public.agent_payments (organization_id, id),
  constraint payment_voids_line_id_fkey foreign key (organization_id, line_id) references public.payout_lines (organization_id, id),
  constraint payment_voids_voided_by_fkey foreign key (voided_by, organization_id) references public.users (id, organization_id),
  constraint payment_voids_statement_id_key unique (organization_id, statement_id),
  constraint payment_voids_payment_id_key unique (organization_id, payment_id),
  constraint payment_voids_line_id_key unique (organization_id, line_id),
  constraint payment_voids_statement_id_or_payment check (num_nulls(statement_id, payment_id) = 1),
  constraint payment_voids_amount_range check (amount < 0 and amount >= -9999999999.99),
  constraint payment_voids_voided_on_range check (voided_on between '1900-01-01' and '2199-12-31'),
  constraint payment_voids_reason_required check (btrim(reason) <> ''),
  constraint payment_voids_reason_length check (char_length(reason) <= 500)
);
alter table public.payment_voids enable row level security;

create index payment_voids_agent_id_idx on public.payment_voids (organization_id, agent_id);

create policy "agents read voids of payments to themselves, admins all of their organization" on public.payment_voids
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or agent_id = (select auth.uid())));

grant select on public.payment_voids to authenticated;

create index agent_payments_single_idx on public.agent_payments (organization_id, payment_date, id) include (agent_id, amount)
  where batch_id is null;
create index payout_statements_paid_on_idx on public.payout_statements (organization_id, paid_on, id);

create table private.bank_details (
  organization_id uuid not null,
  -- The agent who is paid; null for the organization, which pays.
  agent_id uuid,
  kind text not null,
  holder_name text not null,
  last_four text not null,
  -- {routing_number, account_number, account_type} or {iban, bic}, of the organization besides {company_id}.
  numbers_encrypted bytea not null,
  updated_at timestamptz not null default now(),
  constraint bank_details_key unique nulls not distinct (organization_id, agent_id),
  constraint bank_details_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint bank_details_agent_id_fkey foreign key (agent_id, organization_id) references public.users (id, organization_id),
  constraint bank_details_kind_known check (kind in ('us', 'iban'))
);
alter table private.bank_details enable row level security;

create table private.recall_parts (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  commission_id uuid not null,
  sales_id uuid not null,
  vendor_id uuid not null,
  -- Of the bank: what took it back. It may be gone since.
  allocation_id uuid not null,
  user_id uuid not null,
  share_id uuid not null,
  place integer,
  posted_on date not null,
  taken_back numeric(12,2) not null,
  agent_amount numeric(12,2) not null,
  cancelled boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  constraint recall_parts_commission_id_fkey foreign key (organization_id, commission_id)
    references public.commissions (organization_id, id)
);
comment on table private.recall_parts is 'What vendors took back of commissions by transactions of the bank, a row for each person of it: taken_back is their
  part, agent_amount what of it they give back. A row of less than nothing takes back what another one said on a day that is closed since.';
comment on column private.recall_parts.cancelled is 'Of a commission that is cancelled since';
-- No policy and no grant: only functions that apply the caller's scope read it.
alter table private.recall_parts enable row level security;

create index recall_parts_posted_on_idx on private.recall_parts (organization_id, posted_on);
create index recall_parts_commission_id_idx on private.recall_parts (organization_id, commission_id);
create index recall_parts_allocation_id_idx on private.recall_parts (organization_id, allocation_id);
