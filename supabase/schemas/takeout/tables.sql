-- An agency takes everything along (docs/decisions/044): exports, and the parts they are written in. A part is one file of the archive
-- that the page downloads; documents and pictures stay where they lie in Storage and are read from there.

create table private.agency_exports (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  asked_by uuid not null,
  asked_at timestamptz not null default now(),
  state text not null default 'waiting',
  -- The key of what is secret in it, sealed under the owner's passphrase; null without one.
  sealed_key bytea,
  -- The same key, sealed under the installation's, until the parts are written.
  writing_key bytea,
  ready_at timestamptz,
  -- The archive's description: its tables with their rows, what is left out, the shape of the database.
  content jsonb,
  opened_by uuid,
  opened_at timestamptz,
  constraint agency_exports_organization_id_id_key unique (organization_id, id),
  constraint agency_exports_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint agency_exports_asked_by_fkey foreign key (asked_by, organization_id) references public.users (id, organization_id),
  constraint agency_exports_opened_by_fkey foreign key (opened_by, organization_id) references public.users (id, organization_id),
  constraint agency_exports_state_known check (state in ('waiting', 'ready', 'failed')),
  constraint agency_exports_ready check ((state = 'ready') = (ready_at is not null) and (state = 'ready') = (content is not null)),
  constraint agency_exports_writing_key_while_waiting check (writing_key is null or state = 'waiting' and sealed_key is not null)
);
comment on table private.agency_exports is 'All of an agency as files, for its owners: at most one, for seven days.';
-- No policy and no grant: functions of takeout say of it what an owner may know.
alter table private.agency_exports enable row level security;

-- One at a time; a new one takes the place of the one before.
create unique index agency_exports_one_key on private.agency_exports (organization_id);

create table private.agency_export_parts (
  export_id uuid not null,
  organization_id uuid not null,
  number integer not null,
  -- Its name in the archive.
  path text not null,
  kind text not null,
  relation text,
  row_count integer not null,
  size integer not null,
  hash text not null,
  content text not null,
  primary key (export_id, number),
  constraint agency_export_parts_export_id_fkey foreign key (organization_id, export_id)
    references private.agency_exports (organization_id, id) on delete cascade,
  constraint agency_export_parts_path_key unique (export_id, path),
  constraint agency_export_parts_kind_known check (kind in ('table', 'sealed', 'import'))
);
comment on table private.agency_export_parts is 'Files of an export, each of some megabytes. They lie here and not in Storage: so they are
  of one moment, are gone with their export, and every read asks who the reader is by then.';
alter table private.agency_export_parts enable row level security;

create index agency_export_parts_organization_id_idx on private.agency_export_parts (organization_id, export_id);
