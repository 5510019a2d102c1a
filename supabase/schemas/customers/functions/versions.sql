-- Versions of customers (tenancy/functions/record_versions): numbered by triggers, compared by update_customer.

create function private.check_customer(customer jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select private.check_record_input(check_customer.customer, '{
    "first_name": "text", "last_name": "text", "email": "text", "phone": "text", "notes": "text", "address_line_1": "text",
    "address_line_2": "text", "city": "text", "region": "text", "postal_code": "text", "country": "text",
    "birthday": "date", "more_emails": "json", "more_phones": "json", "emergency_name": "text", "emergency_phone": "text",
    "emergency_relation": "text", "tags": "list", "preferences": "json"}', 'customer')
$$;
comment on function private.check_customer is 'What a form sent about a customer, checked (private.check_record_input).';
grant execute on function private.check_customer(jsonb) to authenticated;

create function public.create_customer(customer jsonb, request_key uuid default null) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  answer jsonb := private.begin_request('create_customer', request_key, create_customer.customer);
begin
  return coalesce(answer, private.add_record('customers', request_key,
    -- Required fields: null is refused by their constraints.
    private.check_customer('{"first_name": null, "last_name": null}'::jsonb || create_customer.customer)));
end $$;
comment on function public.create_customer is 'Adds a customer, once for each `request_key`: {id}. Runs with the caller''s rights:
  the policies decide, as for an insert.';
grant execute on function public.create_customer(jsonb, uuid) to authenticated;

create function private.saved_by_create_customer(customer_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', 'customer', 'id', c.id, 'name', c.first_name || ' ' || c.last_name)
  from public.customers c
  where c.organization_id = private.current_organization_id() and c.id = saved_by_create_customer.customer_id
$$;
comment on function private.saved_by_create_customer is 'See private.saved_as.';

create function public.update_customer(customer_id uuid, expected_version integer, customer jsonb) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.save_record('customers', 'customer', private.current_organization_id(), update_customer.customer_id,
    update_customer.expected_version, private.check_customer(update_customer.customer))
$$;
comment on function public.update_customer is 'For every active member. `customer` holds the changed columns; answers like
  private.save_record. A customer of another tenant is treated as one that does not exist.';
grant execute on function public.update_customer(uuid, integer, jsonb) to authenticated;
