-- What a payout pays although the vendors have not: lines whose commission has an open amount. Paying them is allowed; it is told.

create function private.payout_unfunded(b public.payout_batches) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('count', count(*), 'amount', coalesce(sum(l.amount), 0))
  from public.payout_lines l
  left join public.commission_shares h on h.organization_id = l.organization_id and h.id = l.share_id
  left join public.commissions c on c.organization_id = l.organization_id and c.id = coalesce(l.commission_id, h.commission_id)
  left join public.other_commissions x on x.organization_id = l.organization_id and x.id = h.other_commission_id
  where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind in ('commission', 'share')
    and coalesce(c.open_amount, x.amount - coalesce(x.received_amount, 0)) > 0
$$;
comment on function private.payout_unfunded is '{count, amount}: the commissions and shares of a batch that vendors have not paid in full, and
  the agents'' share of them.';

create function public.hold_payout_lines(batch_id uuid, line_ids uuid[], reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  b public.payout_batches := private.lock_payout(hold_payout_lines.batch_id);
  told jsonb;
  share_ids uuid[];
  held int;
  amount numeric;
begin
  if private.draft_refusal(b) is not null then
    return private.draft_refusal(b);
  elsif nullif(btrim(hold_payout_lines.reason), '') is null then
    return private.command_result('Say why they are held. The agents read it.', 'reason', 'holds_reason_missing');
  elsif char_length(btrim(hold_payout_lines.reason)) > 500 then
    return private.command_result('Use at most 500 characters.', 'reason', 'text_too_long', '{"most": 500}');
  end if;
  told := private.told_lines(b, line_ids);
  with removed as (
    delete from public.payout_lines l
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.id = any (line_ids) and private.is_claim(l.kind)
    returning l.share_id, l.amount)
  select array_agg(r.share_id), count(*), sum(r.amount) into share_ids, held, amount from removed r;
  if held = 0 then
    return private.command_result('These commissions are no longer in this payout.', null, 'commissions_left_payout');
  end if;
  perform private.write_holds(b.organization_id, share_ids, btrim(hold_payout_lines.reason));
  perform private.note_payout(b, 'held', jsonb_build_object('lines', held, 'amount', amount, 'reason', btrim(hold_payout_lines.reason),
    'items', told));
  return private.command_result(null) || jsonb_build_object('held', held);
end $$;
comment on function public.hold_payout_lines is 'Holds commissions and shares of a draft together, with one reason that their agents read.
  {success, error, field, held}.';
grant execute on function public.hold_payout_lines(uuid, uuid[], text) to authenticated;
