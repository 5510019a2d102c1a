-- The outbox of webhooks (docs/product/integrations.md, Webhooks): triggers of this wing write what happened in the transaction in which it
-- happened, for agencies with an endpoint that wants it; for all others they look up that nobody listens, once a statement.

create function private.webhook_types() returns text[]
language sql immutable set search_path = '' as $$
  select '{sale.created,sale.changed,sale.paid,sale.cancelled,commission.received,commission.paid,commission.recalled,
    payout.paid,payout.voided,customer.merged,customer.erased}'::text[]
$$;
comment on function private.webhook_types is 'The facts that are told. Additions are additions: a program passes over what it does not know.';

create function private.webhooks_wanted(organization_ids uuid[], family text) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select distinct e.organization_id || ' ' || t.type
    from private.webhook_endpoints e cross join lateral unnest(private.webhook_types()) t(type)
    where e.organization_id = any (organization_ids) and e.switched_off_at is null
      and starts_with(t.type, family || '.') and e.events && array[t.type, family || '.*']);
end $$;
comment on function private.webhooks_wanted is 'What endpoints of these agencies want of a family (sale, commission, payout, customer): ids and types, as
  ''<organization_id> sale.paid''.';

create function private.deliver_webhook_events() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.webhook_deliveries (organization_id, endpoint_id, event_id, number, record_id)
  select v.organization_id, e.id, v.id, v.number, v.record_id
  from written v
  join private.webhook_endpoints e on e.organization_id = v.organization_id and e.switched_off_at is null
    and e.events && array[v.type, split_part(v.type, '.', 1) || '.*']
  order by v.number, e.id
  -- Somebody may be deleting the endpoint: it goes when this is done, or is passed over.
  for key share of e;
  return null;
end $$;
comment on function private.deliver_webhook_events is 'A delivery for each endpoint that wants the event. The job of the next seconds sends it.';

create function private.webhooks_of_sales() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  said_elsewhere constant text[] := '{id,organization_id,created_at,updated_at,version,import_batch_id,import_row,status}';
  wanted text[];
  ids uuid[];
  types text[];
begin
  if tg_op = 'DELETE' then
    wanted := private.webhooks_wanted(array(select distinct r.organization_id from replaced r), 'sale');
    if cardinality(wanted) > 0 then
      insert into private.webhook_events (organization_id, type, record_type, record_id, data)
      select r.organization_id, 'sale.cancelled', 'sales', r.id, jsonb_build_object('id', r.id, 'status', 'cancelled', 'removed', true)
      from replaced r where r.organization_id || ' sale.cancelled' = any (wanted) order by r.id;
    end if;
    return null;
  end if;
  if tg_op = 'UPDATE' and private.in_mode('erasing') then
    -- What an erasure takes out of a reference is taken out of what is kept, too.
    update private.webhook_events v set data = v.data || jsonb_build_object('reference', n.booking_reference)
    from changed n where v.organization_id = n.organization_id and v.record_id = n.id and v.data ? 'reference';
  end if;
  wanted := private.webhooks_wanted(array(select distinct n.organization_id from changed n), 'sale');
  if cardinality(wanted) = 0 then
    return null;
  elsif tg_op = 'INSERT' then
    select array_agg(n.id order by n.id), array_agg('sale.created'::text order by n.id) into ids, types
    from changed n where n.organization_id || ' sale.created' = any (wanted);
  else
    select array_agg(t.id order by t.id, t.type), array_agg(t.type order by t.id, t.type) into ids, types
    -- The full join behind offset 0 is explained at private.sync_commission.
    from (
      select n.id, k.type
      from (
        select n.id, n.organization_id, n.status, o.status as old_status, n.version <> o.version as is_changed,
          to_jsonb(n) - said_elsewhere <> to_jsonb(o) - said_elsewhere as is_other
        from changed n full join replaced o on o.id = n.id offset 0) n
      cross join lateral (
        select 'sale.' || n.status as type where n.status <> n.old_status and n.status in ('paid', 'cancelled')
        union all
        select 'sale.changed'
        where n.is_changed and (n.is_other or n.status <> n.old_status and n.status not in ('paid', 'cancelled'))) k
      where n.organization_id || ' ' || k.type = any (wanted)) t;
  end if;
  insert into private.webhook_events (organization_id, type, record_type, record_id, data)
  select s.organization_id, f.type, 'sales', s.id, jsonb_build_object('id', s.id, 'reference', s.booking_reference, 'status', s.status,
    'version', s.version, 'customer_id', s.customer_id, 'vendor_id', s.vendor_id, 'agent_id', s.agent_id, 'sale_date', s.sale_date,
    'travel_date', s.travel_date, 'return_date', s.return_date, 'total_amount', s.total_amount::text,
    'commission_amount', s.commission_amount::text, 'fee_amount', s.fee_amount::text, 'currency', s.currency)
  from unnest(ids, types) with ordinality f(id, type, n)
  join public.sales s on s.id = f.id
  order by f.n;
  return null;
end $$;
comment on function private.webhooks_of_sales is 'Events sale.created, sale.paid, sale.cancelled, and sale.changed for anything else of a new version. A sale
  that an import takes back is cancelled, and `removed`.';

create function private.webhooks_of_receipts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant text[] := private.webhooks_wanted(array(select distinct n.organization_id from changed n), 'commission');
begin
  if cardinality(wanted) = 0 then
    return null;
  end if;
  insert into private.webhook_events (organization_id, type, record_type, record_id, data)
  select n.organization_id, k.type, 'commissions', n.id, jsonb_build_object('id', n.id, 'kind', 'vendor', 'sale_id', n.sales_id,
    'vendor_id', n.vendor_id, 'agent_id', n.agent_id, 'status', n.status, 'amount', n.amount::text, 'received_on', n.received_on,
    'received_amount', coalesce(n.received_amount, 0.00)::text, 'taken_back_amount', n.taken_back_amount::text,
    -- As the API and screens say it: nothing of what counts as settled.
    'open_amount', w.open::numeric(12,2)::text, 'currency', s.currency) || case k.type when 'commission.recalled' then '{"from": "agency"}' else '{}' end::jsonb
  from (
    select n.*, (n.received_on, n.received_amount) is distinct from (o.received_on, o.received_amount) as is_received,
      n.taken_back_amount <> o.taken_back_amount as is_recalled
    from changed n full join replaced o on o.id = n.id offset 0) n
  cross join lateral (
    select 'commission.received' as type where n.is_received
    union all select 'commission.recalled' where n.is_recalled) k
  join public.sales s on s.id = n.sales_id
  join private.commission_money w on w.organization_id = n.organization_id and w.commission_id = n.id
  where n.organization_id || ' ' || k.type = any (wanted)
  order by n.id, k.type desc;
  return null;
end $$;
comment on function private.webhooks_of_receipts is 'Events commission.received, with all that is received of a commission by now, and commission.recalled, with
  all that the bank says the vendor took back; a match that is taken back is told by the same, with the sums it leaves.';

create function private.webhooks_of_other_receipt() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.organization_id || ' commission.received' = any (private.webhooks_wanted(array[new.organization_id], 'commission')) then
    insert into private.webhook_events (organization_id, type, record_type, record_id, data)
    select new.organization_id, 'commission.received', 'commissions', new.id, jsonb_build_object('id', new.id, 'kind', new.kind,
      'sale_id', new.sales_id, 'vendor_id', new.vendor_id, 'agent_id', null, 'status', new.status, 'amount', new.amount::text,
      'received_on', new.received_on, 'received_amount', coalesce(new.received_amount, 0.00)::text, 'taken_back_amount', '0.00',
      'open_amount', case when new.status = 'cancelled' then 0.00 else greatest(new.amount - coalesce(new.received_amount, 0), 0.00) end::text,
      'currency', o.currency)
    from public.organizations o where o.id = new.organization_id;
  end if;
  return null;
end $$;
comment on function private.webhooks_of_other_receipt is 'The same of service fees, penalties and volume bonuses.';

create function private.webhooks_of_agent_payments() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant text[] := private.webhooks_wanted(array(select distinct p.organization_id from changed p), 'commission');
begin
  if cardinality(wanted) = 0 then
    return null;
  end if;
  insert into private.webhook_events (organization_id, type, record_type, record_id, data)
  select p.organization_id, 'commission.paid', 'commissions', i.id, jsonb_build_object('id', i.id,
    'kind', coalesce(x.kind, 'vendor'), 'sale_id', h.sales_id, 'agent_id', p.agent_id, 'share_id', case when not private.of_seller(h) then h.id end,
    'role', h.role, 'payment_id', p.id, 'payout_id', p.batch_id, 'paid_on', p.payment_date,
    'amount', p.amount::text, 'currency', o.currency)
  from changed p
  join public.organizations o on o.id = p.organization_id
  join public.commission_shares h on h.organization_id = p.organization_id and h.id = p.share_id
  left join public.other_commissions x on x.organization_id = p.organization_id and x.id = h.other_commission_id
  cross join lateral (select coalesce(h.commission_id, h.other_commission_id) as id) i
  where p.organization_id || ' commission.paid' = any (wanted)
  order by p.id;
  return null;
end $$;
comment on function private.webhooks_of_agent_payments is 'Events commission.paid: one for each part that somebody was paid of a commission, the seller''s and those beside it.';

create function private.webhooks_of_recall() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.organization_id || ' commission.recalled' = any (private.webhooks_wanted(array[new.organization_id], 'commission')) then
    insert into private.webhook_events (organization_id, type, record_type, record_id, data)
    select new.organization_id, 'commission.recalled', 'commissions', i.id, jsonb_build_object('id', i.id, 'from', 'agent',
      'kind', coalesce(x.kind, 'vendor'), 'sale_id', h.sales_id, 'agent_id', new.agent_id, 'share_id', case when not private.of_seller(h) then h.id end,
      'amount', (-new.amount)::text, 'currency', o.currency)
    from public.organizations o
    join public.commission_shares h on h.organization_id = o.id and h.id = new.share_id
    left join public.other_commissions x on x.organization_id = o.id and x.id = h.other_commission_id
    cross join lateral (select coalesce(h.commission_id, h.other_commission_id) as id) i
    where o.id = new.organization_id;
  end if;
  return null;
end $$;
comment on function private.webhooks_of_recall is 'Events commission.recalled: what somebody who was paid gives back.';

create function private.webhooks_of_payout() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.organization_id || ' payout.paid' = any (private.webhooks_wanted(array[new.organization_id], 'payout')) then
    insert into private.webhook_events (organization_id, type, record_type, record_id, data)
    select new.organization_id, 'payout.paid', 'payouts', new.id, jsonb_build_object('id', new.id, 'paid_on', new.paid_on,
      'statements', count(*), 'amount', coalesce(sum(s.paid_amount), 0.00)::text, 'currency', new.currency)
    from public.payout_statements s where s.organization_id = new.organization_id and s.batch_id = new.id;
  end if;
  return null;
end $$;
comment on function private.webhooks_of_payout is 'Events payout.paid. Its statements are written before it is.';

create function private.webhooks_of_void() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.organization_id || ' payout.voided' = any (private.webhooks_wanted(array[new.organization_id], 'payout')) then
    insert into private.webhook_events (organization_id, type, record_type, record_id, data)
    select new.organization_id, 'payout.voided', 'payouts', coalesce(s.batch_id, new.payment_id), jsonb_build_object('id', s.batch_id,
      'statement_id', new.statement_id, 'payment_id', new.payment_id, 'agent_id', new.agent_id, 'voided_on', new.voided_on,
      'amount', (-new.amount)::text, 'currency', o.currency)
    from public.organizations o
    left join public.payout_statements s on s.organization_id = o.id and s.id = new.statement_id
    where o.id = new.organization_id;
  end if;
  return null;
end $$;
comment on function private.webhooks_of_void is 'Events payout.voided: one agent''s payment came back. A single payment belongs to no payout: `id` is null.';

create function private.webhooks_of_merge() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.organization_id || ' customer.merged' = any (private.webhooks_wanted(array[new.organization_id], 'customer')) then
    insert into private.webhook_events (organization_id, type, record_type, record_id, data)
    values (new.organization_id, 'customer.merged', 'customers', new.merged_id,
      jsonb_build_object('id', new.merged_id, 'into_id', new.kept_id));
  end if;
  return null;
end $$;

comment on function private.webhooks_of_merge is 'Events customer.merged, of the one that is no more; its sales are told as changed.';

create function private.webhooks_of_erasure() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.organization_id || ' customer.erased' = any (private.webhooks_wanted(array[new.organization_id], 'customer')) then
    insert into private.webhook_events (organization_id, type, record_type, record_id, data)
    values (new.organization_id, 'customer.erased', 'customers', new.id, jsonb_build_object('id', new.id));
  end if;
  update private.webhook_deliveries d set answer = null where d.organization_id = new.organization_id and d.answer is not null;
  return null;
end $$;
comment on function private.webhooks_of_erasure is 'Events customer.erased. What programs answered may name anybody: it goes.';
