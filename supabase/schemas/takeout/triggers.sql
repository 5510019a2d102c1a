create trigger customers_after_90_drop_export after update on public.customers
  for each row when (old.erased_at is null and new.erased_at is not null) execute function private.drop_export();
