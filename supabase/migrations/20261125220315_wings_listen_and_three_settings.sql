set local check_function_bodies = off;

-- On hosted Supabase a policy, and a trigger that is dropped, lock tables of Auth, Storage and Realtime until this is committed. Whoever
-- comes meanwhile waits behind it, so it does not wait long itself: it gives up, nothing of it stays, and the next push tries again.
set local lock_timeout = '4s';

DROP TRIGGER "commissions_after_40_notify" ON "public"."commissions";

DROP TRIGGER "sales_05_cache_assignment_right" ON "public"."sales";

DROP TRIGGER "sales_10_guard_agent" ON "public"."sales";

DROP FUNCTION "private"."cache_assignment_right"();

CREATE OR REPLACE FUNCTION private.announce_bank()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  topic text;
begin
  foreach topic in array private.first_told('bank', array(select distinct 'org:' || c.organization_id from changed c)) loop
    perform private.send_tag(topic, 'bank');
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.announce_dashboards(organization_ids uuid[], agent_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  max_topics constant int := 50;
  topics text[] := private.first_told('dashboard', array(
    select 'org:' || o from unnest(organization_ids[:max_topics]) o
    union all
    select 'user:' || a from unnest(agent_ids[:max_topics]) a));
begin
  if cardinality(topics) > 0 then
    perform private.send_tags(topics, 'dashboard');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.begin_mode(mode text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if mode not in ('erasing', 'importing', 'undoing_import', '') then
    raise exception 'Unknown mode %', mode;
  end if;
  perform set_config('paperplane.mode', mode, true);
end $function$;

CREATE OR REPLACE FUNCTION private.changed_terms(new public.sales, old public.sales, OUT names text[], OUT column_name text)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  names := '{}';
  if new.vendor_id is distinct from old.vendor_id then
    names := array_append(names, 'vendor'); column_name := 'vendor_id';
  end if;
  if new.agent_id is distinct from old.agent_id then
    names := array_append(names, 'agent'); column_name := 'agent_id';
  end if;
  if new.currency is distinct from old.currency then
    names := array_append(names, 'currency'); column_name := 'currency';
  end if;
  if new.total_amount is distinct from old.total_amount then
    names := array_append(names, 'total'); column_name := 'total_amount';
  end if;
  if (new.commission_amount, new.commission_rate, new.commission_basis)
    is distinct from (old.commission_amount, old.commission_rate, old.commission_basis) then
    names := array_append(names, 'commission');
    column_name := coalesce(column_name,
      case new.commission_basis when 'rate' then 'commission_rate' else 'commission_amount' end);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.check_organization()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' or new.time_zone is distinct from old.time_zone then
    if not exists (select 1 from pg_catalog.pg_timezone_names z where z.name = new.time_zone) then
      perform private.refuse('Choose a known time zone, like Europe/Vienna.', 'time_zone');
    end if;
  end if;
  return new;
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
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id)
  select s.organization_id, s.agent_id, 'payout',
    case when s.paid_amount > 0 then 'You were paid ' || trim(to_char(s.paid_amount, '9,999,999,990.00')) || ' ' || b.currency || ' with the '
      || b.name || ' payout. Your statement is there.'
    else 'Your statement of the ' || b.name || ' payout is there.' end, 'statements', s.id
  from public.payout_statements s
  where s.organization_id = b.organization_id and s.batch_id = b.id and (by_itself or s.agent_id is distinct from auth.uid())
  order by s.agent_id;
end $function$;

CREATE OR REPLACE FUNCTION private.count_customers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  deltas private.customer_count_delta[];
begin
  if tg_op = 'INSERT' then
    deltas := array(
      select row(c.organization_id, c.archived_at is not null, lower(t.tag), t.tag, count(*))::private.customer_count_delta
      from written c cross join lateral unnest(c.tags || ''::text) t(tag)
      where c.merged_into is null
      group by c.organization_id, c.archived_at is not null, t.tag);
  elsif tg_op = 'UPDATE' then
    deltas := array(
      select row(c.organization_id, c.archived_at is not null, lower(t.tag), t.tag, sum(c.n))::private.customer_count_delta
      from (
        select 1 as n, organization_id, archived_at, merged_into, tags from written
        union all
        select -1, organization_id, archived_at, merged_into, tags from removed) c
      cross join lateral unnest(c.tags || ''::text) t(tag)
      where c.merged_into is null
      group by c.organization_id, c.archived_at is not null, t.tag
      having sum(c.n) <> 0);
  else
    deltas := array(
      select row(c.organization_id, c.archived_at is not null, lower(t.tag), t.tag, -count(*))::private.customer_count_delta
      from removed c cross join lateral unnest(c.tags || ''::text) t(tag)
      where c.merged_into is null
      group by c.organization_id, c.archived_at is not null, t.tag);
  end if;
  if cardinality(deltas) > 0 then
    perform private.add_to_customer_counts(deltas);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.first_told(tag text, topics text[])
 RETURNS text[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  told text := coalesce(current_setting('paperplane.told', true), '');
  fresh text[] := array(select t.topic from unnest(topics) t(topic) where strpos(told, tag || '>' || t.topic || ' ') = 0);
begin
  if cardinality(fresh) > 0 then
    perform set_config('paperplane.told', told || array_to_string(array(select tag || '>' || t.topic || ' ' from unnest(fresh) t(topic)), ''),
      true);
  end if;
  return fresh;
end $function$;

CREATE OR REPLACE FUNCTION private.give_reason(reason text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select set_config('paperplane.reason', coalesce(btrim(reason), ''), true)
$function$;

CREATE OR REPLACE FUNCTION private.given_reason()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select nullif(current_setting('paperplane.reason', true), '') $function$;

CREATE OR REPLACE FUNCTION private.guard_audit_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and private.in_mode('erasing')
    and to_jsonb(new) - 'details' = to_jsonb(old) - 'details' then
    return new;
  end if;
  perform private.refuse('History can be neither changed nor deleted.');
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
  -- Derived, whatever was sent.
  new.agent_amount := round(coalesce(new.share_base, new.amount) * new.commission_split / 100, 2);
  if tg_op = 'INSERT' then
    return new;
  end if;
  if (new.written_off, new.received_amount, new.amount) is distinct from (old.written_off, old.received_amount, old.amount) then
    new.share_base := private.share_base(new, old);
    new.agent_amount := round(coalesce(new.share_base, new.amount) * new.commission_split / 100, 2);
  end if;
  if new.status is null or new.status not in ('unpaid', 'funds_received', 'agent_paid', 'cancelled') then
    perform private.refuse('Invalid status specified', 'status');
  end if;
  if old.status <> 'unpaid' and (new.amount, new.commission_split, new.agent_id)
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

CREATE OR REPLACE FUNCTION private.guard_currency()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select 1 from public.sales s where s.organization_id = new.id) then
    perform private.refuse(
      'The currency is fixed after the first sale: sums would mix ' || old.currency || ' and ' || new.currency || '.', 'currency');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_customer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.birthday > (now() at time zone 'UTC')::date + 1 then
    perform private.refuse('Enter a birthday in the past.', 'birthday');
  end if;
  if tg_op = 'UPDATE' and not private.in_mode('erasing') then
    if old.merged_into is not null then
      perform private.refuse('This customer was merged into another one.');
    elsif old.erased_at is not null then
      perform private.refuse('This customer was erased.');
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_history()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and private.in_mode('erasing')
    and to_jsonb(new) - '{previous_data,new_data,comment,notes,details,content,reference,reason}'::text[]
      = to_jsonb(old) - '{previous_data,new_data,comment,notes,details,content,reference,reason}'::text[] then
    return new;
  end if;
  if tg_op = 'DELETE' and private.in_mode('undoing_import') then
    return old;
  end if;
  perform private.refuse('History can be neither changed nor deleted.');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_sale()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.status is null or new.status not in ('booked', 'paid', 'cancelled') then
    perform private.refuse('Invalid status specified', 'status');
  end if;
  if new.customer_id is distinct from old.customer_id and old.status <> 'booked' and auth.uid() is not null
    and not private.is_admin() then
    perform private.refuse('Only an admin can change the customer of a ' || old.status || ' sale.', 'customer_id');
  end if;
  if old.status <> 'booked' then
    perform private.refuse_terms(new, old, 'the sale is ' || old.status);
  end if;
  if old.status = 'cancelled' and new.status <> old.status then
    perform private.refuse('Cancellation is final.', 'status');
  elsif old.status = 'paid' and new.status = 'booked' then
    perform private.refuse('A paid sale cannot return to Booked.', 'status');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_sale_agent()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is null or private.is_admin() then
    return new;
  elsif tg_op = 'INSERT' then
    perform private.refuse('Only an admin can record a sale for another agent.', 'agent_id');
  else
    perform private.refuse('Only an admin can give a sale to another agent.', 'agent_id');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_sale_of_commission()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  commission_status text;
begin
  select c.status into commission_status from public.commissions c where c.sales_id = old.id for no key update;
  if commission_status <> 'unpaid' then
    perform private.refuse_terms(new, old, 'its commission is already ' || private.status_label(commission_status));
  end if;
  if commission_status = 'agent_paid' and new.status = 'cancelled' and old.status <> 'cancelled' then
    perform private.refuse('The agent has been paid, so this sale can no longer be cancelled.', 'status');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_scheduled_commission()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reason constant text := private.schedule_lock(old.organization_id, old.id);
begin
  if reason is not null then
    perform private.refuse(reason, 'status');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_scheduled_sale()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reason text;
begin
  if (new.status, (private.changed_terms(new, old)).names) is distinct from (old.status, '{}'::text[]) then
    perform from public.commissions c where c.sales_id = old.id for no key update;
    select private.schedule_lock(c.organization_id, c.id) into reason from public.commissions c where c.sales_id = old.id;
    if reason is not null then
      perform private.refuse(reason, coalesce((private.changed_terms(new, old)).column_name, 'status'));
    end if;
  -- One agent does not stop what everybody is paid.
  elsif (new.travel_date, new.return_date) is distinct from (old.travel_date, old.return_date) and auth.uid() is not null
    and not private.is_admin() then
    reason := private.trip_lock(new);
    if reason is not null then
      perform private.refuse(reason, case when new.travel_date is distinct from old.travel_date then 'travel_date'
        else 'return_date' end);
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.import_portion(b public.import_batches, rows jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  remaining jsonb := rows;
  refused jsonb := '[]';
  skips jsonb;
  added jsonb;
  errors jsonb;
begin
  perform private.begin_mode('importing');
  loop
    begin
      if b.kind = 'sales' then
        select r.skips, r.added, r.errors into skips, added, errors from private.resolve_sale_rows(b, remaining) r;
      else
        select coalesce(jsonb_agg(jsonb_build_object('row_number', d.row_number, 'reason', d.reason, 'twin', d.twin)
          order by d.row_number), '[]')
        into skips from private.find_duplicate_rows(b, remaining) d;
        added := private.rows_without(remaining, skips);
        errors := '[]';
      end if;
      if errors = '[]' then
        errors := private.insert_import_rows(b, added);
      end if;
      exit when errors = '[]';
      raise exception using errcode = 'PI001';
    exception when sqlstate 'PI001' then
      refused := refused || errors;
      remaining := private.rows_without(remaining, errors);
    end;
  end loop;
  perform private.begin_mode('');
  return jsonb_build_object('added', jsonb_array_length(added), 'skipped', jsonb_array_length(skips), 'skips', skips,
    'errors', (select coalesce(jsonb_agg(e order by (e ->> 'row_number')::int), '[]') from jsonb_array_elements(refused) e),
    'adds', case when b.kind = 'sales' then private.describe_imported_sales(b, added) else '[]' end);
end $function$;

CREATE OR REPLACE FUNCTION private.in_mode(mode text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select coalesce(current_setting('paperplane.mode', true), '') = mode $function$;

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
  insert into private.closed_receipts (organization_id, commission_id, sales_id, agent_id, vendor_id, status, posted_on, sign, amount,
    agent_amount, received_on, received_amount, written_off, open_amount, due_on)
  select o.organization_id, o.id, o.sales_id, o.agent_id, o.vendor_id, o.status, e.posted_on, e.sign, o.amount, o.agent_amount,
    o.received_on, o.received_amount, o.written_off, o.open_amount, o.due_on
  from (select o.*, n.received_posted_on as next_day from changed n full join replaced o on o.id = n.id offset 0) o
  join public.organizations g on g.id = o.organization_id and o.received_posted_on <= g.books_closed_through
  cross join lateral (values (o.received_posted_on, 1), (coalesce(o.next_day, g.books_closed_through + 1), -1)) e(posted_on, sign)
  where o.next_day is distinct from o.received_posted_on;
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

CREATE OR REPLACE FUNCTION private.keep_customer_totals()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    delete from private.customer_totals r using removed c
    where r.organization_id = c.organization_id and r.customer_id = c.id;
    return null;
  elsif tg_op = 'UPDATE' then
    delete from private.customer_totals r using written c
    where r.organization_id = c.organization_id and r.customer_id = c.id and c.merged_into is not null;
    update private.customer_totals r set archived = c.archived_at is not null from written c
    where r.organization_id = c.organization_id and r.customer_id = c.id and r.archived <> (c.archived_at is not null);
    insert into private.customer_totals (organization_id, customer_id, archived)
    select c.organization_id, c.id, c.archived_at is not null
    from written c join removed o on o.id = c.id
    where c.merged_into is null and o.merged_into is not null order by c.organization_id, c.id
    on conflict do nothing;
    return null;
  end if;
  insert into private.customer_totals (organization_id, customer_id, archived)
  select c.organization_id, c.id, c.archived_at is not null from written c
  where c.merged_into is null order by c.organization_id, c.id
  on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_fixed_share()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.share_is_fixed(old) then
    new.agent_amount := old.agent_amount;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.mark_closed_receipts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    insert into private.stale_report_months
    select distinct b.organization_id, 'commission.received', date_trunc('month', b.posted_on::timestamp)::date from replaced b;
  end if;
  insert into private.stale_report_months
  select distinct a.organization_id, 'commission.received', date_trunc('month', a.posted_on::timestamp)::date from changed a;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_admins_of_sales()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- [{organization_id, agent_id, amount: how many, sale_id: one of them}]
  news jsonb;
begin
  if private.in_mode('importing') then
    return null;
  elsif tg_op = 'INSERT' then
    news := (select jsonb_agg(to_jsonb(g)) from (
      select n.organization_id, n.agent_id, count(*) as amount, (array_agg(n.id))[1] as sale_id from added n group by 1, 2) g);
  else
    news := (select jsonb_agg(to_jsonb(g)) from (
      -- The full join behind offset 0 is explained at private.sync_commission.
      select p.organization_id, p.agent_id, count(*) as amount, (array_agg(p.id))[1] as sale_id
      from (
        select n.id, n.organization_id, n.agent_id, n.status, o.status as old_status
        from changed n full join replaced o on o.id = n.id offset 0) p
      where p.status = 'paid' and p.old_status <> 'paid'
      group by 1, 2) g);
  end if;
  if news is null then return null; end if;
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id)
  select u.organization_id, u.id, case tg_op when 'INSERT' then 'sale_recorded' else 'sale_paid' end,
    private.acting_name(u.organization_id) || case tg_op when 'INSERT' then ' recorded ' else ' marked ' end
      || case sum(g.amount) when 1 then 'a sale' else sum(g.amount) || ' sales' end
      || case tg_op when 'INSERT' then '.' else ' as paid by the customer.' end,
    'sales', case sum(g.amount) when 1 then (array_agg(g.sale_id))[1] end
  from jsonb_to_recordset(news) as g(organization_id uuid, agent_id uuid, amount bigint, sale_id uuid)
  join public.users u on u.organization_id = g.organization_id and u.id <> g.agent_id
  where u.role in ('owner', 'admin') and u.is_active and u.hears_of_sales and u.id is distinct from auth.uid()
  group by u.organization_id, u.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_of_commission()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sale text := (select private.sale_description(s) from public.sales s where s.id = new.sales_id);
begin
  if private.in_mode('importing') then
    return null;
  elsif new.status = 'funds_received' then
    perform private.write_notification(new.organization_id, new.agent_id, 'commission', case
      when new.received_on is not null then (select v.name from public.vendors v where v.id = new.vendor_id)
        || ' paid the commission on the ' || sale || '.'
      when new.sale_paid then 'The customer paid the ' || sale || '. Your commission can be paid.'
      else 'Your commission on the ' || sale || ' is marked as funds received.' end, 'commissions', new.id);
  elsif not exists (
    select 1 from public.agent_payments p
    where p.organization_id = new.organization_id and p.commission_id = new.id and p.batch_id is not null) then
    perform private.write_notification(new.organization_id, new.agent_id, 'payout',
      'Your payout for the ' || sale || ' was recorded.', 'commissions', new.id);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_of_joining()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_notification(new.organization_id, new.invited_by, 'invitation', u.first_name || ' ' || u.last_name
    || ' accepted your invitation and joined as ' || new.role || '.', 'team', u.id)
  from public.users u where u.organization_id = new.organization_id and u.id = auth.uid();
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_of_sale()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Name of the acting user by organization.
  names jsonb;
begin
  if private.in_mode('importing') then
    return null;
  end if;
  if tg_op = 'INSERT' then
    names := (
      select jsonb_object_agg(d.organization_id, private.acting_name(d.organization_id))
      from (select distinct organization_id from added) d);
    insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id)
    select n.organization_id, n.agent_id, 'assignment', (names ->> n.organization_id::text) || ' assigned you a sale.',
      'sales', n.id
    from added n
    where n.agent_id is distinct from auth.uid()
    order by n.id;
    return null;
  end if;
  names := (
    select jsonb_object_agg(d.organization_id, private.acting_name(d.organization_id))
    from (select distinct organization_id from changed) d);
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id)
  select n.organization_id, t.user_id, t.type, (names ->> n.organization_id::text) || t.message, 'sales', n.id
  -- A full join behind a fence (offset 0): a plain join of transition tables is planned for one row and loops over thousands.
  from (
    select n.id, n.organization_id, n.status, o.status as old_status, n.agent_id, o.agent_id as old_agent_id
    from changed n full join replaced o on o.id = n.id offset 0) n
  cross join lateral (
    -- A statement that cancels a sale may reassign it as well: the former agent's sale was cancelled.
    select n.old_agent_id as user_id, 'sale' as type, ' cancelled your sale.' as message
    where n.status = 'cancelled' and n.old_status <> 'cancelled'
    union all
    select n.agent_id, 'assignment', ' assigned you a sale.'
    where n.agent_id <> n.old_agent_id and (n.status <> 'cancelled' or n.old_status = 'cancelled')) t
  where t.user_id is distinct from auth.uid()
  order by n.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_terms(new public.sales, old public.sales, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  terms record;
begin
  select t.names, t.column_name into terms from private.changed_terms(new, old) t;
  if cardinality(terms.names) > 0 then
    perform private.refuse(
      'The ' || array_to_string(terms.names, ' and ') || ' of this sale cannot change any more: ' || reason || '.', terms.column_name);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.remove_imported_sales(b public.import_batches, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids constant uuid[] := array(
    select s.id from public.sales s where s.import_batch_id = b.id and not private.is_sale_touched(s)
      and not private.is_sale_closed(s)
    order by s.id limit most for update);
  commission_ids constant uuid[] := array(
    select c.id from public.commissions c where c.organization_id = b.organization_id and c.sales_id = any (ids) for update);
begin
  perform private.begin_mode('undoing_import');
  delete from public.agent_payments p where p.organization_id = b.organization_id and p.commission_id = any (commission_ids);
  delete from public.commission_history h
  where h.organization_id = b.organization_id and h.commission_id = any (commission_ids);
  delete from public.commissions c where c.organization_id = b.organization_id and c.id = any (commission_ids);
  delete from public.sales_history h where h.organization_id = b.organization_id and h.sales_id = any (ids);
  delete from public.sales s where s.organization_id = b.organization_id and s.id = any (ids);
  perform private.begin_mode('');
  return cardinality(ids);
end $function$;

CREATE OR REPLACE FUNCTION private.unmatch_transactions(organization_id uuid, transaction_ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
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
    perform private.give_reason('Match with the ' || private.deposit_words(t) || ' taken back');
    delete from public.bank_allocations a where a.organization_id = t.organization_id and a.transaction_id = t.id;
    update public.bank_transactions b set status = 'open', unclaimed_amount = 0, fee_amount = 0, matching_due = true,
      version = b.version + 1
    where b.id = t.id;
  end loop;
  perform private.give_reason('');
  return '[]';
end $function$;

CREATE OR REPLACE FUNCTION private.write_commission_history()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  hidden constant text[] := private.derived_commission_columns();
  -- Called from within another trigger: that of the sale.
  moved_by_sale constant boolean := pg_trigger_depth() > 1;
  -- private.acting_user for any organization, looked up once.
  actor record;
begin
  select u.id, u.organization_id into actor from public.users u where u.id = auth.uid();
  if tg_op = 'INSERT' then
    insert into public.commission_history
      (commission_id, organization_id, changed_by, change_type, new_status, new_data, notes)
    select n.id, n.organization_id, case when actor.organization_id = n.organization_id then actor.id end, 'create',
      n.status, jsonb_strip_nulls(to_jsonb(n) - hidden), 'Commission created with the sale'
    from added n
    order by n.id;
    return null;
  end if;
  insert into public.commission_history
    (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes)
  select n.id, n.organization_id, case when actor.organization_id = n.organization_id then actor.id end,
    case when n.status <> n.old_status then 'status_change' else 'update' end, n.old_status, n.status,
    c.previous_data, c.new_data,
    case
      when n.new_note is not null then n.new_note
      -- Which deposit, from which file.
      when n.another_deposit then private.given_reason()
      when n.status <> n.old_status and moved_by_sale then
        case n.status when 'cancelled' then 'Sale cancelled' else 'Sale marked as paid' end
      when n.another_receipt then case when n.is_received then 'Receipt recorded' else 'Receipt taken back' end
      when n.status = 'agent_paid' and n.old_status <> 'agent_paid' then 'Agent payment recorded'
      when n.status <> n.old_status then 'Status updated'
      when n.another_agent then 'Sale given to another agent'
      when n.another_amount then 'Amount follows the sale'
      else 'Details updated' end
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
  where c.fields > 0
  order by n.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.write_match(t public.bank_transactions, parts jsonb, unclaimed numeric, fee numeric, category text, vendor_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
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
    || case when t.amount < 0 then ' takes commission back' else ' matched' end);
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
      (sales_id, organization_id, changed_by, change_type, new_data, changed_fields, notes, version)
    select n.id, n.organization_id, case when actor.organization_id = n.organization_id then actor.id end, 'create', r.data,
      array(select k from jsonb_each(r.data) e(k, v) where v <> 'null' order by k), 'Sale created', n.version
    from added n
    cross join lateral (select to_jsonb(n) - ignored - 'traveler_ids' || case when cardinality(n.traveler_ids) > 0
      then jsonb_build_object('travelers', private.traveler_names(n)) else '{}' end as data) r
    order by n.id;
    return null;
  end if;
  insert into public.sales_history
    (sales_id, organization_id, changed_by, change_type, previous_data, new_data, changed_fields, notes, comment, version)
  select n.id, n.organization_id, case when actor.organization_id = n.organization_id then actor.id end,
    case when n.status <> n.old_status then 'status_change' else 'update' end,
    c.previous_data, c.new_data, c.fields,
    case when n.status <> n.old_status then 'Status changed from ' || n.old_status || ' to ' || n.status end,
    case when n.status <> n.old_status then private.given_reason() end,
    n.version
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

CREATE OR REPLACE FUNCTION public.accept_invitation(first_name text DEFAULT NULL::text, last_name text DEFAULT NULL::text, invitation_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
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

CREATE OR REPLACE FUNCTION public.erase_customer(customer_id uuid, confirmation text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
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
    return jsonb_build_object('success', false, 'error', 'Only admins can erase a customer.', 'field', null);
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
    return jsonb_build_object('success', false, 'error', 'This customer does not exist.', 'field', null);
  elsif customer.erased_at is not null then
    return jsonb_build_object('success', true, 'error', null, 'field', null);
  elsif btrim(coalesce(erase_customer.confirmation, '')) <> customer.first_name || ' ' || customer.last_name then
    return jsonb_build_object('success', false, 'error', 'Type the customer''s full name to confirm.', 'field', 'confirmation');
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
          || replace(replace(replace(private.normalize_search_text(w), '\', '\\'), '%', '\%'), '_', '\_') || '%')));

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
  perform private.redact_sales(caller_organization_id, own_sale_ids, any_name_pattern, '{notes}');
  perform private.redact_sales(caller_organization_id, former_sale_ids, unique_pattern);
  perform private.redact_sales(caller_organization_id, traveled_sale_ids, full_name_pattern);
  if unique_pattern is not null then
    perform private.redact_sales(caller_organization_id, array(
      select s.id from public.sales s
      where s.organization_id = caller_organization_id
        and lower(s.booking_reference collate pg_catalog."pg_c_utf8") like any (array(
        select '%' || replace(replace(replace(lower(w collate pg_catalog."pg_c_utf8"), '\', '\\'), '%', '\%'), '_', '\_') || '%'
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
    update public.vendors v set notes = private.redact(v.notes, unique_pattern)
    where v.organization_id = caller_organization_id and v.notes ~* unique_pattern;
    update public.customer_companions l set relation = private.redact(l.relation, unique_pattern, 50)
    where l.organization_id = caller_organization_id and l.relation ~* unique_pattern;
    update private.customer_merges m set moved = private.redact_json(m.moved, unique_pattern, '{}', true)
    where m.organization_id = caller_organization_id and m.moved is not null and m.moved::text ~* unique_pattern;
    update public.import_batches i set file_name = private.redact(i.file_name, unique_pattern, 255)
    where i.organization_id = caller_organization_id and i.file_name ~* unique_pattern;
    perform private.redact_bank(caller_organization_id, unique_pattern);
    perform private.redact_saved_reports(caller_organization_id, unique_pattern);
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

CREATE OR REPLACE FUNCTION public.undo_merge(merge_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.current_organization_id();
  merge private.customer_merges%rowtype;
  refusal text;
begin
  if caller_organization_id is null or not private.is_admin() then
    return jsonb_build_object('success', false, 'error', 'Only admins can undo a merge.', 'field', null);
  end if;
  select m.* into merge from private.customer_merges m
  where m.organization_id = caller_organization_id and m.id = undo_merge.merge_id;
  if merge.id is not null then
    perform private.lock_customers(caller_organization_id, array[merge.kept_id, merge.merged_id]);
    select m.* into merge from private.customer_merges m where m.id = merge.id for update;
    if merge.undone_at is not null then
      return jsonb_build_object('success', true, 'customer_id', merge.merged_id, 'error', null, 'field', null);
    end if;
  end if;
  refusal := private.undo_refusal(merge);
  if refusal is not null then
    return jsonb_build_object('success', false, 'error', refusal, 'field', null);
  end if;

  perform private.begin_mode('erasing');
  update public.customers c set merged_into = null, archived_at = (merge.moved ->> 'archived_at')::timestamptz
  where c.id = merge.merged_id;
  update public.customers c set created_at = (merge.moved ->> 'since')::timestamptz
  where c.id = merge.kept_id and c.created_at <> (merge.moved ->> 'since')::timestamptz;
  -- A field the merge filled becomes empty again, unless it was edited since.
  update public.customers c set (email, phone, notes, birthday, address_line_1, address_line_2, city, region, postal_code,
    country, emergency_name, emergency_phone, emergency_relation, more_emails, more_phones, tags, preferences) = (
    select n.email, n.phone, n.notes, n.birthday, n.address_line_1, n.address_line_2, n.city, n.region, n.postal_code,
      n.country, n.emergency_name, n.emergency_phone, n.emergency_relation, n.more_emails, n.more_phones, n.tags, n.preferences
    from jsonb_populate_record(c, (
      select coalesce(jsonb_object_agg(f.key, case f.key when 'more_emails' then '[]'::jsonb when 'more_phones' then '[]'
        when 'tags' then '[]' when 'preferences' then '{}' else 'null' end), '{}')
      from jsonb_each(merge.moved -> 'filled') f(key, value) where to_jsonb(c) -> f.key = f.value)) n)
  where c.id = merge.kept_id and merge.moved -> 'filled' <> '{}';
  perform private.begin_mode('');

  update public.sales s set
    customer_id = case when m.payer and s.customer_id = merge.kept_id then merge.merged_id else s.customer_id end,
    traveler_ids = case
      -- Unchanged since the merge: exactly as before it.
      when s.traveler_ids = m.after and (not m.payer or s.customer_id = merge.kept_id) then m.before
      when merge.merged_id = any (m.before) and merge.kept_id <> all (m.before) then
        array(select distinct t from unnest(array_replace(s.traveler_ids, merge.kept_id, merge.merged_id)) t
          where t <> case when m.payer and s.customer_id = merge.kept_id then merge.merged_id else s.customer_id end order by t)
      else array_remove(s.traveler_ids, case when m.payer and s.customer_id = merge.kept_id then merge.merged_id end) end
  from (
    select (e ->> 'id')::uuid as id, (e ->> 'payer')::boolean as payer,
      array(select t::uuid from jsonb_array_elements_text(e -> 'before') t) as before,
      array(select t::uuid from jsonb_array_elements_text(e -> 'after') t) as after
    from jsonb_array_elements(merge.moved -> 'sales') e) m
  where s.organization_id = caller_organization_id and s.id = m.id
    and (m.payer and s.customer_id = merge.kept_id or not m.payer and s.traveler_ids = m.after
      or not m.payer and merge.kept_id = any (s.traveler_ids) and merge.kept_id <> all (m.before));
  update private.passports p set customer_id = merge.merged_id
  where p.organization_id = caller_organization_id and p.customer_id = merge.kept_id
    and p.id in (select (e #>> '{}')::uuid from jsonb_array_elements(merge.moved -> 'passports') e);
  perform private.move_threads(caller_organization_id,
    array(select t::uuid from jsonb_array_elements_text(merge.moved -> 'threads') t), merge.kept_id, merge.merged_id);
  update public.documents d set customer_id = merge.merged_id
  where d.organization_id = caller_organization_id and d.customer_id = merge.kept_id
    and d.id in (select (e #>> '{}')::uuid from jsonb_array_elements(merge.moved -> 'documents') e);
  delete from public.customer_companions l using jsonb_to_recordset(merge.moved -> 'companions') as m (id uuid)
  where l.organization_id = caller_organization_id and l.id = m.id and merge.kept_id in (l.customer_id, l.companion_id);
  insert into public.customer_companions (id, organization_id, customer_id, companion_id, relation, created_at)
  select m.id, caller_organization_id, m.customer_id, m.companion_id, m.relation, m.created_at
  from jsonb_to_recordset(merge.moved -> 'companions')
    as m (id uuid, customer_id uuid, companion_id uuid, relation text, created_at timestamptz)
  where not exists (
    select 1 from public.customers c
    where c.id in (m.customer_id, m.companion_id) and (c.merged_into is not null or c.erased_at is not null))
  on conflict do nothing;

  update private.customer_merges m set undone_at = now(), undone_by = auth.uid() where m.id = merge.id;
  perform private.audit(caller_organization_id, 'merge_undone', merge.kept_id, merge.merged_id,
    jsonb_build_object('merge_id', merge.id));
  return jsonb_build_object('success', true, 'customer_id', merge.merged_id, 'error', null, 'field', null);
end $function$;

CREATE OR REPLACE FUNCTION public.update_sale_status(sale_id uuid, status text, note text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  current public.sales%rowtype;
begin
  if char_length(update_sale_status.note) > 5000 then
    perform private.refuse('Use at most 5,000 characters.', 'note');
  end if;
  select s.* into current from public.sales s where s.id = update_sale_status.sale_id for no key update;
  if not found then
    perform private.refuse('This sale does not exist, or it is not yours.');
  end if;
  -- No history entry would be written, so the note would be lost.
  if current.status = update_sale_status.status then
    perform private.refuse('This sale is already ' || current.status || '.', 'status');
  end if;
  perform private.give_reason(update_sale_status.note);
  update public.sales s set status = update_sale_status.status where s.id = current.id returning s.* into current;
  perform private.give_reason('');
  return jsonb_build_object('id', current.id, 'status', current.status, 'version', current.version);
end $function$;

CREATE TRIGGER closed_receipts_after_65_mark_report_added AFTER INSERT ON private.closed_receipts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.mark_closed_receipts();

CREATE TRIGGER closed_receipts_after_65_mark_report_changed AFTER UPDATE ON private.closed_receipts REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.mark_closed_receipts();

CREATE TRIGGER commissions_08_guard_schedule BEFORE UPDATE ON public.commissions FOR EACH ROW WHEN (((old.status = 'funds_received'::text) AND ((new.status IS DISTINCT FROM old.status) OR (new.amount IS DISTINCT FROM old.amount) OR (new.commission_split IS DISTINCT FROM old.commission_split) OR (new.agent_id IS DISTINCT FROM old.agent_id)))) EXECUTE FUNCTION private.guard_scheduled_commission();

CREATE TRIGGER commissions_12_keep_share BEFORE UPDATE ON public.commissions FOR EACH ROW WHEN ((new.agent_amount <> old.agent_amount)) EXECUTE FUNCTION private.keep_fixed_share();

CREATE TRIGGER commissions_after_40_notify AFTER UPDATE ON public.commissions FOR EACH ROW WHEN (((old.status <> new.status) AND (new.status = ANY (ARRAY['funds_received'::text, 'agent_paid'::text])))) EXECUTE FUNCTION private.notify_of_commission();

CREATE TRIGGER customers_after_55_keep_totals_added AFTER INSERT ON public.customers REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.keep_customer_totals();

CREATE TRIGGER customers_after_55_keep_totals_changed AFTER UPDATE ON public.customers REFERENCING OLD TABLE AS removed NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.keep_customer_totals();

CREATE TRIGGER customers_after_55_keep_totals_removed AFTER DELETE ON public.customers REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.keep_customer_totals();

CREATE TRIGGER invitations_after_40_notify AFTER UPDATE ON public.invitations FOR EACH ROW WHEN (((old.accepted_at IS NULL) AND (new.accepted_at IS NOT NULL))) EXECUTE FUNCTION private.notify_of_joining();

CREATE TRIGGER organizations_20_guard_currency BEFORE UPDATE ON public.organizations FOR EACH ROW WHEN ((new.currency IS DISTINCT FROM old.currency)) EXECUTE FUNCTION private.guard_currency();

CREATE TRIGGER sales_10_guard_agent_added BEFORE INSERT ON public.sales FOR EACH ROW WHEN ((new.agent_id <> auth.uid())) EXECUTE FUNCTION private.guard_sale_agent();

CREATE TRIGGER sales_10_guard_agent_changed BEFORE UPDATE OF agent_id ON public.sales FOR EACH ROW WHEN ((new.agent_id <> old.agent_id)) EXECUTE FUNCTION private.guard_sale_agent();

CREATE TRIGGER sales_28_guard_schedule BEFORE UPDATE ON public.sales FOR EACH ROW WHEN (((new.status IS DISTINCT FROM old.status) OR (new.vendor_id IS DISTINCT FROM old.vendor_id) OR (new.agent_id IS DISTINCT FROM old.agent_id) OR (new.currency IS DISTINCT FROM old.currency) OR (new.total_amount IS DISTINCT FROM old.total_amount) OR (new.commission_amount IS DISTINCT FROM old.commission_amount) OR (new.commission_rate IS DISTINCT FROM old.commission_rate) OR (new.commission_basis IS DISTINCT FROM old.commission_basis) OR (new.travel_date IS DISTINCT FROM old.travel_date) OR (new.return_date IS DISTINCT FROM old.return_date))) EXECUTE FUNCTION private.guard_scheduled_sale();

CREATE TRIGGER sales_32_guard_commission BEFORE UPDATE ON public.sales FOR EACH ROW WHEN (((new.status IS DISTINCT FROM old.status) OR (new.vendor_id IS DISTINCT FROM old.vendor_id) OR (new.agent_id IS DISTINCT FROM old.agent_id) OR (new.currency IS DISTINCT FROM old.currency) OR (new.total_amount IS DISTINCT FROM old.total_amount) OR (new.commission_amount IS DISTINCT FROM old.commission_amount) OR (new.commission_rate IS DISTINCT FROM old.commission_rate) OR (new.commission_basis IS DISTINCT FROM old.commission_basis))) EXECUTE FUNCTION private.guard_sale_of_commission();

REVOKE ALL ON FUNCTION "private"."begin_mode"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."begin_mode"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."changed_terms"(public.sales, public.sales) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."changed_terms"(public.sales, public.sales) TO "postgres";

REVOKE ALL ON FUNCTION "private"."first_told"(text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."first_told"(text, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."give_reason"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."give_reason"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."given_reason"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."given_reason"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."guard_currency"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."guard_currency"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."guard_sale_of_commission"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."guard_sale_of_commission"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."guard_scheduled_commission"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."guard_scheduled_commission"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."guard_scheduled_sale"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."guard_scheduled_sale"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."in_mode"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."in_mode"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_customer_totals"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_customer_totals"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_fixed_share"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_fixed_share"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."mark_closed_receipts"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mark_closed_receipts"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."notify_of_joining"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."notify_of_joining"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_terms"(public.sales, public.sales, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refuse_terms"(public.sales, public.sales, text) TO "postgres";
