-- Receipts: that the vendor's money for a commission is here, how much and since when (received_on, received_amount,
-- received_how; docs/product.md, When is commission received). Nothing else says so: a paid sale says that the customer paid.

-- An admin's word: `received_amount` came on `received_on`. Said again it replaces what was said before; without a day (null) it is
-- taken back. An unpaid commission becomes funds_received by it, and stays so. {success, error, field}.
create function public.record_receipt(commission_id uuid, received_on date default null, received_amount numeric default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.admin_organization_id();
  sale public.sales%rowtype;
  commission public.commissions%rowtype;
  refusal text[];
begin
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
    when record_receipt.received_on is null then null
    when record_receipt.received_on > private.today() then
      array['Enter the day the money came, today at the latest.', 'received_on']
    when coalesce(record_receipt.received_amount, 0) <= 0 then array['Enter the amount received.', 'received_amount']
    when record_receipt.received_amount <> round(record_receipt.received_amount, 2) then
      array['Use at most two decimals.', 'received_amount']
  end;
  if refusal is not null then
    return private.command_result(refusal[1], refusal[2]);
  end if;
  update public.commissions c set
    received_on = record_receipt.received_on,
    received_amount = case when record_receipt.received_on is not null then record_receipt.received_amount end,
    received_how = case when record_receipt.received_on is not null then 'word' end,
    status = case when c.status = 'unpaid' and record_receipt.received_on is not null then 'funds_received' else c.status end
  where c.id = commission.id;
  return private.command_result(null);
end $$;
grant execute on function public.record_receipt(uuid, date, numeric) to authenticated;
