import {
  COMMISSION_STATUSES,
  isFiltered,
  listDefaults,
  NO_FILTERS,
  readListQuery,
  type ListValues,
  type Sort,
} from '@paperplane/shared/domain';
import { Link, paths, queryValues, useQueryState, useSearchParams } from '@paperplane/shared/platform';
import { useMemo } from 'react';
import { COMMISSION_SORTS, type CommissionSort, type CommissionsQuery } from '../commission-list';

/** No order in the address: the default one of what is shown. */
const DEFAULTS = { ...listDefaults(''), overdue: '', ready: '' };
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

/** Reads the list's query string; what is unknown or malformed is ignored. */
export function readCommissionsQuery(values: CommissionListValues): CommissionsQuery {
  const query = readListQuery(values, { statuses: COMMISSION_STATUSES, columns: COMMISSION_SORTS });
  const overdue = values.overdue === 'true';
  const isSorted = COMMISSION_SORTS.some((column) => column === values.sort);
  return {
    ...query,
    sort: isSorted ? query.sort : defaultOrder(overdue),
    overdue,
    ready: values.ready === 'true',
  };
}

const defaultOrder = (overdue: boolean) => (overdue ? OVERDUE_BY_DEFAULT : BY_DEFAULT);

/** What the list asks for at its address. Agents cannot filter by agent: they see only their own commissions. */
export function commissionsQuery(search: URLSearchParams, isAdmin: boolean): CommissionsQuery {
  const query = readCommissionsQuery(queryValues(search, DEFAULTS));
  return isAdmin ? query : { ...query, agentId: null };
}

/** True when the list shows a part of what there is. */
export const isPart = (query: CommissionsQuery): boolean => query.overdue || query.ready || isFiltered(query);

/**
 * Filters, order and page of the list in its address.
 * @returns `query`, what the list shows; `to`, the address of the list with changes; `set`, which goes there; `sorting` for column heads
 */
export function useCommissionsQuery(isAdmin: boolean) {
  const [params] = useSearchParams();
  const { set, search } = useQueryState(DEFAULTS);
  const query = useMemo(() => commissionsQuery(params, isAdmin), [params, isAdmin]);
  const byDefault = defaultOrder(query.overdue);
  const to = (changes: Partial<CommissionListValues>) => paths.commissions.href() + search(changes);
  return {
    query,
    set,
    to,
    sorting: {
      current: query.sort as Sort,
      byDefault,
      to: ({ column, direction }: Sort) =>
        to(
          column === byDefault.column && direction === byDefault.direction
            ? { sort: '', dir: '' }
            : { sort: column, dir: direction },
        ),
      link: Link,
    },
  };
}
