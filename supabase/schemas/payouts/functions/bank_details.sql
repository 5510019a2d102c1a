-- Where agents are paid, and from which account: encrypted like passports (core/functions/secrets), shown by the last four characters. The whole
-- numbers leave only with a payment file, which is recorded before it is told (tenancy/functions/audit_log).

create function private.is_routing_number(number text) returns boolean
language sql immutable set search_path = '' as $$
  select number ~ '^[0-9]{9}$' and number <> '000000000' and (
    select sum(substr(number, n, 1)::int * (array[3, 7, 1])[(n - 1) % 3 + 1]) % 10 = 0 from generate_series(1, 9) n)
$$;
comment on function private.is_routing_number is 'Check digit of a US routing number (ABA).';

create function private.is_iban(number text) returns boolean
language sql immutable set search_path = '' as $$
  select number ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' and (
    select string_agg(case when ch ~ '[0-9]' then ch else (ascii(ch) - 55)::text end, '' order by n)::numeric % 97 = 1
    from regexp_split_to_table(substr(number, 5) || left(number, 4), '') with ordinality t(ch, n))
$$;
comment on function private.is_iban is 'Check digits of an IBAN (ISO 13616): letters as numbers, the country and the digits at the
  end, modulo 97.';

create function private.masked_bank_account(organization_id uuid, agent_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', d.kind, 'holder_name', d.holder_name, 'last_four', d.last_four, 'updated_at', d.updated_at)
  from private.bank_details d
  where d.organization_id = masked_bank_account.organization_id and d.agent_id is not distinct from masked_bank_account.agent_id
$$;
comment on function private.masked_bank_account is '{kind, holder_name, last_four, updated_at} of an agent, or of the organization
  (null); null where nothing is known.';

create function private.payment_without_account(currency text) returns text
language sql immutable set search_path = '' as $$
  select case when currency in ('CAD', 'USD') then 'check' else 'bank_transfer' end
$$;
comment on function private.payment_without_account is 'How agents are paid whom the payment file cannot pay: by check where checks
  are usual, elsewhere by a transfer outside the file. shared/src/domain/payment-methods.ts says the same.';

create function private.file_account(organization_id uuid, agent_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select a.own from (select private.masked_bank_account(file_account.organization_id, file_account.agent_id) as own,
    private.masked_bank_account(file_account.organization_id, null) as sender) a
  where a.own ->> 'kind' = a.sender ->> 'kind'
$$;
comment on function private.file_account is 'Where an agent is paid by the payment file: their account, when it is of the kind of
  the organization''s; null: otherwise (private.payment_without_account).';

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
  refusal jsonb;
begin
  refusal := case
    when holder is null then private.command_result('Enter the name on the account.', 'holder_name', 'holder_missing')
    when char_length(holder) > 70 then private.command_result('Use at most 70 characters.',
      'holder_name', 'text_too_long', '{"most": 70}')
    when input ->> 'kind' = 'us' then case
      when not coalesce(private.is_routing_number(routing), false) then
        private.command_result('This is not a routing number. It has nine digits and stands on a check.',
          'routing_number', 'routing_number_wrong')
      when coalesce(account !~ '^[A-Z0-9]{4,17}$', true) then
        private.command_result('Enter the account number, 4 to 17 digits.', 'account_number', 'account_number_wrong')
      when coalesce(input ->> 'account_type' not in ('checking', 'savings'), true) then
        private.command_result('Choose checking or savings.', 'account_type', 'account_type_missing')
      when write_bank_details.agent_id is null and coalesce(company !~ '^[A-Z0-9]{9,10}$', true) then
        private.command_result('Enter the company''s number that the bank gave you, 9 or 10 characters.',
          'company_id', 'company_number_wrong') end
    when input ->> 'kind' = 'iban' then case
      when not coalesce(private.is_iban(iban), false) then
        private.command_result('This is not an IBAN. Look for a mistyped character.', 'iban', 'iban_wrong')
      when bic !~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$' then private.command_result('A BIC has 8 or 11 characters.',
        'bic', 'bic_wrong') end
    else private.command_result('Choose how you are paid.', 'kind', 'bank_details_kind_missing') end;
  if refusal is not null then
    return refusal;
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
comment on function private.write_bank_details is 'Checks and writes details for an agent, or for the organization (null). The
  answer of a refusal, or null. No message repeats the input.';

create function public.save_bank_details(details jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  refusal jsonb;
begin
  perform private.require_step_up();
  if caller_organization_id is null then
    return private.command_result('You do not belong to an organization.', null, 'not_in_organization');
  elsif private.account_lock(caller_organization_id, auth.uid()) is not null then
    return private.account_lock(caller_organization_id, auth.uid());
  end if;
  refusal := private.write_bank_details(caller_organization_id, auth.uid(), details);
  if refusal is not null then
    return refusal;
  end if;
  perform private.audit(caller_organization_id, 'bank_details_changed', null, auth.uid());
  perform private.notify_other_admins(caller_organization_id, 'security',
    private.acting_name(caller_organization_id) || ' changed where payouts go.', 'team', auth.uid(), 'bank_details_changed',
    jsonb_build_object('by', private.acting_name(caller_organization_id)));
  return private.command_result(null);
end $$;
comment on function public.save_bank_details is 'Where the caller is paid: {kind: us, holder_name, routing_number, account_number,
  account_type} or {kind: iban, holder_name, iban, bic}. The admins are told that it changed. {success, error, field}.';
grant execute on function public.save_bank_details(jsonb) to authenticated;

create function public.delete_bank_details() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
begin
  perform private.require_step_up();
  if private.account_lock(caller_organization_id, auth.uid()) is not null then
    return private.account_lock(caller_organization_id, auth.uid());
  end if;
  delete from private.bank_details d where d.organization_id = caller_organization_id and d.agent_id = auth.uid();
  if found then
    perform private.audit(caller_organization_id, 'bank_details_deleted', null, auth.uid());
  end if;
  return private.command_result(null);
end $$;
comment on function public.delete_bank_details is 'Forgets where the caller is paid: the next payment file cannot pay them.
  {success, error, field}.';
grant execute on function public.delete_bank_details() to authenticated;

create function public.save_payout_account(details jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  refusal jsonb;
begin
  perform private.require_step_up();
  if caller_organization_id is null or not private.is_owner() then
    return private.command_result('Only an owner can change the account that payouts are paid from.',
      null, 'payout_account_is_for_owners');
  elsif private.account_lock(caller_organization_id, null) is not null then
    return private.account_lock(caller_organization_id, null);
  end if;
  refusal := private.write_bank_details(caller_organization_id, null, details);
  if refusal is not null then
    return refusal;
  end if;
  perform private.audit(caller_organization_id, 'payout_account_changed', null, null);
  perform private.notify_other_admins(caller_organization_id, 'security',
    private.acting_name(caller_organization_id) || ' changed the account that payouts are paid from.', 'organizations', caller_organization_id,
    'payout_account_changed', jsonb_build_object('by', private.acting_name(caller_organization_id)));
  return private.command_result(null);
end $$;
comment on function public.save_payout_account is 'The account payouts are paid from, written by owners: as save_bank_details, for
  us besides {company_id}. {success, error, field}.';
grant execute on function public.save_payout_account(jsonb) to authenticated;

