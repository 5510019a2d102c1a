set local check_function_bodies = off;

-- On hosted Supabase a policy, and a trigger that is dropped, lock tables of Auth, Storage and Realtime until this is committed. Whoever
-- comes meanwhile waits behind it, so it does not wait long itself: it gives up, nothing of it stays, and the next push tries again.
set local lock_timeout = '4s';

DROP INDEX "public"."commission_history_texts_idx";

ALTER TABLE "public"."payout_events" DROP CONSTRAINT "payout_events_action_known";

ALTER TABLE "public"."payout_lines" DROP CONSTRAINT "payout_lines_amount_sign";

ALTER TABLE "public"."payout_lines" DROP CONSTRAINT "payout_lines_commission_id_whole";

ALTER TABLE "public"."payout_lines" DROP CONSTRAINT "payout_lines_kind_known";

ALTER TABLE "public"."payout_lines" DROP CONSTRAINT "payout_lines_note_length";

CREATE TABLE "public"."payment_voids" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "agent_id" uuid NOT NULL, "statement_id" uuid, "payment_id" uuid, "amount" numeric(12,2) NOT NULL, "voided_on" date NOT NULL, "reason" text NOT NULL, "voided_by" uuid NOT NULL, "line_id" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "payment_voids_amount_range" CHECK (((amount < (0)::numeric) AND (amount >= '-9999999999.99'::numeric))), CONSTRAINT "payment_voids_line_id_key" UNIQUE (organization_id, line_id), CONSTRAINT "payment_voids_payment_id_key" UNIQUE (organization_id, payment_id), CONSTRAINT "payment_voids_pkey" PRIMARY KEY (id), CONSTRAINT "payment_voids_reason_length" CHECK ((char_length(reason) <= 500)), CONSTRAINT "payment_voids_reason_required" CHECK ((btrim(reason) <> ''::text)), CONSTRAINT "payment_voids_statement_id_key" UNIQUE (organization_id, statement_id), CONSTRAINT "payment_voids_statement_id_or_payment" CHECK ((num_nulls(statement_id, payment_id) = 1)), CONSTRAINT "payment_voids_voided_on_range" CHECK (((voided_on >= '1900-01-01'::date) AND (voided_on <= '2199-12-31'::date))));

ALTER TABLE "public"."payment_voids" ENABLE ROW LEVEL SECURITY;

CREATE TYPE "private"."agent_year_cell" AS ("month" date, "agent_id" uuid, "n" bigint, "paid" numeric, "commissions" numeric, "adjustments" numeric, "carried_in" numeric, "carried_out" numeric);

CREATE OR REPLACE FUNCTION private.agent_year_cells(p private.report_plan, grouped_by text, first_day date, last_day date)
 RETURNS SETOF private.agent_year_cell
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when agent_year_cells.grouped_by = 'month' then date_trunc('month', y.day::timestamp)::date end,
    case when agent_year_cells.grouped_by = 'agent' then y.agent_id end, count(*), sum(y.paid_amount), sum(y.commission_amount),
    sum(y.adjustment_amount), sum(y.carried_in), sum(y.carried_out)
  from private.agent_year y
  where y.organization_id = p.organization_id and (p.agent_id is null or y.agent_id = p.agent_id) and y.voided_on is null
    and y.day between first_day and last_day
  group by 1, 2
$function$;

CREATE OR REPLACE FUNCTION private.agent_year_figures(cells private.agent_year_cell[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.report_figures(private.add_report_cells('{}')) || jsonb_build_object('n', coalesce(sum(c.n), 0),
    'paid', coalesce(sum(c.paid), 0), 'commissions', coalesce(sum(c.commissions), 0), 'adjustments', coalesce(sum(c.adjustments), 0),
    'carried_in', coalesce(sum(c.carried_in), 0), 'carried_out', coalesce(sum(c.carried_out), 0))
  from unnest(cells) c
$function$;

CREATE OR REPLACE FUNCTION private.agent_year_rows(p private.report_plan, page_size integer, after_day date, after_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when after_day is null then (
      select jsonb_build_object('count', t.figures -> 'n', 'figures', t.figures)
      from (select private.agent_year_figures(array(
        select c from private.agent_year_cells(p, null, p.first_day, p.last_day) c)) as figures) t) else '{}' end
    || jsonb_build_object('rows', (
      select coalesce(jsonb_agg(jsonb_build_object('id', y.id, 'day', y.day, 'statement_id', y.statement_id, 'number', s.number,
        'commission_id', c.id, 'sale_id', k.id, 'reference', coalesce(s.number, k.booking_reference), 'status', 'agent_paid',
        'customer', u.first_name || ' ' || u.last_name, 'vendor', v.name, 'agent', a.first_name || ' ' || a.last_name,
        'commissions', y.commission_amount, 'adjustments', y.adjustment_amount, 'carried_in', y.carried_in,
        'carried_out', y.carried_out, 'paid', y.paid_amount) order by y.day desc, y.id desc), '[]')
      from (
        select r.* from private.agent_year r
        where r.organization_id = p.organization_id and (p.agent_id is null or r.agent_id = p.agent_id) and r.voided_on is null
          and r.day between p.first_day and p.last_day and (after_day is null or (r.day, r.id) < (after_day, after_id))
        order by r.day desc, r.id desc limit page_size) y
      join public.users a on a.id = y.agent_id
      left join public.payout_statements s on s.organization_id = y.organization_id and s.id = y.statement_id
      left join public.agent_payments m on m.organization_id = y.organization_id and m.id = y.payment_id
      left join public.commissions c on c.organization_id = m.organization_id and c.id = m.commission_id
      left join public.sales k on k.id = c.sales_id
      left join public.customers u on u.id = k.customer_id
      left join public.vendors v on v.id = c.vendor_id))
$function$;

CREATE OR REPLACE FUNCTION private.announce_voids()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.send_tags(array(
    select 'org:' || v.organization_id from changed v union select 'user:' || v.agent_id from changed v), 'payouts');
  return null;
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
    select t.agent_id, t.paid_amount, null, null, false from private.payout_totals(b) t where b.status = 'approved') t
  left join private.bank_details d on d.organization_id = b.organization_id and d.agent_id = t.agent_id
  where t.paid_amount > 0
$function$;

CREATE OR REPLACE FUNCTION private.guard_history()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and current_setting('paperplane.maintenance', true) = 'yes'
    and to_jsonb(new) - '{previous_data,new_data,comment,notes,details,content,reference,reason}'::text[]
      = to_jsonb(old) - '{previous_data,new_data,comment,notes,details,content,reference,reason}'::text[] then
    return new;
  end if;
  if tg_op = 'DELETE' and current_setting('paperplane.undoing_import', true) = 'yes' then
    return old;
  end if;
  perform private.refuse('History can be neither changed nor deleted.');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.is_sale_touched(sale public.sales)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select sale.updated_at <> sale.created_at or exists (
    select 1 from public.commissions c
    where c.organization_id = sale.organization_id and c.sales_id = sale.id and (c.updated_at <> c.created_at or exists (
      select 1 from public.payout_lines l where l.organization_id = c.organization_id and l.commission_id = c.id) or exists (
      select 1 from public.agent_payments p
      join public.payment_voids v on v.organization_id = p.organization_id and v.payment_id = p.id
      where p.organization_id = c.organization_id and p.commission_id = c.id)))
    or exists (
    select 1 from public.documents d
    where d.organization_id = sale.organization_id and (d.sale_id = sale.id or d.commission_id in (
      select c.id from public.commissions c where c.organization_id = sale.organization_id and c.sales_id = sale.id)))
$function$;

CREATE OR REPLACE FUNCTION private.latest_payments(organization_id uuid, agent_id uuid, most integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', y.id, 'day', y.day, 'statement_id', y.statement_id, 'number', s.number,
    'commission_id', p.commission_id, 'booking_reference', k.booking_reference,
    'payment_method', coalesce(s.payment_method, p.payment_method), 'amount', y.paid_amount, 'voided_on', y.voided_on)
    order by y.day desc, y.id), '[]')
  from (
    select r.* from private.agent_year r
    where r.organization_id = latest_payments.organization_id and r.agent_id = latest_payments.agent_id
    order by r.day desc, r.id limit most) y
  left join public.payout_statements s on s.organization_id = y.organization_id and s.id = y.statement_id
  left join public.agent_payments p on p.organization_id = y.organization_id and p.id = y.payment_id
  left join public.commissions c on c.organization_id = p.organization_id and c.id = p.commission_id
  left join public.sales k on k.id = c.sales_id
$function$;

CREATE OR REPLACE FUNCTION private.note_payout(b public.payout_batches, action text, details jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.payout_events (organization_id, batch_id, action, details, done_by)
  values (b.organization_id, b.id, note_payout.action, note_payout.details, auth.uid());
  update public.payout_batches p set changed_by = auth.uid(), version = p.version + 1
  where p.id = b.id and note_payout.action not in ('approved', 'reopened', 'paid', 'voided');
$function$;

CREATE OR REPLACE FUNCTION private.paid_to_agent(organization_id uuid, agent_id uuid, year integer)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(y.paid_amount), 0) from private.agent_year y
  where y.organization_id = paid_to_agent.organization_id and y.agent_id = paid_to_agent.agent_id and y.voided_on is null
    and y.day between make_date(year, 1, 1) and make_date(year, 12, 31)
$function$;

CREATE OR REPLACE FUNCTION private.payout_line_rows(organization_id uuid, batch_id uuid, agent_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'agent_id', l.agent_id, 'kind', l.kind, 'amount', l.amount, 'note', l.note,
    'commission_id', l.commission_id, 'transaction_id', l.transaction_id, 'booking_reference', s.booking_reference,
    'customer', k.first_name || ' ' || k.last_name, 'vendor', v.name, 'received_on', c.received_on, 'commission', c.amount,
    'split', c.commission_split) || case when l.kind = 'commission' and payout_line_rows.agent_id is null
      then jsonb_build_object('funded', c.open_amount = 0, 'due_on', c.due_on) else '{}' end
    order by l.kind <> 'commission', s.sale_date, s.booking_reference, l.created_at, l.id), '[]')
  from public.payout_lines l
  left join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id
  left join public.sales s on s.id = c.sales_id
  left join public.customers k on k.id = s.customer_id
  left join public.vendors v on v.id = c.vendor_id
  where l.organization_id = payout_line_rows.organization_id and l.batch_id = payout_line_rows.batch_id
    and (payout_line_rows.agent_id is null or l.agent_id = payout_line_rows.agent_id)
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
      select jsonb_build_object('name', b.name, 'status', b.status)
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

CREATE OR REPLACE FUNCTION private.payout_unfunded(b public.payout_batches)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('count', count(*), 'amount', coalesce(sum(l.amount), 0))
  from public.payout_lines l
  join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id
  where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind = 'commission' and c.open_amount > 0
$function$;

CREATE OR REPLACE FUNCTION private.post_void(b public.payout_batches, organization_id uuid, agent_id uuid, statement_id uuid, payment_id uuid, amount numeric, paid_on date, reason text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
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

CREATE OR REPLACE FUNCTION private.read_report(definition jsonb, today date)
 RETURNS private.report_plan
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  p private.report_plan;
  choices record;
  basis text;
  months int;
begin
  if coalesce(jsonb_typeof(definition), 'null') <> 'object' or pg_column_size(definition) > 4000 or exists (
    select from jsonb_object_keys(definition) k where k <> all (
      '{report,range,from,to,basis,group,compare,agent_id,vendor_id,category,status,age}'::text[])) then
    perform private.refuse('This is not a report.', 'definition');
  end if;
  p.today := today;
  p.report := private.report_choice(definition, 'report',
    '{sales,commissions,performance,aging,punctuality,short_pay,agents_year}');
  choices := private.report_choices(p.report);
  basis := private.report_choice(definition, 'basis', choices.bases);
  p.kind := case when p.report = 'sales' then 'sale.' when basis = 'paid' then 'payment.' else 'commission.' end || basis;
  p.grouped_by := private.report_choice(definition, 'group', choices.groups);
  -- No status: all but cancelled.
  p.status := case when private.report_text(definition, 'status') is not null
    then private.report_choice(definition, 'status', choices.statuses) end;
  if p.report = 'agents_year' and coalesce(private.report_text(definition, 'vendor_id'), private.report_text(definition, 'category'))
    is not null then
    perform private.refuse('Agents are paid for bookings of many vendors together. Choose no vendor.', 'vendor_id');
  end if;
  p.compare := nullif(private.report_choice(definition, 'compare', '{none,period,year}'), 'none');
  p.agent_id := private.report_id(definition, 'agent_id');
  if p.report = 'aging' then
    p.compare := null;
    p.open_only := true;
    p.status := 'unpaid';
    select a.first_day, a.last_day into p.first_day, p.last_day
    from (values ('all', '1900-01-01'::date, '2199-12-31'::date), ('overdue', '1900-01-01', today - 1),
      ('not_due', today, '2199-12-31'), ('0-30', today - 30, today - 1), ('31-60', today - 60, today - 31),
      ('61-90', today - 90, today - 61), ('90+', '1900-01-01', today - 91)) a(age, first_day, last_day)
    where a.age = private.report_choice(definition, 'age', '{all,overdue,not_due,0-30,31-60,61-90,90+}');
    return p;
  end if;
  if private.report_text(definition, 'age') is not null then
    perform private.refuse('This report does not know that choice.', 'age');
  end if;
  p.range := private.report_choice(definition, 'range', choices.range
    || '{last_12_months,this_month,last_month,this_quarter,last_quarter,this_year,last_year,custom}'::text[]);
  if p.range = 'custom' then
    p.first_day := private.report_day(definition, 'from');
    p.last_day := private.report_day(definition, 'to');
    if p.first_day > p.last_day then
      perform private.refuse('The range ends before it begins.', 'to');
    elsif p.last_day > p.first_day + interval '40 years' then
      perform private.refuse('Choose at most 40 years.', 'from');
    end if;
  else
    select r.first_day, r.last_day into p.first_day, p.last_day from private.report_range(p.range, today) r;
  end if;
  if p.compare = 'year' then
    p.before_first := p.first_day - interval '1 year';
    p.before_last := (p.last_day + 1 - interval '1 year')::date - 1;
  elsif p.compare = 'period' and date_trunc('month', p.first_day::timestamp) = p.first_day
    and date_trunc('month', (p.last_day + 1)::timestamp) = p.last_day + 1 then
    months := 12 * (extract(year from p.last_day + 1) - extract(year from p.first_day))
      + extract(month from p.last_day + 1) - extract(month from p.first_day);
    p.before_first := p.first_day - months * interval '1 month';
    p.before_last := p.first_day - 1;
  elsif p.compare = 'period' then
    p.before_first := p.first_day - (p.last_day - p.first_day + 1);
    p.before_last := p.first_day - 1;
  end if;
  return p;
end $function$;

CREATE OR REPLACE FUNCTION private.redact_sales(organization_id uuid, sale_ids uuid[], pattern text, cleared_keys text[] DEFAULT '{}'::text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  commission_ids uuid[];
begin
  if pattern is null or cardinality(sale_ids) = 0 then
    return;
  elsif sale_ids is not null then
    commission_ids := array(
      select m.id from public.commissions m
      where m.organization_id = redact_sales.organization_id and m.sales_id = any (sale_ids));
  end if;
  update public.sales s set
    notes = case when 'notes' = any (cleared_keys) then null else private.redact(s.notes, pattern) end,
    booking_reference = private.redact(s.booking_reference, pattern, 100)
  where s.organization_id = redact_sales.organization_id and (s.id = any (sale_ids) or sale_ids is null and s.notes is not null)
    and (s.notes ~* pattern or s.booking_reference ~* pattern or 'notes' = any (cleared_keys) and s.notes is not null);
  update public.commissions m set notes = private.redact(m.notes, pattern)
  where m.organization_id = redact_sales.organization_id and (m.id = any (commission_ids) or sale_ids is null)
    and m.notes is not null and m.notes ~* pattern;
  update public.agent_payments p set notes = private.redact(p.notes, pattern),
    reference = private.redact(p.reference, pattern, 200)
  where p.organization_id = redact_sales.organization_id and (p.commission_id = any (commission_ids) or sale_ids is null)
    and (p.notes ~* pattern or p.reference ~* pattern);
  perform private.redact_communications(redact_sales.organization_id, sale_ids, commission_ids, pattern);
  -- Last: the triggers of the updates above have written history rows with the previous texts.
  update public.sales_history h set
    previous_data = private.redact_json(h.previous_data, pattern, cleared_keys),
    new_data = private.redact_json(h.new_data, pattern, cleared_keys),
    comment = case when 'notes' = any (cleared_keys) then null else private.redact(h.comment, pattern) end
  where h.organization_id = redact_sales.organization_id and (h.sales_id = any (sale_ids) or sale_ids is null
    and (h.comment is not null or h.new_data ->> 'notes' is not null or h.previous_data ->> 'notes' is not null
      or h.new_data ? 'travelers' or h.previous_data ? 'travelers')
    and (h.comment ~* pattern or h.new_data::text ~* pattern or h.previous_data::text ~* pattern));
  update public.commission_history h set notes = private.redact(h.notes, pattern),
    previous_data = private.redact_json(h.previous_data, pattern), new_data = private.redact_json(h.new_data, pattern)
  where h.organization_id = redact_sales.organization_id and (h.commission_id = any (commission_ids) or sale_ids is null
    and (h.new_data ?| '{notes,payment_reference,recalled_amount,voided_amount}' or h.previous_data ?| '{notes,payment_reference,recalled_amount,voided_amount}'))
    and (h.notes ~* pattern or h.new_data::text ~* pattern or h.previous_data::text ~* pattern);
  perform private.redact_voids(redact_sales.organization_id, commission_ids, pattern);
  perform private.redact_payouts(redact_sales.organization_id, commission_ids, pattern);
  update public.notifications n set message = private.redact(n.message, pattern, 1000)
  where n.organization_id = redact_sales.organization_id and sale_ids is not null and n.message ~* pattern
    and (n.commentable_type = 'commissions' and n.commentable_id = any (commission_ids)
      or n.commentable_type = 'sales' and n.commentable_id = any (sale_ids));
end $function$;

CREATE OR REPLACE FUNCTION private.redact_voids(organization_id uuid, commission_ids uuid[], pattern text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.payout_lines l set note = private.redact(l.note, pattern, 600)
  from public.payment_voids v
  where v.organization_id = redact_voids.organization_id and l.organization_id = v.organization_id and l.id = v.line_id
    and v.reason ~* pattern and (redact_voids.commission_ids is null or exists (
      select 1 from public.agent_payments p where p.organization_id = v.organization_id and p.id = v.payment_id
        and p.commission_id = any (redact_voids.commission_ids)));
  update public.payment_voids v set reason = private.redact(v.reason, pattern, 500)
  where v.organization_id = redact_voids.organization_id and v.reason ~* pattern
    and (redact_voids.commission_ids is null or exists (
      select 1 from public.agent_payments p where p.organization_id = v.organization_id and p.id = v.payment_id
        and p.commission_id = any (redact_voids.commission_ids)));
$function$;

CREATE OR REPLACE FUNCTION private.report_agent_year(p private.report_plan, most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  cells constant private.agent_year_cell[] := array(
    select c from private.agent_year_cells(p, p.grouped_by, p.first_day, p.last_day) c order by c.paid desc, c.n desc, c.agent_id);
  before private.agent_year_cell[] := '{}';
  answer jsonb;
begin
  if p.compare is not null then
    before := array(select c from private.agent_year_cells(p, p.grouped_by, p.before_first, p.before_last) c);
  end if;
  answer := jsonb_build_object('total', private.agent_year_figures(cells),
    'before', case when p.compare is not null then private.agent_year_figures(before) end);
  if p.grouped_by = 'month' then
    return answer || jsonb_build_object('rows', (
      select coalesce(jsonb_agg(jsonb_build_object('key', m.month,
        'figures', private.agent_year_figures(array(select c from unnest(cells) c where c.month = m.month)),
        'before', case when p.compare is not null then private.agent_year_figures(array(
          select b from unnest(before) b
          where private.months_between(p.before_first, b.month) = private.months_between(p.first_day, m.month))) end)
        order by m.month), '[]')
      from generate_series(date_trunc('month', p.first_day::timestamp), least(p.last_day::timestamp, greatest(p.today::timestamp,
        (select max(x.month) from unnest(cells) x)::timestamp)), '1 month') g(day)
      cross join lateral (select g.day::date as month) m));
  end if;
  return answer || jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('key', c.agent_id, 'label', private.report_label('agent', c.agent_id),
        'figures', private.agent_year_figures(array[c]),
        'before', case when p.compare is not null then private.agent_year_figures(array(
          select b from unnest(before) b where b.agent_id = c.agent_id)) end) order by c.paid desc, c.n desc, c.agent_id), '[]')
      from unnest(cells[:most]) c),
    'others', case when cardinality(cells) > most then private.agent_year_figures(cells[most + 1:]) end);
end $function$;

CREATE OR REPLACE FUNCTION private.report_rank(p private.report_plan, c private.report_cell)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case p.report when 'sales' then c.total when 'punctuality' then c.late_days when 'short_pay' then c.short
    else case when p.kind = 'commission.received' then c.received else c.expected end end
$function$;

CREATE OR REPLACE FUNCTION private.returned_payments(b public.payout_batches, agent_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('number', s.number, 'booking_reference', k.booking_reference,
    'paid_on', coalesce(s.paid_on, p.payment_date), 'voided_on', v.voided_on, 'amount', l.amount) order by l.created_at, l.id), '[]')
  from public.payout_lines l
  join public.payment_voids v on v.organization_id = l.organization_id and v.line_id = l.id
  left join public.payout_statements s on s.organization_id = v.organization_id and s.id = v.statement_id
  left join public.agent_payments p on p.organization_id = v.organization_id and p.id = v.payment_id
  left join public.commissions c on c.organization_id = p.organization_id and c.id = p.commission_id
  left join public.sales k on k.id = c.sales_id
  where l.organization_id = b.organization_id and l.batch_id = b.id and l.agent_id = returned_payments.agent_id and l.kind = 'returned'
$function$;

CREATE OR REPLACE FUNCTION private.statement_rows(organization_id uuid, agent_id uuid, take integer, skip bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'number', s.number, 'payout', s.content ->> 'payout', 'paid_on', s.paid_on,
    'amount', s.paid_amount, 'carried_out', s.carried_out, 'voided_on', (
      select v.voided_on from public.payment_voids v where v.organization_id = s.organization_id and v.statement_id = s.id))
    order by s.paid_on desc, s.id), '[]')
  from (select t.* from public.payout_statements t
    where t.organization_id = statement_rows.organization_id and t.agent_id = statement_rows.agent_id
    order by t.paid_on desc, t.id limit take offset skip) s
$function$;

CREATE OR REPLACE FUNCTION private.tell_of_void(organization_id uuid, agent_id uuid, amount numeric, what text, about text, about_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.write_notification(o.id, tell_of_void.agent_id, 'payout', 'Your payment of '
    || trim(to_char(tell_of_void.amount, '9,999,999,990.00')) || ' ' || o.currency || ' ' || what || ' came back and was voided.',
    about, about_id)
  from public.organizations o where o.id = tell_of_void.organization_id
$function$;

CREATE OR REPLACE FUNCTION private.void_note(organization_id uuid, statement_id uuid, payment_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('voided_on', v.voided_on, 'reason', v.reason, 'by', u.first_name || ' ' || u.last_name)
  from public.payment_voids v join public.users u on u.id = v.voided_by
  where v.organization_id = void_note.organization_id
    and (v.statement_id = void_note.statement_id or v.payment_id = void_note.payment_id)
$function$;

CREATE OR REPLACE FUNCTION private.void_refusal(organization_id uuid, amount numeric, voided_on date, reason text)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when o.payout_second_approval and not private.is_owner() then
      array['Only an owner can void a payment where a second person approves payouts.', null]
    when void_refusal.amount is null then array['This payment does not exist.', null]
    when void_refusal.amount = 0 then array['Nothing was paid: there is nothing to void.', null]
    when void_refusal.voided_on is not null then
      array['This payment was voided on ' || to_char(void_refusal.voided_on, 'FMMonth FMDD, YYYY') || ' already.', null]
    when nullif(btrim(void_refusal.reason), '') is null then array['Say why. The agent reads it.', 'reason']
    when char_length(btrim(void_refusal.reason)) > 500 then array['Use at most 500 characters.', 'reason'] end
  from public.organizations o where o.id = void_refusal.organization_id
$function$;

CREATE OR REPLACE FUNCTION public.get_member_profile(member_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
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
    'member', to_jsonb(member) || jsonb_build_object('last_active_at', private.last_seen(member.id)),
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
      'needs_other_person', b.status = 'draft' and private.needs_other_person(b)),
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
        from private.payout_totals(b) t where b.status in ('draft', 'approved')) t
      join public.users u on u.id = t.agent_id),
    'lines', private.payout_line_rows(caller_organization_id, b.id, null),
    'unfunded', private.payout_unfunded(b),
    'held', case when b.status in ('draft', 'approved') then private.held_commissions(caller_organization_id, null) else '[]' end,
    'open', case when b.status = 'draft' then (
      select jsonb_build_object('travel', jsonb_build_object('count', count(*) filter (where f.obstacle = 'travel' and f.batch_id is null),
          'amount', coalesce(sum(f.amount) filter (where f.obstacle = 'travel' and f.batch_id is null), 0)),
        'collectable', jsonb_build_object('count', count(*) filter (where f.obstacle is null and f.batch_id is null),
          'amount', coalesce(sum(f.amount) filter (where f.obstacle is null and f.batch_id is null), 0)))
      from private.open_for_payout(caller_organization_id, null, true) f) end,
    'problems', case when b.status in ('draft', 'approved') then private.payout_problems(b) else '[]' end,
    'sender', private.masked_bank_account(caller_organization_id, null),
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object('action', e.action, 'details', e.details, 'at', e.done_at,
        'by', u.first_name || ' ' || u.last_name) order by e.done_at desc), '[]')
      from public.payout_events e join public.users u on u.id = e.done_by
      where e.organization_id = caller_organization_id and e.batch_id = b.id));
end $function$;

CREATE OR REPLACE FUNCTION public.get_report_rows(definition jsonb, key text DEFAULT NULL::text, page_size integer DEFAULT 50, after jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  p private.report_plan := private.plan_report(definition);
  after_day date := case when after is not null then private.report_day(after, 'day') end;
  after_id uuid := case when after is not null then private.report_id(after, 'id') end;
  group_id uuid := case when p.grouped_by in ('agent', 'vendor', 'customer')
    then private.report_id(jsonb_build_object('key', get_report_rows.key), 'key') end;
  month date := case when p.grouped_by = 'month' and get_report_rows.key is not null
    then private.report_day(jsonb_build_object('key', get_report_rows.key), 'key') end;
  rows jsonb;
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
  execute format(
    'select coalesce(jsonb_agg(jsonb_build_object(''id'', f.id, ''sale_id'', f.sale_id, ''reference'', s.booking_reference,
        ''day'', f.day, ''status'', f.status, ''customer'', c.first_name || '' '' || c.last_name, ''vendor'', v.name,
        ''agent'', a.first_name || '' '' || a.last_name, ''total'', s.total_amount, ''expected'', f.expected, ''received'', f.received,
        ''agents'', case when f.received_on is not null then f.agent_amount end,
        ''short'', case when f.received < f.expected then f.expected - f.received end,
        ''written_off'', f.written_off, ''open'', f.open_amount, ''due_on'', f.due_on, ''received_on'', f.received_on,
        ''late_days'', case when f.due_on is not null and f.received_on is not null then greatest(f.received_on - f.due_on, 0) end,
        ''paid'', f.paid) order by f.day desc, f.id desc), ''[]'')
      from (select f.* from %s where %s and %s%s order by f.day desc, f.id desc limit $4) f
      join public.sales s on s.id = f.sale_id
      join public.customers c on c.id = s.customer_id
      join public.vendors v on v.id = f.vendor_id
      join public.users a on a.id = f.agent_id',
    private.report_facts(p.kind, p.customer_id is not null), private.report_condition(p), private.report_days(1),
    case when after_day is not null then ' and (f.day, f.id) < ($5, $6)' else '' end)
  into rows
  using p, array[p.first_day], array[p.last_day], least(greatest(coalesce(page_size, 50), 1), 5000), after_day, after_id;
  if after_day is not null then
    return jsonb_build_object('rows', rows);
  end if;
  return (
    select jsonb_build_object('count', t.n, 'figures', private.report_figures(t), 'rows', rows)
    from (select c from private.report_cells(p, null, p.first_day, p.last_day) c
      union all select private.add_report_cells('{}') limit 1) x(c)
    cross join lateral (select (x.c).*) t);
end $function$;

CREATE OR REPLACE FUNCTION public.get_statement(statement_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
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

CREATE OR REPLACE FUNCTION public.hold_payout_lines(batch_id uuid, line_ids uuid[], reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  b public.payout_batches := private.lock_payout(hold_payout_lines.batch_id);
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
  perform private.note_payout(b, 'held', jsonb_build_object('lines', held, 'amount', amount, 'reason', btrim(hold_payout_lines.reason)));
  return private.command_result(null) || jsonb_build_object('held', held);
end $function$;

CREATE OR REPLACE FUNCTION public.list_payouts(page integer DEFAULT 1, page_size integer DEFAULT 10)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_organization_id uuid := private.payout_organization();
  per_page int := least(greatest(coalesce(list_payouts.page_size, 10), 1), 100);
  page_no int := greatest(coalesce(list_payouts.page, 1), 1);
  year date := date_trunc('year', private.today())::date;
  total bigint;
begin
  select count(*) into total from public.payout_batches b where b.organization_id = caller_organization_id;
  return jsonb_build_object('count', total, 'page', page_no, 'page_size', per_page, 'total_pages', (total + per_page - 1) / per_page,
    'rows', (
      select coalesce(jsonb_agg(private.payout_row(b) order by b.created_at desc, b.id), '[]')
      from (select p.* from public.payout_batches p where p.organization_id = caller_organization_id
        order by p.created_at desc, p.id limit per_page offset (page_no - 1)::bigint * per_page) b),
    'strip', (
      select jsonb_build_object(
        'ready', jsonb_build_object('amount', coalesce(sum(o.amount) filter (where o.obstacle is null), 0),
          'count', count(*) filter (where o.obstacle is null), 'agents', count(distinct o.agent_id) filter (where o.obstacle is null)),
        'held', jsonb_build_object('amount', coalesce(sum(o.amount) filter (where o.obstacle = 'held'), 0),
          'count', count(*) filter (where o.obstacle = 'held'), 'agents', count(distinct o.agent_id) filter (where o.obstacle = 'held')),
        'travel', jsonb_build_object('amount', coalesce(sum(o.amount) filter (where o.obstacle = 'travel'), 0),
          'count', count(*) filter (where o.obstacle = 'travel')))
      from private.open_for_payout(caller_organization_id, null, true) o)
    || (
      select jsonb_build_object('this_year', coalesce(sum(y.paid_amount) filter (where y.day >= year), 0),
        'last_year', coalesce(sum(y.paid_amount) filter (where y.day < year), 0),
        'payouts', count(distinct y.batch_id) filter (where y.day >= year))
      from private.agent_year y
      where y.organization_id = caller_organization_id and y.voided_on is null
        and y.day >= year - interval '1 year' and y.day < year + interval '1 year'));
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
  problems jsonb;
  sale_ids uuid[];
  first_number int;
begin
  if b.id is null then
    return private.command_result('This payout does not exist.');
  elsif b.status = 'paid' and b.payment_key = pay_payout.payment_key then
    return private.command_result(null) || jsonb_build_object('statements',
      (select count(*) from public.payout_statements s where s.organization_id = b.organization_id and s.batch_id = b.id));
  elsif b.status <> 'approved' then
    return private.command_result(case when b.status = 'draft' then 'Approve this payout first.' else private.draft_refusal(b) end);
  elsif b.version is distinct from pay_payout.expected_version then
    return private.command_result('Somebody changed this payout meanwhile. Look at it again.');
  elsif pay_payout.payment_key is null then
    return private.command_result('This payment needs a key of its own.', 'payment_key');
  elsif pay_payout.paid_on is null or pay_payout.paid_on not between '1900-01-01' and '2199-12-31' then
    return private.command_result('Enter the payment date.', 'paid_on');
  elsif char_length(btrim(pay_payout.reference)) > 200 then
    return private.command_result('Use at most 200 characters.', 'reference');
  elsif jsonb_typeof(coalesce(checks, '{}')) <> 'object' or exists (
    select 1 from jsonb_each_text(coalesce(checks, '{}')) e where char_length(e.value) > 200) then
    return private.command_result('Use at most 200 characters.', 'checks');
  end if;
  -- Statements are numbered, and balances carried, one payout after the other.
  perform pg_advisory_xact_lock(hashtextextended('payouts ' || b.organization_id, 0));
  sale_ids := array(
    select c.sales_id from public.payout_lines l join public.commissions c on c.organization_id = l.organization_id and c.id = l.commission_id
    where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind = 'commission');
  perform 1 from public.sales s where s.organization_id = b.organization_id and s.id = any (sale_ids) order by s.id for no key update;
  perform 1 from public.commissions c where c.organization_id = b.organization_id and c.sales_id = any (sale_ids)
  order by c.sales_id for no key update;
  problems := private.payout_problems(b);
  if problems <> '[]' then
    return private.command_result('Some of these commissions cannot be paid any more.') || jsonb_build_object('problems', problems);
  end if;

  select coalesce(max(split_part(s.number, '-', 3)::int), 0) into first_number from public.payout_statements s
  where s.organization_id = b.organization_id and starts_with(s.number, to_char(pay_payout.paid_on, 'YYYY-MM-'));
  insert into public.payout_statements (organization_id, batch_id, agent_id, number, commission_amount, adjustment_amount,
    carried_in, carried_out, paid_amount, paid_on, payment_method, reference, content)
  select b.organization_id, b.id, t.agent_id,
    to_char(pay_payout.paid_on, 'YYYY-MM-') || to_char(first_number + row_number() over (order by u.last_name, u.first_name, u.id), 'FM999999900'),
    t.commission_amount, t.adjustment_amount, t.carried_in, t.carried_out, t.paid_amount, pay_payout.paid_on,
    case when account.details is null then 'check' else 'bank_transfer' end,
    nullif(btrim(case when account.details is null then coalesce(checks ->> t.agent_id::text, pay_payout.reference)
      else pay_payout.reference end), ''),
    jsonb_build_object('agency', private.statement_agency(b.organization_id),
      'agent', jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name), 'payout', b.name, 'currency', b.currency,
      'account', account.details, 'lines', private.statement_lines(b, t.agent_id),
      'returned', private.returned_payments(b, t.agent_id))
  from private.payout_totals(b) t
  join public.users u on u.id = t.agent_id
  cross join lateral (select private.file_account(b.organization_id, t.agent_id) as details) account;

  perform set_config('paperplane.paying_payout', 'yes', true);
  perform private.write_agent_payments(b.organization_id, array_agg(l.commission_id order by l.commission_id),
    array_agg(s.payment_method order by l.commission_id), array_agg(s.reference order by l.commission_id), pay_payout.paid_on, null, b.id)
  from public.payout_lines l
  join public.payout_statements s on s.organization_id = l.organization_id and s.batch_id = l.batch_id and s.agent_id = l.agent_id
  where l.organization_id = b.organization_id and l.batch_id = b.id and l.kind = 'commission'
  having count(*) > 0;
  perform set_config('paperplane.paying_payout', '', true);

  update public.payout_batches p set status = 'paid', paid_by = auth.uid(), paid_at = now(), paid_on = pay_payout.paid_on,
    reference = nullif(btrim(pay_payout.reference), ''), payment_key = pay_payout.payment_key, version = p.version + 1
  where p.id = b.id;
  perform private.note_payout(b, 'paid', jsonb_build_object('amount',
    (select sum(s.paid_amount) from public.payout_statements s where s.organization_id = b.organization_id and s.batch_id = b.id)));
  perform private.write_notification(s.organization_id, s.agent_id, 'payout',
    case when s.paid_amount > 0 then 'You were paid ' || trim(to_char(s.paid_amount, '9,999,999,990.00')) || ' ' || b.currency || ' with the '
      || b.name || ' payout. Your statement is there.'
    else 'Your statement of the ' || b.name || ' payout is there.' end, 'statements', s.id)
  from public.payout_statements s where s.organization_id = b.organization_id and s.batch_id = b.id;
  return private.command_result(null) || jsonb_build_object('statements',
    (select count(*) from public.payout_statements s where s.organization_id = b.organization_id and s.batch_id = b.id));
end $function$;

CREATE OR REPLACE FUNCTION public.run_report(definition jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  p private.report_plan := private.plan_report(definition);
begin
  if p.report = 'aging' then
    return private.report_aging(p);
  end if;
  return case when p.report = 'agents_year' then private.report_agent_year(p, 200) else private.report_answer(p, 200) end
    || jsonb_build_object('report', p.report,
    'range', jsonb_build_object('first', p.first_day, 'last', p.last_day, 'today', p.today),
    'before_range', case when p.compare is not null then jsonb_build_object('first', p.before_first, 'last', p.before_last) end);
end $function$;

CREATE OR REPLACE FUNCTION public.void_agent_payment(payment_id uuid, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
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
    (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes)
  values (p.commission_id, caller_organization_id, auth.uid(), 'update', 'agent_paid', 'agent_paid', '{}',
    jsonb_build_object('voided_amount', p.amount), 'Payment voided: ' || btrim(void_agent_payment.reason));
  perform private.tell_of_void(caller_organization_id, p.agent_id, p.amount, 'for the ' || (
    select private.sale_description(s) from public.commissions c join public.sales s on s.id = c.sales_id
    where c.id = p.commission_id), 'commissions', p.commission_id);
  return private.command_result(null) || jsonb_build_object('id', new_id);
end $function$;

CREATE OR REPLACE FUNCTION public.void_statement_payment(statement_id uuid, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
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
  perform private.tell_of_void(caller_organization_id, s.agent_id, s.paid_amount, 'with the ' || b.name || ' payout', 'statements', s.id);
  return private.command_result(null) || jsonb_build_object('id', new_id);
end $function$;

ALTER TABLE "public"."agent_payments" ADD CONSTRAINT "agent_payments_organization_id_id_key" UNIQUE (organization_id, id);

ALTER TABLE "public"."payment_voids" ADD CONSTRAINT "payment_voids_agent_id_fkey" FOREIGN KEY (agent_id, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "public"."payment_voids" ADD CONSTRAINT "payment_voids_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "public"."payment_voids" ADD CONSTRAINT "payment_voids_payment_id_fkey" FOREIGN KEY (organization_id, payment_id) REFERENCES public.agent_payments(organization_id, id);

ALTER TABLE "public"."payment_voids" ADD CONSTRAINT "payment_voids_voided_by_fkey" FOREIGN KEY (voided_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "public"."payout_events" ADD CONSTRAINT "payout_events_action_known" CHECK ((action = ANY (ARRAY['started'::text, 'collected'::text, 'removed'::text, 'held'::text, 'released'::text, 'adjusted'::text, 'adjustment_removed'::text, 'approved'::text, 'reopened'::text, 'discarded'::text, 'paid'::text, 'voided'::text])));

ALTER TABLE "public"."payout_lines" ADD CONSTRAINT "payout_lines_amount_sign" CHECK (
CASE kind
    WHEN 'commission'::text THEN (amount >= (0)::numeric)
    WHEN 'bonus'::text THEN (amount > (0)::numeric)
    WHEN 'returned'::text THEN (amount > (0)::numeric)
    WHEN 'recall'::text THEN (amount < (0)::numeric)
    ELSE (amount <> (0)::numeric)
END);

ALTER TABLE "public"."payout_lines" ADD CONSTRAINT "payout_lines_commission_id_whole" CHECK (
CASE
    WHEN (kind = ANY (ARRAY['bonus'::text, 'returned'::text])) THEN (commission_id IS NULL)
    WHEN (kind = 'correction'::text) THEN true
    ELSE (commission_id IS NOT NULL)
END);

ALTER TABLE "public"."payout_lines" ADD CONSTRAINT "payout_lines_kind_known" CHECK ((kind = ANY (ARRAY['commission'::text, 'bonus'::text, 'correction'::text, 'recall'::text, 'returned'::text])));

ALTER TABLE "public"."payout_lines" ADD CONSTRAINT "payout_lines_note_length" CHECK ((char_length(note) <= 600));

ALTER TABLE "public"."payout_lines" ADD CONSTRAINT "payout_lines_organization_id_id_key" UNIQUE (organization_id, id);

ALTER TABLE "public"."payment_voids" ADD CONSTRAINT "payment_voids_line_id_fkey" FOREIGN KEY (organization_id, line_id) REFERENCES public.payout_lines(organization_id, id);

ALTER TABLE "public"."payout_statements" ADD CONSTRAINT "payout_statements_organization_id_id_key" UNIQUE (organization_id, id);

ALTER TABLE "public"."payment_voids" ADD CONSTRAINT "payment_voids_statement_id_fkey" FOREIGN KEY (organization_id, statement_id) REFERENCES public.payout_statements(organization_id, id);

CREATE VIEW "private"."agent_year" WITH (security_invoker=on) AS  SELECT s.organization_id,
    s.agent_id,
    s.paid_on AS day,
    s.id,
    s.id AS statement_id,
    NULL::uuid AS payment_id,
    s.batch_id,
    s.commission_amount,
    s.adjustment_amount,
    s.carried_in,
    s.carried_out,
    s.paid_amount,
    v.voided_on
   FROM (public.payout_statements s
     LEFT JOIN public.payment_voids v ON (((v.organization_id = s.organization_id) AND (v.statement_id = s.id))))
UNION ALL
 SELECT p.organization_id,
    p.agent_id,
    p.payment_date AS day,
    p.id,
    NULL::uuid AS statement_id,
    p.id AS payment_id,
    NULL::uuid AS batch_id,
    p.amount AS commission_amount,
    0 AS adjustment_amount,
    0 AS carried_in,
    0 AS carried_out,
    p.amount AS paid_amount,
    v.voided_on
   FROM (public.agent_payments p
     LEFT JOIN public.payment_voids v ON (((v.organization_id = p.organization_id) AND (v.payment_id = p.id))))
  WHERE (p.batch_id IS NULL);

CREATE INDEX agent_payments_single_idx ON public.agent_payments USING btree (organization_id, payment_date, id) INCLUDE (agent_id, amount) WHERE (batch_id IS NULL);

CREATE INDEX commission_history_texts_idx ON public.commission_history USING btree (organization_id, commission_id) WHERE ((new_data ?| '{notes,payment_reference,recalled_amount,voided_amount}'::text[]) OR (previous_data ?| '{notes,payment_reference,recalled_amount,voided_amount}'::text[]));

CREATE INDEX payment_voids_agent_id_idx ON public.payment_voids USING btree (organization_id, agent_id);

CREATE INDEX payout_statements_paid_on_idx ON public.payout_statements USING btree (organization_id, paid_on, id);

CREATE TRIGGER payment_voids_after_90_announce AFTER INSERT ON public.payment_voids REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_voids();

CREATE TRIGGER payment_voids_keep BEFORE DELETE OR UPDATE ON public.payment_voids FOR EACH ROW EXECUTE FUNCTION private.guard_history();

CREATE TRIGGER payment_voids_truncate BEFORE TRUNCATE ON public.payment_voids FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_truncate();

CREATE POLICY "agents read voids of payments to themselves, admins all of thei" ON "public"."payment_voids" FOR SELECT TO "authenticated" USING (((organization_id = ( SELECT private.current_organization_id() AS current_organization_id)) AND (( SELECT private.is_admin() AS is_admin) OR (agent_id = ( SELECT auth.uid() AS uid)))));

REVOKE ALL ON FUNCTION "private"."agent_year_cells"(private.report_plan, text, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."agent_year_cells"(private.report_plan, text, date, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."agent_year_figures"(private.agent_year_cell[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."agent_year_figures"(private.agent_year_cell[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."agent_year_rows"(private.report_plan, integer, date, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."agent_year_rows"(private.report_plan, integer, date, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."announce_voids"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."announce_voids"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."latest_payments"(uuid, uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."latest_payments"(uuid, uuid, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."payout_unfunded"(public.payout_batches) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."payout_unfunded"(public.payout_batches) TO "postgres";

REVOKE ALL ON FUNCTION "private"."post_void"(public.payout_batches, uuid, uuid, uuid, uuid, numeric, date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."post_void"(public.payout_batches, uuid, uuid, uuid, uuid, numeric, date, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."redact_voids"(uuid, uuid[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."redact_voids"(uuid, uuid[], text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."report_agent_year"(private.report_plan, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."report_agent_year"(private.report_plan, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."returned_payments"(public.payout_batches, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."returned_payments"(public.payout_batches, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_of_void"(uuid, uuid, numeric, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_of_void"(uuid, uuid, numeric, text, text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."void_note"(uuid, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."void_note"(uuid, uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."void_refusal"(uuid, numeric, date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."void_refusal"(uuid, numeric, date, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."hold_payout_lines"(uuid, uuid[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."hold_payout_lines"(uuid, uuid[], text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."void_agent_payment"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."void_agent_payment"(uuid, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."void_statement_payment"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."void_statement_payment"(uuid, text) TO "authenticated", "postgres";

GRANT SELECT ON TABLE "public"."payment_voids" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."payment_voids" TO "postgres";

REVOKE ALL ON TYPE "private"."agent_year_cell" FROM PUBLIC;

GRANT USAGE ON TYPE "private"."agent_year_cell" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."agent_year" TO "postgres";
