-- Totals of sales and commissions by day, and of what agents and vendors sold by month, so that no page adds up a million rows.
--
-- A write waits for no total: it marks the days it changed as stale. Readers take the totals of days and months that are not
-- stale and the rows of those that are, so that what they read is right at every moment: a snapshot that sees a row sees its
-- mark too. A job adds stale days up again and removes their marks. Marks are only ever added by writers; two of them never
-- wait for each other here.

create function private.daily_totals_of_rows(
  organization_id uuid, days date[], record_type text default null, subject_id uuid default null)
returns setof private.daily_totals
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select h.organization_id, k.subject_id, 'sale', h.counted_on, s.status, count(*)::integer, sum(k.total_amount),
      sum(k.commission_amount), 0::numeric
    from public.commission_shares h
    -- By its key (offset 0), here and below: before the planner knows young tables, it joins them by their agency alone.
    cross join lateral (select s.* from public.sales s where s.id = h.sales_id offset 0) s
    cross join lateral (values (h.organization_id, s.total_amount, s.commission_amount, h.place = 1),
      (h.user_id, case when h.percent = 100 then s.total_amount else private.share_part(s.total_amount, s.co_sellers, h.place) end,
        case when h.percent = 100 then s.commission_amount else private.share_part(s.commission_amount, s.co_sellers, h.place) end, true))
      k(subject_id, total_amount, commission_amount, counts)
    where h.organization_id = daily_totals_of_rows.organization_id and h.counted_on = any (daily_totals_of_rows.days)
      and h.place is not null and h.commission_id is not null and k.counts
      and (daily_totals_of_rows.record_type is null or daily_totals_of_rows.record_type = 'sale')
      and (daily_totals_of_rows.subject_id is null or daily_totals_of_rows.subject_id in (h.organization_id, h.user_id))
      and (daily_totals_of_rows.subject_id is null or daily_totals_of_rows.subject_id = k.subject_id)
    group by h.organization_id, k.subject_id, h.counted_on, s.status
    union all
    -- To the agency a commission is one, and what its people get of it is the sum of their shares.
    select h.organization_id, k.subject_id, 'commission', h.counted_on, k.status, sum(k.n)::integer, 0::numeric, sum(k.amount),
      sum(h.agent_amount)
    from public.commission_shares h
    cross join lateral (select c.* from public.commissions c where c.id = h.commission_id offset 0) c
    cross join lateral (values
      (h.organization_id, c.status, (h.place is not distinct from 1)::int, case when h.place = 1 then c.amount else 0 end),
      (h.user_id, case when h.status = 'paid' then 'agent_paid' when h.status = 'cancelled' then 'cancelled'
          when c.status = 'agent_paid' then 'funds_received' else c.status end, case when h.place is not null then 1 end,
        private.commission_part(c.amount, c.share_percents, h.place))) k(subject_id, status, n, amount)
    where h.organization_id = daily_totals_of_rows.organization_id and h.counted_on = any (daily_totals_of_rows.days) and k.n is not null
      and (daily_totals_of_rows.record_type is null or daily_totals_of_rows.record_type = 'commission')
      and (daily_totals_of_rows.subject_id is null or daily_totals_of_rows.subject_id in (h.organization_id, h.user_id))
      and (daily_totals_of_rows.subject_id is null or daily_totals_of_rows.subject_id = k.subject_id)
    group by h.organization_id, k.subject_id, h.counted_on, k.status;
end $$;
comment on function private.daily_totals_of_rows is 'What the totals of these days are, from the rows: all, or those of one kind of
  record and one subject.';

create function private.monthly_totals_of_rows(organization_id uuid, months date[]) returns setof private.monthly_totals
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select h.organization_id, k.subject_id, k.grouped_by, m.month, k.group_id, count(*)::integer,
      sum(case when k.is_whole or h.percent = 100 then s.total_amount else private.share_part(s.total_amount, s.co_sellers, h.place) end),
      -- The commission of a sale may be cancelled alone.
      coalesce(sum(case when k.is_whole or h.percent = 100 then c.amount else private.commission_part(c.amount, c.share_percents, h.place) end)
        filter (where c.status <> 'cancelled'), 0)
    from unnest(monthly_totals_of_rows.months) m(month)
    join public.commission_shares h on h.organization_id = monthly_totals_of_rows.organization_id and h.place is not null
      and h.counted_on >= m.month and h.counted_on < (m.month + interval '1 month')::date
    cross join lateral (select c.* from public.commissions c where c.id = h.commission_id offset 0) c
    cross join lateral (select s.* from public.sales s where s.id = h.sales_id and s.status <> 'cancelled' offset 0) s
    cross join lateral (values (h.organization_id, 'agent', h.user_id, false), (h.user_id, 'vendor', s.vendor_id, false),
      (h.organization_id, 'vendor', s.vendor_id, true)) k(subject_id, grouped_by, group_id, is_whole)
    where h.place = 1 or not k.is_whole
    group by h.organization_id, k.subject_id, k.grouped_by, m.month, k.group_id;
end $$;
comment on function private.monthly_totals_of_rows is 'The same of months, from the shares: of people their parts, of vendors to the agency each sale once.';

create function private.date_range(start_date date, end_date date, out first_day date, out last_day date)
language sql immutable set search_path = '' as $$
  select least(greatest(coalesce(r.first_day, '1900-01-01'), '1900-01-01'), '2199-12-31'),
    least(greatest(coalesce(r.last_day, '2199-12-31'), '1900-01-01'), '2199-12-31')
  from (values (
    case when start_date > end_date then end_date else start_date end,
    case when start_date > end_date then start_date else end_date end)) r(first_day, last_day)
$$;
comment on function private.date_range is 'A range as people mean it: swapped when it is reversed, an open end (null) as far as it
  goes, and nothing beyond what a sale date may be.';

create function private.totals(record_type text, organization_id uuid, agent_id uuid, first_day date, last_day date)
returns setof private.daily_totals
language plpgsql stable security definer set search_path = '' as $$
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
comment on function private.totals is 'Totals of sales or of commissions (`record_type`) by day and status, of one agent or
  (agent_id null) of the organization. One snapshot: a stable function reads as the statement that calls it.';

create function private.sales_by(grouped_by text, organization_id uuid, agent_id uuid, first_day date, last_day date)
returns table (id uuid, sales_count numeric, total_amount numeric, commission_amount numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  first_month date := date_trunc('month', sales_by.first_day::timestamp);
  last_month date := date_trunc('month', sales_by.last_day::timestamp);
  stale date[] := array(
    select distinct d.day from private.stale_days d
    where d.organization_id = sales_by.organization_id
      and d.day >= first_month and d.day < last_month + interval '1 month');
  stale_months date[] := array(select distinct date_trunc('month', d.day::timestamp)::date from unnest(stale) d(day));
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
      -- Totals of sales know revenue, those of commissions the commission.
      select d.subject_id, case d.record_type when 'sale' then r.sign * d.record_count else 0 end, r.sign * d.total_amount,
        case d.record_type when 'commission' then r.sign * d.commission_amount else 0 end
      from unnest(signs, from_days, to_days) r(sign, from_day, to_day)
      -- Each range by itself: joined with all of them, every day there ever was would be read.
      cross join lateral (
        select * from private.daily_totals t
        where t.organization_id = sales_by.organization_id and t.subject_id = any (agents)
          and t.record_type in ('sale', 'commission') and t.day between r.from_day and r.to_day
          and t.day <> all (stale)
        union all
        select * from private.daily_totals_of_rows(sales_by.organization_id, stale, null, sales_by.agent_id) n
        where n.subject_id = any (agents) and n.day between r.from_day and r.to_day
        offset 0) d
      where sales_by.grouped_by = 'agent' and d.status <> 'cancelled'
      union all
      select s.vendor_id, r.sign * count(*), r.sign * sum(s.total_amount), 0
      from unnest(signs, from_days, to_days) r(sign, from_day, to_day)
      join public.sales s on s.organization_id = sales_by.organization_id and s.agent_id = any (agents)
        and s.sale_date between r.from_day and r.to_day
      where sales_by.grouped_by = 'vendor' and sales_by.agent_id is null and s.status <> 'cancelled'
      group by s.vendor_id, r.sign
      union all
      select c.vendor_id, 0, 0, r.sign * sum(c.amount)
      from unnest(signs, from_days, to_days) r(sign, from_day, to_day)
      join public.commissions c on c.organization_id = sales_by.organization_id and c.sale_date between r.from_day and r.to_day
      where sales_by.grouped_by = 'vendor' and sales_by.agent_id is null and c.status <> 'cancelled'
      group by c.vendor_id, r.sign
      union all
      select s.vendor_id, r.sign * count(*), r.sign * sum(s.total_amount), 0
      from unnest(signs, from_days, to_days) r(sign, from_day, to_day)
      cross join lateral (
        select w.vendor_id, w.total_amount from private.sales_by_share w
        where w.organization_id = sales_by.organization_id and w.agent_id = sales_by.agent_id and w.status <> 'cancelled'
          and w.sale_date between r.from_day and r.to_day
        offset 0) s
      where sales_by.grouped_by = 'vendor'
      group by s.vendor_id, r.sign
      union all
      select c.vendor_id, 0, 0, r.sign * sum(c.amount)
      from unnest(signs, from_days, to_days) r(sign, from_day, to_day)
      cross join lateral (
        select w.vendor_id, w.amount from private.commissions_by_share w
        where w.organization_id = sales_by.organization_id and w.agent_id = sales_by.agent_id and w.status <> 'cancelled'
          and w.sale_date between r.from_day and r.to_day
        offset 0) c
      where sales_by.grouped_by = 'vendor'
      group by c.vendor_id, r.sign) t
    group by t.id having sum(t.sales_count) > 0;
end $$;
comment on function private.sales_by is 'What each agent or vendor (`grouped_by`) sold, of the organization or of one agent of it,
  without cancelled sales, and the gross commission on it, without cancelled commissions: whole months from their totals, the other
  days from those of days (agents) or from the rows (vendors). Of a month at an edge of the range that is mostly inside, the days
  outside are taken away.';

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
comment on function private.mark_days_of_sales is 'Order of locks, the same for every statement: rows of sales, then of commissions,
  then customer_totals in the order of their keys. Rows before and after a statement are counted together, and what is the same
  cancels out: a change of anything else marks nothing. (Joined to each other they would be planned for one row, and take a loop in
  a loop for thousands.)';

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
      group by c.organization_id, c.sale_date, c.status, c.agent_id, c.amount, c.agent_amount, c.seller_paid
      having sum(c.n) <> 0) d;
  end if;
  return null;
end $$;

create function private.mark_days_of_shares() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'DELETE' then
    insert into private.stale_days (organization_id, day) select distinct h.organization_id, h.counted_on from changed h
    where h.role <> 'seller' or h.commission_id is null;
  end if;
  if tg_op <> 'INSERT' then
    insert into private.stale_days (organization_id, day) select distinct h.organization_id, h.counted_on from replaced h
    where h.role <> 'seller' or h.commission_id is null;
  end if;
  return null;
end $$;

create function private.refresh_totals_of(organization_id uuid, most_months integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
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
  on conflict on constraint daily_totals_pkey do update set
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
  on conflict on constraint monthly_totals_pkey do update set
    sales_count = excluded.sales_count, total_amount = excluded.total_amount, commission_amount = excluded.commission_amount;
end $$;
comment on function private.refresh_totals_of is 'Adds up the stale days of an organization again: those of the latest stale months,
  so many at most (null: all). Rows are read after the marks are taken: what is written meanwhile is counted or not, and has its
  mark either way. Only what is different is written: of a month mostly a few of many thousand rows. Whoever calls it holds the lock
  (refresh_totals).';

create function private.refresh_totals_slice(organization_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.refresh_totals_of(refresh_totals_slice.organization_id, 3);
  return exists (select from private.stale_days s where s.organization_id = refresh_totals_slice.organization_id);
end $$;
comment on function private.refresh_totals_slice is 'Adds up the latest three months that are stale. Whether there are more.';

create function private.refresh_totals(longest interval default '1 second') returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if pg_try_advisory_xact_lock(hashtextextended('paperplane.totals', 0)) then
    perform private.serve_in_turn('refresh_totals', array(select distinct s.organization_id from private.stale_days s), longest);
  end if;
end $$;
comment on function private.refresh_totals is 'What the job does: adds up what is stale, of all organizations in turn. One does it
  at a time, as what was read earlier must not be written over what was read later; who comes meanwhile leaves it to the next run.';

create function private.rebuild_totals(organization_id uuid default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
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
comment on function private.rebuild_totals is 'Adds up everything again, of one organization or of all (null), for rows that were
  written without triggers. Nobody waits.';

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
comment on function private.check_totals is 'Where totals say something else than the rows, those of days and months that are not
  stale and those of customers: nowhere, ever. Of one organization or of all (null). `kept` tells what the totals say (true) from
  what the rows say.';
