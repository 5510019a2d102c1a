-- Whose mail the statement mailbox reads: that of a vendor, as its page says or an admin said. Whoever else writes waits for a word.

create function private.is_shared_host(domain text) returns boolean
language sql immutable set search_path = '' as $$
  select domain ~ ('(^|\.)(gmail|googlemail|google|outlook|hotmail|live|msn|yahoo|ymail|rocketmail|aol|icloud|me|mac|proton|protonmail|pm|gmx'
    || '|web|mail|email|zoho|yandex|fastmail|hey|tutanota|tuta|comcast|verizon|att|sbcglobal|bellsouth|cox|charter|earthlink|qq|163|126'
    || '|t-online|freenet|orange|wanadoo|free|laposte|libero|virgilio|btinternet|sky|rogers|bell|shaw|telus|optonline|juno'
    || '|facebook|instagram|linkedin|x|twitter|youtube|tiktok|wixsite|wordpress|blogspot|squarespace|weebly|github|linktr|mailchimp'
    || '|sendgrid|amazonses|hubspot|sharepoint|dropbox|onmicrosoft)\.[a-z]{2,6}(\.[a-z]{2})?$')
$$;
comment on function private.is_shared_host is 'Whether this domain, or what it is part of, belongs to a host where anybody may have an
  address or a page: public mail, networks, page builders. There only a whole address says who writes.';

create function private.vendor_domains(vendor public.vendors) returns text[]
language sql immutable set search_path = '' as $$
  select array(
    select distinct d.domain
    from unnest(array[
      lower(substring(vendor.email from '@([^@[:space:]]+)$')),
      lower(substring(vendor.website from '^[Hh][Tt][Tt][Pp][Ss]?://(?:[Ww][Ww][Ww]\.)?([A-Za-z0-9.-]+)'))]) d(domain)
    where d.domain ~ '\.' and not private.is_shared_host(d.domain))
$$;
comment on function private.vendor_domains is 'The domains that are the vendor''s own: of its e-mail and its website.';

create function private.vendor_of_sender(organization_id uuid, address text) returns uuid
language sql stable security definer set search_path = '' as $$
  with said as (
    select s.vendor_id from private.mail_senders s
    where s.organization_id = vendor_of_sender.organization_id and s.address = vendor_of_sender.address
  ), named as (
    select v.id from public.vendors v
    left join public.vendor_terms t on t.vendor_id = v.id and t.organization_id = v.organization_id
    where v.organization_id = vendor_of_sender.organization_id and (lower(v.email) = vendor_of_sender.address
      or exists (select 1 from jsonb_array_elements(t.contacts) c where lower(c ->> 'email') = vendor_of_sender.address))
  ), owning as (
    select v.id from public.vendors v
    where v.organization_id = vendor_of_sender.organization_id and exists (
      select 1 from unnest(private.vendor_domains(v)) d(domain)
      where split_part(vendor_of_sender.address, '@', 2) in (d.domain)
        or split_part(vendor_of_sender.address, '@', 2) like '%.' || private.escape_like(d.domain))
  )
  select case
    when exists (select 1 from said) then (select s.vendor_id from said s)
    when (select count(*) from named) > 0 then (select case when count(*) = 1 then (array_agg(n.id))[1] end from named n)
    else (select case when count(*) = 1 then (array_agg(o.id))[1] end from owning o) end
$$;
comment on function private.vendor_of_sender is 'The vendor that writes from this address: as somebody said, else the one that has it as
  its own or a contact''s, else the one whose domain it is. Null for nobody, for never, and where it could be several.';

create function private.is_refused_sender(organization_id uuid, address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from private.mail_senders s
    where s.organization_id = is_refused_sender.organization_id and s.address = is_refused_sender.address and s.vendor_id is null)
$$;

create function public.answer_waiting_mail(address text, vendor_id uuid default null, remember boolean default true) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.mailbox_organization();
  plain text := lower(btrim(answer_waiting_mail.address));
  mail record;
begin
  if not coalesce(private.is_mail_address(plain), false) then
    return private.command_result('This is no e-mail address.', 'address', 'mail_address_wrong');
  elsif answer_waiting_mail.vendor_id is not null and not exists (select 1 from public.vendors v
    where v.organization_id = caller_organization_id and v.id = answer_waiting_mail.vendor_id) then
    return private.command_result('This vendor does not exist.', 'vendor_id', 'vendor_not_found');
  end if;
  if answer_waiting_mail.remember then
    if (select count(*) from private.mail_senders s where s.organization_id = caller_organization_id) >= 1000 then
      return private.command_result('There are 1,000 senders already. Forget some.', 'address', 'mail_senders_full');
    end if;
    insert into private.mail_senders (organization_id, address, vendor_id, said_by)
    values (caller_organization_id, plain, answer_waiting_mail.vendor_id, auth.uid())
    on conflict on constraint mail_senders_pkey do update
    set vendor_id = excluded.vendor_id, said_by = excluded.said_by, said_at = now();
  end if;
  for mail in
    update private.incoming_mails m set vendor_id = answer_waiting_mail.vendor_id,
      state = case when answer_waiting_mail.vendor_id is null then 'refused' else 'reading' end,
      code = case when answer_waiting_mail.vendor_id is null then 'sender_refused' end
    where m.organization_id = caller_organization_id and m.sender = plain and m.state = 'waiting'
    returning m.id, m.state
  loop
    if mail.state = 'reading' then
      perform private.call_function('mailbox-read', jsonb_build_object('mail_id', mail.id));
    end if;
  end loop;
  return private.command_result(null);
end $$;
comment on function public.answer_waiting_mail is 'Says of the mails that wait from this address: read them as this vendor''s, or
  (without one) leave them out; from now on too, unless `remember` is false. {success, error, field}.';
grant execute on function public.answer_waiting_mail(text, uuid, boolean) to authenticated;

create function public.forget_mail_sender(address text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.mailbox_organization();
begin
  delete from private.mail_senders s
  where s.organization_id = caller_organization_id and s.address = lower(btrim(forget_mail_sender.address));
  return private.command_result(null);
end $$;
comment on function public.forget_mail_sender is 'Takes back what was said of a sender: their next mail is judged anew. Idempotent.
  {success, error, field}.';
grant execute on function public.forget_mail_sender(text) to authenticated;
