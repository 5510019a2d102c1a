import type { ListQuery, SaleStatus } from '@paperplane/shared/domain';
import type { Sale } from './sale';

/** What the list can be sorted by; the first is the default, newest first. */
export const SALE_SORTS = [
  'saleDate',
  'travelDate',
  'totalAmount',
  'commissionAmount',
  'bookingReference',
  'status',
  'createdAt',
  'customer',
  'vendor',
  'agent',
] as const;
export type SaleSort = (typeof SALE_SORTS)[number];

export type SalesQuery = ListQuery<SaleStatus, SaleSort>;

export interface SalesFigure {
  count: number;
  amount: number;
  commissionAmount: number;
}

/** Over every filter but the status. `activeTotal` leaves cancelled sales out. */
export type SalesSums = Record<SaleStatus | 'total' | 'activeTotal', SalesFigure>;

/** One page of sales with the figures of everything that matches. */
export interface SalesPage {
  sales: Sale[];
  /** Sales that match, the status included, over all pages. */
  count: number;
  page: number;
  pageSize: number;
  totalPages: number;
  sums: SalesSums;
}
