-- Commissions that are no vendor's for a sale: service fees, penalties, volume bonuses. They live like a vendor's (unpaid ->
-- funds_received -> agent_paid, or cancelled). A service fee follows its sale: made, changed and cancelled with it, received when the
-- customer has paid. The others are written by who expects them, and received when an admin says so.
--
-- Lock order: sale, commission, other commission, shares.

create function private.other_basis(o public.other_commissions) returns numeric
language sql stable security definer set search_path = '' as $$
  select case when o.received_amount < o.amount and g.agents_paid_on = 'received' then o.received_amount else o.amount end
  from public.organizations g where g.id = o.organization_id
$$;
comment on function private.other_basis is 'What the shares of one are reckoned from: its amount, or what came of it where agents carry a
  short payment (organizations.agents_paid_on).';

create function private.split_of_other(organization_id uuid, user_id uuid, kind text, sales_id uuid, percent numeric,
  volume numeric default null, out split numeric, out split_parts jsonb, out terms_version_id uuid)
language plpgsql stable security definer set search_path = '' as $$
declare
  terms public.agreement_versions;
  sale public.sales;
begin
  select s.* into sale from public.sales s
  where s.organization_id = split_of_other.organization_id and s.id = split_of_other.sales_id;
  terms := private.terms_in_force(split_of_other.organization_id, split_of_other.user_id, sale.sale_date);
  if terms.id is null then
    split := (private.split_for(split_of_other.organization_id, split_of_other.user_id, null, null, sale.sale_date)).split;
    return;
  end if;
  terms_version_id := terms.id;
  split_parts := '[]';
  if split_of_other.kind = 'service_fee' then
    split := private.split_of(terms.category_splits, 'category', 'service_fee');
    terms.vendor_splits := '[]';
  else
    sale.total_amount := 0;
    sale.commission_amount := 0;
  end if;
  if split is null then
    terms.category_splits := '[]';
    select f.split, f.split_parts into split_of_other.split, split_of_other.split_parts
    from private.split_of_sale(terms, sale, split_of_other.percent,
      coalesce(volume, private.known_volume(split_of_other.sales_id, split_of_other.user_id))) f;
  end if;
end $$;
comment on function private.split_of_other is 'The split of somebody who has a percent of another commission of a sale (percent), and the version of the
  terms that says so. A service fee has that of its category, else the tier of its sale: no vendor owes it. What a vendor still pays of a
  cancelled one has the vendor''s, else the tier of what was sold before it.
  volume: private.volume_until, where it is known already.';

create function private.write_other_shares(other_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- A row for each of the seller and those who share with the seller, in their order.
  with people as materialized (
    select o.id, o.organization_id, o.sales_id, o.kind, o.counted_on, p.place, p.user_id, p.role, p.percent,
      (private.parts_of(private.other_basis(o), array_agg(p.percent) over (partition by o.id order by p.place
        rows between unbounded preceding and unbounded following)))[p.place] as gross_part
    from public.other_commissions o
    join public.sales s on s.organization_id = o.organization_id and s.id = o.sales_id
    cross join lateral (
      select 1 as place, s.agent_id as user_id, 'seller' as role, 100 - coalesce(sum((e.value ->> 'percent')::numeric), 0) as percent
      from jsonb_array_elements(s.co_sellers) e(value)
      union all
      select e.n::int + 1, (e.value ->> 'user_id')::uuid, e.value ->> 'role', (e.value ->> 'percent')::numeric
      from jsonb_array_elements(s.co_sellers) with ordinality e(value, n)) p
    where o.id = any (other_ids) and o.status in ('unpaid', 'funds_received')
  )
  insert into public.commission_shares as c (organization_id, other_commission_id, sales_id, user_id, role, place, percent, split,
    split_parts, gross_part, agent_amount, terms_version_id, counted_on)
  select p.organization_id, p.id, p.sales_id, p.user_id, p.role, p.place, p.percent, t.split, t.split_parts, p.gross_part,
    private.share_of(p.gross_part, t.split, t.split_parts), t.terms_version_id, p.counted_on
  from people p
  left join public.commission_shares k on k.organization_id = p.organization_id and k.other_commission_id = p.id
    and k.user_id = p.user_id and k.place is not null and k.status <> 'cancelled'
  cross join lateral (
    select k.split, k.split_parts, k.terms_version_id where k.id is not null
    union all
    select f.split, f.split_parts, f.terms_version_id from private.split_of_other(p.organization_id, p.user_id, p.kind, p.sales_id, p.percent) f
    where k.id is null) t
  order by p.id, p.place
  on conflict (commission_id, other_commission_id, place, organization_id) where place is not null do update
    set user_id = excluded.user_id, role = excluded.role, percent = excluded.percent, split = excluded.split,
      split_parts = excluded.split_parts, gross_part = excluded.gross_part, agent_amount = excluded.agent_amount, terms_version_id = excluded.terms_version_id,
      counted_on = excluded.counted_on, status = 'open'
    where c.status <> 'paid' and (c.user_id, c.role, c.percent, c.split, c.split_parts, c.gross_part, c.agent_amount, c.counted_on, c.status)
      is distinct from (excluded.user_id, excluded.role, excluded.percent, excluded.split, excluded.split_parts, excluded.gross_part, excluded.agent_amount,
        excluded.counted_on, 'open');
  perform private.take_shares_away(array(
    select c.id
    from public.commission_shares c
    join public.other_commissions o on o.organization_id = c.organization_id and o.id = c.other_commission_id
    join public.sales s on s.organization_id = o.organization_id and s.id = o.sales_id
    where c.other_commission_id = any (other_ids) and c.place > jsonb_array_length(s.co_sellers) + 1 and c.status <> 'paid'
      and o.status in ('unpaid', 'funds_received')));
end $$;
comment on function private.write_other_shares is 'The shares of other commissions that belong to a sale, by its percents: made, changed
  and taken away as the sale says now. Whoever keeps a share keeps its split. What was paid stays.';

create function private.write_other_commission(organization_id uuid, kind text, sales_id uuid, vendor_id uuid, period_start date,
  period_end date, amount numeric, due_on date, counted_on date, notes text)
returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  new_id uuid;
begin
  insert into public.other_commissions (organization_id, kind, sales_id, vendor_id, period_start, period_end, amount, due_on, counted_on,
    notes, created_by)
  values (write_other_commission.organization_id, write_other_commission.kind, write_other_commission.sales_id,
    write_other_commission.vendor_id, write_other_commission.period_start, write_other_commission.period_end,
    write_other_commission.amount, write_other_commission.due_on, write_other_commission.counted_on,
    nullif(btrim(write_other_commission.notes), ''), private.acting_user(write_other_commission.organization_id))
  returning id into new_id;
  perform private.write_other_shares(array[new_id]);
  if write_other_commission.kind = 'volume_bonus' then
    perform private.audit(write_other_commission.organization_id, 'bonus_expected', null, write_other_commission.vendor_id,
      jsonb_build_object('period_start', write_other_commission.period_start, 'period_end', write_other_commission.period_end),
      write_other_commission.amount);
  else
    perform private.audit(write_other_commission.organization_id, 'other_commission_added', null, new_id,
      private.audit_change('status', null, 'unpaid') || jsonb_strip_nulls(jsonb_build_object('vendor_id', write_other_commission.vendor_id)),
      write_other_commission.amount);
  end if;
  return new_id;
end $$;
comment on function private.write_other_commission is 'Writes one and its shares (of one that belongs to a sale; a volume bonus is the
  agency''s own). The caller has checked who asks, and holds the sale.';

create function private.guard_other_commission() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.notes := nullif(btrim(new.notes), '');
  if tg_op = 'INSERT' then
    return new;
  end if;
  if (new.organization_id, new.kind, new.sales_id, new.vendor_id, new.period_start, new.period_end)
    is distinct from (old.organization_id, old.kind, old.sales_id, old.vendor_id, old.period_start, old.period_end)
    or new.amount <> old.amount and old.status not in ('unpaid', 'cancelled') then
    perform private.refuse('The amount and agent of this commission cannot change any more: it is already '
      || private.status_label(old.status) || '.', 'amount', 'commission_fixed', jsonb_build_object('status', old.status));
  end if;
  if new.status = old.status then
    return new;
  elsif old.status = 'agent_paid' then
    perform private.refuse('The agent has been paid. That is final.', 'status', 'agent_paid_is_final');
  elsif old.status = 'cancelled' and not (new.status = 'unpaid' and new.kind = 'service_fee' and exists (
    select 1 from public.sales s where s.id = new.sales_id and s.status = 'booked')) then
    perform private.refuse('A cancelled commission cannot be changed.', 'status', 'commission_cancelled');
  elsif new.status = 'agent_paid' and old.status <> 'funds_received' then
    perform private.refuse('Funds must be received before the agent is paid.', 'status', 'funds_not_received');
  elsif new.status in ('unpaid', 'cancelled') and exists (
    select 1 from public.commission_shares c
    where c.organization_id = new.organization_id and c.other_commission_id = new.id and c.status = 'paid') then
    perform private.refuse('The agent has been paid. That is final.', 'status', 'agent_paid_is_final');
  end if;
  return new;
end $$;
comment on function private.guard_other_commission is 'What it is for never changes, its amount while it is unpaid. Status: unpaid ->
  funds_received -> agent_paid; unpaid or funds_received -> cancelled, and a receipt taken back, while no share of it was paid. A service
  fee that was taken off a booked sale comes back with it.';

create function private.cancel_other_shares() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.commission_shares c set status = 'cancelled'
  where c.organization_id = new.organization_id and c.other_commission_id = new.id and c.status = 'open';
  return null;
end $$;

create function private.create_service_fees() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ids uuid[];
begin
  if not exists (select 1 from added n where n.fee_amount > 0) then
    return null;
  end if;
  with fees as (
    insert into public.other_commissions (organization_id, kind, sales_id, amount, counted_on, created_by, status, received_amount, received_on)
    select n.organization_id, 'service_fee', n.id, n.fee_amount, n.sale_date, n.agent_id, case n.status when 'booked' then 'unpaid'
      when 'paid' then 'funds_received' else 'cancelled' end, case n.status when 'paid' then n.fee_amount end,
      case n.status when 'paid' then (now() at time zone o.time_zone)::date end
    from added n
    join public.organizations o on o.id = n.organization_id
    where n.fee_amount > 0
    returning id)
  select array_agg(f.id) into ids from fees f;
  perform private.write_other_shares(ids);
  return null;
end $$;
comment on function private.create_service_fees is 'The service fees of new sales that have one, for all rows of a statement at once.';

create function private.sync_service_fees() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ids uuid[];
  fee_ids uuid[];
begin
  if not exists (select 1 from changed n where n.fee_amount > 0) and not exists (select 1 from replaced o where o.fee_amount > 0) then
    return null;
  end if;
  ids := array(
    select n.id
    from (
      select n.id, (n.fee_amount, n.status, n.agent_id, n.co_sellers, n.sale_date, n.vendor_id)
        is distinct from (o.fee_amount, o.status, o.agent_id, o.co_sellers, o.sale_date, o.vendor_id) as matters,
        n.fee_amount > 0 or o.fee_amount > 0 as with_fee
      from changed n full join replaced o on o.id = n.id offset 0) n
    where n.matters and n.with_fee);
  -- Each by its sale's key: joined, before the planner knows the table, all of them are read for every statement of an import.
  fee_ids := array(
    select f.id from unnest(ids) i(id)
    cross join lateral (select o.id from public.other_commissions o where o.sales_id = i.id and o.kind = 'service_fee' limit 1) f);
  with added as (
    insert into public.other_commissions (organization_id, kind, sales_id, amount, counted_on, created_by)
    select s.organization_id, 'service_fee', s.id, s.fee_amount, s.sale_date, s.agent_id from public.sales s
    where s.id = any (ids) and s.fee_amount > 0 and s.status <> 'cancelled' and s.id <> all (array(
      select o.sales_id from public.other_commissions o where o.id = any (fee_ids)))
    order by s.id returning id)
  select fee_ids || coalesce(array_agg(a.id), '{}') into fee_ids from added a;
  update public.other_commissions o set
    amount = case when s.fee_amount > 0 and o.status in ('unpaid', 'cancelled') and s.status <> 'cancelled' then s.fee_amount else o.amount end,
    counted_on = s.sale_date,
    status = case
      when s.status = 'cancelled' and o.status in ('unpaid', 'funds_received') or s.fee_amount = 0 and o.status = 'unpaid' then 'cancelled'
      when s.fee_amount > 0 and s.status = 'booked' and o.status = 'cancelled' then 'unpaid'
      when s.fee_amount > 0 and s.status = 'paid' and o.status = 'unpaid' then 'funds_received'
      else o.status end,
    received_amount = case when s.status = 'paid' and s.fee_amount > 0 and o.status = 'unpaid' then s.fee_amount else o.received_amount end,
    received_on = case when s.status = 'paid' and s.fee_amount > 0 and o.status = 'unpaid'
      then (now() at time zone g.time_zone)::date else o.received_on end
  from public.sales s
  join public.organizations g on g.id = s.organization_id
  where o.organization_id = s.organization_id and o.sales_id = s.id and o.id = any (fee_ids);
  perform private.write_other_shares(fee_ids);
  return null;
end $$;
comment on function private.sync_service_fees is 'Carries an update of sales over to their service fees: the amount while nothing was
  received, received when the customer has paid, cancelled with the sale or without a fee. Statements without one read two small
  tables.';

create function private.guard_sale_of_shares() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from public.commission_shares c
    where c.organization_id = old.organization_id and c.sales_id = old.id and c.status = 'paid') then
    perform private.refuse('The agent has been paid, so this sale can no longer be cancelled.', 'status', 'sale_of_paid_agent');
  end if;
  return new;
end $$;
comment on function private.guard_sale_of_shares is 'A sale is not cancelled once anybody was paid of it, or had something taken off for an override.';

create function public.record_other_receipt(other_commission_id uuid, received_on date default null, received_amount numeric default null,
  request_key uuid default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.admin_organization_id();
  o public.other_commissions;
  refusal jsonb;
  answer jsonb := private.begin_request('record_other_receipt', request_key, jsonb_build_object('other_commission_id', other_commission_id,
    'received_on', received_on, 'received_amount', received_amount));
begin
  if answer is not null then
    return answer;
  elsif caller_organization_id is null then
    return private.command_result('You do not have permission to record receipts.', null, 'receipts_are_for_admins');
  end if;
  perform 1 from public.sales s where s.organization_id = caller_organization_id and s.id = (
    select x.sales_id from public.other_commissions x
    where x.organization_id = caller_organization_id and x.id = record_other_receipt.other_commission_id) for no key update;
  select x.* into o from public.other_commissions x
  where x.organization_id = caller_organization_id and x.id = record_other_receipt.other_commission_id for no key update;
  refusal := case
    when o.id is null then private.command_result('This commission does not exist.', 'other_commission_id', 'commission_not_found')
    when o.kind = 'service_fee' then private.command_result('A service fee is received when the customer has paid the sale.',
      'other_commission_id', 'fee_received_with_sale')
    when o.status = 'cancelled' then private.command_result('A cancelled commission cannot be changed.',
      'other_commission_id', 'commission_cancelled')
    when exists (select 1 from public.commission_shares c
      where c.organization_id = o.organization_id and c.other_commission_id = o.id and c.status = 'paid') then
      private.command_result('Somebody was paid of it already: the receipt stands.', 'other_commission_id', 'receipt_of_paid_share')
    when record_other_receipt.received_on is null then
      private.closed_fact_refusal(caller_organization_id, o.received_posted_on, 'received_on')
    when record_other_receipt.received_on > private.today() then
      private.command_result('Enter the day the money came, today at the latest.', 'received_on', 'receipt_day_expected')
    when coalesce(record_other_receipt.received_amount, 0) <= 0 then private.command_result('Enter the amount received.',
      'received_amount', 'received_amount_missing')
    when record_other_receipt.received_amount <> round(record_other_receipt.received_amount, 2) then
      private.command_result('Use at most two decimals.', 'received_amount', 'decimals_too_many')
    when (record_other_receipt.received_on, record_other_receipt.received_amount) is distinct from (o.received_on, o.received_amount)
      then coalesce(private.closed_fact_refusal(caller_organization_id, o.received_posted_on, 'received_on'),
        private.closed_day_refusal(caller_organization_id, record_other_receipt.received_on, 'received_on'))
  end;
  if refusal is not null then
    return refusal;
  end if;
  update public.other_commissions x set received_on = record_other_receipt.received_on,
    received_amount = case when record_other_receipt.received_on is not null then record_other_receipt.received_amount end,
    status = case when record_other_receipt.received_on is null then 'unpaid' else 'funds_received' end
  where x.id = o.id;
  perform private.write_other_shares(array[o.id]);
  perform private.audit(caller_organization_id, 'other_receipt_recorded', null, o.id, jsonb_strip_nulls(jsonb_build_object(
    'vendor_id', o.vendor_id)) || jsonb_build_object('changes', private.audit_changes(
      jsonb_build_object('received_on', o.received_on, 'received_amount', o.received_amount),
      jsonb_build_object('received_on', record_other_receipt.received_on, 'received_amount',
        case when record_other_receipt.received_on is not null then record_other_receipt.received_amount end))),
    record_other_receipt.received_amount);
  return private.end_request(request_key, o.id, private.command_result(null));
end $$;
comment on function public.record_other_receipt is 'A manual receipt of a penalty or a volume bonus, as of a commission: said again it
  replaces what was said before, without a day it is taken back. Not once somebody was paid of it. {success, error, field}.';
grant execute on function public.record_other_receipt(uuid, date, numeric, uuid) to authenticated;

create function private.saved_of_other_commission(other_commission_id uuid, what text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', 'other_commission', 'id', o.id, 'name', what || coalesce(s.booking_reference, v.name))
  from public.other_commissions o
  left join public.sales s on s.organization_id = o.organization_id and s.id = o.sales_id
  left join public.vendors v on v.organization_id = o.organization_id and v.id = o.vendor_id
  where o.organization_id = private.admin_organization_id() and o.id = saved_of_other_commission.other_commission_id
$$;
comment on function private.saved_of_other_commission is 'See private.saved_as. @what in front of the booking''s reference, or the
  vendor''s name.';

create function private.saved_by_record_other_receipt(other_commission_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.saved_of_other_commission(other_commission_id, 'the receipt of ')
$$;

create function public.cancel_other_commission(other_commission_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.admin_organization_id();
  o public.other_commissions;
begin
  if caller_organization_id is null then
    return private.command_result('You do not have permission to record receipts.', null, 'receipts_are_for_admins');
  end if;
  select x.* into o from public.other_commissions x
  where x.organization_id = caller_organization_id and x.id = cancel_other_commission.other_commission_id for no key update;
  if o.id is null then
    return private.command_result('This commission does not exist.', 'other_commission_id', 'commission_not_found');
  elsif o.kind = 'service_fee' then
    return private.command_result('A service fee is cancelled with its sale.', 'other_commission_id', 'fee_cancelled_with_sale');
  elsif o.status = 'cancelled' then
    return private.command_result('A cancelled commission cannot be changed.', 'other_commission_id', 'commission_cancelled');
  elsif o.received_on is not null then
    return coalesce(private.closed_fact_refusal(caller_organization_id, o.received_posted_on, 'other_commission_id'),
      private.command_result('Something was received of it. Take the receipt back first.', 'other_commission_id', 'cancel_of_received'));
  end if;
  update public.other_commissions x set status = 'cancelled' where x.id = o.id;
  perform private.audit(caller_organization_id, 'other_commission_cancelled', null, o.id,
    private.audit_change('status', o.status, 'cancelled') || jsonb_strip_nulls(jsonb_build_object('vendor_id', o.vendor_id)), o.amount);
  return private.command_result(null);
end $$;
comment on function public.cancel_other_commission is 'Cancels a penalty or a volume bonus that is expected no longer, while nothing came
  of it; its shares with it. Admins only. {success, error, field}.';
grant execute on function public.cancel_other_commission(uuid) to authenticated;

create function public.note_other_commission(other_commission_id uuid, notes text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.admin_organization_id();
  o public.other_commissions;
begin
  if caller_organization_id is null then
    return private.command_result('You do not have permission to record receipts.', null, 'receipts_are_for_admins');
  elsif char_length(btrim(note_other_commission.notes)) > 5000 then
    return private.command_result('Use at most 5,000 characters.', 'notes', 'text_too_long', '{"most": 5000}');
  end if;
  select x.* into o from public.other_commissions x
  where x.organization_id = caller_organization_id and x.id = note_other_commission.other_commission_id for no key update;
  if o.id is null then
    return private.command_result('This commission does not exist.', 'other_commission_id', 'commission_not_found');
  end if;
  update public.other_commissions x set notes = note_other_commission.notes
  where x.id = o.id and x.notes is distinct from nullif(btrim(note_other_commission.notes), '');
  return private.command_result(null);
end $$;
comment on function public.note_other_commission is 'What an admin notes beside an other commission, of any state; empty for nothing.
  {success, error, field}.';
grant execute on function public.note_other_commission(uuid, text) to authenticated;
