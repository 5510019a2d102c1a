import type { AppError } from '@paperplane/shared/domain';

/**
 * What Auth asks of a new password, as a hint says it before anything is typed.
 * @param least characters
 */
export const passwordRule = (least: number): string =>
  `At least ${least} characters, and none that is widely used.`;

/** What stands at the password field when Auth finds it too weak, with the rule; null for every other failure. */
export function weakPassword(error: AppError, least: number): string | null {
  if (error.type !== 'AUTH_WEAK_PASSWORD') return null;
  const { userMessage } = error;
  return /at least \d+ characters/i.test(userMessage) ? userMessage : `${userMessage} ${passwordRule(least)}`;
}
