-- What happened to a sale, for its page.

create function public.get_sale_history(sale_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  -- Asked once and first: what is not shown takes as long as what is not there.
  with sale as materialized (
    select s.id from public.sales s where s.id = get_sale_history.sale_id
  ), entries as (
    select h.* from public.sales_history h where h.sales_id = (select s.id from sale s)
  ), mentioned as (
    select distinct m.kind, (m.id)::uuid as id
    from entries e
    cross join lateral (values (e.previous_data), (e.new_data)) d(data)
    cross join lateral (values
      ('user', d.data ->> 'agent_id'), ('customer', d.data ->> 'customer_id'), ('vendor', d.data ->> 'vendor_id'),
      ('group', d.data ->> 'group_id')) m(kind, id)
    where m.id is not null
    union
    select 'user', (p.value ->> 'user_id')::uuid
    from entries e
    cross join lateral (values (e.previous_data), (e.new_data)) d(data)
    cross join lateral jsonb_array_elements(d.data -> 'co_sellers') p
  ), names as (
    select u.id, u.first_name || ' ' || u.last_name as name
    from mentioned m join public.users u on u.id = m.id where m.kind = 'user'
    union all
    select c.id, c.first_name || ' ' || c.last_name
    from mentioned m join public.customers c on c.id = m.id where m.kind = 'customer'
    union all
    select v.id, v.name from mentioned m join public.vendors v on v.id = m.id where m.kind = 'vendor'
    union all
    select g.id, g.name from mentioned m join public.sale_groups g on g.id = m.id where m.kind = 'group'
  )
  select jsonb_build_object(
    'entries', (select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'change_type', e.change_type, 'previous_data', e.previous_data, 'new_data', e.new_data,
        'changed_fields', e.changed_fields, 'notes', e.notes, 'code', e.code, 'params', e.params, 'comment', e.comment, 'created_at', e.created_at,
        'changed_by', (
          select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url)
          from public.users u where u.id = e.changed_by)
      ) order by e.version desc), '[]') from entries e),
    'commission', (select coalesce(jsonb_agg(jsonb_build_object(
        'id', h.id, 'new_status', h.new_status, 'notes', h.notes, 'code', h.code, 'params', h.params, 'created_at', h.created_at,
        'changed_by', (
          select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url)
          from public.users u where u.id = h.changed_by)
      ) order by h.created_at desc, h.id desc), '[]')
      from public.commissions c join public.commission_history h on h.commission_id = c.id
      where c.sales_id = (select s.id from sale s) and h.change_type = 'status_change'),
    'corrections', (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'kind', k.kind, 'posted_on', k.posted_on,
        'total_before', k.total_before, 'total_after', k.total_after, 'commission_before', k.commission_before,
        'commission_after', k.commission_after, 'created_at', k.created_at) order by k.created_at desc, k.id), '[]')
      from public.book_corrections k where k.sales_id = (select s.id from sale s)),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'amount', p.amount, 'paid_on', p.paid_on,
        'payment_method', p.payment_method, 'note', p.notes, 'origin', p.origin, 'created_at', p.created_at,
        'changed_by', (
          select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url)
          from public.users u where u.id = p.created_by)) order by p.created_at desc, p.id), '[]')
      from public.customer_payments p where p.sales_id = (select s.id from sale s)),
    'penalty', private.penalty_of((select s.id from sale s)),
    'names', (select coalesce(jsonb_object_agg(n.id, n.name), '{}') from names n))
$$;
comment on function public.get_sale_history is '{entries, commission, payments, penalty, names, corrections}: the history of a sale, the status changes
  of its commission, what the customer paid, what changed of it after its month was closed (admins only), all newest first, and the names of all users,
  customers, vendors and groups that the entries refer to by id. Security invoker: what row-level security hides is neither answered nor
  named.';
grant execute on function public.get_sale_history(uuid) to authenticated;
