set local check_function_bodies = off;

DROP VIEW "private"."commission_money";

DROP VIEW "private"."sales_by_share";

DROP FUNCTION "private"."found_commissions"(uuid[], uuid[], integer, uuid);

DROP FUNCTION "private"."sale_rows"(uuid[], boolean, uuid);

CREATE OR REPLACE FUNCTION private.amounts_by_bucket(record_type text, organization_id uuid, agent_id uuid, zone text, start_date date, end_date date, wanted text)
 RETURNS TABLE(bucket text, label text, status text, amount numeric, agent_amount numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
        -- Of the agency the agents' share is what all people get.
        select c.sale_date, date_bin(part, c.created_at, '2001-01-01T00:00:00Z'), c.status, 0, sum(h.agent_amount)
        from public.commission_shares h
        join public.commissions c on c.organization_id = h.organization_id and c.id = h.commission_id
        where not of_sales and step = 'hour' and amounts_by_bucket.agent_id is null
          and h.organization_id = amounts_by_bucket.organization_id and h.counted_on between range.first_day and range.last_day
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
end $function$;

CREATE OR REPLACE FUNCTION private.api_commission(c public.commissions, currency text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', c.id, 'sale_id', c.sales_id, 'vendor_id', c.vendor_id, 'agent_id', c.agent_id, 'status', c.status,
    'sale_date', c.sale_date, 'due_on', c.due_on, 'amount', c.amount::text, 'received_amount', c.received_amount::text,
    'received_on', c.received_on, 'received_how', c.received_how, 'taken_back_amount', c.taken_back_amount::text,
    'written_off_amount', c.written_off::text, 'agent_split', c.commission_split::text, 'currency', currency,
    'created_at', private.api_time(c.created_at), 'updated_at', private.api_time(c.updated_at))
$function$;

CREATE OR REPLACE FUNCTION private.api_money_of_commissions(commission_ids uuid[])
 RETURNS TABLE(commission_id uuid, said jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.commission_id, jsonb_build_object('open_amount', m.open::numeric(12,2)::text, 'overdue_amount', m.owed::numeric(12,2)::text,
    'agent_amount', (m.agent_amount + h.amount)::text, 'seller_amount', m.agent_amount::text,
    'agents_paid_amount', (case when p.seller_paid then m.agent_amount else 0.00 end + h.paid)::text,
    'people', jsonb_build_array(jsonb_build_object('user_id', m.payee_id, 'role', 'seller', 'amount', m.agent_amount::text,
        'paid', p.seller_paid)) || h.people)
  from private.commission_money m
  join public.commissions c on c.id = m.commission_id
  cross join lateral (select c.seller_paid or c.status = 'agent_paid' as seller_paid) p
  cross join lateral (
    select coalesce(sum(x.agent_amount), 0.00) as amount, coalesce(sum(x.agent_amount) filter (where x.status = 'paid'), 0.00) as paid,
      coalesce(jsonb_agg(jsonb_build_object('user_id', x.user_id, 'role', x.role, 'amount', x.agent_amount::text, 'paid', x.status = 'paid')
        order by x.place nulls last, x.role, x.created_at, x.id) filter (where x.place is not null or x.agent_amount <> 0), '[]') as people
    from public.commission_shares x
    where x.organization_id = m.organization_id and x.commission_id = m.commission_id) h
  where m.commission_id = any (api_money_of_commissions.commission_ids) and m.organization_id = (select private.current_organization_id())
    and (select private.is_admin())
$function$;

CREATE OR REPLACE FUNCTION private.bank_import_rows(organization_id uuid, ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'file_name', i.file_name, 'status', i.status,
    -- Deployed remotes know the formats of files alone.
    'format', case when i.connection_id is null then i.format else 'ofx' end,
    'account', jsonb_build_object('id', a.id, 'name', a.name, 'last_four', a.last_four), 'added', i.added, 'here', i.here,
    'broken', i.broken, 'created_at', i.created_at,
    -- What a connection brought says so in the place of a person.
    'created_by', jsonb_build_object('first_name', coalesce(u.first_name, i.file_name), 'last_name', coalesce(u.last_name, '')),
    'connection_id', i.connection_id,
    'settled', (select count(*) from public.bank_transactions t
      where t.organization_id = i.organization_id and t.import_id = i.id and t.status in ('matched', 'set_aside')),
    -- Everybody who was paid of them since: the seller, and each person beside the seller.
    'paid_agents', (select count(distinct p.agent_id) from public.bank_transactions t
      join public.bank_allocations l on l.organization_id = t.organization_id and l.transaction_id = t.id
      cross join lateral (
        select a.agent_id, a.created_at from public.agent_payments a
        where a.organization_id = l.organization_id and a.commission_id = l.commission_id
        union all
        select a.agent_id, a.created_at from public.commission_shares h
        join public.agent_payments a on a.organization_id = h.organization_id and a.share_id = h.id
        where h.organization_id = l.organization_id and h.commission_id = l.commission_id) p
      where t.organization_id = i.organization_id and t.import_id = i.id and t.status = 'matched' and p.created_at >= l.created_at))
    order by n.n), '[]')
  from unnest(ids) with ordinality n(id, n)
  join public.bank_imports i on i.organization_id = bank_import_rows.organization_id and i.id = n.id
  join public.bank_accounts a on a.id = i.account_id
  left join public.users u on u.id = i.created_by
$function$;

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
    'total_amount', coalesce(q.total_amount, s.total_amount), 'open', coalesce(z.open, w.open), 'owed', coalesce(z.owed, w.owed),
    'customer', jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name),
    'vendor', jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url),
    'agent', jsonb_build_object('id', a.id, 'first_name', a.first_name, 'last_name', a.last_name,
      'avatar_url', a.avatar_url))
    || case when p.share_percent < 100 then jsonb_build_object('share_percent', p.share_percent) else '{}' end
    || case when b.others > 0 then jsonb_build_object('divided', true) else '{}' end
    order by case when backwards then -u.n else u.n end), '[]')
  from unnest(sale_ids) with ordinality u(id, n)
  join public.sales s on s.id = u.id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
  join private.commission_money w on w.commission_id = m.id
  left join private.ready_amounts(f, sale_ids) y on y.commission_id = m.id
  left join lateral (select x.* from private.commissions_by_share x where f.by_share and x.id = m.id
    and x.organization_id = m.organization_id and x.agent_id = f.agent_id offset 0) p on true
  left join lateral (select x.open, x.owed from private.commission_money_by_share x where f.by_share and x.commission_id = m.id
    and x.organization_id = m.organization_id and x.payee_id = f.agent_id offset 0) z on true
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

CREATE OR REPLACE FUNCTION private.find_commissions_worth(organization_id uuid, agent_id uuid, amount numeric, except_ids uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  looked_at constant int := 400;
  found uuid[] := '{}';
begin
  if amount is not null then
    execute 'with m as materialized (select m.sales_id, m.status, m.created_at from public.commissions m
        where m.organization_id = $1 and m.sales_id <> all ($4) and '
      || case when agent_id is null then 'm.amount = $3' else 'm.agent_id = $2 and m.agent_amount = $3
        union all
        select h.sales_id, case h.status when ''paid'' then ''agent_paid'' else h.status end, h.created_at from public.commission_shares h
        where h.organization_id = $1 and h.user_id = $2 and h.agent_amount = $3 and h.commission_id is not null
          and h.role in (''co_seller'', ''referral'') and h.sales_id <> all ($4)' end || ')
      select array(select m.sales_id from (select * from m limit $5) m
        order by m.status = ''cancelled'', m.status = ''agent_paid'', m.created_at desc, m.sales_id limit 10)'
    into found using organization_id, agent_id, amount, except_ids, looked_at;
  end if;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION private.found_commissions(sale_ids uuid[], exact_ids uuid[], take integer, by_share_of uuid DEFAULT NULL::uuid, of_all boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'booking_reference', m.booking_reference, 'status', m.status,
    'amount', m.amount, 'agent_amount', m.agent_amount, 'due_on', m.due_on, 'vendor', v.name,
    'customer', jsonb_build_object('first_name', c.first_name, 'last_name', c.last_name)) order by m.place), '[]')
  from (
    select m.id, coalesce(p.status, m.status) as status, coalesce(p.amount, m.amount) as amount,
      coalesce(p.agent_amount, m.agent_amount + coalesce(b.amount, 0)) as agent_amount, m.due_on, s.booking_reference, s.customer_id, s.vendor_id, row_number() over (
      order by i.id = any (exact_ids) desc, m.status in ('unpaid', 'funds_received') desc, m.status = 'cancelled', i.n) as place
    from unnest(sale_ids) with ordinality i(id, n)
    join public.sales s on s.id = i.id
    join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
    left join lateral (select x.* from private.commissions_by_share x where by_share_of is not null and x.id = m.id
    and x.organization_id = m.organization_id and x.agent_id = by_share_of offset 0) p on true
    left join lateral (select x.amount from private.agents_beside x where of_all and x.organization_id = m.organization_id
      and x.commission_id = m.id offset 0) b on true) m
  join public.customers c on c.id = m.customer_id
  join public.vendors v on v.id = m.vendor_id
  where m.place <= take
$function$;

CREATE OR REPLACE FUNCTION private.group_figures(organization_id uuid, agent_id uuid, group_ids uuid[])
 RETURNS TABLE(group_id uuid, figures jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.group_id, jsonb_build_object(
    'sales', count(*) filter (where s.status <> 'cancelled'),
    'booked', count(*) filter (where s.status = 'booked'), 'paid', count(*) filter (where s.status = 'paid'),
    'cancelled', count(*) filter (where s.status = 'cancelled'),
    'total_amount', coalesce(sum(s.total_amount) filter (where s.status <> 'cancelled'), 0),
    'commission_amount', coalesce(sum(s.commission_amount) filter (where s.status <> 'cancelled'), 0),
    'owed_amount', coalesce(sum(s.open) filter (where s.commission_status in ('unpaid', 'funds_received', 'agent_paid')), 0),
    'owed_count', count(*) filter (where s.open > 0 and s.commission_status in ('unpaid', 'funds_received', 'agent_paid')))
  from (
    select s.group_id, s.status, s.total_amount, s.commission_amount, w.status as commission_status, w.open
    from public.sales s
    left join private.commission_money w on w.organization_id = s.organization_id and w.sales_id = s.id
    where group_figures.agent_id is null and s.organization_id = group_figures.organization_id
      and s.group_id = any (group_figures.group_ids)
    union all
    select s.group_id, p.status, p.total_amount, p.commission_amount, w.status, w.open
    from public.sales s
    cross join lateral (select x.* from private.sales_by_share x
      where x.organization_id = s.organization_id and x.id = s.id and x.agent_id = group_figures.agent_id offset 0) p
    left join lateral (select x.* from private.commission_money_by_share x
      where x.organization_id = s.organization_id and x.sales_id = s.id and x.payee_id = group_figures.agent_id offset 0) w on true
    where group_figures.agent_id is not null and s.organization_id = group_figures.organization_id
      and s.group_id = any (group_figures.group_ids)
      and (s.agent_id = group_figures.agent_id
        or s.id = any (private.shared_sales(group_figures.organization_id, group_figures.agent_id)))) s
  group by s.group_id
$function$;

CREATE OR REPLACE FUNCTION private.latest_sales_of_member(organization_id uuid, member_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with shared as (select private.shared_sales(latest_sales_of_member.organization_id, latest_sales_of_member.member_id) as ids)
  select jsonb_build_object(
    'count', (select count(*) from public.sales s
      where s.organization_id = latest_sales_of_member.organization_id and s.agent_id = latest_sales_of_member.member_id)
      + (select cardinality(h.ids) from shared h),
    'rows', coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'booking_reference', r.booking_reference, 'sale_date', r.sale_date,
        'travel_date', r.travel_date, 'return_date', r.return_date, 'total_amount', p.total_amount, 'status', r.status,
        'customer', jsonb_build_object('first_name', c.first_name, 'last_name', c.last_name), 'vendor', jsonb_build_object('name', v.name))
      order by r.sale_date desc, r.created_at desc, r.id), '[]'))
  from (
    select l.* from (
      (select s.* from public.sales s
      where s.organization_id = latest_sales_of_member.organization_id and s.agent_id = latest_sales_of_member.member_id
      order by s.sale_date desc, s.created_at desc, s.id limit 5)
      union all
      (select s.* from public.sales s
      where s.organization_id = latest_sales_of_member.organization_id and s.id = any ((select h.ids from shared h)::uuid[])
      order by s.sale_date desc, s.created_at desc, s.id limit 5)) l
    order by l.sale_date desc, l.created_at desc, l.id limit 5) r
  cross join lateral (select x.total_amount from private.sales_by_share x
    where x.organization_id = r.organization_id and x.id = r.id and x.agent_id = latest_sales_of_member.member_id offset 0) p
  join public.customers c on c.id = r.customer_id
  join public.vendors v on v.id = r.vendor_id
$function$;

CREATE OR REPLACE FUNCTION private.list_for_api(resource text, input jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  list record;
  query constant jsonb := coalesce(input -> 'query', '{}');
  most constant int := coalesce((query ->> 'limit')::int, 50);
  since constant timestamptz := (query ->> 'updated_since')::timestamptz;
  -- Cursors of the two orders are told apart by their first letter.
  mark constant text := case when since is null then '' else 'u' end;
  after_at timestamptz;
  after_id uuid;
  rows jsonb;
begin
  select l.* into list from private.api_list(list_for_api.resource) l;
  if query ->> 'cursor' ~ ('^' || mark || '\d{1,16}[.][0-9a-f-]{36}$') then
    after_at := 'epoch'::timestamptz + ltrim(split_part(query ->> 'cursor', '.', 1), 'u')::bigint * interval '1 microsecond';
    after_id := split_part(query ->> 'cursor', '.', 2)::uuid;
  end if;
  execute format(
    'select coalesce(jsonb_agg(to_jsonb(r) order by r.n), ''[]'') from (
      select row_number() over () as n, p.* from (
        select %2$s as said, $7 || (extract(epoch from t.%5$I) * 1000000)::bigint || ''.'' || %3$s as place
        from %1$s where %4$s order by t.%5$I %6$s, %3$s limit $4) p) r',
    list.source, list.said, list.tie, concat_ws(' and ',
      case list_for_api.resource when 'agents' then 't.role <> ''integration''' end,
      't.organization_id = (select private.current_organization_id())',
      case
        when since is null and after_at is not null then format('t.created_at <= $2 and (t.created_at < $2 or %s > $3)', list.tie)
        when after_at is not null then format('t.updated_at >= $6 and (t.updated_at, %s) > ($2, $3)', list.tie)
        when since is not null then 't.updated_at >= $6' end,
      (select string_agg(case f.key
          when 'email' then 'coalesce(t.email, '''') = $1 ->> ''email'''
          when 'sale_id' then 't.sales_id = ($1 ->> ''sale_id'')::uuid'
          else format('t.%1$I = ($1 ->> %1$L)::%2$s', f.key, f.value) end, ' and ')
        from jsonb_each_text(list.filters) f where query ->> f.key is not null)),
    case when since is null then 'created_at' else 'updated_at' end, case when since is null then 'desc' end)
  into rows using query, after_at, after_id, most + 1, private.api_currency(), since, mark;
  if list_for_api.resource = 'commissions' then
    select coalesce(jsonb_agg(r.entry || jsonb_build_object('said', r.entry -> 'said' || m.said) order by r.n), '[]') into rows
    from jsonb_array_elements(rows) with ordinality r(entry, n)
    join private.api_money_of_commissions(array(select (e #>> '{said,id}')::uuid from jsonb_array_elements(rows) e)) m
      on m.commission_id = (r.entry #>> '{said,id}')::uuid;
  end if;
  return jsonb_build_object('answer', jsonb_build_object(
    'data', (select coalesce(jsonb_agg(r.entry -> 'said' order by r.n), '[]')
      from jsonb_array_elements(rows) with ordinality r(entry, n) where r.n <= most),
    'next_cursor', case when jsonb_array_length(rows) > most then rows -> (most - 1) ->> 'place' end));
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
  -- Of the agency each commission is one, with what all its people were paid, in whatever order; of a person it is their part.
  by_share constant boolean := owed_figures.agent_id is not null
    and private.has_shares(owed_figures.organization_id, owed_figures.agent_id);
  all_people boolean;
  answer jsonb;
begin
  select o.receipts_tracked_since, (now() at time zone o.time_zone)::date into tracked_since, today
  from public.organizations o where o.id = owed_figures.organization_id;
  -- Nobody is paid of what was not received: without a day since which receipts are tracked, nothing else is owed.
  all_people := owed_figures.agent_id is null and tracked_since is not null
    and private.shares_commissions(owed_figures.organization_id);
  execute 'with owed as (
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

CREATE OR REPLACE FUNCTION private.record_for_api(noun text, record_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case noun
    when 'sale' then (select private.api_sale_with_parts(t) from public.sales t where t.id = record_id)
    when 'customer' then (select private.api_customer(t) from public.customers t where t.id = record_id)
    when 'vendor' then (select private.api_vendor(t) from public.vendors t where t.id = record_id)
    when 'commission' then (
      select private.api_commission(t, private.api_currency()) || m.said
      from public.commissions t, private.api_money_of_commissions(array[t.id]) m where t.id = record_id)
    when 'payout' then (select private.api_payout_with_payments(t) from public.payout_batches t where t.id = record_id)
    when 'bank_transaction' then (
      select private.api_bank_transaction(t, private.api_currency()) from public.bank_transactions t where t.id = record_id) end
$function$;

CREATE OR REPLACE FUNCTION private.sale_rows(ids uuid[], backwards boolean, by_share_of uuid DEFAULT NULL::uuid, of_all boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', s.id, 'organization_id', s.organization_id, 'customer_id', s.customer_id, 'vendor_id', s.vendor_id,
    'agent_id', s.agent_id, 'booking_reference', s.booking_reference, 'sale_date', s.sale_date,
    'travel_date', s.travel_date, 'return_date', s.return_date, 'total_amount', coalesce(p.total_amount, s.total_amount),
    'commission_amount', coalesce(p.commission_amount, s.commission_amount), 'commission_rate', s.commission_rate,
    'commission_basis', s.commission_basis, 'currency', s.currency, 'status', s.status, 'notes', case when p.seller_id <> p.agent_id then null else s.notes end,
    'created_at', s.created_at, 'updated_at', s.updated_at, 'version', s.version,
    'customer', jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name, 'email', c.email,
      'phone', c.phone),
    'agent', jsonb_build_object('id', a.id, 'first_name', a.first_name, 'last_name', a.last_name,
      'avatar_url', a.avatar_url),
    'vendor', jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url,
      'default_commission_rate', v.default_commission_rate),
    'commission', jsonb_build_object('id', m.id, 'status', coalesce(w.status, m.status),
      'agent_amount', coalesce(w.agent_amount, m.agent_amount + coalesce(b.amount, 0))))
    || case when p.share_percent < 100 then jsonb_build_object('share_percent', p.share_percent) else '{}' end
    order by case when backwards then -u.n else u.n end), '[]')
  from unnest(ids) with ordinality u(id, n)
  join public.sales s on s.id = u.id
  join public.customers c on c.id = s.customer_id
  join public.users a on a.id = s.agent_id
  join public.vendors v on v.id = s.vendor_id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
  left join lateral (select x.* from private.sales_by_share x where by_share_of is not null and x.id = s.id
    and x.organization_id = s.organization_id and x.agent_id = by_share_of offset 0) p on true
  left join lateral (select x.* from private.commissions_by_share x where by_share_of is not null and x.id = m.id
    and x.organization_id = m.organization_id and x.agent_id = by_share_of offset 0) w on true
  left join lateral (select x.amount from private.agents_beside x where of_all and x.organization_id = m.organization_id
    and x.commission_id = m.id offset 0) b on true
$function$;

CREATE OR REPLACE FUNCTION private.webhooks_of_receipts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted constant text[] := private.webhooks_wanted(array(select distinct n.organization_id from changed n), 'commission');
begin
  if cardinality(wanted) = 0 then
    return null;
  end if;
  insert into private.webhook_events (organization_id, type, record_type, record_id, data)
  select n.organization_id, k.type, 'commissions', n.id, jsonb_build_object('id', n.id, 'kind', 'vendor', 'sale_id', n.sales_id,
    'vendor_id', n.vendor_id, 'agent_id', n.agent_id, 'status', n.status, 'amount', n.amount::text, 'received_on', n.received_on,
    'received_amount', coalesce(n.received_amount, 0.00)::text, 'taken_back_amount', n.taken_back_amount::text,
    -- As the API and screens say it: nothing of what counts as settled.
    'open_amount', w.open::numeric(12,2)::text, 'currency', s.currency) || case k.type when 'commission.recalled' then '{"from": "agency"}' else '{}' end::jsonb
  from (
    select n.*, (n.received_on, n.received_amount) is distinct from (o.received_on, o.received_amount) as is_received,
      n.taken_back_amount <> o.taken_back_amount as is_recalled
    from changed n full join replaced o on o.id = n.id offset 0) n
  cross join lateral (
    select 'commission.received' as type where n.is_received
    union all select 'commission.recalled' where n.is_recalled) k
  join public.sales s on s.id = n.sales_id
  join private.commission_money w on w.organization_id = n.organization_id and w.commission_id = n.id
  where n.organization_id || ' ' || k.type = any (wanted)
  order by n.id, k.type desc;
  return null;
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
      s.currency, m.due_on, case when p.id is null then m.received_amount else p.received_amount end, m.received_on, case when o.own then m.notes end,
      coalesce(z.open, w.open), coalesce(z.owed, w.owed))
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
  left join lateral (select x.open, x.owed from private.commission_money_by_share x where f.by_share and x.commission_id = m.id
    and x.organization_id = m.organization_id and x.payee_id = f.agent_id offset 0) z on true
  left join lateral (select x.* from private.sales_by_share x where f.by_share and x.id = s.id
    and x.organization_id = s.organization_id and x.agent_id = f.agent_id offset 0) q on true
  -- Notes are the seller's to read.
  cross join lateral (select p.agent_id is not distinct from m.agent_id or p.agent_id is null as own) o;
  return private.export_answer('{booking_reference,status,sale_date,sale_status,customer,vendor,agent,total_amount,
    commission_amount,commission_split,agent_amount,currency,due_on,received_amount,received_on,notes,open_amount,overdue_amount}', answer);
end $function$;

CREATE OR REPLACE FUNCTION public.get_member_page(member_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select public.get_member_profile(get_member_page.member_id) || jsonb_build_object(
    'sales', private.latest_sales_of_member(private.current_organization_id(), get_member_page.member_id))
$function$;

CREATE OR REPLACE FUNCTION public.get_sale_group(group_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_rows constant int := 200;
  scope record := private.caller_scope();
  shared constant uuid[] := private.shared_sales(scope.organization_id, scope.agent_id);
  chosen public.sale_groups;
  ids uuid[];
begin
  select g.* into chosen from public.sale_groups g where g.organization_id = scope.organization_id and g.id = get_sale_group.group_id;
  if chosen.id is null then
    return null;
  end if;
  ids := array(select s.id from public.sales s
    where s.organization_id = scope.organization_id and s.group_id = chosen.id
      and (scope.agent_id is null or s.agent_id = scope.agent_id or s.id = any (shared))
    order by s.status = 'cancelled', s.sale_date desc, s.created_at desc, s.id limit most_rows);
  return jsonb_build_object('id', chosen.id, 'name', chosen.name, 'booking_reference', chosen.booking_reference,
    'travel_date', chosen.travel_date, 'return_date', chosen.return_date, 'default_commission_rate', chosen.default_commission_rate,
    'notes', chosen.notes, 'version', chosen.version, 'archived', chosen.archived_at is not null, 'created_at', chosen.created_at,
    'vendor', (select jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url,
        'default_commission_rate', v.default_commission_rate)
      from public.vendors v where v.organization_id = scope.organization_id and v.id = chosen.vendor_id),
    'created_by', (select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
      from public.users u where u.organization_id = scope.organization_id and u.id = chosen.created_by),
    'may_change', scope.agent_id is null or chosen.created_by is not distinct from auth.uid(),
    'figures', coalesce((select f.figures from private.group_figures(scope.organization_id, scope.agent_id, array[chosen.id]) f),
      private.no_group_figures()),
    'other_dates', (select count(*) from public.sales s
      where s.organization_id = scope.organization_id and s.group_id = chosen.id and chosen.travel_date is not null
        and (scope.agent_id is null or s.agent_id = scope.agent_id) and private.other_dates(s, chosen)),
    'sales', private.sale_rows(ids, false, scope.agent_id, scope.agent_id is null));
end $function$;

CREATE OR REPLACE FUNCTION public.get_vendor_profile(vendor_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.admin_organization_id();
  vendor jsonb;
  figures jsonb;
begin
  select to_jsonb(v) || (to_jsonb(t) - 'vendor_id') || jsonb_build_object('is_archived', v.archived_at is not null) into vendor
  from public.vendors v join public.vendor_terms t on t.vendor_id = v.id
  where v.id = get_vendor_profile.vendor_id and v.organization_id = caller_organization_id;
  if vendor is null then
    return null;
  end if;
  select jsonb_build_object('sales_count', count(*), 'total_amount', coalesce(sum(s.total_amount), 0)) into figures
  from public.sales s
  where s.organization_id = caller_organization_id and s.vendor_id = get_vendor_profile.vendor_id and s.status <> 'cancelled';
  select figures || jsonb_build_object(
    'expected', jsonb_build_object('count', count(*) filter (where m.open > 0 and m.owed = 0),
      'amount', coalesce(sum(m.open - m.owed), 0),
      'agent_amount', coalesce(sum(g.agent_amount) filter (where m.open > 0 and m.owed = 0), 0)),
    'overdue', jsonb_build_object('agent_amount', coalesce(sum(g.agent_amount) filter (where m.owed > 0), 0)),
    'funds_received', jsonb_build_object('count', count(*) filter (where m.status = 'funds_received'),
      'amount', coalesce(sum(m.amount) filter (where m.status = 'funds_received'), 0),
      'agent_amount', coalesce(sum(g.agent_amount) filter (where m.status = 'funds_received'), 0)),
    'agent_paid', jsonb_build_object('count', count(*) filter (where m.status = 'agent_paid'),
      'amount', coalesce(sum(m.amount) filter (where m.status = 'agent_paid'), 0),
      'agent_amount', coalesce(sum(g.agent_amount) filter (where m.status = 'agent_paid'), 0)),
    'received', jsonb_build_object('count', count(m.received_on), 'amount', coalesce(sum(m.received - m.taken_back), 0),
      'owed', coalesce(sum(m.amount) filter (where m.received_on is not null), 0), 'taken_back', coalesce(sum(m.taken_back), 0)))
  into figures
  from private.commission_money m
  left join private.agents_beside b on b.organization_id = caller_organization_id and b.commission_id = m.commission_id
  -- What all its people get: the agency reads it.
  cross join lateral (select m.agent_amount + coalesce(b.amount, 0) as agent_amount) g
  where m.organization_id = caller_organization_id and m.vendor_id = get_vendor_profile.vendor_id and m.status in ('unpaid', 'funds_received', 'agent_paid');
  figures := jsonb_set(figures, '{overdue}', (figures -> 'overdue')
    || private.owed_figures(caller_organization_id, vendor_id => get_vendor_profile.vendor_id) - 'vendors');
  return jsonb_build_object('vendor', vendor, 'figures', figures);
end $function$;

CREATE OR REPLACE FUNCTION public.list_sales(status text DEFAULT NULL::text, agent_id uuid DEFAULT NULL::uuid, vendor_id uuid DEFAULT NULL::uuid, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, customer_search text DEFAULT NULL::text, sort text DEFAULT 'sale_date'::text, descending boolean DEFAULT true, page integer DEFAULT 1, page_size integer DEFAULT 10, departing boolean DEFAULT false, group_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Up to so many customers and references, all their sales are collected.
  max_collected_customers constant int := 5000;
  max_collected_references constant int := 20000;
  f private.sale_filter := private.sale_filter_of(list_sales.status, list_sales.agent_id, list_sales.vendor_id,
    list_sales.start_date, list_sales.end_date, list_sales.customer_search, list_sales.departing, list_sales.group_id);
  page_no int := greatest(coalesce(list_sales.page, 1), 1);
  per_page int := least(greatest(coalesce(list_sales.page_size, 10), 1), 100);
  is_descending boolean := coalesce(list_sales.descending, true);
  sums jsonb;
  total bigint;
  take bigint;
  skip bigint;
  backwards boolean := false;
  collect_first boolean;
  ids uuid[];
begin
  -- An exact find is always collected: it comes first whatever the list is sorted by.
  if f.organization_id is not null and f.customer_ids is not null and (f.exact_ids <> '{}' or not f.exclude_customers
    and cardinality(f.customer_ids) <= max_collected_customers and cardinality(f.sale_ids) <= max_collected_references) then
    select s.sums, s.ids into sums, ids
    from private.search_sales(f, list_sales.sort, is_descending, per_page, (page_no - 1)::bigint * per_page) s;
    total := private.count_of(sums, f.status);
  else
    if f.organization_id is not null then
      sums := private.sum_sales(f);
    end if;
    total := private.count_of(sums, f.status);
    select w.take, w.skip, w.backwards into take, skip, backwards from private.page_window(total, page_no, per_page) w;
    if take > 0 then
      collect_first := total <= 1000 or (f.departing_by is not null or f.group_id is not null) and total <= 50000;
      ids := case when not collect_first and list_sales.sort in ('status', 'vendor', 'agent')
        then private.find_grouped_sales(f, list_sales.sort, is_descending <> backwards, take, skip)
        when not collect_first and list_sales.sort = 'customer' and not f.by_share and f.customer_ids is null and f.vendor_id is null
          and f.departing_by is null and f.group_id is null and (f.status is null or f.status = 'active')
          and f.first_day = '1900-01-01' and f.last_day = '2199-12-31'
          and private.passes_over_customers(f.organization_id, f.agent_id, skip)
        then private.find_sales_by_customer(f, is_descending <> backwards, take, skip)
        else private.find_sales(f, list_sales.sort, is_descending <> backwards, take, skip, collect_first) end;
    end if;
  end if;
  return jsonb_build_object('rows', private.sale_rows(ids, backwards, case when f.by_share then f.agent_id end, f.agent_id is null), 'count', total, 'page', page_no, 'page_size', per_page,
    'total_pages', (total + per_page - 1) / per_page, 'by_status', private.sale_status_summary(sums));
end $function$;

CREATE OR REPLACE FUNCTION public.search_everything(query text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  shown constant int := 3;
  scope record := private.caller_scope();
  admins_organization_id uuid := private.admin_organization_id();
  typed text := private.cut_search(query);
  words text[];
  amount numeric;
  customer_ids uuid[];
  exact_ids uuid[];
  sale_ids uuid[];
  worth_ids uuid[];
  by_share_of uuid := case when scope.agent_id is not null and private.has_shares(scope.organization_id, scope.agent_id) then scope.agent_id end;
begin
  if scope.organization_id is null or btrim(typed) = '' then
    return '{}';
  end if;
  words := private.customer_words(typed);
  -- A number alone is part of a reference or of a phone number.
  amount := case when btrim(typed) !~ '^[\d]*$' then private.typed_amount(typed, scope.organization_id, true) end;
  exact_ids := private.find_sales_referenced(scope.organization_id, scope.agent_id, typed);
  customer_ids := private.find_customers_named(scope.organization_id, scope.agent_id, typed, 20, true);
  sale_ids := private.find_sales_anyhow(scope.organization_id, scope.agent_id, typed, amount, customer_ids, exact_ids);
  worth_ids := exact_ids || private.find_commissions_worth(scope.organization_id, scope.agent_id, amount, exact_ids);
  return (
    select coalesce(jsonb_object_agg(f.kind, f.rows), '{}')
    from (
      select 'exact' as kind, private.found_sales(exact_ids, by_share_of) as rows
      union all
      select 'customers', private.found_customers(customer_ids[:shown], scope.agent_id)
      union all
      select 'sales', private.found_sales(sale_ids[:shown], by_share_of)
      union all
      select 'commissions', private.found_commissions(worth_ids || array(select id from unnest(sale_ids) with ordinality s(id, n)
        where s.id <> all (worth_ids) order by s.n), worth_ids, shown, by_share_of, scope.agent_id is null)
      union all
      select 'vendors', private.found_vendors(private.find_vendors_named(admins_organization_id, words, shown, true))
      where admins_organization_id is not null
      union all
      select 'team', private.found_members(private.find_members_named(admins_organization_id, words, shown, true))
      where admins_organization_id is not null
      union all
      select 'documents', private.found_documents(private.find_named(
        'select d.id, private.name_document(d.title) as names, private.name_document(d.title) as document,
          coalesce(d.expires_on < private.today(), false) as archived, d.title as label from public.documents d
          where d.organization_id = $1 and d.is_checked' || case when scope.agent_id is null then ''
            else ' and private.is_document_for(d, $1, $2, false)' end,
        'null::date', words, shown, scope.organization_id, scope.agent_id))
      -- A further kind joins here: its rows, of what the caller may open; shell/src/search/kinds.ts shows it.
      union all
      select 'bank', private.found_bank_transactions(
        private.find_bank_transactions(admins_organization_id, typed, amount, shown))
      where admins_organization_id is not null) f
    where f.rows <> '[]');
end $function$;

CREATE VIEW "private"."agents_beside" AS  SELECT organization_id,
    commission_id,
    sum(agent_amount) AS amount,
    COALESCE(sum(agent_amount) FILTER (WHERE (status = 'paid'::text)), (0)::numeric) AS paid
   FROM public.commission_shares h
  WHERE (commission_id IS NOT NULL)
  GROUP BY organization_id, commission_id;

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
            WHEN (w.late AND (c.seller_paid OR (c.status = 'agent_paid'::text)) AND (w.open > (0)::numeric)) THEN c.agent_amount
            ELSE (0)::numeric
        END AS advanced,
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
    s.group_id,
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
    s.group_id,
    h.percent AS share_percent,
    private.share_part(s.total_amount, s.co_sellers, h.place) AS total_amount,
    private.share_part(s.commission_amount, s.co_sellers, h.place) AS commission_amount
   FROM (public.commission_shares h
     JOIN public.sales s ON (((s.organization_id = h.organization_id) AND (s.id = h.sales_id))))
  WHERE ((h.role = ANY (ARRAY['co_seller'::text, 'referral'::text])) AND (h.commission_id IS NOT NULL));

CREATE INDEX commission_shares_agent_amount_idx ON public.commission_shares USING btree (organization_id, user_id, agent_amount) WHERE ((role = ANY (ARRAY['co_seller'::text, 'referral'::text])) AND (commission_id IS NOT NULL));

COMMENT ON FUNCTION "private"."amounts_by_bucket"(text, uuid, uuid, text, date, date, text) IS 'Amounts of sales, or of commissions gross and their agents'' share
  (`record_type`), of a person their part and what they get, of the agency what all people get, by the date of the sale: a row for each bucket and status, none missing. An open end of the range is the first or
  last day with a record. Hours are read from the rows, everything else from the totals.';

COMMENT ON FUNCTION "private"."api_commission"(public.commissions, text) IS 'Of a commission what is its own; private.api_money_of_commissions has the rest, of a page at once.';

COMMENT ON FUNCTION "private"."api_money_of_commissions"(uuid[]) IS 'Of the commissions of a page what they have come to, by the relations that screens and files read: what is
  open and overdue of each (private.commission_money), what all its people get and were paid and each of
  them. With the owner''s rights; nothing of another agency''s, and nothing for anybody but admins and keys.';

COMMENT ON FUNCTION "private"."commission_rows"(uuid[], boolean, private.commission_filter) IS 'What the list shows of the commissions of the sales `sale_ids`, in their order or
  backwards: to one person their part (see private.sale_rows), also of what is open and owed, to the agency what all people get of each, as the figures say, and whether
  that is several (divided: the split is the seller''s alone). Of what is ready, what of it can be paid now.';

COMMENT ON FUNCTION "private"."found_commissions"(uuid[], uuid[], integer, uuid, boolean) IS 'The commissions of these sales: of exactly what was searched for first, then those
  that are still open. Amounts as in lists: a person''s part and own amount, or (of_all) the whole with what all people get.';

COMMENT ON FUNCTION "private"."group_figures"(uuid, uuid, uuid[]) IS 'Of each group {sales, booked, paid, cancelled, total_amount, commission_amount, owed_amount,
  owed_count}: sales and sums without cancelled ones, and what the vendor has not paid of them. agent_id: of this person''s sales and of
  those they have a share of, their part.';

COMMENT ON FUNCTION "private"."latest_sales_of_member"(uuid, uuid) IS '{rows, count}, as private.latest_sales: the five newest sales that a person sold, alone or
  with others, with their part of each, and how many there are, as the list of their sales counts them.';

COMMENT ON FUNCTION "private"."owed_figures"(uuid, uuid, uuid) IS 'What is owed to an organization, of one agent or vendor where one is named: {count,
  amount, vendors, agents_paid: {count, amount, advanced}, paid_short: {count, amount}, tracked_since}. agents_paid: commissions all of
  whose people were paid, and what is owed of them, as the list of what is overdue says under Agent paid; advanced: what anybody was paid
  of all that is owed, seller or not, whoever was paid first (of one agent: what they were). Every figure of it is made here, but for
  aging, which tells it by age.';

COMMENT ON FUNCTION "private"."sale_rows"(uuid[], boolean, uuid, boolean) IS 'What the list shows of the sales `ids`, in their order or backwards; by_share_of: of a person who
  shares some, their parts, and how many percent they are where they are not all. commission.agent_amount: to a person their own, to the
  agency (of_all) what all people get.';

COMMENT ON FUNCTION "public"."get_member_page"(uuid) IS 'What get_member_profile answers, with `sales`: the newest sales that the person sold or has a
  share of, with their part. The profile decides who may read it: null for everybody else.';

COMMENT ON FUNCTION "public"."get_sale_group"(uuid) IS 'A group with `figures` (private.group_figures), `sales` (as list_sales; the newest 200) and
  `other_dates` (how many booked ones have other dates than the group, of an agent those they sold), all of those the reader may see; `may_change`: whether they may
  change the group. Null for none of their organization.';

COMMENT ON FUNCTION "public"."get_vendor_profile"(uuid) IS '{vendor, figures} for admins; null for everybody else and for a vendor of another
  organization. Figures, without anything cancelled: number and total of sales; what the vendor has not paid, {count, amount,
  agent_amount} each: expected (not due, or without a due day), overdue (owed, with what private.owed_figures names beside it);
  commissions by status, amounts gross: funds_received and agent_paid; agent_amount is what all people get of them, as in the list; received {count, amount, owed, taken_back}: what receipts say
  came from the vendor, less what it took back, and the gross commission it is for.';

COMMENT ON FUNCTION "public"."list_commissions"(text, uuid, date, date, text, text, boolean, integer, integer, uuid, boolean, boolean) IS '{rows, count, page, page_size, total_pages, stats, ready_beside}. `stats`
  (private.commission_status_summary) obeys every filter but the status, `count` that one, too. Days are those of the sale. overdue:
  owed, past its due day with something open, whatever the agent was paid (private.commission_money); what is owed is then the
  amount of the sums and of the sort, and `due_on` is one more sort, the longest overdue first unless asked otherwise. open and owed
  of a row are what its vendor has not paid, and of it what is overdue: to one person of their part. ready: of which somebody can be paid now, as payouts say; shares
  of rows and sums are then what of them can be paid now, and ready_beside is what can be paid besides (private.ready_beside), where anybody beside sellers can be paid.
  Everything else as in list_sales.';

COMMENT ON VIEW "private"."agents_beside" IS 'What all people beside its seller get of a vendor''s commission, with overrides, what is taken off others for them and
  corrections by tier, and what of it was paid; a row for each commission of which somebody gets any. With commissions.agent_amount, the
  seller''s, it is what the agency''s readers see as the agents'' share.';

COMMENT ON VIEW "private"."sales_by_share" IS 'A row for each sale and person who sold it (agent_id), with their part of the amounts.';

REVOKE ALL ON FUNCTION "private"."api_money_of_commissions"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."api_money_of_commissions"(uuid[]) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."found_commissions"(uuid[], uuid[], integer, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."found_commissions"(uuid[], uuid[], integer, uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."latest_sales_of_member"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."latest_sales_of_member"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sale_rows"(uuid[], boolean, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sale_rows"(uuid[], boolean, uuid, boolean) TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."agents_beside" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."commission_money" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."sales_by_share" TO "postgres";
