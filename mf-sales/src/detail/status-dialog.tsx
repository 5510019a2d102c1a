import { actName, displayMessage, LIMITS, STATUS_LOOKS, tooLong } from '@paperplane/shared/domain';
import { useCurrentUser, useLeaveGuard, useToast, type Draft } from '@paperplane/shared/platform';
import { useRequestKey } from '@paperplane/shared/records';
import { ConfirmDialog, submitOnModEnter, TextArea, useGuardedClose } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { SaleDetail } from '../sale';
import { useCancelWithPenaltyMutation, useUpdateSaleStatusMutation } from '../sale-detail-api';
import { saleName } from '../sale-name';
import { saleFacts, statusChangeQuestion } from './status-changes';
import type { StatusDraft } from './status-draft';
import { PenaltyPart } from './penalty-part';
import { readPenalty, type PenaltyText } from './read-penalty';

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
  const { id: userId, organization } = useCurrentUser();
  // As it was asked: a refused change reloads the sale, and must not change the question.
  const [question] = useState(() => statusChangeQuestion(sale, to, userId));
  const [note, setNote] = useState(statusChange.note);
  const [penalty, setPenalty] = useState(statusChange.penalty ?? null);
  const [cancelWithPenalty, cancelling] = useCancelWithPenaltyMutation();
  const { send, notice } = useRequestKey();
  const asked = penalty && readPenalty(penalty, sale, organization);
  const [tried, setTried] = useState(false);
  const noteError = note.trim().length > LIMITS.notes ? tooLong(LIMITS.notes) : undefined;
  const dirty = note.trim() !== '' || penalty !== null;
  const { asking } = useLeaveGuard(dirty);
  const close = useGuardedClose({
    dirty,
    busy: isLoading || cancelling.isLoading,
    onClose,
    onDiscard: draft.discard,
    leaving: asking,
  });

  function keep(typed: Omit<StatusDraft, 'to'>) {
    if (typed.note.trim() || typed.penalty) draft.keep({ to, ...typed } satisfies StatusDraft);
    else draft.discard();
  }
  function type(text: string) {
    setNote(text);
    keep({ note: text, ...(penalty && { penalty }) });
  }
  function typePenalty(typed: PenaltyText | null) {
    setPenalty(typed);
    setTried(false);
    keep({ note, ...(typed && { penalty: typed }) });
  }

  async function move(): Promise<boolean> {
    if (!asked?.ok) return !('error' in (await updateStatus({ id: sale.id, status: to, note })));
    try {
      await send((requestKey) =>
        cancelWithPenalty({ saleId: sale.id, ...asked.value, note, requestKey }).unwrap(),
      );
      return true;
    } catch {
      return false;
    }
  }

  async function confirm() {
    setTried(true);
    if (noteError || isLoading || cancelling.isLoading || (asked && !asked.ok)) return;
    draft.flush();
    if (!(await move())) return;
    draft.discard();
    toast.done(
      actName(`Sale ${saleName(sale)} is now ${STATUS_LOOKS[to].label}`, saleFacts(sale)),
      'This cannot be undone. Its history says who did it.',
    );
    onClose();
  }

  const failure = error ?? cancelling.error;
  return (
    <ConfirmDialog
      title={question.title}
      confirmLabel={question.confirmLabel}
      confirmName={question.confirmName}
      cancelLabel={question.cancelLabel}
      variant={question.tone}
      busy={isLoading || cancelling.isLoading}
      error={failure ? displayMessage(failure) : null}
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
        {to === 'cancelled' && sale.commissionAmount > 0 && (
          <PenaltyPart
            sale={sale}
            typed={penalty}
            errors={tried && asked && !asked.ok ? asked.errors : {}}
            onType={typePenalty}
          />
        )}
        {notice}
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
