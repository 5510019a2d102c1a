create trigger announce_incoming_mail after insert or update of state on private.incoming_mails
  for each row execute function private.announce_incoming_mail();
