import { displayMessage, today as todayIn } from '@paperplane/shared/domain';
import { Link, paths, useCurrentUser, type RecordRef } from '@paperplane/shared/platform';
import { Card, InlineError, Skeleton, SkeletonRegion } from '@paperplane/shared/ui';
import { ChaseState } from './chase-state';
import { useVendorChases } from './use-vendor-chases';

const TITLE = 'Asked by e-mail';

/** On a vendor's page: the last e-mail that asked it for commission, and its follow-ups (docs/product/mail.md, Asking vendors by mail). */
export default function AskedCard({ id }: RecordRef) {
  const today = todayIn(useCurrentUser().organization.timeZone);
  const { currentData, error, refetch } = useVendorChases({ vendorId: id });
  const chase = currentData?.chases[0];
  return (
    <Card title={TITLE} padded={!error}>
      {currentData ? (
        chase ? (
          <p className="pp-sm">
            <ChaseState chase={chase} vendor="This vendor" today={today} />
          </p>
        ) : (
          <>
            <p className="pp-sm pp-muted">Not asked yet.</p>
            <Link to={paths.report.href('aging', { vendorId: id })} className="pp-link pp-sm">
              Owed by vendors
            </Link>
          </>
        )
      ) : error ? (
        <InlineError
          message="This did not load."
          note={displayMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRegion label="Loading">
          <Skeleton width={180} />
        </SkeletonRegion>
      )}
    </Card>
  );
}
