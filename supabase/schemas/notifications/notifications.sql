-- Notifications: messages to one person about what somebody else did. Triggers write them; clients read their own and mark them
-- as read. Nobody is notified of their own action. A message to an agent about a sale does not name it: the client adds what the
-- reader may see of the sale at that time, and of the words of a mention or a reply (communication_id). commentable_type and commentable_id are the record a message leads to.

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  user_id uuid not null,
  type text not null,
  message text not null,
  is_read boolean not null default false,
  created_at timestamptz not null default now(),
  commentable_type text,
  commentable_id uuid,
  communication_id uuid,
  constraint notifications_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint notifications_user_id_fkey foreign key (user_id, organization_id) references public.users (id, organization_id),
  constraint notifications_communication_id_fkey foreign key (organization_id, communication_id)
    references public.communications (organization_id, id) on delete cascade,
  constraint notifications_type_length check (char_length(type) <= 40),
  constraint notifications_message_length check (char_length(message) <= 1000),
  constraint notifications_commentable_type_length check (char_length(commentable_type) <= 40)
);
alter table public.notifications enable row level security;

create index notifications_user_id_idx on public.notifications (organization_id, user_id, created_at desc, id);
create index notifications_communication_id_idx on public.notifications (organization_id, communication_id)
  where communication_id is not null;
create index notifications_unread_idx on public.notifications (organization_id, user_id) where not is_read;

create policy "people read their own notifications" on public.notifications
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and user_id = (select auth.uid()));

create policy "people mark their own notifications as read" on public.notifications
  for update to authenticated
  using (organization_id = (select private.current_organization_id()) and user_id = (select auth.uid()))
  with check (organization_id = (select private.current_organization_id()) and user_id = (select auth.uid()));

grant select, update (is_read) on public.notifications to authenticated;

-- The number of unread notifications, which every page asks for first. For a deactivated user or a revoked session row-level
-- security alone would answer 0, like nothing new. An error instead makes the client check its session, so that no page needs
-- another request for that.
create function public.get_unread_count() returns integer
language plpgsql stable set search_path = '' as $$
begin
  if private.current_organization_id() is null then
    raise insufficient_privilege using message = 'This session is not valid any more';
  end if;
  return (
    select count(*) from public.notifications n
    where n.organization_id = (select private.current_organization_id()) and n.user_id = (select auth.uid()) and not n.is_read
  );
end $$;
grant execute on function public.get_unread_count() to authenticated;

-- Writes one message, unless the caller is its recipient.
create function private.write_notification(
  organization_id uuid, user_id uuid, type text, message text, commentable_type text, commentable_id uuid
) returns void
language sql security definer set search_path = '' as $$
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id)
  select write_notification.organization_id, write_notification.user_id, write_notification.type, write_notification.message,
    write_notification.commentable_type, write_notification.commentable_id
  where write_notification.user_id is distinct from auth.uid()
$$;

-- To the active admins and owners but the caller.
create function private.notify_other_admins(
  organization_id uuid, type text, message text, commentable_type text, commentable_id uuid
) returns void
language sql security definer set search_path = '' as $$
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id)
  select u.organization_id, u.id, notify_other_admins.type, notify_other_admins.message, notify_other_admins.commentable_type,
    notify_other_admins.commentable_id
  from public.users u
  where u.organization_id = notify_other_admins.organization_id and u.role in ('owner', 'admin') and u.is_active
    and u.id is distinct from auth.uid()
  order by u.id
$$;

-- To the agent who was assigned a sale, and to the agent whose sale was cancelled. Once per statement, whatever its rows. An
-- import (setting paperplane.importing) tells each agent once, when it ends: private.notify_of_import.
create function private.notify_of_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Name of the acting user by organization.
  names jsonb;
begin
  if current_setting('paperplane.importing', true) = 'yes' then
    return null;
  end if;
  if tg_op = 'INSERT' then
    names := (
      select jsonb_object_agg(d.organization_id, private.acting_name(d.organization_id))
      from (select distinct organization_id from added) d);
    insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id)
    select n.organization_id, n.agent_id, 'assignment', (names ->> n.organization_id::text) || ' assigned you a sale.',
      'sales', n.id
    from added n
    where n.agent_id is distinct from auth.uid()
    order by n.id;
    return null;
  end if;
  names := (
    select jsonb_object_agg(d.organization_id, private.acting_name(d.organization_id))
    from (select distinct organization_id from changed) d);
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id)
  select n.organization_id, t.user_id, t.type, (names ->> n.organization_id::text) || t.message, 'sales', n.id
  -- A full join behind a fence (offset 0): a plain join of transition tables is planned for one row and loops over thousands.
  from (
    select n.id, n.organization_id, n.status, o.status as old_status, n.agent_id, o.agent_id as old_agent_id
    from changed n full join replaced o on o.id = n.id offset 0) n
  cross join lateral (
    -- A statement that cancels a sale may reassign it as well: the former agent's sale was cancelled.
    select n.old_agent_id as user_id, 'sale' as type, ' cancelled your sale.' as message
    where n.status = 'cancelled' and n.old_status <> 'cancelled'
    union all
    select n.agent_id, 'assignment', ' assigned you a sale.'
    where n.agent_id <> n.old_agent_id and (n.status <> 'cancelled' or n.old_status = 'cancelled')) t
  where t.user_id is distinct from auth.uid()
  order by n.id;
  return null;
end $$;

-- To the admins who want to know: which sales others record, and which are paid. One message for the sales of one statement, which
-- leads to the sale when it is one. Whoever hears of a sale as its agent does not hear of it twice. An import tells once, too.
create function private.notify_admins_of_sales() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- [{organization_id, agent_id, amount: how many, sale_id: one of them}]
  news jsonb;
begin
  if current_setting('paperplane.importing', true) = 'yes' then
    return null;
  elsif tg_op = 'INSERT' then
    news := (select jsonb_agg(to_jsonb(g)) from (
      select n.organization_id, n.agent_id, count(*) as amount, (array_agg(n.id))[1] as sale_id from added n group by 1, 2) g);
  else
    news := (select jsonb_agg(to_jsonb(g)) from (
      -- The full join behind offset 0 is explained at private.sync_commission.
      select p.organization_id, p.agent_id, count(*) as amount, (array_agg(p.id))[1] as sale_id
      from (
        select n.id, n.organization_id, n.agent_id, n.status, o.status as old_status
        from changed n full join replaced o on o.id = n.id offset 0) p
      where p.status = 'paid' and p.old_status <> 'paid'
      group by 1, 2) g);
  end if;
  if news is null then return null; end if;
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id)
  select u.organization_id, u.id, case tg_op when 'INSERT' then 'sale_recorded' else 'sale_paid' end,
    private.acting_name(u.organization_id) || case tg_op when 'INSERT' then ' recorded ' else ' marked ' end
      || case sum(g.amount) when 1 then 'a sale' else sum(g.amount) || ' sales' end
      || case tg_op when 'INSERT' then '.' else ' as paid by the customer.' end,
    'sales', case sum(g.amount) when 1 then (array_agg(g.sale_id))[1] end
  from jsonb_to_recordset(news) as g(organization_id uuid, agent_id uuid, amount bigint, sale_id uuid)
  join public.users u on u.organization_id = g.organization_id and u.id <> g.agent_id
  where u.role in ('owner', 'admin') and u.is_active and u.hears_of_sales and u.id is distinct from auth.uid()
  group by u.organization_id, u.id;
  return null;
end $$;

create trigger sales_after_45_tell_admins_added after insert on public.sales
  referencing new table as added for each statement execute function private.notify_admins_of_sales();
create trigger sales_after_45_tell_admins_changed after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.notify_admins_of_sales();

create trigger sales_after_40_notify_added after insert on public.sales
  referencing new table as added for each statement execute function private.notify_of_sale();
create trigger sales_after_40_notify_changed after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.notify_of_sale();

-- "sale NWR-1 for Vera Lind"
create function private.sale_description(sale public.sales) returns text
language sql stable security definer set search_path = '' as $$
  select 'sale ' || coalesce(sale.booking_reference || ' ', '') || 'for ' || coalesce((
    select c.first_name || ' ' || c.last_name from public.customers c where c.id = sale.customer_id), 'Unknown')
$$;

-- To the agent, when a commission became funds_received and when its payout was recorded, alone and not with others. That the vendor paid is said only of a
-- commission with a receipt.
create function private.notify_of_commission() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sale text := (select private.sale_description(s) from public.sales s where s.id = new.sales_id);
begin
  if new.status = 'funds_received' then
    perform private.write_notification(new.organization_id, new.agent_id, 'commission', case
      when new.received_on is not null then (select v.name from public.vendors v where v.id = new.vendor_id)
        || ' paid the commission on the ' || sale || '.'
      when new.sale_paid then 'The customer paid the ' || sale || '. Your commission can be paid.'
      else 'Your commission on the ' || sale || ' is marked as funds received.' end, 'commissions', new.id);
  else
    perform private.write_notification(new.organization_id, new.agent_id, 'payout',
      'Your payout for the ' || sale || ' was recorded.', 'commissions', new.id);
  end if;
  return null;
end $$;

create trigger commissions_after_40_notify after update on public.commissions
  for each row when (old.status <> new.status and new.status in ('funds_received', 'agent_paid')
    and current_setting('paperplane.importing', true) is distinct from 'yes'
    and current_setting('paperplane.paying_payout', true) is distinct from 'yes')
  execute function private.notify_of_commission();

-- To the agents for whom somebody else imported sales, when the import ends: how many.
create function private.notify_of_import(batch public.import_batches) returns void
language sql volatile security definer set search_path = '' as $$
  select private.write_notification(n.organization_id, n.agent_id, 'assignment', private.acting_name(n.organization_id)
    || ' imported ' || n.count || case n.count when 1 then ' sale' else ' sales' end || ' for you.', null, null)
  from (
    select s.organization_id, s.agent_id, count(*) as count from public.sales s
    where s.import_batch_id = batch.id group by s.organization_id, s.agent_id order by s.agent_id) n;
  insert into public.notifications (organization_id, user_id, type, message, commentable_type)
  select u.organization_id, u.id, 'sale_recorded', private.acting_name(u.organization_id) || ' imported ' || count(*)
    || case count(*) when 1 then ' sale.' else ' sales.' end, 'sales'
  from public.sales s
  join public.users u on u.organization_id = s.organization_id and u.id <> s.agent_id
  where s.import_batch_id = batch.id
    and u.role in ('owner', 'admin') and u.is_active and u.hears_of_sales and u.id is distinct from auth.uid()
  group by u.organization_id, u.id
$$;

-- To whoever has a new role. It leads admins and owners to their page in the team list; agents have none.
create function private.notify_of_role() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_notification(new.organization_id, new.id, 'role', private.acting_name(new.organization_id)
    || case new.role when 'owner' then ' transferred the ownership to you.' else ' made you an ' || new.role || '.' end,
    case when new.role <> 'agent' then 'team' end, case when new.role <> 'agent' then new.id end);
  return null;
end $$;

create trigger users_after_40_notify_role after update of role on public.users
  for each row when (old.role <> new.role) execute function private.notify_of_role();
