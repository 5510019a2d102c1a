-- Organizations: the tenants, with their settings. Members read their own organization and owners change it; the currency is
-- fixed by the first sale. Signing up creates an organization together with its first owner.

create function private.stamp_organization() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_argv[0] = 'writing' then
    new.writing_saved_at := now();
  else
    new.split_saved_at := now();
  end if;
  return new;
end $$;
comment on function private.stamp_organization is 'What was saved, be it as it was: the first steps tick each by its own.';

create function private.check_organization() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or new.time_zone is distinct from old.time_zone then
    if not exists (select 1 from pg_catalog.pg_timezone_names z where z.name = new.time_zone) then
      perform private.refuse('Choose a known time zone, like Europe/Vienna.', 'time_zone', 'time_zone_unknown');
    end if;
  end if;
  -- What lets one person pay alone, and what everybody without terms of their own earns from now on.
  if tg_op = 'UPDATE' and (old.payout_second_approval and not new.payout_second_approval
    or new.default_commission_split is distinct from old.default_commission_split) then
    perform private.require_step_up();
  end if;
  return new;
end $$;

create function private.audit_settings() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changes jsonb := private.audit_changes(to_jsonb(old), to_jsonb(new),
    '{updated_at,writing_saved_at,split_saved_at,books_closed_through,logo_url,second_factor_policy,deletion_asked_at,deletion_asked_by,deletion_due_at,deletion_told_days}')
    || case when new.logo_url is distinct from old.logo_url then '[{"field": "logo_url", "before": null, "after": null}]'::jsonb else '[]' end;
begin
  if changes <> '[]' then
    perform private.audit(new.id, 'settings_changed', null, new.id, jsonb_build_object('changes', changes));
  end if;
  return null;
end $$;
comment on function private.audit_settings is 'Each setting that changed, with before and after; books are closed, a second factor and
  a deletion asked for, by entries of their own.';

create function private.is_being_deleted(organization_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.agency_deletions d where d.organization_id = is_being_deleted.organization_id)
$$;
comment on function private.is_being_deleted is 'Whether its deletion has begun: nothing is sent, paid or fetched for it any more.';

create function public.create_organization_with_owner(
  org_name text default null,
  org_email text default null,
  user_id uuid default null,
  user_email text default null,
  user_first_name text default null,
  user_last_name text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
    return private.command_result('The user is missing', null, 'user_missing');
  end if;
  if caller is not null and caller <> user_id then
    return private.command_result('You can create an organization only for yourself', null, 'organization_for_oneself');
  end if;

  -- Serializes calls for the same account, here and in accept_invitation: an account gets one organization.
  perform pg_advisory_xact_lock(hashtextextended('create_organization_with_owner ' || user_id::text, 0));
  select u.* into account from auth.users u where u.id = user_id and u.deleted_at is null;

  if account.id is null
    or account.email is null
    or lower(btrim(coalesce(user_email, account.email))) <> lower(account.email)
    or caller is null and (account.email_confirmed_at is not null or account.created_at < now() - interval '10 minutes')
    or caller is not null and not private.has_live_session()
  then
    return private.command_result('This sign-up cannot be completed here. Please confirm your e-mail address and sign in.',
      null, 'sign_up_unconfirmed');
  end if;
  if exists (select 1 from public.users u where u.id = account.id) then
    return private.command_result('An organization already exists for this account', null, 'organization_exists');
  end if;
  if private.has_pending_invitation(account.email) then
    return private.command_result('You are invited to an organization. Please accept the invitation from your e-mail.',
      null, 'invited_elsewhere');
  end if;

  meta := coalesce(account.raw_user_meta_data, '{}');
  name_of_organization := coalesce(private.visible_text(org_name), private.visible_text(meta ->> 'organization_name'));
  first_name := coalesce(private.visible_text(user_first_name), private.visible_text(meta ->> 'first_name'));
  last_name := coalesce(private.visible_text(user_last_name), private.visible_text(meta ->> 'last_name'));
  if name_of_organization is null then
    return private.command_result('The organization name is missing', null, 'organization_name_missing');
  elsif first_name is null or last_name is null then
    return private.command_result('First and last name are missing', null, 'names_missing');
  end if;
  if not private.note_sign_up() then
    return private.command_result('Too many agencies were made from here. Try again in an hour.', null, 'sign_ups_ceiling');
  end if;
  select z.name into zone from pg_catalog.pg_timezone_names z where z.name = meta ->> 'time_zone' limit 1;

  insert into public.organizations (name, email, time_zone, amount_notation, date_order)
  values (name_of_organization, lower(coalesce(nullif(btrim(org_email), ''), account.email)), coalesce(zone, 'UTC'),
    -- As the browser's language writes them, where it said so.
    case when meta ->> 'amount_notation' in ('point', 'comma') then meta ->> 'amount_notation' else 'point' end,
    case when meta ->> 'date_order' in ('mdy', 'dmy', 'ymd') then meta ->> 'date_order' else 'mdy' end)
  returning id into new_organization_id;
  insert into public.users (id, organization_id, first_name, last_name, role)
  values (account.id, new_organization_id, first_name, last_name, 'owner');
  return jsonb_build_object('success', true, 'organization_id', new_organization_id);
end $$;
comment on function public.create_organization_with_owner is 'Sign-up: creates an organization and makes the account its owner.
  Answers {success, organization_id} or {success, error}. Two callers are accepted: anonymous (right after sign-up, before the
  e-mail address is confirmed) for an unconfirmed account younger than ten minutes, and a signed-in user for themselves. In both
  cases the account must belong to no organization and have no pending invitation. The e-mail address always comes from the account,
  never from the caller.';
grant execute on function public.create_organization_with_owner(text, text, uuid, text, text, text) to authenticated, anon;

create function private.typed_amount(typed text, organization_id uuid, marked boolean default false) returns numeric
language plpgsql stable security definer set search_path = '' as $$
declare
  parts text[] := regexp_match(btrim(typed),
    '^([$]|[^\x01-\x7f]{1,3}|[[:alpha:]]{3})?\s*(\d[\d., '']{0,18})\s*([$]|[^\x01-\x7f]{1,3}|[[:alpha:]]{3})?$');
  mark text := concat(parts[1], parts[3]);
  agency record;
  digits text := replace(replace(btrim(parts[2]), ' ', ''), '''', '');
  separators text := regexp_replace(digits, '\d', '', 'g');
  decimals text := right(separators, 1);
begin
  select o.amount_notation, o.currency into agency from public.organizations o where o.id = organization_id;
  if digits is null or mark ~ '[[:alpha:]]{3}' and upper(mark) <> agency.currency then
    return null;
  elsif separators ~ '^(.)\1+$' then
    decimals := case decimals when '.' then ',' else '.' end;
  elsif digits ~ '^[1-9]\d{0,2}[.,]\d{3}$' then
    decimals := case agency.amount_notation when 'comma' then ',' else '.' end;
  end if;
  digits := replace(replace(digits, case decimals when ',' then '.' else ',' end, ''), ',', '.');
  return case when digits ~ '^\d{1,10}(\.\d{1,2})?$' and (not marked or digits ~ '\.' or mark <> '')
    then digits::numeric end;
end $$;
comment on function private.typed_amount is 'The amount that a search text is, in the notation of the organization: with or without
  the sign or code of a currency at either end, `1,234.56`, `1.234,56`, `1 234,56`. Of two separators the last is the decimals'', of
  equal ones none; one before three digits is read by the notation. Null for anything else, and, with `marked`, for a number without
  decimals that no currency stands beside.';
