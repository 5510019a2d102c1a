-- An agent's top vendors over years took every sale of theirs. What each sold through each agent is kept by the year: at
-- a million sales of 100 agents and 400 vendors that is 136,000 keys, where months would be 573,000 and hardly save
-- anything. What a range has more or less than whole years is read from the rows, half a year at most at either end.
--
-- Locks: after all other rollups of sales, in the order of its key (see daily_rollups_follow_every_write).

create table private.sales_yearly_by_agent_vendor (
  organization_id uuid not null,
  agent_id uuid not null,
  year date not null,
  vendor_id uuid not null,
  status text not null,
  sales_count bigint not null,
  total_amount numeric not null,
  commission_amount numeric not null,
  primary key (organization_id, agent_id, year, vendor_id, status)
) with (fillfactor = 70);
alter table private.sales_yearly_by_agent_vendor enable row level security;
revoke all on private.sales_yearly_by_agent_vendor from public, anon, authenticated;

create view private.sales_yearly_by_agent_vendor_recomputed with (security_invoker = on) as
select s.organization_id, s.agent_id, date_trunc('year', s.sale_date::timestamp)::date as year, s.vendor_id, s.status,
  count(*) as sales_count, sum(s.total_amount) as total_amount, sum(s.commission_amount) as commission_amount
from public.sales s group by 1, 2, 3, 4, 5;
revoke all on private.sales_yearly_by_agent_vendor_recomputed from public, anon, authenticated;

create type private.agent_vendor_delta as (
  organization_id uuid, agent_id uuid, year date, vendor_id uuid, status text,
  sales_count bigint, total_amount numeric, commission_amount numeric);
revoke all on type private.agent_vendor_delta from public;

create function private.add_to_sales_by_agent_vendor(deltas private.agent_vendor_delta[]) returns void
language sql security definer set search_path = '' as $$
  insert into private.sales_yearly_by_agent_vendor as r
    (organization_id, agent_id, year, vendor_id, status, sales_count, total_amount, commission_amount)
  select d.organization_id, d.agent_id, d.year, d.vendor_id, d.status, d.sales_count, d.total_amount, d.commission_amount
  from unnest(deltas) d
  order by d.organization_id, d.agent_id, d.year, d.vendor_id, d.status
  on conflict (organization_id, agent_id, year, vendor_id, status) do update set
    sales_count = r.sales_count + excluded.sales_count,
    total_amount = r.total_amount + excluded.total_amount,
    commission_amount = r.commission_amount + excluded.commission_amount
$$;

-- A change of anything else leaves no delta, and takes no lock.
create function private.roll_up_sales_by_agent_vendor() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deltas private.agent_vendor_delta[];
begin
  if tg_op = 'INSERT' then
    deltas := array(
      select row(s.organization_id, s.agent_id, date_trunc('year', s.sale_date::timestamp)::date, s.vendor_id, s.status,
        count(*), sum(s.total_amount), sum(s.commission_amount))::private.agent_vendor_delta
      from added s
      group by s.organization_id, s.agent_id, date_trunc('year', s.sale_date::timestamp)::date, s.vendor_id, s.status);
  elsif tg_op = 'UPDATE' then
    deltas := array(
      select row(s.organization_id, s.agent_id, s.year, s.vendor_id, s.status, sum(s.n), sum(s.n * s.total_amount),
        sum(s.n * s.commission_amount))::private.agent_vendor_delta
      from (
        select 1 as n, date_trunc('year', c.sale_date::timestamp)::date as year, c.* from changed c
        union all
        select -1, date_trunc('year', r.sale_date::timestamp)::date, r.* from replaced r) s
      group by s.organization_id, s.agent_id, s.year, s.vendor_id, s.status
      having sum(s.n) <> 0 or sum(s.n * s.total_amount) <> 0 or sum(s.n * s.commission_amount) <> 0);
  else
    deltas := array(
      select row(s.organization_id, s.agent_id, date_trunc('year', s.sale_date::timestamp)::date, s.vendor_id, s.status,
        -count(*), -sum(s.total_amount), -sum(s.commission_amount))::private.agent_vendor_delta
      from replaced s
      group by s.organization_id, s.agent_id, date_trunc('year', s.sale_date::timestamp)::date, s.vendor_id, s.status);
  end if;
  if cardinality(deltas) > 0 then
    perform private.add_to_sales_by_agent_vendor(deltas);
  end if;
  return null;
end $$;

create trigger sales_after_65_roll_up_added after insert on public.sales
  referencing new table as added for each statement execute function private.roll_up_sales_by_agent_vendor();
create trigger sales_after_65_roll_up_changed after update on public.sales
  referencing old table as replaced new table as changed for each statement
  execute function private.roll_up_sales_by_agent_vendor();
create trigger sales_after_65_roll_up_removed after delete on public.sales
  referencing old table as replaced for each statement execute function private.roll_up_sales_by_agent_vendor();

-- A range as whole years and days of rows that are added (sign 1) or taken away (-1): of each edge the shorter half.
create function private.split_years(first_day date, last_day date)
returns table (sign integer, first_row date, last_row date, first_year date, next_year date)
language plpgsql immutable set search_path = '' as $$
declare
  half constant int := 183;
  first_january date := date_trunc('year', split_years.first_day::timestamp);
  last_january date := date_trunc('year', split_years.last_day::timestamp);
  last_december date := last_january + interval '1 year - 1 day';
  from_year date := first_january;
  to_year date := last_december + 1;
begin
  if split_years.last_day - split_years.first_day < half then
    return query select 1, split_years.first_day, split_years.last_day, null::date, null::date;
    return;
  end if;
  if first_january + interval '1 year' - split_years.first_day::timestamp <= half * interval '1 day' then
    from_year := first_january + interval '1 year';
    return query select 1, split_years.first_day, from_year - 1, null::date, null::date;
  elsif split_years.first_day > first_january then
    return query select -1, first_january, split_years.first_day - 1, null::date, null::date;
  end if;
  if split_years.last_day - last_january < half then
    to_year := last_january;
    return query select 1, last_january, split_years.last_day, null::date, null::date;
  elsif split_years.last_day < last_december then
    return query select -1, split_years.last_day + 1, last_december, null::date, null::date;
  end if;
  return query select 1, null::date, null::date, from_year, to_year;
end $$;

-- What each vendor sold to the organization, or through one agent of it.
create or replace function private.vendor_sums(home uuid, agent uuid, first_day date, last_day date)
returns table (vendor_id uuid, sales_count numeric, total_amount numeric, commission_amount numeric)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  months record := private.split_months(vendor_sums.first_day, vendor_sums.last_day);
begin
  if agent is null then
    return query
      select p.vendor_id, sum(p.sales_count), sum(p.total_amount), sum(p.commission_amount)
      from (
        select m.vendor_id, m.sales_count, m.total_amount, m.commission_amount
        from private.sales_monthly_by_vendor m
        where m.organization_id = home and m.month >= months.first_month and m.month < months.next_month
          and m.status <> 'cancelled'
        union all
        select d.vendor_id, d.sales_count, d.total_amount, d.commission_amount
        from private.sales_daily_by_vendor d
        where d.organization_id = home and d.day between vendor_sums.first_day and months.head_end
          and d.status <> 'cancelled'
        union all
        select d.vendor_id, d.sales_count, d.total_amount, d.commission_amount
        from private.sales_daily_by_vendor d
        where d.organization_id = home and d.day between months.tail_start and vendor_sums.last_day
          and d.status <> 'cancelled') p
      group by p.vendor_id;
  else
    return query
      select t.vendor_id, sum(t.sign * t.sales_count), sum(t.sign * t.total_amount), sum(t.sign * t.commission_amount)
      from private.split_years(vendor_sums.first_day, vendor_sums.last_day) p
      cross join lateral (
        select p.sign, y.vendor_id, y.sales_count, y.total_amount, y.commission_amount
        from private.sales_yearly_by_agent_vendor y
        where p.first_year is not null and y.organization_id = home and y.agent_id = agent
          and y.year >= p.first_year and y.year < p.next_year and y.status <> 'cancelled'
        union all
        select p.sign, s.vendor_id, count(*), sum(s.total_amount), sum(s.commission_amount)
        from public.sales s
        where p.first_row is not null and s.organization_id = home and s.agent_id = agent
          and s.sale_date between p.first_row and p.last_row and s.status <> 'cancelled'
        group by s.vendor_id) t
      group by t.vendor_id;
  end if;
end $$;

-- Checking and rebuilding take every daily, monthly and yearly rollup of sales and commissions that has a view of the same
-- name and `_recomputed`, with the same columns: one that comes later is part of both without a word here.
create function private.rollups(out name text, out keys text, out figures text[])
returns setof record
language sql stable set search_path = '' as $$
  select t.relname::text,
    (select string_agg(format('r.%I', a.attname), ', ' order by k.n)
      from pg_catalog.pg_index i
      cross join lateral unnest(i.indkey::int2[]) with ordinality k(attnum, n)
      join pg_catalog.pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum
      where i.indrelid = t.oid and i.indisprimary),
    (select array_agg(a.attname::text order by a.attnum)
      from pg_catalog.pg_attribute a
      where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
        and a.atttypid in ('bigint'::regtype, 'integer'::regtype, 'numeric'::regtype))
  from pg_catalog.pg_class t
  join pg_catalog.pg_class v on v.relnamespace = t.relnamespace and v.relname = t.relname || '_recomputed' and v.relkind = 'v'
  where t.relnamespace = 'private'::regnamespace and t.relkind = 'r' and t.relname ~ '^(sales|commissions)_(daily|monthly|yearly)'
  order by t.relname
$$;

create or replace function private.check_rollups() returns table (rollup text, kept boolean, row_data jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  found record;
begin
  for found in select * from private.rollups() loop
    return query execute format(
      'with kept as (
         -- A row that has come down to nothing stays, and says nothing.
         select r.* from private.%1$I r where %2$s),
       due as (select r.* from private.%3$I r where %2$s)
       select %1$L, true, to_jsonb(k) from (select * from kept except select * from due) k
       union all
       select %1$L, false, to_jsonb(d) from (select * from due except select * from kept) d',
      found.name, (select string_agg(format('r.%I <> 0', f), ' or ') from unnest(found.figures) f),
      found.name || '_recomputed');
  end loop;
end $$;

create or replace function private.rebuild_rollups() returns void
language plpgsql security definer set search_path = '' as $$
declare
  found record;
begin
  lock table public.sales, public.commissions in share row exclusive mode;
  update public.commissions c set sale_date = s.sale_date
  from public.sales s
  where s.organization_id = c.organization_id and s.id = c.sales_id and s.sale_date <> c.sale_date;
  for found in select * from private.rollups() loop
    execute format('delete from private.%I', found.name);
    execute format('insert into private.%I select r.* from private.%I r order by %s',
      found.name, found.name || '_recomputed', found.keys);
  end loop;
end $$;

revoke all on function private.add_to_sales_by_agent_vendor(private.agent_vendor_delta[]),
  private.roll_up_sales_by_agent_vendor(), private.split_years(date, date), private.rollups()
  from public, anon, authenticated;

insert into private.sales_yearly_by_agent_vendor
select r.* from private.sales_yearly_by_agent_vendor_recomputed r
order by r.organization_id, r.agent_id, r.year, r.vendor_id, r.status;
