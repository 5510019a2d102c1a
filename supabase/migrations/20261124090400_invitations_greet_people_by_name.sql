-- An invitation says how the inviter calls the person: the list of the team has a name before somebody has joined, and the
-- invited person finds it filled in. What they type themselves counts.

alter table public.invitations
  add column first_name text,
  add column last_name text,
  add constraint invitations_first_name_length check (char_length(first_name) <= 100),
  add constraint invitations_last_name_length check (char_length(last_name) <= 100);
grant insert (first_name, last_name) on public.invitations to authenticated;

create or replace function private.check_invitation() returns trigger
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
      return new; -- The policy refuses; nothing is said or done before it.
    elsif new.role = 'admin' and not private.is_owner() then
      perform private.refuse('Only an owner can invite an admin.', 'role');
    end if;
  end if;
  select u.* into known from public.users u where u.organization_id = new.organization_id and u.email = new.email;
  if known.is_active then
    perform private.refuse('This person is already in your organization.', 'email');
  elsif not known.is_active then
    perform private.refuse('This person is in your organization, but inactive. Activate them instead.', 'email');
  end if;
  -- One that has run out makes way for the new one.
  update public.invitations i set revoked_at = now()
  where i.organization_id = new.organization_id and i.email = new.email
    and i.accepted_at is null and i.revoked_at is null and i.expires_at <= now();
  return new;
end $$;

create or replace function public.invitation_preview() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('invitation_id', i.id, 'organization_name', o.name,
    'inviter_name', u.first_name || ' ' || u.last_name, 'role', i.role, 'expires_at', i.expires_at,
    'first_name', i.first_name, 'last_name', i.last_name)
  from private.pending_invitations(private.confirmed_email()) i
  join public.organizations o on o.id = i.organization_id
  join public.users u on u.id = i.invited_by
  where not exists (select 1 from public.users me where me.id = auth.uid())
  order by i.expires_at desc, i.id
  limit 1
$$;
