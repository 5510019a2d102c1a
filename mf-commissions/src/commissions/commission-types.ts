import type { CommissionStatus, PaymentMethod, SaleStatus, SplitPart } from '@paperplane/shared/domain';
import type { AnswerOf } from '@paperplane/shared/platform';
import type { contract } from './contract';

/** Somebody of the organization, as far as commissions show them. */
export interface Person {
  id: string;
  firstName: string;
  lastName: string;
  avatarUrl: string | null;
}

export interface AgentPayment {
  id: string;
  amount: number;
  paymentDate: string;
  paymentMethod: PaymentMethod;
  reference: string | null;
  notes: string | null;
  createdAt: string;
  /** Null when the reader may not see who recorded it. */
  createdBy: Person | null;
}

export interface CommissionSale {
  id: string;
  bookingReference: string;
  saleDate: string;
  totalAmount: number;
  commissionRate: number;
  status: SaleStatus;
  customer: { id: string; firstName: string; lastName: string } | null;
  vendor: { id: string; name: string; logoUrl: string | null } | null;
}

/** That the vendor's money is here: since when, and how much. */
export interface Receipt {
  /** ISO date. */
  on: string;
  amount: number;
}

/** A receipt and how it is known: an admin recorded it (a manual receipt), or deposits were matched. */
export interface KnownReceipt extends Receipt {
  how: 'word' | 'deposit';
}

/** What of a deposit pays a commission; negative where the vendor takes commission back. */
export interface CommissionDeposit {
  amount: number;
  /** ISO date: the day at the bank. */
  bookedOn: string;
  /** ISO date: its booking day; a later one where the books were closed when it was matched. */
  postedOn: string;
  /** Where it comes from; agents read day and amount alone. */
  source: DepositSource | null;
}

export interface DepositSource {
  transactionId: string;
  account: string;
  fileName: string;
  /** ISO moment. */
  matchedAt: string;
  /** Null where nobody did, or nobody is known any more. */
  matchedBy: string | null;
  writtenOff: number;
  writeOffReason: string | null;
}

/** What table and page say alike of a commission. */
export interface CommissionColumns {
  id: string;
  organizationId: string;
  agentId: string;
  amount: number;
  /** Percent of `amount` the agent gets. */
  commissionSplit: number;
  /** Of a divided split what of it has which. */
  splitParts?: readonly SplitPart[] | null;
  agentAmount: number;
  /** What the parts are reckoned from instead of the amount; null for the amount. */
  shareBase?: number | null;
  /** Percent of everybody, the seller first; one of 100 where nobody shares it. */
  sharePercents?: readonly number[];
  /** The seller was paid, perhaps before others. */
  sellerPaid?: boolean;
  status: CommissionStatus;
  notes: string | null;
  /** What was given up of it, with deposits or with a manual receipt. */
  writtenOff: number;
  /** Why it was given up with a manual receipt; null where it was not. */
  manualWriteOffReason: string | null;
  createdAt: string;
  agent: Person | null;
}

/** A commission with everything its page shows, but the history. */
export interface Commission extends CommissionColumns {
  /** What the vendor paid; null before any payment is recorded. */
  receipt: KnownReceipt | null;
  /** What the vendor has not paid yet. */
  open: number;
  sale: CommissionSale | null;
  payments: AgentPayment[];
}

/** The fields whose changes the history tells, in its order. */
export const TRACKED_FIELDS = [
  'amount',
  'commissionSplit',
  'agentAmount',
  'agentId',
  'receivedOn',
  'receivedAmount',
  'writtenOff',
  'manualWriteOffReason',
  'paymentDate',
  'paymentMethod',
  'paymentReference',
  'recalledAmount',
  'voidedAmount',
] as const;

/** A value that changed with the sale or the agent, or that an admin recorded or corrected. */
export interface CommissionChange {
  field: (typeof TRACKED_FIELDS)[number];
  from: number | string | null;
  to: number | string | null;
}

export interface CommissionHistoryEntry {
  id: string;
  type: 'create' | 'update' | 'status_change';
  previousStatus: CommissionStatus | null;
  newStatus: CommissionStatus | null;
  changes: CommissionChange[];
  notes: string | null;
  /** What happened; null where `notes` is what somebody wrote. */
  code: string | null;
  params: {
    day?: string | undefined;
    amount?: number | undefined;
    reason?: string | undefined;
    /** What `reason` says, where nobody wrote it. */
    fact?: CommissionRecall['noteFact'];
  };
  createdAt: string;
  /** Null when the database did it, or when the reader may not see who. */
  user: Person | null;
}

/** What happened to a commission, oldest first, and the names of the agents its entries mention, by id. */
export interface CommissionHistory {
  entries: CommissionHistoryEntry[];
  names: Readonly<Record<string, string>>;
}

export interface StatusUpdate {
  id: string;
  status: CommissionStatus;
  /** Empty keeps the commission's note. */
  notes: string | null;
}

/** A manual receipt; null takes it back. */
export interface ReceiptInput {
  commissionId: string;
  /** Without a reason the rest of a short one stays open. */
  receipt: (Receipt & { writeOffReason: string | null }) | null;
  /** Recorded once for each; taking it back needs none. */
  requestKey?: string;
}

/** What can be corrected of a payment. */
export interface PaymentCorrection {
  commissionId: string;
  paymentId: string;
  paymentDate: string;
  paymentMethod: PaymentMethod;
  reference: string | null;
}

/** What payouts have of a commission; agents are told no ids but that of their statement. */
export type CommissionPayout = NonNullable<AnswerOf<typeof contract, 'get_commission_record'>['payout']>;

/** What is told of a commission beside itself. */
export interface CommissionRecord {
  history: CommissionHistory;
  /** Oldest first. */
  deposits: readonly CommissionDeposit[];
  /** Null where the reader may not see it. */
  payout: CommissionPayout | null;
}

/** It in each of its states: loading, failed or there. */
export interface RecordAnswer {
  data: CommissionRecord | undefined;
  failed: boolean;
  onRetry: () => void;
}

/** Commission that the vendor took back after the agent was paid for it: the agent gives it back with a payout. */
export type CommissionRecall = CommissionPayout['recalls'][number];

/** What an agent gives back of a commission that the vendor took back. */
export interface RecallInput {
  commissionId: string;
  /** A share of it, also of another kind of commission; without one, the seller's of a vendor's. */
  shareId?: string;
  amount: number;
  note: string;
  /** The transaction of the bank that says so. */
  transactionId: string | null;
  /** Recorded once for each. */
  requestKey: string;
}

/** What recording a payment to the agent takes. */
export interface PaymentInput {
  /** Recorded once for each. */
  requestKey: string;
  commissionId: string;
  agentId: string;
  organizationId: string;
  createdBy: string;
  amount: number;
  paymentDate: string;
  paymentMethod: PaymentMethod;
  reference: string | null;
  notes: string | null;
}
