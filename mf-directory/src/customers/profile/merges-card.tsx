import { displayMessage, formatDateTime } from '@paperplane/shared/domain';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { LazyConfirmDialog } from '@paperplane/shared/records';
import { Button, Card, Undo2 } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useUndoMergeMutation } from '../customer-actions-api';
import type { Merge } from '../profile';

/** Who became part of this customer, and the way back while there is one. */
export function MergesCard({ merges }: { merges: readonly Merge[] }) {
  const { timeZone } = useCurrentUser().organization;
  const [undoing, setUndoing] = useState<Merge | null>(null);
  const [undo, { isLoading, error }] = useUndoMergeMutation();
  const toast = useToast();

  async function confirm(merge: Merge) {
    const result = await undo(merge.id);
    if ('error' in result) return;
    toast.done(`${merge.mergedName} is a customer of their own again`, 'They can be merged again.');
    setUndoing(null);
  }

  return (
    <Card title="Merged customers">
      <ul className="customer-merges">
        {merges.map((merge) => (
          <li key={merge.id}>
            <span>
              <b className="pp-strong">{merge.mergedName}</b>
              <small className="pp-muted">
                Merged {merge.mergedByName && `by ${merge.mergedByName} `}on{' '}
                {formatDateTime(merge.createdAt, timeZone)}
              </small>
            </span>
            {merge.canUndo && (
              <Button
                variant="outline"
                size="sm"
                icon={<Undo2 className="pp-i pp-i-14" />}
                onClick={() => setUndoing(merge)}
              >
                Undo<span className="pp-sr"> the merge of {merge.mergedName}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {undoing && (
        <LazyConfirmDialog
          title={`Undo the merge of ${undoing.mergedName}?`}
          confirmLabel="Undo merge"
          cancelLabel="Keep merged"
          variant="primary"
          busy={isLoading}
          error={error ? displayMessage(error) : null}
          onConfirm={() => void confirm(undoing)}
          onCancel={() => setUndoing(null)}
        >
          What came with the merge goes back, as far as nobody has moved or changed it since.
        </LazyConfirmDialog>
      )}
    </Card>
  );
}
