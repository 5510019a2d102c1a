import type { StatementStatus } from '../../bank-types';
import { CircleAlert, cx, StatusGlyph } from '@paperplane/shared/ui';
import { STATUSES } from '../statement-words';
import './statement-pill.css';

/** What becomes of a statement. @param differently its deposit came with another amount */
export function StatementPill({
  status,
  differently = false,
}: {
  status: StatementStatus;
  differently?: boolean;
}) {
  const { label, look, glyph } = STATUSES[status];
  if (differently)
    return (
      <span className="pp-pill s-unpaid">
        <CircleAlert className="pp-i" />
        Came differently
      </span>
    );
  return (
    <span className={cx('pp-pill', look)}>
      <StatusGlyph status={glyph} />
      {label}
    </span>
  );
}
