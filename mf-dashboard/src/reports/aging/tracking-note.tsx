import { formatDate, type IsoDate } from '@paperplane/shared/domain';
import { Link, paths, useAuth } from '@paperplane/shared/platform';
import { Calendar } from '@paperplane/shared/ui';

/** Which commissions the figures know, and for an owner the way to say it. */
export function TrackingNote({ since }: { since: IsoDate | null }) {
  const { isOwner } = useAuth();
  return (
    <div className="pp-note report-note">
      <Calendar className="pp-i" />
      <span>
        {since === null ? (
          <>
            <b className="pp-strong">Unpaid commissions only.</b> What vendors have not paid of others counts
            from the day since which your agency tracks their payments.
          </>
        ) : (
          <>
            <b className="pp-strong">Tracking since {formatDate(since)}.</b> What was due before counts as
            settled.
          </>
        )}{' '}
        {isOwner && (
          <Link className="pp-link" to={paths.profile.href({ tab: 'organization' })}>
            {since === null ? 'Choose the day' : 'Change the day'}
          </Link>
        )}
      </span>
    </div>
  );
}
