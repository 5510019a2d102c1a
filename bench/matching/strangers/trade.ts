import type { NameForm } from './names';
import type { Numbering } from './references';
import type { Basis, Channel, StrangersVendor } from './types';

/** What a payer says a payment is for; each keeps to one form. */
export type RemitForm =
  | 'bare'
  | 'glued'
  | 'agency'
  | 'named'
  | 'name first'
  | 'invoice'
  | 'month'
  | 'tail'
  | 'name'
  | 'nothing'
  | 'quoted';

/** Whoever pays: a vendor itself, its group, a settlement service, a consortium. */
export interface Payer {
  name: string;
  role: 'own' | 'settlement' | 'consortium';
  id: string;
  bank: string;
  channel: Channel;
  entry: string;
  remit: RemitForm;
  nameForm: NameForm;
  /** Lumps: references or names in the text, or nothing. */
  lists: 'references' | 'names' | 'nothing';
  /** All that is due at one run in one payment. */
  together: boolean;
  run: { every: 'day' | 'week' | 'fortnight' | 'month'; on: number };
  /** Ordinal of its statements' layout, if it sends any. */
  layout: number | null;
  /** Kept back for each booking, or for each payment. */
  feeEach: number;
  feeOnce: number;
  structured: boolean;
}

/** What nobody writes down about a vendor. */
export interface Habit {
  payer: number;
  numbering: Numbering;
  trueBasis: Basis | 'final payment';
  lag: number;
  slack: number;
  median: number;
  sigma: number;
  weight: number;
  /** Groups with neighbouring references and equal commissions. */
  groups: boolean;
  neverPaid: number;
  otherAmount: number;
}

/** The vendors, their habits, and who pays for them. */
export interface Trade {
  vendors: StrangersVendor[];
  habits: Habit[];
  payers: Payer[];
}
