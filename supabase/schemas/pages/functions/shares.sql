-- The shares of a sale, for the page of the sale.

create function public.get_sale_shares(sale_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  organization constant uuid := private.current_organization_id();
  admin constant boolean := private.is_admin();
  sale public.sales;
  commission public.commissions;
  fee public.other_commissions;
  answer jsonb;
  beside jsonb;
  recalled numeric;
begin
  select s.* into sale from public.sales s
  where s.organization_id = organization and s.id = get_sale_shares.sale_id
    and (admin or s.agent_id = auth.uid() or exists (select from public.commission_shares h
      where h.organization_id = organization and h.sales_id = s.id and h.user_id = auth.uid() and h.place is not null
        and h.commission_id is not null));
  if sale.id is null then
    return null;
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('user_id', h.user_id, 'name', u.first_name || ' ' || u.last_name, 'role', h.role,
    'amount', h.agent_amount, 'paid', h.status = 'paid') order by h.role, u.last_name, h.id), '[]') into beside
  from public.commission_shares h
  join public.users u on u.organization_id = h.organization_id and u.id = h.user_id
  where h.organization_id = organization and h.sales_id = sale.id and h.place is null and h.status <> 'cancelled' and h.agent_amount <> 0
    and (admin or h.user_id = auth.uid());
  if sale.fee_amount > 0 then
    select o.* into fee from public.other_commissions o
    where o.organization_id = organization and o.sales_id = sale.id and o.kind = 'service_fee' and o.status <> 'cancelled';
  end if;
  if sale.co_sellers = '[]' and sale.fee_amount = 0 and beside = '[]' then
    return null;
  end if;
  select c.* into commission from public.commissions c where c.organization_id = organization and c.sales_id = sale.id;
  recalled := (select coalesce(sum(r.agent_amount), 0) from private.recall_parts r
    where r.organization_id = organization and r.commission_id = commission.id);
  select jsonb_build_object('shares', coalesce(jsonb_agg(jsonb_build_object('user_id', p.user_id, 'name', u.first_name || ' ' || u.last_name,
      'avatar_url', u.avatar_url, 'role', p.role,
      -- The seller agreed the parts, and reads what each has; money and split are everybody's own.
      'percent', case when k.known or sale.agent_id = auth.uid() then p.percent end,
      'gross_part', case when k.known then p.gross_part end, 'split', case when k.known then p.split end,
      'split_parts', case when k.known then p.split_parts end,
      'amount', case when k.known then p.amount end, 'status', case when k.known then p.status end,
      'fee', case when k.known and f.amount is not null then jsonb_build_object('gross_part', f.gross_part, 'split', f.split,
        'amount', f.amount, 'status', f.status) end, 'total', case when k.known then k.total end) order by p.place), '[]'),
    'total', sum(k.total) filter (where k.known), 'due', coalesce(sum(k.due) filter (where k.known), 0))
  into answer
  from (
    select h.place, h.user_id, h.role, w.share_percent as percent, w.amount as gross_part, w.commission_split as split, h.split_parts,
      w.agent_amount as amount, w.status
    from public.commission_shares h
    join private.commissions_by_share w on w.organization_id = h.organization_id and w.id = h.commission_id and w.place = h.place
    where h.organization_id = organization and h.commission_id = commission.id and h.place is not null) p
  join public.users u on u.organization_id = organization and u.id = p.user_id
  left join lateral (
    select h.gross_part, h.split, h.agent_amount as amount, case
      when h.status = 'paid' then 'agent_paid' when h.status = 'cancelled' then 'cancelled' else fee.status end as status
    from public.commission_shares h
    where h.organization_id = organization and h.other_commission_id = fee.id and h.user_id = p.user_id and h.place is not null
    order by h.place limit 1) f on true
  -- A commission that was cancelled alone pays nothing beside a fee that stands; without one it says what it would have been.
  cross join lateral (select admin or p.user_id = auth.uid() as known,
    case when p.status = 'cancelled' and f.amount is not null then 0 else p.amount end + coalesce(f.amount, 0) as total,
    case when p.status = 'funds_received' then p.amount else 0 end + case when f.status = 'funds_received' then f.amount else 0 end as due) k
  where sale.co_sellers <> '[]' or sale.fee_amount > 0;
  return answer || jsonb_build_object('beside', beside, 'agency', case when admin and commission.status = 'cancelled' then 0
      when admin then coalesce(commission.received_amount, 0) - commission.taken_back_amount + commission.open_amount - (
        select coalesce(sum(h.agent_amount), 0) from public.commission_shares h
        where h.organization_id = organization and h.commission_id = commission.id and h.status <> 'cancelled') + recalled end,
    'taken_back', case when admin and commission.status <> 'cancelled' and commission.taken_back_amount > 0 then
      jsonb_build_object('amount', commission.taken_back_amount, 'agents', recalled) end,
    'fee', case when admin and fee.id is not null then jsonb_build_object('amount', fee.amount, 'agency', fee.amount - (
      select coalesce(sum(f.agent_amount), 0) from public.commission_shares f
      where f.organization_id = organization and f.other_commission_id = fee.id)) end);
end $$;
comment on function public.get_sale_shares is '{shares: [{user_id, name, avatar_url, role, percent, gross_part, split, split_parts
  (private.share_of), amount, status, fee, total}], total, due, beside: [{user_id, name, role, amount, paid}], agency, taken_back: {amount, agents}, fee: {amount, agency}}, the seller first, each with their
  part of the agency''s service fee, where there is one. total: what the shares come to that the caller reads, with their parts of the fee;
  due: what of it is to be paid once the customer has paid. beside: overrides, what they take off agents, and what tiers corrected, on all
  commissions of the sale; a sale with one seller and no fee has these alone, without any null, as has one that the caller neither sold nor
  may see. Admins read all of it, what the vendor took back with what agents give back of it, and what the agency keeps of what was received,
  less what was taken back, and is still to come; the seller all percents and
  their own money; who has a share their own, and the names.';
grant execute on function public.get_sale_shares(uuid) to authenticated;

create function public.get_shared_sale(sale_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', p.id, 'organization_id', p.organization_id, 'customer_id', p.customer_id, 'vendor_id', p.vendor_id,
    'agent_id', s.agent_id, 'booking_reference', p.booking_reference, 'sale_date', p.sale_date, 'travel_date', p.travel_date,
    'return_date', p.return_date, 'status', p.status, 'currency', s.currency, 'share_percent', p.share_percent,
    'total_amount', p.total_amount, 'commission_amount', p.commission_amount,
    'customer', jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name),
    'vendor', jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url),
    'agent', jsonb_build_object('id', a.id, 'first_name', a.first_name, 'last_name', a.last_name, 'avatar_url', a.avatar_url),
    'commission', jsonb_build_object('status', w.status, 'split', w.commission_split, 'agent_amount', w.agent_amount))
  from private.sales_by_share p
  join public.sales s on s.organization_id = p.organization_id and s.id = p.id
  join private.commissions_by_share w on w.organization_id = p.organization_id and w.sales_id = p.id and w.agent_id = p.agent_id
  join public.customers c on c.organization_id = p.organization_id and c.id = p.customer_id
  join public.vendors v on v.organization_id = p.organization_id and v.id = p.vendor_id
  join public.users a on a.organization_id = s.organization_id and a.id = s.agent_id
  where p.organization_id = (select private.current_organization_id()) and p.agent_id = (select auth.uid())
    and p.seller_id <> p.agent_id and p.id = get_shared_sale.sale_id
$$;
comment on function public.get_shared_sale is 'A sale of somebody else of which the caller has a share, as they may see it: their part
  of it, their split, amount and status; null of any other sale.';
grant execute on function public.get_shared_sale(uuid) to authenticated;
