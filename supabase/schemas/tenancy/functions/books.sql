-- Closed books: an owner closes the agency's books through a day (organizations.books_closed_through). The day of a fact never
-- changes; each fact has a booking day besides, `posted_on`: its own day, or the first open day where its own is closed. What a person
-- dates into closed books is refused. What follows from facts and changes of closed months is in
-- books/functions/corrections.sql and books/functions/receipts.sql.
--
-- Whoever writes a fact asks private.books_closed_through first, and from then on the books stay as they are until the transaction
-- ends: closing and reopening wait for those who write, so no fact slips behind a day that was closed meanwhile. The lock is taken
-- after those of rows; who closes takes no row but the organization's.

create function private.books_lock(organization_id uuid) returns bigint
language sql immutable set search_path = '' as $$ select hashtextextended('books ' || organization_id::text, 0) $$;

create function private.books_closed_through(organization_id uuid) returns date
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock_shared(private.books_lock(organization_id));
  -- A query of its own: it sees what was closed while this waited.
  return (select o.books_closed_through from public.organizations o where o.id = books_closed_through.organization_id);
end $$;
comment on function private.books_closed_through is 'Through which day the books are closed, null for not at all; they stay so until
  the transaction ends.';

create function private.booking_day(organization_id uuid, day date) returns date
language sql volatile security definer set search_path = '' as $$
  select case when day is not null then greatest(day, private.books_closed_through(organization_id) + 1) end
$$;
comment on function private.booking_day is 'The booking day of a fact of this day; null for null.';

create function private.day_words(day date) returns text
language sql immutable set search_path = '' as $$ select to_char(day, 'Mon FMDD, YYYY') $$;

create function private.closed_day_refusal(organization_id uuid, day date, field text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  closed_through constant date := private.books_closed_through(organization_id);
begin
  return case when day <= closed_through then private.command_result('The books are closed through '
    || private.day_words(closed_through) || '. Choose a later day, or ask an owner to reopen them.', field, 'books_closed',
    jsonb_build_object('through', closed_through)) end;
end $$;
comment on function private.closed_day_refusal is 'The answer when a person cannot enter this day; null when they can.';

create function private.closed_fact_refusal(organization_id uuid, posted_on date, field text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  closed_through constant date := private.books_closed_through(organization_id);
begin
  return case when posted_on <= closed_through then private.command_result('The books are closed through '
    || private.day_words(closed_through) || ', and this is in them. Ask an owner to reopen them.', field, 'in_closed_books',
    jsonb_build_object('through', closed_through)) end;
end $$;
comment on function private.closed_fact_refusal is 'The answer when a person cannot change a fact with this booking day; null
  when they can.';

create function private.refuse_closed_day(organization_id uuid, day date, column_name text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  refusal constant jsonb := private.closed_day_refusal(organization_id, day, column_name);
begin
  if refusal is not null then
    perform private.refuse_with(refusal);
  end if;
end $$;
