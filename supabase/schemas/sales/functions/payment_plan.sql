-- When the customer pays: what a sale says (sales.payment_plan), and its rows with what is still open (payment_dues).

create function private.check_planned_payment(entry jsonb, place int) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  due text := entry ->> 'due_on';
  typed text := entry ->> 'amount';
begin
  if jsonb_typeof(entry) is distinct from 'object' or exists (
    select 1 from jsonb_object_keys(entry) k where k not in ('kind', 'due_on', 'amount', 'remind')) then
    perform private.refuse('Send each payment with its kind, day and amount.', format('payment_plan.%s', place - 1), 'planned_payment_expected');
  elsif coalesce(entry ->> 'kind', '') not in ('deposit', 'final') then
    perform private.refuse('Choose deposit or final payment.', format('payment_plan.%s.kind', place - 1), 'planned_kind_unknown');
  elsif due is null then
    perform private.refuse('Enter the day it is due.', format('payment_plan.%s.due_on', place - 1), 'planned_day_missing');
  elsif jsonb_typeof(entry -> 'due_on') <> 'string' or due !~ '^\d{4}-\d\d-\d\d$' or not pg_input_is_valid(due, 'date')
    or due not between '1900-01-01' and '2199-12-31' then
    perform private.refuse('Enter a date like 11/19/2026.', format('payment_plan.%s.due_on', place - 1), 'date_expected');
  elsif typed is null and entry ->> 'kind' = 'deposit' then
    perform private.refuse('Enter the amount of the deposit.', format('payment_plan.%s.amount', place - 1), 'deposit_missing');
  elsif typed is not null and (jsonb_typeof(entry -> 'amount') not in ('number', 'string') or typed !~ '^ *\d{1,20}(\.\d{1,20})? *$'
    or typed::numeric <> round(typed::numeric, 2) or typed::numeric not between 0.01 and 9999999999.99) then
    perform private.refuse('Enter an amount above 0, with two decimals at most.', format('payment_plan.%s.amount', place - 1), 'planned_amount_out_of_range');
  elsif coalesce(jsonb_typeof(entry -> 'remind'), 'null') not in ('boolean', 'null') then
    perform private.refuse('Say whether to remind with yes or no.', format('payment_plan.%s.remind', place - 1), 'planned_reminder_expected');
  end if;
  return jsonb_build_object('kind', entry -> 'kind', 'due_on', due, 'amount', round(typed::numeric, 2),
    'remind', coalesce((entry ->> 'remind')::boolean, false));
end $$;
comment on function private.check_planned_payment is 'One payment of a plan as it is kept: {kind, due_on, amount, remind}; amount null is
  the rest, of a final payment alone.';

create function private.check_payment_plan(plan jsonb, total numeric) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  checked jsonb := '[]';
  entry jsonb;
  previous jsonb;
  place int := 0;
  planned numeric := 0;
begin
  if jsonb_array_length(plan) > 12 then
    perform private.refuse('A plan has at most 12 payments.', 'payment_plan', 'plan_too_long', '{"most": 12}');
  end if;
  for entry in select e.value from jsonb_array_elements(plan) with ordinality e(value, n) order by e.n loop
    place := place + 1;
    entry := private.check_planned_payment(entry, place);
    if previous ->> 'kind' = 'final' then
      perform private.refuse('The final payment is the last one.', format('payment_plan.%s.kind', place - 1), 'final_payment_is_last');
    elsif entry ->> 'due_on' < previous ->> 'due_on' then
      perform private.refuse('This is due before the payment above it.', format('payment_plan.%s.due_on', place - 1), 'planned_days_in_order');
    end if;
    planned := planned + coalesce((entry ->> 'amount')::numeric, 0);
    if planned > total then
      perform private.refuse('The payments come to more than the total of ' || to_char(total, 'FM9,999,999,990.00') || '.',
        format('payment_plan.%s.amount', place - 1), 'plan_above_total', jsonb_build_object('total', total));
    end if;
    checked := checked || jsonb_build_array(entry);
    previous := entry;
  end loop;
  return checked;
end $$;
comment on function private.check_payment_plan is 'The plan as it is kept: deposits in the order of their days, at most one final payment
  behind them, together at most the total.';

create function private.paid_by_customer(sale_id uuid, organization_id uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(p.amount), 0) from public.customer_payments p
  where p.organization_id = paid_by_customer.organization_id and p.sales_id = paid_by_customer.sale_id
$$;
comment on function private.paid_by_customer is 'What the customer has paid of a sale, refunds and what was undone taken off.';

create function private.fill_payment_plan() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  paid numeric := 0;
begin
  if jsonb_typeof(new.payment_plan) is distinct from 'array' or new.total_amount is null
    or new.total_amount not between 0 and 9999999999.99 then
    -- Their constraints say so.
    return new;
  end if;
  if tg_op = 'UPDATE' then
    if new.payment_plan is distinct from old.payment_plan and old.status <> 'booked' then
      perform private.refuse('The payment dates of this sale cannot change any more: the sale is ' || old.status || '.', 'payment_plan',
        'payment_plan_fixed', jsonb_build_object('status', old.status));
    end if;
    paid := case when new.total_amount <> old.total_amount then private.paid_by_customer(new.id, new.organization_id) else 0 end;
    if new.total_amount < paid then
      perform private.refuse('The customer has paid ' || to_char(paid, 'FM9,999,999,990.00') || ' already. The total cannot be less.',
        'total_amount', 'total_below_paid', jsonb_build_object('paid', paid));
    elsif paid > 0 and new.total_amount = paid and old.status = 'booked' and new.status = 'booked' then
      new.status := 'paid';
    end if;
  end if;
  new.payment_plan := private.check_payment_plan(new.payment_plan, new.total_amount);
  return new;
end $$;
comment on function private.fill_payment_plan is 'The plan changes while the sale is booked, and the total never falls below what the
  customer has paid; a total that comes down to it makes the sale paid.';

create function private.sync_payment_dues(sale public.sales) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  paid constant numeric := private.paid_by_customer(sale.id, sale.organization_id);
begin
  delete from public.payment_dues d
  where d.organization_id = sale.organization_id and d.sales_id = sale.id and d.place > jsonb_array_length(sale.payment_plan);
  insert into public.payment_dues as d (organization_id, sales_id, place, agent_id, kind, due_on, amount, open_amount, remind)
  select sale.organization_id, sale.id, e.place, sale.agent_id, e.kind, e.due_on, e.amount,
    -- What was paid covers the plan from its beginning.
    case when sale.status = 'booked' then least(e.amount, greatest(e.until - paid, 0)) else 0 end, e.remind
  from (
    select p.n as place, p.entry ->> 'kind' as kind, (p.entry ->> 'due_on')::date as due_on, p.amount,
      (p.entry ->> 'remind')::boolean as remind, sum(p.amount) over (order by p.n) as until
    from (
      select e.n, e.entry, coalesce((e.entry ->> 'amount')::numeric, sale.total_amount - sum(coalesce((e.entry ->> 'amount')::numeric, 0)) over ()) as amount
      from jsonb_array_elements(sale.payment_plan) with ordinality e(entry, n)) p) e
  on conflict (sales_id, place, organization_id) do update set agent_id = excluded.agent_id, kind = excluded.kind, due_on = excluded.due_on,
    amount = excluded.amount, open_amount = excluded.open_amount, remind = excluded.remind,
    reminded_on = case when d.due_on = excluded.due_on then d.reminded_on end;
end $$;
comment on function private.sync_payment_dues is 'The plan of a sale as rows, with what the payments have not covered: nothing of a sale
  that is not booked. Another day is reminded of anew.';

create function private.follow_payment_plan() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or (new.payment_plan, new.total_amount, new.status, new.agent_id)
    is distinct from (old.payment_plan, old.total_amount, old.status, old.agent_id) then
    perform private.sync_payment_dues(new);
  end if;
  return null;
end $$;
