-- Change of a member's e-mail address. Auth mails a link to both addresses and changes it when both were opened; what is decided here is
-- who may begin, and what follows. A stolen session begins nothing: the password is typed again, and Auth itself judges it.

create function public.ask_address_change(email text, proof uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  agency constant uuid := private.current_organization_id();
  wanted constant text := lower(btrim(coalesce(ask_address_change.email, '')));
begin
  if agency is null then
    return private.command_result('You do not belong to an organization.', null, 'not_in_organization');
  end if;
  -- The session that Auth has opened for the password: it served to show that it was right, and is over with it.
  delete from auth.sessions s
  where s.id = proof and s.user_id = auth.uid() and s.id <> nullif(auth.jwt() ->> 'session_id', '')::uuid
    and exists (
      select from auth.mfa_amr_claims a
      where a.session_id = s.id and a.authentication_method = 'password' and a.created_at > now() - interval '5 minutes');
  if not found then
    return private.command_result('Type your password again.', 'current_password', 'password_not_shown');
  elsif char_length(wanted) > 254 or wanted !~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$' then
    return private.command_result('Enter an email address.', 'email', 'address_unreadable');
  elsif exists (select from public.user_emails e where e.user_id = auth.uid() and e.email = wanted) then
    return private.command_result('This is your address already.', 'email', 'address_is_own');
  elsif exists (select from auth.users a where a.email = wanted and a.deleted_at is null) then
    return private.command_result('Somebody signs in with this address already.', 'email', 'address_taken');
  elsif exists (select from private.pending_invitations(wanted)) then
    return private.command_result('An agency has invited this address. Ask it to withdraw the invitation first.', 'email', 'address_invited');
  end if;
  insert into private.address_wishes (user_id, organization_id, email) values (auth.uid(), agency, wanted)
  on conflict (user_id) do update set email = excluded.email, asked_at = now();
  return private.command_result(null);
end $$;
comment on function public.ask_address_change is 'Lets the caller ask Auth for another address within ten minutes. `proof` is another session
  of theirs that a password has opened within the last five, and ends here.';
grant execute on function public.ask_address_change(text, uuid) to authenticated;

create function private.guard_address_wish() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (select from public.users u where u.id = new.id) and not exists (
    select from private.address_wishes w
    where w.user_id = new.id and w.email = lower(new.email_change) and w.asked_at > now() - interval '10 minutes')
  then
    perform private.refuse('Type your password again.', 'current_password', 'password_not_shown');
  end if;
  return new;
end $$;
comment on function private.guard_address_wish is 'Auth begins no change of a member''s address that was not asked for with the password. Who
  has not joined yet has no colleagues to pretend to.';

create function private.follow_address() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
declare
  member public.users;
  by_member boolean;
begin
  -- Of an account that is only marked as deleted a hash stays, which is no address: the member's row keeps the last one.
  if new.email not like '%@%' then
    return null;
  end if;
  update public.user_emails e set email = lower(new.email) where e.user_id = new.id;
  if not found then
    return null;
  end if;
  delete from private.address_wishes w where w.user_id = new.id;
  by_member := found;
  select u.* into member from public.users u where u.id = new.id;
  perform private.audit(member.organization_id, 'member_address_changed', null, member.id, '{}', null,
    case when by_member then member.id end, not by_member);
  perform private.send_tag('user:' || new.id, 'account_changed');
  return null;
end $$;
comment on function private.follow_address is 'The address of a member follows the account''s, whoever changed it: their own wish, or the
  operator, of whom the log says that nobody did.';

create function public.get_address_change() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('email', a.email_change, 'asked_at', a.email_change_sent_at, 'waits_for', array(
    select case t.token_type::text when 'email_change_token_new' then 'new' else 'current' end
    from auth.one_time_tokens t where t.user_id = a.id and t.token_type::text in ('email_change_token_new', 'email_change_token_current')
      and t.created_at > localtimestamp - interval '1 hour'
    order by 1))
  from auth.users a
  where a.id = auth.uid() and coalesce(a.email_change, '') <> '' and private.current_organization_id() is not null
$$;
comment on function public.get_address_change is 'The address the caller has asked for and not got yet: {email, asked_at, waits_for}, null for
  none. `waits_for` names whose link is still to be opened, `current` and `new`; with none, the links are over.';
grant execute on function public.get_address_change() to authenticated;

create function public.withdraw_address_change() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.current_organization_id() is null then
    return private.command_result('You do not belong to an organization.', null, 'not_in_organization');
  end if;
  update auth.users a set email_change = '', email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0
  where a.id = auth.uid();
  delete from auth.one_time_tokens t
  where t.user_id = auth.uid() and t.token_type::text in ('email_change_token_new', 'email_change_token_current');
  delete from private.address_wishes w where w.user_id = auth.uid();
  return private.command_result(null);
end $$;
comment on function public.withdraw_address_change is 'Takes the caller''s wish for another address back: the links in both mails are void.';
grant execute on function public.withdraw_address_change() to authenticated;
