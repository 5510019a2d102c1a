-- Closed books and money: the booking days of receipts, deposits and payments, and what keeps the figures of a closed month as they
-- were when it was closed.
--
-- A commission counts in the reports by received date on the booking day of its receipt (received_posted_on), with all that it says.
-- When something of that changes after the day was closed (another deposit, a match taken back, a write-off, a cancellation, another
-- due day), the commission moves to the first open day, or the day of its receipt where that is later: what it said before stays on the
-- closed day as a row of its own here, and leaves the open one again by a second row with the sign -1. So a closed month keeps its
-- figures, the open one has the difference, and all months together are what the commissions say now.

create function private.post_payment() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or new.payment_date <> old.payment_date
    and old.posted_on > coalesce(private.books_closed_through(old.organization_id), '-infinity') then
    new.posted_on := private.booking_day(new.organization_id, new.payment_date);
  end if;
  return new;
end $$;

create function private.post_statement() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  new.posted_on := private.booking_day(new.organization_id, new.paid_on);
  return new;
end $$;

create function private.post_void_day() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  new.posted_on := private.booking_day(new.organization_id, new.voided_on);
  return new;
end $$;

create function private.post_allocation() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  new.posted_on := private.booking_day(new.organization_id, (
    select t.booked_on from public.bank_transactions t
    where t.organization_id = new.organization_id and t.id = new.transaction_id));
  return new;
end $$;

create function private.post_other_receipt() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  if new.received_on is null then
    new.received_posted_on := null;
  elsif tg_op = 'INSERT' or (new.received_on, new.received_amount) is distinct from (old.received_on, old.received_amount) then
    new.received_posted_on := private.booking_day(new.organization_id, new.received_on);
  else
    new.received_posted_on := old.received_posted_on;
  end if;
  return new;
end $$;
comment on function private.post_other_receipt is 'The booking day of the receipt of an other commission; a receipt in closed books
  does not change (public.record_other_receipt).';

create function private.receipt_content(c public.commissions) returns text
language sql immutable set search_path = '' as $$
  select row(c.received_on, c.received_amount, c.amount, c.agent_amount, c.written_off, c.due_on, c.agent_id, c.vendor_id,
    c.status = 'cancelled')::text
$$;
comment on function private.receipt_content is 'What a commission says in the reports by received date. Generated columns follow
  from these.';

create function private.post_receipt() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  if new.received_on is null then
    new.received_posted_on := null;
  elsif tg_op = 'INSERT' or old.received_posted_on is null then
    new.received_posted_on := private.booking_day(new.organization_id, new.received_on);
  elsif private.receipt_content(new) = private.receipt_content(old) then
    new.received_posted_on := old.received_posted_on;
  elsif new.received_on <> old.received_on
    or old.received_posted_on <= private.books_closed_through(new.organization_id) then
    new.received_posted_on := private.booking_day(new.organization_id, new.received_on);
  else
    new.received_posted_on := old.received_posted_on;
  end if;
  return new;
end $$;

create function private.keep_closed_receipts() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (
    select 1 from (select n.received_posted_on as day, o.received_posted_on as old_day
      from changed n full join replaced o on o.id = n.id offset 0) n
    where n.day is distinct from n.old_day) then
    return null;
  end if;
  perform private.books_closed_through(d.organization_id)
  from (select distinct n.organization_id from changed n order by 1) d;
  insert into private.closed_receipts (organization_id, commission_id, sales_id, agent_id, vendor_id, status, posted_on, sign, amount,
    agent_amount, received_on, received_amount, written_off, open_amount, due_on)
  select o.organization_id, o.id, o.sales_id, o.agent_id, o.vendor_id, o.status, e.posted_on, e.sign, o.amount, o.agent_amount,
    o.received_on, o.received_amount, o.written_off, o.open_amount, o.due_on
  from (select o.*, n.received_posted_on as next_day from changed n full join replaced o on o.id = n.id offset 0) o
  join public.organizations g on g.id = o.organization_id and o.received_posted_on <= g.books_closed_through
  cross join lateral (values (o.received_posted_on, 1), (coalesce(o.next_day, g.books_closed_through + 1), -1)) e(posted_on, sign)
  where o.next_day is distinct from o.received_posted_on;
  -- What left an open day goes with the commission to another one, also where there was no receipt between.
  update private.closed_receipts k set posted_on = n.day
  from (select n.organization_id, n.id, n.received_posted_on as day, o.received_posted_on as old_day
    from changed n full join replaced o on o.id = n.id offset 0) n
  join public.organizations g on g.id = n.organization_id
  where k.organization_id = n.organization_id and k.commission_id = n.id and k.sign = -1
    and k.posted_on = coalesce(n.old_day, k.posted_on) and n.day <> k.posted_on
    and k.posted_on > coalesce(g.books_closed_through, '-infinity');
  return null;
end $$;
