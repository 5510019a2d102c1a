create trigger sales_after_60_mark_days_added after insert on public.sales
  referencing new table as changed for each statement execute function private.mark_days_of_sales();
create trigger sales_after_60_mark_days_changed after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.mark_days_of_sales();
create trigger sales_after_60_mark_days_removed after delete on public.sales
  referencing old table as replaced for each statement execute function private.mark_days_of_sales();

create trigger commissions_after_60_mark_days_added after insert on public.commissions
  referencing new table as changed for each statement execute function private.mark_days_of_commissions();
create trigger commissions_after_60_mark_days_changed after update on public.commissions
  referencing old table as replaced new table as changed for each statement execute function private.mark_days_of_commissions();
create trigger commissions_after_60_mark_days_removed after delete on public.commissions
  referencing old table as replaced for each statement execute function private.mark_days_of_commissions();

create trigger customers_after_55_keep_totals_added after insert on public.customers
  referencing new table as written for each statement execute function private.keep_customer_totals();
create trigger customers_after_55_keep_totals_changed after update on public.customers
  referencing old table as removed new table as written for each statement execute function private.keep_customer_totals();
create trigger customers_after_55_keep_totals_removed after delete on public.customers
  referencing old table as removed for each statement execute function private.keep_customer_totals();

create trigger commission_shares_after_60_mark_days_added after insert on public.commission_shares
  referencing new table as changed for each statement execute function private.mark_days_of_shares();
create trigger commission_shares_after_60_mark_days_changed after update on public.commission_shares
  referencing old table as replaced new table as changed for each statement execute function private.mark_days_of_shares();
create trigger commission_shares_after_60_mark_days_removed after delete on public.commission_shares
  referencing old table as replaced for each statement execute function private.mark_days_of_shares();
