set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.deposits_of_commission(commission_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
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
end $function$;
