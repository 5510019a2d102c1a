-- Payments of commissions to agents: one per commission, written by private.write_agent_payments alone, the only way to the status
-- agent_paid: for one commission by record_agent_payment, for a payout by pay_payout. Amount and agent never change; day, method and reference can be corrected (correct_agent_payment). Deleted only with
-- a sale whose import is undone. Agents read payments to themselves, admins all of their organization.

create table public.agent_payments (
  id uuid primary key default gen_random_uuid(),
  commission_id uuid not null,
  organization_id uuid not null,
  agent_id uuid not null,
  created_by uuid,
  amount numeric(12,2) not null,
  payment_date date not null,
  posted_on date not null,
  payment_method text not null,
  reference text,
  notes text,
  created_at timestamptz not null default now(),
  batch_id uuid,
  constraint agent_payments_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint agent_payments_organization_id_id_key unique (organization_id, id),
  constraint agent_payments_commission_id_fkey foreign key (commission_id, organization_id)
    references public.commissions (id, organization_id),
  constraint agent_payments_agent_id_fkey foreign key (agent_id, organization_id) references public.users (id, organization_id),
  constraint agent_payments_created_by_fkey foreign key (created_by, organization_id)
    references public.users (id, organization_id),
  constraint agent_payments_amount_range check (amount between 0 and 9999999999.99),
  constraint agent_payments_payment_date_range check (payment_date between '1900-01-01' and '2199-12-31'),
  constraint agent_payments_payment_method_known
    check (payment_method in ('check', 'bank_transfer', 'cash', 'card', 'other')),
  constraint agent_payments_reference_length check (char_length(reference) <= 200),
  constraint agent_payments_notes_length check (char_length(notes) <= 5000)
);
alter table public.agent_payments enable row level security;

-- One payment per commission. A unique index, not a constraint: see commissions_sales_id_key.
create unique index agent_payments_commission_id_key on public.agent_payments (commission_id, organization_id);
create index agent_payments_organization_id_agent_id_idx
  on public.agent_payments (organization_id, agent_id, payment_date desc, id);

create policy "agents read payments to themselves, admins all of their organization" on public.agent_payments
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or agent_id = (select auth.uid()))
  );

grant select on public.agent_payments to authenticated;

create trigger agent_payments_truncate before truncate on public.agent_payments
  for each statement execute function private.refuse_truncate();

-- Writes the payments of commissions, each with its method and reference, and moves them to agent_paid. The caller has locked and
-- checked sales and commissions.
create function private.write_agent_payments(organization_id uuid, commission_ids uuid[], payment_methods text[],
  payment_references text[], payment_date date, notes text, batch_id uuid)
returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.agent_payments (commission_id, organization_id, agent_id, created_by, amount, payment_date, payment_method,
    reference, notes, batch_id)
  select c.id, c.organization_id, c.agent_id, auth.uid(), c.agent_amount, write_agent_payments.payment_date, p.method, p.reference,
    write_agent_payments.notes, write_agent_payments.batch_id
  from unnest(commission_ids, payment_methods, payment_references) p(id, method, reference)
  join public.commissions c on c.organization_id = write_agent_payments.organization_id and c.id = p.id
  order by c.sales_id;
  update public.commissions c set status = 'agent_paid'
  where c.organization_id = write_agent_payments.organization_id and c.id = any (commission_ids);
$$;

-- See private.saved_as. @what in front of the booking's reference
create function private.saved_of_commission(commission_id uuid, what text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', 'commission', 'id', c.id, 'name', what || s.booking_reference)
  from public.commissions c
  join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id
  where c.organization_id = private.admin_organization_id() and c.id = saved_of_commission.commission_id
$$;
