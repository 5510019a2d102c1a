import { MESSAGES } from '@paperplane/shared/domain';
import { PasswordField, type PasswordFieldProps } from './password-field';
import { passwordRule } from './password-rule';

type Twice = { password: string; passwordConfirmation: string };

interface NewPasswordProps {
  /** Of useFields. */
  form: {
    values: Twice;
    text: (name: keyof Twice) => Omit<PasswordFieldProps, 'label' | 'autoComplete'>;
  };
  /** Of the password, and of its confirmation. */
  labels: readonly [string, string];
  /** Characters that it needs. */
  least: number;
}

/** What is shown under the confirmation while it is typed. */
function confirmationNews({ password, passwordConfirmation }: Twice) {
  if (!passwordConfirmation) return {};
  return password === passwordConfirmation
    ? { success: 'Passwords match' }
    : { error: MESSAGES.passwordsDiffer };
}

/** A new password, twice; whether both match shows while one types. */
export function NewPassword({ form, labels: [label, again], least }: NewPasswordProps) {
  const confirmation = form.text('passwordConfirmation');
  const news = confirmationNews(form.values);
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        hint={passwordRule(least)}
        {...form.text('password')}
      />
      <PasswordField
        label={again}
        autoComplete="new-password"
        {...confirmation}
        error={confirmation.error ?? news.error}
        success={news.success}
      />
    </>
  );
}
