import { displayMessage, LIMITS, STATUS_LOOKS, tooLong, type SaleStatus } from '@paperplane/shared/domain';
import { useBlocker, useCurrentUser, useToast, useUnsavedChanges } from '@paperplane/shared/platform';
import { ConfirmDialog, submitOnModEnter, TextArea, useGuardedClose } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { SaleDetail } from '../sale';
import { useUpdateSaleStatusMutation } from '../sale-detail-api';
import { saleName } from '../sale-name';
import { moveQuestion } from './status-moves';

interface MoveDialogProps {
  sale: SaleDetail;
  to: Exclude<SaleStatus, 'booked'>;
  onClose: () => void;
}

/**
 * Asks before a sale is marked as paid or cancelled, says what follows, and takes a note for the history. Refusals of the database are
 * shown here and lose nothing typed.
 */
export function MoveDialog({ sale, to, onClose }: MoveDialogProps) {
  const [updateStatus, { isLoading, error }] = useUpdateSaleStatusMutation();
  const toast = useToast();
  const { id: userId } = useCurrentUser();
  // As it was asked: a refused move reloads the sale, and must not change the question.
  const [question] = useState(() => moveQuestion(sale, to, userId));
  const [note, setNote] = useState('');
  const noteError = note.trim().length > LIMITS.notes ? tooLong(LIMITS.notes) : undefined;
  const dirty = note.trim() !== '';
  useUnsavedChanges(dirty);
  const close = useGuardedClose({ dirty, busy: isLoading, onClose, leaving: useBlocker(dirty) });

  async function confirm() {
    if (noteError || isLoading) return;
    const result = await updateStatus({ id: sale.id, status: to, note });
    if ('error' in result) return;
    toast.success(`Sale ${saleName(sale)} is now ${STATUS_LOOKS[to].label}`);
    onClose();
  }

  return (
    <ConfirmDialog
      title={question.title}
      confirmLabel={question.confirmLabel}
      cancelLabel={question.cancelLabel}
      variant={question.tone}
      busy={isLoading}
      error={error ? displayMessage(error) : null}
      onConfirm={() => void confirm()}
      onCancel={close.requestClose}
    >
      <ul className="sale-consequences">
        {question.consequences.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <TextArea
          label="Note"
          name="note"
          optional
          rows={2}
          hint="Kept in the history."
          value={note}
          error={noteError}
          onChange={(event) => setNote(event.target.value)}
          onKeyDown={submitOnModEnter}
        />
      </form>
      {close.question}
    </ConfirmDialog>
  );
}
