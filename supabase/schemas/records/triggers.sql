create trigger passports_90_touch before update on private.passports
  for each row execute function private.touch_updated_at();

create trigger document_versions_after_10_remove_file after delete on public.document_versions
  for each row execute function private.remember_removed_file();

create trigger document_uploads_after_10_remove_file after delete on private.document_uploads
  for each row execute function private.remember_removed_file();
create trigger document_uploads_after_20_free_key after delete on private.document_uploads
  for each row execute function private.free_key_of_upload();

create trigger sales_after_60_drop_conversations after delete on public.sales
  referencing old table as removed for each statement execute function private.drop_conversations();

create trigger commissions_after_60_drop_conversations after delete on public.commissions
  referencing old table as removed for each statement execute function private.drop_conversations();

create trigger customers_after_60_drop_conversations after delete on public.customers
  referencing old table as removed for each statement execute function private.drop_conversations();

create trigger vendors_after_60_drop_conversations after delete on public.vendors
  referencing old table as removed for each statement execute function private.drop_conversations();
