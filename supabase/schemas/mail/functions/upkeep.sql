-- The box, once a minute.

create function private.keep_mail() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.sends_mail() then
    perform private.write_follow_ups();
    perform private.run_mail_plans();
  end if;
  delete from private.outgoing_mails m where m.state in ('sent', 'failed', 'bounced') and m.created_at < now() - interval '90 days';
  if exists (select from private.outgoing_mails m
      where m.state = 'queued' and m.next_try_at <= now() or m.state = 'sending' and m.claimed_until < now())
    or not exists (select from private.mail_service s where s.told_at > now() - interval '1 hour') then
    perform private.call_function('mail-send');
  end if;
end $$;
comment on function private.keep_mail is 'Fills the box with what is due, forgets mails of more than 90 days, and calls mail-send where one waits;
  besides once an hour, so that it says whether it can send.';

create function private.send_soon() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.call_function('mail-send');
  return null;
end $$;

create function private.redact_mails(organization_id uuid, pattern text) returns void
language sql volatile security definer set search_path = '' as $$
  update private.outgoing_mails m set body = private.redact(m.body, pattern, 20000), subject = private.redact(m.subject, pattern, 200),
    attachment = null, attachment_name = null
  where m.organization_id = redact_mails.organization_id and (m.body ~* pattern or m.subject ~* pattern or m.attachment is not null)
$$;
comment on function private.redact_mails is 'Takes a name out of the mails of 90 days. A file that is leaving this very moment goes without: it may name
  anybody.';
