create trigger organizations_after_60_move_mail_plans after update of time_zone on public.organizations
  for each row when (old.time_zone <> new.time_zone) execute function private.move_mail_plans();

-- What somebody sends leaves at once; what the calendar sends is called for by the job that wrote it.
create trigger outgoing_mails_after_50_send after insert on private.outgoing_mails
  for each row when (new.body is not null) execute function private.send_soon();

create trigger audit_log_after_60_tell_account_news after insert on private.audit_log
  for each row when (new.action in ('member_zone_new', 'member_signed_out') or new.action = 'member_signed_in' and new.details ? 'new_device')
  execute function private.tell_account_news();
create trigger user_emails_after_60_tell_former_address after update of email on public.user_emails
  for each row when (old.email <> new.email) execute function private.tell_former_address();
create trigger second_factor_events_after_60_mail after insert on private.second_factor_events
  for each row execute function private.mail_about_second_factor();

create trigger incoming_mails_after_50_announce after insert or update of state on private.incoming_mails
  for each row execute function private.announce_incoming_mail();
