-- Closed books and sales: a sale is not dated into a closed month, nor out of one. What a sale of a closed month says may still change
-- (cancelled, other amounts, another vendor; its commission cancelled, written off or taken back): that posts a correction on the first
-- open day, which says what it was before and after. Reports by sale date follow their rows, and mark closed months.

create function private.audit_book_corrections() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit(n.organization_id, 'books_corrected', null, case when count(*) = 1 then (array_agg(n.commission_id))[1] end,
    private.audit_change('commission', sum(n.commission_before)::text, sum(n.commission_after)::text) || jsonb_build_object('count', count(*)),
    sum(n.commission_after - n.commission_before), (array_agg(n.created_by))[1], bool_and(n.created_by is null))
  from added n group by n.organization_id;
  return null;
end $$;
comment on function private.audit_book_corrections is 'One entry for the corrections that one change of sales posted.';

create function private.guard_sale_day() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
declare
  refusal jsonb;
begin
  if auth.uid() is null or tg_op = 'UPDATE' and new.sale_date is not distinct from old.sale_date then
    return new;
  end if;
  refusal := coalesce(case when tg_op = 'UPDATE' then private.closed_fact_refusal(old.organization_id, old.sale_date, 'sale_date') end,
    private.closed_day_refusal(new.organization_id, new.sale_date, 'sale_date'));
  if refusal is not null then
    perform private.refuse_with(refusal);
  end if;
  return new;
end $$;
comment on function private.guard_sale_day is 'A person dates no sale into closed books, nor out of them. Jobs and maintenance
  may.';

create function private.commission_worth(c public.commissions) returns numeric
language sql immutable set search_path = '' as $$
  select case when c.status = 'cancelled' then 0 else c.amount - c.written_off - c.taken_back_amount end
$$;
comment on function private.commission_worth is 'What the vendor is expected to pay of a commission.';

create function private.correct_books_of_sales() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.books_closed_through(d.organization_id)
  from (select distinct n.organization_id from changed n order by 1) d;
  insert into public.book_corrections (organization_id, sales_id, commission_id, posted_on, kind, total_before, total_after,
    commission_before, commission_after, created_by)
  select n.organization_id, n.id, c.id, g.books_closed_through + 1,
    case when n.status = 'cancelled' and n.old_status <> 'cancelled' then 'cancelled'
      when (n.total_amount, n.commission_amount) <> (n.old_total, n.old_commission) then 'amounts' else 'vendor' end,
    n.old_total, case when n.status = 'cancelled' then 0 else n.total_amount end, w.worth,
    case when n.status = 'cancelled' or c.status = 'cancelled' then 0 else w.worth + n.commission_amount - n.old_commission end,
    private.acting_user(n.organization_id)
  from (
    select n.*, o.status as old_status, o.total_amount as old_total, o.commission_amount as old_commission, o.sale_date as old_day,
      o.vendor_id as old_vendor_id
    from changed n full join replaced o on o.id = n.id offset 0) n
  join public.organizations g on g.id = n.organization_id and n.old_day <= g.books_closed_through
  join public.commissions c on c.organization_id = n.organization_id and c.sales_id = n.id
  cross join lateral (select private.commission_worth(c) as worth) w
  where n.status = 'cancelled' and n.old_status <> 'cancelled'
    or (n.total_amount, n.commission_amount, n.vendor_id) <> (n.old_total, n.old_commission, n.old_vendor_id)
  order by n.id;
  return null;
end $$;
comment on function private.correct_books_of_sales is 'Before the commission follows its sale (private.sync_commission), so that it
  still tells what it was.';

create function private.correct_books_of_commissions() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (
    select 1 from (select n.status, o.status as old_status, (n.written_off, n.taken_back_amount)
        <> (o.written_off, o.taken_back_amount) as is_less
      from changed n full join replaced o on o.id = n.id offset 0) n
    where n.is_less or n.status = 'cancelled' and n.old_status <> 'cancelled') then
    return null;
  end if;
  perform private.books_closed_through(d.organization_id)
  from (select distinct n.organization_id from changed n order by 1) d;
  insert into public.book_corrections (organization_id, sales_id, commission_id, posted_on, kind, total_before, total_after,
    commission_before, commission_after, created_by)
  select n.organization_id, n.sales_id, n.id, g.books_closed_through + 1,
    case when n.is_cancelled then 'commission_cancelled' when n.is_taken_back then 'taken_back' else 'written_off' end,
    s.total_amount, s.total_amount, n.worth_before, n.worth, private.acting_user(n.organization_id)
  from (
    select n.id, n.organization_id, n.sales_id, n.sale_date, n.status = 'cancelled' and o.status <> 'cancelled' as is_cancelled,
      n.written_off <> o.written_off as is_written_off, n.taken_back_amount <> o.taken_back_amount as is_taken_back,
      private.commission_worth(n) as worth, private.commission_worth(o) as worth_before
    from changed n full join replaced o on o.id = n.id offset 0) n
  join public.organizations g on g.id = n.organization_id and n.sale_date <= g.books_closed_through
  join public.sales s on s.organization_id = n.organization_id and s.id = n.sales_id
  where n.is_cancelled and s.status <> 'cancelled' or n.is_written_off or n.is_taken_back
  order by n.sales_id;
  return null;
end $$;
comment on function private.correct_books_of_commissions is 'What happens to the commission alone. What its sale does to it is told
  above.';

create function public.get_books() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('closed_through', o.books_closed_through, 'latest', private.today() - 1,
    'changed', (
      select jsonb_build_object('closed', a.action = 'books_closed', 'by', u.first_name || ' ' || u.last_name, 'at', a.created_at,
        'from', a.details -> 'from', 'to', a.details -> 'to', 'reason', a.details -> 'reason')
      from private.audit_log a left join public.users u on u.id = a.actor_id
      where a.organization_id = o.id and a.action in ('books_closed', 'books_reopened')
      order by a.id desc limit 1),
    'corrections', (
      select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'sale_id', k.sales_id, 'reference', s.booking_reference,
        'posted_on', k.posted_on, 'kind', k.kind, 'total_before', k.total_before, 'total_after', k.total_after,
        'commission_before', k.commission_before, 'commission_after', k.commission_after,
        'by', u.first_name || ' ' || u.last_name, 'at', k.created_at) order by k.created_at desc, k.id), '[]')
      from (select c.* from public.book_corrections c where c.organization_id = o.id order by c.created_at desc, c.id limit 100) k
      join public.sales s on s.id = k.sales_id
      left join public.users u on u.id = k.created_by))
  from public.organizations o
  where o.id = private.current_organization_id() and private.is_admin()
$$;
comment on function public.get_books is 'What the page of closed books shows, for admins; null for others: {closed_through, latest
  (the last day that can be closed), changed: {closed, by, at, from, to, reason}, corrections}: how they came to be closed through
  that day, and the latest 100 corrections of sales of closed months.';
grant execute on function public.get_books() to authenticated;
