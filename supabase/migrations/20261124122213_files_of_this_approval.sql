set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.read_payment_file(disclosure_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  asked_batch uuid := private.take_disclosure('payment_file', read_payment_file.disclosure_id);
  b public.payout_batches;
  sender private.bank_details;
begin
  select p.* into b from public.payout_batches p
  where p.id = asked_batch and p.organization_id = caller_organization_id and p.status in ('approved', 'scheduled', 'paid')
    -- What was asked for before it was approved anew is another file (private.payment_file_read_at).
    and exists (select 1 from private.disclosures d where d.id = read_payment_file.disclosure_id and d.created_at >= p.approved_at);
  select d.* into sender from private.bank_details d where d.organization_id = b.organization_id and d.agent_id is null;
  if b.id is null or sender.kind is null then
    perform private.refuse(private.disclosure_refusal());
  end if;
  return jsonb_build_object('batch_id', b.id, 'name', b.name, 'currency', b.currency, 'planned_on', coalesce(b.paid_on, b.planned_on),
    'kind', sender.kind, 'sender', private.unseal('bank_details_key', sender.numbers_encrypted)::jsonb
      || jsonb_build_object('holder_name', sender.holder_name),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object('agent_id', t.agent_id, 'holder_name', d.holder_name, 'amount', t.amount,
        'numbers', private.unseal('bank_details_key', d.numbers_encrypted)::jsonb) order by d.holder_name, t.agent_id), '[]')
      from private.file_payments(b, sender.kind) t
      join private.bank_details d on d.organization_id = b.organization_id and d.agent_id = t.agent_id
      where t.reason is null),
    'left', (
      select coalesce(jsonb_agg(jsonb_build_object('agent_id', t.agent_id, 'name', u.first_name || ' ' || u.last_name,
        'amount', t.amount, 'reason', t.reason) order by u.last_name, u.first_name, u.id), '[]')
      from private.file_payments(b, sender.kind) t join public.users u on u.id = t.agent_id
      where t.reason is not null));
end $function$;
