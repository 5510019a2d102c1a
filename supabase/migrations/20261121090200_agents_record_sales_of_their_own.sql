-- Sales: table, who sees them, and the amounts that are derived from what was typed.

create table public.sales (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default private.current_organization_id(),
  customer_id uuid not null,
  vendor_id uuid not null,
  agent_id uuid not null default auth.uid(),
  booking_reference text,
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
  constraint sales_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint sales_customer_id_fkey foreign key (customer_id, organization_id) references public.customers (id, organization_id),
  constraint sales_vendor_id_fkey foreign key (vendor_id, organization_id) references public.vendors (id, organization_id),
  constraint sales_agent_id_fkey foreign key (agent_id, organization_id) references public.users (id, organization_id),
  constraint sales_created_by_fkey foreign key (created_by, organization_id) references public.users (id, organization_id),
  constraint sales_currency_fkey foreign key (organization_id, currency) references public.organizations (id, currency),
  constraint sales_organization_id_id_key unique (organization_id, id),
  constraint sales_booking_reference_length check (char_length(booking_reference) <= 100),
  -- Ranges also shut out what `date` and `numeric` would accept: infinity, NaN and the year 0026.
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
  constraint sales_notes_length check (char_length(notes) <= 5000)
);
comment on column public.sales.commission_amount is 'Filled by trigger: what the vendor owes the agency, derived when the basis is rate';
comment on column public.sales.commission_rate is 'Filled by trigger: percent, derived when the basis is amount, the vendor''s default when left out';
comment on column public.sales.currency is 'Filled by trigger: the currency of the organization';

create index sales_organization_id_sale_date_idx on public.sales (organization_id, sale_date desc, id);
create index sales_organization_id_agent_id_idx on public.sales (organization_id, agent_id, sale_date desc, id);
create index sales_organization_id_status_idx on public.sales (organization_id, status, sale_date desc, id);
create index sales_organization_id_vendor_id_idx on public.sales (organization_id, vendor_id, sale_date desc, id);
create index sales_organization_id_customer_id_idx on public.sales (organization_id, customer_id, sale_date desc, id);

-- Fills what was left out and derives the other half of the commission. Which half was typed is the basis;
-- it holds when the total changes.
create function private.fill_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  home_currency text;
begin
  new.booking_reference := nullif(btrim(new.booking_reference), '');
  new.notes := nullif(btrim(new.notes), '');

  if new.currency is null or tg_op = 'INSERT' or new.currency is distinct from old.currency then
    select o.currency into home_currency from public.organizations o where o.id = new.organization_id;
    new.currency := coalesce(upper(btrim(new.currency)), home_currency);
    if new.currency <> home_currency then
      perform private.refuse(
        'Use the currency of your organization, ' || home_currency || '.', 'currency');
    end if;
  end if;

  if tg_op = 'INSERT' then
    if new.commission_basis = 'rate' and new.commission_rate is null and new.commission_amount is not null then
      new.commission_basis := 'amount';
    end if;
    if new.commission_basis = 'rate' and new.commission_rate is null then
      new.commission_rate := coalesce((
        select v.default_commission_rate from public.vendors v
        where v.organization_id = new.organization_id and v.id = new.vendor_id), 0);
    end if;
  elsif new.commission_basis = old.commission_basis then
    if new.commission_basis = 'rate'
      and new.commission_amount <> old.commission_amount and new.commission_rate = old.commission_rate then
      new.commission_basis := 'amount';
    elsif new.commission_basis = 'amount'
      and new.commission_rate <> old.commission_rate and new.commission_amount = old.commission_amount then
      new.commission_basis := 'rate';
    end if;
  end if;

  -- A value out of range is refused by its own constraint, with its own message; nothing derived may be refused before it.
  if new.total_amount not between 0 and 9999999999.99 or new.commission_basis not in ('rate', 'amount') then
    new.commission_rate := 0;
    new.commission_amount := 0;
  elsif new.commission_basis = 'rate' then
    new.commission_amount := case when new.commission_rate between 0 and 100
      then round(new.total_amount * new.commission_rate / 100, 2) else 0 end;
  elsif new.commission_basis = 'amount' then
    if new.total_amount > 0 and new.commission_amount > new.total_amount then
      perform private.refuse('Commission must be at most the total amount.', 'commission_amount');
    end if;
    new.commission_rate := case when new.total_amount > 0 and new.commission_amount >= 0
      then round(new.commission_amount / new.total_amount * 100, 2) else 0 end;
  end if;
  return new;
end $$;

-- Only an admin gives a sale to somebody else. The policy says the same; this says it in words.
create function private.guard_sale_agent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null or new.agent_id is null or private.is_admin() then
    return new;
  end if;
  if tg_op = 'INSERT' and new.agent_id <> auth.uid() then
    perform private.refuse('Only an admin can record a sale for another agent.', 'agent_id');
  elsif tg_op = 'UPDATE' and new.agent_id <> old.agent_id then
    perform private.refuse('Only an admin can give a sale to another agent.', 'agent_id');
  end if;
  return new;
end $$;

revoke all on function private.fill_sale(), private.guard_sale_agent() from public, anon, authenticated;

create trigger sales_10_guard_agent before insert or update of agent_id on public.sales
  for each row execute function private.guard_sale_agent();
create trigger sales_20_fill before insert or update on public.sales
  for each row execute function private.fill_sale();
create trigger sales_90_touch before update on public.sales
  for each row execute function private.touch_updated_at();

alter table public.sales enable row level security;
revoke all on public.sales from public, anon, authenticated;
grant select,
  insert (customer_id, vendor_id, agent_id, booking_reference, sale_date, travel_date, return_date, total_amount,
    commission_amount, commission_rate, commission_basis, currency, notes),
  update (customer_id, vendor_id, agent_id, booking_reference, sale_date, travel_date, return_date, total_amount,
    commission_amount, commission_rate, commission_basis, currency, status, notes)
  on public.sales to authenticated;

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
