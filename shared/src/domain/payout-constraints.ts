import { at, internal, type ConstraintError } from './constraint-error';
import { MESSAGES, tooLong } from './messages';

/** Constraints no form can meet: rows of payouts, shares and closed books are written by functions of the database, which say themselves what is wrong. */
const INTERNAL: Readonly<Record<string, string>> = {
  payment_voids:
    'agent_id_fkey amount_range line_id_fkey line_id_key organization_id_fkey payment_id_fkey payment_id_key statement_id_fkey statement_id_key statement_id_or_payment voided_by_fkey voided_on_range',
  book_corrections: 'commission_id_fkey created_by_fkey kind_known organization_id_fkey sales_id_fkey',
  payout_batches:
    'approved_at_whole approved_by_fkey changed_by_fkey checks_object created_by_fkey currency_fkey currency_length open_key organization_id_fkey organization_id_id_key paid_at_whole paid_by_fkey schedule_problem_length scheduled_at_whole scheduled_by_fkey status_known',
  payout_events: 'action_known batch_id_fkey details_length done_by_fkey organization_id_fkey',
  payout_holds: 'held_by_fkey organization_id_fkey share_id_fkey share_id_key',
  payout_lines:
    'agent_id_fkey amount_range amount_sign batch_id_fkey batch_id_required commission_id_fkey commission_id_whole created_by_fkey kind_known organization_id_fkey organization_id_id_key share_id_fkey share_id_key transaction_id_fkey transaction_id_key',
  other_commissions:
    'created_by_fkey kind_known kind_whole organization_id_fkey organization_id_id_key received_on_whole sales_id_fkey sales_id_key status_known vendor_id_fkey',
  commission_shares:
    'agent_amount_sign base_known charge_key commission_id_fkey commission_id_one organization_id_fkey organization_id_id_key other_commission_id_fkey override_id_fkey override_id_whole override_key paid_on_whole percent_range place_key role_known role_whole sales_id_fkey sales_id_whole split_range status_known taken_from_known under_share_id_fkey user_id_fkey',
  agreement_versions:
    'category_splits_array created_by_fkey number_key organization_id_fkey overrides_array tiers_object user_id_fkey vendor_splits_array',
  payout_statements:
    'agent_id_fkey batch_id_agent_id_key batch_id_fkey number_key number_length organization_id_fkey organization_id_id_key paid_amount_sum payment_method_known reference_length',
};

/** Every constraint of the tables of payouts, agreements and closed books, as in `constraints.ts`. */
export const PAYOUT_CONSTRAINTS: Readonly<Record<string, ConstraintError>> = {
  ...Object.fromEntries(
    Object.entries(INTERNAL).flatMap(([table, names]) =>
      names.split(' ').map((name) => [`${table}_${name}`, internal]),
    ),
  ),
  agent_payments_batch_id_fkey: internal,
  agent_payments_share_id_fkey: internal,
  agent_payments_share_id_key: internal,
  other_commissions_amount_range: at('amount', 'Enter an amount from 0 to 9,999,999,999.99.'),
  other_commissions_notes_length: at('notes', tooLong(5000)),
  other_commissions_due_on_range: at('dueOn', 'Choose a day between 1900 and 2199.'),
  other_commissions_period_start_range: at('periodStart', 'Choose days between 1900 and 2199.'),
  other_commissions_received_amount_range: at('receivedAmount', 'Enter the amount received.'),
  other_commissions_received_on_range: at('receivedOn', 'Choose a day between 1900 and 2199.'),
  other_commissions_vendor_id_period_key: at(
    'periodStart',
    'This vendor has a volume bonus of this period already.',
  ),
  agreement_versions_default_split_range: at('defaultSplit', MESSAGES.percentRange),
  agreement_versions_valid_from_range: at('validFrom', MESSAGES.dateRange),
  agent_payments_organization_id_id_key: internal,
  payment_voids_reason_length: at('reason', tooLong(500)),
  payment_voids_reason_required: at('reason', 'Say why. The agent reads it.'),
  organizations_books_closed_through_range: at('through', 'Choose a day between 1990 and 2199.'),
  organizations_payout_hold_until_known: at('payoutHoldUntil', 'Choose until when commission is held.'),
  organizations_payout_minimum_amount_range: at('payoutMinimumAmount', 'Enter an amount up to 1,000,000.'),
  payout_batches_name_length: at('name', tooLong(100)),
  payout_batches_name_required: at('name', 'Enter a name for the payout.'),
  payout_batches_name_key: at('name', 'There is a payout of this name already.'),
  payout_batches_planned_on_range: at('plannedOn', 'Choose a day between 1900 and 2199.'),
  payout_batches_paid_on_range: at('paidOn', 'Choose a day between 1900 and 2199.'),
  payout_batches_reference_length: at('reference', tooLong(200)),
  payout_holds_reason_length: at('reason', tooLong(500)),
  payout_holds_reason_required: at('reason', 'Say why it is held. The agent reads it.'),
  payout_lines_note_length: at('note', tooLong(500)),
  payout_lines_note_required: at('note', 'Say what it is for. The agent reads it.'),
};
