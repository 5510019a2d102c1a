import { displayMessage, isOwner, type Role } from '@paperplane/shared/domain';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { ConfirmDialog } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useResendInvitationMutation, useRevokeInvitationMutation } from './team-api';

export interface ActionInvitation {
  id: string;
  email: string;
  role: Role;
}

/** Resend and revoke, as far as the reader may. */
export function useInvitationActions() {
  const me = useCurrentUser();
  const toast = useToast();
  const [asking, setAsking] = useState<ActionInvitation | null>(null);
  const [resend, resending] = useResendInvitationMutation();
  const [revoke, revoking] = useRevokeInvitationMutation();

  /** Why an invitation cannot be managed; null when it can. */
  const refusalFor = ({ role }: ActionInvitation): string | null =>
    role === 'admin' && !isOwner(me.role) ? 'Only an owner can manage invitations of admins.' : null;

  async function send({ id, email }: ActionInvitation) {
    const { error } = await resend({ id, email });
    if (error) toast.error('Invitation not sent', error);
    else toast.success('Invitation sent again', `${email} has seven days to accept.`);
  }
  async function confirm() {
    if (!asking) return;
    const { error } = await revoke(asking.id);
    if (error) return;
    toast.success('Invitation revoked', asking.email);
    setAsking(null);
  }

  const dialog = asking && (
    <ConfirmDialog
      title={`Revoke the invitation of ${asking.email}?`}
      confirmLabel="Revoke invitation"
      cancelLabel="Keep invitation"
      busy={revoking.isLoading}
      error={revoking.error ? displayMessage(revoking.error) : null}
      onConfirm={() => void confirm()}
      onCancel={() => {
        revoking.reset();
        setAsking(null);
      }}
    >
      The link in their mail stops working. You can invite them again at any time.
    </ConfirmDialog>
  );
  return {
    refusalFor,
    send,
    /** The invitation that is being sent now. */
    sending: resending.isLoading ? resending.originalArgs?.id : undefined,
    askToRevoke: setAsking,
    dialog,
  };
}
