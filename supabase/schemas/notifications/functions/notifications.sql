-- Notifications: messages to one person about what somebody else did. Triggers write them; clients read their own and mark them
-- as read. What is told is a code with its parameters, and the same as an English message for whoever knows no codes. Nobody is
-- notified of their own action. A message to an agent about a sale does not name it: the client adds what the
-- reader may see of the sale at that time, and of the words of a mention or a reply (communication_id). commentable_type and commentable_id are the record a message leads to.

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
comment on function public.get_unread_count is 'The number of unread notifications, which every page asks for first. For a
  deactivated user or a revoked session row-level security alone would answer 0, like nothing new. An error instead makes the client
  check its session, so that no page needs another request for that.';
grant execute on function public.get_unread_count() to authenticated;

create function private.write_notification(
  organization_id uuid, user_id uuid, type text, message text, commentable_type text, commentable_id uuid, code text,
  params jsonb default '{}'
) returns void
language sql security definer set search_path = '' as $$
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id, code, params)
  select write_notification.organization_id, write_notification.user_id, write_notification.type, write_notification.message,
    write_notification.commentable_type, write_notification.commentable_id, write_notification.code, write_notification.params
  where write_notification.user_id is distinct from auth.uid()
$$;
comment on function private.write_notification is 'Writes one message, unless the caller is its recipient.';

create function private.notify_other_admins(
  organization_id uuid, type text, message text, commentable_type text, commentable_id uuid, code text, params jsonb default '{}'
) returns void
language sql security definer set search_path = '' as $$
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id, code, params)
  select u.organization_id, u.id, notify_other_admins.type, notify_other_admins.message, notify_other_admins.commentable_type,
    notify_other_admins.commentable_id, notify_other_admins.code, notify_other_admins.params
  from public.users u
  where u.organization_id = notify_other_admins.organization_id and u.role in ('owner', 'admin') and u.is_active
    and u.id is distinct from auth.uid()
  order by u.id
$$;
comment on function private.notify_other_admins is 'To the active admins and owners but the caller.';

create function private.notify_of_role() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_notification(new.organization_id, new.id, 'role', private.acting_name(new.organization_id)
    || case new.role when 'owner' then ' transferred the ownership to you.' else ' made you an ' || new.role || '.' end,
    case when new.role <> 'agent' then 'team' end, case when new.role <> 'agent' then new.id end,
    case new.role when 'owner' then 'ownership_transferred' else 'role_given' end,
    jsonb_build_object('by', private.acting_name(new.organization_id), 'role', new.role));
  return null;
end $$;
comment on function private.notify_of_role is 'To whoever has a new role. It leads admins and owners to their page in the team list;
  agents have none.';

create function private.notify_of_joining() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_notification(new.organization_id, new.invited_by, 'invitation', u.first_name || ' ' || u.last_name
    || ' accepted your invitation and joined as ' || new.role || '.', 'team', u.id, 'invitation_accepted',
    jsonb_build_object('by', u.first_name || ' ' || u.last_name, 'role', new.role))
  from public.users u where u.organization_id = new.organization_id and u.id = auth.uid();
  return null;
end $$;
comment on function private.notify_of_joining is 'To whoever invited somebody who has joined.';
