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
  created_at timestamptz not null default clock_timestamp(),
  constraint closed_receipts_commission_id_fkey foreign key (organization_id, commission_id)
    references public.commissions (organization_id, id),
  constraint closed_receipts_sign_known check (sign in (1, -1))
);
-- No policy and no grant: only functions that apply the caller's scope read it.
alter table private.closed_receipts enable row level security;

create index closed_receipts_posted_on_idx on private.closed_receipts (organization_id, posted_on);
create index closed_receipts_commission_id_idx on private.closed_receipts (organization_id, commission_id);
