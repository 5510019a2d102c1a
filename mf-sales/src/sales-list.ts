import { SALE_STATUSES, snakeCase, type ListQuery } from '@paperplane/shared/domain';
import type { SalesPage } from './sale';

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
  /** Only the sales of this group booking. */
  groupId: string | null;
}

/** Over every filter but the status. `active_total` leaves cancelled sales out. */
export type SalesSums = SalesPage['byStatus'];

/** The figure of what a filter shows. */
export const figureOf = (sums: SalesSums, filter: SaleFilter | null): SalesSums['total'] =>
  sums[filter === 'active' ? 'active_total' : (filter ?? 'total')];

/** The arguments of `list_sales` and of its export for what the address asks. */
export function toListArgs(query: SalesQuery) {
  const { status, agentId, vendorId, start, end, search, sort, page, pageSize, departing, groupId } = query;
  return {
    status,
    agentId,
    vendorId,
    startDate: start,
    endDate: end,
    customerSearch: search || null,
    sort: snakeCase(sort.column),
    descending: sort.direction === 'desc',
    page,
    pageSize,
    departing,
    ...(groupId ? { groupId } : {}),
  };
}
