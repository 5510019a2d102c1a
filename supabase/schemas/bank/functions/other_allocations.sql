-- What a deposit pays of other commissions: penalties and volume bonuses, which vendors owe. Received by deposits they are as an admin
-- would record it: the sum, on the day of the last one. A deposit of what was recorded by hand explains that, and changes nothing.
--
-- Lock order: bank transactions, sales, commissions, other commissions.

create function private.other_parts(parts jsonb, is_other boolean) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(p order by n), '[]') from jsonb_array_elements(parts) with ordinality e(p, n)
  where coalesce((p ->> 'is_other')::boolean, false) = other_parts.is_other
$$;
comment on function private.other_parts is 'Of the parts of a match those of other commissions, whose `commission_id` is one''s of them, or
  those of commissions for sales: which a part is, its flag `is_other` says, that remotes of before do not send.';

create function private.open_others(organization_id uuid, vendor_id uuid, transaction_id uuid)
returns table (id uuid, expected numeric, recorded_on date, due_on date)
language sql stable security definer set search_path = '' as $$
  select o.id, e.expected, case when e.is_recorded then o.received_on end, coalesce(o.due_on, o.counted_on)
  from public.other_commissions o
  cross join lateral (
    select sum(a.amount) filter (where not a.explains_receipt) as brought,
      coalesce(sum(a.amount) filter (where not a.explains_receipt and a.transaction_id is distinct from open_others.transaction_id), 0) as elsewhere,
      coalesce(bool_or(a.explains_receipt and a.transaction_id is distinct from open_others.transaction_id), false) as is_explained
    from public.bank_other_allocations a
    where a.organization_id = o.organization_id and a.other_commission_id = o.id) b
  cross join lateral (
    select o.received_on is not null and b.brought is null as is_recorded,
      case when o.received_on is not null and b.brought is null then o.received_amount else o.amount - b.elsewhere end as expected) e
  where o.organization_id = open_others.organization_id and o.vendor_id is not null and o.status <> 'cancelled'
    and (open_others.vendor_id is null or o.vendor_id = open_others.vendor_id)
    and not b.is_explained and e.expected > 0
$$;
comment on function private.open_others is 'Other commissions that a deposit can pay, of a vendor or of any: what is open without this
  transaction (expected), or what an admin recorded as received that no other deposit explains (recorded_on).';

create function private.owes_others(organization_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.other_commissions o
    where o.organization_id = owes_others.organization_id and o.vendor_id is not null and o.status <> 'cancelled')
$$;
comment on function private.owes_others is 'Whether vendors owe an agency anything but commissions for sales: asked once a statement.';

create function private.agreeing_others(t public.bank_transactions, vendor_id uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select o.id from private.open_others(t.organization_id, vendor_id, t.id) o
  where vendor_id is not null and t.amount > 0 and o.expected = t.amount
    and (o.recorded_on is null or abs(t.booked_on - o.recorded_on) <= 10)
  order by o.recorded_on is not null, abs(t.booked_on - o.due_on), o.id
$$;
comment on function private.agreeing_others is 'Other commissions of this vendor whose amount is a deposit''s to the cent, the likeliest
  first. They are never certain: a person says so.';

create function private.bank_others(t public.bank_transactions, ids uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('other_commission_id', o.id, 'kind', o.kind, 'booking_reference', s.booking_reference,
    'vendor', jsonb_build_object('id', v.id, 'name', v.name), 'period_start', o.period_start, 'period_end', o.period_end,
    'due_on', o.due_on, 'amount', o.amount, 'expected', coalesce(e.expected, 0), 'recorded_on', e.recorded_on, 'placed', a.amount)
    order by i.n), '[]')
  from unnest(ids) with ordinality i(id, n)
  join public.other_commissions o on o.organization_id = t.organization_id and o.id = i.id
  join public.vendors v on v.organization_id = o.organization_id and v.id = o.vendor_id
  left join public.sales s on s.organization_id = o.organization_id and s.id = o.sales_id
  left join private.open_others(t.organization_id, null, t.id) e on e.id = o.id
  left join public.bank_other_allocations a
    on a.organization_id = o.organization_id and a.transaction_id = t.id and a.other_commission_id = o.id
$$;
comment on function private.bank_others is 'What the bank''s screens show of other commissions, in the order of `ids`. placed: what this
  transaction pays of it; expected: what is open without it.';

create function private.bank_other_candidates(t public.bank_transactions) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if t.amount <= 0 or not private.owes_others(t.organization_id) then
    return '[]';
  end if;
  return private.bank_others(t, array(
    select o.id
    from (
      select e.id, e.recorded_on is not null as is_recorded, abs(t.booked_on - e.due_on) as days
      from private.open_others(t.organization_id, t.vendor_id, t.id) e
      union
      select a.other_commission_id, false, 0 from public.bank_other_allocations a
      where a.organization_id = t.organization_id and a.transaction_id = t.id) o
    group by o.id order by bool_and(o.is_recorded), min(o.days), o.id limit 50));
end $$;
comment on function private.bank_other_candidates is 'Other commissions that the workbench offers of a deposit: of its vendor, or of any
  where that is not known, and those that it pays; at most 50, those due nearest first.';

create function private.lock_others(organization_id uuid, other_ids uuid[]) returns void
language sql volatile security definer set search_path = '' as $$
  select 1 from public.other_commissions o
  where o.organization_id = lock_others.organization_id and o.id = any (other_ids) order by o.id for no key update
$$;

create function private.check_others(t public.bank_transactions, others jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  w record;
  o public.other_commissions;
  is_recorded boolean;
  refusal jsonb;
begin
  for w in
    select coalesce(e.id, own.other_commission_id) as id, e.amount, e.expected, own.amount as before,
      coalesce(own.explains_receipt, false) as explains
    from (select (p ->> 'commission_id')::uuid as id, (p ->> 'amount')::numeric as amount, (p ->> 'expected')::numeric as expected
      from jsonb_array_elements(others) p) e
    full join (select a.* from public.bank_other_allocations a
      where a.organization_id = t.organization_id and a.transaction_id = t.id) own on own.other_commission_id = e.id
    -- What stays as it is was said before.
    where e.amount is distinct from own.amount order by 1
  loop
    select x.* into o from public.other_commissions x where x.organization_id = t.organization_id and x.id = w.id;
    is_recorded := o.received_on is not null and not exists (select from public.bank_other_allocations a
      where a.organization_id = t.organization_id and a.other_commission_id = o.id and not a.explains_receipt);
    -- Of what only explains a receipt nothing follows.
    continue when w.amount is null and w.explains;
    refusal := case
      when o.id is null then private.command_result('This commission does not exist.', 'parts', 'commission_not_found')
      when o.vendor_id is null then private.command_result('A service fee is received when the customer has paid the sale.', 'parts',
        'fee_received_with_sale')
      when o.status = 'cancelled' then private.command_result('A cancelled commission cannot be changed.', 'parts', 'commission_cancelled')
      when w.amount is not null and not exists (select from private.open_others(t.organization_id, o.vendor_id, t.id) e
          where e.id = o.id and e.expected = coalesce(w.expected, e.expected)) then
        private.command_result('This commission was changed or paid meanwhile.', 'parts', 'other_changed')
      when is_recorded and w.amount <> o.received_amount then private.command_result(o.received_amount
        || ' was recorded as received by hand. Match that, or take the receipt back first.', 'parts', 'other_recorded_otherwise',
        jsonb_build_object('amount', o.received_amount))
      when is_recorded then null
      when exists (select from public.commission_shares c
        where c.organization_id = o.organization_id and c.other_commission_id = o.id and c.status = 'paid') then
        private.command_result('Somebody was paid of it already: the receipt stands.', 'parts', 'receipt_of_paid_share')
      else private.closed_fact_refusal(t.organization_id, o.received_posted_on, 'parts') end;
    if refusal is not null then
      return refusal;
    end if;
  end loop;
  return null;
end $$;
comment on function private.check_others is 'Why a deposit cannot pay these [{commission_id, is_other, amount, expected}] in the place of what it
  paid of others before; null when it can. The caller has locked them.';

create function private.write_others(t public.bank_transactions, others jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  changed uuid[];
begin
  with gone as (
    delete from public.bank_other_allocations a
    where a.organization_id = t.organization_id and a.transaction_id = t.id and a.other_commission_id not in (
      select (p ->> 'commission_id')::uuid from jsonb_array_elements(others) p)
    returning a.other_commission_id, a.explains_receipt
  ), placed as (
    insert into public.bank_other_allocations as a (organization_id, transaction_id, other_commission_id, amount, explains_receipt, created_by)
    select t.organization_id, t.id, o.id, (p ->> 'amount')::numeric, o.received_on is not null and not exists (
        select from public.bank_other_allocations b
        where b.organization_id = o.organization_id and b.other_commission_id = o.id and not b.explains_receipt),
      private.acting_user(t.organization_id)
    from jsonb_array_elements(others) p
    join public.other_commissions o on o.organization_id = t.organization_id and o.id = (p ->> 'commission_id')::uuid
    on conflict (organization_id, transaction_id, other_commission_id) do update set amount = excluded.amount
    returning a.other_commission_id, a.explains_receipt)
  select array_agg(x.other_commission_id) into changed
  from (table gone union all table placed) x where not x.explains_receipt;
  perform private.sync_other_receipts(t.organization_id, changed);
end $$;
comment on function private.write_others is 'Writes what a deposit pays of other commissions, in the place of what it paid before.';

create function private.sync_other_receipts(organization_id uuid, other_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if other_ids is null then
    return;
  end if;
  update public.other_commissions o set received_amount = d.amount, received_on = d.day,
    status = case when d.amount is null then 'unpaid' else 'funds_received' end
  from unnest(other_ids) u(id)
  cross join lateral (
    select sum(a.amount) as amount, max(t.booked_on) as day
    from public.bank_other_allocations a
    join public.bank_transactions t on t.organization_id = a.organization_id and t.id = a.transaction_id
    where a.organization_id = sync_other_receipts.organization_id and a.other_commission_id = u.id) d
  where o.organization_id = sync_other_receipts.organization_id and o.id = u.id
    and (o.received_amount, o.received_on) is distinct from (d.amount, d.day);
  perform private.write_other_shares(other_ids);
end $$;
comment on function private.sync_other_receipts is 'What deposits brought of other commissions is received, as if an admin had recorded
  it; without one nothing is.';

create function private.keep_other_deposit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  d record;
begin
  select sum(a.amount) as amount, max(t.booked_on) as day, bool_or(a.explains_receipt) as explains into d
  from public.bank_other_allocations a
  join public.bank_transactions t on t.organization_id = a.organization_id and t.id = a.transaction_id
  where a.organization_id = new.organization_id and a.other_commission_id = new.id;
  if new.received_amount is distinct from d.amount and d.amount is not null
    or not d.explains and new.received_on is distinct from d.day then
    perform private.refuse('The deposit says what was received, and when.', 'received_amount', 'received_by_deposit');
  end if;
  return new;
end $$;
comment on function private.keep_other_deposit is 'What a deposit brought is not said otherwise by hand; the day of what it only explains
  can be.';

create function private.mark_stale_others() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.stale_matches (organization_id, commission_id)
  select new.organization_id, new.id
  where exists (select from public.bank_accounts a where a.organization_id = new.organization_id)
  on conflict do nothing;
  return null;
end $$;
comment on function private.mark_stale_others is 'Deposits of its vendor are matched anew by the job, as for sales
  (private.mark_stale_matches).';
