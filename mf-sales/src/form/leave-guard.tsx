import { store, useBlocker } from '@paperplane/shared/platform';
import { Button, Dialog } from '@paperplane/shared/ui';
import { useEffect, type RefObject } from 'react';

interface LeaveDialogProps {
  onStay: () => void;
  onKeep: () => void;
  onDiscard: () => void;
}

/** What is to become of what was typed and not saved. */
export function LeaveDialog({ onStay, onKeep, onDiscard }: LeaveDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      title="Leave without saving?"
      onCloseRequest={onStay}
      footer={
        <>
          <Button variant="outline" onClick={onDiscard}>
            Discard
          </Button>
          <Button variant="outline" onClick={onKeep}>
            Keep draft
          </Button>
          <Button onClick={onStay} data-autofocus>
            Keep editing
          </Button>
        </>
      }
    >
      <p>This sale is not saved. A draft stays in this browser and is back when you open this form again.</p>
    </Dialog>
  );
}

interface LeaveGuardProps {
  dirty: boolean;
  /** True once the form itself leads on: it has been saved. */
  leaving: RefObject<boolean>;
  onDiscard: () => void;
}

/** Asks before a link, Back, a reload or a closed tab leaves the form; a session that ended does not wait for an answer. */
export function LeaveGuard({ dirty, leaving, onDiscard }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty &&
      !leaving.current &&
      currentLocation.pathname !== nextLocation.pathname &&
      store.getState().auth.session !== null,
  );
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      // The draft is kept in any case; the browser has words of its own for this question.
      if (!leaving.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty, leaving]);

  if (blocker.state !== 'blocked') return null;
  return (
    <LeaveDialog
      onStay={() => blocker.reset()}
      onKeep={() => blocker.proceed()}
      onDiscard={() => {
        onDiscard();
        blocker.proceed();
      }}
    />
  );
}
