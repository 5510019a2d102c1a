create trigger sales_truncate before truncate on public.sales
  for each statement execute function private.refuse_truncate();
create trigger sales_10_guard_agent_added before insert on public.sales
  for each row when (new.agent_id <> auth.uid()) execute function private.guard_sale_agent();
create trigger sales_10_guard_agent_changed before update of agent_id on public.sales
  for each row when (new.agent_id <> old.agent_id) execute function private.guard_sale_agent();
create trigger sales_11_confirm_sellers before update of agent_id, co_sellers on public.sales
  for each row when ((new.agent_id, new.co_sellers) is distinct from (old.agent_id, old.co_sellers))
  execute function private.confirm_sellers();
create trigger sales_12_refuse_another_archived_vendor before update of vendor_id on public.sales
  for each row when (old.vendor_id is distinct from new.vendor_id) execute function private.refuse_archived_vendor();
create trigger sales_12_refuse_archived_vendor before insert on public.sales
  for each row execute function private.refuse_archived_vendor();
create trigger sales_14_guard_group before update of group_id, vendor_id on public.sales
  for each row when (new.group_id is not null and (new.group_id, new.vendor_id) is distinct from (old.group_id, old.vendor_id))
  execute function private.guard_sale_group();
create trigger sales_14_guard_group_of_new before insert on public.sales
  for each row when (new.group_id is not null) execute function private.guard_sale_group();
create trigger sales_15_guard_old_dates before insert or update of sale_date, travel_date, return_date on public.sales
  for each row execute function private.guard_old_dates();
create trigger sales_20_fill before insert or update on public.sales
  for each row execute function private.fill_sale();
create trigger sales_22_fill_payment_plan_added before insert on public.sales
  for each row when (new.payment_plan <> '[]') execute function private.fill_payment_plan();
create trigger sales_22_fill_payment_plan_changed before update on public.sales
  for each row when (new.payment_plan is distinct from old.payment_plan or new.total_amount is distinct from old.total_amount)
  execute function private.fill_payment_plan();
create trigger sales_22_guard_co_sellers_added before insert on public.sales
  for each row when (new.co_sellers <> '[]') execute function private.guard_co_sellers();
create trigger sales_22_guard_co_sellers_changed before update of co_sellers, agent_id on public.sales
  for each row when (new.co_sellers <> '[]'
    and (new.co_sellers <> old.co_sellers or new.agent_id <> old.agent_id)) execute function private.guard_co_sellers();
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
create trigger sales_after_16_sync_lines_added after insert on public.sales
  for each row when (new.lines <> '[]') execute function private.sync_sale_lines();
create trigger sales_after_16_sync_lines_changed after update on public.sales
  for each row when (new.lines is distinct from old.lines) execute function private.sync_sale_lines();
create trigger sales_after_20_record_rest after update on public.sales
  for each row when (new.status = 'paid' and old.status <> 'paid') execute function private.record_rest();
create trigger sales_after_21_follow_payment_plan_added after insert on public.sales
  for each row when (new.payment_plan <> '[]') execute function private.follow_payment_plan();
create trigger sales_after_21_follow_payment_plan_changed after update on public.sales
  for each row when (new.payment_plan <> '[]' or old.payment_plan <> '[]') execute function private.follow_payment_plan();
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

create trigger customer_payments_truncate before truncate on public.customer_payments
  for each statement execute function private.refuse_truncate();
create trigger customer_payments_keep before update or delete on public.customer_payments
  for each row execute function private.guard_history();
create trigger customer_payments_after_50_audit after insert on public.customer_payments
  for each row execute function private.audit_customer_payment();
create trigger payment_dues_truncate before truncate on public.payment_dues
  for each statement execute function private.refuse_truncate();

create trigger sale_groups_truncate before truncate on public.sale_groups
  for each statement execute function private.refuse_truncate();
create trigger sale_groups_90_touch before update on public.sale_groups
  for each row execute function private.touch_updated_at();
