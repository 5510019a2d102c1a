import { RealtimeClient } from '@supabase/realtime-js';
import { authClient, origin } from '../api/client';
import { LIVE, reconnectAfter } from './live-timing';

let client: RealtimeClient | null = null;

const token = async (): Promise<string | null> =>
  (await authClient().getSession()).data.session?.access_token ?? null;

/**
 * The one live connection, opened with the first channel and closed with the last. Loaded on demand.
 * Every (re)connection and each heartbeat asks for the token of the moment; a refreshed one is sent at once.
 */
export function liveClient(): RealtimeClient {
  if (client) return client;
  const { url, key } = origin();
  const created = new RealtimeClient(`${url.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: key },
    accessToken: token,
    heartbeatIntervalMs: LIVE.heartbeat,
    timeout: LIVE.timeout,
    reconnectAfterMs: reconnectAfter,
  });
  authClient().onAuthStateChange((event) => {
    if (event !== 'TOKEN_REFRESHED' && event !== 'SIGNED_IN') return;
    // Auth holds its lock while it calls: asking it for the token has to wait for the next turn.
    setTimeout(() => void created.setAuth(), 0);
  });
  client = created;
  return created;
}
