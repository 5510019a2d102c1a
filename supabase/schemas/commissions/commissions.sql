-- Commissions: table, access, and the columns that follow from the sale and the vendor's terms. A commission comes with its sale
-- (sales/state_machine creates and moves it); clients neither create nor delete one, and change status and notes only. That the
-- vendor's money is here is recorded by commissions/receipts alone.
--
-- Denormalized columns, written by triggers, so that sums, filters and sorts need no join:
-- - sale_date: the day a commission counts for, that of its sale. It moves in the statement that moves the sale.
-- - vendor_id and due_on (see docs/decisions/010): due_on is so many days after booking, departure or return, by the vendor's
--   terms. What is expected and what is overdue is one scan of one index.
-- - sale_paid: an agent is paid once the funds were received and the customer has paid the sale. Who can be paid next, and what
--   is waited for, is one scan of one index.
--
-- Lock order: sale, vendor, commission; several commissions in the order of their sales. New terms lock the vendor's row FOR
-- UPDATE and so wait for sales that are being written with the old terms: a sale being recorded holds its vendor FOR KEY SHARE by
-- its foreign key, one whose dates or vendor change by sales_15_lock_vendor.

create table public.commissions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  sales_id uuid not null,
  agent_id uuid not null,
  amount numeric(12,2) not null,
  commission_split numeric(5,2) not null,
  agent_amount numeric(12,2) not null,
  status text not null default 'unpaid',
  notes text,
  due_on date,
  received_amount numeric(12,2),
  received_on date,
  received_posted_on date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sale_date date not null,
  vendor_id uuid not null,
  sale_paid boolean not null default false,
  received_how text,
  deposited_amount numeric(12,2) not null default 0,
  written_off numeric(12,2) not null default 0,
  taken_back_amount numeric(12,2) not null default 0,
  manual_written_off numeric(12,2) not null default 0,
  manual_write_off_reason text,
  share_base numeric(12,2),
  manual_amount numeric(12,2) not null generated always as (
    coalesce(received_amount, 0) - deposited_amount - taken_back_amount) stored,
  open_amount numeric(12,2) not null generated always as (
    case when status = 'cancelled' then 0 else greatest(amount - coalesce(received_amount, 0) - written_off, 0) end) stored,
  undeposited_amount numeric(12,2) not null generated always as (
    case when status = 'cancelled' then 0
      else greatest(amount - deposited_amount - taken_back_amount - written_off + manual_written_off, 0) end) stored,
  constraint commissions_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint commissions_sales_id_fkey foreign key (sales_id, organization_id) references public.sales (id, organization_id),
  constraint commissions_agent_id_fkey foreign key (agent_id, organization_id) references public.users (id, organization_id),
  constraint commissions_organization_id_id_key unique (organization_id, id),
  constraint commissions_amount_range check (amount between 0 and 9999999999.99),
  constraint commissions_commission_split_range check (commission_split between 0 and 100),
  constraint commissions_agent_amount_range check (agent_amount between 0 and amount),
  constraint commissions_status_known check (status in ('unpaid', 'funds_received', 'agent_paid', 'cancelled')),
  constraint commissions_notes_length check (char_length(notes) <= 5000),
  constraint commissions_due_on_range check (due_on between '1900-01-01' and '2199-12-31'),
  constraint commissions_received_amount_range check (received_amount between 0 and 9999999999.99),
  constraint commissions_received_on_range check (received_on between '1900-01-01' and '2199-12-31'),
  constraint commissions_received_how_known check (received_how in ('word', 'deposit')),
  -- A receipt is a day, an amount and how it is known, or nothing.
  constraint commissions_received_on_whole check (num_nulls(received_on, received_amount, received_how) in (0, 3)),
  constraint commissions_deposited_amount_range check (deposited_amount between 0 and 9999999999.99),
  constraint commissions_written_off_range check (written_off between 0 and 9999999999.99),
  constraint commissions_share_base_range check (share_base between 0 and amount),
  constraint commissions_taken_back_amount_range check (taken_back_amount between 0 and 9999999999.99),
  -- What deposits brought is received.
  constraint commissions_manual_amount_range check (manual_amount between 0 and 9999999999.99),
  constraint commissions_manual_written_off_range check (manual_written_off between 0 and written_off),
  constraint commissions_manual_write_off_reason_length check (char_length(manual_write_off_reason) <= 500),
  constraint commissions_manual_write_off_reason_required
    check ((manual_written_off > 0) = (btrim(coalesce(manual_write_off_reason, '')) <> ''))
);
alter table public.commissions enable row level security;

-- One commission per sale. A unique index, not a constraint: with a constraint PostgREST would embed one object, not a list.
-- With what a list adds up and sorts by: a search finds sales, and reads their commissions from here.
create unique index commissions_sales_id_key on public.commissions (sales_id, organization_id)
  include (status, amount, agent_amount, agent_id, created_at, sale_paid);
create index commissions_organization_id_status_idx on public.commissions (organization_id, status, created_at desc, sales_id);
create index commissions_organization_id_vendor_id_idx on public.commissions (organization_id, vendor_id, status, due_on)
  include (sale_date, amount, received_amount, agent_amount);
-- An agent's open commissions: received ones (payable, or waiting for the customer), then unpaid ones (waiting for the vendor).
create index commissions_received_idx on public.commissions (organization_id, agent_id, sale_paid, sale_date, sales_id)
  where status = 'funds_received';
-- Seldom funds come before the customer has paid: of these the agent cannot be paid yet.
create index commissions_early_idx on public.commissions (organization_id, agent_id, sales_id)
  where status = 'funds_received' and not sale_paid;
create index commissions_awaited_idx on public.commissions (organization_id, agent_id, due_on, sales_id)
  where status = 'unpaid';
create index commissions_organization_id_created_at_idx on public.commissions (organization_id, created_at desc, sales_id)
  include (sale_date, status, agent_id, vendor_id);
create index commissions_organization_id_agent_id_idx on public.commissions (organization_id, agent_id, created_at desc, sales_id)
  include (sale_date, status, vendor_id);
create index commissions_organization_id_amount_idx on public.commissions (organization_id, amount desc, sales_id)
  include (status, agent_id, vendor_id, sale_date);
create index commissions_organization_id_sale_date_idx on public.commissions (organization_id, sale_date desc, sales_id)
  include (status, agent_id, vendor_id, created_at, amount, agent_amount);
-- What vendors have not paid: a range of days in each status. Without a day since which receipts are tracked only unpaid ones are read.
create index commissions_owed_idx on public.commissions (organization_id, status, due_on, sales_id)
  include (vendor_id, agent_id, sale_date, open_amount, received_amount, agent_amount, id) where open_amount > 0;
-- What a deposit may pay: by vendor, and by the exact amount whoever the vendor is.
create index commissions_open_idx on public.commissions (organization_id, vendor_id, undeposited_amount)
  include (due_on, sales_id) where undeposited_amount > 0;
create index commissions_open_amount_idx on public.commissions (organization_id, undeposited_amount) include (sales_id)
  where undeposited_amount > 0;
-- Those of a vendor that were due next to a day.
create index commissions_open_due_idx on public.commissions (organization_id, vendor_id, (coalesce(due_on, sale_date)), id)
  where undeposited_amount > 0;
-- What a vendor may take back.
create index commissions_deposited_idx on public.commissions (organization_id, vendor_id, deposited_amount)
  where deposited_amount > 0;
-- Free text, for the erasure of a person: few commissions have any.
create index commissions_texts_idx on public.commissions (organization_id, id)
  where notes is not null or manual_write_off_reason is not null;

-- An agent and a vendor determine the organization. Without this the planner expects a thousandth of the rows.
create statistics public.commissions_scope (dependencies) on organization_id, agent_id, vendor_id from public.commissions;

comment on column public.commissions.sale_date is 'Filled by trigger: the date of the sale';
comment on column public.commissions.vendor_id is 'Filled by trigger: the vendor of the sale';
comment on column public.commissions.due_on is
  'Filled by trigger while anything is open: when the vendor is expected to pay; null when nothing is agreed or the day is not known';
comment on column public.commissions.sale_paid is 'Filled by trigger: whether the customer has paid the sale';
comment on column public.commissions.received_on is 'When the vendor''s money came, by a verified receipt; null while nobody has seen it';
comment on column public.commissions.received_posted_on is
  'Filled by trigger: the booking day of the receipt, its own day or the first open one; null without a receipt';
comment on column public.commissions.received_how is 'word: an admin said so; deposit: matched with a deposit';

comment on column public.commissions.received_amount is
  'What the vendor paid, by deposits and by what an admin recorded; what it took back later is not taken off';
comment on column public.commissions.deposited_amount is
  'Filled by trigger: the sum of the deposits matched with it, less what the vendor took back';
comment on column public.commissions.taken_back_amount is 'Filled by trigger: what the vendor took back by transactions of the bank';
comment on column public.commissions.manual_amount is 'Of what was received: what an admin recorded, and no deposit shows';
comment on column public.commissions.written_off is
  'What the agency no longer expects: written off with deposits (filled by trigger), and with a manual receipt';
comment on column public.commissions.manual_written_off is 'Of what is written off: with a manual receipt';
comment on column public.commissions.share_base is
  'Filled by trigger: what the agent''s share is reckoned from, where that is less than the amount; see agents_paid_on';
comment on column public.commissions.open_amount is 'What the vendor has not paid, whatever the agent was paid; 0 when cancelled';
comment on column public.commissions.undeposited_amount is 'What no deposit explains, whoever recorded a receipt; 0 when cancelled';

create policy "agents read their own commissions, admins all of their organization" on public.commissions
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or agent_id = (select auth.uid()))
  );

create policy "admins change commissions of their organization" on public.commissions
  for update to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()))
  with check (organization_id = (select private.current_organization_id()) and (select private.is_admin()));

grant select, update (status, notes) on public.commissions to authenticated;

create trigger commissions_90_touch before update on public.commissions
  for each row execute function private.touch_updated_at();

create trigger commissions_truncate before truncate on public.commissions
  for each statement execute function private.refuse_truncate();

-- For clients that read commissions with their sale, customer, vendor and agent in one request. Row-level security of the caller
-- decides (security_invoker).
create view public.commissions_with_sale_date with (security_invoker = on) as
select
  c.id, c.organization_id, c.sales_id, c.agent_id, c.amount, c.commission_split, c.agent_amount, c.status, c.notes,
  c.due_on, c.received_amount, c.received_on, c.created_at, c.updated_at,
  s.sale_date, s.status as sale_status, s.booking_reference, s.total_amount,
  s.customer_id, k.first_name as customer_first_name, k.last_name as customer_last_name,
  s.vendor_id, v.name as vendor_name,
  a.first_name as agent_first_name, a.last_name as agent_last_name, a.avatar_url as agent_avatar_url
from public.commissions c
join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id
join public.customers k on k.organization_id = s.organization_id and k.id = s.customer_id
join public.vendors v on v.organization_id = s.organization_id and v.id = s.vendor_id
join public.users a on a.organization_id = c.organization_id and a.id = c.agent_id;

comment on view public.commissions_with_sale_date is
  'Commissions with what a list shows of their sale. Nullable: agent_avatar_url, due_on, notes, received_amount, received_on';

grant select on public.commissions_with_sale_date to authenticated;

-- For commissions that are inserted without them, by an operator or a seed.
create function private.fill_commission_date() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select s.sale_date, s.vendor_id into new.sale_date, new.vendor_id
  from public.sales s where s.organization_id = new.organization_id and s.id = new.sales_id;
  return new;
end $$;

create trigger commissions_05_fill_date before insert on public.commissions
  for each row when (new.sale_date is null or new.vendor_id is null) execute function private.fill_commission_date();

-- When the vendor is expected to pay: days after booking, departure or return, or before departure (with the final payment). Without a return date a trip ends with its departure. Null when no terms are agreed or the
-- day to count from is not known yet.
create function private.due_on(days integer, basis text, sale_date date, travel_date date, return_date date) returns date
language sql immutable set search_path = '' as $$
  select least(t.day, '2199-12-31')
  from (select case basis
    when 'before_departure' then travel_date - days
    when 'booking' then sale_date + days
    when 'departure' then travel_date + days
    when 'return' then coalesce(return_date, travel_date) + days end) t(day)
  where t.day is not null
$$;

-- FOR KEY SHARE, like a foreign key: the terms stay until the sale's transaction ends. Before the commission is locked, and before
-- the customers are: whoever waited for new terms and kept a merge waiting meanwhile could be in a deadlock.
create function private.lock_vendor_of_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.vendors v where v.id = new.vendor_id and v.organization_id = new.organization_id for key share;
  return new;
end $$;

create trigger sales_15_lock_vendor_added before insert on public.sales
  for each row execute function private.lock_vendor_of_sale();
create trigger sales_15_lock_vendor before update on public.sales
  for each row when (old.sale_date is distinct from new.sale_date or old.travel_date is distinct from new.travel_date
    or old.return_date is distinct from new.return_date or old.vendor_id is distinct from new.vendor_id)
  execute function private.lock_vendor_of_sale();

-- FOR UPDATE, stronger than the lock of the update itself: it waits for those FOR KEY SHARE.
create function private.lock_vendor_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.vendors v where v.id = new.id for update;
  return new;
end $$;

create trigger vendors_20_lock before update on public.vendors
  for each row when ((old.expected_payment_days, old.expected_payment_basis)
    is distinct from (new.expected_payment_days, new.expected_payment_basis))
  execute function private.lock_vendor_terms();

-- Whether the due day follows sale and vendor: not once the vendor has paid all, or the rest was written off.
create function private.follows_terms(c public.commissions) returns boolean
language sql immutable set search_path = '' as $$
  select c.open_amount > 0 or c.status = 'unpaid' and c.written_off = 0 and coalesce(c.received_amount, 0) = 0
$$;

-- New terms of a vendor move the due dates of all its commissions that are not fully paid by it, locked first, in the order of their
-- sales.
create function private.move_due_dates() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform 1
  from changed n
  join replaced o on o.id = n.id
  join public.commissions c on c.organization_id = n.organization_id and c.vendor_id = n.id and private.follows_terms(c)
  where (o.expected_payment_days, o.expected_payment_basis) is distinct from (n.expected_payment_days, n.expected_payment_basis)
  order by c.sales_id
  for no key update of c;
  if not found then
    return null;
  end if;
  update public.commissions c set due_on = d.due_on
  from changed n
  join replaced o on o.id = n.id
  join public.sales s on s.organization_id = n.organization_id and s.vendor_id = n.id
  cross join lateral (select private.due_on(
    n.expected_payment_days, n.expected_payment_basis, s.sale_date, s.travel_date, s.return_date) as due_on) d
  where c.organization_id = s.organization_id and c.sales_id = s.id and private.follows_terms(c)
    and (o.expected_payment_days, o.expected_payment_basis) is distinct from (n.expected_payment_days, n.expected_payment_basis)
    and c.due_on is distinct from d.due_on;
  return null;
end $$;

create trigger vendors_after_20_move_due_dates after update on public.vendors
  referencing old table as replaced new table as changed for each statement execute function private.move_due_dates();

-- A commission that is open again, because its receipt was taken back, is due by the dates and terms of now.
create function private.follow_due_date() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.commissions c set due_on = d.due_on
  from public.sales s
  join public.vendors v on v.organization_id = s.organization_id and v.id = s.vendor_id
  cross join lateral (select private.due_on(
    v.expected_payment_days, v.expected_payment_basis, s.sale_date, s.travel_date, s.return_date) as due_on) d
  where c.id = new.id and s.organization_id = new.organization_id and s.id = new.sales_id and c.due_on is distinct from d.due_on;
  return null;
end $$;

create trigger commissions_after_05_follow_due_date after update on public.commissions
  for each row when (new.open_amount > 0 and old.open_amount = 0)
  execute function private.follow_due_date();

-- What the agent's share is reckoned from; null: the whole amount. What is written off reduces it by the choice of when it was written
-- off; what stays open reduces nothing.
create function private.share_base(c public.commissions, before public.commissions) returns numeric
language sql stable security definer set search_path = '' as $$
  select least(greatest(coalesce(c.received_amount, 0), c.amount - c.written_off), c.amount)
  from public.organizations o
  where o.id = c.organization_id and c.written_off > 0
    and case when c.written_off > before.written_off then o.agents_paid_on = 'received' else before.share_base is not null end
$$;
