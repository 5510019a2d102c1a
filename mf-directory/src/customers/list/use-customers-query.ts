import { LIMITS, type Sort } from '@paperplane/shared/domain';
import { paths, useAuth, useSearchParams } from '@paperplane/shared/platform';
import { useMemo } from 'react';
import { listAt, useListAddress, type ListAddressRules } from '../../parts/use-list-address';
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

type CustomerFilter = (typeof CUSTOMER_FILTERS)[number];
const CUSTOMERS_LIST: ListAddressRules<CustomerSort, CustomerFilter> = {
  path: paths.customers.href(),
  columns: CUSTOMER_SORTS,
  byDefault: BY_DEFAULT,
  filters: CUSTOMER_FILTERS,
};

/** What the list asks for at its address; agents have no filter by agent. */
export function customersQuery(search: URLSearchParams, isAdmin: boolean): CustomersQuery {
  const { agentId, tag, status, ...rest } = listAt(search, CUSTOMERS_LIST);
  return {
    ...rest,
    agentId: isAdmin && UUID.test(agentId) ? agentId.toLowerCase() : null,
    tag: tag.trim().slice(0, LIMITS.tag),
    archived: status === 'archived',
  };
}

/** Filters, search, sort and page of the list, read from the query string and written back to it. */
export function useCustomersQuery() {
  const { isAdmin } = useAuth();
  const [params] = useSearchParams();
  const address = useListAddress(CUSTOMERS_LIST);
  const query = useMemo(() => customersQuery(params, isAdmin), [params, isAdmin]);
  return { ...address, query };
}
