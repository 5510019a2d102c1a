import type { BankKind, PayoutStatus } from '@paperplane/shared/domain';
import type { PaymentFileKind } from './files/payment-types';

/** `returned`: a payment that came back, paid again. */
export type LineKind = 'commission' | 'bonus' | 'correction' | 'recall' | 'returned';

/** That a payment came back and was voided. */
export interface PaymentVoid {
  /** ISO date. */
  voidedOn: string;
  reason: string;
  /** Who voided it. */
  by: string;
}

/** Somebody as payouts show them. */
export interface Payee {
  id: string;
  firstName: string;
  lastName: string;
  avatarUrl: string | null;
}

/** A bank account, as far as anybody may see it. */
export interface MaskedAccount {
  kind: BankKind;
  holderName: string;
  lastFour: string;
  /** ISO moment. */
  updatedAt: string;
}

/** How many, and how much they come to. */
export interface Figure {
  count: number;
  amount: number;
}

/** A payout in the list. Money is what its lines say; `amount` is what is paid. */
export interface PayoutRow {
  id: string;
  name: string;
  status: PayoutStatus;
  /** ISO dates. */
  plannedOn: string | null;
  paidOn: string | null;
  discardedAt: string | null;
  version: number;
  by: Payee | null;
  /** Who gets something. */
  agents: number;
  commissions: number;
  commissionAmount: number;
  adjustmentAmount: number;
  /** From payouts before, 0 or less. */
  carriedIn: number;
  /** To the next one, 0 or less. */
  carriedOut: number;
  amount: number;
}

/** What stands over the list: what can be paid now, and what was. */
export interface PayoutStrip {
  ready: Figure & { agents: number };
  held: Figure & { agents: number };
  travel: Figure;
  thisYear: number;
  lastYear: number;
  /** Payouts of this year. */
  payouts: number;
}

export interface PayoutList {
  rows: PayoutRow[];
  count: number;
  page: number;
  pageSize: number;
  totalPages: number;
  strip: PayoutStrip;
  /** Bank transactions that wait for somebody. */
  toReview: number | null;
}

/** What a commission is called where it is paid. */
export interface PaidCommission {
  bookingReference: string | null;
  customer: string | null;
  vendor: string | null;
  receivedOn: string | null;
  commission: number | null;
  /** Percent. */
  split: number | null;
}

export interface PayoutLine extends PaidCommission {
  id: string;
  agentId: string;
  kind: LineKind;
  amount: number;
  note: string | null;
  commissionId: string | null;
  transactionId: string | null;
  /** Of a commission, told to admins: the vendor has paid it in full. */
  funded?: boolean;
  /** ISO date: when the vendor is expected to pay; told with `funded`. */
  dueOn?: string | null;
}

export interface HeldCommission extends PaidCommission {
  commissionId: string;
  agentId: string;
  amount: number;
  reason: string;
  heldAt: string;
  heldBy: string;
}

/** What an agent gets by a payout. */
export interface PayoutAgent extends Payee {
  commissions: number;
  adjustments: number;
  carriedIn: number;
  carriedOut: number;
  amount: number;
  /** Once it is paid. */
  statementId: string | null;
  /** Null: not by the payment file (paysByCheck). */
  account: MaskedAccount | null;
  /** The payment came back. */
  void: PaymentVoid | null;
}

/** Which payment file was downloaded, when and by whom. */
export interface PaymentFileTold {
  /** Null where it was not said. */
  format: PaymentFileKind | null;
  at: string;
  by: string | null;
}

/** Why a line cannot be paid any more. */
export interface PayoutProblem {
  lineId: string;
  commissionId: string;
  bookingReference: string;
  agent: string;
  problem: string;
}

/** A line as the history keeps it, whatever became of it. */
export interface ToldLine {
  kind: LineKind;
  amount: number;
  agent: string;
  commissionId?: string;
  bookingReference?: string;
  note?: string;
  reason?: string;
}

/** Something that was done to a payout, as it was told then. */
export interface PayoutChange {
  action: string;
  details: {
    commissions?: number;
    adjustments?: number;
    /** How many; `items` has the first ones. */
    lines?: number;
    items?: readonly ToldLine[];
    commissionId?: string;
    bookingReference?: string;
    reason?: string;
    agentId?: string;
    agent?: string;
    kind?: LineKind;
    amount?: number;
    note?: string;
    plannedOn?: string;
    /** What was taken back to a draft, and whether the bank has its file. */
    from?: PayoutStatus;
    bankHasIt?: boolean;
    byItself?: boolean;
  };
  at: string;
}

export interface PayoutEvent extends PayoutChange {
  /** Null: by itself. */
  by: string | null;
}

/** Who could approve a draft, and what keeps them from it: changes that nobody else has seen, the latest first. */
export interface Approver extends Payee {
  canApprove: boolean;
  changes: PayoutChange[];
}

/** A payout with all that its page shows. */
export interface Payout {
  payout: PayoutRow & {
    currency: string;
    createdAt: string;
    approvedAt: string | null;
    paidAt: string | null;
    reference: string | null;
    createdBy: string;
    approvedBy: string | null;
    /** Who said that it is paid on its planned day, and when. */
    scheduledBy: string | null;
    scheduledAt: string | null;
    /** Why it was not paid on that day. */
    scheduleProblem: string | null;
    /** When its payment file was made last: the bank may have it. */
    /** The payment file that was told last since it was approved. */
    file: PaymentFileTold | null;
    /** Somebody else has to approve it. */
    needsOtherPerson: boolean;
  };
  /** Of a draft that a second person approves. */
  approvers: Approver[] | null;
  agents: PayoutAgent[];
  lines: PayoutLine[];
  /** What vendors have not paid of it, the agents' share. */
  unfunded: Figure;
  held: HeldCommission[];
  /** Of a draft: what is not in it. */
  open: { travel: Figure; collectable: Figure } | null;
  problems: PayoutProblem[];
  /** The account payouts are paid from. */
  sender: MaskedAccount | null;
  events: PayoutEvent[];
}

export type Obstacle = 'held' | 'travel' | 'vendor' | 'customer' | 'later';

export interface WaitingCommission extends Pick<PaidCommission, 'bookingReference' | 'customer' | 'vendor'> {
  commissionId: string;
  amount: number;
  receivedOn: string | null;
  dueOn: string | null;
  travelDate: string | null;
  returnDate: string | null;
  reason: string | null;
  heldBy: string | null;
}

/** Commissions that are not in the next payout for one reason; the first 50 of them. */
export interface Waiting extends Figure {
  obstacle: Obstacle;
  rows: WaitingCommission[];
}

export interface StatementRow {
  id: string;
  number: string;
  payout: string;
  paidOn: string;
  amount: number;
  carriedOut: number;
  /** ISO date; null of a payment that stands. */
  voidedOn: string | null;
}

export interface StatementList {
  rows: StatementRow[];
  count: number;
  page: number;
  pageSize: number;
  totalPages: number;
}

/** What an agent is told: the next payout to the cent, and why the rest is not in it. */
export interface MyPayouts {
  /** The open payout; null where none is started. */
  payout: Pick<PayoutRow, 'name' | 'status' | 'plannedOn'> | null;
  lines: PayoutLine[];
  carriedIn: number;
  amount: number;
  carriedOut: number;
  waiting: Waiting[];
  paidThisYear: number;
  statements: StatementRow[];
  statementCount: number;
  account: MaskedAccount | null;
}

/** What is typed of a bank account. */
export type BankDetailsInput =
  | {
      kind: 'us';
      holderName: string;
      routingNumber: string;
      accountNumber: string;
      accountType: string;
      companyId?: string;
    }
  | { kind: 'iban'; holderName: string; iban: string; bic: string };
