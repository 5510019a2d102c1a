import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { authEvents } from '../auth/auth-events';
import type { RuntimeConfig } from '../config';
import { impatientSocket } from '../realtime/impatient-socket';
import type { Database } from './database.types';
import { fetchAsPerson, keepToOwnSession, ownToken } from './session-hooks';
import { SESSION_KEY, sessionStore } from './session-storage';

/**
 * Creates the one client. Its file is downloaded beside the first page's code: see `loadClient`.
 * @param send where reads go to replicas: sends each request to where it belongs
 */
export function create(config: RuntimeConfig, send?: typeof fetch): SupabaseClient<Database> {
  const client: SupabaseClient<Database> = createClient<Database>(config.supabaseUrl, config.supabaseKey, {
    auth: {
      storageKey: SESSION_KEY,
      storage: sessionStore,
      // takeSessionFromUrl() has done it: it notes the password that is due before the address is cleared.
      detectSessionInUrl: false,
    },
    global: { fetch: fetchAsPerson(config, () => client, send) },
    // It reconnects after 1, 2, 5, then every 10 s by itself, and waits 10 s for an answer.
    realtime: {
      heartbeatIntervalMs: 30_000,
      transport: impatientSocket(),
      accessToken: () => ownToken(client),
    },
  });
  keepToOwnSession(client);
  client.auth.onAuthStateChange((event) => {
    // Auth may still be at work on its storage while it calls: look at it in the next turn.
    setTimeout(() => {
      // The client's own listener passes new tokens on where they were refreshed, not where a code brought them.
      if (event === 'MFA_CHALLENGE_VERIFIED') void client.realtime.setAuth();
      authEvents.changed(event);
    }, 0);
  });
  return client;
}
