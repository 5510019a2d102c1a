import {
  ERROR_MESSAGES,
  MESSAGES,
  NO_MAIL_MESSAGE,
  RATE_LIMIT_MESSAGE,
  type AppError,
} from '@paperplane/shared/domain';

export const RESENT = 'Confirmation email has been resent.';
export const RESEND_FAILED = 'Failed to resend confirmation email. Please try again.';

/** The address is required; null when it is there. */
export const resendProblem = (email: string): string | null =>
  email.trim() ? null : MESSAGES.resendEmailMissing;

/** The server's message where it says something to people, else the fixed text. */
export function resendFailure({ userMessage, type }: AppError): string {
  const says =
    [RATE_LIMIT_MESSAGE, NO_MAIL_MESSAGE].includes(userMessage) ||
    type === 'NETWORK' ||
    type === 'VALIDATION';
  return says && userMessage !== ERROR_MESSAGES.VALIDATION ? userMessage : RESEND_FAILED;
}
