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

-- Read for one `whose` of one organization, which each of the four finds by its own column.
create view private.figures_by_day with (security_invoker = on) as
select * from private.folded_by_day
union all
select u.organization_id, u.agent_id, u.day,
  case u.entry when 'booked' then u.n else 0 end, case u.entry when 'booked' then u.amount else 0 end,
    case u.entry when 'booked' then u.share else 0 end,
  case u.entry when 'paid' then u.n else 0 end, case u.entry when 'paid' then u.amount else 0 end,
    case u.entry when 'paid' then u.share else 0 end,
  case u.entry when 'cancelled' then u.n else 0 end, case u.entry when 'cancelled' then u.amount else 0 end,
    case u.entry when 'cancelled' then u.share else 0 end,
  case u.entry when 'unpaid' then u.n else 0 end, case u.entry when 'unpaid' then u.amount else 0 end,
    case u.entry when 'unpaid' then u.share else 0 end,
  case u.entry when 'funds_received' then u.n else 0 end, case u.entry when 'funds_received' then u.amount else 0 end,
    case u.entry when 'funds_received' then u.share else 0 end,
  case u.entry when 'agent_paid' then u.n else 0 end, case u.entry when 'agent_paid' then u.amount else 0 end,
    case u.entry when 'agent_paid' then u.share else 0 end,
  case u.entry when 'lost' then u.n else 0 end, case u.entry when 'lost' then u.amount else 0 end,
    case u.entry when 'lost' then u.share else 0 end
from private.unfolded u
union all
select u.organization_id, u.organization_id, u.day,
  case u.entry when 'booked' then u.n else 0 end, case u.entry when 'booked' then u.amount else 0 end,
    case u.entry when 'booked' then u.share else 0 end,
  case u.entry when 'paid' then u.n else 0 end, case u.entry when 'paid' then u.amount else 0 end,
    case u.entry when 'paid' then u.share else 0 end,
  case u.entry when 'cancelled' then u.n else 0 end, case u.entry when 'cancelled' then u.amount else 0 end,
    case u.entry when 'cancelled' then u.share else 0 end,
  case u.entry when 'unpaid' then u.n else 0 end, case u.entry when 'unpaid' then u.amount else 0 end,
    case u.entry when 'unpaid' then u.share else 0 end,
  case u.entry when 'funds_received' then u.n else 0 end, case u.entry when 'funds_received' then u.amount else 0 end,
    case u.entry when 'funds_received' then u.share else 0 end,
  case u.entry when 'agent_paid' then u.n else 0 end, case u.entry when 'agent_paid' then u.amount else 0 end,
    case u.entry when 'agent_paid' then u.share else 0 end,
  case u.entry when 'lost' then u.n else 0 end, case u.entry when 'lost' then u.amount else 0 end,
    case u.entry when 'lost' then u.share else 0 end
from private.unfolded u
union all
select u.organization_id, u.vendor_id, u.day,
  case u.entry when 'booked' then u.n else 0 end, case u.entry when 'booked' then u.amount else 0 end,
    case u.entry when 'booked' then u.share else 0 end,
  case u.entry when 'paid' then u.n else 0 end, case u.entry when 'paid' then u.amount else 0 end,
    case u.entry when 'paid' then u.share else 0 end,
  case u.entry when 'cancelled' then u.n else 0 end, case u.entry when 'cancelled' then u.amount else 0 end,
    case u.entry when 'cancelled' then u.share else 0 end,
  case u.entry when 'unpaid' then u.n else 0 end, case u.entry when 'unpaid' then u.amount else 0 end,
    case u.entry when 'unpaid' then u.share else 0 end,
  case u.entry when 'funds_received' then u.n else 0 end, case u.entry when 'funds_received' then u.amount else 0 end,
    case u.entry when 'funds_received' then u.share else 0 end,
  case u.entry when 'agent_paid' then u.n else 0 end, case u.entry when 'agent_paid' then u.amount else 0 end,
    case u.entry when 'agent_paid' then u.share else 0 end,
  case u.entry when 'lost' then u.n else 0 end, case u.entry when 'lost' then u.amount else 0 end,
    case u.entry when 'lost' then u.share else 0 end
from private.unfolded u;

create view private.figures_by_quarter with (security_invoker = on) as
select * from private.folded_by_quarter
union all
select u.organization_id, u.agent_id, 'vendor', date_trunc('quarter', u.day::timestamp)::date, u.vendor_id, u.n, u.amount, u.share
from private.unfolded u where u.entry in ('booked', 'paid')
union all
select u.organization_id, u.agent_id, 'vendor', 'infinity'::date, u.vendor_id, u.n, u.amount, u.share
from private.unfolded u where u.entry in ('booked', 'paid')
union all
select u.organization_id, u.organization_id, 'agent', date_trunc('quarter', u.day::timestamp)::date, u.agent_id, u.n, u.amount, u.share
from private.unfolded u where u.entry in ('booked', 'paid')
union all
select u.organization_id, u.organization_id, 'agent', 'infinity'::date, u.agent_id, u.n, u.amount, u.share
from private.unfolded u where u.entry in ('booked', 'paid')
union all
select u.organization_id, u.organization_id, 'vendor', date_trunc('quarter', u.day::timestamp)::date, u.vendor_id, u.n, u.amount, u.share
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

revoke all on private.folded_by_day, private.folded_by_quarter, private.unfolded, private.figures_by_day,
  private.figures_by_quarter, private.figures_by_day_recomputed, private.figures_by_quarter_recomputed
  from public, anon, authenticated;
