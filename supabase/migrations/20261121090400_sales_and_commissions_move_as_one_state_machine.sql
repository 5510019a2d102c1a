-- How a sale and its commission move. One place for each: guard_sale and guard_commission say what may happen,
-- sync_commission carries a sale's change over to its commission in the same transaction.
--
-- Locks are always taken in the order sale, then commission. Updating a sale locks it before its triggers run;
-- whoever starts from the commission and needs the sale's state to stay (record_agent_payment) locks the sale first.
-- A plain status change of a commission locks only the commission and reads the sale: every move of a sale that
-- matters to it touches the commission too, so the two are looked at one after the other.

create function private.status_in_words(status text) returns text
language sql immutable set search_path = '' as $$ select replace(status, '_', ' ') $$;

create function private.guard_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  commission_status text;
  locked text[] := '{}';
  locked_column text;
  reason text;
begin
  if new.status is null or new.status not in ('booked', 'paid', 'cancelled') then
    perform private.refuse('Invalid status specified', 'status');
  end if;

  if new.vendor_id is distinct from old.vendor_id then locked := array_append(locked, 'vendor'); locked_column := 'vendor_id'; end if;
  if new.agent_id is distinct from old.agent_id then locked := array_append(locked, 'agent'); locked_column := 'agent_id'; end if;
  if new.currency is distinct from old.currency then locked := array_append(locked, 'currency'); locked_column := 'currency'; end if;
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
    return new;
  end if;
  select c.status into commission_status
  from public.commissions c where c.sales_id = old.id for no key update;

  if cardinality(locked) > 0 then
    if old.status <> 'booked' then
      reason := 'the sale is ' || old.status;
    elsif commission_status <> 'unpaid' then
      reason := 'its commission is already ' || private.status_in_words(commission_status);
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

create function private.create_commission() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.commissions (organization_id, sales_id, agent_id, amount, commission_split, agent_amount)
  select new.organization_id, new.id, new.agent_id, new.commission_amount,
    coalesce(t.commission_split, o.default_commission_split), 0
  from public.organizations o
  left join public.user_terms t on t.organization_id = o.id and t.user_id = new.agent_id
  where o.id = new.organization_id;
  return null;
end $$;

create function private.sync_commission() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.commissions c set
    amount = case when c.status = 'unpaid' then new.commission_amount else c.amount end,
    agent_id = new.agent_id,
    -- Only a reassignment takes the other agent's split; editing keeps the one agreed at creation.
    commission_split = case when new.agent_id = c.agent_id then c.commission_split else (
      select t.commission_split from public.user_terms t
      where t.organization_id = new.organization_id and t.user_id = new.agent_id) end,
    status = case
      when new.status = 'cancelled' and c.status in ('unpaid', 'funds_received') then 'cancelled'
      -- When the commission counts as received: today, when the sale is paid. An organization setting
      -- would be one more condition here.
      when new.status = 'paid' and old.status = 'booked' and c.status = 'unpaid' then 'funds_received'
      else c.status end
  where c.sales_id = new.id;
  return null;
end $$;

create function private.guard_commission() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sale_status text;
begin
  new.notes := nullif(btrim(new.notes), '');
  -- The agent's share follows amount and split; nobody sets it.
  new.agent_amount := round(new.amount * new.commission_split / 100, 2);
  if tg_op = 'INSERT' then
    return new;
  end if;

  if new.status is null or new.status not in ('unpaid', 'funds_received', 'agent_paid', 'cancelled') then
    perform private.refuse('Invalid status specified', 'status');
  end if;
  if old.status <> 'unpaid' and (new.amount, new.commission_split, new.agent_id)
    is distinct from (old.amount, old.commission_split, old.agent_id) then
    perform private.refuse(
      'The amount and agent of this commission cannot change any more: it is already '
      || private.status_in_words(old.status) || '.', 'amount');
  end if;

  if new.status <> old.status then
    select s.status into sale_status from public.sales s where s.id = new.sales_id;
    if sale_status is null then
      perform private.refuse('Cannot validate commission status without sale data', 'status');
    elsif new.status = 'funds_received' and sale_status = 'cancelled' then
      perform private.refuse('Cannot mark commission as funds received for a cancelled sale', 'status');
    elsif new.status = 'agent_paid' and sale_status = 'cancelled' then
      perform private.refuse('Agent cannot be paid for a cancelled sale', 'status');
    elsif old.status = 'agent_paid' then
      perform private.refuse('The agent has been paid. That is final.', 'status');
    elsif old.status = 'cancelled' then
      perform private.refuse('A cancelled commission cannot be changed.', 'status');
    elsif new.status = 'unpaid' then
      perform private.refuse('Funds were received, so it cannot return to Unpaid.', 'status');
    elsif new.status = 'agent_paid' and old.status <> 'funds_received' then
      perform private.refuse('Funds must be received before the agent is paid.', 'status');
    elsif new.status = 'agent_paid' and sale_status <> 'paid' then
      perform private.refuse('The customer has not paid this sale yet.', 'status');
    elsif new.status = 'agent_paid' and not exists (
      select 1 from public.agent_payments p where p.commission_id = new.id
    ) then
      perform private.refuse('Record the payment to mark this commission as Agent paid.', 'status');
    end if;
    if new.status = 'funds_received' then
      new.received_amount := coalesce(new.received_amount, new.amount);
      new.received_on := coalesce(new.received_on, (
        select (now() at time zone o.time_zone)::date from public.organizations o where o.id = new.organization_id));
    end if;
  end if;
  return new;
end $$;

revoke all on function private.status_in_words(text), private.guard_sale(), private.create_commission(),
  private.sync_commission(), private.guard_commission() from public, anon, authenticated;

create trigger sales_30_guard before update on public.sales
  for each row execute function private.guard_sale();
create trigger sales_after_20_create_commission after insert on public.sales
  for each row execute function private.create_commission();
create trigger sales_after_20_sync_commission after update on public.sales
  for each row when (
    (old.status, old.commission_amount, old.agent_id) is distinct from (new.status, new.commission_amount, new.agent_id)
  ) execute function private.sync_commission();
create trigger commissions_10_guard before insert or update on public.commissions
  for each row execute function private.guard_commission();
create trigger commissions_90_touch before update on public.commissions
  for each row execute function private.touch_updated_at();
