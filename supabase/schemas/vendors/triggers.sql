-- Optimistic concurrency, see tenancy/functions/record_versions.sql.
create trigger vendors_05_compare_version before update of version on public.vendors for each row
  when (new.version is distinct from old.version and pg_trigger_depth() = 0) execute function private.refuse_stale_version('vendor');
create trigger vendors_10_normalize before insert or update on public.vendors
  for each row execute function private.normalize_vendor();
-- Changed terms give their vendor its version themselves (private.number_changed_terms).
create trigger vendors_80_number before update on public.vendors for each row when (pg_trigger_depth() = 0)
  execute function private.bump_record_version(
  '{id,organization_id,created_at,updated_at,version,archived_at,import_batch_id,import_row}');
create trigger vendors_90_touch before update on public.vendors
  for each row execute function private.touch_updated_at();
create trigger vendors_after_10_keep_aliases after update on public.vendors
  for each row when (old.aliases is distinct from new.aliases) execute function private.sync_vendor_aliases();
create trigger vendors_after_10_keep_aliases_of_new after insert on public.vendors
  for each row when (cardinality(new.aliases) > 0) execute function private.sync_vendor_aliases();
create trigger vendors_after_50_audit after update of default_commission_rate on public.vendors
  for each row when (old.default_commission_rate <> new.default_commission_rate) execute function private.audit_vendor_rate();
create trigger vendors_after_05_add_terms after insert on public.vendors
  referencing new table as added for each statement execute function private.add_vendor_terms();
create trigger vendors_after_70_forget_changes after delete on public.vendors
  referencing old table as removed for each statement execute function private.delete_record_changes();

create trigger vendor_terms_10_normalize before insert or update on public.vendor_terms
  for each row execute function private.normalize_vendor_terms();
create trigger vendor_terms_after_50_audit after update on public.vendor_terms
  for each row when (old.expected_payment_days is distinct from new.expected_payment_days
    or old.expected_payment_basis is distinct from new.expected_payment_basis or old.account_number is distinct from new.account_number)
  execute function private.audit_vendor_terms();
create trigger vendor_terms_after_80_number after update on public.vendor_terms
  for each row execute function private.number_changed_terms();

create trigger vendor_rates_truncate before truncate on public.vendor_rates
  for each statement execute function private.refuse_truncate();
create trigger vendor_bonus_terms_truncate before truncate on public.vendor_bonus_terms
  for each statement execute function private.refuse_truncate();
