create table private.customer_merges (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  kept_id uuid not null,
  merged_id uuid not null,
  merged_name text not null,
  merged_by uuid,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by uuid,
  -- {filled: {column: value}, since, archived_at, sales: [{id, payer, before, after}], passports: [id], threads: [id], documents: [id],
  -- companions: [{row}]}:
  -- `filled` are the empty fields of the kept customer that were filled, `since` is since when they were a customer themselves,
  -- `archived_at` is the merged one's, `payer` tells whether the merged customer paid the sale, before and after are its
  -- travelers. Null once one of the two was erased.
  moved jsonb,
  constraint customer_merges_kept_id_fkey foreign key (kept_id, organization_id)
    references public.customers (id, organization_id),
  constraint customer_merges_merged_id_fkey foreign key (merged_id, organization_id)
    references public.customers (id, organization_id),
  constraint customer_merges_merged_by_fkey foreign key (merged_by, organization_id) references public.users (id, organization_id)
);
comment on table private.customer_merges is 'One row per merge, with what undoing it needs.';
alter table private.customer_merges enable row level security;

create index customer_merges_kept_id_idx on private.customer_merges (organization_id, kept_id, created_at desc);
create index customer_merges_merged_id_idx on private.customer_merges (organization_id, merged_id);
