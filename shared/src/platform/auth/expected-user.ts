import { SESSION_KEY, storedSession } from '../api/session-storage';
import { store } from '../store';
import type { CurrentUser } from './auth-slice';
import { passwordDueOf } from './password-due';
import { rememberedUser } from './remembered-user';

/**
 * The signed-in person; while the server has not yet said who that is, the person of the last visit, if the session is theirs. Null for
 * people who have not been let in before, and for a session that must set a password. For what starts early; nothing is shown by it.
 */
export function expectedUser(): CurrentUser | null {
  const { initialized, user } = store.getState().auth;
  if (initialized) return user;
  if (passwordDueOf(storedSession(SESSION_KEY)?.access_token ?? '')) return null;
  return rememberedUser()?.user ?? null;
}
