create trigger bank_accounts_80_number before update on public.bank_accounts for each row execute function private.bump_record_version(
  '{id,organization_id,created_at,updated_at,version,created_by,balance,balance_on}');
create trigger bank_accounts_90_touch before update on public.bank_accounts
  for each row execute function private.touch_updated_at();
create trigger bank_accounts_after_50_audit_added after insert on public.bank_accounts
  for each row execute function private.audit_bank_account();
create trigger bank_accounts_after_50_audit_changed after update on public.bank_accounts
  for each row when (old.name is distinct from new.name or old.institution is distinct from new.institution
    or old.last_four is distinct from new.last_four or old.archived_at is distinct from new.archived_at)
  execute function private.audit_bank_account();

create trigger bank_imports_after_50_audit after update of status on public.bank_imports
  for each row when (old.status <> new.status) execute function private.audit_bank_import();

create trigger bank_connections_90_touch before update on public.bank_connections
  for each row execute function private.touch_updated_at();
create trigger bank_connections_after_90_announce_added after insert on public.bank_connections
  referencing new table as changed for each statement execute function private.announce_bank();
create trigger bank_connections_after_90_announce_changed after update on public.bank_connections
  referencing new table as changed for each statement execute function private.announce_bank();
create trigger bank_questions_after_90_announce_added after insert on public.bank_questions
  referencing new table as changed for each statement execute function private.announce_bank();
create trigger bank_questions_after_90_announce_changed after update on public.bank_questions
  referencing new table as changed for each statement execute function private.announce_bank();

create trigger bank_rules_80_number before update on public.bank_rules for each row execute function private.bump_record_version(
  '{id,organization_id,position,created_at,updated_at,version,created_by}');
create trigger bank_rules_90_touch before update on public.bank_rules
  for each row execute function private.touch_updated_at();
create trigger bank_rules_after_50_audit_added after insert on public.bank_rules
  for each row execute function private.audit_bank_rule();
create trigger bank_rules_after_50_audit_changed after update on public.bank_rules
  for each row when (old.version <> new.version) execute function private.audit_bank_rule();
create trigger bank_rules_after_50_audit_deleted after delete on public.bank_rules
  for each row when (pg_trigger_depth() = 0) execute function private.audit_bank_rule();
create trigger bank_rules_after_51_audit_order after update on public.bank_rules
  referencing old table as replaced new table as changed for each statement execute function private.audit_bank_rule_order();

create trigger bank_remittances_after_50_audit_added after insert on public.bank_remittances
  for each row execute function private.audit_statement();
create trigger bank_remittances_after_50_audit_changed after update of state on public.bank_remittances
  for each row when (old.state <> new.state) execute function private.audit_statement();
-- Without those that go with their transaction.
create trigger bank_remittances_after_50_audit_removed after delete on public.bank_remittances
  for each row when (pg_trigger_depth() = 0) execute function private.audit_statement();

create trigger bank_transactions_truncate before truncate on public.bank_transactions
  for each statement execute function private.refuse_truncate();
create trigger bank_transactions_90_touch before update on public.bank_transactions
  for each row execute function private.touch_updated_at();
create trigger bank_transactions_after_50_settle_statement after update of status on public.bank_transactions
  for each row when ((new.status = 'matched') <> (old.status = 'matched')) execute function private.settle_statement();
create constraint trigger bank_transactions_balance after update on public.bank_transactions
  deferrable initially deferred for each row
  when ((new.status = 'matched') <> (old.status = 'matched') or new.amount <> old.amount or new.unclaimed_amount <> old.unclaimed_amount
    or new.fee_amount <> old.fee_amount)
  execute function private.check_bank_balance();
create constraint trigger bank_transactions_balance_of_new after insert on public.bank_transactions
  deferrable initially deferred for each row
  when (new.status = 'matched' or new.unclaimed_amount <> 0 or new.fee_amount <> 0)
  execute function private.check_bank_balance();
create trigger bank_transactions_after_90_announce_added after insert on public.bank_transactions
  referencing new table as changed for each statement execute function private.announce_bank();
create trigger bank_transactions_after_90_announce_changed after update on public.bank_transactions
  referencing new table as changed for each statement execute function private.announce_bank();
create trigger bank_transactions_after_90_announce_removed after delete on public.bank_transactions
  referencing old table as changed for each statement execute function private.announce_bank();

create trigger bank_allocations_truncate before truncate on public.bank_allocations
  for each statement execute function private.refuse_truncate();
create constraint trigger bank_allocations_balance after insert or update or delete on public.bank_allocations
  deferrable initially deferred for each row execute function private.check_bank_balance();
create trigger bank_allocations_after_10_sync_added after insert on public.bank_allocations
  referencing new table as changed for each statement execute function private.sync_receipts();
create trigger bank_allocations_after_10_sync_changed after update on public.bank_allocations
  referencing new table as changed for each statement execute function private.sync_receipts();
create trigger bank_allocations_after_10_sync_removed after delete on public.bank_allocations
  referencing old table as replaced for each statement execute function private.sync_receipts();

create trigger bank_other_allocations_truncate before truncate on public.bank_other_allocations
  for each statement execute function private.refuse_truncate();
create constraint trigger bank_other_allocations_balance after insert or update or delete on public.bank_other_allocations
  deferrable initially deferred for each row execute function private.check_bank_balance();

create trigger other_commissions_45_keep_deposit before update on public.other_commissions
  for each row when (new.vendor_id is not null
    and (new.received_amount is distinct from old.received_amount or new.received_on is distinct from old.received_on))
  execute function private.keep_other_deposit();
create trigger other_commissions_after_60_mark_added after insert on public.other_commissions
  for each row when (new.vendor_id is not null) execute function private.mark_stale_others();
create trigger other_commissions_after_60_mark_changed after update on public.other_commissions
  for each row when (new.vendor_id is not null and (new.status, new.amount) is distinct from (old.status, old.amount))
  execute function private.mark_stale_others();

create trigger commissions_after_40_notify_deposit after update of deposited_amount on public.commissions
  for each row when (new.deposited_amount > old.deposited_amount and new.status = old.status)
  execute function private.notify_of_deposit();

create trigger bank_decisions_truncate before truncate on public.bank_decisions
  for each statement execute function private.refuse_truncate();
create trigger bank_decisions_keep before update or delete on public.bank_decisions
  for each row execute function private.guard_history();
create trigger bank_decisions_after_50_audit after insert on public.bank_decisions
  referencing new table as added for each statement execute function private.audit_bank_decisions();

create trigger sales_after_60_mark_added after insert on public.sales
  referencing new table as changed for each statement execute function private.mark_stale_matches();
create trigger sales_after_60_mark_changed after update on public.sales
  referencing new table as changed for each statement execute function private.mark_stale_matches();

create trigger organizations_after_60_mark_waiting after update of receipts_tracked_since on public.organizations
  for each row when (new.receipts_tracked_since is distinct from old.receipts_tracked_since)
  execute function private.mark_waiting_transactions();
