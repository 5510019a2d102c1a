-- Members of an organization: users (role, active or not), their commission split (user_terms) with its history, and the
-- functions that change them. Admins manage agents, owners manage everybody; an organization always keeps an active owner. Lock
-- order: organization, then member, then sales by id, then their commissions in the same order.

create table public.users (
  id uuid primary key,
  organization_id uuid not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  role text not null default 'agent',
  avatar_url text,
  is_active boolean not null default true,
  hears_of_sales boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint users_id_fkey foreign key (id) references auth.users (id),
  constraint users_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  -- The target of every foreign key to a user: including the tenant, no row refers to a user of another one. Foreign keys name
  -- the id first and the tenant second: PostgREST embeds a row correctly even if it joins by the first column alone.
  constraint users_organization_id_id_key unique (organization_id, id),
  constraint users_email_length check (char_length(email) <= 254),
  constraint users_email_format check (email = lower(email) and email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$'),
  constraint users_first_name_length check (char_length(first_name) <= 100),
  constraint users_first_name_required check (private.is_visible(first_name)),
  constraint users_last_name_length check (char_length(last_name) <= 100),
  constraint users_last_name_required check (private.is_visible(last_name)),
  constraint users_role_known check (role in ('owner', 'admin', 'agent')),
  constraint users_avatar_url_length check (char_length(avatar_url) <= 500),
  -- Only a file of the own folder, so that no row shows somebody else's file.
  constraint users_avatar_url_format check (
    avatar_url ~ ('^' || organization_id::text || '/' || id::text
      || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[.](jpg|jpeg|png|webp)$'))
);
alter table public.users enable row level security;

create index users_search_idx on public.users using gin
  (organization_id, private.name_document(first_name || ' ' || last_name || ' ' || email) extensions.gin_trgm_ops);

comment on column public.users.avatar_url is 'Path in the bucket avatars';
comment on column public.users.hears_of_sales is 'Admins: notified of sales that others record, and that are paid';

create policy "people read their own row, inactive ones too" on public.users
  for select to authenticated using (id = (select auth.uid()));

create policy "members read the people of their organization" on public.users
  for select to authenticated using (organization_id = (select private.current_organization_id()));

create policy "active people change their own name, picture and settings" on public.users
  for update to authenticated
  using (id = (select auth.uid()) and organization_id = (select private.current_organization_id()))
  with check (id = (select auth.uid()) and organization_id = (select private.current_organization_id()));

-- `email` is closed: admins read colleagues' addresses by list_team and get_member_profile, everybody their own in the session.
grant select (id, organization_id, first_name, last_name, role, avatar_url, is_active, hears_of_sales, created_at, updated_at),
  update (first_name, last_name, avatar_url, hears_of_sales) on public.users to authenticated;

create trigger users_90_touch before update on public.users
  for each row execute function private.touch_updated_at();

-- Terms apply to new sales only: a sale keeps the split it was recorded with.
create table public.user_terms (
  user_id uuid primary key,
  organization_id uuid not null,
  commission_split numeric(5,2) not null,
  updated_at timestamptz not null default now(),
  constraint user_terms_user_id_fkey foreign key (user_id, organization_id) references public.users (id, organization_id),
  constraint user_terms_commission_split_range check (commission_split between 0 and 100)
);
alter table public.user_terms enable row level security;

create index user_terms_organization_id_idx on public.user_terms (organization_id);

create policy "people read their own terms, admins all of their organization" on public.user_terms
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or user_id = (select auth.uid()))
  );

grant select on public.user_terms to authenticated;

create trigger user_terms_90_touch before update on public.user_terms
  for each row execute function private.touch_updated_at();

-- Append-only history (audit) of commission splits.
create table public.user_terms_history (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  organization_id uuid not null,
  previous_split numeric(5,2) not null,
  commission_split numeric(5,2) not null,
  changed_by uuid,
  changed_at timestamptz not null default clock_timestamp(),
  constraint user_terms_history_organization_id_fkey foreign key (organization_id) references public.organizations (id),
  constraint user_terms_history_user_id_fkey foreign key (user_id, organization_id) references public.users (id, organization_id),
  constraint user_terms_history_changed_by_fkey foreign key (changed_by, organization_id)
    references public.users (id, organization_id)
);
alter table public.user_terms_history enable row level security;

create index user_terms_history_user_id_idx on public.user_terms_history (organization_id, user_id, changed_at desc, id);

create policy "people read the history of their own terms, admins all of their organization" on public.user_terms_history
  for select to authenticated using (
    organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or user_id = (select auth.uid()))
  );

grant select on public.user_terms_history to authenticated;

create trigger user_terms_history_keep before update or delete on public.user_terms_history
  for each row execute function private.guard_history();

-- A new member starts with the default split of the organization.
create function private.create_user_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.user_terms (user_id, organization_id, commission_split)
  select new.id, o.id, o.default_commission_split from public.organizations o where o.id = new.organization_id;
  return null;
end $$;

create trigger users_after_10_create_terms after insert on public.users
  for each row execute function private.create_user_terms();

create function private.write_terms_history() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.user_terms_history (user_id, organization_id, previous_split, commission_split, changed_by)
  values (new.user_id, new.organization_id, old.commission_split, new.commission_split, private.acting_user(new.organization_id));
  return null;
end $$;

-- Accepting an invitation sets its split in the transaction that creates the terms (updated_at is now()): that is no change.
create trigger user_terms_after_10_write_history after update on public.user_terms
  for each row when (old.commission_split <> new.commission_split and old.updated_at <> now())
  execute function private.write_terms_history();

-- Locks the organization, so that two owners who step down at the same time are checked one after the other.
create function private.keep_an_active_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.organizations o where o.id = old.organization_id for no key update;
  if not exists (
    select 1 from public.users u where u.organization_id = old.organization_id and u.role = 'owner' and u.is_active
  ) then
    perform private.refuse('An organization always keeps at least one active owner.', 'role');
  end if;
  return null;
end $$;

create trigger users_after_20_keep_an_active_owner after update of role, is_active, organization_id or delete on public.users
  for each row when (old.role = 'owner' and old.is_active) execute function private.keep_an_active_owner();

-- Locks the caller's organization and then the member until the end of the transaction, so that changes of members are
-- serialized; `refusal` says why the caller may not change this member, null when they may.
create function private.lock_member(member_id uuid, out member public.users, out refusal text)
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.organizations o where o.id = private.admin_organization_id() for no key update;
  -- Checked after waiting for the lock: its previous holder may have changed the caller's role.
  if private.admin_organization_id() is null then
    refusal := 'You do not have permission to change team members.';
    return;
  end if;
  select u.* into member from public.users u
  where u.id = lock_member.member_id and u.organization_id = private.admin_organization_id()
  for no key update;
  refusal := case
    when member.id is null then 'This person is not in your organization.'
    when member.role <> 'agent' and not private.is_owner() then 'Only an owner can change admins and owners.'
  end;
end $$;

create function public.set_member_role(member_id uuid, role text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  locked record;
  new_role text := set_member_role.role;
begin
  select t.* into locked from private.lock_member(set_member_role.member_id) t;
  if locked.refusal is not null then
    return private.command_result(locked.refusal);
  elsif new_role is null or new_role not in ('owner', 'admin', 'agent') then
    return private.command_result('Choose owner, admin or agent.', 'role');
  elsif new_role = (locked.member).role then
    return private.command_result(null);
  elsif new_role = 'owner' then
    return private.command_result('Transfer the ownership to make somebody the owner.', 'role');
  elsif not private.is_owner() then
    return private.command_result('Only an owner can make somebody an admin.', 'role');
  end if;
  begin
    update public.users u set role = new_role where u.id = (locked.member).id;
  exception when raise_exception then
    -- Refused by keep_an_active_owner.
    return private.command_result(sqlerrm, 'role');
  end;
  return private.command_result(null);
end $$;
grant execute on function public.set_member_role(uuid, text) to authenticated;

-- Applies to new sales; recorded sales keep their split.
create function public.set_member_split(member_id uuid, commission_split numeric) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  locked record;
begin
  select t.* into locked from private.lock_member(set_member_split.member_id) t;
  if locked.refusal is not null then
    return private.command_result(locked.refusal);
  elsif set_member_split.commission_split is null or set_member_split.commission_split not between 0 and 100 then
    return private.command_result('Enter a percentage from 0 to 100.', 'commission_split');
  end if;
  update public.user_terms t set commission_split = round(set_member_split.commission_split, 2)
  where t.user_id = (locked.member).id and t.commission_split <> round(set_member_split.commission_split, 2);
  return private.command_result(null);
end $$;
grant execute on function public.set_member_split(uuid, numeric) to authenticated;

-- Makes the member an owner and the caller an admin, in one transaction.
create function public.transfer_ownership(member_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  locked record;
  refusal text;
begin
  select t.* into locked from private.lock_member(transfer_ownership.member_id) t;
  refusal := case
    when not private.is_owner() then 'Only an owner can transfer the ownership.'
    when locked.refusal is not null then locked.refusal
    when (locked.member).id = auth.uid() then 'You are the owner already.'
    when (locked.member).role = 'owner' then 'This person is an owner already.'
    when not (locked.member).is_active then 'Activate this person first: an owner has to be active.'
  end;
  if refusal is not null then
    return private.command_result(refusal, 'member_id');
  end if;
  update public.users u set role = 'owner' where u.id = (locked.member).id;
  update public.users u set role = 'admin' where u.id = auth.uid();
  return private.command_result(null);
end $$;
grant execute on function public.transfer_ownership(uuid) to authenticated;
