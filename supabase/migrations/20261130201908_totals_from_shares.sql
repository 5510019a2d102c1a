set local check_function_bodies = off;

DROP VIEW "private"."commissions_received";

ALTER TABLE "private"."api_keys" DROP CONSTRAINT "api_keys_scopes_known";

DROP FUNCTION "private"."api_list"(text);

DROP FUNCTION "private"."record_for_api"(text, uuid);

ALTER TABLE "public"."commissions" DROP COLUMN "terms_version_id";

CREATE OR REPLACE FUNCTION private.api_resources()
 RETURNS TABLE(place integer, resource text, scope text, noun text, source text, said text, tie text, filters jsonb, said_alone text, writes text[])
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  values
    (1, 'sales', 'sales', 'sale', 'public.sales t', 'private.api_sale(t)', 't.id',
      '{"status": "text", "customer_id": "uuid", "vendor_id": "uuid", "agent_id": "uuid", "booking_reference": "text"}'::jsonb,
      'private.api_sale_with_parts(t)', '{create_sale,update_sale}'::text[]),
    (2, 'agents', 'sales', null, 'public.users t', 'private.api_agent(t)', 't.id', '{}', null, '{}'),
    (3, 'customers', 'customers', 'customer', 'public.customers t', 'private.api_customer(t)', 't.id', '{"email": "text"}',
      'private.api_customer(t)', '{create_customer,update_customer}'),
    (4, 'vendors', 'vendors', 'vendor', 'public.vendors t', 'private.api_vendor(t)', 't.id', '{"name": "text"}', 'private.api_vendor(t)',
      '{create_vendor,update_vendor}'),
    (5, 'commissions', 'commissions', 'commission', 'public.commissions t', 'private.api_commission(t, $5)', 't.sales_id',
      '{"status": "text", "vendor_id": "uuid", "agent_id": "uuid", "sale_id": "uuid"}',
      'private.api_commission(t, private.api_currency()) || (select m.said from private.api_money_of_commissions(array[t.id]) m)',
      '{record_receipt}'),
    (6, 'bank_accounts', 'bank', null, 'public.bank_accounts t', 'private.api_bank_account(t)', 't.id', '{}', null, '{}'),
    (7, 'bank_transactions', 'bank', 'bank_transaction', 'public.bank_transactions t', 'private.api_bank_transaction(t, $5)', 't.id',
      '{"status": "text", "account_id": "uuid", "vendor_id": "uuid"}', 'private.api_bank_transaction(t, private.api_currency())',
      '{import_bank_transactions}'),
    (8, 'payouts', 'payouts', 'payout', 'public.payout_batches t', 'private.api_payout(t)', 't.id', '{"status": "text"}',
      'private.api_payout_with_payments(t)', '{}')
$function$;

CREATE OR REPLACE FUNCTION private.api_scope(operation text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select r.scope || case when operation = any (r.writes) then ':write' else ':read' end
  from private.api_resources() r
  where operation in ('list_' || r.resource, 'get_' || r.noun) or operation = any (r.writes)
$function$;

CREATE OR REPLACE FUNCTION private.api_scopes()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array_agg(s.scope order by s.place, s.scope)
  from (
    select min(r.place) as place, r.scope || a.access as scope
    from private.api_resources() r
    cross join lateral (values (':read'), (case when r.writes <> '{}' then ':write' end)) a(access)
    where a.access is not null
    group by r.scope || a.access) s
$function$;

CREATE OR REPLACE FUNCTION private.daily_totals_of_rows(organization_id uuid, days date[], record_type text DEFAULT NULL::text, subject_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF private.daily_totals
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select h.organization_id, k.subject_id, 'sale', h.counted_on, s.status, count(*)::integer, sum(k.total_amount),
      sum(k.commission_amount), 0::numeric
    from public.commission_shares h
    -- By its key (offset 0), here and below: before the planner knows young tables, it joins them by their agency alone.
    cross join lateral (select s.* from public.sales s where s.id = h.sales_id offset 0) s
    cross join lateral (values (h.organization_id, s.total_amount, s.commission_amount, h.place = 1),
      (h.user_id, case when h.percent = 100 then s.total_amount else private.share_part(s.total_amount, s.co_sellers, h.place) end,
        case when h.percent = 100 then s.commission_amount else private.share_part(s.commission_amount, s.co_sellers, h.place) end, true))
      k(subject_id, total_amount, commission_amount, counts)
    where h.organization_id = daily_totals_of_rows.organization_id and h.counted_on = any (daily_totals_of_rows.days)
      and h.place is not null and h.commission_id is not null and k.counts
      and (daily_totals_of_rows.record_type is null or daily_totals_of_rows.record_type = 'sale')
      and (daily_totals_of_rows.subject_id is null or daily_totals_of_rows.subject_id in (h.organization_id, h.user_id))
      and (daily_totals_of_rows.subject_id is null or daily_totals_of_rows.subject_id = k.subject_id)
    group by h.organization_id, k.subject_id, h.counted_on, s.status
    union all
    -- To the agency a commission is one, and what its people get of it is the sum of their shares.
    select h.organization_id, k.subject_id, 'commission', h.counted_on, k.status, sum(k.n)::integer, 0::numeric, sum(k.amount),
      sum(h.agent_amount)
    from public.commission_shares h
    cross join lateral (select c.* from public.commissions c where c.id = h.commission_id offset 0) c
    cross join lateral (values
      (h.organization_id, c.status, (h.place is not distinct from 1)::int, case when h.place = 1 then c.amount else 0 end),
      (h.user_id, case when h.status = 'paid' then 'agent_paid' when h.status = 'cancelled' then 'cancelled'
          when c.status = 'agent_paid' then 'funds_received' else c.status end, case when h.place is not null then 1 end,
        private.commission_part(c.amount, c.share_percents, h.place))) k(subject_id, status, n, amount)
    where h.organization_id = daily_totals_of_rows.organization_id and h.counted_on = any (daily_totals_of_rows.days) and k.n is not null
      and (daily_totals_of_rows.record_type is null or daily_totals_of_rows.record_type = 'commission')
      and (daily_totals_of_rows.subject_id is null or daily_totals_of_rows.subject_id in (h.organization_id, h.user_id))
      and (daily_totals_of_rows.subject_id is null or daily_totals_of_rows.subject_id = k.subject_id)
    group by h.organization_id, k.subject_id, h.counted_on, k.status;
end $function$;

CREATE OR REPLACE FUNCTION private.derived_commission_columns()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '{id,organization_id,sales_id,sale_date,sale_paid,vendor_id,due_on,commission_split,agent_amount,deposited_amount,
    open_amount,undeposited_amount,manual_amount,share_base,share_percents,seller_paid,split_parts,taken_back_amount,manual_written_off,created_at,updated_at}'::text[]
$function$;

CREATE OR REPLACE FUNCTION private.follow_sellers_shares()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  other_ids constant uuid[] := array(
    select k.other_commission_id from changed k where k.other_commission_id is not null and k.place is not null and k.status = 'paid');
begin
  if exists (select from changed k where k.commission_id is not null and k.place is not null) then
    update public.commissions c set commission_split = n.split, split_parts = n.split_parts,
      agent_amount = n.agent_amount, seller_paid = n.status = 'paid',
      status = case when n.is_done and c.status = 'funds_received' then 'agent_paid' else c.status end
    from (
      select h.*, h.status = 'paid' and (h.percent = 100 or private.last_share_paid(h.organization_id, h.commission_id, null)) as is_done
      -- Each looked up by its keys (offset 0), here and below: before the planner knows young tables, it joins them by their agency alone.
      from (select distinct k.organization_id, k.commission_id from changed k where k.commission_id is not null and k.place is not null) k
      cross join lateral (
        select h.* from public.commission_shares h
        where h.organization_id = k.organization_id and h.commission_id = k.commission_id and h.role = 'seller' offset 0) h) n
    where c.id = n.commission_id and (n.is_done and c.status = 'funds_received'
      or (c.commission_split, c.split_parts, c.agent_amount, c.seller_paid)
        is distinct from (n.split, n.split_parts, n.agent_amount, n.status = 'paid'));
  end if;
  if cardinality(other_ids) > 0 then
    update public.other_commissions x set status = 'agent_paid'
    where x.id = any (other_ids) and x.status = 'funds_received' and private.last_share_paid(x.organization_id, null, x.id);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_shares_of_commissions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moved record;
begin
  if tg_op = 'INSERT' then
    perform private.add_shares(array(select c.id from changed c));
    return null;
  end if;
  select array_agg(n.id) filter (where n.matters) as ids, array_agg(n.id) filter (where n.is_shared) as shared,
    array_agg(n.id) filter (where n.on_another_day) as on_another_day, array_agg(n.id) filter (where n.based_anew) as based_anew
  into moved
  from (
    select f.*, f.is_shared or (f.agent_id, f.amount, f.share_base, f.sale_date, f.is_cancelled)
      is distinct from (f.old_agent_id, f.old_amount, f.old_base, f.old_date, f.was_cancelled) as matters,
      f.sale_date <> f.old_date as on_another_day, f.share_base is distinct from f.old_base as based_anew
    from (
      select n.id, n.agent_id, n.amount, n.share_base, n.sale_date, n.status = 'cancelled' as is_cancelled, o.agent_id as old_agent_id,
        o.amount as old_amount, o.share_base as old_base, o.sale_date as old_date, o.status = 'cancelled' as was_cancelled,
        -- Who shares it may have changed, unless its seller's share has just been written here.
        (cardinality(n.share_percents) > 1 or cardinality(o.share_percents) > 1)
          and (n.commission_split, n.split_parts, n.agent_amount, n.seller_paid)
            is not distinct from (o.commission_split, o.split_parts, o.agent_amount, o.seller_paid) as is_shared
      from changed n full join replaced o on o.id = n.id offset 0) f) n;
  if moved.shared is not null then
    perform private.make_room_for_shares(moved.shared);
  end if;
  if moved.ids is not null then
    perform private.sync_shares(moved.ids);
  end if;
  if moved.on_another_day is not null then
    -- What was paid counts on the day of its sale as well.
    update public.commission_shares h set counted_on = c.sale_date
    from public.commissions c
    where c.id = any (moved.on_another_day) and h.organization_id = c.organization_id and h.commission_id = c.id and h.place is not null
      and h.status = 'paid' and h.counted_on <> c.sale_date;
  end if;
  if moved.shared is not null then
    perform private.add_shares(moved.shared);
  end if;
  -- Overrides upon what was paid, or is about to be, are of what there is to share.
  if moved.based_anew is not null and private.has_overrides(array(select distinct c.organization_id from changed c)) then
    perform private.follow_overrides(array(
      select h.id from public.commissions c
      join public.commission_shares h on h.organization_id = c.organization_id and h.commission_id = c.id and h.place is not null
      where c.id = any (moved.based_anew)));
  end if;
  return null;
end $function$;

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
  select l.* into list from private.api_resources() l where l.resource = list_for_api.resource;
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

CREATE OR REPLACE FUNCTION private.monthly_totals_of_rows(organization_id uuid, months date[])
 RETURNS SETOF private.monthly_totals
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select h.organization_id, k.subject_id, k.grouped_by, m.month, k.group_id, count(*)::integer,
      sum(case when k.is_whole or h.percent = 100 then s.total_amount else private.share_part(s.total_amount, s.co_sellers, h.place) end),
      -- The commission of a sale may be cancelled alone.
      coalesce(sum(case when k.is_whole or h.percent = 100 then c.amount else private.commission_part(c.amount, c.share_percents, h.place) end)
        filter (where c.status <> 'cancelled'), 0)
    from unnest(monthly_totals_of_rows.months) m(month)
    join public.commission_shares h on h.organization_id = monthly_totals_of_rows.organization_id and h.place is not null
      and h.counted_on >= m.month and h.counted_on < (m.month + interval '1 month')::date
    cross join lateral (select c.* from public.commissions c where c.id = h.commission_id offset 0) c
    cross join lateral (select s.* from public.sales s where s.id = h.sales_id and s.status <> 'cancelled' offset 0) s
    cross join lateral (values (h.organization_id, 'agent', h.user_id, false), (h.user_id, 'vendor', s.vendor_id, false),
      (h.organization_id, 'vendor', s.vendor_id, true)) k(subject_id, grouped_by, group_id, is_whole)
    where h.place = 1 or not k.is_whole
    group by h.organization_id, k.subject_id, k.grouped_by, m.month, k.group_id;
end $function$;

CREATE OR REPLACE FUNCTION private.record_for_api(noun text, record_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  kind record;
  answer jsonb;
begin
  select r.* into kind from private.api_resources() r where r.noun = record_for_api.noun;
  if kind.noun is not null then
    execute format('select %s from %s where t.id = $1', kind.said_alone, kind.source) into answer using record_id;
  end if;
  return answer;
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
      where sales_by.grouped_by = 'vendor' and sales_by.agent_id is null and s.status <> 'cancelled'
      group by s.vendor_id, r.sign
      union all
      select c.vendor_id, 0, 0, r.sign * sum(c.amount)
      from unnest(signs, from_days, to_days) r(sign, from_day, to_day)
      join public.commissions c on c.organization_id = sales_by.organization_id and c.sale_date between r.from_day and r.to_day
      where sales_by.grouped_by = 'vendor' and sales_by.agent_id is null and c.status <> 'cancelled'
      group by c.vendor_id, r.sign
      union all
      select s.vendor_id, r.sign * count(*), r.sign * sum(s.total_amount), 0
      from unnest(signs, from_days, to_days) r(sign, from_day, to_day)
      cross join lateral (
        select w.vendor_id, w.total_amount from private.sales_by_share w
        where w.organization_id = sales_by.organization_id and w.agent_id = sales_by.agent_id and w.status <> 'cancelled'
          and w.sale_date between r.from_day and r.to_day
        offset 0) s
      where sales_by.grouped_by = 'vendor'
      group by s.vendor_id, r.sign
      union all
      select c.vendor_id, 0, 0, r.sign * sum(c.amount)
      from unnest(signs, from_days, to_days) r(sign, from_day, to_day)
      cross join lateral (
        select w.vendor_id, w.amount from private.commissions_by_share w
        where w.organization_id = sales_by.organization_id and w.agent_id = sales_by.agent_id and w.status <> 'cancelled'
          and w.sale_date between r.from_day and r.to_day
        offset 0) c
      where sales_by.grouped_by = 'vendor'
      group by c.vendor_id, r.sign) t
    group by t.id having sum(t.sales_count) > 0;
end $function$;

CREATE OR REPLACE FUNCTION private.write_for_api(operation text, record_id uuid, input jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  key constant uuid := (input ->> 'request_key')::uuid;
  noun constant text := (select r.noun from private.api_resources() r where operation = any (r.writes));
  kept jsonb;
  written uuid;
begin
  if record_id is not null and private.record_for_api(noun, record_id) is null then
    perform private.refuse('There is no such record.', '', 'api_record_not_found');
  end if;
  kept := private.begin_request('write_for_api', key, jsonb_build_object('operation', operation, 'id', record_id,
    'version', input -> 'version', 'body', (input -> 'body')::text));
  if kept is null then
    written := private.do_for_api(operation, record_id, (input ->> 'version')::int, input -> 'body');
    perform private.end_request(key, written, jsonb_build_object('id', written));
  else
    written := (kept ->> 'id')::uuid;
  end if;
  return jsonb_build_object('replayed', kept is not null, 'answer', case operation
    when 'import_bank_transactions' then private.api_import(written) else private.record_for_api(noun, written) end);
end $function$;

CREATE OR REPLACE FUNCTION public.get_my_payouts()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  caller uuid := auth.uid();
  b public.payout_batches;
  carried numeric;
  lines jsonb;
  total numeric;
begin
  if caller_organization_id is null then
    return null;
  end if;
  select p.* into b from public.payout_batches p
  where p.organization_id = caller_organization_id and p.status in ('draft', 'approved', 'scheduled');
  carried := private.carried_balance(caller_organization_id, caller);
  if b.id is not null then
    lines := private.payout_line_rows(caller_organization_id, b.id, caller);
  else
    select coalesce(jsonb_agg(jsonb_build_object('id', l.line_id, 'kind', private.told_kind(l.kind), 'amount', l.amount,
      'note', a.note, 'note_fact', a.note_fact, 'commission_id', l.commission_id, 'booking_reference', s.booking_reference,
      'customer', k.first_name || ' ' || k.last_name, 'vendor', v.name, 'received_on', c.received_on, 'commission', c.amount,
      'split', c.commission_split, 'split_parts', c.split_parts) || case when l.kind = 'commission' then '{}' else private.share_facts(l.share_id, private.is_claim(l.kind)) end
      order by l.kind <> 'commission', l.kind <> 'share', l.kind <> 'override', s.sale_date, s.booking_reference, l.commission_id,
      coalesce(private.of_seller(h), false), l.share_id, l.line_id),
      '[]') into lines
    from private.collectable_lines(caller_organization_id, caller) l
    left join public.payout_lines a on a.id = l.line_id
    left join public.commissions c on c.organization_id = caller_organization_id and c.id = l.commission_id
    left join public.commission_shares h on h.organization_id = caller_organization_id and h.id = l.share_id
    left join public.sales s on s.id = coalesce(c.sales_id, h.sales_id)
    left join public.customers k on k.id = s.customer_id and (h.id is null or h.place is not null)
    left join public.vendors v on v.id = c.vendor_id;
  end if;
  select coalesce(sum((e ->> 'amount')::numeric), 0) + case when lines = '[]' then 0 else carried end into total
  from jsonb_array_elements(lines) e;
  return jsonb_build_object(
    'payout', case when b.id is not null then jsonb_build_object('name', b.name,
      'status', private.told_status(b.status), 'state', b.status, 'planned_on', b.planned_on) end,
    'lines', lines, 'carried_in', carried, 'amount', greatest(total, 0), 'carried_out', case when lines = '[]' then carried
      else least(total, 0) end,
    'waiting', (
      select coalesce(jsonb_agg(jsonb_build_object('obstacle', g.obstacle, 'count', g.n, 'amount', g.amount, 'rows', g.rows)
        order by array_position('{held,travel,vendor,customer,later}'::text[], g.obstacle)), '[]')
      from (
        select w.obstacle, count(*) as n, sum(w.amount) as amount, jsonb_agg(jsonb_build_object('commission_id', coalesce(c.id, t.commission_id, t.other_commission_id),
          'booking_reference', s.booking_reference, 'customer', k.first_name || ' ' || k.last_name, 'vendor', v.name,
          'amount', w.amount, 'received_on', c.received_on, 'due_on', c.due_on, 'travel_date', s.travel_date,
          'return_date', s.return_date, 'reason', h.reason, 'held_by', u.first_name || ' ' || u.last_name)
          || private.share_facts(w.share_id, false) order by c.due_on, s.sale_date, s.created_at, s.booking_reference, c.id, w.share_id) filter (where w.place <= 50) as rows
        from (
          -- later: nothing stands in its way, but the open payout was made without it, or it is less than the minimum.
          select f.commission_id, f.share_id, f.amount, coalesce(f.obstacle, 'later') as obstacle,
            row_number() over (partition by coalesce(f.obstacle, 'later') order by f.commission_id, f.share_id) as place
          from private.open_for_payout(caller_organization_id, caller, false) f
          where f.batch_id is null and (f.obstacle is not null or b.id is not null)) w
        left join public.commissions c on c.organization_id = caller_organization_id and c.id = w.commission_id
        left join public.commission_shares t on t.organization_id = caller_organization_id and t.id = w.share_id
        left join public.sales s on s.id = coalesce(c.sales_id, t.sales_id)
        left join public.customers k on k.id = s.customer_id and (t.id is null or t.place is not null)
        left join public.vendors v on v.id = c.vendor_id
        left join public.payout_holds h on h.organization_id = caller_organization_id and h.share_id = t.id
        left join public.users u on u.id = h.held_by
        group by w.obstacle) g),
    'paid_this_year', private.paid_to_agent(caller_organization_id, caller, extract(year from private.today())::int),
    'statements', private.statement_rows(caller_organization_id, caller, 5, 0),
    'statement_count', (select count(*) from public.payout_statements s
      where s.organization_id = caller_organization_id and s.agent_id = caller),
    'account', private.masked_bank_account(caller_organization_id, caller));
end $function$;

CREATE VIEW "private"."commissions_received" AS  SELECT id,
    organization_id,
    sales_id,
    vendor_id,
    status,
    amount,
    share_base,
    share_percents,
    commission_split,
    received_on,
    taken_back_amount,
    (COALESCE(received_amount, (0)::numeric) - taken_back_amount) AS net_received
   FROM public.commissions c;

COMMENT ON COLUMN "public"."commissions"."agent_amount" IS 'As commission_split, split_parts and seller_paid: what the
  seller''s share says, written by private.follow_sellers_shares. The status is agent_paid when the last share is paid';

COMMENT ON FUNCTION "private"."api_resources"() IS 'What the API knows: the one list of it in the database. scope: what a key is let into. source, said, tie, filters: what a list
  is read from, what it says of each row, by what rows of one moment are told apart (as an index has them), and what it can be narrowed to:
  columns and their types. said_alone: what is said of one record, named by `noun`. writes: the operations that write.';

COMMENT ON FUNCTION "private"."api_scopes"() IS 'What a key may be allowed, in the order of the resources.';

COMMENT ON FUNCTION "private"."monthly_totals_of_rows"(uuid, date[]) IS 'The same of months, from the shares: of people their parts, of vendors to the agency each sale once.';

COMMENT ON FUNCTION "private"."record_for_api"(text, uuid) IS 'One record as the caller may see it; null where it is not there.';

COMMENT ON VIEW "private"."commissions_received" IS 'What of each commission came and stayed (net_received): received, less what the vendor took back. What came of
  one that is cancelled since counts as before. The one place that says so: volumes of vendors'' bonuses and of tiers, and the vendor''s
  page read it.';

REVOKE ALL ON FUNCTION "private"."api_resources"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."api_resources"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."record_for_api"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."record_for_api"(text, uuid) TO "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."commissions_received" TO "postgres";

ALTER TABLE "private"."api_keys" ADD CONSTRAINT "api_keys_scopes_known" CHECK (((cardinality(scopes) > 0) AND (scopes <@ private.api_scopes())));
