-- Months of vendors and years of agents and vendors are asked for what counts, never for how much of it is paid: sales that
-- are not cancelled share a row, `active`. A sale that is paid leaves them alone, and there is less to add up.
create or replace view private.sales_monthly_by_vendor_recomputed with (security_invoker = on) as
select s.organization_id, date_trunc('month', s.sale_date::timestamp)::date as month, s.vendor_id, 'active'::text as status,
  count(*) as sales_count, sum(s.total_amount) as total_amount, sum(s.commission_amount) as commission_amount
from public.sales s where s.status <> 'cancelled' group by 1, 2, 3;

create or replace view private.sales_yearly_by_agent_vendor_recomputed with (security_invoker = on) as
select s.organization_id, s.agent_id, date_trunc('year', s.sale_date::timestamp)::date as year, s.vendor_id,
  'active'::text as status, count(*) as sales_count, sum(s.total_amount) as total_amount,
  sum(s.commission_amount) as commission_amount
from public.sales s where s.status <> 'cancelled' group by 1, 2, 3, 4;

comment on column private.sales_monthly_by_vendor.status is 'Always active: cancelled sales are left out';
comment on column private.sales_yearly_by_agent_vendor.status is 'Always active: cancelled sales are left out';

-- Rollups of what is not cancelled. `deltas` are of such sales only, and those that take one another back are gone.
create function private.add_to_active_rollups(deltas private.sales_delta[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  d private.sales_delta := deltas[1];
  single constant boolean := cardinality(deltas) = 1;
  taken boolean := d.sales_count < 0;
begin
  if not single then
    taken := exists (select 1 from unnest(deltas) t where t.sales_count < 0);
  end if;
  if single then
    insert into private.sales_monthly_by_vendor as r
      (organization_id, month, vendor_id, status, sales_count, total_amount, commission_amount)
    values (d.organization_id, date_trunc('month', d.day::timestamp)::date, d.vendor_id, 'active', d.sales_count,
      d.total_amount, d.commission_amount)
    on conflict (organization_id, month, vendor_id, status) do update set
      sales_count = r.sales_count + excluded.sales_count,
      total_amount = r.total_amount + excluded.total_amount,
      commission_amount = r.commission_amount + excluded.commission_amount;
    insert into private.customer_totals as r
      (organization_id, customer_id, sales_count, total_amount, commission_amount, last_sale_date)
    values (d.organization_id, d.customer_id, d.sales_count, d.total_amount, d.commission_amount,
      case when d.sales_count > 0 then d.day else '-infinity' end)
    on conflict (organization_id, customer_id) do update set
      sales_count = r.sales_count + excluded.sales_count,
      total_amount = r.total_amount + excluded.total_amount,
      commission_amount = r.commission_amount + excluded.commission_amount,
      last_sale_date = greatest(r.last_sale_date, excluded.last_sale_date);
  else
    insert into private.sales_monthly_by_vendor as r
      (organization_id, month, vendor_id, status, sales_count, total_amount, commission_amount)
    select s.organization_id, date_trunc('month', s.day::timestamp)::date, s.vendor_id, 'active', sum(s.sales_count),
      sum(s.total_amount), sum(s.commission_amount)
    from unnest(deltas) s
    group by 1, 2, 3
    having sum(s.sales_count) <> 0 or sum(s.total_amount) <> 0 or sum(s.commission_amount) <> 0
    order by 1, 2, 3
    on conflict (organization_id, month, vendor_id, status) do update set
      sales_count = r.sales_count + excluded.sales_count,
      total_amount = r.total_amount + excluded.total_amount,
      commission_amount = r.commission_amount + excluded.commission_amount;
    insert into private.customer_totals as r
      (organization_id, customer_id, sales_count, total_amount, commission_amount, last_sale_date)
    select s.organization_id, s.customer_id, sum(s.sales_count), sum(s.total_amount), sum(s.commission_amount),
      coalesce(max(s.day) filter (where s.sales_count > 0), '-infinity')
    from unnest(deltas) s
    group by s.organization_id, s.customer_id
    order by s.organization_id, s.customer_id
    on conflict (organization_id, customer_id) do update set
      sales_count = r.sales_count + excluded.sales_count,
      total_amount = r.total_amount + excluded.total_amount,
      commission_amount = r.commission_amount + excluded.commission_amount,
      last_sale_date = greatest(r.last_sale_date, excluded.last_sale_date);
  end if;
  if taken then
    update private.customer_totals r set last_sale_date = t.last_sale_date
    from (
      select k.organization_id, k.customer_id, coalesce(max(s.sale_date), '-infinity') as last_sale_date
      from (
        select distinct t.organization_id, t.customer_id
        from unnest(deltas) t
        join private.customer_totals o on o.organization_id = t.organization_id and o.customer_id = t.customer_id
        where t.sales_count < 0 and t.day >= o.last_sale_date) k
      left join public.sales s on s.organization_id = k.organization_id and s.customer_id = k.customer_id and s.status <> 'cancelled'
      group by k.organization_id, k.customer_id) t
    where r.organization_id = t.organization_id and r.customer_id = t.customer_id and r.last_sale_date <> t.last_sale_date;
  end if;

  if single then
    insert into private.customer_totals_by_agent as r
      (organization_id, agent_id, customer_id, sales_count, total_amount, commission_amount, last_sale_date)
    values (d.organization_id, d.agent_id, d.customer_id, d.sales_count, d.total_amount, d.commission_amount,
      case when d.sales_count > 0 then d.day else '-infinity' end)
    on conflict (organization_id, agent_id, customer_id) do update set
      sales_count = r.sales_count + excluded.sales_count,
      total_amount = r.total_amount + excluded.total_amount,
      commission_amount = r.commission_amount + excluded.commission_amount,
      last_sale_date = greatest(r.last_sale_date, excluded.last_sale_date);
  else
    insert into private.customer_totals_by_agent as r
      (organization_id, agent_id, customer_id, sales_count, total_amount, commission_amount, last_sale_date)
    select s.organization_id, s.agent_id, s.customer_id, sum(s.sales_count), sum(s.total_amount), sum(s.commission_amount),
      coalesce(max(s.day) filter (where s.sales_count > 0), '-infinity')
    from unnest(deltas) s
    group by s.organization_id, s.agent_id, s.customer_id
    order by s.organization_id, s.agent_id, s.customer_id
    on conflict (organization_id, agent_id, customer_id) do update set
      sales_count = r.sales_count + excluded.sales_count,
      total_amount = r.total_amount + excluded.total_amount,
      commission_amount = r.commission_amount + excluded.commission_amount,
      last_sale_date = greatest(r.last_sale_date, excluded.last_sale_date);
  end if;
  if taken then
    update private.customer_totals_by_agent r set last_sale_date = t.last_sale_date
    from (
      select k.organization_id, k.agent_id, k.customer_id, coalesce(max(s.sale_date), '-infinity') as last_sale_date
      from (
        select distinct t.organization_id, t.agent_id, t.customer_id
        from unnest(deltas) t
        join private.customer_totals_by_agent o
          on o.organization_id = t.organization_id and o.agent_id = t.agent_id and o.customer_id = t.customer_id
        where t.sales_count < 0 and t.day >= o.last_sale_date) k
      left join public.sales s on s.organization_id = k.organization_id and s.customer_id = k.customer_id
        and s.agent_id = k.agent_id and s.status <> 'cancelled'
      group by k.organization_id, k.agent_id, k.customer_id) t
    where r.organization_id = t.organization_id and r.agent_id = t.agent_id and r.customer_id = t.customer_id
      and r.last_sale_date <> t.last_sale_date;
  end if;

  if single then
    insert into private.sales_yearly_by_agent_vendor as r
      (organization_id, agent_id, year, vendor_id, status, sales_count, total_amount, commission_amount)
    values (d.organization_id, d.agent_id, date_trunc('year', d.day::timestamp)::date, d.vendor_id, 'active', d.sales_count,
      d.total_amount, d.commission_amount)
    on conflict (organization_id, agent_id, year, vendor_id, status) do update set
      sales_count = r.sales_count + excluded.sales_count,
      total_amount = r.total_amount + excluded.total_amount,
      commission_amount = r.commission_amount + excluded.commission_amount;
  else
    insert into private.sales_yearly_by_agent_vendor as r
      (organization_id, agent_id, year, vendor_id, status, sales_count, total_amount, commission_amount)
    select s.organization_id, s.agent_id, date_trunc('year', s.day::timestamp)::date, s.vendor_id, 'active',
      sum(s.sales_count), sum(s.total_amount), sum(s.commission_amount)
    from unnest(deltas) s
    group by 1, 2, 3, 4
    having sum(s.sales_count) <> 0 or sum(s.total_amount) <> 0 or sum(s.commission_amount) <> 0
    order by 1, 2, 3, 4
    on conflict (organization_id, agent_id, year, vendor_id, status) do update set
      sales_count = r.sales_count + excluded.sales_count,
      total_amount = r.total_amount + excluded.total_amount,
      commission_amount = r.commission_amount + excluded.commission_amount;
  end if;
end $$;

revoke all on function private.add_to_active_rollups(private.sales_delta[]) from public, anon, authenticated;
