import { useState, type SubmitEvent } from 'react';
import { displayMessage, LIMITS, type AppError } from '@paperplane/shared/domain';
import { updatePassword, useCurrentUser, useToast, useUnsavedChanges } from '@paperplane/shared/platform';
import { InlineBanner } from '@paperplane/shared/ui';
import { NewPassword } from '../auth/new-password';
import { PasswordField } from '../auth/password-field';
import { useFields } from '../auth/use-fields';
import { passwordProblems, passwordRefusal } from './password-rules';
import { SaveRow } from './save-row';
import '@paperplane/shared/ui/kit/form-layout-lazy.css';

const EMPTY = { currentPassword: '', password: '', passwordConfirmation: '' };

/** Changes one's password; the current one is asked for. Auth signs other devices out. */
export function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const { email } = useCurrentUser();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<AppError | null>(null);
  const form = useFields(EMPTY, passwordProblems);
  const { currentPassword, password } = form.values;
  useUnsavedChanges(currentPassword !== '' || password !== '');

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || !form.check()) return;
    setFailure(null);
    setBusy(true);
    const result = await updatePassword({ password, currentPassword });
    setBusy(false);
    if (result.success) {
      toast.success('Password changed', 'Your other devices were signed out.');
      onChanged();
      return;
    }
    const refused = passwordRefusal(result.error);
    if (refused) form.refuse(refused.field, refused.message);
    else setFailure(result.error);
  }

  return (
    <form noValidate className="pp-formgrid" onSubmit={(event) => void submit(event)}>
      {failure && (
        <div className="full">
          <InlineBanner tone="danger" title="Your password was not changed">
            {displayMessage(failure)}
          </InlineBanner>
        </div>
      )}
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <div className="full">
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          {...form.text('currentPassword')}
        />
      </div>
      <NewPassword
        form={form}
        labels={['New password', 'Confirm new password']}
        least={LIMITS.passwordMinReset}
      />
      <SaveRow busy={busy}>Change password</SaveRow>
    </form>
  );
}
