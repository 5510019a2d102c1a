set local check_function_bodies = off;

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
    -- One agent does not stop what everybody is paid.
    if (new.travel_date, new.return_date) is distinct from (old.travel_date, old.return_date) and auth.uid() is not null
      and not private.is_admin() and private.trip_lock(new) is not null then
      perform private.refuse(private.trip_lock(new), case when new.travel_date is distinct from old.travel_date then 'travel_date'
        else 'return_date' end);
    end if;
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

CREATE OR REPLACE FUNCTION private.trip_lock(sale public.sales)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.schedule_lock(b.organization_id, c.id)
  from public.commissions c
  join public.payout_lines l on l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'commission'
  join public.payout_batches b on b.organization_id = l.organization_id and b.id = l.batch_id and b.status = 'scheduled'
  join public.organizations o on o.id = c.organization_id
  where c.organization_id = sale.organization_id and c.sales_id = sale.id and b.planned_on < case o.payout_hold_until
    when 'departure' then sale.travel_date when 'return' then coalesce(sale.return_date, sale.travel_date) end
$function$;

REVOKE ALL ON FUNCTION "private"."trip_lock"(public.sales) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."trip_lock"(public.sales) TO "postgres";
