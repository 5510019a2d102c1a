-- Reminders of what a customer is to pay, before the day.

create function private.payment_reminder_days() returns int
language sql immutable set search_path = '' as $$ select 7 $$;
comment on function private.payment_reminder_days is 'How many days before a payment is due its reminder comes.';

create view private.due_payment_reminders with (security_invoker = on) as
select d.sales_id, d.place, d.organization_id, t.today
from public.payment_dues d
join public.organizations o on o.id = d.organization_id
cross join lateral (select (now() at time zone o.time_zone)::date as today) t
where d.remind and d.reminded_on is null and d.open_amount > 0
  -- By the clocks of the agency; the first bounds are for the index.
  and d.due_on between current_date - 1 and current_date + private.payment_reminder_days() + 1
  and t.today between d.due_on - private.payment_reminder_days() and d.due_on;
comment on view private.due_payment_reminders is 'Payments of customers whose reminder was asked for, is due, and did not come yet.';

create function private.remind_of_payments_slice(organization_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  with due as (
    update public.payment_dues d set reminded_on = r.today
    from private.due_payment_reminders r
    where r.organization_id = remind_of_payments_slice.organization_id and d.organization_id = r.organization_id and d.sales_id = r.sales_id
      and d.place = r.place and d.reminded_on is null
    returning d.*)
  insert into public.notifications (organization_id, user_id, type, message, commentable_type, commentable_id, code, params)
  select d.organization_id, u.id, 'customer_payment', 'The ' || case d.kind when 'deposit' then 'deposit' else 'final payment' end
    || ' on the ' || private.sale_description(s) || ' is due ' || private.day_words(d.due_on) || '.', 'sales', s.id, 'payment_due',
    jsonb_build_object('kind', d.kind, 'sale', private.sale_param(s.id), 'on', d.due_on)
  from due d
  join public.sales s on s.organization_id = d.organization_id and s.id = d.sales_id
  -- The seller, and the admin who recorded the sale for them.
  join public.users u on u.organization_id = s.organization_id and u.is_active
    and (u.id = s.agent_id or u.id = s.created_by and u.role in ('owner', 'admin'))
  order by d.due_on, s.id, u.id;
  return false;
end $$;
comment on function private.remind_of_payments_slice is 'Once for each payment whose reminder was asked for and that is still open: to the seller,
  and to the admin who recorded the sale.';

create function private.remind_of_payments() returns void
language sql volatile security definer set search_path = '' as $$
  select private.serve_in_turn('remind_of_payments', array(
    select distinct r.organization_id from private.due_payment_reminders r where not private.is_being_deleted(r.organization_id)), '1 second')
$$;
comment on function private.remind_of_payments is 'The job: the same for all organizations in turn.';
