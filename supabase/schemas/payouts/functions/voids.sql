-- Payments that came back: a closed account, a lost check. Nothing of the past is changed: the commissions stay agent_paid, statement
-- and payment stay as they are. A void is a counter payment of minus what was paid, on the day of the act, and an adjustment of kind
-- `returned`, which the next payout pays again. One void a payment: of a statement of a payout, or of a single payment.
--
-- Lock order: the open draft, then the payout, then the statement or payment.

create function private.announce_voids() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.send_tags(array(
    select 'org:' || v.organization_id from changed v union select 'user:' || v.agent_id from changed v), 'payouts');
  return null;
end $$;
comment on function private.announce_voids is 'Tag `payouts`, as for statements (pages/functions/payouts): to the agent, and to the
  admins.';

create function private.void_refusal(organization_id uuid, amount numeric, voided_on date, reason text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case
    when o.payout_second_approval and not private.is_owner() then
      private.command_result('Only an owner can void a payment where a second person approves payouts.', null, 'void_is_for_owners')
    when void_refusal.amount is null then private.command_result('This payment does not exist.', null, 'payment_not_found')
    when void_refusal.amount = 0 then private.command_result('Nothing was paid: there is nothing to void.', null, 'nothing_to_void')
    when void_refusal.voided_on is not null then
      private.command_result('This payment was voided on ' || to_char(void_refusal.voided_on, 'FMMonth FMDD, YYYY') || ' already.', null,
        'voided_already', jsonb_build_object('voided_on', void_refusal.voided_on))
    when nullif(btrim(void_refusal.reason), '') is null then private.command_result('Say why. The agent reads it.',
      'reason', 'agent_reason_missing')
    when char_length(btrim(void_refusal.reason)) > 500 then private.command_result('Use at most 500 characters.',
      'reason', 'text_too_long', '{"most": 500}') end
  from public.organizations o where o.id = void_refusal.organization_id
$$;
comment on function private.void_refusal is 'The answer when the caller cannot void a payment of this amount; null when nothing
  stands in the way.';

create function private.post_void(b public.payout_batches, organization_id uuid, agent_id uuid, statement_id uuid, payment_id uuid,
  amount numeric, paid_on date, reason text)
returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  note constant text := 'Payment of ' || to_char(post_void.paid_on, 'FMMonth FMDD, YYYY') || ' came back: ' || post_void.reason;
  note_fact constant jsonb := jsonb_build_object('code', 'payment_returned',
    'params', jsonb_build_object('on', post_void.paid_on, 'reason', post_void.reason));
  new_line_id uuid;
  new_id uuid;
begin
  insert into public.payout_lines (organization_id, batch_id, agent_id, kind, amount, note, note_fact, created_by)
  values (post_void.organization_id, b.id, post_void.agent_id, 'returned', post_void.amount, note, note_fact, auth.uid())
  returning id into new_line_id;
  insert into public.payment_voids (organization_id, agent_id, statement_id, payment_id, amount, voided_on, reason, voided_by, line_id)
  values (post_void.organization_id, post_void.agent_id, post_void.statement_id, post_void.payment_id, -post_void.amount,
    private.today(), post_void.reason, auth.uid(), new_line_id)
  returning id into new_id;
  if b.id is not null then
    perform private.note_payout(b, 'adjusted', jsonb_build_object('agent_id', post_void.agent_id, 'kind', 'returned',
      'amount', post_void.amount, 'note', note, 'note_fact', note_fact));
  end if;
  return new_id;
end $$;
comment on function private.post_void is 'Writes the counter payment, and what pays it again: into the open draft `b`, else it waits
  for the next one. The caller has locked what is voided, a statement or a single payment, and told who may.';

create function private.tell_of_void(
  organization_id uuid, agent_id uuid, amount numeric, what text, about text, about_id uuid, params jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  select private.write_notification(o.id, tell_of_void.agent_id, 'payout', 'Your payment of '
    || trim(to_char(tell_of_void.amount, '9,999,999,990.00')) || ' ' || o.currency || ' ' || what || ' came back and was voided.',
    about, about_id, 'payment_voided', tell_of_void.params || jsonb_build_object('amount', tell_of_void.amount, 'currency', o.currency))
  from public.organizations o where o.id = tell_of_void.organization_id
$$;
comment on function private.tell_of_void is 'What the agent is told: that it came back, no promise of when it comes again.';

create function public.void_statement_payment(statement_id uuid, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  caller_organization_id uuid := private.payout_organization();
  draft public.payout_batches := private.lock_draft(caller_organization_id);
  b public.payout_batches;
  s public.payout_statements;
  refusal jsonb;
  new_id uuid;
begin
  perform private.require_step_up();
  -- Before its statement, as everybody locks them.
  select p.* into b from public.payout_batches p
  where p.organization_id = caller_organization_id and p.id = (
    select t.batch_id from public.payout_statements t
    where t.organization_id = caller_organization_id and t.id = void_statement_payment.statement_id) for no key update;
  -- Two who void the same come one after the other.
  select t.* into s from public.payout_statements t
  where t.organization_id = caller_organization_id and t.id = void_statement_payment.statement_id for no key update;
  refusal := private.void_refusal(caller_organization_id, s.paid_amount,
    (select v.voided_on from public.payment_voids v where v.organization_id = caller_organization_id and v.statement_id = s.id),
    void_statement_payment.reason);
  if refusal is not null then
    return refusal;
  end if;
  new_id := private.post_void(draft, caller_organization_id, s.agent_id, s.id, null, s.paid_amount, s.paid_on,
    btrim(void_statement_payment.reason));
  -- A payout says of each payment whether it was voided.
  update public.payout_batches p set updated_at = now() where p.organization_id = caller_organization_id and p.id = b.id;
  perform private.note_payout(b, 'voided', jsonb_build_object('agent_id', s.agent_id, 'amount', s.paid_amount,
    'reason', btrim(void_statement_payment.reason)));
  perform private.tell_of_void(caller_organization_id, s.agent_id, s.paid_amount, 'with the ' || b.name || ' payout', 'statements', s.id,
    jsonb_build_object('payout', b.name));
  return private.command_result(null) || jsonb_build_object('id', new_id);
end $$;
comment on function public.void_statement_payment is 'Voids what one agent was paid by a paid payout. Admins; where a second person
  approves payouts, owners. {success, error, field, id}.';
grant execute on function public.void_statement_payment(uuid, text) to authenticated;

create function public.void_agent_payment(payment_id uuid, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.payout_organization();
  draft public.payout_batches := private.lock_draft(caller_organization_id);
  p public.agent_payments;
  refusal jsonb;
  new_id uuid;
begin
  perform private.require_step_up();
  select a.* into p from public.agent_payments a
  where a.organization_id = caller_organization_id and a.id = void_agent_payment.payment_id for no key update;
  if p.batch_id is not null then
    return private.command_result('A payout paid this. Void the payment on its statement.', null, 'paid_by_payout');
  end if;
  refusal := private.void_refusal(caller_organization_id, p.amount,
    (select v.voided_on from public.payment_voids v where v.organization_id = caller_organization_id and v.payment_id = p.id),
    void_agent_payment.reason);
  if refusal is not null then
    return refusal;
  end if;
  new_id := private.post_void(draft, caller_organization_id, p.agent_id, null, p.id, p.amount, p.payment_date,
    btrim(void_agent_payment.reason));
  if p.commission_id is null then
    perform private.tell_of_void(caller_organization_id, p.agent_id, p.amount, 'for the ' || t.words, t.record_type, t.record_id,
      jsonb_build_object('sale', t.param))
    from public.commission_shares h cross join lateral private.sale_of_share(h) t
    where h.organization_id = caller_organization_id and h.id = p.share_id;
    return private.command_result(null) || jsonb_build_object('id', new_id);
  end if;
  insert into public.commission_history
    (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes, code, params)
  values (p.commission_id, caller_organization_id, auth.uid(), 'update', 'agent_paid', 'agent_paid', '{}',
    jsonb_build_object('voided_amount', p.amount), 'Payment voided: ' || btrim(void_agent_payment.reason), 'voided',
    jsonb_build_object('amount', p.amount, 'reason', btrim(void_agent_payment.reason)));
  perform private.tell_of_void(caller_organization_id, p.agent_id, p.amount, 'for the ' || (
    select private.sale_description(s) from public.commissions c join public.sales s on s.id = c.sales_id
    where c.id = p.commission_id), 'commissions', p.commission_id, jsonb_build_object('sale', (
    select private.sale_param(c.sales_id) from public.commissions c where c.id = p.commission_id)));
  return private.command_result(null) || jsonb_build_object('id', new_id);
end $$;
comment on function public.void_agent_payment is 'Voids the payment of a single commission or share. What a payout paid is voided with its
  statement. {success, error, field, id}.';
grant execute on function public.void_agent_payment(uuid, text) to authenticated;

create function private.void_note(organization_id uuid, statement_id uuid, payment_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('voided_on', v.voided_on, 'reason', v.reason, 'by', u.first_name || ' ' || u.last_name)
  from public.payment_voids v join public.users u on u.id = v.voided_by
  where v.organization_id = void_note.organization_id
    and (v.statement_id = void_note.statement_id or v.payment_id = void_note.payment_id)
$$;
comment on function private.void_note is '{voided_on, reason, by} of a payment that was voided; null of one that stands.';

create function private.returned_payments(b public.payout_batches, agent_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('number', s.number, 'booking_reference', k.booking_reference,
    'paid_on', coalesce(s.paid_on, p.payment_date), 'voided_on', v.voided_on, 'amount', l.amount) order by l.created_at, l.id), '[]')
  from public.payout_lines l
  join public.payment_voids v on v.organization_id = l.organization_id and v.line_id = l.id
  left join public.payout_statements s on s.organization_id = v.organization_id and s.id = v.statement_id
  left join public.agent_payments p on p.organization_id = v.organization_id and p.id = v.payment_id
  left join public.commission_shares h on h.organization_id = p.organization_id and h.id = p.share_id
  left join public.sales k on k.id = h.sales_id
  where l.organization_id = b.organization_id and l.batch_id = b.id and l.agent_id = returned_payments.agent_id and l.kind = 'returned'
$$;
comment on function private.returned_payments is 'The payments that an agent''s lines of kind `returned` in a batch pay again:
  [{number, booking_reference, paid_on, voided_on, amount}], of a statement its number, of a single payment its booking. Told beside
  the sum of the new statement, as it was that day.';

create function private.redact_voids(organization_id uuid, commission_ids uuid[], pattern text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.payout_lines l set note = private.redact(l.note, pattern, 600), note_fact = private.redact_json(l.note_fact, pattern)
  from public.payment_voids v
  where v.organization_id = redact_voids.organization_id and l.organization_id = v.organization_id and l.id = v.line_id
    and v.reason ~* pattern and (redact_voids.commission_ids is null or exists (
      select 1 from public.agent_payments p where p.organization_id = v.organization_id and p.id = v.payment_id
        and p.share_id in (select private.shares_beside(redact_voids.commission_ids))));
  update public.payment_voids v set reason = private.redact(v.reason, pattern, 500)
  where v.organization_id = redact_voids.organization_id and v.reason ~* pattern
    and (redact_voids.commission_ids is null or exists (
      select 1 from public.agent_payments p where p.organization_id = v.organization_id and p.id = v.payment_id
        and p.share_id in (select private.shares_beside(redact_voids.commission_ids))));
$$;
comment on function private.redact_voids is 'Redacts the reasons of voids: of the single payments for these commissions, or of the
  whole organization (null), with the lines that pay them again (private.redact_payouts).';
