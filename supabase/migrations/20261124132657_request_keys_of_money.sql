set local check_function_bodies = off;

DROP FUNCTION "public"."add_payout_adjustment"(uuid, text, numeric, text);

DROP FUNCTION "public"."record_agent_payment"(uuid, uuid, uuid, uuid, numeric, date, text, text, text);

DROP FUNCTION "public"."record_recall"(uuid, numeric, text, uuid);

DROP FUNCTION "public"."record_receipt"(uuid, date, numeric, text);

CREATE OR REPLACE FUNCTION private.saved_as(command text, record_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.current_organization_id();
begin
  if command = 'create_sale' then
    return (
      select jsonb_build_object('kind', 'sale', 'id', s.id, 'name', s.booking_reference)
      from public.sales s
      where s.organization_id = caller_organization_id and s.id = saved_as.record_id
        and (private.is_admin() or s.agent_id = auth.uid()));
  elsif command in ('record_agent_payment', 'record_receipt', 'record_recall') and private.is_admin() then
    return (
      select jsonb_build_object('kind', 'commission', 'id', c.id, 'name', case command
        when 'record_agent_payment' then 'the payment of ' when 'record_receipt' then 'the receipt of '
        else 'what is taken back of ' end || s.booking_reference)
      from public.commissions c
      join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id
      where c.organization_id = caller_organization_id and c.id = saved_as.record_id);
  elsif command = 'add_payout_adjustment' and private.is_admin() then
    return (
      select jsonb_strip_nulls(jsonb_build_object('kind', 'payout', 'id', l.batch_id, 'name', 'a ' || l.kind || ' of ' || l.amount))
      from public.payout_lines l
      where l.organization_id = caller_organization_id and l.id = saved_as.record_id);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.add_payout_adjustment(agent_id uuid, kind text, amount numeric, note text, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches := private.lock_draft(caller_organization_id);
  refusal text[];
  new_id uuid;
  answer jsonb := private.begin_request('add_payout_adjustment', request_key, jsonb_build_object('agent_id', agent_id, 'kind', kind,
    'amount', amount, 'note', note));
begin
  if answer is not null then
    return answer;
  end if;
  refusal := case
    when not exists (select 1 from public.users u
      where u.organization_id = caller_organization_id and u.id = add_payout_adjustment.agent_id) then
      array['Choose an agent.', 'agent_id']
    when add_payout_adjustment.kind is null or add_payout_adjustment.kind not in ('bonus', 'correction') then
      array['Choose what this is.', 'kind']
    when coalesce(add_payout_adjustment.amount, 0) = 0 or abs(add_payout_adjustment.amount) > 9999999999.99 then
      array['Enter an amount.', 'amount']
    when add_payout_adjustment.amount <> round(add_payout_adjustment.amount, 2) then array['Use at most two decimals.', 'amount']
    when add_payout_adjustment.kind = 'bonus' and add_payout_adjustment.amount < 0 then
      array['A bonus is more than nothing. What an agent gives back is a correction.', 'amount']
    when nullif(btrim(add_payout_adjustment.note), '') is null then array['Say what it is for. The agent reads it.', 'note']
    when char_length(btrim(add_payout_adjustment.note)) > 500 then array['Use at most 500 characters.', 'note']
  end;
  if refusal is not null then
    return private.command_result(refusal[1], refusal[2]);
  end if;
  insert into public.payout_lines (organization_id, batch_id, agent_id, kind, amount, note, created_by)
  values (caller_organization_id, b.id, add_payout_adjustment.agent_id, add_payout_adjustment.kind, add_payout_adjustment.amount,
    btrim(add_payout_adjustment.note), auth.uid())
  returning id into new_id;
  if b.id is not null then
    perform private.note_payout(b, 'adjusted', jsonb_build_object('agent_id', add_payout_adjustment.agent_id,
      'kind', add_payout_adjustment.kind, 'amount', add_payout_adjustment.amount, 'note', btrim(add_payout_adjustment.note)));
  end if;
  return private.end_request(request_key, new_id, private.command_result(null) || jsonb_build_object('id', new_id));
end $function$;

CREATE OR REPLACE FUNCTION public.record_agent_payment(commission_id uuid, agent_id uuid, organization_id uuid, created_by uuid, amount numeric, payment_date date, payment_method text, reference text DEFAULT NULL::text, notes text DEFAULT NULL::text, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.record_recall(commission_id uuid, amount numeric, note text, transaction_id uuid DEFAULT NULL::uuid, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches := private.lock_draft(caller_organization_id);
  c public.commissions;
  left_amount numeric;
  refusal text[];
  answer jsonb := private.begin_request('record_recall', request_key, jsonb_build_object('commission_id', commission_id,
    'amount', amount, 'note', note, 'transaction_id', transaction_id));
begin
  if answer is not null then
    return answer;
  end if;
  -- Recalls of one commission come one after the other.
  select m.* into c from public.commissions m
  where m.organization_id = caller_organization_id and m.id = record_recall.commission_id for no key update;
  left_amount := private.recallable_amount(caller_organization_id, c.id);
  refusal := case
    when c.id is null then array['This commission does not exist.', 'commission_id']
    when c.status <> 'agent_paid' then
      array['The agent has not been paid for this commission: nothing has to be taken back.', 'commission_id']
    when coalesce(record_recall.amount, 0) <= 0 or record_recall.amount <> round(record_recall.amount, 2) then
      array['Enter an amount like 212.40.', 'amount']
    when record_recall.amount > left_amount then
      array['At most ' || left_amount || ' can be taken back: what the agent was paid for it.', 'amount']
    when nullif(btrim(record_recall.note), '') is null then array['Say why. The agent reads it.', 'note']
    when char_length(btrim(record_recall.note)) > 500 then array['Use at most 500 characters.', 'note']
    when record_recall.transaction_id is not null and not exists (select 1 from public.bank_transactions t
      where t.organization_id = caller_organization_id and t.id = record_recall.transaction_id) then
      array['This transaction is no longer there.', 'transaction_id']
    when record_recall.transaction_id is not null and exists (select 1 from public.payout_lines l
      where l.organization_id = caller_organization_id and l.transaction_id = record_recall.transaction_id
        and l.commission_id = c.id) then
      array['This transaction has taken it back already.', 'transaction_id'] end;
  if refusal is not null then
    return private.command_result(refusal[1], refusal[2]);
  end if;
  return private.end_request(request_key, c.id, private.command_result(null) || jsonb_build_object('id',
    private.post_recall(b, c, record_recall.amount, btrim(record_recall.note), record_recall.transaction_id, false)));
end $function$;

CREATE OR REPLACE FUNCTION public.record_receipt(commission_id uuid, received_on date DEFAULT NULL::date, received_amount numeric DEFAULT NULL::numeric, write_off_reason text DEFAULT NULL::text, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.admin_organization_id();
  sale public.sales%rowtype;
  commission public.commissions%rowtype;
  reason constant text := nullif(btrim(record_receipt.write_off_reason), '');
  rest numeric;
  refusal text[];
  answer jsonb := private.begin_request('record_receipt', request_key, jsonb_build_object('commission_id', commission_id,
    'received_on', received_on, 'received_amount', received_amount, 'write_off_reason', reason));
begin
  if answer is not null then
    return answer;
  end if;
  if caller_organization_id is null then
    return private.command_result('You do not have permission to record receipts.');
  end if;
  -- Lock order: sale, then commission, as everywhere.
  select s.* into sale
  from public.sales s
  where s.organization_id = caller_organization_id and s.id = (
    select c.sales_id from public.commissions c
    where c.organization_id = caller_organization_id and c.id = record_receipt.commission_id)
  for no key update;
  select c.* into commission
  from public.commissions c
  where c.organization_id = caller_organization_id and c.id = record_receipt.commission_id and c.sales_id = sale.id
  for no key update;
  refusal := case
    when commission.id is null then array['This commission does not exist.', 'commission_id']
    when commission.status = 'cancelled' then array['A cancelled commission cannot be changed.', 'commission_id']
    when commission.received_how = 'deposit' then array['The deposit says what was received, and when.', 'commission_id']
    when record_receipt.received_on is null then
      array[private.closed_fact_refusal(caller_organization_id, commission.received_posted_on), 'received_on']
    when record_receipt.received_on > private.today() then
      array['Enter the day the money came, today at the latest.', 'received_on']
    when coalesce(record_receipt.received_amount, 0) <= 0 then array['Enter the amount received.', 'received_amount']
    when record_receipt.received_amount <> round(record_receipt.received_amount, 2) then
      array['Use at most two decimals.', 'received_amount']
    when reason is not null and record_receipt.received_amount >= commission.amount then
      array['Nothing is left to write off.', 'write_off_reason']
    when char_length(reason) > 500 then array['Use at most 500 characters.', 'write_off_reason']
    when (record_receipt.received_on, record_receipt.received_amount) is distinct from (commission.received_on, commission.received_amount)
      then array[coalesce(private.closed_fact_refusal(caller_organization_id, commission.received_posted_on),
        private.closed_day_refusal(caller_organization_id, record_receipt.received_on)), 'received_on']
  end;
  if refusal[1] is not null then
    return private.command_result(refusal[1], refusal[2]);
  end if;
  rest := case when record_receipt.received_on is not null and reason is not null
    then commission.amount - record_receipt.received_amount else 0 end;
  update public.commissions c set
    written_off = rest,
    manual_written_off = rest,
    manual_write_off_reason = case when rest > 0 then reason end,
    received_on = record_receipt.received_on,
    received_amount = case when record_receipt.received_on is not null then record_receipt.received_amount end,
    received_how = case when record_receipt.received_on is not null then 'word' end,
    status = case when c.status = 'unpaid' and record_receipt.received_on is not null then 'funds_received' else c.status end
  where c.id = commission.id;
  return private.end_request(request_key, commission.id, private.command_result(null));
end $function$;

REVOKE ALL ON FUNCTION "public"."add_payout_adjustment"(uuid, text, numeric, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_payout_adjustment"(uuid, text, numeric, text, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."record_agent_payment"(uuid, uuid, uuid, uuid, numeric, date, text, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."record_agent_payment"(uuid, uuid, uuid, uuid, numeric, date, text, text, text, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."record_recall"(uuid, numeric, text, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."record_recall"(uuid, numeric, text, uuid, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."record_receipt"(uuid, date, numeric, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."record_receipt"(uuid, date, numeric, text, uuid) TO "authenticated", "postgres";
