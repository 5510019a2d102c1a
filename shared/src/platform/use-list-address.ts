import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { Sort } from '../domain';
import { queryValues, useQueryState } from './use-query-state';

/** What a list keeps in its address, and how it is read; one constant for each list. */
export interface ListAddress<Key extends string, Query extends { sort: Sort }> {
  /** Path of the list: `paths.sales.href()`. */
  readonly path: string;
  /** Every parameter with its default, which stays out of the address. */
  readonly defaults: Readonly<Record<Key, string>>;
  /**
   * What the list asks for; what is unknown or malformed is ignored. Without `sort` and `dir` it answers the order by default.
   * @param isAdmin whether the reader is one: agents have no filter by agent, as they see only what is theirs
   */
  readonly read: (values: Record<Key, string>, isAdmin: boolean) => Query;
}

/** What a list asks for at an address, by its query string. */
export const listAt = <Key extends string, Query extends { sort: Sort }>(
  params: URLSearchParams,
  { defaults, read }: ListAddress<Key, Query>,
  isAdmin = false,
): Query => read(queryValues(params, defaults), isAdmin);

/**
 * Filters, search, order, page and page size of a list, read from the query string and written back to it.
 * @returns `query`, what the list shows; `to`, the address of the list with changes; `set`, which goes there;
 *   `sorting` for column heads
 */
export function useListAddress<Key extends string, Query extends { sort: Sort }>(
  { path, defaults, read }: ListAddress<Key, Query>,
  isAdmin = false,
) {
  const { values, set, search } = useQueryState<Key>(defaults);
  const query = useMemo(() => read(values, isAdmin), [values, read, isAdmin]);
  const current: Sort = query.sort;
  const byDefault: Sort = read({ ...values, sort: '', dir: '' }, isAdmin).sort;
  const to = (changes: Partial<Record<Key, string>>) => path + search(changes);
  return {
    query,
    set,
    to,
    sorting: {
      current,
      byDefault,
      to: ({ column, direction }: Sort) => {
        const isDefault = column === byDefault.column && direction === byDefault.direction;
        const order = isDefault ? { sort: '', dir: '' } : { sort: column, dir: direction };
        return to(order as Partial<Record<Key, string>>);
      },
      link: Link,
    },
  };
}
