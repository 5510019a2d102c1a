import { useState } from 'react';
import { ConfirmDialog } from '@paperplane/shared/ui';

export interface SignOutDialogProps {
  onSignOut: () => Promise<void>;
  onStay: () => void;
}

/** Asked where something has been typed and not saved; loaded only then. */
export function SignOutDialog({ onSignOut, onStay }: SignOutDialogProps) {
  const [busy, setBusy] = useState(false);
  return (
    <ConfirmDialog
      title="Sign out without saving?"
      confirmLabel="Sign out"
      cancelLabel="Keep editing"
      busy={busy}
      onConfirm={() => {
        setBusy(true);
        void onSignOut();
      }}
      onCancel={onStay}
    >
      What you typed on this page is not saved. Signing out deletes it, together with your drafts in this
      browser.
    </ConfirmDialog>
  );
}
