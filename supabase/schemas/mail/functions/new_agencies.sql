-- What a new agency may send, to vendors and all in all (tenancy/functions/new_agencies.sql).

create function private.sent_requests(organization_id uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select count(*) from private.outgoing_mails m
  where m.organization_id = sent_requests.organization_id and m.kind = 'chase' and m.created_at > now() - interval '24 hours'
$$;
comment on function private.sent_requests is 'Mails that asked vendors within 24 hours, follow-ups too.';

create function private.has_asked_enough(organization_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.new_agency_until(has_asked_enough.organization_id) is not null
    and private.sent_requests(has_asked_enough.organization_id) >= (private.new_agency_most()).requests
$$;
comment on function private.has_asked_enough is 'Whether a new agency has asked vendors as often as it may within 24 hours.';

create function private.new_agency_limits(organization_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('until', private.new_agency_until(new_agency_limits.organization_id),
    'open_invitations', private.open_invitations(new_agency_limits.organization_id), 'most_open_invitations', m.open_invitations,
    'invitations', private.sent_invitations(new_agency_limits.organization_id), 'most_invitations', m.invitations,
    'requests', private.sent_requests(new_agency_limits.organization_id), 'most_requests', m.requests)
  from private.new_agency_most() m
  where private.new_agency_until(new_agency_limits.organization_id) is not null
$$;
comment on function private.new_agency_limits is 'What a new agency may send, and has sent within 24 hours; null for any other.';

create function public.get_new_agency_limits() returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.new_agency_limits(private.admin_organization_id())
$$;
comment on function public.get_new_agency_limits is 'What the caller''s new agency may send: {until, open_invitations, most_open_invitations,
  invitations, most_invitations, requests, most_requests}, counted within 24 hours; null for an agency of more than seven days, one
  whose limits the operator has lifted, and for agents.';
grant execute on function public.get_new_agency_limits() to authenticated;

create function private.request_refusal(organization_id uuid, vendor_id uuid, to_address text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant bigint := private.installation_limit('requests_per_hour', 200);
begin
  perform pg_advisory_xact_lock(hashtextextended('requests', 0));
  if private.has_asked_enough(request_refusal.organization_id) then
    return private.command_result('A new agency can ask vendors 5 times a day. Try again tomorrow.', null, 'new_agency_requests');
  elsif private.new_agency_until(request_refusal.organization_id) is not null
    and not private.is_settled_address(request_refusal.organization_id, request_refusal.vendor_id, to_address) then
    return private.command_result('A new agency can write to an address from the day after it is saved with the vendor.', 'to_address',
      'new_agency_address');
  elsif (select count(*) from private.outgoing_mails m where m.kind = 'chase' and m.created_at > now() - interval '1 hour') >= most then
    perform private.alarm_of_ceiling('requests to vendors', most);
    return private.command_result('Too many of these e-mails are being sent right now. Try again in an hour.', null, 'requests_ceiling');
  end if;
  return null;
end $$;
comment on function private.request_refusal is 'Why a vendor may not be asked now: the limits of a new agency, and the ceiling of the
  installation; null when it may. Holds a lock until the transaction ends.';

create function private.is_settled_address(organization_id uuid, vendor_id uuid, address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1
    from public.vendors v
    left join public.vendor_terms t on t.vendor_id = v.id
    cross join lateral (
      values (v.email, v.email_saved_at)
      union all select e ->> 'email', t.contacts_saved_at from jsonb_array_elements(t.contacts) e) a (email, saved_at)
    where v.id = is_settled_address.vendor_id and v.organization_id = is_settled_address.organization_id
      and lower(btrim(a.email)) = lower(btrim(is_settled_address.address))
      -- What came with an import was known to the agency before.
      and (a.saved_at <= now() - interval '1 day' or v.import_batch_id is not null and a.saved_at = v.created_at))
$$;
comment on function private.is_settled_address is 'Whether an address of the vendor was saved a day ago, or came with the import that made it.';
