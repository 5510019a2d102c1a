-- What an agency may send in its first seven days, and all agencies of the installation in an hour: whoever signs up can have mails sent to
-- strangers in our name. Nothing that an agency does lifts its limits; the operator does.

create function private.new_agency_until(organization_id uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select o.created_at + interval '7 days' from public.organizations o
  where o.id = new_agency_until.organization_id and o.limits_lifted_at is null and o.created_at > now() - interval '7 days'
$$;
comment on function private.new_agency_until is 'Until when the limits of a new agency hold; null when they do not.';

create function private.new_agency_most(out open_invitations int, out invitations int, out requests int)
language sql immutable set search_path = '' as $$
  select 10, 15, 5
$$;
comment on function private.new_agency_most is 'The most that a new agency may have open and, within 24 hours, send. The sentences that refuse more
  say the same numbers.';

create function private.lift_new_agency_limits(organization_id uuid) returns text
language sql volatile security definer set search_path = '' as $$
  update public.organizations o set limits_lifted_at = now()
  where o.id = lift_new_agency_limits.organization_id and o.limits_lifted_at is null
  returning o.name
$$;
comment on function private.lift_new_agency_limits is 'For the operator: a new agency may send as any other from now on. Its name; null
  when there is nothing to lift.';

create function private.sent_invitations(organization_id uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select count(*) from private.audit_log a
  where a.organization_id = sent_invitations.organization_id and a.action in ('invitation_sent', 'invitation_renewed')
    and a.created_at > now() - interval '24 hours'
$$;
comment on function private.sent_invitations is 'Invitations sent or renewed within 24 hours, withdrawn ones too.';

create function private.open_invitations(organization_id uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select count(*) from public.invitations i
  where i.organization_id = open_invitations.organization_id and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
$$;

create function private.alarm_of_ceiling(what text, most bigint) returns void
language plpgsql volatile set search_path = '' as $$
begin
  raise warning 'Ceiling reached: % % within an hour', most, what;
end $$;
comment on function private.alarm_of_ceiling is 'In the log of the database, also where the statement is refused.';

create function private.check_room_for_invitation(organization_id uuid, is_another boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_new constant boolean := private.new_agency_until(check_room_for_invitation.organization_id) is not null;
  most_of_new constant record := private.new_agency_most();
  most constant bigint := private.installation_limit('invitations_per_hour', 300);
begin
  -- Two who invite at the same moment: one after the other, also those of other agencies.
  perform pg_advisory_xact_lock(hashtextextended('invitations', 0));
  if is_new and is_another and private.open_invitations(check_room_for_invitation.organization_id) >= most_of_new.open_invitations then
    perform private.refuse('A new agency can have 10 open invitations. Withdraw one, or wait until it is accepted.', 'email',
      'new_agency_invitations_open');
  elsif is_new and private.sent_invitations(check_room_for_invitation.organization_id) >= most_of_new.invitations then
    perform private.refuse('A new agency can send 15 invitations a day. Try again tomorrow.', 'email', 'new_agency_invitations');
  end if;
  if (select count(*) from private.audit_log a where a.action in ('invitation_sent', 'invitation_renewed')
    and a.created_at > now() - interval '1 hour') >= most then
    perform private.alarm_of_ceiling('invitations', most);
    perform private.refuse('Too many invitations are being sent right now. Try again in an hour.', '', 'invitations_ceiling');
  end if;
end $$;
comment on function private.check_room_for_invitation is 'Refuses an invitation, or its renewal, beyond what a new agency may send, or
  the installation in an hour. Holds a lock until the transaction ends, so that what is counted is all there is.';

create function private.caller_address() returns inet
language plpgsql stable set search_path = '' as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  -- What the platform adds; whoever asks writes the rest of the list.
  said constant text := nullif(btrim(coalesce(headers ->> 'cf-connecting-ip', regexp_replace(headers ->> 'x-forwarded-for', '^.*,', ''))), '');
  -- Some proxies add the port.
  bare constant text := regexp_replace(regexp_replace(said, '^\[(.*)\](:\d+)?$', '\1'), '^(\d+\.\d+\.\d+\.\d+):\d+$', '\1');
begin
  return case when pg_input_is_valid(bare, 'inet') then host(bare::inet)::inet when said is not null then '0.0.0.0' end;
end $$;
comment on function private.caller_address is 'The address that a request comes from, as the platform adds it; null without one, and 0.0.0.0 for
  one that cannot be read.';

create function private.counted_address(address inet) returns inet
language sql immutable set search_path = '' as $$
  select case when address <<= '::ffff:0:0/96' then regexp_replace(host(address), '^.*:', '')::inet
    when family(address) = 6 then network(set_masklen(address, 64))::inet
    else address end
$$;
comment on function private.counted_address is 'What counts as one address: of IPv6 the network of one line.';

create function private.note_sign_up() returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  called_from constant inet := private.caller_address();
  from_address constant inet := private.counted_address(called_from);
  most constant bigint := private.installation_limit('sign_ups_per_hour', 5);
begin
  -- A developer's own machine is no stranger.
  if called_from is null or from_address <<= '127.0.0.0/8' or called_from = '::1' then
    return true;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('sign_ups ' || from_address, 0));
  delete from private.sign_ups s where s.created_at < now() - interval '1 day';
  if (select count(*) from private.sign_ups s where s.address = from_address and s.created_at > now() - interval '1 hour') >= most then
    perform private.alarm_of_ceiling('sign-ups from ' || from_address, most);
    return false;
  end if;
  insert into private.sign_ups (address) values (from_address);
  return true;
end $$;
comment on function private.note_sign_up is 'Notes that an agency is made from the caller''s address; false beyond what one address may make
  within an hour.';
