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

-- Records the payment and moves the commission to agent_paid, in one transaction. {success, error, commission}; a refusal is an
-- answer, too, and names the parameter it is about as `field`, so that a form can show it there. Organization, agent and author
-- come from the rows and the session; what the client sends about them must agree.
create function public.record_agent_payment(
  commission_id uuid,
  agent_id uuid,
  organization_id uuid,
  created_by uuid,
  amount numeric,
  payment_date date,
  payment_method text,
  reference text default null,
  notes text default null,
  request_key uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.current_organization_id();
  sale public.sales%rowtype;
  commission public.commissions%rowtype;
  refusal text[];
  answer jsonb := private.begin_request('record_agent_payment', request_key, jsonb_build_object('commission_id', commission_id,
    'agent_id', agent_id, 'amount', amount, 'payment_date', payment_date, 'payment_method', payment_method, 'reference', reference,
    'notes', notes));
begin
  if answer is not null then
    select c.* into commission from public.commissions c
    where c.organization_id = caller_organization_id and c.id = record_agent_payment.commission_id;
    return answer || jsonb_build_object('commission', to_jsonb(commission));
  end if;
  if caller_organization_id is null or not private.is_admin() then
    return jsonb_build_object('success', false, 'error',
      'You do not have permission to record agent payments.', 'field', null, 'commission', null);
  end if;

  -- Lock order: sale, then commission, as everywhere. The sale's status cannot change while it is checked.
  select s.* into sale
  from public.sales s
  where s.organization_id = caller_organization_id and s.id = (
    select c.sales_id from public.commissions c
    where c.organization_id = caller_organization_id and c.id = record_agent_payment.commission_id)
  for no key update;
  select c.* into commission
  from public.commissions c
  where c.organization_id = caller_organization_id and c.id = record_agent_payment.commission_id and c.sales_id = sale.id
  for no key update;

  refusal := case
    when commission.id is null then array['This commission does not exist.', 'commission_id']
    when record_agent_payment.organization_id <> caller_organization_id then
      array['The commission belongs to another organization.', 'organization_id']
    when record_agent_payment.agent_id <> commission.agent_id then
      array['The commission belongs to another agent.', 'agent_id']
    when record_agent_payment.created_by <> auth.uid() then
      array['A payment is recorded under your own name.', 'created_by']
    when private.schedule_lock(caller_organization_id, commission.id) is not null then
      array[private.schedule_lock(caller_organization_id, commission.id), 'commission_id']
    when commission.status = 'agent_paid' then
      array['The agent has already been paid for this commission.', 'commission_id']
    when sale.status = 'cancelled' then array['Agent cannot be paid for a cancelled sale', 'commission_id']
    when commission.status = 'cancelled' then array['A cancelled commission cannot be paid.', 'commission_id']
    when sale.status <> 'paid' then array['The customer has not paid this sale yet.', 'commission_id']
    when commission.status <> 'funds_received' then
      array['Funds must be received before the agent is paid.', 'commission_id']
    when commission.received_on is null and exists (
      select 1 from public.organizations o where o.id = caller_organization_id and o.commission_received_on = 'deposit_matched') then
      array['The vendor''s money has not been received yet.', 'commission_id']
    when exists (
      select 1 from public.payout_holds h
      where h.organization_id = caller_organization_id and h.commission_id = commission.id) then
      array['This commission is held. Release it first.', 'commission_id']
    when record_agent_payment.amount is null then array['Enter the amount you paid.', 'amount']
    when record_agent_payment.amount <> commission.agent_amount then
      array['Enter exactly ' || commission.agent_amount || ', the agent''s share.', 'amount']
    when record_agent_payment.payment_date is null then array['Enter the payment date.', 'payment_date']
    when private.closed_day_refusal(caller_organization_id, record_agent_payment.payment_date) is not null then
      array[private.closed_day_refusal(caller_organization_id, record_agent_payment.payment_date), 'payment_date']
    when record_agent_payment.payment_method is null then array['Choose how the agent was paid.', 'payment_method']
  end;
  if refusal is not null then
    return jsonb_build_object('success', false, 'error', refusal[1], 'field', refusal[2], 'commission', null);
  end if;

  perform private.write_agent_payments(caller_organization_id, array[commission.id], array[record_agent_payment.payment_method],
    array[nullif(btrim(record_agent_payment.reference), '')], record_agent_payment.payment_date,
    nullif(btrim(record_agent_payment.notes), ''), null);
  select c.* into commission from public.commissions c where c.id = commission.id;
  return private.end_request(request_key, commission.id, jsonb_build_object('success', true, 'error', null))
    || jsonb_build_object('commission', to_jsonb(commission));
end $$;
grant execute on function public.record_agent_payment(uuid, uuid, uuid, uuid, numeric, date, text, text, text, uuid)
  to authenticated;

-- See private.saved_as. @what in front of the booking's reference
create function private.saved_of_commission(commission_id uuid, what text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', 'commission', 'id', c.id, 'name', what || s.booking_reference)
  from public.commissions c
  join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id
  where c.organization_id = private.admin_organization_id() and c.id = saved_of_commission.commission_id
$$;

create function private.saved_by_record_agent_payment(commission_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.saved_of_commission(commission_id, 'the payment of ')
$$;

-- Corrects when, how and with which reference an agent was paid; what was paid to whom stands. Admins only. {success, error,
-- field}. The history of the commission keeps what it was before.
create function public.correct_agent_payment(
  payment_id uuid, payment_date date, payment_method text, reference text default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.admin_organization_id();
  payment public.agent_payments%rowtype;
  corrected public.agent_payments%rowtype;
  refusal text;
  before jsonb;
  after jsonb;
begin
  if caller_organization_id is null then
    return private.command_result('You do not have permission to correct agent payments.');
  end if;
  select p.* into payment from public.agent_payments p
  where p.organization_id = caller_organization_id and p.id = correct_agent_payment.payment_id
  for no key update;
  if payment.id is null then
    return private.command_result('This payment does not exist.', 'payment_id');
  elsif correct_agent_payment.payment_date is null then
    return private.command_result('Enter the payment date.', 'payment_date');
  elsif correct_agent_payment.payment_method is null then
    return private.command_result('Choose how the agent was paid.', 'payment_method');
  elsif correct_agent_payment.payment_date <> payment.payment_date then
    refusal := coalesce(private.closed_fact_refusal(caller_organization_id, payment.posted_on),
      private.closed_day_refusal(caller_organization_id, correct_agent_payment.payment_date));
    if refusal is not null then
      return private.command_result(refusal, 'payment_date');
    end if;
  end if;
  update public.agent_payments p set payment_date = correct_agent_payment.payment_date,
    payment_method = correct_agent_payment.payment_method, reference = nullif(btrim(correct_agent_payment.reference), '')
  where p.id = payment.id
  returning p.* into corrected;
  select jsonb_object_agg(e.name, e.old), jsonb_object_agg(e.name, e.new) into before, after
  from (values
    ('payment_date', to_jsonb(payment.payment_date), to_jsonb(corrected.payment_date)),
    ('payment_method', to_jsonb(payment.payment_method), to_jsonb(corrected.payment_method)),
    ('payment_reference', to_jsonb(payment.reference), to_jsonb(corrected.reference))) e(name, old, new)
  where e.old is distinct from e.new;
  if after is not null then
    insert into public.commission_history
      (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes)
    values (payment.commission_id, caller_organization_id, auth.uid(), 'update', 'agent_paid', 'agent_paid', before, after,
      'Payment corrected');
  end if;
  return private.command_result(null);
end $$;
grant execute on function public.correct_agent_payment(uuid, date, text, text) to authenticated;
