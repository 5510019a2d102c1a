-- What a transaction remembers about itself, in four settings of the session that end with it. Nothing else may be handed over this
-- way: what a function has to know is an argument of it or a column of the row it writes. Clients cannot set them.

create function private.begin_mode(mode text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if mode not in ('erasing', 'importing', 'undoing_import', 'acting', '') then
    raise exception 'Unknown mode %', mode;
  end if;
  perform set_config('paperplane.mode', mode, true);
end $$;
comment on function private.begin_mode is 'Says what the statements to come are part of: ''erasing'' (texts within histories may be
  rewritten), ''importing'' (nobody is told of single records), ''undoing_import'' (what an import wrote may be deleted),
  ''acting'' (what a person may see is asked without them: tenancy/functions/session), '''' for nothing of it.';

create function private.in_mode(mode text) returns boolean
language sql stable set search_path = '' as $$ select coalesce(current_setting('paperplane.mode', true), '') = mode $$;

create function private.give_reason(reason text, code text default null, params jsonb default '{}') returns void
language sql volatile set search_path = '' as $$
  select set_config('paperplane.reason', case when btrim(reason) <> '' then
    jsonb_build_object('text', btrim(reason), 'code', code, 'params', params)::text else '' end, true)
$$;
comment on function private.give_reason is 'Why the statements to come change records, for their histories; '''' for no reason. A
  reason of ours is a code with its parameters, and the same in English; one that somebody wrote has no code.';
grant execute on function private.give_reason(text, text, jsonb) to authenticated;

create function private.given_note() returns jsonb
language sql stable set search_path = '' as $$ select nullif(current_setting('paperplane.reason', true), '')::jsonb $$;
comment on function private.given_note is '{text, code, params}; null when no reason was given.';

create function private.given_reason() returns text
language sql stable set search_path = '' as $$ select private.given_note() ->> 'text' $$;
comment on function private.given_reason is 'Null when none was given.';

create function private.first_told(tag text, topics text[]) returns text[]
language plpgsql volatile set search_path = '' as $$
declare
  told text := coalesce(current_setting('paperplane.told', true), '');
  fresh text[] := array(select t.topic from unnest(topics) t(topic) where strpos(told, tag || '>' || t.topic || ' ') = 0);
begin
  if cardinality(fresh) > 0 then
    perform set_config('paperplane.told', told || (select string_agg(tag || '>' || t.topic || ' ', '') from unnest(fresh) t(topic)), true);
  end if;
  return fresh;
end $$;
comment on function private.first_told is 'Those of `topics` that this transaction has not sent `tag` to yet. From now on it has.';

create function private.begin_key(key_id uuid) returns void
language sql volatile set search_path = '' as $$ select set_config('paperplane.key', key_id::text, true) $$;
comment on function private.begin_key is 'Makes the transaction a request of this API key.';

create function private.acting_key() returns text
language sql stable set search_path = '' as $$ select nullif(current_setting('paperplane.key', true), '') $$;
comment on function private.acting_key is 'The id of the API key whose request this transaction is (integrations/functions/api_requests): only then
  is its member somebody. Null for everything else.';
