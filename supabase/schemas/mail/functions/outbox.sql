-- The box of mails that wait, and the function `mail-send` that empties it: it takes some (a claim that ends after three minutes), writes
-- what is not written yet, says that it hands one over, and tells what became of it. A mail leaves once: its id is the key of the request
-- to the provider, and one that was handed over and never heard of again is taken up only where the provider can tell.

create function private.sends_mail() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.mail_service s where s.provider is not null and s.told_at > now() - interval '1 day')
$$;
comment on function private.sends_mail is 'Whether this installation sends mail: the function that does so said it within a day.';

create function public.note_mail_provider(provider text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.mail_service (provider) values (note_mail_provider.provider)
  on conflict (only_one) do update set provider = excluded.provider, told_at = now()
$$;
comment on function public.note_mail_provider is 'What mail-send sends with; null: it is not set up to send.';
grant execute on function public.note_mail_provider(text) to service_role;

create function private.mailed_today(organization_id uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select count(*) from private.outgoing_mails m
  where m.organization_id = mailed_today.organization_id and m.sent_at > now() - interval '24 hours'
$$;

create function public.take_mails(most int default 10) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  new_claim constant uuid := gen_random_uuid();
  answer jsonb;
begin
  with due as (
    select m.id from private.outgoing_mails m
    where (m.state = 'queued' and m.next_try_at <= now() or m.state = 'sending' and m.claimed_until < now())
      and (m.kind = 'account' or private.mailed_today(m.organization_id) < 500)
      and not private.is_being_deleted(m.organization_id)
    order by m.next_try_at, m.id for update of m skip locked limit least(greatest(most, 1), 50)),
  taken as (
    update private.outgoing_mails m
    set state = 'sending', claim = new_claim, claimed_until = now() + interval '3 minutes', attempts = m.attempts + 1
    from due d where m.id = d.id returning m.*)
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'claim', t.claim, 'kind', t.kind, 'to_address', t.to_address,
    'to_name', t.to_name, 'from_name', t.from_name, 'reply_to', t.reply_to, 'subject', t.subject, 'body', t.body,
    'attachment_name', t.attachment_name, 'attachment', translate(encode(t.attachment, 'base64'), E'\n', ''),
    'attempts', t.attempts, 'handed_over_at', t.handed_over_at) order by t.next_try_at, t.id), '[]')
  into answer from taken t;
  return answer;
end $$;
comment on function public.take_mails is 'Some mails to be sent now, each for three minutes: [{id, claim, …}]. Their `body` is null where
  it is to be written (compose_mail); `handed_over_at` when one was handed over before and nobody knows what became of it. Of an agency
  that has sent 500 within 24 hours none but those about somebody''s account: they wait.';
grant execute on function public.take_mails(int) to service_role;

create function public.hand_over_mail(mail_id uuid, claim uuid, content jsonb default null) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  mail private.outgoing_mails;
begin
  update private.outgoing_mails m set handed_over_at = now(), body = coalesce(m.body, content ->> 'body'),
    subject = case when m.body is null then coalesce(content ->> 'subject', m.subject) else m.subject end,
    attachment = case when m.body is null then decode(content ->> 'attachment', 'base64') else m.attachment end,
    attachment_name = case when m.body is null then content ->> 'attachment_name' else m.attachment_name end
  where m.id = hand_over_mail.mail_id and m.claim = hand_over_mail.claim and m.state = 'sending'
    and coalesce(m.body, content ->> 'body') is not null
  returning m.* into mail;
  if mail.id is not null and mail.kind = 'chase' and mail.chase_number > 0 and content is not null then
    perform private.note_follow_up(mail);
  end if;
  return mail.id is not null;
end $$;
comment on function public.hand_over_mail is 'Said right before the provider is asked, with what was written: {subject, body, attachment
  in base64, attachment_name}. False when the claim is over: then it must not be sent.';
grant execute on function public.hand_over_mail(uuid, uuid, jsonb) to service_role;

create function public.mail_sent(mail_id uuid, provider_id text default null) returns void
language sql volatile security definer set search_path = '' as $$
  update private.outgoing_mails m set state = 'sent', sent_at = now(), provider_id = mail_sent.provider_id, claim = null,
    claimed_until = null, code = null, words = null, attachment = null, attachment_name = null
  where m.id = mail_sent.mail_id and m.state in ('queued', 'sending')
$$;
comment on function public.mail_sent is 'The provider took it, whoever had the claim by then. Files are not kept.';
grant execute on function public.mail_sent(uuid, text) to service_role;

create function private.tell_undelivered(mail private.outgoing_mails) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  vendor record;
begin
  if mail.kind = 'chase' then
    update private.vendor_chases c set state = 'undelivered', next_on = null, ended_on = (now() at time zone o.time_zone)::date
    from public.organizations o where o.id = c.organization_id and c.id = mail.chase_id and c.state in ('once', 'running', 'ended');
    select v.id, v.name into vendor from private.vendor_chases c join public.vendors v on v.id = c.vendor_id where c.id = mail.chase_id;
    perform private.write_notification(mail.organization_id, mail.created_by, 'mail', 'Your e-mail to ' || vendor.name || ' did not reach '
      || mail.to_address || coalesce(': ' || mail.words, '') || '.', 'vendors', vendor.id, 'chase_undelivered',
      jsonb_build_object('vendor', vendor.name, 'address', mail.to_address, 'said', mail.words));
  elsif mail.created_by is not null then
    perform private.write_notification(mail.organization_id, mail.created_by, 'mail', '“' || mail.subject || '” did not reach '
      || mail.to_address || coalesce(': ' || mail.words, '') || '.', null, null, 'mail_undelivered',
      jsonb_build_object('subject', mail.subject, 'address', mail.to_address, 'said', mail.words));
  end if;
end $$;
comment on function private.tell_undelivered is 'Ends the follow-ups to a vendor who cannot be reached, and tells whoever asked; of what
  goes to members whoever planned it; of one about an account nobody.';

create function private.said_by_provider(words text) returns text
language sql immutable set search_path = '' as $$
  select rtrim(left(private.visible_text(regexp_replace(words, '[[:cntrl:][:space:]]+', ' ', 'g')), 300), '. ')
$$;

create function public.mail_failed(
  mail_id uuid, claim uuid, code text, words text default null, again boolean default true, after_seconds int default null
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  mail private.outgoing_mails;
  pauses constant int[] := '{60,300,1800,7200,21600,43200}';
begin
  update private.outgoing_mails m set claim = null, claimed_until = null, code = left(mail_failed.code, 40),
    words = private.said_by_provider(mail_failed.words),
    state = case when again and m.attempts <= cardinality(pauses) then 'queued' else 'failed' end,
    handed_over_at = case when again then null else m.handed_over_at end,
    next_try_at = now() + make_interval(secs => least(greatest(coalesce(after_seconds, 0), pauses[least(m.attempts, 6)]), 86400))
  where m.id = mail_failed.mail_id and m.claim = mail_failed.claim and m.state = 'sending'
  returning m.* into mail;
  if mail.state = 'failed' then
    perform private.tell_undelivered(mail);
  end if;
end $$;
comment on function public.mail_failed is 'The provider did not take it. What time heals (`again`) is tried after 1, 5 and 30 minutes, 2, 6 and
  12 hours, or later when the provider says so; then, and at once otherwise, it is failed.';
grant execute on function public.mail_failed(uuid, uuid, text, text, boolean, int) to service_role;

create function public.mail_bounced(mail_id uuid, provider_id text, code text, words text default null) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  mail private.outgoing_mails;
begin
  update private.outgoing_mails m set state = 'bounced', code = left(mail_bounced.code, 40),
    words = private.said_by_provider(mail_bounced.words), provider_id = coalesce(m.provider_id, mail_bounced.provider_id),
    sent_at = coalesce(m.sent_at, now()), claim = null, claimed_until = null, attachment = null, attachment_name = null
  where (m.id = mail_bounced.mail_id or mail_bounced.mail_id is null and m.provider_id = mail_bounced.provider_id)
    and m.state in ('sending', 'sent')
  returning m.* into mail;
  if mail.id is null then
    return false;
  end if;
  perform private.tell_undelivered(mail);
  return true;
end $$;
comment on function public.mail_bounced is 'What the provider told later: bounced, complained. Once for a mail, and true that time; a mail
  that nobody knows is none of ours.';
grant execute on function public.mail_bounced(uuid, text, text, text) to service_role;
