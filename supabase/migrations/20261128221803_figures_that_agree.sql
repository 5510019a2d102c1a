set local check_function_bodies = off;

DROP FUNCTION "private"."announce_expiring_documents"();

DROP FUNCTION "private"."pay_scheduled_payouts"();

DROP FUNCTION "private"."remind_of_deletions"();

DROP FUNCTION "private"."remind_of_payments"();

DROP FUNCTION "private"."write_follow_ups"();

ALTER TABLE "private"."job_turns" ADD COLUMN "failures" integer NOT NULL DEFAULT 0;

ALTER TABLE "private"."job_turns" ADD COLUMN "not_before" timestamp with time zone;

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
      null::uuid as under_id, c.terms_version_id, c.commission_split as recorded_split, c.share_percents[1] as percent,
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
    select s.id, s.sale_date, s.created_at, s.vendor_id, s.lines, c.id, null, h.id, h.terms_version_id, h.split, h.percent,
      case when h.status = 'paid' and c.share_percents[h.place] = h.percent
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
      h.terms_version_id, h.split, h.percent, h.gross_part, h.status <> 'cancelled' and o.status <> 'cancelled', 0,
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
    select p.commission_id, p.other_id, p.under_id, p.sales_id, p.day, p.percent, p.gross, w.split, p.taken_back,
      round(p.gross * w.split / 100, 2) - round(p.gross * p.recorded_split / 100, 2) as amount
    from placed p
    cross join lateral (
      select coalesce(round(case when p.part > 0
          then sum(greatest(least(p.before + p.part, s.next) - greatest(p.before, s.start), 0) * s.split) / p.part
          else max(s.split) filter (where p.before >= s.start and p.before < s.next) end, 2), p.recorded_split) as split
      from steps s) t
    -- What no category says of its lines, as private.split_of_sale.
    cross join lateral (
      select case when p.lines = '[]' then t.split
        when p.other_id is not null then coalesce((
          select k.split from by_category k where k.kind = p.lines -> 0 ->> 'kind' and k.kind = 'service_fee'), t.split)
        else coalesce((
          select case when b.split between 0 and 100 then b.split end
          from (
            select round(sum(l.commission * coalesce(k.split, t.split)) / nullif(sum(l.commission), 0), 2) as split
            from (select e ->> 'kind' as kind, coalesce((e ->> 'commission')::numeric, 0) as commission
              from jsonb_array_elements(p.lines) e) l
            left join by_category k on k.kind = l.kind
            where l.kind <> 'service_fee') b), t.split) end as split) w
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
        c.commission_split, c.terms_version_id, c.received_amount, c.taken_back_amount
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
        'received_on', c.received_on, 'commission', c.amount, 'split', c.commission_split)
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

CREATE OR REPLACE FUNCTION private.waits_after_failure(job text, organization_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.job_turns t where t.job = waits_after_failure.job
    and t.organization_id = waits_after_failure.organization_id and t.not_before > clock_timestamp())
$function$;

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
  line_kind constant text := case when p.grouped_by = 'line_kind' then get_report_rows.key end;
  rows jsonb;
  counted text;
  facts text;
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
  counted := private.counted_by(p.organization_id, p.agent_id, null);
  facts := private.report_facts(p.kind, p.customer_id is not null, '', counted);
  if line_kind is not null then
    facts := private.report_facts_of_kind(facts);
  end if;
  execute format(
    'select coalesce(jsonb_agg(jsonb_build_object(''id'', f.id, ''record_id'', f.record_id, ''sale_id'', f.sale_id, ''reference'', s.booking_reference,
        ''day'', f.day, ''status'', f.status, ''customer'', c.first_name || '' '' || c.last_name, ''vendor'', v.name,
        ''agent'', a.first_name || '' '' || a.last_name, ''total'', %6$s * f.sign, ''expected'', f.expected * f.sign,
        ''received'', f.received * f.sign,
        ''agents'', case when f.received_on is not null then f.agent_amount * f.sign end,
        ''short'', case when f.received < f.expected then (f.expected - f.received) * f.sign end,
        ''written_off'', f.written_off * f.sign, ''open'', f.open_amount * f.sign, ''due_on'', f.due_on, ''received_on'', f.received_on,
        ''late_days'', case when f.due_on is not null and f.received_on is not null
          then greatest(f.received_on - f.due_on, 0) * f.sign end,
        ''paid'', f.paid, ''corrects'', f.sign < 0) order by f.day %5$s, f.id %5$s), ''[]'')
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
      'agent_amount', coalesce(sum(m.agent_amount) filter (where m.open > 0 and m.owed = 0), 0)),
    'overdue', jsonb_build_object('agent_amount', coalesce(sum(m.agent_amount) filter (where m.owed > 0), 0)),
    'funds_received', jsonb_build_object('count', count(*) filter (where m.status = 'funds_received'),
      'amount', coalesce(sum(m.amount) filter (where m.status = 'funds_received'), 0),
      'agent_amount', coalesce(sum(m.agent_amount) filter (where m.status = 'funds_received'), 0)),
    'agent_paid', jsonb_build_object('count', count(*) filter (where m.status = 'agent_paid'),
      'amount', coalesce(sum(m.amount) filter (where m.status = 'agent_paid'), 0), 'agent_amount', coalesce(sum(m.agent_paid), 0)),
    'received', (
      select jsonb_build_object('count', count(c.received_on), 'amount', coalesce(sum(c.net_received), 0),
        'owed', coalesce(sum(c.amount) filter (where c.received_on is not null and c.status <> 'cancelled'), 0),
        'taken_back', coalesce(sum(c.taken_back_amount), 0))
      from private.commissions_received c
      where c.organization_id = caller_organization_id and c.vendor_id = get_vendor_profile.vendor_id))
  into figures
  from private.commission_money m
  where m.organization_id = caller_organization_id and m.vendor_id = get_vendor_profile.vendor_id and m.status in ('unpaid', 'funds_received', 'agent_paid');
  figures := jsonb_set(figures, '{overdue}', (figures -> 'overdue')
    || private.owed_figures(caller_organization_id, vendor_id => get_vendor_profile.vendor_id) - 'vendors');
  return jsonb_build_object('vendor', vendor, 'figures', figures);
end $function$;

ALTER TABLE "private"."job_turns" ADD CONSTRAINT "job_turns_failures_in_range" CHECK ((failures >= 0));

CREATE VIEW "private"."commissions_received" AS  SELECT id,
    organization_id,
    sales_id,
    vendor_id,
    status,
    amount,
    share_base,
    share_percents,
    commission_split,
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

COMMENT ON COLUMN "private"."job_turns"."failures" IS 'How many of its slices failed one after the other';

COMMENT ON COLUMN "private"."job_turns"."not_before" IS 'Until then it is left out, as its last slice failed';

COMMENT ON FUNCTION "private"."announce_expiring_documents"() IS 'The same for all organizations in turn.';

COMMENT ON FUNCTION "private"."announce_expiring_documents_slice"(uuid) IS 'Announces what expires: to admins, to the member it is for, and to
  whoever added it while they may see it. Whether there may be more.';

COMMENT ON FUNCTION "private"."bonus_reached"(public.vendor_bonus_terms) IS 'The volume of the period: what was booked without cancelled sales and the agency''s own fees, or what
  the vendor paid of commission in it, less what it took back of that (private.commissions_received).';

COMMENT ON FUNCTION "private"."check_all_report_totals_slice"(uuid) IS 'Compares some months of the kind that waited longest, of those that can be
  compared; fails where none can. Whether there may be more.';

COMMENT ON FUNCTION "private"."commission_part"(numeric, numeric[], integer) IS 'Of an amount of a commission what is one person''s; the seller''s place is 1, an override has none. Null
  where the commission is another one.';

COMMENT ON FUNCTION "private"."correct_tier_year"(public.agreement_versions, date) IS 'Brings the corrections of a year of one version of a person''s terms to what its tiers say
  now of all shares recorded by it: of each the difference of its split by tier and the recorded one, less what was paid of it; where a
  vendor took commission back, and corrections with it, of what was left. Split by
  vendor stays, and of lines that of their categories. All at once, in the order of private.tier_volume.';

COMMENT ON FUNCTION "private"."end_turn"(text, uuid, text) IS 'Notes that a job did a slice for an organization, or why it could not. It waits longer each time, and from the third
  time on the log tells of it.';

COMMENT ON FUNCTION "private"."erase_from_statements"(uuid, uuid[]) IS 'Takes the names of customers who are erased out of the statements that were written with them.';

COMMENT ON FUNCTION "private"."go_on_deleting"(uuid, interval) IS 'Begins the deletion of an agency that is due, else removes files and rows for about a second, else finishes it.';

COMMENT ON FUNCTION "private"."mark_tiers_of_commissions"() IS 'The same of commissions: what was received and taken back, and what a share is reckoned from.';

COMMENT ON FUNCTION "private"."match_stopped_imports_slice"(uuid) IS 'Matches the lines of the oldest import that stopped. Whether there may be more.';

COMMENT ON FUNCTION "private"."parts_of"(numeric, numeric[]) IS 'An amount divided by percents whose sum is 100, by largest remainder: the parts have two decimals
  and come to the amount exactly, below zero as above it. In the order of the percents. Null of null.';

COMMENT ON FUNCTION "private"."pay_scheduled_payouts"() IS 'The job: the same for all organizations in turn. A run ends after some seconds with
  the organization it is at, and keeps what it paid: payouts of an agency wait for each other until then.';

COMMENT ON FUNCTION "private"."pay_scheduled_payouts_slice"(uuid) IS 'Pays what of an organization is planned for today, or should have been paid
  before. Each payout by itself: one that cannot be paid stays scheduled with the reason, and is tried again with the next run.';

COMMENT ON FUNCTION "private"."remind_of_deletions_slice"(uuid) IS 'Tells all members seven days and one day before; of both that were missed, the last.';

COMMENT ON FUNCTION "private"."remind_of_payments"() IS 'The job: the same for all organizations in turn.';

COMMENT ON FUNCTION "private"."remind_of_payments_slice"(uuid) IS 'Once for each payment whose reminder was asked for and that is still open: to the seller,
  and to the admin who recorded the sale.';

COMMENT ON FUNCTION "private"."resume_mails_slice"(uuid) IS 'Has the mails of an organization that stopped read again, and gives those up that stop every time.';

COMMENT ON FUNCTION "private"."run_mail_plans"() IS 'The same for all organizations in turn. Where no mail is sent nothing piles up.';

COMMENT ON FUNCTION "private"."run_mail_plans_slice"(uuid) IS 'Puts what is due into the box, once, however late: what was missed meanwhile is not made up for. Statements
  are those paid in the month before. Whether there may be more.';

COMMENT ON FUNCTION "private"."serve_in_turn"(text, uuid[], interval) IS 'Does slices of a job for the organizations that wait, those first that were served
  longest ago, round after round, until nothing waits or `longest` is over; the next run goes on from there. A slice is
  private.<job>_slice(organization_id), which says whether more waits. One that fails is undone by itself, is the last in turn, and is
  tried again after a while (private.end_turn); one that is cancelled ends the run besides. What a run has locked is free again after
  `longest` and one slice. One run of a job at a time. Answers how many slices.';

COMMENT ON FUNCTION "private"."statement_lines"(public.payout_batches, uuid) IS 'The lines of one agent in a batch, commissions first, then shares and overrides
  (private.share_facts), as they are kept in a statement: with the names of that day, the customers'' by their ids, so that an erasure
  finds them (private.erase_from_statements). What tiers corrected of a year is one line.';

COMMENT ON FUNCTION "private"."tell_expiring_connections_slice"(uuid) IS 'Tells owners 14 and 3 days before a connection expires, and ends what has expired.';

COMMENT ON FUNCTION "private"."tell_late_document_checks_slice"(uuid) IS 'Tells who uploaded a file that it waits to be checked.';

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

COMMENT ON FUNCTION "public"."get_sales_status_timeline"(date, date, text) IS 'Sale totals by status.';

COMMENT ON FUNCTION "public"."get_statement"(uuid) IS 'One statement as it was frozen, with the names of that day but of who was erased since, what the agent was paid in its year and the year before, whether it was voided (void), and for admins by line
  whether the vendor has paid (funded). Null when there is none that the caller may read.';

COMMENT ON FUNCTION "public"."get_vendor_profile"(uuid) IS '{vendor, figures} for admins; null for everybody else and for a vendor of another
  organization. Figures, without anything cancelled: number and total of sales; what the vendor has not paid, {count, amount,
  agent_amount} each: expected (not due, or without a due day), overdue (owed, with what private.owed_figures names beside it);
  commissions by status, amounts gross: funds_received and agent_paid; received {count, amount, owed, taken_back}: what receipts say
  came from the vendor, also of what was cancelled since, less what it took back, and the gross commission it is for.';

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

COMMENT ON VIEW "private"."stopped_imports" IS 'Imports of connections of which who brought them died before they were matched.';

COMMENT ON VIEW "private"."stopped_mail_parts" IS 'The same of their parts.';

COMMENT ON VIEW "private"."stopped_mails" IS 'Mails whose reading was begun, and never finished.';

REVOKE ALL ON FUNCTION "private"."announce_expiring_documents"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."announce_expiring_documents"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."announce_expiring_documents_slice"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."announce_expiring_documents_slice"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."end_turn"(text, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_turn"(text, uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."erase_from_statements"(uuid, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."erase_from_statements"(uuid, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."go_on_deleting"(uuid, interval) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."go_on_deleting"(uuid, interval) TO "postgres";

REVOKE ALL ON FUNCTION "private"."match_stopped_imports_slice"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."match_stopped_imports_slice"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."pay_scheduled_payouts"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."pay_scheduled_payouts"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."pay_scheduled_payouts_slice"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."pay_scheduled_payouts_slice"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."remind_of_deletions_slice"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."remind_of_deletions_slice"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."remind_of_payments"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."remind_of_payments"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."remind_of_payments_slice"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."remind_of_payments_slice"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."resume_mails_slice"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."resume_mails_slice"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."run_mail_plans_slice"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."run_mail_plans_slice"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_expiring_connections_slice"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_expiring_connections_slice"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_late_document_checks_slice"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_late_document_checks_slice"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."waits_after_failure"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."waits_after_failure"(text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_follow_ups"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_follow_ups"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_follow_ups_slice"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_follow_ups_slice"(uuid) TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."commissions_received" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."due_document_announcements" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."due_follow_ups" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."due_payment_reminders" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."due_payouts" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."expiring_connections" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."late_document_checks" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."near_deletions" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."stopped_imports" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."stopped_mail_parts" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."stopped_mails" TO "postgres";

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
