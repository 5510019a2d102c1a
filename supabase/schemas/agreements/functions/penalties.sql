-- What a vendor still pays for a booking that was cancelled.

create function public.cancel_sale_with_penalty(sale_id uuid, amount numeric, due_on date default null, note text default null,
  request_key uuid default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  sale public.sales;
  cancelled jsonb;
  answer jsonb := private.begin_request('cancel_sale_with_penalty', request_key, jsonb_build_object('sale_id', sale_id, 'amount', amount,
    'due_on', due_on, 'note', note));
begin
  if answer is not null then
    return answer;
  end if;
  sale := private.lock_own_sale(cancel_sale_with_penalty.sale_id);
  if amount is null or amount <= 0 or amount <> round(amount, 2) then
    perform private.refuse('Enter what the vendor still pays.', 'amount', 'penalty_missing');
  elsif amount > sale.commission_amount then
    perform private.refuse('The vendor pays at most the commission of ' || to_char(sale.commission_amount, 'FM9,999,999,990.00') || '.',
      'amount', 'penalty_above_commission', jsonb_build_object('most', sale.commission_amount));
  elsif due_on is not null and (not isfinite(due_on) or due_on not between '1900-01-01' and '2199-12-31') then
    perform private.refuse('Enter a date like 11/19/2026.', 'due_on', 'date_expected');
  end if;
  cancelled := public.update_sale_status(sale.id, 'cancelled', note);
  -- A sale of a closed month has its penalty in the first open one.
  perform private.write_other_commission(sale.organization_id, 'penalty', sale.id, sale.vendor_id, null, null, amount, due_on,
    private.booking_day(sale.organization_id, sale.sale_date), null);
  return private.end_request(request_key, sale.id, cancelled);
end $$;
comment on function public.cancel_sale_with_penalty is 'Cancels a sale and keeps what its vendor still pays as a commission of the kind
  penalty, at most the commission; the seller gets the split of it. For the seller and admins. Answers {id, status, version}. Once for
  each `request_key`.';
grant execute on function public.cancel_sale_with_penalty(uuid, numeric, date, text, uuid) to authenticated;

create function private.saved_by_cancel_sale_with_penalty(sale_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.saved_by_create_sale(sale_id)
$$;
comment on function private.saved_by_cancel_sale_with_penalty is 'See private.saved_as.';

create function private.penalty_of(sale_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  organization constant uuid := private.current_organization_id();
  -- Asked first: what is not the caller's takes as long as what is not there.
  is_admin constant boolean := private.is_admin();
begin
  return (
    select jsonb_build_object('id', o.id, 'amount', o.amount, 'due_on', o.due_on, 'status', o.status)
    from public.other_commissions o
    join public.sales s on s.organization_id = o.organization_id and s.id = o.sales_id
    where o.organization_id = organization and o.sales_id = penalty_of.sale_id and o.kind = 'penalty'
      and (is_admin or s.agent_id = auth.uid()));
end $$;
comment on function private.penalty_of is 'What the vendor still pays for a cancelled sale, for its seller and admins: {id, amount, due_on,
  status}; null for nothing.';
grant execute on function private.penalty_of(uuid) to authenticated;
