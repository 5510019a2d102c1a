import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { RuntimeConfig } from '../config';
import { impatientSocket } from '../realtime/impatient-socket';
import type { Database } from './database.types';
import { fetchWithFreshToken, keepToOwnSession, takeTokensOfOtherTabs } from './session-hooks';
import { SESSION_KEY, sessionStore } from './session-storage';

export type { Session, User } from '@supabase/supabase-js';

export type Client = SupabaseClient<Database>;

/** What a request for data gets of the client. */
export type Db = Pick<Client, 'from' | 'rpc'>;

let client: Client | null = null;

/** Points the platform at one Supabase; called once by the shell, before anything is rendered. */
export function connect({ supabaseUrl, supabaseKey }: RuntimeConfig): void {
  client = createClient<Database>(supabaseUrl, supabaseKey, {
    auth: {
      storageKey: SESSION_KEY,
      storage: sessionStore,
      // takeSessionFromUrl() has done it: it notes the password that is due before the address is cleared.
      detectSessionInUrl: false,
    },
    global: { fetch: fetchWithFreshToken(supabase) },
    // It reconnects after 1, 2, 5, then every 10 s by itself, and waits 10 s for an answer.
    realtime: { heartbeatIntervalMs: 30_000, transport: impatientSocket() },
  });
  takeTokensOfOtherTabs(client);
  keepToOwnSession(client);
}

/** The one client: data, Auth, Storage, Realtime. @throws before `connect` */
export function supabase(): Client {
  if (!client) throw new Error('connect() has not been called');
  return client;
}
