import { GoTrueClient } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import type { RuntimeConfig } from '../config';
import type { Database } from './database.types';
import { sessionStore } from './session-storage';

/** The only file that creates a Supabase client. Auth and REST alone: Realtime and Storage load when a page needs them. */
export type Db = PostgrestClient<Database>;

export const SESSION_KEY = 'paperplane.auth';

interface Clients {
  auth: GoTrueClient;
  db: Db;
  origin: Origin;
}

/** What the clients that load later need to reach the same Supabase as the same person. */
export interface Origin {
  /** Without a slash at the end. */
  url: string;
  key: string;
  /** Sends the token of the moment. */
  fetch: typeof fetch;
}

let clients: Clients | null = null;

/** Points the platform at one Supabase; called once by the shell, before anything is rendered. */
export function connect(config: RuntimeConfig): void {
  const headers = { apikey: config.supabaseKey };
  const base = config.supabaseUrl.replace(/\/+$/, '');
  const auth = new GoTrueClient({
    url: `${base}/auth/v1`,
    headers,
    storageKey: SESSION_KEY,
    storage: sessionStore,
    autoRefreshToken: true,
    persistSession: true,
    // takeSessionFromUrl() has done it, and looks behind the # only.
    detectSessionInUrl: false,
    flowType: 'implicit',
  });
  // As supabase-js does: each request carries the token of the moment, refreshed when it is about to end.
  const send: typeof fetch = async (input, init) => {
    const { data } = await auth.getSession();
    const all = new Headers(init?.headers);
    all.set('apikey', config.supabaseKey);
    all.set('authorization', `Bearer ${data.session?.access_token ?? config.supabaseKey}`);
    return fetch(input, { ...init, headers: all });
  };
  // A clock that runs behind thinks a token good that has run out: the server knows, and one fresh token settles it unseen.
  const authorized: typeof fetch = async (input, init) => {
    const answer = await send(input, init);
    if (answer.status !== 401 || !(await auth.getSession()).data.session) return answer;
    const { error } = await auth.refreshSession();
    return error ? answer : send(input, init);
  };
  clients = {
    auth,
    db: new PostgrestClient<Database>(`${base}/rest/v1`, { headers, fetch: authorized }),
    origin: { url: base, key: config.supabaseKey, fetch: authorized },
  };
}

function connected(): Clients {
  if (!clients) throw new Error('connect() has not been called');
  return clients;
}

export const authClient = (): GoTrueClient => connected().auth;
export const database = (): Db => connected().db;
export const origin = (): Origin => connected().origin;
