import type { IsoDate, OwedFigure } from '@paperplane/shared/domain';
import type { AnswerOf } from '@paperplane/shared/platform';
import type { contract } from '../contract';

/** By days after the due day, as the database names them. */
export const BUCKETS = ['0-30', '31-60', '61-90', '90+'] as const;
export type Bucket = (typeof BUCKETS)[number];
/** The same with what is not due yet. */
export const AGES = ['not_due', ...BUCKETS] as const;
export type Age = (typeof AGES)[number];

/** What has no age: nothing is agreed with the vendor, or the day to count from is not known. */
export const UNDATED = 'no_due_day';
export const UNDATED_LABEL = 'No due day agreed';

/** In a sentence of its own, and in the head of a column. */
export const AGE_LABELS: Readonly<Record<Age, { long: string; short: string }>> = {
  not_due: { long: 'Not due', short: 'Not due' },
  '0-30': { long: 'Up to 30 days', short: 'Up to 30' },
  '31-60': { long: '31 to 60', short: '31 to 60' },
  '61-90': { long: '61 to 90', short: '61 to 90' },
  '90+': { long: 'Over 90', short: 'Over 90' },
};

/** What one vendor owes. */
export interface VendorAging {
  id: string;
  name: string;
  email: string | null;
  logoUrl: string | null;
  /** Overdue commissions, and what they come to. */
  count: number;
  amount: number;
  /** Null where nothing is overdue. */
  oldestDueOn: IsoDate | null;
  buckets: Readonly<Record<Age | typeof UNDATED, number>>;
  /** Of what is overdue, where the agents were paid already. */
  agentsPaid: number;
  /** Money of theirs lies in the bank's inbox, or unclaimed: asking can wait. */
  depositWaits: boolean;
  /** When they were last asked. */
  askedOn: IsoDate | null;
}

/** What all vendors owe. */
export interface Aging {
  today: IsoDate;
  amounts: Readonly<Record<Age, number>>;
  /** Of these, where the agents were paid already. */
  paidAmounts: Readonly<Record<Age, number>>;
  /** What is overdue, and what is named beside it. */
  owed: OwedFigure;
  /** Without a due day. */
  undated: { count: number; amount: number };
  /** Who owes longest first. */
  vendors: readonly VendorAging[];
  /** Vendors with something overdue. */
  count: number;
  /** The last day of the closed books; null for none. */
  booksClosedThrough: IsoDate | null;
}

/** A booking whose commission is overdue; `expected`: what is still open of it. */
export type OverdueBooking = AnswerOf<typeof contract, 'get_vendor_overdue'>[number];
