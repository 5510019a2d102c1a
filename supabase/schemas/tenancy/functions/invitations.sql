-- Invitations into an organization: admins invite agents, owners invite admins as well. Supabase Auth sends the mail, which
-- proves the address. Tenant, role and split of a new member come from this table alone, found by the confirmed e-mail address of
-- the account: user metadata authorizes nothing. A password proves nothing about the address either: whoever signed it up first may
-- have chosen it, so it is void where an invitation waits, and joining needs a session that a mail opened.

create function private.check_invitation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  known public.users%rowtype;
begin
  new.email := lower(btrim(new.email));
  new.first_name := nullif(btrim(new.first_name), '');
  new.last_name := nullif(btrim(new.last_name), '');
  new.commission_split := coalesce(new.commission_split,
    (select o.default_commission_split from public.organizations o where o.id = new.organization_id));
  if auth.uid() is not null then
    if not private.is_admin() then
      return new; -- The insert policy refuses it, before anything about the address is disclosed.
    elsif new.role = 'admin' and not private.is_owner() then
      perform private.refuse('Only an owner can invite an admin.', 'role', 'admins_are_invited_by_owners');
    elsif new.role = 'admin' or new.commission_split is distinct from
      (select o.default_commission_split from public.organizations o where o.id = new.organization_id) then
      perform private.require_step_up();
    end if;
  end if;
  select u.* into known
  from public.user_emails e join public.users u on u.id = e.user_id
  where e.organization_id = new.organization_id and e.email = new.email;
  if known.is_active then
    perform private.refuse('This person is already in your organization.', 'email', 'invited_is_member');
  elsif not known.is_active then
    perform private.refuse('This person is in your organization, but inactive. Activate them instead.',
      'email', 'invited_is_inactive');
  end if;
  if auth.uid() is not null then
    perform private.check_room_for_invitation(new.organization_id, true);
  end if;
  -- An expired invitation would violate the unique index on pending ones.
  update public.invitations i set revoked_at = now()
  where i.organization_id = new.organization_id and i.email = new.email
    and i.accepted_at is null and i.revoked_at is null and i.expires_at <= now();
  return new;
end $$;

create function private.refuse_many_invitations() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null and (select count(*) from added) > 1 then
    perform private.refuse('Send one invitation at a time.', '', 'one_invitation_at_a_time');
  end if;
  return null;
end $$;
comment on function private.refuse_many_invitations is 'What an agency has sent is counted between two statements: one that sends many would pass every
  limit.';

create function public.create_invitation(email text, role text, commission_split numeric default null, first_name text default null,
  last_name text default null, request_key uuid default null)
returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  answer jsonb := private.begin_request('create_invitation', request_key, jsonb_build_object('email', lower(btrim(email)),
    'role', role, 'commission_split', commission_split, 'first_name', first_name, 'last_name', last_name));
  new_id uuid;
begin
  if answer is null then
    insert into public.invitations (email, role, commission_split, first_name, last_name)
    values (create_invitation.email, create_invitation.role, create_invitation.commission_split, create_invitation.first_name,
      create_invitation.last_name)
    returning id into new_id;
    answer := private.end_request(request_key, new_id, jsonb_build_object('id', new_id));
  end if;
  return answer || jsonb_build_object('mailed', exists (
    select 1 from public.invitations i where i.id = (answer ->> 'id')::uuid and i.mailed_at is not null));
end $$;
comment on function public.create_invitation is 'Writes an invitation, once for each `request_key`: {id, mailed}, where `mailed`
  says that its mail has left, so that who asks again sends no second one. Runs with the caller''s rights: policy and trigger
  decide, as for an insert. The mail''s link is Auth''s alone.';
grant execute on function public.create_invitation(text, text, numeric, text, text, uuid) to authenticated;

create function private.saved_by_create_invitation(invitation_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', 'invitation', 'id', i.id, 'name', 'the invitation of ' || i.email)
  from public.invitations i
  where i.organization_id = private.current_organization_id() and private.is_admin() and i.id = saved_by_create_invitation.invitation_id
$$;
comment on function private.saved_by_create_invitation is 'See private.saved_as.';

create function private.audit_invitation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit(new.organization_id, case when tg_op = 'INSERT' then 'invitation_sent'
    when new.revoked_at is not null then 'invitation_withdrawn' else 'invitation_renewed' end, null, new.id,
    jsonb_build_object('role', new.role, 'commission_split', new.commission_split), null,
    case when tg_op = 'INSERT' then new.invited_by end);
  return null;
end $$;
comment on function private.audit_invitation is 'Entries: invitation_sent, invitation_renewed, invitation_withdrawn. The address is
  found when they are read.';

create function private.revoke_open_invitations() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.invitations i set revoked_at = now()
  where i.invited_by = new.id and i.accepted_at is null and i.revoked_at is null
    and not (new.is_active and (new.role = 'owner' or new.role = 'admin' and i.role = 'agent'));
  return null;
end $$;
comment on function private.revoke_open_invitations is 'An inviter who is deactivated or demoted loses their pending invitations,
  unless their new role still permits them: nobody comes back by an invitation they sent to themselves before.';

create function private.pending_invitations(address text) returns setof public.invitations
language sql stable security definer set search_path = '' as $$
  select i.*
  from public.invitations i
  join public.users u on u.id = i.invited_by and u.organization_id = i.organization_id
  where i.email = (select lower(btrim(address)))
    and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
    and u.is_active and (u.role = 'owner' or u.role = 'admin' and i.role = 'agent')
  order by i.expires_at desc, i.id
$$;
comment on function private.pending_invitations is 'The invitations that can be accepted with this address, the last one sent first.
  The inviter must still be entitled to them. The address is read once, not once a row: it may be a megabyte.';

create function private.has_pending_invitation(account_email text) returns boolean
language sql stable security definer set search_path = '' as $$
  select account_email is null or exists (select 1 from private.pending_invitations(account_email))
$$;
comment on function private.has_pending_invitation is 'Blocks sign-up with an own organization; also true for an account without an
  address.';

create function public.check_invitation_email(invitation_email text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from private.pending_invitations(check_invitation_email.invitation_email))
$$;
comment on function public.check_invitation_email is 'Whether a pending invitation exists for this address, and nothing else about
  it. Open to anonymous callers: the page behind an expired mail link asks before it offers a new mail, which proves the address
  again.';
grant execute on function public.check_invitation_email(text) to authenticated, anon;

create function private.void_unproven_access() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from private.pending_invitations(new.email)) then
    new.encrypted_password := '';
    delete from auth.sessions s where s.user_id = new.id;
  end if;
  return new;
end $$;
comment on function private.void_unproven_access is 'Where an invitation waits for an address, an account that gets it starts anew
  with the mail that proved it: the password and the sessions of before are void. They were made when nobody had proven to own the
  address yet, and Auth, hosted and embedded, keeps the password of whoever signed up first.';

create function private.session_came_by_mail() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.has_live_session() and exists (
    select 1 from auth.mfa_amr_claims a
    where a.session_id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      and a.authentication_method in ('otp', 'magiclink', 'recovery', 'invite', 'email/signup'))
$$;
comment on function private.session_came_by_mail is 'Whether a mail opened the caller''s session: a link or a code of a sign-up, an
  invitation, a magic link or a recovery. Auth keeps how a session came about; it writes `otp` for every mailed link, and the other
  words where a browser exchanged a code for it (PKCE).';

create function public.invitation_preview() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('invitation_id', i.id, 'organization_name', o.name,
    'inviter_name', u.first_name || ' ' || u.last_name, 'role', i.role, 'expires_at', i.expires_at,
    'first_name', i.first_name, 'last_name', i.last_name, 'by_mail', private.session_came_by_mail())
  from private.pending_invitations(private.confirmed_email()) i
  join public.organizations o on o.id = i.organization_id
  join public.users u on u.id = i.invited_by
  where not exists (select 1 from public.users me where me.id = auth.uid())
  order by i.expires_at desc, i.id
  limit 1
$$;
comment on function public.invitation_preview is 'The latest pending invitation for the caller''s confirmed address; null when there
  is none or the caller is a member already. by_mail: whether this session may accept it; if not, its person asks for a fresh
  mail.';
grant execute on function public.invitation_preview() to authenticated;

create function public.accept_invitation(
  first_name text default null,
  last_name text default null,
  invitation_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := auth.uid();
  address text := private.confirmed_email();
  given_name text := nullif(btrim(accept_invitation.first_name), '');
  family_name text := nullif(btrim(accept_invitation.last_name), '');
  invitation public.invitations%rowtype;
begin
  if not private.has_live_session() then
    return private.command_result('Please open the link in your invitation again.', null, 'invitation_session_over');
  elsif address is null then
    return private.command_result('Please confirm your email address first.', null, 'invitation_email_unconfirmed');
  elsif not private.session_came_by_mail() then
    return private.command_result('Please open the link in your invitation to join.', null, 'invitation_needs_mail');
  end if;

  -- The lock of create_organization_with_owner: an account gets one organization, whichever functions run concurrently.
  perform pg_advisory_xact_lock(hashtextextended('create_organization_with_owner ' || caller::text, 0));
  if exists (select 1 from public.users u where u.id = caller) then
    return private.command_result('You already belong to an organization.', null, 'already_in_organization');
  end if;

  select i.* into invitation
  from public.invitations i
  where i.id = (
    select p.id from private.pending_invitations(address) p
    where accept_invitation.invitation_id is null or p.id = accept_invitation.invitation_id
    order by p.expires_at desc, p.id
    limit 1)
    and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
  for no key update;
  if invitation.id is null then
    return coalesce((
      select case
        when i.accepted_at is not null then private.command_result('This invitation has already been accepted.',
          null, 'invitation_accepted')
        when i.revoked_at is not null then private.command_result('This invitation was withdrawn. Please ask for a new one.',
          null, 'invitation_withdrawn_ask_again')
        when i.expires_at <= now() then private.command_result('This invitation has expired. Please ask for a new one.',
          null, 'invitation_expired')
        else private.command_result('This invitation is no longer valid. Please ask for a new one.', null, 'invitation_invalid') end
      from public.invitations i
      where i.email = address
        and (accept_invitation.invitation_id is null or i.id = accept_invitation.invitation_id)
      order by i.created_at desc limit 1), private.command_result('There is no invitation for your email address.',
        null, 'invitation_missing'));
  elsif given_name is null or family_name is null then
    return private.command_result('First and last name are missing', null, 'names_missing');
  end if;

  insert into public.users (id, organization_id, first_name, last_name, role)
  values (caller, invitation.organization_id, given_name, family_name, invitation.role);
  update public.user_terms t set commission_split = invitation.commission_split where t.user_id = caller;
  update public.invitations i set accepted_at = now() where i.id = invitation.id;
  return jsonb_build_object('success', true, 'organization_id', invitation.organization_id);
end $$;
comment on function public.accept_invitation is 'Makes the caller a member, in a session that a mail opened: a password may be
  somebody else''s. `invitation_id` pins the invitation that was shown; without it the last one sent counts. Answers {success,
  organization_id} or {success, error}.';
grant execute on function public.accept_invitation(text, text, uuid) to authenticated;

create function private.set_invitation_words() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  named text := new.raw_user_meta_data ->> 'invitation';
  is_mailed boolean := tg_op = 'UPDATE' and (new.confirmation_sent_at, new.recovery_sent_at)
    is distinct from (old.confirmation_sent_at, old.recovery_sent_at);
begin
  new.raw_user_meta_data := new.raw_user_meta_data - '{invited_to,invited_by,invited_until}'::text[];
  if is_mailed then
    -- Not waited for: whoever holds the invitation may be waiting for this account.
    update public.invitations i set mailed_at = now() where i.id in (
      select p.id from public.invitations p
      where p.id::text = named and p.email = new.email for no key update skip locked);
    new.raw_user_meta_data := new.raw_user_meta_data - 'invitation';
  elsif named is not null then
    new.raw_user_meta_data := new.raw_user_meta_data || coalesce((
      select jsonb_build_object('invited_to', private.mail_name(o.name),
        'invited_by', private.mail_name(u.first_name || ' ' || u.last_name),
        'invited_until', to_char(i.expires_at at time zone o.time_zone, 'FMMonth FMDD, YYYY'))
      from private.pending_invitations(new.email) i
      join public.organizations o on o.id = i.organization_id
      join public.users u on u.id = i.invited_by
      where i.id::text = named and (i.mailed_at is null or i.mailed_at < now() - interval '1 hour')), '{}');
  end if;
  return new;
end $$;
comment on function private.set_invitation_words is 'The words of the mail to an invited person: agency, inviter and the
  invitation''s last day. Auth writes its mails from the account''s metadata, which anybody fills who asks for a mail, and shows it
  to whoever signs up with an unconfirmed address. So the words are taken from the invitation alone, only where the metadata names
  it by its id, which its organization''s admins know, once an hour, and they are taken out again with the mail. They authorize nothing.';

create function private.name_invitation_for_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update auth.users a
  set raw_user_meta_data = coalesce(a.raw_user_meta_data, '{}') || jsonb_build_object('invitation', new.id)
  where a.email = new.email;
  return null;
end $$;
comment on function private.name_invitation_for_mail is 'Auth takes the data of a request for a mail only for somebody new: an
  account that exists gets the id here.';

create function public.revoke_invitation(invitation_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  refusal jsonb := private.lock_invitation(revoke_invitation.invitation_id);
begin
  if refusal is null then
    update public.invitations i set revoked_at = now() where i.id = revoke_invitation.invitation_id;
  end if;
  return coalesce(refusal, private.command_result(null)) - 'field';
end $$;
comment on function public.revoke_invitation is 'Admins only; answers {success, error}.';
grant execute on function public.revoke_invitation(uuid) to authenticated;

create function public.renew_invitation(invitation_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  refusal jsonb := private.lock_invitation(renew_invitation.invitation_id);
begin
  perform private.require_step_up();
  if refusal is null then
    perform private.check_room_for_invitation(private.current_organization_id(), false);
    update public.invitations i set expires_at = now() + interval '7 days', invited_by = auth.uid()
    where i.id = renew_invitation.invitation_id;
  end if;
  return coalesce(refusal, private.command_result(null)) - 'field';
end $$;
comment on function public.renew_invitation is 'Extends an invitation, also an expired one, to seven days from now. The caller
  becomes its inviter: from then on it depends on their role. Admins only; answers {success, error}.';
grant execute on function public.renew_invitation(uuid) to authenticated;

create function private.lock_invitation(invitation_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.invitations%rowtype;
begin
  if private.current_organization_id() is null or not private.is_admin() then
    return private.command_result('You do not have permission to manage invitations.', null, 'invitations_are_for_admins');
  end if;
  select i.* into invitation from public.invitations i
  where i.id = lock_invitation.invitation_id and i.organization_id = private.current_organization_id()
  for no key update;
  return case
    when invitation.id is null then private.command_result('This invitation does not exist.', null, 'invitation_not_found')
    when invitation.role = 'admin' and not private.is_owner() then
      private.command_result('Only an owner can manage invitations of admins.', null, 'invitation_of_admin')
    when invitation.accepted_at is not null then private.command_result('This invitation has already been accepted.',
      null, 'invitation_accepted')
    when invitation.revoked_at is not null then private.command_result('This invitation was withdrawn.',
      null, 'invitation_withdrawn')
  end;
end $$;
comment on function private.lock_invitation is 'Locks an invitation of the caller''s organization. The answer when the caller may
  not manage it; null when they may.';
