import { useEffect, useState, type ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog';

/** A navigation the router holds back while something is unsaved: its `useBlocker(dirty)`. */
export interface HeldNavigation {
  state: 'unblocked' | 'blocked' | 'proceeding';
  proceed?: () => void;
  reset?: () => void;
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
  leaving?: HeldNavigation;
}

/**
 * Asks before what was typed into a dialog is lost, whether the dialog is closed, another page is opened or the tab goes away.
 * @returns what to call when the dialog should close, and the question to render inside the dialog
 */
export function useGuardedClose({ dirty, busy, onClose, onDiscard, leaving }: GuardedCloseOptions) {
  const [asking, setAsking] = useState(false);
  const held = leaving?.state === 'blocked' ? leaving : null;

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
  const question: ReactNode = (asking || held) && (
    <ConfirmDialog
      title="Discard what you typed?"
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      onConfirm={() => {
        onDiscard?.();
        (held?.proceed ?? onClose)();
      }}
      onCancel={() => {
        held?.reset?.();
        setAsking(false);
      }}
    >
      Nothing has been saved yet.
    </ConfirmDialog>
  );
  return { requestClose, question };
}
