set local check_function_bodies = off;

ALTER TABLE "private"."disclosures" DROP CONSTRAINT "disclosures_what_known";

DROP FUNCTION "private"."audit"(uuid, text, uuid, uuid, jsonb);

ALTER TABLE "private"."audit_log" ADD COLUMN "entry" uuid NOT NULL DEFAULT gen_random_uuid();

ALTER TABLE "private"."audit_log" ADD COLUMN "kind" text;

ALTER TABLE "private"."audit_log" ADD COLUMN "party_id" uuid;

ALTER TABLE "private"."audit_log" ADD COLUMN "amount" numeric(14,2);

ALTER TABLE "private"."audit_log" ADD COLUMN "session_id" uuid;

ALTER TABLE "private"."audit_log" ADD COLUMN "device" text;

CREATE TYPE "private"."audit_filter" AS ("organization_id" uuid, "kind" text, "actor_id" uuid, "record_id" uuid, "found" uuid[], "amount" numeric, "since" timestamp with time zone, "until" timestamp with time zone, "entry" uuid);

CREATE OR REPLACE FUNCTION private.audit(organization_id uuid, action text, customer uuid, subject uuid, details jsonb DEFAULT '{}'::jsonb, amount numeric DEFAULT NULL::numeric, actor uuid DEFAULT NULL::uuid, by_itself boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  who uuid := case when not by_itself then coalesce(actor, private.acting_user(audit.organization_id)) end;
  session uuid := case when who = auth.uid() then nullif(auth.jwt() ->> 'session_id', '')::uuid end;
begin
  insert into private.audit_log (organization_id, actor_id, action, kind, customer_id, subject_id, details, party_id, amount, session_id,
    device)
  values (audit.organization_id, who, audit.action, coalesce(private.audit_kind(audit.action), 'people'), customer, subject, details,
    coalesce(details ->> 'agent_id', details ->> 'vendor_id')::uuid, audit.amount, session, (select private.device_words(s.user_agent) from auth.sessions s where s.id = session and s.user_id = who));
end $function$;

CREATE OR REPLACE FUNCTION private.audit_adjustment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  l public.payout_lines := case when tg_op = 'DELETE' then old else new end;
begin
  perform private.audit(l.organization_id, case tg_op when 'DELETE' then 'adjustment_removed' else 'adjustment_added' end, null, l.agent_id,
    jsonb_build_object('changes', jsonb_build_array(jsonb_build_object('field', l.kind,
      'before', case when tg_op = 'DELETE' then l.amount end, 'after', case when tg_op = 'INSERT' then l.amount end))), l.amount);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.audit_agent_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    perform private.audit(new.organization_id, 'agent_paid', null, new.commission_id, private.audit_change('payment', 'open', 'paid')
      || jsonb_build_object('on', new.payment_date, 'agent_id', new.agent_id), new.amount, new.created_by);
  elsif not private.in_mode('erasing') then
    perform private.audit(new.organization_id, 'agent_payment_corrected', null, new.commission_id, jsonb_build_object('changes',
      private.audit_changes(jsonb_build_object('payment_date', old.payment_date, 'payment_method', old.payment_method),
        jsonb_build_object('payment_date', new.payment_date, 'payment_method', new.payment_method))), new.amount);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.audit_bank_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit(new.organization_id, case when tg_op = 'INSERT' then 'bank_account_added' else 'bank_account_changed' end, null,
    new.id, case when tg_op = 'INSERT' then '{}' else jsonb_build_object('changes', private.audit_changes(
      jsonb_build_object('name', old.name, 'institution', old.institution, 'last_four', old.last_four, 'archived', old.archived_at is not null),
      jsonb_build_object('name', new.name, 'institution', new.institution, 'last_four', new.last_four, 'archived', new.archived_at is not null))) end,
    null, case when tg_op = 'INSERT' then new.created_by end);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.audit_bank_decisions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  d record;
begin
  for d in
    select n.organization_id, n.group_id, n.action, case when count(distinct t.vendor_id) = 1 and count(t.vendor_id) = count(*) then (array_agg(t.vendor_id))[1] end as vendor_id, (array_agg(n.decided_by))[1] as decided_by,
      min(n.details ->> 'status') as before, sum(t.amount) as amount
    from added n
    left join public.bank_transactions t on t.organization_id = n.organization_id and t.id = n.transaction_id
    group by 1, 2, 3
  loop
    -- Of a group that is decided in steps the first one told it; how many it became is counted when it is read.
    if not exists (select 1 from private.audit_log l
      where l.organization_id = d.organization_id and l.subject_id = d.group_id and l.action = 'bank_' || d.action) then
      perform private.audit(d.organization_id, 'bank_' || d.action, null, d.group_id, case d.action
        when 'match' then private.audit_change('deposit', d.before, 'matched')
        when 'accept' then private.audit_change('deposit', d.before, 'matched')
        when 'set_aside' then private.audit_change('deposit', d.before, 'set_aside')
        when 'reopen' then private.audit_change('deposit', d.before, 'open')
        else '{}' end || jsonb_strip_nulls(jsonb_build_object('vendor_id', d.vendor_id)), d.amount, d.decided_by, d.decided_by is null);
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.audit_bank_import()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit(new.organization_id, 'bank_import_' || new.status, null, new.id, jsonb_build_object('added', old.added,
    'here', new.here, 'broken', new.broken), null, null, new.connection_id is not null and new.status = 'done');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.audit_bank_rule()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    perform private.audit(new.organization_id, 'bank_rule_added', null, new.id);
  elsif tg_op = 'DELETE' then
    perform private.audit(old.organization_id, 'bank_rule_deleted', null, old.id);
  elsif not private.in_mode('erasing') then
    perform private.audit(new.organization_id, 'bank_rule_changed', null, new.id, jsonb_build_object('changes', private.audit_changes(
      to_jsonb(old), to_jsonb(new), '{id,position,payer_key,text_contains,updated_at,version,account_id,vendor_id}')));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.audit_bank_rule_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit(o.organization_id, 'bank_rules_ordered', null, null, jsonb_build_object('count', count(*)))
  from (
    select b.organization_id from (table replaced union all table changed) b
    group by b.organization_id, b.id having min(b.position) <> max(b.position)) o
  group by o.organization_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.audit_book_corrections()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit(n.organization_id, 'books_corrected', null, case when count(*) = 1 then (array_agg(n.commission_id))[1] end,
    private.audit_change('commission', sum(n.commission_before)::text, sum(n.commission_after)::text) || jsonb_build_object('count', count(*)),
    sum(n.commission_after - n.commission_before), (array_agg(n.created_by))[1], bool_and(n.created_by is null))
  from added n group by n.organization_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.audit_change(field text, before text, after text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('changes', jsonb_build_array(jsonb_build_object('field', field, 'before', before, 'after', after)))
$function$;

CREATE OR REPLACE FUNCTION private.audit_changes(old jsonb, new jsonb, left_out text[] DEFAULT '{}'::text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('field', n.key, 'before', audit_changes.old -> n.key, 'after', n.value) order by n.key), '[]')
  from jsonb_each(audit_changes.new) n
  where n.key <> all (left_out) and n.value is distinct from audit_changes.old -> n.key
$function$;

CREATE OR REPLACE FUNCTION private.audit_conditions(f private.audit_filter)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select concat('l.organization_id = $3',
    case when f.kind is not null then ' and l.kind = $4' end,
    case when f.actor_id is not null then ' and l.actor_id = $5' end,
    case when f.record_id is not null then ' and (l.subject_id = $6 or l.customer_id = $6 or l.party_id = $6)' end,
    case when f.found is not null then ' and (l.subject_id = any ($7) or l.customer_id = any ($7) or l.party_id = any ($7) or l.actor_id = any ($7)
      or l.amount in ($8, -$8))' end,
    case when f.since is not null then ' and l.created_at >= $9' end,
    case when f.until is not null then ' and l.created_at < $10' end,
    case when f.entry is not null then ' and l.entry = $11' end)
$function$;

CREATE OR REPLACE FUNCTION private.audit_count_limit()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select 100000 $function$;

CREATE OR REPLACE FUNCTION private.audit_export_subject(f private.audit_filter)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select md5(to_jsonb(f)::text)::uuid $function$;

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
  f.organization_id := private.audit_organization();
  select o.time_zone into zone from public.organizations o where o.id = f.organization_id;
  f.kind := case when audit_filter_of.kind in ('money', 'people', 'sign_in', 'data_out') then audit_filter_of.kind end;
  f.actor_id := audit_filter_of.actor_id;
  f.record_id := audit_filter_of.record_id;
  f.entry := audit_filter_of.entry;
  f.since := audit_filter_of.start_date::timestamp at time zone zone;
  f.until := (audit_filter_of.end_date + 1)::timestamp at time zone zone;
  if btrim(audit_filter_of.search) <> '' then
    f.amount := private.typed_amount(private.cut_search(audit_filter_of.search), f.organization_id);
    f.found := private.audit_found(f.organization_id, audit_filter_of.search, f.amount);
  end if;
  return f;
end $function$;

CREATE OR REPLACE FUNCTION private.audit_found(organization_id uuid, search text, amount numeric)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  words text[] := private.customer_words(search);
  patterns text[] := private.search_patterns(search);
  sales uuid[] := private.find_sales_referenced(organization_id, null, search);
  vendors uuid[] := private.find_vendors_named(organization_id, words, 20, true);
  transactions uuid[] := private.find_bank_transactions(organization_id, search, amount, 200) || array(
    select t.id from public.bank_transactions t
    where t.organization_id = audit_found.organization_id and t.vendor_id = any (vendors)
    order by t.booked_on desc, t.id limit 500);
begin
  return private.find_members_named(organization_id, words, 20, true)
    || private.find_customers_named(organization_id, null, search, 50, true)
    || vendors
    -- A transaction is in the log by the group of what was decided.
    || array(select distinct d.group_id from public.bank_decisions d
      where d.organization_id = audit_found.organization_id and d.transaction_id = any (transactions))
    || sales
    || array(select c.id from public.commissions c
      where c.organization_id = audit_found.organization_id and c.sales_id = any (sales))
    || array(select b.id from public.payout_batches b
      where b.organization_id = audit_found.organization_id and lower(b.name) like all (patterns) limit 50)
    || array(select a.id from public.bank_accounts a
      where a.organization_id = audit_found.organization_id and lower(a.name) like all (patterns) limit 50)
    || array(select i.id from public.invitations i
      where i.organization_id = audit_found.organization_id and i.email like all (patterns) limit 50);
end $function$;

CREATE OR REPLACE FUNCTION private.audit_holds()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit(x.organization_id, case tg_op when 'DELETE' then 'commission_released' else 'commission_held' end, null,
    case when count(*) = 1 then (array_agg(x.commission_id))[1] end,
    case tg_op when 'DELETE' then private.audit_change('payment', 'held', 'open') else private.audit_change('payment', 'open', 'held') end
    || jsonb_build_object('count', count(*), 'agent_id', case when count(distinct c.agent_id) = 1 then (array_agg(c.agent_id))[1] end),
    sum(c.agent_amount))
  from changed x
  join public.commissions c on c.organization_id = x.organization_id and c.id = x.commission_id
  group by x.organization_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.audit_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit(new.organization_id, case when tg_op = 'INSERT' then 'invitation_sent'
    when new.revoked_at is not null then 'invitation_withdrawn' else 'invitation_renewed' end, null, new.id,
    jsonb_build_object('role', new.role, 'commission_split', new.commission_split), null,
    case when tg_op = 'INSERT' then new.invited_by end);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.audit_kind(action text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when action in ('customer_exported', 'passport_revealed', 'document_opened', 'payment_file_requested', 'vendor_mailed', 'mail_planned',
      'mail_plan_removed', 'audit_log_exported') then 'data_out'
    when action in ('member_joined', 'member_role_changed', 'member_activated', 'member_deactivated', 'invitation_sent',
      'invitation_renewed', 'invitation_withdrawn', 'customer_deleted', 'customer_erased', 'customers_merged', 'merge_undone',
      'passport_added', 'passport_changed', 'passport_deleted', 'document_changed', 'document_deleted', 'mailbox_renewed') then 'people'
    when action in ('settings_changed', 'terms_changed', 'vendor_terms_changed', 'books_closed', 'books_reopened', 'books_corrected',
      'report_totals_mended', 'import_begun', 'import_done', 'import_cancelled', 'import_undone',
      'bank_account_added', 'bank_account_changed', 'bank_connection_connected', 'bank_connection_linked', 'bank_connection_synced',
      'bank_connection_disconnected', 'bank_import_done', 'bank_import_cancelled', 'bank_import_undone', 'bank_question_answered',
      'bank_match', 'bank_accept', 'bank_reject', 'bank_set_aside', 'bank_reopen', 'bank_vendor', 'bank_undo',
      'bank_rule_added', 'bank_rule_changed', 'bank_rule_deleted', 'bank_rules_ordered',
      'statement_added', 'statement_changed', 'statement_removed',
      'bank_details_changed', 'bank_details_deleted', 'payout_account_changed',
      'payout_started', 'payout_collected', 'payout_removed', 'payout_added', 'payout_handed_over', 'payout_approved', 'payout_scheduled',
      'payout_not_paid', 'payout_reopened', 'payout_discarded', 'payout_paid',
      'receipt_recorded', 'commission_held', 'commission_released', 'adjustment_added', 'adjustment_removed', 'agent_paid', 'agent_payment_corrected',
      'payment_voided') then 'money' end
$function$;

CREATE OR REPLACE FUNCTION private.audit_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    perform private.audit(new.organization_id, 'member_joined', null, new.id, private.audit_change('role', null, new.role), null, new.id);
    return null;
  end if;
  if new.role <> old.role then
    perform private.audit(new.organization_id, 'member_role_changed', null, new.id, private.audit_change('role', old.role, new.role));
  end if;
  if new.is_active <> old.is_active then
    perform private.audit(new.organization_id, case when new.is_active then 'member_activated' else 'member_deactivated' end, null, new.id);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.audit_organization()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  organization_id uuid := private.admin_organization_id();
begin
  if organization_id is null then
    raise exception using errcode = '42501', message = 'permission denied for audit log';
  end if;
  return organization_id;
end $function$;

CREATE OR REPLACE FUNCTION private.audit_payout_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before constant text := case new.action when 'approved' then 'draft' when 'scheduled' then 'approved' when 'reopened' then new.details ->> 'from'
    when 'paid' then case when new.done_by is null then 'scheduled' else 'approved' end end;
  after constant text := case new.action when 'started' then 'draft' when 'approved' then 'approved' when 'scheduled' then 'scheduled'
    when 'reopened' then 'draft' when 'discarded' then 'discarded' when 'paid' then 'paid' end;
begin
  perform private.audit(new.organization_id, 'payout_' || new.action, null, new.batch_id,
    case when after is null then '{}' else private.audit_change('status', before, after) end
    || jsonb_strip_nulls(jsonb_build_object('count', coalesce(new.details -> 'lines', new.details -> 'commissions'),
      'on', new.details -> 'planned_on', 'agent_id', new.details -> 'agent_id')),
    (new.details ->> 'amount')::numeric, new.done_by, new.done_by is null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.audit_record(l private.audit_log)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kind constant text := private.audit_record_type(l.action);
  found jsonb;
begin
  case kind
    when 'payout' then
      select jsonb_build_object('label', b.name) into found from public.payout_batches b
      where b.organization_id = l.organization_id and b.id = l.subject_id;
    when 'commission' then
      select jsonb_build_object('label', coalesce(nullif(btrim(s.booking_reference), ''), k.first_name || ' ' || k.last_name),
        'note', u.first_name || ' ' || u.last_name) into found
      from public.commissions c join public.sales s on s.id = c.sales_id join public.customers k on k.id = s.customer_id
      join public.users u on u.id = c.agent_id
      where c.organization_id = l.organization_id and c.id = l.subject_id;
    when 'decision' then
      found := private.audit_transactions(l.organization_id, array(
        select distinct d.transaction_id from public.bank_decisions d
        where d.organization_id = l.organization_id and d.group_id = l.subject_id and 'bank_' || d.action = l.action limit 5000));
    when 'transaction' then
      found := private.audit_transactions(l.organization_id, array[l.subject_id]);
    when 'bank_account' then
      select jsonb_build_object('label', a.name, 'note', '••' || a.last_four) into found from public.bank_accounts a
      where a.organization_id = l.organization_id and a.id = l.subject_id;
    when 'bank_import' then
      select jsonb_build_object('label', a.name, 'note', i.file_name) into found
      from public.bank_imports i join public.bank_accounts a on a.organization_id = i.organization_id and a.id = i.account_id
      where i.organization_id = l.organization_id and i.id = l.subject_id;
    when 'bank_rule' then
      select jsonb_build_object('label', coalesce(r.payer_key, r.text_contains)) into found from public.bank_rules r
      where r.organization_id = l.organization_id and r.id = l.subject_id;
    when 'bank_connection' then
      select jsonb_build_object('label', coalesce(b.institution, nullif(b.label, ''), b.provider)) into found from public.bank_connections b
      where b.organization_id = l.organization_id and b.id = l.subject_id;
    when 'statement' then
      select jsonb_build_object('label', v.name, 'note', r.file_name, 'amount', r.total_amount - r.fee_amount) into found
      from public.bank_remittances r left join public.vendors v on v.id = r.vendor_id and v.organization_id = r.organization_id
      where r.organization_id = l.organization_id and r.id = l.subject_id;
    when 'member' then
      select jsonb_build_object('label', u.first_name || ' ' || u.last_name) into found from public.users u
      where u.organization_id = l.organization_id and u.id = l.subject_id;
    when 'invitation' then
      select jsonb_build_object('label', i.email) into found from public.invitations i
      where i.organization_id = l.organization_id and i.id = l.subject_id;
    when 'vendor' then
      select jsonb_build_object('label', v.name) into found from public.vendors v
      where v.organization_id = l.organization_id and v.id = l.subject_id;
    when 'customer' then
      select jsonb_build_object('label', c.first_name || ' ' || c.last_name, 'id', c.id) into found from public.customers c
      where c.organization_id = l.organization_id and c.id = l.customer_id;
    when 'document' then
      select jsonb_build_object('label', d.title) into found from public.documents d
      where d.organization_id = l.organization_id and d.id = l.subject_id;
    when 'import' then
      select jsonb_build_object('label', i.file_name) into found from public.import_batches i
      where i.organization_id = l.organization_id and i.id = l.subject_id;
    else null;
  end case;
  return jsonb_build_object('type', kind, 'id', l.subject_id,
    'about', coalesce(l.customer_id, case when kind = 'decision' then l.party_id when kind <> 'agency' then l.subject_id end))
    || coalesce(found, '{}');
end $function$;

CREATE OR REPLACE FUNCTION private.audit_record_type(action text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when action ~ '^payout_account_' then 'agency'
    when action ~ '^payout_|^payment_file_' then 'payout'
    when action in ('receipt_recorded', 'commission_held', 'commission_released', 'agent_paid', 'agent_payment_corrected', 'books_corrected') then 'commission'
    when action in ('bank_match', 'bank_accept', 'bank_reject', 'bank_set_aside', 'bank_reopen', 'bank_vendor', 'bank_undo') then 'decision'
    when action ~ '^bank_account_' then 'bank_account'
    when action ~ '^bank_import_' then 'bank_import'
    when action ~ '^bank_rule' then 'bank_rule'
    when action ~ '^bank_connection_' then 'bank_connection'
    when action ~ '^bank_question_' then 'transaction'
    when action ~ '^statement_' then 'statement'
    when action ~ '^(adjustment|member|terms|bank_details)_|^payment_voided' then 'member'
    when action ~ '^invitation_' then 'invitation'
    when action ~ '^vendor_' then 'vendor'
    when action ~ '^(customer|customers|merge|passport)_' then 'customer'
    when action ~ '^document_' then 'document'
    when action ~ '^import_' then 'import'
    when action ~ '^(settings|books|mailbox|report_totals|mail_plan|audit_log)_' or action = 'mail_planned' then 'agency' end
$function$;

CREATE OR REPLACE FUNCTION private.audit_row(l private.audit_log)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('entry', l.entry, 'at', l.created_at, 'action', l.action, 'kind', l.kind,
    'actor', case when u.id is not null then jsonb_build_object('id', u.id, 'first_name', u.first_name,
      'last_name', u.last_name, 'avatar_url', u.avatar_url) end,
    'record', private.audit_record(l), 'amount', l.amount, 'device', l.device,
    'party', (select p.first_name || ' ' || p.last_name from public.users p
      where p.organization_id = l.organization_id and p.id = l.party_id),
    'changes', case when l.action in ('books_closed', 'books_reopened') then jsonb_build_array(jsonb_build_object(
      'field', 'books_closed_through', 'before', l.details -> 'from', 'after', l.details -> 'to'))
      else coalesce(l.details -> 'changes', '[]') end,
    'facts', (
      select coalesce(jsonb_object_agg(d.key, d.value), '{}') from jsonb_each(l.details) d
      where d.value <> 'null' and d.key in ('count', 'added', 'here', 'broken', 'skipped', 'failed', 'removed', 'total_rows', 'kind',
        'answer', 'format', 'source', 'on', 'since', 'number', 'every', 'visibility', 'follow_up', 'role', 'commission_split', 'entries')))
  from (select l.actor_id) a left join public.users u on u.organization_id = l.organization_id and u.id = a.actor_id
$function$;

CREATE OR REPLACE FUNCTION private.audit_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changes jsonb := private.audit_changes(to_jsonb(old), to_jsonb(new),
    '{updated_at,writing_saved_at,split_saved_at,books_closed_through,logo_url}')
    || case when new.logo_url is distinct from old.logo_url then '[{"field": "logo_url", "before": null, "after": null}]'::jsonb else '[]' end;
begin
  if changes <> '[]' then
    perform private.audit(new.id, 'settings_changed', null, new.id, jsonb_build_object('changes', changes));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.audit_statement()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r public.bank_remittances := case when tg_op = 'DELETE' then old else new end;
begin
  perform private.audit(r.organization_id, case tg_op when 'INSERT' then 'statement_added' when 'DELETE' then 'statement_removed'
    else 'statement_changed' end, null, r.id, case when tg_op = 'UPDATE' then private.audit_change('state', old.state, new.state)
    else '{}' end || jsonb_strip_nulls(jsonb_build_object('vendor_id', r.vendor_id, 'source', r.source)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.audit_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit(new.organization_id, 'terms_changed', null, new.user_id,
    private.audit_change('commission_split', new.previous_split::text, new.commission_split::text), null, new.changed_by);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.audit_transactions(organization_id uuid, ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_strip_nulls(jsonb_build_object('id', case when cardinality(ids) = 1 then ids[1] end,
      'label', case when cardinality(ids) = 1 then min(coalesce(v.name, left(t.text, 80)))
        when count(distinct t.vendor_id) = 1 and count(t.vendor_id) = count(*) then min(v.name) end,
      'count', cardinality(ids), 'amount', sum(t.amount), 'on', case when cardinality(ids) = 1 then min(t.booked_on) end))
    from public.bank_transactions t left join public.vendors v on v.id = t.vendor_id and v.organization_id = t.organization_id
    where t.organization_id = audit_transactions.organization_id and t.id = any (ids));
end $function$;

CREATE OR REPLACE FUNCTION private.audit_vendor_rate()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit(new.organization_id, 'vendor_terms_changed', null, new.id,
    private.audit_change('default_commission_rate', old.default_commission_rate::text, new.default_commission_rate::text));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.audit_vendor_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.in_mode('importing') then
    perform private.audit(new.organization_id, 'vendor_terms_changed', null, new.vendor_id, jsonb_build_object('changes',
      private.audit_changes(
        jsonb_build_object('expected_payment_days', old.expected_payment_days, 'expected_payment_basis', old.expected_payment_basis),
        jsonb_build_object('expected_payment_days', new.expected_payment_days, 'expected_payment_basis', new.expected_payment_basis))
      || case when new.account_number is distinct from old.account_number then
        '[{"field": "account_number", "before": null, "after": null}]'::jsonb else '[]' end));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.audit_void()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit(new.organization_id, 'payment_voided', null, new.agent_id, private.audit_change('payment', 'paid', 'voided'),
    -new.amount, new.voided_by);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.count_audit_entries(f private.audit_filter)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  counted int;
begin
  execute 'select count(*) from (select from private.audit_log l where ' || private.audit_conditions(f) || ' limit $1 + $2) c'
  into counted using private.audit_count_limit(), 1, f.organization_id, f.kind, f.actor_id, f.record_id, f.found, f.amount, f.since, f.until,
    f.entry;
  return counted;
end $function$;

CREATE OR REPLACE FUNCTION private.device_words(user_agent text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select concat_ws(', ',
    case when user_agent ~ 'Edg(e|A|iOS)?/' then 'Edge'
      when user_agent ~ 'OPR/|Opera' then 'Opera'
      when user_agent ~ 'SamsungBrowser/' then 'Samsung Internet'
      when user_agent ~ 'Firefox/|FxiOS/' then 'Firefox'
      when user_agent ~ 'Chrome/|CriOS/|HeadlessChrome/' then 'Chrome'
      when user_agent ~ 'Safari/' then 'Safari' else 'Another program' end,
    case when user_agent ~ 'iPhone' then 'iPhone'
      when user_agent ~ 'iPad' then 'iPad'
      when user_agent ~ 'Android' then 'Android'
      when user_agent ~ 'Windows' then 'Windows'
      when user_agent ~ 'CrOS' then 'ChromeOS'
      when user_agent ~ 'Mac OS X|Macintosh' then 'Mac'
      when user_agent ~ 'Linux' then 'Linux' end)
  where btrim(user_agent) <> ''
$function$;

CREATE OR REPLACE FUNCTION private.find_audit_entries(f private.audit_filter, take bigint, skip bigint, counted integer)
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids bigint[];
begin
  execute private.page_query('private.audit_log l', private.audit_conditions(f), '{l.created_at}', true, 'l.id',
    counted < 5000 and (f.found is not null or f.record_id is not null or f.entry is not null))
  into ids using take, skip, f.organization_id, f.kind, f.actor_id, f.record_id, f.found, f.amount, f.since, f.until, f.entry;
  return ids;
end $function$;

CREATE OR REPLACE FUNCTION public.get_audit_log(kind text DEFAULT NULL::text, actor_id uuid DEFAULT NULL::uuid, record_id uuid DEFAULT NULL::uuid, search text DEFAULT NULL::text, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, entry uuid DEFAULT NULL::uuid, page integer DEFAULT 1, page_size integer DEFAULT 10)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  f private.audit_filter := private.audit_filter_of(get_audit_log.kind, get_audit_log.actor_id, get_audit_log.record_id,
    get_audit_log.search, get_audit_log.start_date, get_audit_log.end_date, get_audit_log.entry);
  whole private.audit_filter;
  page_no int := greatest(coalesce(get_audit_log.page, 1), 1);
  size int := least(greatest(coalesce(get_audit_log.page_size, 10), 1), 100);
  most constant int := private.audit_count_limit();
  counted int := private.count_audit_entries(f);
  all_counted int;
  ids bigint[];
begin
  whole.organization_id := f.organization_id;
  all_counted := case when f is not distinct from whole then counted else private.count_audit_entries(whole) end;
  ids := private.find_audit_entries(f, least(size, greatest(most - (page_no - 1)::bigint * size, 0)), (page_no - 1)::bigint * size, counted);
  return jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(private.audit_row(l) order by u.n), '[]')
      from unnest(ids) with ordinality u(id, n) join private.audit_log l on l.id = u.id),
    'count', least(counted, most), 'more', counted > most, 'page', page_no, 'page_size', size,
    'total_pages', (least(counted, most) + size - 1) / size,
    'whole', jsonb_build_object('count', least(all_counted, most), 'more', all_counted > most, 'since', (
      select l.created_at from private.audit_log l where l.organization_id = f.organization_id order by l.created_at, l.id desc limit 1)));
end $function$;

CREATE OR REPLACE FUNCTION public.keep_bank_connection(connection_id uuid, user_id uuid, secret text, label text, expires_at timestamp with time zone, accounts jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c public.bank_connections := private.begun_connection(keep_bank_connection.connection_id, keep_bank_connection.user_id);
begin
  if c.id is null then
    return private.connection_not_begun();
  elsif not private.is_account_list(accounts) or coalesce(secret, '') = '' then
    return private.command_result('The provider named no accounts that can be read.', null, 'connection_accounts_expected');
  end if;
  insert into private.bank_connection_secrets as s (connection_id, organization_id, sealed)
  values (c.id, c.organization_id, private.seal('bank_connection_key', secret))
  on conflict on constraint bank_connection_secrets_pkey do update set sealed = excluded.sealed, draft = null;
  insert into public.bank_connection_accounts as t (organization_id, connection_id, provider_account_id, name, institution, kind,
    last_four, currency, balance, balance_on)
  select c.organization_id, c.id, o.* from private.offered_accounts(accounts) o
  on conflict on constraint bank_connection_accounts_provider_account_id_key do update
    set name = excluded.name, institution = excluded.institution, kind = excluded.kind, last_four = excluded.last_four,
      currency = excluded.currency, balance = excluded.balance, balance_on = excluded.balance_on, ended_at = null,
      -- Meanwhile another connection may have taken its place.
      account_id = case when t.account_id is not null and not exists (select 1 from public.bank_connection_accounts x
        where x.organization_id = t.organization_id and x.account_id = t.account_id and x.ended_at is null and x.id <> t.id)
        then t.account_id end;
  update public.bank_connection_accounts t set ended_at = now()
  where t.connection_id = c.id and t.ended_at is null and not exists (
    select 1 from private.offered_accounts(accounts) o where o.provider_account_id = t.provider_account_id);
  update public.bank_connections b set state = case when b.state = 'syncing' then 'syncing' else 'connected' end,
    label = left(btrim(coalesce(keep_bank_connection.label, '')), 100),
    institution = (select case when count(distinct o.institution) = 1 then min(o.institution) end
      from private.offered_accounts(accounts) o),
    expires_at = keep_bank_connection.expires_at, expiry_told = null, code = null, words = null, tries = 0, begun_at = null,
    disconnected_at = null, disconnected_by = null, version = b.version + 1,
    next_try_at = case when exists (select 1 from public.bank_connection_accounts t where t.connection_id = c.id
      and t.account_id is not null and t.ended_at is null) then now() end
  where b.id = c.id;
  perform private.audit(c.organization_id, 'bank_connection_connected', null, c.id, '{}', null, keep_bank_connection.user_id);
  return private.command_result(null) || jsonb_build_object('connection_id', c.id);
end $function$;

CREATE OR REPLACE FUNCTION public.read_audit_log(disclosure_id uuid, kind text DEFAULT NULL::text, actor_id uuid DEFAULT NULL::uuid, record_id uuid DEFAULT NULL::uuid, search text DEFAULT NULL::text, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  f private.audit_filter := private.audit_filter_of(read_audit_log.kind, read_audit_log.actor_id, read_audit_log.record_id,
    read_audit_log.search, read_audit_log.start_date, read_audit_log.end_date, null);
  rows jsonb;
begin
  -- One at a time for a person, as of everything that takes long.
  perform api_requests.await_turn();
  if private.take_disclosure('audit_log', read_audit_log.disclosure_id) <> private.audit_export_subject(f) then
    perform private.refuse_with(private.disclosure_refusal());
  end if;
  select coalesce(jsonb_agg(private.audit_row(l) order by u.n), '[]') into rows
  from unnest(private.find_audit_entries(f, private.export_limit() + 1, 0, private.count_audit_entries(f))) with ordinality u(id, n) join private.audit_log l on l.id = u.id;
  return jsonb_build_object('truncated', jsonb_array_length(rows) > private.export_limit(),
    'rows', case when jsonb_array_length(rows) > private.export_limit() then rows - private.export_limit() else rows end);
end $function$;

CREATE OR REPLACE FUNCTION public.record_receipt(commission_id uuid, received_on date DEFAULT NULL::date, received_amount numeric DEFAULT NULL::numeric, write_off_reason text DEFAULT NULL::text, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.admin_organization_id();
  sale public.sales%rowtype;
  commission public.commissions%rowtype;
  reason constant text := nullif(btrim(record_receipt.write_off_reason), '');
  rest numeric;
  refusal jsonb;
  answer jsonb := private.begin_request('record_receipt', request_key, jsonb_build_object('commission_id', commission_id,
    'received_on', received_on, 'received_amount', received_amount, 'write_off_reason', reason));
begin
  if answer is not null then
    return answer;
  end if;
  if caller_organization_id is null then
    return private.command_result('You do not have permission to record receipts.', null, 'receipts_are_for_admins');
  end if;
  -- Lock order: sale, then commission, as everywhere.
  select s.* into sale
  from public.sales s
  where s.organization_id = caller_organization_id and s.id = (
    select c.sales_id from public.commissions c
    where c.organization_id = caller_organization_id and c.id = record_receipt.commission_id)
  for no key update;
  select c.* into commission
  from public.commissions c
  where c.organization_id = caller_organization_id and c.id = record_receipt.commission_id and c.sales_id = sale.id
  for no key update;
  refusal := case
    when commission.id is null then private.command_result('This commission does not exist.',
      'commission_id', 'commission_not_found')
    when commission.status = 'cancelled' then private.command_result('A cancelled commission cannot be changed.',
      'commission_id', 'commission_cancelled')
    when commission.received_how = 'deposit' then private.command_result('The deposit says what was received, and when.',
      'commission_id', 'received_by_deposit')
    when record_receipt.received_on is null then
      private.closed_fact_refusal(caller_organization_id, commission.received_posted_on, 'received_on')
    when record_receipt.received_on > private.today() then
      private.command_result('Enter the day the money came, today at the latest.', 'received_on', 'receipt_day_expected')
    when coalesce(record_receipt.received_amount, 0) <= 0 then private.command_result('Enter the amount received.',
      'received_amount', 'received_amount_missing')
    when record_receipt.received_amount <> round(record_receipt.received_amount, 2) then
      private.command_result('Use at most two decimals.', 'received_amount', 'decimals_too_many')
    when reason is not null and record_receipt.received_amount >= commission.amount then
      private.command_result('Nothing is left to write off.', 'write_off_reason', 'nothing_to_write_off')
    when char_length(reason) > 500 then private.command_result('Use at most 500 characters.',
      'write_off_reason', 'text_too_long', '{"most": 500}')
    when (record_receipt.received_on, record_receipt.received_amount) is distinct from (commission.received_on, commission.received_amount)
      then coalesce(private.closed_fact_refusal(caller_organization_id, commission.received_posted_on, 'received_on'),
        private.closed_day_refusal(caller_organization_id, record_receipt.received_on, 'received_on'))
  end;
  if refusal is not null then
    return refusal;
  end if;
  rest := case when record_receipt.received_on is not null and reason is not null
    then commission.amount - record_receipt.received_amount else 0 end;
  update public.commissions c set
    written_off = rest,
    manual_written_off = rest,
    manual_write_off_reason = case when rest > 0 then reason end,
    received_on = record_receipt.received_on,
    received_amount = case when record_receipt.received_on is not null then record_receipt.received_amount end,
    received_how = case when record_receipt.received_on is not null then 'word' end,
    status = case when c.status = 'unpaid' and record_receipt.received_on is not null then 'funds_received' else c.status end
  where c.id = commission.id;
  perform private.audit(caller_organization_id, 'receipt_recorded', null, commission.id, jsonb_build_object('agent_id', commission.agent_id,
    'changes', private.audit_changes(
      jsonb_build_object('received_on', commission.received_on, 'received_amount', commission.received_amount,
        'written_off', commission.manual_written_off),
      jsonb_build_object('received_on', record_receipt.received_on, 'received_amount',
        case when record_receipt.received_on is not null then record_receipt.received_amount end, 'written_off', rest))),
    record_receipt.received_amount);
  return private.end_request(request_key, commission.id, private.command_result(null));
end $function$;

CREATE OR REPLACE FUNCTION public.request_audit_log(kind text DEFAULT NULL::text, actor_id uuid DEFAULT NULL::uuid, record_id uuid DEFAULT NULL::uuid, search text DEFAULT NULL::text, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
declare
  f private.audit_filter := private.audit_filter_of(request_audit_log.kind, request_audit_log.actor_id, request_audit_log.record_id,
    request_audit_log.search, request_audit_log.start_date, request_audit_log.end_date, null);
  subject uuid := private.audit_export_subject(f);
begin
  perform private.limit_disclosures(f.organization_id, 'audit_log', subject, 'exports of the audit log', 50);
  perform private.audit(f.organization_id, 'audit_log_exported', null, null, jsonb_strip_nulls(jsonb_build_object(
    'entries', least(private.count_audit_entries(f), private.export_limit()), 'kind', f.kind, 'since', request_audit_log.start_date,
    'on', request_audit_log.end_date)));
  return private.allow_disclosure('audit_log', subject);
end $function$;

-- Written by hand: the kinds of the entries that are there.
ALTER TABLE "private"."audit_log" DISABLE TRIGGER "audit_log_keep";
UPDATE private.audit_log l SET kind = coalesce(private.audit_kind(l.action), 'people');
ALTER TABLE "private"."audit_log" ENABLE TRIGGER "audit_log_keep";
ALTER TABLE "private"."audit_log" ALTER COLUMN "kind" SET NOT NULL;

ALTER TABLE "private"."audit_log" ADD CONSTRAINT "audit_log_kind_known" CHECK ((kind = ANY (ARRAY['money'::text, 'people'::text, 'sign_in'::text, 'data_out'::text])));

ALTER TABLE "private"."disclosures" ADD CONSTRAINT "disclosures_what_known" CHECK ((what = ANY (ARRAY['passport'::text, 'customer_data'::text, 'payment_file'::text, 'document'::text, 'audit_log'::text])));

CREATE INDEX audit_log_actor_id_idx ON private.audit_log USING btree (organization_id, actor_id, created_at DESC, id);

CREATE INDEX audit_log_amount_idx ON private.audit_log USING btree (organization_id, amount) WHERE (amount IS NOT NULL);

CREATE INDEX audit_log_created_at_idx ON private.audit_log USING btree (organization_id, created_at DESC, id);

CREATE UNIQUE INDEX audit_log_entry_key ON private.audit_log USING btree (entry);

CREATE INDEX audit_log_kind_idx ON private.audit_log USING btree (organization_id, kind, created_at DESC, id);

CREATE INDEX audit_log_party_id_idx ON private.audit_log USING btree (organization_id, party_id, created_at DESC) WHERE (party_id IS NOT NULL);

CREATE TRIGGER agent_payments_after_50_audit_corrected AFTER UPDATE ON public.agent_payments FOR EACH ROW WHEN (((old.payment_date IS DISTINCT FROM new.payment_date) OR (old.payment_method IS DISTINCT FROM new.payment_method) OR (old.reference IS DISTINCT FROM new.reference))) EXECUTE FUNCTION private.audit_agent_payment();

CREATE TRIGGER agent_payments_after_50_audit_single AFTER INSERT ON public.agent_payments FOR EACH ROW WHEN ((new.batch_id IS NULL)) EXECUTE FUNCTION private.audit_agent_payment();

CREATE TRIGGER bank_accounts_after_50_audit_added AFTER INSERT ON public.bank_accounts FOR EACH ROW EXECUTE FUNCTION private.audit_bank_account();

CREATE TRIGGER bank_accounts_after_50_audit_changed AFTER UPDATE ON public.bank_accounts FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.institution IS DISTINCT FROM new.institution) OR (old.last_four IS DISTINCT FROM new.last_four) OR (old.archived_at IS DISTINCT FROM new.archived_at))) EXECUTE FUNCTION private.audit_bank_account();

CREATE TRIGGER bank_decisions_after_50_audit AFTER INSERT ON public.bank_decisions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_bank_decisions();

CREATE TRIGGER bank_imports_after_50_audit AFTER UPDATE OF status ON public.bank_imports FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION private.audit_bank_import();

CREATE TRIGGER bank_remittances_after_50_audit_added AFTER INSERT ON public.bank_remittances FOR EACH ROW EXECUTE FUNCTION private.audit_statement();

CREATE TRIGGER bank_remittances_after_50_audit_changed AFTER UPDATE OF state ON public.bank_remittances FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION private.audit_statement();

CREATE TRIGGER bank_remittances_after_50_audit_removed AFTER DELETE ON public.bank_remittances FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.audit_statement();

CREATE TRIGGER bank_rules_after_50_audit_added AFTER INSERT ON public.bank_rules FOR EACH ROW EXECUTE FUNCTION private.audit_bank_rule();

CREATE TRIGGER bank_rules_after_50_audit_changed AFTER UPDATE ON public.bank_rules FOR EACH ROW WHEN ((old.version <> new.version)) EXECUTE FUNCTION private.audit_bank_rule();

CREATE TRIGGER bank_rules_after_50_audit_deleted AFTER DELETE ON public.bank_rules FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.audit_bank_rule();

CREATE TRIGGER bank_rules_after_51_audit_order AFTER UPDATE ON public.bank_rules REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_bank_rule_order();

CREATE TRIGGER book_corrections_after_50_audit AFTER INSERT ON public.book_corrections REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.audit_book_corrections();

CREATE TRIGGER invitations_after_50_audit_changed AFTER UPDATE ON public.invitations FOR EACH ROW WHEN (((old.revoked_at IS DISTINCT FROM new.revoked_at) OR (old.expires_at <> new.expires_at))) EXECUTE FUNCTION private.audit_invitation();

CREATE TRIGGER invitations_after_50_audit_sent AFTER INSERT ON public.invitations FOR EACH ROW EXECUTE FUNCTION private.audit_invitation();

CREATE TRIGGER organizations_after_50_audit AFTER UPDATE ON public.organizations FOR EACH ROW EXECUTE FUNCTION private.audit_settings();

CREATE TRIGGER payment_voids_after_50_audit AFTER INSERT ON public.payment_voids FOR EACH ROW EXECUTE FUNCTION private.audit_void();

CREATE TRIGGER payout_events_after_50_audit AFTER INSERT ON public.payout_events FOR EACH ROW WHEN ((new.action <> ALL (ARRAY['held'::text, 'released'::text, 'adjusted'::text, 'adjustment_removed'::text, 'voided'::text]))) EXECUTE FUNCTION private.audit_payout_event();

CREATE TRIGGER payout_holds_after_50_audit_added AFTER INSERT ON public.payout_holds REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_holds();

CREATE TRIGGER payout_holds_after_50_audit_removed AFTER DELETE ON public.payout_holds REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.audit_holds();

CREATE TRIGGER payout_lines_after_50_audit_added AFTER INSERT ON public.payout_lines FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['bonus'::text, 'correction'::text, 'recall'::text]))) EXECUTE FUNCTION private.audit_adjustment();

CREATE TRIGGER payout_lines_after_50_audit_removed AFTER DELETE ON public.payout_lines FOR EACH ROW WHEN ((old.kind = ANY (ARRAY['bonus'::text, 'correction'::text, 'recall'::text]))) EXECUTE FUNCTION private.audit_adjustment();

CREATE TRIGGER user_terms_history_after_50_audit AFTER INSERT ON public.user_terms_history FOR EACH ROW EXECUTE FUNCTION private.audit_terms();

CREATE TRIGGER users_after_50_audit AFTER INSERT OR UPDATE OF role, is_active ON public.users FOR EACH ROW EXECUTE FUNCTION private.audit_member();

CREATE TRIGGER vendor_terms_after_50_audit AFTER UPDATE ON public.vendor_terms FOR EACH ROW WHEN (((old.expected_payment_days IS DISTINCT FROM new.expected_payment_days) OR (old.expected_payment_basis IS DISTINCT FROM new.expected_payment_basis) OR (old.account_number IS DISTINCT FROM new.account_number))) EXECUTE FUNCTION private.audit_vendor_terms();

CREATE TRIGGER vendors_after_50_audit AFTER UPDATE OF default_commission_rate ON public.vendors FOR EACH ROW WHEN ((old.default_commission_rate <> new.default_commission_rate)) EXECUTE FUNCTION private.audit_vendor_rate();

COMMENT ON COLUMN "private"."audit_log"."device" IS 'Browser and system of that session in words (private.device_words), as they were then';

COMMENT ON COLUMN "private"."audit_log"."entry" IS 'What people are told of the number: it says nothing of other agencies';

COMMENT ON COLUMN "private"."audit_log"."party_id" IS 'The agent or vendor whose money an entry is about, besides its subject';

COMMENT ON COLUMN "private"."audit_log"."session_id" IS 'The session of the actor, null where nobody was signed in';

COMMENT ON FUNCTION "private"."audit"(uuid, text, uuid, uuid, jsonb, numeric, uuid, boolean) IS 'One entry: who decided (`actor`, else the caller; nobody with `by_itself`), about what, with what
  it was before and after in `details.changes` (private.audit_changes), and the agent or vendor it concerns in `details.agent_id` or
  `vendor_id`. A text that may name a customer does not belong there.';

COMMENT ON FUNCTION "private"."audit_adjustment"() IS 'Bonuses, corrections and recalls, also while no payout has them.';

COMMENT ON FUNCTION "private"."audit_agent_payment"() IS 'Payments of single commissions, and corrections of when and how somebody was paid. A
  reference may name a customer: that it changed is said, not what to.';

COMMENT ON FUNCTION "private"."audit_bank_decisions"() IS 'An entry for each group of decisions, by its id, and one more when it is undone.';

COMMENT ON FUNCTION "private"."audit_bank_import"() IS 'Entries: bank_import_done, bank_import_cancelled, bank_import_undone.';

COMMENT ON FUNCTION "private"."audit_bank_rule"() IS 'Entries: bank_rule_added, bank_rule_changed, bank_rule_deleted. Payer and text may name a
  customer: they are found when an entry is read.';

COMMENT ON FUNCTION "private"."audit_book_corrections"() IS 'One entry for the corrections that one change of sales posted.';

COMMENT ON FUNCTION "private"."audit_change"(text, text, text) IS 'Details of an entry about one field.';

COMMENT ON FUNCTION "private"."audit_changes"(jsonb, jsonb, text[]) IS 'What differs between two rows as objects: [{field, before, after}].';

COMMENT ON FUNCTION "private"."audit_conditions"(private.audit_filter) IS 'Conditions over private.audit_log l; $1 and $2 are a page''s LIMIT and OFFSET.';

COMMENT ON FUNCTION "private"."audit_count_limit"() IS 'Beyond so many it is said that there are more: counting a million takes longer than
  the page.';

COMMENT ON FUNCTION "private"."audit_export_subject"(private.audit_filter) IS 'What a disclosure of the log is of: the filters it was asked with.';

COMMENT ON FUNCTION "private"."audit_filter_of"(text, uuid, uuid, text, date, date, uuid) IS 'The filters of the page: a kind, who, all about a record, a text (person, record or amount),
  days of the agency, one entry. Admins only.';

COMMENT ON FUNCTION "private"."audit_found"(uuid, text, numeric) IS 'The people and records that a search of the audit log may mean.';

COMMENT ON FUNCTION "private"."audit_holds"() IS 'One entry for what was held, or released, at once.';

COMMENT ON FUNCTION "private"."audit_invitation"() IS 'Entries: invitation_sent, invitation_renewed, invitation_withdrawn. The address is
  found when they are read.';

COMMENT ON FUNCTION "private"."audit_kind"(text) IS 'Under which filter of the page an action stands. Null for one that is not known.';

COMMENT ON FUNCTION "private"."audit_member"() IS 'Entries: member_joined, member_role_changed, member_activated, member_deactivated.';

COMMENT ON FUNCTION "private"."audit_organization"() IS 'The caller''s tenant, for functions of the audit log; everybody but admins and owners
  is refused before anything is looked up.';

COMMENT ON FUNCTION "private"."audit_payout_event"() IS 'Every event of a payout but those that have an entry of their own table: holds,
  adjustments, voids.';

COMMENT ON FUNCTION "private"."audit_record"(private.audit_log) IS 'What an entry is about, as it is called now: {type, id, about, label, note, count, amount, on}.
  `about`: what get_audit_log finds all of it by. Without `label` it is gone, or has no name.';

COMMENT ON FUNCTION "private"."audit_record_type"(text) IS 'What kind of record the subject of an action is.';

COMMENT ON FUNCTION "private"."audit_row"(private.audit_log) IS 'An entry as it is told: {entry, at, action, kind, actor, record, amount, device, party, changes,
  facts}. Of the details only what is named here.';

COMMENT ON FUNCTION "private"."audit_settings"() IS 'Each setting that changed, with before and after; books are closed by entries of their own.';

COMMENT ON FUNCTION "private"."audit_statement"() IS 'Entries: statement_added, statement_changed, statement_removed, of vendors'' statements.';

COMMENT ON FUNCTION "private"."audit_transactions"(uuid, uuid[]) IS 'What is said of transactions of the bank: {id, label, count, amount, on}, those that
  are still there.';

COMMENT ON FUNCTION "private"."audit_vendor_terms"() IS 'That the account number changed is said, the number is not. An import of vendors is one
  entry of its own.';

COMMENT ON FUNCTION "private"."count_audit_entries"(private.audit_filter) IS 'How many entries, up to one more than are counted.';

COMMENT ON FUNCTION "private"."device_words"(text) IS 'Browser and system by what a browser says of itself, in our words alone: "Chrome, Windows".
  Null for nothing.';

COMMENT ON FUNCTION "private"."find_audit_entries"(private.audit_filter, bigint, bigint, integer) IS 'A page of entries, of so many. Few that are about something are collected and sorted;
  many are met in the order of the log.';

COMMENT ON FUNCTION "public"."get_audit_log"(text, uuid, uuid, text, date, date, uuid, integer, integer) IS '{rows, count, more, page, page_size, total_pages, whole: {count, more, since}}: a page of the
  audit log, the latest first, for admins (docs/product/tenancy.md, Audit log). `kind` is money, people, sign_in or data_out; `record_id` finds
  all about a record; `search` a person, a record or an amount. 100,000 entries are counted and paged through; `more`: there are others.';

COMMENT ON FUNCTION "public"."read_audit_log"(uuid, text, uuid, uuid, text, date, date) IS '{rows, truncated}: the entries that an export was asked for, with the same filters, once
  and within a minute; at most 50,000.';

COMMENT ON FUNCTION "public"."request_audit_log"(text, uuid, uuid, text, date, date) IS 'Records that the caller exports the audit log with these filters. Answers the id to read
  it by: read_audit_log. Admins only.';

COMMENT ON TABLE "private"."audit_log" IS 'Who decided what: money, people, what left the house. Triggers and functions append to it by
  private.audit; no API role has access, admins read it by get_audit_log. It never holds a secret, and no texts about customers: what
  an entry is about is found when it is read.';

REVOKE ALL ON FUNCTION "private"."audit"(uuid, text, uuid, uuid, jsonb, numeric, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit"(uuid, text, uuid, uuid, jsonb, numeric, uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_adjustment"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_adjustment"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_agent_payment"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_agent_payment"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_bank_account"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_bank_account"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_bank_decisions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_bank_decisions"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_bank_import"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_bank_import"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_bank_rule"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_bank_rule"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_bank_rule_order"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_bank_rule_order"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_book_corrections"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_book_corrections"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_change"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_change"(text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_changes"(jsonb, jsonb, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_changes"(jsonb, jsonb, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_conditions"(private.audit_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_conditions"(private.audit_filter) TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_count_limit"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_count_limit"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_export_subject"(private.audit_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_export_subject"(private.audit_filter) TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_filter_of"(text, uuid, uuid, text, date, date, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_filter_of"(text, uuid, uuid, text, date, date, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_found"(uuid, text, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_found"(uuid, text, numeric) TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_holds"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_holds"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_invitation"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_invitation"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_kind"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_kind"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_member"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_member"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_organization"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_organization"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_payout_event"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_payout_event"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_record"(private.audit_log) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_record"(private.audit_log) TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_record_type"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_record_type"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_row"(private.audit_log) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_row"(private.audit_log) TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_settings"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_settings"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_statement"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_statement"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_terms"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_terms"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_transactions"(uuid, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_transactions"(uuid, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_vendor_rate"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_vendor_rate"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_vendor_terms"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_vendor_terms"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_void"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_void"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_audit_entries"(private.audit_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_audit_entries"(private.audit_filter) TO "postgres";

REVOKE ALL ON FUNCTION "private"."device_words"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."device_words"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_audit_entries"(private.audit_filter, bigint, bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_audit_entries"(private.audit_filter, bigint, bigint, integer) TO "postgres";

REVOKE ALL ON FUNCTION "public"."get_audit_log"(text, uuid, uuid, text, date, date, uuid, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_audit_log"(text, uuid, uuid, text, date, date, uuid, integer, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."read_audit_log"(uuid, text, uuid, uuid, text, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_audit_log"(uuid, text, uuid, uuid, text, date, date) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."request_audit_log"(text, uuid, uuid, text, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."request_audit_log"(text, uuid, uuid, text, date, date) TO "authenticated", "postgres";

REVOKE ALL ON TYPE "private"."audit_filter" FROM PUBLIC;

GRANT USAGE ON TYPE "private"."audit_filter" TO "postgres";

-- Written by hand: what was decided before is in the log too, as far as it was kept.
INSERT INTO private.audit_log (organization_id, actor_id, action, kind, subject_id, details, party_id, amount, created_at)
SELECT e.* FROM (
  SELECT h.organization_id, h.changed_by, 'terms_changed', 'money', h.user_id,
    private.audit_change('commission_split', h.previous_split::text, h.commission_split::text), null::uuid, null::numeric, h.changed_at
  FROM public.user_terms_history h
  UNION ALL
  SELECT e.organization_id, e.done_by, 'payout_' || e.action, 'money', e.batch_id,
    jsonb_strip_nulls(jsonb_build_object('count', coalesce(e.details -> 'lines', e.details -> 'commissions'), 'on', e.details -> 'planned_on',
      'agent_id', e.details -> 'agent_id')), (e.details ->> 'agent_id')::uuid, (e.details ->> 'amount')::numeric, e.done_at
  FROM public.payout_events e WHERE e.action NOT IN ('held', 'released', 'adjusted', 'adjustment_removed', 'voided')
  UNION ALL
  SELECT v.organization_id, v.voided_by, 'payment_voided', 'money', v.agent_id, private.audit_change('payment', 'paid', 'voided'), null,
    -v.amount, v.created_at
  FROM public.payment_voids v
  UNION ALL
  SELECT p.organization_id, p.created_by, 'agent_paid', 'money', p.commission_id, private.audit_change('payment', 'open', 'paid')
    || jsonb_build_object('on', p.payment_date, 'agent_id', p.agent_id), p.agent_id, p.amount, p.created_at
  FROM public.agent_payments p WHERE p.batch_id IS NULL
  UNION ALL
  SELECT d.organization_id, (array_agg(d.decided_by))[1], 'bank_' || d.action, 'money', d.group_id, '{}', (array_agg(t.vendor_id))[1],
    sum(t.amount), min(d.decided_at)
  FROM public.bank_decisions d
  LEFT JOIN public.bank_transactions t ON t.organization_id = d.organization_id AND t.id = d.transaction_id
  GROUP BY d.organization_id, d.group_id, d.action
) e ORDER BY 9;
