create trigger import_batches_20_sign_undone before update of status on public.import_batches
  for each row when (new.status = 'undone' and old.status <> 'undone') execute function private.sign_undone_import();
create trigger import_batches_90_touch before update on public.import_batches
  for each row execute function private.touch_updated_at();
create trigger import_batches_after_50_audit after update of status on public.import_batches
  for each row when (old.status <> new.status) execute function private.audit_import();
create trigger import_batches_after_50_audit_begun after insert on public.import_batches
  for each row execute function private.audit_import();
