create function public.close_books(through date) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  last_day date := private.today() - 1;
  closed_through date;
begin
  perform private.require_step_up();
  if caller_organization_id is null or not private.is_owner() then
    return private.command_result('Only an owner can close the books.', null, 'closing_is_for_owners');
  end if;
  perform pg_advisory_xact_lock(private.books_lock(caller_organization_id));
  select o.books_closed_through into closed_through from public.organizations o where o.id = caller_organization_id;
  if close_books.through is null or close_books.through not between '1990-01-01' and '2199-12-31' then
    return private.command_result('Enter the last day to close.', 'through', 'closing_day_missing');
  elsif close_books.through > last_day then
    return private.command_result('A day is closed when it has ended. Choose ' || private.day_words(last_day) || ' or an earlier day.',
      'through', 'day_not_ended', jsonb_build_object('last_day', last_day));
  elsif close_books.through <= closed_through then
    return private.command_result('The books are closed through ' || private.day_words(closed_through)
      || ' already. Choose a later day.', 'through', 'books_closed_already', jsonb_build_object('through', closed_through));
  end if;
  update public.organizations o set books_closed_through = close_books.through where o.id = caller_organization_id;
  perform private.audit(caller_organization_id, 'books_closed', null, null,
    jsonb_build_object('from', closed_through, 'to', close_books.through));
  return private.command_result(null);
end $$;
comment on function public.close_books is 'Closes the books through a day that has ended. Only forward, only owners. {success,
  error, field}.';
grant execute on function public.close_books(date) to authenticated;

create function public.reopen_books(through date, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  words constant text := private.visible_text(reopen_books.reason);
  closed_through date;
begin
  perform private.require_step_up();
  if caller_organization_id is null or not private.is_owner() then
    return private.command_result('Only an owner can reopen the books.', null, 'reopening_is_for_owners');
  end if;
  perform pg_advisory_xact_lock(private.books_lock(caller_organization_id));
  select o.books_closed_through into closed_through from public.organizations o where o.id = caller_organization_id;
  if closed_through is null then
    return private.command_result('The books are not closed.', null, 'books_not_closed');
  elsif reopen_books.through >= closed_through then
    return private.command_result('The books are closed through ' || private.day_words(closed_through) || '. Choose an earlier day.',
      'through', 'reopening_day_too_late', jsonb_build_object('through', closed_through));
  elsif reopen_books.through < '1990-01-01' then
    return private.command_result('Choose a day from 1990 on.', 'through', 'reopening_day_too_early');
  elsif words is null then
    return private.command_result('Say why. It is kept in the audit log, and the other owners read it.',
      'reason', 'reopening_books_reason_missing');
  elsif char_length(words) > 500 then
    return private.command_result('Use at most 500 characters.', 'reason', 'text_too_long', '{"most": 500}');
  end if;
  update public.organizations o set books_closed_through = reopen_books.through where o.id = caller_organization_id;
  perform private.audit(caller_organization_id, 'books_reopened', null, null,
    jsonb_build_object('from', closed_through, 'to', reopen_books.through, 'reason', words));
  perform private.write_notification(u.organization_id, u.id, 'books', private.acting_name(u.organization_id)
    || ' reopened the books: they were closed through ' || private.day_words(closed_through)
    || coalesce(', now through ' || private.day_words(reopen_books.through), ', now nothing is closed') || '. ' || words,
    'organization', u.organization_id, 'books_reopened', jsonb_build_object('by', private.acting_name(u.organization_id),
      'from', closed_through, 'to', reopen_books.through, 'reason', words))
  from public.users u
  where u.organization_id = caller_organization_id and u.role = 'owner' and u.is_active order by u.id;
  return private.command_result(null);
end $$;
comment on function public.reopen_books is 'Reopens the books after an earlier day, or altogether (null), with a reason, and tells
  the other owners. {success, error, field}. Booking days that were given meanwhile stay.';
grant execute on function public.reopen_books(date, text) to authenticated;
