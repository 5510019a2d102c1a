set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.post_message(message_id uuid, commentable_type text, commentable_id uuid, body text, reply_to uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
