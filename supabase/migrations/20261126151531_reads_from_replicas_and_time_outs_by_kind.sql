set local check_function_bodies = off;

-- Whoever writes sales has done so before, with the old functions, or waits and does so with the new ones.
do $$ begin lock table public.sales in share row exclusive mode; end $$;

DROP INDEX "private"."customer_totals_sales_count_idx";

DROP INDEX "public"."commissions_due_idx";

DROP INDEX "public"."commissions_organization_id_agent_id_idx";

DROP INDEX "public"."commissions_organization_id_vendor_id_idx";

DROP INDEX "public"."commissions_received_posted_on_idx";

DROP INDEX "public"."sales_organization_id_agent_id_idx";

DROP INDEX "public"."sales_organization_id_sale_date_idx";

DROP INDEX "public"."sales_organization_id_travel_date_idx";

DROP INDEX "public"."sales_organization_id_vendor_id_idx";

DROP VIEW "private"."customer_totals_by_agent_recomputed";

DROP VIEW "private"."customer_totals_recomputed";

DROP FUNCTION "private"."refresh_matches"();

DROP FUNCTION "private"."refresh_report_totals"();

DROP FUNCTION "private"."refresh_totals"();

DROP FUNCTION "private"."report_customers"(private.report_plan, bigint, integer, uuid[]);

DROP FUNCTION "private"."report_facts"(text, boolean);

CREATE TABLE "private"."job_turns" ("job" text NOT NULL, "organization_id" uuid NOT NULL, "served_at" timestamp with time zone NOT NULL, CONSTRAINT "job_turns_pkey" PRIMARY KEY (job, organization_id));

ALTER TABLE "private"."job_turns" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."customer_totals" ADD COLUMN "cancelled_count" bigint NOT NULL DEFAULT 0;

ALTER TABLE "private"."customer_totals_by_agent" ADD COLUMN "cancelled_count" bigint NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION api_requests.await_turn()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET lock_timeout TO '2s'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('heavy read ' || auth.uid(), 0));
exception when lock_not_available then
  raise exception using errcode = 'P0001', hint = '',
    message = 'Another report or export of yours is still running. Try again when it is done.',
    detail = '{"code": "report_is_running", "params": {}}';
end $function$;

CREATE OR REPLACE FUNCTION api_requests.check_request()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  as_of constant timestamp := (case when pg_is_in_recovery() then pg_last_xact_replay_timestamp() else clock_timestamp() end)
    at time zone 'utc';
begin
  if as_of is not null then
    perform set_config('response.headers', format('[{"x-as-of": "%s"}, {"access-control-expose-headers": "x-as-of"}]',
      to_char(as_of, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')), true);
  end if;
  if exists (
    select 1
    from regexp_split_to_table(lower(current_setting('request.headers', true)::json ->> 'prefer'), '[,;]') as header(preference),
      regexp_replace(header.preference, '[^a-z0-9=_-]', '', 'g') as bare(preference)
    where bare.preference ~ '^count=' and bare.preference <> 'count=exact'
  ) then
    raise exception using errcode = 'P0001', hint = '',
      message = 'Ask for an exact count: an estimate would be made from rows that are not yours.',
      detail = '{"code": "count_is_exact", "params": {}}';
  end if;
  if current_setting('request.path', true) like '/rpc/%' and exists (
    select from pg_catalog.pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname = substr(current_setting('request.path', true), length('/rpc/') + 1)
      and p.provolatile <> 'v' and exists (select from unnest(p.proconfig) c where c like 'statement_timeout=%')
  ) then
    perform api_requests.await_turn();
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.accept_suggestions(organization_id uuid, group_id uuid, transactions jsonb, require_certain boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  accepted uuid[] := '{}';
  touched uuid[] := '{}';
  skipped jsonb := '[]';
  item record;
  t public.bank_transactions;
  s public.bank_suggestions;
  refusal jsonb;
  beside record;
  why text;
  detail text;
  -- A call gives way after a second: others wait for what it has locked. What is decided last is read again after it.
  last_moment timestamptz := statement_timestamp() + interval '1 second';
  more boolean := false;
begin
  -- All locks first, in their order, so that two calls cannot wait for each other.
  perform 1 from public.bank_transactions b
  where b.organization_id = accept_suggestions.organization_id and b.id in (
    select (e ->> 'id')::uuid from jsonb_array_elements(transactions) e)
  order by b.id for no key update;
  perform private.lock_commissions(organization_id, array(
    select (p ->> 'commission_id')::uuid
    from public.bank_suggestions x cross join lateral jsonb_array_elements(x.parts) p
    where x.organization_id = accept_suggestions.organization_id and x.rank = 1
      and x.transaction_id in (select (e ->> 'id')::uuid from jsonb_array_elements(transactions) e)));
  for item in
    select distinct on (1) (e ->> 'id')::uuid as id, (e ->> 'version')::int as version
    from jsonb_array_elements(transactions) e order by 1
  loop
    if clock_timestamp() > last_moment and cardinality(accepted) > 0 then
      more := true;
      exit;
    end if;
    select b.* into t from public.bank_transactions b
    where b.id = item.id and b.organization_id = accept_suggestions.organization_id for no key update;
    select x.* into s from public.bank_suggestions x
    where x.organization_id = accept_suggestions.organization_id and x.transaction_id = item.id and x.rank = 1;
    refusal := case when t.id is null then private.command_result('This transaction is no longer there.', null, 'transaction_not_found')
      when t.version <> item.version or t.status <> 'suggested' then
        private.command_result('Somebody was faster.', null, 'somebody_was_faster')
      when s.id is null then private.command_result('Nothing is suggested any more.', null, 'nothing_suggested')
      when require_certain and s.certainty <> 'certain' then
        private.command_result('This is not certain.', null, 'not_certain') end;
    if refusal is null then
      begin
        perform private.keep_decision(t, accept_suggestions.group_id, 'accept');
        select b.unclaimed, b.fee into beside from private.beside_statement(t, s) b;
        refusal := private.write_match(t, s.parts, beside.unclaimed, beside.fee, null, null);
        if refusal is not null then
          perform private.refuse_with(refusal);
        end if;
        accepted := accepted || t.id;
        touched := touched || private.commissions_of(s.parts);
      exception when raise_exception then
        get stacked diagnostics why = message_text, detail = pg_exception_detail;
        refusal := private.command_result(why) || private.fact_of(detail);
      end;
    end if;
    if refusal is not null then
      skipped := skipped || private.skipped_transaction(item.id, refusal);
    end if;
  end loop;
  perform private.learn_payers(accept_suggestions.organization_id, accepted);
  delete from public.bank_suggestions x where x.organization_id = accept_suggestions.organization_id and x.transaction_id = any (accepted);
  perform private.rematch_commissions(accept_suggestions.organization_id, touched, accepted);
  return jsonb_build_object('accepted', to_jsonb(accepted), 'skipped', skipped, 'more', more);
end $function$;

COMMENT ON FUNCTION "private"."accept_suggestions"(uuid, uuid, jsonb, boolean) is 'Accepts the first suggestion of each transaction [{id, version}] as one group of
  decisions; with `require_certain` only certain ones. What changed meanwhile or does not fit any more is left alone and said:
  {accepted, skipped: [{id, why, code, params}], more}. After a second what is neither waits for another call: `more`.';

CREATE OR REPLACE FUNCTION private.check_customer_totals()
 RETURNS TABLE(totals text, kept boolean, row_data jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  (select 'customer_totals', true, to_jsonb(k) from (
    select r.* from private.customer_totals r except select d.* from private.customer_totals_recomputed d) k)
  union all
  (select 'customer_totals', false, to_jsonb(k) from (
    select d.* from private.customer_totals_recomputed d except select r.* from private.customer_totals r) k)
  union all
  (select 'customer_totals_by_agent', true, to_jsonb(k) from (
    -- A row that has come down to nothing stays, and says nothing.
    select r.* from private.customer_totals_by_agent r where (r.sales_count, r.total_amount, r.cancelled_count) <> (0, 0, 0)
    except select d.* from private.customer_totals_by_agent_recomputed d) k)
  union all
  (select 'customer_totals_by_agent', false, to_jsonb(k) from (
    select d.* from private.customer_totals_by_agent_recomputed d except select r.* from private.customer_totals_by_agent r) k)
  union all
  (select 'customer_counts', true, to_jsonb(k) from (
    select r.organization_id, r.archived, r.tag_key, r.customers_count from private.customer_counts r where r.customers_count <> 0
    except select d.organization_id, d.archived, d.tag_key, d.customers_count from private.customer_counts_recomputed d) k)
  union all
  (select 'customer_counts', false, to_jsonb(k) from (
    select d.organization_id, d.archived, d.tag_key, d.customers_count from private.customer_counts_recomputed d
    except select r.organization_id, r.archived, r.tag_key, r.customers_count from private.customer_counts r) k)
$function$;

CREATE OR REPLACE FUNCTION private.customers_of_page(organization_id uuid, agent_id uuid, without_cancelled boolean, descending boolean, take bigint, skip bigint, OUT ids uuid[], OUT sales_before bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '64MB'
AS $function$
declare
  direction constant text := case when descending then 'desc' else 'asc' end;
begin
  execute format(
    'select array_agg(p.id), min(p.until - p.n)
    from (
      select r.id, r.n, r.until
      from (
        select c.id, c.last_name, c.first_name, t.n,
          sum(t.n) over (order by c.last_name %1$s, c.first_name %1$s, c.id %1$s rows unbounded preceding) as until
        from public.customers c
        join (select t.customer_id, (t.sales_count%2$s)::int as n from private.%3$s and t.organization_id = $3) t on t.customer_id = c.id
        where c.organization_id = $3 and t.n > 0) r
      where r.until > $2
      order by r.last_name %1$s, r.first_name %1$s, r.id %1$s
      limit $1) p',
    direction, case when without_cancelled then '' else ' + t.cancelled_count' end,
    case when agent_id is null then 'customer_totals t where true' else 'customer_totals_by_agent t where t.agent_id = $4' end)
  into ids, sales_before using take, skip, organization_id, agent_id;
end $function$;

CREATE OR REPLACE FUNCTION private.find_commissions_by_customer(f private.commission_filter, descending boolean, take bigint, skip bigint)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  page record := private.customers_of_page(f.organization_id, f.agent_id, false, descending, take, skip);
begin
  f.word := '';
  f.names_only := true;
  f.exclude_customers := false;
  f.customer_ids := page.ids;
  f.vendor_ids := '{}';
  f.other_words := '{}';
  return private.find_commissions(f, 'customer', descending, take, skip - page.sales_before, true);
end $function$;

CREATE OR REPLACE FUNCTION private.find_sales_by_customer(f private.sale_filter, descending boolean, take bigint, skip bigint)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  page record := private.customers_of_page(f.organization_id, f.agent_id, f.status is not null, descending, take, skip);
begin
  f.customer_ids := page.ids;
  return private.find_sales(f, 'customer', descending, take, skip - page.sales_before, true);
end $function$;

CREATE OR REPLACE FUNCTION private.largest_customers(p private.report_plan, row_count bigint, most integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '64MB'
AS $function$
declare
  candidates constant int := 10 * most;
  -- What is added up is the bookings alone: of hundreds of thousands of customers, all figures take many times as long.
  condition constant text := private.report_condition(p) || ' and ' || private.report_days(1);
  bookings constant text := 'select f.customer_id as id, sum(f.booked) as booked from %s ' || condition || ' group by 1';
  -- An array, not a join: it reaches both halves of commissions by received date.
  of_some constant text := format(bookings, private.report_facts(p.kind, true) || ' where f.customer_id = any ($5) and');
  totals constant text := 'private.' || case when p.agent_id is null then 'customer_totals t where '
    else 'customer_totals_by_agent t where t.agent_id = ($1).agent_id and ' end || 't.organization_id = ($1).organization_id';
  some_ids uuid[];
  bound numeric;
  sold_from date := '-infinity';
  sold_to date := 'infinity';
  ids uuid[];
begin
  if p.vendor_ids is null and p.status is distinct from 'cancelled' and row_count > 20 * candidates then
    execute format('select array(select t.customer_id from %s order by t.total_amount desc limit $2)', totals
      || case when p.agent_id is null then ' and not t.archived' else '' end)
    into some_ids using p, candidates;
    execute format('select min(b.booked) from (select b.booked from (%s) b order by b.booked desc limit $4) b having count(*) = $4',
      of_some)
    into bound using p, array[p.first_day], array[p.last_day], most, some_ids;
    execute format('select array(
        select t.customer_id from %s and t.total_amount >= $2
        union
        select s.customer_id from private.closed_receipts k
        join public.sales s on s.organization_id = k.organization_id and s.id = k.sales_id
        where k.organization_id = ($1).organization_id and k.posted_on between ($1).first_day and ($1).last_day
        limit $3)', totals || case when p.agent_id is null then ' and t.archived = any (''{f,t}'')' else '' end)
    into some_ids using p, bound, row_count / 20;
  end if;
  if bound is null or cardinality(some_ids) >= row_count / 20 then
    some_ids := null;
  end if;
  if some_ids is null and p.kind like 'commission.%' then
    -- The sales are read together by an index that has all that is asked of them, not one by one.
    execute format('select min(f.sale_date), max(f.sale_date) from %s where %s', private.report_facts(p.kind), condition)
    into sold_from, sold_to using p, array[p.first_day], array[p.last_day];
  end if;
  execute format('select array(select b.id from (%s) b order by b.booked desc, b.id limit $4)',
    case when some_ids is not null then of_some else format(bookings, private.report_facts(p.kind, true, concat(
      ' and s.sale_date between $6 and $7',
      case when p.agent_id is not null then ' and s.agent_id = ($1).agent_id' end,
      case when p.vendor_ids is not null then ' and s.vendor_id = any (($1).vendor_ids)' end)) || ' where') end)
  into ids using p, array[p.first_day], array[p.last_day], most, some_ids, sold_from, sold_to;
  return ids;
end $function$;

CREATE OR REPLACE FUNCTION private.match_import(i public.bank_imports)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  step constant int := 500;
  ids uuid[] := array(select t.id from public.bank_transactions t
    where t.organization_id = i.organization_id and t.import_id = i.id and t.matching_due
    order by t.line_number limit step);
begin
  update public.bank_imports b set status = 'done', finished_at = now() where b.id = i.id and b.status = 'running';
  perform private.know_bank_tables();
  perform private.apply_bank_rules(i.organization_id, ids);
  perform private.match_transactions(i.organization_id, ids);
  return exists (select 1 from public.bank_transactions t
      where t.organization_id = i.organization_id and t.import_id = i.id and t.matching_due)
    or private.accept_certain_of_import(i);
end $function$;

CREATE OR REPLACE FUNCTION private.match_marked(organization_id uuid, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  marked uuid[];
  ids uuid[];
  found_count int;
begin
  with taken as (
    delete from private.stale_matches m
    where m.organization_id = match_marked.organization_id and m.commission_id = any (array(
      select s.commission_id from private.stale_matches s where s.organization_id = match_marked.organization_id
      order by s.commission_id limit most for update skip locked))
    returning m.commission_id)
  select array_agg(t.commission_id order by t.commission_id) into marked from taken t;
  if marked is null then
    return 0;
  end if;
  ids := array(
    with sold as materialized (
      select c.vendor_id, c.undeposited_amount, private.reference_key(s.booking_reference) as reference
      from public.commissions c join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id
      where c.organization_id = match_marked.organization_id and c.id = any (marked))
    select t.id from public.bank_transactions t
    -- The text of each transaction is read once, not once for each sale.
    cross join lateral (
      select upper(regexp_replace(concat(t.text, t.counterparty, t.reference), '[^A-Za-z0-9]', '', 'g')) as letters offset 0) x
    where t.organization_id = match_marked.organization_id
      and (t.status in ('open', 'suggested') or t.unclaimed_amount <> 0)
      and exists (
        select 1 from sold c
        where c.vendor_id = t.vendor_id or c.undeposited_amount = t.amount or strpos(x.letters, c.reference) > 0)
    order by t.id limit 500);
  perform private.match_transactions(match_marked.organization_id, ids);
  select count(*) into found_count from public.bank_transactions t
  join public.bank_suggestions s on s.organization_id = t.organization_id and s.transaction_id = t.id and s.rank = 1
  where t.organization_id = match_marked.organization_id and t.id = any (ids) and t.unclaimed_amount <> 0
    and s.commission_id = any (marked);
  if found_count > 0 then
    insert into public.notifications (organization_id, user_id, type, message, code, params)
    select u.organization_id, u.id, 'bank', case found_count when 1 then 'An unclaimed deposit has found its sale.'
      else found_count || ' unclaimed deposits have found their sales.' end, 'deposits_found',
      jsonb_build_object('count', found_count)
    from public.users u
    where u.organization_id = match_marked.organization_id and u.is_active and u.role in ('owner', 'admin') order by u.id;
  end if;
  return cardinality(marked);
end $function$;

CREATE OR REPLACE FUNCTION private.match_waiting(organization_id uuid, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids constant uuid[] := array(
    select t.id from public.bank_transactions t
    join public.bank_imports i on i.organization_id = t.organization_id and i.id = t.import_id and i.status = 'done'
    where t.organization_id = match_waiting.organization_id and t.matching_due
      and (t.status in ('open', 'suggested') or t.unclaimed_amount <> 0)
    order by t.import_id, t.id limit most);
begin
  if ids <> '{}' then
    perform private.match_transactions(match_waiting.organization_id, ids);
  end if;
  return cardinality(ids);
end $function$;

CREATE OR REPLACE FUNCTION private.passes_over_customers(organization_id uuid, agent_id uuid, skip bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select skip > sum(c.customers_count) / case when agent_id is null then 1 else 10 end
  from private.customer_counts c where c.organization_id = passes_over_customers.organization_id and c.tag_key = ''
$function$;

CREATE OR REPLACE FUNCTION private.pay_scheduled_payouts()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due record;
  failure jsonb;
begin
  for due in
    select p as batch, (now() at time zone o.time_zone)::date as today
    from public.payout_batches p
    join public.organizations o on o.id = p.organization_id
    where p.status = 'scheduled' and p.planned_on <= current_date + 1 and p.planned_on <= (now() at time zone o.time_zone)::date
    order by p.schedule_problem is not null, p.scheduled_at, p.id
    limit 50
    for no key update of p skip locked
  loop
    begin
      failure := private.pay_as_scheduled(due.batch);
    exception
      when deadlock_detected or serialization_failure or lock_not_available then
        continue;
      when others then
        failure := jsonb_build_object('code', 'not_recorded', 'params', jsonb_build_object('error', left(sqlerrm, 300)),
          'text', 'It could not be recorded: ' || left(sqlerrm, 300));
    end;
    if failure is not null then
      perform private.tell_not_paid(due.batch, failure, due.today);
    end if;
    exit when clock_timestamp() > now() + interval '3 seconds';
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.refresh_customer_totals(changes private.sales_change[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  buyers private.customer_totals_by_agent[] := array(
    select distinct row(c.organization_id, c.agent_id, c.customer_id, 0, 0, '-infinity', 0)::private.customer_totals_by_agent
    from unnest(changes) c
    group by c.organization_id, c.agent_id, c.customer_id, c.day, c.total_amount, c.status = 'cancelled'
    having sum(c.n) <> 0);
begin
  if cardinality(buyers) = 0 then
    return;
  end if;
  perform from private.customer_totals t
  where (t.organization_id, t.customer_id) in (select b.organization_id, b.customer_id from unnest(buyers) b)
  order by t.organization_id, t.customer_id
  for update;
  update private.customer_totals t
  set (sales_count, total_amount, last_sale_date, cancelled_count) = (
    select count(*) filter (where s.status <> 'cancelled'), coalesce(sum(s.total_amount) filter (where s.status <> 'cancelled'), 0),
      coalesce(max(s.sale_date) filter (where s.status <> 'cancelled'), '-infinity'), count(*) filter (where s.status = 'cancelled')
    from public.sales s
    where s.organization_id = t.organization_id and s.customer_id = t.customer_id)
  where (t.organization_id, t.customer_id) in (select b.organization_id, b.customer_id from unnest(buyers) b);
  -- Who sold nothing to the customer any more keeps a row that says so.
  insert into private.customer_totals_by_agent
  select b.organization_id, b.agent_id, b.customer_id, s.*
  from unnest(buyers) b
  cross join lateral (
    select count(*) filter (where x.status <> 'cancelled'), coalesce(sum(x.total_amount) filter (where x.status <> 'cancelled'), 0),
      coalesce(max(x.sale_date) filter (where x.status <> 'cancelled'), '-infinity'), count(*) filter (where x.status = 'cancelled')
    from public.sales x
    where x.organization_id = b.organization_id and x.customer_id = b.customer_id and x.agent_id = b.agent_id) s
  on conflict (organization_id, agent_id, customer_id) do update set
    sales_count = excluded.sales_count, total_amount = excluded.total_amount, last_sale_date = excluded.last_sale_date,
    cancelled_count = excluded.cancelled_count;
end $function$;

CREATE OR REPLACE FUNCTION private.refresh_matches(longest interval DEFAULT '00:00:01'::interval)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  waiting uuid[];
begin
  if not pg_try_advisory_xact_lock(hashtextextended('paperplane.matches', 0)) then
    return 0;
  end if;
  -- From one organization to the next: one of them may have very many rows.
  with recursive due(id) as (
    (select t.organization_id from public.bank_transactions t where t.matching_due order by 1 limit 1)
    union all
    select (
      select t.organization_id from public.bank_transactions t where t.matching_due and t.organization_id > d.id order by 1 limit 1)
    from due d where d.id is not null
  ), marked(id) as (
    (select m.organization_id from private.stale_matches m order by 1 limit 1)
    union all
    select (select m.organization_id from private.stale_matches m where m.organization_id > d.id order by 1 limit 1)
    from marked d where d.id is not null)
  select array_agg(w.id) into waiting
  from (select d.id from due d where d.id is not null union select m.id from marked m where m.id is not null) w;
  return private.serve_in_turn('refresh_matches', waiting, longest);
end $function$;

CREATE OR REPLACE FUNCTION private.refresh_matches_slice(organization_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_waiting constant int := 200;
  most_marked constant int := 200;
begin
  return private.match_waiting(refresh_matches_slice.organization_id, most_waiting) = most_waiting
    or private.match_marked(refresh_matches_slice.organization_id, most_marked) = most_marked;
end $function$;

CREATE OR REPLACE FUNCTION private.refresh_report_totals(longest interval DEFAULT '00:00:01'::interval)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if pg_try_advisory_xact_lock(hashtextextended('paperplane.report_totals', 0)) then
    perform private.serve_in_turn('refresh_report_totals',
      array(select distinct s.organization_id from private.stale_report_months s), longest);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.refresh_report_totals_slice(organization_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refresh_report_totals_of(refresh_report_totals_slice.organization_id, 2);
  return exists (
    select from private.stale_report_months s where s.organization_id = refresh_report_totals_slice.organization_id);
end $function$;

CREATE OR REPLACE FUNCTION private.refresh_totals(longest interval DEFAULT '00:00:01'::interval)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if pg_try_advisory_xact_lock(hashtextextended('paperplane.totals', 0)) then
    perform private.serve_in_turn('refresh_totals', array(select distinct s.organization_id from private.stale_days s), longest);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.refresh_totals_slice(organization_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refresh_totals_of(refresh_totals_slice.organization_id, 3);
  return exists (select from private.stale_days s where s.organization_id = refresh_totals_slice.organization_id);
end $function$;

CREATE OR REPLACE FUNCTION private.report_answer(p private.report_plan, most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  read_by constant text := case p.grouped_by when 'category' then 'vendor' when 'customer' then null else p.grouped_by end;
  nothing constant private.report_cell := private.add_report_cells('{}');
  cells constant private.report_cell[] := array(select c from private.report_cells(p, read_by, p.first_day, p.last_day) c);
  before private.report_cell[] := '{}';
  shown private.report_cell[];
  total private.report_cell := private.add_report_cells(cells);
  answer jsonb;
begin
  if p.compare is not null then
    before := array(select c from private.report_cells(p, read_by, p.before_first, p.before_last) c);
  end if;
  answer := jsonb_build_object('total', private.report_figures(total),
    'before', case when p.compare is not null then private.report_figures(private.add_report_cells(before)) end);
  if p.grouped_by = 'month' then
    return answer || jsonb_build_object('rows', (
      select coalesce(jsonb_agg(jsonb_build_object('key', m.month, 'figures', private.report_figures(coalesce(c, nothing)),
        'before', case when p.compare is not null then private.report_figures(coalesce(b, nothing)) end) order by m.month), '[]')
      from generate_series(date_trunc('month', p.first_day::timestamp), least(p.last_day::timestamp, greatest(p.today::timestamp,
        (select max(x.month) from unnest(cells) x)::timestamp)), '1 month') g(day)
      cross join lateral (select g.day::date as month) m
      left join unnest(cells) c on c.month = m.month
      -- The n-th month of the one range is compared with the n-th of the other.
      left join unnest(before) b on private.months_between(p.before_first, b.month) = private.months_between(p.first_day, m.month)));
  elsif p.grouped_by = 'category' then
    return answer || jsonb_build_object('rows', (
      select coalesce(jsonb_agg(jsonb_build_object('key', n.category, 'figures', private.report_figures(n.cell),
        'before', case when p.compare is not null then private.report_figures(coalesce(b.cell, nothing)) end)
        order by private.report_rank(p, n.cell) desc, n.category), '[]')
      from private.by_category(cells) n left join private.by_category(before) b on b.category = n.category));
  elsif p.grouped_by = 'customer' then
    shown := array(select c from private.report_customers(p, private.largest_customers(p, total.n, most)) c);
    if p.compare is not null then
      p.first_day := p.before_first;
      p.last_day := p.before_last;
      before := array(select c from private.report_customers(p, array(select c.group_id from unnest(shown) c)) c);
    end if;
  else
    shown := array(select c from unnest(cells) c order by private.report_rank(p, c) desc, c.n desc, c.group_id limit most);
  end if;
  return answer || jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('key', (shown[i]).group_id,
        'label', private.report_label(p.grouped_by, (shown[i]).group_id), 'figures', private.report_figures(shown[i]),
        'before', case when p.compare is not null then private.report_figures(coalesce(b, nothing)) end) order by i), '[]')
      from generate_subscripts(shown, 1) i left join unnest(before) b on b.group_id = (shown[i]).group_id),
    'others', (select private.report_figures(r) from private.report_rest(total, shown) r where r.n > 0));
end $function$;

CREATE OR REPLACE FUNCTION private.report_customers(p private.report_plan, wanted uuid[])
 RETURNS SETOF private.report_cell
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query execute format(
    'select null::date, f.customer_id, %s from %s where f.customer_id = any ($4) and %s and %s
    group by 2 order by array_position($4, f.customer_id)',
    private.report_sums_of(p.kind), private.report_facts(p.kind, true), private.report_condition(p), private.report_days(1))
  using p, array[p.first_day], array[p.last_day], wanted;
end $function$;

CREATE OR REPLACE FUNCTION private.report_facts(kind text, with_customer boolean DEFAULT false, of_sales text DEFAULT ''::text)
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
      from public.sales s
      left join public.commissions x on x.organization_id = s.organization_id and x.sales_id = s.id and x.status = ''cancelled''
        and s.status <> ''cancelled''',
      case kind when 'sale.travel' then 'travel_date' else 'sale_date' end)
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
      case when m.received_on is not null then m.received end as received, m.received_on, m.agent_amount, m.written_off, m.open_amount,
      m.due_on, 0::numeric as paid, null::uuid as customer_id, 0::numeric as booked, 1 as sign, m.commission_id as record_id, m.sale_date,
      m.open, m.owed, m.owed_agent_paid, m.advanced, m.paid_short from private.commission_money m'
    else format(
      'c.id, c.sales_id as sale_id, c.organization_id, c.agent_id, c.vendor_id, c.status, %s as day, 0::numeric as total,
      c.amount as expected, c.received_amount as received, c.received_on, c.agent_amount, c.written_off, c.open_amount, c.due_on,
      %s as paid, %s, 1 as sign, c.id as record_id, c.sale_date from public.commissions c%s%s%s',
      case kind when 'commission.due' then 'c.due_on' when 'commission.received' then 'c.received_posted_on'
        when 'payment.paid' then 'p.posted_on' else 'c.sale_date' end,
      case kind when 'payment.paid' then 'p.amount' else '0::numeric' end,
      case when with_customer then 's.customer_id, s.total_amount as booked' else 'null::uuid as customer_id, 0::numeric as booked' end,
      case when with_customer then ' join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id' else '' end,
      of_sales,
      case kind when 'payment.paid' then
        ' join public.agent_payments p on p.organization_id = c.organization_id and p.commission_id = c.id' else '' end)
      || case kind when 'commission.received' then format(
      ' union all select k.id, k.sales_id, k.organization_id, k.agent_id, k.vendor_id, k.status, k.posted_on, 0::numeric, k.amount,
      k.received_amount, k.received_on, k.agent_amount, k.written_off, k.open_amount, k.due_on, 0::numeric, %s, k.sign, k.commission_id,
      null::date
      from private.closed_receipts k%s',
      case when with_customer then 's.customer_id, s.total_amount * k.sign' else 'null::uuid, 0::numeric' end,
      case when with_customer then ' join public.sales s on s.organization_id = k.organization_id and s.id = k.sales_id' else '' end)
        else '' end end
    || ') f'
$function$;

CREATE OR REPLACE FUNCTION private.serve_in_turn(job text, waiting uuid[], longest interval)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  last_moment constant timestamptz := clock_timestamp() + longest;
  round uuid[] := array(
    select w.id from unnest(waiting) w(id)
    left join private.job_turns t on t.job = serve_in_turn.job and t.organization_id = w.id
    order by t.served_at nulls first, w.id);
  tenant uuid;
  has_more boolean;
  slices int := 0;
begin
  while cardinality(round) > 0 loop
    foreach tenant in array round loop
      execute format('select private.%I($1)', job || '_slice') into has_more using tenant;
      insert into private.job_turns (job, organization_id, served_at) values (serve_in_turn.job, tenant, clock_timestamp())
      on conflict on constraint job_turns_pkey do update set served_at = excluded.served_at;
      slices := slices + 1;
      if not has_more then
        round := array_remove(round, tenant);
      end if;
      if clock_timestamp() > last_moment then
        return slices;
      end if;
    end loop;
  end loop;
  return slices;
end $function$;

CREATE OR REPLACE FUNCTION public.accept_bank_suggestions(transactions jsonb, require_certain boolean DEFAULT false, group_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  -- What a call before this one began, goes on.
  new_group uuid := coalesce((
    select d.group_id from public.bank_decisions d
    where d.organization_id = caller_organization_id and d.group_id = accept_bank_suggestions.group_id and d.decided_by = auth.uid()
    group by 1 having bool_and(d.action = 'accept')), gen_random_uuid());
begin
  perform private.check_seen_transactions(transactions);
  perform private.know_bank_tables();
  return private.command_result(null) || jsonb_build_object('group_id', new_group)
    || private.accept_suggestions(caller_organization_id, new_group, transactions, require_certain);
end $function$;

CREATE OR REPLACE FUNCTION public.apply_bank_rule(rule_id uuid, transactions jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  r public.bank_rules := private.lock_bank_rule(apply_bank_rule.rule_id);
  new_group uuid := gen_random_uuid();
  done uuid[];
begin
  if r.id is null then
    return private.command_result('This rule is no longer there.', null, 'rule_not_found');
  end if;
  perform private.check_seen_transactions(transactions);
  perform 1 from public.bank_transactions b
  where b.organization_id = r.organization_id and b.id in (select s.id from private.seen_transactions(transactions) s)
  order by b.id for no key update;
  done := array(
    select h.transaction_id from private.bank_rule_hits(r.organization_id, array(
      select b.id from public.bank_transactions b join private.seen_transactions(transactions) s on s.id = b.id and s.version = b.version
      where b.organization_id = r.organization_id and b.status in ('open', 'suggested')), array[r]) h order by 1);
  perform private.write_bank_rule_hits(r.organization_id, new_group, done, array_fill(r.id, array[cardinality(done)]));
  if r.category is null then
    perform private.match_transactions(r.organization_id, done);
  end if;
  return private.command_result(null) || jsonb_build_object('group_id', new_group, 'applied', to_jsonb(done),
    'skipped', private.skipped_transactions(transactions, done));
end $function$;

CREATE OR REPLACE FUNCTION public.approve_payout(batch_id uuid, expected_version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  b public.payout_batches := private.lock_payout(approve_payout.batch_id);
  problems jsonb;
begin
  if private.draft_refusal(b) is not null then
    return private.draft_refusal(b);
  elsif b.version is distinct from approve_payout.expected_version then
    return private.command_result('Somebody changed this payout meanwhile. Look at it again.', null, 'payout_changed');
  elsif private.needs_other_person(b) then
    return
      private.command_result('A second person approves: not who started this payout, wrote one of its adjustments, or changed it.',
        null, 'second_person_approves');
  elsif not exists (select 1 from public.payout_lines l where l.organization_id = b.organization_id and l.batch_id = b.id) then
    return private.command_result('There is nothing in this payout.', null, 'payout_empty');
  end if;
  problems := private.payout_problems(b);
  if problems <> '[]' then
    return private.command_result('Some of these commissions cannot be paid any more.',
      null, 'payout_has_problems') || jsonb_build_object('problems', problems);
  end if;
  update public.payout_batches p set status = 'approved', approved_by = auth.uid(), approved_at = now(), version = p.version + 1
  where p.id = b.id;
  perform private.note_payout(b, 'approved', jsonb_build_object('amount',
    (select sum(t.paid_amount) from private.payout_totals(b) t)));
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.check_import_rows(kind text, file_hash text, mapping jsonb, rows jsonb, check_id uuid DEFAULT NULL::uuid, is_last boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id uuid := private.check_import_kind(check_import_rows.kind);
  this_check uuid := coalesce(check_import_rows.check_id, gen_random_uuid());
  b public.import_batches;
  earlier jsonb;
  answer jsonb;
begin
  perform private.check_import_portion(rows);
  if check_import_rows.check_id is null then
    perform private.forget_import_checks();
  end if;
  begin
    insert into public.import_batches as i (organization_id, kind, file_name, file_hash, headers, mapping, total_rows)
    values (caller_organization_id, check_import_rows.kind, 'check', check_import_rows.file_hash, '{check}',
      check_import_rows.mapping, 50000)
    returning * into b;
    select coalesce(jsonb_agg(r.import_row order by r.row_number), '[]') into earlier
    from private.import_check_rows r
    where r.check_id = this_check and r.created_by = auth.uid()
      -- A portion that is sent a second time does not meet itself.
      and r.row_number < (select min((e ->> 'row_number')::int) from jsonb_array_elements(rows) e)
      and r.keys && array(
        select distinct k from jsonb_array_elements(rows) e cross join lateral unnest(private.import_row_keys(b, e)) k);
    perform private.import_portion(b, earlier);
    answer := private.import_portion(b, rows);
    raise exception using errcode = 'PI002';
  exception when sqlstate 'PI002' then
    null;
  end;
  if is_last then
    delete from private.import_check_rows r where r.check_id = this_check and r.created_by = auth.uid();
  else
    insert into private.import_check_rows (check_id, row_number, created_by, keys, import_row)
    select this_check, (e ->> 'row_number')::int, auth.uid(), k.keys, e
    from jsonb_array_elements(private.rows_without(rows, (answer -> 'skips') || (answer -> 'errors'))) e
    left join jsonb_array_elements(answer -> 'adds') a on a -> 'row_number' = e -> 'row_number'
    cross join lateral (
      -- A sale that found its customer or vendor makes none: later rows find them as well.
      select array(
        select x from unnest(private.import_row_keys(b, e)) x
        where a is null or x like 'booking %' or x like 'vendor %' and a -> 'makes' ? 'vendor'
          or (x like 'email %' or x like 'name %') and a -> 'makes' ? 'customer') as keys) k
    on conflict do nothing;
  end if;
  return jsonb_build_object('check_id', this_check) || answer;
end $function$;

CREATE OR REPLACE FUNCTION public.close_books(through date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  last_day date := private.today() - 1;
  closed_through date;
begin
  if caller_organization_id is null or not private.is_owner() then
    return private.command_result('Only an owner can close the books.', null, 'closing_is_for_owners');
  end if;
  perform pg_advisory_xact_lock(private.books_lock(caller_organization_id));
  select o.books_closed_through into closed_through from public.organizations o where o.id = caller_organization_id;
  if close_books.through is null or close_books.through not between '1990-01-01' and '2199-12-31' then
    return private.command_result('Enter the last day to close.', 'through', 'closing_day_missing');
  elsif close_books.through > last_day then
    return private.command_result('A day is closed when it has ended. Choose ' || private.day_words(last_day) || ' or an earlier day.',
      'through', 'day_not_ended', jsonb_build_object('last_day', last_day));
  elsif close_books.through <= closed_through then
    return private.command_result('The books are closed through ' || private.day_words(closed_through)
      || ' already. Choose a later day.', 'through', 'books_closed_already', jsonb_build_object('through', closed_through));
  end if;
  update public.organizations o set books_closed_through = close_books.through where o.id = caller_organization_id;
  perform private.audit(caller_organization_id, 'books_closed', null, null,
    jsonb_build_object('from', closed_through, 'to', close_books.through));
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.collect_payout(batch_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  b public.payout_batches := private.lock_payout(collect_payout.batch_id);
  added record;
begin
  if private.draft_refusal(b) is not null then
    return private.draft_refusal(b);
  end if;
  added := private.collect_payout(b);
  if added.commissions + added.adjustments > 0 then
    perform private.note_payout(b, 'collected', to_jsonb(added));
  end if;
  return private.command_result(null) || jsonb_build_object('added', added.commissions);
end $function$;

CREATE OR REPLACE FUNCTION public.erase_customer(customer_id uuid, confirmation text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  customer public.customers%rowtype;
  customer_ids uuid[];
  own_sale_ids uuid[];
  former_sale_ids uuid[];
  traveled_sale_ids uuid[];
  first_names text[];
  last_names text[];
  full_names text[];
  unique_names text[];
  contacts text[];
  any_name_pattern text;
  unique_pattern text;
  full_name_pattern text;
begin
  if caller_organization_id is null or not private.is_admin() then
    return private.command_result('Only admins can erase a customer.', null, 'erasure_is_for_admins');
  end if;
  perform private.lock_merges(caller_organization_id);
  -- Customers merged into this one, directly or not, are the same person.
  customer_ids := array(
    with recursive same as (
      select c.id from public.customers c where c.organization_id = caller_organization_id and c.id = erase_customer.customer_id
      union
      select c.id from public.customers c join same s on c.merged_into = s.id where c.organization_id = caller_organization_id)
    select s.id from same s);
  perform private.lock_customers(caller_organization_id, customer_ids);
  select c.* into customer from public.customers c
  where c.organization_id = caller_organization_id and c.id = erase_customer.customer_id;
  if customer.id is null or customer.merged_into is not null then
    return private.command_result('This customer does not exist.', null, 'customer_not_found');
  elsif customer.erased_at is not null then
    return jsonb_build_object('success', true, 'error', null, 'field', null);
  elsif btrim(coalesce(erase_customer.confirmation, '')) <> customer.first_name || ' ' || customer.last_name then
    return private.command_result('Type the customer''s full name to confirm.', 'confirmation', 'confirmation_wrong');
  end if;

  -- Present and former names, e-mail addresses and phone numbers. A name in a free text may be somebody else's, so there are
  -- three patterns:
  --   any_name_pattern: contacts, full names and single names; for sales the customer pays, whose notes are cleared anyway.
  --   full_name_pattern: contacts and full names; for sales the customer travels on.
  --   unique_pattern: contacts and full names that no other customer of the organization has; for everything else.
  select array_agg(p.first_name), array_agg(p.last_name) into first_names, last_names
  from (
    select c.first_name, c.last_name from public.customers c where c.id = any (customer_ids)
    union
    select r.former_name[1], r.former_name[2] from private.record_changes r
    where r.organization_id = caller_organization_id and r.record_id = any (customer_ids) and r.former_name is not null) p;
  contacts := array(
    select distinct btrim(t.value) from public.customers c
    cross join lateral (
      select c.email union all select c.phone
      union all select e ->> 'value' from jsonb_array_elements(c.more_emails || c.more_phones) e) t(value)
    where c.id = any (customer_ids) and char_length(btrim(t.value)) >= 6);
  full_names := array(select unnest(private.name_spellings(p.f, p.l)) from unnest(first_names, last_names) p(f, l));
  full_name_pattern := private.words_pattern(full_names || contacts);
  any_name_pattern := private.words_pattern(full_names || contacts
    || array(select p from unnest(first_names || last_names) p where char_length(p) >= 3));
  unique_names := array(
    select unnest(private.name_spellings(p.f, p.l)) from unnest(first_names, last_names) p(f, l)
    where not exists (
      select 1 from public.customers c
      where c.organization_id = caller_organization_id and lower(c.last_name) = lower(p.l) and lower(c.first_name) = lower(p.f)
        and c.id <> all (customer_ids) and c.erased_at is null));
  unique_pattern := private.words_pattern(unique_names || array(
    select w from unnest(contacts) w
    where not exists (
      select 1 from private.customer_search s
      where s.organization_id = caller_organization_id and s.customer_id <> all (customer_ids)
        and s.document like '%'
          || private.escape_like(private.normalize_search_text(w)) || '%')));

  own_sale_ids := array(
    select s.id from public.sales s
    where s.organization_id = caller_organization_id and s.customer_id = any (customer_ids));
  -- Sales that were theirs before the customer of the sale was changed.
  former_sale_ids := array(
    select distinct h.sales_id from public.sales_history h
    where h.organization_id = caller_organization_id and h.previous_data ? 'customer_id'
      and h.previous_data ->> 'customer_id' = any (customer_ids::text[]) and h.sales_id <> all (own_sale_ids));
  traveled_sale_ids := array(
    select t.sale_id from public.sale_travelers t
    where t.organization_id = caller_organization_id and t.customer_id = any (customer_ids)
      and t.sale_id <> all (own_sale_ids || former_sale_ids));

  perform private.begin_mode('erasing');
  delete from private.passports p where p.organization_id = caller_organization_id and p.customer_id = any (customer_ids);
  delete from public.customer_companions l
  where l.organization_id = caller_organization_id
    and (l.customer_id = any (customer_ids) or l.companion_id = any (customer_ids));
  update private.customer_merges m set moved = null,
    merged_name = case when m.merged_id = any (customer_ids) then 'Erased customer' else m.merged_name end
  where m.organization_id = caller_organization_id and (m.kept_id = any (customer_ids) or m.merged_id = any (customer_ids));
  perform private.clear_customer_conversations(caller_organization_id, customer_ids);
  perform private.erase_documents(caller_organization_id, customer_ids, own_sale_ids, unique_pattern);
  perform private.redact_sales(caller_organization_id, own_sale_ids, any_name_pattern, '{notes}');
  perform private.redact_sales(caller_organization_id, former_sale_ids, unique_pattern);
  perform private.redact_sales(caller_organization_id, traveled_sale_ids, full_name_pattern);
  if unique_pattern is not null then
    perform private.redact_sales(caller_organization_id, array(
      select s.id from public.sales s
      where s.organization_id = caller_organization_id
        and lower(s.booking_reference collate pg_catalog."pg_c_utf8") like any (array(
        select '%' || private.escape_like(lower(w collate pg_catalog."pg_c_utf8")) || '%'
        from unnest(unique_names) w))), unique_pattern);
    perform private.redact_sales(caller_organization_id, null, unique_pattern);
    update public.customers c set notes = private.redact(c.notes, unique_pattern),
      preferences = private.redact_json(c.preferences, unique_pattern, '{}', true),
      emergency_phone = case when c.emergency_name ~* unique_pattern then null else c.emergency_phone end,
      emergency_relation = case when c.emergency_name ~* unique_pattern then null else c.emergency_relation end,
      emergency_name = case when c.emergency_name ~* unique_pattern then null else c.emergency_name end
    where c.organization_id = caller_organization_id and c.id <> all (customer_ids)
      and (c.notes ~* unique_pattern or c.emergency_name ~* unique_pattern
        or c.preferences <> '{}' and c.preferences::text ~* unique_pattern);
    update public.vendor_terms v set notes = private.redact(v.notes, unique_pattern)
    where v.organization_id = caller_organization_id and v.notes ~* unique_pattern;
    update public.customer_companions l set relation = private.redact(l.relation, unique_pattern, 50)
    where l.organization_id = caller_organization_id and l.relation ~* unique_pattern;
    update private.customer_merges m set moved = private.redact_json(m.moved, unique_pattern, '{}', true)
    where m.organization_id = caller_organization_id and m.moved is not null and m.moved::text ~* unique_pattern;
    update public.import_batches i set file_name = private.redact(i.file_name, unique_pattern, 255)
    where i.organization_id = caller_organization_id and i.file_name ~* unique_pattern;
    perform private.redact_bank(caller_organization_id, unique_pattern);
    perform private.redact_mailbox(caller_organization_id, unique_pattern);
    perform private.redact_saved_reports(caller_organization_id, unique_pattern);
    perform private.redact_mails(caller_organization_id, unique_pattern);
  end if;
  update private.audit_log l set details = l.details - 'last_four'
  where l.organization_id = caller_organization_id and l.customer_id = any (customer_ids) and l.details ? 'last_four';
  update public.customers c set first_name = 'Erased', last_name = 'customer', email = null, phone = null, notes = null,
    address_line_1 = null, address_line_2 = null, city = null, region = null, postal_code = null, country = null,
    birthday = null, more_emails = '[]', more_phones = '[]', emergency_name = null, emergency_phone = null,
    emergency_relation = null, tags = '{}', preferences = '{}', archived_at = coalesce(c.archived_at, now()), erased_at = now()
  where c.id = any (customer_ids);
  perform private.begin_mode('');
  update private.record_changes r set former_name = null
  where r.organization_id = caller_organization_id and r.record_id = any (customer_ids) and r.former_name is not null;
  -- Rows of files that are being checked may name them.
  delete from private.import_check_rows r using public.users u
  where u.id = r.created_by and u.organization_id = caller_organization_id;
  -- The name of a tag that no customer has any more may be personal.
  delete from private.customer_counts n where n.organization_id = caller_organization_id and n.customers_count = 0;
  perform private.audit(caller_organization_id, 'customer_erased', customer.id, customer.id);
  return jsonb_build_object('success', true, 'error', null, 'field', null);
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
  select coalesce(jsonb_agg(jsonb_build_array(s.booking_reference, m.status, s.sale_date, s.status,
      c.first_name || ' ' || c.last_name, v.name, a.first_name || ' ' || a.last_name, s.total_amount, m.amount,
      m.commission_split, m.agent_amount, s.currency, m.due_on, m.received_amount, m.received_on, m.notes, w.open, w.owed)
      order by u.n), '[]')
  into answer
  from unnest(ids) with ordinality u(id, n)
  join public.sales s on s.id = u.id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
  join private.commission_money w on w.commission_id = m.id
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
  join public.users a on a.id = m.agent_id;
  return private.export_answer('{booking_reference,status,sale_date,sale_status,customer,vendor,agent,total_amount,
    commission_amount,commission_split,agent_amount,currency,due_on,received_amount,received_on,notes,open_amount,overdue_amount}', answer);
end $function$;

CREATE OR REPLACE FUNCTION public.export_customer_data(customer_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id uuid := private.admin_organization_id();
begin
  if caller_organization_id is null then
    perform private.refuse('Only admins can export a customer''s data.', '', 'export_is_for_admins');
  end if;
  perform 1 from public.customers c
  where c.organization_id = caller_organization_id and c.id = export_customer_data.customer_id;
  if not found then
    perform private.refuse('This customer does not exist.', '', 'customer_not_found');
  end if;
  perform private.audit(caller_organization_id, 'customer_exported', export_customer_data.customer_id,
    export_customer_data.customer_id);
  return private.allow_disclosure('customer_data', export_customer_data.customer_id);
end $function$;

CREATE OR REPLACE FUNCTION public.export_customers(search text DEFAULT NULL::text, tag text DEFAULT NULL::text, agent_id uuid DEFAULT NULL::uuid, state text DEFAULT 'active'::text, sort text DEFAULT 'last_sale_date'::text, descending boolean DEFAULT true)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  f private.customer_filter;
  zone text;
  ids uuid[] := '{}';
  answer jsonb;
begin
  select s.organization_id, s.agent_id, s.zone into f.organization_id, f.agent_id, zone
  from private.caller_scope(export_customers.agent_id) s;
  f.only_buyers := export_customers.agent_id is not null;
  f.archived := case coalesce(export_customers.state, 'active') when 'archived' then true when 'all' then null else false end;
  f.tag := lower(nullif(btrim(export_customers.tag), ''));
  f.patterns := coalesce(private.customer_patterns(export_customers.search), '{}');
  if f.organization_id is not null and not private.has_too_many_search_words(f.patterns) then
    select k.ids into ids from private.collect_customers(
      f, export_customers.search, export_customers.sort, coalesce(export_customers.descending, true), 1, private.export_limit() + 1) k;
  end if;
  select coalesce(jsonb_agg(jsonb_build_array(c.first_name, c.last_name, c.email, c.phone,
      (select string_agg(e ->> 'value', '; ') from jsonb_array_elements(c.more_emails) e),
      (select string_agg(e ->> 'value', '; ') from jsonb_array_elements(c.more_phones) e),
      c.address_line_1, c.address_line_2, c.city, c.region, c.postal_code, c.country, c.birthday, c.emergency_name,
      c.emergency_phone, c.emergency_relation, array_to_string(c.tags, '; '), c.preferences ->> 'seat', c.preferences ->> 'cabin',
      c.preferences ->> 'meal', c.preferences ->> 'room', c.preferences ->> 'mobility', c.preferences ->> 'allergies',
      c.preferences ->> 'interests', c.notes, coalesce(t.sales_count, 0), coalesce(t.total_amount, 0),
      nullif(t.last_sale_date, '-infinity'), (c.created_at at time zone zone)::date, (c.archived_at at time zone zone)::date)
    order by u.n), '[]')
  into answer
  from unnest(ids) with ordinality u(id, n)
  join public.customers c on c.id = u.id
  left join lateral (
    select r.sales_count, r.total_amount, r.last_sale_date from private.customer_totals r
    where f.agent_id is null and r.organization_id = f.organization_id and r.customer_id = c.id
    union all
    select r.sales_count, r.total_amount, r.last_sale_date from private.customer_totals_by_agent r
    where r.organization_id = f.organization_id and r.agent_id = f.agent_id and r.customer_id = c.id) t on true;
  return private.export_answer('{first_name,last_name,email,phone,more_emails,more_phones,address_line_1,address_line_2,city,
    region,postal_code,country,birthday,emergency_name,emergency_phone,emergency_relation,tags,seat,cabin,meal,room,mobility,
    allergies,interests,notes,sales_count,total_amount,last_sale_date,created_on,archived_on}', answer);
end $function$;

CREATE OR REPLACE FUNCTION public.export_sales(status text DEFAULT NULL::text, agent_id uuid DEFAULT NULL::uuid, vendor_id uuid DEFAULT NULL::uuid, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, customer_search text DEFAULT NULL::text, sort text DEFAULT 'sale_date'::text, descending boolean DEFAULT true, departing boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  f private.sale_filter := private.sale_filter_of(export_sales.status, export_sales.agent_id, export_sales.vendor_id,
    export_sales.start_date, export_sales.end_date, export_sales.customer_search, export_sales.departing);
  ids uuid[] := '{}';
  answer jsonb;
begin
  if f.organization_id is not null then
    ids := private.find_sales(f, export_sales.sort, coalesce(export_sales.descending, true), private.export_limit() + 1, 0,
      f.customer_ids is not null or f.departing_by is not null);
  end if;
  select coalesce(jsonb_agg(jsonb_build_array(s.booking_reference, s.status, s.sale_date, s.travel_date, s.return_date,
      c.first_name || ' ' || c.last_name, c.email, v.name, a.first_name || ' ' || a.last_name, s.total_amount,
      s.commission_rate, s.commission_amount, s.currency, m.status, s.notes) order by u.n), '[]')
  into answer
  from unnest(ids) with ordinality u(id, n)
  join public.sales s on s.id = u.id
  join public.customers c on c.id = s.customer_id
  join public.users a on a.id = s.agent_id
  join public.vendors v on v.id = s.vendor_id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id;
  return private.export_answer('{booking_reference,status,sale_date,travel_date,return_date,customer,customer_email,vendor,agent,
    total_amount,commission_rate,commission_amount,currency,commission_status,notes}', answer);
end $function$;

CREATE OR REPLACE FUNCTION public.export_team(search text DEFAULT NULL::text, status text DEFAULT 'everyone'::text, sort text DEFAULT 'name'::text, descending boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  page jsonb;
  pages int := case when private.is_admin() then 1 else 0 end;
  list jsonb := '[]';
  answer jsonb;
begin
  for number in 1 .. 501 loop
    exit when number > pages;
    page := public.list_team(export_team.search, export_team.status, export_team.sort, export_team.descending, number, 100);
    pages := (page ->> 'total_pages')::int;
    list := list || (page -> 'rows');
  end loop;
  select coalesce(jsonb_agg(jsonb_build_array(e -> 'first_name', e -> 'last_name', e -> 'email', e -> 'role',
      case when e ->> 'kind' = 'invitation' then 'invited' when (e ->> 'is_active')::boolean then 'active' else 'inactive' end,
      left(e ->> 'last_active_at', 10), e -> 'sales_count', e -> 'commission_amount', e -> 'commission_split',
      left(e ->> 'joined_at', 10), left(e ->> 'expires_at', 10)) order by n), '[]')
  into answer
  from jsonb_array_elements(list) with ordinality u(e, n);
  return private.export_answer('{first_name,last_name,email,role,status,last_active_on,sales_count,commission_amount,
    commission_split,joined_on,invitation_expires_on}', answer);
end $function$;

CREATE OR REPLACE FUNCTION public.export_vendors(search text DEFAULT NULL::text, category text DEFAULT NULL::text, state text DEFAULT 'active'::text, sort text DEFAULT 'name'::text, descending boolean DEFAULT false, without_terms boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  page jsonb;
  pages int := 1;
  list jsonb := '[]';
  answer jsonb;
begin
  -- A tenant has some hundred vendors: reading the list page by page is fast enough.
  for number in 1 .. 501 loop
    exit when number > pages;
    page := public.list_vendors(export_vendors.search, export_vendors.category, export_vendors.state, export_vendors.sort,
      export_vendors.descending, number, 100, export_vendors.without_terms);
    pages := (page ->> 'total_pages')::int;
    list := list || (page -> 'rows');
  end loop;
  select coalesce(jsonb_agg(jsonb_build_array(v.name, v.category, v.email, v.phone, v.website, t.contacts -> 0 ->> 'name',
      t.contacts -> 0 ->> 'role', t.contacts -> 0 ->> 'email', t.contacts -> 0 ->> 'phone', v.address_line_1, v.address_line_2,
      v.city, v.region, v.postal_code, v.country, t.account_number, v.default_commission_rate, t.expected_payment_days,
      t.expected_payment_basis, array_to_string(v.aliases, '; '), t.notes, u.e -> 'sales_count', u.e -> 'total_amount',
      v.archived_at::date) order by u.n), '[]')
  into answer
  from jsonb_array_elements(list) with ordinality u(e, n)
  join public.vendors v on v.id = (u.e ->> 'id')::uuid
  join public.vendor_terms t on t.vendor_id = v.id;
  return private.export_answer('{name,category,email,phone,website,contact_name,contact_role,contact_email,contact_phone,
    address_line_1,address_line_2,city,region,postal_code,country,account_number,default_commission_rate,expected_payment_days,
    expected_payment_basis,aliases,notes,sales_count,total_amount,archived_on}', answer);
end $function$;

CREATE OR REPLACE FUNCTION public.finish_bank_import(import_id uuid, cancelled boolean DEFAULT false, broken_lines jsonb DEFAULT '[]'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  i public.bank_imports := private.lock_bank_import(finish_bank_import.import_id);
  unread jsonb := coalesce(finish_bank_import.broken_lines, '[]');
  more boolean := false;
begin
  if i.connection_id is not null then
    perform private.refuse_with(private.command_result('This import has ended.', null, 'import_ended'));
  elsif i.status = 'running' and cancelled then
    delete from public.bank_transactions t where t.organization_id = i.organization_id and t.import_id = i.id;
    update public.bank_imports b set status = 'cancelled', finished_at = now(), added = 0 where b.id = i.id;
  elsif i.status in ('running', 'done') then
    if i.status = 'running' then
      update public.bank_imports b set broken = b.broken + jsonb_array_length(unread),
        broken_lines = case when octet_length((b.broken_lines || unread)::text) <= 100000 then b.broken_lines || unread
          else b.broken_lines end
      where b.id = i.id;
    end if;
    more := private.match_import(i);
  end if;
  select b.* into i from public.bank_imports b where b.id = i.id;
  return jsonb_build_object('more', more, 'status', i.status, 'added', i.added, 'here', i.here, 'broken', i.broken,
    'accepted', (select count(*) from public.bank_decisions d
      where d.organization_id = i.organization_id and d.group_id = i.id and d.action = 'accept'),
    'groups', (
      select coalesce(jsonb_object_agg(g.name, jsonb_build_object('count', g.n, 'amount', g.amount, 'amount_in', g.amount_in,
        'amount_out', g.amount_out)), '{}')
      from (
        select private.bank_group(t.status, t.certainty) as name, sum(t.n) as n, sum(t.amount_in) - sum(t.amount_out) as amount,
          sum(t.amount_in) as amount_in, sum(t.amount_out) as amount_out
        from (
          select t.status, t.certainty, count(*) as n, coalesce(sum(t.amount) filter (where t.amount > 0), 0) as amount_in,
            coalesce(-sum(t.amount) filter (where t.amount < 0), 0) as amount_out
          from public.bank_transactions t where t.organization_id = i.organization_id and t.import_id = i.id group by 1, 2) t
        group by 1) g));
end $function$;

CREATE OR REPLACE FUNCTION public.finish_import(batch_id uuid, cancelled boolean DEFAULT false, refused integer DEFAULT 0)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  b public.import_batches;
begin
  b := private.lock_import_batch(finish_import.batch_id);
  if b.status = 'running' then
    update public.import_batches i
    set status = case when finish_import.cancelled then 'cancelled' else 'done' end, finished_at = now(),
      failed = i.failed + least(greatest(coalesce(finish_import.refused, 0), 0), 50000)
    where i.id = b.id returning * into b;
    if b.kind = 'sales' then
      perform private.notify_of_import(b);
    end if;
  end if;
  return jsonb_build_object('status', b.status, 'added', b.added, 'skipped', b.skipped, 'failed', b.failed);
end $function$;

CREATE OR REPLACE FUNCTION public.get_report_gallery()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
  select jsonb_object_agg(g.name, public.run_report(g.definition))
  from (values
    ('sales', '{"report": "sales"}'::jsonb), ('commissions', '{"report": "commissions"}'), ('performance', '{"report": "performance"}'),
    ('aging', '{"report": "aging"}'), ('punctuality', '{"report": "punctuality", "group": "month"}'),
    ('short_pay', '{"report": "short_pay", "group": "month"}'), ('agents_year', '{"report": "agents_year"}'),
    ('agents_months', '{"report": "agents_year", "group": "month"}')) g(name, definition)
$function$;

CREATE OR REPLACE FUNCTION public.get_report_rows(definition jsonb, key text DEFAULT NULL::text, page_size integer DEFAULT 50, after jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  p private.report_plan := private.plan_report(definition);
  after_day date := case when after is not null then private.report_day(after, 'day') end;
  after_id uuid := case when after is not null then private.report_id(after, 'id') end;
  group_id uuid := case when p.grouped_by in ('agent', 'vendor', 'customer')
    then private.report_id(jsonb_build_object('key', get_report_rows.key), 'key') end;
  month date := case when p.grouped_by = 'month' and get_report_rows.key is not null
    then private.report_day(jsonb_build_object('key', get_report_rows.key), 'key') end;
  rows jsonb;
  direction constant text := case when p.open_only then 'asc' else 'desc' end;
begin
  if group_id is not null and p.grouped_by = 'agent' then
    if p.agent_id <> group_id then
      p.organization_id := null;
    end if;
    p.agent_id := group_id;
  elsif group_id is not null and p.grouped_by = 'customer' then
    p.customer_id := group_id;
  elsif get_report_rows.key is not null and p.grouped_by in ('vendor', 'category') then
    p.vendor_ids := array(select v.id from public.vendors v where v.organization_id = p.organization_id
      and (p.vendor_ids is null or v.id = any (p.vendor_ids))
      and case p.grouped_by when 'vendor' then v.id = group_id else v.category = get_report_rows.key end);
  elsif month is not null then
    p.first_day := greatest(p.first_day, date_trunc('month', month::timestamp)::date);
    p.last_day := least(p.last_day, (date_trunc('month', month::timestamp) + interval '1 month')::date - 1);
  end if;
  if p.report = 'agents_year' then
    return private.agent_year_rows(p, least(greatest(coalesce(page_size, 50), 1), 5000), after_day, after_id);
  end if;
  execute format(
    'select coalesce(jsonb_agg(jsonb_build_object(''id'', f.id, ''record_id'', f.record_id, ''sale_id'', f.sale_id, ''reference'', s.booking_reference,
        ''day'', f.day, ''status'', f.status, ''customer'', c.first_name || '' '' || c.last_name, ''vendor'', v.name,
        ''agent'', a.first_name || '' '' || a.last_name, ''total'', s.total_amount * f.sign, ''expected'', f.expected * f.sign,
        ''received'', f.received * f.sign,
        ''agents'', case when f.received_on is not null then f.agent_amount * f.sign end,
        ''short'', case when f.received < f.expected then (f.expected - f.received) * f.sign end,
        ''written_off'', f.written_off * f.sign, ''open'', f.open_amount * f.sign, ''due_on'', f.due_on, ''received_on'', f.received_on,
        ''late_days'', case when f.due_on is not null and f.received_on is not null
          then greatest(f.received_on - f.due_on, 0) * f.sign end,
        ''paid'', f.paid, ''corrects'', f.sign < 0) order by f.day %5$s, f.id %5$s), ''[]'')
      from (select f.* from %1$s where %2$s and %3$s%4$s order by f.day %5$s, f.id %5$s limit $4) f
      join public.sales s on s.id = f.sale_id
      join public.customers c on c.id = s.customer_id
      join public.vendors v on v.id = f.vendor_id
      join public.users a on a.id = f.agent_id',
    private.report_facts(p.kind, p.customer_id is not null), private.report_condition(p), private.report_days(1),
    case when after_day is not null then format(' and (f.day, f.id) %s ($5, $6)', case when p.open_only then '>' else '<' end)
      else '' end, direction)
  into rows
  using p, array[p.first_day], array[p.last_day], least(greatest(coalesce(page_size, 50), 1), 5000), after_day, after_id;
  if after_day is not null then
    return jsonb_build_object('rows', rows);
  end if;
  return (
    select jsonb_build_object('count', t.n, 'figures', private.report_figures(t), 'rows', rows)
    from (select c from private.report_cells(p, null, p.first_day, p.last_day) c
      union all select private.add_report_cells('{}') limit 1) x(c)
    cross join lateral (select (x.c).*) t);
end $function$;

CREATE OR REPLACE FUNCTION public.import_bank_lines(import_id uuid, lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  i public.bank_imports := private.lock_bank_import(import_bank_lines.import_id);
  counts record;
begin
  if i.status <> 'running' or i.connection_id is not null then
    perform private.refuse_with(case i.status when 'undone' then private.command_result('This import was undone.',
      null, 'import_undone')
      else private.command_result('This import has ended.', null, 'import_ended') end);
  end if;
  perform private.check_bank_lines(lines);
  -- One import into an account at a time: what another one is writing would not be seen.
  perform pg_advisory_xact_lock(hashtextextended('bank_import ' || i.account_id, 0));
  with judged as materialized (
    select j.* from private.judge_bank_lines(i.organization_id, i.account_id, lines, i.id) j
  ), added as (
    insert into public.bank_transactions (organization_id, account_id, import_id, line_number, line_key, booked_on, value_on,
      amount, text, counterparty, reference, bank_id, payer_key, numbers)
    select i.organization_id, i.account_id, i.id, j.line, j.line_key, j.booked_on, j.value_on, j.amount, j.text, j.counterparty,
      j.reference, j.bank_id, private.payer_key(j.text, j.counterparty), private.bank_numbers(j.text)
    from judged j where j.refusal is null and not j.here
    order by j.line
    on conflict (organization_id, account_id, line_key) do nothing
    returning 1
  ), met as (
    -- Which line of this file is which transaction: private.judge_beside_connection.
    insert into private.bank_source_lines as s (organization_id, account_id, line_key, transaction_id, import_id, booked_on, amount,
      text_hash)
    select distinct on (j.line_key) i.organization_id, i.account_id, j.line_key, j.transaction_id, i.id, j.booked_on, j.amount,
      private.line_text_hash(j.text, j.counterparty, j.reference)
    from judged j where j.here and j.transaction_id is not null order by j.line_key, j.line
    on conflict on constraint bank_source_lines_line_key_key do update
      set transaction_id = excluded.transaction_id, import_id = excluded.import_id)
  select (select count(*) from added) as added, min(j.booked_on) as first_on, max(j.booked_on) as last_on, count(*) filter (where j.refusal is not null) as broken, count(*) as total,
    coalesce(jsonb_agg(jsonb_build_object('line', j.line, 'why', j.refusal -> 'error', 'code', j.refusal -> 'code',
      'params', j.refusal -> 'params') order by j.line) filter (where j.refusal is not null), '[]')
      as broken_lines
  into counts from judged j;
  update public.bank_imports b set added = b.added + counts.added, broken = b.broken + counts.broken,
    here = b.here + counts.total - counts.added - counts.broken,
    first_on = least(b.first_on, counts.first_on), last_on = greatest(b.last_on, counts.last_on),
    broken_lines = case when jsonb_array_length(b.broken_lines) < 200 then b.broken_lines || (
        select coalesce(jsonb_agg(e - '{code,params}'::text[]), '[]') from jsonb_array_elements(counts.broken_lines) e)
      else b.broken_lines end
  where b.id = i.id;
  return jsonb_build_object('added', counts.added, 'here', counts.total - counts.added - counts.broken,
    'broken', counts.broken_lines);
end $function$;

CREATE OR REPLACE FUNCTION public.import_rows(batch_id uuid, rows jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  b public.import_batches;
  added_before jsonb;
  answer jsonb;
begin
  b := private.lock_import_batch(import_rows.batch_id);
  if b.status <> 'running' then
    perform private.refuse_with(case b.status when 'undone' then private.command_result('This import was undone.',
      null, 'import_undone')
      else private.command_result('This import has ended.', null, 'import_ended') end);
  end if;
  perform private.check_import_portion(rows);
  -- One import at a time per tenant (advisory lock): a concurrent one with the same records would not be seen.
  perform pg_advisory_xact_lock(hashtextextended('import ' || b.organization_id, 0));
  added_before := private.rows_added_before(b, rows);
  answer := private.import_portion(b, private.rows_without(rows, added_before));
  update public.import_batches i
  set added = i.added + (answer ->> 'added')::int,
    skipped = i.skipped + (
      select count(*) from jsonb_array_elements(answer -> 'skips') e where not (e ->> 'row_number')::int <@ i.handled),
    failed = i.failed + (
      select count(*) from jsonb_array_elements(answer -> 'errors') e where not (e ->> 'row_number')::int <@ i.handled),
    handled = i.handled + (
      select coalesce(range_agg(int4range(n, n, '[]')), '{}') from (
        select (e ->> 'row_number')::int as n from jsonb_array_elements(rows) e) r)
  where i.id = b.id;
  if added_before = '[]' then
    return answer;
  end if;
  return answer || jsonb_build_object('added', (answer ->> 'added')::int + jsonb_array_length(added_before),
    'adds', case when b.kind = 'sales' then private.describe_imported_sales(b, rows) else '[]' end);
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
  early jsonb;
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
    select s.sums, s.early, s.ids into sums, early, ids
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
  return jsonb_build_object('rows', private.commission_rows(ids, backwards), 'count', total, 'page', page_no,
    'page_size', per_page, 'total_pages', (total + per_page - 1) / per_page, 'stats', private.commission_status_summary(sums, coalesce(early, private.early_commissions(f))),
    'to_review', private.count_to_review());
end $function$;

CREATE OR REPLACE FUNCTION public.list_sales(status text DEFAULT NULL::text, agent_id uuid DEFAULT NULL::uuid, vendor_id uuid DEFAULT NULL::uuid, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, customer_search text DEFAULT NULL::text, sort text DEFAULT 'sale_date'::text, descending boolean DEFAULT true, page integer DEFAULT 1, page_size integer DEFAULT 10, departing boolean DEFAULT false)
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
    list_sales.start_date, list_sales.end_date, list_sales.customer_search, list_sales.departing);
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
      collect_first := total <= 1000 or f.departing_by is not null and total <= 50000;
      ids := case when not collect_first and list_sales.sort in ('status', 'vendor', 'agent')
        then private.find_grouped_sales(f, list_sales.sort, is_descending <> backwards, take, skip)
        when not collect_first and list_sales.sort = 'customer' and f.customer_ids is null and f.vendor_id is null
          and f.departing_by is null and (f.status is null or f.status = 'active')
          and f.first_day = '1900-01-01' and f.last_day = '2199-12-31'
          and private.passes_over_customers(f.organization_id, f.agent_id, skip)
        then private.find_sales_by_customer(f, is_descending <> backwards, take, skip)
        else private.find_sales(f, list_sales.sort, is_descending <> backwards, take, skip, collect_first) end;
    end if;
  end if;
  return jsonb_build_object('rows', private.sale_rows(ids, backwards), 'count', total, 'page', page_no, 'page_size', per_page,
    'total_pages', (total + per_page - 1) / per_page, 'by_status', private.sale_status_summary(sums));
end $function$;

CREATE OR REPLACE FUNCTION public.merge_customers(kept_id uuid, merged_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  kept public.customers%rowtype;
  merged public.customers%rowtype;
  column_name text;
  filled jsonb := '{}';
  moved jsonb;
  kept_row jsonb;
  merged_row jsonb;
  merge_id uuid;
  refusal jsonb;
begin
  if caller_organization_id is null or not private.is_admin() then
    return private.command_result('Only admins can merge customers.', null, 'merging_is_for_admins');
  end if;
  perform private.lock_customers(caller_organization_id, array[merge_customers.kept_id, merge_customers.merged_id]);
  select c.* into kept from public.customers c
  where c.organization_id = caller_organization_id and c.id = merge_customers.kept_id;
  select c.* into merged from public.customers c
  where c.organization_id = caller_organization_id and c.id = merge_customers.merged_id;
  if merged.merged_into = kept.id then
    return jsonb_build_object('success', true, 'error', null, 'field', null, 'merge_id', (
      select m.id from private.customer_merges m
      where m.organization_id = caller_organization_id and m.kept_id = kept.id and m.merged_id = merged.id
        and m.undone_at is null));
  end if;
  refusal := case
    when kept.id is null or kept.erased_at is not null then private.command_result('This customer does not exist.',
      'kept_id', 'customer_not_found')
    when merged.id is null or merged.erased_at is not null then private.command_result('This customer does not exist.',
      'merged_id', 'customer_not_found')
    when kept.id = merged.id then private.command_result('Choose two different customers.', 'merged_id', 'merge_of_one')
    when kept.merged_into is not null then private.command_result('This customer was merged into another one.',
      'kept_id', 'customer_merged')
    when merged.merged_into is not null then private.command_result('This customer was merged into another one.',
      'merged_id', 'customer_merged')
  end;
  if refusal is not null then
    return refusal;
  end if;

  -- Empty fields of the kept customer are filled from the merged one. An address is taken whole or not at all, and so is the
  -- emergency contact.
  kept_row := to_jsonb(kept);
  merged_row := to_jsonb(merged);
  foreach column_name in array '{email,phone,notes,birthday}'::text[] loop
    if kept_row ->> column_name is null and merged_row ->> column_name is not null then
      filled := filled || jsonb_build_object(column_name, merged_row -> column_name);
    end if;
  end loop;
  if coalesce(kept.address_line_1, kept.address_line_2, kept.city, kept.region, kept.postal_code, kept.country) is null then
    filled := filled || jsonb_strip_nulls(jsonb_build_object('address_line_1', merged.address_line_1, 'address_line_2',
      merged.address_line_2, 'city', merged.city, 'region', merged.region, 'postal_code', merged.postal_code, 'country',
      merged.country));
  end if;
  if coalesce(kept.emergency_name, kept.emergency_phone, kept.emergency_relation) is null then
    filled := filled || jsonb_strip_nulls(jsonb_build_object('emergency_name', merged.emergency_name, 'emergency_phone',
      merged.emergency_phone, 'emergency_relation', merged.emergency_relation));
  end if;
  if kept.more_emails = '[]' and merged.more_emails <> '[]' then
    filled := filled || jsonb_build_object('more_emails', merged.more_emails);
  end if;
  if kept.more_phones = '[]' and merged.more_phones <> '[]' then
    filled := filled || jsonb_build_object('more_phones', merged.more_phones);
  end if;
  if kept.tags = '{}' and merged.tags <> '{}' then
    filled := filled || jsonb_build_object('tags', merged.tags);
  end if;
  if kept.preferences = '{}' and merged.preferences <> '{}' then
    filled := filled || jsonb_build_object('preferences', merged.preferences);
  end if;

  moved := jsonb_build_object(
    'filled', filled,
    'since', kept.created_at,
    'archived_at', merged.archived_at,
    'sales', (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'payer', s.customer_id = merged.id, 'before', s.traveler_ids,
        'after', private.travelers_after_merge(s.traveler_ids, s.customer_id, merged.id, kept.id)) order by s.id), '[]')
      from public.sales s
      where s.organization_id = caller_organization_id and (s.customer_id = merged.id or s.id in (
        select t.sale_id from public.sale_travelers t
        where t.organization_id = caller_organization_id and t.customer_id = merged.id))),
    'passports', (
      select coalesce(jsonb_agg(p.id order by p.id), '[]') from private.passports p
      where p.organization_id = caller_organization_id and p.customer_id = merged.id),
    'threads', (
      select coalesce(jsonb_agg(distinct t.thread_id), '[]') from public.communications t
      where t.organization_id = caller_organization_id and t.commentable_type = 'customers' and t.commentable_id = merged.id),
    'documents', (
      select coalesce(jsonb_agg(d.id order by d.id), '[]') from public.documents d
      where d.organization_id = caller_organization_id and d.customer_id = merged.id),
    'companions', (
      select coalesce(jsonb_agg(to_jsonb(l) order by l.id), '[]') from public.customer_companions l
      where l.organization_id = caller_organization_id and merged.id in (l.customer_id, l.companion_id)));

  update public.sales s set
    customer_id = case when s.customer_id = merged.id then kept.id else s.customer_id end,
    traveler_ids = private.travelers_after_merge(s.traveler_ids, s.customer_id, merged.id, kept.id)
  where s.organization_id = caller_organization_id
    and s.id in (select (e ->> 'id')::uuid from jsonb_array_elements(moved -> 'sales') e);
  update private.passports p set customer_id = kept.id
  where p.organization_id = caller_organization_id and p.customer_id = merged.id;
  perform private.move_threads(caller_organization_id,
    array(select t::uuid from jsonb_array_elements_text(moved -> 'threads') t), merged.id, kept.id);
  update public.documents d set customer_id = kept.id
  where d.organization_id = caller_organization_id and d.customer_id = merged.id;
  -- The pair of the two themselves, and companions the kept customer has already, are dropped: pairs are unique.
  delete from public.customer_companions l
  where l.organization_id = caller_organization_id and merged.id in (l.customer_id, l.companion_id)
    and (kept.id in (l.customer_id, l.companion_id) or exists (
      select 1 from public.customer_companions k
      where k.organization_id = caller_organization_id and kept.id in (k.customer_id, k.companion_id)
        and case when l.customer_id = merged.id then l.companion_id else l.customer_id end in (k.customer_id, k.companion_id)));
  update public.customer_companions l set
    customer_id = case when l.customer_id = merged.id then kept.id else l.customer_id end,
    companion_id = case when l.companion_id = merged.id then kept.id else l.companion_id end
  where l.organization_id = caller_organization_id and merged.id in (l.customer_id, l.companion_id);
  update public.customers c set merged_into = kept.id, archived_at = coalesce(c.archived_at, now()) where c.id = merged.id;
  -- Whoever is one person has been a customer since the first of the two records.
  update public.customers c set created_at = merged.created_at where c.id = kept.id and merged.created_at < c.created_at;
  if filled <> '{}' then
    update public.customers c set (email, phone, notes, birthday, address_line_1, address_line_2, city, region, postal_code,
      country, emergency_name, emergency_phone, emergency_relation, more_emails, more_phones, tags, preferences) = (
      select n.email, n.phone, n.notes, n.birthday, n.address_line_1, n.address_line_2, n.city, n.region, n.postal_code,
        n.country, n.emergency_name, n.emergency_phone, n.emergency_relation, n.more_emails, n.more_phones, n.tags, n.preferences
      from jsonb_populate_record(kept, filled) n)
    where c.id = kept.id;
  end if;

  insert into private.customer_merges (organization_id, kept_id, merged_id, merged_name, merged_by, moved)
  values (caller_organization_id, kept.id, merged.id, merged.first_name || ' ' || merged.last_name, auth.uid(), moved)
  returning id into merge_id;
  perform private.audit(caller_organization_id, 'customers_merged', kept.id, merged.id, jsonb_build_object('merge_id', merge_id));
  return jsonb_build_object('success', true, 'merge_id', merge_id, 'error', null, 'field', null);
end $function$;

CREATE OR REPLACE FUNCTION public.pay_payout(batch_id uuid, expected_version integer, paid_on date, reference text, payment_key uuid, checks jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  b public.payout_batches := private.lock_payout(pay_payout.batch_id);
  text_of_reference text := nullif(btrim(pay_payout.reference), '');
  is_to_come boolean := pay_payout.paid_on > private.today();
  refusal jsonb;
begin
  if b.id is null then
    return private.command_result('This payout does not exist.', null, 'payout_not_found');
  elsif b.status in ('scheduled', 'paid') and b.payment_key = pay_payout.payment_key then
    return private.payment_answer(b.id);
  elsif b.status <> 'approved' then
    return case when b.status = 'draft' then private.command_result('Approve this payout first.', null, 'payout_not_approved')
      else private.draft_refusal(b) end;
  elsif b.version is distinct from pay_payout.expected_version then
    return private.command_result('Somebody changed this payout meanwhile. Look at it again.', null, 'payout_changed');
  elsif pay_payout.payment_key is null then
    return private.command_result('This payment needs a key of its own.', 'payment_key', 'payment_key_missing');
  elsif pay_payout.paid_on is null or pay_payout.paid_on not between '1900-01-01' and '2199-12-31' then
    return private.command_result('Enter the payment date.', 'paid_on', 'payment_date_missing');
  elsif private.closed_day_refusal(b.organization_id, pay_payout.paid_on, 'paid_on') is not null then
    return private.closed_day_refusal(b.organization_id, pay_payout.paid_on, 'paid_on');
  elsif char_length(text_of_reference) > 200 then
    return private.command_result('Use at most 200 characters.', 'reference', 'text_too_long', '{"most": 200}');
  elsif jsonb_typeof(coalesce(checks, '{}')) <> 'object' or exists (
    select 1 from jsonb_each_text(coalesce(checks, '{}')) e where char_length(e.value) > 200) then
    return private.command_result('Use at most 200 characters.', 'checks', 'text_too_long', '{"most": 200}');
  end if;
  perform private.lock_payout_lines(b);
  refusal := private.payout_problems(b);
  if refusal <> '[]' then
    return private.command_result('Some of these commissions cannot be paid any more.',
      null, 'payout_has_problems') || jsonb_build_object('problems', refusal);
  end if;
  refusal := case when is_to_come then private.bank_day_refusal(b, pay_payout.paid_on) end;
  if refusal is not null then
    return refusal;
  elsif is_to_come then
    update public.payout_batches p set status = 'scheduled', scheduled_by = auth.uid(), scheduled_at = now(),
      planned_on = pay_payout.paid_on, reference = text_of_reference, checks = coalesce(pay_payout.checks, '{}'),
      payment_key = pay_payout.payment_key, version = p.version + 1
    where p.id = b.id;
    perform private.note_payout(b, 'scheduled', jsonb_build_object('planned_on', pay_payout.paid_on, 'amount',
      (select sum(t.paid_amount) from private.payout_totals(b) t)));
  else
    perform private.complete_payout(b, pay_payout.paid_on, text_of_reference, pay_payout.payment_key, coalesce(checks, '{}'), false);
  end if;
  return private.payment_answer(b.id);
end $function$;

CREATE OR REPLACE FUNCTION public.read_mailed_statement(part_id uuid, lines jsonb, fees jsonb DEFAULT '[]'::jsonb, left_out jsonb DEFAULT '[]'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id uuid := private.mailbox_organization();
  part private.incoming_parts;
  answer jsonb;
begin
  select p.* into part from private.incoming_parts p
  where p.organization_id = caller_organization_id and p.id = read_mailed_statement.part_id for no key update;
  if part.statement_id is not null then
    return private.command_result(null) || jsonb_build_object('statement_id', part.statement_id);
  elsif part.state is distinct from 'to_read' then
    return private.command_result('This file is no longer there.', null, 'mailed_file_not_found');
  end if;
  answer := private.keep_vendor_statement(caller_organization_id, m.vendor_id, part.file_name, read_mailed_statement.lines,
    read_mailed_statement.fees, read_mailed_statement.left_out, part.document_id, 'mailbox')
  from private.incoming_mails m where m.organization_id = caller_organization_id and m.id = part.mail_id;
  if answer ->> 'success' = 'true' then
    update private.incoming_parts p set state = 'read', code = null, statement_id = (answer ->> 'statement_id')::uuid where p.id = part.id;
  end if;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.reopen_books(through date, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  words constant text := private.visible_text(reopen_books.reason);
  closed_through date;
begin
  if caller_organization_id is null or not private.is_owner() then
    return private.command_result('Only an owner can reopen the books.', null, 'reopening_is_for_owners');
  end if;
  perform pg_advisory_xact_lock(private.books_lock(caller_organization_id));
  select o.books_closed_through into closed_through from public.organizations o where o.id = caller_organization_id;
  if closed_through is null then
    return private.command_result('The books are not closed.', null, 'books_not_closed');
  elsif reopen_books.through >= closed_through then
    return private.command_result('The books are closed through ' || private.day_words(closed_through) || '. Choose an earlier day.',
      'through', 'reopening_day_too_late', jsonb_build_object('through', closed_through));
  elsif reopen_books.through < '1990-01-01' then
    return private.command_result('Choose a day from 1990 on.', 'through', 'reopening_day_too_early');
  elsif words is null then
    return private.command_result('Say why. It is kept in the audit log, and the other owners read it.',
      'reason', 'reopening_books_reason_missing');
  elsif char_length(words) > 500 then
    return private.command_result('Use at most 500 characters.', 'reason', 'text_too_long', '{"most": 500}');
  end if;
  update public.organizations o set books_closed_through = reopen_books.through where o.id = caller_organization_id;
  perform private.audit(caller_organization_id, 'books_reopened', null, null,
    jsonb_build_object('from', closed_through, 'to', reopen_books.through, 'reason', words));
  perform private.write_notification(u.organization_id, u.id, 'books', private.acting_name(u.organization_id)
    || ' reopened the books: they were closed through ' || private.day_words(closed_through)
    || coalesce(', now through ' || private.day_words(reopen_books.through), ', now nothing is closed') || '. ' || words,
    'organization', u.organization_id, 'books_reopened', jsonb_build_object('by', private.acting_name(u.organization_id),
      'from', closed_through, 'to', reopen_books.through, 'reason', words))
  from public.users u
  where u.organization_id = caller_organization_id and u.role = 'owner' and u.is_active order by u.id;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.reopen_payout(batch_id uuid, reason text DEFAULT NULL::text, bank_has_it boolean DEFAULT NULL::boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  b public.payout_batches := private.lock_payout(reopen_payout.batch_id);
  why text := nullif(btrim(reopen_payout.reason), '');
  read_at timestamptz;
begin
  if b.status is null or b.status not in ('approved', 'scheduled') then
    return coalesce(private.draft_refusal(b), private.command_result('This payout is a draft.', null, 'payout_is_draft'));
  elsif why is null and (b.status = 'scheduled' or reopen_payout.reason is not null) then
    return private.command_result('Say why it is taken back.', 'reason', 'reopening_reason_missing');
  elsif char_length(why) > 500 then
    return private.command_result('Use at most 500 characters.', 'reason', 'text_too_long', '{"most": 500}');
  end if;
  read_at := case when b.status = 'scheduled' then private.payment_file_read_at(b) end;
  if read_at is not null and reopen_payout.bank_has_it is distinct from false then
    return private.command_result('The payment file was read. If the bank has it, only a void is possible after it is paid.',
      'bank_has_it', 'payment_file_was_read');
  end if;
  update public.payout_batches p set status = 'draft', approved_by = null, approved_at = null, scheduled_by = null, scheduled_at = null,
    payment_key = null, reference = null, checks = '{}', schedule_problem = null, schedule_failure = null, schedule_told_on = null,
    version = p.version + 1
  where p.id = b.id;
  if b.status = 'scheduled' then
    perform private.follow_shares(b);
  end if;
  perform private.note_payout(b, 'reopened', jsonb_strip_nulls(jsonb_build_object('reason', why, 'from', b.status,
    'planned_on', case when b.status = 'scheduled' then b.planned_on end,
    'bank_has_it', case when read_at is not null then reopen_payout.bank_has_it end)));
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.run_report(definition jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  p private.report_plan := private.plan_report(definition);
begin
  if p.report = 'aging' then
    return private.report_aging(p);
  end if;
  return case when p.report = 'agents_year' then private.report_agent_year(p, 200) else private.report_answer(p, 200) end
    || jsonb_build_object('report', p.report,
    'range', jsonb_build_object('first', p.first_day, 'last', p.last_day, 'today', p.today),
    'before_range', case when p.compare is not null then jsonb_build_object('first', p.before_first, 'last', p.before_last) end,
    'books_closed_through', (select o.books_closed_through from public.organizations o where o.id = p.organization_id));
end $function$;

CREATE OR REPLACE FUNCTION public.save_bank_remittance(transaction_id uuid, file_name text, lines jsonb, fees jsonb DEFAULT '[]'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  t public.bank_transactions := private.lock_transaction(save_bank_remittance.transaction_id);
  refusal jsonb := private.check_statement(lines, fees);
  r public.bank_remittances;
begin
  if t.id is null then
    return private.command_result('This transaction is no longer there.', null, 'transaction_not_found');
  elsif refusal is not null then
    return refusal;
  end if;
  delete from public.bank_remittances x where x.organization_id = t.organization_id and x.transaction_id = t.id;
  -- Whoever puts a statement beside money says that it pays commissions.
  update public.bank_transactions b set status = 'open', category = null, version = b.version + 1
  where b.id = t.id and b.status = 'set_aside';
  insert into public.bank_remittances (organization_id, transaction_id, file_name, fees, fee_amount, created_by)
  values (t.organization_id, t.id, left(save_bank_remittance.file_name, 255), save_bank_remittance.fees, private.sum_of_fees(fees),
    auth.uid()) returning * into r;
  perform private.add_statement_lines(r, lines);
  perform private.match_transactions(t.organization_id, array[t.id]);
  return private.command_result(null) || jsonb_build_object('remittance', private.bank_remittance(t.organization_id, t.id));
end $function$;

CREATE OR REPLACE FUNCTION public.save_vendor_statement(vendor_id uuid, file_name text, lines jsonb, fees jsonb DEFAULT '[]'::jsonb, left_out jsonb DEFAULT '[]'::jsonb, document_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
begin
  return private.keep_vendor_statement(private.bank_organization(), save_vendor_statement.vendor_id, save_vendor_statement.file_name,
    save_vendor_statement.lines, save_vendor_statement.fees, save_vendor_statement.left_out, save_vendor_statement.document_id, 'file');
end $function$;

CREATE OR REPLACE FUNCTION public.set_aside_bank_transactions(transactions jsonb, category text, learn boolean DEFAULT true, alike boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  new_group uuid := gen_random_uuid();
  equals uuid[] := '{}';
  done uuid[];
begin
  if set_aside_bank_transactions.category is null
    or set_aside_bank_transactions.category not in ('customer_payment', 'fee', 'transfer', 'other') then
    return private.command_result('Choose what this is.', 'category', 'kind_missing');
  end if;
  perform private.check_seen_transactions(transactions);
  if set_aside_bank_transactions.alike then
    equals := array(
      select distinct a.id from private.seen_transactions(transactions) s
      join public.bank_transactions t on t.organization_id = caller_organization_id and t.id = s.id and t.version = s.version
      cross join lateral private.bank_alike(t) a);
  end if;
  -- All locks first, in their order, so that two calls cannot wait for each other.
  perform 1 from public.bank_transactions b
  where b.organization_id = caller_organization_id
    and (b.id in (select s.id from private.seen_transactions(transactions) s) or b.id = any (equals))
  order by b.id for no key update;
  done := array(
    select b.id from public.bank_transactions b left join private.seen_transactions(transactions) s on s.id = b.id
    where b.organization_id = caller_organization_id and b.status in ('open', 'suggested')
      and (b.id in (select x.id from private.seen_transactions(transactions) x) or b.id = any (equals))
      and case when s.id is null then coalesce(b.certainty, 'possible') = 'possible' else b.version = s.version end
    order by b.id);
  perform private.keep_decision(t, new_group, 'set_aside', jsonb_build_object('learned', learn and t.payer_key is not null))
  from public.bank_transactions t where t.organization_id = caller_organization_id and t.id = any (done);
  update public.bank_transactions b set status = 'set_aside', category = set_aside_bank_transactions.category, certainty = null,
    rule_id = null, version = b.version + 1
  where b.organization_id = caller_organization_id and b.id = any (done);
  if learn then
    insert into public.bank_patterns as p (organization_id, payer_key, category, confirmations)
    select t.organization_id, t.payer_key, t.category, count(*) from public.bank_transactions t
    where t.organization_id = caller_organization_id and t.id = any (done) and t.payer_key is not null
    group by 1, 2, 3 order by 2
    on conflict on constraint bank_patterns_payer_key_key do update
      set confirmations = p.confirmations + excluded.confirmations, last_used_at = now();
  end if;
  delete from public.bank_suggestions s where s.organization_id = caller_organization_id and s.transaction_id = any (done);
  return private.command_result(null) || jsonb_build_object('group_id', new_group, 'set_aside', to_jsonb(done),
    'skipped', private.skipped_transactions(transactions, done));
end $function$;

CREATE OR REPLACE FUNCTION public.set_member_active(member_id uuid, active boolean, reassign_to uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  locked record;
  open_sales uuid[];
  reason text;
  detail text;
begin
  select t.* into locked from private.lock_member(set_member_active.member_id) t;
  if locked.refusal is not null then
    return locked.refusal;
  elsif set_member_active.active is null then
    return private.command_result('Say whether the person is active.', 'active', 'member_active_unsaid');
  end if;

  if set_member_active.reassign_to is not null then
    if set_member_active.active then
      return private.command_result('Sales are given to somebody else only when a person is deactivated.',
        'reassign_to', 'handover_of_active_member');
    elsif set_member_active.reassign_to = (locked.member).id then
      return private.command_result('Choose somebody else to take over the open sales.', 'reassign_to', 'handover_to_oneself');
    elsif not exists (
      select 1 from public.users u
      where u.id = set_member_active.reassign_to and u.organization_id = (locked.member).organization_id and u.is_active
    ) then
      return private.command_result('Choose an active member of your organization to take over the open sales.',
        'reassign_to', 'handover_to_nobody');
    end if;
  end if;

  begin
    if set_member_active.reassign_to is not null then
      -- The lock order of everything that locks several sales: sales by id, then their commissions in the same order.
      open_sales := array(
        select s.id from public.sales s
        where s.organization_id = (locked.member).organization_id and s.agent_id = (locked.member).id and s.status = 'booked'
        order by s.id for no key update);
      open_sales := array(
        select c.sales_id from public.commissions c
        where c.organization_id = (locked.member).organization_id and c.sales_id = any (open_sales) and c.status = 'unpaid'
        order by c.sales_id for no key update);
      update public.sales s set agent_id = set_member_active.reassign_to
      where s.organization_id = (locked.member).organization_id and s.id = any (open_sales);
    end if;
    update public.users u set is_active = set_member_active.active
    where u.id = (locked.member).id and u.is_active <> set_member_active.active;
  exception when raise_exception then
    -- Refused by keep_an_active_owner; the subtransaction has rolled back the reassignment.
    get stacked diagnostics reason = message_text, detail = pg_exception_detail;
    return private.command_result(reason) || private.fact_of(detail);
  end;
  return private.command_result(null) || jsonb_build_object('reassigned', coalesce(cardinality(open_sales), 0));
end $function$;

CREATE OR REPLACE FUNCTION public.start_payout(name text DEFAULT NULL::text, planned_on date DEFAULT NULL::date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  day date := coalesce(start_payout.planned_on, private.today());
  wanted text := coalesce(nullif(btrim(start_payout.name), ''), to_char(day, 'FMMonth YYYY'));
  free text := wanted;
  n int := 1;
  b public.payout_batches;
begin
  if char_length(wanted) > 100 then
    return private.command_result('Use at most 100 characters.', 'name', 'text_too_long', '{"most": 100}');
  end if;
  -- One after the other: two drafts at once would collect the same.
  perform pg_advisory_xact_lock(hashtextextended('payouts ' || caller_organization_id, 0));
  if exists (select 1 from public.payout_batches p
    where p.organization_id = caller_organization_id and p.status in ('draft', 'approved', 'scheduled')) then
    return private.command_result('There is a payout already that is not paid yet.', null, 'payout_open_already');
  end if;
  while exists (select 1 from public.payout_batches p
    where p.organization_id = caller_organization_id and p.status <> 'discarded' and lower(p.name) = lower(free)) loop
    if nullif(btrim(start_payout.name), '') is not null then
      return private.command_result('There is a payout of this name already.', 'name', 'payout_name_taken');
    end if;
    n := n + 1;
    free := wanted || ' (' || n || ')';
  end loop;
  insert into public.payout_batches (organization_id, name, currency, planned_on, created_by, changed_by)
  select o.id, free, o.currency, start_payout.planned_on, auth.uid(), auth.uid()
  from public.organizations o where o.id = caller_organization_id
  returning * into b;
  perform private.note_payout(b, 'started', to_jsonb(private.collect_payout(b)));
  return private.command_result(null) || jsonb_build_object('id', b.id);
end $function$;

CREATE OR REPLACE FUNCTION public.undo_bank_decision(group_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  step constant int := 50;
  caller_organization_id uuid := private.bank_organization();
  waiting uuid[];
  ids uuid[];
  paid jsonb;
  d public.bank_decisions;
  t public.bank_transactions;
  refusal jsonb;
  touched uuid[];
  -- {transaction: [{payer_key, vendor_id}]}: what the matches taught.
  learned jsonb;
  -- [{payer_key, vendor_id, category}]: what was learned from what is taken back.
  lessons jsonb := '[]';
begin
  -- What an earlier call took back is done; the rest in the order of their ids, like the locks.
  waiting := array(
    select e.transaction_id from public.bank_decisions e
    where e.organization_id = caller_organization_id and e.group_id = undo_bank_decision.group_id
    group by 1 having bool_and(e.action <> 'undo') order by 1);
  if cardinality(waiting) = 0 then
    return private.command_result('There is nothing to take back.', null, 'nothing_to_take_back');
  end if;
  -- Only accepted ones, as many as an import has, go in steps: what is learned by setting aside has to be forgotten as a whole.
  ids := case when exists (select 1 from public.bank_decisions e
    where e.organization_id = caller_organization_id and e.group_id = undo_bank_decision.group_id and e.action = 'accept')
    then waiting[:step] else waiting end;
  perform 1 from public.bank_transactions b where b.organization_id = caller_organization_id and b.id = any (ids)
  order by b.id for no key update;
  if exists (
    select 1 from unnest(waiting) w(id)
    cross join lateral (
      select e.group_id from public.bank_decisions e
      where e.organization_id = caller_organization_id and e.transaction_id = w.id and not exists (
        select from public.bank_decisions u
        where u.organization_id = e.organization_id and u.transaction_id = e.transaction_id and u.group_id = e.group_id
          and u.action = 'undo')
      order by e.decided_at desc limit 1) latest
    where latest.group_id <> undo_bank_decision.group_id) then
    return private.command_result('Something was decided since. Take that back first.', null, 'decided_since');
  end if;
  touched := array(select a.commission_id from public.bank_allocations a
    where a.organization_id = caller_organization_id and a.transaction_id = any (ids));
  select jsonb_object_agg(m.transaction_id, m.lessons) into learned
  from (
    select l.transaction_id, jsonb_agg(jsonb_build_object('payer_key', l.payer_key, 'vendor_id', l.vendor_id)) as lessons
    from private.payer_lessons(caller_organization_id, ids) l group by 1) m;
  paid := private.paid_parts(caller_organization_id, waiting, '{}');
  -- A match that replaced another one leads back to that one; all others to none.
  if paid = '[]' then
    paid := private.unmatch_transactions(caller_organization_id, ids);
  end if;
  if paid <> '[]' then
    return private.command_result('An agent has been paid for it.', null, 'agent_paid_for_it') || jsonb_build_object('paid', paid);
  end if;
  for d in select e.* from public.bank_decisions e
    where e.organization_id = caller_organization_id and e.group_id = undo_bank_decision.group_id and e.transaction_id = any (ids)
    order by e.transaction_id
  loop
    select b.* into t from public.bank_transactions b where b.id = d.transaction_id and b.organization_id = caller_organization_id;
    perform private.keep_decision(t, undo_bank_decision.group_id, 'undo');
    if d.details ->> 'status' = 'matched' then
      refusal := private.write_match(t, d.details -> 'parts', (d.details ->> 'unclaimed')::numeric, (d.details ->> 'fee')::numeric,
        d.details ->> 'category', (d.details ->> 'vendor_id')::uuid);
      if refusal is not null then
        perform private.refuse_with(private.at_field(refusal, null));
      end if;
    else
      update public.bank_transactions b set category = d.details ->> 'category',
        status = case d.details ->> 'status' when 'set_aside' then 'set_aside' else 'open' end,
        vendor_id = (d.details ->> 'vendor_id')::uuid,
        rule_id = (select r.id from public.bank_rules r
          where r.organization_id = b.organization_id and r.id = (d.details ->> 'rule_id')::uuid),
        rule_vendor_id = (select v.id from public.vendors v
          where v.organization_id = b.organization_id and v.id = (d.details ->> 'rule_vendor_id')::uuid),
        version = b.version + 1 where b.id = t.id;
      delete from private.rejected_suggestions j
      where d.action = 'reject' and j.organization_id = t.organization_id and j.transaction_id = t.id
        and to_jsonb(j.commission_ids) = d.details -> 'rejected';
      lessons := lessons
        || coalesce(learned -> t.id::text, '[]')
        || case when (d.details ->> 'learned')::boolean then jsonb_build_array(jsonb_build_object('payer_key', t.payer_key)
          || case d.action when 'vendor' then jsonb_build_object('vendor_id', t.vendor_id)
            else jsonb_build_object('category', t.category) end) else '[]' end;
    end if;
  end loop;
  perform private.forget_lessons(caller_organization_id, lessons);
  perform private.match_transactions(caller_organization_id, ids);
  perform private.rematch_commissions(caller_organization_id, touched, ids);
  return private.command_result(null) || jsonb_build_object('undone', to_jsonb(ids), 'paid', '[]'::jsonb,
    'more', cardinality(waiting) > cardinality(ids));
end $function$;

CREATE OR REPLACE FUNCTION public.undo_bank_import(import_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  step constant int := 200;
  i public.bank_imports := private.lock_bank_import(undo_bank_import.import_id);
  ids uuid[];
  matched uuid[];
  paid jsonb;
  removed_count int := 0;
begin
  if i.status in ('undone', 'cancelled') then
    return private.command_result('This import was taken back already.', null, 'import_taken_back');
  end if;
  ids := array(select t.id from public.bank_transactions t
    where t.organization_id = i.organization_id and t.import_id = i.id order by t.id for update);
  -- What takes back comes before what brought.
  matched := array(select t.id from public.bank_transactions t
    where t.organization_id = i.organization_id and t.id = any (ids) and t.status = 'matched' order by t.amount, t.id limit step + 1);
  -- All of the file is asked each time, so that nothing goes where not all of it may.
  paid := private.check_unmatch(i.organization_id, ids);
  if paid = '[]' then
    paid := private.unmatch_transactions(i.organization_id, matched[:step]);
  end if;
  if paid <> '[]' then
    return private.command_result('An agent has been paid for what this file brought.', null, 'agent_paid_for_file')
      || jsonb_build_object('removed', 0, 'paid', paid, 'more', false);
  end if;
  if cardinality(matched) <= step then
    perform private.forget_source_lines(i, ids);
    delete from public.bank_transactions t where t.organization_id = i.organization_id and t.id = any (ids);
    get diagnostics removed_count = row_count;
    update public.bank_imports b set status = 'undone', undone_at = now(), undone_by = private.acting_user(b.organization_id)
    where b.id = i.id;
  end if;
  return private.command_result(null)
    || jsonb_build_object('removed', removed_count, 'paid', paid, 'more', cardinality(matched) > step);
end $function$;

CREATE OR REPLACE FUNCTION public.undo_import(batch_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  most constant int := 1000;
  b public.import_batches;
  kind text;
  is_referenced text;
  removed_of_kind int;
  removed_count int;
  kept jsonb := '[]';
  kept_count int := 0;
  has_more boolean := false;
begin
  b := private.lock_import_batch(undo_import.batch_id);
  foreach kind in array case b.kind when 'sales' then '{sales,customers,vendors}' else array[b.kind] end loop
    -- Right after a large import the planner does not know the rows yet: believing in a small table it looks up every reference
    -- to each record through an index of the whole tenant, and times out. Fewer rows in the statistics than half of the batch
    -- tell so.
    if (
      select t.reltuples < (b.added - b.removed) / 2
      from pg_catalog.pg_class t where t.oid = ('public.' || kind)::regclass
    ) then
      execute format('analyze public.%I', kind);
    end if;
    if kind = 'sales' then
      is_referenced := 'false';
      removed_of_kind := private.remove_imported_sales(b, most);
    else
      is_referenced := private.is_referenced_condition(('public.' || kind)::regclass);
      execute format('with removed as (
          delete from public.%1$I d where d.id in (
            select t.id from public.%1$I t where t.import_batch_id = $1 and t.updated_at = t.created_at and not (%2$s) limit $2)
          returning 1)
        select count(*) from removed', kind, is_referenced)
      into removed_of_kind using b.id, most;
    end if;
    has_more := removed_of_kind = most;
    if kind = b.kind then
      removed_count := removed_of_kind;
    end if;
    if kind = b.kind and not has_more then
      execute format('select count(*) as n,
          coalesce(jsonb_agg(jsonb_build_object(''id'', k.id, ''name'', k.name, ''reason'', k.reason))
            filter (where k.place <= 100), ''[]'') as rows
        from (
          select t.id, %3$s as name, case when %2$s then ''used'' when %4$s then ''closed'' else ''edited'' end as reason,
            row_number() over (order by t.import_row) as place
          from public.%1$I t where t.import_batch_id = $1) k', kind, is_referenced,
        case kind when 'sales' then 't.booking_reference' when 'vendors' then 't.name'
          else 't.first_name || '' '' || t.last_name' end,
        case kind when 'sales' then 'private.is_sale_closed(t) and not private.is_sale_touched(t)' else 'false' end)
      into kept_count, kept using b.id;
    end if;
    exit when has_more;
  end loop;
  update public.import_batches i
  set removed = i.removed + removed_count, status = 'undone', undone_at = coalesce(i.undone_at, now()),
    finished_at = coalesce(i.finished_at, now())
  where i.id = b.id;
  return jsonb_build_object('removed', removed_count, 'more', has_more, 'kept', kept, 'kept_count', kept_count);
end $function$;

CREATE OR REPLACE FUNCTION public.undo_merge(merge_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  merge private.customer_merges%rowtype;
  refusal jsonb;
begin
  if caller_organization_id is null or not private.is_admin() then
    return private.command_result('Only admins can undo a merge.', null, 'undoing_merge_is_for_admins');
  end if;
  select m.* into merge from private.customer_merges m
  where m.organization_id = caller_organization_id and m.id = undo_merge.merge_id;
  if merge.id is not null then
    perform private.lock_customers(caller_organization_id, array[merge.kept_id, merge.merged_id]);
    select m.* into merge from private.customer_merges m where m.id = merge.id for update;
    if merge.undone_at is not null then
      return jsonb_build_object('success', true, 'customer_id', merge.merged_id, 'error', null, 'field', null);
    end if;
  end if;
  refusal := private.undo_refusal(merge);
  if refusal is not null then
    return refusal;
  end if;

  perform private.begin_mode('erasing');
  update public.customers c set merged_into = null, archived_at = (merge.moved ->> 'archived_at')::timestamptz
  where c.id = merge.merged_id;
  update public.customers c set created_at = (merge.moved ->> 'since')::timestamptz
  where c.id = merge.kept_id and c.created_at <> (merge.moved ->> 'since')::timestamptz;
  -- A field the merge filled becomes empty again, unless it was edited since.
  update public.customers c set (email, phone, notes, birthday, address_line_1, address_line_2, city, region, postal_code,
    country, emergency_name, emergency_phone, emergency_relation, more_emails, more_phones, tags, preferences) = (
    select n.email, n.phone, n.notes, n.birthday, n.address_line_1, n.address_line_2, n.city, n.region, n.postal_code,
      n.country, n.emergency_name, n.emergency_phone, n.emergency_relation, n.more_emails, n.more_phones, n.tags, n.preferences
    from jsonb_populate_record(c, (
      select coalesce(jsonb_object_agg(f.key, case f.key when 'more_emails' then '[]'::jsonb when 'more_phones' then '[]'
        when 'tags' then '[]' when 'preferences' then '{}' else 'null' end), '{}')
      from jsonb_each(merge.moved -> 'filled') f(key, value) where to_jsonb(c) -> f.key = f.value)) n)
  where c.id = merge.kept_id and merge.moved -> 'filled' <> '{}';
  perform private.begin_mode('');

  update public.sales s set
    customer_id = case when m.payer and s.customer_id = merge.kept_id then merge.merged_id else s.customer_id end,
    traveler_ids = case
      -- Unchanged since the merge: exactly as before it.
      when s.traveler_ids = m.after and (not m.payer or s.customer_id = merge.kept_id) then m.before
      when merge.merged_id = any (m.before) and merge.kept_id <> all (m.before) then
        array(select distinct t from unnest(array_replace(s.traveler_ids, merge.kept_id, merge.merged_id)) t
          where t <> case when m.payer and s.customer_id = merge.kept_id then merge.merged_id else s.customer_id end order by t)
      else array_remove(s.traveler_ids, case when m.payer and s.customer_id = merge.kept_id then merge.merged_id end) end
  from (
    select (e ->> 'id')::uuid as id, (e ->> 'payer')::boolean as payer,
      array(select t::uuid from jsonb_array_elements_text(e -> 'before') t) as before,
      array(select t::uuid from jsonb_array_elements_text(e -> 'after') t) as after
    from jsonb_array_elements(merge.moved -> 'sales') e) m
  where s.organization_id = caller_organization_id and s.id = m.id
    and (m.payer and s.customer_id = merge.kept_id or not m.payer and s.traveler_ids = m.after
      or not m.payer and merge.kept_id = any (s.traveler_ids) and merge.kept_id <> all (m.before));
  update private.passports p set customer_id = merge.merged_id
  where p.organization_id = caller_organization_id and p.customer_id = merge.kept_id
    and p.id in (select (e #>> '{}')::uuid from jsonb_array_elements(merge.moved -> 'passports') e);
  perform private.move_threads(caller_organization_id,
    array(select t::uuid from jsonb_array_elements_text(merge.moved -> 'threads') t), merge.kept_id, merge.merged_id);
  update public.documents d set customer_id = merge.merged_id
  where d.organization_id = caller_organization_id and d.customer_id = merge.kept_id
    and d.id in (select (e #>> '{}')::uuid from jsonb_array_elements(merge.moved -> 'documents') e);
  delete from public.customer_companions l using jsonb_to_recordset(merge.moved -> 'companions') as m (id uuid)
  where l.organization_id = caller_organization_id and l.id = m.id and merge.kept_id in (l.customer_id, l.companion_id);
  insert into public.customer_companions (id, organization_id, customer_id, companion_id, relation, created_at)
  select m.id, caller_organization_id, m.customer_id, m.companion_id, m.relation, m.created_at
  from jsonb_to_recordset(merge.moved -> 'companions')
    as m (id uuid, customer_id uuid, companion_id uuid, relation text, created_at timestamptz)
  where not exists (
    select 1 from public.customers c
    where c.id in (m.customer_id, m.companion_id) and (c.merged_into is not null or c.erased_at is not null))
  on conflict do nothing;

  update private.customer_merges m set undone_at = now(), undone_by = auth.uid() where m.id = merge.id;
  perform private.audit(caller_organization_id, 'merge_undone', merge.kept_id, merge.merged_id,
    jsonb_build_object('merge_id', merge.id));
  return jsonb_build_object('success', true, 'customer_id', merge.merged_id, 'error', null, 'field', null);
end $function$;

CREATE OR REPLACE FUNCTION public.void_statement_payment(statement_id uuid, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  draft public.payout_batches := private.lock_draft(caller_organization_id);
  b public.payout_batches;
  s public.payout_statements;
  refusal jsonb;
  new_id uuid;
begin
  -- Two who void the same come one after the other.
  select t.* into s from public.payout_statements t
  where t.organization_id = caller_organization_id and t.id = void_statement_payment.statement_id for no key update;
  refusal := private.void_refusal(caller_organization_id, s.paid_amount,
    (select v.voided_on from public.payment_voids v where v.organization_id = caller_organization_id and v.statement_id = s.id),
    void_statement_payment.reason);
  if refusal is not null then
    return refusal;
  end if;
  new_id := private.post_void(draft, caller_organization_id, s.agent_id, s.id, null, s.paid_amount, s.paid_on,
    btrim(void_statement_payment.reason));
  select p.* into b from public.payout_batches p where p.organization_id = caller_organization_id and p.id = s.batch_id;
  perform private.note_payout(b, 'voided', jsonb_build_object('agent_id', s.agent_id, 'amount', s.paid_amount,
    'reason', btrim(void_statement_payment.reason)));
  perform private.tell_of_void(caller_organization_id, s.agent_id, s.paid_amount, 'with the ' || b.name || ' payout', 'statements', s.id,
    jsonb_build_object('payout', b.name));
  return private.command_result(null) || jsonb_build_object('id', new_id);
end $function$;

CREATE VIEW "private"."customer_totals_by_agent_recomputed" WITH (security_invoker=on) AS  SELECT organization_id,
    agent_id,
    customer_id,
    count(*) FILTER (WHERE (status <> 'cancelled'::text)) AS sales_count,
    COALESCE(sum(total_amount) FILTER (WHERE (status <> 'cancelled'::text)), (0)::numeric) AS total_amount,
    COALESCE(max(sale_date) FILTER (WHERE (status <> 'cancelled'::text)), '-infinity'::date) AS last_sale_date,
    count(*) FILTER (WHERE (status = 'cancelled'::text)) AS cancelled_count
   FROM public.sales s
  GROUP BY organization_id, agent_id, customer_id;

CREATE VIEW "private"."customer_totals_recomputed" WITH (security_invoker=on) AS  SELECT c.organization_id,
    c.id AS customer_id,
    (c.archived_at IS NOT NULL) AS archived,
    count(s.id) FILTER (WHERE (s.status <> 'cancelled'::text)) AS sales_count,
    COALESCE(sum(s.total_amount) FILTER (WHERE (s.status <> 'cancelled'::text)), (0)::numeric) AS total_amount,
    COALESCE(max(s.sale_date) FILTER (WHERE (s.status <> 'cancelled'::text)), '-infinity'::date) AS last_sale_date,
    count(s.id) FILTER (WHERE (s.status = 'cancelled'::text)) AS cancelled_count
   FROM (public.customers c
     LEFT JOIN public.sales s ON (((s.organization_id = c.organization_id) AND (s.customer_id = c.id))))
  WHERE (c.merged_into IS NULL)
  GROUP BY c.id;

CREATE INDEX customer_totals_sales_count_idx ON private.customer_totals USING btree (organization_id, archived, sales_count DESC, customer_id) INCLUDE (cancelled_count);

CREATE INDEX commissions_due_idx ON public.commissions USING btree (organization_id, due_on, id) INCLUDE (sales_id, sale_date, status, agent_id, vendor_id) WHERE (due_on IS NOT NULL);

CREATE INDEX commissions_organization_id_agent_id_idx ON public.commissions USING btree (organization_id, agent_id, created_at DESC, sales_id) INCLUDE (sale_date, status, vendor_id, due_on, received_posted_on);

CREATE INDEX commissions_organization_id_vendor_id_idx ON public.commissions USING btree (organization_id, vendor_id, status, due_on) INCLUDE (sale_date, amount, received_amount, agent_amount, sales_id, received_posted_on);

CREATE INDEX commissions_received_posted_on_idx ON public.commissions USING btree (organization_id, received_posted_on, id) INCLUDE (sales_id, sale_date, status, agent_id, vendor_id) WHERE (received_posted_on IS NOT NULL);

CREATE INDEX sales_organization_id_agent_id_idx ON public.sales USING btree (organization_id, agent_id, sale_date DESC, created_at DESC, id) INCLUDE (status, vendor_id, total_amount, commission_amount, customer_id);

CREATE INDEX sales_organization_id_sale_date_idx ON public.sales USING btree (organization_id, sale_date DESC, created_at DESC, id) INCLUDE (status, agent_id, vendor_id, total_amount, commission_amount, travel_date, customer_id);

CREATE INDEX sales_organization_id_travel_date_idx ON public.sales USING btree (organization_id, travel_date, id) INCLUDE (status, agent_id, vendor_id, total_amount, commission_amount, customer_id) WHERE (travel_date IS NOT NULL);

CREATE INDEX sales_organization_id_vendor_id_idx ON public.sales USING btree (organization_id, vendor_id, sale_date DESC, created_at DESC, id) INCLUDE (status, agent_id, total_amount, commission_amount, customer_id);

COMMENT ON COLUMN "private"."customer_totals"."cancelled_count" IS 'Cancelled sales, which are in no other sum: a list sorted by customer
  passes over whole customers by the number of all their sales';

COMMENT ON FUNCTION "api_requests"."await_turn"() IS 'Reports and exports of one person run one after the other, whatever tabs ask for
  them: each waits two seconds for the one before, and is refused then, so that waiting holds no connection for long. Other people
  are not held. The lock is of the server that answers: a replica has its own.';

COMMENT ON FUNCTION "api_requests"."check_request"() IS 'Tells with each answer the instant whose data it knows (x-as-of), by the primary''s
  clock, so that a browser can tell whether a replica knows what it has written: of a replica, when the last transaction that it has
  replayed was committed; older than it need be while nothing is written, and not told before the first one. Lets one heavy read of a
  person run at a time: a function that only reads and has a time-out of its own, which is longer than what a screen may take
  (platform/functions/time_outs). Refuses every count but the exact one. The planner''s statistics know the rows of
  every tenant and agent: an estimate for `agent_id=eq.<somebody else>` would tell how many sales they have, past row-level
  security. Preferences are compared as servers parse them, and more strictly: apart at commas and semicolons, in lower case,
  without blanks, tabs, quotes and whatever else a parser may trim. PostgREST hands over the last of several Prefer headers only: a
  proxy in front of it must join them.';

COMMENT ON FUNCTION "private"."customers_of_page"(uuid, uuid, boolean, boolean, bigint, bigint) IS 'Of a list sorted by customer: the customers whose sales are on a page, and how many
  sales stand before theirs. As many customers are passed over as it takes, by the number of their sales, which is kept; that number
  as int, because a sum of bigint is a numeric, which takes longer than all the rest.';

COMMENT ON FUNCTION "private"."find_commissions_by_customer"(private.commission_filter, boolean, bigint, bigint) IS 'find_commissions sorted by customer, of all commissions of an agency or
  an agent: as if somebody had searched for the customers of the page. Every sale has one commission.';

COMMENT ON FUNCTION "private"."find_sales_by_customer"(private.sale_filter, boolean, bigint, bigint) IS 'find_sales sorted by customer, of all sales of an agency or an agent, with or
  without cancelled ones.';

COMMENT ON FUNCTION "private"."largest_customers"(private.report_plan, bigint, integer) IS 'The customers with the largest bookings in a plan, `most` of them, the largest first. Of
  many rows only customers are looked at who, over all time, have bought for at least as much as the last of the largest among some
  of them did in the range: who bought less altogether cannot be among them, but by what a closed month keeps.';

COMMENT ON FUNCTION "private"."match_marked"(uuid, integer) IS 'Takes up to `most` marks of sales that appeared or changed, and matches what they may
  explain: transactions to review or unclaimed, of the sale''s vendor, of its amount, or with its reference in the text, at most
  500. Where unclaimed money finds its sale the admins are told. Answers how many marks.';

COMMENT ON FUNCTION "private"."match_waiting"(uuid, integer) IS 'Matches up to `most` transactions that wait to be matched anew. Answers how many.';

COMMENT ON FUNCTION "private"."passes_over_customers"(uuid, uuid, bigint) IS 'Whether a page of a list sorted by customer lies so far from its end that counting
  the sales of all customers takes less than reading those before it; of an agent''s sales, among which are everybody''s, ten times
  as near.';

COMMENT ON FUNCTION "private"."pay_scheduled_payouts"() IS 'Pays what is planned for today, or should have been paid before. Each payout
  by itself: one that cannot be paid stays scheduled with the reason, and is tried again, behind the others. A run ends after some
  seconds with the payout it is at, and keeps what it paid: payouts of an agency wait for each other until then.';

COMMENT ON FUNCTION "private"."refresh_matches"(interval) IS 'What the job does: matches anew what waits, and what marked sales may explain, of all
  organizations in turn. Answers how many slices.';

COMMENT ON FUNCTION "private"."refresh_matches_slice"(uuid) IS 'Matches some of what waits, then some of what marked sales may explain. Whether
  there is more.';

COMMENT ON FUNCTION "private"."refresh_report_totals"(interval) IS 'What the job does: adds up what is stale, of all organizations in turn. One
  does it at a time, as what was read earlier must not be written over what was read later.';

COMMENT ON FUNCTION "private"."refresh_report_totals_slice"(uuid) IS 'Adds up the latest two stale months of each kind. Whether there are
  more.';

COMMENT ON FUNCTION "private"."refresh_totals"(interval) IS 'What the job does: adds up what is stale, of all organizations in turn. One does it
  at a time, as what was read earlier must not be written over what was read later; who comes meanwhile leaves it to the next run.';

COMMENT ON FUNCTION "private"."refresh_totals_slice"(uuid) IS 'Adds up the latest three months that are stale. Whether there are more.';

COMMENT ON FUNCTION "private"."report_customers"(private.report_plan, uuid[]) IS 'What these customers (`wanted`) come to in a plan, in their order.';

COMMENT ON FUNCTION "private"."report_facts"(text, boolean, text) IS 'The rows of a kind as a query `f`. Fixed pieces only, no value of anybody: what is
  asked for goes in as parameters. With customers also whose booking it is, and for how much. A sale that stands while its
  commission was cancelled alone expects none. `sign` is -1 for what a commission said on a closed day and says no more. of_sales: what
  else is known of the sales `s` of commissions, for an index of sales.';

COMMENT ON FUNCTION "private"."serve_in_turn"(text, uuid[], interval) IS 'Does slices of a job for the organizations that wait, those first that were served
  longest ago, round after round, until nothing waits or `longest` is over; the next run goes on from there. A slice is
  private.<job>_slice(organization_id), which says whether more waits. What a run has locked is free again after `longest` and one
  slice. One run of a job at a time: whoever calls it holds the lock of the job. Answers how many slices.';

COMMENT ON TABLE "private"."job_turns" IS 'When a job last did a slice for an organization (private.serve_in_turn).';

REVOKE ALL ON FUNCTION "api_requests"."await_turn"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "api_requests"."await_turn"() TO "anon", "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."customers_of_page"(uuid, uuid, boolean, boolean, bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."customers_of_page"(uuid, uuid, boolean, boolean, bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_commissions_by_customer"(private.commission_filter, boolean, bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_commissions_by_customer"(private.commission_filter, boolean, bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_sales_by_customer"(private.sale_filter, boolean, bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_sales_by_customer"(private.sale_filter, boolean, bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."largest_customers"(private.report_plan, bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."largest_customers"(private.report_plan, bigint, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."match_marked"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."match_marked"(uuid, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."match_waiting"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."match_waiting"(uuid, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."passes_over_customers"(uuid, uuid, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."passes_over_customers"(uuid, uuid, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refresh_matches"(interval) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refresh_matches"(interval) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refresh_matches_slice"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refresh_matches_slice"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refresh_report_totals"(interval) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refresh_report_totals"(interval) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refresh_report_totals_slice"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refresh_report_totals_slice"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refresh_totals"(interval) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refresh_totals"(interval) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refresh_totals_slice"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refresh_totals_slice"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."report_customers"(private.report_plan, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."report_customers"(private.report_plan, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."report_facts"(text, boolean, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."report_facts"(text, boolean, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."serve_in_turn"(text, uuid[], interval) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."serve_in_turn"(text, uuid[], interval) TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."job_turns" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."customer_totals_by_agent_recomputed" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."customer_totals_recomputed" TO "postgres";

alter role authenticated set statement_timeout = '5s';
notify pgrst, 'reload config';

alter function public.get_dashboard(date, date, text[]) set plan_cache_mode = 'force_custom_plan';

-- What there is already.
update private.customer_totals t set cancelled_count = c.n
from (select s.organization_id, s.customer_id, count(*) as n from public.sales s where s.status = 'cancelled' group by 1, 2) c
where t.organization_id = c.organization_id and t.customer_id = c.customer_id;

insert into private.customer_totals_by_agent (organization_id, agent_id, customer_id, cancelled_count)
select s.organization_id, s.agent_id, s.customer_id, count(*) from public.sales s where s.status = 'cancelled' group by 1, 2, 3
on conflict (organization_id, agent_id, customer_id) do update set cancelled_count = excluded.cancelled_count;
