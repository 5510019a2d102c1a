import { displayMessage } from '@paperplane/shared/domain';
import { Card, InlineError, Skeleton, SkeletonRegion, Timeline } from '@paperplane/shared/ui';
import type { SaleHistory } from '../sale';
import { historyItems } from './history-items';

/** The history, in whatever state it is. */
export interface HistoryAnswer {
  /** `undefined` while it is on its way. */
  history: SaleHistory | undefined;
  error: unknown;
  onRetry: () => void;
}

interface HistoryCardProps extends HistoryAnswer {
  currency: string;
  timeZone: string;
}

/** What happened to the sale, newest first, with people and what they changed. */
export function HistoryCard({ history, currency, error, onRetry, timeZone }: HistoryCardProps) {
  return (
    <Card title="History" className="sale-history">
      {history ? (
        <Timeline label="History" items={historyItems(history, currency, timeZone)} />
      ) : error ? (
        <InlineError message="History did not load." note={displayMessage(error)} onRetry={onRetry} />
      ) : (
        <SkeletonRegion label="Loading history">
          <div className="pp-stack">
            <Skeleton width={180} />
            <Skeleton width={140} />
            <Skeleton width={160} />
          </div>
        </SkeletonRegion>
      )}
    </Card>
  );
}
