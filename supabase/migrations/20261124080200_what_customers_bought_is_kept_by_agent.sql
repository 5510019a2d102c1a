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

create index customer_totals_by_agent_last_sale_date_idx on private.customer_totals_by_agent
  (organization_id, agent_id, last_sale_date desc, customer_id) where sales_count > 0;

alter table private.customer_totals enable row level security;
alter table private.customer_totals_by_agent enable row level security;
revoke all on private.customer_totals, private.customer_totals_by_agent from public, anon, authenticated;

alter type private.sales_delta add attribute customer_id uuid;

-- Sums move by what the statement adds or takes away, and the latest day goes forward with what it adds. It goes back only
-- when something of that very day was taken away: then it is looked up, once the row is locked, in the sales as they stand.
create function private.add_to_customer_rollups(deltas private.sales_delta[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into private.customer_totals as r
    (organization_id, customer_id, sales_count, total_amount, commission_amount, last_sale_date)
  select d.organization_id, d.customer_id, sum(d.sales_count), sum(d.total_amount), sum(d.commission_amount),
    coalesce(max(d.day) filter (where d.sales_count > 0), '-infinity')
  from unnest(deltas) d
  where d.status <> 'cancelled'
  group by d.organization_id, d.customer_id
  order by d.organization_id, d.customer_id
  on conflict (organization_id, customer_id) do update set
    sales_count = r.sales_count + excluded.sales_count,
    total_amount = r.total_amount + excluded.total_amount,
    commission_amount = r.commission_amount + excluded.commission_amount,
    last_sale_date = greatest(r.last_sale_date, excluded.last_sale_date);
  update private.customer_totals r set last_sale_date = t.last_sale_date
  from (
    select k.organization_id, k.customer_id, coalesce(max(s.sale_date), '-infinity') as last_sale_date
    from (
      select distinct d.organization_id, d.customer_id
      from unnest(deltas) d
      join private.customer_totals o on o.organization_id = d.organization_id and o.customer_id = d.customer_id
      where d.status <> 'cancelled' and d.sales_count < 0 and d.day >= o.last_sale_date) k
    left join public.sales s on s.organization_id = k.organization_id and s.customer_id = k.customer_id and s.status <> 'cancelled'
    group by k.organization_id, k.customer_id) t
  where r.organization_id = t.organization_id and r.customer_id = t.customer_id and r.last_sale_date <> t.last_sale_date;

  insert into private.customer_totals_by_agent as r
    (organization_id, agent_id, customer_id, sales_count, total_amount, commission_amount, last_sale_date)
  select d.organization_id, d.agent_id, d.customer_id, sum(d.sales_count), sum(d.total_amount), sum(d.commission_amount),
    coalesce(max(d.day) filter (where d.sales_count > 0), '-infinity')
  from unnest(deltas) d
  where d.status <> 'cancelled'
  group by d.organization_id, d.agent_id, d.customer_id
  order by d.organization_id, d.agent_id, d.customer_id
  on conflict (organization_id, agent_id, customer_id) do update set
    sales_count = r.sales_count + excluded.sales_count,
    total_amount = r.total_amount + excluded.total_amount,
    commission_amount = r.commission_amount + excluded.commission_amount,
    last_sale_date = greatest(r.last_sale_date, excluded.last_sale_date);
  update private.customer_totals_by_agent r set last_sale_date = t.last_sale_date
  from (
    select k.organization_id, k.agent_id, k.customer_id, coalesce(max(s.sale_date), '-infinity') as last_sale_date
    from (
      select distinct d.organization_id, d.agent_id, d.customer_id
      from unnest(deltas) d
      join private.customer_totals_by_agent o
        on o.organization_id = d.organization_id and o.agent_id = d.agent_id and o.customer_id = d.customer_id
      where d.status <> 'cancelled' and d.sales_count < 0 and d.day >= o.last_sale_date) k
    left join public.sales s on s.organization_id = k.organization_id and s.customer_id = k.customer_id
      and s.agent_id = k.agent_id and s.status <> 'cancelled'
    group by k.organization_id, k.agent_id, k.customer_id) t
  where r.organization_id = t.organization_id and r.agent_id = t.agent_id and r.customer_id = t.customer_id
    and r.last_sale_date <> t.last_sale_date;
end $$;

-- The same as before, and by customer.
create or replace function private.roll_up_sales() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deltas private.sales_delta[];
begin
  if tg_op = 'INSERT' then
    deltas := array(
      select row(s.organization_id, s.sale_date, s.status, s.agent_id, s.vendor_id, count(*), sum(s.total_amount),
        sum(s.commission_amount), s.customer_id)::private.sales_delta
      from added s group by s.organization_id, s.sale_date, s.status, s.agent_id, s.vendor_id, s.customer_id);
  elsif tg_op = 'UPDATE' then
    deltas := array(
      select row(s.organization_id, s.sale_date, s.status, s.agent_id, s.vendor_id, sum(s.n), sum(s.n * s.total_amount),
        sum(s.n * s.commission_amount), s.customer_id)::private.sales_delta
      from (
        select 1 as n, * from changed
        union all
        select -1, * from replaced) s
      group by s.organization_id, s.sale_date, s.status, s.agent_id, s.vendor_id, s.customer_id
      having sum(s.n) <> 0 or sum(s.n * s.total_amount) <> 0 or sum(s.n * s.commission_amount) <> 0);
  else
    deltas := array(
      select row(s.organization_id, s.sale_date, s.status, s.agent_id, s.vendor_id, -count(*), -sum(s.total_amount),
        -sum(s.commission_amount), s.customer_id)::private.sales_delta
      from replaced s group by s.organization_id, s.sale_date, s.status, s.agent_id, s.vendor_id, s.customer_id);
  end if;
  if cardinality(deltas) > 0 then
    perform private.add_to_sales_rollups(deltas);
    perform private.add_to_customer_rollups(deltas);
  end if;
  return null;
end $$;

-- How many customers there are, and how many carry a tag ('' for all of them): tags differ by more than their case.
create table private.customer_counts (
  organization_id uuid not null,
  archived boolean not null,
  tag_key text not null,
  tag text not null,
  customers_count bigint not null,
  primary key (organization_id, archived, tag_key)
) with (fillfactor = 70);
alter table private.customer_counts enable row level security;
revoke all on private.customer_counts from public, anon, authenticated;

create type private.customer_count_delta as (organization_id uuid, archived boolean, tag_key text, tag text, n bigint);
revoke all on type private.customer_count_delta from public;

create function private.add_to_customer_counts(deltas private.customer_count_delta[]) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.customer_counts as r (organization_id, archived, tag_key, tag, customers_count)
  select d.organization_id, d.archived, d.tag_key, max(d.tag), sum(d.n)
  from unnest(deltas) d
  group by d.organization_id, d.archived, d.tag_key
  having sum(d.n) <> 0
  order by d.organization_id, d.archived, d.tag_key
  on conflict (organization_id, archived, tag_key) do update set customers_count = r.customers_count + excluded.customers_count
$$;

create function private.count_customers() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deltas private.customer_count_delta[];
begin
  if tg_op = 'INSERT' then
    deltas := array(
      select row(c.organization_id, c.archived_at is not null, lower(t.tag), t.tag, count(*))::private.customer_count_delta
      from written c cross join lateral unnest(c.tags || ''::text) t(tag)
      where c.merged_into is null
      group by c.organization_id, c.archived_at is not null, t.tag);
    insert into private.customer_totals (organization_id, customer_id, archived)
    select c.organization_id, c.id, c.archived_at is not null from written c
    where c.merged_into is null order by c.organization_id, c.id
    on conflict do nothing;
  elsif tg_op = 'UPDATE' then
    deltas := array(
      select row(c.organization_id, c.archived_at is not null, lower(t.tag), t.tag, sum(c.n))::private.customer_count_delta
      from (
        select 1 as n, organization_id, archived_at, merged_into, tags from written
        union all
        select -1, organization_id, archived_at, merged_into, tags from removed) c
      cross join lateral unnest(c.tags || ''::text) t(tag)
      where c.merged_into is null
      group by c.organization_id, c.archived_at is not null, t.tag
      having sum(c.n) <> 0);
    delete from private.customer_totals r using written c
    where r.organization_id = c.organization_id and r.customer_id = c.id and c.merged_into is not null;
    update private.customer_totals r set archived = c.archived_at is not null from written c
    where r.organization_id = c.organization_id and r.customer_id = c.id and r.archived <> (c.archived_at is not null);
    insert into private.customer_totals (organization_id, customer_id, archived)
    select c.organization_id, c.id, c.archived_at is not null
    from written c join removed o on o.id = c.id
    where c.merged_into is null and o.merged_into is not null order by c.organization_id, c.id
    on conflict do nothing;
  else
    deltas := array(
      select row(c.organization_id, c.archived_at is not null, lower(t.tag), t.tag, -count(*))::private.customer_count_delta
      from removed c cross join lateral unnest(c.tags || ''::text) t(tag)
      where c.merged_into is null
      group by c.organization_id, c.archived_at is not null, t.tag);
    delete from private.customer_totals r using removed c
    where r.organization_id = c.organization_id and r.customer_id = c.id;
  end if;
  if cardinality(deltas) > 0 then
    perform private.add_to_customer_counts(deltas);
  end if;
  return null;
end $$;

create trigger customers_after_60_count_added after insert on public.customers
  referencing new table as written for each statement execute function private.count_customers();
create trigger customers_after_60_count_changed after update on public.customers
  referencing old table as removed new table as written for each statement execute function private.count_customers();
create trigger customers_after_60_count_removed after delete on public.customers
  referencing old table as removed for each statement execute function private.count_customers();

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

create view private.customer_counts_recomputed with (security_invoker = on) as
select c.organization_id, c.archived_at is not null as archived, lower(t.tag) as tag_key, max(t.tag) as tag,
  count(*) as customers_count
from public.customers c cross join lateral unnest(c.tags || ''::text) t(tag)
where c.merged_into is null
group by 1, 2, 3;

revoke all on private.customer_totals_recomputed, private.customer_totals_by_agent_recomputed,
  private.customer_counts_recomputed from public, anon, authenticated;

-- The checks of before under another name, and those of customers beside them.
alter function private.check_rollups() rename to check_daily_rollups;
alter function private.rebuild_rollups() rename to rebuild_daily_rollups;

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

create function private.rebuild_rollups() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.rebuild_daily_rollups();
  perform private.rebuild_customer_rollups();
end $$;

revoke all on function private.add_to_customer_rollups(private.sales_delta[]),
  private.add_to_customer_counts(private.customer_count_delta[]), private.count_customers(), private.check_rollups(),
  private.rebuild_rollups(), private.rebuild_customer_rollups() from public, anon, authenticated;

select private.rebuild_customer_rollups();
