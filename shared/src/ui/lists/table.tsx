import type { ReactNode, TdHTMLAttributes } from 'react';
import { cx } from '../base/cx';
import { ArrowDown, ArrowUp } from '../base/icons';
import type { LinkLike } from '../base/link-like';
import { useListShape } from './use-list-shape';

export interface TableProps {
  label: string;
  /** The cells of its head. */
  head: ReactNode;
  /** The rows of its sums. */
  foot?: ReactNode;
  className?: string;
  children: ReactNode;
}

/**
 * A table in a card; not there on a phone, where a MobileList of the same rows takes its place.
 * First column: the row's link (`className="pp-tlink"`). Put `is-void` on the `<tr>` of a cancelled row.
 */
export function Table({ label, head, foot, className, children }: TableProps) {
  if (useListShape() === 'rows') return null;
  return (
    <div className="pp-table-wrap">
      <table className={cx('pp-table', className)} aria-label={label}>
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>{children}</tbody>
        {foot && <tfoot>{foot}</tfoot>}
      </table>
    </div>
  );
}

/** Below which width a column is hidden: `wide` 1240 px, `medium` 860 px. */
export type ColumnNeeds = 'wide' | 'medium';
const needs = { wide: 'lo', medium: 'lo2' };

export interface ColumnProps {
  /** Right-aligned, tabular. */
  numeric?: boolean;
  needs?: ColumnNeeds;
}

export interface ThProps extends ColumnProps {
  /** How the list is sorted by this column now. */
  sorted?: 'asc' | 'desc' | null;
  /** Address of the list sorted by this column (the other way round when it is already). */
  sortTo?: string;
  link?: LinkLike;
  children?: ReactNode;
}

/** A column's head, sortable when it has a `sortTo`. */
export function Th({ numeric, needs: need, sorted, sortTo, link: Link, children }: ThProps) {
  const arrow = sorted === 'asc' ? <ArrowUp className="pp-i" /> : <ArrowDown className="pp-i" />;
  return (
    <th
      scope="col"
      className={cx(numeric && 'r', need && needs[need], sorted && 'sortable') || undefined}
      aria-sort={sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      {sortTo && Link ? (
        <Link to={sortTo} className="pp-sort">
          {children}
          {sorted && arrow}
        </Link>
      ) : (
        <>
          {children}
          {sorted && arrow}
        </>
      )}
    </th>
  );
}

/** A cell. */
export function Td({
  numeric,
  text,
  needs: need,
  className,
  ...rest
}: ColumnProps & {
  /** People's own words, of any length: they wrap, and leave the other columns their room. */
  text?: boolean;
} & TdHTMLAttributes<HTMLTableCellElement>) {
  return (
    <td className={cx(numeric && 'r', text && 'tx', need && needs[need], className) || undefined} {...rest} />
  );
}
