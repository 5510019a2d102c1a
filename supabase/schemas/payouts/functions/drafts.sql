-- Drafts of payouts: started, collected, changed line by line, discarded. Approving and paying is payouts/functions/payment.

create function private.collect_payout(b public.payout_batches, out commissions int, out adjustments int)
language plpgsql volatile security definer set search_path = '' as $$
begin
  with collectable as materialized (
    select * from private.collectable_lines(b.organization_id, null)
  ), kept as materialized (
    -- What is taken back meanwhile is waited for, and left out.
    select h.id from public.commission_shares h
    where h.id in (select c.share_id from collectable c where c.line_id is null) order by h.id for key share
  ), taken as (
    update public.payout_lines l set batch_id = b.id from collectable c where l.id = c.line_id and l.batch_id is null
    returning 1
  ), added_lines as (
    insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, share_id, amount, created_by)
    select b.organization_id, b.id, c.agent_id, c.kind, c.commission_id, c.share_id, c.amount, auth.uid()
    from collectable c where c.line_id is null and c.share_id in (select k.id from kept k)
    order by c.commission_id, c.share_id
    on conflict do nothing
    returning 1)
  select (select count(*) from added_lines), (select count(*) from taken) into commissions, adjustments;
end $$;
comment on function private.collect_payout is 'Adds to a draft what can be paid now. Answers how many commissions (with shares and
  overrides) and adjustments came in.';

create function public.start_payout(name text default null, planned_on date default null) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  caller_organization_id uuid := private.payout_organization();
  day date := coalesce(start_payout.planned_on, private.today());
  wanted text := coalesce(nullif(btrim(start_payout.name), ''), to_char(day, 'FMMonth YYYY'));
  free text := wanted;
  n int := 1;
  b public.payout_batches;
begin
  if char_length(wanted) > 100 then
    return private.command_result('Use at most 100 characters.', 'name', 'text_too_long', '{"most": 100}');
  end if;
  -- One after the other: two drafts at once would collect the same.
  perform pg_advisory_xact_lock(hashtextextended('payouts ' || caller_organization_id, 0));
  if exists (select 1 from public.payout_batches p
    where p.organization_id = caller_organization_id and p.status in ('draft', 'approved', 'scheduled')) then
    return private.command_result('There is a payout already that is not paid yet.', null, 'payout_open_already');
  end if;
  while exists (select 1 from public.payout_batches p
    where p.organization_id = caller_organization_id and p.status <> 'discarded' and lower(p.name) = lower(free)) loop
    if nullif(btrim(start_payout.name), '') is not null then
      return private.command_result('There is a payout of this name already.', 'name', 'payout_name_taken');
    end if;
    n := n + 1;
    free := wanted || ' (' || n || ')';
  end loop;
  insert into public.payout_batches (organization_id, name, currency, planned_on, created_by, changed_by)
  select o.id, free, o.currency, start_payout.planned_on, auth.uid(), auth.uid()
  from public.organizations o where o.id = caller_organization_id
  returning * into b;
  perform private.note_payout(b, 'started', to_jsonb(private.collect_payout(b)));
  return private.command_result(null) || jsonb_build_object('id', b.id);
end $$;
comment on function public.start_payout is 'Starts a draft with all that can be paid now. Without a name that of the month of its
  planned day. {success, error, field, id}.';
grant execute on function public.start_payout(text, date) to authenticated;

create function public.collect_payout(batch_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  b public.payout_batches := private.lock_payout(collect_payout.batch_id);
  added record;
begin
  if private.draft_refusal(b) is not null then
    return private.draft_refusal(b);
  end if;
  added := private.collect_payout(b);
  if added.commissions + added.adjustments > 0 then
    perform private.note_payout(b, 'collected', to_jsonb(added));
  end if;
  return private.command_result(null) || jsonb_build_object('added', added.commissions);
end $$;
comment on function public.collect_payout is 'Adds to a draft what can be paid since. {success, error, field, added}.';
grant execute on function public.collect_payout(uuid) to authenticated;

create function public.hold_commission(commission_id uuid, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches;
  c public.commissions;
  h public.commission_shares;
begin
  if nullif(btrim(hold_commission.reason), '') is null then
    return private.command_result('Say why it is held. The agent reads it.', 'reason', 'hold_reason_missing');
  elsif char_length(btrim(hold_commission.reason)) > 500 then
    return private.command_result('Use at most 500 characters.', 'reason', 'text_too_long', '{"most": 500}');
  end if;
  b := private.lock_draft(caller_organization_id);
  select m.* into c from public.commissions m
  where m.organization_id = caller_organization_id and m.id = hold_commission.commission_id for no key update;
  h := private.sellers_share(caller_organization_id, c.id);
  if c.id is null then
    return private.command_result('This commission does not exist.', null, 'commission_not_found');
  elsif h.status = 'paid' then
    return private.command_result('The agent has already been paid for this commission.', null, 'agent_paid_already');
  elsif c.status = 'cancelled' then
    return private.command_result('A cancelled commission cannot be paid.', null, 'cancelled_commission_unpayable');
  elsif private.schedule_lock(caller_organization_id, h.id) is not null then
    return private.schedule_lock(caller_organization_id, h.id);
  elsif exists (
    select 1 from public.payout_lines l join public.payout_batches p on p.id = l.batch_id
    where l.organization_id = caller_organization_id and l.share_id = h.id and private.is_claim(l.kind) and p.status = 'approved') then
    return private.command_result('This payout is approved. Take it back to a draft first.', null, 'payout_approved');
  end if;
  perform private.write_holds(caller_organization_id, array[h.id], btrim(hold_commission.reason));
  delete from public.payout_lines l
  where l.organization_id = caller_organization_id and l.share_id = h.id and private.is_claim(l.kind) and l.batch_id = b.id;
  if b.id is not null then
    perform private.note_payout(b, 'held', jsonb_build_object('commission_id', c.id, 'reason', btrim(hold_commission.reason),
      'booking_reference', (select s.booking_reference from public.sales s where s.id = c.sales_id), 'amount', h.agent_amount,
      'agent_id', h.user_id, 'agent', (select u.first_name || ' ' || u.last_name from public.users u where u.id = h.user_id)));
  end if;
  return private.command_result(null);
end $$;
comment on function public.hold_commission is 'Holds the seller''s share of a commission back, with a reason that they read; it leaves the
  draft it is in. {success, error, field}.';
grant execute on function public.hold_commission(uuid, text) to authenticated;

create function private.write_holds(organization_id uuid, share_ids uuid[], reason text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.payout_holds as h (organization_id, share_id, reason, held_by)
  select write_holds.organization_id, i.id, write_holds.reason, auth.uid() from unnest(share_ids) i(id) order by i.id
  on conflict (organization_id, share_id) do update set reason = excluded.reason, held_by = excluded.held_by, held_at = now()
$$;

create function private.release(h public.commission_shares, told jsonb) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  b public.payout_batches := private.lock_draft(h.organization_id);
begin
  delete from public.payout_holds k where k.organization_id = h.organization_id and k.share_id = h.id;
  if not found then
    return false;
  end if;
  if b.id is not null then
    insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, share_id, amount, created_by)
    select b.organization_id, b.id, c.agent_id, c.kind, c.commission_id, c.share_id, c.amount, auth.uid()
    from private.open_for_payout(h.organization_id, h.user_id, true) c
    where c.share_id = h.id and c.obstacle is null and c.batch_id is null;
    perform private.note_payout(b, 'released', told);
  end if;
  return true;
end $$;
comment on function private.release is 'Ends the hold of a share, and says whether there was one; it comes into the open draft when it can be
  paid.';

create function public.release_commission(commission_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  h public.commission_shares := private.sellers_share(private.payout_organization(), release_commission.commission_id);
begin
  return case when private.release(h, jsonb_build_object('commission_id', release_commission.commission_id))
    then private.command_result(null) else private.command_result('This commission is not held.', null, 'commission_not_held') end;
end $$;
comment on function public.release_commission is 'Ends the hold of a seller''s share (private.release). {success, error, field}.';
grant execute on function public.release_commission(uuid) to authenticated;

create function public.release_share(share_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.payout_organization();
  h public.commission_shares;
begin
  select k.* into h from public.commission_shares k
  where k.organization_id = caller_organization_id and k.id = release_share.share_id;
  return case when private.release(h, jsonb_build_object('share_id', release_share.share_id))
    then private.command_result(null) else private.command_result('This share is not held.', null, 'share_not_held') end;
end $$;
comment on function public.release_share is 'Ends the hold of a share or an override (private.release). {success, error, field}.';
grant execute on function public.release_share(uuid) to authenticated;

create function public.add_payout_adjustment(agent_id uuid, kind text, amount numeric, note text, request_key uuid default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches := private.lock_draft(caller_organization_id);
  refusal jsonb;
  new_id uuid;
  answer jsonb := private.begin_request('add_payout_adjustment', request_key, jsonb_build_object('agent_id', agent_id, 'kind', kind,
    'amount', amount, 'note', note));
begin
  perform private.require_step_up();
  if answer is not null then
    return answer;
  end if;
  refusal := case
    when not exists (select 1 from public.users u
      where u.organization_id = caller_organization_id and u.id = add_payout_adjustment.agent_id and u.role <> 'integration') then
      private.command_result('Choose an agent.', 'agent_id', 'agent_missing')
    when add_payout_adjustment.kind is null or add_payout_adjustment.kind not in ('bonus', 'correction') then
      private.command_result('Choose what this is.', 'kind', 'kind_missing')
    when coalesce(add_payout_adjustment.amount, 0) = 0 or abs(add_payout_adjustment.amount) > 9999999999.99 then
      private.command_result('Enter an amount.', 'amount', 'amount_missing')
    when add_payout_adjustment.amount <> round(add_payout_adjustment.amount, 2) then
      private.command_result('Use at most two decimals.', 'amount', 'decimals_too_many')
    when add_payout_adjustment.kind = 'bonus' and add_payout_adjustment.amount < 0 then
      private.command_result('A bonus is more than nothing. What an agent gives back is a correction.', 'amount', 'bonus_negative')
    when nullif(btrim(add_payout_adjustment.note), '') is null then private.command_result('Say what it is for. The agent reads it.',
      'note', 'adjustment_note_missing')
    when char_length(btrim(add_payout_adjustment.note)) > 500 then private.command_result('Use at most 500 characters.',
      'note', 'text_too_long', '{"most": 500}')
  end;
  if refusal is not null then
    return refusal;
  end if;
  insert into public.payout_lines (organization_id, batch_id, agent_id, kind, amount, note, created_by)
  values (caller_organization_id, b.id, add_payout_adjustment.agent_id, add_payout_adjustment.kind, add_payout_adjustment.amount,
    btrim(add_payout_adjustment.note), auth.uid())
  returning id into new_id;
  if b.id is not null then
    perform private.note_payout(b, 'adjusted', jsonb_build_object('agent_id', add_payout_adjustment.agent_id,
      'kind', add_payout_adjustment.kind, 'amount', add_payout_adjustment.amount, 'note', btrim(add_payout_adjustment.note)));
  end if;
  return private.end_request(request_key, new_id, private.command_result(null) || jsonb_build_object('id', new_id));
end $$;
comment on function public.add_payout_adjustment is 'Adds what an agent gets besides, or gives back: {kind: bonus or correction,
  amount, note}. Into the open draft, else it waits for the next one. {success, error, field, id}.';
grant execute on function public.add_payout_adjustment(uuid, text, numeric, text, uuid) to authenticated;

create function private.saved_by_add_payout_adjustment(line_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object('kind', 'payout', 'id', l.batch_id, 'name', 'a ' || l.kind || ' of ' || l.amount))
  from public.payout_lines l
  where l.organization_id = private.admin_organization_id() and l.id = saved_by_add_payout_adjustment.line_id
$$;
comment on function private.saved_by_add_payout_adjustment is 'See private.saved_as.';

create function public.delete_payout_adjustment(line_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches := private.lock_draft(caller_organization_id);
  l public.payout_lines;
begin
  perform private.require_step_up();
  delete from public.payout_lines d
  where d.organization_id = caller_organization_id and d.id = delete_payout_adjustment.line_id and d.kind in ('bonus', 'correction')
    and d.commission_id is null and d.share_id is null and (d.batch_id is null or d.batch_id = b.id)
  returning d.* into l;
  if l.id is null then
    return private.command_result('This adjustment can no longer be deleted.', null, 'adjustment_fixed');
  elsif l.batch_id is not null then
    perform private.note_payout(b, 'adjustment_removed', jsonb_build_object('agent_id', l.agent_id, 'kind', l.kind,
      'amount', l.amount, 'note', l.note));
  end if;
  return private.command_result(null);
end $$;
comment on function public.delete_payout_adjustment is 'Deletes a bonus or correction that is not paid yet; recalls stay, payments
  that came back, and what follows from a short payment. {success, error, field}.';
grant execute on function public.delete_payout_adjustment(uuid) to authenticated;

create function public.discard_payout(batch_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  b public.payout_batches := private.lock_payout(discard_payout.batch_id);
begin
  if b.id is null or b.status not in ('draft', 'approved') then
    return private.draft_refusal(b);
  end if;
  delete from public.payout_lines l
  where l.organization_id = b.organization_id and l.batch_id = b.id and private.is_claim(l.kind);
  update public.payout_lines l set batch_id = null where l.organization_id = b.organization_id and l.batch_id = b.id;
  update public.payout_batches p set status = 'discarded', discarded_at = now(), approved_at = null, approved_by = null
  where p.id = b.id;
  perform private.note_payout(b, 'discarded');
  return private.command_result(null);
end $$;
comment on function public.discard_payout is 'Ends a batch unpaid: its commissions can be collected again, its adjustments wait.
  {success, error, field}.';
grant execute on function public.discard_payout(uuid) to authenticated;
