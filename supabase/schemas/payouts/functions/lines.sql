-- Lines of drafts that are taken out one by one, and put back.

create function private.told_lines(b public.payout_batches, line_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(t.line order by t.place), '[]')
  from (
    select row_number() over (order by l.kind <> 'commission', l.kind <> 'share', s.booking_reference, l.id) as place,
      jsonb_strip_nulls(jsonb_build_object('kind', private.told_kind(l.kind), 'part', case when l.kind in ('share', 'override') then l.kind end,
        'amount', l.amount, 'agent_id', l.agent_id,
        'agent', u.first_name || ' ' || u.last_name, 'commission_id', l.commission_id, 'share_id', case when not private.of_seller(h) then l.share_id end, 'booking_reference', s.booking_reference,
        'note', l.note, 'note_fact', l.note_fact, 'reason', e.problem ->> 'problem', 'code', e.problem ->> 'code', 'params', e.problem -> 'params')) as line
    from public.payout_lines l
    cross join (select private.payout_problems(b) as problems) p
    left join lateral (select e.problem from jsonb_array_elements(p.problems) e(problem)
      where e.problem ->> 'line_id' = l.id::text) e on true
    join public.users u on u.id = l.agent_id
    left join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id
    left join public.commission_shares h on h.organization_id = l.organization_id and h.id = l.share_id
    left join public.sales s on s.id = coalesce(c.sales_id, h.sales_id)
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.id = any (line_ids)) t
  where t.place <= 200);
end $$;
comment on function private.told_lines is 'What the history keeps of lines that come and go: [{kind, amount, agent_id, agent,
  commission_id, booking_reference, note, note_fact, code, params, reason}], of the first 200. Code, its parameters and reason: why one could
  not be paid any more.';

create function public.remove_payout_lines(batch_id uuid, line_ids uuid[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  b public.payout_batches := private.lock_payout(remove_payout_lines.batch_id);
  told jsonb;
  gone int;
begin
  if private.draft_refusal(b) is not null then
    return private.draft_refusal(b);
  end if;
  told := private.told_lines(b, line_ids);
  with removed as (
    delete from public.payout_lines l
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.id = any (line_ids) and private.is_claim(l.kind)
    returning 1
  ), put_back as (
    update public.payout_lines l set batch_id = null
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.id = any (line_ids) and not private.is_claim(l.kind)
    returning 1)
  select (select count(*) from removed) + (select count(*) from put_back) into gone;
  if gone > 0 then
    perform private.note_payout(b, 'removed', jsonb_build_object('lines', gone, 'items', told));
  end if;
  return private.command_result(null);
end $$;
comment on function public.remove_payout_lines is 'Takes lines out of a draft: commissions and shares can be collected again, adjustments wait
  for the next payout. {success, error, field}.';
grant execute on function public.remove_payout_lines(uuid, uuid[]) to authenticated;

create function public.add_payout_lines(batch_id uuid, commission_ids uuid[] default '{}', adjustment_ids uuid[] default '{}',
  share_ids uuid[] default '{}')
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  b public.payout_batches := private.lock_payout(add_payout_lines.batch_id);
  added uuid[];
begin
  if private.draft_refusal(b) is not null then
    return private.draft_refusal(b);
  end if;
  with returned as (
    update public.payout_lines l set batch_id = b.id
    where l.organization_id = b.organization_id and l.batch_id is null and l.id = any (adjustment_ids)
    returning l.id
  ), added_lines as (
    insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, share_id, amount, created_by)
    select b.organization_id, b.id, c.agent_id, c.kind, c.commission_id, c.share_id, c.amount, auth.uid()
    from private.open_for_payout(b.organization_id, null, true) c
    where (c.commission_id = any (commission_ids) or c.share_id = any (share_ids)) and c.obstacle is null and c.batch_id is null
    order by c.commission_id, c.share_id
    on conflict do nothing
    returning id)
  select array(select id from returned union all select id from added_lines) into added;
  if cardinality(added) = 0 then
    return private.command_result('It cannot be put back any more.', null, 'line_gone') || jsonb_build_object('added', 0);
  end if;
  perform private.note_payout(b, 'added', jsonb_build_object('lines', cardinality(added), 'items', private.told_lines(b, added)));
  return private.command_result(null) || jsonb_build_object('added', cardinality(added));
end $$;
comment on function public.add_payout_lines is 'Puts into a draft what was taken out of it: commissions and shares that can still be
  paid, and adjustments that wait. {success, error, field, added}.';
grant execute on function public.add_payout_lines(uuid, uuid[], uuid[], uuid[]) to authenticated;
