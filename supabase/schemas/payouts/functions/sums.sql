-- What a payout comes to, by agent.

create function private.carried_balance(organization_id uuid, agent_id uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(s.commission_amount + s.adjustment_amount - s.paid_amount), 0)
  from public.payout_statements s
  where s.organization_id = carried_balance.organization_id and s.agent_id = carried_balance.agent_id
$$;
comment on function private.carried_balance is 'What an agent owes from payouts that came out below zero: 0 or less. All that was
  owed by statements and not paid.';

create function private.payout_totals(b public.payout_batches)
returns table (agent_id uuid, commission_count bigint, commission_amount numeric, adjustment_amount numeric, carried_in numeric,
  paid_amount numeric, carried_out numeric)
language sql stable security definer set search_path = '' as $$
  select t.agent_id, t.n, t.commissions, t.adjustments, t.carried, greatest(t.total, 0), least(t.total, 0)
  from (
    select l.agent_id, l.n, l.commissions, l.adjustments, carry.amount as carried, l.commissions + l.adjustments + carry.amount as total
    from (
      select l.agent_id, count(*) filter (where l.kind in ('commission', 'share')) as n,
        coalesce(sum(l.amount) filter (where l.kind in ('commission', 'share')), 0) as commissions,
        coalesce(sum(l.amount) filter (where l.kind not in ('commission', 'share')), 0) as adjustments
      from public.payout_lines l where l.organization_id = b.organization_id and l.batch_id = b.id group by 1) l
    cross join lateral (select private.carried_balance(b.organization_id, l.agent_id) as amount) carry) t
$$;
comment on function private.payout_totals is 'What each agent gets by a batch: sums of its lines, what they bring along and what is
  left. Shares are commissions; overrides are adjustments.';
