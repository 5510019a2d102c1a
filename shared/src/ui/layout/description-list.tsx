import type { ReactNode } from 'react';
import { cx } from '../base/cx';

export interface DescriptionItem {
  term: string;
  /** Nothing shows as an en dash. */
  value: ReactNode;
}

const layouts = { one: '', two: 'pp-dl-2', stack: 'pp-dl-stack' };

/** Terms and values. `two` columns for detail cards, `stack` puts each term over its value. */
export function DescriptionList({
  items,
  layout = 'one',
}: {
  items: readonly DescriptionItem[];
  layout?: keyof typeof layouts;
}) {
  return (
    <dl className={cx('pp-dl', layouts[layout])}>
      {items.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  );
}
