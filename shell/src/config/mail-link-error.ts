/**
 * What the address says when the app opens, before the session is read.
 */

/** True when a session of an earlier visit may be there; decides only what is downloaded early. */
export function hasStoredSession(): boolean {
  try {
    const keys = [...Object.keys(sessionStorage), ...Object.keys(localStorage)];
    return keys.some((key) => key.startsWith('paperplane.auth'));
  } catch {
    return false;
  }
}

let mailLinkProblem: string | null = null;

/** What Auth puts into the address when a link from a mail is no longer good. */
const TEXTS: Record<string, string> = {
  otp_expired: 'This link has expired or was used before.',
  access_denied: 'This link is not valid any more.',
};

/**
 * Keeps the error a mail link brought along (`#error=access_denied&error_code=otp_expired&…`) for the page it landed on,
 * and removes it from the address.
 */
export function readMailLinkError(): void {
  const hash = new URLSearchParams(window.location.hash.slice(1));
  const error = hash.get('error');
  if (!error) return;
  mailLinkProblem = TEXTS[hash.get('error_code') ?? ''] ?? TEXTS[error] ?? 'This link could not be used.';
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
}

/** The text of that error, or null. */
export const mailLinkError = (): string | null => mailLinkProblem;
