create table private.stale_days (
  organization_id uuid not null,
  -- The date of the sale, for its commission as well.
  day date not null
);
comment on table private.stale_days is 'One row for each statement and day, not one for each day: nobody looks for what is there
  already.';
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
comment on table private.monthly_totals is 'What counts: cancelled sales are left out, and so are cancelled commissions.';
create index monthly_totals_organization_id_month_idx on private.monthly_totals (organization_id, month);

-- No policy and no grant: only functions that apply the caller's scope read them.
alter table private.stale_days enable row level security;
alter table private.daily_totals enable row level security;
alter table private.monthly_totals enable row level security;

create table private.customer_totals (
  organization_id uuid not null,
  customer_id uuid not null,
  archived boolean not null default false,
  sales_count bigint not null default 0,
  total_amount numeric not null default 0,
  last_sale_date date not null default '-infinity',
  cancelled_count bigint not null default 0,
  primary key (organization_id, customer_id)
) with (fillfactor = 80);
comment on table private.customer_totals is 'A row for every customer who can be listed, without sales too: an index then holds the
  whole list in its order. The earliest day there is stands for no sale, as dates that are missing sort in other lists.';
comment on column private.customer_totals.cancelled_count is 'Cancelled sales, which are in no other sum: a list sorted by customer
  passes over whole customers by the number of all their sales';
alter table private.customer_totals enable row level security;

create index customer_totals_last_sale_date_idx on private.customer_totals (organization_id, archived, last_sale_date desc, customer_id);
create index customer_totals_total_amount_idx on private.customer_totals (organization_id, archived, total_amount desc, customer_id);
create index customer_totals_sales_count_idx on private.customer_totals (organization_id, archived, sales_count desc, customer_id)
  include (cancelled_count);

create table private.customer_totals_by_agent (
  organization_id uuid not null,
  agent_id uuid not null,
  customer_id uuid not null,
  sales_count bigint not null default 0,
  total_amount numeric not null default 0,
  last_sale_date date not null default '-infinity',
  cancelled_count bigint not null default 0,
  primary key (organization_id, agent_id, customer_id)
) with (fillfactor = 80);
alter table private.customer_totals_by_agent enable row level security;

create index customer_totals_by_agent_last_sale_date_idx on private.customer_totals_by_agent
  (organization_id, agent_id, last_sale_date desc, customer_id) where sales_count > 0;

-- What a statement changed of sales: what the sums of days, months and customers are made of. `n` is 1 for rows as they are
-- after it, -1 for rows as they were.
create type private.sales_change as (
  n integer, organization_id uuid, day date, status text, agent_id uuid, vendor_id uuid, customer_id uuid,
  total_amount numeric, commission_amount numeric);
