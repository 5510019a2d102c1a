-- What arrived from a vendor is told, and the commissions it arrived for by their status: each is one list of commissions with
-- that very sum.

-- {vendor, figures} for admins; null for everybody else, and for a vendor of somebody else. Without cancelled ones: sales and
-- their sums from the rollups; commissions expected (unpaid, not overdue), overdue (unpaid after the day the vendor should have
-- paid), funds_received and agent_paid; received: what arrived for these two, which may be more or less.
create or replace function public.get_vendor_profile(vendor_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  home uuid := private.admin_home();
  today date := private.today();
  vendor public.vendors%rowtype;
  figures jsonb;
begin
  select v.* into vendor from public.vendors v where v.id = get_vendor_profile.vendor_id and v.organization_id = home;
  if vendor.id is null then
    return null;
  end if;
  select jsonb_build_object('sales_count', coalesce(sum(m.sales_count), 0), 'total_amount', coalesce(sum(m.total_amount), 0),
    'commission_amount', coalesce(sum(m.commission_amount), 0)) into figures
  from private.sales_monthly_by_vendor m
  where m.organization_id = home and m.vendor_id = vendor.id and m.status <> 'cancelled';
  select figures || jsonb_object_agg(k.name, jsonb_build_object('count', coalesce(c.n, 0), 'amount', coalesce(c.amount, 0)))
    || jsonb_build_object('received', jsonb_build_object('count', coalesce(sum(c.n) filter (where c.arrived is not null), 0),
      'amount', coalesce(sum(c.arrived), 0))) into figures
  from unnest('{expected,overdue,funds_received,agent_paid}'::text[]) k(name)
  left join (
    select case when c.status <> 'unpaid' then c.status when c.due_on < today then 'overdue' else 'expected' end as name,
      count(*) as n, sum(c.amount) as amount,
      sum(coalesce(c.received_amount, c.amount)) filter (where c.status <> 'unpaid') as arrived
    from public.commissions c
    where c.organization_id = home and c.vendor_id = vendor.id and c.status in ('unpaid', 'funds_received', 'agent_paid')
    group by 1) c on c.name = k.name;
  return jsonb_build_object('vendor', to_jsonb(vendor) || jsonb_build_object('is_archived', vendor.archived_at is not null),
    'figures', figures);
end $$;
