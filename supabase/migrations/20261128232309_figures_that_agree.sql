set local check_function_bodies = off;

-- On hosted Supabase a policy, and a trigger that is dropped, lock tables of Auth, Storage and Realtime until this is committed. Whoever
-- comes meanwhile waits behind it, so it does not wait long itself: it gives up, nothing of it stays, and the next push tries again.
set local lock_timeout = '4s';

DROP TRIGGER "commissions_after_66_keep_closed_receipts" ON "public"."commissions";

DROP VIEW "private"."closed_receipts_by_share";

DROP VIEW "private"."commission_money_by_share";

DROP VIEW "private"."commission_money";

DROP VIEW "private"."commissions_by_share";

DROP VIEW "private"."sales_by_share";

DROP FUNCTION "api_requests"."await_turn"();

DROP FUNCTION "private"."announce_expiring_documents"();

DROP FUNCTION "private"."found_commissions"(uuid[], uuid[], integer, uuid);

DROP FUNCTION "private"."pay_scheduled_payouts"();

DROP FUNCTION "private"."post_share_recalls"(public.payout_batches, public.commissions, numeric, text, jsonb, uuid);

DROP FUNCTION "private"."remind_of_deletions"();

DROP FUNCTION "private"."remind_of_payments"();

DROP FUNCTION "private"."sale_rows"(uuid[], boolean, uuid);

DROP FUNCTION "private"."split_by_tier"(public.agreement_versions, date, timestamp with time zone, uuid, numeric, numeric);

DROP FUNCTION "private"."split_of_other"(uuid, uuid, text, uuid, numeric, numeric);

DROP FUNCTION "private"."split_of_sale"(public.agreement_versions, public.sales, numeric, numeric);

DROP FUNCTION "private"."split_of_share"(uuid, uuid, uuid, numeric);

DROP FUNCTION "private"."terms_again"(uuid, uuid);

DROP FUNCTION "private"."tier_split"(jsonb, numeric, numeric, numeric);

DROP FUNCTION "private"."write_follow_ups"();

DROP FUNCTION "public"."get_report_gallery"();

CREATE TABLE "private"."closed_receipt_shares" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "receipt_id" uuid NOT NULL, "user_id" uuid NOT NULL, "role" text NOT NULL, "place" integer, "agent_amount" numeric(12,2) NOT NULL, CONSTRAINT "closed_receipt_shares_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."closed_receipt_shares" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."closed_shares" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "commission_id" uuid NOT NULL, "sales_id" uuid NOT NULL, "vendor_id" uuid NOT NULL, "status" text NOT NULL, "received_on" date NOT NULL, "share_id" uuid NOT NULL, "user_id" uuid NOT NULL, "role" text NOT NULL, "posted_on" date NOT NULL, "agent_amount" numeric(12,2) NOT NULL, "keeps" boolean NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "closed_shares_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."closed_shares" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."recall_parts" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "commission_id" uuid NOT NULL, "sales_id" uuid NOT NULL, "vendor_id" uuid NOT NULL, "allocation_id" uuid NOT NULL, "user_id" uuid NOT NULL, "share_id" uuid, "place" integer, "posted_on" date NOT NULL, "taken_back" numeric(12,2) NOT NULL, "agent_amount" numeric(12,2) NOT NULL, "cancelled" boolean NOT NULL DEFAULT false, "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "recall_parts_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."recall_parts" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."closed_receipts" ADD COLUMN "share_percents" numeric(5,2)[] NOT NULL DEFAULT '{100}'::numeric[];

ALTER TABLE "private"."job_turns" ADD COLUMN "failures" integer NOT NULL DEFAULT 0;

ALTER TABLE "private"."job_turns" ADD COLUMN "not_before" timestamp with time zone;

ALTER TABLE "private"."report_totals" ADD COLUMN "taken_back" numeric NOT NULL DEFAULT 0;

ALTER TABLE "public"."commission_shares" ADD COLUMN "split_parts" jsonb;

ALTER TABLE "public"."commissions" ADD COLUMN "split_parts" jsonb;

ALTER TYPE "private"."report_cell" ADD ATTRIBUTE "taken_back" numeric CASCADE;

CREATE OR REPLACE FUNCTION api_requests.check_request()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  as_of constant timestamp := (case when pg_is_in_recovery() then pg_last_xact_replay_timestamp() else clock_timestamp() end)
    at time zone 'utc';
begin
  -- No browser keeps an answer: its cache outlives the session.
  perform set_config('response.headers', '[{"cache-control": "no-store"}' || coalesce(format(
    ', {"x-as-of": "%s"}, {"access-control-expose-headers": "x-as-of"}', to_char(as_of, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')), '') || ']', true);
  if pg_is_in_recovery() and auth.uid() is not null then
    if not private.has_live_session() then
      raise insufficient_privilege using message = 'This session is not valid any more';
    end if;
  end if;
  if auth.uid() is not null and current_setting('request.path', true) is distinct from '/rpc/get_second_factor' then
    perform private.refuse_missing_factor();
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
end $function$;

CREATE OR REPLACE FUNCTION private.add_report_cells(cells private.report_cell[])
 RETURNS private.report_cell
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select null::date, null::uuid, coalesce(sum(c.n), 0)::bigint, coalesce(sum(c.total), 0), coalesce(sum(c.expected), 0),
    coalesce(sum(c.received_n), 0)::bigint, coalesce(sum(c.received), 0), coalesce(sum(c.agents), 0), coalesce(sum(c.short_n), 0)::bigint,
    coalesce(sum(c.short), 0), coalesce(sum(c.written_off), 0), coalesce(sum(c.open_amount), 0), coalesce(sum(c.due_n), 0)::bigint,
    coalesce(sum(c.late_n), 0)::bigint, coalesce(sum(c.late_days), 0)::bigint, coalesce(sum(c.paid), 0), coalesce(sum(c.taken_back), 0)
  from unnest(cells) c
$function$;

CREATE OR REPLACE FUNCTION private.all_agent_amount(of text, paid_only boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case of when 'k' then 'coalesce((select sum(h.agent_amount) from private.closed_receipt_shares h where h.receipt_id = k.id), 0)'
    else format('coalesce((select sum(h.agent_amount) from public.commission_shares h
    where h.organization_id = %1$s.organization_id and h.commission_id = %1$s.%2$s and %3$s), 0)',
    of, case of when 'c' then 'id' else 'commission_id' end,
    case when paid_only then 'h.status = ''paid''' else format('(h.status <> ''cancelled'' or %s.status = ''cancelled'')', of) end) end
$function$;

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

CREATE OR REPLACE FUNCTION private.announce_expiring_documents()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.serve_in_turn('announce_expiring_documents',
    array(select distinct n.organization_id from private.due_document_announcements n), '1 second')
$function$;

CREATE OR REPLACE FUNCTION private.announce_expiring_documents_slice(organization_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant int := 500;
  announced int := 0;
  due record;
begin
  for due in
    select d as document, n.days
    from private.due_document_announcements n
    join public.documents d on d.organization_id = n.organization_id and d.id = n.id
    where n.organization_id = announce_expiring_documents_slice.organization_id
    order by d.id for no key update of d skip locked limit most
  loop
    announced := announced + 1;
    insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id, code, params)
    select u.organization_id, u.id, 'document', '“' || (due.document).title || '” expires '
      || case due.days when 0 then 'today' when 1 then 'tomorrow' else 'in ' || due.days || ' days' end || ', on '
      || to_char((due.document).expires_on, 'FMMon FMDD, YYYY') || '.', 'documents', (due.document).id, 'document_expires',
      jsonb_build_object('title', (due.document).title, 'days', due.days, 'on', (due.document).expires_on)
    from public.users u
    where u.organization_id = (due.document).organization_id and u.is_active and (u.role in ('owner', 'admin')
      or u.id = (due.document).member_id
      or u.id = (due.document).created_by and (due.document).visibility = 'record' and u.id in (
        select r.id from private.record_readers((due.document).record_type, (due.document).record_id) r))
    order by u.id;
    update public.documents d set announced_days = case when due.days <= 14 then 14 else 60 end
    where d.id = (due.document).id;
  end loop;
  return announced = most;
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

CREATE OR REPLACE FUNCTION private.audit_filter_of(kind text, actor_id uuid, record_id uuid, search text, start_date date, end_date date, entry uuid)
 RETURNS private.audit_filter
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  f private.audit_filter;
  zone text;
begin
  search := private.cut_search(audit_filter_of.search);
  f.organization_id := private.audit_organization();
  select o.time_zone into zone from public.organizations o where o.id = f.organization_id;
  f.kind := case when audit_filter_of.kind in ('money', 'people', 'sign_in', 'data_out') then audit_filter_of.kind end;
  f.actor_id := audit_filter_of.actor_id;
  f.record_id := audit_filter_of.record_id;
  f.entry := audit_filter_of.entry;
  f.since := audit_filter_of.start_date::timestamp at time zone zone;
  f.until := (audit_filter_of.end_date + 1)::timestamp at time zone zone;
  if btrim(audit_filter_of.search) <> '' then
    f.amount := private.typed_amount(audit_filter_of.search, f.organization_id);
    f.found := private.audit_found(f.organization_id, audit_filter_of.search, f.amount);
  end if;
  return f;
end $function$;

CREATE OR REPLACE FUNCTION private.await_turn()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET lock_timeout TO '2s'
AS $function$
begin
  if private.in_mode('acting') then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('heavy read ' || auth.uid(), 0));
exception when lock_not_available then
  raise exception using errcode = 'P0001', hint = '',
    message = 'Another report or export of yours is still running. Try again when it is done.',
    detail = '{"code": "report_is_running", "params": {}}';
end $function$;

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

CREATE OR REPLACE FUNCTION private.blended_split(parts jsonb)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select round(sum((p ->> 'weight')::numeric * (p ->> 'split')::numeric) / nullif(sum((p ->> 'weight')::numeric), 0), 2)
  from jsonb_array_elements(parts) p
$function$;

CREATE OR REPLACE FUNCTION private.bonus_reached(terms public.vendor_bonus_terms)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case terms.basis
    when 'sales' then (select coalesce(sum(s.total_amount - s.fee_amount), 0) from public.sales s
      where s.organization_id = terms.organization_id and s.vendor_id = terms.vendor_id and s.status <> 'cancelled'
        and s.sale_date between terms.period_start and terms.period_end)
    else (select coalesce(sum(m.net_received), 0) from private.commissions_received m
      where m.organization_id = terms.organization_id and m.vendor_id = terms.vendor_id
        and m.received_on between terms.period_start and terms.period_end) end
$function$;

CREATE OR REPLACE FUNCTION private.call_bank_sync()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.serve_in_turn('tell_expiring_connections',
    array(select distinct e.organization_id from private.expiring_connections e), '1 second');
  -- What was begun and never finished.
  delete from public.bank_connections b where b.state = 'connecting' and b.begun_at < now() - interval '1 day';
  update private.bank_connection_secrets s set draft = null
  from public.bank_connections b where b.id = s.connection_id and s.draft is not null and b.begun_at < now() - interval '1 hour';
  delete from private.bank_provider_requests r where r.made_at < now() - interval '2 days';
  delete from private.bank_sync_parts p where p.state <> 'waiting' and p.created_at < now() - interval '90 days';
  perform private.serve_in_turn('match_stopped_imports',
    array(select distinct e.organization_id from private.stopped_imports e), '1 second');
  if exists (
    select 1 from public.bank_connections b
    where b.state in ('connected', 'needs_attention', 'syncing') and b.next_try_at <= now()) then
    perform private.call_function('bank-sync');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.cancel_recall_parts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from changed n where n.status = 'cancelled' and n.taken_back_amount > 0) then
    return null;
  end if;
  insert into private.recall_parts (organization_id, commission_id, sales_id, vendor_id, allocation_id, user_id, share_id, place, posted_on,
    taken_back, agent_amount, cancelled)
  select r.organization_id, r.commission_id, r.sales_id, r.vendor_id, r.allocation_id, r.user_id, r.share_id, r.place, d.day,
    e.sign * sum(r.taken_back), e.sign * sum(r.agent_amount), e.sign = 1
  from (select n.organization_id, n.id from changed n full join replaced o on o.id = n.id
    where n.status = 'cancelled' and o.status <> 'cancelled' and n.taken_back_amount > 0 offset 0) c
  join private.recall_parts r on r.organization_id = c.organization_id and r.commission_id = c.id and not r.cancelled
  join public.organizations g on g.id = r.organization_id
  cross join lateral (select greatest(r.posted_on, g.books_closed_through + 1) as day) d
  cross join (values (1), (-1)) e(sign)
  group by r.organization_id, r.commission_id, r.sales_id, r.vendor_id, r.allocation_id, r.user_id, r.share_id, r.place, d.day, e.sign
  having (sum(r.taken_back), sum(r.agent_amount)) <> (0, 0);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.check_all_report_totals_slice(organization_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant int := 10000;
  due record;
  failure text;
begin
  for due in select d.kind from private.due_report_checks(check_all_report_totals_slice.organization_id) d loop
    begin
      perform private.mend_report_totals(check_all_report_totals_slice.organization_id, due.kind, most);
      return true;
    exception when others then
      -- It keeps no other kind from its day.
      failure := concat_ws('; ', failure, due.kind || ': ' || sqlerrm);
    end;
  end loop;
  if failure is not null then
    raise exception using message = failure;
  end if;
  return false;
end $function$;

CREATE OR REPLACE FUNCTION private.commission_day(kind text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case kind when 'commission.due' then 'c.due_on' when 'commission.received' then 'c.received_posted_on' else 'c.sale_date' end
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
  search := private.cut_search(commission_filter_of.search);
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

CREATE OR REPLACE FUNCTION private.correct_shares_of(c public.commissions)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  parts constant numeric[] := private.parts_of(coalesce(c.share_base, c.amount), c.share_percents);
  h public.commission_shares;
  waiting numeric;
  wanted numeric;
  difference numeric;
  b public.payout_batches;
begin
  for h in
    select k.* from public.commission_shares k
    where k.organization_id = c.organization_id and k.commission_id = c.id and k.role <> 'tier_correction'
      and (k.status = 'paid' or k.status = 'open' and private.share_schedule_lock(k.organization_id, k.id) is not null) order by k.id
  loop
    waiting := (select coalesce(sum(w.amount), 0) from (
      select l.amount from public.payout_lines l
      where l.organization_id = h.organization_id and l.share_id = h.id and l.kind = 'correction' and l.batch_id is null
      for update) w);
    wanted := case when h.place is not null then private.share_of(parts[h.place], h.split, h.split_parts) else private.override_now(h, c) end;
    difference := wanted - h.agent_amount + waiting - coalesce((
      select sum(l.amount) from public.payout_lines l
      where l.organization_id = h.organization_id and l.share_id = h.id and l.kind = 'correction'), 0);
    if h.status = 'paid' then
      difference := case when h.role = 'override_charge' then least(difference, waiting - private.recallable_share(h))
        else greatest(difference, waiting - private.recallable_share(h)) end;
    end if;
    continue when difference = waiting;
    delete from public.payout_lines l
    where l.organization_id = h.organization_id and l.share_id = h.id and l.kind = 'correction' and l.batch_id is null;
    continue when difference = 0;
    select p.* into b from public.payout_batches p
    where p.organization_id = c.organization_id and p.status = 'draft' for update skip locked;
    insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, share_id, amount, note, note_fact, created_by)
    select c.organization_id, b.id, h.user_id, 'correction', c.id, h.id, difference,
      left(v.name, 200) || case when (difference < 0) <> (h.role = 'override_charge') then ' paid less than was expected' else ': what was written off is expected again' end,
      jsonb_build_object('code', case when (difference < 0) <> (h.role = 'override_charge') then 'paid_less' else 'expected_again' end,
        'params', jsonb_build_object('vendor', left(v.name, 200))),
      private.acting_user(c.organization_id)
    from public.vendors v where v.id = c.vendor_id;
    update public.payout_batches p set version = p.version + 1 where p.id = b.id;
  end loop;
end $function$;

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
      null::uuid as under_id, c.terms_version_id, c.commission_split as recorded_split, c.split_parts as recorded_parts,
      c.share_percents[1] as percent,
      case when cardinality(c.share_percents) = 1 then coalesce(c.share_base, c.amount)
        else (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[1] end as gross,
      c.status <> 'cancelled' as stands, c.share_percents[1] / 100 * case when basis = 'sales_booked' then s.total_amount
        when basis = 'commission_received' then c.net_received when c.status = 'cancelled' then 0
        else s.commission_amount end as volume, null::numeric as adds,
      case when c.amount > 0 then least(c.taken_back_amount / c.amount, 1) else 0 end as taken_back
    from public.sales s
    join private.commissions_received c on c.organization_id = s.organization_id and c.sales_id = s.id
    where s.organization_id = terms.organization_id and s.agent_id = terms.user_id
      and (s.status <> 'cancelled' or basis = 'commission_received')
      and s.sale_date between correct_tier_year.first_day and last_day
    union all
    -- A share that was paid stays as it was, and is corrected by what it is reckoned from now, as a seller's.
    select s.id, s.sale_date, s.created_at, s.vendor_id, s.lines, c.id, null, h.id, h.terms_version_id, h.split, h.split_parts,
      h.percent, case when h.status = 'paid' and c.share_percents[h.place] = h.percent
        then (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[h.place] else h.gross_part end,
      h.status <> 'cancelled' and c.status <> 'cancelled', h.percent / 100 * case when basis = 'sales_booked' then s.total_amount
        when basis = 'commission_received' then c.net_received when c.status = 'cancelled' then 0
        else s.commission_amount end, null, case when c.amount > 0 then least(c.taken_back_amount / c.amount, 1) else 0 end
    from public.commission_shares h
    join public.sales s on s.organization_id = h.organization_id and s.id = h.sales_id
    join private.commissions_received c on c.organization_id = h.organization_id and c.id = h.commission_id
    where h.organization_id = terms.organization_id and h.user_id = terms.user_id and h.role in ('co_seller', 'referral')
      and (s.status <> 'cancelled' or basis = 'commission_received') and s.sale_date between correct_tier_year.first_day and last_day
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
end $function$;

CREATE OR REPLACE FUNCTION private.counted_by(organization_id uuid, agent_id uuid, grouped_by text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when private.counts_shares(organization_id)
    then case when agent_id is not null or grouped_by = 'agent' then 'person' else 'agency' end end
$function$;

CREATE OR REPLACE FUNCTION private.counts_shares(organization_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.shares_commissions(organization_id)
    or exists (select from private.closed_receipt_shares h where h.organization_id = counts_shares.organization_id)
    or exists (select from private.closed_shares h where h.organization_id = counts_shares.organization_id)
$function$;

CREATE OR REPLACE FUNCTION private.delete_agencies(longest interval DEFAULT '00:00:01'::interval)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  tenant uuid;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('paperplane.agency_deletions', 0)) then
    return;
  end if;
  perform private.serve_in_turn('remind_of_deletions', array(select n.id from private.near_deletions n), '1 second');
  select w.id into tenant
  from (
    select o.id, o.deletion_due_at as due_at, null::timestamptz as served_at from public.organizations o
    where o.deletion_due_at <= now() and not private.is_being_deleted(o.id)
    union all
    select d.organization_id, null, d.served_at from private.agency_deletions d) w
  where not private.waits_after_failure('delete_agencies', w.id)
  order by w.due_at nulls last, w.served_at, w.id limit 1;
  if tenant is null then
    return;
  end if;
  begin
    perform private.go_on_deleting(tenant, longest);
    -- Nothing is kept of an agency that is gone.
    delete from private.job_turns t where t.job = 'delete_agencies' and t.organization_id = tenant;
  exception when others or query_canceled then
    perform private.end_turn('delete_agencies', tenant, sqlerrm);
  end;
end $function$;

CREATE OR REPLACE FUNCTION private.derived_commission_columns()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '{id,organization_id,sales_id,sale_date,sale_paid,vendor_id,due_on,commission_split,agent_amount,deposited_amount,
    open_amount,undeposited_amount,manual_amount,share_base,share_percents,seller_paid,terms_version_id,split_parts,taken_back_amount,manual_written_off,created_at,updated_at}'::text[]
$function$;

CREATE OR REPLACE FUNCTION private.end_turn(job text, organization_id uuid, failure text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  failed int;
begin
  insert into private.job_turns as t (job, organization_id, served_at, failures)
  values (end_turn.job, end_turn.organization_id, clock_timestamp(), case when failure is null then 0 else 1 end)
  on conflict on constraint job_turns_pkey do update set served_at = excluded.served_at,
    failures = case when failure is null then 0 else t.failures + 1 end
  returning t.failures into failed;
  -- 10 seconds, 20, 40: an hour at most.
  update private.job_turns t set not_before = case when failure is not null
    then t.served_at + least(interval '10 seconds' * 2 ^ least(failed - 1, 10), interval '1 hour') end
  where t.job = end_turn.job and t.organization_id = end_turn.organization_id
    and (failure is not null or t.not_before is not null);
  if failed >= 3 then
    raise warning 'Job % of % failed % times one after the other, and is tried again later: %', job, organization_id, failed, failure;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.erase_from_statements(organization_id uuid, customer_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.payout_statements s set content = s.content || jsonb_build_object('lines', (
    select jsonb_agg(case when e.line ->> 'customer_id' = any (erase_from_statements.customer_ids::text[])
      then e.line || '{"customer": "Erased customer"}' else e.line end order by e.n)
    from jsonb_array_elements(s.content -> 'lines') with ordinality e(line, n)))
  where s.organization_id = erase_from_statements.organization_id and exists (
    select from jsonb_array_elements(s.content -> 'lines') e(line)
    where e.line ->> 'customer_id' = any (erase_from_statements.customer_ids::text[]))
$function$;

CREATE OR REPLACE FUNCTION private.export_catalogue()
 RETURNS TABLE(relation text, way text, reason text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select c.name, c.way, c.reason
  from (values
    -- All rows of the agency, identities and transaction ids aside, which begin anew where they are restored.
    ('whole', null, '{public.organizations,public.users,public.user_emails,public.user_terms,public.user_terms_history,public.agreement_versions,public.invitations,
      private.user_search,private.second_factor_events,private.audit_log,private.record_changes,public.notifications,
      public.vendors,public.vendor_terms,public.vendor_rates,public.vendor_bonus_terms,private.vendor_aliases,
      public.customers,public.customer_companions,private.customer_search,private.customer_counts,private.customer_merges,
      public.sale_groups,public.sales,public.sale_travelers,public.sale_lines,public.sales_history,public.customer_payments,public.payment_dues,
      public.commissions,public.commission_history,public.other_commissions,public.commission_shares,public.agent_payments,
      private.commissions_before_deposit,
      private.stale_days,private.daily_totals,private.monthly_totals,private.customer_totals,private.customer_totals_by_agent,
      public.bank_accounts,public.bank_connections,public.bank_connection_accounts,private.bank_file_keys,public.bank_imports,
      public.bank_rules,public.bank_transactions,public.bank_allocations,public.bank_other_allocations,public.bank_patterns,public.bank_suggestions,
      private.rejected_suggestions,public.bank_remittances,public.bank_remittance_lines,public.bank_decisions,private.stale_matches,
      private.bank_covered_days,private.bank_source_lines,public.bank_questions,
      public.payout_batches,public.payout_lines,public.payout_holds,public.payout_events,public.payout_statements,public.payment_voids,private.recall_parts,
      public.book_corrections,private.closed_receipts,private.closed_receipt_shares,private.closed_shares,
      private.tax_settings,private.tax_thresholds,private.tax_requests,private.tax_exports,private.tax_export_forms,
      private.credit_note_counters,private.credit_notes,private.journal_kept,private.journal_settings,private.journal_accounts,private.journal_exports,private.journal_export_lines,
      public.documents,public.document_versions,public.document_reads,public.communications,public.communication_mentions,
      public.communication_reads,
      private.report_totals,private.stale_report_months,private.report_checks,public.vendor_askings,public.saved_reports,
      public.import_batches,
      private.vendor_chases,private.mail_plans,private.mail_plan_people,private.outgoing_mails,private.mail_senders,
      private.incoming_mails,private.incoming_parts}'),
    -- Only under a passphrase, and with what is encrypted in the clear beneath it.
    ('sealed', null, '{private.passports,private.bank_details,private.tax_details}'),
    ('left_out', 'Keys of the installation', '{private.secrets,private.bank_connection_secrets,private.mailboxes}'),
    ('left_out', 'Programs get new keys: nobody has the old ones any more', '{private.api_keys,private.api_key_uses}'),
    -- Whoever restores an agency tells its programs where it is now.
    ('left_out', 'Where other programs are told what happens here', '{private.webhook_endpoints,private.webhook_secrets,private.webhook_events,
      private.webhook_deliveries}'),
    ('left_out', 'What is under way, and over within a day',
      '{private.disclosures,private.request_keys,private.import_check_rows,private.document_uploads,private.document_checks,
      private.bank_sync_parts,private.bank_provider_requests,private.removed_document_files,private.address_wishes,private.tier_years_due,private.known_volumes}'),
    ('left_out', 'Of the installation, and of no agency', '{private.job_turns,private.mail_service,private.agency_deletions,private.deleted_agencies}'),
    ('left_out', 'Exports themselves', '{private.agency_exports,private.agency_export_parts}'),
    -- Addresses and when they signed in last; who has one is to prove it anew.
    ('accounts', null, '{auth.users}'),
    ('left_out', 'No password, session or second factor leaves',
      '{auth.identities,auth.sessions,auth.refresh_tokens,auth.mfa_amr_claims,auth.mfa_factors,auth.mfa_challenges,
      auth.one_time_tokens,auth.flow_state,private.recovery_codes,private.recovery_tries,private.known_devices,private.session_zones}'),
    ('left_out', 'Files are taken along as files', '{storage.buckets,storage.objects}')) g(way, reason, names)
  cross join lateral (
    select btrim(n.name, E' \n') as name, g.way, g.reason
    from regexp_split_to_table(btrim(g.names, '{}'), ',') n(name)) c
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

CREATE OR REPLACE FUNCTION private.follow_commissions_with_overrides()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  organization_ids constant uuid[] := array(select distinct c.organization_id from changed c);
  taken_over uuid[];
  others uuid[];
begin
  if not private.has_overrides(organization_ids) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform private.lock_capped_leads(organization_ids);
    perform private.make_overrides(array(select c.id from changed c), '{}', false);
    return null;
  end if;
  select array_agg(n.id) filter (where n.is_taken_over), array_agg(n.id) filter (where not n.is_taken_over) into taken_over, others
  from (
    select n.id, n.agent_id <> o.agent_id as is_taken_over,
      (n.agent_id, n.amount, n.share_base, n.share_percents, n.commission_split, n.split_parts, n.sale_date, n.status = 'cancelled')
        is distinct from (o.agent_id, o.amount, o.share_base, o.share_percents, o.commission_split, o.split_parts, o.sale_date, o.status = 'cancelled') as matters
    from changed n full join replaced o on o.id = n.id offset 0) n
  where n.matters;
  if taken_over is not null then
    perform private.lock_capped_leads(organization_ids);
    perform private.make_overrides(taken_over, '{}', true);
  end if;
  if others is not null then
    perform private.follow_overrides(others, '{}');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_shares(b public.payout_batches)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids uuid[];
begin
  perform private.lock_payout_lines(b);
  ids := array(select l.commission_id from public.payout_lines l
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind = 'commission');
  delete from public.payout_lines l
  where l.organization_id = b.organization_id and l.commission_id = any (ids) and l.kind = 'correction' and l.share_id is null and l.batch_id is null;
  -- private.guard_commission reckons it.
  update public.commissions c set agent_amount = c.agent_amount
  where c.organization_id = b.organization_id and c.id = any (ids)
    and c.agent_amount <> private.seller_share(c);
  ids := array(select l.share_id from public.payout_lines l
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind in ('share', 'override'));
  delete from public.payout_lines l
  where l.organization_id = b.organization_id and l.share_id = any (ids) and l.kind = 'correction' and l.batch_id is null
    and l.transaction_id is null;
  update public.commission_shares h set gross_part = t.part, agent_amount = private.share_of(t.part, h.split, h.split_parts)
  from (
    select k.id, (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[k.place] as part
    from public.commission_shares k join public.commissions c on c.organization_id = k.organization_id and c.id = k.commission_id
    where k.organization_id = b.organization_id and k.id = any (ids) and k.place is not null) t
  where h.id = t.id and h.status = 'open' and h.gross_part <> t.part;
  perform private.follow_overrides(array(select distinct h.commission_id from public.commission_shares h
    where h.id = any (ids) and h.role = 'override' and h.commission_id is not null), '{}');
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

CREATE OR REPLACE FUNCTION private.go_on_deleting(organization_id uuid, longest interval)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  deletion private.agency_deletions;
  is_left boolean;
begin
  select d.* into deletion from private.agency_deletions d where d.organization_id = go_on_deleting.organization_id;
  if deletion.organization_id is null then
    perform private.begin_agency_deletion(go_on_deleting.organization_id);
    return;
  end if;
  update private.agency_deletions d set served_at = clock_timestamp() where d.organization_id = deletion.organization_id;
  is_left := private.remove_agency_files(deletion.organization_id);
  is_left := private.empty_agency(deletion.organization_id, longest) or is_left;
  -- A minute is longer than any request may take that began before it.
  if not is_left and deletion.began_at < now() - interval '1 minute' then
    perform private.finish_agency_deletion(deletion);
  end if;
end $function$;

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

CREATE OR REPLACE FUNCTION private.guard_commission()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sale_status text;
begin
  new.notes := nullif(btrim(new.notes), '');
  -- Derived, whatever was sent.
  new.agent_amount := private.seller_share(new);
  if tg_op = 'INSERT' then
    return new;
  end if;
  -- Once paid, always paid.
  new.seller_paid := new.seller_paid or old.seller_paid or new.status = 'agent_paid';
  if (new.written_off, new.received_amount, new.amount) is distinct from (old.written_off, old.received_amount, old.amount) then
    new.share_base := private.share_base(new, old);
    new.agent_amount := private.seller_share(new);
  end if;
  if new.status is null or new.status not in ('unpaid', 'funds_received', 'agent_paid', 'cancelled') then
    perform private.refuse('Invalid status specified', 'status', 'status_unknown');
  end if;
  if old.status <> 'unpaid' and ((new.amount, new.agent_id, new.share_percents)
      is distinct from (old.amount, old.agent_id, old.share_percents)
    or (new.commission_split, new.split_parts) is distinct from (old.commission_split, old.split_parts) and not (old.status = 'funds_received' and new.terms_version_id is not null
      and not new.seller_paid)) then
    perform private.refuse(
      'The amount and agent of this commission cannot change any more: it is already '
      || private.status_label(old.status) || '.', 'amount', 'commission_fixed', jsonb_build_object('status', old.status));
  end if;

  if new.status <> old.status then
    select s.status into sale_status from public.sales s where s.id = new.sales_id;
    if sale_status is null then
      perform private.refuse('Cannot validate commission status without sale data', 'status', 'commission_without_sale');
    elsif new.status = 'funds_received' and sale_status = 'cancelled' then
      perform private.refuse('Cannot mark commission as funds received for a cancelled sale', 'status', 'funds_for_cancelled_sale');
    elsif new.status = 'agent_paid' and sale_status = 'cancelled' then
      perform private.refuse('Agent cannot be paid for a cancelled sale', 'status', 'payment_for_cancelled_sale');
    elsif old.status = 'agent_paid' then
      perform private.refuse('The agent has been paid. That is final.', 'status', 'agent_paid_is_final');
    elsif old.status = 'cancelled' then
      perform private.refuse('A cancelled commission cannot be changed.', 'status', 'commission_cancelled');
    -- The way back: what was matched is taken back. Only private.sync_receipts writes the sum of the deposits.
    elsif new.status = 'unpaid' and new.deposited_amount >= old.deposited_amount then
      perform private.refuse('Funds received cannot return to Unpaid.', 'status', 'funds_stay_received');
    elsif new.status = 'agent_paid' and old.status <> 'funds_received' then
      perform private.refuse('Funds must be received before the agent is paid.', 'status', 'funds_not_received');
    elsif new.status = 'agent_paid' and sale_status <> 'paid' then
      perform private.refuse('The customer has not paid this sale yet.', 'status', 'sale_not_paid');
    elsif new.status = 'agent_paid' and not exists (
      select 1 from public.agent_payments p where p.commission_id = new.id
    ) then
      perform private.refuse('Record the payment to mark this commission as Agent paid.', 'status', 'payment_not_recorded');
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.held_commissions(organization_id uuid, agent_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('commission_id', coalesce(c.id, t.commission_id, t.other_commission_id), 'agent_id', c.agent_id, 'booking_reference', s.booking_reference,
    'customer', k.first_name || ' ' || k.last_name, 'vendor', v.name, 'received_on', c.received_on, 'commission', c.amount,
    'split', c.commission_split, 'split_parts', c.split_parts, 'amount', c.agent_amount, 'reason', h.reason, 'held_at', h.held_at,
    'held_by', u.first_name || ' ' || u.last_name) || private.share_facts(h.share_id, false)
    || case when t.id is not null then jsonb_build_object('agent_id', t.user_id, 'amount', t.agent_amount) else '{}' end
    order by h.held_at, c.id, t.id), '[]')
  from public.payout_holds h
  left join public.commissions c on c.organization_id = h.organization_id and c.id = h.commission_id
  left join public.commission_shares t on t.organization_id = h.organization_id and t.id = h.share_id
  left join public.sales s on s.id = coalesce(c.sales_id, t.sales_id)
  left join public.customers k on k.id = s.customer_id and (t.id is null or t.place is not null)
  left join public.vendors v on v.id = c.vendor_id
  join public.users u on u.id = h.held_by
  where h.organization_id = held_commissions.organization_id
    and (c.status not in ('agent_paid', 'cancelled') and not c.seller_paid or t.status = 'open')
    and (held_commissions.agent_id is null or coalesce(c.agent_id, t.user_id) = held_commissions.agent_id)
$function$;

CREATE OR REPLACE FUNCTION private.keep_closed_receipts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (
    select 1 from (select n.received_posted_on as day, o.received_posted_on as old_day
      from changed n full join replaced o on o.id = n.id offset 0) n
    where n.day is distinct from n.old_day) then
    return null;
  end if;
  perform private.books_closed_through(d.organization_id)
  from (select distinct n.organization_id from changed n order by 1) d;
  with kept as (
    insert into private.closed_receipts (organization_id, commission_id, sales_id, agent_id, vendor_id, status, posted_on, sign, amount,
      agent_amount, received_on, received_amount, written_off, open_amount, due_on, share_percents)
    select o.organization_id, o.id, o.sales_id, o.agent_id, o.vendor_id, o.status, e.posted_on, e.sign, o.amount, o.agent_amount,
      o.received_on, o.received_amount, o.written_off, o.open_amount, o.due_on, o.share_percents
    from (select o.*, n.received_posted_on as next_day from changed n full join replaced o on o.id = n.id offset 0) o
    join public.organizations g on g.id = o.organization_id and o.received_posted_on <= g.books_closed_through
    cross join lateral (values (o.received_posted_on, 1), (coalesce(o.next_day, g.books_closed_through + 1), -1)) e(posted_on, sign)
    where o.next_day is distinct from o.received_posted_on
    returning id, organization_id, commission_id, status, posted_on, sign
  ), said as (
    -- Told already, with what this row says from now on.
    delete from private.closed_shares x using kept k
    where k.sign = 1 and x.organization_id = k.organization_id and x.commission_id = k.commission_id and x.posted_on = k.posted_on and x.keeps
    returning k.id as receipt_id, x.organization_id, x.share_id, x.user_id, x.role, null::integer as place, x.agent_amount)
  insert into private.closed_receipt_shares (organization_id, receipt_id, user_id, role, place, agent_amount)
  select h.organization_id, h.receipt_id, h.user_id, h.role, max(h.place), sum(h.agent_amount)
  from (
    select k.id as receipt_id, h.organization_id, h.id as share_id, h.user_id, h.role, h.place, h.agent_amount
    from kept k
    join public.commission_shares h on h.organization_id = k.organization_id and h.commission_id = k.commission_id
      and (h.status <> 'cancelled' or k.status = 'cancelled')
    union all
    select s.receipt_id, s.organization_id, s.share_id, s.user_id, s.role, s.place, s.agent_amount from said s) h
  group by h.organization_id, h.receipt_id, h.share_id, h.user_id, h.role
  having max(h.place) is not null or sum(h.agent_amount) <> 0;
  -- What left an open day goes with the commission to another one, also where there was no receipt between.
  update private.closed_receipts k set posted_on = n.day
  from (select n.organization_id, n.id, n.received_posted_on as day, o.received_posted_on as old_day
    from changed n full join replaced o on o.id = n.id offset 0) n
  join public.organizations g on g.id = n.organization_id
  where k.organization_id = n.organization_id and k.commission_id = n.id and k.sign = -1
    and k.posted_on = coalesce(n.old_day, k.posted_on) and n.day <> k.posted_on
    and k.posted_on > coalesce(g.books_closed_through, '-infinity');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_closed_shares()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    perform private.keep_closed_shares_of('{}', array(select row(n.*)::public.commission_shares from changed n));
  elsif tg_op = 'DELETE' then
    perform private.keep_closed_shares_of(array(select row(o.*)::public.commission_shares from replaced o), '{}');
  else
    perform private.keep_closed_shares_of(array(select row(o.*)::public.commission_shares from replaced o),
      array(select row(n.*)::public.commission_shares from changed n));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_closed_shares_of(was public.commission_shares[], become public.commission_shares[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (
    select from unnest(was || become) x
    join public.organizations o on o.id = x.organization_id
    join public.commissions c on c.organization_id = x.organization_id and c.id = x.commission_id
      and c.received_posted_on <= o.books_closed_through) then
    return;
  end if;
  perform private.books_closed_through(d.organization_id)
  from (select distinct x.organization_id from unnest(was || become) x order by 1) d;
  -- Who moves one of these receipts meanwhile is waited for.
  perform from public.commissions c
  join public.organizations o on o.id = c.organization_id and c.received_posted_on <= o.books_closed_through
  where c.id in (select x.commission_id from unnest(was || become) x) order by c.sales_id for no key update of c;
  insert into private.closed_shares (organization_id, commission_id, sales_id, vendor_id, status, received_on, share_id, user_id, role,
    posted_on, agent_amount, keeps)
  select c.organization_id, c.id, c.sales_id, c.vendor_id, c.status, c.received_on, s.share_id, s.user_id, s.role, e.posted_on,
    e.sign * s.difference, e.sign = 1
  from (
    select x.commission_id, x.id as share_id, x.user_id, x.role,
      sum(x.sign * case when x.status = 'cancelled' then 0 else x.agent_amount end) as difference
    from (
      select 1 as sign, w.* from unnest(was) w
      union all
      select -1, b.* from unnest(become) b) x
    where x.commission_id is not null
    group by 1, 2, 3, 4
    having sum(x.sign * case when x.status = 'cancelled' then 0 else x.agent_amount end) <> 0) s
  join public.commissions c on c.id = s.commission_id
  join public.organizations o on o.id = c.organization_id and c.received_posted_on <= o.books_closed_through
  cross join lateral (values (c.received_posted_on, 1), (o.books_closed_through + 1, -1)) e(posted_on, sign);
end $function$;

CREATE OR REPLACE FUNCTION private.keep_document_checks()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.serve_in_turn('tell_late_document_checks',
    array(select distinct l.organization_id from private.late_document_checks l), '1 second');
  if exists (select 1 from private.document_checks c where c.claimed_until < clock_timestamp()) then
    perform private.call_function('document-check');
  end if;
  delete from public.document_versions v
  where v.check_state = 'refused' and v.checked_at < now() - interval '7 days';
  delete from public.documents d
  where not d.is_checked and not exists (
    select 1 from public.document_versions v where v.organization_id = d.organization_id and v.document_id = d.id);
end $function$;

CREATE OR REPLACE FUNCTION private.keep_mailbox()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.incoming_mails m where m.received_at < now() - interval '90 days';
  perform private.serve_in_turn('resume_mails', array(
    select m.organization_id from private.stopped_mails m union select p.organization_id from private.stopped_mail_parts p), '1 second');
  if extract(minute from clock_timestamp()) = 11 then
    perform private.remove_stored_files('mail', private.find_stray_mail_files());
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_paid_share()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  lock constant jsonb := case when old.status = 'open' then private.share_schedule_lock(old.organization_id, old.id) end;
begin
  if old.status = 'paid' or lock is not null then
    if old.status = 'paid' and new.status <> 'paid' then
      perform private.refuse('The agent has been paid. That is final.', 'status', 'agent_paid_is_final');
    elsif lock is not null and (new.status, new.user_id) is distinct from (old.status, old.user_id) then
      perform private.refuse_with(private.at_field(lock, 'status'));
    end if;
    new.user_id := old.user_id;
    new.role := old.role;
    new.percent := old.percent;
    new.split := old.split;
    new.split_parts := old.split_parts;
    new.gross_part := old.gross_part;
    new.agent_amount := old.agent_amount;
    new.terms_version_id := old.terms_version_id;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.kept_agent_amount(kind text, condition text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case kind when 'commission.received' then format(' + coalesce((select sum(x.agent_amount) from private.closed_shares x
    where x.organization_id = c.organization_id and x.commission_id = c.id and x.keeps and x.posted_on = c.received_posted_on%s), 0)',
    condition) else '' end
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

CREATE OR REPLACE FUNCTION private.local_minute(organization_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_char(now() at time zone o.time_zone, 'YYYY-MM-DD"T"HH24:MI') from public.organizations o where o.id = local_minute.organization_id
$function$;

CREATE OR REPLACE FUNCTION private.mark_closed_receipt_shares()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.stale_report_months
  select distinct k.organization_id, 'commission.received', date_trunc('month', k.posted_on::timestamp)::date
  from changed h join private.closed_receipts k on k.id = h.receipt_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.mark_recalls()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.stale_report_months
  select distinct r.organization_id, d.kind, date_trunc('month', d.day::timestamp)::date
  from changed r
  join public.commissions c on c.organization_id = r.organization_id and c.id = r.commission_id
  cross join lateral (values ('commission.received', r.posted_on), ('commission.sale', c.sale_date), ('commission.due', c.due_on)) d(kind, day)
  where d.day is not null;
  return null;
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
    left join private.recall_parts r on r.organization_id = c.organization_id and r.commission_id = c.id
    cross join lateral (values ('commission.sale', c.sale_date), ('commission.due', c.due_on), ('commission.received', r.posted_on),
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
  left join private.recall_parts r on r.organization_id = c.organization_id and r.commission_id = c.id
  cross join lateral (values ('commission.sale', c.sale_date), ('commission.due', c.due_on), ('commission.received', c.received_posted_on),
    ('commission.received', k.posted_on), ('commission.received', r.posted_on), ('payment.paid', p.posted_on), ('sale.sale', s.sale_date), ('sale.travel', s.travel_date)) d(kind, day)
  where c.organization_id = any (organization_ids) and c.id = any (commission_ids) and d.day is not null
  union
  select p.organization_id, 'payment.paid', date_trunc('month', p.posted_on::timestamp)::date
  from public.agent_payments p
  where p.organization_id = any (organization_ids) and p.share_id = any (share_ids);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.mark_tiers_of_commissions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.agreement_versions v where v.tiers is not null and v.organization_id in (
    select c.organization_id from changed c)) then
    perform private.mark_tier_years(array_agg(m.organization_id), array_agg(m.agent_id), array_agg(m.sale_date), array_agg(s.co_sellers))
    from (
      select c.organization_id, c.sales_id, c.agent_id, c.sale_date
      from (
        select 1 as n, a.* from changed a
        union all
        select -1, b.* from replaced b) c
      group by c.organization_id, c.id, c.sales_id, c.agent_id, c.sale_date, c.status = 'cancelled', c.amount, c.share_base, c.share_percents,
        c.commission_split, c.split_parts, c.terms_version_id, c.received_amount, c.taken_back_amount
      having sum(c.n) <> 0) m
    join public.sales s on s.organization_id = m.organization_id and s.id = m.sales_id
    having count(*) > 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.match_stopped_imports_slice(organization_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  i public.bank_imports;
begin
  for i in
    select b.* from private.stopped_imports e
    join public.bank_imports b on b.organization_id = e.organization_id and b.id = e.id
    where e.organization_id = match_stopped_imports_slice.organization_id
    order by e.created_at limit 1 for update of b skip locked
  loop
    perform private.match_import(i);
    return true;
  end loop;
  return false;
end $function$;

CREATE OR REPLACE FUNCTION private.other_people(c public.commissions)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select cardinality(c.share_percents) > 1 and c.status = 'unpaid'
    and array(select e.value ->> 'user_id' || (e.value ->> 'role') from public.sales s
      cross join jsonb_array_elements(s.co_sellers) with ordinality e(value, n)
      where s.organization_id = c.organization_id and s.id = c.sales_id order by e.n)
    <> array(select h.user_id || h.role from public.commission_shares h
      where h.organization_id = c.organization_id and h.commission_id = c.id and h.role in ('co_seller', 'referral') order by h.place)
$function$;

CREATE OR REPLACE FUNCTION private.override_now(h public.commission_shares, c public.commissions)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when h.role = 'override_charge' then -w.amount else w.amount end
  from (
    select case when exists (select from public.agreement_versions v
        where v.id = h.terms_version_id and v.overrides @? '$[*].cap_per_year ? (@ != null)')
      then least(f.amount, abs(h.agent_amount)) else f.amount end as amount
    from (
      select round(private.override_base(h.base, p.part, private.share_of(p.part, p.split, p.split_parts)) * h.percent / 100, 2) as amount
      from (
        select (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[coalesce(n.place, 1)] as part,
          coalesce(n.split, c.commission_split) as split, case when n.id is null then c.split_parts else n.split_parts end as split_parts
        from (select) one
        left join public.commission_shares n on n.organization_id = h.organization_id and n.id = h.under_share_id) p) f) w
$function$;

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
  -- Of nothing known, or divided among nobody known, no part is known.
  if amount is null or percents is null then
    return null;
  end if;
  if cardinality(percents) = 1 then
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

CREATE OR REPLACE FUNCTION private.parts_of_recall(c public.commissions, taken_back numeric)
 RETURNS TABLE(share_id uuid, user_id uuid, place integer, part numeric, amount numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with parts as (select private.parts_of(parts_of_recall.taken_back, c.share_percents) as parts)
  select null::uuid, c.agent_id, 1, p.parts[1],
    greatest(least(private.recallable_amount(c.organization_id, c.id), private.share_of(p.parts[1], c.commission_split, c.split_parts)), 0)
  from parts p
  union all
  select h.id, h.user_id, h.place, coalesce(p.parts[h.place], 0), case when sign(w.amount) = sign(h.agent_amount) then w.amount else 0 end
  from parts p
  join public.commission_shares h on h.organization_id = c.organization_id and h.commission_id = c.id
    and (h.status = 'paid' or h.place is not null)
  -- Of an override as much as of the commission.
  cross join lateral (select case
    when h.status <> 'paid' then 0
    when h.place is not null then least(private.recallable_share(h), private.share_of(p.parts[h.place], h.split, h.split_parts))
    when c.amount = 0 then 0
    when h.agent_amount < 0 then greatest(private.recallable_share(h), round(h.agent_amount * parts_of_recall.taken_back / c.amount, 2))
    else least(private.recallable_share(h), round(h.agent_amount * parts_of_recall.taken_back / c.amount, 2)) end as amount) w
$function$;

CREATE OR REPLACE FUNCTION private.pay_scheduled_payouts()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.serve_in_turn('pay_scheduled_payouts', array(
    select distinct d.organization_id from private.due_payouts d where not private.is_being_deleted(d.organization_id)), '3 seconds')
$function$;

CREATE OR REPLACE FUNCTION private.pay_scheduled_payouts_slice(organization_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due record;
  failure jsonb;
begin
  for due in
    select p as batch, d.today
    from private.due_payouts d
    join public.payout_batches p on p.organization_id = d.organization_id and p.id = d.id
    where d.organization_id = pay_scheduled_payouts_slice.organization_id
    order by p.schedule_problem is not null, p.scheduled_at, p.id
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
  end loop;
  return false;
end $function$;

CREATE OR REPLACE FUNCTION private.payment_files_today(organization_id uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*)::integer
  from private.audit_log a join public.organizations o on o.id = a.organization_id
  where a.organization_id = payment_files_today.organization_id and a.action = 'payment_file_requested'
    and a.created_at >= date_trunc('day', now() at time zone o.time_zone) at time zone o.time_zone
$function$;

CREATE OR REPLACE FUNCTION private.payout_line_rows(organization_id uuid, batch_id uuid, agent_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'agent_id', l.agent_id, 'kind', private.told_kind(l.kind), 'amount', l.amount, 'note', l.note,
    'note_fact', l.note_fact, 'commission_id', l.commission_id, 'transaction_id', l.transaction_id, 'booking_reference', s.booking_reference,
    'customer', k.first_name || ' ' || k.last_name, 'vendor', v.name, 'received_on', c.received_on, 'commission', c.amount,
    'split', c.commission_split, 'split_parts', c.split_parts) || case when l.kind = 'commission' and payout_line_rows.agent_id is null
      then jsonb_build_object('funded', c.open_amount = 0, 'due_on', c.due_on) else '{}' end || private.share_facts(l.share_id, private.is_claim(l.kind))
    order by l.kind <> 'commission', l.kind <> 'share', l.kind <> 'override', s.sale_date, s.booking_reference, l.created_at, l.id), '[]')
  from public.payout_lines l
  left join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id
  left join public.commission_shares h on h.organization_id = l.organization_id and h.id = l.share_id
  left join public.sales s on s.id = coalesce(c.sales_id, h.sales_id)
  left join public.customers k on k.id = s.customer_id and (h.id is null or h.place is not null)
  left join public.vendors v on v.id = c.vendor_id
  where l.organization_id = payout_line_rows.organization_id and l.batch_id = payout_line_rows.batch_id
    and (payout_line_rows.agent_id is null or l.agent_id = payout_line_rows.agent_id)
$function$;

CREATE OR REPLACE FUNCTION private.post_receipt()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.received_on is null then
    new.received_posted_on := null;
  elsif tg_op = 'INSERT' or old.received_posted_on is null then
    new.received_posted_on := private.booking_day(new.organization_id, new.received_on);
  elsif private.receipt_content(new) = private.receipt_content(old) and not private.other_people(new) then
    new.received_posted_on := old.received_posted_on;
  elsif new.received_on <> old.received_on
    or old.received_posted_on <= private.books_closed_through(new.organization_id) then
    new.received_posted_on := private.booking_day(new.organization_id, new.received_on);
  else
    new.received_posted_on := old.received_posted_on;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.read_report(definition jsonb, today date)
 RETURNS private.report_plan
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  p private.report_plan;
  choices record;
  basis text;
  months int;
begin
  if coalesce(jsonb_typeof(definition), 'null') <> 'object' or pg_column_size(definition) > 4000 or exists (
    select from jsonb_object_keys(definition) k where k <> all (
      '{report,range,from,to,basis,group,compare,agent_id,vendor_id,category,status,age}'::text[])) then
    perform private.refuse('This is not a report.', 'definition', 'report_expected');
  end if;
  p.today := today;
  p.report := private.report_choice(definition, 'report', private.reports());
  choices := private.report_choices(p.report);
  basis := private.report_choice(definition, 'basis', choices.bases);
  p.kind := case when p.report = 'sales' then 'sale.' when p.report = 'agents_year' then 'single.'
    when basis = 'paid' then 'payment.' else 'commission.' end || basis;
  p.grouped_by := private.report_choice(definition, 'group', choices.groups);
  -- No status: all but cancelled.
  p.status := case when private.report_text(definition, 'status') is not null
    then private.report_choice(definition, 'status', choices.statuses) end;
  if p.report = 'agents_year' and coalesce(private.report_text(definition, 'vendor_id'), private.report_text(definition, 'category'))
    is not null then
    perform private.refuse('Agents are paid for bookings of many vendors together. Choose no vendor.',
      'vendor_id', 'agents_report_of_vendor');
  end if;
  p.compare := nullif(private.report_choice(definition, 'compare', '{none,period,year}'), 'none');
  p.agent_id := private.report_id(definition, 'agent_id');
  if p.report = 'aging' then
    p.compare := null;
    p.open_only := true;
    p.kind := 'open.due';
    select a.first_day, a.last_day, a.undated into p.first_day, p.last_day, p.undated
    from (values ('all', '1900-01-01'::date, '2199-12-31'::date, null), ('overdue', '1900-01-01', today - 1, false),
      ('not_due', today, '2199-12-31', false), ('no_due_day', '1900-01-01', '2199-12-31', true),
      ('0-30', today - 30, today - 1, false), ('31-60', today - 60, today - 31, false), ('61-90', today - 90, today - 61, false),
      ('90+', '1900-01-01', today - 91, false)) a(age, first_day, last_day, undated)
    where a.age = private.report_choice(definition, 'age', '{all,overdue,not_due,no_due_day,0-30,31-60,61-90,90+}');
    return p;
  end if;
  if private.report_text(definition, 'age') is not null then
    perform private.refuse('This report does not know that choice.', 'age', 'report_choice_unknown');
  end if;
  p.range := private.report_choice(definition, 'range', choices.range
    || '{last_12_months,this_month,last_month,this_quarter,last_quarter,this_year,last_year,custom}'::text[]);
  if p.range = 'custom' then
    p.first_day := private.report_day(definition, 'from');
    p.last_day := private.report_day(definition, 'to');
    if p.first_day > p.last_day then
      perform private.refuse('The range ends before it begins.', 'to', 'range_reversed');
    elsif p.last_day > p.first_day + interval '40 years' then
      perform private.refuse('Choose at most 40 years.', 'from', 'range_too_long');
    end if;
  else
    select r.first_day, r.last_day into p.first_day, p.last_day from private.report_range(p.range, today) r;
  end if;
  if p.compare = 'year' then
    p.before_first := p.first_day - interval '1 year';
    p.before_last := (p.last_day + 1 - interval '1 year')::date - 1;
  elsif p.compare = 'period' and date_trunc('month', p.first_day::timestamp) = p.first_day
    and date_trunc('month', (p.last_day + 1)::timestamp) = p.last_day + 1 then
    months := 12 * (extract(year from p.last_day + 1) - extract(year from p.first_day))
      + extract(month from p.last_day + 1) - extract(month from p.first_day);
    p.before_first := p.first_day - months * interval '1 month';
    p.before_last := p.first_day - 1;
  elsif p.compare = 'period' then
    p.before_first := p.first_day - (p.last_day - p.first_day + 1);
    p.before_last := p.first_day - 1;
  end if;
  return p;
end $function$;

CREATE OR REPLACE FUNCTION private.receipt_content(c public.commissions)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select row(c.received_on, c.received_amount, c.amount, c.agent_amount, c.written_off, c.due_on, c.agent_id, c.vendor_id,
    c.status = 'cancelled', c.share_percents)::text
$function$;

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

CREATE OR REPLACE FUNCTION private.remind_of_deletions_slice(organization_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  agency public.organizations;
begin
  for agency in
    select o.* from private.near_deletions n join public.organizations o on o.id = n.id
    where n.id = remind_of_deletions_slice.organization_id
    for no key update of o skip locked
  loop
    perform private.tell_of_deletion(agency, 'agency_deletion_near', null);
    update public.organizations o set deletion_told_days = case when o.deletion_due_at <= now() + interval '1 day' then 1 else 7 end
    where o.id = agency.id;
  end loop;
  return false;
end $function$;

CREATE OR REPLACE FUNCTION private.remind_of_payments()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.serve_in_turn('remind_of_payments', array(
    select distinct r.organization_id from private.due_payment_reminders r where not private.is_being_deleted(r.organization_id)), '1 second')
$function$;

CREATE OR REPLACE FUNCTION private.remind_of_payments_slice(organization_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  with due as (
    update public.payment_dues d set reminded_on = r.today
    from private.due_payment_reminders r
    where r.organization_id = remind_of_payments_slice.organization_id and d.organization_id = r.organization_id and d.sales_id = r.sales_id
      and d.place = r.place and d.reminded_on is null
    returning d.*)
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id, code, params)
  select d.organization_id, u.id, 'customer_payment', 'The ' || case d.kind when 'deposit' then 'deposit' else 'final payment' end
    || ' on the ' || private.sale_description(s) || ' is due ' || private.day_words(d.due_on) || '.', 'sales', s.id, 'payment_due',
    jsonb_build_object('kind', d.kind, 'sale', private.sale_param(s.id), 'on', d.due_on)
  from due d
  join public.sales s on s.organization_id = d.organization_id and s.id = d.sales_id
  -- The seller, and the admin who recorded the sale for them.
  join public.users u on u.organization_id = s.organization_id and u.is_active
    and (u.id = s.agent_id or u.id = s.created_by and u.role in ('owner', 'admin'))
  order by d.due_on, s.id, u.id;
  return false;
end $function$;

CREATE OR REPLACE FUNCTION private.report_answer(p private.report_plan, most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  read_by constant text := case when p.grouped_by = 'category' then 'vendor' when p.grouped_by not in ('customer', 'line_kind') then p.grouped_by end;
  nothing constant private.report_cell := private.add_report_cells('{}');
  cells constant private.report_cell[] := array(select c from private.report_cells(p, read_by, p.first_day, p.last_day) c);
  before private.report_cell[] := '{}';
  shown private.report_cell[];
  total private.report_cell := private.add_report_cells(cells);
  -- People who share a sale have one each, the agency has one altogether.
  apart constant boolean := p.grouped_by = 'agent' and p.agent_id is null and private.counts_shares(p.organization_id);
  answer jsonb;
begin
  if p.compare is not null then
    before := array(select c from private.report_cells(p, read_by, p.before_first, p.before_last) c);
  end if;
  answer := jsonb_build_object(
    'total', private.report_figures(case when apart then private.report_whole(p, p.first_day, p.last_day) else total end),
    'before', case when p.compare is not null then private.report_figures(case when apart
      then private.report_whole(p, p.before_first, p.before_last) else private.add_report_cells(before) end) end);
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
  elsif p.grouped_by = 'line_kind' then
    return answer || jsonb_build_object('rows', (
      select coalesce(jsonb_agg(jsonb_build_object('key', n.kind, 'figures', private.report_figures(n.cell),
        'before', case when p.compare is not null then private.report_figures(coalesce(b.cell, nothing)) end)
        order by private.report_rank(p, n.cell) desc, n.kind), '[]')
      from private.report_by_line(p, p.first_day, p.last_day) n
      left join (select * from private.report_by_line(p, p.before_first, p.before_last) where p.compare is not null) b on b.kind = n.kind));
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
    'others', (select private.report_figures(r) from private.report_rest(total, shown) r where r is distinct from nothing));
end $function$;

CREATE OR REPLACE FUNCTION private.report_beside_facts(kind text, with_customer boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select format(
    'select h.id, h.sales_id, h.organization_id, h.user_id, c.vendor_id, case when c.status = ''cancelled'' then ''cancelled''
      when h.status = ''paid'' then ''agent_paid'' when c.status = ''agent_paid'' then ''funds_received'' else c.status end, %1$s,
    0::numeric, 0::numeric, null::numeric, c.received_on, w.amount, 0::numeric, 0::numeric, c.due_on, 0::numeric, %2$s, 1, 0, c.id,
    c.sale_date, 0::numeric, h.role, 0::numeric
    from public.commission_shares h
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
$function$;

CREATE OR REPLACE FUNCTION private.report_cells(p private.report_plan, grouped_by text, first_day date, last_day date)
 RETURNS SETOF private.report_cell
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  counted constant text := private.counted_by(p.organization_id, p.agent_id, grouped_by);
  level text := case
    when p.customer_id is not null or p.open_only then null
    -- Of the agency a sale is one: its people's totals would say it twice. Payments are each of one person.
    when counted = 'agency' and p.kind not like '%.paid' and coalesce(grouped_by, 'month') in ('month', 'vendor') then 'vendor'
    when p.vendor_ids is null and coalesce(grouped_by, 'month') in ('month', 'agent') then 'agent'
    when p.agent_id is null and coalesce(grouped_by, 'month') in ('month', 'vendor') then 'vendor' end;
  -- The totals' group is the rows' agent or vendor.
  keys constant text := case grouped_by when 'month' then '%1$s, null::uuid' when 'agent' then 'null::date, %2$s'
    when 'vendor' then 'null::date, %2$s' else 'null::date, null::uuid' end;
  first_month date := (date_trunc('month', (first_day - 1)::timestamp) + interval '1 month')::date;
  after_month date := date_trunc('month', (last_day + 1)::timestamp);
  stale date[] := '{}';
  from_days date[] := array[first_day];
  to_days date[] := array[last_day];
  parts text[] := '{}';
begin
  if level is not null and first_month < after_month then
    stale := array(select distinct s.month from private.stale_report_months s
      where s.organization_id = p.organization_id and s.kind = p.kind and s.month >= first_month and s.month < after_month);
    from_days := stale;
    to_days := array(select (m + interval '1 month')::date - 1 from unnest(stale) m);
    if first_day < first_month then
      from_days := from_days || first_day;
      to_days := to_days || (first_month - 1);
    end if;
    if last_day >= after_month then
      from_days := from_days || after_month;
      to_days := to_days || last_day;
    end if;
    parts := parts || format(
      'select %s, %s from private.report_totals f
      where f.organization_id = ($1).organization_id and f.kind = ($1).kind and f.grouped_by = %L
        and f.month >= $4 and f.month < $5 and f.month <> all ($6) and %s group by 1, 2',
      format(keys, 'f.month', 'f.group_id'), private.report_cells_together(), level,
      concat_ws(' and ', case when p.status is null then 'f.status <> ''cancelled''' else 'f.status = ($1).status' end,
        case when p.agent_id is not null then 'f.group_id = ($1).agent_id'
          when p.vendor_ids is not null then 'f.group_id = any (($1).vendor_ids)' end));
  end if;
  if cardinality(from_days) > 0 then
    parts := parts || format('select %s, %s from %s where %s and %s group by 1, 2',
      format(keys, 'date_trunc(''month'', f.day::timestamp)::date', case grouped_by when 'agent' then 'f.agent_id' else 'f.vendor_id' end),
      private.report_sums_of(p.kind), private.report_facts(p.kind, p.customer_id is not null, '', counted), private.report_condition(p),
      private.report_days(cardinality(from_days)));
  end if;
  return query execute format('select f.month, f.group_id, %1$s from (%2$s) f(month, group_id, n, total, expected, received_n, received,
      agents, short_n, short, written_off, open_amount, due_n, late_n, late_days, paid, taken_back)
    group by 1, 2 having row(%1$s) <> row(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)', private.report_cells_together(), array_to_string(parts, ' union all '))
  using p, from_days, to_days, first_month, after_month, stale;
end $function$;

CREATE OR REPLACE FUNCTION private.report_cells_together()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select string_agg(format('coalesce(sum(f.%I), 0)::%s', a.part,
    case when a.part in ('n', 'received_n', 'short_n', 'due_n', 'late_n', 'late_days') then 'bigint' else 'numeric' end), ', '
    order by a.place)
  from unnest('{n,total,expected,received_n,received,agents,short_n,short,written_off,open_amount,due_n,late_n,late_days,paid,taken_back}'::text[])
    with ordinality a(part, place)
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
      join public.commission_shares h on h.organization_id = p.organization_id and h.id = p.share_id
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
$function$;

CREATE OR REPLACE FUNCTION private.report_facts_of_kind(facts text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select format('(select f.id, f.sale_id, f.organization_id, f.agent_id, f.vendor_id, f.status, f.day, k.total, k.expected, f.received,
      f.received_on, f.agent_amount, f.written_off, f.open_amount, f.due_on, f.sign, f.counts, f.paid, f.record_id, f.short, f.beside, f.taken_back
    from %s cross join lateral (
      select sum(x.total) as total, sum(x.expected) as expected
      from (
        select l.kind, %s as total, %s as expected from public.sale_lines l
        where l.organization_id = f.organization_id and l.sale_id = f.sale_id
        window w as (order by l.place), v as ()) x
      where x.kind = $7 having count(*) > 0
      union all
      select f.total, f.expected where $7 = ''without_lines''
        and not exists (select from public.sale_lines l where l.organization_id = f.organization_id and l.sale_id = f.sale_id)) k) f', facts,
    private.line_part('amount', 'total'), private.line_part('commission', 'expected'))
$function$;

CREATE OR REPLACE FUNCTION private.report_figures(c private.report_cell)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('n', c.n, 'total', c.total, 'expected', c.expected, 'received_n', c.received_n,
    'received', c.received, 'taken_back', c.taken_back, 'net', c.received - c.taken_back, 'agents', c.agents,
    'agency', c.received - c.taken_back - c.agents, 'short_n', c.short_n, 'short', c.short,
    'written_off', c.written_off, 'open', c.open_amount, 'due_n', c.due_n, 'late_n', c.late_n, 'late_days', c.late_days, 'paid', c.paid)
$function$;

CREATE OR REPLACE FUNCTION private.report_recall_facts(kind text, with_customer boolean, counted text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
  from (select case counted when 'person' then 'case when case when r.share_id is null then c.seller_paid else h.status = ''paid'' end
    then ''agent_paid'' when c.status = ''agent_paid'' then ''funds_received'' else c.status end' else 'c.status' end as status) w
$function$;

CREATE OR REPLACE FUNCTION private.report_rest(total private.report_cell, shown private.report_cell[])
 RETURNS private.report_cell
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select null::date, null::uuid, total.n - s.n, total.total - s.total, total.expected - s.expected, total.received_n - s.received_n,
    total.received - s.received, total.agents - s.agents, total.short_n - s.short_n, total.short - s.short,
    total.written_off - s.written_off, total.open_amount - s.open_amount, total.due_n - s.due_n, total.late_n - s.late_n,
    total.late_days - s.late_days, total.paid - s.paid, total.taken_back - s.taken_back
  from private.add_report_cells(shown) s
$function$;

CREATE OR REPLACE FUNCTION private.report_sums_of(kind text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.report_totals_of_rows(organization_id uuid, kind text, months date[])
 RETURNS SETOF private.report_totals
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.reports()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '{sales,commissions,performance,aging,punctuality,short_pay,agents_year}'::text[]
$function$;

CREATE OR REPLACE FUNCTION private.resume_mails_slice(organization_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  stopped record;
begin
  for stopped in
    select m.id, m.attempts from private.stopped_mails m
    where m.organization_id = resume_mails_slice.organization_id
    order by m.claimed_until nulls first limit 20
  loop
    if stopped.attempts >= 3 then
      perform public.refuse_mail(stopped.id, 'mail_not_opened');
    else
      perform private.call_function('mailbox-read', jsonb_build_object('mail_id', stopped.id));
    end if;
  end loop;
  for stopped in
    select p.id, p.attempts from private.stopped_mail_parts p
    where p.organization_id = resume_mails_slice.organization_id
    order by p.claimed_until nulls first limit 20
  loop
    if stopped.attempts >= 4 then
      perform public.finish_mail_part(stopped.id, '{"state": "refused", "code": "part_not_opened"}');
    else
      perform private.call_function('mailbox-read', jsonb_build_object('part_id', stopped.id));
    end if;
  end loop;
  return false;
end $function$;

CREATE OR REPLACE FUNCTION private.run_mail_plans()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.sends_mail() then
    perform private.serve_in_turn('run_mail_plans',
      array(select distinct m.organization_id from private.mail_plans m where m.next_run_at <= now()), '1 second');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.run_mail_plans_slice(organization_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant int := 50;
  run int := 0;
  due record;
begin
  for due in
    select m as plan, private.one_line(o.name) as agency, o.time_zone as zone, private.reply_address(o.id, m.created_by) as reply_to,
      date_trunc('month', m.next_run_at at time zone o.time_zone)::date as month, private.one_line(r.name) as name, r.definition
    from private.mail_plans m
    join public.organizations o on o.id = m.organization_id
    left join public.saved_reports r on r.id = m.saved_report_id
    where m.organization_id = run_mail_plans_slice.organization_id and m.next_run_at <= now()
    order by m.next_run_at, m.id for no key update of m skip locked limit most
  loop
    run := run + 1;
    insert into private.outgoing_mails (organization_id, kind, to_address, to_name, from_name, reply_to, subject, created_by, plan_id, plan_run_at,
      recipient_id, statement_id)
    select u.organization_id, case when due.name is null then 'statement' else 'report' end, e.email, private.one_line(u.first_name || ' ' || u.last_name),
      due.agency, due.reply_to, coalesce(due.name, 'Statement ' || s.number), (due.plan).created_by, (due.plan).id, (due.plan).next_run_at, u.id, s.id
    from private.mail_plan_people p
    join public.users u on u.id = p.user_id and u.is_active
    join public.user_emails e on e.user_id = u.id and private.is_mail_address(e.email)
    left join public.payout_statements s on due.name is null and s.organization_id = u.organization_id and s.agent_id = u.id
      and s.paid_on >= due.month - interval '1 month' and s.paid_on < due.month
    where p.plan_id = (due.plan).id and case when due.name is null then s.id is not null
      else private.may_get_report(u.id, (due.plan).saved_report_id) end
    on conflict do nothing;
    update private.mail_plans m set last_run_at = m.next_run_at,
      next_run_at = private.next_mail_at(m.every, m.day, m.hour, due.zone, now())
    where m.id = (due.plan).id;
  end loop;
  return run = most;
end $function$;

CREATE OR REPLACE FUNCTION private.sale_filter_of(status text, agent_id uuid, vendor_id uuid, start_date date, end_date date, customer_search text, departing boolean, group_id uuid DEFAULT NULL::uuid)
 RETURNS private.sale_filter
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  f private.sale_filter;
  patterns text[] := private.search_patterns(sale_filter_of.customer_search);
begin
  customer_search := private.cut_search(sale_filter_of.customer_search);
  select c.organization_id, c.agent_id into f.organization_id, f.agent_id from private.caller_scope(sale_filter_of.agent_id) c;
  select r.first_day, r.last_day into f.first_day, f.last_day
  from private.date_range(sale_filter_of.start_date, sale_filter_of.end_date) r;
  f.by_share := f.agent_id is not null and private.has_shares(f.organization_id, f.agent_id);
  f.vendor_id := sale_filter_of.vendor_id;
  f.group_id := sale_filter_of.group_id;
  f.status := case when sale_filter_of.status in ('booked', 'paid', 'cancelled', 'active') then sale_filter_of.status end;
  -- Soon enough to ask the customer for the money, or too late.
  f.departing_by := case when sale_filter_of.departing then private.today() + 30 end;
  if private.has_too_many_search_words(patterns) then
    f.organization_id := null;
  elsif f.organization_id is not null and patterns is not null then
    select c.customer_ids, c.exclude_customers into f.customer_ids, f.exclude_customers
    from private.match_customers(f.organization_id, patterns) c;
    f.exact_ids := private.find_exact_references(f.organization_id, f.agent_id, sale_filter_of.customer_search);
    f.sale_ids := f.exact_ids || private.find_references(f.organization_id, f.agent_id, patterns);
    -- Nothing is as it was typed. Whoever asks: references of what they may not see would tell of themselves otherwise.
    if f.customer_ids = '{}' and f.sale_ids = '{}' and not f.exclude_customers then
      f.customer_ids := private.find_misspelled_customers(f.organization_id, sale_filter_of.customer_search);
    end if;
    if f.customer_ids = '{}' and (f.exclude_customers or f.sale_ids = '{}') then
      -- Everything matches, or nothing does.
      f.organization_id := case when f.exclude_customers then f.organization_id end;
      f.customer_ids := null;
      f.sale_ids := null;
      f.exclude_customers := false;
    end if;
  end if;
  return f;
end $function$;

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

CREATE OR REPLACE FUNCTION private.seller_share(c public.commissions)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.share_of((private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[1], c.commission_split, c.split_parts)
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
    where t.not_before is null or t.not_before <= clock_timestamp()
    order by t.served_at nulls first, w.id);
  tenant uuid;
  has_more boolean;
  is_cancelled boolean := false;
  slices int := 0;
begin
  -- One run of a job at a time.
  if cardinality(round) = 0 or not pg_try_advisory_xact_lock(hashtextextended('paperplane.job ' || job, 0)) then
    return 0;
  end if;
  while cardinality(round) > 0 loop
    foreach tenant in array round loop
      -- What fails is undone by itself, with the locks it took; what was done for others stays.
      begin
        execute format('select private.%I($1)', job || '_slice') into has_more using tenant;
        perform private.end_turn(job, tenant);
      exception
        when query_canceled then
          is_cancelled := true;
          perform private.end_turn(job, tenant, sqlerrm);
        when others then
          has_more := false;
          perform private.end_turn(job, tenant, sqlerrm);
      end;
      slices := slices + 1;
      if not coalesce(has_more, false) then
        round := array_remove(round, tenant);
      end if;
      -- A time-out, or a person, ended it: so does the run.
      if is_cancelled or clock_timestamp() > last_moment then
        return slices;
      end if;
    end loop;
  end loop;
  return slices;
end $function$;

CREATE OR REPLACE FUNCTION private.share_facts(share_id uuid, with_note boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((
    select jsonb_strip_nulls(jsonb_build_object('share_id', h.id, 'sales_id', h.sales_id, 'role', h.role, 'percent', h.percent,
      'base', h.base, 'taken_from', h.taken_from, 'booking_reference', s.booking_reference, 'vendor', v.name,
      'commission_kind', coalesce(x.kind, 'vendor'), 'received_on', coalesce(m.received_on, x.received_on),
      'commission', h.gross_part, 'split', case when h.place is not null then h.split end, 'split_parts', h.split_parts,
        'since', case when h.role = 'tier_correction' then (
          select private.tier_year(h.counted_on, t.tiers ->> 'year_start') from public.agreement_versions t
          where t.organization_id = h.organization_id and t.id = h.terms_version_id) end))
      || case when with_note then jsonb_build_object(
        'part', case when h.place is null then 'override' else 'share' end, 'note', case h.role
          when 'override' then 'Override: ' || pct.words || ' of ' || w.name || case right(w.name, 1) when 's' then '’' else '’s' end
            || ' commission'
          when 'override_charge' then 'Override: ' || pct.words || ' taken from your commission'
          when 'tier_correction' then 'By tier: split ' || trim_scale(h.split) || '%'
          else concat_ws(', ', case coalesce(x.kind, 'vendor') when 'service_fee' then 'Service fee' when 'penalty' then 'Penalty' end,
            case h.role when 'seller' then 'Seller' when 'co_seller' then 'Co-seller' else 'Referral' end, pct.words) end,
        'share_fact', jsonb_build_object('code', case when h.role in ('override', 'override_charge', 'tier_correction') then h.role
            else 'share' end,
          'params', jsonb_strip_nulls(jsonb_build_object('percent', case h.role when 'tier_correction' then h.split else h.percent end, 'role', h.role, 'kind', coalesce(x.kind, 'vendor'),
            'of', w.name)))) else '{}' end
    from public.commission_shares h
    left join public.commissions m on m.organization_id = h.organization_id and m.id = h.commission_id
    left join public.other_commissions x on x.organization_id = h.organization_id and x.id = h.other_commission_id
    left join public.sales s on s.id = h.sales_id
    left join public.vendors v on v.id = coalesce(m.vendor_id, x.vendor_id)
    left join lateral (select private.upon_whom(h) as name where with_note and h.role = 'override') w on true
    cross join lateral (select trim_scale(h.percent) || '%' as words) pct
    where h.id = share_facts.share_id), '{}')
$function$;

CREATE OR REPLACE FUNCTION private.share_of(amount numeric, split numeric, split_parts jsonb)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  if coalesce(split_parts, '[]') = '[]' then
    return round(amount * split / 100, 2);
  end if;
  return (select round(amount * sum((p ->> 'weight')::numeric * (p ->> 'split')::numeric) / sum((p ->> 'weight')::numeric) / 100, 2)
    from jsonb_array_elements(split_parts) p);
end $function$;

CREATE OR REPLACE FUNCTION private.split_by_tier(terms public.agreement_versions, day date, before timestamp with time zone, left_out uuid, amount numeric, volume numeric DEFAULT NULL::numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  volume := coalesce(volume, private.volume_until(terms, day, before, left_out));
  return case when terms.tiers ->> 'mode' = 'whole_year' then private.tier_parts(terms.tiers, terms.default_split, volume + amount, 0)
    else private.tier_parts(terms.tiers, terms.default_split, volume, amount) end;
end $function$;

CREATE OR REPLACE FUNCTION private.split_for(organization_id uuid, user_id uuid, vendor_id uuid, category text, day date, volume numeric DEFAULT NULL::numeric, OUT split numeric, OUT terms_version_id uuid)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  terms constant public.agreement_versions := private.terms_in_force(split_for.organization_id, split_for.user_id, split_for.day);
begin
  if terms.id is null then
    select coalesce(t.commission_split, o.default_commission_split) into split_for.split
    from public.organizations o
    left join public.user_terms t on t.organization_id = o.id and t.user_id = split_for.user_id
    where o.id = split_for.organization_id;
    return;
  end if;
  terms_version_id := terms.id;
  split := coalesce(private.split_of(terms.vendor_splits, 'vendor_id', split_for.vendor_id::text),
    private.split_of(terms.category_splits, 'category', split_for.category));
  if split is null then
    split := case when terms.tiers is null then terms.default_split
      else private.blended_split(private.split_by_tier(terms, split_for.day, '-infinity', null, 0, volume)) end;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.split_now(organization_id uuid, user_id uuid, day date, OUT split numeric, OUT by_tier boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  terms constant public.agreement_versions := private.terms_in_force(split_now.organization_id, split_now.user_id, split_now.day);
begin
  by_tier := terms.tiers is not null;
  split := case when by_tier then private.blended_split(private.split_by_tier(terms, split_now.day, 'infinity', null, 0))
    else (private.split_for(split_now.organization_id, split_now.user_id, null, null, split_now.day)).split end;
end $function$;

CREATE OR REPLACE FUNCTION private.split_of_other(organization_id uuid, user_id uuid, kind text, sales_id uuid, percent numeric, volume numeric DEFAULT NULL::numeric, OUT split numeric, OUT split_parts jsonb, OUT terms_version_id uuid)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  terms public.agreement_versions;
  sale public.sales;
begin
  select s.* into sale from public.sales s
  where s.organization_id = split_of_other.organization_id and s.id = split_of_other.sales_id;
  terms := private.terms_in_force(split_of_other.organization_id, split_of_other.user_id, sale.sale_date);
  if terms.id is null then
    split := (private.split_for(split_of_other.organization_id, split_of_other.user_id, null, null, sale.sale_date)).split;
    return;
  end if;
  terms_version_id := terms.id;
  split_parts := '[]';
  if split_of_other.kind = 'service_fee' then
    split := private.split_of(terms.category_splits, 'category', 'service_fee');
    terms.vendor_splits := '[]';
  else
    sale.total_amount := 0;
    sale.commission_amount := 0;
  end if;
  if split is null then
    terms.category_splits := '[]';
    select f.split, f.split_parts into split_of_other.split, split_of_other.split_parts
    from private.split_of_sale(terms, sale, split_of_other.percent,
      coalesce(volume, private.known_volume(split_of_other.sales_id, split_of_other.user_id))) f;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.split_of_sale(terms public.agreement_versions, sale public.sales, percent numeric, volume numeric DEFAULT NULL::numeric, is_rounded boolean DEFAULT false, OUT split numeric, OUT split_parts jsonb)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  by_vendor constant numeric := private.split_of(terms.vendor_splits, 'vendor_id', sale.vendor_id::text);
  rest jsonb := jsonb_build_array(jsonb_build_object('split', terms.default_split, 'weight', 1));
  by_lines jsonb;
begin
  split_parts := case when not is_rounded then '[]' end;
  if by_vendor is not null then
    split := by_vendor;
    return;
  end if;
  if terms.tiers is not null then
    rest := private.split_by_tier(terms, sale.sale_date, sale.created_at, sale.id,
      percent / 100 * case when sale.status = 'cancelled' then 0 when terms.tiers ->> 'basis' = 'sales_booked' then sale.total_amount
        when terms.tiers ->> 'basis' = 'commission_expected' then sale.commission_amount else 0 end, volume);
    if is_rounded then
      rest := jsonb_build_array(jsonb_build_object('split', private.blended_split(rest), 'weight', 1));
    end if;
  end if;
  -- What no category says has the parts of the rest: each line by its commission, those of the rest by their weight in it.
  select case when bool_or(p.is_own) then jsonb_agg(jsonb_build_object('split', p.split, 'weight', p.weight) order by p.split) end into by_lines
  from (
    select coalesce(l.split, r.split) as split, bool_or(l.split is not null) as is_own, sum(l.commission * case when l.split is null then r.weight else r.whole end) as weight
    from (
      select private.split_of(terms.category_splits, 'category', e ->> 'kind') as split, coalesce((e ->> 'commission')::numeric, 0) as commission
      from jsonb_array_elements(sale.lines) e where e ->> 'kind' <> 'service_fee') l
    join lateral (
      select (e ->> 'split')::numeric as split, (e ->> 'weight')::numeric as weight, sum((e ->> 'weight')::numeric) over () as whole, n
      from jsonb_array_elements(rest) with ordinality e(e, n)) r on l.split is null or r.n = 1
    group by 1
    having sum(l.commission) <> 0) p;
  if private.blended_split(by_lines) between 0 and 100 then
    rest := by_lines;
  end if;
  split := private.blended_split(rest);
  if not is_rounded and jsonb_array_length(rest) > 1 then
    split_parts := rest;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.split_of_share(organization_id uuid, user_id uuid, sales_id uuid, percent numeric, OUT split numeric, OUT split_parts jsonb, OUT terms_version_id uuid)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  terms public.agreement_versions;
  sale public.sales;
begin
  select s.* into sale from public.sales s
  where s.organization_id = split_of_share.organization_id and s.id = split_of_share.sales_id;
  terms := private.terms_in_force(split_of_share.organization_id, split_of_share.user_id, sale.sale_date);
  if terms.id is null then
    select f.split into split_of_share.split
    from private.split_for(split_of_share.organization_id, split_of_share.user_id, sale.vendor_id, null, sale.sale_date) f;
  else
    select f.split, f.split_parts into split_of_share.split, split_of_share.split_parts
    from private.split_of_sale(terms, sale, split_of_share.percent,
      private.known_volume(split_of_share.sales_id, split_of_share.user_id)) f;
    terms_version_id := terms.id;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.statement_lines(b public.payout_batches, agent_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(t.line order by t.place, t.sale_date, t.booking_reference, t.created_at, t.id), '[]')
  from (
    select case l.kind when 'commission' then 1 when 'share' then 2 when 'override' then 3 else 5 end as place, s.sale_date, s.booking_reference,
      l.created_at, l.id, jsonb_build_object('kind', private.told_kind(l.kind), 'amount', l.amount, 'note', l.note,
        'note_fact', l.note_fact, 'commission_id', l.commission_id, 'booking_reference', s.booking_reference, 'vendor', v.name,
        'customer', k.first_name || ' ' || k.last_name, 'customer_id', k.id,
        'received_on', c.received_on, 'commission', c.amount, 'split', c.commission_split,
        'split_parts', c.split_parts)
        || private.share_facts(l.share_id, private.is_claim(l.kind)) as line
    from public.payout_lines l
    left join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id
    left join public.commission_shares h on h.organization_id = l.organization_id and h.id = l.share_id
    left join public.sales s on s.id = coalesce(c.sales_id, h.sales_id)
    left join public.customers k on k.id = s.customer_id and (h.id is null or h.place is not null)
    left join public.vendors v on v.id = c.vendor_id
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.agent_id = statement_lines.agent_id
      and (h.role is distinct from 'tier_correction' or l.kind <> 'override')
    union all
    select 4, y.since, null, null, null, jsonb_build_object('kind', 'correction', 'part', 'override', 'role', 'tier_correction',
      'amount', y.amount, 'note_fact', null, 'commission_id', null, 'booking_reference', null, 'vendor', null, 'customer', null,
      'customer_id', null, 'received_on', null,
      'commission', null, 'split', null,
      'note', coalesce('Tier of ' || trim_scale(y.split) || '%', 'By tier') || ': ' || y.sales || case y.sales when 1 then ' sale' else ' sales' end
        || ' since ' || to_char(y.since, 'FMMonth FMDD, YYYY'),
      'share_fact', jsonb_build_object('code', 'tier_year', 'params', jsonb_strip_nulls(jsonb_build_object('percent', coalesce(y.split, 0),
        'role', 'tier_correction', 'kind', 'vendor', 'sales', y.sales, 'since', y.since))))
    from (
      select private.tier_year(h.counted_on, v.tiers ->> 'year_start') as since, count(distinct h.sales_id) as sales, sum(l.amount) as amount,
        case when min(h.split) = max(h.split) then max(h.split) end as split
      from public.payout_lines l
      join public.commission_shares h on h.organization_id = l.organization_id and h.id = l.share_id and h.role = 'tier_correction'
      join public.agreement_versions v on v.organization_id = h.organization_id and v.id = h.terms_version_id
      where l.organization_id = b.organization_id and l.batch_id = b.id and l.agent_id = statement_lines.agent_id and l.kind = 'override'
      group by 1) y) t
$function$;

CREATE OR REPLACE FUNCTION private.sync_recalls()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  a record;
  g record;
  c public.commissions;
  b public.payout_batches;
  note text;
  note_fact jsonb;
begin
  if tg_op <> 'INSERT' then
    for a in select r.* from replaced r where r.amount < 0 order by r.commission_id loop
      perform private.take_recall_parts_away(a.organization_id, array[a.id]);
      perform private.drop_recall(a.organization_id, a.transaction_id, a.commission_id);
    end loop;
  end if;
  if tg_op = 'DELETE' then
    return null;
  end if;
  for a in
    select n.*, v.name as vendor, t.booked_on from changed n
    join public.bank_transactions t on t.organization_id = n.organization_id and t.id = n.transaction_id
    join public.commissions m on m.organization_id = n.organization_id and m.id = n.commission_id
    join public.vendors v on v.id = m.vendor_id
    where n.amount < 0 order by n.commission_id
  loop
    select m.* into c from public.commissions m where m.id = a.commission_id;
    note := a.vendor || ' took commission back on ' || to_char(a.booked_on, 'FMMonth FMDD, YYYY');
    note_fact := jsonb_build_object('code', 'vendor_took_back', 'params', jsonb_build_object('vendor', a.vendor, 'on', a.booked_on));
    select p.* into b from public.payout_batches p
    where p.organization_id = c.organization_id and p.status = 'draft' for update skip locked;
    for g in
      select r.*, h from private.parts_of_recall(c, -a.amount) r
      left join public.commission_shares h on h.organization_id = c.organization_id and h.id = r.share_id
      order by r.share_id nulls first
    loop
      continue when g.part = 0 and g.amount = 0;
      insert into private.recall_parts (organization_id, commission_id, sales_id, vendor_id, allocation_id, user_id, share_id, place,
        posted_on, taken_back, agent_amount, cancelled)
      values (c.organization_id, c.id, c.sales_id, c.vendor_id, a.id, g.user_id, g.share_id, g.place,
        greatest(a.posted_on, private.books_closed_through(c.organization_id) + 1), g.part, g.amount, c.status = 'cancelled');
      continue when g.amount = 0;
      if g.share_id is null then
        perform private.post_recall(b, c, g.amount, note, note_fact, a.transaction_id, true);
      else
        perform private.post_share_recall(b, g.h, g.amount, note, note_fact, a.transaction_id, true);
      end if;
    end loop;
  end loop;
  return null;
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
    agent_amount = private.share_of(w.gross_part, h.split, h.split_parts), counted_on = w.sale_date,
    status = case when w.cancelled then 'cancelled' else h.status end
  from private.wanted_shares(commission_ids) w
  where h.organization_id = w.organization_id and h.commission_id = w.commission_id and h.user_id = w.user_id
    and h.role in ('co_seller', 'referral') and h.status = 'open'
    and (h.place, h.role, h.percent, h.gross_part, h.counted_on, h.status = 'cancelled')
      is distinct from (w.place, w.role, w.percent, w.gross_part, w.sale_date, w.cancelled);
  insert into public.commission_shares (organization_id, commission_id, sales_id, user_id, role, place, percent, split, split_parts,
    gross_part, agent_amount, terms_version_id, counted_on)
  select w.organization_id, w.commission_id, w.sales_id, w.user_id, w.role, w.place, w.percent, t.split, t.split_parts,
    w.gross_part, private.share_of(w.gross_part, t.split, t.split_parts), t.terms_version_id, w.sale_date
  from private.wanted_shares(commission_ids) w
  cross join lateral private.split_of_share(w.organization_id, w.user_id, w.sales_id, w.percent) t
  where not w.cancelled and not exists (
    select from public.commission_shares h where h.organization_id = w.organization_id and h.commission_id = w.commission_id
      and h.user_id = w.user_id and h.role in ('co_seller', 'referral'))
  order by w.sales_id, w.place;
end $function$;

CREATE OR REPLACE FUNCTION private.take_recall_parts_away(organization_id uuid, allocation_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  closed_through constant date := coalesce(private.books_closed_through(take_recall_parts_away.organization_id), '-infinity');
begin
  delete from private.recall_parts r
  where r.organization_id = take_recall_parts_away.organization_id and r.allocation_id = any (allocation_ids) and r.posted_on > closed_through;
  insert into private.recall_parts (organization_id, commission_id, sales_id, vendor_id, allocation_id, user_id, share_id, place, posted_on,
    taken_back, agent_amount, cancelled)
  select r.organization_id, r.commission_id, r.sales_id, r.vendor_id, r.allocation_id, r.user_id, r.share_id, r.place, closed_through + 1,
    -sum(r.taken_back), -sum(r.agent_amount), r.cancelled
  from private.recall_parts r
  where r.organization_id = take_recall_parts_away.organization_id and r.allocation_id = any (allocation_ids)
  group by r.organization_id, r.commission_id, r.sales_id, r.vendor_id, r.allocation_id, r.user_id, r.share_id, r.place, r.cancelled
  having (sum(r.taken_back), sum(r.agent_amount)) <> (0, 0);
end $function$;

CREATE OR REPLACE FUNCTION private.take_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  terms public.agreement_versions;
  sale public.sales;
begin
  if exists (select from public.agreement_versions v where v.organization_id = new.organization_id and v.user_id = new.agent_id) then
    terms := private.terms_in_force(new.organization_id, new.agent_id, new.sale_date);
  end if;
  if terms.id is not null then
    select s.* into sale from public.sales s where s.organization_id = new.organization_id and s.id = new.sales_id;
    select f.split, f.split_parts into new.commission_split, new.split_parts
    from private.split_of_sale(terms, sale, new.share_percents[1], private.known_volume(new.sales_id, new.agent_id)) f;
  else
    new.split_parts := null;
  end if;
  new.terms_version_id := terms.id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_expiring_connections_slice(organization_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c public.bank_connections;
  days_left int;
begin
  for c in
    select b.* from private.expiring_connections e
    join public.bank_connections b on b.organization_id = e.organization_id and b.id = e.id
    where e.organization_id = tell_expiring_connections_slice.organization_id
    for update of b skip locked
  loop
    days_left := greatest(ceil(extract(epoch from c.expires_at - now()) / 86400)::int, 0);
    if days_left = 0 then
      perform private.stop_sync_parts(c);
      update public.bank_connections b set state = 'needs_attention', code = 'expired', words = null, next_try_at = null, expiry_told = 0
      where b.id = c.id;
      perform private.tell_of_expiry(c, 0);
    elsif c.expiry_told is null or days_left <= 3 and c.expiry_told > 3 then
      update public.bank_connections b set expiry_told = days_left where b.id = c.id;
      perform private.tell_of_expiry(c, days_left);
    end if;
  end loop;
  return false;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_late_document_checks_slice(organization_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  late record;
begin
  for late in
    update private.document_checks c set told_at = now()
    from private.late_document_checks l
    where l.organization_id = tell_late_document_checks_slice.organization_id and c.version_id = l.version_id and c.told_at is null
    returning c.version_id
  loop
    insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id, code, params)
    select u.organization_id, u.id, 'document', 'The file of “' || d.title || '” waits to be checked. Others see it as soon as it was.',
      'documents', d.id, 'document_waits', jsonb_build_object('title', d.title)
    from public.document_versions v
    join public.documents d on d.organization_id = v.organization_id and d.id = v.document_id
    join public.users u on u.organization_id = v.organization_id and u.id = v.uploaded_by and u.is_active
    where v.id = late.version_id;
  end loop;
  return false;
end $function$;

CREATE OR REPLACE FUNCTION private.terms_again(organization_id uuid, user_id uuid)
 RETURNS TABLE(commission_id uuid, share_id uuid, sales_id uuid, kind text, vendor_id uuid, day date, split_before numeric, split_after numeric, parts_after jsonb, amount_before numeric, amount_after numeric, terms_version_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with unpaid as materialized (
    select c.id as commission_id, null::uuid as other_commission_id, null::uuid as share_id, c.terms_version_id, c.sales_id, 'vendor' as kind, c.vendor_id, c.sale_date as day,
      c.commission_split as split, c.split_parts, c.share_percents[1] as percent,
      (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[1] as part, c.agent_amount
    from public.commissions c
    where c.organization_id = terms_again.organization_id and c.agent_id = terms_again.user_id
      and c.status in ('unpaid', 'funds_received') and not c.seller_paid
      and not exists (select from public.payout_lines l
        where l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'commission')
    union all
    select h.commission_id, h.other_commission_id, h.id, h.terms_version_id, h.sales_id, coalesce(x.kind, 'vendor'), coalesce(m.vendor_id, x.vendor_id), h.counted_on, h.split,
      h.split_parts, h.percent, h.gross_part, h.agent_amount
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
    select a.*, f.split as new_split, case when not a.is_rounded then f.split_parts end as new_parts
    from (
      select a.*, w.before,
        -- By the terms that it was recorded by nothing changes: also not how a divided split was rounded then.
        a.split_parts is null and a.terms_version_id is not distinct from (a.terms).id as is_rounded
      from agreed a
      full join volumes w on w.sales_id = a.sales_id and w.basis = (a.terms).tiers ->> 'basis'
        and w.year_start = (a.terms).tiers ->> 'year_start' and w.mode = (a.terms).tiers ->> 'mode'
      offset 0) a
    cross join lateral (
      select s.split, s.split_parts from private.split_of_sale(a.terms, a.sale, a.percent, a.before, a.is_rounded) s where a.kind = 'vendor'
      union all
      select o.split, o.split_parts
      from private.split_of_other(terms_again.organization_id, terms_again.user_id, a.kind, a.sales_id, a.percent, a.before) o
      where a.kind <> 'vendor') f),
  sums as (
    select t.*, t.agent_amount + coalesce(k.amount, 0) as amount_before, private.share_of(t.part, t.new_split, t.new_parts) as amount_after
    from splits t
    full join corrected k on coalesce(k.under_share_id, k.commission_id, k.other_commission_id) = coalesce(t.share_id, t.commission_id)
    offset 0)
  select t.commission_id, t.share_id, t.sales_id, t.kind, t.vendor_id, t.day, t.split, t.new_split, t.new_parts, t.amount_before, t.amount_after, (t.terms).id
  from sums t
  where (t.new_split <> t.split or coalesce(t.new_parts, '[]') <> coalesce(t.split_parts, '[]'))
    and (t.amount_after <> t.amount_before or t.terms_version_id is distinct from (t.terms).id)
$function$;

CREATE OR REPLACE FUNCTION private.tier_parts(tiers jsonb, default_split numeric, before numeric, amount numeric)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  with steps as (
    select s.start, s.split, lead(s.start) over (order by s.start) as next
    from (select 0::numeric as start, tier_parts.default_split as split
        where not exists (select from jsonb_array_elements(tiers -> 'steps') e where (e ->> 'from')::numeric = 0)
      union all
      select (e ->> 'from')::numeric, (e ->> 'split')::numeric from jsonb_array_elements(tiers -> 'steps') e) s),
  parts as (
    select s.split, case when coalesce(amount, 0) > 0
        then greatest(least(tier_parts.before + amount, coalesce(s.next, 'infinity')) - greatest(tier_parts.before, s.start), 0)
        else (tier_parts.before >= s.start and tier_parts.before < coalesce(s.next, 'infinity'))::integer end as weight
    from steps s)
  select jsonb_agg(jsonb_build_object('split', p.split, 'weight', p.weight) order by p.split) from (
    select p.split, sum(p.weight) as weight from parts p where p.weight > 0 group by p.split) p
$function$;

CREATE OR REPLACE FUNCTION private.tier_volume(organization_id uuid, user_id uuid, basis text, year_start text, day date, before timestamp with time zone DEFAULT '-infinity'::timestamp with time zone, left_out uuid DEFAULT NULL::uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with sold as (
    select s.id, s.total_amount, s.commission_amount, c.net_received, c.status, s.sale_date, s.created_at, c.share_percents[1] as percent
    from public.sales s left join private.commissions_received c on c.organization_id = s.organization_id and c.sales_id = s.id
    where s.organization_id = tier_volume.organization_id and s.agent_id = tier_volume.user_id
      and (s.status <> 'cancelled' or basis = 'commission_received') and s.sale_date between private.tier_year(tier_volume.day, year_start) and tier_volume.day
    union all
    select s.id, s.total_amount, s.commission_amount, c.net_received, c.status, s.sale_date, s.created_at, h.percent
    from public.commission_shares h
    join public.sales s on s.organization_id = h.organization_id and s.id = h.sales_id
    join private.commissions_received c on c.organization_id = h.organization_id and c.id = h.commission_id
    where h.organization_id = tier_volume.organization_id and h.user_id = tier_volume.user_id and h.role in ('co_seller', 'referral')
      and (s.status <> 'cancelled' or basis = 'commission_received')
      and s.sale_date between private.tier_year(tier_volume.day, year_start) and tier_volume.day)
  select coalesce(round(sum(coalesce(s.percent, 100) / 100 * case when basis = 'sales_booked' then s.total_amount
    when basis = 'commission_received' then coalesce(s.net_received, 0) when s.status = 'cancelled' then 0 else s.commission_amount end), 2), 0)
  from sold s
  where (s.sale_date < tier_volume.day or s.created_at < tier_volume.before or tier_volume.before = now() and s.created_at <> tier_volume.before
    or s.created_at = tier_volume.before and s.id < tier_volume.left_out) and s.id is distinct from left_out
$function$;

CREATE OR REPLACE FUNCTION private.tier_volumes(organization_id uuid, user_id uuid, basis text, whole boolean, first_day date, sale_ids uuid[])
 RETURNS TABLE(sales_id uuid, sale_date date, before numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with year as materialized (
    select tier_volumes.first_day as first_day, (tier_volumes.first_day + interval '1 year')::date - 1 as last_day
  ), asked as materialized (
    select s.id, s.sale_date, s.created_at, s.total_amount, s.commission_amount, p.percent, s.status
    from unnest(tier_volumes.sale_ids) i(id)
    join public.sales s on s.organization_id = tier_volumes.organization_id and s.id = i.id
    cross join lateral (
      select case when s.co_sellers = '[]' then 100 else (private.share_percents(s.co_sellers))[1] end as percent
      where s.agent_id = tier_volumes.user_id
      union all
      select (e.value ->> 'percent')::numeric from jsonb_array_elements(s.co_sellers) e(value)
      where (e.value ->> 'user_id')::uuid = tier_volumes.user_id) p
    where s.sale_date between (select y.first_day from year y) and (select y.last_day from year y)
  ), sold as materialized (
    select a.id, true as is_asked, a.sale_date, a.created_at, a.percent, a.total_amount, a.commission_amount, a.status from asked a
    union all
    select s.id, false, s.sale_date, s.created_at, case when s.co_sellers = '[]' then 100 else (private.share_percents(s.co_sellers))[1] end,
      s.total_amount, s.commission_amount, s.status
    from public.sales s
    where s.organization_id = tier_volumes.organization_id and s.agent_id = tier_volumes.user_id
      and (s.status <> 'cancelled' or tier_volumes.basis = 'commission_received')
      and s.sale_date between (select y.first_day from year y) and (select y.last_day from year y)
    union all
    select s.id, false, s.sale_date, s.created_at, h.percent, s.total_amount, s.commission_amount, s.status
    from public.commission_shares h
    join public.sales s on s.organization_id = h.organization_id and s.id = h.sales_id
    where h.organization_id = tier_volumes.organization_id and h.user_id = tier_volumes.user_id and h.role in ('co_seller', 'referral')
      and h.commission_id is not null and (s.status <> 'cancelled' or tier_volumes.basis = 'commission_received')
      and s.sale_date between (select y.first_day from year y) and (select y.last_day from year y)
  ), counted as (
    select distinct on (s.id) s.id, s.is_asked, s.sale_date, s.created_at, s.percent / 100 * case
        when tier_volumes.basis = 'commission_received' then coalesce(c.net_received, 0) when s.status = 'cancelled' then 0
        when tier_volumes.basis = 'sales_booked' then s.total_amount when c.status = 'cancelled' then 0 else s.commission_amount end as volume
    from sold s
    left join private.commissions_received c on tier_volumes.basis <> 'sales_booked' and c.organization_id = tier_volumes.organization_id
      and c.sales_id = s.id
    order by s.id, s.is_asked desc
  ), placed as (
    select c.id, c.is_asked, c.sale_date, case when tier_volumes.whole
        then sum(c.volume) over () - case tier_volumes.basis when 'commission_received' then 0 else c.volume end
      -- Of its day what other transactions recorded, and of this one by id.
      else coalesce(sum(c.volume) over (order by c.sale_date, c.created_at = now(), case when c.created_at = now() then null else c.created_at end, c.id
        rows between unbounded preceding and 1 preceding), 0) end as before
    from counted c)
  select p.id, p.sale_date, round(p.before, 2) from placed p where p.is_asked
$function$;

CREATE OR REPLACE FUNCTION private.under_shares(commission_ids uuid[], share_ids uuid[])
 RETURNS TABLE(organization_id uuid, commission_id uuid, other_commission_id uuid, sales_id uuid, under_share_id uuid, user_id uuid, day date, is_cancelled boolean, gross numeric, agent numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.organization_id, c.id, null::uuid, c.sales_id, null::uuid, c.agent_id, c.sale_date, c.status = 'cancelled', p.part,
    private.share_of(p.part, c.commission_split, c.split_parts)
  from public.commissions c
  cross join lateral (select case when cardinality(c.share_percents) = 1 then coalesce(c.share_base, c.amount)
    else (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[1] end as part) p
  where c.id = any (commission_ids)
  union all
  select h.organization_id, h.commission_id, h.other_commission_id, h.sales_id, h.id, h.user_id, h.counted_on, h.status = 'cancelled', p.part,
    private.share_of(p.part, h.split, h.split_parts)
  from public.commission_shares h
  left join public.commissions c on c.id = h.commission_id
  -- What was paid of a share stays as it was; what there is to share does not.
  cross join lateral (select case when c.id is null then h.gross_part
    else (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[h.place] end as part) p
  where h.id = any (share_ids) and h.place > 0
$function$;

CREATE OR REPLACE FUNCTION private.waits_after_failure(job text, organization_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.job_turns t where t.job = waits_after_failure.job
    and t.organization_id = waits_after_failure.organization_id and t.not_before > clock_timestamp())
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

CREATE OR REPLACE FUNCTION private.write_agency_exports()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  export private.agency_exports;
begin
  delete from private.agency_exports e
  where e.ready_at < now() - interval '7 days' or e.state = 'failed' and e.asked_at < now() - interval '7 days';
  select e.* into export from private.agency_exports e
  where e.state = 'waiting' and not private.waits_after_failure('write_agency_exports', e.organization_id) order by e.asked_at, e.id limit 1;
  -- Of two jobs at once one writes: there may be more than one while the first takes long.
  if export.id is null or not pg_try_advisory_xact_lock(hashtextextended('agency export', 0)) then
    return;
  end if;
  begin
    if export.asked_at < now() - interval '1 day' then
      update private.agency_exports e set state = 'failed', writing_key = null where e.id = export.id and e.state = 'waiting';
      perform private.tell_of_export(export, 'agency_export_failed');
    else
      perform private.write_export(export);
    end if;
    perform private.end_turn('write_agency_exports', export.organization_id);
  exception when others or query_canceled then
    perform private.end_turn('write_agency_exports', export.organization_id, sqlerrm);
  end;
end $function$;

CREATE OR REPLACE FUNCTION private.write_follow_ups()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.serve_in_turn('write_follow_ups', array(select distinct f.organization_id from private.due_follow_ups f), '1 second')
$function$;

CREATE OR REPLACE FUNCTION private.write_follow_ups_slice(organization_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant int := 100;
  written int := 0;
  due record;
  open_count int;
begin
  for due in
    select c as chase, private.one_line(o.name) as agency, private.reply_address(o.id, c.asked_by) as reply_to,
      (now() at time zone o.time_zone)::date as day, u.is_active and u.role in ('owner', 'admin') as may_ask, v.archived_at
    from private.due_follow_ups f
    join private.vendor_chases c on c.organization_id = f.organization_id and c.id = f.id
    join public.organizations o on o.id = c.organization_id
    join public.users u on u.id = c.asked_by
    join public.vendors v on v.id = c.vendor_id
    where f.organization_id = write_follow_ups_slice.organization_id
    order by c.next_on, c.id for no key update of c skip locked limit most
  loop
    written := written + 1;
    open_count := (private.owed_figures((due.chase).organization_id, vendor_id => (due.chase).vendor_id) ->> 'count')::int;
    if open_count = 0 or not due.may_ask then
      update private.vendor_chases c set state = case when open_count = 0 then 'paid' else 'stopped' end, next_on = null, ended_on = due.day
      where c.id = (due.chase).id;
    elsif private.deposit_waits((due.chase).organization_id, (due.chase).vendor_id) then
      update private.vendor_chases c set next_on = due.day + 1 where c.id = (due.chase).id;
    else
      insert into private.outgoing_mails (organization_id, kind, to_address, from_name, reply_to, subject, created_by, chase_id, chase_number)
      values ((due.chase).organization_id, 'chase', (due.chase).to_address, due.agency, due.reply_to, 'Open commission',
        (due.chase).asked_by, (due.chase).id, (due.chase).follow_ups + 1)
      on conflict do nothing;
      update private.vendor_chases c set follow_ups = c.follow_ups + 1,
        state = case when c.follow_ups + 1 = 6 then 'ended' else 'running' end,
        next_on = case when c.follow_ups + 1 < 6 then due.day + c.every_days end,
        ended_on = case when c.follow_ups + 1 = 6 then due.day end
      where c.id = (due.chase).id;
    end if;
  end loop;
  return written = most;
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
    split_parts, gross_part, agent_amount, terms_version_id, counted_on)
  select p.organization_id, p.id, p.sales_id, p.user_id, p.role, p.place, p.percent, t.split, t.split_parts, p.gross_part,
    private.share_of(p.gross_part, t.split, t.split_parts), t.terms_version_id, p.counted_on
  from people p
  left join public.commission_shares k on k.organization_id = p.organization_id and k.other_commission_id = p.id
    and k.user_id = p.user_id and k.place is not null and k.status <> 'cancelled'
  cross join lateral (
    select k.split, k.split_parts, k.terms_version_id where k.id is not null
    union all
    select f.split, f.split_parts, f.terms_version_id from private.split_of_other(p.organization_id, p.user_id, p.kind, p.sales_id, p.percent) f
    where k.id is null) t
  order by p.id, p.place
  on conflict (commission_id, other_commission_id, place, organization_id) where place is not null do update
    set user_id = excluded.user_id, role = excluded.role, percent = excluded.percent, split = excluded.split,
      split_parts = excluded.split_parts, gross_part = excluded.gross_part, agent_amount = excluded.agent_amount, terms_version_id = excluded.terms_version_id,
      counted_on = excluded.counted_on, status = 'open'
    where c.status <> 'paid' and (c.user_id, c.role, c.percent, c.split, c.split_parts, c.gross_part, c.agent_amount, c.counted_on, c.status)
      is distinct from (excluded.user_id, excluded.role, excluded.percent, excluded.split, excluded.split_parts, excluded.gross_part, excluded.agent_amount,
        excluded.counted_on, 'open');
  perform private.take_shares_away(array(
    select c.id
    from public.commission_shares c
    join public.other_commissions o on o.organization_id = c.organization_id and o.id = c.other_commission_id
    join public.sales s on s.organization_id = o.organization_id and s.id = o.sales_id
    where c.other_commission_id = any (other_ids) and c.place > jsonb_array_length(s.co_sellers) + 1 and c.status <> 'paid'
      and o.status in ('unpaid', 'funds_received')));
end $function$;

CREATE OR REPLACE FUNCTION public.apply_terms_again(member_id uuid, expected text, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  answer jsonb;
  locked record;
  member public.users;
  sale_ids uuid[];
  changed jsonb;
  done record;
begin
  answer := private.begin_request('apply_terms_again', request_key, jsonb_build_object('member_id', apply_terms_again.member_id,
    'expected', apply_terms_again.expected));
  if answer is not null then
    return answer;
  end if;
  select t.* into locked from private.lock_member(apply_terms_again.member_id) t;
  if locked.refusal is not null then
    return locked.refusal;
  end if;
  member := locked.member;
  sale_ids := array(
    select c.sales_id from public.commissions c
    where c.organization_id = member.organization_id and c.agent_id = member.id and c.status in ('unpaid', 'funds_received')
      and not c.seller_paid
    union
    select h.sales_id from public.commission_shares h
    where h.organization_id = member.organization_id and h.user_id = member.id and h.status = 'open' and h.sales_id is not null);
  perform 1 from public.sales s where s.organization_id = member.organization_id and s.id = any (sale_ids) order by s.id for no key update;
  perform 1 from public.commissions c where c.organization_id = member.organization_id and c.sales_id = any (sale_ids)
  order by c.sales_id for no key update;
  perform 1 from public.other_commissions x where x.organization_id = member.organization_id and x.sales_id = any (sale_ids)
  order by x.id for no key update;
  perform 1 from public.commission_shares h where h.organization_id = member.organization_id and h.sales_id = any (sale_ids)
  order by h.id for no key update;
  -- Sales of somebody with tiers wait, as they do for each other.
  perform private.lock_people(array[member.organization_id], array[member.id]);
  perform private.books_closed_through(member.organization_id);
  -- Queries of their own: they see what was written while this waited.
  changed := private.terms_again_rows(member.organization_id, member.id);
  if md5(changed::text) is distinct from apply_terms_again.expected then
    return private.command_result('Something changed meanwhile. Look at it again.', null, 'terms_again_changed');
  end if;
  with rows as materialized (
    select * from jsonb_to_recordset(changed) x(commission_id uuid, share_id uuid, split_after numeric, parts_after jsonb, amount_before numeric,
      amount_after numeric, terms_version_id uuid)
  ), sellers as (
    update public.commissions c set commission_split = t.split_after, split_parts = t.parts_after, terms_version_id = t.terms_version_id
    from rows t
    where c.organization_id = member.organization_id and c.id = t.commission_id and t.share_id is null
    returning 1
  ), others as (
    update public.commission_shares h set split = t.split_after, split_parts = t.parts_after,
      agent_amount = private.share_of(h.gross_part, t.split_after, t.parts_after), terms_version_id = t.terms_version_id
    from rows t
    where h.organization_id = member.organization_id and h.id = t.share_id
    returning 1
  ), entries as (
    insert into public.commission_history
      (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes, code)
    select c.id, c.organization_id, auth.uid(), 'update', c.status, c.status, '{}', '{}', 'Terms applied again', 'terms_applied'
    from public.commissions c
    where c.organization_id = member.organization_id and c.id in (select t.commission_id from rows t)
    order by c.id
    returning 1)
  select (select count(*) from sellers) + (select count(*) from others) as n, (select sum(t.amount_before) from rows t) as before,
    (select sum(t.amount_after) from rows t) as after, (select count(*) from entries) as entries into done;
  if done.n > 0 then
    perform private.audit(member.organization_id, 'terms_applied', null, member.id,
      private.audit_change('agent_amount', done.before::text, done.after::text) || jsonb_build_object('count', done.n),
      done.after - done.before);
  end if;
  return private.end_request(request_key, member.id, private.command_result(null) || jsonb_build_object('changed', done.n));
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
  perform private.erase_from_statements(caller_organization_id, customer_ids);
  perform private.redact_sales(caller_organization_id, own_sale_ids, any_name_pattern, '{notes}');
  perform private.redact_sales(caller_organization_id, former_sale_ids, unique_pattern);
  perform private.redact_sales(caller_organization_id, traveled_sale_ids, full_name_pattern);
  perform private.redact_sale_groups(caller_organization_id, own_sale_ids, any_name_pattern);
  perform private.redact_sale_groups(caller_organization_id, traveled_sale_ids, full_name_pattern);
  if unique_pattern is not null then
    perform private.redact_sale_groups(caller_organization_id, null, unique_pattern);
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
  f private.commission_filter;
  ids uuid[] := '{}';
  answer jsonb;
begin
  perform private.await_turn();
  f := private.commission_filter_of(export_commissions.status, export_commissions.agent_id, export_commissions.vendor_id,
    export_commissions.overdue, export_commissions.ready, export_commissions.start_date, export_commissions.end_date,
    export_commissions.search);
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
  perform private.await_turn();
  search := private.cut_search(export_customers.search);
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

CREATE OR REPLACE FUNCTION public.export_sales(status text DEFAULT NULL::text, agent_id uuid DEFAULT NULL::uuid, vendor_id uuid DEFAULT NULL::uuid, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, customer_search text DEFAULT NULL::text, sort text DEFAULT 'sale_date'::text, descending boolean DEFAULT true, departing boolean DEFAULT false, group_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  f private.sale_filter;
  ids uuid[] := '{}';
  with_lines boolean;
  rows jsonb;
  is_cut boolean;
begin
  perform private.await_turn();
  f := private.sale_filter_of(export_sales.status, export_sales.agent_id, export_sales.vendor_id, export_sales.start_date,
    export_sales.end_date, export_sales.customer_search, export_sales.departing, export_sales.group_id);
  if f.organization_id is not null then
    ids := private.find_sales(f, export_sales.sort, coalesce(export_sales.descending, true), private.export_limit() + 1, 0,
      f.customer_ids is not null or f.departing_by is not null or f.group_id is not null);
  end if;
  -- Of these sales alone: whether others have lines is nobody's to know from them.
  with_lines := exists (select from public.sale_lines l where l.organization_id = f.organization_id) and exists (
    select from unnest(ids) i(id)
    join public.sales s on s.id = i.id
    where s.lines <> '[]' and not (f.by_share and s.co_sellers <> '[]'));
  select coalesce(jsonb_agg(jsonb_build_array(s.booking_reference, s.status, s.sale_date, s.travel_date, s.return_date,
      c.first_name || ' ' || c.last_name, c.email, v.name, a.first_name || ' ' || a.last_name,
      -- Said once, so that a column adds up.
      case when l.place > 1 then null else coalesce(p.total_amount, s.total_amount) end,
      case when l.place > 1 then null else s.commission_rate end,
      case when l.place > 1 then null else coalesce(p.commission_amount, s.commission_amount) end, s.currency,
      coalesce(w.status, m.status), case when l.place > 1 or p.seller_id <> p.agent_id then null else s.notes end)
      || case when with_lines then jsonb_build_array(l.kind, l.text, l.amount,
        case when l.earns = 'nothing' then 'no' when l.earns is not null then 'yes' end,
        case l.earns when 'rate' then l.rate end, case l.earns when 'amount' then l.commission end) else '[]' end
      order by u.n, l.place) filter (where u.upto <= private.export_limit()), '[]'),
    coalesce(bool_or(u.upto > private.export_limit()), false)
  into rows, is_cut
  from (
    select i.id, i.n, case when with_lines then sum(greatest(jsonb_array_length(k.lines), 1)) over (order by i.n) else i.n end as upto
    from unnest(ids) with ordinality i(id, n) join public.sales k on k.id = i.id) u
  join public.sales s on s.id = u.id
  -- Of a sale with several people each has a part of the whole, of no line.
  left join public.sale_lines l on with_lines and l.organization_id = s.organization_id and l.sale_id = s.id
    and not (f.by_share and s.co_sellers <> '[]')
  join public.customers c on c.id = s.customer_id
  join public.users a on a.id = s.agent_id
  join public.vendors v on v.id = s.vendor_id
  join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
  left join lateral (select x.* from private.sales_by_share x where f.by_share and x.id = s.id
    and x.organization_id = s.organization_id and x.agent_id = f.agent_id offset 0) p on true
  left join lateral (select x.* from private.commissions_by_share x where f.by_share and x.id = m.id
    and x.organization_id = m.organization_id and x.agent_id = f.agent_id offset 0) w on true;
  return jsonb_build_object('rows', rows, 'truncated', is_cut,
    'columns', '{booking_reference,status,sale_date,travel_date,return_date,customer,customer_email,vendor,agent,
    total_amount,commission_rate,commission_amount,currency,commission_status,notes}'::text[]
    || case when with_lines then private.line_columns() else '{}' end);
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
  pages int;
  list jsonb := '[]';
  answer jsonb;
begin
  perform private.await_turn();
  pages := case when private.is_admin() then 1 else 0 end;
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
  perform private.await_turn();
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

CREATE OR REPLACE FUNCTION public.get_member_page(member_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select public.get_member_profile(get_member_page.member_id) || jsonb_build_object(
    'sales', private.latest_sales_of_member(private.current_organization_id(), get_member_page.member_id))
$function$;

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
      'split', c.commission_split, 'split_parts', c.split_parts) || private.share_facts(l.share_id, private.is_claim(l.kind))
      order by l.kind <> 'commission', l.kind <> 'share', l.kind <> 'override', s.sale_date, s.booking_reference, l.commission_id, l.share_id),
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
          || private.share_facts(w.share_id, false) order by c.due_on, s.sale_date, c.id, w.share_id) filter (where w.place <= 50) as rows
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
        left join public.payout_holds h on h.organization_id = caller_organization_id and (h.commission_id = c.id or h.share_id = t.id)
        left join public.users u on u.id = h.held_by
        group by w.obstacle) g),
    'paid_this_year', private.paid_to_agent(caller_organization_id, caller, extract(year from private.today())::int),
    'statements', private.statement_rows(caller_organization_id, caller, 5, 0),
    'statement_count', (select count(*) from public.payout_statements s
      where s.organization_id = caller_organization_id and s.agent_id = caller),
    'account', private.masked_bank_account(caller_organization_id, caller));
end $function$;

CREATE OR REPLACE FUNCTION public.get_report_gallery()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
begin
  perform private.await_turn();
  return (select jsonb_object_agg(g.name, public.run_report(g.definition))
  from (values
    ('sales', '{"report": "sales"}'::jsonb), ('commissions', '{"report": "commissions"}'), ('performance', '{"report": "performance"}'),
    ('aging', '{"report": "aging"}'), ('punctuality', '{"report": "punctuality", "group": "month"}'),
    ('short_pay', '{"report": "short_pay", "group": "month"}'), ('agents_year', '{"report": "agents_year"}'),
    ('agents_months', '{"report": "agents_year", "group": "month"}')) g(name, definition));
end $function$;

CREATE OR REPLACE FUNCTION public.get_report_rows(definition jsonb, key text DEFAULT NULL::text, page_size integer DEFAULT 50, after jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  p private.report_plan;
  after_day date;
  after_id uuid;
  group_id uuid;
  month date;
  line_kind text;
  rows jsonb;
  counted text;
  facts text;
  direction text;
begin
  perform private.await_turn();
  p := private.plan_report(definition);
  if after is not null then
    after_day := private.report_day(after, 'day');
    after_id := private.report_id(after, 'id');
  end if;
  if p.grouped_by in ('agent', 'vendor', 'customer') then
    group_id := private.report_id(jsonb_build_object('key', get_report_rows.key), 'key');
  elsif p.grouped_by = 'month' and get_report_rows.key is not null then
    month := private.report_day(jsonb_build_object('key', get_report_rows.key), 'key');
  elsif p.grouped_by = 'line_kind' then
    line_kind := get_report_rows.key;
  end if;
  direction := case when p.open_only then 'asc' else 'desc' end;
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
  counted := private.counted_by(p.organization_id, p.agent_id, null);
  facts := private.report_facts(p.kind, p.customer_id is not null, '', counted);
  if line_kind is not null then
    facts := private.report_facts_of_kind(facts);
  end if;
  execute format(
    'select coalesce(jsonb_agg(jsonb_build_object(''id'', f.id, ''record_id'', f.record_id, ''sale_id'', f.sale_id, ''reference'', s.booking_reference,
        ''day'', f.day, ''status'', f.status, ''customer'', c.first_name || '' '' || c.last_name, ''vendor'', v.name,
        ''agent'', a.first_name || '' '' || a.last_name, ''total'', %6$s * f.sign, ''expected'', f.expected * f.sign,
        ''received'', f.received * f.sign, ''taken_back'', f.taken_back * f.sign,
        ''agents'', case when f.received_on is not null then f.agent_amount * f.sign end,
        ''short'', f.short * f.sign,
        ''written_off'', f.written_off * f.sign, ''open'', f.open_amount * f.sign, ''due_on'', f.due_on, ''received_on'', f.received_on,
        ''late_days'', case when f.due_on is not null and f.received_on is not null
          then greatest(f.received_on - f.due_on, 0) * f.counts end,
        ''paid'', f.paid, ''corrects'', f.sign < 0, ''beside'', f.beside) order by f.day %5$s, f.id %5$s), ''[]'')
      from (select f.* from %1$s where %2$s and %3$s%4$s order by f.day %5$s, f.id %5$s limit $4) f
      left join public.sales s on s.id = f.sale_id
      left join public.customers c on c.id = s.customer_id
      %7$s
      join public.vendors v on v.id = f.vendor_id
      join public.users a on a.id = f.agent_id',
    facts, private.report_condition(p), private.report_days(1),
    case when after_day is not null then format(' and (f.day, f.id) %s ($5, $6)', case when p.open_only then '>' else '<' end)
      else '' end, direction, case when line_kind is not null then 'f.total' when counted = 'person' then 'coalesce(w.total_amount, 0)' else 's.total_amount' end,
    case when counted = 'person'
      -- Row by row: joined, the parts of everybody in every agency would be reckoned.
      then 'left join lateral (select x.total_amount from private.sales_by_share x
        where x.organization_id = f.organization_id and x.id = f.sale_id and x.agent_id = f.agent_id offset 0) w on true'
      else '' end)
  into rows
  using p, array[p.first_day], array[p.last_day], least(greatest(coalesce(page_size, 50), 1), 5000), after_day, after_id, line_kind;
  if after_day is not null then
    return jsonb_build_object('rows', rows);
  end if;
  return (
    select jsonb_build_object('count', t.n, 'figures', private.report_figures(t), 'rows', rows)
    from (select c from private.report_cells(p, null, p.first_day, p.last_day) c where line_kind is null
      union all select k.cell from private.report_by_line(p, p.first_day, p.last_day) k where line_kind is not null and k.kind = line_kind
      union all select private.add_report_cells('{}') limit 1) x(c)
    cross join lateral (select (x.c).*) t);
end $function$;

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

CREATE OR REPLACE FUNCTION public.get_sale_shares(sale_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  organization constant uuid := private.current_organization_id();
  admin constant boolean := private.is_admin();
  sale public.sales;
  commission public.commissions;
  fee public.other_commissions;
  answer jsonb;
  beside jsonb;
  recalled numeric;
begin
  select s.* into sale from public.sales s
  where s.organization_id = organization and s.id = get_sale_shares.sale_id
    and (admin or s.agent_id = auth.uid() or exists (select from public.commission_shares h
      where h.organization_id = organization and h.sales_id = s.id and h.user_id = auth.uid() and h.role in ('co_seller', 'referral')
        and h.commission_id is not null));
  if sale.id is null then
    return null;
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('user_id', h.user_id, 'name', u.first_name || ' ' || u.last_name, 'role', h.role,
    'amount', h.agent_amount, 'paid', h.status = 'paid') order by h.role, u.last_name, h.id), '[]') into beside
  from public.commission_shares h
  join public.users u on u.organization_id = h.organization_id and u.id = h.user_id
  where h.organization_id = organization and h.sales_id = sale.id and h.place is null and h.status <> 'cancelled' and h.agent_amount <> 0
    and (admin or h.user_id = auth.uid());
  if sale.fee_amount > 0 then
    select o.* into fee from public.other_commissions o
    where o.organization_id = organization and o.sales_id = sale.id and o.kind = 'service_fee' and o.status <> 'cancelled';
  end if;
  if sale.co_sellers = '[]' and sale.fee_amount = 0 and beside = '[]' then
    return null;
  end if;
  select c.* into commission from public.commissions c where c.organization_id = organization and c.sales_id = sale.id;
  recalled := (select coalesce(sum(r.agent_amount), 0) from private.recall_parts r
    where r.organization_id = organization and r.commission_id = commission.id);
  select jsonb_build_object('shares', coalesce(jsonb_agg(jsonb_build_object('user_id', p.user_id, 'name', u.first_name || ' ' || u.last_name,
      'avatar_url', u.avatar_url, 'role', p.role,
      -- The seller agreed the parts, and reads what each has; money and split are everybody's own.
      'percent', case when k.known or sale.agent_id = auth.uid() then p.percent end,
      'gross_part', case when k.known then p.gross_part end, 'split', case when k.known then p.split end,
      'split_parts', case when k.known then p.split_parts end,
      'amount', case when k.known then p.amount end, 'status', case when k.known then p.status end,
      'fee', case when k.known and f.amount is not null then jsonb_build_object('gross_part', f.gross_part, 'split', f.split,
        'amount', f.amount, 'status', f.status) end, 'total', case when k.known then k.total end) order by p.place), '[]'),
    'total', sum(k.total) filter (where k.known), 'due', coalesce(sum(k.due) filter (where k.known), 0))
  into answer
  from (
    select 1 as place, commission.agent_id as user_id, 'seller' as role, w.share_percent as percent, w.amount as gross_part,
      w.commission_split as split, commission.split_parts, w.agent_amount as amount, w.status
    from private.commissions_by_share w
    where w.organization_id = organization and w.id = commission.id and w.agent_id = commission.agent_id
    union all
    select h.place, h.user_id, h.role, w.share_percent, w.amount, w.commission_split, h.split_parts, w.agent_amount, w.status
    from public.commission_shares h
    join private.commissions_by_share w on w.organization_id = h.organization_id and w.id = h.commission_id and w.agent_id = h.user_id
    where h.organization_id = organization and h.commission_id = commission.id and h.role in ('co_seller', 'referral')) p
  join public.users u on u.organization_id = organization and u.id = p.user_id
  left join lateral (
    select h.gross_part, h.split, h.agent_amount as amount, case
      when h.status = 'paid' then 'agent_paid' when h.status = 'cancelled' then 'cancelled' else fee.status end as status
    from public.commission_shares h
    where h.organization_id = organization and h.other_commission_id = fee.id and h.user_id = p.user_id and h.place is not null
    order by h.place limit 1) f on true
  -- A commission that was cancelled alone pays nothing beside a fee that stands; without one it says what it would have been.
  cross join lateral (select admin or p.user_id = auth.uid() as known,
    case when p.status = 'cancelled' and f.amount is not null then 0 else p.amount end + coalesce(f.amount, 0) as total,
    case when p.status = 'funds_received' then p.amount else 0 end + case when f.status = 'funds_received' then f.amount else 0 end as due) k
  where sale.co_sellers <> '[]' or sale.fee_amount > 0;
  return answer || jsonb_build_object('beside', beside, 'agency', case when admin and commission.status = 'cancelled' then 0
      when admin then coalesce(commission.received_amount, 0) - commission.taken_back_amount + commission.open_amount - commission.agent_amount - (
        select coalesce(sum(h.agent_amount), 0) from public.commission_shares h
        where h.organization_id = organization and h.commission_id = commission.id and h.status <> 'cancelled') + recalled end,
    'taken_back', case when admin and commission.status <> 'cancelled' and commission.taken_back_amount > 0 then
      jsonb_build_object('amount', commission.taken_back_amount, 'agents', recalled) end,
    'fee', case when admin and fee.id is not null then jsonb_build_object('amount', fee.amount, 'agency', fee.amount - (
      select coalesce(sum(f.agent_amount), 0) from public.commission_shares f
      where f.organization_id = organization and f.other_commission_id = fee.id)) end);
end $function$;

CREATE OR REPLACE FUNCTION public.get_statement(statement_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  s public.payout_statements;
  year int;
begin
  select t.* into s from public.payout_statements t
  where t.id = get_statement.statement_id and t.organization_id = caller_organization_id
    and (t.agent_id = auth.uid() or private.is_admin());
  if s.id is null then
    return null;
  end if;
  year := extract(year from s.paid_on);
  return jsonb_build_object('returned', '[]'::jsonb) || s.content || jsonb_build_object('id', s.id, 'number', s.number, 'agent_id', s.agent_id, 'batch_id', s.batch_id,
    'commission_amount', s.commission_amount, 'adjustment_amount', s.adjustment_amount, 'carried_in', s.carried_in,
    'carried_out', s.carried_out, 'amount', s.paid_amount, 'paid_on', s.paid_on, 'payment_method', s.payment_method,
    'reference', s.reference, 'created_at', s.created_at, 'void', private.void_note(s.organization_id, s.id, null),
    'lines', (
      -- One that was brought back from files of before names were kept has those of today.
      select coalesce(jsonb_agg(jsonb_build_object('customer', k.first_name || ' ' || k.last_name) || (e.line - 'customer_id')
        || case when private.is_admin() and e.line ->> 'kind' = 'commission' and c.id is not null
          then jsonb_build_object('funded', c.open_amount = 0) else '{}' end order by e.n), '[]')
      from jsonb_array_elements(s.content -> 'lines') with ordinality e(line, n)
      left join public.commissions c on c.organization_id = caller_organization_id and c.id = (e.line ->> 'commission_id')::uuid
      left join public.commission_shares h on h.organization_id = caller_organization_id and h.id = (e.line ->> 'share_id')::uuid
      left join public.sales b on b.id = coalesce(c.sales_id, h.sales_id)
      left join public.customers k on k.id = b.customer_id and (h.id is null or h.place is not null)),
    'paid_this_year', private.paid_to_agent(caller_organization_id, s.agent_id, year),
    'paid_last_year', private.paid_to_agent(caller_organization_id, s.agent_id, year - 1));
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
    'received', (
      select jsonb_build_object('count', count(c.received_on), 'amount', coalesce(sum(c.net_received + c.taken_back_amount), 0),
        'owed', coalesce(sum(c.amount) filter (where c.received_on is not null), 0),
        'taken_back', coalesce(sum(c.taken_back_amount), 0), 'net', coalesce(sum(c.net_received), 0))
      from private.commissions_received c
      where c.organization_id = caller_organization_id and c.vendor_id = get_vendor_profile.vendor_id))
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

CREATE OR REPLACE FUNCTION public.read_audit_log(disclosure_id uuid, kind text DEFAULT NULL::text, actor_id uuid DEFAULT NULL::uuid, record_id uuid DEFAULT NULL::uuid, search text DEFAULT NULL::text, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  f private.audit_filter;
  rows jsonb;
begin
  perform private.await_turn();
  f := private.audit_filter_of(read_audit_log.kind, read_audit_log.actor_id, read_audit_log.record_id, read_audit_log.search,
    read_audit_log.start_date, read_audit_log.end_date, null);
  if private.take_disclosure('audit_log', read_audit_log.disclosure_id) <> private.audit_export_subject(f) then
    perform private.refuse_with(private.disclosure_refusal());
  end if;
  select coalesce(jsonb_agg(private.audit_row(l) order by u.n), '[]') into rows
  from unnest(private.find_audit_entries(f, private.export_limit() + 1, 0, private.count_audit_entries(f))) with ordinality u(id, n) join private.audit_log l on l.id = u.id;
  return jsonb_build_object('truncated', jsonb_array_length(rows) > private.export_limit(),
    'rows', case when jsonb_array_length(rows) > private.export_limit() then rows - private.export_limit() else rows end);
end $function$;

CREATE OR REPLACE FUNCTION public.read_payment_file(disclosure_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  asked_batch uuid := private.take_disclosure('payment_file', read_payment_file.disclosure_id);
  b public.payout_batches;
  sender private.bank_details;
begin
  select p.* into b from public.payout_batches p
  where p.id = asked_batch and p.organization_id = caller_organization_id and p.status in ('approved', 'scheduled', 'paid')
    -- What was asked for before it was approved anew is another file (private.payment_file_read_at).
    and exists (select 1 from private.disclosures d where d.id = read_payment_file.disclosure_id and d.created_at >= p.approved_at);
  select d.* into sender from private.bank_details d where d.organization_id = b.organization_id and d.agent_id is null;
  if b.id is null or sender.kind is null then
    perform private.refuse_with(private.disclosure_refusal());
  end if;
  return jsonb_build_object('batch_id', b.id, 'name', b.name, 'currency', b.currency, 'planned_on', coalesce(b.paid_on, b.planned_on),
    'made_at', private.local_minute(b.organization_id), 'number', private.payment_files_today(b.organization_id),
    'kind', sender.kind, 'sender', private.unseal('bank_details_key', sender.numbers_encrypted)::jsonb
      || jsonb_build_object('holder_name', sender.holder_name),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object('agent_id', t.agent_id, 'holder_name', d.holder_name, 'amount', t.amount,
        'numbers', private.unseal('bank_details_key', d.numbers_encrypted)::jsonb) order by d.holder_name, t.agent_id), '[]')
      from private.file_payments(b, sender.kind) t
      join private.bank_details d on d.organization_id = b.organization_id and d.agent_id = t.agent_id
      where t.code is null),
    'left', (
      select coalesce(jsonb_agg(jsonb_build_object('agent_id', t.agent_id, 'name', u.first_name || ' ' || u.last_name,
        'amount', t.amount, 'code', t.code, 'params', '{}'::jsonb, 'reason', case t.code
          when 'voided' then 'Voided'
          when 'check' then 'Paid by check'
          when 'transfer' then 'Paid by a transfer outside the file'
          when 'no_bank_details' then 'No bank details'
          when 'another_kind' then 'An account of another kind'
          when 'bank_details_changed' then 'The bank details changed after this payout was paid' end) order by u.last_name, u.first_name, u.id), '[]')
      from private.file_payments(b, sender.kind) t join public.users u on u.id = t.agent_id
      where t.code is not null));
end $function$;

CREATE OR REPLACE FUNCTION public.run_report(definition jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  p private.report_plan;
begin
  perform private.await_turn();
  p := private.plan_report(definition);
  if p.report = 'aging' then
    return private.report_aging(p);
  end if;
  return case when p.report = 'agents_year' then private.report_agent_year(p, 200) else private.report_answer(p, 200) end
    || jsonb_build_object('report', p.report,
    'range', jsonb_build_object('first', p.first_day, 'last', p.last_day, 'today', p.today),
    'before_range', case when p.compare is not null then jsonb_build_object('first', p.before_first, 'last', p.before_last) end,
    'books_closed_through', (select o.books_closed_through from public.organizations o where o.id = p.organization_id));
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

CREATE OR REPLACE FUNCTION public.try_terms(member_id uuid, day date, vendor_id uuid DEFAULT NULL::uuid, category text DEFAULT NULL::text, commission numeric DEFAULT NULL::numeric, total numeric DEFAULT NULL::numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member public.users;
  terms public.agreement_versions;
  rest public.agreement_versions;
  sale public.sales;
  by_vendor numeric;
  by_category numeric;
  by_rest numeric;
  by_all numeric;
  all_parts jsonb;
begin
  select u.* into member from public.users u
  where u.id = try_terms.member_id and u.organization_id = private.current_organization_id() and (private.is_admin() or u.id = auth.uid());
  if member.id is null or try_terms.day is null then
    return null;
  end if;
  terms := private.terms_in_force(member.organization_id, member.id, try_terms.day);
  -- A service fee has no vendor: nobody's split counts.
  if terms.id is null or try_terms.category = 'service_fee' then
    by_all := (private.split_for(member.organization_id, member.id, null, try_terms.category, try_terms.day)).split;
    by_rest := (private.split_for(member.organization_id, member.id, null, null, try_terms.day)).split;
  else
    sale.organization_id := member.organization_id;
    sale.agent_id := member.id;
    sale.sale_date := try_terms.day;
    -- After all that was recorded of this day.
    sale.created_at := 'infinity';
    sale.total_amount := coalesce(greatest(try_terms.total, 0), 0);
    sale.commission_amount := coalesce(greatest(try_terms.commission, 0), 0);
    sale.vendor_id := try_terms.vendor_id;
    sale.lines := case when try_terms.category is null then '[]'
      else jsonb_build_array(jsonb_build_object('kind', try_terms.category, 'commission', greatest(sale.commission_amount, 1))) end;
    select f.split, f.split_parts into by_all, all_parts from private.split_of_sale(terms, sale, 100) f;
    rest := terms;
    rest.vendor_splits := '[]';
    rest.category_splits := '[]';
    by_rest := (private.split_of_sale(rest, sale, 100)).split;
    by_vendor := private.split_of(terms.vendor_splits, 'vendor_id', try_terms.vendor_id::text);
  end if;
  by_category := private.split_of(terms.category_splits, 'category', try_terms.category);
  return jsonb_build_object('split', by_all,
    'by', case when by_vendor is not null then 'vendor' when by_category is not null then 'category'
      when terms.tiers is not null then 'tier' else 'default' end,
    'vendor', by_vendor, 'category', by_category, 'tier', case when terms.tiers is not null then by_rest end,
    'default', case when terms.id is null then by_rest else terms.default_split end,
    'amount', case when try_terms.commission >= 0 then private.share_of(try_terms.commission, by_all, all_parts) end,
    'split_parts', all_parts,
    'version', terms.number);
end $function$;

ALTER TABLE "private"."closed_receipt_shares" ADD CONSTRAINT "closed_receipt_shares_receipt_id_fkey" FOREIGN KEY (receipt_id) REFERENCES private.closed_receipts(id) ON DELETE CASCADE;

ALTER TABLE "private"."closed_shares" ADD CONSTRAINT "closed_shares_commission_id_fkey" FOREIGN KEY (organization_id, commission_id) REFERENCES public.commissions(organization_id, id);

ALTER TABLE "private"."job_turns" ADD CONSTRAINT "job_turns_failures_in_range" CHECK ((failures >= 0));

ALTER TABLE "private"."recall_parts" ADD CONSTRAINT "recall_parts_commission_id_fkey" FOREIGN KEY (organization_id, commission_id) REFERENCES public.commissions(organization_id, id);

ALTER TABLE "public"."commission_shares" ADD CONSTRAINT "commission_shares_split_parts_array" CHECK ((jsonb_typeof(split_parts) = 'array'::text));

ALTER TABLE "public"."commissions" ADD CONSTRAINT "commissions_split_parts_array" CHECK ((jsonb_typeof(split_parts) = 'array'::text));

CREATE VIEW "private"."agents_beside" AS  SELECT organization_id,
    commission_id,
    sum(agent_amount) AS amount,
    COALESCE(sum(agent_amount) FILTER (WHERE (status = 'paid'::text)), (0)::numeric) AS paid
   FROM public.commission_shares h
  WHERE (commission_id IS NOT NULL)
  GROUP BY organization_id, commission_id;

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
    private.commission_part(k.amount, k.share_percents, 1) AS amount,
    k.agent_amount,
    private.commission_part(k.received_amount, k.share_percents, 1) AS received_amount,
    private.commission_part(k.written_off, k.share_percents, 1) AS written_off,
    private.commission_part(k.open_amount, k.share_percents, 1) AS open_amount,
    k.amount AS whole_amount,
    k.received_amount AS whole_received,
    k.sign AS counts,
    NULL::text AS beside
   FROM private.closed_receipts k
UNION ALL
 SELECT h.id,
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
    COALESCE(private.commission_part(k.amount, k.share_percents, h.place), (0)::numeric) AS amount,
    h.agent_amount,
    private.commission_part(k.received_amount, k.share_percents, h.place) AS received_amount,
    COALESCE(private.commission_part(k.written_off, k.share_percents, h.place), (0)::numeric) AS written_off,
    COALESCE(private.commission_part(k.open_amount, k.share_percents, h.place), (0)::numeric) AS open_amount,
    k.amount AS whole_amount,
        CASE
            WHEN (h.place IS NOT NULL) THEN k.received_amount
            ELSE NULL::numeric
        END AS whole_received,
        CASE
            WHEN (h.place IS NOT NULL) THEN k.sign
            ELSE 0
        END AS counts,
        CASE
            WHEN (h.place IS NULL) THEN h.role
            ELSE NULL::text
        END AS beside
   FROM (private.closed_receipts k
     JOIN private.closed_receipt_shares h ON ((h.receipt_id = k.id)));

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
    c.open_amount AS whole_open,
    c.amount AS whole_amount
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
    c.open_amount AS whole_open,
    c.amount AS whole_amount
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

CREATE VIEW "private"."commissions_received" AS  SELECT id,
    organization_id,
    sales_id,
    vendor_id,
    status,
    amount,
    share_base,
    share_percents,
    commission_split,
    split_parts,
    terms_version_id,
    received_on,
    taken_back_amount,
    (COALESCE(received_amount, (0)::numeric) - taken_back_amount) AS net_received
   FROM public.commissions c;

CREATE VIEW "private"."due_document_announcements" WITH (security_invoker=on) AS  SELECT d.id,
    d.organization_id,
    t.days
   FROM ((public.documents d
     JOIN public.organizations o ON ((o.id = d.organization_id)))
     CROSS JOIN LATERAL ( SELECT (d.expires_on - ((now() AT TIME ZONE o.time_zone))::date) AS days) t)
  WHERE (d.is_checked AND ((d.expires_on >= (CURRENT_DATE - 1)) AND (d.expires_on <= (CURRENT_DATE + 61))) AND ((t.days >= 0) AND (t.days <= 60)) AND ((d.announced_days IS NULL) OR ((d.announced_days > 14) AND (t.days <= 14))));

CREATE VIEW "private"."due_follow_ups" WITH (security_invoker=on) AS  SELECT c.id,
    c.organization_id,
    c.next_on
   FROM (private.vendor_chases c
     JOIN public.organizations o ON ((o.id = c.organization_id)))
  WHERE ((c.state = 'running'::text) AND (c.next_on <= (CURRENT_DATE + 1)) AND ((now() AT TIME ZONE o.time_zone) >= (c.next_on + '09:00:00'::interval)));

CREATE VIEW "private"."due_payment_reminders" WITH (security_invoker=on) AS  SELECT d.sales_id,
    d.place,
    d.organization_id,
    t.today
   FROM ((public.payment_dues d
     JOIN public.organizations o ON ((o.id = d.organization_id)))
     CROSS JOIN LATERAL ( SELECT ((now() AT TIME ZONE o.time_zone))::date AS today) t)
  WHERE (d.remind AND (d.reminded_on IS NULL) AND (d.open_amount > (0)::numeric) AND ((d.due_on >= (CURRENT_DATE - 1)) AND (d.due_on <= ((CURRENT_DATE + private.payment_reminder_days()) + 1))) AND ((t.today >= (d.due_on - private.payment_reminder_days())) AND (t.today <= d.due_on)));

CREATE VIEW "private"."due_payouts" WITH (security_invoker=on) AS  SELECT p.id,
    p.organization_id,
    t.today
   FROM ((public.payout_batches p
     JOIN public.organizations o ON ((o.id = p.organization_id)))
     CROSS JOIN LATERAL ( SELECT ((now() AT TIME ZONE o.time_zone))::date AS today) t)
  WHERE ((p.status = 'scheduled'::text) AND (p.planned_on <= (CURRENT_DATE + 1)) AND (p.planned_on <= t.today));

CREATE VIEW "private"."expiring_connections" WITH (security_invoker=on) AS  SELECT id,
    organization_id
   FROM public.bank_connections b
  WHERE ((state = ANY (ARRAY['connected'::text, 'needs_attention'::text, 'syncing'::text])) AND (expires_at < (now() + '14 days'::interval)) AND (expiry_told IS DISTINCT FROM 0));

CREATE VIEW "private"."late_document_checks" WITH (security_invoker=on) AS  SELECT version_id,
    organization_id
   FROM private.document_checks c
  WHERE ((told_at IS NULL) AND (begun_at < (now() - '00:15:00'::interval)));

CREATE VIEW "private"."near_deletions" WITH (security_invoker=on) AS  SELECT id
   FROM public.organizations o
  WHERE ((deletion_due_at > now()) AND (((deletion_due_at <= (now() + '1 day'::interval)) AND (deletion_told_days > 1)) OR ((deletion_due_at <= (now() + '7 days'::interval)) AND (deletion_told_days > 7))));

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

CREATE VIEW "private"."stopped_imports" WITH (security_invoker=on) AS  SELECT id,
    organization_id,
    created_at
   FROM public.bank_imports b
  WHERE ((connection_id IS NOT NULL) AND (status = 'running'::text) AND (created_at < (now() - '00:03:00'::interval)));

CREATE VIEW "private"."stopped_mail_parts" WITH (security_invoker=on) AS  SELECT p.id,
    p.organization_id,
    p.attempts,
    p.claimed_until
   FROM (private.incoming_parts p
     JOIN private.incoming_mails m ON (((m.organization_id = p.organization_id) AND (m.id = p.mail_id))))
  WHERE ((p.state = 'reading'::text) AND (COALESCE(p.claimed_until, (m.received_at + '00:00:30'::interval)) < now()));

CREATE VIEW "private"."stopped_mails" WITH (security_invoker=on) AS  SELECT id,
    organization_id,
    attempts,
    claimed_until
   FROM private.incoming_mails m
  WHERE ((state = 'reading'::text) AND (COALESCE(claimed_until, (received_at + '00:00:30'::interval)) < now()) AND (NOT (EXISTS ( SELECT 1
           FROM private.incoming_parts p
          WHERE ((p.organization_id = m.organization_id) AND (p.mail_id = m.id))))));

CREATE INDEX closed_receipt_shares_organization_id_idx ON private.closed_receipt_shares USING btree (organization_id);

CREATE INDEX closed_receipt_shares_receipt_id_idx ON private.closed_receipt_shares USING btree (receipt_id);

CREATE INDEX closed_shares_commission_id_idx ON private.closed_shares USING btree (organization_id, commission_id);

CREATE INDEX closed_shares_posted_on_idx ON private.closed_shares USING btree (organization_id, posted_on);

CREATE INDEX recall_parts_allocation_id_idx ON private.recall_parts USING btree (organization_id, allocation_id);

CREATE INDEX recall_parts_commission_id_idx ON private.recall_parts USING btree (organization_id, commission_id);

CREATE INDEX recall_parts_posted_on_idx ON private.recall_parts USING btree (organization_id, posted_on);

CREATE INDEX commission_shares_agent_amount_idx ON public.commission_shares USING btree (organization_id, user_id, agent_amount) WHERE ((role = ANY (ARRAY['co_seller'::text, 'referral'::text])) AND (commission_id IS NOT NULL));

CREATE TRIGGER closed_receipt_shares_after_65_mark_report_added AFTER INSERT ON private.closed_receipt_shares REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.mark_closed_receipt_shares();

CREATE TRIGGER closed_shares_after_65_mark_report_added AFTER INSERT ON private.closed_shares REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.mark_closed_receipts();

CREATE TRIGGER recall_parts_after_65_mark_report_added AFTER INSERT ON private.recall_parts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.mark_recalls();

CREATE TRIGGER recall_parts_after_65_mark_report_removed AFTER DELETE ON private.recall_parts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.mark_recalls();

CREATE TRIGGER commission_shares_after_03_keep_closed_added AFTER INSERT ON public.commission_shares REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.keep_closed_shares();

CREATE TRIGGER commission_shares_after_03_keep_closed_changed AFTER UPDATE ON public.commission_shares REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.keep_closed_shares();

CREATE TRIGGER commission_shares_after_03_keep_closed_removed AFTER DELETE ON public.commission_shares REFERENCING OLD TABLE AS replaced FOR EACH STATEMENT EXECUTE FUNCTION private.keep_closed_shares();

CREATE TRIGGER commissions_after_03_keep_closed_receipts AFTER UPDATE ON public.commissions REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.keep_closed_receipts();

CREATE TRIGGER commissions_after_32_cancel_recalls AFTER UPDATE ON public.commissions REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.cancel_recall_parts();

COMMENT ON COLUMN "private"."job_turns"."failures" IS 'How many of its slices failed one after the other';

COMMENT ON COLUMN "private"."job_turns"."not_before" IS 'Until then it is left out, as its last slice failed';

COMMENT ON COLUMN "private"."recall_parts"."cancelled" IS 'Of a commission that is cancelled since';

COMMENT ON COLUMN "public"."commission_shares"."split_parts" IS 'Of what is which part of a split that terms divide (private.share_of); [] undivided,
  null where it is a split alone, and of what was recorded while it was rounded to two decimals';

COMMENT ON COLUMN "public"."commissions"."split_parts" IS 'Filled by trigger: of what is which part of a split that terms divide
  (private.share_of); [] undivided, null where it is a split alone, and of what was recorded while it was rounded to two decimals';

COMMENT ON FUNCTION "api_requests"."check_request"() IS 'Lets nobody keep an answer. Tells with each one the instant whose data it knows (x-as-of), by the
  primary''s clock, so that a browser can tell whether a replica knows what it has written: of a replica, when the last
  transaction that it has replayed was committed; older than it need be while nothing is written, and not told before the first
  one. A replica refuses a session that it does not know, or that has ended, instead of showing it an empty agency: the browser
  asks the primary then. Says to a session that lacks a second factor what it lacks, instead of showing it an empty agency; only
  get_second_factor answers it. Refuses every count but the exact one. The
  planner''s statistics know the rows of every tenant and agent: an estimate for `agent_id=eq.<somebody else>` would tell how many
  sales they have, past row-level security. Preferences are compared as servers parse them, and more strictly: apart at commas and
  semicolons, in lower case, without blanks, tabs, quotes and whatever else a parser may trim. PostgREST hands over the last of
  several Prefer headers only: a proxy in front of it must join them.';

COMMENT ON FUNCTION "private"."all_agent_amount"(text, boolean) IS 'What all beside the seller get of a commission, of rows `c` or of others that name it,
  as an expression; `k`: of what it said on a closed day. What was cancelled alone is nothing.';

COMMENT ON FUNCTION "private"."amounts_by_bucket"(text, uuid, uuid, text, date, date, text) IS 'Amounts of sales, or of commissions gross and their agents'' share
  (`record_type`), of a person their part and what they get, of the agency what all people get, by the date of the sale: a row for each bucket and status, none missing. An open end of the range is the first or
  last day with a record. Hours are read from the rows, everything else from the totals.';

COMMENT ON FUNCTION "private"."announce_expiring_documents"() IS 'The same for all organizations in turn.';

COMMENT ON FUNCTION "private"."announce_expiring_documents_slice"(uuid) IS 'Announces what expires: to admins, to the member it is for, and to
  whoever added it while they may see it. Whether there may be more.';

COMMENT ON FUNCTION "private"."api_commission"(public.commissions, text) IS 'Of a commission what is its own; private.api_money_of_commissions has the rest, of a page at once.';

COMMENT ON FUNCTION "private"."api_money_of_commissions"(uuid[]) IS 'Of the commissions of a page what they have come to, by the relations that screens and files read: what is
  open and overdue of each (private.commission_money), what all its people get and were paid and each of
  them. With the owner''s rights; nothing of another agency''s, and nothing for anybody but admins and keys.';

COMMENT ON FUNCTION "private"."await_turn"() IS 'Reports and exports of one person run one after the other, whatever tabs ask for them: each
  waits two seconds for the one before, and is refused then, so that waiting holds no connection for long. Other people are not held,
  nor is a job that acts for one. What reads long takes its turn before anything else, by itself: however the call is spelled, it is that
  function that runs. The lock is of the server that answers: a replica has its own.';

COMMENT ON FUNCTION "private"."blended_split"(jsonb) IS 'The one split (percent, two decimals) that parts come to by their weight: to be read, not to be
  reckoned with. Null where they weigh nothing.';

COMMENT ON FUNCTION "private"."bonus_reached"(public.vendor_bonus_terms) IS 'The volume of the period: what was booked without cancelled sales and the agency''s own fees, or what
  the vendor paid of commission in it, less what it took back of that (private.commissions_received).';

COMMENT ON FUNCTION "private"."cancel_recall_parts"() IS 'What was taken back of a commission that is cancelled is of a cancelled one: as its receipt, from the first
  open day on.';

COMMENT ON FUNCTION "private"."check_all_report_totals_slice"(uuid) IS 'Compares some months of the kind that waited longest, of those that can be
  compared; fails where none can. Whether there may be more.';

COMMENT ON FUNCTION "private"."commission_day"(text) IS 'The day on which a commission `c` counts in the totals of a kind, as an expression.';

COMMENT ON FUNCTION "private"."commission_part"(numeric, numeric[], integer) IS 'Of an amount of a commission what is one person''s; the seller''s place is 1, an override has none. Null
  where the commission is another one.';

COMMENT ON FUNCTION "private"."commission_rows"(uuid[], boolean, private.commission_filter) IS 'What the list shows of the commissions of the sales `sale_ids`, in their order or
  backwards: to one person their part (see private.sale_rows), also of what is open and owed, to the agency what all people get of each, as the figures say, and whether
  that is several (divided: the split is the seller''s alone). Of what is ready, what of it can be paid now.';

COMMENT ON FUNCTION "private"."correct_tier_year"(public.agreement_versions, date) IS 'Brings the corrections of a year of one version of a person''s terms to what its tiers say
  now of all shares recorded by it: of each the difference of its split by tier and the recorded one, less what was paid of it; where a
  vendor took commission back, and corrections with it, of what was left. Split by
  vendor stays, and of lines that of their categories. All at once, in the order of private.tier_volume.';

COMMENT ON FUNCTION "private"."counts_shares"(uuid) IS 'Whether anybody has, or in a closed month had, a share beside a seller.';

COMMENT ON FUNCTION "private"."end_turn"(text, uuid, text) IS 'Notes that a job did a slice for an organization, or why it could not. It waits longer each time, and from the third
  time on the log tells of it.';

COMMENT ON FUNCTION "private"."erase_from_statements"(uuid, uuid[]) IS 'Takes the names of customers who are erased out of the statements that were written with them.';

COMMENT ON FUNCTION "private"."found_commissions"(uuid[], uuid[], integer, uuid, boolean) IS 'The commissions of these sales: of exactly what was searched for first, then those
  that are still open. Amounts as in lists: a person''s part and own amount, or (of_all) the whole with what all people get.';

COMMENT ON FUNCTION "private"."go_on_deleting"(uuid, interval) IS 'Begins the deletion of an agency that is due, else removes files and rows for about a second, else finishes it.';

COMMENT ON FUNCTION "private"."group_figures"(uuid, uuid, uuid[]) IS 'Of each group {sales, booked, paid, cancelled, total_amount, commission_amount, owed_amount,
  owed_count}: sales and sums without cancelled ones, and what the vendor has not paid of them. agent_id: of this person''s sales and of
  those they have a share of, their part.';

COMMENT ON FUNCTION "private"."keep_closed_receipts"() IS 'Comes before what else a statement causes: the shares are those that were said.';

COMMENT ON FUNCTION "private"."keep_closed_shares_of"(public.commission_shares[], public.commission_shares[]) IS 'What a statement changes of shares that a closed month counts: what was said before less what is
  said now stays on the closed day, and leaves the first open one.';

COMMENT ON FUNCTION "private"."kept_agent_amount"(text, text) IS 'What brings shares of a commission `c` to what they said on a day that is closed, to be added to
  them; of shares by a condition of kept ones `x`.';

COMMENT ON FUNCTION "private"."latest_sales_of_member"(uuid, uuid) IS '{rows, count}, as private.latest_sales: the five newest sales that a person sold, alone or
  with others, with their part of each, and how many there are, as the list of their sales counts them.';

COMMENT ON FUNCTION "private"."local_minute"(uuid) IS 'Day and minute where an agency is.';

COMMENT ON FUNCTION "private"."mark_closed_receipt_shares"() IS 'The same of the shares of what stays.';

COMMENT ON FUNCTION "private"."mark_recalls"() IS 'The same of what a vendor takes back.';

COMMENT ON FUNCTION "private"."mark_tiers_of_commissions"() IS 'The same of commissions: what was received and taken back, and what a share is reckoned from.';

COMMENT ON FUNCTION "private"."match_stopped_imports_slice"(uuid) IS 'Matches the lines of the oldest import that stopped. Whether there may be more.';

COMMENT ON FUNCTION "private"."other_people"(public.commissions) IS 'Whether a commission is about to be shared by others, with the same parts. Parts are fixed once it is not
  unpaid.';

COMMENT ON FUNCTION "private"."owed_figures"(uuid, uuid, uuid) IS 'What is owed to an organization, of one agent or vendor where one is named: {count,
  amount, vendors, agents_paid: {count, amount, advanced}, paid_short: {count, amount}, tracked_since}. agents_paid: commissions all of
  whose people were paid, and what is owed of them, as the list of what is overdue says under Agent paid; advanced: what anybody was paid
  of all that is owed, seller or not, whoever was paid first (of one agent: what they were). Every figure of it is made here, but for
  aging, which tells it by age.';

COMMENT ON FUNCTION "private"."parts_of"(numeric, numeric[]) IS 'An amount divided by percents whose sum is 100, by largest remainder: the parts have two decimals
  and come to the amount exactly, below zero as above it. In the order of the percents. Null of null.';

COMMENT ON FUNCTION "private"."parts_of_recall"(public.commissions, numeric) IS 'What a vendor takes back of a commission, by its people: the part of each, and of it what they give back, at most
  what they were paid. Of an override that was paid as much as of the commission; what was taken off somebody for it is given back.';

COMMENT ON FUNCTION "private"."pay_scheduled_payouts"() IS 'The job: the same for all organizations in turn. A run ends after some seconds with
  the organization it is at, and keeps what it paid: payouts of an agency wait for each other until then.';

COMMENT ON FUNCTION "private"."pay_scheduled_payouts_slice"(uuid) IS 'Pays what of an organization is planned for today, or should have been paid
  before. Each payout by itself: one that cannot be paid stays scheduled with the reason, and is tried again with the next run.';

COMMENT ON FUNCTION "private"."payment_files_today"(uuid) IS 'How many payment files an agency has asked for on its day: a bank takes no two of one sender and day by one number.';

COMMENT ON FUNCTION "private"."remind_of_deletions_slice"(uuid) IS 'Tells all members seven days and one day before; of both that were missed, the last.';

COMMENT ON FUNCTION "private"."remind_of_payments"() IS 'The job: the same for all organizations in turn.';

COMMENT ON FUNCTION "private"."remind_of_payments_slice"(uuid) IS 'Once for each payment whose reminder was asked for and that is still open: to the seller,
  and to the admin who recorded the sale.';

COMMENT ON FUNCTION "private"."report_beside_facts"(text, boolean) IS 'What people have of vendors'' commissions beside shares, as a query: overrides, what is taken
  off for one, and corrections by tier. Amounts alone: the commission is counted with its shares.';

COMMENT ON FUNCTION "private"."report_facts"(text, boolean, text, text) IS 'The rows of a kind as a query `f`. Fixed pieces only, no value of anybody: what is
  asked for goes in as parameters. With customers also whose booking it is, and for how much. A sale that stands while its
  commission was cancelled alone expects none. `sign` is -1 for what a commission said on a closed day and says no more, and `counts` what it adds to
  numbers: nothing where it stands `beside` a share, as an override does. short: what the vendor paid less of it. of_sales: what
  else is known of the sales `s` of commissions, for an index of sales. counted: private.counted_by.';

COMMENT ON FUNCTION "private"."report_figures"(private.report_cell) IS 'The figures of a cell. Net is what was received less what vendors took back; the
  agency''s share is of it what agents do not get.';

COMMENT ON FUNCTION "private"."report_recall_facts"(text, boolean, text) IS 'What vendors took back, as a query: of each person their part, and less of it what they give back. By
  receipt it counts on its booking day, else with its commission. Amounts alone: it is no commission.';

COMMENT ON FUNCTION "private"."resume_mails_slice"(uuid) IS 'Has the mails of an organization that stopped read again, and gives those up that stop every time.';

COMMENT ON FUNCTION "private"."run_mail_plans"() IS 'The same for all organizations in turn. Where no mail is sent nothing piles up.';

COMMENT ON FUNCTION "private"."run_mail_plans_slice"(uuid) IS 'Puts what is due into the box, once, however late: what was missed meanwhile is not made up for. Statements
  are those paid in the month before. Whether there may be more.';

COMMENT ON FUNCTION "private"."sale_rows"(uuid[], boolean, uuid, boolean) IS 'What the list shows of the sales `ids`, in their order or backwards; by_share_of: of a person who
  shares some, their parts, and how many percent they are where they are not all. commission.agent_amount: to a person their own, to the
  agency (of_all) what all people get.';

COMMENT ON FUNCTION "private"."serve_in_turn"(text, uuid[], interval) IS 'Does slices of a job for the organizations that wait, those first that were served
  longest ago, round after round, until nothing waits or `longest` is over; the next run goes on from there. A slice is
  private.<job>_slice(organization_id), which says whether more waits. One that fails is undone by itself, is the last in turn, and is
  tried again after a while (private.end_turn); one that is cancelled ends the run besides. What a run has locked is free again after
  `longest` and one slice. One run of a job at a time. Answers how many slices.';

COMMENT ON FUNCTION "private"."share_of"(numeric, numeric, jsonb) IS 'What somebody with a split has of an amount (money): each part at its own split, added, and rounded once.';

COMMENT ON FUNCTION "private"."split_by_tier"(public.agreement_versions, date, timestamp with time zone, uuid, numeric, numeric) IS 'The parts of the split by tier of an amount that is sold on a day. Where a tier lifts the whole year it is
  that of the year''s volume with it, undivided. volume: private.volume_until, where it is known already.';

COMMENT ON FUNCTION "private"."split_of_other"(uuid, uuid, text, uuid, numeric, numeric) IS 'The split of somebody who has a percent of another commission of a sale (percent), and the version of the
  terms that says so. A service fee has that of its category, else the tier of its sale: no vendor owes it. What a vendor still pays of a
  cancelled one has the vendor''s, else the tier of what was sold before it.
  volume: private.volume_until, where it is known already.';

COMMENT ON FUNCTION "private"."split_of_sale"(public.agreement_versions, public.sales, numeric, numeric, boolean) IS 'The split (percent) of a sale''s vendor commission by a person''s terms, and its parts, where a
  tier''s step or lines of several categories divide it (private.share_of). percent: the person''s part of the sale. volume:
  private.volume_until without it, where it is known already. is_rounded: rounded to two decimals, as what was recorded before there were parts.';

COMMENT ON FUNCTION "private"."split_of_share"(uuid, uuid, uuid, numeric) IS 'The split of somebody who has a percent of a sale beside its seller, as private.split_of_sale, and
  the version of the terms that says so.';

COMMENT ON FUNCTION "private"."statement_lines"(public.payout_batches, uuid) IS 'The lines of one agent in a batch, commissions first, then shares and overrides
  (private.share_facts), as they are kept in a statement: with the names of that day, the customers'' by their ids, so that an erasure
  finds them (private.erase_from_statements). What tiers corrected of a year is one line.';

COMMENT ON FUNCTION "private"."sync_recalls"() IS 'What a transaction takes back of commissions (private.parts_of_recall): the fact, on its booking day, for figures
  (private.recall_parts), and of those who were paid a line of the next payout.
  sales and commissions are locked (private.write_match), so the draft is taken only when nobody else has it; otherwise the line
  waits to be collected.';

COMMENT ON FUNCTION "private"."take_recall_parts_away"(uuid, uuid[]) IS 'What these allocations took back is not taken back: gone where its day is open; what was said on closed days
  is taken back on the first open one.';

COMMENT ON FUNCTION "private"."tell_expiring_connections_slice"(uuid) IS 'Tells owners 14 and 3 days before a connection expires, and ends what has expired.';

COMMENT ON FUNCTION "private"."tell_late_document_checks_slice"(uuid) IS 'Tells who uploaded a file that it waits to be checked.';

COMMENT ON FUNCTION "private"."terms_again"(uuid, uuid) IS 'What somebody has not been paid of and would have another split of by the terms that hold now
  for its day, seller''s shares (without share_id) and others. What is paid, in a payout, of closed books or cancelled is left alone.';

COMMENT ON FUNCTION "private"."tier_parts"(jsonb, numeric, numeric, numeric) IS 'Which split what part of an amount has that comes after a volume, from there on: one that crosses a
  step is divided (private.share_of). An amount of nothing has that of the volume.';

COMMENT ON FUNCTION "private"."tier_volume"(uuid, uuid, text, text, date, timestamp with time zone, uuid) IS 'What a person sold (money, by their share) in the year of a day before that day, and of that day what
  was recorded before a moment; before this transaction what others recorded, however long they waited for each other, and of what one recorded
  that with lower ids. Cancelled sales do not count, and of a commission that was cancelled alone only what was sold; what was received
  (private.commissions_received) counts also of what was cancelled since.';

COMMENT ON FUNCTION "private"."waits_after_failure"(text, uuid) IS 'Whether a job leaves an organization out for now, as its last slice failed (private.end_turn).';

COMMENT ON FUNCTION "private"."write_agency_exports"() IS 'The scheduled job: forgets exports of more than seven days, and writes the one that waits
  longest. What kills it leaves it waiting for the next run; what goes wrong, or takes too long, leaves it waiting while others are
  written (private.end_turn); after a day it is given up.';

COMMENT ON FUNCTION "private"."write_follow_ups"() IS 'The same for all organizations in turn.';

COMMENT ON FUNCTION "private"."write_follow_ups_slice"(uuid) IS 'Puts the follow-ups of the day into the box; what they say is written when they leave. Ends
  those of vendors who owe nothing any more, and those of people who may not ask any more; waits a day while a deposit of the vendor waits.
  Whether there may be more.';

COMMENT ON FUNCTION "public"."get_member_page"(uuid) IS 'What get_member_profile answers, with `sales`: the newest sales that the person sold or has a
  share of, with their part. The profile decides who may read it: null for everybody else.';

COMMENT ON FUNCTION "public"."get_report_gallery"() IS 'What the page of all reports shows of each, in one call: the reports as they are
  without choices, by month.';

COMMENT ON FUNCTION "public"."get_sale_group"(uuid) IS 'A group with `figures` (private.group_figures), `sales` (as list_sales; the newest 200) and
  `other_dates` (how many booked ones have other dates than the group, of an agent those they sold), all of those the reader may see; `may_change`: whether they may
  change the group. Null for none of their organization.';

COMMENT ON FUNCTION "public"."get_sale_shares"(uuid) IS '{shares: [{user_id, name, avatar_url, role, percent, gross_part, split, split_parts
  (private.share_of), amount, status, fee, total}], total, due, beside: [{user_id, name, role, amount, paid}], agency, taken_back: {amount, agents}, fee: {amount, agency}}, the seller first, each with their
  part of the agency''s service fee, where there is one. total: what the shares come to that the caller reads, with their parts of the fee;
  due: what of it is to be paid once the customer has paid. beside: overrides, what they take off agents, and what tiers corrected, on all
  commissions of the sale; a sale with one seller and no fee has these alone, without any null, as has one that the caller neither sold nor
  may see. Admins read all of it, what the vendor took back with what agents give back of it, and what the agency keeps of what was received,
  less what was taken back, and is still to come; the seller all percents and
  their own money; who has a share their own, and the names.';

COMMENT ON FUNCTION "public"."get_sales_status_timeline"(date, date, text) IS 'Sale totals by status.';

COMMENT ON FUNCTION "public"."get_statement"(uuid) IS 'One statement as it was frozen, with the names of that day but of who was erased since, what the agent was paid in its year and the year before, whether it was voided (void), and for admins by line
  whether the vendor has paid (funded). Null when there is none that the caller may read.';

COMMENT ON FUNCTION "public"."get_vendor_profile"(uuid) IS '{vendor, figures} for admins; null for everybody else and for a vendor of another
  organization. Figures, without anything cancelled: number and total of sales; what the vendor has not paid, {count, amount,
  agent_amount} each: expected (not due, or without a due day), overdue (owed, with what private.owed_figures names beside it);
  commissions by status, amounts gross: funds_received and agent_paid; agent_amount is what all people get of them, as in the list; received {count, amount, owed, taken_back, net}: what
  receipts say came from the vendor, also of what was cancelled since, the gross commission it is for, what the vendor took back, and what is left.';

COMMENT ON FUNCTION "public"."list_commissions"(text, uuid, date, date, text, text, boolean, integer, integer, uuid, boolean, boolean) IS '{rows, count, page, page_size, total_pages, stats, ready_beside}. `stats`
  (private.commission_status_summary) obeys every filter but the status, `count` that one, too. Days are those of the sale. overdue:
  owed, past its due day with something open, whatever the agent was paid (private.commission_money); what is owed is then the
  amount of the sums and of the sort, and `due_on` is one more sort, the longest overdue first unless asked otherwise. open and owed
  of a row are what its vendor has not paid, and of it what is overdue: to one person of their part. ready: of which somebody can be paid now, as payouts say; shares
  of rows and sums are then what of them can be paid now, and ready_beside is what can be paid besides (private.ready_beside), where anybody beside sellers can be paid.
  Everything else as in list_sales.';

COMMENT ON FUNCTION "public"."read_payment_file"(uuid) IS 'What the payment file says: {batch_id, name, currency, planned_on, made_at (the agency''s
  day and minute), number (which file of that day it is), kind, sender,
  payments: [{agent_id, holder_name, amount, numbers}], left: [{agent_id, name, amount, code, params, reason}]}. left: who gets
  something otherwise (private.file_payments); reason: the code in English.';

COMMENT ON FUNCTION "public"."try_terms"(uuid, date, uuid, text, numeric, numeric) IS 'The split (percent) that somebody would have of a sale on this day, for the person and admins; null
  for others: {split, by (vendor, category, tier, default), vendor, category, tier, default (what each of them says, null: nothing),
  amount (money: the person''s part of the commission), split_parts (private.share_of), version (its number)}. total: of the sale, which tiers by sales booked count.';

COMMENT ON TABLE "private"."closed_receipt_shares" IS 'What people beside the seller had of a commission, with what it said on a closed day.';

COMMENT ON TABLE "private"."closed_shares" IS 'What changed of what people have beside the seller of a commission whose receipt a closed month counts.';

COMMENT ON TABLE "private"."recall_parts" IS 'What vendors took back of commissions by transactions of the bank, a row for each person of it: taken_back is their
  part, agent_amount what of it they give back. A row of less than nothing takes back what another one said on a day that is closed since.';

COMMENT ON VIEW "private"."agents_beside" IS 'What all people beside its seller get of a vendor''s commission, with overrides, what is taken off others for them and
  corrections by tier, and what of it was paid; a row for each commission of which somebody gets any. With commissions.agent_amount, the
  seller''s, it is what the agency''s readers see as the agents'' share.';

COMMENT ON VIEW "private"."commission_money_by_share" IS 'What private.commission_money says, a row for each commission and person who has a
  share of it, with their part. The status is the commission''s: of it one thing is open, whoever was paid.';

COMMENT ON VIEW "private"."commissions_by_share" IS 'A row for each vendor''s commission and person who has a share of it, with their part,
  split, amount and status: a share is paid by itself. whole_status, whole_received, whole_open and whole_amount are the commission''s: a seller''s share (place 1) that funds are here
  for is of a commission that funds are here for, which an index knows.';

COMMENT ON VIEW "private"."commissions_received" IS 'What of each commission came and stayed (net_received): received, less what the vendor took back. What came of
  one that is cancelled since counts as before. The one place that says so: volumes of vendors'' bonuses and of tiers, and the vendor''s
  page read it.';

COMMENT ON VIEW "private"."due_document_announcements" IS 'Documents whose expiry is to be announced, 60 and 14 days ahead.';

COMMENT ON VIEW "private"."due_follow_ups" IS 'Vendors who are to be asked again now.';

COMMENT ON VIEW "private"."due_payment_reminders" IS 'Payments of customers whose reminder was asked for, is due, and did not come yet.';

COMMENT ON VIEW "private"."due_payouts" IS 'Payouts that are planned for today, or should have been paid before.';

COMMENT ON VIEW "private"."expiring_connections" IS 'Connections whose end is near, or past and not told yet.';

COMMENT ON VIEW "private"."late_document_checks" IS 'Checks of files that wait for more than 15 minutes, of which nobody was told yet.';

COMMENT ON VIEW "private"."near_deletions" IS 'Agencies whose members are to be told that their deletion is near.';

COMMENT ON VIEW "private"."sales_by_share" IS 'A row for each sale and person who sold it (agent_id), with their part of the amounts.';

COMMENT ON VIEW "private"."stopped_imports" IS 'Imports of connections of which who brought them died before they were matched.';

COMMENT ON VIEW "private"."stopped_mail_parts" IS 'The same of their parts.';

COMMENT ON VIEW "private"."stopped_mails" IS 'Mails whose reading was begun, and never finished.';

REVOKE ALL ON FUNCTION "private"."announce_expiring_documents"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."announce_expiring_documents"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."announce_expiring_documents_slice"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."announce_expiring_documents_slice"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."api_money_of_commissions"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."api_money_of_commissions"(uuid[]) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."await_turn"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."await_turn"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."blended_split"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."blended_split"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."cancel_recall_parts"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."cancel_recall_parts"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."commission_day"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."commission_day"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."counts_shares"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."counts_shares"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."end_turn"(text, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_turn"(text, uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."erase_from_statements"(uuid, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."erase_from_statements"(uuid, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."found_commissions"(uuid[], uuid[], integer, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."found_commissions"(uuid[], uuid[], integer, uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."go_on_deleting"(uuid, interval) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."go_on_deleting"(uuid, interval) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_closed_shares"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_closed_shares"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_closed_shares_of"(public.commission_shares[], public.commission_shares[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_closed_shares_of"(public.commission_shares[], public.commission_shares[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."kept_agent_amount"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."kept_agent_amount"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."latest_sales_of_member"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."latest_sales_of_member"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."local_minute"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."local_minute"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."mark_closed_receipt_shares"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mark_closed_receipt_shares"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."mark_recalls"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mark_recalls"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."match_stopped_imports_slice"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."match_stopped_imports_slice"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."other_people"(public.commissions) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."other_people"(public.commissions) TO "postgres";

REVOKE ALL ON FUNCTION "private"."parts_of_recall"(public.commissions, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."parts_of_recall"(public.commissions, numeric) TO "postgres";

REVOKE ALL ON FUNCTION "private"."pay_scheduled_payouts"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."pay_scheduled_payouts"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."pay_scheduled_payouts_slice"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."pay_scheduled_payouts_slice"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."payment_files_today"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."payment_files_today"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."remind_of_deletions_slice"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."remind_of_deletions_slice"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."remind_of_payments"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."remind_of_payments"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."remind_of_payments_slice"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."remind_of_payments_slice"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."report_beside_facts"(text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."report_beside_facts"(text, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."report_recall_facts"(text, boolean, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."report_recall_facts"(text, boolean, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reports"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reports"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."resume_mails_slice"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."resume_mails_slice"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."run_mail_plans_slice"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."run_mail_plans_slice"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sale_rows"(uuid[], boolean, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sale_rows"(uuid[], boolean, uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."share_of"(numeric, numeric, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."share_of"(numeric, numeric, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."split_by_tier"(public.agreement_versions, date, timestamp with time zone, uuid, numeric, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."split_by_tier"(public.agreement_versions, date, timestamp with time zone, uuid, numeric, numeric) TO "postgres";

REVOKE ALL ON FUNCTION "private"."split_of_other"(uuid, uuid, text, uuid, numeric, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."split_of_other"(uuid, uuid, text, uuid, numeric, numeric) TO "postgres";

REVOKE ALL ON FUNCTION "private"."split_of_sale"(public.agreement_versions, public.sales, numeric, numeric, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."split_of_sale"(public.agreement_versions, public.sales, numeric, numeric, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."split_of_share"(uuid, uuid, uuid, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."split_of_share"(uuid, uuid, uuid, numeric) TO "postgres";

REVOKE ALL ON FUNCTION "private"."take_recall_parts_away"(uuid, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_recall_parts_away"(uuid, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_expiring_connections_slice"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_expiring_connections_slice"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_late_document_checks_slice"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_late_document_checks_slice"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."terms_again"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."terms_again"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tier_parts"(jsonb, numeric, numeric, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tier_parts"(jsonb, numeric, numeric, numeric) TO "postgres";

REVOKE ALL ON FUNCTION "private"."waits_after_failure"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."waits_after_failure"(text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_follow_ups"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_follow_ups"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_follow_ups_slice"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_follow_ups_slice"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."get_report_gallery"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_report_gallery"() TO "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."closed_receipt_shares" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."closed_shares" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."recall_parts" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."agents_beside" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."closed_receipts_by_share" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."commission_money" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."commission_money_by_share" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."commissions_by_share" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."commissions_received" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."due_document_announcements" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."due_follow_ups" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."due_payment_reminders" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."due_payouts" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."expiring_connections" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."late_document_checks" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."near_deletions" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."sales_by_share" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."stopped_imports" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."stopped_mail_parts" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."stopped_mails" TO "postgres";
-- DATA, by hand: sums by agent of agencies with shares lack what stands beside shares: they are added up again.
insert into private.stale_report_months
select distinct t.organization_id, t.kind, t.month from private.report_totals t
where t.kind like 'commission.%' and exists (
  select from public.commission_shares h where h.organization_id = t.organization_id);
-- END OF DATA

-- DATA, by hand: what closed months said until now was read with the shares of today; that is what they go on saying.
update private.closed_receipts k set share_percents = c.share_percents
from public.commissions c
where c.organization_id = k.organization_id and c.id = k.commission_id and k.share_percents <> c.share_percents;
insert into private.closed_receipt_shares (organization_id, receipt_id, user_id, role, place, agent_amount)
select k.organization_id, k.id, h.user_id, h.role, h.place, h.agent_amount
from private.closed_receipts k
join public.commission_shares h on h.organization_id = k.organization_id and h.commission_id = k.commission_id
  and (h.status <> 'cancelled' or k.status = 'cancelled') and (h.place is not null or h.agent_amount <> 0);
-- END OF DATA

-- DATA, by hand: what vendors took back before: on its booking day, and where that is closed on the first open one, as a closed month stays
-- what it was. What people give back of it is in lines of payouts. Sums are added up again by the trigger that marks their months.
insert into private.recall_parts (organization_id, commission_id, sales_id, vendor_id, allocation_id, user_id, share_id, place, posted_on,
  taken_back, agent_amount, cancelled)
select c.organization_id, c.id, c.sales_id, c.vendor_id, a.id, p.user_id, p.share_id, p.place,
  greatest(a.posted_on, o.books_closed_through + 1), p.part, coalesce(l.amount, 0), c.status = 'cancelled'
from public.bank_allocations a
join public.commissions c on c.organization_id = a.organization_id and c.id = a.commission_id
join public.organizations o on o.id = a.organization_id
cross join lateral (
  select null::uuid as share_id, c.agent_id as user_id, 1 as place, (private.parts_of(-a.amount, c.share_percents))[1] as part
  union all
  select h.id, h.user_id, h.place, coalesce((private.parts_of(-a.amount, c.share_percents))[h.place], 0)
  from public.commission_shares h where h.organization_id = c.organization_id and h.commission_id = c.id) p
left join lateral (
  select -sum(l.amount) as amount from public.payout_lines l
  where l.organization_id = a.organization_id and l.transaction_id = a.transaction_id and l.commission_id = a.commission_id
    and l.share_id is not distinct from p.share_id and l.kind in ('recall', 'correction')) l on true
where a.amount < 0 and (p.part <> 0 or l.amount <> 0);
-- END OF DATA

-- DATA, written by hand: statements that were paid keep the customers' names that they say today.
DO $$
BEGIN
  PERFORM private.begin_mode('erasing');
  UPDATE public.payout_statements s SET content = s.content || jsonb_build_object('lines', (
    SELECT jsonb_agg(e.line || jsonb_build_object('customer', k.first_name || ' ' || k.last_name, 'customer_id', k.id) ORDER BY e.n)
    FROM jsonb_array_elements(s.content -> 'lines') WITH ORDINALITY e(line, n)
    LEFT JOIN public.commissions c ON c.organization_id = s.organization_id AND c.id = (e.line ->> 'commission_id')::uuid
    LEFT JOIN public.commission_shares h ON h.organization_id = s.organization_id AND h.id = (e.line ->> 'share_id')::uuid
    LEFT JOIN public.sales b ON b.id = coalesce(c.sales_id, h.sales_id)
    LEFT JOIN public.customers k ON k.id = b.customer_id AND (h.id IS NULL OR h.place IS NOT NULL)))
  WHERE jsonb_array_length(s.content -> 'lines') > 0;
  PERFORM private.begin_mode('');
END $$;
-- END OF DATA
