set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.to_do()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ready jsonb := public.get_commission_stats() -> 'ready';
  departing jsonb := private.sum_sales(private.sale_filter_of(null, null, null, null, null, null, true)) -> 'booked';
begin
  return jsonb_build_object(
    'payable', jsonb_build_object('count', ready -> 'count', 'amount', ready -> 'agent_amount'),
    'overdue', private.owed_figures(private.admin_organization_id()),
    'vendors_without_terms', (
      select count(*) from public.vendors v
      where v.organization_id = private.admin_organization_id() and v.expected_payment_days is null and exists (
        select 1 from public.commissions c
        where c.organization_id = v.organization_id and c.vendor_id = v.id and c.status = 'unpaid' and c.due_on is null)),
    'departures', jsonb_build_object('count', coalesce(departing -> 'count', '0'), 'amount', coalesce(departing -> 'amount', '0')));
end $function$;

CREATE OR REPLACE FUNCTION public.get_first_steps()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'agency', o.updated_at > o.created_at,
    'vendor', exists (select 1 from public.vendors v where v.organization_id = o.id),
    'sale', exists (select 1 from public.sales s where s.organization_id = o.id),
    'people', (select count(*) > 1 from public.users u where u.organization_id = o.id)
      or exists (select 1 from public.invitations i where i.organization_id = o.id),
    'bank', exists (select 1 from public.bank_imports b where b.organization_id = o.id),
    'vendors_without_terms', (select count(*) from public.vendors v
      where v.organization_id = o.id and v.archived_at is null and v.expected_payment_days is null),
    'default_split', o.default_commission_split,
    'received_on', o.commission_received_on)
  from public.organizations o
  where o.id = private.current_organization_id() and private.is_admin()
$function$;
