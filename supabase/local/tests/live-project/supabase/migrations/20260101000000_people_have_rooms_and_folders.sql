-- Everybody hears their own topic and the lobby, and speaks in the lobby only.
create policy "hear yourself and the lobby" on realtime.messages for select to authenticated
  using (realtime.topic() in ('lobby', 'user:' || (select auth.uid())) and extension = 'broadcast');
create policy "speak in the lobby" on realtime.messages for insert to authenticated
  with check (realtime.topic() = 'lobby');

-- A public bucket with limits, and a private one. Everybody has a folder of their own.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('pictures', 'pictures', true, 1000, '{image/png,image/webp}'),
  ('papers', 'papers', false, null, null);
create policy "see your own folder" on storage.objects for select to authenticated
  using ((storage.foldername(name))[1] = (select auth.uid())::text);
create policy "write into your own folder" on storage.objects for insert to authenticated
  with check ((storage.foldername(name))[1] = (select auth.uid())::text);
create policy "change your own folder" on storage.objects for update to authenticated
  using ((storage.foldername(name))[1] = (select auth.uid())::text)
  with check ((storage.foldername(name))[1] = (select auth.uid())::text);
create policy "empty your own folder" on storage.objects for delete to authenticated
  using ((storage.foldername(name))[1] = (select auth.uid())::text and storage.extension(name) <> 'keep');
create policy "know the buckets" on storage.buckets for select to authenticated using (true);

-- In the room people also see each other.
create policy "meet in the room" on realtime.messages for select to authenticated using (realtime.topic() = 'room');
create policy "show up in the room" on realtime.messages for insert to authenticated
  with check (realtime.topic() = 'room' and extension = 'presence');
