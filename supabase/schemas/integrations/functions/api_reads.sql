-- What the API says of records (supabase/functions/_shared/api has the same as schemas): no notes, no passports, no bank details, and nothing
-- that a person wrote for people. All of it runs with the caller's rights.

create function private.api_resources() returns table (
  place int, resource text, scope text, noun text, source text, said text, tie text, filters jsonb, said_alone text, writes text[])
language sql immutable set search_path = '' as $$
  values
    (1, 'sales', 'sales', 'sale', 'public.sales t', 'private.api_sale(t)', 't.id',
      '{"status": "text", "customer_id": "uuid", "vendor_id": "uuid", "agent_id": "uuid", "booking_reference": "text"}'::jsonb,
      'private.api_sale_with_parts(t)', '{create_sale,update_sale}'::text[]),
    (2, 'agents', 'sales', null, 'public.users t', 'private.api_agent(t)', 't.id', '{}', null, '{}'),
    (3, 'customers', 'customers', 'customer', 'public.customers t', 'private.api_customer(t)', 't.id', '{"email": "text"}',
      'private.api_customer(t)', '{create_customer,update_customer}'),
    (4, 'vendors', 'vendors', 'vendor', 'public.vendors t', 'private.api_vendor(t)', 't.id', '{"name": "text"}', 'private.api_vendor(t)',
      '{create_vendor,update_vendor}'),
    (5, 'commissions', 'commissions', 'commission', 'public.commissions t', 'private.api_commission(t, $5)', 't.sales_id',
      '{"status": "text", "vendor_id": "uuid", "agent_id": "uuid", "sale_id": "uuid"}',
      'private.api_commission(t, private.api_currency()) || (select m.said from private.api_money_of_commissions(array[t.id]) m)',
      '{record_receipt}'),
    (6, 'bank_accounts', 'bank', null, 'public.bank_accounts t', 'private.api_bank_account(t)', 't.id', '{}', null, '{}'),
    (7, 'bank_transactions', 'bank', 'bank_transaction', 'public.bank_transactions t', 'private.api_bank_transaction(t, $5)', 't.id',
      '{"status": "text", "account_id": "uuid", "vendor_id": "uuid"}', 'private.api_bank_transaction(t, private.api_currency())',
      '{import_bank_transactions}'),
    (8, 'payouts', 'payouts', 'payout', 'public.payout_batches t', 'private.api_payout(t)', 't.id', '{"status": "text"}',
      'private.api_payout_with_payments(t)', '{}')
$$;
comment on function private.api_resources is 'What the API knows: the one list of it in the database. scope: what a key is let into. source, said, tie, filters: what a list
  is read from, what it says of each row, by what rows of one moment are told apart (as an index has them), and what it can be narrowed to:
  columns and their types. said_alone: what is said of one record, named by `noun`. writes: the operations that write.';
grant execute on function private.api_resources() to authenticated;

create function private.api_time(at timestamptz) returns text
language sql immutable set search_path = '' as $$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;
grant execute on function private.api_time(timestamptz) to authenticated;

create function private.api_currency() returns text
language sql stable security definer set search_path = '' as $$
  select o.currency from public.organizations o where o.id = private.current_organization_id()
$$;
comment on function private.api_currency is 'That of all money of the caller''s agency.';
grant execute on function private.api_currency() to authenticated;

create function private.api_sale(s public.sales) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object('id', s.id, 'version', s.version, 'booking_reference', s.booking_reference, 'status', s.status,
    'customer_id', s.customer_id, 'vendor_id', s.vendor_id, 'agent_id', s.agent_id, 'traveler_ids', s.traveler_ids,
    'sale_date', s.sale_date, 'travel_date', s.travel_date, 'return_date', s.return_date, 'total_amount', s.total_amount::text,
    'commission_amount', s.commission_amount::text, 'commission_rate', s.commission_rate::text, 'commission_basis', s.commission_basis,
    'currency', s.currency, 'created_at', private.api_time(s.created_at), 'updated_at', private.api_time(s.updated_at))
$$;
grant execute on function private.api_sale(public.sales) to authenticated;

create function private.api_sale_with_parts(s public.sales) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.api_sale(s) || jsonb_build_object(
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', l.kind, 'text', l.text, 'amount', l.amount::text, 'earns', l.earns,
        'rate', l.rate::text, 'commission', l.commission::text) order by l.place), '[]')
      from public.sale_lines l where l.organization_id = s.organization_id and l.sale_id = s.id),
    'co_sellers', (
      select coalesce(jsonb_agg(jsonb_build_object('user_id', e.value -> 'user_id', 'role', e.value -> 'role',
        'percent', (e.value ->> 'percent')::numeric(5,2)::text) order by e.n), '[]')
      from jsonb_array_elements(s.co_sellers) with ordinality e(value, n)),
    'plan', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'due_on', d.due_on, 'amount', d.amount::text,
        'open_amount', d.open_amount::text) order by d.place), '[]')
      from public.payment_dues d where d.organization_id = s.organization_id and d.sales_id = s.id),
    'group', (
      select jsonb_build_object('id', g.id, 'name', g.name)
      from public.sale_groups g where g.organization_id = s.organization_id and g.id = s.group_id))
$$;
comment on function private.api_sale_with_parts is 'One sale: what it is made of, who sold it beside its agent, when its customer pays and
  what of that is open, and its group. People are ids.';
grant execute on function private.api_sale_with_parts(public.sales) to authenticated;

create function private.api_agent(u public.users) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'active', u.is_active,
    'created_at', private.api_time(u.created_at), 'updated_at', private.api_time(u.updated_at))
$$;
grant execute on function private.api_agent(public.users) to authenticated;

create function private.api_customer(c public.customers) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object('id', c.id, 'version', c.version, 'first_name', c.first_name, 'last_name', c.last_name, 'email', c.email,
    'phone', c.phone, 'address_line_1', c.address_line_1, 'address_line_2', c.address_line_2, 'city', c.city, 'region', c.region,
    'postal_code', c.postal_code, 'country', c.country, 'tags', c.tags, 'archived', c.archived_at is not null,
    'merged_into', c.merged_into, 'erased', c.erased_at is not null, 'created_at', private.api_time(c.created_at),
    'updated_at', private.api_time(c.updated_at))
$$;
grant execute on function private.api_customer(public.customers) to authenticated;

create function private.api_vendor(v public.vendors) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object('id', v.id, 'version', v.version, 'name', v.name, 'category', v.category, 'aliases', v.aliases,
    'website', v.website, 'default_commission_rate', v.default_commission_rate::text, 'email', v.email, 'phone', v.phone,
    'address_line_1', v.address_line_1, 'address_line_2', v.address_line_2, 'city', v.city, 'region', v.region,
    'postal_code', v.postal_code, 'country', v.country, 'archived', v.archived_at is not null,
    'created_at', private.api_time(v.created_at), 'updated_at', private.api_time(v.updated_at))
$$;
grant execute on function private.api_vendor(public.vendors) to authenticated;

create function private.api_money_of_commissions(commission_ids uuid[]) returns table (commission_id uuid, said jsonb)
language sql stable security definer set search_path = '' as $$
  select m.commission_id, jsonb_build_object('open_amount', m.open::numeric(12,2)::text, 'overdue_amount', m.owed::numeric(12,2)::text,
    'agent_amount', h.amount::text, 'seller_amount', m.agent_amount::text, 'agents_paid_amount', h.paid::text, 'people', h.people)
  from private.commission_money m
  cross join lateral (
    select coalesce(sum(x.agent_amount), 0.00) as amount, coalesce(sum(x.agent_amount) filter (where x.status = 'paid'), 0.00) as paid,
      jsonb_agg(jsonb_build_object('user_id', x.user_id, 'role', x.role, 'amount', x.agent_amount::text, 'paid', x.status = 'paid')
        order by x.place nulls last, x.role, x.created_at, x.id) filter (where x.place is not null or x.agent_amount <> 0) as people
    from public.commission_shares x
    where x.organization_id = m.organization_id and x.commission_id = m.commission_id) h
  where m.commission_id = any (api_money_of_commissions.commission_ids) and m.organization_id = (select private.current_organization_id())
    and (select private.is_admin())
$$;
comment on function private.api_money_of_commissions is 'Of the commissions of a page what they have come to, by the relations that screens and files read: what is
  open and overdue of each (private.commission_money), what all its people get and were paid and each of
  them. With the owner''s rights; nothing of another agency''s, and nothing for anybody but admins and keys.';
grant execute on function private.api_money_of_commissions(uuid[]) to authenticated;

create function private.api_commission(c public.commissions, currency text) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object('id', c.id, 'sale_id', c.sales_id, 'vendor_id', c.vendor_id, 'agent_id', c.agent_id, 'status', c.status,
    'sale_date', c.sale_date, 'due_on', c.due_on, 'amount', c.amount::text, 'received_amount', c.received_amount::text,
    'received_on', c.received_on, 'received_how', c.received_how, 'taken_back_amount', c.taken_back_amount::text,
    'written_off_amount', c.written_off::text, 'agent_split', c.commission_split::text, 'currency', currency,
    'created_at', private.api_time(c.created_at), 'updated_at', private.api_time(c.updated_at))
$$;
comment on function private.api_commission is 'Of a commission what is its own; private.api_money_of_commissions has the rest, of a page at once.';
grant execute on function private.api_commission(public.commissions, text) to authenticated;

create function private.api_payout(b public.payout_batches) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object('id', b.id, 'version', b.version, 'name', b.name, 'status', b.status, 'planned_on', b.planned_on,
    'paid_on', b.paid_on, 'currency', b.currency, 'created_at', private.api_time(b.created_at),
    'updated_at', private.api_time(b.updated_at), 'amount', case when b.status = 'paid' then (
      select coalesce(sum(s.paid_amount), 0)::numeric(14,2)::text from public.payout_statements s
      where s.organization_id = b.organization_id and s.batch_id = b.id) end)
$$;
grant execute on function private.api_payout(public.payout_batches) to authenticated;

create function private.api_payout_with_payments(b public.payout_batches) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.api_payout(b) || jsonb_build_object('payments', (
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'number', s.number, 'agent_id', s.agent_id, 'amount', s.paid_amount::text,
      'currency', b.currency, 'paid_on', s.paid_on, 'payment_method', s.payment_method, 'voided', exists (
        select from public.payment_voids v where v.organization_id = s.organization_id and v.statement_id = s.id)) order by s.number), '[]')
    from public.payout_statements s where s.organization_id = b.organization_id and s.batch_id = b.id))
$$;
grant execute on function private.api_payout_with_payments(public.payout_batches) to authenticated;

create function private.api_bank_account(a public.bank_accounts) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object('id', a.id, 'name', a.name, 'currency', a.currency, 'archived', a.archived_at is not null,
    'created_at', private.api_time(a.created_at), 'updated_at', private.api_time(a.updated_at))
$$;
grant execute on function private.api_bank_account(public.bank_accounts) to authenticated;

create function private.api_bank_transaction(t public.bank_transactions, currency text) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object('id', t.id, 'account_id', t.account_id, 'status', t.status, 'booked_on', t.booked_on, 'value_on', t.value_on,
    'amount', t.amount::text, 'currency', currency, 'text', t.text, 'counterparty', t.counterparty, 'reference', t.reference,
    'vendor_id', t.vendor_id, 'created_at', private.api_time(t.created_at), 'updated_at', private.api_time(t.updated_at))
$$;
grant execute on function private.api_bank_transaction(public.bank_transactions, text) to authenticated;

create function private.record_for_api(noun text, record_id uuid) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  kind record;
  answer jsonb;
begin
  select r.* into kind from private.api_resources() r where r.noun = record_for_api.noun;
  if kind.noun is not null then
    execute format('select %s from %s where t.id = $1', kind.said_alone, kind.source) into answer using record_id;
  end if;
  return answer;
end $$;
comment on function private.record_for_api is 'One record as the caller may see it; null where it is not there.';
grant execute on function private.record_for_api(text, uuid) to authenticated;
