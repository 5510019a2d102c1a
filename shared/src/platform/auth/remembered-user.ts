/** The person of the last visit, for opening the app without a network. Lives and ends with the session it belongs to. */
import { isTabSession, SESSION_KEY, sessionStore, storedUser } from '../api/session-storage';
import type { CurrentUser, SessionInfo } from './auth-slice';

const USER_KEY = 'paperplane.user';

interface Remembered {
  session: SessionInfo;
  user: CurrentUser;
}

/** Keeps who signed in, beside the session. */
export function rememberUser(session: SessionInfo, user: CurrentUser): void {
  const store = isTabSession(SESSION_KEY) ? sessionStorage : localStorage;
  store.setItem(USER_KEY, JSON.stringify({ session, user } satisfies Remembered));
}

/** The person the stored session belongs to, as last seen; null when that is not known. Nothing here was checked by the server. */
export function rememberedUser(): Remembered | null {
  const user = storedUser(SESSION_KEY);
  try {
    const remembered = JSON.parse(sessionStore.getItem(USER_KEY) ?? 'null') as Remembered | null;
    return user !== null && remembered?.user.id === user ? remembered : null;
  } catch {
    return null;
  }
}

/** Nobody is signed in here any more: a tab with a person of its own forgets only that one. */
export function forgetUser(): void {
  const store = sessionStorage.getItem(USER_KEY) === null ? localStorage : sessionStorage;
  store.removeItem(USER_KEY);
}
