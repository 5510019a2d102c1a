import { displayMessage, type AppError } from '@paperplane/shared/domain';

export const CODE_LENGTH = 6;

/** The digits of what was typed or pasted, as many as a code has: `418 902` is one. */
export const digitsOf = (typed: string): string => typed.replace(/\D/g, '').slice(0, CODE_LENGTH);

export const WRONG_CODE = 'This code does not fit, or was used already.';

/** Why a code was not taken; one that does not fit is not told apart from one that was used. */
export const codeFailure = (error: AppError): string =>
  error.code === 'mfa_verification_failed' ? WRONG_CODE : displayMessage(error);

/** A key as it is typed: in fours. */
export const inFours = (key: string): string => key.replace(/(.{4})(?=.)/g, '$1 ');

const MINUTE = 60_000;

/** How old the last code is, in words; null where there was none. Times in milliseconds. */
export function ageOfCode(at: number | null, now: number): string | null {
  if (at === null) return null;
  const minutes = Math.max(0, Math.floor((now - at) / MINUTE));
  if (minutes < 1) return 'Your last code is less than a minute old.';
  if (minutes < 120) return `Your last code is ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} old.`;
  return `Your last code is ${Math.floor(minutes / 60)} hours old.`;
}
