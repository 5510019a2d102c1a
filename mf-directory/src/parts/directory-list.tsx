import { PAGE_SIZE } from '@paperplane/shared/domain';
import { Link } from '@paperplane/shared/platform';
import {
  Card,
  MobileList,
  MobileListItem,
  Pager,
  Table,
  Td,
  Th,
  type ColumnProps,
  type MobileListItemProps,
} from '@paperplane/shared/ui';
import type { ReactNode } from 'react';
import './directory-list.css';

export interface Column<T> extends ColumnProps {
  head: string;
  cell: (item: T) => ReactNode;
}

/** How one kind of record shows in a list: as a row of a table, and as two lines on a phone. */
export interface ListLook<T> {
  columns: readonly Column<T>[];
  row: (item: T) => Omit<MobileListItemProps, 'link'>;
  /** For rows that stand back, e.g. inactive people. */
  rowClass?: (item: T) => string | undefined;
}

export interface DirectoryListProps<T> {
  /** Names the list for screen readers: "Customers". */
  label: string;
  look: ListLook<T>;
  items: readonly T[];
  page: number;
  total: number;
  pageTo: (page: number) => string;
}

/** One page of customers, vendors or people. */
export function DirectoryList<T extends { id: string }>(props: DirectoryListProps<T>) {
  const { label, look, items, page, total, pageTo } = props;
  return (
    <Card padded={false} label={label} className="directory-list">
      <Table
        label={label}
        head={look.columns.map(({ head, cell: _cell, ...column }) => (
          <Th key={head} {...column}>
            {head}
          </Th>
        ))}
      >
        {items.map((item) => (
          <tr key={item.id} className={look.rowClass?.(item)}>
            {look.columns.map(({ head, cell, ...column }) => (
              <Td key={head} {...column}>
                {cell(item)}
              </Td>
            ))}
          </tr>
        ))}
      </Table>
      <MobileList label={label}>
        {items.map((item) => (
          <MobileListItem key={item.id} link={Link} {...look.row(item)} />
        ))}
      </MobileList>
      <Pager page={page} pageSize={PAGE_SIZE} total={total} pageTo={pageTo} link={Link} />
    </Card>
  );
}
