-- A count that is planned or estimated comes from the planner's statistics, which know the rows of everybody: asked for
-- `agent_id=eq.<somebody else>` it tells how many sales they have. The API refuses both before it asks anything.
create schema api_requests;
grant usage on schema api_requests to anon, authenticated, service_role;

create function api_requests.check_request() returns void
language plpgsql stable set search_path = '' as $$
begin
  if current_setting('request.headers', true)::json ->> 'prefer' ~* 'count *= *"?(planned|estimated)' then
    raise exception using errcode = 'P0001', hint = '', message = 'Ask for an exact count: an estimate would be made from rows that are not yours.';
  end if;
end $$;
grant execute on function api_requests.check_request() to anon, service_role, authenticated;

alter role authenticator set pgrst.db_pre_request = 'api_requests.check_request';
notify pgrst, 'reload config';
notify pgrst, 'reload schema';
