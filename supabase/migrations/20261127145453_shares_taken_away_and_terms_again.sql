set local check_function_bodies = off;

DROP FUNCTION "private"."split_by_tier"(public.agreement_versions, date, timestamp with time zone, uuid, numeric, numeric);

DROP FUNCTION "private"."split_of"(jsonb, text, text);

DROP FUNCTION "private"."tier_year"(date, text);

CREATE OR REPLACE FUNCTION private.correct_tier_year(terms public.agreement_versions, first_day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  last_day constant date := (correct_tier_year.first_day + interval '1 year')::date - 1;
  whole constant boolean := terms.tiers ->> 'mode' = 'whole_year';
  basis constant text := terms.tiers ->> 'basis';
begin
  -- Who pays one meanwhile, or takes it into a payout, is waited for.
  perform 1 from public.commission_shares h
  where h.organization_id = terms.organization_id and h.user_id = terms.user_id and h.role = 'tier_correction'
    and h.terms_version_id = terms.id and h.status = 'open'
  order by h.id for update;
  with steps as materialized (
    select s.start, s.split, coalesce(lead(s.start) over (order by s.start), 'infinity') as next
    from (
      select 0::numeric as start, terms.default_split as split
      where not exists (select from jsonb_array_elements(terms.tiers -> 'steps') e where (e ->> 'from')::numeric = 0)
      union all
      select (e ->> 'from')::numeric, (e ->> 'split')::numeric from jsonb_array_elements(terms.tiers -> 'steps') e) s
  ), by_category as materialized (
    select e ->> 'category' as kind, (e ->> 'split')::numeric as split from jsonb_array_elements(terms.category_splits) e
  ), by_vendor as materialized (
    select (e ->> 'vendor_id')::uuid as vendor_id from jsonb_array_elements(terms.vendor_splits) e
  ), sold as materialized (
    -- Each part that the person has of a sale of the year, in the order in which they count.
    select s.id as sales_id, s.sale_date as day, s.created_at as recorded, s.vendor_id, s.lines, c.id as commission_id, null::uuid as other_id,
      null::uuid as under_id, c.terms_version_id, c.commission_split as recorded_split, c.share_percents[1] as percent,
      case when cardinality(c.share_percents) = 1 then coalesce(c.share_base, c.amount)
        else (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[1] end as gross,
      c.status <> 'cancelled' as stands, c.share_percents[1] / 100 * case when basis = 'sales_booked' then s.total_amount
        when c.status = 'cancelled' then 0 when basis = 'commission_expected' then s.commission_amount
        else coalesce(c.received_amount, 0) end as volume, null::numeric as adds
    from public.sales s
    join public.commissions c on c.organization_id = s.organization_id and c.sales_id = s.id
    where s.organization_id = terms.organization_id and s.agent_id = terms.user_id and s.status <> 'cancelled'
      and s.sale_date between correct_tier_year.first_day and last_day
    union all
    -- A share that was paid stays as it was, and is corrected by what it is reckoned from now, as a seller's.
    select s.id, s.sale_date, s.created_at, s.vendor_id, s.lines, c.id, null, h.id, h.terms_version_id, h.split, h.percent,
      case when h.status = 'paid' and c.share_percents[h.place] = h.percent
        then (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[h.place] else h.gross_part end,
      h.status <> 'cancelled' and c.status <> 'cancelled', h.percent / 100 * case when basis = 'sales_booked' then s.total_amount
        when c.status = 'cancelled' then 0 when basis = 'commission_expected' then s.commission_amount
        else coalesce(c.received_amount, 0) end, null
    from public.commission_shares h
    join public.sales s on s.organization_id = h.organization_id and s.id = h.sales_id
    join public.commissions c on c.organization_id = h.organization_id and c.id = h.commission_id
    where h.organization_id = terms.organization_id and h.user_id = terms.user_id and h.role in ('co_seller', 'referral')
      and s.status <> 'cancelled' and s.sale_date between correct_tier_year.first_day and last_day
    union all
    -- A service fee has the tier of its sale, what a vendor pays of a cancelled one that of what was sold before it; neither adds anything.
    select h.sales_id, s.sale_date, s.created_at, o.vendor_id, jsonb_build_array(jsonb_build_object('kind', o.kind)), null, o.id, h.id,
      h.terms_version_id, h.split, h.percent, h.gross_part, h.status <> 'cancelled' and o.status <> 'cancelled', 0,
      case when o.kind <> 'service_fee' then 0 else h.percent / 100 * case when basis = 'sales_booked' then s.total_amount
        else s.commission_amount end end
    from public.commission_shares h
    join public.other_commissions o on o.organization_id = h.organization_id and o.id = h.other_commission_id
    join public.sales s on s.organization_id = h.organization_id and s.id = h.sales_id
    where h.organization_id = terms.organization_id and h.user_id = terms.user_id and h.place is not null
      and s.sale_date between correct_tier_year.first_day and last_day
  ), placed as (
    select s.*, case when whole then round(sum(s.volume) over (), 2) else round(coalesce(sum(s.volume) over (
        order by s.day, s.recorded, s.sales_id, s.other_id is null rows between unbounded preceding and 1 preceding), 0), 2) end as before,
      case when whole or basis = 'commission_received' then 0 else coalesce(s.adds, s.volume) end as part
    from sold s
  ), wanted as (
    select p.commission_id, p.other_id, p.under_id, p.sales_id, p.day, p.percent, p.gross, w.split,
      round(p.gross * w.split / 100, 2) - round(p.gross * p.recorded_split / 100, 2) as amount
    from placed p
    cross join lateral (
      select coalesce(round(case when p.part > 0
          then sum(greatest(least(p.before + p.part, s.next) - greatest(p.before, s.start), 0) * s.split) / p.part
          else max(s.split) filter (where p.before >= s.start and p.before < s.next) end, 2), p.recorded_split) as split
      from steps s) t
    -- What no category says of its lines, as private.split_of_sale.
    cross join lateral (
      select case when p.lines = '[]' then t.split
        when p.other_id is not null then coalesce((
          select k.split from by_category k where k.kind = p.lines -> 0 ->> 'kind' and k.kind = 'service_fee'), t.split)
        else coalesce((
          select case when b.split between 0 and 100 then b.split end
          from (
            select round(sum(l.commission * coalesce(k.split, t.split)) / nullif(sum(l.commission), 0), 2) as split
            from (select e ->> 'kind' as kind, coalesce((e ->> 'commission')::numeric, 0) as commission
              from jsonb_array_elements(p.lines) e) l
            left join by_category k on k.kind = l.kind
            where l.kind <> 'service_fee') b), t.split) end as split) w
    where p.stands and p.terms_version_id = terms.id and (p.vendor_id is null or p.vendor_id not in (select v.vendor_id from by_vendor v))
  ), corrected as (
    select h.commission_id, h.other_commission_id as other_id, h.under_share_id as under_id, h.id, h.agent_amount,
      h.status = 'paid' or l.is_planned is not null as is_fixed
    from public.commission_shares h
    left join public.sales s on h.commission_id is not null and s.id = h.sales_id
    left join lateral (
      select true as is_planned from public.payout_lines l join public.payout_batches b on b.organization_id = l.organization_id and b.id = l.batch_id
      where l.organization_id = h.organization_id and l.share_id = h.id and l.kind = 'override' and b.status = 'scheduled' offset 0) l on true
    where h.organization_id = terms.organization_id and h.user_id = terms.user_id and h.role = 'tier_correction'
      and h.terms_version_id = terms.id and h.status <> 'cancelled'
      and coalesce(s.sale_date, h.counted_on) between correct_tier_year.first_day and last_day
  ), due as materialized (
    select k.commission_id, k.other_id, k.under_id, sum(k.amount) as amount, (array_agg(k.open_id) filter (where k.open_id is not null))[1] as open_id,
      max(k.split) as split, max(k.percent) as percent, max(k.gross) as gross, max(k.day) as day,
      (array_agg(k.sales_id) filter (where k.sales_id is not null))[1] as sales_id
    from (
      select w.commission_id, w.other_id, w.under_id, w.amount, null::uuid as open_id, w.split, w.percent, w.gross, w.day, w.sales_id
      from wanted w
      union all
      select c.commission_id, c.other_id, c.under_id, case when c.is_fixed then -c.agent_amount else 0 end,
        case when not c.is_fixed then c.id end, null, null, null, null, null
      from corrected c) k
    group by 1, 2, 3
    having sum(k.amount) <> 0 or count(k.open_id) > 0
  ), gone as (
    delete from public.commission_shares h using due d
    where h.id = d.open_id and d.amount = 0 and not exists (
      select 1 from public.payout_lines l where l.organization_id = h.organization_id and l.share_id = h.id)
  ), void as (
    -- In a draft the line says so, and is taken out by who works on it.
    update public.commission_shares h set status = 'cancelled', agent_amount = 0 from due d
    where h.id = d.open_id and d.amount = 0 and exists (
      select 1 from public.payout_lines l where l.organization_id = h.organization_id and l.share_id = h.id)
  ), changed as (
    update public.commission_shares h set agent_amount = d.amount, split = coalesce(d.split, h.split), percent = coalesce(d.percent, h.percent),
      gross_part = coalesce(d.gross, h.gross_part), counted_on = coalesce(d.day, h.counted_on)
    from due d
    where h.id = d.open_id and d.amount <> 0 and (h.agent_amount, h.split, h.percent, h.gross_part, h.counted_on)
      is distinct from (d.amount, coalesce(d.split, h.split), coalesce(d.percent, h.percent), coalesce(d.gross, h.gross_part),
        coalesce(d.day, h.counted_on)))
  insert into public.commission_shares (organization_id, commission_id, other_commission_id, sales_id, user_id, role, percent, split,
    gross_part, agent_amount, under_share_id, terms_version_id, counted_on)
  select terms.organization_id, d.commission_id, d.other_id, coalesce(d.sales_id, x.sales_id), terms.user_id, 'tier_correction',
    coalesce(d.percent, x.percent), coalesce(d.split, x.split), coalesce(d.gross, x.gross_part), d.amount, d.under_id, terms.id,
    coalesce(d.day, x.counted_on)
  from due d
  -- Of a share that is no more what was paid is asked back as it was.
  left join lateral (
    select h.sales_id, h.percent, h.split, h.gross_part, h.counted_on from public.commission_shares h
    where d.sales_id is null and h.organization_id = terms.organization_id and h.user_id = terms.user_id and h.role = 'tier_correction'
      and h.terms_version_id = terms.id and (h.commission_id, h.other_commission_id, h.under_share_id)
        is not distinct from (d.commission_id, d.other_id, d.under_id)
    order by h.created_at desc, h.id limit 1) x on true
  where d.open_id is null and d.amount <> 0
  order by d.sales_id, d.commission_id, d.other_id, d.under_id;
end $function$;

CREATE OR REPLACE FUNCTION private.split_by_tier(terms public.agreement_versions, day date, before timestamp with time zone, left_out uuid, amount numeric, volume numeric DEFAULT NULL::numeric)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  volume := coalesce(volume, private.volume_until(terms, day, before, left_out));
  return case when terms.tiers ->> 'mode' = 'whole_year' then private.tier_split(terms.tiers, terms.default_split, volume + amount, 0)
    else private.tier_split(terms.tiers, terms.default_split, volume, amount) end;
end $function$;

CREATE OR REPLACE FUNCTION private.split_of(splits jsonb, key text, wanted text)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return (select (e ->> 'split')::numeric from jsonb_array_elements(splits) e where e ->> split_of.key = wanted limit 1);
end $function$;

CREATE OR REPLACE FUNCTION private.sync_shares(commission_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Who has no part any more. What was paid stays, whatever is said.
  perform private.take_shares_away(array(
    select h.id
    from public.commission_shares h
    join public.commissions c on c.organization_id = h.organization_id and c.id = h.commission_id
    join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id
    where h.commission_id = any (commission_ids) and h.role in ('co_seller', 'referral') and h.status = 'open'
      and not s.co_sellers @> jsonb_build_array(jsonb_build_object('user_id', h.user_id))));
  -- Away from their places, which are taken one after the other below.
  update public.commission_shares h set place = -h.place
  from public.commissions c, public.sales s
  where h.commission_id = any (commission_ids) and h.organization_id = c.organization_id and c.id = h.commission_id
    and s.organization_id = c.organization_id and s.id = c.sales_id
    and h.role in ('co_seller', 'referral') and h.status = 'open'
    and s.co_sellers -> h.place - 2 ->> 'user_id' is distinct from h.user_id::text;
  update public.commission_shares h set place = w.place, role = w.role, percent = w.percent, gross_part = w.gross_part,
    agent_amount = round(w.gross_part * h.split / 100, 2), counted_on = w.sale_date,
    status = case when w.cancelled then 'cancelled' else h.status end
  from private.wanted_shares(commission_ids) w
  where h.organization_id = w.organization_id and h.commission_id = w.commission_id and h.user_id = w.user_id
    and h.role in ('co_seller', 'referral') and h.status = 'open'
    and (h.place, h.role, h.percent, h.gross_part, h.counted_on, h.status = 'cancelled')
      is distinct from (w.place, w.role, w.percent, w.gross_part, w.sale_date, w.cancelled);
  insert into public.commission_shares (organization_id, commission_id, sales_id, user_id, role, place, percent, split, gross_part,
    agent_amount, terms_version_id, counted_on)
  select w.organization_id, w.commission_id, w.sales_id, w.user_id, w.role, w.place, w.percent, t.split, w.gross_part,
    round(w.gross_part * t.split / 100, 2), t.terms_version_id, w.sale_date
  from private.wanted_shares(commission_ids) w
  cross join lateral private.split_of_share(w.organization_id, w.user_id, w.sales_id, w.percent) t
  where not w.cancelled and not exists (
    select from public.commission_shares h where h.organization_id = w.organization_id and h.commission_id = w.commission_id
      and h.user_id = w.user_id and h.role in ('co_seller', 'referral'))
  order by w.sales_id, w.place;
end $function$;

CREATE OR REPLACE FUNCTION private.take_shares_away(share_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if cardinality(share_ids) = 0 then
    return;
  end if;
  -- First what leads have of them: taken along by the shares' own key, it would be put in order once more under a share that is gone.
  delete from public.commission_shares h using public.commission_shares u
  where u.id = any (share_ids) and h.organization_id = u.organization_id and h.under_share_id = u.id;
  delete from public.commission_shares h where h.id = any (share_ids);
end $function$;

CREATE OR REPLACE FUNCTION private.terms_again(organization_id uuid, user_id uuid)
 RETURNS TABLE(commission_id uuid, share_id uuid, sales_id uuid, kind text, vendor_id uuid, day date, split_before numeric, split_after numeric, amount_before numeric, amount_after numeric, terms_version_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with unpaid as materialized (
    select c.id as commission_id, null::uuid as other_commission_id, null::uuid as share_id, c.terms_version_id, c.sales_id, 'vendor' as kind, c.vendor_id, c.sale_date as day,
      c.commission_split as split, c.share_percents[1] as percent,
      (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[1] as part, c.agent_amount
    from public.commissions c
    where c.organization_id = terms_again.organization_id and c.agent_id = terms_again.user_id
      and c.status in ('unpaid', 'funds_received') and not c.seller_paid
      and not exists (select from public.payout_lines l
        where l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'commission')
    union all
    select h.commission_id, h.other_commission_id, h.id, h.terms_version_id, h.sales_id, coalesce(x.kind, 'vendor'), coalesce(m.vendor_id, x.vendor_id), h.counted_on, h.split,
      h.percent, h.gross_part, h.agent_amount
    from public.commission_shares h
    left join public.commissions m on m.organization_id = h.organization_id and m.id = h.commission_id
    left join public.other_commissions x on x.organization_id = h.organization_id and x.id = h.other_commission_id
    where h.organization_id = terms_again.organization_id and h.user_id = terms_again.user_id and h.status = 'open' and h.place is not null
      and coalesce(m.status, x.status) in ('unpaid', 'funds_received')
      and not exists (select from public.payout_lines l
        where l.organization_id = h.organization_id and l.share_id = h.id and l.kind = 'share')),
  agreed as materialized (
    select u.*, s as sale, t.terms
    from unpaid u
    join public.sales s on s.organization_id = terms_again.organization_id and s.id = u.sales_id
    join public.organizations o on o.id = terms_again.organization_id
    cross join lateral (
      select private.terms_in_force(terms_again.organization_id, terms_again.user_id, s.sale_date) as terms offset 0) t
    where (t.terms).id is not null and (o.books_closed_through is null or u.day > o.books_closed_through)),
  volumes as materialized (
    select y.basis, y.year_start, y.mode, t.sales_id, t.before
    from (
      select (a.terms).tiers ->> 'basis' as basis, (a.terms).tiers ->> 'year_start' as year_start, (a.terms).tiers ->> 'mode' as mode,
        private.tier_year((a.sale).sale_date, (a.terms).tiers ->> 'year_start') as first_day, array_agg(distinct a.sales_id) as sale_ids
      from agreed a
      where (a.terms).tiers is not null
      group by 1, 2, 3, 4) y
    cross join lateral private.tier_volumes(terms_again.organization_id, terms_again.user_id, y.basis, y.mode = 'whole_year', y.first_day,
      y.sale_ids) t),
  -- What the tiers of the recorded version have corrected already is part of what the person gets.
  corrected as materialized (
    select h.commission_id, h.other_commission_id, h.under_share_id, sum(h.agent_amount) as amount
    from public.commission_shares h
    where h.organization_id = terms_again.organization_id and h.user_id = terms_again.user_id and h.role = 'tier_correction'
      and h.status <> 'cancelled'
    group by 1, 2, 3),
  -- Behind fences (offset 0), and by full joins, which can only be hashed or merged: where few rows are expected, thousands would be
  -- compared with all others.
  splits as materialized (
    select a.*, case
      when a.kind = 'vendor' then private.split_of_sale(a.terms, a.sale, a.percent, a.before)
      else (private.split_of_other(terms_again.organization_id, terms_again.user_id, a.kind, a.sales_id, a.percent, a.before)).split end as new_split
    from (
      select a.*, w.before
      from agreed a
      full join volumes w on w.sales_id = a.sales_id and w.basis = (a.terms).tiers ->> 'basis'
        and w.year_start = (a.terms).tiers ->> 'year_start' and w.mode = (a.terms).tiers ->> 'mode'
      offset 0) a),
  sums as (
    select t.*, t.agent_amount + coalesce(k.amount, 0) as amount_before, round(t.part * t.new_split / 100, 2) as amount_after
    from splits t
    full join corrected k on coalesce(k.under_share_id, k.commission_id, k.other_commission_id) = coalesce(t.share_id, t.commission_id)
    offset 0)
  select t.commission_id, t.share_id, t.sales_id, t.kind, t.vendor_id, t.day, t.split, t.new_split, t.amount_before, t.amount_after, (t.terms).id
  from sums t
  where t.new_split <> t.split and (t.amount_after <> t.amount_before or t.terms_version_id is distinct from (t.terms).id)
$function$;

CREATE OR REPLACE FUNCTION private.tier_year(day date, year_start text)
 RETURNS date
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  first_day constant date := (extract(year from day)::integer || '-' || year_start)::date;
begin
  return case when first_day > day then (first_day - interval '1 year')::date else first_day end;
end $function$;

CREATE OR REPLACE FUNCTION private.write_other_shares(other_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A row for each of the seller and those who share with the seller, in their order.
  with people as materialized (
    select o.id, o.organization_id, o.sales_id, o.kind, o.counted_on, p.place, p.user_id, p.role, p.percent,
      (private.parts_of(private.other_basis(o), array_agg(p.percent) over (partition by o.id order by p.place
        rows between unbounded preceding and unbounded following)))[p.place] as gross_part
    from public.other_commissions o
    join public.sales s on s.organization_id = o.organization_id and s.id = o.sales_id
    cross join lateral (
      select 1 as place, s.agent_id as user_id, 'seller' as role, 100 - coalesce(sum((e.value ->> 'percent')::numeric), 0) as percent
      from jsonb_array_elements(s.co_sellers) e(value)
      union all
      select e.n::int + 1, (e.value ->> 'user_id')::uuid, e.value ->> 'role', (e.value ->> 'percent')::numeric
      from jsonb_array_elements(s.co_sellers) with ordinality e(value, n)) p
    where o.id = any (other_ids) and o.status in ('unpaid', 'funds_received')
  )
  insert into public.commission_shares as c (organization_id, other_commission_id, sales_id, user_id, role, place, percent, split,
    gross_part, agent_amount, terms_version_id, counted_on)
  select p.organization_id, p.id, p.sales_id, p.user_id, p.role, p.place, p.percent, t.split, p.gross_part,
    round(p.gross_part * t.split / 100, 2), t.terms_version_id, p.counted_on
  from people p
  left join public.commission_shares k on k.organization_id = p.organization_id and k.other_commission_id = p.id
    and k.user_id = p.user_id and k.place is not null and k.status <> 'cancelled'
  cross join lateral (
    select k.split, k.terms_version_id where k.id is not null
    union all
    select f.split, f.terms_version_id from private.split_of_other(p.organization_id, p.user_id, p.kind, p.sales_id, p.percent) f
    where k.id is null) t
  order by p.id, p.place
  on conflict (commission_id, other_commission_id, place, organization_id) where place is not null do update
    set user_id = excluded.user_id, role = excluded.role, percent = excluded.percent, split = excluded.split,
      gross_part = excluded.gross_part, agent_amount = excluded.agent_amount, terms_version_id = excluded.terms_version_id,
      counted_on = excluded.counted_on, status = 'open'
    where c.status <> 'paid' and (c.user_id, c.role, c.percent, c.split, c.gross_part, c.agent_amount, c.counted_on, c.status)
      is distinct from (excluded.user_id, excluded.role, excluded.percent, excluded.split, excluded.gross_part, excluded.agent_amount,
        excluded.counted_on, 'open');
  perform private.take_shares_away(array(
    select c.id
    from public.commission_shares c
    join public.other_commissions o on o.organization_id = c.organization_id and o.id = c.other_commission_id
    join public.sales s on s.organization_id = o.organization_id and s.id = o.sales_id
    where c.other_commission_id = any (other_ids) and c.place > jsonb_array_length(s.co_sellers) + 1 and c.status <> 'paid'
      and o.status in ('unpaid', 'funds_received')));
end $function$;

COMMENT ON FUNCTION "private"."split_by_tier"(public.agreement_versions, date, timestamp with time zone, uuid, numeric, numeric) IS 'The split by tier of an amount that is sold on a day. Where a tier lifts the whole year it is
  that of the year''s volume with it, undivided. volume: private.volume_until, where it is known already.';

COMMENT ON FUNCTION "private"."take_shares_away"(uuid[]) IS 'Takes shares away, with the overrides upon them. What those had of a cap others have then.';

COMMENT ON FUNCTION "private"."tier_year"(date, text) IS 'The first day of the year that a day is in. year_start: MM-DD.';

REVOKE ALL ON FUNCTION "private"."split_by_tier"(public.agreement_versions, date, timestamp with time zone, uuid, numeric, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."split_by_tier"(public.agreement_versions, date, timestamp with time zone, uuid, numeric, numeric) TO "postgres";

REVOKE ALL ON FUNCTION "private"."split_of"(jsonb, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."split_of"(jsonb, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."take_shares_away"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_shares_away"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tier_year"(date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tier_year"(date, text) TO "postgres";
