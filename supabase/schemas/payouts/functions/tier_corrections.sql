-- What the tiers of a year have changed since its shares were recorded (docs/product/agreements.md, Tiers). A share keeps the split it was
-- recorded with. Where the tiers now say another one, the difference is a claim of its own beside the share, of plus or minus: a row of
-- commission_shares of the role tier_correction. It is paid as an override upon the share is, and what was paid of it stays: the next
-- difference is another row. Statements mark whose years they change; the years are reckoned once, when the transaction ends.
--
-- Lock order: sales, commissions, shares, then user_terms as private.lock_agreements, then corrections.

create function private.correct_tier_year(terms public.agreement_versions, first_day date) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  last_day constant date := (correct_tier_year.first_day + interval '1 year')::date - 1;
  whole constant boolean := terms.tiers ->> 'mode' = 'whole_year';
  basis constant text := terms.tiers ->> 'basis';
  shared constant uuid[] := private.shared_sales(terms.organization_id, terms.user_id);
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
    -- A share that was paid stays as it was, and is corrected by what it is reckoned from now.
    select s.id as sales_id, s.sale_date as day, s.created_at as recorded, s.vendor_id, s.lines, c.id as commission_id, null::uuid as other_id,
      h.id as under_id, h.terms_version_id, h.split as recorded_split, h.split_parts as recorded_parts,
      h.percent, case when c.share_percents[h.place] = h.percent
        then (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[h.place] else h.gross_part end as gross,
      h.status <> 'cancelled' and c.status <> 'cancelled' as stands, h.percent / 100 * case when basis = 'sales_booked' then s.total_amount
        when basis = 'commission_received' then c.net_received when c.status = 'cancelled' then 0
        else s.commission_amount end as volume, null::numeric as adds,
      case when c.amount > 0 then least(c.taken_back_amount / c.amount, 1) else 0 end as taken_back
    from public.sales s
    join private.commissions_received c on c.organization_id = s.organization_id and c.sales_id = s.id
    join public.commission_shares h on h.organization_id = s.organization_id and h.commission_id = c.id and h.user_id = terms.user_id
      and h.role in ('seller', 'co_seller', 'referral')
    where s.organization_id = terms.organization_id and (s.agent_id = terms.user_id or s.id = any (shared))
      and (s.status <> 'cancelled' or basis = 'commission_received')
      and s.sale_date between correct_tier_year.first_day and last_day
    union all
    -- A service fee has the tier of its sale, what a vendor pays of a cancelled one that of what was sold before it; neither adds anything.
    select h.sales_id, s.sale_date, s.created_at, o.vendor_id, jsonb_build_array(jsonb_build_object('kind', o.kind)), null, o.id, h.id,
      h.terms_version_id, h.split, h.split_parts, h.percent, h.gross_part, h.status <> 'cancelled' and o.status <> 'cancelled', 0,
      case when o.kind <> 'service_fee' then 0 else h.percent / 100 * case when basis = 'sales_booked' then s.total_amount
        else s.commission_amount end end, 0
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
    select p.commission_id, p.other_id, p.under_id, p.sales_id, p.day, p.percent, p.gross, round(w.split / w.weight, 2) as split,
      p.taken_back,
      round(p.gross * w.split / w.weight / 100, 2) - private.share_of(p.gross, p.recorded_split, p.recorded_parts) as amount
    from placed p
    -- Splits as fractions, exact: each part at its own. What was recorded while they were rounded to two decimals is compared so, at each step.
    cross join lateral (
      select case when k.weight is null then p.recorded_split when p.recorded_parts is null then round(k.split / k.weight, 2) else k.split end as split,
        case when k.weight is null or p.recorded_parts is null then 1 else k.weight end as weight
      from (
        select case when p.part > 0 then sum(greatest(least(p.before + p.part, s.next) - greatest(p.before, s.start), 0) * s.split)
            else max(s.split) filter (where p.before >= s.start and p.before < s.next) end as split,
          case when p.part > 0 then p.part else max(1) filter (where p.before >= s.start and p.before < s.next) end as weight
        from steps s) k) t
    -- What no category says of its lines, as private.split_of_sale.
    left join lateral (
      select l.split, l.weight
      from (
        select sum(l.commission * coalesce(k.split * t.weight, t.split)) as split, nullif(sum(l.commission), 0) * t.weight as weight
        from (select e ->> 'kind' as kind, coalesce((e ->> 'commission')::numeric, 0) as commission
          from jsonb_array_elements(p.lines) e) l
        left join by_category k on k.kind = l.kind
        where l.kind <> 'service_fee') l
      where p.other_id is null and round(l.split / l.weight, 2) between 0 and 100
      union all
      select k.split, 1 from by_category k
      where p.other_id is not null and k.kind = 'service_fee' and p.lines -> 0 ->> 'kind' = k.kind) l on true
    cross join lateral (
      select case when p.recorded_parts is null then round(n.split / n.weight, 2) else n.split end as split,
        case when p.recorded_parts is null then 1 else n.weight end as weight
      from (select coalesce(l.split, t.split) as split, case when l.split is null then t.weight else l.weight end as weight) n) w
    where p.stands and p.terms_version_id = terms.id and (p.vendor_id is null or p.vendor_id not in (select v.vendor_id from by_vendor v))
  ), corrected as (
    select h.commission_id, h.other_commission_id as other_id, h.under_share_id as under_id, h.id, h.agent_amount,
      h.status = 'paid' or l.is_planned is not null as is_fixed, coalesce(b.back, 0) as back
    from public.commission_shares h
    -- What of it was taken back already, as of the share, when the vendor took commission back.
    left join lateral (
      select sum(l.amount) as back from public.payout_lines l
      where l.organization_id = h.organization_id and l.share_id = h.id and l.kind = 'recall' and l.transaction_id is not null offset 0) b
      on h.status = 'paid'
    left join public.sales s on h.commission_id is not null and s.id = h.sales_id
    left join lateral (
      select true as is_planned from public.payout_lines l join public.payout_batches b on b.organization_id = l.organization_id and b.id = l.batch_id
      where l.organization_id = h.organization_id and l.share_id = h.id and l.kind = 'override' and b.status = 'scheduled' offset 0) l on true
    where h.organization_id = terms.organization_id and h.user_id = terms.user_id and h.role = 'tier_correction'
      and h.terms_version_id = terms.id and h.status <> 'cancelled'
      and coalesce(s.sale_date, h.counted_on) between correct_tier_year.first_day and last_day
  ), due as materialized (
    select r.* from (
      -- Of what the vendor left of it, where some was taken back: what was paid and stayed is taken off that.
      select g.*, case when g.back = 0 or g.wanted = g.fixed then g.wanted - g.fixed
        else g.wanted - round(g.wanted * g.taken_back, 2) - g.fixed - g.back end as amount
      from (
        select k.commission_id, k.other_id, k.under_id, sum(k.wanted) as wanted, sum(k.fixed) as fixed, sum(k.back) as back,
          max(k.taken_back) as taken_back, (array_agg(k.open_id) filter (where k.open_id is not null))[1] as open_id,
          max(k.split) as split, max(k.percent) as percent, max(k.gross) as gross, max(k.day) as day,
          (array_agg(k.sales_id) filter (where k.sales_id is not null))[1] as sales_id
        from (
          select w.commission_id, w.other_id, w.under_id, w.amount as wanted, 0 as fixed, 0 as back, w.taken_back, null::uuid as open_id,
            w.split, w.percent, w.gross, w.day, w.sales_id
          from wanted w
          union all
          select c.commission_id, c.other_id, c.under_id, 0, case when c.is_fixed then c.agent_amount else 0 end, c.back, 0,
            case when not c.is_fixed then c.id end, null, null, null, null, null
          from corrected c) k
        group by 1, 2, 3) g) r
    where r.amount <> 0 or r.open_id is not null
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
end $$;
comment on function private.correct_tier_year is 'Brings the corrections of a year of one version of a person''s terms to what its tiers say
  now of all shares recorded by it: of each the difference of its split by tier and the recorded one, less what was paid of it; where a
  vendor took commission back, and corrections with it, of what was left. Split by
  vendor stays, and of lines that of their categories. All at once, in the order of private.tier_volume.';

create function private.correct_tiers() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  due private.tier_years_due;
  terms public.agreement_versions;
begin
  for due in
    select d.* from private.tier_years_due d where d.transaction_id = pg_current_xact_id() order by d.user_id
  loop
    -- One after the other, as sales are recorded.
    perform 1 from public.user_terms t where t.user_id = due.user_id for no key update;
    for terms in
      select v.* from public.agreement_versions v
      where v.organization_id = due.organization_id and v.user_id = due.user_id and v.tiers is not null and v.replaced_at is null
        -- From there on a receipt counts for what is sold after it.
        and (v.tiers ->> 'basis', v.tiers ->> 'mode') <> ('commission_received', 'from_there_on')
      order by v.number
    loop
      perform private.correct_tier_year(terms, y.first_day::date)
      from generate_series(private.tier_year(due.first_day, terms.tiers ->> 'year_start')::timestamp,
        private.tier_year(due.last_day, terms.tiers ->> 'year_start')::timestamp, interval '1 year') y(first_day);
    end loop;
  end loop;
  delete from private.tier_years_due d where d.transaction_id = pg_current_xact_id();
  return null;
end $$;
comment on function private.correct_tiers is 'All that this transaction marked, at its end: the first of its marks does it for all.';
