-- What agents are told of their commissions.

create function private.notify_of_commission() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sale text;
begin
  -- What is paid together is told once, by its payout.
  if private.in_mode('importing') or new.seller_paid and exists (
    select 1 from public.agent_payments p
    where p.organization_id = new.organization_id and p.commission_id = new.id and p.batch_id is not null) then
    return null;
  end if;
  sale := (select private.sale_description(s) from public.sales s where s.id = new.sales_id);
  if not new.seller_paid then
    perform private.write_notification(new.organization_id, new.agent_id, 'commission', case
      when new.received_on is not null then (select v.name from public.vendors v where v.id = new.vendor_id)
        || ' paid the commission on the ' || sale || '.'
      when new.sale_paid then 'The customer paid the ' || sale || '. Your commission can be paid.'
      else 'Your commission on the ' || sale || ' is marked as funds received.' end, 'commissions', new.id,
      case when new.received_on is not null then 'vendor_paid' when new.sale_paid then 'customer_paid' else 'funds_received' end,
      jsonb_build_object('vendor', (select v.name from public.vendors v where v.id = new.vendor_id),
        'sale', private.sale_param(new.sales_id)));
  else
    perform private.write_notification(new.organization_id, new.agent_id, 'payout',
      'Your payout for the ' || sale || ' was recorded.', 'commissions', new.id, 'payment_recorded',
      jsonb_build_object('sale', private.sale_param(new.sales_id)));
  end if;
  return null;
end $$;
comment on function private.notify_of_commission is 'To the agent, when a commission became funds_received and when its payout was
  recorded, alone and not with others. That the vendor paid is said only of a commission with a receipt.';
