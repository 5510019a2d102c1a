set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.recorded_receipt(c public.commissions, except_id uuid)
 RETURNS TABLE(amount numeric, received_on date, written_off numeric, reason text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select greatest(r.amount - o.replaced, 0), r.received_on, greatest(r.written_off - o.written_off, 0), r.reason
  from (
    select coalesce(b.received_amount, 0) as amount, b.received_on, b.manual_written_off as written_off, b.manual_write_off_reason as reason
    from private.commissions_before_deposit b where b.commission_id = c.id
    union all
    select c.received_amount, c.received_on, c.manual_written_off, c.manual_write_off_reason where c.received_how = 'word') r
  cross join (
    select greatest(coalesce(sum(a.replaced_amount), 0), coalesce(sum(a.amount) filter (where a.amount > 0), 0)) as replaced,
      coalesce(sum(a.write_off_amount) filter (where a.amount > 0), 0) as written_off
    from public.bank_allocations a
    where a.organization_id = c.organization_id and a.commission_id = c.id and a.transaction_id is distinct from except_id) o
$function$;

CREATE OR REPLACE FUNCTION private.sync_receipts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids uuid[];
begin
  if tg_op = 'DELETE' then
    ids := array(select distinct commission_id from replaced);
  else
    ids := array(select distinct commission_id from changed);
  end if;
  insert into private.commissions_before_deposit (commission_id, organization_id, status, received_amount, received_on,
    received_how, manual_written_off, manual_write_off_reason)
  select c.id, c.organization_id, c.status, c.received_amount, c.received_on, c.received_how, c.manual_written_off,
    c.manual_write_off_reason
  from public.commissions c
  where c.id = any (ids) and exists (
    select 1 from public.bank_allocations a where a.organization_id = c.organization_id and a.commission_id = c.id)
  on conflict (commission_id) do nothing;
  update public.commissions c set
    deposited_amount = d.brought - d.taken_back,
    taken_back_amount = d.taken_back,
    written_off = d.written_off + case when d.parts > 0 then 0 else b.manual_written_off end,
    manual_written_off = case when d.parts > 0 then 0 else b.manual_written_off end,
    manual_write_off_reason = case when d.parts = 0 then b.manual_write_off_reason end,
    received_amount = case when d.parts > 0 then d.brought + d.manual else b.received_amount end,
    received_on = case when d.parts > 0 then coalesce(d.taken_day, b.received_on, d.received_on) else b.received_on end,
    received_how = case when d.parts > 0 then 'deposit' else b.received_how end,
    status = case
      when c.status = 'unpaid' and d.brought > d.taken_back and d.brought + d.manual + d.written_off >= c.amount then 'funds_received'
      when c.status = 'funds_received' and d.brought - d.taken_back < c.deposited_amount and d.parts > 0 and d.brought = d.taken_back
        then 'unpaid'
      when c.status = 'funds_received' and d.brought - d.taken_back < c.deposited_amount and b.status = 'unpaid'
        and d.brought + d.manual + d.written_off < c.amount
        and not (c.sale_paid and o.commission_received_on = 'sale_paid') then 'unpaid'
      else c.status end
  from private.commissions_before_deposit b
  join public.organizations o on o.id = b.organization_id
  cross join lateral (
    select count(*) as parts, coalesce(sum(a.amount) filter (where a.amount > 0), 0) as brought,
      coalesce(-sum(a.amount) filter (where a.amount < 0), 0) as taken_back,
      coalesce(sum(a.write_off_amount), 0) as written_off, max(t.booked_on) filter (where a.amount > 0) as received_on,
      max(t.booked_on) filter (where a.takes_day) as taken_day,
      -- A deposit stands for its own amount of it at least: what stood in place of all may have gone back.
      greatest(coalesce(b.received_amount, 0) - greatest(coalesce(sum(a.replaced_amount), 0),
        coalesce(sum(a.amount) filter (where a.amount > 0), 0)), 0) as manual
    from public.bank_allocations a
    join public.bank_transactions t on t.organization_id = a.organization_id and t.id = a.transaction_id
    where a.organization_id = b.organization_id and a.commission_id = b.commission_id) d
  where c.id = any (ids) and b.commission_id = c.id;
  delete from private.commissions_before_deposit b
  where b.commission_id = any (ids) and not exists (
    select 1 from public.bank_allocations a where a.organization_id = b.organization_id and a.commission_id = b.commission_id);
  return null;
end $function$;
