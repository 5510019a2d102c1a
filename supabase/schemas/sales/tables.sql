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
  constraint sales_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint sales_customer_id_fkey foreign key (customer_id, organization_id) references public.customers (id, organization_id),
  constraint sales_vendor_id_fkey foreign key (vendor_id, organization_id) references public.vendors (id, organization_id),
  constraint sales_agent_id_fkey foreign key (agent_id, organization_id) references public.users (id, organization_id),
  constraint sales_created_by_fkey foreign key (created_by, organization_id) references public.users (id, organization_id),
  constraint sales_currency_fkey foreign key (organization_id, currency) references public.organizations (id, currency),
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
  constraint sales_traveler_ids_count check (cardinality(traveler_ids) <= 100),
  -- The paying customer is not listed among the travelers.
  constraint sales_traveler_ids_without_customer check (customer_id <> all (traveler_ids))
);
comment on table public.sales is 'Sales and their travelers: who may read and change them, amounts derived from what was entered,
  optimistic concurrency (version), and the functions that create, update and look for sales. Agents work with their own sales,
  admins with all of their organization. How a sale moves between its statuses is in sales/functions/state_machine.sql.';
alter table public.sales enable row level security;

create index sales_organization_id_status_idx on public.sales (organization_id, status, sale_date desc, created_at desc, id);
-- With what the profile and the list of a vendor add up.
create index sales_organization_id_vendor_id_idx on public.sales (organization_id, vendor_id, sale_date desc, created_at desc, id)
  include (status, agent_id, total_amount, commission_amount, customer_id);
-- Duplicate bookings: the same reference at the same vendor, ignoring case and surrounding blanks.
create index sales_booking_reference_idx on public.sales (organization_id, vendor_id, lower(btrim(booking_reference)));
create index sales_organization_id_total_amount_idx on public.sales (organization_id, total_amount desc, id)
  include (status, agent_id, vendor_id, sale_date);
create index sales_organization_id_booking_reference_idx on public.sales (organization_id, booking_reference desc, id)
  include (status, agent_id, vendor_id, sale_date);
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
create index sales_organization_id_customer_id_idx on public.sales (organization_id, customer_id, sale_date desc, created_at desc, id)
  include (status, agent_id, vendor_id, total_amount, commission_amount, booking_reference);
create index sales_organization_id_agent_id_idx on public.sales (organization_id, agent_id, sale_date desc, created_at desc, id)
  include (status, vendor_id, total_amount, commission_amount, customer_id);
create index sales_organization_id_sale_date_idx on public.sales (organization_id, sale_date desc, created_at desc, id)
  include (status, agent_id, vendor_id, total_amount, commission_amount, travel_date, customer_id);
-- The few sales with a note, for the redaction of an erased customer (private.redact_sales).
create index sales_texts_idx on public.sales (organization_id, id) where notes is not null;

create index sales_import_batch_id_idx on public.sales (import_batch_id, import_row) where import_batch_id is not null;

-- Agent, vendor and customer determine the organization: without this the planner expects a thousandth of the rows.
create statistics public.sales_scope (dependencies) on organization_id, agent_id, vendor_id, customer_id from public.sales;

comment on column public.sales.commission_amount is
  'Filled by trigger: what the vendor owes the agency, derived when the basis is rate';
comment on column public.sales.commission_rate is
  'Filled by trigger: percent, derived when the basis is amount, the vendor''s default when left out';
comment on column public.sales.currency is 'Filled by trigger: the currency of the organization';
comment on column public.sales.version is 'Filled by trigger: 1, and one more with every change of what the sale says';
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
  commission_amount, commission_rate, commission_basis, currency, notes, traveler_ids), update (customer_id, vendor_id,
  agent_id, booking_reference, sale_date, travel_date, return_date, total_amount, commission_amount, commission_rate,
  commission_basis, currency, status, notes, traveler_ids) on public.sales to authenticated;

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
    or new_data ? 'travelers' or previous_data ? 'travelers';
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
