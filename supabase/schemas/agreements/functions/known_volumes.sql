-- The volume that many sales at once have before them: an import, or all open sales of somebody that another one takes over. Reckoned sale
-- by sale, thousands of them would read their year thousands of times.

create function private.known_volume(sales_id uuid, user_id uuid, of_days boolean) returns numeric
language sql stable security definer set search_path = '' as $$
  select case when of_days then k.days_before else k.before end from private.known_volumes k
  where k.transaction_id = pg_current_xact_id_if_assigned() and k.sales_id = known_volume.sales_id and k.user_id = known_volume.user_id
$$;
comment on function private.known_volume is 'What is known of a sale and a person, before the sale or of the days before; null: nothing.';

create function private.learn_volumes(sale_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v record;
begin
  for v in
    with people as materialized (
      select s.organization_id, p.user_id, s.sale_date
      from unnest(sale_ids) i(id)
      join public.sales s on s.id = i.id
      cross join lateral (
        select s.agent_id as user_id
        union all
        select (e.value ->> 'user_id')::uuid from jsonb_array_elements(s.co_sellers) e(value)) p)
    select t.organization_id, t.user_id, t.tiers ->> 'basis' as basis, t.tiers ->> 'mode' = 'whole_year' as whole, t.valid_from, t.until,
      y.first_day, (y.first_day + interval '1 year')::date - 1 as last_day
    from (
      select o.organization_id, o.user_id, o.tiers, o.valid_from,
        coalesce(lead(o.valid_from) over (partition by o.user_id order by o.valid_from, o.number), 'infinity') as until
      from public.agreement_versions o
      where o.replaced_at is null and (o.organization_id, o.user_id) in (select p.organization_id, p.user_id from people p)) t
    cross join lateral (
      select distinct private.tier_year(p.sale_date, t.tiers ->> 'year_start') as first_day from people p
      where p.user_id = t.user_id and p.sale_date >= t.valid_from and p.sale_date < t.until) y
    where t.tiers is not null
  loop
    insert into private.known_volumes (sales_id, user_id, before, days_before)
    with asked as materialized (
      select s.id, s.sale_date, s.created_at, s.total_amount, s.commission_amount, p.percent, s.status
      from unnest(sale_ids) i(id)
      join public.sales s on s.organization_id = v.organization_id and s.id = i.id
      cross join lateral (
        select case when s.co_sellers = '[]' then 100 else (private.share_percents(s.co_sellers))[1] end as percent where s.agent_id = v.user_id
        union all
        select (e.value ->> 'percent')::numeric from jsonb_array_elements(s.co_sellers) e(value)
        where (e.value ->> 'user_id')::uuid = v.user_id) p
      where s.sale_date between v.first_day and v.last_day
    ), sold as materialized (
      select a.id, true as is_asked, a.sale_date, a.created_at, a.percent, a.total_amount, a.commission_amount, a.status from asked a
      union all
      select s.id, false, s.sale_date, s.created_at, case when s.co_sellers = '[]' then 100 else (private.share_percents(s.co_sellers))[1] end,
        s.total_amount, s.commission_amount, s.status
      from public.sales s
      where s.organization_id = v.organization_id and s.agent_id = v.user_id and s.status <> 'cancelled'
        and s.sale_date between v.first_day and v.last_day
      union all
      select s.id, false, s.sale_date, s.created_at, h.percent, s.total_amount, s.commission_amount, s.status
      from public.commission_shares h
      join public.sales s on s.organization_id = h.organization_id and s.id = h.sales_id
      where h.organization_id = v.organization_id and h.user_id = v.user_id and h.role in ('co_seller', 'referral')
        and h.commission_id is not null and s.status <> 'cancelled' and s.sale_date between v.first_day and v.last_day
    ), counted as (
      select distinct on (s.id) s.id, s.is_asked, s.sale_date, s.created_at, case when s.status = 'cancelled' then 0
        else s.percent / 100 * case when v.basis = 'sales_booked' then s.total_amount when c.status = 'cancelled' then 0
          when v.basis = 'commission_expected' then s.commission_amount else coalesce(c.received_amount, 0) end end as volume
      from sold s
      left join public.commissions c on v.basis <> 'sales_booked' and c.organization_id = v.organization_id and c.sales_id = s.id
      order by s.id, s.is_asked desc
    ), placed as (
      select c.id, c.is_asked, c.sale_date, case when v.whole then sum(c.volume) over () - case v.basis when 'commission_received' then 0 else c.volume end
        -- Of its day what other transactions recorded, and of this one by id.
        else coalesce(sum(c.volume) over (order by c.sale_date, c.created_at = now(), case when c.created_at = now() then null else c.created_at end, c.id
          rows between unbounded preceding and 1 preceding), 0) end as before,
        case when v.whole then sum(c.volume) over () else coalesce(sum(c.volume) over (order by c.sale_date
          range between unbounded preceding and interval '1 day' preceding), 0) end as days_before
      from counted c)
    select p.id, v.user_id, round(p.before, 2), round(p.days_before, 2) from placed p
    where p.is_asked and p.sale_date >= v.valid_from and p.sale_date < v.until;
  end loop;
end $$;
comment on function private.learn_volumes is 'Fills private.known_volumes for sales that are recorded or given to somebody together: as
  private.volume_until says of each.';
