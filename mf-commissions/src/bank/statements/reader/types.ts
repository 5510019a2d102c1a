import type { SentStatementLine } from '../../bank-types';

/** A line of a statement as it is sent: what no column says is null. */
export type StatementLine = SentStatementLine;

/** What the vendor kept back, as a positive amount. */
export interface StatementFee {
  line: number;
  text: string;
  amount: string;
}

/** Why a row is no booking. */
export type LeftOutWhy = 'text' | 'head' | 'sum' | 'other_table' | 'amount';

/** A row that is no booking. */
export interface LeftOutRow {
  line: number;
  why: LeftOutWhy;
  text: string;
}

/** A vendor's statement as it was read. */
export interface ReadStatement {
  lines: StatementLine[];
  /** Of the lines, in cents; the deposit is this less the fees. */
  total: number;
  fees: StatementFee[];
  /** Of the fees, in cents. */
  fee: number;
  leftOut: LeftOutRow[];
  /** Lines that were not understood, and why. */
  problems: { line: number; why: string }[];
}

/** What helps to read a statement, where it is known. */
export interface StatementHints {
  /** References of the vendor's bookings. */
  references?: readonly string[];
  /** What came with it, in cents. */
  deposit?: number;
}

export const STATEMENT_MOST = 500;
