create trigger sales_after_65_mark_report_added after insert on public.sales
  referencing new table as changed for each statement execute function private.mark_report_months();
create trigger sales_after_65_mark_report_changed after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.mark_report_months();
create trigger sales_after_65_mark_report_removed after delete on public.sales
  referencing old table as replaced for each statement execute function private.mark_report_months();

create trigger commissions_after_65_mark_report_added after insert on public.commissions
  referencing new table as changed for each statement execute function private.mark_report_months();
create trigger commissions_after_65_mark_report_changed after update on public.commissions
  referencing old table as replaced new table as changed for each statement execute function private.mark_report_months();
create trigger commissions_after_65_mark_report_removed after delete on public.commissions
  referencing old table as replaced for each statement execute function private.mark_report_months();

create trigger agent_payments_after_65_mark_report_added after insert on public.agent_payments
  referencing new table as changed for each statement execute function private.mark_report_months();
create trigger agent_payments_after_65_mark_report_changed after update on public.agent_payments
  referencing old table as replaced new table as changed for each statement execute function private.mark_report_months();
create trigger agent_payments_after_65_mark_report_removed after delete on public.agent_payments
  referencing old table as replaced for each statement execute function private.mark_report_months();

create trigger commission_shares_after_65_mark_report_added after insert on public.commission_shares
  referencing new table as changed for each statement execute function private.mark_report_months_of_shares();
create trigger commission_shares_after_65_mark_report_changed after update on public.commission_shares
  referencing new table as changed for each statement execute function private.mark_report_months_of_shares();
create trigger commission_shares_after_65_mark_report_removed after delete on public.commission_shares
  referencing old table as replaced for each statement execute function private.mark_report_months_of_shares();

create trigger closed_receipts_after_65_mark_report_added after insert on private.closed_receipts
  referencing new table as changed for each statement execute function private.mark_closed_receipts();
create trigger closed_receipts_after_65_mark_report_changed after update on private.closed_receipts
  referencing old table as replaced new table as changed for each statement execute function private.mark_closed_receipts();

create trigger closed_shares_after_65_mark_report_added after insert on private.closed_shares
  referencing new table as changed for each statement execute function private.mark_closed_receipts();
create trigger closed_receipt_shares_after_65_mark_report_added after insert on private.closed_receipt_shares
  referencing new table as changed for each statement execute function private.mark_closed_receipt_shares();

create trigger recall_parts_after_65_mark_report_added after insert on private.recall_parts
  referencing new table as changed for each statement execute function private.mark_recalls();
create trigger recall_parts_after_65_mark_report_removed after delete on private.recall_parts
  referencing old table as changed for each statement execute function private.mark_recalls();

create trigger payment_voids_after_65_mark_report after insert on public.payment_voids
  referencing new table as changed for each statement execute function private.mark_voided_months();

create trigger saved_reports_10_guard before insert or update on public.saved_reports
  for each row execute function private.guard_saved_report();
create trigger saved_reports_90_touch before update on public.saved_reports
  for each row execute function private.touch_updated_at();
