import { displayMessage, formatDateTime } from '@paperplane/shared/domain';
import {
  Card,
  DiffLine,
  InlineError,
  Pencil,
  Skeleton,
  SkeletonRegion,
  Timeline,
  type TimelineItem,
} from '@paperplane/shared/ui';
import type { SaleDetail, SaleHistoryEntry } from '../sale';
import { tellHistory } from './history-words';

function toItem(entry: SaleHistoryEntry, sale: SaleDetail, timeZone: string): TimelineItem {
  const { who, what, status, changes } = tellHistory(entry, sale);
  return {
    id: entry.id,
    ...(status ? { status } : { icon: <Pencil className="pp-i" /> }),
    text: (
      <>
        <b>{who}</b> {what}
      </>
    ),
    detail:
      changes.length > 0 ? changes.map((change) => <DiffLine key={change.label} {...change} />) : undefined,
    at: entry.createdAt,
    when: formatDateTime(entry.createdAt, timeZone),
  };
}

interface HistoryCardProps {
  sale: SaleDetail;
  /** `undefined` while it is on its way. */
  history: readonly SaleHistoryEntry[] | undefined;
  error: unknown;
  onRetry: () => void;
  timeZone: string;
}

/** What happened to the sale, newest first, with people and what they changed. */
export function HistoryCard({ sale, history, error, onRetry, timeZone }: HistoryCardProps) {
  return (
    <Card title="History" className="sale-history">
      {history ? (
        <Timeline label="History" items={history.map((entry) => toItem(entry, sale, timeZone))} />
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
