import { isFiltered, NO_FILTERS, readId, type ListValues } from '@paperplane/shared/domain';
import { listDefaults, paths, readListQuery, type ListAddress } from '@paperplane/shared/platform';
import { SALE_FILTERS, SALE_SORTS, type SalesQuery } from '../sales-list';

export type SalesListValues = ListValues & { departing: string; groupId: string };

/** Filters, order and page of the list in its address. Agents have no filter by agent, as they see only their own sales. */
export const SALES_LIST: ListAddress<keyof SalesListValues, SalesQuery> = {
  path: paths.sales.href(),
  defaults: { ...listDefaults(SALE_SORTS[0]), departing: '', groupId: '' },
  read: (values, isAdmin) => {
    const query = readListQuery(values, { statuses: SALE_FILTERS, columns: SALE_SORTS });
    return {
      ...query,
      agentId: isAdmin ? query.agentId : null,
      departing: values.departing === 'true',
      groupId: readId(values.groupId),
    };
  },
};

/** Takes every filter off. */
export const NOTHING_FILTERED: Partial<SalesListValues> = { ...NO_FILTERS, departing: '', groupId: '' };

/** True when the list shows a part of what there is. */
export const isPart = (query: SalesQuery): boolean =>
  query.departing || query.groupId !== null || isFiltered(query);
