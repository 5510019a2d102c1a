-- How much of an agency's room for files is taken (core/functions/agency_files.sql), as its owners are told.

create function public.get_file_room() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('bytes', f.bytes, 'most_bytes', f.most_bytes, 'files', f.files, 'most_files', f.most_files)
  from private.agency_files(private.current_organization_id()) f
  where private.is_owner() and (f.bytes >= f.most_bytes * 0.8 or f.files >= f.most_files * 0.8)
$$;
comment on function public.get_file_room is 'For owners whose agency''s files take four fifths of what they may: {bytes, most_bytes, files,
  most_files}. Null before that, and for everybody else.';
grant execute on function public.get_file_room() to authenticated;
