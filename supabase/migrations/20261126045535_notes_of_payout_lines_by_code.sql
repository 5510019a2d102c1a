set local check_function_bodies = off;

DROP FUNCTION "private"."post_recall"(public.payout_batches, public.commissions, numeric, text, uuid, boolean);

ALTER TABLE "public"."payout_lines" ADD COLUMN "note_fact" jsonb;

CREATE OR REPLACE FUNCTION private.correct_share_of(c public.commissions)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Who collects it meanwhile is waited for.
  waiting constant numeric := (select coalesce(sum(w.amount), 0) from (
    select l.amount from public.payout_lines l
    where l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'correction' and l.batch_id is null
    for update) w);
  difference numeric;
  b public.payout_batches;
begin
  difference := round(coalesce(c.share_base, c.amount) * c.commission_split / 100, 2) - c.agent_amount + waiting - coalesce((
    select sum(l.amount) from public.payout_lines l
    where l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'correction'), 0);
  -- Nobody gives back more than they were paid.
  if c.status = 'agent_paid' then
    difference := greatest(difference, waiting - private.recallable_amount(c.organization_id, c.id));
  end if;
  if difference = waiting then
    return;
  end if;
  delete from public.payout_lines l
  where l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'correction' and l.batch_id is null;
  if difference = 0 then
    return;
  end if;
  select p.* into b from public.payout_batches p
  where p.organization_id = c.organization_id and p.status = 'draft' for update skip locked;
  insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, amount, note, note_fact, created_by)
  select c.organization_id, b.id, c.agent_id, 'correction', c.id, difference,
    left(v.name, 200) || case when difference < 0 then ' paid less than was expected' else ': what was written off is expected again' end,
    jsonb_build_object('code', case when difference < 0 then 'paid_less' else 'expected_again' end,
      'params', jsonb_build_object('vendor', left(v.name, 200))),
    private.acting_user(c.organization_id)
  from public.vendors v where v.id = c.vendor_id;
  -- Who approves the draft has to see it.
  update public.payout_batches p set version = p.version + 1 where p.id = b.id;
end $function$;

CREATE OR REPLACE FUNCTION private.drop_recall(organization_id uuid, transaction_id uuid, commission_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  l public.payout_lines;
  b public.payout_batches;
begin
  select p.* into l from public.payout_lines p
  where p.organization_id = drop_recall.organization_id and p.transaction_id = drop_recall.transaction_id
    and p.commission_id = drop_recall.commission_id and p.kind = 'recall';
  if l.id is null then
    return;
  end if;
  begin
    -- Commissions are locked already, and payouts come before them: who has this one is not waited for.
    select p.* into b from public.payout_batches p
    where p.organization_id = l.organization_id and p.id = l.batch_id for update nowait;
  exception when lock_not_available then
    perform private.refuse('Somebody is working on the payout that takes this back. Try again.');
  end;
  if b.status in ('approved', 'scheduled', 'paid') then
    perform private.refuse('The agent gives it back with the ' || b.name || ' payout already.');
  end if;
  delete from public.payout_lines p where p.id = l.id and p.batch_id is not distinct from b.id;
  if not found then
    perform private.refuse('Somebody is working on the payout that takes this back. Try again.');
  elsif b.id is not null then
    perform private.note_payout(b, 'adjustment_removed', jsonb_build_object('agent_id', l.agent_id, 'kind', l.kind,
      'amount', l.amount, 'note', l.note, 'note_fact', l.note_fact));
  end if;
  -- What was written off meanwhile was corrected by what the recall had left, at most.
  perform private.correct_share_of(c) from public.commissions c
  where c.organization_id = drop_recall.organization_id and c.id = drop_recall.commission_id and c.status = 'agent_paid';
  insert into public.commission_history
    (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes, code, params)
  select c.id, c.organization_id, private.acting_user(c.organization_id), 'update', c.status, c.status,
    jsonb_build_object('recalled_amount', -l.amount), '{}', 'Not taken back from the agent after all',
    'recall_dropped', jsonb_build_object('amount', -l.amount)
  from public.commissions c
  where c.organization_id = drop_recall.organization_id and c.id = drop_recall.commission_id;
end $function$;

CREATE OR REPLACE FUNCTION private.payout_line_rows(organization_id uuid, batch_id uuid, agent_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'agent_id', l.agent_id, 'kind', l.kind, 'amount', l.amount, 'note', l.note,
    'note_fact', l.note_fact, 'commission_id', l.commission_id, 'transaction_id', l.transaction_id, 'booking_reference', s.booking_reference,
    'customer', k.first_name || ' ' || k.last_name, 'vendor', v.name, 'received_on', c.received_on, 'commission', c.amount,
    'split', c.commission_split) || case when l.kind = 'commission' and payout_line_rows.agent_id is null
      then jsonb_build_object('funded', c.open_amount = 0, 'due_on', c.due_on) else '{}' end
    order by l.kind <> 'commission', s.sale_date, s.booking_reference, l.created_at, l.id), '[]')
  from public.payout_lines l
  left join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id
  left join public.sales s on s.id = c.sales_id
  left join public.customers k on k.id = s.customer_id
  left join public.vendors v on v.id = c.vendor_id
  where l.organization_id = payout_line_rows.organization_id and l.batch_id = payout_line_rows.batch_id
    and (payout_line_rows.agent_id is null or l.agent_id = payout_line_rows.agent_id)
$function$;

CREATE OR REPLACE FUNCTION private.payout_of_commission(commission_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  sees_all boolean := private.is_admin();
  c public.commissions;
begin
  select m.* into c from public.commissions m
  where m.organization_id = caller_organization_id and m.id = payout_of_commission.commission_id
    and (sees_all or m.agent_id = auth.uid());
  if c.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'hold', (
      select jsonb_build_object('reason', h.reason, 'at', h.held_at, 'by', u.first_name || ' ' || u.last_name)
      from public.payout_holds h join public.users u on u.id = h.held_by
      where h.organization_id = c.organization_id and h.commission_id = c.id and c.status not in ('agent_paid', 'cancelled')),
    'payout', (
      select jsonb_build_object('name', b.name, 'status', private.told_status(b.status), 'state', b.status, 'planned_on', b.planned_on)
        || case when sees_all then jsonb_build_object('id', b.id) else '{}' end
      from public.payout_lines l join public.payout_batches b on b.organization_id = l.organization_id and b.id = l.batch_id
      where l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'commission'
        and (sees_all or l.agent_id = auth.uid())),
    'statement', (
      select jsonb_build_object('id', s.id, 'number', s.number)
      from public.agent_payments p join public.payout_statements s
        on s.organization_id = p.organization_id and s.batch_id = p.batch_id and s.agent_id = p.agent_id
      where p.organization_id = c.organization_id and p.commission_id = c.id and (sees_all or s.agent_id = auth.uid())),
    'void', (
      select private.void_note(p.organization_id, s.id, case when s.id is null then p.id end)
      from public.agent_payments p left join public.payout_statements s
        on s.organization_id = p.organization_id and s.batch_id = p.batch_id and s.agent_id = p.agent_id
      where p.organization_id = c.organization_id and p.commission_id = c.id and (sees_all or p.agent_id = auth.uid())),
    'recalls', (
      select coalesce(jsonb_agg(jsonb_build_object('amount', -l.amount, 'note', l.note, 'note_fact', l.note_fact, 'at', l.created_at,
          'payout', b.name)
        || case when sees_all then jsonb_build_object('transaction_id', l.transaction_id) else '{}' end
        order by l.created_at, l.id), '[]')
      from public.payout_lines l left join public.payout_batches b on b.organization_id = l.organization_id and b.id = l.batch_id
      where l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'recall'
        and (sees_all or l.agent_id = auth.uid())));
end $function$;

CREATE OR REPLACE FUNCTION private.post_recall(b public.payout_batches, c public.commissions, amount numeric, note text, note_fact jsonb, transaction_id uuid, by_itself boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  agent_id uuid := (select p.agent_id from public.agent_payments p
    where p.organization_id = c.organization_id and p.commission_id = c.id);
  new_id uuid;
begin
  insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, transaction_id, amount, note, note_fact,
    created_by)
  values (c.organization_id, b.id, agent_id, 'recall', c.id, post_recall.transaction_id, -post_recall.amount, post_recall.note,
    post_recall.note_fact, private.acting_user(c.organization_id))
  returning id into new_id;
  insert into public.commission_history
    (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes, code, params)
  values (c.id, c.organization_id, private.acting_user(c.organization_id), 'update', c.status, c.status, '{}',
    jsonb_build_object('recalled_amount', post_recall.amount), 'Taken back from the agent: ' || post_recall.note, 'recalled',
    jsonb_strip_nulls(jsonb_build_object('amount', post_recall.amount, 'reason', post_recall.note, 'fact', post_recall.note_fact)));
  perform private.write_notification(c.organization_id, agent_id, 'payout', 'Commission on the '
    || (select private.sale_description(s) from public.sales s where s.id = c.sales_id)
    || ' was taken back by the vendor. Your next payout says how much.', 'commissions', c.id, 'commission_recalled',
    jsonb_build_object('sale', private.sale_param(c.sales_id)));
  if b.id is not null then
    perform private.note_payout(b, 'adjusted', jsonb_build_object('agent_id', agent_id, 'kind', 'recall',
      'amount', -post_recall.amount, 'note', post_recall.note, 'note_fact', post_recall.note_fact, 'commission_id', c.id,
      'booking_reference', (select s.booking_reference from public.sales s where s.id = c.sales_id),
      'agent', (select u.first_name || ' ' || u.last_name from public.users u where u.id = agent_id)), post_recall.by_itself);
  end if;
  return new_id;
end $function$;

CREATE OR REPLACE FUNCTION private.post_void(b public.payout_batches, organization_id uuid, agent_id uuid, statement_id uuid, payment_id uuid, amount numeric, paid_on date, reason text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.redact_payouts(organization_id uuid, commission_ids uuid[], pattern text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.payout_holds h set reason = private.redact(h.reason, pattern, 500)
  where h.organization_id = redact_payouts.organization_id and h.reason ~* pattern
    and (redact_payouts.commission_ids is null or h.commission_id = any (redact_payouts.commission_ids));
  update public.payout_lines l set note = private.redact(l.note, pattern, 500), note_fact = private.redact_json(l.note_fact, pattern)
  where l.organization_id = redact_payouts.organization_id and l.note ~* pattern
    and (redact_payouts.commission_ids is null or l.commission_id = any (redact_payouts.commission_ids));
  update public.payout_events e set details = private.redact_json(e.details, pattern)
  where redact_payouts.commission_ids is null and e.organization_id = redact_payouts.organization_id and e.details::text ~* pattern;
  update public.notifications n set message = private.redact(n.message, pattern, 1000), params = private.redact_json(n.params, pattern)
  from public.payout_statements s
  where redact_payouts.commission_ids is null and s.organization_id = redact_payouts.organization_id
    and s.content ->> 'payout' ~* pattern and n.organization_id = s.organization_id and n.user_id = s.agent_id
    and n.commentable_type = 'statements' and n.commentable_id = s.id;
  update public.notifications n set message = private.redact(n.message, pattern, 1000), params = private.redact_json(n.params, pattern)
  from public.payout_batches b
  where redact_payouts.commission_ids is null and b.organization_id = redact_payouts.organization_id
    and (b.name ~* pattern or b.schedule_failure::text ~* pattern or b.schedule_problem ~* pattern) and n.organization_id = b.organization_id
    and n.commentable_type = 'payouts' and n.commentable_id = b.id;
  -- Names of payouts stay unique.
  update public.payout_batches b set reference = private.redact(b.reference, pattern, 200),
    schedule_problem = private.redact(b.schedule_problem, pattern, 500),
    schedule_failure = private.redact_json(b.schedule_failure, pattern),
    name = case when b.name ~* pattern then private.redact(b.name, pattern, 90) || ' ' || left(b.id::text, 8) else b.name end
  where redact_payouts.commission_ids is null and b.organization_id = redact_payouts.organization_id
    and (b.reference ~* pattern or b.schedule_failure::text ~* pattern or b.schedule_problem ~* pattern or b.name ~* pattern);
  update public.payout_statements s set reference = private.redact(s.reference, pattern, 200),
    content = s.content || jsonb_build_object('payout', private.redact(s.content ->> 'payout', pattern),
      'lines', private.redact_json(s.content -> 'lines', pattern))
  where redact_payouts.commission_ids is null and s.organization_id = redact_payouts.organization_id
    and (s.reference ~* pattern or s.content ->> 'payout' ~* pattern or (s.content -> 'lines')::text ~* pattern);
$function$;

CREATE OR REPLACE FUNCTION private.redact_voids(organization_id uuid, commission_ids uuid[], pattern text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.payout_lines l set note = private.redact(l.note, pattern, 600), note_fact = private.redact_json(l.note_fact, pattern)
  from public.payment_voids v
  where v.organization_id = redact_voids.organization_id and l.organization_id = v.organization_id and l.id = v.line_id
    and v.reason ~* pattern and (redact_voids.commission_ids is null or exists (
      select 1 from public.agent_payments p where p.organization_id = v.organization_id and p.id = v.payment_id
        and p.commission_id = any (redact_voids.commission_ids)));
  update public.payment_voids v set reason = private.redact(v.reason, pattern, 500)
  where v.organization_id = redact_voids.organization_id and v.reason ~* pattern
    and (redact_voids.commission_ids is null or exists (
      select 1 from public.agent_payments p where p.organization_id = v.organization_id and p.id = v.payment_id
        and p.commission_id = any (redact_voids.commission_ids)));
$function$;

CREATE OR REPLACE FUNCTION private.statement_lines(b public.payout_batches, agent_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('kind', l.kind, 'amount', l.amount, 'note', l.note,
    'note_fact', l.note_fact, 'commission_id', l.commission_id,
    'booking_reference', s.booking_reference, 'vendor', v.name,
    'received_on', c.received_on, 'commission', c.amount, 'split', c.commission_split)
    order by l.kind <> 'commission', s.sale_date, s.booking_reference, l.created_at, l.id), '[]')
  from public.payout_lines l
  left join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id
  left join public.sales s on s.id = c.sales_id
  left join public.vendors v on v.id = c.vendor_id
  where l.organization_id = b.organization_id and l.batch_id = b.id and l.agent_id = statement_lines.agent_id
$function$;

CREATE OR REPLACE FUNCTION private.sync_recalls()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  a record;
  c public.commissions;
  b public.payout_batches;
  share numeric;
begin
  if tg_op <> 'INSERT' then
    for a in select r.* from replaced r where r.amount < 0 order by r.commission_id loop
      perform private.drop_recall(a.organization_id, a.transaction_id, a.commission_id);
    end loop;
  end if;
  if tg_op = 'DELETE' then
    return null;
  end if;
  for a in
    select n.*, v.name as vendor, t.booked_on from changed n
    join public.bank_transactions t on t.organization_id = n.organization_id and t.id = n.transaction_id
    join public.commissions m on m.organization_id = n.organization_id and m.id = n.commission_id and m.status = 'agent_paid'
    join public.vendors v on v.id = m.vendor_id
    where n.amount < 0 order by n.commission_id
  loop
    select m.* into c from public.commissions m where m.id = a.commission_id;
    share := least(private.recallable_amount(c.organization_id, c.id), round(-a.amount * c.commission_split / 100, 2));
    continue when coalesce(share, 0) <= 0;
    select p.* into b from public.payout_batches p
    where p.organization_id = c.organization_id and p.status = 'draft' for update skip locked;
    perform private.post_recall(b, c, share, a.vendor || ' took commission back on ' || to_char(a.booked_on, 'FMMonth FMDD, YYYY'),
      jsonb_build_object('code', 'vendor_took_back', 'params', jsonb_build_object('vendor', a.vendor, 'on', a.booked_on)),
      a.transaction_id, true);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.told_lines(b public.payout_batches, line_ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select coalesce(jsonb_agg(t.line order by t.place), '[]')
  from (
    select row_number() over (order by l.kind <> 'commission', s.booking_reference, l.id) as place,
      jsonb_strip_nulls(jsonb_build_object('kind', l.kind, 'amount', l.amount, 'agent_id', l.agent_id,
        'agent', u.first_name || ' ' || u.last_name, 'commission_id', l.commission_id, 'booking_reference', s.booking_reference,
        'note', l.note, 'note_fact', l.note_fact, 'reason', e.problem ->> 'problem', 'code', e.problem ->> 'code', 'params', e.problem -> 'params')) as line
    from public.payout_lines l
    cross join (select private.payout_problems(b) as problems) p
    left join lateral (select e.problem from jsonb_array_elements(p.problems) e(problem)
      where e.problem ->> 'line_id' = l.id::text) e on true
    join public.users u on u.id = l.agent_id
    left join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id
    left join public.sales s on s.id = c.sales_id
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.id = any (line_ids)) t
  where t.place <= 200);
end $function$;

CREATE OR REPLACE FUNCTION private.unseen_changes(b public.payout_batches)
 RETURNS TABLE(user_id uuid, action text, details jsonb, at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with seen as (
    select max(e.done_at) as at from public.payout_events e
    where e.organization_id = b.organization_id and e.batch_id = b.id and e.action in ('approved', 'handed_over')
  ), events as (
    select e.* from public.payout_events e cross join seen
    where e.organization_id = b.organization_id and e.batch_id = b.id and e.done_by is not null
      and (seen.at is null or e.done_at > seen.at or e.done_at = seen.at and e.action = 'handed_over')
      and e.action in ('started', 'collected', 'removed', 'added', 'held', 'released', 'adjusted', 'adjustment_removed', 'handed_over'))
  select e.done_by, e.action, e.details, e.done_at from events e
  union all
  select l.created_by, 'adjusted', jsonb_build_object('kind', l.kind, 'amount', l.amount, 'note', l.note, 'note_fact', l.note_fact), l.created_at
  from public.payout_lines l cross join seen
  where l.organization_id = b.organization_id and l.batch_id = b.id and l.created_by is not null
    and (l.kind in ('bonus', 'correction', 'returned') or l.kind = 'recall' and l.transaction_id is null)
    and (seen.at is null or l.created_at > seen.at or exists (select 1 from events e where e.action in ('collected', 'added')))
    and not exists (select 1 from events e where e.done_by = l.created_by and e.action = 'adjusted'
      and e.details ->> 'note' = l.note and (e.details ->> 'amount')::numeric = l.amount)
$function$;

CREATE OR REPLACE FUNCTION public.get_my_payouts()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  caller uuid := auth.uid();
  b public.payout_batches;
  carried numeric;
  lines jsonb;
  total numeric;
begin
  if caller_organization_id is null then
    return null;
  end if;
  select p.* into b from public.payout_batches p
  where p.organization_id = caller_organization_id and p.status in ('draft', 'approved', 'scheduled');
  carried := private.carried_balance(caller_organization_id, caller);
  if b.id is not null then
    lines := private.payout_line_rows(caller_organization_id, b.id, caller);
  else
    select coalesce(jsonb_agg(jsonb_build_object('id', l.line_id, 'kind', l.kind, 'amount', l.amount,
      'note', a.note, 'note_fact', a.note_fact, 'commission_id', l.commission_id, 'booking_reference', s.booking_reference,
      'customer', k.first_name || ' ' || k.last_name, 'vendor', v.name, 'received_on', c.received_on, 'commission', c.amount,
      'split', c.commission_split) order by l.kind <> 'commission', s.sale_date, s.booking_reference, l.commission_id), '[]') into lines
    from private.collectable_lines(caller_organization_id, caller) l
    left join public.payout_lines a on a.id = l.line_id
    left join public.commissions c on c.organization_id = caller_organization_id and c.id = l.commission_id
    left join public.sales s on s.id = c.sales_id
    left join public.customers k on k.id = s.customer_id
    left join public.vendors v on v.id = c.vendor_id;
  end if;
  select coalesce(sum((e ->> 'amount')::numeric), 0) + case when lines = '[]' then 0 else carried end into total
  from jsonb_array_elements(lines) e;
  return jsonb_build_object(
    'payout', case when b.id is not null then jsonb_build_object('name', b.name,
      'status', private.told_status(b.status), 'state', b.status, 'planned_on', b.planned_on) end,
    'lines', lines, 'carried_in', carried, 'amount', greatest(total, 0), 'carried_out', case when lines = '[]' then carried
      else least(total, 0) end,
    'waiting', (
      select coalesce(jsonb_agg(jsonb_build_object('obstacle', g.obstacle, 'count', g.n, 'amount', g.amount, 'rows', g.rows)
        order by array_position('{held,travel,vendor,customer,later}'::text[], g.obstacle)), '[]')
      from (
        select w.obstacle, count(*) as n, sum(w.amount) as amount, jsonb_agg(jsonb_build_object('commission_id', c.id,
          'booking_reference', s.booking_reference, 'customer', k.first_name || ' ' || k.last_name, 'vendor', v.name,
          'amount', w.amount, 'received_on', c.received_on, 'due_on', c.due_on, 'travel_date', s.travel_date,
          'return_date', s.return_date, 'reason', h.reason, 'held_by', u.first_name || ' ' || u.last_name)
          order by c.due_on, s.sale_date, c.id) filter (where w.place <= 50) as rows
        from (
          -- later: nothing stands in its way, but the open payout was made without it, or it is less than the minimum.
          select f.commission_id, f.amount, coalesce(f.obstacle, 'later') as obstacle,
            row_number() over (partition by coalesce(f.obstacle, 'later') order by f.commission_id) as place
          from private.open_for_payout(caller_organization_id, caller, false) f
          where f.batch_id is null and (f.obstacle is not null or b.id is not null)) w
        join public.commissions c on c.organization_id = caller_organization_id and c.id = w.commission_id
        join public.sales s on s.id = c.sales_id
        join public.customers k on k.id = s.customer_id
        join public.vendors v on v.id = c.vendor_id
        left join public.payout_holds h on h.organization_id = c.organization_id and h.commission_id = c.id
        left join public.users u on u.id = h.held_by
        group by w.obstacle) g),
    'paid_this_year', private.paid_to_agent(caller_organization_id, caller, extract(year from private.today())::int),
    'statements', private.statement_rows(caller_organization_id, caller, 5, 0),
    'statement_count', (select count(*) from public.payout_statements s
      where s.organization_id = caller_organization_id and s.agent_id = caller),
    'account', private.masked_bank_account(caller_organization_id, caller));
end $function$;

CREATE OR REPLACE FUNCTION public.record_recall(commission_id uuid, amount numeric, note text, transaction_id uuid DEFAULT NULL::uuid, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches := private.lock_draft(caller_organization_id);
  c public.commissions;
  left_amount numeric;
  refusal text[];
  answer jsonb := private.begin_request('record_recall', request_key, jsonb_build_object('commission_id', commission_id,
    'amount', amount, 'note', note, 'transaction_id', transaction_id));
begin
  if answer is not null then
    return answer;
  end if;
  -- Recalls of one commission come one after the other.
  select m.* into c from public.commissions m
  where m.organization_id = caller_organization_id and m.id = record_recall.commission_id for no key update;
  left_amount := private.recallable_amount(caller_organization_id, c.id);
  refusal := case
    when c.id is null then array['This commission does not exist.', 'commission_id']
    when c.status <> 'agent_paid' then
      array['The agent has not been paid for this commission: nothing has to be taken back.', 'commission_id']
    when coalesce(record_recall.amount, 0) <= 0 or record_recall.amount <> round(record_recall.amount, 2) then
      array['Enter an amount like 212.40.', 'amount']
    when record_recall.amount > left_amount then
      array['At most ' || left_amount || ' can be taken back: what the agent was paid for it.', 'amount']
    when nullif(btrim(record_recall.note), '') is null then array['Say why. The agent reads it.', 'note']
    when char_length(btrim(record_recall.note)) > 500 then array['Use at most 500 characters.', 'note']
    when record_recall.transaction_id is not null and not exists (select 1 from public.bank_transactions t
      where t.organization_id = caller_organization_id and t.id = record_recall.transaction_id) then
      array['This transaction is no longer there.', 'transaction_id']
    when record_recall.transaction_id is not null and exists (select 1 from public.payout_lines l
      where l.organization_id = caller_organization_id and l.transaction_id = record_recall.transaction_id
        and l.commission_id = c.id) then
      array['This transaction has taken it back already.', 'transaction_id'] end;
  if refusal is not null then
    return private.command_result(refusal[1], refusal[2]);
  end if;
  return private.end_request(request_key, c.id, private.command_result(null) || jsonb_build_object('id',
    private.post_recall(b, c, record_recall.amount, btrim(record_recall.note), null, record_recall.transaction_id, false)));
end $function$;

COMMENT ON COLUMN "public"."payout_lines"."note_fact" IS 'What `note` says as {code, params}; null where somebody wrote it, and of before
  there were codes';

COMMENT ON FUNCTION "private"."payout_of_commission"(uuid) IS 'What payouts have of a commission: {hold: {reason, at, by}, payout: {id, name,
  status}, statement: {id, number}, void: {voided_on, reason, by}, recalls: [{amount, note, note_fact, at, transaction_id,
  payout}]}, null
  where there is none. Its agent is told no ids of payouts and transactions. Null for others.';

COMMENT ON FUNCTION "private"."post_recall"(public.payout_batches, public.commissions, numeric, text, jsonb, uuid, boolean) IS 'Writes the line, the history of the commission, and tells the agent. The caller has
  locked the commission. note_fact: null of a note that somebody wrote. `b`: the open draft. by_itself: the bank said so, and it is nobody''s change of the draft.';

COMMENT ON FUNCTION "private"."told_lines"(public.payout_batches, uuid[]) IS 'What the history keeps of lines that come and go: [{kind, amount, agent_id, agent,
  commission_id, booking_reference, note, note_fact, code, params, reason}], of the first 200. Code, its parameters and reason: why one could
  not be paid any more.';

REVOKE ALL ON FUNCTION "private"."post_recall"(public.payout_batches, public.commissions, numeric, text, jsonb, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."post_recall"(public.payout_batches, public.commissions, numeric, text, jsonb, uuid, boolean) TO "postgres";

-- What was written before there were codes gets the codes it would have, where the text is the one that they say.
UPDATE public.payout_lines l SET note_fact = f.fact
FROM (
  SELECT v.line_id AS id, 'Payment of ' || to_char(p.on, 'FMMonth FMDD, YYYY') || ' came back: ' || v.reason AS note,
    jsonb_build_object('code', 'payment_returned', 'params', jsonb_build_object('on', p.on, 'reason', v.reason)) AS fact
  FROM public.payment_voids v
  LEFT JOIN public.payout_statements s ON s.organization_id = v.organization_id AND s.id = v.statement_id
  LEFT JOIN public.agent_payments a ON a.organization_id = v.organization_id AND a.id = v.payment_id
  CROSS JOIN LATERAL (SELECT coalesce(s.paid_on, a.payment_date) AS on) p
  UNION ALL
  SELECT r.id, n.name || ' took commission back on ' || to_char(t.booked_on, 'FMMonth FMDD, YYYY'),
    jsonb_build_object('code', 'vendor_took_back', 'params', jsonb_build_object('vendor', n.name, 'on', t.booked_on))
  FROM public.payout_lines r
  JOIN public.bank_transactions t ON t.organization_id = r.organization_id AND t.id = r.transaction_id
  JOIN public.commissions c ON c.organization_id = r.organization_id AND c.id = r.commission_id
  JOIN public.vendors n ON n.id = c.vendor_id
  WHERE r.kind = 'recall'
  UNION ALL
  SELECT r.id, left(n.name, 200) || w.words, jsonb_build_object('code', w.code, 'params', jsonb_build_object('vendor', left(n.name, 200)))
  FROM public.payout_lines r
  JOIN public.commissions c ON c.organization_id = r.organization_id AND c.id = r.commission_id
  JOIN public.vendors n ON n.id = c.vendor_id
  CROSS JOIN (VALUES (' paid less than was expected', 'paid_less'), (': what was written off is expected again', 'expected_again')) w(words, code)
  WHERE r.kind = 'correction') f
WHERE l.id = f.id AND l.note = f.note;
