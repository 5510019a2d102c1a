-- What the page of a customer, a vendor or a member shows, with the sales beside it: asked once, not one after the other.
-- Under the caller's rights: the profile decides by itself who may read it, and of the sales row-level security does.

-- {rows, count}: the five newest sales of somebody or something, and how many there are. `owner`: customer, vendor or agent.
create function private.latest_sales(owner text, owner_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  answer jsonb;
begin
  execute format('select jsonb_build_object(
    ''count'', (select count(*) from public.sales s where s.%1$I = $1),
    ''rows'', (select coalesce(jsonb_agg(jsonb_build_object(''id'', r.id, ''booking_reference'', r.booking_reference,
      ''sale_date'', r.sale_date, ''travel_date'', r.travel_date, ''return_date'', r.return_date,
      ''total_amount'', r.total_amount, ''status'', r.status,
      ''customer'', (select jsonb_build_object(''first_name'', c.first_name, ''last_name'', c.last_name)
        from public.customers c where c.id = r.customer_id),
      ''vendor'', (select jsonb_build_object(''name'', v.name) from public.vendors v where v.id = r.vendor_id))
      order by r.sale_date desc, r.id), ''[]'')
      from (select s.* from public.sales s where s.%1$I = $1 order by s.sale_date desc, s.id limit 5) r))', owner || '_id')
  into answer using owner_id;
  return answer;
end $$;

-- Up to six trips of a customer that have not ended, the next departure first: those they pay, and those they travel along.
create function private.trips_ahead(customer_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'booking_reference', t.booking_reference,
    'travel_date', t.travel_date, 'return_date', t.return_date, 'status', t.status, 'customer_id', t.customer_id,
    'vendor', (select jsonb_build_object('name', v.name) from public.vendors v where v.id = t.vendor_id))
    order by t.travel_date, t.id), '[]')
  from (
    select s.* from public.sales s
    where s.id in (
        select o.id from public.sales o where o.customer_id = trips_ahead.customer_id
        union
        select g.sale_id from public.sale_travelers g where g.customer_id = trips_ahead.customer_id)
      and s.status <> 'cancelled'
      and (s.travel_date >= (select private.today()) or s.return_date >= (select private.today()))
    order by s.travel_date, s.id limit 6) t
$$;

-- What get_customer_profile answers, with `sales` and `trips`.
create function public.get_customer_page(customer_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select public.get_customer_profile(get_customer_page.customer_id) || jsonb_build_object(
    'sales', private.latest_sales('customer', get_customer_page.customer_id),
    'trips', private.trips_ahead(get_customer_page.customer_id))
$$;

-- What get_vendor_profile answers, with `sales`.
create function public.get_vendor_page(vendor_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select public.get_vendor_profile(get_vendor_page.vendor_id) || jsonb_build_object(
    'sales', private.latest_sales('vendor', get_vendor_page.vendor_id))
$$;

-- What get_member_profile answers, with `sales`.
create function public.get_member_page(member_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select public.get_member_profile(get_member_page.member_id) || jsonb_build_object(
    'sales', private.latest_sales('agent', get_member_page.member_id))
$$;

revoke all on function private.latest_sales(text, uuid), private.trips_ahead(uuid), public.get_customer_page(uuid),
  public.get_vendor_page(uuid), public.get_member_page(uuid) from public, anon, authenticated;
grant execute on function private.latest_sales(text, uuid), private.trips_ahead(uuid), public.get_customer_page(uuid),
  public.get_vendor_page(uuid), public.get_member_page(uuid) to authenticated;
