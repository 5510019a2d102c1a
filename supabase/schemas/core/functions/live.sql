-- Live messages (docs/decisions/006): a tag to a topic. Who may join a topic is in platform/functions/realtime.

create function private.send_tag(topic text, tag text) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '500ms' as $$
begin
  perform realtime.send(jsonb_build_object('tag', tag), 'changed', topic, true);
exception when others then
  raise warning 'No live message on %: %', topic, sqlerrm;
end $$;
comment on function private.send_tag is 'Sends a tag to one topic. The write that causes a message succeeds whatever is wrong with
  Realtime: errors become warnings, and a lock is waited for half a second only.';

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
comment on function private.send_tags is 'send_tag for many topics. It takes the lock of the inserts first, so a locked table is
  waited for once, not once per topic.';
