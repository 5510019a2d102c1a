-- A job folds what is noted, every ten seconds, so that whoever writes does not wait for it: folding was up to half of what the
-- figures cost a write. Where no job is scheduled, one sale in fifty still has its writer fold.
--
-- What else notes and folding cost: a note carries its quarter, as whoever reads years asked the calendar for each note several
-- times. Days that come down to the same as before are not written: those of the vendor and of the organization, when a sale is
-- given to another agent. What a customer bought from the former agent is looked up only where something is left of it.

-- Nobody writes, and so nobody folds, between what is folded here and the column and functions that follow.
lock table public.sales, public.commissions in share row exclusive mode;
select private.fold_figures(u.organization_id) from (select distinct n.organization_id from private.unfolded n) u;

-- Of a sale that counts; none of what moves no quarter.
alter table private.unfolded add column quarter date;

create or replace view private.figures_by_quarter with (security_invoker = on) as
select * from private.folded_by_quarter
union all
select u.organization_id, u.agent_id, 'vendor', u.quarter, u.vendor_id, u.n, u.amount, u.share
from private.unfolded u where u.quarter is not null
union all
select u.organization_id, u.agent_id, 'vendor', 'infinity'::date, u.vendor_id, u.n, u.amount, u.share
from private.unfolded u where u.quarter is not null
union all
select u.organization_id, u.organization_id, 'agent', u.quarter, u.agent_id, u.n, u.amount, u.share
from private.unfolded u where u.quarter is not null
union all
select u.organization_id, u.organization_id, 'agent', 'infinity'::date, u.agent_id, u.n, u.amount, u.share
from private.unfolded u where u.quarter is not null
union all
select u.organization_id, u.organization_id, 'vendor', u.quarter, u.vendor_id, u.n, u.amount, u.share
from private.unfolded u where u.quarter is not null
union all
select u.organization_id, u.organization_id, 'vendor', 'infinity'::date, u.vendor_id, u.n, u.amount, u.share
from private.unfolded u where u.quarter is not null;

-- Folds what is noted of an organization. One at a time does it; who comes meanwhile leaves the notes to the next, and waits
-- for nobody. (Rebuilding locks sales and commissions, so that nobody folds.) Notes are looked up one by one: so PostgreSQL
-- remembers which of the index are gone, and the next who looks, for a dashboard too, passes them by.
create or replace function private.fold_figures(home uuid) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_generic_plan
set enable_bitmapscan = off set enable_seqscan = off as $$
declare
  notes private.unfolded[];
begin
  if not pg_try_advisory_xact_lock(hashtextextended('paperplane.figures.' || fold_figures.home, 0)) then
    return;
  end if;
  -- A statement of its own, after the lock: it sees what the one before has folded.
  with folded as (delete from private.unfolded u where u.organization_id = fold_figures.home returning u)
  select array_agg(f.u) into notes from folded f;
  insert into private.folded_by_day as r (organization_id, whose, day,
    booked_count, booked_amount, booked_share,
    paid_count, paid_amount, paid_share,
    cancelled_count, cancelled_amount, cancelled_share,
    unpaid_count, unpaid_amount, unpaid_share,
    funds_received_count, funds_received_amount, funds_received_share,
    agent_paid_count, agent_paid_amount, agent_paid_share,
    lost_count, lost_amount, lost_share)
  select fold_figures.home, t.whose, t.day,
    coalesce(sum(t.n) filter (where t.entry = 'booked'), 0), coalesce(sum(t.amount) filter (where t.entry = 'booked'), 0),
      coalesce(sum(t.share) filter (where t.entry = 'booked'), 0),
    coalesce(sum(t.n) filter (where t.entry = 'paid'), 0), coalesce(sum(t.amount) filter (where t.entry = 'paid'), 0),
      coalesce(sum(t.share) filter (where t.entry = 'paid'), 0),
    coalesce(sum(t.n) filter (where t.entry = 'cancelled'), 0),
      coalesce(sum(t.amount) filter (where t.entry = 'cancelled'), 0),
      coalesce(sum(t.share) filter (where t.entry = 'cancelled'), 0),
    coalesce(sum(t.n) filter (where t.entry = 'unpaid'), 0), coalesce(sum(t.amount) filter (where t.entry = 'unpaid'), 0),
      coalesce(sum(t.share) filter (where t.entry = 'unpaid'), 0),
    coalesce(sum(t.n) filter (where t.entry = 'funds_received'), 0),
      coalesce(sum(t.amount) filter (where t.entry = 'funds_received'), 0),
      coalesce(sum(t.share) filter (where t.entry = 'funds_received'), 0),
    coalesce(sum(t.n) filter (where t.entry = 'agent_paid'), 0),
      coalesce(sum(t.amount) filter (where t.entry = 'agent_paid'), 0),
      coalesce(sum(t.share) filter (where t.entry = 'agent_paid'), 0),
    coalesce(sum(t.n) filter (where t.entry = 'lost'), 0), coalesce(sum(t.amount) filter (where t.entry = 'lost'), 0),
      coalesce(sum(t.share) filter (where t.entry = 'lost'), 0)
  from (
    -- What is the same before and after, for the vendor of a sale that got another agent, is not written.
    select k.whose, u.day, u.entry, sum(u.n) as n, sum(u.amount) as amount, sum(u.share) as share
    from unnest(notes) u
    cross join lateral (values (u.agent_id), (u.organization_id), (u.vendor_id)) k(whose)
    group by k.whose, u.day, u.entry
    having sum(u.n) <> 0 or sum(u.amount) <> 0 or sum(u.share) <> 0) t
  group by t.whose, t.day
  order by t.whose, t.day
  on conflict (whose, day) do update set
    booked_count = r.booked_count + excluded.booked_count, booked_amount = r.booked_amount + excluded.booked_amount,
    booked_share = r.booked_share + excluded.booked_share,
    paid_count = r.paid_count + excluded.paid_count, paid_amount = r.paid_amount + excluded.paid_amount,
    paid_share = r.paid_share + excluded.paid_share,
    cancelled_count = r.cancelled_count + excluded.cancelled_count,
    cancelled_amount = r.cancelled_amount + excluded.cancelled_amount,
    cancelled_share = r.cancelled_share + excluded.cancelled_share,
    unpaid_count = r.unpaid_count + excluded.unpaid_count, unpaid_amount = r.unpaid_amount + excluded.unpaid_amount,
    unpaid_share = r.unpaid_share + excluded.unpaid_share,
    funds_received_count = r.funds_received_count + excluded.funds_received_count,
    funds_received_amount = r.funds_received_amount + excluded.funds_received_amount,
    funds_received_share = r.funds_received_share + excluded.funds_received_share,
    agent_paid_count = r.agent_paid_count + excluded.agent_paid_count,
    agent_paid_amount = r.agent_paid_amount + excluded.agent_paid_amount,
    agent_paid_share = r.agent_paid_share + excluded.agent_paid_share,
    lost_count = r.lost_count + excluded.lost_count, lost_amount = r.lost_amount + excluded.lost_amount,
    lost_share = r.lost_share + excluded.lost_share;
  insert into private.folded_by_quarter as r
    (organization_id, whole, kind, quarter, part, sales_count, total_amount, commission_amount)
  select fold_figures.home, k.whole, k.kind, q.quarter, k.part, sum(t.n), sum(t.amount), sum(t.share)
  from unnest(notes) t
  cross join lateral (values (t.agent_id, 'vendor', t.vendor_id), (t.organization_id, 'agent', t.agent_id),
    (t.organization_id, 'vendor', t.vendor_id)) k(whole, kind, part)
  cross join lateral (values (t.quarter), ('infinity')) q(quarter)
  where t.quarter is not null
  group by k.whole, k.kind, q.quarter, k.part
  having sum(t.n) <> 0 or sum(t.amount) <> 0 or sum(t.share) <> 0
  order by k.whole, k.kind, q.quarter, k.part
  on conflict (whole, kind, quarter, part) do update set
    sales_count = r.sales_count + excluded.sales_count,
    total_amount = r.total_amount + excluded.total_amount,
    commission_amount = r.commission_amount + excluded.commission_amount;
end $$;

-- Folds what is noted of everybody: what the job does.
create function private.fold_all_figures() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  home uuid;
begin
  for home in select distinct u.organization_id from private.unfolded u loop
    perform private.fold_figures(home);
  end loop;
end $$;

revoke all on function private.fold_all_figures() from public, anon, authenticated;

-- Whether a job folds; who writes does not ask often.
create function private.has_folding_job() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  -- The table is named in a statement of its own, which is not read where there is none.
  if to_regclass('cron.job') is null then
    return false;
  end if;
  return exists (select from cron.job j where j.jobname = 'fold-figures');
end $$;

revoke all on function private.has_folding_job() from public, anon, authenticated;

-- The rows before a statement count -1 and those after it 1, and what is the same cancels out, so that a change of anything else
-- is not noted. (Joined to each other the two would be planned by the first statement of a session, mostly one of a single row,
-- as a loop in a loop.) Who folds where no job does is drawn by lot, so that nobody counts notes; nested in a statement
-- on sales, by the trigger of these.
create or replace function private.roll_up_commissions() returns trigger
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  noted integer;
begin
  if tg_op = 'INSERT' then
    insert into private.unfolded (organization_id, agent_id, vendor_id, day, entry, n, amount, share)
    select c.organization_id, c.agent_id, c.vendor_id, c.sale_date, case c.status when 'cancelled' then 'lost' else c.status end,
      1, c.amount, c.agent_amount
    from added c;
  elsif tg_op = 'UPDATE' then
    insert into private.unfolded (organization_id, agent_id, vendor_id, day, entry, n, amount, share)
    select c.organization_id, c.agent_id, c.vendor_id, c.sale_date, case c.status when 'cancelled' then 'lost' else c.status end,
      sum(c.n), sum(c.n * c.amount), sum(c.n * c.agent_amount)
    from (
      select 1 as n, a.organization_id, a.sale_date, a.status, a.agent_id, a.vendor_id, a.amount, a.agent_amount
      from changed a
      union all
      select -1, b.organization_id, b.sale_date, b.status, b.agent_id, b.vendor_id, b.amount, b.agent_amount
      from replaced b) c
    group by c.organization_id, c.sale_date, c.status, c.agent_id, c.vendor_id
    having sum(c.n) <> 0 or sum(c.n * c.amount) <> 0 or sum(c.n * c.agent_amount) <> 0;
  else
    insert into private.unfolded (organization_id, agent_id, vendor_id, day, entry, n, amount, share)
    select c.organization_id, c.agent_id, c.vendor_id, c.sale_date, case c.status when 'cancelled' then 'lost' else c.status end,
      -1, -c.amount, -c.agent_amount
    from replaced c;
  end if;
  get diagnostics noted = row_count;
  if pg_trigger_depth() = 1 and random() * 50 < noted and not private.has_folding_job() then
    if tg_op = 'INSERT' then
      perform private.fold_figures(u.organization_id) from (select distinct c.organization_id from added c) u;
    else
      perform private.fold_figures(u.organization_id) from (select distinct c.organization_id from replaced c) u;
    end if;
  end if;
  return null;
end $$;

create or replace function private.roll_up_sales() returns trigger
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  deltas private.sales_delta[];
  d private.sales_delta;
  other private.sales_delta;
  single boolean;
  paired boolean;
  taken boolean := false;
  loser uuid;
  last_day date := '-infinity';
begin
  if tg_op = 'INSERT' then
    deltas := array(
      select row(s.organization_id, s.sale_date, s.status, s.agent_id, s.vendor_id, 1, s.total_amount, s.commission_amount,
        s.customer_id)::private.sales_delta
      from added s);
  elsif tg_op = 'UPDATE' then
    deltas := array(
      select row(s.organization_id, s.sale_date, s.status, s.agent_id, s.vendor_id, sum(s.n), sum(s.n * s.total_amount),
        sum(s.n * s.commission_amount), s.customer_id)::private.sales_delta
      from (
        select 1 as n, a.organization_id, a.sale_date, a.status, a.agent_id, a.vendor_id, a.customer_id, a.total_amount,
          a.commission_amount
        from changed a
        union all
        select -1, b.organization_id, b.sale_date, b.status, b.agent_id, b.vendor_id, b.customer_id, b.total_amount,
          b.commission_amount
        from replaced b) s
      group by s.organization_id, s.sale_date, s.status, s.agent_id, s.vendor_id, s.customer_id
      having sum(s.n) <> 0 or sum(s.n * s.total_amount) <> 0 or sum(s.n * s.commission_amount) <> 0);
  else
    deltas := array(
      select row(s.organization_id, s.sale_date, s.status, s.agent_id, s.vendor_id, -1, -s.total_amount,
        -s.commission_amount, s.customer_id)::private.sales_delta
      from replaced s);
  end if;
  if cardinality(deltas) = 0 then
    return null;
  end if;
  -- Most changes are of one sale: one row, or a pair that takes away what it adds, for another status, agent or vendor.
  single := cardinality(deltas) = 1;
  d := deltas[1];
  other := deltas[2];
  paired := cardinality(deltas) = 2 and d.status <> 'cancelled' and other.status <> 'cancelled'
    and d.customer_id = other.customer_id and d.day = other.day and d.sales_count = -other.sales_count
    and d.total_amount = -other.total_amount and d.commission_amount = -other.commission_amount;
  if paired and d.agent_id > other.agent_id then
    d := deltas[2];
    other := deltas[1];
  end if;
  insert into private.unfolded (organization_id, agent_id, vendor_id, day, quarter, entry, n, amount, share)
  select t.organization_id, t.agent_id, t.vendor_id, t.day,
    case when t.status <> 'cancelled' then date_trunc('quarter', t.day::timestamp)::date end, t.status, t.sales_count,
    t.total_amount, t.commission_amount
  from unnest(deltas) t;
  if random() * 50 < cardinality(deltas) and not private.has_folding_job() then
    perform private.fold_figures(t.organization_id) from (select distinct u.organization_id from unnest(deltas) u) t;
  end if;

  -- What counts for customers: paid, a sale counts as before, and so it does with another vendor; given to another agent, it is
  -- the customer's as before.
  if single and d.status = 'cancelled' or paired and d.agent_id = other.agent_id then
    return null;
  elsif paired then
    -- Whoever has sold the customer nothing else has no latest day; of others it is looked up, once the row is locked.
    with written as (
      insert into private.customer_totals_by_agent as r
        (organization_id, agent_id, customer_id, sales_count, total_amount, commission_amount, last_sale_date)
      values (d.organization_id, d.agent_id, d.customer_id, d.sales_count, d.total_amount, d.commission_amount,
          case when d.sales_count > 0 then d.day else '-infinity' end),
        (d.organization_id, other.agent_id, d.customer_id, other.sales_count, other.total_amount, other.commission_amount,
          case when other.sales_count > 0 then d.day else '-infinity' end)
      on conflict (organization_id, agent_id, customer_id) do update set
        sales_count = r.sales_count + excluded.sales_count,
        total_amount = r.total_amount + excluded.total_amount,
        commission_amount = r.commission_amount + excluded.commission_amount,
        last_sale_date = case when r.sales_count + excluded.sales_count = 0 then '-infinity'
          else greatest(r.last_sale_date, excluded.last_sale_date) end
      returning r.agent_id, r.last_sale_date)
    select w.agent_id into loser from written w
    where w.agent_id = case when d.sales_count < 0 then d.agent_id else other.agent_id end
      and w.last_sale_date > '-infinity' and w.last_sale_date <= d.day;
    if loser is not null then
      update private.customer_totals_by_agent r set last_sale_date = coalesce((
        select max(s.sale_date) from public.sales s
        where s.organization_id = d.organization_id and s.customer_id = d.customer_id and s.agent_id = loser
          and s.status <> 'cancelled'), '-infinity')
      where r.organization_id = d.organization_id and r.agent_id = loser and r.customer_id = d.customer_id;
    end if;
    return null;
  elsif not single then
    -- Those that differ in the status only become one.
    deltas := array(
      select row(t.organization_id, t.day, 'active', t.agent_id, t.vendor_id, sum(t.sales_count), sum(t.total_amount),
        sum(t.commission_amount), t.customer_id)::private.sales_delta
      from unnest(deltas) t
      where t.status <> 'cancelled'
      group by t.organization_id, t.day, t.agent_id, t.vendor_id, t.customer_id
      having sum(t.sales_count) <> 0 or sum(t.total_amount) <> 0 or sum(t.commission_amount) <> 0);
    if cardinality(deltas) = 0 then
      return null;
    end if;
    d := deltas[1];
    single := cardinality(deltas) = 1;
  end if;

  -- Sums move by what the statement adds or takes away, and a customer's latest day goes forward with what it adds. It goes
  -- back only when something of that very day was taken away: to none where nothing is left, else it is looked up, once the row
  -- is locked, in the sales as they stand.
  if single then
    taken := d.sales_count < 0;
    if d.sales_count > 0 then
      last_day := d.day;
    end if;
  elsif tg_op <> 'INSERT' then
    taken := 0 > any (array(select t.sales_count from unnest(deltas) t));
  end if;
  if single then
    insert into private.customer_totals as r
      (organization_id, customer_id, sales_count, total_amount, commission_amount, last_sale_date)
    values (d.organization_id, d.customer_id, d.sales_count, d.total_amount, d.commission_amount, last_day)
    on conflict (organization_id, customer_id) do update set
      sales_count = r.sales_count + excluded.sales_count,
      total_amount = r.total_amount + excluded.total_amount,
      commission_amount = r.commission_amount + excluded.commission_amount,
      last_sale_date = case when r.sales_count + excluded.sales_count = 0 then '-infinity'
        else greatest(r.last_sale_date, excluded.last_sale_date) end;
  else
    insert into private.customer_totals as r
      (organization_id, customer_id, sales_count, total_amount, commission_amount, last_sale_date)
    select t.organization_id, t.customer_id, sum(t.sales_count), sum(t.total_amount), sum(t.commission_amount),
      coalesce(max(t.day) filter (where t.sales_count > 0), '-infinity')
    from unnest(deltas) t
    group by t.organization_id, t.customer_id
    having sum(t.sales_count) <> 0 or sum(t.total_amount) <> 0 or sum(t.commission_amount) <> 0 or min(t.day) <> max(t.day)
    order by t.organization_id, t.customer_id
    on conflict (organization_id, customer_id) do update set
      sales_count = r.sales_count + excluded.sales_count,
      total_amount = r.total_amount + excluded.total_amount,
      commission_amount = r.commission_amount + excluded.commission_amount,
      last_sale_date = case when r.sales_count + excluded.sales_count = 0 then '-infinity'
        else greatest(r.last_sale_date, excluded.last_sale_date) end;
  end if;
  if taken then
    update private.customer_totals r set last_sale_date = coalesce((
      select max(s.sale_date) from public.sales s
      where s.organization_id = r.organization_id and s.customer_id = r.customer_id and s.status <> 'cancelled'), '-infinity')
    from (
      select u.organization_id, u.customer_id, max(u.day) as day
      from (
        select v.organization_id, v.customer_id, v.day from unnest(deltas) v
        group by v.organization_id, v.customer_id, v.day having sum(v.sales_count) < 0) u
      group by u.organization_id, u.customer_id) t
    where r.organization_id = t.organization_id and r.customer_id = t.customer_id and r.last_sale_date > '-infinity'
      and t.day >= r.last_sale_date;
  end if;

  if single then
    insert into private.customer_totals_by_agent as r
      (organization_id, agent_id, customer_id, sales_count, total_amount, commission_amount, last_sale_date)
    values (d.organization_id, d.agent_id, d.customer_id, d.sales_count, d.total_amount, d.commission_amount, last_day)
    on conflict (organization_id, agent_id, customer_id) do update set
      sales_count = r.sales_count + excluded.sales_count,
      total_amount = r.total_amount + excluded.total_amount,
      commission_amount = r.commission_amount + excluded.commission_amount,
      last_sale_date = case when r.sales_count + excluded.sales_count = 0 then '-infinity'
        else greatest(r.last_sale_date, excluded.last_sale_date) end;
  else
    insert into private.customer_totals_by_agent as r
      (organization_id, agent_id, customer_id, sales_count, total_amount, commission_amount, last_sale_date)
    select t.organization_id, t.agent_id, t.customer_id, sum(t.sales_count), sum(t.total_amount), sum(t.commission_amount),
      coalesce(max(t.day) filter (where t.sales_count > 0), '-infinity')
    from unnest(deltas) t
    group by t.organization_id, t.agent_id, t.customer_id
    order by t.organization_id, t.agent_id, t.customer_id
    on conflict (organization_id, agent_id, customer_id) do update set
      sales_count = r.sales_count + excluded.sales_count,
      total_amount = r.total_amount + excluded.total_amount,
      commission_amount = r.commission_amount + excluded.commission_amount,
      last_sale_date = case when r.sales_count + excluded.sales_count = 0 then '-infinity'
        else greatest(r.last_sale_date, excluded.last_sale_date) end;
  end if;
  if taken then
    update private.customer_totals_by_agent r set last_sale_date = coalesce((
      select max(s.sale_date) from public.sales s
      where s.organization_id = r.organization_id and s.customer_id = r.customer_id and s.agent_id = r.agent_id
        and s.status <> 'cancelled'), '-infinity')
    from (
      select u.organization_id, u.agent_id, u.customer_id, max(u.day) as day
      from unnest(deltas) u where u.sales_count < 0
      group by u.organization_id, u.agent_id, u.customer_id) t
    where r.organization_id = t.organization_id and r.agent_id = t.agent_id and r.customer_id = t.customer_id
      and r.last_sale_date > '-infinity' and t.day >= r.last_sale_date;
  end if;
  return null;
end $$;

-- On hosted pg_cron comes with the project; it keeps a record of every run, which nobody needs for longer than a day.
do $$
begin
  if exists (select from pg_catalog.pg_available_extensions e where e.name = 'pg_cron') then
    create extension if not exists pg_cron with schema pg_catalog;
    perform cron.schedule('forget-job-runs', '0 3 * * *',
      $job$delete from cron.job_run_details where end_time < now() - interval '1 day'$job$);
  end if;
  if to_regnamespace('cron') is not null then
    perform cron.schedule('fold-figures', '10 seconds', 'select private.fold_all_figures()');
  end if;
end $$;
