-- Recalls: a vendor takes commission back after the agent was paid for it. agent_paid is final; a line of the next payout gives it
-- back. An admin records one (record_recall), or a transaction of the bank that takes commission back does (bank_allocations below
-- zero), and then line and transaction belong together: taking the match back takes the line back, until a payout has it.

create function private.recallable_share(h public.commission_shares) returns numeric
language sql stable security definer set search_path = '' as $$
  select case when h.status = 'paid' then h.agent_amount + coalesce((select sum(l.amount) from public.payout_lines l
    where l.organization_id = h.organization_id and l.share_id = h.id and l.kind in ('recall', 'correction')), 0) else 0 end
$$;
comment on function private.recallable_share is 'What can still be taken back of a share, or of an override: what was paid of it, less what was taken back or
  corrected already; of what was taken off somebody for one, minus what can be given back.';

create function private.write_recall_history(h public.commission_shares, before jsonb, after jsonb, notes text, code text, params jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  -- What happened to the share of somebody else is not in the history that the seller reads.
  insert into public.commission_history
    (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes, code, params)
  select c.id, c.organization_id, private.acting_user(c.organization_id), 'update', c.status, c.status, write_recall_history.before,
    write_recall_history.after, write_recall_history.notes, write_recall_history.code, write_recall_history.params
  from public.commissions c where private.of_seller(h) and c.id = h.commission_id
$$;

create function private.post_recall(b public.payout_batches, h public.commission_shares, amount numeric, note text, note_fact jsonb,
  transaction_id uuid, by_itself boolean)
returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind constant text := case when amount > 0 then 'recall' else 'correction' end;
  new_id uuid;
begin
  insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, share_id, transaction_id, amount, note,
    note_fact, created_by)
  values (h.organization_id, b.id, h.user_id, kind, h.commission_id, h.id, post_recall.transaction_id, -post_recall.amount,
    post_recall.note, post_recall.note_fact, private.acting_user(h.organization_id))
  returning id into new_id;
  perform private.write_recall_history(h, '{}', jsonb_build_object('recalled_amount', post_recall.amount),
    'Taken back from the agent: ' || post_recall.note, 'recalled',
    jsonb_strip_nulls(jsonb_build_object('amount', post_recall.amount, 'reason', post_recall.note, 'fact', post_recall.note_fact)));
  if kind = 'recall' then
    perform private.write_notification(h.organization_id, h.user_id, 'payout', 'Commission on the ' || t.words
      || ' was taken back by the vendor. Your next payout says how much.',
      case when private.of_seller(h) then 'commissions' else t.record_type end, case when private.of_seller(h) then h.commission_id else t.record_id end,
      'commission_recalled', jsonb_build_object('sale', t.param))
    from private.sale_of_share(h) t;
  end if;
  if b.id is not null then
    perform private.note_payout(b, 'adjusted', jsonb_build_object('agent_id', h.user_id, 'kind', kind, 'amount', -post_recall.amount,
      'note', post_recall.note, 'note_fact', post_recall.note_fact,
      'booking_reference', (select s.booking_reference from public.sales s where s.id = h.sales_id),
      'agent', (select u.first_name || ' ' || u.last_name from public.users u where u.id = h.user_id))
      || case when private.of_seller(h) then jsonb_build_object('commission_id', h.commission_id) else jsonb_build_object('share_id', h.id) end,
      post_recall.by_itself);
  end if;
  return new_id;
end $$;
comment on function private.post_recall is 'Writes the line that takes a paid share back, and notifies its person. A seller''s is in the
  commission''s history, too. The caller has locked the commission. note_fact: null where a person typed the note. `b`: the open draft.
  by_itself: the bank caused it, no person changed the draft. An amount below zero refunds an override charge.';

create function public.record_recall(commission_id uuid, amount numeric, note text, transaction_id uuid default null,
  request_key uuid default null, share_id uuid default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches := private.lock_draft(caller_organization_id);
  c public.commissions;
  h public.commission_shares;
  left_amount numeric;
  refusal jsonb;
  answer jsonb := private.begin_request('record_recall', request_key, jsonb_build_object('commission_id', commission_id,
    'amount', amount, 'note', note, 'transaction_id', transaction_id)
    || case when share_id is not null then jsonb_build_object('share_id', share_id) else '{}' end);
begin
  if answer is not null then
    return answer;
  end if;
  -- Recalls of one commission come one after the other.
  select m.* into c from public.commissions m
  where m.organization_id = caller_organization_id and m.id = record_recall.commission_id for no key update;
  select k.* into h from public.commission_shares k
  where k.organization_id = caller_organization_id and k.commission_id is not distinct from c.id
    and k.id = coalesce(record_recall.share_id, (private.sellers_share(caller_organization_id, c.id)).id) for no key update;
  left_amount := private.recallable_share(h);
  refusal := case
    when h.id is null then private.command_result('This commission does not exist.', 'commission_id', 'commission_not_found')
    when h.status <> 'paid' or h.agent_amount < 0 then
      private.command_result('The agent has not been paid for this commission: nothing has to be taken back.',
        'commission_id', 'recall_of_unpaid')
    when coalesce(record_recall.amount, 0) <= 0 or record_recall.amount <> round(record_recall.amount, 2) then
      private.command_result('Enter an amount like 212.40.', 'amount', 'recall_amount_expected')
    when record_recall.amount > left_amount then
      private.command_result('At most ' || left_amount || ' can be taken back: what the agent was paid for it.', 'amount',
        'recall_too_much', jsonb_build_object('most', left_amount))
    when nullif(btrim(record_recall.note), '') is null then private.command_result('Say why. The agent reads it.',
      'note', 'agent_reason_missing')
    when char_length(btrim(record_recall.note)) > 500 then private.command_result('Use at most 500 characters.',
      'note', 'text_too_long', '{"most": 500}')
    when record_recall.transaction_id is not null and not exists (select 1 from public.bank_transactions t
      where t.organization_id = caller_organization_id and t.id = record_recall.transaction_id) then
      private.command_result('This transaction is no longer there.', 'transaction_id', 'transaction_not_found')
    when record_recall.transaction_id is not null and exists (select 1 from public.payout_lines l
      where l.organization_id = caller_organization_id and l.transaction_id = record_recall.transaction_id and l.share_id = h.id) then
      private.command_result('This transaction has taken it back already.', 'transaction_id', 'recalled_already') end;
  if refusal is not null then
    return refusal;
  end if;
  return private.end_request(request_key, c.id, private.command_result(null) || jsonb_build_object('id',
    private.post_recall(b, h, record_recall.amount, btrim(record_recall.note), null, record_recall.transaction_id, false)));
end $$;
comment on function public.record_recall is 'What a vendor took back of what the seller of a commission was paid, or of the share of somebody
  else (`share_id`, with the commission it is of; null for another kind''s). {success, error, field, id}.';
grant execute on function public.record_recall(uuid, numeric, text, uuid, uuid, uuid) to authenticated;

create function private.saved_by_record_recall(commission_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.saved_of_commission(commission_id, 'what is taken back of ')
$$;

create function private.drop_recall_line(l public.payout_lines) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  b public.payout_batches;
begin
  begin
    -- Commissions are locked already, and payouts come before them: who has this one is not waited for.
    select p.* into b from public.payout_batches p
    where p.organization_id = l.organization_id and p.id = l.batch_id for update nowait;
  exception when lock_not_available then
    perform private.refuse('Somebody is working on the payout that takes this back. Try again.', '', 'recall_busy');
  end;
  if b.status in ('approved', 'scheduled', 'paid') then
    perform private.refuse('The agent gives it back with the ' || b.name || ' payout already.', '', 'recalled_with_payout',
      jsonb_build_object('payout', b.name));
  end if;
  delete from public.payout_lines p where p.id = l.id and p.batch_id is not distinct from b.id;
  if not found then
    perform private.refuse('Somebody is working on the payout that takes this back. Try again.', '', 'recall_busy');
  elsif b.id is not null then
    perform private.note_payout(b, 'adjustment_removed', jsonb_build_object('agent_id', l.agent_id, 'kind', l.kind,
      'amount', l.amount, 'note', l.note, 'note_fact', l.note_fact));
  end if;
end $$;
comment on function private.drop_recall_line is 'One line of private.drop_recall.';

create function private.drop_recall(organization_id uuid, transaction_id uuid, commission_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  l public.payout_lines;
  h public.commission_shares;
begin
  for l in
    select p.* from public.payout_lines p
    where p.organization_id = drop_recall.organization_id and p.transaction_id = drop_recall.transaction_id
      and p.commission_id = drop_recall.commission_id and p.kind in ('recall', 'correction') order by p.id
  loop
    perform private.drop_recall_line(l);
    select k.* into h from public.commission_shares k where k.id = l.share_id;
    if private.of_seller(h) then
      -- What was written off meanwhile was corrected by what the recall had left, at most.
      perform private.correct_share_of(h, c) from public.commissions c where c.id = drop_recall.commission_id and h.status = 'paid';
      perform private.write_recall_history(h, jsonb_build_object('recalled_amount', -l.amount), '{}',
        'Not taken back from the agent after all', 'recall_dropped', jsonb_build_object('amount', -l.amount));
    end if;
  end loop;
end $$;
comment on function private.drop_recall is 'Takes the line of a match that was taken back, or changed, with it. Refused once an
  approved, scheduled or paid payout has it. Who takes a match back pays the agent more: that is a change of theirs.';

create function private.parts_of_recall(c public.commissions, taken_back numeric)
returns table (share public.commission_shares, part numeric, amount numeric)
language sql stable security definer set search_path = '' as $$
  with parts as (select private.parts_of(parts_of_recall.taken_back, c.share_percents) as parts)
  select h, coalesce(p.parts[h.place], 0), case when sign(w.amount) = sign(h.agent_amount) then w.amount else 0 end
  from parts p
  join public.commission_shares h on h.organization_id = c.organization_id and h.commission_id = c.id
    and (h.status = 'paid' or h.place is not null)
  -- Of an override as much as of the commission.
  cross join lateral (select case
    when h.status <> 'paid' then 0
    when h.place is not null then least(private.recallable_share(h), private.share_of(p.parts[h.place], h.split, h.split_parts))
    when c.amount = 0 then 0
    when h.agent_amount < 0 then greatest(private.recallable_share(h), round(h.agent_amount * parts_of_recall.taken_back / c.amount, 2))
    else least(private.recallable_share(h), round(h.agent_amount * parts_of_recall.taken_back / c.amount, 2)) end as amount) w
$$;
comment on function private.parts_of_recall is 'What a vendor takes back of a commission, by its people: the part of each, and of it what they give back, at most
  what they were paid. Of an override that was paid as much as of the commission; what was taken off somebody for it is given back.';

create function private.take_recall_parts_away(organization_id uuid, allocation_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  closed_through constant date := coalesce(private.books_closed_through(take_recall_parts_away.organization_id), '-infinity');
begin
  delete from private.recall_parts r
  where r.organization_id = take_recall_parts_away.organization_id and r.allocation_id = any (allocation_ids) and r.posted_on > closed_through;
  insert into private.recall_parts (organization_id, commission_id, sales_id, vendor_id, allocation_id, user_id, share_id, place, posted_on,
    taken_back, agent_amount, cancelled)
  select r.organization_id, r.commission_id, r.sales_id, r.vendor_id, r.allocation_id, r.user_id, r.share_id, r.place, closed_through + 1,
    -sum(r.taken_back), -sum(r.agent_amount), r.cancelled
  from private.recall_parts r
  where r.organization_id = take_recall_parts_away.organization_id and r.allocation_id = any (allocation_ids)
  group by r.organization_id, r.commission_id, r.sales_id, r.vendor_id, r.allocation_id, r.user_id, r.share_id, r.place, r.cancelled
  having (sum(r.taken_back), sum(r.agent_amount)) <> (0, 0);
end $$;
comment on function private.take_recall_parts_away is 'What these allocations took back is not taken back: gone where its day is open; what was said on closed days
  is taken back on the first open one.';

create function private.cancel_recall_parts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from changed n where n.status = 'cancelled' and n.taken_back_amount > 0) then
    return null;
  end if;
  insert into private.recall_parts (organization_id, commission_id, sales_id, vendor_id, allocation_id, user_id, share_id, place, posted_on,
    taken_back, agent_amount, cancelled)
  select r.organization_id, r.commission_id, r.sales_id, r.vendor_id, r.allocation_id, r.user_id, r.share_id, r.place, d.day,
    e.sign * sum(r.taken_back), e.sign * sum(r.agent_amount), e.sign = 1
  from (select n.organization_id, n.id from changed n full join replaced o on o.id = n.id
    where n.status = 'cancelled' and o.status <> 'cancelled' and n.taken_back_amount > 0 offset 0) c
  join private.recall_parts r on r.organization_id = c.organization_id and r.commission_id = c.id and not r.cancelled
  join public.organizations g on g.id = r.organization_id
  cross join lateral (select greatest(r.posted_on, g.books_closed_through + 1) as day) d
  cross join (values (1), (-1)) e(sign)
  group by r.organization_id, r.commission_id, r.sales_id, r.vendor_id, r.allocation_id, r.user_id, r.share_id, r.place, d.day, e.sign
  having (sum(r.taken_back), sum(r.agent_amount)) <> (0, 0);
  return null;
end $$;
comment on function private.cancel_recall_parts is 'What was taken back of a commission that is cancelled is of a cancelled one: as its receipt, from the first
  open day on.';

create function private.sync_recalls() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  a record;
  g record;
  c public.commissions;
  b public.payout_batches;
  note text;
  note_fact jsonb;
begin
  if tg_op <> 'INSERT' then
    for a in select r.* from replaced r where r.amount < 0 order by r.commission_id loop
      perform private.take_recall_parts_away(a.organization_id, array[a.id]);
      perform private.drop_recall(a.organization_id, a.transaction_id, a.commission_id);
    end loop;
  end if;
  if tg_op = 'DELETE' then
    return null;
  end if;
  for a in
    select n.*, v.name as vendor, t.booked_on from changed n
    join public.bank_transactions t on t.organization_id = n.organization_id and t.id = n.transaction_id
    join public.commissions m on m.organization_id = n.organization_id and m.id = n.commission_id
    join public.vendors v on v.id = m.vendor_id
    where n.amount < 0 order by n.commission_id
  loop
    select m.* into c from public.commissions m where m.id = a.commission_id;
    note := a.vendor || ' took commission back on ' || to_char(a.booked_on, 'FMMonth FMDD, YYYY');
    note_fact := jsonb_build_object('code', 'vendor_took_back', 'params', jsonb_build_object('vendor', a.vendor, 'on', a.booked_on));
    select p.* into b from public.payout_batches p
    where p.organization_id = c.organization_id and p.status = 'draft' for update skip locked;
    for g in
      select r.* from private.parts_of_recall(c, -a.amount) r order by (r.share).role <> 'seller', (r.share).id
    loop
      continue when g.part = 0 and g.amount = 0;
      insert into private.recall_parts (organization_id, commission_id, sales_id, vendor_id, allocation_id, user_id, share_id, place,
        posted_on, taken_back, agent_amount, cancelled)
      values (c.organization_id, c.id, c.sales_id, c.vendor_id, a.id, (g.share).user_id, (g.share).id, (g.share).place,
        greatest(a.posted_on, private.books_closed_through(c.organization_id) + 1), g.part, g.amount, c.status = 'cancelled');
      continue when g.amount = 0;
      perform private.post_recall(b, g.share, g.amount, note, note_fact, a.transaction_id, true);
    end loop;
  end loop;
  return null;
end $$;
comment on function private.sync_recalls is 'What a transaction takes back of commissions (private.parts_of_recall): the fact, on its booking day, for figures
  (private.recall_parts), and of those who were paid a line of the next payout.
  sales and commissions are locked (private.write_match), so the draft is taken only when nobody else has it; otherwise the line
  waits to be collected.';

create function private.payout_of_commission(commission_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
      join public.commission_shares k on k.organization_id = h.organization_id and k.id = h.share_id and k.commission_id = c.id and k.role = 'seller'
      where h.organization_id = c.organization_id and c.status not in ('agent_paid', 'cancelled')),
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
end $$;
comment on function private.payout_of_commission is 'What payouts have of a commission: {hold: {reason, at, by}, payout: {id, name,
  status}, statement: {id, number}, void: {voided_on, reason, by}, recalls: [{amount, note, note_fact, at, transaction_id,
  payout}]}, null
  where there is none. Its agent is told no ids of payouts and transactions. Null for others.';
grant execute on function private.payout_of_commission(uuid) to authenticated;

create function public.get_commission_record(commission_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'history', private.commission_history_of(get_commission_record.commission_id),
    'deposits', private.deposits_of_commission(get_commission_record.commission_id),
    'payout', private.payout_of_commission(get_commission_record.commission_id))
$$;
comment on function public.get_commission_record is '{history, deposits, payout}: what a commission''s page tells beside the
  commission itself, in one call. Each part decides what the caller may see of it.';
grant execute on function public.get_commission_record(uuid) to authenticated;
