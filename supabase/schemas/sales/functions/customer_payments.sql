-- What customers have paid of their sales. Rows are kept: a refund is one below zero, and what was a mistake is undone by a row against
-- it. Lock order: the sale first, so that payments of one sale wait for each other.

create function private.lock_own_sale(sale_id uuid) returns public.sales
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Asked first: what is not the caller's takes as long as what is not there.
  is_admin constant boolean := private.is_admin();
  sale public.sales;
begin
  select s.* into sale from public.sales s
  where s.organization_id = private.current_organization_id() and s.id = lock_own_sale.sale_id
    and (is_admin or s.agent_id = auth.uid())
  for no key update;
  if sale.id is null then
    perform private.refuse('This sale does not exist, or it is not yours.', 'sale_id', 'sale_not_found');
  end if;
  return sale;
end $$;
comment on function private.lock_own_sale is 'A sale that the caller may change: their own, admins any of their organization.';

create function private.refuse_paid_sum(sale public.sales, paid numeric, amount numeric, field text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if amount > 0 and sale.status = 'cancelled' then
    perform private.refuse('This sale is cancelled: only what is given back can be recorded.', field, 'payment_of_cancelled_sale');
  elsif amount > 0 and paid + amount > sale.total_amount then
    perform private.refuse(case when sale.total_amount - paid <= 0 then 'The customer has paid this sale in full.'
      else 'Only ' || to_char(sale.total_amount - paid, 'FM9,999,999,990.00') || ' is open.' end, field, 'customer_overpays',
      jsonb_build_object('open', greatest(sale.total_amount - paid, 0)));
  elsif amount < 0 and paid + amount < 0 then
    perform private.refuse('The customer has paid ' || to_char(paid, 'FM9,999,999,990.00') || '. No more can be given back.', field,
      'refund_above_paid', jsonb_build_object('paid', paid));
  end if;
end $$;

create function private.settle_paid_sale(sale public.sales) returns public.sales
language plpgsql volatile security definer set search_path = '' as $$
begin
  if sale.status = 'booked' and private.paid_by_customer(sale.id, sale.organization_id) = sale.total_amount then
    update public.sales s set status = 'paid' where s.organization_id = sale.organization_id and s.id = sale.id returning s.* into sale;
  elsif sale.payment_plan <> '[]' then
    perform private.sync_payment_dues(sale);
    update public.sales s set updated_at = now() where s.organization_id = sale.organization_id and s.id = sale.id;
  end if;
  return sale;
end $$;
comment on function private.settle_paid_sale is 'After a payment: paid in full makes the sale paid, as its state machine has it; else what is open of its
  plan has changed, and the sale with it, in the same version.';

create function private.paid_answer(sale public.sales, payment_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', payment_id, 'status', sale.status, 'version', sale.version,
    'paid', private.paid_by_customer(sale.id, sale.organization_id))
$$;

create function public.record_customer_payment(sale_id uuid, amount numeric, paid_on date, payment_method text, note text default null,
  request_key uuid default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  typed constant text := private.visible_text(record_customer_payment.note);
  sale public.sales;
  payment_id uuid;
  refusal jsonb;
  answer jsonb := private.begin_request('record_customer_payment', request_key, jsonb_build_object('sale_id', sale_id, 'amount', amount,
    'paid_on', paid_on, 'payment_method', payment_method, 'note', note));
begin
  if answer is not null then
    return answer;
  end if;
  sale := private.lock_own_sale(record_customer_payment.sale_id);
  if coalesce(amount, 0) = 0 or amount <> round(amount, 2) or abs(amount) > 9999999999.99 then
    perform private.refuse('Enter what the customer paid, or what was given back with a minus.', 'amount', 'customer_amount_missing');
  elsif paid_on is null or not isfinite(paid_on) or paid_on < '1900-01-01' then
    perform private.refuse('Enter the day it was paid.', 'paid_on', 'customer_paid_on_missing');
  elsif paid_on > private.today() then
    perform private.refuse('This day is still to come.', 'paid_on', 'customer_paid_on_future');
  elsif payment_method is null or payment_method not in ('check', 'bank_transfer', 'cash', 'card', 'other') then
    perform private.refuse('Choose how the customer paid.', 'payment_method', 'customer_method_missing');
  elsif char_length(typed) > 500 then
    perform private.refuse('Use at most 500 characters.', 'note', 'text_too_long', '{"most": 500}');
  end if;
  refusal := private.closed_day_refusal(sale.organization_id, paid_on, 'paid_on');
  if refusal is not null then
    perform private.refuse_with(refusal);
  end if;
  perform private.refuse_paid_sum(sale, private.paid_by_customer(sale.id, sale.organization_id), amount, 'amount');
  insert into public.customer_payments (organization_id, sales_id, amount, paid_on, payment_method, notes, origin, created_by)
  values (sale.organization_id, sale.id, amount, paid_on, payment_method, typed, 'recorded', auth.uid())
  returning id into payment_id;
  sale := private.settle_paid_sale(sale);
  return private.end_request(request_key, payment_id, private.paid_answer(sale, payment_id));
end $$;
comment on function public.record_customer_payment is 'Records what the customer paid of a sale, or what was given back (below zero), in
  the currency of the sale. Paid in full makes a booked sale paid. Answers {id, status, version, paid}. Once for each `request_key`.';
grant execute on function public.record_customer_payment(uuid, numeric, date, text, text, uuid) to authenticated;

create function private.saved_by_record_customer_payment(payment_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', 'sale', 'id', s.id, 'name', 'the customer''s payment of ' || s.booking_reference)
  from public.customer_payments p
  join public.sales s on s.organization_id = p.organization_id and s.id = p.sales_id
  where p.organization_id = private.current_organization_id() and p.id = saved_by_record_customer_payment.payment_id
    and (private.is_admin() or s.agent_id = auth.uid())
$$;
comment on function private.saved_by_record_customer_payment is 'See private.saved_as.';

create function public.undo_customer_payment(payment_id uuid, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  words constant text := private.visible_text(undo_customer_payment.reason);
  is_admin constant boolean := private.is_admin();
  payment public.customer_payments;
  sale public.sales;
  counter_id uuid;
begin
  select p.* into payment from public.customer_payments p
  where p.organization_id = private.current_organization_id() and p.id = undo_customer_payment.payment_id;
  select s.* into sale from public.sales s
  where s.organization_id = payment.organization_id and s.id = payment.sales_id and (is_admin or s.agent_id = auth.uid())
  for no key update;
  if sale.id is null then
    perform private.refuse('This payment does not exist, or it is not yours.', 'payment_id', 'customer_payment_not_found');
  elsif payment.origin = 'undo' or exists (
    select 1 from public.customer_payments p where p.organization_id = payment.organization_id and p.undoes_id = payment.id) then
    perform private.refuse('This was undone already.', 'payment_id', 'customer_payment_undone');
  elsif words is null then
    perform private.refuse('Say why. It stays with the payment.', 'reason', 'customer_undo_reason_missing');
  elsif char_length(words) > 500 then
    perform private.refuse('Use at most 500 characters.', 'reason', 'text_too_long', '{"most": 500}');
  end if;
  perform private.refuse_paid_sum(sale, private.paid_by_customer(sale.id, sale.organization_id), -payment.amount, 'payment_id');
  insert into public.customer_payments (organization_id, sales_id, amount, paid_on, payment_method, notes, origin, undoes_id, created_by)
  values (sale.organization_id, sale.id, -payment.amount, private.today(), payment.payment_method, words, 'undo', payment.id, auth.uid())
  returning id into counter_id;
  sale := private.settle_paid_sale(sale);
  return private.paid_answer(sale, counter_id);
end $$;
comment on function public.undo_customer_payment is 'Takes a payment back that was a mistake, by a row of today against it; closed books
  stay as they are, and a sale that is paid stays paid. Answers {id, status, version, paid}.';
grant execute on function public.undo_customer_payment(uuid, text) to authenticated;

create function private.record_rest() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  paid constant numeric := private.paid_by_customer(new.id, new.organization_id);
begin
  if paid < new.total_amount and (new.payment_plan <> '[]' or exists (
    select 1 from public.customer_payments p where p.organization_id = new.organization_id and p.sales_id = new.id)) then
    insert into public.customer_payments (organization_id, sales_id, amount, paid_on, origin, created_by)
    select new.organization_id, new.id, new.total_amount - paid, (now() at time zone o.time_zone)::date, 'rest',
      private.acting_user(new.organization_id)
    from public.organizations o where o.id = new.organization_id;
  end if;
  return null;
end $$;
comment on function private.record_rest is 'A sale with payment dates or payments that is marked as paid: the rest, as of today. One
  without either keeps no payments.';

create function private.audit_customer_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit(new.organization_id, case when new.undoes_id is null then 'customer_payment_recorded' else 'customer_payment_undone' end,
    null, new.sales_id, jsonb_build_object('on', new.paid_on), new.amount, new.created_by);
  return null;
end $$;

create function public.get_customer_payments(sale_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  organization constant uuid := private.current_organization_id();
  -- Asked first: what is not the caller's takes as long as what is not there.
  is_admin constant boolean := private.is_admin();
begin
  return (select jsonb_build_object(
    'total', s.total_amount, 'paid', f.paid, 'open', greatest(s.total_amount - f.paid, 0), 'currency', s.currency, 'status', s.status,
    'reference', s.booking_reference, 'customer', jsonb_build_object('first_name', c.first_name, 'last_name', c.last_name, 'email', c.email),
    'plan', (
      select coalesce(jsonb_agg(jsonb_build_object('place', d.place, 'kind', d.kind, 'due_on', d.due_on, 'amount', d.amount,
        'open', d.open_amount, 'remind_on', case when d.remind then d.due_on - private.payment_reminder_days() end,
        'reminded_on', d.reminded_on) order by d.place), '[]')
      from public.payment_dues d where d.organization_id = s.organization_id and d.sales_id = s.id),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'amount', p.amount, 'paid_on', p.paid_on, 'payment_method', p.payment_method,
        'note', p.notes, 'origin', p.origin, 'undoes_id', p.undoes_id, 'undone', exists (
          select 1 from public.customer_payments w where w.organization_id = p.organization_id and w.undoes_id = p.id),
        'created_at', p.created_at, 'by', u.first_name || ' ' || u.last_name) order by p.created_at, p.id), '[]')
      from public.customer_payments p
      left join public.users u on u.organization_id = p.organization_id and u.id = p.created_by
      where p.organization_id = s.organization_id and p.sales_id = s.id))
  from public.sales s
  join public.customers c on c.organization_id = s.organization_id and c.id = s.customer_id
  cross join lateral (select private.paid_by_customer(s.id, s.organization_id) as paid) f
  where s.organization_id = organization and s.id = get_customer_payments.sale_id and (is_admin or s.agent_id = auth.uid()));
end $$;
comment on function public.get_customer_payments is 'What the customer pays of a sale and has paid: {total, paid, open, currency, status,
  reference, customer, plan, payments}, the plan in its order with what is open of each, payments as they were recorded. Null for a sale
  that is not the caller''s: seller and admins.';
grant execute on function public.get_customer_payments(uuid) to authenticated;

create function private.payments_due(organization_id uuid, agent_id uuid, today date) returns jsonb
language sql stable security definer set search_path = '' as $$
  with due as materialized (
    select d.sales_id, d.place, d.kind, d.due_on, d.open_amount, d.due_on < payments_due.today as overdue
    from public.payment_dues d
    where d.organization_id = payments_due.organization_id and d.open_amount > 0 and d.due_on <= payments_due.today + 14
      and (payments_due.agent_id is null or d.agent_id = payments_due.agent_id)
  )
  select case when exists (select from due) then jsonb_build_object(
    'count', (select count(*) from due), 'overdue', (select count(*) from due d where d.overdue),
    'amount', (select sum(d.open_amount) from due d),
    'rows', (
      select jsonb_agg(jsonb_build_object('sales_id', s.id, 'booking_reference', s.booking_reference, 'kind', r.kind, 'due_on', r.due_on,
        'open', r.open_amount, 'overdue', r.overdue, 'customer_first_name', c.first_name, 'customer_last_name', c.last_name)
        order by r.due_on, s.sale_date, s.created_at, s.booking_reference, r.sales_id, r.place)
      from (select d.* from due d join public.sales o on o.id = d.sales_id
        order by d.due_on, o.sale_date, o.created_at, o.booking_reference, d.sales_id, d.place limit 8) r
      join public.sales s on s.organization_id = payments_due.organization_id and s.id = r.sales_id
      join public.customers c on c.organization_id = s.organization_id and c.id = s.customer_id)) end
$$;
comment on function private.payments_due is 'What customers are to pay within 14 days or should have paid by now, of an organization or of
  one agent, the earliest days first: {count, overdue, amount, rows (eight at most)}; null for nothing.';
