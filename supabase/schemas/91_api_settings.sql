-- A check that PostgREST runs before every request (pgrst.db_pre_request).

create schema api_requests;
grant usage on schema api_requests to anon, authenticated, service_role;

-- Refuses planned and estimated counts. The planner's statistics know the rows of every tenant and agent: an estimate for
-- `agent_id=eq.<somebody else>` would tell how many sales they have, past row-level security.
create function api_requests.check_request() returns void
language plpgsql stable set search_path = '' as $$
begin
  if current_setting('request.headers', true)::json ->> 'prefer' ~* 'count *= *"?(planned|estimated)' then
    raise exception using errcode = 'P0001', hint = '',
      message = 'Ask for an exact count: an estimate would be made from rows that are not yours.';
  end if;
end $$;
grant execute on function api_requests.check_request() to anon, service_role, authenticated;

alter role authenticator set pgrst.db_pre_request = 'api_requests.check_request';
notify pgrst, 'reload config';
notify pgrst, 'reload schema';
