import type { LineKind, MaskedAccount, PaidCommission, PaymentVoid } from '../payout-types';

/** A statement as `get_statement` tells it, in the names of the app; what CSV and PDF are made of. */
export interface Statement {
  id: string;
  number: string;
  /** Name of the payout. */
  payout: string;
  currency: string;
  agency: StatementAgency;
  agent: { firstName: string; lastName: string };
  /** Where it was paid; null: by check. */
  account: Pick<MaskedAccount, 'kind' | 'lastFour'> | null;
  lines: StatementLine[];
  commissionAmount: number;
  adjustmentAmount: number;
  carriedIn: number;
  carriedOut: number;
  /** What was paid. */
  amount: number;
  paidOn: string;
  paymentMethod: string;
  reference: string | null;
  paidThisYear: number;
  paidLastYear: number;
  /** It came back and was voided, since the statement was made. */
  void: PaymentVoid | null;
  /** The payments it pays again, beside its sum. */
  returned: ReturnedPayment[];
}

/** Who pays, as it was when the statement was made; older ones know name and e-mail only. */
export interface StatementAgency {
  name: string;
  email: string | null;
  phone?: string | null;
  postalAddress?: string | null;
  taxNumber?: string | null;
  /** Whom to ask. */
  supportEmail?: string | null;
}

/** A payment that came back, as the statement that pays it again names it. */
export interface ReturnedPayment {
  /** Of a statement; null of a single payment, which has its booking. */
  number: string | null;
  bookingReference: string | null;
  /** ISO dates. */
  paidOn: string;
  voidedOn: string;
  amount: number;
}

/** A commission, or an adjustment with its note. */
export interface StatementLine extends PaidCommission {
  kind: LineKind;
  amount: number;
  note: string | null;
  /** Of a commission, told to admins: the vendor has paid it in full by now. */
  funded?: boolean;
}
