-- Invitations. Admins invite agents, owners admins as well; the mail itself goes out by Auth and proves the address.
-- What a person may join, as what and with which split stands in this table alone, found by their confirmed e-mail:
-- nothing the account says about itself (user metadata) authorises anything.
-- The state follows from the three moments: accepted_at, revoked_at, expires_at.

create table public.invitations (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default private.current_organization_id(),
  email text not null,
  role text not null default 'agent',
  commission_split numeric(5,2) not null,
  invited_by uuid not null default auth.uid(),
  expires_at timestamptz not null default now() + interval '7 days',
  accepted_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint invitations_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint invitations_invited_by_fkey foreign key (invited_by, organization_id) references public.users (id, organization_id),
  constraint invitations_email_length check (char_length(email) <= 254),
  constraint invitations_email_format check (email = lower(email) and email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$'),
  -- Owners are made by signing up, never by invitation.
  constraint invitations_role_known check (role in ('admin', 'agent')),
  constraint invitations_commission_split_range check (commission_split between 0 and 100),
  constraint invitations_accepted_at_not_revoked check (accepted_at is null or revoked_at is null)
);
comment on column public.invitations.commission_split is
  'Filled by trigger: percent, the default of the organization when left out';
create unique index invitations_pending_email_key on public.invitations (organization_id, email)
  where accepted_at is null and revoked_at is null;
create index invitations_email_idx on public.invitations (email) where accepted_at is null and revoked_at is null;
create index invitations_organization_id_created_at_idx on public.invitations (organization_id, created_at desc, id);
create index invitations_invited_by_idx on public.invitations (invited_by) where accepted_at is null and revoked_at is null;

create function private.check_invitation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.email := lower(btrim(new.email));
  new.commission_split := coalesce(new.commission_split,
    (select o.default_commission_split from public.organizations o where o.id = new.organization_id));
  if auth.uid() is not null then
    if not private.is_admin() then
      return new; -- The policy refuses; nothing is said or done before it.
    elsif new.role = 'admin' and not private.is_owner() then
      perform private.refuse('Only an owner can invite an admin.', 'role');
    end if;
  end if;
  if exists (select 1 from public.users u where u.organization_id = new.organization_id and u.email = new.email) then
    perform private.refuse('This person is already in your organization.', 'email');
  end if;
  -- One that has run out makes way for the new one.
  update public.invitations i set revoked_at = now()
  where i.organization_id = new.organization_id and i.email = new.email
    and i.accepted_at is null and i.revoked_at is null and i.expires_at <= now();
  return new;
end $$;

create trigger invitations_10_check before insert on public.invitations
  for each row execute function private.check_invitation();
create trigger invitations_90_touch before update on public.invitations
  for each row execute function private.touch_updated_at();

-- Whoever leaves, or is no longer an admin, takes their open invitations along: nobody comes back by an invitation
-- they sent to themselves before.
create function private.revoke_invitations_of() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.invitations i set revoked_at = now()
  where i.invited_by = new.id and i.accepted_at is null and i.revoked_at is null
    and not (new.is_active and (new.role = 'owner' or new.role = 'admin' and i.role = 'agent'));
  return null;
end $$;
create trigger users_after_30_revoke_invitations after update of role, is_active on public.users
  for each row when (old.role <> 'agent' and (old.role, old.is_active) is distinct from (new.role, new.is_active))
  execute function private.revoke_invitations_of();

alter table public.invitations enable row level security;
revoke all on public.invitations from public, anon, authenticated;
grant select, insert (email, role, commission_split) on public.invitations to authenticated;

create policy "admins read the invitations of their organization" on public.invitations
  for select to authenticated
  using (organization_id = (select private.current_organization_id()) and (select private.is_admin()));
create policy "admins invite agents, owners admins too" on public.invitations
  for insert to authenticated
  with check (
    organization_id = (select private.current_organization_id())
    and invited_by = (select auth.uid())
    and (select private.is_admin())
    and (role = 'agent' or (select private.is_owner()))
  );

-- The invitations an address can be accepted with, the last one sent first. The inviter must still be entitled to it.
create function private.pending_invitations(address text) returns setof public.invitations
language sql stable security definer set search_path = '' as $$
  select i.*
  from public.invitations i
  join public.users u on u.id = i.invited_by and u.organization_id = i.organization_id
  where i.email = lower(btrim(address))
    and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
    and u.is_active and (u.role = 'owner' or u.role = 'admin' and i.role = 'agent')
  order by i.expires_at desc, i.id
$$;

create or replace function private.has_pending_invitation(account_email text) returns boolean
language sql stable security definer set search_path = '' as $$
  select account_email is null or exists (select 1 from private.pending_invitations(account_email))
$$;

-- Is the caller's session still there? Also true for somebody without an organization.
create function private.has_live_session() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from auth.sessions s
    where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = auth.uid()
      and (s.not_after is null or s.not_after > now()))
$$;

-- The caller's own address, once it is confirmed; null for everybody else.
create function private.confirmed_email() returns text
language sql stable security definer set search_path = '' as $$
  select lower(a.email) from auth.users a
  where a.id = auth.uid() and a.email_confirmed_at is not null and a.deleted_at is null and private.has_live_session()
$$;

revoke all on function private.check_invitation(), private.revoke_invitations_of(), private.pending_invitations(text),
  private.has_pending_invitation(text), private.has_live_session(), private.confirmed_email()
  from public, anon, authenticated;
grant execute on function private.has_live_session() to authenticated;
