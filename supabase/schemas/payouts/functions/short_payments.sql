-- Who carries a short payment (organizations.agents_paid_on). With `received`, what is written off of a commission reduces the
-- agent's share of it: before the agent is paid the share itself, afterwards by a correction in the next payout. With `expected` it is
-- the agency that loses. The choice counts for what is written off from then on.

create function private.follow_shares(b public.payout_batches) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  ids uuid[];
begin
  perform private.lock_payout_lines(b);
  ids := array(select l.share_id from public.payout_lines l
    where l.organization_id = b.organization_id and l.batch_id = b.id and private.is_claim(l.kind));
  delete from public.payout_lines l
  where l.organization_id = b.organization_id and l.share_id = any (ids) and l.kind = 'correction' and l.batch_id is null
    and l.transaction_id is null;
  update public.commission_shares h set gross_part = t.part, agent_amount = private.share_of(t.part, h.split, h.split_parts)
  from (
    select k.id, (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[k.place] as part
    from public.commission_shares k join public.commissions c on c.organization_id = k.organization_id and c.id = k.commission_id
    where k.organization_id = b.organization_id and k.id = any (ids) and k.place is not null) t
  where h.id = t.id and h.status = 'open'
    and (h.gross_part, h.agent_amount) <> (t.part, private.share_of(t.part, h.split, h.split_parts));
  perform private.follow_overrides(array(
    select k.id from public.commission_shares k
    where k.organization_id = b.organization_id and k.place is not null and k.commission_id in (
      select h.commission_id from public.commission_shares h where h.id = any (ids) and h.role = 'override')));
end $$;
comment on function private.follow_shares is 'Of a payout that is scheduled no longer: what was written off meanwhile waits as a
  correction, and is in the shares themselves now.';

create function private.override_now(h public.commission_shares, c public.commissions) returns numeric
language sql stable security definer set search_path = '' as $$
  select case when h.role = 'override_charge' then -w.amount else w.amount end
  from (
    select case when exists (select from public.agreement_versions v
        where v.id = h.terms_version_id and v.overrides @? '$[*].cap_per_year ? (@ != null)')
      then least(f.amount, abs(h.agent_amount)) else f.amount end as amount
    from (
      select round(private.override_base(h.base, p.part, private.share_of(p.part, n.split, n.split_parts)) * h.percent / 100, 2) as amount
      from public.commission_shares n
      cross join lateral (select (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[n.place] as part) p
      where n.organization_id = h.organization_id and n.id = h.under_share_id) f) w
$$;
comment on function private.override_now is 'What an override that was paid would be of its commission now, or what is taken off for it: never more than
  was paid where its terms have a cap.';

create function private.correct_share_of(h public.commission_shares, c public.commissions) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  wanted constant numeric := case when h.place is null then private.override_now(h, c)
    else private.share_of((private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[h.place], h.split, h.split_parts) end;
  -- Who collects it meanwhile is waited for.
  waiting constant numeric := (select coalesce(sum(w.amount), 0) from (
    select l.amount from public.payout_lines l
    where l.organization_id = h.organization_id and l.share_id = h.id and l.kind = 'correction' and l.batch_id is null
    for update) w);
  difference numeric := wanted - h.agent_amount + waiting - coalesce((
    select sum(l.amount) from public.payout_lines l
    where l.organization_id = h.organization_id and l.share_id = h.id and l.kind = 'correction'), 0);
  b public.payout_batches;
begin
  -- Nobody gives back more than they were paid.
  if h.status = 'paid' then
    difference := case when h.role = 'override_charge' then least(difference, waiting - private.recallable_share(h))
      else greatest(difference, waiting - private.recallable_share(h)) end;
  end if;
  if difference = waiting then
    return;
  end if;
  delete from public.payout_lines l
  where l.organization_id = h.organization_id and l.share_id = h.id and l.kind = 'correction' and l.batch_id is null;
  if difference = 0 then
    return;
  end if;
  select p.* into b from public.payout_batches p
  where p.organization_id = c.organization_id and p.status = 'draft' for update skip locked;
  insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, share_id, amount, note, note_fact, created_by)
  select c.organization_id, b.id, h.user_id, 'correction', c.id, h.id, difference,
    left(v.name, 200) || case when is_less then ' paid less than was expected' else ': what was written off is expected again' end,
    jsonb_build_object('code', case when is_less then 'paid_less' else 'expected_again' end,
      'params', jsonb_build_object('vendor', left(v.name, 200))),
    private.acting_user(c.organization_id)
  from public.vendors v cross join lateral (select (difference < 0) <> (h.role = 'override_charge') as is_less) n
  where v.id = c.vendor_id;
  -- Who approves the draft has to see it.
  update public.payout_batches p set version = p.version + 1 where p.id = b.id;
end $$;
comment on function private.correct_share_of is 'Writes the difference between a share, or an override, and what was paid of it, with what
  was corrected before, as a correction of the next payout; one that waits for it is written anew. A draft that somebody works on is
  not waited for: then the line waits to be collected. It is a change of who wrote off, or took that back. What a tier corrects is reckoned anew
  with its year.';

create function private.correct_shares() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.correct_share_of(h, new)
  from (
    select k from public.commission_shares k
    where k.organization_id = new.organization_id and k.commission_id = new.id and k.role <> 'tier_correction'
      and (k.status = 'paid' or k.status = 'open' and private.schedule_lock(k.organization_id, k.id) is not null)
    order by k.role <> 'seller', k.id) s(h);
  return null;
end $$;
comment on function private.correct_shares is 'Of a commission whose shares are reckoned from another amount now, what was paid or is about to be.';
