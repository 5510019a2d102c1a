import type { CommissionStatus, IsoDate, SaleStatus } from '@paperplane/shared/domain';
import type { Bucket, RecentCustomer, TopAgent, TopVendor } from '@paperplane/shared/platform';

/** How many, and how much altogether. */
export interface Figure {
  count: number;
  amount: number;
}

/** Sales of a range by status; `activeTotal` leaves the cancelled ones out. */
export type SaleFigures = Record<SaleStatus | 'total' | 'activeTotal', Figure>;
export type CommissionFigures = Record<CommissionStatus | 'total', Figure>;

/** Amounts per bucket of time and status; labels are the day, or `yyyy-mm-ddThh:00`, on which each bucket begins. */
export type Trend<Status extends string> = { labels: readonly string[] } & Record<Status, readonly number[]>;

/** Why a commission is next in line to be paid, or what it waits for. */
export type PayableReason = 'funds_received' | 'awaiting_vendor' | 'overdue' | 'awaiting_customer';

interface Booking {
  saleId: string;
  bookingReference: string;
  customer: { firstName: string; lastName: string };
  vendorName: string;
}

export interface PayableRow extends Booking {
  commissionId: string;
  /** The agent's share. */
  amount: number;
  status: CommissionStatus;
  receivedOn: IsoDate | null;
  dueOn: IsoDate | null;
  reason: PayableReason;
}

/** What an agent is owed: what can be paid now, what is still expected, and the next of them. */
export interface Payable {
  now: Figure;
  expected: Figure;
  rows: readonly PayableRow[];
}

export interface Departure extends Booking {
  customerId: string;
  travelDate: IsoDate;
  returnDate: IsoDate | null;
}

/** What each part of the page shows. */
export interface Parts {
  sales: SaleFigures;
  commissions: CommissionFigures;
  salesTrend: Trend<SaleStatus>;
  commissionTrend: Trend<CommissionStatus>;
  topAgents: readonly TopAgent[];
  topVendors: readonly TopVendor[];
  recentCustomers: readonly RecentCustomer[];
  payable: Payable;
  departures: readonly Departure[];
}
export type PartName = keyof Parts;

/** A part the database could not work out; the others stand. */
export interface Failed {
  failed: true;
}
export type Part<Name extends PartName> = Parts[Name] | Failed;

/** Everything the page shows, in one answer; admins get no payables and departures, agents no top agents. */
export type Dashboard = { [Name in PartName]?: Part<Name> } & {
  range: { start: IsoDate; end: IsoDate; bucket: Bucket; today: IsoDate };
};

export const hasFailed = (part: object | undefined): part is Failed => part !== undefined && 'failed' in part;
