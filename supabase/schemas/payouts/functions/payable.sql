-- What can be paid to agents now, and why the rest cannot: the one definition that payouts, lists, the dashboard and what agents are
-- told read.

create function private.payout_obstacle(c public.commissions, s public.sales, o public.organizations, is_held boolean, today date)
returns text
language plpgsql immutable set search_path = '' as $$
declare
  received constant boolean := c.status = 'funds_received'
    and (o.commission_received_on = 'sale_paid' or c.received_on is not null);
begin
  return case
    when is_held then 'held'
    when received and case o.payout_hold_until when 'departure' then s.travel_date
      when 'return' then coalesce(s.return_date, s.travel_date) end > today then 'travel'
    when not received then 'vendor'
    when not c.sale_paid then 'customer' end;
end $$;
comment on function private.payout_obstacle is 'Why a commission cannot be paid to its agent now, the first that holds in this
  order; null when it can. held: an admin holds it; travel: the trip has not begun or ended, by the organization''s choice; vendor:
  nothing was received; customer: the sale is not paid. The one place that says so: payouts, lists, the dashboard and what agents
  are told read it.';

create function private.open_commissions(organization_id uuid, wanted_agent uuid, only_received boolean)
returns table (commission_id uuid, agent_id uuid, amount numeric, obstacle text, batch_id uuid, share_id uuid)
-- Of one agent other indexes are asked than of all.
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  return query
    select c.id, c.agent_id, c.agent_amount,
      private.payout_obstacle(c, s, o, k.id is not null, (select private.today())), l.batch_id, h.id
    from public.organizations o
    join public.commissions c on c.organization_id = o.id
      and (c.status = 'funds_received' or not open_commissions.only_received and c.status = 'unpaid')
    join public.sales s on s.id = c.sales_id
    -- Looked up by their indexes: where few rows are expected, each of thousands would be compared with all lines; where many, all shares be read.
    cross join lateral (
      select h.id from public.commission_shares h
      where h.organization_id = c.organization_id and h.commission_id = c.id and h.role = 'seller' offset 0) h
    left join public.payout_holds k on k.organization_id = c.organization_id and k.share_id = h.id
    left join lateral (
      select l.batch_id from public.payout_lines l
      where l.organization_id = c.organization_id and l.share_id = h.id and l.kind = 'commission' offset 0) l on true
    where o.id = open_commissions.organization_id and not c.seller_paid
      and (wanted_agent is null or c.agent_id = wanted_agent);
end $$;
comment on function private.open_commissions is 'Sellers'' shares of open commissions of an organization, or of one agent, with what stands in their way
  (private.payout_obstacle) and the open payout they are in. only_received: those that the vendor has not paid are left out.';

create function private.share_obstacle(m public.commissions, x public.other_commissions, s public.sales,
  o public.organizations, is_held boolean, under_is_held boolean, under_is_paid boolean, today date)
returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case
    when is_held then 'held'
    when under_is_paid then null
    when m.id is not null then private.payout_obstacle(m, s, o, under_is_held, today)
    when under_is_held then 'held'
    when x.kind = 'service_fee' and x.status <> 'unpaid' and case o.payout_hold_until when 'departure' then s.travel_date
      when 'return' then coalesce(s.return_date, s.travel_date) end > today then 'travel'
    when x.status = 'unpaid' then case x.kind when 'service_fee' then 'customer' else 'vendor' end end;
end $$;
comment on function private.share_obstacle is 'private.payout_obstacle of a share: of a vendor''s commission the same, of another one that
  it was not received (of a service fee: that the customer has not paid). An override waits for what the share under it waits for,
  and for nothing once that is paid. No trip is waited for of a cancelled sale.';

create function private.open_shares(organization_id uuid, wanted_agent uuid, only_received boolean)
returns table (share_id uuid, kind text, agent_id uuid, amount numeric, commission_id uuid, other_commission_id uuid, obstacle text,
  batch_id uuid)
-- All is looked up from the few that are open; to plan it anew takes longer than to do it.
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return query
    select h.id, case when h.place is null then 'override' else 'share' end, h.user_id, h.agent_amount, h.commission_id, h.other_commission_id,
      private.share_obstacle(m, x, s, o, k.id is not null, uk.id is not null,
        h.place is null and u.status = 'paid', (select private.today())), l.batch_id
    from public.organizations o
    join (
      -- Of all people's shares the few whose commission was received are found by one join, before they are looked up one by one.
      select r.* from public.commissions c
      join private.shares_beside_sellers r on r.organization_id = c.organization_id and r.commission_id = c.id
      where only_received and wanted_agent is null and c.organization_id = open_shares.organization_id and c.status = 'funds_received'
        and r.status = 'open' and r.place is not null
      union all
      select r.* from private.shares_beside_sellers r
      where r.organization_id = open_shares.organization_id and r.status = 'open' and (wanted_agent is null or r.user_id = wanted_agent)
        and not (only_received and wanted_agent is null and r.place is not null and r.commission_id is not null)) h on true
    left join public.commissions m on m.organization_id = h.organization_id and m.id = h.commission_id
    left join public.other_commissions x on x.organization_id = h.organization_id and x.id = h.other_commission_id
    left join public.sales s on s.id = h.sales_id
    -- Looked up by its key: joined, all shares there ever were are read for the few that are open.
    left join lateral (
      select n.status from public.commission_shares n where n.organization_id = h.organization_id and n.id = h.under_share_id offset 0) u on true
    left join public.payout_holds k on k.organization_id = h.organization_id and k.share_id = h.id
    left join public.payout_holds uk on uk.organization_id = h.organization_id and uk.share_id = h.under_share_id
    left join lateral (
      select l.batch_id from public.payout_lines l
      where l.organization_id = h.organization_id and l.share_id = h.id and l.kind in ('share', 'override') offset 0) l on true
    where o.id = open_shares.organization_id
      -- Of an override that its cap leaves nothing there is nothing to pay.
      and (h.place is not null or h.agent_amount <> 0)
      and coalesce(m.status, x.status) <> 'cancelled' and (not only_received or coalesce(m.status, x.status) <> 'unpaid');
end $$;
comment on function private.open_shares is 'Open shares beside the sellers'' and overrides of an organization, or of one person, with what
  stands in their way (private.share_obstacle) and the open payout they are in, as private.open_commissions of the sellers''.';

create function private.below_minimum(organization_id uuid, agent_id uuid) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  minimum constant numeric := (
    select o.payout_minimum_amount from public.organizations o where o.id = below_minimum.organization_id);
begin
  if minimum = 0 then
    return;
  end if;
  return query
    select t.agent_id from (
      select c.agent_id, c.amount
      from private.open_commissions(below_minimum.organization_id, below_minimum.agent_id, true) c
      where c.obstacle is null and c.batch_id is null
      union all
      select h.agent_id, h.amount
      from private.open_shares(below_minimum.organization_id, below_minimum.agent_id, true) h
      where h.obstacle is null and h.batch_id is null
      union all
      select l.agent_id, l.amount from public.payout_lines l
      left join public.payout_batches b on b.organization_id = l.organization_id and b.id = l.batch_id
      where l.organization_id = below_minimum.organization_id and (l.batch_id is null or b.status in ('draft', 'approved', 'scheduled'))
        and (below_minimum.agent_id is null or l.agent_id = below_minimum.agent_id)) t
    group by 1
    having sum(t.amount) + private.carried_balance(below_minimum.organization_id, t.agent_id) between 0.01 and minimum - 0.01;
end $$;
comment on function private.below_minimum is 'Agents who would be paid something, but less than the organization''s minimum, with
  all that waits for them and what the open payout has: they wait for more. Nothing below zero waits: it is carried over.';

create function private.open_for_payout(organization_id uuid, agent_id uuid, only_received boolean)
returns table (commission_id uuid, agent_id uuid, amount numeric, obstacle text, batch_id uuid, share_id uuid, kind text,
  of_commission_id uuid, of_other_id uuid)
language sql stable security definer set search_path = '' as $$
  select c.commission_id, c.agent_id, c.amount, coalesce(c.obstacle, case when c.batch_id is null and c.agent_id in (
    select private.below_minimum(open_for_payout.organization_id, open_for_payout.agent_id)) then 'later' end), c.batch_id,
    c.share_id, c.kind, c.of_commission_id, c.of_other_id
  from (
    select o.*, 'commission' as kind, o.commission_id as of_commission_id, null::uuid as of_other_id
    from private.open_commissions(open_for_payout.organization_id, open_for_payout.agent_id, only_received) o
    union all
    select null, h.agent_id, h.amount, h.obstacle, h.batch_id, h.share_id, h.kind, h.commission_id, h.other_commission_id
    from private.open_shares(open_for_payout.organization_id, open_for_payout.agent_id, only_received) h) c
$$;
comment on function private.open_for_payout is 'private.open_commissions and private.open_shares, with one more obstacle. later: its
  agent waits for more (private.below_minimum). commission_id: of a seller''s part; of_commission_id and of_other_id: of whichever
  commission it is a part.';

create function private.ready_shares(organization_id uuid, agent_id uuid)
returns table (share_id uuid, commission_id uuid, other_commission_id uuid, amount numeric)
language sql stable security definer set search_path = '' as $$
  select o.share_id, o.commission_id, o.other_commission_id, o.amount
  from private.open_shares(ready_shares.organization_id, ready_shares.agent_id, true) o
  where o.obstacle is null and (o.batch_id is not null or o.agent_id not in (
    select private.below_minimum(ready_shares.organization_id, ready_shares.agent_id)))
$$;
comment on function private.ready_shares is 'Of private.open_for_payout the shares beside the sellers'' and overrides that can be paid
  now, with their commissions.';

create function private.blocked_commissions(organization_id uuid, agent_id uuid) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  paid constant uuid[] := array(
    select c.id from public.commissions c
    where c.organization_id = blocked_commissions.organization_id and c.status = 'funds_received' and c.seller_paid
      and (blocked_commissions.agent_id is null or c.agent_id = blocked_commissions.agent_id));
begin
  if not exists (
    select 1 from public.organizations o where o.id = blocked_commissions.organization_id
      and (o.payout_hold_until <> 'off' or o.payout_minimum_amount > 0 or o.commission_received_on <> 'sale_paid'
        or exists (select 1 from public.payout_holds h where h.organization_id = o.id))) then
    return paid;
  end if;
  return paid || array(
    select c.commission_id from private.open_for_payout(blocked_commissions.organization_id, blocked_commissions.agent_id, true) c
    where c.obstacle <> 'customer' and c.commission_id is not null);
end $$;
comment on function private.blocked_commissions is 'Commissions that count as received, and whose seller cannot be paid now for another
  reason than the customer, or was paid already: what lists and the dashboard leave out of what is ready. Without any rule only the
  latter are looked for.';

create function private.collectable_lines(organization_id uuid, agent_id uuid)
returns table (line_id uuid, kind text, commission_id uuid, agent_id uuid, amount numeric, share_id uuid)
language sql stable security definer set search_path = '' as $$
  select null::uuid, c.kind, c.commission_id, c.agent_id, c.amount, c.share_id
  from private.open_for_payout(collectable_lines.organization_id, collectable_lines.agent_id, true) c
  where c.obstacle is null and c.batch_id is null
  union all
  select l.id, l.kind, l.commission_id, l.agent_id, l.amount, l.share_id from public.payout_lines l
  where l.organization_id = collectable_lines.organization_id and l.batch_id is null
    and (collectable_lines.agent_id is null or l.agent_id = collectable_lines.agent_id)
    and l.agent_id not in (
      select private.below_minimum(collectable_lines.organization_id, collectable_lines.agent_id))
$$;
comment on function private.collectable_lines is 'What a payout now would pay, for all agents or one: commissions and shares that
  can be paid and are in no payout, and adjustments that wait.';
