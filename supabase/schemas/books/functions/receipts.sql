-- Closed books and money: the booking days of receipts, deposits and payments, and what keeps the figures of a closed month as they
-- were when it was closed.
--
-- A commission counts in the reports by received date on the booking day of its receipt (received_posted_on), with all that it says.
-- When something of that changes after the day was closed (another deposit, a match taken back, a write-off, a cancellation, another
-- due day), the commission moves to the first open day, or the day of its receipt where that is later: what it said before stays on the
-- closed day as a row of its own here, and leaves the open one again by a second row with the sign -1. So a closed month keeps its
-- figures, the open one has the difference, and all months together are what the commissions say now. With both rows goes what people
-- beside the seller had (private.closed_receipt_shares).
--
-- What they have may change alone: a tier corrects, an override is written or changed. Then the commission stays where it is, and the
-- difference of each share is kept twice (private.closed_shares): on the closed day, where it brings the share to what it said, and on the
-- first open one.

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
    c.status = 'cancelled', c.share_percents)::text
$$;
comment on function private.receipt_content is 'What a commission says in the reports by received date. Generated columns follow
  from these.';

create function private.other_people(c public.commissions) returns boolean
language sql stable security definer set search_path = '' as $$
  select cardinality(c.share_percents) > 1 and c.status = 'unpaid'
    and array(select e.value ->> 'user_id' || (e.value ->> 'role') from public.sales s
      cross join jsonb_array_elements(s.co_sellers) with ordinality e(value, n)
      where s.organization_id = c.organization_id and s.id = c.sales_id order by e.n)
    <> array(select h.user_id || h.role from public.commission_shares h
      where h.organization_id = c.organization_id and h.commission_id = c.id and h.role in ('co_seller', 'referral') order by h.place)
$$;
comment on function private.other_people is 'Whether a commission is about to be shared by others, with the same parts. Parts are fixed once it is not
  unpaid.';

create function private.post_receipt() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  if new.received_on is null then
    new.received_posted_on := null;
  elsif tg_op = 'INSERT' or old.received_posted_on is null then
    new.received_posted_on := private.booking_day(new.organization_id, new.received_on);
  elsif private.receipt_content(new) = private.receipt_content(old) and not private.other_people(new) then
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
  with kept as (
    insert into private.closed_receipts (organization_id, commission_id, sales_id, agent_id, vendor_id, status, posted_on, sign, amount,
      agent_amount, received_on, received_amount, written_off, open_amount, due_on, share_percents)
    select o.organization_id, o.id, o.sales_id, o.agent_id, o.vendor_id, o.status, e.posted_on, e.sign, o.amount, o.agent_amount,
      o.received_on, o.received_amount, o.written_off, o.open_amount, o.due_on, o.share_percents
    from (select o.*, n.received_posted_on as next_day from changed n full join replaced o on o.id = n.id offset 0) o
    join public.organizations g on g.id = o.organization_id and o.received_posted_on <= g.books_closed_through
    cross join lateral (values (o.received_posted_on, 1), (coalesce(o.next_day, g.books_closed_through + 1), -1)) e(posted_on, sign)
    where o.next_day is distinct from o.received_posted_on
    returning id, organization_id, commission_id, status, posted_on, sign
  ), said as (
    -- Told already, with what this row says from now on.
    delete from private.closed_shares x using kept k
    where k.sign = 1 and x.organization_id = k.organization_id and x.commission_id = k.commission_id and x.posted_on = k.posted_on and x.keeps
    returning k.id as receipt_id, x.organization_id, x.share_id, x.user_id, x.role, null::integer as place, x.agent_amount)
  insert into private.closed_receipt_shares (organization_id, receipt_id, user_id, role, place, agent_amount)
  select h.organization_id, h.receipt_id, h.user_id, h.role, max(h.place), sum(h.agent_amount)
  from (
    select k.id as receipt_id, h.organization_id, h.id as share_id, h.user_id, h.role, h.place, h.agent_amount
    from kept k
    join private.shares_beside_sellers h on h.organization_id = k.organization_id and h.commission_id = k.commission_id
      and (h.status <> 'cancelled' or k.status = 'cancelled')
    union all
    select s.receipt_id, s.organization_id, s.share_id, s.user_id, s.role, s.place, s.agent_amount from said s) h
  group by h.organization_id, h.receipt_id, h.share_id, h.user_id, h.role
  having max(h.place) is not null or sum(h.agent_amount) <> 0;
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
comment on function private.keep_closed_receipts is 'Comes before what else a statement causes: the shares are those that were said.';

create function private.keep_closed_shares_of(was public.commission_shares[], become public.commission_shares[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (
    select from unnest(was || become) x
    join public.organizations o on o.id = x.organization_id
    join public.commissions c on c.organization_id = x.organization_id and c.id = x.commission_id
      and c.received_posted_on <= o.books_closed_through) then
    return;
  end if;
  perform private.books_closed_through(d.organization_id)
  from (select distinct x.organization_id from unnest(was || become) x order by 1) d;
  -- Who moves one of these receipts meanwhile is waited for.
  perform from public.commissions c
  join public.organizations o on o.id = c.organization_id and c.received_posted_on <= o.books_closed_through
  where c.id in (select x.commission_id from unnest(was || become) x) order by c.sales_id for no key update of c;
  insert into private.closed_shares (organization_id, commission_id, sales_id, vendor_id, status, received_on, share_id, user_id, role,
    posted_on, agent_amount, keeps)
  select c.organization_id, c.id, c.sales_id, c.vendor_id, c.status, c.received_on, s.share_id, s.user_id, s.role, e.posted_on,
    e.sign * s.difference, e.sign = 1
  from (
    select x.commission_id, x.id as share_id, x.user_id, x.role,
      sum(x.sign * case when x.status = 'cancelled' then 0 else x.agent_amount end) as difference
    from (
      select 1 as sign, w.* from unnest(was) w
      union all
      select -1, b.* from unnest(become) b) x
    where x.commission_id is not null
    group by 1, 2, 3, 4
    having sum(x.sign * case when x.status = 'cancelled' then 0 else x.agent_amount end) <> 0) s
  join public.commissions c on c.id = s.commission_id
  join public.organizations o on o.id = c.organization_id and c.received_posted_on <= o.books_closed_through
  cross join lateral (values (c.received_posted_on, 1), (o.books_closed_through + 1, -1)) e(posted_on, sign);
end $$;
comment on function private.keep_closed_shares_of is 'What a statement changes of shares that a closed month counts: what was said before less what is
  said now stays on the closed day, and leaves the first open one.';

create function private.keep_closed_shares() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.keep_closed_shares_of('{}', array(select row(n.*)::public.commission_shares from changed n where n.role <> 'seller' or n.commission_id is null));
  elsif tg_op = 'DELETE' then
    perform private.keep_closed_shares_of(array(select row(o.*)::public.commission_shares from replaced o where o.role <> 'seller' or o.commission_id is null), '{}');
  else
    perform private.keep_closed_shares_of(array(select row(o.*)::public.commission_shares from replaced o where o.role <> 'seller' or o.commission_id is null),
      array(select row(n.*)::public.commission_shares from changed n where n.role <> 'seller' or n.commission_id is null));
  end if;
  return null;
end $$;
