import { ERROR_MESSAGES, MESSAGES, type AppError } from '@paperplane/shared/domain';
import type { Problems } from '../auth/use-fields';

export type LoginValues = { email: string; password: string; rememberMe: boolean };

/** Spec section 5: one text for both fields, shown at the first one that is empty. */
export function loginProblems({ email, password }: LoginValues): Problems<LoginValues> {
  if (!email.trim()) return { email: MESSAGES.loginMissing };
  return password ? {} : { password: MESSAGES.loginMissing };
}

/** Spec section 8, login failure. */
export const loginFailure = (error: AppError): string =>
  error.userMessage || ERROR_MESSAGES.AUTH_INVALID_CREDENTIALS;
