import { displayMessage } from '@paperplane/shared/domain';
import { Link } from '@paperplane/shared/platform';
import {
  buttonClass,
  Card,
  EmptyState,
  ErrorState,
  PageHead,
  SkeletonDetail,
  useTabTitle,
} from '@paperplane/shared/ui';
import type { ReactNode } from 'react';
import { isNotFound } from './not-found';

/** What a record's query hook answers, as far as the page needs it. */
export interface RecordQuery<T> {
  /** The record of the id asked for now, never of the one before. */
  currentData?: T;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

export interface RecordGateProps<T> {
  /** "Customer". */
  label: string;
  back: { to: string; label: string };
  query: RecordQuery<T>;
  /** Gets the record once it is there. */
  children: (record: T) => ReactNode;
}

/** The page of one record: waits for it, says when there is none, and offers to try again. */
export function RecordGate<T>({ label, back, query, children }: RecordGateProps<T>) {
  const { currentData: record, error, isFetching, refetch } = query;
  return (
    <main id="main" className="pp-page">
      {record === undefined ? (
        <>
          <PageHead title={label} back={back} link={Link} />
          <Missing {...{ label, back, error, isFetching, refetch }} />
        </>
      ) : (
        children(record)
      )}
    </main>
  );
}

function Missing({
  label,
  back,
  error,
  isFetching,
  refetch,
}: Pick<RecordGateProps<unknown>, 'label' | 'back'> &
  Pick<RecordQuery<unknown>, 'error' | 'isFetching' | 'refetch'>) {
  const isAbsent = isNotFound(error);
  useTabTitle(isAbsent ? `${label} not found` : null);
  if (!error) return <SkeletonDetail label={`Loading ${label.toLowerCase()}`} />;
  if (!isAbsent) {
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
  return (
    <Card padded={false} label={label}>
      <EmptyState
        title={`${label} not found`}
        actions={
          <Link to={back.to} className={buttonClass('outline')}>
            <span>Back to {back.label.toLowerCase()}</span>
          </Link>
        }
      >
        The address leads to nothing in your organization.
      </EmptyState>
    </Card>
  );
}
