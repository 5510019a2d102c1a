-- When a provider is asked, and for which days: a run in parts of 30 days, each claimed for three minutes by who asks for it. The
-- row of the connection is what everybody waits for: workers, people who stop it, and what is brought.

create function private.sync_pause() returns interval
language sql immutable set search_path = '' as $$ select interval '6 hours' $$;

create function private.stop_sync_parts(c public.bank_connections) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  update private.bank_sync_parts p set state = 'stopped', finished_at = now()
  where p.organization_id = c.organization_id and p.connection_id = c.id and p.state = 'waiting';
  return found;
end $$;
comment on function private.stop_sync_parts is 'Ends the parts that are still to come; whether there were any.';

create function private.first_day_to_ask(t public.bank_connection_accounts) returns date
language sql immutable set search_path = '' as $$
  -- Ten days again of what has come: banks book late, and take back.
  select case when t.through is null then t.since else greatest(t.since, t.through - 10) end
$$;

create function private.plan_bank_sync(c public.bank_connections) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  part_days constant int := 30;
  last_day date := private.bank_today(c.organization_id);
  first_day date := (select min(private.first_day_to_ask(t)) from public.bank_connection_accounts t
    where t.connection_id = c.id and t.account_id is not null and t.ended_at is null);
  part_count int := (last_day - least(first_day, last_day)) / part_days + 1;
  new_run uuid := gen_random_uuid();
begin
  if first_day is null then
    update public.bank_connections b set next_try_at = null where b.id = c.id;
    return false;
  end if;
  insert into private.bank_sync_parts (organization_id, connection_id, run_id, part, parts, since, until)
  select c.organization_id, c.id, new_run, n, part_count, least(first_day, last_day) + (n - 1) * part_days,
    least(least(first_day, last_day) + n * part_days - 1, last_day)
  from generate_series(1, part_count) n;
  return true;
end $$;
comment on function private.plan_bank_sync is 'Makes the parts of a run, the oldest days first; false where no account is linked.';

create function private.asked_from(p private.bank_sync_parts) returns date
language sql immutable set search_path = '' as $$ select p.since - 3 $$;
comment on function private.asked_from is 'A part is asked three days more than it brings: a line at its edge is recognized although
  two sources book it on different days (private.pair_bank_lines).';

create function public.take_bank_sync(connection_id uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  claim constant interval := '3 minutes';
  c public.bank_connections;
  p private.bank_sync_parts;
begin
  for c in
    select b.* from public.bank_connections b
    where b.state in ('connected', 'needs_attention', 'syncing') and (take_bank_sync.connection_id is null or b.id = take_bank_sync.connection_id)
      and b.next_try_at <= now() and not private.is_being_deleted(b.organization_id)
      and exists (select 1 from private.bank_connection_secrets s where s.connection_id = b.id and s.sealed is not null)
      and not exists (select 1 from private.bank_sync_parts x
        where x.organization_id = b.organization_id and x.connection_id = b.id and x.state = 'waiting' and x.claimed_until > now())
    order by b.next_try_at, b.id
    for update skip locked
  loop
    if private.provider_requests(c.id, 'part', interval '24 hours') >= 24 then
      update public.bank_connections b set next_try_at = (
        select min(r.made_at) + interval '24 hours' from private.bank_provider_requests r
        where r.connection_id = c.id and r.kind = 'part' and r.made_at > now() - interval '24 hours')
      where b.id = c.id;
      continue;
    end if;
    -- Somebody may have claimed one before this row was locked.
    continue when exists (select 1 from private.bank_sync_parts x
      where x.organization_id = c.organization_id and x.connection_id = c.id and x.state = 'waiting' and x.claimed_until > now());
    if not exists (select 1 from private.bank_sync_parts x
      where x.organization_id = c.organization_id and x.connection_id = c.id and x.state = 'waiting')
      and not private.plan_bank_sync(c) then
      continue;
    end if;
    update private.bank_sync_parts x set claimed_until = now() + claim
    where x.id = (select y.id from private.bank_sync_parts y
      where y.organization_id = c.organization_id and y.connection_id = c.id and y.state = 'waiting' order by y.part limit 1)
    returning x.* into p;
    insert into private.bank_provider_requests (organization_id, connection_id, kind) values (c.organization_id, c.id, 'part');
    update public.bank_connections b set state = 'syncing', last_tried_at = now() where b.id = c.id;
    return jsonb_build_object('sync_id', p.id, 'connection_id', c.id, 'provider', c.provider,
      'secret', (select private.unseal('bank_connection_key', s.sealed) from private.bank_connection_secrets s
        where s.connection_id = c.id),
      'provider_account_ids', (select coalesce(jsonb_agg(t.provider_account_id order by t.provider_account_id), '[]')
        from public.bank_connection_accounts t
        where t.connection_id = c.id and t.account_id is not null and t.ended_at is null),
      'since', private.asked_from(p), 'until', p.until, 'part', p.part, 'parts', p.parts);
  end loop;
  return null;
end $$;
comment on function public.take_bank_sync is 'The next part to ask a provider for, claimed for three minutes: {sync_id, connection_id,
  provider, secret, provider_account_ids, since, until, part, parts}; null when nothing is due. With a `connection_id` of that one alone.';
grant execute on function public.take_bank_sync(uuid) to service_role;

create function public.fail_bank_sync(sync_id uuid, code text, words text default null, retry_at timestamptz default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  p private.bank_sync_parts;
  c public.bank_connections;
  heals boolean := fail_bank_sync.code in ('too_many', 'slow', 'unreachable', 'wrong_answer', 'too_large');
  pause interval;
begin
  select b.* into c from public.bank_connections b
  where b.id = (select x.connection_id from private.bank_sync_parts x where x.id = fail_bank_sync.sync_id) for update;
  select x.* into p from private.bank_sync_parts x where x.id = fail_bank_sync.sync_id;
  if p.state is distinct from 'waiting' or p.claimed_until is null then
    return jsonb_build_object('kept', false);
  end if;
  pause := (array['15 minutes', '1 hour', '6 hours']::interval[])[least(c.tries + 1, 3)];
  if heals then
    -- The part is asked for again.
    update private.bank_sync_parts x set claimed_until = null where x.id = p.id;
  else
    update private.bank_sync_parts x set state = 'failed', finished_at = now() where x.run_id = p.run_id and x.state = 'waiting';
  end if;
  update public.bank_connections b set
    state = case when not heals then 'needs_attention' when c.code is null or c.state = 'connected' then 'connected'
      else private.state_of_code(c.code) end,
    code = fail_bank_sync.code, words = nullif(left(btrim(fail_bank_sync.words), 500), ''), tries = c.tries + 1,
    next_try_at = case when heals then greatest(coalesce(fail_bank_sync.retry_at, now() + pause), now() + interval '1 minute')
      when fail_bank_sync.code = 'payment_required' then now() + interval '1 day' end
  where b.id = c.id;
  return jsonb_build_object('kept', true);
end $$;
comment on function public.fail_bank_sync is 'Says why a claimed part did not come: what time heals (too_many, slow, unreachable,
  wrong_answer, too_large) is tried again at `retry_at`, or after 15 minutes, an hour, then six; everything else needs somebody.
  {kept}: false where the part is done or stopped meanwhile.';
grant execute on function public.fail_bank_sync(uuid, text, text, timestamptz) to service_role;

create function private.state_of_code(code text) returns text
language sql immutable set search_path = '' as $$
  select case when code in ('too_many', 'slow', 'unreachable', 'wrong_answer', 'too_large') or code is null then 'connected'
    else 'needs_attention' end
$$;
comment on function private.state_of_code is 'Whether somebody has to see to a connection whose last try ended with this.';

create function private.tell_of_expiry(c public.bank_connections, days integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.notifications (organization_id, user_id, type, message, code, params)
  select u.organization_id, u.id, 'bank', case when days > 0
      then 'The connection with ' || x.name || ' expires in ' || days || case days when 1 then ' day' else ' days' end || '. Renew it, so that lines go on coming.'
      else 'The connection with ' || x.name || ' has expired. Renew it, so that lines come again.' end,
    case when days > 0 then 'bank_connection_expires' else 'bank_connection_expired' end,
    jsonb_build_object('connection', x.name) || case when days > 0 then jsonb_build_object('days', days) else '{}' end
  from public.users u
  cross join (select coalesce(c.institution, nullif(c.label, ''), 'the bank') as name) x
  where u.organization_id = c.organization_id and u.is_active and u.role = 'owner' order by u.id;
end $$;

create view private.expiring_connections with (security_invoker = on) as
select b.id, b.organization_id from public.bank_connections b
where b.state in ('connected', 'needs_attention', 'syncing') and b.expires_at < now() + interval '14 days'
  and b.expiry_told is distinct from 0;
comment on view private.expiring_connections is 'Connections whose end is near, or past and not told yet.';

create view private.stopped_imports with (security_invoker = on) as
select b.id, b.organization_id, b.created_at from public.bank_imports b
where b.connection_id is not null and b.status = 'running' and b.created_at < now() - interval '3 minutes';
comment on view private.stopped_imports is 'Imports of connections of which who brought them died before they were matched.';

create function private.tell_expiring_connections_slice(organization_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  c public.bank_connections;
  days_left int;
begin
  for c in
    select b.* from private.expiring_connections e
    join public.bank_connections b on b.organization_id = e.organization_id and b.id = e.id
    where e.organization_id = tell_expiring_connections_slice.organization_id
    for update of b skip locked
  loop
    days_left := greatest(ceil(extract(epoch from c.expires_at - now()) / 86400)::int, 0);
    if days_left = 0 then
      perform private.stop_sync_parts(c);
      update public.bank_connections b set state = 'needs_attention', code = 'expired', words = null, next_try_at = null, expiry_told = 0
      where b.id = c.id;
      perform private.tell_of_expiry(c, 0);
    elsif c.expiry_told is null or days_left <= 3 and c.expiry_told > 3 then
      update public.bank_connections b set expiry_told = days_left where b.id = c.id;
      perform private.tell_of_expiry(c, days_left);
    end if;
  end loop;
  return false;
end $$;
comment on function private.tell_expiring_connections_slice is 'Tells owners 14 and 3 days before a connection expires, and ends what has expired.';

create function private.match_stopped_imports_slice(organization_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  i public.bank_imports;
begin
  for i in
    select b.* from private.stopped_imports e
    join public.bank_imports b on b.organization_id = e.organization_id and b.id = e.id
    where e.organization_id = match_stopped_imports_slice.organization_id
    order by e.created_at limit 1 for update of b skip locked
  loop
    perform private.match_import(i);
    return true;
  end loop;
  return false;
end $$;
comment on function private.match_stopped_imports_slice is 'Matches the lines of the oldest import that stopped. Whether there may be more.';

create function private.call_bank_sync() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.serve_in_turn('tell_expiring_connections',
    array(select distinct e.organization_id from private.expiring_connections e), '1 second');
  -- What was begun and never finished.
  delete from public.bank_connections b where b.state = 'connecting' and b.begun_at < now() - interval '1 day';
  update private.bank_connection_secrets s set draft = null
  from public.bank_connections b where b.id = s.connection_id and s.draft is not null and b.begun_at < now() - interval '1 hour';
  delete from private.bank_provider_requests r where r.made_at < now() - interval '2 days';
  delete from private.bank_sync_parts p where p.state <> 'waiting' and p.created_at < now() - interval '90 days';
  perform private.serve_in_turn('match_stopped_imports',
    array(select distinct e.organization_id from private.stopped_imports e), '1 second');
  if exists (
    select 1 from public.bank_connections b
    where b.state in ('connected', 'needs_attention', 'syncing') and b.next_try_at <= now()) then
    perform private.call_function('bank-sync');
  end if;
end $$;
comment on function private.call_bank_sync is 'A job of every minute: calls the Edge Function where a connection is due, tells owners 14
  and 3 days before one expires, and ends what was left half done.';
