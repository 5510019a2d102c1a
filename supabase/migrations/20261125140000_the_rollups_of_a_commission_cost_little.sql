-- Most statements write one sale. Its rollups are then one plain upsert each, without grouping and sorting what is single;
-- and what a change leaves as it is, no rollup touches. The order of locks stays: commissions_daily, .._by_agent,
-- .._by_vendor; sales_daily, .._by_agent, .._by_vendor, sales_monthly_by_agent, .._by_vendor, customer_totals, .._by_agent,
-- sales_yearly_by_agent_vendor.

-- A statement of one commission, or of one whose status alone changes: its deltas one after the other, in the order of
-- their status and so of every key.
alter type private.commissions_delta add attribute vendor_id uuid;
create or replace function private.add_to_commission_rollups(deltas private.commissions_delta[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  d private.commissions_delta;
begin
  if cardinality(deltas) = 1 or cardinality(deltas) = 2
    and (deltas[1].organization_id, deltas[1].agent_id, deltas[1].vendor_id, deltas[1].day)
      = (deltas[2].organization_id, deltas[2].agent_id, deltas[2].vendor_id, deltas[2].day)
  then
    foreach d in array deltas loop
      insert into private.commissions_daily as r (organization_id, day, status, commissions_count, amount, agent_amount)
      values (d.organization_id, d.day, d.status, d.commissions_count, d.amount, d.agent_amount)
      on conflict (organization_id, day, status) do update set
        commissions_count = r.commissions_count + excluded.commissions_count,
        amount = r.amount + excluded.amount,
        agent_amount = r.agent_amount + excluded.agent_amount;
    end loop;
    foreach d in array deltas loop
      insert into private.commissions_daily_by_agent as r
        (organization_id, agent_id, day, status, commissions_count, amount, agent_amount)
      values (d.organization_id, d.agent_id, d.day, d.status, d.commissions_count, d.amount, d.agent_amount)
      on conflict (organization_id, agent_id, day, status) do update set
        commissions_count = r.commissions_count + excluded.commissions_count,
        amount = r.amount + excluded.amount,
        agent_amount = r.agent_amount + excluded.agent_amount;
    end loop;
    foreach d in array deltas loop
      insert into private.commissions_daily_by_vendor as r
        (organization_id, vendor_id, day, status, commissions_count, amount, agent_amount)
      values (d.organization_id, d.vendor_id, d.day, d.status, d.commissions_count, d.amount, d.agent_amount)
      on conflict (organization_id, vendor_id, day, status) do update set
        commissions_count = r.commissions_count + excluded.commissions_count,
        amount = r.amount + excluded.amount,
        agent_amount = r.agent_amount + excluded.agent_amount;
    end loop;
    return;
  end if;

  insert into private.commissions_daily as r (organization_id, day, status, commissions_count, amount, agent_amount)
  select c.organization_id, c.day, c.status, sum(c.commissions_count), sum(c.amount), sum(c.agent_amount)
  from unnest(deltas) c
  group by c.organization_id, c.day, c.status
  having sum(c.commissions_count) <> 0 or sum(c.amount) <> 0 or sum(c.agent_amount) <> 0
  order by c.organization_id, c.day, c.status
  on conflict (organization_id, day, status) do update set
    commissions_count = r.commissions_count + excluded.commissions_count,
    amount = r.amount + excluded.amount,
    agent_amount = r.agent_amount + excluded.agent_amount;

  insert into private.commissions_daily_by_agent as r
    (organization_id, agent_id, day, status, commissions_count, amount, agent_amount)
  select c.organization_id, c.agent_id, c.day, c.status, sum(c.commissions_count), sum(c.amount), sum(c.agent_amount)
  from unnest(deltas) c
  group by c.organization_id, c.agent_id, c.day, c.status
  having sum(c.commissions_count) <> 0 or sum(c.amount) <> 0 or sum(c.agent_amount) <> 0
  order by c.organization_id, c.agent_id, c.day, c.status
  on conflict (organization_id, agent_id, day, status) do update set
    commissions_count = r.commissions_count + excluded.commissions_count,
    amount = r.amount + excluded.amount,
    agent_amount = r.agent_amount + excluded.agent_amount;

  insert into private.commissions_daily_by_vendor as r
    (organization_id, vendor_id, day, status, commissions_count, amount, agent_amount)
  select c.organization_id, c.vendor_id, c.day, c.status, sum(c.commissions_count), sum(c.amount), sum(c.agent_amount)
  from unnest(deltas) c
  group by c.organization_id, c.vendor_id, c.day, c.status
  having sum(c.commissions_count) <> 0 or sum(c.amount) <> 0 or sum(c.agent_amount) <> 0
  order by c.organization_id, c.vendor_id, c.day, c.status
  on conflict (organization_id, vendor_id, day, status) do update set
    commissions_count = r.commissions_count + excluded.commissions_count,
    amount = r.amount + excluded.amount,
    agent_amount = r.agent_amount + excluded.agent_amount;
end $$;

-- A change of anything else leaves no delta, and takes no lock.
create or replace function private.roll_up_commissions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deltas private.commissions_delta[];
begin
  if tg_op = 'INSERT' then
    deltas := array(
      select row(c.organization_id, c.sale_date, c.status, c.agent_id, 1, c.amount, c.agent_amount, c.vendor_id)
        ::private.commissions_delta
      from added c);
  elsif tg_op = 'UPDATE' then
    deltas := array(
      select row(d.organization_id, d.sale_date, d.status, d.agent_id, d.n, d.amount, d.agent_amount, d.vendor_id)
        ::private.commissions_delta
      from replaced o
      join changed n on n.id = o.id
      cross join lateral (
        select n.organization_id, n.sale_date, n.status, n.agent_id, n.vendor_id, 0 as n, n.amount - o.amount as amount,
          n.agent_amount - o.agent_amount as agent_amount
        where (o.sale_date, o.status, o.agent_id, o.vendor_id) = (n.sale_date, n.status, n.agent_id, n.vendor_id)
        union all
        select n.organization_id, n.sale_date, n.status, n.agent_id, n.vendor_id, 1, n.amount, n.agent_amount
        where (o.sale_date, o.status, o.agent_id, o.vendor_id) <> (n.sale_date, n.status, n.agent_id, n.vendor_id)
        union all
        select o.organization_id, o.sale_date, o.status, o.agent_id, o.vendor_id, -1, -o.amount, -o.agent_amount
        where (o.sale_date, o.status, o.agent_id, o.vendor_id) <> (n.sale_date, n.status, n.agent_id, n.vendor_id)) d
      where (o.sale_date, o.status, o.agent_id, o.vendor_id, o.amount, o.agent_amount)
        <> (n.sale_date, n.status, n.agent_id, n.vendor_id, n.amount, n.agent_amount)
      order by d.status);
  else
    deltas := array(
      select row(c.organization_id, c.sale_date, c.status, c.agent_id, -1, -c.amount, -c.agent_amount, c.vendor_id)
        ::private.commissions_delta
      from replaced c);
  end if;
  if cardinality(deltas) > 0 then
    perform private.add_to_commission_rollups(deltas);
  end if;
  return null;
end $$;

drop trigger commissions_after_65_roll_up_added on public.commissions;
drop trigger commissions_after_65_roll_up_changed on public.commissions;
drop trigger commissions_after_65_roll_up_removed on public.commissions;
drop function private.roll_up_commissions_by_vendor();
drop function private.add_to_commissions_by_vendor(private.vendor_commissions_delta[]);
drop type private.vendor_commissions_delta;
