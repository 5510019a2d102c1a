-- Where the accounts of a connection go: to one of ours, to a new one, or nowhere.

create function private.check_bank_links(links jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(links) is distinct from 'array' or jsonb_array_length(links) not between 1 and 100 or exists (
    select 1 from jsonb_array_elements(links) e
    where case when jsonb_typeof(e) <> 'object' then true
      else coalesce(e ->> 'provider_account_id', '') = '' or num_nonnulls(e ->> 'account_id', nullif(btrim(e ->> 'new_name'), ''),
          case when e -> 'left_out' = 'true' then 1 end) <> 1
        or not coalesce(pg_input_is_valid(e ->> 'account_id', 'uuid'), true) end) then
    perform private.refuse('Say of each account where it goes.', 'links', 'connection_links_expected');
  end if;
end $$;

create function private.link_bank_account(t public.bank_connection_accounts, account_id uuid, new_name text, since date) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  a public.bank_accounts;
  own_currency text := (select o.currency from public.organizations o where o.id = t.organization_id);
begin
  if t.currency <> own_currency then
    return private.command_result(t.name || ' is in ' || t.currency || ', the agency in ' || own_currency || '.', 'links',
      'connection_currency_differs', jsonb_build_object('account', t.name, 'currency', t.currency, 'own', own_currency));
  end if;
  if account_id is null then
    if exists (select 1 from public.bank_accounts b where b.organization_id = t.organization_id and b.archived_at is null
      and lower(b.name) = (select lower(btrim(new_name)))) then
      return private.command_result('There is an account of this name already.', 'links', 'account_name_taken');
    end if;
    insert into public.bank_accounts (organization_id, name, institution, last_four, currency, created_by)
    values (t.organization_id, left(btrim(new_name), 100), t.institution, t.last_four, t.currency, private.acting_user(t.organization_id))
    returning * into a;
  else
    select b.* into a from public.bank_accounts b
    where b.id = link_bank_account.account_id and b.organization_id = t.organization_id and b.archived_at is null for update;
    if a.id is null then
      return private.command_result('This account does not exist.', 'links', 'account_not_found');
    end if;
  end if;
  -- Of this connection it may have been another one of theirs, under an id that is no longer offered.
  if exists (select 1 from public.bank_connection_accounts o
    where o.organization_id = t.organization_id and o.account_id = a.id and o.ended_at is null and o.id <> t.id) then
    return private.command_result(a.name || ' is connected already.', 'links', 'connection_account_taken',
      jsonb_build_object('account', a.name));
  end if;
  update public.bank_connection_accounts x set account_id = a.id, left_out = false, since = link_bank_account.since,
    through = (select max(o.through) from public.bank_connection_accounts o
      where o.organization_id = t.organization_id and o.account_id = a.id and o.through >= link_bank_account.since)
  where x.id = t.id;
  if t.balance is not null then
    update public.bank_accounts b set balance = t.balance, balance_on = t.balance_on where b.id = a.id;
  end if;
  return null;
end $$;
comment on function private.link_bank_account is 'Links one of theirs to one of ours, or to a new one; null, or the refusal. Where an
  earlier connection brought lines it goes on from there.';

create function public.link_bank_accounts(connection_id uuid, links jsonb, since date default null, request_key uuid default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  c public.bank_connections := private.lock_bank_connection(link_bank_accounts.connection_id);
  today date := private.bank_today(c.organization_id);
  first_day date := coalesce(link_bank_accounts.since, today - 89);
  answer jsonb := private.begin_request('link_bank_accounts', request_key, jsonb_build_object('connection_id', connection_id,
    'links', links, 'since', link_bank_accounts.since));
  item jsonb;
  t public.bank_connection_accounts;
  refusal jsonb;
begin
  if answer is not null then
    return answer;
  end if;
  if c.id is null or c.state in ('connecting', 'disconnected') then
    return private.connection_not_found();
  end if;
  perform private.check_bank_links(links);
  if first_day not between today - 730 and today then
    return private.command_result('Choose a day within the last two years.', 'since', 'connection_since_wrong');
  end if;
  for item in select e from jsonb_array_elements(links) e loop
    select a.* into t from public.bank_connection_accounts a
    where a.connection_id = c.id and a.provider_account_id = item ->> 'provider_account_id' and a.ended_at is null;
    if t.id is null or t.account_id is not null then
      refusal := private.command_result('This account is no longer to be linked.', 'links', 'connection_account_unknown');
    elsif item -> 'left_out' = 'true' then
      update public.bank_connection_accounts a set left_out = true where a.id = t.id;
    else
      refusal := private.link_bank_account(t, (item ->> 'account_id')::uuid, item ->> 'new_name', first_day);
    end if;
    if refusal is not null then
      -- All of it or nothing.
      perform private.refuse_with(refusal);
    end if;
  end loop;
  update public.bank_connections b set next_try_at = now(), tries = 0, version = b.version + 1
  where b.id = c.id and exists (select 1 from public.bank_connection_accounts a where a.connection_id = c.id
    and a.account_id is not null and a.ended_at is null);
  if found then
    perform private.call_function('bank-sync', jsonb_build_object('connection_id', c.id));
  end if;
  perform private.audit(c.organization_id, 'bank_connection_linked', null, c.id, jsonb_build_object('since', first_day));
  return private.end_request(request_key, c.id, private.command_result(null) || jsonb_build_object('connection_id', c.id));
exception when raise_exception then
  declare
    reason text;
    field text;
    detail text;
  begin
    get stacked diagnostics reason = message_text, field = pg_exception_hint, detail = pg_exception_detail;
    return private.command_result(reason, field) || private.fact_of(detail);
  end;
end $$;
comment on function public.link_bank_accounts is 'Says where accounts of a connection go, [{provider_account_id, account_id, new_name,
  left_out}], and begins the first sync: from `since` on, 90 days when nothing is said. {success, error, field, connection_id}.';
grant execute on function public.link_bank_accounts(uuid, jsonb, date, uuid) to authenticated;

create function private.saved_by_link_bank_accounts(connection_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.saved_by_begin_bank_connection(saved_by_link_bank_accounts.connection_id)
$$;
comment on function private.saved_by_link_bank_accounts is 'See private.saved_as.';
