import { useState } from 'react';
import { ConfirmDialog } from '@paperplane/shared/ui';

export interface SignOutDialogProps {
  /** Something on this page is not saved. */
  here: boolean;
  /** The titles of other tabs in which something is not saved. */
  elsewhere: readonly string[];
  onSignOut: () => Promise<void>;
  onStay: () => void;
}

/** Asked where something has been typed and not saved; loaded only then. */
export function SignOutDialog({ here, elsewhere, onSignOut, onStay }: SignOutDialogProps) {
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
      {elsewhere.length === 0 ? (
        'What you typed on this page is not saved. Signing out deletes it, together with your drafts in this browser.'
      ) : (
        <>
          <p>Not saved yet:</p>
          <ul>
            {here && <li>What you typed on this page</li>}
            {elsewhere.map((title, at) => (
              <li key={at}>{title}, in another tab</li>
            ))}
          </ul>
          <p>Signing out deletes it in every tab, together with your drafts in this browser.</p>
        </>
      )}
    </ConfirmDialog>
  );
}
