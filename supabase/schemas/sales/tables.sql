create table public.sale_groups (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  name text not null,
  vendor_id uuid not null,
  booking_reference text,
  travel_date date,
  return_date date,
  default_commission_rate numeric(5,2),
  notes text,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  archived_at timestamptz,
  constraint sale_groups_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint sale_groups_vendor_id_fkey foreign key (vendor_id, organization_id) references public.vendors (id, organization_id),
  constraint sale_groups_created_by_fkey foreign key (created_by, organization_id) references public.users (id, organization_id),
  -- What a sale refers to: it has the vendor of its group.
  constraint sale_groups_organization_id_id_key unique (organization_id, id, vendor_id),
  constraint sale_groups_name_length check (char_length(name) <= 200),
  constraint sale_groups_name_required check (private.is_visible(name)),
  constraint sale_groups_booking_reference_length check (char_length(booking_reference) <= 100),
  constraint sale_groups_travel_date_range check (travel_date between '1900-01-01' and '2199-12-31'),
  constraint sale_groups_return_date_range check (return_date between '1900-01-01' and '2199-12-31'),
  constraint sale_groups_return_date_after_travel check (return_date >= travel_date),
  constraint sale_groups_default_commission_rate_range check (default_commission_rate between 0 and 100),
  constraint sale_groups_notes_length check (char_length(notes) <= 5000)
);
comment on table public.sale_groups is 'Group bookings: several sales of one vendor on one trip. Every member reads the groups of their
  organization, but of its sales only those they may see. Written by the functions of sales/functions/groups.sql.';
alter table public.sale_groups enable row level security;

create unique index sale_groups_name_key on public.sale_groups (organization_id, lower(name));
create index sale_groups_vendor_id_idx on public.sale_groups (organization_id, vendor_id, created_at desc);

create policy "members read the groups of their organization" on public.sale_groups
  for select to authenticated using (organization_id = (select private.current_organization_id()));

grant select on public.sale_groups to authenticated;

create table public.sales (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default private.current_organization_id(),
  customer_id uuid not null,
  vendor_id uuid not null,
  agent_id uuid not null default auth.uid(),
  booking_reference text not null,
  sale_date date not null default private.today(),
  travel_date date,
  return_date date,
  total_amount numeric(12,2) not null,
  commission_amount numeric(12,2) not null,
  commission_rate numeric(5,2) not null,
  commission_basis text not null default 'rate',
  currency text not null,
  status text not null default 'booked',
  notes text,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  traveler_ids uuid[] not null default '{}',
  -- Written by import_rows only.
  import_batch_id uuid,
  import_row integer,
  -- What it is made of, who else sold it, and when the customer pays; [] for one total, one seller, no days.
  lines jsonb not null default '[]',
  fee_amount numeric(12,2) not null default 0,
  co_sellers jsonb not null default '[]',
  payment_plan jsonb not null default '[]',
  group_id uuid,
  constraint sales_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint sales_customer_id_fkey foreign key (customer_id, organization_id) references public.customers (id, organization_id),
  constraint sales_vendor_id_fkey foreign key (vendor_id, organization_id) references public.vendors (id, organization_id),
  constraint sales_agent_id_fkey foreign key (agent_id, organization_id) references public.users (id, organization_id),
  constraint sales_created_by_fkey foreign key (created_by, organization_id) references public.users (id, organization_id),
  constraint sales_currency_fkey foreign key (organization_id, currency) references public.organizations (id, currency),
  constraint sales_group_id_fkey foreign key (organization_id, group_id, vendor_id)
    references public.sale_groups (organization_id, id, vendor_id),
  constraint sales_organization_id_id_key unique (organization_id, id),
  constraint sales_booking_reference_length check (char_length(booking_reference) <= 100),
  -- Ranges also refuse values that `date` and `numeric` accept: infinity, NaN, the year 0026.
  constraint sales_sale_date_range check (sale_date between '1900-01-01' and '2199-12-31'),
  constraint sales_travel_date_range check (travel_date between '1900-01-01' and '2199-12-31'),
  constraint sales_return_date_range check (return_date between '1900-01-01' and '2199-12-31'),
  constraint sales_return_date_after_travel check (return_date >= travel_date),
  constraint sales_total_amount_range check (total_amount between 0 and 9999999999.99),
  constraint sales_commission_amount_range check (commission_amount between 0 and 9999999999.99),
  constraint sales_commission_amount_within_total check (total_amount <= 0 or commission_amount <= total_amount),
  constraint sales_commission_rate_range check (commission_rate between 0 and 100),
  constraint sales_commission_basis_known check (commission_basis in ('rate', 'amount')),
  constraint sales_status_known check (status in ('booked', 'paid', 'cancelled')),
  constraint sales_notes_length check (char_length(notes) <= 5000),
  constraint sales_booking_reference_required check (private.is_visible(booking_reference)),
  constraint sales_lines_array check (jsonb_typeof(lines) = 'array'),
  constraint sales_co_sellers_array check (jsonb_typeof(co_sellers) = 'array'),
  constraint sales_payment_plan_array check (jsonb_typeof(payment_plan) = 'array'),
  constraint sales_fee_amount_range check (fee_amount >= 0 and (total_amount < 0 or fee_amount <= total_amount)),
  constraint sales_traveler_ids_count check (cardinality(traveler_ids) <= 100),
  -- The paying customer is not listed among the travelers.
  constraint sales_traveler_ids_without_customer check (customer_id <> all (traveler_ids))
);
comment on table public.sales is 'Sales and their travelers: who may read and change them, amounts derived from what was entered,
  optimistic concurrency (version), and the functions that create, update and look for sales. Agents work with their own sales,
  admins with all of their organization. How a sale moves between its statuses is in sales/functions/state_machine.sql.';
alter table public.sales enable row level security;

create index sales_organization_id_status_idx on public.sales (organization_id, status, sale_date desc, created_at desc, booking_reference desc, id);
-- With what the profile and the list of a vendor add up.
create index sales_organization_id_vendor_id_idx on public.sales (organization_id, vendor_id, sale_date desc, created_at desc, booking_reference desc, id)
  include (status, agent_id, total_amount, commission_amount, customer_id);
-- Duplicate bookings: the same reference at the same vendor, ignoring case and surrounding blanks.
create index sales_booking_reference_idx on public.sales (organization_id, vendor_id, lower(btrim(booking_reference)));
create index sales_organization_id_total_amount_idx on public.sales (organization_id, total_amount desc, sale_date desc, created_at desc, booking_reference desc, id)
  include (status, agent_id, vendor_id);
create index sales_organization_id_booking_reference_idx on public.sales (organization_id, booking_reference desc, sale_date desc, created_at desc, id)
  include (status, agent_id, vendor_id);
-- Search for any part of a booking reference, by trigrams, among all of an organization or one agent's.
create index sales_booking_reference_search_idx on public.sales using gin
  (organization_id, agent_id, lower(booking_reference collate pg_catalog."pg_c_utf8") extensions.gin_trgm_ops);
-- References as banks print them: letters and digits, and the first run of digits without the zeros before it. See bank/functions/texts. With the agent, so that a
-- search for a reference reads no row of somebody else.
create index sales_reference_key_idx on public.sales (organization_id, private.reference_key(booking_reference), agent_id);
create index sales_reference_digits_idx on public.sales (organization_id, ltrim(substring(booking_reference from '[0-9]{4,}'), '0'))
  where substring(booking_reference from '[0-9]{4,}') is not null;
create index sales_departures_idx on public.sales (organization_id, agent_id, travel_date, id)
  where status <> 'cancelled' and travel_date is not null;
-- Trips that begin before the customer has paid.
create index sales_unpaid_departures_idx on public.sales (organization_id, travel_date, id)
  include (agent_id, vendor_id, sale_date, total_amount, commission_amount) where status = 'booked';
create index sales_organization_id_customer_id_idx on public.sales (organization_id, customer_id, sale_date desc, created_at desc, booking_reference desc, id)
  include (status, agent_id, vendor_id, total_amount, commission_amount);
create index sales_organization_id_agent_id_idx on public.sales (organization_id, agent_id, sale_date desc, created_at desc, booking_reference desc, id)
  include (status, vendor_id, total_amount, commission_amount, customer_id);
create index sales_organization_id_sale_date_idx on public.sales (organization_id, sale_date desc, created_at desc, booking_reference desc, id)
  include (status, agent_id, vendor_id, total_amount, commission_amount, travel_date, customer_id);
-- The few sales that somebody shares with others.
create index sales_shared_idx on public.sales (organization_id, agent_id) where co_sellers <> '[]';
-- The order in which programs read them: rows of one moment are few.
create index sales_organization_id_created_at_idx on public.sales (organization_id, created_at desc, id);
-- What has changed since a program read it last.
create index sales_organization_id_updated_at_idx on public.sales (organization_id, updated_at, id);
-- The few sales with a note, for the redaction of an erased customer (private.redact_sales).
create index sales_texts_idx on public.sales (organization_id, id) where notes is not null;

create index sales_group_id_idx on public.sales (organization_id, group_id, agent_id) where group_id is not null;

create index sales_import_batch_id_idx on public.sales (import_batch_id, import_row) where import_batch_id is not null;

-- Agent, vendor and customer determine the organization: without this the planner expects a thousandth of the rows.
create statistics public.sales_scope (dependencies) on organization_id, agent_id, vendor_id, customer_id from public.sales;

comment on column public.sales.commission_amount is
  'Filled by trigger: what the vendor owes the agency, derived when the basis is rate';
comment on column public.sales.commission_rate is
  'Filled by trigger: percent, derived when the basis is amount, the vendor''s default when left out';
comment on column public.sales.currency is 'Filled by trigger: the currency of the organization';
comment on column public.sales.version is 'Filled by trigger: 1, and one more with every change of what the sale says';
comment on column public.sales.lines is 'What the sale is made of, in order: [{kind, text, amount, earns, rate, commission}]; total, fee and
  commission are their sums. sale_lines follows it';
comment on column public.sales.fee_amount is 'Filled by trigger: of the total, the agency''s own service fee, which no vendor owes';
comment on column public.sales.co_sellers is 'Who sold it beside the agent: [{user_id, role, percent}], role co_seller or referral; the agent
  has the rest of 100 percent';
comment on column public.sales.payment_plan is 'When the customer pays: [{kind, due_on, amount, remind}], kind deposit or
  final, amount null for the rest. payment_dues follows it';
comment on column public.sales.group_id is 'The group booking it belongs to, of the same vendor';
comment on column public.sales.traveler_ids is
  'Customers who travel beside the paying one, in no order. sale_travelers follows it and holds the references';

create policy "agents read their own sales, admins all of their organization" on public.sales
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or agent_id = (select auth.uid()))
  );

create policy "agents record sales of their own, admins for anybody in their organization" on public.sales
  for insert to authenticated with check (
    organization_id = (select private.current_organization_id())
    and created_by = (select auth.uid())
    and ((select private.is_admin()) or agent_id = (select auth.uid()))
  );

create policy "agents change their own sales, admins all of their organization" on public.sales
  for update to authenticated
  using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or agent_id = (select auth.uid()))
  )
  with check (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or agent_id = (select auth.uid()))
  );

grant select, insert (customer_id, vendor_id, agent_id, booking_reference, sale_date, travel_date, return_date, total_amount,
  commission_amount, commission_rate, commission_basis, currency, notes, traveler_ids, lines, co_sellers, payment_plan, group_id), update (customer_id, vendor_id,
  agent_id, booking_reference, sale_date, travel_date, return_date, total_amount, commission_amount, commission_rate,
  commission_basis, currency, status, notes, traveler_ids, lines, co_sellers, payment_plan, group_id) on public.sales to authenticated;

create table public.sale_travelers (
  sale_id uuid not null,
  customer_id uuid not null,
  organization_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (sale_id, customer_id),
  constraint sale_travelers_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint sale_travelers_sale_id_fkey foreign key (sale_id, organization_id) references public.sales (id, organization_id),
  constraint sale_travelers_customer_id_fkey foreign key (customer_id, organization_id)
    references public.customers (id, organization_id)
);
comment on table public.sale_travelers is 'sales.traveler_ids as rows, with the foreign keys an array cannot have and an index by
  customer. Denormalized by trigger.';
alter table public.sale_travelers enable row level security;

create index sale_travelers_organization_id_customer_id_idx on public.sale_travelers (organization_id, customer_id, sale_id);

-- The policy of sales decides: the subquery runs with the caller's rights.
create policy "people read the travelers of the sales they may read" on public.sale_travelers
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or exists (
      select 1 from public.sales s where s.organization_id = sale_travelers.organization_id and s.id = sale_id))
  );

grant select on public.sale_travelers to authenticated;

create table public.sale_lines (
  organization_id uuid not null,
  sale_id uuid not null,
  place integer not null,
  kind text not null,
  text text,
  amount numeric(12,2) not null,
  earns text not null,
  rate numeric(5,2) not null,
  commission numeric(12,2) not null,
  primary key (sale_id, place),
  constraint sale_lines_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint sale_lines_sale_id_fkey foreign key (sale_id, organization_id) references public.sales (id, organization_id)
    on delete cascade,
  constraint sale_lines_kind_known check (kind in ('fare', 'taxes', 'non_commissionable', 'air', 'hotel', 'cruise', 'tour', 'insurance',
    'transfer', 'extra', 'discount', 'service_fee')),
  constraint sale_lines_text_length check (char_length(text) <= 200),
  constraint sale_lines_earns_known check (earns in ('rate', 'amount', 'nothing')),
  constraint sale_lines_amount_sign check (case kind when 'discount' then amount <= 0 else amount >= 0 end),
  constraint sale_lines_rate_range check (rate between 0 and 100),
  constraint sale_lines_commission_range check (commission between least(amount, 0) and greatest(amount, 0))
);
comment on table public.sale_lines is 'sales.lines as rows, in their order (place, from 1). Denormalized by trigger.';
alter table public.sale_lines enable row level security;

create index sale_lines_organization_id_idx on public.sale_lines (organization_id, sale_id);

-- The policy of sales decides: the subquery runs with the caller's rights.
create policy "people read the lines of the sales they may read" on public.sale_lines
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or exists (
      select 1 from public.sales s where s.organization_id = sale_lines.organization_id and s.id = sale_id))
  );

grant select on public.sale_lines to authenticated;

create table public.sales_history (
  id uuid primary key default gen_random_uuid(),
  sales_id uuid not null,
  organization_id uuid not null,
  changed_by uuid,
  change_type text not null,
  previous_data jsonb,
  new_data jsonb,
  changed_fields text[] not null default '{}',
  notes text,
  created_at timestamptz not null default clock_timestamp(),
  version integer not null,
  comment text,
  code text,
  params jsonb not null default '{}',
  constraint sales_history_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint sales_history_sales_id_fkey foreign key (sales_id, organization_id) references public.sales (id, organization_id),
  constraint sales_history_changed_by_fkey foreign key (changed_by, organization_id)
    references public.users (id, organization_id),
  constraint sales_history_change_type_known check (change_type in ('create', 'update', 'status_change')),
  constraint sales_history_comment_length check (char_length(comment) <= 5000),
  constraint sales_history_code_length check (char_length(code) <= 40)
);
comment on table public.sales_history is 'The history of sales: one entry per version, written by triggers only and append-only. The
  API reads the history of the sales the caller may read. An update keeps the changed columns only. The agent''s split and share are
  in no history, here or of commissions (commissions/functions/history.sql): an agent who takes over a sale must not learn what the
  previous one earned.';
alter table public.sales_history enable row level security;

create index sales_history_sales_id_idx on public.sales_history (organization_id, sales_id, created_at desc, id);
create unique index sales_history_version_key on public.sales_history (sales_id, version, organization_id);
-- For the redaction of an erased customer (private.redact_sales, erase_customer): entries with free texts or names, and entries
-- of sales whose paying customer was changed.
create index sales_history_texts_idx on public.sales_history (organization_id, sales_id)
  where comment is not null or new_data ->> 'notes' is not null or previous_data ->> 'notes' is not null
    or new_data ? 'travelers' or previous_data ? 'travelers' or new_data ? 'lines' or previous_data ? 'lines';
create index sales_history_customers_idx on public.sales_history (organization_id, (previous_data ->> 'customer_id'))
  where previous_data ? 'customer_id';

comment on column public.sales_history.version is 'The version of the sale that this change made';
comment on column public.sales_history.comment is 'What a person typed about a change of status';
comment on column public.sales_history.code is 'What `notes` says, for words of the reader''s own; null where there are none';

-- The policy of sales decides: the subquery runs with the caller's rights.
create policy "people read the history of the sales they may read" on public.sales_history
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or exists (
      select 1 from public.sales s where s.organization_id = sales_history.organization_id and s.id = sales_id))
  );

grant select on public.sales_history to authenticated;

create table public.customer_payments (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  sales_id uuid not null,
  amount numeric(12,2) not null,
  paid_on date not null,
  payment_method text,
  notes text,
  origin text not null,
  undoes_id uuid,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  constraint customer_payments_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint customer_payments_organization_id_id_key unique (organization_id, id),
  constraint customer_payments_sales_id_fkey foreign key (sales_id, organization_id) references public.sales (id, organization_id),
  constraint customer_payments_undoes_id_fkey foreign key (organization_id, undoes_id)
    references public.customer_payments (organization_id, id),
  constraint customer_payments_created_by_fkey foreign key (created_by, organization_id)
    references public.users (id, organization_id),
  constraint customer_payments_amount_range check (amount <> 0 and amount between -9999999999.99 and 9999999999.99),
  constraint customer_payments_paid_on_range check (paid_on between '1900-01-01' and '2199-12-31'),
  constraint customer_payments_payment_method_known
    check (payment_method in ('check', 'bank_transfer', 'cash', 'card', 'other')),
  constraint customer_payments_notes_length check (char_length(notes) <= 500),
  constraint customer_payments_origin_known check (origin in ('recorded', 'rest', 'undo')),
  constraint customer_payments_origin_whole check ((origin = 'undo') = (undoes_id is not null)
    and (origin <> 'recorded' or payment_method is not null))
);
comment on table public.customer_payments is 'What customers have paid of their sales, append-only: below zero is a refund. origin: recorded
  by somebody, the rest of a sale that was marked as paid, or undo, a row against the one it undoes.';
alter table public.customer_payments enable row level security;

create index customer_payments_sales_id_idx on public.customer_payments (organization_id, sales_id, created_at) include (amount);
create unique index customer_payments_undoes_id_key on public.customer_payments (undoes_id, organization_id) where undoes_id is not null;

-- The policy of sales decides: the subquery runs with the caller's rights.
create policy "people read the payments of the sales they may read" on public.customer_payments
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or exists (
      select 1 from public.sales s where s.organization_id = customer_payments.organization_id and s.id = sales_id))
  );

grant select on public.customer_payments to authenticated;

create table public.payment_dues (
  sales_id uuid not null,
  place integer not null,
  organization_id uuid not null,
  agent_id uuid not null,
  kind text not null,
  due_on date not null,
  amount numeric(12,2) not null,
  open_amount numeric(12,2) not null,
  remind boolean not null,
  reminded_on date,
  primary key (sales_id, place, organization_id),
  constraint payment_dues_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint payment_dues_sales_id_fkey foreign key (sales_id, organization_id) references public.sales (id, organization_id)
    on delete cascade,
  constraint payment_dues_kind_known check (kind in ('deposit', 'final'))
);
comment on table public.payment_dues is 'sales.payment_plan as rows, with what the payments of the sale have not covered (0 of a sale that
  is not booked). Denormalized by trigger.';
alter table public.payment_dues enable row level security;

-- What is due next, of all or of one agent; and the job that reminds.
create index payment_dues_due_on_idx on public.payment_dues (organization_id, due_on, sales_id) include (agent_id, open_amount)
  where open_amount > 0;
create index payment_dues_remind_idx on public.payment_dues (due_on) where remind and reminded_on is null and open_amount > 0;

create policy "agents read what is due of their own sales, admins all of their organization" on public.payment_dues
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or agent_id = (select auth.uid()))
  );

grant select on public.payment_dues to authenticated;
