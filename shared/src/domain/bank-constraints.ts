import { at, internalOf, type ConstraintError } from './constraint-error';
import { tooLong } from './messages';

/** Constraints no form can meet: rows of the bank are written by functions of the database, which say themselves what is wrong. */
const INTERNAL: Readonly<Record<string, string>> = {
  bank_accounts:
    'balance_on_range balance_range created_by_fkey currency_fkey currency_length organization_id_fkey organization_id_id_key',
  bank_allocations:
    'amount_range commission_id_fkey created_by_fkey organization_id_fkey replaced_amount_range transaction_id_fkey transaction_id_key write_off_amount_range',
  bank_connection_accounts:
    'account_id_fkey account_id_key account_id_or_left_out balance_range connection_id_fkey currency_length institution_length kind_length last_four_length name_length organization_id_fkey provider_account_id_key provider_account_id_length since_range',
  bank_connections:
    'code_known created_by_fkey disconnected_by_fkey institution_length label_length organization_id_fkey organization_id_id_key provider_known state_known words_length',
  bank_decisions: 'action_known decided_by_fkey details_length organization_id_fkey',
  bank_imports:
    'account_id_fkey balance_and_balance_on balance_on_range balance_range broken_lines_length connection_id_fkey created_by_fkey created_by_or_connection_id file_hash_length format_known organization_id_fkey organization_id_id_key status_known total_lines_range undone_by_fkey',
  bank_other_allocations:
    'amount_range created_by_fkey organization_id_fkey other_commission_id_fkey transaction_id_fkey transaction_id_key',
  bank_patterns:
    'category_known confirmations_range organization_id_fkey payer_key_key payer_key_length vendor_id_fkey vendor_id_or_category',
  bank_questions:
    'answer_known answered_by_fkey connection_id_fkey kind_known new_amount_range open_key organization_id_fkey transaction_id_fkey',
  bank_remittance_lines:
    'amount_range commission_id_fkey dates_length gross_amount_range line_number_key name_length note_length organization_id_fkey reference_length remittance_id_fkey',
  bank_remittances:
    'created_by_fkey deposit_id_fkey deposit_id_key document_id_fkey expected_on_range fee_amount_range fees_length file_name_length left_out_length organization_id_fkey organization_id_id_key source_known state_known total_amount_range transaction_id_fkey transaction_id_key transaction_id_or_vendor_id vendor_id_fkey',
  bank_rules:
    'account_id_fkey amount_from_range amount_to_order amount_to_range category_known conditions_key created_by_fkey direction_known organization_id_fkey organization_id_id_key payer_key_length payer_key_or_other text_contains_length vendor_id_fkey vendor_id_or_category',
  bank_suggestions:
    'certainty_known kind_known organization_id_fkey parts_length rank_key rank_range reasons_length transaction_id_fkey',
  bank_transactions:
    'account_id_fkey alike_key_length amount_range bank_id_length booked_on_range category_known certainty_known counterparty_length fee_amount_range import_id_fkey line_key_key line_key_length organization_id_fkey organization_id_id_key payer_key_length reference_length rule_id_fkey rule_vendor_id_fkey status_known text_length unclaimed_amount_range value_on_range vendor_id_fkey',
};

/** Every constraint of the bank's tables, as in `constraints.ts`. */
export const BANK_CONSTRAINTS: Readonly<Record<string, ConstraintError>> = {
  ...internalOf(INTERNAL),
  bank_accounts_name_length: at('name', tooLong(100)),
  bank_accounts_name_required: at('name', 'Enter a name for the account.'),
  bank_accounts_name_key: at('name', 'There is an account of this name already.'),
  bank_accounts_institution_length: at('institution', tooLong(100)),
  bank_accounts_last_four_length: at('lastFour', 'Enter the last four characters of the account number.'),
  bank_allocations_write_off_reason_required: at('reason', 'Say why the rest is written off.'),
  bank_allocations_write_off_reason_length: at('reason', tooLong(500)),
  bank_imports_file_name_length: at('file', tooLong(255)),
};
