-- Reading and writing a conversation. Every function asks first whether the caller may see the record: a record of others and one
-- that does not exist are refused with the same words.

create function private.expect_record(commentable_type text, commentable_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may_see_record(commentable_type, commentable_id) then
    perform private.refuse('This record does not exist.', '', 'record_not_found');
  end if;
end $$;
comment on function private.expect_record is 'Locks nothing; answers nothing. Refuses whoever may not see the record.';

create function private.expect_communication(communication_id uuid) returns public.communications
language plpgsql stable security definer set search_path = '' as $$
declare
  message public.communications;
begin
  select c.* into message from public.communications c where c.id = communication_id;
  if not private.may_see_record(message.commentable_type, message.commentable_id) then
    perform private.refuse('This message does not exist.', '', 'message_not_found');
  end if;
  return message;
end $$;
comment on function private.expect_communication is 'A message of the caller''s organization, on a record they may see.';

create function private.announce_conversation(commentable_type text, commentable_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  select private.send_tags(array(
    select 'user:' || u.id
    from private.record_readers(announce_conversation.commentable_type, announce_conversation.commentable_id) u
    left join public.communication_reads r on r.user_id = u.id
      and r.commentable_type = announce_conversation.commentable_type and r.commentable_id = announce_conversation.commentable_id
    order by r.read_at desc nulls last, u.id limit 50),
    'conversation ' || announce_conversation.commentable_type || ' ' || announce_conversation.commentable_id)
$$;
comment on function private.announce_conversation is 'Tag `conversation <type> <id>` to whoever may see the record: to fifty of
  them, who read it last. It carries no word.';

create function private.mention(message public.communications) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  wanted uuid[] := array(select distinct m[1]::uuid from regexp_matches(message.body,
    '<@([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})>', 'g') m);
begin
  if cardinality(wanted) > 20 then
    perform private.refuse('A message can mention 20 people.', 'body', 'mentions_too_many');
  end if;
  perform 1 from unnest(wanted) w where w not in (
    select u.id from private.record_readers(message.commentable_type, message.commentable_id) u);
  if found then
    perform private.refuse('Only people who may see this record can be mentioned.', 'body', 'mentioned_cannot_see');
  end if;
  delete from public.communication_mentions m where m.communication_id = message.id and m.mentioned_id <> all (wanted);
  with added as (
    insert into public.communication_mentions (communication_id, mentioned_id, organization_id)
    select message.id, w, message.organization_id from unnest(wanted) w
    on conflict do nothing returning mentioned_id)
  insert into public.notifications
    (organization_id, user_id, type, message, commentable_type, commentable_id, communication_id, code, params)
  select message.organization_id, a.mentioned_id, 'mention', private.acting_name(message.organization_id) || ' mentioned you on a '
    || private.record_noun(message.commentable_type) || '.', message.commentable_type, message.commentable_id, message.id, 'mentioned',
    jsonb_build_object('by', private.acting_name(message.organization_id), 'record', message.commentable_type)
  from added a where a.mentioned_id <> message.author_id order by a.mentioned_id;
end $$;
comment on function private.mention is 'Writes down whom a message mentions. Refuses anybody who may not see the record; who was
  mentioned before is not told again.';

create function private.record_noun(commentable_type text) returns text
language sql immutable set search_path = '' as $$
  select left(commentable_type, -1)
$$;

create function private.notify_of_reply(message public.communications) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.notifications
    (organization_id, user_id, type, message, commentable_type, commentable_id, communication_id, code, params)
  select message.organization_id, u.id, 'reply', private.acting_name(message.organization_id) || ' replied on a '
    || private.record_noun(message.commentable_type) || '.', message.commentable_type, message.commentable_id, message.id, 'replied',
    jsonb_build_object('by', private.acting_name(message.organization_id), 'record', message.commentable_type)
  from private.record_readers(message.commentable_type, message.commentable_id) u
  where u.id <> message.author_id
    and u.id in (
      select c.author_id from public.communications c
      where c.organization_id = message.organization_id and c.thread_id = message.thread_id and c.deleted_at is null)
    and u.id not in (select m.mentioned_id from public.communication_mentions m where m.communication_id = message.id)
  order by u.id
$$;
comment on function private.notify_of_reply is 'To whoever wrote in the thread and may still see the record, unless the message
  mentions them.';

create function private.mark_read(message_organization_id uuid, commentable_type text, commentable_id uuid, until timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.communication_reads (user_id, commentable_type, commentable_id, organization_id, read_at)
  values (auth.uid(), mark_read.commentable_type, mark_read.commentable_id, message_organization_id, until)
  on conflict (user_id, commentable_type, commentable_id) do update set read_at = excluded.read_at
  where communication_reads.read_at < excluded.read_at
$$;
comment on function private.mark_read is 'Remembers that the caller has read until a moment; earlier ones change nothing.';

create function private.expect_same_message(message public.communications) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  first public.communications;
  differs jsonb;
begin
  select c.* into first from public.communications c where c.id = message.id and c.author_id = auth.uid();
  if first.id is null then
    perform private.refuse('This message does not exist.', '', 'message_not_found');
  end if;
  select coalesce(jsonb_agg(f.name), '[]') into differs
  from (values ('body', first.body is distinct from message.body),
    ('record', (first.commentable_type, first.commentable_id) <> (message.commentable_type, message.commentable_id)),
    ('reply_to', first.thread_id <> message.thread_id)) f(name, is_other)
  where f.is_other;
  if differs <> '[]' then
    perform private.refuse_saved_already('{"name": "a message of yours"}', differs);
  end if;
end $$;
comment on function private.expect_same_message is 'Refuses a message whose id one has written another one under; the same one may
  be sent again. An id of somebody else is no id.';

create function public.post_message(message_id uuid, commentable_type text, commentable_id uuid, body text, reply_to uuid default null)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  parent public.communications;
  wanted public.communications;
  message public.communications;
  now_at constant timestamptz := clock_timestamp();
begin
  perform private.expect_record(commentable_type, commentable_id);
  if reply_to is not null then
    select c.* into parent from public.communications c where c.id = reply_to
      and c.commentable_type = post_message.commentable_type and c.commentable_id = post_message.commentable_id;
    if parent.id is null then
      perform private.refuse('This message does not exist.', '', 'message_not_found');
    end if;
  end if;
  wanted.id := message_id;
  wanted.organization_id := private.current_organization_id();
  wanted.commentable_type := post_message.commentable_type;
  wanted.commentable_id := post_message.commentable_id;
  wanted.thread_id := coalesce(parent.thread_id, message_id);
  wanted.thread_at := coalesce(parent.thread_at, now_at);
  wanted.author_id := auth.uid();
  wanted.body := btrim(post_message.body, E' \n\r\t');
  wanted.created_at := now_at;
  insert into public.communications select wanted.* on conflict do nothing returning * into message;
  if message.id is null then
    perform private.expect_same_message(wanted);
    return;
  end if;
  perform private.mention(message);
  if parent.id is not null then
    perform private.notify_of_reply(message);
  end if;
  perform private.mark_read(message.organization_id, message.commentable_type, message.commentable_id, now_at);
  perform private.announce_conversation(message.commentable_type, message.commentable_id);
end $$;
comment on function public.post_message is 'Writes a message, or a reply in the thread of `reply_to`. The client chooses the id, so
  that trying again after a lost answer writes it once, also while the first still runs; another one with its id is refused. In the
  body a mention is <@id>.';
grant execute on function public.post_message(uuid, text, uuid, text, uuid) to authenticated;

create function public.edit_message(message_id uuid, body text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  message public.communications := private.expect_communication(message_id);
begin
  if message.author_id <> auth.uid() then
    perform private.refuse('Only its author can change a message.', '', 'message_of_other_author');
  elsif message.deleted_at is not null then
    perform private.refuse('This message was deleted.', '', 'message_deleted');
  elsif message.created_at < clock_timestamp() - interval '15 minutes' then
    perform private.refuse('A message can be changed for 15 minutes.', 'body', 'message_too_old');
  end if;
  update public.communications c set body = btrim(edit_message.body, E' \n\r\t'), edited_at = clock_timestamp()
  where c.id = message.id and c.body is distinct from btrim(edit_message.body, E' \n\r\t')
  returning * into message;
  if message.id is not null then
    perform private.mention(message);
    perform private.announce_conversation(message.commentable_type, message.commentable_id);
  end if;
end $$;
comment on function public.edit_message is 'Its author may change a message for 15 minutes.';
grant execute on function public.edit_message(uuid, text) to authenticated;

create function public.delete_message(message_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  message public.communications := private.expect_communication(message_id);
begin
  if message.author_id <> auth.uid() and not private.is_admin() then
    perform private.refuse('Only its author and admins can delete a message.', '', 'message_kept');
  end if;
  perform private.clear_communications(message.organization_id, array[message.id], auth.uid());
  perform private.announce_conversation(message.commentable_type, message.commentable_id);
end $$;
comment on function public.delete_message is 'Its author may delete a message, admins any. That it was there stays.';
grant execute on function public.delete_message(uuid) to authenticated;

create function public.mark_conversation_read(message_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  message public.communications := private.expect_communication(message_id);
begin
  perform private.mark_read(message.organization_id, message.commentable_type, message.commentable_id, message.created_at);
end $$;
comment on function public.mark_conversation_read is 'The caller has seen the conversation until this message; whoever led them
  there has done so.';
grant execute on function public.mark_conversation_read(uuid) to authenticated;

create function public.get_conversation(commentable_type text, commentable_id uuid, before_id uuid default null, from_id uuid default null)
returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  page_size constant int := 50;
  tenant constant uuid := private.current_organization_id();
  seen_at timestamptz;
  edge public.communications;
  target public.communications;
  ids uuid[];
  first public.communications;
begin
  perform private.expect_record(commentable_type, commentable_id);
  select r.read_at into seen_at from public.communication_reads r
  where r.user_id = auth.uid() and r.commentable_type = get_conversation.commentable_type
    and r.commentable_id = get_conversation.commentable_id;
  select c.* into edge from public.communications c where c.id = before_id and c.organization_id = tenant
    and c.commentable_type = get_conversation.commentable_type and c.commentable_id = get_conversation.commentable_id;
  select c.* into target from public.communications c where c.id = from_id and c.organization_id = tenant
    and c.commentable_type = get_conversation.commentable_type and c.commentable_id = get_conversation.commentable_id;
  if target.id is not null then
    -- A page may begin in a thread: then with its first message.
    ids := array(
      select c.id from public.communications c
      where c.organization_id = tenant and c.commentable_type = get_conversation.commentable_type
        and c.commentable_id = get_conversation.commentable_id
        and (c.thread_at, c.thread_id) >= (target.thread_at, target.thread_id));
  end if;
  if coalesce(cardinality(ids), 0) < page_size then
    ids := array(
      select c.id from public.communications c
      where c.organization_id = tenant and c.commentable_type = get_conversation.commentable_type
        and c.commentable_id = get_conversation.commentable_id
        and (edge.id is null or (c.thread_at, c.thread_id, c.created_at, c.id)
          < (edge.thread_at, edge.thread_id, edge.created_at, edge.id))
      order by c.thread_at desc, c.thread_id desc, c.created_at desc, c.id desc limit page_size);
  end if;
  select c.* into first from public.communications c where c.id = any (ids)
  order by c.thread_at, c.thread_id, c.created_at, c.id limit 1;
  return (
    select jsonb_build_object(
      'messages', coalesce((
        select jsonb_agg(jsonb_build_object('id', c.id, 'thread_id', c.thread_id, 'author_id', c.author_id,
          'body', c.body, 'created_at', c.created_at, 'edited_at', c.edited_at, 'deleted_by', c.deleted_by,
          -- Microseconds: a moment as text is not in its order.
          'place', jsonb_build_array(extract(epoch from c.thread_at) * 1000000, c.thread_id, extract(epoch from c.created_at) * 1000000, c.id),
          'is_deleted', c.deleted_at is not null) order by c.thread_at, c.thread_id, c.created_at, c.id)
        -- The first message of a thread that the page begins within.
        from public.communications c where c.id = any (ids) or c.id = first.thread_id), '[]'),
      'people', coalesce((
        select jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
          'avatar_url', u.avatar_url))
        from public.users u where u.id in (
          select unnest(array[c.author_id, c.deleted_by]) from public.communications c where c.id = any (ids) or c.id = first.thread_id
          union select m.mentioned_id from public.communication_mentions m where m.communication_id = any (ids || first.thread_id))), '[]'),
      'has_earlier', coalesce(bool_or((c.thread_at, c.thread_id, c.created_at, c.id)
        < (first.thread_at, first.thread_id, first.created_at, first.id)), false),
      'before_id', first.id,
      'count', count(*) filter (where c.deleted_at is null),
      'read_at', seen_at,
      'new_earlier', count(*) filter (where c.created_at > seen_at and c.author_id <> auth.uid() and c.deleted_at is null
        and (c.thread_at, c.thread_id, c.created_at, c.id) < (first.thread_at, first.thread_id, first.created_at, first.id)),
      'readers', (
        select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
          'avatar_url', u.avatar_url, 'role', u.role) order by u.first_name, u.last_name, u.id), '[]')
        from private.record_readers(get_conversation.commentable_type, get_conversation.commentable_id) u))
    from public.communications c
    where c.organization_id = tenant and c.commentable_type = get_conversation.commentable_type
      and c.commentable_id = get_conversation.commentable_id);
end $$;
comment on function public.get_conversation is 'One page of a conversation, in its order: the last fifty messages, those before
  `before_id`, or all from a little before `from_id` on. Beside them how many there are, what is new for the caller (since
  `read_at`, of others), and who may read it.';
grant execute on function public.get_conversation(text, uuid, uuid, uuid) to authenticated;
