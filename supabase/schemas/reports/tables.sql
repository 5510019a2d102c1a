create index sales_organization_id_travel_date_idx on public.sales (organization_id, travel_date, id)
  include (status, agent_id, vendor_id, total_amount, commission_amount, customer_id) where travel_date is not null;
-- With what ranks customers (private.largest_customers) of a commission itself; what its sale adds is in the indexes of sales.
create index commissions_due_idx on public.commissions (organization_id, due_on, id)
  include (sales_id, sale_date, status, agent_id, vendor_id) where due_on is not null;
create index commissions_received_posted_on_idx on public.commissions (organization_id, received_posted_on, id)
  include (sales_id, sale_date, status, agent_id, vendor_id) where received_posted_on is not null;
create index agent_payments_posted_on_idx on public.agent_payments (organization_id, posted_on, id);

-- What rows come to, by month or by whom. `received` to `short` and the days are of commissions with a receipt; `late_days` count
-- from the due day, early money as 0.
create type private.report_cell as (
  month date, group_id uuid, n bigint, total numeric, expected numeric, received_n bigint, received numeric, agents numeric,
  short_n bigint, short numeric, written_off numeric, open_amount numeric, due_n bigint, late_n bigint, late_days bigint,
  paid numeric, taken_back numeric);

create table private.stale_report_months (
  organization_id uuid not null,
  -- Record and basis: sale.sale, sale.travel, commission.sale, commission.due, commission.received, payment.paid; single.paid: single
  -- payments to agents by payment day, without those that were voided (reports/functions/agent_year).
  kind text not null,
  month date not null
);
create index stale_report_months_idx on private.stale_report_months (organization_id, kind, month);

create table private.report_totals (
  organization_id uuid not null,
  kind text not null,
  grouped_by text not null check (grouped_by in ('agent', 'vendor')),
  month date not null,
  group_id uuid not null,
  status text not null,
  n bigint not null,
  total numeric not null,
  expected numeric not null,
  received_n bigint not null,
  received numeric not null,
  agents numeric not null,
  short_n bigint not null,
  short numeric not null,
  written_off numeric not null,
  open_amount numeric not null,
  due_n bigint not null,
  late_n bigint not null,
  late_days bigint not null,
  paid numeric not null,
  taken_back numeric not null default 0,
  primary key (organization_id, kind, grouped_by, month, group_id, status)
);

-- No policy and no grant: only functions that apply the caller's scope read them.
alter table private.stale_report_months enable row level security;
alter table private.report_totals enable row level security;

-- Null: not narrowed by it. organization_id is null where nothing may be read. open_only: what vendors have not paid, as far as that is
-- tracked (tracked_since); undated: of it what has no due day, or what has one.
create type private.report_plan as (
  report text, organization_id uuid, agent_id uuid, vendor_ids uuid[], customer_id uuid, status text, kind text, grouped_by text,
  range text, first_day date, last_day date, before_first date, before_last date, compare text, open_only boolean, today date,
  undated boolean, tracked_since date);

create table private.report_checks (
  organization_id uuid not null,
  kind text not null,
  checked_at timestamptz not null,
  next_month date,
  primary key (organization_id, kind),
  constraint report_checks_organization_id_fkey foreign key (organization_id) references public.organizations (id)
);
comment on table private.report_checks is 'When each kind of an organization''s totals was compared with the rows last.';
comment on column private.report_checks.next_month is 'Where comparing goes on; null when it came to its end';
-- No policy and no grant: nobody asks for it.
alter table private.report_checks enable row level security;

create table public.vendor_askings (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default private.current_organization_id(),
  vendor_id uuid not null,
  asked_on date not null default private.today(),
  asked_by uuid default auth.uid(),
  commissions_count integer not null,
  amount numeric(14,2) not null,
  although_deposit_waits boolean not null default false,
  created_at timestamptz not null default now(),
  constraint vendor_askings_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint vendor_askings_vendor_id_fkey foreign key (vendor_id, organization_id) references public.vendors (id, organization_id)
    on delete cascade,
  constraint vendor_askings_asked_by_fkey foreign key (asked_by, organization_id) references public.users (id, organization_id),
  constraint vendor_askings_commissions_count_range check (commissions_count > 0),
  constraint vendor_askings_amount_range check (amount between 0 and 999999999999.99),
  constraint vendor_askings_asked_on_range check (asked_on between '1900-01-01' and '2199-12-31')
);
comment on table public.vendor_askings is 'That a vendor was asked for what it owes. Kept as it was: what was owed then.';
alter table public.vendor_askings enable row level security;

create index vendor_askings_organization_id_vendor_id_idx on public.vendor_askings (organization_id, vendor_id, asked_on desc);

create policy "admins read when vendors of their organization were asked" on public.vendor_askings
  for select to authenticated using (
    organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.vendor_askings to authenticated;

comment on column public.vendor_askings.although_deposit_waits is
  'Whether somebody asked although money of the vendor lay in the inbox or unclaimed';

-- What a vendor has not paid, of an age.
create type private.aging_cell as (
  vendor_id uuid, bucket text, n bigint, amount numeric, oldest_due_on date, paid_n bigint, paid numeric, advanced numeric,
  short_n bigint, short numeric);

-- What payments come to, by month or by agent.
create type private.agent_year_cell as (
  month date, agent_id uuid, n bigint, paid numeric, commissions numeric, adjustments numeric, carried_in numeric, carried_out numeric);

create table public.saved_reports (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default private.current_organization_id(),
  owner_id uuid not null default auth.uid(),
  name text not null,
  definition jsonb not null,
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint saved_reports_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint saved_reports_owner_id_fkey foreign key (owner_id, organization_id) references public.users (id, organization_id),
  constraint saved_reports_name_required check (private.is_visible(name)),
  constraint saved_reports_name_length check (char_length(name) <= 100)
);
alter table public.saved_reports enable row level security;

-- One name for one person.
create unique index saved_reports_name_key on public.saved_reports (organization_id, owner_id, lower(btrim(name)));

create policy "people read their own saved reports and the shared ones of their organization" on public.saved_reports
  for select to authenticated using (
    organization_id = (select private.current_organization_id()) and (shared or owner_id = (select auth.uid())));

create policy "people save reports of their own" on public.saved_reports
  for insert to authenticated with check (
    organization_id = (select private.current_organization_id()) and owner_id = (select auth.uid()));

create policy "people change their own saved reports" on public.saved_reports
  for update to authenticated
  using (organization_id = (select private.current_organization_id()) and owner_id = (select auth.uid()))
  with check (organization_id = (select private.current_organization_id()) and owner_id = (select auth.uid()));

create policy "people remove their own saved reports, admins shared ones too" on public.saved_reports
  for delete to authenticated using (
    organization_id = (select private.current_organization_id())
    and (owner_id = (select auth.uid()) or (shared and (select private.is_admin()))));

grant select, insert (name, definition, shared), update (name, definition, shared), delete on public.saved_reports to authenticated;
