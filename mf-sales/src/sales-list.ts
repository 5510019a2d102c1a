import { SALE_STATUSES, type ListQuery, type SaleStatus } from '@paperplane/shared/domain';
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

/** What the list can be filtered by: a status, or all but the cancelled. */
export const SALE_FILTERS = ['active', ...SALE_STATUSES] as const;
export type SaleFilter = (typeof SALE_FILTERS)[number];

export interface SalesQuery extends ListQuery<SaleFilter, SaleSort> {
  /** Only booked sales whose trip begins within 30 days or has begun. */
  departing: boolean;
}

export interface SalesFigure {
  count: number;
  amount: number;
  commissionAmount: number;
}

/** Over every filter but the status. `activeTotal` leaves cancelled sales out. */
export type SalesSums = Record<SaleStatus | 'total' | 'activeTotal', SalesFigure>;

/** The figure of what a filter shows. */
export const figureOf = (sums: SalesSums, filter: SaleFilter | null): SalesFigure =>
  sums[filter === 'active' ? 'activeTotal' : (filter ?? 'total')];

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
