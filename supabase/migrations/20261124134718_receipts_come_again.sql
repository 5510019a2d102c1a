set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.keep_closed_receipts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  -- The commission's own days, where they go, are marked with it (private.mark_report_months).
  insert into private.stale_report_months
  select distinct k.organization_id, 'commission.received', date_trunc('month', k.posted_on::timestamp)::date
  from changed n join private.closed_receipts k on k.organization_id = n.organization_id and k.commission_id = n.id;
  -- What left an open day goes with the commission to another one, also where there was no receipt between.
  update private.closed_receipts k set posted_on = n.day
  from (select n.organization_id, n.id, n.received_posted_on as day, o.received_posted_on as old_day
    from changed n full join replaced o on o.id = n.id offset 0) n
  join public.organizations g on g.id = n.organization_id
  where k.organization_id = n.organization_id and k.commission_id = n.id and k.sign = -1
    and k.posted_on = coalesce(n.old_day, k.posted_on) and n.day <> k.posted_on
    and k.posted_on > coalesce(g.books_closed_through, '-infinity');
  return null;
end $function$;
