-- The volume of a person's years at once, for who asks of many sales.

create function private.tier_volumes(organization_id uuid, user_id uuid, basis text, year_start text, whole boolean default false)
returns table (sales_id uuid, before numeric, days_before numeric)
language sql stable security definer set search_path = '' as $$
  with sold as (
    select s.id, s.total_amount, s.commission_amount, c.received_amount, s.sale_date, s.created_at, c.share_percents[1] as percent
    from public.sales s left join public.commissions c on c.organization_id = s.organization_id and c.sales_id = s.id
    where s.organization_id = tier_volumes.organization_id and s.agent_id = tier_volumes.user_id and s.status <> 'cancelled'
    union all
    select s.id, s.total_amount, s.commission_amount, c.received_amount, s.sale_date, s.created_at, h.percent
    from public.commission_shares h
    join public.sales s on s.organization_id = h.organization_id and s.id = h.sales_id
    join public.commissions c on c.organization_id = h.organization_id and c.id = h.commission_id
    where h.organization_id = tier_volumes.organization_id and h.user_id = tier_volumes.user_id and h.role in ('co_seller', 'referral')
      and s.status <> 'cancelled'),
  counted as (
    select s.id, s.sale_date, s.created_at, private.tier_year(s.sale_date, tier_volumes.year_start) as year,
      coalesce(s.percent, 100) / 100 * case tier_volumes.basis when 'sales_booked' then s.total_amount
        when 'commission_expected' then s.commission_amount else coalesce(s.received_amount, 0) end as volume
    from sold s)
  select c.id,
    round(case when tier_volumes.whole
      then sum(c.volume) over (partition by c.year) - case when tier_volumes.basis <> 'commission_received' then c.volume else 0 end
      else coalesce(sum(c.volume) over (partition by c.year order by c.sale_date, c.created_at, c.id
        rows between unbounded preceding and 1 preceding), 0) end, 2),
    round(case when tier_volumes.whole then sum(c.volume) over (partition by c.year)
      else coalesce(sum(c.volume) over (partition by c.year order by c.sale_date
        range between unbounded preceding and '1 day' preceding), 0) end, 2)
  from counted c
$$;
comment on function private.tier_volumes is 'What a person sold (money, by their share) in the year of each of their sales before it, by
  sale date, then by when it was recorded; and of it what is from the days before. As private.tier_volume, for all at once; of one day
  what was recorded later does not count. whole: all of the year, before without the sale itself.';

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
