import type { AuthError, Session } from '@supabase/supabase-js';
import type { RuntimeConfig } from '../config';
import type { Client, Db } from './client-types';
import { getSession } from './own-session';
import type { Replicas } from './replicas';

export type { Session, User } from '@supabase/supabase-js';

let config: RuntimeConfig | null = null;
let client: Client | null = null;
/** Where reads go to replicas. */
let replicas: Replicas | null = null;

/** Points the platform at one Supabase; called once by the shell, before anything is rendered. */
export function connect(to: RuntimeConfig): void {
  config = to;
  client = null;
  replicas = null;
}

/** The one client, downloaded with the first call (50 kB gz): a page without a session is painted before. @throws when it could not be; the next call tries again */
export async function loadClient(): Promise<Client> {
  if (!config) throw new Error('connect() has not been called');
  const { readsUrl } = config;
  const [{ create }, more] = await Promise.all([
    import(/* webpackChunkName: "client" */ './create-client'),
    readsUrl === undefined ? null : import(/* webpackChunkName: "replicas" */ './replicas'),
  ]);
  if (more && readsUrl !== undefined) replicas ??= more.createReplicas(readsUrl);
  return (client ??= create(config, replicas?.fetch));
}

/** What a request for data gets of it. */
export async function loadDb(): Promise<Db> {
  const loaded = await loadClient();
  return replicas?.db(loaded) ?? loaded;
}

/** A live message has come: a replica may not know yet what it is about. */
export const heardNews = (): void => replicas?.heard();

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

/** The publishable key. @throws before `connect` */
export function apiKey(): string {
  if (!config) throw new Error('connect() has not been called');
  return config.supabaseKey;
}

/** One question of somebody who may not have signed in yet. Its answer carries its error, also that of a client that could not be downloaded. */
export async function ask<Answer>(
  question: (client: Client) => PromiseLike<Answer>,
): Promise<Answer | typeof UNANSWERED> {
  const loaded = await loadClient().catch(() => null);
  return loaded ? question(loaded) : UNANSWERED;
}

/** This tab's session, with new tokens where the old ones had run out; null when there is none, or they could not be had. */
export const currentSession = async (): Promise<Session | null> => (await ask(getSession)).data.session;
