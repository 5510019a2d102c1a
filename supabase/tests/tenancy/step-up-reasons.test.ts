import { sql } from '../support/database';

/**
 * Why nothing of these asks for a code again, by reason. What opens an account, moves money, says who earns what, or lets records of
 * everybody leave has no place here: it calls `private.require_step_up`.
 */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  'closes a door, and what is stolen is stopped at once': [
    'delete_webhook_endpoint',
    'end_member_sessions',
    'end_my_sessions',
    'leave_mail_plan',
    'remove_agency_export',
    'revoke_api_key',
    'revoke_invitation',
    'stop_bank_sync',
    'withdraw_address_change',
    'withdraw_agency_deletion',
  ],
  'reads once what another function has asked a code for': [
    'read_audit_log',
    'read_customer_data',
    'read_passport_number',
    'read_payment_file',
    'read_tax_file',
    'read_tax_number',
  ],
  'comes before there is somebody who could be asked': [
    'accept_invitation',
    'create_organization_with_owner',
  ],
  'invites an agent; the trigger of invitations asks where it invites an admin': ['create_invitation'],
  'wants the password itself, and the new address has to answer': ['ask_address_change'],
  'asks somebody else for something, and opens nothing': ['ask_for_second_factor', 'ask_for_tax_details'],
  'only prepares a payout: paying it asks': [
    'add_payout_lines',
    'approve_payout',
    'collect_payout',
    'discard_payout',
    'hand_over_payout',
    'hold_commission',
    'hold_payout_lines',
    'release_commission',
    'release_share',
    'remove_payout_lines',
    'reopen_payout',
    'start_payout',
  ],
  'corrects day, method or reference of a payment, never its amount': ['correct_agent_payment'],
  'records money that came in or went back, and is undone or seen in the books': [
    'cancel_other_commission',
    'cancel_sale_with_penalty',
    'expect_volume_bonus',
    'note_other_commission',
    'record_customer_payment',
    'record_other_receipt',
    'record_recall',
    'record_receipt',
    'undo_customer_payment',
    'write_credit_notes',
  ],
  'sorts lines of the bank to records: it reads the bank, and moves no money': [
    'accept_bank_suggestions',
    'answer_bank_question',
    'apply_bank_rule',
    'begin_bank_import',
    'delete_bank_remittance',
    'delete_bank_rule',
    'finish_bank_import',
    'import_bank_lines',
    'link_bank_accounts',
    'match_bank_transaction',
    'order_bank_rules',
    'reject_bank_suggestion',
    'reopen_bank_transaction',
    'save_bank_account',
    'save_bank_remittance',
    'save_bank_rule',
    'set_aside_bank_transactions',
    'set_bank_vendor',
    'switch_bank_rule',
    'sync_bank_connection',
    'undo_bank_decision',
    'undo_bank_import',
  ],
  'is the daily work on customers, sales and their groups, kept in histories': [
    'apply_group_dates',
    'archive_customer',
    'archive_sale_group',
    'create_customer',
    'create_sale',
    'delete_customer',
    'delete_passport',
    'delete_sale_group',
    'merge_customers',
    'save_passport',
    'save_sale_group',
    'undo_merge',
    'update_customer',
    'update_sale',
    'update_sale_status',
  ],
  'takes away for good and lets nothing out; it wants the name typed': ['erase_customer'],
  'is the daily work on vendors, their terms, statements and reminders; people’s shares are no part of it': [
    'archive_vendor',
    'create_vendor',
    'delete_vendor',
    'get_vendor_statement',
    'read_mailed_statement',
    'record_vendor_asked',
    'remove_vendor_bonus_terms',
    'remove_vendor_rate',
    'save_vendor_bonus_terms',
    'save_vendor_rate',
    'save_vendor_statement',
    'send_vendor_chase',
    'set_statement_line',
    'set_vendor_statement',
    'stop_vendor_chase',
    'update_vendor',
  ],
  'brings records in; nothing leaves, and it is undone whole': [
    'begin_import',
    'check_import_rows',
    'finish_import',
    'import_rows',
    'undo_import',
  ],
  'is a file or mail of one record, for who may see the record': [
    'answer_waiting_mail',
    'cancel_document_upload',
    'confirm_document_read',
    'delete_document',
    'delete_mail_plan',
    'finish_document_upload',
    'forget_mail_sender',
    'get_mailbox',
    'keep_mailed_document',
    'open_document',
    'remind_document_readers',
    'save_document',
    'save_mail_plan',
    'start_document_upload',
  ],
  'is a message between members, or what the caller has read': [
    'delete_message',
    'edit_message',
    'mark_conversation_read',
    'post_message',
    'tell_time_zone',
  ],
  'says how books and taxes are written; closing and their files ask': [
    'map_journal_account',
    'save_journal_settings',
    'save_tax_settings',
    'set_tax_threshold',
  ],
  'sends to an address that asked for a code when it was named': [
    'resend_webhook_delivery',
    'switch_webhook_endpoint',
  ],
};

/** The same of what people may write into tables themselves. */
const WRITES: Readonly<Record<string, readonly string[]>> = {
  'is the daily work on customers, sales, vendors and commissions, kept in histories': [
    'commissions UPDATE',
    'customer_companions DELETE',
    'customer_companions INSERT',
    'customer_companions UPDATE',
    'customers INSERT',
    'customers UPDATE',
    'sales INSERT',
    'vendor_terms UPDATE',
    'vendors INSERT',
    'vendors UPDATE',
  ],
  'changes only the caller’s own name, picture, notifications and views': [
    'notifications UPDATE',
    'saved_reports DELETE',
    'saved_reports INSERT',
    'saved_reports UPDATE',
    'users UPDATE',
  ],
};

const ASKS = String.raw`~ 'private\.require_step_up\(\)'`;
const names = (of: Readonly<Record<string, readonly string[]>>) => Object.values(of).flat().toSorted();
const sorted = (rows: { name: string }[]) => rows.map(({ name }) => name).toSorted();

// Holds security-49
test('every function that writes for people asks for a code, or stands here with its reason', async () => {
  const free = await sql<{ name: string }>(
    `select distinct p.proname as name from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v' and p.prorettype <> 'trigger'::regtype
       and has_function_privilege('authenticated', p.oid, 'execute') and not p.prosrc ${ASKS}`,
  );
  expect(names(REASONS)).toEqual(sorted(free));
});

// Holds security-50
test('every table that people write asks for a code, or stands here with its reason', async () => {
  const free = await sql<{ name: string }>(
    `select c.relname || ' ' || w.what as name from pg_class c
     cross join (values ('INSERT', 4), ('DELETE', 8), ('UPDATE', 16)) w(what, bit)
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
       and case w.what when 'DELETE' then has_table_privilege('authenticated', c.oid, 'DELETE')
         else has_any_column_privilege('authenticated', c.oid, w.what) end
       and not exists (
         select 1 from pg_trigger t join pg_proc p on p.oid = t.tgfoid
         where t.tgrelid = c.oid and t.tgtype & w.bit <> 0 and p.prosrc ${ASKS})`,
  );
  expect(names(WRITES)).toEqual(sorted(free));
});

// Holds security-53
test('every function that answers whole lists as files asks for a code', async () => {
  const free = await sql(
    `select p.proname as name from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.proname like 'export\\_%' and not p.prosrc ${ASKS}`,
  );
  expect(free).toEqual([]);
});

/** What a program writes by its key: none of it asks people for a code, as it is refused what does. */
const BY_A_KEY = [
  'begin_bank_import',
  'create_customer',
  'create_sale',
  'create_vendor',
  'finish_bank_import',
  'import_bank_lines',
  'record_receipt',
  'update_customer',
  'update_sale',
  'update_vendor',
];

// Holds integrations-7
test('what an API key may write is named, and asks nobody for a code', async () => {
  const called = await sql<{ name: string }>(
    `select distinct p.proname as name from pg_proc p
     join pg_proc k on k.pronamespace = 'private'::regnamespace and k.proname in ('do_for_api', 'import_for_api')
       and k.prosrc ~ ('public\\.' || p.proname || '\\(')
     where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v'`,
  );
  expect(sorted(called)).toEqual(BY_A_KEY);
  expect(names(REASONS)).toEqual(expect.arrayContaining(BY_A_KEY));
});
