import type { ReactNode } from 'react';
import { cx } from '../base/cx';

/** A small word: a role, "New". Gray without a colour. */
export function Badge({
  color,
  children,
}: {
  color?: 'blue' | 'green' | 'yellow' | 'purple' | 'red';
  children: ReactNode;
}) {
  return <span className={cx('pp-badge', color && `h-${color}`)}>{children}</span>;
}
