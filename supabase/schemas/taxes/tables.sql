create table private.tax_settings (
  organization_id uuid primary key,
  scheme text not null default 'none',
  -- Who pays, as forms and notes name it.
  legal_name text,
  tax_number text,
  street text,
  city text,
  region text,
  postal_code text,
  country text,
  -- US: the payer's number of its state, where it has one.
  state_number text,
  -- EU: payments from this day on get credit notes.
  notes_from date,
  updated_at timestamptz not null default now(),
  constraint tax_settings_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint tax_settings_scheme_known check (scheme in ('none', 'us', 'eu')),
  constraint tax_settings_payer_whole check (
    scheme = 'none' or num_nulls(legal_name, tax_number, street, city, postal_code, country) = 0),
  constraint tax_settings_notes_from_whole check ((scheme = 'eu') = (notes_from is not null))
);
comment on table private.tax_settings is 'What an agency makes for the taxes of its agents: nothing, 1099-NEC data, or credit notes; and
  who pays, as these name it. No row: nothing. Changed by save_tax_settings alone.';
alter table private.tax_settings enable row level security;

create table private.tax_thresholds (
  organization_id uuid not null,
  year smallint not null,
  amount numeric(12,2) not null,
  source text not null,
  set_by uuid not null,
  set_at timestamptz not null default now(),
  primary key (organization_id, year),
  constraint tax_thresholds_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint tax_thresholds_set_by_fkey foreign key (set_by, organization_id) references public.users (id, organization_id),
  constraint tax_thresholds_amount_range check (amount > 0 and amount <= 1000000),
  constraint tax_thresholds_source_required check (private.is_visible(source) and char_length(source) <= 300)
);
comment on table private.tax_thresholds is 'From which sum of a year on a form is made, where an owner says another one than
  private.usual_threshold, and why.';
alter table private.tax_thresholds enable row level security;

create table private.tax_details (
  organization_id uuid not null,
  agent_id uuid not null,
  kind text not null,
  -- US: as line 3a of Form W-9 has it, companies by how they are taxed; and `exempt`, of line 4.
  tax_class text,
  legal_name text not null,
  street text not null,
  city text not null,
  region text,
  postal_code text not null,
  country text not null,
  number_kind text not null,
  last_four text not null,
  -- {number}
  numbers_encrypted bytea not null,
  vat_status text,
  vat_rate numeric(4,2),
  -- An owner who wrote it down from paper; null: the agent.
  written_by uuid,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, agent_id),
  constraint tax_details_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint tax_details_agent_id_fkey foreign key (agent_id, organization_id) references public.users (id, organization_id),
  constraint tax_details_written_by_fkey foreign key (written_by, organization_id) references public.users (id, organization_id),
  constraint tax_details_kind_known check (kind in ('individual', 'business')),
  constraint tax_details_tax_class_known check (tax_class in ('individual', 'partnership', 'trust', 'c_corporation', 's_corporation', 'llc_partnership',
    'llc_c_corporation', 'llc_s_corporation', 'exempt')),
  constraint tax_details_tax_class_whole check ((tax_class is not null) = (number_kind in ('ssn', 'ein'))),
  constraint tax_details_number_kind_known check (number_kind in ('ssn', 'ein', 'vat', 'national')),
  constraint tax_details_vat_status_known check (vat_status in ('registered', 'small_business', 'reverse_charge')),
  constraint tax_details_vat_rate_whole check ((vat_rate is not null) = (vat_status is not distinct from 'registered')),
  constraint tax_details_vat_rate_range check (vat_rate > 0 and vat_rate <= 30),
  constraint tax_details_vat_status_whole check ((vat_status is null) = (number_kind in ('ssn', 'ein')))
);
comment on table private.tax_details is 'Who an agent is for the tax office. The number is encrypted like bank details
  (core/functions/secrets) and shown by its last characters. Kept of people who were deactivated: forms of past years need it.';
alter table private.tax_details enable row level security;

create table private.tax_requests (
  organization_id uuid not null,
  agent_id uuid not null,
  asked_by uuid not null,
  asked_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, agent_id),
  constraint tax_requests_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint tax_requests_agent_id_fkey foreign key (agent_id, organization_id) references public.users (id, organization_id),
  constraint tax_requests_asked_by_fkey foreign key (asked_by, organization_id) references public.users (id, organization_id)
);
comment on table private.tax_requests is 'When an agent was asked for tax details last.';
alter table private.tax_requests enable row level security;

create table private.tax_exports (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  year smallint not null,
  scope text not null,
  made_by uuid not null,
  made_at timestamptz not null default clock_timestamp(),
  constraint tax_exports_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint tax_exports_organization_id_id_key unique (organization_id, id),
  constraint tax_exports_made_by_fkey foreign key (made_by, organization_id) references public.users (id, organization_id),
  constraint tax_exports_scope_known check (scope in ('all', 'changed'))
);
comment on table private.tax_exports is 'Files of 1099-NEC data that left, each with its forms. Never changed.';
alter table private.tax_exports enable row level security;

create index tax_exports_year_idx on private.tax_exports (organization_id, year, made_at desc);

create table private.tax_export_forms (
  organization_id uuid not null,
  export_id uuid not null,
  agent_id uuid not null,
  amount numeric(12,2) not null,
  -- Which details it told: tax_details.updated_at.
  details_at timestamptz not null,
  primary key (organization_id, export_id, agent_id),
  constraint tax_export_forms_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint tax_export_forms_export_id_fkey foreign key (organization_id, export_id)
    references private.tax_exports (organization_id, id),
  constraint tax_export_forms_agent_id_fkey foreign key (agent_id, organization_id) references public.users (id, organization_id)
);
comment on table private.tax_export_forms is 'What a file said of one agent: a form that would say something else today has changed.';
alter table private.tax_export_forms enable row level security;

create table private.credit_note_counters (
  organization_id uuid not null,
  agent_id uuid not null,
  -- The agent's part of the numbers.
  code integer not null,
  last_number integer not null default 0,
  primary key (organization_id, agent_id),
  constraint credit_note_counters_code_key unique (organization_id, code),
  constraint credit_note_counters_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint credit_note_counters_agent_id_fkey foreign key (agent_id, organization_id) references public.users (id, organization_id),
  constraint credit_note_counters_last_number_range check (last_number >= 0)
);
comment on table private.credit_note_counters is 'The last number of each agent: whoever writes a note locks it, so that numbers have
  no gap and none is given twice.';
alter table private.credit_note_counters enable row level security;

create table private.credit_notes (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  agent_id uuid not null,
  number integer not null,
  -- As it is printed: 003-0007.
  label text not null,
  kind text not null,
  statement_id uuid,
  payment_id uuid,
  -- Of a counter note: which note it takes back.
  note_id uuid,
  issued_on date not null,
  paid_on date not null,
  currency text not null,
  vat_status text not null,
  vat_rate numeric(4,2),
  net numeric(12,2) not null,
  vat numeric(12,2) not null,
  gross numeric(12,2) not null,
  -- {agency, agent, of}: names, addresses and numbers of that day.
  content jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint credit_notes_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint credit_notes_organization_id_id_key unique (organization_id, id),
  constraint credit_notes_agent_id_fkey foreign key (agent_id, organization_id) references public.users (id, organization_id),
  constraint credit_notes_statement_id_fkey foreign key (organization_id, statement_id)
    references public.payout_statements (organization_id, id),
  constraint credit_notes_payment_id_fkey foreign key (organization_id, payment_id)
    references public.agent_payments (organization_id, id),
  constraint credit_notes_note_id_fkey foreign key (organization_id, note_id) references private.credit_notes (organization_id, id),
  constraint credit_notes_number_key unique (organization_id, agent_id, number),
  constraint credit_notes_label_key unique (organization_id, label),
  constraint credit_notes_note_id_key unique (organization_id, note_id),
  constraint credit_notes_kind_known check (kind in ('note', 'counter')),
  constraint credit_notes_note_id_whole check ((kind = 'counter') = (note_id is not null)),
  constraint credit_notes_statement_id_or_payment check (num_nulls(statement_id, payment_id) = 1),
  constraint credit_notes_gross_sum check (net + vat = gross),
  constraint credit_notes_gross_sign check (case kind when 'note' then gross > 0 else gross < 0 end),
  constraint credit_notes_vat_status_known check (vat_status in ('registered', 'small_business', 'reverse_charge')),
  constraint credit_notes_vat_rate_whole check (case vat_status when 'registered' then vat_rate is not null else vat_rate is null and vat = 0 end)
);
comment on table private.credit_notes is 'Credit notes to agents, one a payment, as they were when they were numbered, and counter notes
  of what came back. Never changed.';
alter table private.credit_notes enable row level security;

create unique index credit_notes_statement_id_key on private.credit_notes (organization_id, statement_id) where kind = 'note';
create unique index credit_notes_payment_id_key on private.credit_notes (organization_id, payment_id) where kind = 'note';
create index credit_notes_issued_on_idx on private.credit_notes (organization_id, issued_on desc, label);
