import type { AuthError, Session, SupabaseClient } from '@supabase/supabase-js';
import type { RuntimeConfig } from '../config';
import type { Database } from './database.types';
import type { Replicas } from './replicas';

export type { Session, User } from '@supabase/supabase-js';

export type Client = SupabaseClient<Database>;

/** What a request for data gets of the client. */
export type Db = Pick<Client, 'from' | 'rpc'>;

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

/**
 * Two tabs whose tokens run out at once, as after a lid was closed, both ask for new ones: the tab that comes second finds the other's in
 * the storage, drops its own and reports an error. That is no end of a session: what the storage holds now is as good.
 */
const isDiscarded = (error: Error | null) => error?.name === 'AuthRefreshDiscardedError';

/** The session of this tab, with new tokens where the old ones had run out. */
export async function getSession({ auth }: Client): ReturnType<Client['auth']['getSession']> {
  const answer = await auth.getSession();
  return isDiscarded(answer.error) ? auth.getSession() : answer;
}

/** The same, with new tokens in any case: of `given`, or of this tab's session. */
export async function refreshSession(
  client: Client,
  given?: { refresh_token: string },
): ReturnType<Client['auth']['refreshSession']> {
  const answer = await client.auth.refreshSession(given);
  if (!isDiscarded(answer.error)) return answer;
  const { session } = (await getSession(client)).data;
  return session ? { data: { session, user: session.user }, error: null } : answer;
}

/** This tab's session, with new tokens where the old ones had run out; null when there is none, or they could not be had. */
export const currentSession = async (): Promise<Session | null> => (await ask(getSession)).data.session;
