interface Booking {
  booking: string;
}

/** What the database refuses here, in words. */
export const bank = {
  account_name_missing: () => 'Enter a name for the account.',
  account_name_taken: () => 'There is an account of this name already.',
  account_not_found: () => 'This account does not exist.',
  only_matched_pays: () => 'Only a matched transaction pays anything.',
  taken_back_since: () => 'The vendor took commission of it back since. Take that match back first.',
  bank_conflict: () => 'Somebody was faster: look at what they did.',
  transaction_not_found: () => 'This transaction is no longer there.',
  transactions_expected: () => 'Send up to 500 transactions with their versions.',
  nothing_suggested: () => 'Nothing is suggested any more.',
  not_set_aside: () => 'This transaction is not set aside.',
  nothing_to_take_back: () => 'There is nothing to take back.',
  decided_since: () => 'Something was decided since. Take that back first.',
  agent_paid_for_it: () => 'An agent has been paid for it.',
  list_unknown: () => 'There is no such list.',
  lines_expected: () => 'Send up to 500 lines, each with its number and an amount like 1482.50.',
  statement_not_found: () => 'This statement is no longer there.',
  bank_lines_expected: () => 'Send at most 2,000 lines, each with its number.',
  file_too_long: () => 'A file may have 50,000 lines. Split it, or export fewer months.',
  file_account_missing: () => 'Choose the account of this file.',
  mapping_too_long: () => 'This mapping is too long.',
  import_taken_back: () => 'This import was taken back already.',
  agent_paid_for_file: () => 'An agent has been paid for what this file brought.',
  parts_expected: () => 'Each part needs a commission and an amount like 1482.50.',
  fee_expected: () => 'Enter an amount like 15.00.',
  commission_twice: () => 'A commission stands in this deposit twice.',
  sign_differs: () => 'A part has the sign of its transaction.',
  write_off_reason_missing: () => 'Say why the rest is written off.',
  agent_paid_for_deposit: () => 'An agent has been paid for what this deposit brought.',
  somebody_was_faster: () => 'Somebody was faster.',
  not_certain: () => 'This is not certain.',
  line_day_unknown: () => 'There is no such day',
  line_amount_wrong: () => 'This is not an amount',
  line_amount_zero: () => 'Its amount is zero',
  line_text_too_long: () => 'Its text is too long',
  line_currency_differs: ({ currency, account }: { currency: string; account: string }) =>
    `It is in ${currency}, the account in ${account}`,
  parts_do_not_add_up: ({ left }: { left: number }) =>
    `The parts of this transaction do not add up to its amount: ${left.toFixed(2)} is left.`,
  amount_not_placed: ({ amount }: { amount: number }) => `${amount.toFixed(2)} is not placed yet.`,
  amount_placed_too_much: ({ amount }: { amount: number }) => `${amount.toFixed(2)} too much is placed.`,
  matched_commission_cancelled: ({ booking }: Booking) => `The commission on ${booking} is cancelled.`,
  matched_commission_changed: ({ booking }: Booking) =>
    `The commission on ${booking} was changed or paid meanwhile.`,
  no_deposit_to_take_back: ({ booking }: Booking) => `No deposit of that amount was matched with ${booking}.`,
  write_off_too_much: ({ booking }: Booking) => `More would be written off than ${booking} still owes.`,
};
