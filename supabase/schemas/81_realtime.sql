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

create function private.announce_notifications() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.send_tag('user:' || n.user_id, 'notifications') from (select distinct user_id from written) n;
  return null;
end $$;

create trigger notifications_after_90_announce after insert on public.notifications
  referencing new table as written for each statement execute function private.announce_notifications();

create function private.announce_account_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.send_tag('user:' || new.id, 'account_changed');
  return null;
end $$;

create trigger users_after_90_announce after update of role, is_active, organization_id on public.users
  for each row when (old.role is distinct from new.role or old.is_active is distinct from new.is_active
    or old.organization_id is distinct from new.organization_id)
  execute function private.announce_account_change();

-- An open dashboard hears that something it shows has changed: one tag for the admins of the organization, one for each agent
-- concerned, never a row. A transaction says it once to each, however many statements it has.

-- One failure is enough: a table that somebody holds is waited for once, not once for every topic.
create function private.send_tags(topics text[], tag text) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '500ms' as $$
declare
  topic text;
begin
  lock table realtime.messages in row exclusive mode;
  foreach topic in array topics loop
    perform realtime.send(jsonb_build_object('tag', tag), 'changed', topic, true);
  end loop;
exception when others then
  raise warning 'No live message %: %', tag, sqlerrm;
end $$;

-- A statement that touches very many people tells fifty of them; everybody hears of the next change.
create function private.announce_dashboards(homes uuid[], agents uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  most constant int := 50;
  told text := coalesce(current_setting('paperplane.told_dashboards', true), '');
  topics text[] := array(
    select t.topic from (
      select 'org:' || h as topic from unnest(homes[:most]) h
      union all
      select 'user:' || a from unnest(agents[:most]) a) t
    where strpos(told, t.topic) = 0);
begin
  if cardinality(topics) > 0 then
    perform set_config('paperplane.told_dashboards', concat_ws(' ', told, array_to_string(topics, ' ')), true);
    perform private.send_tags(topics, 'dashboard');
  end if;
end $$;

-- What a statement changed of what dashboards show, told by the difference of its rows before and after: joined to each other
-- they would be planned for one row, and take a loop in a loop for thousands.
create function private.announce_sales() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  homes uuid[];
  agents uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct s.organization_id), array_agg(distinct s.agent_id) into homes, agents from added s;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct s.organization_id), array_agg(distinct s.agent_id) into homes, agents from replaced s;
  else
    select array_agg(distinct s.organization_id), array_agg(distinct s.agent_id) into homes, agents
    from (
      select b.organization_id, b.agent_id
      from (
        select 1 as n, c.id, c.organization_id, c.agent_id, c.customer_id, c.vendor_id, c.sale_date, c.travel_date,
          c.return_date, c.booking_reference, c.total_amount, c.commission_amount, c.status from changed c
        union all
        select -1, r.id, r.organization_id, r.agent_id, r.customer_id, r.vendor_id, r.sale_date, r.travel_date,
          r.return_date, r.booking_reference, r.total_amount, r.commission_amount, r.status from replaced r) b
      group by b.id, b.organization_id, b.agent_id, b.customer_id, b.vendor_id, b.sale_date, b.travel_date, b.return_date,
        b.booking_reference, b.total_amount, b.commission_amount, b.status
      having sum(b.n) <> 0) s;
  end if;
  perform private.announce_dashboards(homes, agents);
  return null;
end $$;

create trigger sales_after_90_announce_added after insert on public.sales
  referencing new table as added for each statement execute function private.announce_sales();
create trigger sales_after_90_announce_changed after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.announce_sales();
create trigger sales_after_90_announce_removed after delete on public.sales
  referencing old table as replaced for each statement execute function private.announce_sales();

create function private.announce_commissions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  homes uuid[];
  agents uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct c.organization_id), array_agg(distinct c.agent_id) into homes, agents from added c;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct c.organization_id), array_agg(distinct c.agent_id) into homes, agents from replaced c;
  else
    select array_agg(distinct s.organization_id), array_agg(distinct s.agent_id) into homes, agents
    from (
      select b.organization_id, b.agent_id
      from (
        select 1 as n, c.id, c.organization_id, c.agent_id, c.sale_date, c.sale_paid, c.status, c.amount, c.agent_amount,
          c.due_on, c.received_on from changed c
        union all
        select -1, r.id, r.organization_id, r.agent_id, r.sale_date, r.sale_paid, r.status, r.amount, r.agent_amount,
          r.due_on, r.received_on from replaced r) b
      group by b.id, b.organization_id, b.agent_id, b.sale_date, b.sale_paid, b.status, b.amount, b.agent_amount, b.due_on,
        b.received_on
      having sum(b.n) <> 0) s;
  end if;
  perform private.announce_dashboards(homes, agents);
  return null;
end $$;

create trigger commissions_after_90_announce_added after insert on public.commissions
  referencing new table as added for each statement execute function private.announce_commissions();
create trigger commissions_after_90_announce_changed after update on public.commissions
  referencing old table as replaced new table as changed for each statement execute function private.announce_commissions();
create trigger commissions_after_90_announce_removed after delete on public.commissions
  referencing old table as replaced for each statement execute function private.announce_commissions();

-- Who may join a private topic. Realtime asks these policies with the joiner's claims when a channel is joined and when
-- the token is renewed. Only the database sends: there is no policy that lets a client insert a message.

-- An inactive person keeps their own topic, like their own row: it says when they are let in again, and carries tags only.
create policy "people join their own topic" on realtime.messages
  for select to authenticated
  using (
    extension = 'broadcast'
    and (select realtime.topic()) = 'user:' || (select auth.uid())::text
    and (select private.has_live_session())
  );

create policy "admins join the topic of their organization" on realtime.messages
  for select to authenticated
  using (
    extension = 'broadcast'
    and (select realtime.topic()) = 'org:' || (select private.current_organization_id())::text
    and (select private.is_admin())
  );
