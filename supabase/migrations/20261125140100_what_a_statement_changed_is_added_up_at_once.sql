-- What a statement changed, for the rollups: the rows before count -1 and those after 1, and what is the same cancels out, so
-- that a change of anything else leaves no delta and takes no lock. (Joined to each other the two would be planned by the first
-- statement of a session, mostly one of a single row, as a loop in a loop.) Most statements leave one delta: it is written as
-- it is, several are grouped first. Order of locks: see rollups_of_one_shape_share_a_table.

alter type private.commissions_delta add attribute vendor_id uuid;

create or replace function private.roll_up_commissions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deltas private.commissions_delta[];
  d private.commissions_delta;
begin
  if tg_op = 'INSERT' then
    deltas := array(
      select row(c.organization_id, c.sale_date, c.status, c.agent_id, 1, c.amount, c.agent_amount, c.vendor_id)
        ::private.commissions_delta
      from added c);
  elsif tg_op = 'UPDATE' then
    deltas := array(
      select row(c.organization_id, c.sale_date, c.status, c.agent_id, sum(c.n), sum(c.n * c.amount),
        sum(c.n * c.agent_amount), c.vendor_id)::private.commissions_delta
      from (
        select 1 as n, a.organization_id, a.sale_date, a.status, a.agent_id, a.vendor_id, a.amount, a.agent_amount
        from changed a
        union all
        select -1, b.organization_id, b.sale_date, b.status, b.agent_id, b.vendor_id, b.amount, b.agent_amount
        from replaced b) c
      group by c.organization_id, c.sale_date, c.status, c.agent_id, c.vendor_id
      having sum(c.n) <> 0 or sum(c.n * c.amount) <> 0 or sum(c.n * c.agent_amount) <> 0);
  else
    deltas := array(
      select row(c.organization_id, c.sale_date, c.status, c.agent_id, -1, -c.amount, -c.agent_amount, c.vendor_id)
        ::private.commissions_delta
      from replaced c);
  end if;
  if cardinality(deltas) = 1 then
    d := deltas[1];
    insert into private.commissions_by_day as r
      (organization_id, whose, day, status, commissions_count, amount, agent_amount)
    values (d.organization_id, d.agent_id, d.day, d.status, d.commissions_count, d.amount, d.agent_amount),
      (d.organization_id, d.organization_id, d.day, d.status, d.commissions_count, d.amount, d.agent_amount),
      (d.organization_id, d.vendor_id, d.day, d.status, d.commissions_count, d.amount, d.agent_amount)
    on conflict (whose, day, status) do update set
      commissions_count = r.commissions_count + excluded.commissions_count,
      amount = r.amount + excluded.amount,
      agent_amount = r.agent_amount + excluded.agent_amount;
  elsif cardinality(deltas) > 1 then
    insert into private.commissions_by_day as r
      (organization_id, whose, day, status, commissions_count, amount, agent_amount)
    select t.organization_id, k.whose, t.day, t.status, sum(t.commissions_count), sum(t.amount), sum(t.agent_amount)
    from unnest(deltas) t
    cross join lateral (values (1, t.agent_id), (2, t.organization_id), (3, t.vendor_id)) k(place, whose)
    group by k.place, k.whose, t.day, t.status, t.organization_id
    having sum(t.commissions_count) <> 0 or sum(t.amount) <> 0 or sum(t.agent_amount) <> 0
    order by k.place, k.whose, t.day, t.status
    on conflict (whose, day, status) do update set
      commissions_count = r.commissions_count + excluded.commissions_count,
      amount = r.amount + excluded.amount,
      agent_amount = r.agent_amount + excluded.agent_amount;
  end if;
  return null;
end $$;

create or replace function private.roll_up_sales() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deltas private.sales_delta[];
  d private.sales_delta;
  single boolean;
  taken boolean := false;
  since date;
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
  if cardinality(deltas) = 1 then
    d := deltas[1];
    insert into private.sales_by_day as r
      (organization_id, whose, day, status, sales_count, total_amount, commission_amount)
    values (d.organization_id, d.agent_id, d.day, d.status, d.sales_count, d.total_amount, d.commission_amount),
      (d.organization_id, d.organization_id, d.day, d.status, d.sales_count, d.total_amount, d.commission_amount),
      (d.organization_id, d.vendor_id, d.day, d.status, d.sales_count, d.total_amount, d.commission_amount)
    on conflict (whose, day, status) do update set
      sales_count = r.sales_count + excluded.sales_count,
      total_amount = r.total_amount + excluded.total_amount,
      commission_amount = r.commission_amount + excluded.commission_amount;
    if d.status = 'cancelled' then
      return null;
    end if;
  elsif cardinality(deltas) > 1 then
    insert into private.sales_by_day as r
      (organization_id, whose, day, status, sales_count, total_amount, commission_amount)
    select t.organization_id, k.whose, t.day, t.status, sum(t.sales_count), sum(t.total_amount), sum(t.commission_amount)
    from unnest(deltas) t
    cross join lateral (values (1, t.agent_id), (2, t.organization_id), (3, t.vendor_id)) k(place, whose)
    group by k.place, k.whose, t.day, t.status, t.organization_id
    having sum(t.sales_count) <> 0 or sum(t.total_amount) <> 0 or sum(t.commission_amount) <> 0
    order by k.place, k.whose, t.day, t.status
    on conflict (whose, day, status) do update set
      sales_count = r.sales_count + excluded.sales_count,
      total_amount = r.total_amount + excluded.total_amount,
      commission_amount = r.commission_amount + excluded.commission_amount;
    -- What counts: those that differ in the status only become one.
    deltas := array(
      select row(t.organization_id, t.day, 'active', t.agent_id, t.vendor_id, sum(t.sales_count), sum(t.total_amount),
        sum(t.commission_amount), t.customer_id)::private.sales_delta
      from unnest(deltas) t
      where t.status <> 'cancelled'
      group by t.organization_id, t.day, t.agent_id, t.vendor_id, t.customer_id
      having sum(t.sales_count) <> 0 or sum(t.total_amount) <> 0 or sum(t.commission_amount) <> 0);
    d := deltas[1];
  end if;
  if cardinality(deltas) = 0 then
    return null;
  end if;

  -- Sums move by what the statement adds or takes away, and a customer's latest day goes forward with what it adds. It goes
  -- back only when something of that very day was taken away: then it is looked up, once the row is locked, in the sales as
  -- they stand.
  single := cardinality(deltas) = 1;
  if single then
    taken := d.sales_count < 0;
    since := date_trunc('quarter', d.day::timestamp);
    if d.sales_count > 0 then
      last_day := d.day;
    end if;
  elsif tg_op <> 'INSERT' then
    taken := 0 > any (array(select t.sales_count from unnest(deltas) t));
  end if;
  if single then
    insert into private.sales_by_quarter as r
      (organization_id, whole, kind, quarter, part, sales_count, total_amount, commission_amount)
    values
      (d.organization_id, d.agent_id, 'vendor', since, d.vendor_id, d.sales_count, d.total_amount, d.commission_amount),
      (d.organization_id, d.organization_id, 'agent', since, d.agent_id, d.sales_count, d.total_amount, d.commission_amount),
      (d.organization_id, d.organization_id, 'vendor', since, d.vendor_id, d.sales_count, d.total_amount, d.commission_amount)
    on conflict (whole, kind, quarter, part) do update set
      sales_count = r.sales_count + excluded.sales_count,
      total_amount = r.total_amount + excluded.total_amount,
      commission_amount = r.commission_amount + excluded.commission_amount;
    insert into private.customer_totals as r
      (organization_id, customer_id, sales_count, total_amount, commission_amount, last_sale_date)
    values (d.organization_id, d.customer_id, d.sales_count, d.total_amount, d.commission_amount, last_day)
    on conflict (organization_id, customer_id) do update set
      sales_count = r.sales_count + excluded.sales_count,
      total_amount = r.total_amount + excluded.total_amount,
      commission_amount = r.commission_amount + excluded.commission_amount,
      last_sale_date = greatest(r.last_sale_date, excluded.last_sale_date);
  else
    insert into private.sales_by_quarter as r
      (organization_id, whole, kind, quarter, part, sales_count, total_amount, commission_amount)
    select t.organization_id, k.whole, k.kind, date_trunc('quarter', t.day::timestamp)::date as quarter, k.part,
      sum(t.sales_count), sum(t.total_amount), sum(t.commission_amount)
    from unnest(deltas) t
    cross join lateral (values (1, t.agent_id, 'vendor', t.vendor_id), (2, t.organization_id, 'agent', t.agent_id),
      (3, t.organization_id, 'vendor', t.vendor_id)) k(place, whole, kind, part)
    group by k.place, k.whole, 4, k.part, k.kind, t.organization_id
    having sum(t.sales_count) <> 0 or sum(t.total_amount) <> 0 or sum(t.commission_amount) <> 0
    order by k.place, k.whole, 4, k.part
    on conflict (whole, kind, quarter, part) do update set
      sales_count = r.sales_count + excluded.sales_count,
      total_amount = r.total_amount + excluded.total_amount,
      commission_amount = r.commission_amount + excluded.commission_amount;
    insert into private.customer_totals as r
      (organization_id, customer_id, sales_count, total_amount, commission_amount, last_sale_date)
    select t.organization_id, t.customer_id, sum(t.sales_count), sum(t.total_amount), sum(t.commission_amount),
      coalesce(max(t.day) filter (where t.sales_count > 0), '-infinity')
    from unnest(deltas) t
    group by t.organization_id, t.customer_id
    -- Given to another agent, a sale is the customer's as before.
    having sum(t.sales_count) <> 0 or sum(t.total_amount) <> 0 or sum(t.commission_amount) <> 0 or min(t.day) <> max(t.day)
    order by t.organization_id, t.customer_id
    on conflict (organization_id, customer_id) do update set
      sales_count = r.sales_count + excluded.sales_count,
      total_amount = r.total_amount + excluded.total_amount,
      commission_amount = r.commission_amount + excluded.commission_amount,
      last_sale_date = greatest(r.last_sale_date, excluded.last_sale_date);
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
    where r.organization_id = t.organization_id and r.customer_id = t.customer_id and t.day >= r.last_sale_date;
  end if;

  if single then
    insert into private.customer_totals_by_agent as r
      (organization_id, agent_id, customer_id, sales_count, total_amount, commission_amount, last_sale_date)
    values (d.organization_id, d.agent_id, d.customer_id, d.sales_count, d.total_amount, d.commission_amount, last_day)
    on conflict (organization_id, agent_id, customer_id) do update set
      sales_count = r.sales_count + excluded.sales_count,
      total_amount = r.total_amount + excluded.total_amount,
      commission_amount = r.commission_amount + excluded.commission_amount,
      last_sale_date = greatest(r.last_sale_date, excluded.last_sale_date);
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
      last_sale_date = greatest(r.last_sale_date, excluded.last_sale_date);
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
      and t.day >= r.last_sale_date;
  end if;
  return null;
end $$;

-- Those of before, one for each rollup.
drop trigger commissions_after_65_roll_up_added on public.commissions;
drop trigger commissions_after_65_roll_up_changed on public.commissions;
drop trigger commissions_after_65_roll_up_removed on public.commissions;
drop function private.roll_up_commissions_by_vendor();
drop function private.add_to_commissions_by_vendor(private.vendor_commissions_delta[]);
drop type private.vendor_commissions_delta;
drop trigger sales_after_65_roll_up_added on public.sales;
drop trigger sales_after_65_roll_up_changed on public.sales;
drop trigger sales_after_65_roll_up_removed on public.sales;
drop function private.roll_up_sales_by_agent_vendor();
drop function private.add_to_sales_by_agent_vendor(private.agent_vendor_delta[]);
drop type private.agent_vendor_delta;
drop function private.add_to_customer_rollups(private.sales_delta[]);
drop function private.add_to_sales_rollups(private.sales_delta[]);
drop function private.add_to_commission_rollups(private.commissions_delta[]);
