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
import { COMMISSION_SORTS, type CommissionsQuery } from '../commission-list';

const DEFAULTS = { ...listDefaults(COMMISSION_SORTS[0]), overdue: '', ready: '' };
const BY_DEFAULT: Sort = { column: COMMISSION_SORTS[0], direction: 'desc' };

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
  return { ...query, overdue: values.overdue === 'true', ready: values.ready === 'true' };
}

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
  const to = (changes: Partial<CommissionListValues>) => paths.commissions.href() + search(changes);
  return {
    query,
    set,
    to,
    sorting: {
      current: query.sort as Sort,
      byDefault: BY_DEFAULT,
      to: ({ column, direction }: Sort) => to({ sort: column, dir: direction }),
      link: Link,
    },
  };
}
