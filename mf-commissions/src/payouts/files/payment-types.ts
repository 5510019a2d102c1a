/** What a payment file is made of: the answer of `read_payment_file`, in the names of the app. */
export interface PaymentData {
  batchId: string;
  /** Name of the payout. */
  name: string;
  currency: string;
  /** When it is, or was, paid; null when no day was chosen. */
  plannedOn: string | null;
  kind: 'us' | 'iban';
  sender: AccountNumbers & { holderName: string; companyId?: string };
  payments: Payment[];
  /** Who gets something by this payout, but not by this file. */
  left: LeftOut[];
}

/** Of a US account routing and account number, of others IBAN and perhaps BIC. */
export interface AccountNumbers {
  routingNumber?: string;
  accountNumber?: string;
  accountType?: 'checking' | 'savings';
  iban?: string;
  bic?: string;
}

/** What one agent gets, and on which account. */
export interface Payment {
  agentId: string;
  /** Name on the account. */
  holderName: string;
  amount: number;
  numbers: AccountNumbers;
}

/** An agent who is not in the file, and why. */
export interface LeftOut {
  agentId: string;
  name: string;
  amount: number;
  reason: string;
}

export type PaymentFileKind = 'csv' | 'nacha' | 'pain';

/** A file to save. `left`: who is not in it. */
export interface PaymentFile {
  name: string;
  type: string;
  content: string;
  left: LeftOut[];
}
