-- What Edge Functions keep of a connection: its secret, sealed, and the accounts that it offers. For service_role alone.

create function private.begun_connection(connection_id uuid, user_id uuid) returns public.bank_connections
language sql volatile security definer set search_path = '' as $$
  select c.* from public.bank_connections c
  join public.users u on u.organization_id = c.organization_id
  where c.id = begun_connection.connection_id and u.id = begun_connection.user_id and u.is_active and u.role in ('owner', 'admin')
    and c.begun_at > now() - interval '1 hour'
  for update of c
$$;
comment on function private.begun_connection is 'A connection that was begun within the last hour, locked, if that person is an admin of
  its agency; else null.';

create function private.connection_not_begun() returns jsonb
language sql immutable set search_path = '' as $$
  select private.command_result('This connection was not begun, or too long ago. Begin again.', null, 'connection_not_begun')
$$;

create function public.keep_bank_connection_draft(connection_id uuid, user_id uuid, secret text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  c public.bank_connections := private.begun_connection(keep_bank_connection_draft.connection_id, keep_bank_connection_draft.user_id);
begin
  if c.id is null then
    return private.connection_not_begun();
  end if;
  insert into private.bank_connection_secrets as s (connection_id, organization_id, draft)
  values (c.id, c.organization_id, private.seal('bank_connection_key', secret))
  on conflict on constraint bank_connection_secrets_pkey do update set draft = excluded.draft;
  return private.command_result(null);
end $$;
comment on function public.keep_bank_connection_draft is 'Keeps, sealed, what has to be remembered until the connection is finished.
  {success, error}.';
grant execute on function public.keep_bank_connection_draft(uuid, uuid, text) to service_role;

create function public.bank_connection_secret(connection_id uuid, user_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  c public.bank_connections := private.begun_connection(bank_connection_secret.connection_id, bank_connection_secret.user_id);
begin
  return (
    select jsonb_build_object('provider', c.provider, 'secret', private.unseal('bank_connection_key', s.draft))
    from private.bank_connection_secrets s where s.connection_id = c.id and s.draft is not null);
end $$;
comment on function public.bank_connection_secret is 'What keep_bank_connection_draft kept, {provider, secret}; null for anybody but an
  admin of its agency, and when it was begun more than an hour ago.';
grant execute on function public.bank_connection_secret(uuid, uuid) to service_role;

create function private.offered_accounts(accounts jsonb)
returns table (provider_account_id text, name text, institution text, kind text, last_four text, currency text, balance numeric,
  balance_on date)
language sql stable set search_path = '' as $$
  select distinct on (1) e ->> 'provider_account_id', coalesce(nullif(left(btrim(e ->> 'name'), 100), ''), 'Account'),
    nullif(left(btrim(e ->> 'institution'), 100), ''), nullif(left(btrim(e ->> 'kind'), 40), ''),
    nullif(upper(right(regexp_replace(e ->> 'last_four', '[^A-Za-z0-9]', '', 'g'), 4)), ''),
    coalesce(nullif(left(upper(btrim(e ->> 'currency')), 10), ''), '?'),
    case when e ->> 'balance' ~ '^-?\d{1,12}([.]\d{1,8})?$' then round((e ->> 'balance')::numeric, 2) end,
    case when private.is_iso_date(e ->> 'balance_on') then (e ->> 'balance_on')::date end
  from jsonb_array_elements(accounts) e order by 1
$$;
comment on function private.offered_accounts is 'Accounts as a provider offers them, cut to what a column holds.';

create function private.is_account_list(accounts jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(accounts) is distinct from 'array' then false when jsonb_array_length(accounts) > 100 then false
    else not exists (select 1 from jsonb_array_elements(accounts) e where case when jsonb_typeof(e) <> 'object' then true
      else coalesce(char_length(e ->> 'provider_account_id') not between 1 and 300, true) end) end
$$;

create function public.keep_bank_connection(connection_id uuid, user_id uuid, secret text, label text, expires_at timestamptz,
  accounts jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  c public.bank_connections := private.begun_connection(keep_bank_connection.connection_id, keep_bank_connection.user_id);
begin
  if c.id is null then
    return private.connection_not_begun();
  elsif not private.is_account_list(accounts) or coalesce(secret, '') = '' then
    return private.command_result('The provider named no accounts that can be read.', null, 'connection_accounts_expected');
  end if;
  insert into private.bank_connection_secrets as s (connection_id, organization_id, sealed)
  values (c.id, c.organization_id, private.seal('bank_connection_key', secret))
  on conflict on constraint bank_connection_secrets_pkey do update set sealed = excluded.sealed, draft = null;
  insert into public.bank_connection_accounts as t (organization_id, connection_id, provider_account_id, name, institution, kind,
    last_four, currency, balance, balance_on)
  select c.organization_id, c.id, o.* from private.offered_accounts(accounts) o
  on conflict on constraint bank_connection_accounts_provider_account_id_key do update
    set name = excluded.name, institution = excluded.institution, kind = excluded.kind, last_four = excluded.last_four,
      currency = excluded.currency, balance = excluded.balance, balance_on = excluded.balance_on, ended_at = null,
      -- Meanwhile another connection may have taken its place.
      account_id = case when t.account_id is not null and not exists (select 1 from public.bank_connection_accounts x
        where x.organization_id = t.organization_id and x.account_id = t.account_id and x.ended_at is null and x.id <> t.id)
        then t.account_id end;
  update public.bank_connection_accounts t set ended_at = now()
  where t.connection_id = c.id and t.ended_at is null and not exists (
    select 1 from private.offered_accounts(accounts) o where o.provider_account_id = t.provider_account_id);
  update public.bank_connections b set state = case when b.state = 'syncing' then 'syncing' else 'connected' end,
    label = left(btrim(coalesce(keep_bank_connection.label, '')), 100),
    institution = (select case when count(distinct o.institution) = 1 then min(o.institution) end
      from private.offered_accounts(accounts) o),
    expires_at = keep_bank_connection.expires_at, expiry_told = null, code = null, words = null, tries = 0, begun_at = null,
    disconnected_at = null, disconnected_by = null, version = b.version + 1,
    next_try_at = case when exists (select 1 from public.bank_connection_accounts t where t.connection_id = c.id
      and t.account_id is not null and t.ended_at is null) then now() end
  where b.id = c.id;
  perform private.audit(c.organization_id, 'bank_connection_connected', null, c.id, '{}', null, keep_bank_connection.user_id);
  return private.command_result(null) || jsonb_build_object('connection_id', c.id);
end $$;
comment on function public.keep_bank_connection is 'Keeps the secret of a connection that was begun, sealed, with the accounts that it
  offers [{provider_account_id, name, institution, kind, last_four, currency, balance, balance_on}]. Renewed, it goes on with the
  accounts that are linked. {success, error, connection_id}.';
grant execute on function public.keep_bank_connection(uuid, uuid, text, text, timestamptz, jsonb) to service_role;
