-- A history holds ids of people and vendors, and some of them are no longer on the record. Whoever reads it wants names, without a
-- request per id: each function answers a whole history and the names its entries mention. Under the caller's rights, so that what one
-- may not see is neither told nor named.

create function public.get_sale_history(sale_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  with entries as (
    select h.* from public.sales_history h where h.sales_id = get_sale_history.sale_id
  ), mentioned as (
    select distinct m.kind, (m.id)::uuid as id
    from entries e
    cross join lateral (values (e.previous_data), (e.new_data)) d(data)
    cross join lateral (values
      ('user', d.data ->> 'agent_id'), ('customer', d.data ->> 'customer_id'), ('vendor', d.data ->> 'vendor_id')) m(kind, id)
    where m.id is not null
  ), names as (
    select u.id, u.first_name || ' ' || u.last_name as name
    from mentioned m join public.users u on u.id = m.id where m.kind = 'user'
    union all
    select c.id, c.first_name || ' ' || c.last_name
    from mentioned m join public.customers c on c.id = m.id where m.kind = 'customer'
    union all
    select v.id, v.name from mentioned m join public.vendors v on v.id = m.id where m.kind = 'vendor'
  )
  select jsonb_build_object(
    -- Newest first (spec section 7).
    'entries', (select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'change_type', e.change_type, 'previous_data', e.previous_data, 'new_data', e.new_data,
        'changed_fields', e.changed_fields, 'notes', e.notes, 'comment', e.comment, 'created_at', e.created_at,
        'changed_by', (
          select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url)
          from public.users u where u.id = e.changed_by)
      ) order by e.version desc), '[]') from entries e),
    -- Where its commission went meanwhile: the other half of the story.
    'commission', (select coalesce(jsonb_agg(jsonb_build_object(
        'id', h.id, 'new_status', h.new_status, 'notes', h.notes, 'created_at', h.created_at,
        'changed_by', (
          select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url)
          from public.users u where u.id = h.changed_by)
      ) order by h.created_at desc, h.id desc), '[]')
      from public.commissions c join public.commission_history h on h.commission_id = c.id
      where c.sales_id = get_sale_history.sale_id and h.change_type = 'status_change'),
    'names', (select coalesce(jsonb_object_agg(n.id, n.name), '{}') from names n))
$$;

create function public.get_commission_history(commission_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  with entries as (
    select h.* from public.commission_history h where h.commission_id = get_commission_history.commission_id
  ), mentioned as (
    select distinct (d.data ->> 'agent_id')::uuid as id
    from entries e
    cross join lateral (values (e.previous_data), (e.new_data)) d(data)
    where d.data ->> 'agent_id' is not null
  )
  select jsonb_build_object(
    -- Oldest first (spec section 7).
    'entries', (select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'change_type', e.change_type, 'previous_status', e.previous_status, 'new_status', e.new_status,
        'previous_data', e.previous_data, 'new_data', e.new_data, 'notes', e.notes, 'created_at', e.created_at,
        'user', (
          select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url)
          from public.users u where u.id = e.changed_by)
      ) order by e.created_at, e.id), '[]') from entries e),
    'names', (select coalesce(jsonb_object_agg(u.id, u.first_name || ' ' || u.last_name), '{}')
      from mentioned m join public.users u on u.id = m.id))
$$;

revoke all on function public.get_sale_history(uuid), public.get_commission_history(uuid) from public, anon, authenticated;
grant execute on function public.get_sale_history(uuid), public.get_commission_history(uuid) to authenticated;
