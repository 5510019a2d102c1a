import { useDeferredValue, type ReactNode } from 'react';
import { displayMessage } from '../../domain/errors';
import { Card } from '../layout/card';
import { ErrorState, InlineError } from '../feedback/error-state';
import { SkeletonRows } from '../feedback/skeleton';
import { useSkeleton } from '../feedback/use-skeleton';

/** What a list's query hook answers, as far as the card needs it. */
export interface ListAnswer<Data> {
  /** The last rows that arrived, perhaps of another page or filter. */
  data?: Data;
  /** Those of this page and filter. */
  currentData?: Data;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

export interface ListCardProps<Data extends { count: number }> {
  /** "Sales": names the card, and what did not load. */
  label: string;
  list: ListAnswer<Data>;
  /** The address is behind the last page and about to be put right. */
  isBehind?: boolean;
  /** Rows a page holds, so that nothing jumps when they arrive. */
  rows: number;
  /** Shown instead of rows when nothing matches. */
  empty: ReactNode;
  children: (data: Data) => ReactNode;
}

/** A list in each of its states: loading, failed, without a match, or with rows. */
export function ListCard<Data extends { count: number }>(props: ListCardProps<Data>) {
  const { label, list, isBehind, rows, empty, children } = props;
  const { data, currentData, error, isFetching, refetch } = list;
  const failed = Boolean(error) && !currentData;
  // "Nothing matches" is said of what was asked for, never of what was asked before.
  const shown = isBehind || (data?.count === 0 && !currentData) ? undefined : data;
  const skeleton = useSkeleton(!failed && !shown);
  const wanted = skeleton ? 'skeleton' : shown ? 'rows' : 'nothing';
  // The first rows are drawn in slices, between which the page answers; what stood before them stays meanwhile.
  const drawn = useDeferredValue(wanted);
  const stands = wanted === 'rows' ? drawn : wanted;
  const retry = () => void refetch();

  return (
    <Card padded={false} label={label}>
      {failed ? (
        <ErrorState
          title={`${label} did not load`}
          message={displayMessage(error)}
          onRetry={retry}
          retrying={isFetching}
        />
      ) : stands !== 'rows' || !shown ? (
        <div className="pp-list-wait">
          {stands === 'skeleton' && <SkeletonRows rows={rows} label={`Loading ${label.toLowerCase()}`} />}
        </div>
      ) : shown.count === 0 ? (
        empty
      ) : (
        <>
          {Boolean(error) && <InlineError message={displayMessage(error)} onRetry={retry} />}
          {children(shown)}
        </>
      )}
    </Card>
  );
}
