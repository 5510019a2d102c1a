set local check_function_bodies = off;

DROP FUNCTION "private"."share_base"(public.commissions);

CREATE OR REPLACE FUNCTION private.follow_shares(b public.payout_batches)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids uuid[];
begin
  perform private.lock_payout_lines(b);
  ids := array(select l.commission_id from public.payout_lines l
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind = 'commission');
  delete from public.payout_lines l
  where l.organization_id = b.organization_id and l.commission_id = any (ids) and l.kind = 'correction' and l.batch_id is null;
  -- private.guard_commission reckons it.
  update public.commissions c set agent_amount = c.agent_amount
  where c.organization_id = b.organization_id and c.id = any (ids)
    and c.agent_amount <> round(coalesce(c.share_base, c.amount) * c.commission_split / 100, 2);
end $function$;

CREATE OR REPLACE FUNCTION private.guard_commission()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sale_status text;
begin
  new.notes := nullif(btrim(new.notes), '');
  -- Derived, whatever was sent.
  new.agent_amount := round(coalesce(new.share_base, new.amount) * new.commission_split / 100, 2);
  if tg_op = 'INSERT' then
    return new;
  end if;
  if (new.written_off, new.received_amount, new.amount) is distinct from (old.written_off, old.received_amount, old.amount) then
    new.share_base := private.share_base(new, old);
    new.agent_amount := round(coalesce(new.share_base, new.amount) * new.commission_split / 100, 2);
  end if;
  -- What was paid stays, and so does what is about to be (private.correct_share).
  if new.agent_amount <> old.agent_amount and private.share_is_fixed(old) then
    new.agent_amount := old.agent_amount;
  end if;

  if new.status is null or new.status not in ('unpaid', 'funds_received', 'agent_paid', 'cancelled') then
    perform private.refuse('Invalid status specified', 'status');
  end if;
  -- A payout that is paid is no longer scheduled when it moves its commissions on.
  if old.status = 'funds_received' and (new.status, new.amount, new.commission_split, new.agent_id)
    is distinct from (old.status, old.amount, old.commission_split, old.agent_id)
    and private.schedule_lock(old.organization_id, old.id) is not null then
    perform private.refuse(private.schedule_lock(old.organization_id, old.id), 'status');
  elsif old.status <> 'unpaid' and (new.amount, new.commission_split, new.agent_id)
    is distinct from (old.amount, old.commission_split, old.agent_id) then
    perform private.refuse(
      'The amount and agent of this commission cannot change any more: it is already '
      || private.status_label(old.status) || '.', 'amount');
  end if;

  if new.status <> old.status then
    select s.status into sale_status from public.sales s where s.id = new.sales_id;
    if sale_status is null then
      perform private.refuse('Cannot validate commission status without sale data', 'status');
    elsif new.status = 'funds_received' and sale_status = 'cancelled' then
      perform private.refuse('Cannot mark commission as funds received for a cancelled sale', 'status');
    elsif new.status = 'agent_paid' and sale_status = 'cancelled' then
      perform private.refuse('Agent cannot be paid for a cancelled sale', 'status');
    elsif old.status = 'agent_paid' then
      perform private.refuse('The agent has been paid. That is final.', 'status');
    elsif old.status = 'cancelled' then
      perform private.refuse('A cancelled commission cannot be changed.', 'status');
    -- The way back: what was matched is taken back. Only private.sync_receipts writes the sum of the deposits.
    elsif new.status = 'unpaid' and new.deposited_amount >= old.deposited_amount then
      perform private.refuse('Funds received cannot return to Unpaid.', 'status');
    elsif new.status = 'agent_paid' and old.status <> 'funds_received' then
      perform private.refuse('Funds must be received before the agent is paid.', 'status');
    elsif new.status = 'agent_paid' and sale_status <> 'paid' then
      perform private.refuse('The customer has not paid this sale yet.', 'status');
    elsif new.status = 'agent_paid' and not exists (
      select 1 from public.agent_payments p where p.commission_id = new.id
    ) then
      perform private.refuse('Record the payment to mark this commission as Agent paid.', 'status');
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.share_base(c public.commissions, before public.commissions)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select least(greatest(coalesce(c.received_amount, 0), c.amount - c.written_off), c.amount)
  from public.organizations o
  where o.id = c.organization_id and c.written_off > 0
    and case when c.written_off > before.written_off then o.agents_paid_on = 'received' else before.share_base is not null end
$function$;

CREATE OR REPLACE FUNCTION private.share_is_fixed(c public.commissions)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.status = 'agent_paid' or c.status = 'funds_received' and exists (
    select 1 from public.payout_lines l
    join public.payout_batches b on b.organization_id = l.organization_id and b.id = l.batch_id
    where l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'commission' and b.status in ('scheduled', 'paid'))
$function$;

CREATE OR REPLACE FUNCTION public.reopen_payout(batch_id uuid, reason text DEFAULT NULL::text, bank_has_it boolean DEFAULT NULL::boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  b public.payout_batches := private.lock_payout(reopen_payout.batch_id);
  why text := nullif(btrim(reopen_payout.reason), '');
  read_at timestamptz;
begin
  if b.status is null or b.status not in ('approved', 'scheduled') then
    return private.command_result(coalesce(private.draft_refusal(b), 'This payout is a draft.'));
  elsif why is null and (b.status = 'scheduled' or reopen_payout.reason is not null) then
    return private.command_result('Say why it is taken back.', 'reason');
  elsif char_length(why) > 500 then
    return private.command_result('Use at most 500 characters.', 'reason');
  end if;
  read_at := case when b.status = 'scheduled' then private.payment_file_read_at(b) end;
  if read_at is not null and reopen_payout.bank_has_it is distinct from false then
    return private.command_result('The payment file was read. If the bank has it, only a void is possible after it is paid.', 'bank_has_it');
  end if;
  update public.payout_batches p set status = 'draft', approved_by = null, approved_at = null, scheduled_by = null, scheduled_at = null,
    payment_key = null, reference = null, checks = '{}', schedule_problem = null, schedule_told_on = null, version = p.version + 1
  where p.id = b.id;
  if b.status = 'scheduled' then
    perform private.follow_shares(b);
  end if;
  perform private.note_payout(b, 'reopened', jsonb_strip_nulls(jsonb_build_object('reason', why, 'from', b.status,
    'planned_on', case when b.status = 'scheduled' then b.planned_on end,
    'bank_has_it', case when read_at is not null then reopen_payout.bank_has_it end)));
  return private.command_result(null);
end $function$;

REVOKE ALL ON FUNCTION "private"."follow_shares"(public.payout_batches) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follow_shares"(public.payout_batches) TO "postgres";

REVOKE ALL ON FUNCTION "private"."share_base"(public.commissions, public.commissions) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."share_base"(public.commissions, public.commissions) TO "postgres";
