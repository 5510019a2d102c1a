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

-- What statements changed and nobody has folded yet.
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
  primary key (organization_id, id)
);

-- No policy and no grant: only functions that apply the caller's scope read them.
alter table private.folded_by_day enable row level security;
alter table private.folded_by_quarter enable row level security;
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
select u.organization_id, u.agent_id, 'vendor', date_trunc('quarter', u.day::timestamp)::date, u.vendor_id, u.n, u.amount, u.share
from private.unfolded u where u.entry in ('booked', 'paid')
union all
select u.organization_id, u.agent_id, 'vendor', 'infinity'::date, u.vendor_id, u.n, u.amount, u.share
from private.unfolded u where u.entry in ('booked', 'paid')
union all
select u.organization_id, u.organization_id, 'agent', date_trunc('quarter', u.day::timestamp)::date, u.agent_id, u.n,
  u.amount, u.share
from private.unfolded u where u.entry in ('booked', 'paid')
union all
select u.organization_id, u.organization_id, 'agent', 'infinity'::date, u.agent_id, u.n, u.amount, u.share
from private.unfolded u where u.entry in ('booked', 'paid')
union all
select u.organization_id, u.organization_id, 'vendor', date_trunc('quarter', u.day::timestamp)::date, u.vendor_id, u.n,
  u.amount, u.share
from private.unfolded u where u.entry in ('booked', 'paid')
union all
select u.organization_id, u.organization_id, 'vendor', 'infinity'::date, u.vendor_id, u.n, u.amount, u.share
from private.unfolded u where u.entry in ('booked', 'paid');

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

revoke all on private.folded_by_day, private.folded_by_quarter, private.unfolded, private.unfolded_by_day,
  private.figures_by_day, private.figures_by_quarter, private.figures_by_day_recomputed, private.figures_by_quarter_recomputed
  from public, anon, authenticated;

-- Folds what is noted of an organization. One at a time does it; who comes meanwhile leaves the notes to the next, and waits
-- for nobody. (Rebuilding locks sales and commissions, so that nobody folds.)
create function private.fold_figures(home uuid) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
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
  select fold_figures.home, k.whose, t.day,
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
  from unnest(notes) t
  cross join lateral (values (t.agent_id), (t.organization_id), (t.vendor_id)) k(whose)
  group by k.whose, t.day
  order by k.whose, t.day
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
  cross join lateral (values (date_trunc('quarter', t.day::timestamp)::date), ('infinity')) q(quarter)
  where t.entry in ('booked', 'paid')
  group by k.whole, k.kind, q.quarter, k.part
  having sum(t.n) <> 0 or sum(t.amount) <> 0 or sum(t.share) <> 0
  order by k.whole, k.kind, q.quarter, k.part
  on conflict (whole, kind, quarter, part) do update set
    sales_count = r.sales_count + excluded.sales_count,
    total_amount = r.total_amount + excluded.total_amount,
    commission_amount = r.commission_amount + excluded.commission_amount;
end $$;

revoke all on function private.fold_figures(uuid) from public, anon, authenticated;
