-- Notifications are written by the database, for the agent whose sale or commission somebody else touched.
-- Nobody is told of what they did themselves. A message about a sale does not name it: the reader's client adds what
-- the reader may see of the sale now.

-- Tells clients that something changed: a tag, never a row. Whatever is wrong with live messages, the write that
-- causes one goes through: every error ends here, and a lock is not waited for.
create function private.send_tag(topic text, tag text) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '500ms' as $$
begin
  perform realtime.send(jsonb_build_object('tag', tag), 'changed', topic, true);
exception when others then
  raise warning 'No live message on %: %', topic, sqlerrm;
end $$;

create function private.write_notification(
  home uuid, recipient uuid, kind text, words text, about_type text, about_id uuid
) returns void
language sql security definer set search_path = '' as $$
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id)
  select home, recipient, kind, words, about_type, about_id
  where recipient is distinct from auth.uid()
$$;

-- "Marisol Vega"; somebody without a name here is an admin or the operator.
create function private.acting_name(organization_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select u.first_name || ' ' || u.last_name from public.users u where u.id = private.acting_user(acting_name.organization_id)),
    'An admin')
$$;

-- "sale NWR-1 for Vera Lind"
create function private.sale_in_words(sale public.sales) returns text
language sql stable security definer set search_path = '' as $$
  select 'sale ' || coalesce(sale_in_words.sale.booking_reference || ' ', '') || 'for ' || coalesce((
    select c.first_name || ' ' || c.last_name from public.customers c where c.id = sale_in_words.sale.customer_id), 'Unknown')
$$;

create function private.notify_of_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.status = 'cancelled' and old.status <> 'cancelled' then
    -- In the same statement it may have been given to somebody else: it was the first agent's sale.
    perform private.write_notification(new.organization_id, old.agent_id, 'sale',
      private.acting_name(new.organization_id) || ' cancelled your sale.', 'sales', new.id);
  elsif tg_op = 'INSERT' or new.agent_id <> old.agent_id then
    perform private.write_notification(new.organization_id, new.agent_id, 'assignment',
      private.acting_name(new.organization_id) || ' assigned you a sale.', 'sales', new.id);
  end if;
  return null;
end $$;

create function private.notify_of_commission() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sale text := (select private.sale_in_words(s) from public.sales s where s.id = new.sales_id);
begin
  if new.status = 'funds_received' then
    perform private.write_notification(new.organization_id, new.agent_id, 'commission',
      'Funds received for your commission on the ' || sale || '.', 'commissions', new.id);
  else
    perform private.write_notification(new.organization_id, new.agent_id, 'payout',
      'Your payout for the ' || sale || ' was recorded.', 'commissions', new.id);
  end if;
  return null;
end $$;

create function private.announce_notifications() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.send_tag('user:' || n.user_id, 'notifications') from (select distinct user_id from written) n;
  return null;
end $$;

create function private.announce_account_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.send_tag('user:' || new.id, 'account_changed');
  return null;
end $$;

revoke all on function private.send_tag(text, text), private.write_notification(uuid, uuid, text, text, text, uuid),
  private.acting_name(uuid), private.sale_in_words(public.sales), private.notify_of_sale(), private.notify_of_commission(),
  private.announce_notifications(), private.announce_account_change() from public, anon, authenticated;

create trigger sales_after_40_notify_insert after insert on public.sales
  for each row execute function private.notify_of_sale();
create trigger sales_after_40_notify_update after update of status, agent_id on public.sales
  for each row when ((old.status, old.agent_id) is distinct from (new.status, new.agent_id))
  execute function private.notify_of_sale();
create trigger commissions_after_40_notify after update on public.commissions
  for each row when (old.status <> new.status and new.status in ('funds_received', 'agent_paid'))
  execute function private.notify_of_commission();
create trigger notifications_after_90_announce after insert on public.notifications
  referencing new table as written for each statement execute function private.announce_notifications();
create trigger users_after_90_announce after update of role, is_active, organization_id on public.users
  for each row when ((old.role, old.is_active, old.organization_id) is distinct from (new.role, new.is_active, new.organization_id))
  execute function private.announce_account_change();
