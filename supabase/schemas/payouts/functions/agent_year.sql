-- Agents' year: what agents were paid, whoever asks. Statements of payouts and single payments are one list; a year of an agent is
-- the sum of its paid amounts by payment day, without what was voided. The report (reports/functions/agent_year), the members' pages, the strip over
-- the payouts, statements and what agents read about themselves all add up this one relation.

-- The parts come to what was paid: commissions + adjustments + carried in - carried out.
create view private.agent_year with (security_invoker = on) as
select s.organization_id, s.agent_id, s.paid_on as day, s.id, s.id as statement_id, null::uuid as payment_id, s.batch_id,
  s.commission_amount, s.adjustment_amount, s.carried_in, s.carried_out, s.paid_amount, v.voided_on
from public.payout_statements s
left join public.payment_voids v on v.organization_id = s.organization_id and v.statement_id = s.id
union all
select p.organization_id, p.agent_id, p.payment_date, p.id, null, p.id, null, p.amount, 0, 0, 0, p.amount, v.voided_on
from public.agent_payments p
left join public.payment_voids v on v.organization_id = p.organization_id and v.payment_id = p.id
where p.batch_id is null;

create function private.paid_to_agent(organization_id uuid, agent_id uuid, year int) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(y.paid_amount), 0) from private.agent_year y
  where y.organization_id = paid_to_agent.organization_id and y.agent_id = paid_to_agent.agent_id and y.voided_on is null
    and y.day between make_date(year, 1, 1) and make_date(year, 12, 31)
$$;
comment on function private.paid_to_agent is 'What an agent was paid in a year.';

create function private.latest_payments(organization_id uuid, agent_id uuid, most int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', y.id, 'day', y.day, 'statement_id', y.statement_id, 'number', s.number,
    'commission_id', coalesce(h.commission_id, h.other_commission_id), 'role', case when not private.of_seller(h) then h.role end, 'booking_reference', k.booking_reference,
    'payment_method', coalesce(s.payment_method, p.payment_method), 'amount', y.paid_amount, 'voided_on', y.voided_on)
    order by y.day desc, y.id), '[]')
  from (
    select r.* from private.agent_year r
    where r.organization_id = latest_payments.organization_id and r.agent_id = latest_payments.agent_id
    order by r.day desc, r.id limit most) y
  left join public.payout_statements s on s.organization_id = y.organization_id and s.id = y.statement_id
  left join public.agent_payments p on p.organization_id = y.organization_id and p.id = y.payment_id
  left join public.commission_shares h on h.organization_id = p.organization_id and h.id = p.share_id
  left join public.sales k on k.id = h.sales_id
$$;
comment on function private.latest_payments is 'The latest payments to an agent, voided ones too: [{id, day, statement_id, number,
  commission_id, role (of a share), booking_reference, payment_method, amount, voided_on}].';
