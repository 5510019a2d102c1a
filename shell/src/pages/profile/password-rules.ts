import { LIMITS, MESSAGES, type AppError } from '@paperplane/shared/domain';
import { weakPassword } from '../auth/password-rule';
import type { Problems } from '../auth/use-fields';

export type PasswordValues = { currentPassword: string; password: string; passwordConfirmation: string };

export const CURRENT_MISSING = 'Enter your current password.';
export const CURRENT_WRONG = 'This is not your current password.';
export const SAME_PASSWORD = 'Choose a password that differs from the current one.';

/** What is wrong with a change of password. */
export function passwordProblems({
  currentPassword,
  password,
  passwordConfirmation,
}: PasswordValues): Problems<PasswordValues> {
  return {
    ...(currentPassword ? {} : { currentPassword: CURRENT_MISSING }),
    ...(password
      ? password.length < LIMITS.passwordMinReset
        ? { password: MESSAGES.resetTooShort }
        : {}
      : { password: MESSAGES.passwordMissing }),
    ...(passwordConfirmation
      ? passwordConfirmation === password
        ? {}
        : { passwordConfirmation: MESSAGES.passwordsDiffer }
      : { passwordConfirmation: MESSAGES.confirmationMissing }),
  };
}

/** Which field a refusal of Auth belongs to; null when it belongs to none. */
export function passwordRefusal(error: AppError): { field: keyof PasswordValues; message: string } | null {
  switch (error.code) {
    case 'current_password_required':
      return { field: 'currentPassword', message: CURRENT_MISSING };
    case 'current_password_invalid':
      return { field: 'currentPassword', message: CURRENT_WRONG };
    case 'same_password':
      return { field: 'password', message: SAME_PASSWORD };
    default: {
      const weak = weakPassword(error, LIMITS.passwordMinReset);
      return weak ? { field: 'password', message: weak } : null;
    }
  }
}
