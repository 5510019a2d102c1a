-- The realtime schema in the layout of hosted Supabase, as far as broadcasts need it. Hosted splits the messages into
-- a partition per day and drops old ones; here old rows are deleted.
create role supabase_realtime_admin login noinherit;
grant anon, authenticated, service_role to supabase_realtime_admin;
-- Owners may write policies; on hosted an extension lets `postgres` do the same.
grant supabase_realtime_admin to postgres with inherit true, set false;

create schema realtime authorization supabase_realtime_admin;
grant usage on schema realtime to anon, authenticated, service_role, postgres;
set local role supabase_realtime_admin;

create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  primary key (id, inserted_at)
);
create index messages_inserted_at_topic_index on realtime.messages (inserted_at desc, topic)
  where extension = 'broadcast' and private is true;
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;
grant all on realtime.messages to postgres;

create function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')::text
$$;

-- With the caller's rights, as on hosted: who may not insert a message sends none, and the caller goes on.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql as $$
declare
  generated_id uuid;
  final_payload jsonb;
begin
  begin
    generated_id := gen_random_uuid();
    if payload ? 'id' then
      final_payload := payload;
    else
      final_payload := jsonb_set(payload, '{id}', to_jsonb(generated_id));
    end if;
    execute format('set local realtime.topic to %L', topic);
    insert into realtime.messages (id, payload, event, topic, private, extension)
    values (generated_id, final_payload, event, topic, private, 'broadcast');
  exception when others then
    raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
  end;
end $$;

create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void
language plpgsql as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  perform realtime.send(
    jsonb_build_object('old_record', old, 'record', new, 'operation', operation,
      'table', table_name, 'schema', table_schema),
    event_name, topic_name);
exception when others then
  raise exception 'Failed to process the row: %', sqlerrm;
end $$;

-- Not on hosted, which reads the log: here the server is woken at commit and reads the row.
create function realtime.wake_server() returns trigger language plpgsql as $$
begin
  if new.extension = 'broadcast' then
    perform pg_notify('realtime_messages', new.id::text);
  end if;
  return null;
end $$;
create trigger wake_server after insert on realtime.messages for each row execute function realtime.wake_server();

grant execute on all functions in schema realtime to anon, authenticated, service_role, postgres;
reset role;
