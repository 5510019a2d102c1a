-- What a statement changed, for the rollups: the rows before count -1 and those after 1, and what is the same cancels out.
-- Joined to each other they would be planned by the first statement of a session, mostly one of a single row, as a loop in a
-- loop: 5,000 sales given to somebody else took half a minute for each rollup then.

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
      select row(c.organization_id, c.sale_date, c.status, c.agent_id, sum(c.n), sum(c.n * c.amount),
        sum(c.n * c.agent_amount), c.vendor_id)::private.commissions_delta
      from (
        select 1 as n, n.id, n.organization_id, n.sale_date, n.status, n.agent_id, n.vendor_id, n.amount, n.agent_amount
        from changed n
        union all
        select -1, o.id, o.organization_id, o.sale_date, o.status, o.agent_id, o.vendor_id, o.amount, o.agent_amount
        from replaced o) c
      group by c.id, c.organization_id, c.sale_date, c.status, c.agent_id, c.vendor_id
      having sum(c.n) <> 0 or sum(c.n * c.amount) <> 0 or sum(c.n * c.agent_amount) <> 0
      order by c.status);
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

create or replace function private.roll_up_sales() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deltas private.sales_delta[];
  -- Without the cancelled, in one row for those that differ in the status only.
  active private.sales_delta[];
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
        select 1 as n, n.id, n.organization_id, n.sale_date, n.status, n.agent_id, n.vendor_id, n.customer_id,
          n.total_amount, n.commission_amount
        from changed n
        union all
        select -1, o.id, o.organization_id, o.sale_date, o.status, o.agent_id, o.vendor_id, o.customer_id, o.total_amount,
          o.commission_amount
        from replaced o) s
      group by s.id, s.organization_id, s.sale_date, s.status, s.agent_id, s.vendor_id, s.customer_id
      having sum(s.n) <> 0 or sum(s.n * s.total_amount) <> 0 or sum(s.n * s.commission_amount) <> 0
      order by s.status);
  else
    deltas := array(
      select row(s.organization_id, s.sale_date, s.status, s.agent_id, s.vendor_id, -1, -s.total_amount,
        -s.commission_amount, s.customer_id)::private.sales_delta
      from replaced s);
  end if;
  if cardinality(deltas) = 0 then
    return null;
  end if;
  perform private.add_to_sales_rollups(deltas);
  if cardinality(deltas) > 1 then
    active := array(
      select row(s.organization_id, s.day, 'active', s.agent_id, s.vendor_id, sum(s.sales_count), sum(s.total_amount),
        sum(s.commission_amount), s.customer_id)::private.sales_delta
      from unnest(deltas) s
      where s.status <> 'cancelled'
      group by s.organization_id, s.day, s.agent_id, s.vendor_id, s.customer_id
      having sum(s.sales_count) <> 0 or sum(s.total_amount) <> 0 or sum(s.commission_amount) <> 0);
  elsif deltas[1].status <> 'cancelled' then
    active := deltas;
  end if;
  if cardinality(active) > 0 then
    perform private.add_to_active_rollups(active);
  end if;
  return null;
end $$;
