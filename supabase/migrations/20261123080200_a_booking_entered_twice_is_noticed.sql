-- The same reference at the same vendor is probably the same booking. Case and blanks around it do not matter.

create index sales_booking_reference_idx on public.sales (organization_id, vendor_id, lower(btrim(booking_reference)));

-- Finds by the index, which row-level security would not let a leaky function use; answers ids of the caller's own
-- organization and nothing else. Whoever asks reads the rows with their own rights.
create function private.sales_with_reference(booking_reference text, vendor_id uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select s.id
  from public.sales s
  where s.organization_id = (select private.current_organization_id())
    and s.vendor_id = sales_with_reference.vendor_id
    and lower(btrim(s.booking_reference)) = lower(btrim(sales_with_reference.booking_reference))
$$;

-- Up to 20 sales the caller may see with this reference at this vendor, newest first, for a warning before saving.
create function public.find_duplicate_bookings(booking_reference text, vendor_id uuid, except_sale_id uuid default null)
returns jsonb
language sql stable security invoker set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(d) order by d.sale_date desc, d.id), '[]')
  from (
    select s.id, s.booking_reference, s.sale_date, s.status, s.total_amount,
      c.first_name as customer_first_name, c.last_name as customer_last_name
    from public.sales s
    join public.customers c on c.organization_id = s.organization_id and c.id = s.customer_id
    where s.id in (select private.sales_with_reference(
        find_duplicate_bookings.booking_reference, find_duplicate_bookings.vendor_id))
      and s.id is distinct from find_duplicate_bookings.except_sale_id
    order by s.sale_date desc, s.id
    limit 20
  ) d
$$;

revoke all on function private.sales_with_reference(text, uuid), public.find_duplicate_bookings(text, uuid, uuid)
  from public, anon, authenticated;
grant execute on function private.sales_with_reference(text, uuid), public.find_duplicate_bookings(text, uuid, uuid)
  to authenticated;
