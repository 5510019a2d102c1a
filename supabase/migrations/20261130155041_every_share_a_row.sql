set local check_function_bodies = off;

-- On hosted Supabase a policy, and a trigger that is dropped, lock tables of Auth, Storage and Realtime until this is committed. Whoever
-- comes meanwhile waits behind it, so it does not wait long itself: it gives up, nothing of it stays, and the next push tries again.
set local lock_timeout = '4s';

COMMENT ON COLUMN "public"."commissions"."seller_paid" IS NULL;

COMMENT ON COLUMN "public"."commissions"."split_parts" IS NULL;

COMMENT ON COLUMN "public"."commissions"."terms_version_id" IS NULL;

DROP TRIGGER "commission_shares_after_35_mark_tiers" ON "public"."commission_shares";

DROP TRIGGER "commissions_07_take_terms_changed" ON "public"."commissions";

DROP TRIGGER "commissions_07_take_terms" ON "public"."commissions";

DROP TRIGGER "commissions_08_guard_schedule" ON "public"."commissions";

DROP TRIGGER "commissions_09_keep_paid" ON "public"."commissions";

DROP TRIGGER "commissions_12_keep_share" ON "public"."commissions";

DROP TRIGGER "commissions_after_30_correct_share" ON "public"."commissions";

DROP TRIGGER "commissions_after_31_follow_overrides" ON "public"."commissions";

DROP TRIGGER "commissions_after_31_make_overrides" ON "public"."commissions";

DROP INDEX "public"."agent_payments_share_id_key";

DROP INDEX "public"."commission_shares_override_key";

DROP INDEX "public"."commission_shares_paid_idx";

DROP INDEX "public"."commission_shares_user_id_idx";

DROP INDEX "public"."payout_lines_commission_id_key";

DROP INDEX "public"."payout_lines_recalls_idx";

DROP INDEX "public"."payout_lines_share_id_key";

DROP VIEW "private"."agents_beside";

DROP VIEW "private"."commission_money_by_share";

DROP VIEW "private"."commissions_by_share";

DROP VIEW "private"."sales_by_share";

ALTER TABLE "public"."agent_payments" DROP CONSTRAINT "agent_payments_commission_id_one";

ALTER TABLE "public"."commission_shares" DROP CONSTRAINT "commission_shares_role_whole";

ALTER TABLE "public"."commissions" DROP CONSTRAINT "commissions_agent_amount_range";

ALTER TABLE "public"."payout_holds" DROP CONSTRAINT "payout_holds_commission_id_fkey";

ALTER TABLE "public"."payout_holds" DROP CONSTRAINT "payout_holds_commission_id_key";

ALTER TABLE "public"."payout_holds" DROP CONSTRAINT "payout_holds_commission_id_one";

ALTER TABLE "public"."payout_lines" DROP CONSTRAINT "payout_lines_commission_id_whole";

DROP FUNCTION "private"."correct_share"();

DROP FUNCTION "private"."correct_share_of"(public.commissions);

DROP FUNCTION "private"."correct_shares_of"(public.commissions);

DROP FUNCTION "private"."follow_commissions_with_overrides"();

DROP FUNCTION "private"."follow_overrides"(uuid[], uuid[]);

DROP FUNCTION "private"."keep_fixed_share"();

DROP FUNCTION "private"."make_overrides"(uuid[], uuid[], boolean);

DROP FUNCTION "private"."open_commissions"(uuid, uuid, boolean);

DROP FUNCTION "private"."parts_of_recall"(public.commissions, numeric);

DROP FUNCTION "private"."post_recall"(public.payout_batches, public.commissions, numeric, text, jsonb, uuid, boolean);

DROP FUNCTION "private"."post_share_recall"(public.payout_batches, public.commission_shares, numeric, text, jsonb, uuid, boolean);

DROP FUNCTION "private"."recallable_amount"(uuid, uuid);

DROP FUNCTION "private"."schedule_lock"(uuid, uuid);

DROP FUNCTION "private"."seller_share"(public.commissions);

DROP FUNCTION "private"."share_is_fixed"(public.commissions);

DROP FUNCTION "private"."share_schedule_lock"(uuid, uuid);

DROP FUNCTION "private"."take_terms"();

DROP FUNCTION "private"."terms_again"(uuid, uuid);

DROP FUNCTION "private"."under_shares"(uuid[], uuid[]);

DROP FUNCTION "private"."wanted_shares"(uuid[]);

DROP FUNCTION "private"."write_agent_payments"(uuid, uuid[], text[], text[], date, text, uuid);

DROP FUNCTION "private"."write_share_payments"(uuid, uuid[], text[], text[], date, text, uuid);

-- The rows of sellers, as their commissions say; who refers to a commission for its seller's share refers to the share.
ALTER TABLE "public"."commissions" DISABLE TRIGGER USER;

ALTER TABLE "public"."commission_shares" DISABLE TRIGGER USER;

ALTER TABLE "public"."agent_payments" DISABLE TRIGGER USER;

ALTER TABLE "public"."payout_lines" DISABLE TRIGGER USER;

ALTER TABLE "public"."payout_holds" DISABLE TRIGGER USER;

ALTER TABLE "private"."recall_parts" DISABLE TRIGGER USER;

update public.commissions set seller_paid = true where status = 'agent_paid' and not seller_paid;

insert into public.commission_shares (organization_id, commission_id, sales_id, user_id, role, place, percent, split, split_parts, gross_part,
  agent_amount, terms_version_id, counted_on, status, paid_on, created_at, updated_at)
select c.organization_id, c.id, c.sales_id, c.agent_id, 'seller', 1, c.share_percents[1], c.commission_split, c.split_parts,
  (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[1], c.agent_amount, c.terms_version_id, c.sale_date,
  case when c.seller_paid then 'paid' when c.status = 'cancelled' then 'cancelled' else 'open' end,
  case when c.seller_paid then coalesce(p.payment_date, c.updated_at::date) end, c.created_at, c.updated_at
from public.commissions c
left join public.agent_payments p on p.commission_id = c.id and p.organization_id = c.organization_id;

update public.agent_payments p set share_id = h.id from public.commission_shares h
where h.commission_id = p.commission_id and h.organization_id = p.organization_id and h.role = 'seller' and p.share_id is null;

update public.payout_lines l set share_id = h.id from public.commission_shares h
where h.commission_id = l.commission_id and h.organization_id = l.organization_id and h.role = 'seller' and l.share_id is null;

update public.payout_holds k set share_id = h.id from public.commission_shares h
where h.commission_id = k.commission_id and h.organization_id = k.organization_id and h.role = 'seller' and k.share_id is null;

update private.recall_parts r set share_id = h.id from public.commission_shares h
where h.commission_id = r.commission_id and h.organization_id = r.organization_id and h.role = 'seller' and r.share_id is null;

update public.commission_shares k set under_share_id = h.id from public.commission_shares h
where h.commission_id = k.commission_id and h.organization_id = k.organization_id and h.role = 'seller'
  and k.role in ('override', 'override_charge', 'tier_correction') and k.under_share_id is null;

ALTER TABLE "public"."commissions" ENABLE TRIGGER USER;

ALTER TABLE "public"."commission_shares" ENABLE TRIGGER USER;

ALTER TABLE "public"."agent_payments" ENABLE TRIGGER USER;

ALTER TABLE "public"."payout_lines" ENABLE TRIGGER USER;

ALTER TABLE "public"."payout_holds" ENABLE TRIGGER USER;

ALTER TABLE "private"."recall_parts" ENABLE TRIGGER USER;

ALTER TABLE "public"."payout_holds" DROP COLUMN "commission_id";

ALTER TABLE "private"."recall_parts" ALTER COLUMN "share_id" SET NOT NULL;

ALTER TABLE "public"."agent_payments" ALTER COLUMN "share_id" SET NOT NULL;

ALTER TABLE "public"."payout_holds" ALTER COLUMN "share_id" SET NOT NULL;

CREATE OR REPLACE FUNCTION private.add_shares(commission_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  insert into public.commission_shares (organization_id, commission_id, sales_id, user_id, role, place, percent, split, split_parts,
    gross_part, agent_amount, terms_version_id, counted_on, status)
  select w.organization_id, w.commission_id, w.sales_id, w.user_id, w.role, w.place, w.percent, t.split, t.split_parts,
    w.gross_part, private.share_of(w.gross_part, t.split, t.split_parts), t.terms_version_id, w.sale_date,
    case when w.is_cancelled then 'cancelled' else 'open' end
  from unnest(commission_ids) i(id)
  cross join lateral (select x.* from private.wanted_shares x where x.commission_id = i.id offset 0) w
  cross join lateral private.split_of_share(w.organization_id, w.user_id, w.sales_id, w.percent) t
  where (w.role = 'seller' or not w.is_cancelled) and not exists (
    select from public.commission_shares h where h.organization_id = w.organization_id and h.commission_id = w.commission_id
      and (h.role = 'seller' and w.role = 'seller' or h.user_id = w.user_id and h.role in ('co_seller', 'referral')) offset 0)
  order by w.sales_id, w.place;
end $function$;

CREATE OR REPLACE FUNCTION private.all_agent_amount(of text, paid_only boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case of when 'k' then 'coalesce((select sum(h.agent_amount) from private.closed_receipt_shares h where h.receipt_id = k.id), 0)'
    else format('coalesce((select sum(h.agent_amount) from private.shares_beside_sellers h
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
end $function$;

CREATE OR REPLACE FUNCTION private.announce_holds()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.send_tags(array(
    select 'org:' || h.organization_id from changed h
    union select 'user:' || c.user_id from changed h join public.commission_shares c on c.organization_id = h.organization_id
      and c.id = h.share_id), 'payouts');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.announce_shares()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rows public.commission_shares[];
begin
  if tg_op = 'INSERT' then
    rows := array(select row(h.*)::public.commission_shares from added h);
  elsif tg_op = 'DELETE' then
    rows := array(select row(h.*)::public.commission_shares from replaced h);
  else
    rows := array(select row(h.*)::public.commission_shares from changed h) || array(select row(h.*)::public.commission_shares from replaced h);
  end if;
  perform private.announce_dashboards(array_agg(distinct h.organization_id), array_agg(distinct h.user_id))
  from unnest(rows) h where not private.of_seller(h) having count(*) > 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.api_money_of_commissions(commission_ids uuid[])
 RETURNS TABLE(commission_id uuid, said jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.commission_id, jsonb_build_object('open_amount', m.open::numeric(12,2)::text, 'overdue_amount', m.owed::numeric(12,2)::text,
    'agent_amount', h.amount::text, 'seller_amount', m.agent_amount::text, 'agents_paid_amount', h.paid::text, 'people', h.people)
  from private.commission_money m
  cross join lateral (
    select coalesce(sum(x.agent_amount), 0.00) as amount, coalesce(sum(x.agent_amount) filter (where x.status = 'paid'), 0.00) as paid,
      jsonb_agg(jsonb_build_object('user_id', x.user_id, 'role', x.role, 'amount', x.agent_amount::text, 'paid', x.status = 'paid')
        order by x.place nulls last, x.role, x.created_at, x.id) filter (where x.place is not null or x.agent_amount <> 0) as people
    from public.commission_shares x
    where x.organization_id = m.organization_id and x.commission_id = m.commission_id) h
  where m.commission_id = any (api_money_of_commissions.commission_ids) and m.organization_id = (select private.current_organization_id())
    and (select private.is_admin())
$function$;

CREATE OR REPLACE FUNCTION private.audit_agent_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  subject constant uuid := (
    select coalesce(h.commission_id, h.other_commission_id) from public.commission_shares h where h.id = new.share_id);
begin
  if tg_op = 'INSERT' then
    perform private.audit(new.organization_id, 'agent_paid', null, subject, private.audit_change('payment', 'open', 'paid')
      || jsonb_build_object('on', new.payment_date, 'agent_id', new.agent_id), new.amount, new.created_by);
  elsif not private.in_mode('erasing') then
    perform private.audit(new.organization_id, 'agent_payment_corrected', null, subject, jsonb_build_object('changes',
      private.audit_changes(jsonb_build_object('payment_date', old.payment_date, 'payment_method', old.payment_method),
        jsonb_build_object('payment_date', new.payment_date, 'payment_method', new.payment_method))), new.amount);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.audit_holds()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit(x.organization_id, case tg_op when 'DELETE' then 'commission_released' else 'commission_held' end, null,
    case when count(*) = 1 then (array_agg(coalesce(h.commission_id, h.other_commission_id)))[1] end,
    case tg_op when 'DELETE' then private.audit_change('payment', 'held', 'open') else private.audit_change('payment', 'open', 'held') end
    || jsonb_build_object('count', count(*), 'agent_id', case when count(distinct h.user_id) = 1 then (array_agg(h.user_id))[1] end),
    sum(h.agent_amount))
  from changed x
  join public.commission_shares h on h.organization_id = x.organization_id and h.id = x.share_id
  group by x.organization_id;
  return null;
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
    -- Everybody who was paid of them since.
    'paid_agents', (select count(distinct p.agent_id) from public.bank_transactions t
      join public.bank_allocations l on l.organization_id = t.organization_id and l.transaction_id = t.id
      cross join lateral (
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

CREATE OR REPLACE FUNCTION private.capped_overrides(organization_id uuid, user_id uuid, year integer, fixed uuid[])
 RETURNS TABLE(id uuid, amount numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r record;
  g integer;
  sums numeric[] := '{}';
begin
  for r in
    with claims as materialized (
      select h.id, h.terms_version_id, h.agent_amount, round(h.gross_part * h.percent / 100, 2) as whole, u.user_id as person,
        h.status = 'paid' or h.id = any (fixed) or h.taken_from = 'agent' and exists (select from public.commission_shares c
          where c.override_id = h.id and c.status = 'paid') as is_fixed,
        row_number() over (order by h.counted_on, s.created_at, s.id, h.other_commission_id nulls first, u.place, h.id) as place
      from public.commission_shares h
      -- By their ids alone: the agency beside them reads as few as the mean one has, and all of them where it has many.
      join public.sales s on s.id = h.sales_id
      join public.commission_shares u on u.id = h.under_share_id
      where h.organization_id = capped_overrides.organization_id and h.user_id = capped_overrides.user_id and h.role = 'override'
        and h.status <> 'cancelled'
        and h.counted_on between make_date(capped_overrides.year, 1, 1) and make_date(capped_overrides.year, 12, 31)
    ), capped as materialized (
      -- Which people a rule with a cap covers: who is named goes before all.
      select v.id as version_id, p.person, t.cap, dense_rank() over (order by v.id, t.n)::integer as number
      from public.agreement_versions v
      cross join (select distinct c.person from claims c) p
      cross join lateral (
        select e.n, (e.value ->> 'cap_per_year')::numeric as cap from jsonb_array_elements(v.overrides) with ordinality e(value, n)
        where e.value -> 'whose' ? p.person::text or e.value ->> 'whose' = 'all' order by e.value ->> 'whose' = 'all' limit 1) t
      where v.id in (select c.terms_version_id from claims c) and t.cap is not null)
    select c.id, c.agent_amount, c.whole, c.is_fixed, w.cap, w.number,
      coalesce(n.numbers, '{}') as numbers
    from claims c
    left join capped w on w.version_id = c.terms_version_id and w.person = c.person
    left join (select x.person, array_agg(x.number) as numbers from capped x group by 1) n on n.person = c.person
    order by c.is_fixed desc, c.place
  loop
    amount := case when r.is_fixed then r.agent_amount when r.cap is null then r.whole
      else least(r.whole, greatest(r.cap - coalesce(sums[r.number], 0), 0)) end;
    foreach g in array r.numbers loop
      sums[g] := coalesce(sums[g], 0) + amount;
    end loop;
    if amount <> r.agent_amount then
      id := r.id;
      return next;
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.collect_payout(b public.payout_batches, OUT commissions integer, OUT adjustments integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  with collectable as materialized (
    select * from private.collectable_lines(b.organization_id, null)
  ), kept as materialized (
    -- What is taken back meanwhile is waited for, and left out.
    select h.id from public.commission_shares h
    where h.id in (select c.share_id from collectable c where c.line_id is null) order by h.id for key share
  ), taken as (
    update public.payout_lines l set batch_id = b.id from collectable c where l.id = c.line_id and l.batch_id is null
    returning 1
  ), added_lines as (
    insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, share_id, amount, created_by)
    select b.organization_id, b.id, c.agent_id, c.kind, c.commission_id, c.share_id, c.amount, auth.uid()
    from collectable c where c.line_id is null and c.share_id in (select k.id from kept k)
    order by c.commission_id, c.share_id
    on conflict do nothing
    returning 1)
  select (select count(*) from added_lines), (select count(*) from taken) into commissions, adjustments;
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
    from private.shares_beside_sellers h
    where f.all_shares and h.organization_id = m.organization_id and h.commission_id = m.id) b
  join public.customers c on c.id = s.customer_id
  join public.vendors v on v.id = s.vendor_id
  join public.users a on a.id = m.agent_id
$function$;

CREATE OR REPLACE FUNCTION private.complete_payout(b public.payout_batches, day date, reference text, payment_key uuid, checks jsonb, by_itself boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first_number int;
begin
  select coalesce(max(split_part(s.number, '-', 3)::int), 0) into first_number from public.payout_statements s
  where s.organization_id = b.organization_id and starts_with(s.number, to_char(day, 'YYYY-MM-'));
  insert into public.payout_statements (organization_id, batch_id, agent_id, number, commission_amount, adjustment_amount,
    carried_in, carried_out, paid_amount, paid_on, payment_method, reference, content)
  select b.organization_id, b.id, t.agent_id,
    to_char(day, 'YYYY-MM-') || to_char(first_number + row_number() over (order by u.last_name, u.first_name, u.id), 'FM999999900'),
    t.commission_amount, t.adjustment_amount, t.carried_in, t.carried_out, t.paid_amount, day,
    case when account.details is null then private.payment_without_account(b.currency) else 'bank_transfer' end,
    nullif(btrim(case when account.details is null then coalesce(checks ->> t.agent_id::text, complete_payout.reference)
      else complete_payout.reference end), ''),
    jsonb_build_object('agency', private.statement_agency(b.organization_id),
      'agent', jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name), 'payout', b.name, 'currency', b.currency,
      'account', account.details, 'lines', private.statement_lines(b, t.agent_id),
      'returned', private.returned_payments(b, t.agent_id))
  from private.payout_totals(b) t
  join public.users u on u.id = t.agent_id
  cross join lateral (select private.file_account(b.organization_id, t.agent_id) as details) account;

  -- Before its commissions move on: what is in a scheduled payout is locked.
  update public.payout_batches p set status = 'paid', paid_by = auth.uid(), paid_at = now(), paid_on = complete_payout.day,
    reference = complete_payout.reference, checks = complete_payout.checks, payment_key = complete_payout.payment_key,
    schedule_problem = null, schedule_failure = null, schedule_told_on = null, version = p.version + 1
  where p.id = b.id;
  perform private.write_payments(b.organization_id, array_agg(l.share_id order by l.share_id),
    array_agg(s.payment_method order by l.share_id), array_agg(s.reference order by l.share_id), day, null, b.id)
  from public.payout_lines l
  join public.payout_statements s on s.organization_id = l.organization_id and s.batch_id = l.batch_id and s.agent_id = l.agent_id
  where l.organization_id = b.organization_id and l.batch_id = b.id and private.is_claim(l.kind)
  having count(*) > 0;

  perform private.note_payout(b, 'paid', jsonb_build_object('amount',
    (select sum(s.paid_amount) from public.payout_statements s where s.organization_id = b.organization_id and s.batch_id = b.id))
    || case when by_itself then '{"by_itself": true}' else '{}' end::jsonb);
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id, code, params)
  select s.organization_id, s.agent_id, 'payout',
    case when s.paid_amount > 0 then 'You were paid ' || trim(to_char(s.paid_amount, '9,999,999,990.00')) || ' ' || b.currency || ' with the '
      || b.name || ' payout. Your statement is there.'
    else 'Your statement of the ' || b.name || ' payout is there.' end, 'statements', s.id,
    case when s.paid_amount > 0 then 'payout_paid' else 'statement_there' end,
    jsonb_build_object('amount', s.paid_amount, 'currency', b.currency, 'payout', b.name)
  from public.payout_statements s
  where s.organization_id = b.organization_id and s.batch_id = b.id and (by_itself or s.agent_id is distinct from auth.uid())
  order by s.agent_id;
end $function$;

CREATE OR REPLACE FUNCTION private.correct_share_of(h public.commission_shares, c public.commissions)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted constant numeric := case when h.place is null then private.override_now(h, c)
    else private.share_of((private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[h.place], h.split, h.split_parts) end;
  -- Who collects it meanwhile is waited for.
  waiting constant numeric := (select coalesce(sum(w.amount), 0) from (
    select l.amount from public.payout_lines l
    where l.organization_id = h.organization_id and l.share_id = h.id and l.kind = 'correction' and l.batch_id is null
    for update) w);
  difference numeric := wanted - h.agent_amount + waiting - coalesce((
    select sum(l.amount) from public.payout_lines l
    where l.organization_id = h.organization_id and l.share_id = h.id and l.kind = 'correction'), 0);
  b public.payout_batches;
begin
  -- Nobody gives back more than they were paid.
  if h.status = 'paid' then
    difference := case when h.role = 'override_charge' then least(difference, waiting - private.recallable_share(h))
      else greatest(difference, waiting - private.recallable_share(h)) end;
  end if;
  if difference = waiting then
    return;
  end if;
  delete from public.payout_lines l
  where l.organization_id = h.organization_id and l.share_id = h.id and l.kind = 'correction' and l.batch_id is null;
  if difference = 0 then
    return;
  end if;
  select p.* into b from public.payout_batches p
  where p.organization_id = c.organization_id and p.status = 'draft' for update skip locked;
  insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, share_id, amount, note, note_fact, created_by)
  select c.organization_id, b.id, h.user_id, 'correction', c.id, h.id, difference,
    left(v.name, 200) || case when is_less then ' paid less than was expected' else ': what was written off is expected again' end,
    jsonb_build_object('code', case when is_less then 'paid_less' else 'expected_again' end,
      'params', jsonb_build_object('vendor', left(v.name, 200))),
    private.acting_user(c.organization_id)
  from public.vendors v cross join lateral (select (difference < 0) <> (h.role = 'override_charge') as is_less) n
  where v.id = c.vendor_id;
  -- Who approves the draft has to see it.
  update public.payout_batches p set version = p.version + 1 where p.id = b.id;
end $function$;

CREATE OR REPLACE FUNCTION private.correct_shares()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.correct_share_of(h, new)
  from (
    select k from public.commission_shares k
    where k.organization_id = new.organization_id and k.commission_id = new.id and k.role <> 'tier_correction'
      and (k.status = 'paid' or k.status = 'open' and private.schedule_lock(k.organization_id, k.id) is not null)
    order by k.role <> 'seller', k.id) s(h);
  return null;
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
  shared constant uuid[] := private.shared_sales(terms.organization_id, terms.user_id);
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
    -- A share that was paid stays as it was, and is corrected by what it is reckoned from now.
    select s.id as sales_id, s.sale_date as day, s.created_at as recorded, s.vendor_id, s.lines, c.id as commission_id, null::uuid as other_id,
      h.id as under_id, h.terms_version_id, h.split as recorded_split, h.split_parts as recorded_parts,
      h.percent, case when c.share_percents[h.place] = h.percent
        then (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[h.place] else h.gross_part end as gross,
      h.status <> 'cancelled' and c.status <> 'cancelled' as stands, h.percent / 100 * case when basis = 'sales_booked' then s.total_amount
        when basis = 'commission_received' then c.net_received when c.status = 'cancelled' then 0
        else s.commission_amount end as volume, null::numeric as adds,
      case when c.amount > 0 then least(c.taken_back_amount / c.amount, 1) else 0 end as taken_back
    from public.sales s
    join private.commissions_received c on c.organization_id = s.organization_id and c.sales_id = s.id
    join public.commission_shares h on h.organization_id = s.organization_id and h.commission_id = c.id and h.user_id = terms.user_id
      and h.role in ('seller', 'co_seller', 'referral')
    where s.organization_id = terms.organization_id and (s.agent_id = terms.user_id or s.id = any (shared))
      and (s.status <> 'cancelled' or basis = 'commission_received')
      and s.sale_date between correct_tier_year.first_day and last_day
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

CREATE OR REPLACE FUNCTION private.create_commission()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.commissions
    (organization_id, sales_id, agent_id, vendor_id, sale_date, sale_paid, due_on, amount, commission_split, agent_amount,
      share_percents)
  select n.organization_id, n.id, n.agent_id, n.vendor_id, n.sale_date, n.status = 'paid',
    private.due_on(v.expected_payment_days, v.expected_payment_basis, n.sale_date, n.travel_date, n.return_date),
    n.commission_amount, t.split, round((private.parts_of(n.commission_amount, p.percents))[1] * t.split / 100, 2), p.percents
  from added n
  join public.organizations o on o.id = n.organization_id
  join public.vendor_terms v on v.organization_id = n.organization_id and v.vendor_id = n.vendor_id
  left join public.user_terms u on u.organization_id = n.organization_id and u.user_id = n.agent_id
  cross join lateral (select coalesce(u.commission_split, o.default_commission_split) as split) t
  cross join lateral (select private.share_percents(n.co_sellers) as percents offset 0) p;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.daily_totals_of_rows(organization_id uuid, days date[], record_type text DEFAULT NULL::text, subject_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF private.daily_totals
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Where nobody shares, from the rows of sales and commissions alone.
  if not private.shares_commissions(daily_totals_of_rows.organization_id) then
    return query
      select s.organization_id, k.subject_id, 'sale', s.sale_date, s.status, count(*)::integer, sum(s.total_amount),
        sum(s.commission_amount), 0::numeric
      from public.sales s
      cross join lateral (values (s.organization_id), (s.agent_id)) k(subject_id)
      where s.organization_id = daily_totals_of_rows.organization_id and s.sale_date = any (daily_totals_of_rows.days)
        and (daily_totals_of_rows.record_type is null or daily_totals_of_rows.record_type = 'sale')
        and (daily_totals_of_rows.subject_id is null or k.subject_id = daily_totals_of_rows.subject_id)
      group by s.organization_id, k.subject_id, s.sale_date, s.status
      union all
      select c.organization_id, k.subject_id, 'commission', c.sale_date, c.status, count(*)::integer, 0::numeric,
        sum(c.amount), sum(c.agent_amount)
      from public.commissions c
      cross join lateral (values (c.organization_id), (c.agent_id)) k(subject_id)
      where c.organization_id = daily_totals_of_rows.organization_id and c.sale_date = any (daily_totals_of_rows.days)
        and (daily_totals_of_rows.record_type is null or daily_totals_of_rows.record_type = 'commission')
        and (daily_totals_of_rows.subject_id is null or k.subject_id = daily_totals_of_rows.subject_id)
      group by c.organization_id, k.subject_id, c.sale_date, c.status;
    return;
  end if;
  return query
    select t.organization_id, t.subject_id, 'sale', t.sale_date, t.status, count(*)::integer, sum(t.total_amount),
      sum(t.commission_amount), 0::numeric
    from (
      select s.organization_id, k.subject_id, s.sale_date, s.status, k.total_amount, k.commission_amount
      from public.sales s
      cross join lateral (values (s.organization_id, s.total_amount, s.commission_amount),
        (s.agent_id, case when s.co_sellers = '[]' then s.total_amount else private.share_part(s.total_amount, s.co_sellers, 1) end, case when s.co_sellers = '[]' then s.commission_amount else private.share_part(s.commission_amount, s.co_sellers, 1) end))
        k(subject_id, total_amount, commission_amount)
      where s.organization_id = daily_totals_of_rows.organization_id and s.sale_date = any (daily_totals_of_rows.days)
        and (daily_totals_of_rows.subject_id is null or k.subject_id = daily_totals_of_rows.subject_id)
      union all
      select h.organization_id, h.user_id, s.sale_date, s.status, private.share_part(s.total_amount, s.co_sellers, h.place),
        private.share_part(s.commission_amount, s.co_sellers, h.place)
      from public.commission_shares h
      join public.sales s on s.organization_id = h.organization_id and s.id = h.sales_id
      where h.organization_id = daily_totals_of_rows.organization_id and h.counted_on = any (daily_totals_of_rows.days)
        and h.role in ('co_seller', 'referral') and h.commission_id is not null
        and (daily_totals_of_rows.subject_id is null or h.user_id = daily_totals_of_rows.subject_id)) t
    where daily_totals_of_rows.record_type is null or daily_totals_of_rows.record_type = 'sale'
    group by t.organization_id, t.subject_id, t.sale_date, t.status
    union all
    select t.organization_id, t.subject_id, 'commission', t.sale_date, t.status, sum(t.n)::integer, 0::numeric, sum(t.amount),
      sum(t.agent_amount)
    from (
      select c.organization_id, k.subject_id, c.sale_date, k.status, 1 as n, k.amount, c.agent_amount
      from public.commissions c
      cross join lateral (values (c.organization_id, c.status, c.amount),
        (c.agent_id, case when c.seller_paid then 'agent_paid' else c.status end, case when cardinality(c.share_percents) = 1 then c.amount else (private.parts_of(c.amount, c.share_percents))[1] end))
        k(subject_id, status, amount)
      where c.organization_id = daily_totals_of_rows.organization_id and c.sale_date = any (daily_totals_of_rows.days)
        and (daily_totals_of_rows.subject_id is null or k.subject_id = daily_totals_of_rows.subject_id)
      union all
      -- To the agency a commission is one, and what its people get of it is the sum of their shares.
      select h.organization_id, k.subject_id, c.sale_date, k.status, k.n, k.amount, h.agent_amount
      from private.shares_beside_sellers h
      join public.commissions c on c.organization_id = h.organization_id and c.id = h.commission_id
      cross join lateral (values (h.organization_id, c.status, 0, 0::numeric),
        (h.user_id, case when h.status = 'paid' then 'agent_paid' when h.status = 'cancelled' then 'cancelled'
          when c.status = 'agent_paid' then 'funds_received' else c.status end, 1,
          (private.parts_of(c.amount, c.share_percents))[h.place])) k(subject_id, status, n, amount)
      where h.organization_id = daily_totals_of_rows.organization_id and h.counted_on = any (daily_totals_of_rows.days)
        and (k.n = 0 or h.role in ('co_seller', 'referral'))
        and (daily_totals_of_rows.subject_id is null or k.subject_id = daily_totals_of_rows.subject_id)) t
    where daily_totals_of_rows.record_type is null or daily_totals_of_rows.record_type = 'commission'
    group by t.organization_id, t.subject_id, t.sale_date, t.status;
end $function$;

CREATE OR REPLACE FUNCTION private.drop_recall(organization_id uuid, transaction_id uuid, commission_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  l public.payout_lines;
  h public.commission_shares;
begin
  for l in
    select p.* from public.payout_lines p
    where p.organization_id = drop_recall.organization_id and p.transaction_id = drop_recall.transaction_id
      and p.commission_id = drop_recall.commission_id and p.kind in ('recall', 'correction') order by p.id
  loop
    perform private.drop_recall_line(l);
    select k.* into h from public.commission_shares k where k.id = l.share_id;
    if private.of_seller(h) then
      -- What was written off meanwhile was corrected by what the recall had left, at most.
      perform private.correct_share_of(h, c) from public.commissions c where c.id = drop_recall.commission_id and h.status = 'paid';
      perform private.write_recall_history(h, jsonb_build_object('recalled_amount', -l.amount), '{}',
        'Not taken back from the agent after all', 'recall_dropped', jsonb_build_object('amount', -l.amount));
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.facts_of_commission_shares(rows public.commission_shares[])
 RETURNS SETOF private.journal_fact
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select 'share', s.id, s.counted_on, s.agent_amount, case when s.sales_id is null then 'other' else 'sale' end,
    coalesce(s.sales_id, s.other_commission_id, s.commission_id), s.user_id, s.sales_id, null::uuid
  from unnest(rows) s
  -- A seller's is told with the commission.
  where s.status <> 'cancelled' and s.agent_amount <> 0 and not private.of_seller(s)
$function$;

CREATE OR REPLACE FUNCTION private.follow_overrides(share_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  organization_ids constant uuid[] := array(
    select distinct h.organization_id from public.commission_shares h where h.id = any (follow_overrides.share_ids));
  rows_of constant uuid[] := array(
    select h.id from public.commission_shares h
    where h.organization_id = any (organization_ids) and h.under_share_id = any (follow_overrides.share_ids) and h.role = 'override');
  changed_ids uuid[];
begin
  if cardinality(rows_of) = 0 then
    return;
  end if;
  perform private.lock_capped_leads(organization_ids);
  with followed as (
    update public.commission_shares h set gross_part = w.amount, agent_amount = least(round(w.amount * h.percent / 100, 2), w.taken),
      counted_on = w.day, status = case when w.is_cancelled then 'cancelled' else 'open' end
    from (
      select k.id, u.day, u.is_cancelled, private.override_base(k.base, u.gross, u.agent) as amount, case when exists (
          select from public.agreement_versions v where v.id = k.terms_version_id and v.overrides @? '$[*].cap_per_year ? (@ != null)')
        then (select -c.agent_amount from public.commission_shares c where c.override_id = k.id and c.status = 'paid') end as taken
      from public.commission_shares k
      join private.under_shares(array(select x.under_share_id from public.commission_shares x where x.id = any (rows_of))) u
        on u.share_id = k.under_share_id
      where k.id = any (rows_of)) w
    where h.id = w.id and h.status = 'open' and (h.gross_part, h.counted_on, false) is distinct from (w.amount, w.day, w.is_cancelled)
    returning h.id)
  select array(select f.id from followed f) into changed_ids;
  if cardinality(changed_ids) > 0 then
    perform private.write_override_charges(changed_ids);
    perform private.spread_caps(changed_ids);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_sellers_shares()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  commission_ids constant uuid[] := array(
    select k.commission_id from changed k where k.commission_id is not null and k.place is not null);
  other_ids constant uuid[] := array(
    select k.other_commission_id from changed k where k.other_commission_id is not null and k.place is not null and k.status = 'paid');
begin
  if cardinality(commission_ids) > 0 then
    update public.commissions c set commission_split = n.split, split_parts = n.split_parts, terms_version_id = n.terms_version_id,
      agent_amount = n.agent_amount, seller_paid = n.status = 'paid',
      status = case when n.is_done and c.status = 'funds_received' then 'agent_paid' else c.status end
    from (
      select h.*, h.status = 'paid' and (h.percent = 100 or private.last_share_paid(h.organization_id, h.commission_id, null)) as is_done
      -- Each looked up by its keys (offset 0), here and below: before the planner knows young tables, it joins them by their agency alone.
      from unnest(commission_ids) i(id)
      cross join lateral (select m.organization_id from public.commissions m where m.id = i.id offset 0) m
      cross join lateral (
        select h.* from public.commission_shares h
        where h.organization_id = m.organization_id and h.commission_id = i.id and h.role = 'seller' offset 0) h) n
    where c.id = n.commission_id and (n.is_done and c.status = 'funds_received'
      or (c.commission_split, c.split_parts, c.terms_version_id, c.agent_amount, c.seller_paid)
        is distinct from (n.split, n.split_parts, n.terms_version_id, n.agent_amount, n.status = 'paid'));
  end if;
  if cardinality(other_ids) > 0 then
    update public.other_commissions x set status = 'agent_paid'
    where x.id = any (other_ids) and x.status = 'funds_received' and private.last_share_paid(x.organization_id, null, x.id);
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
  ids := array(select l.share_id from public.payout_lines l
    where l.organization_id = b.organization_id and l.batch_id = b.id and private.is_claim(l.kind));
  delete from public.payout_lines l
  where l.organization_id = b.organization_id and l.share_id = any (ids) and l.kind = 'correction' and l.batch_id is null
    and l.transaction_id is null;
  update public.commission_shares h set gross_part = t.part, agent_amount = private.share_of(t.part, h.split, h.split_parts)
  from (
    select k.id, (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[k.place] as part
    from public.commission_shares k join public.commissions c on c.organization_id = k.organization_id and c.id = k.commission_id
    where k.organization_id = b.organization_id and k.id = any (ids) and k.place is not null) t
  where h.id = t.id and h.status = 'open'
    and (h.gross_part, h.agent_amount) <> (t.part, private.share_of(t.part, h.split, h.split_parts));
  perform private.follow_overrides(array(
    select k.id from public.commission_shares k
    where k.organization_id = b.organization_id and k.place is not null and k.commission_id in (
      select h.commission_id from public.commission_shares h where h.id = any (ids) and h.role = 'override')));
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
          and (n.commission_split, n.split_parts, n.terms_version_id, n.agent_amount, n.seller_paid)
            is not distinct from (o.commission_split, o.split_parts, o.terms_version_id, o.agent_amount, o.seller_paid) as is_shared
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

CREATE OR REPLACE FUNCTION private.follow_shares_with_overrides()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  organization_ids constant uuid[] := array(select distinct c.organization_id from changed c where c.place is not null);
  taken_over uuid[];
  others uuid[];
begin
  if cardinality(organization_ids) = 0 or not private.has_overrides(organization_ids) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    taken_over := array(select c.id from changed c where c.place > 0);
  else
    select array_agg(n.id) filter (where n.is_taken_over), array_agg(n.id) filter (where not n.is_taken_over) into taken_over, others
    from (
      -- One that comes back is as a new one, like its split.
      select n.id, n.user_id <> o.user_id or o.status = 'cancelled' and n.status <> 'cancelled' as is_taken_over,
        n.place > 0 and (n.user_id, n.gross_part, n.split, n.split_parts, n.counted_on, n.status = 'cancelled')
          is distinct from (o.user_id, o.gross_part, o.split, o.split_parts, o.counted_on, o.status = 'cancelled') as matters
      from changed n full join replaced o on o.id = n.id offset 0) n
    where n.matters;
  end if;
  if cardinality(taken_over) > 0 or others is not null then
    perform private.lock_people(organization_ids, array(select c.user_id from changed c where c.place is not null));
  end if;
  if cardinality(taken_over) > 0 then
    perform private.make_overrides(taken_over, tg_op = 'UPDATE');
  end if;
  if others is not null then
    perform private.follow_overrides(others);
  end if;
  -- What was cancelled together with its share.
  if tg_op = 'UPDATE' then
    perform private.spread_caps(array(
      select n.id from (
        select n.id from changed n full join replaced o on o.id = n.id
        where n.role = 'override' and n.status = 'cancelled' and o.status <> 'cancelled' offset 0) n));
  end if;
  return null;
end $function$;

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
  if tg_op = 'INSERT' then
    return new;
  end if;
  if (new.written_off, new.received_amount, new.amount) is distinct from (old.written_off, old.received_amount, old.amount) then
    new.share_base := private.share_base(new, old);
  end if;
  if new.status is null or new.status not in ('unpaid', 'funds_received', 'agent_paid', 'cancelled') then
    perform private.refuse('Invalid status specified', 'status', 'status_unknown');
  end if;
  if old.status <> 'unpaid' and (new.amount, new.agent_id, new.share_percents)
    is distinct from (old.amount, old.agent_id, old.share_percents) then
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

CREATE OR REPLACE FUNCTION private.guard_sale_of_shares()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select 1 from public.commission_shares c
    where c.organization_id = old.organization_id and c.sales_id = old.id and c.status = 'paid') then
    perform private.refuse('The agent has been paid, so this sale can no longer be cancelled.', 'status', 'sale_of_paid_agent');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_split()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  status constant text := (select c.status from public.commissions c where c.id = new.commission_id);
begin
  if status <> 'unpaid' then
    perform private.refuse('The amount and agent of this commission cannot change any more: it is already '
      || private.status_label(status) || '.', 'amount', 'commission_fixed', jsonb_build_object('status', status));
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.held_commissions(organization_id uuid, agent_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('commission_id', coalesce(t.commission_id, t.other_commission_id), 'agent_id', t.user_id,
    'booking_reference', s.booking_reference, 'customer', k.first_name || ' ' || k.last_name, 'vendor', v.name, 'received_on', c.received_on,
    'commission', c.amount, 'split', c.commission_split, 'split_parts', c.split_parts, 'amount', t.agent_amount, 'reason', h.reason,
    'held_at', h.held_at, 'held_by', u.first_name || ' ' || u.last_name) || private.share_facts(h.share_id, false)
    order by h.held_at, c.id, t.id), '[]')
  from public.payout_holds h
  join public.commission_shares t on t.organization_id = h.organization_id and t.id = h.share_id and t.status = 'open'
  left join public.commissions c on private.of_seller(t) and c.organization_id = t.organization_id and c.id = t.commission_id
  left join public.sales s on s.id = t.sales_id
  left join public.customers k on k.id = s.customer_id and t.place is not null
  left join public.vendors v on v.id = c.vendor_id
  join public.users u on u.id = h.held_by
  where h.organization_id = held_commissions.organization_id
    and (held_commissions.agent_id is null or t.user_id = held_commissions.agent_id)
$function$;

CREATE OR REPLACE FUNCTION private.is_sale_touched(sale public.sales)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select sale.updated_at <> sale.created_at or exists (
    select 1 from public.customer_payments p where p.organization_id = sale.organization_id and p.sales_id = sale.id) or exists (
    select 1 from public.commissions c
    where c.organization_id = sale.organization_id and c.sales_id = sale.id and (c.updated_at <> c.created_at or exists (
      select 1 from public.payout_lines l where l.organization_id = c.organization_id and l.commission_id = c.id) or exists (
      select 1 from public.agent_payments p
      join public.payment_voids v on v.organization_id = p.organization_id and v.payment_id = p.id
      where p.organization_id = c.organization_id and p.commission_id = c.id)))
    or exists (
    select 1 from public.commission_shares c join public.payout_lines l on l.organization_id = c.organization_id and l.share_id = c.id
    where c.organization_id = sale.organization_id and c.sales_id = sale.id)
    -- What an import says was paid is of sellers.
    or exists (
    select 1 from public.commission_shares c join public.agent_payments p on p.organization_id = c.organization_id and p.share_id = c.id
    where c.organization_id = sale.organization_id and c.sales_id = sale.id and not private.of_seller(c))
    or exists (
    select 1 from public.other_commissions o
    where o.organization_id = sale.organization_id and o.sales_id = sale.id and o.updated_at <> o.created_at)
    or exists (
    select 1 from public.documents d
    where d.organization_id = sale.organization_id and (d.sale_id = sale.id or d.commission_id in (
      select c.id from public.commissions c where c.organization_id = sale.organization_id and c.sales_id = sale.id)))
$function$;

CREATE OR REPLACE FUNCTION private.journal_facts_of_days(organization_id uuid, first_day date, last_day date)
 RETURNS SETOF private.journal_fact
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select f.*
  from (
    select f.* from private.facts_of_commissions(array(
      select c from public.commissions c
      where c.organization_id = journal_facts_of_days.organization_id and c.sale_date between first_day and last_day
      union all
      select c from public.commissions c
      where c.organization_id = journal_facts_of_days.organization_id and c.received_posted_on between first_day and last_day
        and c.sale_date not between first_day and last_day)) f
    union all
    select f.* from private.facts_of_other_commissions(array(
      select o from public.other_commissions o
      where o.organization_id = journal_facts_of_days.organization_id
        and (o.counted_on between first_day and last_day or o.received_posted_on between first_day and last_day))) f
    union all
    select f.* from private.facts_of_commission_shares(array(
      select s from public.commission_shares s
      where s.organization_id = journal_facts_of_days.organization_id and s.counted_on between first_day and last_day
        and (s.role <> 'seller' or s.commission_id is null))) f
    union all
    select f.* from private.facts_of_bank_allocations(array(
      select a from public.bank_allocations a
      where a.organization_id = journal_facts_of_days.organization_id and a.posted_on between first_day and last_day)) f
    union all
    select f.* from private.facts_of_bank_other_allocations(array(
      select a from public.bank_other_allocations a where a.organization_id = journal_facts_of_days.organization_id)) f
    union all
    select f.* from private.facts_of_bank_transactions(array(
      select t from public.bank_transactions t
      where t.organization_id = journal_facts_of_days.organization_id and t.status = 'matched' and t.booked_on between first_day and last_day
        and (t.fee_amount, t.unclaimed_amount) <> (0, 0))) f
    union all
    select f.* from private.facts_of_agent_payments(array(
      select p from public.agent_payments p
      where p.organization_id = journal_facts_of_days.organization_id and p.batch_id is null
        and p.posted_on between first_day and last_day)) f
    union all
    select f.* from private.facts_of_payout_statements(array(
      select s from public.payout_statements s
      where s.organization_id = journal_facts_of_days.organization_id and s.posted_on between first_day and last_day)) f
    union all
    select f.* from private.facts_of_payment_voids(array(
      select v from public.payment_voids v
      where v.organization_id = journal_facts_of_days.organization_id and v.posted_on between first_day and last_day)) f) f
  where f.day between first_day and last_day
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
    join private.shares_beside_sellers h on h.organization_id = k.organization_id and h.commission_id = k.commission_id
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
    perform private.keep_closed_shares_of('{}', array(select row(n.*)::public.commission_shares from changed n where n.role <> 'seller' or n.commission_id is null));
  elsif tg_op = 'DELETE' then
    perform private.keep_closed_shares_of(array(select row(o.*)::public.commission_shares from replaced o where o.role <> 'seller' or o.commission_id is null), '{}');
  else
    perform private.keep_closed_shares_of(array(select row(o.*)::public.commission_shares from replaced o where o.role <> 'seller' or o.commission_id is null),
      array(select row(n.*)::public.commission_shares from changed n where n.role <> 'seller' or n.commission_id is null));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_paid_commission()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_paid constant boolean := exists (
    select 1 from public.commission_shares h
    where h.organization_id = old.organization_id and h.commission_id = old.id and h.status = 'paid');
begin
  if new.status = 'unpaid' and is_paid and new.deposited_amount < old.deposited_amount then
    new.status := old.status;
  elsif new.status = 'cancelled' and is_paid then
    perform private.refuse('The agent has been paid. That is final.', 'status', 'agent_paid_is_final');
  elsif new.status = 'agent_paid' and not private.last_share_paid(old.organization_id, old.id, null) then
    perform private.refuse('Record the payment to mark this commission as Agent paid.', 'status', 'payment_not_recorded');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_paid_share()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  lock constant jsonb := case when old.status = 'open' then private.schedule_lock(old.organization_id, old.id) end;
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

CREATE OR REPLACE FUNCTION private.latest_payments(organization_id uuid, agent_id uuid, most integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', y.id, 'day', y.day, 'statement_id', y.statement_id, 'number', s.number,
    'commission_id', coalesce(h.commission_id, h.other_commission_id), 'role', case when not private.of_seller(h) then h.role end, 'booking_reference', k.booking_reference,
    'payment_method', coalesce(s.payment_method, p.payment_method), 'amount', y.paid_amount, 'voided_on', y.voided_on)
    order by y.day desc, y.id), '[]')
  from (
    select r.* from private.agent_year r
    where r.organization_id = latest_payments.organization_id and r.agent_id = latest_payments.agent_id
    order by r.day desc, r.id limit most) y
  left join public.payout_statements s on s.organization_id = y.organization_id and s.id = y.statement_id
  left join public.agent_payments p on p.organization_id = y.organization_id and p.id = y.payment_id
  left join public.commission_shares h on h.organization_id = p.organization_id and h.id = p.share_id
  left join public.sales k on k.id = h.sales_id
$function$;

CREATE OR REPLACE FUNCTION private.lock_payout_lines(b public.payout_batches)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sale_ids uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('payouts ' || b.organization_id, 0));
  sale_ids := array(
    select distinct h.sales_id from public.payout_lines l join public.commission_shares h on h.id = l.share_id
    where l.organization_id = b.organization_id and l.batch_id = b.id and private.is_claim(l.kind) and h.sales_id is not null);
  perform 1 from public.sales s where s.organization_id = b.organization_id and s.id = any (sale_ids) order by s.id for no key update;
  perform 1 from public.commissions c where c.organization_id = b.organization_id and c.sales_id = any (sale_ids)
  order by c.sales_id for no key update;
  perform 1 from public.other_commissions x where x.organization_id = b.organization_id and x.id in (
    select h.other_commission_id from public.payout_lines l
    join public.commission_shares h on h.organization_id = l.organization_id and h.id = l.share_id
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind in ('share', 'override')) order by x.id for no key update;
  perform 1 from public.commission_shares h where h.organization_id = b.organization_id and h.id in (
    select l.share_id from public.payout_lines l
    where l.organization_id = b.organization_id and l.batch_id = b.id and private.is_claim(l.kind)) order by h.id for no key update;
end $function$;

CREATE OR REPLACE FUNCTION private.make_overrides(share_ids uuid[], again boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made uuid[];
begin
  with under as materialized (
    select u.* from private.under_shares(share_ids) u where not u.is_cancelled
  ), wanted as materialized (
    select u.organization_id, u.commission_id, u.other_commission_id, u.sales_id, u.share_id, u.day, l.id as lead, t.id as version_id,
      r.percent, r.base, r.taken_from, private.override_base(r.base, u.gross, u.agent) as amount
    from under u
    join (select distinct v.organization_id, v.user_id as id from public.agreement_versions v
      join public.users p on p.id = v.user_id and p.is_active
      where v.organization_id in (select x.organization_id from under x) and v.overrides <> '[]') l
      on l.organization_id = u.organization_id and l.id <> u.user_id
    cross join lateral (
      select v.id, v.overrides from public.agreement_versions v
      where v.organization_id = l.organization_id and v.user_id = l.id and v.valid_from <= u.day and v.replaced_at is null
      order by v.valid_from desc, v.number desc limit 1) t
    -- Who is named goes before all.
    cross join lateral (
      select (e ->> 'percent')::numeric as percent, e ->> 'base' as base, e ->> 'taken_from' as taken_from
      from jsonb_array_elements(t.overrides) e
      where e -> 'whose' ? u.user_id::text or e ->> 'whose' = 'all' order by e ->> 'whose' = 'all' limit 1) r
  ), former as materialized (
    select h.id, h.under_share_id, h.user_id from public.commission_shares h
    where again and h.organization_id = any (array(select distinct x.organization_id from under x))
      and h.under_share_id = any (make_overrides.share_ids) and h.role = 'override' and h.status = 'open'
  ), gone as (
    update public.commission_shares h set status = 'cancelled'
    from former f left join wanted w on w.share_id = f.under_share_id and w.lead = f.user_id
    where h.id = f.id and w.lead is null
    returning h.id
  ), written as (
    insert into public.commission_shares as c (organization_id, commission_id, other_commission_id, sales_id, user_id, role, percent, split,
      gross_part, agent_amount, under_share_id, base, taken_from, terms_version_id, counted_on)
    select w.organization_id, w.commission_id, w.other_commission_id, w.sales_id, w.lead, 'override', w.percent, 0, w.amount,
      round(w.amount * w.percent / 100, 2), w.share_id, w.base, w.taken_from, w.version_id, w.day
    from wanted w order by w.sales_id, w.commission_id, w.share_id, w.lead
    on conflict (under_share_id, user_id, organization_id) where role = 'override' do update
      set percent = excluded.percent, gross_part = excluded.gross_part, agent_amount = excluded.agent_amount, base = excluded.base,
        taken_from = excluded.taken_from, terms_version_id = excluded.terms_version_id, counted_on = excluded.counted_on, status = 'open'
      where c.status <> 'paid'
    returning c.id)
  select array(select g.id from gone g union all select w.id from written w) into made;
  if cardinality(made) = 0 then
    return;
  end if;
  perform private.write_override_charges(made);
  perform private.spread_caps(made);
end $function$;

CREATE OR REPLACE FUNCTION private.make_room_for_shares(commission_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Who has no part any more. What was paid stays, whatever is said.
  perform private.take_shares_away(array(
    select h.id from private.open_beside(commission_ids) h
    where not h.co_sellers @> jsonb_build_array(jsonb_build_object('user_id', h.user_id))));
  -- Away from their places, which are taken one after the other.
  update public.commission_shares h set place = -h.place
  from private.open_beside(commission_ids) o
  where h.id = o.id and o.co_sellers -> o.place - 2 ->> 'user_id' is distinct from o.user_id::text;
end $function$;

CREATE OR REPLACE FUNCTION private.mark_days_of_shares()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'DELETE' then
    insert into private.stale_days (organization_id, day) select distinct h.organization_id, h.counted_on from changed h
    where h.role <> 'seller' or h.commission_id is null;
  end if;
  if tg_op <> 'INSERT' then
    insert into private.stale_days (organization_id, day) select distinct h.organization_id, h.counted_on from replaced h
    where h.role <> 'seller' or h.commission_id is null;
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
        c.received_amount, c.taken_back_amount
      having sum(c.n) <> 0) m
    join public.sales s on s.organization_id = m.organization_id and s.id = m.sales_id
    having count(*) > 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.of_seller(h public.commission_shares)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select h.role = 'seller' and h.commission_id is not null $function$;

CREATE OR REPLACE FUNCTION private.open_beside(commission_ids uuid[])
 RETURNS TABLE(id uuid, user_id uuid, place integer, co_sellers jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select h.id, h.user_id, h.place, s.co_sellers
  from unnest(commission_ids) i(id)
  cross join lateral (select c.organization_id, c.sales_id from public.commissions c where c.id = i.id offset 0) c
  cross join lateral (
    select h.id, h.user_id, h.place from public.commission_shares h
    where h.organization_id = c.organization_id and h.commission_id = i.id and h.role in ('co_seller', 'referral') and h.status = 'open'
    offset 0) h
  cross join lateral (select s.co_sellers from public.sales s where s.id = c.sales_id offset 0) s
$function$;

CREATE OR REPLACE FUNCTION private.open_commissions(organization_id uuid, wanted_agent uuid, only_received boolean)
 RETURNS TABLE(commission_id uuid, agent_id uuid, amount numeric, obstacle text, batch_id uuid, share_id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  return query
    select c.id, c.agent_id, c.agent_amount,
      private.payout_obstacle(c, s, o, k.id is not null, (select private.today())), l.batch_id, h.id
    from public.organizations o
    join public.commissions c on c.organization_id = o.id
      and (c.status = 'funds_received' or not open_commissions.only_received and c.status = 'unpaid')
    join public.sales s on s.id = c.sales_id
    -- Looked up by their indexes: where few rows are expected, each of thousands would be compared with all lines; where many, all shares be read.
    cross join lateral (
      select h.id from public.commission_shares h
      where h.organization_id = c.organization_id and h.commission_id = c.id and h.role = 'seller' offset 0) h
    left join public.payout_holds k on k.organization_id = c.organization_id and k.share_id = h.id
    left join lateral (
      select l.batch_id from public.payout_lines l
      where l.organization_id = c.organization_id and l.share_id = h.id and l.kind = 'commission' offset 0) l on true
    where o.id = open_commissions.organization_id and not c.seller_paid
      and (wanted_agent is null or c.agent_id = wanted_agent);
end $function$;

CREATE OR REPLACE FUNCTION private.open_for_payout(organization_id uuid, agent_id uuid, only_received boolean)
 RETURNS TABLE(commission_id uuid, agent_id uuid, amount numeric, obstacle text, batch_id uuid, share_id uuid, kind text, of_commission_id uuid, of_other_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.commission_id, c.agent_id, c.amount, coalesce(c.obstacle, case when c.batch_id is null and c.agent_id in (
    select private.below_minimum(open_for_payout.organization_id, open_for_payout.agent_id)) then 'later' end), c.batch_id,
    c.share_id, c.kind, c.of_commission_id, c.of_other_id
  from (
    select o.*, 'commission' as kind, o.commission_id as of_commission_id, null::uuid as of_other_id
    from private.open_commissions(open_for_payout.organization_id, open_for_payout.agent_id, only_received) o
    union all
    select null, h.agent_id, h.amount, h.obstacle, h.batch_id, h.share_id, h.kind, h.commission_id, h.other_commission_id
    from private.open_shares(open_for_payout.organization_id, open_for_payout.agent_id, only_received) h) c
$function$;

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
      private.share_obstacle(m, x, s, o, k.id is not null, uk.id is not null,
        h.place is null and u.status = 'paid', (select private.today())), l.batch_id
    from public.organizations o
    join (
      -- Of all people's shares the few whose commission was received are found by one join, before they are looked up one by one.
      select r.* from public.commissions c
      join private.shares_beside_sellers r on r.organization_id = c.organization_id and r.commission_id = c.id
      where only_received and wanted_agent is null and c.organization_id = open_shares.organization_id and c.status = 'funds_received'
        and r.status = 'open' and r.place is not null
      union all
      select r.* from private.shares_beside_sellers r
      where r.organization_id = open_shares.organization_id and r.status = 'open' and (wanted_agent is null or r.user_id = wanted_agent)
        and not (only_received and wanted_agent is null and r.place is not null and r.commission_id is not null)) h on true
    left join public.commissions m on m.organization_id = h.organization_id and m.id = h.commission_id
    left join public.other_commissions x on x.organization_id = h.organization_id and x.id = h.other_commission_id
    left join public.sales s on s.id = h.sales_id
    -- Looked up by its key: joined, all shares there ever were are read for the few that are open.
    left join lateral (
      select n.status from public.commission_shares n where n.organization_id = h.organization_id and n.id = h.under_share_id offset 0) u on true
    left join public.payout_holds k on k.organization_id = h.organization_id and k.share_id = h.id
    left join public.payout_holds uk on uk.organization_id = h.organization_id and uk.share_id = h.under_share_id
    left join lateral (
      select l.batch_id from public.payout_lines l
      where l.organization_id = h.organization_id and l.share_id = h.id and l.kind in ('share', 'override') offset 0) l on true
    where o.id = open_shares.organization_id
      -- Of an override that its cap leaves nothing there is nothing to pay.
      and (h.place is not null or h.agent_amount <> 0)
      and coalesce(m.status, x.status) <> 'cancelled' and (not only_received or coalesce(m.status, x.status) <> 'unpaid');
end $function$;

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
      select round(private.override_base(h.base, p.part, private.share_of(p.part, n.split, n.split_parts)) * h.percent / 100, 2) as amount
      from public.commission_shares n
      cross join lateral (select (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[n.place] as part) p
      where n.organization_id = h.organization_id and n.id = h.under_share_id) f) w
$function$;

CREATE OR REPLACE FUNCTION private.overrides_of_year(member public.users, day date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('user_id', x.person, 'sales', x.sales, 'base', x.base, 'amount', x.amount)
    order by x.amount desc, x.person), '[]')
  from (
    select n.user_id as person, count(distinct h.sales_id) as sales, sum(h.gross_part) as base, sum(h.agent_amount) as amount
    from public.commission_shares h
    join public.commission_shares n on n.id = h.under_share_id
    where h.organization_id = member.organization_id and h.user_id = member.id and h.role = 'override' and h.status <> 'cancelled'
      and h.counted_on between date_trunc('year', overrides_of_year.day)::date and (date_trunc('year', overrides_of_year.day) + interval '1 year')::date - 1
    group by 1) x
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
          from (select h.commission_id, h.agent_amount from private.shares_beside_sellers h where h.organization_id = $1 and h.status = ''paid'' offset 0) h
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

CREATE OR REPLACE FUNCTION private.parts_of_recall(c public.commissions, taken_back numeric)
 RETURNS TABLE(share public.commission_shares, part numeric, amount numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with parts as (select private.parts_of(parts_of_recall.taken_back, c.share_percents) as parts)
  select h, coalesce(p.parts[h.place], 0), case when sign(w.amount) = sign(h.agent_amount) then w.amount else 0 end
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

CREATE OR REPLACE FUNCTION private.payable_to(organization_id uuid, agent_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  totals record;
  early record;
  -- As lists and payouts see it.
  blocked constant uuid[] := private.blocked_commissions(payable_to.organization_id, payable_to.agent_id);
begin
  if private.has_shares(payable_to.organization_id, payable_to.agent_id) or exists (
    select from private.shares_beside_sellers h
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
        order by p.place, p.day nulls last, s.sale_date, s.created_at, s.booking_reference, p.sales_id), '[]')
      from (
        select f.* from (
          (select 1 as place, m.sale_date as day, m.sales_id, s.sale_date, s.created_at, s.booking_reference
          from public.commissions m join public.sales s on s.id = m.sales_id
          where m.organization_id = payable_to.organization_id and m.agent_id = payable_to.agent_id
            and m.status = 'funds_received' and m.sale_paid and m.id <> all (blocked)
          order by m.sale_date, s.created_at, s.booking_reference, m.sales_id limit 5)
          union all
          (select 2, m.sale_date, m.sales_id, s.sale_date, s.created_at, s.booking_reference
          from public.commissions m join public.sales s on s.id = m.sales_id
          where m.organization_id = payable_to.organization_id and m.agent_id = payable_to.agent_id
            and m.status = 'funds_received' and (not m.sale_paid or m.id = any (blocked))
          order by m.sale_date, s.created_at, s.booking_reference, m.sales_id limit 5)
          union all
          (select 3, m.due_on, m.sales_id, s.sale_date, s.created_at, s.booking_reference
          from public.commissions m join public.sales s on s.id = m.sales_id
          where m.organization_id = payable_to.organization_id and m.agent_id = payable_to.agent_id
            and m.status = 'unpaid'
          order by m.due_on, s.sale_date, s.created_at, s.booking_reference, m.sales_id limit 5)) f
        order by f.place, f.day nulls last, f.sale_date, f.created_at, f.booking_reference, f.sales_id limit 5) p
      join public.sales s on s.id = p.sales_id
      join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
      join private.commission_money w on w.commission_id = m.id
      join public.customers c on c.id = s.customer_id
      join public.vendors v on v.id = s.vendor_id));
end $function$;

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
      then jsonb_build_object('funded', c.open_amount = 0, 'due_on', c.due_on) else '{}' end || case when l.kind = 'commission' then '{}' else private.share_facts(l.share_id, private.is_claim(l.kind)) end
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

CREATE OR REPLACE FUNCTION private.payout_of_commission(commission_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  sees_all boolean := private.is_admin();
  c public.commissions;
begin
  select m.* into c from public.commissions m
  where m.organization_id = caller_organization_id and m.id = payout_of_commission.commission_id
    and (sees_all or m.agent_id = auth.uid());
  if c.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'hold', (
      select jsonb_build_object('reason', h.reason, 'at', h.held_at, 'by', u.first_name || ' ' || u.last_name)
      from public.payout_holds h join public.users u on u.id = h.held_by
      join public.commission_shares k on k.organization_id = h.organization_id and k.id = h.share_id and k.commission_id = c.id and k.role = 'seller'
      where h.organization_id = c.organization_id and c.status not in ('agent_paid', 'cancelled')),
    'payout', (
      select jsonb_build_object('name', b.name, 'status', private.told_status(b.status), 'state', b.status, 'planned_on', b.planned_on)
        || case when sees_all then jsonb_build_object('id', b.id) else '{}' end
      from public.payout_lines l join public.payout_batches b on b.organization_id = l.organization_id and b.id = l.batch_id
      where l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'commission'
        and (sees_all or l.agent_id = auth.uid())),
    'statement', (
      select jsonb_build_object('id', s.id, 'number', s.number)
      from public.agent_payments p join public.payout_statements s
        on s.organization_id = p.organization_id and s.batch_id = p.batch_id and s.agent_id = p.agent_id
      where p.organization_id = c.organization_id and p.commission_id = c.id and (sees_all or s.agent_id = auth.uid())),
    'void', (
      select private.void_note(p.organization_id, s.id, case when s.id is null then p.id end)
      from public.agent_payments p left join public.payout_statements s
        on s.organization_id = p.organization_id and s.batch_id = p.batch_id and s.agent_id = p.agent_id
      where p.organization_id = c.organization_id and p.commission_id = c.id and (sees_all or p.agent_id = auth.uid())),
    'recalls', (
      select coalesce(jsonb_agg(jsonb_build_object('amount', -l.amount, 'note', l.note, 'note_fact', l.note_fact, 'at', l.created_at,
          'payout', b.name)
        || case when sees_all then jsonb_build_object('transaction_id', l.transaction_id) else '{}' end
        order by l.created_at, l.id), '[]')
      from public.payout_lines l left join public.payout_batches b on b.organization_id = l.organization_id and b.id = l.batch_id
      where l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'recall'
        and (sees_all or l.agent_id = auth.uid())));
end $function$;

CREATE OR REPLACE FUNCTION private.payout_problems(b public.payout_batches)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('line_id', p.line_id, 'commission_id', p.commission_id,
    'booking_reference', p.booking_reference, 'agent', p.agent, 'code', p.code,
    'params', case p.code when 'share_changed' then jsonb_build_object('amount', p.share) else '{}' end,
    'problem', case p.code
      when 'agent_paid' then 'Paid on its own meanwhile'
      when 'cancelled' then 'Cancelled meanwhile'
      when 'agent_changed' then 'Given to another agent'
      when 'share_changed' then 'The agent’s share is ' || p.share || ' now'
      when 'held' then 'Held meanwhile'
      when 'travel' then 'Waits for the trip'
      when 'vendor' then 'No longer received'
      when 'customer' then 'The customer has not paid this sale' end)
    || case when p.share_id is not null then jsonb_build_object('share_id', p.share_id) else '{}' end order by p.booking_reference, p.line_id), '[]')
  from (
    select l.id as line_id, coalesce(h.commission_id, h.other_commission_id) as commission_id, case when not private.of_seller(h) then h.id end as share_id,
      coalesce(s.booking_reference, '') as booking_reference, u.first_name || ' ' || u.last_name as agent, h.agent_amount as share, case
        when h.status = 'paid' then 'agent_paid'
        when 'cancelled' in (h.status, c.status, x.status) then 'cancelled'
        when h.user_id <> l.agent_id then 'agent_changed'
        when h.agent_amount <> l.amount then 'share_changed'
        else private.share_obstacle(c, x, s, o, k.id is not null, uk.id is not null, h.place is null and n.status = 'paid',
          (select private.today())) end as code
    from public.payout_lines l
    join public.organizations o on o.id = l.organization_id
    -- By its id alone: the agency beside it reads as few as the mean one has, and all of them where it has many.
    join public.commission_shares h on h.id = l.share_id
    left join public.commissions c on c.id = h.commission_id
    left join public.other_commissions x on x.organization_id = h.organization_id and x.id = h.other_commission_id
    left join public.sales s on s.id = h.sales_id
    left join public.commission_shares n on n.id = h.under_share_id
    join public.users u on u.id = l.agent_id
    left join public.payout_holds k on k.organization_id = h.organization_id and k.share_id = h.id
    left join public.payout_holds uk on uk.organization_id = h.organization_id and uk.share_id = h.under_share_id
    where l.organization_id = b.organization_id and l.batch_id = b.id and private.is_claim(l.kind)) p
  where p.code is not null
$function$;

CREATE OR REPLACE FUNCTION private.post_recall(b public.payout_batches, h public.commission_shares, amount numeric, note text, note_fact jsonb, transaction_id uuid, by_itself boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kind constant text := case when amount > 0 then 'recall' else 'correction' end;
  new_id uuid;
begin
  insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, share_id, transaction_id, amount, note,
    note_fact, created_by)
  values (h.organization_id, b.id, h.user_id, kind, h.commission_id, h.id, post_recall.transaction_id, -post_recall.amount,
    post_recall.note, post_recall.note_fact, private.acting_user(h.organization_id))
  returning id into new_id;
  perform private.write_recall_history(h, '{}', jsonb_build_object('recalled_amount', post_recall.amount),
    'Taken back from the agent: ' || post_recall.note, 'recalled',
    jsonb_strip_nulls(jsonb_build_object('amount', post_recall.amount, 'reason', post_recall.note, 'fact', post_recall.note_fact)));
  if kind = 'recall' then
    perform private.write_notification(h.organization_id, h.user_id, 'payout', 'Commission on the ' || t.words
      || ' was taken back by the vendor. Your next payout says how much.',
      case when private.of_seller(h) then 'commissions' else t.record_type end, case when private.of_seller(h) then h.commission_id else t.record_id end,
      'commission_recalled', jsonb_build_object('sale', t.param))
    from private.sale_of_share(h) t;
  end if;
  if b.id is not null then
    perform private.note_payout(b, 'adjusted', jsonb_build_object('agent_id', h.user_id, 'kind', kind, 'amount', -post_recall.amount,
      'note', post_recall.note, 'note_fact', post_recall.note_fact,
      'booking_reference', (select s.booking_reference from public.sales s where s.id = h.sales_id),
      'agent', (select u.first_name || ' ' || u.last_name from public.users u where u.id = h.user_id))
      || case when private.of_seller(h) then jsonb_build_object('commission_id', h.commission_id) else jsonb_build_object('share_id', h.id) end,
      post_recall.by_itself);
  end if;
  return new_id;
end $function$;

CREATE OR REPLACE FUNCTION private.redact_payouts(organization_id uuid, commission_ids uuid[], pattern text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.payout_holds h set reason = private.redact(h.reason, pattern, 500)
  where h.organization_id = redact_payouts.organization_id and h.reason ~* pattern
    and (redact_payouts.commission_ids is null or h.share_id in (select private.shares_beside(redact_payouts.commission_ids)));
  update public.payout_lines l set note = private.redact(l.note, pattern, 500), note_fact = private.redact_json(l.note_fact, pattern)
  where l.organization_id = redact_payouts.organization_id and l.note ~* pattern
    and (redact_payouts.commission_ids is null or l.commission_id = any (redact_payouts.commission_ids)
      or l.share_id in (select private.shares_beside(redact_payouts.commission_ids)));
  update public.payout_events e set details = private.redact_json(e.details, pattern)
  where redact_payouts.commission_ids is null and e.organization_id = redact_payouts.organization_id and e.details::text ~* pattern;
  update public.notifications n set message = private.redact(n.message, pattern, 1000), params = private.redact_json(n.params, pattern)
  from public.payout_statements s
  where redact_payouts.commission_ids is null and s.organization_id = redact_payouts.organization_id
    and s.content ->> 'payout' ~* pattern and n.organization_id = s.organization_id and n.user_id = s.agent_id
    and n.commentable_type = 'statements' and n.commentable_id = s.id;
  update public.notifications n set message = private.redact(n.message, pattern, 1000), params = private.redact_json(n.params, pattern)
  from public.payout_batches b
  where redact_payouts.commission_ids is null and b.organization_id = redact_payouts.organization_id
    and (b.name ~* pattern or b.schedule_failure::text ~* pattern or b.schedule_problem ~* pattern) and n.organization_id = b.organization_id
    and n.commentable_type = 'payouts' and n.commentable_id = b.id;
  -- Names of payouts stay unique.
  update public.payout_batches b set reference = private.redact(b.reference, pattern, 200),
    schedule_problem = private.redact(b.schedule_problem, pattern, 500),
    schedule_failure = private.redact_json(b.schedule_failure, pattern),
    name = case when b.name ~* pattern then private.redact(b.name, pattern, 90) || ' ' || left(b.id::text, 8) else b.name end
  where redact_payouts.commission_ids is null and b.organization_id = redact_payouts.organization_id
    and (b.reference ~* pattern or b.schedule_failure::text ~* pattern or b.schedule_problem ~* pattern or b.name ~* pattern);
  update public.payout_statements s set reference = private.redact(s.reference, pattern, 200),
    content = s.content || jsonb_build_object('payout', private.redact(s.content ->> 'payout', pattern),
      'lines', private.redact_json(s.content -> 'lines', pattern))
  where redact_payouts.commission_ids is null and s.organization_id = redact_payouts.organization_id
    and (s.reference ~* pattern or s.content ->> 'payout' ~* pattern or (s.content -> 'lines')::text ~* pattern);
$function$;

CREATE OR REPLACE FUNCTION private.redact_sales(organization_id uuid, sale_ids uuid[], pattern text, cleared_keys text[] DEFAULT '{}'::text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  commission_ids uuid[];
begin
  if pattern is null or cardinality(sale_ids) = 0 then
    return;
  elsif sale_ids is not null then
    commission_ids := array(
      select m.id from public.commissions m
      where m.organization_id = redact_sales.organization_id and m.sales_id = any (sale_ids));
  end if;
  update public.sales s set
    notes = case when 'notes' = any (cleared_keys) then null else private.redact(s.notes, pattern) end,
    booking_reference = private.redact(s.booking_reference, pattern, 100)
  where s.organization_id = redact_sales.organization_id and (s.id = any (sale_ids) or sale_ids is null and s.notes is not null)
    and (s.notes ~* pattern or s.booking_reference ~* pattern or 'notes' = any (cleared_keys) and s.notes is not null);
  update public.sales s set lines = (
    select jsonb_agg(e.line || jsonb_build_object('text', private.redact(e.line ->> 'text', pattern, 200)) order by e.n)
    from jsonb_array_elements(s.lines) with ordinality e(line, n))
  where s.organization_id = redact_sales.organization_id and s.lines <> '[]' and s.lines::text ~* pattern
    and (sale_ids is null or s.id = any (sale_ids));
  update public.commissions m set notes = private.redact(m.notes, pattern),
    manual_write_off_reason = private.redact(m.manual_write_off_reason, pattern, 500)
  where m.organization_id = redact_sales.organization_id and (m.id = any (commission_ids) or sale_ids is null)
    and (m.notes is not null or m.manual_write_off_reason is not null) and (m.notes ~* pattern or m.manual_write_off_reason ~* pattern);
  update private.commissions_before_deposit b set manual_write_off_reason = private.redact(b.manual_write_off_reason, pattern, 500)
  where b.organization_id = redact_sales.organization_id and (b.commission_id = any (commission_ids) or sale_ids is null)
    and b.manual_write_off_reason ~* pattern;
  update public.other_commissions x set notes = private.redact(x.notes, pattern)
  where x.organization_id = redact_sales.organization_id and (x.sales_id = any (sale_ids) or sale_ids is null) and x.notes ~* pattern;
  update public.agent_payments p set notes = private.redact(p.notes, pattern),
    reference = private.redact(p.reference, pattern, 200)
  where p.organization_id = redact_sales.organization_id and (sale_ids is null or p.share_id in (select private.shares_beside(commission_ids)))
    and (p.notes ~* pattern or p.reference ~* pattern);
  update public.customer_payments p set notes = private.redact(p.notes, pattern, 500)
  where p.organization_id = redact_sales.organization_id and (p.sales_id = any (sale_ids) or sale_ids is null) and p.notes ~* pattern;
  perform private.redact_communications(redact_sales.organization_id, sale_ids, commission_ids, pattern);
  -- Last: the triggers of the updates above have written history rows with the previous texts.
  update public.sales_history h set
    previous_data = private.redact_json(h.previous_data, pattern, cleared_keys),
    new_data = private.redact_json(h.new_data, pattern, cleared_keys),
    comment = case when 'notes' = any (cleared_keys) then null else private.redact(h.comment, pattern) end
  where h.organization_id = redact_sales.organization_id and (h.sales_id = any (sale_ids) or sale_ids is null
    and (h.comment is not null or h.new_data ->> 'notes' is not null or h.previous_data ->> 'notes' is not null
      or h.new_data ? 'travelers' or h.previous_data ? 'travelers' or h.new_data ? 'lines' or h.previous_data ? 'lines')
    and (h.comment ~* pattern or h.new_data::text ~* pattern or h.previous_data::text ~* pattern));
  update public.commission_history h set notes = private.redact(h.notes, pattern), params = private.redact_json(h.params, pattern),
    previous_data = private.redact_json(h.previous_data, pattern), new_data = private.redact_json(h.new_data, pattern)
  where h.organization_id = redact_sales.organization_id and (h.commission_id = any (commission_ids) or sale_ids is null
    and (h.new_data ?| '{notes,payment_reference,recalled_amount,voided_amount,manual_write_off_reason}'
      or h.previous_data ?| '{notes,payment_reference,recalled_amount,voided_amount,manual_write_off_reason}'))
    and (h.notes ~* pattern or h.new_data::text ~* pattern or h.previous_data::text ~* pattern);
  perform private.redact_voids(redact_sales.organization_id, commission_ids, pattern);
  perform private.redact_payouts(redact_sales.organization_id, commission_ids, pattern);
  update public.notifications n set message = private.redact(n.message, pattern, 1000), params = private.redact_json(n.params, pattern)
  where n.organization_id = redact_sales.organization_id and sale_ids is not null and n.message ~* pattern
    and (n.commentable_type = 'commissions' and n.commentable_id = any (commission_ids)
      or n.commentable_type = 'sales' and n.commentable_id = any (sale_ids));
end $function$;

CREATE OR REPLACE FUNCTION private.redact_voids(organization_id uuid, commission_ids uuid[], pattern text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.payout_lines l set note = private.redact(l.note, pattern, 600), note_fact = private.redact_json(l.note_fact, pattern)
  from public.payment_voids v
  where v.organization_id = redact_voids.organization_id and l.organization_id = v.organization_id and l.id = v.line_id
    and v.reason ~* pattern and (redact_voids.commission_ids is null or exists (
      select 1 from public.agent_payments p where p.organization_id = v.organization_id and p.id = v.payment_id
        and p.share_id in (select private.shares_beside(redact_voids.commission_ids))));
  update public.payment_voids v set reason = private.redact(v.reason, pattern, 500)
  where v.organization_id = redact_voids.organization_id and v.reason ~* pattern
    and (redact_voids.commission_ids is null or exists (
      select 1 from public.agent_payments p where p.organization_id = v.organization_id and p.id = v.payment_id
        and p.share_id in (select private.shares_beside(redact_voids.commission_ids))));
$function$;

CREATE OR REPLACE FUNCTION private.release(h public.commission_shares, told jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.payout_batches := private.lock_draft(h.organization_id);
begin
  delete from public.payout_holds k where k.organization_id = h.organization_id and k.share_id = h.id;
  if not found then
    return false;
  end if;
  if b.id is not null then
    insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, share_id, amount, created_by)
    select b.organization_id, b.id, c.agent_id, c.kind, c.commission_id, c.share_id, c.amount, auth.uid()
    from private.open_for_payout(h.organization_id, h.user_id, true) c
    where c.share_id = h.id and c.obstacle is null and c.batch_id is null;
    perform private.note_payout(b, 'released', told);
  end if;
  return true;
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
  from (select case counted when 'person' then 'case when h.status = ''paid''
    then ''agent_paid'' when c.status = ''agent_paid'' then ''funds_received'' else c.status end' else 'c.status' end as status) w
$function$;

CREATE OR REPLACE FUNCTION private.returned_payments(b public.payout_batches, agent_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('number', s.number, 'booking_reference', k.booking_reference,
    'paid_on', coalesce(s.paid_on, p.payment_date), 'voided_on', v.voided_on, 'amount', l.amount) order by l.created_at, l.id), '[]')
  from public.payout_lines l
  join public.payment_voids v on v.organization_id = l.organization_id and v.line_id = l.id
  left join public.payout_statements s on s.organization_id = v.organization_id and s.id = v.statement_id
  left join public.agent_payments p on p.organization_id = v.organization_id and p.id = v.payment_id
  left join public.commission_shares h on h.organization_id = p.organization_id and h.id = p.share_id
  left join public.sales k on k.id = h.sales_id
  where l.organization_id = b.organization_id and l.batch_id = b.id and l.agent_id = returned_payments.agent_id and l.kind = 'returned'
$function$;

CREATE OR REPLACE FUNCTION private.sale_schedule_lock(organization_id uuid, commission_id uuid, sale_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Mostly nothing is planned: then of thousands that are paid, or given to somebody else, no more is asked.
  return (
    select private.planned_refusal(b) from public.payout_batches b
    where b.organization_id = sale_schedule_lock.organization_id and b.status = 'scheduled' and exists (
        select from public.commission_shares h
        join public.payout_lines l on l.organization_id = h.organization_id and l.share_id = h.id and private.is_claim(l.kind)
          and l.batch_id = b.id
        where h.organization_id = b.organization_id and h.status = 'open'
          and (h.commission_id = sale_schedule_lock.commission_id or h.sales_id = sale_schedule_lock.sale_id))
    limit 1);
end $function$;

CREATE OR REPLACE FUNCTION private.schedule_lock(organization_id uuid, share_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.planned_refusal(b.planned)
  -- From the payout on, which mostly there is none of: asked of each share that is paid, the lines are not looked at.
  from (
    select b as planned, b.organization_id, b.id from public.payout_batches b
    where b.organization_id = schedule_lock.organization_id and b.status = 'scheduled' offset 0) b
  cross join lateral (
    select from public.payout_lines l
    where l.organization_id = b.organization_id and l.share_id = schedule_lock.share_id and private.is_claim(l.kind)
      and l.batch_id = b.id offset 0) l
$function$;

CREATE OR REPLACE FUNCTION private.sellers_share(organization_id uuid, commission_id uuid)
 RETURNS public.commission_shares
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select h from public.commission_shares h
  where h.organization_id = sellers_share.organization_id and h.commission_id = sellers_share.commission_id and h.role = 'seller'
$function$;

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
    where h.id = share_facts.share_id and not private.of_seller(h)), '{}')
$function$;

CREATE OR REPLACE FUNCTION private.sharers(organization_ids uuid[], commission_ids uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from private.shares_beside_sellers h where h.organization_id = any (organization_ids)) then
    return '{}';
  end if;
  return array(
    select distinct h.user_id from private.shares_beside_sellers h
    where h.organization_id = any (organization_ids) and h.commission_id = any (commission_ids));
end $function$;

CREATE OR REPLACE FUNCTION private.shares_commissions(organization_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.shares_beside_sellers h where h.organization_id = shares_commissions.organization_id)
$function$;

CREATE OR REPLACE FUNCTION private.shares_of(commission_id uuid, other_commission_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'user_id', h.user_id, 'name', u.first_name || ' ' || u.last_name, 'role', h.role,
    'percent', h.percent, 'split', h.split, 'gross_part', h.gross_part, 'agent_amount', h.agent_amount, 'status', h.status,
    'paid_on', h.paid_on, 'payment_id', p.id, 'voided_on', v.voided_on, 'statement_id', t.id, 'hold', k.reason)
    || case h.role when 'override' then jsonb_build_object('upon', private.upon_whom(h)) else '{}' end
    || case when (select private.is_admin()) then jsonb_build_object('recallable', greatest(private.recallable_share(h), 0)) else '{}' end
    order by h.place nulls last, h.role, h.id), '[]')
  from public.commission_shares h
  join public.users u on u.id = h.user_id
  left join public.agent_payments p on p.organization_id = h.organization_id and p.share_id = h.id
  left join public.payout_statements t on t.organization_id = p.organization_id and t.batch_id = p.batch_id and t.agent_id = p.agent_id
  left join public.payment_voids v on v.organization_id = p.organization_id
    and (v.statement_id = t.id or p.batch_id is null and v.payment_id = p.id)
  left join public.payout_holds k on k.organization_id = h.organization_id and k.share_id = h.id
  where h.organization_id = (select private.current_organization_id())
    and (h.commission_id = shares_of.commission_id or h.other_commission_id = shares_of.other_commission_id) and not private.of_seller(h)
    and ((select private.is_admin()) or h.user_id = (select auth.uid()))
$function$;

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
        || case when l.kind = 'commission' then '{}' else private.share_facts(l.share_id, private.is_claim(l.kind)) end as line
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

CREATE OR REPLACE FUNCTION private.sums_beside(f private.commission_filter)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- By their sale, which has one commission: indexes that find commissions hold it.
  select case when f.all_shares and not f.ready then 'union all
      select m.status, 0, 0, sum(h.agent_amount) from m
      join private.shares_beside_sellers h on h.organization_id = $3 and h.sales_id = m.sales_id and h.commission_id is not null
      group by m.status' else '' end
$function$;

CREATE OR REPLACE FUNCTION private.sync_commission()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.commissions c set
    sale_date = n.sale_date,
    sale_paid = n.status = 'paid',
    vendor_id = n.vendor_id,
    due_on = case when private.follows_terms(c) then d.due_on else c.due_on end,
    amount = case when c.status = 'unpaid' then n.commission_amount else c.amount end,
    agent_id = n.agent_id,
    share_percents = case when n.shares_changed then private.share_percents(n.co_sellers) else c.share_percents end,
    status = case
      when n.status = 'cancelled' and c.status in ('unpaid', 'funds_received') then 'cancelled'
      -- By the organization's choice: the agent can be paid when the customer pays, or when a deposit is matched as well.
      when n.status = 'paid' and n.old_status = 'booked' and c.status = 'unpaid'
        and (o.commission_received_on = 'sale_paid' or c.deposited_amount > 0 and c.open_amount = 0) then 'funds_received'
      else c.status end
  from (
    select n.id, n.organization_id, n.sale_date, n.travel_date, n.return_date, n.vendor_id, n.agent_id, n.commission_amount,
      n.status, o.status as old_status, n.co_sellers, o.co_sellers <> n.co_sellers as shares_changed,
      (o.status, o.commission_amount, o.agent_id, o.sale_date, o.vendor_id, o.co_sellers)
        is distinct from (n.status, n.commission_amount, n.agent_id, n.sale_date, n.vendor_id, n.co_sellers) as terms_changed,
      (o.travel_date, o.return_date) is distinct from (n.travel_date, n.return_date) as travel_dates_changed
    from changed n full join replaced o on o.id = n.id offset 0) n
  join public.organizations o on o.id = n.organization_id
  join public.vendor_terms v on v.organization_id = n.organization_id and v.vendor_id = n.vendor_id
  cross join lateral (select private.due_on(
    v.expected_payment_days, v.expected_payment_basis, n.sale_date, n.travel_date, n.return_date) as due_on) d
  where c.organization_id = n.organization_id and c.sales_id = n.id
    and (n.terms_changed or n.travel_dates_changed and private.follows_terms(c) and c.due_on is distinct from d.due_on);
  return null;
end $function$;

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
      select r.* from private.parts_of_recall(c, -a.amount) r order by (r.share).role <> 'seller', (r.share).id
    loop
      continue when g.part = 0 and g.amount = 0;
      insert into private.recall_parts (organization_id, commission_id, sales_id, vendor_id, allocation_id, user_id, share_id, place,
        posted_on, taken_back, agent_amount, cancelled)
      values (c.organization_id, c.id, c.sales_id, c.vendor_id, a.id, (g.share).user_id, (g.share).id, (g.share).place,
        greatest(a.posted_on, private.books_closed_through(c.organization_id) + 1), g.part, g.amount, c.status = 'cancelled');
      continue when g.amount = 0;
      perform private.post_recall(b, g.share, g.amount, note, note_fact, a.transaction_id, true);
    end loop;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.sync_shares(commission_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  with wanted as materialized (
    select w.*, h.id, t.split, t.split_parts, t.terms_version_id
    from unnest(commission_ids) i(id)
    cross join lateral (select x.* from private.wanted_shares x where x.commission_id = i.id offset 0) w
    cross join lateral (
      select h.* from public.commission_shares h
      where h.organization_id = w.organization_id and h.commission_id = w.commission_id and h.status <> 'paid'
        and (h.role = 'seller' and w.role = 'seller' or h.user_id = w.user_id and h.role in ('co_seller', 'referral') and w.role <> 'seller')
      offset 0) h
    -- Who keeps a share keeps its split.
    cross join lateral (
      select h.split, h.split_parts, h.terms_version_id where h.user_id = w.user_id
      union all
      select f.split, f.split_parts, f.terms_version_id
      from private.split_of_share(w.organization_id, w.user_id, w.sales_id, w.percent) f where h.user_id <> w.user_id) t
    where (h.user_id, h.place, h.role, h.percent, h.gross_part, h.counted_on, h.status = 'cancelled' or not w.is_cancelled)
      is distinct from (w.user_id, w.place, w.role, w.percent, w.gross_part, w.sale_date, true))
  update public.commission_shares h set user_id = w.user_id, place = w.place, role = w.role, percent = w.percent,
    gross_part = w.gross_part, split = w.split, split_parts = w.split_parts, terms_version_id = w.terms_version_id,
    agent_amount = private.share_of(w.gross_part, w.split, w.split_parts), counted_on = w.sale_date,
    status = case when w.is_cancelled then 'cancelled' else h.status end
  from wanted w where h.id = w.id;
end $function$;

CREATE OR REPLACE FUNCTION private.terms_again(organization_id uuid, user_id uuid)
 RETURNS TABLE(commission_id uuid, share_id uuid, role text, sales_id uuid, kind text, vendor_id uuid, day date, split_before numeric, split_after numeric, parts_after jsonb, amount_before numeric, amount_after numeric, terms_version_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with unpaid as materialized (
    select h.id as share_id, h.commission_id, h.role, h.terms_version_id, h.sales_id, coalesce(x.kind, 'vendor') as kind,
      coalesce(m.vendor_id, x.vendor_id) as vendor_id, h.counted_on as day, h.split, h.split_parts, h.percent, h.gross_part as part,
      h.agent_amount
    from public.commission_shares h
    left join public.commissions m on m.organization_id = h.organization_id and m.id = h.commission_id
    left join public.other_commissions x on x.organization_id = h.organization_id and x.id = h.other_commission_id
    where h.organization_id = terms_again.organization_id and h.user_id = terms_again.user_id and h.status = 'open' and h.place is not null
      and coalesce(m.status, x.status) in ('unpaid', 'funds_received')
      and not exists (select from public.payout_lines l
        where l.organization_id = h.organization_id and l.share_id = h.id and private.is_claim(l.kind))),
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
    select h.under_share_id, sum(h.agent_amount) as amount
    from public.commission_shares h
    where h.organization_id = terms_again.organization_id and h.user_id = terms_again.user_id and h.role = 'tier_correction'
      and h.status <> 'cancelled'
    group by 1),
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
    full join corrected k on k.under_share_id = t.share_id
    offset 0)
  select t.commission_id, t.share_id, t.role, t.sales_id, t.kind, t.vendor_id, t.day, t.split, t.new_split, t.new_parts, t.amount_before, t.amount_after, (t.terms).id
  from sums t
  where (t.new_split <> t.split or coalesce(t.new_parts, '[]') <> coalesce(t.split_parts, '[]'))
    and (t.amount_after <> t.amount_before or t.terms_version_id is distinct from (t.terms).id)
$function$;

CREATE OR REPLACE FUNCTION private.told_lines(b public.payout_batches, line_ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select coalesce(jsonb_agg(t.line order by t.place), '[]')
  from (
    select row_number() over (order by l.kind <> 'commission', l.kind <> 'share', s.booking_reference, l.id) as place,
      jsonb_strip_nulls(jsonb_build_object('kind', private.told_kind(l.kind), 'part', case when l.kind in ('share', 'override') then l.kind end,
        'amount', l.amount, 'agent_id', l.agent_id,
        'agent', u.first_name || ' ' || u.last_name, 'commission_id', l.commission_id, 'share_id', case when not private.of_seller(h) then l.share_id end, 'booking_reference', s.booking_reference,
        'note', l.note, 'note_fact', l.note_fact, 'reason', e.problem ->> 'problem', 'code', e.problem ->> 'code', 'params', e.problem -> 'params')) as line
    from public.payout_lines l
    cross join (select private.payout_problems(b) as problems) p
    left join lateral (select e.problem from jsonb_array_elements(p.problems) e(problem)
      where e.problem ->> 'line_id' = l.id::text) e on true
    join public.users u on u.id = l.agent_id
    left join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id
    left join public.commission_shares h on h.organization_id = l.organization_id and h.id = l.share_id
    left join public.sales s on s.id = coalesce(c.sales_id, h.sales_id)
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.id = any (line_ids)) t
  where t.place <= 200);
end $function$;

CREATE OR REPLACE FUNCTION private.under_shares(share_ids uuid[])
 RETURNS TABLE(organization_id uuid, commission_id uuid, other_commission_id uuid, sales_id uuid, share_id uuid, user_id uuid, day date, is_cancelled boolean, gross numeric, agent numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select h.organization_id, h.commission_id, h.other_commission_id, h.sales_id, h.id, h.user_id, h.counted_on, h.status = 'cancelled', p.part,
    private.share_of(p.part, h.split, h.split_parts)
  from public.commission_shares h
  left join public.commissions c on c.id = h.commission_id
  -- What was paid of a share stays as it was; what there is to share does not.
  cross join lateral (select case when c.id is null then h.gross_part
    when cardinality(c.share_percents) = 1 then coalesce(c.share_base, c.amount)
    else (private.parts_of(coalesce(c.share_base, c.amount), c.share_percents))[h.place] end as part) p
  where h.id = any (share_ids) and h.place > 0
$function$;

CREATE OR REPLACE FUNCTION private.upon_whom(h public.commission_shares)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select u.first_name || ' ' || u.last_name from public.users u
  where h.role = 'override' and u.id = (
    select n.user_id from public.commission_shares n where n.organization_id = h.organization_id and n.id = h.under_share_id)
$function$;

CREATE OR REPLACE FUNCTION private.webhooks_of_agent_payments()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted constant text[] := private.webhooks_wanted(array(select distinct p.organization_id from changed p), 'commission');
begin
  if cardinality(wanted) = 0 then
    return null;
  end if;
  insert into private.webhook_events (organization_id, type, record_type, record_id, data)
  select p.organization_id, 'commission.paid', 'commissions', i.id, jsonb_build_object('id', i.id,
    'kind', coalesce(x.kind, 'vendor'), 'sale_id', h.sales_id, 'agent_id', p.agent_id, 'share_id', case when not private.of_seller(h) then h.id end,
    'role', h.role, 'payment_id', p.id, 'payout_id', p.batch_id, 'paid_on', p.payment_date,
    'amount', p.amount::text, 'currency', o.currency)
  from changed p
  join public.organizations o on o.id = p.organization_id
  join public.commission_shares h on h.organization_id = p.organization_id and h.id = p.share_id
  left join public.other_commissions x on x.organization_id = p.organization_id and x.id = h.other_commission_id
  cross join lateral (select coalesce(h.commission_id, h.other_commission_id) as id) i
  where p.organization_id || ' commission.paid' = any (wanted)
  order by p.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.webhooks_of_recall()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.organization_id || ' commission.recalled' = any (private.webhooks_wanted(array[new.organization_id], 'commission')) then
    insert into private.webhook_events (organization_id, type, record_type, record_id, data)
    select new.organization_id, 'commission.recalled', 'commissions', i.id, jsonb_build_object('id', i.id, 'from', 'agent',
      'kind', coalesce(x.kind, 'vendor'), 'sale_id', h.sales_id, 'agent_id', new.agent_id, 'share_id', case when not private.of_seller(h) then h.id end,
      'amount', (-new.amount)::text, 'currency', o.currency)
    from public.organizations o
    join public.commission_shares h on h.organization_id = o.id and h.id = new.share_id
    left join public.other_commissions x on x.organization_id = o.id and x.id = h.other_commission_id
    cross join lateral (select coalesce(h.commission_id, h.other_commission_id) as id) i
    where o.id = new.organization_id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.write_commission_history()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  hidden constant text[] := private.derived_commission_columns();
  -- Called from within another trigger: that of the sale, or of a share that was paid.
  moved_by_sale constant boolean := pg_trigger_depth() > 1;
  -- private.acting_user for any organization, looked up once.
  actor record;
begin
  select u.id, u.organization_id into actor from public.users u where u.id = auth.uid();
  if tg_op = 'INSERT' then
    insert into public.commission_history
      (commission_id, organization_id, changed_by, change_type, new_status, new_data, notes, code)
    select n.id, n.organization_id, case when actor.organization_id = n.organization_id then actor.id end, 'create',
      n.status, jsonb_strip_nulls(to_jsonb(n) - hidden), 'Commission created with the sale', 'created'
    from added n
    order by n.id;
    return null;
  end if;
  insert into public.commission_history
    (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes, code, params)
  select n.id, n.organization_id, case when actor.organization_id = n.organization_id then actor.id end,
    case when n.status <> n.old_status then 'status_change' else 'update' end, n.old_status, n.status,
    c.previous_data, c.new_data,
    case w.code
      when 'note' then n.new_note
      when 'deposit' then private.given_reason()
      when 'sale_cancelled' then 'Sale cancelled'
      when 'sale_paid' then 'Sale marked as paid'
      when 'receipt_recorded' then 'Receipt recorded'
      when 'receipt_taken_back' then 'Receipt taken back'
      when 'agent_paid' then 'Agent payment recorded'
      when 'status_changed' then 'Status updated'
      when 'agent_changed' then 'Sale given to another agent'
      when 'amount_changed' then 'Amount follows the sale'
      else 'Details updated' end,
    case w.code when 'note' then null when 'deposit' then private.given_note() ->> 'code' else w.code end,
    case when w.code = 'deposit' then coalesce(private.given_note() -> 'params', '{}') else '{}' end
  -- A full join behind a fence (offset 0): a plain join of transition tables is planned for one row and loops over thousands.
  from (
    select n.id, n.organization_id, n.status, o.status as old_status, n.agent_id <> o.agent_id as another_agent,
      n.amount <> o.amount as another_amount, n.received_on is not null as is_received,
      (n.deposited_amount, n.written_off - n.manual_written_off) <> (o.deposited_amount, o.written_off - o.manual_written_off)
        as another_deposit,
      (n.received_on, n.received_amount, n.manual_written_off)
        is distinct from (o.received_on, o.received_amount, o.manual_written_off) as another_receipt,
      case when n.notes is distinct from o.notes then n.notes end as new_note,
      to_jsonb(o) - hidden as before, to_jsonb(n) - hidden as after
    from changed n full join replaced o on o.id = n.id offset 0) n
  cross join lateral (
    select jsonb_object_agg(e.key, n.before -> e.key) as previous_data, jsonb_object_agg(e.key, e.value) as new_data,
      count(*) as fields
    from jsonb_each(n.after) e where e.value is distinct from n.before -> e.key) c
  cross join lateral (select case
    when n.new_note is not null then 'note'
    -- Which one, the reason says.
    when n.another_deposit then 'deposit'
    when n.status = 'agent_paid' and n.old_status <> 'agent_paid' then 'agent_paid'
    when n.status <> n.old_status and moved_by_sale then
      case n.status when 'cancelled' then 'sale_cancelled' else 'sale_paid' end
    when n.another_receipt then case when n.is_received then 'receipt_recorded' else 'receipt_taken_back' end
    when n.status <> n.old_status then 'status_changed'
    when n.another_agent then 'agent_changed'
    when n.another_amount then 'amount_changed'
    else 'updated' end as code) w
  where c.fields > 0
  order by n.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.write_holds(organization_id uuid, share_ids uuid[], reason text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.payout_holds as h (organization_id, share_id, reason, held_by)
  select write_holds.organization_id, i.id, write_holds.reason, auth.uid() from unnest(share_ids) i(id) order by i.id
  on conflict (organization_id, share_id) do update set reason = excluded.reason, held_by = excluded.held_by, held_at = now()
$function$;

CREATE OR REPLACE FUNCTION private.write_override_charges(override_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.commission_shares as c (organization_id, commission_id, other_commission_id, sales_id, user_id, role, percent, split,
    gross_part, agent_amount, under_share_id, override_id, base, taken_from, terms_version_id, counted_on)
  select h.organization_id, h.commission_id, h.other_commission_id, h.sales_id, u.user_id, 'override_charge', h.percent, 0,
    h.gross_part, -h.agent_amount, h.under_share_id, h.id, h.base, h.taken_from, h.terms_version_id, h.counted_on
  from public.commission_shares h
  join public.commission_shares u on u.id = h.under_share_id
  where h.id = any (override_ids) and h.status = 'open' and h.taken_from = 'agent'
  order by h.id
  on conflict (override_id, organization_id) where override_id is not null do update
    set user_id = excluded.user_id, percent = excluded.percent, gross_part = excluded.gross_part, agent_amount = excluded.agent_amount,
      base = excluded.base, terms_version_id = excluded.terms_version_id, counted_on = excluded.counted_on, status = 'open'
    where c.status <> 'paid';
  update public.commission_shares c set status = 'cancelled'
  from public.commission_shares h
  where h.id = any (override_ids) and (h.status = 'cancelled' or h.taken_from <> 'agent') and c.override_id = h.id
    and c.status = 'open';
$function$;

CREATE OR REPLACE FUNCTION private.write_payments(organization_id uuid, share_ids uuid[], payment_methods text[], payment_references text[], payment_date date, notes text, batch_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.agent_payments (commission_id, share_id, organization_id, agent_id, created_by, amount, payment_date, payment_method,
    reference, notes, batch_id)
  select case when private.of_seller(h) then h.commission_id end, h.id, h.organization_id, h.user_id, auth.uid(), h.agent_amount,
    write_payments.payment_date, p.method, p.reference, write_payments.notes, write_payments.batch_id
  from unnest(share_ids, payment_methods, payment_references) p(id, method, reference)
  join public.commission_shares h on h.organization_id = write_payments.organization_id and h.id = p.id
  -- What is taken off somebody, and what tiers changed afterwards, is in their statement alone.
  where h.role not in ('override_charge', 'tier_correction')
  order by h.sales_id, h.id;
  update public.commission_shares h set status = 'paid', paid_on = write_payments.payment_date
  where h.organization_id = write_payments.organization_id and h.id = any (share_ids);
$function$;

CREATE OR REPLACE FUNCTION private.write_recall_history(h public.commission_shares, before jsonb, after jsonb, notes text, code text, params jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- What happened to the share of somebody else is not in the history that the seller reads.
  insert into public.commission_history
    (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes, code, params)
  select c.id, c.organization_id, private.acting_user(c.organization_id), 'update', c.status, c.status, write_recall_history.before,
    write_recall_history.after, write_recall_history.notes, write_recall_history.code, write_recall_history.params
  from public.commissions c where private.of_seller(h) and c.id = h.commission_id
$function$;

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
  perform private.require_step_up();
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
    select distinct h.sales_id from public.commission_shares h
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
  ), written as (
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
  select (select count(*) from written) as n, (select sum(t.amount_before) from rows t) as before,
    (select sum(t.amount_after) from rows t) as after, (select count(*) from entries) as entries into done;
  if done.n > 0 then
    perform private.audit(member.organization_id, 'terms_applied', null, member.id,
      private.audit_change('agent_amount', done.before::text, done.after::text) || jsonb_build_object('count', done.n),
      done.after - done.before);
  end if;
  return private.end_request(request_key, member.id, private.command_result(null) || jsonb_build_object('changed', done.n));
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
  if f.agent_id is distinct from auth.uid() then
    perform private.require_step_up();
  end if;
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
    from private.shares_beside_sellers h
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
        select jsonb_build_object('count', count(distinct coalesce(o.of_commission_id, o.of_other_id)),
          'agent_amount', coalesce(sum(o.amount), 0))
        from private.open_for_payout(caller_organization_id, member.id, true) o
        where o.obstacle is null),
      'commissions', (
        select jsonb_object_agg(g.name, (
          select jsonb_build_object('count', coalesce(sum(t.record_count), 0), 'amount', coalesce(sum(t.commission_amount), 0),
            'agent_amount', coalesce(sum(t.agent_amount), 0))
          from private.totals('commission', caller_organization_id, member.id, '1900-01-01', '2199-12-31') t
          where t.status = g.name))
        from unnest('{unpaid,funds_received,agent_paid,cancelled}'::text[]) g(name))),
    'payouts', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'commission_id', coalesce(h.commission_id, h.other_commission_id),
        'role', case when not private.of_seller(h) then h.role end, 'booking_reference', s.booking_reference, 'amount', p.amount, 'payment_date', p.payment_date,
        'payment_method', p.payment_method) order by p.payment_date desc, p.id), '[]')
      from (
        select * from public.agent_payments a
        where a.organization_id = caller_organization_id and a.agent_id = member.id
        order by a.payment_date desc, a.id limit 10) p
      left join public.commission_shares h on h.organization_id = p.organization_id and h.id = p.share_id
      left join public.sales s on s.id = h.sales_id),
    'paid', jsonb_build_object(
      'year', extract(year from private.today())::int,
      'this_year', private.paid_to_agent(caller_organization_id, member.id, extract(year from private.today())::int),
      'last_year', private.paid_to_agent(caller_organization_id, member.id, extract(year from private.today())::int - 1),
      'payments', private.latest_payments(caller_organization_id, member.id, 10)));
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
      coalesce(private.of_seller(h), false), l.share_id),
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
      where h.organization_id = organization and h.sales_id = s.id and h.user_id = auth.uid() and h.place is not null
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
    select h.place, h.user_id, h.role, w.share_percent as percent, w.amount as gross_part, w.commission_split as split, h.split_parts,
      w.agent_amount as amount, w.status
    from public.commission_shares h
    join private.commissions_by_share w on w.organization_id = h.organization_id and w.id = h.commission_id and w.place = h.place
    where h.organization_id = organization and h.commission_id = commission.id and h.place is not null) p
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
      when admin then coalesce(commission.received_amount, 0) - commission.taken_back_amount + commission.open_amount - (
        select coalesce(sum(h.agent_amount), 0) from public.commission_shares h
        where h.organization_id = organization and h.commission_id = commission.id and h.status <> 'cancelled') + recalled end,
    'taken_back', case when admin and commission.status <> 'cancelled' and commission.taken_back_amount > 0 then
      jsonb_build_object('amount', commission.taken_back_amount, 'agents', recalled) end,
    'fee', case when admin and fee.id is not null then jsonb_build_object('amount', fee.amount, 'agency', fee.amount - (
      select coalesce(sum(f.agent_amount), 0) from public.commission_shares f
      where f.organization_id = organization and f.other_commission_id = fee.id)) end);
end $function$;

CREATE OR REPLACE FUNCTION public.hold_commission(commission_id uuid, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches;
  c public.commissions;
  h public.commission_shares;
begin
  if nullif(btrim(hold_commission.reason), '') is null then
    return private.command_result('Say why it is held. The agent reads it.', 'reason', 'hold_reason_missing');
  elsif char_length(btrim(hold_commission.reason)) > 500 then
    return private.command_result('Use at most 500 characters.', 'reason', 'text_too_long', '{"most": 500}');
  end if;
  b := private.lock_draft(caller_organization_id);
  select m.* into c from public.commissions m
  where m.organization_id = caller_organization_id and m.id = hold_commission.commission_id for no key update;
  h := private.sellers_share(caller_organization_id, c.id);
  if c.id is null then
    return private.command_result('This commission does not exist.', null, 'commission_not_found');
  elsif h.status = 'paid' then
    return private.command_result('The agent has already been paid for this commission.', null, 'agent_paid_already');
  elsif c.status = 'cancelled' then
    return private.command_result('A cancelled commission cannot be paid.', null, 'cancelled_commission_unpayable');
  elsif private.schedule_lock(caller_organization_id, h.id) is not null then
    return private.schedule_lock(caller_organization_id, h.id);
  elsif exists (
    select 1 from public.payout_lines l join public.payout_batches p on p.id = l.batch_id
    where l.organization_id = caller_organization_id and l.share_id = h.id and private.is_claim(l.kind) and p.status = 'approved') then
    return private.command_result('This payout is approved. Take it back to a draft first.', null, 'payout_approved');
  end if;
  perform private.write_holds(caller_organization_id, array[h.id], btrim(hold_commission.reason));
  delete from public.payout_lines l
  where l.organization_id = caller_organization_id and l.share_id = h.id and private.is_claim(l.kind) and l.batch_id = b.id;
  if b.id is not null then
    perform private.note_payout(b, 'held', jsonb_build_object('commission_id', c.id, 'reason', btrim(hold_commission.reason),
      'booking_reference', (select s.booking_reference from public.sales s where s.id = c.sales_id), 'amount', h.agent_amount,
      'agent_id', h.user_id, 'agent', (select u.first_name || ' ' || u.last_name from public.users u where u.id = h.user_id)));
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.hold_payout_lines(batch_id uuid, line_ids uuid[], reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.payout_batches := private.lock_payout(hold_payout_lines.batch_id);
  told jsonb;
  share_ids uuid[];
  held int;
  amount numeric;
begin
  if private.draft_refusal(b) is not null then
    return private.draft_refusal(b);
  elsif nullif(btrim(hold_payout_lines.reason), '') is null then
    return private.command_result('Say why they are held. The agents read it.', 'reason', 'holds_reason_missing');
  elsif char_length(btrim(hold_payout_lines.reason)) > 500 then
    return private.command_result('Use at most 500 characters.', 'reason', 'text_too_long', '{"most": 500}');
  end if;
  told := private.told_lines(b, line_ids);
  with removed as (
    delete from public.payout_lines l
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.id = any (line_ids) and private.is_claim(l.kind)
    returning l.share_id, l.amount)
  select array_agg(r.share_id), count(*), sum(r.amount) into share_ids, held, amount from removed r;
  if held = 0 then
    return private.command_result('These commissions are no longer in this payout.', null, 'commissions_left_payout');
  end if;
  perform private.write_holds(b.organization_id, share_ids, btrim(hold_payout_lines.reason));
  perform private.note_payout(b, 'held', jsonb_build_object('lines', held, 'amount', amount, 'reason', btrim(hold_payout_lines.reason),
    'items', told));
  return private.command_result(null) || jsonb_build_object('held', held);
end $function$;

CREATE OR REPLACE FUNCTION public.preview_terms_again(member_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member public.users;
  changed jsonb;
begin
  select u.* into member from public.users u
  where u.id = preview_terms_again.member_id and u.organization_id = private.admin_organization_id()
    and (u.role = 'agent' or private.is_owner());
  if member.id is null then
    return null;
  end if;
  changed := private.terms_again_rows(member.organization_id, member.id);
  return (
    select jsonb_build_object('count', count(*), 'before', coalesce(sum(t.amount_before), 0), 'after', coalesce(sum(t.amount_after), 0),
      'expected', md5(changed::text),
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object('sales_id', r.sales_id, 'kind', r.kind,
            'shared', r.role <> 'seller' and r.kind = 'vendor', 'booking_reference', s.booking_reference,
            'customer', k.first_name || ' ' || k.last_name, 'vendor_name', n.name, 'day', r.day, 'split_before', r.split_before,
            'split_after', r.split_after, 'amount_before', r.amount_before, 'amount_after', r.amount_after)
          order by r.day desc, r.sales_id, r.kind <> 'vendor'), '[]')
        from (
          select x.* from jsonb_to_recordset(changed) x(role text, sales_id uuid, kind text, day date, split_before numeric,
            split_after numeric, amount_before numeric, amount_after numeric)
          order by x.day desc, x.sales_id, x.kind <> 'vendor' limit 50) r
        join public.sales s on s.organization_id = member.organization_id and s.id = r.sales_id
        join public.customers k on k.organization_id = s.organization_id and k.id = s.customer_id
        join public.vendors n on n.organization_id = s.organization_id and n.id = s.vendor_id))
    from jsonb_to_recordset(changed) t(amount_before numeric, amount_after numeric));
end $function$;

CREATE OR REPLACE FUNCTION public.record_agent_payment(commission_id uuid, agent_id uuid, organization_id uuid, created_by uuid, amount numeric, payment_date date, payment_method text, reference text DEFAULT NULL::text, notes text DEFAULT NULL::text, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  sale public.sales%rowtype;
  commission public.commissions%rowtype;
  h public.commission_shares;
  refusal jsonb;
  reason text;
  detail text;
  answer jsonb := private.begin_request('record_agent_payment', request_key, jsonb_build_object('commission_id', commission_id,
    'agent_id', agent_id, 'amount', amount, 'payment_date', payment_date, 'payment_method', payment_method, 'reference', reference,
    'notes', notes));
begin
  perform private.require_step_up();
  if answer is not null then
    select c.* into commission from public.commissions c
    where c.organization_id = caller_organization_id and c.id = record_agent_payment.commission_id;
    return answer || jsonb_build_object('commission', to_jsonb(commission));
  end if;
  if caller_organization_id is null or not private.is_admin() then
    return private.command_result('You do not have permission to record agent payments.',
      null, 'payments_are_for_admins') || '{"commission": null}';
  end if;

  -- Lock order: sale, then commission, as everywhere. The sale's status cannot change while it is checked.
  select s.* into sale
  from public.sales s
  where s.organization_id = caller_organization_id and s.id = (
    select c.sales_id from public.commissions c
    where c.organization_id = caller_organization_id and c.id = record_agent_payment.commission_id)
  for no key update;
  select c.* into commission
  from public.commissions c
  where c.organization_id = caller_organization_id and c.id = record_agent_payment.commission_id and c.sales_id = sale.id
  for no key update;

  select k.* into h from public.commission_shares k
  where k.organization_id = caller_organization_id and k.commission_id = commission.id and k.role = 'seller' for no key update;
  refusal := case
    when commission.id is null then private.command_result('This commission does not exist.',
      'commission_id', 'commission_not_found')
    when record_agent_payment.organization_id <> caller_organization_id then
      private.command_result('The commission belongs to another organization.', 'organization_id', 'payment_of_other_organization')
    when record_agent_payment.agent_id <> commission.agent_id then
      private.command_result('The commission belongs to another agent.', 'agent_id', 'payment_of_other_agent')
    when record_agent_payment.created_by <> auth.uid() then
      private.command_result('A payment is recorded under your own name.', 'created_by', 'payment_under_other_name')
    when private.schedule_lock(caller_organization_id, h.id) is not null then
      private.at_field(private.schedule_lock(caller_organization_id, h.id), 'commission_id')
    when h.status = 'paid' then
      private.command_result('The agent has already been paid for this commission.', 'commission_id', 'agent_paid_already')
    when sale.status = 'cancelled' then private.command_result('Agent cannot be paid for a cancelled sale',
      'commission_id', 'payment_for_cancelled_sale')
    when commission.status = 'cancelled' then private.command_result('A cancelled commission cannot be paid.',
      'commission_id', 'cancelled_commission_unpayable')
    when sale.status <> 'paid' then private.command_result('The customer has not paid this sale yet.',
      'commission_id', 'sale_not_paid')
    when commission.status <> 'funds_received' then
      private.command_result('Funds must be received before the agent is paid.', 'commission_id', 'funds_not_received')
    when commission.received_on is null and exists (
      select 1 from public.organizations o where o.id = caller_organization_id and o.commission_received_on = 'deposit_matched') then
      private.command_result('The vendor''s money has not been received yet.', 'commission_id', 'vendor_money_missing')
    when exists (
      select 1 from public.payout_holds x
      where x.organization_id = caller_organization_id and x.share_id = h.id) then
      private.command_result('This commission is held. Release it first.', 'commission_id', 'commission_held')
    when record_agent_payment.amount is null then private.command_result('Enter the amount you paid.',
      'amount', 'paid_amount_missing')
    when record_agent_payment.amount <> h.agent_amount then
      private.command_result('Enter exactly ' || h.agent_amount || ', the agent''s share.', 'amount', 'exact_share',
        jsonb_build_object('amount', h.agent_amount))
    when record_agent_payment.payment_date is null then private.command_result('Enter the payment date.',
      'payment_date', 'payment_date_missing')
    when private.closed_day_refusal(caller_organization_id, record_agent_payment.payment_date, 'payment_date') is not null then
      private.closed_day_refusal(caller_organization_id, record_agent_payment.payment_date, 'payment_date')
    when record_agent_payment.payment_method is null then private.command_result('Choose how the agent was paid.',
      'payment_method', 'payment_method_missing')
  end;
  if refusal is not null then
    return refusal || '{"commission": null}';
  end if;

  begin
    perform private.write_payments(caller_organization_id, array[h.id], array[record_agent_payment.payment_method],
      array[nullif(btrim(record_agent_payment.reference), '')], record_agent_payment.payment_date,
      nullif(btrim(record_agent_payment.notes), ''), null);
  exception when raise_exception then
    -- Refused by guard_scheduled_commission: an override of it is in a scheduled payout, and it would be agent_paid.
    get stacked diagnostics reason = message_text, detail = pg_exception_detail;
    return private.command_result(reason, 'commission_id') || private.fact_of(detail) || '{"commission": null}';
  end;
  select c.* into commission from public.commissions c where c.id = commission.id;
  return private.end_request(request_key, commission.id, jsonb_build_object('success', true, 'error', null))
    || jsonb_build_object('commission', to_jsonb(commission));
end $function$;

CREATE OR REPLACE FUNCTION public.record_recall(commission_id uuid, amount numeric, note text, transaction_id uuid DEFAULT NULL::uuid, request_key uuid DEFAULT NULL::uuid, share_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches := private.lock_draft(caller_organization_id);
  c public.commissions;
  h public.commission_shares;
  left_amount numeric;
  refusal jsonb;
  answer jsonb := private.begin_request('record_recall', request_key, jsonb_build_object('commission_id', commission_id,
    'amount', amount, 'note', note, 'transaction_id', transaction_id)
    || case when share_id is not null then jsonb_build_object('share_id', share_id) else '{}' end);
begin
  if answer is not null then
    return answer;
  end if;
  -- Recalls of one commission come one after the other.
  select m.* into c from public.commissions m
  where m.organization_id = caller_organization_id and m.id = record_recall.commission_id for no key update;
  select k.* into h from public.commission_shares k
  where k.organization_id = caller_organization_id and k.commission_id is not distinct from c.id
    and k.id = coalesce(record_recall.share_id, (private.sellers_share(caller_organization_id, c.id)).id) for no key update;
  left_amount := private.recallable_share(h);
  refusal := case
    when h.id is null then private.command_result('This commission does not exist.', 'commission_id', 'commission_not_found')
    when h.status <> 'paid' or h.agent_amount < 0 then
      private.command_result('The agent has not been paid for this commission: nothing has to be taken back.',
        'commission_id', 'recall_of_unpaid')
    when coalesce(record_recall.amount, 0) <= 0 or record_recall.amount <> round(record_recall.amount, 2) then
      private.command_result('Enter an amount like 212.40.', 'amount', 'recall_amount_expected')
    when record_recall.amount > left_amount then
      private.command_result('At most ' || left_amount || ' can be taken back: what the agent was paid for it.', 'amount',
        'recall_too_much', jsonb_build_object('most', left_amount))
    when nullif(btrim(record_recall.note), '') is null then private.command_result('Say why. The agent reads it.',
      'note', 'agent_reason_missing')
    when char_length(btrim(record_recall.note)) > 500 then private.command_result('Use at most 500 characters.',
      'note', 'text_too_long', '{"most": 500}')
    when record_recall.transaction_id is not null and not exists (select 1 from public.bank_transactions t
      where t.organization_id = caller_organization_id and t.id = record_recall.transaction_id) then
      private.command_result('This transaction is no longer there.', 'transaction_id', 'transaction_not_found')
    when record_recall.transaction_id is not null and exists (select 1 from public.payout_lines l
      where l.organization_id = caller_organization_id and l.transaction_id = record_recall.transaction_id and l.share_id = h.id) then
      private.command_result('This transaction has taken it back already.', 'transaction_id', 'recalled_already') end;
  if refusal is not null then
    return refusal;
  end if;
  return private.end_request(request_key, c.id, private.command_result(null) || jsonb_build_object('id',
    private.post_recall(b, h, record_recall.amount, btrim(record_recall.note), null, record_recall.transaction_id, false)));
end $function$;

CREATE OR REPLACE FUNCTION public.record_share_payment(share_id uuid, amount numeric, payment_date date, payment_method text, reference text DEFAULT NULL::text, notes text DEFAULT NULL::text, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  h public.commission_shares;
  m public.commissions;
  x public.other_commissions;
  s public.sales;
  obstacle text;
  refusal jsonb;
  reason text;
  detail text;
  answer jsonb := private.begin_request('record_share_payment', request_key, jsonb_build_object('share_id', share_id, 'amount', amount,
    'payment_date', payment_date, 'payment_method', payment_method, 'reference', reference, 'notes', notes));
begin
  perform private.require_step_up();
  if answer is not null then
    return answer;
  elsif caller_organization_id is null or not private.is_admin() then
    return private.command_result('You do not have permission to record agent payments.', null, 'payments_are_for_admins');
  end if;
  select k.* into h from public.commission_shares k
  where k.organization_id = caller_organization_id and k.id = record_share_payment.share_id;
  select k.* into s from public.sales k where k.organization_id = caller_organization_id and k.id = h.sales_id for no key update;
  select k.* into m from public.commissions k
  where k.organization_id = caller_organization_id and k.id = h.commission_id for no key update;
  select k.* into x from public.other_commissions k
  where k.organization_id = caller_organization_id and k.id = h.other_commission_id for no key update;
  select k.* into h from public.commission_shares k
  where k.organization_id = caller_organization_id and k.id = record_share_payment.share_id for no key update;
  select o.obstacle into obstacle from private.open_for_payout(caller_organization_id, h.user_id, false) o where o.share_id = h.id;
  refusal := case
    when h.id is null then private.command_result('This share does not exist.', 'share_id', 'share_not_found')
    when h.role = 'override_charge' then private.command_result('What is taken off an agent is settled by a payout.',
      'share_id', 'charge_by_payout')
    when h.role = 'tier_correction' then private.command_result('What a tier corrects is settled by a payout.',
      'share_id', 'correction_by_payout')
    when private.schedule_lock(caller_organization_id, h.id) is not null then
      private.at_field(private.schedule_lock(caller_organization_id, h.id), 'share_id')
    when h.status = 'paid' then private.command_result('The agent has already been paid for this commission.', 'share_id', 'agent_paid_already')
    when 'cancelled' in (h.status, m.status, x.status) then private.command_result('A cancelled commission cannot be paid.',
      'share_id', 'cancelled_commission_unpayable')
    when obstacle = 'held' then private.command_result('This commission is held. Release it first.', 'share_id', 'commission_held')
    when obstacle = 'customer' then private.command_result('The customer has not paid this sale yet.', 'share_id', 'sale_not_paid')
    when obstacle = 'vendor' and coalesce(m.status, x.status) = 'unpaid' then
      private.command_result('Funds must be received before the agent is paid.', 'share_id', 'funds_not_received')
    when obstacle = 'vendor' then private.command_result('The vendor''s money has not been received yet.', 'share_id', 'vendor_money_missing')
    when record_share_payment.amount is null then private.command_result('Enter the amount you paid.', 'amount', 'paid_amount_missing')
    when record_share_payment.amount <> h.agent_amount then private.command_result('Enter exactly ' || h.agent_amount
      || ', the agent''s share.', 'amount', 'exact_share', jsonb_build_object('amount', h.agent_amount))
    when record_share_payment.payment_date is null then private.command_result('Enter the payment date.',
      'payment_date', 'payment_date_missing')
    when private.closed_day_refusal(caller_organization_id, record_share_payment.payment_date, 'payment_date') is not null then
      private.closed_day_refusal(caller_organization_id, record_share_payment.payment_date, 'payment_date')
    when record_share_payment.payment_method is null then private.command_result('Choose how the agent was paid.',
      'payment_method', 'payment_method_missing')
  end;
  if refusal is not null then
    return refusal;
  end if;
  begin
    perform private.write_payments(caller_organization_id, array[h.id], array[record_share_payment.payment_method],
      array[nullif(btrim(record_share_payment.reference), '')], record_share_payment.payment_date,
      nullif(btrim(record_share_payment.notes), ''), null);
  exception when raise_exception then
    -- As in record_agent_payment, of a commission that is agent_paid with this share.
    get stacked diagnostics reason = message_text, detail = pg_exception_detail;
    return private.command_result(reason, 'share_id') || private.fact_of(detail);
  end;
  perform private.write_notification(caller_organization_id, h.user_id, 'payout', 'Your payout for the ' || t.words || ' was recorded.',
    t.record_type, t.record_id, 'payment_recorded', jsonb_build_object('sale', t.param))
  from private.sale_of_share(h) t where not private.of_seller(h);
  return private.end_request(request_key, h.id, private.command_result(null));
end $function$;

CREATE OR REPLACE FUNCTION public.release_commission(commission_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  h public.commission_shares := private.sellers_share(private.payout_organization(), release_commission.commission_id);
begin
  return case when private.release(h, jsonb_build_object('commission_id', release_commission.commission_id))
    then private.command_result(null) else private.command_result('This commission is not held.', null, 'commission_not_held') end;
end $function$;

CREATE OR REPLACE FUNCTION public.release_share(share_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id constant uuid := private.payout_organization();
  h public.commission_shares;
begin
  select k.* into h from public.commission_shares k
  where k.organization_id = caller_organization_id and k.id = release_share.share_id;
  return case when private.release(h, jsonb_build_object('share_id', release_share.share_id))
    then private.command_result(null) else private.command_result('This share is not held.', null, 'share_not_held') end;
end $function$;

CREATE OR REPLACE FUNCTION public.void_agent_payment(payment_id uuid, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  draft public.payout_batches := private.lock_draft(caller_organization_id);
  p public.agent_payments;
  refusal jsonb;
  new_id uuid;
begin
  perform private.require_step_up();
  select a.* into p from public.agent_payments a
  where a.organization_id = caller_organization_id and a.id = void_agent_payment.payment_id for no key update;
  if p.batch_id is not null then
    return private.command_result('A payout paid this. Void the payment on its statement.', null, 'paid_by_payout');
  end if;
  refusal := private.void_refusal(caller_organization_id, p.amount,
    (select v.voided_on from public.payment_voids v where v.organization_id = caller_organization_id and v.payment_id = p.id),
    void_agent_payment.reason);
  if refusal is not null then
    return refusal;
  end if;
  new_id := private.post_void(draft, caller_organization_id, p.agent_id, null, p.id, p.amount, p.payment_date,
    btrim(void_agent_payment.reason));
  if p.commission_id is null then
    perform private.tell_of_void(caller_organization_id, p.agent_id, p.amount, 'for the ' || t.words, t.record_type, t.record_id,
      jsonb_build_object('sale', t.param))
    from public.commission_shares h cross join lateral private.sale_of_share(h) t
    where h.organization_id = caller_organization_id and h.id = p.share_id;
    return private.command_result(null) || jsonb_build_object('id', new_id);
  end if;
  insert into public.commission_history
    (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes, code, params)
  values (p.commission_id, caller_organization_id, auth.uid(), 'update', 'agent_paid', 'agent_paid', '{}',
    jsonb_build_object('voided_amount', p.amount), 'Payment voided: ' || btrim(void_agent_payment.reason), 'voided',
    jsonb_build_object('amount', p.amount, 'reason', btrim(void_agent_payment.reason)));
  perform private.tell_of_void(caller_organization_id, p.agent_id, p.amount, 'for the ' || (
    select private.sale_description(s) from public.commissions c join public.sales s on s.id = c.sales_id
    where c.id = p.commission_id), 'commissions', p.commission_id, jsonb_build_object('sale', (
    select private.sale_param(c.sales_id) from public.commissions c where c.id = p.commission_id)));
  return private.command_result(null) || jsonb_build_object('id', new_id);
end $function$;

ALTER TABLE "public"."commission_shares" ADD CONSTRAINT "commission_shares_role_whole" CHECK (
CASE
    WHEN (role = ANY (ARRAY['override'::text, 'override_charge'::text])) THEN ((place IS NULL) AND (num_nulls(under_share_id, base, taken_from) = 0))
    WHEN (role = 'tier_correction'::text) THEN ((num_nonnulls(place, base, taken_from) = 0) AND (num_nulls(under_share_id, terms_version_id) = 0))
    ELSE ((place IS NOT NULL) AND (num_nonnulls(under_share_id, base, taken_from) = 0) AND ((role = 'seller'::text) = (place = 1)))
END);

ALTER TABLE "public"."commissions" ADD CONSTRAINT "commissions_agent_amount_range" CHECK ((agent_amount >= (0)::numeric));

ALTER TABLE "public"."payout_lines" ADD CONSTRAINT "payout_lines_commission_id_whole" CHECK (
CASE
    WHEN (kind = ANY (ARRAY['bonus'::text, 'returned'::text])) THEN (num_nonnulls(commission_id, share_id) = 0)
    WHEN (kind = ANY (ARRAY['share'::text, 'override'::text])) THEN ((share_id IS NOT NULL) AND (commission_id IS NULL))
    WHEN (kind = 'correction'::text) THEN ((share_id IS NOT NULL) OR (commission_id IS NULL))
    WHEN (kind = 'recall'::text) THEN (share_id IS NOT NULL)
    ELSE (num_nulls(commission_id, share_id) = 0)
END);

CREATE VIEW "private"."commissions_by_share" AS  SELECT c.id,
    h.organization_id,
    c.sales_id,
    h.user_id AS agent_id,
    c.vendor_id,
    h.counted_on AS sale_date,
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
    private.commission_part(c.amount, c.share_percents, h.place) AS amount,
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
  WHERE (h.place IS NOT NULL);

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

CREATE VIEW "private"."sales_by_share" AS  SELECT s.id,
    h.organization_id,
    h.user_id AS agent_id,
    s.agent_id AS seller_id,
    s.customer_id,
    s.vendor_id,
    s.booking_reference,
    h.counted_on AS sale_date,
    s.travel_date,
    s.return_date,
    s.status,
    s.created_at,
    s.group_id,
    h.percent AS share_percent,
        CASE
            WHEN (h.percent = (100)::numeric) THEN s.total_amount
            ELSE private.share_part(s.total_amount, s.co_sellers, h.place)
        END AS total_amount,
        CASE
            WHEN (h.percent = (100)::numeric) THEN s.commission_amount
            ELSE private.share_part(s.commission_amount, s.co_sellers, h.place)
        END AS commission_amount
   FROM (public.commission_shares h
     JOIN public.sales s ON (((s.organization_id = h.organization_id) AND (s.id = h.sales_id))))
  WHERE ((h.place IS NOT NULL) AND (h.commission_id IS NOT NULL));

CREATE VIEW "private"."shares_beside_sellers" AS  SELECT id,
    organization_id,
    commission_id,
    other_commission_id,
    sales_id,
    user_id,
    role,
    place,
    percent,
    split,
    split_parts,
    gross_part,
    agent_amount,
    under_share_id,
    base,
    taken_from,
    override_id,
    terms_version_id,
    counted_on,
    status,
    paid_on,
    created_at,
    updated_at
   FROM public.commission_shares h
  WHERE ((role <> 'seller'::text) OR (commission_id IS NULL));

CREATE VIEW "private"."agents_beside" AS  SELECT organization_id,
    commission_id,
    sum(agent_amount) AS amount,
    COALESCE(sum(agent_amount) FILTER (WHERE (status = 'paid'::text)), (0)::numeric) AS paid
   FROM private.shares_beside_sellers h
  WHERE (commission_id IS NOT NULL)
  GROUP BY organization_id, commission_id;

CREATE VIEW "private"."wanted_shares" AS  SELECT c.organization_id,
    c.id AS commission_id,
    c.sales_id,
    c.sale_date,
    (c.status = 'cancelled'::text) AS is_cancelled,
    p.user_id,
    p.role,
    p.place,
    p.percent,
    (private.parts_of(COALESCE(c.share_base, c.amount), c.share_percents))[p.place] AS gross_part
   FROM ((public.commissions c
     JOIN public.sales s ON (((s.organization_id = c.organization_id) AND (s.id = c.sales_id))))
     CROSS JOIN LATERAL ( SELECT c.agent_id AS user_id,
            'seller'::text AS role,
            1 AS place,
            c.share_percents[1] AS percent
        UNION ALL
         SELECT ((e.value ->> 'user_id'::text))::uuid AS uuid,
            (e.value ->> 'role'::text),
            ((e.n)::integer + 1),
            ((e.value ->> 'percent'::text))::numeric(5,2) AS "numeric"
           FROM jsonb_array_elements(s.co_sellers) WITH ORDINALITY e(value, n)) p);

CREATE UNIQUE INDEX agent_payments_share_id_key ON public.agent_payments USING btree (share_id, organization_id);

CREATE INDEX commission_shares_of_person_idx ON public.commission_shares USING btree (organization_id, user_id, counted_on, status);

CREATE INDEX commission_shares_open_beside_idx ON public.commission_shares USING btree (organization_id, user_id) WHERE ((status = 'open'::text) AND ((role <> 'seller'::text) OR (commission_id IS NULL)));

CREATE UNIQUE INDEX commission_shares_override_key ON public.commission_shares USING btree (under_share_id, user_id, organization_id) WHERE (role = 'override'::text);

CREATE INDEX commission_shares_paid_idx ON public.commission_shares USING btree (organization_id) INCLUDE (commission_id, agent_amount) WHERE ((status = 'paid'::text) AND ((role <> 'seller'::text) OR (commission_id IS NULL)));

CREATE INDEX commission_shares_user_id_idx ON public.commission_shares USING btree (organization_id, user_id, status, counted_on) WHERE ((role <> 'seller'::text) OR (commission_id IS NULL));

CREATE INDEX payout_lines_commission_id_idx ON public.payout_lines USING btree (organization_id, commission_id) WHERE (commission_id IS NOT NULL);

CREATE UNIQUE INDEX payout_lines_share_id_key ON public.payout_lines USING btree (organization_id, share_id) WHERE (kind = ANY (ARRAY['commission'::text, 'share'::text, 'override'::text]));

CREATE TRIGGER commission_shares_10_guard_split BEFORE UPDATE ON public.commission_shares FOR EACH ROW WHEN (((new.commission_id IS NOT NULL) AND (new.place IS NOT NULL) AND (new.terms_version_id IS NULL) AND (old.status <> 'paid'::text) AND (new.user_id = old.user_id) AND ((new.split <> old.split) OR (new.split_parts IS DISTINCT FROM old.split_parts)))) EXECUTE FUNCTION private.guard_split();

CREATE TRIGGER commission_shares_after_05_follow_sellers_added AFTER INSERT ON public.commission_shares REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.follow_sellers_shares();

CREATE TRIGGER commission_shares_after_05_follow_sellers_changed AFTER UPDATE ON public.commission_shares REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.follow_sellers_shares();

CREATE TRIGGER commission_shares_after_35_mark_tiers AFTER UPDATE ON public.commission_shares FOR EACH ROW WHEN (((new.place IS NOT NULL) AND ((new.user_id <> old.user_id) OR (new.split <> old.split) OR (new.split_parts IS DISTINCT FROM old.split_parts) OR (new.gross_part <> old.gross_part) OR (new.counted_on <> old.counted_on) OR (new.terms_version_id IS DISTINCT FROM old.terms_version_id) OR ((new.status = 'cancelled'::text) AND (old.status <> 'cancelled'::text))))) EXECUTE FUNCTION private.mark_tiers_of_share();

CREATE TRIGGER commissions_08_guard_schedule BEFORE UPDATE ON public.commissions FOR EACH ROW WHEN (((old.status = 'funds_received'::text) AND ((new.status IS DISTINCT FROM old.status) OR (new.amount IS DISTINCT FROM old.amount) OR (new.agent_id IS DISTINCT FROM old.agent_id)))) EXECUTE FUNCTION private.guard_scheduled_commission();

CREATE TRIGGER commissions_09_keep_paid BEFORE UPDATE ON public.commissions FOR EACH ROW WHEN ((((new.status = 'cancelled'::text) AND (old.status <> 'cancelled'::text)) OR ((old.status = 'funds_received'::text) AND ((new.status = 'unpaid'::text) OR ((new.status = 'agent_paid'::text) AND (cardinality(old.share_percents) > 1)))))) EXECUTE FUNCTION private.keep_paid_commission();

CREATE TRIGGER commissions_after_30_correct_share AFTER UPDATE ON public.commissions FOR EACH ROW WHEN ((new.share_base IS DISTINCT FROM old.share_base)) EXECUTE FUNCTION private.correct_shares();

COMMENT ON COLUMN "public"."commissions"."agent_amount" IS 'As commission_split, terms_version_id, split_parts and seller_paid: what the
  seller''s share says, written by private.follow_sellers_shares. The status is agent_paid when the last share is paid';

COMMENT ON FUNCTION "private"."add_shares"(uuid[]) IS 'Makes the shares of these commissions that are not there yet.';

COMMENT ON FUNCTION "private"."announce_shares"() IS 'The same for shares, overrides and what tiers correct. The sellers'' are told with their commissions.';

COMMENT ON FUNCTION "private"."correct_share_of"(public.commission_shares, public.commissions) IS 'Writes the difference between a share, or an override, and what was paid of it, with what
  was corrected before, as a correction of the next payout; one that waits for it is written anew. A draft that somebody works on is
  not waited for: then the line waits to be collected. It is a change of who wrote off, or took that back. What a tier corrects is reckoned anew
  with its year.';

COMMENT ON FUNCTION "private"."correct_shares"() IS 'Of a commission whose shares are reckoned from another amount now, what was paid or is about to be.';

COMMENT ON FUNCTION "private"."create_commission"() IS 'The commission of a new sale. A statement trigger: a thousand imported sales are
  one insert of a thousand commissions, and the triggers of commissions (the rollups) run once. Split and share are those of somebody
  without terms; where there are terms, the seller''s share says others.';

COMMENT ON FUNCTION "private"."follow_overrides"(uuid[]) IS 'Brings the overrides upon these shares to what those are now. They keep percent and
  terms; what was paid stays. What was taken off somebody for one is corrected (private.correct_share_of), and the lead
  has what is taken then: with a cap never more than it was.';

COMMENT ON FUNCTION "private"."follow_sellers_shares"() IS 'Writes to a vendor''s commission what its seller''s share says. A commission becomes
  agent_paid when the last of its shares is paid; overrides are not waited for.';

COMMENT ON FUNCTION "private"."follow_shares_of_commissions"() IS 'Of a commission that is changed in nothing that its shares follow, nothing is read or written.';

COMMENT ON FUNCTION "private"."follow_shares_with_overrides"() IS 'Overrides upon shares; never upon an override.';

COMMENT ON FUNCTION "private"."guard_commission"() IS 'Amount and agent are fixed once the commission is not unpaid. Status: unpaid
  -> funds_received -> agent_paid, the latter only for a paid sale and with a recorded payment; unpaid or funds_received ->
  cancelled; funds_received -> unpaid when a deposit is taken back.';

COMMENT ON FUNCTION "private"."guard_split"() IS 'A split that no terms say is fixed once the vendor has paid.';

COMMENT ON FUNCTION "private"."keep_paid_share"() IS 'What was paid of a share stays, and so does what is about to be: what changes
  afterwards is corrected (private.correct_share_of).';

COMMENT ON FUNCTION "private"."last_share_paid"(uuid, uuid, uuid) IS 'True once no share of a commission is open; overrides do not count.';

COMMENT ON FUNCTION "private"."make_overrides"(uuid[], boolean) IS 'Writes the overrides upon these shares, by the leads'' terms on the
  sale''s date. again: the shares changed hands, so overrides that no terms give now are cancelled. Paid ones stay.';

COMMENT ON FUNCTION "private"."mark_tiers_of_share"() IS 'The same of a share.';

COMMENT ON FUNCTION "private"."of_seller"(public.commission_shares) IS 'Whether a share is the one of the seller of a vendor''s commission.';

COMMENT ON FUNCTION "private"."open_beside"(uuid[]) IS 'The open shares of co-sellers and referrals of these commissions, with what their sales say.';

COMMENT ON FUNCTION "private"."open_commissions"(uuid, uuid, boolean) IS 'Sellers'' shares of open commissions of an organization, or of one agent, with what stands in their way
  (private.payout_obstacle) and the open payout they are in. only_received: those that the vendor has not paid are left out.';

COMMENT ON FUNCTION "private"."parts_of_recall"(public.commissions, numeric) IS 'What a vendor takes back of a commission, by its people: the part of each, and of it what they give back, at most
  what they were paid. Of an override that was paid as much as of the commission; what was taken off somebody for it is given back.';

COMMENT ON FUNCTION "private"."post_recall"(public.payout_batches, public.commission_shares, numeric, text, jsonb, uuid, boolean) IS 'Writes the line that takes a paid share back, and notifies its person. A seller''s is in the
  commission''s history, too. The caller has locked the commission. note_fact: null where a person typed the note. `b`: the open draft.
  by_itself: the bank caused it, no person changed the draft. An amount below zero refunds an override charge.';

COMMENT ON FUNCTION "private"."recallable_share"(public.commission_shares) IS 'What can still be taken back of a share, or of an override: what was paid of it, less what was taken back or
  corrected already; of what was taken off somebody for one, minus what can be given back.';

COMMENT ON FUNCTION "private"."release"(public.commission_shares, jsonb) IS 'Ends the hold of a share, and says whether there was one; it comes into the open draft when it can be
  paid.';

COMMENT ON FUNCTION "private"."sale_schedule_lock"(uuid, uuid, uuid) IS 'private.schedule_lock of any share of a commission, or of its sale''s.';

COMMENT ON FUNCTION "private"."schedule_lock"(uuid, uuid) IS 'private.planned_refusal of a share; null when it is in no scheduled payout.';

COMMENT ON FUNCTION "private"."share_facts"(uuid, boolean) IS 'What a line says of its share: {share_id, sales_id, role, percent, base, taken_from,
  booking_reference, vendor, commission_kind, received_on, commission (the gross part), split, since (of what tiers corrected: the first
  day of their year)}, and what it is for as a note where the
  line has none of its own: {part, note, share_fact}. {} without a share, and of the seller''s of a vendor''s commission, of which the line
  tells the commission.';

COMMENT ON FUNCTION "private"."split_of_share"(uuid, uuid, uuid, numeric) IS 'The split of a person for their percent of a sale, by their terms on its date (private.split_of_sale),
  and the version of those terms.';

COMMENT ON FUNCTION "private"."sync_shares"(uuid[]) IS 'Brings the shares of these vendors'' commissions to what they and their sales say: people, percents and
  parts of the amount, or of what it is reckoned from instead. What was paid stays.';

COMMENT ON FUNCTION "private"."terms_again"(uuid, uuid) IS 'A person''s unpaid shares whose split differs from what their current terms say for its day.
  Paid and cancelled shares, those in a payout and those of closed books are left alone.';

COMMENT ON FUNCTION "private"."under_shares"(uuid[]) IS 'Shares that an override can be upon: whose each is, its part of the commission, and what its person
  has of it.';

COMMENT ON FUNCTION "private"."write_payments"(uuid, uuid[], text[], text[], date, text, uuid) IS 'Writes the payments of shares, each with its method and reference. Their commissions follow
  (private.follow_sellers_shares). The caller has locked and checked sales, commissions and shares.';

COMMENT ON FUNCTION "public"."hold_commission"(uuid, text) IS 'Holds the seller''s share of a commission back, with a reason that they read; it leaves the
  draft it is in. {success, error, field}.';

COMMENT ON FUNCTION "public"."record_share_payment"(uuid, numeric, date, text, text, text, uuid) IS 'Records the payment of one share, or of an override, as record_agent_payment that of
  a seller. {success, error, field}. A trip is not waited for, as there.';

COMMENT ON FUNCTION "public"."release_commission"(uuid) IS 'Ends the hold of a seller''s share (private.release). {success, error, field}.';

COMMENT ON FUNCTION "public"."release_share"(uuid) IS 'Ends the hold of a share or an override (private.release). {success, error, field}.';

COMMENT ON TABLE "public"."commission_shares" IS 'What people get of commissions, a row for each: the seller (place 1), co-sellers and
  referrals, and overrides. gross_part: the part of the amount by percent, to the cent; agent_amount: what the person is paid of it (of
  an override_charge: minus).';

COMMENT ON TABLE "public"."payout_holds" IS 'Shares that are held back until an admin releases them. The agent reads the reason.';

COMMENT ON VIEW "private"."agents_beside" IS 'What all people beside its seller get of a vendor''s commission, with overrides, what is taken off others for them and
  corrections by tier, and what of it was paid; a row for each commission of which somebody gets any. With commissions.agent_amount, the
  seller''s, it is what the agency''s readers see as the agents'' share.';

COMMENT ON VIEW "private"."commission_money_by_share" IS 'What private.commission_money says, a row for each commission and person who has a
  share of it, with their part. The status is the commission''s: of it one thing is open, whoever was paid.';

COMMENT ON VIEW "private"."commissions_by_share" IS 'A row for each vendor''s commission and person who has a share of it, with their part,
  split, amount and status: a share is paid by itself. whole_status, whole_received, whole_open and whole_amount are the commission''s: a seller''s share (place 1) that funds are here
  for is of a commission that funds are here for, which an index knows.';

COMMENT ON VIEW "private"."sales_by_share" IS 'A row for each sale and person who sold it (agent_id), with their part of the amounts.';

COMMENT ON VIEW "private"."shares_beside_sellers" IS 'All shares but those of the sellers of vendors'' commissions: for readers that take the
  seller''s part from the commission.';

COMMENT ON VIEW "private"."wanted_shares" IS 'Which shares commissions and their sales say.';

REVOKE ALL ON FUNCTION "private"."add_shares"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_shares"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."correct_share_of"(public.commission_shares, public.commissions) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."correct_share_of"(public.commission_shares, public.commissions) TO "postgres";

REVOKE ALL ON FUNCTION "private"."correct_shares"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."correct_shares"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."follow_overrides"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follow_overrides"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."follow_sellers_shares"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follow_sellers_shares"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."guard_split"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."guard_split"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."make_overrides"(uuid[], boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."make_overrides"(uuid[], boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."make_room_for_shares"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."make_room_for_shares"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."of_seller"(public.commission_shares) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."of_seller"(public.commission_shares) TO "postgres";

REVOKE ALL ON FUNCTION "private"."open_beside"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_beside"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."open_commissions"(uuid, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_commissions"(uuid, uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."parts_of_recall"(public.commissions, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."parts_of_recall"(public.commissions, numeric) TO "postgres";

REVOKE ALL ON FUNCTION "private"."post_recall"(public.payout_batches, public.commission_shares, numeric, text, jsonb, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."post_recall"(public.payout_batches, public.commission_shares, numeric, text, jsonb, uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."release"(public.commission_shares, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."release"(public.commission_shares, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."schedule_lock"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."schedule_lock"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sellers_share"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sellers_share"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."terms_again"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."terms_again"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."under_shares"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."under_shares"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_holds"(uuid, uuid[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_holds"(uuid, uuid[], text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_payments"(uuid, uuid[], text[], text[], date, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_payments"(uuid, uuid[], text[], text[], date, text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_recall_history"(public.commission_shares, jsonb, jsonb, text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_recall_history"(public.commission_shares, jsonb, jsonb, text, text, jsonb) TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."agents_beside" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."commission_money_by_share" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."commissions_by_share" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."sales_by_share" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."shares_beside_sellers" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."wanted_shares" TO "postgres";
