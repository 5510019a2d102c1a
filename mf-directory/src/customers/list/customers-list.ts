import { LIMITS, readId, type Sort } from '@paperplane/shared/domain';
import { paths } from '@paperplane/shared/platform';
import { directoryList } from '../../parts/directory-list';
import { CUSTOMER_SORTS, type CustomersQuery, type CustomerSort } from '../customer';

const BY_DEFAULT: Sort<CustomerSort> = { column: CUSTOMER_SORTS[0], direction: 'desc' };

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

/** Agents have no filter by agent. */
export const CUSTOMERS_LIST = directoryList({
  path: paths.customers.href(),
  columns: CUSTOMER_SORTS,
  byDefault: BY_DEFAULT,
  filters: ['agentId', 'tag', 'status'],
  read: ({ agentId, tag, status, ...rest }, isAdmin): CustomersQuery => ({
    ...rest,
    agentId: isAdmin ? readId(agentId) : null,
    tag: tag.trim().slice(0, LIMITS.tag),
    archived: status === 'archived',
  }),
});
