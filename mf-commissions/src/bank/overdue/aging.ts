import type { IsoDate } from '@paperplane/shared/domain';

/** By days after the due day, as the database names them. */
export const BUCKETS = ['0-30', '31-60', '61-90', '90+'] as const;
export type Bucket = (typeof BUCKETS)[number];

/** In a sentence of its own, and in the head of a column. */
export const BUCKET_LABELS: Readonly<Record<Bucket, { long: string; short: string }>> = {
  '0-30': { long: 'Up to 30 days', short: 'Up to 30' },
  '31-60': { long: '31 to 60', short: '31 to 60' },
  '61-90': { long: '61 to 90', short: '61 to 90' },
  '90+': { long: 'Over 90', short: 'Over 90' },
};

/** What one vendor owes past its due day. */
export interface VendorAging {
  id: string;
  name: string;
  email: string | null;
  logoUrl: string | null;
  /** Overdue commissions. */
  count: number;
  amount: number;
  oldestDueOn: IsoDate;
  buckets: Readonly<Record<Bucket, number>>;
  /** Money of theirs lies in the bank's inbox, or unclaimed: asking can wait. */
  depositWaits: boolean;
}

/** What all vendors owe past its due day. */
export interface Aging {
  amounts: Readonly<Record<Bucket, number>>;
  amount: number;
  /** Commissions. */
  overdue: number;
  /** Who owes most first. */
  vendors: readonly VendorAging[];
  /** Vendors. */
  count: number;
}

/** A booking whose commission is overdue. */
export interface OverdueBooking {
  commissionId: string;
  reference: string;
  customer: string;
  dueOn: IsoDate;
  /** What is still open of its commission. */
  amount: number;
}
