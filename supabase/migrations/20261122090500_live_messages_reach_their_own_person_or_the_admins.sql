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
