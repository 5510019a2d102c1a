-- Who writes sales and commissions notes what changed; one note in fifty has those of its organization folded.
--
-- Order of locks, the same for every statement: rows of sales, then of commissions, then customer_totals and
-- customer_totals_by_agent in the order of their keys. Folding waits for nobody, and nobody waits for it.

-- Nobody writes between what is counted here and the triggers that note the rest.
lock table public.sales, public.commissions in share row exclusive mode;

-- The rows before a statement count -1 and those after it 1, and what is the same cancels out, so that a change of anything else
-- is not noted. (Joined to each other the two would be planned by the first statement of a session, mostly one of a single row,
-- as a loop in a loop.) Who folds is drawn by lot, so that nobody counts notes; nested in a statement on sales it is mostly left
-- to the trigger of these, which comes after.
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
  if random() * (case when pg_trigger_depth() > 1 then 5000 else 50 end) < noted then
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
  if single then
    insert into private.unfolded (organization_id, agent_id, vendor_id, day, entry, n, amount, share)
    values (d.organization_id, d.agent_id, d.vendor_id, d.day, d.status, d.sales_count, d.total_amount, d.commission_amount);
  elsif paired then
    insert into private.unfolded (organization_id, agent_id, vendor_id, day, entry, n, amount, share)
    values (d.organization_id, d.agent_id, d.vendor_id, d.day, d.status, d.sales_count, d.total_amount, d.commission_amount),
      (d.organization_id, other.agent_id, other.vendor_id, d.day, other.status, other.sales_count, other.total_amount,
        other.commission_amount);
  else
    insert into private.unfolded (organization_id, agent_id, vendor_id, day, entry, n, amount, share)
    select t.organization_id, t.agent_id, t.vendor_id, t.day, t.status, t.sales_count, t.total_amount, t.commission_amount
    from unnest(deltas) t;
  end if;
  if random() * 50 < cardinality(deltas) then
    perform private.fold_figures(t.organization_id) from (select distinct u.organization_id from unnest(deltas) u) t;
  end if;

  -- What counts for customers: paid, a sale counts as before, and so it does with another vendor; given to another agent, it is
  -- the customer's as before.
  if single and d.status = 'cancelled' or paired and d.agent_id = other.agent_id then
    return null;
  elsif paired then
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
      last_sale_date = greatest(r.last_sale_date, excluded.last_sale_date);
    if other.sales_count < 0 then
      d := other;
    end if;
    update private.customer_totals_by_agent r set last_sale_date = coalesce((
      select max(s.sale_date) from public.sales s
      where s.organization_id = d.organization_id and s.customer_id = d.customer_id and s.agent_id = d.agent_id
        and s.status <> 'cancelled'), '-infinity')
    where r.organization_id = d.organization_id and r.agent_id = d.agent_id and r.customer_id = d.customer_id
      and d.day >= r.last_sale_date;
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
  -- back only when something of that very day was taken away: then it is looked up, once the row is locked, in the sales as
  -- they stand.
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
      last_sale_date = greatest(r.last_sale_date, excluded.last_sale_date);
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

drop type private.commissions_delta;

-- What there is already.
insert into private.folded_by_day select r.* from private.figures_by_day_recomputed r order by r.whose, r.day;
insert into private.folded_by_quarter
select r.* from private.figures_by_quarter_recomputed r order by r.whole, r.kind, r.quarter, r.part;
