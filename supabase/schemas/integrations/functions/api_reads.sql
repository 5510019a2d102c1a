-- What the API says of records (supabase/functions/_shared/api has the same as schemas): no notes, no passports, no bank details, and nothing
-- that a person wrote for people. All of it runs with the caller's rights.

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

create function private.api_agent(u public.users) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'active', u.is_active,
    'created_at', private.api_time(u.created_at))
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

create function private.api_commission(c public.commissions, currency text) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object('id', c.id, 'sale_id', c.sales_id, 'vendor_id', c.vendor_id, 'agent_id', c.agent_id, 'status', c.status,
    'sale_date', c.sale_date, 'due_on', c.due_on, 'amount', c.amount::text, 'received_amount', c.received_amount::text,
    'received_on', c.received_on, 'received_how', c.received_how, 'taken_back_amount', c.taken_back_amount::text,
    'written_off_amount', c.written_off::text, 'open_amount', c.open_amount::text, 'agent_split', c.commission_split::text,
    'agent_amount', c.agent_amount::text, 'currency', currency, 'created_at', private.api_time(c.created_at),
    'updated_at', private.api_time(c.updated_at))
$$;
grant execute on function private.api_commission(public.commissions, text) to authenticated;

create function private.api_payout(b public.payout_batches) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object('id', b.id, 'version', b.version, 'name', b.name, 'status', b.status, 'planned_on', b.planned_on,
    'paid_on', b.paid_on, 'currency', b.currency, 'created_at', private.api_time(b.created_at),
    'amount', case when b.status = 'paid' then (
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
    'created_at', private.api_time(a.created_at))
$$;
grant execute on function private.api_bank_account(public.bank_accounts) to authenticated;

create function private.api_bank_transaction(t public.bank_transactions, currency text) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object('id', t.id, 'account_id', t.account_id, 'status', t.status, 'booked_on', t.booked_on, 'value_on', t.value_on,
    'amount', t.amount::text, 'currency', currency, 'text', t.text, 'counterparty', t.counterparty, 'reference', t.reference,
    'vendor_id', t.vendor_id, 'created_at', private.api_time(t.created_at))
$$;
grant execute on function private.api_bank_transaction(public.bank_transactions, text) to authenticated;

create function private.record_for_api(noun text, record_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select case noun
    when 'sale' then (select private.api_sale(t) from public.sales t where t.id = record_id)
    when 'customer' then (select private.api_customer(t) from public.customers t where t.id = record_id)
    when 'vendor' then (select private.api_vendor(t) from public.vendors t where t.id = record_id)
    when 'commission' then (
      select private.api_commission(t, private.api_currency()) from public.commissions t where t.id = record_id)
    when 'payout' then (select private.api_payout_with_payments(t) from public.payout_batches t where t.id = record_id)
    when 'bank_transaction' then (
      select private.api_bank_transaction(t, private.api_currency()) from public.bank_transactions t where t.id = record_id) end
$$;
comment on function private.record_for_api is 'One record as the caller may see it; null where it is not there.';
grant execute on function private.record_for_api(text, uuid) to authenticated;

create function private.api_list(resource text, out source text, out said text, out tie text, out filters jsonb) returns record
language sql immutable set search_path = '' as $$
  select l.source, l.said, l.tie, l.filters::jsonb
  from (values
    ('sales', 'public.sales t', 'private.api_sale(t)', 't.id', '{"status": "text", "customer_id": "uuid", "vendor_id": "uuid", "agent_id": "uuid", "booking_reference": "text"}'),
    ('agents', 'public.users t', 'private.api_agent(t)', 't.id', '{}'),
    ('customers', 'public.customers t', 'private.api_customer(t)', 't.id', '{"email": "text"}'),
    ('vendors', 'public.vendors t', 'private.api_vendor(t)', 't.id', '{"name": "text"}'),
    ('commissions', 'public.commissions t', 'private.api_commission(t, $5)', 't.sales_id', '{"status": "text", "vendor_id": "uuid", "agent_id": "uuid", "sale_id": "uuid"}'),
    ('payouts', 'public.payout_batches t', 'private.api_payout(t)', 't.id', '{"status": "text"}'),
    ('bank_accounts', 'public.bank_accounts t', 'private.api_bank_account(t)', 't.id', '{}'),
    ('bank_transactions', 'public.bank_transactions t', 'private.api_bank_transaction(t, $5)', 't.id',
      '{"status": "text", "account_id": "uuid", "vendor_id": "uuid"}'))
    l(resource, source, said, tie, filters)
  where l.resource = api_list.resource
$$;
comment on function private.api_list is 'What a list is read from, what it says of each row, by what rows of one moment are told apart (as an index
  has them), and what it can be narrowed to: columns and their types.';
grant execute on function private.api_list(text) to authenticated;

create function private.list_for_api(resource text, input jsonb) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  list record;
  query constant jsonb := coalesce(input -> 'query', '{}');
  most constant int := coalesce((query ->> 'limit')::int, 50);
  after_at timestamptz;
  after_id uuid;
  rows jsonb;
begin
  select l.* into list from private.api_list(list_for_api.resource) l;
  if query ->> 'cursor' ~ '^\d{1,16}[.][0-9a-f-]{36}$' then
    after_at := 'epoch'::timestamptz + split_part(query ->> 'cursor', '.', 1)::bigint * interval '1 microsecond';
    after_id := split_part(query ->> 'cursor', '.', 2)::uuid;
  end if;
  execute format(
    'select coalesce(jsonb_agg(to_jsonb(r) order by r.n), ''[]'') from (
      select row_number() over () as n, p.* from (
        select %2$s as said, (extract(epoch from t.created_at) * 1000000)::bigint || ''.'' || %3$s as place
        from %1$s where %4$s order by t.created_at desc, %3$s limit $4) p) r',
    list.source, list.said, list.tie, concat_ws(' and ',
      case list_for_api.resource when 'agents' then 't.role <> ''integration''' end,
      't.organization_id = (select private.current_organization_id())',
      case when after_at is not null then format('t.created_at <= $2 and (t.created_at < $2 or %s > $3)', list.tie) end,
      (select string_agg(case f.key
          when 'email' then 'coalesce(t.email, '''') = $1 ->> ''email'''
          when 'sale_id' then 't.sales_id = ($1 ->> ''sale_id'')::uuid'
          else format('t.%1$I = ($1 ->> %1$L)::%2$s', f.key, f.value) end, ' and ')
        from jsonb_each_text(list.filters) f where query ->> f.key is not null)))
  into rows using query, after_at, after_id, most + 1, private.api_currency();
  return jsonb_build_object('answer', jsonb_build_object(
    'data', (select coalesce(jsonb_agg(r.entry -> 'said' order by r.n), '[]')
      from jsonb_array_elements(rows) with ordinality r(entry, n) where r.n <= most),
    'next_cursor', case when jsonb_array_length(rows) > most then rows -> (most - 1) ->> 'place' end));
end $$;
comment on function private.list_for_api is 'A page of a list, the newest records first, from behind the cursor: the moment and the id of the last one.';
grant execute on function private.list_for_api(text, jsonb) to authenticated;
