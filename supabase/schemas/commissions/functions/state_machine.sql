-- The commission of a sale: created with it, moved and cancelled with it, and what of it may change
-- (docs/product/commissions.md, Commission states).

create function private.create_commission() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.commissions
    (organization_id, sales_id, agent_id, vendor_id, sale_date, sale_paid, due_on, amount, commission_split, agent_amount,
      share_percents)
  select n.organization_id, n.id, n.agent_id, n.vendor_id, n.sale_date, n.status = 'paid',
    private.due_on(v.expected_payment_days, v.expected_payment_basis, n.sale_date, n.travel_date, n.return_date),
    n.commission_amount, t.split, round((private.parts_of(n.commission_amount, p.percents))[1] * t.split / 100, 2), p.percents
  from added n
  join public.organizations o on o.id = n.organization_id
  join public.vendor_terms v on v.organization_id = n.organization_id and v.vendor_id = n.vendor_id
  left join public.user_terms u on u.organization_id = n.organization_id and u.user_id = n.agent_id
  cross join lateral (select coalesce(u.commission_split, o.default_commission_split) as split) t
  cross join lateral (select private.share_percents(n.co_sellers) as percents offset 0) p;
  return null;
end $$;
comment on function private.create_commission is 'The commission of a new sale. A statement trigger: a thousand imported sales are
  one insert of a thousand commissions, and the triggers of commissions (the rollups) run once. Split and share are those of somebody
  without terms; where there are terms, the seller''s share says others.';

create function private.sync_commission() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.commissions c set
    sale_date = n.sale_date,
    sale_paid = n.status = 'paid',
    vendor_id = n.vendor_id,
    due_on = case when private.follows_terms(c) then d.due_on else c.due_on end,
    amount = case when c.status = 'unpaid' then n.commission_amount else c.amount end,
    agent_id = n.agent_id,
    share_percents = case when n.shares_changed then private.share_percents(n.co_sellers) else c.share_percents end,
    status = case
      when n.status = 'cancelled' and c.status in ('unpaid', 'funds_received') then 'cancelled'
      -- By the organization's choice: the agent can be paid when the customer pays, or when a deposit is matched as well.
      when n.status = 'paid' and n.old_status = 'booked' and c.status = 'unpaid'
        and (o.commission_received_on = 'sale_paid' or c.deposited_amount > 0 and c.open_amount = 0) then 'funds_received'
      else c.status end
  from (
    select n.id, n.organization_id, n.sale_date, n.travel_date, n.return_date, n.vendor_id, n.agent_id, n.commission_amount,
      n.status, o.status as old_status, n.co_sellers, o.co_sellers <> n.co_sellers as shares_changed,
      (o.status, o.commission_amount, o.agent_id, o.sale_date, o.vendor_id, o.co_sellers)
        is distinct from (n.status, n.commission_amount, n.agent_id, n.sale_date, n.vendor_id, n.co_sellers) as terms_changed,
      (o.travel_date, o.return_date) is distinct from (n.travel_date, n.return_date) as travel_dates_changed
    from changed n full join replaced o on o.id = n.id offset 0) n
  join public.organizations o on o.id = n.organization_id
  join public.vendor_terms v on v.organization_id = n.organization_id and v.vendor_id = n.vendor_id
  cross join lateral (select private.due_on(
    v.expected_payment_days, v.expected_payment_basis, n.sale_date, n.travel_date, n.return_date) as due_on) d
  where c.organization_id = n.organization_id and c.sales_id = n.id
    and (n.terms_changed or n.travel_dates_changed and private.follows_terms(c) and c.due_on is distinct from d.due_on);
  return null;
end $$;
comment on function private.sync_commission is 'Carries an update of sales over to their commissions, for all rows of a statement at
  once: reassigning an agent''s open sales changes thousands of rows. Rows before and after are brought together by a full join
  behind an optimization fence (offset 0). An inner join is planned by the first statement of a session, mostly one of a single row,
  as nested loops: 5,000 sales took a minute then. A full join can only be hashed or merged.';

create function private.guard_commission() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sale_status text;
begin
  new.notes := nullif(btrim(new.notes), '');
  if tg_op = 'INSERT' then
    return new;
  end if;
  if (new.written_off, new.received_amount, new.amount) is distinct from (old.written_off, old.received_amount, old.amount) then
    new.share_base := private.share_base(new, old);
  end if;
  if new.status is null or new.status not in ('unpaid', 'funds_received', 'agent_paid', 'cancelled') then
    perform private.refuse('Invalid status specified', 'status', 'status_unknown');
  end if;
  if old.status <> 'unpaid' and (new.amount, new.agent_id, new.share_percents)
    is distinct from (old.amount, old.agent_id, old.share_percents) then
    perform private.refuse(
      'The amount and agent of this commission cannot change any more: it is already '
      || private.status_label(old.status) || '.', 'amount', 'commission_fixed', jsonb_build_object('status', old.status));
  end if;

  if new.status <> old.status then
    select s.status into sale_status from public.sales s where s.id = new.sales_id;
    if sale_status is null then
      perform private.refuse('Cannot validate commission status without sale data', 'status', 'commission_without_sale');
    elsif new.status = 'funds_received' and sale_status = 'cancelled' then
      perform private.refuse('Cannot mark commission as funds received for a cancelled sale', 'status', 'funds_for_cancelled_sale');
    elsif new.status = 'agent_paid' and sale_status = 'cancelled' then
      perform private.refuse('Agent cannot be paid for a cancelled sale', 'status', 'payment_for_cancelled_sale');
    elsif old.status = 'agent_paid' then
      perform private.refuse('The agent has been paid. That is final.', 'status', 'agent_paid_is_final');
    elsif old.status = 'cancelled' then
      perform private.refuse('A cancelled commission cannot be changed.', 'status', 'commission_cancelled');
    -- The way back: what was matched is taken back. Only private.sync_receipts writes the sum of the deposits.
    elsif new.status = 'unpaid' and new.deposited_amount >= old.deposited_amount then
      perform private.refuse('Funds received cannot return to Unpaid.', 'status', 'funds_stay_received');
    elsif new.status = 'agent_paid' and old.status <> 'funds_received' then
      perform private.refuse('Funds must be received before the agent is paid.', 'status', 'funds_not_received');
    elsif new.status = 'agent_paid' and sale_status <> 'paid' then
      perform private.refuse('The customer has not paid this sale yet.', 'status', 'sale_not_paid');
    elsif new.status = 'agent_paid' and not exists (
      select 1 from public.agent_payments p where p.commission_id = new.id
    ) then
      perform private.refuse('Record the payment to mark this commission as Agent paid.', 'status', 'payment_not_recorded');
    end if;
  end if;
  return new;
end $$;
comment on function private.guard_commission is 'Amount and agent are fixed once the commission is not unpaid. Status: unpaid
  -> funds_received -> agent_paid, the latter only for a paid sale and with a recorded payment; unpaid or funds_received ->
  cancelled; funds_received -> unpaid when a deposit is taken back.';

create function private.guard_sale_of_commission() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  commission_status text;
begin
  select c.status into commission_status from public.commissions c where c.sales_id = old.id for no key update;
  if commission_status <> 'unpaid' then
    perform private.refuse_terms(new, old, 'commission', commission_status);
  end if;
  if commission_status = 'agent_paid' and new.status = 'cancelled' and old.status <> 'cancelled' then
    perform private.refuse('The agent has been paid, so this sale can no longer be cancelled.', 'status', 'sale_of_paid_agent');
  end if;
  return new;
end $$;
comment on function private.guard_sale_of_commission is 'Which changes of a sale its commission allows: its terms are fixed once the
  commission is not unpaid, and it is not cancelled once the agent was paid. The commission is locked here, after its sale.';
