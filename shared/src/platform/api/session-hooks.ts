/** What sessions need and supabase-js does not do; the lines of its source that show it: docs/decisions/008-one-supabase-client.md. */
import { isAuthRefreshDiscardedError } from '@supabase/supabase-js';
import type { Client } from './client';

/**
 * Sends a request for data again with new tokens where the server says that its token has run out: a clock that runs behind thinks it good.
 * @param client the client whose requests these are
 */
export const fetchWithFreshToken =
  (client: () => Client): typeof fetch =>
  async (input, init) => {
    const answer = await fetch(input, init);
    const { auth } = client();
    const url = typeof input === 'string' ? input : (input as URL).href;
    if (answer.status !== 401 || url.includes('/auth/v1/')) return answer;
    if (!(await auth.getSession()).data.session) return answer;
    const { data } = await auth.refreshSession();
    if (!data.session) return answer;
    const headers = new Headers(init?.headers);
    headers.set('Authorization', `Bearer ${data.session.access_token}`);
    return fetch(input, { ...init, headers });
  };

/**
 * Two tabs whose tokens run out at once, as after a lid was closed, both ask for new ones: the tab that comes second finds the other's in
 * the storage, drops its own and reports an error. That is no end of a session: what the storage holds now is as good.
 */
export function takeTokensOfOtherTabs({ auth }: Client): void {
  const getSession = auth.getSession.bind(auth);
  const refreshSession = auth.refreshSession.bind(auth);
  auth.getSession = async () => {
    const answer = await getSession();
    return isAuthRefreshDiscardedError(answer.error) ? getSession() : answer;
  };
  auth.refreshSession = async (given) => {
    const answer = await refreshSession(given);
    if (!isAuthRefreshDiscardedError(answer.error)) return answer;
    const { session } = (await getSession()).data;
    return session ? { data: { session, user: session.user }, error: null } : answer;
  };
}

/** A tab with a session of its own hears of other tabs' tokens, which are another person's: its live connection asks for this tab's. */
export function keepToOwnSession({ realtime }: Client): void {
  const setAuth = realtime.setAuth.bind(realtime);
  realtime.setAuth = () => setAuth();
}
