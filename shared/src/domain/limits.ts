/**
 * Lengths and ranges shared by forms and by the database's CHECK constraints. A form refuses with the same
 * limit and the same message (messages.ts) that the constraint would, only earlier.
 */
export const LIMITS = {
  /** First and last names of users and customers, in characters. */
  personName: 100,
  /** Organization and vendor names. */
  name: 200,
  /** An e-mail address (RFC 5321 path limit). */
  email: 254,
  phone: 50,
  /** Website and logo addresses. */
  url: 500,
  bookingReference: 100,
  /** Customers beside the paying one on a sale. */
  travelers: 100,
  /** Reference of an agent payment. */
  paymentReference: 200,
  /** Free text: notes on sales, commissions, customers, vendors and payments. */
  notes: 5000,
  /** A search text; longer ones find nothing more. */
  search: 200,
  /** Largest amount `numeric(12,2)` holds. */
  amountMax: 9_999_999_999.99,
  /** Rates and splits are percentages. */
  rateMax: 100,
  /** Earliest and latest calendar date a form accepts. */
  dateMin: '1900-01-01',
  dateMax: '2199-12-31',
  /** Spec section 5: minimum on reset, and on account set-up. */
  passwordMinReset: 6,
  passwordMinCreate: 8,
} as const;

/** Page size of every list. Spec section 9. */
export const PAGE_SIZE = 10;

/** Currency of a new organization. Spec section 9. */
export const DEFAULT_CURRENCY = 'USD';
