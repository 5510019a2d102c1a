import type { CommissionFigure, CommissionStatus, ListQuery, SaleStatus } from '@paperplane/shared/domain';
import type { Person } from './commission-types';

/** What the list can be sorted by; the first is the default, newest first. `dueOn` orders only what is overdue. */
export const COMMISSION_SORTS = [
  'createdAt',
  'saleDate',
  'amount',
  'totalAmount',
  'bookingReference',
  'status',
  'customer',
  'vendor',
  'agent',
  'dueOn',
] as const;
export type CommissionSort = (typeof COMMISSION_SORTS)[number];

export interface CommissionsQuery extends ListQuery<CommissionStatus, CommissionSort> {
  /** Only what the vendor should have paid by now. */
  overdue: boolean;
  /** Only what agents can be paid now: received, and paid by the customer. */
  ready: boolean;
}

/** One row of Commission Management: a commission with what its sale says. */
export interface CommissionListItem {
  id: string;
  status: CommissionStatus;
  amount: number;
  /** What the agent is owed: the split of `amount`. */
  agentAmount: number;
  bookingReference: string | null;
  saleDate: string;
  saleStatus: SaleStatus;
  /** Of the sale. */
  totalAmount: number;
  customer: { firstName: string; lastName: string };
  vendor: { id: string; name: string };
  agent: Person;
  /** ISO date by which the vendor should pay; `null` where nothing is agreed. */
  dueOn: string | null;
  /** What the vendor has not paid though it is due, whatever the agent was paid. */
  owed: number;
}

/** Over every filter but the status; `ready` is what agents can be paid now. Of what is overdue the amounts are what is owed. */
export type CommissionStats = Record<CommissionStatus | 'total' | 'ready', CommissionFigure>;

/** One page of commissions with the figures of everything that matches. */
export interface CommissionPage {
  items: CommissionListItem[];
  /** Commissions that match, the status included, over all pages. */
  count: number;
  page: number;
  pageSize: number;
  totalPages: number;
  stats: CommissionStats;
  /** Bank transactions that wait for somebody; null for agents. */
  toReview: number | null;
}
