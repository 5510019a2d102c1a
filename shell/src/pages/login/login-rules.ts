import { ERROR_MESSAGES, MESSAGES, type AppError } from '@paperplane/shared/domain';
import type { Problems } from '../auth/use-fields';

export type LoginValues = { email: string; password: string; rememberMe: boolean };

/** One text for both fields, shown at the first one that is empty. */
export function loginProblems({ email, password }: LoginValues): Problems<LoginValues> {
  if (!email.trim()) return { email: MESSAGES.loginMissing };
  return password ? {} : { password: MESSAGES.loginMissing };
}

/** What a refused sign-in says. */
export const loginFailure = (error: AppError): string =>
  error.userMessage || ERROR_MESSAGES.AUTH_INVALID_CREDENTIALS;

/** Where the session ended by itself. @param isKept drafts outlive that, where there are some */
export const sessionEndedText = (isKept: boolean): string =>
  isKept ? 'Your session ended. What you typed is kept.' : 'Your session ended.';

/** Says nothing about whether the address is known. */
export const FORGOT_SENT = 'Password reset instructions have been sent to your email.';

/** A reset mail that could not be asked for; an address Auth cannot read is named as such. */
export const forgotFailure = (error: AppError): string =>
  error.code === 'validation_failed' || error.code === 'email_address_invalid'
    ? MESSAGES.emailFormat
    : error.userMessage;
