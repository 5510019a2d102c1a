/**
 * What a strangers' world consists of: an agency's bookings, the monthly files of its bank, the statements its vendors send, and the truth
 * about every line. It is written from public descriptions of bank texts and remittances, by someone who does not know how matching works.
 */
export type Region = 'us' | 'uk' | 'eu';
export type Category = 'cruise' | 'tour' | 'hotel' | 'air' | 'insurance' | 'other';
export type Basis = 'booking' | 'departure' | 'return';

export type StrangersKind =
  | 'single'
  | 'reference cut'
  | 'wrong reference'
  | 'no reference'
  | 'lump with statement'
  | 'lump named'
  | 'lump unnamed'
  | 'settlement'
  | 'wire'
  | 'check'
  | 'over-paid'
  | 'short'
  | 'part'
  | 'recall with number'
  | 'recall without'
  | 'recall netted'
  | 'not entered'
  | 'late recorded'
  | 'override/bonus/co-op'
  | 'guest refund'
  | 'client payment'
  | 'twin'
  | 'duplicate'
  | 'noise';

export interface StrangersVendor {
  name: string;
  category: Category;
  /** The terms as the agency wrote them down, roughly right. */
  days: number;
  basis: Basis;
  aliases?: never;
}

export interface StrangersBooking {
  vendor: number;
  /** The reference as the agent typed it. */
  typed: string | null;
  customer: [string, string];
  companion: string | null;
  soldOn: string;
  startsOn: string;
  endsOn: string;
  /** Cents. */
  commission: number;
  /** The day somebody entered it; for one that nobody entered, the day of sale. */
  recordedOn: string;
  entered: boolean;
  cancelledOn: string | null;
  /** An admin recorded it as received by hand, sometimes because it was paid elsewhere. */
  markedReceivedOn: string | null;
}

export interface StrangersStatement {
  name: string;
  format: 'csv' | 'xlsx-rows';
  /** The CSV; of a spreadsheet the same cells as CSV. */
  text: string;
  /** The cells of a spreadsheet. */
  rows?: string[][];
}

export interface StrangersDeposit {
  /** Ordinal of the transaction in the file, from 0, credits and debits alike. */
  line: number;
  day: string;
  cents: number;
  kind: StrangersKind;
  /** Entered bookings only; negative: taken back. What is no payment of a commission has none, a duplicate included. */
  pays: { booking: number; cents: number }[];
  /** How many bookings it pays that nobody entered, and what of it is theirs. */
  unentered: number;
  unenteredCents: number;
  /** Kept by bank or settlement, known from a statement only: cents = sum of pays + unenteredCents - fee. */
  fee: number;
  statement: StrangersStatement | null;
}

export interface StrangersMonth {
  file: { name: string; format: 'csv' | 'camt'; text: string };
  lastDay: string;
  deposits: StrangersDeposit[];
}

export interface StrangersWorld {
  seed: number;
  region: Region;
  currency: 'USD' | 'GBP' | 'EUR';
  vendors: StrangersVendor[];
  bookings: StrangersBooking[];
  months: StrangersMonth[];
}

/** How a line reaches the account; the bank's text depends on it. */
export type Channel =
  | 'ach'
  | 'wire'
  | 'check'
  | 'debit'
  | 'card'
  | 'person'
  | 'transfer'
  | 'paycheck'
  | 'merchant'
  | 'fee'
  | 'interest';

/** A line before a bank has printed it. */
export interface Line {
  day: number;
  cents: number;
  channel: Channel;
  /** Who pays or is paid, and an id of theirs that their bank sends along. */
  party: string;
  partyId: string;
  partyBank: string;
  /** What the payment is called (the ACH company entry description and the like). */
  entry: string;
  /** What the payer says it is for. */
  remit: string;
  /** The payer fills a structured field with its reference, where the format has one. */
  structured: string | null;
  /** Whom the payer names as the receiver, where that is a traveler instead of the agency. */
  individual: string | null;
  /** A running number of the payment, of no use to the agency. */
  run: string;
}
