-- Payments of commissions to agents: one per share, written by private.write_payments alone, the only way to the status agent_paid:
-- for one by record_agent_payment and record_share_payment, for a payout by pay_payout. Amount and agent never change; day, method and reference can be corrected (correct_agent_payment). Deleted only with
-- a sale whose import is undone. Agents read payments to themselves, admins all of their organization.

create function private.saved_of_commission(commission_id uuid, what text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', 'commission', 'id', c.id, 'name', what || s.booking_reference)
  from public.commissions c
  join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id
  where c.organization_id = private.admin_organization_id() and c.id = saved_of_commission.commission_id
$$;
comment on function private.saved_of_commission is 'See private.saved_as. @what in front of the booking''s reference';
