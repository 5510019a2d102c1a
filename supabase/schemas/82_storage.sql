-- Two buckets whose files everybody may read who knows the name, and nobody can guess one: it ends with a random uuid.
-- avatars: <organization>/<person>/<uuid>.<ext>, logos: <organization>/<uuid>.<ext> and, of vendors,
-- <organization>/vendors/<uuid>.<ext>. Each file is written once and removed; there is no policy for updates, so nothing is
-- ever replaced under its name.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  ('avatars', 'avatars', true, 2097152, array['image/jpeg', 'image/png', 'image/webp']),
  ('logos', 'logos', true, 2097152, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do nothing;

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

create policy "admins list the logos of their vendors" on storage.objects for select to authenticated
  using (bucket_id = 'logos' and name ~ (select private.picture_pattern('vendors')));

create policy "admins add logos of their vendors" on storage.objects for insert to authenticated
  with check (bucket_id = 'logos' and name ~ (select private.picture_pattern('vendors')));

create policy "admins remove logos of their vendors" on storage.objects for delete to authenticated
  using (bucket_id = 'logos' and name ~ (select private.picture_pattern('vendors')));
