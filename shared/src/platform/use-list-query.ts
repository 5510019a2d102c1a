import { useCallback, useEffect } from 'react';
import { listDefaults, readListQuery, type ListValues, type Sort } from '../domain';
import { useListAddress } from './use-list-address';
import { queryValues } from './use-query-state';

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

/** `useListAddress` of a list with the usual filters and no other. */
export function useListQuery<Status extends string, Column extends string>(rules: ListRules<Status, Column>) {
  const { path, statuses, columns } = rules;
  const read = useCallback(
    (values: ListValues) => readListQuery(values, { statuses, columns }),
    [statuses, columns],
  );
  const { query, set, to, sorting } = useListAddress({ path, defaults: listDefaults(columns[0]), read });
  return {
    query,
    set,
    to: (changes: Partial<ListValues>) => to(changes),
    sorting: { ...sorting, current: query.sort as Sort },
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
