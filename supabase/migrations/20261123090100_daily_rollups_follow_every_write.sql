-- What dashboards, tabs and timelines add up, kept by day: reading a year is reading a few hundred rows, whatever the
-- number of sales. Statement-level triggers keep it; nobody else writes it.
--
-- Order of locks, the same for every statement: rows of sales, then of commissions; then commissions_daily,
-- commissions_daily_by_agent, sales_daily, sales_daily_by_agent, sales_daily_by_vendor, each once and in the order of
-- its key. A statement on sales runs its nested statement on commissions (sales_after_20_*) before its own rollups
-- (sales_after_60_*). So no two statements ever wait for each other; a function that writes several sales writes them
-- in one statement.

create table private.sales_daily (
  organization_id uuid not null,
  day date not null,
  status text not null,
  sales_count bigint not null,
  total_amount numeric not null,
  commission_amount numeric not null,
  primary key (organization_id, day, status)
) with (fillfactor = 70);

create table private.sales_daily_by_agent (
  organization_id uuid not null,
  agent_id uuid not null,
  day date not null,
  status text not null,
  sales_count bigint not null,
  total_amount numeric not null,
  commission_amount numeric not null,
  primary key (organization_id, agent_id, day, status)
) with (fillfactor = 70);

create table private.sales_daily_by_vendor (
  organization_id uuid not null,
  vendor_id uuid not null,
  day date not null,
  status text not null,
  sales_count bigint not null,
  total_amount numeric not null,
  commission_amount numeric not null,
  primary key (organization_id, vendor_id, day, status)
) with (fillfactor = 70);

-- `day` is the date of the sale, `status` the commission's.
create table private.commissions_daily (
  organization_id uuid not null,
  day date not null,
  status text not null,
  commissions_count bigint not null,
  amount numeric not null,
  agent_amount numeric not null,
  primary key (organization_id, day, status)
) with (fillfactor = 70);

create table private.commissions_daily_by_agent (
  organization_id uuid not null,
  agent_id uuid not null,
  day date not null,
  status text not null,
  commissions_count bigint not null,
  amount numeric not null,
  agent_amount numeric not null,
  primary key (organization_id, agent_id, day, status)
) with (fillfactor = 70);

-- No policy and no grant: only functions that apply the caller's scope read them.
alter table private.sales_daily enable row level security;
alter table private.sales_daily_by_agent enable row level security;
alter table private.sales_daily_by_vendor enable row level security;
alter table private.commissions_daily enable row level security;
alter table private.commissions_daily_by_agent enable row level security;
revoke all on private.sales_daily, private.sales_daily_by_agent, private.sales_daily_by_vendor, private.commissions_daily,
  private.commissions_daily_by_agent from public, anon, authenticated;

-- What one statement adds (or, negative, takes away).
create type private.sales_delta as (
  organization_id uuid, day date, status text, agent_id uuid, vendor_id uuid,
  sales_count bigint, total_amount numeric, commission_amount numeric);
create type private.commissions_delta as (
  organization_id uuid, day date, status text, agent_id uuid,
  commissions_count bigint, amount numeric, agent_amount numeric);
revoke all on type private.sales_delta, private.commissions_delta from public;

create function private.add_to_commission_rollups(deltas private.commissions_delta[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.commissions_daily as r (organization_id, day, status, commissions_count, amount, agent_amount)
  select d.organization_id, d.day, d.status, sum(d.commissions_count), sum(d.amount), sum(d.agent_amount)
  from unnest(deltas) d
  group by d.organization_id, d.day, d.status
  having sum(d.commissions_count) <> 0 or sum(d.amount) <> 0 or sum(d.agent_amount) <> 0
  order by d.organization_id, d.day, d.status
  on conflict (organization_id, day, status) do update set
    commissions_count = r.commissions_count + excluded.commissions_count,
    amount = r.amount + excluded.amount,
    agent_amount = r.agent_amount + excluded.agent_amount;

  insert into private.commissions_daily_by_agent as r
    (organization_id, agent_id, day, status, commissions_count, amount, agent_amount)
  select d.organization_id, d.agent_id, d.day, d.status, sum(d.commissions_count), sum(d.amount), sum(d.agent_amount)
  from unnest(deltas) d
  group by d.organization_id, d.agent_id, d.day, d.status
  having sum(d.commissions_count) <> 0 or sum(d.amount) <> 0 or sum(d.agent_amount) <> 0
  order by d.organization_id, d.agent_id, d.day, d.status
  on conflict (organization_id, agent_id, day, status) do update set
    commissions_count = r.commissions_count + excluded.commissions_count,
    amount = r.amount + excluded.amount,
    agent_amount = r.agent_amount + excluded.agent_amount;
end $$;

create function private.add_to_sales_rollups(deltas private.sales_delta[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.sales_daily as r (organization_id, day, status, sales_count, total_amount, commission_amount)
  select d.organization_id, d.day, d.status, sum(d.sales_count), sum(d.total_amount), sum(d.commission_amount)
  from unnest(deltas) d
  group by d.organization_id, d.day, d.status
  having sum(d.sales_count) <> 0 or sum(d.total_amount) <> 0 or sum(d.commission_amount) <> 0
  order by d.organization_id, d.day, d.status
  on conflict (organization_id, day, status) do update set
    sales_count = r.sales_count + excluded.sales_count,
    total_amount = r.total_amount + excluded.total_amount,
    commission_amount = r.commission_amount + excluded.commission_amount;

  insert into private.sales_daily_by_agent as r
    (organization_id, agent_id, day, status, sales_count, total_amount, commission_amount)
  select d.organization_id, d.agent_id, d.day, d.status, sum(d.sales_count), sum(d.total_amount), sum(d.commission_amount)
  from unnest(deltas) d
  group by d.organization_id, d.agent_id, d.day, d.status
  having sum(d.sales_count) <> 0 or sum(d.total_amount) <> 0 or sum(d.commission_amount) <> 0
  order by d.organization_id, d.agent_id, d.day, d.status
  on conflict (organization_id, agent_id, day, status) do update set
    sales_count = r.sales_count + excluded.sales_count,
    total_amount = r.total_amount + excluded.total_amount,
    commission_amount = r.commission_amount + excluded.commission_amount;

  insert into private.sales_daily_by_vendor as r
    (organization_id, vendor_id, day, status, sales_count, total_amount, commission_amount)
  select d.organization_id, d.vendor_id, d.day, d.status, sum(d.sales_count), sum(d.total_amount), sum(d.commission_amount)
  from unnest(deltas) d
  group by d.organization_id, d.vendor_id, d.day, d.status
  having sum(d.sales_count) <> 0 or sum(d.total_amount) <> 0 or sum(d.commission_amount) <> 0
  order by d.organization_id, d.vendor_id, d.day, d.status
  on conflict (organization_id, vendor_id, day, status) do update set
    sales_count = r.sales_count + excluded.sales_count,
    total_amount = r.total_amount + excluded.total_amount,
    commission_amount = r.commission_amount + excluded.commission_amount;
end $$;

-- A change of anything else leaves no delta, and takes no lock.
create function private.roll_up_commissions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deltas private.commissions_delta[];
begin
  if tg_op = 'INSERT' then
    deltas := array(
      select row(c.organization_id, c.sale_date, c.status, c.agent_id, count(*), sum(c.amount), sum(c.agent_amount))
        ::private.commissions_delta
      from added c group by c.organization_id, c.sale_date, c.status, c.agent_id);
  elsif tg_op = 'UPDATE' then
    deltas := array(
      select row(c.organization_id, c.sale_date, c.status, c.agent_id, sum(c.n), sum(c.n * c.amount), sum(c.n * c.agent_amount))
        ::private.commissions_delta
      from (
        select 1 as n, * from changed
        union all
        select -1, * from replaced) c
      group by c.organization_id, c.sale_date, c.status, c.agent_id
      having sum(c.n) <> 0 or sum(c.n * c.amount) <> 0 or sum(c.n * c.agent_amount) <> 0);
  else
    deltas := array(
      select row(c.organization_id, c.sale_date, c.status, c.agent_id, -count(*), -sum(c.amount), -sum(c.agent_amount))
        ::private.commissions_delta
      from replaced c group by c.organization_id, c.sale_date, c.status, c.agent_id);
  end if;
  if cardinality(deltas) > 0 then
    perform private.add_to_commission_rollups(deltas);
  end if;
  return null;
end $$;

create function private.roll_up_sales() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deltas private.sales_delta[];
begin
  if tg_op = 'INSERT' then
    deltas := array(
      select row(s.organization_id, s.sale_date, s.status, s.agent_id, s.vendor_id, count(*), sum(s.total_amount),
        sum(s.commission_amount))::private.sales_delta
      from added s group by s.organization_id, s.sale_date, s.status, s.agent_id, s.vendor_id);
  elsif tg_op = 'UPDATE' then
    deltas := array(
      select row(s.organization_id, s.sale_date, s.status, s.agent_id, s.vendor_id, sum(s.n), sum(s.n * s.total_amount),
        sum(s.n * s.commission_amount))::private.sales_delta
      from (
        select 1 as n, * from changed
        union all
        select -1, * from replaced) s
      group by s.organization_id, s.sale_date, s.status, s.agent_id, s.vendor_id
      having sum(s.n) <> 0 or sum(s.n * s.total_amount) <> 0 or sum(s.n * s.commission_amount) <> 0);
  else
    deltas := array(
      select row(s.organization_id, s.sale_date, s.status, s.agent_id, s.vendor_id, -count(*), -sum(s.total_amount),
        -sum(s.commission_amount))::private.sales_delta
      from replaced s group by s.organization_id, s.sale_date, s.status, s.agent_id, s.vendor_id);
  end if;
  if cardinality(deltas) > 0 then
    perform private.add_to_sales_rollups(deltas);
  end if;
  return null;
end $$;

create trigger commissions_after_60_roll_up_added after insert on public.commissions
  referencing new table as added for each statement execute function private.roll_up_commissions();
create trigger commissions_after_60_roll_up_changed after update on public.commissions
  referencing old table as replaced new table as changed for each statement execute function private.roll_up_commissions();
create trigger commissions_after_60_roll_up_removed after delete on public.commissions
  referencing old table as replaced for each statement execute function private.roll_up_commissions();
create trigger sales_after_60_roll_up_added after insert on public.sales
  referencing new table as added for each statement execute function private.roll_up_sales();
create trigger sales_after_60_roll_up_changed after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.roll_up_sales();
create trigger sales_after_60_roll_up_removed after delete on public.sales
  referencing old table as replaced for each statement execute function private.roll_up_sales();

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
  private.sales_daily_by_vendor_recomputed, private.commissions_daily_recomputed,
  private.commissions_daily_by_agent_recomputed from public, anon, authenticated;

-- Every row in which a rollup and the rows behind it differ: `kept` is what stands in the rollup, the others are what
-- should stand there. Empty is right. Changes nothing and stops nobody.
create function private.check_rollups() returns table (rollup text, kept boolean, row_data jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  name text;
begin
  foreach name in array '{sales_daily,sales_daily_by_agent,sales_daily_by_vendor,commissions_daily,commissions_daily_by_agent}'::text[]
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
end $$;

revoke all on function private.add_to_commission_rollups(private.commissions_delta[]),
  private.add_to_sales_rollups(private.sales_delta[]), private.roll_up_commissions(), private.roll_up_sales(),
  private.check_rollups(), private.rebuild_rollups() from public, anon, authenticated;

select private.rebuild_rollups();
