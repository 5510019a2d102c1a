/** How the last session ended. Who signed out is kept where the session was: that tells other tabs that it did not end by itself. */
import { hasDraftsOf } from '../drafts/draft-storage';
import { isTabSession, SESSION_KEY } from '../api/session-storage';

const KEY = 'paperplane.signed-out';

let ended = false;
let whose: string | null = null;

/** Somebody signs out: to be called while the session is still there. */
export function noteSignOut(userId: string): void {
  (isTabSession(SESSION_KEY) ? sessionStorage : localStorage).setItem(KEY, userId);
}

/** The session of a person is over; without one, of somebody who has not been let in yet. @param owner whose it was, as far as known */
export function noteEnd(userId?: string, owner: string | null = userId ?? null): void {
  const signedOut = sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY);
  if (userId !== undefined && userId === signedOut) return;
  ended = true;
  whose = owner;
}

/** A session begins. */
export function noteBegin(): void {
  ended = false;
  whose = null;
  for (const kept of [sessionStorage, localStorage]) kept.removeItem(KEY);
}

/** True when this page's last session ended by itself, until the next one begins; a reload forgets it. */
export const sessionEnded = (): boolean => ended;

/** True when something that the person of that session typed is kept for them. */
export const typingIsKept = (): boolean => ended && whose !== null && hasDraftsOf(whose);
