-- The volume that many sales at once have before them: an import, or all open sales of somebody that another one takes over.

create function private.known_volume(sales_id uuid, user_id uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select k.before from private.known_volumes k
  where k.transaction_id = pg_current_xact_id_if_assigned() and k.sales_id = known_volume.sales_id and k.user_id = known_volume.user_id
$$;
comment on function private.known_volume is 'What is known of a sale and a person before the sale; null: nothing.';

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
      y.first_day
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
    insert into private.known_volumes (sales_id, user_id, before)
    select t.sales_id, v.user_id, t.before
    from private.tier_volumes(v.organization_id, v.user_id, v.basis, v.whole, v.first_day, learn_volumes.sale_ids) t
    where t.sale_date >= v.valid_from and t.sale_date < v.until;
  end loop;
end $$;
comment on function private.learn_volumes is 'Fills private.known_volumes for sales that are recorded or given to somebody together
  (private.tier_volumes).';
