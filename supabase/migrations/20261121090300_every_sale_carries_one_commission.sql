-- Commissions and the payments to agents. Neither is created or deleted by a client: a commission comes
-- with its sale, a payment through record_agent_payment.

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
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint commissions_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint commissions_sales_id_fkey foreign key (sales_id, organization_id) references public.sales (id, organization_id),
  constraint commissions_agent_id_fkey foreign key (agent_id, organization_id) references public.users (id, organization_id),
  constraint commissions_organization_id_id_key unique (organization_id, id),
  constraint commissions_amount_range check (amount between 0 and 9999999999.99),
  constraint commissions_commission_split_range check (commission_split between 0 and 100),
  constraint commissions_agent_amount_range check (agent_amount between 0 and amount),
  constraint commissions_status_known check (status in ('unpaid', 'funds_received', 'agent_paid', 'cancelled')),
  constraint commissions_notes_length check (char_length(notes) <= 5000),
  constraint commissions_due_on_range check (due_on between '1900-01-01' and '2199-12-31'),
  constraint commissions_received_amount_range check (received_amount between 0 and 9999999999.99),
  constraint commissions_received_on_range check (received_on between '1900-01-01' and '2199-12-31')
);
-- One commission a sale, one payment a commission. The organization stands in these keys as in the references,
-- and indexes (not constraints) keep an embedded commission or payment a list on every REST server.
create unique index commissions_sales_id_key on public.commissions (sales_id, organization_id);
create index commissions_organization_id_created_at_idx on public.commissions (organization_id, created_at desc, id);
create index commissions_organization_id_agent_id_idx on public.commissions (organization_id, agent_id, created_at desc, id);
create index commissions_organization_id_status_idx on public.commissions (organization_id, status, created_at desc, id);

create table public.agent_payments (
  id uuid primary key default gen_random_uuid(),
  commission_id uuid not null,
  organization_id uuid not null,
  agent_id uuid not null,
  created_by uuid,
  amount numeric(12,2) not null,
  payment_date date not null,
  payment_method text not null,
  reference text,
  notes text,
  created_at timestamptz not null default now(),
  constraint agent_payments_organization_id_fkey foreign key (organization_id) references public.organizations (id),
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
create unique index agent_payments_commission_id_key on public.agent_payments (commission_id, organization_id);
create index agent_payments_organization_id_agent_id_idx
  on public.agent_payments (organization_id, agent_id, payment_date desc, id);

alter table public.commissions enable row level security;
alter table public.agent_payments enable row level security;
revoke all on public.commissions, public.agent_payments from public, anon, authenticated;
grant select, update (status, notes, due_on, received_amount, received_on) on public.commissions to authenticated;
grant select on public.agent_payments to authenticated;

create policy "agents read their own commissions, admins all of their organization" on public.commissions
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or agent_id = (select auth.uid()))
  );
create policy "admins change commissions of their organization" on public.commissions
  for update to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()))
  with check (organization_id = (select private.current_organization_id()) and (select private.is_admin()));
create policy "agents read payments to themselves, admins all of their organization" on public.agent_payments
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or agent_id = (select auth.uid()))
  );

-- The commissions list reads one view instead of a commission, its sale and three more requests.
create view public.commissions_with_sale_date with (security_invoker = on) as
select
  c.id, c.organization_id, c.sales_id, c.agent_id, c.amount, c.commission_split, c.agent_amount, c.status, c.notes,
  c.due_on, c.received_amount, c.received_on, c.created_at, c.updated_at,
  s.sale_date, s.status as sale_status, s.booking_reference, s.total_amount,
  s.customer_id, k.first_name as customer_first_name, k.last_name as customer_last_name,
  s.vendor_id, v.name as vendor_name,
  a.first_name as agent_first_name, a.last_name as agent_last_name, a.avatar_url as agent_avatar_url
from public.commissions c
join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id
join public.customers k on k.organization_id = s.organization_id and k.id = s.customer_id
join public.vendors v on v.organization_id = s.organization_id and v.id = s.vendor_id
join public.users a on a.organization_id = c.organization_id and a.id = c.agent_id;
revoke all on public.commissions_with_sale_date from public, anon, authenticated;
grant select on public.commissions_with_sale_date to authenticated;
comment on view public.commissions_with_sale_date is
  'Commissions with what a list shows of their sale. Nullable: agent_avatar_url, booking_reference, due_on, notes, received_amount, received_on';
