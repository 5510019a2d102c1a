-- What people are told of shares beside the sellers', and of overrides: as sellers are of their commissions, each of what is their own.

create function private.sale_of_share(h public.commission_shares)
returns table (words text, param jsonb, record_type text, record_id uuid)
language sql stable security definer set search_path = '' as $$
  select case when k.sees_it then private.sale_description(s) else concat_ws(' ', 'sale', s.booking_reference) end,
    case when k.sees_it then private.sale_param(s.id) else jsonb_build_object('reference', s.booking_reference) end,
    case when k.sees_it then 'sales' end, case when k.sees_it then s.id end
  from public.sales s
  cross join lateral (
    select h.role <> 'override' or exists (
      select from public.users u where u.id = h.user_id and u.role in ('owner', 'admin')) as sees_it) k
  where s.organization_id = h.organization_id and s.id = h.sales_id
$$;
comment on function private.sale_of_share is 'How a sale is named to whoever has this share of it, and where the message leads: to a lead who
  is an agent and has an override without its customer, and nowhere, as they see no sale of others.';

create function private.tell_shares(organization_id uuid, commission_id uuid, other_commission_id uuid, vendor_id uuid, code text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id, code, params)
  select h.organization_id, h.user_id, 'commission', case tell_shares.code
      when 'vendor_paid' then v.name || ' paid the commission on the ' || t.words || '.'
      when 'customer_paid' then 'The customer paid the ' || t.words || '. Your commission can be paid.'
      else 'Your commission on the ' || t.words || ' is marked as funds received.' end,
    t.record_type, t.record_id, tell_shares.code, jsonb_build_object('vendor', v.name, 'sale', t.param)
  from (
    select distinct on (k.user_id) k.*
    from public.commission_shares k
    where k.organization_id = tell_shares.organization_id
      and (k.commission_id = tell_shares.commission_id or k.other_commission_id = tell_shares.other_commission_id)
      and k.status = 'open' and (k.place is not null or k.role = 'override' and k.agent_amount > 0)
    order by k.user_id, k.place nulls last, k.id) h
  cross join lateral private.sale_of_share(h) t
  join public.vendors v on v.id = tell_shares.vendor_id
  where h.user_id is distinct from auth.uid() and not exists (
    select from public.commissions c
    where c.organization_id = h.organization_id and c.id = tell_shares.commission_id and c.agent_id = h.user_id)
  order by h.user_id
$$;
comment on function private.tell_shares is 'Tells who has an open share of a commission, or an override of it, what its seller is told: once
  each, without amounts. The seller of a vendor''s commission hears of it by private.notify_of_commission.';

create function private.tell_shares_of_commission() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.in_mode('importing') then
    perform private.tell_shares(new.organization_id, new.id, null, new.vendor_id,
      case when new.received_on is not null then 'vendor_paid' when new.sale_paid then 'customer_paid' else 'funds_received' end);
  end if;
  return null;
end $$;
comment on function private.tell_shares_of_commission is 'When a commission became funds_received, as private.notify_of_commission says.';

create function private.tell_shares_of_penalty() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_shares(new.organization_id, null, new.id, new.vendor_id, 'vendor_paid');
  return null;
end $$;
comment on function private.tell_shares_of_penalty is 'When the vendor paid a penalty: also its seller, whose share is one of them.';
