import { snakeCase, type PageSize, type Sort } from '@paperplane/shared/domain';
import { listDefaults, readListQuery, type ListAddress } from '@paperplane/shared/platform';

/** What a list of the directory finds in its address; a filter is empty when it is not set. */
export type Asked<Column extends string, Filter extends string> = Record<Filter, string> & {
  /** What was typed, trimmed. */
  search: string;
  sort: Sort<Column>;
  /** From 1. */
  page: number;
  pageSize: PageSize;
};

/** A list of the directory: search, order and page, and filters of its own. */
export function directoryList<
  Column extends string,
  Filter extends string,
  Query extends { sort: Sort },
>(rules: {
  /** Path of the list: `paths.vendors.href()`. */
  path: string;
  /** What `sort` may say. */
  columns: readonly [Column, ...Column[]];
  /** The order when the address does not say; people and companies stand by name. */
  byDefault: Sort<Column>;
  /** Further parameters; each is empty by default. */
  filters: readonly Filter[];
  /** What the list asks for; an unknown filter is none. */
  read: (asked: Asked<Column, Filter>, isAdmin: boolean) => Query;
}): ListAddress<Filter | 'q' | 'sort' | 'dir' | 'page' | 'pageSize', Query> {
  const { path, columns, byDefault, filters } = rules;
  const common = listDefaults(byDefault.column);
  const { q, page, pageSize } = common;
  const empty = Object.fromEntries(filters.map((filter) => [filter, ''])) as Record<Filter, string>;
  return {
    path,
    defaults: { ...empty, q, sort: byDefault.column, dir: byDefault.direction, page, pageSize },
    read: (values, isAdmin) => {
      const known = readListQuery({ ...common, ...values }, { statuses: [], columns });
      const isSorted = columns.some((column) => column === values.sort);
      const set = Object.fromEntries(filters.map((filter) => [filter, values[filter]]));
      return rules.read(
        {
          ...(set as Record<Filter, string>),
          search: known.search,
          sort: isSorted ? known.sort : byDefault,
          page: known.page,
          pageSize: known.pageSize,
        },
        isAdmin,
      );
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
  pageSize,
});
