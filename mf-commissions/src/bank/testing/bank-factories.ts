import type { BankPart, BankRecord, BankRow, Suggestion } from '../bank-types';

/** A part: $100.00 of a commission of which $100.00 is open, unless told otherwise. */
export const bankPart = (bookingReference: string, more: Partial<BankPart> = {}): BankPart => ({
  commissionId: `c-${bookingReference}`,
  saleId: `s-${bookingReference}`,
  bookingReference,
  customer: 'Vera Lind',
  agent: 'Milo Reyes',
  vendor: { id: 'v1', name: 'Meridian Star Cruises' },
  dueOn: '2026-10-01',
  amount: 100,
  expected: 100,
  status: 'unpaid',
  recorded: null,
  ...more,
});

/** A part of a match, with nothing written off. */
export const bankAllocation = (
  bookingReference: string,
  more: Partial<BankRecord['allocations'][number]> = {},
): BankRecord['allocations'][number] => ({
  ...bankPart(bookingReference),
  writeOffAmount: 0,
  writeOffReason: null,
  keepDay: false,
  rest: 'open',
  ...more,
});

export const bankSuggestion = (parts: BankPart[], more: Partial<Suggestion> = {}): Suggestion => ({
  rank: 1,
  kind: parts.length > 1 ? 'set' : 'single',
  certainty: 'likely',
  parts,
  reasons: [],
  difference: 0,
  ...more,
});

/** A deposit of $250.00 from Meridian Star Cruises that nobody has decided about. */
export const bankRow = (more: Partial<BankRow> = {}): BankRow => ({
  id: 't1',
  bookedOn: '2026-11-02',
  amount: 250,
  text: 'MERIDIAN AGY COMM CR30614',
  counterparty: null,
  category: 'commission',
  status: 'suggested',
  certainty: 'likely',
  group: 'review',
  unclaimedAmount: 0,
  version: 3,
  marks: [],
  lump: null,
  alike: null,
  ruleId: null,
  account: { id: 'a1', name: 'Operating', lastFour: '4410' },
  vendor: { id: 'v1', name: 'Meridian Star Cruises', logoUrl: null },
  suggestion: null,
  matched: null,
  ...more,
});

/** That deposit on the workbench. */
export const bankRecord = (
  more: Partial<Omit<BankRecord, 'transaction'>> & { transaction?: Partial<BankRecord['transaction']> } = {},
): BankRecord => ({
  position: null,
  suggestions: [],
  allocations: [],
  open: [],
  remittance: null,
  decisions: [],
  ...more,
  transaction: {
    ...bankRow(),
    valueOn: null,
    reference: null,
    bankId: null,
    payerKey: null,
    feeAmount: 0,
    ...more.transaction,
  },
});
