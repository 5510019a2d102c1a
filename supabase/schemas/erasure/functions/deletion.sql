create function public.delete_customer(customer_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller_organization_id uuid := private.current_organization_id();
  customer public.customers%rowtype;
  refusal jsonb;
begin
  select c.* into customer from public.customers c
  where c.organization_id = caller_organization_id and c.id = delete_customer.customer_id for update;
  refusal := case
    when customer.id is null then private.command_result('This customer does not exist.', null, 'customer_not_found')
    -- Before anything about sales, which may be another agent's.
    when not private.is_admin() and customer.created_by is distinct from auth.uid() then
      private.command_result('You can delete only customers you added yourself.', null, 'customer_of_others')
    when exists (select 1 from public.sales s where s.organization_id = caller_organization_id and s.customer_id = customer.id)
      or exists (
        select 1 from public.sale_travelers t
        where t.organization_id = caller_organization_id and t.customer_id = customer.id) then
      private.command_result('A customer with sales cannot be deleted. Archive them instead.', null, 'customer_with_sales')
    when exists (
      select 1 from public.documents d where d.organization_id = caller_organization_id and d.customer_id = customer.id) then
      private.command_result('A customer with documents cannot be deleted. Archive them instead.', null, 'customer_with_documents')
    when exists (select 1 from private.customer_merges m
      where m.organization_id = caller_organization_id and customer.id in (m.kept_id, m.merged_id) and m.undone_at is null) then
      private.command_result('This customer was merged with another one. Undo the merge first, or archive them.',
        null, 'customer_with_merge')
  end;
  if refusal is not null then
    return refusal;
  end if;
  delete from private.passports p where p.organization_id = caller_organization_id and p.customer_id = customer.id;
  delete from public.customer_companions l
  where l.organization_id = caller_organization_id and customer.id in (l.customer_id, l.companion_id);
  delete from private.customer_merges m
  where m.organization_id = caller_organization_id and customer.id in (m.kept_id, m.merged_id);
  delete from public.customers c where c.id = customer.id;
  perform private.audit(caller_organization_id, 'customer_deleted', customer.id, customer.id);
  return private.command_result(null);
end $$;
comment on function public.delete_customer is 'Deletes a customer who is on no sale: admins any, agents those they added themselves.
  Answers {success, error, field}.';
grant execute on function public.delete_customer(uuid) to authenticated;
