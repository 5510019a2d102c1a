-- Receipts: that the vendor's money for a commission is here, how much and since when (received_on, received_amount,
-- received_how; docs/product/commissions.md, When is commission received). Nothing else says so: a paid sale says that the customer paid.

create function public.record_receipt(commission_id uuid, received_on date default null, received_amount numeric default null,
  write_off_reason text default null, request_key uuid default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.admin_organization_id();
  sale public.sales%rowtype;
  commission public.commissions%rowtype;
  reason constant text := nullif(btrim(record_receipt.write_off_reason), '');
  rest numeric;
  refusal jsonb;
  answer jsonb := private.begin_request('record_receipt', request_key, jsonb_build_object('commission_id', commission_id,
    'received_on', received_on, 'received_amount', received_amount, 'write_off_reason', reason));
begin
  if answer is not null then
    return answer;
  end if;
  if caller_organization_id is null then
    return private.command_result('You do not have permission to record receipts.', null, 'receipts_are_for_admins');
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
    when commission.id is null then private.command_result('This commission does not exist.',
      'commission_id', 'commission_not_found')
    when commission.status = 'cancelled' then private.command_result('A cancelled commission cannot be changed.',
      'commission_id', 'commission_cancelled')
    when commission.received_how = 'deposit' then private.command_result('The deposit says what was received, and when.',
      'commission_id', 'received_by_deposit')
    when record_receipt.received_on is null then
      private.closed_fact_refusal(caller_organization_id, commission.received_posted_on, 'received_on')
    when record_receipt.received_on > private.today() then
      private.command_result('Enter the day the money came, today at the latest.', 'received_on', 'receipt_day_expected')
    when coalesce(record_receipt.received_amount, 0) <= 0 then private.command_result('Enter the amount received.',
      'received_amount', 'received_amount_missing')
    when record_receipt.received_amount <> round(record_receipt.received_amount, 2) then
      private.command_result('Use at most two decimals.', 'received_amount', 'decimals_too_many')
    when reason is not null and record_receipt.received_amount >= commission.amount then
      private.command_result('Nothing is left to write off.', 'write_off_reason', 'nothing_to_write_off')
    when char_length(reason) > 500 then private.command_result('Use at most 500 characters.',
      'write_off_reason', 'text_too_long', '{"most": 500}')
    when (record_receipt.received_on, record_receipt.received_amount) is distinct from (commission.received_on, commission.received_amount)
      then coalesce(private.closed_fact_refusal(caller_organization_id, commission.received_posted_on, 'received_on'),
        private.closed_day_refusal(caller_organization_id, record_receipt.received_on, 'received_on'))
  end;
  if refusal is not null then
    return refusal;
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
  perform private.audit(caller_organization_id, 'receipt_recorded', null, commission.id, jsonb_build_object('agent_id', commission.agent_id,
    'changes', private.audit_changes(
      jsonb_build_object('received_on', commission.received_on, 'received_amount', commission.received_amount,
        'written_off', commission.manual_written_off),
      jsonb_build_object('received_on', record_receipt.received_on, 'received_amount',
        case when record_receipt.received_on is not null then record_receipt.received_amount end, 'written_off', rest))),
    record_receipt.received_amount);
  return private.end_request(request_key, commission.id, private.command_result(null));
end $$;
comment on function public.record_receipt is 'A manual receipt: `received_amount` came on `received_on`. Said again it replaces what
  was said before; without a day (null) it is taken back. Of a short one the rest stays open, or is written off, with a reason
  (`write_off_reason`). An unpaid commission becomes funds_received by it, and stays so. {success, error, field}.';
grant execute on function public.record_receipt(uuid, date, numeric, text, uuid) to authenticated;

create function private.saved_by_record_receipt(commission_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.saved_of_commission(commission_id, 'the receipt of ')
$$;

create view private.commissions_received as
select c.id, c.organization_id, c.sales_id, c.vendor_id, c.status, c.amount, c.share_base, c.share_percents, c.commission_split,
  c.received_on, c.taken_back_amount, coalesce(c.received_amount, 0) - c.taken_back_amount as net_received
from public.commissions c;
comment on view private.commissions_received is 'What of each commission came and stayed (net_received): received, less what the vendor took back. What came of
  one that is cancelled since counts as before. The one place that says so: volumes of vendors'' bonuses and of tiers, and the vendor''s
  page read it.';

-- What a commission's money has come to, a row for each commission, whole: what a vendor owes is owed to the agency, once, however many
-- people share it (what of it is one person's says private.commission_money_by_share). payee_id is its seller, agent_amount and advanced
-- are the seller's alone: who reads what all people get adds private.agents_beside, and what all were paid adds the shares that are paid.
-- The one place that says what is open, owed, not due yet and received of it: lists, figures, reports, e-mails, exports and the API read it.
-- - known: whether the agency records what vendors pay of it. Without a day from which it does (receipts_tracked_since), of unpaid
--   commissions alone; with one, of all that were due since (without a due day: sold since).
-- - open: what the vendor has not paid of what is known, whatever the agent was paid. It is owed (past its due day), not due, or has
--   no due day.
-- - paid_short: of what is owed, the rest of what was received in part. owed_agent_paid: of it, where all its people were paid already;
--   advanced: what its seller was paid of what is owed, whoever else was.
create view private.commission_money as
select c.organization_id, c.id as commission_id, c.agent_id as payee_id, c.sales_id, c.vendor_id, c.status, c.sale_date, c.due_on,
  c.created_at, c.sale_paid, c.amount, c.agent_amount, c.open_amount, coalesce(c.received_amount, 0) as received, c.received_on, c.taken_back_amount as taken_back, c.written_off,
  w.known, w.open,
  case when w.late then w.open else 0 end as owed,
  case when c.due_on is not null and not w.late then w.open else 0 end as not_due,
  case when c.due_on is null then w.open else 0 end as no_due_day,
  case when w.late and c.received_amount > 0 then w.open else 0 end as paid_short,
  case when w.late and c.status = 'agent_paid' then w.open else 0 end as owed_agent_paid,
  case when w.late and (c.seller_paid or c.status = 'agent_paid') and w.open > 0 then c.agent_amount else 0 end as advanced,
  c.open_amount as whole_open
from public.commissions c
join public.organizations o on o.id = c.organization_id
-- Behind a fence (offset 0): once for an organization, not for each use in each row, which costs more than all the rest.
cross join lateral (select (now() at time zone o.time_zone)::date as today offset 0) d
cross join lateral (select case when o.receipts_tracked_since is null then c.status = 'unpaid'
  else coalesce(c.due_on, c.sale_date) >= o.receipts_tracked_since end as known) k
cross join lateral (select k.known, case when k.known then c.open_amount else 0 end as open,
  coalesce(c.due_on < d.today, false) as late) w;
