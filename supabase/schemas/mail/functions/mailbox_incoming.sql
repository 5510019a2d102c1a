-- Mail as it comes in, for the functions mailbox and mailbox-read: service_role alone calls what is public here. A mail is
-- received (receive_mail), its bytes are put into the bucket mail, and kept (keep_mail); from then on jobs take it apart
-- (take_mail, add_mail_parts) and read each part (take_mail_part, finish_mail_part). Each may be repeated.

create function private.mail_file(organization_id uuid, mail_id uuid, number integer default 0) returns text
language sql immutable set search_path = '' as $$ select organization_id::text || '/' || mail_id::text || '/' || number::text $$;
comment on function private.mail_file is 'The name of a mail''s bytes in the bucket mail (0), and of its parts.';

create function private.short_line(text text, most integer) returns text
language sql immutable set search_path = '' as $$
  select left(btrim(regexp_replace(coalesce(text, ''), '[[:cntrl:][:space:]]+', ' ', 'g')), most)
$$;
comment on function private.short_line is 'A text of a stranger as one line of at most so many letters.';

create function private.tell_of_mail(mail private.incoming_mails) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  vendor_name text := (select v.name from public.vendors v where v.organization_id = mail.organization_id and v.id = mail.vendor_id);
  statements int;
  others int;
begin
  if mail.state = 'waiting' then
    if not exists (select 1 from private.incoming_mails m where m.organization_id = mail.organization_id and m.sender = mail.sender
      and m.state = 'waiting' and m.id <> mail.id) then
      perform private.notify_other_admins(mail.organization_id, 'mail', 'Mail from ' || mail.sender || ' waits: is it a vendor?', 'mailbox',
        mail.id, 'mail_waits', jsonb_build_object('sender', mail.sender));
    end if;
    return;
  end if;
  select count(*) filter (where p.state = 'read'), count(*) filter (where p.state in ('to_read', 'refused') or p.code = 'unreadable')
  into statements, others
  from private.incoming_parts p where p.organization_id = mail.organization_id and p.mail_id = mail.id;
  if statements > 0 then
    perform private.notify_other_admins(mail.organization_id, 'mail', vendor_name || ' sent '
      || case statements when 1 then 'a statement.' else statements || ' statements.' end, 'vendors', mail.vendor_id,
      'statements_came', jsonb_build_object('vendor', vendor_name, 'count', statements));
  end if;
  if others > 0 or mail.state = 'refused' then
    perform private.notify_other_admins(mail.organization_id, 'mail', 'A mail from ' || coalesce(vendor_name, mail.sender)
      || ' could not be read in full.', 'mailbox', mail.id, 'mail_not_read',
      jsonb_build_object('sender', coalesce(vendor_name, mail.sender)));
  end if;
end $$;
comment on function private.tell_of_mail is 'Tells admins once: that a sender waits, that statements came, and that something could
  not be read.';

create function private.settle_mail(mail_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  mail private.incoming_mails;
begin
  -- Parts end at the same time.
  select m.* into mail from private.incoming_mails m where m.id = settle_mail.mail_id for no key update;
  if mail.state = 'reading' and not exists (select 1 from private.incoming_parts p
    where p.organization_id = mail.organization_id and p.mail_id = mail.id and p.state = 'reading') then
    update private.incoming_mails m set state = 'done', claimed_until = null where m.id = mail.id returning m.* into mail;
    perform private.tell_of_mail(mail);
  end if;
end $$;
comment on function private.settle_mail is 'A mail is done when all of its parts are.';

create function public.receive_mail(mail jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_a_day constant int := 500;
  most_waiting constant int := 50;
  address text := lower(mail ->> 'sender');
  message text := private.short_line(mail ->> 'message_id', 300);
  refused text := mail ->> 'refused';
  proven boolean := coalesce((mail ->> 'proven')::boolean, false);
  answer jsonb := '[]';
  box record;
  known private.incoming_mails;
  vendor uuid;
  of_vendor boolean;
begin
  if not coalesce(private.is_mail_address(address), false) or message = '' then
    return answer;
  end if;
  for box in
    select b.organization_id from private.mailboxes b
    where b.token in (select t from jsonb_array_elements_text(mail -> 'tokens') t limit 5)
    -- One after the other: a mail that is sent twice at once comes once.
    order by b.organization_id for no key update
  loop
    select m.* into known from private.incoming_mails m where m.organization_id = box.organization_id and m.message_id = message;
    vendor := private.vendor_of_sender(box.organization_id, address);
    of_vendor := vendor is not null and proven;
    -- Strangers have a number of their own: however many they send, mail of vendors comes.
    if known.id is null and not private.is_refused_sender(box.organization_id, address) and (
      select count(*) from private.incoming_mails m
      where m.organization_id = box.organization_id and m.received_at > now() - interval '1 day'
        and (m.vendor_id is not null) = of_vendor) < most_a_day then
      insert into private.incoming_mails (organization_id, message_id, sender, sender_name, subject, format, size, proven, vendor_id, state,
        code, params)
      select box.organization_id, message, address, private.short_line(mail ->> 'sender_name', 200),
        private.short_line(mail ->> 'subject', 300), mail ->> 'format', (mail ->> 'size')::int, proven, case when of_vendor then vendor end,
        case when r.code is null then 'stored' else 'refused' end, r.code, '{}'
      from (select coalesce(refused,
        case when not private.has_room_for_files(box.organization_id, (mail ->> 'size')::bigint) then 'files_full' end,
        case when not of_vendor and (
        select count(*) from private.incoming_mails m
        where m.organization_id = box.organization_id and m.state = 'waiting') >= most_waiting then 'too_many_wait' end) as code) r
      returning * into known;
      if known.state = 'refused' and known.vendor_id is not null then
        perform private.tell_of_mail(known);
      end if;
    end if;
    -- Its bytes have not all arrived: they are those of who sent it, whoever else writes its id.
    if known.state = 'stored' and (known.sender, known.proven, known.format, known.size)
      = (address, proven, mail ->> 'format', (mail ->> 'size')::int) then
      answer := answer || jsonb_build_object('mail_id', known.id, 'path', private.mail_file(known.organization_id, known.id));
    end if;
  end loop;
  return answer;
end $$;
comment on function public.receive_mail is 'A mail {tokens, message_id, sender, sender_name, subject, format, size, proven, refused} to
  addresses with these tokens: [{mail_id, path}] for each mailbox that wants its bytes. None for unknown tokens, for one that came
  before, of whom never is to be read, and when more than 500 came within a day, counted for vendors and for strangers apart.';
grant execute on function public.receive_mail(jsonb) to service_role;

create function public.keep_mail(mail_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  mail private.incoming_mails;
begin
  update private.incoming_mails m set state = case when m.vendor_id is null then 'waiting' else 'reading' end
  where m.id = keep_mail.mail_id and m.state = 'stored' returning m.* into mail;
  if mail.state = 'reading' then
    perform private.call_function('mailbox-read', jsonb_build_object('mail_id', mail.id));
  elsif mail.state = 'waiting' then
    perform private.tell_of_mail(mail);
  end if;
end $$;
comment on function public.keep_mail is 'The bytes of a mail have arrived: it is read, or waits for a word on its sender. Idempotent.';
grant execute on function public.keep_mail(uuid) to service_role;

create function public.take_mail(mail_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  mail private.incoming_mails;
begin
  update private.incoming_mails m set claimed_until = now() + interval '3 minutes', attempts = m.attempts + 1
  where m.id = take_mail.mail_id and m.state = 'reading' and coalesce(m.claimed_until < now(), true) and not exists (
    select 1 from private.incoming_parts p where p.organization_id = m.organization_id and p.mail_id = m.id)
  returning m.* into mail;
  return case when mail.id is not null then jsonb_build_object('path', private.mail_file(mail.organization_id, mail.id),
    'format', mail.format, 'subject', mail.subject) end;
end $$;
comment on function public.take_mail is 'Claims a mail that is to be taken apart, for three minutes: {path, format, subject}; null when
  somebody does, or has done.';
grant execute on function public.take_mail(uuid) to service_role;

create function public.refuse_mail(mail_id uuid, code text, params jsonb default '{}') returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  mail private.incoming_mails;
begin
  update private.incoming_mails m set state = 'refused', code = refuse_mail.code, params = refuse_mail.params, claimed_until = null
  where m.id = refuse_mail.mail_id and m.state = 'reading' returning m.* into mail;
  if mail.id is not null then
    perform private.tell_of_mail(mail);
  end if;
end $$;
comment on function public.refuse_mail is 'Says why a mail is not read, and tells admins. Idempotent.';
grant execute on function public.refuse_mail(uuid, text, jsonb) to service_role;

create function public.add_mail_parts(mail_id uuid, parts jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  mail private.incoming_mails;
  part record;
begin
  select m.* into mail from private.incoming_mails m where m.id = add_mail_parts.mail_id and m.state = 'reading' for no key update;
  if mail.id is null or exists (
    select 1 from private.incoming_parts p where p.organization_id = mail.organization_id and p.mail_id = mail.id) then
    return;
  end if;
  for part in
    insert into private.incoming_parts (organization_id, mail_id, number, file_name, size, state, code)
    select mail.organization_id, mail.id, (e ->> 'number')::int, coalesce(private.visible_text(regexp_replace(
        private.short_line(e ->> 'file_name', 200), '[/\\]+', '_', 'g')), 'file'),
      (e ->> 'size')::int, case when e ->> 'code' is null then 'reading' else 'refused' end, e ->> 'code'
    from jsonb_array_elements(parts) e
    returning id, state
  loop
    if part.state = 'reading' then
      perform private.call_function('mailbox-read', jsonb_build_object('part_id', part.id));
    end if;
  end loop;
  perform private.settle_mail(mail.id);
end $$;
comment on function public.add_mail_parts is 'What a mail holds: [{number, file_name, size, code}], a code for what is not read. Once.';
grant execute on function public.add_mail_parts(uuid, jsonb) to service_role;

create function public.take_mail_part(part_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  part private.incoming_parts;
begin
  update private.incoming_parts p set claimed_until = now() + interval '3 minutes', attempts = p.attempts + 1
  where p.id = take_mail_part.part_id and p.state = 'reading' and coalesce(p.claimed_until < now(), true) returning p.* into part;
  return (
    select jsonb_build_object('path', private.mail_file(part.organization_id, part.mail_id, part.number), 'file_name', part.file_name,
      'document_path', private.document_file(part.organization_id, part.id), 'attempts', part.attempts,
      'money', jsonb_build_object('currency', o.currency, 'notation', o.amount_notation),
      'references', private.vendor_references(part.organization_id, m.vendor_id))
    from private.incoming_mails m join public.organizations o on o.id = m.organization_id
    where m.organization_id = part.organization_id and m.id = part.mail_id);
end $$;
comment on function public.take_mail_part is 'Claims a part that is to be read, for three minutes: where its bytes lie, where its document
  goes, how the agency writes amounts, the vendor''s references; null when somebody reads it, or has read it.';
grant execute on function public.take_mail_part(uuid) to service_role;

create function public.finish_mail_part(part_id uuid, result jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  part private.incoming_parts;
  vendor uuid;
  document_id uuid;
  kept jsonb;
begin
  select p.* into part from private.incoming_parts p where p.id = finish_mail_part.part_id and p.state = 'reading' for no key update;
  if part.id is null then
    return;
  end if;
  vendor := (select m.vendor_id from private.incoming_mails m where m.organization_id = part.organization_id and m.id = part.mail_id);
  if result ->> 'type' is not null then
    insert into public.documents (organization_id, title, category, vendor_id, visibility)
    values (part.organization_id, part.file_name, 'statement', vendor, 'admins') returning id into document_id;
    -- Its file lies under the id of the part.
    insert into public.document_versions (id, organization_id, document_id, number, file_name, mime_type, size)
    values (part.id, part.organization_id, document_id, 1, part.file_name, result ->> 'type', part.size);
  end if;
  if result -> 'statement' is not null then
    kept := private.keep_vendor_statement(part.organization_id, vendor, part.file_name, result #> '{statement,lines}',
      result #> '{statement,fees}', result #> '{statement,left_out}', document_id, 'mailbox');
  end if;
  update private.incoming_parts p set document_id = made.id, statement_id = (kept ->> 'statement_id')::uuid,
    state = case when kept ->> 'success' = 'false' then 'kept' else result ->> 'state' end,
    code = case when kept ->> 'success' = 'false' then 'unreadable' else result ->> 'code' end,
    params = case when kept ->> 'success' = 'false' then jsonb_build_object('why', kept ->> 'error')
      else coalesce(result -> 'params', '{}') end
  from (select document_id) made(id) where p.id = part.id;
  perform private.settle_mail(part.mail_id);
end $$;
comment on function public.finish_mail_part is 'What became of a part: {state, code, params, type, statement: {lines, fees, left_out}}.
  With a type it becomes a document of the vendor, for admins. Once.';
grant execute on function public.finish_mail_part(uuid, jsonb) to service_role;

create function private.announce_incoming_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.send_tag('org:' || new.organization_id, 'bank');
  return null;
end $$;
comment on function private.announce_incoming_mail is 'Open pages of the bank ask again.';
