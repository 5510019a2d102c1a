create trigger commissions_07_take_terms before insert on public.commissions
  for each row execute function private.take_terms();
create trigger commissions_07_take_terms_changed before update on public.commissions
  for each row when (old.agent_id <> new.agent_id) execute function private.take_terms();
create trigger commissions_after_30_follow_shares_added after insert on public.commissions
  referencing new table as changed for each statement execute function private.follow_shares_of_commissions();
create trigger commissions_after_30_follow_shares_changed after update on public.commissions
  referencing old table as replaced new table as changed for each statement execute function private.follow_shares_of_commissions();

create trigger other_commissions_truncate before truncate on public.other_commissions
  for each statement execute function private.refuse_truncate();
create trigger other_commissions_10_guard before insert or update on public.other_commissions
  for each row execute function private.guard_other_commission();
create trigger other_commissions_90_touch before update on public.other_commissions
  for each row execute function private.touch_updated_at();
create trigger other_commissions_after_20_cancel_shares after update on public.other_commissions
  for each row when (new.status = 'cancelled' and old.status <> 'cancelled') execute function private.cancel_other_shares();

create trigger commission_shares_truncate before truncate on public.commission_shares
  for each statement execute function private.refuse_truncate();
create trigger commission_shares_90_touch before update on public.commission_shares
  for each row execute function private.touch_updated_at();

create trigger sales_33_guard_shares before update on public.sales
  for each row when (new.status = 'cancelled' and old.status <> 'cancelled') execute function private.guard_sale_of_shares();
create trigger sales_after_18_lock_agreements after insert on public.sales
  referencing new table as added for each statement execute function private.lock_agreements();
create trigger sales_after_25_create_fees after insert on public.sales
  referencing new table as added for each statement execute function private.create_service_fees();
create trigger sales_after_25_sync_fees after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.sync_service_fees();

create trigger agreement_versions_truncate before truncate on public.agreement_versions
  for each statement execute function private.refuse_truncate();
create trigger agreement_versions_keep before update on public.agreement_versions
  for each row execute function private.guard_agreement();
create trigger agreement_versions_keep_deleted before delete on public.agreement_versions
  for each row execute function private.guard_history();

-- Also where it is the number that stands there: a version that began since has another.
create trigger user_terms_after_30_follow_agreement after update of commission_split on public.user_terms
  for each row execute function private.follow_member_split();
