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

/** As the database answers it. */
export interface BookCorrectionRow {
  id: string;
  kind: CorrectionKind;
  posted_on: IsoDate;
  total_before: number;
  total_after: number;
  commission_before: number;
  commission_after: number;
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

/** What the database answers, as screens read it. */
export const toCorrection = (row: BookCorrectionRow): BookCorrection => ({
  id: row.id,
  kind: row.kind,
  postedOn: row.posted_on,
  totalBefore: row.total_before,
  totalAfter: row.total_after,
  commissionBefore: row.commission_before,
  commissionAfter: row.commission_after,
});
