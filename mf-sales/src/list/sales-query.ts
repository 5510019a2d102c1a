import { SALE_STATUSES } from '@paperplane/shared/domain';
import { paths, type ListRules } from '@paperplane/shared/platform';
import type { SaleStatus } from '@paperplane/shared/domain';
import { SALE_SORTS, type SaleSort, type SalesQuery } from '../sales-list';

/** What the list can be filtered and sorted by. */
export const SALES_LIST: ListRules<SaleStatus, SaleSort> = {
  path: paths.sales.href(),
  statuses: SALE_STATUSES,
  columns: SALE_SORTS,
};

/** What the list asks for at its address: agents cannot filter by agent, as they see only their own sales. */
export const salesQuery = (asked: SalesQuery, isAdmin: boolean): SalesQuery =>
  isAdmin ? asked : { ...asked, agentId: null };
