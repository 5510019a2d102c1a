import type { RecordRef } from '@paperplane/shared/platform';
import { Button, Card, InlineError, Skeleton, SkeletonRegion } from '@paperplane/shared/ui';
import type { ComponentType } from 'react';
import { useOnline } from '../layout/connection/use-online';
import type { RemoteFailure } from './failure';
import { RemoteBoundary } from './remote-boundary';
import { cardPart } from './remote-loader';
import { useRemotePage } from './use-remote-page';

interface RemoteCardProps {
  remote: string;
  /** The card's name in the remote's manifest. */
  card: string;
  title: string;
  record: RecordRef;
}

/** As high as a card with little in it, so that the page hardly moves when it comes. */
const Coming = ({ title }: { title: string }) => (
  <Card title={title}>
    <SkeletonRegion label={`Loading ${title.toLowerCase()}`}>
      <div className="pp-stack">
        <Skeleton width={180} />
        <Skeleton width={140} />
        <Skeleton width={160} />
      </div>
    </SkeletonRegion>
  </Card>
);

interface UnavailableProps {
  title: string;
  remote: string;
  failure: RemoteFailure;
  onRetry: () => void;
  retrying?: boolean;
}

/** In the card's place when it does not come or breaks; the page around it keeps working. */
function CardUnavailable({ title, remote, failure, onRetry, retrying = false }: UnavailableProps) {
  useOnline(onRetry);
  const reload = failure.needsReload;
  return (
    <Card title={title} padded={false}>
      <InlineError
        message={`${title} could not be loaded.`}
        note={
          <>
            {failure.userMessage}
            <span className="pp-xs pp-reference"> {`${remote}: ${failure.message}`}</span>
          </>
        }
      />
      <div className="pp-card-f">
        <Button
          variant="outline"
          size="sm"
          loading={retrying}
          onClick={reload ? () => window.location.reload() : onRetry}
        >
          {reload ? 'Reload page' : 'Try again'}
        </Button>
      </div>
    </Card>
  );
}

/** A card of a remote in a slot: loads it, keeps its place meanwhile, and says so there when it does not come or breaks. */
export function RemoteCard({ remote, card, title, record }: RemoteCardProps) {
  const { component, failure, retry, retrying } = useRemotePage(remote, cardPart(card));
  const Shown = component as ComponentType<RecordRef> | null;
  const broken = (reason: RemoteFailure, again: () => void) => (
    <CardUnavailable title={title} remote={remote} failure={reason} onRetry={again} retrying={retrying} />
  );
  // The class is what the remote's own styles are scoped to.
  return (
    <div className={`pp-slot ${remote}`}>
      {Shown ? (
        <RemoteBoundary remote={remote} onRetry={retry} broken={broken}>
          <Shown type={record.type} id={record.id} />
        </RemoteBoundary>
      ) : failure ? (
        broken(failure, retry)
      ) : (
        <Coming title={title} />
      )}
    </div>
  );
}
