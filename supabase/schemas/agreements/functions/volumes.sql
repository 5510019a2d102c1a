-- The volume of a person's years at once, for who asks of many sales: reckoned sale by sale, thousands of them would read their year
-- thousands of times.

create function private.tier_volumes(organization_id uuid, user_id uuid, basis text, whole boolean, first_day date, sale_ids uuid[])
returns table (sales_id uuid, sale_date date, before numeric)
language sql stable security definer set search_path = '' as $$
  with year as materialized (
    select tier_volumes.first_day as first_day, (tier_volumes.first_day + interval '1 year')::date - 1 as last_day
  ), asked as materialized (
    select s.id, s.sale_date, s.created_at, s.total_amount, s.commission_amount, p.percent, s.status
    from unnest(tier_volumes.sale_ids) i(id)
    join public.sales s on s.organization_id = tier_volumes.organization_id and s.id = i.id
    cross join lateral (
      select case when s.co_sellers = '[]' then 100 else (private.share_percents(s.co_sellers))[1] end as percent
      where s.agent_id = tier_volumes.user_id
      union all
      select (e.value ->> 'percent')::numeric from jsonb_array_elements(s.co_sellers) e(value)
      where (e.value ->> 'user_id')::uuid = tier_volumes.user_id) p
    where s.sale_date between (select y.first_day from year y) and (select y.last_day from year y)
  ), sold as materialized (
    select a.id, true as is_asked, a.sale_date, a.created_at, a.percent, a.total_amount, a.commission_amount, a.status from asked a
    union all
    select s.id, false, s.sale_date, s.created_at, case when s.co_sellers = '[]' then 100 else (private.share_percents(s.co_sellers))[1] end,
      s.total_amount, s.commission_amount, s.status
    from public.sales s
    where s.organization_id = tier_volumes.organization_id and s.agent_id = tier_volumes.user_id
      and (s.status <> 'cancelled' or tier_volumes.basis = 'commission_received')
      and s.sale_date between (select y.first_day from year y) and (select y.last_day from year y)
    union all
    select s.id, false, s.sale_date, s.created_at, h.percent, s.total_amount, s.commission_amount, s.status
    from public.commission_shares h
    join public.sales s on s.organization_id = h.organization_id and s.id = h.sales_id
    where h.organization_id = tier_volumes.organization_id and h.user_id = tier_volumes.user_id and h.role in ('co_seller', 'referral')
      and h.commission_id is not null and (s.status <> 'cancelled' or tier_volumes.basis = 'commission_received')
      and s.sale_date between (select y.first_day from year y) and (select y.last_day from year y)
  ), counted as (
    select distinct on (s.id) s.id, s.is_asked, s.sale_date, s.created_at, s.percent / 100 * case
        when tier_volumes.basis = 'commission_received' then coalesce(c.net_received, 0) when s.status = 'cancelled' then 0
        when tier_volumes.basis = 'sales_booked' then s.total_amount when c.status = 'cancelled' then 0 else s.commission_amount end as volume
    from sold s
    left join private.commissions_received c on tier_volumes.basis <> 'sales_booked' and c.organization_id = tier_volumes.organization_id
      and c.sales_id = s.id
    order by s.id, s.is_asked desc
  ), placed as (
    select c.id, c.is_asked, c.sale_date, case when tier_volumes.whole
        then sum(c.volume) over () - case tier_volumes.basis when 'commission_received' then 0 else c.volume end
      -- Of its day what other transactions recorded, and of this one by id.
      else coalesce(sum(c.volume) over (order by c.sale_date, c.created_at = now(), case when c.created_at = now() then null else c.created_at end, c.id
        rows between unbounded preceding and 1 preceding), 0) end as before
    from counted c)
  select p.id, p.sale_date, round(p.before, 2) from placed p where p.is_asked
$$;
comment on function private.tier_volumes is 'Of these sales of a person in the year from a day on the volume (money, by the person''s share) that
  private.volume_until says of each, all at once: before it, by sale date, then by when it was recorded; whole: of the year without it.';

create function private.next_tier(organization_id uuid, user_id uuid, day date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  terms constant public.agreement_versions := private.terms_in_force(next_tier.organization_id, next_tier.user_id, next_tier.day);
  volume numeric;
begin
  if terms.tiers is null then
    return null;
  end if;
  volume := private.tier_volume(next_tier.organization_id, next_tier.user_id, terms.tiers ->> 'basis', terms.tiers ->> 'year_start',
    case when terms.tiers ->> 'mode' = 'whole_year'
      then (private.tier_year(next_tier.day, terms.tiers ->> 'year_start') + interval '1 year')::date - 1 else next_tier.day end,
    'infinity');
  return (
    select jsonb_build_object('from', (e ->> 'from')::numeric, 'split', (e ->> 'split')::numeric,
      'missing', (e ->> 'from')::numeric - volume)
    from jsonb_array_elements(terms.tiers -> 'steps') e where (e ->> 'from')::numeric > volume
    order by (e ->> 'from')::numeric limit 1);
end $$;
comment on function private.next_tier is 'What is missing to a person''s next tier on a day, and its split: {from, split, missing}; null
  without tiers, and past the last.';
