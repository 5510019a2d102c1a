set local check_function_bodies = off;

DROP FUNCTION "private"."notify_other_admins"(uuid, text, text, text, uuid);

DROP FUNCTION "private"."tell_of_void"(uuid, uuid, numeric, text, text, uuid);

DROP FUNCTION "private"."write_notification"(uuid, uuid, text, text, text, uuid);

ALTER TABLE "public"."notifications" ADD COLUMN "code" text;

ALTER TABLE "public"."notifications" ADD COLUMN "params" jsonb NOT NULL DEFAULT '{}'::jsonb;

CREATE OR REPLACE FUNCTION private.announce_expiring_documents()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due record;
begin
  for due in
    select d as document, t.days
    from public.documents d
    join public.organizations o on o.id = d.organization_id
    cross join lateral (select d.expires_on - (now() at time zone o.time_zone)::date as days) t
    where d.expires_on between current_date - 1 and current_date + 61 and t.days between 0 and 60
      and (d.announced_days is null or d.announced_days > 14 and t.days <= 14)
    order by d.id for no key update of d skip locked limit 500
  loop
    insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id, code, params)
    select u.organization_id, u.id, 'document', '“' || (due.document).title || '” expires '
      || case due.days when 0 then 'today' when 1 then 'tomorrow' else 'in ' || due.days || ' days' end || ', on '
      || to_char((due.document).expires_on, 'FMMon FMDD, YYYY') || '.', 'documents', (due.document).id, 'document_expires',
      jsonb_build_object('title', (due.document).title, 'days', due.days, 'on', (due.document).expires_on)
    from public.users u
    where u.organization_id = (due.document).organization_id and u.is_active and (u.role in ('owner', 'admin')
      or u.id = (due.document).member_id
      or u.id = (due.document).created_by and (due.document).visibility = 'record' and u.id in (
        select r.id from private.record_readers((due.document).record_type, (due.document).record_id) r))
    order by u.id;
    update public.documents d set announced_days = case when due.days <= 14 then 14 else 60 end
    where d.id = (due.document).id;
  end loop;
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

CREATE OR REPLACE FUNCTION private.limit_disclosures(organization_id uuid, what text, subject uuid, nouns text, most integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  seen uuid[];
begin
  -- One at a time for a person: simultaneous calls would each count the others out.
  perform pg_advisory_xact_lock(hashtextextended(limit_disclosures.what || ' ' || auth.uid(), 0));
  seen := array(
    select distinct d.subject_id from private.disclosures d
    where d.organization_id = limit_disclosures.organization_id and d.actor_id = auth.uid() and d.what = limit_disclosures.what
      and d.created_at > clock_timestamp() - interval '24 hours');
  if limit_disclosures.subject = any (seen) then
    return;
  elsif cardinality(seen) >= most then
    perform private.refuse('You have asked for ' || most || ' ' || nouns || ' within 24 hours, the most there is. Try again later.');
  elsif cardinality(seen) + 1 in (10, most) then
    perform private.notify_other_admins(limit_disclosures.organization_id, 'security',
      private.acting_name(limit_disclosures.organization_id) || ' asked for ' || cardinality(seen) + 1 || ' ' || nouns
      || ' within 24 hours.', 'team', auth.uid(), 'much_disclosed', jsonb_build_object(
        'by', private.acting_name(limit_disclosures.organization_id), 'count', cardinality(seen) + 1, 'what', limit_disclosures.what));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.mend_report_totals(organization_id uuid, kind text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  months constant date[] := array(
    select distinct c.month from private.check_report_totals(mend_report_totals.organization_id, mend_report_totals.kind) c order by 1);
begin
  insert into private.report_checks as r (organization_id, kind, checked_at)
  values (mend_report_totals.organization_id, mend_report_totals.kind, now())
  on conflict (organization_id, kind) do update set checked_at = excluded.checked_at;
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

CREATE OR REPLACE FUNCTION private.mention(message public.communications)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted uuid[] := array(select distinct m[1]::uuid from regexp_matches(message.body,
    '<@([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})>', 'g') m);
begin
  if cardinality(wanted) > 20 then
    perform private.refuse('A message can mention 20 people.', 'body');
  end if;
  perform 1 from unnest(wanted) w where w not in (
    select u.id from private.record_readers(message.commentable_type, message.commentable_id) u);
  if found then
    perform private.refuse('Only people who may see this record can be mentioned.', 'body');
  end if;
  delete from public.communication_mentions m where m.communication_id = message.id and m.mentioned_id <> all (wanted);
  with added as (
    insert into public.communication_mentions (communication_id, mentioned_id, organization_id)
    select message.id, w, message.organization_id from unnest(wanted) w
    on conflict do nothing returning mentioned_id)
  insert into public.notifications
    (organization_id, user_id, type, message, commentable_type, commentable_id, communication_id, code, params)
  select message.organization_id, a.mentioned_id, 'mention', private.acting_name(message.organization_id) || ' mentioned you on a '
    || private.record_noun(message.commentable_type) || '.', message.commentable_type, message.commentable_id, message.id, 'mentioned',
    jsonb_build_object('by', private.acting_name(message.organization_id), 'record', message.commentable_type)
  from added a where a.mentioned_id <> message.author_id order by a.mentioned_id;
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
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id, code, params)
  select u.organization_id, u.id, case tg_op when 'INSERT' then 'sale_recorded' else 'sale_paid' end,
    private.acting_name(u.organization_id) || case tg_op when 'INSERT' then ' recorded ' else ' marked ' end
      || case sum(g.amount) when 1 then 'a sale' else sum(g.amount) || ' sales' end
      || case tg_op when 'INSERT' then '.' else ' as paid by the customer.' end,
    'sales', case sum(g.amount) when 1 then (array_agg(g.sale_id))[1] end,
    case tg_op when 'INSERT' then 'sales_recorded' else 'sales_paid' end,
    jsonb_build_object('by', private.acting_name(u.organization_id), 'count', sum(g.amount))
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
      else 'Your commission on the ' || sale || ' is marked as funds received.' end, 'commissions', new.id,
      case when new.received_on is not null then 'vendor_paid' when new.sale_paid then 'customer_paid' else 'funds_received' end,
      jsonb_build_object('vendor', (select v.name from public.vendors v where v.id = new.vendor_id),
        'sale', private.sale_param(new.sales_id)));
  elsif not exists (
    select 1 from public.agent_payments p
    where p.organization_id = new.organization_id and p.commission_id = new.id and p.batch_id is not null) then
    perform private.write_notification(new.organization_id, new.agent_id, 'payout',
      'Your payout for the ' || sale || ' was recorded.', 'commissions', new.id, 'payment_recorded',
      jsonb_build_object('sale', private.sale_param(new.sales_id)));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_of_deposit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_notification(new.organization_id, new.agent_id, 'commission',
    (select v.name from public.vendors v where v.id = new.vendor_id) || ' paid the commission on the '
      || (select private.sale_description(s) from public.sales s where s.id = new.sales_id) || '.', 'commissions', new.id,
    'vendor_paid', jsonb_build_object('vendor', (select v.name from public.vendors v where v.id = new.vendor_id),
      'sale', private.sale_param(new.sales_id)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_of_import(batch public.import_batches)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.write_notification(n.organization_id, n.agent_id, 'assignment', private.acting_name(n.organization_id)
    || ' imported ' || n.count || case n.count when 1 then ' sale' else ' sales' end || ' for you.', null, null, 'sales_imported_for_you',
    jsonb_build_object('by', private.acting_name(n.organization_id), 'count', n.count))
  from (
    select s.organization_id, s.agent_id, count(*) as count from public.sales s
    where s.import_batch_id = batch.id group by s.organization_id, s.agent_id order by s.agent_id) n;
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, code, params)
  select u.organization_id, u.id, 'sale_recorded', private.acting_name(u.organization_id) || ' imported ' || count(*)
    || case count(*) when 1 then ' sale.' else ' sales.' end, 'sales', 'sales_imported',
    jsonb_build_object('by', private.acting_name(u.organization_id), 'count', count(*))
  from public.sales s
  join public.users u on u.organization_id = s.organization_id and u.id <> s.agent_id
  where s.import_batch_id = batch.id
    and u.role in ('owner', 'admin') and u.is_active and u.hears_of_sales and u.id is distinct from auth.uid()
  group by u.organization_id, u.id
$function$;

CREATE OR REPLACE FUNCTION private.notify_of_joining()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_notification(new.organization_id, new.invited_by, 'invitation', u.first_name || ' ' || u.last_name
    || ' accepted your invitation and joined as ' || new.role || '.', 'team', u.id, 'invitation_accepted',
    jsonb_build_object('by', u.first_name || ' ' || u.last_name, 'role', new.role))
  from public.users u where u.organization_id = new.organization_id and u.id = auth.uid();
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_of_reply(message public.communications)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.notifications
    (organization_id, user_id, type, message, commentable_type, commentable_id, communication_id, code, params)
  select message.organization_id, u.id, 'reply', private.acting_name(message.organization_id) || ' replied on a '
    || private.record_noun(message.commentable_type) || '.', message.commentable_type, message.commentable_id, message.id, 'replied',
    jsonb_build_object('by', private.acting_name(message.organization_id), 'record', message.commentable_type)
  from private.record_readers(message.commentable_type, message.commentable_id) u
  where u.id <> message.author_id
    and u.id in (
      select c.author_id from public.communications c
      where c.organization_id = message.organization_id and c.thread_id = message.thread_id and c.deleted_at is null)
    and u.id not in (select m.mentioned_id from public.communication_mentions m where m.communication_id = message.id)
  order by u.id
$function$;

CREATE OR REPLACE FUNCTION private.notify_of_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_notification(new.organization_id, new.id, 'role', private.acting_name(new.organization_id)
    || case new.role when 'owner' then ' transferred the ownership to you.' else ' made you an ' || new.role || '.' end,
    case when new.role <> 'agent' then 'team' end, case when new.role <> 'agent' then new.id end,
    case new.role when 'owner' then 'ownership_transferred' else 'role_given' end,
    jsonb_build_object('by', private.acting_name(new.organization_id), 'role', new.role));
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
    insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id, code, params)
    select n.organization_id, n.agent_id, 'assignment', (names ->> n.organization_id::text) || ' assigned you a sale.',
      'sales', n.id, 'sale_assigned', jsonb_build_object('by', names -> n.organization_id::text)
    from added n
    where n.agent_id is distinct from auth.uid()
    order by n.id;
    return null;
  end if;
  names := (
    select jsonb_object_agg(d.organization_id, private.acting_name(d.organization_id))
    from (select distinct organization_id from changed) d);
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id, code, params)
  select n.organization_id, t.user_id, t.type, (names ->> n.organization_id::text) || t.message, 'sales', n.id, t.code,
    jsonb_build_object('by', names -> n.organization_id::text)
  -- A full join behind a fence (offset 0): a plain join of transition tables is planned for one row and loops over thousands.
  from (
    select n.id, n.organization_id, n.status, o.status as old_status, n.agent_id, o.agent_id as old_agent_id
    from changed n full join replaced o on o.id = n.id offset 0) n
  cross join lateral (
    -- A statement that cancels a sale may reassign it as well: the former agent's sale was cancelled.
    select n.old_agent_id as user_id, 'sale' as type, ' cancelled your sale.' as message, 'sale_cancelled' as code
    where n.status = 'cancelled' and n.old_status <> 'cancelled'
    union all
    select n.agent_id, 'assignment', ' assigned you a sale.', 'sale_assigned'
    where n.agent_id <> n.old_agent_id and (n.status <> 'cancelled' or n.old_status = 'cancelled')) t
  where t.user_id is distinct from auth.uid()
  order by n.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_other_admins(organization_id uuid, type text, message text, commentable_type text, commentable_id uuid, code text, params jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id, code, params)
  select u.organization_id, u.id, notify_other_admins.type, notify_other_admins.message, notify_other_admins.commentable_type,
    notify_other_admins.commentable_id, notify_other_admins.code, notify_other_admins.params
  from public.users u
  where u.organization_id = notify_other_admins.organization_id and u.role in ('owner', 'admin') and u.is_active
    and u.id is distinct from auth.uid()
  order by u.id
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
  update public.commissions m set notes = private.redact(m.notes, pattern),
    manual_write_off_reason = private.redact(m.manual_write_off_reason, pattern, 500)
  where m.organization_id = redact_sales.organization_id and (m.id = any (commission_ids) or sale_ids is null)
    and (m.notes is not null or m.manual_write_off_reason is not null) and (m.notes ~* pattern or m.manual_write_off_reason ~* pattern);
  update private.commissions_before_deposit b set manual_write_off_reason = private.redact(b.manual_write_off_reason, pattern, 500)
  where b.organization_id = redact_sales.organization_id and (b.commission_id = any (commission_ids) or sale_ids is null)
    and b.manual_write_off_reason ~* pattern;
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
    and (h.new_data ?| '{notes,payment_reference,recalled_amount,voided_amount,manual_write_off_reason}'
      or h.previous_data ?| '{notes,payment_reference,recalled_amount,voided_amount,manual_write_off_reason}'))
    and (h.notes ~* pattern or h.new_data::text ~* pattern or h.previous_data::text ~* pattern);
  perform private.redact_voids(redact_sales.organization_id, commission_ids, pattern);
  perform private.redact_payouts(redact_sales.organization_id, commission_ids, pattern);
  update public.notifications n set message = private.redact(n.message, pattern, 1000), params = private.redact_json(n.params, pattern)
  where n.organization_id = redact_sales.organization_id and sale_ids is not null
    and (n.message ~* pattern or n.params::text ~* pattern)
    and (n.commentable_type = 'commissions' and n.commentable_id = any (commission_ids)
      or n.commentable_type = 'sales' and n.commentable_id = any (sale_ids));
end $function$;

CREATE OR REPLACE FUNCTION private.refresh_matches()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  step constant int := 200;
  marked record;
  ids uuid[];
  found_count int;
  done int := 0;
begin
  for marked in
    select w.organization_id, array_agg(w.id order by w.id) as transaction_ids
    from (
      select t.organization_id, t.id from public.bank_transactions t
      join public.bank_imports i on i.organization_id = t.organization_id and i.id = t.import_id and i.status = 'done'
      where t.matching_due and (t.status in ('open', 'suggested') or t.unclaimed_amount <> 0)
      order by t.organization_id, t.import_id limit 500) w
    group by 1
  loop
    perform private.match_transactions(marked.organization_id, marked.transaction_ids);
    done := done + cardinality(marked.transaction_ids);
  end loop;
  for marked in
    with taken as (
      delete from private.stale_matches m where ctid = any (array(
        select s.ctid from private.stale_matches s order by s.organization_id limit step for update skip locked))
      returning m.organization_id, m.commission_id)
    select t.organization_id, array_agg(t.commission_id order by t.commission_id) as commission_ids from taken t group by 1
  loop
    ids := array(
      select t.id from public.bank_transactions t
      where t.organization_id = marked.organization_id
        and (t.status in ('open', 'suggested') or t.unclaimed_amount <> 0)
        and exists (
          select 1 from public.commissions c join public.sales s on s.id = c.sales_id
          where c.organization_id = marked.organization_id and c.id = any (marked.commission_ids)
            and (c.vendor_id = t.vendor_id or c.undeposited_amount = t.amount or strpos(
              upper(regexp_replace(concat(t.text, t.counterparty, t.reference), '[^A-Za-z0-9]', '', 'g')),
              upper(regexp_replace(s.booking_reference, '[^A-Za-z0-9]', '', 'g'))) > 0))
      order by t.id limit 500);
    perform private.match_transactions(marked.organization_id, ids);
    select count(*) into found_count from public.bank_transactions t
    join public.bank_suggestions s on s.organization_id = t.organization_id and s.transaction_id = t.id and s.rank = 1
    where t.organization_id = marked.organization_id and t.id = any (ids) and t.unclaimed_amount <> 0
      and s.commission_id = any (marked.commission_ids);
    if found_count > 0 then
      insert into public.notifications (organization_id, user_id, type, message, code, params)
      select u.organization_id, u.id, 'bank', case found_count when 1 then 'An unclaimed deposit has found its sale.'
        else found_count || ' unclaimed deposits have found their sales.' end, 'deposits_found',
        jsonb_build_object('count', found_count)
      from public.users u
      where u.organization_id = marked.organization_id and u.is_active and u.role in ('owner', 'admin') order by u.id;
    end if;
    done := done + cardinality(ids);
  end loop;
  return done;
end $function$;

CREATE OR REPLACE FUNCTION private.sale_param(sale_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('reference', s.booking_reference, 'customer', c.first_name || ' ' || c.last_name)
  from public.sales s left join public.customers c on c.organization_id = s.organization_id and c.id = s.customer_id
  where s.id = sale_param.sale_id
$function$;

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
    || to_char(b.planned_on, 'FMMon FMDD') || ', was not paid: ' || tell_not_paid.reason, 'payouts', b.id, 'payout_not_paid',
    jsonb_build_object('payout', b.name, 'planned_on', b.planned_on, 'reason', tell_not_paid.reason));
end $function$;

CREATE OR REPLACE FUNCTION private.tell_of_void(organization_id uuid, agent_id uuid, amount numeric, what text, about text, about_id uuid, params jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.write_notification(o.id, tell_of_void.agent_id, 'payout', 'Your payment of '
    || trim(to_char(tell_of_void.amount, '9,999,999,990.00')) || ' ' || o.currency || ' ' || what || ' came back and was voided.',
    about, about_id, 'payment_voided', tell_of_void.params || jsonb_build_object('amount', tell_of_void.amount, 'currency', o.currency))
  from public.organizations o where o.id = tell_of_void.organization_id
$function$;

CREATE OR REPLACE FUNCTION private.write_notification(organization_id uuid, user_id uuid, type text, message text, commentable_type text, commentable_id uuid, code text, params jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id, code, params)
  select write_notification.organization_id, write_notification.user_id, write_notification.type, write_notification.message,
    write_notification.commentable_type, write_notification.commentable_id, write_notification.code, write_notification.params
  where write_notification.user_id is distinct from auth.uid()
$function$;

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
    || b.name || ' payout over to you: look at it and approve it.', 'payouts', b.id, 'payout_handed_over',
    jsonb_build_object('by', private.acting_name(b.organization_id), 'payout', b.name));
  return private.command_result(null);
end $function$;

CREATE OR REPLACE FUNCTION public.remind_document_readers(document_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  document public.documents;
  reminded int;
begin
  select d.* into document from public.documents d
  where d.organization_id = private.admin_organization_id() and d.id = remind_document_readers.document_id;
  if document.id is null then
    return private.command_result(case when private.is_admin() then 'This document does not exist.'
      else 'Only admins can remind others.' end);
  end if;
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id, code, params)
  select document.organization_id, r.user_id, 'document',
    private.acting_name(document.organization_id) || ' asks you to read “' || document.title || '”.', 'documents', document.id,
    'asked_to_read', jsonb_build_object('by', private.acting_name(document.organization_id), 'title', document.title)
  from private.document_readers(document) r
  where r.read_at is null and r.user_id <> auth.uid() order by r.user_id;
  get diagnostics reminded = row_count;
  return private.command_result(null) || jsonb_build_object('reminded', reminded);
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
    'organization', u.organization_id, 'books_reopened', jsonb_build_object('by', private.acting_name(u.organization_id),
      'from', closed_through, 'to', reopen_books.through, 'reason', words))
  from public.users u
  where u.organization_id = caller_organization_id and u.role = 'owner' and u.is_active order by u.id;
  return private.command_result(null);
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
    private.acting_name(caller_organization_id) || ' changed where payouts go.', 'team', auth.uid(), 'bank_details_changed',
    jsonb_build_object('by', private.acting_name(caller_organization_id)));
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
    private.acting_name(caller_organization_id) || ' changed the account that payouts are paid from.', 'organizations', caller_organization_id,
    'payout_account_changed', jsonb_build_object('by', private.acting_name(caller_organization_id)));
  return private.command_result(null);
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
  perform private.tell_of_void(caller_organization_id, s.agent_id, s.paid_amount, 'with the ' || b.name || ' payout', 'statements', s.id,
    jsonb_build_object('payout', b.name));
  return private.command_result(null) || jsonb_build_object('id', new_id);
end $function$;

ALTER TABLE "public"."notifications" ADD CONSTRAINT "notifications_code_length" CHECK ((char_length(code) <= 40));

COMMENT ON COLUMN "public"."notifications"."code" IS 'What is told, for words of the reader''s own; null of what was written before there were codes';

COMMENT ON COLUMN "public"."notifications"."params" IS 'Whom and what it is about, by the names that the words of its code have';

COMMENT ON FUNCTION "private"."notify_other_admins"(uuid, text, text, text, uuid, text, jsonb) IS 'To the active admins and owners but the caller.';

COMMENT ON FUNCTION "private"."sale_param"(uuid) IS 'The same for a code: {reference, customer}.';

COMMENT ON FUNCTION "private"."tell_of_void"(uuid, uuid, numeric, text, text, uuid, jsonb) IS 'What the agent is told: that it came back, no promise of when it comes again.';

COMMENT ON FUNCTION "private"."write_notification"(uuid, uuid, text, text, text, uuid, text, jsonb) IS 'Writes one message, unless the caller is its recipient.';

REVOKE ALL ON FUNCTION "private"."notify_other_admins"(uuid, text, text, text, uuid, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."notify_other_admins"(uuid, text, text, text, uuid, text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sale_param"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sale_param"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_of_void"(uuid, uuid, numeric, text, text, uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_of_void"(uuid, uuid, numeric, text, text, uuid, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_notification"(uuid, uuid, text, text, text, uuid, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_notification"(uuid, uuid, text, text, text, uuid, text, jsonb) TO "postgres";
