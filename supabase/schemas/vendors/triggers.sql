-- Optimistic concurrency, see tenancy/functions/record_versions.sql.
create trigger vendors_05_compare_version before update of version on public.vendors for each row
  when (new.version is distinct from old.version) execute function private.refuse_stale_version('vendor');
create trigger vendors_10_normalize before insert or update on public.vendors
  for each row execute function private.normalize_vendor();
create trigger vendors_80_number before update on public.vendors for each row execute function private.bump_record_version(
  '{id,organization_id,created_at,updated_at,version,archived_at,import_batch_id,import_row}');
create trigger vendors_90_touch before update on public.vendors
  for each row execute function private.touch_updated_at();
create trigger vendors_after_10_keep_aliases after update on public.vendors
  for each row when (old.aliases is distinct from new.aliases) execute function private.sync_vendor_aliases();
create trigger vendors_after_10_keep_aliases_of_new after insert on public.vendors
  for each row when (cardinality(new.aliases) > 0) execute function private.sync_vendor_aliases();
create trigger vendors_after_70_forget_changes after delete on public.vendors
  referencing old table as removed for each statement execute function private.delete_record_changes();
