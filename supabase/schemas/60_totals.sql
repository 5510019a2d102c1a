-- What one statement adds (or, negative, takes away).
create type private.sales_delta as (
  organization_id uuid, day date, status text, agent_id uuid, vendor_id uuid,
  sales_count bigint, total_amount numeric, commission_amount numeric, customer_id uuid);

-- The rows before a statement count -1 and those after it 1, and what is the same cancels out, so that a change of anything else
-- is not noted. (Joined to each other the two would be planned by the first statement of a session, mostly one of a single row,
-- as a loop in a loop.) Who folds where no job does is drawn by lot, so that nobody counts notes; nested in a statement
-- on sales, by the trigger of these.
create function private.roll_up_commissions() returns trigger
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

create trigger commissions_after_60_roll_up_added after insert on public.commissions
  referencing new table as added for each statement execute function private.roll_up_commissions();
create trigger commissions_after_60_roll_up_changed after update on public.commissions
  referencing old table as replaced new table as changed for each statement execute function private.roll_up_commissions();
create trigger commissions_after_60_roll_up_removed after delete on public.commissions
  referencing old table as replaced for each statement execute function private.roll_up_commissions();

-- The same as before, and by customer.
create function private.roll_up_sales() returns trigger
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

create trigger sales_after_60_roll_up_added after insert on public.sales
  referencing new table as added for each statement execute function private.roll_up_sales();
create trigger sales_after_60_roll_up_changed after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.roll_up_sales();
create trigger sales_after_60_roll_up_removed after delete on public.sales
  referencing old table as replaced for each statement execute function private.roll_up_sales();

-- Every row in which a rollup and the rows behind it differ: `kept` is what stands in the rollup, the others are what
-- should stand there. Empty is right. Changes nothing and stops nobody.
create function private.check_rollups() returns table (rollup text, kept boolean, row_data jsonb)
language sql stable security definer set search_path = '' as $$
  select * from private.check_daily_rollups()
  union all
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

-- Builds all rollups anew, and the dates of commissions with them: after an import that turned triggers off. Writers
-- wait meanwhile, readers do not.
create function private.rebuild_rollups() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.rebuild_daily_rollups();
  perform private.rebuild_customer_rollups();
end $$;

-- What each customer bought, by agent and by all: lists and profiles of customers read one row where they would add up
-- many. Cancelled sales do not count. Locked after all other rollups, in the order of the keys; see daily rollups.

-- A row for every customer who can be listed, without sales too: an index then holds the whole list in its order. The
-- earliest day there is stands for no sale, as dates that are missing sort in other lists.
create table private.customer_totals (
  organization_id uuid not null,
  customer_id uuid not null,
  archived boolean not null default false,
  sales_count bigint not null default 0,
  total_amount numeric not null default 0,
  commission_amount numeric not null default 0,
  last_sale_date date not null default '-infinity',
  primary key (organization_id, customer_id)
) with (fillfactor = 80);
alter table private.customer_totals enable row level security;

create index customer_totals_last_sale_date_idx on private.customer_totals (organization_id, archived, last_sale_date desc, customer_id);
create index customer_totals_total_amount_idx on private.customer_totals (organization_id, archived, total_amount desc, customer_id);
create index customer_totals_sales_count_idx on private.customer_totals (organization_id, archived, sales_count desc, customer_id);

create table private.customer_totals_by_agent (
  organization_id uuid not null,
  agent_id uuid not null,
  customer_id uuid not null,
  sales_count bigint not null default 0,
  total_amount numeric not null default 0,
  commission_amount numeric not null default 0,
  last_sale_date date not null default '-infinity',
  primary key (organization_id, agent_id, customer_id)
) with (fillfactor = 80);
alter table private.customer_totals_by_agent enable row level security;

create index customer_totals_by_agent_last_sale_date_idx on private.customer_totals_by_agent
  (organization_id, agent_id, last_sale_date desc, customer_id) where sales_count > 0;

create view private.customer_totals_recomputed with (security_invoker = on) as
select c.organization_id, c.id as customer_id, c.archived_at is not null as archived, count(s.id) as sales_count,
  coalesce(sum(s.total_amount), 0) as total_amount, coalesce(sum(s.commission_amount), 0) as commission_amount,
  coalesce(max(s.sale_date), '-infinity') as last_sale_date
from public.customers c
left join public.sales s on s.organization_id = c.organization_id and s.customer_id = c.id and s.status <> 'cancelled'
where c.merged_into is null
group by c.id;

create view private.customer_totals_by_agent_recomputed with (security_invoker = on) as
select s.organization_id, s.agent_id, s.customer_id, count(*) as sales_count, sum(s.total_amount) as total_amount,
  sum(s.commission_amount) as commission_amount, max(s.sale_date) as last_sale_date
from public.sales s where s.status <> 'cancelled'
group by s.organization_id, s.agent_id, s.customer_id;

create function private.rebuild_customer_rollups() returns void
language plpgsql security definer set search_path = '' as $$
begin
  lock table public.customers in share row exclusive mode;
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

-- The figures of days and quarters were written with every sale: nine rows in turn, which all who write in an agency waited
-- for. A statement now notes what it changed, one row in `private.unfolded`, and waits for nobody; every so often a writer
-- folds the notes of its agency into the figures, many at once. `private.figures_by_day` and `private.figures_by_quarter` are
-- both together: one snapshot sees a change either noted or folded, so that they are right at any moment.
--
-- A day of somebody is one row with a column for each status, not a row for each: what reads years reads a third.
create table private.folded_by_day (
  organization_id uuid not null,
  -- An agent, a vendor, or the organization itself for all that is its own.
  whose uuid not null,
  -- The date of the sale, for its commission as well.
  day date not null,
  -- Of sales: the total, and as share the agency's commission. Of commissions: the amount, and as share the agent's part.
  booked_count integer not null default 0,
  booked_amount numeric not null default 0,
  booked_share numeric not null default 0,
  paid_count integer not null default 0,
  paid_amount numeric not null default 0,
  paid_share numeric not null default 0,
  cancelled_count integer not null default 0,
  cancelled_amount numeric not null default 0,
  cancelled_share numeric not null default 0,
  unpaid_count integer not null default 0,
  unpaid_amount numeric not null default 0,
  unpaid_share numeric not null default 0,
  funds_received_count integer not null default 0,
  funds_received_amount numeric not null default 0,
  funds_received_share numeric not null default 0,
  agent_paid_count integer not null default 0,
  agent_paid_amount numeric not null default 0,
  agent_paid_share numeric not null default 0,
  lost_count integer not null default 0,
  lost_amount numeric not null default 0,
  lost_share numeric not null default 0,
  primary key (whose, day)
) with (fillfactor = 70);
alter table private.folded_by_day enable row level security;

-- What counts: cancelled sales are left out, so that a sale that is paid moves nothing here. Of the organization (`whole`) its
-- agents and its vendors, of every agent the vendors: `part`, told apart by `kind`. The quarter `infinity` is all time.
create table private.folded_by_quarter (
  organization_id uuid not null,
  whole uuid not null,
  kind text not null check (kind in ('agent', 'vendor')),
  quarter date not null,
  part uuid not null,
  sales_count integer not null,
  total_amount numeric not null,
  commission_amount numeric not null,
  primary key (whole, kind, quarter, part)
) with (fillfactor = 70);
alter table private.folded_by_quarter enable row level security;

-- What statements changed and nobody has folded yet.
-- Of a sale that counts; none of what moves no quarter.
create table private.unfolded (
  organization_id uuid not null,
  id bigint generated always as identity,
  agent_id uuid not null,
  vendor_id uuid not null,
  day date not null,
  -- The status of a sale, or of a commission: `lost` is a cancelled one.
  entry text not null check (entry in ('booked', 'paid', 'cancelled', 'unpaid', 'funds_received', 'agent_paid', 'lost')),
  n integer not null,
  amount numeric not null,
  share numeric not null,
  quarter date,
  primary key (organization_id, id)
);
alter table private.unfolded enable row level security;

-- A note with the columns of a day: in those of its status what it says, nothing in the others.
create view private.unfolded_by_day with (security_invoker = on) as
select u.organization_id, u.agent_id, u.vendor_id, u.day,
  case u.entry when 'booked' then u.n else 0 end as booked_count,
  case u.entry when 'booked' then u.amount else 0 end as booked_amount,
  case u.entry when 'booked' then u.share else 0 end as booked_share,
  case u.entry when 'paid' then u.n else 0 end as paid_count,
  case u.entry when 'paid' then u.amount else 0 end as paid_amount,
  case u.entry when 'paid' then u.share else 0 end as paid_share,
  case u.entry when 'cancelled' then u.n else 0 end as cancelled_count,
  case u.entry when 'cancelled' then u.amount else 0 end as cancelled_amount,
  case u.entry when 'cancelled' then u.share else 0 end as cancelled_share,
  case u.entry when 'unpaid' then u.n else 0 end as unpaid_count,
  case u.entry when 'unpaid' then u.amount else 0 end as unpaid_amount,
  case u.entry when 'unpaid' then u.share else 0 end as unpaid_share,
  case u.entry when 'funds_received' then u.n else 0 end as funds_received_count,
  case u.entry when 'funds_received' then u.amount else 0 end as funds_received_amount,
  case u.entry when 'funds_received' then u.share else 0 end as funds_received_share,
  case u.entry when 'agent_paid' then u.n else 0 end as agent_paid_count,
  case u.entry when 'agent_paid' then u.amount else 0 end as agent_paid_amount,
  case u.entry when 'agent_paid' then u.share else 0 end as agent_paid_share,
  case u.entry when 'lost' then u.n else 0 end as lost_count,
  case u.entry when 'lost' then u.amount else 0 end as lost_amount,
  case u.entry when 'lost' then u.share else 0 end as lost_share
from private.unfolded u;

-- Read for one `whose` of one organization, which each of the four finds by its own column.
create view private.figures_by_day with (security_invoker = on) as
select * from private.folded_by_day
union all
select n.organization_id, n.agent_id, n.day,
  n.booked_count, n.booked_amount, n.booked_share, n.paid_count, n.paid_amount, n.paid_share,
  n.cancelled_count, n.cancelled_amount, n.cancelled_share, n.unpaid_count, n.unpaid_amount, n.unpaid_share,
  n.funds_received_count, n.funds_received_amount, n.funds_received_share,
  n.agent_paid_count, n.agent_paid_amount, n.agent_paid_share, n.lost_count, n.lost_amount, n.lost_share
from private.unfolded_by_day n
union all
select n.organization_id, n.organization_id, n.day,
  n.booked_count, n.booked_amount, n.booked_share, n.paid_count, n.paid_amount, n.paid_share,
  n.cancelled_count, n.cancelled_amount, n.cancelled_share, n.unpaid_count, n.unpaid_amount, n.unpaid_share,
  n.funds_received_count, n.funds_received_amount, n.funds_received_share,
  n.agent_paid_count, n.agent_paid_amount, n.agent_paid_share, n.lost_count, n.lost_amount, n.lost_share
from private.unfolded_by_day n
union all
select n.organization_id, n.vendor_id, n.day,
  n.booked_count, n.booked_amount, n.booked_share, n.paid_count, n.paid_amount, n.paid_share,
  n.cancelled_count, n.cancelled_amount, n.cancelled_share, n.unpaid_count, n.unpaid_amount, n.unpaid_share,
  n.funds_received_count, n.funds_received_amount, n.funds_received_share,
  n.agent_paid_count, n.agent_paid_amount, n.agent_paid_share, n.lost_count, n.lost_amount, n.lost_share
from private.unfolded_by_day n;

create view private.figures_by_quarter with (security_invoker = on) as
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

-- What they should say, from the rows.
create view private.figures_by_day_recomputed with (security_invoker = on) as
select t.organization_id, t.whose, t.day,
  count(*) filter (where t.entry = 'booked') as booked_count,
  coalesce(sum(t.amount) filter (where t.entry = 'booked'), 0) as booked_amount,
  coalesce(sum(t.share) filter (where t.entry = 'booked'), 0) as booked_share,
  count(*) filter (where t.entry = 'paid') as paid_count,
  coalesce(sum(t.amount) filter (where t.entry = 'paid'), 0) as paid_amount,
  coalesce(sum(t.share) filter (where t.entry = 'paid'), 0) as paid_share,
  count(*) filter (where t.entry = 'cancelled') as cancelled_count,
  coalesce(sum(t.amount) filter (where t.entry = 'cancelled'), 0) as cancelled_amount,
  coalesce(sum(t.share) filter (where t.entry = 'cancelled'), 0) as cancelled_share,
  count(*) filter (where t.entry = 'unpaid') as unpaid_count,
  coalesce(sum(t.amount) filter (where t.entry = 'unpaid'), 0) as unpaid_amount,
  coalesce(sum(t.share) filter (where t.entry = 'unpaid'), 0) as unpaid_share,
  count(*) filter (where t.entry = 'funds_received') as funds_received_count,
  coalesce(sum(t.amount) filter (where t.entry = 'funds_received'), 0) as funds_received_amount,
  coalesce(sum(t.share) filter (where t.entry = 'funds_received'), 0) as funds_received_share,
  count(*) filter (where t.entry = 'agent_paid') as agent_paid_count,
  coalesce(sum(t.amount) filter (where t.entry = 'agent_paid'), 0) as agent_paid_amount,
  coalesce(sum(t.share) filter (where t.entry = 'agent_paid'), 0) as agent_paid_share,
  count(*) filter (where t.entry = 'lost') as lost_count,
  coalesce(sum(t.amount) filter (where t.entry = 'lost'), 0) as lost_amount,
  coalesce(sum(t.share) filter (where t.entry = 'lost'), 0) as lost_share
from (
  select s.organization_id, k.whose, s.sale_date as day, s.status as entry, s.total_amount as amount,
    s.commission_amount as share
  from public.sales s
  cross join lateral (values (s.agent_id), (s.organization_id), (s.vendor_id)) k(whose)
  union all
  select c.organization_id, k.whose, s.sale_date, case c.status when 'cancelled' then 'lost' else c.status end, c.amount,
    c.agent_amount
  from public.commissions c
  join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id
  cross join lateral (values (c.agent_id), (c.organization_id), (s.vendor_id)) k(whose)) t
group by 1, 2, 3;

create view private.figures_by_quarter_recomputed with (security_invoker = on) as
select s.organization_id, k.whole, k.kind, q.quarter, k.part, count(*) as sales_count, sum(s.total_amount) as total_amount,
  sum(s.commission_amount) as commission_amount
from public.sales s
cross join lateral (values (s.agent_id, 'vendor', s.vendor_id), (s.organization_id, 'agent', s.agent_id),
  (s.organization_id, 'vendor', s.vendor_id)) k(whole, kind, part)
cross join lateral (values (date_trunc('quarter', s.sale_date::timestamp)::date), ('infinity')) q(quarter)
where s.status <> 'cancelled'
group by 1, 2, 3, 4, 5;

-- Folds what is noted of an organization. One at a time does it; who comes meanwhile leaves the notes to the next, and waits
-- for nobody. (Rebuilding locks sales and commissions, so that nobody folds.) Notes are looked up one by one: so PostgreSQL
-- remembers which of the index are gone, and the next who looks, for a dashboard too, passes them by.
create function private.fold_figures(organization_id uuid) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_generic_plan
set enable_bitmapscan = off set enable_seqscan = off as $$
declare
  notes private.unfolded[];
begin
  if not pg_try_advisory_xact_lock(hashtextextended('paperplane.figures.' || fold_figures.organization_id, 0)) then
    return;
  end if;
  -- A statement of its own, after the lock: it sees what the one before has folded.
  with folded as (delete from private.unfolded u where u.organization_id = fold_figures.organization_id returning u)
  select array_agg(f.u) into notes from folded f;
  insert into private.folded_by_day as r (organization_id, whose, day,
    booked_count, booked_amount, booked_share,
    paid_count, paid_amount, paid_share,
    cancelled_count, cancelled_amount, cancelled_share,
    unpaid_count, unpaid_amount, unpaid_share,
    funds_received_count, funds_received_amount, funds_received_share,
    agent_paid_count, agent_paid_amount, agent_paid_share,
    lost_count, lost_amount, lost_share)
  select fold_figures.organization_id, t.whose, t.day,
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
  select fold_figures.organization_id, k.whole, k.kind, q.quarter, k.part, sum(t.n), sum(t.amount), sum(t.share)
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

create function private.check_daily_rollups()
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

create function private.rebuild_daily_rollups() returns void
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

-- Top lists: nobody outsells what the quarters around a range say of them (amounts are never negative), so only who may be
-- among the best is added up to the day. What spans most of the years is all time without what is outside.

-- Whole quarters, from `first_quarter` until before `next_quarter`, as quarters that are added (sign 1) or taken away (-1).
-- How many there are is asked of what is folded: a hint, the sum is the same either way.
create function private.split_years(whole uuid, kind text, first_quarter date, next_quarter date)
returns table (sign integer, low date, high date)
language plpgsql stable rows 2 set search_path = '' as $$
declare
  earliest date := (
    select q.quarter from private.folded_by_quarter q
    where q.whole = split_years.whole and q.kind = split_years.kind order by q.quarter limit 1);
  latest date := (
    select q.quarter from private.folded_by_quarter q
    where q.whole = split_years.whole and q.kind = split_years.kind and q.quarter < 'infinity' order by q.quarter desc limit 1);
  inside integer := least(latest + 90, split_years.next_quarter) - greatest(earliest, split_years.first_quarter);
begin
  -- One of them is all time.
  if inside - 90 > latest + 90 - earliest - inside then
    return query values (1, 'infinity'::date, 'infinity'::date), (-1, '-infinity', split_years.first_quarter - 1),
      (-1, split_years.next_quarter, '9999-12-31');
  else
    return query select 1, split_years.first_quarter, split_years.next_quarter - 1;
  end if;
end $$;

create function private.split_quarters(whole uuid, kind text, first_day date, last_day date)
returns table (sign integer, from_day date, to_day date, low date, high date)
language plpgsql stable rows 4 set search_path = '' as $$
declare
  half constant int := 46;
  first_start date := date_trunc('quarter', split_quarters.first_day::timestamp);
  second_start date := first_start + interval '3 months';
  last_start date := date_trunc('quarter', split_quarters.last_day::timestamp);
  last_end date := last_start + interval '3 months - 1 day';
  first_quarter date := first_start;
  next_quarter date := last_end + 1;
begin
  if split_quarters.last_day - split_quarters.first_day < half then
    return query select 1, split_quarters.first_day, split_quarters.last_day, null::date, null::date;
    return;
  end if;
  if second_start - split_quarters.first_day <= half then
    first_quarter := second_start;
    return query select 1, split_quarters.first_day, second_start - 1, null::date, null::date;
  elsif split_quarters.first_day > first_start then
    return query select -1, first_start, split_quarters.first_day - 1, null::date, null::date;
  end if;
  if split_quarters.last_day - last_start < half then
    next_quarter := last_start;
    return query select 1, last_start, split_quarters.last_day, null::date, null::date;
  elsif split_quarters.last_day < last_end then
    return query select -1, split_quarters.last_day + 1, last_end, null::date, null::date;
  end if;
  return query select y.sign, null::date, null::date, y.low, y.high
    from private.split_years(split_quarters.whole, split_quarters.kind, first_quarter, next_quarter) y;
end $$;

-- Folds what is noted of everybody: what the job does.
create function private.fold_all_figures() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  organization uuid;
begin
  for organization in select distinct u.organization_id from private.unfolded u loop
    perform private.fold_figures(organization);
  end loop;
end $$;

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
