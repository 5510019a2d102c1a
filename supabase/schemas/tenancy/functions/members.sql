-- Members of an organization: users (role, active or not), their commission split (user_terms) with its history, and the
-- functions that change them. Admins manage agents, owners manage everybody; an organization always keeps an active owner. Lock
-- order: organization, then member, then sales by id, then their commissions in the same order.

create function private.create_user_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.user_terms (user_id, organization_id, commission_split)
  select new.id, o.id, o.default_commission_split from public.organizations o where o.id = new.organization_id;
  return null;
end $$;
comment on function private.create_user_terms is 'A new member starts with the default split of the organization.';

create function private.keep_user_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.user_emails (user_id, organization_id, email)
  select new.id, new.organization_id, lower(a.email) from auth.users a where a.id = new.id;
  return null;
end $$;
comment on function private.keep_user_email is 'A new member has the address of the account.';

create function private.sync_user_search() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.user_search (user_id, organization_id, document)
  select u.id, u.organization_id, private.name_document(u.first_name || ' ' || u.last_name || ' ' || e.email)
  from public.users u join public.user_emails e on e.user_id = u.id
  where u.id = (to_jsonb(new) ->> tg_argv[0])::uuid
  on conflict (user_id) do update set document = excluded.document;
  return null;
end $$;
comment on function private.sync_user_search is 'Keeps private.user_search. The trigger argument names the column that says whose
  row it is.';

create function private.write_terms_history() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.user_terms_history (user_id, organization_id, previous_split, commission_split, changed_by)
  values (new.user_id, new.organization_id, old.commission_split, new.commission_split, private.acting_user(new.organization_id));
  return null;
end $$;

create function private.audit_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit(new.organization_id, 'terms_changed', null, new.user_id,
    private.audit_change('commission_split', new.previous_split::text, new.commission_split::text), null, new.changed_by);
  return null;
end $$;

create function private.audit_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.audit(new.organization_id, 'member_joined', null, new.id, private.audit_change('role', null, new.role), null, new.id);
    return null;
  end if;
  if new.role <> old.role then
    perform private.audit(new.organization_id, 'member_role_changed', null, new.id, private.audit_change('role', old.role, new.role));
  end if;
  if new.is_active <> old.is_active then
    perform private.audit(new.organization_id, case when new.is_active then 'member_activated' else 'member_deactivated' end, null, new.id);
  end if;
  return null;
end $$;
comment on function private.audit_member is 'Entries: member_joined, member_role_changed, member_activated, member_deactivated.';

create function private.keep_an_active_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.organizations o where o.id = old.organization_id for no key update;
  if not exists (
    select 1 from public.users u where u.organization_id = old.organization_id and u.role = 'owner' and u.is_active
  ) then
    perform private.refuse('An organization always keeps at least one active owner.', 'role', 'last_owner');
  end if;
  return null;
end $$;
comment on function private.keep_an_active_owner is 'Locks the organization, so that two owners who step down at the same time are
  checked one after the other.';

create function private.lock_member(member_id uuid, out member public.users, out refusal jsonb)
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.organizations o where o.id = private.admin_organization_id() for no key update;
  -- Checked after waiting for the lock: its previous holder may have changed the caller's role.
  if private.admin_organization_id() is null then
    refusal := private.command_result('You do not have permission to change team members.', null, 'members_are_for_admins');
    return;
  end if;
  select u.* into member from public.users u
  where u.id = lock_member.member_id and u.organization_id = private.admin_organization_id() and u.role <> 'integration'
  for no key update;
  refusal := case
    when member.id is null then private.command_result('This person is not in your organization.', null, 'member_not_found')
    when member.role <> 'agent' and not private.is_owner() then private.command_result('Only an owner can change admins and owners.',
      null, 'admins_are_changed_by_owners')
  end;
end $$;
comment on function private.lock_member is 'Locks the caller''s organization and then the member until the end of the transaction,
  so that changes of members are serialized; `refusal` is the answer when the caller may not change this member, null when they may.';

create function private.lock_owned_agency() returns public.organizations
language plpgsql volatile security definer set search_path = '' as $$
declare
  agency public.organizations;
begin
  if private.is_owner() then
    select o.* into agency from public.organizations o where o.id = private.current_organization_id() for no key update;
    -- Checked again after waiting for the lock: its previous holder may have changed the caller's role.
    if private.is_owner() then
      return agency;
    end if;
  end if;
  return null;
end $$;
comment on function private.lock_owned_agency is 'The caller''s agency, locked until the end of the transaction; null where the caller is no owner,
  also by the time that whoever held it before is done.';

create function public.set_member_role(member_id uuid, role text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  locked record;
  new_role text := set_member_role.role;
  reason text;
  detail text;
begin
  select t.* into locked from private.lock_member(set_member_role.member_id) t;
  if locked.refusal is not null then
    return locked.refusal;
  elsif new_role is null or new_role not in ('owner', 'admin', 'agent') then
    return private.command_result('Choose owner, admin or agent.', 'role', 'role_unknown');
  elsif new_role = (locked.member).role then
    return private.command_result(null);
  elsif new_role = 'owner' then
    return private.command_result('Transfer the ownership to make somebody the owner.', 'role', 'ownership_is_transferred');
  elsif not private.is_owner() then
    return private.command_result('Only an owner can make somebody an admin.', 'role', 'admins_are_made_by_owners');
  end if;
  -- An admin without a second factor pays without a code: whoever finds an old session open must not make one.
  if new_role = 'admin' then
    perform private.require_step_up();
  end if;
  begin
    update public.users u set role = new_role where u.id = (locked.member).id;
  exception when raise_exception then
    -- Refused by keep_an_active_owner.
    get stacked diagnostics reason = message_text, detail = pg_exception_detail;
    return private.command_result(reason, 'role') || private.fact_of(detail);
  end;
  return private.command_result(null);
end $$;
grant execute on function public.set_member_role(uuid, text) to authenticated;

create function public.set_member_split(member_id uuid, commission_split numeric) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  locked record;
begin
  perform private.require_step_up();
  select t.* into locked from private.lock_member(set_member_split.member_id) t;
  if locked.refusal is not null then
    return locked.refusal;
  elsif set_member_split.commission_split is null or set_member_split.commission_split not between 0 and 100 then
    return private.command_result('Enter a percentage from 0 to 100.', 'commission_split', 'percentage_out_of_range');
  end if;
  update public.user_terms t set commission_split = round(set_member_split.commission_split, 2)
  where t.user_id = (locked.member).id;
  return private.command_result(null);
end $$;
comment on function public.set_member_split is 'Applies to new sales; recorded sales keep their split.';
grant execute on function public.set_member_split(uuid, numeric) to authenticated;

create function public.transfer_ownership(member_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  locked record;
  refusal jsonb;
begin
  perform private.require_step_up();
  select t.* into locked from private.lock_member(transfer_ownership.member_id) t;
  refusal := case
    when not private.is_owner() then private.command_result('Only an owner can transfer the ownership.',
      'member_id', 'transfer_is_for_owners')
    when locked.refusal is not null then private.at_field(locked.refusal, 'member_id')
    when (locked.member).id = auth.uid() then private.command_result('You are the owner already.', 'member_id', 'already_the_owner')
    when (locked.member).role = 'owner' then private.command_result('This person is an owner already.',
      'member_id', 'member_is_owner')
    when not (locked.member).is_active then private.command_result('Activate this person first: an owner has to be active.',
      'member_id', 'member_is_inactive')
  end;
  if refusal is not null then
    return refusal;
  end if;
  update public.users u set role = 'owner' where u.id = (locked.member).id;
  update public.users u set role = 'admin' where u.id = auth.uid();
  return private.command_result(null);
end $$;
comment on function public.transfer_ownership is 'Makes the member an owner and the caller an admin, in one transaction.';
grant execute on function public.transfer_ownership(uuid) to authenticated;
