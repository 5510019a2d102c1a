import type { OwedFigure } from '@paperplane/shared/domain';

/** What the bank's functions of the database answer, in the browser's names. Amounts are in the organization's currency. */

export type Certainty = 'certain' | 'likely' | 'possible';
export type BankStatus = 'open' | 'suggested' | 'matched' | 'set_aside';
export type BankGroup = 'certain' | 'review' | 'none';

interface Named {
  id: string;
  name: string;
}

export interface BankVendor extends Named {
  logoUrl: string | null;
}

export interface BankAccountName extends Named {
  lastFour: string | null;
}

/** What an admin recorded as received before a deposit showed it. */
export interface RecordedReceipt {
  amount: number;
  on: string;
  /** What was written off with it, and why. */
  writtenOff: number;
  reason: string | null;
}

/** A commission that can be, or is, part of a transaction. */
export interface BankCommission {
  commissionId: string;
  saleId: string;
  bookingReference: string;
  customer: string;
  agent: string;
  vendor: Named;
  dueOn: string | null;
  /** Of the commission; of a part, what the transaction pays of it. */
  amount: number;
  /** What is still open of it. */
  expected: number;
  status: string;
  recorded?: RecordedReceipt | null;
}

export interface BankPart extends BankCommission {
  writeOffAmount?: number;
  writeOffReason?: string | null;
  /** Of a part of a match: the day that was recorded stays. */
  keepDay?: boolean;
  /** Of a part of a match: what else was recorded stays recorded. */
  rest?: 'received' | 'open';
}

/** One signal: positive weights speak for a suggestion, negative ones against it. */
export interface Reason {
  code: string;
  weight: number;
  text: string;
  /** Of `bank_says`: the reference that the bank's text names, and that is not the booking's. */
  reference?: string;
}

export interface Suggestion {
  rank: number;
  kind: string;
  certainty: Certainty;
  parts: BankPart[];
  reasons: Reason[];
  /** What is left of the transaction when its parts are placed. */
  difference: number;
}

export interface BankRow {
  id: string;
  bookedOn: string;
  amount: number;
  text: string;
  counterparty: string | null;
  category: string | null;
  status: BankStatus;
  certainty: Certainty | null;
  group: BankGroup | null;
  unclaimedAmount: number;
  version: number;
  /** Where in the text something was recognised, what says most first: [from, length]. */
  marks: [number, number][];
  /** Of a deposit that nothing explains: how many bookings its text says it pays, and how many its vendor has open. */
  lump?: { bookings: number | null; open: number } | null;
  account: BankAccountName;
  vendor: BankVendor | null;
  suggestion: (Suggestion & { acceptable: boolean; partCount: number }) | null;
  matched: { partCount: number; at: string | null; by: string | null; parts: BankPart[] } | null;
}

interface GroupSum {
  count: number;
  amount: number;
  amountIn: number;
  amountOut: number;
}

export interface BankImport {
  id: string;
  fileName: string;
  status: string;
  account: BankAccountName;
  added: number;
  here: number;
  broken: number;
  createdAt: string;
  createdBy: { firstName: string; lastName: string };
  settled: number;
  paidAgents: number;
}

export interface BankCounts {
  review: number;
  matched: number;
  unclaimed: number;
  setAside: number;
  all: number;
}

/** One page of the inbox with the figures around it. */
export interface BankInbox {
  rows: BankRow[];
  count: number;
  page: number;
  pageSize: number;
  totalPages: number;
  groups: Partial<Record<BankGroup, GroupSum>>;
  counts: BankCounts;
  strip: {
    review: { count: number; amountIn: number; amountOut: number };
    matched: { count: number; amount: number; amountBefore: number };
    unclaimed: { count: number; amount: number; oldestOn: string | null };
    overdue: OwedFigure & { vendors: number };
  };
  imports: BankImport[];
}

export interface StatementLine {
  line: number;
  reference: string | null;
  name: string | null;
  amount: number;
  commission: BankCommission | null;
}

export interface Remittance {
  id: string;
  fileName: string | null;
  total: number;
  fits: boolean;
  lines: StatementLine[];
}

export interface Decision {
  action: 'match' | 'accept' | 'reject' | 'set_aside' | 'reopen' | 'vendor' | 'undo';
  groupId: string;
  at: string;
  by: string | null;
  /** Of a match: how many commissions it paid; of those before that was kept, nothing. */
  details?: { placed?: number | null };
}

/** All that the workbench shows of one transaction. */
export interface BankRecord {
  transaction: BankRow & {
    valueOn: string | null;
    reference: string | null;
    bankId: string | null;
    feeAmount: number;
  };
  /** Among those to review; null for one that is settled. */
  position: { index: number; count: number; previousId: string | null; nextId: string | null } | null;
  suggestions: Suggestion[];
  allocations: BankPart[];
  /** Open commissions of its vendor, those due first. */
  open: BankCommission[];
  remittance: Remittance | null;
  decisions: Decision[];
}

/** Somebody an agent's payment names: why something cannot be taken back. */
export interface PaidAgent {
  bookingReference: string;
  agent: string;
}

/** What became of a decision. A refusal is an answer, for it may name who was faster or who was paid. */
export interface Outcome {
  ok: boolean;
  error?: string | null;
  field?: string | null;
  groupId?: string;
  version?: number;
  conflict?: { by: string | null; at: string; status: BankStatus };
  accepted?: string[];
  setAside?: string[];
  skipped?: { id: string; why: string }[];
  paid?: PaidAgent[];
  removed?: number;
}

/** A transaction as somebody saw it. */
export interface Seen {
  id: string;
  version: number;
}
