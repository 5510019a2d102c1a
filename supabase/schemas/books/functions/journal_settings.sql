-- What owners say once about their bookkeeping: when commission is recognized, and which account is which.

create function private.journal_account_names() returns text[]
language sql immutable set search_path = '' as $$
  select array['bank', 'receivable', 'commission_income', 'fees_receivable', 'service_fees', 'agents_expense', 'agents_payable', 'recalled',
    'bank_fees', 'written_off', 'voided', 'unclaimed', 'undeposited', 'customers_money']
$$;
comment on function private.journal_account_names is 'The accounts of the journal, in the order of the page; each bank account is a `bank` of its own.';

create function private.journal_account_lacks(format text, number text, name text, longest int) returns text
language sql immutable set search_path = '' as $$
  select case
    when number is null and name is null then 'account'
    when format = 'quickbooks' and name is null then 'name'
    when format in ('xero', 'datev') and number is null then 'number'
    -- Personal accounts have one digit more.
    when format = 'datev' and (number !~ '^\d+$' or char_length(number) > longest + 1) then 'digits' end
$$;
comment on function private.journal_account_lacks is 'What an account has not that a format asks for: account, name, number or digits; null for nothing.';

create function public.save_journal_settings(basis text, since date, paying_account_id uuid default null, xero_tax_rate text default null,
  datev_consultant int default null, datev_client int default null, datev_first_month int default 1, datev_account_length int default 4,
  quickbooks_names boolean default false)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.current_organization_id();
  old private.journal_settings;
  new private.journal_settings;
  rate constant text := private.visible_text(save_journal_settings.xero_tax_rate);
begin
  if caller_organization_id is null or not private.is_owner() then
    return private.command_result('Only an owner can say how the books are kept.', null, 'journal_is_for_owners');
  end if;
  perform pg_advisory_xact_lock(private.books_lock(caller_organization_id));
  select s.* into old from private.journal_settings s where s.organization_id = caller_organization_id;
  if basis is null or basis not in ('expected', 'received') then
    return private.command_result('Choose when commission is recognized.', 'basis', 'journal_basis_missing');
  elsif since is null or since not between '1990-01-01' and '2199-12-31' or since <> date_trunc('month', since::timestamp)::date then
    return private.command_result('Choose the first month.', 'since', 'journal_month_missing');
  elsif exists (select from private.journal_exports e where e.organization_id = caller_organization_id)
    and (basis, since) is distinct from (old.basis, old.since) then
    return private.command_result('This stays as it is once a month was exported.', case when basis = old.basis then 'since' else 'basis' end,
      'journal_started');
  elsif paying_account_id is not null and not exists (select from public.bank_accounts b
      where b.organization_id = caller_organization_id and b.id = save_journal_settings.paying_account_id) then
    return private.command_result('This account does not exist.', 'paying_account_id', 'account_not_found');
  elsif char_length(rate) > 50 then
    return private.command_result('Use at most 50 characters.', 'xero_tax_rate', 'text_too_long', '{"most": 50}');
  elsif datev_consultant not between 1001 and 9999999 then
    return private.command_result('A consultant number is from 1001 to 9999999.', 'datev_consultant', 'datev_consultant_wrong');
  elsif datev_client not between 1 and 99999 then
    return private.command_result('A client number is from 1 to 99999.', 'datev_client', 'datev_client_wrong');
  elsif datev_first_month not between 1 and 12 then
    return private.command_result('Choose the first month.', 'datev_first_month', 'journal_month_missing');
  elsif datev_account_length not between 4 and 8 then
    return private.command_result('Accounts have 4 to 8 digits.', 'datev_account_length', 'datev_length_wrong');
  end if;
  insert into private.journal_settings as s (organization_id, basis, since, paying_account_id, xero_tax_rate, datev_consultant, datev_client,
    datev_first_month, datev_account_length, quickbooks_names)
  values (caller_organization_id, save_journal_settings.basis, save_journal_settings.since, save_journal_settings.paying_account_id,
    coalesce(rate, 'Tax Exempt'), save_journal_settings.datev_consultant, save_journal_settings.datev_client,
    coalesce(save_journal_settings.datev_first_month, 1), coalesce(save_journal_settings.datev_account_length, 4),
    coalesce(save_journal_settings.quickbooks_names, false))
  on conflict (organization_id) do update set basis = excluded.basis, since = excluded.since, paying_account_id = excluded.paying_account_id,
    xero_tax_rate = excluded.xero_tax_rate, datev_consultant = excluded.datev_consultant, datev_client = excluded.datev_client,
    datev_first_month = excluded.datev_first_month, datev_account_length = excluded.datev_account_length,
    quickbooks_names = excluded.quickbooks_names
  returning s.* into new;
  if new is distinct from old then
    perform private.audit(caller_organization_id, 'journal_settings_saved', null, null, jsonb_build_object('changes',
      private.audit_changes(coalesce(to_jsonb(old), '{}'), to_jsonb(new), '{organization_id,paying_account_id}')));
  end if;
  return private.command_result(null);
end $$;
comment on function public.save_journal_settings is 'How the books are kept: recognition (expected or received), first month of the journal, the bank
  account that pays agents (null: the only one), whether lines for QuickBooks name vendors and agents, the tax rate by its name in Xero, and what
  DATEV asks. Owners. {success, error, field}.';
grant execute on function public.save_journal_settings(text, date, uuid, text, int, int, int, int, boolean) to authenticated;

create function public.map_journal_account(account text, bank_account_id uuid default null, number text default null, name text default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.current_organization_id();
  new_number constant text := nullif(btrim(map_journal_account.number), '');
  new_name constant text := private.visible_text(map_journal_account.name);
  old private.journal_accounts;
begin
  if caller_organization_id is null or not private.is_owner() then
    return private.command_result('Only an owner can say how the books are kept.', null, 'journal_is_for_owners');
  elsif account is null or account <> all (private.journal_account_names()) or bank_account_id is not null and (account <> 'bank' or not exists (
      select from public.bank_accounts b where b.organization_id = caller_organization_id and b.id = map_journal_account.bank_account_id)) then
    return private.command_result('This account does not exist.', 'account', 'account_not_found');
  elsif new_number !~ '^[0-9A-Za-z][0-9A-Za-z.-]{0,19}$' then
    return private.command_result('A number has at most 20 letters and digits.', 'number', 'journal_number_wrong');
  elsif char_length(new_name) > 100 then
    return private.command_result('Use at most 100 characters.', 'name', 'text_too_long', '{"most": 100}');
  end if;
  delete from private.journal_accounts a
  where a.organization_id = caller_organization_id and a.account = map_journal_account.account
    and a.bank_account_id is not distinct from map_journal_account.bank_account_id
  returning a.* into old;
  if num_nonnulls(new_number, new_name) > 0 then
    insert into private.journal_accounts (organization_id, account, bank_account_id, number, name)
    values (caller_organization_id, map_journal_account.account, map_journal_account.bank_account_id, new_number, new_name)
    on conflict on constraint journal_accounts_account_key do update set number = excluded.number, name = excluded.name;
  end if;
  if (old.number, old.name) is distinct from (new_number, new_name) then
    perform private.audit(caller_organization_id, 'journal_account_mapped', null, null, jsonb_build_object('account', map_journal_account.account)
      || private.audit_change('account', nullif(concat_ws(' ', old.number, old.name), ''), nullif(concat_ws(' ', new_number, new_name), '')));
  end if;
  return private.command_result(null);
end $$;
comment on function public.map_journal_account is 'By which number and name of the bookkeeping an account of the journal goes; neither: by none. Owners.
  {success, error, field}.';
grant execute on function public.map_journal_account(text, uuid, text, text) to authenticated;
