import type { IsoDate } from './dates';

/** What changed in a sale of a closed month (docs/product/commissions.md, Closed books). */
export type CorrectionKind =
  | 'cancelled'
  | 'amounts'
  | 'vendor'
  | 'commission_cancelled'
  | 'written_off'
  | 'taken_back';

/** What a sale of a closed month said before and after a change, booked on the first open day. */
export interface BookCorrection {
  id: string;
  kind: CorrectionKind;
  /** The booking day. */
  postedOn: IsoDate;
  totalBefore: number;
  totalAfter: number;
  /** What is expected from the vendor. */
  commissionBefore: number;
  commissionAfter: number;
}

const KINDS: Readonly<Record<CorrectionKind, string>> = {
  cancelled: 'sale cancelled',
  amounts: 'other amounts',
  vendor: 'another vendor',
  commission_cancelled: 'commission cancelled',
  written_off: 'write-off of commission',
  taken_back: 'commission taken back by the vendor',
};

/** The kind of a correction inside a sentence: "other amounts". */
export const correctionText = (kind: CorrectionKind): string => KINDS[kind];
