-- What the journal keeps (`keep_journal`) comes before what else a statement causes.

create trigger book_corrections_truncate before truncate on public.book_corrections
  for each statement execute function private.refuse_truncate();
create trigger book_corrections_keep before update or delete on public.book_corrections
  for each row execute function private.guard_history();
create trigger book_corrections_after_50_audit after insert on public.book_corrections
  referencing new table as added for each statement execute function private.audit_book_corrections();

create trigger sales_35_guard_day before insert or update of sale_date on public.sales
  for each row execute function private.guard_sale_day();
create trigger sales_after_18_correct_books after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.correct_books_of_sales();

create trigger commissions_50_post before insert or update on public.commissions
  for each row execute function private.post_receipt();
create trigger commissions_after_02_keep_journal_added after insert on public.commissions
  referencing new table as changed for each statement execute function private.keep_journal();
create trigger commissions_after_02_keep_journal_changed after update on public.commissions
  referencing old table as replaced new table as changed for each statement execute function private.keep_journal();
create trigger commissions_after_02_keep_journal_removed after delete on public.commissions
  referencing old table as replaced for each statement execute function private.keep_journal();
create trigger commissions_after_03_keep_closed_receipts after update on public.commissions
  referencing old table as replaced new table as changed for each statement execute function private.keep_closed_receipts();
create trigger commissions_after_70_correct_books after update on public.commissions
  referencing old table as replaced new table as changed for each statement execute function private.correct_books_of_commissions();

create trigger other_commissions_50_post before insert or update on public.other_commissions
  for each row execute function private.post_other_receipt();
create trigger other_commissions_after_02_keep_journal_added after insert on public.other_commissions
  referencing new table as changed for each statement execute function private.keep_journal();
create trigger other_commissions_after_02_keep_journal_changed after update on public.other_commissions
  referencing old table as replaced new table as changed for each statement execute function private.keep_journal();
create trigger other_commissions_after_02_keep_journal_removed after delete on public.other_commissions
  referencing old table as replaced for each statement execute function private.keep_journal();

create trigger agent_payments_50_post before insert or update of payment_date on public.agent_payments
  for each row execute function private.post_payment();
create trigger agent_payments_after_02_keep_journal_added after insert on public.agent_payments
  referencing new table as changed for each statement execute function private.keep_journal();
create trigger agent_payments_after_02_keep_journal_changed after update on public.agent_payments
  referencing old table as replaced new table as changed for each statement execute function private.keep_journal();

create trigger payout_statements_50_post before insert on public.payout_statements
  for each row execute function private.post_statement();
create trigger payout_statements_after_02_keep_journal_added after insert on public.payout_statements
  referencing new table as changed for each statement execute function private.keep_journal();

create trigger payment_voids_50_post before insert on public.payment_voids
  for each row execute function private.post_void_day();
create trigger payment_voids_after_02_keep_journal_added after insert on public.payment_voids
  referencing new table as changed for each statement execute function private.keep_journal();

create trigger bank_allocations_50_post before insert on public.bank_allocations
  for each row execute function private.post_allocation();
create trigger bank_allocations_after_02_keep_journal_added after insert on public.bank_allocations
  referencing new table as changed for each statement execute function private.keep_journal();
create trigger bank_allocations_after_02_keep_journal_changed after update on public.bank_allocations
  referencing old table as replaced new table as changed for each statement execute function private.keep_journal();
create trigger bank_allocations_after_02_keep_journal_removed after delete on public.bank_allocations
  referencing old table as replaced for each statement execute function private.keep_journal();

create trigger commission_shares_after_02_keep_journal_added after insert on public.commission_shares
  referencing new table as changed for each statement execute function private.keep_journal();
create trigger commission_shares_after_02_keep_journal_changed after update on public.commission_shares
  referencing old table as replaced new table as changed for each statement execute function private.keep_journal();
create trigger commission_shares_after_02_keep_journal_removed after delete on public.commission_shares
  referencing old table as replaced for each statement execute function private.keep_journal();

create trigger commission_shares_after_03_keep_closed_added after insert on public.commission_shares
  referencing new table as changed for each statement execute function private.keep_closed_shares();
create trigger commission_shares_after_03_keep_closed_changed after update on public.commission_shares
  referencing old table as replaced new table as changed for each statement execute function private.keep_closed_shares();
create trigger commission_shares_after_03_keep_closed_removed after delete on public.commission_shares
  referencing old table as replaced for each statement execute function private.keep_closed_shares();

create trigger bank_other_allocations_after_02_keep_journal_added after insert on public.bank_other_allocations
  referencing new table as changed for each statement execute function private.keep_journal();
create trigger bank_other_allocations_after_02_keep_journal_changed after update on public.bank_other_allocations
  referencing old table as replaced new table as changed for each statement execute function private.keep_journal();
create trigger bank_other_allocations_after_02_keep_journal_removed after delete on public.bank_other_allocations
  referencing old table as replaced for each statement execute function private.keep_journal();

create trigger bank_transactions_after_02_keep_journal_added after insert on public.bank_transactions
  referencing new table as changed for each statement execute function private.keep_journal();
create trigger bank_transactions_after_02_keep_journal_changed after update on public.bank_transactions
  referencing old table as replaced new table as changed for each statement execute function private.keep_journal();
create trigger bank_transactions_after_02_keep_journal_removed after delete on public.bank_transactions
  referencing old table as replaced for each statement execute function private.keep_journal();
