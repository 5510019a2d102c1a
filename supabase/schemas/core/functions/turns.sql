-- One heavy read of a person at a time.

create function private.await_turn() returns void
language plpgsql stable set search_path = '' set lock_timeout = '2s' as $$
begin
  if private.in_mode('acting') then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('heavy read ' || auth.uid(), 0));
exception when lock_not_available then
  raise exception using errcode = 'P0001', hint = '',
    message = 'Another report or export of yours is still running. Try again when it is done.',
    detail = '{"code": "report_is_running", "params": {}}';
end $$;
comment on function private.await_turn is 'Reports and exports of one person run one after the other, whatever tabs ask for them: each
  waits two seconds for the one before, and is refused then, so that waiting holds no connection for long. Other people are not held,
  nor is a job that acts for one. What reads long takes its turn before anything else, by itself: however the call is spelled, it is that
  function that runs. The lock is of the server that answers: a replica has its own.';
