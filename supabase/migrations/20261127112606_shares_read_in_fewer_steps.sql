set local check_function_bodies = off;

DROP VIEW "private"."closed_receipts_by_share";

DROP VIEW "private"."commission_money_by_share";

DROP VIEW "private"."commissions_by_share";

DROP VIEW "private"."sales_by_share";

DROP FUNCTION "private"."commission_part"(numeric, numeric[], integer);

DROP FUNCTION "private"."open_commissions"(uuid, uuid, boolean);

DROP FUNCTION "private"."parts_of"(numeric, numeric[]);

DROP FUNCTION "private"."share_part"(numeric, jsonb, integer);

DROP FUNCTION "private"."share_percents"(jsonb);

CREATE OR REPLACE FUNCTION private.commission_part(amount numeric, share_percents numeric[], place integer)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return case when place is null then null when cardinality(share_percents) = 1 then amount
    else (private.parts_of(amount, share_percents))[place] end;
end $function$;

CREATE OR REPLACE FUNCTION private.early_commissions(f private.commission_filter)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  early jsonb;
  commissions text := private.commission_source(f.due_before is not null, f.by_share);
begin
  f.status := null;
  execute 'select jsonb_build_object(''count'', count(*), ''amount'', coalesce(sum(' || private.commission_amount(f.due_before is not null)
      || '), 0), ''agent_amount'', coalesce(sum(' || private.commission_agent_amount(f.all_shares) || '), 0)) from '
    || case when f.word is null then commissions || ' m where '
      else private.sales_source(f.by_share) || private.commission_join(f.due_before is not null, f.by_share) || ' where ' end
    || private.commission_conditions(f, f.word is not null) || ' and m.status = ''funds_received'' and '
    || case when f.by_share and f.due_before is null then '(m.place > 1 or m.whole_status = ''funds_received'') and ' else '' end
    || case when f.blocked = '{}' then 'not m.sale_paid' else '(not m.sale_paid or m.id = any ($15))' end
  into early
  using null, null, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
    f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked;
  return early;
end $function$;

CREATE OR REPLACE FUNCTION private.open_commissions(organization_id uuid, wanted_agent uuid, only_received boolean)
 RETURNS TABLE(commission_id uuid, agent_id uuid, amount numeric, obstacle text, batch_id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  return query
    select c.id, c.agent_id, c.agent_amount,
      private.payout_obstacle(c, s, o, h.commission_id is not null, (select private.today())), l.batch_id
    from public.organizations o
    join public.commissions c on c.organization_id = o.id
      and (c.status = 'funds_received' or not open_commissions.only_received and c.status = 'unpaid')
    join public.sales s on s.id = c.sales_id
    left join public.payout_holds h on h.organization_id = c.organization_id and h.commission_id = c.id
    -- Looked up by its index: where few rows are expected, each of thousands would be compared with all lines.
    left join lateral (
      select l.batch_id from public.payout_lines l
      where l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'commission' offset 0) l on true
    where o.id = open_commissions.organization_id and not c.seller_paid
      and (wanted_agent is null or c.agent_id = wanted_agent);
end $function$;

CREATE OR REPLACE FUNCTION private.owed_figures(organization_id uuid, agent_id uuid DEFAULT NULL::uuid, vendor_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  tracked_since date;
  today date;
  -- Of the agency each commission is one, with what all its people were paid; of a person it is their part.
  by_share constant boolean := owed_figures.agent_id is not null
    and private.has_shares(owed_figures.organization_id, owed_figures.agent_id);
  all_people constant boolean := owed_figures.agent_id is null and private.shares_commissions(owed_figures.organization_id);
  answer jsonb;
begin
  select o.receipts_tracked_since, (now() at time zone o.time_zone)::date into tracked_since, today
  from public.organizations o where o.id = owed_figures.organization_id;
  execute 'with owed as materialized (
      select m.commission_id, m.vendor_id, m.owed, m.owed_agent_paid, m.paid_short, m.advanced
      from private.commission_money' || case when by_share then '_by_share' else '' end || ' m
      where m.organization_id = $1 and ' || private.owed_condition(tracked_since, '$4')
    || case when owed_figures.agent_id is not null then ' and m.payee_id = $2' else '' end
    || case when owed_figures.vendor_id is not null then ' and m.vendor_id = $3' else '' end || ')
    select jsonb_build_object(''count'', coalesce(sum(v.n), 0), ''amount'', coalesce(sum(v.owed), 0), ''vendors'', count(*),
      ''agents_paid'', jsonb_build_object(''count'', coalesce(sum(v.paid_n), 0), ''amount'', coalesce(sum(v.paid), 0),
        ''advanced'', coalesce(sum(v.advanced), 0)'
    || case when all_people then ' + coalesce((
          -- Behind a fence: who is owed is guessed to be few, and each of many would be looked up.
          select sum(h.agent_amount)
          from (select h.commission_id, h.agent_amount from public.commission_shares h where h.organization_id = $1 and h.status = ''paid'' offset 0) h
          join owed o on o.commission_id = h.commission_id), 0)' else '' end || '),
      ''paid_short'', jsonb_build_object(''count'', coalesce(sum(v.short_n), 0), ''amount'', coalesce(sum(v.short), 0)),
      ''tracked_since'', $5::date)
    from (
      select m.vendor_id, count(*) as n, sum(m.owed) as owed, count(*) filter (where m.owed_agent_paid > 0) as paid_n,
        sum(m.owed_agent_paid) as paid, sum(m.advanced) as advanced, count(*) filter (where m.paid_short > 0) as short_n,
        sum(m.paid_short) as short
      from owed m group by 1) v'
  into answer using owed_figures.organization_id, owed_figures.agent_id, owed_figures.vendor_id, today, tracked_since;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION private.parts_of(amount numeric, percents numeric[])
 RETURNS numeric[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  sign constant integer := sign(amount);
  missing numeric;
  exact numeric;
  wholes numeric[] := '{}';
  remainders numeric[] := '{}';
  parts numeric[] := '{}';
  place integer;
begin
  if amount is null or cardinality(percents) = 1 then
    return array_fill(amount, array[cardinality(percents)]);
  end if;
  -- Whole cents first; the cents that are left go to the largest remainders, of equal ones to the first.
  missing := abs(amount) * 100;
  for n in 1 .. cardinality(percents) loop
    exact := abs(amount) * percents[n];
    wholes[n] := floor(exact);
    remainders[n] := exact - wholes[n];
    missing := missing - wholes[n];
  end loop;
  for n in 1 .. missing loop
    place := 1;
    for other in 2 .. cardinality(percents) loop
      if remainders[other] > remainders[place] then
        place := other;
      end if;
    end loop;
    wholes[place] := wholes[place] + 1;
    remainders[place] := -1;
  end loop;
  for n in 1 .. cardinality(percents) loop
    parts[n] := (sign * wholes[n] / 100)::numeric(12,2);
  end loop;
  return parts;
end $function$;

CREATE OR REPLACE FUNCTION private.sales_by(grouped_by text, organization_id uuid, agent_id uuid, first_day date, last_day date)
 RETURNS TABLE(id uuid, sales_count numeric, total_amount numeric, commission_amount numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first_month date := date_trunc('month', sales_by.first_day::timestamp);
  last_month date := date_trunc('month', sales_by.last_day::timestamp);
  stale date[] := array(
    select distinct d.day from private.stale_days d
    where d.organization_id = sales_by.organization_id
      and d.day >= first_month and d.day < last_month + interval '1 month');
  stale_months date[] := array(select distinct date_trunc('month', d.day::timestamp)::date from unnest(stale) d(day));
  -- Named one by one, agents are found by the index of their sales, all of them or one.
  agents uuid[] := case when sales_by.agent_id is not null then array[sales_by.agent_id]
    else array(select u.id from public.users u where u.organization_id = sales_by.organization_id) end;
  month_of_rows date[] := '{}';
  signs integer[] := '{}';
  from_days date[] := '{}';
  to_days date[] := '{}';
  month date;
  month_end date;
  from_day date;
  to_day date;
  -- A person who shares sales has parts of them, which the rows of sales do not say.
  by_share constant boolean := sales_by.agent_id is not null and private.has_shares(sales_by.organization_id, sales_by.agent_id);
begin
  foreach month in array array(select m from unnest(stale_months || first_month || last_month) m group by m) loop
    month_end := month + interval '1 month - 1 day';
    from_day := greatest(month, sales_by.first_day);
    to_day := least(month_end, sales_by.last_day);
    if month = any (stale_months) or 2 * (to_day - from_day + 1) < month_end - month + 1 then
      month_of_rows := month_of_rows || month;
      signs := signs || 1;
      from_days := from_days || from_day;
      to_days := to_days || to_day;
    else
      signs := signs || '{-1,-1}';
      from_days := from_days || array[month, to_day + 1];
      to_days := to_days || array[from_day - 1, month_end];
    end if;
  end loop;
  return query
    select t.id, sum(t.sales_count), sum(t.total_amount), sum(t.commission_amount)
    from (
      select m.group_id as id, m.sales_count, m.total_amount, m.commission_amount
      from private.monthly_totals m
      where m.organization_id = sales_by.organization_id and m.grouped_by = sales_by.grouped_by
        and m.subject_id = coalesce(sales_by.agent_id, sales_by.organization_id)
        and m.month between first_month and last_month and m.month <> all (month_of_rows)
      union all
      -- Totals of sales know revenue, those of commissions the commission.
      select d.subject_id, case d.record_type when 'sale' then r.sign * d.record_count else 0 end, r.sign * d.total_amount,
        case d.record_type when 'commission' then r.sign * d.commission_amount else 0 end
      from unnest(signs, from_days, to_days) r(sign, from_day, to_day)
      -- Each range by itself: joined with all of them, every day there ever was would be read.
      cross join lateral (
        select * from private.daily_totals t
        where t.organization_id = sales_by.organization_id and t.subject_id = any (agents)
          and t.record_type in ('sale', 'commission') and t.day between r.from_day and r.to_day
          and t.day <> all (stale)
        union all
        select * from private.daily_totals_of_rows(sales_by.organization_id, stale, null, sales_by.agent_id) n
        where n.subject_id = any (agents) and n.day between r.from_day and r.to_day
        offset 0) d
      where sales_by.grouped_by = 'agent' and d.status <> 'cancelled'
      union all
      select s.vendor_id, r.sign * count(*), r.sign * sum(s.total_amount), 0
      from unnest(signs, from_days, to_days) r(sign, from_day, to_day)
      join public.sales s on s.organization_id = sales_by.organization_id and s.agent_id = any (agents)
        and s.sale_date between r.from_day and r.to_day
      where sales_by.grouped_by = 'vendor' and s.status <> 'cancelled' and not by_share
      group by s.vendor_id, r.sign
      union all
      select s.vendor_id, r.sign * count(*), r.sign * sum(s.total_amount), 0
      from unnest(signs, from_days, to_days) r(sign, from_day, to_day)
      cross join lateral (
        select w.vendor_id, w.total_amount from private.sales_by_share w
        where w.organization_id = sales_by.organization_id and w.agent_id = sales_by.agent_id and w.status <> 'cancelled'
          and w.sale_date between r.from_day and r.to_day
        offset 0) s
      where sales_by.grouped_by = 'vendor' and by_share
      group by s.vendor_id, r.sign
      union all
      select c.vendor_id, 0, 0, r.sign * sum(c.amount)
      from unnest(signs, from_days, to_days) r(sign, from_day, to_day)
      cross join lateral (
        select w.vendor_id, w.amount from private.commissions_by_share w
        where w.organization_id = sales_by.organization_id and w.agent_id = sales_by.agent_id and w.status <> 'cancelled'
          and w.sale_date between r.from_day and r.to_day
        offset 0) c
      where sales_by.grouped_by = 'vendor' and by_share
      group by c.vendor_id, r.sign
      union all
      select c.vendor_id, 0, 0, r.sign * sum(c.amount)
      from unnest(signs, from_days, to_days) r(sign, from_day, to_day)
      join public.commissions c on c.organization_id = sales_by.organization_id
        and c.sale_date between r.from_day and r.to_day
      where sales_by.grouped_by = 'vendor' and c.status <> 'cancelled' and not by_share
        and (sales_by.agent_id is null or c.agent_id = sales_by.agent_id)
      group by c.vendor_id, r.sign) t
    group by t.id having sum(t.sales_count) > 0;
end $function$;

CREATE OR REPLACE FUNCTION private.share_part(amount numeric, co_sellers jsonb, place integer)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return case when co_sellers = '[]' then amount else (private.parts_of(amount, private.share_percents(co_sellers)))[place] end;
end $function$;

CREATE OR REPLACE FUNCTION private.share_percents(co_sellers jsonb)
 RETURNS numeric[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  percents numeric(5,2)[] := '{100}';
begin
  for n in 1 .. jsonb_array_length(co_sellers) loop
    percents[n + 1] := (co_sellers -> n - 1 ->> 'percent')::numeric(5,2);
    percents[1] := percents[1] - percents[n + 1];
  end loop;
  return percents;
end $function$;

CREATE OR REPLACE FUNCTION private.to_do()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ready jsonb := public.get_commission_stats() -> 'ready';
  agency constant uuid := private.admin_organization_id();
  departing jsonb := private.sum_sales(private.sale_filter_of(null, null, null, null, null, null, true)) -> 'booked';
begin
  return jsonb_build_object(
    'payable', jsonb_build_object('count', ready -> 'count', 'amount', ready -> 'agent_amount'),
    'overdue', private.owed_figures(agency),
    'vendors_without_terms', (
      select count(*) from public.vendor_terms v
      where v.organization_id = agency and v.expected_payment_days is null and exists (
        select 1 from public.commissions c
        where c.organization_id = v.organization_id and c.vendor_id = v.vendor_id and c.status = 'unpaid' and c.due_on is null)),
    'departures', jsonb_build_object('count', coalesce(departing -> 'count', '0'), 'amount', coalesce(departing -> 'amount', '0')));
end $function$;

CREATE VIEW "private"."closed_receipts_by_share" AS  SELECT k.id,
    k.organization_id,
    k.commission_id,
    k.sales_id,
    k.agent_id,
    k.vendor_id,
    k.status,
    k.posted_on,
    k.sign,
    k.received_on,
    k.due_on,
    1 AS place,
    private.commission_part(k.amount, c.share_percents, 1) AS amount,
    k.agent_amount,
    private.commission_part(k.received_amount, c.share_percents, 1) AS received_amount,
    private.commission_part(k.written_off, c.share_percents, 1) AS written_off,
    private.commission_part(k.open_amount, c.share_percents, 1) AS open_amount
   FROM (private.closed_receipts k
     JOIN public.commissions c ON (((c.organization_id = k.organization_id) AND (c.id = k.commission_id))))
UNION ALL
 SELECT k.id,
    k.organization_id,
    k.commission_id,
    k.sales_id,
    h.user_id AS agent_id,
    k.vendor_id,
    k.status,
    k.posted_on,
    k.sign,
    k.received_on,
    k.due_on,
    h.place,
    private.commission_part(k.amount, c.share_percents, h.place) AS amount,
    h.agent_amount,
    private.commission_part(k.received_amount, c.share_percents, h.place) AS received_amount,
    private.commission_part(k.written_off, c.share_percents, h.place) AS written_off,
    private.commission_part(k.open_amount, c.share_percents, h.place) AS open_amount
   FROM ((private.closed_receipts k
     JOIN public.commissions c ON (((c.organization_id = k.organization_id) AND (c.id = k.commission_id))))
     JOIN public.commission_shares h ON (((h.organization_id = k.organization_id) AND (h.commission_id = k.commission_id) AND (h.role = ANY (ARRAY['co_seller'::text, 'referral'::text])))));

CREATE VIEW "private"."commissions_by_share" AS  SELECT c.id,
    c.organization_id,
    c.sales_id,
    c.agent_id,
    c.vendor_id,
    c.sale_date,
    c.due_on,
    c.created_at,
    c.sale_paid,
        CASE
            WHEN c.seller_paid THEN 'agent_paid'::text
            ELSE c.status
        END AS status,
    c.status AS whole_status,
    c.share_percents[1] AS share_percent,
    c.commission_split,
        CASE
            WHEN (cardinality(c.share_percents) = 1) THEN c.amount
            ELSE (private.parts_of(c.amount, c.share_percents))[1]
        END AS amount,
    c.agent_amount,
    1 AS place,
    c.received_on,
    c.received_posted_on,
    private.commission_part(c.received_amount, c.share_percents, 1) AS received_amount,
    private.commission_part(c.written_off, c.share_percents, 1) AS written_off,
    private.commission_part(c.open_amount, c.share_percents, 1) AS open_amount
   FROM public.commissions c
UNION ALL
 SELECT c.id,
    h.organization_id,
    c.sales_id,
    h.user_id AS agent_id,
    c.vendor_id,
    c.sale_date,
    c.due_on,
    c.created_at,
    c.sale_paid,
        CASE
            WHEN (h.status = 'paid'::text) THEN 'agent_paid'::text
            WHEN (h.status = 'cancelled'::text) THEN 'cancelled'::text
            WHEN (c.status = 'agent_paid'::text) THEN 'funds_received'::text
            ELSE c.status
        END AS status,
    c.status AS whole_status,
    h.percent AS share_percent,
    h.split AS commission_split,
    (private.parts_of(c.amount, c.share_percents))[h.place] AS amount,
    h.agent_amount,
    h.place,
    c.received_on,
    c.received_posted_on,
    private.commission_part(c.received_amount, c.share_percents, h.place) AS received_amount,
    private.commission_part(c.written_off, c.share_percents, h.place) AS written_off,
    private.commission_part(c.open_amount, c.share_percents, h.place) AS open_amount
   FROM (public.commission_shares h
     JOIN public.commissions c ON (((c.organization_id = h.organization_id) AND (c.id = h.commission_id))))
  WHERE (h.role = ANY (ARRAY['co_seller'::text, 'referral'::text]));

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
        END AS advanced
   FROM (private.commission_money m
     JOIN private.commissions_by_share w ON (((w.organization_id = m.organization_id) AND (w.id = m.commission_id))));

CREATE VIEW "private"."sales_by_share" AS  SELECT s.id,
    s.organization_id,
    s.agent_id,
    s.agent_id AS seller_id,
    s.customer_id,
    s.vendor_id,
    s.booking_reference,
    s.sale_date,
    s.travel_date,
    s.return_date,
    s.status,
    s.created_at,
    (private.share_percents(s.co_sellers))[1] AS share_percent,
        CASE
            WHEN (s.co_sellers = '[]'::jsonb) THEN s.total_amount
            ELSE private.share_part(s.total_amount, s.co_sellers, 1)
        END AS total_amount,
        CASE
            WHEN (s.co_sellers = '[]'::jsonb) THEN s.commission_amount
            ELSE private.share_part(s.commission_amount, s.co_sellers, 1)
        END AS commission_amount
   FROM public.sales s
UNION ALL
 SELECT s.id,
    h.organization_id,
    h.user_id AS agent_id,
    s.agent_id AS seller_id,
    s.customer_id,
    s.vendor_id,
    s.booking_reference,
    s.sale_date,
    s.travel_date,
    s.return_date,
    s.status,
    s.created_at,
    h.percent AS share_percent,
    private.share_part(s.total_amount, s.co_sellers, h.place) AS total_amount,
    private.share_part(s.commission_amount, s.co_sellers, h.place) AS commission_amount
   FROM (public.commission_shares h
     JOIN public.sales s ON (((s.organization_id = h.organization_id) AND (s.id = h.sales_id))))
  WHERE ((h.role = ANY (ARRAY['co_seller'::text, 'referral'::text])) AND (h.commission_id IS NOT NULL));

CREATE INDEX commission_shares_paid_idx ON public.commission_shares USING btree (organization_id) INCLUDE (commission_id, agent_amount) WHERE (status = 'paid'::text);

COMMENT ON FUNCTION "private"."commission_part"(numeric, numeric[], integer) IS 'Of an amount of a commission what is one person''s; the seller''s place is 1, an override has none.';

COMMENT ON FUNCTION "private"."open_commissions"(uuid, uuid, boolean) IS 'Open commissions of an organization, or of one agent, with what stands in their way
  (private.payout_obstacle) and the open payout they are in. only_received: those that the vendor has not paid are left out.';

COMMENT ON FUNCTION "private"."parts_of"(numeric, numeric[]) IS 'An amount divided by percents whose sum is 100, by largest remainder: the parts have two decimals
  and come to the amount exactly, below zero as above it. In the order of the percents.';

COMMENT ON FUNCTION "private"."share_part"(numeric, jsonb, integer) IS 'Of an amount of a sale what is one person''s; the seller''s place is 1.';

COMMENT ON FUNCTION "private"."share_percents"(jsonb) IS 'The parts of a sale in percent: the seller''s first, who has the rest of 100, then the others''
  in their order.';

COMMENT ON VIEW "private"."commission_money_by_share" IS 'What private.commission_money says, a row for each commission and person who has a
  share of it, with their part. The status is the commission''s: of it one thing is open, whoever was paid.';

COMMENT ON VIEW "private"."commissions_by_share" IS 'A row for each vendor''s commission and person who has a share of it, with their part,
  split, amount and status: a share is paid by itself. whole_status is the commission''s: a seller''s share (place 1) that funds are here
  for is of a commission that funds are here for, which an index knows.';

COMMENT ON VIEW "private"."sales_by_share" IS 'A row for each sale and person who sold it (agent_id), with their part of the amounts.';

REVOKE ALL ON FUNCTION "private"."commission_part"(numeric, numeric[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."commission_part"(numeric, numeric[], integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."open_commissions"(uuid, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_commissions"(uuid, uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."parts_of"(numeric, numeric[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."parts_of"(numeric, numeric[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."share_part"(numeric, jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."share_part"(numeric, jsonb, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."share_percents"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."share_percents"(jsonb) TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."closed_receipts_by_share" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."commission_money_by_share" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."commissions_by_share" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."sales_by_share" TO "postgres";
