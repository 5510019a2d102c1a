import { isVisible, LIMITS, MESSAGES, type AppError } from '@paperplane/shared/domain';
import type { Problems } from '../auth/use-fields';

export type ResetValues = { password: string; passwordConfirmation: string };
export type SetupValues = ResetValues & { firstName: string; lastName: string };

/** How long the success message is shown before the page moves on, milliseconds. */
export const MOVE_ON = 1000;

export const RESET_DONE = 'Your password has been updated.';
export const RESET_FAILED = 'Failed to update password. Please try again.';
export const RESET_BROKE = 'An error occurred. Please try again later.';
/** Without the link of a mail a new password cannot be saved. */
export const NOT_SAVED = 'Your new password was not saved';
export const LINK_MISSING =
  'Only its link can save a new password. Enter your email address below, and we send you one.';
export const LINK_SENT = 'A fresh link is on its way. It works once and for one hour.';
export const SETUP_TITLE = 'Error setting up your account';
export const SETUP_FAILED = 'An error occurred while setting up your account';

/** What is wrong with a new password after a reset. */
export function resetProblems({ password, passwordConfirmation }: ResetValues): Problems<ResetValues> {
  if (!password) return { password: MESSAGES.resetMissing };
  if (!passwordConfirmation) return { passwordConfirmation: MESSAGES.resetMissing };
  if (password !== passwordConfirmation) return { passwordConfirmation: MESSAGES.passwordsDiffer };
  return password.length < LIMITS.passwordMinReset ? { password: MESSAGES.resetTooShort } : {};
}

const nameProblem = (value: string, missing: string): string | undefined => {
  if (!isVisible(value)) return missing;
  return value.trim().length > LIMITS.personName ? `Use at most ${LIMITS.personName} characters.` : undefined;
};

/** What is wrong with a new account: its password, and the names it needs besides. */
export function setupProblems(values: SetupValues): Problems<SetupValues> {
  const { firstName, lastName, password, passwordConfirmation } = values;
  const problems: { -readonly [K in keyof SetupValues]?: string } = {};
  const first = nameProblem(firstName, MESSAGES.firstName);
  const last = nameProblem(lastName, MESSAGES.lastName);
  if (first) problems.firstName = first;
  if (last) problems.lastName = last;
  if (!password) problems.password = MESSAGES.passwordMissing;
  else if (password.length < LIMITS.passwordMinCreate) problems.password = MESSAGES.createTooShort;
  if (!passwordConfirmation) problems.passwordConfirmation = MESSAGES.confirmationMissing;
  else if (password !== passwordConfirmation) problems.passwordConfirmation = MESSAGES.passwordsDiffer;
  return problems;
}

/** The server's text where it was written for people; null for the generic ones. */
function told(error: AppError): string | null {
  if (error.code === 'same_password') return error.message;
  const isTold = error.type === 'NETWORK' || error.status === 429 || error.code === 'P0001';
  return isTold ? error.userMessage : null;
}

/** Why a new password was not saved. */
export const resetFailure = (error: AppError): string =>
  told(error) ?? (error.type === 'API_SERVER_ERROR' || error.type === 'UNKNOWN' ? RESET_BROKE : RESET_FAILED);

/** Why an account was not set up. */
export const setupFailure = (error: AppError): string => told(error) ?? SETUP_FAILED;
