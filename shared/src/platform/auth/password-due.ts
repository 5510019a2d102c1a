import { claimsOf } from './claims';

/**
 * Sessions that a mailed link opened and that must set a password: they stay on the page that does it. Kept in the browser by session,
 * so that neither a reload nor another tab is a way around it; only the new password or signing out ends it.
 */
export type PasswordDue = 'reset' | 'create';

const KEY = 'paperplane.password-due';

function read(): Record<string, PasswordDue> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, PasswordDue>) : {};
  } catch {
    return {};
  }
}

function write(all: Record<string, PasswordDue>): void {
  if (Object.keys(all).length > 0) localStorage.setItem(KEY, JSON.stringify(all));
  else localStorage.removeItem(KEY);
}

/** The id of the session an access token belongs to; empty when it is no token. The server checks it, not this. */
export function sessionIdOf(accessToken: string): string {
  const { session_id: id } = claimsOf(accessToken);
  return typeof id === 'string' ? id : '';
}

/** Which password the session of this token must set first, or null. */
export const passwordDueOf = (accessToken: string): PasswordDue | null =>
  read()[sessionIdOf(accessToken)] ?? null;

/** Holds the session of this token until its password is set. */
export function markPasswordDue(accessToken: string, due: PasswordDue): void {
  const id = sessionIdOf(accessToken);
  if (id) write({ ...read(), [id]: due });
}

/** The password is set, or the session has ended. */
export function clearPasswordDue(accessToken: string): void {
  const { [sessionIdOf(accessToken)]: _done, ...rest } = read();
  write(rest);
}
