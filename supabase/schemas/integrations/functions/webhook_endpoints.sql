-- Endpoints of webhooks, as owners see to them: added, changed, their secret rotated, switched off and on, removed. Admins read.

create function private.webhook_organization(for_owners boolean) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
begin
  if caller_organization_id is null or for_owners and not private.is_owner() then
    raise exception using errcode = '42501', message = 'permission denied for webhooks';
  end if;
  return caller_organization_id;
end $$;
comment on function private.webhook_organization is 'The caller''s tenant; who may not is refused before anything is looked up.';

create function private.lock_webhook_endpoint(endpoint_id uuid, for_owners boolean) returns private.webhook_endpoints
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.webhook_organization(for_owners);
  e private.webhook_endpoints;
begin
  select w.* into e from private.webhook_endpoints w
  where w.organization_id = caller_organization_id and w.id = lock_webhook_endpoint.endpoint_id for no key update;
  return e;
end $$;
comment on function private.lock_webhook_endpoint is 'Lock order: the endpoint, then its deliveries. Null when it is not of the caller''s organization.';

create function private.webhook_gone() returns jsonb
language sql immutable set search_path = '' as $$
  select private.command_result('This endpoint is not there any more.', null, 'webhook_not_found')
$$;

create function private.webhook_host(url text) returns text
language sql immutable set search_path = '' as $$
  select lower(substring(url from '^https?://([^/?#]+)'))
$$;
comment on function private.webhook_host is 'All that histories and messages say of an address: what follows may be secret.';

create function private.webhook_refusal(organization_id uuid, endpoint_id uuid, url text, events text[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case
    when char_length(btrim(url)) > 500 then private.command_result('Use at most 500 characters.', 'url', 'text_too_long', '{"most": 500}')
    when btrim(coalesce(url, '')) !~* ('^https://([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?'
      || '(:(443|[1-5][0-9]{4}|6[0-5][0-9]{3}|102[4-9]|10[3-9][0-9]|1[1-9][0-9]{2}|[2-9][0-9]{3}))?([/?][!-~]*)?$') or strpos(url, '#') > 0 then
      private.command_result('Enter an https address with a name, like https://hooks.agency.example/paperplane.', 'url', 'webhook_url_expected')
    when exists (select from private.webhook_endpoints e where e.organization_id = webhook_refusal.organization_id
      and e.url = btrim(webhook_refusal.url) and e.id is distinct from webhook_refusal.endpoint_id) then
      private.command_result('This address is an endpoint already.', 'url', 'webhook_url_taken')
    when coalesce(cardinality(events), 0) = 0 or array_position(events, null) is not null
      or exists (select from unnest(events) w(wanted) where w.wanted <> all (private.webhook_types())
        and not exists (select from unnest(private.webhook_types()) t(type) where split_part(t.type, '.', 1) || '.*' = w.wanted)) then
      private.command_result('Choose at least one event.', 'events', 'webhook_events_expected') end
$$;
comment on function private.webhook_refusal is 'Why an endpoint cannot be so; null where it can. Its address has a name, no number, no credentials and no fragment,
  and port 443 or one from 1024 on.';

create function private.webhook_choice(events text[]) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(distinct w.wanted order by w.wanted) from unnest(events) w(wanted)
  where w.wanted like '%.*' or split_part(w.wanted, '.', 1) || '.*' <> all (events)
$$;
comment on function private.webhook_choice is 'Events each once, and none beside the family that has it.';

create function private.new_webhook_secret(e private.webhook_endpoints) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  secret constant text := 'whsec_' || encode(extensions.gen_random_bytes(24), 'base64');
begin
  update private.webhook_secrets s set ends_at = now() + interval '30 days'
  where s.organization_id = e.organization_id and s.endpoint_id = e.id and s.ends_at is null;
  insert into private.webhook_secrets (organization_id, endpoint_id, secret_encrypted)
  values (e.organization_id, e.id, private.seal('webhook_key', secret));
  -- The present one and two before it: whoever rotates it more often means it.
  delete from private.webhook_secrets s where s.organization_id = e.organization_id and s.endpoint_id = e.id and s.id not in (
    select k.id from private.webhook_secrets k where k.endpoint_id = e.id order by k.ends_at desc nulls first limit 3);
  return secret;
end $$;
comment on function private.new_webhook_secret is 'A secret after Standard Webhooks; the one before it signs besides for 30 days more.';

create function private.webhook_secret(endpoint_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select private.unseal('webhook_key', s.secret_encrypted) from private.webhook_secrets s
  where s.endpoint_id = webhook_secret.endpoint_id and s.ends_at is null
$$;

create function public.add_webhook_endpoint(url text, events text[], request_key uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.webhook_organization(true);
  answer jsonb := private.begin_request('add_webhook_endpoint', request_key, jsonb_build_object('url', url, 'events', events));
  e private.webhook_endpoints;
  refusal jsonb;
begin
  perform private.require_step_up();
  if answer is not null then
    -- The secret is not kept with the answer.
    return answer || jsonb_build_object('secret', private.webhook_secret((answer ->> 'id')::uuid));
  end if;
  refusal := private.webhook_refusal(caller_organization_id, null, add_webhook_endpoint.url, add_webhook_endpoint.events);
  if refusal is not null then
    return refusal;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('paperplane.webhooks.' || caller_organization_id, 0));
  if (select count(*) from private.webhook_endpoints w where w.organization_id = caller_organization_id) >= 10 then
    return private.command_result('There are ten endpoints. Delete one first.', null, 'webhooks_too_many');
  end if;
  insert into private.webhook_endpoints as w (organization_id, url, events, created_by)
  values (caller_organization_id, btrim(add_webhook_endpoint.url), private.webhook_choice(add_webhook_endpoint.events), auth.uid())
  on conflict on constraint webhook_endpoints_url_key do nothing
  returning w.* into e;
  if e.id is null then
    return private.command_result('This address is an endpoint already.', 'url', 'webhook_url_taken');
  end if;
  perform private.audit(caller_organization_id, 'webhook_added', null, e.id, private.audit_change('address', null, private.webhook_host(e.url)));
  answer := private.command_result(null) || jsonb_build_object('id', e.id);
  perform private.end_request(request_key, e.id, answer);
  return answer || jsonb_build_object('secret', private.new_webhook_secret(e));
end $$;
comment on function public.add_webhook_endpoint is 'From now on the address is told of these events. {success, error, field, id, secret}: the secret is told this once.
  Owners.';
grant execute on function public.add_webhook_endpoint(text, text[], uuid) to authenticated;

create function private.saved_by_add_webhook_endpoint(endpoint_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', 'webhook', 'id', e.id, 'name', 'an endpoint')
  from private.webhook_endpoints e
  where e.organization_id = private.admin_organization_id() and e.id = saved_by_add_webhook_endpoint.endpoint_id
$$;
comment on function private.saved_by_add_webhook_endpoint is 'See private.saved_as.';

create function public.change_webhook_endpoint(endpoint_id uuid, url text, events text[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  e private.webhook_endpoints := private.lock_webhook_endpoint(endpoint_id, true);
  refusal jsonb;
begin
  perform private.require_step_up();
  if e.id is null then
    return private.webhook_gone();
  end if;
  refusal := private.webhook_refusal(e.organization_id, e.id, change_webhook_endpoint.url, change_webhook_endpoint.events);
  if refusal is not null then
    return refusal;
  end if;
  update private.webhook_endpoints w set url = btrim(change_webhook_endpoint.url), events = private.webhook_choice(change_webhook_endpoint.events)
  where w.id = e.id;
  perform private.audit(e.organization_id, 'webhook_changed', null, e.id, jsonb_build_object('changes', private.audit_changes(
    jsonb_build_object('address', private.webhook_host(e.url), 'events', array_to_string(e.events, ', ')),
    jsonb_build_object('address', private.webhook_host(btrim(change_webhook_endpoint.url)),
      'events', array_to_string(private.webhook_choice(change_webhook_endpoint.events), ', ')))));
  return private.command_result(null);
exception when unique_violation then
  return private.command_result('This address is an endpoint already.', 'url', 'webhook_url_taken');
end $$;
comment on function public.change_webhook_endpoint is 'Another address, which what waits goes to as well, or other events from now on. Owners. {success, error, field}.';
grant execute on function public.change_webhook_endpoint(uuid, text, text[]) to authenticated;

create function public.rotate_webhook_secret(endpoint_id uuid, request_key uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  e private.webhook_endpoints := private.lock_webhook_endpoint(endpoint_id, true);
  answer jsonb := private.begin_request('rotate_webhook_secret', request_key, jsonb_build_object('endpoint_id', endpoint_id));
  secret text;
begin
  perform private.require_step_up();
  if e.id is null then
    return private.webhook_gone();
  elsif answer is not null then
    return answer || jsonb_build_object('secret', private.webhook_secret(e.id));
  end if;
  secret := private.new_webhook_secret(e);
  perform private.audit(e.organization_id, 'webhook_secret_rotated', null, e.id, private.audit_change('address', null, private.webhook_host(e.url)));
  answer := private.end_request(request_key, e.id, private.command_result(null));
  return answer || jsonb_build_object('secret', secret);
end $$;
comment on function public.rotate_webhook_secret is 'A new secret, told this once. The one before it signs besides for 30 days. Owners. {success, error, field, secret}.';
grant execute on function public.rotate_webhook_secret(uuid, uuid) to authenticated;

create function private.saved_by_rotate_webhook_secret(endpoint_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$ select private.saved_by_add_webhook_endpoint(endpoint_id) $$;

create function public.switch_webhook_endpoint(endpoint_id uuid, is_on boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  e private.webhook_endpoints := private.lock_webhook_endpoint(endpoint_id, true);
begin
  if e.id is null then
    return private.webhook_gone();
  elsif coalesce(is_on, true) = (e.switched_off_at is null) then
    return private.command_result(null);
  elsif is_on then
    update private.webhook_endpoints w set switched_off_at = null, switched_off_by = null, failing_since = null, failures = 0 where w.id = e.id;
    update private.webhook_deliveries d set next_try_at = now(), tries = 0, first_tried_at = null
    where d.endpoint_id = e.id and d.state = 'waiting' and d.claim is null;
    perform private.audit(e.organization_id, 'webhook_switched_on', null, e.id, private.audit_change('address', null, private.webhook_host(e.url)));
  else
    update private.webhook_endpoints w set switched_off_at = now(), switched_off_by = auth.uid() where w.id = e.id;
    perform private.audit(e.organization_id, 'webhook_switched_off', null, e.id, private.audit_change('address', private.webhook_host(e.url), null));
  end if;
  return private.command_result(null);
end $$;
comment on function public.switch_webhook_endpoint is 'Off: nothing more is written for it, and what waits stays. On again: what waits is tried at once. Owners.
  {success, error, field}.';
grant execute on function public.switch_webhook_endpoint(uuid, boolean) to authenticated;

create function public.delete_webhook_endpoint(endpoint_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  e private.webhook_endpoints := private.lock_webhook_endpoint(endpoint_id, true);
begin
  if e.id is null then
    return private.webhook_gone();
  end if;
  delete from private.webhook_endpoints w where w.id = e.id;
  perform private.audit(e.organization_id, 'webhook_removed', null, e.id, private.audit_change('address', private.webhook_host(e.url), null));
  return private.command_result(null);
end $$;
comment on function public.delete_webhook_endpoint is 'With its secrets and deliveries, those that wait too. Owners. {success, error, field}.';
grant execute on function public.delete_webhook_endpoint(uuid) to authenticated;

create function public.get_webhooks() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.webhook_organization(false);
begin
  return jsonb_build_object('types', private.webhook_types(), 'endpoints', (
    select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'url', e.url, 'host', private.webhook_host(e.url), 'events', e.events,
      'state', case when e.switched_off_at is not null then 'switched_off' when e.failing_since is not null then 'retrying' else 'delivering' end,
      'created_at', e.created_at, 'failing_since', e.failing_since, 'switches_off_at', e.failing_since + interval '3 days',
      'switched_off_at', e.switched_off_at, 'switched_off_by', u.first_name || ' ' || u.last_name,
      'rotated_at', case when f.ends_at is not null then s.made_at end, 'former_until', f.ends_at,
      'waiting', (select count(*) from private.webhook_deliveries d where d.endpoint_id = e.id and d.state = 'waiting'))
      order by e.created_at, e.id), '[]')
    from private.webhook_endpoints e
    join private.webhook_secrets s on s.organization_id = e.organization_id and s.endpoint_id = e.id and s.ends_at is null
    left join lateral (
      select k.ends_at from private.webhook_secrets k
      where k.endpoint_id = e.id and k.ends_at > now() order by k.ends_at desc limit 1) f on true
    left join public.users u on u.id = e.switched_off_by
    where e.organization_id = caller_organization_id));
end $$;
comment on function public.get_webhooks is '{types: all events there are, endpoints: [{id, url, host, events, state: delivering|retrying|switched_off, …}]}. Of one that
  is retrying: since when, and when it is switched off. `former_until`: until when the secret before the present one signs, too. Admins.';
grant execute on function public.get_webhooks() to authenticated;

create function public.count_failing_webhooks() returns int
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.webhook_organization(false);
begin
  return (
    select count(*) from private.webhook_endpoints e
    where e.organization_id = caller_organization_id
      and case when e.switched_off_at is null then e.failing_since is not null else e.switched_off_by is null end);
end $$;
comment on function public.count_failing_webhooks is 'How many endpoints do not take what they are told: retried, or switched off by itself. Admins.';
grant execute on function public.count_failing_webhooks() to authenticated;
