import type { ReactNode } from 'react';
import { Card, EmptyState, ErrorState, SkeletonRows } from '@paperplane/shared/ui';
import type { PartState } from './use-part';

interface PartCardProps<T> {
  title: string;
  part: PartState<T>;
  isEmpty: (data: T) => boolean;
  /** Said when there is nothing. */
  empty: string;
  emptyIcon?: ReactNode;
  className?: string;
  children: (data: T) => ReactNode;
}

/** A list of the page in each of its states; it fails, and is requested again, independently of the others. */
export function PartCard<T>(props: PartCardProps<T>) {
  const { title, part, isEmpty, empty, emptyIcon, className, children } = props;
  const { data, error, retry, retrying } = part;
  return (
    <Card title={title} padded={false} line={false} className={className}>
      <div className="dashboard-list">
        {error ? (
          <ErrorState title={`${title} did not load`} message={error} onRetry={retry} retrying={retrying} />
        ) : data === undefined ? (
          <SkeletonRows rows={5} label={`Loading ${title.toLowerCase()}`} />
        ) : isEmpty(data) ? (
          <EmptyState title={empty} icon={emptyIcon} />
        ) : (
          children(data)
        )}
      </div>
    </Card>
  );
}
