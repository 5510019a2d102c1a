create function public.get_first_steps() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'agency', o.writing_saved_at is not null,
    'split', o.split_saved_at is not null,
    'vendor', exists (select 1 from public.vendors v where v.organization_id = o.id),
    'sale', exists (select 1 from public.sales s where s.organization_id = o.id),
    'people', (select count(*) > 1 from public.users u where u.organization_id = o.id and u.role <> 'integration')
      or exists (select 1 from public.invitations i where i.organization_id = o.id),
    'bank', exists (select 1 from public.bank_imports b where b.organization_id = o.id),
    'vendors_without_terms', (select count(*) from public.vendors v join public.vendor_terms t on t.vendor_id = v.id
      where v.organization_id = o.id and v.archived_at is null and t.expected_payment_days is null),
    'default_split', o.default_commission_split,
    'received_on', o.commission_received_on)
  from public.organizations o
  where o.id = private.current_organization_id() and private.is_admin()
$$;
comment on function public.get_first_steps is 'What a new agency has done of its first steps: {agency: currency, notation or time
  zone saved, split: the split or when commission counts as received, vendor, sale, people: somebody else is there or invited, bank:
  a file was imported}, and what it has not said yet: {vendors_without_terms, default_split, received_on}. Null for everybody but
  admins.';
grant execute on function public.get_first_steps() to authenticated;

create function private.own_first_steps() returns jsonb
language sql stable security definer set search_path = '' as $$
  select public.get_first_steps() from public.users u where u.id = auth.uid() and u.sees_first_steps
$$;
comment on function private.own_first_steps is 'The first steps as the caller''s dashboard shows them: null to who has dismissed them.';
