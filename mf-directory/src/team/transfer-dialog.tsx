import { displayMessage, displayName } from '@paperplane/shared/domain';
import { recheckUser, useToast } from '@paperplane/shared/platform';
import { FormDialog, TextField } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useTransferOwnershipMutation } from './team-api';
import type { DialogProps } from './member-dialogs';

/** Hands the agency over; the name is typed, so that it cannot happen by a slip (owners). */
export function TransferDialog({ member, onClose }: DialogProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [transfer, { isLoading, error }] = useTransferOwnershipMutation();
  const toast = useToast();
  const name = displayName(member);
  async function submit() {
    if (text.trim().toLowerCase() !== name.toLowerCase()) return setProblem(`Type ${name} to confirm.`);
    const answer = await transfer(member.id);
    if (answer.error) return;
    // The former owner has fewer rights now: load them again.
    await recheckUser();
    toast.done(`Ownership transferred to ${name}`, 'You are an admin now; only they can give it back.');
    onClose();
  }
  return (
    <FormDialog
      title={`Make ${name} the owner?`}
      submitLabel="Transfer ownership"
      submitVariant="danger"
      busy={isLoading}
      failure={error ? displayMessage(error) : null}
      onSubmit={() => void submit()}
      onClose={onClose}
      stacked
    >
      <p>
        {name} will own the agency and decide about its settings and its admins. You become an admin, and only
        they can give the ownership back.
      </p>
      <TextField
        label="Their full name"
        name="confirmation"
        hint={`Type ${name} to confirm.`}
        autoComplete="off"
        value={text}
        error={problem}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(null);
        }}
      />
    </FormDialog>
  );
}
