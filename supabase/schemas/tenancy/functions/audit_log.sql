-- The audit log, and disclosures: what may be told only after the audit log has a record of it.

create function private.guard_audit_log() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and private.in_mode('erasing')
    and to_jsonb(new) - 'details' = to_jsonb(old) - 'details' then
    return new;
  end if;
  perform private.refuse('History can be neither changed nor deleted.', '', 'history_is_kept');
  return null;
end $$;
comment on function private.guard_audit_log is 'Append-only, for the owner of the table as well. Only an erasure may change
  `details`.';

create function private.audit_kind(action text) returns text
language sql immutable set search_path = '' as $$
  select case
    when action in ('customer_exported', 'passport_revealed', 'document_opened', 'payment_file_requested', 'vendor_mailed', 'mail_planned',
      'mail_plan_removed', 'audit_log_exported', 'api_key_made', 'api_key_revoked', 'tax_number_revealed', 'tax_file_requested', 'agency_export_started', 'agency_export_opened', 'agency_export_removed',
      'webhook_added', 'webhook_changed', 'webhook_secret_rotated', 'webhook_switched_on', 'webhook_switched_off', 'webhook_removed',
      'journal_exported', 'journal_downloaded') then 'data_out'
    when action in ('member_joined', 'member_role_changed', 'member_activated', 'member_deactivated', 'invitation_sent',
      'invitation_renewed', 'invitation_withdrawn', 'customer_deleted', 'customer_erased', 'customers_merged', 'merge_undone',
      'passport_added', 'passport_changed', 'passport_deleted', 'document_changed', 'document_deleted', 'mailbox_renewed',
      'member_address_changed', 'agency_deletion_asked', 'agency_deletion_withdrawn') then 'people'
    when action in ('second_factor_policy_changed', 'second_factor_added', 'second_factor_removed', 'second_factor_reset',
      'second_factor_asked', 'recovery_codes_made', 'recovery_code_used', 'member_signed_in', 'member_zone_new', 'member_devices_ended',
      'member_signed_out') then 'sign_in'
    when action in ('settings_changed', 'terms_changed', 'agreement_saved', 'terms_applied', 'vendor_terms_changed', 'books_closed', 'books_reopened', 'books_corrected',
      'journal_settings_saved', 'journal_account_mapped',
      'report_totals_mended', 'import_begun', 'import_done', 'import_cancelled', 'import_undone',
      'bank_account_added', 'bank_account_changed', 'bank_connection_connected', 'bank_connection_linked', 'bank_connection_synced',
      'bank_connection_disconnected', 'bank_import_done', 'bank_import_cancelled', 'bank_import_undone', 'bank_question_answered',
      'bank_match', 'bank_accept', 'bank_reject', 'bank_set_aside', 'bank_reopen', 'bank_vendor', 'bank_undo',
      'bank_rule_added', 'bank_rule_changed', 'bank_rule_deleted', 'bank_rules_ordered',
      'statement_added', 'statement_changed', 'statement_removed',
      'bank_details_changed', 'bank_details_deleted', 'payout_account_changed',
      'tax_settings_changed', 'tax_threshold_changed', 'tax_details_changed', 'tax_details_asked', 'credit_notes_written',
      'payout_started', 'payout_collected', 'payout_removed', 'payout_added', 'payout_handed_over', 'payout_approved', 'payout_scheduled',
      'payout_not_paid', 'payout_reopened', 'payout_discarded', 'payout_paid',
      'receipt_recorded', 'bonus_expected', 'other_commission_added', 'other_receipt_recorded', 'other_commission_cancelled', 'commission_held', 'commission_released', 'adjustment_added', 'adjustment_removed', 'agent_paid', 'agent_payment_corrected',
      'payment_voided', 'customer_payment_recorded', 'customer_payment_undone') then 'money' end
$$;
comment on function private.audit_kind is 'Under which filter of the page an action stands. Null for one that is not known.';

create function private.device_words(user_agent text) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(', ',
    case when user_agent ~ 'Edg(e|A|iOS)?/' then 'Edge'
      when user_agent ~ 'OPR/|Opera' then 'Opera'
      when user_agent ~ 'SamsungBrowser/' then 'Samsung Internet'
      when user_agent ~ 'Firefox/|FxiOS/' then 'Firefox'
      when user_agent ~ 'Chrome/|CriOS/|HeadlessChrome/' then 'Chrome'
      when user_agent ~ 'Safari/' then 'Safari' else 'Another program' end,
    case when user_agent ~ 'iPhone' then 'iPhone'
      when user_agent ~ 'iPad' then 'iPad'
      when user_agent ~ 'Android' then 'Android'
      when user_agent ~ 'Windows' then 'Windows'
      when user_agent ~ 'CrOS' then 'ChromeOS'
      when user_agent ~ 'Mac OS X|Macintosh' then 'Mac'
      when user_agent ~ 'Linux' then 'Linux' end)
  where btrim(user_agent) <> ''
$$;
comment on function private.device_words is 'Browser and system by what a browser says of itself, in our words alone: "Chrome, Windows".
  Null for nothing.';

create function private.audit(organization_id uuid, action text, customer uuid, subject uuid, details jsonb default '{}',
  amount numeric default null, actor uuid default null, by_itself boolean default false)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  who uuid := case when not by_itself then coalesce(actor, private.acting_user(audit.organization_id)) end;
  session uuid := case when who = auth.uid() then nullif(auth.jwt() ->> 'session_id', '')::uuid end;
begin
  insert into private.audit_log (organization_id, actor_id, action, kind, customer_id, subject_id, details, party_id, amount, session_id,
    device)
  values (audit.organization_id, who, audit.action, coalesce(private.audit_kind(audit.action), 'people'), customer, subject, details,
    coalesce(details ->> 'agent_id', details ->> 'vendor_id')::uuid, audit.amount, session, (select private.device_words(s.user_agent) from auth.sessions s where s.id = session and s.user_id = who));
end $$;
comment on function private.audit is 'One entry: who decided (`actor`, else the caller; nobody with `by_itself`), about what, with what
  it was before and after in `details.changes` (private.audit_changes), and the agent or vendor it concerns in `details.agent_id` or
  `vendor_id`. A text that may name a customer does not belong there.';

create function private.audit_changes(old jsonb, new jsonb, left_out text[] default '{}') returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('field', n.key, 'before', audit_changes.old -> n.key, 'after', n.value) order by n.key), '[]')
  from jsonb_each(audit_changes.new) n
  where n.key <> all (left_out) and n.value is distinct from audit_changes.old -> n.key
$$;
comment on function private.audit_changes is 'What differs between two rows as objects: [{field, before, after}].';

create function private.audit_change(field text, before text, after text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('changes', jsonb_build_array(jsonb_build_object('field', field, 'before', before, 'after', after)))
$$;
comment on function private.audit_change is 'Details of an entry about one field.';

create function private.allow_disclosure(what text, subject uuid) returns uuid
language sql volatile security definer set search_path = '' as $$
  delete from private.disclosures d
  where d.organization_id = private.current_organization_id() and d.actor_id = auth.uid()
    and d.created_at < clock_timestamp() - interval '2 days';
  insert into private.disclosures (organization_id, actor_id, what, subject_id)
  values (private.current_organization_id(), auth.uid(), allow_disclosure.what, subject)
  returning id
$$;
comment on function private.allow_disclosure is 'The first call, after its checks and its audit record: lets the caller read
  `subject` once, within a minute. What is two days old serves no limit any more.';

create function private.disclosure_refusal() returns jsonb
language sql immutable set search_path = '' as $$
  select private.command_result('This can be read once, within a minute. Ask for it again.', null, 'disclosure_over')
$$;

create function private.take_disclosure(what text, disclosure_id uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  subject uuid;
begin
  update private.disclosures d set told_at = clock_timestamp()
  where d.id = take_disclosure.disclosure_id and d.what = take_disclosure.what
    and d.organization_id = private.current_organization_id() and d.actor_id = auth.uid()
    and d.told_at is null and d.created_at > clock_timestamp() - interval '1 minute'
  returning d.subject_id into subject;
  if subject is null then
    perform private.refuse_with(private.disclosure_refusal());
  end if;
  return subject;
end $$;
comment on function private.take_disclosure is 'The second call: the subject, and marks it as told. Refuses alike what does not
  exist, is somebody else''s, was told or is late.';
