-- The dashboard: one call that answers every part of the page, over what the caller may see. Each part is made by itself;
-- when one fails the others stand, and it can be asked for again alone.
--
-- All run with the owner's rights, because nobody else reads the totals; what a caller may see is decided in one place,
-- private.caller_scope. For a caller without an organization (inactive, or a revoked session) there is nothing to add up:
-- zeros and empty lists.

create function public.get_sales_by_status(start_date date default null, end_date date default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_sales_by_status.start_date, get_sales_by_status.end_date);
begin
  return (
    with totals as (
      select t.status, sum(t.record_count) as n, sum(t.total_amount) as amount
      from private.totals('sale', scope.organization_id, scope.agent_id, range.first_day, range.last_day) t
      group by t.status)
    select jsonb_object_agg(k.name, (
      select jsonb_build_object('count', coalesce(sum(t.n), 0), 'amount', coalesce(sum(t.amount), 0))
      from totals t where t.status = any (k.statuses)))
    from (values ('booked', '{booked}'::text[]), ('paid', '{paid}'), ('cancelled', '{cancelled}'),
      ('total', '{booked,paid,cancelled}'), ('active_total', '{booked,paid}')) k(name, statuses));
end $$;

create function private.commission_stats(f private.commission_filter, wanted text[] default '{unpaid,funds_received,agent_paid,cancelled}')
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
end $$;
comment on function private.commission_stats is 'private.commission_status_summary of these statuses, by the days of the filter and whose they
  are.';

create function public.get_commission_stats(
  start_date date default null, end_date date default null, status text default null, agent_id uuid default null)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  known constant text[] := '{unpaid,funds_received,agent_paid,cancelled}';
begin
  return private.commission_stats(
    private.commission_filter_of(null, get_commission_stats.agent_id, null, false, false,
      get_commission_stats.start_date, get_commission_stats.end_date, null),
    case when get_commission_stats.status = any (known) then array[get_commission_stats.status] else known end);
end $$;
comment on function public.get_commission_stats is 'private.commission_status_summary; a status that is not one of the four is
  ignored, one of them leaves the others at zero.';

create function public.get_commissions_by_status(start_date date default null, end_date date default null) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select jsonb_object_agg(e.name, e.totals - 'agent_amount')
    from jsonb_each(public.get_commission_stats(get_commissions_by_status.start_date, get_commissions_by_status.end_date))
      e(name, totals)
    where e.name not in ('active_total', 'ready'));
end $$;
comment on function public.get_commissions_by_status is 'Gross, of every status and all of them.';

create function private.choose_bucket(first_day date, last_day date, wanted text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  days constant integer := last_day - first_day + 1;
begin
  return case
    when wanted = 'hour' and days <= 31 then wanted
    when wanted = 'day' and days <= 3660 then wanted
    when wanted in ('week', 'month') then wanted
    when days <= 2 then 'hour'
    when days <= 90 then 'day'
    when days <= 180 then 'week'
    else 'month' end;
end $$;
comment on function private.choose_bucket is 'Two days or fewer: by the hour; 90: by the day; 180: by the week; more: by the month.
  Somebody may ask for another bucket; one that is unknown, or so fine that nobody could read the chart, is ignored.';

create function private.bucket_shift(bucket text) returns interval
language plpgsql immutable set search_path = '' as $$
begin
  return case bucket when 'week' then interval '1 day' else interval '0' end;
end $$;
comment on function private.bucket_shift is 'Weeks begin on Sunday, date_trunc''s on Monday: days are counted in the bucket of a day
  this much later.';

create function private.hour_label(day date, hour integer, zone text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return to_char(((day + make_time(hour, 0, 0)) at time zone zone) at time zone zone, 'YYYY-MM-DD"T"HH24:00');
end $$;
comment on function private.hour_label is 'The hour of a day that a sale is counted in: its date, and the hour in which it was
  recorded, by the clocks of the organization. An hour that a change of clocks leaves out becomes the next one; one that comes twice
  is one.';

create function private.hour_parts(zone text, day date) returns interval
language sql stable set search_path = '' as $$
  select case when bool_and(date_part('minute', t.start at time zone zone) = 0) then interval '1 hour' else '15 minutes' end
  from (values (day::timestamp at time zone 'UTC'), ((day + 182)::timestamp at time zone 'UTC')) t(start)
$$;
comment on function private.hour_parts is 'What never lies in two hours of the zone: an hour, or a quarter of one where the zone is
  off by parts of an hour in some half of that year. Asking the zone for each sale takes longer than the rest.';

create function private.bucket_labels(bucket text, first_day date, last_day date, zone text) returns setof text
language plpgsql stable set search_path = '' as $$
declare
  shift interval := private.bucket_shift(bucket);
begin
  if bucket = 'hour' then
    return query select distinct private.hour_label(d::date, h, zone)
      from generate_series(first_day::timestamp, last_day::timestamp, '1 day') d cross join generate_series(0, 23) h;
  else
    return query select to_char(d, 'YYYY-MM-DD')
      from generate_series(date_trunc(bucket, first_day + shift) - shift, last_day::timestamp, ('1 ' || bucket)::interval) d;
  end if;
end $$;
comment on function private.bucket_labels is 'All buckets of a range, labelled with the date (or hour) they begin.';

create function private.amounts_by_bucket(
  record_type text, organization_id uuid, agent_id uuid, zone text, start_date date, end_date date, wanted text)
returns table (bucket text, label text, status text, amount numeric, agent_amount numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  of_sales constant boolean := amounts_by_bucket.record_type = 'sale';
  statuses constant text[] := case when of_sales then '{booked,paid,cancelled}'
    else '{unpaid,funds_received,agent_paid,cancelled}' end;
  range record := private.date_range(amounts_by_bucket.start_date, amounts_by_bucket.end_date);
  earliest date;
  latest date;
  step text;
  shift interval;
  part interval;
  by_share boolean;
begin
  if amounts_by_bucket.start_date is null or amounts_by_bucket.end_date is null then
    select min(d.day), max(d.day) into earliest, latest
    from private.totals(amounts_by_bucket.record_type, amounts_by_bucket.organization_id, amounts_by_bucket.agent_id,
      range.first_day, range.last_day) d;
    if amounts_by_bucket.start_date is null then
      range.first_day := coalesce(earliest, amounts_by_bucket.end_date);
    end if;
    if amounts_by_bucket.end_date is null then
      range.last_day := coalesce(latest, range.first_day);
    end if;
  end if;
  step := private.choose_bucket(range.first_day, range.last_day, amounts_by_bucket.wanted);
  shift := private.bucket_shift(step);
  by_share := amounts_by_bucket.agent_id is not null and private.has_shares(amounts_by_bucket.organization_id, amounts_by_bucket.agent_id);
  part := private.hour_parts(amounts_by_bucket.zone, range.first_day);
  return query
    with amounts as (
      select private.hour_label(h.day, date_part('hour', h.time at time zone amounts_by_bucket.zone)::integer,
        amounts_by_bucket.zone) as label, h.status, h.amount, h.agent_amount
      from (
        select s.sale_date as day, date_bin(part, s.created_at, '2001-01-01T00:00:00Z') as time, s.status,
          sum(s.total_amount) as amount, 0 as agent_amount
        from public.sales s
        where of_sales and step = 'hour' and not by_share and s.organization_id = amounts_by_bucket.organization_id
          and (amounts_by_bucket.agent_id is null or s.agent_id = amounts_by_bucket.agent_id)
          and s.sale_date between range.first_day and range.last_day
        group by 1, 2, 3
        union all
        select c.sale_date, date_bin(part, c.created_at, '2001-01-01T00:00:00Z'), c.status, sum(c.amount),
          sum(c.agent_amount)
        from public.commissions c
        where not of_sales and step = 'hour' and not by_share and c.organization_id = amounts_by_bucket.organization_id
          and (amounts_by_bucket.agent_id is null or c.agent_id = amounts_by_bucket.agent_id)
          and c.sale_date between range.first_day and range.last_day
        group by 1, 2, 3
        union all
        select s.sale_date, date_bin(part, s.created_at, '2001-01-01T00:00:00Z'), s.status, sum(s.total_amount), 0
        from private.sales_by_share s
        where of_sales and step = 'hour' and by_share and s.organization_id = amounts_by_bucket.organization_id
          and s.agent_id = amounts_by_bucket.agent_id and s.sale_date between range.first_day and range.last_day
        group by 1, 2, 3
        union all
        select c.sale_date, date_bin(part, c.created_at, '2001-01-01T00:00:00Z'), c.status, sum(c.amount), sum(c.agent_amount)
        from private.commissions_by_share c
        where not of_sales and step = 'hour' and by_share and c.organization_id = amounts_by_bucket.organization_id
          and c.agent_id = amounts_by_bucket.agent_id and c.sale_date between range.first_day and range.last_day
        group by 1, 2, 3) h
      union all
      select to_char(b.start - shift, 'YYYY-MM-DD'), b.status, b.amount, b.agent_amount
      from (
        select date_trunc(step, d.day + shift) as start, d.status,
          sum(case when of_sales then d.total_amount else d.commission_amount end) as amount, sum(d.agent_amount) as agent_amount
        from private.totals(amounts_by_bucket.record_type, amounts_by_bucket.organization_id, amounts_by_bucket.agent_id,
          range.first_day, range.last_day) d
        where step <> 'hour'
        group by 1, 2) b),
    labels as (
      select l.label from private.bucket_labels(step, range.first_day, range.last_day, amounts_by_bucket.zone) l(label)
      union select a.label from amounts a where step = 'hour')
    select step, l.label, k.status, coalesce(sum(a.amount), 0), coalesce(sum(a.agent_amount), 0)
    from labels l
    cross join unnest(statuses) k(status)
    left join amounts a on a.label = l.label and a.status = k.status
    group by l.label, k.status;
end $$;
comment on function private.amounts_by_bucket is 'Amounts of sales, or of commissions gross and their agents'' share
  (`record_type`), by the date of the sale: a row for each bucket and status, none missing. An open end of the range is the first or
  last day with a record. Hours are read from the rows, everything else from the totals.';

create function public.get_sales_status_timeline(
  start_date date default null, end_date date default null, bucket text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  scope record := private.caller_scope();
begin
  return (
    select jsonb_build_object('bucket', min(t.bucket),
      'labels', coalesce(jsonb_agg(t.label order by t.label) filter (where t.status = 'booked'), '[]'),
      'booked', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'booked'), '[]'),
      'paid', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'paid'), '[]'),
      'cancelled', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'cancelled'), '[]'))
    from private.amounts_by_bucket('sale', scope.organization_id, scope.agent_id, scope.zone,
      get_sales_status_timeline.start_date, get_sales_status_timeline.end_date, get_sales_status_timeline.bucket) t);
end $$;

create function public.get_commission_status_timeline(
  start_date date default null, end_date date default null, bucket text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  scope record := private.caller_scope();
begin
  return (
    select jsonb_build_object('bucket', min(t.bucket),
      'labels', coalesce(jsonb_agg(t.label order by t.label) filter (where t.status = 'unpaid'), '[]'),
      'unpaid', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'unpaid'), '[]'),
      'funds_received', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'funds_received'), '[]'),
      'agent_paid', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'agent_paid'), '[]'),
      'cancelled', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'cancelled'), '[]'),
      'agent', jsonb_build_object(
        'unpaid', coalesce(jsonb_agg(t.agent_amount order by t.label) filter (where t.status = 'unpaid'), '[]'),
        'funds_received', coalesce(jsonb_agg(t.agent_amount order by t.label) filter (where t.status = 'funds_received'), '[]'),
        'agent_paid', coalesce(jsonb_agg(t.agent_amount order by t.label) filter (where t.status = 'agent_paid'), '[]'),
        'cancelled', coalesce(jsonb_agg(t.agent_amount order by t.label) filter (where t.status = 'cancelled'), '[]')))
    from private.amounts_by_bucket('commission', scope.organization_id, scope.agent_id, scope.zone,
      get_commission_status_timeline.start_date, get_commission_status_timeline.end_date,
      get_commission_status_timeline.bucket) t);
end $$;
comment on function public.get_commission_status_timeline is 'Gross amounts by status; `agent` holds the same of the agents''
  share.';

create function private.row_limit(max_rows integer) returns integer
language sql immutable set search_path = '' as $$ select least(greatest(coalesce(max_rows, 5), 1), 100) $$;
comment on function private.row_limit is 'How many rows a list of the best or the latest has: as asked for, within reason.';

create function public.get_top_agents(start_date date default null, end_date date default null, max_rows integer default 5)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_top_agents.start_date, get_top_agents.end_date);
  most integer := private.row_limit(get_top_agents.max_rows);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
      'avatar_url', u.avatar_url, 'sales_count', t.sales_count, 'total_revenue', t.total_amount,
      'total_commission', t.commission_amount)
      order by t.total_amount desc, t.sales_count desc, u.id), '[]')
    from (
      select b.* from private.sales_by('agent', scope.organization_id, null, range.first_day, range.last_day) b
      where scope.agent_id is null or b.id = scope.agent_id
      order by b.total_amount desc, b.sales_count desc, b.id limit most) t
    join public.users u on u.id = t.id);
end $$;
comment on function public.get_top_agents is 'Top lists: by revenue, without cancelled sales; commission is gross, without cancelled
  commissions. An agent''s list of agents is themself.';

create function public.get_top_vendors(start_date date default null, end_date date default null, max_rows integer default 5)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_top_vendors.start_date, get_top_vendors.end_date);
  most integer := private.row_limit(get_top_vendors.max_rows);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url,
      'sales_count', t.sales_count, 'total_revenue', t.total_amount, 'total_commission', t.commission_amount)
      order by t.total_amount desc, t.sales_count desc, v.id), '[]')
    from (
      select b.* from private.sales_by('vendor', scope.organization_id, scope.agent_id, range.first_day, range.last_day) b
      order by b.total_amount desc, b.sales_count desc, b.id limit most) t
    join public.vendors v on v.id = t.id);
end $$;

create function public.get_recent_customers(
  max_rows integer default 5, start_date date default null, end_date date default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_recent_customers.start_date, get_recent_customers.end_date);
  wanted integer := private.row_limit(get_recent_customers.max_rows);
  skip integer;
  newest refcursor;
  found_id uuid;
  sale record;
  seen uuid[] := '{}';
  answer jsonb := '[]';
begin
  -- The newest hundred mostly hold enough of them; if not, all that come after.
  foreach skip in array array[0, 100] loop
    if scope.agent_id is null then
      open newest for
        select s.id from public.sales s
        where s.organization_id = scope.organization_id and s.sale_date between range.first_day and range.last_day
          and s.status <> 'cancelled'
        order by s.sale_date desc, s.created_at desc, s.id
        limit case skip when 0 then 100 end offset skip;
    else
      open newest for
        select s.id from public.sales s
        where s.organization_id = scope.organization_id and s.agent_id = scope.agent_id
          and s.sale_date between range.first_day and range.last_day and s.status <> 'cancelled'
        order by s.sale_date desc, s.created_at desc, s.id
        limit case skip when 0 then 100 end offset skip;
    end if;
    loop
      exit when cardinality(seen) = wanted;
      fetch newest into found_id;
      exit when not found;
      select s.customer_id, s.total_amount, s.sale_date into sale from public.sales s where s.id = found_id;
      continue when sale.customer_id = any (seen);
      seen := seen || sale.customer_id;
      answer := answer || (
        select jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name, 'email', c.email,
          'sale_id', found_id, 'last_purchase_amount', sale.total_amount, 'sale_date', sale.sale_date)
        from public.customers c where c.id = sale.customer_id);
    end loop;
    close newest;
    exit when cardinality(seen) = wanted;
  end loop;
  return answer;
end $$;
comment on function public.get_recent_customers is 'Walks the newest sales, by the index of the organization''s or the agent''s,
  only until enough customers are found: what the order needs is in the index, and only the sales that count are looked at.';

create function private.payable_with_shares(organization_id uuid, agent_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with open as materialized (
    select o.amount, o.obstacle, m.id as commission_id, coalesce(m.id, x.id) as of_which, m.sales_id, m.vendor_id, m.status, m.received_on,
      m.due_on, m.sale_date, case when o.obstacle is null then 1 when coalesce(m.status, x.status) <> 'unpaid' then 2 else 3 end as place
    from private.open_for_payout(payable_with_shares.organization_id, payable_with_shares.agent_id, false) o
    left join public.commissions m on m.organization_id = payable_with_shares.organization_id and m.id = o.of_commission_id
    left join public.other_commissions x on x.organization_id = payable_with_shares.organization_id and x.id = o.of_other_id)
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
$$;
comment on function private.payable_with_shares is 'private.payable_to of who has shares, of sales, of other commissions or over others:
  what payouts see, each for itself. A row is of a vendor''s commission, with all that the person gets of it for one reason; what
  they get of other commissions is in the sums alone.';

create function private.payable_to(organization_id uuid, agent_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  totals record;
  early record;
  -- As lists and payouts see it.
  blocked constant uuid[] := private.blocked_commissions(payable_to.organization_id, payable_to.agent_id);
begin
  if private.has_shares(payable_to.organization_id, payable_to.agent_id) or exists (
    select from public.commission_shares h
    where h.organization_id = payable_to.organization_id and h.user_id = payable_to.agent_id and h.status = 'open') then
    return private.payable_with_shares(payable_to.organization_id, payable_to.agent_id);
  end if;
  select coalesce(sum(t.record_count) filter (where t.status = 'funds_received'), 0) as n,
    coalesce(sum(t.agent_amount) filter (where t.status = 'funds_received'), 0) as amount,
    coalesce(sum(t.record_count) filter (where t.status = 'unpaid'), 0) as awaited_n,
    coalesce(sum(t.agent_amount) filter (where t.status = 'unpaid'), 0) as awaited into totals
  from private.totals('commission', payable_to.organization_id, payable_to.agent_id, '1900-01-01', '2199-12-31') t;
  -- Seldom the vendor pays before the customer, or something else keeps it.
  select count(*) as n, coalesce(sum(m.agent_amount), 0) as amount into early
  from public.commissions m
  where m.organization_id = payable_to.organization_id and m.agent_id = payable_to.agent_id
    and m.status = 'funds_received' and (not m.sale_paid or m.id = any (blocked));
  return jsonb_build_object(
    'now', jsonb_build_object('count', totals.n - early.n, 'amount', totals.amount - early.amount),
    'expected', jsonb_build_object('count', totals.awaited_n + early.n, 'amount', totals.awaited + early.amount),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('commission_id', m.id, 'sales_id', s.id,
        'booking_reference', s.booking_reference, 'customer_first_name', c.first_name, 'customer_last_name', c.last_name,
        'vendor_name', v.name, 'agent_amount', m.agent_amount, 'status', m.status, 'sale_status', s.status,
        'received_on', m.received_on, 'due_on', m.due_on, 'reason', case
          when p.place = 1 then 'ready'
          when m.id = any (blocked) then coalesce((
            select o.obstacle from private.open_for_payout(payable_to.organization_id, payable_to.agent_id, true) o
            where o.commission_id = m.id and o.obstacle <> 'vendor'), 'awaiting_vendor')
          when p.place = 2 then 'awaiting_customer'
          when w.owed > 0 then 'overdue'
          else 'awaiting_vendor' end)
        order by p.place, p.day nulls last, p.sales_id), '[]')
      from (
        select f.* from (
          (select 1 as place, m.sale_date as day, m.sales_id from public.commissions m
          where m.organization_id = payable_to.organization_id and m.agent_id = payable_to.agent_id
            and m.status = 'funds_received' and m.sale_paid and m.id <> all (blocked)
          order by m.sale_date, m.sales_id limit 5)
          union all
          (select 2, m.sale_date, m.sales_id from public.commissions m
          where m.organization_id = payable_to.organization_id and m.agent_id = payable_to.agent_id
            and m.status = 'funds_received' and (not m.sale_paid or m.id = any (blocked))
          order by m.sale_date, m.sales_id limit 5)
          union all
          (select 3, m.due_on, m.sales_id from public.commissions m
          where m.organization_id = payable_to.organization_id and m.agent_id = payable_to.agent_id
            and m.status = 'unpaid'
          order by m.due_on, m.sales_id limit 5)) f
        order by f.place, f.day nulls last, f.sales_id limit 5) p
      join public.sales s on s.id = p.sales_id
      join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
      join private.commission_money w on w.commission_id = m.id
      join public.customers c on c.id = s.customer_id
      join public.vendors v on v.id = s.vendor_id));
end $$;
comment on function private.payable_to is 'What an agent is owed: now (funds_received, and the customer has paid), and later, with
  the reason why not now. received_on is null where nobody has seen the vendor''s money. {now: {count, amount}, expected: {count,
  amount}, rows}, amounts of the agent''s part.';

create function private.departures_of(organization_id uuid, agent_id uuid, today date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('sales_id', s.id, 'booking_reference', s.booking_reference,
    'customer_id', s.customer_id, 'customer_first_name', c.first_name, 'customer_last_name', c.last_name,
    'vendor_name', v.name, 'travel_date', s.travel_date, 'return_date', s.return_date)
    order by s.travel_date, s.id), '[]')
  from (
    (select d.* from public.sales d
    where d.organization_id = departures_of.organization_id and d.agent_id = departures_of.agent_id
      and d.status <> 'cancelled' and d.travel_date is not null and d.travel_date >= departures_of.today
    order by d.travel_date, d.id limit 5)
    union all
    -- Those of others of which they have a share.
    (select d.* from public.sales d
    where d.organization_id = departures_of.organization_id and d.agent_id <> departures_of.agent_id
      and d.id = any (private.shared_sales(departures_of.organization_id, departures_of.agent_id))
      and d.status <> 'cancelled' and d.travel_date is not null and d.travel_date >= departures_of.today
    order by d.travel_date, d.id limit 5)
    order by travel_date, id limit 5) s
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
$$;
comment on function private.departures_of is 'The next trips of what an agent sold, alone or with others.';

create function private.to_do(f private.commission_filter) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
end $$;
comment on function private.to_do is 'What waits for an admin, of all days, by the filter of an admin''s commissions: {payable, overdue, departures}, each {count, amount} as
  the list it leads to counts it. payable: the agents'' part of what can be paid now, of other commissions too, which that list names
  beside it; overdue: what vendors owe
  (private.owed_figures); departures: totals of booked sales whose trip begins within 30 days or has begun. And
  vendors_without_terms: with how many vendors that have something unpaid no due days are agreed, so that nothing of theirs can be
  overdue.';

create function private.dashboard_part(
  part text, organization_id uuid, agent_id uuid, first_day date, last_day date, today date, f private.commission_filter)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
end $$;
comment on function private.dashboard_part is 'One part of the page. The services it asks decide themselves what the caller may
  see.';

create function public.get_dashboard(
  start_date date default null, end_date date default null, parts text[] default null) returns jsonb
language plpgsql stable security definer set search_path = '' set lock_timeout = '2s'
-- A plan for the mean agency, kept from the first calls of a connection, takes three times as long in one that has a fifth of all sales.
set plan_cache_mode = 'force_custom_plan' as $$
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
end $$;
comment on function public.get_dashboard is '{range: {start, end, bucket, today}, and the parts of the caller''s page: sales,
  commissions, sales_trend, commission_trend, top_vendors, recent_customers, payments_due (where there are any); for admins to_do and
  top_agents, for agents payable, departures and next_tier (of who has tiers and is not past the last)}. A part that failed is {error: true}; `parts` asks for some only. Days are the organization''s. Without dates the last
  365 days; without one of them those up to the end, or from the start until today.';

grant execute on function public.get_sales_by_status(date, date), public.get_commission_stats(date, date, text, uuid),
  public.get_commissions_by_status(date, date), public.get_sales_status_timeline(date, date, text),
  public.get_commission_status_timeline(date, date, text), public.get_top_agents(date, date, integer),
  public.get_top_vendors(date, date, integer), public.get_recent_customers(integer, date, date),
  public.get_dashboard(date, date, text[]) to authenticated;
