set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.follow_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member public.users;
  by_member boolean;
begin
  -- Of an account that is only marked as deleted a hash stays, which is no address: the member's row keeps the last one.
  if new.email not like '%@%' then
    return null;
  end if;
  update public.user_emails e set email = lower(new.email) where e.user_id = new.id;
  if not found then
    return null;
  end if;
  delete from private.address_wishes w where w.user_id = new.id;
  by_member := found;
  select u.* into member from public.users u where u.id = new.id;
  perform private.audit(member.organization_id, 'member_address_changed', null, member.id, '{}', null,
    case when by_member then member.id end, not by_member);
  perform private.send_tag('user:' || new.id, 'account_changed');
  return null;
end $function$;
