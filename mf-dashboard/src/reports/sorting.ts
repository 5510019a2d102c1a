import type { Sort } from '@paperplane/shared/domain';
import { Link } from '@paperplane/shared/platform';
import type { Sorting } from '@paperplane/shared/ui';
import type { ReportRow } from './report';
import type { ReportKind } from './report-kinds';
import { changeOf, rowName } from './report-words';

/** What a row is sorted by; null, where there is nothing, is last either way. */
type SortValue = string | number | null;

/** The values of a table's rows by the keys of its columns. */
export type SortValues<Row> = Readonly<Record<string, (row: Row) => SortValue>>;

/** The order of a table when its address does not say: the report's own. */
const BY_DEFAULT: Sort = { column: '', direction: 'asc' };

/**
 * How a table is sorted, and where its other orders are. An address with an unknown column is in the report's own order.
 * @param columns keys of its columns
 * @param to address of the same report with these parameters
 */
export function tableSorting(
  columns: readonly string[],
  { sort, dir }: { sort: string; dir: string },
  to: (changes: { sort: string; dir: string }) => string,
): Sorting {
  return {
    current: columns.includes(sort)
      ? { column: sort, direction: dir === 'desc' ? 'desc' : 'asc' }
      : BY_DEFAULT,
    byDefault: BY_DEFAULT,
    to: ({ column, direction }) => to({ sort: column, dir: column === '' ? '' : direction }),
    link: Link,
  };
}

function compare(one: SortValue, other: SortValue): number {
  return typeof one === 'string' || typeof other === 'string'
    ? String(one).localeCompare(String(other), 'en')
    : Number(one) - Number(other);
}

/** Rows in another order; those that are alike stay as they were. */
export function sortRows<Row>(
  rows: readonly Row[],
  values: SortValues<Row>,
  { column, direction }: Sort,
): readonly Row[] {
  const of = values[column];
  if (!of) return rows;
  const sign = direction === 'desc' ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [one, other] = [of(a), of(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * compare(one, other);
  });
}

/** What each column of a report says of a row: its name, the report's own columns, and what was before. */
export const reportSortValues = (kind: ReportKind, group: string): SortValues<ReportRow> => ({
  name: (row) => (group === 'month' ? row.key : rowName(row, group)),
  ...Object.fromEntries(kind.columns.map(({ key, of }) => [key, ({ figures }: ReportRow) => of(figures)])),
  before: ({ before }) => before && kind.main.of(before),
  change: ({ figures, before }) => before && changeOf(kind.main.of(figures), kind.main.of(before)),
});

/** The orders that a phone offers, where there is no head of a table: names from A, figures from the largest and the smallest. */
export const sortOrders = (name: string, columns: readonly { key: string; label: string }[]) => [
  { value: 'name-asc', label: name === 'Month' ? 'Oldest first' : `${name} A to Z` },
  ...columns.flatMap(({ key, label }) => [
    { value: `${key}-desc`, label: `${label}, highest first` },
    { value: `${key}-asc`, label: `${label}, lowest first` },
  ]),
];
