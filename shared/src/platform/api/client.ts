import type { AuthError, Session, SupabaseClient } from '@supabase/supabase-js';
import type { RuntimeConfig } from '../config';
import type { Database } from './database.types';

export type { Session, User } from '@supabase/supabase-js';

export type Client = SupabaseClient<Database>;

/** What a request for data gets of the client. */
export type Db = Pick<Client, 'from' | 'rpc'>;

let config: RuntimeConfig | null = null;
let client: Client | null = null;

/** Points the platform at one Supabase; called once by the shell, before anything is rendered. */
export function connect(to: RuntimeConfig): void {
  config = to;
  client = null;
}

/** The one client, downloaded with the first call (50 kB gz): a page without a session is painted before. @throws when it could not be; the next call tries again */
export async function loadClient(): Promise<Client> {
  if (!config) throw new Error('connect() has not been called');
  const { create } = await import(/* webpackChunkName: "client" */ './create-client');
  return (client ??= create(config));
}

/** The one client: data, Auth, Storage, Realtime. @throws before `loadClient` has answered, which starting with a session waits for */
export function supabase(): Client {
  if (!client) throw new Error('the client has not been loaded');
  return client;
}

/** A client that could not be downloaded is a network that did not answer. */
const UNANSWERED = {
  data: { user: null, session: null },
  error: {
    name: 'AuthRetryableFetchError',
    message: 'network: the client did not load',
    status: 0,
    code: undefined,
  } satisfies Pick<AuthError, 'name' | 'message' | 'status' | 'code'>,
  status: 0,
};

/** Where the backend is. @throws before `connect` */
export function apiAddress(): string {
  if (!config) throw new Error('connect() has not been called');
  return config.supabaseUrl;
}

/** One question of somebody who may not have signed in yet. Its answer carries its error, also that of a client that could not be downloaded. */
export async function ask<Answer>(
  question: (client: Client) => PromiseLike<Answer>,
): Promise<Answer | typeof UNANSWERED> {
  const loaded = await loadClient().catch(() => null);
  return loaded ? question(loaded) : UNANSWERED;
}

/** This tab's session, with new tokens where the old ones had run out; null when there is none, or they could not be had. */
export const currentSession = async (): Promise<Session | null> =>
  (await ask(({ auth }) => auth.getSession())).data.session;
