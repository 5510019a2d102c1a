-- Whose years by tiers are to be reckoned again (docs/product/agreements.md, Tiers): marked by the statements that change them, reckoned
-- once when the transaction ends (private.correct_tiers).

create function private.mark_tier_years(organization_ids uuid[], agent_ids uuid[], days date[], co_sellers jsonb[]) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.tier_years_due as d (organization_id, user_id, first_day, last_day)
  select m.organization_id, p.user_id, min(m.day), max(m.day)
  from unnest(organization_ids, agent_ids, days, mark_tier_years.co_sellers) m(organization_id, agent_id, day, co_sellers)
  cross join lateral (
    select m.agent_id as user_id
    union all
    select (e.value ->> 'user_id')::uuid from jsonb_array_elements(m.co_sellers) e(value)) p
  where exists (
    select from public.agreement_versions v
    where v.organization_id = m.organization_id and v.user_id = p.user_id and v.tiers is not null and v.replaced_at is null)
  group by 1, 2
  order by 2
  on conflict (transaction_id, organization_id, user_id) do update
    set first_day = least(d.first_day, excluded.first_day), last_day = greatest(d.last_day, excluded.last_day)
    where excluded.first_day < d.first_day or excluded.last_day > d.last_day
$$;
comment on function private.mark_tier_years is 'Marks the years of these days, of agents and their co-sellers; of who has no tiers nothing.';

create function private.mark_tiers_of_sales() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from public.agreement_versions v where v.tiers is not null and v.organization_id in (
      select r.organization_id from replaced r)) then
      perform private.mark_tier_years(array_agg(r.organization_id), array_agg(r.agent_id), array_agg(r.sale_date), array_agg(r.co_sellers))
      from replaced r having count(*) > 0;
    end if;
  elsif not exists (select from public.agreement_versions v where v.tiers is not null and v.organization_id in (
    select c.organization_id from changed c)) then
    return null;
  elsif tg_op = 'INSERT' then
    perform private.mark_tier_years(array_agg(c.organization_id), array_agg(c.agent_id), array_agg(c.sale_date), array_agg(c.co_sellers))
    from changed c having count(*) > 0;
  else
    perform private.mark_tier_years(array_agg(m.organization_id), array_agg(m.agent_id), array_agg(m.sale_date), array_agg(m.co_sellers))
    from (
      select s.organization_id, s.agent_id, s.sale_date, s.co_sellers
      from (
        select 1 as n, a.* from changed a
        union all
        select -1, b.* from replaced b) s
      group by s.organization_id, s.id, s.agent_id, s.sale_date, s.co_sellers, s.status = 'cancelled', s.total_amount, s.commission_amount,
        s.vendor_id, s.lines
      having sum(s.n) <> 0) m
    having count(*) > 0;
  end if;
  -- Commissions and shares of these sales are made.
  delete from private.known_volumes k where k.transaction_id = pg_current_xact_id_if_assigned();
  return null;
end $$;
comment on function private.mark_tiers_of_sales is 'Of sales that come, go, or change in what tiers count. Rows before and after are counted
  together, and what is the same cancels out. Without tiers in the agency nothing else is asked.';

create function private.mark_tiers_of_commissions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.agreement_versions v where v.tiers is not null and v.organization_id in (
    select c.organization_id from changed c)) then
    perform private.mark_tier_years(array_agg(m.organization_id), array_agg(m.agent_id), array_agg(m.sale_date), array_agg(s.co_sellers))
    from (
      select c.organization_id, c.sales_id, c.agent_id, c.sale_date
      from (
        select 1 as n, a.* from changed a
        union all
        select -1, b.* from replaced b) c
      group by c.organization_id, c.id, c.sales_id, c.agent_id, c.sale_date, c.status = 'cancelled', c.amount, c.share_base, c.share_percents,
        c.received_amount, c.taken_back_amount
      having sum(c.n) <> 0) m
    join public.sales s on s.organization_id = m.organization_id and s.id = m.sales_id
    having count(*) > 0;
  end if;
  return null;
end $$;
comment on function private.mark_tiers_of_commissions is 'The same of commissions: what was received and taken back, and what a share is reckoned from.';

create function private.mark_tiers_of_share() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.mark_tier_years(array[new.organization_id], array[new.user_id], array[new.counted_on], array['[]'::jsonb]);
  return null;
end $$;
comment on function private.mark_tiers_of_share is 'The same of a share.';
