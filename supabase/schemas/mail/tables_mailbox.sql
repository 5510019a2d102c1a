-- The statement mailbox: vendors' statements that come by mail.

create table private.mailboxes (
  organization_id uuid primary key,
  token text not null,
  renewed_at timestamptz,
  renewed_by uuid,
  constraint mailboxes_token_key unique (token),
  constraint mailboxes_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint mailboxes_renewed_by_fkey foreign key (renewed_by, organization_id) references public.users (id, organization_id),
  constraint mailboxes_token_format check (token ~ '^[0-9a-f]{24}$')
);
comment on table private.mailboxes is 'The address of an agency for statements: statements+<token>@<domain>. Whoever knows it can write there.';
alter table private.mailboxes enable row level security;

create index mailboxes_renewed_by_idx on private.mailboxes (renewed_by, organization_id);

create table private.mail_senders (
  organization_id uuid not null,
  address text not null,
  -- Null: never.
  vendor_id uuid,
  said_by uuid,
  said_at timestamptz not null default now(),
  constraint mail_senders_pkey primary key (organization_id, address),
  constraint mail_senders_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint mail_senders_vendor_id_fkey foreign key (vendor_id, organization_id) references public.vendors (id, organization_id)
    on delete cascade,
  constraint mail_senders_said_by_fkey foreign key (said_by, organization_id) references public.users (id, organization_id),
  constraint mail_senders_address_one check (private.is_mail_address(address) and address = lower(address))
);
comment on table private.mail_senders is 'What admins said about who wrote: it is this vendor, or never.';
alter table private.mail_senders enable row level security;

create index mail_senders_vendor_id_idx on private.mail_senders (vendor_id, organization_id);
create index mail_senders_said_by_idx on private.mail_senders (said_by, organization_id);

create table private.incoming_mails (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  message_id text not null,
  sender text not null,
  sender_name text not null default '',
  subject text not null default '',
  received_at timestamptz not null default now(),
  -- As it came: a message, or what an inbound service makes of it.
  format text not null,
  size integer not null,
  -- What the mail service says of where it comes from; false where that failed.
  proven boolean not null,
  state text not null default 'stored',
  code text,
  params jsonb not null default '{}',
  vendor_id uuid,
  claimed_until timestamptz,
  attempts integer not null default 0,
  constraint incoming_mails_organization_id_id_key unique (organization_id, id),
  constraint incoming_mails_message_id_key unique (organization_id, message_id),
  constraint incoming_mails_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint incoming_mails_vendor_id_fkey foreign key (vendor_id, organization_id) references public.vendors (id, organization_id)
    on delete cascade,
  constraint incoming_mails_sender_one check (private.is_mail_address(sender) and sender = lower(sender)),
  constraint incoming_mails_texts_one_line check (message_id || sender_name || subject !~ '[[:cntrl:]]'),
  constraint incoming_mails_message_id_length check (char_length(message_id) between 1 and 300),
  constraint incoming_mails_texts_length check (char_length(sender_name) <= 200 and char_length(subject) <= 300),
  constraint incoming_mails_format_known check (format in ('mime', 'json')),
  constraint incoming_mails_size_range check (size >= 0),
  constraint incoming_mails_state_known check (state in ('stored', 'waiting', 'reading', 'done', 'refused')),
  constraint incoming_mails_reading_vendor check (state not in ('reading', 'done') or vendor_id is not null)
);
comment on table private.incoming_mails is 'Mails to the agencies'' addresses, for 90 days. stored: its bytes are on their way to the
  bucket mail; waiting: for a word on its sender; reading; done; refused: with the reason.';
alter table private.incoming_mails enable row level security;

create index incoming_mails_organization_id_received_at_idx on private.incoming_mails (organization_id, received_at desc, id);
create index incoming_mails_vendor_id_idx on private.incoming_mails (vendor_id, organization_id);
create index incoming_mails_reading_idx on private.incoming_mails (claimed_until) where state = 'reading';
create index incoming_mails_received_at_idx on private.incoming_mails (received_at);

create table private.incoming_parts (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  mail_id uuid not null,
  number integer not null,
  file_name text not null,
  size integer not null,
  state text not null default 'reading',
  code text,
  params jsonb not null default '{}',
  document_id uuid,
  statement_id uuid,
  claimed_until timestamptz,
  attempts integer not null default 0,
  constraint incoming_parts_organization_id_id_key unique (organization_id, id),
  constraint incoming_parts_number_key unique (organization_id, mail_id, number),
  constraint incoming_parts_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint incoming_parts_mail_id_fkey foreign key (organization_id, mail_id)
    references private.incoming_mails (organization_id, id) on delete cascade,
  constraint incoming_parts_document_id_fkey foreign key (organization_id, document_id)
    references public.documents (organization_id, id) on delete set null (document_id),
  constraint incoming_parts_statement_id_fkey foreign key (organization_id, statement_id)
    references public.bank_remittances (organization_id, id) on delete set null (statement_id),
  constraint incoming_parts_number_range check (number between 1 and 20),
  constraint incoming_parts_file_name_length check (
    private.is_visible(file_name) and char_length(file_name) <= 200 and file_name !~ '[[:cntrl:]/\\]'),
  constraint incoming_parts_size_range check (size between 0 and 26214400),
  constraint incoming_parts_state_known check (state in ('reading', 'read', 'to_read', 'kept', 'refused'))
);
comment on table private.incoming_parts is 'Attachments of a mail, and the table in its text. reading; read: a statement; to_read: a
  document that a browser has to read; kept: a document that is no statement; refused: nothing was kept.';
alter table private.incoming_parts enable row level security;

create index incoming_parts_document_id_idx on private.incoming_parts (organization_id, document_id) where document_id is not null;
create index incoming_parts_statement_id_idx on private.incoming_parts (organization_id, statement_id) where statement_id is not null;
create index incoming_parts_reading_idx on private.incoming_parts (claimed_until) where state = 'reading';
