import { store } from '../store';
import type { CurrentUser } from './auth-slice';
import { rememberedUser } from './remembered-user';

/**
 * The signed-in person; while the server has not yet said who that is, the person of the last visit, if the session is theirs. Null for
 * people who have not been let in before. For what starts early; nothing is shown by it.
 */
export function expectedUser(): CurrentUser | null {
  const { initialized, user } = store.getState().auth;
  return initialized ? user : (rememberedUser()?.user ?? null);
}
