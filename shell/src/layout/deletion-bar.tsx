import { formatDate } from '@paperplane/shared/domain';
import { Link, paths, useAuth, useCurrentUser } from '@paperplane/shared/platform';
import { InlineBanner } from '@paperplane/shared/ui';
import './deletion-bar.css';

/** Tells every member that an owner asked to delete the agency, and owners where to keep it (docs/product/tenancy.md, Deleting the agency). */
export default function DeletionBar() {
  const { name, deletionDueAt, timeZone } = useCurrentUser().organization;
  const { isOwner } = useAuth();
  if (!deletionDueAt) return null;
  return (
    <div className="shell-deletion">
      <InlineBanner tone="warning" title={`${name} is deleted on ${formatDate(deletionDueAt, timeZone)}.`}>
        <p>
          Owners can change their mind.
          {isOwner && (
            <>
              {' '}
              <Link className="pp-link" to={paths.profile.href({ tab: 'organization' })}>
                Open the Agency settings
              </Link>
            </>
          )}
        </p>
      </InlineBanner>
    </div>
  );
}
