-- E-mails that ask a vendor for what it owes, with follow-ups until it has paid or somebody stops them.

create function private.keep_chase_in_conversation(mail private.outgoing_mails) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  message_id constant uuid := gen_random_uuid();
  chased uuid := (select c.vendor_id from private.vendor_chases c where c.id = mail.chase_id);
  words constant text := 'E-mail to ' || mail.to_address || ': ' || mail.subject || E'\n\n' || mail.body;
begin
  insert into public.communications (id, organization_id, commentable_type, commentable_id, thread_id, thread_at, author_id, body)
  values (message_id, mail.organization_id, 'vendors', chased, message_id, clock_timestamp(), mail.created_by,
    -- An e-mail mentions nobody.
    replace(case when char_length(words) > 4900 then left(words, 4900) || E'\n…' else words end, '<@', '< @'));
  perform private.announce_conversation('vendors', chased);
end $$;
comment on function private.keep_chase_in_conversation is 'A copy in the conversation of the vendor, which admins read; cut where a message
  ends.';

create function private.note_follow_up(mail private.outgoing_mails) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  chase private.vendor_chases;
  owed jsonb;
begin
  select c.* into chase from private.vendor_chases c where c.id = mail.chase_id;
  owed := private.owed_figures(chase.organization_id, vendor_id => chase.vendor_id);
  if (owed ->> 'count')::int > 0 then
    perform private.note_vendor_asked(chase.organization_id, chase.vendor_id, chase.asked_by, (owed ->> 'count')::int,
      (owed ->> 'amount')::numeric, false);
  end if;
  perform private.audit(chase.organization_id, 'vendor_mailed', null, chase.vendor_id, jsonb_build_object('to', chase.to_address,
    'follow_up', mail.chase_number, 'asked_by', chase.asked_by));
  perform private.keep_chase_in_conversation(mail);
end $$;
comment on function private.note_follow_up is 'What is kept of a follow-up right before it leaves.';

create function private.reply_address(organization_id uuid, user_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select e.email from public.user_emails e join public.users u on u.id = e.user_id and u.is_active
     where e.organization_id = o.id and e.email = lower(btrim(o.email)) limit 1),
    (select e.email from public.user_emails e where e.organization_id = o.id and e.user_id = reply_address.user_id))
  from public.organizations o where o.id = reply_address.organization_id
$$;
comment on function private.reply_address is 'Where answers go: the agency''s own address where a member has proven it, by signing in with
  it; else that of whoever asked.';

create function private.start_chase(
  vendor_id uuid, to_address text, subject text, body text, every_days int, although_deposit_waits boolean
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
  day constant date := private.today();
  refusal jsonb;
  chase private.vendor_chases;
  mail private.outgoing_mails;
begin
  if caller_organization_id is null then
    return private.command_result('You do not have permission to ask vendors.', null, 'asking_is_for_admins');
  elsif not private.sends_mail() then
    return private.command_result('This installation sends no mail. Copy the text, or open it in your mail program.', null,
      'mail_not_set_up');
  elsif not coalesce(private.is_mail_address(btrim(start_chase.to_address)), false) then
    return private.command_result('Enter one e-mail address.', 'to_address', 'mail_address_expected');
  elsif private.visible_text(start_chase.subject) is null or start_chase.subject ~ '[[:cntrl:]]'
    or char_length(start_chase.subject) > 200 then
    return private.command_result('Enter a subject of one line, of at most 200 characters.', 'subject', 'mail_subject_expected');
  elsif private.visible_text(start_chase.body) is null or char_length(start_chase.body) > 20000 then
    return private.command_result('Enter a message of at most 20,000 characters.', 'body', 'mail_body_expected');
  elsif start_chase.every_days not between 3 and 30 then
    return private.command_result('Follow up every 3 to 30 days.', 'every_days', 'follow_up_days_range');
  elsif (select count(*) from private.outgoing_mails m where m.organization_id = caller_organization_id and m.kind = 'chase'
    and m.created_at > now() - interval '24 hours') >= 100 then
    return private.command_result('The agency has sent 100 of these e-mails within 24 hours, the most there is. Try again later.', null,
      'mails_too_many');
  end if;
  refusal := private.request_refusal(caller_organization_id, start_chase.vendor_id, start_chase.to_address);
  if refusal is not null then
    return refusal;
  end if;
  -- Two who ask one vendor at the same moment: one after the other.
  perform 1 from public.vendors v where v.id = start_chase.vendor_id and v.organization_id = caller_organization_id for no key update;
  refusal := public.record_vendor_asked(start_chase.vendor_id, start_chase.although_deposit_waits);
  if not (refusal ->> 'success')::boolean then
    return refusal;
  end if;
  update private.vendor_chases c set state = 'stopped', next_on = null, ended_on = day, stopped_by = auth.uid()
  where c.organization_id = caller_organization_id and c.vendor_id = start_chase.vendor_id and c.state = 'running';
  insert into private.vendor_chases (organization_id, vendor_id, to_address, asked_on, asked_by, state, every_days, next_on)
  values (caller_organization_id, start_chase.vendor_id, btrim(start_chase.to_address), day, auth.uid(),
    case when start_chase.every_days is null then 'once' else 'running' end, start_chase.every_days, day + start_chase.every_days)
  returning * into chase;
  insert into private.outgoing_mails (organization_id, kind, to_address, from_name, reply_to, subject, body, created_by, chase_id, chase_number)
  select o.id, 'chase', chase.to_address, private.mail_name(o.name), private.reply_address(o.id, auth.uid()), btrim(start_chase.subject),
    start_chase.body, auth.uid(), chase.id, 0
  from public.organizations o where o.id = caller_organization_id
  returning * into mail;
  perform private.audit(caller_organization_id, 'vendor_mailed', null, chase.vendor_id, jsonb_build_object('to', chase.to_address,
    'is_vendors', exists (
      select from public.vendors v left join public.vendor_terms t on t.vendor_id = v.id
      where v.id = chase.vendor_id and (lower(v.email) = lower(chase.to_address)
        or exists (select from jsonb_array_elements(t.contacts) e where lower(e ->> 'email') = lower(chase.to_address))))));
  perform private.keep_chase_in_conversation(mail);
  return private.command_result(null) || jsonb_build_object('chase_id', chase.id);
end $$;

create function public.send_vendor_chase(
  vendor_id uuid, to_address text, subject text, body text, every_days int default null,
  although_deposit_waits boolean default false, request_key uuid default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  answer jsonb := private.begin_request('send_vendor_chase', request_key, jsonb_build_object('vendor_id', send_vendor_chase.vendor_id,
    'to_address', to_address, 'subject', subject, 'body', body, 'every_days', every_days));
begin
  if answer is not null then
    return answer;
  end if;
  answer := private.start_chase(send_vendor_chase.vendor_id, to_address, subject, body, every_days, although_deposit_waits);
  if (answer ->> 'success')::boolean then
    return private.end_request(request_key, (answer ->> 'chase_id')::uuid, answer);
  end if;
  return answer;
end $$;
comment on function public.send_vendor_chase is 'Sends a vendor an e-mail that asks for what it owes, to an address of the vendor''s or one that
  the admin typed; the audit log keeps which before it leaves. With `every_days` (3 to 30) six follow-ups at most, until nothing is
  open. Notes that the vendor was asked, as record_vendor_asked. Once for a request key. {success, error, field, chase_id}.';
grant execute on function public.send_vendor_chase(uuid, text, text, text, int, boolean, uuid) to authenticated;

create function private.saved_by_send_vendor_chase(record_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', 'vendor_chase', 'id', c.id, 'name', 'e-mail to ' || c.to_address)
  from private.vendor_chases c where c.id = record_id and c.organization_id = private.admin_organization_id()
$$;

create function public.stop_vendor_chase(chase_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
begin
  update private.vendor_chases c set state = 'stopped', next_on = null, ended_on = private.today(), stopped_by = auth.uid()
  where c.id = stop_vendor_chase.chase_id and c.organization_id = caller_organization_id and c.state = 'running';
  if not found and not exists (select from private.vendor_chases c
    where c.id = stop_vendor_chase.chase_id and c.organization_id = caller_organization_id) then
    return private.command_result('This e-mail does not exist.', null, 'chase_not_found');
  end if;
  delete from private.outgoing_mails m where m.chase_id = stop_vendor_chase.chase_id and m.organization_id = caller_organization_id
    and m.chase_number > 0 and m.state = 'queued';
  return private.command_result(null);
end $$;
comment on function public.stop_vendor_chase is 'Ends the follow-ups; one that waits does not leave any more. {success, error, field}.';
grant execute on function public.stop_vendor_chase(uuid) to authenticated;

create function private.chase_contact(asked_organization_id uuid, vendor_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', a.name, 'email', a.email)
  from (
    select e.entry ->> 'name' as name, e.entry ->> 'email' as email,
      case when e.entry ->> 'role' ~* 'commission' then 1 when e.entry ->> 'role' ~* 'account|financ|billing|remit' then 2 else 4 end as place, e.n
    from public.vendor_terms t cross join lateral jsonb_array_elements(t.contacts) with ordinality e(entry, n)
    where t.organization_id = asked_organization_id and t.vendor_id = chase_contact.vendor_id
    union all
    select null, v.email, 3, 0 from public.vendors v
    where v.organization_id = asked_organization_id and v.id = chase_contact.vendor_id) a
  where private.is_mail_address(a.email)
  order by a.place, a.n limit 1
$$;
comment on function private.chase_contact is 'Whom to ask: the contact for commission, then for accounts, then the vendor''s own address,
  then any contact.';

create function public.get_vendor_chases(vendor_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id constant uuid := private.admin_organization_id();
begin
  return jsonb_build_object('sends', private.sends_mail(),
    'contact', private.chase_contact(caller_organization_id, get_vendor_chases.vendor_id),
    'chases', (
      select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'vendor_id', c.vendor_id, 'to_address', c.to_address, 'asked_on', c.asked_on,
        'asked_by', u.first_name || ' ' || u.last_name, 'state', c.state, 'every_days', c.every_days, 'follow_ups', c.follow_ups,
        'next_on', c.next_on, 'ended_on', c.ended_on, 'mail', (
          select jsonb_build_object('state', m.state, 'code', m.code, 'words', m.words) from private.outgoing_mails m
          where m.chase_id = c.id order by m.chase_number desc limit 1)) order by c.vendor_id), '[]')
      from (
        select distinct on (k.vendor_id) k.* from private.vendor_chases k
        where k.organization_id = caller_organization_id
          and (get_vendor_chases.vendor_id is null or k.vendor_id = get_vendor_chases.vendor_id)
        order by k.vendor_id, k.created_at desc, k.id) c
      join public.users u on u.id = c.asked_by));
end $$;
comment on function public.get_vendor_chases is 'The last e-mail that asked each vendor, or one: {sends, contact: {name, email}, chases: [{id,
  vendor_id, to_address, asked_on, asked_by, state, every_days, follow_ups, next_on, ended_on, mail: {state, code, words}}]}. `sends`:
  whether this installation sends mail; `contact`: whom to ask, of one vendor. Admins only; for others there are none.';
grant execute on function public.get_vendor_chases(uuid) to authenticated;

create view private.due_follow_ups with (security_invoker = on) as
select c.id, c.organization_id, c.next_on
from private.vendor_chases c
join public.organizations o on o.id = c.organization_id
where c.state = 'running' and c.next_on <= current_date + 1
  -- From nine in the morning of the agency.
  and (now() at time zone o.time_zone) >= c.next_on + interval '9 hours';
comment on view private.due_follow_ups is 'Vendors who are to be asked again now.';

create function private.write_follow_ups_slice(organization_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant int := 100;
  written int := 0;
  due record;
  open_count int;
begin
  for due in
    select c as chase, private.mail_name(o.name) as agency, private.reply_address(o.id, c.asked_by) as reply_to,
      (now() at time zone o.time_zone)::date as day, u.is_active and u.role in ('owner', 'admin') as may_ask, v.archived_at
    from private.due_follow_ups f
    join private.vendor_chases c on c.organization_id = f.organization_id and c.id = f.id
    join public.organizations o on o.id = c.organization_id
    join public.users u on u.id = c.asked_by
    join public.vendors v on v.id = c.vendor_id
    where f.organization_id = write_follow_ups_slice.organization_id
    order by c.next_on, c.id for no key update of c skip locked limit most
  loop
    written := written + 1;
    open_count := (private.owed_figures((due.chase).organization_id, vendor_id => (due.chase).vendor_id) ->> 'count')::int;
    if open_count = 0 or not due.may_ask then
      update private.vendor_chases c set state = case when open_count = 0 then 'paid' else 'stopped' end, next_on = null, ended_on = due.day
      where c.id = (due.chase).id;
    elsif private.deposit_waits((due.chase).organization_id, (due.chase).vendor_id)
      or private.has_asked_enough((due.chase).organization_id) then
      update private.vendor_chases c set next_on = due.day + 1 where c.id = (due.chase).id;
    else
      insert into private.outgoing_mails (organization_id, kind, to_address, from_name, reply_to, subject, created_by, chase_id, chase_number)
      values ((due.chase).organization_id, 'chase', (due.chase).to_address, due.agency, due.reply_to, 'Open commission',
        (due.chase).asked_by, (due.chase).id, (due.chase).follow_ups + 1)
      on conflict do nothing;
      update private.vendor_chases c set follow_ups = c.follow_ups + 1,
        state = case when c.follow_ups + 1 = 6 then 'ended' else 'running' end,
        next_on = case when c.follow_ups + 1 < 6 then due.day + c.every_days end,
        ended_on = case when c.follow_ups + 1 = 6 then due.day end
      where c.id = (due.chase).id;
    end if;
  end loop;
  return written = most;
end $$;
comment on function private.write_follow_ups_slice is 'Puts the follow-ups of the day into the box; what they say is written when they leave. Ends
  those of vendors who owe nothing any more, and those of people who may not ask any more; waits a day while a deposit of the vendor waits.
  Whether there may be more.';

create function private.write_follow_ups() returns void
language sql volatile security definer set search_path = '' as $$
  select private.serve_in_turn('write_follow_ups', array(select distinct f.organization_id from private.due_follow_ups f), '1 second')
$$;
comment on function private.write_follow_ups is 'The same for all organizations in turn.';

create function private.follow_up_content(mail private.outgoing_mails) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  chase private.vendor_chases;
  owed jsonb;
  claims text;
  bookings jsonb;
begin
  select c.* into chase from private.vendor_chases c where c.id = mail.chase_id for no key update;
  owed := private.owed_figures(chase.organization_id, vendor_id => chase.vendor_id);
  if (owed ->> 'count')::int = 0 or chase.state not in ('running', 'ended') then
    update private.vendor_chases c set state = 'paid', next_on = null, ended_on = coalesce(c.ended_on, current_date), follow_ups = c.follow_ups - 1
    where c.id = chase.id and c.state in ('running', 'ended');
    return null;
  end if;
  claims := private.begin_acting(chase.asked_by);
  if private.is_admin() then
    bookings := public.get_vendor_overdue(chase.vendor_id);
  end if;
  perform private.end_acting(claims);
  if bookings is null then
    return null;
  end if;
  return (
    select jsonb_build_object('kind', 'chase', 'asked_on', chase.asked_on, 'count', owed -> 'count', 'amount', owed -> 'amount',
      'currency', o.currency, 'agency', private.mail_name(o.name),
      'name', private.mail_name(u.first_name || ' ' || u.last_name), 'bookings', bookings)
    from public.organizations o join public.users u on u.id = chase.asked_by where o.id = chase.organization_id);
end $$;
comment on function private.follow_up_content is 'What a follow-up is written from: what is still open now. Null when it is not to be sent:
  all was paid, it was stopped, or whoever asked may not any more.';
