/** What the database refuses here, in words. */
export const customers = {
  customer_not_found: () => 'This customer does not exist.',
  customer_merged: () => 'This customer was merged into another one.',
  customer_erased: () => 'This customer was erased.',
  birthday_not_past: () => 'Enter a birthday in the past.',
};
