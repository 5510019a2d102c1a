-- Payouts: what is owed to agents, collected into a batch, checked, approved and paid as a whole. A batch is a draft, approved,
-- scheduled (paid by itself on its planned day: payouts/functions/schedule), paid or discarded. Its lines are commissions that can be paid, each
-- in one batch at most, and adjustments (bonus, correction, recall, returned), which wait without a batch until one collects them. Admins
-- only; an agent reads the own part (pages/functions/payouts). Recalls are in payouts/functions/recalls, payments that came back in payouts/functions/voids.
--
-- Lock order: the batch, then sales and commissions (by sale), as everywhere.

create function private.told_status(status text) returns text
language sql immutable set search_path = '' as $$
  select case status when 'scheduled' then 'approved' else status end
$$;
comment on function private.told_status is 'The status as clients of before know it; `state` says what it is.';

create function private.note_payout(b public.payout_batches, action text, details jsonb default '{}', by_itself boolean default false)
returns void
language sql security definer set search_path = '' as $$
  insert into public.payout_events (organization_id, batch_id, action, details, done_by)
  values (b.organization_id, b.id, note_payout.action, note_payout.details, case when not by_itself then auth.uid() end);
  update public.payout_batches p set changed_by = case when by_itself then p.changed_by else coalesce(auth.uid(), p.changed_by) end,
    version = p.version + 1
  where p.id = b.id
    and note_payout.action not in ('handed_over', 'approved', 'scheduled', 'not_paid', 'reopened', 'paid', 'voided');
$$;
comment on function private.note_payout is 'by_itself: what no person did; it changes the draft, and is nobody''s change.';

create function private.lock_payout(batch_id uuid) returns public.payout_batches
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches;
begin
  select p.* into b from public.payout_batches p
  where p.id = lock_payout.batch_id and p.organization_id = caller_organization_id for update;
  return b;
end $$;
comment on function private.lock_payout is 'The batch, locked; null when it is not of the caller''s organization. Who may not ask is
  refused before anything is looked up.';

create function private.lock_draft(organization_id uuid) returns public.payout_batches
language plpgsql volatile security definer set search_path = '' as $$
declare
  b public.payout_batches;
begin
  select p.* into b from public.payout_batches p
  where p.organization_id = lock_draft.organization_id and p.status = 'draft' for update;
  return b;
end $$;
comment on function private.lock_draft is 'The open draft of an organization, locked; null when there is none.';

create function private.draft_refusal(b public.payout_batches) returns jsonb
language sql stable set search_path = '' as $$
  select case when b.id is null then private.command_result('This payout does not exist.', null, 'payout_not_found')
    when b.status = 'approved' then private.command_result('This payout is approved. Take it back to a draft first.',
      null, 'payout_approved')
    when b.status = 'scheduled' then private.command_result('This payout is planned for ' || private.day_text(b.planned_on)
      || '. Take it back to a draft first.', null, 'payout_planned', jsonb_build_object('planned_on', b.planned_on))
    when b.status = 'paid' then private.command_result('This payout is paid.', null, 'payout_paid')
    when b.status = 'discarded' then private.command_result('This payout was discarded.', null, 'payout_discarded') end
$$;
comment on function private.draft_refusal is 'The answer when a batch cannot be changed; null when it can.';

create function private.payout_organization() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  organization_id uuid := private.admin_organization_id();
begin
  if organization_id is null then
    raise exception using errcode = '42501', message = 'permission denied for payouts';
  end if;
  return organization_id;
end $$;
comment on function private.payout_organization is 'The caller''s tenant, for functions of payouts; everybody but admins and owners
  is refused.';

create function private.lock_payout_lines(b public.payout_batches) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  sale_ids uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('payouts ' || b.organization_id, 0));
  sale_ids := array(
    select distinct h.sales_id from public.payout_lines l join public.commission_shares h on h.id = l.share_id
    where l.organization_id = b.organization_id and l.batch_id = b.id and private.is_claim(l.kind) and h.sales_id is not null);
  perform 1 from public.sales s where s.organization_id = b.organization_id and s.id = any (sale_ids) order by s.id for no key update;
  perform 1 from public.commissions c where c.organization_id = b.organization_id and c.sales_id = any (sale_ids)
  order by c.sales_id for no key update;
  perform 1 from public.other_commissions x where x.organization_id = b.organization_id and x.id in (
    select h.other_commission_id from public.payout_lines l
    join public.commission_shares h on h.organization_id = l.organization_id and h.id = l.share_id
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind in ('share', 'override')) order by x.id for no key update;
  perform 1 from public.commission_shares h where h.organization_id = b.organization_id and h.id in (
    select l.share_id from public.payout_lines l
    where l.organization_id = b.organization_id and l.batch_id = b.id and private.is_claim(l.kind)) order by h.id for no key update;
end $$;
comment on function private.lock_payout_lines is 'Locks the sales, commissions and shares of a payout, after the payout itself. Statements
  are numbered, and balances carried, one payout after the other.';
