set local check_function_bodies = off;

-- On hosted Supabase a policy, and a trigger that is dropped, lock tables of Auth, Storage and Realtime until this is committed. Whoever
-- comes meanwhile waits behind it, so it does not wait long itself: it gives up, nothing of it stays, and the next push tries again.
set local lock_timeout = '4s';

DROP TRIGGER "commissions_after_05_follow_due_date" ON "public"."commissions";

CREATE OR REPLACE FUNCTION private.follows_terms(c public.commissions)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select c.open_amount > 0 or c.status = 'unpaid' and c.written_off = 0 and coalesce(c.received_amount, 0) = 0
$function$;

CREATE OR REPLACE FUNCTION private.move_due_dates()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform 1
  from changed n
  join replaced o on o.id = n.id
  join public.commissions c on c.organization_id = n.organization_id and c.vendor_id = n.id and private.follows_terms(c)
  where (o.expected_payment_days, o.expected_payment_basis) is distinct from (n.expected_payment_days, n.expected_payment_basis)
  order by c.sales_id
  for no key update of c;
  if not found then
    return null;
  end if;
  update public.commissions c set due_on = d.due_on
  from changed n
  join replaced o on o.id = n.id
  join public.sales s on s.organization_id = n.organization_id and s.vendor_id = n.id
  cross join lateral (select private.due_on(
    n.expected_payment_days, n.expected_payment_basis, s.sale_date, s.travel_date, s.return_date) as due_on) d
  where c.organization_id = s.organization_id and c.sales_id = s.id and private.follows_terms(c)
    and (o.expected_payment_days, o.expected_payment_basis) is distinct from (n.expected_payment_days, n.expected_payment_basis)
    and c.due_on is distinct from d.due_on;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.sync_commission()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.commissions c set
    sale_date = n.sale_date,
    sale_paid = n.status = 'paid',
    vendor_id = n.vendor_id,
    due_on = case when private.follows_terms(c) then d.due_on else c.due_on end,
    amount = case when c.status = 'unpaid' then n.commission_amount else c.amount end,
    agent_id = n.agent_id,
    -- A reassignment takes the new agent's split; any other change keeps the one of the creation.
    commission_split = case when n.agent_id = c.agent_id then c.commission_split else (
      select t.commission_split from public.user_terms t
      where t.organization_id = n.organization_id and t.user_id = n.agent_id) end,
    status = case
      when n.status = 'cancelled' and c.status in ('unpaid', 'funds_received') then 'cancelled'
      -- By the organization's choice: the agent can be paid when the customer pays, or when a deposit is matched as well.
      when n.status = 'paid' and n.old_status = 'booked' and c.status = 'unpaid'
        and (o.commission_received_on = 'sale_paid' or c.deposited_amount > 0 and c.open_amount = 0) then 'funds_received'
      else c.status end
  from (
    select n.id, n.organization_id, n.sale_date, n.travel_date, n.return_date, n.vendor_id, n.agent_id, n.commission_amount,
      n.status, o.status as old_status,
      (o.status, o.commission_amount, o.agent_id, o.sale_date, o.vendor_id)
        is distinct from (n.status, n.commission_amount, n.agent_id, n.sale_date, n.vendor_id) as terms_changed,
      (o.travel_date, o.return_date) is distinct from (n.travel_date, n.return_date) as travel_dates_changed
    from changed n full join replaced o on o.id = n.id offset 0) n
  join public.organizations o on o.id = n.organization_id
  join public.vendors v on v.organization_id = n.organization_id and v.id = n.vendor_id
  cross join lateral (select private.due_on(
    v.expected_payment_days, v.expected_payment_basis, n.sale_date, n.travel_date, n.return_date) as due_on) d
  where c.organization_id = n.organization_id and c.sales_id = n.id
    and (n.terms_changed or n.travel_dates_changed and private.follows_terms(c) and c.due_on is distinct from d.due_on);
  return null;
end $function$;

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
    received_on = case when d.parts = 0 or b.received_on is not null and not d.takes_day then b.received_on else d.received_on end,
    received_how = case when d.parts > 0 then 'deposit' else b.received_how end,
    status = case
      when c.status = 'unpaid' and d.brought > d.taken_back and d.brought + d.manual + d.written_off >= c.amount then 'funds_received'
      when c.status = 'funds_received' and d.brought - d.taken_back < c.deposited_amount and b.status = 'unpaid'
        and (d.parts > 0 and d.brought = d.taken_back or d.brought + d.manual + d.written_off < c.amount)
        and not (c.sale_paid and o.commission_received_on = 'sale_paid') then 'unpaid'
      else c.status end
  from private.commissions_before_deposit b
  join public.organizations o on o.id = b.organization_id
  cross join lateral (
    select count(*) as parts, coalesce(sum(a.amount) filter (where a.amount > 0), 0) as brought,
      coalesce(-sum(a.amount) filter (where a.amount < 0), 0) as taken_back,
      coalesce(sum(a.write_off_amount), 0) as written_off, max(t.booked_on) filter (where a.amount > 0) as received_on,
      coalesce(bool_or(a.takes_day), false) as takes_day,
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

CREATE TRIGGER commissions_after_05_follow_due_date AFTER UPDATE ON public.commissions FOR EACH ROW WHEN (((new.open_amount > (0)::numeric) AND (old.open_amount = (0)::numeric))) EXECUTE FUNCTION private.follow_due_date();

REVOKE ALL ON FUNCTION "private"."follows_terms"(public.commissions) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follows_terms"(public.commissions) TO "postgres";
