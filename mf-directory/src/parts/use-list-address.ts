import { listDefaults, readListQuery, snakeCase, type PageSize, type Sort } from '@paperplane/shared/domain';
import { Link, queryValues, useQueryState, useSearchParams } from '@paperplane/shared/platform';
import { useMemo } from 'react';

/** What a list of the directory can be filtered and sorted by; one constant for each list. */
export interface ListAddressRules<Column extends string, Filter extends string> {
  /** Path of the list: `paths.vendors.href()`. */
  path: string;
  /** What `sort` may say. */
  columns: readonly [Column, ...Column[]];
  /** The order when the address does not say; people and companies stand by name. */
  byDefault: Sort<Column>;
  /** Further parameters; each is empty by default. */
  filters: readonly Filter[];
}

/** What a list of the directory asks the database for; a filter is empty when it is not set. */
export type ListAddressQuery<Column extends string, Filter extends string> = Record<Filter, string> & {
  /** What was typed, trimmed. */
  search: string;
  sort: Sort<Column>;
  /** From 1. */
  page: number;
  pageSize: PageSize;
};

const defaultsOf = <Column extends string, Filter extends string>({
  byDefault,
  filters,
}: ListAddressRules<Column, Filter>): Record<string, string> => {
  const { q, page, pageSize } = listDefaults(byDefault.column);
  const empty = Object.fromEntries(filters.map((filter) => [filter, '']));
  return { ...empty, q, sort: byDefault.column, dir: byDefault.direction, page, pageSize };
};

/** What a list asks for at an address, by its query string. */
export function listAt<Column extends string, Filter extends string>(
  search: URLSearchParams,
  rules: ListAddressRules<Column, Filter>,
): ListAddressQuery<Column, Filter> {
  const { columns, byDefault, filters } = rules;
  const values = queryValues(search, defaultsOf(rules));
  const known = readListQuery({ ...listDefaults(columns[0]), ...values }, { statuses: [], columns });
  const isKnown = columns.some((column) => column === values['sort']);
  return {
    ...(Object.fromEntries(filters.map((filter) => [filter, values[filter] ?? ''])) as Record<
      Filter,
      string
    >),
    search: known.search,
    sort: isKnown ? known.sort : byDefault,
    page: known.page,
    pageSize: known.pageSize,
  };
}

/**
 * Search, filters, order, page and page size of a list, read from the query string and written back to it. What is unknown or malformed is
 * ignored, as in every list of the product.
 */
export function useListAddress<Column extends string, Filter extends string>(
  rules: ListAddressRules<Column, Filter>,
) {
  const { path, byDefault } = rules;
  const [params] = useSearchParams();
  const { set, search } = useQueryState(defaultsOf(rules));
  const query = useMemo(() => listAt(params, rules), [params, rules]);
  const to = (changes: Partial<Record<string, string>>) => path + search(changes);
  return {
    query,
    set,
    to,
    sorting: {
      current: query.sort as Sort,
      byDefault: byDefault as Sort,
      to: ({ column, direction }: Sort) => to({ sort: column, dir: direction }),
      link: Link,
    },
  };
}

/** The parameters of one page, as every list function of the directory takes them. */
export const pageArgs = ({
  search,
  sort,
  page,
  pageSize,
}: {
  search: string;
  sort: Sort;
  page: number;
  pageSize: number;
}) => ({
  search: search || null,
  sort: snakeCase(sort.column),
  descending: sort.direction === 'desc',
  page,
  page_size: pageSize,
});
