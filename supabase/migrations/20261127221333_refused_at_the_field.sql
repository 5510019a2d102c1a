set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.account_lock(organization_id uuid, agent_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('payouts ' || account_lock.organization_id, 0));
  return (
    select private.planned_refusal(b) from public.payout_batches b
    where b.organization_id = account_lock.organization_id and b.status = 'scheduled' and (account_lock.agent_id is null or exists (
      select 1 from public.payout_lines l
      where l.organization_id = b.organization_id and l.batch_id = b.id and l.agent_id = account_lock.agent_id)));
end $function$;

CREATE OR REPLACE FUNCTION private.planned_refusal(planned public.payout_batches)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.command_result('This is in the ' || planned.name || ' payout, planned for ' || private.day_text(planned.planned_on) || '.',
    null, 'in_planned_payout', jsonb_build_object('payout', planned.name, 'planned_on', planned.planned_on))
$function$;

CREATE OR REPLACE FUNCTION private.sale_schedule_lock(organization_id uuid, commission_id uuid, sale_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Mostly nothing is planned: then of thousands that are paid, or given to somebody else, no more is asked.
  return (
    select private.planned_refusal(b) from public.payout_batches b
    where b.organization_id = sale_schedule_lock.organization_id and b.status = 'scheduled' and (exists (
        select from public.payout_lines l
        where l.organization_id = b.organization_id and l.commission_id = sale_schedule_lock.commission_id and l.kind = 'commission'
          and l.batch_id = b.id)
      or exists (
        select from public.commission_shares h
        join public.payout_lines l on l.organization_id = h.organization_id and l.share_id = h.id and l.kind in ('share', 'override')
          and l.batch_id = b.id
        where h.organization_id = b.organization_id and h.status = 'open'
          and (h.commission_id = sale_schedule_lock.commission_id or h.sales_id = sale_schedule_lock.sale_id)))
    limit 1);
end $function$;

CREATE OR REPLACE FUNCTION private.schedule_lock(organization_id uuid, commission_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.planned_refusal(b.planned)
  -- From the payout on, which mostly there is none of: asked of each commission that is paid, the lines are not looked at.
  from (
    select b as planned, b.organization_id, b.id from public.payout_batches b
    where b.organization_id = schedule_lock.organization_id and b.status = 'scheduled' offset 0) b
  cross join lateral (
    select from public.payout_lines l
    where l.organization_id = b.organization_id and l.commission_id = schedule_lock.commission_id and l.kind = 'commission'
      and l.batch_id = b.id offset 0) l
$function$;

CREATE OR REPLACE FUNCTION private.share_schedule_lock(organization_id uuid, share_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.planned_refusal(b.planned)
  from (
    select b as planned, b.organization_id, b.id from public.payout_batches b
    where b.organization_id = share_schedule_lock.organization_id and b.status = 'scheduled' offset 0) b
  cross join lateral (
    select from public.payout_lines l
    where l.organization_id = b.organization_id and l.share_id = share_schedule_lock.share_id and l.kind in ('share', 'override')
      and l.batch_id = b.id offset 0) l
$function$;

CREATE OR REPLACE FUNCTION private.trip_lock(sale public.sales)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.planned_refusal(b)
  from public.commissions c
  join public.payout_lines l on l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'commission'
  join public.payout_batches b on b.organization_id = l.organization_id and b.id = l.batch_id and b.status = 'scheduled'
  join public.organizations o on o.id = c.organization_id
  where c.organization_id = sale.organization_id and c.sales_id = sale.id and b.planned_on < case o.payout_hold_until
    when 'departure' then sale.travel_date when 'return' then coalesce(sale.return_date, sale.travel_date) end
$function$;

CREATE OR REPLACE FUNCTION public.record_agent_payment(commission_id uuid, agent_id uuid, organization_id uuid, created_by uuid, amount numeric, payment_date date, payment_method text, reference text DEFAULT NULL::text, notes text DEFAULT NULL::text, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  sale public.sales%rowtype;
  commission public.commissions%rowtype;
  refusal jsonb;
  reason text;
  detail text;
  answer jsonb := private.begin_request('record_agent_payment', request_key, jsonb_build_object('commission_id', commission_id,
    'agent_id', agent_id, 'amount', amount, 'payment_date', payment_date, 'payment_method', payment_method, 'reference', reference,
    'notes', notes));
begin
  perform private.require_step_up();
  if answer is not null then
    select c.* into commission from public.commissions c
    where c.organization_id = caller_organization_id and c.id = record_agent_payment.commission_id;
    return answer || jsonb_build_object('commission', to_jsonb(commission));
  end if;
  if caller_organization_id is null or not private.is_admin() then
    return private.command_result('You do not have permission to record agent payments.',
      null, 'payments_are_for_admins') || '{"commission": null}';
  end if;

  -- Lock order: sale, then commission, as everywhere. The sale's status cannot change while it is checked.
  select s.* into sale
  from public.sales s
  where s.organization_id = caller_organization_id and s.id = (
    select c.sales_id from public.commissions c
    where c.organization_id = caller_organization_id and c.id = record_agent_payment.commission_id)
  for no key update;
  select c.* into commission
  from public.commissions c
  where c.organization_id = caller_organization_id and c.id = record_agent_payment.commission_id and c.sales_id = sale.id
  for no key update;

  refusal := case
    when commission.id is null then private.command_result('This commission does not exist.',
      'commission_id', 'commission_not_found')
    when record_agent_payment.organization_id <> caller_organization_id then
      private.command_result('The commission belongs to another organization.', 'organization_id', 'payment_of_other_organization')
    when record_agent_payment.agent_id <> commission.agent_id then
      private.command_result('The commission belongs to another agent.', 'agent_id', 'payment_of_other_agent')
    when record_agent_payment.created_by <> auth.uid() then
      private.command_result('A payment is recorded under your own name.', 'created_by', 'payment_under_other_name')
    when private.schedule_lock(caller_organization_id, commission.id) is not null then
      private.at_field(private.schedule_lock(caller_organization_id, commission.id), 'commission_id')
    when commission.status = 'agent_paid' or commission.seller_paid then
      private.command_result('The agent has already been paid for this commission.', 'commission_id', 'agent_paid_already')
    when sale.status = 'cancelled' then private.command_result('Agent cannot be paid for a cancelled sale',
      'commission_id', 'payment_for_cancelled_sale')
    when commission.status = 'cancelled' then private.command_result('A cancelled commission cannot be paid.',
      'commission_id', 'cancelled_commission_unpayable')
    when sale.status <> 'paid' then private.command_result('The customer has not paid this sale yet.',
      'commission_id', 'sale_not_paid')
    when commission.status <> 'funds_received' then
      private.command_result('Funds must be received before the agent is paid.', 'commission_id', 'funds_not_received')
    when commission.received_on is null and exists (
      select 1 from public.organizations o where o.id = caller_organization_id and o.commission_received_on = 'deposit_matched') then
      private.command_result('The vendor''s money has not been received yet.', 'commission_id', 'vendor_money_missing')
    when exists (
      select 1 from public.payout_holds h
      where h.organization_id = caller_organization_id and h.commission_id = commission.id) then
      private.command_result('This commission is held. Release it first.', 'commission_id', 'commission_held')
    when record_agent_payment.amount is null then private.command_result('Enter the amount you paid.',
      'amount', 'paid_amount_missing')
    when record_agent_payment.amount <> commission.agent_amount then
      private.command_result('Enter exactly ' || commission.agent_amount || ', the agent''s share.', 'amount', 'exact_share',
        jsonb_build_object('amount', commission.agent_amount))
    when record_agent_payment.payment_date is null then private.command_result('Enter the payment date.',
      'payment_date', 'payment_date_missing')
    when private.closed_day_refusal(caller_organization_id, record_agent_payment.payment_date, 'payment_date') is not null then
      private.closed_day_refusal(caller_organization_id, record_agent_payment.payment_date, 'payment_date')
    when record_agent_payment.payment_method is null then private.command_result('Choose how the agent was paid.',
      'payment_method', 'payment_method_missing')
  end;
  if refusal is not null then
    return refusal || '{"commission": null}';
  end if;

  begin
    perform private.write_agent_payments(caller_organization_id, array[commission.id], array[record_agent_payment.payment_method],
      array[nullif(btrim(record_agent_payment.reference), '')], record_agent_payment.payment_date,
      nullif(btrim(record_agent_payment.notes), ''), null);
  exception when raise_exception then
    -- Refused by guard_scheduled_commission: an override of it is in a scheduled payout, and it would be agent_paid.
    get stacked diagnostics reason = message_text, detail = pg_exception_detail;
    return private.command_result(reason, 'commission_id') || private.fact_of(detail) || '{"commission": null}';
  end;
  select c.* into commission from public.commissions c where c.id = commission.id;
  return private.end_request(request_key, commission.id, jsonb_build_object('success', true, 'error', null))
    || jsonb_build_object('commission', to_jsonb(commission));
end $function$;

CREATE OR REPLACE FUNCTION public.record_share_payment(share_id uuid, amount numeric, payment_date date, payment_method text, reference text DEFAULT NULL::text, notes text DEFAULT NULL::text, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  h public.commission_shares;
  m public.commissions;
  x public.other_commissions;
  s public.sales;
  obstacle text;
  refusal jsonb;
  reason text;
  detail text;
  answer jsonb := private.begin_request('record_share_payment', request_key, jsonb_build_object('share_id', share_id, 'amount', amount,
    'payment_date', payment_date, 'payment_method', payment_method, 'reference', reference, 'notes', notes));
begin
  perform private.require_step_up();
  if answer is not null then
    return answer;
  elsif caller_organization_id is null or not private.is_admin() then
    return private.command_result('You do not have permission to record agent payments.', null, 'payments_are_for_admins');
  end if;
  select k.* into h from public.commission_shares k
  where k.organization_id = caller_organization_id and k.id = record_share_payment.share_id;
  select k.* into s from public.sales k where k.organization_id = caller_organization_id and k.id = h.sales_id for no key update;
  select k.* into m from public.commissions k
  where k.organization_id = caller_organization_id and k.id = h.commission_id for no key update;
  select k.* into x from public.other_commissions k
  where k.organization_id = caller_organization_id and k.id = h.other_commission_id for no key update;
  select k.* into h from public.commission_shares k
  where k.organization_id = caller_organization_id and k.id = record_share_payment.share_id for no key update;
  select o.obstacle into obstacle from private.open_shares(caller_organization_id, h.user_id, false) o where o.share_id = h.id;
  refusal := case
    when h.id is null then private.command_result('This share does not exist.', 'share_id', 'share_not_found')
    when h.role = 'override_charge' then private.command_result('What is taken off an agent is settled by a payout.',
      'share_id', 'charge_by_payout')
    when h.role = 'tier_correction' then private.command_result('What a tier corrects is settled by a payout.',
      'share_id', 'correction_by_payout')
    when private.share_schedule_lock(caller_organization_id, h.id) is not null then
      private.at_field(private.share_schedule_lock(caller_organization_id, h.id), 'share_id')
    when h.status = 'paid' then private.command_result('The agent has already been paid for this commission.', 'share_id', 'agent_paid_already')
    when 'cancelled' in (h.status, m.status, x.status) then private.command_result('A cancelled commission cannot be paid.',
      'share_id', 'cancelled_commission_unpayable')
    when obstacle = 'held' then private.command_result('This commission is held. Release it first.', 'share_id', 'commission_held')
    when obstacle = 'customer' then private.command_result('The customer has not paid this sale yet.', 'share_id', 'sale_not_paid')
    when obstacle = 'vendor' and coalesce(m.status, x.status) = 'unpaid' then
      private.command_result('Funds must be received before the agent is paid.', 'share_id', 'funds_not_received')
    when obstacle = 'vendor' then private.command_result('The vendor''s money has not been received yet.', 'share_id', 'vendor_money_missing')
    when record_share_payment.amount is null then private.command_result('Enter the amount you paid.', 'amount', 'paid_amount_missing')
    when record_share_payment.amount <> h.agent_amount then private.command_result('Enter exactly ' || h.agent_amount
      || ', the agent''s share.', 'amount', 'exact_share', jsonb_build_object('amount', h.agent_amount))
    when record_share_payment.payment_date is null then private.command_result('Enter the payment date.',
      'payment_date', 'payment_date_missing')
    when private.closed_day_refusal(caller_organization_id, record_share_payment.payment_date, 'payment_date') is not null then
      private.closed_day_refusal(caller_organization_id, record_share_payment.payment_date, 'payment_date')
    when record_share_payment.payment_method is null then private.command_result('Choose how the agent was paid.',
      'payment_method', 'payment_method_missing')
  end;
  if refusal is not null then
    return refusal;
  end if;
  begin
    perform private.write_share_payments(caller_organization_id, array[h.id], array[record_share_payment.payment_method],
      array[nullif(btrim(record_share_payment.reference), '')], record_share_payment.payment_date,
      nullif(btrim(record_share_payment.notes), ''), null);
  exception when raise_exception then
    -- As in record_agent_payment, of a commission that is agent_paid with this share.
    get stacked diagnostics reason = message_text, detail = pg_exception_detail;
    return private.command_result(reason, 'share_id') || private.fact_of(detail);
  end;
  perform private.write_notification(caller_organization_id, h.user_id, 'payout', 'Your payout for the ' || t.words || ' was recorded.',
    t.record_type, t.record_id, 'payment_recorded', jsonb_build_object('sale', t.param))
  from private.sale_of_share(h) t;
  return private.end_request(request_key, h.id, private.command_result(null));
end $function$;

CREATE OR REPLACE FUNCTION public.undo_bank_decision(group_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  step constant int := 50;
  caller_organization_id uuid := private.bank_organization();
  waiting uuid[];
  ids uuid[];
  paid jsonb;
  d public.bank_decisions;
  t public.bank_transactions;
  refusal jsonb;
  touched uuid[];
  -- {transaction: [{payer_key, vendor_id}]}: what the matches taught.
  learned jsonb;
  -- [{payer_key, vendor_id, category}]: what was learned from what is taken back.
  lessons jsonb := '[]';
begin
  -- What an earlier call took back is done; the rest in the order of their ids, like the locks.
  waiting := array(
    select e.transaction_id from public.bank_decisions e
    where e.organization_id = caller_organization_id and e.group_id = undo_bank_decision.group_id
    group by 1 having bool_and(e.action <> 'undo') order by 1);
  if cardinality(waiting) = 0 then
    return private.command_result('There is nothing to take back.', null, 'nothing_to_take_back');
  end if;
  -- Only accepted ones, as many as an import has, go in steps: what is learned by setting aside has to be forgotten as a whole.
  ids := case when exists (select 1 from public.bank_decisions e
    where e.organization_id = caller_organization_id and e.group_id = undo_bank_decision.group_id and e.action = 'accept')
    then waiting[:step] else waiting end;
  perform 1 from public.bank_transactions b where b.organization_id = caller_organization_id and b.id = any (ids)
  order by b.id for no key update;
  if exists (
    select 1 from unnest(waiting) w(id)
    cross join lateral (
      select e.group_id from public.bank_decisions e
      where e.organization_id = caller_organization_id and e.transaction_id = w.id and not exists (
        select from public.bank_decisions u
        where u.organization_id = e.organization_id and u.transaction_id = e.transaction_id and u.group_id = e.group_id
          and u.action = 'undo')
      order by e.decided_at desc limit 1) latest
    where latest.group_id <> undo_bank_decision.group_id) then
    return private.command_result('Something was decided since. Take that back first.', null, 'decided_since');
  end if;
  touched := array(select a.commission_id from public.bank_allocations a
    where a.organization_id = caller_organization_id and a.transaction_id = any (ids));
  select jsonb_object_agg(m.transaction_id, m.lessons) into learned
  from (
    select l.transaction_id, jsonb_agg(jsonb_build_object('payer_key', l.payer_key, 'vendor_id', l.vendor_id)) as lessons
    from private.payer_lessons(caller_organization_id, ids) l group by 1) m;
  paid := private.paid_parts(caller_organization_id, waiting, '{}');
  -- A match that replaced another one leads back to that one; all others to none.
  if paid = '[]' then
    paid := private.unmatch_transactions(caller_organization_id, ids);
  end if;
  if paid <> '[]' then
    return private.command_result('An agent has been paid for it.', null, 'agent_paid_for_it') || jsonb_build_object('paid', paid);
  end if;
  for d in select e.* from public.bank_decisions e
    where e.organization_id = caller_organization_id and e.group_id = undo_bank_decision.group_id and e.transaction_id = any (ids)
    order by e.transaction_id
  loop
    select b.* into t from public.bank_transactions b where b.id = d.transaction_id and b.organization_id = caller_organization_id;
    perform private.keep_decision(t, undo_bank_decision.group_id, 'undo');
    if d.details ->> 'status' = 'matched' then
      refusal := private.write_match(t, (d.details -> 'parts') || coalesce(d.details -> 'others', '[]'), (d.details ->> 'unclaimed')::numeric, (d.details ->> 'fee')::numeric,
        d.details ->> 'category', (d.details ->> 'vendor_id')::uuid);
      if refusal is not null then
        perform private.refuse_with(private.at_field(refusal, null));
      end if;
    else
      update public.bank_transactions b set category = d.details ->> 'category',
        status = case d.details ->> 'status' when 'set_aside' then 'set_aside' else 'open' end,
        vendor_id = (d.details ->> 'vendor_id')::uuid,
        rule_id = (select r.id from public.bank_rules r
          where r.organization_id = b.organization_id and r.id = (d.details ->> 'rule_id')::uuid),
        rule_vendor_id = (select v.id from public.vendors v
          where v.organization_id = b.organization_id and v.id = (d.details ->> 'rule_vendor_id')::uuid),
        version = b.version + 1 where b.id = t.id;
      delete from private.rejected_suggestions j
      where d.action = 'reject' and j.organization_id = t.organization_id and j.transaction_id = t.id
        and to_jsonb(j.commission_ids) = d.details -> 'rejected';
      lessons := lessons
        || coalesce(learned -> t.id::text, '[]')
        || case when (d.details ->> 'learned')::boolean then jsonb_build_array(jsonb_build_object('payer_key', t.payer_key)
          || case d.action when 'vendor' then jsonb_build_object('vendor_id', t.vendor_id)
            else jsonb_build_object('category', t.category) end) else '[]' end;
    end if;
  end loop;
  perform private.forget_lessons(caller_organization_id, lessons);
  perform private.match_transactions(caller_organization_id, ids);
  perform private.rematch_commissions(caller_organization_id, touched, ids);
  return private.command_result(null) || jsonb_build_object('undone', to_jsonb(ids), 'paid', '[]'::jsonb,
    'more', cardinality(waiting) > cardinality(ids));
exception when raise_exception then
  -- What follows the bank says no: a scheduled payout, a recall that an approved one gives back, closed books.
  declare
    reason text;
    detail text;
  begin
    get stacked diagnostics reason = message_text, detail = pg_exception_detail;
    return private.command_result(reason) || private.fact_of(detail);
  end;
end $function$;

CREATE OR REPLACE FUNCTION public.undo_bank_import(import_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  step constant int := 200;
  i public.bank_imports := private.lock_bank_import(undo_bank_import.import_id);
  ids uuid[];
  matched uuid[];
  paid jsonb;
  removed_count int := 0;
begin
  if i.status in ('undone', 'cancelled') then
    return private.command_result('This import was taken back already.', null, 'import_taken_back');
  end if;
  ids := array(select t.id from public.bank_transactions t
    where t.organization_id = i.organization_id and t.import_id = i.id order by t.id for update);
  -- What takes back comes before what brought.
  matched := array(select t.id from public.bank_transactions t
    where t.organization_id = i.organization_id and t.id = any (ids) and t.status = 'matched' order by t.amount, t.id limit step + 1);
  -- All of the file is asked each time, so that nothing goes where not all of it may.
  paid := private.check_unmatch(i.organization_id, ids);
  if paid = '[]' then
    paid := private.unmatch_transactions(i.organization_id, matched[:step]);
  end if;
  if paid <> '[]' then
    return private.command_result('An agent has been paid for what this file brought.', null, 'agent_paid_for_file')
      || jsonb_build_object('removed', 0, 'paid', paid, 'more', false);
  end if;
  if cardinality(matched) <= step then
    perform private.forget_source_lines(i, ids);
    delete from public.bank_transactions t where t.organization_id = i.organization_id and t.id = any (ids);
    get diagnostics removed_count = row_count;
    update public.bank_imports b set status = 'undone', undone_at = now(), undone_by = private.acting_user(b.organization_id)
    where b.id = i.id;
  end if;
  return private.command_result(null)
    || jsonb_build_object('removed', removed_count, 'paid', paid, 'more', cardinality(matched) > step);
exception when raise_exception then
  -- As in undo_bank_decision.
  declare
    reason text;
    detail text;
  begin
    get stacked diagnostics reason = message_text, detail = pg_exception_detail;
    return private.command_result(reason) || private.fact_of(detail);
  end;
end $function$;

COMMENT ON FUNCTION "private"."planned_refusal"(public.payout_batches) IS 'The answer when something is in a scheduled payout, and so stays as it is.';

COMMENT ON FUNCTION "private"."schedule_lock"(uuid, uuid) IS 'private.planned_refusal of a commission; null when it is in no scheduled payout.';

REVOKE ALL ON FUNCTION "private"."planned_refusal"(public.payout_batches) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."planned_refusal"(public.payout_batches) TO "postgres";
