import type { AuthError, GoTrueClient, Session } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import type { RuntimeConfig } from '../config';
import type { Database } from './database.types';
import { SESSION_KEY, storedSession } from './session-storage';

/** The only file that knows the Supabase clients. REST alone is there at once: Auth and Storage load when they are needed. */
export type Db = PostgrestClient<Database>;

interface Clients {
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

/** A token that ends sooner is refreshed before it is used; what Auth itself does. Milliseconds. */
const EXPIRY_MARGIN = 90_000;

let clients: Clients | null = null;
let auth: Promise<GoTrueClient> | null = null;
const whenLoaded: ((client: GoTrueClient) => void)[] = [];

/** Points the platform at one Supabase; called once by the shell, before anything is rendered. */
export function connect(config: RuntimeConfig): void {
  const { supabaseKey: key } = config;
  const url = config.supabaseUrl.replace(/\/+$/, '');
  // As supabase-js does: each request carries the token of the moment, refreshed when it is about to end.
  const send: typeof fetch = async (input, init) => {
    const { session } = await currentSession();
    const all = new Headers(init?.headers);
    all.set('apikey', key);
    all.set('authorization', `Bearer ${session?.access_token ?? key}`);
    return fetch(input, { ...init, headers: all });
  };
  // A clock that runs behind thinks a token good that has run out: the server knows, and one fresh token settles it unseen.
  const authorized: typeof fetch = async (input, init) => {
    const answer = await send(input, init);
    if (answer.status !== 401 || !(await currentSession()).session) return answer;
    const { error } = await askAuth((client) => client.refreshSession());
    return error ? answer : send(input, init);
  };
  auth = null;
  clients = {
    db: new PostgrestClient<Database>(`${url}/rest/v1`, { headers: { apikey: key }, fetch: authorized }),
    origin: { url, key, fetch: authorized },
  };
}

function connected(): Clients {
  if (!clients) throw new Error('connect() has not been called');
  return clients;
}

export const database = (): Db => connected().db;
export const origin = (): Origin => connected().origin;

async function loadAuth(): Promise<GoTrueClient> {
  const { url, key } = origin();
  const { createAuthClient } = await import(/* webpackChunkName: "auth" */ './auth-client');
  const client = createAuthClient(url, key);
  whenLoaded.forEach((tell) => tell(client));
  return client;
}

/** The Auth client, downloaded with the first call. @throws when it could not be; the next call tries again */
export function authClient(): Promise<GoTrueClient> {
  const loading = (auth ??= loadAuth());
  loading.catch(() => {
    if (auth === loading) auth = null;
  });
  return loading;
}

/** Calls `listener` with the Auth client as soon as somebody has needed one. */
export function onAuthClient(listener: (client: GoTrueClient) => void): void {
  whenLoaded.push(listener);
  void auth?.then(listener, () => undefined);
}

type Unanswered = {
  data: { user: null; session: null };
  error: Pick<AuthError, 'name' | 'message' | 'status' | 'code'>;
};

/** A client that could not be downloaded is a network that did not answer. */
const UNANSWERED: Unanswered = {
  data: { user: null, session: null },
  error: {
    name: 'AuthRetryableFetchError',
    message: 'network: Auth did not load',
    status: 0,
    code: undefined,
  },
};

/** One question to Auth. Its answer carries its error, also that of a client that could not be downloaded. */
export async function askAuth<Answer>(
  ask: (client: GoTrueClient) => Promise<Answer>,
): Promise<Answer | Unanswered> {
  const client = await authClient().catch(() => null);
  return client ? ask(client) : UNANSWERED;
}

const isGood = (session: Partial<Session>): session is Session =>
  Boolean(session.access_token && session.refresh_token && session.user) &&
  (session.expires_at ?? 0) * 1000 - Date.now() > EXPIRY_MARGIN;

/**
 * This tab's session. One whose token is good for a while is read from where it is kept, so that showing a page needs no Auth client;
 * any other is refreshed. The server alone knows whether it still holds.
 */
export async function currentSession(): Promise<{ session: Session | null; error: unknown }> {
  const stored = storedSession(SESSION_KEY);
  if (!stored) return { session: null, error: null };
  if (isGood(stored)) return { session: stored, error: null };
  const { data, error } = await askAuth((client) => client.getSession());
  return { session: data.session, error };
}
