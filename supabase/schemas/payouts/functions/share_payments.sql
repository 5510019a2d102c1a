-- Paying one share alone, and what stays as it was paid. Who writes payments: paid_shares.sql.
--
-- Lock order: sale, commission, other commission, share.

create function public.record_share_payment(share_id uuid, amount numeric, payment_date date, payment_method text,
  reference text default null, notes text default null, request_key uuid default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  h public.commission_shares;
  m public.commissions;
  x public.other_commissions;
  s public.sales;
  obstacle text;
  refusal jsonb;
  reason text;
  detail text;
  answer jsonb := private.begin_request('record_share_payment', request_key, jsonb_build_object('share_id', share_id, 'amount', amount,
    'payment_date', payment_date, 'payment_method', payment_method, 'reference', reference, 'notes', notes));
begin
  perform private.require_step_up();
  if answer is not null then
    return answer;
  elsif caller_organization_id is null or not private.is_admin() then
    return private.command_result('You do not have permission to record agent payments.', null, 'payments_are_for_admins');
  end if;
  select k.* into h from public.commission_shares k
  where k.organization_id = caller_organization_id and k.id = record_share_payment.share_id;
  select k.* into s from public.sales k where k.organization_id = caller_organization_id and k.id = h.sales_id for no key update;
  select k.* into m from public.commissions k
  where k.organization_id = caller_organization_id and k.id = h.commission_id for no key update;
  select k.* into x from public.other_commissions k
  where k.organization_id = caller_organization_id and k.id = h.other_commission_id for no key update;
  select k.* into h from public.commission_shares k
  where k.organization_id = caller_organization_id and k.id = record_share_payment.share_id for no key update;
  select o.obstacle into obstacle from private.open_for_payout(caller_organization_id, h.user_id, false) o where o.share_id = h.id;
  refusal := case
    when h.id is null then private.command_result('This share does not exist.', 'share_id', 'share_not_found')
    when h.role = 'override_charge' then private.command_result('What is taken off an agent is settled by a payout.',
      'share_id', 'charge_by_payout')
    when h.role = 'tier_correction' then private.command_result('What a tier corrects is settled by a payout.',
      'share_id', 'correction_by_payout')
    when private.schedule_lock(caller_organization_id, h.id) is not null then
      private.at_field(private.schedule_lock(caller_organization_id, h.id), 'share_id')
    when h.status = 'paid' then private.command_result('The agent has already been paid for this commission.', 'share_id', 'agent_paid_already')
    when 'cancelled' in (h.status, m.status, x.status) then private.command_result('A cancelled commission cannot be paid.',
      'share_id', 'cancelled_commission_unpayable')
    when obstacle = 'held' then private.command_result('This commission is held. Release it first.', 'share_id', 'commission_held')
    when obstacle = 'customer' then private.command_result('The customer has not paid this sale yet.', 'share_id', 'sale_not_paid')
    when obstacle = 'vendor' and coalesce(m.status, x.status) = 'unpaid' then
      private.command_result('Funds must be received before the agent is paid.', 'share_id', 'funds_not_received')
    when obstacle = 'vendor' then private.command_result('The vendor''s money has not been received yet.', 'share_id', 'vendor_money_missing')
    when record_share_payment.amount is null then private.command_result('Enter the amount you paid.', 'amount', 'paid_amount_missing')
    when record_share_payment.amount <> h.agent_amount then private.command_result('Enter exactly ' || h.agent_amount
      || ', the agent''s share.', 'amount', 'exact_share', jsonb_build_object('amount', h.agent_amount))
    when record_share_payment.payment_date is null then private.command_result('Enter the payment date.',
      'payment_date', 'payment_date_missing')
    when private.closed_day_refusal(caller_organization_id, record_share_payment.payment_date, 'payment_date') is not null then
      private.closed_day_refusal(caller_organization_id, record_share_payment.payment_date, 'payment_date')
    when record_share_payment.payment_method is null then private.command_result('Choose how the agent was paid.',
      'payment_method', 'payment_method_missing')
  end;
  if refusal is not null then
    return refusal;
  end if;
  begin
    perform private.write_payments(caller_organization_id, array[h.id], array[record_share_payment.payment_method],
      array[nullif(btrim(record_share_payment.reference), '')], record_share_payment.payment_date,
      nullif(btrim(record_share_payment.notes), ''), null);
  exception when raise_exception then
    -- As in record_agent_payment, of a commission that is agent_paid with this share.
    get stacked diagnostics reason = message_text, detail = pg_exception_detail;
    return private.command_result(reason, 'share_id') || private.fact_of(detail);
  end;
  perform private.write_notification(caller_organization_id, h.user_id, 'payout', 'Your payout for the ' || t.words || ' was recorded.',
    t.record_type, t.record_id, 'payment_recorded', jsonb_build_object('sale', t.param))
  from private.sale_of_share(h) t where not private.of_seller(h);
  return private.end_request(request_key, h.id, private.command_result(null));
end $$;
comment on function public.record_share_payment is 'Records the payment of one share, or of an override, as record_agent_payment that of
  a seller. {success, error, field}. A trip is not waited for, as there.';
grant execute on function public.record_share_payment(uuid, numeric, date, text, text, text, uuid) to authenticated;

create function private.saved_by_record_share_payment(share_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', 'share', 'id', h.id, 'name', 'the payment of ' || coalesce(s.booking_reference, 'a share'))
  from public.commission_shares h
  left join public.sales s on s.id = h.sales_id
  where h.organization_id = private.admin_organization_id() and h.id = saved_by_record_share_payment.share_id
$$;
comment on function private.saved_by_record_share_payment is 'See private.saved_as.';

create function private.keep_paid_share() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  lock constant jsonb := case when old.status = 'open' then private.schedule_lock(old.organization_id, old.id) end;
begin
  if old.status = 'paid' or lock is not null then
    if old.status = 'paid' and new.status <> 'paid' then
      perform private.refuse('The agent has been paid. That is final.', 'status', 'agent_paid_is_final');
    elsif lock is not null and (new.status, new.user_id) is distinct from (old.status, old.user_id) then
      perform private.refuse_with(private.at_field(lock, 'status'));
    end if;
    new.user_id := old.user_id;
    new.role := old.role;
    new.percent := old.percent;
    new.split := old.split;
    new.split_parts := old.split_parts;
    new.gross_part := old.gross_part;
    new.agent_amount := old.agent_amount;
    new.terms_version_id := old.terms_version_id;
  end if;
  return new;
end $$;
comment on function private.keep_paid_share is 'What was paid of a share stays, and so does what is about to be: what changes
  afterwards is corrected (private.correct_share_of).';

create function private.keep_paid_commission() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_paid constant boolean := exists (
    select 1 from public.commission_shares h
    where h.organization_id = old.organization_id and h.commission_id = old.id and h.status = 'paid');
begin
  if new.status = 'unpaid' and is_paid and new.deposited_amount < old.deposited_amount then
    new.status := old.status;
  elsif new.status = 'cancelled' and is_paid then
    perform private.refuse('The agent has been paid. That is final.', 'status', 'agent_paid_is_final');
  elsif new.status = 'agent_paid' and not private.last_share_paid(old.organization_id, old.id, null) then
    perform private.refuse('Record the payment to mark this commission as Agent paid.', 'status', 'payment_not_recorded');
  end if;
  return new;
end $$;
comment on function private.keep_paid_commission is 'A commission of which a share or an override was paid, or something was taken off for one, is
  not cancelled, and stays funds_received when a deposit is taken back: the rest waits for the vendor again. Of an unpaid commission
  nobody was paid anything, then. It is agent_paid with its last share.';
