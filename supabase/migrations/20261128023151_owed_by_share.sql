set local check_function_bodies = off;

DROP VIEW "private"."commission_money_by_share";

DROP VIEW "private"."commission_money";

DROP VIEW "private"."commissions_by_share";

CREATE OR REPLACE FUNCTION private.find_commissions(f private.commission_filter, sort text, descending boolean, take bigint, skip bigint, collect_first boolean)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET max_parallel_workers_per_gather TO '0'
AS $function$
declare
  -- Sorted by what the sale knows. A commission carries its vendor too: overdue and ready ones are found without their sales.
  sorted_by_sale boolean := coalesce(sort in ('total_amount', 'booking_reference', 'customer')
    or sort = 'vendor' and (f.due_before is null and not f.ready or f.word is not null), false);
  from_sales boolean := sorted_by_sale or f.word is not null;
  -- Every sale has one commission, so it is joined only for what the sale does not know.
  join_commissions boolean := from_sales and (f.status is not null or f.due_before is not null or f.ready
    or not sorted_by_sale and sort is distinct from 'sale_date');
  source text;
  keys text[];
  ids uuid[];
begin
  select o.source, o.keys into source, keys
  from private.commission_sort(f, sort, from_sales, join_commissions, false) o;
  execute private.page_query(source, private.commission_conditions(f, from_sales, join_commissions), keys, descending,
    case when from_sales then 's.id' else 'm.sales_id' end, collect_first)
  into ids
  using take, skip, f.organization_id, f.agent_id, f.first_day, f.last_day, f.status, f.word, f.customer_ids, f.vendor_ids,
    f.other_words, f.vendor_id, f.due_before, f.exact_ids, f.blocked, f.ready_ids, f.ready_shares;
  return ids;
end $function$;

CREATE OR REPLACE FUNCTION private.find_sales(f private.sale_filter, sort text, descending boolean, take bigint, skip bigint, collect_first boolean)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET max_parallel_workers_per_gather TO '0'
AS $function$
declare
  source text;
  keys text[];
  ids uuid[];
begin
  select o.source, o.keys into source, keys from private.sale_sort(sort, f.by_share) o;
  execute private.page_query(source, private.sale_conditions(f), keys, descending, 's.id', collect_first)
  into ids using take, skip, f.organization_id, f.agent_id, f.vendor_id, f.first_day, f.last_day, f.customer_ids, f.status,
    f.sale_ids, f.departing_by;
  return ids;
end $function$;

CREATE OR REPLACE FUNCTION private.mark_report_months()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
begin
  -- Rows before and after a statement are counted together, and what is the same cancels out.
  if tg_table_name = 'sales' then
    if tg_op = 'INSERT' then
      insert into private.stale_report_months
      select distinct a.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
      from changed a cross join lateral (values ('sale.sale', a.sale_date), ('sale.travel', a.travel_date)) d(kind, day)
      where d.day is not null;
    elsif tg_op = 'DELETE' then
      insert into private.stale_report_months
      select distinct b.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
      from replaced b cross join lateral (values ('sale.sale', b.sale_date), ('sale.travel', b.travel_date)) d(kind, day)
      where d.day is not null;
    else
      insert into private.stale_report_months
      select distinct c.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
      from (
        select x.organization_id, x.sale_date, x.travel_date
        from (select 1 as n, a.* from changed a union all select -1, b.* from replaced b) x
        group by x.id, x.organization_id, x.sale_date, x.travel_date, x.status, x.agent_id, x.vendor_id, x.total_amount,
          x.commission_amount, x.co_sellers
        having sum(x.n) <> 0) c
      cross join lateral (values ('sale.sale', c.sale_date), ('sale.travel', c.travel_date)) d(kind, day)
      where d.day is not null;
    end if;
  elsif tg_table_name = 'agent_payments' then
    if tg_op <> 'DELETE' then
      insert into private.stale_report_months
      select distinct a.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
      from changed a cross join lateral (values ('payment.paid', a.posted_on), ('single.paid', a.payment_date)) d(kind, day);
    end if;
    if tg_op <> 'INSERT' then
      insert into private.stale_report_months
      select distinct b.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
      from replaced b cross join lateral (values ('payment.paid', b.posted_on), ('single.paid', b.payment_date)) d(kind, day);
    end if;
  elsif tg_op = 'INSERT' then
    insert into private.stale_report_months
    select distinct a.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
    from changed a
    -- A cancelled commission is in no sum of its sale.
    left join public.sales s on a.status = 'cancelled' and s.organization_id = a.organization_id and s.id = a.sales_id
    cross join lateral (values ('commission.sale', a.sale_date), ('commission.due', a.due_on),
      ('commission.received', a.received_posted_on), ('sale.sale', s.sale_date), ('sale.travel', s.travel_date)) d(kind, day)
    where d.day is not null;
  elsif tg_op = 'DELETE' then
    insert into private.stale_report_months
    select distinct b.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
    from replaced b
    left join public.sales s on b.status = 'cancelled' and s.organization_id = b.organization_id and s.id = b.sales_id
    cross join lateral (values ('commission.sale', b.sale_date), ('commission.due', b.due_on),
      ('commission.received', b.received_posted_on), ('sale.sale', s.sale_date), ('sale.travel', s.travel_date)) d(kind, day)
    where d.day is not null;
  else
    insert into private.stale_report_months
    select distinct c.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
    from (
      select x.id, x.organization_id, x.sales_id, x.status, x.sale_date, x.due_on, x.received_posted_on
      from (select 1 as n, a.* from changed a union all select -1, b.* from replaced b) x
      group by x.id, x.organization_id, x.sales_id, x.sale_date, x.due_on, x.received_on, x.received_posted_on, x.status, x.agent_id,
        x.vendor_id, x.amount, x.agent_amount, x.received_amount, x.written_off, x.open_amount, x.share_percents, x.seller_paid
      having sum(x.n) <> 0) c
    -- A payment that is there reads its commission.
    left join public.agent_payments p on p.organization_id = c.organization_id and p.commission_id = c.id
    left join public.commission_shares h on h.organization_id = c.organization_id and h.commission_id = c.id and h.status = 'paid'
    left join public.agent_payments q on q.organization_id = h.organization_id and q.share_id = h.id
    left join public.sales s on c.status = 'cancelled' and s.organization_id = c.organization_id and s.id = c.sales_id
    cross join lateral (values ('commission.sale', c.sale_date), ('commission.due', c.due_on),
      ('commission.received', c.received_posted_on), ('payment.paid', p.posted_on), ('payment.paid', q.posted_on),
      ('sale.sale', s.sale_date), ('sale.travel', s.travel_date)) d(kind, day)
    where d.day is not null;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.mark_report_months_of_shares()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  organization_ids uuid[];
  commission_ids uuid[];
  share_ids uuid[];
begin
  if tg_op = 'DELETE' then
    select array_agg(distinct h.organization_id), array_agg(h.commission_id), array_agg(h.id)
    into organization_ids, commission_ids, share_ids from replaced h;
  else
    select array_agg(distinct h.organization_id), array_agg(h.commission_id), array_agg(h.id)
    into organization_ids, commission_ids, share_ids from changed h;
  end if;
  insert into private.stale_report_months
  select distinct c.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
  from public.commissions c
  left join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id
  left join public.agent_payments p on p.organization_id = c.organization_id and p.commission_id = c.id
  left join private.closed_receipts k on k.organization_id = c.organization_id and k.commission_id = c.id
  cross join lateral (values ('commission.sale', c.sale_date), ('commission.due', c.due_on), ('commission.received', c.received_posted_on),
    ('commission.received', k.posted_on), ('payment.paid', p.posted_on), ('sale.sale', s.sale_date), ('sale.travel', s.travel_date)) d(kind, day)
  where c.organization_id = any (organization_ids) and c.id = any (commission_ids) and d.day is not null
  union
  select p.organization_id, 'payment.paid', date_trunc('month', p.posted_on::timestamp)::date
  from public.agent_payments p
  where p.organization_id = any (organization_ids) and p.share_id = any (share_ids);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.open_condition(tracked_since date, of text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select replace('?.open > 0 and ?.whole_open > 0 and ' || case when tracked_since is null then '?.status = ''unpaid'''
    else format('?.status = any (''{unpaid,funds_received,agent_paid}'') and (?.due_on >= %1$L or ?.due_on is null and ?.sale_date >= %1$L)',
      tracked_since) end, '?', of)
$function$;

CREATE OR REPLACE FUNCTION private.report_facts(kind text, with_customer boolean DEFAULT false, of_sales text DEFAULT ''::text, counted text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '(select ' || case split_part(kind, '.', 1)
    when 'sale' then format(
      's.id, s.id as sale_id, s.organization_id, s.agent_id, s.vendor_id, s.status, s.%s as day, s.total_amount as total,
      case when x.sales_id is null then s.commission_amount else 0 end as expected, null::numeric as received,
      null::date as received_on, 0::numeric as agent_amount, 0::numeric as written_off, 0::numeric as open_amount, null::date as due_on,
      0::numeric as paid, s.customer_id, s.total_amount as booked, 1 as sign, s.id as record_id, s.sale_date
      from %s s
      left join public.commissions x on x.organization_id = s.organization_id and x.sales_id = s.id and x.status = ''cancelled''
        and s.status <> ''cancelled''',
      case kind when 'sale.travel' then 'travel_date' else 'sale_date' end,
      case when counted = 'person' then 'private.sales_by_share' else 'public.sales' end)
    when 'single' then
      'p.id, null::uuid as sale_id, p.organization_id, p.agent_id, null::uuid as vendor_id, ''agent_paid''::text as status,
      p.payment_date as day, 0::numeric as total, 0::numeric as expected, null::numeric as received, null::date as received_on,
      0::numeric as agent_amount, 0::numeric as written_off, 0::numeric as open_amount, null::date as due_on, p.amount as paid,
      null::uuid as customer_id, 0::numeric as booked, 1 as sign, p.id as record_id, null::date as sale_date
      from public.agent_payments p
      left join public.payment_voids v on v.organization_id = p.organization_id and v.payment_id = p.id
      where p.batch_id is null and v.id is null'
    when 'open' then
      -- What vendors have not paid, the longest due first; what has no due day comes last.
      'm.commission_id as id, m.sales_id as sale_id, m.organization_id, m.payee_id as agent_id, m.vendor_id, m.status,
      coalesce(m.due_on, ''2199-12-31'') as day, 0::numeric as total, m.amount as expected,
      case when m.received_on is not null then m.received end as received, m.received_on, m.agent_amount'
      || case counted when 'agency' then ' + ' || private.all_agent_amount('m', false) || ' as agent_amount' else '' end
      || ', m.written_off, m.open_amount,
      m.due_on, 0::numeric as paid, null::uuid as customer_id, 0::numeric as booked, 1 as sign, m.commission_id as record_id, m.sale_date,
      m.whole_open, m.open, m.owed, m.owed_agent_paid, m.advanced'
      || case counted when 'agency' then ' + case when m.owed > 0 then ' || private.all_agent_amount('m', true) || ' else 0 end as advanced'
        else '' end
      || ', m.paid_short from private.commission_money' || case counted when 'person' then '_by_share' else '' end || ' m'
    else format(
      'c.id, c.sales_id as sale_id, c.organization_id, c.agent_id, c.vendor_id, c.status, %s as day, 0::numeric as total,
      c.amount as expected, c.received_amount as received, c.received_on, c.agent_amount%s, c.written_off, c.open_amount, c.due_on,
      %s as paid, %s, 1 as sign, c.id as record_id, c.sale_date from %s c%s%s%s',
      case kind when 'commission.due' then 'c.due_on' when 'commission.received' then 'c.received_posted_on'
        when 'payment.paid' then 'p.posted_on' else 'c.sale_date' end,
      case when counted = 'agency' and kind <> 'payment.paid' then ' + ' || private.all_agent_amount('c', false) || ' as agent_amount'
        else '' end,
      case kind when 'payment.paid' then 'p.amount' else '0::numeric' end,
      case when with_customer then 's.customer_id, ' || case when counted = 'person' or counted is not null and kind = 'payment.paid'
          then 'private.share_part(s.total_amount, s.co_sellers, c.place)' else 's.total_amount' end || ' as booked'
        else 'null::uuid as customer_id, 0::numeric as booked' end,
      -- Payments are of people, each of a part: together they are the whole.
      case when counted = 'person' or counted is not null and kind = 'payment.paid' then 'private.commissions_by_share'
        else 'public.commissions' end,
      case when with_customer then ' join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id' else '' end,
      of_sales,
      case when kind <> 'payment.paid' then '' when counted is null
        then ' join public.agent_payments p on p.organization_id = c.organization_id and p.commission_id = c.id'
        else ' join public.agent_payments p on p.organization_id = c.organization_id and p.commission_id = c.id and c.place = 1' end)
      || case when kind = 'payment.paid' and counted is not null then format(
      ' union all select coalesce(c.id, h.other_commission_id), h.sales_id, h.organization_id, h.user_id,
      coalesce(c.vendor_id, o.vendor_id, s.vendor_id), ''agent_paid'', p.posted_on, 0::numeric,
      case when h.place is null then 0 else coalesce(private.commission_part(c.amount, c.share_percents, h.place), h.gross_part) end,
      private.commission_part(c.received_amount, c.share_percents, h.place), case when h.place is not null then c.received_on end,
      h.agent_amount, coalesce(private.commission_part(c.written_off, c.share_percents, h.place), 0),
      coalesce(private.commission_part(c.open_amount, c.share_percents, h.place), 0), c.due_on, p.amount, %s, 1,
      coalesce(c.id, h.other_commission_id), h.counted_on
      from public.agent_payments p
      join public.commission_shares h on h.organization_id = p.organization_id and h.id = p.share_id
      left join public.commissions c on c.organization_id = h.organization_id and c.id = h.commission_id
      left join public.other_commissions o on o.organization_id = h.organization_id and o.id = h.other_commission_id
      left join public.sales s on s.organization_id = h.organization_id and s.id = h.sales_id',
      case when with_customer then 's.customer_id, case when h.commission_id is not null and h.place is not null
        then private.share_part(s.total_amount, s.co_sellers, h.place) else 0 end' else 'null::uuid, 0::numeric' end)
        else '' end
      || case kind when 'commission.received' then format(
      ' union all select k.id, k.sales_id, k.organization_id, k.agent_id, k.vendor_id, k.status, k.posted_on, 0::numeric, k.amount,
      k.received_amount, k.received_on, k.agent_amount%s, k.written_off, k.open_amount, k.due_on, 0::numeric, %s, k.sign, k.commission_id,
      null::date
      from private.%s k%s',
      case when counted = 'agency' then ' + ' || private.all_agent_amount('k', false) else '' end,
      case when with_customer then 's.customer_id, '
          || case counted when 'person' then 'private.share_part(s.total_amount, s.co_sellers, k.place)' else 's.total_amount' end
          || ' * k.sign'
        else 'null::uuid, 0::numeric' end,
      case counted when 'person' then 'closed_receipts_by_share' else 'closed_receipts' end,
      case when with_customer then ' join public.sales s on s.organization_id = k.organization_id and s.id = k.sales_id' else '' end)
        else '' end end
    || ') f'
$function$;

CREATE VIEW "private"."commission_money" AS  SELECT c.organization_id,
    c.id AS commission_id,
    c.agent_id AS payee_id,
    c.sales_id,
    c.vendor_id,
    c.status,
    c.sale_date,
    c.due_on,
    c.created_at,
    c.sale_paid,
    c.amount,
    c.agent_amount,
    c.open_amount,
    COALESCE(c.received_amount, (0)::numeric) AS received,
    c.received_on,
    c.taken_back_amount AS taken_back,
    c.written_off,
    w.known,
    w.open,
        CASE
            WHEN w.late THEN w.open
            ELSE (0)::numeric
        END AS owed,
        CASE
            WHEN ((c.due_on IS NOT NULL) AND (NOT w.late)) THEN w.open
            ELSE (0)::numeric
        END AS not_due,
        CASE
            WHEN (c.due_on IS NULL) THEN w.open
            ELSE (0)::numeric
        END AS no_due_day,
        CASE
            WHEN (w.late AND (c.received_amount > (0)::numeric)) THEN w.open
            ELSE (0)::numeric
        END AS paid_short,
        CASE
            WHEN (w.late AND (c.status = 'agent_paid'::text)) THEN w.open
            ELSE (0)::numeric
        END AS owed_agent_paid,
        CASE
            WHEN (w.late AND (c.status = 'agent_paid'::text) AND (w.open > (0)::numeric)) THEN c.agent_amount
            ELSE (0)::numeric
        END AS advanced,
        CASE
            WHEN (c.status = 'agent_paid'::text) THEN c.agent_amount
            ELSE (0)::numeric
        END AS agent_paid,
    c.open_amount AS whole_open
   FROM ((((public.commissions c
     JOIN public.organizations o ON ((o.id = c.organization_id)))
     CROSS JOIN LATERAL ( SELECT ((now() AT TIME ZONE o.time_zone))::date AS today
         OFFSET 0) d)
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN (o.receipts_tracked_since IS NULL) THEN (c.status = 'unpaid'::text)
                    ELSE (COALESCE(c.due_on, c.sale_date) >= o.receipts_tracked_since)
                END AS known) k)
     CROSS JOIN LATERAL ( SELECT k.known,
                CASE
                    WHEN k.known THEN c.open_amount
                    ELSE (0)::numeric
                END AS open,
            COALESCE((c.due_on < d.today), false) AS late) w);

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
    private.commission_part(c.open_amount, c.share_percents, 1) AS open_amount,
    c.received_amount AS whole_received,
    c.open_amount AS whole_open
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
    private.commission_part(c.open_amount, c.share_percents, h.place) AS open_amount,
    c.received_amount AS whole_received,
    c.open_amount AS whole_open
   FROM (public.commission_shares h
     JOIN public.commissions c ON (((c.organization_id = h.organization_id) AND (c.id = h.commission_id))))
  WHERE (h.role = ANY (ARRAY['co_seller'::text, 'referral'::text]));

CREATE VIEW "private"."commission_money_by_share" AS  SELECT c.organization_id,
    c.id AS commission_id,
    c.agent_id AS payee_id,
    c.sales_id,
    c.vendor_id,
    c.whole_status AS status,
    c.sale_date,
    c.due_on,
    c.created_at,
    c.sale_paid,
    c.amount,
    c.agent_amount,
    c.open_amount,
    COALESCE(c.received_amount, (0)::numeric) AS received,
    c.received_on,
    c.written_off,
    w.known,
        CASE
            WHEN w.open THEN c.open_amount
            ELSE (0)::numeric
        END AS open,
        CASE
            WHEN w.owed THEN c.open_amount
            ELSE (0)::numeric
        END AS owed,
        CASE
            WHEN (w.owed AND (c.whole_received > (0)::numeric)) THEN c.open_amount
            ELSE (0)::numeric
        END AS paid_short,
        CASE
            WHEN (w.owed AND (c.status = 'agent_paid'::text)) THEN c.open_amount
            ELSE (0)::numeric
        END AS owed_agent_paid,
        CASE
            WHEN (w.owed AND (c.status = 'agent_paid'::text)) THEN c.agent_amount
            ELSE (0)::numeric
        END AS advanced,
    c.place,
    c.whole_open
   FROM ((((private.commissions_by_share c
     JOIN public.organizations o ON ((o.id = c.organization_id)))
     CROSS JOIN LATERAL ( SELECT ((now() AT TIME ZONE o.time_zone))::date AS today
         OFFSET 0) d)
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN (o.receipts_tracked_since IS NULL) THEN (c.whole_status = 'unpaid'::text)
                    ELSE (COALESCE(c.due_on, c.sale_date) >= o.receipts_tracked_since)
                END AS known) k)
     CROSS JOIN LATERAL ( SELECT k.known,
            (k.known AND (c.whole_open > (0)::numeric)) AS open,
            (k.known AND (c.whole_open > (0)::numeric) AND COALESCE((c.due_on < d.today), false)) AS owed) w);

COMMENT ON FUNCTION "private"."open_condition"(date, text) IS 'That rows of private.commission_money have something open, as a condition `of` an
  alias, with what lets an index find it: the view asks each row''s organization, so its rules are no condition of an index, and what is
  one person''s is none either.';

COMMENT ON VIEW "private"."commission_money_by_share" IS 'What private.commission_money says, a row for each commission and person who has a
  share of it, with their part. The status is the commission''s: of it one thing is open, whoever was paid.';

COMMENT ON VIEW "private"."commissions_by_share" IS 'A row for each vendor''s commission and person who has a share of it, with their part,
  split, amount and status: a share is paid by itself. whole_status, whole_received and whole_open are the commission''s: a seller''s share (place 1) that funds are here
  for is of a commission that funds are here for, which an index knows.';

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."commission_money" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."commission_money_by_share" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."commissions_by_share" TO "postgres";
