import type { ReactNode } from 'react';
import { nextSort, type Sort, type SortDirection } from '../../domain/list-query';
import type { LinkLike } from '../base/link-like';
import { Th, type ColumnProps } from './table';

/** How a list is sorted, and where its other orders are. */
export interface Sorting {
  current: Sort;
  /** The order when the address does not say. */
  byDefault: Sort;
  /** Address of the list in another order, with filters kept. */
  to: (sort: Sort) => string;
  link: LinkLike;
}

export interface SortThProps extends ColumnProps {
  column: string;
  /** The way a first press sorts: names from A (`asc`), dates and amounts from the largest (`desc`). */
  first?: SortDirection;
  sorting: Sorting;
  children: ReactNode;
}

/** A column's head that sorts: a first press its own way, a second the other way, a third as by default. */
export function SortTh({ column, first = 'asc', sorting, ...rest }: SortThProps) {
  const { current, byDefault, to, link } = sorting;
  return (
    <Th
      sorted={current.column === column ? current.direction : null}
      sortTo={to(nextSort(current, column, first, byDefault))}
      link={link}
      {...rest}
    />
  );
}
