set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.link_bank_account(t public.bank_connection_accounts, account_id uuid, new_name text, since date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  a public.bank_accounts;
  own_currency text := (select o.currency from public.organizations o where o.id = t.organization_id);
begin
  if t.currency <> own_currency then
    return private.command_result(t.name || ' is in ' || t.currency || ', the agency in ' || own_currency || '.', 'links',
      'connection_currency_differs', jsonb_build_object('account', t.name, 'currency', t.currency, 'own', own_currency));
  end if;
  if account_id is null then
    if exists (select 1 from public.bank_accounts b where b.organization_id = t.organization_id and b.archived_at is null
      and lower(b.name) = (select lower(btrim(new_name)))) then
      return private.command_result('There is an account of this name already.', 'links', 'account_name_taken');
    end if;
    insert into public.bank_accounts (organization_id, name, institution, last_four, currency, created_by)
    values (t.organization_id, left(btrim(new_name), 100), t.institution, t.last_four, t.currency, private.acting_user(t.organization_id))
    returning * into a;
  else
    select b.* into a from public.bank_accounts b
    where b.id = link_bank_account.account_id and b.organization_id = t.organization_id and b.archived_at is null for update;
    if a.id is null then
      return private.command_result('This account does not exist.', 'links', 'account_not_found');
    end if;
  end if;
  -- Of this connection it may have been another one of theirs, under an id that is no longer offered.
  if exists (select 1 from public.bank_connection_accounts o
    where o.organization_id = t.organization_id and o.account_id = a.id and o.ended_at is null and o.id <> t.id) then
    return private.command_result(a.name || ' is connected already.', 'links', 'connection_account_taken',
      jsonb_build_object('account', a.name));
  end if;
  update public.bank_connection_accounts x set account_id = a.id, left_out = false, since = link_bank_account.since,
    through = (select max(o.through) from public.bank_connection_accounts o
      where o.organization_id = t.organization_id and o.account_id = a.id and o.through >= link_bank_account.since)
  where x.id = t.id;
  if t.balance is not null then
    update public.bank_accounts b set balance = t.balance, balance_on = t.balance_on where b.id = a.id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.pending_invitations(address text)
 RETURNS SETOF public.invitations
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select i.*
  from public.invitations i
  join public.users u on u.id = i.invited_by and u.organization_id = i.organization_id
  where i.email = (select lower(btrim(address)))
    and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
    and u.is_active and (u.role = 'owner' or u.role = 'admin' and i.role = 'agent')
  order by i.expires_at desc, i.id
$function$;

CREATE OR REPLACE FUNCTION private.sales_with_reference(booking_reference text, vendor_id uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.id
  from public.sales s
  where s.organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or s.agent_id = (select auth.uid()))
    and s.vendor_id = sales_with_reference.vendor_id
    and lower(btrim(s.booking_reference)) = (select lower(btrim(sales_with_reference.booking_reference)))
$function$;

CREATE OR REPLACE FUNCTION public.recognize_bank_account(identifier text DEFAULT NULL::text, headers text[] DEFAULT NULL::text[], file_hash text DEFAULT NULL::text, separator text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  by_number private.bank_file_keys;
  by_headers private.bank_file_keys;
begin
  select k.* into by_number from private.bank_file_keys k
  where k.organization_id = caller_organization_id and k.kind = 'number'
    and k.key = (select private.bank_file_key('number', recognize_bank_account.identifier, null));
  select k.* into by_headers from private.bank_file_keys k
  where k.organization_id = caller_organization_id and k.kind = 'headers'
    and k.key = (select private.bank_file_key('headers', null, recognize_bank_account.headers))
    and k.separator = coalesce(recognize_bank_account.separator, k.separator)
  order by k.used_at desc limit 1;
  return jsonb_build_object('account_id', coalesce(by_number.account_id, by_headers.account_id),
    'mapping', by_headers.mapping,
    'earlier', (
      select jsonb_build_object('created_at', i.created_at, 'added', i.added, 'first_name', u.first_name, 'last_name', u.last_name)
      from public.bank_imports i join public.users u on u.id = i.created_by
      where i.organization_id = caller_organization_id and i.file_hash = recognize_bank_account.file_hash
        and i.status = 'done' and i.added > 0
      order by i.created_at desc limit 1));
end $function$;

COMMENT ON FUNCTION "private"."pending_invitations"(text) IS 'The invitations that can be accepted with this address, the last one sent first.
  The inviter must still be entitled to them. The address is read once, not once a row: it may be a megabyte.';
