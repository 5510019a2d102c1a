/** What sessions need and supabase-js does not do, by its options; the lines of its source that show it: docs/decisions/008-one-supabase-client.md. */
import type { RuntimeConfig } from '../config';
import type { Client } from './client-types';
import { getSession, refreshSession } from './own-session';
import { SESSION_KEY, storedUser } from './session-storage';

/** The token of this tab's person; null for nobody. */
export const ownToken = async (client: Client): Promise<string | null> =>
  (await getSession(client)).data.session?.access_token ?? null;

const withToken = (init: RequestInit, token: string): RequestInit => {
  const headers = new Headers(init.headers);
  headers.set('Authorization', `Bearer ${token}`);
  return { ...init, headers };
};

/**
 * Sends requests for data as the person of this tab. The client would send one as nobody when another tab was faster to get new tokens;
 * and one whose token the server says has run out is sent again with new ones: a clock that runs behind thinks it good. The browser keeps no
 * answer: its cache outlives the session.
 * @param client the client whose requests these are
 */
export const fetchAsPerson =
  (
    { supabaseKey }: RuntimeConfig,
    client: () => Client,
    send: typeof fetch = (input, init) => fetch(input, init),
  ): typeof fetch =>
  async (input, init) => {
    const url = typeof input === 'string' ? input : (input as URL).href;
    const request: RequestInit = { ...init, cache: 'no-store' };
    if (url.includes('/auth/v1/')) return send(input, request);
    const asNobody = new Headers(request.headers).get('Authorization') === `Bearer ${supabaseKey}`;
    const token = asNobody && storedUser(SESSION_KEY) !== null ? await ownToken(client()) : null;
    const answer = await send(input, token === null ? request : withToken(request, token));
    if (answer.status !== 401 || (await ownToken(client())) === null) return answer;
    const { session } = (await refreshSession(client())).data;
    return session ? send(input, withToken(request, session.access_token)) : answer;
  };

/**
 * A tab with a session of its own hears of other tabs' tokens, which are another person's: its live connection asks for this tab's. No option
 * or event says so: by the event the other one's token has been sent. `live-tags.test.ts` fails where the client's method moves.
 */
export function keepToOwnSession({ realtime }: Client): void {
  const setAuth = realtime.setAuth.bind(realtime);
  realtime.setAuth = () => setAuth();
}
