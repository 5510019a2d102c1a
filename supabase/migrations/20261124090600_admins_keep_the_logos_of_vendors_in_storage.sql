-- Logos of vendors lie beside the organization's own: logos/<organization>/vendors/<uuid>.<ext>, written and removed by
-- admins. The rules of the bucket (size, types, never replaced under a name) hold for them as well.

-- As before, and for 'vendors' what the names of the caller's vendors' logos look like; null for everybody but admins.
create or replace function private.picture_pattern(bucket text) returns text
language sql stable security definer set search_path = '' as $$
  select '^' || private.current_organization_id()::text
    || case bucket
      when 'avatars' then '/' || auth.uid()::text
      when 'logos' then case when private.is_owner() then '' end
      when 'vendors' then case when private.is_admin() then '/vendors' end end
    || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[.](jpg|jpeg|png|webp)$'
$$;

create policy "admins list the logos of their vendors" on storage.objects for select to authenticated
  using (bucket_id = 'logos' and name ~ (select private.picture_pattern('vendors')));
create policy "admins add logos of their vendors" on storage.objects for insert to authenticated
  with check (bucket_id = 'logos' and name ~ (select private.picture_pattern('vendors')));
create policy "admins remove logos of their vendors" on storage.objects for delete to authenticated
  using (bucket_id = 'logos' and name ~ (select private.picture_pattern('vendors')));
