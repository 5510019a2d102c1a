import fs from 'node:fs';
import path from 'node:path';
import { CONSTRAINTS } from '../../../shared/src/domain/constraints';
import { renderDatabaseTypes } from '../../database-types';
import { renderReads } from '../../reads';
import { readSchemas } from '../../schema/schema-files';
import { database, sql } from '../support/database';

const names = async (statement: string): Promise<string[]> =>
  (await sql<{ name: string }>(statement)).map((row) => row.name);

// Holds security-2
test('every table has row-level security, and policies for signed-in people only', async () => {
  expect(
    await names(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relrowsecurity`,
    ),
  ).toEqual([]);
  expect(
    await names(
      `select tablename || ': ' || policyname as name from pg_policies
       where schemaname = 'public' and roles <> '{authenticated}'`,
    ),
  ).toEqual([]);
  expect(
    await names(
      `select c.relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not exists (select 1 from pg_policy p where p.polrelid = c.oid)`,
    ),
  ).toEqual([]);
});

test('every view runs with the caller’s rights', async () => {
  expect(
    await names(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
       and not coalesce(reloptions @> '{security_invoker=on}', false)`,
    ),
  ).toEqual([]);
});

test('every function sets its search path', async () => {
  expect(
    await names(
      `select p.oid::regprocedure::text as name from pg_proc p
       where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and not coalesce('search_path=""' = any (p.proconfig), false)`,
    ),
  ).toEqual([]);
});

test('no function leaves it to a setting whether a name is a parameter or a column', async () => {
  expect(
    await names(
      `select p.oid::regprocedure::text as name from pg_proc p
       where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prosrc ~ '#\\s*variable_conflict'`,
    ),
  ).toEqual([]);
});

const HELPERS = [
  'private.add_record(text,uuid,jsonb)',
  'private.answer_api(text,jsonb)',
  'private.api_agent(users)',
  'private.api_bank_account(bank_accounts)',
  'private.api_bank_transaction(bank_transactions,text)',
  'private.api_commission(commissions,text)',
  'private.api_currency()',
  'private.api_customer(customers)',
  'private.api_import(uuid)',
  'private.api_resources()',
  'private.api_money_of_commissions(uuid[])',
  'private.api_payout(payout_batches)',
  'private.api_payout_with_payments(payout_batches)',
  'private.api_sale(sales)',
  'private.api_sale_with_parts(sales)',
  'private.api_scope(text)',
  'private.api_time(timestamp with time zone)',
  'private.api_vendor(vendors)',
  'private.are_preferences(jsonb)',
  'private.begin_request(text,uuid,jsonb)',
  'private.check_api_result(jsonb,text)',
  'private.check_customer(jsonb)',
  'private.check_record_input(jsonb,jsonb,text)',
  'private.check_sale_input(jsonb,text[])',
  'private.check_traveler_ids(text[])',
  'private.check_vendor(jsonb)',
  'private.commission_history_of(uuid)',
  'private.current_organization_id()',
  'private.deposits_of_commission(uuid)',
  'private.describe_sale(sales)',
  'private.do_for_api(text,uuid,integer,jsonb)',
  'private.end_request(uuid,uuid,jsonb)',
  'private.give_reason(text,text,jsonb)',
  'private.has_live_session()',
  'private.have_visible_names(jsonb)',
  'private.import_for_api(jsonb)',
  'private.is_admin()',
  'private.is_contact_list(jsonb,text)',
  'private.is_country(text)',
  'private.is_one_line(text)',
  'private.is_owner()',
  'private.is_program_list(jsonb,text)',
  'private.is_tag_list(text[])',
  'private.is_visible(text)',
  'private.latest_sales(text,uuid)',
  'private.list_for_api(text,jsonb)',
  'private.may_add_document_file(text)',
  'private.may_add_files()',
  'private.may_read_document_file(text)',
  'private.may_see_document(documents)',
  'private.may_see_record(text,uuid)',
  'private.may_take_document_file(text)',
  'private.name_document(text)',
  'private.normalize_entries(jsonb)',
  'private.normalize_preferences(jsonb)',
  'private.normalize_search_text(text)',
  'private.one_line(text)',
  'private.other_dates(sales,sale_groups)',
  'private.own_organization_id()',
  'private.payout_of_commission(uuid)',
  'private.penalty_of(uuid)',
  'private.picture_pattern(text)',
  'private.record_for_api(text,uuid)',
  'private.reference_key(text)',
  'private.refuse(text,text,text,jsonb)',
  'private.refuse_missing_factor()',
  'private.sales_with_reference(text,uuid)',
  'private.save_vendor_terms(uuid,jsonb)',
  'private.sum_of(numeric[])',
  'private.terms_of(jsonb)',
  'private.today()',
  'private.unseen_signs()',
  'private.upcoming_trips(uuid)',
  'private.vendor_document(text,text[])',
  'private.write_for_api(text,uuid,jsonb)',
];
/** All that somebody without a session may ask. */
const OPEN = [
  'check_invitation_email(text)',
  'create_organization_with_owner(text,text,uuid,text,text,text)',
];
const FUNCTIONS = [
  ...OPEN,
  'accept_bank_suggestions(jsonb,boolean,uuid)',
  'accept_invitation(text,text,uuid)',
  'add_payout_adjustment(uuid,text,numeric,text,uuid)',
  'add_payout_lines(uuid,uuid[],uuid[],uuid[])',
  'add_webhook_endpoint(text,text[],uuid)',
  'answer_bank_question(uuid,text)',
  'answer_waiting_mail(text,uuid,boolean)',
  'apply_bank_rule(uuid,jsonb)',
  'apply_group_dates(uuid,integer)',
  'apply_terms_again(uuid,text,uuid)',
  'approve_payout(uuid,integer)',
  'archive_customer(uuid,boolean)',
  'archive_sale_group(uuid,boolean)',
  'archive_vendor(uuid,boolean)',
  'ask_address_change(text,uuid)',
  'ask_agency_deletion(text)',
  'ask_for_second_factor(uuid)',
  'ask_for_tax_details(uuid[])',
  'begin_bank_connection(text,uuid,uuid)',
  'begin_bank_import(uuid,text,text,text,integer,jsonb,text,text[],uuid,numeric,date)',
  'begin_import(text,text,text,text[],jsonb,integer,uuid)',
  'begin_second_factor_reset(uuid)',
  'cancel_document_upload(uuid)',
  'cancel_other_commission(uuid)',
  'cancel_sale_with_penalty(uuid,numeric,date,text,uuid)',
  'change_webhook_endpoint(uuid,text,text[])',
  'check_import_rows(text,text,jsonb,jsonb,uuid,boolean)',
  'close_books(date)',
  'collect_payout(uuid)',
  'confirm_document_read(uuid)',
  'correct_agent_payment(uuid,date,text,text)',
  'count_failing_webhooks()',
  'create_api_key(text,text[],date,uuid)',
  'create_customer(jsonb,uuid)',
  'create_invitation(text,text,numeric,text,text,uuid)',
  'create_sale(jsonb,text[],uuid)',
  'create_vendor(jsonb,uuid)',
  'delete_bank_details()',
  'delete_bank_remittance(uuid)',
  'delete_bank_rule(uuid)',
  'delete_customer(uuid)',
  'delete_document(uuid)',
  'delete_mail_plan(uuid)',
  'delete_message(uuid)',
  'delete_passport(uuid)',
  'delete_payout_adjustment(uuid)',
  'delete_sale_group(uuid)',
  'delete_vendor(uuid)',
  'delete_webhook_endpoint(uuid)',
  'discard_payout(uuid)',
  'disconnect_bank_connection(uuid)',
  'edit_message(uuid,text)',
  'end_member_sessions(uuid)',
  'end_my_sessions(uuid)',
  'erase_customer(uuid,text)',
  'expect_volume_bonus(uuid,date,date,numeric,date,uuid)',
  'export_commissions(text,uuid,date,date,text,text,boolean,uuid,boolean,boolean)',
  'export_customer_data(uuid)',
  'export_customers(text,text,uuid,text,text,boolean)',
  'export_journal(date,text,uuid)',
  'export_sales(text,uuid,uuid,date,date,text,text,boolean,boolean,uuid)',
  'export_team(text,text,text,boolean)',
  'export_vendors(text,text,text,text,boolean,boolean)',
  'find_customers_by_name(text)',
  'find_duplicate_bookings(text,uuid,uuid)',
  'find_duplicate_customers(jsonb,uuid)',
  'find_members_by_name(text)',
  'find_open_commissions(text,uuid,integer,boolean)',
  'find_vendors_by_name(text,boolean)',
  'finish_bank_import(uuid,boolean,jsonb)',
  'finish_document_upload(uuid)',
  'finish_import(uuid,boolean,integer)',
  'forget_mail_sender(text)',
  'get_address_change()',
  'get_agency_deletion()',
  'get_agency_export()',
  'get_agent_sales_timeline(uuid,date,date,text)',
  'get_agreement(uuid)',
  'get_api_keys()',
  'get_audit_log(text,uuid,uuid,text,date,date,uuid,integer,integer)',
  'get_bank_accounts_page()',
  'get_bank_connection(uuid)',
  'get_bank_inbox(text,uuid,uuid,date,date,text,integer,integer,text)',
  'get_bank_transaction(uuid)',
  'get_books()',
  'get_commission_record(uuid)',
  'get_commission_shares(uuid)',
  'get_commission_stats(date,date,text,uuid)',
  'get_commission_status_timeline(date,date,text)',
  'get_commission_timeline(date,date,text)',
  'get_commissions_by_status(date,date)',
  'get_conversation(text,uuid,uuid,uuid)',
  'get_credit_note(uuid)',
  'get_customer_page(uuid)',
  'get_customer_payments(uuid)',
  'get_customer_profile(uuid)',
  'get_dashboard(date,date,text[])',
  'get_document(uuid)',
  'get_file_room()',
  'get_first_steps()',
  'get_journal(date)',
  'get_mailbox()',
  'get_member_page(uuid)',
  'get_member_profile(uuid)',
  'get_my_payouts()',
  'get_my_tax_details()',
  'get_new_agency_limits()',
  'get_passport_reveals(uuid)',
  'get_payout(uuid)',
  'get_receipt_tracking()',
  'get_recent_customers(integer,date,date)',
  'get_report_gallery()',
  'get_report_rows(jsonb,text,integer,jsonb)',
  'get_sale_group(uuid)',
  'get_sale_history(uuid)',
  'get_sale_shares(uuid)',
  'get_sales_by_status(date,date)',
  'get_sales_status_timeline(date,date,text)',
  'get_sales_timeline(date,date,text)',
  'get_second_factor()',
  'get_shared_sale(uuid)',
  'get_statement(uuid)',
  'get_tax_year(integer)',
  'get_top_agents(date,date,integer)',
  'get_top_vendors(date,date,integer)',
  'get_unread_count()',
  'get_vendor_chases(uuid)',
  'get_vendor_overdue(uuid)',
  'get_vendor_page(uuid)',
  'get_vendor_profile(uuid)',
  'get_vendor_statement(uuid)',
  'get_vendor_terms(uuid)',
  'get_webhooks()',
  'hand_over_payout(uuid,uuid,integer)',
  'hold_commission(uuid,text)',
  'hold_payout_lines(uuid,uuid[],text)',
  'import_bank_lines(uuid,jsonb)',
  'import_rows(uuid,jsonb)',
  'invitation_preview()',
  'keep_mailed_document(uuid)',
  'last_import_mapping(text,text[],text)',
  'leave_mail_plan(uuid)',
  'link_bank_accounts(uuid,jsonb,date,uuid)',
  'list_bank_accounts()',
  'list_bank_imports(integer,integer,uuid)',
  'list_bank_rules()',
  'list_commissions(text,uuid,date,date,text,text,boolean,integer,integer,uuid,boolean,boolean)',
  'list_credit_notes(integer,uuid,integer,integer)',
  'list_customers(text,text,uuid,text,text,boolean,integer,integer)',
  'list_documents(text,text,text,uuid,text,text,text,boolean,integer,integer)',
  'list_journal(date,integer,integer)',
  'list_mail_plans()',
  'list_mailed_statements(uuid)',
  'list_my_devices()',
  'list_other_commissions(text,text,integer,integer,text,uuid)',
  'list_payouts(integer,integer)',
  'list_sale_groups(text,text,integer,integer,uuid)',
  'list_sales(text,uuid,uuid,date,date,text,text,boolean,integer,integer,boolean,uuid)',
  'list_second_factors()',
  'list_statements(uuid,integer,integer)',
  'list_team(text,text,text,boolean,integer,integer)',
  'list_vendor_statements(uuid)',
  'list_vendors(text,text,text,text,boolean,integer,integer,boolean)',
  'list_webhook_deliveries(uuid,text,integer,integer)',
  'make_recovery_codes()',
  'map_journal_account(text,uuid,text,text)',
  'mark_conversation_read(uuid)',
  'match_bank_transaction(uuid,integer,jsonb,numeric,numeric,uuid,text)',
  'merge_customers(uuid,uuid)',
  'note_other_commission(uuid,text)',
  'open_agency_export(uuid)',
  'open_document(uuid)',
  'open_journal_export(uuid)',
  'order_bank_rules(uuid[])',
  'pay_payout(uuid,integer,date,text,uuid,jsonb)',
  'post_message(uuid,text,uuid,text,uuid)',
  'preview_bank_lines(uuid,jsonb)',
  'preview_bank_rule(jsonb)',
  'preview_terms_again(uuid)',
  'read_agency_export(uuid,integer)',
  'read_audit_log(uuid,text,uuid,uuid,text,date,date)',
  'read_customer_data(uuid)',
  'read_journal_export(uuid,integer)',
  'read_mailed_statement(uuid,jsonb,jsonb,jsonb)',
  'read_passport_number(uuid)',
  'read_payment_file(uuid)',
  'read_tax_file(uuid)',
  'read_tax_number(uuid)',
  'recognize_bank_account(text,text[],text,text)',
  'record_agent_payment(uuid,uuid,uuid,uuid,numeric,date,text,text,text,uuid)',
  'record_customer_payment(uuid,numeric,date,text,text,uuid)',
  'record_other_receipt(uuid,date,numeric,uuid)',
  'record_recall(uuid,numeric,text,uuid,uuid,uuid)',
  'record_receipt(uuid,date,numeric,text,uuid)',
  'record_share_payment(uuid,numeric,date,text,text,text,uuid)',
  'record_vendor_asked(uuid,boolean)',
  'reject_bank_suggestion(uuid,integer,integer)',
  'release_commission(uuid)',
  'release_share(uuid)',
  'remind_document_readers(uuid)',
  'remove_agency_export(uuid)',
  'remove_payout_lines(uuid,uuid[])',
  'remove_vendor_bonus_terms(uuid)',
  'remove_vendor_rate(uuid)',
  'renew_invitation(uuid)',
  'renew_mailbox_token()',
  'reopen_bank_transaction(uuid)',
  'reopen_books(date,text)',
  'reopen_payout(uuid,text,boolean)',
  'request_audit_log(text,uuid,uuid,text,date,date)',
  'request_payment_file(uuid,text)',
  'request_tax_file(integer,text)',
  'request_tax_number(uuid)',
  'resend_webhook_delivery(uuid)',
  'reveal_passport(uuid)',
  'revoke_api_key(uuid)',
  'revoke_invitation(uuid)',
  'rotate_webhook_secret(uuid,uuid)',
  'run_report(jsonb)',
  'save_agreement(uuid,date,jsonb,uuid)',
  'save_bank_account(jsonb,uuid,uuid)',
  'save_bank_details(jsonb)',
  'save_bank_remittance(uuid,text,jsonb,jsonb)',
  'save_bank_rule(jsonb,uuid,integer)',
  'save_document(uuid,integer,jsonb,uuid)',
  'save_journal_settings(text,date,uuid,text,integer,integer,integer,integer,boolean)',
  'save_mail_plan(jsonb,integer)',
  'save_passport(uuid,jsonb)',
  'save_payout_account(jsonb)',
  'save_sale_group(jsonb,uuid,integer,uuid)',
  'save_tax_details(jsonb,uuid)',
  'save_tax_settings(jsonb)',
  'save_vendor_bonus_terms(uuid,date,date,text,jsonb,uuid,integer,uuid)',
  'save_vendor_rate(uuid,numeric,date,text,uuid)',
  'save_vendor_statement(uuid,text,jsonb,jsonb,jsonb,uuid)',
  'search_everything(text)',
  'send_vendor_chase(uuid,text,text,text,integer,boolean,uuid)',
  'set_aside_bank_transactions(jsonb,text,boolean,boolean)',
  'set_bank_vendor(uuid,uuid,text)',
  'set_member_active(uuid,boolean,uuid)',
  'set_member_role(uuid,text)',
  'set_member_split(uuid,numeric)',
  'set_second_factor_policy(text)',
  'set_statement_line(uuid,integer,integer,uuid)',
  'set_tax_threshold(integer,numeric,text)',
  'set_vendor_statement(uuid,integer,text,date)',
  'start_agency_export(text)',
  'start_document_upload(jsonb,jsonb,uuid,uuid)',
  'start_payout(text,date)',
  'stop_bank_sync(uuid)',
  'stop_vendor_chase(uuid)',
  'switch_bank_rule(uuid,boolean)',
  'switch_webhook_endpoint(uuid,boolean)',
  'sync_bank_connection(uuid)',
  'tell_time_zone(text)',
  'transfer_ownership(uuid)',
  'try_terms(uuid,date,uuid,text,numeric,numeric)',
  'undo_bank_decision(uuid)',
  'undo_bank_import(uuid)',
  'undo_customer_payment(uuid,text)',
  'undo_import(uuid)',
  'undo_merge(uuid)',
  'update_customer(uuid,integer,jsonb)',
  'update_sale(uuid,integer,jsonb,text[])',
  'update_sale_status(uuid,text,text)',
  'update_vendor(uuid,integer,jsonb)',
  'void_agent_payment(uuid,text)',
  'void_statement_payment(uuid,text)',
  'withdraw_address_change()',
  'withdraw_agency_deletion()',
  'write_credit_notes()',
];

test.each([
  ['anon', OPEN],
  ['authenticated', [...FUNCTIONS, ...HELPERS]],
])('%s may execute exactly the listed functions', async (role, expected) => {
  const executable = await names(
    `select p.oid::regprocedure::text as name from pg_proc p
     where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
     and has_function_privilege('${role}', p.oid, 'execute') order by 1`,
  );
  expect(executable.sort()).toEqual([...expected].sort());
});

test('four settings hand something over unseen, and one file of functions reads and writes them', async () => {
  expect(
    await names(
      `select distinct f.proname || ' ' || m.setting[1] as name
       from pg_proc f
       cross join lateral regexp_matches(f.prosrc, '_(?:config|setting)\\s*\\(\\s*''(paperplane\\.\\w+)', 'g') m(setting)
       where f.pronamespace in ('public'::regnamespace, 'private'::regnamespace) order by 1`,
    ),
  ).toEqual([
    'acting_key paperplane.key',
    'begin_key paperplane.key',
    'begin_mode paperplane.mode',
    'first_told paperplane.told',
    'give_reason paperplane.reason',
    'given_note paperplane.reason',
    'in_mode paperplane.mode',
  ]);
});

test('nobody but the signed-in may look into the private schema, and nothing is granted to everybody', async () => {
  const [row] = await sql(
    `select has_schema_privilege('anon', 'private', 'usage') as anon,
       has_schema_privilege('authenticated', 'private', 'usage') as authenticated,
       has_schema_privilege('authenticated', 'private', 'create') as creates`,
  );
  expect(row).toEqual({ anon: false, authenticated: true, creates: false });
  expect(
    await names(
      `select p.oid::regprocedure::text as name from pg_proc p cross join lateral aclexplode(p.proacl) a
       where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and a.grantee = 0`,
    ),
  ).toEqual([]);
});

// Holds security-1
test('anon may touch no table at all', async () => {
  expect(
    await names(
      `select c.relname as name from pg_class c
       where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p', 'v')
       and (has_table_privilege('anon', c.oid, 'select, insert, update, delete, truncate, references, trigger')
         or has_any_column_privilege('anon', c.oid, 'select, insert, update, references'))`,
    ),
  ).toEqual([]);
});

test('every constraint says in words what it refuses, and no words are left over', async () => {
  const constraints = await names(
    `select k.conname as name from pg_constraint k
     where k.connamespace = 'public'::regnamespace and k.contype in ('c', 'f', 'u', 'x')
     union
     select i.indexrelid::regclass::text from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relnamespace = 'public'::regnamespace and i.indisunique and not i.indisprimary`,
  );
  expect(Object.keys(CONSTRAINTS).sort()).toEqual(
    constraints.map((name) => name.replace(/^public\./, '')).sort(),
  );
});

test('check constraints are named after their table and column', async () => {
  expect(
    await names(
      `select k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
       where k.connamespace = 'public'::regnamespace and k.contype = 'c'
       and not exists (select 1 from unnest(k.conkey) n join pg_attribute a on a.attrelid = c.oid and a.attnum = n
         where k.conname like c.relname || '_' || a.attname || '\\_%')`,
    ),
  ).toEqual([]);
});

test('every text has a limit or a list, every reference its organization', async () => {
  expect(
    await names(
      `select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
       and a.atttypid = 'text'::regtype and c.relname not like '%\\_history' and c.relname || '.' || a.attname <> 'sales.currency'
       and not exists (select 1 from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
         and k.conkey = array[a.attnum] and (k.conname like '%\\_length' or k.conname like '%\\_known'))`,
    ),
  ).toEqual([]);
  expect(
    await names(
      `select k.conname as name from pg_constraint k join pg_class f on f.oid = k.confrelid
       where k.connamespace = 'public'::regnamespace and k.contype = 'f' and f.relnamespace = 'public'::regnamespace
       and f.relname <> 'organizations' and not exists (select 1 from unnest(k.conkey) n
         join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n where a.attname = 'organization_id')`,
    ),
  ).toEqual([]);
});

test('the committed types and the list of what only reads are those of the migrated database', async () => {
  const root = path.resolve(__dirname, '../../..');
  const committed = (name: string) =>
    fs.readFileSync(path.join(root, 'shared/src/platform/api', name), 'utf8');
  expect(committed('database.types.ts')).toBe(await renderDatabaseTypes(await database()));
  expect(committed('reads.ts')).toBe(await renderReads(await database(), readSchemas(root)));
});
