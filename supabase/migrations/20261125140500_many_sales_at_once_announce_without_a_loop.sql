-- What a statement changed of what dashboards show, told by the difference of its rows before and after: joined to each other
-- they would be planned for one row, and take a loop in a loop for thousands.

create or replace function private.announce_sales() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  homes uuid[];
  agents uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct s.organization_id), array_agg(distinct s.agent_id) into homes, agents from added s;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct s.organization_id), array_agg(distinct s.agent_id) into homes, agents from replaced s;
  else
    select array_agg(distinct s.organization_id), array_agg(distinct s.agent_id) into homes, agents
    from (
      select b.organization_id, b.agent_id
      from (
        select 1 as n, c.id, c.organization_id, c.agent_id, c.customer_id, c.vendor_id, c.sale_date, c.travel_date,
          c.return_date, c.booking_reference, c.total_amount, c.commission_amount, c.status from changed c
        union all
        select -1, r.id, r.organization_id, r.agent_id, r.customer_id, r.vendor_id, r.sale_date, r.travel_date,
          r.return_date, r.booking_reference, r.total_amount, r.commission_amount, r.status from replaced r) b
      group by b.id, b.organization_id, b.agent_id, b.customer_id, b.vendor_id, b.sale_date, b.travel_date, b.return_date,
        b.booking_reference, b.total_amount, b.commission_amount, b.status
      having sum(b.n) <> 0) s;
  end if;
  perform private.announce_dashboards(homes, agents);
  return null;
end $$;

create or replace function private.announce_commissions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  homes uuid[];
  agents uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct c.organization_id), array_agg(distinct c.agent_id) into homes, agents from added c;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct c.organization_id), array_agg(distinct c.agent_id) into homes, agents from replaced c;
  else
    select array_agg(distinct s.organization_id), array_agg(distinct s.agent_id) into homes, agents
    from (
      select b.organization_id, b.agent_id
      from (
        select 1 as n, c.id, c.organization_id, c.agent_id, c.sale_date, c.sale_paid, c.status, c.amount, c.agent_amount,
          c.due_on, c.received_on from changed c
        union all
        select -1, r.id, r.organization_id, r.agent_id, r.sale_date, r.sale_paid, r.status, r.amount, r.agent_amount,
          r.due_on, r.received_on from replaced r) b
      group by b.id, b.organization_id, b.agent_id, b.sale_date, b.sale_paid, b.status, b.amount, b.agent_amount, b.due_on,
        b.received_on
      having sum(b.n) <> 0) s;
  end if;
  perform private.announce_dashboards(homes, agents);
  return null;
end $$;
