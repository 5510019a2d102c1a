-- Who carries a short payment (organizations.agents_paid_on). With `received`, what is written off of a commission reduces the
-- agent's share of it: before the agent is paid the share itself, afterwards by a correction in the next payout. With `expected` it is
-- the agency that loses. The choice counts for what is written off from then on.

create function private.share_is_fixed(c public.commissions) returns boolean
language sql stable security definer set search_path = '' as $$
  select c.status = 'agent_paid' or c.status = 'funds_received' and exists (
    select 1 from public.payout_lines l
    join public.payout_batches b on b.organization_id = l.organization_id and b.id = l.batch_id
    where l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'commission' and b.status in ('scheduled', 'paid'))
$$;
comment on function private.share_is_fixed is 'Whether an agent''s share cannot change any more: it was paid (a payout is, before
  its commissions are), or its payment is scheduled.';

create function private.keep_fixed_share() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.share_is_fixed(old) then
    new.agent_amount := old.agent_amount;
  end if;
  return new;
end $$;
comment on function private.keep_fixed_share is 'What was paid stays, and so does what is about to be (private.correct_share).';

create function private.follow_shares(b public.payout_batches) returns void
language plpgsql volatile security definer set search_path = '' as $$
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
end $$;
comment on function private.follow_shares is 'Of a payout that is scheduled no longer: what was written off meanwhile waits as a
  correction, and is in the shares themselves now.';

create function private.correct_share_of(c public.commissions) returns void
language plpgsql volatile security definer set search_path = '' as $$
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
end $$;
comment on function private.correct_share_of is 'Writes the difference between an agent''s share and what was paid of it, with what
  was corrected before, as a correction of the next payout; one that waits for it is written anew. A draft that somebody works on is
  not waited for: then the line waits to be collected. It is a change of who wrote off, or took that back.';

create function private.correct_share() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.share_is_fixed(new) then
    perform private.correct_share_of(new);
  end if;
  return null;
end $$;
