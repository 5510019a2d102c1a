import { Link, paths } from '@paperplane/shared/platform';
import { Button, InlineBanner } from '@paperplane/shared/ui';
import { problemText } from '@paperplane/shared/words';
import type { PayoutProblem } from '../payout-types';

interface ProblemsBannerProps {
  problems: readonly PayoutProblem[];
  /** Takes these lines out; undefined while the payout is no draft. */
  onRemove?: (() => void) | undefined;
  busy?: boolean;
}

/** What stands in the way of paying, line by line. */
export function ProblemsBanner({ problems, onRemove, busy }: ProblemsBannerProps) {
  return (
    <InlineBanner
      tone="warning"
      title={
        problems.length === 1
          ? '1 commission cannot be paid any more'
          : `${problems.length} commissions cannot be paid any more`
      }
    >
      <ul className="payout-problems" aria-label="What stands in the way">
        {problems.map(({ lineId, commissionId, shareId, bookingReference, agent, code, params, problem }) => (
          <li key={lineId}>
            {shareId ? (
              <span className="payout-nw">{bookingReference || 'No reference'}</span>
            ) : (
              <Link className="pp-link payout-nw" to={paths.commission.href(commissionId)}>
                {bookingReference}
              </Link>
            )}{' '}
            {agent}: {problemText(code, params, problem)}
          </li>
        ))}
      </ul>
      {onRemove ? (
        <Button variant="outline" size="sm" loading={busy} onClick={onRemove}>
          Take {problems.length === 1 ? 'it' : 'them'} out
        </Button>
      ) : (
        <p>Take the payout back to a draft, and take {problems.length === 1 ? 'it' : 'them'} out.</p>
      )}
    </InlineBanner>
  );
}
