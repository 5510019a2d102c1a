create trigger organizations_10_check before insert or update on public.organizations
  for each row execute function private.check_organization();
create trigger organizations_80_stamp_split before update of default_commission_split, commission_received_on
  on public.organizations for each row execute function private.stamp_organization('split');
create trigger organizations_80_stamp_writing before update of currency, amount_notation, date_order, time_zone
  on public.organizations for each row execute function private.stamp_organization('writing');
create trigger organizations_90_touch before update on public.organizations
  for each row execute function private.touch_updated_at();

create trigger organizations_after_50_audit after update on public.organizations
  for each row execute function private.audit_settings();

create trigger users_90_touch before update on public.users
  for each row execute function private.touch_updated_at();
create trigger users_after_10_create_terms after insert on public.users
  for each row when (new.role <> 'integration') execute function private.create_user_terms();
create trigger users_after_10_keep_email after insert on public.users
  for each row when (new.role <> 'integration') execute function private.keep_user_email();
create trigger users_after_10_sync_search after update of first_name, last_name on public.users
  for each row when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name))
  execute function private.sync_user_search('id');
create trigger users_after_20_keep_an_active_owner after update of role, is_active, organization_id or delete on public.users
  for each row when (old.role = 'owner' and old.is_active) execute function private.keep_an_active_owner();
create trigger users_after_30_revoke_invitations after update of role, is_active on public.users
  for each row when (old.role <> 'agent' and (old.role, old.is_active) is distinct from (new.role, new.is_active))
  execute function private.revoke_open_invitations();
create trigger users_after_50_audit after insert or update of role, is_active on public.users
  for each row when (new.role <> 'integration') execute function private.audit_member();

create trigger user_emails_after_10_sync_search after insert or update of email on public.user_emails
  for each row execute function private.sync_user_search('user_id');

create trigger user_terms_90_touch before update on public.user_terms
  for each row execute function private.touch_updated_at();
-- Accepting an invitation sets its split in the transaction that creates the terms (updated_at is now()): that is no change.
create trigger user_terms_after_10_write_history after update on public.user_terms
  for each row when (old.commission_split <> new.commission_split and old.updated_at <> now())
  execute function private.write_terms_history();

create trigger user_terms_history_keep before update or delete on public.user_terms_history
  for each row execute function private.guard_history();
create trigger user_terms_history_after_50_audit after insert on public.user_terms_history
  for each row execute function private.audit_terms();

create trigger invitations_10_check before insert on public.invitations
  for each row execute function private.check_invitation();
create trigger invitations_90_touch before update on public.invitations
  for each row execute function private.touch_updated_at();
create trigger invitations_after_30_name_for_mail after insert or update of expires_at on public.invitations
  for each row execute function private.name_invitation_for_mail();
create trigger invitations_after_50_audit_changed after update on public.invitations
  for each row when (old.revoked_at is distinct from new.revoked_at or old.expires_at <> new.expires_at)
  execute function private.audit_invitation();
create trigger invitations_after_50_audit_sent after insert on public.invitations
  for each row execute function private.audit_invitation();
create trigger invitations_after_60_refuse_many after insert on public.invitations referencing new table as added
  for each statement execute function private.refuse_many_invitations();

create trigger paperplane_10_void_unproven_access before update on auth.users
  for each row when (
    new.email_confirmed_at is not null and (old.email_confirmed_at is null or old.email is distinct from new.email))
  execute function private.void_unproven_access();
create trigger paperplane_20_guard_address_wish before update of email_change on auth.users
  for each row when (new.email_change <> '' and new.email_change is distinct from old.email_change)
  execute function private.guard_address_wish();
create trigger users_invitation_words
  before insert or update of raw_user_meta_data, confirmation_sent_at, recovery_sent_at on auth.users
  for each row execute function private.set_invitation_words();
create trigger paperplane_20_follow_address after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.follow_address();

create trigger paperplane_10_note_sign_in after insert or update of user_agent on auth.sessions
  for each row execute function private.note_sign_in();

create trigger paperplane_10_guard_factor before insert on auth.mfa_factors
  for each row execute function private.guard_factor();
create trigger paperplane_10_guard_removed_factor before delete on auth.mfa_factors
  for each row when (old.status = 'verified') execute function private.guard_factor();
create trigger paperplane_50_note_factor after update of status on auth.mfa_factors
  for each row when (new.status = 'verified' and old.status <> 'verified') execute function private.note_factor();
create trigger paperplane_50_note_removed_factor after delete on auth.mfa_factors
  for each row when (old.status = 'verified') execute function private.note_factor();

create trigger audit_log_keep before update or delete on private.audit_log
  for each row execute function private.guard_audit_log();
