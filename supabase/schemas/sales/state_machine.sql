-- The state machine of a sale. private.guard_sale and private.guard_commission (commissions/state_machine) decide which changes are
-- allowed; private.create_commission and private.sync_commission carry a sale's data and status over to its commission in the
-- same transaction.
--
-- Lock order: sale, then commission. Updating a sale locks it before its triggers run; a function that starts from the commission
-- and needs the sale's status to stay (record_agent_payment) locks the sale first. A plain status change of a commission locks
-- only the commission and reads the sale: every change of a sale that matters to the commission updates the commission too, so
-- the two are serialized by its row lock.

create function private.status_label(status text) returns text
language sql immutable set search_path = '' as $$ select replace(status, '_', ' ') $$;

-- Vendor, agent, currency, total and commission are fixed once the sale is not booked any more or its commission is not unpaid;
-- then only an admin changes the customer, who is what the money hangs on.
-- Status: booked -> paid; booked or paid -> cancelled, unless the agent was paid; cancelled is final. What is in a scheduled payout
-- stays as it is (private.schedule_lock).
create function private.guard_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
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
end $$;

create trigger sales_30_guard before update on public.sales
  for each row execute function private.guard_sale();

-- Moves a sale to another status; the note becomes the comment of the history entry. Answers {id, status, version}.
create function public.update_sale_status(sale_id uuid, status text, note text default null) returns jsonb
language plpgsql security invoker set search_path = '' as $$
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
  perform set_config('paperplane.status_note', coalesce(btrim(update_sale_status.note), ''), true);
  update public.sales s set status = update_sale_status.status where s.id = current.id returning s.* into current;
  perform set_config('paperplane.status_note', '', true);
  return jsonb_build_object('id', current.id, 'status', current.status, 'version', current.version);
end $$;
grant execute on function public.update_sale_status(uuid, text, text) to authenticated;
