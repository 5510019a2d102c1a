import { useEffect, useState, type ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog';

/** A way to another page that is held back while something is unsaved: what the platform's leave guard asks. */
export interface HeldNavigation {
  stay: () => void;
  leave: () => void;
}

export interface GuardedCloseOptions {
  /** Something was typed that has not been saved. */
  dirty: boolean;
  /** It is being saved: neither close nor ask. */
  busy: boolean;
  onClose: () => void;
  /** It is to be given up, whether the dialog closes or another page is opened. */
  onDiscard?: () => void;
  /** Going to another page asks as well. */
  leaving?: HeldNavigation | null;
}

/**
 * Asks before what was typed into a dialog is lost, whether the dialog is closed, another page is opened or the tab goes away.
 * @returns what to call when the dialog should close, and the question to render inside the dialog
 */
export function useGuardedClose({ dirty, busy, onClose, onDiscard, leaving }: GuardedCloseOptions) {
  const [asking, setAsking] = useState(false);

  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);

  const requestClose = () => {
    if (busy) return;
    if (dirty) setAsking(true);
    else onClose();
  };
  const question: ReactNode = (asking || leaving) && (
    <ConfirmDialog
      title="Discard what you typed?"
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      onConfirm={() => {
        onDiscard?.();
        (leaving?.leave ?? onClose)();
      }}
      onCancel={() => {
        leaving?.stay();
        setAsking(false);
      }}
    >
      Nothing has been saved yet.
    </ConfirmDialog>
  );
  return { requestClose, question };
}
