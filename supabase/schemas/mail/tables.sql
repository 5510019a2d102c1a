create table private.outgoing_mails (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  kind text not null,
  to_address text not null,
  to_name text not null default '',
  from_name text not null,
  reply_to text not null,
  subject text not null,
  body text not null,
  -- A page of the app, from its root.
  link text,
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
  constraint outgoing_mails_organization_id_id_key unique (organization_id, id),
  constraint outgoing_mails_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint outgoing_mails_created_by_fkey foreign key (created_by, organization_id) references public.users (id, organization_id),
  constraint outgoing_mails_kind_known check (kind in ('chase', 'report', 'statement')),
  constraint outgoing_mails_state_known check (state in ('queued', 'sending', 'sent', 'failed', 'bounced')),
  constraint outgoing_mails_to_address_one check (private.is_mail_address(to_address)),
  constraint outgoing_mails_reply_to_one check (private.is_mail_address(reply_to)),
  -- What becomes a header is one line.
  constraint outgoing_mails_headers_one_line check (
    to_name || from_name || subject || coalesce(attachment_name, '') !~ '[[:cntrl:]]'),
  constraint outgoing_mails_subject_length check (private.is_visible(subject) and char_length(subject) <= 200),
  constraint outgoing_mails_names_length check (char_length(to_name) <= 200 and char_length(from_name) <= 200),
  constraint outgoing_mails_body_length check (private.is_visible(body) and char_length(body) <= 20000),
  constraint outgoing_mails_link_within_app check (link ~ '^/[^/\\]' and char_length(link) <= 2000),
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
create index outgoing_mails_organization_id_created_at_idx on private.outgoing_mails (organization_id, created_at);
create unique index outgoing_mails_provider_id_key on private.outgoing_mails (provider_id) where provider_id is not null;
