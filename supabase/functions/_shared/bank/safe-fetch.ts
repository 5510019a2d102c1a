import { env } from '../env.ts';
import {
  FetchFailure,
  isAskable as isAskableBy,
  originsIn,
  safeFetch as fetchSafely,
  type SafeAnswer,
  type SafeRequest,
} from '../safe-fetch.ts';
import { BankFailure } from './failures.ts';

/** The most that is read of an answer. */
export const MOST_BYTES = 8 * 1024 * 1024;

/** Longer no provider is waited for, the answer's last byte included. */
const SECONDS = 25;

/** Origins that may be asked although they are not public or not https: a bridge for tests and for trying out. */
const allowedOrigins = (): string[] => originsIn(env('BANK_BRIDGES_ALLOWED'));

/** Whether an address may be asked as far as it says itself; which addresses its name has is seen when it is asked. */
export const isAskable = (url: URL): boolean => isAskableBy(url, allowedOrigins());

/**
 * Asks a provider: https and the public internet only (or an origin that BANK_BRIDGES_ALLOWED names), no redirect followed, with limits
 * of time and size.
 * @throws BankFailure refused, slow, unreachable, too_large, wrong_answer (a redirect)
 */
export async function safeFetch(url: URL, request: SafeRequest = {}): Promise<SafeAnswer> {
  try {
    return await fetchSafely(url, request, {
      allowed: allowedOrigins(),
      milliseconds: Number(env('BANK_TIMEOUT_SECONDS') ?? SECONDS) * 1000,
      mostBytes: MOST_BYTES,
    });
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    throw new BankFailure(error.code === 'redirect' ? 'wrong_answer' : error.code);
  }
}

/** An answer's JSON object; `wrong_answer` for anything else, whatever its content type says. */
export function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw new BankFailure('wrong_answer');
}
