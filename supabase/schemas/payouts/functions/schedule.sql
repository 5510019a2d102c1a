-- A payout that is paid on a day to come is scheduled. Scheduling is the paying act (pay_payout): what is in it is locked from then on,
-- and on its day it is paid by itself as who scheduled it said, all of it or nothing. What stands in the way then is told at once.

create function private.planned_refusal(planned public.payout_batches) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.command_result('This is in the ' || planned.name || ' payout, planned for ' || private.day_text(planned.planned_on) || '.',
    null, 'in_planned_payout', jsonb_build_object('payout', planned.name, 'planned_on', planned.planned_on))
$$;
comment on function private.planned_refusal is 'The answer when something is in a scheduled payout, and so stays as it is.';

create function private.schedule_lock(organization_id uuid, share_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.planned_refusal(b.planned)
  -- From the payout on, which mostly there is none of: asked of each share that is paid, the lines are not looked at.
  from (
    select b as planned, b.organization_id, b.id from public.payout_batches b
    where b.organization_id = schedule_lock.organization_id and b.status = 'scheduled' offset 0) b
  cross join lateral (
    select from public.payout_lines l
    where l.organization_id = b.organization_id and l.share_id = schedule_lock.share_id and private.is_claim(l.kind)
      and l.batch_id = b.id offset 0) l
$$;
comment on function private.schedule_lock is 'private.planned_refusal of a share; null when it is in no scheduled payout.';

create function private.sale_schedule_lock(organization_id uuid, commission_id uuid, sale_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Mostly nothing is planned: then of thousands that are paid, or given to somebody else, no more is asked.
  return (
    select private.planned_refusal(b) from public.payout_batches b
    where b.organization_id = sale_schedule_lock.organization_id and b.status = 'scheduled' and exists (
        select from public.commission_shares h
        join public.payout_lines l on l.organization_id = h.organization_id and l.share_id = h.id and private.is_claim(l.kind)
          and l.batch_id = b.id
        where h.organization_id = b.organization_id and h.status = 'open'
          and (h.commission_id = sale_schedule_lock.commission_id or h.sales_id = sale_schedule_lock.sale_id))
    limit 1);
end $$;
comment on function private.sale_schedule_lock is 'private.schedule_lock of any share of a commission, or of its sale''s.';

create function private.trip_lock(sale public.sales) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.planned_refusal(b)
  from public.commissions c
  join public.payout_lines l on l.organization_id = c.organization_id and l.commission_id = c.id and l.kind = 'commission'
  join public.payout_batches b on b.organization_id = l.organization_id and b.id = l.batch_id and b.status = 'scheduled'
  join public.organizations o on o.id = c.organization_id
  where c.organization_id = sale.organization_id and c.sales_id = sale.id and b.planned_on < case o.payout_hold_until
    when 'departure' then sale.travel_date when 'return' then coalesce(sale.return_date, sale.travel_date) end
$$;
comment on function private.trip_lock is 'The same of a sale whose trip would keep its commission waiting on the planned day
  (organizations.payout_hold_until).';

create function private.guard_scheduled_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  terms record;
  commission_id uuid;
  refusal jsonb;
begin
  select t.names, t.column_name into terms from private.changed_terms(new, old) t;
  if new.status is distinct from old.status or cardinality(terms.names) > 0 then
    select c.id into commission_id from public.commissions c where c.sales_id = old.id for no key update;
    refusal := private.sale_schedule_lock(old.organization_id, commission_id, old.id);
    if refusal is not null then
      perform private.refuse_with(private.at_field(refusal, coalesce(terms.column_name, 'status')));
    end if;
  -- One agent does not stop what everybody is paid.
  elsif (new.travel_date, new.return_date) is distinct from (old.travel_date, old.return_date) and auth.uid() is not null
    and not private.is_admin() then
    refusal := private.trip_lock(new);
    if refusal is not null then
      perform private.refuse_with(private.at_field(refusal,
        case when new.travel_date is distinct from old.travel_date then 'travel_date' else 'return_date' end));
    end if;
  end if;
  return new;
end $$;
comment on function private.guard_scheduled_sale is 'What is in a scheduled payout stays as it is, and so does its sale. The lock
  order is sale, then commission; refused before the state machines say theirs.';

create function private.guard_scheduled_commission() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  refusal constant jsonb := private.sale_schedule_lock(old.organization_id, old.id, null);
begin
  if refusal is not null then
    perform private.refuse_with(private.at_field(refusal, 'status'));
  end if;
  return new;
end $$;
comment on function private.guard_scheduled_commission is 'A payout that is paid is no longer scheduled when it moves its
  commissions on.';

create function private.account_lock(organization_id uuid, agent_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('payouts ' || account_lock.organization_id, 0));
  return (
    select private.planned_refusal(b) from public.payout_batches b
    where b.organization_id = account_lock.organization_id and b.status = 'scheduled' and (account_lock.agent_id is null or exists (
      select 1 from public.payout_lines l
      where l.organization_id = b.organization_id and l.batch_id = b.id and l.agent_id = account_lock.agent_id)));
end $$;
comment on function private.account_lock is 'The same of where an agent is paid, or of the account payouts are paid from (null).
  Waits for a payout that is being scheduled.';

create function private.bank_day_refusal(b public.payout_batches, day date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  kinds text[] := array(
    select distinct private.file_account(b.organization_id, t.agent_id) ->> 'kind' from private.payout_totals(b) t where t.paid_amount > 0);
  before date;
  after date;
begin
  kinds := array_remove(kinds, null);
  if not exists (select 1 from unnest(kinds) k where not private.is_bank_day(k, day)) then
    return null;
  end if;
  before := private.next_bank_day(kinds, day, -1);
  after := private.next_bank_day(kinds, day, 1);
  return private.command_result(private.day_text(day) || ' is no bank day. Before it: ' || private.day_text(before) || '. After it: '
    || private.day_text(after) || '.', 'paid_on', 'no_bank_day', jsonb_build_object('day', day, 'before', before, 'after', after))
    || jsonb_build_object('bank_day_before', before, 'bank_day_after', after);
end $$;
comment on function private.bank_day_refusal is 'Why a payout cannot be planned for a day: no money moves then by a method that it
  uses. {success, error, field, bank_day_before, bank_day_after}, null when it can.';

create function private.pay_as_scheduled(b public.payout_batches) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  problems jsonb;
begin
  perform set_config('request.jwt.claims', jsonb_build_object('sub', b.scheduled_by)::text, true);
  perform private.lock_payout_lines(b);
  problems := private.payout_problems(b);
  if problems = '[]' then
    perform private.complete_payout(b, b.planned_on, b.reference, b.payment_key, b.checks, true);
  end if;
  perform set_config('request.jwt.claims', '', true);
  return (
    select jsonb_build_object('code', 'commissions_unpayable', 'params', jsonb_build_object('count', count(*),
        -- More than that the text cannot hold.
        'problems', jsonb_agg(p.value - '{line_id,commission_id,agent,problem}'::text[] order by p.place) filter (where p.place <= 16)),
      'text', case count(*) when 1 then '1 commission cannot' else count(*) || ' commissions cannot' end || ' be paid any more: '
        || left(string_agg(p.value ->> 'booking_reference' || ' (' || (p.value ->> 'problem') || ')', ', ' order by p.place), 300))
    from jsonb_array_elements(problems) with ordinality p(value, place) having count(*) > 0);
end $$;
comment on function private.pay_as_scheduled is 'Pays a scheduled payout on behalf of who scheduled it. Answers why it cannot be
  paid, {code, params, text}, null when it is.';

create function private.tell_not_paid(b public.payout_batches, failure jsonb, today date) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  reason constant text := failure ->> 'text';
  by_code constant jsonb := failure - 'text';
begin
  if (b.schedule_problem, b.schedule_told_on) is not distinct from (reason, tell_not_paid.today) then
    return;
  end if;
  update public.payout_batches p set schedule_problem = reason, schedule_failure = by_code, schedule_told_on = tell_not_paid.today
  where p.id = b.id;
  perform private.note_payout(b, 'not_paid', by_code || jsonb_build_object('reason', reason), true);
  perform private.notify_other_admins(b.organization_id, 'payout', 'The ' || b.name || ' payout, planned for '
    || to_char(b.planned_on, 'FMMon FMDD') || ', was not paid: ' || reason, 'payouts', b.id, 'payout_not_paid',
    jsonb_build_object('payout', b.name, 'planned_on', b.planned_on, 'reason', reason, 'failure', by_code));
end $$;
comment on function private.tell_not_paid is 'Keeps why a scheduled payout could not be paid, {code, params, text}, and tells owners
  and admins: of each reason once a day.';

create view private.due_payouts with (security_invoker = on) as
select p.id, p.organization_id, t.today
from public.payout_batches p
join public.organizations o on o.id = p.organization_id
cross join lateral (select (now() at time zone o.time_zone)::date as today) t
where p.status = 'scheduled' and p.planned_on <= current_date + 1 and p.planned_on <= t.today;
comment on view private.due_payouts is 'Payouts that are planned for today, or should have been paid before.';

create function private.pay_scheduled_payouts_slice(organization_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  due record;
  failure jsonb;
begin
  for due in
    select p as batch, d.today
    from private.due_payouts d
    join public.payout_batches p on p.organization_id = d.organization_id and p.id = d.id
    where d.organization_id = pay_scheduled_payouts_slice.organization_id
    order by p.schedule_problem is not null, p.scheduled_at, p.id
    for no key update of p skip locked
  loop
    begin
      failure := private.pay_as_scheduled(due.batch);
    exception
      when deadlock_detected or serialization_failure or lock_not_available then
        continue;
      when others then
        failure := jsonb_build_object('code', 'not_recorded', 'params', jsonb_build_object('error', left(sqlerrm, 300)),
          'text', 'It could not be recorded: ' || left(sqlerrm, 300));
    end;
    if failure is not null then
      perform private.tell_not_paid(due.batch, failure, due.today);
    end if;
  end loop;
  return false;
end $$;
comment on function private.pay_scheduled_payouts_slice is 'Pays what of an organization is planned for today, or should have been paid
  before. Each payout by itself: one that cannot be paid stays scheduled with the reason, and is tried again with the next run.';

create function private.pay_scheduled_payouts() returns void
language sql volatile security definer set search_path = '' as $$
  select private.serve_in_turn('pay_scheduled_payouts', array(
    select distinct d.organization_id from private.due_payouts d where not private.is_being_deleted(d.organization_id)), '3 seconds')
$$;
comment on function private.pay_scheduled_payouts is 'The job: the same for all organizations in turn. A run ends after some seconds with
  the organization it is at, and keeps what it paid: payouts of an agency wait for each other until then.';
