import { useState, type SubmitEvent } from 'react';
import { displayMessage, LIMITS, MESSAGES, requiredText, type AppError } from '@paperplane/shared/domain';
import { recheckUser, useCurrentUser, useToast, useUnsavedChanges } from '@paperplane/shared/platform';
import { InlineBanner, TextField } from '@paperplane/shared/ui';
import { useFields } from '../auth/use-fields';
import { fieldProblems } from './field-problems';
import { useSaveOwnNameMutation } from './profile-api';
import { SaveRow } from './save-row';
import '@paperplane/shared/ui/kit/form-layout-lazy.css';

const RULES = {
  firstName: requiredText(MESSAGES.firstName, LIMITS.personName),
  lastName: requiredText(MESSAGES.lastName, LIMITS.personName),
};

/** One's own name. */
export function DetailsForm() {
  const user = useCurrentUser();
  const toast = useToast();
  const [save, { isLoading }] = useSaveOwnNameMutation();
  const [failure, setFailure] = useState<AppError | null>(null);
  const form = useFields({ firstName: user.firstName, lastName: user.lastName }, (values) =>
    fieldProblems(RULES, values),
  );
  const firstName = form.values.firstName.trim();
  const lastName = form.values.lastName.trim();
  useUnsavedChanges(firstName !== user.firstName || lastName !== user.lastName);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isLoading || !form.check()) return;
    setFailure(null);
    const { error } = await save({ userId: user.id, firstName, lastName });
    if (!error) {
      await recheckUser();
      toast.success('Name saved');
      return;
    }
    const refused = error as AppError;
    if (refused.field === 'firstName' || refused.field === 'lastName') {
      form.refuse(refused.field, refused.userMessage);
    } else setFailure(refused);
  }

  return (
    <form noValidate className="pp-formgrid" onSubmit={(event) => void submit(event)}>
      {failure && (
        <div className="full">
          <InlineBanner tone="danger" title="Your name was not saved">
            {displayMessage(failure)}
          </InlineBanner>
        </div>
      )}
      <TextField label="First name" autoComplete="given-name" {...form.text('firstName')} />
      <TextField label="Last name" autoComplete="family-name" {...form.text('lastName')} />
      <SaveRow main busy={isLoading}>
        Save name
      </SaveRow>
    </form>
  );
}
