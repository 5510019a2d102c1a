import type { LineKind, MaskedAccount, PaidCommission } from '../payout-types';

/** A statement as `get_statement` tells it, in the names of the app; what CSV and PDF are made of. */
export interface Statement {
  id: string;
  number: string;
  /** Name of the payout. */
  payout: string;
  currency: string;
  agency: { name: string; email: string | null };
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
}

/** A commission, or an adjustment with its note. */
export interface StatementLine extends PaidCommission {
  kind: LineKind;
  amount: number;
  note: string | null;
}
