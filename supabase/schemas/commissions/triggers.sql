create trigger commissions_truncate before truncate on public.commissions
  for each statement execute function private.refuse_truncate();
create trigger commissions_05_fill_date before insert on public.commissions
  for each row when (new.sale_date is null or new.vendor_id is null) execute function private.fill_commission_date();
create trigger commissions_10_guard before insert or update on public.commissions
  for each row execute function private.guard_commission();
create trigger commissions_90_touch before update on public.commissions
  for each row execute function private.touch_updated_at();
create trigger commissions_after_05_follow_due_date after update on public.commissions
  for each row when (new.open_amount > 0 and old.open_amount = 0)
  execute function private.follow_due_date();
create trigger commissions_after_40_notify after update on public.commissions
  for each row when (old.status <> new.status and new.status = 'funds_received' or new.seller_paid and not old.seller_paid
    and old.status <> 'agent_paid')
  execute function private.notify_of_commission();
create trigger commissions_after_10_write_history_added after insert on public.commissions
  referencing new table as added for each statement execute function private.write_commission_history();
create trigger commissions_after_10_write_history_changed after update on public.commissions
  referencing old table as replaced new table as changed for each statement execute function private.write_commission_history();

create trigger sales_15_lock_vendor before update on public.sales
  for each row when (old.sale_date is distinct from new.sale_date or old.travel_date is distinct from new.travel_date
    or old.return_date is distinct from new.return_date or old.vendor_id is distinct from new.vendor_id)
  execute function private.lock_vendor_of_sale();
create trigger sales_15_lock_vendor_added before insert on public.sales
  for each row execute function private.lock_vendor_of_sale();
create trigger sales_32_guard_commission before update on public.sales
  for each row when (new.status is distinct from old.status or new.vendor_id is distinct from old.vendor_id
      or new.agent_id is distinct from old.agent_id or new.currency is distinct from old.currency
      or new.total_amount is distinct from old.total_amount or new.commission_amount is distinct from old.commission_amount
      or new.commission_rate is distinct from old.commission_rate or new.commission_basis is distinct from old.commission_basis
      or new.lines is distinct from old.lines
      or new.co_sellers is distinct from old.co_sellers)
  execute function private.guard_sale_of_commission();
create trigger sales_after_20_create_commission after insert on public.sales
  referencing new table as added for each statement execute function private.create_commission();
create trigger sales_after_20_sync_commission after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.sync_commission();

create trigger vendor_terms_20_lock before update on public.vendor_terms
  for each row when (old.expected_payment_days is distinct from new.expected_payment_days
    or old.expected_payment_basis is distinct from new.expected_payment_basis)
  execute function private.lock_vendor_terms();
create trigger vendor_terms_after_20_move_due_dates after update on public.vendor_terms
  referencing old table as replaced new table as changed for each statement execute function private.move_due_dates();

create trigger commission_history_truncate before truncate on public.commission_history
  for each statement execute function private.refuse_truncate();
create trigger commission_history_keep before update or delete on public.commission_history
  for each row execute function private.guard_history();

create trigger agent_payments_truncate before truncate on public.agent_payments
  for each statement execute function private.refuse_truncate();
