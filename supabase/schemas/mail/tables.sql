-- Whether and how this installation sends mail: as the function that sends it said last.
create table private.mail_service (
  only_one boolean primary key default true check (only_one),
  provider text,
  told_at timestamptz not null default now(),
  constraint mail_service_provider_known check (provider in ('resend', 'postmark', 'smtp'))
);
alter table private.mail_service enable row level security;

create table private.vendor_chases (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  vendor_id uuid not null,
  to_address text not null,
  asked_on date not null,
  asked_by uuid not null,
  state text not null,
  every_days integer,
  -- How many follow-ups were written, and the day of the next.
  follow_ups integer not null default 0,
  next_on date,
  ended_on date,
  stopped_by uuid,
  created_at timestamptz not null default now(),
  constraint vendor_chases_organization_id_id_key unique (organization_id, id),
  constraint vendor_chases_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint vendor_chases_vendor_id_fkey foreign key (vendor_id, organization_id) references public.vendors (id, organization_id)
    on delete cascade,
  constraint vendor_chases_asked_by_fkey foreign key (asked_by, organization_id) references public.users (id, organization_id),
  constraint vendor_chases_stopped_by_fkey foreign key (stopped_by, organization_id) references public.users (id, organization_id),
  constraint vendor_chases_state_known check (state in ('once', 'running', 'stopped', 'paid', 'ended', 'undelivered')),
  constraint vendor_chases_every_days_range check (every_days between 3 and 30),
  constraint vendor_chases_follow_ups_range check (follow_ups between 0 and 6),
  constraint vendor_chases_next_on_given check ((state = 'running') = (next_on is not null) and (state <> 'running' or every_days is not null))
);
comment on table private.vendor_chases is 'An e-mail that asked a vendor for what it owes, and its follow-ups.';
alter table private.vendor_chases enable row level security;

create index vendor_chases_vendor_id_idx on private.vendor_chases (organization_id, vendor_id, created_at desc);
-- A vendor is followed up once at a time.
create unique index vendor_chases_running_key on private.vendor_chases (organization_id, vendor_id) where state = 'running';
create index vendor_chases_next_on_idx on private.vendor_chases (next_on) where state = 'running';

create table private.mail_plans (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  -- Null: the agents' statements.
  saved_report_id uuid,
  every text not null,
  -- Of the week, Monday is 1; of the month, its last where it has fewer.
  day integer not null,
  hour integer not null,
  next_run_at timestamptz not null,
  last_run_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  constraint mail_plans_organization_id_id_key unique (organization_id, id),
  constraint mail_plans_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint mail_plans_saved_report_id_fkey foreign key (saved_report_id) references public.saved_reports (id) on delete cascade,
  constraint mail_plans_created_by_fkey foreign key (created_by, organization_id) references public.users (id, organization_id),
  constraint mail_plans_every_known check (every in ('week', 'month')),
  constraint mail_plans_day_range check (day between 1 and case every when 'week' then 7 else 31 end),
  constraint mail_plans_hour_range check (hour between 0 and 23)
);
comment on table private.mail_plans is 'What goes out by mail by the calendar: a saved report, or the agents'' statements.';
alter table private.mail_plans enable row level security;

create unique index mail_plans_report_key on private.mail_plans (organization_id, saved_report_id) nulls not distinct;
create index mail_plans_saved_report_id_idx on private.mail_plans (saved_report_id);
create index mail_plans_next_run_at_idx on private.mail_plans (next_run_at);

create table private.mail_plan_people (
  plan_id uuid not null,
  user_id uuid not null,
  organization_id uuid not null,
  primary key (plan_id, user_id),
  constraint mail_plan_people_plan_id_fkey foreign key (organization_id, plan_id) references private.mail_plans (organization_id, id)
    on delete cascade,
  constraint mail_plan_people_user_id_fkey foreign key (user_id, organization_id) references public.users (id, organization_id)
);
alter table private.mail_plan_people enable row level security;

create table private.outgoing_mails (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  kind text not null,
  to_address text not null,
  to_name text not null default '',
  from_name text not null,
  reply_to text not null,
  subject text not null,
  -- Null until it is written: follow-ups, reports and statements say what holds when they leave.
  body text,
  attachment bytea,
  attachment_name text,
  state text not null default 'queued',
  -- Whoever takes a mail names this; a claim that ran out is another one's.
  claim uuid,
  claimed_until timestamptz,
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  provider_id text,
  code text,
  -- What the provider said.
  words text,
  created_by uuid,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- The provider was asked to send it: from here on nobody knows until it answers.
  handed_over_at timestamptz,
  chase_id uuid,
  -- 0 is what somebody wrote, the others are follow-ups.
  chase_number integer,
  plan_id uuid,
  plan_run_at timestamptz,
  recipient_id uuid,
  statement_id uuid,
  constraint outgoing_mails_organization_id_id_key unique (organization_id, id),
  constraint outgoing_mails_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint outgoing_mails_created_by_fkey foreign key (created_by, organization_id) references public.users (id, organization_id),
  constraint outgoing_mails_chase_id_fkey foreign key (organization_id, chase_id)
    references private.vendor_chases (organization_id, id) on delete cascade,
  constraint outgoing_mails_plan_id_fkey foreign key (organization_id, plan_id)
    references private.mail_plans (organization_id, id) on delete cascade,
  constraint outgoing_mails_recipient_id_fkey foreign key (recipient_id, organization_id)
    references public.users (id, organization_id),
  constraint outgoing_mails_statement_id_fkey foreign key (organization_id, statement_id)
    references public.payout_statements (organization_id, id),
  constraint outgoing_mails_kind_known check (kind in ('chase', 'report', 'statement', 'account', 'takeout')),
  constraint outgoing_mails_state_known check (state in ('queued', 'sending', 'sent', 'failed', 'bounced')),
  constraint outgoing_mails_to_address_one check (private.is_mail_address(to_address)),
  constraint outgoing_mails_reply_to_one check (private.is_mail_address(reply_to)),
  -- What becomes a header is one line.
  constraint outgoing_mails_headers_one_line check (
    to_name || from_name || subject || coalesce(attachment_name, '') !~ '[[:cntrl:]]'),
  constraint outgoing_mails_subject_length check (private.is_visible(subject) and char_length(subject) <= 200),
  constraint outgoing_mails_names_length check (char_length(to_name) <= 200 and char_length(from_name) <= 200),
  constraint outgoing_mails_body_length check (private.is_visible(body) and char_length(body) <= 20000),
  constraint outgoing_mails_attachment_size check (octet_length(attachment) between 1 and 5242880),
  constraint outgoing_mails_attachment_named check ((attachment is null) = (attachment_name is null)),
  constraint outgoing_mails_claimed check ((claim is null) = (claimed_until is null)),
  constraint outgoing_mails_words_length check (char_length(words) <= 500)
);
comment on table private.outgoing_mails is 'Mails to be sent and sent. One row is one mail: its id is the key under which the
  provider takes it once.';
-- No policy and no grant: functions say of it what a page shows.
alter table private.outgoing_mails enable row level security;

create index outgoing_mails_waiting_idx on private.outgoing_mails (next_try_at) where state in ('queued', 'sending');
-- The ceiling of the installation counts those of an hour.
create index outgoing_mails_chases_idx on private.outgoing_mails (created_at) where kind = 'chase';
create index outgoing_mails_organization_id_created_at_idx on private.outgoing_mails (organization_id, created_at);
create index outgoing_mails_organization_id_sent_at_idx on private.outgoing_mails (organization_id, sent_at) where sent_at is not null;
create unique index outgoing_mails_provider_id_key on private.outgoing_mails (provider_id) where provider_id is not null;
-- Each is there once: a follow-up, and what one run of a plan sends to somebody.
create unique index outgoing_mails_chase_key on private.outgoing_mails (chase_id, chase_number) where chase_id is not null;
create unique index outgoing_mails_plan_key on private.outgoing_mails (plan_id, plan_run_at, recipient_id, statement_id)
  nulls not distinct where plan_id is not null;

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
