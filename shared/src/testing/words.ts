/**
 * What a test says of a sale, on every floor: rows, database and browser. As short as a sentence:
 * `sale({ paid: true, received: '2026-05-20' })`. What it leaves out is as usual.
 */
export interface SaleWords {
  reference?: string;
  /** Days: of the sale, of the departure, of the return. */
  sold?: string;
  departs?: string | null;
  returns?: string | null;
  amount?: number;
  /** Of the commission, in percent. */
  rate?: number;
  /** The commission itself, agreed instead of a rate: a tenth of the amount unless that is said too. */
  commission?: number;
  currency?: string;
  notes?: string;
  /** Ids. */
  customer?: string;
  vendor?: string;
  travelers?: string[];
  /** Its customer has paid it. */
  paid?: boolean;
  /** The day the vendor paid the whole commission, or so much of it. */
  received?: string | { on: string; amount: number };
  /** Its agent has been paid: that day, or on the usual one. */
  agentPaid?: boolean | string;
  /** In the end. */
  cancelled?: boolean;
}

/** A sale of which nothing is said. */
export const USUAL_SALE = { reference: 'BF-1001', sold: '2026-05-04', amount: 1000, rate: 10 } as const;
/** The days its agent is paid: alone, and by a payout. */
export const USUAL_PAY_DAY = '2026-06-01';
export const USUAL_PAYOUT_DAY = '2026-06-15';

/** What becomes of a sale afterwards has no column. */
const COLUMNS: Record<keyof SaleWords, string | null> = {
  reference: 'booking_reference',
  sold: 'sale_date',
  departs: 'travel_date',
  returns: 'return_date',
  amount: 'total_amount',
  rate: 'commission_rate',
  commission: 'commission_amount',
  currency: 'currency',
  notes: 'notes',
  customer: 'customer_id',
  vendor: 'vendor_id',
  travelers: null,
  paid: null,
  received: null,
  agentPaid: null,
  cancelled: null,
};

/**
 * What a sale form sends for these words.
 * @param usual said where the words say nothing
 * @throws Error for a word that is none: what is spread into words no compiler checks
 */
export function saleColumns(words: SaleWords, usual: SaleWords = {}): Record<string, unknown> {
  const { commission } = words;
  const agreed = commission === undefined ? {} : { amount: 10 * commission, rate: undefined };
  const columns = Object.entries({ ...usual, ...agreed, ...words }).flatMap(([word, value]) => {
    const column = COLUMNS[word as keyof SaleWords] as string | null | undefined;
    if (column === undefined) throw new Error(`no word of a sale: ${word}`);
    return column === null || value === undefined ? [] : [[column, value]];
  });
  return { ...Object.fromEntries(columns), ...(commission !== undefined && { commission_basis: 'amount' }) };
}

/** What a test says of a payout of all that can be paid now: `payout({ paid: true })`. A draft, unless more is said. */
export interface PayoutWords {
  name?: string;
  /** The day it is meant for. */
  planned?: string;
  approved?: boolean;
  /** That day, or on the usual one; a day to come schedules it. */
  paid?: boolean | string;
  reference?: string;
}
