-- What a person is told of their own account, by mail and among their messages. It follows what the audit log says, so nothing is told that
-- did not happen. These mails carry no link: whoever gets one opens Paperplane as ever.

create function private.write_account_mail(organization_id uuid, user_id uuid, to_address text, subject text, body text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.outgoing_mails (organization_id, kind, to_address, to_name, from_name, reply_to, subject, body, recipient_id)
  select o.id, 'account', write_account_mail.to_address, private.mail_name(u.first_name || ' ' || u.last_name),
    private.mail_name(o.name), coalesce(r.address, write_account_mail.to_address), write_account_mail.subject,
    'Hello ' || private.mail_name(u.first_name) || ',' || E'\n\n' || write_account_mail.body, u.id
  from public.users u join public.organizations o on o.id = u.organization_id
  cross join lateral (select case when private.is_mail_address(o.support_email) then o.support_email
    else private.reply_address(o.id, u.id) end as address) r
  where u.id = write_account_mail.user_id and o.id = write_account_mail.organization_id
    and private.sends_mail() and private.is_mail_address(write_account_mail.to_address)
$$;
comment on function private.write_account_mail is 'A mail about somebody''s own account, where this installation sends mail.';

create function private.tell_account_news() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
declare
  address constant text := (select e.email from public.user_emails e where e.user_id = new.subject_id);
  zone constant text := (select o.time_zone from public.organizations o where o.id = new.organization_id);
  moment constant text := to_char(new.created_at at time zone zone, 'FMMonth FMDD, YYYY, FMHH12:MI AM') || ' (' || zone || ')';
  device constant text := replace(coalesce(new.device, 'Another program'), ', ', ' on ');
  place constant text := case when new.action = 'member_zone_new' then ', in the time zone ' || (new.details ->> 'time_zone') || ',' else '' end;
begin
  if new.action = 'member_signed_out' then
    perform private.write_notification(new.organization_id, new.subject_id, 'account',
      private.acting_name(new.organization_id) || ' signed you out on all your devices.', null, null, 'signed_out_by_owner',
      jsonb_build_object('by', private.acting_name(new.organization_id)));
    perform private.write_account_mail(new.organization_id, new.subject_id, address, 'You were signed out on all devices',
      private.mail_name(private.acting_name(new.organization_id)) || ' signed you out of Paperplane on all your devices on ' || moment
      || '. Sign in again with your password. If you do not know why, ask them.');
  else
    perform private.write_notification(new.organization_id, new.subject_id, 'account',
      device || ' signed in to your account' || rtrim(place, ',') || '.', null, null, 'new_device',
      jsonb_build_object('device', device, 'time_zone', new.details -> 'time_zone'));
    perform private.write_account_mail(new.organization_id, new.subject_id, address, 'New sign-in: ' || device,
      device || place || ' signed in to your account on ' || moment || ', which it has not done before.' || E'\n\n'
      || 'Was it you? Then nothing is to be done. If not, open Your Profile, Security, sign this device out and change your password.');
  end if;
  return null;
end $$;
comment on function private.tell_account_news is 'Of a device, or a time zone, that somebody has not signed in from before, and of sessions that an
  owner ended: to the person, with the entry of it.';

create function private.tell_former_address() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.is_being_deleted(new.organization_id) then
    return null;
  end if;
  perform private.write_account_mail(new.organization_id, new.user_id, old.email, 'Your email address was changed',
    'from now on you sign in to Paperplane with ' || new.email || ' and no longer with ' || old.email || '.' || E'\n\n'
    || 'Was it not you? Then write to your agency at once: whoever reads mails to the new address can open your account.');
  return null;
end $$;
comment on function private.tell_former_address is 'The former address hears of the new one, but for accounts that go with their agency.';
