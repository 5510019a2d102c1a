create function private.announce_payouts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.send_tags(array(select distinct 'org:' || c.organization_id from changed c), 'payouts');
  return null;
end $$;
comment on function private.announce_payouts is 'Tag `payouts`: to the admins of an organization whose payouts or holds change, and
  to the agents whose commissions are held or who have a new statement.';

create function private.announce_holds() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.send_tags(array(
    select 'org:' || h.organization_id from changed h
    union select 'user:' || c.user_id from changed h join public.commission_shares c on c.organization_id = h.organization_id
      and c.id = h.share_id), 'payouts');
  return null;
end $$;

create function private.announce_statements() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.send_tags(array(select distinct 'user:' || s.agent_id from changed s), 'payouts');
  return null;
end $$;
