create trigger commissions_after_41_tell_shares after update on public.commissions
  for each row when (old.status <> new.status and new.status = 'funds_received') execute function private.tell_shares_of_commission();
create trigger commissions_after_28_lock_people after update on public.commissions
  referencing old table as replaced new table as changed for each statement execute function private.lock_people_of_commissions();
create trigger commissions_after_30_follow_shares_added after insert on public.commissions
  referencing new table as changed for each statement execute function private.follow_shares_of_commissions();
create trigger commissions_after_30_follow_shares_changed after update on public.commissions
  referencing old table as replaced new table as changed for each statement execute function private.follow_shares_of_commissions();
create trigger commissions_after_35_mark_tiers after update on public.commissions
  referencing old table as replaced new table as changed for each statement execute function private.mark_tiers_of_commissions();

create trigger other_commissions_truncate before truncate on public.other_commissions
  for each statement execute function private.refuse_truncate();
create trigger other_commissions_10_guard before insert or update on public.other_commissions
  for each row execute function private.guard_other_commission();
create trigger other_commissions_90_touch before update on public.other_commissions
  for each row execute function private.touch_updated_at();
create trigger other_commissions_after_20_cancel_shares after update on public.other_commissions
  for each row when (new.status = 'cancelled' and old.status <> 'cancelled') execute function private.cancel_other_shares();

create trigger other_commissions_after_41_tell_shares after update on public.other_commissions
  for each row when (new.kind = 'penalty' and old.status <> new.status and new.status = 'funds_received')
  execute function private.tell_shares_of_penalty();

create trigger commission_shares_truncate before truncate on public.commission_shares
  for each statement execute function private.refuse_truncate();
create trigger commission_shares_10_guard_split before update on public.commission_shares
  for each row when (new.commission_id is not null and new.place is not null and new.terms_version_id is null and old.status <> 'paid'
    and new.user_id = old.user_id and (new.split <> old.split or new.split_parts is distinct from old.split_parts))
  execute function private.guard_split();
create trigger commission_shares_90_touch before update on public.commission_shares
  for each row execute function private.touch_updated_at();
create trigger commission_shares_after_35_mark_tiers after update on public.commission_shares
  for each row when (new.place is not null and (new.user_id <> old.user_id or new.split <> old.split
    or new.split_parts is distinct from old.split_parts or new.gross_part <> old.gross_part or new.counted_on <> old.counted_on or new.terms_version_id is distinct from old.terms_version_id
    or new.status = 'cancelled' and old.status <> 'cancelled'))
  execute function private.mark_tiers_of_share();

create trigger commission_shares_after_05_follow_sellers_added after insert on public.commission_shares
  referencing new table as changed for each statement execute function private.follow_sellers_shares();
create trigger commission_shares_after_05_follow_sellers_changed after update on public.commission_shares
  referencing new table as changed for each statement execute function private.follow_sellers_shares();
create trigger commission_shares_after_31_follow_overrides after update on public.commission_shares
  referencing old table as replaced new table as changed for each statement execute function private.follow_shares_with_overrides();
create trigger commission_shares_after_31_leave_caps after delete on public.commission_shares
  referencing old table as replaced for each statement execute function private.leave_caps();
create trigger commission_shares_after_31_make_overrides after insert on public.commission_shares
  referencing new table as changed for each statement execute function private.follow_shares_with_overrides();

create trigger sales_33_guard_shares before update on public.sales
  for each row when (new.status = 'cancelled' and old.status <> 'cancelled') execute function private.guard_sale_of_shares();
create trigger sales_after_18_lock_agreements after insert on public.sales
  referencing new table as changed for each statement execute function private.lock_agreements();
create trigger sales_after_18_lock_agreements_changed after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.lock_agreements();
create trigger sales_after_25_create_fees after insert on public.sales
  referencing new table as added for each statement execute function private.create_service_fees();
create trigger sales_after_25_sync_fees after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.sync_service_fees();

create trigger sales_after_35_mark_tiers_added after insert on public.sales
  referencing new table as changed for each statement execute function private.mark_tiers_of_sales();
create trigger sales_after_35_mark_tiers_changed after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.mark_tiers_of_sales();
create trigger sales_after_35_mark_tiers_removed after delete on public.sales
  referencing old table as replaced for each statement execute function private.mark_tiers_of_sales();

create trigger agreement_versions_truncate before truncate on public.agreement_versions
  for each statement execute function private.refuse_truncate();
create trigger agreement_versions_keep before update on public.agreement_versions
  for each row execute function private.guard_agreement();
create trigger agreement_versions_keep_deleted before delete on public.agreement_versions
  for each row execute function private.guard_history();

-- Also where it is the number that stands there: a version that began since has another.
create trigger user_terms_after_30_follow_agreement after update of commission_split on public.user_terms
  for each row execute function private.follow_member_split();
-- Once the version that follows it is there.
create trigger user_terms_after_35_guard_promises after update of commission_split on public.user_terms
  for each row when (old.commission_split <> new.commission_split and old.updated_at <> now())
  execute function private.guard_promises('user_id', 'commission_split');
create trigger invitations_after_35_guard_promises after insert or update of expires_at on public.invitations
  for each row execute function private.guard_promises('id', 'commission_split');
create trigger users_after_35_guard_promises after update of is_active on public.users
  for each row when (new.is_active and not old.is_active) execute function private.guard_promises('id', '');

create trigger vendors_20_keep_of_terms before delete on public.vendors
  for each row execute function private.keep_vendor_of_terms();
