import { displayMessage, PAGE_SIZE } from '@paperplane/shared/domain';
import { Navigate } from '@paperplane/shared/platform';
import { Card, ErrorState, SkeletonRows } from '@paperplane/shared/ui';
import type { ReactNode } from 'react';
import { DirectoryList, type ListLook } from './directory-list';
import { isBeyondLastPage } from './not-found';

/** What a list's query hook answers, as far as the page needs it. */
export interface ListQuery<T> {
  data?: { items: T[]; count: number };
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

export interface ListBodyProps<T> {
  /** "Customers". */
  label: string;
  look: ListLook<T>;
  query: ListQuery<T>;
  page: number;
  pageTo: (page: number) => string;
  /** Shown instead of an empty table. */
  empty: ReactNode;
}

/** A list in whatever state it is: on its way, failed, empty, or there. */
export function ListBody<T extends { id: string }>(props: ListBodyProps<T>) {
  const { label, look, query, page, pageTo, empty } = props;
  const { data, error, isFetching, refetch } = query;
  // A link to page 9 of what has become 3 pages is worth more than an error.
  if (isBeyondLastPage(error)) return <Navigate to={pageTo(1)} replace />;
  if (error) {
    return (
      <Card padded={false} label={label}>
        <ErrorState
          title={`${label} did not load`}
          message={displayMessage(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </Card>
    );
  }
  if (!data) {
    return (
      <Card padded={false} label={label}>
        <SkeletonRows rows={PAGE_SIZE} label={`Loading ${label.toLowerCase()}`} />
      </Card>
    );
  }
  if (data.count > 0 && data.items.length === 0 && page > 1 && !isFetching) {
    return <Navigate to={pageTo(Math.ceil(data.count / PAGE_SIZE))} replace />;
  }
  if (data.count === 0) {
    return (
      <Card padded={false} label={label}>
        {empty}
      </Card>
    );
  }
  return <DirectoryList {...{ label, look, page, pageTo }} items={data.items} total={data.count} />;
}
