import { TextField } from '@paperplane/shared/ui';
import { useFields } from '../auth/use-fields';
import { confirmationNews, resetProblems } from './password-rules';

const EMPTY = { password: '', passwordConfirmation: '' };

/** What is typed into the two fields of a new password. */
export const useNewPassword = () => useFields(EMPTY, resetProblems);

/** New Password and Confirm Password; whether they match shows while one types. */
export function NewPasswordFields({ form }: { form: ReturnType<typeof useNewPassword> }) {
  const confirmation = form.text('passwordConfirmation');
  const news = confirmationNews(form.values);
  return (
    <>
      <TextField
        label="New Password"
        type="password"
        autoComplete="new-password"
        hint="At least 6 characters."
        {...form.text('password')}
      />
      <TextField
        label="Confirm Password"
        type="password"
        autoComplete="new-password"
        {...confirmation}
        error={confirmation.error ?? news.error}
        success={news.success}
      />
    </>
  );
}
