create table private.passports (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  customer_id uuid not null,
  number_encrypted bytea not null,
  last_four text not null,
  given_names text,
  country text not null,
  issued_on date,
  expires_on date not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint passports_customer_id_fkey foreign key (customer_id, organization_id)
    references public.customers (id, organization_id),
  constraint passports_created_by_fkey foreign key (created_by, organization_id) references public.users (id, organization_id),
  constraint passports_expires_on_after_issued_on check (expires_on > issued_on)
);
alter table private.passports enable row level security;

create index passports_customer_id_idx on private.passports (organization_id, customer_id);

create table public.documents (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  title text not null,
  category text not null,
  -- The record it belongs to: one or none.
  customer_id uuid,
  sale_id uuid,
  commission_id uuid,
  vendor_id uuid,
  record_type text generated always as (case when customer_id is not null then 'customers' when sale_id is not null then 'sales'
    when commission_id is not null then 'commissions' when vendor_id is not null then 'vendors' end) stored,
  record_id uuid generated always as (coalesce(customer_id, sale_id, commission_id, vendor_id)) stored,
  visibility text not null,
  member_id uuid,
  expires_on date,
  announced_days integer,
  asks_to_read boolean not null default false,
  is_checked boolean not null default true,
  created_by uuid,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  constraint documents_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint documents_organization_id_id_key unique (organization_id, id),
  constraint documents_customer_id_fkey foreign key (customer_id, organization_id)
    references public.customers (id, organization_id),
  constraint documents_sale_id_fkey foreign key (sale_id, organization_id) references public.sales (id, organization_id),
  constraint documents_commission_id_fkey foreign key (commission_id, organization_id)
    references public.commissions (id, organization_id),
  constraint documents_vendor_id_fkey foreign key (vendor_id, organization_id) references public.vendors (id, organization_id),
  constraint documents_member_id_fkey foreign key (member_id, organization_id) references public.users (id, organization_id),
  constraint documents_created_by_fkey foreign key (created_by, organization_id) references public.users (id, organization_id),
  constraint documents_title_length check (char_length(title) <= 200),
  constraint documents_title_required check (private.is_visible(title)),
  constraint documents_category_known check (category in (
    'vendor_contract', 'agent_agreement', 'customer_document', 'sale_document', 'statement', 'other')),
  constraint documents_record_type_known check (record_type in ('customers', 'sales', 'commissions', 'vendors')),
  constraint documents_visibility_known check (visibility in ('admins', 'record', 'member', 'everybody')),
  constraint documents_customer_id_or_other check (num_nonnulls(customer_id, sale_id, commission_id, vendor_id) <= 1),
  constraint documents_visibility_record_given check (
    visibility <> 'record' or num_nonnulls(customer_id, sale_id, commission_id, vendor_id) = 1),
  constraint documents_member_id_given check ((visibility = 'member') = (member_id is not null)),
  constraint documents_expires_on_range check (expires_on between '1900-01-01' and '2199-12-31'),
  -- Whoever sees a record changes with it: nobody could say who has not read it.
  constraint documents_asks_to_read_somebody check (not asks_to_read or visibility <> 'record')
);
alter table public.documents enable row level security;

comment on column public.documents.visibility is
  'admins; record: whoever may see the record; member: member_id and admins; everybody: all members of the organization';
comment on column public.documents.is_checked is 'One of its versions was accepted. Until then it is there for whoever added it alone.';
comment on column public.documents.announced_days is 'The last announcement of its expiry: 60 or 14 days ahead';

create index documents_customer_id_idx on public.documents (organization_id, customer_id) where customer_id is not null;
create index documents_sale_id_idx on public.documents (organization_id, sale_id) where sale_id is not null;
create index documents_commission_id_idx on public.documents (organization_id, commission_id) where commission_id is not null;
create index documents_vendor_id_idx on public.documents (organization_id, vendor_id) where vendor_id is not null;
create index documents_asks_to_read_idx on public.documents (organization_id) where asks_to_read;
-- What a document is found by in the search: words of its title.
create index documents_search_idx on public.documents using gin
  (organization_id, private.name_document(title) extensions.gin_trgm_ops);
create index documents_expires_on_idx on public.documents (expires_on) where expires_on is not null;
create index documents_is_checked_idx on public.documents (organization_id) where not is_checked;

create table public.document_versions (
  id uuid primary key,
  organization_id uuid not null,
  document_id uuid not null,
  number integer not null,
  file_name text not null,
  mime_type text not null,
  size integer not null,
  uploaded_by uuid,
  created_at timestamptz not null default now(),
  check_state text not null default 'accepted',
  check_code text,
  check_params jsonb not null default '{}',
  checked_at timestamptz,
  constraint document_versions_check_state_known check (check_state in ('checking', 'accepted', 'refused')),
  constraint document_versions_check_code_given check ((check_code is not null) = (check_state = 'refused')),
  constraint document_versions_check_code_length check (char_length(check_code) <= 40),
  constraint document_versions_organization_id_id_key unique (organization_id, id),
  constraint document_versions_document_id_fkey foreign key (document_id, organization_id)
    references public.documents (id, organization_id) on delete cascade,
  constraint document_versions_uploaded_by_fkey foreign key (uploaded_by, organization_id)
    references public.users (id, organization_id),
  constraint document_versions_file_name_length check (char_length(file_name) between 1 and 255),
  constraint document_versions_mime_type_known check (private.is_document_type(mime_type)),
  constraint document_versions_size_range check (size between 1 and 26214400)
);
comment on table public.document_versions is 'A file. It is never changed: what is new is a version of its own, and the old ones
  stay readable.';
comment on column public.document_versions.check_state is 'checking: nobody has looked into the file yet; accepted; refused: the
  file is something else than it says, and is removed. What is not accepted is there for whoever uploaded it alone.';
comment on column public.document_versions.check_code is 'Why it was refused; check_params are what the words of this code name';
alter table public.document_versions enable row level security;

create index document_versions_refused_idx on public.document_versions (checked_at) where check_state = 'refused';
create unique index document_versions_number_key on public.document_versions (organization_id, document_id, number);

create policy "members read the versions of documents they may see" on public.document_versions
  for select to authenticated
  using ((check_state = 'accepted' or uploaded_by = (select auth.uid())) and exists (
    select 1 from public.documents d where d.id = document_id and d.organization_id = document_versions.organization_id));

-- A document may be for everybody while its sale is not: then its row tells an id, and the policies of sales hide what is behind.
grant select on public.documents to authenticated;
grant select on public.document_versions to authenticated;

create table public.document_reads (
  organization_id uuid not null,
  document_id uuid not null,
  version_id uuid not null,
  user_id uuid not null,
  read_at timestamptz not null default now(),
  constraint document_reads_pkey primary key (version_id, user_id),
  constraint document_reads_document_id_fkey foreign key (document_id, organization_id)
    references public.documents (id, organization_id) on delete cascade,
  constraint document_reads_version_id_fkey foreign key (version_id, organization_id)
    references public.document_versions (id, organization_id) on delete cascade,
  constraint document_reads_user_id_fkey foreign key (user_id, organization_id) references public.users (id, organization_id)
);
alter table public.document_reads enable row level security;

create index document_reads_document_id_idx on public.document_reads (organization_id, document_id);

create policy "members read their own confirmations, admins all of their organization" on public.document_reads
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or user_id = (select auth.uid())));

grant select on public.document_reads to authenticated;

create table private.document_uploads (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  created_by uuid not null,
  document jsonb,
  document_id uuid,
  file_name text not null,
  mime_type text not null,
  size integer not null,
  created_at timestamptz not null default now(),
  constraint document_uploads_created_by_fkey foreign key (created_by, organization_id)
    references public.users (id, organization_id),
  constraint document_uploads_document_id_fkey foreign key (document_id, organization_id)
    references public.documents (id, organization_id) on delete cascade,
  constraint document_uploads_one_purpose check ((document is null) <> (document_id is null))
);
comment on table private.document_uploads is 'An upload that was begun: what the document will be, or to which document the file is
  a new version. Its id becomes the id of the version. After a day it is given up.';
alter table private.document_uploads enable row level security;

create index document_uploads_created_by_idx on private.document_uploads (organization_id, created_by);
create index document_uploads_document_id_idx on private.document_uploads (organization_id, document_id);

create table private.document_checks (
  version_id uuid primary key,
  organization_id uuid not null,
  begun_at timestamptz not null default now(),
  claimed_until timestamptz not null default '-infinity',
  told_at timestamptz,
  constraint document_checks_version_id_fkey foreign key (version_id, organization_id)
    references public.document_versions (id, organization_id) on delete cascade
);
comment on table private.document_checks is 'Versions whose files are to be looked into by the function document-check.';
comment on column private.document_checks.claimed_until is 'Until then one call of the function works on it';
comment on column private.document_checks.told_at is 'When whoever uploaded it was told that it waits';
alter table private.document_checks enable row level security;

create index document_checks_claimed_until_idx on private.document_checks (claimed_until);

create table private.removed_document_files (
  name text primary key,
  removed_at timestamptz not null default now()
);
comment on table private.removed_document_files is 'Files that nothing shows any more and the job removes.';
alter table private.removed_document_files enable row level security;

create table public.communications (
  id uuid primary key,
  organization_id uuid not null,
  commentable_type text not null,
  commentable_id uuid not null,
  -- The message it replies to, and when that was written: a thread is in one place of the conversation. Of a first message itself.
  thread_id uuid not null,
  thread_at timestamptz not null,
  author_id uuid not null,
  -- Plain text; a mention is <@id of the person>. Null once deleted.
  body text,
  created_at timestamptz not null default clock_timestamp(),
  edited_at timestamptz,
  deleted_at timestamptz,
  -- Null where an erasure did it.
  deleted_by uuid,
  constraint communications_organization_id_id_key unique (organization_id, id),
  constraint communications_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint communications_thread_id_fkey foreign key (organization_id, thread_id)
    references public.communications (organization_id, id) on delete cascade,
  constraint communications_author_id_fkey foreign key (author_id, organization_id) references public.users (id, organization_id),
  constraint communications_deleted_by_fkey foreign key (deleted_by, organization_id) references public.users (id, organization_id),
  constraint communications_commentable_type_known check (commentable_type in ('sales', 'customers', 'commissions', 'vendors')),
  constraint communications_body_length check (char_length(body) <= 5000),
  constraint communications_body_required check (body is null = (deleted_at is not null) and (body is null or private.is_visible(body)))
);
alter table public.communications enable row level security;

-- A conversation in its order, which is the order of its pages.
create index communications_record_idx on public.communications
  (organization_id, commentable_type, commentable_id, thread_at, thread_id, created_at, id);
create index communications_thread_id_idx on public.communications (organization_id, thread_id);

grant select on public.communications to authenticated;

create table public.communication_mentions (
  communication_id uuid not null,
  mentioned_id uuid not null,
  organization_id uuid not null,
  primary key (communication_id, mentioned_id),
  constraint communication_mentions_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint communication_mentions_communication_id_fkey foreign key (organization_id, communication_id)
    references public.communications (organization_id, id) on delete cascade,
  constraint communication_mentions_mentioned_id_fkey foreign key (mentioned_id, organization_id)
    references public.users (id, organization_id)
);
alter table public.communication_mentions enable row level security;

create policy "people read the mentions of the messages they may read" on public.communication_mentions
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and exists (select 1 from public.communications c where c.id = communication_id)
  );

grant select on public.communication_mentions to authenticated;

create table public.communication_reads (
  user_id uuid not null,
  commentable_type text not null,
  commentable_id uuid not null,
  organization_id uuid not null,
  -- What was written until then has been seen.
  read_at timestamptz not null,
  primary key (user_id, commentable_type, commentable_id),
  constraint communication_reads_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint communication_reads_user_id_fkey foreign key (user_id, organization_id) references public.users (id, organization_id),
  constraint communication_reads_commentable_type_known
    check (commentable_type in ('sales', 'customers', 'commissions', 'vendors'))
);
alter table public.communication_reads enable row level security;

create index communication_reads_record_idx on public.communication_reads
  (organization_id, commentable_type, commentable_id, read_at desc);

create policy "people read how far they have read themselves" on public.communication_reads
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and user_id = (select auth.uid()));

grant select on public.communication_reads to authenticated;

-- A mention and a reply lead to their message, and go with it.
alter table public.notifications
  add constraint notifications_communication_id_fkey foreign key (organization_id, communication_id)
    references public.communications (organization_id, id) on delete cascade;

-- The file of a vendor's statement; the statement stays without it.
alter table public.bank_remittances add constraint bank_remittances_document_id_fkey foreign key (organization_id, document_id)
  references public.documents (organization_id, id) on delete set null (document_id);
