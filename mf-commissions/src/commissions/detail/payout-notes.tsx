import { formatDay } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { Button, StatusPill } from '@paperplane/shared/ui';
import type { CommissionPayout } from '../commission-types';
import '../../payouts';

interface HoldNoteProps {
  hold: NonNullable<CommissionPayout['hold']>;
  /** Absent for those who may not end it. */
  onRelease: (() => void) | undefined;
}

/** Why an admin holds a commission back. */
export function HoldNote({ hold, onRelease }: HoldNoteProps) {
  return (
    <p className="commission-payout">
      <StatusPill status="held" />
      <span>
        {hold.by}: {hold.reason}
      </span>
      {onRelease && (
        <Button variant="link" size="sm" onClick={onRelease}>
          Release
        </Button>
      )}
    </p>
  );
}

interface PayoutNoteProps {
  payout: NonNullable<CommissionPayout['payout']>;
  statement: CommissionPayout['statement'];
}

/** The payout that a commission is in, or was paid with, and its statement. */
export function PayoutNote({ payout, statement }: PayoutNoteProps) {
  const name = `${payout.name} payout`;
  return (
    <p className="commission-payout">
      <StatusPill status={payout.status} />
      {payout.id ? (
        <Link className="pp-link" to={paths.payout.href(payout.id)}>
          {name}
        </Link>
      ) : (
        <span>{name}</span>
      )}
      {payout.status === 'scheduled' && payout.plannedOn && (
        <span>Planned for {formatDay(payout.plannedOn)}</span>
      )}
      {statement && (
        <Link className="pp-link" to={paths.statement.href(statement.id)}>
          Statement {statement.number}
        </Link>
      )}
    </p>
  );
}
