import type { ReactNode } from 'react';
import { cx } from '../base/cx';

export interface FilterToggleProps {
  /** "Overdue". */
  label: string;
  icon?: ReactNode;
  on: boolean;
  onChange: (on: boolean) => void;
}

/** A filter that is on or off. */
export function FilterToggle({ label, icon, on, onChange }: FilterToggleProps) {
  return (
    <span className={cx('pp-filter', on && 'is-set')}>
      <button type="button" className="pp-filter-open" aria-pressed={on} onClick={() => onChange(!on)}>
        {icon}
        {label}
      </button>
    </span>
  );
}
