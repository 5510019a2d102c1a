-- Deliveries of webhooks and the function webhook-send, which takes one after the other (a claim that ends after a minute), sends it, and
-- tells what it was answered. Of one record an endpoint gets one event after the other; other records go on meanwhile.

create function private.webhook_patience() returns interval
language sql immutable set search_path = '' as $$ select interval '3 days' $$;

create function private.webhook_pause(tries integer) returns interval
language sql immutable set search_path = '' as $$
  select make_interval(secs => ('{5,30,120,300,900,1800,3600,7200,14400,28800,43200,72000,90000}'::int[])[least(greatest(tries, 1), 13)])
$$;
comment on function private.webhook_pause is 'How long is waited after so many tries: 14 of them fill three days.';

create view private.due_webhook_deliveries with (security_invoker = on) as
select x.id, x.endpoint_id, x.number, x.asked_at, x.next_try_at from private.webhook_deliveries x
where x.state = 'waiting' and x.next_try_at <= now() and (x.asked_at is not null or not exists (
  select from private.webhook_deliveries b
  where b.endpoint_id = x.endpoint_id and b.record_id = x.record_id and b.number < x.number and b.state = 'waiting' and b.delivered_at is null));
comment on view private.due_webhook_deliveries is 'What is to be tried now: nothing of its record is before it, or somebody asked for it. To an endpoint
  that is switched off goes only what somebody asked for.';

create function public.take_webhook_delivery() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  lease constant interval := interval '1 minute';
  e private.webhook_endpoints;
  d private.webhook_deliveries;
begin
  -- Any of those that may be asked, so that none is before the others; one that fails is asked one thing at a time.
  for e in
    select w.* from private.webhook_endpoints w
    where exists (select from private.webhook_deliveries x where x.endpoint_id = w.id and x.state = 'waiting' and x.next_try_at <= now()
        and (w.switched_off_at is null or x.asked_at is not null))
      and (select count(*) from private.webhook_deliveries x where x.endpoint_id = w.id and x.claim is not null and x.next_try_at > now())
        < case when w.failing_since is null then 4 else 1 end
      and not private.is_being_deleted(w.organization_id)
    order by random()
  loop
    update private.webhook_deliveries t set claim = gen_random_uuid(), next_try_at = now() + lease, tries = t.tries + 1, tried_at = now(),
      first_tried_at = coalesce(t.first_tried_at, now())
    where t.id = (
      select x.id from private.due_webhook_deliveries x
      where x.endpoint_id = e.id and (x.asked_at is not null or e.switched_off_at is null)
      order by x.next_try_at, x.number limit 1 for update skip locked)
    returning t.* into d;
    continue when d.id is null;
    return (
      select jsonb_build_object('delivery_id', d.id, 'claim', d.claim, 'url', e.url, 'secrets', (
          select jsonb_agg(private.unseal('webhook_key', s.secret_encrypted) order by s.made_at desc) from private.webhook_secrets s
          where s.endpoint_id = e.id and (s.ends_at is null or s.ends_at > now())),
        'id', v.id, 'type', v.type,
        'timestamp', private.api_time(v.happened_at), 'data', v.data)
      from private.webhook_events v where v.id = d.event_id);
  end loop;
  return null;
end $$;
comment on function public.take_webhook_delivery is 'One that is to be tried now, for a minute: {delivery_id, claim, url, secrets, id, type, timestamp, data}; null when there
  is none. At most four of an endpoint at once, one where it fails.';
grant execute on function public.take_webhook_delivery() to service_role;

create function private.tell_of_webhook(e private.webhook_endpoints, code text, params jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, code, params)
  select u.organization_id, u.id, 'webhook', case tell_of_webhook.code
      when 'webhook_switched_off' then 'The endpoint ' || (params ->> 'host')
        || ' was switched off: it has taken nothing for three days. What waits for it is kept for 30 days.'
      else (params ->> 'host') || ' did not take an event of type ' || (params ->> 'event') || ' within three days. Resend it from Webhooks.' end,
    'webhooks', tell_of_webhook.code, params
  from public.users u where u.organization_id = e.organization_id and u.is_active and u.role = 'owner' order by u.id
$$;

create function private.fail_webhook(e private.webhook_endpoints, d private.webhook_deliveries, retry_at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  last_moment constant timestamptz := d.first_tried_at + private.webhook_patience();
  is_over constant boolean := now() >= last_moment;
  host constant text := private.webhook_host(e.url);
  v private.webhook_events;
begin
  if e.switched_off_at is not null then
    -- Somebody asked for it once; it waits on with the others.
    update private.webhook_deliveries x set asked_at = null, next_try_at = now(),
      state = case when x.delivered_at is not null then 'delivered' else x.state end where x.id = d.id;
    return;
  end if;
  update private.webhook_endpoints w set failing_since = coalesce(w.failing_since, d.tried_at), failures = w.failures + 1 where w.id = e.id;
  if not is_over then
    update private.webhook_deliveries x set next_try_at = greatest(least(now() + private.webhook_pause(x.tries), last_moment),
      case when fail_webhook.retry_at is not null then least(fail_webhook.retry_at, now() + interval '1 day') end) where x.id = d.id;
  elsif coalesce(e.failing_since, d.tried_at) <= d.first_tried_at and d.delivered_at is null then
    update private.webhook_deliveries x set asked_at = null, next_try_at = now() where x.id = d.id;
    update private.webhook_endpoints w set switched_off_at = now(), switched_off_by = null where w.id = e.id;
    perform private.audit(e.organization_id, 'webhook_switched_off', null, e.id, private.audit_change('address', host, null), by_itself => true);
    perform private.tell_of_webhook(e, 'webhook_switched_off', jsonb_build_object('host', host));
  else
    update private.webhook_deliveries x set asked_at = null, state = case when x.delivered_at is not null then 'delivered' else 'given_up' end
    where x.id = d.id;
    if d.delivered_at is null and coalesce(e.told_at < now() - interval '1 day', true) then
      update private.webhook_endpoints w set told_at = now() where w.id = e.id;
      select n.* into v from private.webhook_events n where n.id = d.event_id;
      perform private.tell_of_webhook(e, 'webhook_given_up', jsonb_build_object('host', host, 'event', v.type));
    end if;
  end if;
end $$;
comment on function private.fail_webhook is 'What becomes of a delivery that was not taken: its next try, until three days after its first. Then the endpoint is
  switched off where it took nothing since, and keeps what waits; where it took other things this one is given up, so that its record goes on.
  Owners are told, of what is given up once a day.';

create function public.note_webhook_answer(
  delivery_id uuid, claim uuid, status int, code text, duration_ms int, answer text, retry_at timestamptz default null
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  was_taken constant boolean := note_webhook_answer.code is null and coalesce(note_webhook_answer.status between 200 and 299, false);
  e private.webhook_endpoints;
  d private.webhook_deliveries;
begin
  select w.* into e from private.webhook_endpoints w
  where w.id = (select x.endpoint_id from private.webhook_deliveries x where x.id = note_webhook_answer.delivery_id) for no key update;
  update private.webhook_deliveries x set claim = null, status = note_webhook_answer.status, code = note_webhook_answer.code,
    duration_ms = note_webhook_answer.duration_ms, answer = left(nullif(btrim(note_webhook_answer.answer), ''), 500),
    state = case when was_taken then 'delivered' else x.state end,
    delivered_at = case when was_taken then coalesce(x.delivered_at, now()) else x.delivered_at end,
    asked_at = case when was_taken then null else x.asked_at end
  where x.id = note_webhook_answer.delivery_id and x.state = 'waiting' and (was_taken or x.claim = note_webhook_answer.claim)
  returning x.* into d;
  if d.id is null then
    return;
  elsif not was_taken then
    perform private.fail_webhook(e, d, note_webhook_answer.retry_at);
  elsif e.failing_since is not null and e.switched_off_at is null then
    update private.webhook_endpoints w set failing_since = null, failures = 0 where w.id = e.id;
    -- It is back: what waits out its pause goes now.
    if e.failures >= 5 then
      update private.webhook_deliveries x set next_try_at = now()
      where x.endpoint_id = e.id and x.state = 'waiting' and x.claim is null and x.next_try_at > now();
    end if;
  end if;
end $$;
comment on function public.note_webhook_answer is 'What an endpoint answered: `status`, or `code` for why it did not (slow, unreachable, refused, redirect). That it was taken
  counts whoever has the claim by now, everything else of the present claim alone.';
grant execute on function public.note_webhook_answer(uuid, uuid, int, text, int, text, timestamptz) to service_role;

create function public.resend_webhook_delivery(delivery_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.webhook_organization(false);
begin
  perform from private.webhook_endpoints w
  where w.organization_id = caller_organization_id
    and w.id = (select x.endpoint_id from private.webhook_deliveries x where x.id = resend_webhook_delivery.delivery_id) for no key update;
  update private.webhook_deliveries x set state = 'waiting', asked_at = now(), next_try_at = now(), claim = null, tries = 0, first_tried_at = null
  where x.organization_id = caller_organization_id and x.id = resend_webhook_delivery.delivery_id;
  if not found then
    return private.command_result('This delivery is not there any more.', null, 'webhook_delivery_not_found');
  end if;
  perform private.call_function('webhook-send');
  return private.command_result(null);
end $$;
comment on function public.resend_webhook_delivery is 'Sends it at once, whatever of its record waits and whether the endpoint is switched off. Admins. {success, error, field}.';
grant execute on function public.resend_webhook_delivery(uuid) to authenticated;

create function private.webhook_record(v private.webhook_events) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('type', v.record_type, 'id', v.record_id, 'label', case v.record_type
    when 'payouts' then coalesce((select b.name from public.payout_batches b where b.organization_id = v.organization_id and b.id = v.record_id),
      'Single payment')
    when 'customers' then (select c.first_name || ' ' || c.last_name from public.customers c
      where c.organization_id = v.organization_id and c.id = v.record_id)
    else (select s.booking_reference from public.sales s
      where s.organization_id = v.organization_id and s.id = case v.record_type when 'sales' then v.record_id else (v.data ->> 'sale_id')::uuid end) end)
$$;
comment on function private.webhook_record is 'What an event is about, as it is called now: {type, id, label}; without a label what is no more.';

create function public.list_webhook_deliveries(endpoint_id uuid default null, state text default null, page int default 1, page_size int default 5)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.webhook_organization(false);
  per_page constant int := least(greatest(coalesce(list_webhook_deliveries.page_size, 5), 1), 100);
  page_no constant int := least(greatest(coalesce(list_webhook_deliveries.page, 1), 1), 1000000);
  all_count constant bigint := (
    select count(*) from private.webhook_deliveries d
    where d.organization_id = caller_organization_id
      and (list_webhook_deliveries.endpoint_id is null or d.endpoint_id = list_webhook_deliveries.endpoint_id)
      and (list_webhook_deliveries.state is null or d.state = list_webhook_deliveries.state));
begin
  return jsonb_build_object('count', all_count, 'page', page_no, 'page_size', per_page, 'total_pages', (all_count + per_page - 1) / per_page,
  'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'endpoint_id', d.endpoint_id, 'host', private.webhook_host(e.url),
      'event_id', v.id, 'type', v.type, 'happened_at', v.happened_at, 'record', private.webhook_record(v), 'state', d.state,
      'is_sending', d.claim is not null and d.next_try_at > now(), 'tries', d.tries, 'most_tries', greatest(d.tries, 14), 'tried_at', d.tried_at,
      'next_try_at', case when d.state = 'waiting' and (e.switched_off_at is null or d.asked_at is not null) then d.next_try_at end,
      'status', d.status, 'code', d.code, 'duration_ms', d.duration_ms, 'answer', d.answer) order by d.number desc, d.endpoint_id), '[]')
    from (
      select x.* from private.webhook_deliveries x
      where x.organization_id = caller_organization_id
        and (list_webhook_deliveries.endpoint_id is null or x.endpoint_id = list_webhook_deliveries.endpoint_id)
        and (list_webhook_deliveries.state is null or x.state = list_webhook_deliveries.state)
      order by x.number desc, x.endpoint_id offset (page_no - 1)::bigint * per_page limit per_page) d
    join private.webhook_endpoints e on e.id = d.endpoint_id
    join private.webhook_events v on v.id = d.event_id));
end $$;
comment on function public.list_webhook_deliveries is '{rows, count, page, page_size, total_pages}, the latest first: of all endpoints or of one; all, or those that are
  waiting, delivered or given_up. Admins.';
grant execute on function public.list_webhook_deliveries(uuid, text, int, int) to authenticated;

create function private.keep_webhooks() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.webhook_events v where v.id in (
    select o.id from private.webhook_events o where o.happened_at < now() - interval '30 days' order by o.happened_at limit 5000);
  delete from private.webhook_secrets s where s.ends_at < now();
  if exists (select from private.due_webhook_deliveries x where x.asked_at is not null)
    or exists (
      select from private.webhook_endpoints e
      where e.switched_off_at is null and exists (select from private.due_webhook_deliveries x where x.endpoint_id = e.id)) then
    perform private.call_function('webhook-send');
  end if;
end $$;
comment on function private.keep_webhooks is 'A job of every ten seconds: forgets what is older than 30 days, and calls webhook-send where something waits.';
