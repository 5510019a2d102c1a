import type { HeldCommission, PayoutLine } from '../payout-types';

/** What can be done with a line of a draft. */
export interface LineActions {
  hold: (line: PayoutLine) => void;
  /** Holds several together. */
  holdAll: (lines: PayoutLine[]) => void;
  release: (held: HeldCommission) => void;
  /** Takes it out: a commission can be collected again, an adjustment waits for the next payout. */
  remove: (line: PayoutLine) => void;
  deleteAdjustment: (line: PayoutLine) => void;
}
