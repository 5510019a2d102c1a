import { isFiltered, listDefaults, NO_FILTERS, type ListValues } from '@paperplane/shared/domain';
import {
  listQuery,
  paths,
  useListQuery,
  useQueryState,
  useSearchParams,
  type ListRules,
} from '@paperplane/shared/platform';
import { useMemo } from 'react';
import { SALE_FILTERS, SALE_SORTS, type SaleFilter, type SaleSort, type SalesQuery } from '../sales-list';

/** What every list can be filtered and sorted by. */
const SALES_LIST: ListRules<SaleFilter, SaleSort> = {
  path: paths.sales.href(),
  statuses: SALE_FILTERS,
  columns: SALE_SORTS,
};

const DEFAULTS = { ...listDefaults(SALE_SORTS[0]), departing: '' };
export type SalesListValues = ListValues & { departing: string };

/** Takes every filter off. */
export const NOTHING_FILTERED: Partial<SalesListValues> = { ...NO_FILTERS, departing: '' };

/** What the list asks for at its address: agents cannot filter by agent, as they see only their own sales. */
export function salesQuery(search: URLSearchParams, isAdmin: boolean): SalesQuery {
  const asked = { ...listQuery(search, SALES_LIST), departing: search.get('departing') === 'true' };
  return isAdmin ? asked : { ...asked, agentId: null };
}

/** True when the list shows a part of what there is. */
export const isPart = (query: SalesQuery): boolean => query.departing || isFiltered(query);

/**
 * Filters, order and page of the list in its address.
 * @returns `query`, what the list shows; `to`, the address of the list with changes; `set`, which goes there; `sorting` for column heads
 */
export function useSalesQuery(isAdmin: boolean) {
  const [params] = useSearchParams();
  const { sorting } = useListQuery(SALES_LIST);
  const { set, search } = useQueryState(DEFAULTS);
  const query = useMemo(() => salesQuery(params, isAdmin), [params, isAdmin]);
  const to = (changes: Partial<SalesListValues>) => paths.sales.href() + search(changes);
  return { query, set, to, sorting };
}
