-- Approving a payout, handing its review over, and taking it back to a draft. Where a second person is asked for, each change is seen
-- by two: who changed a draft does not approve it. Who hands it over to another stands for all that was changed until then, by
-- whomever: only that person, and who changes it afterwards, cannot approve it then. So two people can always finish, and nobody alone.

create function private.unseen_changes(b public.payout_batches)
returns table (user_id uuid, action text, details jsonb, at timestamptz)
language sql stable security definer set search_path = '' as $$
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
$$;
comment on function private.unseen_changes is 'People''s changes that nobody else has seen: since the payout was approved or handed
  over last, with who handed it over. What came by itself is nobody''s change. An adjustment that waited is a change of who wrote
  it, as soon as it comes into a draft.';

create function private.needs_other_person(b public.payout_batches) returns boolean
language sql stable security definer set search_path = '' as $$
  select o.payout_second_approval and exists (select 1 from private.unseen_changes(b) c where c.user_id = auth.uid())
  from public.organizations o where o.id = b.organization_id
$$;
comment on function private.needs_other_person is 'Whether somebody else than the caller has to approve a draft.';

create function private.payout_approvers(b public.payout_batches) returns jsonb
language sql stable security definer set search_path = '' as $$
  select (
    select jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url,
      'can_approve', c.changes is null, 'changes', coalesce(c.changes, '[]')) order by c.changes is not null, u.last_name, u.first_name, u.id)
    from public.users u
    cross join lateral (
      select jsonb_agg(jsonb_build_object('action', n.action, 'details', n.details - 'items', 'at', n.at) order by n.at desc) as changes
      from (select x.* from private.unseen_changes(b) x where x.user_id = u.id
        order by x.action = 'started' desc, x.at desc limit 5) n) c
    where u.organization_id = o.id and u.is_active and u.role in ('owner', 'admin'))
  from public.organizations o
  where o.id = b.organization_id and o.payout_second_approval and b.status = 'draft'
$$;
comment on function private.payout_approvers is 'Who can approve a draft, and why the others cannot: [{id, first_name, last_name,
  avatar_url, can_approve, changes: [{action, details, at}]}], five changes of each, that they started it and the latest, newest
  first; null where one person is enough.';

create function public.hand_over_payout(batch_id uuid, user_id uuid, expected_version int default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  b public.payout_batches := private.lock_payout(hand_over_payout.batch_id);
  other public.users;
begin
  if private.draft_refusal(b) is not null then
    return private.draft_refusal(b);
  elsif hand_over_payout.expected_version <> b.version then
    return private.command_result('Somebody changed this payout meanwhile. Look at it again.', null, 'payout_changed');
  elsif not (select o.payout_second_approval from public.organizations o where o.id = b.organization_id) then
    return private.command_result('One person is enough to approve payouts here.', null, 'one_person_approves');
  end if;
  select u.* into other from public.users u
  where u.organization_id = b.organization_id and u.id = hand_over_payout.user_id and u.is_active and u.role in ('owner', 'admin');
  if other.id is null then
    return private.command_result('Choose who looks at it.', 'user_id', 'approver_missing');
  elsif other.id = auth.uid() then
    return private.command_result('Hand it over to somebody else.', 'user_id', 'approver_is_oneself');
  end if;
  perform private.note_payout(b, 'handed_over', jsonb_build_object('agent_id', other.id,
    'agent', other.first_name || ' ' || other.last_name));
  perform private.write_notification(b.organization_id, other.id, 'payout', private.acting_name(b.organization_id) || ' handed the '
    || b.name || ' payout over to you: look at it and approve it.', 'payouts', b.id, 'payout_handed_over',
    jsonb_build_object('by', private.acting_name(b.organization_id), 'payout', b.name));
  return private.command_result(null);
end $$;
comment on function public.hand_over_payout is 'Hands the review of a draft, as the caller saw it, over to another admin: from now
  on the caller stands for what was changed in it. {success, error, field}.';
grant execute on function public.hand_over_payout(uuid, uuid, int) to authenticated;

create function public.approve_payout(batch_id uuid, expected_version int) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  b public.payout_batches := private.lock_payout(approve_payout.batch_id);
  problems jsonb;
begin
  if private.draft_refusal(b) is not null then
    return private.draft_refusal(b);
  elsif b.version is distinct from approve_payout.expected_version then
    return private.command_result('Somebody changed this payout meanwhile. Look at it again.', null, 'payout_changed');
  elsif private.needs_other_person(b) then
    return
      private.command_result('A second person approves: not who started this payout, wrote one of its adjustments, or changed it.',
        null, 'second_person_approves');
  elsif not exists (select 1 from public.payout_lines l where l.organization_id = b.organization_id and l.batch_id = b.id) then
    return private.command_result('There is nothing in this payout.', null, 'payout_empty');
  end if;
  problems := private.payout_problems(b);
  if problems <> '[]' then
    return private.command_result('Some of these commissions cannot be paid any more.',
      null, 'payout_has_problems') || jsonb_build_object('problems', problems);
  end if;
  update public.payout_batches p set status = 'approved', approved_by = auth.uid(), approved_at = now(), version = p.version + 1
  where p.id = b.id;
  perform private.note_payout(b, 'approved', jsonb_build_object('amount',
    (select sum(t.paid_amount) from private.payout_totals(b) t)));
  return private.command_result(null);
end $$;
comment on function public.approve_payout is 'Approves a draft as the caller saw it. {success, error, field, problems}.';
grant execute on function public.approve_payout(uuid, int) to authenticated;

create function public.reopen_payout(batch_id uuid, reason text default null, bank_has_it boolean default null) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  b public.payout_batches := private.lock_payout(reopen_payout.batch_id);
  why text := nullif(btrim(reopen_payout.reason), '');
  read_at timestamptz;
begin
  if b.status is null or b.status not in ('approved', 'scheduled') then
    return coalesce(private.draft_refusal(b), private.command_result('This payout is a draft.', null, 'payout_is_draft'));
  elsif why is null and (b.status = 'scheduled' or reopen_payout.reason is not null) then
    return private.command_result('Say why it is taken back.', 'reason', 'reopening_reason_missing');
  elsif char_length(why) > 500 then
    return private.command_result('Use at most 500 characters.', 'reason', 'text_too_long', '{"most": 500}');
  end if;
  read_at := case when b.status = 'scheduled' then private.payment_file_read_at(b) end;
  if read_at is not null and reopen_payout.bank_has_it is distinct from false then
    return private.command_result('The payment file was read. If the bank has it, only a void is possible after it is paid.',
      'bank_has_it', 'payment_file_was_read');
  end if;
  update public.payout_batches p set status = 'draft', approved_by = null, approved_at = null, scheduled_by = null, scheduled_at = null,
    payment_key = null, reference = null, checks = '{}', schedule_problem = null, schedule_failure = null, schedule_told_on = null,
    version = p.version + 1
  where p.id = b.id;
  if b.status = 'scheduled' then
    perform private.follow_shares(b);
  end if;
  perform private.note_payout(b, 'reopened', jsonb_strip_nulls(jsonb_build_object('reason', why, 'from', b.status,
    'planned_on', case when b.status = 'scheduled' then b.planned_on end,
    'bank_has_it', case when read_at is not null then reopen_payout.bank_has_it end)));
  return private.command_result(null);
end $$;
comment on function public.reopen_payout is 'Takes an approved or scheduled payout back to a draft, with the reason. Clients of
  before send none for an approved one. Of a scheduled one whose payment file was read, `bank_has_it` says whether the bank has the
  file: then it is paid on its day. {success, error, field}.';
grant execute on function public.reopen_payout(uuid, text, boolean) to authenticated;
