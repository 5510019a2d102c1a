-- How long a call may take (docs/decisions/036). What a screen waits for ends after 5 s. What a person knows to take longer keeps
-- hosted's 8 s: such a function says so itself (`set statement_timeout`), and PostgREST takes that over for the whole request.
-- Reports and exports, which only read, take turns of their person besides (private.await_turn).

alter role authenticated set statement_timeout = '5s';
notify pgrst, 'reload config';
