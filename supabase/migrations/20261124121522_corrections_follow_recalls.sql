set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.correct_share()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.share_is_fixed(new) then
    perform private.correct_share_of(new);
  end if;
  return null;
end $function$;

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
  insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, amount, note, created_by)
  select c.organization_id, b.id, c.agent_id, 'correction', c.id, difference,
    left(v.name, 200) || case when difference < 0 then ' paid less than was expected' else ': what was written off is expected again' end,
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
#variable_conflict use_column
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
      'amount', l.amount, 'note', l.note));
  end if;
  -- What was written off meanwhile was corrected by what the recall had left, at most.
  perform private.correct_share_of(c) from public.commissions c
  where c.organization_id = drop_recall.organization_id and c.id = drop_recall.commission_id and c.status = 'agent_paid';
  insert into public.commission_history
    (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes)
  select c.id, c.organization_id, private.acting_user(c.organization_id), 'update', c.status, c.status,
    jsonb_build_object('recalled_amount', -l.amount), '{}', 'Not taken back from the agent after all'
  from public.commissions c
  where c.organization_id = drop_recall.organization_id and c.id = drop_recall.commission_id;
end $function$;

REVOKE ALL ON FUNCTION "private"."correct_share_of"(public.commissions) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."correct_share_of"(public.commissions) TO "postgres";
