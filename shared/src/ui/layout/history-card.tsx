import type { ReactNode } from 'react';
import { Card } from './card';
import { InlineError } from '../feedback/error-state';
import { Skeleton, SkeletonRegion } from '../feedback/skeleton';
import { Timeline, type TimelineItem } from './timeline';

export interface HistoryCardProps {
  /** Names the list. */
  label?: string;
  /** `undefined` while they are on their way. */
  items: readonly TimelineItem[] | undefined;
  failed: boolean;
  /** "The history did not load.", and quieter why. */
  failedText: string;
  failedNote?: ReactNode;
  onRetry: () => void;
  className?: string;
}

/** What happened to a record, in whatever state the answer is. */
export function HistoryCard(props: HistoryCardProps) {
  const { label = 'History', items, failed, failedText, failedNote, onRetry, className } = props;
  return (
    <Card title="History" className={className}>
      {items ? (
        <Timeline label={label} items={items} />
      ) : failed ? (
        <InlineError message={failedText} note={failedNote} onRetry={onRetry} />
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
