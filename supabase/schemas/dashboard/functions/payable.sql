-- What one agent is owed, now and later.

create function private.payable_with_shares(organization_id uuid, agent_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with open as materialized (
    select o.amount, o.obstacle, m.id as commission_id, coalesce(m.id, x.id) as of_which, m.sales_id, m.vendor_id, m.status, m.received_on,
      m.due_on, m.sale_date, case when o.obstacle is null then 1 when coalesce(m.status, x.status) <> 'unpaid' then 2 else 3 end as place
    from private.open_for_payout(payable_with_shares.organization_id, payable_with_shares.agent_id, false) o
    left join public.commissions m on m.organization_id = payable_with_shares.organization_id and m.id = o.of_commission_id
    left join public.other_commissions x on x.organization_id = payable_with_shares.organization_id and x.id = o.of_other_id)
  select jsonb_build_object(
    'now', (select jsonb_build_object('count', count(distinct o.of_which), 'amount', coalesce(sum(o.amount), 0)) from open o where o.place = 1),
    'expected', (select jsonb_build_object('count', count(distinct o.of_which), 'amount', coalesce(sum(o.amount), 0))
      from open o where o.place > 1),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('commission_id', p.commission_id, 'sales_id', s.id,
        'booking_reference', s.booking_reference, 'customer_first_name', c.first_name,
        'customer_last_name', c.last_name, 'vendor_name', v.name, 'agent_amount', p.amount, 'status', p.status,
        'sale_status', s.status, 'received_on', p.received_on, 'due_on', p.due_on, 'reason', case
          when p.place = 1 then 'ready'
          when p.obstacle = 'customer' then 'awaiting_customer'
          when p.obstacle <> 'vendor' then p.obstacle
          when w.owed > 0 then 'overdue'
          else 'awaiting_vendor' end)
        order by p.place, p.day nulls last, s.sale_date, s.created_at, s.booking_reference, p.sales_id, p.obstacle nulls first), '[]')
      from (
        select o.commission_id, o.sales_id, o.vendor_id, o.status, o.received_on, o.due_on, o.place, o.obstacle, sum(o.amount) as amount,
          case when o.place = 3 then o.due_on else o.sale_date end as day
        from open o join public.sales l on l.id = o.sales_id where o.commission_id is not null
        group by o.commission_id, o.sales_id, o.vendor_id, o.status, o.received_on, o.due_on, o.place, o.obstacle, o.sale_date, l.id
        order by o.place, day nulls last, l.sale_date, l.created_at, l.booking_reference, o.sales_id, o.obstacle nulls first limit 5) p
      join public.sales s on s.id = p.sales_id
      left join private.commission_money w on w.organization_id = payable_with_shares.organization_id and w.commission_id = p.commission_id
      join public.customers c on c.id = s.customer_id
      join public.vendors v on v.id = p.vendor_id))
$$;
comment on function private.payable_with_shares is 'private.payable_to of who has shares, of sales, of other commissions or over others:
  what payouts see, each for itself. A row is of a vendor''s commission, with all that the person gets of it for one reason; what
  they get of other commissions is in the sums alone.';

create function private.payable_to(organization_id uuid, agent_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  totals record;
  early record;
  -- As lists and payouts see it.
  blocked constant uuid[] := private.blocked_commissions(payable_to.organization_id, payable_to.agent_id);
begin
  if private.has_shares(payable_to.organization_id, payable_to.agent_id) or exists (
    select from private.shares_beside_sellers h
    where h.organization_id = payable_to.organization_id and h.user_id = payable_to.agent_id and h.status = 'open') then
    return private.payable_with_shares(payable_to.organization_id, payable_to.agent_id);
  end if;
  select coalesce(sum(t.record_count) filter (where t.status = 'funds_received'), 0) as n,
    coalesce(sum(t.agent_amount) filter (where t.status = 'funds_received'), 0) as amount,
    coalesce(sum(t.record_count) filter (where t.status = 'unpaid'), 0) as awaited_n,
    coalesce(sum(t.agent_amount) filter (where t.status = 'unpaid'), 0) as awaited into totals
  from private.totals('commission', payable_to.organization_id, payable_to.agent_id, '1900-01-01', '2199-12-31') t;
  -- Seldom the vendor pays before the customer, or something else keeps it.
  select count(*) as n, coalesce(sum(m.agent_amount), 0) as amount into early
  from public.commissions m
  where m.organization_id = payable_to.organization_id and m.agent_id = payable_to.agent_id
    and m.status = 'funds_received' and (not m.sale_paid or m.id = any (blocked));
  return jsonb_build_object(
    'now', jsonb_build_object('count', totals.n - early.n, 'amount', totals.amount - early.amount),
    'expected', jsonb_build_object('count', totals.awaited_n + early.n, 'amount', totals.awaited + early.amount),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('commission_id', m.id, 'sales_id', s.id,
        'booking_reference', s.booking_reference, 'customer_first_name', c.first_name, 'customer_last_name', c.last_name,
        'vendor_name', v.name, 'agent_amount', m.agent_amount, 'status', m.status, 'sale_status', s.status,
        'received_on', m.received_on, 'due_on', m.due_on, 'reason', case
          when p.place = 1 then 'ready'
          when m.id = any (blocked) then coalesce((
            select o.obstacle from private.open_for_payout(payable_to.organization_id, payable_to.agent_id, true) o
            where o.commission_id = m.id and o.obstacle <> 'vendor'), 'awaiting_vendor')
          when p.place = 2 then 'awaiting_customer'
          when w.owed > 0 then 'overdue'
          else 'awaiting_vendor' end)
        order by p.place, p.day nulls last, s.sale_date, s.created_at, s.booking_reference, p.sales_id), '[]')
      from (
        select f.* from (
          (select 1 as place, m.sale_date as day, m.sales_id, s.sale_date, s.created_at, s.booking_reference
          from public.commissions m join public.sales s on s.id = m.sales_id
          where m.organization_id = payable_to.organization_id and m.agent_id = payable_to.agent_id
            and m.status = 'funds_received' and m.sale_paid and m.id <> all (blocked)
          order by m.sale_date, s.created_at, s.booking_reference, m.sales_id limit 5)
          union all
          (select 2, m.sale_date, m.sales_id, s.sale_date, s.created_at, s.booking_reference
          from public.commissions m join public.sales s on s.id = m.sales_id
          where m.organization_id = payable_to.organization_id and m.agent_id = payable_to.agent_id
            and m.status = 'funds_received' and (not m.sale_paid or m.id = any (blocked))
          order by m.sale_date, s.created_at, s.booking_reference, m.sales_id limit 5)
          union all
          (select 3, m.due_on, m.sales_id, s.sale_date, s.created_at, s.booking_reference
          from public.commissions m join public.sales s on s.id = m.sales_id
          where m.organization_id = payable_to.organization_id and m.agent_id = payable_to.agent_id
            and m.status = 'unpaid'
          order by m.due_on, s.sale_date, s.created_at, s.booking_reference, m.sales_id limit 5)) f
        order by f.place, f.day nulls last, f.sale_date, f.created_at, f.booking_reference, f.sales_id limit 5) p
      join public.sales s on s.id = p.sales_id
      join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
      join private.commission_money w on w.commission_id = m.id
      join public.customers c on c.id = s.customer_id
      join public.vendors v on v.id = s.vendor_id));
end $$;
comment on function private.payable_to is 'What an agent is owed: now (funds_received, and the customer has paid), and later, with
  the reason why not now. received_on is null where nobody has seen the vendor''s money. {now: {count, amount}, expected: {count,
  amount}, rows}, amounts of the agent''s part.';
