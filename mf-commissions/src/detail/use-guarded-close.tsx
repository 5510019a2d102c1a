import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '@paperplane/shared/ui';

/**
 * Asks before what was typed into a dialog is lost.
 * @returns what to call when the dialog should close, and the question to render inside the dialog
 */
export function useGuardedClose(dirty: boolean, busy: boolean, onClose: () => void) {
  const [asking, setAsking] = useState(false);
  const requestClose = () => {
    if (busy) return;
    if (dirty) setAsking(true);
    else onClose();
  };
  const question: ReactNode = asking && (
    <ConfirmDialog
      title="Discard what you typed?"
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      onConfirm={onClose}
      onCancel={() => setAsking(false)}
    >
      Nothing has been saved yet.
    </ConfirmDialog>
  );
  return { requestClose, question };
}
