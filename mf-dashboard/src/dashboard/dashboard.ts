import type {
  CommissionFigure,
  CommissionStatus,
  IsoDate,
  OwedFigure,
  SaleStatus,
} from '@paperplane/shared/domain';
import type { Bucket } from '../chart/partial';

/** How many, and how much altogether. */
export interface Figure {
  count: number;
  amount: number;
}

/** Sales of a range by status; `activeTotal` leaves the cancelled ones out. */
export type SaleFigures = Record<SaleStatus | 'total' | 'activeTotal', Figure>;
/** Of commissions; `ready` is what agents can be paid now. */
export type CommissionFigures = Record<
  CommissionStatus | 'total' | 'activeTotal' | 'ready',
  CommissionFigure
>;

/** Amounts per bucket of time and status; labels are the day, or `yyyy-mm-ddThh:00`, on which each bucket begins. */
export type Trend<Status extends string> = { labels: readonly string[] } & Record<Status, readonly number[]>;

/** Gross amounts, and of them the agents' share. */
export type CommissionTrend = Trend<CommissionStatus> & {
  agent: Record<CommissionStatus, readonly number[]>;
};

interface Totals {
  salesCount: number;
  totalRevenue: number;
  totalCommission: number;
}

export interface TopAgent extends Totals {
  id: string;
  firstName: string;
  lastName: string;
  avatarUrl: string | null;
}

export interface TopVendor extends Totals {
  id: string;
  name: string;
  logoUrl: string | null;
}

/** A customer with their latest purchase. */
export interface RecentCustomer {
  id: string;
  firstName: string;
  lastName: string;
  email: string | null;
  saleId: string;
  lastPurchaseAmount: number;
  saleDate: IsoDate;
}

/** Why a commission is next in line to be paid, or what it waits for. */
export type PayableReason =
  | 'ready'
  | 'awaiting_vendor'
  | 'overdue'
  | 'awaiting_customer'
  | 'held'
  | 'travel'
  | 'later';

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
  /** The day of the vendor's receipt, where somebody has recorded one. */
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

/** What waits for an admin: the agents' shares to pay, what vendors should have paid, booked sales whose trip is near. */
export type ToDo = Record<'payable' | 'departures', Figure> & {
  overdue: OwedFigure;
  /** Vendors that have something unpaid and no due days: nothing of theirs can be overdue. */
  vendorsWithoutTerms: number;
};

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
  commissionTrend: CommissionTrend;
  toDo: ToDo;
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

/** Everything the page shows, in one answer; admins get no payables and departures, agents nothing to do and no top agents. */
export type Dashboard = { [Name in PartName]?: Part<Name> } & {
  range: { start: IsoDate; end: IsoDate; bucket: Bucket; today: IsoDate };
};

export const hasFailed = (part: object | undefined): part is Failed => part !== undefined && 'failed' in part;
