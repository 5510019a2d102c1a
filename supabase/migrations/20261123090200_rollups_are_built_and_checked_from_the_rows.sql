-- The rollups can be checked against the rows, and built anew from them, as this migration does for what is there.

-- What the rollups should say, from the rows.
create view private.sales_daily_recomputed with (security_invoker = on) as
select s.organization_id, s.sale_date as day, s.status, count(*) as sales_count, sum(s.total_amount) as total_amount,
  sum(s.commission_amount) as commission_amount
from public.sales s group by s.organization_id, s.sale_date, s.status;

create view private.sales_daily_by_agent_recomputed with (security_invoker = on) as
select s.organization_id, s.agent_id, s.sale_date as day, s.status, count(*) as sales_count,
  sum(s.total_amount) as total_amount, sum(s.commission_amount) as commission_amount
from public.sales s group by s.organization_id, s.agent_id, s.sale_date, s.status;

create view private.sales_daily_by_vendor_recomputed with (security_invoker = on) as
select s.organization_id, s.vendor_id, s.sale_date as day, s.status, count(*) as sales_count,
  sum(s.total_amount) as total_amount, sum(s.commission_amount) as commission_amount
from public.sales s group by s.organization_id, s.vendor_id, s.sale_date, s.status;

create view private.sales_monthly_by_agent_recomputed with (security_invoker = on) as
select s.organization_id, date_trunc('month', s.sale_date::timestamp)::date as month, s.agent_id, s.status,
  count(*) as sales_count, sum(s.total_amount) as total_amount, sum(s.commission_amount) as commission_amount
from public.sales s group by 1, 2, 3, 4;

create view private.sales_monthly_by_vendor_recomputed with (security_invoker = on) as
select s.organization_id, date_trunc('month', s.sale_date::timestamp)::date as month, s.vendor_id, s.status,
  count(*) as sales_count, sum(s.total_amount) as total_amount, sum(s.commission_amount) as commission_amount
from public.sales s group by 1, 2, 3, 4;

create view private.commissions_daily_recomputed with (security_invoker = on) as
select c.organization_id, s.sale_date as day, c.status, count(*) as commissions_count, sum(c.amount) as amount,
  sum(c.agent_amount) as agent_amount
from public.commissions c join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id
group by c.organization_id, s.sale_date, c.status;

create view private.commissions_daily_by_agent_recomputed with (security_invoker = on) as
select c.organization_id, c.agent_id, s.sale_date as day, c.status, count(*) as commissions_count,
  sum(c.amount) as amount, sum(c.agent_amount) as agent_amount
from public.commissions c join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id
group by c.organization_id, c.agent_id, s.sale_date, c.status;

revoke all on private.sales_daily_recomputed, private.sales_daily_by_agent_recomputed,
  private.sales_daily_by_vendor_recomputed, private.sales_monthly_by_agent_recomputed,
  private.sales_monthly_by_vendor_recomputed, private.commissions_daily_recomputed,
  private.commissions_daily_by_agent_recomputed from public, anon, authenticated;

-- Every row in which a rollup and the rows behind it differ: `kept` is what stands in the rollup, the others are what
-- should stand there. Empty is right. Changes nothing and stops nobody.
create function private.check_rollups() returns table (rollup text, kept boolean, row_data jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  name text;
begin
  foreach name in array '{commissions_daily,commissions_daily_by_agent,sales_daily,sales_daily_by_agent,
    sales_daily_by_vendor,sales_monthly_by_agent,sales_monthly_by_vendor}'::text[]
  loop
    return query execute format(
      'with kept as (
         -- A row that has come down to nothing stays, and says nothing.
         select r.* from private.%1$I r where (r.%2$I, r.%3$I, r.%4$I) is distinct from (0, 0, 0)),
       due as (select * from private.%5$I r where (r.%2$I, r.%3$I, r.%4$I) is distinct from (0, 0, 0))
       select %1$L, true, to_jsonb(k) from (select * from kept except select * from due) k
       union all
       select %1$L, false, to_jsonb(d) from (select * from due except select * from kept) d',
      name,
      case when name like 'sales%' then 'sales_count' else 'commissions_count' end,
      case when name like 'sales%' then 'total_amount' else 'amount' end,
      case when name like 'sales%' then 'commission_amount' else 'agent_amount' end,
      name || '_recomputed');
  end loop;
end $$;

-- Builds all rollups anew, and the dates of commissions with them: after an import that turned triggers off. Writers
-- wait meanwhile, readers do not.
create function private.rebuild_rollups() returns void
language plpgsql security definer set search_path = '' as $$
begin
  lock table public.sales, public.commissions in share row exclusive mode;
  update public.commissions c set sale_date = s.sale_date
  from public.sales s
  where s.organization_id = c.organization_id and s.id = c.sales_id and s.sale_date <> c.sale_date;
  delete from private.commissions_daily;
  insert into private.commissions_daily select * from private.commissions_daily_recomputed r
  order by r.organization_id, r.day, r.status;
  delete from private.commissions_daily_by_agent;
  insert into private.commissions_daily_by_agent select * from private.commissions_daily_by_agent_recomputed r
  order by r.organization_id, r.agent_id, r.day, r.status;
  delete from private.sales_daily;
  insert into private.sales_daily select * from private.sales_daily_recomputed r
  order by r.organization_id, r.day, r.status;
  delete from private.sales_daily_by_agent;
  insert into private.sales_daily_by_agent select * from private.sales_daily_by_agent_recomputed r
  order by r.organization_id, r.agent_id, r.day, r.status;
  delete from private.sales_daily_by_vendor;
  insert into private.sales_daily_by_vendor select * from private.sales_daily_by_vendor_recomputed r
  order by r.organization_id, r.vendor_id, r.day, r.status;
  delete from private.sales_monthly_by_agent;
  insert into private.sales_monthly_by_agent select * from private.sales_monthly_by_agent_recomputed r
  order by r.organization_id, r.month, r.agent_id, r.status;
  delete from private.sales_monthly_by_vendor;
  insert into private.sales_monthly_by_vendor select * from private.sales_monthly_by_vendor_recomputed r
  order by r.organization_id, r.month, r.vendor_id, r.status;
end $$;

revoke all on function private.check_rollups(), private.rebuild_rollups() from public, anon, authenticated;

select private.rebuild_rollups();
