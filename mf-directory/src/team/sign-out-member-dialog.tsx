import { displayMessage, displayName, plural } from '@paperplane/shared/domain';
import { useToast } from '@paperplane/shared/platform';
import { ConfirmDialog } from '@paperplane/shared/ui';
import type { DialogProps } from './member-dialogs';
import { useEndMemberSessionsMutation } from './team-api';

/** Ends all sessions of a member, as after a lost laptop (owners). */
export function SignOutMemberDialog({ member, onClose }: DialogProps) {
  const [end, { isLoading, error }] = useEndMemberSessionsMutation();
  const toast = useToast();
  const name = displayName(member);
  async function confirm() {
    const answer = await end(member.id);
    if (answer.error) return;
    const { ended } = answer.data;
    toast.success(
      ended === 0 ? `${name} was signed in nowhere` : `${name} is signed out of ${plural(ended, 'device')}`,
    );
    onClose();
  }
  return (
    <ConfirmDialog
      title={`Sign ${name} out everywhere?`}
      confirmLabel={`Sign ${name} out`}
      busy={isLoading}
      error={error ? displayMessage(error) : null}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>
        All their devices sign in anew, and what those kept for reading offline is erased at their next
        contact. {name} is told by mail. To shut somebody out, deactivate them.
      </p>
    </ConfirmDialog>
  );
}
