import { actName, displayMessage, displayName, formatDate, formatDateTime, plural } from '../domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import { Button, Card, ErrorState, SkeletonRows } from '../ui';
import { useGetImportsQuery } from './import-api';
import { batchState, KINDS, outcome } from './import-texts';
import type { ImportKind } from './rules/fields';
import { useUndo } from './use-undo';

/** The imports so far, each with the way to take it back. Nothing is shown before there is one. */
export function ImportHistory({ kind }: { kind: ImportKind }) {
  const { data, error, isFetching, refetch } = useGetImportsQuery(kind);
  const { timeZone } = useCurrentUser().organization;
  const undo = useUndo(kind);
  if (data?.length === 0) return null;
  return (
    <Card title="Imports so far" padded={false}>
      {error ? (
        <ErrorState
          title="Imports did not load"
          message={displayMessage(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : !data ? (
        <SkeletonRows rows={2} label="Loading imports" />
      ) : (
        <ul className="pp-list import-history">
          {data.map((batch) => (
            <li key={batch.id}>
              <div>
                <b className="pp-trunc">{batch.fileName}</b>
                <small>
                  {batchState(batch)}. {outcome(batch)}. {displayName(batch.by)},{' '}
                  {formatDateTime(batch.createdAt, timeZone)}
                </small>
              </div>
              {batch.status !== 'undone' && batch.added > 0 && (
                <Button
                  variant="outline"
                  size="sm"
                  loading={undo.busy === batch.id}
                  aria-label={actName(`Undo import of ${batch.fileName}`, {
                    amount: plural(batch.added, KINDS[kind].noun),
                    who: `by ${displayName(batch.by)}, ${formatDate(batch.createdAt, timeZone)}`,
                  })}
                  onClick={() => void undo.run(batch.id)}
                >
                  Undo
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
