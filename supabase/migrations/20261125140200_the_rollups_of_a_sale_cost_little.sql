-- The rollups of sales, as those of commissions: single ones without grouping and sorting; what counts (is not cancelled) in
-- one step for all that does not ask for more.

create or replace function private.add_to_sales_rollups(deltas private.sales_delta[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  d private.sales_delta;
begin
  if cardinality(deltas) = 1 or cardinality(deltas) = 2
    and (deltas[1].organization_id, deltas[1].agent_id, deltas[1].vendor_id, deltas[1].day)
      = (deltas[2].organization_id, deltas[2].agent_id, deltas[2].vendor_id, deltas[2].day)
    and deltas[1].status <> deltas[2].status
  then
    foreach d in array deltas loop
      insert into private.sales_daily as r (organization_id, day, status, sales_count, total_amount, commission_amount)
      values (d.organization_id, d.day, d.status, d.sales_count, d.total_amount, d.commission_amount)
      on conflict (organization_id, day, status) do update set
        sales_count = r.sales_count + excluded.sales_count,
        total_amount = r.total_amount + excluded.total_amount,
        commission_amount = r.commission_amount + excluded.commission_amount;
    end loop;
    foreach d in array deltas loop
      insert into private.sales_daily_by_agent as r
        (organization_id, agent_id, day, status, sales_count, total_amount, commission_amount)
      values (d.organization_id, d.agent_id, d.day, d.status, d.sales_count, d.total_amount, d.commission_amount)
      on conflict (organization_id, agent_id, day, status) do update set
        sales_count = r.sales_count + excluded.sales_count,
        total_amount = r.total_amount + excluded.total_amount,
        commission_amount = r.commission_amount + excluded.commission_amount;
    end loop;
    foreach d in array deltas loop
      insert into private.sales_daily_by_vendor as r
        (organization_id, vendor_id, day, status, sales_count, total_amount, commission_amount)
      values (d.organization_id, d.vendor_id, d.day, d.status, d.sales_count, d.total_amount, d.commission_amount)
      on conflict (organization_id, vendor_id, day, status) do update set
        sales_count = r.sales_count + excluded.sales_count,
        total_amount = r.total_amount + excluded.total_amount,
        commission_amount = r.commission_amount + excluded.commission_amount;
    end loop;
    foreach d in array deltas loop
      insert into private.sales_monthly_by_agent as r
        (organization_id, month, agent_id, status, sales_count, total_amount, commission_amount)
      values (d.organization_id, date_trunc('month', d.day::timestamp)::date, d.agent_id, d.status, d.sales_count,
        d.total_amount, d.commission_amount)
      on conflict (organization_id, month, agent_id, status) do update set
        sales_count = r.sales_count + excluded.sales_count,
        total_amount = r.total_amount + excluded.total_amount,
        commission_amount = r.commission_amount + excluded.commission_amount;
    end loop;
    return;
  end if;

  insert into private.sales_daily as r (organization_id, day, status, sales_count, total_amount, commission_amount)
  select s.organization_id, s.day, s.status, sum(s.sales_count), sum(s.total_amount), sum(s.commission_amount)
  from unnest(deltas) s
  group by s.organization_id, s.day, s.status
  having sum(s.sales_count) <> 0 or sum(s.total_amount) <> 0 or sum(s.commission_amount) <> 0
  order by s.organization_id, s.day, s.status
  on conflict (organization_id, day, status) do update set
    sales_count = r.sales_count + excluded.sales_count,
    total_amount = r.total_amount + excluded.total_amount,
    commission_amount = r.commission_amount + excluded.commission_amount;

  insert into private.sales_daily_by_agent as r
    (organization_id, agent_id, day, status, sales_count, total_amount, commission_amount)
  select s.organization_id, s.agent_id, s.day, s.status, sum(s.sales_count), sum(s.total_amount), sum(s.commission_amount)
  from unnest(deltas) s
  group by s.organization_id, s.agent_id, s.day, s.status
  having sum(s.sales_count) <> 0 or sum(s.total_amount) <> 0 or sum(s.commission_amount) <> 0
  order by s.organization_id, s.agent_id, s.day, s.status
  on conflict (organization_id, agent_id, day, status) do update set
    sales_count = r.sales_count + excluded.sales_count,
    total_amount = r.total_amount + excluded.total_amount,
    commission_amount = r.commission_amount + excluded.commission_amount;

  insert into private.sales_daily_by_vendor as r
    (organization_id, vendor_id, day, status, sales_count, total_amount, commission_amount)
  select s.organization_id, s.vendor_id, s.day, s.status, sum(s.sales_count), sum(s.total_amount), sum(s.commission_amount)
  from unnest(deltas) s
  group by s.organization_id, s.vendor_id, s.day, s.status
  having sum(s.sales_count) <> 0 or sum(s.total_amount) <> 0 or sum(s.commission_amount) <> 0
  order by s.organization_id, s.vendor_id, s.day, s.status
  on conflict (organization_id, vendor_id, day, status) do update set
    sales_count = r.sales_count + excluded.sales_count,
    total_amount = r.total_amount + excluded.total_amount,
    commission_amount = r.commission_amount + excluded.commission_amount;

  insert into private.sales_monthly_by_agent as r
    (organization_id, month, agent_id, status, sales_count, total_amount, commission_amount)
  select s.organization_id, date_trunc('month', s.day::timestamp)::date, s.agent_id, s.status, sum(s.sales_count),
    sum(s.total_amount), sum(s.commission_amount)
  from unnest(deltas) s
  group by 1, 2, 3, 4
  having sum(s.sales_count) <> 0 or sum(s.total_amount) <> 0 or sum(s.commission_amount) <> 0
  order by 1, 2, 3, 4
  on conflict (organization_id, month, agent_id, status) do update set
    sales_count = r.sales_count + excluded.sales_count,
    total_amount = r.total_amount + excluded.total_amount,
    commission_amount = r.commission_amount + excluded.commission_amount;
end $$;

create or replace function private.roll_up_sales() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deltas private.sales_delta[];
  -- Without the cancelled, in one row for those that differ in the status only.
  active private.sales_delta[];
begin
  if tg_op = 'INSERT' then
    deltas := array(
      select row(s.organization_id, s.sale_date, s.status, s.agent_id, s.vendor_id, 1, s.total_amount, s.commission_amount,
        s.customer_id)::private.sales_delta
      from added s);
  elsif tg_op = 'UPDATE' then
    deltas := array(
      select row(d.organization_id, d.sale_date, d.status, d.agent_id, d.vendor_id, d.n, d.total_amount,
        d.commission_amount, d.customer_id)::private.sales_delta
      from replaced o
      join changed n on n.id = o.id
      cross join lateral (
        select n.organization_id, n.sale_date, n.status, n.agent_id, n.vendor_id, n.customer_id, 0 as n,
          n.total_amount - o.total_amount as total_amount, n.commission_amount - o.commission_amount as commission_amount
        where (o.sale_date, o.status, o.agent_id, o.vendor_id, o.customer_id)
          = (n.sale_date, n.status, n.agent_id, n.vendor_id, n.customer_id)
        union all
        select n.organization_id, n.sale_date, n.status, n.agent_id, n.vendor_id, n.customer_id, 1, n.total_amount,
          n.commission_amount
        where (o.sale_date, o.status, o.agent_id, o.vendor_id, o.customer_id)
          <> (n.sale_date, n.status, n.agent_id, n.vendor_id, n.customer_id)
        union all
        select o.organization_id, o.sale_date, o.status, o.agent_id, o.vendor_id, o.customer_id, -1, -o.total_amount,
          -o.commission_amount
        where (o.sale_date, o.status, o.agent_id, o.vendor_id, o.customer_id)
          <> (n.sale_date, n.status, n.agent_id, n.vendor_id, n.customer_id)) d
      where (o.sale_date, o.status, o.agent_id, o.vendor_id, o.customer_id, o.total_amount, o.commission_amount)
        <> (n.sale_date, n.status, n.agent_id, n.vendor_id, n.customer_id, n.total_amount, n.commission_amount)
      order by d.status);
  else
    deltas := array(
      select row(s.organization_id, s.sale_date, s.status, s.agent_id, s.vendor_id, -1, -s.total_amount,
        -s.commission_amount, s.customer_id)::private.sales_delta
      from replaced s);
  end if;
  if cardinality(deltas) = 0 then
    return null;
  end if;
  perform private.add_to_sales_rollups(deltas);
  if cardinality(deltas) > 1 then
    active := array(
      select row(s.organization_id, s.day, 'active', s.agent_id, s.vendor_id, sum(s.sales_count), sum(s.total_amount),
        sum(s.commission_amount), s.customer_id)::private.sales_delta
      from unnest(deltas) s
      where s.status <> 'cancelled'
      group by s.organization_id, s.day, s.agent_id, s.vendor_id, s.customer_id
      having sum(s.sales_count) <> 0 or sum(s.total_amount) <> 0 or sum(s.commission_amount) <> 0);
  elsif deltas[1].status <> 'cancelled' then
    active := deltas;
  end if;
  if cardinality(active) > 0 then
    perform private.add_to_active_rollups(active);
  end if;
  return null;
end $$;

drop trigger sales_after_65_roll_up_added on public.sales;
drop trigger sales_after_65_roll_up_changed on public.sales;
drop trigger sales_after_65_roll_up_removed on public.sales;
drop function private.roll_up_sales_by_agent_vendor();
drop function private.add_to_sales_by_agent_vendor(private.agent_vendor_delta[]);
drop type private.agent_vendor_delta;
drop function private.add_to_customer_rollups(private.sales_delta[]);

delete from private.sales_monthly_by_vendor;
insert into private.sales_monthly_by_vendor
select r.* from private.sales_monthly_by_vendor_recomputed r order by r.organization_id, r.month, r.vendor_id;
delete from private.sales_yearly_by_agent_vendor;
insert into private.sales_yearly_by_agent_vendor
select r.* from private.sales_yearly_by_agent_vendor_recomputed r order by r.organization_id, r.agent_id, r.year, r.vendor_id;
