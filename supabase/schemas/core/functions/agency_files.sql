-- How much an agency may lie down in Storage: over all buckets, whoever wrote it. Asked of the rows of Storage, by the index that it
-- has for prefixes of names: nothing counts along, so nothing drifts. 50,000 files, the most there may be, take 50 ms.

create function private.installation_limit(name text, preset bigint) returns bigint
language sql stable security definer set search_path = '' as $$
  select case when s.value ~ '^[0-9]{1,15}$' then s.value::bigint else installation_limit.preset end
  from (select private.stored_secret(installation_limit.name) as value) s
$$;
comment on function private.installation_limit is 'A limit of the installation, kept like its other settings (Vault, or private.secrets), or
  the preset one.';

create function private.agency_files(organization_id uuid, out bytes bigint, out files bigint, out most_bytes bigint, out most_files bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  -- "0" comes after "/": all names within the folder, found by their order.
  select coalesce(sum(case when jsonb_typeof(o.metadata -> 'size') = 'number' then (o.metadata ->> 'size')::numeric end), 0), count(*)
  into bytes, files
  from storage.objects o
  where o.name operator(pg_catalog.~>=~) (agency_files.organization_id || '/')
    and o.name operator(pg_catalog.~<~) (agency_files.organization_id || '0');
  most_bytes := private.installation_limit('agency_files_bytes', 10737418240);
  most_files := private.installation_limit('agency_files_count', 50000);
end $$;
comment on function private.agency_files is 'What lies in Storage of an agency, and the most that may: 10 GB and 50,000 files, or what
  the settings agency_files_bytes and agency_files_count say.';

create function private.has_room_for_files(organization_id uuid, more bigint default 1) returns boolean
language sql stable security definer set search_path = '' as $$
  select f.bytes + has_room_for_files.more <= f.most_bytes and f.files < f.most_files
  from private.agency_files(has_room_for_files.organization_id) f
$$;
comment on function private.has_room_for_files is 'Whether one more file, of so many bytes, fits. Storage tells no size before a file is
  there: uploads that are on their way at the limit pass it by their own sizes, and the next one is refused.';
