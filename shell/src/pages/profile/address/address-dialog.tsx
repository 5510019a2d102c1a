import { useState } from 'react';
import { displayMessage, type AppError } from '@paperplane/shared/domain';
import { changeEmail, useAppDispatch, useCurrentUser, useLeaveGuard } from '@paperplane/shared/platform';
import { FormDialog, TextField } from '@paperplane/shared/ui';
import { PasswordField } from '../../auth/password-field';
import { useFields } from '../../auth/use-fields';
import { ADDRESS, addressApi } from './address-api';
import { addressProblems, addressRefusal } from './address-rules';

const BLANK = { email: '', currentPassword: '' };

/** Asks for another address, with the password. What has to be confirmed stands on the profile page afterwards. */
export function AddressDialog({ onClose }: { onClose: () => void }) {
  const { email: own } = useCurrentUser();
  const dispatch = useAppDispatch();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<AppError | null>(null);
  const form = useFields(BLANK, (values) => addressProblems(values, own));
  const dirty = form.values.email !== '' || form.values.currentPassword !== '';
  const { asking } = useLeaveGuard(dirty);

  async function submit() {
    setFailure(null);
    if (!form.check()) return;
    setBusy(true);
    const result = await changeEmail(form.values);
    setBusy(false);
    if (result.success) {
      dispatch(addressApi.util.invalidateTags([ADDRESS]));
      onClose();
      return;
    }
    const refused = addressRefusal(result.error);
    if (refused) form.refuse(refused.field, refused.message);
    else setFailure(result.error);
  }

  return (
    <FormDialog
      title="Change your email address"
      subtitle="We send a link to the new address and one to the old. It changes when both were opened."
      submitLabel="Send both links"
      failedTitle="Your address was not changed"
      failure={failure && displayMessage(failure)}
      dirty={dirty}
      busy={busy}
      leaving={asking}
      onSubmit={() => void submit()}
      onClose={onClose}
      stacked
    >
      <TextField label="New email address" type="email" autoComplete="email" {...form.text('email')} />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...form.text('currentPassword')}
      />
    </FormDialog>
  );
}
