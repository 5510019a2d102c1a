-- What people are told of sales: who was assigned one, whose sale was cancelled, and admins who want to know.

create function private.notify_of_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Name of the acting user by organization.
  names jsonb;
begin
  if private.in_mode('importing') then
    return null;
  end if;
  if tg_op = 'INSERT' then
    names := (
      select jsonb_object_agg(d.organization_id, private.acting_name(d.organization_id))
      from (select distinct organization_id from added) d);
    insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id, code, params)
    select n.organization_id, n.agent_id, 'assignment', (names ->> n.organization_id::text) || ' assigned you a sale.',
      'sales', n.id, 'sale_assigned', jsonb_build_object('by', names -> n.organization_id::text)
    from added n
    where n.agent_id is distinct from auth.uid()
    order by n.id;
    return null;
  end if;
  names := (
    select jsonb_object_agg(d.organization_id, private.acting_name(d.organization_id))
    from (select distinct organization_id from changed) d);
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id, code, params)
  select n.organization_id, t.user_id, t.type, (names ->> n.organization_id::text) || t.message, 'sales', n.id, t.code,
    jsonb_build_object('by', names -> n.organization_id::text)
  -- A full join behind a fence (offset 0): a plain join of transition tables is planned for one row and loops over thousands.
  from (
    select n.id, n.organization_id, n.status, o.status as old_status, n.agent_id, o.agent_id as old_agent_id
    from changed n full join replaced o on o.id = n.id offset 0) n
  cross join lateral (
    -- A statement that cancels a sale may reassign it as well: the former agent's sale was cancelled.
    select n.old_agent_id as user_id, 'sale' as type, ' cancelled your sale.' as message, 'sale_cancelled' as code
    where n.status = 'cancelled' and n.old_status <> 'cancelled'
    union all
    select n.agent_id, 'assignment', ' assigned you a sale.', 'sale_assigned'
    where n.agent_id <> n.old_agent_id and (n.status <> 'cancelled' or n.old_status = 'cancelled')) t
  where t.user_id is distinct from auth.uid()
  order by n.id;
  return null;
end $$;
comment on function private.notify_of_sale is 'To the agent who was assigned a sale, and to the agent whose sale was cancelled. Once
  per statement, whatever its rows. An import tells each agent once, when it ends: private.notify_of_import.';

create function private.notify_admins_of_sales() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- [{organization_id, agent_id, amount: how many, sale_id: one of them}]
  news jsonb;
begin
  if private.in_mode('importing') then
    return null;
  elsif tg_op = 'INSERT' then
    news := (select jsonb_agg(to_jsonb(g)) from (
      select n.organization_id, n.agent_id, count(*) as amount, (array_agg(n.id))[1] as sale_id from added n group by 1, 2) g);
  else
    news := (select jsonb_agg(to_jsonb(g)) from (
      -- The full join behind offset 0 is explained at private.sync_commission.
      select p.organization_id, p.agent_id, count(*) as amount, (array_agg(p.id))[1] as sale_id
      from (
        select n.id, n.organization_id, n.agent_id, n.status, o.status as old_status
        from changed n full join replaced o on o.id = n.id offset 0) p
      where p.status = 'paid' and p.old_status <> 'paid'
      group by 1, 2) g);
  end if;
  if news is null then return null; end if;
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id, code, params)
  select u.organization_id, u.id, case tg_op when 'INSERT' then 'sale_recorded' else 'sale_paid' end,
    private.acting_name(u.organization_id) || case tg_op when 'INSERT' then ' recorded ' else ' marked ' end
      || case sum(g.amount) when 1 then 'a sale' else sum(g.amount) || ' sales' end
      || case tg_op when 'INSERT' then '.' else ' as paid by the customer.' end,
    'sales', case sum(g.amount) when 1 then (array_agg(g.sale_id))[1] end,
    case tg_op when 'INSERT' then 'sales_recorded' else 'sales_paid' end,
    jsonb_build_object('by', private.acting_name(u.organization_id), 'count', sum(g.amount))
  from jsonb_to_recordset(news) as g(organization_id uuid, agent_id uuid, amount bigint, sale_id uuid)
  join public.users u on u.organization_id = g.organization_id and u.id <> g.agent_id
  where u.role in ('owner', 'admin') and u.is_active and u.hears_of_sales and u.id is distinct from auth.uid()
  group by u.organization_id, u.id;
  return null;
end $$;
comment on function private.notify_admins_of_sales is 'To the admins who want to know: which sales others record, and which are
  paid. One message for the sales of one statement, which leads to the sale when it is one. Whoever hears of a sale as its agent
  does not hear of it twice. An import tells once, too.';

create function private.sale_description(sale public.sales) returns text
language sql stable security definer set search_path = '' as $$
  select 'sale ' || coalesce(sale.booking_reference || ' ', '') || 'for ' || coalesce((
    select c.first_name || ' ' || c.last_name from public.customers c where c.id = sale.customer_id), 'Unknown')
$$;
comment on function private.sale_description is '"sale NWR-1 for Vera Lind"';

create function private.sale_param(sale_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('reference', s.booking_reference, 'customer', c.first_name || ' ' || c.last_name)
  from public.sales s left join public.customers c on c.organization_id = s.organization_id and c.id = s.customer_id
  where s.id = sale_param.sale_id
$$;
comment on function private.sale_param is 'The same for a code: {reference, customer}.';
