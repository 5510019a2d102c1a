import { actName, displayMessage, LIMITS, STATUS_LOOKS, tooLong } from '@paperplane/shared/domain';
import { useCurrentUser, useLeaveGuard, useToast, type Draft } from '@paperplane/shared/platform';
import { ConfirmDialog, submitOnModEnter, TextArea, useGuardedClose } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { SaleDetail } from '../sale';
import { useUpdateSaleStatusMutation } from '../sale-detail-api';
import { saleName } from '../sale-name';
import { saleFacts, statusChangeQuestion } from './status-changes';
import type { StatusDraft } from './status-draft';

interface StatusDialogProps {
  sale: SaleDetail;
  /** With the note that was typed before the page or the session ended. */
  statusChange: StatusDraft;
  draft: Pick<Draft, 'keep' | 'flush' | 'discard'>;
  onClose: () => void;
}

/**
 * Asks before a sale is marked as paid or cancelled, says what follows, and takes a note for the history. Refusals of the database are
 * shown here and lose nothing typed; neither does a session that turns out to have ended.
 */
export function StatusDialog({ sale, statusChange, draft, onClose }: StatusDialogProps) {
  const { to } = statusChange;
  const [updateStatus, { isLoading, error }] = useUpdateSaleStatusMutation();
  const toast = useToast();
  const { id: userId } = useCurrentUser();
  // As it was asked: a refused change reloads the sale, and must not change the question.
  const [question] = useState(() => statusChangeQuestion(sale, to, userId));
  const [note, setNote] = useState(statusChange.note);
  const noteError = note.trim().length > LIMITS.notes ? tooLong(LIMITS.notes) : undefined;
  const dirty = note.trim() !== '';
  const { asking } = useLeaveGuard(dirty);
  const close = useGuardedClose({
    dirty,
    busy: isLoading,
    onClose,
    onDiscard: draft.discard,
    leaving: asking,
  });

  function type(text: string) {
    setNote(text);
    if (text.trim()) draft.keep({ to, note: text } satisfies StatusDraft);
    else draft.discard();
  }

  async function confirm() {
    if (noteError || isLoading) return;
    draft.flush();
    const result = await updateStatus({ id: sale.id, status: to, note });
    if ('error' in result) return;
    draft.discard();
    toast.done(
      actName(`Sale ${saleName(sale)} is now ${STATUS_LOOKS[to].label}`, saleFacts(sale)),
      'This cannot be undone. Its history says who did it.',
    );
    onClose();
  }

  return (
    <ConfirmDialog
      title={question.title}
      confirmLabel={question.confirmLabel}
      confirmName={question.confirmName}
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
          hint={
            statusChange.note
              ? 'What you typed is back. Kept in the history once you confirm.'
              : 'Kept in the history.'
          }
          value={note}
          error={noteError}
          onChange={(event) => type(event.target.value)}
          onKeyDown={submitOnModEnter}
        />
      </form>
      {close.question}
    </ConfirmDialog>
  );
}
