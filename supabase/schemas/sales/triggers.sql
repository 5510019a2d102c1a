create trigger sales_truncate before truncate on public.sales
  for each statement execute function private.refuse_truncate();
create trigger sales_10_guard_agent_added before insert on public.sales
  for each row when (new.agent_id <> auth.uid()) execute function private.guard_sale_agent();
create trigger sales_10_guard_agent_changed before update of agent_id on public.sales
  for each row when (new.agent_id <> old.agent_id) execute function private.guard_sale_agent();
create trigger sales_12_refuse_another_archived_vendor before update of vendor_id on public.sales
  for each row when (old.vendor_id is distinct from new.vendor_id) execute function private.refuse_archived_vendor();
create trigger sales_12_refuse_archived_vendor before insert on public.sales
  for each row execute function private.refuse_archived_vendor();
create trigger sales_15_guard_old_dates before insert or update of sale_date, travel_date, return_date on public.sales
  for each row execute function private.guard_old_dates();
create trigger sales_20_fill before insert or update on public.sales
  for each row execute function private.fill_sale();
create trigger sales_25_normalize_travelers before insert or update of traveler_ids on public.sales
  for each row execute function private.normalize_travelers();
create trigger sales_30_guard before update on public.sales
  for each row execute function private.guard_sale();
create trigger sales_30_guard_customers before insert or update of customer_id, traveler_ids on public.sales
  for each row execute function private.guard_sale_customers();
create trigger sales_80_number before update on public.sales
  for each row execute function private.bump_sale_version();
create trigger sales_90_touch before update on public.sales
  for each row execute function private.touch_updated_at();
create trigger sales_after_15_sync_travelers after insert or update of traveler_ids on public.sales
  for each row execute function private.sync_travelers();
create trigger sales_after_10_write_history_added after insert on public.sales
  referencing new table as added for each statement execute function private.write_sales_history();
create trigger sales_after_10_write_history_changed after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.write_sales_history();
create trigger sales_after_40_notify_added after insert on public.sales
  referencing new table as added for each statement execute function private.notify_of_sale();
create trigger sales_after_40_notify_changed after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.notify_of_sale();
create trigger sales_after_45_tell_admins_added after insert on public.sales
  referencing new table as added for each statement execute function private.notify_admins_of_sales();
create trigger sales_after_45_tell_admins_changed after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.notify_admins_of_sales();

create trigger organizations_20_guard_currency before update on public.organizations
  for each row when (new.currency is distinct from old.currency) execute function private.guard_currency();

create trigger sales_history_truncate before truncate on public.sales_history
  for each statement execute function private.refuse_truncate();
create trigger sales_history_keep before update or delete on public.sales_history
  for each row execute function private.guard_history();
