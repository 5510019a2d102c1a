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
declare
  caller_organization_id uuid := private.current_organization_id();
  sale public.sales%rowtype;
  commission public.commissions%rowtype;
  h public.commission_shares;
  refusal jsonb;
  reason text;
  detail text;
  answer jsonb := private.begin_request('record_agent_payment', request_key, jsonb_build_object('commission_id', commission_id,
    'agent_id', agent_id, 'amount', amount, 'payment_date', payment_date, 'payment_method', payment_method, 'reference', reference,
    'notes', notes));
begin
  perform private.require_step_up();
  if answer is not null then
    select c.* into commission from public.commissions c
    where c.organization_id = caller_organization_id and c.id = record_agent_payment.commission_id;
    return answer || jsonb_build_object('commission', to_jsonb(commission));
  end if;
  if caller_organization_id is null or not private.is_admin() then
    return private.command_result('You do not have permission to record agent payments.',
      null, 'payments_are_for_admins') || '{"commission": null}';
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

  select k.* into h from public.commission_shares k
  where k.organization_id = caller_organization_id and k.commission_id = commission.id and k.role = 'seller' for no key update;
  refusal := case
    when commission.id is null then private.command_result('This commission does not exist.',
      'commission_id', 'commission_not_found')
    when record_agent_payment.organization_id <> caller_organization_id then
      private.command_result('The commission belongs to another organization.', 'organization_id', 'payment_of_other_organization')
    when record_agent_payment.agent_id <> commission.agent_id then
      private.command_result('The commission belongs to another agent.', 'agent_id', 'payment_of_other_agent')
    when record_agent_payment.created_by <> auth.uid() then
      private.command_result('A payment is recorded under your own name.', 'created_by', 'payment_under_other_name')
    when private.schedule_lock(caller_organization_id, h.id) is not null then
      private.at_field(private.schedule_lock(caller_organization_id, h.id), 'commission_id')
    when h.status = 'paid' then
      private.command_result('The agent has already been paid for this commission.', 'commission_id', 'agent_paid_already')
    when sale.status = 'cancelled' then private.command_result('Agent cannot be paid for a cancelled sale',
      'commission_id', 'payment_for_cancelled_sale')
    when commission.status = 'cancelled' then private.command_result('A cancelled commission cannot be paid.',
      'commission_id', 'cancelled_commission_unpayable')
    when sale.status <> 'paid' then private.command_result('The customer has not paid this sale yet.',
      'commission_id', 'sale_not_paid')
    when commission.status <> 'funds_received' then
      private.command_result('Funds must be received before the agent is paid.', 'commission_id', 'funds_not_received')
    when commission.received_on is null and exists (
      select 1 from public.organizations o where o.id = caller_organization_id and o.commission_received_on = 'deposit_matched') then
      private.command_result('The vendor''s money has not been received yet.', 'commission_id', 'vendor_money_missing')
    when exists (
      select 1 from public.payout_holds x
      where x.organization_id = caller_organization_id and x.share_id = h.id) then
      private.command_result('This commission is held. Release it first.', 'commission_id', 'commission_held')
    when record_agent_payment.amount is null then private.command_result('Enter the amount you paid.',
      'amount', 'paid_amount_missing')
    when record_agent_payment.amount <> h.agent_amount then
      private.command_result('Enter exactly ' || h.agent_amount || ', the agent''s share.', 'amount', 'exact_share',
        jsonb_build_object('amount', h.agent_amount))
    when record_agent_payment.payment_date is null then private.command_result('Enter the payment date.',
      'payment_date', 'payment_date_missing')
    when private.closed_day_refusal(caller_organization_id, record_agent_payment.payment_date, 'payment_date') is not null then
      private.closed_day_refusal(caller_organization_id, record_agent_payment.payment_date, 'payment_date')
    when record_agent_payment.payment_method is null then private.command_result('Choose how the agent was paid.',
      'payment_method', 'payment_method_missing')
  end;
  if refusal is not null then
    return refusal || '{"commission": null}';
  end if;

  begin
    perform private.write_payments(caller_organization_id, array[h.id], array[record_agent_payment.payment_method],
      array[nullif(btrim(record_agent_payment.reference), '')], record_agent_payment.payment_date,
      nullif(btrim(record_agent_payment.notes), ''), null);
  exception when raise_exception then
    -- Refused by guard_scheduled_commission: an override of it is in a scheduled payout, and it would be agent_paid.
    get stacked diagnostics reason = message_text, detail = pg_exception_detail;
    return private.command_result(reason, 'commission_id') || private.fact_of(detail) || '{"commission": null}';
  end;
  select c.* into commission from public.commissions c where c.id = commission.id;
  return private.end_request(request_key, commission.id, jsonb_build_object('success', true, 'error', null))
    || jsonb_build_object('commission', to_jsonb(commission));
end $$;
comment on function public.record_agent_payment is 'Records the payment and moves the commission to agent_paid, in one transaction.
  {success, error, commission}; a refusal is an answer, too, and names the parameter it is about as `field`, so that a form can show
  it there. Organization, agent and author come from the rows and the session; what the client sends about them must agree.';
grant execute on function public.record_agent_payment(uuid, uuid, uuid, uuid, numeric, date, text, text, text, uuid)
  to authenticated;

create function private.saved_by_record_agent_payment(commission_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.saved_of_commission(commission_id, 'the payment of ')
$$;

create function public.correct_agent_payment(
  payment_id uuid, payment_date date, payment_method text, reference text default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.admin_organization_id();
  payment public.agent_payments%rowtype;
  corrected public.agent_payments%rowtype;
  refusal jsonb;
  before jsonb;
  after jsonb;
begin
  if caller_organization_id is null then
    return private.command_result('You do not have permission to correct agent payments.', null, 'corrections_are_for_admins');
  end if;
  select p.* into payment from public.agent_payments p
  where p.organization_id = caller_organization_id and p.id = correct_agent_payment.payment_id
  for no key update;
  if payment.id is null then
    return private.command_result('This payment does not exist.', 'payment_id', 'payment_not_found');
  elsif correct_agent_payment.payment_date is null then
    return private.command_result('Enter the payment date.', 'payment_date', 'payment_date_missing');
  elsif correct_agent_payment.payment_method is null then
    return private.command_result('Choose how the agent was paid.', 'payment_method', 'payment_method_missing');
  elsif correct_agent_payment.payment_date <> payment.payment_date then
    refusal := coalesce(private.closed_fact_refusal(caller_organization_id, payment.posted_on, 'payment_date'),
      private.closed_day_refusal(caller_organization_id, correct_agent_payment.payment_date, 'payment_date'));
    if refusal is not null then
      return refusal;
    end if;
  end if;
  update public.agent_payments p set payment_date = correct_agent_payment.payment_date,
    payment_method = correct_agent_payment.payment_method, reference = nullif(btrim(correct_agent_payment.reference), '')
  where p.id = payment.id
  returning p.* into corrected;
  update public.commission_shares h set paid_on = corrected.payment_date
  where h.organization_id = caller_organization_id and h.id = corrected.share_id and h.status = 'paid';
  select jsonb_object_agg(e.name, e.old), jsonb_object_agg(e.name, e.new) into before, after
  from (values
    ('payment_date', to_jsonb(payment.payment_date), to_jsonb(corrected.payment_date)),
    ('payment_method', to_jsonb(payment.payment_method), to_jsonb(corrected.payment_method)),
    ('payment_reference', to_jsonb(payment.reference), to_jsonb(corrected.reference))) e(name, old, new)
  where e.old is distinct from e.new;
  -- What happened to a share beside the seller's is not in the history that the seller reads.
  if after is not null and payment.commission_id is not null then
    insert into public.commission_history
      (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes, code)
    values (payment.commission_id, caller_organization_id, auth.uid(), 'update', 'agent_paid', 'agent_paid', before, after,
      'Payment corrected', 'payment_corrected');
  end if;
  return private.command_result(null);
end $$;
comment on function public.correct_agent_payment is 'Corrects when, how and with which reference an agent was paid; what was paid to
  whom stands. Admins only. {success, error, field}. The history of the commission keeps what it was before.';
grant execute on function public.correct_agent_payment(uuid, date, text, text) to authenticated;
