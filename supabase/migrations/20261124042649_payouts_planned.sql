set local check_function_bodies = off;

DROP INDEX "public"."payout_batches_open_key";

ALTER TABLE "public"."payout_batches" DROP CONSTRAINT "payout_batches_approved_at_whole";

ALTER TABLE "public"."payout_batches" DROP CONSTRAINT "payout_batches_status_known";

ALTER TABLE "public"."payout_events" DROP CONSTRAINT "payout_events_action_known";

ALTER TABLE "public"."payout_events" DROP CONSTRAINT "payout_events_details_length";

DROP FUNCTION "private"."note_payout"(public.payout_batches, text, jsonb);

DROP FUNCTION "private"."post_recall"(public.payout_batches, public.commissions, numeric, text, uuid);

DROP FUNCTION "public"."reopen_payout"(uuid);

ALTER TABLE "public"."payout_batches" ADD COLUMN "scheduled_by" uuid;

ALTER TABLE "public"."payout_batches" ADD COLUMN "scheduled_at" timestamp with time zone;

ALTER TABLE "public"."payout_batches" ADD COLUMN "checks" jsonb NOT NULL DEFAULT '{}'::jsonb;

ALTER TABLE "public"."payout_batches" ADD COLUMN "schedule_problem" text;

ALTER TABLE "public"."payout_batches" ADD COLUMN "schedule_told_on" date;

ALTER TABLE "public"."payout_events" ALTER COLUMN "done_by" DROP NOT NULL;

CREATE OR REPLACE FUNCTION private.account_lock(organization_id uuid, agent_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('payouts ' || account_lock.organization_id, 0));
  return (
    select 'This is in the ' || b.name || ' payout, planned for ' || private.day_text(b.planned_on) || '.'
    from public.payout_batches b
    where b.organization_id = account_lock.organization_id and b.status = 'scheduled' and (account_lock.agent_id is null or exists (
      select 1 from public.payout_lines l
      where l.organization_id = b.organization_id and l.batch_id = b.id and l.agent_id = account_lock.agent_id)));
end $function$;

CREATE OR REPLACE FUNCTION private.bank_day_refusal(b public.payout_batches, day date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kinds text[] := array(
    select distinct private.file_account(b.organization_id, t.agent_id) ->> 'kind' from private.payout_totals(b) t where t.paid_amount > 0);
  before date;
  after date;
begin
  kinds := array_remove(kinds, null);
  if not exists (select 1 from unnest(kinds) k where not private.is_bank_day(k, day)) then
    return null;
  end if;
  before := private.next_bank_day(kinds, day, -1);
  after := private.next_bank_day(kinds, day, 1);
  return private.command_result(private.day_text(day) || ' is no bank day. Before it: ' || private.day_text(before) || '. After it: '
    || private.day_text(after) || '.', 'paid_on') || jsonb_build_object('bank_day_before', before, 'bank_day_after', after);
end $function$;

CREATE OR REPLACE FUNCTION private.bank_holidays(kind text, year integer)
 RETURNS SETOF date
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select h.day + case when bank_holidays.kind = 'us' and extract(dow from h.day) = 0 then 1 else 0 end
  from unnest(case bank_holidays.kind
    when 'us' then array[
      make_date(year, 1, 1), private.nth_weekday(year, 1, 1, 3), private.nth_weekday(year, 2, 1, 3), private.nth_weekday(year, 5, 1, -1),
      make_date(year, 6, 19), make_date(year, 7, 4), private.nth_weekday(year, 9, 1, 1), private.nth_weekday(year, 10, 1, 2),
      make_date(year, 11, 11), private.nth_weekday(year, 11, 4, 4), make_date(year, 12, 25)]
    when 'iban' then array[
      make_date(year, 1, 1), private.easter_sunday(year) - 2, private.easter_sunday(year) + 1, make_date(year, 5, 1),
      make_date(year, 12, 25), make_date(year, 12, 26)]
  end) h(day)
$function$;

CREATE OR REPLACE FUNCTION private.below_minimum(organization_id uuid, agent_id uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
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

CREATE OR REPLACE FUNCTION private.complete_payout(b public.payout_batches, day date, reference text, payment_key uuid, checks jsonb, by_itself boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
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
    case when account.details is null then 'check' else 'bank_transfer' end,
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
  perform set_config('paperplane.paying_payout', 'yes', true);
  perform private.write_agent_payments(b.organization_id, array_agg(l.commission_id order by l.commission_id),
    array_agg(s.payment_method order by l.commission_id), array_agg(s.reference order by l.commission_id), day, null, b.id)
  from public.payout_lines l
  join public.payout_statements s on s.organization_id = l.organization_id and s.batch_id = l.batch_id and s.agent_id = l.agent_id
  where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind = 'commission'
  having count(*) > 0;
  perform set_config('paperplane.paying_payout', '', true);

  perform private.note_payout(b, 'paid', jsonb_build_object('amount',
    (select sum(s.paid_amount) from public.payout_statements s where s.organization_id = b.organization_id and s.batch_id = b.id))
    || case when by_itself then '{"by_itself": true}' else '{}' end::jsonb);
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id)
  select s.organization_id, s.agent_id, 'payout',
    case when s.paid_amount > 0 then 'You were paid ' || trim(to_char(s.paid_amount, '9,999,999,990.00')) || ' ' || b.currency || ' with the '
      || b.name || ' payout. Your statement is there.'
    else 'Your statement of the ' || b.name || ' payout is there.' end, 'statements', s.id
  from public.payout_statements s
  where s.organization_id = b.organization_id and s.batch_id = b.id and (by_itself or s.agent_id is distinct from auth.uid())
  order by s.agent_id;
end $function$;

CREATE OR REPLACE FUNCTION private.day_text(day date)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_char(day, 'FMMon FMDD' || case when extract(year from day) <> extract(year from private.today()) then ', YYYY' else '' end)
$function$;

CREATE OR REPLACE FUNCTION private.draft_refusal(b public.payout_batches)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when b.id is null then 'This payout does not exist.'
    when b.status = 'approved' then 'This payout is approved. Take it back to a draft first.'
    when b.status = 'scheduled' then 'This payout is planned for ' || private.day_text(b.planned_on)
      || '. Take it back to a draft first.'
    when b.status = 'paid' then 'This payout is paid.'
    when b.status = 'discarded' then 'This payout was discarded.' end
$function$;

CREATE OR REPLACE FUNCTION private.drop_recall(organization_id uuid, transaction_id uuid, commission_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
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
  insert into public.commission_history
    (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes)
  select c.id, c.organization_id, private.acting_user(c.organization_id), 'update', c.status, c.status,
    jsonb_build_object('recalled_amount', -l.amount), '{}', 'Not taken back from the agent after all'
  from public.commissions c
  where c.organization_id = drop_recall.organization_id and c.id = drop_recall.commission_id;
end $function$;

CREATE OR REPLACE FUNCTION private.easter_sunday(year integer)
 RETURNS date
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  golden constant int := year % 19;
  century constant int := year / 100;
  epact constant int := (19 * golden + century - century / 4 - (century - (century + 8) / 25 + 1) / 3 + 15) % 30;
  weekday constant int := (32 + 2 * (century % 4) + 2 * ((year % 100) / 4) - epact - year % 100 % 4) % 7;
  month constant int := (golden + 11 * epact + 22 * weekday) / 451;
  days constant int := epact + weekday - 7 * month + 114;
begin
  return make_date(year, days / 31, days % 31 + 1);
end $function$;

CREATE OR REPLACE FUNCTION private.file_payments(b public.payout_batches, sender_kind text)
 RETURNS TABLE(agent_id uuid, amount numeric, reason text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select t.agent_id, t.paid_amount, case
    when t.voided then 'Voided'
    when t.payment_method = 'check' then 'Paid by check'
    when d.kind is null then 'No bank details'
    when d.kind <> sender_kind then 'An account of another kind'
    when t.account is not null and (t.account ->> 'last_four', t.account ->> 'kind', t.account ->> 'holder_name', (t.account ->> 'updated_at')::timestamptz)
      is distinct from (d.last_four, d.kind, d.holder_name, d.updated_at) then 'The bank details changed after this payout was paid' end
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
  new.agent_amount := round(coalesce(new.share_base, new.amount) * new.commission_split / 100, 2);
  if tg_op = 'INSERT' then
    return new;
  end if;
  if (new.written_off, new.received_amount) is distinct from (old.written_off, old.received_amount) then
    new.share_base := private.share_base(new);
    new.agent_amount := round(coalesce(new.share_base, new.amount) * new.commission_split / 100, 2);
  end if;
  -- What was paid stays, and so does what is about to be (private.correct_share).
  if new.agent_amount <> old.agent_amount and private.share_is_fixed(old) then
    new.agent_amount := old.agent_amount;
  end if;

  if new.status is null or new.status not in ('unpaid', 'funds_received', 'agent_paid', 'cancelled') then
    perform private.refuse('Invalid status specified', 'status');
  end if;
  -- A payout that is paid is no longer scheduled when it moves its commissions on.
  if old.status = 'funds_received' and (new.status, new.amount, new.commission_split, new.agent_id)
    is distinct from (old.status, old.amount, old.commission_split, old.agent_id)
    and private.schedule_lock(old.organization_id, old.id) is not null then
    perform private.refuse(private.schedule_lock(old.organization_id, old.id), 'status');
  elsif old.status <> 'unpaid' and (new.amount, new.commission_split, new.agent_id)
    is distinct from (old.amount, old.commission_split, old.agent_id) then
    perform private.refuse(
      'The amount and agent of this commission cannot change any more: it is already '
      || private.status_label(old.status) || '.', 'amount');
  end if;

  if new.status <> old.status then
    select s.status into sale_status from public.sales s where s.id = new.sales_id;
    if sale_status is null then
      perform private.refuse('Cannot validate commission status without sale data', 'status');
    elsif new.status = 'funds_received' and sale_status = 'cancelled' then
      perform private.refuse('Cannot mark commission as funds received for a cancelled sale', 'status');
    elsif new.status = 'agent_paid' and sale_status = 'cancelled' then
      perform private.refuse('Agent cannot be paid for a cancelled sale', 'status');
    elsif old.status = 'agent_paid' then
      perform private.refuse('The agent has been paid. That is final.', 'status');
    elsif old.status = 'cancelled' then
      perform private.refuse('A cancelled commission cannot be changed.', 'status');
    -- The way back: what was matched is taken back. Only private.sync_receipts writes the sum of the deposits.
    elsif new.status = 'unpaid' and new.deposited_amount >= old.deposited_amount then
      perform private.refuse('Funds received cannot return to Unpaid.', 'status');
    elsif new.status = 'agent_paid' and old.status <> 'funds_received' then
      perform private.refuse('Funds must be received before the agent is paid.', 'status');
    elsif new.status = 'agent_paid' and sale_status <> 'paid' then
      perform private.refuse('The customer has not paid this sale yet.', 'status');
    elsif new.status = 'agent_paid' and not exists (
      select 1 from public.agent_payments p where p.commission_id = new.id
    ) then
      perform private.refuse('Record the payment to mark this commission as Agent paid.', 'status');
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_sale()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  commission_id uuid;
  commission_status text;
  locked text[] := '{}';
  locked_column text;
  reason text;
begin
  if new.status is null or new.status not in ('booked', 'paid', 'cancelled') then
    perform private.refuse('Invalid status specified', 'status');
  end if;
  if new.customer_id is distinct from old.customer_id and old.status <> 'booked' and auth.uid() is not null
    and not private.is_admin() then
    perform private.refuse('Only an admin can change the customer of a ' || old.status || ' sale.', 'customer_id');
  end if;

  if new.vendor_id is distinct from old.vendor_id then
    locked := array_append(locked, 'vendor'); locked_column := 'vendor_id';
  end if;
  if new.agent_id is distinct from old.agent_id then
    locked := array_append(locked, 'agent'); locked_column := 'agent_id';
  end if;
  if new.currency is distinct from old.currency then
    locked := array_append(locked, 'currency'); locked_column := 'currency';
  end if;
  if new.total_amount is distinct from old.total_amount then
    locked := array_append(locked, 'total'); locked_column := 'total_amount';
  end if;
  if (new.commission_amount, new.commission_rate, new.commission_basis)
    is distinct from (old.commission_amount, old.commission_rate, old.commission_basis) then
    locked := array_append(locked, 'commission');
    locked_column := coalesce(locked_column,
      case new.commission_basis when 'rate' then 'commission_rate' else 'commission_amount' end);
  end if;

  if cardinality(locked) = 0 and new.status = old.status then
    return new;
  end if;
  select c.id, c.status into commission_id, commission_status
  from public.commissions c where c.sales_id = old.id for no key update;
  reason := private.schedule_lock(old.organization_id, commission_id);
  if reason is not null then
    perform private.refuse(reason, coalesce(locked_column, 'status'));
  end if;

  if cardinality(locked) > 0 then
    if old.status <> 'booked' then
      reason := 'the sale is ' || old.status;
    elsif commission_status <> 'unpaid' then
      reason := 'its commission is already ' || private.status_label(commission_status);
    end if;
    if reason is not null then
      perform private.refuse(
        'The ' || array_to_string(locked, ' and ') || ' of this sale cannot change any more: ' || reason || '.', locked_column);
    end if;
  end if;

  if new.status <> old.status then
    if old.status = 'cancelled' then
      perform private.refuse('Cancellation is final.', 'status');
    elsif old.status = 'paid' and new.status = 'booked' then
      perform private.refuse('A paid sale cannot return to Booked.', 'status');
    elsif new.status = 'cancelled' and commission_status = 'agent_paid' then
      perform private.refuse('The agent has been paid, so this sale can no longer be cancelled.', 'status');
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.is_bank_day(kind text, day date)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select extract(isodow from day) < 6 and not exists (
    select 1 from private.bank_holidays(is_bank_day.kind, extract(year from is_bank_day.day)::int) h(day) where h.day = is_bank_day.day)
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
    select c.sales_id from public.payout_lines l join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind = 'commission');
  perform 1 from public.sales s where s.organization_id = b.organization_id and s.id = any (sale_ids) order by s.id for no key update;
  perform 1 from public.commissions c where c.organization_id = b.organization_id and c.sales_id = any (sale_ids)
  order by c.sales_id for no key update;
end $function$;

CREATE OR REPLACE FUNCTION private.needs_other_person(b public.payout_batches)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select o.payout_second_approval and exists (select 1 from private.unseen_changes(b) c where c.user_id = auth.uid())
  from public.organizations o where o.id = b.organization_id
$function$;

CREATE OR REPLACE FUNCTION private.next_bank_day(kinds text[], day date, direction integer)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select d.day from generate_series(1, 14) n
  cross join lateral (select next_bank_day.day + next_bank_day.direction * n as day) d
  where (select bool_and(private.is_bank_day(k, d.day)) from unnest(next_bank_day.kinds) k)
  order by n limit 1
$function$;

CREATE OR REPLACE FUNCTION private.note_payout(b public.payout_batches, action text, details jsonb DEFAULT '{}'::jsonb, by_itself boolean DEFAULT false)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.payout_events (organization_id, batch_id, action, details, done_by)
  values (b.organization_id, b.id, note_payout.action, note_payout.details, case when not by_itself then auth.uid() end);
  update public.payout_batches p set changed_by = case when by_itself then p.changed_by else coalesce(auth.uid(), p.changed_by) end,
    version = p.version + 1
  where p.id = b.id
    and note_payout.action not in ('handed_over', 'approved', 'scheduled', 'not_paid', 'reopened', 'paid', 'voided');
$function$;

CREATE OR REPLACE FUNCTION private.nth_weekday(year integer, month integer, weekday integer, n integer)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when n > 0 then first_day + (weekday - extract(dow from first_day)::int + 7) % 7 + 7 * (n - 1)
    else last_day - (extract(dow from last_day)::int - weekday + 7) % 7 + 7 * (n + 1) end
  from (select make_date(year, month, 1) as first_day, (make_date(year, month, 1) + interval '1 month' - interval '1 day')::date as last_day) m
$function$;

CREATE OR REPLACE FUNCTION private.pay_as_scheduled(b public.payout_batches)
 RETURNS text
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
    select case count(*) when 1 then '1 commission cannot' else count(*) || ' commissions cannot' end || ' be paid any more: '
      || left(string_agg(p.value ->> 'booking_reference' || ' (' || (p.value ->> 'problem') || ')', ', '), 300)
    from jsonb_array_elements(problems) p having count(*) > 0);
end $function$;

CREATE OR REPLACE FUNCTION private.pay_scheduled_payouts()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due record;
  failure text;
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
        failure := 'It could not be recorded: ' || left(sqlerrm, 300);
    end;
    if failure is not null then
      perform private.tell_not_paid(due.batch, failure, due.today);
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.payment_answer(batch_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.command_result(null) || jsonb_build_object('state', b.status, 'planned_on', b.planned_on, 'statements',
    (select count(*) from public.payout_statements s where s.organization_id = b.organization_id and s.batch_id = b.id))
  from public.payout_batches b where b.id = payment_answer.batch_id
$function$;

CREATE OR REPLACE FUNCTION private.payment_file_read_at(b public.payout_batches)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select max(a.created_at) from private.audit_log a
  where a.organization_id = b.organization_id and a.subject_id = b.id and a.action = 'payment_file_requested'
    and a.created_at >= b.approved_at
$function$;

CREATE OR REPLACE FUNCTION private.payout_approvers(b public.payout_batches)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (
    select jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url,
      'can_approve', c.changes is null, 'changes', coalesce(c.changes, '[]')) order by c.changes is not null, u.last_name, u.first_name, u.id)
    from public.users u
    cross join lateral (
      select jsonb_agg(jsonb_build_object('action', n.action, 'details', n.details - 'items', 'at', n.at) order by n.at desc) as changes
      from (select x.* from private.unseen_changes(b) x where x.user_id = u.id order by x.at desc limit 5) n) c
    where u.organization_id = o.id and u.is_active and u.role in ('owner', 'admin'))
  from public.organizations o
  where o.id = b.organization_id and o.payout_second_approval and b.status = 'draft'
$function$;

CREATE OR REPLACE FUNCTION private.payout_of_commission(commission_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
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

CREATE OR REPLACE FUNCTION private.payout_row(b public.payout_batches)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', b.id, 'name', b.name, 'status', private.told_status(b.status), 'state', b.status,
    'planned_on', b.planned_on, 'paid_on', b.paid_on, 'discarded_at', b.discarded_at, 'version', b.version, 'by', (
      select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url)
      from public.users u where u.id = coalesce(b.paid_by, b.scheduled_by, b.created_by))) || private.payout_figures(b)
$function$;

CREATE OR REPLACE FUNCTION private.post_recall(b public.payout_batches, c public.commissions, amount numeric, note text, transaction_id uuid, by_itself boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
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
    (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes)
  values (c.id, c.organization_id, private.acting_user(c.organization_id), 'update', c.status, c.status, '{}',
    jsonb_build_object('recalled_amount', post_recall.amount), 'Taken back from the agent: ' || post_recall.note);
  perform private.write_notification(c.organization_id, agent_id, 'payout', 'Commission on the '
    || (select private.sale_description(s) from public.sales s where s.id = c.sales_id)
    || ' was taken back by the vendor. Your next payout says how much.', 'commissions', c.id);
  if b.id is not null then
    perform private.note_payout(b, 'adjusted', jsonb_build_object('agent_id', agent_id, 'kind', 'recall',
      'amount', -post_recall.amount, 'note', post_recall.note, 'commission_id', c.id,
      'booking_reference', (select s.booking_reference from public.sales s where s.id = c.sales_id),
      'agent', (select u.first_name || ' ' || u.last_name from public.users u where u.id = agent_id)), post_recall.by_itself);
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
    and (redact_payouts.commission_ids is null or h.commission_id = any (redact_payouts.commission_ids));
  update public.payout_lines l set note = private.redact(l.note, pattern, 500)
  where l.organization_id = redact_payouts.organization_id and l.note ~* pattern
    and (redact_payouts.commission_ids is null or l.commission_id = any (redact_payouts.commission_ids));
  update public.payout_events e set details = private.redact_json(e.details, pattern)
  where redact_payouts.commission_ids is null and e.organization_id = redact_payouts.organization_id and e.details::text ~* pattern;
  update public.notifications n set message = private.redact(n.message, pattern, 1000)
  from public.payout_statements s
  where redact_payouts.commission_ids is null and s.organization_id = redact_payouts.organization_id
    and s.content ->> 'payout' ~* pattern and n.organization_id = s.organization_id and n.user_id = s.agent_id
    and n.commentable_type = 'statements' and n.commentable_id = s.id;
  -- Names of payouts stay unique.
  update public.payout_batches b set reference = private.redact(b.reference, pattern, 200),
    schedule_problem = private.redact(b.schedule_problem, pattern, 500),
    name = case when b.name ~* pattern then private.redact(b.name, pattern, 90) || ' ' || left(b.id::text, 8) else b.name end
  where redact_payouts.commission_ids is null and b.organization_id = redact_payouts.organization_id
    and (b.reference ~* pattern or b.schedule_problem ~* pattern or b.name ~* pattern);
  update public.payout_statements s set reference = private.redact(s.reference, pattern, 200),
    content = s.content || jsonb_build_object('payout', private.redact(s.content ->> 'payout', pattern),
      'lines', private.redact_json(s.content -> 'lines', pattern))
  where redact_payouts.commission_ids is null and s.organization_id = redact_payouts.organization_id
    and (s.reference ~* pattern or s.content ->> 'payout' ~* pattern or (s.content -> 'lines')::text ~* pattern);
$function$;

CREATE OR REPLACE FUNCTION private.schedule_lock(organization_id uuid, commission_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select 'This is in the ' || b.name || ' payout, planned for ' || private.day_text(b.planned_on) || '.'
  from public.payout_lines l
  join public.payout_batches b on b.organization_id = l.organization_id and b.id = l.batch_id and b.status = 'scheduled'
  where l.organization_id = schedule_lock.organization_id and l.commission_id = schedule_lock.commission_id and l.kind = 'commission'
$function$;

CREATE OR REPLACE FUNCTION private.sync_recalls()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
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

CREATE OR REPLACE FUNCTION private.tell_not_paid(b public.payout_batches, reason text, today date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (b.schedule_problem, b.schedule_told_on) is not distinct from (tell_not_paid.reason, tell_not_paid.today) then
    return;
  end if;
  update public.payout_batches p set schedule_problem = tell_not_paid.reason, schedule_told_on = tell_not_paid.today where p.id = b.id;
  perform private.note_payout(b, 'not_paid', jsonb_build_object('reason', tell_not_paid.reason), true);
  perform private.notify_other_admins(b.organization_id, 'payout', 'The ' || b.name || ' payout, planned for '
    || to_char(b.planned_on, 'FMMon FMDD') || ', was not paid: ' || tell_not_paid.reason, 'payouts', b.id);
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
        'note', l.note, 'reason', (
          select e.value ->> 'problem' from jsonb_array_elements(p.problems) e where e.value ->> 'line_id' = l.id::text))) as line
    from public.payout_lines l
    cross join (select private.payout_problems(b) as problems) p
    join public.users u on u.id = l.agent_id
    left join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id
    left join public.sales s on s.id = c.sales_id
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.id = any (line_ids)) t
  where t.place <= 200);
end $function$;

CREATE OR REPLACE FUNCTION private.told_status(status text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case status when 'scheduled' then 'approved' else status end
$function$;

CREATE OR REPLACE FUNCTION private.unseen_changes(b public.payout_batches)
 RETURNS TABLE(user_id uuid, action text, details jsonb, at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with seen as (
    select max(e.done_at) as at from public.payout_events e
    where e.organization_id = b.organization_id and e.batch_id = b.id and e.action in ('approved', 'handed_over')
  ), events as (
    select e.* from public.payout_events e cross join seen
    where e.organization_id = b.organization_id and e.batch_id = b.id and e.done_by is not null
      and (seen.at is null or e.done_at > seen.at or e.done_at = seen.at and e.action = 'handed_over')
      and e.action in ('started', 'collected', 'removed', 'added', 'held', 'released', 'adjusted', 'adjustment_removed', 'handed_over'))
  select e.done_by, e.action, e.details, e.done_at from events e
  union all
  select l.created_by, 'adjusted', jsonb_build_object('kind', l.kind, 'amount', l.amount, 'note', l.note), l.created_at
  from public.payout_lines l cross join seen
  where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind in ('bonus', 'correction') and l.created_by is not null
    and (seen.at is null or l.created_at > seen.at or exists (select 1 from events e where e.action in ('collected', 'added')))
    and not exists (select 1 from events e where e.done_by = l.created_by and e.action = 'adjusted'
      and e.details ->> 'note' = l.note and (e.details ->> 'amount')::numeric = l.amount)
$function$;

CREATE OR REPLACE FUNCTION public.add_payout_lines(batch_id uuid, commission_ids uuid[] DEFAULT '{}'::uuid[], adjustment_ids uuid[] DEFAULT '{}'::uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
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

CREATE OR REPLACE FUNCTION public.approve_payout(batch_id uuid, expected_version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.payout_batches := private.lock_payout(approve_payout.batch_id);
  problems jsonb;
begin
  if private.draft_refusal(b) is not null then
    return private.command_result(private.draft_refusal(b));
  elsif b.version is distinct from approve_payout.expected_version then
    return private.command_result('Somebody changed this payout meanwhile. Look at it again.');
  elsif private.needs_other_person(b) then
    return private.command_result('A second person approves: not who started this payout, wrote one of its adjustments, or changed it.');
  elsif not exists (select 1 from public.payout_lines l where l.organization_id = b.organization_id and l.batch_id = b.id) then
    return private.command_result('There is nothing in this payout.');
  end if;
  problems := private.payout_problems(b);
  if problems <> '[]' then
    return private.command_result('Some of these commissions cannot be paid any more.') || jsonb_build_object('problems', problems);
  end if;
  update public.payout_batches p set status = 'approved', approved_by = auth.uid(), approved_at = now(), version = p.version + 1
  where p.id = b.id;
  perform private.note_payout(b, 'approved', jsonb_build_object('amount',
    (select sum(t.paid_amount) from private.payout_totals(b) t)));
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.delete_bank_details()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
begin
  if private.account_lock(caller_organization_id, auth.uid()) is not null then
    return private.command_result(private.account_lock(caller_organization_id, auth.uid()));
  end if;
  delete from private.bank_details d where d.organization_id = caller_organization_id and d.agent_id = auth.uid();
  if found then
    perform private.audit(caller_organization_id, 'bank_details_deleted', null, auth.uid());
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.discard_payout(batch_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.payout_batches := private.lock_payout(discard_payout.batch_id);
begin
  if b.id is null or b.status not in ('draft', 'approved') then
    return private.command_result(private.draft_refusal(b));
  end if;
  delete from public.payout_lines l
  where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind = 'commission';
  update public.payout_lines l set batch_id = null where l.organization_id = b.organization_id and l.batch_id = b.id;
  update public.payout_batches p set status = 'discarded', discarded_at = now(), approved_at = null, approved_by = null
  where p.id = b.id;
  perform private.note_payout(b, 'discarded');
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.get_my_payouts()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
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
#variable_conflict use_column
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

CREATE OR REPLACE FUNCTION public.hand_over_payout(batch_id uuid, user_id uuid, expected_version integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
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

CREATE OR REPLACE FUNCTION public.hold_commission(commission_id uuid, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
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
  on conflict (organization_id, commission_id) do update
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
#variable_conflict use_column
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

CREATE OR REPLACE FUNCTION public.pay_payout(batch_id uuid, expected_version integer, paid_on date, reference text, payment_key uuid, checks jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
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
  where p.id = asked_batch and p.organization_id = caller_organization_id and p.status in ('approved', 'scheduled', 'paid');
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
      where t.reason is null),
    'left', (
      select coalesce(jsonb_agg(jsonb_build_object('agent_id', t.agent_id, 'name', u.first_name || ' ' || u.last_name,
        'amount', t.amount, 'reason', t.reason) order by u.last_name, u.first_name, u.id), '[]')
      from private.file_payments(b, sender.kind) t join public.users u on u.id = t.agent_id
      where t.reason is not null));
end $function$;

CREATE OR REPLACE FUNCTION public.record_agent_payment(commission_id uuid, agent_id uuid, organization_id uuid, created_by uuid, amount numeric, payment_date date, payment_method text, reference text DEFAULT NULL::text, notes text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.current_organization_id();
  sale public.sales%rowtype;
  commission public.commissions%rowtype;
  refusal text[];
begin
  if caller_organization_id is null or not private.is_admin() then
    return jsonb_build_object('success', false, 'error',
      'You do not have permission to record agent payments.', 'field', null, 'commission', null);
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
    return jsonb_build_object('success', false, 'error', refusal[1], 'field', refusal[2], 'commission', null);
  end if;

  perform private.write_agent_payments(caller_organization_id, array[commission.id], array[record_agent_payment.payment_method],
    array[nullif(btrim(record_agent_payment.reference), '')], record_agent_payment.payment_date,
    nullif(btrim(record_agent_payment.notes), ''), null);
  select c.* into commission from public.commissions c where c.id = commission.id;
  return jsonb_build_object('success', true, 'error', null, 'commission', to_jsonb(commission));
end $function$;

CREATE OR REPLACE FUNCTION public.record_recall(commission_id uuid, amount numeric, note text, transaction_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.payout_organization();
  b public.payout_batches := private.lock_draft(caller_organization_id);
  c public.commissions;
  left_amount numeric;
  refusal text[];
begin
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
  return private.command_result(null) || jsonb_build_object('id',
    private.post_recall(b, c, record_recall.amount, btrim(record_recall.note), record_recall.transaction_id, false));
end $function$;

CREATE OR REPLACE FUNCTION public.remove_payout_lines(batch_id uuid, line_ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.payout_batches := private.lock_payout(remove_payout_lines.batch_id);
  told jsonb;
  gone int;
begin
  if private.draft_refusal(b) is not null then
    return private.command_result(private.draft_refusal(b));
  end if;
  told := private.told_lines(b, line_ids);
  with removed as (
    delete from public.payout_lines l
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.id = any (line_ids) and l.kind = 'commission'
    returning 1
  ), put_back as (
    update public.payout_lines l set batch_id = null
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.id = any (line_ids) and l.kind <> 'commission'
    returning 1)
  select (select count(*) from removed) + (select count(*) from put_back) into gone;
  if gone > 0 then
    perform private.note_payout(b, 'removed', jsonb_build_object('lines', gone, 'items', told));
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.reopen_payout(batch_id uuid, reason text DEFAULT NULL::text, bank_has_it boolean DEFAULT NULL::boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
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
  perform private.note_payout(b, 'reopened', jsonb_strip_nulls(jsonb_build_object('reason', why, 'from', b.status,
    'planned_on', case when b.status = 'scheduled' then b.planned_on end,
    'bank_has_it', case when read_at is not null then reopen_payout.bank_has_it end)));
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.request_payment_file(batch_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.payout_batches := private.lock_payout(request_payment_file.batch_id);
begin
  if b.id is null or b.status not in ('approved', 'scheduled', 'paid') then
    perform private.refuse('A payment file is made for an approved payout.');
  elsif private.masked_bank_account(b.organization_id, null) is null then
    perform private.refuse('An owner has to say first from which account payouts are paid.');
  end if;
  perform private.limit_disclosures(b.organization_id, 'payment_file', b.id, 'payment files', 10);
  perform private.audit(b.organization_id, 'payment_file_requested', null, b.id);
  return private.allow_disclosure('payment_file', b.id);
end $function$;

CREATE OR REPLACE FUNCTION public.save_bank_details(details jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  refusal jsonb;
begin
  if caller_organization_id is null then
    return private.command_result('You do not belong to an organization.');
  elsif private.account_lock(caller_organization_id, auth.uid()) is not null then
    return private.command_result(private.account_lock(caller_organization_id, auth.uid()));
  end if;
  refusal := private.write_bank_details(caller_organization_id, auth.uid(), details);
  if refusal is not null then
    return private.command_result(refusal ->> 'error', refusal ->> 'field');
  end if;
  perform private.audit(caller_organization_id, 'bank_details_changed', null, auth.uid());
  perform private.notify_other_admins(caller_organization_id, 'security',
    private.acting_name(caller_organization_id) || ' changed where payouts go.', 'team', auth.uid());
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.save_payout_account(details jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  refusal jsonb;
begin
  if caller_organization_id is null or not private.is_owner() then
    return private.command_result('Only an owner can change the account that payouts are paid from.');
  elsif private.account_lock(caller_organization_id, null) is not null then
    return private.command_result(private.account_lock(caller_organization_id, null));
  end if;
  refusal := private.write_bank_details(caller_organization_id, null, details);
  if refusal is not null then
    return private.command_result(refusal ->> 'error', refusal ->> 'field');
  end if;
  perform private.audit(caller_organization_id, 'payout_account_changed', null, null);
  perform private.notify_other_admins(caller_organization_id, 'security',
    private.acting_name(caller_organization_id) || ' changed the account that payouts are paid from.', 'organizations', caller_organization_id);
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.start_payout(name text DEFAULT NULL::text, planned_on date DEFAULT NULL::date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
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

ALTER TABLE "public"."payout_batches" ADD CONSTRAINT "payout_batches_approved_at_whole" CHECK (((status = ANY (ARRAY['approved'::text, 'scheduled'::text, 'paid'::text])) = (approved_at IS NOT NULL)));

ALTER TABLE "public"."payout_batches" ADD CONSTRAINT "payout_batches_checks_object" CHECK ((jsonb_typeof(checks) = 'object'::text));

ALTER TABLE "public"."payout_batches" ADD CONSTRAINT "payout_batches_schedule_problem_length" CHECK ((char_length(schedule_problem) <= 500));

ALTER TABLE "public"."payout_batches" ADD CONSTRAINT "payout_batches_scheduled_at_whole" CHECK (
CASE status
    WHEN 'scheduled'::text THEN (num_nulls(scheduled_by, scheduled_at, planned_on, payment_key) = 0)
    WHEN 'paid'::text THEN (num_nulls(scheduled_by, scheduled_at) = ANY (ARRAY[0, 2]))
    ELSE (num_nonnulls(scheduled_by, scheduled_at, payment_key, schedule_problem, schedule_told_on) = 0)
END);

ALTER TABLE "public"."payout_batches" ADD CONSTRAINT "payout_batches_scheduled_by_fkey" FOREIGN KEY (scheduled_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "public"."payout_batches" ADD CONSTRAINT "payout_batches_status_known" CHECK ((status = ANY (ARRAY['draft'::text, 'approved'::text, 'scheduled'::text, 'paid'::text, 'discarded'::text])));

ALTER TABLE "public"."payout_events" ADD CONSTRAINT "payout_events_action_known" CHECK ((action = ANY (ARRAY['started'::text, 'collected'::text, 'removed'::text, 'held'::text, 'released'::text, 'adjusted'::text, 'adjustment_removed'::text, 'added'::text, 'handed_over'::text, 'approved'::text, 'scheduled'::text, 'not_paid'::text, 'reopened'::text, 'discarded'::text, 'paid'::text, 'voided'::text])));

ALTER TABLE "public"."payout_events" ADD CONSTRAINT "payout_events_details_length" CHECK (((jsonb_typeof(details) = 'object'::text) AND (octet_length((details)::text) <= 500000)));

CREATE UNIQUE INDEX payout_batches_open_key ON public.payout_batches USING btree (organization_id, currency) WHERE (status = ANY (ARRAY['draft'::text, 'approved'::text, 'scheduled'::text]));

CREATE INDEX payout_batches_scheduled_idx ON public.payout_batches USING btree (planned_on) WHERE (status = 'scheduled'::text);

REVOKE ALL ON FUNCTION "private"."account_lock"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."account_lock"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."bank_day_refusal"(public.payout_batches, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bank_day_refusal"(public.payout_batches, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."bank_holidays"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bank_holidays"(text, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."complete_payout"(public.payout_batches, date, text, uuid, jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."complete_payout"(public.payout_batches, date, text, uuid, jsonb, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."day_text"(date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."day_text"(date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."easter_sunday"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."easter_sunday"(integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_bank_day"(text, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_bank_day"(text, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_payout_lines"(public.payout_batches) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_payout_lines"(public.payout_batches) TO "postgres";

REVOKE ALL ON FUNCTION "private"."next_bank_day"(text[], date, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."next_bank_day"(text[], date, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_payout"(public.payout_batches, text, jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_payout"(public.payout_batches, text, jsonb, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nth_weekday"(integer, integer, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."nth_weekday"(integer, integer, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."pay_as_scheduled"(public.payout_batches) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."pay_as_scheduled"(public.payout_batches) TO "postgres";

REVOKE ALL ON FUNCTION "private"."pay_scheduled_payouts"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."pay_scheduled_payouts"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."payment_answer"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."payment_answer"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."payment_file_read_at"(public.payout_batches) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."payment_file_read_at"(public.payout_batches) TO "postgres";

REVOKE ALL ON FUNCTION "private"."payout_approvers"(public.payout_batches) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."payout_approvers"(public.payout_batches) TO "postgres";

REVOKE ALL ON FUNCTION "private"."post_recall"(public.payout_batches, public.commissions, numeric, text, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."post_recall"(public.payout_batches, public.commissions, numeric, text, uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."schedule_lock"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."schedule_lock"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_not_paid"(public.payout_batches, text, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_not_paid"(public.payout_batches, text, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."told_lines"(public.payout_batches, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."told_lines"(public.payout_batches, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."told_status"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."told_status"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."unseen_changes"(public.payout_batches) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."unseen_changes"(public.payout_batches) TO "postgres";

REVOKE ALL ON FUNCTION "public"."add_payout_lines"(uuid, uuid[], uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_payout_lines"(uuid, uuid[], uuid[]) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."hand_over_payout"(uuid, uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."hand_over_payout"(uuid, uuid, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."reopen_payout"(uuid, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."reopen_payout"(uuid, text, boolean) TO "authenticated", "postgres";

do $$
begin
  if to_regnamespace('cron') is not null then
    perform cron.schedule('pay-scheduled-payouts', '59 seconds', 'select private.pay_scheduled_payouts()');
  end if;
end $$;
