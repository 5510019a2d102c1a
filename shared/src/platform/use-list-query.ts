import { useEffect, useMemo } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { listDefaults, readListQuery, type ListValues, type Sort } from '../domain';
import { queryValues, useQueryState } from './use-query-state';

/** What a list can be filtered and sorted by. */
export interface ListRules<Status extends string, Column extends string> {
  /** Path of the list: `paths.sales.href()`. */
  path: string;
  statuses: readonly Status[];
  /** What `sort` may say; the first is the default, newest or largest first. */
  columns: readonly [Column, ...Column[]];
}

/** What a list shows at an address, by its query string; what is unknown or malformed there is ignored. */
export const listQuery = <Status extends string, Column extends string>(
  params: URLSearchParams,
  { statuses, columns }: ListRules<Status, Column>,
) => readListQuery(queryValues(params, listDefaults(columns[0])), { statuses, columns });

/**
 * Filter, search, sort, page and page size of a list, read from the query string and written back to it.
 * @returns `query`, what the list shows; `to`, the address of the list with changes; `set`, which goes there;
 *   `sorting` for column heads
 */
export function useListQuery<Status extends string, Column extends string>(rules: ListRules<Status, Column>) {
  const { path, statuses, columns } = rules;
  const byDefault: Sort = { column: columns[0], direction: 'desc' };
  const [params] = useSearchParams();
  const { set, search } = useQueryState(listDefaults(columns[0]));
  const query = useMemo(
    () => listQuery(params, { path, statuses, columns }),
    [params, path, statuses, columns],
  );
  const to = (changes: Partial<ListValues>) => path + search(changes);
  return {
    query,
    set,
    to,
    sorting: {
      current: query.sort as Sort,
      byDefault,
      to: ({ column, direction }: Sort) => to({ sort: column, dir: direction }),
      link: Link,
    },
  };
}

/**
 * Takes a page behind the last one (an old link, or what was on it has gone) to the last page there is.
 * @param totalPages of the list as it is now; undefined while that is not known
 * @returns true while the address is behind the end
 */
export function useRealPage(
  page: number,
  totalPages: number | undefined,
  set: (changes: { page: string }, options: { replace: true }) => void,
): boolean {
  const last = Math.max(1, totalPages ?? page);
  const isBehind = page > last;
  useEffect(() => {
    if (isBehind) set({ page: String(last) }, { replace: true });
  }, [isBehind, last, set]);
  return isBehind;
}
