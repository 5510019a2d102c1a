-- What dashboards, tabs and timelines add up, kept by day: reading a year is reading a few hundred rows, whatever the
-- number of sales. Statement-level triggers keep it; nobody else writes it.
--
-- Order of locks, the same for every statement: rows of sales, then of commissions; then commissions_daily,
-- commissions_daily_by_agent, sales_daily, sales_daily_by_agent, sales_daily_by_vendor, sales_monthly_by_agent,
-- sales_monthly_by_vendor, each once and in the order of its key. A statement on sales runs its nested statement on
-- commissions (sales_after_20_*) before its own rollups (sales_after_60_*). So no two statements ever wait for each
-- other; a function that writes several sales writes them in one statement.

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

-- A few days of everybody, for top lists.
create index sales_daily_by_agent_day_idx on private.sales_daily_by_agent (organization_id, day);
create index sales_daily_by_vendor_day_idx on private.sales_daily_by_vendor (organization_id, day);

-- Top lists compare everybody over a year: by the month, and the months of all beside each other.
create table private.sales_monthly_by_agent (
  organization_id uuid not null,
  month date not null,
  agent_id uuid not null,
  status text not null,
  sales_count bigint not null,
  total_amount numeric not null,
  commission_amount numeric not null,
  primary key (organization_id, month, agent_id, status)
) with (fillfactor = 70);

create table private.sales_monthly_by_vendor (
  organization_id uuid not null,
  month date not null,
  vendor_id uuid not null,
  status text not null,
  sales_count bigint not null,
  total_amount numeric not null,
  commission_amount numeric not null,
  primary key (organization_id, month, vendor_id, status)
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
alter table private.sales_monthly_by_agent enable row level security;
alter table private.sales_monthly_by_vendor enable row level security;
alter table private.commissions_daily enable row level security;
alter table private.commissions_daily_by_agent enable row level security;
revoke all on private.sales_daily, private.sales_daily_by_agent, private.sales_daily_by_vendor,
  private.sales_monthly_by_agent, private.sales_monthly_by_vendor, private.commissions_daily,
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

  insert into private.sales_monthly_by_agent as r
    (organization_id, month, agent_id, status, sales_count, total_amount, commission_amount)
  select d.organization_id, date_trunc('month', d.day::timestamp)::date, d.agent_id, d.status, sum(d.sales_count),
    sum(d.total_amount), sum(d.commission_amount)
  from unnest(deltas) d
  group by 1, 2, 3, 4
  having sum(d.sales_count) <> 0 or sum(d.total_amount) <> 0 or sum(d.commission_amount) <> 0
  order by 1, 2, 3, 4
  on conflict (organization_id, month, agent_id, status) do update set
    sales_count = r.sales_count + excluded.sales_count,
    total_amount = r.total_amount + excluded.total_amount,
    commission_amount = r.commission_amount + excluded.commission_amount;

  insert into private.sales_monthly_by_vendor as r
    (organization_id, month, vendor_id, status, sales_count, total_amount, commission_amount)
  select d.organization_id, date_trunc('month', d.day::timestamp)::date, d.vendor_id, d.status, sum(d.sales_count),
    sum(d.total_amount), sum(d.commission_amount)
  from unnest(deltas) d
  group by 1, 2, 3, 4
  having sum(d.sales_count) <> 0 or sum(d.total_amount) <> 0 or sum(d.commission_amount) <> 0
  order by 1, 2, 3, 4
  on conflict (organization_id, month, vendor_id, status) do update set
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
      select row(c.organization_id, c.sale_date, c.status, c.agent_id, sum(c.n), sum(c.n * c.amount),
        sum(c.n * c.agent_amount))::private.commissions_delta
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

revoke all on function private.add_to_commission_rollups(private.commissions_delta[]),
  private.add_to_sales_rollups(private.sales_delta[]), private.roll_up_commissions(), private.roll_up_sales()
  from public, anon, authenticated;

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
