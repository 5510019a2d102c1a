create trigger payout_batches_truncate before truncate on public.payout_batches
  for each statement execute function private.refuse_truncate();
create trigger payout_batches_90_touch before update on public.payout_batches
  for each row execute function private.touch_updated_at();
create trigger payout_batches_after_90_announce_added after insert on public.payout_batches
  referencing new table as changed for each statement execute function private.announce_payouts();
create trigger payout_batches_after_90_announce_changed after update on public.payout_batches
  referencing new table as changed for each statement execute function private.announce_payouts();

create trigger payout_lines_truncate before truncate on public.payout_lines
  for each statement execute function private.refuse_truncate();
create trigger payout_lines_after_50_audit_added after insert on public.payout_lines
  for each row when (new.kind in ('bonus', 'correction', 'recall')) execute function private.audit_adjustment();
create trigger payout_lines_after_50_audit_removed after delete on public.payout_lines
  for each row when (old.kind in ('bonus', 'correction', 'recall')) execute function private.audit_adjustment();

create trigger payout_holds_truncate before truncate on public.payout_holds
  for each statement execute function private.refuse_truncate();
create trigger payout_holds_after_50_audit_added after insert on public.payout_holds
  referencing new table as changed for each statement execute function private.audit_holds();
create trigger payout_holds_after_50_audit_removed after delete on public.payout_holds
  referencing old table as changed for each statement execute function private.audit_holds();
create trigger payout_holds_after_90_announce_added after insert on public.payout_holds
  referencing new table as changed for each statement execute function private.announce_holds();
create trigger payout_holds_after_90_announce_changed after update on public.payout_holds
  referencing new table as changed for each statement execute function private.announce_holds();
create trigger payout_holds_after_90_announce_removed after delete on public.payout_holds
  referencing old table as changed for each statement execute function private.announce_holds();

create trigger payout_events_truncate before truncate on public.payout_events
  for each statement execute function private.refuse_truncate();
create trigger payout_events_keep before update or delete on public.payout_events
  for each row execute function private.guard_history();
create trigger payout_events_after_50_audit after insert on public.payout_events
  for each row when (new.action not in ('held', 'released', 'adjusted', 'adjustment_removed', 'voided'))
  execute function private.audit_payout_event();

create trigger payout_statements_truncate before truncate on public.payout_statements
  for each statement execute function private.refuse_truncate();
create trigger payout_statements_keep before update or delete on public.payout_statements
  for each row execute function private.guard_history();
create trigger payout_statements_after_90_announce after insert on public.payout_statements
  referencing new table as changed for each statement execute function private.announce_statements();

create trigger sales_28_guard_schedule before update on public.sales
  for each row when (new.status is distinct from old.status or new.vendor_id is distinct from old.vendor_id
      or new.agent_id is distinct from old.agent_id or new.currency is distinct from old.currency
      or new.total_amount is distinct from old.total_amount or new.commission_amount is distinct from old.commission_amount
      or new.commission_rate is distinct from old.commission_rate or new.commission_basis is distinct from old.commission_basis
      or new.co_sellers is distinct from old.co_sellers
      or new.travel_date is distinct from old.travel_date or new.return_date is distinct from old.return_date)
  execute function private.guard_scheduled_sale();

create trigger commissions_08_guard_schedule before update on public.commissions
  for each row when (old.status = 'funds_received' and (new.status is distinct from old.status or new.amount is distinct from old.amount
      or new.agent_id is distinct from old.agent_id))
  execute function private.guard_scheduled_commission();
create trigger commissions_09_keep_paid before update on public.commissions
  for each row when (new.status = 'cancelled' and old.status <> 'cancelled' or old.status = 'funds_received' and (new.status = 'unpaid'
    or new.status = 'agent_paid' and cardinality(old.share_percents) > 1))
  execute function private.keep_paid_commission();
create trigger commissions_after_30_correct_share after update on public.commissions
  for each row when (new.share_base is distinct from old.share_base) execute function private.correct_shares();
create trigger commissions_after_32_cancel_recalls after update on public.commissions
  referencing old table as replaced new table as changed for each statement execute function private.cancel_recall_parts();

create trigger commission_shares_12_keep_paid before update on public.commission_shares
  for each row execute function private.keep_paid_share();

create trigger payment_voids_truncate before truncate on public.payment_voids
  for each statement execute function private.refuse_truncate();
create trigger payment_voids_keep before update or delete on public.payment_voids
  for each row execute function private.guard_history();
create trigger payment_voids_after_50_audit after insert on public.payment_voids
  for each row execute function private.audit_void();
create trigger payment_voids_after_90_announce after insert on public.payment_voids
  referencing new table as changed for each statement execute function private.announce_voids();

create trigger bank_details_90_touch before update on private.bank_details
  for each row execute function private.touch_updated_at();

create trigger bank_allocations_after_20_recall_added after insert on public.bank_allocations
  referencing new table as changed for each statement execute function private.sync_recalls();
create trigger bank_allocations_after_20_recall_changed after update on public.bank_allocations
  referencing old table as replaced new table as changed for each statement execute function private.sync_recalls();
create trigger bank_allocations_after_20_recall_removed after delete on public.bank_allocations
  referencing old table as replaced for each statement execute function private.sync_recalls();

create trigger agent_payments_after_50_audit_corrected after update on public.agent_payments
  for each row when (old.payment_date is distinct from new.payment_date or old.payment_method is distinct from new.payment_method
    or old.reference is distinct from new.reference)
  execute function private.audit_agent_payment();
create trigger agent_payments_after_50_audit_single after insert on public.agent_payments
  for each row when (new.batch_id is null) execute function private.audit_agent_payment();

create constraint trigger tier_years_due_correct after insert on private.tier_years_due
  deferrable initially deferred for each row execute function private.correct_tiers();
