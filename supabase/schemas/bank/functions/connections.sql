-- Connections of the bank, as people handle them: begun, linked to accounts, synced by hand, stopped, disconnected. The provider
-- itself is asked by Edge Functions (bank/functions/connection_secrets, connection_sync). Admins only.

create function private.bank_today(organization_id uuid) returns date
language sql stable security definer set search_path = '' as $$
  select (now() at time zone o.time_zone)::date from public.organizations o where o.id = bank_today.organization_id
$$;
comment on function private.bank_today is 'Today where the agency is, also for what runs without a caller.';

create function private.lock_bank_connection(connection_id uuid) returns public.bank_connections
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
  c public.bank_connections;
begin
  select b.* into c from public.bank_connections b
  where b.id = lock_bank_connection.connection_id and b.organization_id = caller_organization_id for update;
  return c;
end $$;
comment on function private.lock_bank_connection is 'The connection, locked: its row is what people and syncs wait for. Null when it is
  not of the caller''s organization.';

create function private.connection_not_found() returns jsonb
language sql immutable set search_path = '' as $$
  select private.command_result('This connection is no longer there.', null, 'connection_not_found')
$$;

create function private.provider_requests(connection_id uuid, kind text, since interval) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::int from private.bank_provider_requests r
  where r.connection_id = provider_requests.connection_id and r.kind = provider_requests.kind and r.made_at > now() - since
$$;
comment on function private.provider_requests is 'How often that was done with this connection since so long.';

create function private.bank_syncs_left(connection_id uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select greatest(least(4 - private.provider_requests(bank_syncs_left.connection_id, 'hand', interval '24 hours'),
    24 - private.provider_requests(bank_syncs_left.connection_id, 'part', interval '24 hours')), 0)
$$;
comment on function private.bank_syncs_left is 'How often it may be synced by hand: four times in 24 hours, as long as the provider
  may be asked (24 requests in 24 hours).';

create function private.bank_connection_row(c public.bank_connections) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', c.id, 'provider', c.provider, 'label', c.label, 'institution', c.institution, 'state', c.state,
    'code', c.code, 'words', c.words, 'last_success_at', c.last_success_at, 'last_added', c.last_added,
    'last_tried_at', c.last_tried_at, 'next_try_at', c.next_try_at, 'expires_at', c.expires_at,
    'part', p.part, 'parts', p.parts, 'part_from', p.since, 'part_to', p.until,
    'lines_so_far', case when p.id is not null then (select coalesce(sum(d.lines), 0) from private.bank_sync_parts d
      where d.run_id = p.run_id) end,
    'syncs_left', private.bank_syncs_left(c.id), 'disconnected_at', c.disconnected_at,
    'disconnected_first_name', u.first_name, 'disconnected_last_name', u.last_name, 'version', c.version)
  from (select 1) one
  left join lateral (
    select s.* from private.bank_sync_parts s
    where s.organization_id = c.organization_id and s.connection_id = c.id and s.state = 'waiting' order by s.part limit 1) p on true
  left join public.users u on u.id = c.disconnected_by
$$;
comment on function private.bank_connection_row is 'A connection as its page shows it, with the part that is on its way.';

create function private.accounts_to_link(c public.bank_connections) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('provider_account_id', t.provider_account_id, 'name', t.name,
    'institution', t.institution, 'kind', t.kind, 'last_four', t.last_four, 'currency', t.currency, 'balance', t.balance,
    'balance_on', t.balance_on, 'suggested_account_id', s.id) order by t.name, t.id), '[]')
  from public.bank_connection_accounts t
  left join lateral (
    select a.id from public.bank_accounts a
    where a.organization_id = t.organization_id and a.archived_at is null and a.currency = t.currency
      and (a.last_four = t.last_four or lower(a.name) = lower(t.name))
      and not exists (select 1 from public.bank_connection_accounts o join public.bank_connections x on x.id = o.connection_id
        where o.organization_id = a.organization_id and o.account_id = a.id and o.ended_at is null and o.connection_id <> t.connection_id)
    order by a.last_four is distinct from t.last_four, lower(a.name) <> lower(t.name), a.id limit 1) s on true
  where t.organization_id = c.organization_id and t.connection_id = c.id and t.account_id is null and not t.left_out
    and t.ended_at is null
$$;
comment on function private.accounts_to_link is 'Accounts of a connection of which nobody has said yet where they go, each with one of
  ours that has the same number or name.';

create function public.begin_bank_connection(provider text, connection_id uuid default null, request_key uuid default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
  begun_id uuid := begin_bank_connection.connection_id;
  answer jsonb := private.begin_request('begin_bank_connection', request_key, jsonb_build_object('provider', provider,
    'connection_id', connection_id));
  c public.bank_connections;
begin
  perform private.require_step_up();
  if answer is not null then
    return answer;
  end if;
  if provider is null or provider not in ('simplefin', 'enable_banking') then
    return private.command_result('Choose a provider.', 'provider', 'provider_unknown');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('begin_bank_connection ' || caller_organization_id, 0));
  if (select count(*) from private.bank_provider_requests r where r.organization_id = caller_organization_id and r.kind = 'begin'
      and r.made_at > now() - interval '1 hour') >= 20 then
    return private.command_result('Twenty connections were begun within an hour. Try again later.', null, 'connections_begun_often');
  end if;
  if begun_id is null then
    insert into public.bank_connections (organization_id, provider, created_by)
    values (caller_organization_id, begin_bank_connection.provider, auth.uid()) returning id into begun_id;
  else
    c := private.lock_bank_connection(begun_id);
    if c.id is null or c.provider <> begin_bank_connection.provider then
      return private.connection_not_found();
    end if;
    update public.bank_connections b set begun_at = now(), version = b.version + 1 where b.id = c.id;
  end if;
  insert into private.bank_provider_requests (organization_id, connection_id, kind) values (caller_organization_id, begun_id, 'begin');
  return private.end_request(request_key, begun_id, private.command_result(null) || jsonb_build_object('connection_id', begun_id));
end $$;
comment on function public.begin_bank_connection is 'Begins a connection, or renews that one: {success, error, connection_id}. The
  Edge Function bank-connections goes on within an hour. At most 20 an hour.';
grant execute on function public.begin_bank_connection(text, uuid, uuid) to authenticated;

create function private.saved_by_begin_bank_connection(connection_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', 'bank_connection', 'id', c.id, 'name', 'a connection')
  from public.bank_connections c
  where c.organization_id = private.admin_organization_id() and c.id = saved_by_begin_bank_connection.connection_id
$$;
comment on function private.saved_by_begin_bank_connection is 'See private.saved_as.';

create function public.get_bank_connection(connection_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
begin
  return (
    select private.bank_connection_row(c) || jsonb_build_object('accounts_to_link', private.accounts_to_link(c))
    from public.bank_connections c
    where c.id = get_bank_connection.connection_id and c.organization_id = caller_organization_id);
end $$;
comment on function public.get_bank_connection is 'A connection with the accounts that are to be linked, `accounts_to_link`; null when
  there is none of that id.';
grant execute on function public.get_bank_connection(uuid) to authenticated;

create function public.sync_bank_connection(connection_id uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.bank_organization();
  c public.bank_connections;
  begun int := 0;
  can_begin boolean := false;
begin
  for c in
    select b.* from public.bank_connections b
    where b.organization_id = caller_organization_id and b.state in ('connected', 'needs_attention')
      and (sync_bank_connection.connection_id is null or b.id = sync_bank_connection.connection_id)
      and exists (select 1 from private.bank_connection_secrets s where s.connection_id = b.id and s.sealed is not null)
      and exists (select 1 from public.bank_connection_accounts a where a.connection_id = b.id and a.account_id is not null
        and a.ended_at is null)
    order by b.id for update
  loop
    can_begin := true;
    continue when private.bank_syncs_left(c.id) = 0;
    begun := begun + 1;
    insert into private.bank_provider_requests (organization_id, connection_id, kind) values (c.organization_id, c.id, 'hand');
    update public.bank_connections b set next_try_at = now(), tries = 0 where b.id = c.id;
    perform private.audit(c.organization_id, 'bank_connection_synced', null, c.id);
    perform private.call_function('bank-sync', jsonb_build_object('connection_id', c.id));
  end loop;
  if not can_begin then
    return private.command_result('No connection can be synced now.', null, 'connection_not_connected');
  elsif begun = 0 then
    return private.command_result('It was synced by hand often enough for a day. It comes by itself at its next time.', null,
      'connection_syncs_used');
  end if;
  return private.command_result(null) || jsonb_build_object('left', (
    select max(private.bank_syncs_left(b.id)) from public.bank_connections b
    where b.organization_id = caller_organization_id and b.state in ('connected', 'needs_attention', 'syncing')
      and (sync_bank_connection.connection_id is null or b.id = sync_bank_connection.connection_id)));
end $$;
comment on function public.sync_bank_connection is 'Asks the provider now, of this connection or of all that are connected, four times
  in 24 hours: {success, error, left}.';
grant execute on function public.sync_bank_connection(uuid) to authenticated;

create function public.stop_bank_sync(connection_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  c public.bank_connections := private.lock_bank_connection(stop_bank_sync.connection_id);
begin
  if c.id is null then
    return private.connection_not_found();
  elsif not private.stop_sync_parts(c) then
    return private.command_result('Nothing is on its way.', null, 'connection_not_syncing');
  end if;
  update public.bank_connections b set state = 'connected', next_try_at = now() + private.sync_pause() where b.id = c.id;
  return private.command_result(null);
end $$;
comment on function public.stop_bank_sync is 'Ends what is on its way; what is asked at this moment is thrown away when it comes. The
  next sync goes on there. {success, error}.';
grant execute on function public.stop_bank_sync(uuid) to authenticated;

create function public.disconnect_bank_connection(connection_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  c public.bank_connections := private.lock_bank_connection(disconnect_bank_connection.connection_id);
begin
  perform private.require_step_up();
  if c.id is null then
    return private.connection_not_found();
  elsif c.state = 'disconnected' then
    return private.command_result(null);
  end if;
  delete from private.bank_connection_secrets s where s.connection_id = c.id;
  perform private.stop_sync_parts(c);
  update public.bank_connection_accounts a set ended_at = now() where a.connection_id = c.id and a.ended_at is null;
  update public.bank_connections b set state = 'disconnected', begun_at = null, next_try_at = null, expires_at = null, code = null,
    words = null, disconnected_at = now(), disconnected_by = auth.uid(), version = b.version + 1 where b.id = c.id;
  perform private.audit(c.organization_id, 'bank_connection_disconnected', null, c.id);
  return private.command_result(null);
end $$;
comment on function public.disconnect_bank_connection is 'Forgets the secret at once; the lines stay. What is asked at this moment is
  thrown away when it comes. {success, error}.';
grant execute on function public.disconnect_bank_connection(uuid) to authenticated;
