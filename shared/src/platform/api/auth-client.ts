import { GoTrueClient } from '@supabase/auth-js';
import { SESSION_KEY, sessionStore } from './session-storage';

/** Auth's word for "another tab has put fresh tokens in place while mine were on their way". */
const DISCARDED = 'AuthRefreshDiscardedError';

/**
 * Two tabs whose tokens run out at once, as after a lid was closed, both ask for new ones: the tab that comes second finds the other's in
 * the storage, drops its own and reports an error. That is no end of a session: what the storage holds now is as good.
 */
export class AuthClient extends GoTrueClient {
  override async getSession(): ReturnType<GoTrueClient['getSession']> {
    const answer = await super.getSession();
    return answer.error?.name === DISCARDED ? super.getSession() : answer;
  }

  override async refreshSession(
    ...given: Parameters<GoTrueClient['refreshSession']>
  ): ReturnType<GoTrueClient['refreshSession']> {
    const answer = await super.refreshSession(...given);
    if (answer.error?.name !== DISCARDED) return answer;
    const { data } = await super.getSession();
    return data.session ? { data: { session: data.session, user: data.session.user }, error: null } : answer;
  }
}

/** The one Auth client. This file, 25 kB gz, is loaded when somebody signs in or out or a token runs out, not to show a page. */
export const createAuthClient = (url: string, key: string): GoTrueClient =>
  new AuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey: key },
    storageKey: SESSION_KEY,
    storage: sessionStore,
    autoRefreshToken: true,
    persistSession: true,
    // takeSessionFromUrl() has done it, and looks behind the # only.
    detectSessionInUrl: false,
    flowType: 'implicit',
  });
