import { useState } from 'react';
import { displayMessage, formatDate, type AppError } from '@paperplane/shared/domain';
import { recheckUser, useCurrentUser, useToast } from '@paperplane/shared/platform';
import { FormDialog, TextField } from '@paperplane/shared/ui';
import { useAskAgencyDeletionMutation, type AgencyDeletion } from './deletion-api';
import { sizeText } from './deletion-text';
import './deletion.css';

interface DeleteAgencyDialogProps {
  deletion: AgencyDeletion;
  onClose: () => void;
}

/** Asks to delete the agency, once its name is typed. */
export function DeleteAgencyDialog({ deletion, onClose }: DeleteAgencyDialogProps) {
  const { name, timeZone } = useCurrentUser().organization;
  const toast = useToast();
  const [ask, { isLoading }] = useAskAgencyDeletionMutation();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<AppError | null>(null);
  const day = formatDate(deletion.wouldBeDueAt, timeZone);

  async function submit() {
    setFailure(null);
    if (typed.trim() !== name.trim()) return setProblem(`Type the name exactly as it is: ${name}`);
    const { error } = await ask(typed);
    const refused = error as AppError | undefined;
    if (refused?.field === 'name') return setProblem(refused.userMessage);
    if (refused) return setFailure(refused);
    await recheckUser();
    toast.success(
      `${name} is deleted on ${day}`,
      'Until then you find “Keep the agency” in the Agency settings.',
    );
    onClose();
  }

  return (
    <FormDialog
      title={`Delete ${name}?`}
      subtitle={`On ${day}. Until then any owner can change their mind.`}
      submitLabel={`Delete ${name} on ${day}`}
      submitVariant="danger"
      failure={failure && displayMessage(failure)}
      failedTitle="Nothing is deleted"
      dirty={false}
      busy={isLoading}
      onSubmit={() => void submit()}
      onClose={onClose}
      stacked
    >
      <p className="agency-deletion">
        {sizeText(deletion.counts)} go, with every account and everything else of the agency. Nobody can sign
        in any more, and nobody can bring it back.
      </p>
      <p>Everybody is told now, a week and a day before.</p>
      <TextField
        label={`Type “${name}” to confirm`}
        name="name"
        autoComplete="off"
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.target.value);
          setProblem(null);
        }}
      />
    </FormDialog>
  );
}
