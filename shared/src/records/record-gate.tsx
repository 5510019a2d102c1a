import { Link } from '@paperplane/shared/platform';
import type { ReactNode } from 'react';
import { displayMessage } from '../domain';
import {
  buttonClass,
  Card,
  EmptyState,
  ErrorState,
  PageHead,
  SkeletonDetail,
  useSkeleton,
  useTabTitle,
} from '../ui';
import { isNotFound } from './not-found';

/** What a record's query hook answers, as far as the page needs it. */
export interface RecordQuery<T> {
  /** The record of the id asked for now, never of the one before; `null` when there is none. */
  currentData?: T | null;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

/** What a page says of a record that is not there, or not for this person: both look the same on purpose. */
interface AbsentTexts {
  /** Title of the page. */
  head?: string;
  title: string;
  text: string;
  /** Leads back to the list. */
  leave: string;
}

export interface RecordGateProps<T> {
  /** "Customer". */
  label: string;
  /** Title of the page until the record is there; the label where it says nothing else. */
  head?: string;
  back: { to: string; label: string };
  query: RecordQuery<T>;
  /** "The sale did not load". */
  failedTitle?: string;
  absent?: AbsentTexts;
  /** Gets the record once it is there. */
  children: (record: T) => ReactNode;
}

/** The page of one record: waits for it, says when there is none, and offers to try again. */
export function RecordGate<T>(props: RecordGateProps<T>) {
  const { label, head = label, back, query, absent, children } = props;
  const { currentData: record, error } = query;
  const isAbsent = record === null || (record === undefined && isNotFound(error));
  const isWaiting = useSkeleton(record === undefined && !error);
  useTabTitle(isAbsent ? `${label} not found` : null);
  return (
    <main id="main" className="pp-page">
      {record != null && !isWaiting ? (
        children(record)
      ) : (
        <>
          <PageHead title={(isAbsent && absent?.head) || head} back={back} link={Link} />
          {isAbsent ? (
            <Absent label={label} back={back} texts={absent} />
          ) : error ? (
            <Failed {...props} />
          ) : (
            isWaiting && <SkeletonDetail label={`Loading ${label.toLowerCase()}`} />
          )}
        </>
      )}
    </main>
  );
}

function Failed({ label, query, failedTitle }: Omit<RecordGateProps<unknown>, 'children'>) {
  return (
    <Card padded={false} label={label}>
      <ErrorState
        title={failedTitle ?? `${label} did not load`}
        message={displayMessage(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    </Card>
  );
}

interface AbsentProps extends Pick<RecordGateProps<unknown>, 'label' | 'back'> {
  texts: AbsentTexts | undefined;
}

function Absent({ label, back, texts }: AbsentProps) {
  return (
    <Card padded={false} label={label}>
      <EmptyState
        title={texts?.title ?? `${label} not found`}
        actions={
          <Link to={back.to} className={buttonClass('outline')}>
            <span>{texts?.leave ?? `Back to ${back.label.toLowerCase()}`}</span>
          </Link>
        }
      >
        {texts?.text ?? 'The address leads to nothing in your organization.'}
      </EmptyState>
    </Card>
  );
}
