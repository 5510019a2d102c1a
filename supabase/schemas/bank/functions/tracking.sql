-- Since when an agency knows what vendors paid, as its first file of the bank proposes it.

create function private.proposed_tracking_day(organization_id uuid) returns date
language sql stable security definer set search_path = '' as $$
  select min(t.booked_on) from public.bank_transactions t
  where t.organization_id = proposed_tracking_day.organization_id and t.import_id = (
    select i.id from public.bank_imports i
    where i.organization_id = proposed_tracking_day.organization_id and i.status = 'done' order by i.created_at, i.id limit 1)
$$;
comment on function private.proposed_tracking_day is 'The day from which an owner may say that receipts are recorded: the first day
  of the oldest import of the bank. Null without one.';

create function public.get_receipt_tracking() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('since', o.receipts_tracked_since, 'proposed', private.proposed_tracking_day(o.id))
  from public.organizations o where o.id = private.admin_organization_id()
$$;
comment on function public.get_receipt_tracking is 'Since when the caller''s agency tracks what vendors pay, and since when it
  could: {since, proposed}, for admins and owners; null for everybody else. An owner writes the day
  (organizations.receipts_tracked_since).';
grant execute on function public.get_receipt_tracking() to authenticated;
