import type { ReactNode } from 'react';
import { cx } from '../base/cx';

export interface Figure {
  label: string;
  value: ReactNode;
  /** Small, after the value: a rate, "52 days away". */
  note?: ReactNode;
}

/** Key figures in a row, for the hero card of a detail page. */
export function Figures({ items }: { items: readonly Figure[] }) {
  return (
    <dl className="pp-figs">
      {items.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export interface CalculationRow {
  label: ReactNode;
  value: ReactNode;
  /** The result: bold, under a line. */
  sum?: boolean;
}

/** A small calculation: lines, then the sum. */
export function Calculation({ rows }: { rows: readonly CalculationRow[] }) {
  return (
    <dl className="pp-calc">
      {rows.map(({ label, value, sum }, index) => (
        <div key={index} className={cx(sum && 'sum')}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
