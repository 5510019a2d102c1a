import { statusLabel } from './statuses';

/** What the database refuses here, in words. */
export const commissions = {
  member_active_unsaid: () => 'Say whether the person is active.',
  handover_of_active_member: () => 'Sales are given to somebody else only when a person is deactivated.',
  handover_to_oneself: () => 'Choose somebody else to take over the open sales.',
  handover_to_nobody: () => 'Choose an active member of your organization to take over the open sales.',
  receipts_are_for_admins: () => 'You do not have permission to record receipts.',
  commission_not_found: () => 'This commission does not exist.',
  commission_cancelled: () => 'A cancelled commission cannot be changed.',
  received_by_deposit: () => 'The deposit says what was received, and when.',
  receipt_day_expected: () => 'Enter the day the money came, today at the latest.',
  received_amount_missing: () => 'Enter the amount received.',
  nothing_to_write_off: () => 'Nothing is left to write off.',
  commission_without_sale: () => 'Cannot validate commission status without sale data',
  funds_for_cancelled_sale: () => 'Cannot mark commission as funds received for a cancelled sale',
  payment_for_cancelled_sale: () => 'Agent cannot be paid for a cancelled sale',
  agent_paid_is_final: () => 'The agent has been paid. That is final.',
  funds_stay_received: () => 'Funds received cannot return to Unpaid.',
  funds_not_received: () => 'Funds must be received before the agent is paid.',
  sale_not_paid: () => 'The customer has not paid this sale yet.',
  payment_not_recorded: () => 'Record the payment to mark this commission as Agent paid.',
  sale_of_paid_agent: () => 'The agent has been paid, so this sale can no longer be cancelled.',
  commission_fixed: ({ status }: { status: string }) =>
    `The amount and agent of this commission cannot change any more: it is already ${statusLabel(status)}.`,
};
