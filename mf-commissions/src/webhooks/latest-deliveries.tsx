import { displayMessage, formatCount } from '@paperplane/shared/domain';
import { Link } from '@paperplane/shared/platform';
import { EmptyState, InlineError, SkeletonRows } from '@paperplane/shared/ui';
import { DeliveriesTable } from './deliveries-table';
import { LATEST } from './deliveries-query';
import { useListWebhookDeliveriesQuery } from './webhooks-api';

/** The latest deliveries, under the endpoints, and the way to all of them. */
export function LatestDeliveries({ allTo, pollMs }: { allTo: string; pollMs: number }) {
  const list = useListWebhookDeliveriesQuery(
    { state: null, page: 1, pageSize: LATEST },
    { pollingInterval: pollMs, skipPollingIfUnfocused: true },
  );
  const { data, error } = list;
  return (
    <div className="webhook-latest">
      <div className="pp-card-h">
        <h3>Deliveries</h3>
        {data && data.count > 0 && (
          <Link className="pp-link pp-sm" to={allTo}>
            All {formatCount(data.count)}
          </Link>
        )}
      </div>
      {error && !data ? (
        <InlineError message={displayMessage(error)} onRetry={() => void list.refetch()} />
      ) : !data ? (
        <SkeletonRows rows={LATEST} label="Loading deliveries" />
      ) : data.count === 0 ? (
        <EmptyState kind="small" title="Nothing was told yet">
          What happens from now on stands here within ten seconds, with what the program answered.
        </EmptyState>
      ) : (
        <DeliveriesTable rows={data.rows} asOf={list.fulfilledTimeStamp ?? 0} />
      )}
    </div>
  );
}
