import { Card, InlineError, Skeleton, SkeletonRegion, Timeline } from '@paperplane/shared/ui';
import type { Commission, CommissionHistory } from '../commission-types';
import { historyItems } from './history-items';

interface HistoryCardProps {
  /** Undefined while it loads. */
  history: CommissionHistory | undefined;
  failed: boolean;
  onRetry: () => void;
  commission: Commission;
  timeZone: string;
}

/** What happened to the commission, from its creation on. */
export function HistoryCard({ history, failed, onRetry, commission, timeZone }: HistoryCardProps) {
  return (
    <Card title="History">
      {history && (
        <Timeline
          label="Commission history"
          items={historyItems(history, { timeZone, currency: commission.sale?.currency })}
        />
      )}
      {!history && failed && <InlineError message="The history did not load." onRetry={onRetry} />}
      {!history && !failed && (
        <SkeletonRegion label="Loading history">
          <div className="pp-stack">
            <Skeleton width={220} />
            <Skeleton width={140} />
          </div>
        </SkeletonRegion>
      )}
    </Card>
  );
}
