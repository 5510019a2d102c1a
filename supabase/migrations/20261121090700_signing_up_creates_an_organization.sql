-- Signing up creates an organization and makes the signer its owner.
-- Two callers are accepted: nobody yet (right after sign-up, before the e-mail is confirmed) for an unconfirmed
-- account younger than ten minutes; and a signed-in person for themselves. Both only while the account belongs to no
-- organization and is not invited into one. The e-mail always comes from the account, never from the caller.

-- Invitations come with team management: this is the one place that will look for them.
create function private.has_pending_invitation(account_email text) returns boolean
language sql stable security definer set search_path = '' as $$
  select account_email is null
$$;

create function public.create_organization_with_owner(
  org_name text default null,
  org_email text default null,
  user_id uuid default null,
  user_email text default null,
  user_first_name text default null,
  user_last_name text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  caller uuid := auth.uid();
  account auth.users%rowtype;
  meta jsonb;
  name_of_organization text;
  first_name text;
  last_name text;
  zone text;
  new_organization_id uuid;
begin
  if user_id is null then
    return jsonb_build_object('success', false, 'error', 'The user is missing');
  end if;
  if caller is not null and caller <> user_id then
    return jsonb_build_object('success', false, 'error', 'You can create an organization only for yourself');
  end if;

  -- Two calls for one account are looked at one after the other.
  perform pg_advisory_xact_lock(hashtextextended('create_organization_with_owner ' || user_id::text, 0));
  select u.* into account from auth.users u where u.id = user_id and u.deleted_at is null;

  if account.id is null
    or account.email is null
    or lower(btrim(coalesce(user_email, account.email))) <> lower(account.email)
    or caller is null and (account.email_confirmed_at is not null or account.created_at < now() - interval '10 minutes')
    or caller is not null and not exists (
      select 1 from auth.sessions s
      where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = caller
        and (s.not_after is null or s.not_after > now()))
  then
    return jsonb_build_object('success', false, 'error',
      'This sign-up cannot be completed here. Please confirm your e-mail address and sign in.');
  end if;
  if exists (select 1 from public.users u where u.id = account.id) then
    return jsonb_build_object('success', false, 'error', 'An organization already exists for this account');
  end if;
  if private.has_pending_invitation(account.email) then
    return jsonb_build_object('success', false, 'error',
      'You are invited to an organization. Please accept the invitation from your e-mail.');
  end if;

  meta := coalesce(account.raw_user_meta_data, '{}');
  name_of_organization := coalesce(nullif(btrim(org_name), ''), nullif(btrim(meta ->> 'organization_name'), ''));
  first_name := coalesce(nullif(btrim(user_first_name), ''), nullif(btrim(meta ->> 'first_name'), ''));
  last_name := coalesce(nullif(btrim(user_last_name), ''), nullif(btrim(meta ->> 'last_name'), ''));
  if name_of_organization is null then
    return jsonb_build_object('success', false, 'error', 'The organization name is missing');
  elsif first_name is null or last_name is null then
    return jsonb_build_object('success', false, 'error', 'First and last name are missing');
  end if;
  select z.name into zone from pg_catalog.pg_timezone_names z where z.name = meta ->> 'time_zone' limit 1;

  insert into public.organizations (name, email, time_zone)
  values (name_of_organization, lower(coalesce(nullif(btrim(org_email), ''), account.email)), coalesce(zone, 'UTC'))
  returning id into new_organization_id;
  insert into public.users (id, organization_id, email, first_name, last_name, role)
  values (account.id, new_organization_id, lower(account.email), first_name, last_name, 'owner');
  return jsonb_build_object('success', true, 'organization_id', new_organization_id);
end $$;

revoke all on function private.has_pending_invitation(text) from public, anon, authenticated;
revoke all on function public.create_organization_with_owner(text, text, uuid, text, text, text)
  from public, anon, authenticated;
grant execute on function public.create_organization_with_owner(text, text, uuid, text, text, text) to anon, authenticated;
