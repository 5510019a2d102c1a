set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.correct_share()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  difference numeric;
  b public.payout_batches;
begin
  if not private.share_is_fixed(new) then
    return null;
  end if;
  delete from public.payout_lines l
  where l.organization_id = new.organization_id and l.commission_id = new.id and l.kind = 'correction' and l.batch_id is null;
  difference := round(coalesce(new.share_base, new.amount) * new.commission_split / 100, 2) - new.agent_amount - coalesce((
    select sum(l.amount) from public.payout_lines l
    where l.organization_id = new.organization_id and l.commission_id = new.id and l.kind = 'correction'), 0);
  -- Nobody gives back more than they were paid.
  if difference < 0 and new.status = 'agent_paid' then
    difference := greatest(difference, -private.recallable_amount(new.organization_id, new.id));
  end if;
  if difference = 0 then
    return null;
  end if;
  select p.* into b from public.payout_batches p
  where p.organization_id = new.organization_id and p.status = 'draft' for update skip locked;
  insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, amount, note, created_by)
  select new.organization_id, b.id, new.agent_id, 'correction', new.id, difference,
    left(v.name, 200) || case when difference < 0 then ' paid less than was expected' else ': what was written off is expected again' end,
    private.acting_user(new.organization_id)
  from public.vendors v where v.id = new.vendor_id;
  -- Who approves the draft has to see it.
  update public.payout_batches p set version = p.version + 1 where p.id = b.id;
  return null;
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
  select l.created_by, 'adjusted', jsonb_build_object('kind', l.kind, 'amount', l.amount, 'note', l.note), l.created_at
  from public.payout_lines l cross join seen
  where l.organization_id = b.organization_id and l.batch_id = b.id and l.created_by is not null
    and (l.kind in ('bonus', 'correction', 'returned') or l.kind = 'recall' and l.transaction_id is null)
    and (seen.at is null or l.created_at > seen.at or exists (select 1 from events e where e.action in ('collected', 'added')))
    and not exists (select 1 from events e where e.done_by = l.created_by and e.action = 'adjusted'
      and e.details ->> 'note' = l.note and (e.details ->> 'amount')::numeric = l.amount)
$function$;
