import { readRange, type OpenDateRange } from './date-ranges';
import { LIMITS, PAGE_SIZE } from './limits';

/** How many rows a page may hold; ten by default. */
export const PAGE_SIZES = [10, 25, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

export type SortDirection = 'asc' | 'desc';

/** How a list is sorted: by one of its columns, one way. */
export interface Sort<Column extends string = string> {
  column: Column;
  direction: SortDirection;
}

/**
 * The parameters of a list in the query string, with their defaults: every view can be linked (docs/product/pages.md, List addresses).
 * Newest first; which column that is says `sort`.
 */
export const listDefaults = (sort: string) => ({
  status: '',
  agentId: '',
  vendorId: '',
  from: '',
  to: '',
  q: '',
  sort,
  dir: 'desc',
  page: '1',
  pageSize: String(PAGE_SIZE),
});
export type ListValues = ReturnType<typeof listDefaults>;

/** What a list asks the database for. */
export interface ListQuery<Status extends string, Column extends string> extends OpenDateRange {
  status: Status | null;
  agentId: string | null;
  vendorId: string | null;
  /** What was typed into the search, trimmed; empty for no search. */
  search: string;
  sort: Sort<Column>;
  /** From 1. */
  page: number;
  pageSize: PageSize;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** An id of an address; null for anything else. */
export const readId = (text: string): string | null => (UUID.test(text) ? text.toLowerCase() : null);

const readPage = (text: string): number => (/^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1);

const readPageSize = (text: string): PageSize =>
  PAGE_SIZES.find((size) => String(size) === text) ?? PAGE_SIZE;

/**
 * Reads a list's query string. Whatever is unknown or malformed is ignored, so that an old or
 * mistyped link still shows a list.
 * @param rules `columns[0]` is what the list is sorted by when the address does not say
 */
export function readListQuery<Status extends string, Column extends string>(
  values: ListValues,
  rules: { statuses: readonly Status[]; columns: readonly [Column, ...Column[]] },
): ListQuery<Status, Column> {
  const column = rules.columns.find((each) => each === values.sort);
  return {
    status: rules.statuses.find((status) => status === values.status) ?? null,
    agentId: readId(values.agentId),
    vendorId: readId(values.vendorId),
    ...readRange(values.from, values.to),
    search: values.q.trim().slice(0, LIMITS.search),
    // A direction without a known column would turn the default order round unasked.
    sort: { column: column ?? rules.columns[0], direction: column && values.dir === 'asc' ? 'asc' : 'desc' },
    page: readPage(values.page),
    pageSize: readPageSize(values.pageSize),
  };
}

/** True when a list shows a part of what there is. Sort and page hide nothing. */
export function isFiltered(query: Omit<ListQuery<string, string>, 'sort' | 'page' | 'pageSize'>): boolean {
  const { status, agentId, vendorId, start, end, search } = query;
  return [status, agentId, vendorId, start, end, search].some(Boolean);
}

/** The parameters that take every filter off; sort and page size stay. */
export const NO_FILTERS = { status: '', agentId: '', vendorId: '', from: '', to: '', q: '' } as const;

/**
 * How the list is sorted after a press on a column's head: first the column's own way, then the other way round,
 * then as by default.
 * @param first the way that says most: amounts and dates from the largest, names from A
 */
export function nextSort(current: Sort, column: string, first: SortDirection, byDefault: Sort): Sort {
  if (current.column !== column) return { column, direction: first };
  if (current.direction === first) return { column, direction: first === 'asc' ? 'desc' : 'asc' };
  return byDefault.column === column ? { column, direction: first } : byDefault;
}
