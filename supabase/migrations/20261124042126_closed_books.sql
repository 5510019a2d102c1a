set local check_function_bodies = off;

-- On hosted Supabase a policy, and a trigger that is dropped, lock tables of Auth, Storage and Realtime until this is committed. Whoever
-- comes meanwhile waits behind it, so it does not wait long itself: it gives up, nothing of it stays, and the next push tries again.
set local lock_timeout = '4s';

DROP INDEX "public"."agent_payments_organization_id_payment_date_idx";

DROP INDEX "public"."commissions_received_on_idx";

CREATE TABLE "private"."closed_receipts" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "commission_id" uuid NOT NULL, "sales_id" uuid NOT NULL, "agent_id" uuid NOT NULL, "vendor_id" uuid NOT NULL, "status" text NOT NULL, "posted_on" date NOT NULL, "sign" integer NOT NULL, "amount" numeric(12,2) NOT NULL, "agent_amount" numeric(12,2) NOT NULL, "received_on" date NOT NULL, "received_amount" numeric(12,2) NOT NULL, "written_off" numeric(12,2) NOT NULL, "open_amount" numeric(12,2) NOT NULL, "due_on" date, "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "closed_receipts_pkey" PRIMARY KEY (id), CONSTRAINT "closed_receipts_sign_known" CHECK ((sign = ANY (ARRAY[1, '-1'::integer]))));

ALTER TABLE "private"."closed_receipts" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."book_corrections" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "organization_id" uuid NOT NULL, "sales_id" uuid NOT NULL, "commission_id" uuid NOT NULL, "posted_on" date NOT NULL, "kind" text NOT NULL, "total_before" numeric(12,2) NOT NULL, "total_after" numeric(12,2) NOT NULL, "commission_before" numeric(12,2) NOT NULL, "commission_after" numeric(12,2) NOT NULL, "created_by" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "book_corrections_kind_known" CHECK ((kind = ANY (ARRAY['cancelled'::text, 'amounts'::text, 'vendor'::text, 'commission_cancelled'::text, 'written_off'::text, 'taken_back'::text]))), CONSTRAINT "book_corrections_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."book_corrections" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."agent_payments" ADD COLUMN "posted_on" date;

ALTER TABLE "public"."bank_allocations" ADD COLUMN "posted_on" date;

ALTER TABLE "public"."commissions" ADD COLUMN "received_posted_on" date;

ALTER TABLE "public"."organizations" ADD COLUMN "books_closed_through" date;

ALTER TABLE "public"."payment_voids" ADD COLUMN "posted_on" date;

ALTER TABLE "public"."payout_statements" ADD COLUMN "posted_on" date;

CREATE OR REPLACE FUNCTION private.booking_day(organization_id uuid, day date)
 RETURNS date
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when day is not null then greatest(day, private.books_closed_through(organization_id) + 1) end
$function$;

CREATE OR REPLACE FUNCTION private.books_closed_through(organization_id uuid)
 RETURNS date
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock_shared(private.books_lock(organization_id));
  -- A query of its own: it sees what was closed while this waited.
  return (select o.books_closed_through from public.organizations o where o.id = books_closed_through.organization_id);
end $function$;

CREATE OR REPLACE FUNCTION private.books_lock(organization_id uuid)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select hashtextextended('books ' || organization_id::text, 0) $function$;

CREATE OR REPLACE FUNCTION private.closed_day_refusal(organization_id uuid, day date)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  closed_through constant date := private.books_closed_through(organization_id);
begin
  return case when day <= closed_through then 'The books are closed through ' || private.day_words(closed_through)
    || '. Choose a later day, or ask an owner to reopen them.' end;
end $function$;

CREATE OR REPLACE FUNCTION private.closed_fact_refusal(organization_id uuid, posted_on date)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  closed_through constant date := private.books_closed_through(organization_id);
begin
  return case when posted_on <= closed_through then 'The books are closed through ' || private.day_words(closed_through)
    || ', and this is in them. Ask an owner to reopen them.' end;
end $function$;

CREATE OR REPLACE FUNCTION private.commission_worth(c public.commissions)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when c.status = 'cancelled' then 0 else c.amount - c.written_off - c.taken_back_amount end
$function$;

CREATE OR REPLACE FUNCTION private.correct_books_of_commissions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (
    select 1 from (select n.status, o.status as old_status, (n.written_off, n.taken_back_amount)
        <> (o.written_off, o.taken_back_amount) as is_less
      from changed n full join replaced o on o.id = n.id offset 0) n
    where n.is_less or n.status = 'cancelled' and n.old_status <> 'cancelled') then
    return null;
  end if;
  perform private.books_closed_through(d.organization_id)
  from (select distinct n.organization_id from changed n order by 1) d;
  insert into public.book_corrections (organization_id, sales_id, commission_id, posted_on, kind, total_before, total_after,
    commission_before, commission_after, created_by)
  select n.organization_id, n.sales_id, n.id, g.books_closed_through + 1,
    case when n.is_cancelled then 'commission_cancelled' when n.is_taken_back then 'taken_back' else 'written_off' end,
    s.total_amount, s.total_amount, n.worth_before, n.worth, private.acting_user(n.organization_id)
  from (
    select n.id, n.organization_id, n.sales_id, n.sale_date, n.status = 'cancelled' and o.status <> 'cancelled' as is_cancelled,
      n.written_off <> o.written_off as is_written_off, n.taken_back_amount <> o.taken_back_amount as is_taken_back,
      private.commission_worth(n) as worth, private.commission_worth(o) as worth_before
    from changed n full join replaced o on o.id = n.id offset 0) n
  join public.organizations g on g.id = n.organization_id and n.sale_date <= g.books_closed_through
  join public.sales s on s.organization_id = n.organization_id and s.id = n.sales_id
  where n.is_cancelled and s.status <> 'cancelled' or n.is_written_off or n.is_taken_back
  order by n.sales_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.correct_books_of_sales()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.books_closed_through(d.organization_id)
  from (select distinct n.organization_id from changed n order by 1) d;
  insert into public.book_corrections (organization_id, sales_id, commission_id, posted_on, kind, total_before, total_after,
    commission_before, commission_after, created_by)
  select n.organization_id, n.id, c.id, g.books_closed_through + 1,
    case when n.status = 'cancelled' and n.old_status <> 'cancelled' then 'cancelled'
      when (n.total_amount, n.commission_amount) <> (n.old_total, n.old_commission) then 'amounts' else 'vendor' end,
    n.old_total, case when n.status = 'cancelled' then 0 else n.total_amount end, w.worth,
    case when n.status = 'cancelled' or c.status = 'cancelled' then 0 else w.worth + n.commission_amount - n.old_commission end,
    private.acting_user(n.organization_id)
  from (
    select n.*, o.status as old_status, o.total_amount as old_total, o.commission_amount as old_commission, o.sale_date as old_day,
      o.vendor_id as old_vendor_id
    from changed n full join replaced o on o.id = n.id offset 0) n
  join public.organizations g on g.id = n.organization_id and n.old_day <= g.books_closed_through
  join public.commissions c on c.organization_id = n.organization_id and c.sales_id = n.id
  cross join lateral (select private.commission_worth(c) as worth) w
  where n.status = 'cancelled' and n.old_status <> 'cancelled'
    or (n.total_amount, n.commission_amount, n.vendor_id) <> (n.old_total, n.old_commission, n.old_vendor_id)
  order by n.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.day_words(day date)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select to_char(day, 'Mon FMDD, YYYY') $function$;

CREATE OR REPLACE FUNCTION private.deposits_of_commission(commission_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.current_organization_id();
  sees_all boolean := private.is_admin();
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('amount', a.amount, 'booked_on', t.booked_on, 'posted_on', a.posted_on)
      || case when sees_all then jsonb_build_object('transaction_id', t.id, 'file_name', i.file_name, 'account', b.name, 'matched_at', a.created_at,
        'matched_by', u.first_name || ' ' || u.last_name, 'write_off_amount', a.write_off_amount,
        'write_off_reason', a.write_off_reason) else '{}' end order by t.booked_on, a.created_at, a.id), '[]')
    from public.bank_allocations a
    join public.commissions c on c.organization_id = a.organization_id and c.id = a.commission_id
    join public.bank_transactions t on t.organization_id = a.organization_id and t.id = a.transaction_id
    join public.bank_imports i on i.organization_id = t.organization_id and i.id = t.import_id
    join public.bank_accounts b on b.organization_id = t.organization_id and b.id = t.account_id
    left join public.users u on u.id = a.created_by
    where a.organization_id = caller_organization_id and a.commission_id = deposits_of_commission.commission_id
      and (sees_all or c.agent_id = auth.uid()));
end $function$;

CREATE OR REPLACE FUNCTION private.guard_sale_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refusal text;
begin
  if auth.uid() is null or tg_op = 'UPDATE' and new.sale_date is not distinct from old.sale_date then
    return new;
  end if;
  refusal := coalesce(case when tg_op = 'UPDATE' then private.closed_fact_refusal(old.organization_id, old.sale_date) end,
    private.closed_day_refusal(new.organization_id, new.sale_date));
  if refusal is not null then
    perform private.refuse(refusal, 'sale_date');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.is_sale_closed(sale public.sales)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select least(sale.sale_date, (
      select least(c.received_posted_on, p.posted_on)
      from public.commissions c
      left join public.agent_payments p on p.organization_id = c.organization_id and p.commission_id = c.id
      where c.organization_id = sale.organization_id and c.sales_id = sale.id))
    <= coalesce(private.books_closed_through(sale.organization_id), '-infinity')
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
    where n.old_day is not null and n.day is distinct from n.old_day) then
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
  -- What left an open day goes with the commission to another one.
  update private.closed_receipts k set posted_on = n.day
  from (select n.organization_id, n.id, n.received_posted_on as day, o.received_posted_on as old_day
    from changed n full join replaced o on o.id = n.id offset 0) n
  join public.organizations g on g.id = n.organization_id
  where k.organization_id = n.organization_id and k.commission_id = n.id and k.sign = -1 and k.posted_on = n.old_day
    and n.day <> n.old_day and n.old_day > coalesce(g.books_closed_through, '-infinity');
  -- The commission's own days are marked with it (private.mark_report_months).
  insert into private.stale_report_months
  select distinct k.organization_id, 'commission.received', date_trunc('month', k.posted_on::timestamp)::date
  from changed n join private.closed_receipts k on k.organization_id = n.organization_id and k.commission_id = n.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.mark_report_months()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
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
          x.commission_amount
        having sum(x.n) <> 0) c
      cross join lateral (values ('sale.sale', c.sale_date), ('sale.travel', c.travel_date)) d(kind, day)
      where d.day is not null;
    end if;
  elsif tg_table_name = 'agent_payments' then
    if tg_op <> 'DELETE' then
      insert into private.stale_report_months
      select distinct a.organization_id, 'payment.paid', date_trunc('month', a.posted_on::timestamp)::date from changed a;
    end if;
    if tg_op <> 'INSERT' then
      insert into private.stale_report_months
      select distinct b.organization_id, 'payment.paid', date_trunc('month', b.posted_on::timestamp)::date from replaced b;
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
        x.vendor_id, x.amount, x.agent_amount, x.received_amount, x.written_off, x.open_amount
      having sum(x.n) <> 0) c
    -- A payment that is there reads its commission.
    left join public.agent_payments p on p.organization_id = c.organization_id and p.commission_id = c.id
    left join public.sales s on c.status = 'cancelled' and s.organization_id = c.organization_id and s.id = c.sales_id
    cross join lateral (values ('commission.sale', c.sale_date), ('commission.due', c.due_on),
      ('commission.received', c.received_posted_on), ('payment.paid', p.posted_on), ('sale.sale', s.sale_date),
      ('sale.travel', s.travel_date)) d(kind, day)
    where d.day is not null;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.post_allocation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.posted_on := private.booking_day(new.organization_id, (
    select t.booked_on from public.bank_transactions t
    where t.organization_id = new.organization_id and t.id = new.transaction_id));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.post_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' or new.payment_date <> old.payment_date
    and old.posted_on > coalesce(private.books_closed_through(old.organization_id), '-infinity') then
    new.posted_on := private.booking_day(new.organization_id, new.payment_date);
  end if;
  return new;
end $function$;

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
  elsif private.receipt_content(new) = private.receipt_content(old) then
    new.received_posted_on := old.received_posted_on;
  elsif new.received_on <> old.received_on
    or old.received_posted_on <= private.books_closed_through(new.organization_id) then
    new.received_posted_on := private.booking_day(new.organization_id, new.received_on);
  else
    new.received_posted_on := old.received_posted_on;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.post_statement()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.posted_on := private.booking_day(new.organization_id, new.paid_on);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.post_void_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.posted_on := private.booking_day(new.organization_id, new.voided_on);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.receipt_content(c public.commissions)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select row(c.received_on, c.received_amount, c.amount, c.agent_amount, c.written_off, c.due_on, c.agent_id, c.vendor_id,
    c.status = 'cancelled')::text
$function$;

CREATE OR REPLACE FUNCTION private.refuse_closed_day(organization_id uuid, day date, column_name text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refusal constant text := private.closed_day_refusal(organization_id, day);
begin
  if refusal is not null then
    perform private.refuse(refusal, column_name);
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
  perform set_config('paperplane.undoing_import', 'yes', true);
  delete from public.agent_payments p where p.organization_id = b.organization_id and p.commission_id = any (commission_ids);
  delete from public.commission_history h
  where h.organization_id = b.organization_id and h.commission_id = any (commission_ids);
  delete from public.commissions c where c.organization_id = b.organization_id and c.id = any (commission_ids);
  delete from public.sales_history h where h.organization_id = b.organization_id and h.sales_id = any (ids);
  delete from public.sales s where s.organization_id = b.organization_id and s.id = any (ids);
  perform set_config('paperplane.undoing_import', '', true);
  return cardinality(ids);
end $function$;

CREATE OR REPLACE FUNCTION private.report_cells(p private.report_plan, grouped_by text, first_day date, last_day date)
 RETURNS SETOF private.report_cell
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  level text := case
    when p.customer_id is not null or p.open_only then null
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
      private.report_sums_of(p.kind), private.report_facts(p.kind, p.customer_id is not null), private.report_condition(p),
      private.report_days(cardinality(from_days)));
  end if;
  return query execute format('select f.month, f.group_id, %s from (%s) f(month, group_id, n, total, expected, received_n, received,
      agents, short_n, short, written_off, open_amount, due_n, late_n, late_days, paid)
    group by 1, 2 having sum(f.n) <> 0 or sum(f.received) <> 0 or sum(f.expected) <> 0', private.report_cells_together(), array_to_string(parts, ' union all '))
  using p, from_days, to_days, first_month, after_month, stale;
end $function$;

CREATE OR REPLACE FUNCTION private.report_facts(kind text, with_customer boolean DEFAULT false)
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
      0::numeric as paid, s.customer_id, s.total_amount as booked, 1 as sign, s.id as record_id
      from public.sales s
      left join public.commissions x on x.organization_id = s.organization_id and x.sales_id = s.id and x.status = ''cancelled''
        and s.status <> ''cancelled''',
      case kind when 'sale.travel' then 'travel_date' else 'sale_date' end)
    else format(
      'c.id, c.sales_id as sale_id, c.organization_id, c.agent_id, c.vendor_id, c.status, %s as day, 0::numeric as total,
      c.amount as expected, c.received_amount as received, c.received_on, c.agent_amount, c.written_off, c.open_amount, c.due_on,
      %s as paid, %s, 1 as sign, c.id as record_id from public.commissions c%s%s',
      case kind when 'commission.due' then 'c.due_on' when 'commission.received' then 'c.received_posted_on'
        when 'payment.paid' then 'p.posted_on' else 'c.sale_date' end,
      case kind when 'payment.paid' then 'p.amount' else '0::numeric' end,
      case when with_customer then 's.customer_id, s.total_amount as booked' else 'null::uuid as customer_id, 0::numeric as booked' end,
      case when with_customer then ' join public.sales s on s.organization_id = c.organization_id and s.id = c.sales_id' else '' end,
      case kind when 'payment.paid' then
        ' join public.agent_payments p on p.organization_id = c.organization_id and p.commission_id = c.id' else '' end)
      || case kind when 'commission.received' then format(
      ' union all select k.id, k.sales_id, k.organization_id, k.agent_id, k.vendor_id, k.status, k.posted_on, 0::numeric, k.amount,
      k.received_amount, k.received_on, k.agent_amount, k.written_off, k.open_amount, k.due_on, 0::numeric, %s, k.sign, k.commission_id
      from private.closed_receipts k%s',
      case when with_customer then 's.customer_id, s.total_amount * k.sign' else 'null::uuid, 0::numeric' end,
      case when with_customer then ' join public.sales s on s.organization_id = k.organization_id and s.id = k.sales_id' else '' end)
        else '' end end
    || ') f'
$function$;

CREATE OR REPLACE FUNCTION private.report_sums_of(kind text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case split_part(kind, '.', 1)
    when 'sale' then 'count(*), coalesce(sum(f.total), 0), coalesce(sum(f.expected), 0), 0::bigint, 0::numeric, 0::numeric, 0::bigint,
      0::numeric, 0::numeric, 0::numeric, 0::bigint, 0::bigint, 0::bigint, 0::numeric'
    else 'sum(f.sign), 0::numeric, coalesce(sum(f.sign * f.expected), 0), coalesce(sum(f.sign) filter (where f.received_on is not null), 0),
      coalesce(sum(f.sign * f.received), 0), coalesce(sum(f.sign * f.agent_amount) filter (where f.received_on is not null), 0),
      coalesce(sum(f.sign) filter (where f.received < f.expected), 0),
      coalesce(sum(f.sign * (f.expected - f.received)) filter (where f.received < f.expected), 0),
      coalesce(sum(f.sign * f.written_off), 0), coalesce(sum(f.sign * f.open_amount), 0),
      coalesce(sum(f.sign) filter (where f.received_on is not null and f.due_on is not null), 0),
      coalesce(sum(f.sign) filter (where f.received_on > f.due_on), 0),
      coalesce(sum(f.sign * (f.received_on - f.due_on)) filter (where f.received_on > f.due_on), 0), coalesce(sum(f.paid), 0)' end
$function$;

CREATE OR REPLACE FUNCTION private.resolve_sale_rows(b public.import_batches, rows jsonb, OUT skips jsonb, OUT added jsonb, OUT errors jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  only_agent constant uuid := case when not private.is_admin() then auth.uid() end;
  shared_email constant boolean := coalesce(b.mapping ->> 'same_email' = 'add', false);
  -- The rows of this call by vendor and reference.
  bookings jsonb := '{}';
  booking text;
  r jsonb;
  sale jsonb;
  twin jsonb;
  found_vendor uuid;
  found_customer uuid;
  found_agent uuid;
  wanted_status text;
  reason text;
  column_name text;
begin
  skips := '[]';
  added := '[]';
  errors := '[]';
  for r in select e from jsonb_array_elements(rows) e order by (e ->> 'row_number')::int loop
    begin
      select private.import_twin(b, null, null, s.booking_reference, null) into twin
      from public.import_batches o join public.sales s on s.import_batch_id = o.id and s.import_row = (r ->> 'row_number')::int
      where o.organization_id = b.organization_id and o.kind = b.kind and o.file_hash = b.file_hash
        and (only_agent is null or s.agent_id = only_agent) limit 1;
      if twin is not null then
        skips := skips || jsonb_build_object('row_number', r -> 'row_number', 'reason', 'file', 'twin', twin);
        continue;
      end if;
      sale := private.check_sale_input(
        '{"booking_reference": null, "sale_date": null, "total_amount": null}'::jsonb
          || (r - '{row_number,customer_first_name,customer_last_name,customer_email,customer_phone,vendor,agent,status,
            commission_status,received_on,agent_paid_on}'::text[]),
        '{booking_reference,sale_date,travel_date,return_date,total_amount,commission_amount,commission_rate,currency,notes}');
      perform private.refuse_closed_day(b.organization_id, (sale ->> 'sale_date')::date, 'sale_date');
      perform private.refuse_closed_day(b.organization_id, (r ->> 'received_on')::date, 'received_on');
      perform private.refuse_closed_day(b.organization_id, (r ->> 'agent_paid_on')::date, 'agent_paid_on');
      wanted_status := private.wanted_commission_status(r);
      found_agent := private.find_sale_agent(b.organization_id, r ->> 'agent');
      if coalesce(btrim(r ->> 'vendor'), '') = '' then
        perform private.refuse('Enter the vendor.', 'vendor');
      end if;
      found_vendor := private.find_sale_vendor(b.organization_id, r ->> 'vendor');
      if found_vendor is null then
        if only_agent is not null then
          perform private.refuse('There is no vendor of this name. Ask an admin to add it.', 'vendor');
        end if;
        insert into public.vendors (organization_id, import_batch_id, import_row, name)
        values (b.organization_id, b.id, (r ->> 'row_number')::int, r ->> 'vendor') returning id into found_vendor;
      end if;

      booking := found_vendor || ' ' || lower(btrim(sale ->> 'booking_reference'));
      select private.import_twin(b, s.import_batch_id, s.import_row, s.booking_reference, c.first_name || ' ' || c.last_name)
      into twin
      from public.sales s join public.customers c on c.id = s.customer_id
      where s.organization_id = b.organization_id and s.vendor_id = found_vendor
        and lower(btrim(s.booking_reference)) = lower(btrim(sale ->> 'booking_reference'))
        and (only_agent is null or s.agent_id = only_agent)
      order by s.created_at, s.id limit 1;
      if twin is null and bookings ? booking then
        twin := jsonb_build_object('row', bookings -> booking);
      end if;
      if twin is not null then
        skips := skips || jsonb_build_object('row_number', r -> 'row_number', 'reason', 'booking', 'twin', twin);
        continue;
      end if;

      found_customer := private.find_sale_customer(b.organization_id, r, shared_email);
      if found_customer is null then
        if coalesce(btrim(r ->> 'customer_first_name'), '') = '' or coalesce(btrim(r ->> 'customer_last_name'), '') = '' then
          perform private.refuse('Enter the customer''s first and last name.', 'customer_last_name');
        end if;
        insert into public.customers
          (organization_id, created_by, import_batch_id, import_row, first_name, last_name, email, phone)
        values (b.organization_id, auth.uid(), b.id, (r ->> 'row_number')::int, r ->> 'customer_first_name',
          r ->> 'customer_last_name', r ->> 'customer_email', r ->> 'customer_phone') returning id into found_customer;
      end if;
      bookings := bookings || jsonb_build_object(booking, r -> 'row_number');
      added := added || (r || sale || jsonb_build_object('customer_id', found_customer, 'vendor_id', found_vendor,
        'agent_id', found_agent, 'commission_status', wanted_status));
    exception when data_exception or integrity_constraint_violation or raise_exception then
      get stacked diagnostics reason = message_text, column_name = pg_exception_hint;
      errors := errors || private.import_error(r, column_name, reason);
    end;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.close_books(through date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
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

CREATE OR REPLACE FUNCTION public.correct_agent_payment(payment_id uuid, payment_date date, payment_method text, reference text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
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
      (commission_id, organization_id, changed_by, change_type, previous_status, new_status, previous_data, new_data, notes)
    values (payment.commission_id, caller_organization_id, auth.uid(), 'update', 'agent_paid', 'agent_paid', before, after,
      'Payment corrected');
  end if;
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.get_books()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('closed_through', o.books_closed_through, 'latest', private.today() - 1,
    'changed', (
      select jsonb_build_object('closed', a.action = 'books_closed', 'by', u.first_name || ' ' || u.last_name, 'at', a.created_at,
        'from', a.details -> 'from', 'to', a.details -> 'to', 'reason', a.details -> 'reason')
      from private.audit_log a left join public.users u on u.id = a.actor_id
      where a.organization_id = o.id and a.action in ('books_closed', 'books_reopened')
      order by a.id desc limit 1),
    'corrections', (
      select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'sale_id', k.sales_id, 'reference', s.booking_reference,
        'posted_on', k.posted_on, 'kind', k.kind, 'total_before', k.total_before, 'total_after', k.total_after,
        'commission_before', k.commission_before, 'commission_after', k.commission_after,
        'by', u.first_name || ' ' || u.last_name, 'at', k.created_at) order by k.created_at desc, k.id), '[]')
      from (select c.* from public.book_corrections c where c.organization_id = o.id order by c.created_at desc, c.id limit 100) k
      join public.sales s on s.id = k.sales_id
      left join public.users u on u.id = k.created_by))
  from public.organizations o
  where o.id = private.current_organization_id() and private.is_admin()
$function$;

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
    'select coalesce(jsonb_agg(jsonb_build_object(''id'', f.id, ''record_id'', f.record_id, ''sale_id'', f.sale_id, ''reference'', s.booking_reference,
        ''day'', f.day, ''status'', f.status, ''customer'', c.first_name || '' '' || c.last_name, ''vendor'', v.name,
        ''agent'', a.first_name || '' '' || a.last_name, ''total'', s.total_amount * f.sign, ''expected'', f.expected * f.sign,
        ''received'', f.received * f.sign,
        ''agents'', case when f.received_on is not null then f.agent_amount * f.sign end,
        ''short'', case when f.received < f.expected then (f.expected - f.received) * f.sign end,
        ''written_off'', f.written_off * f.sign, ''open'', f.open_amount * f.sign, ''due_on'', f.due_on, ''received_on'', f.received_on,
        ''late_days'', case when f.due_on is not null and f.received_on is not null
          then greatest(f.received_on - f.due_on, 0) * f.sign end,
        ''paid'', f.paid, ''corrects'', f.sign < 0) order by f.day desc, f.id desc), ''[]'')
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
        'changed_fields', e.changed_fields, 'notes', e.notes, 'comment', e.comment, 'created_at', e.created_at,
        'changed_by', (
          select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url)
          from public.users u where u.id = e.changed_by)
      ) order by e.version desc), '[]') from entries e),
    'commission', (select coalesce(jsonb_agg(jsonb_build_object(
        'id', h.id, 'new_status', h.new_status, 'notes', h.notes, 'created_at', h.created_at,
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
  elsif private.closed_day_refusal(b.organization_id, pay_payout.paid_on) is not null then
    return private.command_result(private.closed_day_refusal(b.organization_id, pay_payout.paid_on), 'paid_on');
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

CREATE OR REPLACE FUNCTION public.record_receipt(commission_id uuid, received_on date DEFAULT NULL::date, received_amount numeric DEFAULT NULL::numeric, write_off_reason text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  caller_organization_id uuid := private.admin_organization_id();
  sale public.sales%rowtype;
  commission public.commissions%rowtype;
  reason constant text := nullif(btrim(record_receipt.write_off_reason), '');
  rest numeric;
  refusal text[];
begin
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
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.reopen_books(through date, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
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
    'organization', u.organization_id)
  from public.users u
  where u.organization_id = caller_organization_id and u.role = 'owner' and u.is_active order by u.id;
  return private.command_result(null);
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
    'before_range', case when p.compare is not null then jsonb_build_object('first', p.before_first, 'last', p.before_last) end,
    'books_closed_through', (select o.books_closed_through from public.organizations o where o.id = p.organization_id));
end $function$;

CREATE OR REPLACE FUNCTION public.undo_import(batch_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant int := 1000;
  b public.import_batches;
  kind text;
  is_referenced text;
  removed_of_kind int;
  removed_count int;
  kept jsonb := '[]';
  kept_count int := 0;
  has_more boolean := false;
begin
  b := private.lock_import_batch(undo_import.batch_id);
  foreach kind in array case b.kind when 'sales' then '{sales,customers,vendors}' else array[b.kind] end loop
    -- Right after a large import the planner does not know the rows yet: believing in a small table it looks up every reference
    -- to each record through an index of the whole tenant, and times out. Fewer rows in the statistics than half of the batch
    -- tell so.
    if (
      select t.reltuples < (b.added - b.removed) / 2
      from pg_catalog.pg_class t where t.oid = ('public.' || kind)::regclass
    ) then
      execute format('analyze public.%I', kind);
    end if;
    if kind = 'sales' then
      is_referenced := 'false';
      removed_of_kind := private.remove_imported_sales(b, most);
    else
      is_referenced := private.is_referenced_condition(('public.' || kind)::regclass);
      execute format('with removed as (
          delete from public.%1$I d where d.id in (
            select t.id from public.%1$I t where t.import_batch_id = $1 and t.updated_at = t.created_at and not (%2$s) limit $2)
          returning 1)
        select count(*) from removed', kind, is_referenced)
      into removed_of_kind using b.id, most;
    end if;
    has_more := removed_of_kind = most;
    if kind = b.kind then
      removed_count := removed_of_kind;
    end if;
    if kind = b.kind and not has_more then
      execute format('select count(*) as n,
          coalesce(jsonb_agg(jsonb_build_object(''id'', k.id, ''name'', k.name, ''reason'', k.reason))
            filter (where k.place <= 100), ''[]'') as rows
        from (
          select t.id, %3$s as name, case when %2$s then ''used'' when %4$s then ''closed'' else ''edited'' end as reason,
            row_number() over (order by t.import_row) as place
          from public.%1$I t where t.import_batch_id = $1) k', kind, is_referenced,
        case kind when 'sales' then 't.booking_reference' when 'vendors' then 't.name'
          else 't.first_name || '' '' || t.last_name' end,
        case kind when 'sales' then 'private.is_sale_closed(t) and not private.is_sale_touched(t)' else 'false' end)
      into kept_count, kept using b.id;
    end if;
    exit when has_more;
  end loop;
  update public.import_batches i
  set removed = i.removed + removed_count, status = 'undone', undone_at = coalesce(i.undone_at, now()),
    finished_at = coalesce(i.finished_at, now())
  where i.id = b.id;
  return jsonb_build_object('removed', removed_count, 'more', has_more, 'kept', kept, 'kept_count', kept_count);
end $function$;

ALTER TABLE "private"."closed_receipts" ADD CONSTRAINT "closed_receipts_commission_id_fkey" FOREIGN KEY (organization_id, commission_id) REFERENCES public.commissions(organization_id, id);

ALTER TABLE "public"."book_corrections" ADD CONSTRAINT "book_corrections_commission_id_fkey" FOREIGN KEY (organization_id, commission_id) REFERENCES public.commissions(organization_id, id);

ALTER TABLE "public"."book_corrections" ADD CONSTRAINT "book_corrections_created_by_fkey" FOREIGN KEY (created_by, organization_id) REFERENCES public.users(id, organization_id);

ALTER TABLE "public"."book_corrections" ADD CONSTRAINT "book_corrections_organization_id_fkey" FOREIGN KEY (organization_id) REFERENCES public.organizations(id);

ALTER TABLE "public"."book_corrections" ADD CONSTRAINT "book_corrections_sales_id_fkey" FOREIGN KEY (sales_id, organization_id) REFERENCES public.sales(id, organization_id);

ALTER TABLE "public"."organizations" ADD CONSTRAINT "organizations_books_closed_through_range" CHECK (((books_closed_through >= '1990-01-01'::date) AND (books_closed_through <= '2199-12-31'::date)));

CREATE INDEX audit_log_books_idx ON private.audit_log USING btree (organization_id, id) WHERE (action = ANY (ARRAY['books_closed'::text, 'books_reopened'::text]));

CREATE INDEX closed_receipts_commission_id_idx ON private.closed_receipts USING btree (organization_id, commission_id);

CREATE INDEX closed_receipts_posted_on_idx ON private.closed_receipts USING btree (organization_id, posted_on);

CREATE INDEX agent_payments_posted_on_idx ON public.agent_payments USING btree (organization_id, posted_on, id);

CREATE INDEX book_corrections_created_at_idx ON public.book_corrections USING btree (organization_id, created_at DESC, id);

CREATE INDEX book_corrections_sales_id_idx ON public.book_corrections USING btree (organization_id, sales_id, created_at DESC);

CREATE INDEX commissions_received_posted_on_idx ON public.commissions USING btree (organization_id, received_posted_on, id) WHERE (received_posted_on IS NOT NULL);

CREATE TRIGGER agent_payments_50_post BEFORE INSERT OR UPDATE OF payment_date ON public.agent_payments FOR EACH ROW EXECUTE FUNCTION private.post_payment();

CREATE TRIGGER bank_allocations_50_post BEFORE INSERT ON public.bank_allocations FOR EACH ROW EXECUTE FUNCTION private.post_allocation();

CREATE TRIGGER book_corrections_keep BEFORE DELETE OR UPDATE ON public.book_corrections FOR EACH ROW EXECUTE FUNCTION private.guard_history();

CREATE TRIGGER book_corrections_truncate BEFORE TRUNCATE ON public.book_corrections FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_truncate();

CREATE TRIGGER commissions_50_post BEFORE INSERT OR UPDATE ON public.commissions FOR EACH ROW EXECUTE FUNCTION private.post_receipt();

CREATE TRIGGER commissions_after_66_keep_closed_receipts AFTER UPDATE ON public.commissions REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.keep_closed_receipts();

CREATE TRIGGER commissions_after_70_correct_books AFTER UPDATE ON public.commissions REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.correct_books_of_commissions();

CREATE TRIGGER payment_voids_50_post BEFORE INSERT ON public.payment_voids FOR EACH ROW EXECUTE FUNCTION private.post_void_day();

CREATE TRIGGER payout_statements_50_post BEFORE INSERT ON public.payout_statements FOR EACH ROW EXECUTE FUNCTION private.post_statement();

CREATE TRIGGER sales_35_guard_day BEFORE INSERT OR UPDATE OF sale_date ON public.sales FOR EACH ROW EXECUTE FUNCTION private.guard_sale_day();

CREATE TRIGGER sales_after_18_correct_books AFTER UPDATE ON public.sales REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.correct_books_of_sales();

CREATE POLICY "admins read the corrections of their organization" ON "public"."book_corrections" FOR SELECT TO "authenticated" USING (((organization_id = ( SELECT private.current_organization_id() AS current_organization_id)) AND ( SELECT private.is_admin() AS is_admin)));

COMMENT ON COLUMN "public"."commissions"."received_posted_on" IS 'Filled by trigger: the booking day of the receipt, its own day or the first open one; null without a receipt';

COMMENT ON COLUMN "public"."organizations"."books_closed_through" IS 'The last day of the closed books, null for none. Changed by close_books and reopen_books alone';

REVOKE ALL ON FUNCTION "private"."booking_day"(uuid, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."booking_day"(uuid, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."books_closed_through"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."books_closed_through"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."books_lock"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."books_lock"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."closed_day_refusal"(uuid, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."closed_day_refusal"(uuid, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."closed_fact_refusal"(uuid, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."closed_fact_refusal"(uuid, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."commission_worth"(public.commissions) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."commission_worth"(public.commissions) TO "postgres";

REVOKE ALL ON FUNCTION "private"."correct_books_of_commissions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."correct_books_of_commissions"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."correct_books_of_sales"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."correct_books_of_sales"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."day_words"(date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."day_words"(date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."guard_sale_day"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."guard_sale_day"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_sale_closed"(public.sales) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_sale_closed"(public.sales) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_closed_receipts"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_closed_receipts"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."post_allocation"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."post_allocation"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."post_payment"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."post_payment"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."post_receipt"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."post_receipt"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."post_statement"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."post_statement"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."post_void_day"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."post_void_day"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."receipt_content"(public.commissions) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."receipt_content"(public.commissions) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_closed_day"(uuid, date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refuse_closed_day"(uuid, date, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."close_books"(date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."close_books"(date) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."get_books"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_books"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."reopen_books"(date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."reopen_books"(date, text) TO "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."closed_receipts" TO "postgres";

GRANT SELECT ON TABLE "public"."book_corrections" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."book_corrections" TO "postgres";

-- Data: what is there was booked on its own day. The triggers stand still: no history is written, no total changes.
ALTER TABLE public.commissions DISABLE TRIGGER USER;
ALTER TABLE public.agent_payments DISABLE TRIGGER USER;
ALTER TABLE public.payout_statements DISABLE TRIGGER USER;
ALTER TABLE public.bank_allocations DISABLE TRIGGER USER;
ALTER TABLE public.payment_voids DISABLE TRIGGER USER;

UPDATE public.commissions SET received_posted_on = received_on WHERE received_on IS NOT NULL;
UPDATE public.agent_payments SET posted_on = payment_date;
UPDATE public.payout_statements SET posted_on = paid_on;
UPDATE public.payment_voids SET posted_on = voided_on;
UPDATE public.bank_allocations a SET posted_on = t.booked_on
FROM public.bank_transactions t WHERE t.organization_id = a.organization_id AND t.id = a.transaction_id;

ALTER TABLE public.commissions ENABLE TRIGGER USER;
ALTER TABLE public.agent_payments ENABLE TRIGGER USER;
ALTER TABLE public.payout_statements ENABLE TRIGGER USER;
ALTER TABLE public.bank_allocations ENABLE TRIGGER USER;
ALTER TABLE public.payment_voids ENABLE TRIGGER USER;

ALTER TABLE public.agent_payments ALTER COLUMN posted_on SET NOT NULL;
ALTER TABLE public.payout_statements ALTER COLUMN posted_on SET NOT NULL;
ALTER TABLE public.payment_voids ALTER COLUMN posted_on SET NOT NULL;
ALTER TABLE public.bank_allocations ALTER COLUMN posted_on SET NOT NULL;
