import type { RecordChange } from '@paperplane/shared/records';
import type {
  BookCorrection,
  CommissionBasis,
  CommissionStatus,
  PaymentMethod,
  SaleStatus,
} from '@paperplane/shared/domain';

/** What this remote knows of a sale, in the client's names. */
export interface SaleCustomer {
  id: string;
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
}

export interface SaleAgent {
  id: string;
  firstName: string;
  lastName: string;
  avatarUrl: string | null;
}

export interface SaleVendor {
  id: string;
  name: string;
  logoUrl: string | null;
  /** Percent; what a new sale with this vendor picks up. */
  defaultCommissionRate: number | null;
}

/** A sale as a list shows it; amounts in the sale's currency, the rate in percent, dates as `yyyy-mm-dd`. */
export interface Sale {
  id: string;
  organizationId: string;
  customerId: string;
  vendorId: string;
  agentId: string;
  bookingReference: string | null;
  saleDate: string;
  travelDate: string | null;
  returnDate: string | null;
  totalAmount: number;
  commissionAmount: number;
  commissionRate: number;
  /** Which of rate and amount was typed; the other one is derived. */
  commissionBasis: CommissionBasis;
  currency: string;
  status: SaleStatus;
  notes: string | null;
  createdAt: string;
  updatedAt: string;
  customer: SaleCustomer | null;
  agent: SaleAgent | null;
  vendor: SaleVendor | null;
  commissionId: string | null;
  commissionStatus: CommissionStatus | null;
  /** What of the commission is the agent's; null where the reader does not see the commission. */
  agentAmount: number | null;
}

export interface SalePayment {
  id: string;
  amount: number;
  paymentDate: string;
  paymentMethod: PaymentMethod;
  reference: string | null;
}

export interface SaleCommission {
  id: string;
  status: CommissionStatus;
  /** Gross: what the vendor owes the agency. */
  amount: number;
  /** The agent's share in percent. */
  commissionSplit: number;
  /** What the agent is paid. */
  agentAmount: number;
  receivedAmount: number | null;
  receivedOn: string | null;
  payment: SalePayment | null;
}

/** A customer who travels beside the paying one. */
export interface SaleTraveler {
  id: string;
  firstName: string;
  lastName: string;
}

/** A sale as its own page shows it. */
export interface SaleDetail extends Sale {
  /** Counts every change; who saves an older one is told what changed. */
  version: number;
  commission: SaleCommission | null;
  /** By name. */
  travelers: SaleTraveler[];
}

export interface HistoryPerson {
  id: string;
  firstName: string;
  lastName: string;
  avatarUrl: string | null;
}

/** One entry of a sale's history. `previous` and `next` hold the row's columns by their camelCase names. */
export interface SaleHistoryEntry {
  id: string;
  changeType: 'create' | 'update' | 'status_change';
  previous: Readonly<Record<string, unknown>>;
  next: Readonly<Record<string, unknown>>;
  changedFields: readonly string[];
  notes: string | null;
  /** Typed by whoever changed the status. */
  comment: string | null;
  createdAt: string;
  changedBy: HistoryPerson | null;
}

/** A status change of the sale's commission, by itself or with the sale. */
export interface CommissionStatusChange {
  id: string;
  status: CommissionStatus;
  notes: string | null;
  createdAt: string;
  changedBy: HistoryPerson | null;
}

/** What a change did to a closed month; admins alone read it. */
export interface SaleCorrection extends BookCorrection {
  createdAt: string;
}

/** What happened to a sale and its commission, newest first, and the names of people and vendors mentioned, by id. */
export interface SaleHistory {
  entries: SaleHistoryEntry[];
  commission: CommissionStatusChange[];
  corrections: SaleCorrection[];
  names: Readonly<Record<string, string>>;
}

/** A customer, vendor or agent in a picker of the form. */
export interface CustomerOption {
  id: string;
  firstName: string;
  lastName: string;
  email: string | null;
}

export interface VendorOption {
  id: string;
  name: string;
  logoUrl: string | null;
  defaultCommissionRate: number | null;
}

export interface AgentOption {
  id: string;
  firstName: string;
  lastName: string;
  avatarUrl: string | null;
}

/**
 * What the form sends. The client names the basis and the value of that basis; the database derives the other.
 * An update holds the changed fields only.
 */
export interface SaleInput {
  customerId: string;
  vendorId: string;
  agentId: string;
  bookingReference: string;
  saleDate: string;
  travelDate: string | null;
  returnDate: string | null;
  totalAmount: number;
  commissionBasis: CommissionBasis;
  commissionRate: number;
  commissionAmount: number;
  notes: string | null;
}

/** A checked form: only the basis and the value of that basis are worth sending, the database derives the other. */
export type SalePayload = Omit<SaleInput, 'commissionRate' | 'commissionAmount'> &
  Partial<Pick<SaleInput, 'commissionRate' | 'commissionAmount'>>;

/** A customer added from the form. */
export interface CustomerInput {
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
}

/** A vendor added from the form. */
export interface VendorInput {
  name: string;
  email: string | null;
  /** Percent. */
  defaultCommissionRate: number;
}

/** A sale with the same booking reference at the same vendor. */
export interface DuplicateBooking {
  id: string;
  bookingReference: string;
  saleDate: string;
  status: SaleStatus;
  totalAmount: number;
  customer: Pick<SaleCustomer, 'firstName' | 'lastName'>;
}

/** What somebody did with a sale while another person was editing it. */
export interface SaleChange extends RecordChange {
  changeType: SaleHistoryEntry['changeType'];
}

/** How saving ended: done, or nothing written because others have changed the sale since it was opened, oldest change first. */
export type SaveOutcome = { saved: true } | { saved: false; version: number; changes: readonly SaleChange[] };
