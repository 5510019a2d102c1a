-- What every page asks first. RLS alone would answer a locked-out caller with 0, which looks like nothing new; a refusal makes the
-- client ask Auth who it still is, so that no page needs a request of its own for that.
create function public.get_unread_count() returns integer
language plpgsql stable set search_path = '' as $$
begin
  if private.current_organization_id() is null then
    raise insufficient_privilege using message = 'This session is not valid any more';
  end if;
  return (
    select count(*) from public.notifications n
    where n.organization_id = (select private.current_organization_id()) and n.user_id = (select auth.uid()) and not n.is_read
  );
end $$;

revoke all on function public.get_unread_count() from public, anon, authenticated;
grant execute on function public.get_unread_count() to authenticated;
