create trigger users_after_40_notify_role after update of role on public.users
  for each row when (old.role <> new.role) execute function private.notify_of_role();

create trigger invitations_after_40_notify after update on public.invitations
  for each row when (old.accepted_at is null and new.accepted_at is not null) execute function private.notify_of_joining();

create trigger second_factor_events_after_40_notify after insert on private.second_factor_events
  for each row when (new.what = 'asked') execute function private.notify_of_second_factor();
