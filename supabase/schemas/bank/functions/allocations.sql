-- What a transaction of the bank pays: allocations to commissions (n to m), the rest unclaimed or a fee. For a matched transaction
--   sum of allocations + unclaimed - fee = amount of the transaction
-- holds to the cent at the end of every database transaction; any other transaction has none of the three. The commission's sum of
-- deposits, what was received of it and its status follow by trigger, and go back when an allocation goes.
--
-- Lock order: bank transactions (by id), then sales and commissions (by sale), as everywhere.

create function private.check_bank_balance() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  checked_id uuid := case when tg_table_name = 'bank_transactions' then to_jsonb(new) ->> 'id'
    else coalesce(to_jsonb(new), to_jsonb(old)) ->> 'transaction_id' end;
  t public.bank_transactions;
  placed numeric;
begin
  select b.* into t from public.bank_transactions b where b.id = checked_id;
  if not found then
    return null;
  end if;
  placed := t.unclaimed_amount - t.fee_amount + coalesce((
    select sum(a.amount) from public.bank_allocations a
    where a.organization_id = t.organization_id and a.transaction_id = t.id), 0) + coalesce((
    select sum(a.amount) from public.bank_other_allocations a
    where a.organization_id = t.organization_id and a.transaction_id = t.id), 0);
  if t.status = 'matched' and placed <> t.amount then
    perform private.refuse('The parts of this transaction do not add up to its amount: ' || t.amount - placed || ' is left.', 'parts',
      'parts_do_not_add_up', jsonb_build_object('left', t.amount - placed));
  elsif t.status <> 'matched' and (placed, t.unclaimed_amount, t.fee_amount) <> (0, 0, 0) then
    perform private.refuse('Only a matched transaction pays anything.', 'parts', 'only_matched_pays');
  end if;
  return null;
end $$;
comment on function private.check_bank_balance is 'The balance, checked when the database transaction ends.';

create function private.sync_receipts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ids uuid[];
begin
  if tg_op = 'DELETE' then
    ids := array(select distinct commission_id from replaced);
  else
    ids := array(select distinct commission_id from changed);
  end if;
  insert into private.commissions_before_deposit (commission_id, organization_id, status, received_amount, received_on,
    received_how, manual_written_off, manual_write_off_reason)
  select c.id, c.organization_id, c.status, c.received_amount, c.received_on, c.received_how, c.manual_written_off,
    c.manual_write_off_reason
  from public.commissions c
  where c.id = any (ids) and exists (
    select 1 from public.bank_allocations a where a.organization_id = c.organization_id and a.commission_id = c.id)
  on conflict (commission_id) do nothing;
  update public.commissions c set
    deposited_amount = d.brought - d.taken_back,
    taken_back_amount = d.taken_back,
    written_off = d.written_off + case when d.parts > 0 then 0 else b.manual_written_off end,
    manual_written_off = case when d.parts > 0 then 0 else b.manual_written_off end,
    manual_write_off_reason = case when d.parts = 0 then b.manual_write_off_reason end,
    received_amount = case when d.parts > 0 then d.brought + d.manual else b.received_amount end,
    received_on = case when d.parts = 0 or b.received_on is not null and not d.takes_day then b.received_on else d.received_on end,
    received_how = case when d.parts > 0 then 'deposit' else b.received_how end,
    status = case
      when c.status = 'unpaid' and d.brought > d.taken_back and d.brought + d.manual + d.written_off >= c.amount then 'funds_received'
      when c.status = 'funds_received' and d.brought - d.taken_back < c.deposited_amount and b.status = 'unpaid'
        and (d.parts > 0 and d.brought = d.taken_back or d.brought + d.manual + d.written_off < c.amount)
        and not (c.sale_paid and o.commission_received_on = 'sale_paid') then 'unpaid'
      else c.status end
  from private.commissions_before_deposit b
  join public.organizations o on o.id = b.organization_id
  cross join lateral (
    select count(*) as parts, coalesce(sum(a.amount) filter (where a.amount > 0), 0) as brought,
      coalesce(-sum(a.amount) filter (where a.amount < 0), 0) as taken_back,
      coalesce(sum(a.write_off_amount), 0) as written_off, max(t.booked_on) filter (where a.amount > 0) as received_on,
      coalesce(bool_or(a.takes_day), false) as takes_day,
      -- A deposit stands for its own amount of it at least: what stood in place of all may have gone back.
      greatest(coalesce(b.received_amount, 0) - greatest(coalesce(sum(a.replaced_amount), 0),
        coalesce(sum(a.amount) filter (where a.amount > 0), 0)), 0) as manual
    from public.bank_allocations a
    join public.bank_transactions t on t.organization_id = a.organization_id and t.id = a.transaction_id
    where a.organization_id = b.organization_id and a.commission_id = b.commission_id) d
  where c.id = any (ids) and b.commission_id = c.id;
  delete from private.commissions_before_deposit b
  where b.commission_id = any (ids) and not exists (
    select 1 from public.bank_allocations a where a.organization_id = b.organization_id and a.commission_id = b.commission_id);
  return null;
end $$;
comment on function private.sync_receipts is 'Writes what follows for commissions whose allocations changed: the sum of the
  deposits, of what the vendor took back and of what was written off, the receipt, and the status. Deposits stand in place of what
  an admin had recorded, as much of it as each says, and keep its day unless one takes it. A commission whose deposits pay it moves
  from unpaid to funds_received, one whose deposit is taken back returns to where it was, unless something else (a paid sale, by the
  organization''s choice) keeps it there.';

create function private.notify_of_deposit() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_notification(new.organization_id, new.agent_id, 'commission',
    (select v.name from public.vendors v where v.id = new.vendor_id) || ' paid the commission on the '
      || (select private.sale_description(s) from public.sales s where s.id = new.sales_id) || '.', 'commissions', new.id,
    'vendor_paid', jsonb_build_object('vendor', (select v.name from public.vendors v where v.id = new.vendor_id),
      'sale', private.sale_param(new.sales_id)));
  perform private.tell_shares(new.organization_id, new.id, null, new.vendor_id, 'vendor_paid');
  return null;
end $$;
comment on function private.notify_of_deposit is 'To the agent, and to who has a share of it, when the vendor''s money came for a commission that did not become
  funds_received by it.';

create function private.lock_commissions(organization_id uuid, commission_ids uuid[], other_ids uuid[] default '{}') returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.sales s where s.organization_id = lock_commissions.organization_id and s.id in (
    select c.sales_id from public.commissions c
    where c.organization_id = lock_commissions.organization_id and c.id = any (commission_ids)
    union all
    select o.sales_id from public.other_commissions o
    where o.organization_id = lock_commissions.organization_id and o.id = any (other_ids) and o.sales_id is not null)
  order by s.id for no key update;
  perform 1 from public.commissions c
  where c.organization_id = lock_commissions.organization_id and c.id = any (commission_ids)
  order by c.sales_id for no key update;
  perform private.lock_others(lock_commissions.organization_id, other_ids);
end $$;
comment on function private.lock_commissions is 'Locks sales, then commissions, in the order of their sales, then other commissions.';

create function private.recorded_receipt(c public.commissions, except_id uuid)
returns table (amount numeric, received_on date, written_off numeric, reason text)
language sql stable security definer set search_path = '' as $$
  select greatest(r.amount - o.replaced, 0), r.received_on, greatest(r.written_off - o.written_off, 0), r.reason
  from (
    select coalesce(b.received_amount, 0) as amount, b.received_on, b.manual_written_off as written_off, b.manual_write_off_reason as reason
    from private.commissions_before_deposit b where b.commission_id = c.id
    union all
    select c.received_amount, c.received_on, c.manual_written_off, c.manual_write_off_reason where c.received_how = 'word') r
  cross join (
    select greatest(coalesce(sum(a.replaced_amount), 0), coalesce(sum(a.amount) filter (where a.amount > 0), 0)) as replaced,
      coalesce(sum(a.write_off_amount) filter (where a.amount > 0), 0) as written_off
    from public.bank_allocations a
    where a.organization_id = c.organization_id and a.commission_id = c.id and a.transaction_id is distinct from except_id) o
$$;
comment on function private.recorded_receipt is 'What an admin recorded as received of a commission, as far as no transaction but
  `except_id` stands in its place: amount (0 for nothing), its day, and what was written off with it.';

create function private.deposit_words(t public.bank_transactions) returns text
language sql immutable set search_path = '' as $$
  select 'deposit of ' || to_char(t.booked_on, 'YYYY-MM-DD')
$$;
comment on function private.deposit_words is 'Words for the history of a commission: the deposit''s day. Neither its amount nor its
  file is told: an agent reads the history, other agents'' commissions may be in the deposit, and a file may be named after
  anything. Admins read both with the deposits.';

create function private.write_match(t public.bank_transactions, parts jsonb, unclaimed numeric, fee numeric, category text,
  vendor_id uuid)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  total numeric;
  wrong record;
  new_category text;
  others jsonb := '[]';
  refusal jsonb;
begin
  if jsonb_typeof(parts) is distinct from 'array' or jsonb_array_length(parts) > 500 or exists (
    select 1 from jsonb_array_elements(parts) p
    where case when jsonb_typeof(p) <> 'object' then true
      else not coalesce(pg_input_is_valid(p ->> 'commission_id', 'uuid'), false) or jsonb_typeof(p -> 'is_other') not in ('boolean', 'null')
        or coalesce(p ->> 'amount' !~ '^-?\d{1,10}(\.\d{1,2})?$', true)
        or p ->> 'rest' not in ('received', 'open') or jsonb_typeof(p -> 'keep_day') not in ('boolean', 'null')
        or p ->> 'write_off' !~ '^\d{1,10}(\.\d{1,2})?$' or p ->> 'expected' !~ '^-?\d{1,10}(\.\d{1,2})?$' end) then
    return private.command_result('Each part needs a commission and an amount like 1482.50.', 'parts', 'parts_expected');
  elsif coalesce(fee, 0) < 0 or coalesce(fee, 0) <> round(coalesce(fee, 0), 2)
    or coalesce(unclaimed, 0) <> round(coalesce(unclaimed, 0), 2) then
    return private.command_result('Enter an amount like 15.00.', 'fee', 'fee_expected');
  end if;
  total := coalesce((select sum((p ->> 'amount')::numeric) from jsonb_array_elements(parts) p), 0)
    + coalesce(unclaimed, 0) - coalesce(fee, 0);
  if total <> t.amount then
    return case when total < t.amount
      then private.command_result((t.amount - total) || ' is not placed yet.', 'parts', 'amount_not_placed',
        jsonb_build_object('amount', t.amount - total))
      else private.command_result((total - t.amount) || ' too much is placed.', 'parts', 'amount_placed_too_much',
        jsonb_build_object('amount', total - t.amount)) end;
  elsif (select count(distinct (p ->> 'commission_id')::uuid) <> count(*) from jsonb_array_elements(parts) p) then
    return private.command_result('A commission stands in this deposit twice.', 'parts', 'commission_twice');
  elsif sign(coalesce(unclaimed, 0)) = -sign(t.amount)
    or exists (select 1 from jsonb_array_elements(parts) p
      where (p ->> 'amount')::numeric = 0 or t.amount < 0 and (p ->> 'amount')::numeric > 0) then
    return private.command_result('A part has the sign of its transaction.', 'parts', 'sign_differs');
  elsif exists (select 1 from jsonb_array_elements(parts) p where (p ->> 'write_off')::numeric > 0
    and coalesce(btrim(p ->> 'reason'), '') = '') then
    return private.command_result('Say why the rest is written off.', 'reason', 'write_off_reason_missing');
  end if;
  if jsonb_path_exists(parts, '$[*] ? (@.is_other == true)') then
    others := private.other_parts(parts, true);
    parts := private.other_parts(parts, false);
  end if;
  if exists (select 1 from jsonb_array_elements(others) p where (p ->> 'amount')::numeric < 0) then
    return private.command_result('Only a deposit pays a penalty or a bonus.', 'parts', 'deposit_pays_other');
  end if;
  perform private.lock_commissions(t.organization_id, array(
    select (p ->> 'commission_id')::uuid from jsonb_array_elements(parts) p
    union select a.commission_id from public.bank_allocations a
    where a.organization_id = t.organization_id and a.transaction_id = t.id), array(
    select (p ->> 'commission_id')::uuid from jsonb_array_elements(others) p
    union select a.other_commission_id from public.bank_other_allocations a
    where a.organization_id = t.organization_id and a.transaction_id = t.id));
  select p.value as part, c.*, coalesce(own.amount + own.write_off_amount, 0) as here,
    s.booking_reference into wrong
  from jsonb_array_elements(parts) p(value)
  left join public.commissions c on c.organization_id = t.organization_id and c.id = (p.value ->> 'commission_id')::uuid
  left join public.sales s on s.id = c.sales_id
  left join public.bank_allocations own on own.organization_id = t.organization_id and own.transaction_id = t.id
    and own.commission_id = c.id
  where c.id is null or c.status = 'cancelled' and (p.value ->> 'amount')::numeric > 0
    or p.value ? 'expected' and case when (p.value ->> 'amount')::numeric > 0 then c.undeposited_amount + coalesce(own.amount + own.write_off_amount, 0)
      else c.deposited_amount - coalesce(own.amount, 0) end <> (p.value ->> 'expected')::numeric
    or (p.value ->> 'amount')::numeric < 0
      and c.deposited_amount - coalesce(own.amount, 0) + (p.value ->> 'amount')::numeric < 0
    or (p.value ->> 'write_off')::numeric > greatest(c.undeposited_amount + coalesce(own.amount + own.write_off_amount, 0)
      - (p.value ->> 'amount')::numeric - case when p.value ->> 'rest' = 'received' then greatest((
        select r.amount from private.recorded_receipt(c, t.id) r) - (p.value ->> 'amount')::numeric, 0) else 0 end, 0)
  limit 1;
  if found then
    return case
      when wrong.id is null then private.command_result('This commission does not exist.', 'parts', 'commission_not_found')
      when wrong.status = 'cancelled' then
        private.command_result('The commission on ' || wrong.booking_reference || ' is cancelled.',
        'parts', 'matched_commission_cancelled', jsonb_build_object('booking', wrong.booking_reference))
      when wrong.part ? 'expected' then private.command_result('The commission on ' || wrong.booking_reference
        || ' was changed or paid meanwhile.', 'parts', 'matched_commission_changed',
        jsonb_build_object('booking', wrong.booking_reference))
      when (wrong.part ->> 'amount')::numeric < 0 then private.command_result('No deposit of that amount was matched with '
        || wrong.booking_reference || '.', 'parts', 'no_deposit_to_take_back', jsonb_build_object('booking', wrong.booking_reference))
      else private.command_result('More would be written off than ' || wrong.booking_reference || ' still owes.', 'parts',
        'write_off_too_much', jsonb_build_object('booking', wrong.booking_reference)) end || jsonb_build_object('commission_id', wrong.id);
  elsif private.paid_parts(t.organization_id, array[t.id], array(
      select (p ->> 'commission_id')::uuid from jsonb_array_elements(parts) p
      -- private.check_others says it of these.
      union all select a.other_commission_id from public.bank_other_allocations a
      where a.organization_id = t.organization_id and a.transaction_id = t.id)) <> '[]' then
    return private.command_result('An agent has been paid for what this deposit brought.', 'parts', 'agent_paid_for_deposit');
  -- As private.check_unmatch says it.
  elsif exists (
    select 1 from public.bank_allocations own
    join public.commissions c on c.organization_id = own.organization_id and c.id = own.commission_id
    left join jsonb_array_elements(parts) p(value) on (p.value ->> 'commission_id')::uuid = own.commission_id
    where own.organization_id = t.organization_id and own.transaction_id = t.id and own.amount > 0
      and c.deposited_amount - own.amount + coalesce((p.value ->> 'amount')::numeric, 0) < 0) then
    return private.command_result('The vendor took commission of it back since. Take that match back first.', 'parts',
      'taken_back_since');
  end if;
  refusal := private.check_others(t, others);
  if refusal is not null then
    return refusal;
  end if;
  new_category := coalesce(category, case when t.amount < 0 then 'recall' else 'commission' end);
  perform private.give_reason(upper(left(private.deposit_words(t), 1)) || substr(private.deposit_words(t), 2)
    || case when t.amount < 0 then ' takes commission back' else ' matched' end,
    case when t.amount < 0 then 'deposit_takes_back' else 'deposit_matched' end, jsonb_build_object('day', t.booked_on));
  delete from public.bank_allocations a where a.organization_id = t.organization_id and a.transaction_id = t.id
    and a.commission_id not in (select (p ->> 'commission_id')::uuid from jsonb_array_elements(parts) p);
  insert into public.bank_allocations as a (organization_id, transaction_id, commission_id, amount, write_off_amount,
    write_off_reason, replaced_amount, takes_day, created_by)
  select t.organization_id, t.id, c.id, n.amount, coalesce((p.value ->> 'write_off')::numeric, w.carried, 0),
    case when (p.value ->> 'write_off')::numeric > 0 then btrim(p.value ->> 'reason')
      when p.value ->> 'write_off' is null and w.carried > 0 then r.reason end,
    case when n.amount > 0 then coalesce(r.amount - n.kept, 0) else 0 end,
    n.amount > 0 and coalesce(r.amount, 0) > 0 and not coalesce((p.value ->> 'keep_day')::boolean, true),
    private.acting_user(t.organization_id)
  from jsonb_array_elements(parts) p(value)
  join public.commissions c on c.organization_id = t.organization_id and c.id = (p.value ->> 'commission_id')::uuid
  left join public.bank_allocations own on own.organization_id = t.organization_id and own.transaction_id = t.id
    and own.commission_id = c.id
  left join lateral private.recorded_receipt(c, t.id) r on true
  cross join lateral (select (p.value ->> 'amount')::numeric as amount, case when p.value ->> 'rest' = 'received'
    then greatest(r.amount - (p.value ->> 'amount')::numeric, 0) else 0 end as kept) n
  cross join lateral (select case when n.amount > 0 then least(coalesce(r.written_off, 0), greatest(
    c.undeposited_amount + coalesce(own.amount + own.write_off_amount, 0) - n.amount - n.kept, 0)) end as carried) w
  on conflict (organization_id, transaction_id, commission_id) do update set amount = excluded.amount,
    write_off_amount = excluded.write_off_amount, write_off_reason = excluded.write_off_reason,
    replaced_amount = excluded.replaced_amount, takes_day = excluded.takes_day;
  perform private.give_reason('');
  perform private.write_others(t, others);
  update public.bank_transactions b set status = 'matched', unclaimed_amount = coalesce(unclaimed, 0),
    fee_amount = coalesce(fee, 0), category = new_category, certainty = null, version = b.version + 1,
    matching_due = coalesce(unclaimed, 0) <> 0,
    vendor_id = coalesce(write_match.vendor_id, (
      select c.vendor_id from public.commissions c where c.organization_id = t.organization_id
        and c.id = (parts -> 0 ->> 'commission_id')::uuid), (
      select o.vendor_id from public.other_commissions o where o.organization_id = t.organization_id
        and o.id = (others -> 0 ->> 'commission_id')::uuid), b.vendor_id)
  where b.id = t.id;
  return null;
end $$;
comment on function private.write_match is 'Writes a match: the parts [{commission_id, amount, write_off, reason}], with `is_other` of a
  penalty or a bonus by its id, replace those the transaction had. In a deposit a part may be negative: what the vendor took back of
  an earlier one. The caller has locked the transaction. The answer of a refusal, or null. `expected` in a part is what
  its commission was thought to owe: when that has changed, somebody was faster. Of a commission that an admin had recorded as
  received the deposit stands in place of that: with `rest` = ''received'' of no more than it brought (the others came otherwise),
  else of all. It keeps the recorded day unless `keep_day` is false, and what was written off with it unless `write_off` says
  otherwise.';

create function private.paid_parts(organization_id uuid, transaction_ids uuid[], kept uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('transaction_id', p.transaction_id, 'commission_id', p.commission_id,
    'booking_reference', p.booking_reference, 'agent', p.agent) order by p.booking_reference), '[]')
  from (
  select a.transaction_id, a.commission_id, s.booking_reference, u.first_name || ' ' || u.last_name as agent
  from public.bank_allocations a
  join public.commissions c on c.organization_id = a.organization_id and c.id = a.commission_id
  join private.commissions_before_deposit b on b.commission_id = c.id
  join public.sales s on s.id = c.sales_id
  join public.users u on u.id = c.agent_id
  where a.organization_id = paid_parts.organization_id and a.transaction_id = any (transaction_ids)
    and a.commission_id <> all (kept) and a.amount > 0 and c.status = 'agent_paid' and b.status <> 'agent_paid'
  union all
  select a.transaction_id, null, s.booking_reference, u.first_name || ' ' || u.last_name
  from public.bank_other_allocations a
  join public.commission_shares h on h.organization_id = a.organization_id and h.other_commission_id = a.other_commission_id
    and h.status = 'paid' and h.role <> 'override_charge'
  join public.sales s on s.organization_id = h.organization_id and s.id = h.sales_id
  join public.users u on u.id = h.user_id
  where a.organization_id = paid_parts.organization_id and a.transaction_id = any (transaction_ids)
    and a.other_commission_id <> all (kept) and not a.explains_receipt) p
$$;
comment on function private.paid_parts is 'What agents have been paid for among the parts of these transactions that are not in
  `kept`: [{transaction_id, commission_id, booking_reference, agent}], [] for none. A commission whose agent was paid before its
  first deposit does not count.';

create function private.check_unmatch(organization_id uuid, transaction_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select 1 from public.bank_allocations recall
    cross join lateral (
      select 1 from public.bank_allocations a
      where a.organization_id = recall.organization_id and a.commission_id = recall.commission_id and a.amount > 0
        and a.transaction_id = any (transaction_ids) limit 1) a
    where recall.organization_id = check_unmatch.organization_id and recall.amount < 0
      and recall.transaction_id <> all (transaction_ids)) then
    perform private.refuse('The vendor took commission of it back since. Take that match back first.', '', 'taken_back_since');
  end if;
  return private.paid_parts(organization_id, transaction_ids, '{}');
end $$;
comment on function private.check_unmatch is 'Whether the matches of these transactions can be taken back: the list of agents who
  were paid for one (private.paid_parts). Refuses where the vendor took the commission back meanwhile.';

create function private.unmatch_transactions(organization_id uuid, transaction_ids uuid[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  paid jsonb;
  closed jsonb;
  t public.bank_transactions;
begin
  perform private.lock_commissions(organization_id, array(
    select a.commission_id from public.bank_allocations a
    where a.organization_id = unmatch_transactions.organization_id and a.transaction_id = any (transaction_ids)), array(
    select a.other_commission_id from public.bank_other_allocations a
    where a.organization_id = unmatch_transactions.organization_id and a.transaction_id = any (transaction_ids)));
  paid := private.check_unmatch(organization_id, transaction_ids);
  if paid <> '[]' then
    return paid;
  end if;
  select private.closed_fact_refusal(o.organization_id, o.received_posted_on, null) into closed
  from public.bank_other_allocations a
  join public.other_commissions o on o.organization_id = a.organization_id and o.id = a.other_commission_id
  where a.organization_id = unmatch_transactions.organization_id and a.transaction_id = any (transaction_ids) and not a.explains_receipt
  order by o.received_posted_on limit 1;
  if closed is not null then
    perform private.refuse_with(closed);
  end if;
  for t in select b.* from public.bank_transactions b
    where b.organization_id = unmatch_transactions.organization_id and b.id = any (transaction_ids) and b.status = 'matched'
    -- What takes back comes before what brought.
    order by b.amount, b.id
  loop
    perform private.give_reason('Match with the ' || private.deposit_words(t) || ' taken back', 'match_taken_back',
      jsonb_build_object('day', t.booked_on));
    delete from public.bank_allocations a where a.organization_id = t.organization_id and a.transaction_id = t.id;
    perform private.write_others(t, '[]');
    update public.bank_transactions b set status = 'open', unclaimed_amount = 0, fee_amount = 0, matching_due = true,
      version = b.version + 1
    where b.id = t.id;
  end loop;
  perform private.give_reason('');
  return '[]';
end $$;
comment on function private.unmatch_transactions is 'Takes the matches of these transactions back, unless an agent was paid for one:
  then nothing is written and the list answered (private.paid_parts). The caller has locked the transactions.';

create function private.deposits_of_commission(commission_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  sees_all boolean := private.is_admin();
begin
  -- First, so that what a colleague's commission was paid takes as long as none.
  if not exists (
    select from public.commissions c
    where c.organization_id = caller_organization_id and c.id = deposits_of_commission.commission_id
      and (sees_all or c.agent_id = auth.uid())) then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('amount', a.amount, 'booked_on', t.booked_on, 'posted_on', a.posted_on)
      || case when sees_all then jsonb_build_object('transaction_id', t.id, 'file_name', i.file_name, 'account', b.name, 'matched_at', a.created_at,
        'matched_by', u.first_name || ' ' || u.last_name, 'write_off_amount', a.write_off_amount,
        'write_off_reason', a.write_off_reason) else '{}' end order by t.booked_on, a.created_at, a.id), '[]')
    from public.bank_allocations a
    join public.bank_transactions t on t.organization_id = a.organization_id and t.id = a.transaction_id
    join public.bank_imports i on i.organization_id = t.organization_id and i.id = t.import_id
    join public.bank_accounts b on b.organization_id = t.organization_id and b.id = t.account_id
    left join public.users u on u.id = a.created_by
    where a.organization_id = caller_organization_id and a.commission_id = deposits_of_commission.commission_id);
end $$;
comment on function private.deposits_of_commission is 'The deposits of a commission, oldest first. Admins see where they come from;
  the agent of the commission day and amount only.';
grant execute on function private.deposits_of_commission(uuid) to authenticated;
