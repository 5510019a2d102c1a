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
  /** An address as it is printed, in lines. */
  postalAddress: 300,
  postalAddressLines: 6,
  taxNumber: 50,
  addressLine: 200,
  /** City, and region or state. */
  city: 100,
  postalCode: 20,
  /** People who answer at a vendor. */
  contacts: 10,
  accountNumber: 100,
  /** Days until a vendor's commission is expected. */
  paymentDaysMax: 730,
  /** Names of a vendor on bank statements: how many, and how long each. */
  aliases: 20,
  alias: 100,
  /** Website and logo addresses. */
  url: 500,
  bookingReference: 100,
  /** Customers beside the paying one on a sale. */
  travelers: 100,
  /** Reference of an agent payment. */
  paymentReference: 200,
  /** Free text: notes on sales, commissions, customers, vendors and payments. */
  notes: 5000,
  /** E-mails and phones of a customer beside the first ones: how many, and their kind ("Work"). */
  contactEntries: 10,
  contactLabel: 30,
  /** Tags of a customer: how many, and how long each. */
  tags: 20,
  tag: 40,
  /** How somebody is related: a companion, whom to call in an emergency. */
  relation: 50,
  emergencyName: 200,
  /** Travel preferences: seat, cabin, meal and room; mobility, allergies and interests; anything else. */
  preferenceWord: 100,
  preferenceText: 500,
  preferenceNotes: 2000,
  /** Loyalty programs of a kind: how many, what each is called, and the number there. */
  programs: 20,
  programName: 100,
  programNumber: 50,
  /** Given names in a passport. */
  givenNames: 200,
  /** Rows of a file that is imported, and of a list that is exported. */
  importRows: 50_000,
  /** What is looked for of a search text (`private.cut_search` of the database). */
  search: 500,
  /** Largest amount `numeric(12,2)` holds. */
  amountMax: 9_999_999_999.99,
  /** Rates and splits are percentages. */
  rateMax: 100,
  /** Earliest and latest calendar date a form accepts. */
  dateMin: '1900-01-01',
  dateMax: '2199-12-31',
  /** Shortest password on reset, and on account set-up. */
  passwordMinReset: 6,
  passwordMinCreate: 8,
} as const;

/** Page size of every list, unless the reader chooses another one. */
export const PAGE_SIZE = 10;

/** Currency of a new organization. */
export const DEFAULT_CURRENCY = 'USD';
