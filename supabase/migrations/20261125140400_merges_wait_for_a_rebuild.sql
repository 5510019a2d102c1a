-- Rebuilding the rollups locks sales, then customers. Undoing a merge writes customers first and sales later: the two could
-- wait for each other. Whoever merges announces both, in the same order, before the first row.
create or replace function private.lock_customers(home uuid, ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('paperplane.customers.' || home, 0));
  lock table public.sales, public.customers in row exclusive mode;
  perform 1 from public.sales s
  where s.organization_id = home and (s.customer_id = any (ids) or s.id in (
    select t.sale_id from public.sale_travelers t where t.organization_id = home and t.customer_id = any (ids)))
  order by s.id for no key update;
  perform 1 from public.customers c where c.organization_id = home and c.id = any (ids) order by c.id for update;
end $$;
