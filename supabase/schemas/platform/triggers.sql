create trigger notifications_after_90_announce after insert on public.notifications
  referencing new table as written for each statement execute function private.announce_notifications();

create trigger users_after_90_announce after update of role, is_active, organization_id on public.users
  for each row when (old.role is distinct from new.role or old.is_active is distinct from new.is_active
    or old.organization_id is distinct from new.organization_id)
  execute function private.announce_account_change();

create trigger sales_after_90_announce_added after insert on public.sales
  referencing new table as added for each statement execute function private.announce_sales();
create trigger sales_after_90_announce_changed after update on public.sales
  referencing old table as replaced new table as changed for each statement execute function private.announce_sales();
create trigger sales_after_90_announce_removed after delete on public.sales
  referencing old table as replaced for each statement execute function private.announce_sales();

create trigger commissions_after_90_announce_added after insert on public.commissions
  referencing new table as added for each statement execute function private.announce_commissions();
create trigger commissions_after_90_announce_changed after update on public.commissions
  referencing old table as replaced new table as changed for each statement execute function private.announce_commissions();
create trigger commissions_after_90_announce_removed after delete on public.commissions
  referencing old table as replaced for each statement execute function private.announce_commissions();

create trigger commission_shares_after_90_announce_added after insert on public.commission_shares
  referencing new table as added for each statement execute function private.announce_shares();
create trigger commission_shares_after_90_announce_changed after update on public.commission_shares
  referencing old table as replaced new table as changed for each statement execute function private.announce_shares();
create trigger commission_shares_after_90_announce_removed after delete on public.commission_shares
  referencing old table as replaced for each statement execute function private.announce_shares();
create trigger other_commissions_after_90_announce after update on public.other_commissions
  referencing new table as changed for each statement execute function private.announce_other_commissions();
