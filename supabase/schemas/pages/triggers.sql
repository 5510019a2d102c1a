create trigger payout_batches_after_90_announce_added after insert on public.payout_batches
  referencing new table as changed for each statement execute function private.announce_payouts();
create trigger payout_batches_after_90_announce_changed after update on public.payout_batches
  referencing new table as changed for each statement execute function private.announce_payouts();

create trigger payout_holds_after_90_announce_added after insert on public.payout_holds
  referencing new table as changed for each statement execute function private.announce_holds();
create trigger payout_holds_after_90_announce_changed after update on public.payout_holds
  referencing new table as changed for each statement execute function private.announce_holds();
create trigger payout_holds_after_90_announce_removed after delete on public.payout_holds
  referencing old table as changed for each statement execute function private.announce_holds();

create trigger payout_statements_after_90_announce after insert on public.payout_statements
  referencing new table as changed for each statement execute function private.announce_statements();
