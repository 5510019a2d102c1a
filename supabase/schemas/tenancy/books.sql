-- Closed books: an owner closes the agency's books through a day (organizations.books_closed_through). The day of a fact never
-- changes; each fact has a booking day besides, `posted_on`: its own day, or the first open day where its own is closed. What a person
-- dates into closed books is refused. What follows from facts and changes of closed months is in
-- books/corrections.sql and books/receipts.sql.
--
-- Whoever writes a fact asks private.books_closed_through first, and from then on the books stay as they are until the transaction
-- ends: closing and reopening wait for those who write, so no fact slips behind a day that was closed meanwhile. The lock is taken
-- after those of rows; who closes takes no row but the organization's.

create function private.books_lock(organization_id uuid) returns bigint
language sql immutable set search_path = '' as $$ select hashtextextended('books ' || organization_id::text, 0) $$;

-- Through which day the books are closed, null for not at all; they stay so until the transaction ends.
create function private.books_closed_through(organization_id uuid) returns date
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock_shared(private.books_lock(organization_id));
  -- A query of its own: it sees what was closed while this waited.
  return (select o.books_closed_through from public.organizations o where o.id = books_closed_through.organization_id);
end $$;

-- The booking day of a fact of this day; null for null.
create function private.booking_day(organization_id uuid, day date) returns date
language sql volatile security definer set search_path = '' as $$
  select case when day is not null then greatest(day, private.books_closed_through(organization_id) + 1) end
$$;

create function private.day_words(day date) returns text
language sql immutable set search_path = '' as $$ select to_char(day, 'Mon FMDD, YYYY') $$;

-- Why a person cannot enter this day; null when they can.
create function private.closed_day_refusal(organization_id uuid, day date) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  closed_through constant date := private.books_closed_through(organization_id);
begin
  return case when day <= closed_through then 'The books are closed through ' || private.day_words(closed_through)
    || '. Choose a later day, or ask an owner to reopen them.' end;
end $$;

-- Why a person cannot change a fact with this booking day; null when they can.
create function private.closed_fact_refusal(organization_id uuid, posted_on date) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  closed_through constant date := private.books_closed_through(organization_id);
begin
  return case when posted_on <= closed_through then 'The books are closed through ' || private.day_words(closed_through)
    || ', and this is in them. Ask an owner to reopen them.' end;
end $$;

create function private.refuse_closed_day(organization_id uuid, day date, column_name text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  refusal constant text := private.closed_day_refusal(organization_id, day);
begin
  if refusal is not null then
    perform private.refuse(refusal, column_name);
  end if;
end $$;

-- Closes the books through a day that has ended. Only forward, only owners. {success, error, field}.
create function public.close_books(through date) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.current_organization_id();
  last_day date := private.today() - 1;
  closed_through date;
begin
  if caller_organization_id is null or not private.is_owner() then
    return private.command_result('Only an owner can close the books.');
  end if;
  perform pg_advisory_xact_lock(private.books_lock(caller_organization_id));
  select o.books_closed_through into closed_through from public.organizations o where o.id = caller_organization_id;
  if close_books.through is null or close_books.through not between '1990-01-01' and '2199-12-31' then
    return private.command_result('Enter the last day to close.', 'through');
  elsif close_books.through > last_day then
    return private.command_result('A day is closed when it has ended. Choose ' || private.day_words(last_day) || ' or an earlier day.',
      'through');
  elsif close_books.through <= closed_through then
    return private.command_result('The books are closed through ' || private.day_words(closed_through)
      || ' already. Choose a later day.', 'through');
  end if;
  update public.organizations o set books_closed_through = close_books.through where o.id = caller_organization_id;
  perform private.audit(caller_organization_id, 'books_closed', null, null,
    jsonb_build_object('from', closed_through, 'to', close_books.through));
  return private.command_result(null);
end $$;
grant execute on function public.close_books(date) to authenticated;

-- Reopens the books after an earlier day, or altogether (null), with a reason, and tells the other owners. {success, error, field}.
-- Booking days that were given meanwhile stay.
create function public.reopen_books(through date, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.current_organization_id();
  words constant text := private.visible_text(reopen_books.reason);
  closed_through date;
begin
  if caller_organization_id is null or not private.is_owner() then
    return private.command_result('Only an owner can reopen the books.');
  end if;
  perform pg_advisory_xact_lock(private.books_lock(caller_organization_id));
  select o.books_closed_through into closed_through from public.organizations o where o.id = caller_organization_id;
  if closed_through is null then
    return private.command_result('The books are not closed.');
  elsif reopen_books.through >= closed_through then
    return private.command_result('The books are closed through ' || private.day_words(closed_through) || '. Choose an earlier day.',
      'through');
  elsif reopen_books.through < '1990-01-01' then
    return private.command_result('Choose a day from 1990 on.', 'through');
  elsif words is null then
    return private.command_result('Say why. It is kept in the audit log, and the other owners read it.', 'reason');
  elsif char_length(words) > 500 then
    return private.command_result('Use at most 500 characters.', 'reason');
  end if;
  update public.organizations o set books_closed_through = reopen_books.through where o.id = caller_organization_id;
  perform private.audit(caller_organization_id, 'books_reopened', null, null,
    jsonb_build_object('from', closed_through, 'to', reopen_books.through, 'reason', words));
  perform private.write_notification(u.organization_id, u.id, 'books', private.acting_name(u.organization_id)
    || ' reopened the books: they were closed through ' || private.day_words(closed_through)
    || coalesce(', now through ' || private.day_words(reopen_books.through), ', now nothing is closed') || '. ' || words,
    'organization', u.organization_id)
  from public.users u
  where u.organization_id = caller_organization_id and u.role = 'owner' and u.is_active order by u.id;
  return private.command_result(null);
end $$;
grant execute on function public.reopen_books(date, text) to authenticated;
