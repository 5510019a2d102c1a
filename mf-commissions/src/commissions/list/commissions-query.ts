import {
  COMMISSION_STATUSES,
  isFiltered,
  NO_FILTERS,
  type ListValues,
  type Sort,
} from '@paperplane/shared/domain';
import { listDefaults, paths, readListQuery, type ListAddress } from '@paperplane/shared/platform';
import { COMMISSION_SORTS, type CommissionSort, type CommissionsQuery } from '../commission-list';

const BY_DEFAULT: Sort<CommissionSort> = { column: COMMISSION_SORTS[0], direction: 'desc' };
/** Of what is overdue, the longest overdue. */
const OVERDUE_BY_DEFAULT: Sort<CommissionSort> = { column: 'dueOn', direction: 'asc' };

export type CommissionListValues = ListValues & { overdue: string; ready: string };

/** Takes every filter off. */
export const NOTHING_FILTERED: Partial<CommissionListValues> = {
  ...NO_FILTERS,
  overdue: '',
  ready: '',
};

/** Filters, order and page of the list in its address. Agents have no filter by agent: they see only their own commissions. */
export const COMMISSIONS_LIST: ListAddress<keyof CommissionListValues, CommissionsQuery> = {
  path: paths.commissions.href(),
  // No order in the address: the default one of what is shown.
  defaults: { ...listDefaults(''), overdue: '', ready: '' },
  read: (values, isAdmin) => {
    const query = readListQuery(values, { statuses: COMMISSION_STATUSES, columns: COMMISSION_SORTS });
    const overdue = values.overdue === 'true';
    const isSorted = COMMISSION_SORTS.some((column) => column === values.sort);
    return {
      ...query,
      agentId: isAdmin ? query.agentId : null,
      sort: isSorted ? query.sort : overdue ? OVERDUE_BY_DEFAULT : BY_DEFAULT,
      overdue,
      ready: values.ready === 'true',
    };
  },
};

/** True when the list shows a part of what there is. */
export const isPart = (query: CommissionsQuery): boolean => query.overdue || query.ready || isFiltered(query);
