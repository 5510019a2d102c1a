create table public.import_batches (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default private.current_organization_id(),
  kind text not null,
  file_name text not null,
  file_hash text not null,
  headers text[] not null,
  mapping jsonb not null,
  total_rows integer not null,
  added integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  removed integer not null default 0,
  status text not null default 'running',
  created_by uuid not null default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz,
  undone_at timestamptz,
  undone_by uuid,
  -- The numbers of the rows that were dealt with: sent again they are not counted again.
  handled int4multirange not null default '{}',
  constraint import_batches_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint import_batches_organization_id_id_key unique (organization_id, id),
  constraint import_batches_created_by_fkey foreign key (created_by, organization_id)
    references public.users (id, organization_id),
  constraint import_batches_kind_known check (kind in ('customers', 'vendors', 'sales')),
  constraint import_batches_file_name_length check (char_length(file_name) between 1 and 255),
  -- SHA-256 in hex.
  constraint import_batches_file_hash_length check (file_hash ~ '^[0-9a-f]{64}$'),
  constraint import_batches_headers_length check (
    cardinality(headers) >= 1 and cardinality(headers) <= 200 and octet_length(headers::text) <= 20000),
  constraint import_batches_mapping_length check (jsonb_typeof(mapping) = 'object' and octet_length(mapping::text) <= 20000),
  constraint import_batches_total_rows_range check (total_rows between 1 and 50000),
  constraint import_batches_status_known check (status in ('running', 'done', 'cancelled', 'undone')),
  constraint import_batches_undone_by_fkey foreign key (undone_by, organization_id)
    references public.users (id, organization_id)
);
alter table public.import_batches enable row level security;

create index import_batches_organization_id_created_at_idx on public.import_batches (organization_id, kind, created_at desc, id);
create index import_batches_created_by_idx on public.import_batches (created_by, organization_id);
create index import_batches_undone_by_idx on public.import_batches (undone_by, organization_id) where undone_by is not null;

comment on column public.import_batches.undone_by is 'Filled by trigger: who took the import back';

-- Here and not in their own files: the table they refer to comes after them.
alter table public.customers add constraint customers_import_batch_id_fkey foreign key (import_batch_id, organization_id)
  references public.import_batches (id, organization_id);
alter table public.vendors add constraint vendors_import_batch_id_fkey foreign key (import_batch_id, organization_id)
  references public.import_batches (id, organization_id);
alter table public.sales add constraint sales_import_batch_id_fkey foreign key (import_batch_id, organization_id)
  references public.import_batches (id, organization_id);

create policy "admins read the imports of their organization, everybody their own" on public.import_batches
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or created_by = (select auth.uid()))
  );

grant select on public.import_batches to authenticated;

create table private.import_check_rows (
  check_id uuid not null,
  row_number integer not null,
  created_by uuid not null,
  -- What later rows may know it by (private.import_row_keys).
  keys text[] not null,
  import_row jsonb not null,
  created_at timestamptz not null default now(),
  primary key (check_id, row_number)
);
comment on table private.import_check_rows is 'What a check of a file remembers of the rows that it would add, so that later
  portions know the records these would make. Gone with the last portion; of a check that was left, an hour later.';
-- No policy and no grant: only check_import_rows reads and writes it.
alter table private.import_check_rows enable row level security;

create index import_check_rows_keys_idx on private.import_check_rows using gin (keys);
create index import_check_rows_created_at_idx on private.import_check_rows (created_at);
