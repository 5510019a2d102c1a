set local check_function_bodies = off;

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
  why text;
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
    select b.* into t from public.bank_transactions b
    where b.id = item.id and b.organization_id = accept_suggestions.organization_id for no key update;
    select x.* into s from public.bank_suggestions x
    where x.organization_id = accept_suggestions.organization_id and x.transaction_id = item.id and x.rank = 1;
    why := case when t.id is null then 'This transaction is no longer there.'
      when t.version <> item.version or t.status <> 'suggested' then 'Somebody was faster.'
      when s.id is null then 'Nothing is suggested any more.'
      when require_certain and s.certainty <> 'certain' then 'This is not certain.' end;
    if why is null then
      begin
        perform private.keep_decision(t, accept_suggestions.group_id, 'accept');
        refusal := private.write_match(t, s.parts, 0, 0, null, null);
        if refusal is not null then
          perform private.refuse(refusal ->> 'error');
        end if;
        perform private.learn_payer(t);
        accepted := accepted || t.id;
        touched := touched || private.commissions_of(s.parts);
      exception when raise_exception then
        get stacked diagnostics why = message_text;
      end;
    end if;
    if why is not null then
      skipped := skipped || jsonb_build_object('id', item.id, 'why', why);
    end if;
  end loop;
  delete from public.bank_suggestions x where x.organization_id = accept_suggestions.organization_id and x.transaction_id = any (accepted);
  perform private.rematch_commissions(accept_suggestions.organization_id, touched, accepted);
  return jsonb_build_object('accepted', to_jsonb(accepted), 'skipped', skipped);
end $function$;

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
          sum(s.total_amount) as amount, 0 as agent_amount
        from public.sales s
        where of_sales and step = 'hour' and s.organization_id = amounts_by_bucket.organization_id
          and (amounts_by_bucket.agent_id is null or s.agent_id = amounts_by_bucket.agent_id)
          and s.sale_date between range.first_day and range.last_day
        group by 1, 2, 3
        union all
        select c.sale_date, date_bin(part, c.created_at, '2001-01-01T00:00:00Z'), c.status, sum(c.amount),
          sum(c.agent_amount)
        from public.commissions c
        where not of_sales and step = 'hour' and c.organization_id = amounts_by_bucket.organization_id
          and (amounts_by_bucket.agent_id is null or c.agent_id = amounts_by_bucket.agent_id)
          and c.sale_date between range.first_day and range.last_day
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

CREATE OR REPLACE FUNCTION private.bank_commission_rows(organization_id uuid, ids uuid[], taken_back boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('commission_id', c.id, 'sale_id', s.id, 'booking_reference', s.booking_reference,
      'customer', k.first_name || ' ' || k.last_name, 'agent', u.first_name || ' ' || u.last_name,
      'vendor', jsonb_build_object('id', v.id, 'name', v.name), 'due_on', c.due_on, 'amount', c.amount,
      'expected', case when taken_back then c.deposited_amount else c.undeposited_amount end, 'status', c.status,
      'recorded', case when c.manual_amount > 0 then private.recorded_json(c, null) end) order by i.n), '[]')
    from unnest(ids) with ordinality i(id, n)
    join public.commissions c on c.organization_id = bank_commission_rows.organization_id and c.id = i.id
    join public.sales s on s.id = c.sales_id
    join public.customers k on k.id = s.customer_id
    join public.users u on u.id = c.agent_id
    join public.vendors v on v.id = c.vendor_id);
end $function$;

CREATE OR REPLACE FUNCTION private.bank_parts(organization_id uuid, parts jsonb, take integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  shown jsonb := private.bank_commission_rows(bank_parts.organization_id, array(
    select (part ->> 'commission_id')::uuid from jsonb_array_elements(parts) with ordinality e(part, n) where n <= take));
  by_id jsonb := coalesce((select jsonb_object_agg(r ->> 'commission_id', r) from jsonb_array_elements(shown) r), '{}');
begin
  return (
    select coalesce(jsonb_agg((by_id -> (part ->> 'commission_id')) || part order by n), '[]')
    from jsonb_array_elements(parts) with ordinality e(part, n) where n <= take and by_id ? (part ->> 'commission_id'));
end $function$;

CREATE OR REPLACE FUNCTION private.check_report_totals(organization_id uuid, kind text DEFAULT NULL::text)
 RETURNS TABLE(month date, kept boolean, row_data jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  this_kind text;
  months date[];
begin
  foreach this_kind in array coalesce(nullif(array[check_report_totals.kind], '{null}'), private.report_kinds()) loop
    execute format('select array_agg(distinct m.month) from (
        select date_trunc(''month'', f.day::timestamp)::date as month from %s where f.organization_id = $1 and f.day is not null
        union select t.month from private.report_totals t where t.organization_id = $1 and t.kind = $2) m
      where not exists (select from private.stale_report_months s
        where s.organization_id = $1 and s.kind = $2 and s.month = m.month)', private.report_facts(this_kind))
    into months using check_report_totals.organization_id, this_kind;
    return query
      with told as (
        select t.* from private.report_totals t
        where t.organization_id = check_report_totals.organization_id and t.kind = this_kind and t.month = any (months)
      ), real as (
        select r.* from private.report_totals_of_rows(check_report_totals.organization_id, this_kind, months) r)
      select a.month, true, to_jsonb(a) from (select * from told except select * from real) a
      union all
      select b.month, false, to_jsonb(b) from (select * from real except select * from told) b;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.check_unmatch(organization_id uuid, transaction_ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select 1 from public.bank_allocations recall
    cross join lateral (
      select 1 from public.bank_allocations a
      where a.organization_id = recall.organization_id and a.commission_id = recall.commission_id and a.amount > 0
        and a.transaction_id = any (transaction_ids) limit 1) a
    where recall.organization_id = check_unmatch.organization_id and recall.amount < 0
      and recall.transaction_id <> all (transaction_ids)) then
    perform private.refuse('The vendor took commission of it back since. Take that match back first.');
  end if;
  return private.paid_parts(organization_id, transaction_ids, '{}');
end $function$;

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
    schedule_problem = null, schedule_told_on = null, version = p.version + 1
  where p.id = b.id;
  perform private.write_agent_payments(b.organization_id, array_agg(l.commission_id order by l.commission_id),
    array_agg(s.payment_method order by l.commission_id), array_agg(s.reference order by l.commission_id), day, null, b.id)
  from public.payout_lines l
  join public.payout_statements s on s.organization_id = l.organization_id and s.batch_id = l.batch_id and s.agent_id = l.agent_id
  where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind = 'commission'
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

CREATE OR REPLACE FUNCTION private.daily_totals_of_rows(organization_id uuid, days date[], record_type text DEFAULT NULL::text, subject_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF private.daily_totals
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
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
end $function$;

CREATE OR REPLACE FUNCTION private.drop_recall(organization_id uuid, transaction_id uuid, commission_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  l public.payout_lines;
  b public.payout_batches;
begin
  select p.* into l from public.payout_lines p
  where p.organization_id = drop_recall.organization_id and p.transaction_id = drop_recall.transaction_id
    and p.commission_id = drop_recall.commission_id and p.kind = 'recall';
  if l.id is null then
    return;
  end if;
  begin
    -- Commissions are locked already, and payouts come before them: who has this one is not waited for.
    select p.* into b from public.payout_batches p
    where p.organization_id = l.organization_id and p.id = l.batch_id for update nowait;
  exception when lock_not_available then
    perform private.refuse('Somebody is working on the payout that takes this back. Try again.');
  end;
  if b.status in ('approved', 'scheduled', 'paid') then
    perform private.refuse('The agent gives it back with the ' || b.name || ' payout already.');
  end if;
  delete from public.payout_lines p where p.id = l.id and p.batch_id is not distinct from b.id;
  if not found then
    perform private.refuse('Somebody is working on the payout that takes this back. Try again.');
  elsif b.id is not null then
    perform private.note_payout(b, 'adjustment_removed', jsonb_build_object('agent_id', l.agent_id, 'kind', l.kind,
      'amount', l.amount, 'note', l.note));
  end if;
  -- What was written off meanwhile was corrected by what the recall had left, at most.
  perform private.correct_share_of(c) from public.commissions c
  where c.organization_id = drop_recall.organization_id and c.id = drop_recall.commission_id and c.status = 'agent_paid';
  insert into public.commission_history
    (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes, code, params)
  select c.id, c.organization_id, private.acting_user(c.organization_id), 'update', c.status, c.status,
    jsonb_build_object('recalled_amount', -l.amount), '{}', 'Not taken back from the agent after all',
    'recall_dropped', jsonb_build_object('amount', -l.amount)
  from public.commissions c
  where c.organization_id = drop_recall.organization_id and c.id = drop_recall.commission_id;
end $function$;

CREATE OR REPLACE FUNCTION private.erase_documents(organization_id uuid, customer_ids uuid[], sale_ids uuid[], pattern text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  tenant constant uuid := erase_documents.organization_id;
  erased uuid[];
begin
  with gone as (
    delete from public.documents d
    where d.organization_id = tenant and (d.customer_id = any (customer_ids) or d.sale_id = any (sale_ids)) returning d.id)
  select array_agg(g.id) into erased from gone g;
  delete from public.notifications n
  where n.organization_id = tenant and n.commentable_type = 'documents' and n.commentable_id = any (erased);
  delete from private.document_uploads u
  where u.organization_id = tenant and (u.document ->> 'record_id' = any ((customer_ids || sale_ids)::text[])
    or (u.document ->> 'title') || ' ' || u.file_name ~* pattern);
  if pattern is null then
    return;
  end if;
  update public.documents d set title = private.redact(d.title, pattern, 200)
  where d.organization_id = tenant and d.title ~* pattern;
  update public.document_versions v set file_name = private.redact(v.file_name, pattern, 255)
  where v.organization_id = tenant and v.file_name ~* pattern;
  update public.notifications n set message = private.redact(n.message, pattern, 1000), params = private.redact_json(n.params, pattern)
  where n.organization_id = tenant and n.commentable_type = 'documents' and n.message ~* pattern;
end $function$;

CREATE OR REPLACE FUNCTION private.find_bank_transactions(organization_id uuid, search text, amount numeric, take integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  latest constant int := 1000;
  patterns text[] := private.search_patterns(search);
  found uuid[] := '{}';
begin
  if amount is not null then
    found := array(select t.id from public.bank_transactions t
      where t.organization_id = find_bank_transactions.organization_id and abs(t.amount) = find_bank_transactions.amount
      order by t.booked_on desc, t.id limit take);
  end if;
  if cardinality(found) < take and patterns is not null and not private.has_too_many_search_words(patterns) then
    found := found || array(
      select t.id from (
        select t.id, t.text, t.booked_on from public.bank_transactions t
        where t.organization_id = find_bank_transactions.organization_id order by t.booked_on desc, t.id limit latest) t
      where lower(t.text collate pg_catalog."pg_c_utf8") like all (patterns) and t.id <> all (found)
      order by t.booked_on desc, t.id limit take - cardinality(found));
  end if;
  if cardinality(found) < take and char_length(patterns[1]) >= char_length('%abc%') then
    execute 'with t as materialized (select t.id, t.booked_on from public.bank_transactions t
        where t.organization_id = $1 and lower(t.text collate pg_catalog."pg_c_utf8") like (select ($2)[1])
          and lower(t.text collate pg_catalog."pg_c_utf8") like all ($2) and t.id <> all ($3))
      select $3 || array(select t.id from t order by t.booked_on desc, t.id limit $4)'
    into found using find_bank_transactions.organization_id, patterns, found, take - cardinality(found);
  end if;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION private.is_document_for(document public.documents, organization_id uuid, user_id uuid, is_admin boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(document.organization_id = organization_id and (is_admin or case document.visibility
    when 'everybody' then true
    when 'member' then document.member_id = user_id
    when 'record' then (
      select a.organization_id = document.organization_id and (a.all_members or a.agent_id = user_id)
      from private.record_audience(document.record_type, document.record_id) a)
    else false end), false);
end $function$;

CREATE OR REPLACE FUNCTION private.judge_bank_lines(organization_id uuid, account_id uuid, lines jsonb)
 RETURNS TABLE(line integer, line_key text, why text, here boolean, is_twin boolean, booked_on date, value_on date, amount numeric, text text, counterparty text, reference text, bank_id text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  currency text := (select a.currency from public.bank_accounts a
    where a.id = judge_bank_lines.account_id and a.organization_id = judge_bank_lines.organization_id);
begin
  return query
  select j.line, j.line_key, j.why,
    j.why is null and (j.repeated or exists (
      select 1 from public.bank_transactions t
      where t.organization_id = judge_bank_lines.organization_id and t.account_id = judge_bank_lines.account_id
        and t.line_key = j.line_key)),
    j.twin <> '1',
    case when j.why is null then j.booked_on::date end, case when private.is_iso_date(j.value_on) then j.value_on::date end,
    case when j.why is null then j.amount::numeric(12,2) end, coalesce(j.text, ''), j.counterparty, j.reference, j.bank_id
  from (
    select k.*, row_number() over (partition by k.line_key order by k.line) > 1 as repeated
    from (
      select r.*, encode(sha256(convert_to(concat_ws(chr(31),
          case when r.own_id is not null then 'id' else 'text' end, r.own_id,
          case when r.own_id is null then r.booked_on end,
          case when r.why is null then r.amount::numeric(14,2)::text end,
          case when r.own_id is null then lower(regexp_replace(
            concat_ws(chr(30), r.text, coalesce(r.counterparty, ''), coalesce(r.reference, '')), '\s+', ' ', 'g')) end,
          r.twin), 'UTF8')), 'hex') as line_key
      from (
        select (e ->> 'line')::int as line, e ->> 'booked_on' as booked_on, e ->> 'value_on' as value_on,
          btrim(e ->> 'amount') as amount, btrim(e ->> 'text') as text, nullif(btrim(e ->> 'counterparty'), '') as counterparty,
          nullif(btrim(e ->> 'reference'), '') as reference, nullif(btrim(e ->> 'bank_id'), '') as bank_id,
          case when btrim(e ->> 'bank_id') !~* '^(nonref|notprovided|none|n/?a|(.)\2*)$' then btrim(e ->> 'bank_id') end as own_id,
          case when e ->> 'twin' ~ '^[1-9]\d{0,4}$' then e ->> 'twin' else '1' end as twin,
          case
            when not coalesce(private.is_iso_date(e ->> 'booked_on'), false) then 'There is no such day'
            when coalesce(btrim(e ->> 'amount') !~ '^[-+]?\d{1,10}([.]\d{1,2}0*)?$', true) then 'This is not an amount'
            when (e ->> 'amount')::numeric = 0 then 'Its amount is zero'
            when nullif(upper(btrim(e ->> 'currency')), '') <> currency then
              'It is in ' || left(upper(btrim(e ->> 'currency')), 3) || ', the account in ' || currency
            when char_length(e ->> 'text') > 2000 or char_length(e ->> 'counterparty') > 300
              or char_length(e ->> 'reference') > 300 or char_length(e ->> 'bank_id') > 300 then 'Its text is too long'
          end as why
        from jsonb_array_elements(lines) e) r) k) j
  order by j.line;
end $function$;

CREATE OR REPLACE FUNCTION private.lock_commissions(organization_id uuid, commission_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform 1 from public.sales s where s.organization_id = lock_commissions.organization_id and s.id in (
    select c.sales_id from public.commissions c
    where c.organization_id = lock_commissions.organization_id and c.id = any (commission_ids))
  order by s.id for no key update;
  perform 1 from public.commissions c
  where c.organization_id = lock_commissions.organization_id and c.id = any (commission_ids)
  order by c.sales_id for no key update;
end $function$;

CREATE OR REPLACE FUNCTION private.match_remittance(remittance_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r public.bank_remittances := (select x from public.bank_remittances x where x.id = match_remittance.remittance_id);
  l public.bank_remittance_lines;
  found_id uuid;
begin
  -- Lines with a reference first: what they name is not there for the others.
  for l in select x.* from public.bank_remittance_lines x
    where x.organization_id = r.organization_id and x.remittance_id = r.id and x.commission_id is null
    order by x.reference is null, x.line_number
  loop
    found_id := (
      select c.id
      from public.commissions c
      join public.sales s on s.id = c.sales_id
      join public.customers k on k.id = s.customer_id
      cross join lateral (
        select upper(regexp_replace(s.booking_reference, '[^A-Za-z0-9]', '', 'g')) = any (private.bank_reference_keys(private.bank_words(l.reference))) as named,
          coalesce(substring(s.booking_reference from '[0-9]{4,}') = any (private.bank_digit_keys(l.reference)), false) as numbered,
          private.bank_words(k.last_name) && private.bank_words(l.name) as called, c.undeposited_amount = l.amount as exact) f
      where c.organization_id = r.organization_id and c.undeposited_amount > 0 and l.amount > 0
        and (s.id in (
            select o.id from public.sales o where o.organization_id = r.organization_id
              and upper(regexp_replace(o.booking_reference, '[^A-Za-z0-9]', '', 'g')) = any (private.bank_reference_keys(private.bank_words(l.reference)))
            union
            select o.id from public.sales o where o.organization_id = r.organization_id
              and substring(o.booking_reference from '[0-9]{4,}') = any (private.bank_digit_keys(l.reference)))
          or c.undeposited_amount = l.amount and (f.called or c.vendor_id = (
            select t.vendor_id from public.bank_transactions t where t.id = r.transaction_id)))
        and (f.named or f.numbered and (f.exact or f.called) or f.exact)
        and not exists (select 1 from public.bank_remittance_lines o
          where o.organization_id = r.organization_id and o.remittance_id = r.id and o.commission_id = c.id)
      order by f.named::int * 4 + f.numbered::int * 2 + f.exact::int * 2 + coalesce(f.called, false)::int desc, c.manual_amount > 0, c.due_on, c.id
      limit 1);
    update public.bank_remittance_lines x set commission_id = found_id where x.id = l.id and found_id is not null;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.match_transactions(organization_id uuid, transaction_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  readings private.bank_reading[];
  payers private.bank_payer[];
  vendor_keys text[];
  vendor_ids uuid[];
  claimed uuid[];
begin
  -- In the order of their ids; what somebody is working on waits for the next time.
  transaction_ids := array(
    select t.id from public.bank_transactions t
    where t.organization_id = match_transactions.organization_id and t.id = any (transaction_ids) and t.status <> 'set_aside'
    order by t.id for no key update skip locked);
  readings := array(select r from private.read_transactions(organization_id, transaction_ids) r);
  payers := array(select p from private.vendors_of_payers(
    organization_id, array(select distinct r.payer_key from unnest(readings) r)) p);
  -- The vendor of a payer, where one is recognized better than all others.
  select array_agg(p.payer_key), array_agg(p.vendor_id) into vendor_keys, vendor_ids
  from (
    select p.payer_key, (array_agg(p.vendor_id))[1] as vendor_id
    from (
      select v.*, rank() over (partition by v.payer_key order by v.strength desc) as place
      from unnest(payers) v) p
    where p.place = 1 and p.strength >= 2 group by p.payer_key having count(*) = 1) p;
  delete from public.bank_suggestions s
  where s.organization_id = match_transactions.organization_id and s.transaction_id = any (transaction_ids);
  insert into public.bank_suggestions
    (organization_id, transaction_id, rank, kind, certainty, parts, commission_id, reasons, difference)
  select match_transactions.organization_id, r.transaction_id, r.rank, r.kind, r.certainty, r.parts, r.commission_id, r.reasons,
    r.difference
  from private.rank_suggestions(match_transactions.organization_id, readings, payers) r;
  -- Two that claim the same commission: neither is certain.
  claimed := array(
    select distinct s.commission_id from public.bank_suggestions s
    where s.organization_id = match_transactions.organization_id and s.transaction_id = any (transaction_ids) and s.rank = 1);
  claimed := array(
    select s.commission_id from public.bank_suggestions s
    where s.organization_id = match_transactions.organization_id and s.commission_id = any (claimed) and s.rank = 1
      and (s.certainty = 'certain' or s.reasons @> '[{"code": "claimed"}]')
    group by s.commission_id having count(*) > 1);
  update public.bank_suggestions s set certainty = 'likely',
    reasons = s.reasons || private.reason('claimed', -2, 'Another deposit claims it, too')
  where s.organization_id = match_transactions.organization_id and s.rank = 1 and s.certainty = 'certain'
    and s.commission_id = any (claimed);
  update public.bank_transactions t set
    matching_due = false,
    certainty = case when t.status <> 'matched' then (
      select s.certainty from public.bank_suggestions s where s.organization_id = t.organization_id and s.transaction_id = t.id and s.rank = 1) end,
    vendor_id = coalesce(n.vendor_id, t.vendor_id),
    category = case when t.status = 'matched' then t.category else coalesce(n.category, t.category) end,
    status = case when t.status = 'matched' then t.status else n.status end
  from (
    select t.id, coalesce(s.vendor_id, p.vendor_id) as vendor_id,
      case when s.kind = 'recall' then 'recall' when s.certainty in ('certain', 'likely') or g.category is null and coalesce(s.vendor_id, p.vendor_id) is not null
        then 'commission' else g.category end as category,
      case when s.certainty in ('certain', 'likely') then 'suggested' when g.category is not null then 'set_aside'
        when s.certainty is not null then 'suggested' else 'open' end as status
    from public.bank_transactions t
    left join lateral (
      select c.vendor_id, s.kind, s.certainty from public.bank_suggestions s join public.commissions c on c.id = s.commission_id
      where s.organization_id = t.organization_id and s.transaction_id = t.id and s.rank = 1) s on true
    left join lateral (
      select p.category from public.bank_patterns p
      where p.organization_id = t.organization_id and p.payer_key = t.payer_key and p.category is not null
      order by p.confirmations desc, p.category limit 1) g on true
    left join lateral (
      select v.vendor_id from unnest(vendor_keys, vendor_ids) v(payer_key, vendor_id) where v.payer_key = t.payer_key limit 1) p on true
    where t.organization_id = match_transactions.organization_id and t.id = any (transaction_ids)) n
  where t.organization_id = match_transactions.organization_id and t.id = n.id;
end $function$;

CREATE OR REPLACE FUNCTION private.mend_report_totals(organization_id uuid, kind text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  months constant date[] := array(
    select distinct c.month from private.check_report_totals(mend_report_totals.organization_id, mend_report_totals.kind) c order by 1);
begin
  insert into private.report_checks as r (organization_id, kind, checked_at)
  values (mend_report_totals.organization_id, mend_report_totals.kind, now())
  on conflict on constraint report_checks_pkey do update set checked_at = excluded.checked_at;
  if months = '{}' then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('paperplane.report_totals', 0));
  insert into private.stale_report_months select mend_report_totals.organization_id, mend_report_totals.kind, m from unnest(months) m;
  perform private.refresh_report_totals_of(mend_report_totals.organization_id, null);
  perform private.audit(mend_report_totals.organization_id, 'report_totals_mended', null, null,
    jsonb_build_object('kind', mend_report_totals.kind, 'months', to_jsonb(months)));
  perform private.write_notification(u.organization_id, u.id, 'system', format(
    'Sums of reports of %s were wrong for %s (%s) and were added up again. Reports that were opened or exported before may differ.',
    case mend_report_totals.kind when 'sale.sale' then 'sales by sale date' when 'sale.travel' then 'sales by travel date'
      when 'commission.sale' then 'commissions by sale date' when 'commission.due' then 'commissions by due date'
      when 'commission.received' then 'commissions by the day received' else 'payments to agents' end,
    case cardinality(months) when 1 then '1 month' else cardinality(months) || ' months' end,
    to_char(months[1], 'Mon YYYY') || case when cardinality(months) > 1
      then ' to ' || to_char(months[cardinality(months)], 'Mon YYYY') else '' end), 'reports', null, 'report_totals_mended',
    jsonb_build_object('kind', mend_report_totals.kind, 'months', to_jsonb(months)))
  from public.users u
  where u.organization_id = mend_report_totals.organization_id and u.role = 'owner' and u.is_active;
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
  answer jsonb;
begin
  select o.receipts_tracked_since, (now() at time zone o.time_zone)::date into tracked_since, today
  from public.organizations o where o.id = owed_figures.organization_id;
  execute 'select jsonb_build_object(''count'', coalesce(sum(v.n), 0), ''amount'', coalesce(sum(v.owed), 0), ''vendors'', count(*),
      ''agents_paid'', jsonb_build_object(''count'', coalesce(sum(v.paid_n), 0), ''amount'', coalesce(sum(v.paid), 0),
        ''advanced'', coalesce(sum(v.advanced), 0)),
      ''paid_short'', jsonb_build_object(''count'', coalesce(sum(v.short_n), 0), ''amount'', coalesce(sum(v.short), 0)),
      ''tracked_since'', $5::date)
    from (
      select m.vendor_id, count(*) as n, sum(m.owed) as owed, count(*) filter (where m.owed_agent_paid > 0) as paid_n,
        sum(m.owed_agent_paid) as paid, sum(m.advanced) as advanced, count(*) filter (where m.paid_short > 0) as short_n,
        sum(m.paid_short) as short
      from private.commission_money m
      where m.organization_id = $1 and ' || private.owed_condition(tracked_since, '$4')
    || case when owed_figures.agent_id is not null then ' and m.payee_id = $2' else '' end
    || case when owed_figures.vendor_id is not null then ' and m.vendor_id = $3' else '' end || ' group by 1) v'
  into answer using owed_figures.organization_id, owed_figures.agent_id, owed_figures.vendor_id, today, tracked_since;
  return answer;
end $function$;

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
        order by p.place, p.day nulls last, p.sales_id), '[]')
      from (
        select f.* from (
          (select 1 as place, m.sale_date as day, m.sales_id from public.commissions m
          where m.organization_id = payable_to.organization_id and m.agent_id = payable_to.agent_id
            and m.status = 'funds_received' and m.sale_paid and m.id <> all (blocked)
          order by m.sale_date, m.sales_id limit 5)
          union all
          (select 2, m.sale_date, m.sales_id from public.commissions m
          where m.organization_id = payable_to.organization_id and m.agent_id = payable_to.agent_id
            and m.status = 'funds_received' and (not m.sale_paid or m.id = any (blocked))
          order by m.sale_date, m.sales_id limit 5)
          union all
          (select 3, m.due_on, m.sales_id from public.commissions m
          where m.organization_id = payable_to.organization_id and m.agent_id = payable_to.agent_id
            and m.status = 'unpaid'
          order by m.due_on, m.sales_id limit 5)) f
        order by f.place, f.day nulls last, f.sales_id limit 5) p
      join public.sales s on s.id = p.sales_id
      join public.commissions m on m.sales_id = s.id and m.organization_id = s.organization_id
      join private.commission_money w on w.commission_id = m.id
      join public.customers c on c.id = s.customer_id
      join public.vendors v on v.id = s.vendor_id));
end $function$;

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
      where h.organization_id = c.organization_id and h.commission_id = c.id and c.status not in ('agent_paid', 'cancelled')),
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
      select coalesce(jsonb_agg(jsonb_build_object('amount', -l.amount, 'note', l.note, 'at', l.created_at, 'payout', b.name)
        || case when sees_all then jsonb_build_object('transaction_id', l.transaction_id) else '{}' end
        order by l.created_at, l.id), '[]')
      from public.payout_lines l left join public.payout_batches b on b.organization_id = l.organization_id and b.id = l.batch_id
      where l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'recall'
        and (sees_all or l.agent_id = auth.uid())));
end $function$;

CREATE OR REPLACE FUNCTION private.post_recall(b public.payout_batches, c public.commissions, amount numeric, note text, transaction_id uuid, by_itself boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  agent_id uuid := (select p.agent_id from public.agent_payments p
    where p.organization_id = c.organization_id and p.commission_id = c.id);
  new_id uuid;
begin
  insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, transaction_id, amount, note, created_by)
  values (c.organization_id, b.id, agent_id, 'recall', c.id, post_recall.transaction_id, -post_recall.amount, post_recall.note,
    private.acting_user(c.organization_id))
  returning id into new_id;
  insert into public.commission_history
    (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes, code, params)
  values (c.id, c.organization_id, private.acting_user(c.organization_id), 'update', c.status, c.status, '{}',
    jsonb_build_object('recalled_amount', post_recall.amount), 'Taken back from the agent: ' || post_recall.note, 'recalled',
    jsonb_build_object('amount', post_recall.amount, 'reason', post_recall.note));
  perform private.write_notification(c.organization_id, agent_id, 'payout', 'Commission on the '
    || (select private.sale_description(s) from public.sales s where s.id = c.sales_id)
    || ' was taken back by the vendor. Your next payout says how much.', 'commissions', c.id, 'commission_recalled',
    jsonb_build_object('sale', private.sale_param(c.sales_id)));
  if b.id is not null then
    perform private.note_payout(b, 'adjusted', jsonb_build_object('agent_id', agent_id, 'kind', 'recall',
      'amount', -post_recall.amount, 'note', post_recall.note, 'commission_id', c.id,
      'booking_reference', (select s.booking_reference from public.sales s where s.id = c.sales_id),
      'agent', (select u.first_name || ' ' || u.last_name from public.users u where u.id = agent_id)), post_recall.by_itself);
  end if;
  return new_id;
end $function$;

CREATE OR REPLACE FUNCTION private.post_void(b public.payout_batches, organization_id uuid, agent_id uuid, statement_id uuid, payment_id uuid, amount numeric, paid_on date, reason text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  note constant text := 'Payment of ' || to_char(post_void.paid_on, 'FMMonth FMDD, YYYY') || ' came back: ' || post_void.reason;
  new_line_id uuid;
  new_id uuid;
begin
  insert into public.payout_lines (organization_id, batch_id, agent_id, kind, amount, note, created_by)
  values (post_void.organization_id, b.id, post_void.agent_id, 'returned', post_void.amount, note, auth.uid())
  returning id into new_line_id;
  insert into public.payment_voids (organization_id, agent_id, statement_id, payment_id, amount, voided_on, reason, voided_by, line_id)
  values (post_void.organization_id, post_void.agent_id, post_void.statement_id, post_void.payment_id, -post_void.amount,
    private.today(), post_void.reason, auth.uid(), new_line_id)
  returning id into new_id;
  if b.id is not null then
    perform private.note_payout(b, 'adjusted', jsonb_build_object('agent_id', post_void.agent_id, 'kind', 'returned',
      'amount', post_void.amount, 'note', note));
  end if;
  return new_id;
end $function$;

CREATE OR REPLACE FUNCTION private.refresh_report_totals_of(organization_id uuid, most integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  this_kind text;
  months date[];
begin
  foreach this_kind in array private.report_kinds() loop
    with stale as (
      delete from private.stale_report_months d
      where d.organization_id = refresh_report_totals_of.organization_id and d.kind = this_kind and d.month in (
        select distinct m.month from private.stale_report_months m
        where m.organization_id = refresh_report_totals_of.organization_id and m.kind = this_kind
        order by m.month desc limit refresh_report_totals_of.most)
      returning d.month)
    select array_agg(distinct s.month) into months from stale s;
    continue when months is null;
    delete from private.report_totals t
    where t.organization_id = refresh_report_totals_of.organization_id and t.kind = this_kind
      and t.grouped_by in ('agent', 'vendor') and t.month = any (months);
    insert into private.report_totals
    select r.* from private.report_totals_of_rows(refresh_report_totals_of.organization_id, this_kind, months) r
    order by r.grouped_by, r.month, r.group_id;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.refresh_totals_of(organization_id uuid, most_months integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  days date[];
  months date[];
begin
  with stale as (
    delete from private.stale_days d
    where d.organization_id = refresh_totals_of.organization_id
      and date_trunc('month', d.day::timestamp) in (
        select distinct date_trunc('month', m.day::timestamp) from private.stale_days m
        where m.organization_id = refresh_totals_of.organization_id order by 1 desc
        limit refresh_totals_of.most_months)
    returning d.day)
  select array_agg(distinct s.day), array_agg(distinct date_trunc('month', s.day::timestamp)::date) into days, months from stale s;
  if days is null then
    return;
  end if;

  with fresh as materialized (
    select * from private.daily_totals_of_rows(refresh_totals_of.organization_id, days)
  ), gone as (
    delete from private.daily_totals t
    where t.organization_id = refresh_totals_of.organization_id and t.day = any (days)
      and (t.subject_id, t.record_type, t.day, t.status) not in (
        select f.subject_id, f.record_type, f.day, f.status from fresh f))
  insert into private.daily_totals
  select * from fresh
  except
  select * from private.daily_totals t where t.organization_id = refresh_totals_of.organization_id and t.day = any (days)
  on conflict on constraint daily_totals_pkey do update set
    record_count = excluded.record_count, total_amount = excluded.total_amount,
    commission_amount = excluded.commission_amount, agent_amount = excluded.agent_amount;

  with fresh as materialized (
    select * from private.monthly_totals_of_rows(refresh_totals_of.organization_id, months)
  ), gone as (
    delete from private.monthly_totals t
    where t.organization_id = refresh_totals_of.organization_id and t.month = any (months)
      and (t.subject_id, t.grouped_by, t.month, t.group_id) not in (
        select f.subject_id, f.grouped_by, f.month, f.group_id from fresh f))
  insert into private.monthly_totals
  select * from fresh
  except
  select * from private.monthly_totals t where t.organization_id = refresh_totals_of.organization_id and t.month = any (months)
  on conflict on constraint monthly_totals_pkey do update set
    sales_count = excluded.sales_count, total_amount = excluded.total_amount, commission_amount = excluded.commission_amount;
end $function$;

CREATE OR REPLACE FUNCTION private.rematch_commissions(organization_id uuid, commission_ids uuid[], except_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.match_transactions(organization_id, array(
    select distinct s.transaction_id from public.bank_suggestions s
    where s.organization_id = rematch_commissions.organization_id and s.transaction_id <> all (except_ids)
      and (s.commission_id = any (commission_ids) and s.rank = 1
        or s.rank > 1 and s.commission_id = any (commission_ids))
    limit 200));
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
      join (
        select * from private.daily_totals t
        where t.organization_id = sales_by.organization_id and t.subject_id = any (agents)
          and t.record_type in ('sale', 'commission')
          and t.day <> all (stale)
        union all
        select * from private.daily_totals_of_rows(sales_by.organization_id, stale, null, sales_by.agent_id) n
        where n.subject_id = any (agents)) d on d.day between r.from_day and r.to_day
      where sales_by.grouped_by = 'agent' and d.status <> 'cancelled'
      union all
      select s.vendor_id, r.sign * count(*), r.sign * sum(s.total_amount), 0
      from unnest(signs, from_days, to_days) r(sign, from_day, to_day)
      join public.sales s on s.organization_id = sales_by.organization_id and s.agent_id = any (agents)
        and s.sale_date between r.from_day and r.to_day
      where sales_by.grouped_by = 'vendor' and s.status <> 'cancelled'
      group by s.vendor_id, r.sign
      union all
      select c.vendor_id, 0, 0, r.sign * sum(c.amount)
      from unnest(signs, from_days, to_days) r(sign, from_day, to_day)
      join public.commissions c on c.organization_id = sales_by.organization_id
        and c.sale_date between r.from_day and r.to_day
      where sales_by.grouped_by = 'vendor' and c.status <> 'cancelled'
        and (sales_by.agent_id is null or c.agent_id = sales_by.agent_id)
      group by c.vendor_id, r.sign) t
    group by t.id having sum(t.sales_count) > 0;
end $function$;

CREATE OR REPLACE FUNCTION private.sync_recalls()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  a record;
  c public.commissions;
  b public.payout_batches;
  share numeric;
begin
  if tg_op <> 'INSERT' then
    for a in select r.* from replaced r where r.amount < 0 order by r.commission_id loop
      perform private.drop_recall(a.organization_id, a.transaction_id, a.commission_id);
    end loop;
  end if;
  if tg_op = 'DELETE' then
    return null;
  end if;
  for a in
    select n.*, v.name as vendor, t.booked_on from changed n
    join public.bank_transactions t on t.organization_id = n.organization_id and t.id = n.transaction_id
    join public.commissions m on m.organization_id = n.organization_id and m.id = n.commission_id and m.status = 'agent_paid'
    join public.vendors v on v.id = m.vendor_id
    where n.amount < 0 order by n.commission_id
  loop
    select m.* into c from public.commissions m where m.id = a.commission_id;
    share := least(private.recallable_amount(c.organization_id, c.id), round(-a.amount * c.commission_split / 100, 2));
    continue when coalesce(share, 0) <= 0;
    select p.* into b from public.payout_batches p
    where p.organization_id = c.organization_id and p.status = 'draft' for update skip locked;
    perform private.post_recall(b, c, share, a.vendor || ' took commission back on ' || to_char(a.booked_on, 'FMMonth FMDD, YYYY'),
      a.transaction_id, true);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.totals(record_type text, organization_id uuid, agent_id uuid, first_day date, last_day date)
 RETURNS SETOF private.daily_totals
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  subject constant uuid := coalesce(totals.agent_id, totals.organization_id);
  stale constant date[] := array(
    select distinct d.day from private.stale_days d
    where d.organization_id = totals.organization_id and d.day between totals.first_day and totals.last_day);
begin
  return query
    select * from private.daily_totals t
    where t.organization_id = totals.organization_id and t.subject_id = subject and t.record_type = totals.record_type
      and t.day between totals.first_day and totals.last_day and t.day <> all (stale);
  if cardinality(stale) > 0 then
    return query select * from private.daily_totals_of_rows(totals.organization_id, stale, totals.record_type, subject);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.typed_amount(typed text, organization_id uuid, marked boolean DEFAULT false)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  parts text[] := regexp_match(btrim(typed),
    '^([$]|[^\x01-\x7f]{1,3}|[[:alpha:]]{3})?\s*(\d[\d., '']{0,18})\s*([$]|[^\x01-\x7f]{1,3}|[[:alpha:]]{3})?$');
  mark text := concat(parts[1], parts[3]);
  agency record;
  digits text := replace(replace(btrim(parts[2]), ' ', ''), '''', '');
  separators text := regexp_replace(digits, '\d', '', 'g');
  decimals text := right(separators, 1);
begin
  select o.amount_notation, o.currency into agency from public.organizations o where o.id = organization_id;
  if digits is null or mark ~ '[[:alpha:]]{3}' and upper(mark) <> agency.currency then
    return null;
  elsif separators ~ '^(.)\1+$' then
    decimals := case decimals when '.' then ',' else '.' end;
  elsif digits ~ '^[1-9]\d{0,2}[.,]\d{3}$' then
    decimals := case agency.amount_notation when 'comma' then ',' else '.' end;
  end if;
  digits := replace(replace(digits, case decimals when ',' then '.' else ',' end, ''), ',', '.');
  return case when digits ~ '^\d{1,10}(\.\d{1,2})?$' and (not marked or digits ~ '\.' or mark <> '')
    then digits::numeric end;
end $function$;

CREATE OR REPLACE FUNCTION private.unmatch_transactions(organization_id uuid, transaction_ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  paid jsonb;
  t public.bank_transactions;
begin
  perform private.lock_commissions(organization_id, array(
    select a.commission_id from public.bank_allocations a
    where a.organization_id = unmatch_transactions.organization_id and a.transaction_id = any (transaction_ids)));
  paid := private.check_unmatch(organization_id, transaction_ids);
  if paid <> '[]' then
    return paid;
  end if;
  for t in select b.* from public.bank_transactions b
    where b.organization_id = unmatch_transactions.organization_id and b.id = any (transaction_ids) and b.status = 'matched'
    -- What takes back comes before what brought.
    order by b.amount, b.id
  loop
    perform private.give_reason('Match with the ' || private.deposit_words(t) || ' taken back', 'match_taken_back',
      jsonb_build_object('day', t.booked_on));
    delete from public.bank_allocations a where a.organization_id = t.organization_id and a.transaction_id = t.id;
    update public.bank_transactions b set status = 'open', unclaimed_amount = 0, fee_amount = 0, matching_due = true,
      version = b.version + 1
    where b.id = t.id;
  end loop;
  perform private.give_reason('');
  return '[]';
end $function$;

CREATE OR REPLACE FUNCTION private.write_match(t public.bank_transactions, parts jsonb, unclaimed numeric, fee numeric, category text, vendor_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  total numeric;
  wrong record;
  new_category text;
begin
  if jsonb_typeof(parts) is distinct from 'array' or jsonb_array_length(parts) > 500 or exists (
    select 1 from jsonb_array_elements(parts) p
    where case when jsonb_typeof(p) <> 'object' then true
      else not coalesce(pg_input_is_valid(p ->> 'commission_id', 'uuid'), false)
        or coalesce(p ->> 'amount' !~ '^-?\d{1,10}(\.\d{1,2})?$', true)
        or p ->> 'rest' not in ('received', 'open') or jsonb_typeof(p -> 'keep_day') not in ('boolean', 'null')
        or p ->> 'write_off' !~ '^\d{1,10}(\.\d{1,2})?$' or p ->> 'expected' !~ '^-?\d{1,10}(\.\d{1,2})?$' end) then
    return jsonb_build_object('error', 'Each part needs a commission and an amount like 1482.50.', 'field', 'parts');
  elsif coalesce(fee, 0) < 0 or coalesce(fee, 0) <> round(coalesce(fee, 0), 2)
    or coalesce(unclaimed, 0) <> round(coalesce(unclaimed, 0), 2) then
    return jsonb_build_object('error', 'Enter an amount like 15.00.', 'field', 'fee');
  end if;
  total := coalesce((select sum((p ->> 'amount')::numeric) from jsonb_array_elements(parts) p), 0)
    + coalesce(unclaimed, 0) - coalesce(fee, 0);
  if total <> t.amount then
    return jsonb_build_object('error', case when total < t.amount then (t.amount - total) || ' is not placed yet.'
      else (total - t.amount) || ' too much is placed.' end, 'field', 'parts');
  elsif (select count(distinct p ->> 'commission_id') <> count(*) from jsonb_array_elements(parts) p) then
    return jsonb_build_object('error', 'A commission stands in this deposit twice.', 'field', 'parts');
  elsif sign(coalesce(unclaimed, 0)) = -sign(t.amount)
    or exists (select 1 from jsonb_array_elements(parts) p where sign((p ->> 'amount')::numeric) <> sign(t.amount)) then
    return jsonb_build_object('error', 'A part has the sign of its transaction.', 'field', 'parts');
  elsif exists (select 1 from jsonb_array_elements(parts) p where (p ->> 'write_off')::numeric > 0
    and coalesce(btrim(p ->> 'reason'), '') = '') then
    return jsonb_build_object('error', 'Say why the rest is written off.', 'field', 'reason');
  end if;
  perform private.lock_commissions(t.organization_id, array(
    select (p ->> 'commission_id')::uuid from jsonb_array_elements(parts) p
    union select a.commission_id from public.bank_allocations a
    where a.organization_id = t.organization_id and a.transaction_id = t.id));
  select p.value as part, c.*, coalesce(own.amount + own.write_off_amount, 0) as here,
    s.booking_reference into wrong
  from jsonb_array_elements(parts) p(value)
  left join public.commissions c on c.organization_id = t.organization_id and c.id = (p.value ->> 'commission_id')::uuid
  left join public.sales s on s.id = c.sales_id
  left join public.bank_allocations own on own.organization_id = t.organization_id and own.transaction_id = t.id
    and own.commission_id = c.id
  where c.id is null or c.status = 'cancelled' and (p.value ->> 'amount')::numeric > 0
    or p.value ? 'expected' and case when t.amount > 0 then c.undeposited_amount + coalesce(own.amount + own.write_off_amount, 0)
      else c.deposited_amount - coalesce(own.amount, 0) end <> (p.value ->> 'expected')::numeric
    or (p.value ->> 'amount')::numeric < 0
      and c.deposited_amount - coalesce(own.amount, 0) + (p.value ->> 'amount')::numeric < 0
    or (p.value ->> 'write_off')::numeric > greatest(c.undeposited_amount + coalesce(own.amount + own.write_off_amount, 0)
      - (p.value ->> 'amount')::numeric - case when p.value ->> 'rest' = 'received' then greatest((
        select r.amount from private.recorded_receipt(c, t.id) r) - (p.value ->> 'amount')::numeric, 0) else 0 end, 0)
  limit 1;
  if found then
    return jsonb_build_object('field', 'parts', 'error', case
      when wrong.id is null then 'This commission does not exist.'
      when wrong.status = 'cancelled' then 'The commission on ' || wrong.booking_reference || ' is cancelled.'
      when wrong.part ? 'expected' then 'The commission on ' || wrong.booking_reference || ' was changed or paid meanwhile.'
      when (wrong.part ->> 'amount')::numeric < 0 then 'No deposit of that amount was matched with ' || wrong.booking_reference || '.'
      else 'More would be written off than ' || wrong.booking_reference || ' still owes.' end,
      'commission_id', wrong.id);
  elsif private.paid_parts(t.organization_id, array[t.id], array(
      select (p ->> 'commission_id')::uuid from jsonb_array_elements(parts) p)) <> '[]' then
    return jsonb_build_object('field', 'parts', 'error', 'An agent has been paid for what this deposit brought.');
  -- As private.check_unmatch says it.
  elsif exists (
    select 1 from public.bank_allocations own
    join public.commissions c on c.organization_id = own.organization_id and c.id = own.commission_id
    left join jsonb_array_elements(parts) p(value) on (p.value ->> 'commission_id')::uuid = own.commission_id
    where own.organization_id = t.organization_id and own.transaction_id = t.id and own.amount > 0
      and c.deposited_amount - own.amount + coalesce((p.value ->> 'amount')::numeric, 0) < 0) then
    return jsonb_build_object('field', 'parts', 'error', 'The vendor took commission of it back since. Take that match back first.');
  end if;
  new_category := coalesce(category, case when t.amount < 0 then 'recall' else 'commission' end);
  perform private.give_reason(upper(left(private.deposit_words(t), 1)) || substr(private.deposit_words(t), 2)
    || case when t.amount < 0 then ' takes commission back' else ' matched' end,
    case when t.amount < 0 then 'deposit_takes_back' else 'deposit_matched' end, jsonb_build_object('day', t.booked_on));
  delete from public.bank_allocations a where a.organization_id = t.organization_id and a.transaction_id = t.id
    and a.commission_id not in (select (p ->> 'commission_id')::uuid from jsonb_array_elements(parts) p);
  insert into public.bank_allocations as a (organization_id, transaction_id, commission_id, amount, write_off_amount,
    write_off_reason, replaced_amount, takes_day, created_by)
  select t.organization_id, t.id, c.id, n.amount, coalesce((p.value ->> 'write_off')::numeric, w.carried, 0),
    case when (p.value ->> 'write_off')::numeric > 0 then btrim(p.value ->> 'reason')
      when p.value ->> 'write_off' is null and w.carried > 0 then r.reason end,
    case when n.amount > 0 then coalesce(r.amount - n.kept, 0) else 0 end,
    n.amount > 0 and coalesce(r.amount, 0) > 0 and not coalesce((p.value ->> 'keep_day')::boolean, true),
    private.acting_user(t.organization_id)
  from jsonb_array_elements(parts) p(value)
  join public.commissions c on c.organization_id = t.organization_id and c.id = (p.value ->> 'commission_id')::uuid
  left join public.bank_allocations own on own.organization_id = t.organization_id and own.transaction_id = t.id
    and own.commission_id = c.id
  left join lateral private.recorded_receipt(c, t.id) r on true
  cross join lateral (select (p.value ->> 'amount')::numeric as amount, case when p.value ->> 'rest' = 'received'
    then greatest(r.amount - (p.value ->> 'amount')::numeric, 0) else 0 end as kept) n
  cross join lateral (select case when n.amount > 0 then least(coalesce(r.written_off, 0), greatest(
    c.undeposited_amount + coalesce(own.amount + own.write_off_amount, 0) - n.amount - n.kept, 0)) end as carried) w
  on conflict (organization_id, transaction_id, commission_id) do update set amount = excluded.amount,
    write_off_amount = excluded.write_off_amount, write_off_reason = excluded.write_off_reason,
    replaced_amount = excluded.replaced_amount, takes_day = excluded.takes_day;
  perform private.give_reason('');
  update public.bank_transactions b set status = 'matched', unclaimed_amount = coalesce(unclaimed, 0),
    fee_amount = coalesce(fee, 0), category = new_category, certainty = null, version = b.version + 1,
    matching_due = coalesce(unclaimed, 0) <> 0,
    vendor_id = coalesce(write_match.vendor_id, (
      select c.vendor_id from public.commissions c where c.organization_id = t.organization_id
        and c.id = (parts -> 0 ->> 'commission_id')::uuid), b.vendor_id)
  where b.id = t.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.add_payout_lines(batch_id uuid, commission_ids uuid[] DEFAULT '{}'::uuid[], adjustment_ids uuid[] DEFAULT '{}'::uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.payout_batches := private.lock_payout(add_payout_lines.batch_id);
  added uuid[];
begin
  if private.draft_refusal(b) is not null then
    return private.command_result(private.draft_refusal(b));
  end if;
  with returned as (
    update public.payout_lines l set batch_id = b.id
    where l.organization_id = b.organization_id and l.batch_id is null and l.id = any (adjustment_ids)
    returning l.id
  ), added_lines as (
    insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, amount, created_by)
    select b.organization_id, b.id, c.agent_id, 'commission', c.commission_id, c.amount, auth.uid()
    from private.open_for_payout(b.organization_id, null, true) c
    where c.commission_id = any (commission_ids) and c.obstacle is null and c.batch_id is null
    order by c.commission_id
    on conflict do nothing
    returning id)
  select array(select id from returned union all select id from added_lines) into added;
  if cardinality(added) = 0 then
    return private.command_result('It cannot be put back any more.') || jsonb_build_object('added', 0);
  end if;
  perform private.note_payout(b, 'added', jsonb_build_object('lines', cardinality(added), 'items', private.told_lines(b, added)));
  return private.command_result(null) || jsonb_build_object('added', cardinality(added));
end $function$;

CREATE OR REPLACE FUNCTION public.correct_agent_payment(payment_id uuid, payment_date date, payment_method text, reference text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.admin_organization_id();
  payment public.agent_payments%rowtype;
  corrected public.agent_payments%rowtype;
  refusal text;
  before jsonb;
  after jsonb;
begin
  if caller_organization_id is null then
    return private.command_result('You do not have permission to correct agent payments.');
  end if;
  select p.* into payment from public.agent_payments p
  where p.organization_id = caller_organization_id and p.id = correct_agent_payment.payment_id
  for no key update;
  if payment.id is null then
    return private.command_result('This payment does not exist.', 'payment_id');
  elsif correct_agent_payment.payment_date is null then
    return private.command_result('Enter the payment date.', 'payment_date');
  elsif correct_agent_payment.payment_method is null then
    return private.command_result('Choose how the agent was paid.', 'payment_method');
  elsif correct_agent_payment.payment_date <> payment.payment_date then
    refusal := coalesce(private.closed_fact_refusal(caller_organization_id, payment.posted_on),
      private.closed_day_refusal(caller_organization_id, correct_agent_payment.payment_date));
    if refusal is not null then
      return private.command_result(refusal, 'payment_date');
    end if;
  end if;
  update public.agent_payments p set payment_date = correct_agent_payment.payment_date,
    payment_method = correct_agent_payment.payment_method, reference = nullif(btrim(correct_agent_payment.reference), '')
  where p.id = payment.id
  returning p.* into corrected;
  select jsonb_object_agg(e.name, e.old), jsonb_object_agg(e.name, e.new) into before, after
  from (values
    ('payment_date', to_jsonb(payment.payment_date), to_jsonb(corrected.payment_date)),
    ('payment_method', to_jsonb(payment.payment_method), to_jsonb(corrected.payment_method)),
    ('payment_reference', to_jsonb(payment.reference), to_jsonb(corrected.reference))) e(name, old, new)
  where e.old is distinct from e.new;
  if after is not null then
    insert into public.commission_history
      (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes, code)
    values (payment.commission_id, caller_organization_id, auth.uid(), 'update', 'agent_paid', 'agent_paid', before, after,
      'Payment corrected', 'payment_corrected');
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.create_organization_with_owner(org_name text DEFAULT NULL::text, org_email text DEFAULT NULL::text, user_id uuid DEFAULT NULL::uuid, user_email text DEFAULT NULL::text, user_first_name text DEFAULT NULL::text, user_last_name text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller uuid := auth.uid();
  account auth.users%rowtype;
  meta jsonb;
  name_of_organization text;
  first_name text;
  last_name text;
  zone text;
  new_organization_id uuid;
begin
  if user_id is null then
    return private.command_result('The user is missing');
  end if;
  if caller is not null and caller <> user_id then
    return private.command_result('You can create an organization only for yourself');
  end if;

  -- Serializes calls for the same account, here and in accept_invitation: an account gets one organization.
  perform pg_advisory_xact_lock(hashtextextended('create_organization_with_owner ' || user_id::text, 0));
  select u.* into account from auth.users u where u.id = user_id and u.deleted_at is null;

  if account.id is null
    or account.email is null
    or lower(btrim(coalesce(user_email, account.email))) <> lower(account.email)
    or caller is null and (account.email_confirmed_at is not null or account.created_at < now() - interval '10 minutes')
    or caller is not null and not private.has_live_session()
  then
    return private.command_result('This sign-up cannot be completed here. Please confirm your e-mail address and sign in.');
  end if;
  if exists (select 1 from public.users u where u.id = account.id) then
    return private.command_result('An organization already exists for this account');
  end if;
  if private.has_pending_invitation(account.email) then
    return private.command_result('You are invited to an organization. Please accept the invitation from your e-mail.');
  end if;

  meta := coalesce(account.raw_user_meta_data, '{}');
  name_of_organization := coalesce(private.visible_text(org_name), private.visible_text(meta ->> 'organization_name'));
  first_name := coalesce(private.visible_text(user_first_name), private.visible_text(meta ->> 'first_name'));
  last_name := coalesce(private.visible_text(user_last_name), private.visible_text(meta ->> 'last_name'));
  if name_of_organization is null then
    return private.command_result('The organization name is missing');
  elsif first_name is null or last_name is null then
    return private.command_result('First and last name are missing');
  end if;
  select z.name into zone from pg_catalog.pg_timezone_names z where z.name = meta ->> 'time_zone' limit 1;

  insert into public.organizations (name, email, time_zone, amount_notation, date_order)
  values (name_of_organization, lower(coalesce(nullif(btrim(org_email), ''), account.email)), coalesce(zone, 'UTC'),
    -- As the browser's language writes them, where it said so.
    case when meta ->> 'amount_notation' in ('point', 'comma') then meta ->> 'amount_notation' else 'point' end,
    case when meta ->> 'date_order' in ('mdy', 'dmy', 'ymd') then meta ->> 'date_order' else 'mdy' end)
  returning id into new_organization_id;
  insert into public.users (id, organization_id, first_name, last_name, role)
  values (account.id, new_organization_id, first_name, last_name, 'owner');
  return jsonb_build_object('success', true, 'organization_id', new_organization_id);
end $function$;

CREATE OR REPLACE FUNCTION public.delete_bank_remittance(remittance_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  r public.bank_remittances;
begin
  delete from public.bank_remittances x
  where x.id = delete_bank_remittance.remittance_id and x.organization_id = caller_organization_id returning x.* into r;
  if r.id is null then
    return private.command_result('This statement is no longer there.');
  end if;
  perform private.match_transactions(caller_organization_id, array[r.transaction_id]);
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.find_customers_by_name(search text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  offered constant int := 20;
  scope record := private.caller_scope();
  ids uuid[];
begin
  if scope.organization_id is null then
    return '[]';
  end if;
  ids := case when btrim(private.cut_search(search)) <> ''
    then private.find_customers_named(scope.organization_id, scope.agent_id, search, offered, false)
    else array(select c.id from public.customers c where c.organization_id = scope.organization_id and c.archived_at is null
      order by c.last_name, c.first_name, c.id limit offered) end;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name,
      'email', c.email, 'phone', c.phone) order by i.n), '[]')
    from unnest(ids) with ordinality i(id, n) join public.customers c on c.id = i.id);
end $function$;

CREATE OR REPLACE FUNCTION public.find_members_by_name(search text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  offered constant int := 20;
  caller_organization_id uuid := private.current_organization_id();
  ids uuid[];
begin
  ids := case when btrim(private.cut_search(search)) <> ''
    then private.find_members_named(caller_organization_id, private.customer_words(search), offered, private.is_admin())
    else array(select u.id from public.users u where u.organization_id = caller_organization_id
      order by not u.is_active, u.first_name, u.last_name, u.id limit offered) end;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
      'avatar_url', u.avatar_url, 'is_active', u.is_active) order by i.n), '[]')
    from unnest(ids) with ordinality i(id, n) join public.users u on u.id = i.id);
end $function$;

CREATE OR REPLACE FUNCTION public.find_open_commissions(search text DEFAULT NULL::text, vendor_id uuid DEFAULT NULL::uuid, page integer DEFAULT 1, taken_back boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  typed text := nullif(btrim(left(search, 200)), '');
  pattern text := '%' || private.escape_like(lower(typed)) || '%';
  takes_back boolean := coalesce(find_open_commissions.taken_back, false);
  ids uuid[];
begin
  ids := array(
    select c.id
    from public.commissions c
    join public.sales s on s.id = c.sales_id and s.organization_id = c.organization_id
    where c.organization_id = caller_organization_id
      and (c.undeposited_amount > 0 and not takes_back or c.deposited_amount > 0 and takes_back and typed is not null)
      and (find_open_commissions.vendor_id is null or c.vendor_id = find_open_commissions.vendor_id)
      and (typed is null or s.id in (
        select o.id from public.sales o where o.organization_id = caller_organization_id
          and lower(o.booking_reference collate pg_catalog."pg_c_utf8") like pattern
        union all
        select o.id from public.sales o where o.organization_id = caller_organization_id and o.customer_id in (
          select k.customer_id from private.customer_search k where k.organization_id = caller_organization_id
            and k.document like private.normalize_search_text(pattern) limit 500)
        union all
        select m.sales_id from public.commissions m where m.organization_id = caller_organization_id
          and case when takes_back then m.deposited_amount else m.undeposited_amount end = private.typed_amount(typed, caller_organization_id)))
    order by c.manual_amount > 0 and not takes_back, c.due_on, c.id limit 1000);
  return jsonb_build_object('count', cardinality(ids), 'rows', private.bank_commission_rows(caller_organization_id,
    ids[(greatest(coalesce(page, 1), 1) - 1) * 20 + 1 : greatest(coalesce(page, 1), 1) * 20], takes_back));
end $function$;

CREATE OR REPLACE FUNCTION public.find_vendors_by_name(search text DEFAULT NULL::text, with_archived boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  offered constant int := 20;
  caller_organization_id uuid := private.current_organization_id();
  with_archived boolean := coalesce(find_vendors_by_name.with_archived, false);
  ids uuid[];
begin
  ids := case when btrim(private.cut_search(search)) <> ''
    then private.find_vendors_named(caller_organization_id, private.customer_words(search), offered, with_archived)
    else array(select v.id from public.vendors v where v.organization_id = caller_organization_id
      and (with_archived or v.archived_at is null) order by v.archived_at is not null, v.name, v.id limit offered) end;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name, 'logo_url', v.logo_url,
      'default_commission_rate', v.default_commission_rate, 'archived', v.archived_at is not null) order by i.n), '[]')
    from unnest(ids) with ordinality i(id, n) join public.vendors v on v.id = i.id);
end $function$;

CREATE OR REPLACE FUNCTION public.finish_bank_import(import_id uuid, cancelled boolean DEFAULT false, broken_lines jsonb DEFAULT '[]'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  step constant int := 2000;
  i public.bank_imports := private.lock_bank_import(finish_bank_import.import_id);
  unread jsonb := coalesce(finish_bank_import.broken_lines, '[]');
  ids uuid[];
  more boolean := false;
begin
  if i.status = 'running' and cancelled then
    delete from public.bank_transactions t where t.organization_id = i.organization_id and t.import_id = i.id;
    update public.bank_imports b set status = 'cancelled', finished_at = now(), added = 0 where b.id = i.id returning * into i;
  elsif i.status in ('running', 'done') then
    if i.status = 'running' then
      update public.bank_imports b set status = 'done', finished_at = now(), broken = b.broken + jsonb_array_length(unread),
        broken_lines = case when octet_length((b.broken_lines || unread)::text) <= 100000 then b.broken_lines || unread
          else b.broken_lines end
      where b.id = i.id returning * into i;
    end if;
    ids := array(select t.id from public.bank_transactions t
      where t.organization_id = i.organization_id and t.import_id = i.id and t.matching_due
      order by t.line_number limit step);
    -- While the planner believes in small tables it reads all of them again and again instead of using an index.
    if i.added > 500 and (select t.reltuples < 10 * i.added from pg_catalog.pg_class t
      where t.oid = 'public.bank_transactions'::regclass) then
      analyze public.bank_transactions;
    end if;
    if (select t.reltuples < 10000 from pg_catalog.pg_class t where t.oid = 'public.bank_suggestions'::regclass) then
      analyze public.bank_suggestions;
    end if;
    perform private.match_transactions(i.organization_id, ids);
    more := exists (select 1 from public.bank_transactions t
      where t.organization_id = i.organization_id and t.import_id = i.id and t.matching_due);
    if not more then
      more := private.accept_certain_of_import(i);
    end if;
  end if;
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

CREATE OR REPLACE FUNCTION public.get_bank_inbox(view text DEFAULT 'review'::text, account_id uuid DEFAULT NULL::uuid, vendor_id uuid DEFAULT NULL::uuid, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, search text DEFAULT NULL::text, page integer DEFAULT 1, page_size integer DEFAULT 50)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  today date := private.today();
  month date := date_trunc('month', today)::date;
  page_no int := greatest(coalesce(get_bank_inbox.page, 1), 1);
  per_page int := least(greatest(coalesce(get_bank_inbox.page_size, 50), 1), 100);
  asked text := coalesce(get_bank_inbox.view, 'review');
  pattern text := '%' || private.escape_like(lower(nullif(btrim(left(search, 200)), ''))) || '%';
  amount_typed numeric := private.typed_amount(left(search, 200), caller_organization_id);
  conditions text;
  is_filtered boolean := coalesce(get_bank_inbox.account_id, get_bank_inbox.vendor_id) is not null
    or coalesce(start_date, end_date) is not null or pattern is not null;
  total bigint;
  ids uuid[];
  groups jsonb;
  counts jsonb;
begin
  if asked not in ('review', 'matched', 'unclaimed', 'set_aside', 'all') then
    perform private.refuse('There is no such list.', 'view');
  end if;
  conditions := concat_ws(' and ', 't.organization_id = $1',
    case asked when 'review' then 't.status in (''open'', ''suggested'')' when 'unclaimed' then 't.unclaimed_amount <> 0'
      when 'matched' then 't.status = ''matched'' and t.unclaimed_amount - t.fee_amount <> t.amount'
      when 'all' then null else 't.status = ' || quote_literal(asked) end,
    case when get_bank_inbox.account_id is not null then 't.account_id = $2' end,
    case when get_bank_inbox.vendor_id is not null then 't.vendor_id = $3' end,
    case when start_date is not null then 't.booked_on >= $4' end, case when end_date is not null then 't.booked_on <= $5' end,
    case when pattern is not null then '(lower(t.text collate pg_catalog."pg_c_utf8") like $6 or t.amount::text like $6'
      || coalesce(format(' or abs(t.amount) = %L::numeric', amount_typed), '') || ')' end);
  -- By status first: the function is slow for thousands of rows.
  select coalesce(jsonb_object_agg(g.name, jsonb_build_object('count', g.n, 'amount', g.amount_in - g.amount_out,
    'amount_in', g.amount_in, 'amount_out', g.amount_out)), '{}') into groups
  from (
    select private.bank_group(t.status, t.certainty) as name, sum(t.n) as n, sum(t.amount_in) as amount_in,
      sum(t.amount_out) as amount_out
    from (
      select t.status, t.certainty, count(*) as n, coalesce(sum(t.amount) filter (where t.amount > 0), 0) as amount_in,
        coalesce(-sum(t.amount) filter (where t.amount < 0), 0) as amount_out
      from public.bank_transactions t
      where t.organization_id = caller_organization_id and t.status in ('open', 'suggested') group by 1, 2) t
    group by 1) g;
  -- Each transaction came with an import, so these know how many there are; what is set aside is the rest.
  -- What was left unclaimed as a whole is settled, but not matched.
  select jsonb_build_object('review', n.review, 'matched', n.settled - u.whole, 'set_aside', n.all_of_them - n.review - n.settled,
    'all', n.all_of_them, 'unclaimed', u.n) into counts
  from (
    select (select coalesce(sum((g.value ->> 'count')::bigint), 0) from jsonb_each(groups) g) as review,
      (select count(*) from public.bank_transactions t
        where t.organization_id = caller_organization_id and t.status = 'matched') as settled,
      (select coalesce(sum(i.added), 0) from public.bank_imports i
        where i.organization_id = caller_organization_id and i.status in ('running', 'done')) as all_of_them) n
  cross join (
    select count(*) as n, count(*) filter (where t.unclaimed_amount - t.fee_amount = t.amount) as whole
    from public.bank_transactions t
    where t.organization_id = caller_organization_id and t.unclaimed_amount <> 0) u;
  execute format('select array(select t.id from public.bank_transactions t where %s order by %s limit $7 offset $8)', conditions,
    case asked when 'review' then
        'case when t.certainty = ''certain'' then 1 when t.status = ''suggested'' then 2 else 3 end, t.booked_on desc, t.id'
      when 'unclaimed' then 't.booked_on, t.id' else 't.booked_on desc, t.id' end)
  into ids
  using caller_organization_id, get_bank_inbox.account_id, get_bank_inbox.vendor_id, start_date, end_date, pattern, per_page,
    (page_no - 1)::bigint * per_page;
  if is_filtered then
    execute format('select count(*) from public.bank_transactions t where %s', conditions) into total
    using caller_organization_id, get_bank_inbox.account_id, get_bank_inbox.vendor_id, start_date, end_date, pattern;
  else
    total := counts ->> asked;
  end if;
  return jsonb_build_object('rows', private.bank_rows(caller_organization_id, ids), 'count', total, 'page', page_no,
    'page_size', per_page, 'total_pages', (total + per_page - 1) / per_page, 'groups', groups,
    'counts', counts,
    'strip', jsonb_build_object(
      'review', (select jsonb_build_object('count', coalesce(sum((g.value ->> 'count')::int), 0),
        'amount_in', coalesce(sum((g.value ->> 'amount_in')::numeric), 0), 'amount_out', coalesce(sum((g.value ->> 'amount_out')::numeric), 0))
        from jsonb_each(groups) g),
      'matched', (select jsonb_build_object('count', count(*) filter (where t.booked_on >= month and m.amount <> 0),
          'amount', coalesce(sum(m.amount) filter (where t.booked_on >= month), 0),
          'amount_before', coalesce(sum(m.amount) filter (where t.booked_on < month), 0))
        from public.bank_transactions t
        cross join lateral (select case when t.unclaimed_amount - t.fee_amount = t.amount then 0
          else t.amount - t.unclaimed_amount end as amount) m
        where t.organization_id = caller_organization_id and t.status = 'matched'
          and t.booked_on >= month - interval '1 month' and t.booked_on < month + interval '1 month'),
      'unclaimed', (select jsonb_build_object('count', count(*), 'amount', coalesce(sum(t.unclaimed_amount), 0),
          'oldest_on', min(t.booked_on))
        from public.bank_transactions t where t.organization_id = caller_organization_id and t.unclaimed_amount <> 0),
      'overdue', private.owed_figures(caller_organization_id)),
    'imports', private.bank_import_rows(caller_organization_id, array(
      select i.id from public.bank_imports i where i.organization_id = caller_organization_id and i.status in ('running', 'done')
      order by i.created_at desc, i.id limit 3)));
end $function$;

CREATE OR REPLACE FUNCTION public.get_commission_stats(start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, status text DEFAULT NULL::text, agent_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known constant text[] := '{unpaid,funds_received,agent_paid,cancelled}';
  wanted text[] := case when get_commission_stats.status = any (known) then array[get_commission_stats.status] else known end;
  scope record := private.caller_scope(get_commission_stats.agent_id);
  range record := private.date_range(get_commission_stats.start_date, get_commission_stats.end_date);
  f private.commission_filter;
begin
  f := private.commission_filter_of(null, get_commission_stats.agent_id, null, false, false,
    get_commission_stats.start_date, get_commission_stats.end_date, null);
  if not 'funds_received' = any (wanted) then
    f.organization_id := null;
  end if;
  return (
    select private.commission_status_summary(jsonb_object_agg(t.status, jsonb_build_object('count', t.n, 'amount', t.amount,
      'agent_amount', t.agent_amount)), private.early_commissions(f))
    from (
      select d.status, sum(d.record_count) as n, sum(d.commission_amount) as amount, sum(d.agent_amount) as agent_amount
      from private.totals('commission', scope.organization_id, scope.agent_id, range.first_day, range.last_day) d
      where d.status = any (wanted)
      group by d.status) t);
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
  where u.id = get_member_profile.member_id and u.organization_id = caller_organization_id and (private.is_admin() or u.id = auth.uid());
  if member.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'member', to_jsonb(member) || jsonb_build_object('last_active_at', private.last_seen(member.id), 'email', (
      select e.email from public.user_emails e where e.user_id = member.id)),
    'terms', (select jsonb_build_object('commission_split', t.commission_split, 'history', (
        select coalesce(jsonb_agg(jsonb_build_object('commission_split', h.commission_split,
          'previous_split', h.previous_split, 'changed_at', h.changed_at, 'changed_by', (
            select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
            from public.users u where u.id = h.changed_by)) order by h.changed_at desc, h.id), '[]')
        from public.user_terms_history h where h.organization_id = caller_organization_id and h.user_id = member.id))
      from public.user_terms t where t.user_id = member.id),
    'figures', (select jsonb_build_object('sales_count', coalesce(sum(t.record_count), 0),
        'total_amount', coalesce(sum(t.total_amount), 0), 'commission_amount', (
          select coalesce(sum(c.commission_amount), 0)
          from private.totals('commission', caller_organization_id, member.id, '1900-01-01', '2199-12-31') c
          where c.status <> 'cancelled'),
        'booked_sales_count', coalesce(sum(t.record_count) filter (where t.status = 'booked'), 0))
      from private.totals('sale', caller_organization_id, member.id, '1900-01-01', '2199-12-31') t where t.status <> 'cancelled')
      || jsonb_build_object('ready', (
        select jsonb_build_object('count', count(*), 'agent_amount', coalesce(sum(o.amount), 0))
        from private.open_for_payout(caller_organization_id, member.id, true) o where o.obstacle is null),
      'commissions', (
        select jsonb_object_agg(g.name, (
          select jsonb_build_object('count', coalesce(sum(t.record_count), 0), 'amount', coalesce(sum(t.commission_amount), 0),
            'agent_amount', coalesce(sum(t.agent_amount), 0))
          from private.totals('commission', caller_organization_id, member.id, '1900-01-01', '2199-12-31') t
          where t.status = g.name))
        from unnest('{unpaid,funds_received,agent_paid,cancelled}'::text[]) g(name))),
    'payouts', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'commission_id', p.commission_id,
        'booking_reference', s.booking_reference, 'amount', p.amount, 'payment_date', p.payment_date,
        'payment_method', p.payment_method) order by p.payment_date desc, p.id), '[]')
      from (
        select * from public.agent_payments a
        where a.organization_id = caller_organization_id and a.agent_id = member.id
        order by a.payment_date desc, a.id limit 10) p
      join public.commissions c on c.id = p.commission_id
      join public.sales s on s.id = c.sales_id),
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
    select coalesce(jsonb_agg(jsonb_build_object('id', l.line_id, 'kind', l.kind, 'amount', l.amount,
      'note', a.note, 'commission_id', l.commission_id, 'booking_reference', s.booking_reference,
      'customer', k.first_name || ' ' || k.last_name, 'vendor', v.name, 'received_on', c.received_on, 'commission', c.amount,
      'split', c.commission_split) order by l.kind <> 'commission', s.sale_date, s.booking_reference, l.commission_id), '[]') into lines
    from private.collectable_lines(caller_organization_id, caller) l
    left join public.payout_lines a on a.id = l.line_id
    left join public.commissions c on c.organization_id = caller_organization_id and c.id = l.commission_id
    left join public.sales s on s.id = c.sales_id
    left join public.customers k on k.id = s.customer_id
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
        select w.obstacle, count(*) as n, sum(w.amount) as amount, jsonb_agg(jsonb_build_object('commission_id', c.id,
          'booking_reference', s.booking_reference, 'customer', k.first_name || ' ' || k.last_name, 'vendor', v.name,
          'amount', w.amount, 'received_on', c.received_on, 'due_on', c.due_on, 'travel_date', s.travel_date,
          'return_date', s.return_date, 'reason', h.reason, 'held_by', u.first_name || ' ' || u.last_name)
          order by c.due_on, s.sale_date, c.id) filter (where w.place <= 50) as rows
        from (
          -- later: nothing stands in its way, but the open payout was made without it, or it is less than the minimum.
          select f.commission_id, f.amount, coalesce(f.obstacle, 'later') as obstacle,
            row_number() over (partition by coalesce(f.obstacle, 'later') order by f.commission_id) as place
          from private.open_for_payout(caller_organization_id, caller, false) f
          where f.batch_id is null and (f.obstacle is not null or b.id is not null)) w
        join public.commissions c on c.organization_id = caller_organization_id and c.id = w.commission_id
        join public.sales s on s.id = c.sales_id
        join public.customers k on k.id = s.customer_id
        join public.vendors v on v.id = c.vendor_id
        left join public.payout_holds h on h.organization_id = c.organization_id and h.commission_id = c.id
        left join public.users u on u.id = h.held_by
        group by w.obstacle) g),
    'paid_this_year', private.paid_to_agent(caller_organization_id, caller, extract(year from private.today())::int),
    'statements', private.statement_rows(caller_organization_id, caller, 5, 0),
    'statement_count', (select count(*) from public.payout_statements s
      where s.organization_id = caller_organization_id and s.agent_id = caller),
    'account', private.masked_bank_account(caller_organization_id, caller));
end $function$;

CREATE OR REPLACE FUNCTION public.get_payout(batch_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches;
begin
  select p.* into b from public.payout_batches p where p.id = get_payout.batch_id and p.organization_id = caller_organization_id;
  if b.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'payout', private.payout_row(b) || jsonb_build_object('currency', b.currency, 'created_at', b.created_at,
      'approved_at', b.approved_at, 'paid_at', b.paid_at, 'reference', b.reference,
      'created_by', (select u.first_name || ' ' || u.last_name from public.users u where u.id = b.created_by),
      'approved_by', (select u.first_name || ' ' || u.last_name from public.users u where u.id = b.approved_by),
      'scheduled_by', (select u.first_name || ' ' || u.last_name from public.users u where u.id = b.scheduled_by),
      'scheduled_at', b.scheduled_at, 'schedule_problem', b.schedule_problem, 'file_read_at', private.payment_file_read_at(b),
      'file', private.last_payment_file(b),
      'needs_other_person', b.status = 'draft' and private.needs_other_person(b)),
    'approvers', private.payout_approvers(b),
    'agents', (
      select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
        'avatar_url', u.avatar_url, 'commissions', t.commission_amount, 'adjustments', t.adjustment_amount, 'carried_in', t.carried_in,
        'carried_out', t.carried_out, 'amount', t.paid_amount, 'statement_id', t.statement_id, 'account', t.account,
        'void', private.void_note(b.organization_id, t.statement_id, null))
        order by t.paid_amount desc, u.last_name, u.id), '[]')
      from (
        select s.agent_id, s.commission_amount, s.adjustment_amount, s.carried_in, s.carried_out, s.paid_amount, s.id as statement_id,
          s.content -> 'account' as account
        from public.payout_statements s where b.status = 'paid' and s.organization_id = b.organization_id and s.batch_id = b.id
        union all
        select t.agent_id, t.commission_amount, t.adjustment_amount, t.carried_in, t.carried_out, t.paid_amount, null,
          private.file_account(b.organization_id, t.agent_id)
        from private.payout_totals(b) t where b.status in ('draft', 'approved', 'scheduled')) t
      join public.users u on u.id = t.agent_id),
    'lines', private.payout_line_rows(caller_organization_id, b.id, null),
    'unfunded', private.payout_unfunded(b),
    'held', case when b.status in ('draft', 'approved', 'scheduled') then private.held_commissions(caller_organization_id, null) else '[]' end,
    'open', case when b.status = 'draft' then (
      select jsonb_build_object('travel', jsonb_build_object('count', count(*) filter (where f.obstacle = 'travel' and f.batch_id is null),
          'amount', coalesce(sum(f.amount) filter (where f.obstacle = 'travel' and f.batch_id is null), 0)),
        'collectable', jsonb_build_object('count', count(*) filter (where f.obstacle is null and f.batch_id is null),
          'amount', coalesce(sum(f.amount) filter (where f.obstacle is null and f.batch_id is null), 0)))
      from private.open_for_payout(caller_organization_id, null, true) f) end,
    'problems', case when b.status in ('draft', 'approved', 'scheduled') then private.payout_problems(b) else '[]' end,
    'sender', private.masked_bank_account(caller_organization_id, null),
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object('action', e.action, 'details', e.details, 'at', e.done_at,
        'by', u.first_name || ' ' || u.last_name) order by e.done_at desc), '[]')
      from public.payout_events e left join public.users u on u.id = e.done_by
      where e.organization_id = caller_organization_id and e.batch_id = b.id));
end $function$;

CREATE OR REPLACE FUNCTION public.get_recent_customers(max_rows integer DEFAULT 5, start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_recent_customers.start_date, get_recent_customers.end_date);
  wanted integer := private.row_limit(get_recent_customers.max_rows);
  skip integer;
  newest refcursor;
  found_id uuid;
  sale record;
  seen uuid[] := '{}';
  answer jsonb := '[]';
begin
  -- The newest hundred mostly hold enough of them; if not, all that come after.
  foreach skip in array array[0, 100] loop
    if scope.agent_id is null then
      open newest for
        select s.id from public.sales s
        where s.organization_id = scope.organization_id and s.sale_date between range.first_day and range.last_day
          and s.status <> 'cancelled'
        order by s.sale_date desc, s.created_at desc, s.id
        limit case skip when 0 then 100 end offset skip;
    else
      open newest for
        select s.id from public.sales s
        where s.organization_id = scope.organization_id and s.agent_id = scope.agent_id
          and s.sale_date between range.first_day and range.last_day and s.status <> 'cancelled'
        order by s.sale_date desc, s.created_at desc, s.id
        limit case skip when 0 then 100 end offset skip;
    end if;
    loop
      exit when cardinality(seen) = wanted;
      fetch newest into found_id;
      exit when not found;
      select s.customer_id, s.total_amount, s.sale_date into sale from public.sales s where s.id = found_id;
      continue when sale.customer_id = any (seen);
      seen := seen || sale.customer_id;
      answer := answer || (
        select jsonb_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name, 'email', c.email,
          'sale_id', found_id, 'last_purchase_amount', sale.total_amount, 'sale_date', sale.sale_date)
        from public.customers c where c.id = sale.customer_id);
    end loop;
    close newest;
    exit when cardinality(seen) = wanted;
  end loop;
  return answer;
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
      select coalesce(jsonb_agg(e.line || jsonb_build_object('customer', k.first_name || ' ' || k.last_name)
        || case when private.is_admin() and e.line ->> 'kind' = 'commission'
          then jsonb_build_object('funded', c.open_amount = 0) else '{}' end order by e.n), '[]')
      from jsonb_array_elements(s.content -> 'lines') with ordinality e(line, n)
      left join public.commissions c on c.organization_id = caller_organization_id and c.id = (e.line ->> 'commission_id')::uuid
      left join public.sales b on b.id = c.sales_id
      left join public.customers k on k.id = b.customer_id),
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
    'received', jsonb_build_object('count', count(m.received_on), 'amount', coalesce(sum(m.received - m.taken_back), 0),
      'owed', coalesce(sum(m.amount) filter (where m.received_on is not null), 0), 'taken_back', coalesce(sum(m.taken_back), 0)))
  into figures
  from private.commission_money m
  where m.organization_id = caller_organization_id and m.vendor_id = get_vendor_profile.vendor_id and m.status in ('unpaid', 'funds_received', 'agent_paid');
  figures := jsonb_set(figures, '{overdue}', (figures -> 'overdue')
    || private.owed_figures(caller_organization_id, vendor_id => get_vendor_profile.vendor_id) - 'vendors');
  return jsonb_build_object('vendor', vendor, 'figures', figures);
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
begin
  if nullif(btrim(hold_commission.reason), '') is null then
    return private.command_result('Say why it is held. The agent reads it.', 'reason');
  elsif char_length(btrim(hold_commission.reason)) > 500 then
    return private.command_result('Use at most 500 characters.', 'reason');
  end if;
  b := private.lock_draft(caller_organization_id);
  select m.* into c from public.commissions m
  where m.organization_id = caller_organization_id and m.id = hold_commission.commission_id for no key update;
  if c.id is null then
    return private.command_result('This commission does not exist.');
  elsif c.status in ('agent_paid', 'cancelled') then
    return private.command_result(case c.status when 'agent_paid' then 'The agent has already been paid for this commission.'
      else 'A cancelled commission cannot be paid.' end);
  elsif private.schedule_lock(caller_organization_id, c.id) is not null then
    return private.command_result(private.schedule_lock(caller_organization_id, c.id));
  elsif exists (
    select 1 from public.payout_lines l join public.payout_batches p on p.id = l.batch_id
    where l.organization_id = caller_organization_id and l.commission_id = c.id and l.kind = 'commission' and p.status = 'approved') then
    return private.command_result('This payout is approved. Take it back to a draft first.');
  end if;
  insert into public.payout_holds as h (organization_id, commission_id, reason, held_by)
  values (caller_organization_id, c.id, btrim(hold_commission.reason), auth.uid())
  on conflict on constraint payout_holds_pkey do update
    set reason = excluded.reason, held_by = excluded.held_by, held_at = now();
  delete from public.payout_lines l
  where l.organization_id = caller_organization_id and l.commission_id = c.id and l.kind = 'commission' and l.batch_id = b.id;
  if b.id is not null then
    perform private.note_payout(b, 'held', jsonb_build_object('commission_id', c.id, 'reason', btrim(hold_commission.reason),
      'booking_reference', (select s.booking_reference from public.sales s where s.id = c.sales_id), 'amount', c.agent_amount,
      'agent_id', c.agent_id, 'agent', (select u.first_name || ' ' || u.last_name from public.users u where u.id = c.agent_id)));
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
  held int;
  amount numeric;
begin
  if private.draft_refusal(b) is not null then
    return private.command_result(private.draft_refusal(b));
  elsif nullif(btrim(hold_payout_lines.reason), '') is null then
    return private.command_result('Say why they are held. The agents read it.', 'reason');
  elsif char_length(btrim(hold_payout_lines.reason)) > 500 then
    return private.command_result('Use at most 500 characters.', 'reason');
  end if;
  told := private.told_lines(b, line_ids);
  with removed as (
    delete from public.payout_lines l
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.id = any (line_ids) and l.kind = 'commission'
    returning l.commission_id, l.amount
  ), added as (
    insert into public.payout_holds as h (organization_id, commission_id, reason, held_by)
    select b.organization_id, r.commission_id, btrim(hold_payout_lines.reason), auth.uid() from removed r order by r.commission_id
    on conflict (organization_id, commission_id) do update
      set reason = excluded.reason, held_by = excluded.held_by, held_at = now())
  select count(*), sum(r.amount) into held, amount from removed r;
  if held = 0 then
    return private.command_result('These commissions are no longer in this payout.');
  end if;
  perform private.note_payout(b, 'held', jsonb_build_object('lines', held, 'amount', amount, 'reason', btrim(hold_payout_lines.reason),
    'items', told));
  return private.command_result(null) || jsonb_build_object('held', held);
end $function$;

CREATE OR REPLACE FUNCTION public.import_bank_lines(import_id uuid, lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  i public.bank_imports := private.lock_bank_import(import_bank_lines.import_id);
  counts record;
begin
  if i.status <> 'running' then
    perform private.refuse(case i.status when 'undone' then 'This import was undone.' else 'This import has ended.' end);
  end if;
  perform private.check_bank_lines(lines);
  -- One import into an account at a time: what another one is writing would not be seen.
  perform pg_advisory_xact_lock(hashtextextended('bank_import ' || i.account_id, 0));
  with judged as materialized (
    select j.* from private.judge_bank_lines(i.organization_id, i.account_id, lines) j
  ), added as (
    insert into public.bank_transactions (organization_id, account_id, import_id, line_number, line_key, booked_on, value_on,
      amount, text, counterparty, reference, bank_id, payer_key)
    select i.organization_id, i.account_id, i.id, j.line, j.line_key, j.booked_on, j.value_on, j.amount, j.text, j.counterparty,
      j.reference, j.bank_id, private.payer_key(j.text, j.counterparty)
    from judged j where j.why is null and not j.here
    order by j.line
    on conflict (organization_id, account_id, line_key) do nothing
    returning 1)
  select (select count(*) from added) as added, count(*) filter (where j.why is not null) as broken, count(*) as total,
    coalesce(jsonb_agg(jsonb_build_object('line', j.line, 'why', j.why) order by j.line) filter (where j.why is not null), '[]')
      as broken_lines
  into counts from judged j;
  update public.bank_imports b set added = b.added + counts.added, broken = b.broken + counts.broken,
    here = b.here + counts.total - counts.added - counts.broken,
    broken_lines = case when jsonb_array_length(b.broken_lines) < 200 then b.broken_lines || counts.broken_lines
      else b.broken_lines end
  where b.id = i.id;
  return jsonb_build_object('added', counts.added, 'here', counts.total - counts.added - counts.broken,
    'broken', counts.broken_lines);
end $function$;

CREATE OR REPLACE FUNCTION public.list_documents(state text DEFAULT 'all'::text, category text DEFAULT NULL::text, record_type text DEFAULT NULL::text, record_id uuid DEFAULT NULL::uuid, visibility text DEFAULT NULL::text, search text DEFAULT NULL::text, sort text DEFAULT 'expires_on'::text, descending boolean DEFAULT false, page integer DEFAULT 1, page_size integer DEFAULT 10)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  sees_all boolean := private.is_admin();
  today date := private.today();
  patterns text[] := private.search_patterns(private.normalize_search_text(private.cut_search(list_documents.search)));
  wanted text := case when list_documents.state in ('expiring', 'expired', 'to_read') then list_documents.state else 'all' end;
  key text := case when list_documents.sort in ('title', 'category', 'updated_at') then list_documents.sort else 'expires_on' end;
  down boolean := coalesce(list_documents.descending, false);
  page_no int := greatest(coalesce(list_documents.page, 1), 1);
  size int := least(greatest(coalesce(list_documents.page_size, 10), 1), 100);
  ids uuid[];
  total bigint;
  counts jsonb;
  to_confirm jsonb;
begin
  if private.has_too_many_search_words(patterns) then
    caller_organization_id := null;
  end if;
  with visible as materialized (
    select d.id, d.title, d.category, d.expires_on, f.created_at as updated_at,
      coalesce(d.expires_on between today and today + 60, false) as is_expiring, coalesce(d.expires_on < today, false) as is_expired,
      d.asks_to_read and exists (
        select 1 from private.document_readers(d) r where r.read_at is null and (sees_all or r.user_id = auth.uid())) as is_to_read
    from public.documents d
    cross join lateral (
      select v.file_name, v.created_at from public.document_versions v
      where v.organization_id = d.organization_id and v.document_id = d.id order by v.number desc limit 1) f
    where d.organization_id = caller_organization_id
      and (list_documents.category is null or d.category = list_documents.category)
      and (list_documents.visibility is null or d.visibility = list_documents.visibility)
      and (list_documents.record_type is null or d.record_type = list_documents.record_type
        or list_documents.record_type = 'members' and d.member_id is not null)
      and (list_documents.record_id is null or d.record_id = list_documents.record_id)
      and (sees_all or private.is_document_for(d, caller_organization_id, auth.uid(), false))
      -- The name of a record counts for those who see the record.
      and (patterns is null or private.normalize_search_text(concat_ws(' ', d.title, f.file_name,
        case when sees_all or d.visibility = 'record' then (
          select concat_ws(' ', c.first_name, c.last_name) from public.customers c where c.id = d.customer_id
          union all
          select v.name from public.vendors v where v.id = d.vendor_id
          union all
          select s.booking_reference from public.sales s where s.id = d.sale_id
          union all
          select s.booking_reference from public.commissions m join public.sales s on s.id = m.sales_id
          where m.id = d.commission_id) end)) like all (patterns))),
  chosen as (
    select * from visible v
    where case wanted when 'expiring' then v.is_expiring when 'expired' then v.is_expired when 'to_read' then v.is_to_read
      else true end)
  select (select jsonb_build_object('all', count(*), 'expiring', count(*) filter (where v.is_expiring),
      'expired', count(*) filter (where v.is_expired), 'to_read', count(*) filter (where v.is_to_read)) from visible v),
    (select count(*) from chosen),
    array(
      select c.id from chosen c
      order by
        case when key = 'expires_on' and not down then c.expires_on end,
        case when key = 'expires_on' and down then c.expires_on end desc nulls last,
        case when key = 'title' and not down then lower(c.title) when key = 'category' and not down then c.category end,
        case when key = 'title' and down then lower(c.title) when key = 'category' and down then c.category end desc,
        case when key = 'updated_at' and not down then c.updated_at end,
        case when key = 'updated_at' and down then c.updated_at end desc,
        lower(c.title), c.id
      limit size offset (page_no - 1)::bigint * size)
  into counts, total, ids;
  if list_documents.record_id is null then
    to_confirm := private.document_to_confirm(caller_organization_id);
  end if;
  return jsonb_build_object('rows', private.document_rows(caller_organization_id, ids), 'count', total, 'page', page_no,
    'page_size', size, 'total_pages', (total + size - 1) / size, 'counts', counts, 'to_confirm', to_confirm);
end $function$;

CREATE OR REPLACE FUNCTION public.merge_customers(kept_id uuid, merged_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
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
  refusal text[];
begin
  if caller_organization_id is null or not private.is_admin() then
    return private.command_result('Only admins can merge customers.');
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
    when kept.id is null or kept.erased_at is not null then array['This customer does not exist.', 'kept_id']
    when merged.id is null or merged.erased_at is not null then array['This customer does not exist.', 'merged_id']
    when kept.id = merged.id then array['Choose two different customers.', 'merged_id']
    when kept.merged_into is not null then array['This customer was merged into another one.', 'kept_id']
    when merged.merged_into is not null then array['This customer was merged into another one.', 'merged_id']
  end;
  if refusal is not null then
    return private.command_result(refusal[1], refusal[2]);
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
AS $function$
declare
  b public.payout_batches := private.lock_payout(pay_payout.batch_id);
  text_of_reference text := nullif(btrim(pay_payout.reference), '');
  is_to_come boolean := pay_payout.paid_on > private.today();
  refusal jsonb;
begin
  if b.id is null then
    return private.command_result('This payout does not exist.');
  elsif b.status in ('scheduled', 'paid') and b.payment_key = pay_payout.payment_key then
    return private.payment_answer(b.id);
  elsif b.status <> 'approved' then
    return private.command_result(case when b.status = 'draft' then 'Approve this payout first.' else private.draft_refusal(b) end);
  elsif b.version is distinct from pay_payout.expected_version then
    return private.command_result('Somebody changed this payout meanwhile. Look at it again.');
  elsif pay_payout.payment_key is null then
    return private.command_result('This payment needs a key of its own.', 'payment_key');
  elsif pay_payout.paid_on is null or pay_payout.paid_on not between '1900-01-01' and '2199-12-31' then
    return private.command_result('Enter the payment date.', 'paid_on');
  elsif private.closed_day_refusal(b.organization_id, pay_payout.paid_on) is not null then
    return private.command_result(private.closed_day_refusal(b.organization_id, pay_payout.paid_on), 'paid_on');
  elsif char_length(text_of_reference) > 200 then
    return private.command_result('Use at most 200 characters.', 'reference');
  elsif jsonb_typeof(coalesce(checks, '{}')) <> 'object' or exists (
    select 1 from jsonb_each_text(coalesce(checks, '{}')) e where char_length(e.value) > 200) then
    return private.command_result('Use at most 200 characters.', 'checks');
  end if;
  perform private.lock_payout_lines(b);
  refusal := private.payout_problems(b);
  if refusal <> '[]' then
    return private.command_result('Some of these commissions cannot be paid any more.') || jsonb_build_object('problems', refusal);
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
  refusal text[];
  answer jsonb := private.begin_request('record_agent_payment', request_key, jsonb_build_object('commission_id', commission_id,
    'agent_id', agent_id, 'amount', amount, 'payment_date', payment_date, 'payment_method', payment_method, 'reference', reference,
    'notes', notes));
begin
  if answer is not null then
    select c.* into commission from public.commissions c
    where c.organization_id = caller_organization_id and c.id = record_agent_payment.commission_id;
    return answer || jsonb_build_object('commission', to_jsonb(commission));
  end if;
  if caller_organization_id is null or not private.is_admin() then
    return private.command_result('You do not have permission to record agent payments.') || '{"commission": null}';
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

  refusal := case
    when commission.id is null then array['This commission does not exist.', 'commission_id']
    when record_agent_payment.organization_id <> caller_organization_id then
      array['The commission belongs to another organization.', 'organization_id']
    when record_agent_payment.agent_id <> commission.agent_id then
      array['The commission belongs to another agent.', 'agent_id']
    when record_agent_payment.created_by <> auth.uid() then
      array['A payment is recorded under your own name.', 'created_by']
    when private.schedule_lock(caller_organization_id, commission.id) is not null then
      array[private.schedule_lock(caller_organization_id, commission.id), 'commission_id']
    when commission.status = 'agent_paid' then
      array['The agent has already been paid for this commission.', 'commission_id']
    when sale.status = 'cancelled' then array['Agent cannot be paid for a cancelled sale', 'commission_id']
    when commission.status = 'cancelled' then array['A cancelled commission cannot be paid.', 'commission_id']
    when sale.status <> 'paid' then array['The customer has not paid this sale yet.', 'commission_id']
    when commission.status <> 'funds_received' then
      array['Funds must be received before the agent is paid.', 'commission_id']
    when commission.received_on is null and exists (
      select 1 from public.organizations o where o.id = caller_organization_id and o.commission_received_on = 'deposit_matched') then
      array['The vendor''s money has not been received yet.', 'commission_id']
    when exists (
      select 1 from public.payout_holds h
      where h.organization_id = caller_organization_id and h.commission_id = commission.id) then
      array['This commission is held. Release it first.', 'commission_id']
    when record_agent_payment.amount is null then array['Enter the amount you paid.', 'amount']
    when record_agent_payment.amount <> commission.agent_amount then
      array['Enter exactly ' || commission.agent_amount || ', the agent''s share.', 'amount']
    when record_agent_payment.payment_date is null then array['Enter the payment date.', 'payment_date']
    when private.closed_day_refusal(caller_organization_id, record_agent_payment.payment_date) is not null then
      array[private.closed_day_refusal(caller_organization_id, record_agent_payment.payment_date), 'payment_date']
    when record_agent_payment.payment_method is null then array['Choose how the agent was paid.', 'payment_method']
  end;
  if refusal is not null then
    return private.command_result(refusal[1], refusal[2]) || '{"commission": null}';
  end if;

  perform private.write_agent_payments(caller_organization_id, array[commission.id], array[record_agent_payment.payment_method],
    array[nullif(btrim(record_agent_payment.reference), '')], record_agent_payment.payment_date,
    nullif(btrim(record_agent_payment.notes), ''), null);
  select c.* into commission from public.commissions c where c.id = commission.id;
  return private.end_request(request_key, commission.id, jsonb_build_object('success', true, 'error', null))
    || jsonb_build_object('commission', to_jsonb(commission));
end $function$;

CREATE OR REPLACE FUNCTION public.record_recall(commission_id uuid, amount numeric, note text, transaction_id uuid DEFAULT NULL::uuid, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches := private.lock_draft(caller_organization_id);
  c public.commissions;
  left_amount numeric;
  refusal text[];
  answer jsonb := private.begin_request('record_recall', request_key, jsonb_build_object('commission_id', commission_id,
    'amount', amount, 'note', note, 'transaction_id', transaction_id));
begin
  if answer is not null then
    return answer;
  end if;
  -- Recalls of one commission come one after the other.
  select m.* into c from public.commissions m
  where m.organization_id = caller_organization_id and m.id = record_recall.commission_id for no key update;
  left_amount := private.recallable_amount(caller_organization_id, c.id);
  refusal := case
    when c.id is null then array['This commission does not exist.', 'commission_id']
    when c.status <> 'agent_paid' then
      array['The agent has not been paid for this commission: nothing has to be taken back.', 'commission_id']
    when coalesce(record_recall.amount, 0) <= 0 or record_recall.amount <> round(record_recall.amount, 2) then
      array['Enter an amount like 212.40.', 'amount']
    when record_recall.amount > left_amount then
      array['At most ' || left_amount || ' can be taken back: what the agent was paid for it.', 'amount']
    when nullif(btrim(record_recall.note), '') is null then array['Say why. The agent reads it.', 'note']
    when char_length(btrim(record_recall.note)) > 500 then array['Use at most 500 characters.', 'note']
    when record_recall.transaction_id is not null and not exists (select 1 from public.bank_transactions t
      where t.organization_id = caller_organization_id and t.id = record_recall.transaction_id) then
      array['This transaction is no longer there.', 'transaction_id']
    when record_recall.transaction_id is not null and exists (select 1 from public.payout_lines l
      where l.organization_id = caller_organization_id and l.transaction_id = record_recall.transaction_id
        and l.commission_id = c.id) then
      array['This transaction has taken it back already.', 'transaction_id'] end;
  if refusal is not null then
    return private.command_result(refusal[1], refusal[2]);
  end if;
  return private.end_request(request_key, c.id, private.command_result(null) || jsonb_build_object('id',
    private.post_recall(b, c, record_recall.amount, btrim(record_recall.note), record_recall.transaction_id, false)));
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
  refusal text[];
  answer jsonb := private.begin_request('record_receipt', request_key, jsonb_build_object('commission_id', commission_id,
    'received_on', received_on, 'received_amount', received_amount, 'write_off_reason', reason));
begin
  if answer is not null then
    return answer;
  end if;
  if caller_organization_id is null then
    return private.command_result('You do not have permission to record receipts.');
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
    when commission.id is null then array['This commission does not exist.', 'commission_id']
    when commission.status = 'cancelled' then array['A cancelled commission cannot be changed.', 'commission_id']
    when commission.received_how = 'deposit' then array['The deposit says what was received, and when.', 'commission_id']
    when record_receipt.received_on is null then
      array[private.closed_fact_refusal(caller_organization_id, commission.received_posted_on), 'received_on']
    when record_receipt.received_on > private.today() then
      array['Enter the day the money came, today at the latest.', 'received_on']
    when coalesce(record_receipt.received_amount, 0) <= 0 then array['Enter the amount received.', 'received_amount']
    when record_receipt.received_amount <> round(record_receipt.received_amount, 2) then
      array['Use at most two decimals.', 'received_amount']
    when reason is not null and record_receipt.received_amount >= commission.amount then
      array['Nothing is left to write off.', 'write_off_reason']
    when char_length(reason) > 500 then array['Use at most 500 characters.', 'write_off_reason']
    when (record_receipt.received_on, record_receipt.received_amount) is distinct from (commission.received_on, commission.received_amount)
      then array[coalesce(private.closed_fact_refusal(caller_organization_id, commission.received_posted_on),
        private.closed_day_refusal(caller_organization_id, record_receipt.received_on)), 'received_on']
  end;
  if refusal[1] is not null then
    return private.command_result(refusal[1], refusal[2]);
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
  return private.end_request(request_key, commission.id, private.command_result(null));
end $function$;

CREATE OR REPLACE FUNCTION public.record_vendor_asked(vendor_id uuid, although_deposit_waits boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.admin_organization_id();
  deposit_waits constant boolean := private.deposit_waits(caller_organization_id, record_vendor_asked.vendor_id);
  owed record;
begin
  if caller_organization_id is null then
    return private.command_result('You do not have permission to ask vendors.');
  end if;
  select f.count as n, f.amount into owed
  from jsonb_to_record(private.owed_figures(caller_organization_id, vendor_id => record_vendor_asked.vendor_id))
    f(count int, amount numeric);
  if owed.n = 0 then
    return private.command_result('This vendor owes nothing that is overdue.', 'vendor_id');
  elsif deposit_waits and not coalesce(record_vendor_asked.although_deposit_waits, false) then
    return private.command_result('A deposit of this vendor waits in Bank. Match it before you ask.', 'vendor_id');
  end if;
  insert into public.vendor_askings (organization_id, vendor_id, commissions_count, amount, although_deposit_waits)
  values (caller_organization_id, record_vendor_asked.vendor_id, owed.n, owed.amount, deposit_waits);
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.reopen_books(through date, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  words constant text := private.visible_text(reopen_books.reason);
  closed_through date;
begin
  if caller_organization_id is null or not private.is_owner() then
    return private.command_result('Only an owner can reopen the books.');
  end if;
  perform pg_advisory_xact_lock(private.books_lock(caller_organization_id));
  select o.books_closed_through into closed_through from public.organizations o where o.id = caller_organization_id;
  if closed_through is null then
    return private.command_result('The books are not closed.');
  elsif reopen_books.through >= closed_through then
    return private.command_result('The books are closed through ' || private.day_words(closed_through) || '. Choose an earlier day.',
      'through');
  elsif reopen_books.through < '1990-01-01' then
    return private.command_result('Choose a day from 1990 on.', 'through');
  elsif words is null then
    return private.command_result('Say why. It is kept in the audit log, and the other owners read it.', 'reason');
  elsif char_length(words) > 500 then
    return private.command_result('Use at most 500 characters.', 'reason');
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
AS $function$
declare
  b public.payout_batches := private.lock_payout(reopen_payout.batch_id);
  why text := nullif(btrim(reopen_payout.reason), '');
  read_at timestamptz;
begin
  if b.status is null or b.status not in ('approved', 'scheduled') then
    return private.command_result(coalesce(private.draft_refusal(b), 'This payout is a draft.'));
  elsif why is null and (b.status = 'scheduled' or reopen_payout.reason is not null) then
    return private.command_result('Say why it is taken back.', 'reason');
  elsif char_length(why) > 500 then
    return private.command_result('Use at most 500 characters.', 'reason');
  end if;
  read_at := case when b.status = 'scheduled' then private.payment_file_read_at(b) end;
  if read_at is not null and reopen_payout.bank_has_it is distinct from false then
    return private.command_result('The payment file was read. If the bank has it, only a void is possible after it is paid.', 'bank_has_it');
  end if;
  update public.payout_batches p set status = 'draft', approved_by = null, approved_at = null, scheduled_by = null, scheduled_at = null,
    payment_key = null, reference = null, checks = '{}', schedule_problem = null, schedule_told_on = null, version = p.version + 1
  where p.id = b.id;
  if b.status = 'scheduled' then
    perform private.follow_shares(b);
  end if;
  perform private.note_payout(b, 'reopened', jsonb_strip_nulls(jsonb_build_object('reason', why, 'from', b.status,
    'planned_on', case when b.status = 'scheduled' then b.planned_on end,
    'bank_has_it', case when read_at is not null then reopen_payout.bank_has_it end)));
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.save_bank_remittance(transaction_id uuid, file_name text, lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  t public.bank_transactions := private.lock_transaction(save_bank_remittance.transaction_id);
  new_id uuid;
begin
  if t.id is null then
    return private.command_result('This transaction is no longer there.');
  elsif jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) not between 1 and 500 or exists (
    select 1 from jsonb_array_elements(lines) e where jsonb_typeof(e) <> 'object' or coalesce(e ->> 'line' !~ '^[1-9]\d{0,5}$', true)
      or coalesce(e ->> 'amount' !~ '^-?\d{1,10}(\.\d{1,2})?$', true) or char_length(e ->> 'reference') > 300
      or char_length(e ->> 'name') > 300) then
    return private.command_result('Send up to 500 lines, each with its number and an amount like 1482.50.', 'lines');
  end if;
  delete from public.bank_remittances r where r.organization_id = t.organization_id and r.transaction_id = t.id;
  insert into public.bank_remittances (organization_id, transaction_id, file_name, created_by)
  values (t.organization_id, t.id, left(save_bank_remittance.file_name, 255), auth.uid()) returning id into new_id;
  insert into public.bank_remittance_lines (organization_id, remittance_id, line_number, reference, name, amount)
  select distinct on (x.n) t.organization_id, new_id, (e ->> 'line')::int, nullif(btrim(e ->> 'reference'), ''),
    nullif(btrim(e ->> 'name'), ''), (e ->> 'amount')::numeric
  from (select e, (e ->> 'line')::int as n from jsonb_array_elements(lines) e) x(e, n)
  order by x.n;
  perform private.match_remittance(new_id);
  perform private.match_transactions(t.organization_id, array[t.id]);
  return private.command_result(null) || jsonb_build_object('remittance', private.bank_remittance(t.organization_id, t.id));
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
      select 'exact' as kind, private.found_sales(exact_ids) as rows
      union all
      select 'customers', private.found_customers(customer_ids[:shown], scope.agent_id)
      union all
      select 'sales', private.found_sales(sale_ids[:shown])
      union all
      select 'commissions', private.found_commissions(worth_ids || array(select id from unnest(sale_ids) with ordinality s(id, n)
        where s.id <> all (worth_ids) order by s.n), worth_ids, shown)
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
          where d.organization_id = $1' || case when scope.agent_id is null then ''
            else ' and private.is_document_for(d, $1, $2, false)' end,
        'null::date', words, shown, scope.organization_id, scope.agent_id))
      -- A further kind joins here: its rows, of what the caller may open; shell/src/search/kinds.ts shows it.
      union all
      select 'bank', private.found_bank_transactions(
        private.find_bank_transactions(admins_organization_id, typed, amount, shown))
      where admins_organization_id is not null) f
    where f.rows <> '[]');
end $function$;

CREATE OR REPLACE FUNCTION public.set_aside_bank_transactions(transactions jsonb, category text, learn boolean DEFAULT true)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  new_group uuid := gen_random_uuid();
  done uuid[] := '{}';
  skipped jsonb := '[]';
  item record;
  t public.bank_transactions;
begin
  if set_aside_bank_transactions.category is null
    or set_aside_bank_transactions.category not in ('customer_payment', 'fee', 'transfer', 'other') then
    return private.command_result('Choose what this is.', 'category');
  elsif jsonb_typeof(transactions) is distinct from 'array' or jsonb_array_length(transactions) > 500 or exists (
    select 1 from jsonb_array_elements(transactions) e where not coalesce(pg_input_is_valid(e ->> 'id', 'uuid'), false)
      or coalesce(e ->> 'version' !~ '^\d{1,9}$', true)) then
    perform private.refuse('Send up to 500 transactions with their versions.', 'transactions');
  end if;
  for item in
    select distinct on (1) (e ->> 'id')::uuid as id, (e ->> 'version')::int as version
    from jsonb_array_elements(transactions) e order by 1
  loop
    select b.* into t from public.bank_transactions b
    where b.id = item.id and b.organization_id = caller_organization_id for no key update;
    if t.id is null or t.version <> item.version or t.status not in ('open', 'suggested') then
      skipped := skipped || jsonb_build_object('id', item.id, 'why', 'Somebody was faster.');
      continue;
    end if;
    perform private.keep_decision(t, new_group, 'set_aside', jsonb_build_object('learned', learn and t.payer_key is not null));
    update public.bank_transactions b set status = 'set_aside', category = set_aside_bank_transactions.category, certainty = null,
      version = b.version + 1 where b.id = t.id;
    if learn and t.payer_key is not null then
      insert into public.bank_patterns as p (organization_id, payer_key, category)
      values (t.organization_id, t.payer_key, set_aside_bank_transactions.category)
      on conflict on constraint bank_patterns_payer_key_key do update
        set confirmations = p.confirmations + 1, last_used_at = now();
    end if;
    done := done || t.id;
  end loop;
  delete from public.bank_suggestions s where s.organization_id = caller_organization_id and s.transaction_id = any (done);
  return private.command_result(null)
    || jsonb_build_object('group_id', new_group, 'set_aside', to_jsonb(done), 'skipped', skipped);
end $function$;

CREATE OR REPLACE FUNCTION public.set_bank_vendor(transaction_id uuid, vendor_id uuid, category text DEFAULT 'commission'::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  t public.bank_transactions := private.lock_transaction(set_bank_vendor.transaction_id);
begin
  if t.id is null then
    return private.command_result('This transaction is no longer there.');
  elsif not exists (select 1 from public.vendors v where v.id = set_bank_vendor.vendor_id and v.organization_id = t.organization_id) then
    return private.command_result('This vendor does not exist.', 'vendor_id');
  end if;
  perform private.keep_decision(t, gen_random_uuid(), 'vendor');
  update public.bank_transactions b set vendor_id = set_bank_vendor.vendor_id, category = set_bank_vendor.category,
    version = b.version + 1 where b.id = t.id;
  if t.payer_key is not null then
    insert into public.bank_patterns as p (organization_id, payer_key, vendor_id)
    values (t.organization_id, t.payer_key, set_bank_vendor.vendor_id)
    on conflict on constraint bank_patterns_payer_key_key do update
      set confirmations = p.confirmations + 1, last_used_at = now();
    -- What came from the same payer is read again.
    perform private.match_transactions(t.organization_id, array(
      select b.id from public.bank_transactions b where b.organization_id = t.organization_id and b.payer_key = t.payer_key
        and b.status in ('open', 'suggested') limit 500));
  end if;
  return private.command_result(null) || jsonb_build_object('version', t.version + 1);
end $function$;

CREATE OR REPLACE FUNCTION public.start_payout(name text DEFAULT NULL::text, planned_on date DEFAULT NULL::date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
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
    return private.command_result('Use at most 100 characters.', 'name');
  end if;
  -- One after the other: two drafts at once would collect the same.
  perform pg_advisory_xact_lock(hashtextextended('payouts ' || caller_organization_id, 0));
  if exists (select 1 from public.payout_batches p
    where p.organization_id = caller_organization_id and p.status in ('draft', 'approved', 'scheduled')) then
    return private.command_result('There is a payout already that is not paid yet.');
  end if;
  while exists (select 1 from public.payout_batches p
    where p.organization_id = caller_organization_id and p.status <> 'discarded' and lower(p.name) = lower(free)) loop
    if nullif(btrim(start_payout.name), '') is not null then
      return private.command_result('There is a payout of this name already.', 'name');
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
  -- {transaction: [vendor]}: whom the matches taught.
  learned jsonb;
begin
  -- What an earlier call took back is done; the rest in the order of their ids, like the locks.
  waiting := array(
    select e.transaction_id from public.bank_decisions e
    where e.organization_id = caller_organization_id and e.group_id = undo_bank_decision.group_id
    group by 1 having bool_and(e.action <> 'undo') order by 1);
  if cardinality(waiting) = 0 then
    return private.command_result('There is nothing to take back.');
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
      where e.organization_id = caller_organization_id and e.transaction_id = w.id order by e.decided_at desc limit 1) latest
    where latest.group_id <> undo_bank_decision.group_id) then
    return private.command_result('Something was decided since. Take that back first.');
  end if;
  touched := array(select a.commission_id from public.bank_allocations a
    where a.organization_id = caller_organization_id and a.transaction_id = any (ids));
  select jsonb_object_agg(m.transaction_id, m.vendor_ids) into learned
  from (
    select a.transaction_id, jsonb_agg(distinct c.vendor_id) as vendor_ids
    from public.bank_allocations a join public.commissions c on c.organization_id = a.organization_id and c.id = a.commission_id
    where a.organization_id = caller_organization_id and a.transaction_id = any (ids) group by 1) m;
  paid := private.paid_parts(caller_organization_id, waiting, '{}');
  -- A match that replaced another one leads back to that one; all others to none.
  if paid = '[]' then
    paid := private.unmatch_transactions(caller_organization_id, ids);
  end if;
  if paid <> '[]' then
    return private.command_result('An agent has been paid for it.') || jsonb_build_object('paid', paid);
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
        perform private.refuse(refusal ->> 'error');
      end if;
    else
      update public.bank_transactions b set category = d.details ->> 'category',
        status = case d.details ->> 'status' when 'set_aside' then 'set_aside' else 'open' end,
        vendor_id = (d.details ->> 'vendor_id')::uuid, version = b.version + 1 where b.id = t.id;
      delete from private.rejected_suggestions j
      where d.action = 'reject' and j.organization_id = t.organization_id and j.transaction_id = t.id
        and to_jsonb(j.commission_ids) = d.details -> 'rejected';
      -- What was learned from it is forgotten.
      delete from public.bank_patterns p
      where p.organization_id = t.organization_id and p.payer_key = t.payer_key and p.confirmations = 1
        and (p.vendor_id is not null and learned -> t.id::text ? p.vendor_id::text
          or d.action = 'set_aside' and p.category = t.category and (d.details ->> 'learned')::boolean);
      update public.bank_patterns p set confirmations = p.confirmations - 1
      where p.organization_id = t.organization_id and p.payer_key = t.payer_key and p.confirmations > 1
        and (p.vendor_id is not null and learned -> t.id::text ? p.vendor_id::text
          or d.action = 'set_aside' and p.category = t.category and (d.details ->> 'learned')::boolean);
    end if;
  end loop;
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
    return private.command_result('This import was taken back already.');
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
    return private.command_result('An agent has been paid for what this file brought.')
      || jsonb_build_object('removed', 0, 'paid', paid, 'more', false);
  end if;
  if cardinality(matched) <= step then
    delete from public.bank_transactions t where t.organization_id = i.organization_id and t.id = any (ids);
    get diagnostics removed_count = row_count;
    update public.bank_imports b set status = 'undone', undone_at = now(), undone_by = private.acting_user(b.organization_id)
    where b.id = i.id;
  end if;
  return private.command_result(null)
    || jsonb_build_object('removed', removed_count, 'paid', paid, 'more', cardinality(matched) > step);
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
  refusal text[];
  new_id uuid;
begin
  select a.* into p from public.agent_payments a
  where a.organization_id = caller_organization_id and a.id = void_agent_payment.payment_id for no key update;
  if p.batch_id is not null then
    return private.command_result('A payout paid this. Void the payment on its statement.');
  end if;
  refusal := private.void_refusal(caller_organization_id, p.amount,
    (select v.voided_on from public.payment_voids v where v.organization_id = caller_organization_id and v.payment_id = p.id),
    void_agent_payment.reason);
  if refusal is not null then
    return private.command_result(refusal[1], refusal[2]);
  end if;
  new_id := private.post_void(draft, caller_organization_id, p.agent_id, null, p.id, p.amount, p.payment_date,
    btrim(void_agent_payment.reason));
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

CREATE OR REPLACE FUNCTION public.void_statement_payment(statement_id uuid, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  draft public.payout_batches := private.lock_draft(caller_organization_id);
  b public.payout_batches;
  s public.payout_statements;
  refusal text[];
  new_id uuid;
begin
  -- Two who void the same come one after the other.
  select t.* into s from public.payout_statements t
  where t.organization_id = caller_organization_id and t.id = void_statement_payment.statement_id for no key update;
  refusal := private.void_refusal(caller_organization_id, s.paid_amount,
    (select v.voided_on from public.payment_voids v where v.organization_id = caller_organization_id and v.statement_id = s.id),
    void_statement_payment.reason);
  if refusal is not null then
    return private.command_result(refusal[1], refusal[2]);
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
