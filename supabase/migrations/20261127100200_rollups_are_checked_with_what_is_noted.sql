-- What lists and profiles read by status are views of the figures, under the names they know.

drop view private.sales_daily, private.sales_daily_by_agent, private.sales_daily_by_vendor, private.commissions_daily,
  private.commissions_daily_by_agent, private.commissions_daily_by_vendor, private.sales_monthly_by_agent,
  private.sales_monthly_by_vendor, private.sales_by_day_recomputed, private.commissions_by_day_recomputed,
  private.sales_by_quarter_recomputed;
drop table private.sales_by_day, private.commissions_by_day, private.sales_by_quarter;

-- By status, as lists and profiles ask.
create view private.sales_by_day with (security_invoker = on) as
select d.organization_id, d.whose, d.day, k.status, k.sales_count, k.total_amount, k.commission_amount
from private.figures_by_day d
cross join lateral (values ('booked', d.booked_count, d.booked_amount, d.booked_share),
  ('paid', d.paid_count, d.paid_amount, d.paid_share),
  ('cancelled', d.cancelled_count, d.cancelled_amount, d.cancelled_share))
  k(status, sales_count, total_amount, commission_amount);
create view private.commissions_by_day with (security_invoker = on) as
select d.organization_id, d.whose, d.day, k.status, k.commissions_count, k.amount, k.agent_amount
from private.figures_by_day d
cross join lateral (values ('unpaid', d.unpaid_count, d.unpaid_amount, d.unpaid_share),
  ('funds_received', d.funds_received_count, d.funds_received_amount, d.funds_received_share),
  ('agent_paid', d.agent_paid_count, d.agent_paid_amount, d.agent_paid_share),
  ('cancelled', d.lost_count, d.lost_amount, d.lost_share)) k(status, commissions_count, amount, agent_amount);

-- The names that lists and profiles read. Those by agent and by vendor are asked for one of them, by id; those by month are
-- added up over all time.
create view private.sales_daily with (security_invoker = on) as
select organization_id, day, status, sales_count, total_amount, commission_amount
from private.sales_by_day where whose = organization_id;
create view private.sales_daily_by_agent with (security_invoker = on) as
select organization_id, whose as agent_id, day, status, sales_count, total_amount, commission_amount
from private.sales_by_day;
create view private.sales_daily_by_vendor with (security_invoker = on) as
select organization_id, whose as vendor_id, day, status, sales_count, total_amount, commission_amount
from private.sales_by_day;
create view private.commissions_daily with (security_invoker = on) as
select organization_id, day, status, commissions_count, amount, agent_amount
from private.commissions_by_day where whose = organization_id;
create view private.commissions_daily_by_agent with (security_invoker = on) as
select organization_id, whose as agent_id, day, status, commissions_count, amount, agent_amount
from private.commissions_by_day;
create view private.commissions_daily_by_vendor with (security_invoker = on) as
select organization_id, whose as vendor_id, day, status, commissions_count, amount, agent_amount
from private.commissions_by_day;
create view private.sales_monthly_by_agent with (security_invoker = on) as
select organization_id, part as agent_id, 'active' as status, sales_count, total_amount, commission_amount
from private.figures_by_quarter where whole = organization_id and kind = 'agent' and quarter = 'infinity';
create view private.sales_monthly_by_vendor with (security_invoker = on) as
select organization_id, part as vendor_id, 'active' as status, sales_count, total_amount, commission_amount
from private.figures_by_quarter where whole = organization_id and kind = 'vendor' and quarter = 'infinity';

revoke all on private.sales_by_day, private.commissions_by_day, private.sales_daily, private.sales_daily_by_agent,
  private.sales_daily_by_vendor, private.commissions_daily, private.commissions_daily_by_agent,
  private.commissions_daily_by_vendor, private.sales_monthly_by_agent, private.sales_monthly_by_vendor
  from public, anon, authenticated;

-- What is checked and rebuilt: each is a view, its table of what is folded, and what it should say.
drop function private.rollups();
create function private.rollups(out name text, out folded text, out keys text, out figures text[])
returns setof record
language sql stable set search_path = '' as $$
  select v.relname::text, t.relname::text,
    (select string_agg(format('r.%I', a.attname), ', ' order by k.n)
      from pg_catalog.pg_index i
      cross join lateral unnest(i.indkey::int2[]) with ordinality k(attnum, n)
      join pg_catalog.pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum
      where i.indrelid = t.oid and i.indisprimary),
    (select array_agg(a.attname::text order by a.attnum)
      from pg_catalog.pg_attribute a
      where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
        and a.atttypid in ('integer'::regtype, 'numeric'::regtype))
  from pg_catalog.pg_class t
  join pg_catalog.pg_class v on v.relnamespace = t.relnamespace and v.relname = replace(t.relname, 'folded_', 'figures_')
    and v.relkind = 'v'
  where t.relnamespace = 'private'::regnamespace and t.relkind = 'r' and t.relname ~ '^folded_'
  order by t.relname
$$;

create or replace function private.check_daily_rollups()
returns table (rollup text, kept boolean, row_data jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  found record;
begin
  for found in select * from private.rollups() loop
    return query execute format(
      'with kept as (
         -- A row that has come down to nothing stays, and says nothing.
         select r.organization_id, %2$s, %3$s from private.%1$I r group by r.organization_id, %2$s having %4$s),
       due as (select r.organization_id, %2$s, %5$s from private.%6$I r where %7$s)
       select %1$L, true, to_jsonb(k) from (select * from kept except select * from due) k
       union all
       select %1$L, false, to_jsonb(d) from (select * from due except select * from kept) d',
      found.name, found.keys,
      (select string_agg(format('sum(r.%1$I) as %1$I', f), ', ') from unnest(found.figures) f),
      (select string_agg(format('sum(r.%I) <> 0', f), ' or ') from unnest(found.figures) f),
      (select string_agg(format('r.%I', f), ', ') from unnest(found.figures) f),
      found.name || '_recomputed',
      (select string_agg(format('r.%I <> 0', f), ' or ') from unnest(found.figures) f));
  end loop;
end $$;

create or replace function private.rebuild_daily_rollups() returns void
language plpgsql security definer set search_path = '' as $$
declare
  found record;
begin
  lock table public.sales, public.commissions in share row exclusive mode;
  update public.commissions c set sale_date = s.sale_date
  from public.sales s
  where s.organization_id = c.organization_id and s.id = c.sales_id and s.sale_date <> c.sale_date;
  delete from private.unfolded;
  for found in select * from private.rollups() loop
    execute format('delete from private.%I', found.folded);
    execute format('insert into private.%I select r.* from private.%I r order by %s',
      found.folded, found.name || '_recomputed', found.keys);
  end loop;
end $$;

revoke all on function private.rollups() from public, anon, authenticated;
