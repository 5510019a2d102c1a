-- Hours, days, weeks and months of charts: which a range is shown by, what they are called, and the amounts of each.

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
  part := private.hour_parts(amounts_by_bucket.zone, range.first_day);
  return query
    with amounts as (
      select private.hour_label(h.day, date_part('hour', h.time at time zone amounts_by_bucket.zone)::integer,
        amounts_by_bucket.zone) as label, h.status, h.amount, h.agent_amount
      from (
        select s.sale_date as day, date_bin(part, s.created_at, '2001-01-01T00:00:00Z') as time, s.status,
          s.total_amount as amount, 0 as agent_amount
        from public.sales s
        where of_sales and step = 'hour' and amounts_by_bucket.agent_id is null and s.organization_id = amounts_by_bucket.organization_id
          and s.sale_date between range.first_day and range.last_day
        union all
        select s.sale_date, date_bin(part, s.created_at, '2001-01-01T00:00:00Z'), s.status, s.total_amount, 0
        from private.sales_by_share s
        where of_sales and step = 'hour' and s.organization_id = amounts_by_bucket.organization_id
          and s.agent_id = amounts_by_bucket.agent_id and s.sale_date between range.first_day and range.last_day
        union all
        select c.sale_date, date_bin(part, c.created_at, '2001-01-01T00:00:00Z'), c.status, c.amount, c.agent_amount
        from public.commissions c
        where not of_sales and step = 'hour' and amounts_by_bucket.agent_id is null and c.organization_id = amounts_by_bucket.organization_id
          and c.sale_date between range.first_day and range.last_day
        union all
        -- Of the agency the agents' share is what all people get.
        select c.sale_date, date_bin(part, c.created_at, '2001-01-01T00:00:00Z'), c.status, 0, h.agent_amount
        from private.shares_beside_sellers h
        join public.commissions c on c.organization_id = h.organization_id and c.id = h.commission_id
        where not of_sales and step = 'hour' and amounts_by_bucket.agent_id is null
          and h.organization_id = amounts_by_bucket.organization_id and h.counted_on between range.first_day and range.last_day
        union all
        select c.sale_date, date_bin(part, c.created_at, '2001-01-01T00:00:00Z'), c.status, c.amount, c.agent_amount
        from private.commissions_by_share c
        where not of_sales and step = 'hour' and c.organization_id = amounts_by_bucket.organization_id
          and c.agent_id = amounts_by_bucket.agent_id and c.sale_date between range.first_day and range.last_day) h
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
  (`record_type`), of a person their part and what they get, of the agency what all people get, by the date of the sale: a row for each bucket and status, none missing. An open end of the range is the first or
  last day with a record. Hours are read from the rows, everything else from the totals.';
