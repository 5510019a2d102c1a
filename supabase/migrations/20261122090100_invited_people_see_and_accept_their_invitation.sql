-- What an invited person, and the admins who invited them, do with an invitation. Each function answers only about
-- the caller's own confirmed e-mail, or about the caller's own organization.

-- Which organization invites the caller. Null when none does.
create function public.invitation_preview() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('invitation_id', i.id, 'organization_name', o.name,
    'inviter_name', u.first_name || ' ' || u.last_name, 'role', i.role, 'expires_at', i.expires_at)
  from private.pending_invitations(private.confirmed_email()) i
  join public.organizations o on o.id = i.organization_id
  join public.users u on u.id = i.invited_by
  where not exists (select 1 from public.users me where me.id = auth.uid())
  order by i.expires_at desc, i.id
  limit 1
$$;

-- Makes the caller a member. `invitation_id` pins the one that was shown; without it the last one sent counts.
create function public.accept_invitation(
  first_name text default null,
  last_name text default null,
  invitation_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller uuid := auth.uid();
  address text := private.confirmed_email();
  given_name text := nullif(btrim(accept_invitation.first_name), '');
  family_name text := nullif(btrim(accept_invitation.last_name), '');
  invitation public.invitations%rowtype;
begin
  if caller is null or not private.has_live_session() then
    return jsonb_build_object('success', false, 'error', 'Please open the link in your invitation again.');
  elsif address is null then
    return jsonb_build_object('success', false, 'error', 'Please confirm your email address first.');
  end if;

  -- The same lock as for creating an organization: an account gets one home, whatever is called at the same moment.
  perform pg_advisory_xact_lock(hashtextextended('create_organization_with_owner ' || caller::text, 0));
  if exists (select 1 from public.users u where u.id = caller) then
    return jsonb_build_object('success', false, 'error', 'You already belong to an organization.');
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
    return jsonb_build_object('success', false, 'error', coalesce((
      select case
        when i.accepted_at is not null then 'This invitation has already been accepted.'
        when i.revoked_at is not null then 'This invitation was withdrawn. Please ask for a new one.'
        when i.expires_at <= now() then 'This invitation has expired. Please ask for a new one.'
        else 'This invitation is no longer valid. Please ask for a new one.' end
      from public.invitations i
      where i.email = address
        and (accept_invitation.invitation_id is null or i.id = accept_invitation.invitation_id)
      order by i.created_at desc limit 1), 'There is no invitation for your email address.'));
  elsif given_name is null or family_name is null then
    return jsonb_build_object('success', false, 'error', 'First and last name are missing');
  end if;

  insert into public.users (id, organization_id, email, first_name, last_name, role)
  values (caller, invitation.organization_id, address, given_name, family_name, invitation.role);
  update public.user_terms t set commission_split = invitation.commission_split where t.user_id = caller;
  update public.invitations i set accepted_at = now() where i.id = invitation.id;
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id)
  values (invitation.organization_id, invitation.invited_by, 'invitation',
    given_name || ' ' || family_name || ' accepted your invitation and joined as ' || invitation.role || '.', 'team', caller);
  return jsonb_build_object('success', true, 'organization_id', invitation.organization_id);
end $$;

-- Is there a live invitation for this address? True or false, nothing else: the page behind a dead mail link asks it
-- before it offers a fresh mail. That mail proves the address again.
create function public.check_invitation_email(invitation_email text) returns boolean
language sql stable security definer set search_path = '' as $$
  select check_invitation_email.invitation_email is not null
    and exists (select 1 from private.pending_invitations(check_invitation_email.invitation_email))
$$;

-- Locks an invitation and says why the caller may not manage it; null when they may.
create function private.invitation_refusal(invitation_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.invitations%rowtype;
begin
  if private.current_organization_id() is null or not private.is_admin() then
    return 'You do not have permission to manage invitations.';
  end if;
  select i.* into invitation from public.invitations i
  where i.id = invitation_refusal.invitation_id and i.organization_id = private.current_organization_id()
  for no key update;
  return case
    when invitation.id is null then 'This invitation does not exist.'
    when invitation.role = 'admin' and not private.is_owner() then 'Only an owner can manage invitations of admins.'
    when invitation.accepted_at is not null then 'This invitation has already been accepted.'
    when invitation.revoked_at is not null then 'This invitation was withdrawn.'
  end;
end $$;

create function public.revoke_invitation(invitation_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  refusal text := private.invitation_refusal(revoke_invitation.invitation_id);
begin
  if refusal is null then
    update public.invitations i set revoked_at = now() where i.id = revoke_invitation.invitation_id;
  end if;
  return jsonb_build_object('success', refusal is null, 'error', refusal);
end $$;

-- Seven days from now again, also for one that has run out. Whoever renews it stands for it from then on.
create function public.renew_invitation(invitation_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  refusal text := private.invitation_refusal(renew_invitation.invitation_id);
begin
  if refusal is null then
    update public.invitations i set expires_at = now() + interval '7 days', invited_by = auth.uid()
    where i.id = renew_invitation.invitation_id;
  end if;
  return jsonb_build_object('success', refusal is null, 'error', refusal);
end $$;

revoke all on function public.invitation_preview(), public.accept_invitation(text, text, uuid),
  public.check_invitation_email(text), private.invitation_refusal(uuid), public.revoke_invitation(uuid),
  public.renew_invitation(uuid) from public, anon, authenticated;
grant execute on function public.invitation_preview(), public.accept_invitation(text, text, uuid),
  public.revoke_invitation(uuid), public.renew_invitation(uuid) to authenticated;
grant execute on function public.check_invitation_email(text) to anon, authenticated;
