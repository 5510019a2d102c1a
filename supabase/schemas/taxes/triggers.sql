create trigger tax_exports_truncate before truncate on private.tax_exports
  for each statement execute function private.refuse_truncate();
create trigger tax_exports_keep before update or delete on private.tax_exports
  for each row execute function private.guard_history();

create trigger tax_export_forms_truncate before truncate on private.tax_export_forms
  for each statement execute function private.refuse_truncate();
create trigger tax_export_forms_keep before update or delete on private.tax_export_forms
  for each row execute function private.guard_history();

create trigger credit_notes_truncate before truncate on private.credit_notes
  for each statement execute function private.refuse_truncate();
create trigger credit_notes_keep before update or delete on private.credit_notes
  for each row execute function private.guard_history();

create trigger payout_statements_after_60_credit after insert on public.payout_statements
  referencing new table as added for each statement execute function private.credit_statements();

create trigger agent_payments_after_60_credit after insert on public.agent_payments
  referencing new table as added for each statement execute function private.credit_single_payments();

create trigger payment_voids_after_60_counter after insert on public.payment_voids
  referencing new table as added for each statement execute function private.counter_voided();
