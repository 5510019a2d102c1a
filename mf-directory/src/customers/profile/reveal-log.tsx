import { displayMessage, displayName, formatDateTime } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import { InlineError, Skeleton, SkeletonRegion } from '@paperplane/shared/ui';
import { useGetPassportRevealsQuery } from '../passports-api';

/** Who has seen a passport's number, and when. */
export function RevealLog({ customerId }: { customerId: string }) {
  const { timeZone } = useCurrentUser().organization;
  const { currentData, error, refetch } = useGetPassportRevealsQuery(customerId);
  if (error && !currentData) {
    return (
      <InlineError
        message="The log did not load."
        note={displayMessage(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!currentData) {
    return (
      <SkeletonRegion label="Loading the log">
        <Skeleton width={180} />
      </SkeletonRegion>
    );
  }
  if (currentData.length === 0) return <p className="pp-muted pp-sm">Nobody has seen a number yet.</p>;
  return (
    <ol className="customer-log" aria-label="Who has seen a passport number">
      {currentData.map((reveal) => (
        <li key={`${reveal.passportId} ${reveal.revealedAt}`}>
          <span>
            <b>{displayName(reveal.revealedBy)}</b> saw the number ending {reveal.lastFour}
          </span>
          <time dateTime={reveal.revealedAt}>{formatDateTime(reveal.revealedAt, timeZone)}</time>
        </li>
      ))}
    </ol>
  );
}
