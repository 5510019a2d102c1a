-- TRUNCATE fires no row and no statement trigger of a deletion: rollups would keep what is gone, and histories would be
-- lost without a word. It is refused, to the owner of the tables as well.

create function private.refuse_truncate() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse('The table ' || tg_table_name || ' cannot be emptied by TRUNCATE: sums and histories would not follow.');
  return null;
end $$;
revoke all on function private.refuse_truncate() from public, anon, authenticated;

create trigger sales_truncate before truncate on public.sales
  for each statement execute function private.refuse_truncate();
create trigger commissions_truncate before truncate on public.commissions
  for each statement execute function private.refuse_truncate();
create trigger agent_payments_truncate before truncate on public.agent_payments
  for each statement execute function private.refuse_truncate();
create trigger sales_history_truncate before truncate on public.sales_history
  for each statement execute function private.refuse_truncate();
create trigger commission_history_truncate before truncate on public.commission_history
  for each statement execute function private.refuse_truncate();

-- Nobody is told of a foreign sale, not even its id: the search for duplicates keeps to the caller's own scope.
create or replace function private.sales_with_reference(booking_reference text, vendor_id uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select s.id
  from public.sales s
  where s.organization_id = (select private.current_organization_id())
    and ((select private.is_admin()) or s.agent_id = (select auth.uid()))
    and s.vendor_id = sales_with_reference.vendor_id
    and lower(btrim(s.booking_reference)) = lower(btrim(sales_with_reference.booking_reference))
$$;
