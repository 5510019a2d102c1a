import { STATUS_LOOKS, type AnyStatus } from '../../domain/statuses';
import { cx } from '../base/cx';
import { StatusGlyph } from './status-glyph';

/** Glyph, word and colour of the status of a sale, commission or payout. */
export function StatusPill({ status, size = 'md' }: { status: AnyStatus; size?: 'md' | 'lg' }) {
  return (
    <span className={cx('pp-pill', `s-${status}`, size === 'lg' && 'pp-pill-lg')}>
      <StatusGlyph status={status} />
      {STATUS_LOOKS[status].label}
    </span>
  );
}
