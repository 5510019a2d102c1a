-- Development form of the new totals; see the markers.

-- >>> drop
do $$
begin
  perform cron.unschedule('fold-figures');
exception when undefined_function or invalid_schema_name or undefined_table or raise_exception or internal_error then null;
end $$;
drop trigger sales_after_60_roll_up_added on public.sales;
drop trigger sales_after_60_roll_up_changed on public.sales;
drop trigger sales_after_60_roll_up_removed on public.sales;
drop trigger commissions_after_60_roll_up_added on public.commissions;
drop trigger commissions_after_60_roll_up_changed on public.commissions;
drop trigger commissions_after_60_roll_up_removed on public.commissions;
drop function private.lock_customers(uuid, uuid[]), private.roll_up_sales(), private.roll_up_commissions(), private.fold_figures(uuid), private.fold_all_figures(),
  private.has_folding_job(), private.rollups(), private.check_rollups(), private.check_daily_rollups(),
  private.rebuild_rollups(), private.rebuild_daily_rollups(), private.rebuild_customer_rollups(),
  private.split_years(uuid, text, date, date), private.split_quarters(uuid, text, date, date),
  private.sums_of(uuid, text, uuid[], date, date), private.best_of(uuid, text, date, date, integer),
  private.vendor_sums(uuid, uuid, date, date),
  private.sales_series(uuid, uuid, text, date, date, text), private.commission_series(uuid, uuid, text, date, date, text),
  private.payable_to(uuid, uuid, date), private.departures_of(uuid, uuid, date),
  private.dashboard_part(text, uuid, uuid, date, date, date), private.caller_scope(uuid),
  private.customer_sums(uuid, uuid, uuid), private.date_range(date, date), private.choose_bucket(date, date, text),
  private.bucket_shift(text), private.hour_label(date, integer, text), private.hour_parts(text, date),
  private.bucket_labels(text, date, date, text), private.row_limit(integer),
  public.get_sales_by_status(date, date), public.get_commission_stats(date, date, text, uuid),
  public.get_commissions_by_status(date, date), public.get_sales_status_timeline(date, date, text),
  public.get_commission_status_timeline(date, date, text), public.get_top_agents(date, date, integer),
  public.get_top_vendors(date, date, integer), public.get_recent_customers(integer, date, date),
  public.get_dashboard(date, date, text[]), public.get_dashboard_summary(date, date),
  public.get_sales_timeline(date, date, text), public.get_agent_sales_timeline(uuid, date, date, text),
  public.get_commission_timeline(date, date, text);
drop view private.sales_monthly_by_agent, private.sales_monthly_by_vendor, private.sales_daily, private.sales_daily_by_agent,
  private.sales_daily_by_vendor, private.commissions_daily, private.commissions_daily_by_agent,
  private.commissions_daily_by_vendor, private.sales_by_day, private.commissions_by_day, private.figures_by_day_recomputed,
  private.figures_by_quarter_recomputed, private.figures_by_day, private.figures_by_quarter, private.unfolded_by_day;
drop table private.folded_by_day, private.folded_by_quarter, private.unfolded;
drop type private.sales_delta;

-- >>> 01_session.sql
-- Who calls. Each answers null (or false) for an inactive user and for a revoked session, so everything shuts at once. In
-- PL/pgSQL, which keeps its plans for a session: functions in SQL are planned at every call.

create or replace function private.current_organization_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select u.organization_id
    from public.users u
    where u.id = auth.uid()
      and u.is_active
      and exists (
        select 1 from auth.sessions s
        where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
          and s.user_id = u.id
          and (s.not_after is null or s.not_after > now())));
end $$;

create or replace function private.current_user_role() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select u.role from public.users u where u.id = auth.uid() and u.organization_id = private.current_organization_id());
end $$;

create or replace function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(private.current_user_role() in ('owner', 'admin'), false);
end $$;

create or replace function private.is_owner() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(private.current_user_role() = 'owner', false);
end $$;

-- The caller's organization, for admins; null for everybody else.
create or replace function private.admin_home() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when private.is_admin() then private.current_organization_id() end;
end $$;

-- The caller's organization even when inactive: only for reading one's own organization, so that the guard can say why.
create or replace function private.own_organization_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select u.organization_id from public.users u where u.id = auth.uid());
end $$;

-- Today in the caller's organization: its time zone decides.
create or replace function private.today() returns date
language plpgsql stable security definer set search_path = '' as $$
begin
  return (now() at time zone coalesce(
    (select o.time_zone from public.organizations o where o.id = (select private.own_organization_id())), 'UTC'))::date;
end $$;

-- Who acts, as far as that is a person of this organization; null for a maintenance task of the operator.
create or replace function private.acting_user(organization_id uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return (select u.id from public.users u where u.id = auth.uid() and u.organization_id = acting_user.organization_id);
end $$;

-- Whose rows the caller may add up: those of one agent, or (agent_id null) everybody's in the organization. organization_id is
-- null when nothing may be seen: no active caller, or an agent who asks for somebody else.
create function private.caller_scope(
  wanted_agent uuid default null, out organization_id uuid, out agent_id uuid, out zone text)
language plpgsql stable security definer set search_path = '' as $$
begin
  organization_id := private.current_organization_id();
  agent_id := wanted_agent;
  if not private.is_admin() then
    agent_id := auth.uid();
    if wanted_agent <> agent_id then
      organization_id := null;
    end if;
  end if;
  select o.time_zone into zone from public.organizations o where o.id = caller_scope.organization_id;
  zone := coalesce(zone, 'UTC');
end $$;

revoke all on function private.caller_scope(uuid) from public, anon, authenticated;

-- >>> other: customer totals (22_customer_list.sql): tables as they are, functions
-- Adds up again what customers bought, and what lists of customers count and search. Nobody writes sales or customers meanwhile.
create function private.rebuild_customer_totals() returns void
language plpgsql security definer set search_path = '' as $$
begin
  lock table public.sales, public.customers in share row exclusive mode;
  delete from private.customer_totals;
  insert into private.customer_totals select * from private.customer_totals_recomputed r order by r.organization_id, r.customer_id;
  delete from private.customer_totals_by_agent;
  insert into private.customer_totals_by_agent select * from private.customer_totals_by_agent_recomputed r
  order by r.organization_id, r.agent_id, r.customer_id;
  delete from private.customer_counts;
  insert into private.customer_counts select * from private.customer_counts_recomputed r
  order by r.organization_id, r.archived, r.tag_key;
  delete from private.customer_search;
  insert into private.customer_search (customer_id, organization_id, archived, document, tag_keys)
  select c.id, c.organization_id, c.archived_at is not null, private.search_document(c), private.tag_keys(c.tags)
  from public.customers c where c.merged_into is null;
end $$;

-- What private.check_totals checks of days and months, of customers.
create function private.check_customer_totals() returns table (totals text, kept boolean, row_data jsonb)
language sql stable security definer set search_path = '' as $$
  (select 'customer_totals', true, to_jsonb(k) from (
    select r.* from private.customer_totals r except select d.* from private.customer_totals_recomputed d) k)
  union all
  (select 'customer_totals', false, to_jsonb(k) from (
    select d.* from private.customer_totals_recomputed d except select r.* from private.customer_totals r) k)
  union all
  (select 'customer_totals_by_agent', true, to_jsonb(k) from (
    -- A row that has come down to nothing stays, and says nothing.
    select r.* from private.customer_totals_by_agent r where (r.sales_count, r.total_amount) <> (0, 0)
    except select d.* from private.customer_totals_by_agent_recomputed d) k)
  union all
  (select 'customer_totals_by_agent', false, to_jsonb(k) from (
    select d.* from private.customer_totals_by_agent_recomputed d except select r.* from private.customer_totals_by_agent r) k)
  union all
  (select 'customer_counts', true, to_jsonb(k) from (
    select r.organization_id, r.archived, r.tag_key, r.customers_count from private.customer_counts r where r.customers_count <> 0
    except select d.organization_id, d.archived, d.tag_key, d.customers_count from private.customer_counts_recomputed d) k)
  union all
  (select 'customer_counts', false, to_jsonb(k) from (
    select d.organization_id, d.archived, d.tag_key, d.customers_count from private.customer_counts_recomputed d
    except select r.organization_id, r.archived, r.tag_key, r.customers_count from private.customer_counts r) k)
$$;

revoke all on function private.rebuild_customer_totals(), private.check_customer_totals()
  from public, anon, authenticated;


-- >>> 60_totals.sql
-- Totals of sales and commissions by day, and of what agents and vendors sold by month, so that no page adds up a million rows.
--
-- A write waits for no total: it marks the days it changed as stale. Readers take the totals of days and months that are not
-- stale and the rows of those that are, so that what they read is right at every moment: a snapshot that sees a row sees its
-- mark too. A job adds stale days up again and removes their marks. Marks are only ever added by writers; two of them never
-- wait for each other here.

-- One row for each statement and day, not one for each day: nobody looks for what is there already.
create table private.stale_days (
  organization_id uuid not null,
  -- The date of the sale, for its commission as well.
  day date not null
);
create index stale_days_organization_id_day_idx on private.stale_days (organization_id, day);

create table private.daily_totals (
  organization_id uuid not null,
  -- The organization itself, or one of its agents.
  subject_id uuid not null,
  record_type text not null check (record_type in ('sale', 'commission')),
  day date not null,
  status text not null,
  record_count integer not null,
  -- Of sales only.
  total_amount numeric not null,
  commission_amount numeric not null,
  -- Of commissions only.
  agent_amount numeric not null,
  -- With all that is read of a row: the rows of a subject are written day by day, each in a place of its own.
  primary key (organization_id, subject_id, record_type, day, status)
    include (record_count, total_amount, commission_amount, agent_amount)
);
create index daily_totals_organization_id_day_idx on private.daily_totals (organization_id, day);

-- What counts: cancelled sales are left out.
create table private.monthly_totals (
  organization_id uuid not null,
  -- The organization, for the totals of its agents and of its vendors; or an agent, for those of the vendors they sold for.
  subject_id uuid not null,
  grouped_by text not null check (grouped_by in ('agent', 'vendor')),
  -- Its first day.
  month date not null,
  -- The agent or vendor.
  group_id uuid not null,
  sales_count integer not null,
  total_amount numeric not null,
  commission_amount numeric not null,
  primary key (organization_id, subject_id, grouped_by, month, group_id)
    include (sales_count, total_amount, commission_amount)
);
create index monthly_totals_organization_id_month_idx on private.monthly_totals (organization_id, month);

-- No policy and no grant: only functions that apply the caller's scope read them.
alter table private.stale_days enable row level security;
alter table private.daily_totals enable row level security;
alter table private.monthly_totals enable row level security;
revoke all on private.stale_days, private.daily_totals, private.monthly_totals from public, anon, authenticated;

-- What the totals of these days are, from the rows: all, or those of one kind of record and one subject.
create function private.daily_totals_of_rows(
  organization_id uuid, days date[], record_type text default null, subject_id uuid default null)
returns setof private.daily_totals
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
    select s.organization_id, k.subject_id, 'sale', s.sale_date, s.status, count(*)::integer, sum(s.total_amount),
      sum(s.commission_amount), 0::numeric
    from public.sales s
    cross join lateral (values (s.organization_id), (s.agent_id)) k(subject_id)
    where s.organization_id = daily_totals_of_rows.organization_id and s.sale_date = any (daily_totals_of_rows.days)
      and (daily_totals_of_rows.record_type is null or daily_totals_of_rows.record_type = 'sale')
      and (daily_totals_of_rows.subject_id is null or k.subject_id = daily_totals_of_rows.subject_id)
    group by s.organization_id, k.subject_id, s.sale_date, s.status
    union all
    select c.organization_id, k.subject_id, 'commission', c.sale_date, c.status, count(*)::integer, 0::numeric,
      sum(c.amount), sum(c.agent_amount)
    from public.commissions c
    cross join lateral (values (c.organization_id), (c.agent_id)) k(subject_id)
    where c.organization_id = daily_totals_of_rows.organization_id and c.sale_date = any (daily_totals_of_rows.days)
      and (daily_totals_of_rows.record_type is null or daily_totals_of_rows.record_type = 'commission')
      and (daily_totals_of_rows.subject_id is null or k.subject_id = daily_totals_of_rows.subject_id)
    group by c.organization_id, k.subject_id, c.sale_date, c.status;
end $$;

create function private.monthly_totals_of_rows(organization_id uuid, months date[]) returns setof private.monthly_totals
language sql stable security definer set search_path = '' as $$
  select s.organization_id, k.subject_id, k.grouped_by, m.month, k.group_id, count(*)::integer, sum(s.total_amount),
    sum(s.commission_amount)
  from unnest(monthly_totals_of_rows.months) m(month)
  join public.sales s on s.organization_id = monthly_totals_of_rows.organization_id
    and s.sale_date >= m.month and s.sale_date < (m.month + interval '1 month')::date
  cross join lateral (values (s.organization_id, 'agent', s.agent_id), (s.organization_id, 'vendor', s.vendor_id),
    (s.agent_id, 'vendor', s.vendor_id)) k(subject_id, grouped_by, group_id)
  where s.status <> 'cancelled'
  group by s.organization_id, k.subject_id, k.grouped_by, m.month, k.group_id
$$;

revoke all on function private.daily_totals_of_rows(uuid, date[], text, uuid),
  private.monthly_totals_of_rows(uuid, date[]) from public, anon, authenticated;

-- A range as people mean it: swapped when it is reversed, an open end (null) as far as it goes, and nothing beyond what
-- a sale date may be.
create function private.date_range(start_date date, end_date date, out first_day date, out last_day date)
language sql immutable set search_path = '' as $$
  select least(greatest(coalesce(r.first_day, '1900-01-01'), '1900-01-01'), '2199-12-31'),
    least(greatest(coalesce(r.last_day, '2199-12-31'), '1900-01-01'), '2199-12-31')
  from (values (
    case when start_date > end_date then end_date else start_date end,
    case when start_date > end_date then start_date else end_date end)) r(first_day, last_day)
$$;

-- Totals of sales or of commissions (`record_type`) by day and status, of one agent or (agent_id null) of the organization. One
-- snapshot: a stable function reads as the statement that calls it.
create function private.totals(record_type text, organization_id uuid, agent_id uuid, first_day date, last_day date)
returns setof private.daily_totals
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  subject constant uuid := coalesce(totals.agent_id, totals.organization_id);
  stale constant date[] := array(
    select distinct d.day from private.stale_days d
    where d.organization_id = totals.organization_id and d.day between totals.first_day and totals.last_day);
begin
  return query
    select * from private.daily_totals t
    where t.organization_id = totals.organization_id and t.subject_id = subject and t.record_type = totals.record_type
      and t.day between totals.first_day and totals.last_day and t.day <> all (stale);
  if cardinality(stale) > 0 then
    return query select * from private.daily_totals_of_rows(totals.organization_id, stale, totals.record_type, subject);
  end if;
end $$;

-- What each agent or vendor (`grouped_by`) sold, of the organization or of one agent of it, without cancelled sales: whole
-- months from their totals, the other days from the rows. Of a month at an edge of the range that is mostly inside, the days
-- outside are taken away.
create function private.sales_by(grouped_by text, organization_id uuid, agent_id uuid, first_day date, last_day date)
returns table (id uuid, sales_count numeric, total_amount numeric, commission_amount numeric)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  first_month date := date_trunc('month', sales_by.first_day::timestamp);
  last_month date := date_trunc('month', sales_by.last_day::timestamp);
  stale_months date[] := array(
    select distinct date_trunc('month', d.day::timestamp)::date from private.stale_days d
    where d.organization_id = sales_by.organization_id
      and d.day >= first_month and d.day < last_month + interval '1 month');
  -- Named one by one, agents are found by the index of their sales, all of them or one.
  agents uuid[] := case when sales_by.agent_id is not null then array[sales_by.agent_id]
    else array(select u.id from public.users u where u.organization_id = sales_by.organization_id) end;
  month_of_rows date[] := '{}';
  signs integer[] := '{}';
  from_days date[] := '{}';
  to_days date[] := '{}';
  month date;
  month_end date;
  from_day date;
  to_day date;
begin
  foreach month in array array(select m from unnest(stale_months || first_month || last_month) m group by m) loop
    month_end := month + interval '1 month - 1 day';
    from_day := greatest(month, sales_by.first_day);
    to_day := least(month_end, sales_by.last_day);
    if month = any (stale_months) or 2 * (to_day - from_day + 1) < month_end - month + 1 then
      month_of_rows := month_of_rows || month;
      signs := signs || 1;
      from_days := from_days || from_day;
      to_days := to_days || to_day;
    else
      signs := signs || '{-1,-1}';
      from_days := from_days || array[month, to_day + 1];
      to_days := to_days || array[from_day - 1, month_end];
    end if;
  end loop;
  return query
    select t.id, sum(t.sales_count), sum(t.total_amount), sum(t.commission_amount)
    from (
      select m.group_id as id, m.sales_count, m.total_amount, m.commission_amount
      from private.monthly_totals m
      where m.organization_id = sales_by.organization_id and m.grouped_by = sales_by.grouped_by
        and m.subject_id = coalesce(sales_by.agent_id, sales_by.organization_id)
        and m.month between first_month and last_month and m.month <> all (month_of_rows)
      union all
      select case sales_by.grouped_by when 'agent' then s.agent_id else s.vendor_id end, r.sign * count(*),
        r.sign * sum(s.total_amount), r.sign * sum(s.commission_amount)
      from unnest(signs, from_days, to_days) r(sign, from_day, to_day)
      join public.sales s on s.organization_id = sales_by.organization_id and s.agent_id = any (agents)
        and s.sale_date between r.from_day and r.to_day
      where s.status <> 'cancelled'
      group by 1, r.sign) t
    group by t.id having sum(t.sales_count) > 0;
end $$;

revoke all on function private.date_range(date, date), private.totals(text, uuid, uuid, date, date),
  private.sales_by(text, uuid, uuid, date, date)
  from public, anon, authenticated;

-- What a statement changed of sales: what the sums of days, months and customers are made of. `n` is 1 for rows as they are
-- after it, -1 for rows as they were.
create type private.sales_change as (
  n integer, organization_id uuid, day date, status text, agent_id uuid, vendor_id uuid, customer_id uuid,
  total_amount numeric, commission_amount numeric);

-- Reads what these customers bought again, from the rows: of all, and of the agents concerned. Whoever writes for the same
-- customer waits for the row of the other and then reads what the other wrote. Paid, a sale counts as before, and so it does
-- with another vendor. The one place that asks for a plan that is kept: for an array of one the planner makes a new plan at
-- every call, because it expects ten, and that was two thirds of what totals cost a write (1.23 to 1.36 times one without).
create function private.refresh_customer_totals(changes private.sales_change[]) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  buyers private.customer_totals_by_agent[] := array(
    select distinct row(c.organization_id, c.agent_id, c.customer_id, 0, 0, 0, '-infinity')::private.customer_totals_by_agent
    from unnest(changes) c
    where c.status <> 'cancelled'
    group by c.organization_id, c.agent_id, c.customer_id, c.day, c.total_amount, c.commission_amount
    having sum(c.n) <> 0);
begin
  if cardinality(buyers) = 0 then
    return;
  end if;
  perform from private.customer_totals t
  where (t.organization_id, t.customer_id) in (select b.organization_id, b.customer_id from unnest(buyers) b)
  order by t.organization_id, t.customer_id
  for update;
  update private.customer_totals t
  set (sales_count, total_amount, commission_amount, last_sale_date) = (
    select count(*), coalesce(sum(s.total_amount), 0), coalesce(sum(s.commission_amount), 0),
      coalesce(max(s.sale_date), '-infinity')
    from public.sales s
    where s.organization_id = t.organization_id and s.customer_id = t.customer_id and s.status <> 'cancelled')
  where (t.organization_id, t.customer_id) in (select b.organization_id, b.customer_id from unnest(buyers) b);
  -- Who sold nothing to the customer any more keeps a row that says so.
  insert into private.customer_totals_by_agent
  select b.organization_id, b.agent_id, b.customer_id, s.*
  from unnest(buyers) b
  cross join lateral (
    select count(*), coalesce(sum(x.total_amount), 0), coalesce(sum(x.commission_amount), 0),
      coalesce(max(x.sale_date), '-infinity')
    from public.sales x
    where x.organization_id = b.organization_id and x.customer_id = b.customer_id and x.agent_id = b.agent_id
      and x.status <> 'cancelled') s
  on conflict (organization_id, agent_id, customer_id) do update set
    sales_count = excluded.sales_count, total_amount = excluded.total_amount,
    commission_amount = excluded.commission_amount, last_sale_date = excluded.last_sale_date;
end $$;

-- Order of locks, the same for every statement: rows of sales, then of commissions, then customer_totals in the order of their
-- keys. Rows before and after a statement are counted together, and what is the same cancels out: a change of anything else
-- marks nothing. (Joined to each other they would be planned for one row, and take a loop in a loop for thousands.)
create function private.mark_days_of_sales() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changes private.sales_change[];
begin
  if tg_op = 'INSERT' then
    changes := array(
      select row(1, s.organization_id, s.sale_date, s.status, s.agent_id, s.vendor_id, s.customer_id, s.total_amount,
        s.commission_amount)::private.sales_change
      from changed s);
  elsif tg_op = 'DELETE' then
    changes := array(
      select row(-1, s.organization_id, s.sale_date, s.status, s.agent_id, s.vendor_id, s.customer_id, s.total_amount,
        s.commission_amount)::private.sales_change
      from replaced s);
  else
    changes := array(
      select row(sum(s.n), s.organization_id, s.sale_date, s.status, s.agent_id, s.vendor_id, s.customer_id, s.total_amount,
        s.commission_amount)::private.sales_change
      from (
        select 1 as n, c.* from changed c
        union all
        select -1, r.* from replaced r) s
      group by s.organization_id, s.sale_date, s.status, s.agent_id, s.vendor_id, s.customer_id, s.total_amount,
        s.commission_amount
      having sum(s.n) <> 0);
  end if;
  if cardinality(changes) > 0 then
    insert into private.stale_days (organization_id, day) select distinct c.organization_id, c.day from unnest(changes) c;
    perform private.refresh_customer_totals(changes);
  end if;
  return null;
end $$;

create function private.mark_days_of_commissions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into private.stale_days (organization_id, day) select distinct c.organization_id, c.sale_date from changed c;
  elsif tg_op = 'DELETE' then
    insert into private.stale_days (organization_id, day) select distinct c.organization_id, c.sale_date from replaced c;
  else
    insert into private.stale_days (organization_id, day)
    select distinct d.organization_id, d.sale_date
    from (
      select c.organization_id, c.sale_date
      from (
        select 1 as n, a.* from changed a
        union all
        select -1, b.* from replaced b) c
      group by c.organization_id, c.sale_date, c.status, c.agent_id, c.amount, c.agent_amount
      having sum(c.n) <> 0) d;
  end if;
  return null;
end $$;

revoke all on function private.refresh_customer_totals(private.sales_change[]), private.mark_days_of_sales(),
  private.mark_days_of_commissions() from public, anon, authenticated;

create trigger sales_after_60_mark_days_added after insert on public.sales
  referencing new table as changed for each statement execute function private.mark_days_of_sales();
create trigger sales_after_60_mark_days_changed after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.mark_days_of_sales();
create trigger sales_after_60_mark_days_removed after delete on public.sales
  referencing old table as replaced for each statement execute function private.mark_days_of_sales();
create trigger commissions_after_60_mark_days_added after insert on public.commissions
  referencing new table as changed for each statement execute function private.mark_days_of_commissions();
create trigger commissions_after_60_mark_days_changed after update on public.commissions
  referencing old table as replaced new table as changed for each statement execute function private.mark_days_of_commissions();
create trigger commissions_after_60_mark_days_removed after delete on public.commissions
  referencing old table as replaced for each statement execute function private.mark_days_of_commissions();

-- Adds up the stale days of an organization again: those of the latest stale months, so many at most (null: all). Rows are read
-- after the marks are taken: what is written meanwhile is counted or not, and has its mark either way. Only what is different
-- is written: of a month mostly a few of many thousand rows. Whoever calls it holds the lock (refresh_totals).
create function private.refresh_totals_of(organization_id uuid, most_months integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  days date[];
  months date[];
begin
  with stale as (
    delete from private.stale_days d
    where d.organization_id = refresh_totals_of.organization_id
      and date_trunc('month', d.day::timestamp) in (
        select distinct date_trunc('month', m.day::timestamp) from private.stale_days m
        where m.organization_id = refresh_totals_of.organization_id order by 1 desc
        limit refresh_totals_of.most_months)
    returning d.day)
  select array_agg(distinct s.day), array_agg(distinct date_trunc('month', s.day::timestamp)::date) into days, months from stale s;
  if days is null then
    return;
  end if;

  with fresh as materialized (
    select * from private.daily_totals_of_rows(refresh_totals_of.organization_id, days)
  ), gone as (
    delete from private.daily_totals t
    where t.organization_id = refresh_totals_of.organization_id and t.day = any (days)
      and (t.subject_id, t.record_type, t.day, t.status) not in (
        select f.subject_id, f.record_type, f.day, f.status from fresh f))
  insert into private.daily_totals
  select * from fresh
  except
  select * from private.daily_totals t where t.organization_id = refresh_totals_of.organization_id and t.day = any (days)
  on conflict (organization_id, subject_id, record_type, day, status) do update set
    record_count = excluded.record_count, total_amount = excluded.total_amount,
    commission_amount = excluded.commission_amount, agent_amount = excluded.agent_amount;

  with fresh as materialized (
    select * from private.monthly_totals_of_rows(refresh_totals_of.organization_id, months)
  ), gone as (
    delete from private.monthly_totals t
    where t.organization_id = refresh_totals_of.organization_id and t.month = any (months)
      and (t.subject_id, t.grouped_by, t.month, t.group_id) not in (
        select f.subject_id, f.grouped_by, f.month, f.group_id from fresh f))
  insert into private.monthly_totals
  select * from fresh
  except
  select * from private.monthly_totals t where t.organization_id = refresh_totals_of.organization_id and t.month = any (months)
  on conflict (organization_id, subject_id, grouped_by, month, group_id) do update set
    sales_count = excluded.sales_count, total_amount = excluded.total_amount, commission_amount = excluded.commission_amount;
end $$;

-- What the job does: adds up what is stale, of every organization, of each a year of months in one run. One does it at a time,
-- as what was read earlier must not be written over what was read later; who comes meanwhile leaves it to the next run.
create function private.refresh_totals() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if pg_try_advisory_xact_lock(hashtextextended('paperplane.totals', 0)) then
    perform private.refresh_totals_of(d.organization_id, 12)
    from (select distinct s.organization_id from private.stale_days s) d;
  end if;
end $$;

-- Adds up everything again, of one organization or of all (null), for rows that were written without triggers. Nobody waits.
create function private.rebuild_totals(organization_id uuid default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtextextended('paperplane.totals', 0));
  insert into private.stale_days (organization_id, day)
  select t.organization_id, t.day
  from (
    select s.organization_id, s.sale_date as day from public.sales s
    union select c.organization_id, c.sale_date from public.commissions c
    union select d.organization_id, d.day from private.daily_totals d
    union select m.organization_id, m.month from private.monthly_totals m) t
  where rebuild_totals.organization_id is null or t.organization_id = rebuild_totals.organization_id;
  perform private.refresh_totals_of(t.organization_id, null)
  from (
    select distinct d.organization_id from private.stale_days d
    where rebuild_totals.organization_id is null or d.organization_id = rebuild_totals.organization_id) t;
end $$;

-- Where totals say something else than the rows, those of days and months that are not stale and those of customers: nowhere,
-- ever. Of one organization or of all (null). `kept` tells what the totals say (true) from what the rows say.
create function private.check_totals(organization_id uuid default null)
returns table (totals text, kept boolean, row_data jsonb)
language sql stable security definer set search_path = '' as $$
  with days as materialized (
    select t.organization_id, t.day, date_trunc('month', t.day::timestamp)::date as month
    from (
      select s.organization_id, s.sale_date as day from public.sales s
      union select c.organization_id, c.sale_date from public.commissions c
      union select d.organization_id, d.day from private.daily_totals d
      union select m.organization_id, m.month from private.monthly_totals m) t
    where check_totals.organization_id is null or t.organization_id = check_totals.organization_id
  ), organizations as materialized (
    select d.organization_id,
      array_agg(d.day) filter (where not exists (
        select from private.stale_days s where s.organization_id = d.organization_id and s.day = d.day)) as days,
      array_agg(distinct d.month) filter (where not exists (
        select from private.stale_days s where s.organization_id = d.organization_id
          and s.day >= d.month and s.day < d.month + interval '1 month')) as months
    from days d group by d.organization_id
  ), kept_days as (
    select t.* from organizations o join private.daily_totals t on t.organization_id = o.organization_id and t.day = any (o.days)
  ), due_days as (
    select t.* from organizations o cross join lateral private.daily_totals_of_rows(o.organization_id, o.days) t
  ), kept_months as (
    select t.* from organizations o
    join private.monthly_totals t on t.organization_id = o.organization_id and t.month = any (o.months)
  ), due_months as (
    select t.* from organizations o cross join lateral private.monthly_totals_of_rows(o.organization_id, o.months) t
  )
  select 'daily_totals', true, to_jsonb(k) from (select * from kept_days except select * from due_days) k
  union all
  select 'daily_totals', false, to_jsonb(k) from (select * from due_days except select * from kept_days) k
  union all
  select 'monthly_totals', true, to_jsonb(k) from (select * from kept_months except select * from due_months) k
  union all
  select 'monthly_totals', false, to_jsonb(k) from (select * from due_months except select * from kept_months) k
  union all
  select * from private.check_customer_totals() c
  where check_totals.organization_id is null or c.row_data ->> 'organization_id' = check_totals.organization_id::text
$$;

revoke all on function private.refresh_totals_of(uuid, integer), private.refresh_totals(), private.rebuild_totals(uuid),
  private.check_totals(uuid) from public, anon, authenticated;

-- >>> 61_dashboard.sql
-- The dashboard: one call that answers every part of the page, over what the caller may see. Each part is made by itself;
-- when one fails the others stand, and it can be asked for again alone.
--
-- All run with the owner's rights, because nobody else reads the totals; what a caller may see is decided in one place,
-- private.caller_scope. For a caller without an organization (inactive, or a revoked session) there is nothing to add up:
-- zeros and empty lists.

create function public.get_sales_by_status(start_date date default null, end_date date default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_sales_by_status.start_date, get_sales_by_status.end_date);
begin
  return (
    with totals as (
      select t.status, sum(t.record_count) as n, sum(t.total_amount) as amount
      from private.totals('sale', scope.organization_id, scope.agent_id, range.first_day, range.last_day) t
      group by t.status)
    select jsonb_object_agg(k.name, (
      select jsonb_build_object('count', coalesce(sum(t.n), 0), 'amount', coalesce(sum(t.amount), 0))
      from totals t where t.status = any (k.statuses)))
    from (values ('booked', '{booked}'::text[]), ('paid', '{paid}'), ('cancelled', '{cancelled}'),
      ('total', '{booked,paid,cancelled}'), ('active_total', '{booked,paid}')) k(name, statuses));
end $$;

-- Every status and the total; a status that is not one of the four is ignored, one of them leaves the others at zero.
create function public.get_commission_stats(
  start_date date default null, end_date date default null, status text default null, agent_id uuid default null)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  known constant text[] := '{unpaid,funds_received,agent_paid,cancelled}';
  wanted text[] := case when get_commission_stats.status = any (known) then array[get_commission_stats.status] else known end;
  scope record := private.caller_scope(get_commission_stats.agent_id);
  range record := private.date_range(get_commission_stats.start_date, get_commission_stats.end_date);
begin
  return (
    with totals as (
      select t.status, sum(t.record_count) as n, sum(t.commission_amount) as amount, sum(t.agent_amount) as agent_amount
      from private.totals('commission', scope.organization_id, scope.agent_id, range.first_day, range.last_day) t
      where t.status = any (wanted)
      group by t.status)
    select jsonb_object_agg(k.name, (
      select jsonb_build_object('count', coalesce(sum(t.n), 0), 'amount', coalesce(sum(t.amount), 0),
        'agent_amount', coalesce(sum(t.agent_amount), 0))
      from totals t where k.name in (t.status, 'total')))
    from unnest(known || 'total'::text) k(name));
end $$;

-- Without the agents' part.
create function public.get_commissions_by_status(start_date date default null, end_date date default null) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select jsonb_object_agg(e.name, e.totals - 'agent_amount')
    from jsonb_each(public.get_commission_stats(get_commissions_by_status.start_date, get_commissions_by_status.end_date))
      e(name, totals));
end $$;

-- Two days or fewer: by the hour; 90: by the day; 180: by the week; more: by the month. Somebody may ask for another bucket;
-- one that is unknown, or so fine that nobody could read the chart, is ignored.
create function private.choose_bucket(first_day date, last_day date, wanted text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  days constant integer := last_day - first_day + 1;
begin
  return case
    when wanted = 'hour' and days <= 31 then wanted
    when wanted = 'day' and days <= 3660 then wanted
    when wanted in ('week', 'month') then wanted
    when days <= 2 then 'hour'
    when days <= 90 then 'day'
    when days <= 180 then 'week'
    else 'month' end;
end $$;

-- Weeks begin on Sunday, date_trunc's on Monday: days are counted in the bucket of a day this much later.
create function private.bucket_shift(bucket text) returns interval
language plpgsql immutable set search_path = '' as $$
begin
  return case bucket when 'week' then interval '1 day' else interval '0' end;
end $$;

-- The hour of a day that a sale is counted in: its date, and the hour in which it was recorded, by the clocks of the
-- organization. An hour that a change of clocks leaves out becomes the next one; one that comes twice is one.
create function private.hour_label(day date, hour integer, zone text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return to_char(((day + make_time(hour, 0, 0)) at time zone zone) at time zone zone, 'YYYY-MM-DD"T"HH24:00');
end $$;

-- What never lies in two hours of the zone: an hour, or a quarter of one where the zone is off by parts of an hour in some half
-- of that year. Asking the zone for each sale takes longer than the rest.
create function private.hour_parts(zone text, day date) returns interval
language sql stable set search_path = '' as $$
  select case when bool_and(date_part('minute', t.start at time zone zone) = 0) then interval '1 hour' else '15 minutes' end
  from (values (day::timestamp at time zone 'UTC'), ((day + 182)::timestamp at time zone 'UTC')) t(start)
$$;

-- All buckets of a range, labelled with the date (or hour) they begin.
create function private.bucket_labels(bucket text, first_day date, last_day date, zone text) returns setof text
language plpgsql stable set search_path = '' as $$
declare
  shift interval := private.bucket_shift(bucket);
begin
  if bucket = 'hour' then
    return query select distinct private.hour_label(d::date, h, zone)
      from generate_series(first_day::timestamp, last_day::timestamp, '1 day') d cross join generate_series(0, 23) h;
  else
    return query select to_char(d, 'YYYY-MM-DD')
      from generate_series(date_trunc(bucket, first_day + shift) - shift, last_day::timestamp, ('1 ' || bucket)::interval) d;
  end if;
end $$;

-- Amounts of sales or of commissions (`record_type`), by the date of the sale: a row for each bucket and status, none missing.
-- An open end of the range is the first or last day with a record. Hours are read from the rows, everything else from the totals.
create function private.amounts_by_bucket(
  record_type text, organization_id uuid, agent_id uuid, zone text, start_date date, end_date date, wanted text)
returns table (bucket text, label text, status text, amount numeric)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  of_sales constant boolean := amounts_by_bucket.record_type = 'sale';
  statuses constant text[] := case when of_sales then '{booked,paid,cancelled}'
    else '{unpaid,funds_received,agent_paid,cancelled}' end;
  range record := private.date_range(amounts_by_bucket.start_date, amounts_by_bucket.end_date);
  earliest date;
  latest date;
  step text;
  shift interval;
  part interval;
begin
  if amounts_by_bucket.start_date is null or amounts_by_bucket.end_date is null then
    select min(d.day), max(d.day) into earliest, latest
    from private.totals(amounts_by_bucket.record_type, amounts_by_bucket.organization_id, amounts_by_bucket.agent_id,
      range.first_day, range.last_day) d;
    if amounts_by_bucket.start_date is null then
      range.first_day := coalesce(earliest, amounts_by_bucket.end_date);
    end if;
    if amounts_by_bucket.end_date is null then
      range.last_day := coalesce(latest, range.first_day);
    end if;
  end if;
  step := private.choose_bucket(range.first_day, range.last_day, amounts_by_bucket.wanted);
  shift := private.bucket_shift(step);
  part := private.hour_parts(amounts_by_bucket.zone, range.first_day);
  return query
    with amounts as (
      select private.hour_label(h.day, date_part('hour', h.time at time zone amounts_by_bucket.zone)::integer,
        amounts_by_bucket.zone) as label, h.status, h.amount
      from (
        select s.sale_date as day, date_bin(part, s.created_at, '2001-01-01T00:00:00Z') as time, s.status,
          sum(s.total_amount) as amount
        from public.sales s
        where of_sales and step = 'hour' and s.organization_id = amounts_by_bucket.organization_id
          and (amounts_by_bucket.agent_id is null or s.agent_id = amounts_by_bucket.agent_id)
          and s.sale_date between range.first_day and range.last_day
        group by 1, 2, 3
        union all
        select c.sale_date, date_bin(part, c.created_at, '2001-01-01T00:00:00Z'), c.status, sum(c.amount)
        from public.commissions c
        where not of_sales and step = 'hour' and c.organization_id = amounts_by_bucket.organization_id
          and (amounts_by_bucket.agent_id is null or c.agent_id = amounts_by_bucket.agent_id)
          and c.sale_date between range.first_day and range.last_day
        group by 1, 2, 3) h
      union all
      select to_char(b.start - shift, 'YYYY-MM-DD'), b.status, b.amount
      from (
        select date_trunc(step, d.day + shift) as start, d.status,
          sum(case when of_sales then d.total_amount else d.commission_amount end) as amount
        from private.totals(amounts_by_bucket.record_type, amounts_by_bucket.organization_id, amounts_by_bucket.agent_id,
          range.first_day, range.last_day) d
        where step <> 'hour'
        group by 1, 2) b),
    labels as (
      select l.label from private.bucket_labels(step, range.first_day, range.last_day, amounts_by_bucket.zone) l(label)
      union select a.label from amounts a where step = 'hour')
    select step, l.label, k.status, coalesce(sum(a.amount), 0)
    from labels l
    cross join unnest(statuses) k(status)
    left join amounts a on a.label = l.label and a.status = k.status
    group by l.label, k.status;
end $$;

create function public.get_sales_status_timeline(
  start_date date default null, end_date date default null, bucket text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  scope record := private.caller_scope();
begin
  return (
    select jsonb_build_object('bucket', min(t.bucket),
      'labels', coalesce(jsonb_agg(t.label order by t.label) filter (where t.status = 'booked'), '[]'),
      'booked', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'booked'), '[]'),
      'paid', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'paid'), '[]'),
      'cancelled', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'cancelled'), '[]'))
    from private.amounts_by_bucket('sale', scope.organization_id, scope.agent_id, scope.zone,
      get_sales_status_timeline.start_date, get_sales_status_timeline.end_date, get_sales_status_timeline.bucket) t);
end $$;

create function public.get_commission_status_timeline(
  start_date date default null, end_date date default null, bucket text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  scope record := private.caller_scope();
begin
  return (
    select jsonb_build_object('bucket', min(t.bucket),
      'labels', coalesce(jsonb_agg(t.label order by t.label) filter (where t.status = 'unpaid'), '[]'),
      'unpaid', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'unpaid'), '[]'),
      'funds_received', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'funds_received'), '[]'),
      'agent_paid', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'agent_paid'), '[]'),
      'cancelled', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'cancelled'), '[]'))
    from private.amounts_by_bucket('commission', scope.organization_id, scope.agent_id, scope.zone,
      get_commission_status_timeline.start_date, get_commission_status_timeline.end_date,
      get_commission_status_timeline.bucket) t);
end $$;

-- How many rows a list of the best or the latest has: as asked for, within reason.
create function private.row_limit(max_rows integer) returns integer
language sql immutable set search_path = '' as $$ select least(greatest(coalesce(max_rows, 5), 1), 100) $$;

-- Top lists: by revenue, without cancelled sales. An agent's list of agents is themself.
create function public.get_top_agents(start_date date default null, end_date date default null, max_rows integer default 5)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_top_agents.start_date, get_top_agents.end_date);
  most integer := private.row_limit(get_top_agents.max_rows);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
      'avatar_url', u.avatar_url, 'sales_count', t.sales_count, 'total_revenue', t.total_amount,
      'total_commission', t.commission_amount)
      order by t.total_amount desc, t.sales_count desc, u.id), '[]')
    from (
      select b.* from private.sales_by('agent', scope.organization_id, null, range.first_day, range.last_day) b
      where scope.agent_id is null or b.id = scope.agent_id
      order by b.total_amount desc, b.sales_count desc, b.id limit most) t
    join public.users u on u.id = t.id);
end $$;

create function public.get_top_vendors(start_date date default null, end_date date default null, max_rows integer default 5)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_top_vendors.start_date, get_top_vendors.end_date);
  most integer := private.row_limit(get_top_vendors.max_rows);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url,
      'sales_count', t.sales_count, 'total_revenue', t.total_amount, 'total_commission', t.commission_amount)
      order by t.total_amount desc, t.sales_count desc, v.id), '[]')
    from (
      select b.* from private.sales_by('vendor', scope.organization_id, scope.agent_id, range.first_day, range.last_day) b
      order by b.total_amount desc, b.sales_count desc, b.id limit most) t
    join public.vendors v on v.id = t.id);
end $$;

-- Walks the newest sales, by the index of the organization's or the agent's, only until enough customers are found: what
-- the order needs is in the index, and only the sales that count are looked at.
create function public.get_recent_customers(
  max_rows integer default 5, start_date date default null, end_date date default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_recent_customers.start_date, get_recent_customers.end_date);
  wanted integer := private.row_limit(get_recent_customers.max_rows);
  skip integer;
  newest refcursor;
  found_id uuid;
  sale record;
  seen uuid[] := '{}';
  answer jsonb := '[]';
begin
  -- The newest hundred mostly hold enough of them; if not, all that come after.
  foreach skip in array array[0, 100] loop
    if scope.agent_id is null then
      open newest for
        select s.id from public.sales s
        where s.organization_id = scope.organization_id and s.sale_date between range.first_day and range.last_day
          and s.status <> 'cancelled'
        order by s.sale_date desc, s.created_at desc, s.id
        limit case skip when 0 then 100 end offset skip;
    else
      open newest for
        select s.id from public.sales s
        where s.organization_id = scope.organization_id and s.agent_id = scope.agent_id
          and s.sale_date between range.first_day and range.last_day and s.status <> 'cancelled'
        order by s.sale_date desc, s.created_at desc, s.id
        limit case skip when 0 then 100 end offset skip;
    end if;
    loop
      exit when cardinality(seen) = wanted;
      fetch newest into found_id;
      exit when not found;
      select s.customer_id, s.total_amount, s.sale_date into sale from public.sales s where s.id = found_id;
      continue when sale.customer_id = any (seen);
      seen := seen || sale.customer_id;
      answer := answer || (
        select jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name, 'email', c.email,
          'sale_id', found_id, 'last_purchase_amount', sale.total_amount, 'sale_date', sale.sale_date)
        from public.customers c where c.id = sale.customer_id);
    end loop;
    close newest;
    exit when cardinality(seen) = wanted;
  end loop;
  return answer;
end $$;

-- What an agent is owed: now (the vendor's money has arrived and the customer has paid), and later, with the reason why not
-- now. {now: {count, amount}, expected: {count, amount}, rows}, amounts of the agent's part.
create function private.payable_to(organization_id uuid, agent_id uuid, today date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  totals record;
  early record;
begin
  select coalesce(sum(t.record_count) filter (where t.status = 'funds_received'), 0) as n,
    coalesce(sum(t.agent_amount) filter (where t.status = 'funds_received'), 0) as amount,
    coalesce(sum(t.record_count) filter (where t.status = 'unpaid'), 0) as awaited_n,
    coalesce(sum(t.agent_amount) filter (where t.status = 'unpaid'), 0) as awaited into totals
  from private.totals('commission', payable_to.organization_id, payable_to.agent_id, '1900-01-01', '2199-12-31') t;
  -- Seldom the vendor pays before the customer.
  select count(*) as n, coalesce(sum(m.agent_amount), 0) as amount into early
  from public.commissions m
  where m.organization_id = payable_to.organization_id and m.agent_id = payable_to.agent_id
    and m.status = 'funds_received' and not m.sale_paid;
  return jsonb_build_object(
    'now', jsonb_build_object('count', totals.n - early.n, 'amount', totals.amount - early.amount),
    'expected', jsonb_build_object('count', totals.awaited_n + early.n, 'amount', totals.awaited + early.amount),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('commission_id', m.id, 'sales_id', s.id,
        'booking_reference', s.booking_reference, 'customer_first_name', c.first_name, 'customer_last_name', c.last_name,
        'vendor_name', v.name, 'agent_amount', m.agent_amount, 'status', m.status, 'sale_status', s.status,
        'received_on', m.received_on, 'due_on', m.due_on, 'reason', case
          when p.place = 1 then 'funds_received'
          when p.place = 2 then 'awaiting_customer'
          when m.due_on < payable_to.today then 'overdue'
          else 'awaiting_vendor' end)
        order by p.place, p.day nulls last, p.sales_id), '[]')
      from (
        select f.* from (
          (select 1 as place, m.received_on as day, m.sales_id from public.commissions m
          where m.organization_id = payable_to.organization_id and m.agent_id = payable_to.agent_id
            and m.status = 'funds_received' and m.sale_paid
          order by m.received_on, m.sales_id limit 5)
          union all
          (select 2, m.received_on, m.sales_id from public.commissions m
          where m.organization_id = payable_to.organization_id and m.agent_id = payable_to.agent_id
            and m.status = 'funds_received' and not m.sale_paid
          order by m.received_on, m.sales_id limit 5)
          union all
          (select 3, m.due_on, m.sales_id from public.commissions m
          where m.organization_id = payable_to.organization_id and m.agent_id = payable_to.agent_id
            and m.status = 'unpaid'
          order by m.due_on, m.sales_id limit 5)) f
        order by f.place, f.day nulls last, f.sales_id limit 5) p
      join public.sales s on s.id = p.sales_id
      join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
      join public.customers c on c.id = s.customer_id
      join public.vendors v on v.id = s.vendor_id));
end $$;

-- The next trips of an agent's customers.
create function private.departures_of(organization_id uuid, agent_id uuid, today date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('sales_id', s.id, 'booking_reference', s.booking_reference,
    'customer_id', s.customer_id, 'customer_first_name', c.first_name, 'customer_last_name', c.last_name,
    'vendor_name', v.name, 'travel_date', s.travel_date, 'return_date', s.return_date)
    order by s.travel_date, s.id), '[]')
  from (
    select d.* from public.sales d
    where d.organization_id = departures_of.organization_id and d.agent_id = departures_of.agent_id
      and d.status <> 'cancelled' and d.travel_date is not null and d.travel_date >= departures_of.today
    order by d.travel_date, d.id limit 5) s
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
$$;

-- One part of the page. The services it asks decide themselves what the caller may see.
create function private.dashboard_part(
  part text, organization_id uuid, agent_id uuid, first_day date, last_day date, today date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return case part
    when 'sales' then public.get_sales_by_status(first_day, last_day)
    when 'commissions' then public.get_commissions_by_status(first_day, last_day)
    when 'sales_trend' then public.get_sales_status_timeline(first_day, last_day) - 'bucket'
    when 'commission_trend' then public.get_commission_status_timeline(first_day, last_day) - 'bucket'
    when 'top_agents' then public.get_top_agents(first_day, last_day)
    when 'top_vendors' then public.get_top_vendors(first_day, last_day)
    when 'recent_customers' then public.get_recent_customers(5, first_day, last_day)
    when 'payable' then private.payable_to(organization_id, agent_id, today)
    when 'departures' then private.departures_of(organization_id, agent_id, today)
  end;
end $$;

-- {range: {start, end, bucket, today}, and the parts of the caller's page: sales, commissions, sales_trend,
-- commission_trend, top_vendors, recent_customers; for admins top_agents, for agents payable and departures}. A part that
-- failed is {error: true}; `parts` asks for some only. Days are the organization's. Without dates the last 365 days; without
-- one of them those up to the end, or from the start until today.
create function public.get_dashboard(
  start_date date default null, end_date date default null, parts text[] default null) returns jsonb
language plpgsql stable security definer set search_path = '' set lock_timeout = '2s' as $$
declare
  scope record := private.caller_scope();
  today date := private.today();
  earliest constant date := '1900-01-01';
  range record;
  part text;
  answer jsonb;
begin
  if scope.organization_id is null then
    raise insufficient_privilege using message = 'This session is not valid any more';
  end if;
  range := private.date_range(
    coalesce(get_dashboard.start_date, greatest(coalesce(get_dashboard.end_date, today), earliest) - 364),
    coalesce(get_dashboard.end_date, today));
  answer := jsonb_build_object('range', jsonb_build_object('start', range.first_day, 'end', range.last_day,
    'bucket', private.choose_bucket(range.first_day, range.last_day, null), 'today', today));
  foreach part in array '{sales,commissions,sales_trend,commission_trend,top_vendors,recent_customers}'::text[]
    || case when scope.agent_id is null then '{top_agents}'::text[] else '{payable,departures}' end
  loop
    continue when not coalesce(part = any (get_dashboard.parts), get_dashboard.parts is null);
    begin
      answer := answer || jsonb_build_object(part,
        private.dashboard_part(part, scope.organization_id, scope.agent_id, range.first_day, range.last_day, today));
    exception when others then
      -- For whoever runs the server; the page says that something is missing.
      raise log 'Dashboard without %: % (%)', part, sqlerrm, sqlstate;
      answer := answer || jsonb_build_object(part, jsonb_build_object('error', true));
    end;
  end loop;
  return answer;
end $$;

revoke all on function public.get_sales_by_status(date, date), public.get_commission_stats(date, date, text, uuid),
  public.get_commissions_by_status(date, date), private.choose_bucket(date, date, text), private.bucket_shift(text),
  private.hour_label(date, integer, text), private.hour_parts(text, date), private.bucket_labels(text, date, date, text),
  private.amounts_by_bucket(text, uuid, uuid, text, date, date, text), public.get_sales_status_timeline(date, date, text),
  public.get_commission_status_timeline(date, date, text), private.row_limit(integer),
  public.get_top_agents(date, date, integer), public.get_top_vendors(date, date, integer),
  public.get_recent_customers(integer, date, date), private.payable_to(uuid, uuid, date),
  private.departures_of(uuid, uuid, date), private.dashboard_part(text, uuid, uuid, date, date, date),
  public.get_dashboard(date, date, text[]) from public, anon, authenticated;
grant execute on function public.get_sales_by_status(date, date), public.get_commission_stats(date, date, text, uuid),
  public.get_commissions_by_status(date, date), public.get_sales_status_timeline(date, date, text),
  public.get_commission_status_timeline(date, date, text), public.get_top_agents(date, date, integer),
  public.get_top_vendors(date, date, integer), public.get_recent_customers(integer, date, date),
  public.get_dashboard(date, date, text[]) to authenticated;

-- >>> 62_reports.sql
-- Sums and charts that are asked for by themselves.

create function public.get_dashboard_summary(start_date date default null, end_date date default null)
returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'sales', public.get_sales_by_status(get_dashboard_summary.start_date, get_dashboard_summary.end_date),
    'commissions', public.get_commissions_by_status(get_dashboard_summary.start_date, get_dashboard_summary.end_date))
$$;

-- Amounts per bucket, without the cancelled: together they are the active total.
create function private.active_amounts(
  record_type text, organization_id uuid, agent_id uuid, zone text, start_date date, end_date date, wanted text,
  out bucket text, out labels jsonb, out amounts jsonb)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  select min(t.bucket), coalesce(jsonb_agg(t.label order by t.label), '[]'), coalesce(jsonb_agg(t.amount order by t.label), '[]')
  into active_amounts.bucket, active_amounts.labels, active_amounts.amounts
  from (
    select a.bucket, a.label, sum(a.amount) filter (where a.status <> 'cancelled') as amount
    from private.amounts_by_bucket(active_amounts.record_type, active_amounts.organization_id, active_amounts.agent_id,
      active_amounts.zone, active_amounts.start_date, active_amounts.end_date, active_amounts.wanted) a
    group by a.bucket, a.label) t;
end $$;

create function public.get_sales_timeline(start_date date default null, end_date date default null, bucket text default null)
returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('bucket', t.bucket, 'labels', t.labels, 'sales', t.amounts)
  from private.caller_scope() s
  cross join lateral private.active_amounts('sale', s.organization_id, s.agent_id, s.zone, get_sales_timeline.start_date,
    get_sales_timeline.end_date, get_sales_timeline.bucket) t
$$;

-- One agent's sales timeline. An agent asks about themself; about anybody else they see what they see of nobody.
create function public.get_agent_sales_timeline(
  agent_id uuid default null, start_date date default null, end_date date default null, bucket text default null)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if get_agent_sales_timeline.agent_id is null then
    perform private.refuse('Agent ID is required', 'agent_id');
  end if;
  return (
    select jsonb_build_object('bucket', t.bucket, 'labels', t.labels, 'sales', t.amounts)
    from private.caller_scope(get_agent_sales_timeline.agent_id) s
    cross join lateral private.active_amounts('sale', s.organization_id, s.agent_id, s.zone,
      get_agent_sales_timeline.start_date, get_agent_sales_timeline.end_date, get_agent_sales_timeline.bucket) t);
end $$;

create function public.get_commission_timeline(
  start_date date default null, end_date date default null, bucket text default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('bucket', t.bucket, 'labels', t.labels, 'amounts', t.amounts)
  from private.caller_scope() s
  cross join lateral private.active_amounts('commission', s.organization_id, s.agent_id, s.zone,
    get_commission_timeline.start_date, get_commission_timeline.end_date, get_commission_timeline.bucket) t
$$;

revoke all on function public.get_dashboard_summary(date, date),
  private.active_amounts(text, uuid, uuid, text, date, date, text), public.get_sales_timeline(date, date, text),
  public.get_agent_sales_timeline(uuid, date, date, text), public.get_commission_timeline(date, date, text)
  from public, anon, authenticated;
grant execute on function public.get_dashboard_summary(date, date), public.get_sales_timeline(date, date, text),
  public.get_agent_sales_timeline(uuid, date, date, text), public.get_commission_timeline(date, date, text) to authenticated;

-- >>> other: customer_sums
-- What one customer bought, from everybody or (agent_id) from one person: {sales_count, total_amount, commission_amount,
-- last_sale_date, agent}, the agent being that of the latest sale.
create function private.customer_sums(organization_id uuid, customer_id uuid, agent_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('sales_count', coalesce(sum(t.sales_count), 0), 'total_amount', coalesce(sum(t.total_amount), 0),
    'commission_amount', coalesce(sum(t.commission_amount), 0),
    'last_sale_date', nullif(max(t.last_sale_date), '-infinity'),
    'agent', (
      select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url)
      from public.sales s join public.users u on u.id = s.agent_id
      where s.organization_id = customer_sums.organization_id and s.customer_id = customer_sums.customer_id
        and s.status <> 'cancelled' and (customer_sums.agent_id is null or s.agent_id = customer_sums.agent_id)
      order by s.sale_date desc, s.id limit 1))
  from (
    select r.sales_count, r.total_amount, r.commission_amount, r.last_sale_date from private.customer_totals r
    where customer_sums.agent_id is null and r.organization_id = customer_sums.organization_id
      and r.customer_id = customer_sums.customer_id
    union all
    select r.sales_count, r.total_amount, r.commission_amount, r.last_sale_date from private.customer_totals_by_agent r
    where r.organization_id = customer_sums.organization_id and r.customer_id = customer_sums.customer_id
      and r.agent_id = customer_sums.agent_id) t
$$;

revoke all on function private.customer_sums(uuid, uuid, uuid) from public, anon, authenticated;

-- >>> other: get_customer_totals
-- The page of a customer has them in get_customer_profile.
create or replace function public.get_customer_totals(customer_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  scope record := private.caller_scope();
begin
  return private.customer_sums(scope.organization_id, get_customer_totals.customer_id, scope.agent_id) - 'last_sale_date' - 'agent';
end $$;

-- >>> other: get_customer_profile
-- {customer, totals, companions, passports, merges, can_reveal}, null for a customer who is not there or not the caller's.
-- Sums, the next departure and the warnings of passports are of the sales the caller may see.
create or replace function public.get_customer_profile(customer_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  scope record := private.caller_scope();
  customer public.customers%rowtype;
begin
  select c.* into customer from public.customers c
  where c.organization_id = scope.organization_id and c.id = get_customer_profile.customer_id;
  if customer.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'customer', to_jsonb(customer),
    'totals', private.customer_sums(scope.organization_id, customer.id, scope.agent_id) || jsonb_build_object('next_departure', (
      select min(s.travel_date) from public.sales s
      where s.organization_id = scope.organization_id and s.status <> 'cancelled' and s.travel_date >= private.today()
        and (scope.agent_id is null or s.agent_id = scope.agent_id)
        and (s.customer_id = customer.id or s.id in (
          select t.sale_id from public.sale_travelers t where t.organization_id = scope.organization_id and t.customer_id = customer.id)))),
    'companions', (
      select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'customer_id', c.id, 'first_name', c.first_name,
        'last_name', c.last_name, 'relation', l.relation) order by c.last_name, c.first_name, c.id), '[]')
      from public.customer_companions l
      join public.customers c on c.id = case when l.customer_id = customer.id then l.companion_id else l.customer_id end
      where l.organization_id = scope.organization_id and customer.id in (l.customer_id, l.companion_id)),
    'passports', private.masked_passports(scope.organization_id, customer.id, scope.agent_id),
    'merges', (
      select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'merged_name', m.merged_name,
        'merged_by_name', (select u.first_name || ' ' || u.last_name from public.users u where u.id = m.merged_by),
        'created_at', m.created_at, 'can_undo', private.is_admin() and private.undo_refusal(m) is null)
        order by m.created_at desc, m.id), '[]')
      from private.customer_merges m
      where m.organization_id = scope.organization_id and m.kept_id = customer.id and m.undone_at is null),
    'can_reveal', private.may_reveal_passports(scope.organization_id, customer.id));
end $$;

-- >>> other: list_customers
-- {rows, count, page, page_size, total_pages, tags}. search: every word is part of the names, an e-mail, a phone or a
-- tag. state: 'active', 'archived' or 'all'. agent_id: only who bought from that agent, and what they bought there.
-- tags: the twenty most used of the state, [{tag, count}]. An unknown state or sort is ignored; a page beyond the last
-- has no rows; page_size is 1 to 100. Sums and the agent are of the sales the caller may see, without cancelled ones.
create or replace function public.list_customers(
  search text default null, tag text default null, agent_id uuid default null, state text default 'active',
  sort text default 'last_sale_date', descending boolean default true, page int default 1, page_size int default 10)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.customer_filter;
  page_no int := greatest(coalesce(list_customers.page, 1), 1);
  size int := least(greatest(coalesce(list_customers.page_size, 10), 1), 100);
  down boolean := coalesce(list_customers.descending, true);
  listed bigint := 0;
  total bigint := 0;
  take bigint;
  skip bigint;
  backwards boolean := false;
  filtered boolean;
  by_sales boolean;
  by_name boolean;
  matches uuid[];
  ids uuid[];
begin
  select s.organization_id, s.agent_id into f.home, f.agent from private.caller_scope(list_customers.agent_id) s;
  f.buyers := list_customers.agent_id is not null;
  f.archived := case list_customers.state when 'archived' then true when 'all' then null else false end;
  f.tag := lower(nullif(btrim(list_customers.tag), ''));
  f.patterns := private.customer_patterns(list_customers.search);
  filtered := f.buyers or f.tag is not null or f.patterns is not null;
  if f.home is not null and not private.is_hopeless(f.patterns) then
    select coalesce(sum(n.customers_count), 0) into listed from private.customer_counts n
    where n.organization_id = f.home and n.tag_key = '' and (f.archived is null or n.archived = f.archived);
    total := listed;
    if filtered then
      execute format('select array(%s)', private.matching_customers(f)) into matches
      using take, skip, f.home, f.agent, f.archived, f.patterns, f.tag;
      total := cardinality(matches);
    end if;
  end if;
  select w.take, w.skip, w.backwards into take, skip, backwards from private.page_window(total, page_no, size) w;
  if take > 0 then
    select o.of_sales, list_customers.sort in ('name', 'email') into by_sales, by_name
    from private.customer_sort_keys(list_customers.sort, f.agent) o;
    -- Of those who match the way is short where it is expected to pass by fewer than there are to sort. Who is searched for by name
    -- may stand together; and all states together stand in no order by what they bought.
    if not filtered or (skip + take) * listed / total <= least(total / case when by_name and f.patterns is not null then 16 else 2 end,
        private.walk_limit() / 2) and not (by_sales and f.archived is null) then
      ids := private.walk_customers(f, list_customers.sort, down <> backwards, total, take, skip);
    end if;
    if filtered and coalesce(cardinality(ids), 0) < take then
      ids := private.sort_customers(f, matches, list_customers.sort, down <> backwards, take, skip);
    end if;
  end if;
  return jsonb_build_object('rows', private.customer_rows(ids, backwards, f.home, f.agent), 'count', total, 'page', page_no,
    'page_size', size, 'total_pages', (total + size - 1) / size, 'tags', private.most_used_tags(f.home, f.archived));
end $$;

-- >>> other: export_customers
-- Passports never leave: they are no part of this.
create or replace function public.export_customers(
  search text default null, tag text default null, agent_id uuid default null, state text default 'active',
  sort text default 'last_sale_date', descending boolean default true)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.customer_filter;
  zone text;
  ids uuid[] := '{}';
  answer jsonb;
begin
  select s.organization_id, s.agent_id, s.zone into f.home, f.agent, zone from private.caller_scope(export_customers.agent_id) s;
  f.buyers := export_customers.agent_id is not null;
  f.archived := case coalesce(export_customers.state, 'active') when 'archived' then true when 'all' then null else false end;
  f.tag := lower(nullif(btrim(export_customers.tag), ''));
  f.patterns := coalesce(private.customer_patterns(export_customers.search), '{}');
  if f.home is not null and not private.is_hopeless(f.patterns) then
    select k.ids into ids from private.collect_customers(
      f, export_customers.sort, coalesce(export_customers.descending, true), 1, private.export_limit() + 1) k;
  end if;
  select coalesce(jsonb_agg(jsonb_build_array(c.first_name, c.last_name, c.email, c.phone,
      (select string_agg(e ->> 'value', '; ') from jsonb_array_elements(c.more_emails) e),
      (select string_agg(e ->> 'value', '; ') from jsonb_array_elements(c.more_phones) e),
      c.address_line_1, c.address_line_2, c.city, c.region, c.postal_code, c.country, c.birthday, c.emergency_name,
      c.emergency_phone, c.emergency_relation, array_to_string(c.tags, '; '), c.preferences ->> 'seat', c.preferences ->> 'cabin',
      c.preferences ->> 'meal', c.preferences ->> 'room', c.preferences ->> 'mobility', c.preferences ->> 'allergies',
      c.preferences ->> 'interests', c.notes, coalesce(t.sales_count, 0), coalesce(t.total_amount, 0),
      nullif(t.last_sale_date, '-infinity'), (c.created_at at time zone zone)::date, (c.archived_at at time zone zone)::date)
    order by u.n), '[]')
  into answer
  from unnest(ids) with ordinality u(id, n)
  join public.customers c on c.id = u.id
  left join lateral (
    select r.sales_count, r.total_amount, r.last_sale_date from private.customer_totals r
    where f.agent is null and r.organization_id = f.home and r.customer_id = c.id
    union all
    select r.sales_count, r.total_amount, r.last_sale_date from private.customer_totals_by_agent r
    where r.organization_id = f.home and r.agent_id = f.agent and r.customer_id = c.id) t on true;
  return private.export_answer('{first_name,last_name,email,phone,more_emails,more_phones,address_line_1,address_line_2,city,
    region,postal_code,country,birthday,emergency_name,emergency_phone,emergency_relation,tags,seat,cabin,meal,room,mobility,
    allergies,interests,notes,sales_count,total_amount,last_sale_date,created_on,archived_on}', answer);
end $$;

-- >>> other: list_sales
-- As before.
create or replace function public.list_sales(
  status text default null, agent_id uuid default null, vendor_id uuid default null,
  start_date date default null, end_date date default null, customer_search text default null,
  sort text default 'sale_date', descending boolean default true, page int default 1, page_size int default 10)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Of so many customers all sales are collected.
  collectable constant int := 5000;
  f private.sale_filter;
  patterns text[] := private.search_patterns(list_sales.customer_search);
  page_no int := greatest(coalesce(list_sales.page, 1), 1);
  size int := least(greatest(coalesce(list_sales.page_size, 10), 1), 100);
  down boolean := coalesce(list_sales.descending, true);
  sums jsonb;
  total bigint;
  take bigint;
  skip bigint;
  backwards boolean := false;
  few boolean;
  ids uuid[];
begin
  select c.organization_id, c.agent_id into f.home, f.agent from private.caller_scope(list_sales.agent_id) c;
  select r.first_day, r.last_day into f.first_day, f.last_day from private.date_range(list_sales.start_date, list_sales.end_date) r;
  f.vendor := list_sales.vendor_id;
  f.status := case when list_sales.status in ('booked', 'paid', 'cancelled') then list_sales.status end;
  if private.is_hopeless(patterns) then
    f.home := null;
  elsif f.home is not null and patterns is not null then
    select c.customers, c.except_them into f.customers, f.except_them from private.split_customers(f.home, patterns) c;
    if f.customers = '{}' then
      -- Nobody matches, or everybody does.
      f.home := case when f.except_them then f.home end;
      f.customers := null;
      f.except_them := false;
    end if;
  end if;

  if f.home is not null and not f.except_them and cardinality(f.customers) <= collectable then
    select s.sums, s.ids into sums, ids
    from private.search_sales(f, list_sales.sort, down, size, (page_no - 1)::bigint * size) s;
    total := private.count_of(sums, f.status);
  else
    if f.home is not null then
      sums := private.sum_sales(f);
    end if;
    total := private.count_of(sums, f.status);
    select w.take, w.skip, w.backwards into take, skip, backwards from private.page_window(total, page_no, size) w;
    if take > 0 then
      few := total <= 1000;
      ids := case when not few and list_sales.sort in ('status', 'vendor', 'agent')
        then private.find_grouped_sales(f, list_sales.sort, down <> backwards, take, skip)
        else private.find_sales(f, list_sales.sort, down <> backwards, take, skip, few) end;
    end if;
  end if;
  return jsonb_build_object('rows', private.sale_rows(ids, backwards), 'count', total, 'page', page_no, 'page_size', size,
    'total_pages', (total + size - 1) / size, 'by_status', private.name_sale_sums(sums));
end $$;

-- >>> other: export_sales
create or replace function public.export_sales(
  status text default null, agent_id uuid default null, vendor_id uuid default null,
  start_date date default null, end_date date default null, customer_search text default null,
  sort text default 'sale_date', descending boolean default true)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.sale_filter;
  patterns text[] := private.search_patterns(export_sales.customer_search);
  ids uuid[] := '{}';
  answer jsonb;
begin
  select c.organization_id, c.agent_id into f.home, f.agent from private.caller_scope(export_sales.agent_id) c;
  select r.first_day, r.last_day into f.first_day, f.last_day
  from private.date_range(export_sales.start_date, export_sales.end_date) r;
  f.vendor := export_sales.vendor_id;
  f.status := case when export_sales.status in ('booked', 'paid', 'cancelled') then export_sales.status end;
  if patterns is not null then
    f.customers := case when f.home is null or private.is_hopeless(patterns) then '{}'
      else private.find_customers(f.home, patterns) end;
  end if;
  if f.home is not null and f.customers is distinct from '{}' then
    ids := private.find_sales(f, export_sales.sort, coalesce(export_sales.descending, true), private.export_limit() + 1, 0,
      f.customers is not null);
  end if;
  select coalesce(jsonb_agg(jsonb_build_array(s.booking_reference, s.status, s.sale_date, s.travel_date, s.return_date,
      c.first_name || ' ' || c.last_name, c.email, v.name, a.first_name || ' ' || a.last_name, s.total_amount,
      s.commission_rate, s.commission_amount, s.currency, m.status, s.notes) order by u.n), '[]')
  into answer
  from unnest(ids) with ordinality u(id, n)
  join public.sales s on s.id = u.id
  join public.customers c on c.id = s.customer_id
  join public.users a on a.id = s.agent_id
  join public.vendors v on v.id = s.vendor_id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id;
  return private.export_answer('{booking_reference,status,sale_date,travel_date,return_date,customer,customer_email,vendor,agent,
    total_amount,commission_rate,commission_amount,currency,commission_status,notes}', answer);
end $$;

-- >>> other: commission_filter_of
-- What the caller asked for. Home is null when nothing may be found.
create or replace function private.commission_filter_of(
  status text, agent_id uuid, vendor_id uuid, overdue boolean, start_date date, end_date date, search text)
returns private.commission_filter
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.commission_filter;
  patterns text[] := private.search_patterns(commission_filter_of.search);
begin
  select c.organization_id, c.agent_id into f.home, f.agent from private.caller_scope(commission_filter_of.agent_id) c;
  select r.first_day, r.last_day into f.first_day, f.last_day
  from private.date_range(commission_filter_of.start_date, commission_filter_of.end_date) r;
  f.vendor := commission_filter_of.vendor_id;
  f.status := case when commission_filter_of.status in ('unpaid', 'funds_received', 'agent_paid', 'cancelled')
    then commission_filter_of.status end;
  f.overdue_on := case when commission_filter_of.overdue then private.today() end;
  if private.is_hopeless(patterns) then
    f.home := null;
  elsif f.home is not null and patterns is not null then
    f.word := patterns[1];
    f.other_words := patterns[2:];
    select c.customers, c.except_them into f.customers, f.except_them from private.split_customers(f.home, patterns[:1]) c;
    f.vendors := array(select v.id from public.vendors v
      where v.organization_id = f.home and lower(v.name collate pg_catalog."pg_c_utf8") like f.word);
    if f.except_them and f.customers = '{}' and cardinality(f.other_words) = 0 then
      -- Everybody matches.
      f.word := null;
      f.except_them := false;
    end if;
  end if;
  return f;
end $$;

-- >>> other: sum_sales
-- {status: {count, amount, commission_amount}} over every filter but the status: from the totals of days, or from the rows when
-- these do not know the filter.
create or replace function private.sum_sales(f private.sale_filter) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  source text;
  sums jsonb;
  others private.sale_filter := f;
begin
  f.status := null;
  if f.except_them then
    others.except_them := false;
    f.customers := null;
    f.except_them := false;
    return private.sums_without(private.sum_sales(f), private.sum_sales(others));
  end if;
  if f.customers is null and f.vendor is null then
    source := 'd.status, sum(d.record_count) as n, sum(d.total_amount) as a, sum(d.commission_amount) as c
      from private.totals(''sale'', $3, $4, $6, $7) d group by d.status';
  else
    source := 's.status, count(*) as n, sum(s.total_amount) as a, sum(s.commission_amount) as c from public.sales s where '
      || private.sale_conditions(f) || ' group by s.status';
  end if;
  execute 'select jsonb_object_agg(status, jsonb_build_object(''count'', n, ''amount'', a, ''commission_amount'', c))
    from (select ' || source || ') t'
  into sums using null, null, f.home, f.agent, f.vendor, f.first_day, f.last_day, f.customers, f.status;
  return sums;
end $$;

-- >>> other: sum_commissions
-- {status: {count, amount, agent_amount}} over every filter but the status: from the totals of days, or from the rows
-- when these do not know the filter.
create or replace function private.sum_commissions(f private.commission_filter) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  source text;
  sums jsonb;
  rest private.commission_filter := f;
begin
  f.status := null;
  if f.except_them and cardinality(f.other_words) = 0 and not coalesce(f.the_rest, false) then
    rest.status := null;
    rest.the_rest := true;
    f.word := null;
    f.except_them := false;
    return private.sums_without(private.sum_commissions(f), private.sum_commissions(rest));
  end if;
  if f.word is null and f.overdue_on is null and f.vendor is null then
    source := 'd.status, sum(d.record_count) as n, sum(d.commission_amount) as a, sum(d.agent_amount) as g
      from private.totals(''commission'', $3, $4, $5, $6) d group by d.status';
  else
    source := 'm.status, count(*) as n, sum(m.amount) as a, sum(m.agent_amount) as g from '
      || case when f.word is null then 'public.commissions m where '
        else 'public.sales s join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id where ' end
      || private.commission_conditions(f, f.word is not null) || ' group by m.status';
  end if;
  execute 'select jsonb_object_agg(status, jsonb_build_object(''count'', n, ''amount'', a, ''agent_amount'', g))
    from (select ' || source || ') t'
  into sums using null, null, f.home, f.agent, f.first_day, f.last_day, f.status, f.word, f.customers, f.vendors,
    f.other_words, f.vendor, f.overdue_on;
  return sums;
end $$;

-- >>> other: indexes of sales (40_sales.sql)
-- With what the list of a vendor is added up from.
drop index public.sales_organization_id_vendor_id_idx;
create index sales_organization_id_vendor_id_idx on public.sales (organization_id, vendor_id, sale_date desc, id)
  include (status, agent_id, total_amount, commission_amount);

-- >>> other: indexes of commissions (50_commissions.sql)
-- With what stale days and the list of a vendor are added up from.
drop index public.commissions_organization_id_vendor_id_idx;
create index commissions_organization_id_vendor_id_idx on public.commissions (organization_id, vendor_id, status, due_on)
  include (sale_date, amount, received_amount, agent_amount);
drop index public.commissions_organization_id_sale_date_idx;
create index commissions_organization_id_sale_date_idx on public.commissions (organization_id, sale_date desc, sales_id)
  include (status, agent_id, vendor_id, created_at, amount, agent_amount);

-- >>> other: list_vendors
-- {rows, count, page, page_size, total_pages, by_category}. For admins; everybody else finds nothing. Every typed word is
-- part of the name or of an alias. `by_category` counts what matches but for the category, `count` that too. Sums are those
-- of all sales but cancelled ones. An unknown category, state or sort is ignored; page_size is 1 to 100.
create or replace function public.list_vendors(
  search text default null, category text default null, state text default 'active', sort text default 'name',
  descending boolean default false, page int default 1, page_size int default 10)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.admin_home();
  patterns text[] := private.search_patterns(extensions.unaccent(list_vendors.search));
  wanted_state text := case when list_vendors.state in ('archived', 'all') then list_vendors.state else 'active' end;
  wanted_category text := case when list_vendors.category in
    ('cruise', 'tour', 'hotel', 'resort', 'air', 'rail', 'car', 'ferry', 'insurance', 'other') then list_vendors.category end;
  key text := case when list_vendors.sort in
    ('category', 'default_commission_rate', 'sales_count', 'total_amount', 'created_at') then list_vendors.sort else 'name' end;
  down boolean := coalesce(list_vendors.descending, false);
  page_no int := greatest(coalesce(list_vendors.page, 1), 1);
  size int := least(greatest(coalesce(list_vendors.page_size, 10), 1), 100);
  answer jsonb;
begin
  if private.is_hopeless(patterns) then
    caller_organization_id := null;
  end if;
  with matching as materialized (
    select v.id, v.name, v.logo_url, v.category, v.default_commission_rate, v.expected_payment_days, v.expected_payment_basis,
      v.archived_at, v.created_at
    from public.vendors v
    where v.organization_id = caller_organization_id
      and (wanted_state = 'all' or (v.archived_at is not null) = (wanted_state = 'archived'))
      and (patterns is null
        or private.fold(v.name || ' ' || array_to_string(v.aliases, ' ')) like all (patterns))
  ), sums as (
    select t.id as vendor_id, t.sales_count as n, t.total_amount as amount
    from private.sales_by('vendor', caller_organization_id, null, '1900-01-01', '2199-12-31') t
  ), chosen as (
    select m.*, coalesce(s.n, 0) as sales_count, coalesce(s.amount, 0) as total_amount,
      row_number() over (order by
        case when not down then case key when 'category' then m.category end end,
        case when down then case key when 'category' then m.category end end desc,
        case when not down then case key when 'default_commission_rate' then m.default_commission_rate
          when 'sales_count' then coalesce(s.n, 0) when 'total_amount' then coalesce(s.amount, 0) end end,
        case when down then case key when 'default_commission_rate' then m.default_commission_rate
          when 'sales_count' then coalesce(s.n, 0) when 'total_amount' then coalesce(s.amount, 0) end end desc,
        case when not down and key = 'created_at' then m.created_at end,
        case when down and key = 'created_at' then m.created_at end desc,
        case when down and key = 'name' then m.name end desc,
        m.name, m.id) as position
    from matching m
    left join sums s on s.vendor_id = m.id
    where wanted_category is null or m.category = wanted_category
  )
  select jsonb_build_object(
    'rows', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'logo_url', c.logo_url,
        'category', c.category, 'default_commission_rate', c.default_commission_rate,
        'expected_payment_days', c.expected_payment_days, 'expected_payment_basis', c.expected_payment_basis,
        'is_archived', c.archived_at is not null, 'sales_count', c.sales_count, 'total_amount', c.total_amount)
        order by c.position), '[]')
      from chosen c where c.position > (page_no - 1)::bigint * size and c.position <= page_no::bigint * size),
    'count', (select count(*) from chosen), 'page', page_no, 'page_size', size,
    'total_pages', (select (count(*) + size - 1) / size from chosen),
    'by_category', (select coalesce(jsonb_object_agg(t.category, t.n), '{}')
      from (select m.category, count(*) as n from matching m group by m.category) t))
  into answer;
  return answer;
end $$;

-- >>> other: list_team
-- {rows, count, page, page_size, total_pages, by_status}: members and, for admins, open invitations. Every typed word is
-- part of the name, for admins also of the e-mail. status: everyone, active, invited or inactive; `by_status` counts what
-- matches but for it. Sums are those of all sales but cancelled ones; commission_amount is the agency's commission.
create or replace function public.list_team(
  search text default null, status text default 'everyone', sort text default 'name', descending boolean default false,
  page int default 1, page_size int default 10)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  sees_all boolean := private.is_admin();
  patterns text[] := private.search_patterns(extensions.unaccent(list_team.search));
  wanted text := case when list_team.status in ('active', 'invited', 'inactive') then list_team.status else 'everyone' end;
  key text := case
    when list_team.sort in ('role', 'status') then list_team.sort
    when sees_all and list_team.sort in ('last_active_at', 'sales_count', 'commission_amount', 'commission_split')
      then list_team.sort
    else 'name' end;
  down boolean := coalesce(list_team.descending, false);
  page_no int := greatest(coalesce(list_team.page, 1), 1);
  size int := least(greatest(coalesce(list_team.page_size, 10), 1), 100);
  answer jsonb;
begin
  if private.is_hopeless(patterns) then
    caller_organization_id := null;
  end if;
  with people as materialized (
    select u.id, 'member' as kind, u.first_name, u.last_name, u.email, u.avatar_url, u.role, u.is_active,
      case when u.is_active then 'active' else 'inactive' end as state, u.created_at as joined_at,
      null::timestamptz as invited_at, null::timestamptz as sent_at, null::timestamptz as expires_at, null::uuid as invited_by
    from public.users u
    where u.organization_id = caller_organization_id
    union all
    select i.id, 'invitation', i.first_name, i.last_name, i.email, null, i.role, false, 'invited', null,
      i.created_at, i.expires_at - interval '7 days', i.expires_at, i.invited_by
    from public.invitations i
    where i.organization_id = caller_organization_id and sees_all and i.accepted_at is null and i.revoked_at is null
  ), matching as materialized (
    select p.* from people p
    where patterns is null or private.fold(concat_ws(' ', p.first_name, p.last_name, case when sees_all then p.email end))
      like all (patterns)
  ), sums as (
    select t.id as agent_id, t.sales_count as n, t.commission_amount as amount
    from private.sales_by('agent', caller_organization_id, null, '1900-01-01', '2199-12-31') t
    where sees_all
  ), known as (
    select m.*, t.commission_split, case when m.kind = 'member' then coalesce(s.n, 0) end as sales_count,
      case when m.kind = 'member' then coalesce(s.amount, 0) end as commission_amount,
      case when sees_all and m.kind = 'member' then private.last_seen(m.id) end as last_active_at,
      lower(coalesce(m.last_name, m.email)) as name
    from matching m
    left join sums s on s.agent_id = m.id
    left join lateral (
      select x.commission_split from public.user_terms x where x.user_id = m.id and m.kind = 'member'
      union all
      select i.commission_split from public.invitations i where i.id = m.id and m.kind = 'invitation') t on sees_all
    where wanted = 'everyone' or m.state = wanted
  ), chosen as (
    select k.*, row_number() over (order by
      case when not down then k.rank end, case when down then k.rank end desc nulls last,
      case when not down then k.day end, case when down then k.day end desc nulls last,
      case when down and key = 'name' then k.name end desc, case when down and key = 'name' then k.first_name end desc,
      k.name, k.first_name, k.id) as position
    from (
      select k.*, case key
          when 'role' then case k.role when 'owner' then 1 when 'admin' then 2 else 3 end
          -- Within a status the owner comes first, then admins.
          when 'status' then case k.state when 'active' then 10 when 'invited' then 20 else 30 end
            + case k.role when 'owner' then 1 when 'admin' then 2 else 3 end
          when 'sales_count' then k.sales_count
          when 'commission_amount' then k.commission_amount
          when 'commission_split' then k.commission_split end as rank,
        case key when 'last_active_at' then k.last_active_at end as day
      from known k) k
  )
  select jsonb_build_object(
    'rows', (select coalesce(jsonb_agg(
        jsonb_build_object('id', c.id, 'kind', c.kind, 'first_name', c.first_name, 'last_name', c.last_name,
          'avatar_url', c.avatar_url, 'role', c.role, 'is_active', c.is_active)
        || case when sees_all then jsonb_build_object('email', c.email, 'last_active_at', c.last_active_at,
          'sales_count', c.sales_count, 'commission_amount', c.commission_amount, 'commission_split', c.commission_split,
          'joined_at', c.joined_at, 'invited_at', c.invited_at, 'sent_at', c.sent_at, 'expires_at', c.expires_at,
          'is_expired', c.expires_at <= now(),
          'invited_by', (select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
            from public.users u where u.id = c.invited_by)) else '{}' end
        order by c.position), '[]')
      from chosen c where c.position > (page_no - 1)::bigint * size and c.position <= page_no::bigint * size),
    'count', (select count(*) from chosen), 'page', page_no, 'page_size', size,
    'total_pages', (select (count(*) + size - 1) / size from chosen),
    'by_status', (select jsonb_build_object('everyone', count(*), 'active', count(*) filter (where m.state = 'active'),
      'invited', count(*) filter (where m.state = 'invited'), 'inactive', count(*) filter (where m.state = 'inactive'))
      from matching m))
  into answer;
  return answer;
end $$;

-- >>> other: get_vendor_profile
-- {vendor, figures} for admins; null for everybody else, and for a vendor of somebody else. Without cancelled ones: sales and
-- their sums from the rollups; commissions expected (unpaid, not overdue), overdue (unpaid after the day the vendor should have
-- paid), funds_received and agent_paid; received: what arrived for these two, which may be more or less.
create or replace function public.get_vendor_profile(vendor_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.admin_home();
  today date := private.today();
  vendor public.vendors%rowtype;
  figures jsonb;
begin
  select v.* into vendor from public.vendors v
  where v.id = get_vendor_profile.vendor_id and v.organization_id = caller_organization_id;
  if vendor.id is null then
    return null;
  end if;
  select jsonb_build_object('sales_count', count(*), 'total_amount', coalesce(sum(s.total_amount), 0),
    'commission_amount', coalesce(sum(s.commission_amount), 0)) into figures
  from public.sales s
  where s.organization_id = caller_organization_id and s.vendor_id = vendor.id and s.status <> 'cancelled';
  select figures || jsonb_object_agg(k.name, jsonb_build_object('count', coalesce(c.n, 0), 'amount', coalesce(c.amount, 0)))
    || jsonb_build_object('received', jsonb_build_object('count', coalesce(sum(c.n) filter (where c.arrived is not null), 0),
      'amount', coalesce(sum(c.arrived), 0))) into figures
  from unnest('{expected,overdue,funds_received,agent_paid}'::text[]) k(name)
  left join (
    select case when c.status <> 'unpaid' then c.status when c.due_on < today then 'overdue' else 'expected' end as name,
      count(*) as n, sum(c.amount) as amount,
      sum(coalesce(c.received_amount, c.amount)) filter (where c.status <> 'unpaid') as arrived
    from public.commissions c
    where c.organization_id = caller_organization_id and c.vendor_id = vendor.id
      and c.status in ('unpaid', 'funds_received', 'agent_paid')
    group by 1) c on c.name = k.name;
  return jsonb_build_object('vendor', to_jsonb(vendor) || jsonb_build_object('is_archived', vendor.archived_at is not null),
    'figures', figures);
end $$;

-- >>> other: get_member_profile
-- What it was; the sales that are still booked are counted in the days.
create or replace function public.get_member_profile(member_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.current_organization_id();
  member public.users%rowtype;
begin
  select u.* into member from public.users u
  where u.id = get_member_profile.member_id and u.organization_id = caller_organization_id
    and (private.is_admin() or u.id = auth.uid());
  if member.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'member', to_jsonb(member) || jsonb_build_object('last_active_at', private.last_seen(member.id)),
    'terms', (select jsonb_build_object('commission_split', t.commission_split, 'history', (
        select coalesce(jsonb_agg(jsonb_build_object('commission_split', h.commission_split,
          'previous_split', h.previous_split, 'changed_at', h.changed_at, 'changed_by', (
            select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
            from public.users u where u.id = h.changed_by)) order by h.changed_at desc, h.id), '[]')
        from public.user_terms_history h where h.organization_id = caller_organization_id and h.user_id = member.id))
      from public.user_terms t where t.user_id = member.id),
    'figures', (select jsonb_build_object('sales_count', coalesce(sum(t.record_count), 0),
        'total_amount', coalesce(sum(t.total_amount), 0), 'commission_amount', coalesce(sum(t.commission_amount), 0),
        'booked_sales_count', coalesce(sum(t.record_count) filter (where t.status = 'booked'), 0))
      from private.totals('sale', caller_organization_id, member.id, '1900-01-01', '2199-12-31') t where t.status <> 'cancelled')
      || jsonb_build_object('commissions', (
        select jsonb_object_agg(g.name, (
          select jsonb_build_object('count', coalesce(sum(t.record_count), 0), 'amount', coalesce(sum(t.commission_amount), 0),
            'agent_amount', coalesce(sum(t.agent_amount), 0))
          from private.totals('commission', caller_organization_id, member.id, '1900-01-01', '2199-12-31') t
          where t.status = g.name))
        from unnest('{unpaid,funds_received,agent_paid,cancelled}'::text[]) g(name))),
    'payouts', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'commission_id', p.commission_id,
        'booking_reference', s.booking_reference, 'amount', p.amount, 'payment_date', p.payment_date,
        'payment_method', p.payment_method) order by p.payment_date desc, p.id), '[]')
      from (
        select * from public.agent_payments a
        where a.organization_id = caller_organization_id and a.agent_id = member.id
        order by a.payment_date desc, a.id limit 10) p
      join public.commissions c on c.id = p.commission_id
      join public.sales s on s.id = c.sales_id));
end $$;

-- >>> other: lock_customers
-- Rebuilding the totals of customers locks sales, then customers. Undoing a merge writes customers first and sales later: the two
-- could wait for each other. Whoever merges announces both, in the same order, before the first row.
create function private.lock_customers(organization_id uuid, ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtextextended('paperplane.customers.' || lock_customers.organization_id, 0));
  lock table public.sales, public.customers in row exclusive mode;
  perform 1 from public.sales s
  where s.organization_id = lock_customers.organization_id and (s.customer_id = any (ids) or s.id in (
    select t.sale_id from public.sale_travelers t
    where t.organization_id = lock_customers.organization_id and t.customer_id = any (ids)))
  order by s.id for no key update;
  perform 1 from public.customers c
  where c.organization_id = lock_customers.organization_id and c.id = any (ids) order by c.id for update;
end $$;

revoke all on function private.lock_customers(uuid, uuid[]) from public, anon, authenticated;

-- >>> 90_jobs.sql
-- On hosted pg_cron comes with the project; it keeps a record of every run, which nobody needs for longer than a day.
do $$
begin
  if exists (select from pg_catalog.pg_available_extensions e where e.name = 'pg_cron') then
    create extension if not exists pg_cron with schema pg_catalog;
    perform cron.schedule('forget-job-runs', '0 3 * * *',
      $job$delete from cron.job_run_details where end_time < now() - interval '1 day'$job$);
  end if;
  if to_regnamespace('cron') is not null then
    perform cron.schedule('refresh-totals', '10 seconds', 'select private.refresh_totals()');
  end if;
end $$;

-- >>> drop
-- What there is already.
select private.rebuild_totals();
