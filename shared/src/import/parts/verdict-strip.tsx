import type { ReactNode } from 'react';
import { formatCount, plural } from '../../domain';
import { cx, Spinner, StatusGlyph } from '../../ui';
import '../../ui/kit/strip-lazy.css';
import { VERDICTS, type RowNoun } from './check-table';
import type { VerdictName } from './checked-rows';

interface VerdictStripProps {
  figures: Readonly<Record<VerdictName, number>>;
  noun: RowNoun;
  /** What the new rows bring. */
  news: string;
  /** The database has not said yet what is here. */
  waits?: boolean;
  /** One figure more: `<div><dt>…</dt><dd>…</dd></div>`. */
  children?: ReactNode;
}

/** What Import does, in figures: new, already here, broken. */
export function VerdictStrip({ figures, noun, news, waits = false, children }: VerdictStripProps) {
  const counted = (count: number) => (waits ? <Spinner size="sm" label="Comparing" /> : plural(count, noun));
  const label = (verdict: VerdictName) => (
    <dt className={`import-${verdict}`}>
      <StatusGlyph status={VERDICTS[verdict].glyph} /> {VERDICTS[verdict].word}
    </dt>
  );
  return (
    <dl className={cx('pp-card strip', !children && 'is-free')} aria-label="What Import does">
      <div>
        {label('new')}
        <dd>
          <b>{counted(figures.new)}</b>
          <small>{waits ? ' ' : news}</small>
        </dd>
      </div>
      <div>
        {label('here')}
        <dd>
          <b>{counted(figures.here)}</b>
          <small>Left alone</small>
        </dd>
      </div>
      <div>
        {label('broken')}
        <dd>
          <b>{plural(figures.broken, noun)}</b>
          <small>
            {figures.broken > 0
              ? 'Left out until corrected'
              : `None of ${formatCount(figures.new + figures.here)}`}
          </small>
        </dd>
      </div>
      {children}
    </dl>
  );
}
