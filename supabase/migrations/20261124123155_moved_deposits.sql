set local check_function_bodies = off;

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
  perform set_config('paperplane.deposit_note', upper(left(private.deposit_words(t), 1)) || substr(private.deposit_words(t), 2)
    || case when t.amount < 0 then ' takes commission back' else ' matched' end, true);
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
  perform set_config('paperplane.deposit_note', '', true);
  update public.bank_transactions b set status = 'matched', unclaimed_amount = coalesce(unclaimed, 0),
    fee_amount = coalesce(fee, 0), category = new_category, certainty = null, version = b.version + 1,
    matching_due = coalesce(unclaimed, 0) <> 0,
    vendor_id = coalesce(write_match.vendor_id, (
      select c.vendor_id from public.commissions c where c.organization_id = t.organization_id
        and c.id = (parts -> 0 ->> 'commission_id')::uuid), b.vendor_id)
  where b.id = t.id;
  return null;
end $function$;
