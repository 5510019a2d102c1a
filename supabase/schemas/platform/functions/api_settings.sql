-- A check that PostgREST runs before every request (pgrst.db_pre_request).

create schema api_requests;
grant usage on schema api_requests to anon, authenticated, service_role;

create function api_requests.takes_files(path text) returns boolean
language sql immutable set search_path = '' as $$
  select takes_files.path in ('/rpc/import_rows', '/rpc/check_import_rows', '/rpc/preview_bank_lines', '/rpc/import_bank_lines',
    '/rpc/finish_bank_import', '/rpc/save_vendor_statement', '/rpc/read_mailed_statement', '/rpc/save_bank_remittance')
$$;
comment on function api_requests.takes_files is 'Functions into which lines of files come.';
grant execute on function api_requests.takes_files(text) to anon, authenticated, service_role;

create function api_requests.refuse_large_body() returns void
language plpgsql stable set search_path = '' as $$
declare
  most constant int := 1048576;
  headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  told constant text := headers ->> 'content-length';
begin
  if current_setting('role', true) = 'service_role' or api_requests.takes_files(current_setting('request.path', true)) then
    return;
  elsif told is null and headers ->> 'transfer-encoding' is not null then
    raise sqlstate 'PT411' using message = 'Say how long the request is.', hint = '',
      detail = '{"code": "length_expected", "params": {}}';
  elsif told ~ '^[0-9]+$' and told::numeric > most then
    raise sqlstate 'PT413' using message = 'The request is larger than 1 MB.', hint = '',
      detail = '{"code": "request_too_large", "params": {}}';
  end if;
end $$;
comment on function api_requests.refuse_large_body is 'Refuses requests of more than 1 MB, but of who serves the installation, and where files
  come in.';
grant execute on function api_requests.refuse_large_body() to anon, authenticated, service_role;

create function api_requests.check_request() returns void
language plpgsql set search_path = '' as $$
declare
  as_of constant timestamp := (case when pg_is_in_recovery() then pg_last_xact_replay_timestamp() else clock_timestamp() end)
    at time zone 'utc';
begin
  -- No browser keeps an answer: its cache outlives the session.
  perform set_config('response.headers', '[{"cache-control": "no-store"}' || coalesce(format(
    ', {"x-as-of": "%s"}, {"access-control-expose-headers": "x-as-of"}', to_char(as_of, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')), '') || ']', true);
  perform api_requests.refuse_large_body();
  if pg_is_in_recovery() and auth.uid() is not null then
    if not private.has_live_session() then
      raise insufficient_privilege using message = 'This session is not valid any more';
    end if;
  end if;
  if auth.uid() is not null and current_setting('request.path', true) is distinct from '/rpc/get_second_factor' then
    perform private.refuse_missing_factor();
  end if;
  if exists (
    select 1
    from regexp_split_to_table(lower(current_setting('request.headers', true)::json ->> 'prefer'), '[,;]') as header(preference),
      regexp_replace(header.preference, '[^a-z0-9=_-]', '', 'g') as bare(preference)
    where bare.preference ~ '^count=' and bare.preference <> 'count=exact'
  ) then
    raise exception using errcode = 'P0001', hint = '',
      message = 'Ask for an exact count: an estimate would be made from rows that are not yours.',
      detail = '{"code": "count_is_exact", "params": {}}';
  end if;
end $$;
comment on function api_requests.check_request is 'Lets nobody keep an answer. Tells with each one the instant whose data it knows (x-as-of), by the
  primary''s clock, so that a browser can tell whether a replica knows what it has written: of a replica, when the last
  transaction that it has replayed was committed; older than it need be while nothing is written, and not told before the first
  one. A replica refuses a session that it does not know, or that has ended, instead of showing it an empty agency: the browser
  asks the primary then. Says to a session that lacks a second factor what it lacks, instead of showing it an empty agency; only
  get_second_factor answers it. Refuses every count but the exact one. The
  planner''s statistics know the rows of every tenant and agent: an estimate for `agent_id=eq.<somebody else>` would tell how many
  sales they have, past row-level security. Preferences are compared as servers parse them, and more strictly: apart at commas and
  semicolons, in lower case, without blanks, tabs, quotes and whatever else a parser may trim. PostgREST hands over the last of
  several Prefer headers only: a proxy in front of it must join them.';
grant execute on function api_requests.check_request() to anon, service_role, authenticated;

alter role authenticator set pgrst.db_pre_request = 'api_requests.check_request';
notify pgrst, 'reload config';
notify pgrst, 'reload schema';
