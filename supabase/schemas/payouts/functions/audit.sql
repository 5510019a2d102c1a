-- What of payouts is in the audit log: triggers on the tables that hold the decisions. Reasons and notes stay where they are: they may
-- name a customer.

create function private.audit_payout_event() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before constant text := case new.action when 'approved' then 'draft' when 'scheduled' then 'approved' when 'reopened' then new.details ->> 'from'
    when 'paid' then case when new.done_by is null then 'scheduled' else 'approved' end end;
  after constant text := case new.action when 'started' then 'draft' when 'approved' then 'approved' when 'scheduled' then 'scheduled'
    when 'reopened' then 'draft' when 'discarded' then 'discarded' when 'paid' then 'paid' end;
begin
  perform private.audit(new.organization_id, 'payout_' || new.action, null, new.batch_id,
    case when after is null then '{}' else private.audit_change('status', before, after) end
    || jsonb_strip_nulls(jsonb_build_object('count', coalesce(new.details -> 'lines', new.details -> 'commissions'),
      'on', new.details -> 'planned_on', 'agent_id', new.details -> 'agent_id')),
    (new.details ->> 'amount')::numeric, new.done_by, new.done_by is null);
  return null;
end $$;
comment on function private.audit_payout_event is 'Every event of a payout but those that have an entry of their own table: holds,
  adjustments, voids.';

create function private.audit_adjustment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  l public.payout_lines := case when tg_op = 'DELETE' then old else new end;
begin
  perform private.audit(l.organization_id, case tg_op when 'DELETE' then 'adjustment_removed' else 'adjustment_added' end, null, l.agent_id,
    jsonb_build_object('changes', jsonb_build_array(jsonb_build_object('field', l.kind,
      'before', case when tg_op = 'DELETE' then l.amount end, 'after', case when tg_op = 'INSERT' then l.amount end))), l.amount);
  return null;
end $$;
comment on function private.audit_adjustment is 'Bonuses, corrections and recalls, also while no payout has them.';

create function private.audit_holds() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit(x.organization_id, case tg_op when 'DELETE' then 'commission_released' else 'commission_held' end, null,
    case when count(*) = 1 then (array_agg(coalesce(h.commission_id, h.other_commission_id)))[1] end,
    case tg_op when 'DELETE' then private.audit_change('payment', 'held', 'open') else private.audit_change('payment', 'open', 'held') end
    || jsonb_build_object('count', count(*), 'agent_id', case when count(distinct h.user_id) = 1 then (array_agg(h.user_id))[1] end),
    sum(h.agent_amount))
  from changed x
  join public.commission_shares h on h.organization_id = x.organization_id and h.id = x.share_id
  group by x.organization_id;
  return null;
end $$;
comment on function private.audit_holds is 'One entry for what was held, or released, at once.';

create function private.audit_void() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit(new.organization_id, 'payment_voided', null, new.agent_id, private.audit_change('payment', 'paid', 'voided'),
    -new.amount, new.voided_by);
  return null;
end $$;

create function private.audit_agent_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  subject constant uuid := (
    select coalesce(h.commission_id, h.other_commission_id) from public.commission_shares h where h.id = new.share_id);
begin
  if tg_op = 'INSERT' then
    perform private.audit(new.organization_id, 'agent_paid', null, subject, private.audit_change('payment', 'open', 'paid')
      || jsonb_build_object('on', new.payment_date, 'agent_id', new.agent_id), new.amount, new.created_by);
  elsif not private.in_mode('erasing') then
    perform private.audit(new.organization_id, 'agent_payment_corrected', null, subject, jsonb_build_object('changes',
      private.audit_changes(jsonb_build_object('payment_date', old.payment_date, 'payment_method', old.payment_method),
        jsonb_build_object('payment_date', new.payment_date, 'payment_method', new.payment_method))), new.amount);
  end if;
  return null;
end $$;
comment on function private.audit_agent_payment is 'Payments of single commissions and shares, and corrections of when and how somebody was paid. A
  reference may name a customer: that it changed is said, not what to.';
