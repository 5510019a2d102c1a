-- The audit log as owners and admins read it: one list for page, count and export. What an entry is about is found here, by its kind of
-- record, so that the log itself holds no name.

create function private.audit_organization() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  organization_id uuid := private.admin_organization_id();
begin
  if organization_id is null then
    raise exception using errcode = '42501', message = 'permission denied for audit log';
  end if;
  return organization_id;
end $$;
comment on function private.audit_organization is 'The caller''s tenant, for functions of the audit log; everybody but admins and owners
  is refused before anything is looked up.';

create function private.audit_record_type(action text) returns text
language sql immutable set search_path = '' as $$
  select case
    when action ~ '^payout_account_|^second_factor_policy_' then 'agency'
    when action ~ '^second_factor_|^recovery_code' then 'member'
    when action ~ '^payout_|^payment_file_' then 'payout'
    when action in ('receipt_recorded', 'commission_held', 'commission_released', 'agent_paid', 'agent_payment_corrected', 'books_corrected') then 'commission'
    when action in ('bank_match', 'bank_accept', 'bank_reject', 'bank_set_aside', 'bank_reopen', 'bank_vendor', 'bank_undo') then 'decision'
    when action ~ '^bank_account_' then 'bank_account'
    when action ~ '^bank_import_' then 'bank_import'
    when action ~ '^bank_rule' then 'bank_rule'
    when action ~ '^bank_connection_' then 'bank_connection'
    when action ~ '^bank_question_' then 'transaction'
    when action ~ '^statement_' then 'statement'
    when action ~ '^(adjustment|agreement|member|terms|bank_details|tax_details|tax_number)_|^payment_voided' then 'member'
    when action ~ '^api_key_' then 'program'
    when action ~ '^invitation_' then 'invitation'
    when action ~ '^(vendor|bonus)_' then 'vendor'
    when action ~ '^(customer|customers|merge|passport)_' then 'customer'
    when action ~ '^document_' then 'document'
    when action ~ '^import_' then 'import'
    when action ~ '^(settings|books|mailbox|report_totals|mail_plan|audit_log|agency_export|tax_settings|tax_threshold|tax_file|credit_notes|webhook)_' or action = 'mail_planned' then 'agency' end
$$;
comment on function private.audit_record_type is 'What kind of record the subject of an action is.';

create function private.audit_transactions(organization_id uuid, ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_strip_nulls(jsonb_build_object('id', case when cardinality(ids) = 1 then ids[1] end,
      'label', case when cardinality(ids) = 1 then min(coalesce(v.name, left(t.text, 80)))
        when count(distinct t.vendor_id) = 1 and count(t.vendor_id) = count(*) then min(v.name) end,
      'count', cardinality(ids), 'amount', sum(t.amount), 'on', case when cardinality(ids) = 1 then min(t.booked_on) end))
    from public.bank_transactions t left join public.vendors v on v.id = t.vendor_id and v.organization_id = t.organization_id
    where t.organization_id = audit_transactions.organization_id and t.id = any (ids));
end $$;
comment on function private.audit_transactions is 'What is said of transactions of the bank: {id, label, count, amount, on}, those that
  are still there.';

create function private.audit_record(l private.audit_log) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
    when 'member', 'program' then
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
end $$;
comment on function private.audit_record is 'What an entry is about, as it is called now: {type, id, about, label, note, count, amount, on}.
  `about`: what get_audit_log finds all of it by. Without `label` it is gone, or has no name.';

create function private.audit_row(l private.audit_log) returns jsonb
language sql stable security definer set search_path = '' as $$
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
$$;
comment on function private.audit_row is 'An entry as it is told: {entry, at, action, kind, actor, record, amount, device, party, changes,
  facts}. Of the details only what is named here.';

create function private.audit_found(organization_id uuid, search text, amount numeric) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
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
end $$;
comment on function private.audit_found is 'The people and records that a search of the audit log may mean.';

create type private.audit_filter as (
  organization_id uuid, kind text, actor_id uuid, record_id uuid, found uuid[], amount numeric, since timestamptz, until timestamptz, entry uuid);

create function private.audit_filter_of(kind text, actor_id uuid, record_id uuid, search text, start_date date, end_date date, entry uuid)
returns private.audit_filter
language plpgsql stable security definer set search_path = '' as $$
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
end $$;
comment on function private.audit_filter_of is 'The filters of the page: a kind, who, all about a record, a text (person, record or amount),
  days of the agency, one entry. Admins only.';

create function private.audit_conditions(f private.audit_filter) returns text
language sql immutable set search_path = '' as $$
  select concat('l.organization_id = $3',
    case when f.kind is not null then ' and l.kind = $4' end,
    case when f.actor_id is not null then ' and l.actor_id = $5' end,
    case when f.record_id is not null then ' and (l.subject_id = $6 or l.customer_id = $6 or l.party_id = $6)' end,
    case when f.found is not null then ' and (l.subject_id = any ($7) or l.customer_id = any ($7) or l.party_id = any ($7) or l.actor_id = any ($7)
      or l.amount in ($8, -$8))' end,
    case when f.since is not null then ' and l.created_at >= $9' end,
    case when f.until is not null then ' and l.created_at < $10' end,
    case when f.entry is not null then ' and l.entry = $11' end)
$$;
comment on function private.audit_conditions is 'Conditions over private.audit_log l; $1 and $2 are a page''s LIMIT and OFFSET.';

create function private.find_audit_entries(f private.audit_filter, take bigint, skip bigint, counted int) returns bigint[]
language plpgsql stable security definer set search_path = '' as $$
declare
  ids bigint[];
begin
  execute private.page_query('private.audit_log l', private.audit_conditions(f), '{l.created_at}', true, 'l.id',
    counted < 5000 and (f.found is not null or f.record_id is not null or f.entry is not null))
  into ids using take, skip, f.organization_id, f.kind, f.actor_id, f.record_id, f.found, f.amount, f.since, f.until, f.entry;
  return ids;
end $$;
comment on function private.find_audit_entries is 'A page of entries, of so many. Few that are about something are collected and sorted;
  many are met in the order of the log.';

create function private.count_audit_entries(f private.audit_filter) returns int
language plpgsql stable security definer set search_path = '' as $$
declare
  counted int;
begin
  execute 'select count(*) from (select from private.audit_log l where ' || private.audit_conditions(f) || ' limit $1 + $2) c'
  into counted using private.audit_count_limit(), 1, f.organization_id, f.kind, f.actor_id, f.record_id, f.found, f.amount, f.since, f.until,
    f.entry;
  return counted;
end $$;
comment on function private.count_audit_entries is 'How many entries, up to one more than are counted.';

create function private.audit_count_limit() returns int
language sql immutable set search_path = '' as $$ select 100000 $$;
comment on function private.audit_count_limit is 'Beyond so many it is said that there are more: counting a million takes longer than
  the page.';

create function public.get_audit_log(kind text default null, actor_id uuid default null, record_id uuid default null,
  search text default null, start_date date default null, end_date date default null, entry uuid default null, page int default 1,
  page_size int default 10)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
end $$;
comment on function public.get_audit_log is '{rows, count, more, page, page_size, total_pages, whole: {count, more, since}}: a page of the
  audit log, the latest first, for admins (docs/product/tenancy.md, Audit log). `kind` is money, people, sign_in or data_out; `record_id` finds
  all about a record; `search` a person, a record or an amount. 100,000 entries are counted and paged through; `more`: there are others.';
grant execute on function public.get_audit_log(text, uuid, uuid, text, date, date, uuid, int, int) to authenticated;

create function private.audit_export_subject(f private.audit_filter) returns uuid
language sql immutable set search_path = '' as $$ select md5(to_jsonb(f)::text)::uuid $$;
comment on function private.audit_export_subject is 'What a disclosure of the log is of: the filters it was asked with.';

create function public.request_audit_log(kind text default null, actor_id uuid default null, record_id uuid default null,
  search text default null, start_date date default null, end_date date default null)
returns uuid
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  f private.audit_filter := private.audit_filter_of(request_audit_log.kind, request_audit_log.actor_id, request_audit_log.record_id,
    request_audit_log.search, request_audit_log.start_date, request_audit_log.end_date, null);
  subject uuid := private.audit_export_subject(f);
begin
  perform private.require_step_up();
  perform private.limit_disclosures(f.organization_id, 'audit_log', subject, 'exports of the audit log', 50);
  perform private.audit(f.organization_id, 'audit_log_exported', null, null, jsonb_strip_nulls(jsonb_build_object(
    'entries', least(private.count_audit_entries(f), private.export_limit()), 'kind', f.kind, 'since', request_audit_log.start_date,
    'on', request_audit_log.end_date)));
  return private.allow_disclosure('audit_log', subject);
end $$;
comment on function public.request_audit_log is 'Records that the caller exports the audit log with these filters. Answers the id to read
  it by: read_audit_log. Admins only.';
grant execute on function public.request_audit_log(text, uuid, uuid, text, date, date) to authenticated;

create function public.read_audit_log(disclosure_id uuid, kind text default null, actor_id uuid default null, record_id uuid default null,
  search text default null, start_date date default null, end_date date default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '8s' as $$
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
end $$;
comment on function public.read_audit_log is '{rows, truncated}: the entries that an export was asked for, with the same filters, once
  and within a minute; at most 50,000.';
grant execute on function public.read_audit_log(uuid, text, uuid, uuid, text, date, date) to authenticated;
