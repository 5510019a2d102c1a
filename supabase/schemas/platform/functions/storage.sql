-- Storage of pictures and documents: buckets, and policies on their files.
--   avatars: <organization>/<user>/<uuid>.<ext>, written by the person
--   logos: <organization>/<uuid>.<ext>, written by owners; <organization>/vendors/<uuid>.<ext>, written by admins
--   mail: <organization>/<mail>/<number>, mails as they came, written and read by functions alone (no policy)
--   documents: <organization>/<uuid> of the version, written and read as records/functions/documents_files.sql says
-- Pictures are public: whoever knows the name of a file may read it, and nobody can guess one, as names end with a random uuid.
-- private.picture_pattern gives the names the caller may write, and null where there are none. Documents are private. Files are
-- immutable: there are no policies for updates, so a new file has a new name, and the old one is removed.
-- Every policy for inserts asks whether the agency has room (core/functions/agency_files.sql).

create function private.may_add_files() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.has_room_for_files(private.current_organization_id())
$$;
comment on function private.may_add_files is 'Whether the caller''s agency has room for one more file.';
grant execute on function private.may_add_files() to authenticated;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  ('avatars', 'avatars', true, 2097152, array['image/jpeg', 'image/png', 'image/webp']),
  ('logos', 'logos', true, 2097152, array['image/jpeg', 'image/png', 'image/webp']),
  -- The types of private.is_document_type.
  ('documents', 'documents', false, 26214400, array['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/gif',
    'text/plain', 'text/csv', 'application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation']),
  ('mail', 'mail', false, 52428800, null)
on conflict (id) do nothing;

create policy "people list their own pictures" on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and name ~ (select private.picture_pattern('avatars')));

create policy "people add their own pictures" on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars' and name ~ (select private.picture_pattern('avatars')) and (select private.may_add_files()));

create policy "people remove their own pictures" on storage.objects for delete to authenticated
  using (bucket_id = 'avatars' and name ~ (select private.picture_pattern('avatars')));

create policy "owners list the logos of their organization" on storage.objects for select to authenticated
  using (bucket_id = 'logos' and name ~ (select private.picture_pattern('logos')));

create policy "owners add logos of their organization" on storage.objects for insert to authenticated
  with check (bucket_id = 'logos' and name ~ (select private.picture_pattern('logos')) and (select private.may_add_files()));

create policy "owners remove logos of their organization" on storage.objects for delete to authenticated
  using (bucket_id = 'logos' and name ~ (select private.picture_pattern('logos')));

create policy "admins list the logos of their vendors" on storage.objects for select to authenticated
  using (bucket_id = 'logos' and name ~ (select private.picture_pattern('vendors')));

create policy "admins add logos of their vendors" on storage.objects for insert to authenticated
  with check (bucket_id = 'logos' and name ~ (select private.picture_pattern('vendors')) and (select private.may_add_files()));

create policy "admins remove logos of their vendors" on storage.objects for delete to authenticated
  using (bucket_id = 'logos' and name ~ (select private.picture_pattern('vendors')));

create policy "members add the files of uploads they have begun" on storage.objects for insert to authenticated
  with check (bucket_id = 'documents' and private.may_add_document_file(name) and (select private.may_add_files()));

create policy "members read the files of documents they have just opened" on storage.objects for select to authenticated
  using (bucket_id = 'documents' and private.may_read_document_file(name));

create policy "owners read the documents of an export they have just opened" on storage.objects for select to authenticated
  using (bucket_id = 'documents' and private.may_take_document_file(name));

create function private.find_stray_pictures(bucket text) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(
    select o.name from storage.objects o
    where o.bucket_id = find_stray_pictures.bucket and o.bucket_id in ('avatars', 'logos') and o.created_at < now() - interval '1 day'
      and not exists (select from public.users u where u.avatar_url = o.name and o.bucket_id = 'avatars'
        and u.id = case when pg_input_is_valid(split_part(o.name, '/', 2), 'uuid') then split_part(o.name, '/', 2)::uuid end)
      and not exists (select from public.organizations g where g.logo_url = o.name and o.bucket_id = 'logos'
        and g.id = case when pg_input_is_valid(split_part(o.name, '/', 1), 'uuid') then split_part(o.name, '/', 1)::uuid end)
      and not exists (select from public.vendors v where v.logo_url = o.name and o.bucket_id = 'logos'
        and v.organization_id = case when pg_input_is_valid(split_part(o.name, '/', 1), 'uuid') then split_part(o.name, '/', 1)::uuid end)
    order by o.created_at limit 100)
$$;
comment on function private.find_stray_pictures is 'Pictures that no row shows. Looks at those of more than a day: an upload comes before
  its row.';

create function private.sweep_pictures() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.remove_stored_files('avatars', private.find_stray_pictures('avatars'));
  perform private.remove_stored_files('logos', private.find_stray_pictures('logos'));
end $$;
comment on function private.sweep_pictures is 'Removes pictures that no row shows: a hundred of a bucket at a time.';

create function private.keep_pictures() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Once an hour: it looks at every picture.
  if extract(minute from clock_timestamp()) = 17 then
    perform private.sweep_pictures();
  end if;
end $$;
comment on function private.keep_pictures is 'The scheduled job.';
