set local check_function_bodies = off;

ALTER TABLE "public"."payout_batches" DROP CONSTRAINT "payout_batches_scheduled_at_whole";

DROP FUNCTION "private"."file_payments"(public.payout_batches, text);

DROP FUNCTION "private"."pay_as_scheduled"(public.payout_batches);

DROP FUNCTION "private"."tell_not_paid"(public.payout_batches, text, date);

ALTER TABLE "public"."payout_batches" ADD COLUMN "schedule_failure" jsonb;

ALTER TABLE "public"."sales_history" ADD COLUMN "code" text;

ALTER TABLE "public"."sales_history" ADD COLUMN "params" jsonb NOT NULL DEFAULT '{}'::jsonb;

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

CREATE OR REPLACE FUNCTION private.file_payments(b public.payout_batches, sender_kind text)
 RETURNS TABLE(agent_id uuid, amount numeric, code text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select t.agent_id, t.paid_amount, case
    when t.voided then 'voided'
    when t.payment_method = 'check' then 'check'
    when jsonb_typeof(t.account) = 'null' then 'transfer'
    when d.kind is null then 'no_bank_details'
    when d.kind <> sender_kind then 'another_kind'
    when t.account is not null and (t.account ->> 'last_four', t.account ->> 'kind', t.account ->> 'holder_name', (t.account ->> 'updated_at')::timestamptz)
      is distinct from (d.last_four, d.kind, d.holder_name, d.updated_at) then 'bank_details_changed' end
  from (
    select s.agent_id, s.paid_amount, s.payment_method, s.content -> 'account' as account,
      exists (select 1 from public.payment_voids v where v.organization_id = s.organization_id and v.statement_id = s.id) as voided
    from public.payout_statements s
    where b.status = 'paid' and s.organization_id = b.organization_id and s.batch_id = b.id
    union all
    select t.agent_id, t.paid_amount, null, null, false from private.payout_totals(b) t where b.status in ('approved', 'scheduled')) t
  left join private.bank_details d on d.organization_id = b.organization_id and d.agent_id = t.agent_id
  where t.paid_amount > 0
$function$;

CREATE OR REPLACE FUNCTION private.pay_as_scheduled(b public.payout_batches)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  problems jsonb;
begin
  perform set_config('request.jwt.claims', jsonb_build_object('sub', b.scheduled_by)::text, true);
  perform private.lock_payout_lines(b);
  problems := private.payout_problems(b);
  if problems = '[]' then
    perform private.complete_payout(b, b.planned_on, b.reference, b.payment_key, b.checks, true);
  end if;
  perform set_config('request.jwt.claims', '', true);
  return (
    select jsonb_build_object('code', 'commissions_unpayable', 'params', jsonb_build_object('count', count(*),
        -- More than that the text cannot hold.
        'problems', jsonb_agg(p.value - '{line_id,commission_id,agent,problem}'::text[] order by p.place) filter (where p.place <= 16)),
      'text', case count(*) when 1 then '1 commission cannot' else count(*) || ' commissions cannot' end || ' be paid any more: '
        || left(string_agg(p.value ->> 'booking_reference' || ' (' || (p.value ->> 'problem') || ')', ', ' order by p.place), 300))
    from jsonb_array_elements(problems) with ordinality p(value, place) having count(*) > 0);
end $function$;

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
  end loop;
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
      when 'customer' then 'The customer has not paid this sale' end) order by p.booking_reference, p.line_id), '[]')
  from (
    select l.id as line_id, c.id as commission_id, s.booking_reference, u.first_name || ' ' || u.last_name as agent,
      c.agent_amount as share, case
        when c.status in ('agent_paid', 'cancelled') then c.status
        when c.agent_id <> l.agent_id then 'agent_changed'
        when c.agent_amount <> l.amount then 'share_changed'
        else private.payout_obstacle(c, s, o, h.commission_id is not null, (select private.today())) end as code
    from public.payout_lines l
    join public.organizations o on o.id = l.organization_id
    join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id
    join public.sales s on s.id = c.sales_id
    join public.users u on u.id = l.agent_id
    left join public.payout_holds h on h.organization_id = l.organization_id and h.commission_id = c.id
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind = 'commission') p
  where p.code is not null
$function$;

CREATE OR REPLACE FUNCTION private.redact_payouts(organization_id uuid, commission_ids uuid[], pattern text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.payout_holds h set reason = private.redact(h.reason, pattern, 500)
  where h.organization_id = redact_payouts.organization_id and h.reason ~* pattern
    and (redact_payouts.commission_ids is null or h.commission_id = any (redact_payouts.commission_ids));
  update public.payout_lines l set note = private.redact(l.note, pattern, 500)
  where l.organization_id = redact_payouts.organization_id and l.note ~* pattern
    and (redact_payouts.commission_ids is null or l.commission_id = any (redact_payouts.commission_ids));
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

CREATE OR REPLACE FUNCTION private.tell_not_paid(b public.payout_batches, failure jsonb, today date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reason constant text := failure ->> 'text';
  by_code constant jsonb := failure - 'text';
begin
  if (b.schedule_problem, b.schedule_told_on) is not distinct from (reason, tell_not_paid.today) then
    return;
  end if;
  update public.payout_batches p set schedule_problem = reason, schedule_failure = by_code, schedule_told_on = tell_not_paid.today
  where p.id = b.id;
  perform private.note_payout(b, 'not_paid', by_code || jsonb_build_object('reason', reason), true);
  perform private.notify_other_admins(b.organization_id, 'payout', 'The ' || b.name || ' payout, planned for '
    || to_char(b.planned_on, 'FMMon FMDD') || ', was not paid: ' || reason, 'payouts', b.id, 'payout_not_paid',
    jsonb_build_object('payout', b.name, 'planned_on', b.planned_on, 'reason', reason, 'failure', by_code));
end $function$;

CREATE OR REPLACE FUNCTION private.told_lines(b public.payout_batches, line_ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select coalesce(jsonb_agg(t.line order by t.place), '[]')
  from (
    select row_number() over (order by l.kind <> 'commission', s.booking_reference, l.id) as place,
      jsonb_strip_nulls(jsonb_build_object('kind', l.kind, 'amount', l.amount, 'agent_id', l.agent_id,
        'agent', u.first_name || ' ' || u.last_name, 'commission_id', l.commission_id, 'booking_reference', s.booking_reference,
        'note', l.note, 'reason', e.problem ->> 'problem', 'code', e.problem ->> 'code', 'params', e.problem -> 'params')) as line
    from public.payout_lines l
    cross join (select private.payout_problems(b) as problems) p
    left join lateral (select e.problem from jsonb_array_elements(p.problems) e(problem)
      where e.problem ->> 'line_id' = l.id::text) e on true
    join public.users u on u.id = l.agent_id
    left join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id
    left join public.sales s on s.id = c.sales_id
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.id = any (line_ids)) t
  where t.place <= 200);
end $function$;

CREATE OR REPLACE FUNCTION private.write_sales_history()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ignored constant text[] := '{id,organization_id,created_at,updated_at,version,import_batch_id,import_row}';
  -- As private.acting_user, but looked up once per statement instead of once per row.
  actor record;
begin
  select u.id, u.organization_id into actor from public.users u where u.id = auth.uid();
  if tg_op = 'INSERT' then
    insert into public.sales_history
      (sales_id, organization_id, changed_by, change_type, new_data, changed_fields, notes, version, code)
    select n.id, n.organization_id, case when actor.organization_id = n.organization_id then actor.id end, 'create', r.data,
      array(select k from jsonb_each(r.data) e(k, v) where v <> 'null' order by k), 'Sale created', n.version, 'created'
    from added n
    cross join lateral (select to_jsonb(n) - ignored - 'traveler_ids' || case when cardinality(n.traveler_ids) > 0
      then jsonb_build_object('travelers', private.traveler_names(n)) else '{}' end as data) r
    order by n.id;
    return null;
  end if;
  insert into public.sales_history
    (sales_id, organization_id, changed_by, change_type, previous_data, new_data, changed_fields, notes, comment, version, code,
      params)
  select n.id, n.organization_id, case when actor.organization_id = n.organization_id then actor.id end,
    case when n.status <> n.old_status then 'status_change' else 'update' end,
    c.previous_data, c.new_data, c.fields,
    case when n.status <> n.old_status then 'Status changed from ' || n.old_status || ' to ' || n.status end,
    case when n.status <> n.old_status then private.given_reason() end,
    n.version,
    case when n.status <> n.old_status then 'status_changed' end,
    case when n.status <> n.old_status then jsonb_build_object('from', n.old_status, 'to', n.status) else '{}' end
  from (
    select n.id, n.organization_id, n.version, n.status, o.status as old_status,
      -- Travelers by name at this moment: later renames must not change the history.
      to_jsonb(o) - ignored - 'traveler_ids' || case when o.traveler_ids <> n.traveler_ids
        then jsonb_build_object('travelers', private.traveler_names(o)) else '{}' end as before,
      to_jsonb(n) - ignored - 'traveler_ids' || case when o.traveler_ids <> n.traveler_ids
        then jsonb_build_object('travelers', private.traveler_names(n)) else '{}' end as after
    from changed n full join replaced o on o.id = n.id offset 0) n
  cross join lateral (
    select jsonb_object_agg(e.key, n.before -> e.key) as previous_data, jsonb_object_agg(e.key, e.value) as new_data,
      array_agg(e.key order by e.key) as fields
    from jsonb_each(n.after) e
    -- Other travelers may have the same names: `travelers` is there only when the ids changed.
    where e.value is distinct from n.before -> e.key or e.key = 'travelers') c
  where c.fields is not null
  order by n.id;
  return null;
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
      'scheduled_at', b.scheduled_at, 'schedule_problem', b.schedule_problem,
      'schedule_failure', b.schedule_failure, 'file_read_at', private.payment_file_read_at(b),
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

CREATE OR REPLACE FUNCTION public.get_sale_history(sale_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- Asked once and first: what is not shown takes as long as what is not there.
  with sale as materialized (
    select s.id from public.sales s where s.id = get_sale_history.sale_id
  ), entries as (
    select h.* from public.sales_history h where h.sales_id = (select s.id from sale s)
  ), mentioned as (
    select distinct m.kind, (m.id)::uuid as id
    from entries e
    cross join lateral (values (e.previous_data), (e.new_data)) d(data)
    cross join lateral (values
      ('user', d.data ->> 'agent_id'), ('customer', d.data ->> 'customer_id'), ('vendor', d.data ->> 'vendor_id')) m(kind, id)
    where m.id is not null
  ), names as (
    select u.id, u.first_name || ' ' || u.last_name as name
    from mentioned m join public.users u on u.id = m.id where m.kind = 'user'
    union all
    select c.id, c.first_name || ' ' || c.last_name
    from mentioned m join public.customers c on c.id = m.id where m.kind = 'customer'
    union all
    select v.id, v.name from mentioned m join public.vendors v on v.id = m.id where m.kind = 'vendor'
  )
  select jsonb_build_object(
    'entries', (select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'change_type', e.change_type, 'previous_data', e.previous_data, 'new_data', e.new_data,
        'changed_fields', e.changed_fields, 'notes', e.notes, 'code', e.code, 'params', e.params, 'comment', e.comment, 'created_at', e.created_at,
        'changed_by', (
          select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url)
          from public.users u where u.id = e.changed_by)
      ) order by e.version desc), '[]') from entries e),
    'commission', (select coalesce(jsonb_agg(jsonb_build_object(
        'id', h.id, 'new_status', h.new_status, 'notes', h.notes, 'code', h.code, 'params', h.params, 'created_at', h.created_at,
        'changed_by', (
          select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url)
          from public.users u where u.id = h.changed_by)
      ) order by h.created_at desc, h.id desc), '[]')
      from public.commissions c join public.commission_history h on h.commission_id = c.id
      where c.sales_id = (select s.id from sale s) and h.change_type = 'status_change'),
    'corrections', (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'kind', k.kind, 'posted_on', k.posted_on,
        'total_before', k.total_before, 'total_after', k.total_after, 'commission_before', k.commission_before,
        'commission_after', k.commission_after, 'created_at', k.created_at) order by k.created_at desc, k.id), '[]')
      from public.book_corrections k where k.sales_id = (select s.id from sale s)),
    'names', (select coalesce(jsonb_object_agg(n.id, n.name), '{}') from names n))
$function$;

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
    perform private.refuse(private.disclosure_refusal());
  end if;
  return jsonb_build_object('batch_id', b.id, 'name', b.name, 'currency', b.currency, 'planned_on', coalesce(b.paid_on, b.planned_on),
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

ALTER TABLE "public"."payout_batches" ADD CONSTRAINT "payout_batches_scheduled_at_whole" CHECK (
CASE status
    WHEN 'scheduled'::text THEN (num_nulls(scheduled_by, scheduled_at, planned_on, payment_key) = 0)
    WHEN 'paid'::text THEN (num_nulls(scheduled_by, scheduled_at) = ANY (ARRAY[0, 2]))
    ELSE (num_nonnulls(scheduled_by, scheduled_at, payment_key, schedule_problem, schedule_failure, schedule_told_on) = 0)
END);

ALTER TABLE "public"."sales_history" ADD CONSTRAINT "sales_history_code_length" CHECK ((char_length(code) <= 40));

COMMENT ON COLUMN "public"."sales_history"."code" IS 'What `notes` says, for words of the reader''s own; null where there are none';

COMMENT ON FUNCTION "private"."file_payments"(public.payout_batches, text) IS 'Who gets something by a payout, with what was said of their account when it was paid,
  and why not by the file: `code`, null for who is in it. What was paid otherwise stays so, also when details come later; and
  nothing goes to an account other than the statement names.';

COMMENT ON FUNCTION "private"."pay_as_scheduled"(public.payout_batches) IS 'Pays a scheduled payout on behalf of who scheduled it. Answers why it cannot be
  paid, {code, params, text}, null when it is.';

COMMENT ON FUNCTION "private"."payout_problems"(public.payout_batches) IS 'What stands in the way of paying a batch: [{line_id, commission_id,
  booking_reference, agent, code, params, problem}], [] for nothing. problem: the code in English.';

COMMENT ON FUNCTION "private"."tell_not_paid"(public.payout_batches, jsonb, date) IS 'Keeps why a scheduled payout could not be paid, {code, params, text}, and tells owners
  and admins: of each reason once a day.';

COMMENT ON FUNCTION "private"."told_lines"(public.payout_batches, uuid[]) IS 'What the history keeps of lines that come and go: [{kind, amount, agent_id, agent,
  commission_id, booking_reference, note, code, params, reason}], of the first 200. Code, its parameters and reason: why one could
  not be paid any more.';

COMMENT ON FUNCTION "public"."read_payment_file"(uuid) IS 'What the payment file says: {batch_id, name, currency, planned_on, kind, sender,
  payments: [{agent_id, holder_name, amount, numbers}], left: [{agent_id, name, amount, code, params, reason}]}. left: who gets
  something otherwise (private.file_payments); reason: the code in English.';

REVOKE ALL ON FUNCTION "private"."file_payments"(public.payout_batches, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."file_payments"(public.payout_batches, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."pay_as_scheduled"(public.payout_batches) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."pay_as_scheduled"(public.payout_batches) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_not_paid"(public.payout_batches, jsonb, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_not_paid"(public.payout_batches, jsonb, date) TO "postgres";

-- What was written before there were codes gets the codes it would have.
ALTER TABLE "public"."sales_history" DISABLE TRIGGER "sales_history_keep";

UPDATE public.sales_history h SET
  code = CASE h.change_type WHEN 'create' THEN 'created' ELSE 'status_changed' END,
  params = CASE h.change_type WHEN 'create' THEN '{}'
    ELSE jsonb_build_object('from', h.previous_data -> 'status', 'to', h.new_data -> 'status') END
WHERE h.change_type = 'create' AND h.notes = 'Sale created'
  OR h.change_type = 'status_change'
    AND h.notes = 'Status changed from ' || (h.previous_data ->> 'status') || ' to ' || (h.new_data ->> 'status');

ALTER TABLE "public"."sales_history" ENABLE TRIGGER "sales_history_keep";
