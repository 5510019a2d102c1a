-- What happens to mails by themselves: what stopped is begun again, mails end after 90 days, and an erasure reaches them.

create function private.find_stray_mail_files() returns text[]
language sql stable security definer set search_path = '' as $$
  select array(
    select o.name from storage.objects o
    where o.bucket_id = 'mail' and o.created_at < now() - interval '1 hour'
      and not exists (
        select 1 from private.incoming_mails m
        where m.state <> 'refused' and o.name = private.mail_file(m.organization_id, m.id)
          and m.id = case when pg_input_is_valid(split_part(o.name, '/', 2), 'uuid') then split_part(o.name, '/', 2)::uuid end)
      and not exists (
        select 1 from private.incoming_parts p
        where p.state = 'reading' and o.name = private.mail_file(p.organization_id, p.mail_id, p.number)
          and p.mail_id = case when pg_input_is_valid(split_part(o.name, '/', 2), 'uuid') then split_part(o.name, '/', 2)::uuid end)
    order by o.created_at limit 100)
$$;
comment on function private.find_stray_mail_files is 'Bytes that nobody needs any more: of mails that are gone or refused, and of parts
  that were read.';

create view private.stopped_mails with (security_invoker = on) as
select m.id, m.organization_id, m.attempts, m.claimed_until from private.incoming_mails m
where m.state = 'reading' and coalesce(m.claimed_until, m.received_at + interval '30 seconds') < now() and not exists (
  select 1 from private.incoming_parts p where p.organization_id = m.organization_id and p.mail_id = m.id);
comment on view private.stopped_mails is 'Mails whose reading was begun, and never finished.';

create view private.stopped_mail_parts with (security_invoker = on) as
select p.id, p.organization_id, p.attempts, p.claimed_until from private.incoming_parts p
join private.incoming_mails m on m.organization_id = p.organization_id and m.id = p.mail_id
where p.state = 'reading' and coalesce(p.claimed_until, m.received_at + interval '30 seconds') < now();
comment on view private.stopped_mail_parts is 'The same of their parts.';

create function private.resume_mails_slice(organization_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  stopped record;
begin
  for stopped in
    select m.id, m.attempts from private.stopped_mails m
    where m.organization_id = resume_mails_slice.organization_id
    order by m.claimed_until nulls first limit 20
  loop
    if stopped.attempts >= 3 then
      perform public.refuse_mail(stopped.id, 'mail_not_opened');
    else
      perform private.call_function('mailbox-read', jsonb_build_object('mail_id', stopped.id));
    end if;
  end loop;
  for stopped in
    select p.id, p.attempts from private.stopped_mail_parts p
    where p.organization_id = resume_mails_slice.organization_id
    order by p.claimed_until nulls first limit 20
  loop
    if stopped.attempts >= 4 then
      perform public.finish_mail_part(stopped.id, '{"state": "refused", "code": "part_not_opened"}');
    else
      perform private.call_function('mailbox-read', jsonb_build_object('part_id', stopped.id));
    end if;
  end loop;
  return false;
end $$;
comment on function private.resume_mails_slice is 'Has the mails of an organization that stopped read again, and gives those up that stop every time.';

create function private.keep_mailbox() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.incoming_mails m where m.received_at < now() - interval '90 days';
  perform private.serve_in_turn('resume_mails', array(
    select m.organization_id from private.stopped_mails m union select p.organization_id from private.stopped_mail_parts p), '1 second');
  if extract(minute from clock_timestamp()) = 11 then
    perform private.remove_stored_files('mail', private.find_stray_mail_files());
  end if;
end $$;
comment on function private.keep_mailbox is 'All of it; the scheduled job. Files are looked for once an hour.';

create function private.redact_mailbox(organization_id uuid, pattern text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.mail_senders s where s.organization_id = redact_mailbox.organization_id and s.address ~* pattern;
  -- What they wrote themselves goes.
  delete from private.incoming_mails m where m.organization_id = redact_mailbox.organization_id and m.sender ~* pattern;
  update private.incoming_mails m set subject = private.redact(m.subject, pattern, 300),
    sender_name = private.redact(m.sender_name, pattern, 200), message_id = private.redact(m.message_id, pattern, 300)
  where m.organization_id = redact_mailbox.organization_id and concat_ws(chr(10), m.subject, m.sender_name, m.message_id) ~* pattern;
  update private.incoming_parts p set file_name = private.redact(p.file_name, pattern, 200),
    params = private.redact_json(p.params, pattern)
  where p.organization_id = redact_mailbox.organization_id and (p.file_name ~* pattern or p.params::text ~* pattern);
  update public.notifications n set message = private.redact(n.message, pattern, 1000), params = private.redact_json(n.params, pattern)
  where n.organization_id = redact_mailbox.organization_id and n.type = 'mail' and n.message ~* pattern;
end $$;
comment on function private.redact_mailbox is 'Redacts what is told of mails, for private.erase_customer. The bytes of mails cannot be:
  they go with their mail, after 90 days.';
