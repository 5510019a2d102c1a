import { LIMITS, type Sort } from '@paperplane/shared/domain';
import { paths, useAuth } from '@paperplane/shared/platform';
import { useMemo } from 'react';
import { useListAddress } from '../../parts/use-list-address';
import { CUSTOMER_FILTERS, CUSTOMER_SORTS, type CustomersQuery, type CustomerSort } from '../customer';

const BY_DEFAULT: Sort<CustomerSort> = { column: CUSTOMER_SORTS[0], direction: 'desc' };
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The parameters that take every filter off; whether the list shows who is archived stays, as do sort and page size. */
export const NO_CUSTOMER_FILTERS = { agentId: '', q: '', tag: '' } as const;

/** The list as it opens by itself. */
export const OPENING: CustomersQuery = {
  search: '',
  agentId: null,
  tag: '',
  archived: false,
  sort: BY_DEFAULT,
  page: 1,
  pageSize: 10,
};

/** Filters, search, sort and page of the list, read from the query string and written back to it; agents have no filter by agent. */
export function useCustomersQuery() {
  const { isAdmin } = useAuth();
  const address = useListAddress({
    path: paths.customers.href(),
    columns: CUSTOMER_SORTS,
    byDefault: BY_DEFAULT,
    filters: CUSTOMER_FILTERS,
  });
  const { agentId, tag, status, ...rest } = address.query;
  const query = useMemo<CustomersQuery>(
    () => ({
      search: rest.search,
      sort: rest.sort,
      page: rest.page,
      pageSize: rest.pageSize,
      agentId: isAdmin && UUID.test(agentId) ? agentId.toLowerCase() : null,
      tag: tag.trim().slice(0, LIMITS.tag),
      archived: status === 'archived',
    }),
    [rest.search, rest.sort, rest.page, rest.pageSize, isAdmin, agentId, tag, status],
  );
  return { ...address, query };
}
