-- Monthly totals behind the reports, so that ten years of a million sales are some ten thousand rows to read.
--
-- A report adds up one kind of record by one date, its basis: sales by sale or travel date; commissions by sale, due or received
-- date; payments to agents by payment date. Receipts and payments count on their booking day (books/functions/receipts). What a row counts
-- for is said once, by private.report_facts; totals and reports add that up. Totals work as those of days do (totals/functions/totals): a write
-- marks the months it touches as stale, readers take totals of clean months and rows of stale ones, a job adds stale months up again.

-- What was said on closed days, by share: with the shares of then.
create view private.closed_receipts_by_share as
select k.id, k.organization_id, k.commission_id, k.sales_id, k.agent_id, k.vendor_id, k.status, k.posted_on, k.sign, k.received_on, k.due_on,
  1 as place, private.commission_part(k.amount, k.share_percents, 1) as amount, k.agent_amount,
  private.commission_part(k.received_amount, k.share_percents, 1) as received_amount,
  private.commission_part(k.written_off, k.share_percents, 1) as written_off,
  private.commission_part(k.open_amount, k.share_percents, 1) as open_amount, k.amount as whole_amount, k.received_amount as whole_received,
  k.sign as counts, null::text as beside
from private.closed_receipts k
union all
select h.id, k.organization_id, k.commission_id, k.sales_id, h.user_id, k.vendor_id, k.status, k.posted_on, k.sign, k.received_on, k.due_on,
  h.place, coalesce(private.commission_part(k.amount, k.share_percents, h.place), 0), h.agent_amount,
  private.commission_part(k.received_amount, k.share_percents, h.place),
  coalesce(private.commission_part(k.written_off, k.share_percents, h.place), 0),
  coalesce(private.commission_part(k.open_amount, k.share_percents, h.place), 0), k.amount, case when h.place is not null then k.received_amount end,
  case when h.place is not null then k.sign else 0 end, case when h.place is null then h.role end
from private.closed_receipts k
join private.closed_receipt_shares h on h.receipt_id = k.id;

create function private.all_agent_amount(of text, paid_only boolean) returns text
language sql immutable set search_path = '' as $$
  select case of when 'k' then 'coalesce((select sum(h.agent_amount) from private.closed_receipt_shares h where h.receipt_id = k.id), 0)'
    else format('coalesce((select sum(h.agent_amount) from private.shares_beside_sellers h
    where h.organization_id = %1$s.organization_id and h.commission_id = %1$s.%2$s and %3$s), 0)',
    of, case of when 'c' then 'id' else 'commission_id' end,
    case when paid_only then 'h.status = ''paid''' else format('(h.status <> ''cancelled'' or %s.status = ''cancelled'')', of) end) end
$$;
comment on function private.all_agent_amount is 'What all beside the seller get of a commission, of rows `c` or of others that name it,
  as an expression; `k`: of what it said on a closed day. What was cancelled alone is nothing.';

create function private.kept_agent_amount(kind text, condition text) returns text
language sql immutable set search_path = '' as $$
  select case kind when 'commission.received' then format(' + coalesce((select sum(x.agent_amount) from private.closed_shares x
    where x.organization_id = c.organization_id and x.commission_id = c.id and x.keeps and x.posted_on = c.received_posted_on%s), 0)',
    condition) else '' end
$$;
comment on function private.kept_agent_amount is 'What brings shares of a commission `c` to what they said on a day that is closed, to be added to
  them; of shares by a condition of kept ones `x`.';

create function private.report_beside_facts(kind text, with_customer boolean) returns text
language sql immutable set search_path = '' as $$
  select format(
    'select h.id, h.sales_id, h.organization_id, h.user_id, c.vendor_id, case when c.status = ''cancelled'' then ''cancelled''
      when h.status = ''paid'' then ''agent_paid'' when c.status = ''agent_paid'' then ''funds_received'' else c.status end, %1$s,
    0::numeric, 0::numeric, null::numeric, c.received_on, w.amount, 0::numeric, 0::numeric, c.due_on, 0::numeric, %2$s, 1, 0, c.id,
    c.sale_date, 0::numeric, h.role, 0::numeric
    from private.shares_beside_sellers h
    join public.commissions c on c.organization_id = h.organization_id and c.id = h.commission_id%3$s
    cross join lateral (select case when h.status <> ''cancelled'' or c.status = ''cancelled'' then h.agent_amount else 0 end%4$s as amount) w
    where h.place is null and w.amount <> 0',
    private.commission_day(kind), case when with_customer then 's.customer_id, 0::numeric' else 'null::uuid, 0::numeric' end,
    case when with_customer then ' join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id' else '' end,
    private.kept_agent_amount(kind, ' and x.share_id = h.id'))
    -- One that is gone is what it said.
    || case kind when 'commission.received' then format(
    ' union all select x.id, x.sales_id, x.organization_id, x.user_id, c.vendor_id, c.status, x.posted_on, 0::numeric, 0::numeric, null::numeric,
    c.received_on, x.agent_amount, 0::numeric, 0::numeric, c.due_on, 0::numeric, %s, 1, 0, c.id, c.sale_date, 0::numeric, x.role,
    0::numeric
    from private.closed_shares x
    join public.commissions c on c.organization_id = x.organization_id and c.id = x.commission_id and c.received_posted_on = x.posted_on%s
    where x.keeps and not exists (select from public.commission_shares h where h.organization_id = x.organization_id and h.id = x.share_id)',
    case when with_customer then 's.customer_id, 0::numeric' else 'null::uuid, 0::numeric' end,
    case when with_customer then ' join public.sales s on s.organization_id = x.organization_id and s.id = x.sales_id' else '' end)
    else '' end
$$;
comment on function private.report_beside_facts is 'What people have of vendors'' commissions beside shares, as a query: overrides, what is taken
  off for one, and corrections by tier. Amounts alone: the commission is counted with its shares.';

create function private.commission_day(kind text) returns text
language sql immutable set search_path = '' as $$
  select case kind when 'commission.due' then 'c.due_on' when 'commission.received' then 'c.received_posted_on' else 'c.sale_date' end
$$;
comment on function private.commission_day is 'The day on which a commission `c` counts in the totals of a kind, as an expression.';

create function private.report_recall_facts(kind text, with_customer boolean, counted text) returns text
language sql immutable set search_path = '' as $$
  select format(
    'select r.id, r.sales_id, r.organization_id, r.user_id, r.vendor_id, %s, %s, 0::numeric, 0::numeric, null::numeric,
    coalesce(c.received_on, r.posted_on), -r.agent_amount, 0::numeric, 0::numeric, null::date, 0::numeric, %s, 1, 0, c.id, c.sale_date,
    0::numeric, ''recall'', r.taken_back
    from private.recall_parts r
    join public.commissions c on c.organization_id = r.organization_id and c.id = r.commission_id%s%s',
    -- By receipt what was said before its commission was cancelled stays.
    case kind when 'commission.received' then 'case when r.cancelled then ''cancelled'' when c.status = ''cancelled'' then ''funds_received'' else '
        || w.status || ' end'
      else 'case when c.status = ''cancelled'' then ''cancelled'' else ' || w.status || ' end' end,
    case kind when 'commission.received' then 'r.posted_on' else private.commission_day(kind) end,
    case when with_customer then 's.customer_id, 0::numeric' else 'null::uuid, 0::numeric' end,
    case counted when 'person'
      then ' left join public.commission_shares h on h.organization_id = r.organization_id and h.id = r.share_id' else '' end,
    case when with_customer then ' join public.sales s on s.organization_id = r.organization_id and s.id = r.sales_id' else '' end)
  from (select case counted when 'person' then 'case when h.status = ''paid''
    then ''agent_paid'' when c.status = ''agent_paid'' then ''funds_received'' else c.status end' else 'c.status' end as status) w
$$;
comment on function private.report_recall_facts is 'What vendors took back, as a query: of each person their part, and less of it what they give back. By
  receipt it counts on its booking day, else with its commission. Amounts alone: it is no commission.';

create function private.counts_shares(organization_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.shares_commissions(organization_id)
    or exists (select from private.closed_receipt_shares h where h.organization_id = counts_shares.organization_id)
    or exists (select from private.closed_shares h where h.organization_id = counts_shares.organization_id)
$$;
comment on function private.counts_shares is 'Whether anybody has, or in a closed month had, a share beside a seller.';

create function private.counted_by(organization_id uuid, agent_id uuid, grouped_by text) returns text
language sql stable security definer set search_path = '' as $$
  select case when private.counts_shares(organization_id)
    then case when agent_id is not null or grouped_by = 'agent' then 'person' else 'agency' end end
$$;
comment on function private.counted_by is 'How facts are counted: by share, of people (`person`), or each sale once with what all people
  get of it (`agency`). Null where nobody shares anything: both are the same, from the rows of sales and commissions alone.';

create function private.report_facts(
  kind text, with_customer boolean default false, of_sales text default '', counted text default null) returns text
language sql immutable set search_path = '' as $$
  select '(select ' || case split_part(kind, '.', 1)
    when 'sale' then format(
      's.id, s.id as sale_id, s.organization_id, s.agent_id, s.vendor_id, s.status, s.%s as day, s.total_amount as total,
      case when x.sales_id is null then s.commission_amount else 0 end as expected, null::numeric as received,
      null::date as received_on, 0::numeric as agent_amount, 0::numeric as written_off, 0::numeric as open_amount, null::date as due_on,
      0::numeric as paid, s.customer_id, s.total_amount as booked, 1 as sign, 1 as counts, s.id as record_id, s.sale_date,
      0::numeric as short, null::text as beside, 0::numeric as taken_back
      from %s s
      left join public.commissions x on x.organization_id = s.organization_id and x.sales_id = s.id and x.status = ''cancelled''
        and s.status <> ''cancelled''',
      case kind when 'sale.travel' then 'travel_date' else 'sale_date' end,
      case when counted = 'person' then 'private.sales_by_share' else 'public.sales' end)
    when 'single' then
      'p.id, null::uuid as sale_id, p.organization_id, p.agent_id, null::uuid as vendor_id, ''agent_paid''::text as status,
      p.payment_date as day, 0::numeric as total, 0::numeric as expected, null::numeric as received, null::date as received_on,
      0::numeric as agent_amount, 0::numeric as written_off, 0::numeric as open_amount, null::date as due_on, p.amount as paid,
      null::uuid as customer_id, 0::numeric as booked, 1 as sign, 1 as counts, p.id as record_id, null::date as sale_date,
      0::numeric as short, null::text as beside, 0::numeric as taken_back
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
      m.due_on, 0::numeric as paid, null::uuid as customer_id, 0::numeric as booked, 1 as sign, 1 as counts, m.commission_id as record_id, m.sale_date,
      0::numeric as short, null::text as beside, 0::numeric as taken_back,
      m.whole_open, m.open, m.owed, m.owed_agent_paid, m.advanced'
      || case counted when 'agency' then ' + case when m.owed > 0 then ' || private.all_agent_amount('m', true) || ' else 0 end as advanced'
        else '' end
      || ', m.paid_short from private.commission_money' || case counted when 'person' then '_by_share' else '' end || ' m'
    else format(
      'c.id, c.sales_id as sale_id, c.organization_id, c.agent_id, c.vendor_id, c.status, %s as day, 0::numeric as total,
      c.amount as expected, c.received_amount as received, c.received_on, c.agent_amount%s, c.written_off, c.open_amount, c.due_on,
      %s as paid, %s, 1 as sign, 1 as counts, c.id as record_id, c.sale_date, %s as short, null::text as beside, 0::numeric as taken_back from %s c%s%s%s',
      case kind when 'payment.paid' then 'p.posted_on' else private.commission_day(kind) end,
      case when counted = 'agency' and kind <> 'payment.paid'
          then ' + ' || private.all_agent_amount('c', false) || private.kept_agent_amount(kind, '') || ' as agent_amount'
        when counted = 'person' and kind = 'commission.received'
          then private.kept_agent_amount(kind, ' and c.place > 1 and x.user_id = c.agent_id and x.role in (''co_seller'', ''referral'')')
            || ' as agent_amount'
        else '' end,
      case kind when 'payment.paid' then 'p.amount' else '0::numeric' end,
      case when with_customer then 's.customer_id, ' || case when counted = 'person' or counted is not null and kind = 'payment.paid'
          then 'private.share_part(s.total_amount, s.co_sellers, c.place)' else 's.total_amount' end || ' as booked'
        else 'null::uuid as customer_id, 0::numeric as booked' end,
      -- A part is short where the whole is: what rounding makes of a part is not what the vendor paid less.
      case when counted = 'person' or counted is not null and kind = 'payment.paid'
        then 'case when c.whole_received < c.whole_amount then c.amount - c.received_amount end'
        else 'case when c.received_amount < c.amount then c.amount - c.received_amount end' end,
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
      coalesce(private.commission_part(c.open_amount, c.share_percents, h.place), 0), c.due_on, p.amount, %s, 1, 1,
      coalesce(c.id, h.other_commission_id), h.counted_on, case when c.received_amount < c.amount
        then private.commission_part(c.amount, c.share_percents, h.place) - private.commission_part(c.received_amount, c.share_percents, h.place) end,
      null::text, 0::numeric
      from public.agent_payments p
      join private.shares_beside_sellers h on h.organization_id = p.organization_id and h.id = p.share_id
      left join public.commissions c on c.organization_id = h.organization_id and c.id = h.commission_id
      left join public.other_commissions o on o.organization_id = h.organization_id and o.id = h.other_commission_id
      left join public.sales s on s.organization_id = h.organization_id and s.id = h.sales_id',
      case when with_customer then 's.customer_id, case when h.commission_id is not null and h.place is not null
        then private.share_part(s.total_amount, s.co_sellers, h.place) else 0 end' else 'null::uuid, 0::numeric' end)
        else '' end
      || case when counted = 'person' and kind like 'commission.%' then ' union all ' || private.report_beside_facts(kind, with_customer)
        else '' end
      || case when kind like 'commission.%' then ' union all ' || private.report_recall_facts(kind, with_customer, counted) else '' end
      || case kind when 'commission.received' then format(
      ' union all select k.id, k.sales_id, k.organization_id, k.agent_id, k.vendor_id, k.status, k.posted_on, 0::numeric, k.amount,
      k.received_amount, k.received_on, k.agent_amount%s, k.written_off, k.open_amount, k.due_on, 0::numeric, %s, k.sign, %s, k.commission_id,
      null::date, %s, %s, 0::numeric
      from private.%s k%s',
      case when counted = 'agency' then ' + ' || private.all_agent_amount('k', false) else '' end,
      case when with_customer then 's.customer_id, '
          || case counted when 'person' then 'case when k.place is null then 0 else private.share_part(s.total_amount, s.co_sellers, k.place) end'
            else 's.total_amount' end || ' * k.sign'
        else 'null::uuid, 0::numeric' end,
      case counted when 'person' then 'k.counts' else 'k.sign' end,
      case counted when 'person' then 'case when k.whole_received < k.whole_amount then k.amount - k.received_amount end'
        else 'case when k.received_amount < k.amount then k.amount - k.received_amount end' end,
      case counted when 'person' then 'k.beside' else 'null::text' end,
      case counted when 'person' then 'closed_receipts_by_share' else 'closed_receipts' end,
      case when with_customer then ' join public.sales s on s.organization_id = k.organization_id and s.id = k.sales_id' else '' end)
        || case when counted is not null then format(
      ' union all select x.id, x.sales_id, x.organization_id, x.user_id, x.vendor_id, x.status, x.posted_on, 0::numeric, 0::numeric,
      null::numeric, x.received_on, x.agent_amount, 0::numeric, 0::numeric, null::date, 0::numeric, %s, 1, 0, x.commission_id, null::date,
      0::numeric, ''share'', 0::numeric
      from private.closed_shares x%s where not x.keeps',
      case when with_customer then 's.customer_id, 0::numeric' else 'null::uuid, 0::numeric' end,
      case when with_customer then ' join public.sales s on s.organization_id = x.organization_id and s.id = x.sales_id' else '' end) else '' end
        else '' end end
    || ') f'
$$;
comment on function private.report_facts is 'The rows of a kind as a query `f`. Fixed pieces only, no value of anybody: what is
  asked for goes in as parameters. With customers also whose booking it is, and for how much. A sale that stands while its
  commission was cancelled alone expects none. `sign` is -1 for what a commission said on a closed day and says no more, and `counts` what it adds to
  numbers: nothing where it stands `beside` a share, as an override does. short: what the vendor paid less of it. of_sales: what
  else is known of the sales `s` of commissions, for an index of sales. counted: private.counted_by.';

create function private.report_sums_of(kind text) returns text
language sql immutable set search_path = '' as $$
  select case split_part(kind, '.', 1)
    when 'sale' then 'count(*), coalesce(sum(f.total), 0), coalesce(sum(f.expected), 0), 0::bigint, 0::numeric, 0::numeric, 0::bigint,
      0::numeric, 0::numeric, 0::numeric, 0::bigint, 0::bigint, 0::bigint, 0::numeric, 0::numeric'
    else 'sum(f.counts), 0::numeric, coalesce(sum(f.sign * f.expected), 0), coalesce(sum(f.counts) filter (where f.received_on is not null), 0),
      coalesce(sum(f.sign * f.received), 0), coalesce(sum(f.sign * f.agent_amount) filter (where f.received_on is not null), 0),
      coalesce(sum(f.counts) filter (where f.short > 0), 0), coalesce(sum(f.sign * f.short), 0),
      coalesce(sum(f.sign * f.written_off), 0), coalesce(sum(f.sign * f.open_amount), 0),
      coalesce(sum(f.counts) filter (where f.received_on is not null and f.due_on is not null), 0),
      coalesce(sum(f.counts) filter (where f.received_on > f.due_on), 0),
      coalesce(sum(f.counts * (f.received_on - f.due_on)) filter (where f.received_on > f.due_on), 0), coalesce(sum(f.paid), 0),
      coalesce(sum(f.sign * f.taken_back), 0)' end
$$;
comment on function private.report_sums_of is 'How rows `f` of a kind add up, in the order of private.report_cell.';

create function private.report_cells_together() returns text
language sql immutable set search_path = '' as $$
  select string_agg(format('coalesce(sum(f.%I), 0)::%s', a.part,
    case when a.part in ('n', 'received_n', 'short_n', 'due_n', 'late_n', 'late_days') then 'bigint' else 'numeric' end), ', '
    order by a.place)
  from unnest('{n,total,expected,received_n,received,agents,short_n,short,written_off,open_amount,due_n,late_n,late_days,paid,taken_back}'::text[])
    with ordinality a(part, place)
$$;
comment on function private.report_cells_together is 'Several cells `f` together.';

create function private.report_kinds() returns text[]
language sql immutable set search_path = '' as $$
  select '{sale.sale,sale.travel,commission.sale,commission.due,commission.received,payment.paid,single.paid}'::text[]
$$;

create function private.report_totals_of_rows(organization_id uuid, kind text, months date[]) returns setof private.report_totals
language plpgsql stable security definer set search_path = '' as $$
begin
  -- People are counted by share, vendors with each sale once; where nobody shares, both from one reading.
  return query execute (
    select string_agg(format(
      'select f.organization_id, $2, g.grouped_by, date_trunc(''month'', f.day::timestamp)::date, g.group_id, f.status, %s
      from unnest($3) m(month)
      join %s on f.organization_id = $1 and f.day >= m.month and f.day < (m.month + interval ''1 month'')::date
      cross join lateral (values %s) g(grouped_by, group_id)
      where g.group_id is not null
      group by f.organization_id, g.grouped_by, date_trunc(''month'', f.day::timestamp)::date, g.group_id, f.status',
      private.report_sums_of(kind), private.report_facts(kind, counted => w.counted), w.groups), ' union all ')
    from (values (false, null, '(''agent'', f.agent_id), (''vendor'', f.vendor_id)'), (true, 'person', '(''agent'', f.agent_id)'),
      (true, 'agency', '(''vendor'', f.vendor_id)')) w(shared, counted, groups)
    where w.shared = private.counts_shares(report_totals_of_rows.organization_id))
  using organization_id, kind, months;
end $$;
comment on function private.report_totals_of_rows is 'What the totals of these months of a kind are, from the rows.';

-- No scan: planned while nobody has been paid yet, one of payments looks free, and the plan is kept while a payout pays thousands.
create function private.mark_report_months() returns trigger
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
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
    left join private.recall_parts r on r.organization_id = c.organization_id and r.commission_id = c.id
    cross join lateral (values ('commission.sale', c.sale_date), ('commission.due', c.due_on), ('commission.received', r.posted_on),
      ('commission.received', c.received_posted_on), ('payment.paid', p.posted_on), ('payment.paid', q.posted_on),
      ('sale.sale', s.sale_date), ('sale.travel', s.travel_date)) d(kind, day)
    where d.day is not null;
  end if;
  return null;
end $$;
comment on function private.mark_report_months is 'Marks the months whose sums a statement changed.';

create function private.mark_report_months_of_shares() returns trigger
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  organization_ids uuid[];
  commission_ids uuid[];
  share_ids uuid[];
begin
  if tg_op = 'DELETE' then
    select array_agg(distinct h.organization_id), array_agg(h.commission_id), array_agg(h.id)
    into organization_ids, commission_ids, share_ids from replaced h where h.role <> 'seller' or h.commission_id is null;
  else
    select array_agg(distinct h.organization_id), array_agg(h.commission_id), array_agg(h.id)
    into organization_ids, commission_ids, share_ids from changed h where h.role <> 'seller' or h.commission_id is null;
  end if;
  -- Sellers' are marked with their commissions.
  if share_ids is null then
    return null;
  end if;
  insert into private.stale_report_months
  select distinct c.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
  from public.commissions c
  left join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id
  left join public.agent_payments p on p.organization_id = c.organization_id and p.commission_id = c.id
  left join private.closed_receipts k on k.organization_id = c.organization_id and k.commission_id = c.id
  left join private.recall_parts r on r.organization_id = c.organization_id and r.commission_id = c.id
  cross join lateral (values ('commission.sale', c.sale_date), ('commission.due', c.due_on), ('commission.received', c.received_posted_on),
    ('commission.received', k.posted_on), ('commission.received', r.posted_on), ('payment.paid', p.posted_on), ('sale.sale', s.sale_date), ('sale.travel', s.travel_date)) d(kind, day)
  where c.organization_id = any (organization_ids) and c.id = any (commission_ids) and d.day is not null
  union
  select p.organization_id, 'payment.paid', date_trunc('month', p.posted_on::timestamp)::date
  from public.agent_payments p
  where p.organization_id = any (organization_ids) and p.share_id = any (share_ids);
  return null;
end $$;
comment on function private.mark_report_months_of_shares is 'The same of a share: of all its commission counts in, and of its
  payments.';

create function private.refresh_report_totals_of(organization_id uuid, most integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  this_kind text;
  months date[];
begin
  foreach this_kind in array private.report_kinds() loop
    with stale as (
      delete from private.stale_report_months d
      where d.organization_id = refresh_report_totals_of.organization_id and d.kind = this_kind and d.month in (
        select distinct m.month from private.stale_report_months m
        where m.organization_id = refresh_report_totals_of.organization_id and m.kind = this_kind
        order by m.month desc limit refresh_report_totals_of.most)
      returning d.month)
    select array_agg(distinct s.month) into months from stale s;
    continue when months is null;
    delete from private.report_totals t
    where t.organization_id = refresh_report_totals_of.organization_id and t.kind = this_kind
      and t.grouped_by in ('agent', 'vendor') and t.month = any (months);
    insert into private.report_totals
    select r.* from private.report_totals_of_rows(refresh_report_totals_of.organization_id, this_kind, months) r
    order by r.grouped_by, r.month, r.group_id;
  end loop;
end $$;
comment on function private.refresh_report_totals_of is 'Adds up the stale months of an organization again, the latest `most` of
  each kind (null: all). Rows are read after the marks are taken: what is written meanwhile is counted or not, and has its mark
  either way.';

create function private.refresh_report_totals_slice(organization_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.refresh_report_totals_of(refresh_report_totals_slice.organization_id, 2);
  return exists (
    select from private.stale_report_months s where s.organization_id = refresh_report_totals_slice.organization_id);
end $$;
comment on function private.refresh_report_totals_slice is 'Adds up the latest two stale months of each kind. Whether there are
  more.';

create function private.refresh_report_totals(longest interval default '1 second') returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if pg_try_advisory_xact_lock(hashtextextended('paperplane.report_totals', 0)) then
    perform private.serve_in_turn('refresh_report_totals',
      array(select distinct s.organization_id from private.stale_report_months s), longest);
  end if;
end $$;
comment on function private.refresh_report_totals is 'What the job does: adds up what is stale, of all organizations in turn. One
  does it at a time, as what was read earlier must not be written over what was read later.';

create function private.mark_closed_receipts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    insert into private.stale_report_months
    select distinct b.organization_id, 'commission.received', date_trunc('month', b.posted_on::timestamp)::date from replaced b;
  end if;
  insert into private.stale_report_months
  select distinct a.organization_id, 'commission.received', date_trunc('month', a.posted_on::timestamp)::date from changed a;
  return null;
end $$;
comment on function private.mark_closed_receipts is 'The same of what stays in a closed month, or leaves an open one, when a receipt
  moves (private.keep_closed_receipts).';

create function private.mark_closed_receipt_shares() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.stale_report_months
  select distinct k.organization_id, 'commission.received', date_trunc('month', k.posted_on::timestamp)::date
  from changed h join private.closed_receipts k on k.id = h.receipt_id;
  return null;
end $$;
comment on function private.mark_closed_receipt_shares is 'The same of the shares of what stays.';

create function private.mark_recalls() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.stale_report_months
  select distinct r.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
  from changed r
  join public.commissions c on c.organization_id = r.organization_id and c.id = r.commission_id
  cross join lateral (values ('commission.received', r.posted_on), ('commission.sale', c.sale_date), ('commission.due', c.due_on)) d(kind, day)
  where d.day is not null;
  return null;
end $$;
comment on function private.mark_recalls is 'The same of what a vendor takes back.';
