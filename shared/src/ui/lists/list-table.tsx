import type { ReactNode } from 'react';
import type { SortDirection } from '../../domain/list-query';
import { MobileList } from './mobile-list';
import { SortTh, type Sorting } from './sort-th';
import { Table, Th, type ColumnProps } from './table';

/** A column of a list. */
export interface ListColumn extends ColumnProps {
  label: string;
  /** What an address calls the order by it; without one it does not sort. */
  sort?: string;
  /** The way a first press sorts: names from A (`asc`), dates and amounts from the largest (`desc`). */
  first?: SortDirection;
  /** Its head is heard and not seen: that of buttons. */
  unseen?: boolean;
}

export interface ListTableProps<Row> {
  /** Names the table, and the list that a phone shows in its place. */
  label: string;
  /** What is false is left out. */
  columns: readonly (ListColumn | false)[];
  /** Asked for by columns that sort. */
  sorting?: Sorting;
  rows: readonly Row[];
  /** The `<tr>` of a row, with its key. */
  row: (row: Row) => ReactNode;
  /** The two lines of a row on a phone, with its key. */
  item: (row: Row) => ReactNode;
  /** A `<tr>` behind all rows that is none of them. */
  last?: ReactNode;
  /** The `<tr>` of the sums, */
  foot?: ReactNode;
  /** and its two lines on a phone. */
  footItem?: ReactNode;
  className?: string;
}

/** The rows of a list: a table, and on a phone two-line rows of the same. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { columns, sorting, rows, row, item, last, footItem, ...table } = props;
  return (
    <>
      <Table
        {...table}
        head={columns.map(
          (column) => column && <Head key={column.label} column={column} sorting={sorting} />,
        )}
      >
        {rows.map(row)}
        {last}
      </Table>
      <MobileList label={table.label}>
        {rows.map(item)}
        {footItem}
      </MobileList>
    </>
  );
}

function Head({ column, sorting }: { column: ListColumn; sorting?: Sorting }) {
  const { label, sort, first, unseen, ...look } = column;
  return sort && sorting ? (
    <SortTh column={sort} first={first} sorting={sorting} {...look}>
      {label}
    </SortTh>
  ) : (
    <Th {...look}>{unseen ? <span className="pp-sr">{label}</span> : label}</Th>
  );
}
