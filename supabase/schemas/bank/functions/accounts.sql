-- Bank accounts of the agency, created while their files are imported, and how a file is recognized as theirs: by the number of the
-- account in it, or by the headers of its columns. Admins only, like everything of the bank; written by the functions below alone.

create function private.bank_organization() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  organization_id uuid := private.admin_organization_id();
begin
  if organization_id is null then
    raise exception using errcode = '42501', message = 'permission denied for bank';
  end if;
  return organization_id;
end $$;
comment on function private.bank_organization is 'The caller''s tenant, for functions of the bank; everybody but admins and owners
  is refused.';

create function private.bank_file_key(kind text, number text, headers text[]) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(t.plain, 'UTF8')), 'hex')
  from (select case kind when 'number' then nullif(upper(regexp_replace(number, '[^A-Za-z0-9]', '', 'g')), '')
    else nullif(lower(array_to_string(headers, chr(31))), '') end) t(plain)
  where t.plain is not null
$$;
comment on function private.bank_file_key is 'The key of a file: its account''s number without blanks, or its column names in their
  order. Null for nothing.';

create function public.list_bank_accounts() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'institution', a.institution,
      'last_four', a.last_four, 'currency', a.currency, 'archived_at', a.archived_at, 'version', a.version,
      'through', (select max(t.booked_on) from public.bank_transactions t
        where t.organization_id = a.organization_id and t.account_id = a.id),
      'open_count', (select count(*) from public.bank_transactions t
        where t.organization_id = a.organization_id and t.account_id = a.id and t.status in ('open', 'suggested')),
      'has_mapping', exists (select 1 from private.bank_file_keys k
        where k.organization_id = a.organization_id and k.account_id = a.id and k.kind = 'headers'))
      order by a.archived_at is not null, lower(a.name), a.id), '[]')
    from public.bank_accounts a where a.organization_id = caller_organization_id);
end $$;
comment on function public.list_bank_accounts is 'Accounts by name: id, name, institution, last_four, currency, through (the last
  day imported), open_count (transactions to review), has_mapping, archived_at, version.';
grant execute on function public.list_bank_accounts() to authenticated;

create function public.save_bank_account(account jsonb, account_id uuid default null, request_key uuid default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
  account_name text := nullif(btrim(account ->> 'name'), '');
  account_institution text := nullif(btrim(account ->> 'institution'), '');
  digits text := nullif(upper(right(regexp_replace(account ->> 'last_four', '[^A-Za-z0-9]', '', 'g'), 4)), '');
  saved_id uuid := save_bank_account.account_id;
  answer jsonb := private.begin_request('save_bank_account', request_key, case when jsonb_typeof(account) = 'object' then account
    else '{}' end || jsonb_build_object('account_id', saved_id));
begin
  if answer is not null then
    return answer;
  end if;
  if account_name is null then
    return private.command_result('Enter a name for the account.', 'name', 'account_name_missing');
  elsif exists (select 1 from public.bank_accounts a where a.organization_id = caller_organization_id
    and lower(a.name) = lower(account_name) and a.archived_at is null and a.id is distinct from saved_id) then
    return private.command_result('There is an account of this name already.', 'name', 'account_name_taken');
  end if;
  if saved_id is null then
    insert into public.bank_accounts (organization_id, name, institution, last_four, currency, created_by)
    select o.id, account_name, account_institution, digits, o.currency, auth.uid()
    from public.organizations o where o.id = caller_organization_id
    returning id into saved_id;
  else
    update public.bank_accounts a set name = account_name, institution = account_institution, last_four = digits
    where a.id = saved_id and a.organization_id = caller_organization_id;
    if not found then
      return private.command_result('This account does not exist.', null, 'account_not_found');
    end if;
  end if;
  return private.end_request(request_key, saved_id, private.command_result(null) || jsonb_build_object('id', saved_id));
end $$;
comment on function public.save_bank_account is 'Adds an account {name, institution, last_four}, once for each `request_key`, or
  changes it. {success, error, field, id}.';
grant execute on function public.save_bank_account(jsonb, uuid, uuid) to authenticated;

create function private.saved_by_save_bank_account(account_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', 'bank_account', 'id', a.id, 'name', a.name)
  from public.bank_accounts a
  where a.organization_id = private.admin_organization_id() and a.id = saved_by_save_bank_account.account_id
$$;
comment on function private.saved_by_save_bank_account is 'See private.saved_as.';

create function public.recognize_bank_account(identifier text default null, headers text[] default null, file_hash text default null,
  separator text default null)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
  by_number private.bank_file_keys;
  by_headers private.bank_file_keys;
begin
  select k.* into by_number from private.bank_file_keys k
  where k.organization_id = caller_organization_id and k.kind = 'number'
    and k.key = (select private.bank_file_key('number', recognize_bank_account.identifier, null));
  select k.* into by_headers from private.bank_file_keys k
  where k.organization_id = caller_organization_id and k.kind = 'headers'
    and k.key = (select private.bank_file_key('headers', null, recognize_bank_account.headers))
    and k.separator = coalesce(recognize_bank_account.separator, k.separator)
  order by k.used_at desc limit 1;
  return jsonb_build_object('account_id', coalesce(by_number.account_id, by_headers.account_id),
    'mapping', by_headers.mapping,
    'earlier', (
      select jsonb_build_object('created_at', i.created_at, 'added', i.added, 'first_name', u.first_name, 'last_name', u.last_name)
      from public.bank_imports i join public.users u on u.id = i.created_by
      where i.organization_id = caller_organization_id and i.file_hash = recognize_bank_account.file_hash
        and i.status = 'done' and i.added > 0
      order by i.created_at desc limit 1));
end $$;
comment on function public.recognize_bank_account is '{account_id, mapping, earlier}: the account a file belongs to, how its columns
  were read, and the last import of this very file that was not undone. Nulls where nothing is known. Without a `separator` the
  latest reading of these headers.';
grant execute on function public.recognize_bank_account(text, text[], text, text) to authenticated;
