create trigger customers_05_compare_version before update of version on public.customers for each row
  when (new.version is distinct from old.version) execute function private.refuse_stale_version('customer');
create trigger customers_10_normalize before insert or update on public.customers
  for each row execute function private.normalize_customer();
create trigger customers_20_guard before insert or update on public.customers
  for each row execute function private.guard_customer();
create trigger customers_80_number before update on public.customers for each row execute function private.bump_record_version(
  '{id,organization_id,created_by,created_at,updated_at,version,archived_at,merged_into,erased_at,import_batch_id,import_row}');
create trigger customers_90_touch before update on public.customers
  for each row execute function private.touch_updated_at();
create trigger customers_after_50_index_added after insert on public.customers
  referencing new table as written for each statement execute function private.index_customers();
create trigger customers_after_50_index_changed after update on public.customers
  referencing new table as written for each statement execute function private.index_customers();
create trigger customers_after_50_index_removed after delete on public.customers
  referencing old table as removed for each statement execute function private.index_customers();
create trigger customers_after_60_count_added after insert on public.customers
  referencing new table as written for each statement execute function private.count_customers();
create trigger customers_after_60_count_changed after update on public.customers
  referencing old table as removed new table as written for each statement execute function private.count_customers();
create trigger customers_after_60_count_removed after delete on public.customers
  referencing old table as removed for each statement execute function private.count_customers();
create trigger customers_after_70_forget_changes after delete on public.customers
  referencing old table as removed for each statement execute function private.delete_record_changes();

create trigger customer_companions_10_normalize before insert or update on public.customer_companions
  for each row execute function private.normalize_companion();
