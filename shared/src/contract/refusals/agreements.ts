/** What the database refuses here, in words. */
export const agreements = {
  fee_received_with_sale: () => 'A service fee is received when the customer has paid the sale.',
  fee_cancelled_with_sale: () => 'A service fee is cancelled with its sale.',
  receipt_of_paid_share: () => 'Somebody was paid of it already: the receipt stands.',
  cancel_of_received: () => 'Something was received of it. Take the receipt back first.',
  agreement_is_kept: () => 'Terms are kept as they were agreed.',
  vendor_splits_invalid: () => 'Name each vendor once, with a percentage from 0 to 100.',
  category_splits_invalid: () => 'Name each category once, with a percentage from 0 to 100.',
  tiers_invalid: () => 'Enter tiers by rising volume, with a percentage from 0 to 100 each.',
  agreement_in_the_past: () => 'Choose today or a later day: what was recorded keeps its terms.',
};
