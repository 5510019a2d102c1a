set local check_function_bodies = off;

DROP TRIGGER "commissions_after_66_keep_closed_receipts" ON "public"."commissions";

DROP VIEW "private"."closed_receipts_by_share";

CREATE TABLE "private"."closed_receipt_shares" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "receipt_id" uuid NOT NULL, "user_id" uuid NOT NULL, "role" text NOT NULL, "place" integer, "agent_amount" numeric(12,2) NOT NULL, CONSTRAINT "closed_receipt_shares_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."closed_receipt_shares" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."closed_shares" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "commission_id" uuid NOT NULL, "sales_id" uuid NOT NULL, "vendor_id" uuid NOT NULL, "status" text NOT NULL, "received_on" date NOT NULL, "share_id" uuid NOT NULL, "user_id" uuid NOT NULL, "role" text NOT NULL, "posted_on" date NOT NULL, "agent_amount" numeric(12,2) NOT NULL, "keeps" boolean NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "closed_shares_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."closed_shares" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."closed_receipts" ADD COLUMN "share_percents" numeric(5,2)[] NOT NULL DEFAULT '{100}'::numeric[];

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
      public.payout_batches,public.payout_lines,public.payout_holds,public.payout_events,public.payout_statements,public.payment_voids,
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

CREATE OR REPLACE FUNCTION private.receipt_content(c public.commissions)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select row(c.received_on, c.received_amount, c.amount, c.agent_amount, c.written_off, c.due_on, c.agent_id, c.vendor_id,
    c.status = 'cancelled', c.share_percents)::text
$function$;

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
    c.sale_date, 0::numeric, h.role
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
    c.received_on, x.agent_amount, 0::numeric, 0::numeric, c.due_on, 0::numeric, %s, 1, 0, c.id, c.sale_date, 0::numeric, x.role
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
      0::numeric as short, null::text as beside
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
      0::numeric as short, null::text as beside
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
      0::numeric as short, null::text as beside,
      m.whole_open, m.open, m.owed, m.owed_agent_paid, m.advanced'
      || case counted when 'agency' then ' + case when m.owed > 0 then ' || private.all_agent_amount('m', true) || ' else 0 end as advanced'
        else '' end
      || ', m.paid_short from private.commission_money' || case counted when 'person' then '_by_share' else '' end || ' m'
    else format(
      'c.id, c.sales_id as sale_id, c.organization_id, c.agent_id, c.vendor_id, c.status, %s as day, 0::numeric as total,
      c.amount as expected, c.received_amount as received, c.received_on, c.agent_amount%s, c.written_off, c.open_amount, c.due_on,
      %s as paid, %s, 1 as sign, 1 as counts, c.id as record_id, c.sale_date, %s as short, null::text as beside from %s c%s%s%s',
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
      null::text
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
      || case kind when 'commission.received' then format(
      ' union all select k.id, k.sales_id, k.organization_id, k.agent_id, k.vendor_id, k.status, k.posted_on, 0::numeric, k.amount,
      k.received_amount, k.received_on, k.agent_amount%s, k.written_off, k.open_amount, k.due_on, 0::numeric, %s, k.sign, %s, k.commission_id,
      null::date, %s, %s
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
      0::numeric, ''share''
      from private.closed_shares x%s where not x.keeps',
      case when with_customer then 's.customer_id, 0::numeric' else 'null::uuid, 0::numeric' end,
      case when with_customer then ' join public.sales s on s.organization_id = x.organization_id and s.id = x.sales_id' else '' end) else '' end
        else '' end end
    || ') f'
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

ALTER TABLE "private"."closed_receipt_shares" ADD CONSTRAINT "closed_receipt_shares_receipt_id_fkey" FOREIGN KEY (receipt_id) REFERENCES private.closed_receipts(id) ON DELETE CASCADE;

ALTER TABLE "private"."closed_shares" ADD CONSTRAINT "closed_shares_commission_id_fkey" FOREIGN KEY (organization_id, commission_id) REFERENCES public.commissions(organization_id, id);

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

CREATE INDEX closed_receipt_shares_organization_id_idx ON private.closed_receipt_shares USING btree (organization_id);

CREATE INDEX closed_receipt_shares_receipt_id_idx ON private.closed_receipt_shares USING btree (receipt_id);

CREATE INDEX closed_shares_commission_id_idx ON private.closed_shares USING btree (organization_id, commission_id);

CREATE INDEX closed_shares_posted_on_idx ON private.closed_shares USING btree (organization_id, posted_on);

CREATE TRIGGER closed_receipt_shares_after_65_mark_report_added AFTER INSERT ON private.closed_receipt_shares REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.mark_closed_receipt_shares();

CREATE TRIGGER closed_shares_after_65_mark_report_added AFTER INSERT ON private.closed_shares REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.mark_closed_receipts();

CREATE TRIGGER commission_shares_after_03_keep_closed_added AFTER INSERT ON public.commission_shares REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.keep_closed_shares();

CREATE TRIGGER commission_shares_after_03_keep_closed_changed AFTER UPDATE ON public.commission_shares REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.keep_closed_shares();

CREATE TRIGGER commission_shares_after_03_keep_closed_removed AFTER DELETE ON public.commission_shares REFERENCING OLD TABLE AS replaced FOR EACH STATEMENT EXECUTE FUNCTION private.keep_closed_shares();

CREATE TRIGGER commissions_after_03_keep_closed_receipts AFTER UPDATE ON public.commissions REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.keep_closed_receipts();

COMMENT ON FUNCTION "private"."all_agent_amount"(text, boolean) IS 'What all beside the seller get of a commission, of rows `c` or of others that name it,
  as an expression; `k`: of what it said on a closed day. What was cancelled alone is nothing.';

COMMENT ON FUNCTION "private"."counts_shares"(uuid) IS 'Whether anybody has, or in a closed month had, a share beside a seller.';

COMMENT ON FUNCTION "private"."keep_closed_receipts"() IS 'Comes before what else a statement causes: the shares are those that were said.';

COMMENT ON FUNCTION "private"."keep_closed_shares_of"(public.commission_shares[], public.commission_shares[]) IS 'What a statement changes of shares that a closed month counts: what was said before less what is
  said now stays on the closed day, and leaves the first open one.';

COMMENT ON FUNCTION "private"."kept_agent_amount"(text, text) IS 'What brings shares of a commission `c` to what they said on a day that is closed, to be added to
  them; of shares by a condition of kept ones `x`.';

COMMENT ON FUNCTION "private"."mark_closed_receipt_shares"() IS 'The same of the shares of what stays.';

COMMENT ON FUNCTION "private"."other_people"(public.commissions) IS 'Whether a commission is about to be shared by others, with the same parts. Parts are fixed once it is not
  unpaid.';

COMMENT ON TABLE "private"."closed_receipt_shares" IS 'What people beside the seller had of a commission, with what it said on a closed day.';

COMMENT ON TABLE "private"."closed_shares" IS 'What changed of what people have beside the seller of a commission whose receipt a closed month counts.';

REVOKE ALL ON FUNCTION "private"."counts_shares"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."counts_shares"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_closed_shares"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_closed_shares"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_closed_shares_of"(public.commission_shares[], public.commission_shares[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_closed_shares_of"(public.commission_shares[], public.commission_shares[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."kept_agent_amount"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."kept_agent_amount"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."mark_closed_receipt_shares"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mark_closed_receipt_shares"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."other_people"(public.commissions) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."other_people"(public.commissions) TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."closed_receipt_shares" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."closed_shares" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."closed_receipts_by_share" TO "postgres";

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
