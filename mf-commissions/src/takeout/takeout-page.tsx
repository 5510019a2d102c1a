import { displayMessage } from '@paperplane/shared/domain';
import { Link, paths, useAuth } from '@paperplane/shared/platform';
import { Card, EmptyState, ErrorState, PageHead, SkeletonRows } from '@paperplane/shared/ui';
import { ReadyCard } from './ready-card';
import { StartCard } from './start-card';
import './takeout.css';
import { useGetAgencyExportQuery } from './takeout-api';
import { WritingCard } from './writing-card';

/** How often it is asked how far the writing is. */
const POLL_MS = 3000;

/** /settings/takeout: all of the agency in one archive; for owners (docs/product/tenancy.md, Taking the agency along). */
export default function TakeoutPage() {
  const { isOwner } = useAuth();
  return (
    <main id="main" className="pp-page takeout">
      <PageHead
        title="Take it with you"
        back={{ to: paths.profile.href({ tab: 'organization' }), label: 'Agency settings' }}
        link={Link}
        subtitle="All of the agency in one archive"
      />
      {isOwner ? (
        <Exports />
      ) : (
        <Card>
          <EmptyState title="This is for owners">Only owners of the agency take it along.</EmptyState>
        </Card>
      )}
    </main>
  );
}

function Exports() {
  const found = useGetAgencyExportQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  });
  const { data, error } = found;
  if (error && data === undefined)
    return (
      <Card padded={false} label="Export">
        <ErrorState
          title="The export could not be loaded"
          message={displayMessage(error)}
          retrying={found.isFetching}
          onRetry={() => void found.refetch()}
        />
      </Card>
    );
  if (data === undefined)
    return (
      <Card>
        <SkeletonRows rows={4} label="Loading the export" />
      </Card>
    );
  return (
    <div className="pp-stack pp-stack-lg">
      {data?.state === 'ready' && <ReadyCard key={data.id} found={data} />}
      {data?.state === 'waiting' ? <WritingCard found={data} /> : <StartCard before={data} />}
    </div>
  );
}
