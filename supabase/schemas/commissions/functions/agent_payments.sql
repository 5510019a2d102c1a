-- Payments of commissions to agents: one per commission, written by private.write_agent_payments alone, the only way to the status
-- agent_paid: for one commission by record_agent_payment, for a payout by pay_payout. Amount and agent never change; day, method and reference can be corrected (correct_agent_payment). Deleted only with
-- a sale whose import is undone. Agents read payments to themselves, admins all of their organization.

create function private.write_agent_payments(organization_id uuid, commission_ids uuid[], payment_methods text[],
  payment_references text[], payment_date date, notes text, batch_id uuid)
returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.agent_payments (commission_id, organization_id, agent_id, created_by, amount, payment_date, payment_method,
    reference, notes, batch_id)
  select c.id, c.organization_id, c.agent_id, auth.uid(), c.agent_amount, write_agent_payments.payment_date, p.method, p.reference,
    write_agent_payments.notes, write_agent_payments.batch_id
  from unnest(commission_ids, payment_methods, payment_references) p(id, method, reference)
  join public.commissions c on c.organization_id = write_agent_payments.organization_id and c.id = p.id
  order by c.sales_id;
  update public.commissions c set status = 'agent_paid'
  where c.organization_id = write_agent_payments.organization_id and c.id = any (commission_ids);
$$;
comment on function private.write_agent_payments is 'Writes the payments of commissions, each with its method and reference, and
  moves them to agent_paid. The caller has locked and checked sales and commissions.';

create function private.saved_of_commission(commission_id uuid, what text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', 'commission', 'id', c.id, 'name', what || s.booking_reference)
  from public.commissions c
  join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id
  where c.organization_id = private.admin_organization_id() and c.id = saved_of_commission.commission_id
$$;
comment on function private.saved_of_commission is 'See private.saved_as. @what in front of the booking''s reference';
