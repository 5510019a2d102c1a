create table private.api_keys (
  -- The same as of its member, in whose name it acts.
  id uuid primary key,
  organization_id uuid not null,
  name text not null,
  prefix text not null,
  key_hash text not null,
  scopes text[] not null,
  expires_on date,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  revoked_by uuid,
  revoked_at timestamptz,
  constraint api_keys_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint api_keys_id_fkey foreign key (id, organization_id) references public.users (id, organization_id),
  constraint api_keys_created_by_fkey foreign key (created_by, organization_id) references public.users (id, organization_id),
  constraint api_keys_revoked_by_fkey foreign key (revoked_by, organization_id) references public.users (id, organization_id),
  constraint api_keys_key_hash_key unique (key_hash),
  constraint api_keys_name_length check (char_length(name) <= 60),
  constraint api_keys_prefix_format check (prefix ~ '^ppk_[0-9a-f]{4}$'),
  constraint api_keys_key_hash_format check (key_hash ~ '^[0-9a-f]{64}$'),
  constraint api_keys_revoked_whole check ((revoked_by is null) = (revoked_at is null))
);
comment on table private.api_keys is 'Keys with which programs ask the API. Only a hash of each is kept; who has the key itself is let in.';
-- No policy and no grant: functions say of it what the page shows, and judge requests.
alter table private.api_keys enable row level security;

comment on column private.api_keys.key_hash is 'sha256 in hexadecimal: a key has 160 random bits, so nothing slower is needed';
comment on column private.api_keys.expires_on is 'The last day on which it is good, in the time zone of the agency; null for no end';

create index api_keys_organization_id_idx on private.api_keys (organization_id, created_at desc, id);
create index api_keys_created_by_idx on private.api_keys (created_by, organization_id);
create index api_keys_revoked_by_idx on private.api_keys (revoked_by, organization_id);

create table private.api_key_uses (
  key_id uuid primary key,
  organization_id uuid not null,
  last_used_at timestamptz,
  last_used_from text,
  window_began_at timestamptz not null default now(),
  window_requests integer not null default 0,
  constraint api_key_uses_key_id_fkey foreign key (key_id) references private.api_keys (id) on delete cascade,
  constraint api_key_uses_organization_id_fkey foreign key (organization_id) references public.organizations (id)
);
comment on table private.api_key_uses is 'When a key was used last, and how often within the current minute. Beside the keys: written by every
  request.';
alter table private.api_key_uses enable row level security;

comment on column private.api_key_uses.last_used_from is 'The network it came from, never the address: 203.0.113.0/24, 2001:db8::/48';
-- Webhooks: where programs of an agency are told what happened, what they were to be told, and how it went.

create table private.webhook_endpoints (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  url text not null,
  -- Single ones (sale.paid) and families (sale.*).
  events text[] not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  -- The first try since it took something that it did not take, and how many failed in a row.
  failing_since timestamptz,
  failures integer not null default 0,
  -- When owners were told last that it did not take something.
  told_at timestamptz,
  switched_off_at timestamptz,
  -- Null: by itself.
  switched_off_by uuid,
  constraint webhook_endpoints_organization_id_id_key unique (organization_id, id),
  constraint webhook_endpoints_url_key unique (organization_id, url),
  constraint webhook_endpoints_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint webhook_endpoints_created_by_fkey foreign key (created_by, organization_id)
    references public.users (id, organization_id),
  constraint webhook_endpoints_switched_off_by_fkey foreign key (switched_off_by, organization_id)
    references public.users (id, organization_id),
  constraint webhook_endpoints_url_length check (char_length(url) between 1 and 500),
  constraint webhook_endpoints_events_known check (cardinality(events) > 0),
  constraint webhook_endpoints_switched_off_whole check (switched_off_by is null or switched_off_at is not null)
);
comment on table private.webhook_endpoints is 'Addresses of an agency''s programs that are told what happened. Which address may be asked says the
  Edge Function webhook-send when it asks: names lead elsewhere later.';
-- No policy and no grant: functions say of it what a page shows.
alter table private.webhook_endpoints enable row level security;

create table private.webhook_secrets (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  endpoint_id uuid not null,
  secret_encrypted bytea not null,
  made_at timestamptz not null default now(),
  -- Null of the present one.
  ends_at timestamptz,
  constraint webhook_secrets_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint webhook_secrets_endpoint_id_fkey foreign key (organization_id, endpoint_id)
    references private.webhook_endpoints (organization_id, id) on delete cascade
);
comment on table private.webhook_secrets is 'What deliveries are signed with: the present secret, and those before it until they end.';
alter table private.webhook_secrets enable row level security;

create unique index webhook_secrets_present_key on private.webhook_secrets (organization_id, endpoint_id) where ends_at is null;
create index webhook_secrets_endpoint_id_idx on private.webhook_secrets (endpoint_id, made_at desc);

create table private.webhook_events (
  id uuid primary key default gen_random_uuid(),
  -- The order of facts: of one record that in which they were committed, because whoever writes it holds its row.
  number bigint generated always as identity,
  organization_id uuid not null,
  type text not null,
  record_type text not null,
  record_id uuid not null,
  happened_at timestamptz not null default now(),
  -- Ids, references, amounts and days of that moment; no name.
  data jsonb not null,
  constraint webhook_events_organization_id_id_key unique (organization_id, id),
  constraint webhook_events_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint webhook_events_record_type_known check (record_type in ('sales', 'commissions', 'payouts', 'customers')),
  constraint webhook_events_data_object check (jsonb_typeof(data) = 'object')
);
comment on table private.webhook_events is 'The outbox: facts that an endpoint wants, written by triggers in the transaction of the fact itself. For 30 days.';
alter table private.webhook_events enable row level security;

create index webhook_events_happened_at_idx on private.webhook_events (happened_at);
create index webhook_events_record_id_idx on private.webhook_events (organization_id, record_id);

create table private.webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  -- Of the event.
  number bigint not null,
  record_id uuid not null,
  state text not null default 'waiting',
  tries integer not null default 0,
  first_tried_at timestamptz,
  tried_at timestamptz,
  -- Of one that is being tried: when somebody else may.
  next_try_at timestamptz not null default now(),
  -- Whoever tries names this; one that ran out is another one's.
  claim uuid,
  -- Somebody asked for it once more.
  asked_at timestamptz,
  delivered_at timestamptz,
  -- The answer of the last try: its status and beginning, or why there was none.
  status integer,
  code text,
  duration_ms integer,
  answer text,
  constraint webhook_deliveries_event_id_key unique (event_id, endpoint_id),
  constraint webhook_deliveries_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint webhook_deliveries_endpoint_id_fkey foreign key (organization_id, endpoint_id)
    references private.webhook_endpoints (organization_id, id) on delete cascade,
  constraint webhook_deliveries_event_id_fkey foreign key (organization_id, event_id)
    references private.webhook_events (organization_id, id) on delete cascade,
  constraint webhook_deliveries_state_known check (state in ('waiting', 'delivered', 'given_up')),
  constraint webhook_deliveries_delivered_at_whole check (state <> 'delivered' or delivered_at is not null),
  constraint webhook_deliveries_code_known check (code in ('slow', 'unreachable', 'refused', 'redirect')),
  constraint webhook_deliveries_answer_length check (char_length(answer) <= 500)
);
comment on table private.webhook_deliveries is 'An event for an endpoint. waiting: for its first or next try; delivered: it was taken; given_up: it was not
  within three days.';
alter table private.webhook_deliveries enable row level security;

create index webhook_deliveries_waiting_idx on private.webhook_deliveries (endpoint_id, next_try_at, number) where state = 'waiting';
create index webhook_deliveries_record_id_idx on private.webhook_deliveries (endpoint_id, record_id, number) where state = 'waiting';
create index webhook_deliveries_claim_idx on private.webhook_deliveries (endpoint_id) where claim is not null;
create index webhook_deliveries_asked_at_idx on private.webhook_deliveries (next_try_at) where asked_at is not null;
create index webhook_deliveries_organization_id_number_idx on private.webhook_deliveries (organization_id, number desc, endpoint_id);
create index webhook_deliveries_endpoint_id_number_idx on private.webhook_deliveries (organization_id, endpoint_id, number desc);
