set local check_function_bodies = off;

DROP INDEX "public"."commissions_received_idx";

DROP VIEW "private"."commission_money_by_share";

DROP FUNCTION "private"."commission_agent_amount"(boolean);

DROP FUNCTION "private"."commission_rows"(uuid[], boolean, uuid, boolean);

DROP FUNCTION "private"."commission_status_summary"(jsonb, jsonb);

DROP FUNCTION "private"."dashboard_part"(text, uuid, uuid, date, date, date);

DROP FUNCTION "private"."early_commissions"(private.commission_filter);

DROP FUNCTION "private"."open_shares"(uuid, uuid, boolean);

DROP FUNCTION "private"."search_commissions"(private.commission_filter, text, boolean, bigint, bigint);

DROP FUNCTION "private"."split_by_tier"(public.agreement_versions, date, timestamp with time zone, uuid, numeric, numeric);

DROP FUNCTION "private"."split_of"(jsonb, text, text);

DROP FUNCTION "private"."tier_year"(date, text);

DROP FUNCTION "private"."to_do"();

ALTER TYPE "private"."commission_filter" ADD ATTRIBUTE "ready_ids" uuid[] CASCADE;

ALTER TYPE "private"."commission_filter" ADD ATTRIBUTE "ready_shares" uuid[] CASCADE;

CREATE OR REPLACE FUNCTION private.blocked_commissions(organization_id uuid, agent_id uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.commission_agent_amount(f private.commission_filter)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when f.ready then private.ready_amount(f)
    when f.all_shares then 'm.agent_amount + coalesce((select sum(h.agent_amount) from public.commission_shares h
      where h.organization_id = m.organization_id and h.commission_id = m.id), 0)' else 'm.agent_amount' end
$function$;

CREATE OR REPLACE FUNCTION private.commission_conditions(f private.commission_filter, from_sales boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select concat_ws(' and ', d || '.organization_id = $3',
    case when f.agent_id is not null then d || '.agent_id = $4' end,
    case when f.first_day > '1900-01-01' then d || '.sale_date >= $5' end,
    case when f.last_day < '2199-12-31' then d || '.sale_date <= $6' end,
    case when f.status is not null then 'm.status = $7' end,
    case when f.word is not null then
      case when f.complement then 'not ' else '' end || '('
      || case when f.all_words then 's.customer_id <> all ($9) or ' || private.other_word_condition('$8', char_length(f.word))
          || ' and ' || others.words || ')'
        else case when f.exclude_customers then 's.customer_id <> all ($9)' else 's.customer_id = any ($9)' end
      || case when f.vendor_ids <> '{}' then ' or s.vendor_id = any ($10)' else '' end
      || case when f.names_only then ')' else ' or lower(s.booking_reference collate pg_catalog."pg_c_utf8") like $8)' end end end,
    -- Implied by the condition above, and written out for an index.
    case when f.complement then 's.customer_id = any ($9)' end,
    case when not coalesce(f.all_words, false) then others.words end,
    case when f.vendor_id is not null then d || '.vendor_id = $12' end,
    case when f.due_before is not null then private.owed_condition(f.tracked_since, '$13') end,
    case when f.ready then private.somebody_ready(f) end)
  from (select case when from_sales then 's' else 'm' end as d) driver
  cross join (
    select string_agg(private.other_word_condition(format('($11)[%s]', o.n), char_length(o.word)), ' and ' order by o.n) as words
    from unnest(f.other_words) with ordinality o(word, n)) others
$function$;

CREATE OR REPLACE FUNCTION private.commission_filter_of(status text, agent_id uuid, vendor_id uuid, overdue boolean, ready boolean, start_date date, end_date date, search text)
 RETURNS private.commission_filter
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  f private.commission_filter;
  patterns text[] := private.search_patterns(commission_filter_of.search);
  of_names text[];
begin
  select c.organization_id, c.agent_id into f.organization_id, f.agent_id
  from private.caller_scope(commission_filter_of.agent_id) c;
  select r.first_day, r.last_day into f.first_day, f.last_day
  from private.date_range(commission_filter_of.start_date, commission_filter_of.end_date) r;
  f.by_share := f.agent_id is not null and private.has_shares(f.organization_id, f.agent_id);
  f.all_shares := f.agent_id is null and private.shares_commissions(f.organization_id);
  f.vendor_id := commission_filter_of.vendor_id;
  f.status := case when commission_filter_of.status in ('unpaid', 'funds_received', 'agent_paid', 'cancelled')
    then commission_filter_of.status end;
  if commission_filter_of.overdue then
    f.due_before := private.today();
    f.tracked_since := (select o.receipts_tracked_since from public.organizations o where o.id = f.organization_id);
  end if;
  f.ready := coalesce(commission_filter_of.ready, false);
  f.blocked := private.blocked_commissions(f.organization_id, f.agent_id);
  if f.agent_id is not null or f.all_shares then
    select array_agg(distinct r.commission_id) filter (where r.commission_id is not null), array_agg(r.share_id)
    into f.ready_ids, f.ready_shares from private.ready_shares(f.organization_id, f.agent_id) r;
  end if;
  f.ready_ids := coalesce(f.ready_ids, '{}');
  f.ready_shares := coalesce(f.ready_shares, '{}');
  if private.has_too_many_search_words(patterns) then
    f.organization_id := null;
  elsif f.organization_id is not null and patterns is not null then
    f.word := patterns[1];
    of_names := private.words_of_names(f.organization_id, f.agent_id, patterns);
    f.names_only := f.word = any (of_names);
    f.other_words := array(select p from unnest(patterns[2:]) p where not f.names_only or p <> all (of_names));
    f.all_words := cardinality(f.other_words) > 0 and private.most_customers_match(f.organization_id, patterns);
    if f.all_words then
      f.names_only := false;
      f.other_words := patterns[2:];
    end if;
    select c.customer_ids, c.exclude_customers into f.customer_ids, f.exclude_customers
    from private.match_customers(f.organization_id,
      case when f.all_words then patterns when f.names_only then of_names else patterns[:1] end) c;
    f.exact_ids := private.find_exact_references(f.organization_id, f.agent_id, commission_filter_of.search);
    f.vendor_ids := array(select v.id from public.vendors v
      where v.organization_id = f.organization_id and lower(v.name collate pg_catalog."pg_c_utf8") like f.word);
    if of_names <> '{}' and not f.exclude_customers
      and (case when f.names_only then f.customer_ids else private.find_customers(f.organization_id, of_names) end) = '{}' then
      f := private.with_misspelled(f, commission_filter_of.search, of_names);
    end if;
    if f.exclude_customers and f.customer_ids = '{}' and (f.all_words or cardinality(f.other_words) = 0) then
      -- Every customer matches.
      f.word := null;
      f.other_words := '{}';
      f.exclude_customers := false;
    end if;
  end if;
  return f;
end $function$;

CREATE OR REPLACE FUNCTION private.commission_rows(sale_ids uuid[], backwards boolean, f private.commission_filter)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', m.id, 'status', coalesce(p.status, m.status), 'amount', coalesce(p.amount, m.amount),
    'agent_amount', coalesce(y.amount, p.agent_amount, m.agent_amount + b.amount),
    'commission_split', coalesce(p.commission_split, m.commission_split), 'due_on', m.due_on, 'created_at', m.created_at, 'sales_id', m.sales_id,
    'booking_reference', s.booking_reference, 'sale_date', s.sale_date, 'sale_status', s.status,
    'total_amount', coalesce(q.total_amount, s.total_amount), 'open', w.open, 'owed', w.owed,
    'customer', jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name),
    'vendor', jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url),
    'agent', jsonb_build_object('id', a.id, 'first_name', a.first_name, 'last_name', a.last_name,
      'avatar_url', a.avatar_url))
    || case when p.share_percent < 100 then jsonb_build_object('share_percent', p.share_percent) else '{}' end
    || case when p.agent_id <> m.agent_id then jsonb_build_object('open', 0, 'owed', 0) else '{}' end
    || case when b.others > 0 then jsonb_build_object('divided', true) else '{}' end
    order by case when backwards then -u.n else u.n end), '[]')
  from unnest(sale_ids) with ordinality u(id, n)
  join public.sales s on s.id = u.id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
  join private.commission_money w on w.commission_id = m.id
  left join private.ready_amounts(f, sale_ids) y on y.commission_id = m.id
  left join lateral (select x.* from private.commissions_by_share x where f.by_share and x.id = m.id
    and x.organization_id = m.organization_id and x.agent_id = f.agent_id offset 0) p on true
  left join lateral (select x.* from private.sales_by_share x where f.by_share and x.id = s.id
    and x.organization_id = s.organization_id and x.agent_id = f.agent_id offset 0) q on true
  cross join lateral (select coalesce(sum(h.agent_amount), 0) as amount,
      count(*) filter (where h.user_id <> m.agent_id and h.status <> 'cancelled' and h.agent_amount <> 0) as others
    from public.commission_shares h
    where f.all_shares and h.organization_id = m.organization_id and h.commission_id = m.id) b
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
  join public.users a on a.id = m.agent_id
$function$;

CREATE OR REPLACE FUNCTION private.commission_stats(f private.commission_filter, wanted text[] DEFAULT '{unpaid,funds_received,agent_paid,cancelled}'::text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sums jsonb;
begin
  select jsonb_object_agg(t.status, jsonb_build_object('count', t.n, 'amount', t.amount, 'agent_amount', t.agent_amount)) into sums
  from (
    select d.status, sum(d.record_count) as n, sum(d.commission_amount) as amount, sum(d.agent_amount) as agent_amount
    from private.totals('commission', f.organization_id, f.agent_id, f.first_day, f.last_day) d
    where d.status = any (wanted)
    group by d.status) t;
  return private.commission_status_summary(sums, case when 'funds_received' = any (wanted) then private.ready_commissions(f, sums)
    else private.sum_all_statuses('{}') end);
end $function$;

CREATE OR REPLACE FUNCTION private.commission_status_summary(sums jsonb, ready jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  with figures as (
    select t.name, coalesce(sum((v ->> 'count')::bigint), 0) as n, coalesce(sum((v ->> 'amount')::numeric), 0) as a,
      coalesce(sum((v ->> 'agent_amount')::numeric), 0) as g
    from unnest('{unpaid,funds_received,agent_paid,cancelled,total,active_total}'::text[]) t(name)
    left join jsonb_each(sums) e(k, v)
      on e.k = t.name or t.name = 'total' or t.name = 'active_total' and e.k <> 'cancelled'
    group by t.name)
  select jsonb_object_agg(f.name, jsonb_build_object('count', f.n, 'amount', f.a, 'agent_amount', f.g))
    || jsonb_build_object('ready', commission_status_summary.ready) from figures f
$function$;

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

CREATE OR REPLACE FUNCTION private.dashboard_part(part text, organization_id uuid, agent_id uuid, first_day date, last_day date, today date, f private.commission_filter)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return case part
    when 'sales' then public.get_sales_by_status(first_day, last_day)
    when 'commissions' then private.commission_stats(f)
    when 'sales_trend' then public.get_sales_status_timeline(first_day, last_day) - 'bucket'
    when 'commission_trend' then public.get_commission_status_timeline(first_day, last_day) - 'bucket'
    when 'top_agents' then public.get_top_agents(first_day, last_day)
    when 'top_vendors' then public.get_top_vendors(first_day, last_day)
    when 'recent_customers' then public.get_recent_customers(5, first_day, last_day)
    when 'to_do' then private.to_do(f)
    when 'payable' then private.payable_to(organization_id, agent_id)
    when 'departures' then private.departures_of(organization_id, agent_id, today)
    when 'payments_due' then private.payments_due(organization_id, agent_id, today)
    when 'next_tier' then private.next_tier(organization_id, agent_id, today)
  end;
end $function$;

CREATE OR REPLACE FUNCTION private.find_commissions(f private.commission_filter, sort text, descending boolean, take bigint, skip bigint, collect_first boolean)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Sorted by what the sale knows. A commission carries its vendor too: overdue ones are found without their sales.
  sorted_by_sale boolean := coalesce(sort in ('total_amount', 'booking_reference', 'customer')
    or sort = 'vendor' and (f.due_before is null or f.word is not null), false);
  from_sales boolean := sorted_by_sale or f.word is not null;
  -- Every sale has one commission, so it is joined only for what the sale does not know.
  join_commissions boolean := from_sales and (f.status is not null or f.due_before is not null or f.ready
    or not sorted_by_sale and sort is distinct from 'sale_date');
  source text;
  keys text[];
  ids uuid[];
begin
  select o.source, o.keys into source, keys
  from private.commission_sort(sort, from_sales, join_commissions, f.due_before is not null, false, f.by_share) o;
  execute private.page_query(source, private.commission_conditions(f, from_sales), keys, descending,
    case when from_sales then 's.id' else 'm.sales_id' end, collect_first)
  into ids
  using take, skip, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
    f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked, f.ready_ids, f.ready_shares;
  return ids;
end $function$;

CREATE OR REPLACE FUNCTION private.find_grouped_commissions(f private.commission_filter, sort text, descending boolean, take bigint, skip bigint)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  small_offset constant int := 500;
  group_sizes jsonb;
  group_size bigint;
  group_key text;
  group_filter private.commission_filter;
  ids uuid[] := '{}';
begin
  if skip > small_offset then
    execute format('select jsonb_object_agg(g, n) from (select m.%I as g, count(*) as n from %s m',
        case sort when 'agent' then 'agent_id' when 'vendor' then 'vendor_id' else 'status' end,
        private.commission_source(f.due_before is not null, f.by_share))
      || case when f.word is not null
        then ' join public.sales s on s.id = m.sales_id and s.organization_id = m.organization_id' else '' end
      || ' where ' || private.commission_conditions(f, f.word is not null) || ' group by 1) t'
    into group_sizes
    using null, null, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
      f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked, f.ready_ids, f.ready_shares;
  end if;
  foreach group_key in array private.group_keys(
    sort, '{agent_paid,cancelled,funds_received,unpaid}', f.organization_id, f.agent_id, f.vendor_id, f.status, descending)
  loop
    group_size := coalesce((group_sizes ->> group_key)::bigint, 0);
    if group_sizes is not null and skip >= group_size then
      skip := skip - group_size;
      continue;
    end if;
    group_filter := f;
    case sort
      when 'status' then group_filter.status := group_key;
      when 'vendor' then group_filter.vendor_id := group_key::uuid;
      else group_filter.agent_id := group_key::uuid;
    end case;
    ids := ids || private.find_commissions(
      group_filter, case sort when 'vendor' then 'sale_date' else 'created_at' end, descending,
      case when group_sizes is null then skip else 0 end + take - cardinality(ids),
      case when group_sizes is null then 0 else skip end, false);
    if group_sizes is not null then
      skip := 0;
    end if;
    exit when cardinality(ids) >= skip + take;
  end loop;
  return case when group_sizes is null then ids[skip + 1:] else ids end;
end $function$;

CREATE OR REPLACE FUNCTION private.open_shares(organization_id uuid, wanted_agent uuid, only_received boolean)
 RETURNS TABLE(share_id uuid, kind text, agent_id uuid, amount numeric, commission_id uuid, other_commission_id uuid, obstacle text, batch_id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return query
    select h.id, case when h.place is null then 'override' else 'share' end, h.user_id, h.agent_amount, h.commission_id, h.other_commission_id,
      private.share_obstacle(h, m, x, s, o, k.id is not null, uk.id is not null,
        h.place is null and case when h.under_share_id is not null then u.status = 'paid' else m.seller_paid or m.status = 'agent_paid' end,
        (select private.today())), l.batch_id
    from public.organizations o
    join public.commission_shares h on h.organization_id = o.id and h.status = 'open'
    left join public.commissions m on m.organization_id = h.organization_id and m.id = h.commission_id
    left join public.other_commissions x on x.organization_id = h.organization_id and x.id = h.other_commission_id
    left join public.sales s on s.id = h.sales_id
    -- Looked up by its key: joined, all shares there ever were are read for the few that are open.
    left join lateral (
      select n.status from public.commission_shares n where n.organization_id = h.organization_id and n.id = h.under_share_id offset 0) u on true
    left join public.payout_holds k on k.organization_id = h.organization_id and k.share_id = h.id
    left join public.payout_holds uk on h.place is null and uk.organization_id = h.organization_id
      and (uk.share_id = h.under_share_id or h.under_share_id is null and uk.commission_id = h.commission_id)
    left join lateral (
      select l.batch_id from public.payout_lines l
      where l.organization_id = h.organization_id and l.share_id = h.id and l.kind in ('share', 'override') offset 0) l on true
    where o.id = open_shares.organization_id
      and (wanted_agent is null or h.user_id = wanted_agent)
      -- Of an override that its cap leaves nothing there is nothing to pay.
      and (h.place is not null or h.agent_amount <> 0)
      and coalesce(m.status, x.status) <> 'cancelled' and (not only_received or coalesce(m.status, x.status) <> 'unpaid');
end $function$;

CREATE OR REPLACE FUNCTION private.payable_with_shares(organization_id uuid, agent_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with open as materialized (
    select o.amount, o.obstacle, m.id as commission_id, coalesce(m.id, x.id) as of_which, coalesce(m.sales_id, h.sales_id) as sales_id,
      coalesce(m.vendor_id, x.vendor_id) as vendor_id, coalesce(m.status, x.status) as status, coalesce(m.received_on, x.received_on) as received_on,
      coalesce(m.due_on, x.due_on) as due_on, coalesce(m.sale_date, h.counted_on) as sale_date,
      case when o.obstacle is null then 1 when coalesce(m.status, x.status) <> 'unpaid' then 2 else 3 end as place
    from private.open_for_payout(payable_with_shares.organization_id, payable_with_shares.agent_id, false) o
    left join public.commission_shares h on h.organization_id = payable_with_shares.organization_id and h.id = o.share_id
    left join public.commissions m on m.organization_id = payable_with_shares.organization_id
      and m.id = coalesce(o.commission_id, h.commission_id)
    left join public.other_commissions x on x.organization_id = h.organization_id and x.id = h.other_commission_id)
  select jsonb_build_object(
    'now', (select jsonb_build_object('count', count(distinct o.of_which), 'amount', coalesce(sum(o.amount), 0)) from open o where o.place = 1),
    'expected', (select jsonb_build_object('count', count(distinct o.of_which), 'amount', coalesce(sum(o.amount), 0))
      from open o where o.place > 1),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('commission_id', p.commission_id, 'sales_id', s.id,
        'booking_reference', s.booking_reference, 'customer_first_name', c.first_name,
        'customer_last_name', c.last_name, 'vendor_name', v.name, 'agent_amount', p.amount, 'status', p.status,
        'sale_status', s.status, 'received_on', p.received_on, 'due_on', p.due_on, 'reason', case
          when p.place = 1 then 'ready'
          when p.obstacle = 'customer' then 'awaiting_customer'
          when p.obstacle <> 'vendor' then p.obstacle
          when w.owed > 0 then 'overdue'
          else 'awaiting_vendor' end)
        order by p.place, p.day nulls last, p.sales_id, p.obstacle nulls first), '[]')
      from (
        select o.commission_id, o.sales_id, o.vendor_id, o.status, o.received_on, o.due_on, o.place, o.obstacle, sum(o.amount) as amount,
          case when o.place = 3 then o.due_on else o.sale_date end as day
        from open o where o.commission_id is not null
        group by o.commission_id, o.sales_id, o.vendor_id, o.status, o.received_on, o.due_on, o.place, o.obstacle, o.sale_date
        order by o.place, day nulls last, o.sales_id, o.obstacle nulls first limit 5) p
      join public.sales s on s.id = p.sales_id
      left join private.commission_money w on w.organization_id = payable_with_shares.organization_id and w.commission_id = p.commission_id
      join public.customers c on c.id = s.customer_id
      join public.vendors v on v.id = p.vendor_id))
$function$;

CREATE OR REPLACE FUNCTION private.ready_amount(f private.commission_filter)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select 'case when ' || private.seller_ready(f) || ' then m.agent_amount else 0 end'
    || case when f.ready_ids = '{}' then '' else ' + case when m.id = any ($16) then coalesce((
      select sum(h.agent_amount) from public.commission_shares h
      where h.organization_id = m.organization_id and h.commission_id = m.id and h.id = any ($17)), 0) else 0 end' end
$function$;

CREATE OR REPLACE FUNCTION private.ready_amounts(f private.commission_filter, sale_ids uuid[])
 RETURNS TABLE(commission_id uuid, amount numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.id, case when m.status = 'funds_received' and m.sale_paid and (f.agent_id is null or m.agent_id = f.agent_id)
      and m.id not in (select unnest(f.blocked)) then m.agent_amount else 0 end
    + case when m.id in (select unnest(f.ready_ids)) then coalesce((
        select sum(h.agent_amount) from public.commission_shares h
        where h.organization_id = m.organization_id and h.commission_id = m.id and h.id in (select unnest(f.ready_shares))), 0) else 0 end
  from public.commissions m
  where f.ready and m.organization_id = f.organization_id and m.sales_id = any (ready_amounts.sale_ids)
$function$;

CREATE OR REPLACE FUNCTION private.ready_beside(f private.commission_filter)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('count', count(distinct coalesce(h.commission_id, h.other_commission_id)), 'amount', coalesce(sum(h.agent_amount), 0))
  from unnest(f.ready_shares) r(id)
  join public.commission_shares h on h.organization_id = f.organization_id and h.id = r.id
  where h.commission_id is null or f.agent_id is not null and not exists (
    select from private.commissions_by_share w
    where w.organization_id = f.organization_id and w.id = h.commission_id and w.agent_id = f.agent_id)
$function$;

CREATE OR REPLACE FUNCTION private.ready_commissions(f private.commission_filter, sums jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET random_page_cost TO '1.1'
AS $function$
declare
  amount constant text := private.commission_amount(f.due_before is not null);
  shared constant boolean := f.by_share or f.all_shares or f.ready_ids <> '{}';
  source constant text := case when f.word is null then private.commission_source(f.due_before is not null, f.by_share) || ' m'
    else private.sales_source(f.by_share) || private.commission_join(f.due_before is not null, f.by_share) end;
  conditions text;
  found text;
  answer jsonb;
begin
  f.status := null;
  if f.ready then
    return private.sum_all_statuses(coalesce(sums, private.sum_commissions(f)));
  end if;
  conditions := private.commission_conditions(f, f.word is not null);
  found := format('select count(*) as n, sum(%s) as a, sum(m.agent_amount) as g from %s where %s and ', amount, source, conditions);
  if shared then
    -- Sellers, by their index, and who else has a share, of few: asked for together, the rows of all that was received are read.
    found := found || private.seller_ready(f) || case when f.ready_ids = '{}' then '' else format(' union all
      select count(*) filter (where not (%1$s)), sum(%2$s) filter (where not (%1$s)), sum(r.amount)
      from %3$s join (select h.commission_id, sum(h.agent_amount) as amount from public.commission_shares h
        where h.organization_id = $3 and h.id = any ($17) group by 1) r on r.commission_id = m.id
      where %4$s and m.id = any ($16)', private.seller_ready(f), amount, source, conditions) end;
  else
    -- Where nobody shares they are, of those received, all but few.
    found := found || 'm.status = ''funds_received'' and '
      || case when f.blocked = '{}' then 'not m.sale_paid' else '(not m.sale_paid or m.id = any ($15))' end;
  end if;
  execute 'select jsonb_build_object(''found'', jsonb_build_object(''count'', sum(n), ''amount'', sum(a), ''agent_amount'', sum(g))) from ('
    || found || ') t'
  into answer
  using null, null, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
    f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked, f.ready_ids, f.ready_shares;
  return case when shared then private.sum_all_statuses(answer) else private.sum_all_statuses(private.subtract_sums(
    jsonb_build_object('found', private.sum_all_statuses(jsonb_build_object('received', coalesce(sums, private.sum_commissions(f)) -> 'funds_received'))),
    answer)) end;
end $function$;

CREATE OR REPLACE FUNCTION private.ready_shares(organization_id uuid, agent_id uuid)
 RETURNS TABLE(share_id uuid, commission_id uuid, other_commission_id uuid, amount numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select o.share_id, o.commission_id, o.other_commission_id, o.amount
  from private.open_shares(ready_shares.organization_id, ready_shares.agent_id, true) o
  where o.obstacle is null and (o.batch_id is not null or o.agent_id not in (
    select private.below_minimum(ready_shares.organization_id, ready_shares.agent_id)))
$function$;

CREATE OR REPLACE FUNCTION private.ready_to_pay(f private.commission_filter)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('count', (l.sums ->> 'count')::bigint + (l.beside ->> 'count')::bigint,
    'amount', (l.sums ->> 'agent_amount')::numeric + (l.beside ->> 'amount')::numeric)
  from (select private.ready_commissions(f) as sums, private.ready_beside(f) as beside) l
$function$;

CREATE OR REPLACE FUNCTION private.search_commissions(f private.commission_filter, sort text, descending boolean, take bigint, skip bigint, OUT sums jsonb, OUT ready jsonb, OUT ids uuid[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  any_status private.commission_filter := f;
  source text;
  keys text[];
begin
  any_status.status := null;
  select o.source, o.keys into source, keys from private.commission_sort(sort, true, true, f.due_before is not null, true, f.by_share) o;
  execute format(
    'with m as materialized (
      select s.id as id, m.status, %s as amount, %s as agent_amount, %s as is_ready, %s as waits, %s from %s where %s)
    select (select jsonb_object_agg(t.status, jsonb_build_object(''count'', t.n, ''amount'', t.a, ''agent_amount'', t.g))
        from (select m.status, count(*) as n, sum(m.amount) as a, sum(m.agent_amount) as g from m group by 1) t),
      (select jsonb_build_object(''count'', count(*), ''amount'', coalesce(sum(m.amount), 0),
        ''agent_amount'', coalesce(sum(m.waits), 0)) from m where m.is_ready),
      array(select m.id from m where $7 is null or m.status = $7 order by m.id = any ($14) desc, %s
        limit $1 offset $2)', private.commission_amount(f.due_before is not null), private.commission_agent_amount(f),
    private.somebody_ready(f), private.ready_amount(f),
    (select string_agg(k || ' as k' || n, ', ' order by n) from unnest(keys) with ordinality u(k, n)), source,
    private.commission_conditions(any_status, true),
    private.sort_clause(array(select 'k' || n from generate_series(1, cardinality(keys)) n), descending, 'id'))
  into sums, ready, ids
  using take, skip, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
    f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked, f.ready_ids, f.ready_shares;
end $function$;

CREATE OR REPLACE FUNCTION private.seller_ready(f private.commission_filter)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- The status is written out for the partial index of received commissions.
  select 'm.status = ''funds_received'' and m.sale_paid' || case when f.by_share then ' and m.place = 1' else '' end
    || case when f.by_share and f.due_before is null then ' and m.whole_status = ''funds_received''' else '' end
    || case when f.blocked <> '{}' then ' and m.id <> all ($15)' else '' end
$function$;

CREATE OR REPLACE FUNCTION private.somebody_ready(f private.commission_filter)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when f.ready_ids = '{}' then private.seller_ready(f)
    else '(' || private.seller_ready(f) || ' or m.id = any ($16))' end
$function$;

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

CREATE OR REPLACE FUNCTION private.sum_all_statuses(sums jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('count', coalesce(sum((v ->> 'count')::bigint), 0), 'amount', coalesce(sum((v ->> 'amount')::numeric), 0),
    'agent_amount', coalesce(sum((v ->> 'agent_amount')::numeric), 0))
  from jsonb_each(sums) e(k, v)
$function$;

CREATE OR REPLACE FUNCTION private.sum_commissions(f private.commission_filter)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET random_page_cost TO '1.1'
AS $function$
declare
  source text;
  with_sales text;
  sums jsonb;
  commissions text := private.commission_source(f.due_before is not null, f.by_share);
  rest private.commission_filter;
begin
  f.status := null;
  rest := f;
  if f.exclude_customers and (f.all_words or cardinality(f.other_words) = 0) and not coalesce(f.complement, false) then
    rest.complement := true;
    f.word := null;
    f.other_words := '{}';
    f.exclude_customers := false;
    return private.subtract_sums(private.sum_commissions(f), private.sum_commissions(rest));
  end if;
  if f.word is null and f.due_before is null and f.vendor_id is null and not f.ready then
    source := 'd.status, sum(d.record_count) as n, sum(d.commission_amount) as a, sum(d.agent_amount) as g
      from private.totals(''commission'', $3, $4, $5, $6) d group by d.status';
  else
    source := 'm.status, count(*) as n, sum(' || private.commission_amount(f.due_before is not null)
      || ') as a, sum(' || private.commission_agent_amount(f) || ') as g from ';
    with_sales := source || private.sales_source(f.by_share) || private.commission_join(f.due_before is not null, f.by_share) || ' where ';
    if f.word is null then
      source := source || commissions || ' m where ' || private.commission_conditions(f, false) || ' group by m.status';
    elsif f.vendor_ids <> '{}' and not f.exclude_customers and cardinality(f.other_words) = 0 then
      -- Whose vendor has the word is added up without the sales.
      f.word := null;
      rest.vendor_ids := '{}';
      source := format('t.status, sum(t.n)::bigint as n, sum(t.a) as a, sum(t.g) as g from (
        select %s%s m where %s and m.vendor_id = any ($10) group by m.status
        union all select %s%s and s.vendor_id <> all ($10) group by m.status) t group by t.status',
        source, commissions, private.commission_conditions(f, false), with_sales, private.commission_conditions(rest, true));
      f.word := rest.word;
    else
      source := with_sales || private.commission_conditions(f, true) || ' group by m.status';
    end if;
  end if;
  execute 'select jsonb_object_agg(status, jsonb_build_object(''count'', n, ''amount'', a, ''agent_amount'', g))
    from (select ' || source || ') t'
  into sums
  using null, null, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
    f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked, f.ready_ids, f.ready_shares;
  return sums;
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

CREATE OR REPLACE FUNCTION private.to_do(f private.commission_filter)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  agency constant uuid := private.admin_organization_id();
  of_all_days private.commission_filter := f;
  departing jsonb := private.sum_sales(private.sale_filter_of(null, null, null, null, null, null, true)) -> 'booked';
begin
  select r.first_day, r.last_day into of_all_days.first_day, of_all_days.last_day from private.date_range(null, null) r;
  return jsonb_build_object(
    'payable', private.ready_to_pay(of_all_days),
    'overdue', private.owed_figures(agency),
    'vendors_without_terms', (
      select count(*) from public.vendor_terms v
      where v.organization_id = agency and v.expected_payment_days is null and exists (
        select 1 from public.commissions c
        where c.organization_id = v.organization_id and c.vendor_id = v.vendor_id and c.status = 'unpaid' and c.due_on is null)),
    'departures', jsonb_build_object('count', coalesce(departing -> 'count', '0'), 'amount', coalesce(departing -> 'amount', '0')));
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

CREATE OR REPLACE FUNCTION public.export_commissions(status text DEFAULT NULL::text, agent_id uuid DEFAULT NULL::uuid, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, search text DEFAULT NULL::text, sort text DEFAULT 'created_at'::text, descending boolean DEFAULT true, vendor_id uuid DEFAULT NULL::uuid, overdue boolean DEFAULT false, ready boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  f private.commission_filter := private.commission_filter_of(export_commissions.status, export_commissions.agent_id,
    export_commissions.vendor_id, export_commissions.overdue, export_commissions.ready, export_commissions.start_date,
    export_commissions.end_date, export_commissions.search);
  ids uuid[] := '{}';
  answer jsonb;
begin
  if f.organization_id is not null then
    ids := private.find_commissions(f, export_commissions.sort, coalesce(export_commissions.descending, true),
      private.export_limit() + 1, 0, f.word is not null or f.due_before is not null or f.ready);
  end if;
  select coalesce(jsonb_agg(jsonb_build_array(s.booking_reference, coalesce(p.status, m.status), s.sale_date, s.status,
      c.first_name || ' ' || c.last_name, v.name, a.first_name || ' ' || a.last_name, coalesce(q.total_amount, s.total_amount),
      coalesce(p.amount, m.amount),
      -- What several have is of no one split.
      case when b.others = 0 then coalesce(p.commission_split, m.commission_split) end,
      coalesce(y.amount, p.agent_amount, m.agent_amount + b.amount),
      s.currency, m.due_on, case when o.own then m.received_amount end, m.received_on, case when o.own then m.notes end,
      case when o.own then w.open else 0 end, case when o.own then w.owed else 0 end)
      order by u.n), '[]')
  into answer
  from unnest(ids) with ordinality u(id, n)
  join public.sales s on s.id = u.id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
  join private.commission_money w on w.commission_id = m.id
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
  join public.users a on a.id = m.agent_id
  left join private.ready_amounts(f, ids) y on y.commission_id = m.id
  cross join lateral (select coalesce(sum(h.agent_amount), 0) as amount,
      count(*) filter (where h.user_id <> m.agent_id and h.status <> 'cancelled' and h.agent_amount <> 0) as others
    from public.commission_shares h
    where f.all_shares and h.organization_id = m.organization_id and h.commission_id = m.id) b
  left join lateral (select x.* from private.commissions_by_share x where f.by_share and x.id = m.id
    and x.organization_id = m.organization_id and x.agent_id = f.agent_id offset 0) p on true
  left join lateral (select x.* from private.sales_by_share x where f.by_share and x.id = s.id
    and x.organization_id = s.organization_id and x.agent_id = f.agent_id offset 0) q on true
  -- What the vendor paid of it all is the seller's to know.
  cross join lateral (select p.agent_id is not distinct from m.agent_id or p.agent_id is null as own) o;
  return private.export_answer('{booking_reference,status,sale_date,sale_status,customer,vendor,agent,total_amount,
    commission_amount,commission_split,agent_amount,currency,due_on,received_amount,received_on,notes,open_amount,overdue_amount}', answer);
end $function$;

CREATE OR REPLACE FUNCTION public.get_commission_stats(start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, status text DEFAULT NULL::text, agent_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known constant text[] := '{unpaid,funds_received,agent_paid,cancelled}';
begin
  return private.commission_stats(
    private.commission_filter_of(null, get_commission_stats.agent_id, null, false, false,
      get_commission_stats.start_date, get_commission_stats.end_date, null),
    case when get_commission_stats.status = any (known) then array[get_commission_stats.status] else known end);
end $function$;

CREATE OR REPLACE FUNCTION public.get_dashboard(start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, parts text[] DEFAULT NULL::text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '2s'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  scope record := private.caller_scope();
  today date := private.today();
  earliest constant date := '1900-01-01';
  range record;
  part text;
  answer jsonb;
  f private.commission_filter;
begin
  if scope.organization_id is null then
    raise insufficient_privilege using message = 'This session is not valid any more';
  end if;
  range := private.date_range(
    coalesce(get_dashboard.start_date, greatest(coalesce(get_dashboard.end_date, today), earliest) - 364),
    coalesce(get_dashboard.end_date, today));
  answer := jsonb_build_object('range', jsonb_build_object('start', range.first_day, 'end', range.last_day,
    'bucket', private.choose_bucket(range.first_day, range.last_day, null), 'today', today));
  foreach part in array '{sales,commissions,sales_trend,commission_trend,top_vendors,recent_customers,payments_due}'::text[]
    || case when scope.agent_id is null then '{to_do,top_agents}'::text[] else '{payable,departures,next_tier}' end
  loop
    continue when not coalesce(part = any (get_dashboard.parts), get_dashboard.parts is null);
    begin
      -- Once: it looks for what can be paid, which two parts say.
      if part in ('commissions', 'to_do') and f.organization_id is null then
        f := private.commission_filter_of(null, null, null, false, false, range.first_day, range.last_day, null);
      end if;
      answer := answer || jsonb_build_object(part,
        private.dashboard_part(part, scope.organization_id, scope.agent_id, range.first_day, range.last_day, today, f));
    exception when others then
      -- For whoever runs the server; the page says that something is missing.
      raise log 'Dashboard without %: % (%)', part, sqlerrm, sqlstate;
      answer := answer || jsonb_build_object(part, jsonb_build_object('error', true));
    end;
  end loop;
  return answer - array(select p.name from unnest('{payments_due,next_tier}'::text[]) p(name) where answer -> p.name = 'null');
end $function$;

CREATE OR REPLACE FUNCTION public.get_member_profile(member_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  member public.users%rowtype;
begin
  select u.* into member from public.users u
  where u.id = get_member_profile.member_id and u.organization_id = caller_organization_id and u.role <> 'integration'
    and (private.is_admin() or u.id = auth.uid());
  if member.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'member', to_jsonb(member) || jsonb_build_object('last_active_at', private.last_seen(member.id), 'email', (
      select e.email from public.user_emails e where e.user_id = member.id)),
    'terms', (select jsonb_build_object('commission_split', f.split, 'by_tier', f.by_tier,
        'next_tier', case when f.by_tier then private.next_tier(caller_organization_id, member.id, private.today()) end, 'history', (
        select coalesce(jsonb_agg(jsonb_build_object('commission_split', h.commission_split,
          'previous_split', h.previous_split, 'changed_at', h.changed_at, 'changed_by', (
            select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
            from public.users u where u.id = h.changed_by)) order by h.changed_at desc, h.id), '[]')
        from public.user_terms_history h where h.organization_id = caller_organization_id and h.user_id = member.id))
      from private.split_now(caller_organization_id, member.id, private.today()) f),
    'figures', (select jsonb_build_object('sales_count', coalesce(sum(t.record_count), 0),
        'total_amount', coalesce(sum(t.total_amount), 0), 'commission_amount', (
          select coalesce(sum(c.commission_amount), 0)
          from private.totals('commission', caller_organization_id, member.id, '1900-01-01', '2199-12-31') c
          where c.status <> 'cancelled'),
        'booked_sales_count', coalesce(sum(t.record_count) filter (where t.status = 'booked'), 0))
      from private.totals('sale', caller_organization_id, member.id, '1900-01-01', '2199-12-31') t where t.status <> 'cancelled')
      || jsonb_build_object('ready', (
        select jsonb_build_object('count', count(distinct coalesce(o.commission_id, h.commission_id, h.other_commission_id)),
          'agent_amount', coalesce(sum(o.amount), 0))
        from private.open_for_payout(caller_organization_id, member.id, true) o
        left join public.commission_shares h on h.organization_id = caller_organization_id and h.id = o.share_id
        where o.obstacle is null),
      'commissions', (
        select jsonb_object_agg(g.name, (
          select jsonb_build_object('count', coalesce(sum(t.record_count), 0), 'amount', coalesce(sum(t.commission_amount), 0),
            'agent_amount', coalesce(sum(t.agent_amount), 0))
          from private.totals('commission', caller_organization_id, member.id, '1900-01-01', '2199-12-31') t
          where t.status = g.name))
        from unnest('{unpaid,funds_received,agent_paid,cancelled}'::text[]) g(name))),
    'payouts', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'commission_id', coalesce(p.commission_id, h.commission_id, h.other_commission_id),
        'role', h.role, 'booking_reference', s.booking_reference, 'amount', p.amount, 'payment_date', p.payment_date,
        'payment_method', p.payment_method) order by p.payment_date desc, p.id), '[]')
      from (
        select * from public.agent_payments a
        where a.organization_id = caller_organization_id and a.agent_id = member.id
        order by a.payment_date desc, a.id limit 10) p
      left join public.commissions c on c.id = p.commission_id
      left join public.commission_shares h on h.organization_id = p.organization_id and h.id = p.share_id
      left join public.sales s on s.id = coalesce(c.sales_id, h.sales_id)),
    'paid', jsonb_build_object(
      'year', extract(year from private.today())::int,
      'this_year', private.paid_to_agent(caller_organization_id, member.id, extract(year from private.today())::int),
      'last_year', private.paid_to_agent(caller_organization_id, member.id, extract(year from private.today())::int - 1),
      'payments', private.latest_payments(caller_organization_id, member.id, 10)));
end $function$;

CREATE OR REPLACE FUNCTION public.list_commissions(status text DEFAULT NULL::text, agent_id uuid DEFAULT NULL::uuid, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, search text DEFAULT NULL::text, sort text DEFAULT NULL::text, descending boolean DEFAULT NULL::boolean, page integer DEFAULT 1, page_size integer DEFAULT 10, vendor_id uuid DEFAULT NULL::uuid, overdue boolean DEFAULT false, ready boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  f private.commission_filter := private.commission_filter_of(list_commissions.status, list_commissions.agent_id,
    list_commissions.vendor_id, list_commissions.overdue, list_commissions.ready, list_commissions.start_date,
    list_commissions.end_date, list_commissions.search);
  page_no int := greatest(coalesce(list_commissions.page, 1), 1);
  per_page int := least(greatest(coalesce(list_commissions.page_size, 10), 1), 100);
  sort_by constant text := coalesce(list_commissions.sort, case when f.due_before is null then 'created_at' else 'due_on' end);
  is_descending boolean := coalesce(list_commissions.descending, sort_by <> 'due_on' or list_commissions.sort is not null);
  -- Up to so many customers and vendors, all their commissions are collected.
  max_collected_customers constant int := 5000;
  max_collected_vendors constant int := 8;
  -- In the order of creation, the sales of a range of days lie far from the beginning of the index and scattered over it.
  days_by_creation boolean := (f.first_day > '1900-01-01' or f.last_day < '2199-12-31') and sort_by not in ('sale_date', 'amount', 'total_amount',
    'booking_reference', 'status', 'customer', 'vendor', 'agent');
  sums jsonb;
  ready_sums jsonb;
  total bigint;
  take bigint;
  skip bigint;
  backwards boolean := false;
  collect_first boolean;
  ids uuid[];
begin
  -- An exact find is always collected: it comes first whatever the list is sorted by.
  if f.organization_id is not null and f.word is not null and (f.exact_ids <> '{}' or not f.exclude_customers
    and cardinality(f.customer_ids) <= max_collected_customers and cardinality(f.vendor_ids) <= max_collected_vendors) then
    select s.sums, s.ready, s.ids into sums, ready_sums, ids
    from private.search_commissions(f, sort_by, is_descending, per_page, (page_no - 1)::bigint * per_page) s;
    total := private.count_of(sums, f.status);
  else
    if f.organization_id is not null then
      sums := private.sum_commissions(f);
    end if;
    total := private.count_of(sums, f.status);
    select w.take, w.skip, w.backwards into take, skip, backwards from private.page_window(total, page_no, per_page) w;
    if take > 0 then
      -- Limits of: any list; a search; overdue and ready commissions, which have indexes of their own; days in the order of creation.
      collect_first := total <= 1000 or f.word is not null and total <= 25000
        or (f.due_before is not null or f.ready) and total <= 200000
        or days_by_creation and total <= 50000;
      ids := case when not collect_first and sort_by in ('status', 'vendor', 'agent')
        then private.find_grouped_commissions(f, sort_by, is_descending <> backwards, take, skip)
        when not collect_first and sort_by = 'customer' and f.word is null and f.vendor_id is null and f.status is null
          and f.due_before is null and not f.ready and f.first_day = '1900-01-01' and f.last_day = '2199-12-31'
          and private.passes_over_customers(f.organization_id, f.agent_id, skip)
        then private.find_commissions_by_customer(f, is_descending <> backwards, take, skip)
        else private.find_commissions(f, sort_by, is_descending <> backwards, take, skip, collect_first) end;
    end if;
  end if;
  return jsonb_build_object('rows', private.commission_rows(ids, backwards, f), 'count', total, 'page', page_no,
    'page_size', per_page, 'total_pages', (total + per_page - 1) / per_page,
    'stats', private.commission_status_summary(sums, coalesce(ready_sums, private.ready_commissions(f, sums))),
    'to_review', private.count_to_review()) || case when f.ready and f.ready_shares <> '{}' then jsonb_build_object('ready_beside', private.ready_beside(f)) else '{}' end;
end $function$;

CREATE OR REPLACE FUNCTION public.list_payouts(page integer DEFAULT 1, page_size integer DEFAULT 10)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  per_page int := least(greatest(coalesce(list_payouts.page_size, 10), 1), 100);
  page_no int := greatest(coalesce(list_payouts.page, 1), 1);
  year date := date_trunc('year', private.today())::date;
  total bigint;
begin
  select count(*) into total from public.payout_batches b where b.organization_id = caller_organization_id;
  return jsonb_build_object('count', total, 'page', page_no, 'page_size', per_page, 'total_pages', (total + per_page - 1) / per_page,
    'to_review', private.count_to_review(),
    'rows', (
      select coalesce(jsonb_agg(private.payout_row(b) order by b.created_at desc, b.id), '[]')
      from (select p.* from public.payout_batches p where p.organization_id = caller_organization_id
        order by p.created_at desc, p.id limit per_page offset (page_no - 1)::bigint * per_page) b),
    'strip', (
      select jsonb_build_object(
        'ready', jsonb_build_object('amount', coalesce(sum(o.amount) filter (where o.obstacle is null), 0),
          'count', count(distinct o.of_which) filter (where o.obstacle is null), 'agents', count(distinct o.agent_id) filter (where o.obstacle is null)),
        'held', jsonb_build_object('amount', coalesce(sum(o.amount) filter (where o.obstacle = 'held'), 0),
          'count', count(distinct o.of_which) filter (where o.obstacle = 'held'), 'agents', count(distinct o.agent_id) filter (where o.obstacle = 'held')),
        'travel', jsonb_build_object('amount', coalesce(sum(o.amount) filter (where o.obstacle = 'travel'), 0),
          'count', count(distinct o.of_which) filter (where o.obstacle = 'travel')))
      from (
        select p.amount, p.obstacle, p.agent_id, coalesce(p.commission_id, h.commission_id, h.other_commission_id) as of_which
        from private.open_for_payout(caller_organization_id, null, true) p
        left join public.commission_shares h on h.organization_id = caller_organization_id and h.id = p.share_id) o)
    || (
      select jsonb_build_object(
        'this_year', private.paid_to_agents(caller_organization_id, year, (year + interval '1 year')::date - 1),
        'last_year', private.paid_to_agents(caller_organization_id, (year - interval '1 year')::date, year - 1),
        'payouts', count(distinct y.batch_id))
      from private.agent_year y
      where y.organization_id = caller_organization_id and y.statement_id is not null and y.voided_on is null
        and y.day >= year and y.day < year + interval '1 year'));
end $function$;

CREATE VIEW "private"."commission_money_by_share" AS  SELECT m.organization_id,
    m.commission_id,
    w.agent_id AS payee_id,
    m.sales_id,
    m.vendor_id,
    m.status,
    m.sale_date,
    m.due_on,
    m.created_at,
    m.sale_paid,
    w.amount,
    w.agent_amount,
    w.open_amount,
    COALESCE(w.received_amount, (0)::numeric) AS received,
    m.received_on,
    w.written_off,
    m.known,
        CASE
            WHEN (m.open > (0)::numeric) THEN w.open_amount
            ELSE (0)::numeric
        END AS open,
        CASE
            WHEN (m.owed > (0)::numeric) THEN w.open_amount
            ELSE (0)::numeric
        END AS owed,
        CASE
            WHEN ((m.owed > (0)::numeric) AND (m.received > (0)::numeric)) THEN w.open_amount
            ELSE (0)::numeric
        END AS paid_short,
        CASE
            WHEN ((m.owed > (0)::numeric) AND (w.status = 'agent_paid'::text)) THEN w.open_amount
            ELSE (0)::numeric
        END AS owed_agent_paid,
        CASE
            WHEN ((m.owed > (0)::numeric) AND (w.status = 'agent_paid'::text)) THEN w.agent_amount
            ELSE (0)::numeric
        END AS advanced,
    w.place
   FROM (private.commission_money m
     JOIN private.commissions_by_share w ON (((w.organization_id = m.organization_id) AND (w.id = m.commission_id))));

CREATE INDEX commissions_received_idx ON public.commissions USING btree (organization_id, agent_id, sale_paid, sale_date, sales_id) INCLUDE (amount, agent_amount, id) WHERE (status = 'funds_received'::text);

CREATE INDEX commissions_seller_paid_idx ON public.commissions USING btree (organization_id, agent_id) WHERE ((status = 'funds_received'::text) AND seller_paid);

COMMENT ON FUNCTION "private"."blocked_commissions"(uuid, uuid) IS 'Commissions that count as received, and whose seller cannot be paid now for another
  reason than the customer, or was paid already: what lists and the dashboard leave out of what is ready. Without any rule only the
  latter are looked for.';

COMMENT ON FUNCTION "private"."commission_agent_amount"(private.commission_filter) IS 'What people get of a commission `m`, as an expression: one''s own, or to the agency
  what all of them get, as in the totals; of what is ready what of that can be paid now.';

COMMENT ON FUNCTION "private"."commission_rows"(uuid[], boolean, private.commission_filter) IS 'What the list shows of the commissions of the sales `sale_ids`, in their order or
  backwards: to one person their part (see private.sale_rows), to the agency what all people get of each, as the figures say, and whether
  that is several (divided: the split is the seller''s alone). Of what is ready, what of it can be paid now.';

COMMENT ON FUNCTION "private"."commission_stats"(private.commission_filter, text[]) IS 'private.commission_status_summary of these statuses, by the days of the filter and whose they
  are.';

COMMENT ON FUNCTION "private"."commission_status_summary"(jsonb, jsonb) IS 'The figures of commissions as lists and the dashboard answer them, {count,
  amount (gross), agent_amount (the agents'' share)} each: every status, with zeros where there is none; total; active_total,
  without cancelled; and `ready` (private.ready_commissions).';

COMMENT ON FUNCTION "private"."dashboard_part"(text, uuid, uuid, date, date, date, private.commission_filter) IS 'One part of the page. The services it asks decide themselves what the caller may
  see.';

COMMENT ON FUNCTION "private"."open_shares"(uuid, uuid, boolean) IS 'Open shares beside the sellers'' and overrides of an organization, or of one person, with what
  stands in their way (private.share_obstacle) and the open payout they are in, as private.open_commissions of the sellers''.';

COMMENT ON FUNCTION "private"."ready_amount"(private.commission_filter) IS 'What can be paid now for a commission `m`, as an expression: all that waits to be paid, and
  nothing that was paid already (private.somebody_ready).';

COMMENT ON FUNCTION "private"."ready_amounts"(private.commission_filter, uuid[]) IS 'private.ready_amount of the commissions of these sales, where the filter asks for what is
  ready.';

COMMENT ON FUNCTION "private"."ready_beside"(private.commission_filter) IS '{count, amount} of what can be paid now and the list of commissions does not hold, whatever else
  the filter asks for: commissions of other kinds, and to one person overrides over sales they have no part of.';

COMMENT ON FUNCTION "private"."ready_commissions"(private.commission_filter, jsonb) IS '{count, amount, agent_amount} of those that the filter finds, whatever their status, of which
  somebody can be paid now, and of what can be (private.somebody_ready, private.ready_amount): what the list holds when it is asked for what
  is ready. sums: those of private.sum_commissions, where they are known.';

COMMENT ON FUNCTION "private"."ready_shares"(uuid, uuid) IS 'Of private.open_for_payout the shares beside the sellers'' and overrides that can be paid
  now, with their commissions.';

COMMENT ON FUNCTION "private"."ready_to_pay"(private.commission_filter) IS '{count, amount}: all that can be paid now, with commissions of other kinds, as payouts say it.';

COMMENT ON FUNCTION "private"."search_commissions"(private.commission_filter, text, boolean, bigint, bigint) IS 'Sums by status, what is ready (private.ready_commissions) and the ids of one
  page, from one pass over what a search finds; what it finds exactly comes first.';

COMMENT ON FUNCTION "private"."seller_ready"(private.commission_filter) IS 'That the seller of a commission `m` can be paid now, as a condition.';

COMMENT ON FUNCTION "private"."somebody_ready"(private.commission_filter) IS 'That somebody can be paid now for a commission `m`, as a condition: to the agency its seller,
  or who else has a share of it or an override; to one person they themselves.';

COMMENT ON FUNCTION "private"."split_by_tier"(public.agreement_versions, date, timestamp with time zone, uuid, numeric, numeric) IS 'The split by tier of an amount that is sold on a day. Where a tier lifts the whole year it is
  that of the year''s volume with it, undivided. volume: private.volume_until, where it is known already.';

COMMENT ON FUNCTION "private"."sum_all_statuses"(jsonb) IS '{count, amount, agent_amount} of all statuses.';

COMMENT ON FUNCTION "private"."take_shares_away"(uuid[]) IS 'Takes shares away, with the overrides upon them. What those had of a cap others have then.';

COMMENT ON FUNCTION "private"."tier_year"(date, text) IS 'The first day of the year that a day is in. year_start: MM-DD.';

COMMENT ON FUNCTION "private"."to_do"(private.commission_filter) IS 'What waits for an admin, of all days, by the filter of an admin''s commissions: {payable, overdue, departures}, each {count, amount} as
  the list it leads to counts it. payable: the agents'' part of what can be paid now, of other commissions too, which that list names
  beside it; overdue: what vendors owe
  (private.owed_figures); departures: totals of booked sales whose trip begins within 30 days or has begun. And
  vendors_without_terms: with how many vendors that have something unpaid no due days are agreed, so that nothing of theirs can be
  overdue.';

COMMENT ON FUNCTION "public"."list_commissions"(text, uuid, date, date, text, text, boolean, integer, integer, uuid, boolean, boolean) IS '{rows, count, page, page_size, total_pages, stats, ready_beside}. `stats`
  (private.commission_status_summary) obeys every filter but the status, `count` that one, too. Days are those of the sale. overdue:
  owed, past its due day with something open, whatever the agent was paid (private.commission_money); what is owed is then the
  amount of the sums and of the sort, and `due_on` is one more sort, the longest overdue first unless asked otherwise. open and owed
  of a row are what its vendor has not paid, and of it what is overdue. ready: of which somebody can be paid now, as payouts say; shares
  of rows and sums are then what of them can be paid now, and ready_beside is what can be paid besides (private.ready_beside), where anybody beside sellers can be paid.
  Everything else as in list_sales.';

COMMENT ON VIEW "private"."commission_money_by_share" IS 'What private.commission_money says, a row for each commission and person who has a
  share of it, with their part. The status is the commission''s: of it one thing is open, whoever was paid.';

REVOKE ALL ON FUNCTION "private"."commission_agent_amount"(private.commission_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."commission_agent_amount"(private.commission_filter) TO "postgres";

REVOKE ALL ON FUNCTION "private"."commission_rows"(uuid[], boolean, private.commission_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."commission_rows"(uuid[], boolean, private.commission_filter) TO "postgres";

REVOKE ALL ON FUNCTION "private"."commission_stats"(private.commission_filter, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."commission_stats"(private.commission_filter, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."commission_status_summary"(jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."commission_status_summary"(jsonb, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."dashboard_part"(text, uuid, uuid, date, date, date, private.commission_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."dashboard_part"(text, uuid, uuid, date, date, date, private.commission_filter) TO "postgres";

REVOKE ALL ON FUNCTION "private"."open_shares"(uuid, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_shares"(uuid, uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."ready_amount"(private.commission_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ready_amount"(private.commission_filter) TO "postgres";

REVOKE ALL ON FUNCTION "private"."ready_amounts"(private.commission_filter, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ready_amounts"(private.commission_filter, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."ready_beside"(private.commission_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ready_beside"(private.commission_filter) TO "postgres";

REVOKE ALL ON FUNCTION "private"."ready_commissions"(private.commission_filter, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ready_commissions"(private.commission_filter, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."ready_shares"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ready_shares"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."ready_to_pay"(private.commission_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ready_to_pay"(private.commission_filter) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_commissions"(private.commission_filter, text, boolean, bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_commissions"(private.commission_filter, text, boolean, bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."seller_ready"(private.commission_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."seller_ready"(private.commission_filter) TO "postgres";

REVOKE ALL ON FUNCTION "private"."somebody_ready"(private.commission_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."somebody_ready"(private.commission_filter) TO "postgres";

REVOKE ALL ON FUNCTION "private"."split_by_tier"(public.agreement_versions, date, timestamp with time zone, uuid, numeric, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."split_by_tier"(public.agreement_versions, date, timestamp with time zone, uuid, numeric, numeric) TO "postgres";

REVOKE ALL ON FUNCTION "private"."split_of"(jsonb, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."split_of"(jsonb, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sum_all_statuses"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sum_all_statuses"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."take_shares_away"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_shares_away"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tier_year"(date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tier_year"(date, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."to_do"(private.commission_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."to_do"(private.commission_filter) TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."commission_money_by_share" TO "postgres";
