-- Where agents are paid, and from which account: encrypted like passports (core/functions/secrets), shown by the last four characters. The whole
-- numbers leave only with a payment file, which is recorded before it is told (tenancy/functions/audit_log).

-- Check digit of a US routing number (ABA).
create function private.is_routing_number(number text) returns boolean
language sql immutable set search_path = '' as $$
  select number ~ '^\d{9}$' and number <> '000000000' and (
    select sum(substr(number, n, 1)::int * (array[3, 7, 1])[(n - 1) % 3 + 1]) % 10 = 0 from generate_series(1, 9) n)
$$;

-- Check digits of an IBAN (ISO 13616): letters as numbers, the country and the digits at the end, modulo 97.
create function private.is_iban(number text) returns boolean
language sql immutable set search_path = '' as $$
  select number ~ '^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$' and (
    select string_agg(case when ch ~ '\d' then ch else (ascii(ch) - 55)::text end, '' order by n)::numeric % 97 = 1
    from regexp_split_to_table(substr(number, 5) || left(number, 4), '') with ordinality t(ch, n))
$$;

-- {kind, holder_name, last_four, updated_at} of an agent, or of the organization (null); null where nothing is known.
create function private.masked_bank_account(organization_id uuid, agent_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', d.kind, 'holder_name', d.holder_name, 'last_four', d.last_four, 'updated_at', d.updated_at)
  from private.bank_details d
  where d.organization_id = masked_bank_account.organization_id and d.agent_id is not distinct from masked_bank_account.agent_id
$$;

-- How agents are paid whom the payment file cannot pay: by check where checks are usual, elsewhere by a transfer outside the file.
-- shared/src/domain/payment-methods.ts says the same.
create function private.payment_without_account(currency text) returns text
language sql immutable set search_path = '' as $$
  select case when currency in ('CAD', 'USD') then 'check' else 'bank_transfer' end
$$;

-- Where an agent is paid by the payment file: their account, when it is of the kind of the organization's; null: otherwise
-- (private.payment_without_account).
create function private.file_account(organization_id uuid, agent_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select a.own from (select private.masked_bank_account(file_account.organization_id, file_account.agent_id) as own,
    private.masked_bank_account(file_account.organization_id, null) as sender) a
  where a.own ->> 'kind' = a.sender ->> 'kind'
$$;

-- Checks and writes details for an agent, or for the organization (null). The refusal {error, field}, or null. No message repeats
-- the input.
create function private.write_bank_details(organization_id uuid, agent_id uuid, details jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  input jsonb := case when jsonb_typeof(details) = 'object' then details else '{}' end;
  holder text := nullif(btrim(input ->> 'holder_name'), '');
  routing text := regexp_replace(input ->> 'routing_number', '[\s-]', '', 'g');
  account text := upper(regexp_replace(input ->> 'account_number', '[\s-]', '', 'g'));
  iban text := upper(regexp_replace(input ->> 'iban', '\s', '', 'g'));
  bic text := nullif(upper(regexp_replace(input ->> 'bic', '\s', '', 'g')), '');
  company text := nullif(upper(regexp_replace(input ->> 'company_id', '[\s-]', '', 'g')), '');
  refusal text[];
begin
  refusal := case
    when holder is null then array['Enter the name on the account.', 'holder_name']
    when char_length(holder) > 70 then array['Use at most 70 characters.', 'holder_name']
    when input ->> 'kind' = 'us' then case
      when not coalesce(private.is_routing_number(routing), false) then
        array['This is not a routing number. It has nine digits and stands on a check.', 'routing_number']
      when coalesce(account !~ '^[A-Z0-9]{4,17}$', true) then
        array['Enter the account number, 4 to 17 digits.', 'account_number']
      when coalesce(input ->> 'account_type' not in ('checking', 'savings'), true) then
        array['Choose checking or savings.', 'account_type']
      when write_bank_details.agent_id is null and coalesce(company !~ '^[A-Z0-9]{9,10}$', true) then
        array['Enter the company''s number that the bank gave you, 9 or 10 characters.', 'company_id'] end
    when input ->> 'kind' = 'iban' then case
      when not coalesce(private.is_iban(iban), false) then array['This is not an IBAN. Look for a mistyped character.', 'iban']
      when bic !~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$' then array['A BIC has 8 or 11 characters.', 'bic'] end
    else array['Choose how you are paid.', 'kind'] end;
  if refusal is not null then
    return jsonb_build_object('error', refusal[1], 'field', refusal[2]);
  end if;
  insert into private.bank_details as d (organization_id, agent_id, kind, holder_name, last_four, numbers_encrypted)
  select write_bank_details.organization_id, write_bank_details.agent_id, input ->> 'kind', holder,
    -- Of a short number only half is shown.
    right(n.number, least(4, char_length(n.number) / 2)), private.seal('bank_details_key',
      jsonb_strip_nulls(case input ->> 'kind'
        when 'us' then jsonb_build_object('routing_number', routing, 'account_number', account,
          'account_type', input ->> 'account_type', 'company_id', company)
        else jsonb_build_object('iban', iban, 'bic', bic) end)::text)
  from (select case input ->> 'kind' when 'us' then account else iban end as number) n
  on conflict on constraint bank_details_key do update set kind = excluded.kind, holder_name = excluded.holder_name,
    last_four = excluded.last_four, numbers_encrypted = excluded.numbers_encrypted;
  return null;
end $$;

-- Where the caller is paid: {kind: us, holder_name, routing_number, account_number, account_type} or {kind: iban, holder_name, iban,
-- bic}. The admins are told that it changed. {success, error, field}.
create function public.save_bank_details(details jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  refusal jsonb;
begin
  if caller_organization_id is null then
    return private.command_result('You do not belong to an organization.');
  elsif private.account_lock(caller_organization_id, auth.uid()) is not null then
    return private.command_result(private.account_lock(caller_organization_id, auth.uid()));
  end if;
  refusal := private.write_bank_details(caller_organization_id, auth.uid(), details);
  if refusal is not null then
    return private.command_result(refusal ->> 'error', refusal ->> 'field');
  end if;
  perform private.audit(caller_organization_id, 'bank_details_changed', null, auth.uid());
  perform private.notify_other_admins(caller_organization_id, 'security',
    private.acting_name(caller_organization_id) || ' changed where payouts go.', 'team', auth.uid());
  return private.command_result(null);
end $$;
grant execute on function public.save_bank_details(jsonb) to authenticated;

-- Forgets where the caller is paid: the next payment file cannot pay them. {success, error, field}.
create function public.delete_bank_details() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
begin
  if private.account_lock(caller_organization_id, auth.uid()) is not null then
    return private.command_result(private.account_lock(caller_organization_id, auth.uid()));
  end if;
  delete from private.bank_details d where d.organization_id = caller_organization_id and d.agent_id = auth.uid();
  if found then
    perform private.audit(caller_organization_id, 'bank_details_deleted', null, auth.uid());
  end if;
  return private.command_result(null);
end $$;
grant execute on function public.delete_bank_details() to authenticated;

-- The account payouts are paid from, written by owners: as save_bank_details, for us besides {company_id}. {success, error, field}.
create function public.save_payout_account(details jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  refusal jsonb;
begin
  if caller_organization_id is null or not private.is_owner() then
    return private.command_result('Only an owner can change the account that payouts are paid from.');
  elsif private.account_lock(caller_organization_id, null) is not null then
    return private.command_result(private.account_lock(caller_organization_id, null));
  end if;
  refusal := private.write_bank_details(caller_organization_id, null, details);
  if refusal is not null then
    return private.command_result(refusal ->> 'error', refusal ->> 'field');
  end if;
  perform private.audit(caller_organization_id, 'payout_account_changed', null, null);
  perform private.notify_other_admins(caller_organization_id, 'security',
    private.acting_name(caller_organization_id) || ' changed the account that payouts are paid from.', 'organizations', caller_organization_id);
  return private.command_result(null);
end $$;
grant execute on function public.save_payout_account(jsonb) to authenticated;

-- {own, payout}: where the caller is paid, and for admins the account of the organization; masked, null where nothing is known.
create function public.get_bank_details() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
begin
  return jsonb_build_object('own', private.masked_bank_account(caller_organization_id, auth.uid()),
    'payout', case when private.is_admin() then private.masked_bank_account(caller_organization_id, null) end);
end $$;
grant execute on function public.get_bank_details() to authenticated;

-- Records that the caller asks for the payment file of an approved, scheduled or paid payout, and in which format: `nacha`, `pain`, `csv`,
-- or null where a remote of before does not say. Answers the id to read it by.
create function public.request_payment_file(batch_id uuid, format text default null) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  b public.payout_batches := private.lock_payout(request_payment_file.batch_id);
begin
  if b.id is null or b.status not in ('approved', 'scheduled', 'paid') then
    perform private.refuse('A payment file is made for an approved payout.');
  elsif private.masked_bank_account(b.organization_id, null) is null then
    perform private.refuse('An owner has to say first from which account payouts are paid.');
  elsif request_payment_file.format not in ('nacha', 'pain', 'csv') then
    perform private.refuse('There is no such payment file.');
  end if;
  perform private.limit_disclosures(b.organization_id, 'payment_file', b.id, 'payment files', 10);
  perform private.audit(b.organization_id, 'payment_file_requested', null, b.id,
    jsonb_strip_nulls(jsonb_build_object('format', request_payment_file.format)));
  return private.allow_disclosure('payment_file', b.id);
end $$;
grant execute on function public.request_payment_file(uuid, text) to authenticated;

-- The payment file of a payout that was told last since it was approved, for those who may pay it: {format, at, by}. Null: none yet.
create function private.last_payment_file(b public.payout_batches) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('format', a.details ->> 'format', 'at', a.created_at, 'by', u.first_name || ' ' || u.last_name)
  from private.audit_log a left join public.users u on u.id = a.actor_id and u.organization_id = a.organization_id
  where a.organization_id = b.organization_id and a.subject_id = b.id and a.action = 'payment_file_requested'
    and a.created_at >= b.approved_at
  order by a.created_at desc, a.id desc limit 1
$$;

-- When that was: the file may be with the bank.
create function private.payment_file_read_at(b public.payout_batches) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select (private.last_payment_file(b) ->> 'at')::timestamptz
$$;

-- Who gets something by a payout, with what was said of their account when it was paid, and why not by the file: `reason`, null for
-- who is in it. What was paid otherwise stays so, also when details come later; and nothing goes to an account other than the
-- statement names.
create function private.file_payments(b public.payout_batches, sender_kind text)
returns table (agent_id uuid, amount numeric, reason text)
language sql stable security definer set search_path = '' as $$
  select t.agent_id, t.paid_amount, case
    when t.voided then 'Voided'
    when t.payment_method = 'check' then 'Paid by check'
    when jsonb_typeof(t.account) = 'null' then 'Paid by a transfer outside the file'
    when d.kind is null then 'No bank details'
    when d.kind <> sender_kind then 'An account of another kind'
    when t.account is not null and (t.account ->> 'last_four', t.account ->> 'kind', t.account ->> 'holder_name', (t.account ->> 'updated_at')::timestamptz)
      is distinct from (d.last_four, d.kind, d.holder_name, d.updated_at) then 'The bank details changed after this payout was paid' end
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

-- What the payment file says: {batch_id, name, currency, planned_on, kind, sender, payments: [{agent_id, holder_name, amount, numbers}],
-- left: [{agent_id, name, amount, reason}]}. left: who gets something otherwise (private.file_payments).
create function public.read_payment_file(disclosure_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
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
end $$;
grant execute on function public.read_payment_file(uuid) to authenticated;
