-- Which split a person has for a booking (docs/product/agreements.md, Which split applies).

create function private.terms_in_force(organization_id uuid, user_id uuid, day date) returns public.agreement_versions
language sql stable security definer set search_path = '' as $$
  select v from public.agreement_versions v
  where v.organization_id = terms_in_force.organization_id and v.user_id = terms_in_force.user_id
    and v.valid_from <= terms_in_force.day and v.replaced_at is null
  order by v.valid_from desc, v.number desc limit 1
$$;
comment on function private.terms_in_force is 'The version of a person''s terms on a day; of two from the same day the later one. Null: none.';

create function private.tier_year(day date, year_start text) returns date
language plpgsql immutable set search_path = '' as $$
declare
  first_day constant date := (extract(year from day)::integer || '-' || year_start)::date;
begin
  return case when first_day > day then (first_day - interval '1 year')::date else first_day end;
end $$;
comment on function private.tier_year is 'The first day of the year that a day is in. year_start: MM-DD.';

create function private.tier_volume(organization_id uuid, user_id uuid, basis text, year_start text, day date, before timestamptz default '-infinity',
  left_out uuid default null) returns numeric
language sql stable security definer set search_path = '' as $$
  with sold as (
    select s.id, s.total_amount, s.commission_amount, c.net_received, c.status, s.sale_date, s.created_at, c.share_percents[1] as percent
    from public.sales s left join private.commissions_received c on c.organization_id = s.organization_id and c.sales_id = s.id
    where s.organization_id = tier_volume.organization_id and s.agent_id = tier_volume.user_id
      and (s.status <> 'cancelled' or basis = 'commission_received') and s.sale_date between private.tier_year(tier_volume.day, year_start) and tier_volume.day
    union all
    select s.id, s.total_amount, s.commission_amount, c.net_received, c.status, s.sale_date, s.created_at, h.percent
    from public.commission_shares h
    join public.sales s on s.organization_id = h.organization_id and s.id = h.sales_id
    join private.commissions_received c on c.organization_id = h.organization_id and c.id = h.commission_id
    where h.organization_id = tier_volume.organization_id and h.user_id = tier_volume.user_id and h.role in ('co_seller', 'referral')
      and (s.status <> 'cancelled' or basis = 'commission_received')
      and s.sale_date between private.tier_year(tier_volume.day, year_start) and tier_volume.day)
  select coalesce(round(sum(coalesce(s.percent, 100) / 100 * case when basis = 'sales_booked' then s.total_amount
    when basis = 'commission_received' then coalesce(s.net_received, 0) when s.status = 'cancelled' then 0 else s.commission_amount end), 2), 0)
  from sold s
  where (s.sale_date < tier_volume.day or s.created_at < tier_volume.before or tier_volume.before = now() and s.created_at <> tier_volume.before
    or s.created_at = tier_volume.before and s.id < tier_volume.left_out) and s.id is distinct from left_out
$$;
comment on function private.tier_volume is 'What a person sold (money, by their share) in the year of a day before that day, and of that day what
  was recorded before a moment; before this transaction what others recorded, however long they waited for each other, and of what one recorded
  that with lower ids. Cancelled sales do not count, and of a commission that was cancelled alone only what was sold; what was received
  (private.commissions_received) counts also of what was cancelled since.';

create function private.tier_parts(tiers jsonb, default_split numeric, before numeric, amount numeric) returns jsonb
language sql immutable set search_path = '' as $$
  with steps as (
    select s.start, s.split, lead(s.start) over (order by s.start) as next
    from (select 0::numeric as start, tier_parts.default_split as split
        where not exists (select from jsonb_array_elements(tiers -> 'steps') e where (e ->> 'from')::numeric = 0)
      union all
      select (e ->> 'from')::numeric, (e ->> 'split')::numeric from jsonb_array_elements(tiers -> 'steps') e) s),
  parts as (
    select s.split, case when coalesce(amount, 0) > 0
        then greatest(least(tier_parts.before + amount, coalesce(s.next, 'infinity')) - greatest(tier_parts.before, s.start), 0)
        else (tier_parts.before >= s.start and tier_parts.before < coalesce(s.next, 'infinity'))::integer end as weight
    from steps s)
  select jsonb_agg(jsonb_build_object('split', p.split, 'weight', p.weight) order by p.split) from (
    select p.split, sum(p.weight) as weight from parts p where p.weight > 0 group by p.split) p
$$;
comment on function private.tier_parts is 'Which split what part of an amount has that comes after a volume, from there on: one that crosses a
  step is divided (private.share_of). An amount of nothing has that of the volume.';

create function private.volume_until(terms public.agreement_versions, day date, before timestamptz default 'infinity', left_out uuid default null)
returns numeric
language sql stable security definer set search_path = '' as $$
  select private.tier_volume(terms.organization_id, terms.user_id, terms.tiers ->> 'basis', terms.tiers ->> 'year_start',
    case when w.whole then (private.tier_year(volume_until.day, terms.tiers ->> 'year_start') + interval '1 year')::date - 1
      else volume_until.day end,
    case when w.whole then 'infinity' else volume_until.before end, volume_until.left_out)
  from (select terms.tiers ->> 'mode' = 'whole_year' as whole) w
$$;
comment on function private.volume_until is 'The volume that terms with tiers count for what is sold on a day: that before it
  (private.tier_volume), or where a tier lifts the whole year all of the year.';

create function private.split_by_tier(terms public.agreement_versions, day date, before timestamptz, left_out uuid, amount numeric,
  volume numeric default null)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  volume := coalesce(volume, private.volume_until(terms, day, before, left_out));
  return case when terms.tiers ->> 'mode' = 'whole_year' then private.tier_parts(terms.tiers, terms.default_split, volume + amount, 0)
    else private.tier_parts(terms.tiers, terms.default_split, volume, amount) end;
end $$;
comment on function private.split_by_tier is 'The parts of the split by tier of an amount that is sold on a day. Where a tier lifts the whole year it is
  that of the year''s volume with it, undivided. volume: private.volume_until, where it is known already.';

create function private.split_of(splits jsonb, key text, wanted text) returns numeric
language plpgsql immutable set search_path = '' as $$
begin
  return (select (e ->> 'split')::numeric from jsonb_array_elements(splits) e where e ->> split_of.key = wanted limit 1);
end $$;

create function private.split_for(organization_id uuid, user_id uuid, vendor_id uuid, category text, day date,
  volume numeric default null, out split numeric, out terms_version_id uuid)
language plpgsql stable security definer set search_path = '' as $$
declare
  terms constant public.agreement_versions := private.terms_in_force(split_for.organization_id, split_for.user_id, split_for.day);
begin
  if terms.id is null then
    select coalesce(t.commission_split, o.default_commission_split) into split_for.split
    from public.organizations o
    left join public.user_terms t on t.organization_id = o.id and t.user_id = split_for.user_id
    where o.id = split_for.organization_id;
    return;
  end if;
  terms_version_id := terms.id;
  split := coalesce(private.split_of(terms.vendor_splits, 'vendor_id', split_for.vendor_id::text),
    private.split_of(terms.category_splits, 'category', split_for.category));
  if split is null then
    split := case when terms.tiers is null then terms.default_split
      else private.blended_split(private.split_by_tier(terms, split_for.day, '-infinity', null, 0, volume)) end;
  end if;
end $$;
comment on function private.split_for is 'The split of a person (percent) for a booking with this vendor on this day, and the version of the
  terms that says so (null: the split of the person alone): by vendor, category, tier, default. The tier is that of the days before, or of the
  whole year. category: of a line (shared/src/domain, LINE_KINDS); null for a sale without lines. volume: that of the days
  before, or of the year, where it is known already.';

create function private.split_now(organization_id uuid, user_id uuid, day date, out split numeric, out by_tier boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  terms constant public.agreement_versions := private.terms_in_force(split_now.organization_id, split_now.user_id, split_now.day);
begin
  by_tier := terms.tiers is not null;
  split := case when by_tier then private.blended_split(private.split_by_tier(terms, split_now.day, 'infinity', null, 0))
    else (private.split_for(split_now.organization_id, split_now.user_id, null, null, split_now.day)).split end;
end $$;
comment on function private.split_now is 'What a person has today of what no vendor or category says (percent): of tiers that of the volume so far, with
  what was sold on this day.';

create function private.split_of_sale(terms public.agreement_versions, sale public.sales, percent numeric, volume numeric default null,
  is_rounded boolean default false, out split numeric, out split_parts jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  by_vendor constant numeric := private.split_of(terms.vendor_splits, 'vendor_id', sale.vendor_id::text);
  rest jsonb := jsonb_build_array(jsonb_build_object('split', terms.default_split, 'weight', 1));
  by_lines jsonb;
begin
  split_parts := case when not is_rounded then '[]' end;
  if by_vendor is not null then
    split := by_vendor;
    return;
  end if;
  if terms.tiers is not null then
    rest := private.split_by_tier(terms, sale.sale_date, sale.created_at, sale.id,
      percent / 100 * case when sale.status = 'cancelled' then 0 when terms.tiers ->> 'basis' = 'sales_booked' then sale.total_amount
        when terms.tiers ->> 'basis' = 'commission_expected' then sale.commission_amount else 0 end, volume);
    if is_rounded then
      rest := jsonb_build_array(jsonb_build_object('split', private.blended_split(rest), 'weight', 1));
    end if;
  end if;
  -- What no category says has the parts of the rest: each line by its commission, those of the rest by their weight in it.
  select case when bool_or(p.is_own) then jsonb_agg(jsonb_build_object('split', p.split, 'weight', p.weight) order by p.split) end into by_lines
  from (
    select coalesce(l.split, r.split) as split, bool_or(l.split is not null) as is_own, sum(l.commission * case when l.split is null then r.weight else r.whole end) as weight
    from (
      select private.split_of(terms.category_splits, 'category', e ->> 'kind') as split, coalesce((e ->> 'commission')::numeric, 0) as commission
      from jsonb_array_elements(sale.lines) e where e ->> 'kind' <> 'service_fee') l
    join lateral (
      select (e ->> 'split')::numeric as split, (e ->> 'weight')::numeric as weight, sum((e ->> 'weight')::numeric) over () as whole, n
      from jsonb_array_elements(rest) with ordinality e(e, n)) r on l.split is null or r.n = 1
    group by 1
    having sum(l.commission) <> 0) p;
  if private.blended_split(by_lines) between 0 and 100 then
    rest := by_lines;
  end if;
  split := private.blended_split(rest);
  if not is_rounded and jsonb_array_length(rest) > 1 then
    split_parts := rest;
  end if;
end $$;
comment on function private.split_of_sale is 'The split (percent) of a sale''s vendor commission by a person''s terms, and its parts, where a
  tier''s step or lines of several categories divide it (private.share_of). percent: the person''s part of the sale. volume:
  private.volume_until without it, where it is known already. is_rounded: rounded to two decimals, as what was recorded before there were parts.';

create function private.split_of_share(organization_id uuid, user_id uuid, sales_id uuid, percent numeric,
  out split numeric, out split_parts jsonb, out terms_version_id uuid)
language plpgsql stable security definer set search_path = '' as $$
declare
  terms public.agreement_versions;
  sale public.sales;
begin
  select s.* into sale from public.sales s
  where s.organization_id = split_of_share.organization_id and s.id = split_of_share.sales_id;
  terms := private.terms_in_force(split_of_share.organization_id, split_of_share.user_id, sale.sale_date);
  if terms.id is null then
    select f.split into split_of_share.split
    from private.split_for(split_of_share.organization_id, split_of_share.user_id, sale.vendor_id, null, sale.sale_date) f;
  else
    select f.split, f.split_parts into split_of_share.split, split_of_share.split_parts
    from private.split_of_sale(terms, sale, split_of_share.percent,
      private.known_volume(split_of_share.sales_id, split_of_share.user_id)) f;
    terms_version_id := terms.id;
  end if;
end $$;
comment on function private.split_of_share is 'The split of a person for their percent of a sale, by their terms on its date (private.split_of_sale),
  and the version of those terms.';

create function private.lock_agreements() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  organization_ids constant uuid[] := array(select distinct c.organization_id from changed c);
  ids uuid[];
  people uuid[];
begin
  if not exists (select from public.agreement_versions v where v.tiers is not null and v.organization_id = any (organization_ids)) then
    if tg_op = 'UPDATE' and private.has_overrides(organization_ids) then
      perform private.lock_capped_leads(organization_ids);
    end if;
    return null;
  elsif tg_op = 'INSERT' then
    ids := array(select c.id from changed c);
    people := array(
      select c.agent_id from changed c
      union
      select (e.value ->> 'user_id')::uuid from changed c cross join lateral jsonb_array_elements(c.co_sellers) e(value));
  else
    -- Whose years change (private.mark_tiers_of_sales), before and after; of who has them now the volumes are reckoned.
    with moved as materialized (
      select s.id, s.agent_id, s.co_sellers, sum(s.n) as n
      from (
        select 1 as n, a.* from changed a
        union all
        select -1, b.* from replaced b) s
      group by s.id, s.agent_id, s.co_sellers, s.sale_date, s.status = 'cancelled', s.total_amount, s.commission_amount, s.vendor_id, s.lines
      having sum(s.n) <> 0)
    select array(
        select m.agent_id from moved m
        union
        select (e.value ->> 'user_id')::uuid from moved m cross join lateral jsonb_array_elements(m.co_sellers) e(value)),
      array(
        select m.id from (select x.id, x.agent_id, x.co_sellers from moved x group by 1, 2, 3 having sum(x.n) > 0) m)
    into people, ids;
  end if;
  perform private.lock_people(organization_ids, people);
  if cardinality(ids) > 0 and exists (
    select from public.agreement_versions v
    where v.organization_id = any (organization_ids) and v.user_id = any (people) and v.tiers is not null) then
    perform private.learn_volumes(ids);
  end if;
  return null;
end $$;
comment on function private.lock_agreements is 'Sales of somebody with tiers are recorded, changed and taken over one after the other, so that of two
  that cross a step at once each has the volume before it. Before their commissions are made and their shares are written. The volumes
  of all are reckoned here, once.';

create function private.lock_people_of_commissions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  organization_ids constant uuid[] := array(select distinct c.organization_id from changed c);
begin
  -- Of either alone the people are locked in order where they are needed.
  if private.has_overrides(organization_ids) and exists (
    select from public.agreement_versions v where v.tiers is not null and v.organization_id = any (organization_ids)) then
    perform private.lock_people(organization_ids, array(
      select c.agent_id from changed c
      union
      select c.agent_id from replaced c
      union
      select h.user_id from changed c
      join public.commission_shares h on h.organization_id = c.organization_id and h.commission_id = c.id and h.place is not null));
  end if;
  return null;
end $$;
comment on function private.lock_people_of_commissions is 'Before the shares and overrides of commissions follow them: who has tiers is reckoned again when the transaction
  ends, and would be locked after the leads.';
