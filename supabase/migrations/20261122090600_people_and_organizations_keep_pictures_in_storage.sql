-- Two buckets whose files everybody may read who knows the name, and nobody can guess one: it ends with a random uuid.
-- avatars: <organization>/<person>/<uuid>.<ext>, logos: <organization>/<uuid>.<ext>. Each file is written once and
-- removed; there is no policy for updates, so nothing is ever replaced under its name.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  ('avatars', 'avatars', true, 2097152, array['image/jpeg', 'image/png', 'image/webp']),
  ('logos', 'logos', true, 2097152, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do nothing;

-- What the names of the caller's own files look like; null for who has none: inactive people and revoked sessions, whose
-- organization is null, and for logos everybody but owners. Policies ask once a statement, not once a file.
create function private.picture_pattern(bucket text) returns text
language sql stable security definer set search_path = '' as $$
  select '^' || private.current_organization_id()::text
    || case bucket when 'avatars' then '/' || auth.uid()::text when 'logos' then case when private.is_owner() then '' end end
    || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[.](jpg|jpeg|png|webp)$'
$$;
revoke all on function private.picture_pattern(text) from public, anon, authenticated;
grant execute on function private.picture_pattern(text) to authenticated;

create policy "people list their own pictures" on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and name ~ (select private.picture_pattern('avatars')));
create policy "people add their own pictures" on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars' and name ~ (select private.picture_pattern('avatars')));
create policy "people remove their own pictures" on storage.objects for delete to authenticated
  using (bucket_id = 'avatars' and name ~ (select private.picture_pattern('avatars')));

create policy "owners list the logos of their organization" on storage.objects for select to authenticated
  using (bucket_id = 'logos' and name ~ (select private.picture_pattern('logos')));
create policy "owners add logos of their organization" on storage.objects for insert to authenticated
  with check (bucket_id = 'logos' and name ~ (select private.picture_pattern('logos')));
create policy "owners remove logos of their organization" on storage.objects for delete to authenticated
  using (bucket_id = 'logos' and name ~ (select private.picture_pattern('logos')));
