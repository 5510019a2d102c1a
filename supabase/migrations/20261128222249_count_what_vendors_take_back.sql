set local check_function_bodies = off;

DROP FUNCTION "private"."post_share_recalls"(public.payout_batches, public.commissions, numeric, text, jsonb, uuid);

CREATE TABLE "private"."recall_parts" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "commission_id" uuid NOT NULL, "sales_id" uuid NOT NULL, "vendor_id" uuid NOT NULL, "allocation_id" uuid NOT NULL, "user_id" uuid NOT NULL, "share_id" uuid, "place" integer, "posted_on" date NOT NULL, "taken_back" numeric(12,2) NOT NULL, "agent_amount" numeric(12,2) NOT NULL, "cancelled" boolean NOT NULL DEFAULT false, "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "recall_parts_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."recall_parts" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."report_totals" ADD COLUMN "taken_back" numeric NOT NULL DEFAULT 0;

ALTER TYPE "private"."report_cell" ADD ATTRIBUTE "taken_back" numeric CASCADE;

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

CREATE OR REPLACE FUNCTION private.parts_of_recall(c public.commissions, taken_back numeric)
 RETURNS TABLE(share_id uuid, user_id uuid, place integer, part numeric, amount numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with parts as (select private.parts_of(parts_of_recall.taken_back, c.share_percents) as parts)
  select null::uuid, c.agent_id, 1, p.parts[1],
    greatest(least(private.recallable_amount(c.organization_id, c.id), round(p.parts[1] * c.commission_split / 100, 2)), 0)
  from parts p
  union all
  select h.id, h.user_id, h.place, coalesce(p.parts[h.place], 0), case when sign(w.amount) = sign(h.agent_amount) then w.amount else 0 end
  from parts p
  join public.commission_shares h on h.organization_id = c.organization_id and h.commission_id = c.id
    and (h.status = 'paid' or h.place is not null)
  -- Of an override as much as of the commission.
  cross join lateral (select case
    when h.status <> 'paid' then 0
    when h.place is not null then least(private.recallable_share(h), round(p.parts[h.place] * h.split / 100, 2))
    when c.amount = 0 then 0
    when h.agent_amount < 0 then greatest(private.recallable_share(h), round(h.agent_amount * parts_of_recall.taken_back / c.amount, 2))
    else least(private.recallable_share(h), round(h.agent_amount * parts_of_recall.taken_back / c.amount, 2)) end as amount) w
$function$;

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
      else '' end, direction, case when line_kind is not null then 'f.total' when counted = 'person' then 'w.total_amount' else 's.total_amount' end,
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
      'amount', case when k.known then p.amount end, 'status', case when k.known then p.status end,
      'fee', case when k.known and f.amount is not null then jsonb_build_object('gross_part', f.gross_part, 'split', f.split,
        'amount', f.amount, 'status', f.status) end, 'total', case when k.known then k.total end) order by p.place), '[]'),
    'total', sum(k.total) filter (where k.known), 'due', coalesce(sum(k.due) filter (where k.known), 0))
  into answer
  from (
    select 1 as place, commission.agent_id as user_id, 'seller' as role, w.share_percent as percent, w.amount as gross_part,
      w.commission_split as split, w.agent_amount as amount, w.status
    from private.commissions_by_share w
    where w.organization_id = organization and w.id = commission.id and w.agent_id = commission.agent_id
    union all
    select h.place, h.user_id, h.role, w.share_percent, w.amount, w.commission_split, w.agent_amount, w.status
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
    'received', jsonb_build_object('count', count(m.received_on), 'amount', coalesce(sum(m.received), 0),
      'owed', coalesce(sum(m.amount) filter (where m.received_on is not null), 0), 'taken_back', coalesce(sum(m.taken_back), 0),
      'net', coalesce(sum(m.received - m.taken_back), 0)))
  into figures
  from private.commission_money m
  where m.organization_id = caller_organization_id and m.vendor_id = get_vendor_profile.vendor_id and m.status in ('unpaid', 'funds_received', 'agent_paid');
  figures := jsonb_set(figures, '{overdue}', (figures -> 'overdue')
    || private.owed_figures(caller_organization_id, vendor_id => get_vendor_profile.vendor_id) - 'vendors');
  return jsonb_build_object('vendor', vendor, 'figures', figures);
end $function$;

ALTER TABLE "private"."recall_parts" ADD CONSTRAINT "recall_parts_commission_id_fkey" FOREIGN KEY (organization_id, commission_id) REFERENCES public.commissions(organization_id, id);

CREATE INDEX recall_parts_allocation_id_idx ON private.recall_parts USING btree (organization_id, allocation_id);

CREATE INDEX recall_parts_commission_id_idx ON private.recall_parts USING btree (organization_id, commission_id);

CREATE INDEX recall_parts_posted_on_idx ON private.recall_parts USING btree (organization_id, posted_on);

CREATE TRIGGER recall_parts_after_65_mark_report_added AFTER INSERT ON private.recall_parts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.mark_recalls();

CREATE TRIGGER recall_parts_after_65_mark_report_removed AFTER DELETE ON private.recall_parts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.mark_recalls();

CREATE TRIGGER commissions_after_32_cancel_recalls AFTER UPDATE ON public.commissions REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.cancel_recall_parts();

COMMENT ON COLUMN "private"."recall_parts"."cancelled" IS 'Of a commission that is cancelled since';

COMMENT ON FUNCTION "private"."cancel_recall_parts"() IS 'What was taken back of a commission that is cancelled is of a cancelled one: as its receipt, from the first
  open day on.';

COMMENT ON FUNCTION "private"."mark_recalls"() IS 'The same of what a vendor takes back.';

COMMENT ON FUNCTION "private"."parts_of_recall"(public.commissions, numeric) IS 'What a vendor takes back of a commission, by its people: the part of each, and of it what they give back, at most
  what they were paid. Of an override that was paid as much as of the commission; what was taken off somebody for it is given back.';

COMMENT ON FUNCTION "private"."report_figures"(private.report_cell) IS 'The figures of a cell. Net is what was received less what vendors took back; the
  agency''s share is of it what agents do not get.';

COMMENT ON FUNCTION "private"."report_recall_facts"(text, boolean, text) IS 'What vendors took back, as a query: of each person their part, and less of it what they give back. By
  receipt it counts on its booking day, else with its commission. Amounts alone: it is no commission.';

COMMENT ON FUNCTION "private"."sync_recalls"() IS 'What a transaction takes back of commissions (private.parts_of_recall): the fact, on its booking day, for figures
  (private.recall_parts), and of those who were paid a line of the next payout.
  sales and commissions are locked (private.write_match), so the draft is taken only when nobody else has it; otherwise the line
  waits to be collected.';

COMMENT ON FUNCTION "private"."take_recall_parts_away"(uuid, uuid[]) IS 'What these allocations took back is not taken back: gone where its day is open; what was said on closed days
  is taken back on the first open one.';

COMMENT ON FUNCTION "public"."get_sale_shares"(uuid) IS '{shares: [{user_id, name, avatar_url, role, percent, gross_part, split, amount, status,
  fee, total}], total, due, beside: [{user_id, name, role, amount, paid}], agency, taken_back: {amount, agents}, fee: {amount, agency}}, the seller first, each with their
  part of the agency''s service fee, where there is one. total: what the shares come to that the caller reads, with their parts of the fee;
  due: what of it is to be paid once the customer has paid. beside: overrides, what they take off agents, and what tiers corrected, on all
  commissions of the sale; a sale with one seller and no fee has these alone, without any null, as has one that the caller neither sold nor
  may see. Admins read all of it, what the vendor took back with what agents give back of it, and what the agency keeps of what was received,
  less what was taken back, and is still to come; the seller all percents and
  their own money; who has a share their own, and the names.';

COMMENT ON FUNCTION "public"."get_vendor_profile"(uuid) IS '{vendor, figures} for admins; null for everybody else and for a vendor of another
  organization. Figures, without anything cancelled: number and total of sales; what the vendor has not paid, {count, amount,
  agent_amount} each: expected (not due, or without a due day), overdue (owed, with what private.owed_figures names beside it);
  commissions by status, amounts gross: funds_received and agent_paid; received {count, amount, owed, taken_back, net}: what receipts
  say came from the vendor, the gross commission it is for, what the vendor took back since, and what is left.';

COMMENT ON TABLE "private"."recall_parts" IS 'What vendors took back of commissions by transactions of the bank, a row for each person of it: taken_back is their
  part, agent_amount what of it they give back. A row of less than nothing takes back what another one said on a day that is closed since.';

REVOKE ALL ON FUNCTION "private"."cancel_recall_parts"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."cancel_recall_parts"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."mark_recalls"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mark_recalls"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."parts_of_recall"(public.commissions, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."parts_of_recall"(public.commissions, numeric) TO "postgres";

REVOKE ALL ON FUNCTION "private"."report_recall_facts"(text, boolean, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."report_recall_facts"(text, boolean, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."take_recall_parts_away"(uuid, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_recall_parts_away"(uuid, uuid[]) TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."recall_parts" TO "postgres";

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
