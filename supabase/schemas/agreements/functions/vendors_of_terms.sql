-- Vendors that terms of people name.

create function private.keep_vendor_of_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.agreement_versions v
    where v.organization_id = old.organization_id
      and v.vendor_splits @> jsonb_build_array(jsonb_build_object('vendor_id', old.id))) then
    perform private.refuse('A vendor that somebody''s terms name cannot be deleted. Archive it instead.', '', 'vendor_in_terms');
  end if;
  return old;
end $$;
comment on function private.keep_vendor_of_terms is 'Versions are kept as they were agreed, also those that are over: whom they name stays.';
