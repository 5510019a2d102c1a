set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.acting_user(organization_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select u.id from public.users u where u.id = auth.uid() and u.organization_id = acting_user.organization_id);
end $function$;

CREATE OR REPLACE FUNCTION private.active_amounts(record_type text, organization_id uuid, agent_id uuid, zone text, start_date date, end_date date, wanted text, OUT bucket text, OUT labels jsonb, OUT amounts jsonb)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select min(t.bucket), coalesce(jsonb_agg(t.label order by t.label), '[]'), coalesce(jsonb_agg(t.amount order by t.label), '[]')
  into active_amounts.bucket, active_amounts.labels, active_amounts.amounts
  from (
    select a.bucket, a.label, sum(a.amount) filter (where a.status <> 'cancelled') as amount
    from private.amounts_by_bucket(active_amounts.record_type, active_amounts.organization_id, active_amounts.agent_id,
      active_amounts.zone, active_amounts.start_date, active_amounts.end_date, active_amounts.wanted) a
    group by a.bucket, a.label) t;
end $function$;

CREATE OR REPLACE FUNCTION private.below_minimum(organization_id uuid, agent_id uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  minimum constant numeric := (
    select o.payout_minimum_amount from public.organizations o where o.id = below_minimum.organization_id);
begin
  if minimum = 0 then
    return;
  end if;
  return query
    select t.agent_id from (
      select c.agent_id, c.amount
      from private.open_commissions(below_minimum.organization_id, below_minimum.agent_id, true) c
      where c.obstacle is null and c.batch_id is null
      union all
      select l.agent_id, l.amount from public.payout_lines l
      left join public.payout_batches b on b.organization_id = l.organization_id and b.id = l.batch_id
      where l.organization_id = below_minimum.organization_id and (l.batch_id is null or b.status in ('draft', 'approved', 'scheduled'))
        and (below_minimum.agent_id is null or l.agent_id = below_minimum.agent_id)) t
    group by 1
    having sum(t.amount) + private.carried_balance(below_minimum.organization_id, t.agent_id) between 0.01 and minimum - 0.01;
end $function$;

CREATE OR REPLACE FUNCTION private.blocked_commissions(organization_id uuid, agent_id uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (
    select 1 from public.organizations o where o.id = blocked_commissions.organization_id
      and (o.payout_hold_until <> 'off' or o.payout_minimum_amount > 0 or o.commission_received_on <> 'sale_paid'
        or exists (select 1 from public.payout_holds h where h.organization_id = o.id))) then
    return '{}';
  end if;
  return array(
    select c.commission_id from private.open_for_payout(blocked_commissions.organization_id, blocked_commissions.agent_id, true) c
    where c.obstacle <> 'customer');
end $function$;

CREATE OR REPLACE FUNCTION private.deposits_of_commission(commission_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  sees_all boolean := private.is_admin();
begin
  -- First, so that what a colleague's commission was paid takes as long as none.
  if not exists (
    select from public.commissions c
    where c.organization_id = caller_organization_id and c.id = deposits_of_commission.commission_id
      and (sees_all or c.agent_id = auth.uid())) then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('amount', a.amount, 'booked_on', t.booked_on, 'posted_on', a.posted_on)
      || case when sees_all then jsonb_build_object('transaction_id', t.id, 'file_name', i.file_name, 'account', b.name, 'matched_at', a.created_at,
        'matched_by', u.first_name || ' ' || u.last_name, 'write_off_amount', a.write_off_amount,
        'write_off_reason', a.write_off_reason) else '{}' end order by t.booked_on, a.created_at, a.id), '[]')
    from public.bank_allocations a
    join public.bank_transactions t on t.organization_id = a.organization_id and t.id = a.transaction_id
    join public.bank_imports i on i.organization_id = t.organization_id and i.id = t.import_id
    join public.bank_accounts b on b.organization_id = t.organization_id and b.id = t.account_id
    left join public.users u on u.id = a.created_by
    where a.organization_id = caller_organization_id and a.commission_id = deposits_of_commission.commission_id);
end $function$;

CREATE OR REPLACE FUNCTION private.find_sales_referenced(organization_id uuid, agent_id uuid, search text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  key text := upper(regexp_replace(search, '[^A-Za-z0-9]', '', 'g'));
  found uuid[];
begin
  if key <> '' then
    execute 'select array(select s.id from public.sales s
      where s.organization_id = $1 and upper(regexp_replace(s.booking_reference, ''[^A-Za-z0-9]'', '''', ''g'')) = $3'
      || case when agent_id is null then '' else ' and s.agent_id = $2' end || ' order by s.sale_date desc, s.id limit 3)'
    into found using find_sales_referenced.organization_id, find_sales_referenced.agent_id, key;
  end if;
  return coalesce(found, '{}');
end $function$;

CREATE OR REPLACE FUNCTION private.rebuild_report_totals(organization_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  this_kind text;
begin
  perform pg_advisory_xact_lock(hashtextextended('paperplane.report_totals', 0));
  foreach this_kind in array private.report_kinds() loop
    execute format('insert into private.stale_report_months
      select distinct f.organization_id, $1, date_trunc(''month'', f.day::timestamp)::date
      from %s where f.day is not null and ($2 is null or f.organization_id = $2)
      union select t.organization_id, t.kind, t.month from private.report_totals t
      where t.kind = $1 and ($2 is null or t.organization_id = $2)', private.report_facts(this_kind))
    using this_kind, rebuild_report_totals.organization_id;
  end loop;
  perform private.refresh_report_totals_of(t.organization_id, null)
  from (
    select distinct d.organization_id from private.stale_report_months d
    where rebuild_report_totals.organization_id is null or d.organization_id = rebuild_report_totals.organization_id) t;
end $function$;

CREATE OR REPLACE FUNCTION private.rebuild_totals(organization_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('paperplane.totals', 0));
  insert into private.stale_days (organization_id, day)
  select t.organization_id, t.day
  from (
    select s.organization_id, s.sale_date as day from public.sales s
    union select c.organization_id, c.sale_date from public.commissions c
    union select d.organization_id, d.day from private.daily_totals d
    union select m.organization_id, m.month from private.monthly_totals m) t
  where rebuild_totals.organization_id is null or t.organization_id = rebuild_totals.organization_id;
  perform private.refresh_totals_of(t.organization_id, null)
  from (
    select distinct d.organization_id from private.stale_days d
    where rebuild_totals.organization_id is null or d.organization_id = rebuild_totals.organization_id) t;
end $function$;

CREATE OR REPLACE FUNCTION private.redact_bank(organization_id uuid, pattern text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.bank_transactions t set text = private.redact(t.text, pattern, 2000),
    counterparty = private.redact(t.counterparty, pattern, 300), reference = private.redact(t.reference, pattern, 300),
    bank_id = private.redact(t.bank_id, pattern, 300),
    payer_key = private.payer_key(private.redact(t.text, pattern, 2000), private.redact(t.counterparty, pattern, 300))
  where t.organization_id = redact_bank.organization_id
    and concat_ws(chr(10), t.text, t.counterparty, t.reference, t.bank_id) ~* pattern;
  delete from public.bank_patterns p where p.organization_id = redact_bank.organization_id and p.payer_key ~* pattern;
  update public.bank_imports i set file_name = private.redact(i.file_name, pattern, 255)
  where i.organization_id = redact_bank.organization_id and i.file_name ~* pattern;
  update public.bank_remittances r set file_name = private.redact(r.file_name, pattern, 255)
  where r.organization_id = redact_bank.organization_id and r.file_name ~* pattern;
  update public.bank_remittance_lines l set reference = private.redact(l.reference, pattern, 300),
    name = private.redact(l.name, pattern, 300)
  where l.organization_id = redact_bank.organization_id and (l.reference ~* pattern or l.name ~* pattern);
  update public.bank_allocations a set write_off_reason = private.redact(a.write_off_reason, pattern, 500)
  where a.organization_id = redact_bank.organization_id and a.write_off_reason ~* pattern;
  update public.bank_suggestions s set reasons = private.redact_json(s.reasons, pattern)
  where s.organization_id = redact_bank.organization_id and s.reasons::text ~* pattern;
  update public.bank_decisions d set details = private.redact_json(d.details, pattern)
  where d.organization_id = redact_bank.organization_id and d.details::text ~* pattern;
end $function$;

CREATE OR REPLACE FUNCTION public.accept_invitation(first_name text DEFAULT NULL::text, last_name text DEFAULT NULL::text, invitation_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller uuid := auth.uid();
  address text := private.confirmed_email();
  given_name text := nullif(btrim(accept_invitation.first_name), '');
  family_name text := nullif(btrim(accept_invitation.last_name), '');
  invitation public.invitations%rowtype;
begin
  if not private.has_live_session() then
    return jsonb_build_object('success', false, 'error', 'Please open the link in your invitation again.');
  elsif address is null then
    return jsonb_build_object('success', false, 'error', 'Please confirm your email address first.');
  elsif not private.session_came_by_mail() then
    return jsonb_build_object('success', false, 'error', 'Please open the link in your invitation to join.');
  end if;

  -- The lock of create_organization_with_owner: an account gets one organization, whichever functions run concurrently.
  perform pg_advisory_xact_lock(hashtextextended('create_organization_with_owner ' || caller::text, 0));
  if exists (select 1 from public.users u where u.id = caller) then
    return jsonb_build_object('success', false, 'error', 'You already belong to an organization.');
  end if;

  select i.* into invitation
  from public.invitations i
  where i.id = (
    select p.id from private.pending_invitations(address) p
    where accept_invitation.invitation_id is null or p.id = accept_invitation.invitation_id
    order by p.expires_at desc, p.id
    limit 1)
    and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
  for no key update;
  if invitation.id is null then
    return jsonb_build_object('success', false, 'error', coalesce((
      select case
        when i.accepted_at is not null then 'This invitation has already been accepted.'
        when i.revoked_at is not null then 'This invitation was withdrawn. Please ask for a new one.'
        when i.expires_at <= now() then 'This invitation has expired. Please ask for a new one.'
        else 'This invitation is no longer valid. Please ask for a new one.' end
      from public.invitations i
      where i.email = address
        and (accept_invitation.invitation_id is null or i.id = accept_invitation.invitation_id)
      order by i.created_at desc limit 1), 'There is no invitation for your email address.'));
  elsif given_name is null or family_name is null then
    return jsonb_build_object('success', false, 'error', 'First and last name are missing');
  end if;

  insert into public.users (id, organization_id, email, first_name, last_name, role)
  values (caller, invitation.organization_id, address, given_name, family_name, invitation.role);
  update public.user_terms t set commission_split = invitation.commission_split where t.user_id = caller;
  update public.invitations i set accepted_at = now() where i.id = invitation.id;
  return jsonb_build_object('success', true, 'organization_id', invitation.organization_id);
end $function$;

CREATE OR REPLACE FUNCTION public.add_payout_adjustment(agent_id uuid, kind text, amount numeric, note text, request_key uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches := private.lock_draft(caller_organization_id);
  refusal text[];
  new_id uuid;
  answer jsonb := private.begin_request('add_payout_adjustment', request_key, jsonb_build_object('agent_id', agent_id, 'kind', kind,
    'amount', amount, 'note', note));
begin
  if answer is not null then
    return answer;
  end if;
  refusal := case
    when not exists (select 1 from public.users u
      where u.organization_id = caller_organization_id and u.id = add_payout_adjustment.agent_id) then
      array['Choose an agent.', 'agent_id']
    when add_payout_adjustment.kind is null or add_payout_adjustment.kind not in ('bonus', 'correction') then
      array['Choose what this is.', 'kind']
    when coalesce(add_payout_adjustment.amount, 0) = 0 or abs(add_payout_adjustment.amount) > 9999999999.99 then
      array['Enter an amount.', 'amount']
    when add_payout_adjustment.amount <> round(add_payout_adjustment.amount, 2) then array['Use at most two decimals.', 'amount']
    when add_payout_adjustment.kind = 'bonus' and add_payout_adjustment.amount < 0 then
      array['A bonus is more than nothing. What an agent gives back is a correction.', 'amount']
    when nullif(btrim(add_payout_adjustment.note), '') is null then array['Say what it is for. The agent reads it.', 'note']
    when char_length(btrim(add_payout_adjustment.note)) > 500 then array['Use at most 500 characters.', 'note']
  end;
  if refusal is not null then
    return private.command_result(refusal[1], refusal[2]);
  end if;
  insert into public.payout_lines (organization_id, batch_id, agent_id, kind, amount, note, created_by)
  values (caller_organization_id, b.id, add_payout_adjustment.agent_id, add_payout_adjustment.kind, add_payout_adjustment.amount,
    btrim(add_payout_adjustment.note), auth.uid())
  returning id into new_id;
  if b.id is not null then
    perform private.note_payout(b, 'adjusted', jsonb_build_object('agent_id', add_payout_adjustment.agent_id,
      'kind', add_payout_adjustment.kind, 'amount', add_payout_adjustment.amount, 'note', btrim(add_payout_adjustment.note)));
  end if;
  return private.end_request(request_key, new_id, private.command_result(null) || jsonb_build_object('id', new_id));
end $function$;

CREATE OR REPLACE FUNCTION public.close_books(through date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  last_day date := private.today() - 1;
  closed_through date;
begin
  if caller_organization_id is null or not private.is_owner() then
    return private.command_result('Only an owner can close the books.');
  end if;
  perform pg_advisory_xact_lock(private.books_lock(caller_organization_id));
  select o.books_closed_through into closed_through from public.organizations o where o.id = caller_organization_id;
  if close_books.through is null or close_books.through not between '1990-01-01' and '2199-12-31' then
    return private.command_result('Enter the last day to close.', 'through');
  elsif close_books.through > last_day then
    return private.command_result('A day is closed when it has ended. Choose ' || private.day_words(last_day) || ' or an earlier day.',
      'through');
  elsif close_books.through <= closed_through then
    return private.command_result('The books are closed through ' || private.day_words(closed_through)
      || ' already. Choose a later day.', 'through');
  end if;
  update public.organizations o set books_closed_through = close_books.through where o.id = caller_organization_id;
  perform private.audit(caller_organization_id, 'books_closed', null, null,
    jsonb_build_object('from', closed_through, 'to', close_books.through));
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.finish_document_upload(upload_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  upload private.document_uploads%rowtype;
  metadata jsonb;
  checked record;
  locked record;
  document public.documents;
begin
  select u.* into upload from private.document_uploads u
  where u.organization_id = caller_organization_id and u.created_by = auth.uid() and u.id = finish_document_upload.upload_id
  for update;
  if upload.id is null then
    return (
      select private.command_result(case when count(*) = 0 then 'This upload does not exist any more. Begin again.' end)
        || jsonb_build_object('document_id', (array_agg(v.document_id))[1])
      from public.document_versions v
      where v.organization_id = caller_organization_id and v.uploaded_by = auth.uid() and v.id = finish_document_upload.upload_id);
  end if;
  select o.metadata into metadata from storage.objects o
  where o.bucket_id = 'documents' and o.name = private.document_file(caller_organization_id, upload.id);
  if metadata is null then
    return private.command_result('The file has not arrived. Try again.', 'file');
  elsif metadata ->> 'mimetype' is distinct from upload.mime_type or (metadata ->> 'size')::bigint <> upload.size then
    delete from private.document_uploads u where u.id = upload.id;
    return private.command_result('What arrived is not the file that was announced. Begin again.', 'file');
  end if;
  if upload.document_id is not null then
    select l.* into locked from private.lock_document(upload.document_id) l;
    document := locked.document;
    if locked.refusal is not null then
      delete from private.document_uploads u where u.id = upload.id;
      return private.command_result(locked.refusal);
    end if;
  else
    select c.* into checked from private.check_document(upload.document) c;
    if checked.refusal is not null then
      delete from private.document_uploads u where u.id = upload.id;
      return private.command_result(checked.refusal, checked.field);
    end if;
    document := checked.document;
    insert into public.documents (organization_id, title, category, customer_id, sale_id, commission_id, vendor_id, visibility,
      member_id, expires_on, asks_to_read, created_by)
    values (caller_organization_id, document.title, document.category, document.customer_id, document.sale_id,
      document.commission_id, document.vendor_id, document.visibility, document.member_id, document.expires_on,
      document.asks_to_read, auth.uid())
    returning id into document.id;
  end if;
  insert into public.document_versions (id, organization_id, document_id, number, file_name, mime_type, size, uploaded_by)
  values (upload.id, caller_organization_id, document.id, 1 + coalesce((
      select max(v.number) from public.document_versions v
      where v.organization_id = caller_organization_id and v.document_id = document.id), 0),
    upload.file_name, upload.mime_type, upload.size, auth.uid());
  delete from private.document_uploads u where u.id = upload.id;
  return private.command_result(null) || jsonb_build_object('document_id', document.id);
end $function$;

CREATE OR REPLACE FUNCTION public.get_bank_transaction(transaction_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
  t public.bank_transactions;
begin
  select b.* into t from public.bank_transactions b
  where b.id = get_bank_transaction.transaction_id and b.organization_id = caller_organization_id;
  if t.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'transaction', (private.bank_rows(caller_organization_id, array[t.id]) -> 0) || jsonb_build_object('value_on', t.value_on,
      'reference', t.reference, 'bank_id', t.bank_id, 'fee_amount', t.fee_amount, 'payer_key', t.payer_key),
    'position', (
      select jsonb_build_object('index', r.place, 'count', r.n, 'previous_id', r.previous_id, 'next_id', r.next_id)
      from (
        select b.id, row_number() over w as place, count(*) over () as n, lag(b.id) over w as previous_id, lead(b.id) over w as next_id
        from public.bank_transactions b
        where b.organization_id = caller_organization_id and b.status in ('open', 'suggested')
        window w as (order by case when b.certainty = 'certain' then 1 when b.status = 'suggested' then 2 else 3 end,
          b.booked_on desc, b.id)) r
      where r.id = t.id),
    'suggestions', (
      select coalesce(jsonb_agg(jsonb_build_object('rank', s.rank, 'kind', s.kind, 'certainty', s.certainty, 'reasons', s.reasons,
        'difference', s.difference, 'parts', private.bank_parts(caller_organization_id, s.parts, 100)) order by s.rank), '[]')
      from public.bank_suggestions s where s.organization_id = caller_organization_id and s.transaction_id = t.id),
    'allocations', (
      select private.bank_parts(caller_organization_id, coalesce(jsonb_agg(jsonb_build_object('commission_id', a.commission_id,
        'amount', a.amount, 'write_off_amount', a.write_off_amount, 'write_off_reason', a.write_off_reason,
        'recorded', private.recorded_json(c, t.id), 'keep_day', not a.takes_day,
        'rest', case when c.manual_amount > 0 then 'received' else 'open' end)
        order by a.created_at, a.id), '[]'), 500)
      from public.bank_allocations a
      join public.commissions c on c.organization_id = a.organization_id and c.id = a.commission_id
      where a.organization_id = caller_organization_id and a.transaction_id = t.id),
    'open', private.bank_commission_rows(caller_organization_id, private.payable_by(t), t.amount < 0),
    'remittance', private.bank_remittance(caller_organization_id, t.id),
    'decisions', (
      select coalesce(jsonb_agg(jsonb_build_object('action', d.action, 'group_id', d.group_id, 'at', d.decided_at,
        'by', u.first_name || ' ' || u.last_name, 'details', d.details - 'suggestions') order by d.decided_at), '[]')
      from public.bank_decisions d left join public.users u on u.id = d.decided_by
      where d.organization_id = caller_organization_id and d.transaction_id = t.id));
end $function$;

CREATE OR REPLACE FUNCTION public.get_commission_status_timeline(start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, bucket text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  scope record := private.caller_scope();
begin
  return (
    select jsonb_build_object('bucket', min(t.bucket),
      'labels', coalesce(jsonb_agg(t.label order by t.label) filter (where t.status = 'unpaid'), '[]'),
      'unpaid', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'unpaid'), '[]'),
      'funds_received', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'funds_received'), '[]'),
      'agent_paid', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'agent_paid'), '[]'),
      'cancelled', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'cancelled'), '[]'),
      'agent', jsonb_build_object(
        'unpaid', coalesce(jsonb_agg(t.agent_amount order by t.label) filter (where t.status = 'unpaid'), '[]'),
        'funds_received', coalesce(jsonb_agg(t.agent_amount order by t.label) filter (where t.status = 'funds_received'), '[]'),
        'agent_paid', coalesce(jsonb_agg(t.agent_amount order by t.label) filter (where t.status = 'agent_paid'), '[]'),
        'cancelled', coalesce(jsonb_agg(t.agent_amount order by t.label) filter (where t.status = 'cancelled'), '[]')))
    from private.amounts_by_bucket('commission', scope.organization_id, scope.agent_id, scope.zone,
      get_commission_status_timeline.start_date, get_commission_status_timeline.end_date,
      get_commission_status_timeline.bucket) t);
end $function$;

CREATE OR REPLACE FUNCTION public.get_sales_by_status(start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  scope record := private.caller_scope();
  range record := private.date_range(get_sales_by_status.start_date, get_sales_by_status.end_date);
begin
  return (
    with totals as (
      select t.status, sum(t.record_count) as n, sum(t.total_amount) as amount
      from private.totals('sale', scope.organization_id, scope.agent_id, range.first_day, range.last_day) t
      group by t.status)
    select jsonb_object_agg(k.name, (
      select jsonb_build_object('count', coalesce(sum(t.n), 0), 'amount', coalesce(sum(t.amount), 0))
      from totals t where t.status = any (k.statuses)))
    from (values ('booked', '{booked}'::text[]), ('paid', '{paid}'), ('cancelled', '{cancelled}'),
      ('total', '{booked,paid,cancelled}'), ('active_total', '{booked,paid}')) k(name, statuses));
end $function$;

CREATE OR REPLACE FUNCTION public.get_sales_status_timeline(start_date date DEFAULT NULL::date, end_date date DEFAULT NULL::date, bucket text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  scope record := private.caller_scope();
begin
  return (
    select jsonb_build_object('bucket', min(t.bucket),
      'labels', coalesce(jsonb_agg(t.label order by t.label) filter (where t.status = 'booked'), '[]'),
      'booked', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'booked'), '[]'),
      'paid', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'paid'), '[]'),
      'cancelled', coalesce(jsonb_agg(t.amount order by t.label) filter (where t.status = 'cancelled'), '[]'))
    from private.amounts_by_bucket('sale', scope.organization_id, scope.agent_id, scope.zone,
      get_sales_status_timeline.start_date, get_sales_status_timeline.end_date, get_sales_status_timeline.bucket) t);
end $function$;

CREATE OR REPLACE FUNCTION public.get_vendor_overdue(vendor_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.bank_organization();
begin
  return (
    select coalesce(jsonb_agg(r.value || jsonb_build_object('expected', w.owed) order by r.n), '[]')
    from jsonb_array_elements(private.bank_commission_rows(caller_organization_id, array(
      select m.commission_id from private.commission_money m
      where m.organization_id = caller_organization_id and m.vendor_id = get_vendor_overdue.vendor_id
        and m.open_amount > 0 and m.owed > 0
      order by m.due_on, m.commission_id limit 200))) with ordinality r(value, n)
    join private.commission_money w on w.commission_id = (r.value ->> 'commission_id')::uuid);
end $function$;

CREATE OR REPLACE FUNCTION public.hand_over_payout(batch_id uuid, user_id uuid, expected_version integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.payout_batches := private.lock_payout(hand_over_payout.batch_id);
  other public.users;
begin
  if private.draft_refusal(b) is not null then
    return private.command_result(private.draft_refusal(b));
  elsif hand_over_payout.expected_version <> b.version then
    return private.command_result('Somebody changed this payout meanwhile. Look at it again.');
  elsif not (select o.payout_second_approval from public.organizations o where o.id = b.organization_id) then
    return private.command_result('One person is enough to approve payouts here.');
  end if;
  select u.* into other from public.users u
  where u.organization_id = b.organization_id and u.id = hand_over_payout.user_id and u.is_active and u.role in ('owner', 'admin');
  if other.id is null then
    return private.command_result('Choose who looks at it.', 'user_id');
  elsif other.id = auth.uid() then
    return private.command_result('Hand it over to somebody else.', 'user_id');
  end if;
  perform private.note_payout(b, 'handed_over', jsonb_build_object('agent_id', other.id,
    'agent', other.first_name || ' ' || other.last_name));
  perform private.write_notification(b.organization_id, other.id, 'payout', private.acting_name(b.organization_id) || ' handed the '
    || b.name || ' payout over to you: look at it and approve it.', 'payouts', b.id);
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.match_bank_transaction(transaction_id uuid, expected_version integer, parts jsonb, unclaimed numeric DEFAULT 0, fee numeric DEFAULT 0, vendor_id uuid DEFAULT NULL::uuid, category text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  t public.bank_transactions := private.lock_transaction(match_bank_transaction.transaction_id);
  new_group uuid := gen_random_uuid();
  refusal jsonb;
begin
  if t.id is null then
    return private.command_result('This transaction is no longer there.');
  elsif t.version is distinct from match_bank_transaction.expected_version then
    return private.bank_conflict(t);
  elsif match_bank_transaction.vendor_id is not null and not exists (select 1 from public.vendors v
    where v.id = match_bank_transaction.vendor_id and v.organization_id = t.organization_id) then
    return private.command_result('This vendor does not exist.', 'vendor_id');
  end if;
  perform private.keep_decision(t, new_group, 'match', jsonb_build_object('placed',
    case when jsonb_typeof(parts) = 'array' then jsonb_array_length(parts) end));
  refusal := private.write_match(t, parts, unclaimed, fee, match_bank_transaction.category, match_bank_transaction.vendor_id);
  if refusal is not null then
    -- Nothing was written but the decision; guard_history keeps entries, so it goes with an exception of its own.
    raise exception using errcode = 'P0001', message = refusal ->> 'error', hint = coalesce(refusal ->> 'field', '');
  end if;
  perform private.learn_payer(t);
  perform private.match_transactions(t.organization_id, array[t.id]);
  perform private.rematch_commissions(t.organization_id, private.commissions_of(parts), array[t.id]);
  select b.* into t from public.bank_transactions b where b.id = t.id;
  return private.command_result(null) || jsonb_build_object('group_id', new_group, 'version', t.version);
exception when raise_exception then
  declare
    reason text;
    field text;
  begin
    get stacked diagnostics reason = message_text, field = pg_exception_hint;
    return private.command_result(reason, field);
  end;
end $function$;

CREATE OR REPLACE FUNCTION public.reject_bank_suggestion(transaction_id uuid, expected_version integer, rank integer DEFAULT 1)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  t public.bank_transactions := private.lock_transaction(reject_bank_suggestion.transaction_id);
  new_group uuid := gen_random_uuid();
  rejected uuid[];
begin
  if t.id is null then
    return private.command_result('This transaction is no longer there.');
  elsif t.version is distinct from reject_bank_suggestion.expected_version then
    return private.bank_conflict(t);
  end if;
  select array(select c from unnest(private.commissions_of(s.parts)) c order by c) into rejected
  from public.bank_suggestions s
  where s.organization_id = t.organization_id and s.transaction_id = t.id and s.rank = reject_bank_suggestion.rank;
  if rejected is null then
    return private.command_result('Nothing is suggested any more.');
  end if;
  perform private.keep_decision(t, new_group, 'reject', jsonb_build_object('rejected', rejected));
  insert into private.rejected_suggestions (organization_id, transaction_id, commission_ids)
  values (t.organization_id, t.id, rejected) on conflict do nothing;
  update public.bank_transactions b set version = b.version + 1 where b.id = t.id;
  perform private.match_transactions(t.organization_id, array[t.id]);
  return private.command_result(null) || jsonb_build_object('group_id', new_group, 'version', t.version + 1);
end $function$;

CREATE OR REPLACE FUNCTION public.release_commission(commission_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches := private.lock_draft(caller_organization_id);
begin
  delete from public.payout_holds h
  where h.organization_id = caller_organization_id and h.commission_id = release_commission.commission_id;
  if not found then
    return private.command_result('This commission is not held.');
  end if;
  if b.id is not null then
    insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, amount, created_by)
    select b.organization_id, b.id, c.agent_id, 'commission', c.commission_id, c.amount, auth.uid()
    from private.open_for_payout(caller_organization_id, (
      select m.agent_id from public.commissions m
      where m.organization_id = caller_organization_id and m.id = release_commission.commission_id), true) c
    where c.commission_id = release_commission.commission_id and c.obstacle is null and c.batch_id is null;
    perform private.note_payout(b, 'released', jsonb_build_object('commission_id', release_commission.commission_id));
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.reopen_bank_transaction(transaction_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  t public.bank_transactions := private.lock_transaction(reopen_bank_transaction.transaction_id);
begin
  if t.status is distinct from 'set_aside' then
    return private.command_result('This transaction is not set aside.');
  end if;
  perform private.keep_decision(t, gen_random_uuid(), 'reopen');
  update public.bank_transactions b set status = 'open', category = null, version = b.version + 1 where b.id = t.id;
  -- One that was learned would be set aside again at once.
  update public.bank_patterns p set confirmations = p.confirmations - 1
  where p.organization_id = t.organization_id and p.payer_key = t.payer_key and p.category = t.category and p.confirmations > 1;
  delete from public.bank_patterns p
  where p.organization_id = t.organization_id and p.payer_key = t.payer_key and p.category is not null;
  perform private.match_transactions(t.organization_id, array[t.id]);
  return private.command_result(null) || jsonb_build_object('version', t.version + 1);
end $function$;

CREATE OR REPLACE FUNCTION public.save_passport(customer_id uuid, passport jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  customer public.customers%rowtype;
  existing private.passports%rowtype;
  input jsonb := case when jsonb_typeof(passport) = 'object' then passport else '{}' end;
  typed_number text := upper(regexp_replace(input ->> 'number', '[\s.-]', '', 'g'));
  refusal text[];
  saved_id uuid;
begin
  select c.* into customer from public.customers c
  where c.organization_id = caller_organization_id and c.id = save_passport.customer_id for no key update;
  if customer.id is not null and not private.may_use_passports(caller_organization_id, customer.id) then
    return private.command_result(private.passport_refusal());
  end if;
  if input ? 'id' and input ->> 'id' is not null then
    if pg_input_is_valid(input ->> 'id', 'uuid') then
      select p.* into existing from private.passports p
      where p.organization_id = caller_organization_id and p.customer_id = customer.id and p.id = (input ->> 'id')::uuid
      for update;
    end if;
    if existing.id is null then
      return jsonb_build_object('success', false, 'error', 'This passport does not exist.', 'field', null);
    end if;
  end if;
  refusal := case
    when customer.id is null or customer.merged_into is not null or customer.erased_at is not null then
      array['This customer does not exist.', null]
    when existing.id is null and coalesce(typed_number, '') = '' then array['Enter the passport number.', 'number']
    when coalesce(typed_number, '') <> '' and typed_number !~ '^[A-Z0-9]{6,20}$' then
      array['Enter the number as printed, 6 to 20 letters and digits.', 'number']
    when char_length(input ->> 'given_names') > 200 then array['Use at most 200 characters.', 'given_names']
    when coalesce(btrim(input ->> 'country'), '') = '' then array['Choose the country that issued it.', 'country']
    when not private.is_country(upper(btrim(input ->> 'country'))) then array['Choose a country.', 'country']
    when coalesce(input ->> 'issued_on', '') <> '' and not private.is_iso_date(input ->> 'issued_on') then
      array['Enter a date like 11/19/2026.', 'issued_on']
    when coalesce(input ->> 'expires_on', '') = '' then array['Enter the expiry date.', 'expires_on']
    when not private.is_iso_date(input ->> 'expires_on') then array['Enter a date like 11/19/2026.', 'expires_on']
    when (input ->> 'expires_on')::date <= nullif(input ->> 'issued_on', '')::date then
      array['Expiry must be after the day of issue.', 'expires_on']
    when existing.id is null and (select count(*) from private.passports p
      where p.organization_id = caller_organization_id and p.customer_id = customer.id) >= 10 then
      array['A customer has at most ten passports here. Delete one first.', null]
  end;
  if refusal is not null then
    return jsonb_build_object('success', false, 'error', refusal[1], 'field', refusal[2]);
  end if;

  if existing.id is null then
    insert into private.passports (organization_id, customer_id, number_encrypted, last_four, given_names, country,
      issued_on, expires_on, created_by)
    values (caller_organization_id, customer.id, private.seal('passport_key', typed_number), right(typed_number, 4),
      nullif(btrim(input ->> 'given_names'), ''), upper(btrim(input ->> 'country')), nullif(input ->> 'issued_on', '')::date,
      (input ->> 'expires_on')::date, auth.uid())
    returning id into saved_id;
  else
    update private.passports p set
      number_encrypted = case when coalesce(typed_number, '') = '' then p.number_encrypted
        else private.seal('passport_key', typed_number) end,
      last_four = case when coalesce(typed_number, '') = '' then p.last_four else right(typed_number, 4) end,
      given_names = nullif(btrim(input ->> 'given_names'), ''), country = upper(btrim(input ->> 'country')),
      issued_on = nullif(input ->> 'issued_on', '')::date, expires_on = (input ->> 'expires_on')::date
    where p.id = existing.id;
    saved_id := existing.id;
  end if;
  perform private.audit(caller_organization_id,
    case when existing.id is null then 'passport_added' else 'passport_changed' end, customer.id, saved_id);
  return jsonb_build_object('success', true, 'id', saved_id, 'error', null, 'field', null);
end $function$;

CREATE OR REPLACE FUNCTION public.set_member_active(member_id uuid, active boolean, reassign_to uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  locked record;
  open_sales uuid[];
begin
  select t.* into locked from private.lock_member(set_member_active.member_id) t;
  if locked.refusal is not null then
    return private.command_result(locked.refusal);
  elsif set_member_active.active is null then
    return private.command_result('Say whether the person is active.', 'active');
  end if;

  if set_member_active.reassign_to is not null then
    if set_member_active.active then
      return private.command_result('Sales are given to somebody else only when a person is deactivated.', 'reassign_to');
    elsif set_member_active.reassign_to = (locked.member).id then
      return private.command_result('Choose somebody else to take over the open sales.', 'reassign_to');
    elsif not exists (
      select 1 from public.users u
      where u.id = set_member_active.reassign_to and u.organization_id = (locked.member).organization_id and u.is_active
    ) then
      return private.command_result('Choose an active member of your organization to take over the open sales.', 'reassign_to');
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
    return private.command_result(sqlerrm);
  end;
  return private.command_result(null) || jsonb_build_object('reassigned', coalesce(cardinality(open_sales), 0));
end $function$;
