-- Who carries a short payment (organizations.agents_paid_on). With `received`, what is written off of a commission reduces the
-- agent's share of it: before the agent is paid the share itself, afterwards by a correction in the next payout. With `expected` it is
-- the agency that loses. The choice counts for what is written off from then on.

create function private.share_is_fixed(c public.commissions) returns boolean
language sql stable security definer set search_path = '' as $$
  select c.status = 'agent_paid' or c.seller_paid or c.status = 'funds_received' and exists (
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
  where l.organization_id = b.organization_id and l.commission_id = any (ids) and l.kind = 'correction' and l.share_id is null and l.batch_id is null;
  -- private.guard_commission reckons it.
  update public.commissions c set agent_amount = c.agent_amount
  where c.organization_id = b.organization_id and c.id = any (ids)
    and c.agent_amount <> private.seller_share(c);
  ids := array(select l.share_id from public.payout_lines l
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind in ('share', 'override'));
  delete from public.payout_lines l
  where l.organization_id = b.organization_id and l.share_id = any (ids) and l.kind = 'correction' and l.batch_id is null
    and l.transaction_id is null;
  update public.commission_shares h set gross_part = t.part, agent_amount = private.share_of(t.part, h.split, h.split_parts)
  from (
    select k.id, (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[k.place] as part
    from public.commission_shares k join public.commissions c on c.organization_id = k.organization_id and c.id = k.commission_id
    where k.organization_id = b.organization_id and k.id = any (ids) and k.place is not null) t
  where h.id = t.id and h.status = 'open' and h.gross_part <> t.part;
  perform private.follow_overrides(array(select distinct h.commission_id from public.commission_shares h
    where h.id = any (ids) and h.role = 'override' and h.commission_id is not null), '{}');
end $$;
comment on function private.follow_shares is 'Of a payout that is scheduled no longer: what was written off meanwhile waits as a
  correction, and is in the shares themselves now.';

create function private.correct_share_of(c public.commissions) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Who collects it meanwhile is waited for.
  waiting constant numeric := (select coalesce(sum(w.amount), 0) from (
    select l.amount from public.payout_lines l
    where l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'correction' and l.share_id is null and l.batch_id is null
    for update) w);
  difference numeric;
  b public.payout_batches;
begin
  difference := private.seller_share(c) - c.agent_amount + waiting - coalesce((
    select sum(l.amount) from public.payout_lines l
    where l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'correction' and l.share_id is null), 0);
  -- Nobody gives back more than they were paid.
  if c.status = 'agent_paid' or c.seller_paid then
    difference := greatest(difference, waiting - private.recallable_amount(c.organization_id, c.id));
  end if;
  if difference = waiting then
    return;
  end if;
  delete from public.payout_lines l
  where l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'correction' and l.share_id is null and l.batch_id is null;
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

create function private.override_now(h public.commission_shares, c public.commissions) returns numeric
language sql stable security definer set search_path = '' as $$
  select case when h.role = 'override_charge' then -w.amount else w.amount end
  from (
    select case when exists (select from public.agreement_versions v
        where v.id = h.terms_version_id and v.overrides @? '$[*].cap_per_year ? (@ != null)')
      then least(f.amount, abs(h.agent_amount)) else f.amount end as amount
    from (
      select round(private.override_base(h.base, p.part, private.share_of(p.part, p.split, p.split_parts)) * h.percent / 100, 2) as amount
      from (
        select (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[coalesce(n.place, 1)] as part,
          coalesce(n.split, c.commission_split) as split, case when n.id is null then c.split_parts else n.split_parts end as split_parts
        from (select) one
        left join public.commission_shares n on n.organization_id = h.organization_id and n.id = h.under_share_id) p) f) w
$$;
comment on function private.override_now is 'What an override that was paid would be of its commission now, or what is taken off for it: never more than
  was paid where its terms have a cap.';

create function private.correct_shares_of(c public.commissions) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  parts constant numeric[] := private.parts_of(coalesce(c.share_base, c.amount), c.share_percents);
  h public.commission_shares;
  waiting numeric;
  wanted numeric;
  difference numeric;
  b public.payout_batches;
begin
  for h in
    select k.* from public.commission_shares k
    where k.organization_id = c.organization_id and k.commission_id = c.id and k.role <> 'tier_correction'
      and (k.status = 'paid' or k.status = 'open' and private.share_schedule_lock(k.organization_id, k.id) is not null) order by k.id
  loop
    waiting := (select coalesce(sum(w.amount), 0) from (
      select l.amount from public.payout_lines l
      where l.organization_id = h.organization_id and l.share_id = h.id and l.kind = 'correction' and l.batch_id is null
      for update) w);
    wanted := case when h.place is not null then private.share_of(parts[h.place], h.split, h.split_parts) else private.override_now(h, c) end;
    difference := wanted - h.agent_amount + waiting - coalesce((
      select sum(l.amount) from public.payout_lines l
      where l.organization_id = h.organization_id and l.share_id = h.id and l.kind = 'correction'), 0);
    if h.status = 'paid' then
      difference := case when h.role = 'override_charge' then least(difference, waiting - private.recallable_share(h))
        else greatest(difference, waiting - private.recallable_share(h)) end;
    end if;
    continue when difference = waiting;
    delete from public.payout_lines l
    where l.organization_id = h.organization_id and l.share_id = h.id and l.kind = 'correction' and l.batch_id is null;
    continue when difference = 0;
    select p.* into b from public.payout_batches p
    where p.organization_id = c.organization_id and p.status = 'draft' for update skip locked;
    insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, share_id, amount, note, note_fact, created_by)
    select c.organization_id, b.id, h.user_id, 'correction', c.id, h.id, difference,
      left(v.name, 200) || case when (difference < 0) <> (h.role = 'override_charge') then ' paid less than was expected' else ': what was written off is expected again' end,
      jsonb_build_object('code', case when (difference < 0) <> (h.role = 'override_charge') then 'paid_less' else 'expected_again' end,
        'params', jsonb_build_object('vendor', left(v.name, 200))),
      private.acting_user(c.organization_id)
    from public.vendors v where v.id = c.vendor_id;
    update public.payout_batches p set version = p.version + 1 where p.id = b.id;
  end loop;
end $$;
comment on function private.correct_shares_of is 'private.correct_share_of, of the shares beside the seller''s, and of overrides. What a tier corrects is
  reckoned anew with its year.';

create function private.correct_share() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.share_is_fixed(new) then
    perform private.correct_share_of(new);
  end if;
  if cardinality(new.share_percents) > 1 or exists (
    select from public.commission_shares h where h.organization_id = new.organization_id and h.commission_id = new.id) then
    perform private.correct_shares_of(new);
  end if;
  return null;
end $$;
