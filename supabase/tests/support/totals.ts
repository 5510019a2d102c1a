import { sql, type Sql } from './database';
import type { TestAgency } from './test-agency';

/** What the totals of one organization say differently from its rows: of days and months that are not stale, and of customers. */
export const differences = (organizationId: string, query: Sql = sql) =>
  query<{ totals: string; kept: boolean; row_data: unknown }>(
    'select totals, kept, row_data from private.check_totals($1)',
    [organizationId],
  );

/**
 * What readers of the totals are told differently from what the rows of the same snapshot say: sales and commissions by day, of
 * the organization and of each of its agents; who sold what in these ranges of days.
 */
export const misread = (organizationId: string, ranges: [string, string][], query: Sql = sql) =>
  query(
    `with subjects as materialized (
       select null::uuid as agent_id union all select id from public.users where organization_id = $1
     ), ranges as materialized (
       select distinct * from unnest($2::date[], $3::date[]) r(first_day, last_day)
     ), told as (
       select 'sales' as what, a.agent_id, null::date as first_day, null::date as last_day, t.day::text || ' ' || t.status as of,
         t.record_count::numeric as n, t.total_amount as amount, t.commission_amount as part
       from subjects a cross join lateral private.totals('sale', $1, a.agent_id, '1900-01-01', '2199-12-31') t
       union all
       select 'commissions', a.agent_id, null, null, t.day::text || ' ' || t.status, t.record_count, t.commission_amount, t.agent_amount
       from subjects a cross join lateral private.totals('commission', $1, a.agent_id, '1900-01-01', '2199-12-31') t
       union all
       select k.grouped_by, a.agent_id, r.first_day, r.last_day, t.id::text, t.sales_count, t.total_amount, t.commission_amount
       from subjects a cross join ranges r cross join (values ('agent'), ('vendor')) k(grouped_by)
       cross join lateral private.sales_by(k.grouped_by, $1, a.agent_id, r.first_day, r.last_day) t
       where a.agent_id is null or k.grouped_by = 'vendor'
     ), due as (
       select 'sales' as what, a.agent_id, null::date as first_day, null::date as last_day,
         s.sale_date::text || ' ' || s.status as of, count(*)::numeric as n, sum(s.total_amount) as amount,
         sum(s.commission_amount) as part
       from subjects a join public.sales s on s.organization_id = $1 and (a.agent_id is null or s.agent_id = a.agent_id)
       group by 1, 2, 5
       union all
       select 'commissions', a.agent_id, null, null, s.sale_date::text || ' ' || c.status, count(*), sum(c.amount),
         sum(c.agent_amount)
       from subjects a
       join public.commissions c on c.organization_id = $1 and (a.agent_id is null or c.agent_id = a.agent_id)
       join public.sales s on s.id = c.sales_id
       group by 1, 2, 5
       union all
       select k.grouped_by, a.agent_id, r.first_day, r.last_day,
         case k.grouped_by when 'agent' then s.agent_id else s.vendor_id end::text, count(*), sum(s.total_amount),
         coalesce(sum(c.amount), 0)
       from subjects a cross join ranges r cross join (values ('agent'), ('vendor')) k(grouped_by)
       join public.sales s on s.organization_id = $1 and (a.agent_id is null or s.agent_id = a.agent_id)
         and s.sale_date between r.first_day and r.last_day and s.status <> 'cancelled'
       left join public.commissions c on c.sales_id = s.id and c.status <> 'cancelled'
       where a.agent_id is null or k.grouped_by = 'vendor'
       group by 1, 2, 3, 4, 5
     )
     (select true as told, t.* from (select * from told except all select * from due) t)
     union all
     (select false, d.* from (select * from due except all select * from told) d)`,
    [organizationId, ranges.map(([first]) => first), ranges.map(([, last]) => last)],
  );

/** How many marks and how many totals of days the organization has. */
export const stateOf = async (organizationId: string, query: Sql = sql) => {
  const [row] = await query<{ marks: number; days: number; months: number }>(
    `select (select count(*) from private.stale_days where organization_id = $1)::int as marks,
       (select count(distinct day) from private.daily_totals where organization_id = $1)::int as days,
       (select count(distinct month) from private.monthly_totals where organization_id = $1)::int as months`,
    [organizationId],
  );
  return row;
};

/** What the job does, as long as there is anything to do: other tests write beside this one. */
export const refresh = (query: Sql = sql) => query(`select private.refresh_totals('1 minute')`);

/** So many sales on twenty days, each in a statement of its own: two marks each, of the sale and of its commission. */
export const oneByOne = (
  { organizationId, vendorId, agent, customerId }: TestAgency,
  count: number,
  customer = customerId,
): string => `do $$ begin
  for n in 1..${count} loop
    insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, total_amount)
    values ('${organizationId}', '${customer}', '${vendorId}', '${agent.id}', 'ONE-' || n,
      date '2025-01-01' + n % 20, n);
  end loop;
end $$`;
