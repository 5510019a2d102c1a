-- What a commission is divided into, and the commissions that are not a vendor's for a sale.

create table public.other_commissions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  kind text not null,
  -- The sale of a service fee, the cancelled one of a penalty; a volume bonus has none.
  sales_id uuid,
  -- Who owes it; nobody of a service fee, which the customer pays.
  vendor_id uuid,
  -- Of a volume bonus: for what was sold from the first day to the last.
  period_start date,
  period_end date,
  amount numeric(12,2) not null,
  status text not null default 'unpaid',
  notes text,
  due_on date,
  received_amount numeric(12,2),
  received_on date,
  received_posted_on date,
  -- The day whose figures count it: of its sale, or the last of its period.
  counted_on date not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint other_commissions_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint other_commissions_organization_id_id_key unique (organization_id, id),
  constraint other_commissions_sales_id_fkey foreign key (sales_id, organization_id) references public.sales (id, organization_id),
  constraint other_commissions_vendor_id_fkey foreign key (vendor_id, organization_id)
    references public.vendors (id, organization_id),
  constraint other_commissions_created_by_fkey foreign key (created_by, organization_id)
    references public.users (id, organization_id),
  constraint other_commissions_kind_known check (kind in ('service_fee', 'penalty', 'volume_bonus')),
  constraint other_commissions_kind_whole check (case kind
    when 'service_fee' then sales_id is not null and vendor_id is null and num_nonnulls(period_start, period_end) = 0
    when 'penalty' then sales_id is not null and vendor_id is not null and num_nonnulls(period_start, period_end) = 0
    else sales_id is null and num_nulls(vendor_id, period_start, period_end) = 0 and period_start <= period_end end),
  constraint other_commissions_amount_range check (amount between 0 and 9999999999.99),
  constraint other_commissions_status_known check (status in ('unpaid', 'funds_received', 'agent_paid', 'cancelled')),
  constraint other_commissions_notes_length check (char_length(notes) <= 5000),
  constraint other_commissions_due_on_range check (due_on between '1900-01-01' and '2199-12-31'),
  constraint other_commissions_period_start_range check (period_start >= '1900-01-01' and period_end <= '2199-12-31'),
  constraint other_commissions_received_amount_range check (received_amount between 0 and 9999999999.99),
  constraint other_commissions_received_on_range check (received_on between '1900-01-01' and '2199-12-31'),
  constraint other_commissions_received_on_whole check (num_nulls(received_on, received_amount) in (0, 2))
);
comment on table public.other_commissions is 'Commissions of other kinds than a vendor''s for a sale, with one life like theirs: service_fee
  (the agency''s own, received when the customer has paid), penalty (what a vendor still pays for a cancelled sale), volume_bonus
  (of a vendor for a period).';
alter table public.other_commissions enable row level security;

-- One of a kind for a sale.
create unique index other_commissions_sales_id_key on public.other_commissions (sales_id, kind, organization_id)
  where sales_id is not null;
-- One for a vendor and a period.
create unique index other_commissions_vendor_id_period_key on public.other_commissions (vendor_id, period_start, period_end, organization_id)
  where kind = 'volume_bonus' and status <> 'cancelled';
create index other_commissions_organization_id_status_idx on public.other_commissions (organization_id, status, created_at desc, id);
create index other_commissions_vendor_id_idx on public.other_commissions (organization_id, vendor_id, status)
  where vendor_id is not null;
create index other_commissions_counted_on_idx on public.other_commissions (organization_id, counted_on);

-- Agents read their shares of it, not the whole.
create policy "admins read the other commissions of their organization" on public.other_commissions
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select on public.other_commissions to authenticated;

create table public.commission_shares (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  -- Of which commission: a vendor's for a sale, or another one.
  commission_id uuid,
  other_commission_id uuid,
  sales_id uuid,
  user_id uuid not null,
  role text not null,
  -- Its place among the parts of the commission: the seller's is 1. An override has none.
  place integer,
  percent numeric(5,2) not null,
  split numeric(5,2) not null,
  split_parts jsonb,
  gross_part numeric(12,2) not null,
  agent_amount numeric(12,2) not null,
  -- Of an override and a correction by tier: which share it is upon; of an override what it is a percent of, and from whose part.
  under_share_id uuid,
  base text,
  taken_from text,
  -- Of what is taken off an agent: for which override.
  override_id uuid,
  terms_version_id uuid,
  counted_on date not null,
  status text not null default 'open',
  paid_on date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint commission_shares_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint commission_shares_organization_id_id_key unique (organization_id, id),
  constraint commission_shares_commission_id_fkey foreign key (organization_id, commission_id)
    references public.commissions (organization_id, id) on delete cascade,
  constraint commission_shares_other_commission_id_fkey foreign key (organization_id, other_commission_id)
    references public.other_commissions (organization_id, id) on delete cascade,
  constraint commission_shares_sales_id_fkey foreign key (sales_id, organization_id) references public.sales (id, organization_id),
  constraint commission_shares_user_id_fkey foreign key (user_id, organization_id) references public.users (id, organization_id),
  constraint commission_shares_under_share_id_fkey foreign key (organization_id, under_share_id)
    references public.commission_shares (organization_id, id) on delete cascade,
  constraint commission_shares_override_id_fkey foreign key (organization_id, override_id)
    references public.commission_shares (organization_id, id) on delete cascade,
  constraint commission_shares_override_id_whole check (override_id is null or role = 'override_charge'),
  constraint commission_shares_commission_id_one check (num_nonnulls(commission_id, other_commission_id) = 1),
  -- Figures find the shares of a vendor's commission by its sale.
  constraint commission_shares_sales_id_whole check (commission_id is null or sales_id is not null),
  constraint commission_shares_role_known check (role in ('seller', 'co_seller', 'referral', 'override', 'override_charge',
    'tier_correction')),
  constraint commission_shares_role_whole check (case when role in ('override', 'override_charge')
    then place is null and num_nulls(under_share_id, base, taken_from) = 0
    when role = 'tier_correction' then num_nonnulls(place, base, taken_from) = 0 and num_nulls(under_share_id, terms_version_id) = 0
    else place is not null and num_nonnulls(under_share_id, base, taken_from) = 0 and (role = 'seller') = (place = 1) end),
  constraint commission_shares_percent_range check (percent > 0 and percent <= 100),
  constraint commission_shares_split_range check (split between 0 and 100),
  constraint commission_shares_split_parts_array check (jsonb_typeof(split_parts) = 'array'),
  constraint commission_shares_base_known check (base in ('gross', 'agency', 'agent')),
  constraint commission_shares_taken_from_known check (taken_from in ('agency', 'agent')),
  -- What a lead gets from an agent's part is taken off that agent's.
  constraint commission_shares_agent_amount_sign check (case role when 'override_charge' then agent_amount <= 0
    when 'tier_correction' then true else agent_amount >= 0 end),
  constraint commission_shares_status_known check (status in ('open', 'paid', 'cancelled')),
  constraint commission_shares_paid_on_whole check ((status = 'paid') = (paid_on is not null))
);
comment on table public.commission_shares is 'What people get of commissions, a row for each: the seller (place 1), co-sellers and
  referrals, and overrides. gross_part: the part of the amount by percent, to the cent; agent_amount: what the person is paid of it (of
  an override_charge: minus).';
comment on column public.commission_shares.split_parts is 'Of what is which part of a split that terms divide (private.share_of); [] undivided,
  null where it is a split alone, and of what was recorded while it was rounded to two decimals';
alter table public.commission_shares enable row level security;

create unique index commission_shares_place_key on public.commission_shares (commission_id, other_commission_id, place, organization_id)
  nulls not distinct where place is not null;
-- A lead has one override upon a share.
create unique index commission_shares_override_key on public.commission_shares (under_share_id, user_id, organization_id)
  where role = 'override';
create unique index commission_shares_charge_key on public.commission_shares (override_id, organization_id) where override_id is not null;
create index commission_shares_of_person_idx on public.commission_shares (organization_id, user_id, counted_on, status);
create index commission_shares_user_id_idx on public.commission_shares (organization_id, user_id, status, counted_on)
  where role <> 'seller' or commission_id is null;
-- What can be paid next, and what it waits for: the open ones alone.
create index commission_shares_open_idx on public.commission_shares (organization_id, user_id) where status = 'open';
create index commission_shares_open_beside_idx on public.commission_shares (organization_id, user_id)
  where status = 'open' and (role <> 'seller' or commission_id is null);
create index commission_shares_commission_id_idx on public.commission_shares (organization_id, commission_id)
  where commission_id is not null;
-- What other people than the seller were paid of commissions that are owed.
create index commission_shares_paid_idx on public.commission_shares (organization_id) include (commission_id, agent_amount)
  where status = 'paid' and (role <> 'seller' or commission_id is null);
create index commission_shares_other_commission_id_idx on public.commission_shares (organization_id, other_commission_id)
  where other_commission_id is not null;
create index commission_shares_sales_id_idx on public.commission_shares (organization_id, sales_id, user_id) where sales_id is not null;
create index commission_shares_counted_on_idx on public.commission_shares (organization_id, counted_on);
create index commission_shares_under_share_id_idx on public.commission_shares (organization_id, under_share_id)
  where under_share_id is not null;

-- What the tiers of a version have corrected.
create index commission_shares_corrections_idx on public.commission_shares (organization_id, user_id, terms_version_id)
  where role = 'tier_correction';

create policy "people read their own shares, admins all of their organization" on public.commission_shares
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or user_id = (select auth.uid())));

grant select on public.commission_shares to authenticated;

alter table public.agent_payments add constraint agent_payments_share_id_fkey foreign key (organization_id, share_id)
  references public.commission_shares (organization_id, id);

create table public.agreement_versions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  user_id uuid not null,
  number integer not null,
  valid_from date not null,
  default_split numeric(5,2) not null,
  -- [{vendor_id, split}] and [{category, split}].
  vendor_splits jsonb not null default '[]',
  category_splits jsonb not null default '[]',
  -- {basis, year_start, mode, steps: [{from, split}]}, steps by rising volume; null: none.
  tiers jsonb,
  -- [{whose: 'all' or people's ids, percent, base: gross, agency or agent, taken_from: agency or agent, cap_per_year: money or null}]
  overrides jsonb not null default '[]',
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  -- When a plan was put in the place of this one before it began.
  replaced_at timestamptz,
  constraint agreement_versions_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint agreement_versions_user_id_fkey foreign key (user_id, organization_id) references public.users (id, organization_id),
  constraint agreement_versions_created_by_fkey foreign key (created_by, organization_id)
    references public.users (id, organization_id),
  constraint agreement_versions_number_key unique (organization_id, user_id, number),
  constraint agreement_versions_default_split_range check (default_split between 0 and 100),
  constraint agreement_versions_vendor_splits_array check (jsonb_typeof(vendor_splits) = 'array'),
  constraint agreement_versions_category_splits_array check (jsonb_typeof(category_splits) = 'array'),
  constraint agreement_versions_tiers_object check (jsonb_typeof(tiers) = 'object'),
  constraint agreement_versions_overrides_array check (jsonb_typeof(overrides) = 'array'),
  constraint agreement_versions_valid_from_range check (valid_from between '1900-01-01' and '2199-12-31')
);
comment on table public.agreement_versions is 'Terms of a person, append-only: the version in force on a sale''s date says the split when the sale is
  recorded. Somebody without versions has the split of user_terms.';
alter table public.agreement_versions enable row level security;

create index agreement_versions_user_id_idx on public.agreement_versions (organization_id, user_id, valid_from desc, number desc)
  where replaced_at is null;
-- Who has overrides, and that nobody has.
create index agreement_versions_overrides_idx on public.agreement_versions (organization_id, user_id) where overrides <> '[]';

create policy "people read their own agreements, admins all of their organization" on public.agreement_versions
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or user_id = (select auth.uid())));

grant select on public.agreement_versions to authenticated;

create table private.tier_years_due (
  -- Of which transaction: nobody waits for a mark of another one.
  transaction_id xid8 not null default pg_current_xact_id(),
  organization_id uuid not null,
  user_id uuid not null,
  first_day date not null,
  last_day date not null,
  primary key (transaction_id, organization_id, user_id)
);
comment on table private.tier_years_due is 'Whose years by tiers are to be reckoned again when this transaction ends, once however many
  statements changed them: between transactions it is empty.';
alter table private.tier_years_due enable row level security;

create table private.known_volumes (
  transaction_id xid8 not null default pg_current_xact_id(),
  sales_id uuid not null,
  user_id uuid not null,
  -- Before the sale; of tiers that lift the year of the whole year without it.
  before numeric not null,
  primary key (transaction_id, sales_id, user_id)
);
comment on table private.known_volumes is 'What people with tiers have sold until the sales that a statement of this transaction records or
  gives them, reckoned for all of them at once: between statements it is empty.';
alter table private.known_volumes enable row level security;
