-- The file a bank pays a payout from: told only after it is in the audit log, once each, by admins.

create function public.request_payment_file(batch_id uuid, format text default null) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  b public.payout_batches := private.lock_payout(request_payment_file.batch_id);
begin
  perform private.require_step_up();
  if b.id is null or b.status not in ('approved', 'scheduled', 'paid') then
    perform private.refuse('A payment file is made for an approved payout.', '', 'payment_file_of_approved');
  elsif private.masked_bank_account(b.organization_id, null) is null then
    perform private.refuse('An owner has to say first from which account payouts are paid.', '', 'payout_account_missing');
  elsif request_payment_file.format not in ('nacha', 'pain', 'csv') then
    perform private.refuse('There is no such payment file.', '', 'payment_file_unknown');
  end if;
  perform private.limit_disclosures(b.organization_id, 'payment_file', b.id, 'payment files', 10);
  perform private.audit(b.organization_id, 'payment_file_requested', null, b.id,
    jsonb_strip_nulls(jsonb_build_object('format', request_payment_file.format)));
  return private.allow_disclosure('payment_file', b.id);
end $$;
comment on function public.request_payment_file is 'Records that the caller asks for the payment file of an approved, scheduled or
  paid payout, and in which format: `nacha`, `pain`, `csv`, or null where a remote of before does not say. Answers the id to read it
  by.';
grant execute on function public.request_payment_file(uuid, text) to authenticated;

create function private.file_payments(b public.payout_batches, sender_kind text)
returns table (agent_id uuid, amount numeric, code text)
language sql stable security definer set search_path = '' as $$
  select t.agent_id, t.paid_amount, case
    when t.voided then 'voided'
    when t.payment_method = 'check' then 'check'
    when jsonb_typeof(t.account) = 'null' then 'transfer'
    when d.kind is null then 'no_bank_details'
    when d.kind <> sender_kind then 'another_kind'
    when t.account is not null and (t.account ->> 'last_four', t.account ->> 'kind', t.account ->> 'holder_name', (t.account ->> 'updated_at')::timestamptz)
      is distinct from (d.last_four, d.kind, d.holder_name, d.updated_at) then 'bank_details_changed' end
  from (
    select s.agent_id, s.paid_amount, s.payment_method, s.content -> 'account' as account,
      exists (select 1 from public.payment_voids v where v.organization_id = s.organization_id and v.statement_id = s.id) as voided
    from public.payout_statements s
    where b.status = 'paid' and s.organization_id = b.organization_id and s.batch_id = b.id
    union all
    select t.agent_id, t.paid_amount, null, null, false from private.payout_totals(b) t where b.status in ('approved', 'scheduled')) t
  left join private.bank_details d on d.organization_id = b.organization_id and d.agent_id = t.agent_id
  where t.paid_amount > 0
$$;
comment on function private.file_payments is 'Who gets something by a payout, with what was said of their account when it was paid,
  and why not by the file: `code`, null for who is in it. What was paid otherwise stays so, also when details come later; and
  nothing goes to an account other than the statement names.';

create function private.local_minute(organization_id uuid, moment timestamptz) returns text
language sql stable security definer set search_path = '' as $$
  select to_char(local_minute.moment at time zone o.time_zone, 'YYYY-MM-DD"T"HH24:MI')
  from public.organizations o where o.id = local_minute.organization_id
$$;
comment on function private.local_minute is 'Day and minute of a moment, where an agency is.';

create function private.payment_file_of_day(organization_id uuid, asked_at timestamptz) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer
  from private.audit_log a join public.organizations o on o.id = a.organization_id
  where a.organization_id = payment_file_of_day.organization_id and a.action = 'payment_file_requested'
    and a.created_at >= date_trunc('day', payment_file_of_day.asked_at at time zone o.time_zone) at time zone o.time_zone
    and a.created_at <= payment_file_of_day.asked_at
$$;
comment on function private.payment_file_of_day is 'Which file of an agency''s day is asked for at a moment: a bank takes no two of one
  sender and day by one number, so it belongs to the request, whenever that is read.';

create function public.read_payment_file(disclosure_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.payout_organization();
  asked_batch uuid := private.take_disclosure('payment_file', read_payment_file.disclosure_id);
  b public.payout_batches;
  sender private.bank_details;
  asked_at timestamptz;
begin
  select d.created_at into asked_at from private.disclosures d where d.id = read_payment_file.disclosure_id;
  select p.* into b from public.payout_batches p
  where p.id = asked_batch and p.organization_id = caller_organization_id and p.status in ('approved', 'scheduled', 'paid')
    -- What was asked for before it was approved anew is another file (private.payment_file_read_at).
    and asked_at >= p.approved_at;
  select d.* into sender from private.bank_details d where d.organization_id = b.organization_id and d.agent_id is null;
  if b.id is null or sender.kind is null then
    perform private.refuse_with(private.disclosure_refusal());
  end if;
  return jsonb_build_object('batch_id', b.id, 'name', b.name, 'currency', b.currency, 'planned_on', coalesce(b.paid_on, b.planned_on),
    'made_at', private.local_minute(b.organization_id, asked_at), 'number', private.payment_file_of_day(b.organization_id, asked_at),
    'kind', sender.kind, 'sender', private.unseal('bank_details_key', sender.numbers_encrypted)::jsonb
      || jsonb_build_object('holder_name', sender.holder_name),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object('agent_id', t.agent_id, 'holder_name', d.holder_name, 'amount', t.amount,
        'numbers', private.unseal('bank_details_key', d.numbers_encrypted)::jsonb) order by d.holder_name, t.agent_id), '[]')
      from private.file_payments(b, sender.kind) t
      join private.bank_details d on d.organization_id = b.organization_id and d.agent_id = t.agent_id
      where t.code is null),
    'left', (
      select coalesce(jsonb_agg(jsonb_build_object('agent_id', t.agent_id, 'name', u.first_name || ' ' || u.last_name,
        'amount', t.amount, 'code', t.code, 'params', '{}'::jsonb, 'reason', case t.code
          when 'voided' then 'Voided'
          when 'check' then 'Paid by check'
          when 'transfer' then 'Paid by a transfer outside the file'
          when 'no_bank_details' then 'No bank details'
          when 'another_kind' then 'An account of another kind'
          when 'bank_details_changed' then 'The bank details changed after this payout was paid' end) order by u.last_name, u.first_name, u.id), '[]')
      from private.file_payments(b, sender.kind) t join public.users u on u.id = t.agent_id
      where t.code is not null));
end $$;
comment on function public.read_payment_file is 'What the payment file says: {batch_id, name, currency, planned_on, made_at (the agency''s
  day and minute), number (which file of that day it is), kind, sender,
  payments: [{agent_id, holder_name, amount, numbers}], left: [{agent_id, name, amount, code, params, reason}]}. left: who gets
  something otherwise (private.file_payments); reason: the code in English.';
grant execute on function public.read_payment_file(uuid) to authenticated;

create function private.last_payment_file(b public.payout_batches) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('format', a.details ->> 'format', 'at', a.created_at, 'by', u.first_name || ' ' || u.last_name)
  from private.audit_log a left join public.users u on u.id = a.actor_id and u.organization_id = a.organization_id
  where a.organization_id = b.organization_id and a.subject_id = b.id and a.action = 'payment_file_requested'
    and a.created_at >= b.approved_at
  order by a.created_at desc, a.id desc limit 1
$$;
comment on function private.last_payment_file is 'The payment file of a payout that was told last since it was approved, for those
  who may pay it: {format, at, by}. Null: none yet.';

create function private.payment_file_read_at(b public.payout_batches) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select (private.last_payment_file(b) ->> 'at')::timestamptz
$$;
comment on function private.payment_file_read_at is 'When that was: the file may be with the bank.';
